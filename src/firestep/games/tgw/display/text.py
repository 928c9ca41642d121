"""Journal entries as sentences. Those of combat and of the strategic turn are in `text_combat` and `text_strategic`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from firestep.engine.journal import Entry
from firestep.engine.words import capital, counted, listed
from firestep.games.tgw.components import board, fronts, tables
from firestep.games.tgw.display import text_combat, text_strategic
from firestep.games.tgw.display.names import SIDE, place, units
from firestep.games.tgw.sequence import PHASES

P = Mapping[str, Any]


def _move(p: P) -> str:
    return f"{capital(units(p['units']))} {_s(p, 'move')} from {place(p['origin'])} to {place(p['place'])}."


def _s(p: P, verb: str) -> str:
    return verb if len(p["units"]) > 1 else f"{verb}s"


def _weather(p: P) -> str:
    by: dict[str, list[str]] = {}
    for title, weather in zip(fronts.FRONT_TITLES, p["weather"], strict=False):  # without the Near East while it is closed
        by.setdefault(weather, []).append(title.removesuffix(" Front"))
    return "Weather: " + "; ".join(f"{capital(w)} in {listed(fronts)}" for w, fronts in by.items()) + "."


def _control(p: P) -> str:
    names = [place(n) for n in p["places"] if board.INDEX[n] in board.NAME]
    rest = [n for n in p["places"] if board.INDEX[n] not in board.NAME]
    # of many hexes the first says where they lie
    around = f"{counted(len(rest), 'hex', 'hexes')} around {board.landmark(board.INDEX[rest[0]])} ({rest[0]})" if rest else ""
    words = [*names, *([place(n) for n in rest] if len(rest) < 3 else [around])]
    return f"{capital(SIDE[p['side']])} take {listed(words)}."


def _way(p: P) -> str:
    return (f" from {place(p['origin'])}" if "origin" in p else "") + f" to {place(p['place'])}"


SAYS: dict[str, Callable[[P], str]] = {
    "deployed": lambda p: f"{capital(units(p['units']))} {'begin' if len(p['units']) > 1 else 'begins'} in {place(p['place'])}.",
    "turn": lambda p: f"Turn {p['turn']}: {p['name']}",
    "letter": lambda p: f"Strategic Turn {p['letter']}",
    "phase": lambda p: f"{PHASES[p['phase']][0]} Phase",
    "weather-roll": lambda p: f"Weather in the west: die {p['die']}, {p['weather']}.",
    "weather": _weather,
    "movement": lambda p: f"{capital(SIDE[p['side']])} move in the {fronts.THEATER_TITLES[fronts.THEATERS.index(p['theater'])]}.",
    "move": _move,
    "rails": lambda p: f"{capital(SIDE[p['side']])} move by rail{' and sea' if p['side'] == tables.SEATS[0] else ''}.",
    "rail": lambda p: f"{capital(units(p['units']))} {_s(p, 'ride')} from {place(p['origin'])} to {place(p['place'])}.",
    "sail": lambda p: f"{capital(units(p['units']))} {_s(p, 'sail')} from {place(p['origin'])} to {place(p['place'])}.",
    "stack": lambda p: f"{capital(SIDE[p['side']])} move {counted(p['count'], 'unit', 'units')}{_way(p)}.",
    "eliminated": lambda p: (
        f"{capital(units(p['units']))} {'are' if len(p['units']) > 1 else 'is'} eliminated"
        f"{' in ' + place(p['place']) if p['place'] else ''}."
    ),
    "overrun": lambda p: f"{capital(units(p['units']))} {'are' if len(p['units']) > 1 else 'is'} overrun in {place(p['place'])}.",
    "control": _control,
    "depleted": lambda p: f"{capital(units(p['units']))} {'are' if len(p['units']) > 1 else 'is'} depleted.",
}
SAYS |= text_combat.SAYS | text_strategic.SAYS


def text(e: Entry) -> str:
    """An entry as a sentence; one that nobody has found words for tells what it knows."""
    say = SAYS.get(e.key)
    if say is not None:
        return say(e.params)
    told = [f"{k} {_plain(v)}" for k, v in e.params.items() if k != "only" and v not in ("", [], None)]
    return capital(e.key.replace("-", " ")) + (f": {', '.join(told)}." if told else ".")


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return listed([_plain(v) for v in value])
    return board.place_name(board.INDEX[value]) if isinstance(value, str) and value in board.INDEX else str(value)
