"""Turkey (tgw.5.38, tgw.5.6): the Required Reserve lies with the Replacement Phase; here is the surrender roll, and what surrender
does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.components.unit_types import entered
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.nations import collapse
from firestep.games.tgw.state import ARABIA, GONE, RESERVE, State
from firestep.games.tgw.supply.supply import fed
from firestep.games.tgw.victory import BAKU, turks_alone
from firestep.hexmap.grid import bits

S = Session[State]
#: tgw.5.61a
TARGET = 11
#: the first roll (E11)
FIRST = tables.LETTER["C"]
#: units in Arabia below which the roll rises, before and after the 58th comes (tgw.5.62b)
GARRISON, GARRISON_58 = 4, 5
DIVISION_58 = roster.UNIT["tu-58"]
INFANTRY = roster.CORPS[tables.TU] & roster.INFANTRY & roster.DIVISION
TURKS = roster.CORPS[tables.TU]


class Modifier(NamedTuple):
    name: str
    value: int
    rule: str


def modifiers(st: State) -> list[Modifier]:
    """Returns what is added to the surrender roll, without what adds nothing. Baghdad and Jerusalem count even if they
    are lost again (tgw.5.62f). The Army of Islam adds 4 unless Turks hold Baku (tgw.6.44a)."""
    fifty_eighth = entered(st, DIVISION_58)
    short = max(0, st.required - (st.stack(RESERVE) & INFANTRY).bit_count())
    out = [
        Modifier("surrender hexes", surrender_hexes(st).bit_count(), "tgw.5.62a"),
        Modifier("Arabia", int((st.stack(ARABIA) & TURKS).bit_count() < (GARRISON_58 if fifty_eighth else GARRISON)), "tgw.5.62b"),
        Modifier("Alpenkorps", int(bool(st.tally.get("alpenkorps"))), "tgw.5.62c"),
        Modifier("Baghdad in 1915", 3 * st.flag("baghdad-1915"), "tgw.5.62d"),  # tgw.5.62f
        Modifier("Jerusalem before 1918", int(st.flag("jerusalem-1917")), "tgw.5.62e"),
        Modifier("Baku", 4 * (bool(st.play & OF_EVENT["armyislam"]) and not baku_held(st)), "tgw.5.62g"),
        Modifier("reserve", short, "tgw.5.62h"),  # tgw.5.38b
    ]
    return [m for m in out if m.value]


def surrender_hexes(st: State) -> int:
    """Turkish Surrender hexes that the Allies control and supply (tgw.5.62a): where a Briton or a Russian would be supplied, as the
    front has it."""
    held = board.SURRENDER & st.ctrl[tables.ALLIED]
    if not held:
        return 0
    return held & (board.FRONT["NC"] & fed(st, tables.RU) | ~board.FRONT["NC"] & fed(st, tables.BR))


def baku_held(st: State) -> bool:
    """Turks alone hold Baku, without a lapse since the last roll (D23, P45)."""
    return turks_alone(st, BAKU) and (st.options.get("baku") == "roll" or not st.tally.get("baku-lapse"))


def note_baku(st: State) -> None:
    """While the Army of Islam is in play: a turn that ends without Turks alone in Baku is a lapse (P45)."""
    if st.play & OF_EVENT["armyislam"] and not turks_alone(st, BAKU):
        st.tally["baku-lapse"] = 1


@dataclass(frozen=True, slots=True)
class TurkishSurrender(Auto[S]):
    """Rolls for the surrender of Turkey (tgw.5.61a), but not in the scenario of 1918 (tgw.22.51b)."""

    def run(self, s: S) -> Steps:
        st = s.state
        if st.letter < FIRST or st.scenario == "1918" or not fights(st):
            return ()
        mods = modifiers(st)
        die = s.roll()
        total = die + sum(m.value for m in mods)
        st.tally.pop("baku-lapse", None)
        s.note(
            "surrender-roll",
            "tgw.5.61a",
            *(m.rule for m in mods),
            die=die,
            total=total,
            because=[f"{m.name} +{m.value}" for m in mods],
        )
        return turkey(s, "tgw.5.61a") if total >= TARGET else ()


def fights(st: State) -> bool:
    return st.allegiance[tables.TU] == tables.CENTRAL and not st.flag("turkey-surrendered")


def turkey(s: S, rule: str) -> Steps:
    """Let Turkey surrender: by the fall of Constantinople, by the roll, or by the event in the scenario of 1918 (tgw.16.61a). Its
    units are gone, and the towns of Egypt and Iraq that no other Central Power holds are Allied (tgw.5.61b, tgw.5.61c).
    Austria-Hungary may follow (tgw.16.5d)."""
    st = s.state
    if not fights(st):
        return ()
    st.set_flag("turkey-surrendered")
    for u in bits(TURKS):
        if st.at[u] != GONE:
            st.put(u, GONE)
    for i in bits(st.forts):
        if fronts.FORT_NATION[i] == tables.TU:
            forts.destroy(s, i, "tgw.5.61b")  # the unit that is part of a fort is a Turkish one (S23)
    st.rp[tables.TU] = 0
    st.required = 0
    towns = board.SETTLED & (board.FRONT["NE"] | board.FRONT["NI"]) & ~st.occ[tables.CENTRAL]  # tgw.5.61c
    if towns >> st.arab_hex & 1:
        st.arab_hex, st.arab_before = 0, tables.NEUTRAL  # the Allies hold a town of the Arabs for good
    # tgw.22.51b: the scenario of 1918 has no such towns
    towns = towns & ~st.ctrl[tables.ALLIED] if st.near_east_open else 0
    st.seize(towns, tables.ALLIED)
    s.note("turkey-surrenders", rule, "tgw.5.61b", "tgw.5.61c", places=board.numbers(towns))
    return collapse.check(s)
