"""Shock-troop conversion (tgw.6.5a, tgw.15.4), cavalry that becomes infantry (tgw.15.55a), and Influenza (tgw.6.57).

The modules of combat have what shock-troops do there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.masks import bits, mask
from firestep.engine.question import Answer, Condition, Pick, Question, given, kept
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw.components import roster, tables
from firestep.games.tgw.components.things import UNIT
from firestep.games.tgw.events.event_rules import EventRules, Term, declared
from firestep.games.tgw.events.event_table import act_now
from firestep.games.tgw.state import State
from firestep.games.tgw.supply import lines

S = Session[State]
#: price and number of divisions of each of the two events (tgw.15.41a, tgw.15.41b); 0 is all
PRICE, LIMIT = (0, 1, 7), (0, 6, 0)
ALPENKORPS = 1 << roster.UNIT["ge-ak"]
SHOCKABLE = roster.BANDED & roster.CORPS[tables.GE] & ~ALPENKORPS


def played(st: State) -> int:
    """How many Shock-troop events have been played."""
    return st.tally.get("shock", 0)


def price(st: State) -> int:
    """Returns what the next Shock-troop event costs (tgw.15.41a, tgw.15.41b)."""
    return PRICE[min(played(st) + 1, 2)]


@declared("shock.1", "shock.2")
class ShockTroopConversion(EventRules):
    """A Shock-troop event is played (tgw.6.5a). The order of play decides which is the first, not the chit. The conversions follow
    in this New Units Phase, or later if the points are paid (tgw.15.41a, E81). The second event makes this the turn of the
    Kaiserschlacht (tgw.15.45a)."""

    moment = "newunits"
    lasts = True
    terms = (Term(lambda st, side: st.rp[tables.GE] >= price(st), "Germany lacks the Resource Points for the conversion"),)

    def effect(self, s: S, c: int) -> Steps:
        st = s.state
        k = played(st) + 1
        st.tally["shock"] = k  # tgw.6.5a
        st.set_flag("trench-warfare-over")  # tgw.21.6c
        st.tally["shock-turn"] = st.turn
        if k == 2:
            st.tally["kaiser-turn"] = st.turn
        s.note("shock-event", "tgw.15.41a", number=k)
        return ()


def shock_troops(st: State) -> Iterator[Condition]:
    """Yields the conditions of a division that is shock-troops now, the Alpenkorps left aside."""
    yield Condition("tgw.6.57b", SHOCKABLE, "{x} is no division that an event makes shock-troops")
    yield Condition("tgw.6.57b", st.flipped, "{x} is not converted, and only shock-troops fall ill")


def converted(st: State) -> int:
    """Returns the divisions that are shock-troops now."""
    return kept(shock_troops(st), UNIT.all)


def permitted(st: State) -> Iterator[Condition]:
    """Yields the conditions on which the event that was played last lets divisions be converted now (tgw.15.41a, E81)."""
    rule, k = "tgw.15.41a", played(st)
    yield given(rule, k, "no Shock-troop event has been played")
    paid = st.tally.get(f"shock-paid-{k}") or st.rp[tables.GE] >= PRICE[k]
    yield given(rule, paid, "Germany lacks the Resource Points that the Shock-troop event costs")
    late = st.options.get("shock-late") == "off" and st.tally.get("shock-turn") != st.turn
    yield given(rule, not late, "divisions are converted in the turn of the Shock-troop event alone")
    full = LIMIT[k] and st.tally.get("shock-made", 0) >= LIMIT[k]
    yield given(rule, not full, f"the {LIMIT[k]} divisions of the Shock-troop event are converted")


def under(st: State) -> int:
    """Returns the event under which a division may be converted now, the last one played, or 0."""
    return played(st) if kept(permitted(st)) else 0


def convertible(st: State) -> Iterator[Condition]:
    """Yields the conditions of a division that may be converted now. A division that died after the first event may be converted
    again (tgw.5.32c). Divisions that Influenza struck, and shock-troops of the second event that died, may not (P44)."""
    yield Condition("tgw.15.41a", SHOCKABLE, "{x} is not marked for conversion to shock-troops")
    yield from permitted(st)
    yield Condition("tgw.15.43b", ~st.flipped, "{x} is converted already")
    yield Condition("tgw.15.43b", ~st.unshocked, "{x} can never be converted again")
    yield _fed_from_home("tgw.15.42a", st)


def riders(st: State) -> Iterator[Condition]:
    """Yields the conditions of German cavalry that may become infantry (tgw.15.55a)."""
    yield Condition("tgw.15.55a", roster.CONVERTIBLE, "{x} is no German cavalry division that could fight on foot")
    yield Condition("tgw.15.55a", ~st.flipped, "{x} fights on foot already")
    yield _fed_from_home("tgw.15.55a", st)


def _fed_from_home(rule: str, st: State) -> Condition:
    """A unit that traces supply to Berlin or the Ruhr. A costly condition: put it last."""

    def fed(units: int) -> int:
        on_map = [u for u in bits(units) if st.at[u] > 0]
        reach = lines.home(st) if on_map else 0
        return mask(u for u in on_map if lines.traces_home(st, u, reach))

    return Condition(rule, fed, "{x} does not trace supply to Berlin or the Ruhr")


def eligible(st: State) -> int:
    """Returns the marked divisions on the map that may be converted now."""
    return kept(convertible(st))  # tgw.5.32c


def dismountable(st: State) -> int:
    """Returns the German cavalry that may become infantry."""
    return kept(riders(st))


def convert(s: S, units: int) -> None:
    """Flip divisions to their shock-troop side. The first of an event pays for all (tgw.15.41a). They may move and fight in this
    turn (tgw.15.42b)."""
    st = s.state
    k = under(st)
    if not st.tally.get(f"shock-paid-{k}"):
        st.rp[tables.GE] -= PRICE[k]
        st.tally[f"shock-paid-{k}"] = 1
        s.note("shock-paid", "tgw.15.41a", points=PRICE[k], number=k)
    st.flipped |= units  # tgw.15.42b
    if k == 1:
        st.tally["shock-made"] = st.tally.get("shock-made", 0) + units.bit_count()
    s.note("shock-made", "tgw.15.42a", units=roster.unit_ids(units))


def dismount(s: S, units: int) -> None:
    s.state.flipped |= units
    s.note("dismounts", "tgw.15.55a", units=roster.unit_ids(units))


# -- Influenza -----------------------------------------------------------------------------------------------------------------


@declared("influenza")
class Influenza(EventRules):
    """Two dice of shock-troop units become ordinary for good (tgw.6.57b to tgw.6.57d). Nothing comes out of the boxes in this
    turn (tgw.6.57a). The chit leaves the game in every case (tgw.6.57e)."""

    gone = True  # tgw.6.57e

    def effect(self, s: S, c: int) -> Steps:
        st = s.state
        act_now(st, "influenza")
        if not played(st):  # tgw.6.57d
            s.note("influenza", "tgw.6.57d", lost=0)
            return ()
        lost = s.roll() + s.roll()
        s.note("influenza", "tgw.6.57b", lost=lost)
        return fall_ill(s, lost)


def fall_ill(s: S, lost: int) -> Steps:
    """So many shock-troop units become ordinary divisions for good; if there are no more than that, all (tgw.6.57b, tgw.6.57c)."""
    st = s.state
    able = converted(st)
    if able.bit_count() <= lost:  # tgw.6.57c
        unshock(s, able)  # tgw.6.57b
        return ()
    return (FallIll(lost),)


def unshock(s: S, units: int) -> None:
    if units:
        s.state.flipped &= ~units
        s.state.unshocked |= units
        s.note("unshocked", "tgw.6.57b", units=roster.unit_ids(units))


@dataclass(frozen=True, slots=True)
class FallIll(Question[S]):
    """The Central Powers name the units that Influenza strikes (P44)."""

    left: int
    says = ("ill unit",)

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return f"Central Powers: which shock-troops fall ill? {self.left} are left to name"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("ill", UNIT, shock_troops(s.state), self.fall_ill)

    def fall_ill(self, s: S, u: int) -> Steps:
        unshock(s, 1 << u)
        return (FallIll(self.left - 1),) if self.left > 1 else ()
