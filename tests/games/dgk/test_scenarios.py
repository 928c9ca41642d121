"""Scenario files, quick battles, bad input, and the game as the engine sees it."""

from __future__ import annotations

import json
import random

import pytest

from firestep.engine import position, record
from firestep.engine.dice import Dice
from firestep.engine.errors import BadPosition, FirestepError, Illegal
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.games.dgk import damage, state
from firestep.games.dgk.game import GAME
from firestep.games.dgk.scenarios import checks, quick_battles, scenario
from firestep.games.dgk.state import State
from firestep.testing import rule
from sampling import WHOLE

S = Session[State]
GAMES = {"dgk": GAME}


def new(id: str, seed: str = "1", **options: str) -> S:
    return begin(GAME, id, GAME.settle_options(options), Dice(seed))


def play(s: S, seed: int, limit: int = 100_000, idle: float = 0.05) -> S:
    """Random play that prefers to do something; every decision and state is checked."""
    r = random.Random(seed)
    for _ in range(limit):
        d = s.decision
        if d is None:
            break
        assert d.actions and d.actions == sorted(set(d.actions)), d
        busy = [a for a in d.actions if a[0] not in ("pass", "end", "hold")]
        pool = busy if busy and r.random() > idle else d.actions
        verb = r.choice(sorted({a[0] for a in pool}))
        s.take(r.choice([a for a in pool if a[0] == verb]))
        GAME.check(s.state)
    return s


# -- the scenarios -----------------------------------------------------------------------------------------------------


@rule("dgk.II.org.1", "dgk.XII.conv.4", "dgk.II.ldr.2", "dgk.VIII.gen.1")
def test_le_cateau_is_a_british_division_against_a_german_one() -> None:
    g = new("le-cateau").state
    count = {
        (side, t): sum(u.side == side and u.type == t for u in g.scn.units)
        for side in (0, 1)
        for t in ("infantry", "machinegun", "field", "heavy")
    }
    assert count == {
        (0, "infantry"): 16,
        (0, "machinegun"): 3,
        (0, "field"): 11,
        (0, "heavy"): 1,
        (1, "infantry"): 12,
        (1, "machinegun"): 4,
        (1, "field"): 12,
        (1, "heavy"): 2,
    }
    assert all(u.quality == "veteran" for u in g.scn.units if u.side == 0 and u.type == "infantry")
    assert {"Le Cateau", "Reumont", "Troisvilles"} <= {p.kind.title for p in g.scn.ground.pieces}
    assert all(f.leader for f in g.scn.formations) and g.scn.limit_winner == "allied"
    assert [u.enters for u in g.scn.units if u.side == 1 and u.type == "heavy"] == [3, 4]  # the corps howitzers come up later


def test_jaroslawice_is_two_cavalry_divisions() -> None:
    g = new("jaroslawice").state
    assert [sum(u.bases for u in g.scn.units if u.side == k and u.type == "cavalry") for k in (0, 1)] == [24, 24]


@pytest.mark.parametrize("id", [s.id for s in GAME.scenarios])
def test_the_log_can_tell_all_units_and_leaders_apart(id: str) -> None:
    scn = begin(GAME, id, GAME.settle_options({}), Dice("names")).state.scn
    for named in ([u.name for u in scn.units], [f.name for f in scn.formations], [f.leader for f in scn.formations]):
        assert len(set(named)) == len(named), sorted(n for n in named if named.count(n) > 1)


@pytest.mark.parametrize("id", [s.id for s in GAME.scenarios])
def test_nobody_starts_inside_anybody_or_in_the_river(id: str) -> None:
    g = new(id).state
    on = [u for u in range(len(g.place)) if g.place[u] == state.ON]
    for i, u in enumerate(on):
        shape = state.shape(g, u)
        assert g.scn.ground.table.covers(shape), g.scn.units[u].id
        assert shape.intersection(g.scn.ground.barrier).area < 0.02, g.scn.units[u].id
        for v in on[i + 1 :]:
            apart = shape.distance(state.shape(g, v))
            assert shape.intersection(state.shape(g, v)).area < checks.TOUCH, (g.scn.units[u].id, g.scn.units[v].id)
            assert g.scn.units[u].side == g.scn.units[v].side or apart >= 1


@pytest.mark.parametrize("allied", quick_battles.ALLIED)
def test_quick_battles_from_every_army(allied: str) -> None:
    for central, size, ground in (
        ("de", "brigade", "farmland"),
        ("ah", "division", "hills"),
        ("bg", "brigade", "woods"),
        ("tr", "division", "1"),
    ):
        g = new("quick", allied=allied, central=central, size=size, ground=ground).state
        assert all(damage.break_point(g, k) > 0 for k in (0, 1))
        on = range(len(g.place))
        shapes = [state.shape(g, u) for u in on]
        assert all(g.scn.ground.table.covers(x) for x in shapes)
        assert all(a.intersection(b).area < 0.01 for i, a in enumerate(shapes) for b in shapes[i + 1 :])
    again = [new("quick", allied=allied).hash() for _ in range(2)]
    assert again[0] == again[1]


# -- random play -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "id,seeds", [("jaroslawice", range(1)), ("quick", range(1)), ("siedliska", [1]), *([("le-cateau", range(1))] if WHOLE else [])]
)  # more: make fuzz
def test_random_games_run_to_their_end(id: str, seeds: range) -> None:
    for seed in seeds:
        s = play(new(id, str(seed)), seed)
        assert s.over and s.outcome is not None and s.outcome.reason
        texts = [GAME.text(e) for e in s.journal]
        assert all(texts) and len(texts) > 50
        assert json.loads(json.dumps(s.to_plain())) == s.to_plain()


def test_records_replay_and_copies_are_independent() -> None:
    s = play(new("jaroslawice", "5"), 5, 150)
    saved = record.to_record(s)
    again = record.verify(saved, GAMES)
    assert again.hash() == s.hash()
    twin = s.copy()
    before = s.hash()
    play(twin, 9, 30)
    assert s.hash() == before
    back = Session.resume(GAME, "jaroslawice", s.options, s.dice, json.loads(json.dumps(s.to_plain())))
    assert (
        back.hash() == s.hash()
        and back.decision is not None
        and s.decision is not None
        and back.decision.actions == s.decision.actions
    )


def test_free_poses_are_recorded_and_replayed() -> None:
    s = new("jaroslawice", "3")
    r = random.Random(3)
    for _ in range(400):
        d = s.decision
        assert d is not None
        if type(d.step).__name__ == "Place" and d.step.action == "maneuver":  # type: ignore[attr-defined]
            x, y, _ = (s.state.x[d.step.unit] / 1000, s.state.y[d.step.unit] / 1000, 0)  # type: ignore[attr-defined]
            action = f"go {x + 0.317:.3f} {y - 0.253:.3f} 33.3"
            if not s.why_not(action):
                assert tuple(action.split()) not in d.actions
                s.take(action)
                break
        pool = [a for a in d.actions if a[0] in ("activate", "unit", "maneuver")] or d.actions
        s.take(r.choice(pool))
    else:
        pytest.fail("no free pose was taken")
    assert record.verify(record.to_record(s), GAMES).hash() == s.hash()
    if s.can_undo:
        s.undo()


def test_legal_and_refused_agree() -> None:
    """What is listed is not refused; what is refused is not listed; candidates of both kinds."""
    for id in ("jaroslawice", "le-cateau"):
        s = new(id, "2")
        r = random.Random(2)
        for k in range(260):
            d = s.decision
            assert d is not None
            if k % 20 == 0:
                legal = set(d.actions)
                for a in GAME.candidates(s)[:150]:
                    refused = s.why_not(a)
                    if a in legal:
                        assert refused == []
                    elif refused:
                        with pytest.raises(Illegal):
                            s.copy().take(a)
                        assert all(x.rule.startswith("dgk.") and x.text for x in refused)
                    else:
                        s.copy().take(a)
            busy = [a for a in d.actions if a[0] not in ("pass", "end", "hold")] or d.actions
            s.take(r.choice(busy))


def test_positions_by_hand() -> None:
    s = position.from_text(
        'format = "firestep-position 1"\ngame = "dgk"\nscenario = "jaroslawice"\nturn = 3\nside = "central"\n'
        '[units]\nru-odessa = "30 20 270 deployed 5 disordered"\nah-dr9 = "gone"\n[leaders]\nru-10 = "33 20"\n',
        GAMES,
    )
    g = s.state
    u = g.scn.unit_no["ru-odessa"]
    assert (g.x[u], g.f[u], g.form[u], g.bases[u], g.status[u], g.turn, g.side) == (30000, 2700, 0, 5, 1, 3, 1)
    again = position.from_text(position.to_text(s), GAMES)
    assert again.state.x == g.x and again.state.losses == g.losses
    for bad in (
        '[units]\nnobody = "1 2"',
        '[units]\nru-odessa = "a b"',
        '[units]\nru-odessa = "1 2 3 square"',
        '[leaders]\nru-10 = "x"',
        "moon = 1",
        'side = "blue"',
        '[units]\nru-odessa = "1 2 3 march 2"',
    ):
        with pytest.raises(BadPosition):
            position.from_text(f'format = "firestep-position 1"\ngame = "dgk"\nscenario = "jaroslawice"\n{bad}\n', GAMES)


# -- bad input ---------------------------------------------------------------------------------------------------------

GOOD = """
table = [40, 30]
[armies.allied]
nation = "gb"
[armies.central]
nation = "de"
[[formation]]
id = "a"
side = "allied"
x = 1
y = 1
[[formation]]
id = "c"
side = "central"
x = 1
y = 1
[[unit]]
id = "a1"
type = "infantry"
formation = "a"
x = 10
y = 20
[[unit]]
id = "c1"
type = "infantry"
formation = "c"
x = 10
y = 5
"""


FAST = GOOD.replace('type = "infantry"', 'type = "fast"', 1)


@rule("dgk.VIII.gen.1", "dgk.II.org.3", "dgk.II.org.4")
def test_scenario_files_are_checked() -> None:
    assert scenario.read(GOOD).units[0].bases == 4
    assert scenario.read(GOOD.replace('id = "a1"', 'id = "a1"\nbases = 6')).units[0].bases == 6
    cases = {
        "crosses itself": GOOD + '[[terrain]]\nid = "x"\nkind = "woods"\npoints = [[1,1],[5,5],[5,1],[1,5]]\n',
        "at least three points": GOOD + '[[terrain]]\nid = "x"\nkind = "woods"\npoints = [[1,1],[5,5]]\n',
        "unknown kind": GOOD + '[[terrain]]\nid = "x"\nkind = "lava"\npoints = [[1,1],[5,5],[1,5]]\n',
        "needs points": GOOD + '[[terrain]]\nid = "x"\nkind = "woods"\npoints = "here"\n',
        "far off": GOOD + '[[terrain]]\nid = "x"\nkind = "road"\npoints = [[1,1],[1e9,5]]\n',
        "the same name": GOOD + '[[terrain]]\nid = "x"\nkind = "road"\npoints = [[1,1],[9,5]]\n' * 2,
        "1 to 8 are allowed": GOOD.replace('id = "a1"', 'id = "a1"\nbases = 9'),
        "type of unit": GOOD.replace('type = "infantry"', 'type = "elephants"'),
        "off the table": GOOD.replace("y = 20", "y = 200"),
        "unknown formation": GOOD.replace('formation = "a"', 'formation = "z"'),
        "cannot be read": "table = [",
        "table must be": GOOD.replace("[40, 30]", "[4, 3]"),
        "have no grades": GOOD.replace(
            'type = "infantry"\nformation = "a"', 'type = "field"\nquality = "veteran"\nformation = "a"'
        ),
        "has no units": GOOD.split('[[unit]]\nid = "c1"')[0],
        "cannot be deployed": FAST.replace('id = "a1"', 'id = "a1"\nvehicle = "car"\nform = "deployed"'),
        "needs a track": FAST.replace('id = "a1"', 'id = "a1"\nvehicle = "train"'),
        "no vehicle": GOOD.replace('id = "a1"', 'id = "a1"\naboard = "c1"'),
        "wrong kind": GOOD.replace("x = 10\ny = 20", 'x = "left"\ny = 20'),
        "quality of army": GOOD.replace('nation = "gb"', 'nation = "gb"\nquality = "heroic"'),
    }
    for part, text in cases.items():
        with pytest.raises(FirestepError, match=part):
            scenario.read(text)
    with pytest.raises(FirestepError):
        scenario.get("waterloo")
    with pytest.raises(FirestepError):
        scenario.get("quick:xx:de:brigade:farmland")
    with pytest.raises(FirestepError):
        new("quick", allied="atlantis")


def test_view_odds_overlays_and_inspection() -> None:
    s = new("le-cateau")
    board = s.view(0)["board"]
    assert board["table"] == [48, 36] and len(board["units"]) == len(s.state.place) and json.dumps(board)
    assert (
        GAME.draw(s).startswith("<svg")
        and GAME.draw(None).startswith("<svg")
        and "Le Cateau" in GAME.draw_text(s)
        and GAME.draw_text(None)
    )
    assert GAME.overlays["sees"](s, "gb-suffolk") and isinstance(GAME.overlays["fire"](s, "gb-b11"), list)
    assert "gb-suffolk" in GAME.overlays["command"](s, "gb-14")
    assert GAME.inspect(s, "gb-suffolk")["cover"] == "hard" and GAME.inspect(s, "20,20")["level"] == 1
    suffolk = {line["rule"]: line["text"] for line in GAME.inspect(s, "gb-suffolk")["lines"]}
    assert suffolk["dgk.VIII.cover.1"] == "Cover of the ground: hard" and "assault 6" in suffolk["dgk.IV.move.1"]
    leader = GAME.inspect(s, "gb-14")
    assert "gb-suffolk" in leader["units"] and any("Helps" in line["text"] for line in leader["lines"])
    for bad in (
        lambda: GAME.inspect(s, "nowhere"),
        lambda: GAME.overlays["sees"](s, "x"),
        lambda: s.odds("x"),
        lambda: s.odds("gb-suffolk", "sing", "de-26-1"),
    ):
        with pytest.raises(FirestepError):
            bad()
    assert sum(r.chance for r in s.odds("gb-suffolk", "maneuver").results) == 1
    play(s, 1, 400)
    told = GAME.report(s)
    assert told["turns"]
    rows = {r["id"]: r["values"] for r in told["series"]}
    for side in (0, 1):
        name = ("allied", "central")[side]
        assert rows[f"lost-{name}"][-1] == s.state.losses[side] and rows[f"morale-{name}"][-1] == damage.left(s.state, side)
        assert len(rows[f"lost-{name}"]) == len(told["turns"]) and rows[f"lost-{name}"] == sorted(rows[f"lost-{name}"])
