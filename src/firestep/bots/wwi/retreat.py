"""Losses, retreats and advances of the greedy player."""

from __future__ import annotations

from typing import Any

from firestep.bots.wwi import values
from firestep.bots.wwi.fronts import Trial
from firestep.engine.session import Decision, Session
from firestep.games.wwi.components import board
from firestep.games.wwi.losses import attacker_payers, defender_payers, fight_of
from firestep.games.wwi.retreat import ways
from firestep.games.wwi.state import POOL, State
from firestep.hexmap.grid import bits


def attacker(s: Session[State], d: Decision[Any], step: Any) -> list[float]:
    """Pay with the points of the nation that has most; give up an army only if that is cheaper."""
    st = s.state
    fight = fight_of(st)
    payers = attacker_payers(st, fight)
    return [_bill(st, a, payers, fight.attacker_loss) if a[0] == "pay" else -values.ARMY - 1.0 for a in d.actions]


def rest(s: Session[State], d: Decision[Any], step: Any) -> list[float]:
    st = s.state
    payers = step.payers(st)
    return [_bill(st, a, payers, step.loss(st)) for a in d.actions]


def _bill(st: State, a: tuple[str, ...], payers: list[int], loss: int) -> float:
    n, k = board.NATION[a[1]], int(a[2])
    others = [values.crp(st, m) for m in payers if m != n]
    return -k * values.crp(st, n) - (loss - k) * min(others, default=0.0) - 0.001 * (loss - k)


def defender(s: Session[State], d: Decision[Any], step: Any) -> list[float]:
    """Stand and pay, fall back, or die: whichever leaves the better front."""
    st = s.state
    fight = fight_of(st)
    side = 1 - fight.side
    price = min((values.crp(st, n) for n in defender_payers(st, fight)), default=0.0)
    lost = values.prize(st, fight.side, fight.target) + values.GROUND
    trial = Trial(st, side)
    out = []
    for a in d.actions:
        if a[0] == "give-up":
            out.append(-lost - board.FORT_STRENGTH[fight.target])
        elif fight.defender < 0:
            out.append(-price * fight.defender_loss)
        elif a[0] == "stand":
            out.append(trial.judge(fight.defender, fight.target) - price * fight.defender_loss)
        elif a[0] == "destroy":
            worth = values.ARMY if fight.defender_supplied else values.ARMY_FOR_GOOD
            out.append(trial.judge(fight.defender, POOL) - worth - lost)
        else:
            length = int(a[1])
            ends = bits(ways(st, fight.defender, length).ends)
            best = max(_after(st, trial, fight.defender, i) for i in ends[:4])
            out.append(best - price * (fight.defender_loss - length) - 0.7 * lost)
    return out


def _after(st: State, trial: Trial, unit: int, hex: int) -> float:
    return trial.judge(unit, hex) - (2.0 if st.unit_in(hex) >= 0 else 0.0)


def path(s: Session[State], d: Decision[Any], step: Any) -> list[float]:
    """Fall back to where the line is best."""
    st = s.state
    trial = Trial(st, st.side(step.unit))
    return [_after(st, trial, step.unit, board.INDEX[a[1]]) for a in d.actions]


def displace(s: Session[State], d: Decision[Any], step: Any) -> list[float]:
    st = s.state
    trial = Trial(st, st.side(step.unit))
    return [_after(st, trial, step.unit, board.INDEX[a[2]]) for a in d.actions]


def advance(s: Session[State], d: Decision[Any], step: Any) -> list[float]:
    """Follow up where the position gains by it."""
    st = s.state
    side = step.seat(s)
    trial = Trial(st, side)
    out = []
    stay = None
    for a in d.actions:
        if a[0] == "halt":
            if stay is None:
                u = next(v for v, i in enumerate(st.at) if i >= 0 and st.side(v) == side)
                stay = trial.judge(u, st.at[u])
            out.append(stay)
        elif a[0] == "follow":
            out.append(trial.judge(board.UNIT[a[1]], step.hex))
        else:
            out.append(trial.judge(board.UNIT[a[1]], board.INDEX[a[2]]))
    return out
