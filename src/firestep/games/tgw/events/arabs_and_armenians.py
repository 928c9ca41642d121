"""Arabs and Armenians that rise: the Arab Northern Army (tgw.6.7), the Armenian Massacres with the combat inside Van (tgw.6.8), the
Armenian Republic (tgw.6.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.question import Answer, Condition, Otherwise, Pick, Question, kept
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw import requirements as need
from firestep.games.tgw.combat import combat, strength
from firestep.games.tgw.combat.attackers import NEAR
from firestep.games.tgw.combat.casualties import eliminate
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.things import HEX, NO_HEX
from firestep.games.tgw.events import event_table
from firestep.games.tgw.events.event_rules import EventRules, Term, declared
from firestep.games.tgw.movement import areas, control
from firestep.games.tgw.state import WAITING, State
from firestep.hexmap.grid import bits

S = Session[State]
VAN = board.INDEX["N3338"]


def next_untried(st: State, nation: int) -> int:
    """The counter that stands for an untried unit. Nobody knows its strength before its first combat, so none is stored: the
    counter is exchanged for one drawn at random when it is made known (tgw.15.82a)."""
    return next((u for u in bits(roster.CORPS[nation]) if st.at[u] == WAITING), -1)  # tgw.15.82a


# -- risings ---------------------------------------------------------------------------------------------------------------------


def desert(st: State) -> Iterator[Condition]:
    """Yields the conditions of a hex in which an Arab unit rises (tgw.6.7b, P24)."""
    rule = "tgw.6.7b"
    yield Condition(rule, board.DESERT & board.PALESTINE, "the Arabs rise in a desert hex of Palestine, and {x} is none")
    yield Condition(rule, ~st.occ[tables.CENTRAL], "a unit of the Central Powers is in {x}")
    yield Condition(rule, ~st.fort_of[tables.CENTRAL], "a fort of the Central Powers is in {x}")
    yield need.room(st, tables.ALLIED, roster.CORPS[tables.AB] & -roster.CORPS[tables.AB])


def town(st: State) -> Iterator[Condition]:
    """Yields the conditions of a town in which Armenians rise. Without one the Armenian Republic is a No Event (tgw.6.9a,
    tgw.6.9c)."""
    rule = "tgw.6.9b"
    towns = board.TOWN & ~board.CITY & board.RUSSIA & board.FRONT["NC"]
    yield Condition(rule, towns, "the Armenians rise in a town, no city, of Russia on the Caucasus Front, and {x} is none")
    yield Condition(rule, ~event_table.russians_at(st), "a Russian unit is in {x}")
    yield Condition(rule, ~st.occ[tables.CENTRAL], "a unit of the Central Powers is in {x}")


def desert_hexes(st: State) -> int:
    """Returns the hexes in which an Arab unit can rise."""
    return kept(desert(st), HEX.all)


def towns(st: State) -> int:
    """Returns the towns in which Armenians can rise."""
    return kept(town(st), HEX.all)


def arabs(s: S) -> Steps:
    """Lets an untried Arab unit rise (tgw.6.7b). There is one at a time."""
    st = s.state
    u = next_untried(st, tables.AB)
    return (Rise(u, "desert"),) if u >= 0 and not event_table.arab_unit(st) and desert_hexes(st) else ()


@declared("ana")
class ArabNorthernArmy(EventRules):
    """An untried Arab unit rises, and the army stays in play (tgw.6.7a)."""

    lasts = True  # tgw.6.7a

    def effect(self, s: S, c: int) -> Steps:
        return arabs(s)


@declared("armrep")
class ArmenianRepublic(EventRules):
    """An untried Armenian unit rises in a town (tgw.6.9a). The chit goes back where that cannot be (tgw.6.9c)."""

    gone = True
    back = (
        Term(lambda st, side: not st.flag("bolsheviks"), "the Bolshevik Revolution has not happened"),
        Term(lambda st, side: not towns(st), "no town is open to the Armenians"),  # tgw.6.9c
    )

    def effect(self, s: S, c: int) -> Steps:
        u = next_untried(s.state, tables.ARM)  # tgw.6.9a
        return (Rise(u, "town"),) if u >= 0 else ()


@dataclass(frozen=True, slots=True)
class Rise(Question[S]):
    """The Allies set down an untried unit: an Arab in the desert (tgw.6.7b), an Armenian in a town of Russia (tgw.6.9b)."""

    unit: int
    where: str
    says = ("rise place",)

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        return "Allies: where do the Arabs rise?" if self.where == "desert" else "Allies: in which town do the Armenians rise?"

    def answers(self, s: S) -> Iterator[Answer]:
        hexes = desert(s.state) if self.where == "desert" else town(s.state)
        yield Pick("rise", HEX, hexes, self.rise, wrong=NO_HEX)

    def rise(self, s: S, hex: int) -> Steps:
        return rise(s, self.unit, hex, "tgw.6.7b" if self.where == "desert" else "tgw.6.9b")


def rise(s: S, u: int, hex: int, rule: str) -> Steps:
    st = s.state
    st.put(u, hex)
    st.tried &= ~(1 << u)
    s.note("rises", rule, unit=roster.UNITS[u], place=board.NUMBER[hex])
    return control.enter(s, 1 << u, (hex,)) if not st.held[tables.CENTRAL] >> hex & 1 else ()


# -- Van (tgw.6.8) -----------------------------------------------------------------------------------------------------------------


@declared("armmass")
class ArmenianMassacres(EventRules):
    """An untried Armenian unit rises in Van. Central Powers units there must attack it at once (tgw.6.8a to tgw.6.8c)."""

    gone = True

    def effect(self, s: S, c: int) -> Steps:
        st = s.state
        u = next_untried(st, tables.ARM)  # tgw.6.8a
        if u < 0:
            return ()
        st.put(u, VAN)  # tgw.6.8b
        st.tried &= ~(1 << u)
        s.note("rises", "tgw.6.8b", unit=roster.UNITS[u], place=board.NUMBER[VAN])
        foes = st.stack(VAN) & st.troops[tables.CENTRAL]
        return fight_in_van(s) if foes & roster.COMBAT else control.enter(s, 1 << u, (VAN,))


def fight_in_van(s: S) -> Steps:
    """All CP combat units in Van attack; then whoever is left of them must go if the Armenians live."""
    st = s.state
    foes = st.stack(VAN) & st.troops[tables.CENTRAL] & roster.COMBAT
    return (*combat.begin(s, strength.declared(st, tables.CENTRAL, VAN, tuple(bits(foes)), "van")), AfterVan())


@dataclass(frozen=True, slots=True)
class AfterVan(Auto[S]):
    """If the Armenians live the others leave Van, to a hex of theirs next to it, or die (E20)."""

    def run(self, s: S) -> Steps:
        st = s.state
        armenians = st.stack(VAN) & roster.CORPS[tables.ARM]
        if not armenians:
            return ()
        foes = bits(st.stack(VAN) & st.troops[tables.CENTRAL])
        return (*(LeaveVan(u) for u in foes), TakeVan())


@dataclass(frozen=True, slots=True)
class LeaveVan(Question[S]):
    """A Central Powers unit that survived leaves Van, or dies where it cannot (tgw.6.8c, E20)."""

    unit: int
    says = ("leave place", "perish")

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return f"Central Powers: where does {roster.ROSTER[self.unit].name} go from Van?"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("leave", HEX, self.exits(s.state), self.leave, wrong=NO_HEX)
        sentence = "the unit is eliminated only where no hex next to Van is open to it, and {x} is"
        yield Otherwise("perish", "tgw.6.8c", sentence, self.perish)

    def exits(self, st: State) -> Iterator[Condition]:
        rule = "tgw.6.8c"
        # not over the lake (tgw.8.24a, tgw.10.15a)
        yield Condition(rule, NEAR[VAN] & board.LAND, "{x} is not next to Van by land")
        yield need.held(rule, st, tables.CENTRAL)
        yield Condition(rule, ~st.occ[tables.ALLIED], "Allied units are in {x}")
        yield areas.condition(st, 1 << self.unit)
        yield need.room(st, tables.CENTRAL, 1 << self.unit)

    def leave(self, s: S, to: int) -> Steps:
        s.state.put(self.unit, to)
        s.note("leaves-van", "tgw.6.8c", unit=roster.UNITS[self.unit], place=board.NUMBER[to])
        return ()

    def perish(self, s: S) -> Steps:
        eliminate(s, 1 << self.unit, "tgw.6.8c")
        return ()


@dataclass(frozen=True, slots=True)
class TakeVan(Auto[S]):
    """The Armenians hold Van."""

    def run(self, s: S) -> Steps:
        armenians = s.state.stack(VAN) & roster.CORPS[tables.ARM]
        return control.enter(s, armenians, (VAN,)) if armenians else ()
