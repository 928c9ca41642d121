"""Why not? What each question understands. The steps themselves say which rules forbid an answer (`refuse`).

Poses are too many to list: a person writes any, and candidates are those that were listed and a few thrown over the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firestep.engine.action import Action
from firestep.engine.grammar import Grammar
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.dgk import arrivals, orders, placing, sequence
from firestep.games.dgk.state import State

S = Session[State]
#: inches between places that are tried
APART = 8

ACT = (
    "assault *",
    "board *",
    "bomb *",
    "deploy",
    "dfire *",
    "enter",
    "face *",
    "fly *",
    "hold",
    "indirect *",
    "leave",
    "maneuver",
    "march",
    "mfire *",
    "regroup",
    "reverse",
    "rip",
    "route",
    "strafe *",
)


def _refuse(s: S, step: Any, action: Action) -> list[Refusal]:
    found: list[Refusal] = step.refuse(s, action)
    return found


def _units(verb: str) -> Callable[[S, Any], list[Action]]:
    return lambda s, step: [(verb, u.id) for u in s.state.scn.units]


def _formations(verb: str) -> Callable[[S, Any], list[Action]]:
    return lambda s, step: [(verb, f.id) for f in s.state.scn.formations]


def _listed(verb: str) -> Callable[[S, Any], list[Action]]:
    def forms(s: S, step: Any) -> list[Action]:
        d = s.decision
        return [a for a in d.actions if a[0] == verb] if d is not None else []

    return forms


def _go(s: S, step: Any) -> list[Action]:
    ground = s.state.scn.ground
    wide, high = (range(0, round(length), APART) for length in (ground.width, ground.height))
    thrown = [("go", str(x), str(y), "0") for x in wide for y in high]
    return sorted({*_listed("go")(s, step), *thrown})


GRAMMAR = Grammar(
    {},
    {
        sequence.Initiative: (("activate *", "explode *", "pass"), _refuse),
        sequence.Activation: (("end", "leader *", "unit *"), _refuse),
        sequence.MoveLeader: (("board *", "hold", "ride *"), _refuse),
        orders.Act: (ACT, _refuse),
        orders.OrderLost: (ACT, _refuse),
        orders.AfterFire: (("deploy", "done", "maneuver", "march"), _refuse),
        orders.FireOnly: (("hold", "mfire *"), _refuse),
        arrivals.Run: (("run *",), _refuse),
        arrivals.AntiAir: (("none", "shoot *"), _refuse),
        placing.Place: (("face *", "go *", "shift *", "stay", "wheel *"), _refuse),
        placing.Embark: (("board *", "done"), _refuse),
        placing.Reform: (("form *", "keep"), _refuse),
    },
    over=Refusal("dgk.XII.mor.7", "the battle is over"),
    closed="dgk.III.comb.1",
    foreign=_refuse,
    forms={
        **{v: _units(v) for v in ("assault", "board", "bomb", "dfire", "indirect", "mfire", "shoot", "strafe", "unit")},
        **{v: _formations(v) for v in ("activate", "leader")},
        **{v: _listed(v) for v in ("explode", "face", "fly", "form", "ride", "run", "shift", "wheel")},
        "go": _go,
    },
)
