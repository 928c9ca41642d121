"""Secrets (dgk.X.ind.5, dgk.X.mine.1): the game as a seat knows it, without hidden enemies and unknown mines."""

from __future__ import annotations

import dataclasses
from typing import Any

from firestep.engine.session import Session
from firestep.engine.step import Step, Steps
from firestep.games.dgk import state
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.scenarios.scenario import SIDES
from firestep.games.dgk.sequence import Activation, Again
from firestep.games.dgk.state import ABOARD, State

S = Session[State]


# -- the game as a seat knows it -------------------------------------------------------------------------------------------


def unknown_pieces(s: State, seat: int | None) -> list[str]:
    """Minefields and command mines that a seat has not found and did not lay (dgk.X.mine.1)."""
    ground = s.scn.ground
    own = "" if seat is None else SIDES[seat]
    out = [p.id for i, p in enumerate(ground.mines) if not s.mines >> i & 1 and (p.side != own or not own)]
    out += [
        p.id
        for i, p in enumerate(ground.pieces)
        if p.kind.id == "command-mine" and p.id not in out and not s.exploded >> i & 1 and (p.side != own or not own)
    ]
    return sorted(out)


def hides(s: State, agenda: Steps) -> bool:
    """Units or mines that somebody has not found yet."""
    return any(s.hidden) or bool(unknown_pieces(s, None))


def conceal(session: S, seat: int | None) -> S:
    """A game that the seat cannot tell from the real one: hidden enemies and mines unknown to it are not in it at all."""
    new = session.copy()
    s = new.state
    hidden = [v for v, d in enumerate(s.scn.units) if s.hidden[v] and d.side != seat]
    hidden += [w for w in range(len(s.place)) if s.place[w] == ABOARD and s.aboard[w] in hidden and w not in hidden]
    gone = unknown_pieces(s, seat)
    if not hidden and not gone:
        return new
    units = tuple(sorted(s.scn.units[v].id for v in hidden))
    new.state = _project(s, scenario.cut(s.scn, units, tuple(gone)), sorted(set(range(len(s.place))) - set(hidden)))
    where = {old: now for now, old in enumerate(i for i in range(len(s.place)) if i not in hidden)}
    new.agenda = [x for x in (_known(step, where) for step in new.agenda) if x is not None]
    if new.agenda and new.agenda[-1].auto:  # the question was about somebody hidden: to others his formation is acting
        top = new.agenda[-1]
        if isinstance(top, Again):
            new.agenda[-1] = Activation(top.formation)
    return new


def _project(s: State, scn: scenario.ScenarioDef, kept: list[int]) -> State:
    """The state in a scenario that lacks some units and pieces."""
    new = s.copy()
    new.scn = scn
    now = {old: i for i, old in enumerate(kept)}
    for name in state.UNIT_LISTS:
        setattr(new, name, [getattr(s, name)[i] for i in kept])
    new.trail = [s.trail[i] for i in kept]
    new.aboard = [now.get(v, -1) for v in new.aboard]
    new.laboard = [now.get(v - 1, -1) + 1 for v in s.laboard]
    old, left = s.scn.ground, scn.ground
    new.mines = _mask(s.mines, [p.id for p in old.mines], [p.id for p in left.mines])
    new.exploded = _mask(s.exploded, [p.id for p in old.pieces], [p.id for p in left.pieces])
    return new


def _mask(bits: int, old: list[str], left: list[str]) -> int:
    return sum(1 << i for i, id in enumerate(left) if bits >> old.index(id) & 1)


def _known(step: Step[Any], where: dict[int, int]) -> Step[Any] | None:
    """A step as somebody knows it who does not see some units; None if it is about one of them."""
    changes: dict[str, Any] = {}
    for name in ("unit", "target"):
        u = getattr(step, name, None)
        if isinstance(u, int):
            if u not in where:
                return None
            changes[name] = where[u]
    if hasattr(step, "guns"):
        changes["guns"] = tuple(where[g] for g in step.guns if g in where)
    return dataclasses.replace(step, **changes) if changes else step  # type: ignore[type-var]
