"""The sequence of play (dgk.III): start reading here.

A turn: one die gives the first initiative (TurnBegins); then sides alternate, each round one formation (Rounds, Initiative);
in a round every unit of the formation and its Leader may act (Activation); units act in `orders.py`, poses are chosen in
`placing.py`. The turn ends when all have acted or both sides refuse in succession (TurnEnds).
"""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.dgk import command, orders, special, umpire, victory
from firestep.games.dgk.components.geometry import mil, word
from firestep.games.dgk.placing import numbers
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.state import GONE, OFF, State

S = Session[State]


@dataclass(frozen=True, slots=True)
class TurnBegins(Auto[S]):
    def run(self, s: S) -> Steps:
        g = s.state
        g.turn += 1
        n = len(g.place)
        g.acted, g.assaulted, g.fired_on, g.moved, g.detrained, g.loaded = ([0] * n for _ in range(6))
        g.began = g.form[:]
        g.lmoved, g.activated = [0] * len(g.lx), [0] * len(g.lx)
        g.passes = 0
        for u, d in enumerate(g.scn.units):
            if g.place[u] == OFF and (g.turn < d.enters if d.vehicle != "aircraft" else bool(special.may_fly(g, u))):
                g.acted[u] = 1  # not here yet
        g.first = g.side = st_side(umpire.initiative(s.roll(10)))  # dgk.III.turn.2
        s.note("turn", "dgk.III.turn.2", turn=g.turn, side=g.side)
        return (Rounds(),)


def st_side(name: str) -> int:
    return scenario.SIDES.index(name)


def waiting(g: State, side: int) -> list[int]:
    """Formations of a side that have not had their round (dgk.III.turn.3), Leaders without units among them (dgk.III.turn.4)."""
    return [f for f, d in enumerate(g.scn.formations) if d.side == side and not g.activated[f]]  # dgk.III.turn.3, dgk.III.turn.4


@dataclass(frozen=True, slots=True)
class Rounds(Auto[S]):
    """Decides whose round it is (dgk.III.turn.5, dgk.III.turn.7), or ends the turn (dgk.III.turn.6, dgk.III.turn.8)."""

    def run(self, s: S) -> Steps:
        g = s.state
        if g.winner >= 0:
            return ()
        mine, theirs = waiting(g, g.side), waiting(g, 1 - g.side)
        if (not mine and not theirs) or g.passes >= 2 or (g.passes == 1 and not mine):  # dgk.III.turn.8
            return (TurnEnds(),)
        if not mine:
            # dgk.III.turn.5
            g.side = 1 - g.side  # dgk.III.turn.7
        return (Initiative(),)


@dataclass(frozen=True, slots=True)
class TurnEnds(Auto[S]):
    def run(self, s: S) -> Steps:
        g = s.state
        for f in range(len(g.lx)):
            if not g.activated[f]:
                for u in g.scn.members[f]:
                    if not g.acted[u] and g.place[u] not in (GONE, OFF):
                        orders.hold(s, u)
        if g.winner < 0 and g.turn >= g.scn.turns and g.scn.victories:
            victory.over(s)
        if g.winner < 0 and g.turn >= g.scn.turns:
            g.winner = scenario.SIDES.index(g.scn.limit_winner) if g.scn.limit_winner else 2
            g.end = victory.TIME
            g.reason = g.scn.limit_reason
            s.note("time-up", "dgk.XII.mor.1", winner=g.winner)
        return () if g.winner >= 0 else (TurnBegins(),)


@dataclass(frozen=True, slots=True)
class Initiative(Choice[S]):
    """Pick a formation, or refuse (dgk.III.turn.3, dgk.III.turn.6)."""

    def seat(self, s: S) -> int:
        return s.state.side

    def prompt(self, s: S) -> str:
        return f"Turn {s.state.turn}: choose a formation to act with, or refuse the initiative"

    def actions(self, s: S) -> list[Action]:
        g = s.state
        out: list[Action] = [("activate", g.scn.formations[f].id) for f in waiting(g, g.side)]
        out += [("explode", g.scn.ground.pieces[i].id) for i in special.command_mines(g, g.side)]
        return sorted([*out, ("pass",)])

    def refuse(self, s: S, action: Action) -> list[Refusal]:
        g = s.state
        if action[0] == "activate" and len(action) == 2 and action[1] in g.scn.formation_no:
            f = g.scn.formation_no[action[1]]
            if g.scn.formations[f].side != g.side:
                return [Refusal("dgk.III.turn.5", "that formation is of the other side, which has the next round")]
            return [] if f in waiting(g, g.side) else [Refusal("dgk.III.turn.1", "that formation has acted this turn")]
        if (
            action == ("pass",)
            or action[0] == "explode"
            and action[1:] in {(g.scn.ground.pieces[i].id,) for i in special.command_mines(g, g.side)}
        ):
            return []
        return [Refusal("dgk.III.turn.3", "choose a formation that has not acted, or pass")]

    def take(self, s: S, action: Action) -> Steps:
        g = s.state
        if action[0] == "explode":
            i = next(i for i in special.command_mines(g, g.side) if g.scn.ground.pieces[i].id == action[1])
            special.explode(s, i, g.side)
            return (Rounds(),)
        if action[0] == "pass":
            g.passes += 1
            s.note("refuses", "dgk.III.turn.6", side=g.side)
            g.side = 1 - g.side  # dgk.III.turn.6
            return (Rounds(),)
        g.passes = 0
        f = g.scn.formation_no[action[1]]
        s.note("round", "dgk.III.turn.3", formation=g.scn.formations[f].name)
        return (Activation(f), RoundOver(f))


@dataclass(frozen=True, slots=True)
class RoundOver(Auto[S]):
    formation: int

    def run(self, s: S) -> Steps:
        g = s.state
        g.activated[self.formation] = 1
        g.side = 1 - g.scn.formations[self.formation].side
        return (Rounds(),)


def ready(g: State, f: int) -> list[int]:
    """Units directly under a Leader that can still act (dgk.II.org.1, dgk.II.org.2, ruling D45)."""
    return [u for u in g.scn.members[f] if not g.acted[u] and g.place[u] != GONE]  # dgk.III.turn.1, dgk.II.org.1


@dataclass(frozen=True, slots=True)
class Activation(Choice[S]):
    """A formation's round: its units and its Leader act in any order (dgk.IX.cmd.5, dgk.IX.cmd.7)."""

    formation: int

    def seat(self, s: S) -> int:
        return s.state.scn.formations[self.formation].side

    def prompt(self, s: S) -> str:
        return f"{s.state.scn.formations[self.formation].name}: choose a unit or the Leader, or end the round"

    def actions(self, s: S) -> list[Action]:
        g = s.state
        out: list[Action] = [("unit", g.scn.units[u].id) for u in ready(g, self.formation)]  # dgk.IX.cmd.5, dgk.IX.cmd.7
        if not g.lmoved[self.formation]:  # dgk.IX.cmd.6
            out.append(("leader", g.scn.formations[self.formation].id))
        return sorted([*out, ("end",)])

    def refuse(self, s: S, action: Action) -> list[Refusal]:
        g = s.state
        if action[0] == "unit" and len(action) == 2 and action[1] in g.scn.unit_no:
            u = g.scn.unit_no[action[1]]
            if g.place[u] == GONE:
                return [Refusal("dgk.V.dmg.6", "that unit is destroyed")]
            if g.scn.units[u].formation != self.formation:
                return [Refusal("dgk.II.org.2", "that unit acts with its own formation")]
            if g.assaulted[u]:
                return [Refusal("dgk.III.ui.1", "that unit used its action in close combat")]
            return [Refusal("dgk.III.turn.1", "that unit has acted this turn")] if g.acted[u] else []
        if action[0] == "leader":
            own = action[1:] == (g.scn.formations[self.formation].id,) and not g.lmoved[self.formation]
            return [] if own else [Refusal("dgk.IX.cmd.6", "only this formation's Leader may move, once a turn")]
        return [] if action == ("end",) else [Refusal("dgk.II.org.1", "choose a unit of this formation, its Leader, or end")]

    def take(self, s: S, action: Action) -> Steps:
        g = s.state
        if action[0] == "end":
            for u in ready(g, self.formation):
                orders.hold(s, u)
            return ()
        if action[0] == "leader":
            return (MoveLeader(self.formation), self._again())
        return (orders.Act(g.scn.unit_no[action[1]]), self._again())

    def _again(self) -> Again:
        return Again(self.formation)


@dataclass(frozen=True, slots=True)
class Again(Auto[S]):
    """Go on with the round unless the battle is over."""

    formation: int

    def run(self, s: S) -> Steps:
        g = s.state
        if g.winner >= 0:
            s.agenda.clear()
            return ()
        return (Activation(self.formation),)


@dataclass(frozen=True, slots=True)
class MoveLeader(Choice[S]):
    """A Leader moves or holds; that is all he does (dgk.III.ldr.2). He does not regroup (dgk.III.regr.3)."""

    formation: int

    def seat(self, s: S) -> int:
        return s.state.scn.formations[self.formation].side

    def prompt(self, s: S) -> str:
        return f"{s.state.scn.formations[self.formation].leader}: move up to 24 inches, or hold"

    def actions(self, s: S) -> list[Action]:
        g = s.state
        out: list[Action] = [("hold",)]  # dgk.III.ldr.2, dgk.III.regr.3
        for p in command.leader_places(g, self.formation):
            if not command.leader_move(g, self.formation, [p]):
                out.append(("ride", word(mil(p[0]), 1000), word(mil(p[1]), 1000)))
        out += [("board", g.scn.units[v].id) for v in command.trains(g, self.formation)]
        return sorted(set(out))

    def allows_unlisted(self, s: S, action: Action) -> bool:
        return action[0] == "ride" and not self.refuse(s, action)

    def refuse(self, s: S, action: Action) -> list[Refusal]:
        if action[0] == "board" and len(action) == 2 and action[1] in s.state.scn.unit_no:
            return command.leader_boards(s.state, self.formation, s.state.scn.unit_no[action[1]])
        if action == ("hold",):
            return []
        xs = numbers(action[1:])
        if action[0] != "ride" or xs is None or not xs or len(xs) % 2:
            return [
                Refusal(
                    "dgk.III.ldr.2",  # dgk.III.regr.3
                    "a Leader may only ride to a point (ride X Y, with further points on the way first) or hold",
                )
            ]
        return command.leader_move(s.state, self.formation, [(xs[i], xs[i + 1]) for i in range(0, len(xs), 2)])

    def take(self, s: S, action: Action) -> Steps:
        g = s.state
        g.lmoved[self.formation] = 1
        if action[0] == "board":
            command.take_seat(s, self.formation, g.scn.unit_no[action[1]])
        if action[0] == "ride":
            command.leave_seat(g, self.formation)
            g.lx[self.formation], g.ly[self.formation] = mil(float(action[-2])), mil(float(action[-1]))
            s.note("leader-moves", "dgk.III.ldr.1", leader=g.scn.formations[self.formation].leader)
        return ()
