"""Requests about seats: taking them, devices, standing orders, names, chat, notifications, the clock."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from firestep.server.errors import Refused
from firestep.server.http.models import (
    Chat,
    Claim,
    ClaimOut,
    Clock,
    HandOver,
    InvitationOut,
    Json,
    Name,
    Notify,
    OfSeat,
    Renew,
    Routine,
    TakeOver,
)
from firestep.server.http.tokens import clean
from firestep.server.http.web import READ, REFUSED, CallerDep, ManagerDep, answer
from firestep.server.storage import rows
from firestep.server.tables import seat_actions
from firestep.server.tables.notifications import check_webhook
from firestep.server.tables.table import Table

router = APIRouter(prefix="/api/tables", tags=["seats"])
SeatQuery = Annotated[str | None, Query(max_length=40)]


# -- keys ------------------------------------------------------------------------------------------------------------


@router.post("/{id}/claim", response_model=ClaimOut, responses=REFUSED, summary="Exchange an invitation for a key, once")
async def claim(request: Request, manager: ManagerDep, id: str, body: Claim) -> Response:
    table = await manager.open(id)
    try:
        return answer(await seat_actions.claim(table, body.invitation, body.token))
    except Refused as e:
        if e.status == 401:
            request.app.state.limits.failed(request.scope)
        raise


@router.post(
    "/{id}/invite",
    response_model=InvitationOut,
    responses=REFUSED,
    summary="A new invitation: of the host to a free seat, or for another device of one's own seat",
)
async def invite(who: CallerDep, body: OfSeat) -> Response:
    t = who.table
    own = bool(who.holds) and (body.seat is None or t.named(body.seat) in who.holds)
    seat = t.one_of(who.holds, body.seat) if own or body.seat is None else t.named(body.seat)
    if not own:
        seat_actions.host_may(t, who.hashes, seat)
    return answer({"seat": t.seats[seat].id, "invitation": await seat_actions.invite(t, seat, instead=not own)})


@router.get("/{id}/devices", response_model=Json, responses=READ, summary="The devices that hold your seat")
async def devices(who: CallerDep, seat: SeatQuery = None) -> Response:
    k = who.table.one_of(who.holds, seat)
    return answer({"seat": who.table.seats[k].id, "devices": who.table.devices(k, who.hashes)})


@router.delete("/{id}/devices/{device}", response_model=Json, responses=REFUSED, summary="Take a seat's key from a device")
async def revoke(who: CallerDep, device: Annotated[str, Path(max_length=16)], seat: SeatQuery = None) -> Response:
    k = who.table.one_of(who.holds, seat)
    await seat_actions.revoke(who.table, k, device)
    return answer({"seat": who.table.seats[k].id, "devices": who.table.devices(k, who.hashes)})


@router.post("/{id}/renew", response_model=ClaimOut, responses=REFUSED, summary="A new key; all others of the seat end")
async def renew(who: CallerDep, body: Renew) -> Response:
    k = who.table.one_of(who.holds, body.seat)
    return answer({"seat": who.table.seats[k].id, "token": await seat_actions.renew(who.table, k, who.hashes, body.token)})


# -- standing orders and the clock -----------------------------------------------------------------------------------


@router.get("/{id}/routine", response_model=Json, responses=READ, summary="Your standing orders")
async def routine(who: CallerDep, seat: SeatQuery = None) -> Response:
    t, k = who.table, who.table.one_of(who.holds, seat)
    asks = sorted(name for name, step in t.game.steps.items() if not step.auto)
    return answer({"seat": t.seats[k].id, "routine": t.standing(k), "asks": asks})


@router.post("/{id}/routine", response_model=Json, responses=REFUSED, summary="Give or take back a standing order")
async def set_routine(who: CallerDep, body: Routine) -> Response:
    t, k = who.table, who.table.one_of(who.holds, body.seat)
    t.open_only()
    await seat_actions.set_routine(t, k, body.ask, seat_actions.order_of(body.bot, body.action, body.until and t.stage()))
    return answer({"seat": t.seats[k].id, "routine": t.standing(k)})


@router.post("/{id}/clock", response_model=Json, responses=REFUSED, summary="Propose a clock, or agree to the one proposed")
async def clock(who: CallerDep, body: Clock) -> Response:
    who.table.one_of(who.holds, None)
    return answer({"clock": await seat_actions.propose_clock(who.table, who.holds, body.model_dump())})


@router.post("/{id}/nudge", response_model=Json, responses=REFUSED, summary="Remind the player who must decide")
async def nudge(who: CallerDep) -> Response:
    return answer(await seat_actions.nudge(who.table, who.holds))


@router.post(
    "/{id}/take-over",
    response_model=Json,
    responses=REFUSED,
    summary="After the agreed time: let a bot play for the absent player, or invite another one",
)
async def take_over(who: CallerDep, body: TakeOver) -> Response:
    return answer(await seat_actions.take_over_seat(who.table, who.holds, who.table.named(body.seat), body.bot))


@router.post("/{id}/handover", response_model=Json, responses=REFUSED, summary="Agree that the game goes on at another server")
async def handover(who: CallerDep, body: HandOver) -> Response:
    who.table.one_of(who.holds, None)
    return answer({"handover": await seat_actions.hand_over(who.table, who.holds, body.agree, body.seq)})


# -- talk and names --------------------------------------------------------------------------------------------------


@router.post("/{id}/chat", response_model=Json, responses=REFUSED, summary="Say something to the seats")
async def chat(who: CallerDep, body: Chat) -> Response:
    text, seat = clean(body.text, 500), who.table.one_of(who.holds, body.seat)
    if not text:
        raise Refused(400, "there is nothing to say in this; write a word")
    return answer({"n": await seat_actions.say(who.table, seat, text)})


@router.post("/{id}/name", response_model=Json, responses=REFUSED, summary="Take a name")
async def name(who: CallerDep, body: Name) -> Response:
    text, seat = clean(body.name, 40), who.table.one_of(who.holds, body.seat)
    if not text:
        raise Refused(400, "a name needs at least one letter")
    await seat_actions.rename(who.table, seat, text)
    return answer({"seats": who.table.seats_plain(who.holds)})


@router.post("/{id}/bot/cancel", response_model=Json, responses=REFUSED, summary="Stop and pause the bots")
async def bot_cancel(who: CallerDep) -> Response:
    who.table.one_of(who.holds, None)
    await seat_actions.pause_bots(who.table, True)
    return answer({"bots": "paused"})


@router.post("/{id}/bot/go", response_model=Json, responses=REFUSED, summary="Let the bots play on")
async def bot_go(who: CallerDep) -> Response:
    who.table.one_of(who.holds, None)
    await seat_actions.pause_bots(who.table, False)
    return answer({"bots": "on"})


# -- notices ---------------------------------------------------------------------------------------------------------


async def _notify(manager: ManagerDep, t: Table, seat: int) -> Response:
    log_ = await manager.store.reading(rows.deliveries, t.id, seat)
    s = t.seats[seat]
    return answer(
        {
            "seat": s.id,
            "webhook": s.webhook,
            "email": s.email,
            "email_status": await manager.notifier.status(s.email),
            "mail": manager.settings.smtp is not None,
            "deliveries": log_,
        }
    )


@router.get("/{id}/notify", response_model=Json, responses=READ, summary="Where 'your turn' notices are sent, and their log")
async def notify_get(manager: ManagerDep, who: CallerDep, seat: SeatQuery = None) -> Response:
    return await _notify(manager, who.table, who.table.one_of(who.holds, seat))


@router.post("/{id}/notify", response_model=Json, responses=REFUSED, summary="Set where 'your turn' notices are sent")
async def notify_set(request: Request, manager: ManagerDep, who: CallerDep, body: Notify) -> Response:
    t, seat = who.table, who.table.one_of(who.holds, body.seat)
    if body.webhook is not None:
        check_webhook(body.webhook, manager.settings.private_webhooks)
    if body.email is not None and body.email != t.seats[seat].email:
        if wait := request.app.state.limits.take(request.scope, "mail"):
            raise Refused(429, f"too many addresses; wait {wait} s", retry_after=wait)
        if await manager.notifier.ask(body.email) == "refused":
            raise Refused(409, "this address wants no mail from here; choose another")
    await seat_actions.notify(t, seat, {k: getattr(body, k) for k in ("webhook", "email") if k in body.model_fields_set})
    return await _notify(manager, t, seat)
