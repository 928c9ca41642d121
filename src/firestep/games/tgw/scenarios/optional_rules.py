"""The options of chapters 5, 6, 13 and 16 to 21: the optional rules of section 21 and the rulings with two honest readings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.masks import mask
from firestep.engine.question import Answer, Condition, OneOf, Pick, Question, Word
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import SideChoice, Steps
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.things import NATION
from firestep.games.tgw.state import GONE, State
from firestep.games.tgw.victory import ENOUGH, WARSAW_LODZ, americans

S = Session[State]
#: Polish Legion and Volunteers (tgw.21.2g), and the Austrian division (tgw.6.6e)
POLES = sum(1 << roster.UNIT[id] for id in ("ru-pl", "ru-pov"))
POLISH_DIVISION = roster.UNIT["ah-po"]
#: tgw.21.2c, tgw.21.2h
POLISH_POINTS = 2
#: victory points of a bribe, and the letter on which Italian Entry joins the pool (tgw.21.4a): O at the latest (tgw.21.4b)
BRIBES = {2: tables.LETTER["G"], 3: tables.LETTER["K"], 4: tables.LETTER["O"]}
BRIBE_LETTER = tables.LETTER["C"]


def six_americans(st: State) -> bool:
    """tgw.5.82b"""
    return americans(st) >= ENOUGH


# -- Polish restoration (tgw.21.2) -----------------------------------------------------------------------------------------------


def may_restore(st: State, side: int) -> bool:
    """A side holds Warsaw and Lodz and nobody has declared yet (tgw.21.2a, tgw.21.2e, tgw.21.2i)."""
    return not WARSAW_LODZ & ~st.ctrl[side] and not st.flag("polish-allied") and not st.flag("polish-central")  # tgw.21.2i


def poland(s: S) -> Steps:
    """At the end of the Resource Phase whoever may declares a Polish restoration, or not."""
    st = s.state
    return tuple(Restore(side) for side in (tables.ALLIED, tables.CENTRAL) if may_restore(st, side)) if st.on("poland") else ()


@dataclass(frozen=True, slots=True)
class Restore(SideChoice[S], Question[S]):
    """A side that may declare the restoration of Poland declares it, or not."""

    side: int
    says = ("pass", "restore")

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: declare the restoration of Poland, or pass"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("pass")
        yield Word("restore", then=self.restore)

    def restore(self, s: S) -> Steps:
        st = s.state
        st.set_flag("polish-allied" if self.side == tables.ALLIED else "polish-central")
        s.note("restoration", "tgw.21.2a" if self.side == tables.ALLIED else "tgw.21.2e", "tgw.21.2i", side=tables.SEATS[self.side])
        if self.side == tables.ALLIED and st.at[POLISH_DIVISION] != GONE and st.at[POLISH_DIVISION] != -1:
            st.put(POLISH_DIVISION, GONE)  # tgw.6.6e, tgw.21.2d
            s.note("out-of-play", "tgw.21.2d", units=[roster.UNITS[POLISH_DIVISION]])
        return ()


def polish_points(st: State) -> list[tuple[int, int]]:
    """Points of a restoration in each later Resource Phase: two German and two Austrian while both cities are held (tgw.21.2h). The
    two of the Allies are given out by `GivePolishPoints` (tgw.21.2c)."""
    if st.flag("polish-central") and not WARSAW_LODZ & ~st.ctrl[tables.CENTRAL]:
        return [(n, POLISH_POINTS) for n in (tables.GE, tables.AH) if not st.collapsed >> n & 1]
    return []


def polish_gift(st: State) -> Steps:
    """The Allies' two points, each for Britain, France, Italy or Russia (tgw.21.2c)."""
    return (GivePolishPoints(POLISH_POINTS),) if st.flag("polish-allied") else ()


def takers(st: State) -> Iterator[Condition]:
    """Yields the conditions of the nations that take Polish points (tgw.21.2c)."""
    named = mask((tables.BR, tables.FR, tables.IT, tables.RU))
    yield Condition("tgw.21.2c", named, "Polish points go to Britain, France, Italy or Russia, not to {x}")
    yield Condition("tgw.16.11a", ~st.collapsed, "{x} has collapsed: it takes no points")
    allies = mask(n for n, side in enumerate(st.allegiance) if side == tables.ALLIED)
    yield Condition("tgw.21.2c", allies, "{x} is not at war on the Allied side: it takes no points")


@dataclass(frozen=True, slots=True)
class GivePolishPoints(Question[S]):
    """Which nation gets a Polish point?"""

    stored = "Purse"
    left: int
    says = ("purse nation",)

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        return f"Allies: who gets the Polish Resource Points? {self.left} to give"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("purse", NATION, takers(s.state), self.give)

    def give(self, s: S, nation: int) -> Steps:
        s.state.rp[nation] += 1
        s.note("polish-points", "tgw.21.2c", nation=tables.NATIONS[nation], points=1)
        return (GivePolishPoints(self.left - 1),) if self.left > 1 else ()


# -- bribing Italy (tgw.21.4) ----------------------------------------------------------------------------------------------------


def bribe(s: S) -> Steps:
    """At the start of Strategic Turn C, and then alone."""
    st = s.state
    return (Bribe(),) if st.on("bribe") and st.letter == BRIBE_LETTER and st.allegiance[tables.IT] == tables.NEUTRAL else ()


@dataclass(frozen=True, slots=True)
class Bribe(Question[S]):
    """The Central Powers say whether they bribe Italy, and with how much (tgw.21.4a)."""

    says = ("bribe number", "pass")

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return "Central Powers: bribe Italy with 2, 3 or 4 victory points, or pass"

    def answers(self, s: S) -> Iterator[Answer]:
        other = Refusal("tgw.21.4a", "a bribe is 2, 3 or 4 victory points")
        yield OneOf("bribe", dict.fromkeys(map(str, BRIBES)), other, self.bribe)
        yield Word("pass")

    def bribe(self, s: S, points: str) -> Steps:
        st, k = s.state, int(points)
        st.tally["bribe"], st.tally["bribe-letter"] = k, BRIBES[k]
        st.vp_events -= k
        s.note("bribe", "tgw.21.4a", points=k, letter=tables.LETTERS[BRIBES[k]])
        return ()


# -- first use of gas (tgw.21.3a) -------------------------------------------------------------------------------------------------


def first_gas(s: S, side: int) -> None:
    """The first gas of the game: on a 6 the Central Powers lose a point if it was theirs, gain one if it was not."""
    st = s.state
    if not st.on("first-gas") or st.tally.get("first-gas"):
        return
    st.tally["first-gas"] = 1
    die = s.roll()
    change = 0 if die < 6 else -1 if side == tables.CENTRAL else 1
    st.vp_events += change
    s.note("first-gas", "tgw.21.3a", side=tables.SEATS[side], die=die, points=change)


# -- double turn (tgw.21.8) --------------------------------------------------------------------------------------------------------

WEST = board.FRONT["W"]
_DUTCH_OR_NORTH = (
    board.ATLAS.dilate(board.mask(*(n for n, i in board.INDEX.items() if board.COUNTRY_AT.get(i) == "netherlands"))) & WEST
)
_SWISS = board.ATLAS.dilate(board.mask(*(n for n, i in board.INDEX.items() if board.COUNTRY_AT.get(i) == "switzerland"))) & WEST
TOP = board.COASTAL & WEST | _DUTCH_OR_NORTH | board.mask(*(n for n in board.INDEX if n.startswith("W70"))) & WEST
BOTTOM = _SWISS | board.mask(*(n for n in board.INDEX if n.startswith("W36"))) & WEST


def unbroken(st: State, side: int) -> bool:
    """A line of units across the Western Front, from the sea, Holland or the north edge to Switzerland or the south edge
    (tgw.21.8a)."""
    units = st.occ[side] & WEST
    reach = units & TOP  # tgw.21.8a
    while True:
        more = board.ATLAS.dilate(reach) & units
        if more == reach:
            return bool(reach & BOTTOM)
        reach = more


def may_turn_west(st: State, side: int) -> bool:
    """The initiative in the West may be taken: with the option, by who did not have it there only behind an unbroken line (E78)."""
    return not st.on("double-turn") or st.initiative == side or unbroken(st, side)
