"""Starts servers quickly for the crash test: everything is imported once, then each server is a fork of this process.

Reads a line, forks a server on the given port, writes its process id when it listens. Ends when its input ends.
"""

from __future__ import annotations

import os
import signal
import socket
import sys


def main() -> None:
    import asyncio

    import alembic.command
    import httpx
    import psycopg
    import uvicorn
    import uvicorn.protocols.http.auto
    import uvicorn.protocols.websockets.auto

    from firestep.games import GAMES
    from firestep.server.http.app import make_app
    from firestep.server.settings import Settings, run_plugins

    settings = Settings.from_env()
    run_plugins(settings.plugins)
    assert alembic.command and psycopg and uvicorn.protocols and [GAMES[id] for id in GAMES]
    app = make_app(settings)

    async def knock() -> None:  # the routes are made ready by the first request
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            await client.get("/api/nothing")

    asyncio.run(knock())
    out = os.dup(1)
    os.dup2(2, 1)
    child = 0
    for _ in sys.stdin:
        if child:
            os.waitpid(child, 0)
        child = os.fork()
        if child == 0:

            class Announced(uvicorn.Server):
                async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                    await super().startup(sockets)
                    os.write(out, f"{os.getpid()}\n".encode())

            listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
            Announced(uvicorn.Config(app, log_level="error")).run(sockets=[listener])
            os._exit(0)
    if child:
        try:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        except (ProcessLookupError, ChildProcessError):
            pass


if __name__ == "__main__":
    main()
