"""Events of the war at large: U-boats and raids (tgw.6.3e, tgw.6.48), Libya (tgw.6.45), mutinies (tgw.6.46, tgw.6.50), Jutland
(tgw.6.49), and what befalls single nations (tgw.6.43, tgw.6.47, tgw.6.54 to tgw.6.58)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from firestep.engine.question import Answer, Condition, Pick, Question, kept
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw import requirements as need
from firestep.games.tgw.combat import casualties
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT
from firestep.games.tgw.components.things import UNIT
from firestep.games.tgw.events import event_table
from firestep.games.tgw.events.event_rules import EventRules, Term, declared, played
from firestep.games.tgw.nations import collapse
from firestep.games.tgw.state import AVAIL_NE, LIBYA, State
from firestep.games.tgw.strategic import turkish_surrender
from firestep.hexmap.grid import bits

S = Session[State]
YILDERIM = roster.UNIT["tu-hqyag"]
U_BOATS = OF_EVENT["uboat.1"] | OF_EVENT["uboat.2"]
#: units of the Indian Corps that leave by their own event (tgw.6.45c)
LEAVING = 1 << roster.UNIT["br-10in"] | 1 << roster.UNIT["br-11in"]
BRITISH = roster.CORPS[tables.BR] | roster.CORPS[tables.BI] | roster.CORPS[tables.BP]
#: attack factors that go to Libya, and for how many Strategic Turns (tgw.6.45a, tgw.6.45b)
LIBYAN_FACTORS, LIBYAN_LETTERS = 3, 3
#: Jutland: the Central Powers' points by who wins, and the winners as they are remembered (tgw.6.49a)
GERMAN_WIN, BRITISH_WIN, DRAWN = 1, 2, 3
JUTLAND_POINTS = {GERMAN_WIN: 2, BRITISH_WIN: -1, DRAWN: 0}


# -- strategic warfare -------------------------------------------------------------------------------------------------------


@declared("uboat.1", "uboat.2")
class UBoats(EventRules):
    """Puts a U-boat event into the Strategic Warfare Box, or lets it wait for its place there (tgw.5.22a, tgw.5.22b). It acts only
    there (tgw.6.48b)."""

    moment = "general"
    void = (played("convoy"),)  # tgw.5.22j, tgw.6.48a

    def effect(self, s: S, c: int) -> Steps:
        st = s.state
        if st.warfare & U_BOATS:
            st.u_waiting |= 1 << c  # tgw.5.22b
        else:
            st.warfare |= 1 << c  # tgw.5.22a
        waits = bool(st.u_waiting >> c & 1)
        s.note("u-boat", "tgw.5.22b" if waits else "tgw.5.22a", event=CHITS[c].event, waits=waits)
        return ()


@declared("raid.london", "raid.paris", "iaf")
class StrategicBombing(EventRules):
    """Puts an air raid or the Independent Air Force into the Strategic Warfare Box, where alone it acts (tgw.6.3e, P20)."""

    moment = "general"

    def effect(self, s: S, c: int) -> Steps:
        s.state.warfare |= 1 << c  # tgw.6.3e
        return ()


@declared("convoy")
class Convoy(EventRules):
    """Ends all effects of U-boats (tgw.5.22j, tgw.6.48b), those of the plan More U-boats too (tgw.20.3.4b)."""

    moment = "general"
    lasts = True

    def effect(self, s: S, c: int) -> Steps:
        st = s.state
        st.spent |= (st.warfare | st.u_waiting) & U_BOATS  # tgw.6.48b
        st.warfare &= ~U_BOATS  # tgw.5.22j, tgw.20.3.4b
        st.u_waiting &= ~U_BOATS
        s.note("convoy", "tgw.5.22j")
        return ()


# -- Libya (tgw.6.45) ------------------------------------------------------------------------------------------------------------


def least(values: Iterable[int], need: int) -> int:
    """The smallest sum of some of the values that is at least `need`; all of them if they do not suffice."""
    sums = {0}
    for v in values:
        sums |= {x + v for x in sums if x < need}
    return min((x for x in sums if x >= need), default=max(sums))


#: where the British are looked for, one place after the other (tgw.6.45a); 0 is the box
CAMPS = (
    (board.FRONT["NE"], "the Egyptian Front"),
    (0, "the Near East Available Units Box"),
    (board.FRONT["NI"], "the Iraqi Front"),
)


def libyans(st: State, factors: int) -> Iterator[Condition]:
    """Yields the conditions of a British unit that may be named next: of the Egyptian Front first, then of the box, then of the
    Iraqi Front, so that the sum comes out as small as can be (tgw.6.45a, E26)."""
    rule = "tgw.6.45a"
    able = sum(1 << u for u in bits(BRITISH & roster.COMBAT & ~LEAVING) if st.strength(u)[0])
    camps = [need.standing(st, able, front) if front else able & st.stack(AVAIL_NE) for front, _ in CAMPS]
    yield Condition(rule, BRITISH & roster.COMBAT, "{x} is no British combat unit")
    yield Condition("tgw.6.45c", ~LEAVING, "{x} leaves by an event of its own and cannot be named")
    yield Condition(rule, able, "{x} has no attack factor")
    yield Condition(rule, sum(camps), "{x} is neither in Egypt nor in Iraq nor in the Near East box")
    first = next((k for k, units in enumerate(camps) if units), 0)
    yield Condition(rule, camps[first], f"units of {CAMPS[first][1]} go first")
    sentence = f"with {{x}} more factors would go than must for the {factors} that are asked for"
    yield Condition(rule, sparing(st, bits(camps[first]), factors), sentence)


def sparing(st: State, units: list[int], factors: int) -> int:
    """Returns the units that belong to a smallest sufficient sum of attack factors; all if no sum suffices."""
    force = [st.strength(u)[0] for u in units]
    if sum(force) <= factors:
        return sum(1 << u for u in units)
    best = least(force, factors)
    return sum(
        1 << u
        for k, u in enumerate(units)
        if force[k] + (least(force[:k] + force[k + 1 :], factors - force[k]) if force[k] < factors else 0) == best
    )


def goes_on(st: State, factors: int) -> Steps:
    """Returns the question for more factors, if some are asked for and a unit has them."""
    return (Libya(factors),) if factors > 0 and kept(libyans(st, factors), UNIT.all) else ()


@dataclass(frozen=True, slots=True)
class Libya(Question[S]):
    """The Allies name British units that leave for Libya (tgw.6.45a)."""

    need: int
    says = ("libya unit",)

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        return f"Allies: which British units go to Libya? {self.need} attack factors are left to name"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("libya", UNIT, libyans(s.state, self.need), self.leave)

    def leave(self, s: S, u: int) -> Steps:
        st = s.state
        left = self.need - st.strength(u)[0]
        st.put(u, LIBYA)
        st.back_on[u] = max(st.letter, 0) + LIBYAN_LETTERS
        s.note("to-libya", "tgw.6.45a", unit=roster.UNITS[u], letter=tables.letter_name(st.back_on[u]))
        casualties.leave_arabs(s)
        return goes_on(st, left)


@declared("libya")
class LibyanRevolt(EventRules):
    """British units with three attack factors leave for three Strategic Turns (tgw.6.45a)."""

    gone = True

    def effect(self, s: S, c: int) -> Steps:
        return goes_on(s.state, LIBYAN_FACTORS)


# -- mutinies, fleets, nations ---------------------------------------------------------------------------------------------------


@declared("mutiny")
class FrenchArmyMutiny(EventRules):
    """No Frenchman attacks in the West for three turns, this one the first (tgw.6.46a, E23)."""

    lasts = True

    def effect(self, s: S, c: int) -> Steps:
        event_table.act_now(s.state, "mutiny", event_table.THREE)
        return ()


@declared("civilwar")
class RussianCivilWar(EventRules):
    """Begin the Russian Civil War. It does not bring the collapse of Russia and does not end it (tgw.16.31a)."""

    lasts = True
    back = (Term(lambda st, side: not st.flag("bolsheviks"), "the Bolshevik Revolution has not happened"),)  # tgw.6.47c

    def effect(self, s: S, c: int) -> Steps:
        s.state.set_flag("civil-war")  # tgw.16.31a
        s.note("civil-war", "tgw.6.47a")
        return ()


@declared("jutland")
class Jutland(EventRules):
    """Roll a die for Jutland (tgw.6.49a). German plans change it (tgw.20.3.3a, tgw.20.3.4b) or let the British win (tgw.20.3.2a).
    With Fisher's Gambit the chit never comes here: `void` of the event says so (tgw.20.2.7h)."""

    gone = True
    void = (Term(lambda st, side: "al.7" in st.prewar, "Fisher's Gambit excludes it"),)  # tgw.20.2.7h

    def effect(self, s: S, c: int) -> Steps:
        st = s.state
        change = -2 if "cp.3" in st.prewar else 1 if "cp.4" in st.prewar else 0
        die = s.roll()
        won = BRITISH_WIN if "cp.2" in st.prewar or die + change >= 5 else GERMAN_WIN if die + change <= 1 else DRAWN  # tgw.6.49a
        st.tally["jutland"] = won
        st.vp_events += JUTLAND_POINTS[won]
        s.note("jutland", "tgw.6.49a", die=die, change=change, result=won, points=JUTLAND_POINTS[won])
        return ()


@declared("navmutiny")
class GermanNavalMutiny(EventRules):
    """The Central Powers lose a point unless they won at Jutland (tgw.6.50a)."""

    gone = True

    def effect(self, s: S, c: int) -> Steps:
        st = s.state
        lost = st.tally.get("jutland") != GERMAN_WIN  # tgw.6.50a
        st.vp_events -= lost
        s.note("naval-mutiny", "tgw.6.50a", points=-int(lost))
        return ()


@declared("typhus")
class SerbTyphus(EventRules):
    """Serbia loses its points, and for three turns nobody fights over its border (tgw.6.56a to tgw.6.56d)."""

    gone = True

    def effect(self, s: S, c: int) -> Steps:
        s.state.rp[tables.SR] = 0  # tgw.6.56a
        s.note("typhus", "tgw.6.56a", "tgw.6.56b")
        event_table.act_next(s.state, "typhus")
        return ()


@declared("bulcoll")
class BulgarianCollapse(EventRules):
    """Bulgaria collapses, or never enters (tgw.6.54a, tgw.6.53d)."""

    gone = True
    void = (Term(lambda st, side: st.collapsed >> tables.BU & 1, "Bulgaria has collapsed"),)

    def effect(self, s: S, c: int) -> Steps:
        st = s.state
        if event_table.neutral(st, tables.BU):  # tgw.6.53d
            st.tally["never-BU"] = 1
            s.note("never-enters", "tgw.6.53d", nation="BU")
            return ()
        return collapse.fall(s, tables.BU, "tgw.6.54a")


@declared("turkhq")
class TurkishHqBombed(EventRules):
    """Depletes the Yilderim HQ (tgw.6.43a). It is refitted like any other HQ (tgw.6.43b)."""

    moment = "events"
    gone = True
    terms = (
        Term(
            lambda st, side: need.standing(st, 1 << YILDERIM, board.FRONT["NE"]),
            "the Yilderim headquarters is not on the Egyptian Front",
        ),
    )

    def effect(self, s: S, c: int) -> Steps:
        s.state.depleted |= 1 << YILDERIM  # tgw.6.43b, tgw.6.43a
        s.note("hq-depleted", "tgw.6.43a", unit=roster.UNITS[YILDERIM])
        return ()


@declared("turksurr")
class TurkeySurrenders(EventRules):
    """Turkey surrenders, in the scenario of 1918 alone (tgw.5.63b, tgw.6.58a)."""

    moment = "general"
    gone = True
    terms = (
        Term(lambda st, side: st.scenario == "1918", "it is for the scenario of 1918"),
        Term(lambda st, side: turkish_surrender.fights(st), "Turkey fights no more"),
    )

    def effect(self, s: S, c: int) -> Steps:
        return turkish_surrender.turkey(s, "tgw.6.58a")
