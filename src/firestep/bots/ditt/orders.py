"""Logistics, events and all small questions."""

from __future__ import annotations

from typing import Any

from firestep.bots.ditt.values import front, lacking
from firestep.bots.greedy import Weigh
from firestep.engine.session import Decision, Session
from firestep.games.ditt import control
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits

S = Session[State]
D = Decision[State]
#: events whose offer hurts more than it helps: wars with neutrals for little, gambles with a surrender
DECLINED = frozenset(f"ditt.ev.{i}" for i in (
    "1914.1.03", "1914.3.09", "1914.3.11", "1914.4.03", "1914.5.06", "1915.8.06", "1916.4.13", "1918.5.02", "1915.7.07"))
#: an Army at the front is worth a new shell behind it only with so many Divs in Reserves
SPARE = 8


def first_of(words: str) -> Weigh:
    """The answer that begins with these words, if it is there."""
    def weigh(s: S, d: D, step: Any) -> list[float]:
        return [1.0 if " ".join(a).startswith(words) else 0.0 for a in d.actions]
    return weigh


def any_of(s: S, d: D, step: Any) -> list[float]:
    return [0.0] * len(d.actions)


def most(s: S, d: D, step: Any) -> list[float]:
    """The greatest number."""
    return [float(a[-1]) if a[-1].isdigit() else -1.0 for a in d.actions]


def least(s: S, d: D, step: Any) -> list[float]:
    return [-float(a[-1]) if a[-1].isdigit() else -0.5 for a in d.actions]


def spare(s: S, d: D, step: Any) -> list[float]:
    """Divs are taken from Reserves first, then from the rear, all at once."""
    st = s.state
    out = []
    for a in d.actions:
        k = float(a[-1]) if a[-1].isdigit() else 0.0
        if a[0] == "reserves":
            out.append(10.0 + k)
        elif a[0] == "lose":
            out.append(k - (5.0 if st.at[t.UNIT[a[1]]] > 0 and front(st, d.seat, st.at[t.UNIT[a[1]]]) else 0.0))
        else:
            out.append(-9.0)
    return out


def gain(s: S, d: D, step: Any) -> list[float]:
    """New Divs go to the front."""
    st = s.state
    out = []
    for a in d.actions:
        k = float(a[-1]) if a[-1].isdigit() else 0.0
        if a[0] == "gain":
            out.append(k + (10.0 if front(st, d.seat, st.at[t.UNIT[a[1]]]) else 0.0))
        else:
            out.append(k / 2)
    return out


def logistics(s: S, d: D, step: Any) -> list[float]:
    """Feed the front, raise new Armies when Reserves are plenty, leave the rest alone."""
    st = s.state
    short = d.seat == t.CP and lacking(st) > 0
    out = []
    for a in d.actions:
        verb = a[0]
        u = t.UNIT.get(a[1], 0) if len(a) > 1 else 0
        if verb == "done":
            out.append(0.5)
        elif verb in ("feed", "create") and short:
            here = verb == "create" or bool(p.GARRISON >> st.at[u] & 1)
            out.append(3.0 + (1.0 if t.UNIT_NATION[u] == t.GE else 0.0) - (0.5 if verb == "create" else 0.0) if here else -0.5)
        elif verb in ("send", "lift") and short and not p.GARRISON >> st.at[u] & 1:
            out.append(1.0 if verb == "send" and st.divs[u] > 6 and not front(st, d.seat, st.at[u]) else -1.0)
        elif verb == "feed":
            near = front(st, d.seat, st.at[u])
            plenty = control.free_reserves(st, t.UNIT_NATION[u]) > SPARE
            out.append(2.0 + 0.01 * (t.MOST_DIVS - st.divs[u]) if near else 0.6 if plenty else 0.0)
        elif verb == "create":
            out.append(1.0 if control.free_reserves(st, t.UNIT_NATION[u]) >= SPARE else 0.0)
        elif verb == "deploy":
            out.append(3.0)
        else:
            out.append(-1.0)
    return out


def answer(s: S, d: D, step: Any) -> list[float]:
    return [(1.0 if a[0] == "no" else 0.0) if step.event in DECLINED else (1.0 if a[0] == "yes" else 0.0) for a in d.actions]


def point(s: S, d: D, step: Any) -> list[float]:
    """Enemies: the strongest; our own: the weakest, away from the front."""
    st = s.state
    out = []
    for a in d.actions:
        if a[0] != "point":
            out.append(-0.1)
            continue
        units = [t.UNIT[a[1]]] if a[1] in t.UNIT else bits(st.stack(p.INDEX[a[1]]))
        worth = sum(sum(st.factors(u)[:2]) for u in units) or 1
        mine = any(st.side(u) == d.seat for u in units)
        out.append(1.0 / (1 + worth) if mine and getattr(step, "must", False) else float(worth))
    return out
