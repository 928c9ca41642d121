"""Aircraft and the guns that fire at them (dgk.X.air)."""

from __future__ import annotations

from typing import Any

from firestep.games.dgk import fire, special, state, umpire
from firestep.games.dgk.state import GONE, OFF, ON, State
from firestep.testing import rule
from games.dgk.positions import BEST, WORST, act, keys, levels, n, no, roll, table, unit, where
from games.dgk.test_10_passengers import STANDBY
from games.dgk.test_10_vehicles import rails, run

FOOT, FOE = unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 25, 180)


@rule("dgk.X.air.3")
def test_anti_aircraft_guns_are_deployed_and_face_the_aircraft() -> None:
    def guns(facing: float, form: str = "deployed", x: float = 33) -> list[int]:
        g = table(
            unit("a-plane", "fast", 0, 0, 0, "maneuver", vehicle="aircraft", arms=["bomb"]),
            unit("c1", "infantry", 30, 20),
            unit("c2", "field", x, 14, facing, form, aa=True),
        )
        special.place_beside(g, 0, n(g, "c1"))
        return special.gunners(g, 0)

    assert guns(180) == [2] and guns(0) == [] and guns(180, "march") == [] == guns(180, "maneuver") and guns(180, x=58) == []


@rule("dgk.X.air.7", "dgk.IV.move.12")
def test_an_aircraft_over_the_field_is_in_nobodys_way() -> None:
    plane = unit("c-plane", "fast", 20, 27.5, 0, "maneuver", vehicle="aircraft", arms=["bomb"])
    g = table(FOOT, FOE, plane)
    act(g, "c-plane").take("fly 20 27.5")
    assert g.place[n(g, "c-plane")] == ON and no(act(g, "a1"), "assault c1") == set()
    g = rails(unit("c-plane", "fast", 34, 30, 0, "maneuver", vehicle="aircraft", arms=["bomb"]))
    act(g, "c-plane").take("fly 34 30")
    s = run(g, "maneuver", 8)
    assert where(s, "a-train")[0] == 38 and "train-blocked" not in keys(s)


def sky(*units: dict[str, Any]) -> State:
    plane = unit("a-plane", "fast", 0, 0, 0, "maneuver", vehicle="aircraft", arms=["bomb", "strafe"])
    return table(plane, *units, *STANDBY)


@rule("dgk.X.air.4", "dgk.X.air.9")
def test_a_damaged_aircraft_goes_home_after_one_run() -> None:
    for hurt, place in ((0, ON), (1, OFF)):
        g = sky(unit("c1", "infantry", 30, 20))
        act(g, "a-plane").take("fly 30 10")
        g.status[0] = hurt
        act(g, "a-plane", WORST).take("bomb c1")
        assert g.place[0] == place


@rule("dgk.X.air.3", "dgk.X.ind.5")
def test_a_hidden_gun_shows_itself_by_firing_at_an_aircraft_and_is_no_target_before() -> None:
    g = sky(unit("c1", "infantry", 30, 20), unit("c2", "field", 33, 14, 180, aa=True, hidden=True))
    assert no(act(g, "a-plane"), "bomb c2") == {"dgk.VI.los.1"}
    s = act(g, "a-plane", WORST, WORST)
    s.take("bomb c1")
    s.take("shoot c2")
    assert g.hidden[n(g, "c2")] == 0 and no(act(g, "a-plane"), "strafe c2") == set()


@rule("dgk.X.air.3", "dgk.X.air.4")
def test_the_second_gun_has_nothing_to_fire_at_when_the_first_has_brought_the_aircraft_down() -> None:
    guns = [unit(f"c{i}", "field", 28 + i, 14, 180, aa=True) for i in (2, 4)]
    g = sky(unit("c1", "infantry", 30, 20), *guns)
    s = act(g, "a-plane", BEST)
    s.take("bomb c1")
    assert len(s.decision.actions) == 3  # type: ignore[union-attr]
    s.take("shoot c2")
    assert g.place[0] == GONE and s.decision is None


def plane(**more: Any) -> dict[str, Any]:
    return unit("a-plane", "fast", 0, 0, 0, "maneuver", vehicle="aircraft", arms=["bomb"], **more)


def skies(*units: dict[str, Any], **more: Any) -> State:
    return table(plane(**more), *units, *(unit(f"a{i}", "machinegun", 4 + 3 * i, 44) for i in range(6)))


@rule("dgk.X.air.1", "dgk.X.air.2")
def test_an_aircraft_appears_anywhere_and_bombs_from_beside_its_target() -> None:
    g = skies(unit("c1", "infantry", 30, 20))
    assert g.place[0] == OFF
    s = act(g, "a-plane")
    s.take("fly 33.3 8")
    assert g.place[0] == ON and where(s, "a-plane")[:2] == (33.3, 8)
    act(g, "a-plane").take("fly 3 40")
    s = act(g, "a-plane", WORST)
    s.take("bomb c1")
    x, y, _ = where(s, "a-plane")
    assert state.shape(g, n(g, "c1")).distance(state.shape(g, 0)) < 1.2 and abs(x - 27.4) < 0.01 and y == 20


@rule("dgk.X.air.5", "dgk.X.air.6")
def test_bombing_is_artillery_fire_and_the_plane_is_away_for_three_turns() -> None:
    g = skies(unit("c1", "infantry", 30, 20), unit("c2", "infantry", 40, 20))
    v = n(g, "c1")
    q = special.special_question(g, "bombing", v, 6, 1)
    assert (q.type, q.action, umpire.band(q.type, q.range), q.cover) == ("field", "deployed-fire", "6", "none")
    s = act(g, "a-plane", levels(umpire.fire_score(q).total, 2))
    s.take("bomb c1")
    assert g.status[v] == 2 and g.place[0] == OFF and g.away[0] == g.turn + 4
    for turn, ready in ((2, False), (4, False), (5, True)):
        g.turn = turn
        assert (no(act(g, "a-plane"), "fly 5 5") == set()) is ready
    g.turn = 3
    assert no(act(g, "a-plane"), "bomb c1") == {"dgk.X.air.6"}


@rule("dgk.X.air.3", "dgk.X.air.4", "dgk.X.air.7")
def test_anti_aircraft_fire_comes_first_even_from_units_that_acted() -> None:
    g = skies(unit("c1", "infantry", 30, 20), unit("c2", "field", 33, 14, 180, aa=True))
    gun = n(g, "c2")
    g.acted[gun] = 1
    s = act(g, "a-plane", BEST)
    s.take("bomb c1")
    assert s.decision.seat == 1 and s.decision.actions == [("none",), ("shoot", "c2")]  # type: ignore[union-attr]
    assert no(s, "shoot c1") == {"dgk.X.air.7"}
    s.take("shoot c2")
    assert g.place[0] == GONE and "air-attack" not in keys(s)  # three levels and more
    g = skies(unit("c1", "infantry", 30, 20), unit("c2", "field", 33, 14, 180, aa=True))
    s = act(
        g,
        "a-plane",
        roll(
            umpire.damage_row(
                umpire.fire_score(umpire.Question("deployed-fire", "field", target="fast", formation="maneuver", range=5)).total
            )[1]
        ),
        WORST,
    )
    s.take("bomb c1")
    s.take("shoot c2")
    assert "air-attack" in keys(s) and g.place[0] == OFF
    assert 0 not in fire.targets(g, gun)  # nobody fires at aircraft otherwise


@rule("dgk.X.air.4")
def test_three_levels_destroy_an_aircraft_and_two_do_not() -> None:
    fired = umpire.Question("deployed-fire", "field", target="fast", formation="maneuver", range=9)
    for hits in (2, 3):
        g = skies(unit("c1", "infantry", 30, 20), unit("c2", "field", 33, 14, 180, aa=True))
        s = act(g, "a-plane", levels(umpire.fire_score(fired).total, hits), WORST)
        s.take("bomb c1")
        s.take("shoot c2")
        assert (g.place[0] == GONE) is (hits == 3) and ("air-attack" in keys(s)) is (hits == 2)


@rule("dgk.X.air.4")
def test_a_shaken_aircraft_bombs_worse() -> None:
    g = skies(unit("c1", "infantry", 30, 20))
    calm, shaken = (special.special_question(g, "bombing", n(g, "c1"), 6, 1, k) for k in (0, 1))
    assert umpire.expected(umpire.fire_chances(shaken)) < umpire.expected(umpire.fire_chances(calm))


@rule("dgk.X.air.8", "dgk.X.air.9")
def test_strafing_as_machine_guns_and_one_attack_of_each_kind_a_sortie() -> None:
    g = table(
        unit("a-plane", "fast", 0, 0, 0, "maneuver", vehicle="aircraft", arms=["bomb", "strafe"]), unit("c1", "infantry", 30, 20)
    )
    assert special.special_question(g, "strafing", n(g, "c1"), 6, 1).type == "machinegun"
    act(g, "a-plane", WORST).take("bomb c1")
    assert g.place[0] == ON  # it has another attack
    assert no(act(g, "a-plane"), "bomb c1") == {"dgk.X.air.9"}
    act(g, "a-plane", WORST).take("strafe c1")
    assert g.place[0] == OFF
    g = skies(unit("c1", "infantry", 30, 20))
    assert no(act(g, "a-plane"), "strafe c1") == {"dgk.X.air.8"}
