"""Chapter 15: Victory Points and the end of the game."""

from __future__ import annotations

import pytest

import firestep
from firestep.games.wwi.components import board
from firestep.games.wwi.victory import outcome, points
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, situation
from games.wwi.positions import O, field, hx, params, where

CENTRES = bits(board.CENTRES)
I = board.INDEX


def owner(s, i):
    return "allied" if s.state.allied_centres >> i & 1 else "central" if s.state.central_centres >> i & 1 else None


@rule("wwi.15.0")
@pytest.mark.parametrize("allied, central, winner", [(0, 75, None), (0, 76, "central"), (1, 75, "allied")])
def test_more_points_win_and_equal_points_draw(allied, central, winner):
    """After ten turns the scores decide; level scores are a draw."""
    half = board.hexes(board.CENTRES)
    s = field(
        {},
        turn=10,
        phase=10,
        segment="loans-central",
        vp={"allied": allied, "central": central},
        hexes={"centres-allied": half[: len(half) // 2], "centres-central": half[len(half) // 2 : len(half) // 2 * 2]},
    )
    assert s.outcome is None
    play(s, "done")
    assert s.over and s.outcome.winner == winner
    assert s.outcome.level == ("draw" if winner is None else "victory")
    assert s.outcome.scores["allied"] - s.outcome.scores["central"] == 75 + allied - central


@rule("wwi.15.4")
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_the_blockade_counts_in_both_games(scenario):
    """Seventy-five for the Allies, whatever happens."""
    s = firestep.start("wwi", scenario)
    own = 5 * s.state.allied_centres.bit_count() + s.state.vp[board.ALLIED]
    assert points(s.state, board.ALLIED) == own + 75
    assert points(s.state, board.CENTRAL) == 5 * s.state.central_centres.bit_count() + s.state.vp[board.CENTRAL]


@rule("wwi.15.3b")
def test_belgium_scores_in_the_historical_game_only():
    """Five for the Allies from the start; nothing in the free game."""
    assert firestep.start("wwi", "historical").state.vp == [5, 0]
    assert firestep.start("wwi", "free").state.vp == [0, 0]


@rule("wwi.15.1a")
def test_first_owners_of_the_centres():
    """Each side owns the centres of its countries; those of neutrals are nobody's; an army that stands on one holds it."""
    s = firestep.start("wwi", "historical")
    for i in CENTRES:
        unit = s.state.unit_in(i)
        side = s.state.side(unit) if unit >= 0 else s.state.allegiance[board.COUNTRY_AT[i]]
        assert owner(s, i) == {board.ALLIED: "allied", board.CENTRAL: "central"}.get(side), board.NUMBER[i]


@rule("wwi.15.1a")
def test_a_centre_belongs_to_whom_entered_it_last():
    """A German army enters a Russian centre and leaves again: five points changed sides until an Ally enters."""
    i = next(i for i in CENTRES if board.HOME[board.RS] >> i & 1 and board.NEAR[i].bit_count() == 6)
    near = [board.NUMBER[j] for j in bits(board.NEAR[i])]
    s = field({"ge-1": near[0], "rs-1": near[5] if board.GRID.distance(I[near[0]], I[near[5]]) == 2 else hx("n", "n")}, phase=2)
    before = points(s.state, board.ALLIED), points(s.state, board.CENTRAL)
    assert owner(s, i) == "allied"
    s = field({"ge-1": near[0]}, phase=2)
    play(s, "move ge-1", f"to {board.NUMBER[i]}")
    assert owner(s, i) == "central"
    gained = points(s.state, board.ALLIED), points(s.state, board.CENTRAL)
    assert gained[0] <= before[0] - 5 and gained[1] >= before[1] + 5
    s = field({"rs-1": near[0]}, phase=1, hexes={"centres-central": [board.NUMBER[i]]})
    assert owner(s, i) == "central"
    play(s, "move rs-1", f"to {board.NUMBER[i]}")
    assert owner(s, i) == "allied"


@rule("wwi.15.1a")
def test_passing_through_is_enough():
    """The army does not stop in the centre; it is captured all the same (trap T1)."""
    for i in CENTRES:
        if not board.HOME[board.RS] >> i & 1:
            continue
        for a in bits(board.NEAR[i]):
            for z in bits(board.NEAR[i]):
                if board.GRID.distance(a, z) == 2:
                    s = field({"ge-1": board.NUMBER[a]}, phase=2)
                    play(s, "move ge-1")
                    if f"to {board.NUMBER[z]}" not in [" ".join(x) for x in s.decision.actions]:
                        continue
                    play(s, f"to {board.NUMBER[z]}")
                    assert where(s, "ge-1") == board.NUMBER[z] and owner(s, i) == "central"
                    return
    pytest.fail("no centre to pass")


@rule("wwi.15.1a")
def test_retreat_and_advance_capture_too():
    """An attacker who advances into a centre owns it."""
    i = next(i for i in CENTRES if board.HOME[board.RS] >> i & 1 and board.CLEAR >> i & 1 and board.NEAR[i].bit_count() == 6)
    camp = [board.NUMBER[j] for j in bits(board.NEAR[i])][:2]
    s = field({"ge-1": camp[0], "ge-2": camp[1], "fr-1": board.NUMBER[i]}, phase=8, dice=[1], crp={"ge": 9, "fr": 0})
    play(s, f"attack {board.NUMBER[i]}", "add ge-1", "add ge-2", "go", "destroy", "pay ge 1", f"advance ge-1 {board.NUMBER[i]}")
    assert owner(s, i) == "central"
    assert {"unit": "ge-1", "hex": board.NUMBER[i]} in [dict(p) for p in params(s, "centre")]


@rule("wwi.15.1a")
@pytest.mark.parametrize("unit, country, phase", [("rs-1", board.RS, 1), ("ge-1", board.GE, 2)])
def test_entering_ones_own_centre_changes_nothing(unit, country, phase):
    """It was the side's and it stays the side's."""
    i = next(i for i in CENTRES if board.HOME[country] >> i & 1)
    start = board.NUMBER[next(j for j in bits(board.NEAR[i] & board.HOME[country]))]
    s = field({unit: start}, phase=phase)
    side = owner(s, i)
    play(s, f"move {unit}", f"to {board.NUMBER[i]}")
    assert where(s, unit) == board.NUMBER[i] and owner(s, i) == side == ("allied", "central")[phase - 1]
    assert board.NUMBER[i] not in [p["hex"] for p in params(s, "centre")]


@rule("wwi.15.1b")
def test_a_zone_captures_nothing():
    """An army next to a centre leaves its owner as it was."""
    i = next(i for i in CENTRES if board.HOME[board.RS] >> i & 1)
    start = next(j for j in bits(board.LAND & board.HOME[board.RS]) if board.GRID.distance(i, j) == 2)
    goal = next(j for j in bits(board.NEAR[i] & board.NEAR[start]))
    s = field({"ge-1": board.NUMBER[start], "rs-1": board.NUMBER[i]}, phase=2)
    play(s, "move ge-1", f"to {board.NUMBER[goal]}")
    assert board.NEAR[goal] >> i & 1 and owner(s, i) == "allied"


@rule("wwi.15.1a", "wwi.15.3a")
def test_centres_of_a_neutral_that_joins():
    """They become its side's, unless they were taken by the violator on his way (ruling R70)."""
    i = next(i for i in CENTRES if board.HOME[board.RM] >> i & 1)
    s = situation("wwi", "free", clear=True, turn=3, phase=2)
    assert owner(s, i) is None
    s = situation("wwi", "free", clear=True, turn=3, phase=2, allegiance={"rm": "allied"})
    assert owner(s, i) == "allied"


@rule("wwi.15.1a")
def test_five_points_a_centre():
    """The value of each is the same."""
    st = field({}, hexes={"centres-allied": board.hexes(board.CENTRES)}).state
    assert points(st, board.ALLIED) == 75 + 5 + 5 * len(CENTRES) and points(st, board.CENTRAL) == 0
    assert outcome(st).winner == "allied"


@rule("wwi.15.2")
@pytest.mark.parametrize("turn, vp", list(enumerate((100, 80, 70, 60, 50, 40, 30, 25, 20, 15), 1)))
def test_surrender_points_of_each_turn(turn, vp):
    """As printed on the Turn Record Track."""
    assert board.SURRENDER_VP[turn] == vp


def test_the_field_is_where_it_should_be():
    """The helper's field holds no centre, so that fights on it move no points."""
    assert not board.CENTRES >> I[O] & 1
