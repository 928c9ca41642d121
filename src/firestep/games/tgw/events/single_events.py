"""What single events do that no table can say (tgw.6.7 to tgw.6.58), by the names that `data/events.csv` calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from firestep.engine.question import Answer, Condition, Pick, Question, given, kept
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw import requirements as need
from firestep.games.tgw.combat import casualties
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT
from firestep.games.tgw.components.things import HEX, NO_HEX, UNIT
from firestep.games.tgw.events import event_table, landings, shock_troops
from firestep.games.tgw.events.van import fight_in_van
from firestep.games.tgw.movement import control
from firestep.games.tgw.nations import collapse
from firestep.games.tgw.state import AVAIL_NE, LIBYA, WAITING, State
from firestep.games.tgw.strategic import turkish_surrender
from firestep.games.tgw.supply.supply import fed, supplied
from firestep.hexmap.grid import bits

S = Session[State]
VAN = board.INDEX["N3338"]
GAZA_LINE = board.mask("N2712", "N2813")
YILDERIM = roster.UNIT["tu-hqyag"]
U_BOATS = OF_EVENT["uboat.1"] | OF_EVENT["uboat.2"]
#: units of the Indian Corps that leave by their own event (tgw.6.45c)
LEAVING = 1 << roster.UNIT["br-10in"] | 1 << roster.UNIT["br-11in"]
BRITISH = roster.CORPS[tables.BR] | roster.CORPS[tables.BI] | roster.CORPS[tables.BP]
#: attack factors that go to Libya, and for how many Strategic Turns (tgw.6.45a, tgw.6.45b)
LIBYAN_FACTORS, LIBYAN_LETTERS = 3, 3
#: ground without trenches (tgw.6.35a); swamp is marsh (E41)
UNDIGGABLE = board.CITY | board.MOUNTAIN | board.PASS | board.MARSH | board.ALPINE
#: how far the gun fires (tgw.6.10a)
GUN_RANGE = 8
#: Jutland: the Central Powers' points by who wins, and the winners as they are remembered (tgw.6.49a)
GERMAN_WIN, BRITISH_WIN, DRAWN = 1, 2, 3
JUTLAND_POINTS = {GERMAN_WIN: 2, BRITISH_WIN: -1, DRAWN: 0}


def next_untried(st: State, nation: int) -> int:
    """The counter that stands for an untried unit. Nobody knows its strength before its first combat, so none is stored: the
    counter is exchanged for one drawn at random when it is made known (tgw.15.82a)."""
    return next((u for u in bits(roster.CORPS[nation]) if st.at[u] == WAITING), -1)  # tgw.15.82a


# -- strategic warfare -------------------------------------------------------------------------------------------------------


def uboat(s: S, c: int) -> Steps:
    """Puts a U-boat event into the Strategic Warfare Box, or lets it wait for its place there (tgw.5.22a, tgw.5.22b). It acts only
    there (tgw.6.48b)."""
    st = s.state
    if st.warfare & U_BOATS:
        st.u_waiting |= 1 << c  # tgw.5.22b
    else:
        st.warfare |= 1 << c  # tgw.5.22a
    s.note("u-boat", "tgw.5.22a" if st.warfare >> c & 1 else "tgw.5.22b", event=CHITS[c].event, waits=bool(st.u_waiting >> c & 1))
    return ()


def box(s: S, c: int) -> Steps:
    """Puts an air raid or the Independent Air Force into the Strategic Warfare Box, where alone it acts (tgw.6.3e, P20)."""
    s.state.warfare |= 1 << c
    return ()


def convoy(s: S, c: int) -> Steps:
    """Ends all effects of U-boats (tgw.5.22j, tgw.6.48b), those of the plan More U-boats too (tgw.20.3.4b)."""
    st = s.state
    st.spent |= (st.warfare | st.u_waiting) & U_BOATS
    st.warfare &= ~U_BOATS  # tgw.5.22j, tgw.20.3.4b
    st.u_waiting &= ~U_BOATS
    s.note("convoy", "tgw.5.22j")
    return ()


# -- Arabs and Armenians -----------------------------------------------------------------------------------------------------


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


def arabs(s: S, c: int = -1) -> Steps:
    """An untried Arab unit rises (tgw.6.7b). There is one at a time."""
    st = s.state
    u = next_untried(st, tables.AB)
    return (Rise(u, "desert"),) if u >= 0 and not event_table.arab_unit(st) and desert_hexes(st) else ()


def armenia(s: S, c: int) -> Steps:
    u = next_untried(s.state, tables.ARM)
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


def van(s: S, c: int) -> Steps:
    """An untried Armenian unit in Van; Central Powers units there must attack it at once (tgw.6.8b, tgw.6.8c)."""
    st = s.state
    u = next_untried(st, tables.ARM)
    if u < 0:
        return ()
    st.put(u, VAN)  # tgw.6.8b
    st.tried &= ~(1 << u)
    s.note("rises", "tgw.6.8b", unit=roster.UNITS[u], place=board.NUMBER[VAN])
    foes = st.stack(VAN) & st.troops[tables.CENTRAL]
    return fight_in_van(s) if foes & roster.COMBAT else control.enter(s, 1 << u, (VAN,))


# -- pieces that are placed ----------------------------------------------------------------------------------------------------


def trench_sites(st: State) -> Iterator[Condition]:
    """Yields the conditions of a hex in which a Near East trench can be dug (tgw.6.35a)."""
    rule = "tgw.6.35a"
    yield Condition(rule, board.NEAR_EAST, "{x} is not on a map of the Near East")
    yield Condition(rule, ~UNDIGGABLE, "{x} is a city, a mountain, a pass, a marsh or Alpine")
    yield Condition(rule, ~st.ne_trenches, "{x} has its trench already")
    turks = roster.CORPS[tables.TU]
    yield Condition(rule, event_table.on_map(st, turks), "no Turkish unit is in {x}")

    def with_supplied_turks(hexes: int) -> int:
        return sum(1 << i for i in bits(hexes) if any(supplied(st, u) for u in bits(st.stack(i) & turks)))

    yield Condition(rule, with_supplied_turks, "no Turkish unit in {x} is in supply")


def gun_sites(st: State) -> Iterator[Condition]:
    """Yields the conditions of a hex from which the Paris Gun fires (tgw.6.10a): a German division would be in supply there."""
    rule = "tgw.6.10a"
    yield Condition(rule, board.FRONT["W"], "{x} is not on the Western Front")
    yield Condition(rule, fronts.range_of(board.PARIS, GUN_RANGE), f"{{x}} is more than {GUN_RANGE} hexes from Paris")
    yield need.held(rule, st, tables.CENTRAL)
    yield Condition(rule, fed(st, tables.GE), "{x} is out of supply")


def trench_hexes(st: State) -> int:
    """Returns the hexes in which a Near East trench can be dug."""
    return kept(trench_sites(st), HEX.all)


def gun_hexes(st: State) -> int:
    """Returns the hexes from which the Paris Gun can fire."""
    return kept(gun_sites(st), HEX.all)


@dataclass(frozen=True, slots=True)
class Dig(Question[S]):
    """The Central Powers dig a Near East trench (tgw.6.35a) or set up the Paris Gun (tgw.6.10a)."""

    what: str
    says = ("trench place", "gun place")

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return f"Central Powers: where is the {'trench dug' if self.what == 'trench' else 'Paris Gun set up'}?"

    def answers(self, s: S) -> Iterator[Answer]:
        st = s.state
        digs = self.what == "trench"
        no_trench = given("tgw.6.10a", digs, "the Paris Gun is to be set up: write 'gun' and a hex")
        no_gun = given("tgw.6.35a", not digs, "a trench is to be dug: write 'trench' and a hex")
        yield Pick("trench", HEX, trench_sites(st) if digs else (no_trench,), self.dig, wrong=NO_HEX)
        yield Pick("gun", HEX, (no_gun,) if digs else gun_sites(st), self.set_up, wrong=NO_HEX)

    def dig(self, s: S, hex: int) -> Steps:
        s.state.ne_trenches |= 1 << hex
        s.note("trench-dug", "tgw.6.35a", place=board.NUMBER[hex])
        return ()

    def set_up(self, s: S, hex: int) -> Steps:
        s.state.tally["gun"] = hex
        s.note("gun-placed", "tgw.6.10a", place=board.NUMBER[hex])
        return ()


def trench(s: S, c: int) -> Steps:
    return (Dig("trench"),)


def gun(s: S, c: int) -> Steps:
    """The Paris Gun is a marker: it does not move, fight or count for stacking (tgw.6.10b)."""
    return (Dig("gun"),)  # tgw.6.10b


def kress(s: S, c: int) -> Steps:
    """The trenches of the Gaza line come to life (tgw.6.34a)."""
    st = s.state
    st.set_flag("gaza")
    st.ne_trenches |= GAZA_LINE
    s.note("gaza-line", "tgw.6.34a", places=board.numbers(GAZA_LINE))
    return ()


def hq_bombed(s: S, c: int) -> Steps:
    """Depletes the Yilderim HQ (tgw.6.43a). It is refitted like any other HQ (tgw.6.43b)."""
    s.state.depleted |= 1 << YILDERIM  # tgw.6.43b
    s.note("hq-depleted", "tgw.6.43a", unit=roster.UNITS[YILDERIM])
    return ()


def capture(s: S, c: int) -> Steps:
    """Lawrence's raid fails, and on 5 or 6 he is gone (tgw.6.26a, tgw.6.26b)."""
    st = s.state
    die = s.roll()
    st.tally.pop("raid-hex", None)
    s.note("lawrence-captured", "tgw.6.26a", "tgw.6.26b", die=die, gone=die >= 5)
    if die >= 5:  # tgw.6.26b
        st.play &= ~OF_EVENT["lawrence"]
        st.spent |= OF_EVENT["lawrence"]
    return ()


# -- Libya (tgw.6.45)
# ----------------------------------------------------------------------------------------------------------------


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


def libya(s: S, c: int) -> Steps:
    return goes_on(s.state, LIBYAN_FACTORS)


# -- the war at large ------------------------------------------------------------------------------------------------------------


def mutiny(s: S, c: int) -> Steps:
    """No Frenchman attacks in the West for three turns, this one the first (tgw.6.46a, E23)."""
    event_table.act_now(s.state, "mutiny", event_table.THREE)
    return ()


def civilwar(s: S, c: int) -> Steps:
    """Begin the Russian Civil War. It does not bring the collapse of Russia and does not end it (tgw.16.31a)."""
    s.state.set_flag("civil-war")  # tgw.16.31a
    s.note("civil-war", "tgw.6.47a")
    return ()


def jutland(s: S, c: int) -> Steps:
    """Roll a die for Jutland (tgw.6.49a). German plans change it (tgw.20.3.3a, tgw.20.3.4b) or let the British win (tgw.20.3.2a).
    With Fisher's Gambit the chit never comes here: `void` of the event says so (tgw.20.2.7h)."""
    st = s.state
    change = -2 if "cp.3" in st.prewar else 1 if "cp.4" in st.prewar else 0
    die = s.roll()
    won = BRITISH_WIN if "cp.2" in st.prewar or die + change >= 5 else GERMAN_WIN if die + change <= 1 else DRAWN  # tgw.20.2.7h
    st.tally["jutland"] = won
    st.vp_events += JUTLAND_POINTS[won]
    s.note("jutland", "tgw.6.49a", die=die, change=change, result=won, points=JUTLAND_POINTS[won])
    return ()


def naval_mutiny(s: S, c: int) -> Steps:
    st = s.state
    lost = st.tally.get("jutland") != GERMAN_WIN
    st.vp_events -= lost
    s.note("naval-mutiny", "tgw.6.50a", points=-int(lost))
    return ()


def typhus(s: S, c: int) -> Steps:
    s.state.rp[tables.SR] = 0
    s.note("typhus", "tgw.6.56a", "tgw.6.56b")
    return ()


def influenza(s: S, c: int) -> Steps:
    """Two dice of shock-troop units become ordinary for good (tgw.6.57b to tgw.6.57d)."""
    st = s.state
    if not shock_troops.played(st):  # tgw.6.57d
        s.note("influenza", "tgw.6.57d", lost=0)
        return ()
    lost = s.roll() + s.roll()
    s.note("influenza", "tgw.6.57b", lost=lost)
    return shock_troops.fall_ill(s, lost)


def bulgaria(s: S, c: int) -> Steps:
    """Bulgaria collapses, or never enters (tgw.6.54a, tgw.6.53d)."""
    st = s.state
    if event_table.neutral(st, tables.BU):  # tgw.6.53d
        st.tally["never-BU"] = 1
        s.note("never-enters", "tgw.6.53d", nation="BU")
        return ()
    return collapse.fall(s, tables.BU, "tgw.6.54a")


HAPPENINGS: dict[str, Callable[[S, int], Steps]] = {
    "uboat": uboat,
    "box": box,
    "convoy": convoy,
    "ana": arabs,
    "van": van,
    "armenia": armenia,
    "trench": trench,
    "gun": gun,
    "kress": kress,
    "hq-bombed": hq_bombed,
    "capture": capture,
    "libya": libya,
    "mutiny": mutiny,
    "civilwar": civilwar,
    "jutland": jutland,
    "navmutiny": naval_mutiny,
    "typhus": typhus,
    "influenza": influenza,
    "bulcoll": bulgaria,
    "gallipoli": landings.gallipoli,
    "salonika": landings.salonika,
    "shock": shock_troops.event,
    "surrender": lambda s, c: turkish_surrender.turkey(s, "tgw.6.58a"),
}
