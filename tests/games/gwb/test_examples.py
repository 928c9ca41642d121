"""The long worked examples of the rulebook, die by die."""

from __future__ import annotations

from typing import Any

from firestep.engine.session import Session
from firestep.games.gwb import GAME
from firestep.testing import play, rule, session_at, texts
from games.gwb.positions import Melee, at, field, last


def begin(dice: list[int], **options: str) -> Session[Any]:
    state, agenda = GAME.begin("training", GAME.settle_options(options))
    return session_at("gwb", state, *agenda, scenario="training", options=options, dice=dice)


def coordinated(dice: list[int]) -> Session[Any]:
    """To the end of the German coordinated combat phase, as printed; the corps guns support as the example has it (G11)."""
    s = begin(dice, corps_support="on")
    play(s, "attack 1006", "add ge-c1", "add ge-c2", "commit", "leave br-a", "leave br-a1", "ride", "back 1007")
    play(s, "advance ge-c1", "advance ge-c2")
    play(
        s, "attack 0806", "add ge-d1", "add ge-d2", "commit", "hold", "add ge-e1", "add ge-e2", "add ge-e3", "ready", "support fr-f"
    )
    return s


def moved(dice: list[int]) -> Session[Any]:
    s = coordinated(dice)
    play(s, "lose ge-d2", "lose ge-d2", "lose fr-b", "done", "done")
    for gun in ("ge-e1", "ge-e2", "ge-e3"):
        play(s, f"move {gun}", "limber", "go 0804", "halt")
    return s


@rule("gwb.ex.c1", "gwb.6.1.2a", "gwb.6.1.2b", "gwb.6.1.2d", "gwb.6.1.2f", "gwb.3.2")
def test_cavalry_retreats_before_combat() -> None:
    s = begin([])
    play(s, "attack 1006", "add ge-c1", "add ge-c2", "commit", "leave br-a", "leave br-a1", "ride", "back 1007")
    assert at(s, "br-a") == at(s, "br-a1") == "1007"
    assert s.state.b.board.grid.numbers(s.state.markers) == ["1006"]
    assert s.state.rolls == 0
    play(s, "advance ge-c1", "advance ge-c2")
    assert at(s, "ge-c1") == at(s, "ge-c2") == "1006"


@rule("gwb.ex.c2", "gwb.ex.c3", "gwb.ex.c4", "gwb.6.1a", "gwb.6.2f", "gwb.6.3c", "gwb.6.4c", "gwb.3.3a", "gwb.6.2e")
def test_barrage_fire_and_melee_of_the_coordinated_example() -> None:
    s = coordinated([4, 4, 2])
    assert [e.key for e in s.journal if e.key in ("barrage", "defensive-fire", "melee")] == ["barrage", "defensive-fire", "melee"]
    b, f, m = last(s, "barrage"), last(s, "defensive-fire"), last(s, "melee")
    assert (b["strength"], b["die"], b["modifier"], b["result"]) == (10, 4, 1, 3)
    assert (f["strength"], f["die"], f["barrage"], f["modifier"], f["result"]) == (12, 4, 3, 0, 2)
    assert (m["attack"], m["defence"], m["odds"], m["shift"], m["fire"]) == (6, 4, "1.5:1", 0, 2)
    assert (m["attacker"], m["defender"]) == (2, 1)


@rule("gwb.ex.c3", "gwb.13.3a")
def test_corps_guns_support_only_under_the_option() -> None:
    s = begin([])
    play(s, "attack 0806", "add ge-d1", "add ge-d2", "commit", "hold", "ready")
    assert "support fr-f" not in texts(s)
    assert "gwb.13.3a" in [r.rule for r in s.why_not("support fr-f")]


@rule("gwb.ex.c3", "gwb.3.5", "gwb.6.3.1a")
def test_the_same_fire_with_a_divisional_gun_of_four() -> None:
    """G11: rule gwb.13.3 stands, so the four points come from an eligible gun; here a German one defends against the French."""
    s = field(
        {
            "fr-g1": "0807",
            "fr-g2": "0807",
            "ge-r2": "0806",
            "ge-e3": "0604",
            "ge-c1": "0806 reduced",
            "ge-e1": "0806 limbered",
            "ge-e2": "0806 limbered",
        },
        side="allied",
        dice=[4, 2],
    )
    play(s, "attack 0806", "add fr-g1", "add fr-g2", "commit")
    assert "support ge-e3" in texts(s)
    play(s, "support ge-e3")
    assert last(s, "defensive-fire")["strength"] == 4 + 2 + 1 + 1 + 4


@rule("gwb.ex.c5", "gwb.6.4.2f", "gwb.3.7b", "gwb.7.8")
def test_deployed_guns_forbid_the_retreat() -> None:
    s = coordinated([4, 4, 2])
    assert texts(s) == ["lose ge-d1", "lose ge-d2"]  # no question whether to retreat


@rule("gwb.ex.c5", "gwb.6.4.2d")
def test_under_the_other_reading_deployed_guns_are_abandoned() -> None:
    s = begin([4, 4, 2], corps_support="on", guns="abandon")
    play(
        s, "attack 0806", "add ge-d1", "add ge-d2", "commit", "hold", "add ge-e1", "add ge-e2", "add ge-e3", "ready", "support fr-f"
    )
    assert texts(s) == ["hold", "retreat"]
    play(s, "retreat")
    assert at(s, "fr-b1") == at(s, "fr-b2") == "-1"


@rule("gwb.ex.c6", "gwb.3.19", "gwb.6.4.2e", "gwb.3.13b")
def test_if_the_guns_had_limbered() -> None:
    s = begin([4, 4, 2], corps_support="on")
    play(s, "attack 0806", "add ge-d1", "add ge-d2", "commit", "limber fr-b1", "limber fr-b2")
    play(s, "add ge-e1", "add ge-e2", "add ge-e3", "ready", "support fr-f")
    f, m = last(s, "defensive-fire"), last(s, "melee")
    assert f["strength"] == 4 + 1 + 1 + 4 and (m["attacker"], m["defender"]) == (2, 1)
    play(s, "retreat")
    assert last(s, "retreats")["spared"] == 1  # two retreat points, one step owed
    assert texts(s) == ["lose ge-d1", "lose ge-d2"]
    play(s, "lose ge-d1")
    assert all(t.startswith(("back", "part")) for t in texts(s))  # the French lose nothing


@rule("gwb.ex.c6", "gwb.6.4.2e")
def test_two_steps_owed_in_woods_are_both_spared(melee: Melee) -> None:
    melee(1, 2)
    s = field({"ge-r1": "0706", "ge-r2": "0706", "fr-b": "0806 reduced", "fr-g1": "0806 reduced", "fr-z1": "1010"}, dice=[6, 1])
    play(s, "attack 0806", "add ge-r1", "add ge-r2", "commit")
    m = last(s, "melee")
    assert m["odds"] == "2:1" and m["defender"] == 2 and m["attacker"] == 1
    play(s, "retreat")
    assert last(s, "retreats")["spared"] == 2
    assert all(t.startswith(("back", "part")) for t in texts(s))


@rule("gwb.ex.c7", "gwb.6.1.1e", "gwb.6.4.1c", "gwb.6.4.1b")
def test_losses_of_the_example() -> None:
    s = coordinated([4, 4, 2])
    t = s.copy()
    play(s, "lose ge-d2", "lose ge-d2")  # one unit eliminated
    assert at(s, "ge-d2") == "-1" and s.state.steps[s.state.b.by_id["ge-d1"]] == 2
    play(t, "lose ge-d1", "lose ge-d2")  # or two flipped
    assert [t.state.steps[t.state.b.by_id[i]] for i in ("ge-d1", "ge-d2")] == [1, 1]
    assert texts(s) == ["lose fr-b"]  # not a gun
    assert "gwb.6.4.1c" in [r.rule for r in s.why_not("lose fr-b1")]
    play(s, "lose fr-b")
    assert s.state.strength(s.state.b.by_id["fr-b"]) == 2
    assert s.state.b.board.grid.numbers(s.state.markers) == ["0806", "1006"]


@rule("gwb.ex.m1", "gwb.7.7a", "gwb.3.18")
def test_artillery_limbers_and_moves_two_points() -> None:
    s = coordinated([4, 4, 2])
    play(s, "lose ge-d2", "lose ge-d2", "lose fr-b", "done", "done", "move ge-e1", "limber", "go 0804")
    assert at(s, "ge-e1") == "0804"
    assert s.agenda[-1].mp == 6 - 2  # type: ignore[attr-defined]


@rule("gwb.ex.m2", "gwb.6.5e", "gwb.6.5x2", "gwb.mk.battle")
def test_costs_near_a_battle_marker_are_doubled() -> None:
    s = moved([4, 4, 2])
    play(s, "move ge-c1", "go 1005")
    assert s.agenda[-1].mp == 4  # type: ignore[attr-defined]
    play(s, "go 0906")
    assert at(s, "ge-c1") == "0906"
    assert s.state.moved >> s.state.b.by_id["ge-c1"] & 1


@rule("gwb.ex.m3", "gwb.10.2c", "gwb.geo")
def test_no_step_from_zone_to_zone() -> None:
    s = moved([4, 4, 2])
    st = s.state
    grid = st.b.board.grid
    assert (
        {"0906", "1005"} <= set(grid.neighbours("1006")) and "0806" in grid.neighbours("0906") and "0906" in grid.neighbours("1005")
    )
    assert st.zone(0) >> grid.index("1006") & 1 and st.zone(0) >> grid.index("0906") & 1
    play(s, "move ge-c1", "go 0906")  # only by way of 1005, and that costs all six points
    assert at(s, "ge-c1") == "0906" and s.state.moved >> s.state.b.by_id["ge-c1"] & 1
    t = field({"ge-c1": "1006", "ge-d1": "1005", "fr-b": "0806", "br-a": "1007"}, phase="movement", markers=["1006", "0806"])
    play(t, "done", "move ge-c1")
    assert "go 0906" in texts(t)
    t = field({"ge-u": "1006", "fr-b": "0806", "br-a": "1007", "fr-k": "1004"}, phase="movement")
    play(t, "done", "move ge-u")  # 1005 and 0905 are now in a zone as well: there is no way round
    assert "go 0906" not in texts(t)
    assert [r.rule for r in t.why_not("go 0906")] == ["gwb.10.2c"]


def hasty(dice: list[int]) -> Session[Any]:
    s = moved([4, 4, 2, *dice])
    for unit in ("ge-c1", "ge-c2"):
        play(s, f"move {unit}", "go 0906")
    play(s, "done", "done", "attack 0806", "add ge-c1", "add ge-c2", "commit", "hold")
    return s


@rule("gwb.ex.h1", "gwb.13.6b", "gwb.13.6a", "gwb.13.6e", "gwb.11.0d", "gwb.3.13c", "gwb.13.5a")
def test_open_sights_barrage_in_hasty_combat() -> None:
    s = hasty([6, 5, 5])
    assert texts(s) == ["add ge-e1", "add ge-e2", "ready"]
    play(s, "add ge-e1", "add ge-e2", "none")
    b = last(s, "barrage")
    assert (b["strength"], b["die"], b["modifier"], b["result"]) == (2, 6, 1, 0)


@rule("gwb.ex.h2", "gwb.ex.h3", "gwb.6.5c", "gwb.6.5x1")
def test_hasty_defensive_fire_and_melee() -> None:
    s = play(hasty([6, 5, 5]), "add ge-e1", "add ge-e2", "none")
    f, m = last(s, "defensive-fire"), last(s, "melee")
    assert (f["strength"], f["die"], f["result"]) == (6, 5, 2)
    assert (m["attack"], m["defence"], m["shift"], m["odds"], m["attacker"], m["defender"]) == (6, 2, 1, "2:1", 1, 1)
    play(s, "lose ge-c1", "lose fr-b")
    assert at(s, "fr-b") == "-1" and s.state.steps[s.state.b.by_id["ge-c1"]] == 1


@rule("gwb.ex.h4", "gwb.ex.h5", "gwb.ex.h6", "gwb.6.1.1c", "gwb.6.1.1d", "gwb.3.17b", "gwb.6.1f", "gwb.6.0d")
def test_lone_guns_fight_to_the_end() -> None:
    s = play(hasty([6, 5, 5, 3, 4]), "add ge-e1", "add ge-e2", "none", "lose ge-c1", "lose fr-b")
    play(s, "attack 0806", "add ge-d1", "commit", "hold")
    assert texts(s) == ["none", "support br-a1", "support fr-g3"]  # no question of a barrage: E has fired
    play(s, "none")
    f, m = last(s, "defensive-fire"), last(s, "melee")
    assert (f["strength"], f["die"], f["result"]) == (4, 3, 2)
    assert (m["attack"], m["defence"], m["odds"], m["attacker"], m["defender"]) == (3, 1, "2:1", 2, 2)
    play(s, "lose ge-d1", "lose ge-d1", "lose fr-b1", "lose fr-b2")
    assert at(s, "ge-d1") == at(s, "fr-b1") == at(s, "fr-b2") == "-1"
    assert texts(s) == ["done"] or not any(t.startswith("advance") for t in texts(s))


def village(dice: list[int]) -> Session[Any]:
    """Four German regiments (18) on two French of three in a village, with a barrage of 13: gwb.6.2 to gwb.6.4."""
    s = field(
        {
            "ge-r1": "1107",
            "ge-r2": "1107",
            "ge-c1": "1005",
            "ge-c2": "1005",
            "ge-d1": "1006",
            "ge-e1": "1005",
            "ge-e2": "1004",
            "ge-e3": "1004",
            "ge-e4": "1004",
            "fr-g1": "1106",
            "fr-g2": "1106",
            "fr-g3": "1108",
        },
        dice=dice,
    )
    return play(s, "attack 1106", *(f"add {u}" for u in ("ge-c1", "ge-c2", "ge-d1", "ge-r1", "ge-r2")), "commit")


@rule("gwb.6.2x", "gwb.6.3x", "gwb.6.4.1x", "gwb.6.4.2x")
def test_the_running_example_of_chapter_six() -> None:
    """13 points drop to 12 and take 3; 8 points give 2; 18 to 6 gives 2/1; the retreat leaves 1/0."""
    s = village([4, 3, 6])
    play(s, "add ge-e1", "add ge-e2", "add ge-e3", "add ge-e4", "ready", "support fr-g3")
    b, f, m = last(s, "barrage"), last(s, "defensive-fire"), last(s, "melee")
    assert (b["strength"], b["die"], b["modifier"], b["result"]) == (13, 4, 1, 3)
    assert (f["strength"], f["die"] + f["barrage"], f["result"]) == (8, 6, 2)
    assert (m["attack"], m["defence"], m["odds"]) == (18, 6, "3:1") and (m["attacker"], m["defender"]) == (2, 1)
    play(s, "retreat")
    assert last(s, "retreats")["spared"] == 1
    assert texts(s)[0].startswith("lose ge")
    play(s, "lose ge-c1")
    assert texts(s)[0].startswith("back")
