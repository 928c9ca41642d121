"""Tables: making, playing, asking, looking back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Body, Path, Query, Response
from pydantic_core import to_json

from firestep.engine.errors import FirestepError
from firestep.server import rows
from firestep.server.errors import Refused
from firestep.server.models import (
    Act,
    Answer,
    Chat,
    DiceOut,
    Fork,
    HexesOut,
    Json,
    Name,
    NewTable,
    Notify,
    Opened,
    SeqOut,
    Takeback,
    Undo,
    WhyNotOut,
)
from firestep.server.notify import check_webhook
from firestep.server.table import Table, parse
from firestep.server.tokens import clean
from firestep.server.web import CallerDep, HouseDep, answer, errors
from firestep.server.workers import Cancelled, JobFailed, TookTooLong

log = logging.getLogger("firestep.server")
router = APIRouter(prefix="/api/tables", tags=["tables"])
T = TypeVar("T")
REFUSED = errors(401, 403, 404, 409, 413, 415, 503)
READ = errors(401, 403, 404, 409)


def asked(work: Callable[[], T]) -> T:
    """Ask the game something; what it does not know is the asker's mistake, what it trips over is said to be so."""
    try:
        return work()
    except FirestepError as e:
        raise Refused(400, str(e)) from None
    except (KeyError, ValueError, IndexError):
        raise Refused(400, "the game does not know this; check the names of units and hexes") from None


# -- making ----------------------------------------------------------------------------------------------------------


@router.post("", status_code=201, response_model=Opened, responses=errors(413, 415, 503), summary="Make a table")
async def create(house: HouseDep, body: NewTable) -> Response:
    seats = None if body.seats is None else [s.model_dump() for s in body.seats]
    made = await house.create(body.game, body.scenario, body.options, seats, body.seed, body.start)
    return answer(made, 201)


@router.post("/import", status_code=201, response_model=Opened, responses=errors(413, 415, 503), summary="Open a record")
async def import_record(house: HouseDep, record: Annotated[dict[str, Any], Body()]) -> Response:
    return answer(await house.read_record(to_json(record).decode()), 201)


@router.post("/{id}/fork", status_code=201, response_model=Opened, responses=REFUSED, summary="Make a what-if table")
async def fork(house: HouseDep, who: CallerDep, body: Fork) -> Response:
    seats = None if body.seats is None else [s.model_dump() for s in body.seats]
    return answer(await house.fork(who.table, who.holds, body.at, seats), 201)


# -- looking ---------------------------------------------------------------------------------------------------------


@router.get("/{id}", response_model=Json, responses=READ, summary="The table as a seat sees it")
async def snapshot(who: CallerDep) -> Response:
    return answer(who.table.snapshot(who.holds))


@router.get("/{id}/summary", response_model=Json, responses=READ, summary="A line for a list of tables")
async def summary(who: CallerDep) -> Response:
    return answer(who.table.summary(who.holds))


@router.get("/{id}/at/{n}", response_model=Json, responses=READ, summary="The table as it was")
async def at(who: CallerDep, n: Annotated[int, Path(ge=0, le=2_000_000_000)]) -> Response:
    if n > who.table.seq:
        raise Refused(404, f"this table has {who.table.seq} entries; choose a moment up to there")
    s = await asyncio.to_thread(who.table.past.at, n)
    return answer(who.table.replayed(who.holds, s, n))


@router.get("/{id}/journal", response_model=Json, responses=READ, summary="A page of the log")
async def journal(who: CallerDep, since: Annotated[int, Query(ge=0, le=2_000_000_000)] = 0,
                  limit: Annotated[int, Query(ge=1, le=1000)] = 200) -> Response:
    t = who.table
    return answer({"size": len(t.lines), "entries": t.readable(t.lines[since:since + limit], t.shown(who.holds), t.session.over)})


async def _again(house: HouseDep, t: Table) -> dict[str, Any]:
    """The record, report and dice of a table: the whole game played again, beside the server, and kept until it moves on."""
    if t.again is not None and t.again[0] == t.seq:
        return t.again[1]
    s = t.session
    try:
        found: dict[str, Any] = await house.workers.run(
            "play_again", 60.0, game_id=s.game.id, scenario=s.scenario, options=dict(s.options), seed=s.dice.seed, start=s.start,
            history=[" ".join(r.action) for r in t.past.rows], seats=[x.bot or "human" for x in t.seats], reveal=s.over)
    except (FirestepError, JobFailed, TookTooLong, Cancelled) as e:
        log.error("table %s cannot be played again: %s", t.id, e)
        raise Refused(409, "this table cannot be played again from its beginning") from None
    if t.session is s:
        t.again = (t.seq, found)
    return found


def _open_only(t: Table) -> None:
    if t.secretive:
        raise Refused(403, "this game has secrets; ask again when it is over")


@router.get("/{id}/record", response_model=Json, responses=READ, summary="The record, as a file")
async def record(house: HouseDep, who: CallerDep) -> Response:
    _open_only(who.table)
    text = (await _again(house, who.table))["record"]
    name = f"{who.table.game.id}-{who.table.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, 200, headers, "application/json")


@router.get("/{id}/report", response_model=Json, responses=READ, summary="Series per turn, luck")
async def report(house: HouseDep, who: CallerDep) -> Response:
    _open_only(who.table)
    return answer((await _again(house, who.table))["report"])


@router.get("/{id}/dice", response_model=DiceOut, responses=READ, summary="Commitment, seed once the game is over, rolls")
async def dice(house: HouseDep, who: CallerDep) -> Response:
    t = who.table
    rolls = [] if t.secretive else (await _again(house, t))["rolls"]
    seed = t.session.dice.seed if t.session.over else None
    return answer({"commitment": t.commitment, "seed": seed, "seed_chosen": t.seed_chosen, "rolls": rolls})


# -- asking ----------------------------------------------------------------------------------------------------------


@router.get("/{id}/why-not", response_model=WhyNotOut, responses=READ, summary="Why an action is not legal")
async def why_not(who: CallerDep, action: Annotated[str, Query(min_length=1, max_length=500)]) -> Response:
    words = parse(action)
    s = who.table.known_to(who.holds)
    refusals = asked(lambda: s.why_not(words))
    d = who.table.session.decision
    mine = d is not None and (d.seat in who.holds or who.table.conceal is None)
    legal = mine and d is not None and (words in d.actions or d.step.accepts(who.table.session, words))
    return answer({"legal": legal, "refusals": [r._asdict() for r in refusals]})


@router.get("/{id}/odds", response_model=Json, responses=READ, summary="The odds before the die")
async def odds(who: CallerDep, what: Annotated[str, Query(max_length=500)] = "") -> Response:
    s = who.table.known_to(who.holds)
    return answer(asked(lambda: s.odds(*what.split())).to_plain())


@router.get("/{id}/overlay/{name}", response_model=HexesOut, responses=READ, summary="A set of hexes to show")
async def overlay(who: CallerDep, name: str, arg: Annotated[str, Query(max_length=200)] = "") -> Response:
    show = who.table.game.overlays.get(name)
    if show is None:
        raise Refused(404, f"{who.table.game.title} has no overlay '{name[:40]}'; it has: {', '.join(who.table.game.overlays)}")
    s = who.table.known_to(who.holds)
    return answer({"hexes": asked(lambda: show(s, arg))})


@router.get("/{id}/inspect/{place}", response_model=Json, responses=READ, summary="All about a place")
async def inspect(who: CallerDep, place: str) -> Response:
    s = who.table.known_to(who.holds)
    try:
        return answer(asked(lambda: who.table.game.inspect(s, place)))
    except Refused as e:
        raise Refused(404, e.error) from None


# -- playing ---------------------------------------------------------------------------------------------------------


@router.post("/{id}/actions", response_model=SeqOut, responses={**REFUSED, **errors(422)}, summary="Take an action")
async def act(who: CallerDep, body: Act) -> Response:
    return answer({"seq": await who.table.act(who.holds, body.seq, body.action, body.key)})


@router.post("/{id}/undo", response_model=SeqOut, responses=REFUSED, summary="Take back the last action")
async def undo(who: CallerDep, body: Undo) -> Response:
    return answer({"seq": await who.table.undo(who.holds, body.seq, body.key)})


@router.post("/{id}/restart-turn", response_model=SeqOut, responses=REFUSED, summary="Undo as far as it goes")
async def restart_turn(who: CallerDep, body: Undo) -> Response:
    return answer({"seq": await who.table.undo(who.holds, body.seq, body.key, all_of_them=True)})


@router.post("/{id}/takeback", response_model=Json, responses=REFUSED, summary="Ask to go back, by consent")
async def takeback(who: CallerDep, body: Takeback) -> Response:
    return answer({"takeback": await who.table.ask_takeback(who.holds, body.to)})


@router.post("/{id}/takeback/answer", response_model=Json, responses=REFUSED, summary="Agree to a takeback or not")
async def takeback_answer(who: CallerDep, body: Answer) -> Response:
    return answer({"takeback": await who.table.answer_takeback(who.holds, body.agree)})


@router.post("/{id}/chat", response_model=Json, responses=REFUSED, summary="Say something to the seats")
async def chat(who: CallerDep, body: Chat) -> Response:
    text, seat = clean(body.text, 500), who.table.one_of(who.holds, body.seat)
    if not text:
        raise Refused(400, "there is nothing to say in this; write a word")
    return answer({"n": await who.table.say(seat, text)})


@router.post("/{id}/name", response_model=Json, responses=REFUSED, summary="Take a name")
async def name(who: CallerDep, body: Name) -> Response:
    text, seat = clean(body.name, 40), who.table.one_of(who.holds, body.seat)
    if not text:
        raise Refused(400, "a name needs at least one letter")
    await who.table.rename(seat, text)
    return answer({"seats": who.table.seats_plain()})


@router.post("/{id}/bot/cancel", response_model=Json, responses=REFUSED, summary="Stop and pause the bots")
async def bot_cancel(who: CallerDep) -> Response:
    who.table.one_of(who.holds, None)
    await who.table.pause_bots(True)
    return answer({"bots": "paused"})


@router.post("/{id}/bot/go", response_model=Json, responses=REFUSED, summary="Let the bots play on")
async def bot_go(who: CallerDep) -> Response:
    who.table.one_of(who.holds, None)
    await who.table.pause_bots(False)
    return answer({"bots": "on"})


# -- notices ---------------------------------------------------------------------------------------------------------


async def _notify(house: HouseDep, t: Table, seat: int) -> Response:
    log_ = await house.store.reading(lambda c: rows.deliveries(c, t.id, seat))
    s = t.seats[seat]
    return answer({"seat": s.id, "webhook": s.webhook, "email": s.email, "deliveries": log_})


@router.get("/{id}/notify", response_model=Json, responses=READ, summary="Where 'your turn' is told, and the log of it")
async def notify_get(house: HouseDep, who: CallerDep, seat: Annotated[str, Query(max_length=40)] | None = None) -> Response:
    return await _notify(house, who.table, who.table.one_of(who.holds, seat))


@router.post("/{id}/notify", response_model=Json, responses=REFUSED, summary="Say where 'your turn' is to be told")
async def notify_set(house: HouseDep, who: CallerDep, body: Notify) -> Response:
    t, seat = who.table, who.table.one_of(who.holds, body.seat)
    if body.webhook is not None:
        check_webhook(body.webhook, house.settings.private_webhooks)
    await t.notify(seat, {k: getattr(body, k) for k in ("webhook", "email") if k in body.model_fields_set})
    return await _notify(house, t, seat)
