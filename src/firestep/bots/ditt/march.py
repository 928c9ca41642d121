"""Pulses and marches: where to go, whom to attack, where to stand."""

from __future__ import annotations

from typing import Any

from firestep.bots.ditt.values import FAR, NEED, attack, distance, front, goals, lacking, strength, threat
from firestep.engine.session import Decision, Session
from firestep.games.ditt import ground
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.collapse import garrison
from firestep.games.ditt.pulse import March, targets
from firestep.games.ditt.state import State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits

S = Session[State]
D = Decision[State]
#: what a pulse must promise to be better than a pass
LEAST = 0.02


def pulse(s: S, d: D, step: Any) -> list[float]:
    st, side = s.state, d.seat
    out = []
    for a in d.actions:
        verb = a[0]
        if verb == "pass":
            out.append(LEAST)
        elif verb == "stack":
            out.append(_stack(st, side, p.INDEX[a[1]]))
        elif verb == "reinforce":
            u = t.UNIT[a[1]]
            if side == t.CP and lacking(st):
                out.append(2.5 if p.GARRISON >> st.at[u] & 1 else 0.0)
                continue
            out.append(1.2 if front(st, side, st.at[u]) and st.divs[u] < 15 else 0.1)
        elif verb == "coin":
            out.append(2.0)
        elif verb == "assault":
            units = tuple(bits(st.stack_of(p.INDEX[a[1]], side) & ~st.flipped))
            out.append(attack(st, side, p.INDEX[a[1]], units))
        elif verb in ("engineers", "pipeline"):
            out.append(1.5)
        else:
            out.append(-5.0)
    return out


def _stack(st: State, side: int, place: int) -> float:
    """The best that the Armies of a hex could do now."""
    units = tuple(u for u in bits(st.stack(place) & ground.commanded(st, side)) if ground.may_march(st, u))
    hungry = sum(1 << u for u in units if not is_supplied(st, u))
    march = March(side, place, units, ground.allowance(st, place, side), 0, 0, hungry)
    there = targets(st, march, units)
    if not there:
        return -1.0
    return max(_worth(st, side, place, i, units) for i in bits(there))


def _worth(st: State, side: int, here: int, to: int, units: tuple[int, ...]) -> float:
    """The worth of a step: an attack, a city, or ground won; a front that would be left open costs."""
    if ground.enemies(st, side) >> to & 1 and not ground.passable(st, units[0]) >> to & 1:
        value = attack(st, side, to, units)
    else:
        nearer = distance(st, side, here) - distance(st, side, to)
        value = 0.15 * nearer + (3.0 if goals(st, side) >> to & 1 else 0.4 if not st.ctrl[side] >> to & 1 else 0.0)
        if distance(st, side, here) >= FAR:
            value -= 0.3
        mates = st.stack_of(to, side) & ~sum(1 << u for u in units)
        if threat(st, side, to) > 1.3 * (strength(st, side, to) + sum(st.factors(u)[1] for u in units)):
            value -= 0.8
        elif mates:
            value += 0.1
    if side == t.CP and p.GARRISON >> here & 1 and not p.GARRISON >> to & 1 and st.flag("collapsed"):
        value -= 9.0 if lacking(st) or 2 * sum(st.divs[u] for u in units) > garrison(st)[0] - NEED[0] else 0.0
    if _guarded(st, side, here) and value < 3.0:
        left = strength(st, side, here) - sum(st.factors(u)[1] for u in units)
        if threat(st, side, here) > left:
            value -= 1.0
    return value


def _guarded(st: State, side: int, place: int) -> bool:
    """A city or Fort of our own with enemies next to it."""
    return bool((p.ALL_CITIES | p.FORTS) >> place & 1) and st.controls(side, place) and front(st, side, place)


def step(s: S, d: D, step: March) -> list[float]:
    st = s.state
    here = step.here(st)
    out = []
    for a in d.actions:
        if a[0] == "step":
            out.append(_worth(st, step.side, here, p.INDEX[a[1]], step.units))
        elif a[0] == "halt":
            out.append(0.0)
        elif a[0] == "collect":
            out.append(0.05)
        else:
            out.append(-2.0)
    return out


def retreat(s: S, d: D, step: Any) -> list[float]:
    """Back to friends, away from enemies."""
    st = s.state
    out = []
    for a in d.actions:
        if a[0] != "retreat":
            out.append(-9.0)
            continue
        i = p.INDEX[a[1]]
        out.append(0.02 * strength(st, d.seat, i) - 0.02 * threat(st, d.seat, i) + (0.5 if p.ALL_CITIES >> i & 1 else 0.0))
    return out


def place(s: S, d: D, step: Any) -> list[float]:
    """Where a unit takes its place: near the front and the goals, with friends, never alone before the enemy."""
    st = s.state
    out = []
    for a in d.actions:
        i = p.INDEX.get(a[-1], -1)
        if i < 0:
            out.append(-1.0 if a[0] not in ("reserves",) else -0.5)
            continue
        if d.seat == t.CP and p.GARRISON >> i & 1 and lacking(st):
            out.append(2.0)
            continue
        open = threat(st, d.seat, i) > 1.2 * strength(st, d.seat, i) + 20
        out.append(-0.1 * min(distance(st, d.seat, i), 20) + (0.3 if front(st, d.seat, i) else 0.0) - (1.0 if open else 0.0))
    return out


def sail(s: S, d: D, step: Any) -> list[float]:
    st = s.state
    return [attack(st, t.EP, p.INDEX[a[1]], step.units) if a[0] == "land" else -0.5 for a in d.actions]
