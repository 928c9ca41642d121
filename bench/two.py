"""Two servers on one PostgreSQL under load, one of them killed: what was acknowledged is there, and how soon all tables answer.

Starts a PostgreSQL of its own and servers on loopback. First one server alone, then two, with the same players: each plays a table
by itself and clicks as fast as it is answered, at the server its number gives. Then one server alone again. Then one server is
ended with SIGKILL. Its players go to the other one, as a proxy would send them.

    python bench/two.py
    python bench/two.py --seconds 5 --tables 12 --game wwi
    python bench/two.py --follow --tables 40    processor time to take an action, and to follow one that another server took
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import websockets

from firestep.engine.dice import Dice
from firestep.engine.start import begin
from firestep.games import GAMES
from firestep.server.server_process import ServerProcess
from firestep.server.workers.workers import processor_seconds


class Postgres:
    def __init__(self) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        which = shutil.which("initdb")
        if not found and which is None:
            raise SystemExit("PostgreSQL is not installed: see tools/system.sh")
        tools = found[-1].parent if found else Path(str(which)).parent
        self.folder = Path(tempfile.mkdtemp(prefix="firestep-two-"))
        user: dict[str, Any] = {}
        if os.getuid() == 0:
            for name in ("postgres", "nobody"):
                with contextlib.suppress(KeyError):
                    who = pwd.getpwnam(name)
                    user = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
                    os.chown(self.folder, who.pw_uid, who.pw_gid)
                    break
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT, "cwd": self.folder, **user}
        data = self.folder / "data"
        words = [tools / "initdb", "-D", data, "-U", "firestep", "-A", "trust", "-E", "UTF8", "--locale=C"]
        subprocess.run(words, check=True, **quiet)
        words = [tools / "postgres", "-D", data, "-p", str(port), "-k", self.folder, "-h", "127.0.0.1"]
        self.process = subprocess.Popen(words, **quiet)
        for _ in range(300):
            if subprocess.run([tools / "pg_isready", "-h", "127.0.0.1", "-p", str(port)], **quiet).returncode == 0:
                break
            time.sleep(0.1)
        self.url = f"postgresql://firestep@127.0.0.1:{port}/postgres"

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=30)
        shutil.rmtree(self.folder, ignore_errors=True)


class Http:
    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        try:
            if self.streams is None:
                self.streams = await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = self.streams
            data = b"" if body is None else json.dumps(body).encode()
            writer.write(
                (
                    f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                    f"Content-Length: {len(data)}\r\nAuthorization: Bearer {token}\r\n\r\n"
                ).encode()
                + data
            )
            lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            size = next(int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length:"))
            answer = json.loads(await reader.readexactly(size))
            if any(line.lower() == "connection: close" for line in lines):
                self.streams = None
            return int(lines[0].split()[1]), answer
        except (OSError, asyncio.IncompleteReadError):
            self.streams = None
            return 0, {}


class Player:
    """Plays a table alone; knows what was acknowledged, and what was sent when its server went away."""

    def __init__(self, n: int, ports: list[int]) -> None:
        self.n, self.ports = n, ports
        self.http = Http(ports[n % len(ports)])
        self.acknowledged: dict[int, str] = {}
        self.count = self.keys = 0
        self.silent = 0.0
        self.id = self.token = ""

    async def begin(self, game: str, seed: str | None = None) -> None:
        self.game, self.seed = game, seed or ""
        body = {"game": game, **({} if seed is None else {"seed": seed})}
        status, made = await self.http.ask("POST", "/api/tables", body)
        assert status == 201, made
        self.id, self.token = made["id"], ",".join(made["tokens"].values())

    async def play(self, over: asyncio.Event) -> None:
        r = random.Random(f"{self.n} {self.keys}")
        while not over.is_set():
            status, seen = await self.http.ask("GET", f"/api/tables/{self.id}", token=self.token)
            if status != 200:
                await self.elsewhere()
                continue
            if not seen["decision"]:
                return
            self.keys += 1
            body = {"seq": seen["seq"], "action": r.choice(seen["decision"]["actions"]), "key": f"{self.n}-{self.keys}"}
            while not over.is_set():
                status, answer = await self.http.ask("POST", f"/api/tables/{self.id}/actions", body, self.token)
                if status == 200:
                    self.acknowledged[answer["seq"] - 1] = body["action"]
                    self.count += 1
                    break
                if status in (409, 422):
                    break
                await self.elsewhere()

    async def elsewhere(self) -> None:
        """As a proxy does: the next server that answers. How long no server answered is noted."""
        began = time.monotonic()
        while True:
            for port in self.ports:
                self.http = Http(port)
                if (await self.http.ask("GET", f"/api/tables/{self.id}", token=self.token))[0] == 200:
                    self.silent = max(self.silent, time.monotonic() - began)
                    return
            await asyncio.sleep(0.05)
            if time.monotonic() - began > 30:
                raise RuntimeError("no server answers")


async def measure(players: list[Player], seconds: float, during: Any = None) -> float:
    over = asyncio.Event()
    before = sum(p.count for p in players)
    began = time.monotonic()
    tasks = [asyncio.ensure_future(p.play(over)) for p in players]
    if during is not None:
        await asyncio.sleep(seconds / 2)
        during()
    await asyncio.sleep(seconds if during is None else seconds / 2 + 3)
    over.set()
    await asyncio.gather(*tasks)
    return (sum(p.count for p in players) - before) / (time.monotonic() - began)


async def costs(players: list[Player], seconds: float, servers: list[ServerProcess]) -> tuple[float, float]:
    """Returns the actions per second, and the processor time of all servers for each action in milliseconds."""

    def used() -> tuple[float, int]:
        return sum(processor_seconds(x.process.pid) or 0.0 for x in servers), sum(p.count for p in players)

    (worked, count), rate = used(), await measure(players, seconds)
    then = used()
    return rate, 1000 * (then[0] - worked) / max(1, then[1] - count)


async def watch(port: int, p: Player, heard: list[int]) -> None:
    """Keeps a socket open and counts what it is sent."""
    address = f"ws://127.0.0.1:{port}/api/tables/{p.id}/live"
    async with websockets.connect(address, max_size=None, compression=None) as socket:
        await socket.send(json.dumps({"token": p.token, "have": None}))
        async for text in socket:
            heard[0] += b'"type":"patch"' in (text if isinstance(text, bytes) else text.encode())


async def click(p: Player, pause: float, over: asyncio.Event, legal: list[str], most: int = 1_000_000) -> None:
    """Clicks at a steady pace, up to `most` actions. The server gets only actions; a game played beside it tells what is legal."""
    game = GAMES[p.game]
    s = begin(game, game.scenarios[0].id, game.settle_options(None), Dice(p.seed), None)
    r = random.Random(p.n)
    await asyncio.sleep(r.uniform(0, pause))
    for words in legal:
        s.take(words)
    while not over.is_set() and s.decision is not None and s.size < most:
        words = " ".join(r.choice(s.decision.actions))
        status, _ = await p.http.ask("POST", f"/api/tables/{p.id}/actions", {"seq": s.size, "action": words}, p.token)
        if status == 200:
            s.take(words)
            legal.append(words)
            p.count += 1
        await asyncio.sleep(pause)


async def follow(arguments: argparse.Namespace, url: str) -> dict[str, Any]:
    """Every table is clicked at and watched: first at one server, then clicked at one and watched at the other."""
    one = ServerProcess(quiet=True, DATABASE_URL=url, RATE_LIMIT="off")
    players = [Player(n, [one.port]) for n in range(arguments.tables)]
    past: list[list[str]] = [[] for _ in players]
    for p in players:
        await p.begin(arguments.game, seed=f"seed {p.n}")
    await asyncio.gather(*(click(p, 0, asyncio.Event(), past[p.n], arguments.before) for p in players))
    out: dict[str, Any] = {"tables": len(players), "game": arguments.game, "before": arguments.before}
    two = ServerProcess(quiet=True, DATABASE_URL=url, RATE_LIMIT="off")
    try:
        # one server alone before and after, as late actions cost more
        for name, port in (("alone", one.port), ("followed", two.port), ("alone_later", one.port)):
            heard, over = [0], asyncio.Event()
            sockets = [asyncio.ensure_future(watch(port, p, heard)) for p in players]
            await asyncio.sleep(2)
            before = [processor_seconds(x.process.pid) or 0.0 for x in (one, two)]
            count, began = sum(p.count for p in players), time.monotonic()
            clicks = [asyncio.ensure_future(click(p, arguments.pause, over, past[p.n])) for p in players]
            await asyncio.sleep(arguments.seconds)
            over.set()
            await asyncio.gather(*clicks)
            seconds = time.monotonic() - began
            done = sum(p.count for p in players) - count
            await asyncio.sleep(0.5)
            used = [1000 * ((processor_seconds(x.process.pid) or 0.0) - b) / done for x, b in zip((one, two), before, strict=True)]
            out[name] = {
                "actions": done,
                "actions_per_second": round(done / seconds, 1),
                "patches": heard[0],
                "ms_per_action_one": round(used[0], 2),
                "ms_per_action_two": round(used[1], 2),
            }
            for socket_ in sockets:
                socket_.cancel()
            await asyncio.gather(*sockets, return_exceptions=True)
        taking = (out["alone"]["ms_per_action_one"] + out["alone_later"]["ms_per_action_one"]) / 2
        following = out["followed"]["ms_per_action_two"]
        out["following_over_taking"] = round(following / taking, 2)
        # each server takes half of the actions and follows the other half
        out["carried_by_two_over_one"] = round(2 * taking / (taking + following), 2)
        return out
    finally:
        two.end()
        one.end()


async def run(arguments: argparse.Namespace, url: str) -> dict[str, Any]:
    one = ServerProcess(quiet=True, DATABASE_URL=url, RATE_LIMIT="off")
    players = [Player(n, [one.port]) for n in range(arguments.tables)]
    for p in players:
        await p.begin(arguments.game)
    alone, cost_alone = await costs(players, arguments.seconds, [one])
    two = ServerProcess(quiet=True, DATABASE_URL=url, RATE_LIMIT="off")
    try:
        both = [one.port, two.port]
        for p in players:
            p.ports, p.http = both, Http(both[p.n % 2])
        await measure(players, 1)  # the second server opens the tables
        together, cost_together = await costs(players, arguments.seconds, [one, two])
        for p in players:
            p.http = Http(one.port)
        await measure(players, 1)
        later, cost_later = await costs(players, arguments.seconds, [one])  # actions late in a game cost more than early ones
        alone, cost_alone = (alone + later) / 2, (cost_alone + cost_later) / 2
        for p in players:
            p.http = Http(both[p.n % 2])
        await measure(players, arguments.seconds, lambda: one.end(signal.SIGKILL))
        lost = wrong = 0
        http = Http(two.port)
        import psycopg

        with psycopg.connect(url) as c:
            for p in players:
                stored = dict(c.execute("SELECT seq, action FROM actions WHERE table_id = %s ORDER BY seq", (p.id,)).fetchall())
                lost += sum(n not in stored for n in p.acknowledged)
                wrong += sum(n in stored and stored[n] != a for n, a in p.acknowledged.items())
                wrong += sorted(stored) != list(range(len(stored)))
                status, _ = await http.ask("GET", f"/api/tables/{p.id}", token=p.token)
                wrong += status != 200
        return {
            "tables": len(players),
            "actions_per_second_one": round(alone, 1),
            "actions_per_second_two": round(together, 1),
            "by_the_clock_two_over_one": round(together / alone, 2),
            "ms_per_action_one": round(cost_alone, 2),
            "ms_per_action_one_later": round(cost_later, 2),
            "ms_per_action_two": round(cost_together, 2),
            # what two servers can carry on a core each, if the machine has nothing else to do
            "carried_by_two_over_one": round(2 * cost_alone / cost_together, 2),
            "acknowledged": sum(len(p.acknowledged) for p in players),
            "lost": lost,
            "wrong": wrong,
            "longest_silence_s": round(max(p.silent for p in players), 2),
            "cores": os.cpu_count(),
            "load_average": round(os.getloadavg()[0], 1),
        }
    finally:
        two.end()
        one.end()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--game", default="wwi")
    parser.add_argument("--follow", action="store_true", help="measure processor time, and end no server")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two clicks of a player (with --follow)")
    parser.add_argument("--before", type=int, default=0, help="actions of each table before measuring (with --follow)")
    arguments = parser.parse_args()
    database = Postgres()
    try:
        if arguments.follow:
            print(json.dumps(asyncio.run(follow(arguments, database.url)), indent=1))
            return 0
        found = asyncio.run(run(arguments, database.url))
    finally:
        database.end()
    print(json.dumps(found, indent=1))
    return 0 if not found["lost"] and not found["wrong"] and found["longest_silence_s"] < 5 else 1


if __name__ == "__main__":
    raise SystemExit(main())
