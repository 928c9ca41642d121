"""What the greedy player of Death in the Trenches sees: coins that lift trenches, supply lines, blows worth gathering for."""

from __future__ import annotations

from typing import Any

from firestep.bots.ditt import chances, march, offensive, plans, stations, theatres
from firestep.bots.ditt.evaluation import evaluate
from firestep.bots.ditt.values import unguarded
from firestep.engine.session import Session
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.state import Fight, State
from firestep.testing import situation


def scene(**tables: Any) -> Session[State]:
    return situation("ditt", **({"phase": 4, "clear": True} | tables))


def units(*ids: str) -> tuple[int, ...]:
    return tuple(tables.UNIT[i] for i in ids)


def test_an_attack_is_judged_with_the_coin_that_lifts_the_trenches() -> None:
    place = {"ge-1": "2713 20", "rs-1": "2714 12"}
    without = scene(turn=9, side="central", units=place, coins={"cp-krupp": 0})
    having = scene(turn=9, side="central", units=place, coins={"cp-mackensen": 1, "cp-krupp": 0})
    fight = Fight(tables.CP, places.INDEX["2714"], places.INDEX["2713"], units("ge-1"))
    plain, price = plans.with_coins(without.state, fight)
    assert (plain.breach, price) == (False, 0.0)
    primed, price = plans.with_coins(having.state, fight)
    assert primed.breach and primed.bonus == (5, 0) and price > 0
    assert chances.of_fight(having.state, primed) > 0.8 > 0.3 > chances.of_fight(having.state, fight)


def test_an_attack_with_a_coin_wins_more_often_and_costs_the_coin() -> None:
    place = {"ge-1": "2713 20", "rs-1": "2714 12"}
    here, to = places.INDEX["2713"], places.INDEX["2714"]
    weighed = []
    for box in ({"cp-krupp": 0}, {"cp-mackensen": 1, "cp-krupp": 0}):
        ev = evaluate(scene(turn=9, side="central", units=place, coins=box).state, tables.CP)
        found = plans.assess(plans.Attack(ev, here, units("ge-1"), to, ()))
        assert isinstance(found, plans.Assessment) and found.value == plans.strike(ev, here, units("ge-1"), to)
        weighed.append(found)
    plain, primed = weighed
    assert primed.win > plain.win and primed.coins > plain.coins == 0.0
    assert primed.defeat == plain.defeat > 0.0, "a lost attack costs the same with and without the coin"


def test_who_stands_behind_an_army_cuts_it_off() -> None:
    """A Russian Army at Thorn lives by the one road through Novo-Georgievsk."""
    setting: dict[str, Any] = {
        "turn": 5,
        "side": "central",
        "units": {"rs-1": "3013 20", "ge-1": "2912 10"},
        "holds": {"rs": ["3013", "2914"], "ge": ["2913", "2813", "2812"]},
        "hexes": {"forts-destroyed": ["3013", "2813"]},
    }
    s = scene(**setting)
    ev = evaluate(s.state, tables.CP)
    assert ev.cuts(places.INDEX["2914"]) > 2.0
    assert ev.cuts(places.INDEX["2817"]) == 0.0, "Minsk can be walked round"


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
    plan = offensive.blow(evaluate(s.state, tables.CP), tables.GE)
    assert plan is not None and plan.target == places.INDEX["2814"] and 0 < plan.divs <= 24
    s.state.reserves[tables.GE] = 0
    s.state.turn = 6  # another position: nothing is remembered
    assert offensive.blow(evaluate(s.state, tables.CP), tables.GE) is None, "without Reserves there is nothing to gather"


def test_the_first_attacks_are_those_of_the_plan() -> None:
    s = situation("ditt", phase=4, side="central")
    first = theatres.opening(s.state, tables.CP)
    assert first is not None and [places.NUMBER[i] for i in first] == ["3108", "3308"]
    assert theatres.opening(s.state, tables.EP) is None
    ev = evaluate(s.state, tables.CP)
    group = plans.group(s.state, tables.CP, first[0])
    some = plans.guard(s.state, ev, first[0], group)
    assert len(some) == len(group) - 1, "somebody keeps Metz"
    s.state.turn = 2
    assert theatres.opening(s.state, tables.CP) is None


def test_trieste_is_manned_before_italy_comes() -> None:
    s = scene(turn=5, side="central", units={"ah-1": "2713 9"}, entry={"it": 50})
    assert not unguarded(s.state, tables.CP) & places.mask("2508", "2710")
    s = scene(turn=5, side="central", units={"ah-1": "2713 9"}, entry={"it": 65})
    assert unguarded(s.state, tables.CP) & places.mask("2508", "2710") == places.mask("2508", "2710")


def test_the_places_that_bring_neutrals_in_are_manned() -> None:
    """An enemy at 2314 brings Roumania into the war, one at 2512 Italy (15.11)."""
    flags = places.mask("2314", "2512")
    s = scene(turn=1, side="central", units={"ah-1": "2713 9"})
    assert unguarded(s.state, tables.CP) & flags == flags
    s = scene(turn=1, side="central", units={"ah-1": "2713 9", "ah-2": "2314 5"})
    assert unguarded(s.state, tables.CP) & flags == places.mask("2512")
    s = scene(turn=7, side="central", units={"ah-1": "2713 9"}, allegiance={"it": "entente", "rm": "entente"})
    assert not unguarded(s.state, tables.CP) & flags, "both are in the war"


def test_austria_hungary_waits_in_the_first_winter() -> None:
    place = {"ah-1": "2713 12", "ge-1": "2713 12", "rs-1": "2714 12", "sb-1": "2311"}
    st = scene(turn=3, side="central", units=place).state
    there = places.INDEX["2714"]
    assert theatres.waits(st, tables.CP, units("ah-1"), there)
    assert not theatres.waits(st, tables.CP, units("ah-1", "ge-1"), there), "with Germans she goes"
    assert not theatres.waits(st, tables.CP, units("ah-1"), places.INDEX["2311"]), "Serbia is another matter"
    st.turn = theatres.GALICIA
    assert not theatres.waits(st, tables.CP, units("ah-1"), there)


def test_the_garrison_of_the_east_is_not_staked() -> None:
    setting: dict[str, Any] = {
        "turn": 17,
        "side": "central",
        "flags": ["collapsed"],
        "units": {"ge-1": "2814 20", "ge-2": "2813 20", "ge-3": "2914 20", "ge-4": "2913 18", "gg-1": "2715"},
        "allegiance": {"rs": "out", "gg": "entente"},
        "holds": {"ge": ["2814", "2813", "2914", "2913"], "gg": ["2715"]},
    }
    s = scene(**setting)
    ev = evaluate(s.state, tables.CP)
    assert plans.strike(ev, places.INDEX["2814"], units("ge-1"), places.INDEX["2715"]) == plans.FORFEIT
    # nor by others who would take it along from outside
    assert plans.strike(ev, places.INDEX["2713"], (), places.INDEX["2715"], units("ge-1")) == plans.FORFEIT


def test_the_garrison_of_the_east_stays_while_the_enemy_stands_before_berlin() -> None:
    """Whoever leaves loses the war at the end of the turn; Berlin is only in danger (13.2e)."""
    s = scene(
        turn=10,
        side="central",
        flags=["collapsed"],
        units={"ge-3": "2913 20", "ge-4": "2813 20", "ge-5": "2814 20", "ah-1": "2814 20", "fr-1": "3009 20"},
        allegiance={"rs": "out"},
        holds={"ge": ["2913", "2813", "2814"], "fr": ["3009", "3110"]},
        reserves={"ge": 0},
    )
    st = s.state
    ev = evaluate(st, tables.CP)
    here = places.INDEX["2913"]
    order = march.march_of(st, tables.CP, here, units("ge-3"))
    _, goal, _ = plans.orders(ev, here, order.units, *plans.finals(st, order, order.units))
    assert places.GARRISON >> goal & 1, places.NUMBER[goal]


def test_nobody_lands_behind_the_minefields() -> None:
    s = scene(turn=6, side="entente", units={"br-1": "3506 9"}, beach=["hand", "unseen"])
    assert not stations.shores(s.state, places.INDEX["3506"]) & places.COUNTRY["Germany"]


def test_the_weaker_side_keeps_its_trenches() -> None:
    """Who has moved stands in the open (8.5): without need nobody leaves a hex that the enemy stands before."""
    place = {"ge-1": "3108 12", "fr-1": "3107 12", "ge-2": "3011 12"}
    ev = evaluate(scene(turn=6, side="central", units=place).state, tables.CP)
    front, rear = (places.INDEX[i] for i in ("3108", "3011"))
    assert plans.trenches(ev, front, units("ge-1")) == plans.DUG > 0
    assert not plans.trenches(ev, rear, units("ge-2")), "nobody is near"
    early = evaluate(scene(turn=2, side="central", units=place).state, tables.CP)
    assert not plans.trenches(early, front, units("ge-1")), "nobody has dug yet"


def test_who_is_on_his_way_does_not_come_back_fresh() -> None:
    """Going to and fro to take a hex would leave an Army flipped before the enemy."""
    s = scene(
        turn=6, side="central", units={"ge-1": "3108 9", "fr-1": "3107 20", "fr-2": "3207 20"}, holds={"fr": ["3107", "3207"]}
    )
    here = places.INDEX["3108"]
    ev = evaluate(s.state, tables.CP)
    fresh = plans.orders(ev, here, units("ge-1"), {here: 0}, {})
    tired = plans.orders(ev, here, units("ge-1"), {here: 0}, {}, tired=True)
    assert fresh == (0.0, here, False) and tired[0] <= -plans.DUG


def test_germany_feeds_the_front_that_lacks_divs() -> None:
    west, east, ruhr = (places.INDEX[i] for i in ("3108", "2913", "3309"))
    thin = scene(turn=9, units={"ge-1": "3108 10", "ge-2": "2913 20", "fr-1": "3107 20", "fr-2": "3206 20"}).state
    assert theatres.calls_west(thin) and not theatres.calls_east(thin)
    assert theatres.called(thin, tables.GE, west) == theatres.CALL and not theatres.called(thin, tables.GE, east)
    safe = scene(turn=9, units={"ge-1": "3108 20", "ge-3": "3208 20", "ge-2": "2913 4", "fr-1": "3107 20"}).state
    assert not theatres.calls_west(safe) and theatres.calls_east(safe)
    assert theatres.called(safe, tables.GE, east) == theatres.CALL and not theatres.called(safe, tables.GE, west)
    assert not theatres.called(safe, tables.TU, east)
    near = scene(turn=9, units={"ge-1": "3309 5", "fr-1": "3308 9"}, holds={"fr": ["3308"]}).state
    assert theatres.called(near, tables.GE, ruhr) > theatres.CALL, "two German cities decide the war (12.1i)"
    near.divs[tables.UNIT["ge-1"]] = theatres.WALL[tables.GE]
    assert theatres.called(near, tables.GE, ruhr) <= theatres.CALL


def test_german_ground_under_russians_is_dear_until_russia_falls() -> None:
    """While Russians stand in Germany there is no Revolution (13.1c)."""
    place: dict[str, Any] = {"units": {"rs-1": "3015 9", "ge-1": "3013 9"}, "holds": {"rs": ["3015"]}}
    there = 1 << places.INDEX["3015"]
    held = evaluate(scene(turn=6, side="central", **place).state, tables.CP).count(there)
    ours = evaluate(scene(turn=6, side="central", units={"ge-1": "3013 9"}).state, tables.CP).count(there)
    late = scene(turn=16, side="central", flags=["collapsed"], **place).state
    assert held > ours and evaluate(late, tables.CP).count(there) < held


def test_russia_first_then_serbia() -> None:
    warsaw, belgrade = places.INDEX["2814"], places.INDEX["2311"]
    for turn, russia, serbia in (
        (2, 1.0, 1.0),
        (5, theatres.BREAKTHROUGH, theatres.SERBIAN),
        (9, 1.0, theatres.SERBIAN),
        (14, 1.0, 1.0),
    ):
        st = scene(turn=turn).state
        assert (theatres.season(st, tables.CP, warsaw), theatres.season(st, tables.CP, belgrade)) == (russia, serbia)
        assert theatres.season(st, tables.EP, warsaw) == 1.0
