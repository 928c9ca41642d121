"""Points, chits and new units: what is bought, what comes back, what is played."""

from __future__ import annotations

from typing import Any

from firestep.bots.tgw.evaluation import plan
from firestep.bots.tgw.march import closest
from firestep.bots.tgw.values import attack_of, force
from firestep.engine.session import Decision, Session
from firestep.games.tgw.combat.attackers import NEAR
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.nations import collapse
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
        n = tables.PAYER[tables.NATION[a[1]]]
        dead = sum(1 for u in bits(roster.CORPS[n]) if st.at[u] in (DEAD, DEAD_NE))
        out.append(0.3 if st.rp[n] > 2 or not dead else -0.3)
    return out


def replace(s: S, d: D, step: Any) -> list[float]:
    """The strongest come back first."""
    st = s.state
    return [
        1.0 + force(st, roster.UNIT[a[1]]) / 10 if len(a) > 1 and a[1] in roster.UNIT else 0.0 if a[0] == "done" else 0.5
        for a in d.actions
    ]


def transfer(s: S, d: D, step: Any) -> list[float]:
    """Points go to a friend who has more dead than points, from who has points to spare."""
    st = s.state

    def wants(n: int) -> int:
        return sum(1 for u in bits(roster.CORPS[n]) if st.at[u] in (DEAD, DEAD_NE)) - st.rp[n]

    out = []
    for a in d.actions:
        if a[0] != "give":
            out.append(0.0)
            continue
        giver, to = tables.NATION[a[1]], tables.NATION[a[2]]
        out.append(0.5 + 0.01 * wants(to) if wants(to) > 0 and wants(giver) < -1 else -1.0)
    return out


def line(s: S, d: D, step: Any) -> list[float]:
    """The Hindenburg Line lies where the Germans stand, in front of the strongest enemies."""
    st = s.state
    held = plan(st, tables.CENTRAL, fronts.WEST).line & st.held[tables.CENTRAL]
    out = []
    for a in d.actions:
        if a[0] != "line":
            out.append(0.0)
            continue
        i = board.INDEX[a[1]]
        foes = sum(attack_of(st, st.stack(j) & st.troops[tables.ALLIED]) for j in bits(NEAR[i] & st.held[tables.ALLIED]))
        out.append((1.0 if held >> i & 1 else -1.0) + 0.02 * foes)
    return out


def new(s: S, d: D, step: Any) -> list[float]:
    """Everybody comes who can; cavalry gives up its horses once the trenches are dug."""
    late = s.state.letter >= tables.LETTER["C"]
    out = []
    for a in d.actions:
        if a[0] == "new":
            out.append(1.0 + 0.01 * force(s.state, roster.UNIT[a[1]]))
        elif a[0] == "dismount":
            out.append(0.5 if late else -1.0)
        else:
            out.append(0.0)
    return out


def at(s: S, d: D, step: Any) -> list[float]:
    return closest(s, d, "at")


def eliminate(s: S, d: D, step: Any) -> list[float]:
    return [-force(s.state, roster.UNIT[a[1]]) for a in d.actions]


def keep(s: S, d: D, step: Any) -> list[float]:
    """The strongest group stays."""
    groups = collapse.parties(s.state, step.hex, step.side)
    strong = {(x & -x).bit_length() - 1: sum(force(s.state, u) for u in bits(x)) for x in groups}
    return [strong[roster.UNIT[a[1]]] for a in d.actions]


def initiative(s: S, d: D, step: Any) -> list[float]:
    """West: who gives up the initiative in a theater is moved against twice there, and the West hangs on a thread."""
    return [1.0 if a[1] == "western" else 0.0 for a in d.actions]


def marker(s: S, d: D, step: Any) -> list[float]:
    """The Central Powers strike in the West in 1914, in the East while Russia stands, and in the West again."""
    st = s.state
    east = st.letter >= tables.LETTER["B"] and not st.collapsed >> tables.RU & 1
    return [1.0 if (a[1] == "oberost") == east else 0.0 for a in d.actions]


def muster(s: S, d: D, step: Any) -> list[float]:
    """A new belligerent sets up by itself."""
    return [1.0 if a[0] not in ("muster",) else 0.0 for a in d.actions]


def reserve(s: S, d: D, step: Any) -> list[float]:
    """What is required stays; what is too much goes."""
    st = s.state
    have = sum(1 for u in bits(roster.CORPS[tables.TU]) if st.at[u] == -10)
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
    keen = fight is None or d.seat == fight.side or board.VICTORY >> fight.hex & 1 or fronts.FRONT_AT[fight.hex] != fronts.WEST
    return [0.0 if a[0] == "pass" else (0.5 if keen else 0.1) for a in d.actions]


#: verbs that end or refuse something; what a player who knows no better takes
IDLE = frozenset(("pass", "done", "none", "stay", "keep", "stop", "back"))


def idle(s: S, d: D, step: Any) -> list[float]:
    """Where nothing is known: let it be, if that is offered."""
    return [1.0 if a[0] in IDLE else 0.0 for a in d.actions]
