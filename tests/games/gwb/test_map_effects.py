"""What was designed on the maps must not empty a rule: each feature that a rule depends on makes a difference."""

from __future__ import annotations

from functools import cache

import pytest

from firestep.games.gwb.components.battle import battle
from firestep.games.gwb.components.board import Board, Ground
from firestep.games.gwb.meta import battles
from firestep.games.gwb.state import State
from firestep.hexmap.grid import bits
from firestep.testing import rule

Pair = tuple[int, int]


@cache
def board_of(id: str) -> Board:
    return battle(id).board


@cache
def ground_of(id: str) -> Ground:
    """The ground with the bridges that stand when the battle begins."""
    return State(battle(id)).ground


def names(board: Board, pairs: list[Pair]) -> list[str]:
    return [f"{board.grid.number(a)}/{board.grid.number(b)}" for a, b in pairs]


def parted(board: Board) -> list[Pair]:
    """The sides that a map marks as water."""
    return [s for s, kind in board.sides.items() if kind in ("river", "canal", "moat", "lake")]


@rule("gwb.7.3a", "gwb.7.3d", "gwb.7.3e", "gwb.10.0a")
@pytest.mark.parametrize("id", battles())
def test_every_water_side_parts_hexes_that_armies_could_join(id: str) -> None:
    """With the water gone, zones and marches would cross there. Water between two hexes of a lake would part nothing."""
    board, ground = board_of(id), ground_of(id)
    wet = [s for s in parted(board) if s not in board.bridge_name]
    dry = Ground(board, 0, ("river", "canal", "moat", "lake"))
    idle = [(a, b) for a, b in wet if not (board.land >> a & board.land >> b & 1 and dry.attackable(a) >> b & 1)]
    assert names(board, idle) == []
    assert names(board, [(a, b) for a, b in wet if ground.attackable(a) >> b & 1 or ground.cost(False, a, b) is not None]) == []


@rule("gwb.7.3d")
@pytest.mark.parametrize("id", battles())
def test_every_bridge_joins_what_water_would_part(id: str) -> None:
    """Each bridge leads from dry land to dry land for men and guns, and without it nobody crosses there."""
    board = board_of(id)
    whole, broken = board.ground(0), board.ground((1 << len(board.bridges)) - 1)
    for a, b in board.bridges:
        assert whole.attackable(a) >> b & 1 and not broken.attackable(a) >> b & 1, names(board, [(a, b)])
        for wheels in (False, True):
            assert whole.cost(wheels, a, b) is not None and broken.cost(wheels, a, b) is None, names(board, [(a, b)])


@rule("gwb.7.1e", "gwb.7.3c")
@pytest.mark.parametrize("id", battles())
@pytest.mark.parametrize("way", ["road", "trail"])
def test_roads_and_trails_carry_somebody_faster_than_the_ground_beside_them(id: str, way: str) -> None:
    """They cost as much as clear ground, so some of them lead through worse."""
    board, ground = board_of(id), ground_of(id)
    saved = 0
    for a, b in board.ways[way]:
        for wheels in (False, True):
            on_way, beside = ground.cost(wheels, a, b), board.enter[wheels][b]
            saved += on_way is not None and (beside is None or beside > on_way)
    assert saved or not board.ways[way]


@rule("gwb.7.6b")
@pytest.mark.parametrize("id", [id for id in battles() if any(battle(id).rail)])
def test_a_railway_carries_a_train_farther_than_a_day_on_foot(id: str) -> None:
    board, ground = board_of(id), ground_of(id)
    left, far = ground.rails.ends, 0
    while left:
        line = ground.line((left & -left).bit_length() - 1, 0)
        left &= ~line
        far = max(far, *(board.grid.distance(a, b) for a in bits(line) for b in bits(line)))
    assert far > max(battle(id).move)


@rule("gwb.13.5b", "gwb.13.5c")
@pytest.mark.parametrize("id", battles())
def test_every_wood_village_and_height_hides_something(id: str) -> None:
    """Of two hexes on opposite sides of it one does not see the other, which it would over open ground."""
    board = board_of(id)
    block = board.with_["woods"] | board.with_["village"] | board.with_["city"] | board.high
    for h in bits(block & board.land):
        around = [(h - d, h + d) for d in board.grid.shifts if board.land >> (h - d) & 1 and board.land >> (h + d) & 1]
        lower = [(a, b) for a, b in around if not (board.high >> a | board.high >> b) & 1]
        tall = (block & ~board.high) >> h & 1
        hidden = [pair for pair in (around if tall else lower) if not board.sight(*pair)]
        assert hidden == (around if tall else lower), board.grid.number(h)
    seen = [h for h in bits(board.high) if any(not board.sight(h - d, h + d) for d in board.grid.shifts)]
    assert seen or not board.high


@rule("gwb.6.2e", "gwb.6.3b", "gwb.6.4b", "gwb.7.1a")
@pytest.mark.parametrize("id", battles())
def test_no_terrain_of_a_map_is_cut_off_from_the_fighting(id: str) -> None:
    """Every land hex can be entered on foot from a neighbour, and attacked from one."""
    board, ground = board_of(id), board_of(id).ground(0)
    for h in bits(board.land):
        near = [a for a in bits(board.grid.near(h)) if board.land >> a & 1]
        assert any(ground.cost(False, a, h) is not None for a in near), board.grid.number(h)
        assert ground.attackable(h), board.grid.number(h)


@rule("gwb.12.1a", "gwb.12.1b")
@pytest.mark.parametrize("id", battles())
def test_no_map_keeps_everybody_in_communication_for_ever(id: str) -> None:
    """Rivers and lakes leave each side sources to lose: with the zones of some enemies a line to them is cut, without them not."""
    b, ground = battle(id), ground_of(id)
    for k in (0, 1):
        free = ground.communication(b.supply[k], 0)
        reached = free & b.board.land
        assert reached.bit_count() > 0.9 * b.board.land.bit_count(), k
        middle = max(bits(b.board.land), key=lambda h: min(b.board.grid.distance(h, o) for o in bits(b.supply[k])))
        ring = ground.zone(b.board.disc(middle, 3) & ~b.board.disc(middle, 2) & b.board.land)
        assert not ground.communication(b.supply[k], ring & ~(1 << middle)) >> middle & 1, k
