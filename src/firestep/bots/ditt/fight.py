"""Combat: dice by expectation, coins where they turn it, losses where they hurt least."""

from __future__ import annotations

import re
from typing import Any

from firestep.bots.ditt.values import chance, with_coin
from firestep.engine.session import Decision, Session
from firestep.games.ditt import coins, combat
from firestep.games.ditt import tables as t
from firestep.games.ditt.odds import best
from firestep.games.ditt.state import State

S = Session[State]
D = Decision[State]
#: about what coins bring whose value is no plain number
UNTOLD = {"krupp": 5, "gas": 15}


def dice(s: S, d: D, step: Any) -> list[float]:
    """The number of dice with the best expectation."""
    st = s.state
    assert st.fight is not None
    top = best(combat.firepower(st, st.fight, d.seat == st.fight.side))
    return [-abs(int(a[1]) - top) for a in d.actions]


def coin(s: S, d: D, step: Any) -> list[float]:
    """A coin is played where the combat is open and it turns it, or keeps a city."""
    st = s.state
    fight = st.fight
    assert fight is not None
    attacker = d.seat == fight.side
    now = chance(st, fight)
    out = []
    for a in d.actions:
        if a[0] == "pass":
            out.append(0.0)
        elif a[0] == "baron":
            out.append(0.5)
        elif step.moment == "after":
            out.append(1.0 if fight.hits[0] > fight.hits[1] else -1.0)
        else:
            box = coins.BOXES[t.BOX[a[1]]]
            words = box.do.split(" ")
            bonus = sum(int(w) for w in words if re.fullmatch(r"\+\d+", w)) or UNTOLD.get(box.do, 0)
            then = with_coin(st, fight, bonus, attacker, "breach" in words)
            if attacker:
                out.append(then - 0.9 if now < 1.3 and then > 1.0 else -0.5)
            else:
                out.append(1.0 if "hold" in words and now > 1.0 else 0.4 if now > 1.0 > then else -0.5)
    return out


def losses(s: S, d: D, step: Any) -> list[float]:
    """Give up what fights least for the hits it takes."""
    st = s.state
    out = []
    for a in d.actions:
        u, k = t.UNIT[a[1]], int(a[2])
        o, f, _ = st.factors(u)
        worth = (o + f) * (k / max(1, st.divs[u]) if t.IS_ARMY[u] else 1.3)
        out.append(-worth)
    return out


def walls(s: S, d: D, step: Any) -> list[float]:
    return [1.0 if a[0] == "attack" else 0.0 for a in d.actions]


def landing(s: S, d: D, step: Any) -> list[float]:
    rank = {"fleet": 1.0, "attack": 0.5, "hold": 0.0}
    return [rank.get(a[0], 0.0) for a in d.actions]
