"""Fog of stacks (tgw.7.25): of an enemy stack the top and the height are seen. Twins, two games that differ in nothing but what
lies under the tops, are told apart by nobody who may not look there."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

import firestep
from firestep.engine.dice import Dice
from firestep.engine.secret import hides, known_to
from firestep.engine.session import Session
from firestep.engine.start import from_moment, moment
from firestep.games import game
from firestep.games.tgw import secrets
from firestep.games.tgw.combat import strength
from firestep.games.tgw.combat.strength import declared
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.display import fog
from firestep.games.tgw.events import ordered_marches
from firestep.games.tgw.movement import movement
from firestep.games.tgw.state import WAITING, State
from firestep.hexmap.grid import bits
from firestep.testing import play, rule
from games.tgw.events_kit import U
from games.tgw.positions import field, session
from sampling import WHOLE

A, CP = tables.ALLIED, tables.CENTRAL
MOMENTS = Path(__file__).parents[3] / "moments" / "tgw"
ON = {"fog": "on"}
PLACE = "W5217"


def start(scenario: str = "1917", **options: str) -> Session[State]:
    return firestep.start("tgw", scenario=scenario, seed="fog", options={**ON, **options})


def shown(s: Session[State], seat: int | None, place: str) -> list[str]:
    return [x["id"] for x in s.view(seat)["board"]["pieces"] if x["at"] == place]


def pairs(st: State, seat: int | None, side: int) -> list[tuple[int, int]]:
    """Counters under the tops of two stacks of one front that may change places without changing anything that can be seen."""
    out = []
    hidden = fog.covered(st, seat)
    for front in fronts.FRONT:
        here = [(i, bits(m & st.troops[side])) for i, m in sorted(hidden.items()) if front >> i & 1 and m & st.troops[side]]
        for (i, ones), (j, others) in zip(here, here[1:], strict=False):
            for u in ones:
                for v in others:
                    tops = fog.order(st, fog.top(st, st.where[i])), fog.order(st, fog.top(st, st.where[j]))
                    singles = any((m >> u & 1) != (m >> v & 1) for m in roster.SINGLES)
                    if (
                        roster.KIND_OF[u] != roster.KIND_OF[v]
                        and not singles
                        and min(fog.order(st, u), fog.order(st, v)) > max(tops)
                    ):
                        out.append((u, v))
    return out


def twin(s: Session[State], u: int, v: int) -> Session[State]:
    new = s.copy()
    st = new.state
    i, j = st.at[u], st.at[v]
    st.put(u, j)
    st.put(v, i)
    st.memo.clear()
    new._decision = None
    return new


@rule("tgw.7.25a", "tgw.9.32c")
def test_newcomers_lie_open_in_their_first_turn() -> None:
    st = field({"bu-1 bu-2 bu-3": "E1818"}, options=ON, at_war={"BU": CP})
    assert fog.covered(st, A)
    st.entered[tables.BU] = st.turn
    assert not fog.covered(st, A)


# -- what is seen ----------------------------------------------------------------------------------------------------------------


@rule("tgw.7.25a")
def test_of_an_enemy_stack_the_top_and_the_height_are_seen() -> None:
    s = start()
    st = s.state
    i = next(i for i, m in sorted(fog.covered(st, A).items()) if m.bit_count() > 1)
    stack = roster.unit_ids(st.where[i])
    top = roster.UNITS[fog.top(st, st.where[i])]
    place = board.NUMBER[i]
    assert shown(s, A, place) == [top, f"hidden-{place}"] == shown(s, None, place)
    assert sorted(shown(s, CP, place)) == sorted(stack), "one's own stack is open"
    back = next(x for x in s.view(A)["board"]["pieces"] if x["id"] == f"hidden-{place}")
    assert back["text"] == f"+{len(stack) - 1}" and back["symbol"] == "unknown"
    assert hides(s)
    off = firestep.start("tgw", scenario="1917", seed="fog")
    assert sorted(shown(off, A, place)) == sorted(stack) and not fog.covered(off.state, A)


@rule("tgw.7.25c")
def test_the_central_powers_look_into_allied_stacks_at_home_and_in_poland() -> None:
    poland, austria, germany = (
        board.numbers(m & board.FRONT["E"] & ~board.FORTS)[7] for m in (board.POLAND, board.AUSTRIA, board.GERMANY)
    )
    abroad = board.numbers(board.RUSSIA & board.FRONT["E"] & ~board.FORTS & ~board.POLAND)[40]
    st = field({"ru-1 ru-2": poland, "ru-3 ru-4": austria, "ru-5 ru-6": germany, "ru-7 ru-8": abroad}, options=ON)
    assert board.numbers(sum(1 << i for i in fog.covered(st, CP))) == [abroad]
    assert len(fog.covered(st, None)) == 4 and not fog.covered(st, A)
    mine = field({"ge-1 ge-2": germany, "ge-3 ge-4": poland}, options=ON)
    assert len(fog.covered(mine, A)) == 2, "the Allies have no such eyes"


@rule("tgw.7.25a", "tgw.7.25b")
def test_a_declared_attack_shows_the_stack_until_it_is_resolved() -> None:

    target = board.numbers(board.FRANCE & board.FRONT["W"] & ~board.FORTS)[200]
    near = board.numbers(board.ATLAS.near(board.INDEX[target]) & board.LAND)[0]
    st = field({"fr-1 fr-2 fr-3": target, "ge-1 ge-2 ge-3": near}, options=ON)
    assert fog.covered(st, CP).keys() == {board.INDEX[target]} and fog.covered(st, A).keys() == {board.INDEX[near]}
    st.fight = declared(st, CP, board.INDEX[target], (roster.UNIT["ge-3"],))
    assert not fog.covered(st, CP)
    assert roster.unit_ids(fog.covered(st, A)[board.INDEX[near]]) == ["ge-2"], "who attacks is seen, who looks on is not"
    st.fight = None
    assert fog.covered(st, CP)


def test_foot_lies_on_top_and_headquarters_at_the_bottom() -> None:
    place = board.numbers(board.FRANCE & board.FRONT["W"])[200]
    horse = next(id for id in roster.UNITS if id.startswith("ge-") and roster.CAVALRY >> roster.UNIT[id] & 1)
    hq = next(id for id in roster.UNITS if id.startswith("ge-hq"))
    st = field({f"ge-1 {horse} {hq}": place}, options=ON)
    here = st.stack(board.INDEX[place])
    order = sorted(bits(here), key=lambda u: fog.order(st, u))
    assert [roster.UNITS[u] for u in order] == ["ge-1", horse, hq]
    st.flipped |= roster.unit_mask([horse]) & roster.CONVERTIBLE
    assert fog.order(st, roster.UNIT[horse]) < fog.DEPTH or not roster.CONVERTIBLE >> roster.UNIT[horse] & 1, (
        "dismounted it is foot"
    )


# -- what is told ----------------------------------------------------------------------------------------------------------------


@rule("tgw.7.25a")
def test_a_march_is_told_to_the_enemy_by_its_number() -> None:
    from firestep.games.tgw.movement.movement import MoveUnits

    place = board.numbers(board.GERMANY & board.FRONT["W"] & ~board.FORTS & board.CLEAR)[20]
    st = field({"ge-1 ge-2": place}, options=ON)
    s = session(st, MoveUnits(fronts.WESTERN, CP))
    play(s, f"stack {place}")
    assert "ge-1" not in s.decision.prompt and "ge-2" not in s.decision.prompt
    to = next(a[1] for a in s.decision.actions if a[0] == "to")
    play(s, f"to {to}")
    moves = [e for e in s.journal if e.key in ("move", "stack")]
    assert [(e.key, e.params["only"]) for e in moves] == [("move", "central"), ("stack", "allied")]
    assert moves[1].params["count"] == 2 and "units" not in moves[1].params
    assert "2 units" in game("tgw").text(moves[1])


@rule("tgw.7.25a")
def test_the_question_and_the_board_do_not_name_who_marches_or_gathers() -> None:
    s = start("1918")
    while s.decision is not None and type(s.decision.step).__name__ != "March":
        s.take(next((a for a in s.decision.actions if a[0] == "stack"), s.decision.actions[0]))
    d = s.decision
    assert d is not None
    other = 1 - d.seat
    told = json.dumps({k: v for k, v in s.view(other).items() if k not in ("options",)})
    hidden = [roster.UNITS[u] for m in fog.covered(s.state, other).values() for u in bits(m)]
    assert hidden and not [id for id in hidden if f'"{id}"' in told]
    assert s.view(other)["board"]["battle"] is None and s.view(d.seat)["board"]["battle"] is not None


# -- twins -----------------------------------------------------------------------------------------------------------------------


TWINS = ("1915", "1917", "1918")


def same(s: Session[State], other: Session[State], seat: int | None, drawn: bool) -> None:
    """Nothing that a seat is told, or can ask, differs."""
    assert json.dumps(s.view(seat)) == json.dumps(other.view(seat))
    one, two = known_to(s, seat), known_to(other, seat)
    assert moment(one) == moment(two)
    for i in sorted(fog.covered(s.state, seat))[:6]:
        place = board.NUMBER[i]
        assert s.game.inspect(one, place) == s.game.inspect(two, place)
    if drawn:
        assert s.game.draw(one) == s.game.draw(two)
    assert s.game.overlays["supply"](one, "FR") == s.game.overlays["supply"](two, "FR")


@rule("tgw.7.25a")
@pytest.mark.parametrize("scenario", TWINS)
def test_twins_cannot_be_told_apart(scenario: str) -> None:
    s = start(scenario)
    for k, seat in enumerate((A, CP, None)):
        side = CP if seat == A else A
        found = pairs(s.state, seat, side)
        assert found
        u, v = random.Random(scenario).choice(found)
        other = twin(s, u, v)
        assert s.hash() != other.hash()
        same(s, other, seat, WHOLE or TWINS[k] == scenario)  # each seat its own map
        assert json.dumps(s.view(side)) != json.dumps(other.view(side)), "who owns them sees it"


@rule("tgw.7.25a", "tgw.8.0c")
def test_who_of_a_stack_has_marched_and_who_was_left_is_not_told() -> None:
    """Whoever stays behind, as many are seen to go: a game made for the enemy, in which he may look into stacks, tells no more."""
    s = start("1918")
    while type(s.decision.step).__name__ != "MoveUnits":
        s.take(s.decision.actions[0])
    enemy, found = 1 - s.decision.seat, 0
    hidden = {roster.UNITS[u] for m in fog.covered(s.state, enemy).values() for u in bits(m)}
    for stack in [a for a in s.decision.actions if a[0] == "stack"]:
        march = s.copy()
        march.take(stack)
        leaves = [a for a in march.decision.actions if a[0] == "leave"]
        top = next((a for a in leaves if a[1] not in hidden), None)
        twins: dict[str, Session[State]] = {}
        for leave in [a for a in leaves if a[1] in hidden] if top and len(leaves) > 2 else ():  # under a top that stays as well
            x = march.copy()
            for action in (top, leave, next(a for a in march.decision.actions if a[0] == "to")):
                x.take(action)
            other = twins.setdefault(json.dumps(x.view(enemy)), x)
            if other is not x:
                assert x.state.moved != other.state.moved
                same(x, other, enemy, drawn=False)
                assert known_to(x, enemy).state.moved.bit_count() == x.state.moved.bit_count(), "as many as went"
                found += 1
    assert found > 9


@rule("tgw.7.25a")
def test_odds_against_a_stack_do_not_betray_it() -> None:
    s = start("1917")
    while s.decision is not None and type(s.decision.step).__name__ != "Attacks":
        acts = s.decision.actions
        s.take(next((a for a in acts if a[0] in ("done", "pass", "stay")), acts[0]))
    d = s.decision
    assert d is not None
    seat = d.seat
    for u, v in pairs(s.state, seat, 1 - seat):
        hex = next((board.NUMBER[s.state.at[w]] for w in (u, v) if ("attack", board.NUMBER[s.state.at[w]]) in d.actions), "")
        if not hex:
            continue
        other = twin(s, u, v)
        asked = []
        for x in (known_to(s, seat), known_to(other, seat)):
            play(x, f"attack {hex}")
            add = next(a for a in x.decision.actions if a[0] == "add")
            x.take(add)
            asked.append((x.odds(), x.decision.prompt))
        assert asked[0] == asked[1]
        return
    pytest.fail("no hidden stack can be attacked")


# -- what a seat knows -------------------------------------------------------------------------------------------------------------


def leg(name: str) -> Session[State]:
    data = json.loads(gzip.decompress((MOMENTS / f"{name}.json.gz").read_bytes()))
    return from_moment(data["moment"], game("tgw"), data["scenario"], {**data["options"], **ON}, Dice("fog"))


@rule("tgw.7.25a")
@pytest.mark.parametrize("name", ["1914-1", "1916-1", "1918-1"])
def test_what_a_seat_knows_shows_the_same_tops_and_offers_the_same_choices(name: str) -> None:
    s = leg(name)
    rng = random.Random(name)
    for k in range(40):
        d = s.decision
        if d is None:
            break
        known = known_to(s, d.seat)
        assert known.decision is not None and known.decision.actions == d.actions and known.decision.prompt == d.prompt
        if k % 8 == 0:
            for seat in (A, CP, None):
                tops = [_tops(x.state) for x in (s, known_to(s, seat))]
                assert tops[0] == tops[1]
                game("tgw").check(known_to(s, seat).state)
        acts = [a for a in d.actions if a[0] not in ("done", "stay", "pass")] or d.actions
        s.take(rng.choice(acts))


@rule("tgw.7.25a", "tgw.6.29h")
def test_what_haig_demands_does_not_tell_what_lies_below(plenty: set[str]) -> None:
    """Twins: weak or strong divisions under the same top. Whether the phase may end is the same in both, until the attack is
    declared."""
    from firestep.games.tgw.combat import combat
    from firestep.games.tgw.events import ordered_offensives
    from firestep.testing import texts

    found, true = [], []
    for below in ("ge-3lw", "ge-2"):
        st = field({"br-1 br-2": "W6010", f"ge-1 {below}": "W6011"}, turn=21, options=ON, forts=False)
        st.until = {"haig-from": 21, "haig": 23}
        s = session(st, combat.Attacks(fronts.WESTERN, A))
        found.append((texts(s), ordered_offensives.duty(st, A, fronts.WESTERN), fog.top(st, st.stack(board.INDEX["W6011"]))))
        attack, defence = (
            sum(st.strength(roster.UNIT[id])[k] for id in ids.split()) for k, ids in enumerate(("br-1 br-2", f"ge-1 {below}"))
        )
        true.append(attack >= defence)
    assert true == [True, False], "the true odds differ"
    assert found[0] == found[1]
    st = field({"br-1 br-2 br-3 br-4": "W6010", "ge-1": "W6011"}, turn=21, options=ON, forts=False)
    st.until = {"haig-from": 21, "haig": 23}
    assert ordered_offensives.duty(st, A, fronts.WESTERN) == "haig", "a single counter is seen as it is"


@rule("tgw.7.25a", "tgw.6.42a")
def test_a_paralysed_army_does_not_smell_the_germans_below() -> None:
    from firestep.games.tgw.combat import bans

    found = []
    for below in ("ah-3c", "ge-1c"):
        st = field({f"ah-1 {below}": "E4015", "ge-1": "E4116"}, turn=21, options=ON, play="al-brusilov", forts=False)
        st.until = {"paralysis-from": 21, "paralysis": 21}
        found.append([x.hexes for x in bans.bans(st, A) if x.rule == "tgw.6.42a"])
        assert fog.top(st, st.stack(board.INDEX["E4015"])) == roster.UNIT["ah-1"]
    (one,), (other,) = found
    assert one == other and one >> board.INDEX["E4116"] & 1 and not one >> board.INDEX["E4015"] & 1


def _tops(st: State) -> dict[int, Any]:
    return {i: (fog.top(st, m), m.bit_count()) for i, m in st.where.items() if i > 0}


def test_a_step_of_the_enemy_names_others() -> None:
    """A what-if game in the middle of an enemy's march or assembly does not carry who marches, or who was gathered."""
    from firestep.games.tgw.combat.combat import Assemble
    from firestep.games.tgw.movement.movement import March

    s = start("1917")
    st = s.state
    i = next(i for i, m in sorted(fog.covered(st, A).items()) if m.bit_count() > 1)
    hidden = bits(fog.covered(st, A)[i])
    s.agenda.append(March(fronts.WESTERN, CP, tuple(hidden[-2:]), i, i))
    s._decision = None
    (known,) = (secrets.conceal(s, A),)
    step = known.agenda[-1]
    assert isinstance(step, March) and len(step.units) == 2 and all(known.state.at[u] == i for u in step.units)
    s.agenda[-1] = Assemble(CP, i, tuple(hidden[-2:]))
    step = secrets.conceal(s, A).agenda[-1]
    assert isinstance(step, Assemble) and step.joined == ()
    mine = secrets.conceal(s, CP).agenda[-1]
    assert isinstance(mine, Assemble) and mine.joined == tuple(hidden[-2:])


def test_a_finished_game_shows_everything() -> None:
    s = start("1918")
    i = next(iter(fog.covered(s.state, A)))
    s.agenda.clear()
    s.state.result = ("allied", "below", "tgw.18.1a")
    s._decision = None
    assert sorted(shown(s, A, board.NUMBER[i])) == sorted(roster.unit_ids(s.state.where[i]))


@rule("tgw.7.25a")
def test_foot_lies_on_top_whatever_its_number() -> None:
    """Infantry and mountain troops lie above cavalry and headquarters that come before them in the roster."""
    horse = next(u for u in bits(roster.CAVALRY & roster.CORPS[tables.GE]))
    hq = next(u for u in bits(roster.HQ & roster.CORPS[tables.GE]))
    for foot in (roster.INFANTRY, roster.MOUNTAIN):
        late = bits(foot & roster.CORPS[tables.AH])[-1]
        assert late > max(horse, hq)
        st = field({" ".join(roster.UNITS[u] for u in (horse, hq, late)): PLACE}, options=ON)
        order = sorted((horse, hq, late), key=lambda u: fog.order(st, u))
        assert order == [late, horse, hq]


@rule("tgw.7.25a", "tgw.14.62a")
def test_who_lays_waste_is_seen() -> None:
    st = field({"ge-1 ge-2 ge-3": PLACE}, options=ON)
    st.devastating = 1 << U["ge-3"]
    assert roster.unit_ids(fog.covered(st, A)[board.INDEX[PLACE]]) == ["ge-2"]


@rule("tgw.7.25b")
def test_a_declared_attack_shows_the_headquarters_of_the_hex_too() -> None:
    near = board.numbers(board.ATLAS.near(board.INDEX[PLACE]) & board.LAND)[0]
    st = field({"fr-1 fr-hq1": PLACE, "ge-1": near}, options=ON)
    assert fog.covered(st, CP)
    st.fight = strength.declared(st, CP, board.INDEX[PLACE], (U["ge-1"],))
    assert not fog.covered(st, CP) and fog.covered(st, None), "both sides look, the public does not"


@rule("tgw.7.25a", "tgw.6.3g")
def test_interdiction_asks_for_the_british_that_are_seen() -> None:
    rider = next(
        roster.UNITS[u] for u in bits(roster.CAVALRY & (roster.CORPS[tables.BP] | roster.CORPS[tables.BR]) & ~roster.BRIGADE)
    )
    st = field({f"fr-dfps {rider}": "N4208"}, options=ON)
    assert roster.NATION_OF[fog.top(st, st.stack(board.INDEX["N4208"]))] == tables.FR
    assert not fog.british(st) >> board.INDEX["N4208"] & 1
    st.put(U["fr-dfps"], WAITING)
    assert fog.british(st) >> board.INDEX["N4208"] & 1


@rule("tgw.7.25a")
def test_what_is_dealt_anew_keeps_every_top() -> None:
    """The deepest counters go where the top itself is deep."""
    a, c, d, e = bits(roster.CORPS[tables.GE] & roster.INFANTRY & roster.DIVISION)[:40:10]
    other = board.NUMBER[bits(board.GERMANY & board.FRONT["W"] & ~board.FORTS)[0]]
    st = field({f"{roster.UNITS[d]} {roster.UNITS[e]}": PLACE, f"{roster.UNITS[a]} {roster.UNITS[c]}": other}, options=ON)
    known = secrets.conceal(session(st, movement.MoveUnits(fronts.WESTERN, CP)), A).state
    for place in (PLACE, other):
        i = board.INDEX[place]
        assert fog.top(known, known.stack(i)) == fog.top(st, st.stack(i)) and known.stack(i).bit_count() == 2


@rule("tgw.7.25a", "tgw.6.29b")
def test_what_enver_has_named_is_not_told() -> None:
    st = field({"tu-17 tu-18 tu-28": "N3937", "ru-1": "N4038"}, turn=9, forts=False, options=ON)
    s = session(st, movement.MoveUnits(fronts.EASTERN, CP))
    s.agenda.append(ordered_marches.Gather(board.INDEX["N4038"], (U["tu-17"],)))
    assert secrets.conceal(s, A).agenda[-1] == ordered_marches.Gather()
    assert secrets.conceal(s, CP).agenda[-1] == s.agenda[-1]
