"""The shortest line that keeps an enemy out: the fewest hexes of one's own that stand between his ground and what is behind.

There are no zones of control: only a hex with a guard stops anybody, so a line without gaps is all there is, and the shorter
it is, the stronger. It is a minimum cut of the band of hexes behind the border, found with paths that share no hex.
"""

from __future__ import annotations

from firestep.games.tgw.combat.attackers import NEAR, WAYS
from firestep.hexmap.grid import bits

#: what a hex costs by how deep it lies: ground is given up for a line that is much shorter, where the enemy is stronger for any
#: that is; and how much more one costs that is empty
DEEP, FLAT, EMPTY = (3, 4, 5, 6), 3, 1
#: in the trenches ground is not given up so easily
DUG = (3, 8, 13, 18)


def shortest(zone: int, own: int, prizes: int, held: int, weak: int, depth: int, dug: bool = False) -> int:
    """The line of fewest hexes of `own`, at most so deep behind the enemy's zone, in front of all prizes; hexes that are held count
    less than those that must be filled, and of equals the line nearest to the enemy is taken."""
    layers = WAYS.layers(zone, zone | own)[1 : depth + 2]
    if not layers:
        return 0
    band = 0
    for layer in layers[:depth]:
        band |= layer
    deep = layers[depth] if len(layers) > depth else 0
    ends = band & (prizes | WAYS.spread(deep) if deep else prizes)
    if not ends:
        return layers[0]
    cost = {}
    for k, layer in enumerate(layers[:depth]):
        for i in bits(layer):
            price = DUG[k] if dug else FLAT if weak >> i & 1 else DEEP[k]
            cost[i] = price + EMPTY * (not held >> i & 1)
    return _cut(layers[:depth], band, ends, cost)


def _cut(layers: list[int], band: int, ends: int, cost: dict[int, int]) -> int:
    """The hexes of the band that all paths from its first layer to `ends` pass, as cheap as possible; each hex is an entry (2i) and
    an exit (2i + 1), and so many paths may use it as it costs."""
    flow: dict[tuple[int, int], int] = {}
    near = {i: bits(NEAR[i] & band) for i in bits(band)}
    first = [2 * i for i in bits(layers[0])]
    _straight(layers, near, cost, ends, flow)
    while True:
        parent: dict[int, int] = dict.fromkeys(first, -1)
        queue = list(first)
        end = -1
        for x in queue:
            i, out = divmod(x, 2)
            if out:
                if ends >> i & 1:
                    end = x
                    break
                found = [2 * j for j in near[i]]
                if flow.get((x - 1, x), 0) > 0:
                    found.append(x - 1)
            else:
                found = [x + 1] if flow.get((x, x + 1), 0) < cost[i] else []
                found += [2 * j + 1 for j in near[i] if flow.get((2 * j + 1, x), 0) > 0]
            for y in found:
                if y not in parent:
                    parent[y] = x
                    queue.append(y)
        if end < 0:
            return sum(1 << i for i in near if 2 * i in parent and 2 * i + 1 not in parent)
        while (before := parent[end]) >= 0:
            if flow.get((end, before), 0) > 0:
                flow[end, before] -= 1
            else:
                flow[before, end] = flow.get((before, end), 0) + 1
            end = before


def _straight(
    layers: list[int], near: dict[int, list[int]], cost: dict[int, int], ends: int, flow: dict[tuple[int, int], int]
) -> None:
    """The paths that go straight through, so that few are left to be searched for."""
    left = dict(cost)
    level = {i: k for k, layer in enumerate(layers) for i in bits(layer)}

    def push(i: int) -> list[int]:
        if not left[i]:
            return []
        if ends >> i & 1:
            return [i]
        for j in near[i]:
            if level[j] == level[i] + 1 and (rest := push(j)):
                return [i, *rest]
        return []

    for i in bits(layers[0]):
        while path := push(i):
            for k, j in enumerate(path):
                left[j] -= 1
                flow[2 * j, 2 * j + 1] = flow.get((2 * j, 2 * j + 1), 0) + 1
                if k:
                    before = 2 * path[k - 1] + 1
                    flow[before, 2 * j] = flow.get((before, 2 * j), 0) + 1
