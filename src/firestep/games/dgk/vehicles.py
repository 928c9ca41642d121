"""Vehicles (dgk.X): transport, passengers, trains and automobiles."""

from __future__ import annotations

from typing import Any

import shapely
from shapely import LineString
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.dgk import command, damage, minefields, movement, state, umpire
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import Pose, bearing, gap, mil
from firestep.games.dgk.formations import DEPLOYED, MANEUVER, MARCH
from firestep.games.dgk.state import ABOARD, FAST, HALTED, ON, SLOW, State, cars, seat
from firestep.games.dgk.umpire import STATES

S = Session[State]
#: units touch when they are no farther apart than this
CONTACT = 0.05
AUTOMOBILES = ("car", "truck", "wagon")


# -- trains on their tracks --------------------------------------------------------------------------------------------


def track(s: State, u: int) -> LineString:
    line: LineString = s.scn.ground.rails[s.scn.units[u].track].shape
    return line


def train_pose(s: State, u: int) -> Pose:
    """The front of the locomotive."""
    line = track(s, u)
    at = s.s[u] / 1000
    p = line.interpolate(at)
    q = line.interpolate(max(0.0, min(line.length, at - s.heading[u] * 0.5)))
    facing = bearing((q.x, q.y), (p.x, p.y)) if gap((q.x, q.y), (p.x, p.y)) > 1e-6 else 0.0
    return Pose(p.x, p.y, facing)


def other_cars(s: State, u: int) -> BaseGeometry | None:
    """What masks the fire of a rider: the other cars of its train (dgk.X.train.14)."""
    v = s.aboard[u]
    if s.scn.units[v].vehicle != "train":
        return None
    mine = seat(s, u)
    rest = [c.buffer(0.02) for i, c in enumerate(cars(s, v)) if i != mine]
    return shapely.union_all(rest) if rest else None


def may_run(s: State, u: int, action: str) -> list[Refusal]:
    """Why a train may not Maneuver, March or halt (dgk.IV.train.5, ruling D19)."""
    speed = s.speed[u]
    if action in ("maneuver", "march") and s.loaded[u]:  # dgk.X.veh.2, dgk.IV.train.6
        return [stands_still(s, u)]
    if action == "march" and speed == HALTED:
        return [Refusal("dgk.IV.train.5", "a train must Maneuver before it may March")]
    if action == "hold" and speed == FAST:
        return [Refusal("dgk.IV.train.5", "a train must Maneuver before it may halt")]
    if action == "reverse" and speed != HALTED:
        return [Refusal("dgk.X.train.4", "a train may reverse only after it has halted")]
    if action == "deploy":
        return [Refusal("dgk.IV.train.1", "a train keeps to its track")]
    return []


def stands_still(s: State, u: int) -> Refusal:
    """Nobody gets on or off in a turn in which the vehicle moves, whichever comes first (dgk.X.veh.2, dgk.IV.train.6,
    dgk.III.pass.6)."""
    name = s.scn.units[u].name
    return Refusal(
        "dgk.X.veh.2",  # dgk.III.pass.6, dgk.IV.train.6
        f"{name} stands still this turn: somebody got on or off, or guns aboard used Deployed Fire",
    )


def run_limits(s: State, u: int, action: str) -> tuple[float, float]:
    """Least and greatest distance of a train's move; a steep slope on its way slows it by half (dgk.X.train.5, dgk.X.train.6,
    ruling D49)."""
    d = s.scn.units[u]
    most = umpire.base_move(d.type, "average", action)
    line, start = track(s, u), s.s[u] / 1000
    ends = sorted((start, max(0.0, min(line.length, start + s.heading[u] * most))))
    steep = s.scn.ground.steep
    if steep.is_empty or ends[1] - ends[0] < 1e-6 or not steep.intersects(substring(line, *ends)):  # dgk.X.train.6
        return most / 2, most  # dgk.X.train.5
    low, high = 0.0, most
    for _ in range(12):
        mid = (low + high) / 2
        way = substring(line, *sorted((start, max(0.0, min(line.length, start + s.heading[u] * mid)))))
        if mid + steep.intersection(way).length <= most:
            low = mid
        else:
            high = mid
    most = round(low, 2)
    return most / 2, most


def run_refusals(s: State, u: int, action: str, distance: float) -> list[Refusal]:
    low, high = run_limits(s, u, action)
    if distance < low - movement.SLACK:
        return [Refusal("dgk.X.train.5", f"a moving train uses at least {low:g} inches")]
    if distance > high + movement.SLACK:
        return [Refusal("dgk.IV.move.1", f"the train has {high:g} inches")]
    return []


def run(session: S, u: int, action: str, distance: float) -> None:
    """Move a train; what it cannot brush aside stops it, broken track derails it (dgk.X.train.7, dgk.X.train.8)."""
    s = session.state
    d = s.scn.units[u]
    line = track(s, u)  # dgk.IV.train.1
    start = s.s[u] / 1000
    end = max(0.0, min(line.length, start + s.heading[u] * distance))
    derailed = False
    for rail, at, wreck_ in s.cuts:
        if rail == d.track and (at / 1000 - start) * s.heading[u] >= 0 and abs(at / 1000 - start) <= abs(end - start) + 1:
            if wreck_:  # dgk.X.train.7
                end = max(min(start, end), at / 1000 - 1) if s.heading[u] > 0 else min(max(start, end), at / 1000 + 1)
                session.note("train-blocked", "dgk.X.train.7", unit=d.name)
            else:
                end, derailed = at / 1000, True
    for v in range(len(s.place)):  # anything standing on the track ahead
        if v != u and s.place[v] == ON and s.scn.units[v].vehicle != "aircraft":
            other = state.shape(s, v)
            ahead = substring(line, min(start, end), max(start, end))
            if ahead.length > 0 and ahead.distance(other) < 0.5:
                hit = ahead.intersection(other.buffer(0.5))
                near = min(abs(line.project(shapely.Point(c)) - start) for c in shapely.get_coordinates(hit))
                end = start + s.heading[u] * max(0.0, near - 0.1)
                session.note("train-blocked", "dgk.X.train.7", unit=d.name)
    s.s[u] = mil(end)
    p = train_pose(s, u)
    state.put(s, u, p)
    s.speed[u] = FAST if action == "march" else SLOW
    s.moved[u] = 1
    command.carry(s, u)
    session.note("train-runs", "dgk.IV.train.1", unit=d.name, inches=round(float(abs(end - start)), 1))
    if derailed:
        session.note("derailed", "dgk.X.train.8", unit=d.name)
        damage.destroy(session, u, 1 - d.side, "dgk.X.train.8")
    damage.after_move(session)


# -- passengers --------------------------------------------------------------------------------------------------------


def load(s: State, v: int) -> int:
    """Room taken up on a vehicle: artillery and cavalry need twice their bases (dgk.X.auto.2)."""
    return sum(room(s, w) for w in range(len(s.place)) if s.place[w] == ABOARD and s.aboard[w] == v)  # dgk.X.auto.2


def room(s: State, w: int) -> int:
    d = s.scn.units[w]
    if s.aboard[w] >= 0 and s.scn.units[s.aboard[w]].vehicle == "train":
        return 4  # a unit fills a car, whatever its size (dgk.X.veh.4)
    return s.bases[w] * (2 if d.artillery or d.arm == "cavalry" else 1)


def capacity(s: State, v: int) -> int:
    """Passenger bases the vehicle still carries (dgk.X.veh.1)."""
    return s.bases[v] * s.scn.units[v].capacity


def board_refusals(s: State, u: int, v: int) -> list[Refusal]:
    """Why a unit may not get on a vehicle now (dgk.X.veh.1, dgk.X.veh.2, dgk.X.veh.3)."""
    d, c = s.scn.units[u], s.scn.units[v]
    out: list[Refusal] = []
    if c.side != d.side or s.place[v] != ON or not c.capacity or c.vehicle in ("armoured-car", "aircraft"):
        return [Refusal("dgk.X.veh.1", f"{c.name} carries nobody")]
    if d.vehicle:
        return [Refusal("dgk.X.veh.1", "vehicles do not ride on vehicles")]
    if s.place[u] != ON:
        return [Refusal("dgk.X.veh.3", f"{d.name} is not on the ground beside it")]
    if s.moved[v] or s.speed[v] != HALTED:
        out.append(Refusal("dgk.X.veh.2", f"{c.name} moves this turn"))  # dgk.IV.train.6
    need = 4 if c.vehicle == "train" else room(s, u)
    if load(s, v) + need > capacity(s, v):
        out.append(Refusal("dgk.X.veh.1", f"{c.name} has no room for {d.name}"))
    if state.shape(s, u).distance(state.shape(s, v)) > CONTACT:
        out.append(Refusal("dgk.X.veh.3", f"{d.name} is not in contact with {c.name}"))
    return out


def leave_refusals(s: State, u: int) -> list[Refusal]:
    v = s.aboard[u]
    if s.place[u] != ABOARD:
        return [Refusal("dgk.X.veh.3", "it rides on nothing")]
    if s.moved[v] or s.speed[v] != HALTED:
        return [Refusal("dgk.X.veh.2", f"{s.scn.units[v].name} moves this turn")]  # dgk.IV.train.6
    if exit_pose(s, u) is None:
        return [Refusal("dgk.IV.move.11", "there is no room beside the vehicle")]
    return []


def board(session: S, u: int, v: int) -> None:
    s = session.state
    s.place[u], s.aboard[u], s.hidden[u] = ABOARD, v, 0
    s.loaded[v] = 1
    s.form[u] = MANEUVER  # dgk.III.pass.3
    s.trail[u], s.bend[u] = (), 0
    session.note("boards", "dgk.X.veh.3", unit=s.scn.units[u].name, vehicle=s.scn.units[v].name)


def exit_pose(s: State, u: int) -> Pose | None:
    """A place in contact with the vehicle where the unit can stand in maneuver formation."""
    v = s.aboard[u]
    body = state.shape(s, v)
    c = damage.centre(body)
    base = train_pose(s, v).facing if s.scn.units[v].vehicle == "train" else state.pose(s, v).facing
    layout = movement.formed(s, u, MANEUVER)
    for turn in range(0, 360, 15):
        way = base + 90 + turn
        low, high = 0.0, 14.0
        for _ in range(16):
            mid = (low + high) / 2
            g = geometry.shape(Pose(*geometry.along(c, way, mid), (way + 180) % 360), layout)
            if g.intersects(body):
                low = mid
            else:
                high = mid
        # the unit stands with its front to the vehicle, so its front middle is the near point
        pose = Pose(*geometry.along(c, way, high), (way + 180) % 360)
        others = [r for r in movement.standing(s, u, pose, layout) if r.rule != "dgk.IV.move.11"]
        g = geometry.shape(pose, layout)
        clash = any(w != v and s.place[w] == ON and g.intersection(state.shape(s, w)).area > 0.01 for w in [*state.friends(s, u)])
        if not others and not clash:
            return pose
    return None


def leave(session: S, u: int, forced: bool = False) -> None:
    """Get off beside the vehicle, in maneuver formation (dgk.X.veh.3)."""
    s = session.state
    pose = exit_pose(s, u)
    v = s.aboard[u]
    if pose is None:
        if forced:
            s.place[u] = ON
            damage.remove(session, u, 1 - state.side(s, u), "dgk.V.dmg.11")
        return

    end = state.standing_at(pose, MANEUVER, s.files[u])
    hit = minefields.mine_met(s, u, (), movement.formed(s, u, MANEUVER), end)
    s.place[u], s.aboard[u], s.hidden[u] = ON, -1, 0
    s.detrained[u] = int(s.scn.units[v].vehicle == "train")  # dgk.X.train.18
    if not forced:
        s.loaded[v] = 1
    state.stand(s, u, end)
    session.note("leaves", "dgk.X.veh.3", unit=s.scn.units[u].name, vehicle=s.scn.units[v].name)
    minefields.step_on_mines(session, u, hit, False)
    damage.make_room(session)
    if not forced:
        damage.judge(session)


def riders(s: State, v: int) -> list[int]:
    return [w for w in range(len(s.place)) if s.place[w] == ABOARD and s.aboard[w] == v]


def wreck(session: S, v: int, by: int) -> None:
    """A vehicle is destroyed: all get off; of a train each unit takes a level, of automobiles it is disordered
    (dgk.X.train.3, dgk.X.auto.4, ruling D48)."""
    s = session.state
    d = s.scn.units[v]
    for w in riders(s, v):
        leave(session, w, forced=True)
        if s.place[w] != ON:
            continue
        if d.vehicle == "train":
            damage.apply(session, w, 1, damage.Source(damage.centre(state.shape(s, v)), by))  # dgk.X.train.3
        else:
            shake(session, w)  # dgk.X.auto.4
    if d.vehicle == "train":
        s.cuts = (*s.cuts, (d.track, s.s[v], 1))
        session.note("track-blocked", "dgk.X.train.3", unit=d.name)


def shake(session: S, w: int) -> None:
    """Disordered, and no worse if it was so already (dgk.X.auto.4, ruling D48)."""
    s = session.state
    if not s.status[w]:  # dgk.X.auto.4
        s.status[w] = 1
        session.note("damage", "dgk.X.auto.4", unit=s.scn.units[w].name, levels=1, state=STATES[1], bases=0)


def base_lost(session: S, v: int, lost: int) -> None:
    """Automobile bases are gone: laden ones go first, and whoever rode in them gets out disordered; who is left fits, because he
    did before (dgk.X.auto.4, ruling D83)."""
    s = session.state
    out = 0
    for w in reversed(riders(s, v)):
        if out >= lost * s.scn.units[v].capacity:
            break
        out += room(s, w)
        leave(session, w, forced=True)
        if s.place[w] == ON:
            shake(session, w)


# -- fire and assault --------------------------------------------------------------------------------------------------


def emplaced(s: State, u: int) -> bool:
    """Guns set up on a train before the game (dgk.III.pass.3, dgk.III.pass.6)."""
    return s.place[u] == ABOARD and s.form[u] == DEPLOYED


def may_fire(s: State, u: int, kind: str) -> list[Refusal]:
    """Why a passenger may not use a kind of fire (dgk.III.pass.5, dgk.III.pass.7, dgk.X.auto.6). On a train that moved guns use
    Moving Fire, other passengers always do (dgk.X.train.13)."""
    d = s.scn.units[u]
    v = s.aboard[u]
    c = s.scn.units[v]
    if c.vehicle in AUTOMOBILES:
        if d.artillery:  # dgk.X.auto.6
            return [Refusal("dgk.X.auto.6", "guns do not fire from automobiles")]
        if d.type == "machinegun" and "mounted" not in d.arms:
            return [Refusal("dgk.X.auto.6", "these machine guns are not mounted for firing from a vehicle")]
    if kind == "deployed-fire":
        if not emplaced(s, u) or c.vehicle in AUTOMOBILES:  # dgk.III.pass.7
            return [Refusal("dgk.III.pass.7", f"{d.name} can only use Moving Fire from a vehicle")]
        if s.moved[v] or s.speed[v] == FAST:  # dgk.III.pass.5, dgk.X.train.13
            return [Refusal("dgk.III.pass.5", f"{c.name} moves this turn, so its guns use Moving Fire")]
    elif s.form[u] == MARCH:
        return [Refusal("dgk.III.march.3", f"{d.name} is crammed in")]
    return []


def target_form(s: State, v: int) -> int:
    """The formation in which a unit is hit: trains always march, vehicles never deploy, riders as they are set up
    (dgk.IV.train.2, dgk.IV.train.3, dgk.X.auto.3, dgk.X.auto.5). Units on a train are targets of their own (dgk.X.train.1)."""
    d = s.scn.units[v]
    if d.vehicle == "train":
        return MARCH  # dgk.X.train.1
    if s.place[v] == ABOARD and s.scn.units[s.aboard[v]].vehicle in AUTOMOBILES:  # dgk.X.auto.5
        return MANEUVER
    if d.vehicle not in ("", "wagon") and s.form[v] == DEPLOYED:
        return MANEUVER
    return s.form[v]  # dgk.IV.train.3


def cover(s: State, v: int, assault: bool) -> str:
    """Cover that a vehicle gives to itself and to its riders (dgk.IV.train.4, dgk.X.train.11, dgk.X.train.16,
    dgk.X.ac.1)."""
    d = s.scn.units[v]
    if d.vehicle == "armoured-car":
        return "fortified" if d.hull_down and not assault else "hard"
    carrier = s.aboard[v] if s.place[v] == ABOARD else v
    c = s.scn.units[carrier]
    if c.vehicle != "train":
        return "none"
    if c.armour == "armoured" and not assault:  # dgk.X.train.12
        return "fortified"
    if c.armour:  # dgk.X.train.11
        return "hard"
    return "soft" if assault and (s.moved[carrier] or s.speed[carrier] != HALTED) else "none"  # dgk.IV.train.4, dgk.X.train.16


def may_be_assaulted(s: State, u: int, v: int) -> list[Refusal]:
    """Moving trains: by cavalry only, and not while they march (dgk.X.train.16)."""
    carrier = s.aboard[v] if s.place[v] == ABOARD else v
    if s.scn.units[carrier].vehicle != "train":
        return []
    if s.speed[carrier] == FAST:
        return [Refusal("dgk.X.train.16", "a marching train cannot be assaulted")]
    if (s.moved[carrier] or s.speed[carrier] != HALTED) and s.scn.units[u].arm != "cavalry":  # dgk.X.train.16
        return [Refusal("dgk.X.train.16", "only cavalry can assault a moving train")]
    return []


def assault_shape(s: State, v: int) -> Any:
    """What an assault must reach: of a train the locomotive, of its riders any part (dgk.X.train.17)."""
    if s.scn.units[v].vehicle == "train":
        return cars(s, v)[0]  # dgk.X.train.17
    return state.shape(s, v)


def contact_points(s: State, u: int) -> list[int]:
    """Vehicles a unit touches and could board."""
    return [v for v, c in enumerate(s.scn.units) if c.capacity and c.side == state.side(s, u) and v != u and s.place[v] == ON]
