"""Gallipoli and Salonika (tgw.6.51, tgw.6.52): who lands, and what the two events open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.question import Answer, Condition, PickPair, Question, Word, kept
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw import requirements as need
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.things import HEX, NO_HEX, UNIT
from firestep.games.tgw.events import event_table
from firestep.games.tgw.events.event_rules import EventRules, Term, declared, played
from firestep.games.tgw.movement import control
from firestep.games.tgw.nations import european_turks
from firestep.games.tgw.nations.new_units import boxes_closed
from firestep.games.tgw.state import AVAIL, State
from firestep.games.tgw.strategic import turkish_surrender

S = Session[State]
SUVLA, HELLAS, BEHIND = board.INDEX["E1122"], board.INDEX["E1022"], board.INDEX["E1023"]
BEACHES = 1 << SUVLA | 1 << HELLAS
SALONIKA = board.INDEX["E1116"]
PLACES = {"gallipoli": BEACHES, "salonika": 1 << SALONIKA}
RULE = {"gallipoli": "tgw.6.51b", "salonika": "tgw.6.52b"}
#: British and French divisions of each landing (tgw.6.51b, tgw.6.52b)
FORCE = {"gallipoli": (4, 1), "salonika": (1, 3)}
BRITISH = roster.CORPS[tables.BR] & roster.DIVISION
FRENCH = roster.CORPS[tables.FR] & roster.DIVISION


def turkey_fights(st: State, side: int) -> bool:
    return turkish_surrender.fights(st)


@declared("gallipoli")
class Gallipoli(EventRules):
    """Begins the landing, which happens once in a game (tgw.6.51i). The European Turks deploy (tgw.6.51d), and there is no other
    sea movement in Europe (tgw.6.51c). Both sides move and fight as usual in this turn (tgw.6.51e)."""

    moment = "newunits"
    lasts = True  # tgw.6.51i
    void = (played("salonika"),)  # tgw.6.51k
    terms = (
        Term(lambda st, side: not st.flag("salonika"), "the landing at Salonika has begun"),
        Term(turkey_fights, "Turkey fights no more"),
    )

    def effect(self, s: S, c: int) -> Steps:
        st = s.state
        st.set_flag("gallipoli")
        st.set_flag("sea-closed")  # tgw.6.51c
        s.note("gallipoli", "tgw.6.51a", "tgw.6.51c")
        return (*european_turks.deploy_turks(s, "tgw.6.51d"), Land("gallipoli", *FORCE["gallipoli"]))  # tgw.6.51e


@declared("salonika")
class Salonika(EventRules):
    """Begins the landing in neutral Greece (tgw.6.52h). It opens Greece (tgw.6.52e) and Albania (tgw.6.52i) to both sides. The
    Greek army does not appear (tgw.6.52f)."""

    moment = "newunits"
    lasts = True
    void = (Term(lambda st, side: not event_table.neutral(st, tables.GK), "Greece is not neutral any more"),)  # tgw.6.52h

    def effect(self, s: S, c: int) -> Steps:
        st = s.state
        st.set_flag("salonika")
        st.set_flag("sea-closed")  # tgw.6.52c
        s.note("salonika", "tgw.6.52a", "tgw.6.52c")
        return (*european_turks.deploy_turks(s, "tgw.6.52g"), Land("salonika", *FORCE["salonika"]))  # tgw.6.52f


def may_land(st: State, where: str, british: int, french: int) -> Iterator[Condition]:
    """Yields the conditions of a division that may still land: out of the European box (P36), for Salonika also off the beaches of
    Gallipoli."""
    rule = RULE[where]
    yield Condition(rule, BRITISH | FRENCH, "{x} is no British or French division")
    yield Condition(rule, -1 if british else ~BRITISH, "no more British divisions may land")
    yield Condition(rule, -1 if french else ~FRENCH, "no more French divisions may land")
    if where == "gallipoli":
        yield Condition(rule, st.stack(AVAIL), "{x} is not in the European Available Units Box")
    else:
        ashore = (st.stack(SUVLA) | st.stack(HELLAS)) & st.troops[tables.ALLIED]
        yield Condition(
            rule, st.stack(AVAIL) | ashore, "{x} is neither in the European Available Units Box nor on a beach of Gallipoli"
        )
    if boxes_closed(st):
        yield Condition("tgw.6.57a", ~st.stack(AVAIL), "Influenza: nothing comes out of the boxes this turn")


def landers(st: State, where: str, british: int, french: int) -> int:
    """Returns the divisions that may still land."""
    return kept(may_land(st, where, british, french), UNIT.all)


@dataclass(frozen=True, slots=True)
class Land(Question[S]):
    """The Allies put divisions ashore, one after the other (tgw.6.51b, tgw.6.52b)."""

    where: str
    british: int
    french: int
    says = ("done", "land unit place")

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        at = "at Suvla Bay and Cape Hellas" if self.where == "gallipoli" else "at Salonika"
        return f"Allies: land divisions {at}; {self.british} British and {self.french} French may still go"

    def answers(self, s: S) -> Iterator[Answer]:
        st = s.state
        yield Word("done")
        yield PickPair("land", UNIT, self.divisions(st), HEX, lambda u: self.beaches(st, u), self.land, wrong=NO_HEX)

    def divisions(self, st: State) -> Iterator[Condition]:
        yield from may_land(st, self.where, self.british, self.french)
        able = landers(st, self.where, self.british, self.french)
        yield need.one_of_each(RULE[self.where], able & st.stack(AVAIL), able & ~st.stack(AVAIL))

    def beaches(self, st: State, u: int) -> Iterator[Condition]:
        names = " or ".join(board.numbers(PLACES[self.where]))
        yield Condition(RULE[self.where], PLACES[self.where], f"the landing is at {names}, not at {{x}}")
        yield need.room(st, tables.ALLIED, 1 << u)

    def land(self, s: S, u: int, place: int) -> Steps:
        st = s.state
        st.put(u, place)
        st.newly |= 1 << u
        s.note("lands", RULE[self.where], unit=roster.UNITS[u], place=board.NUMBER[place])
        first = control.enter(s, 1 << u, (place,))
        british = bool(BRITISH >> u & 1)
        return (*first, Land(self.where, self.british - british, self.french - (not british)))


def beachhead(s: S) -> None:
    """At the end of a turn: the beachhead is lost for good when E1023 is the enemy's and a beach that was ever held is empty
    (tgw.6.51j, E28); by the other reading only when both are empty."""
    st = s.state
    if not st.flag("gallipoli") or st.flag("gallipoli-lost") or not st.occ[tables.CENTRAL] >> BEHIND & 1:
        return
    empty = BEACHES & ~st.occ[tables.ALLIED]
    used = st.ctrl[tables.ALLIED] & BEACHES
    if used and (empty == BEACHES if st.options.get("beachhead") == "both" else empty & used):
        st.set_flag("gallipoli-lost")
        s.note("beachhead-lost", "tgw.6.51j")
