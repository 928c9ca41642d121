"""Nations that come in: neutrals by event (tgw.6.53, tgw.17.11), Turkey by date (tgw.17.1a), the European Turks (tgw.17.13), the
United States (tgw.5.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.masks import bits, mask
from firestep.engine.question import Answer, Condition, Pick, Question, Word, kept
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.games.tgw import requirements, victory
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.things import HEX, UNIT, nation_title, who
from firestep.games.tgw.movement import control, stacking
from firestep.games.tgw.nations.european_turks import LATE_19, deploy_turks
from firestep.games.tgw.state import AVAIL, AVAIL_NE, WAITING, State
from firestep.games.tgw.victory import net

S = Session[State]
COUNTRY = {tables.IT: "italy", tables.GK: "greece", tables.RO: "romania", tables.BU: "bulgaria"}
#: points before which a hesitating Turkey stays out (tgw.20.2.8)
HESITATES = 10


# -- entry by event ------------------------------------------------------------------------------------------------------------


def pending(st: State) -> list[tuple[int, int]]:
    """Returns the nations whose entry events were drawn this turn, each with its side. Four neutrals enter in no other way
    (tgw.6.53e). Romania never enters if both its chits were drawn (tgw.6.53c)."""
    out = []
    for n, code in ((n, tables.NATIONS[n]) for n in (tables.IT, tables.BU, tables.RO, tables.GK)):
        sides = [side for side in (tables.ALLIED, tables.CENTRAL) if st.tally.get(f"enter-{code}-{side}") == st.turn]
        if st.allegiance[n] == tables.NEUTRAL and not st.tally.get(f"never-{code}") and sides:
            out.append((n, sides[0] if len(sides) == 1 else tables.NEUTRAL))
    return out


@dataclass(frozen=True, slots=True)
class Entries(Auto[S]):
    """Neutrals whose events were drawn join in this New Units Phase (tgw.6.53a, tgw.17.11a)."""

    side: int

    def run(self, s: S) -> Steps:
        st = s.state
        out: Steps = ()
        for n, side in pending(st):
            if side == tables.NEUTRAL:  # tgw.6.53c
                st.tally[f"never-{tables.NATIONS[n]}"] = 1
                s.note("never-enters", "tgw.6.53c", nation=tables.NATIONS[n])
            elif side == self.side:  # tgw.17.11a
                out += enter(s, n, side)
        return out


def enter(s: S, nation: int, side: int) -> Steps:
    """A neutral joins a side: its land is that side's, its army is set up inside its borders (tgw.7.14a, tgw.17.11b)."""
    st = s.state
    land = board.COUNTRY[COUNTRY[nation]]
    st.set_side(nation, side)
    st.entered[nation] = st.turn
    # what the enemy holds of Greece after Salonika stays his (tgw.7.14b, N2)
    st.seize(land & ~st.ctrl[1 - side] if nation == tables.GK else land, side)  # tgw.7.14a
    s.note("enters", "tgw.6.53b", "tgw.7.14a", nation=tables.NATIONS[nation], side=tables.SEATS[side])
    first = army(st, nation)
    out: Steps = (Muster(nation, side),) if first else ()
    if nation == tables.RO and side == tables.CENTRAL:
        st.pays[board.INDEX["E2623"]] = st.letter + 1  # tgw.5.16f
    if nation == tables.GK:
        out = (*deploy_turks(s, "tgw.17.13a"), *out)
    return out


def recruits(st: State, nation: int) -> Iterator[Condition]:
    """Yields the conditions of the units that a nation sets up when it enters, not before (tgw.6.52f)."""
    sets_up = f"{nation_title(nation)}, which sets up its army"
    yield Condition("tgw.17.11b", roster.CORPS[nation], f"{{x}} is no unit of {sets_up}")
    yield Condition("tgw.17.11b", st.stack(WAITING), "{x} is not waiting to be set up")
    yield Condition("tgw.17.11b", lambda units: due(st, units), "{x} is due on a later Strategic Turn")


def due(st: State, units: int) -> int:
    """Returns those of some units that are no reinforcements of later Strategic Turns."""
    entries = ((u, roster.ROSTER[u].entry) for u in bits(units))
    return mask(u for u, entry in entries if entry == "neutral" or entry in tables.LETTER and tables.LETTER[entry] <= st.letter)


def army(st: State, nation: int) -> int:
    """Returns the units that a nation sets up when it enters and that are not set up yet."""
    return kept(recruits(st, nation))


def muster_hexes(st: State, nation: int, side: int) -> int:
    """Returns the hexes in which the army of a new belligerent may be set up."""
    return kept(ground(st, nation, side))


def ground(st: State, nation: int, side: int) -> Iterator[Condition]:
    """Yields the conditions of the hexes in which the army of a new belligerent is set up."""
    yield requirements.inside("tgw.17.11b", board.COUNTRY[COUNTRY[nation]], f"in {nation_title(nation)}, where its army is set up")
    yield Condition("tgw.17.11c", ~st.occ[1 - side], "the enemy is in {x}")


@dataclass(frozen=True, slots=True)
class Muster(SideChoice[S], Question[S]):
    """The army of a new belligerent, unit by unit: which one, then where; or the rest by itself, along the border."""

    nation: int
    side: int
    says = ("muster unit", "rest")

    def prompt(self, s: S) -> str:
        left = army(s.state, self.nation).bit_count()
        return f"{tables.SIDE_TITLES[self.side]}: set up {left} units of the new belligerent, or let the rest set up by itself"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("rest", then=self.rest)
        yield Pick("muster", UNIT, self.next(s.state), self.muster)

    def next(self, st: State) -> Iterator[Condition]:
        yield from recruits(st, self.nation)
        yield requirements.first_of_kind("tgw.17.11b", st, army(st, self.nation))

    def rest(self, s: S) -> Steps:
        return muster_rest(s, self.nation, self.side)

    def muster(self, s: S, unit: int) -> Steps:
        return (MusterAt(self.nation, self.side, unit),)


@dataclass(frozen=True, slots=True)
class MusterAt(SideChoice[S], Question[S]):
    """The hex in which a unit of the new belligerent stands."""

    nation: int
    side: int
    unit: int
    says = ("at place",)

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: where does {who(self.unit)} stand?"

    def answers(self, s: S) -> Iterator[Answer]:
        box = Refusal("tgw.17.11b", f"the army is set up in {nation_title(self.nation)}: name a hex, not a box")
        yield Pick("at", HEX, self.spots(s.state), self.stand, wrong=box)

    def spots(self, st: State) -> Iterator[Condition]:
        yield from ground(st, self.nation, self.side)
        if not roster.MOUNTAIN >> self.unit & 1:
            yield Condition("tgw.15.71a", ~board.ALPINE, f"{{x}} is Alpine, and {who(self.unit)} is no mountain unit")
        yield requirements.room(st, self.side, 1 << self.unit, "tgw.7.23a")

    def stand(self, s: S, hex: int) -> Steps:
        st = s.state
        st.put(self.unit, hex)
        s.note("musters", "tgw.17.11b", unit=roster.UNITS[self.unit], place=board.NUMBER[hex])
        # Greeks may stand in what the enemy left empty (tgw.7.13a)
        after = control.enter(s, 1 << self.unit, (hex,))
        return (*after, Muster(self.nation, self.side)) if army(st, self.nation) else after


def muster_rest(s: S, nation: int, side: int) -> Steps:
    """Set up what is left: line hexes towards the enemy first, one round after the other, headquarters in towns behind."""
    st = s.state
    hexes = muster_hexes(st, nation, side) & ~board.ALPINE
    foe = board.ATLAS.dilate(st.ctrl[1 - side]) & hexes
    order = bits(foe) or bits(board.SETTLED & hexes) or bits(hexes)
    towns = bits(board.SETTLED & hexes & ~foe) or order
    placed = []
    for k, u in enumerate(bits(army(st, nation) & roster.HQ)):
        st.put(u, next(i for i in towns[k:] + towns + bits(hexes) if stacking.room(st, i, 1 << u, side)))
        placed.append(roster.UNITS[u])
    for k, u in enumerate(bits(army(st, nation))):
        spots = order[k % len(order) :] + order[: k % len(order)] + bits(hexes)
        st.put(u, next(i for i in spots if stacking.room(st, i, 1 << u, side)))
        placed.append(roster.UNITS[u])
    s.note("musters-rest", "tgw.17.11b", nation=tables.NATIONS[nation], units=placed)
    after: Steps = ()
    for id in placed:
        after += control.enter(s, 1 << roster.UNIT[id], (st.at[roster.UNIT[id]],))
    return after


# -- Turkey --------------------------------------------------------------------------------------------------------------------


def turkey_joins(s: S) -> Steps:
    """At the start of a turn: Turkey joins in October 1914 (tgw.17.1a), a hesitating one when the Central Powers have ten points
    (tgw.20.2.8, E91). Units that were due while it hesitated are there, and the Turks of Europe if what calls them out has
    happened."""
    st = s.state
    if st.allegiance[tables.TU] != tables.NEUTRAL or st.turn < tables.TURKEY_TURN:
        return ()
    if "al.8" in st.prewar and net(st) < HESITATES:
        return ()
    st.set_side(tables.TU, tables.CENTRAL)
    st.seize(board.EUROPEAN_TURKEY & ~st.ctrl[tables.ALLIED], tables.CENTRAL)  # N1
    st.entered[tables.TU] = st.turn if st.turn > tables.TURKEY_TURN else 0
    s.note("enters", "tgw.17.1a", nation="TU", side=tables.SEATS[tables.CENTRAL])
    came = army(st, tables.TU) & ~(1 << LATE_19)
    for u in bits(came):
        st.put(u, AVAIL_NE if roster.NEAR_EAST >> u & 1 else AVAIL)
    if came:
        s.note("reinforcements", "tgw.5.11a", units=roster.unit_ids(came))
    if st.flag("salonika") or st.allegiance[tables.GK] != tables.NEUTRAL:
        return deploy_turks(s, "tgw.17.13a")
    return ()


# -- the United States (tgw.5.7) -------------------------------------------------------------------------------------------------


def america_enters(s: S, rule: str) -> Steps:
    """The United States join the Allies: +n counts from this letter (P38). The Elder Moltke's war is judged now (tgw.20.3.10d)."""
    st = s.state
    if st.us_entered >= 0:
        return ()
    st.us_entered = st.letter
    st.us_marker = st.letter
    st.set_side(tables.US, tables.ALLIED)
    if "al.10" in st.prewar and st.options.get("roosevelt") == "always":
        st.tally["roosevelt"] = st.letter  # E90, the other reading: whatever brought them in
    s.note("enters", *dict.fromkeys((rule, "tgw.5.71a")), nation="US", side=tables.SEATS[tables.ALLIED])
    if "cp.10" in st.prewar:
        won = victory.net(st) >= victory.MOLTKE_WIN and st.flag("treaty")
        return victory.end(s, tables.CENTRAL if won else tables.ALLIED, "moltke" if won else "moltke-failed", "tgw.20.3.10d")
    return ()


def hasten_america(s: S, rule: str) -> None:
    """The marker moves one Strategic Turn forward (tgw.5.22e); onto the present letter at the earliest, which brings them in
    (E2)."""
    st = s.state
    if st.us_entered < 0:
        st.us_marker = max(st.us_marker - 1, st.letter)
        s.note("us-marker", rule, letter=tables.LETTERS[st.us_marker])
