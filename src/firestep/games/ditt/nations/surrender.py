"""Surrender (ditt.12.0): the checks of each country, what becomes of it, and the Reds. Russia collapses instead (`collapse`), and
`victory` says what a surrender means for the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.masks import bits, mask
from firestep.engine.question import Answer, Condition, Limit, Number, Otherwise, Pick, PickNumber, Question, Word, given
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.engine.words import counted
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import PLACE, UNIT, who
from firestep.games.ditt.nations import control, entry_markers, neutrals
from firestep.games.ditt.state import BOX, GONE, POOL, State
from firestep.games.ditt.supply import is_supplied
from firestep.games.ditt.victory import Finish

#: ditt.12.1r; they may rebuild units (ditt.12.1s). Russia only collapses (ditt.13.1f, X07)
NEVER_SURRENDER = frozenset(
    (
        tables.AR,
        tables.AZ,
        tables.BL,
        tables.FI,
        tables.GG,
        tables.MT,
        tables.SG,
        tables.SP,
        tables.RM,
        tables.CH,
        tables.US,
        tables.RS,
        tables.AL,
    )
)
#: Austria's key cities (ditt.12.1b)
KEY_CITIES = (
    places.CITY[tables.AH] | places.FORTS_OF[tables.AH] | (1 << places.CONSTANTINOPLE | 1 << places.BELGRADE | 1 << places.SOPHIA)
)


def cities_held(st: State, cities: int, side: int) -> int:
    """Returns how many of a set of places a side controls, a place with two cities counting twice (ditt.12.1h)."""
    count = 0
    for i in bits(cities & st.ctrl[side]):
        count += max([c.get(i, 0) for c in places.CITIES], default=1) or 1
    return count


def cities_garrisoned(st: State, cities: int, side: int) -> int:
    """Returns the places of a set that supplied Armies of a side occupy (X01)."""
    out = 0
    for i in bits(cities & st.occ[side] & st.ctrl[side]):
        if any(is_supplied(st, u) for u in bits(st.stack_of(i, side))):
            out |= 1 << i
    return out


def key_cities_needed(st: State) -> int:
    """Returns how many key cities the EP needs: four (ditt.12.1c), three after the death of Franz Joseph (ditt.12.1d)."""
    return 3 if st.flag("emperor-dead") else 4  # ditt.12.1d


def rule_of_surrender(st: State, n: int) -> str:
    """Returns the rule by which a country surrenders on this position without a die, or "". Only the position at the Surrender
    Checks counts, not what happened earlier in the turn (ditt.12.1t)."""
    side = st.allegiance[n]
    if side > 1 or n in NEVER_SURRENDER or st.surrendered >> n & 1:
        return ""
    foe = 1 - side
    if n == tables.AH:
        count = cities_garrisoned(st, KEY_CITIES, tables.EP).bit_count()
        return "ditt.12.1c" if count >= key_cities_needed(st) else ""
    if n in (tables.FR, tables.IT):
        rule = "ditt.12.1g" if n == tables.FR else "ditt.12.1l"
        return rule if places.CITY[n] and not places.CITY[n] & ~st.ctrl[foe] else ""
    if n == tables.GE:
        return "ditt.12.1i" if cities_held(st, places.CITY[n], foe) >= 2 else ""
    if n == tables.BR:
        # the cities in Egypt are British (ditt.12.1k)
        return "ditt.12.1j" if cities_held(st, places.CITY[n], foe) >= 3 else ""
    if n == tables.TU:
        others = places.CITY[n] & ~(1 << places.CONSTANTINOPLE)
        return "ditt.12.1q" if st.ctrl[foe] >> places.CONSTANTINOPLE & 1 or others and not others & ~st.ctrl[foe] else ""
    if n == tables.SB:
        return "ditt.12.1m" if not st.flag("great-retreat") and not places.CITY[n] & ~st.ctrl[foe] else ""
    if not places.CITY[n]:
        return ""
    return "ditt.12.1a" if cities_garrisoned(st, places.CITY[n], foe) == places.CITY[n] else ""  # ditt.12.1t


@dataclass(frozen=True, slots=True)
class LastChance(Question[Session[State]]):
    """Before the checks: Serbia may still begin its Great Retreat (ditt.12.1n)."""

    says = ("great-retreat", "stay")

    def seat(self, s: Session[State]) -> int:
        return tables.EP

    def prompt(self, s: Session[State]) -> str:
        return "Entente Powers: Serbia is about to surrender; begin the Great Retreat, or stay"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        yield Word("great-retreat", neutrals.may_begin_great_retreat(s.state, tables.EP), neutrals.great_retreat)
        yield Word("stay")


@dataclass(frozen=True, slots=True)
class SurrenderChecks(Auto[Session[State]]):
    """Judges all countries on one position (ditt.2.6a, ditt.12.1t). Then the effects follow: Germany, the other powers, minors,
    Russian cities (X10)."""

    asked: bool = False

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        if not self.asked and rule_of_surrender(st, tables.SB) and neutrals.may_retreat(st):
            return (LastChance(), SurrenderChecks(True))
        s.note("checks", "ditt.2.6a")
        order = (tables.GE, tables.FR, tables.AH, tables.BR, tables.IT, tables.TU, *range(tables.BL, tables.CC))
        fallen: dict[int, str] = {n: rule for n in order if (rule := rule_of_surrender(st, n))}
        for n in (tables.FR, tables.IT):
            if st.allegiance[n] > 1 or st.surrendered >> n & 1:
                st.unrolled &= ~places.CITY[n]
                continue
            for i in bits(st.unrolled & places.CITY[n] & st.ctrl[1 - st.allegiance[n]]):
                st.unrolled &= ~(1 << i)
                for _ in range(places.CITIES[n][i]):
                    die = s.roll()
                    s.note("city-roll", "ditt.12.1e", nation=tables.NATIONS[n], place=places.NUMBER[i], die=die)
                    if die == 6 and n not in fallen:
                        fallen[n] = "ditt.12.1e" if n == tables.FR else "ditt.12.1l"
        steps: Steps = ()
        for n in order:
            if n in fallen:
                steps += (Surrender(n, fallen[n]),)
        return (*steps, RussianCities())


@dataclass(frozen=True, slots=True)
class Surrender(Auto[Session[State]]):
    """A country surrenders: a minor country by ditt.12.2a, a Great Power by ditt.12.2e."""

    nation: int
    rule: str
    #: an event of this turn's chit caused it (X08)
    by_event: bool = False

    def run(self, s: Session[State]) -> Steps:
        return surrender(s, self.nation, self.rule, by_event=self.by_event)


@dataclass(frozen=True, slots=True)
class RussianCities(Auto[Session[State]]):
    """A die for the Revolution for each Russian city or Fort beyond six that the CP controls (ditt.13.1e)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        if st.entry[tables.REVOLUTION] < 0:
            return ()
        count = (russian_cities_and_forts() & st.ctrl[tables.CP]).bit_count()
        return entry_markers.roll_entry(s, tables.REVOLUTION, count - 6, 1, "ditt.13.1e") if count > 6 else ()


def russian_cities_and_forts() -> int:
    return places.CITY[tables.RS] | places.FORTS_OF[tables.RS]


def surrender(s: Session[State], n: int, *rules: str, by_event: bool = False) -> Steps:
    """Carries out a surrender. A Great Power keeps a tenth of its Army Max for each pip of the loyalty die (ditt.12.2e) and all its
    Minor Forces (ditt.12.2g); on a 6 it keeps nothing (ditt.12.2i)."""
    st = s.state
    if st.allegiance[n] > 1 or st.surrendered >> n & 1:
        return ()
    side = st.allegiance[n]
    st.surrendered |= 1 << n
    s.note("surrenders", *rules, nation=tables.NATIONS[n])
    if n == tables.GE or n == tables.FR and tables.YEAR[st.turn] == 1914:
        return (Finish(),)  # ditt.17.0b, ditt.17.0c
    if tables.KIND[n] != "power":
        out_of_the_game(s, n, side)
        return ()
    die = s.roll()
    out: Steps = ()
    if die == 6:  # ditt.12.2i
        s.note("armistice", "ditt.12.2i", nation=tables.NATIONS[n])
        out_of_the_game(s, n, side)
    else:
        st.max[n] = -(-st.max[n] * die // 10)  # ditt.12.2e
        s.note("loyalty", "ditt.12.2e", "ditt.12.2f", nation=tables.NATIONS[n], die=die, max=st.max[n])
        if (over := st.total(n) - st.max[n]) > 0:
            out += (Disband(n, over, "ditt.12.2f"),)
    out += (PlaceReds(n, 1 - side, 2),)  # ditt.12.2g
    if not by_event or not russians_in_germany(st):
        out += (Unrest(),)
    return out


@dataclass(frozen=True, slots=True)
class Unrest(Auto[Session[State]]):
    """The surrender of a Great Power adds two dice to the Revolution (ditt.12.2k)."""

    def run(self, s: Session[State]) -> Steps:
        return entry_markers.roll_entry(s, tables.REVOLUTION, 2, 1, "ditt.12.2k")


def russians_in_germany(st: State) -> bool:
    """Whether a supplied Russian Army stands in Germany (ditt.13.1c)."""
    return any(is_supplied(st, u) for u in bits(st.corps[tables.RS]) if st.at[u] > 0 and places.COUNTRY["Germany"] >> st.at[u] & 1)


def out_of_the_game(s: Session[State], n: int, side: int) -> None:
    """Takes a minor country, or a power after an armistice, out of the game: its units (ditt.12.2a) and its Forts (ditt.12.2b) are
    destroyed, and all its hexes go to the enemy (ditt.12.2c). Its land stays open to all others (ditt.12.2d)."""
    st = s.state
    if there := bits(st.corps[n] & st.afield):
        s.note("disbanded", "ditt.12.2a", units=[tables.UNITS[u] for u in there])
    for u in bits(st.corps[n]):
        if st.at[u] not in (POOL, GONE) or tables.IS_MF[u]:
            st.divs[u] = 0
            if u == tables.SUD:
                st.reserves[tables.GE] += st.sud
                st.sud = 0
            st.put(u, GONE)  # ditt.12.2a
    if n in tables.POWERS:
        st.max[n] = st.reserves[n] = st.frozen[n] = 0
    st.destroy_forts(places.FORTS_OF[n])  # ditt.12.2b
    if tables.NATIONS[n] in tables.ENTRY:
        st.entry[tables.ENTRY.index(tables.NATIONS[n])] = -1
    own, land = st.own[n], places.TERRITORY[n] & st.ctrl[side]  # an ally may have won some of its land back
    st.set_side(n, tables.OUT)
    for i in bits(own | land):  # ditt.12.2d
        friends = st.stack_of(i, side)
        if own >> i & 1 or not friends:
            st.seize(i, st.serves[bits(friends)[0]] if friends else tables.COMMON[1 - side])  # ditt.12.2c
    st.derive()
    control.close_beaches(s)
    control.lift_sieges(s)
    s.note("out", "ditt.12.2a", "ditt.12.2c", nation=tables.NATIONS[n])


@dataclass(frozen=True, slots=True)
class Disband(Question[Session[State]]):
    """The owner of a power chooses which of its Divs are destroyed, in Armies or Reserves: after a surrender (ditt.12.2f, X13) or
    by a star event (ditt.3.0p, ditt.3.0q)."""

    nation: int
    left: int
    rule: str
    says = ("done", "lose unit divs", "reserves divs")

    def seat(self, s: Session[State]) -> int:
        return s.state.chooser(self.nation)

    def prompt(self, s: Session[State]) -> str:
        return (
            f"{tables.SIDE_TITLES[self.seat(s)]}: {counted(self.left, f'{tables.ADJECTIVE[self.nation]} Div')} "
            "must be destroyed; name which"
        )

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        st, n = s.state, self.nation
        most = Limit(self.rule, self.left, f"only {self.left} Divs are to be destroyed")
        kept = Limit("ditt.4.1a", st.reserves[n], f"{st.reserves[n]} Divs are in Reserves")
        yield Number("reserves", (most, kept), self.disband)
        armies = mask(u for u in tables.ARMIES_OF[n] if st.at[u] > 0 or st.at[u] == BOX)
        own = Condition(self.rule, armies, f"{{x}} is not an Army of {tables.TITLE[n]} in play")
        yield PickNumber("lose", UNIT, (own,), lambda u: (most, self.divs(st, u)), self.lose)
        yield Otherwise("done", self.rule, f"{self.left} Divs are still to be destroyed")

    def divs(self, st: State, u: int) -> Limit:
        """Returns the limit of the Divs of an Army that its nation can lose; those lent to the Süd Army are German."""
        own = st.divs[u] - (st.sud if u == tables.SUD else 0)
        return Limit("ditt.4.1a", own, f"{who(u)} has {own} Divs of {tables.TITLE[self.nation]}")

    def disband(self, s: Session[State], k: int) -> Steps:
        st, n = s.state, self.nation
        st.reserves[n] -= k
        st.frozen[n] = min(st.frozen[n], st.reserves[n])
        s.note("reserves", self.rule, nation=tables.NATIONS[n], change=-k, reserves=st.reserves[n])
        return self.rest(k)

    def lose(self, s: Session[State], u: int, k: int) -> Steps:
        control.lose(s, u, k, self.rule)
        return self.rest(k)

    def rest(self, k: int) -> Steps:
        return (Disband(self.nation, self.left - k, self.rule),) if self.left > k else ()


@dataclass(frozen=True, slots=True)
class PlaceReds(Question[Session[State]]):
    """The victor places Reds on the land of the fallen power, where no other unit stands (ditt.12.3a, X05)."""

    nation: int
    side: int
    left: int
    says = ("done", "reds place")

    def seat(self, s: Session[State]) -> int:
        return self.side

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: place Reds in {tables.TITLE[self.nation]}, or done"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        yield Word("done")
        yield Pick("reds", PLACE, self.berths(s.state), self.place)

    def berths(self, st: State) -> Iterator[Condition]:
        yield given("ditt.12.3a", spare_reds(st), "no Reds are left")
        yield Condition("ditt.12.3a", places.TERRITORY[self.nation], f"{{x}} is not land of {tables.TITLE[self.nation]}")
        ground = places.LAND & ~(places.DESERT | places.ALPINE | st.closed | st.neutral)
        yield Condition("ditt.12.3b", ground, "no Reds can stand at {x}")
        others = st.occ[0] | st.occ[1] | st.occ[2] | st.fort_of[1 - self.side]
        yield Condition("ditt.12.3b", ~others, "others stand at {x}")

    def place(self, s: Session[State], place: int) -> Steps:
        st = s.state
        u = spare_reds(st)[0]
        st.set_serves(u, tables.REDS[self.side])  # ditt.12.3f
        steps = control.deploy(s, u, place, "ditt.12.3a")
        return (*steps, PlaceReds(self.nation, self.side, self.left - 1)) if self.left > 1 else steps


def spare_reds(st: State) -> list[int]:
    return [u for u in range(tables.N) if tables.UNITS[u].startswith("red-") and st.at[u] == POOL]
