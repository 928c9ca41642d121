"""Requests about tables: create, view, ask, play, look back."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response

from firestep.engine.errors import FirestepError
from firestep.server.errors import Refused
from firestep.server.http.models import (
    Act,
    Answer,
    DiceOut,
    Fork,
    HexesOut,
    Json,
    NewTable,
    Opened,
    Restart,
    SeqOut,
    Takeback,
    TakenOut,
    Undo,
    WhyNotOut,
)
from firestep.server.http.web import READ, REFUSED, CallerDep, ManagerDep, address_of, answer, errors
from firestep.server.storage import rows
from firestep.server.storage.store import Conflict, StorageFailed
from firestep.server.tables import create as create_module
from firestep.server.tables.manager import TableManager
from firestep.server.tables.table import Table, parse

log = logging.getLogger("firestep.server")
router = APIRouter(prefix="/api/tables", tags=["tables"])
T = TypeVar("T")
KINDS = "^(here|link|bot)(,(here|link|bot))*$"


def asked(work: Callable[[], T]) -> T:
    """Asks the game. Unknown names and faults in the question become a refusal for the caller."""
    try:
        return work()
    except FirestepError as e:
        raise Refused(400, str(e)) from None
    except (KeyError, ValueError, IndexError):
        raise Refused(400, "the game does not know this; check the names of units and hexes") from None


# -- making ----------------------------------------------------------------------------------------------------------


@router.post("", status_code=201, response_model=Opened, responses=errors(413, 415, 503), summary="Make a table")
async def create(request: Request, manager: ManagerDep, body: NewTable) -> Response:
    seats = None if body.seats is None else [s.model_dump() for s in body.seats]
    if seats is not None and seats and all(s["kind"] == "bot" for s in seats):
        request.app.state.limits.pay(request.scope, "bots")
    return answer(await create_module.create(manager, {**body.model_dump(), "seats": seats}, address_of(request)), 201)


@router.post(
    "/import",
    status_code=201,
    response_model=Opened,
    responses=errors(413, 415, 503),
    summary="Open a record",
    openapi_extra={"requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}, "required": True}},
)
async def import_record(
    request: Request, manager: ManagerDep, seats: Annotated[str | None, Query(max_length=200, pattern=KINDS)] = None
) -> Response:
    # the body is not parsed here: uploads are read in a process that can be ended
    kinds = None if seats is None else [{"kind": kind} for kind in seats.split(",")]
    return answer(await create_module.read_record(manager, await request.body(), address_of(request), kinds), 201)


@router.post("/{id}/fork", status_code=201, response_model=Opened, responses=REFUSED, summary="Make a what-if table")
async def fork(request: Request, manager: ManagerDep, who: CallerDep, body: Fork) -> Response:
    seats = None if body.seats is None else [s.model_dump() for s in body.seats]
    return answer(await create_module.fork(manager, who.table, who.holds, body.at, seats, address_of(request)), 201)


# -- looking ---------------------------------------------------------------------------------------------------------


@router.get("/{id}", response_model=Json, responses=READ, summary="The table as a seat sees it")
async def snapshot(who: CallerDep) -> Response:
    await who.table.ready(who.holds)
    return answer(who.table.snapshot(who.holds))


@router.get("/{id}/summary", response_model=Json, responses=READ, summary="A line for a list of tables")
async def summary(who: CallerDep) -> Response:
    return answer(who.table.summary(who.holds))


@router.get("/{id}/at/{n}", response_model=Json, responses=READ, summary="The table as it was")
async def at(request: Request, manager: ManagerDep, who: CallerDep, n: Annotated[int, Path(ge=0, le=2_000_000_000)]) -> Response:
    t = who.table
    if n > t.seq:
        raise Refused(404, f"this table has {t.seq} entries; choose a moment up to there")
    found = await manager.run_history_job("moment", 10.0, address_of(request), id=t.id, n=n, holds=who.holds)
    return answer({**t.frame(who.holds), **found})


@router.get("/{id}/journal", response_model=Json, responses=READ, summary="A page of the log")
async def journal(
    manager: ManagerDep,
    who: CallerDep,
    since: Annotated[int, Query(ge=0, le=2_000_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> Response:
    t = who.table
    s, n = t.session, t.seq
    if since >= t.tail_from:
        lines = t.tail[since - t.tail_from :][:limit]
    else:
        end = min(since + limit, s.journal_size)
        lines = await manager.store.in_thread(lambda: [t.line(k, e) for k, e in t.past.journal(n, since, end)])
    return answer({"size": s.journal_size, "entries": t.readable(lines, t.shown(who.holds), s.over)})


@router.get("/{id}/turns", response_model=Json, responses=READ, summary="When each turn began")
async def turns(manager: ManagerDep, who: CallerDep) -> Response:
    t = who.table

    def told() -> list[dict[str, Any]]:
        return [{"at": at, "turn": turn, "text": e and t.game.text(e)} for at, turn, e in t.past.heads()]

    return answer({"turns": await manager.store.in_thread(told)})


async def _again(manager: TableManager, t: Table, what: str, owner: str, **more: Any) -> Any:
    """Returns the record, report or dice of a table. A worker process reads them once for all callers until the table changes.
    Leaves out what was hidden before the reading."""
    _open_only(t)
    task = t.again.get(what)
    if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
        task = t.again[what] = asyncio.ensure_future(_read(manager, t, what, owner, more))
    found = await asyncio.shield(task)
    if manager.store.shared:
        await t.locked(t.catch_up)
    _open_only(t)
    return found


async def _read(manager: TableManager, t: Table, what: str, owner: str, more: dict[str, Any]) -> Any:
    if not t.marked:
        found = await manager.run_history_job("play_again", 120.0, owner, id=t.id)
        with contextlib.suppress(StorageFailed, Conflict):
            await manager.write(lambda c: rows.fill_history(c, t.id, found["opening"], found["marks"], found["rolls"]), t.id)
            t.marked = True
    return await manager.run_history_job(what, 30.0, owner, id=t.id, **more)


def _open_only(t: Table) -> None:
    if t.hiding() and not t.handed:
        raise Refused(403, "something is hidden now; ask again when it is open to all, or when the game is over")


@router.get("/{id}/record", response_model=Json, responses=READ, summary="The record, as a file")
async def record(request: Request, manager: ManagerDep, who: CallerDep) -> Response:
    t = who.table
    names, reveal = [x.bot or "human" for x in t.seats], t.session.over or t.handed
    text = await _again(manager, t, "record", address_of(request), seats=names, reveal=reveal)
    headers = {"Content-Disposition": f'attachment; filename="{t.game.id}-{t.id}.json"', "Cache-Control": "no-store"}
    return Response(text, 200, headers, "application/json")


@router.get("/{id}/report", response_model=Json, responses=READ, summary="Series per turn, luck")
async def report(request: Request, manager: ManagerDep, who: CallerDep) -> Response:
    return answer(await _again(manager, who.table, "report", address_of(request)))


@router.get("/{id}/dice", response_model=DiceOut, responses=READ, summary="Commitment, seed once the game is over, rolls")
async def dice(request: Request, manager: ManagerDep, who: CallerDep) -> Response:
    t = who.table
    rolls = [] if t.hiding() and not t.handed else await _again(manager, t, "rolls", address_of(request))
    seed = t.session.dice.seed if t.session.over or t.handed else None
    return answer({"commitment": t.commitment, "seed": seed, "seed_chosen": t.seed_chosen, "rolls": rolls})


# -- asking ----------------------------------------------------------------------------------------------------------


@router.get("/{id}/why-not", response_model=WhyNotOut, responses=READ, summary="Why an action is not legal")
async def why_not(who: CallerDep, action: Annotated[str, Query(min_length=1, max_length=500)]) -> Response:
    words, t = parse(action), who.table
    s, d = t.session, t.session.decision
    mine = d is not None and (d.seat in who.holds or not t.hiding())
    refusals = await t.ask(t.shown(who.holds), lambda known: asked(lambda: known.why_not(words)))
    legal = mine and d is not None and (words in d.actions or await t.computed(lambda: s.is_unlisted_legal(words)))
    return answer({"legal": legal, "refusals": [r._asdict() for r in refusals]})


@router.get("/{id}/odds", response_model=Json, responses=READ, summary="The odds before the die")
async def odds(who: CallerDep, what: Annotated[str, Query(max_length=500)] = "") -> Response:
    t = who.table
    return answer(await t.ask(t.shown(who.holds), lambda known: asked(lambda: known.odds(*what.split()).to_plain())))


@router.get("/{id}/overlay/{name}", response_model=HexesOut, responses=READ, summary="A set of hexes to show")
async def overlay(who: CallerDep, name: str, arg: Annotated[str, Query(max_length=200)] = "") -> Response:
    t = who.table
    show = t.game.overlays.get(name)
    if show is None:
        raise Refused(404, f"{t.game.title} has no overlay '{name[:40]}'; it has: {', '.join(t.game.overlays)}")
    return answer({"hexes": await t.ask(t.shown(who.holds), lambda known: asked(lambda: show(known, arg)))})


@router.get("/{id}/inspect/{place}", response_model=Json, responses=READ, summary="All about a place")
async def inspect(who: CallerDep, place: str) -> Response:
    t = who.table
    try:
        return answer(await t.ask(t.shown(who.holds), lambda known: asked(lambda: t.game.inspect(known, place))))
    except Refused as e:
        raise Refused(404, e.error) from None


# -- playing ---------------------------------------------------------------------------------------------------------


@router.post("/{id}/actions", response_model=TakenOut, responses={**REFUSED, **errors(422)}, summary="Take an action, or several")
async def act(who: CallerDep, body: Act) -> Response:
    if (body.action is None) == (body.actions is None):
        raise Refused(400, "give an action or a list of actions, one of both")
    orders = body.actions if body.actions is not None else [body.action or ""]
    seq, taken = await who.table.act(who.holds, body.seq, orders, body.key)
    return answer({"seq": seq, "taken": taken})


@router.post("/{id}/undo", response_model=SeqOut, responses=REFUSED, summary="Take back the last action, or several")
async def undo(who: CallerDep, body: Undo) -> Response:
    return answer({"seq": await who.table.undo(who.holds, body.seq, body.key, body.times)})


@router.post("/{id}/restart-turn", response_model=SeqOut, responses=REFUSED, summary="Undo as far as it goes")
async def restart_turn(who: CallerDep, body: Restart) -> Response:
    return answer({"seq": await who.table.undo(who.holds, body.seq, body.key, None)})


@router.post("/{id}/takeback", response_model=Json, responses=REFUSED, summary="Ask to go back, by consent")
async def takeback(who: CallerDep, body: Takeback) -> Response:
    return answer({"takeback": await who.table.ask_takeback(who.holds, body.to)})


@router.post("/{id}/takeback/answer", response_model=Json, responses=REFUSED, summary="Agree to a takeback or not")
async def takeback_answer(who: CallerDep, body: Answer) -> Response:
    return answer({"takeback": await who.table.answer_takeback(who.holds, body.agree, body.to, body.seq)})
