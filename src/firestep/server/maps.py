"""Drawn maps. Drawing one takes a second or more, so it is done beside the server, once, and kept on disk between runs."""

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
from firestep.server.workers import Cancelled, JobFailed, TookTooLong, Workers

log = logging.getLogger("firestep.server")


def fingerprint(game_id: str) -> str:
    """Changes whenever the map, or the code that draws it, does."""
    data = GAMES[game_id].data
    folders = {data, data.parent, Path(next(iter(firestep.hexmap.__path__)))}
    files = [p for folder in folders for p in folder.iterdir() if p.is_file()]
    seen = [f"{p} {p.stat().st_size} {p.stat().st_mtime_ns}" for p in sorted(files)]
    return hashlib.sha256("\n".join(seen).encode()).hexdigest()[:16]


class Maps:
    def __init__(self, workers: Workers, folder: Path | None) -> None:
        self.workers = workers
        self.folder = folder
        self._tasks: dict[str, asyncio.Task[bytes]] = {}

    async def get(self, game_id: str) -> bytes:
        """The drawn map of a game; everyone who asks while it is being drawn waits for the same drawing."""
        task = self._tasks.get(game_id)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._tasks[game_id] = asyncio.create_task(self._make(game_id))
        return await asyncio.shield(task)

    async def prepare(self) -> None:
        """Draw what is not there yet, one after the other, so that nobody has to wait for it."""
        for id in GAMES:
            try:
                await self.get(id)
            except Refused as e:
                log.warning("the map of %s: %s", id, e)

    async def _make(self, game_id: str) -> bytes:
        kept = None
        if self.folder is not None:
            kept = self.folder / f"{game_id}-{await asyncio.to_thread(fingerprint, game_id)}.svg"
            try:
                return kept.read_bytes()
            except OSError:
                pass
        try:
            drawn: str = await self.workers.run("draw", 120.0, game_id=game_id)
        except (FirestepError, JobFailed, TookTooLong, Cancelled) as e:
            log.error("the map of %s cannot be drawn: %s", game_id, e)
            raise Refused(503, "the map cannot be drawn now; try again in a minute", retry_after=60) from None
        content = drawn.encode()
        if kept is not None:
            await asyncio.to_thread(keep, kept, content, game_id)
        return content


def keep(file: Path, content: bytes, game_id: str) -> None:
    """Put a drawing on disk in one piece and remove those it replaces; a folder that cannot be written is no misfortune."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "wb") as f:
            f.write(content)
        os.replace(name, file)
        for old in file.parent.glob(f"{game_id}-*.svg"):
            if old != file:
                old.unlink(missing_ok=True)
    except OSError as e:
        log.warning("the map of %s is not kept: %s", game_id, e)
