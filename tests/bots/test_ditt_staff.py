"""What the greedy player of Death in the Trenches sees: coins that lift trenches, supply lines, blows worth gathering for."""

from __future__ import annotations

from typing import Any

from firestep.bots.ditt import chances, offensive, plans, stations, theatres
from firestep.bots.ditt.picture import picture
from firestep.bots.ditt.values import unguarded
from firestep.engine.session import Session
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.state import Fight, State
from firestep.testing import situation


def scene(**tables: Any) -> Session[State]:
    return situation("ditt", **({"phase": 4, "clear": True} | tables))


def units(*ids: str) -> tuple[int, ...]:
    return tuple(t.UNIT[i] for i in ids)


def test_an_attack_is_judged_with_the_coin_that_lifts_the_trenches() -> None:
    place = {"ge-1": "2713 20", "rs-1": "2714 12"}
    without = scene(turn=9, side="central", units=place, coins={"cp-krupp": 0})
    having = scene(turn=9, side="central", units=place, coins={"cp-mackensen": 1, "cp-krupp": 0})
    fight = Fight(t.CP, p.INDEX["2714"], p.INDEX["2713"], units("ge-1"))
    plain, price = plans.with_coins(without.state, fight)
    assert (plain.breach, price) == (False, 0.0)
    primed, price = plans.with_coins(having.state, fight)
    assert primed.breach and primed.bonus == (5, 0) and price > 0
    assert chances.of_fight(having.state, primed) > 0.8 > 0.3 > chances.of_fight(having.state, fight)


def test_who_stands_behind_an_army_cuts_it_off() -> None:
    """A Russian Army at Thorn lives by the one road through Novo-Georgievsk."""
    tables: dict[str, Any] = {
        "turn": 5,
        "side": "central",
        "units": {"rs-1": "3013 20", "ge-1": "2912 10"},
        "holds": {"rs": ["3013", "2914"], "ge": ["2913", "2813", "2812"]},
        "hexes": {"forts-destroyed": ["3013", "2813"]},
    }
    s = scene(**tables)
    pic = picture(s.state, t.CP)
    assert pic.cuts(p.INDEX["2914"]) > 2.0
    assert pic.cuts(p.INDEX["2817"]) == 0.0, "Minsk can be walked round"


def test_reserves_gather_where_they_make_a_city_fall() -> None:
    s = scene(
        turn=5,
        phase=2,
        side="central",
        units={"ge-8": "2913 4", "rs-1": "2814 6", "rs-2": "2815 6"},
        reserves={"ge": 24},
        holds={"ge": ["2913"]},
        hexes={"forts-destroyed": ["2914", "2813", "2916", "3016"]},
    )
    plan = offensive.blow(picture(s.state, t.CP), t.GE)
    assert plan is not None and plan.target == p.INDEX["2814"] and 0 < plan.divs <= 24
    s.state.reserves[t.GE] = 0
    s.state.turn = 6  # another position: nothing is remembered
    assert offensive.blow(picture(s.state, t.CP), t.GE) is None, "without Reserves there is nothing to gather"


def test_the_first_attacks_are_those_of_the_plan() -> None:
    s = situation("ditt", phase=4, side="central")
    first = theatres.opening(s.state, t.CP)
    assert first is not None and [p.NUMBER[i] for i in first] == ["3108", "3308"]
    assert theatres.opening(s.state, t.EP) is None
    pic = picture(s.state, t.CP)
    group = plans.group(s.state, t.CP, first[0])
    some = plans.guard(s.state, pic, first[0], group)
    assert len(some) == len(group) - 1, "somebody keeps Metz"
    s.state.turn = 2
    assert theatres.opening(s.state, t.CP) is None


def test_trieste_is_manned_before_italy_comes() -> None:
    s = scene(turn=5, side="central", units={"ah-1": "2713 9"}, entry={"it": 50})
    assert not unguarded(s.state, t.CP)
    s = scene(turn=5, side="central", units={"ah-1": "2713 9"}, entry={"it": 65})
    assert unguarded(s.state, t.CP) == p.mask("2508", "2710")


def test_the_garrison_of_the_east_is_not_staked() -> None:
    tables: dict[str, Any] = {
        "turn": 17,
        "side": "central",
        "flags": ["collapsed"],
        "units": {"ge-1": "2814 20", "ge-2": "2813 20", "ge-3": "2914 20", "ge-4": "2913 18", "gg-1": "2715"},
        "allegiance": {"rs": "out", "gg": "entente"},
        "holds": {"ge": ["2814", "2813", "2914", "2913"], "gg": ["2715"]},
    }
    s = scene(**tables)
    pic = picture(s.state, t.CP)
    assert plans.strike(pic, p.INDEX["2814"], units("ge-1"), p.INDEX["2715"]) == plans.NEVER


def test_nobody_lands_behind_the_minefields() -> None:
    s = scene(turn=6, side="entente", units={"br-1": "3506 9"}, beach=["hand", "unseen"])
    assert not stations.shores(s.state, p.INDEX["3506"]) & p.COUNTRY["Germany"]
