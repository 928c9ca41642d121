"""Strengths in a combat (tgw.10.31a, tgw.11.12): factors of both sides number by number, halved once for those out of supply."""

from __future__ import annotations

from firestep.engine.odds import Modifier
from firestep.games.tgw.components import roster, tables
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.meta import ADJECTIVE
from firestep.games.tgw.state import Fight, State
from firestep.games.tgw.supply.supply import fit
from firestep.hexmap.grid import bits

ATTACK, DEFENCE = 0, 1


def defenders(st: State, fight: Fight) -> int:
    """Returns the combat units that defend: all units in the hex together (tgw.10.21a), without HQs (tgw.3.26f)."""
    return st.stack(fight.hex) & st.troops[1 - fight.side] & roster.COMBAT  # tgw.10.21a


def halved(total: int, units: int) -> int:
    """Returns what units out of supply are worth together, in attack and defence: half, rounded up (tgw.11.12b, tgw.11.83a), and
    never less than one each (tgw.11.12c, E51)."""
    return max((total + 1) // 2, units)  # tgw.11.83a, tgw.11.12c


def parts(st: State, units: int, which: int) -> list[Modifier]:
    """The factors of units in a combat: by nation, then those out of supply together."""
    good = fit(st, units, which == DEFENCE)
    sums: dict[int, list[int]] = {}
    for u in bits(good):
        row = sums.setdefault(roster.NATION_OF[u], [0, 0])
        row[0] += st.strength(u)[which]
        row[1] += 1
    out = [
        Modifier("tgw.10.31a", f"{k} {ADJECTIVE[tables.NATIONS[n]]} {'units' if k > 1 else 'unit'}", total)
        for n, (total, k) in sorted(sums.items())
    ]
    if hungry := units & ~good:
        total = sum(st.strength(u)[which] for u in bits(hungry))
        k = hungry.bit_count()
        out.append(Modifier("tgw.11.12b", f"{k} out of supply: half of {total}", halved(total, k)))
    return out


def total(st: State, units: int, which: int) -> int:
    """Return the strength of units in a combat. Tanks count with their factors like other units (tgw.15.22b), in attack and in
    defence (tgw.15.24d), halved if they are out of supply (tgw.15.24c)."""
    good = fit(st, units, which == DEFENCE)
    out = 0
    for u in bits(good):
        out += st.strength(u)[which]  # tgw.15.22b, tgw.15.24d
    if hungry := units & ~good:
        out += halved(sum(st.strength(u)[which] for u in bits(hungry)), hungry.bit_count())
    return out


def attack(st: State, fight: Fight) -> int:
    return total(st, sum(1 << u for u in fight.attackers), ATTACK)


def defence(st: State, fight: Fight) -> int:
    """The defenders with a fort's own strength, which is always in supply (tgw.14.11a, tgw.11.51b)."""
    return total(st, defenders(st, fight), DEFENCE) + forts.intrinsic(st, fight.hex, 1 - fight.side)  # tgw.11.51b, tgw.14.11a


def count(st: State, fight: Fight) -> int:
    """Returns the number of defending units that decides the table (tgw.10.33a). A fort counts as one, an HQ does not (tgw.10.33b,
    tgw.14.11c, N28)."""
    return defenders(st, fight).bit_count() + forts.intrinsic(st, fight.hex, 1 - fight.side)  # tgw.10.33b, tgw.14.11c


def declared(st: State, side: int, hex: int, units: tuple[int, ...], kind: str = "regular") -> Fight:
    """The fight as it is before anybody supports it."""
    there = st.stack(hex) & st.troops[1 - side] & roster.COMBAT
    return Fight(side, hex, units, tuple(bits(there)), kind)
