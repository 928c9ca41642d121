"""The state of a game of The Great War: what counters, tracks and markers show, as ints, lists of ints and sets, and nothing else.

Units, places, nations and chits are numbers (`roster.UNIT`, `board.INDEX`, `tables.NATION`, `chits.CHIT`), sets of them are ints.
`at[u]` is the hex of a unit, or one of the boxes below. Change places only with `put`, control only with `seize`, sides only with
`set_side`, so that the derived sets keep step. docs/tgw.md says what belongs to whom.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any

from firestep.engine.state import Declared, Derived, Kept, Remembered, Saved, made
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import CHIT, CHITS
from firestep.hexmap.grid import bits

#: places off the map: not in play yet; out of the game; the Available Units Boxes and dead piles of Europe and the Near East
#: (tgw.5.35c); the transit boxes of the CP (tgw.9.13a) and the Russians (tgw.9.24b); Arabia; the Required Reserve (tgw.5.38a);
#: U.S. units beside the west map at the Western and Italian Fronts (tgw.13.25b); units away in Libya (tgw.6.45a)
(WAITING, GONE, AVAIL, AVAIL_NE, DEAD, DEAD_NE, TRANSIT, RU_TRANSIT, ARABIA, RESERVE, EDGE_WEST, EDGE_ITALY, LIBYA) = range(
    -1, -14, -1
)
BOXES = {
    WAITING: "waiting",
    GONE: "gone",
    AVAIL: "available",
    AVAIL_NE: "available-ne",
    DEAD: "dead",
    DEAD_NE: "dead-ne",
    TRANSIT: "transit",
    RU_TRANSIT: "ru-transit",
    ARABIA: "arabia",
    RESERVE: "reserve",
    EDGE_WEST: "edge-west",
    EDGE_ITALY: "edge-italy",
    LIBYA: "libya",
}
BOX = {w: k for k, w in BOXES.items()}
EDGES = (EDGE_WEST, EDGE_ITALY)
_ALPENKORPS = roster.UNIT["ge-ak"]

#: things that happened once and for all, or hold until something ends them; add names at the end, each with its rule
FLAGS = (
    "gallipoli",  # tgw.6.51a
    "gallipoli-lost",  # tgw.6.51j
    "salonika",  # tgw.6.52a
    "euro-turks",  # tgw.17.13a, tgw.17.13b, tgw.17.13c
    "czar-fell",  # tgw.5.45a
    "bolsheviks",  # tgw.5.45c
    "treaty",  # tgw.5.46a
    "civil-war",  # tgw.6.47a
    "turkey-surrendered",  # tgw.5.61b
    "kut",  # tgw.14.21a
    "gaza",  # tgw.6.34a
    "gaza-lost",  # tgw.6.34c
    "hindenburg",  # no longer set; stored games may have it
    "ohl-used",  # tgw.10.81b
    "allies-choose",  # tgw.5.82b
    "scheffer-used",  # tgw.21.5a
    "baghdad-1915",  # tgw.5.62d
    "jerusalem-1917",  # tgw.5.62e
    "sea-closed",  # tgw.9.56b
    "pef-sent",  # tgw.17.21f
    "pef-home",  # tgw.17.21i
    "polish-allied",  # tgw.21.2a
    "polish-central",  # tgw.21.2e
    "trench-warfare-over",  # tgw.21.6c
)
FLAG = {name: 1 << k for k, name in enumerate(FLAGS)}
#: names in games stored by older versions; no rule depended on them
OLD_FLAGS = frozenset(("salonika-lost", "foch-used"))

#: capacities of strategic and sea movement (tgw.9.1, tgw.9.2, tgw.9.5), index into `used`
CAPACITIES = ("central", "central-ne", "allied-west", "russian-east", "russian-caucasus", "egypt", "iraq", "sea", "sea-ne")


@dataclass(frozen=True, slots=True)
class Fight:
    """One combat from its declaration to the advance; replaced, never changed. Pairs are (attacker, defender)."""

    #: the attacking side, the hex, the attackers and defenders (combat units)
    side: int
    hex: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...] = ()
    #: "regular", or the marker of a special combat: ohl, oberost, foch, allenby (tgw.10.8)
    kind: str = "regular"
    #: the HQ that supports each side, or -1
    hqs: tuple[int, int] = (-1, -1)
    #: chits committed by each side: air units and aces; New Air Tactics among them
    air: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    #: chits of events played into this combat by either side
    plays: tuple[int, ...] = ()
    #: what the chits that were played said: a module of the combat's own knows the words
    marks: tuple[str, ...] = ()
    die: int = 0
    #: step losses still to be taken; -1 for the defender: all are eliminated
    losses: tuple[int, int] = (0, 0)
    #: losses of either side were begun: the first one is taken by priority (tgw.10.64a)
    first: tuple[bool, bool] = (True, True)
    #: the hex was emptied, and units have gone into it
    vacated: bool = False
    advanced: tuple[int, ...] = ()

    def to_plain(self) -> dict[str, Any]:
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}

    @classmethod
    def from_plain(cls, d: Mapping[str, Any]) -> Fight:
        return cls(**{k: _frozen(v) for k, v in d.items()})


def _plain(value: Any) -> Any:
    return [_plain(v) for v in value] if isinstance(value, tuple) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(v) for v in value) if isinstance(value, list) else value


def place_word(i: int) -> str:
    return BOXES[i] if i < 0 else board.NUMBER[i]


def place_of(word: str) -> int:
    return BOX[word] if word in BOX else board.INDEX[word]


def elsewhere(now: list[int], before: list[int]) -> list[int]:
    """The units that are in another place than before; places are compared by the score, since most units stay."""
    return [
        u
        for k in range(0, len(now), 64)
        if (a := now[k : k + 64]) != (c := before[k : k + 64])
        for u, (i, was) in enumerate(zip(a, c, strict=True), k)
        if i != was
    ]


def _by(names: tuple[str, ...]) -> Saved:
    """A list with a value for each of some names, saved without the zeros."""
    return Saved(lambda values: {n: v for n, v in zip(names, values, strict=True) if v}, lambda d: [d.get(n, 0) for n in names])


#: sets of hexes, units, nations and chits, saved by name; a hex or 0; lists by nation
Hexes = Annotated[int, Saved(board.numbers, lambda names: board.mask(*names))]
Units = Annotated[int, Saved(roster.unit_ids, roster.unit_mask)]
Nations = Annotated[
    int, Saved(lambda m: [tables.NATIONS[n] for n in bits(m)], lambda codes: sum(1 << tables.NATION[c] for c in codes))
]
Chits = Annotated[int, Saved(lambda m: [CHITS[c].id for c in bits(m)], lambda ids: sum(1 << CHIT[i] for i in ids))]
Hex = Annotated[int, Saved(lambda i: board.NUMBER[i] if i else "", lambda w: board.INDEX[w] if w else 0)]
NationHexes = Annotated[
    list[int],
    Saved(
        lambda v: {c: board.numbers(m) for c, m in zip(tables.NATIONS, v, strict=True) if m},
        lambda d: [board.mask(*d.get(c, ())) for c in tables.NATIONS],
    ),
]
Letter = Annotated[int, Saved(lambda k: tables.LETTERS[k] if k >= 0 else "", lambda w: tables.LETTERS.index(w) if w else -1)]
Weather = Annotated[
    list[int], Saved(lambda v: [tables.WEATHERS[w] for w in v], lambda words: [tables.WEATHERS.index(w) for w in words])
]
ByNation = Annotated[list[int], _by(tables.NATIONS)]
#: two sets of chits, of hexes, one for each side
TwoChits = Annotated[
    list[int],
    Saved(lambda two: [[CHITS[c].id for c in bits(m)] for m in two], lambda two: [sum(1 << CHIT[i] for i in ids) for ids in two]),
]
TwoHexes = Annotated[
    list[int], Saved(lambda two: [board.numbers(m) for m in two], lambda two: [board.mask(*names) for names in two])
]
HexTurns = Annotated[
    dict[int, int],
    Saved(lambda d: {board.NUMBER[i]: k for i, k in sorted(d.items())}, lambda d: {board.INDEX[w]: k for w, k in d.items()}),
]
UnitTurns = Annotated[
    dict[int, int],
    Saved(lambda d: {roster.UNITS[u]: k for u, k in sorted(d.items())}, lambda d: {roster.UNIT[w]: k for w, k in d.items()}),
]
Flags = Annotated[
    int, Saved(lambda m: [f for f in FLAGS if m & FLAG[f]], lambda names: sum(FLAG[f] for f in names if f not in OLD_FLAGS))
]
_AT = Saved(
    lambda at: {roster.UNITS[u]: place_word(i) for u, i in enumerate(at) if i != WAITING},
    lambda d: [place_of(d[id]) if id in d else WAITING for id in roster.UNITS],
)
_SIDES = Saved(lambda v: dict(zip(tables.NATIONS, v, strict=True)), lambda d: [d[n] for n in tables.NATIONS])
_FIGHT = Saved(lambda f: f and f.to_plain(), lambda d: None if d is None else Fight.from_plain(d))


class State(Declared):
    """Counters, tracks and markers: every marker of the game is a field (tgw.3.25c)."""

    options: Kept[Mapping[str, str]]
    #: the scenario's id: 1914, 1915 …
    scenario: Kept[str]
    rolls: int = 0

    # -- time (tgw.4.0) ------------------------------------------------------------------------------------------------------------
    #: Operational Turn 1 to 51; phase of `sequence.PHASES`; last Strategic Turn begun (-1 before A)
    turn: int = 1
    phase: int = 0
    letter: Letter = -1
    #: the side with the initiative in the Western Theater; the other has it in the Eastern one (tgw.5.83a)
    initiative: int = tables.CENTRAL
    #: the OHL/OberOst marker: 0 none, 1 OHL, 2 OberOst; where it, Foch and Allenby lie, or 0 (tgw.10.8)
    marker: int = 0
    marker_at: Hex = 0
    foch_at: Hex = 0
    allenby_at: Hex = 0
    flags_set: Flags = 0

    # -- counters --------------------------------------------------------------------------------------------------------------
    at: Annotated[list[int], _AT] = made(lambda: [WAITING] * roster.N)  # tgw.3.25c
    #: two-step units on one step; shock-troop or infantry side of German divisions; depleted HQs; Arabs and Armenians made known
    reduced: Units = 0
    flipped: Units = 0
    depleted: Units = 0
    tried: Units = 0
    #: moved in this Mutual Movement Phase; by rail, by sea in this Strategic Movement Phase; attacked in this Combat Phase
    moved: Units = 0
    railed: Units = 0
    sailed: Units = 0
    attacked: Units = 0
    #: brought into this phase as new units; the Persian Expeditionary Force; shock-troops that Influenza or death ended for good
    newly: Units = 0
    pef: Units = 0
    unshocked: Units = 0
    #: bought back from a dead pile and not destroyed since (tgw.13.29h); units of the Red Army (tgw.21.7b)
    rebuilt: Units = 0
    red: Units = 0
    #: cut off and yet alive until the next check (tgw.21.5b)
    saved: Units = 0
    #: Strategic Turn on which units return that are away (tgw.6.45b)
    back_on: UnitTurns = made(dict)

    # -- ground ----------------------------------------------------------------------------------------------------------------
    #: hexes each side controls (tgw.7.1a)
    ctrl: TwoHexes = made(lambda: [0, 0])
    #: who controlled the hex of the Arab Northern Army before it came (tgw.7.13b): the hex, and 0, 1 or 2
    arab_hex: Hex = 0
    arab_before: int = tables.NEUTRAL
    #: intact forts of the map, light and heavy; Hindenburg Line on the map, and markers still in hand
    forts: Hexes = board.FORTS
    line: Hexes = 0
    line_left: int = 0
    #: trench status of German, other CP, Anglo-Belgian, French, other Allied units: 0, 1, 2 (tgw.14.41a); trenches of the Near East
    trenches: list[int] = made(lambda: [0] * 5)
    ne_trenches: Hexes = 0
    #: devastated hexes, markers left, units at work on it (tgw.14.62a)
    devastated: Hexes = 0
    dz_left: int = 0
    devastating: Units = 0
    #: easternmost town of the Sinai pipeline, or 0 (tgw.11.53c)
    pipeline: Hex = 0
    #: ultimate supply sources that are lost for good (tgw.11.71c)
    dead_sources: Hexes = 0
    #: hexes attacked in this Combat Phase (tgw.10.14a)
    targets: Hexes = 0
    #: weather of each front this turn (tgw.12.0a)
    weather: Weather = made(lambda: [tables.FAIR] * 6)

    # -- nations ---------------------------------------------------------------------------------------------------------------
    #: the side of each nation now
    allegiance: Annotated[list[int], _SIDES] = made(lambda: list(tables.START_SIDE))
    collapsed: Nations = 0
    #: turn on which a neutral came in, and which cannot be entered, moved or attacked for the rest of it (tgw.17.11d)
    entered: ByNation = made(lambda: [0] * len(tables.NATIONS))
    #: Resource Points by the nation that pays (`tables.PAYER`)
    rp: ByNation = made(lambda: [0] * len(tables.NATIONS))
    #: letter from which each captured resource hex pays (tgw.5.16c)
    pays: HexTurns = made(dict)
    #: letter on which the United States enter; letter on which they did, or -1
    us_marker: Letter = tables.LETTER["O"]
    us_entered: Letter = -1
    #: letters of the Fall of the Czar and of the Bolshevik Revolution, or -1
    czar_letter: Letter = -1
    bolshevik_letter: Letter = -1
    #: since the last Russian Revolutions Phase: turns with a Russian attack, turns without an attack on Russians; this turn's
    russian_attacks: list[int] = made(lambda: [0, 0, 0, 0])
    #: Turkish Required Reserve (tgw.5.38a)
    required: int = 0

    # -- victory (18) ----------------------------------------------------------------------------------------------------------
    #: permanent adjustment of CP victory points (E70); French and Belgian victory hexes retaken after turn 28
    vp_events: int = 0
    retaken: Hexes = 0
    #: French victory hexes rolled for; rolls made this turn
    rolled: Hexes = 0
    rolled_now: int = 0
    #: how the game ended: seat or "" for a draw, reason, rule; empty while it goes on
    result: tuple[str, ...] = ()

    # -- events (6) ------------------------------------------------------------------------------------------------------------
    #: chits in each side's pool; held in hand; in play with a lasting effect (air units too); out of the game
    pool: TwoChits = made(lambda: [0, 0])
    hand: TwoChits = made(lambda: [0, 0])
    play: Chits = 0
    spent: Chits = 0
    #: air units used since the last Strategic Turn; chits in the Strategic Warfare Box; U-boats waiting for it
    air_used: Chits = 0
    warfare: Chits = 0
    u_waiting: Chits = 0
    #: effects that end: name of the effect -> first and last turn it acts
    until: dict[str, int] = made(dict)
    #: everything else that events count, by name
    tally: dict[str, int] = made(dict)
    #: pre-war events in force (20): ids
    prewar: tuple[str, ...] = ()

    # -- strategic movement (9) ------------------------------------------------------------------------------------------------
    used: Annotated[list[int], _by(CAPACITIES)] = made(lambda: [0] * len(CAPACITIES))
    #: for each nation the towns and ports in supply when the phase began (tgw.11.11a, N20b); the front from which Russians in their
    #: transit box came (N11)
    railheads: NationHexes = made(lambda: [0] * len(tables.NATIONS))
    came_from: UnitTurns = made(dict)
    fight: Annotated[Fight | None, _FIGHT] = None

    # -- derived ---------------------------------------------------------------------------------------------------------------
    #: units in each hex or box; hexes with any unit, with a combat unit, of each side; units of each side; hexes of each nation's
    #: HQs; land of neutrals
    where: Derived[dict[int, int]]
    occ: Derived[list[int]]
    held: Derived[list[int]]
    troops: Derived[list[int]]
    #: forts of each side that stand, the Hindenburg Line among them
    fort_of: Derived[list[int]]
    #: answers that are remembered with what they depend on, by name; a module keeps its own, replaced and never changed
    memo: Remembered[dict[str, Any]]

    def __init__(self, options: Mapping[str, str], scenario: str = "1914") -> None:
        self.options = options
        self.scenario = scenario
        self.fresh()
        self.derive()

    # -- derived sets ----------------------------------------------------------------------------------------------------------

    def derive(self) -> None:
        """Work out everything that is not saved."""
        self.troops = [0, 0, 0]
        for n, side in enumerate(self.allegiance):
            self.troops[side] |= roster.CORPS[n]
        self.where = {}
        self.occ = [0, 0, 0]
        self.held = [0, 0, 0]
        where = self.where
        for u, i in enumerate(self.at):
            where[i] = where.get(i, 0) | 1 << u
            if i > 0:
                side = self.allegiance[roster.NATION_OF[u]]
                self.occ[side] |= 1 << i
                if not roster.HQ >> u & 1:
                    self.held[side] |= 1 << i
        self.memo = {}
        self.derive_forts()

    def derive_forts(self) -> None:
        out = [0, self.line, 0]
        for i in bits(self.forts):
            out[self.allegiance[fronts.FORT_NATION[i]]] |= 1 << i
        self.fort_of = out

    # -- asking ----------------------------------------------------------------------------------------------------------------

    def flag(self, name: str) -> bool:
        return bool(self.flags_set & FLAG[name])

    def on(self, option: str) -> bool:
        """Whether an optional rule is in use: each is off unless the players chose it (tgw.21.0a)."""
        return self.options.get(option) == "on"  # tgw.21.0a

    def side(self, u: int) -> int:
        return self.allegiance[roster.NATION_OF[u]]

    def stack(self, place: int) -> int:
        """The units in a hex or box."""
        return self.where.get(place, 0)

    def strength(self, u: int) -> tuple[int, int, int]:
        """Return attack, defence and printed movement of a unit by its side that is up (tgw.3.26a, tgw.3.26b). Units of a collapsed
        nation have strength 1 (tgw.16.11c)."""
        bit = 1 << u
        turned = (self.reduced | self.flipped) & bit or u == _ALPENKORPS and self.alpine_shock()
        a, d, m = roster.BACK[u] if turned else (roster.ATTACK[u], roster.DEFENCE[u], roster.MOVE[u])  # tgw.3.26a
        fallen = self.collapsed >> roster.NATION_OF[u] & 1 and not (roster.HQ | self.red) & bit  # tgw.21.7b: the Red Army is whole
        return (1, 1, m) if fallen else (a, d, m)  # tgw.16.11c

    def alpine_shock(self) -> bool:
        """Return whether the Alpenkorps is a shock-troop unit where it is: always on the Eastern Front (tgw.15.46a), elsewhere
        after the first Shock-troop event (tgw.15.46b)."""
        at = self.at[_ALPENKORPS]
        return bool(self.tally.get("shock")) or at > 0 and fronts.FRONT_AT[at] == fronts.EAST  # tgw.15.46a, tgw.15.46b

    def acting(self, name: str) -> bool:
        """An effect with an end (`until`) holds on this turn."""
        last = self.until.get(name, 0)
        return bool(last) and self.until.get(f"{name}-from", 0) <= self.turn <= last

    @property
    def near_east_open(self) -> bool:
        """Return whether the Near East is open (tgw.7.12a): not in the 1918 scenario (tgw.22.51b), nor while Turkey hesitates
        (tgw.20.2.8, E91)."""
        sleeps = "al.8" in self.prewar and self.allegiance[tables.TU] == tables.NEUTRAL
        return self.turn >= tables.NEAR_EAST_TURN and self.scenario != "1918" and not sleeps

    @property
    def near_east_moves(self) -> bool:
        """Trains and ships of the Near East run: not in the first turn of the war there (tgw.19.61a, E91)."""
        return self.near_east_open and self.turn > tables.NEAR_EAST_TURN and self.entered[tables.TU] != self.turn

    # -- changing --------------------------------------------------------------------------------------------------------------

    def set_flag(self, name: str, on: bool = True) -> None:
        self.flags_set = self.flags_set | FLAG[name] if on else self.flags_set & ~FLAG[name]

    def put(self, u: int, to: int) -> None:
        """Moves a unit to a hex or box; it is never in two (tgw.3.11a). Control does not follow: see `control.enter`."""
        old = self.at[u]
        if old == to:
            return
        bit = 1 << u
        side = self.allegiance[roster.NATION_OF[u]]
        self.at[u] = to  # tgw.3.11a
        if to < 0:
            self.memo.pop("stacks", None)  # who leaves the map while others move is no stack any more (`movement.choices`)
        left = self.where[old] & ~bit
        if left:
            self.where[old] = left
        else:
            del self.where[old]
        if old > 0:
            own = left & self.troops[side]
            if not own:
                self.occ[side] &= ~(1 << old)
            if not own & roster.COMBAT:
                self.held[side] &= ~(1 << old)
        self.where[to] = self.where.get(to, 0) | bit
        if to > 0:
            self.occ[side] |= 1 << to
            if not roster.HQ & bit:
                self.held[side] |= 1 << to

    def seize(self, hexes: int, side: int) -> None:
        """Give hexes to a side; to nobody with `NEUTRAL`."""
        self.ctrl[0] &= ~hexes
        self.ctrl[1] &= ~hexes
        if side < 2:
            self.ctrl[side] |= hexes

    def set_side(self, nation: int, side: int) -> None:
        """A nation changes sides: its units and forts go with it. Its land is given with `seize`."""
        self.allegiance[nation] = side
        self.derive()
