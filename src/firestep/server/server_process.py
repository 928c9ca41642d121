"""A server in a process of its own, on this machine only: for measurements, and for tools that send it requests."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self


class ServerProcess:
    """Starts a server: `with ServerProcess(RATE_LIMIT="off") as server: …` has a `port`. Without a folder it uses a temporary one.
    The arguments are settings of the environment (docs/server.md) without the prefix. Maps are not drawn ahead, which would be
    measured too."""

    def __init__(self, folder: Path | None = None, *, quiet: bool = False, **settings: str) -> None:
        self.folder = folder or Path(tempfile.mkdtemp(prefix="firestep-apart-"))
        self._given = folder is not None
        settings = {"DATA": str(self.folder), "DATABASE_URL": "", "DRAW_AHEAD": "off", **settings}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "firestep.server", "--port", "0", "--no-open"],
            env={**os.environ, **{f"FIRESTEP_{name}": value for name, value in settings.items()}},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
        )
        assert self.process.stdout is not None
        found = re.search(rb":(\d+)/", self.process.stdout.readline())
        assert found, "the server did not start"
        self.port = int(found[1])

    def end(self, how: int = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(timeout=30)
        if not self._given:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.end()
