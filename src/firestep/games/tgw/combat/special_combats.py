"""Special combats (tgw.10.8): OHL or OberOst for Germans, Foch in the west, Allenby in Egypt. The marker is laid when the movement
of its side ends, and units around it attack once more when the regular combats of the theater are over."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.games.tgw.combat.combat import Attacks
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.state import State
from firestep.games.tgw.supply.supply import MOUNTAIN, PLAIN, supplied_units, within
from firestep.hexmap.grid import bits

S = Session[State]
KEEP: Action = ("keep",)
#: hexes from the marker to the units that it moves (tgw.10.82b)
RANGE = 2
OHL, OBEROST, FOCH, ALLENBY = "ohl", "oberost", "foch", "allenby"
TITLES = {OHL: "OHL", OBEROST: "OberOst", FOCH: "Foch", ALLENBY: "Allenby"}
#: `State.marker`
_CHOSEN = {1: OHL, 2: OBEROST}
_THEATER = {OHL: fronts.WESTERN, OBEROST: fronts.EASTERN, FOCH: fronts.WESTERN, ALLENBY: fronts.WESTERN}
#: where each marker may lie; Foch and Allenby never generate combat in the Eastern Theater (tgw.4.21b)
_AREA = {
    OHL: fronts.THEATER[fronts.WESTERN],
    OBEROST: fronts.THEATER[fronts.EASTERN],
    FOCH: fronts.FRONT[fronts.WEST],
    ALLENBY: fronts.FRONT[fronts.EGYPT],
}
_RULE = {OHL: "tgw.10.82a", OBEROST: "tgw.10.82a", FOCH: "tgw.10.84a", ALLENBY: "tgw.10.84b"}


def corps(st: State, kind: str) -> int:
    """The units that a marker can move."""
    if kind in (OHL, OBEROST):
        return roster.CORPS[tables.GE] & roster.COMBAT
    if kind == FOCH:
        return st.troops[tables.ALLIED] & roster.COMBAT
    return (roster.CORPS[tables.BR] | roster.CORPS[tables.BI] | roster.CORPS[tables.BP]) & roster.COMBAT  # no Arabs, no DFPS (E34)


def usable(st: State, theater: int, side: int) -> list[str]:
    """Returns the markers that a side may place in a theater now: OHL or OberOst once in a Strategic Turn (tgw.10.81a), Foch every
    turn (tgw.6.30a, tgw.10.84a), Allenby once (tgw.6.31a, tgw.10.84b)."""
    if side == tables.CENTRAL:
        kind = _CHOSEN.get(st.marker, "")
        if not kind or _THEATER[kind] != theater or st.flag("ohl-used"):  # tgw.10.81a
            return []
        return [kind] if kind == OBEROST or st.initiative == tables.CENTRAL else []
    return [kind for kind in (FOCH, ALLENBY) if theater == _THEATER[kind] and unit_types.in_play(st, kind)]


def places(st: State, kind: str) -> int:
    """Hexes with a supplied unit that the marker can move (tgw.10.82a, E50)."""
    out = 0
    units = 0
    for i in bits(_AREA[kind] & st.held[tables.CENTRAL if kind in (OHL, OBEROST) else tables.ALLIED]):
        units |= st.where[i]
    for u in bits(supplied_units(st, units & corps(st, kind))):
        out |= 1 << st.at[u]
    return out


def laid(st: State, kind: str) -> int:
    """Where a marker lies, or 0."""
    if kind == FOCH:
        return st.foch_at
    if kind == ALLENBY:
        return st.allenby_at
    return st.marker_at if _CHOSEN.get(st.marker) == kind else 0


@dataclass(frozen=True, slots=True)
class PlaceMarkers(Auto[S]):
    """OHL, OberOst, Foch or Allenby may be placed at the end of movement (tgw.10.82a)."""

    theater: int
    side: int

    def run(self, s: S) -> Steps:
        return tuple(Lay(kind, self.side) for kind in usable(s.state, self.theater, self.side) if places(s.state, kind))


@dataclass(frozen=True, slots=True)
class Lay(SideChoice[S]):
    """Lay the marker in a hex, or keep it (tgw.10.82a)."""

    kind: str
    side: int

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: lay {TITLES[self.kind]} in a hex, so that units near it attack twice, or keep it"

    def actions(self, s: S) -> list[Action]:
        return sorted([KEEP, *(("marker", board.NUMBER[i]) for i in bits(places(s.state, self.kind)))])

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action == KEEP:
            return ()
        hex = board.INDEX[action[1]]
        if self.kind == FOCH:
            st.foch_at = hex
        elif self.kind == ALLENBY:
            st.allenby_at = hex
        else:
            st.marker_at = hex
            st.set_flag("ohl-used")  # tgw.10.81b
        s.note("marker", _RULE[self.kind], side=tables.SEATS[self.side], marker=self.kind, place=action[1])
        return ()


def activated(st: State, kind: str) -> int:
    """The units that may attack again: near the marker along a supply line, in regular supply, whether they attacked before or not
    (tgw.10.82b, tgw.10.83a, N27)."""
    hex = laid(st, kind)
    side = tables.CENTRAL if kind in (OHL, OBEROST) else tables.ALLIED
    units = 0
    # a unit's own lines decide: mountain units are reached in the Alps (tgw.11.6c)
    for line, who in ((PLAIN, roster.ALL & ~roster.MOUNTAIN), (MOUNTAIN, roster.MOUNTAIN)):
        for i in bits(within(st, side, hex, RANGE, line) & st.held[side] & _AREA[kind]):
            units |= st.where[i] & who
    return supplied_units(st, units & corps(st, kind))


@dataclass(frozen=True, slots=True)
class SpecialCombats(Auto[S]):
    """Combats around the markers, after all regular ones of the theater (tgw.10.82b, tgw.4.2.5c). They are resolved like any other
    combat (tgw.10.83b)."""

    theater: int
    side: int

    def run(self, s: S) -> Steps:
        st = s.state
        kinds = (OHL, OBEROST) if self.side == tables.CENTRAL else (FOCH, ALLENBY)
        # tgw.4.2.5c, tgw.10.83b
        return tuple(Activate(kind, self.side) for kind in kinds if laid(st, kind) and _THEATER[kind] == self.theater)


@dataclass(frozen=True, slots=True)
class Activate(Auto[S]):
    """The units near a marker are free to attack again, and every hex to be attacked (N27)."""

    kind: str
    side: int

    def run(self, s: S) -> Steps:
        st = s.state
        units = activated(st, self.kind)
        st.attacked = st.targets = 0
        s.note("special", "tgw.10.82b", side=tables.SEATS[self.side], marker=self.kind, units=roster.unit_ids(units))
        attacks: Steps = (Attacks(_THEATER[self.kind], self.side, self.kind, tuple(bits(units))),) if units else ()
        return (*attacks, Lift(self.kind))


@dataclass(frozen=True, slots=True)
class Lift(Auto[S]):
    """The marker is taken up; Allenby leaves the game (tgw.10.82c, tgw.10.84b)."""

    kind: str

    def run(self, s: S) -> Steps:
        st = s.state
        if self.kind == FOCH:
            st.foch_at = 0
        elif self.kind == ALLENBY:
            st.allenby_at = 0
            st.play &= ~OF_EVENT[ALLENBY]
            st.spent |= OF_EVENT[ALLENBY]
        else:
            st.marker_at = 0  # tgw.10.82c
        s.note("marker-lifted", "tgw.10.84b" if self.kind == ALLENBY else "tgw.10.82c", marker=self.kind)
        return ()
