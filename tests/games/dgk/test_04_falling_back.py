"""Units that fall back (dgk.IV.fall)."""

from __future__ import annotations

import pytest
import shapely

from firestep.games.dgk import state
from firestep.games.dgk.components import geometry
from firestep.games.dgk.formations import DEPLOYED, MANEUVER, MARCH
from firestep.games.dgk.state import GONE, ON
from firestep.testing import rule
from games.dgk.positions import S, box, driven, line, n, table, unit, where


@rule("dgk.IV.fall.2", "dgk.V.dmg.11")
def test_a_line_that_cannot_go_back_as_it_stands_re_forms_before_it_surrenders() -> None:
    def back(gap: float) -> S:
        ground = [box("water", 0, 24, 20 - gap / 2, 46), box("water", 20 + gap / 2, 24, 60, 46)]
        return driven(table(unit("a1", "infantry", 20, 20, 0, bases=8), ground=ground), "a1", (20, 8))

    s = back(5)
    g = s.state
    assert g.place[0] == ON and g.form[0] == MANEUVER and where(s, "a1")[2] == 0 and where(s, "a1")[1] == pytest.approx(26)
    assert state.shape(g, 0).intersection(g.scn.ground.barrier).area < 0.03
    assert g.bases[0] == 7 and next(e for e in s.journal if e.key == "falls-back").params["reformed"] == 1
    narrow = back(1.2)
    assert narrow.state.form[0] == MARCH and narrow.state.place[0] == ON
    assert back(0.4).state.place[0] == GONE  # nothing passes there
    free = driven(table(unit("a1", "infantry", 20, 20, 0, bases=8)), "a1", (20, 8))
    assert free.state.form[0] == DEPLOYED and free.state.f[0] == 0
    assert next(e for e in free.journal if e.key == "falls-back").params["reformed"] == 0


@rule("dgk.IV.fall.2", "dgk.IV.fall.5")
def test_a_unit_between_enemies_turns_to_slip_through() -> None:
    sides = [unit("c1", "infantry", 15.4, 26, 0, bases=4), unit("c2", "infantry", 24.6, 26, 0, bases=4)]
    s = driven(table(unit("a1", "infantry", 20, 20, 0, bases=4), *sides), "a1", (20, 8))
    g = s.state
    assert g.place[0] == ON
    hull = geometry.swept(state.layout(g, 0), g.f[0] / 10, (20, 20), where(s, "a1")[:2])
    assert all(shapely.distance(hull, state.shape(g, n(g, c))) >= 0.99 for c in ("c1", "c2"))


@rule("dgk.IV.fall.5", "dgk.VIII.move.5")
def test_falling_back_pays_for_ground_and_obstacles() -> None:
    hedge = [line("hedge", (0, 22.5), (60, 22.5))]
    s = driven(table(unit("a1", "infantry", 20, 20, 0, "maneuver"), ground=hedge), "a1", (20, 5))
    assert where(s, "a1")[1] == pytest.approx(25.5, abs=0.03)
    wire = [line("wire", (0, 23), (60, 23))]
    assert driven(table(unit("a1", "infantry", 20, 20, 0, "maneuver"), ground=wire), "a1", (20, 5)).state.place[0] == GONE


@rule("dgk.IV.fall.5", "dgk.IV.move.12")
def test_falling_back_along_an_enemy_in_contact_goes_on_until_it_is_clear_of_him() -> None:
    column = unit("c1", "infantry", 21.5, 19, 0, "march", bases=8)  # at its side, half an inch away and eight long
    s = driven(table(unit("a1", "infantry", 20, 20, 0, "march"), column), "a1", (20, 8))
    assert s.state.place[0] == ON and shapely.distance(state.shape(s.state, 0), state.shape(s.state, 1)) >= 0.99
    assert where(s, "a1")[:2] == (20, 28)  # six inches would end beside it


@rule("dgk.IV.fall.2", "dgk.IV.march.2")
def test_a_column_or_a_bent_line_that_falls_back_leaves_its_bend_behind() -> None:
    g = table(unit("a1", "infantry", 20, 20), unit("c1", "infantry", 20, 8, 180))
    g.bend[0] = 300
    driven(g, "a1", (20, 8))
    assert g.bend[0] == 0
    g = table(unit("a1", "infantry", 20, 20, 0, "march"), unit("c1", "infantry", 20, 8, 180))
    g.trail[0] = (20_000, 22_000, 24_000, 22_000)
    driven(g, "a1", (20, 8))
    assert g.form[0] == MARCH and g.trail[0] == ()
