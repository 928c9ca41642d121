"""Logistics, events and all small questions."""

from __future__ import annotations

from typing import Any

from firestep.bots.ditt import theatres
from firestep.bots.ditt.evaluation import Evaluation, evaluate, quiet
from firestep.bots.ditt.offensive import blow
from firestep.bots.ditt.stations import SHARE, stationed
from firestep.bots.ditt.values import lacking, unguarded
from firestep.bots.greedy import Weigh
from firestep.engine.session import Decision, Session
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.logistics.logistics import sites
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits

S = Session[State]
D = Decision[State]
#: events whose offer hurts more than it helps: wars with neutrals for little, gambles with a surrender
DECLINED = frozenset(
    f"ditt.ev.{i}"
    for i in ("1914.1.03", "1914.3.09", "1914.3.11", "1914.4.03", "1914.5.06", "1915.8.06", "1916.4.13", "1918.5.02", "1915.7.07")
)
#: an Army at the front is worth a new shell behind it only with so many Divs in Reserves
SPARE = 8
#: what a small new Army must be worth
PLUG = 4.0
#: the risk that a hex may run which gives Divs away
CALM = 0.02
#: Divs that stay in an Army of the rear
KEPT = 1


def front(st: State, side: int, place: int) -> bool:
    """Enemies stand next to a place."""
    return bool(places.adjacency(False).step(1 << place) & (st.occ[1 - side] | st.fort_of[1 - side]))


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
            out.append(k - (5.0 if st.at[tables.UNIT[a[1]]] > 0 and front(st, d.seat, st.at[tables.UNIT[a[1]]]) else 0.0))
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
            out.append(k + (10.0 if front(st, d.seat, st.at[tables.UNIT[a[1]]]) else 0.0))
        else:
            out.append(k / 2)
    return out


def logistics(s: S, d: D, step: Any) -> list[float]:
    """Feed the front where it is weakest, raise new Armies where a second one is missing, fetch what idles in the rear."""
    st, side = s.state, d.seat
    ev = evaluate(st, side)
    short = side == tables.CP and lacking(st) > 0
    known: dict[int, bool] = {}
    out = []
    for a in d.actions:
        verb = a[0]
        u = tables.UNIT.get(a[1], 0) if len(a) > 1 else 0
        if verb == "done":
            out.append(0.5)
        elif verb == "deploy":
            out.append(300.0)
        elif short and verb in ("feed", "create", "send", "lift"):
            out.append(_for_the_east(st, verb, u))
        elif verb == "feed":
            out.append(hunger(st, ev, u))
        elif verb == "create":
            n = tables.UNIT_NATION[u]
            if n not in known:
                known[n] = _wanted(st, ev, u)
            out.append(1.0 if known[n] else 0.0)
        elif verb == "send":
            out.append(1.0 if st.divs[u] > KEPT and _idle(st, ev, u) or surplus(ev, u) else -1.0)
        elif verb == "lift":
            out.append(1.0 if not tables.IS_ARMY[u] and _idle(st, ev, u) and tables.KIND[st.serves[u]] == "power" else -1.0)
        else:
            out.append(-1.0)
    return out


def hunger(st: State, ev: Evaluation, u: int) -> float:
    """How much an Army gains by Divs: the danger of its hex, and what could be taken from there."""
    i = st.at[u]
    if places.COLONIES >> i & 1:
        return 1.0 if ev.side == tables.EP and st.divs[u] < 5 else -1.0
    there = st.stack_of(i, ev.side)
    value = ev.danger(i, there) + 0.1 * ev.pull().get(i, 0.0)
    plan = blow(ev, tables.UNIT_NATION[u])
    if plan is not None and plan.base == i:
        value = max(value, plan.worth)
    value += theatres.called(st, tables.UNIT_NATION[u], i)
    near = front(st, ev.side, i)
    plenty = control.free_reserves(st, tables.UNIT_NATION[u]) > SPARE
    if not near and not plenty and value < 1.0:
        return 0.0
    return 0.6 + value + 0.01 * (tables.MOST_DIVS - st.divs[u]) + (0.5 if near else 0.0)


def feed(s: S, d: D, step: Any) -> list[float]:
    """A share of the Reserves: about a third of them, so that several Armies are fed, a colony a few."""
    st = s.state
    u = step.unit
    free = control.free_reserves(st, tables.UNIT_NATION[u])
    share = max(3, -(-free // 4)) if not (d.seat == tables.CP and lacking(st)) else 20
    if places.COLONIES >> st.at[u] & 1:
        share = 3
    else:
        plan = blow(evaluate(st, d.seat), tables.UNIT_NATION[u])
        if plan is not None and plan.base == st.at[u]:
            share = max(share, plan.divs)
    return [-abs(float(a[-1]) - share) - (0.5 if a[0] == "german" else 0.0) for a in d.actions]


def new_army(s: S, d: D, step: Any) -> list[float]:
    """A new Army takes a share of the Reserves, not the Divs of its neighbours."""
    st = s.state
    want = 20 if d.seat == tables.CP and lacking(st) else 4 if (places.NEAR_EAST | places.COLONIES) >> step.place & 1 else SHARE
    plan = blow(evaluate(st, d.seat), tables.UNIT_NATION[step.unit])
    if plan is not None and plan.base == step.place:
        want = max(4, plan.divs)
    return [-abs(float(a[-1]) - want) - (30.0 if a[0] == "from" else 0.0) for a in d.actions]


def _for_the_east(st: State, verb: str, u: int) -> float:
    """The garrison lacks Divs: feed and form Armies there, and send Divs home from where no enemy is near (ditt.13.2e)."""
    inside = st.at[u] > 0 and bool(places.GARRISON >> st.at[u] & 1)
    if verb == "create":
        return (
            3.5 if tables.UNIT_NATION[u] in (tables.GE, tables.AH) and control.free_reserves(st, tables.UNIT_NATION[u]) > 0 else 0.0
        )
    if verb == "feed":
        return 4.0 + (1.0 if tables.UNIT_NATION[u] == tables.GE else 0.0) if inside else -0.5
    if verb == "send" and not inside and tables.UNIT_NATION[u] in (tables.GE, tables.AH):
        home = st.reserves[tables.GE] + st.reserves[tables.AH]
        if home >= lacking(st) or places.COLONIES >> st.at[u] & 1 or st.divs[u] < 4:
            return -1.0
        return (
            2.0
            - (1.0 if front(st, tables.CP, st.at[u]) else 0.0)
            + 0.01 * st.divs[u]
            + (0.3 if tables.UNIT_NATION[u] == tables.GE else 0.0)
        )
    return -1.0


def _wanted(st: State, ev: Evaluation, u: int) -> bool:
    """A new Army: there are Divs in plenty, or there is a hole that a few could plug."""
    free = control.free_reserves(st, tables.UNIT_NATION[u])
    if free >= SPARE or not free:
        return free > 0
    if blow(ev, tables.UNIT_NATION[u]) is not None:
        return True
    if tables.UNIT_NATION[u] in (tables.BR, tables.TU, tables.AH) and unguarded(st, ev.side):
        return True
    pull = ev.pull()
    near = sorted(bits(sites(st, u) & ~places.COLONIES), key=lambda i: (-pull.get(i, 0.0), i))[:10]
    return any(stationed(ev, u, min(SHARE, free), i) > PLUG for i in near)


def _idle(st: State, ev: Evaluation, u: int) -> bool:
    """A unit far from any enemy whom nothing pulls to where it stands."""
    i = st.at[u]
    if ev.side == tables.CP and st.flag("collapsed") and places.GARRISON >> i & 1:
        return False  # the garrison stays
    return not places.COLONIES >> i & 1 and ev.pull().get(i, 0.0) < 2.0 and quiet(st, ev.side, i, 4)


def surplus(ev: Evaluation, u: int) -> int:
    """German Divs of the West that are not missed there and are wanted in the East."""
    st = ev.st
    i = st.at[u]
    if (
        tables.UNIT_NATION[u] != tables.GE
        or theatres.EAST >> i & 1
        or (places.COLONIES | places.NEAR_EAST) >> i & 1
        or st.divs[u] < 6
        or st.turn < 3
    ):
        return 0
    if not theatres.calls_east(st):
        return 0
    there = st.stack_of(i, ev.side)
    had = st.divs[u]
    most = 0
    for k in (3, 6, 10, 14):
        if k > had - 3:
            break
        st.divs[u] = had - k
        ev.forget(i)
        calm = ev.risk(i, there) < CALM
        st.divs[u] = had
        ev.forget(i)
        if not calm:
            break
        most = k
    return most


def send(s: S, d: D, step: Any) -> list[float]:
    """All but a few Divs; two thirds of an Army at the front, or what it can spare for the East."""
    st = s.state
    if extra := surplus(evaluate(st, d.seat), step.unit):
        return [-abs(float(a[-1]) - extra) for a in d.actions]
    keep = st.divs[step.unit] - KEPT
    if front(st, d.seat, st.at[step.unit]):
        keep = max(1, 2 * keep // 3)
    return [-abs(float(a[-1]) - keep) for a in d.actions]


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
        units = [tables.UNIT[a[1]]] if a[1] in tables.UNIT else bits(st.stack(places.INDEX[a[1]]))
        worth = sum(sum(st.factors(u)[:2]) for u in units) or 1
        mine = any(st.side(u) == d.seat for u in units)
        out.append(1.0 / (1 + worth) if mine and getattr(step, "must", False) else float(worth))
    return out
