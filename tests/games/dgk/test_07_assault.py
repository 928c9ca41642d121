"""Assaults on the table (dgk.VII, dgk.III.ass)."""

from __future__ import annotations

import pytest
import shapely

from firestep.games.dgk import assault, state, umpire
from firestep.games.dgk.assault import Charge
from firestep.games.dgk.formations import DEPLOYED, MANEUVER
from firestep.games.dgk.sequence import TurnBegins
from firestep.games.dgk.state import State
from firestep.testing import rule
from games.dgk.positions import BEST, WORST, S, act, at, box, charged, keys, levels, line, n, no, roll, table, unit, verbs, where

FOOT, FOE = unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 25, 180)


def field(kind: str = "infantry", distance: float = 5, facing: float = 180, form: str = "deployed", **more: object) -> State:
    return table(unit("a1", kind, 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 30 - distance, facing, form), **more)  # type: ignore[arg-type]


def charge(g: State) -> Charge:
    plan = assault.plan(g, n(g, "a1"), n(g, "c1"), umpire.base_move(g.scn.units[0].type, g.scn.units[0].quality, "assault"))
    assert isinstance(plan, Charge), plan
    return plan


def dice(g: State, fire: int, target: int, actor: int) -> list[tuple[int, int, int]]:
    """Dice for an assault by a1 on c1: an obeyed order, then so many levels of each kind."""
    q = assault.question(g, n(g, "a1"), n(g, "c1"), charge(g).frontal)
    state = umpire.STATES[min(2, g.status[n(g, "a1")] + fire)]
    defensive = umpire.defensive_score(q)
    return [
        BEST,
        levels(defensive.total, fire) if defensive else WORST,
        levels(umpire.attack_score(q, state).total, target),
        levels(umpire.defence_score(q, state).total, actor),
    ]


@rule("dgk.III.ass.1", "dgk.VII.ass.1")
def test_infantry_and_cavalry_not_from_march() -> None:
    for kind in ("infantry", "cavalry", "cyclists"):
        for form in ("maneuver", "deployed"):
            g = table(unit("a1", kind, 20, 30, 0, form), unit("c1", "infantry", 20, 26, 180))
            assert "assault" in verbs(act(g, "a1"))
    for kind in ("machinegun", "field", "heavy", "slow"):
        g = table(unit("a1", kind, 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 26, 180))
        assert no(act(g, "a1"), "assault c1") == {"dgk.III.ass.1"}
    g = table(unit("a1", "infantry", 20, 30, 0, "march"), unit("c1", "infantry", 20, 26, 180))
    assert no(act(g, "a1"), "assault c1") == {"dgk.III.march.3"}


@rule("dgk.VII.ass.5", "dgk.VII.ass.6")
def test_reach_of_foot_and_horse() -> None:
    assert ("assault", "c1") in act(field(distance=6), "a1").decision.actions  # type: ignore[union-attr]
    assert no(act(field(distance=6.1), "a1"), "assault c1") == {"dgk.VII.ass.5"}
    assert ("assault", "c1") in act(field("cavalry", 12), "a1").decision.actions  # type: ignore[union-attr]
    assert no(act(field("cavalry", 12.1), "a1"), "assault c1") == {"dgk.VII.ass.6"}


@rule("dgk.VII.ass.5", "dgk.VII.ass.6")
def test_a_target_far_beyond_reach_is_refused_by_the_rule_of_the_arm() -> None:
    assert no(act(field(distance=29), "a1"), "assault c1") == {"dgk.VII.ass.5"}
    assert no(act(field("cavalry", 29), "a1"), "assault c1") == {"dgk.VII.ass.6"}


@rule("dgk.VII.ass.7")
def test_the_path_is_measured_over_the_ground() -> None:
    rocks = box("rocks", 10, 26, 30, 28)
    assert charge(field(distance=4, ground=[rocks])).cost == pytest.approx(6)
    assert no(act(field(distance=4.1, ground=[rocks]), "a1"), "assault c1") == {"dgk.VII.ass.5"}
    assert charge(field(distance=5, ground=[line("hedge", (10, 28), (30, 28))])).cost == pytest.approx(5.5)
    slanted = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "machinegun", 24, 27, 180))
    assert charge(slanted).cost == pytest.approx((3.5**2 + 3**2) ** 0.5)  # from the middle of the front to the nearest part


@rule("dgk.III.ass.3", "dgk.VII.ass.4")
def test_the_target_must_be_seen_and_a_turn_comes_first() -> None:
    behind = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 36, 0))
    plan = charge(behind)
    assert plan.start.facing == 180
    hidden = table(
        unit("a1", "cavalry", 20, 30, 0, "maneuver"),
        unit("c1", "infantry", 20, 24, 180),
        ground=[box("village", 10, 25.2, 30, 29, move="open")],
    )
    assert no(act(hidden, "a1"), "assault c1") == {"dgk.VII.ass.4"}


@rule("dgk.VII.ass.9")
def test_frontal_when_the_path_crosses_the_targets_arc() -> None:
    assert charge(field()).frontal
    assert not charge(field(facing=0)).frontal  # from the rear
    assert not charge(
        table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 27, 90))
    ).frontal  # from the flank
    slant = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "machinegun", 22, 26, 225))
    assert charge(slant).frontal


@rule("dgk.VII.ass.8")
def test_a_delayed_order_shortens_the_reach() -> None:
    s = act(field(distance=5), "a1", roll(700))
    s.take("assault c1")
    assert keys(s) == ["order", "assault-late"] and s.journal[0].params["result"] == "delayed"
    assert {"hold"} <= verbs(s) and where(s, "a1") == (20, 30, 0)
    near = field(distance=2.9)
    q = assault.question(near, 0, 1, True)
    s = act(near, "a1", roll(700), *dice(near, 0, 0, 0)[1:])
    s.take("assault c1")
    assert "assault-home" in keys(s) and q.frontal


@rule("dgk.VII.home.1", "dgk.III.ass.2", "dgk.IV.man.4")
def test_stopped_by_fire_back_at_the_start_and_only_the_assaulter_has_acted() -> None:
    g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 26, 180))  # the assaulter was deployed
    s = act(g, "a1", *dice(g, 3, 0, 0))
    s.take("assault c1")
    assert keys(s)[1] == "assault-stopped" and where(s, "a1") == (20, 30, 0)
    assert g.bases[0] == 3 and g.status[0] == 2 and g.form[0] == MANEUVER
    assert g.acted[0] == 1 and g.acted[1] == 0


@rule("dgk.VII.home.2", "dgk.VII.home.3", "dgk.III.ass.4", "dgk.VII.eff.1")
def test_home_and_won_contact_first_then_the_target_goes() -> None:
    g = field()
    s = act(g, "a1", *dice(g, 1, 2, 1))
    s.take("assault c1")
    assert g.acted[:2] == [1, 1]
    assert where(s, "a1") == (20, 25, 0)  # in contact, and it stays there (ruling D34)
    x, y, f = where(s, "c1")
    assert (x, f) == (20, 180) and y == pytest.approx(19, abs=0.02)  # pushed back 6 inches with its facing kept
    assert (g.status[0], g.status[1]) == (2, 2)  # both suffered


@rule("dgk.VII.home.4", "dgk.VII.eff.1")
def test_home_and_beaten_off_ends_where_it_began() -> None:
    g = field(distance=6)
    s = act(g, "a1", *dice(g, 0, 0, 1))
    s.take("assault c1")
    assert where(s, "a1") == pytest.approx((20, 30, 0), abs=0.05)
    assert g.acted[:2] == [1, 1] and where(s, "c1") == (20, 24, 180) and g.status[0] == 1 and g.status[1] == 0


@rule("dgk.V.stat.6")
def test_demoralised_targets_do_not_fire_but_fight() -> None:
    g = field()
    g.status[1] = 2
    s = act(g, "a1", BEST, BEST, WORST, BEST)  # the dice of defensive fire are thrown and count for nothing
    s.take("assault c1")
    home = next(e for e in s.journal if e.key == "assault-home")
    assert home.params["fire"] == 0 and home.params["actor"] > 0


@rule("dgk.VII.num.1", "dgk.VII.num.x1", "dgk.VII.num.x2", "dgk.VII.num.x3")
def test_numbers_add_up_over_the_turn() -> None:
    g = table(
        unit("a1", "infantry", 20, 30, 0, "maneuver"),
        unit("a2", "infantry", 16, 30, 0, "maneuver", bases=3),
        unit("a3", "infantry", 24, 30, 0, "maneuver"),
        unit("c1", "infantry", 20, 25, 180, quality="veteran"),
    )
    c = n(g, "c1")
    assert assault.question(g, 0, c, True).numbers == "even"
    s = act(g, "a1", *dice(g, 3, 0, 0))
    s.take("assault c1")
    assert g.bases[0] == 3 and g.assaulted[c] == 4  # the four it came with
    assert assault.question(g, 1, c, True).numbers == "target-outnumbered"  # 4 + 3 against 4
    second = assault.plan(g, 1, c, 6)
    assert isinstance(second, Charge)
    q = assault.question(g, 1, c, second.frontal)
    g.rolls = 0  # the script begins again
    s = act(g, "a2", BEST, levels(umpire.defensive_score(q).total, 3), WORST, WORST)  # type: ignore[union-attr]
    s.take("assault c1")
    assert g.bases[1] == 2 and g.assaulted[c] == 7  # the three that it came with
    assert assault.question(g, 2, c, True).numbers == "target-badly-outnumbered"  # 7 + 4
    g.rolls = 0
    at(g, TurnBegins(), dice=[[1]])
    assert assault.question(g, 2, c, True).numbers == "even"  # a new turn counts afresh


@rule("dgk.VII.ass.3")
def test_cavalry_and_the_ground_of_the_target() -> None:
    def won(*ground: dict[str, object]) -> int:
        g = field("cavalry", ground=ground)
        return umpire.assault_chances(assault.question(g, 0, 1, True)).won

    assert won() > won(box("marsh", 15, 23, 25, 25.1)) > won(box("trench", 15, 23, 25, 25.1))


@rule("dgk.VIII.cover.5")
def test_cover_counts_in_assaults() -> None:
    g = field(ground=[box("fort", 15, 23, 25, 25.1)])
    assert assault.question(g, 0, 1, True).cover == "fortified"


def test_no_room_before_the_target() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("a2", "infantry", 20, 27.2), unit("c1", "infantry", 20, 26, 180))
    assert no(act(g, "a1"), "assault c1") == {"dgk.IV.move.11"}


def test_units_never_overlap_after_assaults() -> None:
    for f, t, a in ((0, 4, 0), (0, 0, 4), (2, 3, 2), (4, 0, 0)):
        g = field(distance=4)
        s: S = act(g, "a1", *dice(g, f, t, a))
        s.take("assault c1")
        if g.place[0] == g.place[1] == state.ON:
            assert shapely.intersection(state.shape(g, 0), state.shape(g, 1)).area < 0.01


@rule("dgk.VII.ass.9", "dgk.VII.ass.2")
def test_the_front_counts_when_the_umpire_is_asked() -> None:
    for facing, frontal in ((180, True), (0, False)):
        g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 26, facing))
        plan = assault.plan(g, 0, 1, 6)
        assert isinstance(plan, assault.Charge) and plan.frontal is frontal
        assert assault.question(g, 0, 1, plan.frontal).frontal is frontal
        words = act(g, "a1").odds("assault", "c1").title
        assert ("frontal" in words) is frontal


@rule("dgk.VII.ass.1", "dgk.III.march.3")
def test_who_began_the_turn_in_column_does_not_assault_though_it_was_driven_out_of_it() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "march"), FOE)
    at(g, TurnBegins(), dice=[[1]])
    g.form[0] = MANEUVER  # re-formed by a retreat
    assert no(act(g, "a1"), "assault c1") == {"dgk.III.march.3"}
    at(g, TurnBegins(), dice=[[1]])
    assert no(act(g, "a1"), "assault c1") == set()


@rule("dgk.VII.ass.3", "dgk.VIII.cover.5")
def test_rough_ground_hinders_a_charge_only_where_it_gives_no_cover() -> None:
    def asked(kind: str) -> umpire.Question:
        g = table(unit("a1", "cavalry", 20, 30, 0, "maneuver"), FOE, ground=[box(kind, 15, 23, 25, 25.1)])
        return assault.question(g, 0, 1, True)

    assert (asked("marsh").cover, asked("marsh").rough) == ("none", True)
    assert (asked("woods").cover, asked("woods").rough) == ("soft", False)


@rule("dgk.VII.home.1", "dgk.IV.move.11")
def test_a_stopped_line_without_room_to_form_up_stays_a_line() -> None:
    g = table(unit("a1", "infantry", 20, 30), unit("a2", "infantry", 20, 31.2), FOE)
    s = charged(g, fire=3)
    assert "assault-stopped" in keys(s) and g.form[0] == DEPLOYED and where(s, "a1") == (20, 30, 0)
    free = charged(table(unit("a1", "infantry", 20, 30), FOE), fire=3)
    assert free.state.form[0] == MANEUVER
