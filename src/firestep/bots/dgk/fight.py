"""What the greedy player lets a unit do: every choice by its exact chances, and by what the place promises afterwards."""

from __future__ import annotations

from typing import Any

from firestep.bots.dgk import values
from firestep.engine.action import Action
from firestep.engine.session import Decision, Session
from firestep.games.dgk import assault, command, fire, orders, special, umpire, vehicles
from firestep.games.dgk.formations import DEPLOYED, MANEUVER, MARCH
from firestep.games.dgk.state import ABOARD, OFF, State
from firestep.games.dgk.umpire import STATES, Question

S = Session[State]
FORM = {"deploy": DEPLOYED, "maneuver": MANEUVER, "march": MARCH}
#: an assault risks the unit that makes it
OWN = 0.85


def volley(g: State, u: int, v: int, kind: str) -> float:
    q = fire.shot(g, u, v, kind)
    return values.shot(g, v, q) if isinstance(q, Question) else 0.0


def best_shot(g: State, u: int) -> float:
    """The best that a unit can fire at from where it is."""
    kinds = [k for k in umpire.FIRES if not fire.may_fire(g, u, k)]
    if not kinds:
        return 0.0
    return max((volley(g, u, v, kinds[0]) for v in fire.legal_targets(g, u)), default=0.0)


def charge(g: State, u: int, v: int) -> float:
    """What an assault brings, once its order has come through."""
    d = g.scn.units[u]
    plan = assault.plan(g, u, v, umpire.base_move(d.type, d.quality, "assault"))
    if isinstance(plan, list):
        return -1.0
    if assault.mined(g, u, plan):
        return -values.mined(g, u)
    c = umpire.assault_chances(assault.question(g, u, v, plan.frontal))
    pushed = values.BACK * (c.won - OWN * c.repulsed) / (c.stopped + c.won + c.repulsed)
    return values.mean_harm(g, v, c.target) - OWN * values.mean_harm(g, u, c.actor) + pushed


def recovery(g: State, u: int) -> float:
    d = g.scn.units[u]
    chances = umpire.regroup_chances(Question("regroup", d.type, d.quality, leader=command.leader_near(g, u)))
    now = g.status[u]
    return sum(
        w / umpire.WHOLE * (values.STATUS[now] - values.STATUS[STATES.index(umpire.recovered(STATES[now], result))])
        for result, w in chances.items()
    )


def leaving(g: State, u: int) -> float:
    """What it costs to give up a place: who stands on the defensive keeps his ground, and guns that have targets stay with them."""
    if values.attacks(g, g.scn.units[u].side):
        return 0.0
    guns = g.scn.units[u].type in ("field", "heavy", "machinegun")
    return values.GROUND + (values.GUNS if guns and g.form[u] == DEPLOYED and best_shot(g, u) > 0 else 0.0)


def moved(g: State, u: int, verb: str, stay: float) -> float:
    """The outlook after an order to move, with its chances to be late or lost."""
    d = g.scn.units[u]
    if d.vehicle == "train":  # it stands while its guns have something to fire at
        return stay - 1.0 if any(best_shot(g, w) > 0 for w in vehicles.riders(g, u)) else stay + 0.1
    c = umpire.order_chances(orders.order_question(g, u, verb))
    form = FORM[verb]
    total = c["lost"] * stay
    for result, late in (("obeyed", False), ("delayed", True)):
        if c[result]:
            inches = 0.0 if verb == "deploy" else umpire.base_move(d.type, d.quality, verb, late)
            total += c[result] * values.best_after(g, u, form, inches)
    watched = values.COLUMN if verb == "march" and values.watched(g, u) else 0.0
    return total / umpire.WHOLE - watched - (leaving(g, u) if verb != "deploy" else 0.0)


def act(s: S, d: Decision[Any], step: Any) -> list[float]:
    g = s.state
    u = step.unit
    stay = values.present(g, u)
    return [_weigh(g, u, a, stay) for a in d.actions]


def _weigh(g: State, u: int, a: Action, stay: float) -> float:
    verb = a[0]
    v = g.scn.unit_no.get(a[1], -1) if len(a) == 2 else -1
    if verb in ("hold", "done"):
        return stay - (1.0 if g.place[u] == OFF else 0.0)
    if verb == "dfire":
        return stay + volley(g, u, v, "deployed-fire")
    if verb == "mfire":
        return stay + volley(g, u, v, "moving-fire") + (0.1 if g.form[u] == MANEUVER else -0.3)
    if verb == "indirect":
        counts = special.indirect_line(g, u, v)
        if not isinstance(counts, float):
            return stay
        return stay + values.shot(g, v, fire.question(g, u, v, "moving-fire", counts, special.indirect_way(g, u, v)))
    if verb == "assault":
        c = umpire.order_chances(orders.order_question(g, u, "assault"))
        return stay + (1 - c["lost"] / umpire.WHOLE) * charge(g, u, v)
    if verb == "regroup":
        return stay + recovery(g, u)
    if verb in FORM:
        return moved(g, u, verb, stay)
    if verb == "face":
        return values.outlook(g, u, (g.x[u] / 1000, g.y[u] / 1000), float(a[1]), g.form[u]) + 0.2
    if verb in ("bomb", "strafe"):
        name = "bombing" if verb == "bomb" else "strafing"
        q = special.special_question(g, name, v, umpire.model()["special"][name]["range"], g.bases[u], g.status[u])
        return values.shot(g, v, q)
    rest = {"enter": 5.0, "route": stay + 0.5, "leave": 0.5 if g.place[u] == ABOARD else -1.0, "reverse": -0.5}
    return rest.get(verb, stay - 1.0)


def anti_air(s: S, d: Decision[Any], step: Any) -> list[float]:
    return [1.0 + s.state.bases[s.state.scn.unit_no[a[1]]] if a[0] == "shoot" else 0.0 for a in d.actions]
