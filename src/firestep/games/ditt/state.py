"""The state of a game of Death in the Trenches: slots of ints, lists of ints and sets, and nothing else.

Units and places are numbers (`tables.UNIT`, `places.INDEX`), sets of them are ints. `at[u]` is the place of a unit or one of the
boxes below; `own[n]` the places that nation `n` controls; `allegiance[n]` its side. Change positions only with `put`, control only
with `seize` (or `control.enter`, which also does what follows from entering), sides only with `set_side`. These functions also
change the derived sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any

from firestep.engine.state import Declared, Derived, Kept, Remembered, Saved, Shared, made
from firestep.games.ditt.components import places, tables
from firestep.hexmap.grid import bits

#: boxes: not yet deployed or out of Divs, gone for good, Minor Forces Casualty Box, Minor Forces Reserve Box
POOL, GONE, CASUALTY, BOX = -1, -2, -3, -4
OFF_MAP = {POOL: "pool", GONE: "gone", CASUALTY: "casualty", BOX: "box"}
OFF_MAP_WORD = {w: k for k, w in OFF_MAP.items()}

#: things that happened once and for all, or hold until something ends them; events may add names at the end
FLAGS = (
    "straits-out",
    "snow-open",
    "san-remo",
    "great-retreat",
    "emperor-dead",
    "massacre",
    "kaiserschlacht",
    "hindenburg",
    "engineers-held",
    "engineers",
    "pipeline-held",
    "pipeline",
    "home-rule",
    "collapsed",
    "greater-bulgaria",
    "baron",
    "baron-used",
    "italy-stays",
    "persia-risen",
    "russia-back",
    "forfeit",
    "serbs-gone",
    "sweden-free",
    "senussi-sudan",
    "czar-fell",
    "republic",
    "goiginger",
    "nivelle-failed",
    "home-rule-refused",
    "shield",
    "brest-litovsk",
    "sanitary",
    "greek-macedonia",
    "late-beach",
    "hoffmann-used",
    "sarrail-used",
)
FLAG = {name: 1 << k for k, name in enumerate(FLAGS)}
#: names in games stored by older versions; no rule depended on them
OLD_FLAGS = frozenset(("swiss-invaded", "arabs-risen", "no-garrison", "norway-free", "denmark-free", "nivelle-used"))

#: a Beach Head marker that is not in a hex: not received yet, in hand, out of the game
UNSEEN, IN_HAND, LOST = -3, -2, -1


@dataclass(frozen=True, slots=True)
class Fight:
    """One combat from its beginning to the retreat; replaced, never changed. Pairs are (attacker, defender)."""

    #: the attacking side, the hex, the hex the attack came from (-1: from within a Beach Head)
    side: int
    hex: int
    origin: int
    units: tuple[int, ...]
    #: "attack"; "landing" and "assault" happen in a Beach Head; "siege" against a besieged Fort
    kind: str = "attack"
    #: free Firepower by coins, fleet and the like
    bonus: tuple[int, int] = (0, 0)
    #: ## was played: trenches do not count (ditt.8.5f)
    breach: bool = False
    #: the terrain modifier does not count
    smooth: bool = False
    #: beaten defenders need not retreat
    hold: bool = False
    #: the Red Baron flies with this side, or -1
    baron: int = -1
    #: Special Event boxes played in this combat
    plays: tuple[int, ...] = ()
    #: those of them that another coin cancelled
    cancelled: tuple[int, ...] = ()
    dice: tuple[int, int] = (0, 0)
    hits: tuple[int, int] = (0, 0)
    #: the defenders counted as entrenched when the dice were rolled
    trenches: bool = False
    #: hits that no unit could absorb, by side of the fight: they fall on a Fort
    spill: tuple[int, int] = (0, 0)
    #: the Fort of the hex fell in this combat
    stormed: bool = False
    #: units of both sides that were out of supply when the dice were rolled (their retreat is their end, ditt.9.4c)
    starving: int = 0
    #: the hex each unit came from, where they came from several (Foch)
    origins: tuple[int, ...] = ()

    def came_from(self, u: int) -> int:
        """Returns the hex from which an attacker came, or -1."""
        return self.origins[self.units.index(u)] if self.origins else self.origin

    def to_plain(self) -> dict[str, Any]:
        return {f.name: list(v) if isinstance(v := getattr(self, f.name), tuple) else v for f in fields(self)}

    @classmethod
    def from_plain(cls, d: Mapping[str, Any]) -> Fight:
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in d.items()}
        return cls(**values)


def unit_ids(units: int) -> list[str]:
    return [tables.UNITS[u] for u in bits(units)]


def unit_mask(ids: Iterable[str]) -> int:
    return sum(1 << tables.UNIT[i] for i in ids)


_MARKER = {UNSEEN: "unseen", IN_HAND: "hand", LOST: "lost"}
MARKER_WORD = {w: k for k, w in _MARKER.items()}


def marker_words(markers: list[int]) -> list[str]:
    """Markers of sieges and Beach Heads in words: a place, or where they are instead."""
    return [_MARKER[i] if i < 0 else places.NUMBER[i] for i in markers]


def _markers(words: Iterable[str]) -> list[int]:
    return [MARKER_WORD[w] if w in MARKER_WORD else places.INDEX[w] for w in words]


def _by(names: tuple[str, ...], common: int | None = None) -> Saved:
    """A list with a number for each of some names; the `common` one is not written."""
    return Saved(
        lambda values: {n: k for n, k in zip(names, values, strict=True) if k != common},
        lambda d: [d.get(n, common) for n in names],
    )


def _places(at: list[int]) -> dict[str, str]:
    return {tables.UNITS[u]: OFF_MAP[i] if i < 0 else places.NUMBER[i] for u, i in enumerate(at) if i != POOL}


def _placed(words: Mapping[str, str]) -> list[int]:
    return [OFF_MAP_WORD[w] if (w := words.get(id, "pool")) in OFF_MAP_WORD else places.INDEX[w] for id in tables.UNITS]


def _if_any(name: str, to: Callable[[int], list[str]], back: Callable[[Iterable[str]], int]) -> Saved:
    """A set that is written only if something is in it. A state stored before the field existed is read as an empty set."""
    return Saved(lambda m: {name: to(m)} if m else {}, lambda d: back(d.get(name, ())), "*")


#: sets of places, saved by name; of units, saved by id; of nations, saved by code
Places = Annotated[int, Saved(places.numbers, lambda names: places.mask(*names))]
Units = Annotated[int, Saved(unit_ids, unit_mask)]
Nations = Annotated[
    int, Saved(lambda m: [tables.NATIONS[n] for n in bits(m)], lambda codes: sum(1 << tables.NATION[c] for c in codes))
]
Flags = Annotated[
    int, Saved(lambda m: [f for f in FLAGS if m & FLAG[f]], lambda names: sum(FLAG[f] for f in names if f not in OLD_FLAGS))
]
Markers = Annotated[list[int], Saved(marker_words, _markers)]


class State(Declared):
    """What the pieces, tracks and markers of the game show, and the sets derived from them."""

    options: Kept[Mapping[str, str]]
    #: turn 1 is August 1914 (ditt.16.5g)
    turn: int = 1
    #: index of the phase in `text.PHASES`
    phase: int = 0
    rolls: int = 0
    #: where each unit is: one place or one box at a time (ditt.1.1a); at set-up the others are in `POOL` (ditt.16.2l)
    at: Annotated[list[int], Saved(_places, _placed)] = made(lambda: [POOL] * tables.N)
    #: Divs of each Army, which are its size (ditt.4.1a); every other Div of a power is in its Reserves (ditt.4.1i)
    divs: Annotated[list[int], _by(tables.UNITS, 0)] = made(lambda: [0] * tables.N)
    #: German Divs in the Süd Army, part of its Divs (ditt.4.1g)
    sud: int = 0
    #: the nation each unit serves now
    serves: Annotated[
        list[int],
        Saved(
            lambda v: {tables.UNITS[u]: tables.NATIONS[n] for u, n in enumerate(v) if n != tables.UNIT_NATION[u]},
            lambda d: [tables.NATION[d[id]] if id in d else n for id, n in zip(tables.UNITS, tables.UNIT_NATION, strict=True)],
        ),
    ] = made(lambda: list(tables.UNIT_NATION))
    allegiance: Annotated[list[int], _by(tables.NATIONS)] = made(lambda: list(tables.START_SIDE))
    own: Annotated[
        list[int],
        Saved(
            lambda own: {tables.NATIONS[n]: places.numbers(m) for n, m in enumerate(own) if m},
            lambda d: [places.mask(*d.get(n, ())) for n in tables.NATIONS],
        ),
    ] = made(lambda: [0] * len(tables.NATIONS))
    flipped: Units = 0
    #: Army Max (ditt.4.1k, ditt.16.2m), and one Reserves count for each Great Power (ditt.4.1j)
    max: list[int] = made(lambda: list(tables.START_MAX))
    reserves: list[int] = made(lambda: list(tables.START_RESERVES))
    #: Divs in Reserves that may not come to the map this turn (S08, L17)
    frozen: list[int] = made(lambda: [0] * 8)
    #: markers of entry and of the Revolution, -1 once they are gone
    entry: list[int] = made(lambda: list(tables.ENTRY_START))
    #: sea markers, in Parity at the start (ditt.8.3d, ditt.16.5c)
    seas: list[int] = made(lambda: [tables.PARITY] * 5)
    coins: Annotated[list[int], _by(tables.BOXES, 0)] = made(lambda: list(tables.BOX_START))
    #: Gas coins played by each side (the bonus falls with every play)
    gas: list[int] = made(lambda: [0, 0])
    #: intact Forts; Forts that do not count this turn
    forts: Places = places.FORTS
    no_forts: Places = 0
    #: the Fort under siege with each side's marker: -2 in hand, as at the start (ditt.16.5d), -1 spent
    siege: Markers = made(lambda: [IN_HAND, IN_HAND])
    #: places that no unit may enter any more (ditt.13.2c, ditt.15.12i)
    closed: Places = 0
    #: Armenian Population Centres on the map, and those already recruited (ditt.16.5b)
    centres: Places = places.CENTRES
    recruited: Places = places.mask("1222")
    #: Population Centres that the EP occupied once (ditt.14.2f)
    occupied: Annotated[int, _if_any("occupied", places.numbers, lambda names: places.mask(*names))] = 0
    #: French and Italian cities that fell once; those that fell and were not rolled for yet (ditt.12.1e)
    fallen: Places = 0
    unrolled: Places = 0
    #: Beach Head markers A and B: a place, or `UNSEEN`, `IN_HAND`, `LOST`
    beach: Markers = made(lambda: [UNSEEN, UNSEEN])
    #: invaders in a Beach Head box; Armies that gave Divs in this step of Logistics, and those that took some (T01); held units
    #: that events set free; units free of the list of their nation; Russians in France (N06); Germans where they landed with
    #: Albion (B07)
    landed: Units = 0
    gave: Annotated[int, Saved(unit_ids, unit_mask, "used")] = 0
    took: Annotated[int, _if_any("took", unit_ids, unit_mask)] = 0
    released: Units = 0
    roaming: Units = 0
    expedition: Units = 0
    ferried: Annotated[int, _if_any("ferried", unit_ids, unit_mask)] = 0
    #: places where a minor Army was deployed in this Logistics Phase (ditt.10.4c); places that may not be attacked this turn
    deployed: Places = 0
    truce: Places = 0
    #: the Air box with the coin, or -1
    air: int = -1
    #: strength of the Boers
    boer: int = 0
    #: French and German Divs allowed in the Near East, 0 before the roll
    ne_limit: list[int] = made(lambda: [0, 0])
    #: chits in the cup, as bits: 1 to 6 at the start (ditt.16.5f). What each seat has looked at (a chit or 0). Which Random Events
    #: Phase it is, 1 or 2
    cup: int = 0b1111110
    peeked: list[int] = made(lambda: [0, 0])
    chit_phase: int = 0
    #: the turn in which the United States joined, or 0
    us_turn: int = 0
    #: the turn of the Russian collapse, or 0
    collapse_turn: int = 0
    #: passes in a row, and whose pulse it is
    passes: list[int] = made(lambda: [0, 0])
    #: where Putnik's Army appeared in this pulse and where Nivelle attacked in this turn, or 0
    spots: list[int] = made(lambda: [0, 0])
    #: nations that have surrendered
    surrendered: Nations = 0
    flags: Flags = 0
    fight: Annotated[Fight | None, Saved(lambda f: f and f.to_plain(), lambda d: None if d is None else Fight.from_plain(d))] = None
    #: units in each place; units that serve each nation, and of each side; units on the map
    where: Derived[dict[int, int]]
    corps: Derived[list[int]]
    troops: Derived[list[int]]
    afield: Derived[int]
    #: places with units of each side and of neutrals, and of each nation
    occ: Derived[list[int]]
    of: Derived[list[int]]
    #: places each side controls, land of neutrals, intact Forts by side
    ctrl: Derived[list[int]]
    neutral: Derived[int]
    fort_of: Derived[list[int]]
    #: supply networks with the sets they came from
    nets: Remembered[list[tuple[Any, ...] | None]]
    #: what the networks of each side were made from, and what the rivalry closes (ditt.10.1) with the sets it came from
    stamps: Remembered[list[tuple[Any, ...]]]
    rivals: Remembered[list[tuple[int, int, int]]]
    #: where units of a kind may be at all, with what it came from: an entry says for what it holds, so that copies share them
    lands: Shared[Remembered[dict[int, tuple[tuple[int, ...], int]]]]

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = options
        self.fresh()
        self.derive()

    # -- derived sets --------------------------------------------------------------------------------------------------------

    def derive(self) -> None:
        """Work out everything that is not saved."""
        self.where = {}
        self.corps = [0] * len(tables.NATIONS)
        self.troops = [0, 0, 0, 0]
        self.occ = [0, 0, 0, 0]
        self.of = [0] * len(tables.NATIONS)
        self.afield = 0
        for u in range(tables.N):
            n = self.serves[u]
            side = self.allegiance[n]
            self.corps[n] |= 1 << u
            self.troops[side] |= 1 << u
            if (i := self.at[u]) > 0:
                self.where[i] = self.where.get(i, 0) | 1 << u
                self.occ[side] |= 1 << i
                self.of[n] |= 1 << i
                self.afield |= 1 << u
        self.nets = [None] * len(tables.NATIONS)
        self.stamps = [(), ()]
        self.rivals = [(0, 0, 0), (0, 0, 0)]
        self.lands = {}
        self.derive_control()

    def derive_control(self) -> None:
        ctrl = [0, 0]
        neutral = 0
        for n, m in enumerate(self.own):
            if m:
                side = self.allegiance[n]
                if side < 2:
                    ctrl[side] |= m
                elif side == tables.NEUTRAL and tables.KIND[n] != "open":  # Albania (ditt.15.4a) and Macedonia (ditt.15.6a)
                    neutral |= m
        self.ctrl = ctrl
        self.neutral = neutral
        self.derive_forts()

    def derive_forts(self) -> None:
        """Intact Forts by the side of their owner; colonial coins are among them."""
        out = [0, 0, 0, 0]
        for i in bits(self.forts & ~self.no_forts):
            out[self.allegiance[places.FORT_NATION[i]]] |= 1 << i
        self.fort_of = out

    # -- asking --------------------------------------------------------------------------------------------------------------

    def flag(self, name: str) -> bool:
        return bool(self.flags & FLAG[name])

    def set_flag(self, name: str, on: bool = True) -> None:
        self.flags = self.flags | FLAG[name] if on else self.flags & ~FLAG[name]

    def side(self, u: int) -> int:
        """The side of a unit."""
        return self.allegiance[self.serves[u]]

    def chooser(self, nation: int) -> int:
        """Returns the side that chooses for a nation: its own, for a neutral the one to which it leans (S16)."""
        side = self.allegiance[nation]
        return side if side < 2 else tables.LEAN.get(nation, tables.EP)

    def stack(self, place: int) -> int:
        """Returns the units in a place."""
        return self.where.get(place, 0)

    def stack_of(self, place: int, side: int) -> int:
        """Returns the units of a side in a place."""
        return self.where.get(place, 0) & self.troops[side]

    def holder(self, place: int) -> int:
        """Returns the nation that controls a place, or -1."""
        for n, m in enumerate(self.own):
            if m >> place & 1:
                return n
        return -1

    def controls(self, side: int, place: int) -> bool:
        return bool(self.ctrl[side] >> place & 1)

    def at_war(self, nation: int) -> bool:
        return self.allegiance[nation] < 2

    def total(self, power: int) -> int:
        """Returns all Divs of a power, wherever they are (S06). Minor Forces do not count (ditt.2.7d)."""
        out = self.reserves[power]
        for u in tables.ARMIES_OF[power]:
            out += self.divs[u]
        if power == tables.AH:
            out -= self.sud
        elif power == tables.GE:
            out += self.sud
        return out  # ditt.2.7d

    def factors(self, u: int) -> tuple[int, int, int]:
        """Returns Offensive Firepower, Defensive Firepower and Fortitude (ditt.7.0f) of a unit: printed factors times Divs
        (ditt.7.0d). An Army without Divs has none (ditt.4.1n)."""
        if u == tables.BOER:
            return self.boer, self.boer, self.boer
        a, d, f = tables.FACTORS[u]
        k = self.divs[u]
        if not tables.IS_ARMY[u]:
            return a, d, f
        if u == tables.SUD and self.sud:
            ga, gd, gf = tables.DIV[tables.GE]
            own = k - self.sud
            return own * a + self.sud * ga, own * d + self.sud * gd, own * f + self.sud * gf
        return k * a, k * d, k * f  # ditt.7.0f, ditt.7.0d, ditt.4.1n

    def besieged(self, place: int) -> bool:
        return place in self.siege

    def destroy_forts(self, places: int) -> None:
        """Destroy the Forts in a set of places: a siege of one of them is over."""
        self.forts &= ~places
        self.siege = [LOST if i > 0 and places >> i & 1 else i for i in self.siege]
        self.derive_forts()

    def invaders(self, place: int) -> int:
        """Invaders in the Beach Head box of a hex."""
        return self.where.get(place, 0) & self.landed

    # -- changing ------------------------------------------------------------------------------------------------------------

    def put(self, u: int, to: int) -> None:
        """Move a unit to a place or a box. Units that leave the map are unflipped and are no invaders any more."""
        n = self.serves[u]
        side = self.allegiance[n]
        old = self.at[u]
        bit = 1 << u
        self.at[u] = to
        self.ferried &= ~bit
        if old > 0:
            left = self.where[old] & ~bit
            if left:
                self.where[old] = left
            else:
                del self.where[old]
            if not left & self.troops[side]:
                self.occ[side] &= ~(1 << old)
            if not left & self.corps[n]:
                self.of[n] &= ~(1 << old)
        if to > 0:
            self.where[to] = self.where.get(to, 0) | bit
            self.occ[side] |= 1 << to
            self.of[n] |= 1 << to
            self.afield |= bit
        else:
            self.afield &= ~bit
            self.flipped &= ~bit
            self.landed &= ~bit

    def flip(self, units: int) -> None:
        self.flipped |= units

    def unflip(self, units: int) -> None:
        self.flipped &= ~units

    def seize(self, place: int, nation: int) -> None:
        """Give a place to a nation, and to its side."""
        bit = 1 << place
        own = self.own
        for n, m in enumerate(own):
            if m & bit:
                own[n] = m & ~bit
                break
        own[nation] |= bit
        side = self.allegiance[nation]
        self.ctrl[0] &= ~bit
        self.ctrl[1] &= ~bit
        if side < 2:
            self.ctrl[side] |= bit
        if self.neutral & bit or side == tables.NEUTRAL:
            self.derive_control()

    def set_side(self, nation: int, side: int) -> None:
        """Change the allegiance of a nation: its units, Forts and land go with it."""
        self.allegiance[nation] = side
        self.derive()

    def set_serves(self, u: int, nation: int) -> None:
        """A unit serves another nation from now on."""
        self.serves[u] = nation
        self.derive()
