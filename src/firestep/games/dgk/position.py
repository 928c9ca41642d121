"""Positions by hand, and what a state must satisfy."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from firestep.engine.errors import BadPosition, FirestepError
from firestep.engine.position import Reader
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.dgk import formations, state
from firestep.games.dgk.components.geometry import decidegree, mil, word
from firestep.games.dgk.formations import NAMES
from firestep.games.dgk.scenarios import checks
from firestep.games.dgk.scenarios.scenario import SIDES
from firestep.games.dgk.sequence import Initiative
from firestep.games.dgk.state import GONE, ON, State
from firestep.games.dgk.umpire import STATES

S = Session[State]


def check(g: State) -> None:
    """Whatever play does, these hold."""
    for u, d in enumerate(g.scn.units):
        if g.place[u] == GONE:
            continue
        if not (0 < g.bases[u] <= d.bases) or g.status[u] not in (0, 1, 2) or g.form[u] not in (0, 1, 2):
            raise BadPosition(f"unit '{d.id}' has {g.bases[u]} bases, status {g.status[u]} and form {g.form[u]}")
        if 2 * (d.bases - g.bases[u]) >= d.bases:
            raise BadPosition(f"unit '{d.id}' has lost half its bases and should be gone [dgk.V.dmg.6]")
        if g.files[u] not in formations.legal_files(d.artillery, g.bases[u]):
            raise BadPosition(f"unit '{d.id}' cannot be {g.files[u]} wide [dgk.IV.man.1]")
        if d.vehicle not in ("", "train", "wagon") and g.form[u] == 0:
            raise BadPosition(f"unit '{d.id}' is a vehicle and cannot be deployed [dgk.X.auto.3]")
        if g.place[u] == ON and not (
            -8000 <= g.x[u] <= mil(g.scn.ground.width) + 8000 and -8000 <= g.y[u] <= mil(g.scn.ground.height) + 8000
        ):
            raise BadPosition(f"unit '{d.id}' is off the table")


def position_from(g: State, agenda: Steps, data: Mapping[str, Any]) -> tuple[State, Steps]:
    """`turn`, `side`, tables `units` and `leaders`: `id = "x y facing form bases state"` (`-` keeps a value), or `"gone"`."""
    r = Reader(data, ("turn", "side", "units", "leaders", "rest"))
    g.turn = r.number("turn", 1, 1, g.scn.turns)
    g.side = g.first = Reader.named(data.get("side", SIDES[0]), {w: k for k, w in enumerate(SIDES)}, "side")
    for id, words in r.table("units").items():
        _place(g, Reader.named(id, g.scn.unit_no, "unit", "name one of this scenario"), id, str(words).split())
    for id, words in r.table("leaders").items():
        f = Reader.named(id, g.scn.formation_no, "formation", "name one of this scenario")
        try:
            x, y = (mil(float(w)) for w in str(words).split())
        except (ValueError, OverflowError):
            raise BadPosition(f"leader '{id}' needs \"x y\"") from None
        if not (0 <= x <= mil(g.scn.ground.width) and 0 <= y <= mil(g.scn.ground.height)):
            raise BadPosition(f"the Leader of '{id}' is off the table")
        g.lx[f], g.ly[f] = x, y
    g.began = g.form[:]
    if "rest" in data:
        _rest(g, str(data["rest"]))
    checks.places(g)
    return g, (Initiative(),)


#: what a position written by a program holds beyond poses, so that it is exact
_TOLD = {"x", "y", "f", "form", "bases", "status", "lx", "ly", "rolls", "turn", "side", "winner"}
_REST = [k for k in (*state.UNIT_LISTS, *state.LEADER_LISTS, *state.SINGLES, "losses") if k not in _TOLD]


def _rest(g: State, text: str) -> None:
    try:
        rest = json.loads(text)
        for k in _REST:
            now = getattr(g, k)
            if isinstance(now, list):
                if len(rest[k]) != len(now) or not all(isinstance(v, int) for v in rest[k]):
                    raise ValueError(k)
                setattr(g, k, list(rest[k]))
            else:
                setattr(g, k, int(rest[k]))
        g.trail = [tuple(int(v) for v in way) for way in rest["trail"]]
        g.cuts = tuple((str(a), int(b), int(c)) for a, b, c in rest["cuts"])
        if not all(p in (0, 1, 2, 3) for p in g.place) or not all(-1 <= v < len(g.place) for v in g.aboard):
            raise ValueError("place")
    except (ValueError, KeyError, TypeError):
        raise BadPosition("'rest' is damaged; leave it out of a position made by hand") from None


def _place(g: State, u: int, id: str, words: list[str]) -> None:
    if words == ["gone"]:
        g.place[u], g.bases[u] = GONE, 0
        g.losses[g.scn.units[u].side] += 1
        return
    if len(words) > 6:
        raise BadPosition(f"unit '{id}' needs \"x y facing form bases state\"")
    words = words + ["-"] * (6 - len(words))
    try:
        if words[0] != "-":
            g.x[u] = mil(float(words[0]))
        if words[1] != "-":
            g.y[u] = mil(float(words[1]))
        if words[2] != "-":
            g.f[u] = decidegree(float(words[2]))
        if words[4] != "-":
            g.bases[u] = int(words[4])
    except (ValueError, OverflowError):
        raise BadPosition(f"unit '{id}' has a number that is none: {' '.join(words)}") from None
    if words[3] != "-":
        g.form[u] = Reader.named(words[3], {w: k for k, w in enumerate(NAMES)}, f"formation of '{id}' called")
    if words[5] != "-":
        g.status[u] = Reader.named(words[5], {w: k for k, w in enumerate(STATES)}, f"state of '{id}' called")
    g.files[u] = formations.fit_files(g.scn.units[u].artillery, max(1, g.bases[u]), g.files[u])
    g.place[u] = ON
    g.trail[u] = ()


def position_to(s: S) -> dict[str, Any]:
    g = s.state
    if not s.agenda or not isinstance(s.agenda[-1], Initiative):
        raise FirestepError("a position can be written only between rounds; finish the round first")
    units = {}
    for u, d in enumerate(g.scn.units):
        if g.place[u] == GONE:
            units[d.id] = "gone"
        else:  # of those aboard or still to come, `rest` says that they are
            at = f"{word(g.x[u], 1000)} {word(g.y[u], 1000)} {word(g.f[u], 10)}"
            units[d.id] = f"{at} {NAMES[g.form[u]]} {g.bases[u]} {STATES[g.status[u]]}"
    leaders = {f.id: f"{word(g.lx[i], 1000)} {word(g.ly[i], 1000)}" for i, f in enumerate(g.scn.formations)}
    rest = {k: getattr(g, k) for k in _REST} | {"trail": g.trail, "cuts": g.cuts}
    return {
        "turn": g.turn,
        "side": SIDES[g.side],
        "rest": json.dumps(rest, separators=(",", ":")),
        "units": units,
        "leaders": leaders,
    }
