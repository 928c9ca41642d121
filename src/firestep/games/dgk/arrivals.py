"""Arrivals by route march, runs of trains, attacks of aircraft: the steps of dgk.III.route and dgk.X."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Choice, Steps
from firestep.games.dgk import fire, movement, special, state, umpire, vehicles
from firestep.games.dgk.components.geometry import mil, word
from firestep.games.dgk.formations import MARCH
from firestep.games.dgk.movement import Plan
from firestep.games.dgk.placing import Place, UnitChoice, numbers
from firestep.games.dgk.state import ON, State

S = Session[State]


def entry_plan(g: State, u: int) -> Plan | list[Refusal]:
    """Route March onto the table at the scenario's point (dgk.III.route.1, dgk.III.route.7)."""
    if g.turn < g.scn.units[u].enters:
        return [Refusal("dgk.III.route.1", "it arrives later")]
    here = state.pose(g, u)
    plan = movement.turn(g, u, MARCH, here.facing)
    if isinstance(plan, Plan):
        return plan
    against = [r for r in plan if r.rule != "dgk.VIII.gen.1"]
    return against or Plan(here, movement.formed(g, u, MARCH), 0, (), MARCH, g.files[u])


def entry_actions(s: S, u: int) -> list[Action]:
    out: list[Action] = [("hold",)]
    if isinstance(entry_plan(s.state, u), Plan):
        out.append(("enter",))
    return out


def enter(s: S, u: int) -> Steps:
    g = s.state
    g.place[u], g.form[u] = ON, MARCH
    s.note("enters", "dgk.III.route.1", unit=g.scn.units[u].name)
    return (route_march(g, u),)


def route_march(g: State, u: int) -> Place:
    """The move of a unit on a route march."""
    d = g.scn.units[u]
    return Place(u, "route", mil(umpire.base_move(d.type, d.quality, "march")))


@dataclass(frozen=True, slots=True)
class Run(UnitChoice):
    """How far a train goes along its track; no order is lost (dgk.X.train.5, dgk.X.train.10)."""

    unit: int
    action: str

    def prompt(self, s: S) -> str:
        low, high = vehicles.run_limits(s.state, self.unit, self.action)
        return f"{s.state.scn.units[self.unit].name}: run {low:g} to {high:g} inches"

    def actions(self, s: S) -> list[Action]:
        low, high = vehicles.run_limits(s.state, self.unit, self.action)
        return sorted({("run", word(mil(d), 1000)) for d in (low, (low + high) / 2, high)})

    def allows_unlisted(self, s: S, action: Action) -> bool:
        return not self.refuse(s, action)

    def refuse(self, s: S, action: Action) -> list[Refusal]:
        d = numbers(action[1:])
        if action[0] != "run" or d is None or len(d) != 1:
            return [Refusal("dgk.X.train.5", "write: run INCHES")]
        return vehicles.run_refusals(s.state, self.unit, self.action, d[0])

    def take(self, s: S, action: Action) -> Steps:
        vehicles.run(s, self.unit, self.action, float(action[1]))  # dgk.X.train.10
        return ()


def air_actions(g: State, u: int) -> list[Action]:
    out: list[Action] = [("hold",)]
    if special.may_fly(g, u):
        return out
    for kind in g.scn.units[u].arms:
        out += [(kind, g.scn.units[v].id) for v in fire.targets(g, u) if not special.attack_refusals(g, u, v, kind)]
    out.append(("fly", word(mil(g.scn.ground.width / 2), 1000), word(mil(g.scn.ground.height / 2), 1000)))
    return out


@dataclass(frozen=True, slots=True)
class AntiAir(Choice[S]):
    """Units that can reach the aircraft may fire before it attacks (dgk.X.air.3)."""

    unit: int
    target: int
    kind: str
    guns: tuple[int, ...]

    def seat(self, s: S) -> int:
        return 1 - state.side(s.state, self.unit)

    def prompt(self, s: S) -> str:
        return f"{s.state.scn.units[self.unit].name} attacks: choose a unit to fire at it, or none"

    def actions(self, s: S) -> list[Action]:
        return sorted([("none",), *(("shoot", s.state.scn.units[g].id) for g in self.guns)])

    def refuse(self, s: S, action: Action) -> list[Refusal]:
        if action == ("none",) or action[0] == "shoot" and action[1:] in {(s.state.scn.units[g].id,) for g in self.guns}:
            return []
        return [Refusal("dgk.X.air.7", "only units equipped for it, in range, may fire at aircraft")]

    def take(self, s: S, action: Action) -> Steps:
        g = s.state
        if action[0] == "shoot":
            gun = g.scn.unit_no[action[1]]
            special.anti_aircraft(s, gun, self.unit)
            if g.place[self.unit] != ON:
                return ()
            rest = tuple(x for x in self.guns if x != gun)
            if rest:
                return (AntiAir(self.unit, self.target, self.kind, rest),)
        return air_run(s, self.unit, self.target, self.kind)


def air_run(s: S, u: int, v: int, kind: str) -> Steps:
    if s.state.place[u] == ON:
        special.air_attack(s, u, v, kind)
    return ()
