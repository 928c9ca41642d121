"""Orders of Enver, Conrad and Haig (tgw.6.29) in games that are played: nobody escapes them by other attacks or by marching off."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from firestep.games.tgw.combat.combat import Assemble, Attacks
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.events import event_table, ordered_marches, ordered_offensives
from firestep.games.tgw.movement.movement import March, MoveUnits
from firestep.hexmap.grid import bits
from firestep.testing import rule, texts
from games.tgw import plain
from games.tgw.plain import S
from games.tgw.test_why_not import table
from games.tgw.war import CP, A, draw, war
from independence import allowed, listed
from sampling import WHOLE

U = roster.UNIT


def ordered(event: str, side: int) -> Iterator[S]:
    """Yield games in which an ordered offensive was drawn, at the end of the New Units Phase."""
    for s, owner in plain.chances(event):
        for seed in range(30):
            if owner == side and (new := plain.happen(s, event, side, seed)) is not None:
                yield new
                break


def at_question(s: S, step: type, theater: int, side: int) -> bool:
    """Play on to a question of a side in a theater; False if the game comes to its end without it."""
    plain.play(s, lambda s: s.over or isinstance(s.top, step) and (s.top.theater, s.top.side) == (theater, side), plain.placing)
    return not s.over


@rule("tgw.6.29a", "tgw.6.29b")
def test_enver_cannot_be_escaped_by_an_attack_of_one() -> None:
    for s in ordered("enver", CP):
        turn = s.state.turn
        plain.play(s, lambda s: isinstance(s.top, ordered_marches.Gather) or s.state.phase > 7, plain.placing)
        if isinstance(s.top, ordered_marches.Gather):
            break
    else:
        raise LookupError("nobody can gather")
    d = s.decision
    assert d is not None
    target = d.actions[0][1]
    s.take(d.actions[0])
    while isinstance(s.top, ordered_marches.Gather) and (d := s.decision) is not None:
        s.take(d.actions[0])
    assert at_question(s, Attacks, fronts.EASTERN, CP) and s.state.turn == turn
    assert ordered_offensives.owed(s.state, "enver") == 1 and listed(s) == allowed(s)
    s.take(f"attack {target}")
    first = next(a for a in texts(s) if a.startswith("add "))
    s.take(first)
    assert listed(s) == allowed(s)
    assert not ordered_offensives.chances(s.state, "enver", 1, 1 << U[first[4:]], 1 << board.INDEX[target]), (
        "no other attack is left"
    )
    assert "go" not in texts(s) and [x.rule for x in s.why_not("go")] == ["tgw.6.29b"]
    while isinstance(step := s.top, Assemble) and len(step.joined) < ordered_offensives.ENVER_UNITS:
        s.take(next(a for a in texts(s) if a.startswith("add ")))
    assert "go" in texts(s) and listed(s) == allowed(s)
    s.take("go")
    plain.play(s, lambda s: isinstance(s.top, Attacks))
    assert "done" in texts(s)


@rule("tgw.6.29a", "tgw.6.29b")
def test_the_three_of_enver_do_not_attack_elsewhere_first() -> None:
    """Three Turks can attack two hexes, one of them with two only: that attack is not made while it would take one away."""
    st = war({"tu-17 tu-18": "N3937", "tu-28": "N3938", "ru-1": "N4038", "ru-2": "N3837"}, turn=9, forts=False)
    draw(st, "cp-enver-1")
    s = table(st, Attacks(fronts.EASTERN, CP))
    both = {board.NUMBER[i] for i in (board.INDEX["N4038"], board.INDEX["N3837"])}
    assert listed(s) == allowed(s)
    for hex in both & {a.split()[1] for a in texts(s) if a.startswith("attack")}:
        new = s.copy()
        new.take(f"attack {hex}")
        while isinstance(new.top, Assemble) and (adds := [a for a in texts(new) if a.startswith("add ")]):
            assert listed(new) == allowed(new)
            new.take(adds[0])
        assert "go" in texts(new)


def flee(s: S, units: int, front: int) -> int:
    """March every one of some units as far from the enemy as it may go. Return how many were kept where they stood by an order; the
    list and the explanation agree on each of them."""
    foes = s.state.held[1 - s.state.side(bits(units)[0])] & front
    far = ordered_marches.distances(foes, front)
    tried: set[str] = set()
    kept = 0
    while isinstance(s.top, MoveUnits):
        stacks = [a for a in texts(s) if a.startswith("stack W") and a not in tried]
        stack = next((a for a in stacks if s.state.stack(board.INDEX[a[6:]]) & units), None)
        if stack is None:
            break
        s.take(stack)
        while isinstance(s.top, March):
            d = s.decision
            assert d is not None
            away = max((a for a in d.actions if a[0] == "to"), key=lambda a: far.get(board.INDEX[a[1]], 0), default=None)
            if away is not None:
                s.take(away)
            elif leave := plain.first(d, "leave"):
                s.take(leave)
            else:
                step = s.top
                if step.kept(s.state):
                    kept += 1
                    assert listed(s) == allowed(s)
                    there = next(n for n in board.numbers(board.ATLAS.near(step.at) & board.LAND))
                    assert {x.rule for x in s.why_not(f"to {there}")} <= set(ordered_offensives.RULE.values())
                tried.add(stack)
                s.take(("stay",))
    return kept


@rule("tgw.6.29a", "tgw.6.29d")
def test_nobody_escapes_conrad_by_marching_off() -> None:
    for s in ordered("conrad", CP):
        turn = s.state.turn
        if not at_question(s, Attacks, fronts.WESTERN, CP):
            continue
        plain.play(s, lambda s, turn=turn: s.over or s.state.turn > turn, plain.placing)
        if at_question(s, MoveUnits, fronts.WESTERN, CP) and ordered_offensives.chances(s.state, "conrad", 1):
            break
    else:
        raise LookupError("the Austrians cannot attack")
    assert ordered_offensives.owed(s.state, "conrad") == 1
    assert flee(s, roster.CORPS[tables.AH], board.FRONT["WI"])
    assert at_question(s, Attacks, fronts.WESTERN, CP) and "done" not in texts(s)
    assert listed(s) == allowed(s)


@rule("tgw.6.29g")
def test_haig_s_british_do_not_all_march_off() -> None:
    for s in ordered("haig", A):
        turn = s.state.turn
        plain.play(s, lambda s, turn=turn: s.over or s.state.turn > turn, plain.placing)
        if at_question(s, MoveUnits, fronts.WESTERN, A) and ordered_offensives.chances(s.state, "haig", 2) == 2:
            break
    else:
        raise LookupError("the British cannot attack")
    assert flee(s, ordered_offensives.BRITISH, board.FRONT["W"])
    assert at_question(s, Attacks, fronts.WESTERN, A)
    assert ordered_offensives.chances(s.state, "haig", 2) == 2 and "done" not in texts(s)


@rule("tgw.6.29b", "tgw.10.15b")
@pytest.mark.parametrize(("weather", "able"), [(tables.FAIR, True), (tables.SNOW, False)])
def test_enver_asks_for_no_attack_out_of_alpine_hexes_in_snow(weather: int, able: bool) -> None:
    """Three mountain units could come only into an Alpine hex next to the enemy, and in Snow nobody attacks out of it."""
    front = board.FRONT["NC"] & board.LAND
    high = board.ALPINE & front
    place = next((i for i in bits(high) if board.ATLAS.near(i) & front & ~board.ALPINE), 0)
    if not place:
        pytest.skip("this map has no Alpine hex in the Caucasus")
    target = bits(board.ATLAS.near(place) & front & ~board.ALPINE)[0]
    hills = [roster.UNITS[u] for u in bits(roster.MOUNTAIN & roster.CORPS[tables.AH])][:3]
    st = war({" ".join(hills): board.NUMBER[place], "ru-1": board.NUMBER[target]}, turn=9, forts=False)
    st.moved = roster.unit_mask(hills)
    st.weather = [weather] * 6
    assert bool(ordered_marches.gathering(st)) == able


@pytest.mark.parametrize(("event", "side"), [("enver", CP), ("conrad", CP), ("haig", A)])
def test_list_and_explanation_agree_while_an_order_is_owed(event: str, side: int) -> None:
    """Random players go on for some turns from where the order was drawn; they never come to a question without an answer."""
    compared = 0
    for k, s in enumerate(islice(ordered(event, side), 1, 40, 5 if WHOLE else 20)):
        rng, turn = random.Random(k), s.state.turn
        for _ in range(1_500):
            d = s.decision
            if d is None or s.state.turn > turn + 3:
                break
            assert d.actions
            owed = any(ordered_offensives.owed(s.state, name) for name in ordered_offensives.NEED)
            if owed and (
                isinstance(s.top, Attacks | Assemble | ordered_marches.Gather) or isinstance(s.top, March) and s.top.kept(s.state)
            ):
                compared += 1
                assert compared % (1 if WHOLE else 4) or listed(s) == allowed(s)
            going = [a for a in d.actions if a[0] not in plain.IDLE] if rng.random() < 0.6 else []
            s.take(rng.choice(going or d.actions))
    assert compared > 20


def test_the_events_are_named_as_the_table_has_them() -> None:
    assert set(ordered_offensives.NEED) <= set(event_table.EVENTS)
