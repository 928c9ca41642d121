"""The Resource Phase (tgw.5.1): reinforcements, chits, income, transfers, headquarters refitted."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.masks import mask
from firestep.engine.question import Answer, Condition, PickPair, Question, Word, given, kept
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.chits import CHITS
from firestep.games.tgw.components.fronts import HOME
from firestep.games.tgw.components.things import NATION, nation_title
from firestep.games.tgw.events import event_table, events
from firestep.games.tgw.events.war_at_large import U_BOATS
from firestep.games.tgw.nations import european_turks, neutrals
from firestep.games.tgw.scenarios import optional_rules
from firestep.games.tgw.scenarios.prewar import arrivals
from firestep.games.tgw.state import AVAIL, AVAIL_NE, LIBYA, WAITING, State
from firestep.games.tgw.strategic.resource_hexes import paying, watch
from firestep.games.tgw.strategic.revolutions import CZARIST, stand_in
from firestep.games.tgw.supply import lines
from firestep.games.tgw.supply.supply import supplied
from firestep.hexmap.grid import bits

S = Session[State]
#: tgw.5.13b
MOST = 10
#: tgw.5.14b, tgw.5.34c
SHELL_SHORTAGE = (tables.LETTER["B"], tables.LETTER["C"])
#: tgw.21.1a
RUSSIAN_SHORTAGE = (*SHELL_SHORTAGE, tables.LETTER["D"])
#: points to Russia in a phase, with and without the Straits; to Serbia; from Germany (tgw.5.17b, tgw.5.17c, tgw.5.17d, tgw.5.17f)
TO_RUSSIA, BY_THE_STRAITS, TO_SERBIA, FROM_GERMANY = 1, 6, 6, 6
CONSTANTINOPLE, SALONIKA = board.INDEX["E1328"], board.INDEX["E1116"]
SERBIAN_HQ = roster.UNIT["sr-hq"]
SERBIAN_WAY = board.COUNTRY["greece"] | board.COUNTRY["serbia"]
GUARD_HQ = roster.UNIT["ru-hqgd"]
#: nations of the Central Powers that Germany may help
HELPED = (tables.AH, tables.TU, tables.BU, tables.RO)


def _charts() -> tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]]:
    out: tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]] = ({}, {})
    with (tables.DATA / "resources.csv").open(encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f):
            out[row["chart"] == "NearEast"][tables.NATION[row["nation"]]] = tuple(int(row[c]) for c in tables.LETTERS)
    return out


#: points by nation and letter, of Europe and of the Near East (tgw.5.12b, tgw.5.15a); of the United States by letters since their
# entry
EUROPE, NEAR_EAST = _charts()
with (tables.DATA / "resources_us.csv").open(encoding="utf-8", newline="") as _f:
    AMERICA = tuple(int(row["points"]) for row in csv.DictReader(_f))


# -- the start of a Strategic Turn -------------------------------------------------------------------------------------------


def begin_letter(s: S) -> Steps:
    """After the victory check: Zimmerman's America (tgw.6.55a), home defenders and used air units come back (tgw.15.12a,
    tgw.5.24b), a waiting U-boat puts to sea (tgw.5.22b, P7), and both sides may play what can be played at any time."""
    st = s.state
    out: Steps = ()
    st.tally.pop("lawrence-raid", None)
    st.set_flag("ohl-used", False)
    if st.u_waiting and not st.warfare & U_BOATS:
        c = bits(st.u_waiting)[0]
        st.u_waiting &= ~(1 << c)
        st.warfare |= 1 << c
        s.note("u-boat", "tgw.5.22b", event=CHITS[c].event, waits=False)
    if event_table.in_play(st, "zimmerman") and st.us_entered < 0:
        out = neutrals.america_enters(s, "tgw.6.55a")
    if not st.flag("allies-choose") and optional_rules.six_americans(st):
        st.set_flag("allies-choose")  # tgw.5.82b; never taken back (tgw.5.82c)
        s.note("allies-choose", "tgw.5.82b")
    if st.letter == european_turks.LETTER_N:
        european_turks.weaken_19(s)
    return (*out, *optional_rules.bribe(s), event_table.Moment("strategic", (tables.ALLIED, tables.CENTRAL)))


@dataclass(frozen=True, slots=True)
class ResourcePhase(Auto[S]):
    """Reinforcements come first (tgw.4.3.2a), then events (tgw.4.3.2b), Resource Points, the refit of HQs (tgw.4.3.2d), and
    transfers."""

    def run(self, s: S) -> Steps:
        st = s.state
        reinforce(s)  # tgw.4.3.2a
        came = events.fill_pools(st, st.letter)  # tgw.4.3.2b
        if came:
            s.note(
                "pools",
                "tgw.5.12a",
                allied=sum(CHITS[c].side == tables.ALLIED for c in came),
                central=sum(CHITS[c].side == tables.CENTRAL for c in came),
            )
        income(s)
        refit(s)  # tgw.4.3.2d
        return (*optional_rules.polish_gift(st), Transfers(tables.ALLIED), Transfers(tables.CENTRAL), *optional_rules.poland(s))


def reinforce(s: S) -> None:
    """Units due on this letter go to their boxes (tgw.5.11a), Americans so many letters after their entry (tgw.5.72a), units back
    from Libya (tgw.6.45b). A nation that is neutral, gone or fallen sends nothing."""
    st = s.state
    came = 0
    for u in bits(due_units(st)):
        if st.at[u] == WAITING and arrives(st, u):  # tgw.5.72a
            v = stand_in(st, u) if CZARIST >> u & 1 and st.flag("czar-fell") else u  # tgw.15.92a
            if v >= 0:
                st.put(v, AVAIL_NE if roster.NEAR_EAST >> u & 1 else AVAIL)
                came |= 1 << v
    for u in [u for u, letter in sorted(st.back_on.items()) if letter <= st.letter]:
        del st.back_on[u]
        if st.at[u] == LIBYA:
            st.put(u, AVAIL_NE)
            came |= 1 << u
    if came:
        s.note("reinforcements", "tgw.5.11a", units=roster.unit_ids(came))


def due_units(st: State) -> int:
    """Return the units due on this letter. The first Americans come on O when their country has entered on L (tgw.22.44k)."""
    out = arrivals(st, st.letter)
    if st.us_entered >= 0:
        out |= roster.BY_DELAY.get(st.letter - st.us_entered, 0)
    return out


def arrives(st: State, u: int) -> bool:
    """A unit due now comes: its nation is at war; no Poles after a Central Powers restoration (tgw.21.2g). Headquarters of a fallen
    nation are gone already, those still to come too (tgw.16.11b)."""
    n = roster.NATION_OF[u]
    if st.allegiance[n] == tables.NEUTRAL or u == european_turks.LATE_19 or n == tables.TU and st.flag("turkey-surrendered"):
        return False
    return not (st.flag("polish-central") and 1 << u & optional_rules.POLES)


# -- income (tgw.5.12, tgw.5.15a, tgw.5.16)
# -----------------------------------------------------------------------------------------------


def earned(st: State, n: int) -> int:
    """Returns the points that a nation receives now from the charts, that of the Near East among them (tgw.5.15a). Germany is paid
    for resource hexes as well (tgw.5.12d). A nation that is neutral or has collapsed receives nothing (tgw.5.12c, tgw.16.11a)."""
    if st.allegiance[n] == tables.NEUTRAL or st.collapsed >> n & 1 or n == tables.TU and st.flag("turkey-surrendered"):  # tgw.5.12c
        return 0
    if n == tables.US:
        since = st.letter - st.us_entered
        return AMERICA[min(since, len(AMERICA) - 1)] if st.us_entered >= 0 and since >= 0 else 0
    out = EUROPE.get(n, (0,) * 21)[st.letter]
    if st.scenario != "1918" and st.turn >= tables.NEAR_EAST_TURN:
        out += NEAR_EAST.get(n, (0,) * 21)[st.letter]
    if n == tables.BR and "cp.10" in st.prewar and st.letter == tables.LETTER["A"]:
        return 0  # tgw.20.3.10c
    if n == tables.GE:
        out += sum(board.RESOURCES[i] for i in paying(st))  # tgw.5.12d
    return out


def income(s: S) -> None:
    st = s.state
    watch(s)
    got = {}
    for n in range(len(tables.NATIONS)):
        k = earned(st, n) if tables.PAYER[n] == n else 0
        if k:
            st.rp[n] += k
            got[tables.NATIONS[n]] = k
    s.note("income", "tgw.5.12b", points=[f"{code} {k}" for code, k in got.items()])
    for n, k in optional_rules.polish_points(st):
        st.rp[n] += k
        s.note("polish-points", "tgw.21.2h", nation=tables.NATIONS[n], points=k)


def cap(s: S) -> None:
    """No nation ends a Strategic Turn with more than ten points (tgw.5.13b). During the turn it may have more, even more than 19
    (tgw.5.13a)."""
    st = s.state
    over = [n for n, k in enumerate(st.rp) if k > MOST]
    for n in over:
        s.note("points-lost", "tgw.5.13b", nation=tables.NATIONS[n], points=st.rp[n] - MOST)  # tgw.5.13a
        st.rp[n] = MOST


# -- headquarters (tgw.5.14) -----------------------------------------------------------------------------------------------------


def refits(st: State, u: int) -> bool:
    """A depleted headquarters on the map that is in supply turns to its support side (tgw.5.14a): not on B and C, not a Russian one
    after the Fall of the Czar (tgw.5.45b); the shell shortage and Plan 19 change this for Russia (tgw.21.1a, tgw.20.2.2b)."""
    n = roster.NATION_OF[u]
    russian = n in tables.RUSSIAN
    if russian and (st.flag("czar-fell") or u == GUARD_HQ and st.tally.get("guard-spent")):  # tgw.5.45b
        return False
    if st.letter in SHELL_SHORTAGE and not (russian and "al.2" in st.prewar):  # tgw.20.2.2b
        return False
    if russian and st.on("shells") and "al.2" not in st.prewar and st.letter in RUSSIAN_SHORTAGE:
        return False
    return st.at[u] > 0 and supplied(st, u)  # tgw.5.14a


def refit(s: S) -> None:
    st = s.state
    done = sum(1 << u for u in bits(st.depleted & roster.HQ) if roster.SUPPORT[u] and refits(st, u))
    if done:
        st.depleted &= ~done
        s.note("refit", "tgw.5.14a", units=roster.unit_ids(done))


# -- transfers (tgw.5.17) --------------------------------------------------------------------------------------------------------


def russian_limit(st: State) -> int:
    """Points that may go to Russia in one phase: one; six by the Straits, six by the Baltic of Fisher (tgw.5.17b, tgw.5.17c,
    tgw.20.2.7i, tgw.20.2.8, E5)."""
    straits = (
        bool(st.ctrl[tables.ALLIED] >> CONSTANTINOPLE & 1)
        or st.flag("turkey-surrendered")
        or "al.8" in st.prewar
        and st.allegiance[tables.TU] == tables.NEUTRAL
    )  # tgw.20.2.7i
    return BY_THE_STRAITS * (straits + ("al.7" in st.prewar)) or TO_RUSSIA


def serbian_way(st: State) -> bool:
    """Salonika is Allied, and a way through Greece and Serbia without enemies leads to the Serbian headquarters (tgw.5.17d)."""
    at = st.at[SERBIAN_HQ]
    if at <= 0 or not st.ctrl[tables.ALLIED] >> SALONIKA & 1:
        return False
    open = SERBIAN_WAY & board.LAND & ~st.occ[tables.CENTRAL]
    return bool(open >> SALONIKA & 1) and bool(lines.WAYS.flood(1 << SALONIKA, open) >> at & 1)


def german_way(st: State, nation: int) -> bool:
    """A path of CP-controlled hexes from Berlin to a city of the nation (tgw.5.17g)."""
    reach = lines.WAYS.flood(lines.BERLIN & st.ctrl[tables.CENTRAL], st.ctrl[tables.CENTRAL] & board.LAND)  # tgw.5.17g
    return bool(reach & board.CITY & HOME[nation])


def givers(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of a nation that gives points (tgw.5.17a)."""
    helpers = mask((tables.GE,) if side == tables.CENTRAL else (tables.BR, tables.FR))
    yield Condition("tgw.5.17a", helpers, "no points come from {x}")
    with_points = mask(n for n in bits(helpers) if st.rp[n] > 0 and st.allegiance[n] == side and not st.collapsed >> n & 1)
    yield Condition("tgw.5.17a", with_points, "{x} has no point to give")


def takers(st: State, side: int, giver: int) -> Iterator[Condition]:
    """Yields the conditions of a nation that gets points. `tally` counts what was given in this phase."""
    helped = mask(HELPED if side == tables.CENTRAL else (tables.RU, tables.SR))  # Serbia in no other way (tgw.5.17e)
    yield Condition("tgw.5.17a", helped, f"no points go from {nation_title(giver)} to {{x}}")
    yield Condition("tgw.16.11a", mask(n for n in bits(helped) if receives(st, n, side)), "{x} cannot receive points")
    tally = st.tally
    if side == tables.CENTRAL:
        some = tally.get("now-given", 0) < FROM_GERMANY
        yield given("tgw.5.17f", some, f"Germany gives at most {FROM_GERMANY} points in a phase")
        way = "no way of held hexes leads from Berlin to {x}"
        yield Condition("tgw.5.17g", lambda ns: mask(n for n in bits(ns) if german_way(st, n)), way)
        return
    limit = russian_limit(st)
    full = (
        f"{limit} points may go to Russia in a phase, and have gone" if limit > 1 else "only one point may go to Russia in a phase"
    )
    russia, serbia = 1 << tables.RU, 1 << tables.SR
    yield Condition("tgw.5.17c" if limit > 1 else "tgw.5.17b", -1 if tally.get("now-to-RU", 0) < limit else ~russia, full)
    way = "no free way leads from an Allied Salonika to the Serbian headquarters"
    yield Condition("tgw.5.17d", lambda ns: ns if not ns & serbia or serbian_way(st) else ns & ~serbia, way)
    one = "only one ally helps Serbia in a phase"
    yield Condition("tgw.5.17d", -1 if tally.get("now-SR-from", giver) == giver else ~serbia, one)
    most = f"{TO_SERBIA} points may go to Serbia in a phase, and have gone"
    yield Condition("tgw.5.17d", -1 if tally.get("now-to-SR", 0) < TO_SERBIA else ~serbia, most)


def may_transfer(st: State, side: int) -> bool:
    """Returns whether a nation of a side can give a point to another."""
    return any(kept(takers(st, side, n)) for n in bits(kept(givers(st, side))))


def receives(st: State, nation: int, side: int) -> bool:
    """tgw.16.11a: a collapsed nation gets no points by any means."""
    return (
        st.allegiance[nation] == side
        and not st.collapsed >> nation & 1  # tgw.16.11a
        and not (nation == tables.TU and st.flag("turkey-surrendered"))
    )


@dataclass(frozen=True, slots=True)
class Transfers(Auto[S]):
    """A side may send points to its friends; there is no other way to share them (tgw.5.17a)."""

    side: int

    def run(self, s: S) -> Steps:
        for key in ("now-given", "now-to-RU", "now-to-SR", "now-SR-from"):
            s.state.tally.pop(key, None)
        return (Transfer(self.side),) if may_transfer(s.state, self.side) else ()  # tgw.5.17a


@dataclass(frozen=True, slots=True)
class Transfer(Question[S], SideChoice[S]):
    """One point from one nation to another, or no more."""

    side: int
    says = ("done", "give nation nation")

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: send Resource Points to another nation, or be done"

    def answers(self, s: S) -> Iterator[Answer]:
        st = s.state
        yield Word("done")
        yield PickPair("give", NATION, givers(st, self.side), NATION, lambda n: takers(st, self.side, n), self.give)

    def give(self, s: S, giver: int, to: int) -> Steps:
        st = s.state
        st.rp[giver] -= 1
        st.rp[to] += 1
        if self.side == tables.CENTRAL:
            st.tally["now-given"] = st.tally.get("now-given", 0) + 1
        else:
            key = f"now-to-{tables.NATIONS[to]}"
            st.tally[key] = st.tally.get(key, 0) + 1
            if to == tables.SR:
                st.tally["now-SR-from"] = giver
        s.note(
            "transfer",
            "tgw.5.17f" if self.side == tables.CENTRAL else "tgw.5.17d" if to == tables.SR else "tgw.5.17b",
            giver=tables.NATIONS[giver],
            nation=tables.NATIONS[to],
        )
        return (Transfer(self.side),) if may_transfer(st, self.side) else ()
