"""The state of a game of World War 1914-1918: slots of ints, lists of ints and hex sets, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from firestep.games.wwi import board as b
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


#: numbers and truth values that are saved as they are
_PLAIN = ("turn", "phase", "rolls", "superior", "sea_moved", "borrowed", "collapsed", "surrendered", "reopened", "french_attacks",
          "belgian_crp", "us_due", "stoss_built", "free")
#: sets of hexes, saved as hex numbers
_HEXES = ("forts", "allied_centres", "central_centres", "fallen", "links", "links_off", "forts_attacked")
#: sets of units, saved as unit ids
_UNIT_SETS = ("moved", "attacked", "attacking", "garrison")


class State:
    """What the pieces, tracks and markers of the game show, and the masks derived from them.

    Derived and never saved: `occ` (hexes of each side's units), `of` (of each nation's), `field` (units of each side that
    are in play), `who` (unit in each hex), `neutral` (land of neutral countries), `side_forts` (fortification sites of each
    side). Remembered with the masks they came from, and worthless as soon as one of those is another: `open_ground` (last
    answer of `zones.clear_of_zones` for each side), `fed` (of `supply.in_supply`), `linked` (of `rail.rail_link`),
    `reached` (of `movement.unit_reach`).
    """

    __slots__ = (
        "allegiance",
        "allied_centres",
        "at",
        "attacked",
        "attacking",
        "belgian_crp",
        "borrowed",
        "central_centres",
        "collapsed",
        "crp",
        "delayed",
        "fallen",
        "fed",
        "field",
        "fight",
        "forts",
        "forts_attacked",
        "free",
        "french_attacks",
        "garrison",
        "lent",
        "linked",
        "links",
        "links_off",
        "moved",
        "neutral",
        "occ",
        "of",
        "open_ground",
        "options",
        "phase",
        "reached",
        "reopened",
        "rolls",
        "sea_moved",
        "side_forts",
        "stoss_built",
        "superior",
        "surrendered",
        "turn",
        "us_due",
        "vp",
        "who",
    )

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = options
        self.turn = 1
        self.phase = 1
        self.rolls = 0
        #: the Superior Player of this turn
        self.superior = b.CENTRAL
        #: hex index of each unit, or one of the places off the map
        self.at: list[int] = [POOL] * len(b.UNITS)
        self.allegiance: list[int] = [b.NEUTRAL] * len(b.COUNTRIES)
        self.crp: list[int] = list(b.START_CRP)
        #: the part of Turkey's points that is borrowed (wwi.12.6)
        self.borrowed = 0
        #: intact fortifications
        self.forts = b.FORTS
        #: Resource Centers by the side that entered them last or owned them first
        self.allied_centres = 0
        self.central_centres = 0
        #: Russian cities last entered by the Central Powers
        self.fallen = 0
        #: coastal hexes that became sea links, and those of them switched off
        self.links = 0
        self.links_off = 0
        self.vp: list[int] = [0, 0]
        self.collapsed = False
        #: turn of Russia's surrender, or 0
        self.surrendered = 0
        #: an Allied unit entered Russia after the surrender
        self.reopened = False
        #: units that hold Russia's cities and may not move
        self.garrison = 0
        #: countries whose border Allied zones do not cross before next turn (wwi.6.43b)
        self.delayed = 0
        self.sea_moved = False
        self.moved = 0
        self.attacked = 0
        self.attacking = 0
        self.forts_attacked = 0
        self.french_attacks = 0
        #: extra Combat Resource Points due to Belgium in this Build Phase
        self.belgian_crp = 0
        self.us_due = 0
        self.stoss_built = False
        #: loans already made in this phase, as pairs lender*100+borrower
        self.lent: tuple[int, ...] = ()
        #: the free deployment game
        self.free = False
        self.fight: Fight | None = None
        self.derive()

    def derive(self) -> None:
        """Rebuild every mask from the plain facts. Steps keep them up to date; set-up and loading call this."""
        self.occ = [0, 0, 0, 0]
        self.of = [0] * len(b.COUNTRIES)
        self.who = bytearray(b.LAND.bit_length() + 1)
        for u, i in enumerate(self.at):
            if i >= 0:
                n = b.UNIT_NATION[u]
                self.occ[self.allegiance[n]] |= 1 << i
                self.of[n] |= 1 << i
                self.who[i] = u + 1
        self.open_ground: list[tuple[Any, ...]] = [(), ()]
        self.fed: list[tuple[Any, ...]] = [(), ()]
        self.linked: dict[int, tuple[Any, ...]] = {}
        self.reached: tuple[Any, ...] = ()
        self.realign()

    def realign(self) -> None:
        """Rebuild what follows from who is on which side."""
        occ = [0, 0, 0, 0]
        forts = [0, 0, 0, 0]
        field = [0, 0, 0, 0]
        neutral = 0
        for u, i in enumerate(self.at):
            if i >= 0 or i == TRANSIT:
                field[self.allegiance[b.UNIT_NATION[u]]] |= 1 << u
        for n, side in enumerate(self.allegiance):
            occ[side] |= self.of[n]
            forts[side] |= b.FORTS_OF[n]
            if side == b.NEUTRAL:
                neutral |= b.HOME[n]
        self.occ, self.field, self.side_forts, self.neutral = occ, field, forts, neutral

    # -- pieces ------------------------------------------------------------------------------------------------------

    def side(self, unit: int) -> int:
        return self.allegiance[b.UNIT_NATION[unit]]

    def unit_in(self, hex: int) -> int:
        """The unit in a hex, or -1."""
        return self.who[hex] - 1

    def put(self, unit: int, to: int) -> None:
        """Move a piece, and the masks with it. A hex may hold two for a moment while armies exchange places (T2)."""
        n = b.UNIT_NATION[unit]
        side = self.allegiance[n]
        was = self.at[unit]
        self.at[unit] = to
        if was >= 0:
            bit = 1 << was
            self.of[n] &= ~bit
            if was in self.at:
                other = self.at.index(was)
                self.who[was] = other + 1
                self.of[b.UNIT_NATION[other]] |= bit
            else:
                self.who[was] = 0
                self.occ[side] &= ~bit
        if to >= 0:
            self.who[to] = unit + 1
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

    # -- copies and plain data ---------------------------------------------------------------------------------------

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.options = self.options
        new.turn = self.turn
        new.phase = self.phase
        new.rolls = self.rolls
        new.superior = self.superior
        new.at = self.at[:]
        new.allegiance = self.allegiance[:]
        new.crp = self.crp[:]
        new.borrowed = self.borrowed
        new.forts = self.forts
        new.allied_centres = self.allied_centres
        new.central_centres = self.central_centres
        new.fallen = self.fallen
        new.links = self.links
        new.links_off = self.links_off
        new.vp = self.vp[:]
        new.collapsed = self.collapsed
        new.surrendered = self.surrendered
        new.reopened = self.reopened
        new.garrison = self.garrison
        new.delayed = self.delayed
        new.sea_moved = self.sea_moved
        new.moved = self.moved
        new.attacked = self.attacked
        new.attacking = self.attacking
        new.forts_attacked = self.forts_attacked
        new.french_attacks = self.french_attacks
        new.belgian_crp = self.belgian_crp
        new.us_due = self.us_due
        new.stoss_built = self.stoss_built
        new.lent = self.lent
        new.free = self.free
        new.fight = self.fight
        new.occ = self.occ[:]
        new.of = self.of[:]
        new.field = self.field[:]
        new.open_ground = self.open_ground[:]
        new.fed = self.fed[:]
        new.reached = self.reached
        new.linked = self.linked  # shared: an entry says itself for which masks it holds
        new.who = self.who[:]
        new.neutral = self.neutral
        new.side_forts = self.side_forts
        return new

    def to_plain(self) -> dict[str, Any]:
        out: dict[str, Any] = {k: getattr(self, k) for k in _PLAIN}
        out |= {k: b.hexes(getattr(self, k)) for k in _HEXES}
        out |= {k: unit_ids(getattr(self, k)) for k in _UNIT_SETS}
        out["at"] = {id: OFF_MAP[i] if i < 0 else b.NUMBER[i] for id, i in zip(b.UNITS, self.at, strict=True)}
        out["allegiance"] = dict(zip(b.COUNTRIES, self.allegiance, strict=True))
        out["crp"] = dict(zip(b.NATIONS, self.crp, strict=True))
        out["vp"] = self.vp[:]
        out["delayed"] = [b.COUNTRIES[n] for n in bits(self.delayed)]
        out["lent"] = list(self.lent)
        out["options"] = dict(self.options)
        out["fight"] = None if self.fight is None else self.fight.to_plain()
        return out

    @classmethod
    def from_plain(cls, d: Mapping[str, Any]) -> Self:
        new = cls(d["options"])
        for k in _PLAIN:
            setattr(new, k, d[k])
        for k in _HEXES:
            setattr(new, k, b.GRID.mask(d[k]))
        for k in _UNIT_SETS:
            setattr(new, k, unit_mask(d[k]))
        for id, place in d["at"].items():
            new.at[b.UNIT[id]] = OFF_MAP_WORD[place] if place in OFF_MAP_WORD else b.INDEX[place]
        new.allegiance = [d["allegiance"][c] for c in b.COUNTRIES]
        new.crp = [d["crp"][c] for c in b.NATIONS]
        new.vp = list(d["vp"])
        new.delayed = sum(1 << b.NATION[c] for c in d["delayed"])
        new.lent = tuple(d["lent"])
        new.fight = None if d["fight"] is None else Fight.from_plain(d["fight"])
        new.derive()
        return new


def unit_ids(mask: int) -> list[str]:
    return [b.UNITS[u] for u in bits(mask)]


def unit_mask(ids: list[str]) -> int:
    return sum(1 << b.UNIT[i] for i in ids)
