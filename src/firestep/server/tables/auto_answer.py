"""Answers that the server gives for a seat: bots, and people's standing orders."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from firestep import bots
from firestep.engine import action as actions
from firestep.engine.dice import commitment
from firestep.engine.errors import FirestepError
from firestep.server.errors import Refused
from firestep.server.storage import rows
from firestep.server.storage.store import Conflict, StorageFailed
from firestep.server.workers.fair import OWNER, owner_or
from firestep.server.workers.workers import JobFailed, TookTooLong

if TYPE_CHECKING:
    from firestep.server.tables.manager import TableManager
    from firestep.server.tables.table import Table

log = logging.getLogger("firestep.server")
#: maximum number of answers that a bot gives in one job
BATCH = 64
#: seconds for which a server claims the bots of a table; it renews the claim while they run
LEASE, RENEW = 4, 1.5


def bot_names() -> list[str]:
    return bots.names()


class Due(NamedTuple):
    """The automatic answer to the open question: by a bot, or by words given beforehand."""

    seat: int
    bot: str | None
    words: str | None
    #: a standing order: it must not answer the questions after this one
    once: bool
    #: the phase with which the standing order ends
    until: str | None = None


def due(table: Table) -> Due | None:
    """Returns the automatic answer that is due, or None if a person must answer."""
    d = table.session.decision
    if d is None or table.bots_paused or table.closed is not None or table.past.frozen:
        return None
    seat = table.seats[d.seat]
    if seat.kind == "bot":
        return None if resting(table) else Due(d.seat, seat.bot, None, False)
    # a player who has just taken something back wants to answer himself, unless he has given an order since
    if not seat.routine or (table.undone and table.ordered != table.seq):
        return None
    standing = table.standing(d.seat)
    order = standing.get(d.step.stored) or standing.get("*")
    if order is None or resting(table):
        return None
    if "bot" in order:
        return Due(d.seat, order["bot"], None, "*" not in standing, order.get("until"))
    words = order["action"]
    return Due(d.seat, None, words, True) if actions.parse(words) in d.actions else None


def resting(table: Table) -> bool:
    """Returns whether the bots pause: only bots play, and no person has looked for a while."""
    people = any(s.kind != "bot" and "*" not in table.standing(k) for k, s in enumerate(table.seats))
    return not people and not table.watchers and time.monotonic() - table.looked > table.manager.settings.rest_seconds


async def resume(manager: TableManager) -> None:
    """Lets bots continue whose server has stopped: at the start, and regularly if several servers share a database."""
    while True:
        try:
            now = int(time.time())
            for id in await manager.store.reading(rows.bots_to_move, now if manager.store.shared else now + 3600, manager.me):
                if id in manager.tables:
                    wake(manager, manager.tables[id])
                    continue
                try:
                    await manager.open(id)
                except Refused as e:
                    log.warning("table %s cannot go on: %s", id, e)
                except Exception:  # one damaged table must not stop the others
                    log.exception("table %s cannot go on", id)
        except Exception:
            log.exception("tables of bots cannot be looked for now")
        if not manager.store.shared:
            return
        await asyncio.sleep(2)


def wake(manager: TableManager, table: Table) -> None:
    """Starts the bot of a table if an automatic answer is due and no bot is running."""
    if (table.bot_task is None or table.bot_task.done()) and due(table) is not None:
        table.bot_task = asyncio.create_task(_play(manager, table))


async def _leased(manager: TableManager, table: Table) -> bool:
    if not manager.store.shared:
        return True
    now = int(time.time())
    try:
        return await manager.write(lambda c: rows.lease_bots(c, table.id, manager.me, now, now + LEASE))
    except (StorageFailed, Conflict):
        return False


async def _play(manager: TableManager, table: Table) -> None:
    OWNER.set(f"bots of {owner_or(table.id)}")  # bots wait for other bots; their processor time is not charged to a person
    seat, told, said, over = 0, False, 0.0, False

    def progress(share: float) -> None:
        nonlocal told
        if not over:  # progress that a worker sent before it was cancelled may arrive later
            told = True
            table.think(seat, share)

    try:
        while (who := due(table)) is not None:
            if time.monotonic() - said > RENEW:
                if not await _leased(manager, table):
                    return
                said = time.monotonic()
            seq, seat = table.seq, who.seat
            thinking = asyncio.ensure_future(_answers(manager, table, who, progress))
            try:
                while not (await asyncio.wait((thinking,), timeout=RENEW))[0]:
                    await _leased(manager, table)
                said = time.monotonic()
                await table.bot_act(seq, thinking.result())
            finally:
                thinking.cancel()
    except Refused as e:
        log.error("table %s: its bot cannot go on: %s", table.id, e)
        if e.status in (409, 503):
            await asyncio.sleep(2)
            asyncio.get_running_loop().call_soon(wake, manager, table)
    finally:
        over = True
        if told:
            table.think(seat, None)


async def _answers(manager: TableManager, table: Table, who: Due, progress: Any) -> list[str]:
    s, d = table.session, table.session.decision
    assert d is not None
    if who.words is not None:
        return [who.words]
    if len(d.actions) == 1 and who.once:
        return [actions.text(d.actions[0])]
    # the seed depends on the table and the moment only: after a crash the bot gives the same answer
    seed = commitment(f"{s.dice.seed} {who.seat}")
    bot, seconds = who.bot, manager.settings.bot_seconds
    try:
        plain = await table.ask(who.seat, lambda known: known.to_plain())
        answers: list[str] = await manager.workers.run(
            "answer",
            seconds,
            progress,
            OWNER.get(),
            game_id=s.game.id,
            scenario=s.scenario,
            options=dict(s.options),
            plain=plain,
            bot=bot,
            seed=seed,
            first=table.seq,
            most=1 if who.once else BATCH,
            enough=seconds / 4,
            until=who.until,
        )
        if answers and actions.parse(answers[0]) in d.actions:
            return answers
        log.error("table %s: bot %s chose '%s', which is not legal", table.id, bot, answers[:1])
    except TookTooLong:
        log.warning("table %s: bot %s thought for more than %g s", table.id, bot, seconds)
    except (JobFailed, FirestepError) as e:
        log.error("table %s: bot %s failed: %s", table.id, bot, e)
    # the game continues even if the bot fails
    return [actions.text(random.Random(commitment(f"{seed} {table.seq}")).choice(d.actions))]
