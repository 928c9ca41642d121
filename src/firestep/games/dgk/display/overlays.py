"""What a person may ask about the table: who sees whom, who can be fired at, whom a Leader helps, what a thing is."""

from __future__ import annotations

from typing import Any

from firestep.engine.errors import UnknownName
from firestep.engine.session import Session
from firestep.games.dgk import command, fire, sight, state, umpire
from firestep.games.dgk.display.view import shown, unit_view
from firestep.games.dgk.formations import NAMES
from firestep.games.dgk.placing import numbers
from firestep.games.dgk.state import OFF, State
from firestep.games.dgk.umpire import STATES

S = Session[State]


def _number(s: S, arg: str) -> int:
    if arg not in s.state.scn.unit_no:
        raise UnknownName(f"there is no unit '{arg}' on this table")
    return s.state.scn.unit_no[arg]


def seen_by(s: S, arg: str) -> list[str]:
    """Enemy units that a unit sees."""
    u = _number(s, arg)
    return [
        s.state.scn.units[v].id
        for v in state.enemies(s.state, state.side(s.state, u))
        if not s.state.hidden[v] and sight.sees(s.state, u, v)
    ]


def in_fire(s: S, arg: str) -> list[str]:
    """Enemy units that a unit can fire at."""
    return [s.state.scn.units[v].id for v in fire.legal_targets(s.state, _number(s, arg))]


def commanded(s: S, arg: str) -> list[str]:
    """Units within reach of a Leader's help."""
    g = s.state
    if arg not in g.scn.formation_no:
        raise UnknownName(f"there is no formation '{arg}'")
    f = g.scn.formation_no[arg]
    radius = umpire.model()["leader"]["radius"]
    return [
        d.id
        for u, d in enumerate(g.scn.units)
        if state.present(g, u) and command.commands(g, f, u) and command.base(g, f).distance(state.shape(g, u)) <= radius
    ]


OVERLAYS = {"sees": seen_by, "fire": in_fire, "command": commanded}


def inspect(s: S, place: str) -> dict[str, Any]:
    """A unit or a Leader by id, or a point `x,y` of the table: what it is, as data and in lines with their rules."""
    g = s.state
    if place in g.scn.unit_no:
        u = g.scn.unit_no[place]
        here = state.present(g, u)
        cover = fire.cover_of(g, u) if here else "none"
        leader = here and command.leader_near(g, u)
        told = {"cover": cover, "leader": leader, "title": g.scn.units[u].name, "lines": _about(g, u, cover, leader)}
        return {**unit_view(g, u), **told}
    if place in g.scn.formation_no:
        return _about_leader(s, place)
    at = numbers(place.split(","))
    if at is None or len(at) != 2:
        raise UnknownName(f"'{place}' is neither a unit, nor a formation, nor a point like 12.5,30")
    x, y = at
    found = [p for i, p in enumerate(g.scn.ground.pieces) if p in g.scn.ground.at((x, y)) and shown(g, i, None)]
    level = g.scn.ground.level((x, y))
    return {
        "place": [x, y],
        "level": level,
        "terrain": [{"id": p.id, "title": p.kind.title, "move": p.kind.move, "cover": p.kind.cover} for p in found],
        "lines": [
            _line(f"Level {level}", "dgk.VIII.los.7"),
            *(_line(f"{p.kind.title}: {p.kind.move}, cover {p.kind.cover}", "dgk.VIII.gen.1") for p in found),
        ],
    }


def _line(text: str, rule: str) -> dict[str, str]:
    return {"text": text, "rule": rule}


def _about(g: State, u: int, cover: str, leader: bool) -> list[dict[str, str]]:
    """A unit in a few lines."""
    d = g.scn.units[u]
    kind = umpire.model()["types"][d.type]
    grade = f"{umpire.model()['grades'][d.quality]} " if kind["graded"] else ""
    state = {"steady": "OK"}.get(STATES[g.status[u]], STATES[g.status[u]])
    out = [_line(f"{grade}{kind['title']}: {g.bases[u]} of {d.bases} bases, {NAMES[g.form[u]]}, {state}", "dgk.V.stat.1")]
    if g.place[u] == OFF:
        return [*out, _line(f"Arrives in turn {d.enters}" if d.enters else "Not on the table", "dgk.III.route.1")]
    if kind["range"]:
        out.append(_line(f"Fires up to {kind['range']} inches, 45 degrees beyond its front corners", "dgk.VI.arc.1"))
    move = ", ".join(f"{verb} {umpire.base_move(d.type, d.quality, verb):g}" for verb in ("maneuver", "march"))
    reach = f", assault {kind['assault']}" if kind["assault"] else ""
    out.append(_line(f"Inches of base move: {move}{reach}; falls back {kind['fall_back']}", "dgk.IV.move.1"))
    out.append(_line(f"Cover of the ground: {cover}", "dgk.VIII.cover.1"))
    out.append(_line("A Leader helps it" if leader else "No Leader within 6 inches", "dgk.IX.cmd.1"))
    if g.acted[u]:
        out.append(_line("Has acted this turn", "dgk.III.turn.1"))
    return out


def _about_leader(s: S, id: str) -> dict[str, Any]:
    g = s.state
    f = g.scn.formation_no[id]
    d = g.scn.formations[f]
    near = commanded(s, id)
    helped = ", ".join(g.scn.units[g.scn.unit_no[u]].name for u in near) or "nobody"
    return {
        "id": d.id,
        "title": d.leader,
        "units": near,
        "lines": [
            _line(f"Commands {d.name}{', and any unit of the army' if d.chief else ''}", "dgk.IX.cmd.4"),
            _line(f"Helps within 6 inches: {helped}", "dgk.IX.cmd.1"),
            _line("Has moved this turn" if g.lmoved[f] else "May ride 24 inches", "dgk.III.ldr.1"),
        ],
    }
