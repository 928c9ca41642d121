"""National collapse (tgw.16.0): what brings nations down, what it does to them, and stacks that must part afterwards (tgw.16.11d,
tgw.6.47b)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.masks import bits, mask
from firestep.engine.question import Answer, Condition, Pick, Question
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.games.tgw.combat.casualties import eliminate
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.components.things import UNIT, who
from firestep.games.tgw.state import GONE, State
from firestep.games.tgw.supply.supply import supplied
from firestep.games.tgw.victory import ENOUGH, americans

S = Session[State]
#: nations that fall together: all Russians (P16); tgw.16.0a names who can fall at all
FALLS = {
    tables.AH: (tables.AH,),
    tables.BE: (tables.BE,),
    tables.BU: (tables.BU,),
    tables.FR: (tables.FR,),
    tables.RO: (tables.RO,),
    tables.RU: (tables.RU, tables.PG, tables.ARM),
    tables.TU: (tables.TU,),
}
VIENNA, BUDAPEST, TRENT, TRIESTE = (board.INDEX[w] for w in ("E3606", "E3310", "W2615", "W2230"))
SOFIA, BUCHAREST = board.INDEX["E1819"], board.INDEX["E2423"]
#: the hex behind Gallipoli whose loss ends Turkish resistance (tgw.16.6a)
BULAIR = board.INDEX["E1124"]
RUSSIANS = roster.CORPS[tables.RU] | roster.CORPS[tables.PG] | roster.CORPS[tables.ARM]


def fallen(st: State, nation: int) -> bool:
    return bool(st.collapsed >> nation & 1)


def fall(s: S, nation: int, rule: str) -> Steps:
    """Let a nation collapse: its points (tgw.16.11a) and headquarters (tgw.16.11b) are gone, and its units have strength 1
    (tgw.16.11c). Others may follow it."""
    st = s.state
    if fallen(st, nation):
        return ()
    lost = 0
    for n in FALLS[nation]:
        st.collapsed |= 1 << n
        lost |= roster.CORPS[n] & roster.HQ
    st.rp[tables.PAYER[nation]] = 0
    gone = [u for u in bits(lost) if st.at[u] != GONE]
    for u in gone:
        st.put(u, GONE)
    if nation == tables.RU:
        ended = st.play & OF_EVENT["brusilov"]  # tgw.6.27f
        st.play &= ~ended
        st.spent |= ended
        held = st.hand[tables.ALLIED] & OF_EVENT["brusilov"]
        st.hand[tables.ALLIED] &= ~held
        st.spent |= held
    s.note(
        "collapse",
        rule,
        "tgw.16.11a",
        "tgw.16.11b",
        nation=tables.NATIONS[nation],
        units=[roster.UNITS[u] for u in gone if st.at[u]],
    )
    return check(s)


def reasons(st: State) -> list[tuple[int, str]]:
    """Nations that collapse as things stand, each with its rule."""
    cp, allied = st.ctrl[tables.CENTRAL], st.ctrl[tables.ALLIED]
    out: list[tuple[int, str]] = []
    # apart from sudden death, for which the hexes of Paris count too (tgw.16.2c)
    if not board.PARIS & ~cp and not st.tally.get("paris-saved"):
        out.append((tables.FR, "tgw.16.2a"))
    if not board.BELGIUM & ~cp and "cp.6" not in st.prewar:
        out.append((tables.BE, "tgw.16.4a"))
    if allied >> VIENNA & 1 or allied >> BUDAPEST & 1:
        out.append((tables.AH, "tgw.16.5a"))
    if allied >> TRENT & 1 and allied >> TRIESTE & 1:
        out.append((tables.AH, "tgw.16.5b"))
    if over_the_edge(st):
        out.append((tables.AH, "tgw.16.5c"))
    if fallen(st, tables.BU) and (fallen(st, tables.TU) or st.flag("turkey-surrendered")):
        out.append((tables.AH, "tgw.16.5d"))
    if st.occ[tables.ALLIED] >> BULAIR & 1 and st.allegiance[tables.TU] == tables.CENTRAL:
        out.append((tables.TU, "tgw.16.6a"))
    if st.allegiance[tables.BU] == tables.CENTRAL and allied >> SOFIA & 1:
        out.append((tables.BU, "tgw.16.7a"))
    if st.allegiance[tables.RO] == tables.ALLIED and cp >> BUCHAREST & 1 and st.flag("czar-fell"):
        out.append((tables.RO, "tgw.16.8a"))
    if st.allegiance[tables.RO] == tables.CENTRAL and (allied >> BUCHAREST & 1 or fallen(st, tables.AH) or fallen(st, tables.BU)):
        out.append((tables.RO, "tgw.16.8b"))
    return [(n, rule) for n, rule in out if not fallen(st, n)]


def over_the_edge(st: State) -> bool:
    """Three supplied Allied units stand in one non-Alpine edge hex of the Italian Front inside Austria-Hungary (tgw.16.5c, E64)."""
    for i in bits(board.AUSTRIAN_EDGE & st.occ[tables.ALLIED]):
        units = bits(st.stack(i) & st.troops[tables.ALLIED])
        if len(units) >= 3 and sum(supplied(st, u) for u in units) >= 3:
            return True
    return False


def check(s: S) -> Steps:
    """Whoever must collapse now does, one after the other: one fall may bring the next (tgw.16.5d, tgw.16.8b)."""
    st = s.state
    # tgw.16.2b, E104: saved by the Americans when the last hex of Paris falls, until it is freed and falls again
    if board.PARIS & ~st.ctrl[tables.CENTRAL]:
        st.tally.pop("paris-saved", None)
    elif americans(st) >= ENOUGH and not fallen(st, tables.FR) and not st.tally.get("paris-saved"):
        st.tally["paris-saved"] = 1
        s.note("france-saved", "tgw.16.2b")
    for nation, rule in reasons(st):
        return fall(s, nation, rule)
    return ()


@dataclass(frozen=True, slots=True)
class CollapseCheck(Auto[S]):
    """Units in a place may bring a nation down without taking it: looked at after every movement and combat (tgw.16.5c)."""

    def run(self, s: S) -> Steps:
        return check(s)


# -- stacks that must part (tgw.16.11d, tgw.6.47b, E27, E86, P13)
# --------------------------------------------------------------------


def parties(st: State, hex: int, side: int) -> list[int]:
    """The groups of a stack that may not share a hex: each collapsed nation for itself, the others together; in the Russian
    Civil War every Russian unit for itself; Red units apart from other Allies (tgw.21.7d). HQs never collapse, they are gone."""
    units = st.stack(hex) & st.troops[side]
    groups: list[int] = []
    if side == tables.ALLIED and st.flag("civil-war"):
        groups += [1 << u for u in bits(units & RUSSIANS)]
        units &= ~RUSSIANS
    for leader, nations in FALLS.items():
        if fallen(st, leader):
            mine = sum(roster.CORPS[n] for n in nations) & units
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
        if not st.collapsed & ((1 << len(tables.NATIONS)) - 1):
            return ()
        here = st.occ[self.side] & fronts.THEATER[self.theater]
        return tuple(Keep(i, self.side) for i in bits(here) if len(parties(st, i, self.side)) > 1)


@dataclass(frozen=True, slots=True)
class Keep(SideChoice[S], Question[S]):
    """The owner says which group stays in a hex. The first unit of a group stands for it."""

    hex: int
    side: int
    says = ("keep unit",)

    def prompt(self, s: S) -> str:
        return (
            f"{tables.SIDE_TITLES[self.side]}: who stays in {board.place_name(self.hex)}? A collapsed nation "
            "stands with nobody else"
        )

    def answers(self, s: S) -> Iterator[Answer]:
        groups = parties(s.state, self.hex, self.side)
        leader = {u: bits(group)[0] for group in groups for u in bits(group)}
        here = f"{{x}} is not among your units in {board.place_name(self.hex)}"
        member = Condition("tgw.16.11d", mask(leader), here)
        first = Condition("tgw.16.11d", mask(leader.values()), lambda u: f"{who(leader[u])} stands for the group of {{x}}: name it")
        yield Pick("keep", UNIT, (member, first), self.keep)

    def keep(self, s: S, unit: int) -> Steps:
        lost = sum(x for x in parties(s.state, self.hex, self.side) if not x >> unit & 1)
        eliminate(s, lost, "tgw.6.47b" if s.state.flag("civil-war") and not lost & ~RUSSIANS else "tgw.16.11d")
        return ()
