"""After the losses of a combat: the winner (ditt.7.4), Forts (ditt.8.4) and sieges (ditt.7.5), retreats, control of the hex, and
the victor's step back (ditt.7.3f). Sieges end in `control.lift_sieges` or `sequence.UnflipAndEndSieges`; Forts are rebuilt in
`sequence.Repair`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from firestep.engine.masks import bits, mask
from firestep.engine.page_data import price
from firestep.engine.question import Answer, Condition, Otherwise, Pick, Question, Word, kept
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.ditt.coins import coins
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import PLACE, UNIT
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import IN_HAND, State
from firestep.games.ditt.supply import is_supplied, perish


def wins(attacker: int, defender: int, trenches: bool) -> bool:
    """More hits win, a tie is the defender's (ditt.7.4a, ditt.7.4b); against trenches at least twice as many (ditt.7.4d, C03,
    C20)."""
    return attacker > defender and (not trenches or attacker >= 2 * defender)  # ditt.7.4b, ditt.7.4d, ditt.7.4a


@dataclass(frozen=True, slots=True)
class Aftermath(Auto[Session[State]]):
    """After the losses: a Fort falls or may be besieged if the hits left over equal its Fortitude. If they do not, it is whole
    again (ditt.8.4k)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        shot: Steps = (BaronReturns(),) if fight.baron >= 0 else ()
        if st.fort_of[1 - fight.side] >> fight.hex & 1 and fight.spill[1] >= places.FORT_FACTORS[fight.hex][1]:  # ditt.8.4j
            attackers = any(st.at[u] == fight.hex for u in fight.units)
            if (
                attackers
                and st.siege[1 - fight.side] == IN_HAND  # ditt.7.5a
                and not places.COLONIAL_COINS >> fight.hex & 1
                and not st.besieged(fight.hex)
            ):
                return (Besiege(), *shot, Decide(), End())
            if attackers:
                storm(s)  # ditt.8.4k
        return (*shot, Decide(), End())


def storm(s: Session[State]) -> None:
    """The Fort under attack falls (ditt.8.4j, ditt.11.2e)."""
    st = s.state
    fight = st.fight
    assert fight is not None
    st.destroy_forts(1 << fight.hex)
    st.fight = replace(fight, stormed=True)
    s.note("fort-falls", "ditt.11.2e" if places.COLONIAL_COINS >> fight.hex & 1 else "ditt.8.4j", place=places.NUMBER[fight.hex])


@dataclass(frozen=True, slots=True)
class Besiege(Question[Session[State]]):
    """A Fort about to fall may be besieged instead, once in the game for each side (ditt.7.5a, ditt.7.5b, C10)."""

    says = ("besiege", "yield")

    def seat(self, s: Session[State]) -> int:
        assert s.state.fight is not None
        return 1 - s.state.fight.side

    def prompt(self, s: Session[State]) -> str:
        assert s.state.fight is not None
        return f"{tables.SIDE_TITLES[self.seat(s)]}: let the Fort of {places.place(s.state.fight.hex)} be besieged, or give it up"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        cost = price("Your only Siege marker; the Fort falls at the end of the turn unless it is relieved.")
        yield Word("besiege", then=self.besiege, price=cost)  # ditt.7.5b
        yield Word("yield", then=self.give_up)

    def besiege(self, s: Session[State]) -> Steps:
        fight = s.state.fight
        assert fight is not None
        s.state.siege[1 - fight.side] = fight.hex
        s.note("siege", "ditt.7.5b", place=places.NUMBER[fight.hex], side=tables.SEATS[1 - fight.side])
        return ()

    def give_up(self, s: Session[State]) -> Steps:
        storm(s)
        return ()


@dataclass(frozen=True, slots=True)
class BaronReturns(Auto[Session[State]]):
    """A die after his battle: on a 1 the Red Baron is shot down (ditt.8.2c)."""

    def run(self, s: Session[State]) -> Steps:
        die = s.roll()
        if die == 1:  # ditt.8.2c
            s.state.set_flag("baron", False)
        s.note("baron-lands", "ditt.8.2c", die=die)
        return ()


@dataclass(frozen=True, slots=True)
class Decide(Auto[Session[State]]):
    """Decides who holds the hex and who must leave it (ditt.7.4a). A damaged Minor Force leaves with the losers (ditt.5.2d) or
    stays with the winners (ditt.5.2e), whole again in both cases."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        side, hex = fight.side, fight.hex
        mine = tuple(u for u in fight.units if st.at[u] == hex)
        theirs = tuple(bits(st.stack_of(hex, 1 - side)))  # ditt.5.2d, ditt.5.2e
        fort = bool(st.fort_of[1 - side] >> hex & 1)
        cohabit = hex in st.beach
        if fort and st.siege[1 - side] == hex:
            if theirs:  # the garrison leaves the besieged Fort, the besiegers stay (ditt.7.5c)
                return (RetreatAll(1 - side, theirs, -1), Besieged(mine))
            return (Besieged(mine),)  # C23: after a failed attack on a besieged Fort the attackers stay
        if not mine:  # ditt.7.4i
            s.note("holds", "ditt.7.4i", place=places.NUMBER[hex], side=tables.SEATS[1 - side])
            return ()
        if fort:  # ditt.8.4f
            s.note("repelled", "ditt.8.4f", place=places.NUMBER[hex], side=tables.SEATS[side])  # C07
            return () if cohabit else (RetreatAll(side, mine, fight.origin),)
        if not theirs:
            return self._taken(s, mine, cohabit)
        won = fight.stormed or wins(fight.hits[0], fight.hits[1], fight.trenches)  # who stood on a fallen Fort must leave (C22)
        s.note(
            "won" if won else "lost",
            "ditt.7.4d" if fight.trenches else "ditt.7.4a",
            place=places.NUMBER[hex],
            side=tables.SEATS[side],
            hits=list(fight.hits),
            trenches=fight.trenches,
        )
        if not won:
            return () if cohabit else (RetreatAll(side, mine, fight.origin),)
        if fight.hold:
            s.note("stands", "ditt.3.0l", place=places.NUMBER[hex])
            return () if cohabit else (RetreatAll(side, mine, fight.origin),)
        if cohabit and any(st.landed >> u & 1 for u in theirs):  # invaders have nowhere to go (V13)
            perish(s, sum(1 << u for u in theirs), "ditt.7.4j")
            return ()
        if cohabit:  # the hex is the defender's until his pulse ends without him (ditt.6.5u, V19)
            return (RetreatAll(1 - side, theirs, -1),)
        return (RetreatAll(1 - side, theirs, -1), Taken(mine))

    def _taken(self, s: Session[State], mine: tuple[int, ...], cohabit: bool) -> Steps:
        return () if cohabit else (Taken(mine),)


@dataclass(frozen=True, slots=True)
class Besieged(Auto[Session[State]]):
    """The besiegers hold the hex around the Fort (ditt.7.5c, C10)."""

    units: tuple[int, ...]

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        if not self.units or st.ctrl[fight.side] >> fight.hex & 1:
            return ()
        st.seize(fight.hex, st.serves[self.units[0]])
        return ()


@dataclass(frozen=True, slots=True)
class Taken(Auto[Session[State]]):
    """The attacker has the hex (C05, C19); he may step back from it (ditt.7.3f)."""

    units: tuple[int, ...]

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        alive = tuple(u for u in self.units if st.at[u] == fight.hex)
        if not alive:
            return ()
        if coins.ALLENBY in fight.plays:
            control.unflip(s, sum(1 << u for u in alive), "ditt.3.0j")
        steps = control.enter(s, fight.hex, areas.acting_nation(st, alive[0]))
        back = tuple(u for u in alive if (i := fight.came_from(u)) > 0 and passage.may_return(st, u, i))
        return (*steps, *((StepBack(back),) if back else ()))


@dataclass(frozen=True, slots=True)
class StepBack(Question[Session[State]]):
    """A successful attacker may send any of his Armies back to where the attack came from (ditt.7.3f)."""

    units: tuple[int, ...]
    says = ("back unit", "done")

    def seat(self, s: Session[State]) -> int:
        assert s.state.fight is not None
        return s.state.fight.side

    def prompt(self, s: Session[State]) -> str:
        assert s.state.fight is not None
        return (
            f"{tables.SIDE_TITLES[self.seat(s)]}: {places.place(s.state.fight.hex)} is taken; send Armies back "
            "whence they came, or stay"
        )

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        able = Condition("ditt.7.3f", mask(self.units), "{x} did not attack here, or cannot go back")
        yield Pick("back", UNIT, (able,), self.go_back)
        yield Word("done")

    def go_back(self, s: Session[State], u: int) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        to = fight.came_from(u)
        st.put(u, to)
        st.flip(1 << u)  # though a coin had rested him
        s.note("back", "ditt.7.3f", unit=tables.UNITS[u], place=places.NUMBER[to])
        left = tuple(v for v in self.units if v != u)
        return (StepBack(left),) if left else ()


def way_out(st: State, u: int) -> Iterator[Condition]:
    """Yields the conditions of a friendly place into which a unit that must leave its own could march (ditt.7.4e, V24)."""
    yield Condition("ditt.10.1h", ~areas.rival_land(st, u), "Russians and Allies do not retreat to each other's hexes, such as {x}")
    yield from areas.ground(st, u)
    yield from friendly(st, u)
    inside = areas.near_east(st)
    if not inside >> st.at[u] & 1 and (rule := areas.rule_against_near_east(st, (u,))):
        yield Condition(rule, ~inside, "the Near East takes no more of them")  # ditt.6.3f, ditt.6.3i, ditt.6.3l


def friendly(st: State, u: int) -> Iterator[Condition]:
    """Yields the conditions of a friendly place without enemies and heat that no friends keep to themselves."""
    side, unit = st.side(u), f"the {tables.unit_title(u)}"
    yield Condition("ditt.7.4e", st.ctrl[side], "{x} is not friendly")
    summer = passage.summer_lands(st)
    yield Condition("ditt.6.2b", ~summer, "units cannot move to {x} in Summer")
    yield Condition("ditt.7.4e", ~passage.barred(st, side) | summer, "enemies are at {x}")
    yield Condition("ditt.7.4e", ~passage.unstackable(st, u), f"{unit} cannot be at {{x}} with those who are there")


def havens(st: State, u: int, hex: int, origin: int) -> Iterator[Condition]:
    """Yields the conditions of a place to which a beaten unit may retreat: one step to a place of `way_out`, or back to the hex of
    its attack (ditt.7.4e, C06)."""
    back = 1 << origin if origin > 0 else 0
    near = passage.ways_of(st, u).near[hex]
    yield Condition("ditt.7.4e", near | back, "{x} is not one step away")
    for c in way_out(st, u):  # of places that are one step away
        assert isinstance(c.keeps, int)
        yield c._replace(keeps=c.keeps | back | ~near)
    if back:
        for c in friendly(st, u):
            assert isinstance(c.keeps, int)
            yield c._replace(keeps=c.keeps | ~back)


def retreat_places(st: State, u: int, hex: int, origin: int) -> int:
    """Returns the places to which a beaten unit may retreat."""
    return kept(havens(st, u, hex, origin), PLACE.all)


@dataclass(frozen=True, slots=True)
class RetreatAll(Auto[Session[State]]):
    """All units of a side leave the hex (ditt.7.4c, ditt.7.4f). Those out of supply or without a place to go are eliminated
    (ditt.7.4j, ditt.9.4c)."""

    side: int
    units: tuple[int, ...]
    origin: int

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        fight = st.fight
        units = tuple(u for u in self.units if st.at[u] > 0 and st.side(u) == self.side)  # who left the war meanwhile stays
        hungry = fight.starving if fight is not None else sum(1 << u for u in units if not is_supplied(st, u))
        doomed = starved = 0
        for u in units:
            if hungry >> u & 1:
                starved |= 1 << u
            elif not retreat_places(st, u, st.at[u], self.back_to(st, u)):
                doomed |= 1 << u
        if starved or doomed:
            perish(s, starved | doomed, *(("ditt.9.4c",) if starved else ()), *(("ditt.7.4j",) if doomed else ()))
        return tuple(Retreat(u, self.back_to(st, u)) for u in units if not (starved | doomed) >> u & 1)  # ditt.7.4c, ditt.7.4f

    def back_to(self, st: State, u: int) -> int:
        """Returns the hex an attack came from, or -1 for others."""
        return st.fight.came_from(u) if self.origin > 0 and st.fight is not None else -1


@dataclass(frozen=True, slots=True)
class Retreat(Question[Session[State]]):
    """Where one Army retreats; several may go different ways, but none divides itself (ditt.7.4h)."""

    unit: int
    origin: int
    says = ("perish", "retreat place")

    def seat(self, s: Session[State]) -> int:
        return s.state.side(self.unit)

    def prompt(self, s: Session[State]) -> str:
        here = places.place(s.state.at[self.unit])
        return f"{tables.SIDE_TITLES[self.seat(s)]}: the {tables.unit_title(self.unit)} must retreat from {here}; choose where to"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        yield Pick("retreat", PLACE, havens(s.state, self.unit, s.state.at[self.unit], self.origin), self.retreat)  # ditt.7.4h
        yield Otherwise("perish", "ditt.7.4e", "the unit can retreat to {x}", self.perish)

    def retreat(self, s: Session[State], to: int) -> Steps:
        st = s.state
        was = st.at[self.unit]
        st.put(self.unit, to)
        st.flip(1 << self.unit)
        unit, place, origin = tables.UNITS[self.unit], places.NUMBER[to], places.NUMBER[was]
        s.note("retreats", "ditt.7.4c", "ditt.7.4g", unit=unit, place=place, origin=origin)
        return control.roll_for_near_east(st, (self.unit,), was, to)

    def perish(self, s: Session[State]) -> Steps:
        """The last place was taken by another unit of its kind (ditt.5.1f)."""
        perish(s, 1 << self.unit, "ditt.7.4j")
        return ()


@dataclass(frozen=True, slots=True)
class End(Auto[Session[State]]):
    """Ends the fight. A Beach Head marker without invaders is lost (ditt.6.5t)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        st.fight = None
        control.close_beaches(s)  # ditt.6.5t
        return ()


def drive_out(s: Session[State], side: int, place: int) -> Steps:
    """Drives the units of a side out of a place without a combat (X12): they retreat as by ditt.7.4."""
    st = s.state
    there = tuple(bits(st.stack_of(place, side)))
    if not there:
        return ()
    for u in there:
        s.note("ousted", "ditt.7.4c", unit=tables.UNITS[u], place=places.NUMBER[place])
    return (RetreatAll(side, there, -1),)
