"""Which units may attack what (tgw.10.1, tgw.10.2, tgw.15.22, tgw.15.24, tgw.15.54, tgw.15.71)."""

from __future__ import annotations

from firestep.games.tgw.combat.bans import Ban, apart, bans, choosy, northerners
from firestep.games.tgw.combat.shifts import weather_in
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.state import State
from firestep.games.tgw.supply import sources
from firestep.hexmap.grid import bits
from firestep.hexmap.ways import HexGraph

#: hexes from which one can attack into another: not over sea, lakes or impassable sides (tgw.10.15a, N14); over haffs (N14b)
WAYS = HexGraph(board.ATLAS, board.STEPS)
NEAR = WAYS.near
#: units without an attack factor: HQs, which have no strength at all (tgw.3.26f), and anti-tank units (tgw.15.32a)
HARMLESS = roster.HQ | sum(1 << u for u in range(roster.N) if not roster.ATTACK[u])
#: where tanks never attack (tgw.15.24a)
NO_TANKS = board.MARSH | board.MOUNTAIN | board.PASS | board.ALPINE | board.FOREST


def enemies(st: State, side: int) -> int:
    """Returns the hexes that a side can attack: those with enemy combat units or an intact enemy fort (N14f)."""
    return st.held[1 - side] | st.fort_of[1 - side]


def no_tanks(st: State, hex: int) -> bool:
    """Ground into which tanks do not attack: flood plain too in Wet weather (tgw.15.24a)."""
    return bool(NO_TANKS >> hex & 1) or bool(board.FLOOD >> hex & 1) and weather_in(st, hex) == tables.WET


def guarded(st: State, hex: int, side: int) -> bool:
    """Enemy infantry or an intact enemy fort is in the hex: cavalry does not ride against it alone (tgw.15.54a)."""
    return bool(st.stack(hex) & st.troops[1 - side] & unit_types.foot(st)) or bool(forts.shift(st, hex, 1 - side))


def ready(st: State, side: int, pool: int = -1) -> int:
    """Returns the units of a side that have an attack factor and have not attacked in this phase (tgw.10.14a). A unit attacks with
    its whole strength (tgw.10.24a)."""
    return st.troops[side] & ~HARMLESS & ~st.attacked & pool  # tgw.10.24a


_ALPS = tuple(board.ALPINE & m for m in fronts.FRONT)


def snowed(st: State) -> int:
    """Returns the Alpine hexes of fronts in Snow: no unit attacks into or out of them (tgw.10.15b, tgw.12.2i)."""
    out = 0
    if tables.SNOW in st.weather:
        for front, now in enumerate(st.weather):
            if now == tables.SNOW:
                out |= _ALPS[front]  # tgw.12.2i
    return out


def candidates(st: State, side: int, hex: int, joined: int, able: int, banned: list[Ban]) -> int:
    """Returns the units among `able`, adjacent to a hex (tgw.10.11a) on all six sides (tgw.10.13a), that may join an attack in
    which `joined` take part."""
    bit = 1 << hex
    snow = snowed(st)
    if snow & bit:
        return 0
    out = 0
    wall = guarded(st, hex, side)
    closed = 0
    for ban in banned:
        if ban.hexes & bit:
            closed |= ban.units
    able &= ~closed & ~joined
    if bit & board.ALPINE:
        able &= roster.MOUNTAIN  # tgw.15.71a
    if no_tanks(st, hex):
        able &= ~roster.TANK
    for i in bits(NEAR[hex] & st.held[side] & ~snow):  # tgw.10.11a, tgw.10.13a
        here = st.where[i] & able
        if not here:
            continue
        with_them = joined & st.where[i]
        if tanks := here & roster.TANK:
            for u in bits(tanks):
                if not companions(with_them, u):  # tgw.15.22a
                    here &= ~(1 << u)
        if wall and (riders := unit_types.bound_cavalry(st, here)) and not with_them & unit_types.foot(st):
            here &= ~riders
        out |= here
    if out and choosy(st, out):
        for u in bits(out):
            if apart(st, joined, u):
                out &= ~(1 << u)
    return out


def companions(units: int, tank: int) -> int:
    """The units of the tank's nationality, no tanks themselves, among some: British of all colours are one (tgw.15.22a)."""
    out = 0
    for n in sources.KIN[roster.NATION_OF[tank]]:
        out |= roster.CORPS[n]
    return units & out & roster.COMBAT & ~roster.TANK


def all_of(st: State, side: int, hex: int, joined: int, able: int, banned: list[Ban], origin: int) -> int:
    """Everyone in a hex who may join, foot first, so that tanks and cavalry find their company; who may not attack together with
    those before him stays behind."""
    here = able & st.where.get(origin, 0)
    out = 0
    one_by_one = choosy(st, here)
    while more := candidates(st, side, hex, joined | out, here, banned):
        more = more & unit_types.foot(st) or more
        if not one_by_one:
            out |= more
            continue
        for u in bits(more):
            if not apart(st, joined | out, u):
                out |= 1 << u
    return out


def several(st: State, able: int, found: int, origin: int) -> bool:
    """Whether more than one unit of a hex can join: two are free to, or one whom tanks or cavalry would follow."""
    here = found & st.where[origin]
    return bool(here & (here - 1)) or bool(here and st.where[origin] & able & ~here & (roster.TANK | roster.CAVALRY))


def attackable(st: State, side: int, area: int, pool: int = -1) -> list[int]:
    """Returns the hexes of an area that some unit may attack now, none of them attacked before in this phase (tgw.10.14a)."""
    there = enemies(st, side) & area & ~st.targets
    mine = st.held[side] & WAYS.spread(there)
    if not mine:
        return []
    able = ready(st, side, pool)
    banned = bans(st, side)
    shut = 0
    for ban in banned:
        shut |= ban.units
    plain = able & ~shut & ~roster.TANK & ~roster.CAVALRY
    if side == tables.CENTRAL and area & fronts.FRONT[fronts.EAST]:
        plain &= ~northerners(st, plain)  # four of them may attack (tgw.17.31g)
    sure = any_ = 0
    for i in bits(mine):
        here = st.where[i]
        if here & plain:
            sure |= 1 << i
        elif here & able:
            any_ |= 1 << i
    snow = snowed(st)
    found = WAYS.step(sure & ~snow) & there & ~board.ALPINE
    rest = there & WAYS.step(sure | any_) & ~found
    out = bits(found)
    if rest:
        out += [i for i in bits(rest) if candidates(st, side, i, 0, able, banned)]
        out.sort()
    return out
