"""Movement of the greedy player: army by army, those nearest the enemy first, each to the place that serves the fronts best."""

from __future__ import annotations

from typing import Any

from firestep.bots.wwi import goals, values
from firestep.bots.wwi.fronts import Front, Trial, assets, homes
from firestep.engine.action import Action
from firestep.engine.session import Decision, Session
from firestep.games.wwi.components import board
from firestep.games.wwi.movement import DONE, MoveUnit, MoveUnits
from firestep.games.wwi.state import State

NEVER = float("-inf")
#: places looked at closely for each army
CLOSELY = 6


def pick(s: Session[State], d: Decision[Any], step: MoveUnits) -> list[float]:
    """Every army gets its turn: the ones near the enemy first, so that those behind fill the gaps they leave."""
    st = s.state
    rings = _rings(st.occ[1 - step.side], st.neutral)
    out = []
    for a in d.actions:
        if a == DONE:
            out.append(-1000.0)
        else:
            i = st.at[board.UNIT[a[1]]]
            out.append(-100.0 if i < 0 else -float(next((k for k, ring in enumerate(rings) if ring >> i & 1), 30)))
    return out


def _rings(units: int, neutral: int) -> list[int]:
    """Hexes within 1, 2, 3 … 12 steps of the enemy."""
    out = []
    seen = units
    open = board.LAND & ~neutral
    for _ in range(12):
        seen = board.GROUND.around(seen) & open
        out.append(seen)
    return out


def place(s: Session[State], d: Decision[Any], step: MoveUnit) -> list[float]:
    """Where one army goes: a quick look at every hex, then a judgement of the best few against staying."""
    st, unit = s.state, step.unit
    side = st.side(unit)
    here = st.at[unit]
    field = goals.field(st, side, board.UNIT_NATION[unit])
    bare = st.copy()
    bare.put(unit, -1)  # the front without this army shows what it holds now
    front = Front(bare, side)
    free, stopped = front.march(me=False)
    home = free & homes(st)[side]
    centres, cities, bases = assets(st, side)
    guarded = (centres | cities | bases) & stopped
    quick: list[tuple[float, int, Action]] = []
    weights = {}
    for n, a in enumerate(d.actions):
        hex = _destination(st, side, a)
        weights[a] = NEVER
        if hex < 0 or (st.occ[side] >> hex & 1 and hex != here):
            continue
        near = board.NEAR[hex] | 1 << hex
        score = field[hex] + goals.drawn(st, side, unit, hex) + values.prize(st, side, hex)
        score += 0.12 * (near & home).bit_count()
        if near & guarded:
            score += 8.0 * (near & guarded).bit_count()
        if near & front.held_en:
            score += 0.8
        if a[0] == "invade":
            score -= _violation(st, side, hex)
        quick.append((score, -n, a))
    trial = Trial(st, side)
    best = sorted(quick, reverse=True)[:CLOSELY]
    for _, _, a in best:
        hex = _destination(st, side, a)
        weights[a] = trial.judge(unit, hex) - (_violation(st, side, hex) if a[0] == "invade" else 0.0)
    out = []
    for a in d.actions:
        if a[0] == "stay":
            out.append(trial.judge(unit, here) + 0.05 if here >= 0 else -1e6)
        else:
            out.append(weights[a])
    if max(out) == NEVER:  # it must make room and every place looks bad: any will do
        return [0.0 if a[0] == "to" else -1.0 for a in d.actions]
    return out


def _destination(st: State, side: int, a: Action) -> int:
    """The hex an action leads to, if the greedy player would think of it; else -1."""
    verb = a[0]
    if verb == "to":
        return board.INDEX[a[1]]
    if verb == "sea":
        i = board.INDEX[a[1]]
        return -1 if st.neutral >> i & 1 else i
    if verb == "invade":
        i = board.INDEX[a[1]]
        return i if side == board.CENTRAL and board.COUNTRY_AT[i] == board.BL and st.turn <= 4 else -1
    return -1


def _violation(st: State, side: int, hex: int) -> float:
    """What breaking a neutrality costs: the enemy's Victory Points. The way through Belgium is worth something in return."""
    return values.VP * board.VP[board.COUNTRY_AT[hex]] - (12.0 if board.COUNTRY_AT[hex] == board.BL else 0.0)
