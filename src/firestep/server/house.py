"""The house: all tables, opened from the storage when somebody comes, put away when nobody has been there for long."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from firestep import bots
from firestep.engine import action as actions
from firestep.engine.begin import begin, moment
from firestep.engine.dice import Dice, commitment
from firestep.engine.errors import FirestepError
from firestep.games import GAMES, game
from firestep.server import rows
from firestep.server.errors import Refused
from firestep.server.maps import Maps
from firestep.server.notify import Notifier
from firestep.server.past import Past, row_from
from firestep.server.settings import Settings, run_plugins
from firestep.server.store import Conflict, StorageFailed, Store
from firestep.server.table import Seat, Table
from firestep.server.telling import Holds
from firestep.server.tokens import TABLE_ID, clean, hashed, new_id, new_seed, new_token
from firestep.server.workers import Cancelled, JobFailed, TookTooLong, Workers

log = logging.getLogger("firestep.server")


def bot_names() -> list[str]:
    return bots.names()


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        run_plugins(settings.plugins)
        self.store = Store(settings.database_url)
        self.workers = Workers(settings.workers, settings.plugins)
        self.maps = Maps(self.workers, settings.cache)
        self.notifier = Notifier(self)
        self.tables: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Go on where the server stopped: bots that were thinking think again, notices that waited are sent."""
        self._tasks = [asyncio.create_task(work) for work in (self._tidy(), self.notifier.run(), self._resume())]
        if self.settings.draw_ahead:
            self._tasks.append(asyncio.create_task(self.maps.prepare()))

    async def stop(self) -> None:
        for task in [*self._tasks, *(t.bot_task for t in self.tables.values() if t.bot_task)]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
        for table in self.tables.values():
            for w in table.watchers:
                with contextlib.suppress(asyncio.QueueFull):
                    w.queue.put_nowait(None)
        await asyncio.to_thread(self.workers.close)
        await asyncio.to_thread(self.store.close)

    async def _resume(self) -> None:
        for id in await self.store.reading(rows.bots_to_move):
            try:
                self.wake_bots(await self.open(id))
            except Refused as e:
                log.warning("table %s cannot go on: %s", id, e)

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(min(30.0, self.settings.idle_seconds))
            limit = time.monotonic() - self.settings.idle_seconds
            for table in list(self.tables.values()):
                if not table.busy and table.used < limit:
                    self.tables.pop(table.id, None)

    def forget(self, table: Table) -> None:
        """Drop what is in memory; the storage knows better."""
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        for w in table.watchers:
            with contextlib.suppress(asyncio.QueueFull):
                w.queue.put_nowait(None)

    # -- opening -----------------------------------------------------------------------------------------------------

    async def open(self, id: str) -> Table:
        if table := self.tables.get(id):
            return table
        if not TABLE_ID.fullmatch(id):
            raise Refused(404, "there is no such table; check the link")
        task = self._opening.get(id)
        if task is None:
            task = self._opening[id] = asyncio.create_task(self._open(id))
            task.add_done_callback(lambda _: self._opening.pop(id, None))
        return await asyncio.shield(task)

    async def _open(self, id: str) -> Table:
        found = await self.store.reading(lambda c: rows.table(c, id))
        if found is None:
            raise Refused(404, "there is no such table; check the link")
        past, session = await asyncio.to_thread(self._read, found)
        g = past.game
        seats = [Seat(g.seats[r["seat"]], g.seat_titles[r["seat"]], r["kind"], r["bot"], r["name"], r["token"], r["webhook"],
                      r["email"]) for r in found["seats"]]
        chat = [{**{k: r[k] for k in ("n", "name", "text", "at")}, "seat": g.seats[r["seat"]]} for r in found["chat"]]
        table = Table(
            self, id, past, session, seats, spectator=found["spectator"], seed_chosen=found["seed_chosen"],
            parent=(found["parent"], found["parent_at"]) if found["parent"] else None, created=found["created"],
            updated=found["updated"], bots_paused=found["bots_paused"],
            takeback=json.loads(found["takeback"]) if found["takeback"] else None, chat=chat)
        self.tables[id] = table
        self.wake_bots(table)
        return table

    def _read(self, found: dict[str, Any]) -> tuple[Past, Any]:
        id = found["id"]
        try:
            g = game(found["game"])
            if g.ruleset != found["ruleset"]:
                raise Refused(409, f"this table was played under ruleset {found['ruleset']}; this server has {g.ruleset}")
            past = Past(g, found["scenario"], json.loads(found["options"]), Dice(found["seed"]), found["start"],
                        [row_from(*e) for e in found["entries"]], found["snapshots"],
                        lambda n: self.store.read(lambda c: rows.snapshot(c, id, n)))
            return past, past.at(len(past.rows))
        except FirestepError as e:
            log.error("table %s cannot be read: %s", id, e)
            raise Refused(409, f"this table cannot be opened: {e}") from None

    # -- making ------------------------------------------------------------------------------------------------------

    async def create(self, game_id: str, scenario: str | None, options: dict[str, Any] | None,
                     seats: Sequence[dict[str, Any]] | None, seed: str | None, start: str | None) -> dict[str, Any]:
        """A new table; the answer is what the one who made it must know."""
        if game_id not in GAMES:
            raise Refused(400, f"there is no game '{game_id[:40]}'; the games are: {', '.join(GAMES)}")
        g = game(game_id)
        if start is not None and start.lstrip().startswith("{"):
            raise Refused(400, "a table can begin from the text of a position; to go on from a moment, fork its table")
        chosen = seed is not None
        dice = Dice(seed if seed is not None else new_seed())
        try:
            named, settled = g.scenario(scenario).id, g.settle_options(options)
            s = begin(g, named, settled, dice, start)
            named, settled = s.scenario, dict(s.options)  # a position names its own
            waiting = s.decision.seat if s.decision else -1
            s.view(None)
        except FirestepError as e:
            raise Refused(400, str(e)) from None
        except Exception:
            log.exception("a table could not begin")
            raise Refused(400, "the game cannot begin like this; check the position") from None
        return await self._put(game_id, named, settled, dice.seed, chosen, start, seats, waiting)

    async def fork(self, table: Table, holds: Holds, at: int, seats: Sequence[dict[str, Any]] | None) -> dict[str, Any]:
        """A what-if table. Its dice are its own, and it knows what the seat that asks may know."""
        if at > table.seq:
            raise Refused(400, f"this table has {table.seq} entries; choose a moment up to there")
        s = await asyncio.to_thread(table.past.at, at)
        if table.secretive and table.conceal is not None:
            s = table.conceal(s, table.shown(holds, s))
        if seats is None:
            seats = [{"kind": "bot", "bot": x.bot} if x.kind == "bot" else {"kind": "here", "name": x.name} for x in table.seats]
        return await self._put(table.game.id, s.scenario, dict(s.options), new_seed(), False, moment(s), seats,
                               s.decision.seat if s.decision else -1, parent=(table.id, at))

    async def read_record(self, text: str) -> dict[str, Any]:
        """A table from a record, checked by playing it again."""
        try:
            found = await self.workers.run("read_record", 60.0, text=text, every=self.settings.snapshot_every)
        except FirestepError as e:
            raise Refused(400, str(e)) from None
        except (JobFailed, TookTooLong, Cancelled):
            raise Refused(400, "the record cannot be played to its end; check where it comes from") from None
        start = found["start"]
        foreign = start is not None and start.startswith("{") and not self.settings.foreign_moments
        # the state in it could be anything: taken from strangers only if this server once wrote it itself
        if foreign and not await self.store.reading(lambda c: rows.is_start(c, start)):
            raise Refused(400, "this record begins in the middle of a game; open it at the server that it comes from")
        seats = [{"kind": "here", "name": n} for n in found["names"]]
        return await self._put(found["game"], found["scenario"], found["options"], found["seed"], True, found["start"], seats,
                               found["waiting"], entries=found["rows"], snapshots=found["snapshots"])

    async def _put(self, game_id: str, scenario: str, options: dict[str, str], seed: str, chosen: bool, start: str | None,
                   seats: Sequence[dict[str, Any]] | None, waiting: int, parent: tuple[str, int] | None = None,
                   entries: Sequence[tuple[int, str, str]] = (), snapshots: Sequence[tuple[int, bytes]] = ()) -> dict[str, Any]:
        g, id, now = game(game_id), new_id(), int(time.time())
        seats = list(seats or [])
        if len(seats) > len(g.seats):
            raise Refused(400, f"{g.title} has {len(g.seats)} seats; {len(seats)} were given")
        seats += [{"kind": "here"}] * (len(g.seats) - len(seats))
        tokens: dict[str, str] = {}
        made = []
        for k, seat in enumerate(seats):
            token, bot = new_token(), None
            if seat["kind"] == "bot":
                bot = seat.get("bot") or bot_names()[-1]  # weakest first: the best there is
                if bot not in bot_names():
                    raise Refused(400, f"there is no bot '{bot[:40]}'; the bots are: {', '.join(bot_names())}")
            else:
                tokens[g.seats[k]] = token
            name = clean(seat.get("name") or bot or g.seat_titles[k], 40) or g.seat_titles[k]
            made.append({"table_id": id, "seat": k, "kind": seat["kind"], "bot": bot, "name": name, "token": hashed(token)})
        spectator = new_token()
        came_from, came_at = parent or (None, None)
        table = {"id": id, "game": game_id, "ruleset": g.ruleset, "scenario": scenario, "options": json.dumps(options),
                 "seed": seed, "seed_chosen": chosen, "start": start, "parent": came_from, "parent_at": came_at, "created": now,
                 "updated": now, "waiting": waiting, "bots_paused": False, "takeback": None, "spectator": hashed(spectator)}
        stored = [{"table_id": id, "seq": n, "seat": seat, "action": words, "key": None, "at": now, "journal": journal}
                  for n, (seat, words, journal) in enumerate(entries)]
        kept = [{"table_id": id, "seq": n, "data": data} for n, data in snapshots]

        def work(c: Connection) -> None:
            rows.add_table(c, table, made, stored, kept)

        try:
            await self.store.write(work)
        except (StorageFailed, Conflict):
            raise Refused(503, "the table cannot be stored now; nothing was done, send it again") from None
        await self.open(id)
        return {"id": id, "tokens": tokens, "spectator": spectator, "commitment": commitment(seed)}

    # -- bots --------------------------------------------------------------------------------------------------------

    def wake_bots(self, table: Table) -> None:
        """Let a bot think if it is its turn and it does not already."""
        d = table.session.decision
        if d is None or table.seats[d.seat].kind != "bot" or table.bots_paused:
            return
        if table.bot_task is None or table.bot_task.done():
            table.bot_task = asyncio.create_task(self._play_bots(table))

    async def _play_bots(self, table: Table) -> None:
        seat, told = 0, False

        def progress(share: float) -> None:
            nonlocal told
            told = True
            table.think(seat, share)

        try:
            while (d := table.session.decision) is not None and table.seats[d.seat].kind == "bot" and not table.bots_paused:
                seq, seat = table.seq, d.seat
                words = await self._bot_choice(table, seat, progress)
                await table.bot_act(seq, words)
        except Refused as e:
            log.error("table %s: its bot cannot go on: %s", table.id, e)
            if e.status == 503:
                await asyncio.sleep(2)
                asyncio.get_running_loop().call_soon(self.wake_bots, table)
        finally:
            if told:
                table.think(seat, None)

    async def _bot_choice(self, table: Table, seat: int, progress: Any) -> str:
        s, d = table.session, table.session.decision
        assert d is not None
        if len(d.actions) == 1:
            return actions.text(d.actions[0])
        # the seed depends on the table and the moment alone: a bot that thinks again after a crash thinks the same
        seed = commitment(f"{s.dice.seed} {table.seq} {seat}")
        seen = s if table.conceal is None else table.conceal(s, seat)
        try:
            words: str = await self.workers.run(
                "choose", self.settings.bot_seconds, progress, game_id=s.game.id, scenario=s.scenario, options=dict(s.options),
                plain=seen.to_plain(), bot=table.seats[seat].bot, seed=seed)
            if actions.parse(words) in d.actions:
                return words
            log.error("table %s: bot %s chose '%s', which is not legal", table.id, table.seats[seat].bot, words)
        except TookTooLong:
            log.warning("table %s: bot %s thought for more than %g s", table.id, table.seats[seat].bot, self.settings.bot_seconds)
        except (JobFailed, FirestepError) as e:
            log.error("table %s: bot %s failed: %s", table.id, table.seats[seat].bot, e)
        return actions.text(random.Random(seed).choice(d.actions))  # the game goes on, whatever ails the bot

    # -- notices -----------------------------------------------------------------------------------------------------

    def notices(self, table: Table, seat: int, seq: int) -> list[dict[str, Any]]:
        """What is to be sent because it is a seat's turn: nothing to somebody who is looking."""
        s = table.seats[seat]
        if s.kind == "bot" or any(seat in w.holds for w in table.watchers):
            return []
        now = int(time.time())
        return [{"table_id": table.id, "seat": seat, "seq": seq, "channel": channel, "target": target, "status": "waiting",
                 "attempts": 0, "due": now, "at": now, "detail": ""}
                for channel, target in (("webhook", s.webhook), ("email", s.email)) if target]
