"""Combat: dice by expectation, coins where they turn it, losses where they hurt least."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from firestep.bots.ditt import chances
from firestep.bots.ditt.evaluation import evaluate
from firestep.bots.ditt.values import worth
from firestep.engine.session import Decision, Session
from firestep.games.ditt.coins import coins
from firestep.games.ditt.combat import combat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.state import Fight, State

S = Session[State]
D = Decision[State]
#: about what coins bring whose value is no plain number
UNTOLD = {"krupp": 5, "gas": 15, "kaisertreu": 5}
#: a coin is played for so much more chance, less in a combat for a city
TURNS, DEAR = 0.14, 0.07
#: what going back after a victory must promise: ground is not won to be left again
STAY = 1.5
#: how far from the best number of dice others are tried
AROUND = 3


def dice(s: S, d: D, step: Any) -> list[float]:
    """The number of dice that wins most often against the number the enemy would choose, with the hits as a tie-break."""
    st = s.state
    fight = st.fight
    assert fight is not None
    attacker = d.seat == fight.side
    starving = combat.out_of_supply(st, fight)
    fire = [max(2, combat.firepower(st, fight, a, starving)) for a in (True, False)]
    top = [chances.best(k) for k in fire]
    mine = 0 if attacker else 1
    out = []
    small = max(fire) <= 2 * chances.MOST and not combat.fort_defends(st, fight)
    for a in d.actions:
        k = int(a[1])
        if abs(k - top[mine]) > AROUND:
            out.append(-10.0 - abs(k - top[mine]))
            continue
        hits = sum(n * c for n, c in enumerate(chances.scores(k, fire[mine]))) / fire[mine]
        win = 0.0
        if small:
            win = chances.of_fight(st, fight, (k, top[1]) if attacker else (top[0], k))
        out.append(hits + (win if attacker else -win))
    return out


def with_coin(st: State, fight: Fight, do: str, attacker: bool) -> float:
    """The attacker's chance once a coin is played."""
    words = do.split(" ")
    bonus = sum(int(w) for w in words if re.fullmatch(r"\+\d+", w)) or UNTOLD.get(do, 0)
    a, b = fight.bonus
    return chances.of_fight(
        st,
        replace(
            fight,
            bonus=(a + bonus, b) if attacker else (a, b + bonus),
            breach=fight.breach or attacker and "breach" in words,
            smooth=fight.smooth or attacker and "smooth" in words,
        ),
    )


def coin(s: S, d: D, step: Any) -> list[float]:
    """A coin is played where it changes the outcome enough."""
    st = s.state
    fight = st.fight
    assert fight is not None
    attacker = d.seat == fight.side
    now = chances.of_fight(st, fight)
    price = DEAR if worth(st, fight.hex) >= 3.0 or st.turn >= 17 else TURNS
    out = []
    for a in d.actions:
        if a[0] == "pass":
            out.append(0.0)
        elif a[0] == "baron":
            out.append(0.5)
        elif step.moment == "after":
            out.append(1.0 if fight.hits[0] > 0 else -1.0)
        elif places.COLONIES >> fight.hex & 1:
            out.append(-0.5)
        else:
            do = coins.BOXES[tables.BOX[a[1]]].do
            then = with_coin(st, fight, do, attacker)
            if attacker:
                out.append(then - now - price)
            elif "hold" in do.split(" "):
                out.append(now - 0.35 - price if now > 0.35 else -0.5)
            else:
                out.append(now - then - price)
    return out


def losses(s: S, d: D, step: Any) -> list[float]:
    """Give up what fights least for the hits it takes; the last Div of an Army goes last."""
    st = s.state
    out = []
    for a in d.actions:
        u, k = tables.UNIT[a[1]], int(a[2])
        o, f, _ = st.factors(u)
        worth = (o + f) * (k / max(1, st.divs[u]) if tables.IS_ARMY[u] else 1.3)
        out.append(-worth - (4.0 if tables.IS_ARMY[u] and k == st.divs[u] and not st.flipped >> u & 1 else 0.0))
    return out


def step_back(s: S, d: D, step: Any) -> list[float]:
    """Armies go back where the line would be open without them."""
    st = s.state
    fight = st.fight
    assert fight is not None
    ev = evaluate(st, d.seat)
    origin, hex = fight.origin, fight.hex
    there = st.stack_of(hex, d.seat)
    home = st.stack_of(origin, d.seat)
    out = []
    for a in d.actions:
        if a[0] == "done":
            out.append(0.0)
            continue
        u = tables.UNIT[a[1]]
        rest = there & ~(1 << u)
        block = ev.block | 1 << origin
        if not rest:
            block &= ~(1 << hex)
        gain = ev.hole - ev.holes(block)
        gain += ev.danger(hex, there) - (ev.danger(hex, rest) if rest else 0.0)
        if home:
            gain += ev.danger(origin, home) - ev.danger(origin, home | 1 << u)
        if not rest:
            gain -= 0.3 * ev.count(1 << hex)
        out.append(gain - STAY if st.turn > 1 else -1.0)
    return out


def walls(s: S, d: D, step: Any) -> list[float]:
    st = s.state
    hex = st.at[step.units[0]]
    kind = "siege" if st.besieged(hex) else "assault"
    return [
        chances.of_fight(st, Fight(d.seat, hex, step.origin, step.units, kind)) - 0.3 if a[0] == "attack" else 0.0
        for a in d.actions
    ]


def landing(s: S, d: D, step: Any) -> list[float]:
    """Attack from the boats only where it is likely to win; the fleet is staked for the Straits."""
    rank = {"fleet": 0.2, "attack": 0.5, "hold": 0.4}
    return [rank.get(a[0], 0.0) for a in d.actions]
