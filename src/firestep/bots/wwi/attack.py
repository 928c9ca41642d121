"""Attacks of the greedy player, by the exact odds: every set of attackers, every die, the defender's best answer."""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

from firestep.bots.wwi import goals, values
from firestep.engine.session import Decision, Session
from firestep.games.wwi.combat import Assemble, Attacks, at_combat, attackers_of, defense, differential, eligible
from firestep.games.wwi.components import board
from firestep.games.wwi.retreat import ways
from firestep.games.wwi.state import State
from firestep.games.wwi.supply import fort_supplied, is_supplied


class Plan(NamedTuple):
    """An attack and what it is worth on average."""

    value: float
    units: tuple[int, ...]
    infiltrate: bool


NONE = Plan(float("-inf"), (), False)


class Target:
    """All that an attack on a hex depends on, worked out once."""

    __slots__ = ("against", "answers", "defender", "funds", "ground", "hex", "nations", "side", "st", "standing")

    def __init__(self, st: State, side: int, hex: int) -> None:
        self.st, self.side, self.hex = st, side, hex
        self.against = defense(st, hex)
        self.defender = u = st.unit_in(hex)
        fort = bool(st.forts >> hex & 1)
        supplied = u >= 0 and is_supplied(st, u)
        payers = set()
        if u < 0 or supplied:
            if u >= 0:
                payers.add(board.UNIT_NATION[u])
            if fort and fort_supplied(st, hex):
                payers.add(board.FORT_NATION[hex])
        self.nations = ([board.UNIT_NATION[u]] if u >= 0 else []) + ([board.FORT_NATION[hex]] if fort else [])
        self.funds = sum(st.crp[n] for n in payers)
        self.standing = min((values.crp(st, n) for n in payers), default=1.0) * 0.95  # his points, to us
        worth = values.prize(st, side, hex) + values.GROUND
        near = attackers_of(st, hex, st.occ[side])
        if near:
            field = goals.field(st, side, board.UNIT_NATION[near[0]])
            worth += max(-0.5, field[hex] - sum(field[st.at[v]] for v in near) / len(near))
            worth += max(0.0, *(goals.drawn(st, side, v, hex) - goals.drawn(st, side, v, st.at[v]) for v in near), 0.0)
        if fort:
            worth += 1.0 * board.FORT_STRENGTH[hex]
        self.ground = worth
        army = values.ARMY if supplied else values.ARMY_FOR_GOOD
        self.answers = (army if u >= 0 else 0.0) + worth  # what it is worth if he can neither pay nor retreat

    def retreats(self, loss: int) -> list[int]:
        """Lengths that the defender could retreat for a loss. The Greeks do not fight the Allies: they leave the war
        (wwi.11.3a)."""
        u = self.defender
        return [] if u < 0 or self.st.side(u) == board.NEUTRAL else [k for k in (1, 2) if k <= loss and ways(self.st, u, k).ends]


def best_plan(st: State, side: int, hex: int, units: list[int]) -> Plan:
    """The best set of attackers against a hex."""
    t = Target(st, side, hex)
    can_retreat = bool(t.retreats(1))
    best = NONE
    seen = set()
    order = sorted(units, key=lambda u: (board.UNIT_NATION[u], -board.ATTACK[u], u))
    for size in range(1, len(order) + 1):
        for group in combinations(order, size):
            kinds = tuple((board.UNIT_NATION[u], board.ATTACK[u], u in board.INFILTRATORS) for u in group)
            if kinds in seen:
                continue
            seen.add(kinds)
            strength = sum(k[1] for k in kinds)
            if strength < t.against:
                continue
            for infiltrate in (False, True) if any(k[2] for k in kinds) else (False,):
                value = expected(t, group, strength, infiltrate, can_retreat)
                if value > best.value:
                    best = Plan(value, tuple(sorted(group)), infiltrate)
    return best


def expected(t: Target, units: tuple[int, ...], strength: int, infiltrate: bool, can_retreat: bool) -> float:
    """The mean worth of an attack over the six faces of the die."""
    st = t.st
    nations = [board.UNIT_NATION[u] for u in units]
    test = any if st.options["mixed-doubling"] == "side" else all
    weak = (board.RS, board.RM)
    german = t.defender >= 0 and board.UNIT_NATION[t.defender] == board.GE
    mine = 2 if german and test(n in weak for n in nations) else 1
    his = 2 if board.GE in nations and test(n in weak for n in t.nations) else 1
    payers = {board.UNIT_NATION[u] for u in units if not infiltrate or u in board.INFILTRATORS}
    funds = sum(st.crp[n] for n in payers)
    price = min(values.crp(st, n) for n in payers)
    total = 0.0
    for a, d in board.CRT[differential(strength, t.against)][1:]:
        lost = a * mine
        total -= lost * price if lost <= funds else values.ARMY + 1.0
        loss = d * his
        if loss:
            forced = infiltrate and d >= 2 and can_retreat
            total += _answer(t, loss, can_retreat, forced)
    return total / 6 - 0.1


def _answer(t: Target, loss: int, can_retreat: bool, forced: bool) -> float:
    """What the defender's cheapest way out brings us."""
    choices = []
    if loss <= t.funds and not forced:
        choices.append(loss * t.standing)
    if can_retreat and t.defender >= 0:
        choices.append(t.ground + max(0, loss - 5) * t.standing)
    elif t.defender < 0:
        choices.append(t.ground)
    return min(choices) if choices else t.answers


def pick(s: Session[State], d: Decision[Any], step: Attacks) -> list[float]:
    """The most profitable attack of the phase, or none."""
    st = s.state
    units = eligible(st, step.side)
    out = []
    for a in d.actions:
        if a[0] == "done":
            out.append(0.0)
            continue
        hex = board.INDEX[a[1]]
        if st.neutral >> hex & 1:
            out.append(NONE.value)  # a neutral's army is never worth its country's points
        else:
            out.append(best_plan(st, step.side, hex, attackers_of(st, hex, units)).value)
    return out


def assemble(s: Session[State], d: Decision[Any], step: Assemble) -> list[float]:
    """Bring up the attackers of the best plan, then go."""
    st = at_combat(s.state, step.side, step.target)
    rest = attackers_of(st, step.target, eligible(st, step.side))
    plan = best_plan(st, step.side, step.target, rest)
    missing = [u for u in plan.units if u not in step.units]
    out = []
    for a in d.actions:
        if a[0] == "add":
            out.append(2.0 if board.UNIT[a[1]] in missing else 0.0)
        else:
            out.append(3.0 - 3 * bool(missing) if (a[0] == "infiltrate") == plan.infiltrate else 0.5 - bool(missing))
    return out
