"""Exact odds of an attack before the die, from the resolver that will roll it."""

from __future__ import annotations

from fractions import Fraction

from firestep.engine.errors import FirestepError, Illegal, UnknownName
from firestep.engine.odds import Modifier, Odds, Result
from firestep.engine.session import Session
from firestep.games.wwi.combat import Assemble, at_combat, attackers_of, defense, defense_parts, differential, eligible, make_fight
from firestep.games.wwi.components import board
from firestep.games.wwi.display.text import unit as unit_title
from firestep.games.wwi.refusals_combat import refuse_odds
from firestep.games.wwi.state import State


def odds(s: Session[State], what: tuple[str, ...]) -> Odds:
    """`odds()` of the attack being put together; `odds("attack", "0406", "fr-5", "fr-3", "infiltrate")` of any other that the rules
    allow, in whatever phase; `odds("attack", "0406")` with all that could join."""
    words = [w for w in what if w not in ("attack", "infiltrate")]
    infiltrate = "infiltrate" in what
    top = s.top
    if words:
        if words[0] not in board.INDEX:
            raise UnknownName(f"there is no land hex '{words[0]}' on this map; hexes are four digits such as 0406")
        target = board.INDEX[words[0]]
        for w in words[1:]:
            if w not in board.UNIT:
                raise UnknownName(f"there is no unit '{w}'; units are named like ge-6")
        units = tuple(board.UNIT[w] for w in words[1:])
        if not units and (d := s.decision):
            units = tuple(attackers_of(s.state, target, eligible(at_combat(s.state, d.seat, target), d.seat)))
    elif isinstance(top, Assemble):
        target, units = top.target, top.units
    else:
        raise FirestepError("no attack is being put together; name one, for example: odds attack 0406 fr-5 fr-3")
    side = s.state.side(units[0]) if units else s.decision.seat if s.decision else board.ALLIED
    if bad := refuse_odds(s.state, side, target, units, infiltrate):
        raise Illegal(f"there are no odds for this attack: {'; '.join(map(str, bad))}", bad)
    return attack_odds(s, side, target, tuple(sorted(units)), infiltrate)


def attack_odds(s: Session[State], side: int, hex: int, units: tuple[int, ...], infiltrate: bool = False) -> Odds:
    """Six equally likely rows of one column. Attacking a neutral changes the situation first, so that is looked at too."""
    st = at_combat(s.state, side, hex)
    strength = sum(board.ATTACK[u] for u in units)
    against = defense(st, hex)
    modifiers = [Modifier("wwi.3.23a", f"{unit_title(board.UNITS[u])} attacks", board.ATTACK[u]) for u in units]
    modifiers += [Modifier(rule, text, -k) for rule, text, k in defense_parts(st, hex)]
    if s.state.neutral >> hex & 1:
        country = board.COUNTRY_AT[hex]
        price = f"{board.VP[country]} Victory Points for the {board.SIDE_TITLES[1 - side]}"
        modifiers.append(Modifier("wwi.11.7", f"this violates {board.TITLES[board.COUNTRIES[country]]}: {price}", 0))
    title = f"Attack on {board.place_name(hex)}: {strength} against {against}"
    if not units or strength < against:
        why = "an attack needs at least the strength of the defence" if units else "name the armies that attack"
        return Odds(f"{title}: {why}", modifiers, [], {})
    column = differential(strength, against)
    found: dict[tuple[int, int, bool], list[int]] = {}
    for die in range(1, 7):
        fight = make_fight(st, side, hex, units, infiltrate, board.CRT[column][die])
        found.setdefault((fight.attacker_loss, fight.defender_loss, fight.forced), []).append(die)
    if any((a, d) not in board.CRT[column] for a, d, _ in found):
        modifiers.append(Modifier("wwi.8.59a", "Russian or Rumanian losses are doubled", 2))
    results = [
        Result(
            f"{a}/{d}" + (", must retreat" if forced else ""),
            Fraction(len(dice), 6),
            {"attacker": a, "defender": d, "dice": dice, "forced": forced},
        )
        for (a, d, forced), dice in sorted(found.items(), key=lambda kv: kv[1])
    ]
    expected = {
        "attacker": sum((r.chance * r.detail["attacker"] for r in results), Fraction(0)),
        "defender": sum((r.chance * r.detail["defender"] for r in results), Fraction(0)),
    }
    return Odds(f"{title}, column {'10+' if column == 10 else f'+{column}'}", modifiers, results, expected)
