"""Requests about a game without a table: its list entry, its map, its rules."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic_core import to_json

from firestep.engine import ledger, teach
from firestep.engine.game import Game
from firestep.games import GAMES
from firestep.server.errors import Refused
from firestep.server.http.models import Check, Json
from firestep.server.http.web import ManagerDep, address_of, errors, tagged
from firestep.server.tables import create
from firestep.server.tables.auto_answer import bot_names

#: a drawing that is opened by itself: it has its own style and may run nothing
DRAWING = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"
router = APIRouter(prefix="/api/games", tags=["games"])


def known(id: str) -> Game[Any]:
    if id not in GAMES:
        raise Refused(404, f"there is no game '{id[:40]}'; the games are: {', '.join(GAMES)}")
    return GAMES[id]


def _entry(g: Game[Any]) -> dict[str, Any]:
    """Returns a game of the list: its description, its introduction and its options."""
    told = teach.teach(g.data)
    plain = g.to_plain()
    about = told.get("options", {})
    options = [
        {**o, **{k: about.get(o["id"], {}).get(k, v) for k, v in (("text", ""), ("group", ""), ("words", {}), ("scenario", ""))}}
        for o in plain["options"]
    ]
    return {
        **plain,
        "options": options,
        "bots": bot_names(),
        "overlays": list(g.overlays),
        "about": told.get("about", {}),
        "teaches": [k for k in ("howto", "lesson") if told.get(k)],
    }


@cache
def _list(ids: tuple[str, ...]) -> bytes:
    return to_json({"games": [_entry(GAMES[id]) for id in ids]})


@cache
def _hexes(id: str, scenario: str | None) -> bytes:
    return to_json({"hexes": {}, "layout": "columns", "width": 0, "height": 0, **GAMES[id].map_of(scenario)[1]})


def staged(game: Game[Any], scenario: str | None) -> str | None:
    """Returns the scenario whose map is requested; None if all scenarios share one map."""
    if game.scenario_map is None:
        return None
    if scenario not in (None, *(s.id for s in game.scenarios)):
        known_ids = ", ".join(s.id for s in game.scenarios)
        raise Refused(404, f"{game.id} has no scenario '{str(scenario)[:40]}'; choose one of: {known_ids}")
    return scenario


@cache
def _rules(id: str) -> dict[str, Any]:
    data = GAMES[id].data
    return {
        r.id: {"title": r.title, "rule": r.rule, "rulings": [teach.plain(t) for t in ledger.rulings_of(data, r.id).values()]}
        for r in ledger.rules(data).values()
    }


@router.get("", summary="All games", response_model=Json)
def games(request: Request) -> Response:
    return tagged(request, _list(tuple(GAMES)), "application/json")


@router.get(
    "/{game}/map.svg",
    summary="The drawn map",
    responses={200: {"content": {"image/svg+xml": {}}}, **errors(404, 503)},
    response_class=Response,
)
async def map_svg(request: Request, manager: ManagerDep, game: str, scenario: str | None = None) -> Response:
    drawn = await manager.maps.get(known(game).id, staged(known(game), scenario))
    found = await manager.run_in_thread(tagged, request, drawn, "image/svg+xml")  # the first request waits for the compression
    found.headers["Content-Security-Policy"] = DRAWING
    return found


@router.post(
    "/{game}/check",
    summary="Check whether a position or your own scenario can be played",
    response_model=Json,
    responses=errors(400, 404, 503),
)
async def check(request: Request, manager: ManagerDep, game: str, body: Check) -> Json:
    """Starts a game from the text and discards it. Refuses a wrong text with the reason."""
    await create.begun(manager, known(game).id, None, None, "check", body.text, address_of(request))
    return {"summary": "It can be played."}


@router.get("/{game}/hexes", summary="Where the hexes are on the map", response_model=Json, responses=errors(404))
def hexes(request: Request, game: str, scenario: str | None = None) -> Response:
    return tagged(request, _hexes(known(game).id, staged(known(game), scenario)), "application/json")


@router.get("/{game}/rules", summary="Every rule and the rulings about it", response_model=Json, responses=errors(404))
def rules(request: Request, game: str) -> Response:
    return tagged(request, to_json({"rules": _rules(known(game).id)}), "application/json")


@router.get("/{game}/book", summary="The rules as a book: chapters, rulings, examples", response_model=Json, responses=errors(404))
def book(request: Request, game: str) -> Response:
    return tagged(request, to_json(teach.book(known(game).data)), "application/json")


@router.get("/{game}/charts", summary="Tables and lists to have at hand", response_model=Json, responses=errors(404))
def charts(request: Request, game: str, scenario: str | None = None) -> Response:
    g = known(game)
    if scenario not in (None, *(s.id for s in g.scenarios)):
        raise Refused(404, f"{g.id} has no scenario '{str(scenario)[:40]}'; see the list of games")
    return tagged(request, to_json({"charts": g.charts(scenario)}), "application/json")


@router.get("/{game}/teach", summary="How to play, and a guided first turn", response_model=Json, responses=errors(404))
def lessons(request: Request, game: str) -> Response:
    found = teach.teach(known(game).data)
    return tagged(
        request,
        to_json(
            {
                "howto": found.get("howto", []),
                "lesson": found.get("lesson"),
                "asks": found.get("asks", {}),
                "report": found.get("report", []),
                "fronts": found.get("fronts", []),
            }
        ),
        "application/json",
    )


@router.get("/{game}/rules/{id}", summary="One rule", response_model=Json, responses=errors(404))
def rule(request: Request, game: str, id: str) -> Response:
    found = _rules(known(game).id).get(id)
    if found is None:
        raise Refused(404, f"there is no rule '{id[:40]}'; see the list of rules")
    return tagged(request, to_json({"id": id, **found}), "application/json")
