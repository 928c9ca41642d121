"""How a battle ends and how objectives are taken (gwb.4.0)."""

from __future__ import annotations

import pytest

from firestep.testing import play, rule, texts
from games.gwb.positions import Melee, at, bleed, count, field, last, on_the_move, unit


@rule("gwb.4.0a", "gwb.7.1a")
def test_a_march_turns_aside_for_an_objective_that_costs_no_detour() -> None:
    """G67, G79: of the cheapest ways from 0507 to 1108 the one with the lowest hexes would pass 1008 by."""
    s = on_the_move({"ge-c1": "0507", "fr-k": "0101"})
    play(s, "move ge-c1", "go 1108")
    assert at(s, "ge-c1") == "1108" and s.state.held[1] & s.state.b.board.grid.bit("1008")


@rule("gwb.4.0a")
def test_guns_off_the_board_alone_do_not_keep_a_battle_open(melee: Melee) -> None:
    melee(0, 1)
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-k": "0706 reduced"}, dice=[6, 1])
    s.state.at[unit(s, "fr-f")] = 0  # still to come
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "hold")
    play(bleed(s), "done")
    assert s.decision is None


def held(s: object, h: str, k: int = 1) -> bool:
    st = s.state  # type: ignore[attr-defined]
    return bool(st.held[k] & st.b.board.grid.bit(h))


@rule("gwb.4.0a", "gwb.7.1a")
@pytest.mark.parametrize(
    ("units", "marching", "moves"),
    [
        ({"fr-k": "0101"}, (), ["go 1010"]),
        ({"fr-k": "0101"}, (), ["go 1007", "go 1010"]),
        ({"fr-k": "0101"}, ("ge-c1",), ["go 1010"]),
        ({"fr-k": "0101", "fr-b1": "0607"}, ("ge-c1",), ["go 1010"]),
    ],
)
def test_an_objective_is_taken_on_the_way_however_the_march_is_entered(
    units: dict[str, str], marching: tuple[str, ...], moves: list[str]
) -> None:
    s = on_the_move({"ge-c1": "1006", **units}, marching=marching)
    assert held(s, "1008", 0)
    play(s, "move ge-c1", *moves)
    while "pass" in texts(s):
        s.take("pass")
    assert at(s, "ge-c1") == "1010" and held(s, "1008") and not held(s, "1008", 0)
    assert last(s, "taken")["hex"] == "1008"


@rule("gwb.4.0a", "gwb.7.1a")
def test_of_equal_ways_the_one_over_an_objective_is_taken() -> None:
    """G67, G79: 1005 to 1109 in five points; every way is as short over 1008 as past it."""
    s = on_the_move({"ge-c1": "1005", "fr-k": "0101"})
    play(s, "move ge-c1", "go 1109")
    assert held(s, "1008")
    t = on_the_move({"ge-c1": "1005", "fr-k": "0101"})
    play(t, "move ge-c1", "go 1207")
    assert at(t, "ge-c1") == "1207" and not held(t, "1008")  # no cheapest way leads over it


@rule("gwb.4.0a", "gwb.7.6b")
def test_a_train_takes_the_objectives_that_it_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    s = on_the_move({"ge-c1": "0303", "fr-k": "0110"})
    grid = s.state.b.board.grid
    monkeypatch.setattr(s.state.b, "objectives", {**s.state.b.objectives, grid.index("0703"): 2})
    play(s, "move ge-c1", "entrain", "ride 1003")
    assert at(s, "ge-c1") == "1003" and held(s, "0703")


@rule("gwb.4.0a")
def test_the_battle_ends_as_soon_as_one_side_has_nothing_left(melee: Melee) -> None:
    melee(0, 1)
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-k": "0706 reduced"}, dice=[6, 1])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "hold")
    play(bleed(s), "done")
    assert s.decision is None and s.outcome is not None
    assert s.state.turn == 1 and count(s, "end") == 1


@rule("gwb.4.0a")
def test_reinforcements_to_come_keep_a_battle_open(melee: Melee) -> None:
    melee(0, 1)
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-k": "0706 reduced"}, dice=[6, 1])
    z = unit(s, "fr-z1")
    s.state.at[z], s.state.steps[z] = 0, 2
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "hold")
    bleed(s)
    assert s.decision is not None
