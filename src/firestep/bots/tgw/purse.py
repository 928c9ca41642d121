"""Points, chits and new units: what is bought, what comes back, what is played."""

from __future__ import annotations

from typing import Any

from firestep.bots.tgw.march import closest
from firestep.bots.tgw.values import force
from firestep.engine.session import Decision, Session
from firestep.games.tgw import board as b
from firestep.games.tgw import ground as g
from firestep.games.tgw import roster as r
from firestep.games.tgw import tables as t
from firestep.games.tgw.state import DEAD, DEAD_NE, State
from firestep.hexmap.grid import bits

S = Session[State]
D = Decision[Any]


def events(s: S, d: D, step: Any) -> list[float]:
    """A chit costs half a point: who can feed his dead piles and has points left draws."""
    st = s.state
    out = []
    for a in d.actions:
        if a[0] != "buy":
            out.append(0.0)
            continue
        n = t.PURSE[t.NATION[a[1]]]
        dead = sum(1 for u in bits(r.CORPS[n]) if st.at[u] in (DEAD, DEAD_NE))
        out.append(0.3 if st.rp[n] > 2 or not dead else -0.3)
    return out


def replace(s: S, d: D, step: Any) -> list[float]:
    """The strongest come back first."""
    st = s.state
    return [
        1.0 + force(st, r.UNIT[a[1]]) / 10 if len(a) > 1 and a[1] in r.UNIT else 0.0 if a[0] == "done" else 0.5 for a in d.actions
    ]


def new(s: S, d: D, step: Any) -> list[float]:
    """Everybody comes who can; cavalry gives up its horses once the trenches are dug."""
    late = s.state.letter >= t.LETTER["C"]
    out = []
    for a in d.actions:
        if a[0] == "new":
            out.append(1.0 + 0.01 * force(s.state, r.UNIT[a[1]]))
        elif a[0] == "dismount":
            out.append(0.5 if late else -1.0)
        else:
            out.append(0.0)
    return out


def at(s: S, d: D, step: Any) -> list[float]:
    return closest(s, d, "at")


def eliminate(s: S, d: D, step: Any) -> list[float]:
    return [-force(s.state, r.UNIT[a[1]]) for a in d.actions]


def initiative(s: S, d: D, step: Any) -> list[float]:
    """The Central Powers look east while Russia stands, the Allies west."""
    st = s.state
    east = d.seat == t.CENTRAL and not st.collapsed >> t.RU & 1
    return [1.0 if (a[1] == "eastern") == east else 0.0 for a in d.actions]


def marker(s: S, d: D, step: Any) -> list[float]:
    east = not s.state.collapsed >> t.RU & 1
    return [1.0 if (a[1] == "oberost") == east else 0.0 for a in d.actions]


def muster(s: S, d: D, step: Any) -> list[float]:
    """A new belligerent sets up by itself."""
    return [1.0 if a[0] not in ("muster",) else 0.0 for a in d.actions]


def reserve(s: S, d: D, step: Any) -> list[float]:
    """What is required stays; what is too much goes."""
    st = s.state
    have = sum(1 for u in bits(r.CORPS[t.TU]) if st.at[u] == -10)
    out = []
    for a in d.actions:
        if a[0] == "done":
            out.append(0.0)
        elif a[0] == "release":
            out.append(0.5 if have > st.required + 2 else -1.0)
        else:
            out.append(0.5 if have < st.required else -1.0)
    return out


def play(s: S, d: D, step: Any) -> list[float]:
    """Chits are there to be played: those of a combat by whoever it helps."""
    st = s.state
    fight = st.fight
    keen = fight is None or d.seat == fight.side or b.VICTORY >> fight.hex & 1 or g.FRONT_AT[fight.hex] != g.WEST
    return [0.0 if a[0] == "pass" else (0.5 if keen else 0.1) for a in d.actions]


#: verbs that end or refuse something; what a player who knows no better takes
IDLE = frozenset(("pass", "done", "none", "stay", "keep", "stop", "back"))


def idle(s: S, d: D, step: Any) -> list[float]:
    """Where nothing is known: let it be, if that is offered."""
    return [1.0 if a[0] in IDLE else 0.0 for a in d.actions]
