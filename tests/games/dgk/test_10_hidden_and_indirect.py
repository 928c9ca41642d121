"""Hidden units and indirect fire (dgk.X.ind)."""

from __future__ import annotations

from typing import Any

from firestep.games.dgk import assault, damage, special, umpire
from firestep.games.dgk.damage import Source
from firestep.games.dgk.formations import MANEUVER
from firestep.games.dgk.game import GAME
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.state import OFF, ON, State
from firestep.testing import rule
from games.dgk.positions import BEST, WORST, S, act, box, driven, keys, levels, line, n, no, table, unit, verbs, where
from games.dgk.test_10_vehicles import rails, run

FOOT, FOE = unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 25, 180)


@rule("dgk.X.ind.2", "dgk.VIII.cover.3")
def test_a_wall_before_the_target_covers_it_from_indirect_fire_too() -> None:
    def shot(*ground: dict[str, object]) -> umpire.Question:
        g = table(
            unit("a1", "field", 20, 40, 0),
            unit("a2", "infantry", 30, 26, 0),
            unit("c1", "infantry", 20, 20, 180),
            ground=list(ground),
            options={"indirect": "on"},
        )
        s = act(g, "a1", BEST)
        s.take("indirect c1")
        entry = next(e for e in s.journal if e.key == "fire")
        return str(entry.params["cover"])  # type: ignore[return-value]

    assert shot() == "none" and shot(line("wall", (15, 20.5), (25, 20.5))) == "hard"


@rule("dgk.X.ind.2")
def test_a_hill_under_battery_or_target_is_not_in_the_way() -> None:
    def barred(*ground: dict[str, object]) -> set[str]:
        g = table(
            unit("a1", "field", 20, 40, 0),
            unit("a2", "infantry", 26, 26, 0),
            unit("c1", "infantry", 20, 20, 180),
            ground=list(ground),
            options={"indirect": "on"},
        )
        return no(act(g, "a1"), "indirect c1")

    assert barred(box("hill", 10, 35, 24, 46, level=2, slope=True)) == set()
    assert barred(box("hill", 10, 12, 30, 22, level=2, slope=True)) == set()
    assert barred(box("hill", 10, 28, 24, 33, level=2, slope=True)) == {"dgk.X.ind.2"}
    assert barred(box("hill", 10, 28, 24, 33, level=1, slope=True)) == set()


@rule("dgk.X.ind.5", "dgk.VII.home.1")
def test_who_assaults_out_of_hiding_is_seen() -> None:
    for dice in (BEST, WORST):
        g = table(unit("a1", "infantry", 20, 30, 0, hidden=True), unit("c1", "infantry", 20, 25, 180))
        s = act(g, "a1", dice, dice, dice)
        s.take("assault c1")
        assert g.hidden[0] == 0


@rule("dgk.X.ind.5", "dgk.III.ass.1")
def test_who_comes_out_of_hiding_to_assault_is_seen_even_if_he_is_stopped() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver", hidden=True), FOE)
    charged_dice = assault.question(g, 0, 1, True)
    first = umpire.defensive_score(charged_dice)
    assert first is not None
    s = act(g, "a1", levels(first.total, 3), WORST, WORST)  # no dice for his order
    s.take("assault c1")
    assert "assault-stopped" in keys(s) and g.hidden[0] == 0


@rule("dgk.X.ind.5", "dgk.IV.fall.1")
def test_who_falls_back_is_hidden_no_longer() -> None:
    g = table(FOOT, unit("c1", "infantry", 20, 15, 180, hidden=True))
    driven(g, "c1", (20, 30))
    assert g.place[1] == ON and g.hidden[1] == 0


@rule("dgk.X.ind.5", "dgk.X.train.5")
def test_a_train_that_rolls_past_finds_who_hides_beside_the_track() -> None:
    g = rails(unit("c1", "infantry", 38, 31.3, 0, hidden=True), unit("c2", "infantry", 38, 32.6, 0, hidden=True))
    s = run(g, "maneuver", 8)
    assert where(s, "a-train")[0] == 38 and g.hidden[1:3] == [0, 1]


@rule("dgk.X.ind.1", "dgk.VI.fire.1")
def test_guns_that_deployed_this_turn_do_not_fire_indirectly() -> None:
    g = table(
        unit("a-gun", "field", 20, 50),
        unit("a-eyes", "machinegun", 34, 20, 270),
        unit("c1", "infantry", 20, 20, 180),
        options={"indirect": "on"},
        size=(60, 60),
        ground=[box("woods", 10, 32, 30, 40)],
    )
    assert no(act(g, "a-gun"), "indirect c1") == set()
    g.began[0] = MANEUVER
    assert no(act(g, "a-gun"), "indirect c1") == {"dgk.X.ind.1"}


@rule("dgk.X.ind.5", "dgk.V.dmg.7")
def test_what_happens_to_a_hidden_unit_is_read_by_its_side_alone() -> None:
    g = table(FOOT, unit("c1", "infantry", 20, 15, 180, hidden=True))
    s = act(g, "c1")
    damage.hurt(s, 1, 1, Source((20, 30), 0))
    assert [e.params.get("only") for e in s.journal if e.key == "damage"] == ["central"]
    damage.hurt(s, 0, 1, Source((20, 10), 1))
    assert [e.params.get("only") for e in s.journal if e.key == "damage"] == ["central", None]


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
    blind.place[n(blind, "a-eyes")] = OFF
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
