"""Poses: where a moving unit ends. People write any pose and the rules answer; others choose from a handful.

go X Y FACING [via X Y ...] [files N]     turn, move, turn (Maneuver, March)
shift X Y                                 without turning; sideways and back at half speed
wheel left|right DEGREES [back]           on a front corner, or back on a rear corner
face DEGREES [files N] [bend DEGREES]     about the middle of the front
face DEGREES at X Y                       with a tactical move (Deploy)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Choice, Steps
from firestep.games.dgk import command, damage, formations, hidden_units, minefields, movement, state, vehicles
from firestep.games.dgk.components.geometry import XY, along, gap, mil, word
from firestep.games.dgk.formations import DEPLOYED, MANEUVER, MARCH, NAMES
from firestep.games.dgk.movement import Answer, Plan
from firestep.games.dgk.state import ON, State

S = Session[State]
#: a Route March that has come so near to its goal is there
GOAL = 3.0
WORDS = ("via", "files", "bend", "at", "back")


def numbers(words: Sequence[str]) -> list[float] | None:
    """Words as numbers, or None if one of them is not a sensible one."""
    try:
        out = [float(w) for w in words]
    except ValueError:
        return None
    return out if all(isfinite(x) and abs(x) < 10_000 for x in out) else None


def xy(p: XY) -> tuple[str, str]:
    return word(mil(p[0]), 1000), word(mil(p[1]), 1000)


def split(action: Action) -> tuple[list[float], dict[str, list[float]]] | None:
    """The numbers after the verb, and those after each keyword."""
    groups: dict[str, list[str]] = {"": []}
    key = ""
    for w in action[1:]:
        if w in WORDS:
            key = w
            if key in groups:
                return None
            groups[key] = []
        elif w in ("left", "right"):
            groups[""].append("-1" if w == "left" else "1")
        else:
            groups[key].append(w)
    parsed = {k: numbers(v) for k, v in groups.items()}
    if any(v is None for v in parsed.values()):
        return None
    clean = {k: v for k, v in parsed.items() if v is not None}
    return clean.pop(""), clean


class UnitChoice(Choice[S]):
    """A question about one unit, to its side."""

    __slots__ = ()
    unit: int

    def seat(self, s: S) -> int:
        return state.side(s.state, self.unit)


@dataclass(frozen=True, slots=True)
class Place(UnitChoice):
    """Choose where a unit goes, after its order arrived. `inches` is its base move in thousandths."""

    unit: int
    action: str
    inches: int
    tactical: bool = False

    @property
    def form(self) -> int:
        """The formation that the order brings: deployed only by Deploy/Tactical (dgk.IV.dep.2), maneuver formation for movement in
        battle (dgk.III.man.1)."""
        # dgk.IV.dep.2, dgk.III.man.1
        return {"deploy": DEPLOYED, "maneuver": MANEUVER, "march": MARCH, "route": MARCH}[self.action]

    def prompt(self, s: S) -> str:
        d = s.state.scn.units[self.unit]
        far = word(self.inches, 1000)
        if self.action == "deploy":
            return f"{d.name} deploys: choose its facing{f' and up to {far} inch of movement' if self.tactical else ''}"
        return f"{d.name}, {self.action}: choose where it goes, up to {far} inches of base movement"

    def poses(self, s: S) -> list[Action]:
        """The handful that is looked at, whatever the rules say of it."""
        g, u = s.state, self.unit
        here = state.pose(g, u)
        allowance = self.inches / 1000
        out: list[Action] = []
        if self.action == "deploy":
            out += [("face", str(f)) for f in movement.headings(g, u)]
            if self.tactical and allowance:
                ahead = word(round(here.facing * 10) % 3600, 10)
                out += [("face", ahead, "at", *xy(along(here.at, here.facing + way, allowance))) for way in (0, 180)]
            return out
        for points, facing in movement.destinations(g, u, self.form, allowance):
            action: Action = ("go", *xy(points[-1]), str(facing))
            if len(points) > 1:
                action = (*action, "via", *(w for p in points[:-1] for w in xy(p)))
            out.append(action)
        if inside := movement.onto_table(g, u, self.form):
            out.append(("go", *xy(inside), word(round(here.facing * 10) % 3600, 10)))
        return out + [("go", *xy(here.at), str(f)) for f in movement.headings(g, u)[:2]]

    def actions(self, s: S) -> list[Action]:
        out = [a for a in self.poses(s) if isinstance(self.plan(s, a), Plan)]
        if not out or isinstance(self.in_place(s), Plan):
            out.append(("stay",))
        return sorted(set(out))

    def in_place(self, s: S) -> Answer:
        """To take up the formation where the unit stands, and as it faces."""
        return movement.turn(s.state, self.unit, self.form, state.pose(s.state, self.unit).facing)

    def allows_unlisted(self, s: S, action: Action) -> bool:
        return action[0] in ("go", "shift", "wheel", "face") and isinstance(self.plan(s, action), Plan)

    def refuse(self, s: S, action: Action) -> list[Refusal]:
        if action == ("stay",):
            found = self.in_place(s)  # it may always stay if there is nothing else: each of the handful is asked again
            return found if isinstance(found, list) and any(not self.refuse(s, a) for a in self.poses(s)) else []
        found = self.plan(s, action)
        return found if isinstance(found, list) else []

    def plan(self, s: S, action: Action) -> Answer:
        """The move an action means, or why it cannot be made."""
        found = self._plan(s, action)
        goal = s.state.scn.units[self.unit].goal
        if self.action != "route" or goal is None or isinstance(found, list):
            return found
        if gap(found.pose.at, goal) > max(GOAL, gap(state.pose(s.state, self.unit).at, goal)):
            where = f"{goal[0]:g}, {goal[1]:g}"
            return [Refusal("dgk.III.route.7", f"its Route March leads to {where}, and that is no way there; an order may")]
        return found

    def _plan(self, s: S, action: Action) -> Answer:
        g, u = s.state, self.unit
        bad = [
            Refusal(
                "dgk.IV.move.2",
                "write: go X Y FACING [via X Y ...] [files N], shift X Y, wheel left|right DEGREES [back], "
                "face DEGREES [at X Y] [files N] [bend DEGREES], or stay",
            )
        ]
        parts = split(action)
        if parts is None:
            return bad
        main, more = parts
        artillery = g.scn.units[u].artillery
        files: int | None = None
        if "files" in more:
            legal = formations.legal_files(artillery, g.bases[u])
            if self.form != MANEUVER or len(more["files"]) != 1 or more["files"][0] not in legal:
                return [
                    Refusal(
                        "dgk.IV.man.1", f"a maneuver formation of {g.bases[u]} bases may be {' or '.join(map(str, legal))} wide"
                    )
                ]
            files = int(more["files"][0])
        allowance = self.inches / 1000
        if self.action == "deploy":
            if action[0] != "face" or len(main) != 1 or {"via", "back"} & set(more) or len(more.get("at", [0, 0])) != 2:
                if action[0] in ("go", "shift", "wheel"):
                    return [Refusal("dgk.IV.dep.3", "a deployed unit does not move but by a tactical inch: face DEGREES at X Y")]
                return bad
            bend = more.get("bend", [0.0])
            if len(bend) != 1 or abs(bend[0]) > 45:
                return [Refusal("dgk.IV.dep.1", "a line bends by 45 degrees at most")]
            to = (more["at"][0], more["at"][1]) if "at" in more else None
            return movement.turn(g, u, DEPLOYED, main[0], None, bend[0], to, allowance if self.tactical else 0.0)
        if action[0] == "face":
            plain = len(main) == 1 and not more.keys() - {"files"}
            return movement.turn(g, u, self.form, main[0], files) if plain else bad
        if action[0] == "go" and len(main) == 3 and len(more.get("via", [])) % 2 == 0 and not more.keys() - {"via", "files"}:
            via = more.get("via", [])
            points = [*((via[i], via[i + 1]) for i in range(0, len(via), 2)), (main[0], main[1])]
            return movement.go(g, u, self.form, allowance, points, main[2] % 360, files)
        if action[0] == "shift" and len(main) == 2 and not more:
            return movement.shift(g, u, self.form, allowance, (main[0], main[1]))
        if action[0] == "wheel" and len(main) == 2 and main[0] in (-1, 1) and 0 < main[1] <= 180 and more in ({}, {"back": []}):
            return movement.wheel(g, u, self.form, allowance, main[0] < 0, main[1], "back" in more)
        return bad

    def take(self, s: S, action: Action) -> Steps:
        g, u = s.state, self.unit
        d = g.scn.units[u]
        if action[0] == "stay":
            plan: Answer = self.in_place(s)
            if isinstance(plan, list):
                s.note("no-room", "dgk.IV.move.11", unit=d.name)
                return ()
        else:
            plan = self.plan(s, action)
            assert isinstance(plan, Plan)
        done = carry_out(s, u, plan, self.action)
        if done is None:
            s.note("no-room", "dgk.X.ind.5", unit=d.name)
            return ()
        return (Embark(u),) if Embark.choices(g, u) else ()


def carry_out(s: S, u: int, plan: Plan, action: str) -> Plan | None:
    """Change the place or shape of a unit, through what lies on the way. Returns what it did, or None if somebody hidden left it no
    room. `action` is an order to move, `face` for a change of facing alone, or `regroup`."""
    g = s.state
    met = hidden_units.meet(s, u, plan)
    if met is None:
        return None
    plan = met
    moved = bool(plan.legs) and plan.cost > 0
    was_mined = moved and minefields.in_mines(g, u)
    hit = minefields.mine_met(g, u, plan.legs, plan.layout, plan.end)
    damage.place(g, u, plan)
    if hit:
        state.stand(g, u, hit.end)
    end = state.pose(g, u)
    at = {"x": round(end.x, 2), "y": round(end.y, 2), "facing": round(end.facing, 1)}
    name = g.scn.units[u].name
    if action == "face":
        s.note("turns", "dgk.III.mfire.3", unit=name, **at)
    elif action == "regroup":
        s.note("forms", "dgk.III.regr.2", unit=name, formation=NAMES[g.form[u]], **at)
    else:
        # dgk.IV.move.2
        s.note("moves", "dgk.IV.move.2", unit=name, action=action, cost=round(float(hit.inches if hit else plan.cost), 1), **at)
    if g.scn.units[u].vehicle and action not in ("face", "regroup"):
        g.moved[u] = int(moved)
        command.carry(g, u)
    minefields.step_on_mines(s, u, hit, was_mined)
    damage.after_move(s)
    return plan


@dataclass(frozen=True, slots=True)
class Embark(UnitChoice):
    """A unit whose move has ended in contact with a vehicle may get on (dgk.X.veh.3)."""

    unit: int

    @staticmethod
    def choices(g: State, u: int) -> list[int]:
        if g.place[u] != ON or g.scn.units[u].vehicle or g.winner >= 0:
            return []
        return [v for v in vehicles.contact_points(g, u) if not vehicles.board_refusals(g, u, v)]

    def prompt(self, s: S) -> str:
        return f"{s.state.scn.units[self.unit].name} has reached a vehicle: it may get on"

    def actions(self, s: S) -> list[Action]:
        g = s.state
        return sorted([("done",), *(("board", g.scn.units[v].id) for v in self.choices(g, self.unit))])

    def refuse(self, s: S, action: Action) -> list[Refusal]:
        if action == ("done",):
            return []
        v = s.state.scn.unit_no.get(action[1], -1) if action[0] == "board" and len(action) == 2 else -1
        if v < 0:
            return [Refusal("dgk.X.veh.3", "write: board VEHICLE, or done")]
        return vehicles.board_refusals(s.state, self.unit, v)

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "board":
            vehicles.board(s, self.unit, s.state.scn.unit_no[action[1]])
        return ()


@dataclass(frozen=True, slots=True)
class Reform(UnitChoice):
    """A regrouped unit may take any formation and facing about the middle of its front (dgk.III.regr.2)."""

    unit: int

    def prompt(self, s: S) -> str:
        return f"{s.state.scn.units[self.unit].name} has regrouped: choose its formation and facing"

    def actions(self, s: S) -> list[Action]:
        g, u = s.state, self.unit
        out: list[Action] = [("keep",)]
        for form in self.forms(s):
            for f in movement.headings(g, u)[:2]:
                if isinstance(movement.turn(g, u, form, f), Plan):
                    out.append(("form", NAMES[form], str(f)))
        return sorted(out)

    def forms(self, s: S) -> tuple[int, ...]:
        return (DEPLOYED, MANEUVER, MARCH) if s.state.scn.units[self.unit].vehicle in ("", "wagon") else (MANEUVER, MARCH)

    def allows_unlisted(self, s: S, action: Action) -> bool:
        return action[0] == "form" and not self.refuse(s, action)

    def refuse(self, s: S, action: Action) -> list[Refusal]:
        if action == ("keep",):
            return []
        f = numbers(action[2:])
        if action[0] != "form" or len(action) != 3 or action[1] not in NAMES or f is None:
            return [Refusal("dgk.III.regr.2", "write: form deployed|maneuver|march DEGREES, or keep")]
        form = NAMES.index(action[1])
        if form not in self.forms(s):
            return [Refusal("dgk.X.auto.3", "vehicles do not deploy")]
        found = movement.turn(s.state, self.unit, form, f[0])
        return [] if isinstance(found, Plan) else found

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "form":
            g, u = s.state, self.unit
            form = NAMES.index(action[1])
            plan = movement.turn(g, u, form, float(action[2]))
            assert isinstance(plan, Plan)
            if carry_out(s, u, plan, "regroup") is None:
                s.note("no-room", "dgk.X.ind.5", unit=g.scn.units[u].name)
        return ()


def turned(g: State, u: int, facing: float) -> Answer:
    """A change of facing in the present formation (Moving Fire alone, dgk.III.mfire.3)."""
    return movement.turn(g, u, g.form[u], facing)  # dgk.III.mfire.3
