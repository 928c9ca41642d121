"""Actions of a unit (dgk.III): what it may do, the order check, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.dgk import assault, command, damage, fire, hidden_units, minefields, movement, special, state, umpire, vehicles
from firestep.games.dgk.arrivals import AntiAir, Run, air_actions, air_run, enter, entry_actions, entry_plan, route_march
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import mil
from firestep.games.dgk.formations import DEPLOYED, MANEUVER
from firestep.games.dgk.movement import Plan
from firestep.games.dgk.placing import Place, Reform, UnitChoice, carry_out, numbers, turned
from firestep.games.dgk.state import ABOARD, FAST, HALTED, OFF, ON, State
from firestep.games.dgk.umpire import STATES, Question

S = Session[State]
MOVES = ("deploy", "maneuver", "march")
FIRE = {"dfire": "deployed-fire", "mfire": "moving-fire"}


def order_question(g: State, u: int, action: str) -> Question:
    """Unit, action, state and Leader: all that an order check asks (dgk.III.deploy.5). A Leader nearby helps
    (dgk.IV.ord.2)."""
    d = g.scn.units[u]
    return Question(action, d.type, d.quality, STATES[g.status[u]], leader=command.leader_near(g, u))  # dgk.IV.ord.2


def check_order(s: S, u: int, action: str) -> str:
    """Roll for an order (dgk.IV.ord.1): `obeyed`, `delayed` or `lost`."""
    g = s.state
    d = g.scn.units[u]
    if g.hidden[u]:
        return "obeyed"  # the order to come out of hiding was given beforehand; dice would betray it (ruling D92)
    result = umpire.resolve_order(order_question(g, u, action), [s.roll(10) for _ in range(umpire.DICE)])
    hidden_units.tell(s, u, "order", "dgk.IV.ord.1", unit=d.name, action=action, result=result)
    return result


def hold(s: S, u: int) -> None:
    """Do nothing (dgk.III.hold.1); wire in contact is cut, a slow train halts."""
    g = s.state
    g.acted[u] = 1  # dgk.III.hold.1
    if g.place[u] == ON:
        special.cut_wire(s, u)
    if g.scn.units[u].vehicle == "train":
        if g.speed[u] == FAST:
            low, _ = vehicles.run_limits(g, u, "maneuver")
            vehicles.run(s, u, "maneuver", low)  # it cannot stop at once (dgk.IV.train.5)
        else:
            g.speed[u] = HALTED


# -- what a unit may choose --------------------------------------------------------------------------------------------


def may_move(g: State, u: int, action: str) -> list[Refusal]:
    """Why a unit may not be given an order to move."""
    d = g.scn.units[u]
    # dgk.III.pass.1
    if g.place[u] == ABOARD:  # it may get off and go on from there, unless it is emplaced (dgk.X.veh.3, dgk.III.pass.4)
        barred = vehicles.emplaced(g, u) or vehicles.leave_refusals(g, u)
        return [Refusal("dgk.III.pass.1", f"{d.name} rides on a vehicle")] if barred else []  # dgk.III.pass.4
    if g.place[u] == OFF:
        return [Refusal("dgk.III.route.1", f"{d.name} is not on the table")]
    if d.vehicle == "train":
        return vehicles.may_run(g, u, action)
    if d.vehicle == "aircraft":
        return [Refusal("dgk.X.air.1", f"{d.name} flies")]
    if d.vehicle and g.loaded[u]:
        return [vehicles.stands_still(g, u)]
    if action == "deploy" and d.vehicle not in ("", "wagon"):  # dgk.III.deploy.4
        return [Refusal("dgk.X.auto.3", "vehicles do not deploy")]  # all others do: dgk.III.deploy.4
    if action == "deploy" and not any(isinstance(movement.turn(g, u, DEPLOYED, f), Plan) for f in movement.headings(g, u)):
        return [Refusal("dgk.IV.move.11", f"{d.name} has no room to deploy")]
    return []


def may_regroup(g: State, u: int) -> list[Refusal]:
    if not g.status[u] or g.place[u] == OFF:  # dgk.III.regr.1, dgk.V.stat.3
        return [Refusal("dgk.III.regr.1", f"{g.scn.units[u].name} is neither disordered nor demoralised")]  # dgk.V.stat.3
    return []


def fire_actions(g: State, u: int) -> list[Action]:
    """Fire in the present formation, without an order (dgk.IX.cmd.2)."""
    kinds = [k for k in umpire.FIRES if not fire.may_fire(g, u, k)]
    out: list[Action] = []
    if kinds:
        for v in fire.legal_targets(g, u):
            out += [("dfire" if k == "deployed-fire" else "mfire", g.scn.units[v].id) for k in kinds]  # dgk.IX.cmd.2
    return out


def indirect_actions(g: State, u: int) -> list[Action]:
    if not g.scn.units[u].artillery or g.scn.options.get("indirect", "off") != "on":  # dgk.II.art.3
        return []
    return [("indirect", g.scn.units[v].id) for v in fire.targets(g, u) if not isinstance(special.indirect_line(g, u, v), Refusal)]


def assault_actions(g: State, u: int) -> list[Action]:
    if assault.may_assault(g, u):
        return []
    reach = umpire.base_move(g.scn.units[u].type, g.scn.units[u].quality, "assault")
    return [
        ("assault", g.scn.units[v].id)
        for v in fire.targets(g, u)
        if assault.perhaps(g, u, v, reach) and isinstance(assault.plan(g, u, v, reach), assault.Charge)
    ]


def faces(g: State, u: int) -> list[Action]:
    """Turn first, then Moving Fire alone: for units in maneuver formation (dgk.III.mfire.3, ruling D14)."""
    if g.form[u] != MANEUVER or fire.may_fire(g, u, "moving-fire") or g.place[u] == ABOARD:
        return []
    out: list[Action] = []
    for f in movement.headings(g, u)[:1]:
        plan = turned(g, u, f)
        if isinstance(plan, Plan) and target_after(g, u, plan):
            out.append(("face", str(f)))
    return out


def target_after(g: State, u: int, plan: Plan) -> bool:
    """There is a target once the unit has turned."""
    trial = g.copy()
    state.put(trial, u, plan.pose)
    return any(fire.can_hit(trial, u, v) for v in fire.targets(trial, u))


def alone(action: Action) -> bool:
    """Orders that are looked at one by one much sooner than all are listed: one line of sight instead of one to every enemy."""
    return action[0] in ((*MOVES, "hold", "regroup") if len(action) == 1 else (*FIRE, "indirect", "assault", "face"))


@dataclass(frozen=True, slots=True)
class Act(UnitChoice):
    """One unit's action (dgk.III.turn.1, dgk.III.comb.1). Disorder and demoralisation forbid none (dgk.III.ui.2). Passengers act as
    units of their own (dgk.III.pass.2)."""

    unit: int

    def prompt(self, s: S) -> str:
        d = s.decision
        targets = d is not None and any(a[0] in ("dfire", "mfire", "indirect", "assault") for a in d.actions)
        return f"{s.state.scn.units[self.unit].name}: choose its action{' or its target' if targets else ''}"

    def actions(self, s: S) -> list[Action]:
        g, u = s.state, self.unit
        d = g.scn.units[u]
        if d.vehicle == "aircraft":
            return sorted(air_actions(g, u))
        if g.place[u] == OFF:
            return sorted(entry_actions(s, u))
        out: list[Action] = []
        if not (d.vehicle == "train" and vehicles.may_run(g, u, "hold")):
            out.append(("hold",))
        out += [(a,) for a in MOVES if not may_move(g, u, a)]
        if g.route[u] and d.vehicle != "train" and not g.loaded[u]:
            out.append(("route",))  # dgk.III.ui.2
        if not may_regroup(g, u):  # dgk.III.comb.1
            out.append(("regroup",))
        out += fire_actions(g, u)  # Moving Fire by a deployed unit commits it to Deploy or Maneuver (dgk.III.comb.2)
        out += faces(g, u)
        out += indirect_actions(g, u)
        out += assault_actions(g, u)
        if g.place[u] == ON and not d.vehicle:  # dgk.III.pass.2
            out += [("board", g.scn.units[v].id) for v in vehicles.contact_points(g, u) if not vehicles.board_refusals(g, u, v)]
        if g.place[u] == ABOARD and not vehicles.leave_refusals(g, u):
            out.append(("leave",))
        if g.scn.ground.rails and g.place[u] == ON and not d.vehicle and not special.rip_refusals(g, u):
            out.append(("rip",))
        if d.vehicle == "train" and not vehicles.may_run(g, u, "reverse"):
            out.append(("reverse",))
        return sorted(set(out))

    def allows_unlisted(self, s: S, action: Action) -> bool:
        return action[0] == "face" and not self.refuse(s, action) or (action[0] == "fly" and not self.refuse(s, action))

    def is_legal(self, s: S, action: Action) -> bool:
        return alone(action) and s.state.place[self.unit] == ON and not self.refuse(s, action)

    def refuse(self, s: S, action: Action) -> list[Refusal]:
        return refusals(s, self.unit, action)

    def take(self, s: S, action: Action) -> Steps:
        return perform(s, self.unit, action)


class Order(NamedTuple):
    """What a verb stands for: the word that follows it, why a unit may not do it, and how it is done."""

    refuse: Callable[[State, int, Action], list[Refusal]]
    perform: Callable[[S, int, Action], Steps]
    #: "" for no word, "unit" for a unit, "facing" for whole degrees, "point" for what the order judges itself
    words: str = ""
    #: the vehicles that have this order; None: every unit
    vehicle: str | None = None

    def fits(self, g: State, u: int, action: Action) -> bool:
        """Whether the unit has this order, and the words that follow the verb are of its kind."""
        if self.vehicle not in (None, g.scn.units[u].vehicle):
            return False
        if self.words == "unit":
            return len(action) == 2 and action[1] in g.scn.unit_no
        if self.words == "facing":
            return len(action) == 2 and numbers(action[1:]) is not None
        return self.words == "point" or len(action) == 1


def cannot(g: State, u: int, action: Action) -> list[Refusal]:
    return [Refusal("dgk.III.comb.1", f"{g.scn.units[u].name} cannot do that now")]


def refusals(s: S, u: int, action: Action) -> list[Refusal]:
    """Why a unit may not do this now."""
    g = s.state
    d = g.scn.units[u]
    verb = action[0]
    if verb == "hold" and d.vehicle != "train":
        return []
    if g.place[u] == OFF and d.vehicle != "aircraft":
        way = entry_plan(g, u) if verb == "enter" else [Refusal("dgk.III.route.1", f"{d.name} is not on the table")]
        return way if isinstance(way, list) else []
    if d.vehicle == "aircraft" and verb not in ("bomb", "strafe", "fly"):
        return [Refusal("dgk.X.air.1", f"{d.name} flies")]
    order = ORDERS.get(verb)
    return order.refuse(g, u, action) if order and order.fits(g, u, action) else cannot(g, u, action)


def perform(s: S, u: int, action: Action) -> Steps:
    """Carry out an action up to the next question."""
    g = s.state
    verb = action[0]
    waits = verb == "hold" and g.place[u] == OFF  # who is not here yet has not begun
    if verb not in ("route", "enter") and g.scn.units[u].vehicle != "train" and not waits:
        g.route[u] = 0  # dgk.III.route.6
    if verb not in MOVES:
        g.acted[u] = 1
    return ORDERS[verb].perform(s, u, action)


def no_assault(g: State, u: int, action: Action) -> list[Refusal]:
    d = g.scn.units[u]
    able = umpire.model()["types"][d.type]["assault"]
    plan = assault.plan(g, u, target_of(g, action), umpire.base_move(d.type, d.quality, "assault") if able else 0)
    return plan if isinstance(plan, list) else []


def no_indirect(g: State, u: int, action: Action) -> list[Refusal]:
    found = special.indirect_line(g, u, target_of(g, action))
    return [found] if isinstance(found, Refusal) else []


def no_face(g: State, u: int, action: Action) -> list[Refusal]:
    if g.form[u] != MANEUVER:
        rule = "dgk.III.dfire.3" if g.form[u] == DEPLOYED else "dgk.III.march.3"
        return [Refusal(rule, "only a unit in maneuver formation may turn and fire")]  # dgk.III.dfire.3
    if refused := fire.may_fire(g, u, "moving-fire"):
        return refused
    turn = turned(g, u, float(action[1]))
    if isinstance(turn, list):
        return turn
    return [] if target_after(g, u, turn) else [Refusal("dgk.VI.los.1", "there is no target that way")]


def no_flight(g: State, u: int, action: Action) -> list[Refusal]:
    at = numbers(action[1:])
    if at is None or len(at) != 2 or not (0 <= at[0] <= g.scn.ground.width and 0 <= at[1] <= g.scn.ground.height):
        return [Refusal("dgk.X.air.1", "write: fly X Y, a point of the table")]
    return special.may_fly(g, u)


def no_route(g: State, u: int, action: Action) -> list[Refusal]:
    d = g.scn.units[u]
    marching = g.route[u] and d.vehicle != "train" and not g.loaded[u]
    return [] if marching else [Refusal("dgk.III.route.6", f"{d.name} is not on a route march")]


def target_of(g: State, action: Action) -> int:
    """The unit that an action names."""
    return g.scn.unit_no[action[1]]


def indirect(s: S, u: int, action: Action) -> Steps:
    g = s.state
    v = target_of(g, action)
    counts = special.indirect_line(g, u, v)
    assert isinstance(counts, float)
    way = special.indirect_way(g, u, v)
    q = fire.question(g, u, v, "moving-fire", counts, way)
    fire.resolve(s, u, v, q, "dgk.X.ind.3", measured=round(geometry.gap(*way), 1))
    return ()


def face(s: S, u: int, action: Action) -> Steps:
    g = s.state
    plan = turned(g, u, float(action[1]))
    assert isinstance(plan, Plan)
    carry_out(s, u, plan, "face")
    return (FireOnly(u),) if g.place[u] == ON and g.winner < 0 else ()


def reverse(s: S, u: int, action: Action) -> Steps:
    g = s.state
    d = g.scn.units[u]
    g.heading[u] = -g.heading[u]  # dgk.X.train.4
    g.s[u] += g.heading[u] * 1000 * d.bases  # the last car leads now
    _clip_train(g, u)
    s.note("train-reverses", "dgk.X.train.4", unit=d.name)
    return ()


def attack_from_the_air(s: S, u: int, action: Action) -> Steps:
    g = s.state
    v = target_of(g, action)
    special.place_beside(g, u, v)
    guns = tuple(special.gunners(g, u))
    return (AntiAir(u, v, action[0], guns),) if guns else air_run(s, u, v, action[0])


def done(do: Callable[[S, int, Action], object]) -> Callable[[S, int, Action], Steps]:
    """An order after which nothing is asked."""

    def perform(s: S, u: int, action: Action) -> Steps:
        do(s, u, action)
        return ()

    return perform


def moving_fire(s: S, u: int, action: Action) -> Steps:
    shoot(s, u, action)
    return (AfterFire(u),) if s.state.place[u] == ON and s.state.winner < 0 else ()


def shoot(s: S, u: int, action: Action) -> Steps:
    """Fire at the target that the action names."""
    v = target_of(s.state, action)
    if action[0] == "dfire" and s.state.place[u] == ABOARD:
        s.state.loaded[s.state.aboard[u]] = 1  # dgk.III.pass.6: it does not move this turn
    q = fire.shot(s.state, u, v, FIRE[action[0]])
    assert isinstance(q, Question)
    fire.resolve(s, u, v, q)
    return ()


def _clip_train(g: State, u: int) -> None:
    line = vehicles.track(g, u)
    g.s[u] = max(0, min(mil(line.length), g.s[u]))
    state.put(g, u, vehicles.train_pose(g, u))


# -- orders to move ------------------------------------------------------------------------------------------------------


def move_order(s: S, u: int, action: str) -> Steps:
    """The order check, then the pose (dgk.III.man.5, dgk.III.march.4, rulings D46-D47)."""
    g = s.state
    d = g.scn.units[u]
    if d.vehicle == "train":
        g.acted[u] = 1
        return (Run(u, action),)
    fired = bool(g.acted[u])
    result = check_order(s, u, action)  # dgk.III.man.5, dgk.III.march.4
    g.acted[u] = 1
    if result == "lost":
        return () if fired else (OrderLost(u),)
    if g.place[u] == ABOARD:
        vehicles.leave(s, u)  # dgk.X.veh.3: its movement starts in contact
    if action == "deploy":
        already = g.form[u] == DEPLOYED
        inch = umpire.base_move(d.type, d.quality, "deploy", result == "delayed") if already else 0.0
        return (Place(u, "deploy", mil(inch), already and inch > 0),)
    return (Place(u, action, mil(umpire.base_move(d.type, d.quality, action, result == "delayed"))),)


@dataclass(frozen=True, slots=True)
class OrderLost(UnitChoice):
    """The order did not arrive: an action without movement is still possible (dgk.IV.ord.3)."""

    unit: int

    def prompt(self, s: S) -> str:
        return f"{s.state.scn.units[self.unit].name}: the order was lost; it may fire, regroup or hold"

    def actions(self, s: S) -> list[Action]:
        g, u = s.state, self.unit
        out: list[Action] = [("hold",)]
        if not may_regroup(g, u):  # dgk.IV.ord.3
            out.append(("regroup",))
        out += [a for a in fire_actions(g, u) if a[0] == "dfire" or g.form[u] == MANEUVER]
        return sorted({*out, *faces(g, u), *indirect_actions(g, u)})  # a turn is part of Moving Fire (ruling D46)

    def allows_unlisted(self, s: S, action: Action) -> bool:
        return action[0] == "face" and not self.refuse(s, action)

    def is_legal(self, s: S, action: Action) -> bool:
        return alone(action) and not self.refuse(s, action)

    def refuse(self, s: S, action: Action) -> list[Refusal]:
        if action == ("hold",):
            return []
        if action[0] not in ("dfire", "face", "indirect", "mfire", "regroup"):
            return [Refusal("dgk.IV.ord.3", "the order was lost: nothing that involves movement")]
        if action[0] == "mfire" and s.state.form[self.unit] != MANEUVER:
            return [Refusal("dgk.III.mfire.1", "a deployed unit uses Moving Fire only with Deploy/Tactical or Maneuver")]
        return refusals(s, self.unit, action)

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "mfire":  # no combination any more (ruling D46)
            return shoot(s, self.unit, action)
        return perform(s, self.unit, action)


@dataclass(frozen=True, slots=True)
class AfterFire(UnitChoice):
    """Moving Fire comes first; then the unit may Deploy or Maneuver (dgk.III.mfire.2, dgk.III.comb.2). So range,
    arc and sight are fixed before it moves or turns (dgk.III.comb.3)."""

    unit: int

    def prompt(self, s: S) -> str:
        who = s.state.scn.units[self.unit].name
        if ("done",) in self.actions(s):
            return f"{who} has fired: it may still deploy or maneuver, or be done"
        return f"{who} has fired on the move: now it deploys or maneuvers"

    def actions(self, s: S) -> list[Action]:
        g, u = s.state, self.unit
        out: list[Action] = [(a,) for a in ("deploy", "maneuver") if not may_move(g, u, a)]  # dgk.III.mfire.2, dgk.III.comb.3
        if g.form[u] == MANEUVER or not out:
            out.append(("done",))  # a deployed unit used Moving Fire because it moves (dgk.III.mfire.1)
        return sorted(out)

    def refuse(self, s: S, action: Action) -> list[Refusal]:
        if action == ("march",):
            return [Refusal("dgk.III.comb.2", "Moving Fire combines with Deploy/Tactical or Maneuver only")]
        if action == ("done",):
            moves = any(not may_move(s.state, self.unit, a) for a in ("deploy", "maneuver"))
            return (
                []
                if s.state.form[self.unit] == MANEUVER or not moves
                else [Refusal("dgk.III.mfire.1", "a deployed unit uses Moving Fire only with Deploy/Tactical or Maneuver")]
            )
        return refusals(s, self.unit, action)

    def take(self, s: S, action: Action) -> Steps:
        return () if action[0] == "done" else move_order(s, self.unit, action[0])


@dataclass(frozen=True, slots=True)
class FireOnly(UnitChoice):
    """Moving Fire alone, after a change of facing (ruling D14)."""

    unit: int

    def prompt(self, s: S) -> str:
        return f"{s.state.scn.units[self.unit].name} has turned: choose its target"

    def actions(self, s: S) -> list[Action]:
        g, u = s.state, self.unit
        targets = [] if fire.may_fire(g, u, "moving-fire") else fire.legal_targets(g, u)
        return sorted(("mfire", g.scn.units[v].id) for v in targets) or [("hold",)]  # mines or hidden troops may leave it no target

    def refuse(self, s: S, action: Action) -> list[Refusal]:
        if action != ("hold",):
            return refusals(s, self.unit, action)
        if self.actions(s) == [("hold",)]:
            return []
        return [Refusal("dgk.III.mfire.3", "a unit turns without an order only for Moving Fire: choose its target")]

    def take(self, s: S, action: Action) -> Steps:
        return shoot(s, self.unit, action) if action[0] == "mfire" else ()


def charge(s: S, u: int, v: int) -> Steps:
    """An assault: order, reach, then the umpire (dgk.III.ass.5, dgk.VII.ass.8)."""
    g = s.state
    d = g.scn.units[u]
    result = check_order(s, u, "assault")
    if result == "lost":
        return (OrderLost(u),)
    plan = assault.plan(g, u, v, umpire.base_move(d.type, d.quality, "assault", result == "delayed"))  # dgk.VII.ass.8
    if isinstance(plan, list):
        s.note("assault-late", "dgk.VII.ass.8", unit=d.name, target=g.scn.units[v].name)
        return (OrderLost(u),)
    if hidden_units.ambush(s, u, geometry.swept(plan.layout, plan.start.facing, plan.start.at, plan.contact.at)):
        s.note("assault-met", "dgk.X.ind.5", unit=d.name)  # its action is used (ruling D81)
        return ()
    if hit := assault.mined(g, u, plan):  # it stops there (dgk.X.mine.1)
        minefields.step_on_mines(s, u, hit, False)
        damage.after_move(s)
        return ()
    assault.resolve(s, u, v, plan)
    return ()


def regroup(s: S, u: int) -> Steps:
    g = s.state
    d = g.scn.units[u]
    q = Question("regroup", d.type, d.quality, leader=command.leader_near(g, u))
    result = umpire.resolve_regroup(q, [s.roll(10) for _ in range(umpire.DICE)])
    # bases do not come back (dgk.V.dmg.8)
    g.status[u] = STATES.index(umpire.recovered(STATES[g.status[u]], result))
    hidden_units.tell(s, u, "regroup", "dgk.V.stat.4", unit=d.name, result=result, state=STATES[g.status[u]])
    if result != "failed" and g.place[u] == ON and d.vehicle not in ("train", "aircraft"):
        return (Reform(u),)  # any success, a step as well (dgk.III.regr.2, ruling D06)
    return ()


_MOVE = Order(lambda g, u, a: may_move(g, u, a[0]), lambda s, u, a: move_order(s, u, a[0]))
_AIR = Order(lambda g, u, a: special.attack_refusals(g, u, target_of(g, a), a[0]), attack_from_the_air, "unit", "aircraft")


def _shot(g: State, u: int, action: Action) -> list[Refusal]:
    return fire.refusals(g, u, target_of(g, action), FIRE[action[0]])


#: every order that a unit can be given, by its verb
ORDERS: dict[str, Order] = {
    **dict.fromkeys(MOVES, _MOVE),
    "hold": Order(lambda g, u, a: vehicles.may_run(g, u, a[0]), done(lambda s, u, a: hold(s, u)), vehicle="train"),
    "route": Order(no_route, lambda s, u, a: (route_march(s.state, u),)),
    "enter": Order(cannot, lambda s, u, a: enter(s, u)),
    "regroup": Order(lambda g, u, a: may_regroup(g, u), lambda s, u, a: regroup(s, u)),
    "dfire": Order(_shot, done(shoot), "unit"),
    "mfire": Order(_shot, moving_fire, "unit"),
    "indirect": Order(no_indirect, indirect, "unit"),
    "face": Order(no_face, face, "facing"),
    "assault": Order(no_assault, lambda s, u, a: charge(s, u, target_of(s.state, a)), "unit"),
    "board": Order(
        lambda g, u, a: vehicles.board_refusals(g, u, target_of(g, a)),
        done(lambda s, u, a: vehicles.board(s, u, target_of(s.state, a))),
        "unit",
    ),
    "leave": Order(lambda g, u, a: vehicles.leave_refusals(g, u), done(lambda s, u, a: vehicles.leave(s, u))),
    "rip": Order(lambda g, u, a: special.rip_refusals(g, u), done(lambda s, u, a: special.rip(s, u))),
    "reverse": Order(lambda g, u, a: vehicles.may_run(g, u, a[0]), reverse, vehicle="train"),
    "fly": Order(no_flight, done(lambda s, u, a: special.fly(s, u, (float(a[1]), float(a[2])))), "point", "aircraft"),
    "bomb": _AIR,
    "strafe": _AIR,
}
