"""Army morale and how a battle is won (dgk.XII.mor)."""

from __future__ import annotations

from firestep.games.dgk import damage, victory
from firestep.games.dgk.placing import Place
from firestep.games.dgk.sequence import TurnEnds
from firestep.games.dgk.state import GONE
from firestep.testing import rule
from games.dgk.positions import act, at, charged, keys, line, n, table, unit
from games.dgk.test_10_vehicles import run

FOOT, FOE = unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 25, 180)


@rule("dgk.XII.mor.7", "dgk.VII.eff.1")
def test_an_assault_that_breaks_the_enemy_costs_its_own_losses_all_the_same() -> None:
    g = table(FOOT, unit("c1", "machinegun", 20, 25, 180, bases=1))
    s = charged(g, hit=3, own=1)
    assert g.winner == 0 and g.place[1] == GONE and "assault-home" in keys(s)
    assert g.status[0] == 1 and s.decision is None  # all of a result is applied (D61)


@rule("dgk.XII.mor.1", "dgk.X.train.5")
def test_a_train_that_arrives_wins_what_is_to_be_reached() -> None:
    g = table(
        unit("a-train", "fast", 30, 30, 90, "march", vehicle="train", track="line", bases=4),
        unit("c1", "infantry", 10, 10),
        ground=[line("rail", (2, 30), (58, 30), id="line")],
        victory=[{"kind": "reach", "side": "allied", "x": 37, "y": 30, "radius": 2, "text": "Through."}],
    )
    run(g, "maneuver", 8)
    assert g.winner == 0 and g.reason == "Through."


@rule("dgk.XII.mor.6", "dgk.XII.mor.7")
def test_the_loss_of_a_dump_can_break_an_army() -> None:
    dump = {"id": "d", "name": "Dump", "side": "central", "x": 20, "y": 26, "value": 9}
    g = table(FOOT, unit("c1", "infantry", 50, 10, 180), assets=[dump])
    at(g, Place(0, "maneuver", 6000)).take("go 20 27.5 0")
    assert g.assets == 0 and g.winner < 0
    at(g, Place(0, "maneuver", 6000)).take("go 20 26.5 0")
    assert g.assets == 1 and g.winner == 0


@rule("dgk.XII.mor.1")
def test_a_place_is_held_by_those_who_are_named_and_lost_to_any_enemy() -> None:
    def held(*more: dict[str, object]) -> int:
        hold = {"kind": "hold", "side": "allied", "x": 20, "y": 31, "radius": 4, "units": ["a1"], "text": "Held."}
        g = table(FOOT, unit("a2", "infantry", 40, 40), unit("c9", "infantry", 50, 5), *more, victory=[hold], turns=1)
        at(g, TurnEnds())
        return g.winner

    assert held() == 0 and held(unit("c1", "infantry", 20, 27.5, 180)) == 2


@rule("dgk.XII.mor.1", "dgk.XII.mor.7")
def test_a_battle_that_is_over_is_not_won_again() -> None:
    g = table(
        FOOT,
        unit("a2", "infantry", 10, 40),
        unit("c1", "infantry", 50, 5),
        victory=[{"kind": "reach", "side": "allied", "x": 20, "y": 30, "radius": 4, "text": "There."}],
    )
    damage.destroy(act(g, "c1"), n(g, "a2"), 1, "dgk.V.dmg.6")
    over = g.winner, g.reason
    victory.moved(act(g, "c1"))
    assert (g.winner, g.reason) == over and over[0] == 1
