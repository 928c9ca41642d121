"""Creates tables: new games, forks, uploaded records. Worker processes read what people upload."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from firestep.engine.dice import commitment
from firestep.engine.errors import FirestepError
from firestep.engine.game import Game
from firestep.engine.teach import teach
from firestep.games import GAMES, game
from firestep.server.errors import Refused
from firestep.server.http.tokens import clean, hashed, new_id, new_invitation, new_seed, new_token
from firestep.server.storage import rows
from firestep.server.storage.store import Conflict, StorageFailed
from firestep.server.tables.auto_answer import bot_names
from firestep.server.tables.broadcast import Holds
from firestep.server.workers import jobs
from firestep.server.workers.workers import ENDED, Busy, TookTooLong

if TYPE_CHECKING:
    from firestep.server.tables.manager import TableManager
    from firestep.server.tables.table import Table

log = logging.getLogger("firestep.server")
#: seconds for reading a position, a record, a long record; size in bytes from which a record is long
POSITION, RECORD, LONG_RECORD, LONG = 2.0, 5.0, 120.0, 150_000
FULL = "others' records and positions are being read; try again in a few seconds"


async def create(manager: TableManager, body: dict[str, Any], owner: str) -> dict[str, Any]:
    """Creates a table and returns its tokens and invitations for the host."""
    game_id, seed, start = body["game"], body["seed"], body["start"]
    if game_id not in GAMES:
        raise Refused(400, f"there is no game '{game_id[:40]}'; the games are: {', '.join(GAMES)}")
    if start is not None and start.lstrip().startswith("{"):
        raise Refused(400, "a table can begin from the text of a position; to go on from a moment, fork its table")
    chosen = seed is not None
    seed = seed if seed is not None else new_seed()
    found = await begun(manager, game_id, body["scenario"], body["options"], seed, start, owner)
    return await put(manager, game_id, found, seed=seed, chosen=chosen, start=start, seats=body["seats"], clock=body["clock"])


async def begun(
    manager: TableManager,
    game_id: str,
    scenario: str | None,
    options: dict[str, str] | None,
    seed: str,
    start: str | None,
    owner: str,
) -> dict[str, Any]:
    """Returns a game before its first entry. Refuses it with a reason if it cannot begin."""
    # the first request for a game waits until its rules are loaded; other requests do not
    g = await manager.run_in_thread(game, game_id)
    try:
        given: dict[str, Any] = {
            "game_id": game_id,
            "scenario": g.scenario(scenario).id,
            "options": g.settle_options(options),
            "seed": seed,
            "start": start,
        }
        if start is None or start == teach(g.data).get("lesson", {}).get("start"):  # the server's own text needs no upload process
            return await manager.run_in_thread(lambda: jobs.begin(**given))
        found: dict[str, Any] = await manager.upload_workers.run("begin", POSITION, owner=owner, **given)
        return found
    except FirestepError as e:
        raise Refused(400, str(e)) from None
    except Busy:
        raise Refused(503, FULL, retry_after=5) from None
    except ENDED:
        raise Refused(400, "the position cannot be read in a moment; make it simpler") from None
    except Exception:
        log.exception("a table could not begin")
        raise Refused(400, "the game cannot begin like this; check the position") from None


async def fork(
    manager: TableManager, table: Table, holds: Holds, at: int, seats: Sequence[dict[str, Any]] | None, owner: str
) -> dict[str, Any]:
    """Creates a fork. It has dice of its own and contains only what the asking seat may know."""
    if at > table.seq:
        raise Refused(400, f"this table has {table.seq} entries; choose a moment up to there")
    found = await manager.run_history_job("fork", 10.0, owner, id=table.id, at=at, holds=holds)
    if seats is None:
        seats = [{"kind": "bot", "bot": x.bot} if x.kind == "bot" else {"kind": "here", "name": x.name} for x in table.seats]
    return await put(
        manager, table.game.id, found, seed=new_seed(), chosen=False, start=found["start"], seats=seats, parent=(table.id, at)
    )


async def _played_again(manager: TableManager, body: bytes, owner: str) -> dict[str, Any]:
    """Returns a record in the form in which tables store their history. Checking a game of 100,000 actions takes a while, so long
    and slow records wait only for each other."""
    job: dict[str, Any] = {"owner": owner, "body": body, "every": manager.settings.snapshot_every}
    found: dict[str, Any]
    if len(body) <= LONG:
        with suppress(TookTooLong):
            found = await manager.upload_workers.run("read_record", RECORD, **job)
            return found
    found = await manager.long_upload_workers.run("read_record", LONG_RECORD, **job)
    return found


async def read_record(
    manager: TableManager, body: bytes, owner: str, go_on: Sequence[dict[str, Any]] | None = None
) -> dict[str, Any]:
    """Creates a table from a record, which is checked by replaying it. With seats, a running game continues at a second table with
    new, secret dice, because the record contains the seed of the first."""
    try:
        found = await _played_again(manager, body, owner)
    except FirestepError as e:
        raise Refused(400, str(e)) from None
    except Busy:
        raise Refused(503, FULL, retry_after=5) from None
    except TookTooLong:
        raise Refused(400, "the record takes longer to check than this server allows; verify it with: firestep verify") from None
    except ENDED as e:
        log.info("a record could not be read: %r", e)
        raise Refused(400, "the record cannot be played to its end; check where it comes from") from None
    start = found["start"]
    foreign = start is not None and start.startswith("{") and not manager.settings.foreign_moments
    # the state in it could be anything: it is accepted from visitors only if this server wrote it
    if foreign and not await manager.store.reading(rows.is_start, start):
        raise Refused(400, "this record begins in the middle of a game; open it at the server that it comes from")
    if go_on is not None:
        if found["waiting"] < 0:
            raise Refused(400, "this game is over; open its record without seats to look at it")
        seated(await manager.run_in_thread(game, found["game"]), go_on)
    seats = [{"kind": "here", "name": n} for n in found["names"]]
    made = await put(manager, found["game"], found, seed=found["seed"], chosen=True, start=start, seats=seats)
    if go_on is None:
        return made
    past = await manager.open(made["id"])
    further = await fork(manager, past, tuple(range(len(past.seats))), past.seq, go_on, owner)
    return {**further, "parent": {"table": made["id"], "at": past.seq, "spectator": made["spectator"]}}


def seated(g: Game[Any], seats: Sequence[dict[str, Any]] | None) -> list[dict[str, Any]]:
    """Returns the seats with their players and bots. Refuses wrong seats with a reason."""
    out = [dict(seat) for seat in seats or ()]
    if len(out) > len(g.seats):
        raise Refused(400, f"{g.title} has {len(g.seats)} seats; {len(out)} were given")
    for seat in out:
        if seat["kind"] == "bot":
            seat["bot"] = bot = seat.get("bot") or bot_names()[-1]  # bots are sorted from weak to strong: the last is the best
            if bot not in bot_names():
                raise Refused(400, f"there is no bot '{bot[:40]}'; the bots are: {', '.join(bot_names())}")
    return out + [{"kind": "here"}] * (len(g.seats) - len(out))


async def put(
    manager: TableManager,
    game_id: str,
    found: dict[str, Any],
    *,
    seed: str,
    chosen: bool,
    start: str | None,
    seats: Sequence[dict[str, Any]] | None,
    parent: tuple[str, int] | None = None,
    clock: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Stores a table. `found` is its history so far, as `jobs` returns it."""
    if manager.settings.most_tables and await manager.store.reading(rows.count_tables) >= manager.settings.most_tables:
        raise Refused(503, "this server holds as many tables as it can; come back when old ones have expired", retry_after=3600)
    g, id, now = await manager.run_in_thread(game, game_id), new_id(), int(time.time())
    seats = seated(g, seats)
    tokens: dict[str, str] = {}
    invitations: dict[str, str] = {}
    made, keys = [], []
    for k, seat in enumerate(seats):
        kind, bot = seat["kind"], seat["bot"] if seat["kind"] == "bot" else None
        if kind == "link":  # the player who takes the seat makes its key; the host never sees it
            invitations[g.seats[k]] = word = new_invitation()
            keys.append({"hash": hashed(word), "table_id": id, "seat": k, "kind": "invitation", "became": None, "made": now})
        elif kind != "bot":
            tokens[g.seats[k]] = word = new_token()
            keys.append({"hash": hashed(word), "table_id": id, "seat": k, "kind": "key", "became": None, "made": now})
        title = g.titles(found["scenario"])[k]
        name = clean(seat.get("name") or bot or title, 40) or title
        made.append({"table_id": id, "seat": k, "kind": kind, "bot": bot, "name": name, "nudged": 0})
    spectator, host = new_token(), new_token()
    came_from, came_at = parent or (None, None)
    table = {
        "id": id,
        "game": game_id,
        "ruleset": g.ruleset,
        "scenario": found["scenario"],
        "options": json.dumps(found["options"]),
        "seed": seed,
        "seed_chosen": chosen,
        "start": start,
        "parent": came_from,
        "parent_at": came_at,
        "created": now,
        "updated": now,
        "waiting": found["waiting"],
        "asked": now,
        "bots_paused": False,
        "takeback": None,
        "spectator": hashed(spectator),
        "host": hashed(host),
        "opening": found["opening"],
        "marked": True,
        "clock": json.dumps(clock) if clock else None,
    }

    def named() -> list[list[dict[str, Any]]]:
        rows = [[{**row, "table_id": id} for row in found.get(part, ())] for part in ("entries", "snapshots", "marks", "takebacks")]
        for entry in rows[0]:
            entry["at"] = now
        return rows

    past = await manager.run_in_thread(named)  # a record may have a hundred thousand entries
    try:
        await manager.store.write(lambda c: rows.add_table(c, table, made, keys, *past))
    except (StorageFailed, Conflict):
        raise Refused(503, "the table cannot be stored now; nothing was done, send it again", retry_after=2) from None
    await manager.open(id)
    return {
        "id": id,
        "tokens": tokens,
        "invitations": invitations,
        "spectator": spectator,
        "host": host,
        "commitment": commitment(seed),
    }
