"""The state of a game of Death in the Trenches: slots of ints, lists of ints and sets, and nothing else.

Units and places are numbers (`tables.UNIT`, `places.INDEX`), sets of them are ints. `at[u]` is the place of a unit or one of the
boxes below; `own[n]` the places that nation `n` controls; `allegiance[n]` its side. Change positions only with `put`, control only
with `seize` (or `control.enter`, which also does what follows from entering), sides only with `set_side`, so that the derived sets
keep step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.hexmap.grid import bits

#: boxes: not yet deployed or out of Divs, gone for good, Minor Forces Casualty Box, Minor Forces Reserve Box
POOL, GONE, CASUALTY, BOX = -1, -2, -3, -4
OFF_MAP = {POOL: "pool", GONE: "gone", CASUALTY: "casualty", BOX: "box"}
OFF_MAP_WORD = {w: k for k, w in OFF_MAP.items()}

#: things that happened once and for all, or hold until something ends them; events may add names at the end
FLAGS = ("straits-out", "snow-open", "san-remo", "great-retreat", "emperor-dead", "massacre", "kaiserschlacht", "hindenburg",
         "engineers-held", "engineers", "pipeline-held", "pipeline", "home-rule", "collapsed", "greater-bulgaria", "baron",
         "baron-used", "italy-stays", "swiss-invaded", "arabs-risen", "persia-risen", "russia-back", "forfeit", "serbs-gone",
         "no-garrison", "norway-free", "denmark-free", "sweden-free", "senussi-sudan", "czar-fell", "republic", "goiginger",
         "nivelle-failed", "nivelle-used", "home-rule-refused",
         "shield", "brest-litovsk", "sanitary", "greek-macedonia", "late-beach", "hoffmann-used", "sarrail-used")
FLAG = {name: 1 << k for k, name in enumerate(FLAGS)}

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
    #: ## was played: trenches do not count (8.5f)
    breach: bool = False
    #: the terrain modifier does not count
    smooth: bool = False
    #: beaten defenders need not retreat
    hold: bool = False
    #: the Red Baron flies with this side, or -1
    baron: int = -1
    #: Special Event boxes played in this combat
    plays: tuple[int, ...] = ()
    dice: tuple[int, int] = (0, 0)
    hits: tuple[int, int] = (0, 0)
    #: the defenders counted as entrenched when the dice were rolled
    trenches: bool = False
    #: hits that no unit could absorb, by side of the fight: they fall on a Fort
    spill: tuple[int, int] = (0, 0)
    #: the Fort of the hex fell in this combat
    stormed: bool = False
    #: units of both sides that were out of supply when the dice were rolled (their retreat is their end, 9.4c)
    starving: int = 0

    def to_plain(self) -> dict[str, Any]:
        return {f.name: list(v) if isinstance(v := getattr(self, f.name), tuple) else v for f in fields(self)}

    @classmethod
    def from_plain(cls, d: Mapping[str, Any]) -> Fight:
        values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in d.items()}
        return cls(**values)


#: saved as they are
_PLAIN = ("turn", "phase", "rolls", "cup", "sud", "boer", "air", "us_turn", "chit_phase", "collapse_turn")
_LISTS = ("divs", "max", "reserves", "frozen", "entry", "seas", "coins", "peeked", "gas", "ne_limit", "passes", "spots")
#: sets of places, saved by name
_PLACES = ("forts", "no_forts", "closed", "centres", "recruited", "fallen", "fresh", "deployed", "truce")
#: sets of units, saved by id
_UNIT_SETS = ("flipped", "landed", "used", "released", "roaming", "expedition")


class State:
    """What the pieces, tracks and markers of the game show, and the sets derived from them.

    Derived and never saved: `where` (units in each place), `afield` (units on the map), `occ` (places with units of each side and
    of neutrals), `of` (of each nation), `corps` (units that serve each nation), `troops` (units of each side), `ctrl` (places
    each side controls), `neutral` (land of neutrals), `fort_of` (intact Forts by side). `nets` remembers supply networks with the
    sets they came from.
    """

    __slots__ = (
        "afield",
        "air",
        "allegiance",
        "at",
        "beach",
        "boer",
        "centres",
        "chit_phase",
        "closed",
        "coins",
        "collapse_turn",
        "corps",
        "ctrl",
        "cup",
        "deployed",
        "divs",
        "entry",
        "expedition",
        "fallen",
        "fight",
        "flags_set",
        "flipped",
        "fort_of",
        "forts",
        "fresh",
        "frozen",
        "gas",
        "landed",
        "max",
        "ne_limit",
        "nets",
        "neutral",
        "no_forts",
        "occ",
        "of",
        "options",
        "own",
        "passes",
        "peeked",
        "phase",
        "recruited",
        "released",
        "reserves",
        "roaming",
        "rolls",
        "seas",
        "serves",
        "siege",
        "spots",
        "sud",
        "surrendered",
        "troops",
        "truce",
        "turn",
        "us_turn",
        "used",
        "where",
    )

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = options
        self.turn = 1
        #: index of the phase in `sequence.PHASES`
        self.phase = 0
        self.rolls = 0
        self.at: list[int] = [POOL] * t.N
        self.divs: list[int] = [0] * t.N
        #: German Divs in the Süd Army, part of its Divs (4.1g)
        self.sud = 0
        #: the nation each unit serves now
        self.serves: list[int] = list(t.UNIT_NATION)
        self.allegiance: list[int] = list(t.START_SIDE)
        self.own: list[int] = [0] * len(t.NATIONS)
        self.flipped = 0
        self.max: list[int] = list(t.START_MAX)
        self.reserves: list[int] = list(t.START_RESERVES)
        #: Divs in Reserves that may not come to the map this turn (S08, L17)
        self.frozen: list[int] = [0] * 8
        self.entry: list[int] = list(t.ENTRY_START)  #: -1 once the marker is gone
        self.seas: list[int] = [t.PARITY] * 5
        self.coins: list[int] = list(t.BOX_START)
        #: Gas coins played by each side (the bonus falls with every play)
        self.gas: list[int] = [0, 0]
        #: intact Forts; Forts that do not count this turn
        self.forts = p.FORTS
        self.no_forts = 0
        #: the Fort under siege with each side's marker: -2 in hand, -1 spent
        self.siege: list[int] = [IN_HAND, IN_HAND]
        #: places nobody may enter any more
        self.closed = 0
        #: Armenian Population Centres on the map, and those already recruited
        self.centres = p.CENTRES
        self.recruited = p.mask("1222")
        #: French and Italian cities that fell once; those that fell and were not rolled for yet (12.1e)
        self.fallen = 0
        self.fresh = 0
        #: Beach Head markers A and B: a place, or `UNSEEN`, `IN_HAND`, `LOST`
        self.beach: list[int] = [UNSEEN, UNSEEN]
        #: invaders in a Beach Head box; Armies that gave or took Divs in this phase; held units that events set free;
        #: units free of the list of their nation; Russians in France (N06)
        self.landed = 0
        self.used = 0
        self.released = 0
        self.roaming = 0
        self.expedition = 0
        #: places where a minor Army was deployed in this Logistics Phase (10.4c); places that may not be attacked this turn
        self.deployed = 0
        self.truce = 0
        #: the Air box with the coin, or -1
        self.air = -1
        #: strength of the Boers
        self.boer = 0
        #: French and German Divs allowed in the Near East, 0 before the roll
        self.ne_limit: list[int] = [0, 0]
        #: chits in the cup, as bits; what each seat has looked at (a chit or 0); 1 or 2: which Random Events Phase it is
        self.cup = 0b1111110
        self.peeked: list[int] = [0, 0]
        self.chit_phase = 0
        #: the turn in which the United States joined, or 0
        self.us_turn = 0
        #: the turn of the Russian collapse, or 0
        self.collapse_turn = 0
        #: passes in a row, and whose pulse it is
        self.passes: list[int] = [0, 0]
        #: where Putnik's Army appeared in this pulse and where Nivelle attacked in this turn, or 0
        self.spots: list[int] = [0, 0]
        #: nations that have surrendered, as bits
        self.surrendered = 0
        self.flags_set = 0
        self.fight: Fight | None = None
        self.derive()

    # -- derived sets --------------------------------------------------------------------------------------------------------

    def derive(self) -> None:
        """Work out everything that is not saved."""
        self.where: dict[int, int] = {}
        self.corps: list[int] = [0] * len(t.NATIONS)
        self.troops: list[int] = [0, 0, 0, 0]
        self.occ: list[int] = [0, 0, 0, 0]
        self.of: list[int] = [0] * len(t.NATIONS)
        self.afield = 0
        for u in range(t.N):
            n = self.serves[u]
            side = self.allegiance[n]
            self.corps[n] |= 1 << u
            self.troops[side] |= 1 << u
            if (i := self.at[u]) > 0:
                self.where[i] = self.where.get(i, 0) | 1 << u
                self.occ[side] |= 1 << i
                self.of[n] |= 1 << i
                self.afield |= 1 << u
        self.nets: list[tuple[Any, ...] | None] = [None] * len(t.NATIONS)
        self.derive_control()

    def derive_control(self) -> None:
        ctrl = [0, 0]
        neutral = 0
        for n, m in enumerate(self.own):
            if m:
                side = self.allegiance[n]
                if side < 2:
                    ctrl[side] |= m
                elif side == t.NEUTRAL and t.KIND[n] != "open":
                    neutral |= m
        self.ctrl: list[int] = ctrl
        self.neutral = neutral
        self.derive_forts()

    def derive_forts(self) -> None:
        """Intact Forts by the side of their owner; colonial coins are among them."""
        out = [0, 0, 0, 0]
        for i in bits(self.forts & ~self.no_forts):
            out[self.allegiance[p.FORT_NATION[i]]] |= 1 << i
        self.fort_of: list[int] = out

    # -- asking --------------------------------------------------------------------------------------------------------------

    def flag(self, name: str) -> bool:
        return bool(self.flags_set & FLAG[name])

    def set_flag(self, name: str, on: bool = True) -> None:
        self.flags_set = self.flags_set | FLAG[name] if on else self.flags_set & ~FLAG[name]

    def side(self, u: int) -> int:
        """The side of a unit."""
        return self.allegiance[self.serves[u]]

    def stack(self, place: int) -> int:
        """The units in a place."""
        return self.where.get(place, 0)

    def stack_of(self, place: int, side: int) -> int:
        """The units of a side in a place."""
        return self.where.get(place, 0) & self.troops[side]

    def holder(self, place: int) -> int:
        """The nation that controls a place, or -1."""
        for n, m in enumerate(self.own):
            if m >> place & 1:
                return n
        return -1

    def controls(self, side: int, place: int) -> bool:
        return bool(self.ctrl[side] >> place & 1)

    def at_war(self, nation: int) -> bool:
        return self.allegiance[nation] < 2

    def total(self, power: int) -> int:
        """All Divs of a power, wherever they are (S06)."""
        out = self.reserves[power]
        for u in t.ARMIES_OF[power]:
            out += self.divs[u]
        if power == t.AH:
            out -= self.sud
        elif power == t.GE:
            out += self.sud
        return out

    def factors(self, u: int) -> tuple[int, int, int]:
        """Offence, defence and fortitude of a unit as it stands: printed factors times Divs (7.0d)."""
        if u == t.BOER:
            return self.boer, self.boer, self.boer
        a, d, f = t.FACTORS[u]
        k = self.divs[u]
        if not t.IS_ARMY[u]:
            return a, d, f
        if u == t.SUD and self.sud:
            ga, gd, gf = t.DIV[t.GE]
            own = k - self.sud
            return own * a + self.sud * ga, own * d + self.sud * gd, own * f + self.sud * gf
        return k * a, k * d, k * f

    def besieged(self, place: int) -> bool:
        return place in self.siege

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
        if self.neutral & bit or side == t.NEUTRAL:
            self.derive_control()

    def set_side(self, nation: int, side: int) -> None:
        """Change the allegiance of a nation: its units, Forts and land go with it."""
        self.allegiance[nation] = side
        self.derive()

    def set_serves(self, u: int, nation: int) -> None:
        """A unit serves another nation from now on."""
        self.serves[u] = nation
        self.derive()

    # -- copies and plain data -----------------------------------------------------------------------------------------------

    def copy(self) -> Self:
        new: Self = object.__new__(type(self))
        new.flags_set = self.flags_set
        new.afield = self.afield
        new.air = self.air
        new.allegiance = self.allegiance[:]
        new.at = self.at[:]
        new.beach = self.beach[:]
        new.boer = self.boer
        new.centres = self.centres
        new.chit_phase = self.chit_phase
        new.closed = self.closed
        new.coins = self.coins[:]
        new.collapse_turn = self.collapse_turn
        new.corps = self.corps[:]
        new.ctrl = self.ctrl[:]
        new.cup = self.cup
        new.deployed = self.deployed
        new.divs = self.divs[:]
        new.entry = self.entry[:]
        new.expedition = self.expedition
        new.fallen = self.fallen
        new.fight = self.fight
        new.flipped = self.flipped
        new.fort_of = self.fort_of[:]
        new.forts = self.forts
        new.fresh = self.fresh
        new.frozen = self.frozen[:]
        new.gas = self.gas[:]
        new.landed = self.landed
        new.max = self.max[:]
        new.ne_limit = self.ne_limit[:]
        new.nets = self.nets[:]
        new.neutral = self.neutral
        new.no_forts = self.no_forts
        new.occ = self.occ[:]
        new.of = self.of[:]
        new.options = self.options
        new.own = self.own[:]
        new.passes = self.passes[:]
        new.peeked = self.peeked[:]
        new.phase = self.phase
        new.recruited = self.recruited
        new.released = self.released
        new.reserves = self.reserves[:]
        new.roaming = self.roaming
        new.rolls = self.rolls
        new.seas = self.seas[:]
        new.serves = self.serves[:]
        new.siege = self.siege[:]
        new.spots = self.spots[:]
        new.sud = self.sud
        new.surrendered = self.surrendered
        new.troops = self.troops[:]
        new.truce = self.truce
        new.turn = self.turn
        new.us_turn = self.us_turn
        new.used = self.used
        new.where = self.where.copy()
        return new

    def to_plain(self) -> dict[str, Any]:
        out: dict[str, Any] = {k: getattr(self, k) for k in _PLAIN}
        out |= {k: getattr(self, k)[:] for k in _LISTS if k not in ("divs", "coins")}
        out |= {k: p.numbers(getattr(self, k)) for k in _PLACES}
        out |= {k: unit_ids(getattr(self, k)) for k in _UNIT_SETS}
        out["at"] = {t.UNITS[u]: OFF_MAP[i] if i < 0 else p.NUMBER[i] for u, i in enumerate(self.at) if i != POOL}
        out["divs"] = {t.UNITS[u]: k for u, k in enumerate(self.divs) if k}
        out["coins"] = {t.BOXES[k]: c for k, c in enumerate(self.coins) if c}
        out["serves"] = {t.UNITS[u]: t.NATIONS[n] for u, n in enumerate(self.serves) if n != t.UNIT_NATION[u]}
        out["allegiance"] = dict(zip(t.NATIONS, self.allegiance, strict=True))
        out["own"] = {t.NATIONS[n]: p.numbers(m) for n, m in enumerate(self.own) if m}
        out["siege"] = [_word(i) for i in self.siege]
        out["beach"] = [_word(i) for i in self.beach]
        out["surrendered"] = [t.NATIONS[n] for n in bits(self.surrendered)]
        out["flags"] = [f for f in FLAGS if self.flag(f)]
        out["options"] = dict(self.options)
        out["fight"] = None if self.fight is None else self.fight.to_plain()
        return out

    @classmethod
    def from_plain(cls, d: Mapping[str, Any]) -> Self:
        new = cls(d["options"])
        for k in _PLAIN:
            setattr(new, k, d[k])
        for k in _LISTS:
            if k not in ("divs", "coins"):
                setattr(new, k, list(d[k]))
        for k in _PLACES:
            setattr(new, k, p.mask(*d[k]))
        for k in _UNIT_SETS:
            setattr(new, k, unit_mask(d[k]))
        for id, place in d["at"].items():
            new.at[t.UNIT[id]] = OFF_MAP_WORD[place] if place in OFF_MAP_WORD else p.INDEX[place]
        for id, k in d["divs"].items():
            new.divs[t.UNIT[id]] = k
        new.coins = [d["coins"].get(box, 0) for box in t.BOXES]
        for id, n in d["serves"].items():
            new.serves[t.UNIT[id]] = t.NATION[n]
        new.allegiance = [d["allegiance"][n] for n in t.NATIONS]
        new.own = [p.mask(*d["own"].get(n, ())) for n in t.NATIONS]
        new.siege = [_unword(w) for w in d["siege"]]
        new.beach = [_unword(w) for w in d["beach"]]
        new.surrendered = sum(1 << t.NATION[n] for n in d["surrendered"])
        new.flags_set = sum(FLAG[f] for f in d["flags"])
        new.fight = None if d["fight"] is None else Fight.from_plain(d["fight"])
        new.derive()
        return new


_MARKER = {UNSEEN: "unseen", IN_HAND: "hand", LOST: "lost"}


def _word(i: int) -> str:
    return _MARKER[i] if i < 0 else p.NUMBER[i]


def _unword(word: str) -> int:
    return next((k for k, w in _MARKER.items() if w == word), -1) if word in _MARKER.values() else p.INDEX[word]


def unit_ids(units: int) -> list[str]:
    return [t.UNITS[u] for u in bits(units)]


def unit_mask(ids: Iterable[str]) -> int:
    return sum(1 << t.UNIT[i] for i in ids)
