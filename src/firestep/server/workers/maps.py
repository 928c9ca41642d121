"""Drawn maps. Drawing takes a second or more, so a worker process does it once, and the result is kept on disk."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import tempfile
from pathlib import Path

import firestep.hexmap
from firestep.engine.errors import FirestepError
from firestep.games import GAMES
from firestep.server.errors import Refused
from firestep.server.workers.workers import Cancelled, JobFailed, TookTooLong, Workers

log = logging.getLogger("firestep.server")


def fingerprint(game_id: str) -> str:
    """Returns a hash that changes whenever the map or the drawing code changes."""
    data = GAMES[game_id].data
    folders = (data.parent, Path(next(iter(firestep.hexmap.__path__))))
    files = [p for folder in folders for p in folder.rglob("*") if p.is_file() and p.suffix != ".pyc"]
    seen = [f"{p} {p.stat().st_size} {p.stat().st_mtime_ns}" for p in sorted(files)]
    return hashlib.sha256("\n".join(seen).encode()).hexdigest()[:16]


class Maps:
    def __init__(self, workers: Workers, folder: Path | None) -> None:
        self.workers = workers
        self.folder = folder
        self._tasks: dict[str, asyncio.Task[bytes]] = {}

    async def get(self, game_id: str, scenario: str | None = None) -> bytes:
        """Returns the drawn map of a game, or of a scenario if they differ. Simultaneous requests share one drawing."""
        name = game_id if scenario is None else f"{game_id}.{scenario}"
        task = self._tasks.get(name)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._tasks[name] = asyncio.create_task(self._make(name, game_id, scenario))
        return await asyncio.shield(task)

    async def prepare(self) -> None:
        """Draws the missing maps one after the other, before they are requested."""
        for id in GAMES:
            staged = [None] if GAMES[id].scenario_map is None else [s.id for s in GAMES[id].scenarios]
            for scenario in staged:
                try:
                    await self.get(id, scenario)
                except Refused as e:
                    log.warning("the map of %s: %s", id, e)

    async def _make(self, name: str, game_id: str, scenario: str | None) -> bytes:
        kept = None
        if self.folder is not None:
            kept = self.folder / f"{name}-{await asyncio.to_thread(fingerprint, game_id)}.svg"
            try:
                return await asyncio.to_thread(kept.read_bytes)
            except OSError:
                pass
        try:
            drawn: str = await self.workers.run("draw", 120.0, game_id=game_id, scenario=scenario)
        except (FirestepError, JobFailed, TookTooLong, Cancelled) as e:
            log.error("the map of %s cannot be drawn: %s", name, e)
            raise Refused(503, "the map cannot be drawn now; try again in a minute", retry_after=60) from None
        content = drawn.encode()
        if kept is not None:
            await asyncio.to_thread(keep, kept, content, name)
        return content


def keep(file: Path, content: bytes, name: str) -> None:
    """Writes a drawing to disk in one step and removes older ones. Ignores a folder that cannot be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "wb") as f:
            f.write(content)
        os.replace(part, file)
        for old in file.parent.glob(f"{name}-*.svg"):
            if old != file:
                old.unlink(missing_ok=True)
    except OSError as e:
        log.warning("the map of %s is not kept: %s", name, e)
