"""Servers to test against: real ones, on loopback, with SQLite and with a real PostgreSQL."""

from __future__ import annotations

import contextlib
import os
import pwd
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

for name in ("fastapi", "uvicorn", "sqlalchemy", "alembic", "httpx", "websockets"):
    pytest.importorskip(name, reason="the server's tests need: pip install 'firestep[web]'")

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
sys.modules["server_conftest"] = sys.modules[__name__]  # a name of its own: every folder of tests has a conftest

import httpx  # noqa: E402
import sample_game  # noqa: E402
import uvicorn  # noqa: E402
from helpers import Live  # noqa: E402

from firestep.server.http.app import make_app  # noqa: E402
from firestep.server.settings import Settings  # noqa: E402

PLUGIN = str(HERE / "sample_game.py")
assert sample_game.GAME, "registered here as well as in the servers' workers"


# -- databases -------------------------------------------------------------------------------------------------------


def postgres_bin() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    which = shutil.which("initdb")
    return Path(which).parent if which else None


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL of our own, in a temporary folder, run by a user that is not root (it refuses root)."""
    tools = postgres_bin()
    if tools is None:
        pytest.skip("PostgreSQL is not installed: no initdb under /usr/lib/postgresql or on the PATH")
    user: dict[str, Any] = {}
    folder = Path(tempfile.mkdtemp(prefix="firestep-pg-"))
    if os.getuid() == 0:
        for name in ("postgres", "nobody"):
            with contextlib.suppress(KeyError):
                who = pwd.getpwnam(name)
                user = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
                os.chown(folder, who.pw_uid, who.pw_gid)
                break
    with socket.socket() as s:
        s.bind(("127.0.0.1", int(os.environ.get("FIRESTEP_TEST_PG_PORT", "0"))))
        port = s.getsockname()[1]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT, "cwd": folder, **user}
    subprocess.run(
        [tools / "initdb", "-D", folder / "data", "-U", "firestep", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"],
        check=True,
        **quiet,
    )
    process = subprocess.Popen(
        [tools / "postgres", "-D", folder / "data", "-p", str(port), "-k", folder, "-h", "127.0.0.1"], **quiet
    )
    try:
        for _ in range(200):
            if subprocess.run([tools / "pg_isready", "-h", "127.0.0.1", "-p", str(port)], **quiet).returncode == 0:
                break
            time.sleep(0.1)
        yield f"postgresql://firestep@127.0.0.1:{port}/postgres"
    finally:
        process.terminate()
        process.wait(timeout=30)
        shutil.rmtree(folder, ignore_errors=True)


# -- servers ---------------------------------------------------------------------------------------------------------


class Running:
    """A server in a thread of this process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = make_app(settings)
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        self.port = listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._server = uvicorn.Server(self.config())
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()
        deadline = time.monotonic() + 30
        while not self._server.started and time.monotonic() < deadline and self._thread.is_alive():
            time.sleep(0.02)
        assert self._server.started
        self.http = httpx.Client(base_url=self.url, timeout=90)

    def config(self) -> uvicorn.Config:
        return uvicorn.Config(self.app, log_level="warning", ws_max_size=16 * 1024, timeout_graceful_shutdown=2)

    @property
    def manager(self) -> Any:
        return self.app.state.manager

    def stop(self) -> None:
        self.http.close()
        self._server.should_exit = True
        self._thread.join(timeout=30)

    def table(self, **body: Any) -> Seated:
        body = {"game": "sample", **body}
        made = self.http.post("/api/tables", json=body)
        assert made.status_code == 201, made.text
        return Seated(self, made.json())


class Seated:
    """All places of one table, as the one who made it has them."""

    def __init__(self, server: Running, opened: dict[str, Any]) -> None:
        self.server = server
        self.id: str = opened["id"]
        self.tokens: dict[str, str] = dict(opened["tokens"])
        self.host: str = opened.get("host", "")
        for seat, invitation in opened.get("invitations", {}).items():
            made = server.http.post(f"/api/tables/{self.id}/claim", json={"invitation": invitation})
            assert made.status_code == 200 and made.json()["seat"] == seat, made.text
            self.tokens[seat] = made.json()["token"]
        self.spectator: str = opened["spectator"]
        self.commitment: str = opened["commitment"]

    def token(self, who: str) -> str:
        if who == "spectator":
            return self.spectator
        return ",".join(self.tokens.values()) if who == "all" else self.tokens[who]

    def call(self, method: str, who: str, path: str = "", **kw: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token(who)}"}
        return self.server.http.request(method, f"/api/tables/{self.id}{path}", headers=headers, **kw)

    def get(self, who: str, path: str = "", **params: Any) -> httpx.Response:
        return self.call("GET", who, path, params=params)

    def post(self, who: str, path: str, **body: Any) -> httpx.Response:
        return self.call("POST", who, path, json=body)

    def see(self, who: str = "all") -> dict[str, Any]:
        answer = self.get(who)
        assert answer.status_code == 200, answer.text
        seen: dict[str, Any] = answer.json()
        return seen

    def agree(self, who: str, agree: bool = True) -> httpx.Response:
        """Answer the takeback that is asked for."""
        asked = self.see(who)["takeback"] or {"to": 0, "seq": 0}
        return self.post(who, "/takeback/answer", agree=agree, to=asked["to"], seq=asked["seq"])

    def act(self, action: str, who: str = "all") -> int:
        answer = self.post(who, "/actions", seq=self.see(who)["seq"], action=action)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["seq"])

    def appoint(self, red: str = "red-1", blue: str = "blue-1") -> Seated:
        self.act(f"general {red}")
        self.act(f"general {blue}")
        return self

    def play(self, count: int, seed: int = 1, avoid: tuple[str, ...] = ()) -> dict[str, Any]:
        """Take random actions for all held seats."""
        r = random.Random(seed)
        seen = self.see()
        for _ in range(count):
            if not seen["decision"] or not seen["decision"]["actions"]:
                break
            choices = [a for a in seen["decision"]["actions"] if not a.startswith(avoid)] if avoid else seen["decision"]["actions"]
            answer = self.post("all", "/actions", seq=seen["seq"], action=r.choice(choices or seen["decision"]["actions"]))
            assert answer.status_code == 200, answer.text
            seen = self.see()
        return seen

    def finish(self, seed: int = 1) -> dict[str, Any]:
        seen = self.play(5000, seed)
        assert seen["outcome"], "the game did not end"
        return seen

    def live(self, who: str, have: int | None = None) -> Live:
        return Live(self.server.url, self.id, self.token(who), have)


def settings_for(url: str, folder: Path, **more: Any) -> Settings:
    web = folder / "web"
    web.mkdir(exist_ok=True)
    (web / "index.html").write_text("<!doctype html><title>page</title>")
    (web / "app.js").write_text("export {}")
    (web / "lib").mkdir(exist_ok=True)
    (web / "lib" / "x.css").write_text("a{}")
    (folder / "outside.txt").write_text("not for the world")
    made = Settings.from_env({"FIRESTEP_PLUGINS": PLUGIN, "FIRESTEP_WEB": str(web), "FIRESTEP_DATA": str(folder)}, database_url=url)
    return replace(made, **{"rate_limit": False, "workers": 1, "draw_ahead": False, "cache": folder / "maps", **more})


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("sqlite")
    running = Running(settings_for(f"sqlite:///{folder}/t.db", folder, private_webhooks=True))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory, postgres_url: str) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("postgres")
    running = Running(settings_for(postgres_url, folder, private_webhooks=True))
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def server(request: pytest.FixtureRequest) -> Running:
    """Both databases, one after the other."""
    found: Running = request.getfixturevalue(f"{request.param}_server")
    return found


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[Any]:
    """Make servers of one's own: `new_server(bot_seconds=1)`; called again it opens the same tables."""
    made: list[Running] = []

    def make(**more: Any) -> Running:
        made.append(Running(settings_for(f"sqlite:///{tmp_path}/own.db", tmp_path, **more)))
        return made[-1]

    yield make
    for running in made:
        running.stop()
