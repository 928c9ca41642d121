"""A table of 100,000 actions: how long it takes to open, how much memory, to export, to report, to list its dice, to import.

The game is the small one of the server's tests, which has no end; its past is as long as that of the largest games. The table is
written into a database of its own in a temporary folder; each figure is of a fresh server.

    python bench/long.py                     100,000 actions
    python bench/long.py --actions 20000
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from firestep.server.server_process import ServerProcess

PLUGIN = Path(__file__).parent.parent / "tests" / "server" / "sample_game.py"


def rss(pid: int) -> float:
    """Megabytes of a process (Linux; elsewhere 0)."""
    try:
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def build(folder: Path, count: int) -> tuple[str, str, str]:
    """A table played at random, with undos, in a database."""
    os.environ["FIRESTEP_DATA"] = str(folder)
    from firestep.server.settings import Settings, run_plugins

    run_plugins((str(PLUGIN),))
    from firestep.engine.record import to_record
    from firestep.engine.start import begin
    from firestep.games import game
    from firestep.server.http.tokens import hashed
    from firestep.server.storage import rows
    from firestep.server.storage.store import Store
    from firestep.server.tables.history import RecordingDice, StoredHistory
    from firestep.server.workers.jobs import whole_game

    g, r = game("sample"), random.Random(1)
    options = g.settle_options(None)
    s = begin(g, "siege", options, RecordingDice("long"))
    while s.size < count:
        d = s.decision
        assert d is not None
        if s.can_undo and r.random() < 0.05:
            s.undo()
        else:
            s.take(r.choice(d.actions))
    history = s.history
    past = StoredHistory("longlonglo", g, "siege", options, RecordingDice("long"), None, (), 0, [], lambda *_: None)
    made = whole_game(past, history)
    store = Store(Settings.from_env().database_url)
    table = {
        "id": "longlonglo",
        "game": "sample",
        "ruleset": g.ruleset,
        "scenario": "siege",
        "options": json.dumps(options),
        "seed": "long",
        "seed_chosen": True,
        "created": 0,
        "updated": 0,
        "waiting": made["waiting"],
        "asked": 0,
        "bots_paused": False,
        "spectator": hashed("s" * 32),
        "opening": made["opening"],
        "marked": True,
    }
    seats = [{"table_id": "longlonglo", "seat": k, "kind": "here", "name": n} for k, n in enumerate(g.seats)]
    keys = [
        {"hash": hashed(n[0] * 32), "table_id": "longlonglo", "seat": k, "kind": "key", "made": 0} for k, n in enumerate(g.seats)
    ]
    # the small game has a turn every six actions; the largest real one has 51 in all
    made["marks"] = made["marks"][:: max(1, len(made["marks"]) // 51)]
    parts = [[{**x, "table_id": "longlonglo"} for x in made[p]] for p in ("entries", "snapshots", "marks", "takebacks")]
    store.do(lambda c: rows.add_table(c, table, seats, keys, *parts))
    store.close()
    return "longlonglo", "r" * 32 + "," + "b" * 32, json.dumps(to_record(s))


class Server(ServerProcess):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder, quiet=True, PLUGINS=str(PLUGIN), RATE_LIMIT="off")
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)

    def ask(self, method: str, path: str, token: str = "", body: str | None = None) -> tuple[int, bytes, float]:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        began = time.perf_counter()
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        return answer.status, content, time.perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--actions", type=int, default=100_000)
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="firestep-long-"))
    try:
        id, token, record = build(folder, arguments.actions)
        size = (folder / "firestep.db").stat().st_size
        lines: dict[str, Any] = {
            "actions": arguments.actions,
            "database_mb": round(size / 2**20, 1),
            "record_mb": round(len(record) / 2**20, 2),
        }
        server = Server(folder)
        server.ask("GET", "/api/games")
        server.ask("POST", "/api/tables", body=json.dumps({"game": "sample"}))  # all that is read once is read
        before = rss(server.process.pid)
        status, seen, took = server.ask("GET", f"/api/tables/{id}", token)
        assert status == 200, seen
        lines |= {"open_s": round(took, 3), "open_mb": round(rss(server.process.pid) - before, 1)}
        now = json.loads(seen)
        body = json.dumps({"seq": now["seq"], "action": now["decision"]["actions"][0]})
        lines["act_s"] = round(server.ask("POST", f"/api/tables/{id}/actions", token, body)[2], 3)
        server.ask("GET", f"/api/tables/{id}/at/1", token)  # the process for earlier moments is there now
        for name, path in (("moment_s", f"at/{arguments.actions // 2}"), ("log_page_s", f"journal?since={arguments.actions // 3}")):
            status, content, took = server.ask("GET", f"/api/tables/{id}/{path}", token)
            assert status == 200, content[:200]
            lines[name] = round(took, 3)
        server.end()
        # a game with secrets tells its record when it is over: asked here as the worker is
        from firestep.server.settings import Settings
        from firestep.server.workers import jobs as jobs_module

        url = Settings.from_env().database_url
        jobs_module.moment(url, id, 0, ())
        jobs = {
            "record_s": lambda: jobs_module.record(url, id, ["human", "human"], True),
            "report_s": lambda: jobs_module.report(url, id),
            "dice_s": lambda: jobs_module.rolls(url, id),
        }
        for name, job in jobs.items():
            began = time.perf_counter()
            job()
            lines[name] = round(time.perf_counter() - began, 3)
        server = Server(folder)
        status, content, took = server.ask("POST", "/api/tables/import", "", record)
        assert status == 201, content[:300]
        lines["import_s"] = round(took, 2)
        server.end()
        print(json.dumps(lines, indent=1))
        return 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    raise SystemExit(main())
