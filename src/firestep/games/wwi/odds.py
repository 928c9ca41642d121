"""Exact odds of an attack before the die, from the resolver that will roll it."""

from __future__ import annotations

from fractions import Fraction

from firestep.engine.errors import FirestepError, UnknownName
from firestep.engine.odds import Modifier, Odds, Result
from firestep.engine.session import Session
from firestep.games.wwi import board as b
from firestep.games.wwi.combat import Assemble, defense, defense_parts, differential, make_fight
from firestep.games.wwi.neutrals import violate
from firestep.games.wwi.state import State
from firestep.games.wwi.text import unit as unit_title


def odds(s: Session[State], what: tuple[str, ...]) -> Odds:
    """`odds()` of the attack being put together; `odds("attack", "0406", "fr-5", "fr-3", "infiltrate")` of any other."""
    words = [w for w in what if w not in ("attack", "infiltrate")]
    infiltrate = "infiltrate" in what
    top = s.agenda[-1] if s.agenda else None
    if words:
        if words[0] not in b.INDEX:
            raise UnknownName(f"there is no land hex '{words[0]}' on this map; hexes are four digits such as 0406")
        target = b.INDEX[words[0]]
        for w in words[1:]:
            if w not in b.UNIT:
                raise UnknownName(f"there is no unit '{w}'; units are named like ge-6")
        units = tuple(sorted(b.UNIT[w] for w in words[1:]))
    elif isinstance(top, Assemble):
        target, units = top.target, top.units
    else:
        raise FirestepError("no attack is being put together; name one, for example: odds attack 0406 fr-5 fr-3")
    return attack_odds(s, target, units, infiltrate)


def attack_odds(s: Session[State], hex: int, units: tuple[int, ...], infiltrate: bool = False) -> Odds:
    """Six equally likely rows of one column. Attacking a neutral changes the situation first, so that is looked at too."""
    if not units:
        d = s.decision
        side = d.seat if d else b.ALLIED
    else:
        side = s.state.side(units[0])
    st = s.state
    if st.neutral >> hex & 1:
        trial = s.copy()
        violate(trial, b.COUNTRY_AT[hex], side)
        st = trial.state
    if st.unit_in(hex) < 0 and not st.forts >> hex & 1:
        raise FirestepError(f"nobody defends {b.NUMBER[hex]}; choose a hex with an enemy unit or fortification")
    strength = sum(b.ATTACK[u] for u in units)
    against = defense(st, hex)
    modifiers = [Modifier("wwi.3.23a", f"{unit_title(b.UNITS[u])} attacks", b.ATTACK[u]) for u in units]
    modifiers += [Modifier(rule, text, -k) for rule, text, k in defense_parts(st, hex)]
    title = f"Attack on {b.place_name(hex)}: {strength} against {against}"
    if not units or strength < against:
        return Odds(f"{title}: not allowed below 0", modifiers, [], {})
    column = differential(strength, against)
    found: dict[tuple[int, int, bool], list[int]] = {}
    for die in range(1, 7):
        fight = make_fight(st, side, hex, units, infiltrate, b.CRT[column][die])
        found.setdefault((fight.attacker_loss, fight.defender_loss, fight.forced), []).append(die)
    if any((a, d) not in b.CRT[column] for a, d, _ in found):
        modifiers.append(Modifier("wwi.8.59a", "Russian or Rumanian losses are doubled", 2))
    results = [Result(f"{a}/{d}" + (", must retreat" if forced else ""), Fraction(len(dice), 6),
                      {"attacker": a, "defender": d, "dice": dice, "forced": forced})
               for (a, d, forced), dice in sorted(found.items(), key=lambda kv: kv[1])]
    expected = {"attacker": sum((r.chance * r.detail["attacker"] for r in results), Fraction(0)),
                "defender": sum((r.chance * r.detail["defender"] for r in results), Fraction(0))}
    return Odds(f"{title}, column {'10+' if column == 10 else f'+{column}'}", modifiers, results, expected)
