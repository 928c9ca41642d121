"""Aircraft, wire, mines and indirect fire (dgk.X)."""

from __future__ import annotations

from typing import Any

from firestep.games.dgk import damage, fire, movement, special, state, umpire
from firestep.games.dgk.game import GAME
from firestep.games.dgk.placing import Place
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.state import GONE, OFF, ON, State
from firestep.testing import rule

from .bench import BEST, WORST, S, act, at, box, keys, levels, line, n, no, roll, table, unit, verbs, where


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


# -- mines, whatever the reason to enter --------------------------------------------------------------------------------


@rule("dgk.X.mine.1")
def test_who_falls_back_into_a_minefield_stops_and_is_hit() -> None:
    g = table(
        unit("a1", "infantry", 20, 20),
        unit("c1", "field", 20, 8, 180, bases=4),
        ground=[box("minefield", 10, 24, 30, 26, side="central")],
    )
    s = act(g, "c1")
    damage.fall_back(s, n(g, "a1"), damage.Source((20, 8), 1))
    assert g.status[0] == 1 and g.mines == 1 and 23 < g.y[0] / 1000 < 23.1  # its rear is in; six inches lead to 26


@rule("dgk.X.mine.1")
def test_any_base_that_enters_sets_the_mines_off() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), ground=[box("minefield", 20.5, 25, 24, 27, side="central")])
    s = at(g, Place(0, "maneuver", 6000))
    s.take("go 20 24 0")  # the middle of the front passes beside the field, its right base does not
    assert g.status[0] == 1 and 26.9 < g.y[0] / 1000 < 27


@rule("dgk.X.mine.1", "dgk.VII.ass.7")
def test_an_assault_that_enters_a_minefield_stops_there() -> None:
    g = table(
        unit("a1", "infantry", 20, 30, 0, "maneuver"),
        unit("c1", "infantry", 20, 25, 180),
        ground=[box("minefield", 10, 26, 30, 28, side="central")],
    )
    s = act(g, "a1", BEST)
    s.take("assault c1")
    assert g.status[0] == 1 and "assault-home" not in keys(s) and 27.8 < g.y[0] / 1000 < 28.1 and s.decision is None


# -- wire --------------------------------------------------------------------------------------------------------------


def wired(y: float = 28) -> State:
    return table(
        unit("a1", "infantry", 20, 30, 0, "maneuver"),
        unit("c1", "infantry", 20, 20, 180),
        unit("a2", "heavy", 40, 40),
        ground=[line("wire", (10, y), (22, y)), line("wire", (22, y), (34, y))],
    )


@rule("dgk.X.wire.1")
def test_wire_is_crossed_only_after_a_rest_in_contact() -> None:
    g = wired()
    s = at(g, Place(0, "maneuver", 6000))
    assert no(s, "go 20 27 0") == {"dgk.X.wire.1"} and no(s, "go 20 28 0") == set()
    s.take("go 20 28 0")
    act(g, "a1").take("hold")
    assert g.wire == 0b01  # the piece it touches, not the other
    assert no(at(g, Place(0, "maneuver", 6000)), "go 20 26 0") == set()
    far = wired(26)
    act(far, "a1").take("hold")
    assert far.wire == 0


@rule("dgk.X.wire.2")
def test_artillery_does_not_cut_wire() -> None:
    g = table(
        unit("a-gun", "heavy", 20, 40),
        unit("c1", "infantry", 20, 25, 180),
        ground=[line("wire", (18, 27), (22, 27)), {"id": "k", "kind": "command-mine", "points": [[20, 26.9]], "side": "allied"}],
        quality=("average", "motivated"),
    )
    s = act(g, "a-gun", WORST, WORST)
    s.take("dfire c1")  # over the wire
    special.explode(s, 1, 0)  # and under it
    assert "fire" in keys(s) and "mine-explodes" in keys(s) and g.wire == 0
    assert movement.wire_between(g, state.shape(g, 0).buffer(20))
    act(g, "c1").take("hold")
    assert g.wire == 0  # two inches away: not in contact


# -- mines -------------------------------------------------------------------------------------------------------------


def mined() -> State:
    squares = [box("minefield", 16 + 2 * i, 24, 18 + 2 * i, 26, side="central") for i in range(4)]
    return table(
        unit("a1", "infantry", 20.5, 30, 0, "maneuver"),
        *(unit(f"a-{i}", "machinegun", 4 + 3 * i, 44) for i in range(4)),
        ground=squares,
    )


@rule("dgk.X.mine.1", "dgk.X.mine.3")
def test_entering_a_minefield_stops_hurts_and_reveals_one_square() -> None:
    g = mined()
    s = at(g, Place(0, "maneuver", 6000))
    assert not [t for t in s.view(0)["board"]["terrain"] if t["kind"] == "minefield"]
    s.take("go 20.5 24.5 0")
    assert where(s, "a1")[1] > 25.9 and g.status[0] == 1
    assert [t["points"][0] for t in s.view(0)["board"]["terrain"] if t["kind"] == "minefield"] in ([[18, 24]], [[20, 24]])


@rule("dgk.X.mine.2")
def test_each_turn_of_movement_inside_costs_a_level() -> None:
    g = mined()
    at(g, Place(0, "maneuver", 6000)).take("go 20.5 25 0")
    assert g.status[0] == 1
    at(g, Place(0, "maneuver", 6000)).take("go 20.5 24.5 0")
    assert g.status[0] == 2
    s = at(g, Place(0, "maneuver", 6000))
    s.take(f"go {where(s, 'a1')[0]:g} {where(s, 'a1')[1]:g} 90")
    assert g.status[0] == 2  # turning on the spot is no movement


@rule("dgk.X.mine.4")
def test_a_command_mine_is_artillery_fire_on_all_within_three_inches_and_breaks_forts() -> None:
    from firestep.games.dgk import sequence

    g = table(
        unit("a1", "infantry", 40, 44),
        unit("c1", "infantry", 20, 20, 180),
        unit("c2", "infantry", 20, 26, 180),
        unit("c3", "infantry", 20, 30, 180),
        ground=[box("fort", 17, 18.5, 23, 21), {"id": "mine", "kind": "command-mine", "points": [[20, 23]], "side": "allied"}],
    )
    c1, c2, c3 = (n(g, i) for i in ("c1", "c2", "c3"))
    assert fire.cover_of(g, c1) == "fortified"
    s = at(g, sequence.Initiative(), dice=[WORST, BEST])
    assert ("explode", "mine") in s.decision.actions  # type: ignore[union-attr]
    s.take("explode mine")
    assert g.status[c1] == 0 and g.place[c2] == GONE and g.status[c3] == 0  # the third is out of reach
    assert fire.cover_of(g, c1) == "hard"
    assert ("explode", "mine") not in s.decision.actions  # type: ignore[union-attr]


# -- indirect fire -----------------------------------------------------------------------------------------------------


def guns(*ground: dict[str, Any], indirect: str = "on", distance: float = 30) -> State:
    return table(
        unit("a-gun", "field", 20, 50),
        unit("a-eyes", "machinegun", 34, 50 - distance, 270),
        unit("c1", "infantry", 20, 50 - distance, 180),
        ground=ground,
        options={"indirect": indirect},
        size=(60, 60),
    )


@rule("dgk.X.ind.1", "dgk.X.ind.3", "dgk.X.ind.4", "dgk.II.art.3")
def test_indirect_fire_at_what_a_friend_sees() -> None:
    wood = box("woods", 10, 32, 30, 40)
    g = guns(wood)
    s = act(g, "a-gun", WORST)
    assert no(s, "dfire c1") == {"dgk.VI.range.5"} and special.indirect_line(g, 0, n(g, "c1")) == 15
    s.take("indirect c1")
    shot = next(e for e in s.journal if e.key == "fire")
    assert shot.params["action"] == "moving-fire" and shot.params["range"] == 15
    assert "indirect fire at 30 inches, which count as 15" in GAME.text(shot)
    assert no(act(guns(wood, indirect="off"), "a-gun"), "indirect c1") == {"dgk.X.ind.1"}
    blind = guns(wood)
    blind.place[n(blind, "a-eyes")] = GONE
    assert no(act(blind, "a-gun"), "indirect c1") == {"dgk.X.ind.1"}
    limbered = guns(wood)
    limbered.form[0] = 1
    assert no(act(limbered, "a-gun"), "indirect c1") == {"dgk.X.ind.1"}
    assert no(act(guns(wood, distance=48.5), "a-gun"), "indirect c1") == {"dgk.X.ind.4"}


@rule("dgk.X.ind.4")
def test_the_option_that_a_halved_range_is_never_under_twelve() -> None:
    assert [umpire.indirect_range(d) for d in (11, 12, 13, 30)] == [11, 12, 6.5, 15]
    assert [umpire.indirect_range(d, True) for d in (11, 12, 13, 30)] == [11, 12, 12, 15]
    g = guns(box("woods", 10, 32, 30, 40), distance=20)
    assert special.indirect_line(g, 0, n(g, "c1")) == 10
    g.scn = scenario.variant(g.scn.id, {"halving": "floor"})
    assert special.indirect_line(g, 0, n(g, "c1")) == 12


@rule("dgk.X.ind.2")
def test_only_high_hills_block_indirect_fire() -> None:
    low, high = box("hill", 10, 32, 30, 40, level=1), box("hill", 10, 32, 30, 40, level=2)
    assert no(act(guns(low), "a-gun"), "indirect c1") == set() and no(act(guns(high), "a-gun"), "indirect c1") == {"dgk.X.ind.2"}


@rule("dgk.X.ind.5")
def test_hidden_units_show_once_they_move_or_fire() -> None:
    g = table(
        unit("a1", "field", 20, 30),
        unit("c1", "infantry", 20, 20, 180, hidden=True),
        unit("c2", "infantry", 30, 20, 180, hidden=True),
    )
    assert no(act(g, "a1"), "dfire c1") == {"dgk.X.ind.5"}
    assert "dfire" not in verbs(act(g, "a1"))
    assert "c1" not in {u["id"] for u in act(g, "a1").view(0)["board"]["units"]} and "c1" in {
        u["id"] for u in act(g, "a1").view(1)["board"]["units"]
    }
    act(g, "c1", WORST).take("dfire a1")
    assert no(act(g, "a1"), "dfire c1") == set()
    s = act(g, "c2", BEST)
    s.take("maneuver")
    s.take("go 30 22 180")
    assert g.hidden[n(g, "c2")] == 0
    checked: S = act(g, "a1")
    assert "dfire" in verbs(checked)
