"""What one visitor can do to the others: people click while each of the known attacks runs from another address.

A server of its own on loopback, with its limits on. The people come from 127.0.0.2 and up, the attacker from 127.0.0.99; each
person plays a table of wwi alone and clicks a few times a second. The attacker is a process of its own, so that its work does not
delay the people. Printed is the time from a click to its answer, before and during each attack, and what the attacker was answered.

    python bench/attack.py                      all attacks, 8 s each
    python bench/attack.py --attack position --seconds 15

It speaks to nothing but the server that it starts on 127.0.0.1, and ends with it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from firestep.server.server_process import ServerProcess

ATTACKER = "127.0.0.99"


class Http:
    """One kept connection, from an address of one's own."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        if self.writer is None or self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        auth = f"Authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n{auth}\r\n"
        )
        self.writer.write(head.encode() + data)
        try:
            lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            size = next(int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length:"))
            answer = await self.reader.readexactly(size)
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            return 0, {}
        status = int(lines[0].split()[1])
        if any(line.lower() == "connection: close" for line in lines):
            self.close()
        return status, json.loads(answer) if answer[:1] in b"{[" else answer

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


class Crowd:
    """People who play alone, each from an address of his own, a click every 0.3 s or so."""

    def __init__(self, port: int, count: int) -> None:
        self.port, self.count = port, count
        self.times: list[float] = []
        self.failed: Counter[int] = Counter()
        self.over = False

    async def person(self, n: int) -> None:
        http, r = Http(self.port, f"127.0.0.{n + 2}"), random.Random(n)
        status, made = await http.ask("POST", "/api/tables", {"game": "wwi"})
        assert status == 201, made
        token = ",".join(made["tokens"].values())
        _, seen = await http.ask("GET", f"/api/tables/{made['id']}", token=token)
        while not self.over and seen.get("decision"):
            await asyncio.sleep(r.uniform(0.1, 0.5))
            began = time.perf_counter()
            body = {"seq": seen["seq"], "action": r.choice(seen["decision"]["actions"])}
            status, _ = await http.ask("POST", f"/api/tables/{made['id']}/actions", body, token)
            if status == 200:
                self.times.append(time.perf_counter() - began)
            else:
                self.failed[status] += 1
            status, seen = await http.ask("GET", f"/api/tables/{made['id']}", token=token)
            if status != 200:
                self.failed[status] += 1
                return

    def told(self) -> dict[str, Any]:
        values = sorted(self.times)

        def part(share: float) -> float:
            return round(1000 * values[min(len(values) - 1, int(share * len(values)))], 1) if values else -1.0

        out = {
            "clicks": len(values),
            "p50_ms": part(0.5),
            "p95_ms": part(0.95),
            "p99_ms": part(0.99),
            "max_ms": part(1.0),
            "failed": dict(self.failed),
        }
        self.times, self.failed = [], Counter()
        return out


class Attack:
    def __init__(self, port: int) -> None:
        self.port = port
        self.answers: Counter[int] = Counter()
        #: answers to another visitor who asks for the same thing
        self.others: Counter[int] = Counter()
        self.over = False

    async def many(self, count: int, one: Callable[[Http], Awaitable[int]]) -> None:
        async def loop() -> None:
            http = Http(self.port, ATTACKER)
            while not self.over:
                try:
                    self.answers[await one(http)] += 1
                except OSError:
                    self.answers[0] += 1
                await asyncio.sleep(0.05)

        await asyncio.gather(*(loop() for _ in range(count)))

    async def position(self) -> None:
        """C1: a position whose key has 29,000 parts."""
        start = 'format = "firestep-position 1"\ngame = "gwb"\na' + ".a" * 14_000 + " = 1\n"
        body = json.dumps({"game": "gwb", "start": start}).encode()
        await self.many(6, lambda http: self._post(http, "/api/tables", body))

    async def takebacks(self) -> None:
        """C2: one action, many takebacks, then earlier moments again and again, with the spectator's key."""
        http = Http(self.port, ATTACKER)
        _, made = await http.ask("POST", "/api/tables", {"game": "wwi"})
        token, path = ",".join(made["tokens"].values()), f"/api/tables/{made['id']}"
        _, seen = await http.ask("GET", path, token=token)
        await http.ask("POST", f"{path}/actions", {"seq": 0, "action": seen["decision"]["actions"][0]}, token)
        for n in range(1, 25):
            await http.ask("POST", f"{path}/takeback", {"to": n - 1}, token)

        async def look(http: Http) -> int:
            return (await http.ask("GET", f"{path}/at/25", token=made["spectator"]))[0]

        await self.many(24, look)

    async def records(self) -> None:
        """C3: a record of takebacks of takebacks."""
        from firestep.engine import record as records
        from firestep.engine.dice import Dice
        from firestep.engine.start import replay
        from firestep.games import GAMES

        game = GAMES["wwi"]
        first = ["choice"]
        s = replay(game, game.scenarios[0].id, game.settle_options(None), Dice("x"), [])
        assert s.decision is not None
        first = [" ".join(s.decision.actions[0])]
        made = {**records.to_record(s), "actions": first + [f"takeback {n}" for n in range(59)]}
        body = json.dumps(made).encode()
        await self.many(6, lambda http: self._post(http, "/api/tables/import", body))

    async def nested(self) -> None:
        """A large record of nested lists."""
        body = b'{"format": "firestep-record", "x": [' + b"[],[[[]]]," * 380_000 + b"1]}"
        await self.many(3, lambda http: self._post(http, "/api/tables/import", body))

    async def slow(self) -> None:
        """H3: connections that send half a head, as many as there are descriptors."""
        held: list[asyncio.StreamWriter] = []
        while not self.over:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(ATTACKER, 0))
                writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
                held.append(writer)
            except OSError:
                self.answers[0] += 1
            await asyncio.sleep(0.002 if len(held) < 1100 else 0.5)
        self.answers[len(held)] += 1
        for writer in held:
            writer.close()

    async def bots(self) -> None:
        """Tables that bots play alone."""
        body = json.dumps({"game": "dgk", "seats": [{"kind": "bot"}, {"kind": "bot"}]}).encode()
        await self.many(3, lambda http: self._post(http, "/api/tables", body))

    async def reports(self) -> None:
        """Record, report and dice of a finished game, over and over."""
        from firestep.games import GAMES

        http, r = Http(self.port, ATTACKER), random.Random(3)
        _, made = await http.ask("POST", "/api/tables", {"game": "gwb", "scenario": GAMES["gwb"].scenarios[0].id})
        token, path = ",".join(made["tokens"].values()), f"/api/tables/{made['id']}"
        for _ in range(40):
            _, seen = await http.ask("GET", path, token=token)
            await http.ask("POST", f"{path}/actions", {"seq": seen["seq"], "action": r.choice(seen["decision"]["actions"])}, token)

        async def look(http: Http) -> int:
            return (await http.ask("GET", path + r.choice(("/record", "/report", "/dice", "/journal")), token=made["spectator"]))[0]

        await self.many(12, look)

    async def _fog(self) -> tuple[str, str, str]:
        """A table of tgw with hidden stacks: its path, the tokens of its seats, a place on its map."""
        http = Http(self.port, ATTACKER)
        _, made = await http.ask("POST", "/api/tables", {"game": "tgw", "options": {"fog": "on"}})
        token, path = ",".join(made["tokens"].values()), f"/api/tables/{made['id']}"
        _, seen = await http.ask("GET", path, token=token)
        return path, token, seen["board"]["pieces"][0]["at"]

    async def _asks(self, question: str) -> None:
        path, token, place = await self._fog()
        await self.many(90, lambda http: self._get(http, path + question.format(place=place), token))

    async def inspect(self) -> None:
        """One question over and over, at a table where what a seat knows must be worked out: 90 connections."""
        await self._asks("/inspect/{place}")

    async def whynot(self) -> None:
        """The same with another question."""
        await self._asks("/why-not?action=done")

    async def overlay(self) -> None:
        """The same with a set of hexes."""
        await self._asks("/overlay/supply?arg=GE")

    async def storm(self) -> None:
        """Takebacks one after another at four tables of 120 entries."""
        from firestep.engine.dice import Dice
        from firestep.engine.start import begin
        from firestep.games import GAMES

        game, tables, http = GAMES["tgw"], [], Http(self.port, ATTACKER)
        for n in range(4):
            _, made = await http.ask("POST", "/api/tables", {"game": "tgw", "seed": f"storm {n}"})
            token, path = ",".join(made["tokens"].values()), f"/api/tables/{made['id']}"
            s, r = begin(game, game.scenarios[0].id, game.settle_options(None), Dice(f"storm {n}"), None), random.Random(n)
            while s.size < 120 and s.decision is not None and not self.over:
                first, orders = s.size, []
                while s.decision is not None and len(orders) < 64:
                    orders.append(" ".join(r.choice(s.decision.actions)))
                    s.take(orders[-1])
                    if not s.can_undo:
                        break
                while (await http.ask("POST", f"{path}/actions", {"seq": first, "actions": orders}, token))[0] == 429:
                    await asyncio.sleep(0.5)
            tables.append((path, token))

        async def back(http: Http) -> int:
            path, token = random.choice(tables)
            return (await http.ask("POST", f"{path}/takeback", {"to": random.randrange(60, 120)}, token))[0]

        await self.many(60, back)

    async def imports(self) -> None:
        """Four imports of 15 MB, a byte every three seconds; another visitor imports a small record now and then."""

        async def slowly() -> None:
            while not self.over:
                with contextlib.suppress(OSError):
                    reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(ATTACKER, 0))
                    writer.write(
                        b"POST /api/tables/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                        b"Content-Length: 15000000\r\n\r\n"
                    )
                    answered = asyncio.ensure_future(reader.read(12))
                    while not self.over and not answered.done():
                        writer.write(b"[")
                        await asyncio.wait((answered,), timeout=3)
                    if answered.done():
                        self.answers[int(answered.result()[9:12] or b"0")] += 1
                    answered.cancel()
                    writer.close()
                await asyncio.sleep(0.5)

        async def other() -> None:
            http, n = Http(self.port, "127.0.0.98"), 0
            while not self.over and n < 6:  # as many as an address may at once
                n += 1
                self.others[(await http.ask("POST", "/api/tables/import", b"{}"))[0]] += 1
                await asyncio.sleep(1)

        await asyncio.gather(other(), *(slowly() for _ in range(4)))

    async def _get(self, http: Http, path: str, token: str) -> int:
        return (await http.ask("GET", path, token=token))[0]

    async def _post(self, http: Http, path: str, body: bytes) -> int:
        return (await http.ask("POST", path, body))[0]


ATTACKS = (
    "position", "takebacks", "records", "nested", "slow", "bots", "reports", "inspect", "whynot", "overlay", "storm", "imports"
)  # fmt: skip


class Attacker:
    """A process that runs one attack until `end`."""

    def __init__(self, port: int, name: str) -> None:
        words = [sys.executable, str(Path(__file__).resolve()), "--attack", name, "--port", str(port)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    async def ready(self) -> None:
        """Waits until the attack has begun."""
        assert self.process.stdout is not None
        await asyncio.to_thread(self.process.stdout.readline)

    async def end(self) -> dict[str, Any]:
        """Ends the attack and returns what was answered to it."""
        out, _ = await asyncio.to_thread(self.process.communicate, b"", 60)
        found: dict[str, Any] = json.loads(out)
        return found


async def attack_until_told(port: int, name: str) -> None:
    """Runs one attack until standard input ends, then prints the answers."""
    attack = Attack(port)
    running = asyncio.ensure_future(getattr(attack, name)())
    while not attack.answers and not running.done():
        await asyncio.sleep(0.1)
        if name in ("slow", "imports"):  # they are answered at the end only
            break
    print("begun", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    attack.over = True
    await asyncio.wait((running,), timeout=2)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    print(json.dumps({"attacker": attack.answers, "others": attack.others}), flush=True)


async def run(port: int, attacks: list[str], seconds: float, people: int) -> list[dict[str, Any]]:
    crowd, lines = Crowd(port, people), []
    await Http(port, ATTACKER).ask("POST", "/api/tables", {"game": "tgw"})  # so that no attack waits until the game is read
    playing = [asyncio.ensure_future(crowd.person(n)) for n in range(people)]
    await asyncio.sleep(2)
    for name in attacks:
        crowd.told()
        await asyncio.sleep(seconds / 2)
        quiet = crowd.told()
        attacker = Attacker(port, name)
        await attacker.ready()
        await asyncio.sleep(1)
        crowd.told()
        await asyncio.sleep(seconds)
        found = crowd.told()
        before = {f"quiet_{k}": v for k, v in quiet.items() if k.endswith("_ms")}
        lines.append({"attack": name, **found, **before, **await attacker.end()})
        print(json.dumps(lines[-1]), flush=True)
        await asyncio.sleep(1)
    crowd.over = True
    await asyncio.wait(playing, timeout=5)
    for task in playing:
        task.cancel()
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--attack", choices=ATTACKS, action="append")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--people", type=int, default=6)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--port", type=int, help="run one attack at this port of 127.0.0.1; the bench itself uses it")
    arguments = parser.parse_args()
    if arguments.port:
        asyncio.run(attack_until_told(arguments.port, arguments.attack[0]))
        return 0
    with ServerProcess(quiet=True) as server:
        lines = asyncio.run(run(server.port, arguments.attack or list(ATTACKS), arguments.seconds, arguments.people))
        if arguments.json:
            arguments.json.write_text(json.dumps(lines, indent=1) + "\n")
        worst = max(line["p95_ms"] for line in lines)
        print(f"the slowest p95 of a click is {worst} ms")
        return 0 if worst < 100 and all(line["clicks"] for line in lines) else 1


if __name__ == "__main__":
    raise SystemExit(main())
