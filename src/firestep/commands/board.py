"""The board of a view as text: tracks, points, and units by their place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from firestep.engine.session import Session

Board = Mapping[str, Any]
#: keys of a track's row that are not figures
NO_FIGURES = ("id", "title", "value", "side", "rule")


def tracks(s: Session[Any], board: Board) -> list[str]:
    """Returns a line for each track, one for the points of the seats, and one for the weather where there is any."""
    out = [f"{t['title']}: {'; '.join(map(_row, t['rows']))}" for t in board.get("tracks", []) if t["rows"]]
    if scores := board.get("scores"):
        titles = dict(zip(s.game.seats, s.game.titles(s.scenario), strict=True))
        out.append("Points: " + "; ".join(f"{titles.get(k, k)} {v}" for k, v in scores.items()))
    if weather := board.get("weather"):
        each = "; ".join(f"{k} {v}" for k, v in weather.items()) if isinstance(weather, dict) else weather
        out.append(f"Weather: {each}")
    return out


def _row(row: Mapping[str, Any]) -> str:
    """`France 15 (income 20, armies 7)`: the value, then whatever else is known and differs from it."""
    value = row.get("value")
    more = [
        k if v is True else f"{k} {v}"
        for k, v in row.items()
        if k not in NO_FIGURES and v not in (None, False, "", value) and isinstance(v, (int, float, str))
    ]
    told = "" if value is None else f" {value}"
    return f"{row['title']}{told}" + (f" ({', '.join(more)})" if more else "")


def places(s: Session[Any], board: Board) -> dict[str, str]:
    """Names of places and boxes by their id, as far as they have any."""
    names: dict[str, str] = dict(s.game.map_of(s.scenario)[1].get("names", {})) if s.game.own is None else {}
    return names | {b["id"]: b["title"] for b in board.get("boxes", [])}


def units(s: Session[Any], board: Board, which: Iterable[str] = ()) -> list[str]:
    """Returns the units by place: id, strength and full title. `which`: only those of some places, nations or sides, or ids."""
    wanted = {w.lower() for w in which}
    names = places(s, board)
    found: dict[str, list[Mapping[str, Any]]] = {}
    for p in board.get("pieces", []):
        at = "" if p["at"] == p["id"] else str(p["at"])  # on a table without hexes each unit is its own place
        if not wanted or wanted & {str(p[k]).lower() for k in ("id", "at", "nation", "side") if k in p}:
            found.setdefault(at, []).append(p)
    out = []
    for at, here in sorted(found.items()):
        if at:
            out.append(f"{at} {names[at]}" if at in names else at)
        out += [f"  {p['id']:12} {p.get('text', ''):8} {_title(p)}".rstrip() for p in here]
    return out


def _title(p: Mapping[str, Any]) -> str:
    badges = [str(b) for b in p.get("badges", []) if str(b) not in p["title"]]
    return f"{p['title']} ({', '.join(badges)})" if badges else str(p["title"])
