"""The Terrain Effects Chart in combat: in each stage the one effect that helps the defender most (G21)."""

from __future__ import annotations

from firestep.games.gwb.components.board import Board, Ground
from firestep.games.gwb.components.tables import TERRAIN, Terrain
from firestep.hexmap.grid import bits
from firestep.hexmap.mapfile import side


def barrage(board: Board, h: int) -> int:
    """gwb.6.2e: only the best modifier of the target hex."""
    return max(TERRAIN[t].barrage for t in board.terrain[h])


def retreat_points(board: Board, h: int) -> int:
    """gwb.3.19: the largest of the hex."""
    return max(TERRAIN[t].retreat for t in board.terrain[h])


def approaches(g: Ground, target: int, attackers: int) -> list[Terrain]:
    """The effects of the sides that attackers (a set of hexes) come across; one attacker is enough (gwb.6.3d)."""
    board = g.board
    out = []
    for a in bits(attackers):  # gwb.6.3d
        kind = board.sides.get(side(a, target))
        if kind == "stream":
            out.append(TERRAIN["stream"])
        elif kind in ("river", "canal"):
            out.append(TERRAIN["bridge"])
        if board.high >> target & 1 and not board.high >> a & 1:
            out.append(TERRAIN["slope"])
    return out


def effects(g: Ground, target: int, attackers: int) -> list[Terrain]:
    """Those of the hex and of the sides."""
    return [TERRAIN[t] for t in g.board.terrain[target]] + approaches(g, target, attackers)


def fire(g: Ground, target: int, attackers: int) -> tuple[int, str]:
    """gwb.6.3b: the best defensive-fire modifier (low is good for the defender), and its name."""
    best = min(effects(g, target, attackers), key=lambda t: t.fire)
    return best.fire, best.name


def melee_shift(g: Ground, target: int, attackers: int) -> tuple[int, str]:
    """gwb.6.4b: the best melee shift to the left, and its name."""
    best = max(effects(g, target, attackers), key=lambda t: t.shift)
    return best.shift, best.name
