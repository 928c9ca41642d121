"""Zones of Control (chapter 6), and the ground that is open to a side."""

from __future__ import annotations

from firestep.engine.memo import Memo
from firestep.games.wwi.components import board
from firestep.games.wwi.state import State
from firestep.hexmap.grid import bits

_LIMIT = 60_000
_zones: Memo[tuple[int, int], int] = Memo(_LIMIT)


def zone_of(units: int, neutral: int) -> int:
    """The hexes controlled from these hexes: all neighbours (wwi.6.0a), not over blocked sides (wwi.6.17a, wwi.5.6d), not into
    neutral land (wwi.6.0d, wwi.6.41). Several zones on a hex are as one (wwi.6.0c). Belligerents never stand on neutral land, so
    cutting it off stops zones both ways."""
    key = units, neutral
    z = _zones.get(key)
    if z is None:
        z = _zones[key] = board.GROUND.around(units) & ~neutral  # wwi.5.6d, wwi.6.0a, wwi.6.17a, wwi.6.0c, wwi.6.0d, wwi.6.41
    return z


def exerting(st: State, side: int) -> int:
    """The hexes from which a side exerts zones: its units, and its intact fortifications of strength 2 and 3
    (wwi.6.51a, wwi.6.51b), which take nothing from the zones of its units (wwi.12.43b). Units in the Transit Area have no hex
    (wwi.5.55c, wwi.6.17b)."""
    return st.occ[side] | st.forts & st.side_forts[side] & board.STRONG_FORTS  # wwi.12.43b, wwi.5.55c, wwi.6.17b


def zone(st: State, side: int, without: int = 0) -> int:
    """All hexes a side controls. `without` leaves the zones of some hexes out (for pursuit, wwi.8.71c)."""
    units = exerting(st, side) & ~without  # wwi.8.71c
    if side == board.ALLIED and st.delayed:
        return _delayed_zone(st, units)
    return zone_of(units, st.neutral)


def _delayed_zone(st: State, units: int) -> int:
    """After a Central violation the zones of Allied units do not cross the victim's border this turn, neither inwards nor outwards;
    only the victim's own do (wwi.6.43b, R35). Two victims of one turn are strangers to each other."""
    parts = [(units, board.LAND)]
    for n in bits(st.delayed):
        land = board.HOME[n]
        own = st.of[n] | board.FORTS_OF[n] & st.forts & board.STRONG_FORTS
        parts = [
            (mask, ground)
            for m, g in parts
            for mask, ground in ((m & own, g), (m & ~own & land, g & land), (m & ~own & ~land, g & ~land))
            if mask
        ]
    z = 0
    for mask, ground in parts:
        z |= zone_of(mask, st.neutral) & ground
    return z


def held(st: State, side: int) -> int:
    """Hexes in which a side's unit or intact fortification stands."""
    return st.occ[side] | st.forts & st.side_forts[side]


def passable(st: State, side: int) -> int:
    """Land a side may stand on: no enemy unit (wwi.5.21a), no intact enemy fortification (wwi.12.43a, R34), no neutral ground:
    neither do paths of supply lead there (wwi.9.31a, wwi.9.31c). Friends do not bar it (wwi.5.21c)."""
    enemy = 1 - side
    return board.LAND & ~st.neutral & ~held(st, enemy)  # wwi.5.21a, wwi.12.43a, wwi.9.31a, wwi.9.31c


def clear_of_zones(st: State, side: int) -> int:
    """Passable land that is free of enemy zones or held by a friend, who cancels them (wwi.6.52a): the ground
    of retreats (wwi.6.31a, wwi.6.32a), supply paths (wwi.6.31b, wwi.6.32b, wwi.9.32) and rail links. The last answer is kept with
    the masks it follows from."""
    allied, central = st.occ[0], st.occ[1]
    answer = None
    if memo := st.open_ground[side]:
        a, c, forts, neutral, delayed, sites, answer = memo
        if (
            a is allied
            and c is central
            and forts is st.forts
            and neutral is st.neutral
            and delayed == st.delayed
            and (sites is st.side_forts)
        ):
            return int(answer)
    found = passable(st, side) & ~(zone(st, 1 - side) & ~held(st, side))  # wwi.6.31a, wwi.6.32a, wwi.6.32b, wwi.9.32
    if found == answer:
        found = answer  # the same object, so that what was remembered for it still holds
    st.open_ground[side] = allied, central, st.forts, st.neutral, st.delayed, st.side_forts, found
    return found
