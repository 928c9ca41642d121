"""Combat (ditt.7.0, ditt.7.1, ditt.7.2) and air (ditt.8.1, ditt.8.2): the parts of Firepower, the dice chosen in secret, the roll.

A combat is a sequence of steps that replace `State.fight`: windows for coins (`coins`), the sealed choice of dice, the roll, losses
(`losses`), and then sieges, retreats and control of the hex (`retreat`). Trenches are in `entrenchment`, odds in `odds`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from firestep.engine.action import Action
from firestep.engine.masks import bits, mask
from firestep.engine.odds import Modifier
from firestep.engine.offer import in_turn
from firestep.engine.question import Answer, Condition, Pick, Question, Word, given
from firestep.engine.session import Session
from firestep.engine.simultaneous import SimultaneousChoice
from firestep.engine.step import Auto, Steps
from firestep.games.ditt.coins import coins
from firestep.games.ditt.combat import losses, retreat
from firestep.games.ditt.combat.entrenchment import beach_head, defenders, entrenched, may_entrench
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import BOX
from firestep.games.ditt.movement import areas
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import Fight, State
from firestep.games.ditt.supply import is_supplied

#: the fewest dice of ditt.7.1d
FEWEST = 2
#: Firepower that both sides get (ditt.7.1c)
FREE_FIRE = 4
#: where the Hindenburg Line may run (ditt.ev.1916.5.03)
_LINE = places.lands("France", "Belgium", "Germany")


# -- who fights ------------------------------------------------------------------------------------------------------------


def fort_defends(st: State, fight: Fight) -> bool:
    """Whether an intact Fort of the defender takes part, besieged or not (ditt.7.5d). Forts never attack (ditt.8.4e)."""
    return bool(st.fort_of[1 - fight.side] >> fight.hex & 1)  # ditt.7.5d, ditt.8.4e


def air_counts(st: State, fight: Fight) -> bool:
    """Whether air counts in a fight: Germans against British, French or Americans, outside the Near East and the colonies
    (ditt.8.1b, ditt.8.1c)."""
    if (areas.near_east(st) | places.COLONIES) >> fight.hex & 1:  # ditt.8.1b
        return False
    other = defenders(st, fight)
    mine = sum(1 << u for u in fight.units)
    germans, allies = st.corps[tables.GE], st.corps[tables.BR] | st.corps[tables.FR] | st.corps[tables.US]
    return bool(mine & germans and other & allies or other & germans and mine & allies)


def air_bonus(st: State, fight: Fight, side: int) -> int:
    """Free Firepower of the holder of Air Superiority, never more than his Divs in the combat (ditt.8.1d)."""
    if st.air < 0 or tables.AIR_SIDE[st.air] != side or not air_counts(st, fight):
        return 0
    units = fight.units if side == fight.side else bits(defenders(st, fight))
    return min(tables.AIR_BONUS[st.air], sum(st.divs[u] if tables.IS_ARMY[u] else 2 for u in units))


def strength(st: State, u: int, which: int, starving: int) -> int:
    """One factor of a unit, halved and rounded up if it is out of supply (ditt.9.4b, U02)."""
    k = st.factors(u)[which]
    return (k + 1) // 2 if starving >> u & 1 else k


def out_of_supply(st: State, fight: Fight) -> int:
    """Returns the units in the fight that are out of supply now; attackers are judged where they came from. A Fort is always in
    supply (ditt.8.4g)."""
    out = 0
    for u in fight.units:  # ditt.8.4g
        if not is_supplied(st, u, max(0, fight.came_from(u))):
            out |= 1 << u
    for u in bits(defenders(st, fight)):
        if not is_supplied(st, u):
            out |= 1 << u
    return out


def csm(st: State, fight: Fight) -> list[Modifier]:
    """Returns the percentages that reduce the attacker's Firepower, and nothing else (ditt.7.2a): those of ditt.7.2b, ditt.7.2c,
    ditt.7.2d and ditt.7.2e."""
    i = fight.hex
    out = []
    if not fight.smooth and not beach_head(st, i):  # ditt.6.5k, C18
        if (places.ROUGH | places.SWAMP) >> i & 1:
            out.append(Modifier("ditt.7.2b", "rough ground or swamp", -20))
        if (places.MOUNTAIN | places.ALPINE) >> i & 1:  # ditt.6.2m
            out.append(Modifier("ditt.7.2c", "mountains", -40))
        if any(fight.came_from(u) > 0 and places.is_arrow(fight.came_from(u), i) for u in fight.units):
            out.append(Modifier("ditt.7.2d", "across a crossing arrow", -40))
    if not fight.breach and entrenched(st, defenders(st, fight)):
        out.append(Modifier("ditt.7.2e", "against trenches", -40))
    return out


def largest_cut(st: State, fight: Fight) -> int:
    """Returns the most that the modifiers can take away: 40 per cent (ditt.7.2f), at the Hindenburg Line 50 (C02)."""
    if st.flag("hindenburg") and not fight.breach and _LINE >> fight.hex & 1:
        there = defenders(st, fight)
        if any(may_entrench(st, u) for u in bits(there & st.corps[tables.GE])) and entrenched(st, there):
            return 50
    return 40  # ditt.7.2f


def firepower_parts(st: State, fight: Fight, attacker: bool, starving: int | None = None) -> list[Modifier]:
    """Returns the parts whose sum is the Firepower of one side of a fight, before percentages."""
    starving = out_of_supply(st, fight) if starving is None else starving
    side = fight.side if attacker else 1 - fight.side
    which = 0 if attacker else 1
    out = []
    for u in fight.units if attacker else bits(defenders(st, fight)):
        k = strength(st, u, which, starving)
        if attacker and coins.halved(st, sum(1 << v for v in fight.units), u):
            k = (k + 1) // 2
        out.append(Modifier("ditt.9.4b" if starving >> u & 1 else "ditt.7.0c", tables.unit_title(u), k))
    if not attacker and fort_defends(st, fight):
        out.append(Modifier("ditt.8.4a", "the Fort", places.FORT_FACTORS[fight.hex][0]))
    if k := air_bonus(st, fight, side):
        out.append(Modifier("ditt.8.1d", tables.AIR_TITLE[st.air], k))
    if fight.baron == side:
        out.append(Modifier("ditt.8.2a", "the Red Baron", tables.FACTORS[tables.BARON][which]))
    if attacker and (k := coins.putnik_bonus(st, fight)):
        out.append(Modifier("ditt.err.p", "Putnik", k))
    if k := fight.bonus[0 if attacker else 1]:
        out.append(Modifier("ditt.3.0l", "Special Events and the fleet", k))
    out.append(Modifier("ditt.7.1c", "everybody's four", FREE_FIRE))
    return out


def firepower(st: State, fight: Fight, attacker: bool, starving: int | None = None) -> int:
    """Returns the modified Firepower: the sum of `firepower_parts`, for the attacker alone less the percentages (ditt.7.2a),
    rounded up once (ditt.7.1b, ditt.7.1c, ditt.7.2g, C01)."""
    total = sum(m.value for m in firepower_parts(st, fight, attacker, starving))  # ditt.7.1b
    if not attacker:  # ditt.7.2a
        return total
    cut = -sum(m.value for m in csm(st, fight))
    most = largest_cut(st, fight)
    if cut > most or most == 50 and cut >= 40:
        cut = most
    return -(-total * (100 - cut) // 100)  # ditt.7.2g


# -- steps -----------------------------------------------------------------------------------------------------------------


def begin(s: Session[State], fight: Fight) -> Steps:
    """Returns the steps of a combat, from the first coin to the last retreat. Both sides are in its hex (ditt.6.1k). The attackers
    flip, so that each attacks once in a turn; defenders do not, and defend again (ditt.7.0b)."""
    st = s.state
    st.fight = fight  # ditt.6.1k
    if fight.side == tables.CP:
        control.open_snow(s, fight.hex)
    for u in fight.units:
        st.flip(1 << u)  # ditt.7.0b
    s.note(
        "battle",
        "ditt.7.0a",
        side=tables.SEATS[fight.side],
        place=places.NUMBER[fight.hex],
        units=[tables.UNITS[u] for u in fight.units],
        against=[tables.UNITS[u] for u in bits(defenders(st, fight))],  # ditt.7.0a
        fort=fort_defends(st, fight),
    )
    return (
        Window("before", fight.side, 0),
        DiceCount(),
        Roll(),
        Window("after", 1 - fight.side, 0),
        losses.Suffer(1),
        losses.Suffer(0),
        retreat.Aftermath(),
    )


@dataclass(frozen=True, slots=True)
class Window(Auto[Session[State]]):
    """A moment for coins: the sides are asked in turn until both decline in a row (S13). A side with nothing to play is not
    asked."""

    moment: str
    side: int
    declined: int

    def run(self, s: Session[State]) -> Steps:
        found = in_turn((self.side, 1 - self.side), self.declined, lambda side: len(Offer(self.moment, side, 0).actions(s)) > 1)
        return () if found is None else (Offer(self.moment, found[0][0], found[1]),)


@dataclass(frozen=True, slots=True)
class Offer(Question[Session[State]]):
    """Play a coin, send the Red Baron, or decline. Not the engine's own: a coin is played with words for what it does."""

    moment: str
    side: int
    declined: int
    says = ("baron", "coin box", "pass")

    def seat(self, s: Session[State]) -> int:
        return self.side

    def prompt(self, s: Session[State]) -> str:
        fight = s.state.fight
        assert fight is not None
        when = "before the dice" if self.moment == "before" else "after the dice"
        return f"{tables.SIDE_TITLES[self.side]}: play a Special Event in the combat at {places.place(fight.hex)} {when}, or pass"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        st, fight = s.state, s.state.fight
        assert fight is not None
        yield Word("pass", then=lambda s: (Window(self.moment, 1 - self.side, self.declined + 1),))
        yield Word("baron", self.baron_flies(st), self.send_baron)
        boxes = coins.in_hand(st, self.side, self.moment)
        fits = Condition(
            "ditt.3.0m",
            lambda found: mask(k for k in bits(found) if coins.fits(st, fight, self.side, k)),
            "{x} does not fit this combat, or was played in it already",
        )
        yield Pick("coin", BOX, (*boxes, fits), self.play)

    def baron_flies(self, st: State) -> Iterator[Condition]:
        assert st.fight is not None
        yield given("ditt.8.2b", self.side == tables.CP, "the Red Baron flies for the Central Powers")
        fresh = not st.flag("baron-used") and st.fight.baron < 0
        yield given("ditt.8.2b", fresh, "the Red Baron has flown this turn")
        yield given("ditt.8.2a", st.flag("baron"), "there is no Red Baron")
        before = self.moment == "before"
        sentence = "the Red Baron flies where Germans fight British, French or Americans, before the dice"
        yield given("ditt.8.1c", before and air_counts(st, st.fight), sentence)

    def send_baron(self, s: Session[State]) -> Steps:
        st = s.state
        assert st.fight is not None
        st.set_flag("baron-used")
        st.fight = replace(st.fight, baron=tables.CP)
        s.note("baron", "ditt.8.2b", place=places.NUMBER[st.fight.hex])
        return (Window(self.moment, 1 - self.side, 0),)

    def play(self, s: Session[State], box: int) -> Steps:
        return (*coins.play(s, self.side, ("coin", tables.BOXES[box])), Window(self.moment, 1 - self.side, 0))


def dice_actions(most: int) -> list[Action]:
    """Returns numbers of dice from two on; beyond the Firepower every roll is an overroll, so the list ends there (T03)."""
    return sorted(("dice", str(k)) for k in range(FEWEST, max(FEWEST, most) + 1))


@dataclass(frozen=True, slots=True)
class DiceCount(SimultaneousChoice[Session[State]]):
    """Each side chooses its number of dice in secret, and both are revealed together (ditt.7.1d, ditt.7.1e)."""

    answers: tuple[str, ...] = ()

    def seats(self, s: Session[State]) -> tuple[int, ...]:
        assert s.state.fight is not None
        return s.state.fight.side, 1 - s.state.fight.side

    def prompt(self, s: Session[State]) -> str:
        st = s.state
        assert st.fight is not None
        seat = self.seat(s)
        k = firepower(st, st.fight, seat == st.fight.side)
        return f"{tables.SIDE_TITLES[seat]}: how many dice at {places.place(st.fight.hex)}? A roll above {k} hits nothing"

    def choices(self, s: Session[State], seat: int) -> list[Action]:
        st = s.state
        assert st.fight is not None
        return dice_actions(firepower(st, st.fight, seat == st.fight.side))

    def reveal(self, s: Session[State], answers: tuple[Action, ...]) -> Steps:  # ditt.7.1e
        st = s.state
        assert st.fight is not None
        st.fight = replace(st.fight, dice=(int(answers[0][1]), int(answers[1][1])))
        return ()


def hits(rolled: int, fire: int) -> int:
    """Returns the hits of a roll (ditt.7.1g). A roll above the Firepower is an overroll and hits nothing (ditt.7.1h)."""
    return rolled if rolled <= fire else 0  # ditt.7.1g, ditt.7.1h


@dataclass(frozen=True, slots=True)
class Roll(Auto[Session[State]]):
    """Both sides roll at the same time, before either takes losses (ditt.7.1a, ditt.7.1f). Supply and trenches are judged now."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        starving = out_of_supply(st, fight)
        fire = (firepower(st, fight, True, starving), firepower(st, fight, False, starving))
        rolled = tuple(sum(s.roll() for _ in range(k)) for k in fight.dice)  # ditt.7.1f
        got = (hits(rolled[0], fire[0]), hits(rolled[1], fire[1]))  # ditt.7.1a
        # ditt.8.5h
        st.fight = replace(fight, hits=got, starving=starving, trenches=not fight.breach and entrenched(st, defenders(st, fight)))
        s.note(
            "fires",
            "ditt.7.1g",
            *(("ditt.7.1h",) if 0 in got else ()),
            place=places.NUMBER[fight.hex],
            side=tables.SEATS[fight.side],
            dice=list(fight.dice),
            rolled=list(rolled),
            fire=list(fire),
            hits=list(got),
        )
        return ()


@dataclass(frozen=True, slots=True)
class Fall(Auto[Session[State]]):
    """A group that entered a hex with enemies stops, flips and fights there (ditt.6.1j, ditt.6.1k)."""

    side: int
    units: tuple[int, ...]
    origin: int
    hex: int
    #: the hex each unit came from, where they came from several
    origins: tuple[int, ...] = ()

    def run(self, s: Session[State]) -> Steps:
        kind = "siege" if s.state.siege[1 - self.side] == self.hex else "attack"
        return begin(s, Fight(self.side, self.hex, self.origin, self.units, kind, origins=self.origins))
