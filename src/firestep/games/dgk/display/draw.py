"""Drawings: the table as SVG, and a line a unit for terminals."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import hypot

from firestep.engine.session import Session
from firestep.games.dgk import damage, state
from firestep.games.dgk.components import armies, geometry
from firestep.games.dgk.components.nations import NATIONS
from firestep.games.dgk.display.view import shown, unit_view
from firestep.games.dgk.formations import NAMES
from firestep.games.dgk.scenarios.scenario import SIDES
from firestep.games.dgk.state import ON, State
from firestep.games.dgk.umpire import STATES

S = Session[State]

FILL = {
    "woods": "#c3cfa3",
    "scrub": "#cfd8b4",
    "orchard": "#cdd9ab",
    "marsh": "#cfdac6",
    "water": "#a9c4d4",
    "hill": "#dccca6",
    "village": "#d8c3a5",
    "town": "#c9ab8a",
    "field": "#ece0b4",
    "trench": "#b9a68a",
    "fort": "#a8977c",
    "bridge": "#d9cfb8",
    "gate": "#d9cfb8",
    "plaza": "#efe7d2",
}
INK = {
    "road": ("#b59a6a", 0.5),
    "track": ("#c9b88c", 0.25),
    "rail": ("#333", 0.15),
    "hedge": ("#5f7a45", 0.2),
    "wall": ("#777", 0.2),
    "fence": ("#8a7a55", 0.12),
    "stream": ("#7fa8bf", 0.3),
    "wire": ("#444", 0.1),
}


def draw(s: S | None) -> str:
    """The table as SVG, ten units to the inch; without a session an empty field."""
    if s is None:
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360"><rect width="480" height="360" fill="#efe7d2"/></svg>'
    g = s.state
    w, h = g.scn.ground.width, g.scn.ground.height
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w * 10:g} {h * 10:g}" font-family="Georgia, serif">',
        f'<g transform="scale(10)"><rect width="{w:g}" height="{h:g}" fill="#efe7d2"/>',
    ]
    pieces = [p for i, p in enumerate(g.scn.ground.pieces) if shown(g, i, None)]
    for p in sorted(pieces, key=lambda p: (p.kind.form != "area", p.kind.id != "hill", p.kind.id == "bridge")):
        points = " ".join(f"{x:g},{y:g}" for x, y in p.points)
        if p.kind.form == "area":
            fill, title = FILL.get(p.kind.id, "#ddd"), escape(p.kind.title)
            out.append(
                f'<polygon points="{points}" fill="{fill}" stroke="#0002" stroke-width=".06"><title>{title}</title></polygon>'
            )
        elif p.kind.form == "line":
            ink, width = INK.get(p.kind.id, ("#888", 0.15))
            out.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-linecap="round"/>')
    for u, d in enumerate(g.scn.units):
        if g.place[u] != ON or g.hidden[u]:
            continue
        for q in unit_view(g, u)["quads"]:
            points = " ".join(f"{x:g},{y:g}" for x, y in q)
            out.append(f'<polygon points="{points}" fill="{NATIONS[d.nation].fill}" stroke="#222" stroke-width=".06"/>')
        (ax, ay), (bx, by) = geometry.corners(state.pose(g, u), state.layout(g, u))
        out.append(f'<path d="M{ax:.2f} {ay:.2f}L{bx:.2f} {by:.2f}" stroke="#111" stroke-width=".18"/>')
    for i, f in enumerate(g.scn.formations):
        x, y = state.leader_at(g, i)
        r = armies.leader_base(f.level) / 2
        out.append(f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="#fff8" stroke="#222" stroke-width=".08"/>')
    return "".join(out) + "</g></svg>"


def draw_text(s: S | None, places: Sequence[str] = (), radius: int | None = None) -> str:
    """A line for each unit: all, or those within so many inches of the first of some units."""
    if s is None:
        return "Der Grosse Krieg is played on a table; start a scenario to see it.\n"
    g = s.state
    lines = [
        f"{g.scn.title}, turn {g.turn} of {g.scn.turns}",
        *(f"{SIDES[i]}: break point {damage.left(g, i)} of {damage.break_point(g, i)}" for i in (0, 1)),
    ]
    near = next((u for u, d in enumerate(g.scn.units) if d.id in places[:1] and state.present(g, u)), None)
    for u, d in enumerate(g.scn.units):
        far = near is not None and radius is not None and hypot(g.x[u] - g.x[near], g.y[u] - g.y[near]) > 1000 * radius
        if state.present(g, u) and not g.hidden[u] and not far:
            lines.append(
                f"{d.id:16} {d.name:34} {g.bases[u]}/{d.bases} {NAMES[g.form[u]]:9} {STATES[g.status[u]]:12} "
                f"{g.x[u] / 1000:6.2f} {g.y[u] / 1000:6.2f} facing {g.f[u] / 10:g}"
            )
    if near is None or radius is None:
        lines += [
            f"{f.id:16} {f.leader:34} leader {x:27.2f} {y:6.2f}"
            for i, f in enumerate(g.scn.formations)
            for x, y in [state.leader_at(g, i)]
        ]
    return "\n".join(lines) + "\n"
