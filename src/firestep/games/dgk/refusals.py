"""Why not? What each question understands. The steps themselves say which rules forbid an answer (`refuse`).

Poses are too many to list: a person writes any, and candidates are those that were listed and a few thrown over the table and
around the compass, most of which some rule forbids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from firestep.engine.action import Action
from firestep.engine.grammar import Grammar
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.dgk import arrivals, orders, placing, sequence
from firestep.games.dgk.formations import NAMES
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


def _mines(s: S, step: Any) -> list[Action]:
    return sorted({("explode", p.id) for p in s.state.scn.ground.pieces if p.id})


def _thrown(verb: str, throw: Callable[[S], Iterable[tuple[str, ...]]]) -> Callable[[S, Any], list[Action]]:
    """What was listed, and some that nobody has looked at."""

    def forms(s: S, step: Any) -> list[Action]:
        d = s.decision
        listed = [a for a in d.actions if a[0] == verb] if d is not None else []
        return sorted({*listed, *((verb, *words) for words in throw(s))})

    return forms


def _spots(*more: str) -> Callable[[S], Iterable[tuple[str, ...]]]:
    def throw(s: S) -> Iterable[tuple[str, ...]]:
        ground = s.state.scn.ground
        wide, high = (range(0, round(length), APART) for length in (ground.width, ground.height))
        return ((str(x), str(y), *more) for x in wide for y in high)

    return throw


def _compass(*before: str) -> Callable[[S], Iterable[tuple[str, ...]]]:
    return lambda s: (((b, str(f)) if b else (str(f),)) for b in before for f in range(0, 360, 45))


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
        "explode": _mines,
        "go": _thrown("go", _spots("0")),
        **{v: _thrown(v, _spots()) for v in ("fly", "ride", "shift")},
        "face": _thrown("face", _compass("")),
        "form": _thrown("form", _compass(*NAMES)),
        "wheel": _thrown("wheel", _compass("left", "right")),
        "run": _thrown("run", lambda s: ((str(inches),) for inches in range(-2 * APART, 6 * APART, APART))),
    },
)
