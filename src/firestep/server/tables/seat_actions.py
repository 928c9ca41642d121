"""Actions at a table besides playing: chat, names, keys and invitations, standing orders, the clock, moving to another server."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

from firestep.engine import action as actions
from firestep.server.errors import Refused
from firestep.server.http.tokens import hashed, new_invitation, new_token
from firestep.server.storage import rows
from firestep.server.tables.auto_answer import bot_names
from firestep.server.tables.broadcast import Holds
from firestep.server.tables.seating import Key

if TYPE_CHECKING:
    from firestep.server.tables.table import Table

CHAT_KEPT = 1000
#: maximum number of keys and open invitations of one seat
MOST_KEYS = 20
#: seconds between two nudges if no clock was agreed
NUDGE = 86400


async def say(t: Table, seat: int, text: str) -> int:
    async def work() -> int:
        who = t.seats[seat]
        n = t.chat[-1]["n"] + 1 if t.chat else 0
        line = {"n": n, "seat": who.id, "name": who.name, "text": text, "at": int(time.time())}
        await t.stored(rows.add_chat, line, seat, CHAT_KEPT)
        t.chat = [*t.chat[-200:], line]
        t.tell({"type": "chat", **line}, seats_only=True)
        return n

    return await t.locked(work)


async def rename(t: Table, seat: int, name: str) -> None:
    async def work() -> None:
        await t.stored(rows.set_seat, seat, {"name": name})
        t.seats[seat].name = name
        t.tell_seats()

    await t.locked(work)


async def notify(t: Table, seat: int, values: dict[str, str | None]) -> None:
    async def work() -> None:
        if values:
            await t.stored(rows.set_seat, seat, values)
        for channel, target in values.items():
            setattr(t.seats[seat], channel, target)

    await t.locked(work)


async def pause_bots(t: Table, paused: bool) -> None:
    async def work() -> None:
        await t.stored(rows.set_table, {"bots_paused": paused})
        t.bots_paused = paused
        t.tell({"type": "bots", "bots": "paused" if paused else "on"})

    if paused and t.bot_task is not None:
        t.bot_task.cancel()
    await t.locked(work)
    if not paused:
        t.manager.wake_bots(t)


# -- keys ------------------------------------------------------------------------------------------------------------


def _key(t: Table, word: str, seat: int, kind: str) -> Key:
    return Key(hashed(word), seat, kind, int(time.time()))


def _plain(t: Table, key: Key) -> dict[str, Any]:
    return {"hash": key.hash, "table_id": t.id, "seat": key.seat, "kind": key.kind, "became": key.became, "made": key.made}


def _dismissed(t: Table, gone: set[str]) -> None:
    """Disconnects devices whose key is no longer valid."""
    for hash in gone:
        t.keys.pop(hash, None)
    for w in list(t.watchers):
        if w.keys & gone:
            w.end(4401)


async def claim(t: Table, invitation: str, wish: str | None) -> dict[str, Any]:
    """Exchanges an invitation for a key. A device that made its key itself may repeat the request; the exchange happens once."""

    async def work() -> dict[str, Any]:
        found = t.keys.get(hashed(invitation))
        if found is None or found.kind != "invitation":
            raise Refused(401, "this invitation is not good here; ask for a new one")
        word = wish or new_token()
        key = _key(t, word, found.seat, "key")
        if found.became is not None:
            if found.became == key.hash and key.hash in t.keys:
                return {"seat": t.seats[found.seat].id, "token": word}
            raise Refused(409, "this invitation was used already, by another device; ask for a new one")
        if key.hash in t.keys:
            raise Refused(400, "this key is known already; make a new one")
        if not await t.stored(rows.exchange, found.hash, _plain(t, key)):
            await t.catch_up()
            raise Refused(409, "this invitation was used already, by another device; ask for a new one")
        t.keys[found.hash] = Key(found.hash, found.seat, found.kind, found.made, key.hash)
        t.keys[key.hash] = key
        t.tell_seats()
        return {"seat": t.seats[found.seat].id, "token": word}

    return await t.locked(work)


async def invite(t: Table, seat: int, instead: bool) -> str:
    """Makes an invitation to a seat. `instead`: open invitations become invalid."""

    async def work() -> str:
        word = new_invitation()
        key = _key(t, word, seat, "invitation")
        gone = {k.hash for k in t.keys_of(seat, "invitation")} if instead else set()
        if len(t.keys_of(seat)) + len(t.keys_of(seat, "invitation")) - len(gone) >= MOST_KEYS:
            raise Refused(409, "too many devices hold this seat or are invited to; remove some first")
        if gone:
            await t.stored(rows.drop_keys, sorted(gone))
            _dismissed(t, gone)
        await t.stored(lambda c, id: rows.add_key(c, _plain(t, key)))
        t.keys[key.hash] = key
        return word

    return await t.locked(work)


def host_may(t: Table, hashes: list[str], seat: int) -> None:
    """Returns whether the host may invite: to seats that no person has taken."""
    if t.host is None or t.host not in hashes:
        raise Refused(403, "only the host of the table, or the player of the seat, can invite to it")
    if t.seats[seat].kind == "bot":
        raise Refused(409, "the computer plays this seat; no player can be invited to it")
    if t.keys_of(seat):
        raise Refused(409, "this seat is taken; its player can invite another device")


async def renew(t: Table, seat: int, hashes: list[str], wish: str | None) -> str:
    """Makes a new key for a seat. All other keys and invitations of the seat become invalid."""

    async def work() -> str:
        word = wish or new_token()
        key = _key(t, word, seat, "key")
        if key.hash in t.keys:
            if t.keys[key.hash].seat == seat and key.hash in hashes:
                return word
            raise Refused(400, "this key is known already; make a new one")
        gone = {k.hash for k in t.keys.values() if k.seat == seat}
        await t.stored(rows.new_keys, sorted(gone), _plain(t, key))
        t.keys[key.hash] = key
        _dismissed(t, gone)
        t.tell_seats()
        return word

    return await t.locked(work)


async def revoke(t: Table, seat: int, id: str) -> None:
    """Removes a device or an open invitation from a seat."""

    async def work() -> None:
        gone = {k.hash for kind in ("key", "invitation") for k in t.keys_of(seat, kind) if k.id == id}
        if not gone:
            raise Refused(404, "there is no such device; look at the list again")
        await t.stored(rows.drop_keys, sorted(gone))
        _dismissed(t, gone)
        t.tell_seats()

    await t.locked(work)


# -- standing orders -------------------------------------------------------------------------------------------------


async def set_routine(t: Table, seat: int, ask: str, order: dict[str, str] | None) -> None:
    """Sets or removes a standing order for one kind of question; `*` stands for all questions."""

    async def work() -> None:
        known = [name for name, step in t.game.steps.items() if not step.auto]
        if ask != "*" and ask not in known:
            raise Refused(400, f"there is no question '{ask[:40]}'; the questions are: {', '.join(sorted(known))}")
        new = {k: v for k, v in t.standing(seat).items() if k != ask} | ({ask: order} if order else {})
        await t.stored(rows.set_seat, seat, {"routine": json.dumps(new) if new else None})
        t.seats[seat].routine = new
        t.tell_seats()

    await t.locked(work)
    d = t.session.decision
    if order is not None and d is not None and d.seat == seat and ask in ("*", d.step.stored):
        t.ordered = t.seq  # what was taken back may be answered now
    if t.bot_task is not None and order is None:
        t.bot_task.cancel()
        await asyncio.sleep(0)
    t.manager.wake_bots(t)


def order_of(bot: str | None, action: str | None, until: str | None = None) -> dict[str, str] | None:
    """Returns the standing order of a request. `until` is the phase with which it ends."""

    if bot is not None and action is not None:
        raise Refused(400, "give a bot or an action, not both")
    ends = {"until": until} if until else {}
    if bot is not None:
        if bot not in bot_names():
            raise Refused(400, f"there is no bot '{bot[:40]}'; the bots are: {', '.join(bot_names())}")
        return {"bot": bot, **ends}
    return None if action is None else {"action": actions.text(actions.parse(action)), **ends}


# -- the clock -------------------------------------------------------------------------------------------------------


async def propose_clock(t: Table, holds: Holds, terms: dict[str, int | None]) -> dict[str, Any] | None:
    """Proposes a clock. It is valid when every seat of a person has proposed the same."""

    async def work() -> dict[str, Any] | None:
        now = t.clock or {}
        mine = [t.seats[k].id for k in holds]
        was = now.get("proposed") or {}
        same = {k: was.get(k) for k in ("nudge", "claim")} == terms and bool(was)
        agreed = [*([x for x in was["agreed"] if x not in mine] if same else []), *mine]
        waiting = [s.id for s in t.seats if s.kind != "bot" and s.id not in agreed]
        new: dict[str, Any] = {k: now.get(k) for k in ("nudge", "claim")}
        if waiting:
            new["proposed"] = {**terms, "agreed": agreed, "waiting": waiting}
        else:
            new |= terms
        await t.stored(rows.set_table, {"clock": json.dumps(new)})
        t.clock = new
        t.tell({"type": "clock", "clock": t.clock_plain()})
        return t.clock_plain()

    return await t.locked(work)


def _overdue(t: Table, holds: Holds, seat: int, limit: int | None, what: str) -> None:
    d, now = t.session.decision, int(time.time())
    if not holds:
        raise Refused(403, "a spectator only watches; ask for the link of a seat")
    if d is None or d.seat != seat or seat in holds or t.seats[seat].kind == "bot":
        raise Refused(409, "no player is waiting for this seat", seq=t.seq)
    if limit is None:
        raise Refused(409, f"no time was agreed on after which one may {what}; propose a clock", seq=t.seq)
    if now - t.asked < limit:
        raise Refused(409, f"one may {what} in {limit - (now - t.asked)} s", seq=t.seq)


async def nudge(t: Table, holds: Holds) -> dict[str, Any]:
    """Reminds the player who must decide, at most once in the agreed time."""

    async def work() -> dict[str, Any]:
        d = t.session.decision
        seat = d.seat if d is not None else -1
        limit, now = (t.clock or {}).get("nudge") or NUDGE, int(time.time())
        _overdue(t, holds, seat, limit, "nudge")
        if now - t.seats[seat].nudged < limit:
            raise Refused(
                409,
                f"{t.seats[seat].title} was nudged already; one may nudge again in {limit - (now - t.seats[seat].nudged)} s",
                seq=t.seq,
            )
        notices = await t.manager.notices(t, seat, t.seq)
        await t.stored(rows.nudged, seat, now, notices)
        t.seats[seat].nudged = now
        t.tell({"type": "nudge", "seat": t.seats[seat].id})
        if notices:
            t.manager.notifier.wake()
        return {"seat": t.seats[seat].id, "told": [n["channel"] for n in notices]}

    return await t.locked(work)


async def take_over_seat(t: Table, holds: Holds, seat: int, bot: str | None) -> dict[str, Any]:
    """Lets a bot play for an absent player until he returns, or invites another player and makes the old keys invalid. Only after
    the agreed time."""
    _overdue(t, holds, seat, (t.clock or {}).get("claim"), "claim the seat")
    if bot is not None:
        await set_routine(t, seat, "*", order_of(bot, None))
        return {"seat": t.seats[seat].id, "bot": bot}

    async def work() -> str:
        word = new_invitation()
        key = _key(t, word, seat, "invitation")
        gone = {k.hash for k in t.keys.values() if k.seat == seat}
        values = {"webhook": None, "email": None, "routine": None}
        await t.stored(rows.new_keys, sorted(gone), _plain(t, key), values)
        _dismissed(t, gone)
        t.keys[key.hash] = key
        t.seats[seat].webhook = t.seats[seat].email = None
        t.seats[seat].routine = {}
        t.tell_seats()
        return word

    return {"seat": t.seats[seat].id, "invitation": await t.locked(work)}


# -- to another server -----------------------------------------------------------------------------------------------


async def hand_over(t: Table, holds: Holds, agree: bool, seq: int) -> dict[str, Any] | None:
    """Moves the game to another server, if every seat agrees. Here it ends, and its record reveals the seed and all secrets, so
    that the other server can check it. There it continues with new, secret dice."""

    async def work() -> dict[str, Any] | None:
        t.open_only()
        if t.session.over:
            raise Refused(409, "the game is over; its record tells everything already", seq=t.seq)
        if seq != t.seq:
            raise Refused(409, f"the table has moved on to {t.seq}; look again", seq=t.seq)
        mine = [t.seats[k].id for k in holds]
        new: dict[str, Any] | None = None
        closed = None
        if agree:
            was = t.handover or {"by": mine[0], "seq": t.seq, "agreed": []}
            new = {**was, "agreed": was["agreed"] + [x for x in mine if x not in was["agreed"]]}
            if all(s.kind == "bot" or s.id in new["agreed"] for s in t.seats):
                new["done"], closed = True, "it goes on at another server"
        await t.stored(rows.set_table, {"handover": json.dumps(new) if new else None, "closed": closed})
        t.handover, t.closed = new, closed
        t.again.clear()
        t.tell({"type": "handover", "handover": t.handover_plain(), "closed": closed})
        return t.handover_plain()

    return await t.locked(work)
