"""The state of a game of World War 1914-1918: slots of ints, lists of ints and hex sets, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any

from firestep.engine.state import Declared, Derived, Kept, Remembered, Saved, Shared, made
from firestep.games.wwi.components import board
from firestep.hexmap.grid import bits

#: places off the map: ready to be built, gone for good, in the Franco-Italian Transit Area, not yet arrived (US)
POOL, GONE, TRANSIT, WAITING = -1, -2, -3, -4
OFF_MAP = {POOL: "pool", GONE: "gone", TRANSIT: "transit", WAITING: "waiting"}
OFF_MAP_WORD = {w: k for k, w in OFF_MAP.items()}


@dataclass(frozen=True, slots=True)
class Fight:
    """One attack from declaration to advance; replaced, never changed."""

    #: the attacking side
    side: int
    target: int
    attackers: tuple[int, ...]
    infiltrate: bool
    #: the unit in the target hex, or -1
    defender: int
    #: an intact fortification defends, alone or with the unit
    fort: bool
    defender_supplied: bool
    fort_supplied: bool
    #: Loss Points still to be met
    attacker_loss: int
    defender_loss: int
    #: the defender must retreat at least one hex (wwi.12.32a)
    forced: bool
    #: hexes of the retreat, first the target hex; empty if the defender stands or died
    path: tuple[int, ...] = ()
    #: the target hex was emptied, so attackers may advance
    vacated: bool = False

    def to_plain(self) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for f in fields(self):
            value = getattr(self, f.name)
            out[f.name] = list(value) if isinstance(value, tuple) else value
        return out

    @classmethod
    def from_plain(cls, d: Mapping[str, Any]) -> Fight:
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in d.items()}
        return cls(**values)


def unit_ids(mask: int) -> list[str]:
    return [board.UNITS[u] for u in bits(mask)]


def unit_mask(ids: list[str]) -> int:
    return sum(1 << board.UNIT[i] for i in ids)


def _places(at: list[int]) -> dict[str, str]:
    return {id: OFF_MAP[i] if i < 0 else board.NUMBER[i] for id, i in zip(board.UNITS, at, strict=True)}


def _placed(words: Mapping[str, str]) -> list[int]:
    return [OFF_MAP_WORD[w] if (w := words[id]) in OFF_MAP_WORD else board.INDEX[w] for id in board.UNITS]


def _by(names: tuple[str, ...]) -> Saved:
    """A list with a value for each of some names."""
    return Saved(lambda values: dict(zip(names, values, strict=True)), lambda d: [d[n] for n in names])


#: sets of hexes, saved as hex numbers; of units, saved as ids; of countries, saved as codes
Hexes = Annotated[int, Saved(board.hexes, board.GRID.mask)]
Units = Annotated[int, Saved(unit_ids, unit_mask)]
Countries = Annotated[
    int, Saved(lambda m: [board.COUNTRIES[n] for n in bits(m)], lambda codes: sum(1 << board.NATION[c] for c in codes))
]


class State(Declared):
    """What the pieces, tracks and markers of the game show, and the masks derived from them."""

    options: Kept[Mapping[str, str]]
    turn: int = 1
    phase: int = 1
    rolls: int = 0
    #: the Superior Player of this turn
    superior: int = board.CENTRAL
    #: hex index of each unit, or one of the places off the map
    at: Annotated[list[int], Saved(_places, _placed)] = made(lambda: [POOL] * len(board.UNITS))
    allegiance: Annotated[list[int], _by(board.COUNTRIES)] = made(lambda: [board.NEUTRAL] * len(board.COUNTRIES))
    #: Combat Resource Points, for each nation by itself (wwi.3.23d)
    crp: Annotated[list[int], _by(board.NATIONS)] = made(lambda: list(board.START_CRP))
    #: the part of Turkey's points that is borrowed (wwi.12.6b)
    borrowed: int = 0
    #: intact fortifications
    forts: Hexes = board.FORTS
    #: Resource Centers by the side that entered them last or owned them first
    allied_centres: Hexes = 0
    central_centres: Hexes = 0
    #: Russian cities last entered by the Central Powers
    fallen: Hexes = 0
    #: coastal hexes that became sea links, and those of them switched off
    links: Hexes = 0
    links_off: Hexes = 0
    vp: list[int] = made(lambda: [0, 0])
    collapsed: bool = False
    #: turn of Russia's surrender, or 0
    surrendered: int = 0
    #: an Allied unit entered Russia after the surrender
    reopened: bool = False
    #: units that hold Russia's cities and may not move
    garrison: Units = 0
    #: countries whose border Allied zones do not cross before next turn (wwi.6.43b)
    delayed: Countries = 0
    sea_moved: bool = False
    moved: Units = 0
    attacked: Units = 0
    attacking: Units = 0
    forts_attacked: Hexes = 0
    french_attacks: int = 0
    #: extra Combat Resource Points due to Belgium in this Build Phase
    belgian_crp: int = 0
    us_due: int = 0
    stoss_built: bool = False
    #: loans already made in this phase, as pairs lender*100+borrower
    lent: tuple[int, ...] = ()
    #: the free deployment game
    free: bool = False
    fight: Annotated[Fight | None, Saved(lambda f: f and f.to_plain(), lambda d: None if d is None else Fight.from_plain(d))] = None
    #: hexes of each side's units, of each nation's, units of each side that are in play, unit in each hex
    occ: Derived[list[int]]
    of: Derived[list[int]]
    field: Derived[list[int]]
    who: Derived[bytearray]
    #: land of neutral countries, fortification sites of each side: replaced, never changed
    neutral: Derived[int]
    side_forts: Shared[list[int]]
    #: remembered with the masks they came from, and worthless as soon as one of those is another: the last answers of
    #: `zones.clear_of_zones` and `supply.in_supply` for each side, of `movement.unit_reach`, and of `rail.rail_link`
    open_ground: Remembered[list[tuple[Any, ...]]]
    fed: Remembered[list[tuple[Any, ...]]]
    reached: Remembered[tuple[Any, ...]]
    linked: Shared[Remembered[dict[int, tuple[Any, ...]]]]

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = options
        self.fresh()
        self.derive()

    def derive(self) -> None:
        """Rebuild every mask from the plain facts. Steps keep them up to date; set-up and loading call this."""
        self.occ = [0, 0, 0, 0]
        self.of = [0] * len(board.COUNTRIES)
        self.who = bytearray(board.LAND.bit_length() + 1)
        for u, i in enumerate(self.at):
            if i >= 0:
                n = board.UNIT_NATION[u]
                self.occ[self.allegiance[n]] |= 1 << i
                self.of[n] |= 1 << i
                self.who[i] = u + 1
        self.open_ground = [(), ()]
        self.fed = [(), ()]
        self.linked = {}
        self.reached = ()
        self.realign()

    def realign(self) -> None:
        """Rebuild what follows from who is on which side."""
        occ = [0, 0, 0, 0]
        forts = [0, 0, 0, 0]
        field = [0, 0, 0, 0]
        neutral = 0
        for u, i in enumerate(self.at):
            if i >= 0 or i == TRANSIT:
                field[self.allegiance[board.UNIT_NATION[u]]] |= 1 << u
        for n, side in enumerate(self.allegiance):
            occ[side] |= self.of[n]
            forts[side] |= board.FORTS_OF[n]
            if side == board.NEUTRAL:
                neutral |= board.HOME[n]
        self.occ, self.field, self.side_forts, self.neutral = occ, field, forts, neutral

    # -- pieces ------------------------------------------------------------------------------------------------------

    def side(self, unit: int) -> int:
        return self.allegiance[board.UNIT_NATION[unit]]

    def unit_in(self, hex: int) -> int:
        """The unit in a hex, or -1; of two that share it for a moment, the one with the higher number."""
        return self.who[hex] - 1

    def alone(self, unit: int) -> bool:
        """No other unit is in the hex of this one."""
        return self.at.count(self.at[unit]) == 1

    def put(self, unit: int, to: int) -> None:
        """Move a piece, and the masks with it. A hex may hold two for a moment while armies exchange places (T2). Then `who` has
        the one with the higher number, in whatever order they came."""
        n = board.UNIT_NATION[unit]
        side = self.allegiance[n]
        was = self.at[unit]
        self.at[unit] = to
        if was >= 0:
            bit = 1 << was
            self.of[n] &= ~bit
            if was in self.at:
                other = self.at.index(was)
                self.who[was] = other + 1
                self.of[board.UNIT_NATION[other]] |= bit
                if self.side(other) != side:  # he leaves an enemy who marched in as his nation surrendered on the way
                    self.occ[side] &= ~bit
            else:
                self.who[was] = 0
                self.occ[side] &= ~bit
        if to >= 0:
            self.who[to] = max(self.who[to], unit + 1)
            self.occ[side] |= 1 << to
            self.of[n] |= 1 << to
            self.field[side] |= 1 << unit
        elif to == TRANSIT:
            self.field[side] |= 1 << unit
        else:
            self.field[side] &= ~(1 << unit)
            self.garrison &= ~(1 << unit)  # however it went, it holds no city (T21)

    def forts_of_side(self, side: int) -> int:
        """Intact fortifications of a side."""
        return self.forts & self.side_forts[side]
