"""What a seat sees: the table to scale, units with their bases, Leaders, tracks; overlays and drawings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import shapely

from firestep.engine.memo import Memo
from firestep.engine.session import Session
from firestep.games.dgk import damage, formations, placing, sequence, state, umpire
from firestep.games.dgk.components import armies, geometry
from firestep.games.dgk.formations import NAMES
from firestep.games.dgk.scenarios.scenario import SIDES
from firestep.games.dgk.state import ABOARD, GONE, OFF, ON, PLACES, State
from firestep.games.dgk.umpire import STATES

S = Session[State]
#: the codes of nations on the counters of the house
HOUSE = {
    **{"de": "GE", "ah": "AH", "tr": "TU", "bg": "BU"},
    **{"fr": "FR", "gb": "BR", "ru": "RU", "be": "BE", "rs": "SB", "mn": "MN", "it": "IT"},
}
SYMBOL = {
    "infantry": "infantry",
    "cyclists": "infantry",
    "cavalry": "cavalry",
    "machinegun": "machinegun",
    "field": "artillery",
    "heavy": "artillery",
    "fast": "transport",
    "slow": "transport",
    "armoured-car": "armour",
}


#: what was shown, by all it depends on: a thing that did not change is the same object, so that it is not made again and comparing
#: two views is quick. Nobody changes them. With each the scenario it is of, for the name of an object may be given anew
_shown: Memo[tuple[Any, ...], tuple[Any, Any]] = Memo(20_000)


def _same(scn: Any, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
    """What was made for this key before, or what is made now."""
    whole = (id(scn), *key)
    found = _shown.get(whole)
    if found is None or found[0] is not scn:
        found = _shown[whole] = (scn, make())
    return found[1]


def view(s: S, seat: int | None) -> dict[str, Any]:
    g = s.state
    scn = g.scn
    ground = scn.ground
    step = s.top
    about = getattr(step, "unit", -1)
    rider = step.formation if isinstance(step, sequence.MoveLeader) else -1
    seen = [u for u, d in enumerate(scn.units) if g.place[u] != GONE and not (g.hidden[u] and d.side != seat)]
    there = frozenset(seen)
    return {
        "kind": "table",
        "title": scn.title,
        "table": [ground.width, ground.height],
        "terrain": _same(scn, ("ground", g.wire, g.mines, g.exploded, seat), lambda: _ground(g, seat)),
        "units": [unit_view(g, u) for u in seen],
        "leaders": [
            {
                "id": f.id,
                "name": f.leader,
                "formation": f.name,
                "level": f.level,
                "side": SIDES[f.side],
                "nation": scn.nations[f.side],
                "x": g.lx[i] / 1000,
                "y": g.ly[i] / 1000,
                "diameter": armies.leader_base(f.level),
                "moved": bool(g.lmoved[i]),
                "acted": bool(g.activated[i]),
            }
            for i, f in enumerate(scn.formations)
        ],
        "formations": [
            {
                "id": f.id,
                "name": f.name,
                "side": SIDES[f.side],
                "acted": bool(g.activated[i]),
                "units": [scn.units[u].id for u in scn.members[i] if u in there],
            }
            for i, f in enumerate(scn.formations)
        ],
        "subject": scn.units[about].id if about in seen else None,
        "rider": scn.formations[rider].id if rider >= 0 else None,
        "allowance": _allowance(step, seen),
        "action": step.action if isinstance(step, placing.Place) and step.unit in seen else None,
        "tracks": [
            {
                "id": "morale",
                "title": "Army morale",
                "rows": [
                    {
                        "id": SIDES[i],
                        "title": f"{('Allied Forces', 'Central Powers')[i]}, {scn.quality[i]}",
                        "value": damage.left(g, i),
                        "max": damage.break_point(g, i),
                    }
                    for i in (0, 1)
                ],
            }
        ],
        "scores": {SIDES[i]: g.losses[1 - i] for i in (0, 1)},
        "pieces": _pieces(g, seen),
        "markers": [],
        "boxes": [],
        "side": SIDES[g.side],
        "turns": scn.turns,
    }


def _ground(g: State, seat: int | None) -> list[dict[str, Any]]:
    return [_terrain(g.scn, i) for i in range(len(g.scn.ground.pieces)) if shown(g, i, seat)]


def _terrain(scn: Any, i: int) -> dict[str, Any]:
    def make() -> dict[str, Any]:
        p = scn.ground.pieces[i]
        return {
            "id": p.id,
            "kind": p.kind.id,
            "title": p.kind.title,
            "form": p.kind.form,
            "level": p.level,
            "cover": p.kind.cover,
            "tall": p.kind.tall,
            "points": [list(q) for q in p.points],
        }

    found: dict[str, Any] = _same(scn, ("terrain", i), make)
    return found


def _allowance(step: Any, seen: list[int]) -> float | None:
    """Inches of base movement, while somebody is being moved."""
    if isinstance(step, sequence.MoveLeader):
        return float(umpire.model()["leader"]["move"])
    return step.inches / 1000 if isinstance(step, placing.Place) and step.unit in seen else None


def _pieces(g: State, seen: list[int]) -> list[dict[str, Any]]:
    """Units and Leaders as the page's general parts know them; each is its own place."""
    units = [
        _same(g.scn, ("piece", u, g.status[u], g.acted[u], g.bases[u], g.form[u]), lambda u=u: _piece(g, u))  # type: ignore[misc]
        for u in seen
        if g.place[u] == ON
    ]
    return units + [
        _same(g.scn, ("leader", i, g.activated[i]), lambda i=i: _leader(g, i))  # type: ignore[misc]
        for i in range(len(g.scn.formations))
    ]


def _piece(g: State, u: int) -> dict[str, Any]:
    d = g.scn.units[u]
    badges = [STATES[g.status[u]]] if g.status[u] else []
    badges += ["acted"] if g.acted[u] else []
    grade = f"{umpire.model()['grades'][d.quality].lower()} " if umpire.model()["types"][d.type]["graded"] else ""
    kind = umpire.model()["types"][d.type]["title"].lower()
    title = f"{d.name}: {grade}{kind}, {g.bases[u]} of {d.bases} bases, {NAMES[g.form[u]]}"
    return {
        "id": d.id,
        "at": d.id,
        "nation": HOUSE.get(d.nation, d.nation),
        "side": SIDES[d.side],
        "name": d.name,
        "symbol": SYMBOL[d.type],
        "size": "",
        "left": "",
        "text": str(g.bases[u]),
        "badges": badges,
        "title": title,
    }


def _leader(g: State, i: int) -> dict[str, Any]:
    f = g.scn.formations[i]
    return {
        "id": f.id,
        "at": f.id,
        "nation": HOUSE.get(g.scn.nations[f.side], g.scn.nations[f.side]),
        "side": SIDES[f.side],
        "name": f.leader,
        "symbol": "leader",
        "size": "",
        "left": "",
        "text": "",
        "badges": ["acted"] if g.activated[i] else [],
        "title": f"{f.leader}: commands {f.name}",
    }


def shown(g: State, i: int, seat: int | None) -> bool:
    """Wire that is cut is gone, minefields show when found or to no one, command mines to their owner (dgk.X.mine.1)."""
    p = g.scn.ground.pieces[i]
    if p.kind.id == "command-mine":
        return bool(g.exploded >> i & 1) or (seat is not None and p.side == SIDES[seat])
    if p.kind.move == "mine":
        return bool(g.mines >> g.scn.ground.mines.index(p) & 1) or (seat is not None and p.side == SIDES[seat])
    if p.kind.move == "wire":
        return not g.wire >> g.scn.ground.wire.index(p) & 1
    return True


def unit_view(g: State, u: int) -> dict[str, Any]:
    if g.scn.units[u].vehicle == "train":  # its cars follow the rails behind it
        return _unit(g, u)
    key = (
        "unit",
        u,
        g.bases[u],
        g.form[u],
        g.status[u],
        g.acted[u],
        g.place[u],
        g.x[u],
        g.y[u],
        g.f[u],
        g.aboard[u],
        g.hidden[u],
        g.files[u],
        g.bend[u],
        g.trail[u],
    )
    found: dict[str, Any] = _same(g.scn, key, lambda: _unit(g, u))
    return found


def _unit(g: State, u: int) -> dict[str, Any]:
    d = g.scn.units[u]
    out: dict[str, Any] = {
        "id": d.id,
        "name": d.name,
        "side": SIDES[d.side],
        "nation": d.nation,
        "type": d.type,
        "symbol": SYMBOL[d.type],
        "quality": d.quality,
        "bases": g.bases[u],
        "start": d.bases,
        "form": NAMES[g.form[u]],
        "state": STATES[g.status[u]],
        "acted": bool(g.acted[u]),
        "place": PLACES[g.place[u]],
        "x": g.x[u] / 1000,
        "y": g.y[u] / 1000,
        "facing": g.f[u] / 10,
        "formation": g.scn.formations[d.formation].id,
        "vehicle": d.vehicle,
        "aboard": g.scn.units[g.aboard[u]].id if g.place[u] == ABOARD else None,
        "hidden": bool(g.hidden[u]),
        "files": g.files[u],
        "widths": list(formations.legal_files(d.artillery, max(1, g.bases[u]))),
        "range": umpire.model()["types"][d.type]["range"],
    }
    if g.place[u] in (OFF, ABOARD):
        out["quads"] = []
    elif d.vehicle == "train":
        out["quads"] = [_ring(c) for c in state.cars(g, u)]
    else:
        out["quads"] = [[[round(x, 3), round(y, 3)] for x, y in q] for q in geometry.quads(state.pose(g, u), state.layout(g, u))]
    return out


def _ring(g: Any) -> list[list[float]]:
    return [[round(float(x), 3), round(float(y), 3)] for x, y in shapely.get_coordinates(g)[:-1]]
