"""`firestep serve`: starts the server and, unless told otherwise, opens a browser."""

from __future__ import annotations

import argparse
import contextlib
import errno
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from typing import Any

from firestep.engine.errors import FirestepError
from firestep.server.settings import Settings


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Adds the command to those of `firestep`. The parsed arguments have `run`, a function that returns the exit code."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "serve",
        help="play in the browser",
        description="Start the server on this machine and open the page. "
        "Tables are kept in the user's data folder, or in the database of FIRESTEP_DATABASE_URL.",
        epilog="examples:\n  firestep serve\n  firestep serve --port 0 --no-open\n"
        "  firestep serve --host 0.0.0.0 --database-url postgresql://user@host/firestep",
    )
    add_arguments(parser)
    parser.set_defaults(run=run)
    return parser


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1: this machine only)")
    parser.add_argument("--port", type=int, default=8765, help="port to listen on (8765); 0 takes a free one")
    parser.add_argument("--database-url", help="where tables are kept, for example postgresql://user@host/firestep")
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")


def run(arguments: argparse.Namespace) -> int:
    """Runs the server until it is interrupted."""
    os.umask(0o077)  # other users of this machine must not read seeds and addresses
    try:
        # imported here: the parser of commands works without these packages
        import uvicorn

        from firestep.server.http.app import make_app
        from firestep.server.http.connection_limits import limited_protocol
        from firestep.server.storage.lock import InUse, held
        from firestep.server.storage.store import BadDatabase, Store, parts_of, prepare
    except ImportError as e:
        raise FirestepError(
            f"the server needs more than is installed ({e.name}); install it with: pip install 'firestep[web]'"
        ) from None
    listener = socket.socket(socket.AF_INET6 if ":" in arguments.host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((arguments.host, arguments.port))
    except (OSError, OverflowError, UnicodeError) as e:
        busy = isinstance(e, OverflowError) or getattr(e, "errno", None) in (errno.EADDRINUSE, errno.EACCES)
        other = "port with --port ('make play PORT=8080')" if busy else "address with --host"
        raise FirestepError(f"cannot listen on {arguments.host} port {arguments.port} ({e}); choose another {other}") from None
    host = "127.0.0.1" if arguments.host in ("0.0.0.0", "::") else arguments.host
    url = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    lock = contextlib.ExitStack()
    try:
        settings = Settings.from_env(database_url=arguments.database_url)
        if arguments.host not in ("127.0.0.1", "localhost", "::1"):
            settings = replace(settings, foreign_moments=False, public=True)
        prepare(settings.database_url)
        lock.enter_context(held(parts_of(settings.database_url)))
        Store(settings.database_url).close()  # report problems of the database before any other output
    except BadDatabase as e:
        raise FirestepError(str(e)) from None
    except InUse:
        raise FirestepError("the database is being restored or repaired; try again later") from None
    except ValueError as e:
        raise FirestepError(f"a setting of the environment cannot be read ({e}); see docs/server.md") from None
    logging.getLogger("firestep.access").setLevel(logging.INFO)
    config = uvicorn.Config(
        make_app(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        http=limited_protocol(settings),
        forwarded_allow_ips=settings.proxies,
        proxy_headers=settings.public,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
        # frames of clients are tiny; compressing small patches costs more time and memory than it saves
        ws_max_size=16 * 1024,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
    )
    server = Server(config, url, not arguments.no_open)
    with lock, contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
    return 0 if server.began else 2


def rest_the_collector() -> None:
    """Excludes games, maps and rules from garbage collection, because they stay as long as the server. Also lets the collector run
    less often than after every few hundred objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def Server(config: Any, url: str, show: bool) -> Any:
    """A uvicorn server that reports its address when it has started."""
    import uvicorn

    class Announced(uvicorn.Server):
        began = False

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            self.began = self.started
            if self.started:
                rest_the_collector()
                print(f"Firestep is at {url} (stop it with Ctrl+C)", flush=True)
                if show:
                    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    return Announced(config)


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m firestep.server", description="The Firestep server.")
    add_arguments(parser)
    try:
        return run(parser.parse_args(words))
    except FirestepError as e:
        print(e, file=sys.stderr)
        return 2
