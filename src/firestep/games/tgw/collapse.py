"""National collapse (16.0): what brings nations down, what it does to them, and stacks that must part afterwards (16.11d,
6.47b)."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.games.tgw import board as b
from firestep.games.tgw import ground as g
from firestep.games.tgw import roster as r
from firestep.games.tgw import tables as t
from firestep.games.tgw.casualties import eliminate
from firestep.games.tgw.chits import OF_EVENT
from firestep.games.tgw.state import GONE, State
from firestep.games.tgw.supply import supplied
from firestep.games.tgw.victory import ENOUGH, americans
from firestep.hexmap.grid import bits

S = Session[State]
#: nations that fall together: all Russians (P16); 16.0a names who can fall at all
FALLS = {t.AH: (t.AH,), t.BE: (t.BE,), t.BU: (t.BU,), t.FR: (t.FR,), t.RO: (t.RO,), t.RU: (t.RU, t.PG, t.ARM), t.TU: (t.TU,)}
VIENNA, BUDAPEST, TRENT, TRIESTE = (b.INDEX[w] for w in ("E3606", "E3310", "W2615", "W2230"))
SOFIA, BUCHAREST = b.INDEX["E1819"], b.INDEX["E2423"]
#: the hex behind Gallipoli whose loss ends Turkish resistance (16.6)
BULAIR = b.INDEX["E1124"]
RUSSIANS = r.CORPS[t.RU] | r.CORPS[t.PG] | r.CORPS[t.ARM]


def fallen(st: State, nation: int) -> bool:
    return bool(st.collapsed >> nation & 1)


def fall(s: S, nation: int, rule: str) -> Steps:
    """A nation collapses (16.11): its points and headquarters are gone, its units fight with one, and others may follow it."""
    st = s.state
    if fallen(st, nation):
        return ()
    lost = 0
    for n in FALLS[nation]:
        st.collapsed |= 1 << n
        lost |= r.CORPS[n] & r.HQ
    st.rp[t.PURSE[nation]] = 0
    gone = [u for u in bits(lost) if st.at[u] != GONE]
    for u in gone:
        st.put(u, GONE)
    if nation == t.RU:
        ended = st.play & OF_EVENT["brusilov"]  # 6.27f
        st.play &= ~ended
        st.spent |= ended
        held = st.hand[t.ALLIED] & OF_EVENT["brusilov"]
        st.hand[t.ALLIED] &= ~held
        st.spent |= held
    s.note("collapse", rule, "tgw.16.11a", "tgw.16.11b", nation=t.NATIONS[nation], units=[r.UNITS[u] for u in gone if st.at[u]])
    return check(s)


def reasons(st: State) -> list[tuple[int, str]]:
    """Nations that collapse as things stand, each with its rule."""
    cp, allied = st.ctrl[t.CENTRAL], st.ctrl[t.ALLIED]
    out: list[tuple[int, str]] = []
    if not b.PARIS & ~cp and not st.tally.get("paris-saved"):
        out.append((t.FR, "tgw.16.2a"))
    if not b.BELGIUM & ~cp and "cp.6" not in st.prewar:
        out.append((t.BE, "tgw.16.4a"))
    if allied >> VIENNA & 1 or allied >> BUDAPEST & 1:
        out.append((t.AH, "tgw.16.5a"))
    if allied >> TRENT & 1 and allied >> TRIESTE & 1:
        out.append((t.AH, "tgw.16.5b"))
    if over_the_edge(st):
        out.append((t.AH, "tgw.16.5c"))
    if fallen(st, t.BU) and (fallen(st, t.TU) or st.flag("turkey-surrendered")):
        out.append((t.AH, "tgw.16.5d"))
    if st.occ[t.ALLIED] >> BULAIR & 1 and st.allegiance[t.TU] == t.CENTRAL:
        out.append((t.TU, "tgw.16.6a"))
    if st.allegiance[t.BU] == t.CENTRAL and allied >> SOFIA & 1:
        out.append((t.BU, "tgw.16.7a"))
    if st.allegiance[t.RO] == t.ALLIED and cp >> BUCHAREST & 1 and st.flag("czar-fell"):
        out.append((t.RO, "tgw.16.8a"))
    if st.allegiance[t.RO] == t.CENTRAL and (allied >> BUCHAREST & 1 or fallen(st, t.AH) or fallen(st, t.BU)):
        out.append((t.RO, "tgw.16.8b"))
    return [(n, rule) for n, rule in out if not fallen(st, n)]


def over_the_edge(st: State) -> bool:
    """Three supplied Allied units stand in one non-Alpine edge hex of the Italian Front inside Austria-Hungary (16.5c, E64)."""
    for i in bits(b.AUSTRIAN_EDGE & st.occ[t.ALLIED]):
        units = bits(st.stack(i) & st.troops[t.ALLIED])
        if len(units) >= 3 and sum(supplied(st, u) for u in units) >= 3:
            return True
    return False


def check(s: S) -> Steps:
    """Whoever must collapse now does, one after the other: one fall may bring the next (16.5d, 16.8b)."""
    st = s.state
    # 16.2b, E104: saved by the Americans when the last hex of Paris falls, until it is freed and falls again
    if b.PARIS & ~st.ctrl[t.CENTRAL]:
        st.tally.pop("paris-saved", None)
    elif americans(st) >= ENOUGH and not fallen(st, t.FR) and not st.tally.get("paris-saved"):
        st.tally["paris-saved"] = 1
        s.note("france-saved", "tgw.16.2b")
    for nation, rule in reasons(st):
        return fall(s, nation, rule)
    return ()


@dataclass(frozen=True, slots=True)
class CollapseCheck(Auto[S]):
    """Units in a place may bring a nation down without taking it: looked at after every movement and combat (16.5c)."""

    def run(self, s: S) -> Steps:
        return check(s)


# -- stacks that must part (16.11d, 6.47b, E27, E86, P13) --------------------------------------------------------------------


def parties(st: State, hex: int, side: int) -> list[int]:
    """The groups of a stack that may not share a hex: each collapsed nation for itself, the others together; in the Russian
    Civil War every Russian unit for itself; Red units apart from other Allies (21.7d). HQs never collapse, they are gone."""
    units = st.stack(hex) & st.troops[side]
    groups: list[int] = []
    if side == t.ALLIED and st.flag("civil-war"):
        groups += [1 << u for u in bits(units & RUSSIANS)]
        units &= ~RUSSIANS
    for leader, nations in FALLS.items():
        if fallen(st, leader):
            mine = sum(r.CORPS[n] for n in nations) & units
            red = mine & st.red
            groups += [x for x in (mine & ~red, red) if x]
            units &= ~mine
    return groups + ([units] if units else [])


@dataclass(frozen=True, slots=True)
class Separate(Auto[S]):
    """At the end of a side's movement in a theater, stacks that may not be are parted: one group stays, the others die."""

    theater: int
    side: int

    def run(self, s: S) -> Steps:
        st = s.state
        if not st.collapsed & ((1 << len(t.NATIONS)) - 1):
            return ()
        here = st.occ[self.side] & g.THEATER[self.theater]
        return tuple(Keep(i, self.side) for i in bits(here) if len(parties(st, i, self.side)) > 1)


@dataclass(frozen=True, slots=True)
class Keep(SideChoice[S]):
    """The owner says which group stays in a hex."""

    hex: int
    side: int

    def prompt(self, s: S) -> str:
        return f"{t.SIDE_TITLES[self.side]}: who stays in {b.place_name(self.hex)}? A collapsed nation stands with nobody else"

    def actions(self, s: S) -> list[Action]:
        return sorted(("keep", r.UNITS[(x & -x).bit_length() - 1]) for x in parties(s.state, self.hex, self.side))

    def take(self, s: S, action: Action) -> Steps:
        bit = 1 << r.UNIT[action[1]]
        lost = sum(x for x in parties(s.state, self.hex, self.side) if not x & bit)
        eliminate(s, lost, "tgw.6.47b" if s.state.flag("civil-war") and not lost & ~RUSSIANS else "tgw.16.11d")
        return ()
