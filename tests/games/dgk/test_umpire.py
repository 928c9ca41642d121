"""The umpire's model: the fourteen orderings the rulebook states, the damage cycle, orders, regrouping, assault."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from firestep.engine.errors import FirestepError
from firestep.games.dgk import calibration, umpire
from firestep.games.dgk.calibration import BADLY, danger
from firestep.games.dgk.umpire import STATES, Question, assault_chances
from firestep.testing import rule
from sampling import WHOLE

M = umpire.model()
#: of all situations `make test` looks at one in so many; no number of choices is a multiple of it
EVERY = 1 if WHOLE else 7
FIRERS = ("infantry", "cavalry", "machinegun", "field", "heavy")


def situations(**fixed: Any) -> Iterator[Question]:
    """Fire in many situations; `fixed` fields stay as given."""
    pools: dict[str, tuple[Any, ...]] = {
        "action": umpire.FIRES,
        "type": FIRERS,
        "state": STATES[:2],
        "target": ("infantry", "cavalry", "field", "slow"),
        "formation": tuple(M["formations"]),
        "cover": tuple(M["covers"]),
        "range": (2.0, 5.0, 11.0),
        "numbers": tuple(M["numbers"]),
        "target_state": STATES[:2],
    }
    pools |= {k: (v,) for k, v in fixed.items()}
    for values in itertools.islice(itertools.product(*pools.values()), 0, None, EVERY):
        yield Question(**dict(zip(pools, values, strict=True)))


def harm(q: Question) -> Fraction:
    return umpire.expected(umpire.fire_chances(q))


def ordered(field: str, weakest_first: tuple[Any, ...], strict: bool = True, **fixed: Any) -> None:
    for q in situations(**{field: weakest_first[0]} | fixed):
        values = [harm(replace(q, **{field: v})) for v in weakest_first]
        for a, b in itertools.pairwise(values):
            assert a < b if strict else a <= b, q


@rule("dgk.VI.fire.3")
def test_01_deployed_fire_is_significantly_stronger_than_moving_fire() -> None:
    ordered("action", ("moving-fire", "deployed-fire"))
    typical = Question("deployed-fire", "infantry", range=9)
    assert harm(typical) > Fraction(3, 2) * harm(replace(typical, action="moving-fire"))


@rule("dgk.VI.fire.5", "dgk.III.app.3")
def test_02_target_formations_deployed_maneuver_march() -> None:
    ordered("formation", ("deployed", "maneuver", "march"))


@rule("dgk.V.stat.5", "dgk.III.app.2")
def test_03_shaken_targets_suffer_more_and_both_states_alike() -> None:
    ordered("target_state", ("steady", "disordered"))
    for q in situations(target_state="disordered"):
        assert harm(q) == harm(replace(q, target_state="demoralised"))


@rule("dgk.V.stat.2", "dgk.III.app.2", "dgk.III.ui.2")
def test_04_shaken_actors_do_worse_in_everything() -> None:
    ordered("state", ("disordered", "steady"))
    for shaken, kind, grade in itertools.product(STATES[1:], ("infantry", "cavalry"), M["grades"]):
        for action in (*umpire.MOVES, "assault"):
            good, bad = (umpire.order_chances(Question(action, kind, grade, s)) for s in ("steady", shaken))
            assert bad["obeyed"] < good["obeyed"] and bad["lost"] > good["lost"]
        good_a, bad_a = (umpire.assault_chances(Question("assault", kind, grade, s)) for s in ("steady", shaken))
        assert bad_a.won < good_a.won and bad_a.stopped > good_a.stopped


@rule("dgk.VIII.cover.5", "dgk.III.app.4", "dgk.VIII.cover.4")
def test_05_cover_none_soft_hard_fortification() -> None:
    ordered("cover", ("fortified", "hard", "soft", "none"))


@rule("dgk.III.app.4", "dgk.VIII.los.2")
def test_06_damage_falls_with_the_range_band() -> None:
    for kind in FIRERS:
        reach = M["types"][kind]["range"]
        ordered("range", tuple(b for b in reversed(M["bands"]) if b <= reach), type=kind)
    assert [umpire.band("heavy", d) for d in (0, 3, 3.001, 6, 12, 12.5, 18, 24, 36)] == [
        "3",
        "3",
        "6",
        "6",
        "12",
        "18",
        "18",
        "24",
        "36",
    ]


@rule("dgk.III.app.1", "dgk.VI.num.1")
def test_07_five_steps_of_numbers() -> None:
    ordered("numbers", ("actor-badly-outnumbered", "actor-outnumbered", "even", "target-outnumbered", "target-badly-outnumbered"))
    assert [umpire.compare(4, n) for n in (8, 5, 4, 3, 2, 1)] == [
        "actor-badly-outnumbered",
        "actor-outnumbered",
        "even",
        "target-outnumbered",
        "target-badly-outnumbered",
        "target-badly-outnumbered",
    ]
    assert umpire.compare(1, 4) == "actor-badly-outnumbered"


@rule("dgk.II.inf.1", "dgk.II.cav.1")
def test_08_veterans_average_reservists_in_fire_orders_and_regrouping() -> None:
    for kind in ("infantry", "cavalry"):
        ordered("quality", ("reservist", "average", "veteran"), type=kind)
        ordered("target_quality", ("veteran", "average", "reservist"), target=kind)
        for a, b in itertools.pairwise(("reservist", "average", "veteran")):
            for action in (*umpire.MOVES, "assault"):
                assert (
                    umpire.order_chances(Question(action, kind, a))["obeyed"]
                    < umpire.order_chances(Question(action, kind, b))["obeyed"]
                )
            assert (
                umpire.regroup_chances(Question("regroup", kind, a))["failed"]
                > umpire.regroup_chances(Question("regroup", kind, b))["failed"]
            )
    assert [umpire.grade(w) for w in ("regular", "conscript", "irregular", "veteran")] == [
        "average",
        "reservist",
        "reservist",
        "veteran",
    ]


@rule("dgk.V.stat.6", "dgk.VII.ass.2")
def test_09_defensive_fire_none_from_the_demoralised_less_from_flank_and_disordered() -> None:
    for kind, target, formation, cover in itertools.product(("infantry", "cavalry"), M["types"], M["formations"], M["covers"]):
        q = Question("assault", kind, target=target, formation=formation, cover=cover)
        assert umpire.defensive_score(replace(q, target_state="demoralised")) is None
        assert umpire.assault_chances(replace(q, target_state="demoralised")).stopped == 0
        front, flank, shaken = (
            umpire.defensive_score(x) for x in (q, replace(q, frontal=False), replace(q, target_state="disordered"))
        )
        assert front is not None and flank is not None and shaken is not None
        mean = [sum(umpire.damage_row(x.total)) for x in (front, flank, shaken)]
        assert mean[1] < mean[0] > mean[2]
    still = umpire.assault_chances(Question("assault", "infantry", target_state="demoralised"))
    assert umpire.expected(still.actor) > 0  # demoralised units still fight


@rule("dgk.VII.ass.3")
def test_10_cavalry_strong_in_the_open_weak_in_rough_and_against_trenches() -> None:
    def won(kind: str, **f: Any) -> int:
        return umpire.assault_chances(Question("assault", kind, **f)).won

    assert won("cavalry") > won("infantry")
    assert won("cavalry", rough=True) < won("infantry", rough=True)
    for cover in ("soft", "hard", "fortified"):
        assert won("cavalry", cover=cover) < won("infantry", cover=cover)


@rule("dgk.IX.cmd.1", "dgk.IX.cmd.3", "dgk.IV.ord.2", "dgk.III.regr.4", "dgk.IX.cmd.2")
def test_11_a_leader_helps_orders_and_regrouping_and_fire_needs_none() -> None:
    for kind, state in itertools.product(M["types"], STATES):
        for action in umpire.MOVES:
            without, with_ = (umpire.order_chances(Question(action, kind, state=state, leader=x)) for x in (False, True))
            assert with_["obeyed"] > without["obeyed"] and with_["lost"] < without["lost"]
        assert (
            umpire.regroup_chances(Question("regroup", kind, leader=True))["failed"]
            < umpire.regroup_chances(Question("regroup", kind))["failed"]
        )
    for q in situations(type="infantry", target="infantry"):
        assert umpire.fire_chances(q) == umpire.fire_chances(replace(q, leader=True))
        assert "leader" not in umpire.FIELDS[q.action]


@rule("dgk.XII.mor.4")
def test_12_average_divisions_break_after_eight_to_twelve_turns_and_guns_decide() -> None:
    ends, by = [], {"guns": 0, "rest": 0}
    for seed in range(40):
        battle, end, _ = calibration.fight(seed)
        ends.append(end)
        for cause, n in battle.killed_by.items():
            by["guns" if cause in ("field", "heavy") else "rest"] += n
    assert 8 <= sorted(ends)[20] <= 12 and ends.count(0) <= 2
    assert by["guns"] > by["rest"]


@rule("dgk.V.dmg.9")
def test_13_one_action_can_destroy_a_unit() -> None:
    infantry = umpire.fire_chances(Question("deployed-fire", "infantry", range=9))
    assert infantry[4] > 0  # two bases of four
    guns = umpire.fire_chances(Question("deployed-fire", "field", range=20, target="field"))
    assert guns[3] > 0  # the only base of a battery
    assert umpire.destroyed(4, 4 - umpire.effect("steady", 4).bases) and umpire.destroyed(1, 1 - umpire.effect("steady", 3).bases)


@rule("dgk.VII.num.1", "dgk.VII.num.x1", "dgk.VII.num.x2", "dgk.VII.num.x3")
def test_14_assault_numbers_add_up_over_the_turn() -> None:
    assert umpire.compare(4, 4) == "even"
    assert umpire.compare(4 + 3, 4) == "target-outnumbered"
    assert umpire.compare(7 + 1, 4) == "target-badly-outnumbered"


@rule("dgk.VII.ass.2")
def test_frontal_assaults_on_steady_troops_in_cover_mostly_fail_and_demoralised_targets_mostly_break() -> None:
    for cover in ("soft", "hard", "fortified"):
        assert umpire.assault_chances(Question("assault", "infantry", cover=cover)).won < 0.3 * 10**9
    assert umpire.assault_chances(Question("assault", "infantry", target_state="demoralised")).won > 0.6 * 10**9


@rule("dgk.VII.ass.11")
def test_the_biggest_danger_to_an_assault_on_steady_troops_is_defensive_fire() -> None:
    for kind in ("infantry", "cavalry"):
        few, many = ("machinegun", "field", "heavy"), ("infantry", "cavalry")
        for target, numbers in (*((t, BADLY) for t in few), *((t, "even") for t in many)):
            for cover in ("none", "soft", "hard", "fortified"):
                fire, melee = danger(Question("assault", kind, target=target, numbers=numbers, cover=cover))
                assert fire > 1.5 * melee, (kind, target, cover)


@rule("dgk.VII.ass.2", "dgk.VII.ass.11")
def test_a_frontal_charge_on_a_steady_machine_gun_or_battery_fails_far_more_often_than_one_on_rifles() -> None:
    for kind in ("infantry", "cavalry"):
        rifles = assault_chances(Question("assault", kind))
        for target in ("machinegun", "field", "heavy"):
            guns = assault_chances(Question("assault", kind, target=target, numbers=BADLY))
            assert guns.won * 3 < rifles.won * 2 and guns.stopped > 1.6 * rifles.stopped
            flank = assault_chances(Question("assault", kind, target=target, numbers=BADLY, frontal=False))
            assert flank.won > 3 * guns.won  # from the side they are what they look like: a few men with guns that point elsewhere


@rule("dgk.VII.ass.10")
def test_targets_in_march_formation_are_a_good_choice() -> None:
    for kind in ("infantry", "cavalry"):
        by = [assault_chances(Question("assault", kind, formation=f)).won for f in ("deployed", "maneuver", "march")]
        assert by[0] < by[1] < by[2] and by[2] > 2 * by[0]


@rule("dgk.V.stat.6")
def test_the_demoralised_are_the_ideal_target() -> None:
    c = assault_chances(Question("assault", "infantry", target_state="demoralised"))
    assert c.stopped == 0 and c.won > 5 * c.repulsed


def test_tables_are_sound() -> None:
    rows = [umpire.damage_row(s) for s in range(int(next(iter(M["damage"]))), int(list(M["damage"])[-1]) + 1)]
    for row in rows:
        assert row == sorted(row, reverse=True) and min(row) >= 0 and max(row) <= 1000
        assert sum(umpire.weights(row)) == 1000
    for a, b in itertools.pairwise(rows):
        assert sum(a) < sum(b) and all(x <= y for x, y in zip(a, b, strict=True))
    for section, floor in ((M["fire"], int(next(iter(M["damage"])))),):
        low = sum(min(t["values"].values()) for t in section.values())
        high = sum(max(t["values"].values()) for t in section.values())
        assert floor <= low and high <= int(list(M["damage"])[-1])  # no score falls off the table
    for name in ("orders", "regroup"):
        score, table = M[name]["score"], M[name]["table"]
        assert int(next(iter(table))) <= sum(min(t["values"].values()) for t in score.values())
        assert sum(max(t["values"].values()) for t in score.values()) <= int(list(table)[-1])
        assert all(sum(r) <= 1000 and min(r) >= 0 for r in table.values())


def test_chances_are_what_all_rolls_give() -> None:
    """Every roll of the dice counted once gives exactly the chances told before."""
    all_dice = [list(d) for d in itertools.product(range(1, 11), repeat=3)]
    q = Question("moving-fire", "machinegun", target="cavalry", range=14, cover="soft")
    counts = [0] * 7
    for dice in all_dice:
        counts[umpire.resolve_fire(q, dice)] += 1
    assert counts == umpire.fire_chances(q)
    o = Question("march", "infantry", "reservist", "disordered")
    seen = {"obeyed": 0, "delayed": 0, "lost": 0}
    for dice in all_dice:
        seen[umpire.resolve_order(o, dice)] += 1
    assert seen == umpire.order_chances(o)
    assert sorted(umpire.roll_of(d) for d in all_dice) == list(range(1, 1001))
    a = umpire.assault_chances(Question("assault", "cavalry", "veteran", target="machinegun", cover="soft"))
    assert a.stopped + a.won + a.repulsed == sum(a.actor) == sum(a.target) == 10**9


@rule("dgk.V.dmg.1", "dgk.V.dmg.2", "dgk.V.dmg.3", "dgk.V.dmg.4", "dgk.V.dmg.5", "dgk.V.dmg.7", "dgk.V.stat.1")
def test_damage_levels_add_to_the_state() -> None:
    assert [tuple(umpire.effect("steady", n)) for n in range(6)] == [
        ("steady", 0, False),
        ("disordered", 0, False),
        ("demoralised", 0, False),
        ("demoralised", 1, True),
        ("demoralised", 2, True),
        ("demoralised", 3, True),
    ]
    assert umpire.effect("disordered", 1).state == "demoralised"
    assert umpire.effect("demoralised", 1) == ("demoralised", 1, True)
    assert umpire.effect("demoralised", 0) == ("demoralised", 0, False)


@rule("dgk.V.dmg.6", "dgk.V.dmg.13")
def test_half_the_bases_gone_destroys() -> None:
    assert [umpire.destroyed(*x) for x in ((4, 3), (4, 2), (3, 2), (3, 1), (1, 1), (1, 0), (6, 4), (6, 3))] == [
        False,
        True,
        False,
        True,
        False,
        True,
        False,
        True,
    ]


@rule("dgk.V.stat.4", "dgk.V.dmg.10")
def test_regrouping_by_a_step_or_fully() -> None:
    assert [umpire.recovered(s, r) for s in STATES[1:] for r in ("failed", "step", "full")] == [
        "disordered",
        "steady",
        "steady",
        "demoralised",
        "disordered",
        "steady",
    ]
    assert umpire.effect(umpire.recovered("demoralised", "full"), 2).bases == 0


@rule("dgk.IV.ord.4", "dgk.VII.ass.8", "dgk.VII.ass.5", "dgk.VII.ass.6", "dgk.IV.base.1", "dgk.IV.stat.2")
def test_base_moves_and_delays() -> None:
    assert [umpire.base_move("infantry", g, "maneuver") for g in M["grades"]] == [7, 6, 5]
    assert [umpire.base_move("infantry", g, "maneuver", True) for g in M["grades"]] == [3.5, 3, 2.5]
    assert [umpire.base_move(t, "average", "assault") for t in ("infantry", "cavalry")] == [6, 12]
    assert [umpire.base_move(t, "average", "assault", True) for t in ("infantry", "cavalry")] == [3, 6]
    assert umpire.base_move("field", "average", "deploy") == 1 and umpire.base_move("field", "average", "deploy", True) == 0


@rule("dgk.III.route.2", "dgk.III.route.3", "dgk.III.route.4", "dgk.III.route.5")
def test_route_march_distances() -> None:
    assert [umpire.base_move("infantry", g, "march") for g in ("reservist", "average", "veteran")] == [10, 12, 14]
    assert [umpire.base_move("cavalry", g, "march") for g in ("reservist", "average", "veteran")] == [20, 24, 28]
    assert [umpire.base_move(t, "average", "march") for t in ("machinegun", "field", "heavy", "fast", "slow")] == [
        12,
        12,
        12,
        16,
        8,
    ]


@rule("dgk.IV.fall.4")
def test_fall_back_distances() -> None:
    assert [M["types"][t]["fall_back"] for t in ("infantry", "machinegun", "field", "heavy", "cavalry", "fast", "slow")] == [
        6,
        6,
        6,
        6,
        12,
        8,
        4,
    ]


@rule("dgk.VI.range.1", "dgk.VI.range.2", "dgk.VI.range.3", "dgk.VI.range.4", "dgk.VI.range.5")
def test_ranges_of_the_arms() -> None:
    for kind, reach in (("infantry", 12), ("cavalry", 12), ("machinegun", 18), ("field", 24), ("heavy", 36)):
        umpire.fire_chances(Question("deployed-fire", kind, range=reach))
        with pytest.raises(FirestepError, match=r"choose another action \[dgk.VI.range.5\]"):
            umpire.fire_chances(Question("deployed-fire", kind, range=reach + 0.01))


@rule("dgk.X.ind.4", "dgk.X.ind.3")
def test_indirect_ranges() -> None:
    assert [umpire.indirect_range(d) for d in (5, 12, 12.2, 24, 48)] == [5, 12, 6.1, 12, 24]
    with pytest.raises(FirestepError, match="48"):
        umpire.indirect_range(48.1)
    assert M["special"]["indirect"]["action"] == "moving-fire"


@rule("dgk.III.turn.2")
def test_initiative_is_even() -> None:
    assert [umpire.initiative(d) for d in range(1, 11)].count("allied") == 5


@rule("dgk.XII.mor.2", "dgk.XII.mor.3", "dgk.XII.mor.4", "dgk.XII.mor.5")
def test_break_points() -> None:
    assert [umpire.break_point(13, q) for q in ("unmotivated", "average", "motivated")] == [6, 7, 8]
    assert umpire.break_point(5, "motivated") == 3 and umpire.break_point(10, "unmotivated") == 4


@rule("dgk.III.ass.5", "dgk.III.deploy.5", "dgk.III.regr.4")
def test_each_action_asks_only_for_its_fields() -> None:
    assert "range" not in umpire.FIELDS["assault"] and {"cover", "formation", "numbers"} < set(umpire.FIELDS["assault"])
    assert umpire.FIELDS["deploy"] == umpire.FIELDS["march"] == umpire.FIELDS["maneuver"] == ("state", "leader")
    assert umpire.FIELDS["regroup"] == ("leader",)
    assert umpire.order_chances(Question("march", "field", range=99)) == umpire.order_chances(Question("march", "field"))


@rule("dgk.VI.fire.4", "dgk.II.veh.1", "dgk.II.veh.2", "dgk.II.art.1")
def test_transport_neither_fires_nor_assaults_and_armoured_cars_fire_as_machine_guns() -> None:
    for kind in ("fast", "slow"):
        for action in (*umpire.FIRES, "assault"):
            with pytest.raises(FirestepError):
                umpire.check(Question(action, kind))
    car, gun = (Question("deployed-fire", k, range=10) for k in ("armoured-car", "machinegun"))
    assert umpire.fire_chances(car) == umpire.fire_chances(gun)
    assert umpire.fire_chances(Question("deployed-fire", "heavy", range=10)) != umpire.fire_chances(
        Question("deployed-fire", "field", range=10)
    )


@rule("dgk.X.air.5", "dgk.X.air.8", "dgk.X.mine.4", "dgk.X.air.3")
def test_special_fire_is_ordinary_fire_with_fixed_fields() -> None:
    s = M["special"]
    assert (s["bombing"]["type"], s["bombing"]["action"], umpire.band("field", s["bombing"]["range"])) == (
        "field",
        "deployed-fire",
        "6",
    )
    assert s["strafing"]["type"] == "machinegun" and s["command-mine"]["type"] == "field"
    assert (s["anti-aircraft"]["target-type"], s["anti-aircraft"]["target-formation"], s["anti-aircraft"]["cover"]) == (
        "fast",
        "maneuver",
        "none",
    )


def test_designed_numbers_say_so() -> None:
    assert set(M["designed"]) <= set(M) and {"fire", "damage", "orders", "regroup", "assault"} <= set(M["designed"])
