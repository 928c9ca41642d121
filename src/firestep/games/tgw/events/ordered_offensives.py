"""Mandated offensives (tgw.6.29): what Enver, Conrad and Haig demand, what was done, and who forfeits the game."""

from __future__ import annotations

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw.combat import attackers, strength
from firestep.games.tgw.combat.bans import bans
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.display import fog
from firestep.games.tgw.state import State
from firestep.games.tgw.victory import end
from firestep.hexmap.grid import bits

S = Session[State]
#: attacks that each offensive demands in a turn, the side and theater that owe them (tgw.6.29b, tgw.6.29d, tgw.6.29g)
NEED = {"enver": 1, "conrad": 1, "haig": 2}
OWES = {"enver": tables.CENTRAL, "conrad": tables.CENTRAL, "haig": tables.ALLIED}
THEATER = {"enver": fronts.EASTERN, "conrad": fronts.WESTERN, "haig": fronts.WESTERN}
FRONT = {"enver": board.FRONT["NC"], "conrad": board.FRONT["WI"], "haig": board.FRONT["W"]}
RULE = {"enver": "tgw.6.29b", "conrad": "tgw.6.29d", "haig": "tgw.6.29g"}
BRITISH = roster.CORPS[tables.BR] | roster.CORPS[tables.BI] | roster.CORPS[tables.BP]
#: who may take part: Austrians alone, the British alone, anybody for Enver
OF = {"enver": roster.ALL, "conrad": roster.CORPS[tables.AH], "haig": BRITISH}
ENVER_UNITS = 3
DONE: Action = ("done",)
FORFEIT: Action = ("forfeit",)


def counts(name: str, attackers: int, hex: int, odds: tuple[int, int] | None = None) -> bool:
    """An attack is one that an offensive asks for; `odds` are the strengths before any shift (tgw.6.29h)."""
    if not FRONT[name] >> hex & 1 or attackers & ~OF[name]:
        return False
    if name == "enver":
        return attackers.bit_count() >= ENVER_UNITS
    return name != "haig" or odds is None or odds[0] >= odds[1]  # tgw.6.29h


def owed(st: State, name: str) -> int:
    """Attacks that an offensive still asks for this turn."""
    return max(0, NEED[name] - st.tally.get(f"now-{name}", 0)) if st.acting(name) else 0


def chances(st: State, name: str, most: int, without: int = 0, but: int = 0) -> int:
    """Return at how many hexes an attack that would count can be declared from where the units stand, up to `most`. Units of
    `without` do not take part, hexes of `but` are not attacked."""
    side, pool = OWES[name], OF[name] & ~without
    able = attackers.ready(st, side, pool)
    banned = bans(st, side)
    found = 0
    for hex in attackers.attackable(st, side, FRONT[name] & ~but, pool):
        found += fits(st, name, attackers.candidates(st, side, hex, 0, able, banned), hex)
        if found >= most:
            break
    return found


def fits(st: State, name: str, units: int, hex: int) -> bool:
    """Return whether an attack of these units on a hex would count for an offensive."""
    fight = strength.declared(st, OWES[name], hex, tuple(bits(units)))
    defence = fog.estimate(st, OWES[name], hex) if st.on("fog") else strength.defence(st, fight)
    return counts(name, units, hex, (strength.attack(st, fight), defence))


def possible(st: State, name: str) -> bool:
    """An attack that would count can still be declared from where the units stand."""
    return chances(st, name, 1) > 0


def spoiled(st: State, side: int, hex: int, units: int) -> str:
    """Return the offensive that asks for an attack which nobody could make any more after these units attacked this hex (S5b).
    Empty if there is none."""
    name = duty(st, side, fronts.theater_at(hex)) if st.until else ""
    if not name or not FRONT[name] >> hex & 1 or fits(st, name, units, hex) or chances(st, name, 1, units, 1 << hex):
        return ""
    return name


def barred(st: State, side: int, hex: int, units: int, able: int) -> str:
    """Return the offensive that an attack of these units would spoil, whoever of `able` joins them. Empty if there is none."""
    name = spoiled(st, side, hex, units)
    if name:
        banned, all_ = bans(st, side), units
        while more := attackers.candidates(st, side, hex, all_, able & OF[name], banned):
            all_ |= more
        if fits(st, name, all_, hex):
            return ""
    return name


def kept(st: State, side: int, theater: int, units: int) -> str:
    """Return the offensive that needs these units where they stand: without them fewer hexes could be attacked than it asks for,
    and fewer than now (S5c). Empty if there is none."""
    for name, owner in OWES.items():
        if owner == side and THEATER[name] == theater and units & OF[name] and (most := owed(st, name)):
            left = chances(st, name, most, units)
            if left < most and left < chances(st, name, most):
                return name
    return ""


def duty(st: State, side: int, theater: int) -> str:
    """The offensive that a side still owes an attack which it can make in a theater: its Combat Phase does not end before. Empty if
    there is none: what is impossible never forfeits (E24)."""
    for name, owner in OWES.items():
        if owner == side and THEATER[name] == theater and owed(st, name) and possible(st, name):
            return name
    return ""


def refuse(s: S, name: str) -> Steps:
    """A side refuses an attack that it could make: it forfeits the game (tgw.6.29a)."""
    return end(s, 1 - OWES[name], "forfeit", RULE[name])
