"""Hidden deployment (dgk.X.ind.5, dgk.X.mine.1): nothing that a seat may ask betrays what is hidden from it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from firestep.engine.dice import Dice
from firestep.engine.errors import FirestepError
from firestep.engine.secret import known_to
from firestep.engine.session import Session
from firestep.engine.start import begin, moment
from firestep.games.dgk import damage, secrets
from firestep.games.dgk.display import overlays, view
from firestep.games.dgk.game import GAME
from firestep.games.dgk.orders import Act
from firestep.games.dgk.placing import Place
from firestep.games.dgk.sequence import Activation, Again, Initiative, MoveLeader, RoundOver
from firestep.games.dgk.state import ON, State
from firestep.testing import rule
from games.dgk.positions import BEST, WORST, act, at, box, keys, n, no, table, unit, verbs, where

S = Session[State]


def ambush(
    x: float,
    y: float,
    *more: dict[str, Any],
    mine: float = 20.0,
    kind: str = "infantry",
    bases: int = 4,
    name: str = "c1",
    fields: int = 1,
) -> State:
    """Allied infantry on the move; a Central unit lies hidden somewhere, and minefields and a command mine too."""
    ground = [
        *(box("minefield", mine + 3 * k, 8, mine + 3 * k + 2, 10, id=f"m{k}", side="central") for k in range(fields)),
        {"id": "k1", "kind": "command-mine", "points": [[mine, 14]], "side": "central"},
        box("woods", 40, 40, 44, 44, id="wood"),
    ]
    return table(
        unit("a1", "infantry", 20, 30, 0, "maneuver"),
        unit("c1", kind, x, y, 180, hidden=True, bases=bases, name=name),
        unit("c2", "infantry", 50, 12, 180),
        *more,
        ground=ground,
        title="Ambush",
    )


def answered(f: Callable[[], Any]) -> Any:
    try:
        return f()
    except FirestepError as e:
        return f"refused: {e}"


def asked(s: S, seat: int | None) -> str:
    """All that a seat can ask about: what a fork, a bot or a question would be told."""
    out: dict[str, Any] = {"plain": s.to_plain(), "rolls": s.state.rolls, "lines": s.journal_size}
    d = s.decision
    out["actions"] = d.actions if d is not None else None
    out["why"] = [[list(r) for r in GAME.why_not(s, a)] for a in [*GAME.candidates(s), ("dfire", "c1"), ("assault", "c1")]]
    out["view"] = view.view(s, seat)
    out["inspect"] = [answered(lambda p=p: overlays.inspect(s, p)) for p in ("c1", "c2", "a1", "20,9", "22,21", "18,14")]  # type: ignore[misc]
    calls = ((overlays.seen_by, "a1"), (overlays.in_fire, "a1"), (overlays.seen_by, "c1"), (overlays.commanded, "c"))
    out["overlays"] = [answered(lambda f=f, arg=arg: f(s, arg)) for f, arg in calls]  # type: ignore[misc]
    out["odds"] = [answered(lambda w=w: s.odds(*w)) for w in (("c1", "maneuver"), ("a1", "mfire", "c1"))]  # type: ignore[misc]
    out["drawn"] = GAME.draw(s) + GAME.draw_text(s)
    return json.dumps(out, sort_keys=True, default=str)


TWINS = (
    (ambush, {"x": 40, "y": 8}),
    (ambush, {"x": 21, "y": 25.5, "mine": 18}),
    (ambush, {"x": 21, "y": 25.5, "mine": 30, "fields": 3}),
    (ambush, {"x": 10, "y": 20, "kind": "heavy", "bases": 1, "name": "Siege howitzers"}),
    (ambush, {"x": 33, "y": 40, "kind": "machinegun", "bases": 2, "name": "Ambuscade"}),
)


@rule("dgk.X.ind.5", "dgk.X.mine.1")
@pytest.mark.parametrize("seat", [0, None])
def test_games_that_differ_in_what_is_hidden_look_the_same(seat: int | None) -> None:
    """Place, kind, strength and name of a hidden unit, place and number of minefields: to the enemy and to spectators all one."""
    for agenda in ((Initiative(),), (Place(0, "maneuver", 6000),), (Place(0, "march", 12_000),), (Activation(1), RoundOver(1))):
        games = [at(make(**how), *agenda) for make, how in TWINS]  # type: ignore[arg-type]
        seen = {asked(known_to(s, seat), seat) for s in games}
        assert len(seen) == 1 and len({s.hash() for s in games}) == len(TWINS)
        told = seen.pop()
        for word in ("minefield", "command-mine", "Siege", "Ambuscade"):
            assert word not in told, word
        # what may be answered in the real game says no more than that
        assert len({str(s.decision.actions) for s in games if s.decision is not None}) == 1


@rule("dgk.X.ind.5")
def test_a_question_to_a_hidden_unit_looks_like_its_formations_round() -> None:
    f = ambush(20, 20).scn.formation_no["c"]
    for make, how in TWINS:
        s = at(make(**how), Act(n(make(**how), "c1")), Again(f), RoundOver(f))  # type: ignore[arg-type]
        for seat in (0, None):
            seen = known_to(s, seat)
            assert seen.decision is not None and isinstance(seen.agenda[-1], Activation) and seen.decision.seat == 1
            assert ("unit", "c1") not in seen.decision.actions and ("unit", "c2") in seen.decision.actions
        assert ("unit", "c1") in at(make(**how), Activation(f)).decision.actions  # type: ignore[arg-type,union-attr]


@rule("dgk.X.ind.5", "dgk.IV.ord.1")
def test_orders_to_hidden_units_use_no_dice_and_no_lines_until_they_come_out() -> None:
    s = act(ambush(21, 20), "c1", WORST)
    before = s.journal_size
    s.take("maneuver")
    assert s.state.rolls == 0 and s.journal_size == before and s.state.hidden[n(s, "c1")] == 1 and verbs(s) >= {"go"}
    assert view.view(s, 0)["subject"] is None and view.view(s, 1)["subject"] == "c1"
    s.take("go 21 22 180")
    assert s.state.hidden[n(s, "c1")] == 0 and "moves" in keys(s)
    shown = act(ambush(21, 20, unit("c3", "infantry", 40, 30)), "c3", WORST)
    shown.take("maneuver")
    assert shown.state.rolls == 3  # others roll


@rule("dgk.X.ind.5")
def test_the_owner_knows_and_the_others_do_not() -> None:
    s = at(ambush(21, 25.5), Initiative())
    assert secrets.conceal(s, 1).hash() == s.hash() and known_to(s, 1).state.scn is s.state.scn
    for seat in (0, None):
        hidden = known_to(s, seat)
        assert "c1" not in hidden.state.scn.unit_no and not hidden.state.scn.ground.mines
        assert damage.break_point(hidden.state, 1) == damage.break_point(s.state, 1)  # the size of the army is no secret
        assert not any(u["id"] == "c1" for u in view.view(s, seat)["units"])
    assert any(u["id"] == "c1" for u in view.view(s, 1)["units"])


@rule("dgk.X.ind.5", "dgk.X.mine.1")
def test_a_fork_carries_nothing_that_is_hidden_and_can_be_played_to_its_end() -> None:
    s = at(ambush(21, 25.5), Initiative())
    start = moment(known_to(s, 0))
    assert all(word not in start for word in ("c1", "minefield", "command-mine", "k1"))
    fork = begin(GAME, "own", s.options, Dice("7"), start)
    r = random.Random(1)
    for _ in range(120):
        if fork.decision is None:
            break
        fork.take(r.choice(fork.decision.actions))
        GAME.check(fork.state)


@rule("dgk.X.ind.5", "dgk.IV.fall.1")
def test_a_retreat_betrays_only_whom_it_meets() -> None:
    def back(x: float, y: float) -> S:
        g = ambush(x, y, mine=40)
        s = act(g, "a1")
        damage.hurt(s, 0, 3, damage.Source((20, 10), 1))
        return s

    far, beside, behind = back(50, 40), back(12, 36), back(20, 36)
    assert where(far, "a1") == where(beside, "a1") and "found" not in keys(beside)  # not swayed by somebody it does not know of
    assert "found" in keys(behind) and where(behind, "a1") != where(far, "a1")
    assert behind.state.place[0] == ON and behind.state.hidden[n(behind, "c1")] == 0 and not behind.can_undo


@rule("dgk.X.ind.5")
def test_refusals_do_not_name_what_is_hidden() -> None:
    s = act(ambush(20, 27), "a1")
    seen = known_to(s, 0)
    for verb in ("dfire", "mfire", "assault"):
        told = [str(r) for r in GAME.why_not(seen, (verb, "c1"))]
        other = [str(r) for r in GAME.why_not(seen, (verb, "nobody"))]
        assert told == other and told


@rule("dgk.X.ind.5")
def test_a_move_runs_into_hidden_troops_and_stops_an_inch_away() -> None:
    g = ambush(20, 26)
    s = at(g, Place(0, "maneuver", 6000))
    assert no(s, "go 20 24 0") == set()
    s.take("go 20 24 0")
    x, y, _ = where(s, "a1")
    assert x == pytest.approx(20) and 27 <= y <= 27.3  # c1 stands with its front at 26
    assert not g.hidden[n(g, "c1")] and "found" in keys(s) and not s.can_undo
    free = at(ambush(40, 26), Place(0, "maneuver", 6000))
    free.take("go 20 24 0")
    assert where(free, "a1")[1] == 24 and "found" not in keys(free)


@rule("dgk.X.ind.5")
def test_an_assault_runs_into_hidden_troops() -> None:
    def charge(x: float) -> S:
        g = ambush(x, 27.5, unit("c3", "infantry", 20, 25, 180))
        s = act(g, "a1", BEST, WORST, WORST, WORST)
        assert no(s, "assault c3") == set()
        s.take("assault c3")
        return s

    met, free = charge(20), charge(40)
    assert "assault-met" in keys(met) and where(met, "a1")[:2] == (20, 30) and met.state.acted[0] == 1
    assert "assault-met" not in keys(free) and {"assault-home", "assault-stopped"} & set(keys(free))


@rule("dgk.X.mine.1")
def test_finding_a_minefield_closes_undo() -> None:
    for mine, found in ((19, True), (40, False)):
        s = at(ambush(40, 20, mine=mine), Place(0, "march", 22_000), Initiative())  # the same seat is asked again
        s.take("go 20 9 0")
        assert ("minefield" in keys(s)) is found and s.can_undo is not found


def test_only_scenarios_with_something_to_hide_conceal() -> None:
    assert GAME.hides(ambush(20, 20), ())
    assert not GAME.hides(table(unit("a1", "infantry", 20, 30)), ())
    found = ambush(20, 20)
    found.hidden, found.mines, found.exploded = [0] * len(found.hidden), -1, -1
    assert not GAME.hides(found, ()), "once all are found nothing is hidden"


@rule("dgk.X.ind.5", "dgk.X.veh.4", "dgk.X.mine.4")
def test_numbers_of_units_leaders_and_mines_stay_right_in_a_copy() -> None:
    """Hidden trucks take their riders with them; who rides on what, and which mine has gone off, is the same as in the game."""
    g = table(
        unit("c0", "slow", 50, 8, 180, "maneuver", vehicle="truck", bases=1, hidden=True),
        unit("c1", "infantry", 0, 0, 0, "maneuver", aboard="c0"),
        unit("c2", "infantry", 40, 12, 180),
        unit("a1", "fast", 20, 40, 0, "maneuver", vehicle="car", bases=2),
        unit("a2", "infantry", 0, 0, 0, "maneuver", aboard="a1"),
        leaders={"a": (20, 38)},
        ground=[
            {"id": "k1", "kind": "command-mine", "points": [[10, 10]], "side": "central"},
            {"id": "k2", "kind": "command-mine", "points": [[30, 10]], "side": "central"},
        ],
    )
    g.exploded = 0b10
    at(g, MoveLeader(g.scn.formation_no["a"])).take("board a1")
    seen = known_to(at(g, Initiative()), 0).state
    assert [u.id for u in seen.scn.units] == ["c2", "a1", "a2"] and seen.aboard[seen.scn.unit_no["a2"]] == seen.scn.unit_no["a1"]
    assert seen.laboard[seen.scn.formation_no["a"]] == seen.scn.unit_no["a1"] + 1
    assert [p.id for p in seen.scn.ground.pieces] == ["k2"] and seen.exploded == 1
    assert '"c1"' not in moment(known_to(at(g, Initiative()), 0))
