"""Load: many live tables of one server process, played by two people each who click about once a second.

Starts a server of its own on loopback with a database in a temporary folder, opens tables with two sockets each, and lets
both sides take legal actions at random. Measured is the time from sending an action until the difference it made has
arrived and been put into the clicking player's copy of the table, which is what the page has to wait for before it draws.

    python bench/load.py                    50 tables for 15 s, then more and more until p95 passes 250 ms
    python bench/load.py --tables 50 --seconds 30 --no-ramp
    python bench/load.py --port 8700 --no-ramp     at a server that runs already (with FIRESTEP_RATE_LIMIT=off)
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from firestep.server.http.patch import apply
from firestep.server.server_process import ServerProcess

LIMIT = 0.250


class Http:
    """One kept connection, as a browser has it. A general client would cost more than the server does."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        if self.writer is None or self.reader is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        data = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\nAuthorization: Bearer {token}\r\n\r\n"
        )
        self.writer.write(head.encode() + data)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        size = next(int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length:"))
        return int(lines[0].split()[1]), json.loads(await self.reader.readexactly(size))


class Figures:
    """What was seen."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.patches: list[int] = []
        self.snapshots: list[int] = []
        self.refused = 0
        self.games = 0

    @staticmethod
    def part(values: list[Any], share: float) -> Any:
        return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0

    @property
    def p95(self) -> float:
        return float(self.part(self.times, 0.95))


class Player:
    """One end of a table: a socket, a copy of what it shows, a hand that clicks."""

    def __init__(self, load: Load, table: str, token: str, seat: str, r: random.Random) -> None:
        self.load, self.table, self.token, self.seat, self.r = load, table, token, seat, r
        self.http = Http(load.host, load.port)
        self.state: dict[str, Any] = {}
        self.changed = asyncio.Event()

    async def listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            m = json.loads(text)
            if m["type"] == "snapshot":
                self.load.figures.snapshots.append(len(text))
                self.state = m
            elif m["type"] == "patch":
                self.load.figures.patches.append(len(text))
                apply(self.state, m["changes"])
                self.state["seq"] = m["seq"]
            else:
                continue
            self.changed.set()

    async def until(self, seq: int) -> None:
        while self.state.get("seq", -1) < seq:
            self.changed.clear()
            await self.changed.wait()

    async def play(self) -> None:
        load = self.load
        async with connect(f"ws://{load.host}:{load.port}/api/tables/{self.table}/live", max_size=None, compression=None) as socket:
            await socket.send(json.dumps({"token": self.token, "have": None}))
            listener = asyncio.create_task(self.listen(socket))
            try:
                await self.until(0)
                await asyncio.sleep(self.r.random() * load.pause)
                while not load.over:
                    d = self.state["decision"]
                    if d is None:
                        load.figures.games += 1
                        break
                    if d["seat"] != self.seat or not d["actions"]:
                        self.changed.clear()
                        await self.changed.wait()
                        continue
                    await asyncio.sleep(self.r.uniform(0.5, 1.5) * load.pause)
                    if not load.over:
                        await self.click(self.r.choice(d["actions"]))
            finally:
                listener.cancel()

    async def click(self, action: str) -> None:
        began, seq = time.perf_counter(), self.state["seq"]
        body = {"seq": seq, "action": action}
        status, answer = await self.http.ask("POST", f"/api/tables/{self.table}/actions", body, self.token)
        if status != 200:
            self.load.figures.refused += 1
            await asyncio.sleep(0.2)
            return
        await self.until(answer["seq"])
        self.load.figures.times.append(time.perf_counter() - began)


class Load:
    def __init__(self, host: str, port: int, game: str, pause: float, bots: float) -> None:
        self.host, self.port, self.game, self.pause, self.bots = host, port, game, pause, bots
        self.figures = Figures()
        self.over = False
        self.players: list[asyncio.Task[None]] = []
        self.tables = 0

    async def add(self, count: int) -> None:
        """Open more tables; one in ten plays against a bot."""
        http = Http(self.host, self.port)
        for _ in range(count):
            bot = self.tables % 10 < self.bots * 10
            seats = [{"kind": "here"}, {"kind": "bot", "bot": "greedy"} if bot else {"kind": "here"}]
            status, made = await http.ask("POST", "/api/tables", {"game": self.game, "seats": seats})
            assert status == 201, made
            for seat, token in made["tokens"].items():
                player = Player(self, made["id"], token, seat, random.Random(f"{self.tables} {seat}"))
                self.players.append(asyncio.create_task(player.play()))
            self.tables += 1

    async def measure(self, seconds: float) -> Figures:
        self.figures = Figures()
        await asyncio.sleep(seconds)
        return self.figures

    async def end(self) -> None:
        self.over = True
        for task in self.players:
            task.cancel()
        await asyncio.gather(*self.players, return_exceptions=True)


def surroundings() -> dict[str, Any]:
    """How busy the machine is with other things: a figure without it says little. Pressure is the share of time in which
    something waited for a processor (Linux; elsewhere None)."""
    try:
        found = re.search(r"some avg10=([\d.]+)", Path("/proc/pressure/cpu").read_text())
    except OSError:
        found = None
    load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
    return {"cores": os.cpu_count(), "load_average": load, "cpu_pressure_percent": float(found[1]) if found else None}


def told(tables: int, f: Figures, seconds: float, cpu: float, own: float) -> dict[str, Any]:
    rate = len(f.times) / seconds
    line = {
        "tables": tables,
        "actions_per_second": round(rate, 1),
        "p50_ms": round(1000 * f.part(f.times, 0.5), 1),
        "p95_ms": round(1000 * f.p95, 1),
        "p99_ms": round(1000 * f.part(f.times, 0.99), 1),
        "patch_bytes_p50": f.part(f.patches, 0.5),
        "patch_bytes_p95": f.part(f.patches, 0.95),
        "patch_bytes_max": max(f.patches, default=0),
        "server_cpu": round(cpu, 2),
        "server_cpu_ms_per_action": round(1000 * cpu / rate, 2) if rate else None,
        "client_cpu": round(own, 2),
        "refused": f.refused,
        **surroundings(),
    }
    print(json.dumps(line), flush=True)
    return line


def cpu_of(pid: int) -> float:
    """Seconds of processor time a process has used (Linux; elsewhere 0)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(arguments: argparse.Namespace, port: int, pid: int) -> dict[str, Any]:
    load = Load("127.0.0.1", port, arguments.game, arguments.pause, arguments.bots)
    lines: list[dict[str, Any]] = []
    before_all = surroundings()
    print(json.dumps({"before": before_all}), flush=True)

    async def one(tables: int, seconds: float) -> dict[str, Any]:
        await load.add(tables - load.tables)
        print(json.dumps({"playing": load.tables}), flush=True)
        await asyncio.sleep(min(3.0, seconds / 2))  # snapshots of new tables are not what is measured
        before, mine, began = cpu_of(pid), time.process_time(), time.perf_counter()
        figures = await load.measure(seconds)
        took = time.perf_counter() - began
        lines.append(told(load.tables, figures, seconds, (cpu_of(pid) - before) / took, (time.process_time() - mine) / took))
        return lines[-1]

    http = Http("127.0.0.1", port)
    status, made = await http.ask("POST", "/api/tables", {"game": arguments.game})
    assert status == 201
    _, whole = await http.ask("GET", f"/api/tables/{made['id']}", token=made["spectator"])
    first = await one(arguments.tables, arguments.seconds)
    held = arguments.tables if first["p95_ms"] <= 1000 * LIMIT else 0
    count = arguments.tables
    while not arguments.no_ramp and held == count and count < arguments.most:
        count = min(arguments.most, count * 3 // 2)
        if (await one(count, arguments.step))["p95_ms"] <= 1000 * LIMIT:
            held = count
    await load.end()
    return {
        "before": before_all,
        "tables": arguments.tables,
        "p95_ms": first["p95_ms"],
        "snapshot_bytes": len(json.dumps(whole)),
        "patch_bytes_p50": first["patch_bytes_p50"],
        "patch_bytes_p95": first["patch_bytes_p95"],
        "tables_held_under_250_ms": held,
        "steps": lines,
    }


def play(work: Coroutine[Any, Any, dict[str, Any]]) -> dict[str, Any]:
    """Run the players on the loop that the server uses: what the client burns is taken from the server where cores are few."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=15.0, help="how long the first measurement takes")
    parser.add_argument("--step", type=float, default=8.0, help="how long each further one takes")
    parser.add_argument("--most", type=int, default=1200, help="never more tables than this")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds a player looks before a click, on average")
    parser.add_argument("--bots", type=float, default=0.1, help="share of tables with a greedy bot")
    parser.add_argument("--game", default="wwi")
    parser.add_argument("--no-ramp", action="store_true")
    parser.add_argument("--port", type=int, help="a server on this machine that runs already")
    parser.add_argument("--json", type=Path, help="write the figures here")
    arguments = parser.parse_args()
    if arguments.port:
        play(run(arguments, arguments.port, 0))
        return 0
    with ServerProcess(RATE_LIMIT="off", CONNECTIONS_EACH="2000", CONNECTIONS="4000") as server:
        figures = play(run(arguments, server.port, server.process.pid))
        print(
            f"{figures['tables']} tables: p95 {figures['p95_ms']} ms from action to patch; a snapshot has "
            f"{figures['snapshot_bytes']} bytes, a patch {figures['patch_bytes_p50']} to {figures['patch_bytes_p95']} (p95); "
            f"{figures['tables_held_under_250_ms']} tables before p95 passes 250 ms"
        )
        if arguments.json:
            arguments.json.write_text(json.dumps(figures, indent=1) + "\n")
        return 0


if __name__ == "__main__":
    raise SystemExit(main())
