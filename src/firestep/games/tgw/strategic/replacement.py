"""The Replacement Phase (tgw.5.3): units bought back from two dead piles, steps rebuilt on the map, the Turkish Required Reserve
(tgw.5.38)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.masks import mask
from firestep.engine.question import Answer, Condition, Pick, Question, Word, given, kept
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.games.tgw import requirements as need
from firestep.games.tgw.components import roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.components.things import UNIT, nation_title, who
from firestep.games.tgw.events.arabs_and_armenians import arabs
from firestep.games.tgw.state import AVAIL, AVAIL_NE, DEAD, DEAD_NE, RESERVE, TRANSIT, State
from firestep.games.tgw.strategic.resources import RUSSIAN_SHORTAGE, SHELL_SHORTAGE
from firestep.games.tgw.strategic.turkish_surrender import INFANTRY, fights
from firestep.hexmap.grid import bits

S = Session[State]
#: units that cannot be bought back, which have a dot on their counter (tgw.3.22a, tgw.5.32a): two tank units (tgw.15.26a) and the
#: French in Palestine (tgw.17.21d); another rule excludes the Polish Division (tgw.6.6c)
DOTTED = sum(1 << roster.UNIT[id] for id in ("ge-pzrgt", "br-expbn", "fr-dfps"))
POLISH_DIVISION = 1 << roster.UNIT["ah-po"]
RIFLES = roster.UNIT["pn-spr"]
BRITISH = roster.CORPS[tables.BR] | roster.CORPS[tables.BI] | roster.CORPS[tables.BP]
#: two-step units whose full side has no dot: all but the British (tgw.3.22a, tgw.5.32a)
FULL = roster.TWO_STEP & ~BRITISH & ~roster.TANK
#: the Required Reserve: one die on C, two dice from D on, one die again from O on (tgw.5.38f, E6)
FIRST_RESERVE, TWO_DICE, ONE_DIE = tables.LETTER["C"], tables.LETTER["D"], tables.LETTER["O"]
DIVISION_3 = roster.UNIT["tu-3"]


# -- buying --------------------------------------------------------------------------------------------------------------------


def payer(u: int) -> int:
    """Returns the nation that pays for a unit: its own (tgw.5.17a, tgw.5.35d). Britain pays for the South Persian Rifles, Russia
    for the Cossacks (S21)."""
    return tables.BR if u == RIFLES else tables.PAYER[roster.NATION_OF[u]]  # tgw.5.35d


def replaceable(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of a dead unit that may be bought at all."""
    yield need.yours("tgw.5.35d", st, side)
    yield Condition("tgw.5.31a", st.stack(DEAD) | st.stack(DEAD_NE), "{x} is not in a dead pile")
    one = "only one such step may be bought in a phase"
    yield Condition("tgw.5.36b", ~roster.CANADIAN if st.tally.get("now-canadian") else -1, f"{{x}} is Canadian: {one}")
    yield Condition("tgw.5.36c", ~roster.ANZAC if st.tally.get("now-anzac") else -1, f"{{x}} is of Australia or New Zealand: {one}")
    yield Condition("tgw.5.32a", ~DOTTED, "{x} bears a dot and cannot be bought back")
    yield Condition("tgw.6.7e", ~roster.CORPS[tables.AB], "{x} cannot be bought: a lost Arab unit is made good at no cost")
    if not st.flag("polish-central"):  # tgw.6.6d
        yield Condition("tgw.6.6c", ~POLISH_DIVISION, "{x} cannot be bought back")


def box_of(st: State, u: int) -> int:
    """Returns the box for a unit that is bought back; no unit comes back to a box in another way (tgw.13.0b). The dead pile decides
    (tgw.5.35a), but Germans go to Europe (tgw.5.35b, tgw.5.37a) and the British to the box of their colour (tgw.5.36a)."""
    n = roster.NATION_OF[u]
    if n == tables.GE:
        return AVAIL  # tgw.5.35b, tgw.5.37a
    if n in tables.BRITISH:
        return AVAIL_NE if n != tables.BR or roster.NEAR_EAST >> u & 1 else AVAIL  # tgw.5.36a
    return AVAIL_NE if st.at[u] == DEAD_NE else AVAIL  # tgw.5.35a


def may_support(st: State, u: int) -> bool:
    """A headquarters may be bought on its support side: not on B and C (tgw.5.34c), no Russian one in the shell shortage
    (tgw.21.1a) nor, by the other reading of P15, after the Fall of the Czar; and only one that has a support factor."""
    if not roster.SUPPORT[u] or st.letter in SHELL_SHORTAGE:
        return False
    if roster.NATION_OF[u] in tables.RUSSIAN:
        if st.on("shells") and "al.2" not in st.prewar and st.letter in RUSSIAN_SHORTAGE:
            return False
        return not (st.flag("czar-fell") and st.options.get("hq-bought") == "depleted")
    return True


def payable(st: State, cost: int) -> Condition:
    """The nation that pays for a unit has the points (tgw.5.33a)."""
    paid = 0
    for points, units in zip(st.rp, _PAID_BY, strict=True):
        if points >= cost:
            paid |= units
    return Condition("tgw.5.33a", paid, lambda u: f"{nation_title(payer(u))} cannot pay {cost} for {who(u)}")


_PAID_BY = tuple(mask(u for u in range(roster.N) if payer(u) == n) for n in range(len(tables.NATIONS)))


def one_of_kind(rule: str, *groups: int) -> Condition:
    """The first unit of each kind in each of some groups: lists offer no other."""
    first = {(k, roster.KIND_OF[u]): u for k, units in enumerate(groups) for u in reversed(bits(units))}

    def twin(u: int) -> str:
        return next(who(first[k, roster.KIND_OF[u]]) for k, units in enumerate(groups) if units >> u & 1)

    return Condition(rule, mask(first.values()), lambda u: f"{{x}} is like {twin(u)} in the same place: name that one")


def buyable(st: State, side: int, cost: int) -> Iterator[Condition]:
    """Yields the conditions of a dead unit that a side buys back for some points (tgw.5.31a).

    A headquarters comes back depleted for one point (tgw.5.34a), on its support side for two (tgw.5.34b).
    """
    yield from replaceable(st, side)
    yield payable(st, cost)
    dead = kept(replaceable(st, side))
    yield one_of_kind("tgw.5.31a", dead & st.stack(DEAD), dead & st.stack(DEAD_NE))
    if cost == 2:
        yield Condition("tgw.5.32a", FULL | roster.HQ, "{x} has no second step that may be bought")
        support = mask(u for u in bits(roster.HQ & dead) if may_support(st, u))  # in the Russian shell shortage too (tgw.21.1a)
        yield Condition("tgw.5.34c", ~roster.HQ | support, "{x} can only come back depleted now")


def rebuildable(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of a reduced unit on the map that is brought to full strength (tgw.5.31b)."""
    yield need.yours("tgw.5.35d", st, side)
    reduced = st.reduced & FULL
    yield Condition("tgw.5.31b", reduced, "{x} is not a reduced unit whose full side may be bought")
    yield need.on_map("tgw.5.31b", st)
    yield payable(st, 1)
    # D8, by the wider reading of Influenza
    yield given("tgw.6.57a", not st.tally.get("no-rebuilding"), "Influenza stops the rebuilding of steps")
    yield need.supplied("tgw.5.31b", st)


def may_replace(st: State, side: int) -> bool:
    """Returns whether a side can buy a unit or a step."""
    return bool(kept(buyable(st, side, 1)) or kept(rebuildable(st, side)))


@dataclass(frozen=True, slots=True)
class ReplacementPhase(Auto[S]):
    """A side buys back units (tgw.5.31a). A lost Arab Northern Army returns at no cost (tgw.6.7e)."""

    side: int

    def run(self, s: S) -> Steps:
        st = s.state
        st.tally.pop("now-canadian", None)
        st.tally.pop("now-anzac", None)
        first = arabs(s) if self.side == tables.ALLIED and st.play & OF_EVENT["ana"] else ()  # tgw.6.7e
        return (*first, Replace(self.side)) if may_replace(st, self.side) else first  # tgw.5.31a


@dataclass(frozen=True, slots=True)
class Replace(Question[S], SideChoice[S]):
    """A side buys back a unit (tgw.5.31a) or a step on the map (tgw.5.31b) for a point (tgw.5.33a), or stops."""

    side: int
    says = ("buy unit", "buy-full unit", "done", "rebuild unit")

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: buy units back from the dead piles or rebuild steps, or be done"

    def answers(self, s: S) -> Iterator[Answer]:
        st = s.state
        yield Word("done")
        yield Pick("buy", UNIT, buyable(st, self.side, 1), lambda s, u: self.buy(s, u, 1))  # tgw.5.34a
        yield Pick("buy-full", UNIT, buyable(st, self.side, 2), lambda s, u: self.buy(s, u, 2))  # tgw.5.34b
        yield Pick("rebuild", UNIT, rebuildable(st, self.side), self.rebuild)

    def buy(self, s: S, u: int, cost: int) -> Steps:
        st = s.state
        bit = 1 << u
        self.pay(st, u, cost)
        st.put(u, box_of(st, u))  # tgw.13.0b
        st.rebuilt |= bit
        st.devastating &= ~bit
        st.pef &= ~bit  # who fell in Persia does not go back there (tgw.17.21h)
        if cost == 2:
            st.reduced &= ~bit
            st.depleted &= ~bit
        s.note("bought", "tgw.5.31a", "tgw.5.33b", unit=roster.UNITS[u], points=cost, nation=tables.NATIONS[payer(u)])
        return self.more(st)

    def rebuild(self, s: S, u: int) -> Steps:
        self.pay(s.state, u, 1)
        s.state.reduced &= ~(1 << u)
        s.note("rebuilt", "tgw.5.31b", "tgw.5.33a", unit=roster.UNITS[u], nation=tables.NATIONS[payer(u)])
        return self.more(s.state)

    def pay(self, st: State, u: int, cost: int) -> None:
        st.rp[payer(u)] -= cost  # tgw.5.33b
        if roster.CANADIAN >> u & 1:
            st.tally["now-canadian"] = 1
        if roster.ANZAC >> u & 1:
            st.tally["now-anzac"] = 1

    def more(self, st: State) -> Steps:
        return (Replace(self.side),) if may_replace(st, self.side) else ()


# -- the Turkish Required Reserve (tgw.5.38) -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RequiredReserve(Auto[S]):
    """At the end of the Replacement Phase (tgw.4.3.4b) one or two dice say how large the Required Reserve must be, from C on
    (tgw.5.38a, tgw.5.38f), but not in the scenario of 1918 (tgw.22.51b)."""

    def run(self, s: S) -> Steps:
        st = s.state
        st.tally.pop("no-rebuilding", None)
        if st.letter < FIRST_RESERVE or st.scenario == "1918" or not fights(st):
            return ()
        two = TWO_DICE <= st.letter < ONE_DIE or st.letter > ONE_DIE and st.options.get("reserve-dice") == "two"
        st.required = s.roll() + (s.roll() if two else 0)  # tgw.4.3.4b
        s.note("required", "tgw.5.38a", "tgw.5.38f", required=st.required, reserve=in_reserve(st))
        return (Reserve(),) if may_move(st) else ()


def in_reserve(st: State) -> int:
    return (st.stack(RESERVE) & INFANTRY).bit_count()


def drafted(st: State) -> Iterator[Condition]:
    """Yields the conditions of a division that goes into the reserve while this is smaller than required (tgw.5.38b, tgw.5.38c)."""
    yield Condition("tgw.5.38b", INFANTRY, "{x} is no Turkish infantry division: the reserve is counted in those")
    yield Condition("tgw.5.38c", ~st.stack(RESERVE), "{x} is in the reserve already")
    have = in_reserve(st)
    yield given(
        "tgw.5.38c", have < st.required, f"the reserve has the {st.required} divisions that are required: no more are taken"
    )
    free = mask(u for u in bits(INFANTRY) if st.at[u] > 0 or st.at[u] in (TRANSIT, AVAIL, AVAIL_NE))
    yield Condition("tgw.5.38c", free, "{x} is neither on the map nor in the Transit Box nor in an Available Units Box")
    yield one_of_kind("tgw.5.38c", *(free & there for there in st.where.values() if free & there))


def released(st: State) -> Iterator[Condition]:
    """Yields the conditions of a division that leaves the reserve while this is larger than required (tgw.5.38d).

    The 3rd Division may leave from E on while the European Turks are not there (tgw.17.31l).
    """
    yield Condition("tgw.5.38b", INFANTRY, "{x} is no Turkish infantry division: the reserve is counted in those")
    yield Condition("tgw.5.38d", st.stack(RESERVE), "{x} is not in the reserve")
    have = in_reserve(st)
    if have > st.required:
        yield one_of_kind("tgw.5.38d", st.stack(RESERVE) & INFANTRY)
    else:
        few = f"the reserve has {have} divisions and {st.required} are required: none is to spare"
        yield Condition("tgw.5.38d", 1 << DIVISION_3, few)
        early = st.letter < tables.LETTER["E"] or st.flag("euro-turks")
        yield given("tgw.17.31l", not early, "{x} leaves from E on, while the European Turks are not set up")


def may_move(st: State) -> bool:
    """Returns whether a division can go into the reserve or out of it."""
    return bool(kept(drafted(st)) or kept(released(st)))


@dataclass(frozen=True, slots=True)
class Reserve(Question[S]):
    """The Central Powers fill the Required Reserve, or let go what it has too much."""

    says = ("done", "release unit", "reserve unit")

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        st = s.state
        return (
            f"Central Powers: {in_reserve(st)} Turkish divisions in the reserve, {st.required} are required; move some, or be done"
        )

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("done")
        yield Pick("release", UNIT, released(s.state), self.release)
        yield Pick("reserve", UNIT, drafted(s.state), self.draft)

    def draft(self, s: S, u: int) -> Steps:
        s.state.put(u, RESERVE)
        s.note("reserve", "tgw.5.38c", unit=roster.UNITS[u], into=True)
        return (Reserve(),) if may_move(s.state) else ()

    def release(self, s: S, u: int) -> Steps:
        s.state.put(u, TRANSIT)
        s.note("reserve", "tgw.5.38d", unit=roster.UNITS[u], into=False)
        return (Reserve(),) if may_move(s.state) else ()
