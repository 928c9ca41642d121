"""What a seat sees: the table to scale, units with their bases, Leaders, tracks; odds, overlays and drawings."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import shapely

from firestep.engine.errors import FirestepError, UnknownName
from firestep.engine.odds import Modifier, Odds, Result
from firestep.engine.session import Session
from firestep.games.dgk import (
    armies,
    assault,
    command,
    damage,
    fire,
    formations,
    geometry,
    orders,
    placing,
    sequence,
    special,
    umpire,
    vehicles,
)
from firestep.games.dgk import state as st
from firestep.games.dgk.formations import NAMES
from firestep.games.dgk.scenario import SIDES
from firestep.games.dgk.state import ABOARD, GONE, OFF, ON, PLACES, State
from firestep.games.dgk.umpire import STATES, Question, Score

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
_shown: dict[tuple[Any, ...], tuple[Any, Any]] = {}
_MOST_SHOWN = 20_000


def _same(scn: Any, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
    """What was made for this key before, or what is made now."""
    whole = (id(scn), *key)
    found = _shown.get(whole)
    if found is None or found[0] is not scn:
        if len(_shown) >= _MOST_SHOWN:
            _shown.clear()
        found = _shown[whole] = (scn, make())
    return found[1]


def view(s: S, seat: int | None) -> dict[str, Any]:
    g = s.state
    scn = g.scn
    ground = scn.ground
    step = s.agenda[-1] if s.agenda else None
    about = getattr(step, "unit", -1)
    rider = step.formation if isinstance(step, sequence.MoveLeader) else -1
    seen = [u for u, d in enumerate(scn.units) if g.place[u] != GONE and not (g.hidden[u] and d.side != seat)]
    return {
        "kind": "table",
        "title": scn.title,
        "table": [ground.width, ground.height],
        "terrain": [_terrain(scn, i) for i in range(len(ground.pieces)) if shown(g, i, seat)],
        "units": [unit_view(g, u) for u in seen],
        "leaders": [
            {
                "id": f.id,
                "name": f.leader,
                "formation": f.name,
                "level": f.level,
                "side": SIDES[f.side],
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
                "units": [scn.units[u].id for u in scn.members[i] if u in seen],
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


def _terrain(scn: Any, i: int) -> dict[str, Any]:
    def make() -> dict[str, Any]:
        p = scn.ground.pieces[i]
        return {"id": p.id, "kind": p.kind.id, "title": p.kind.title, "form": p.kind.form, "level": p.level, "cover": p.kind.cover,
                "tall": p.kind.tall, "points": [list(q) for q in p.points]}

    found: dict[str, Any] = _same(scn, ("terrain", i), make)
    return found


def _allowance(step: Any, seen: list[int]) -> float | None:
    """Inches of base movement, while somebody is being moved."""
    if isinstance(step, sequence.MoveLeader):
        return float(umpire.model()["leader"]["move"])
    return step.inches / 1000 if isinstance(step, placing.Place) and step.unit in seen else None


def _pieces(g: State, seen: list[int]) -> list[dict[str, Any]]:
    """Units and Leaders as the page's general parts know them; each is its own place."""
    units = [_same(g.scn, ("piece", u, g.status[u], g.acted[u], g.bases[u], g.form[u]), lambda u=u: _piece(g, u))  # type: ignore[misc]
             for u in seen if g.place[u] == ON]
    return units + [_same(g.scn, ("leader", i, g.activated[i]), lambda i=i: _leader(g, i))  # type: ignore[misc]
                    for i in range(len(g.scn.formations))]


def _piece(g: State, u: int) -> dict[str, Any]:
    d = g.scn.units[u]
    badges = [STATES[g.status[u]]] if g.status[u] else []
    badges += ["acted"] if g.acted[u] else []
    grade = f"{umpire.model()['grades'][d.quality].lower()} " if umpire.model()["types"][d.type]["graded"] else ""
    kind = umpire.model()["types"][d.type]["title"].lower()
    title = f"{d.name}: {grade}{kind}, {g.bases[u]} of {d.bases} bases, {NAMES[g.form[u]]}"
    return {"id": d.id, "at": d.id, "nation": HOUSE.get(d.nation, d.nation), "side": SIDES[d.side], "name": d.name,
            "symbol": SYMBOL[d.type], "size": "", "left": "", "text": str(g.bases[u]), "badges": badges, "title": title}


def _leader(g: State, i: int) -> dict[str, Any]:
    f = g.scn.formations[i]
    return {"id": f.id, "at": f.id, "nation": HOUSE.get(g.scn.nations[f.side], g.scn.nations[f.side]), "side": SIDES[f.side],
            "name": f.leader, "symbol": "leader", "size": "", "left": "", "text": "", "badges": ["acted"] if g.activated[i] else [],
            "title": f"{f.leader}: commands {f.name}"}


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
    key = ("unit", u, g.bases[u], g.form[u], g.status[u], g.acted[u], g.place[u], g.x[u], g.y[u], g.f[u], g.aboard[u], g.hidden[u],
           g.files[u], g.bend[u], g.trail[u])
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
        out["quads"] = [_ring(c) for c in vehicles.cars(g, u)]
    else:
        out["quads"] = [[[round(x, 3), round(y, 3)] for x, y in q] for q in geometry.quads(st.pose(g, u), st.layout(g, u))]
    return out


def _ring(g: Any) -> list[list[float]]:
    return [[round(float(x), 3), round(float(y), 3)] for x, y in shapely.get_coordinates(g)[:-1]]


# -- odds --------------------------------------------------------------------------------------------------------------


def odds(s: S, what: tuple[str, ...]) -> Odds:
    """`dfire TARGET`, `mfire TARGET`, `assault TARGET`, `deploy`, `maneuver`, `march`, `regroup` of the unit that is choosing."""
    g = s.state
    step = s.agenda[-1] if s.agenda else None
    u = getattr(step, "unit", None)
    if len(what) >= 2 and what[0] in g.scn.unit_no:
        u, what = g.scn.unit_no[what[0]], what[1:]
    if u is None or not what:
        raise FirestepError("name a unit and an action, for example: odds gb-suffolk dfire de-26-1")
    d = g.scn.units[u]
    if not st.present(g, u):
        raise FirestepError(f"{d.name} is not on the table")
    verb = what[0]
    if verb in ("deploy", "maneuver", "march", "regroup"):
        q = (
            orders.order_question(g, u, verb)
            if verb != "regroup"
            else Question("regroup", d.type, d.quality, leader=command.leader_near(g, u))
        )
        chances = umpire.regroup_chances(q) if verb == "regroup" else umpire.order_chances(q)
        score = umpire.regroup_score(q) if verb == "regroup" else umpire.order_score(q)
        return Odds(f"{d.name}: {verb}", _modifiers(score), [Result(k, Fraction(w, 1000), {}) for k, w in chances.items()], {})
    if len(what) != 2 or what[1] not in g.scn.unit_no:
        raise UnknownName(f"no odds for '{' '.join(what)}'; name an action and a target")
    v = g.scn.unit_no[what[1]]
    title = f"{d.name} at {g.scn.units[v].name}"
    if verb in ("dfire", "mfire", "indirect"):
        if verb == "indirect":
            counts = special.indirect_line(g, u, v)
            if not isinstance(counts, float):
                raise FirestepError(str(counts))
            q = fire.question(g, u, v, "moving-fire", counts, special.indirect_way(g, u, v))
        else:
            found = fire.shot(g, u, v, "deployed-fire" if verb == "dfire" else "moving-fire")
            if not isinstance(found, Question):
                raise FirestepError(str(found))
            q = found
        weights = umpire.fire_chances(q)
        return Odds(
            title,
            _modifiers(umpire.fire_score(q)),
            [Result(f"{i} level{'s' if i != 1 else ''}", Fraction(w, 1000), {"levels": i}) for i, w in enumerate(weights) if w],
            {"levels": umpire.expected(weights)},
        )
    if verb == "assault":
        plan = assault.plan(g, u, v, umpire.base_move(d.type, d.quality, "assault"))
        if isinstance(plan, list):
            raise FirestepError("; ".join(map(str, plan)))
        q = assault.question(g, u, v, plan.frontal)
        c = umpire.assault_chances(q)
        whole = 10**9
        fire_score = umpire.defensive_score(q)
        mods = [
            *(_modifiers(fire_score, "defensive fire") if fire_score else []),
            *_modifiers(umpire.attack_score(q), "assaulter"),
            *_modifiers(umpire.defence_score(q), "target"),
        ]
        return Odds(
            f"{title}{' (frontal)' if plan.frontal else ''}",
            mods,
            [
                Result("stopped by fire", Fraction(c.stopped, whole), {}),
                Result("beaten off", Fraction(c.repulsed, whole), {}),
                Result("target thrown back", Fraction(c.won, whole), {}),
            ],
            {"levels on target": umpire.expected(c.target), "levels on assaulter": umpire.expected(c.actor)},
        )
    raise UnknownName(f"there are no odds for '{verb}'")


def _modifiers(score: Score, of: str = "") -> list[Modifier]:
    return [
        Modifier(r.rule, f"{of + ', ' if of else ''}{r.field.replace('-', ' ')}: {r.choice.replace('-', ' ')}", r.value)
        for r in score.reasons
        if r.value
    ]


def report(s: S) -> dict[str, Any]:
    """What each army had left before it broke, and the units it had lost, turn by turn: from the journal."""
    g = s.state
    side_of = {d.name: d.side for d in g.scn.units} | {a.name: a.side for a in g.scn.assets}
    left = [damage.break_point(g, side) for side in (0, 1)]
    lost = [0, 0]
    turns: list[tuple[int, ...]] = []
    for e in s.journal:
        if e.key == "turn":
            turns.append((*left, *lost))
        elif e.key in ("destroyed", "asset-lost"):
            side = side_of[e.params["unit" if e.key == "destroyed" else "name"]]
            left[side] = e.params["left"]
            lost[side] += e.key == "destroyed"
    ends = [*turns[1:], (*left, *lost)][: len(turns)]

    def series(group: str, title: str, first: int) -> list[dict[str, Any]]:
        return [
            {"id": f"{group}-{s}", "group": group, "seat": s, "title": f"{title}, {s}", "values": [n[first + k] for n in ends]}
            for k, s in enumerate(SIDES)
        ]

    return {
        "turns": list(range(1, len(turns) + 1)),
        "series": series("morale", "Army morale left", 0) + series("lost", "Units lost", 2),
    }
