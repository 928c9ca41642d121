"""Unit status and combat effects on the table (dgk.V) and army morale (dgk.XII.mor)."""

from __future__ import annotations

import pytest
import shapely

from firestep.games.dgk import damage, sequence, state, umpire
from firestep.games.dgk.damage import Source
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.state import GONE, ON, State
from firestep.testing import rule
from games.dgk.positions import BEST, S, act, at, box, driven, keys, n, no, table, unit, where
from games.dgk.test_10_passengers import STANDBY, rider

AWAY = Source((20, 8), 1)


def one(bases: int = 4, **more: object) -> tuple[State, S]:
    g = table(unit("a1", "infantry", 20, 20, bases=bases, **more), *(unit(f"a{i}", "machinegun", 3 * i, 40) for i in range(2, 9)))
    return g, act(g, "a1")


@rule("dgk.V.stat.1", "dgk.V.dmg.1", "dgk.V.dmg.2", "dgk.V.dmg.3", "dgk.V.dmg.7")
def test_levels_one_by_one() -> None:
    g, s = one()
    seen = []
    for _ in range(4):
        seen.append((umpire.STATES[g.status[0]], g.bases[0]))
        damage.hurt(s, 0, 1, AWAY)
    assert seen == [("steady", 4), ("disordered", 4), ("demoralised", 4), ("demoralised", 3)]
    assert g.place[0] == state.GONE  # the fourth level took the second base of four


@rule("dgk.V.dmg.4", "dgk.V.dmg.5")
def test_further_levels_cost_bases_and_one_fall_back() -> None:
    g, s = one(8)
    damage.hurt(s, 0, 5, AWAY)
    assert g.bases[0] == 5 and keys(s).count("falls-back") == 1
    assert where(s, "a1")[1] == pytest.approx(26, abs=0.01)


@rule("dgk.V.dmg.6", "dgk.V.dmg.9", "dgk.V.dmg.13")
def test_half_the_bases_lost_removes_the_unit() -> None:
    for bases, bearable in ((4, 3), (3, 3), (6, 4), (5, 4)):
        g, s = one(bases)
        damage.hurt(s, 0, bearable, AWAY)
        assert g.place[0] == state.ON, bases
        damage.hurt(s, 0, 1, AWAY)
        assert g.place[0] == state.GONE, bases
    g, s = one(1)
    damage.hurt(s, 0, 3, AWAY)
    assert g.place[0] == state.GONE


@rule("dgk.V.dmg.10", "dgk.V.dmg.8")
def test_a_regrouped_unit_goes_through_the_states_again() -> None:
    g, s = one(8)
    damage.hurt(s, 0, 3, AWAY)
    assert g.bases[0] == 7
    g.status[0] = 0  # regrouped
    damage.hurt(s, 0, 2, AWAY)
    assert g.bases[0] == 7 and g.status[0] == 2
    damage.hurt(s, 0, 1, AWAY)
    assert g.bases[0] == 6


@rule("dgk.V.dmg.14", "dgk.VI.num.1", "dgk.VI.num.2")
def test_lost_bases_change_the_numbers() -> None:
    from firestep.games.dgk import fire

    g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 22, 180))
    q = fire.shot(g, 0, 1, "deployed-fire")
    assert q.numbers == "even"  # type: ignore[union-attr]
    g.bases[1] = 3
    assert fire.shot(g, 0, 1, "deployed-fire").numbers == "target-outnumbered"  # type: ignore[union-attr]
    g.bases[0], g.bases[1] = 3, 8
    assert fire.shot(g, 0, 1, "deployed-fire").numbers == "actor-badly-outnumbered"  # type: ignore[union-attr]


@rule("dgk.V.stat.5", "dgk.V.stat.2")
def test_states_reach_the_umpire() -> None:
    from firestep.games.dgk import fire

    g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 22, 180))
    g.status[:] = [1, 2, *g.status[2:]]
    q = fire.shot(g, 0, 1, "deployed-fire")
    assert (q.state, q.target_state) == ("disordered", "demoralised")  # type: ignore[union-attr]


# -- army morale -------------------------------------------------------------------------------------------------------


@rule("dgk.XII.mor.2", "dgk.XII.mor.3", "dgk.XII.mor.4", "dgk.XII.mor.5")
def test_break_point_counts_units_that_can_fight() -> None:
    units = [unit(f"a{i}", "machinegun", 3 * i, 40) for i in range(1, 14)]
    carts = [unit(f"a-cart{i}", "slow", 3 * i, 44, 0, "march", vehicle="wagon") for i in range(3)]
    for quality, points in (("unmotivated", 6), ("average", 7), ("motivated", 8)):
        assert damage.break_point(table(*units, *carts, quality=(quality, "average")), 0) == points


@rule("dgk.XII.mor.6", "dgk.XII.mor.1", "dgk.XII.mor.7")
def test_losses_transport_included_use_it_up_and_the_game_ends_at_once() -> None:
    g = table(
        unit("a1", "machinegun", 3, 40),
        unit("a2", "machinegun", 6, 40),
        unit("a3", "slow", 9, 40, 0, "march", vehicle="wagon"),
        unit("c1", "field", 3, 20, 180),
    )
    assert damage.left(g, 0) == 1
    g.began[:] = g.form[:]
    s = at(g, sequence.Activation(g.scn.formation_no["c"]), sequence.RoundOver(g.scn.formation_no["c"]), dice=[BEST])
    s.take("unit c1")
    s.take("dfire a3")
    assert g.place[2] == state.GONE and damage.left(g, 0) == 0
    assert s.decision is None and s.over
    assert s.outcome is not None and s.outcome.winner == "central" and s.outcome.rule == "dgk.XII.mor.7"


@rule("dgk.XII.mor.6")
def test_a_dump_lost_costs_its_value() -> None:
    from firestep.games.dgk.placing import Place

    g = table(
        *(unit(f"a{i}", "machinegun", 40 + 2 * i, 40) for i in range(1, 7)),
        unit("c1", "infantry", 20, 20, 180, "maneuver"),
        assets=[{"id": "dump", "name": "Dump", "side": "allied", "x": 20, "y": 24, "value": 2}],
    )
    assert damage.left(g, 0) == 3
    s = at(g, Place(n(g, "c1"), "maneuver", 6000))
    s.take("go 20 23.5 180")
    assert damage.left(g, 0) == 1 and "asset-lost" in keys(s)


@rule("dgk.XII.mor.1")
def test_the_scenario_may_decide_otherwise_when_time_is_up() -> None:
    for winner in ("allied", "central", ""):
        g = table(unit("a1", "infantry", 10, 40), unit("c1", "infantry", 50, 8), turns=1, limit_winner=winner, limit_reason="Dusk.")
        g.turn = 0
        s = at(g, sequence.TurnBegins(), dice=[[1]])
        s.take("pass")
        s.take("pass")
        assert s.outcome is not None and s.outcome.winner == (winner or None) and s.outcome.reason == "Dusk."


@rule("dgk.XII.mor.7")
def test_of_two_armies_broken_at_once_the_acting_one_wins_unless_the_option_makes_it_a_draw() -> None:
    g = table(unit("a1", "machinegun", 20, 30), unit("c1", "machinegun", 40, 30))
    s = act(g, "a1")
    g.losses[:] = [1, 0]
    damage.destroy(s, n(g, "c1"), 0, "dgk.V.dmg.6")
    assert g.winner == 0
    g = table(unit("a1", "machinegun", 20, 30), unit("c1", "machinegun", 40, 30))
    g.scn = scenario.variant(g.scn.id, {"both": "draw"})
    s = act(g, "a1")
    g.losses[:] = [1, 0]
    damage.destroy(s, n(g, "c1"), 0, "dgk.V.dmg.6")
    s.agenda.clear()
    assert g.winner == 2 and s.outcome is not None and s.outcome.winner is None and s.outcome.rule == "dgk.XII.mor.7"


@rule("dgk.V.dmg.7")
def test_the_log_tells_no_more_bases_lost_than_there_were() -> None:
    g = table(unit("a1", "machinegun", 20, 30, bases=1), unit("c1", "infantry", 40, 10))
    s = act(g, "c1")
    damage.hurt(s, 0, 6, AWAY)
    told = next(e for e in s.journal if e.key == "damage")
    assert g.place[0] == state.GONE and told.params["bases"] == 1


@rule("dgk.V.dmg.11", "dgk.VIII.gen.1")
def test_who_can_fall_back_only_over_the_edge_is_lost() -> None:
    assert driven(table(unit("a1", "infantry", 30, 44, 0, "maneuver")), "a1", (30, 30)).state.place[0] == GONE
    assert driven(table(unit("a1", "infantry", 30, 36, 0, "maneuver")), "a1", (30, 30)).state.place[0] == ON


@rule("dgk.V.dmg.11", "dgk.X.auto.4", "dgk.IV.move.11")
def test_riders_thrown_off_where_nobody_can_stand_are_lost_and_others_get_off_beside_friends() -> None:
    lake = [box("water", *b) for b in ((10, 20, 30, 28), (10, 31.4, 30, 40), (10, 28, 19.4, 31.4), (20.6, 28, 30, 31.4))]
    g = table(unit("a1", "slow", 20, 30, 0, "maneuver", vehicle="truck", bases=1), rider("a2"), *STANDBY, ground=lake)
    assert no(act(g, "a2"), "leave") == {"dgk.IV.move.11"}
    damage.destroy(act(g, "a1"), 0, 1, "dgk.V.dmg.6")
    assert (g.place[0], g.place[1]) == (GONE, GONE)
    mates = [unit("a3", "infantry", 23.2, 31, 0, "maneuver"), unit("a4", "infantry", 16.8, 31, 0, "maneuver")]
    g = table(unit("a1", "slow", 20, 30, 0, "maneuver", vehicle="truck", bases=1), rider("a2"), *mates, *STANDBY)
    act(g, "a2").take("leave")
    assert g.place[1] == ON
    for w in (2, 3):
        assert shapely.intersection(state.shape(g, 1), state.shape(g, w)).area < 0.01
