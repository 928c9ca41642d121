"""Exact odds of an attack before the die, from the functions that will decide it."""

from __future__ import annotations

from fractions import Fraction

from firestep.engine.errors import FirestepError, Illegal, UnknownName
from firestep.engine.odds import Modifier, Odds, Result
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.tgw.combat import advance, results_table, strength
from firestep.games.tgw.combat.attackers import all_of, ready
from firestep.games.tgw.combat.bans import bans
from firestep.games.tgw.combat.combat import RESOLVED, Assemble, Reckoning, reckon
from firestep.games.tgw.combat.refusals import refuse_attacker, refuse_target
from firestep.games.tgw.combat.strength import declared
from firestep.games.tgw.components import board, roster, unit_types
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.state import Fight, State
from firestep.hexmap.grid import bits


def odds(s: Session[State], what: tuple[str, ...]) -> Odds:
    """`odds()` of the combat in hand; `odds("attack", "W5123", "ge-1", "ge-2")` of any other that the rules allow, in whatever
    phase; `odds("attack", "W5123")` with all that could join."""
    st = s.state
    words = [w for w in what if w != "attack"]
    top = s.top
    if not words:
        if st.fight is not None and RESOLVED not in st.fight.marks and not st.fight.vacated:
            return of_fight(st, st.fight)
        if isinstance(top, Assemble):
            return of_fight(st, top.fight(st))
        raise FirestepError("no attack is being put together; name one, for example: odds attack W5123 ge-1 ge-2")
    if words[0] not in board.INDEX:
        raise UnknownName(f"there is no hex '{words[0]}'; hexes are named like W5123")
    for w in words[1:]:
        if w not in roster.UNIT:
            raise UnknownName(f"there is no unit '{w}'; units are named like ge-1g")
    hex = board.INDEX[words[0]]
    units = sum({1 << roster.UNIT[w] for w in words[1:]})
    side = st.side(roster.UNIT[words[1]]) if units else _attacker(s, hex)
    refused = refuse_target(st, side, hex)
    if not refused and not units:
        units = everyone(st, side, hex)
    if not refused:
        refused = _together(st, side, hex, units)
    if refused:
        raise Illegal(f"there are no odds for this attack: {'; '.join(map(str, refused))}", refused)
    return of_fight(st, declared(st, side, hex, tuple(bits(units))))


def _attacker(s: Session[State], hex: int) -> int:
    """Who would attack a hex: whoever does not hold it."""
    return 1 if s.state.held[0] >> hex & 1 or s.state.fort_of[0] >> hex & 1 else 0


def everyone(st: State, side: int, hex: int) -> int:
    """All units that could attack a hex together."""
    able, banned = ready(st, side), bans(st, side)
    out = 0
    for i in bits(board.ATLAS.near(hex) & st.held[side]):
        out |= all_of(st, side, hex, out, able, banned, i)
    return out


def _together(st: State, side: int, hex: int, units: int) -> list[Refusal]:
    """Why some units cannot attack a hex together, those on foot first."""
    joined = 0
    out: list[Refusal] = []
    for u in sorted(bits(units), key=lambda u: (not unit_types.foot(st) >> u & 1, u)):
        found = refuse_attacker(st, side, hex, u, joined)
        out += found
        if not found:
            joined |= 1 << u
    return out


def of_fight(st: State, fight: Fight) -> Odds:
    """Six equally likely rows of one column, or the one certain result below 1:2."""
    if not fight.attackers:
        return Odds(f"Attack on {board.place_name(fight.hex)}: nobody takes part yet", [], [], {})
    k = reckon(st, fight)
    found: dict[results_table.Loss, list[int]] = {}
    for die in (0,) if results_table.automatic(k.column) else range(1, 7):
        found.setdefault(k.result(die), []).append(die)
    ways = sum(map(len, found.values()))
    results = [
        Result(str(loss), Fraction(len(dice), ways), _detail(st, fight, loss, dice))
        for loss, dice in sorted(found.items(), key=lambda kv: kv[1])
    ]
    expected = {name: sum((x_.chance * x_.detail[name] for x_ in results), Fraction(0)) for name in ("attacker", "defender")}
    expected["taken"] = sum((x_.chance for x_ in results if x_.detail["emptied"]), Fraction(0))
    title = (
        f"Attack on {board.place_name(fight.hex)}: {k.attack} against {k.defence}, {results_table.title(k.basic)}, after shifts "
        f"{results_table.title(k.column)} on Table {results_table.TABLES[k.table]}, die {k.drm:+d}"
    )
    return Odds(title, numbers(st, fight, k), results, expected)


def numbers(st: State, fight: Fight, k: Reckoning) -> list[Modifier]:
    """Every number of the calculation: factors, columns, die."""
    units = sum(1 << u for u in fight.attackers)
    out = strength.parts(st, units, strength.ATTACK)
    there = strength.defenders(st, fight)
    out += [Modifier(m.rule, f"against them {m.text}", -m.value) for m in strength.parts(st, there, strength.DEFENCE)]
    if forts.intrinsic(st, fight.hex, 1 - fight.side):
        out.append(Modifier("tgw.14.11a", "the fort itself", -1))
    out += [Modifier(m.rule, f"{m.text} (column)", m.value) for m in k.shifts]
    return out + [Modifier(m.rule, f"{m.text} (die)", m.value) for m in k.modifiers]


def _detail(st: State, fight: Fight, loss: results_table.Loss, dice: list[int]) -> dict[str, object]:
    """Steps that really fall, and whether the hex is emptied."""
    units = strength.defenders(st, fight)
    steps = sum(unit_types.steps(st, u) for u in bits(units)) + forts.intrinsic(st, fight.hex, 1 - fight.side)
    mine = sum(unit_types.steps(st, u) for u in fight.attackers)
    falls = steps if loss.defender == results_table.ALL else min(loss.defender, steps)
    return {
        "attacker": min(loss.attacker, mine),
        "defender": falls,
        "dice": dice,
        "emptied": falls == steps,
        "advance": falls == steps and any(advance.may_enter(st, fight, u) for u in fight.attackers),
    }
