"""Pre-war events (tgw.20.0): three drawn by each side, one or two played, opened together, and what they change before the first
turn. What they change later is decided in the chapters' modules (`"al.9" in state.prewar`)."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from firestep.engine.action import Action
from firestep.engine.grammar import Kind
from firestep.engine.masks import bits, mask
from firestep.engine.question import Answer, Condition, OneOf, Otherwise, Pick, Question, Things, Word, given
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.simultaneous import SimultaneousChoice
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.games.tgw import requirements
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.things import HEX, NO_HEX, UNIT
from firestep.games.tgw.movement import stacking
from firestep.games.tgw.state import DEAD, GONE, WAITING, State

S = Session[State]
A, B, C = tables.LETTER["A"], tables.LETTER["B"], tables.LETTER["C"]
P = tables.LETTER["P"]


class Plan(NamedTuple):
    id: str
    side: int
    name: str
    rule: str
    incompatible: frozenset[str]
    cancels: frozenset[str]
    announced: bool
    text: str


def _read() -> dict[str, Plan]:
    with (tables.DATA / "prewar.csv").open(encoding="utf-8", newline="") as f:
        return {
            x["id"]: Plan(
                x["id"],
                tables.ALLIED if x["side"] == "al" else tables.CENTRAL,
                x["name"],
                x["rule"],
                frozenset(x["incompatible"].split()),
                frozenset(x["cancels"].split()),
                x["announced"] == "yes",
                x["text"],
            )
            for x in csv.DictReader(f)
        }


PLANS = _read()
_IDS = tuple(PLANS)
PLAN = Things(_IDS, lambda k: PLANS[_IDS[k]].name)
OF_SIDE = tuple(tuple(p.id for p in PLANS.values() if p.side == side) for side in (tables.ALLIED, tables.CENTRAL))
#: how many are drawn, and how many may be played (tgw.20.1a)
DRAWN, MOST = 3, 2
#: units and places of single plans
BEF = roster.CORPS[tables.BR] & roster.BY_ENTRY["start"] & roster.EUROPE
GERMANS_W, GERMANS_E = roster.SETUP.get(("GE", "W"), 0), roster.SETUP.get(("GE", "E"), 0)
FRENCH_F = roster.SETUP.get(("FR", "F"), 0)
AUSTRIANS_B = roster.SETUP.get(("AH", "B"), 0)
RUSSIANS_S = roster.SETUP.get(("RU", "S"), 0)
CHANNEL = board.ATLAS.dilate(board.mask("W6912", "W6709", "W6707", "W6606"))
FISHER, HAVRE = board.INDEX["E5403"], board.INDEX["W5801"]
AACHEN = board.mask("W6526")
FOREIGN_BORDER = board.ATLAS.dilate(board.BELGIUM | board.COUNTRY["luxembourg"] | board.GERMANY) & board.FRANCE
NAVY_FACTORS, HOLLAND_FACTORS, MOLTKE_FACTORS = 16, 12, 100


def wanted(st: State) -> bool:
    """tgw.20.0a: in the campaign, by agreement."""
    return st.scenario == "1914" and st.on("prewar")  # tgw.20.0a


def arrivals(st: State, letter: int) -> int:
    """Return the units due on a letter, as pre-war plans have changed it (tgw.20.2.5, tgw.20.2.6, tgw.20.3.2a, tgw.20.3.7a,
    tgw.20.3.8, tgw.20.3.10c)."""
    out = roster.BY_LETTER[letter] & ~roster.CORPS[tables.US]
    if not st.prewar:
        return out
    if "al.6" in st.prewar and letter == A:
        out |= (roster.BY_LETTER[B] | roster.BY_LETTER[C]) & british()
    if st.tally.get("bef-letter", -1) == letter:
        out |= BEF
    if "cp.8" in st.prewar:
        late = roster.BY_LETTER[A] & strong_french()
        out = out & ~late if letter == A else out | late if letter == B else out
    if "cp.10" in st.prewar:
        early = roster.BY_LETTER[A] & british()
        out = out & ~british() if letter == A else out | early | BEF if letter == B else out
    return out


def british() -> int:
    return roster.CORPS[tables.BR] | roster.CORPS[tables.BI] | roster.CORPS[tables.BP]


def strong_french() -> int:
    return sum(1 << u for u in bits(roster.CORPS[tables.FR]) if roster.ROSTER[u].face == "3-4-4")


# -- drawing and choosing ------------------------------------------------------------------------------------------------------


def hand(st: State, side: int) -> list[str]:
    """The plans that a side has drawn."""
    return [id for id in OF_SIDE[side] if st.tally.get(f"plan-{id}")]


@dataclass(frozen=True, slots=True)
class Prewar(Auto[S]):
    """Each side draws three (tgw.20.1a); naval plans of the Central Powers are announced before anybody chooses (E75)."""

    def run(self, s: S) -> Steps:
        st = s.state
        for side in (tables.ALLIED, tables.CENTRAL):
            left = (1 << len(OF_SIDE[side])) - 1
            for _ in range(DRAWN):
                k = s.draw(left)
                left &= ~(1 << k)
                st.tally[f"plan-{OF_SIDE[side][k]}"] = 1
            s.note("plans", "tgw.20.1a", side=tables.SEATS[side], plans=hand(st, side), only=tables.SEATS[side])
        return (Announce(), ChoosePlans()) if naval(st) else (ChoosePlans(),)


def naval(st: State) -> list[str]:
    return [id for id in hand(st, tables.CENTRAL) if PLANS[id].announced]


def told_by(plan: str) -> str:
    """The rule by which a naval plan is announced."""
    return "tgw.20.3.4c" if plan == "cp.4" else PLANS[plan].rule + "b"


@dataclass(frozen=True, slots=True)
class Announce(Question[S]):
    """A naval plan that the Central Powers will play must be told before the Allies choose (tgw.20.3.2b, tgw.20.3.3b,
    tgw.20.3.4c)."""

    says = ("announce plan", "pass")

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return "Central Powers: announce a naval plan that you will play, or pass"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("announce", PLAN, self.naval(s.state), self.announce)
        secret = len(naval(s.state)) < DRAWN
        all_naval = "all three plans that you drew are naval, and one must be played: announce it"
        yield Word("pass", (given("tgw.20.1a", secret, all_naval),))

    def naval(self, st: State) -> Iterator[Condition]:
        yield Condition("tgw.20.1a", mask(map(_IDS.index, hand(st, tables.CENTRAL))), "you did not draw {x}")
        announced = mask(k for k, id in enumerate(_IDS) if PLANS[id].announced)  # tgw.20.3.2b, tgw.20.3.3b
        yield Condition("tgw.20.1b", announced, "{x} is no naval plan: it stays secret")

    def announce(self, s: S, plan: int) -> Steps:
        id = _IDS[plan]
        s.state.tally[f"announced-{id}"] = 1
        s.note("announced", told_by(id), plan=id)
        return ()


def choices(st: State, side: int) -> list[tuple[str, ...]]:
    """Returns the plans that a side may play, one or two together."""
    drawn = hand(st, side)
    return [ids for k in range(1, MOST + 1) for ids in combinations(drawn, k) if not against(st, side, ids)]


def against(st: State, side: int, ids: tuple[str, ...]) -> list[Refusal]:
    """Returns why a side may not play some plans together."""
    drawn = hand(st, side)
    for id in ids:
        if id not in PLANS:
            return [Refusal("tgw.20.1a", f"there is no plan '{id}'; yours are: {', '.join(drawn)}")]
        if id not in drawn:
            return [Refusal("tgw.20.1a", f"you did not draw {PLANS[id].name}")]
    if not 0 < len(ids) <= MOST or len(set(ids)) < len(ids):
        return [Refusal("tgw.20.1a", "you play one or two of the plans that you drew")]
    told = [id for id in drawn if st.tally.get(f"announced-{id}")]
    for id in ids:
        if PLANS[id].announced and id not in told:
            return [Refusal(told_by(id), f"{PLANS[id].name} had to be announced before the Allies chose")]
    for id in told:
        if id not in ids:
            return [Refusal(told_by(id), f"{PLANS[id].name} was announced and must be among them")]
    # Fisher's Gambit (tgw.20.2.7k), the naval plans (tgw.20.3.2b, tgw.20.3.3b, tgw.20.3.4c), the Elder Moltke (tgw.20.3.10e)
    if len(ids) == MOST and ids[1] in PLANS[ids[0]].incompatible:
        return [Refusal("tgw.20.11a", f"{PLANS[ids[0]].name} and {PLANS[ids[1]].name} do not go together")]
    order = tuple(id for id in drawn if id in ids)
    return [] if ids == order else [Refusal("tgw.20.1a", f"write them in the order of the list: {' '.join(order)}")]


@dataclass(frozen=True, slots=True)
class ChoosePlans(SimultaneousChoice[S]):
    """Each side chooses in secret; both are opened together (tgw.20.1b)."""

    def seats(self, s: S) -> tuple[int, ...]:
        return (tables.ALLIED, tables.CENTRAL)

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.seat(s)]}: which of your pre-war plans do you play? One or two"

    def choices(self, s: S, seat: int) -> list[Action]:
        return sorted(("plan", *ids) for ids in choices(s.state, seat))

    def reveal(self, s: S, answers: tuple[Action, ...]) -> Steps:
        st = s.state
        played = [id for a in answers for id in a[1:]]
        st.prewar = settle(played)  # tgw.20.1b
        for key in [k for k in st.tally if k.startswith(("plan-", "announced-"))]:
            del st.tally[key]
        s.note("plans-opened", "tgw.20.1b", "tgw.20.11a", played=played, force=list(st.prewar))
        return tuple(Carry(id) for id in st.prewar)


def settle(played: list[str]) -> tuple[str, ...]:
    """What stays in force: the Elder Moltke cancels first, then Fisher, then the German navy (tgw.20.11a, tgw.20.2.7k, tgw.20.3.7b,
    tgw.20.3.10e)."""
    left = list(played)
    for id in ("cp.10", "al.7", "cp.7"):
        if id in left:
            left = [x for x in left if x not in PLANS[id].cancels]  # tgw.20.2.7k, tgw.20.3.7b, tgw.20.3.10e
    return tuple(sorted(left, key=lambda id: (id[:2], int(id[3:]))))


# -- carrying out ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Carry(Auto[S]):
    """What a plan changes before the first turn."""

    plan: str

    def run(self, s: S) -> Steps:
        s.note("plan", PLANS[self.plan].rule + ("a" if self.plan in SPLIT else ""), plan=self.plan)
        do = CARRY.get(self.plan)
        return do(s) if do is not None else ()


#: plans whose rule has several rows
SPLIT = ("al.2", "al.7", "al.10", "cp.2", "cp.3", "cp.4", "cp.5", "cp.6", "cp.7", "cp.10")


def _plan_19(s: S) -> Steps:
    """tgw.20.2.2a: ordinary Russian forts do not exist."""
    st = s.state
    st.forts &= ~sum(1 << i for i in bits(board.FORT & ~board.HEAVY) if fronts.FORT_NATION[i] == tables.RU)  # tgw.20.2.2a
    st.derive_forts()
    return ()


def _michel(s: S) -> Steps:
    return (Redeploy(tables.ALLIED, "al.3"),)


def _bef(s: S) -> Steps:
    return (BefChoice(),)


def _fisher(s: S) -> Steps:
    """tgw.20.2.7a, tgw.20.2.7j: the BEF is at E5403, and British losses at sea give points."""
    st = s.state
    for u in bits(BEF):
        st.put(u, FISHER)
    st.seize(1 << FISHER, tables.ALLIED)
    if "cp.3" in st.prewar or "cp.4" in st.prewar:
        points, die = 6, 0
    else:
        die = s.roll()
        # tgw.20.2.7j
        points = (die + 1) // 2 if "cp.2" in st.prewar else max(3, die)  # tgw.20.3.2c
    st.vp_events += points
    s.note("fisher", "tgw.20.2.7j", die=die, points=points)
    return ()


def _more_army(s: S) -> Steps:
    """tgw.20.3.2a: German A and B units are there from the start."""
    units = (roster.BY_LETTER[A] | roster.BY_LETTER[B]) & roster.CORPS[tables.GE] & ~roster.NEAR_EAST  # tgw.20.3.2a
    return (AtStart(tuple(bits(units))),)


def _navy(s: S) -> Steps:
    return (Cull("cp.3", NAVY_FACTORS),)


def _holland(s: S) -> Steps:
    """tgw.20.3.5a: German A units and twelve factors of W leave the game."""
    st = s.state
    for u in bits(roster.BY_LETTER[A] & roster.CORPS[tables.GE]):  # tgw.20.3.5a
        st.put(u, GONE)
    return (Cull("cp.5", HOLLAND_FACTORS), Redeploy(tables.CENTRAL, "cp.5"))


def _albert(s: S) -> Steps:
    """tgw.20.3.6a: no Belgian army, no Belgian forts, America on P."""
    st = s.state
    for u in bits(roster.CORPS[tables.BE]):  # tgw.20.3.6a
        st.put(u, GONE)
    st.forts &= ~sum(1 << i for i in bits(board.FORTS) if fronts.FORT_NATION[i] == tables.BE)
    st.derive_forts()
    st.us_marker = P
    return ()


def _german_navy(s: S) -> Steps:
    """tgw.20.3.7a: the BEF comes later; the Allies choose how (E92)."""
    for u in bits(BEF):
        s.state.put(u, WAITING)
    return (Delay(),)


def _plan_r(s: S) -> Steps:
    """tgw.20.3.1: Austrian B units stand with the A units."""
    shift_units(s, AUSTRIANS_B, galicia(s.state))
    return (Redeploy(tables.CENTRAL, "cp.1"),)


def _moltke(s: S) -> Steps:
    """Belgium and Luxembourg are neutral for good (tgw.20.3.10b), the British stay away until B (tgw.20.3.10c), America starts on P
    (tgw.20.3.10d), and a hundred factors go east (tgw.20.3.10a)."""
    st = s.state
    for u in bits(BEF):
        st.put(u, WAITING)
    for u in bits(roster.CORPS[tables.BE]):
        st.put(u, GONE)
    land = board.BELGIUM | board.COUNTRY["luxembourg"]
    st.seize(land, tables.NEUTRAL)
    st.us_marker = P
    for side, home in ((tables.CENTRAL, board.GERMANY & board.FRONT["W"]), (tables.ALLIED, FOREIGN_BORDER & ~land)):
        stray = sum(1 << u for u in range(roster.N) if st.at[u] > 0 and land >> st.at[u] & 1 and st.side(u) == side)
        shift_units(s, stray, home)
    return (GoEast(MOLTKE_FACTORS),)


CARRY = {
    "al.2": _plan_19,
    "al.3": _michel,
    "al.5": _bef,
    "al.7": _fisher,
    "cp.1": _plan_r,
    "cp.2": _more_army,
    "cp.3": _navy,
    "cp.5": _holland,
    "cp.6": _albert,
    "cp.7": _german_navy,
    "cp.10": _moltke,
}


def galicia(st: State) -> int:
    """Return the Austrian hexes within three of Russian S units (tgw.19.31b)."""
    at = sum(1 << i for i in {st.at[u] for u in bits(RUSSIANS_S)} if i > 0)
    return fronts.range_of(at, 3) & board.AUSTRIA & board.EAST_MAP & ~board.ALPINE


def shift_units(s: S, units: int, hexes: int) -> None:
    """Put units into the hexes of a zone that have room, in order."""
    st = s.state
    for u in bits(units):
        side = st.side(u)
        for i in bits(hexes & ~st.occ[1 - side]):
            if stacking.room(st, i, 1 << u, side):
                st.put(u, i)
                st.seize(1 << i, side)
                break


def _ways(*words: str) -> dict[str, Refusal | None]:
    """Returns words that are always possible."""
    return dict.fromkeys(words)


@dataclass(frozen=True, slots=True)
class BefChoice(Question[S]):
    """The BEF begins at the Channel ports, or comes on A (tgw.20.2.5)."""

    says = ("bef bef",)

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        return "Allies: does the BEF begin at the Channel ports, or arrive on Strategic Turn A?"

    def answers(self, s: S) -> Iterator[Answer]:
        yield OneOf("bef", _ways("channel", "later"), Refusal("tgw.20.2.5", "write 'bef channel' or 'bef later'"), self.begin)

    def begin(self, s: S, way: str) -> Steps:
        st = s.state
        if way == "later":
            for u in bits(BEF):
                st.put(u, WAITING)
            st.tally["bef-letter"] = A
            return ()
        shift_units(s, BEF, CHANNEL & board.LAND & st.ctrl[tables.ALLIED])
        return (Redeploy(tables.ALLIED, "al.5"),)


@dataclass(frozen=True, slots=True)
class Delay(Question[S]):
    """The BEF comes on A at Le Havre, or on B at any Western port (tgw.20.3.7a)."""

    says = ("bef bef",)

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        return "Allies: does the BEF come on A at Le Havre, or on B at any port of the Western Front?"

    def answers(self, s: S) -> Iterator[Answer]:
        yield OneOf("bef", _ways("havre", "later"), Refusal("tgw.20.3.7a", "write 'bef havre' or 'bef later'"), self.come)

    def come(self, s: S, way: str) -> Steps:
        st = s.state
        st.tally["bef-letter"] = A if way == "havre" else B
        if way == "havre":
            st.tally["bef-havre"] = 1
        return ()


MOVE_RULE = {  # by which a plan lets units begin elsewhere
    "al.3": "tgw.20.2.3",
    "al.5": "tgw.20.2.5",
    "cp.1": "tgw.20.3.1",
    "cp.5": "tgw.20.3.5b",
}


def movable(st: State, plan: str) -> tuple[int, int]:
    """Units that a plan lets a side set up anew, and where."""
    if plan == "al.3":
        return FRENCH_F, FOREIGN_BORDER
    if plan == "al.5":
        return BEF, CHANNEL & board.LAND
    if plan == "cp.1":
        return AUSTRIANS_B, galicia(st)
    return GERMANS_W, fronts.range_of(AACHEN, 3) & (board.HOLLAND | board.BELGIUM) & board.LAND | board.GERMANY & board.FRONT[
        "W"
    ]  # cp.5, E93


@dataclass(frozen=True, slots=True)
class Redeploy(SideChoice[S], Question[S]):
    """A plan changes where units may begin: the owner may move them, one after the other, before the first turn."""

    side: int
    plan: str
    says = ("done", "lift unit")

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}, {PLANS[self.plan].name}: move units to other places of their zone, or be done"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("done")
        yield Pick("lift", UNIT, self.units(s.state), self.lift)

    def units(self, st: State) -> Iterator[Condition]:
        rule, units = MOVE_RULE[self.plan], movable(st, self.plan)[0]
        yield Condition(rule, units, f"{PLANS[self.plan].name} does not let {{x}} begin elsewhere")
        yield requirements.on_map(rule, st)
        here = {st.at[u] for u in bits(units) if st.at[u] > 0}
        yield requirements.one_of_each(rule, *(units & st.stack(i) for i in here))

    def lift(self, s: S, unit: int) -> Steps:
        return (RedeployTo(self.side, self.plan, unit),)


@dataclass(frozen=True, slots=True)
class RedeployTo(SideChoice[S], Question[S]):
    """The hex in which a unit begins because of a plan. It may stay where it stands."""

    side: int
    plan: str
    unit: int
    says = ("at place",)

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: where does {roster.ROSTER[self.unit].name} begin?"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("at", HEX, self.zone(s.state), self.stand, wrong=NO_HEX)

    def zone(self, st: State) -> Iterator[Condition]:
        hexes = movable(st, self.plan)[1] | 1 << st.at[self.unit]
        zone = f"the zone that {PLANS[self.plan].name} gives to this unit"
        yield requirements.inside(MOVE_RULE[self.plan], hexes, f"in {zone}")
        yield from requirements.no_enemies(st, self.side)
        yield requirements.room(st, self.side, 1 << self.unit, "tgw.7.23a")

    def stand(self, s: S, hex: int) -> Steps:
        st = s.state
        st.put(self.unit, hex)
        st.seize(1 << hex, self.side)
        return (Redeploy(self.side, self.plan),)


@dataclass(frozen=True, slots=True)
class Cull(Question[S]):
    """The Central Powers name units worth so many attack factors: they begin in the dead pile (tgw.20.3.3a) or leave the game
    (tgw.20.3.5a)."""

    plan: str
    left: int
    says = ("cull unit", "done")

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        fate = "begin in the dead pile" if self.plan == "cp.3" else "leave the game"
        return f"Central Powers: which German units {fate}? {self.left} attack factors are left to name"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("cull", UNIT, self.pool(s.state), self.cull)
        yield Otherwise("done", self.rule(), f"{self.left} attack factors are left to name: name {{x}}, for example")

    def rule(self) -> str:
        return "tgw.20.3.3a" if self.plan == "cp.3" else "tgw.20.3.5a"

    def pool(self, st: State) -> Iterator[Condition]:
        """Yields the conditions of the units from which factors are taken: at-start W, for the larger navy also E."""
        rule, navy = self.rule(), self.plan == "cp.3"
        units = GERMANS_W | (GERMANS_E if navy else 0)
        yield Condition(rule, units, f"{{x}} is no German {'W or E' if navy else 'W'} unit")
        factors = mask(u for u in bits(units & roster.COMBAT) if roster.ATTACK[u])
        yield Condition(rule, factors, "{x} has no attack factors")
        yield requirements.on_map(rule, st)
        weak = mask(u for u in bits(factors) if roster.ATTACK[u] <= self.left)
        yield Condition(rule, weak, lambda u: f"{{x}} has {roster.ATTACK[u]} attack factors, and {self.left} are left to name")
        yield requirements.one_of_each(rule, requirements.standing(st, weak, -1))

    def cull(self, s: S, unit: int) -> Steps:
        s.state.put(unit, DEAD if self.plan == "cp.3" else GONE)  # tgw.20.3.3a
        s.note("culled", self.rule(), unit=roster.UNITS[unit])
        left = self.left - roster.ATTACK[unit]
        return (Cull(self.plan, left),) if left > 0 else ()


@dataclass(frozen=True, slots=True)
class AtStart(Question[S]):
    """Units of A and B begin as W or E units, as the Central Powers choose (tgw.20.3.2a), in German towns of that map."""

    units: tuple[int, ...]
    says = ("begin map",)

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return (
            f"Central Powers: does {roster.ROSTER[self.units[0]].name} begin in the west or in the east? {len(self.units)} are left"
        )

    def answers(self, s: S) -> Iterator[Answer]:
        yield OneOf("begin", _ways("east", "west"), then=self.begin)

    def begin(self, s: S, where: str) -> Steps:
        front = board.FRONT["W"] if where == "west" else board.EAST_MAP
        u = self.units[0]
        shift_units(s, 1 << u, board.SETTLED & board.GERMANY & front)
        s.note("begins", "tgw.20.3.2a", unit=roster.UNITS[u], where=where)
        return (AtStart(self.units[1:]),) if len(self.units) > 1 else ()


@dataclass(frozen=True, slots=True)
class GoEast(Question[S]):
    """At least a hundred attack factors of W units, and any headquarters, begin in the east (tgw.20.3.10a)."""

    left: int
    says = ("done", "east unit")

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return f"Central Powers: which W units begin in the east? {max(self.left, 0)} attack factors must still go"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("east", UNIT, self.in_west(s.state), self.go_east)
        yield Word("done", (given("tgw.20.3.10a", self.left <= 0, f"{self.left} attack factors must still go east"),))

    def in_west(self, st: State) -> Iterator[Condition]:
        rule = "tgw.20.3.10a"
        yield Condition(rule, GERMANS_W, "{x} is no German W unit")
        yield requirements.on(rule, st, board.FRONT["W"], "in the west")
        yield requirements.one_of_each(rule, requirements.standing(st, GERMANS_W, board.FRONT["W"]))

    def go_east(self, s: S, unit: int) -> Steps:
        shift_units(s, 1 << unit, board.SETTLED & board.GERMANY & board.EAST_MAP)
        s.note("begins", "tgw.20.3.10a", unit=roster.UNITS[unit], where="east")
        return (GoEast(self.left - (roster.ATTACK[unit] if roster.COMBAT >> unit & 1 else 0)),)


# -- grammar -----------------------------------------------------------------------------------------------------------------------


def _why_not(s: S, step: ChoosePlans, action: Action) -> list[Refusal]:
    return against(s.state, step.seat(s), action[1:])


def _plans(s: S, step: Any) -> Collection[Action]:
    return [*(("plan", id) for id in PLANS), *(("plan", *pair) for pair in combinations(hand(s.state, step.seat(s)), MOST))]


ASKS = {ChoosePlans: (("plan *",), _why_not)}
FORMS = {"plan": _plans}
KINDS = {
    "plan": Kind("plan", lambda s: PLANS, lambda s: "plans are named like al.1, cp.10"),
    "bef": Kind("way", lambda s: dict.fromkeys(("channel", "havre", "later")), lambda s: "say channel, havre or later"),
    "map": Kind("map", lambda s: dict.fromkeys(("east", "west")), lambda s: "say east or west"),
}
