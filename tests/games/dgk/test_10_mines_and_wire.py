"""Minefields, command mines and wire (dgk.X.mine, dgk.X.wire)."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.games.dgk import damage, fire, movement, special, state, umpire
from firestep.games.dgk.formations import MARCH
from firestep.games.dgk.placing import Place
from firestep.games.dgk.state import GONE, ON, State
from firestep.testing import rule
from games.dgk.positions import BEST, WORST, act, at, box, keys, line, n, no, placing, roll, table, unit, where

FOOT, FOE = unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 25, 180)


@rule("dgk.X.mine.4")
def test_a_command_mine_meets_the_fort_as_it_was_and_leaves_hard_cover() -> None:
    g = table(
        unit("c1", "infantry", 20, 20, 180),
        ground=[box("fort", 16, 18, 24, 24), {"id": "k", "kind": "command-mine", "points": [[20, 22]], "side": "allied"}],
    )

    def row() -> list[int]:
        return list(umpire.damage_row(umpire.fire_score(special.special_question(g, "command-mine", 0, 3, 4)).total))

    strong = row()
    g.exploded = 2
    weak = row()
    g.exploded = 0
    assert fire.cover_of(g, 0) == "fortified" and strong[0] >= weak[1] > strong[1]
    s = act(g, "c1", roll(weak[1]))  # two levels against hard cover, one against the fort
    special.explode(s, 1, 0)
    assert g.status[0] == 1 and fire.cover_of(g, 0) == "hard"


@rule("dgk.X.mine.1", "dgk.IV.move.11")
def test_a_minefield_does_not_stop_a_unit_inside_a_friend() -> None:
    g = table(
        unit("a1", "infantry", 20, 30, 0, "maneuver"),
        unit("a2", "machinegun", 20, 27.5, 0),
        unit("a3", "machinegun", 40, 40),
        ground=[box("minefield", 10, 20, 30, 27.8, side="central")],
    )
    s = placing(g, "a1")
    s.take("go 20 22 0")
    assert "minefield" in keys(s) and g.status[0] == 1 and not movement.clash(state.shape(g, 0), state.shape(g, 1))


@rule("dgk.X.wire.1", "dgk.IV.wheel.1", "dgk.III.deploy.3")
def test_wire_bars_a_wheel_and_a_tactical_inch() -> None:
    wire = line("wire", (10, 29.5), (30, 29.5))
    assert no(at(table(FOOT), Place(0, "maneuver", 6000)), "wheel left 45") == set()
    assert no(at(table(FOOT, ground=[wire]), Place(0, "maneuver", 6000)), "wheel left 45") == {"dgk.X.wire.1"}
    between = line("wire", (21.15, 31.15), (21.2, 31.25))  # the rear swings over it
    assert no(at(table(FOOT, ground=[between]), Place(0, "maneuver", 6000)), "wheel left 45") == {"dgk.X.wire.1"}
    steady = unit("a1", "infantry", 20, 30)
    assert no(at(table(steady), Place(0, "deploy", 1000, True)), "face 0 at 20 29") == set()
    touching = line("wire", (10, 30), (30, 30))  # the whole unit would stand beyond it
    for piece in (wire, touching):
        assert no(at(table(steady, ground=[piece]), Place(0, "deploy", 1000, True)), "face 0 at 20 29") == {"dgk.X.wire.1"}


def field_of_mines(*boxes: tuple[float, float, float, float], form: str = "maneuver", **more: Any) -> State:
    ground = [box("minefield", *b, side="central") for b in boxes]
    return table(unit("a1", "infantry", 20, 30, 0, form, bases=8), ground=ground, **more)


@rule("dgk.X.mine.1", "dgk.X.mine.2")
def test_the_nearest_of_two_minefields_goes_off_and_inside_it_one_moves_on() -> None:
    g = field_of_mines((10, 22, 30, 24), (10, 26, 30, 28))
    s = at(g, Place(0, "maneuver", 12_000))
    s.take("go 20 20 0")
    assert g.mines == 0b10 and where(s, "a1")[1] == pytest.approx(27.95, abs=0.02) and g.status[0] == 1
    s = at(g, Place(0, "maneuver", 12_000))
    s.take("go 20 26.5 0")
    assert where(s, "a1")[1] == 26.5 and g.status[0] == 2 and g.mines == 0b10


@rule("dgk.X.mine.1", "dgk.IV.march.2")
def test_a_column_stopped_by_mines_stands_straight_behind_its_head() -> None:
    g = field_of_mines((10, 22, 30, 24), form="march")
    s = at(g, Place(0, "march", 24_000))
    s.take("go 26 20 0 via 26 28")
    assert g.mines == 1 and g.trail[0] == () and g.form[0] == MARCH


@rule("dgk.X.mine.4", "dgk.X.air.7")
def test_a_mine_under_an_aircraft_does_it_no_harm() -> None:
    g = table(
        unit("a1", "infantry", 40, 44),
        unit("c-plane", "fast", 20, 22, 0, "maneuver", vehicle="aircraft", arms=["bomb"]),
        unit("c1", "infantry", 50, 10),
        ground=[{"id": "mine", "kind": "command-mine", "points": [[20, 23]], "side": "allied"}],
    )
    act(g, "c-plane").take("fly 20 22")
    special.explode(act(g, "a1"), 0, 0)
    assert g.exploded == 1 and g.place[1] == ON and g.status[1] == 0 and g.rolls == 0


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
