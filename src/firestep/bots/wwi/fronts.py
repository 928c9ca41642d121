"""The state of the fronts: one number for a position, from the side's own view, in Combat Resource Points.

It counts points and cities, armies in and out of supply, what the enemy could walk into because no line stands before it, what
can be attacked, and how near armies are to their goals. Everything is a handful of floods over sets of hexes.
"""

from __future__ import annotations

from firestep.bots.wwi import goals, values
from firestep.engine.memo import Memo
from firestep.games.wwi.components import board
from firestep.games.wwi.russia import held_in_russia
from firestep.games.wwi.state import State
from firestep.games.wwi.supply import active_links, east_sources
from firestep.hexmap.grid import bits

#: steps of a free march that are looked at
MARCH = 6
#: an army whose supply the enemy could march across: the Allies move first in a turn, so their armies are in more danger
RISK = (2.0, 0.7)

_around = board.GROUND.around
_homes: Memo[tuple[int, ...], tuple[int, int]] = Memo(50)
_SOURCES_BY_NATION = board.SUPPLY_CITIES


def homes(st: State) -> tuple[int, int]:
    """The land of the countries of each side."""
    key = tuple(st.allegiance)
    found = _homes.get(key)
    if found is None:
        land = [0, 0, 0, 0]
        for n, side in enumerate(key):
            land[side] |= board.HOME[n]
        found = _homes[key] = land[0], land[1]
    return found


def sources(st: State, side: int) -> int:
    """Every supply source of a side; which nation may use which is left out here."""
    out = 0
    for n, whose in enumerate(st.allegiance):
        if whose == side:
            out |= _SOURCES_BY_NATION[n]
    if side == board.ALLIED:
        out |= board.WEST_EDGE & board.HOME[board.FR] | active_links(st) | east_sources(st)
        if st.allegiance[board.IT] == board.ALLIED:
            out |= board.WEST_EDGE & board.HOME[board.IT]
    return out


class Front:
    """The masks of a position as one side sees it."""

    __slots__ = ("en", "held_en", "held_me", "land", "me", "side", "st", "zone_en", "zone_me")

    def __init__(self, st: State, side: int) -> None:
        self.st = st
        self.side = side
        forts = st.forts
        self.me, self.en = st.occ[side], st.occ[1 - side]
        mine, his = forts & st.side_forts[side], forts & st.side_forts[1 - side]
        self.held_me, self.held_en = self.me | mine, self.en | his
        self.land = board.LAND & ~st.neutral
        self.zone_me = _around(self.me | mine & board.STRONG_FORTS) & self.land
        self.zone_en = _around(self.en | his & board.STRONG_FORTS) & self.land

    def supplied(self, me: bool, overrun: int = 0) -> int:
        """Ground connected to a source of one's own side, or of the enemy's; `overrun` is ground the enemy might stand on."""
        if me:
            open = self.land & ~self.held_en & ~((self.zone_en | _around(overrun)) & ~self.held_me)
            return board.GROUND.flood(sources(self.st, self.side), open)
        open = self.land & ~self.held_me & ~(self.zone_me & ~self.held_en)
        return board.GROUND.flood(sources(self.st, 1 - self.side), open)

    def march(self, me: bool) -> tuple[int, int]:
        """Where armies of one side can march freely, no zone in the way; and that with the hexes where they would be stopped."""
        units, held, zone = (self.me, self.held_en, self.zone_en) if me else (self.en, self.held_me, self.zone_me)
        run = self.land & ~held & ~zone
        seen = _around(units) & run
        for _ in range(MARCH - 2):
            more = _around(seen) & run
            if more == seen:
                break
            seen = more
        return seen, _around(seen | units) & self.land & ~held


def assets(st: State, side: int) -> tuple[int, int, int]:
    """What a side must not lose: Resource Centers, Russian cities, supply cities."""
    centres = st.allied_centres if side == board.ALLIED else st.central_centres
    cities = board.RUSSIAN_CITIES & ~st.fallen if side == board.ALLIED and not st.surrendered else 0
    bases = 0
    for n, whose in enumerate(st.allegiance):
        if whose == side:
            bases |= board.SUPPLY_CITIES[n]
    return centres, cities, bases


def judge(st: State, side: int, drawn: dict[int, goals.Field]) -> float:
    """The worth of a position for a side. `drawn` are the fields of its nations as the goals stand in the real game: in a trial
    that takes a goal it still counts to be there."""
    f = Front(st, side)
    value = _points(st, side)
    # supply
    cut = f.me & ~f.supplied(True)
    if cut:
        value -= values.ARMY_FOR_GOOD * cut.bit_count()
    cut = f.held_en & ~f.supplied(False)
    if cut:  # armies starve, and fortresses that would stand for ever
        value += (6.0 if side == board.CENTRAL else 4.0) * (cut & f.en).bit_count()
        centres, cities, _ = assets(st, 1 - side)
        value += 0.3 * (values.CENTRE * (cut & centres).bit_count() + values.city(st) * (cut & cities).bit_count())
    # lines
    free, stopped = f.march(me=False)
    centres, cities, bases = assets(st, side)
    if free:
        value -= 0.12 * (free & homes(st)[side]).bit_count()
    if lost := centres & stopped:
        value -= 0.45 * values.CENTRE * lost.bit_count()
    if lost := cities & stopped:
        value -= 0.45 * values.city(st) * lost.bit_count()
    if lost := bases & stopped:
        value -= 2.0 * lost.bit_count()
    if stopped:
        value -= RISK[side] * (f.me & ~f.supplied(True, stopped)).bit_count()
    free, stopped = f.march(me=True)
    centres, cities, bases = assets(st, 1 - side)
    if won := centres & stopped:
        value += 0.15 * values.CENTRE * won.bit_count()
    if won := cities & stopped:
        value += 0.15 * values.city(st) * won.bit_count()
    # contact
    value += _contact(st, side, f)
    for n, where in enumerate(st.of):
        if where and st.allegiance[n] == side:
            field = drawn[n]
            for i in bits(where):
                value += field[i]
    return value


def _points(st: State, side: int) -> float:
    lead = (
        st.vp[board.CENTRAL]
        - st.vp[board.ALLIED]
        + board.CENTRE_VP * (st.central_centres.bit_count() - st.allied_centres.bit_count())
    )
    value = values.VP * lead
    if not st.surrendered:
        fallen = st.fallen
        value += values.city(st) * ((fallen & board.COLLAPSE_CITIES).bit_count() + (0.5 if fallen & board.OTHER_CITIES else 0.0))
    elif held_in_russia(st):
        value += 8.0 * min(4, (st.occ[board.CENTRAL] & board.RUSSIAN_CITIES).bit_count())
    return value if side == board.CENTRAL else -value


def _contact(st: State, side: int, f: Front) -> float:
    """Attacks that could be made, and attacks to be feared."""
    who, near = st.who, board.NEAR
    attack, defense, rough, forts = board.ATTACK, board.DEFENSE, board.ROUGH, st.forts
    winter = 0 if st.turn % 2 else 2
    value = 0.0
    for i in bits(f.held_en & f.zone_me):
        strength = 0
        for j in bits(near[i] & f.me):
            strength += attack[who[j] - 1]
        u = who[i] - 1
        against = (defense[u] if u >= 0 else 0) + (rough >> i & 1) + winter
        if forts >> i & 1:
            against += board.FORT_STRENGTH[i]
        if strength >= against:
            value += 0.8 + 0.12 * min(strength - against, 10)
    for i in bits(f.me & f.zone_en):
        strength = 0
        for j in bits(near[i] & f.en):
            strength += attack[who[j] - 1]
        if not strength:
            continue
        against = defense[who[i] - 1] + (rough >> i & 1) + winter
        if forts >> i & 1:
            against += board.FORT_STRENGTH[i]
        if strength >= against:
            value -= 0.6 + 0.15 * min(strength - against, 10)
            if not near[i] & f.land & ~f.held_en & ~(f.zone_en & ~f.held_me):
                value -= 2.5  # nowhere to retreat to
    return value


class Trial:
    """One copy of a state in which an army is put here and there, to judge the position each time."""

    __slots__ = ("_drawn", "_real", "_side", "_st")

    def __init__(self, st: State, side: int) -> None:
        self._real = st
        self._st = st.copy()
        self._side = side
        self._drawn = {n: goals.field(st, side, n) for n in range(len(board.NATIONS)) if st.allegiance[n] == side}

    def judge(self, unit: int, hex: int, also: tuple[tuple[int, int], ...] = ()) -> float:
        """The worth of the position with the unit in a hex (or off the map), having entered it; `also` moves others first."""
        st = self._st
        was = st.at[unit]
        saved = st.allied_centres, st.central_centres, st.fallen, st.links
        before = [(u, st.at[u]) for u, _ in also]
        for u, i in also:
            st.put(u, i)
        st.put(unit, hex)
        if hex >= 0:
            entered(st, st.side(unit), hex)
        value = judge(st, self._side, self._drawn) + goals.drawn(self._real, self._side, unit, hex)
        st.put(unit, was)
        for u, i in before:
            st.put(u, i)
        st.allied_centres, st.central_centres, st.fallen, st.links = saved
        return value


def entered(st: State, side: int, hex: int) -> None:
    """What changes at once when a unit enters a hex."""
    bit = 1 << hex
    if bit & board.CENTRES:
        if side == board.ALLIED:
            st.allied_centres |= bit
            st.central_centres &= ~bit
        else:
            st.central_centres |= bit
            st.allied_centres &= ~bit
    if bit & board.RUSSIAN_CITIES:
        if side == board.ALLIED:
            st.fallen &= ~bit
        elif not st.surrendered:
            st.fallen |= bit
