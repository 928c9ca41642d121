"""Events (tgw.6.0): the pools, buying and drawing, what a drawn chit does at once, and what is in effect.

`event_rules.py` says what an event is. Its rules are a row of `data/events.csv` (`rows.py`) or a class in the module of its theme.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.question import Answer, Condition, Pick, Question, Word, kept
from firestep.engine.session import Session
from firestep.engine.simultaneous import SimultaneousChoice
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.components import tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT
from firestep.games.tgw.components.things import NATION
from firestep.games.tgw.events import landings
from firestep.games.tgw.events.event_table import ENDS, EVENTS, ITALIAN_CHIT, NO_EVENT, Moment, hidden_hands
from firestep.games.tgw.events.rows import RULES
from firestep.games.tgw.nations.neutrals import turkey_joins
from firestep.games.tgw.state import State
from firestep.games.tgw.strategic import turkish_surrender
from firestep.hexmap.grid import bits

S = Session[State]
PASS: Action = ("pass",)
#: the nations that pay for the draws of a side (tgw.6.1.6a, tgw.6.1.6b)
PAYERS = ((tables.BR, tables.FR, tables.US), (tables.GE,))
#: no pool is filled before it (tgw.6.0a)
FIRST_LETTER = tables.LETTER["C"]
#: chits for one point (tgw.6.1.1a), and the most that a side draws from its own pool in a turn (tgw.6.1.1b)
DRAWS = 2


# -- the Events Phase (tgw.6.1) ----------------------------------------------------------------------------------------------------


def paying(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of a nation that pays for a draw of a side."""
    named = "tgw.6.1.6b" if side == tables.ALLIED else "tgw.6.1.6a"
    yield Condition(named, sum(1 << n for n in PAYERS[side]), "{x} does not pay for events")
    at_war = sum(1 << n for n in PAYERS[side] if st.allegiance[n] == side)
    yield Condition("tgw.6.1.1a", at_war, f"{{x}} is not at war on the side of the {tables.SIDE_TITLES[side]}")
    yield Condition("tgw.6.1.1a", sum(1 << n for n in PAYERS[side] if st.rp[n] > 0), "{x} has no Resource Point to spend")


def payers(st: State, side: int) -> list[int]:
    """Returns the nations that can pay for a draw of a side now (tgw.6.1.6a, tgw.6.1.6b)."""
    return bits(kept(paying(st, side), NATION.all))


def can_buy(st: State, side: int) -> bool:
    """P18: without a point, or with an empty pool, a side does not buy."""
    return bool(st.pool[side]) and bool(payers(st, side))


def pay_actions(st: State, side: int, verb: str) -> list[Action]:
    return [(verb, tables.NATIONS[n]) for n in payers(st, side)]


@dataclass(frozen=True, slots=True)
class EventPhase(Auto[S]):
    """Both sides decide whether to buy events, and draw (tgw.6.1.1a). Then they may play any number of held events (tgw.6.1.1c)."""

    def run(self, s: S) -> Steps:
        st = s.state
        joined = turkey_joins(s)
        steps: Steps = (Buy(),) if any(can_buy(st, side) for side in (tables.ALLIED, tables.CENTRAL)) else ()
        return (*joined, *steps, Moment("events", (tables.ALLIED, tables.CENTRAL)))  # tgw.6.1.1c


@dataclass(frozen=True, slots=True)
class Buy(SimultaneousChoice[S]):
    """Each side says in secret whether it buys two chits, and which nation pays (tgw.6.1.1a, E17)."""

    def seats(self, s: S) -> tuple[int, ...]:
        return tuple(side for side in (tables.ALLIED, tables.CENTRAL) if can_buy(s.state, side))

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.seat(s)]}: buy two events for a Resource Point, or pass"

    def choices(self, s: S, seat: int) -> list[Action]:
        st = s.state
        out = [PASS, *pay_actions(st, seat, "buy")]
        if may_choose_italy(st, seat):
            out += pay_actions(st, seat, "italy")
        return sorted(out)

    def reveal(self, s: S, answers: tuple[Action, ...]) -> Steps:
        bought = {}
        for side, action in zip(self.seats(s), answers, strict=True):
            if action != PASS:
                bought[side] = action[0] == "italy"
                pay(s, side, tables.NATION[action[1]], "tgw.6.1.1a")
        if len(bought) == 1:
            ((side, italy),) = bought.items()
            if s.state.pool[1 - side] and payers(s.state, side):
                return (Raid(side, italy),)
        return tuple(x for side, italy in bought.items() for x in own_draws(side, italy))


def own_draws(side: int, italy: bool) -> Steps:
    return (Chosen(), Draw(side, side, DRAWS - 1)) if italy else (Draw(side, side, DRAWS),)


def pay(s: S, side: int, nation: int, rule: str) -> None:
    s.state.rp[nation] -= 1
    s.note(
        "buys-events",
        rule,
        "tgw.6.1.6a" if side == tables.CENTRAL else "tgw.6.1.6b",
        side=tables.SEATS[side],
        nation=tables.NATIONS[nation],
    )


def may_choose_italy(st: State, side: int) -> bool:
    """Allied pre-war event 9: Italian Entry as the first pick of Jan/Feb 1915, unless Italy was bribed (tgw.20.2.9, E100)."""
    return (
        side == tables.ALLIED
        and "al.9" in st.prewar
        and st.turn == tables.turn_of("Jan/Feb", 1915)
        and not st.tally.get("bribe")
        and bool(st.pool[tables.ALLIED] & ITALIAN_CHIT)
    )


@dataclass(frozen=True, slots=True)
class Chosen(Auto[S]):
    """The Allies take Italian Entry out of their pool as their first chit (tgw.20.2.9)."""

    def run(self, s: S) -> Steps:
        c = ITALIAN_CHIT.bit_length() - 1
        s.state.pool[tables.ALLIED] &= ~ITALIAN_CHIT
        return drawn(s, c, tables.ALLIED)


@dataclass(frozen=True, slots=True)
class Raid(Question[S]):
    """Only one side bought: it may pay again for two chits of the other's pool (tgw.6.1.4a)."""

    side: int
    italy: bool = False
    says = ("pass", "raid nation")

    def seat(self, s: S) -> int:
        return self.side

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: spend another point on two chits of the other side's pool, or pass"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("pass", then=lambda s: own_draws(self.side, self.italy))
        yield Pick("raid", NATION, paying(s.state, self.side), self.raid)

    def raid(self, s: S, nation: int) -> Steps:
        pay(s, self.side, nation, "tgw.6.1.6c")
        return (*own_draws(self.side, self.italy), Draw(1 - self.side, self.side, DRAWS))  # tgw.6.1.4a


@dataclass(frozen=True, slots=True)
class Draw(Auto[S]):
    """Draws one chit after the other at random from a pool that no player sees (tgw.6.0b, tgw.6.1.3a). A No Event counts as a draw
    (tgw.6.1.5b)."""

    pool: int
    drawer: int
    left: int

    def run(self, s: S) -> Steps:
        st = s.state
        if not self.left or not st.pool[self.pool]:
            return ()
        c = s.draw(st.pool[self.pool])  # tgw.6.0b
        st.pool[self.pool] &= ~(1 << c)
        return (*drawn(s, c, self.drawer), Draw(self.pool, self.drawer, self.left - 1))  # tgw.6.1.3a


def drawn(s: S, c: int, drawer: int) -> Steps:
    """Deals with a chit that was drawn. A No Event goes back (tgw.6.1.2b, tgw.6.1.5a). A mandatory event happens at once
    (tgw.6.1.2a, tgw.6.1.4b). Another event of one's own pool is kept (tgw.6.1.2c), one of the other side's pool is removed
    (tgw.6.1.4c)."""
    st = s.state
    chit, bit = CHITS[c], 1 << c
    e, rules = EVENTS[chit.event], RULES[chit.event]
    if bit & NO_EVENT or chit.mandatory and rules.goes_back(st, chit.side):
        st.pool[chit.side] |= bit  # tgw.6.1.2b, tgw.6.1.5a
        s.note("event-back", "tgw.6.1.2b", "tgw.6.1.5a", e.id, side=tables.SEATS[chit.side], event=chit.event)
        return ()
    if drawer != chit.side and not chit.mandatory:
        st.spent |= bit  # tgw.6.1.4c
        s.note("event-removed", "tgw.6.1.4c", e.id, side=tables.SEATS[chit.side], event=chit.event)
        return ()
    if rules.is_void(st, chit.side):
        st.spent |= bit
        s.note("event-void", e.id, side=tables.SEATS[chit.side], event=chit.event)
        return ()
    if chit.mandatory:  # tgw.6.1.2a
        if chit.event == "mutiny" and st.options.get("mutiny") == "hidden" and drawer == chit.side:
            return hidden_mutiny(s, c)  # who draws it out of the enemy's pool has seen it (tgw.6.1.4b)
        s.note("event-happens", "tgw.6.1.2a", e.id, side=tables.SEATS[chit.side], event=chit.event)
        return perform(s, c)
    if rules.moment == "drawn":
        s.note("event-arrives", e.id, side=tables.SEATS[chit.side], event=chit.event)
        return perform(s, c)
    st.hand[chit.side] |= bit  # tgw.6.1.2c
    if hidden_hands(st):
        s.note("event-kept", "tgw.6.1.7a", e.id, side=tables.SEATS[chit.side], event=chit.event, only=tables.SEATS[chit.side])
        s.note("event-kept-hidden", "tgw.6.1.7a", side=tables.SEATS[chit.side])
    else:
        s.note("event-kept", "tgw.6.1.2c", e.id, side=tables.SEATS[chit.side], event=chit.event)
    return ()


def hidden_mutiny(s: S, c: int) -> Steps:
    """The Mutiny happens, and nobody is told: its chit lies among the held ones until it is over (tgw.6.46b)."""
    st = s.state
    s.note(
        "event-happens",
        "tgw.6.46b",
        EVENTS["mutiny"].id,
        side=tables.SEATS[tables.ALLIED],
        event="mutiny",
        only=tables.SEATS[tables.ALLIED],
    )
    s.note("event-kept-hidden", "tgw.6.1.7a", side=tables.SEATS[tables.ALLIED])
    steps = perform(s, c)
    st.play &= ~(1 << c)
    st.hand[tables.ALLIED] |= 1 << c
    return steps


def play_chit(s: S, c: int) -> Steps:
    """A held chit is played (tgw.6.1.2c)."""
    st = s.state
    chit = CHITS[c]
    st.hand[chit.side] &= ~(1 << c)
    s.note("event-played", "tgw.6.1.2c", EVENTS[chit.event].id, side=tables.SEATS[chit.side], event=chit.event)
    return perform(s, c)


def perform(s: S, c: int) -> Steps:
    """Carries out what a chit does."""
    return RULES[CHITS[c].event].happen(s, c)


# -- the end of a turn -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndOfTurn(Auto[S]):
    """Effects that end with the turn: those whose last turn it was, what may be used once a turn, and the count of turns with and
    without attacks by and on Russians (tgw.5.44a, tgw.5.44b)."""

    def run(self, s: S) -> Steps:
        st = s.state
        landings.beachhead(s)
        turkish_surrender.note_baku(st)
        for name in [k for k in st.until if not k.endswith("-from") and st.until[k] <= st.turn]:
            del st.until[name]
            st.until.pop(f"{name}-from", None)
            s.note("effect-ends", ENDS[name], effect=name)
            if name == "mutiny":  # what was hidden is told now (tgw.6.46b)
                st.hand[tables.ALLIED] &= ~OF_EVENT["mutiny"]
                st.play |= OF_EVENT["mutiny"]
        for key in [k for k in st.tally if k.startswith("now-") or k == "raid-hex"]:
            del st.tally[key]
        counts = st.russian_attacks
        counts[0] += counts[2]
        counts[1] += not counts[3]
        counts[2] = counts[3] = 0
        st.rolled_now = 0
        return ()


def fill_pools(st: State, letter: int) -> list[int]:
    """The chits of a letter join their pools (tgw.5.12a), but for those that a rule or an option sends elsewhere."""
    came = 0
    for c, chit in enumerate(CHITS):
        if due(st, c) == letter and joins(st, chit.event) and not (st.play | st.spent | st.hand[0] | st.hand[1]) >> c & 1:
            came |= 1 << c
            st.pool[chit.side] |= 1 << c  # tgw.5.12a
    return bits(came)


def due(st: State, c: int) -> int:
    """Return the letter on which a chit joins its pool. A bribe delays Italian Entry, to O at the latest (tgw.21.4b); a pre-war
    treaty brings Romanian Entry on C (tgw.20.3.9)."""
    if 1 << c & ITALIAN_CHIT and st.tally.get("bribe"):
        return st.tally["bribe-letter"]
    if CHITS[c].id == "cp-entry-romania" and "cp.9" in st.prewar:
        return FIRST_LETTER
    return CHITS[c].letter


def joins(st: State, event: str) -> bool:
    """Returns whether an event is used in the scenario. Turkish Surrender is for 1918 alone (tgw.5.63b, tgw.6.58a, tgw.19.12c).
    That scenario leaves the Near East chits aside (tgw.22.51c, D32)."""
    if st.scenario == "1918":
        return EVENTS[event].set == "europe"
    return event != "turksurr"  # tgw.5.63b
