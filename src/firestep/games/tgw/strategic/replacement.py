"""The Replacement Phase (tgw.5.3): units bought back from two dead piles, steps rebuilt on the map, the Turkish Required Reserve
(tgw.5.38)."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, SideChoice, Steps
from firestep.games.tgw.components import roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.events.single_events import arabs
from firestep.games.tgw.state import AVAIL, AVAIL_NE, DEAD, DEAD_NE, RESERVE, TRANSIT, State
from firestep.games.tgw.strategic.resources import RUSSIAN_SHORTAGE, SHELL_SHORTAGE
from firestep.games.tgw.strategic.turkish_surrender import INFANTRY, fights
from firestep.games.tgw.supply.supply import supplied
from firestep.hexmap.grid import bits

S = Session[State]
DONE: Action = ("done",)
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


def limited(st: State, u: int) -> bool:
    """One Canadian step and one Australian or New Zealand step in a phase (tgw.5.36b, tgw.5.36c)."""
    bit = 1 << u
    return bool(bit & roster.CANADIAN and st.tally.get("now-canadian") or bit & roster.ANZAC and st.tally.get("now-anzac"))


def replaceable(st: State, u: int) -> bool:
    """A dead unit may be bought at all: not a dotted one, not an Arab, the Polish Division only after a CP restoration
    (tgw.6.6d)."""
    bit = 1 << u
    if bit & POLISH_DIVISION:
        return st.flag("polish-central")  # tgw.6.6d
    return not bit & (DOTTED | roster.CORPS[tables.AB]) and not limited(st, u)


def dead(st: State, side: int) -> int:
    return (st.stack(DEAD) | st.stack(DEAD_NE)) & st.troops[side]


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


def rebuildable(st: State, side: int) -> int:
    """Reduced units on the map that may be brought to full strength (tgw.5.31b): supplied, and not British."""
    if st.tally.get("no-rebuilding"):
        return 0  # D8, by the wider reading of Influenza
    return sum(
        # tgw.5.31b
        1 << u
        for u in bits(st.reduced & FULL & st.troops[side])
        if st.at[u] > 0 and st.rp[payer(u)] > 0 and supplied(st, u)
    )


def offers(st: State, side: int) -> list[Action]:
    out: list[Action] = []
    for pile in (DEAD, DEAD_NE):
        for u in roster.one_of_each(sum(1 << u for u in bits(st.stack(pile) & st.troops[side]) if replaceable(st, u))):
            points = st.rp[payer(u)]
            if points >= 1:  # an HQ comes back depleted for one point (tgw.5.34a), on its support side for two (tgw.5.34b)
                out.append(("buy", roster.UNITS[u]))
            if points >= 2 and (FULL >> u & 1 or roster.HQ >> u & 1 and may_support(st, u)):
                out.append(("buy-full", roster.UNITS[u]))
    return sorted(out + [("rebuild", roster.UNITS[u]) for u in bits(rebuildable(st, side))])


@dataclass(frozen=True, slots=True)
class ReplacementPhase(Auto[S]):
    """A side buys back units (tgw.5.31a). A lost Arab Northern Army returns at no cost (tgw.6.7e)."""

    side: int

    def run(self, s: S) -> Steps:
        st = s.state
        st.tally.pop("now-canadian", None)
        st.tally.pop("now-anzac", None)
        first = arabs(s) if self.side == tables.ALLIED and st.play & OF_EVENT["ana"] else ()  # tgw.6.7e
        return (*first, Replace(self.side)) if offers(st, self.side) else first  # tgw.5.31a


@dataclass(frozen=True, slots=True)
class Replace(SideChoice[S]):
    """A side buys back a unit (tgw.5.31a) or a step on the map (tgw.5.31b) for a point (tgw.5.33a), or stops."""

    side: int

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: buy units back from the dead piles or rebuild steps, or be done"

    def actions(self, s: S) -> list[Action]:
        return sorted([DONE, *offers(s.state, self.side)])

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action == DONE:
            return ()
        u = roster.UNIT[action[1]]
        bit = 1 << u
        cost = 2 if action[0] == "buy-full" else 1  # tgw.5.33a
        st.rp[payer(u)] -= cost
        if bit & roster.CANADIAN:
            st.tally["now-canadian"] = 1
        if bit & roster.ANZAC:
            st.tally["now-anzac"] = 1
        if action[0] == "rebuild":
            st.reduced &= ~bit
            s.note("rebuilt", "tgw.5.31b", "tgw.5.33a", unit=action[1], nation=tables.NATIONS[payer(u)])
        else:
            st.put(u, box_of(st, u))  # tgw.13.0b, tgw.5.33b
            st.rebuilt |= bit
            st.devastating &= ~bit
            st.pef &= ~bit  # who fell in Persia does not go back there (tgw.17.21h)
            if cost == 2:
                st.reduced &= ~bit
                st.depleted &= ~bit
            s.note("bought", "tgw.5.31a", "tgw.5.33b", unit=action[1], points=cost, nation=tables.NATIONS[payer(u)])
        return (Replace(self.side),) if offers(st, self.side) else ()


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
        return (Reserve(),) if moves(st) else ()


def in_reserve(st: State) -> int:
    return (st.stack(RESERVE) & INFANTRY).bit_count()


def moves(st: State) -> list[Action]:
    """Returns the moves of units into the reserve while it is smaller than required (tgw.5.38b, tgw.5.38c), or out of it while it
    is larger (tgw.5.38d). The 3rd Division may leave from E on while the European Turks are not there (tgw.17.31l)."""
    have = in_reserve(st)
    out: list[Action] = []
    if have < st.required:  # tgw.5.38c
        by_place: dict[int, int] = {}
        for u in bits(INFANTRY):
            if st.at[u] > 0 or st.at[u] in (TRANSIT, AVAIL, AVAIL_NE):
                by_place[st.at[u]] = by_place.get(st.at[u], 0) | 1 << u
        out += [("reserve", roster.UNITS[u]) for units in by_place.values() for u in roster.one_of_each(units)]
    if have > st.required:  # tgw.5.38d
        out += [("release", roster.UNITS[u]) for u in roster.one_of_each(st.stack(RESERVE) & INFANTRY)]
    elif st.at[DIVISION_3] == RESERVE and st.letter >= tables.LETTER["E"] and not st.flag("euro-turks"):  # tgw.17.31l
        out.append(("release", roster.UNITS[DIVISION_3]))
    return sorted(set(out))


@dataclass(frozen=True, slots=True)
class Reserve(Choice[S]):
    """The Central Powers fill the Required Reserve, or let go what it has too much."""

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        st = s.state
        return (
            f"Central Powers: {in_reserve(st)} Turkish divisions in the reserve, {st.required} are required; move some, or be done"
        )

    def actions(self, s: S) -> list[Action]:
        return sorted([DONE, *moves(s.state)])

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action == DONE:
            return ()
        st.put(roster.UNIT[action[1]], RESERVE if action[0] == "reserve" else TRANSIT)
        s.note("reserve", "tgw.5.38c" if action[0] == "reserve" else "tgw.5.38d", unit=action[1], into=action[0] == "reserve")
        return (Reserve(),) if moves(st) else ()
