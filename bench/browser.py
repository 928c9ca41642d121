"""How fast the page is: python bench/browser.py [--tables 50] [--json]

Starts a real server on a free loopback port and the system's Chromium, and measures
- from opening a table's address to a map that answers,
- from a click to the redrawn map (the way to the server and back included), and where that time goes; with `--tables N`
  once more while N other tables of the same server are being played (bench/load.py),
- the size of an update on the wire,
- frames while the map is dragged and zoomed, with the game's own counters and with 900 on one sheet.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "browser"))
sys.path.insert(0, str(Path(__file__).parent))

from chromium import CHROMIUM, FLAGS
from conftest import Server
from load import surroundings
from playwright.sync_api import Page, sync_playwright
from table_page import TablePage

CLICKS = 40
FRAMES = """async (mode) => {
  const c = firestep.camera, times = [];
  let last = performance.now();
  for (let i = 0; i < 80; i++) {
    if (mode === "drag") c.pan(i < 40 ? -9 : 9, i % 2 ? 4 : -4);
    else c.zoom(i < 40 ? 1.02 : 1 / 1.02, 700, 450, false);
    await new Promise((r) => requestAnimationFrame(r));
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  return times;
}"""
CROWD = """() => {
  const board = structuredClone(firestep.snap.board), hexes = Object.keys(firestep.geo.hexes), own = board.pieces.length;
  for (let i = 0; board.pieces.length < 800; i++) {
    board.pieces.push({ ...board.pieces[i % own], id: `more-${i}`, at: hexes[(i * 7) % hexes.length] });
  }
  const start = performance.now();
  firestep.field.draw(board);
  const first = performance.now() - start;
  const again = performance.now();
  for (let i = 0; i < 20; i++) { board.pieces[i].at = hexes[i * 3]; firestep.field.draw(board); }
  return { "all at first": first, "one moved": (performance.now() - again) / 20 };
}"""
#: a whole redraw (orders, glow, counters, panel) of a table with 900 counters on one sheet, one of which has moved
MANY = """async () => {
  const t = firestep, hexes = Object.keys(t.geo.hexes), snap = structuredClone(t.now), own = snap.board.pieces.length;
  for (let i = 0; snap.board.pieces.length < 900; i++) {
    snap.board.pieces.push({ ...snap.board.pieces[i % own], id: `more-${i}`, at: hexes[(i * 7) % hexes.length] });
  }
  snap.decision.actions = snap.board.pieces.filter((p, i) => i % 3 === 0).map((p) => `move ${p.id}`);
  const frame = () => new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
  t.show(snap, "patch");
  await frame();
  const times = [];
  for (let i = 0; i < 60; i++) {
    snap.seq++;
    snap.board.pieces[i].at = hexes[i * 5];
    const start = performance.now();
    t.show(snap, "patch");
    await frame();
    times.push(performance.now() - start);
  }
  return times;
}"""
SHOWN = "(n) => firestep.now.seq > n && !firestep.sending && window.times?.shown > 0"
#: notes when a click happened, the patch came, the page had drawn, and the frame after that was on the screen
WATCH = """() => {
  const clock = () => performance.now();
  const note = (name) => { if (window.times && !(name in window.times)) window.times[name] = clock(); };
  for (const name of ["pointerup", "keydown"]) addEventListener(name, () => { window.times = { click: clock() }; }, true);
  const live = firestep.live, take = live.take.bind(live);
  live.take = (frame) => {
    const ours = frame.type === "patch" || frame.type === "snapshot";
    if (ours) note("came");
    take(frame);
    if (!ours) return;
    note("drawn");
    requestAnimationFrame(() => requestAnimationFrame(() => note("shown")));
  };
}"""


def p95(values: list[float]) -> float:
    return sorted(values)[max(0, int(len(values) * 0.95) - 1)]


def frames(page: Page, mode: str) -> dict[str, float]:
    page.wait_for_timeout(500)
    times: list[float] = page.evaluate(FRAMES, mode)
    return {"median ms": round(statistics.median(times), 1), "p95 ms": round(p95(times), 1)}


def clicks(desktop: TablePage, count: int) -> dict[str, Any]:
    """Begin an attack, add an army, undo both, again and again; each is one click and one redrawn map."""
    page = desktop.page
    all_times: list[dict[str, float]] = []
    undo = page.locator("#undo").click
    for _ in range(count // 4):
        for click in (lambda: desktop.hex("0505"), lambda: desktop.piece("ge-2"), undo, undo):
            seq = desktop.seq
            click()
            page.wait_for_function(SHOWN, arg=seq, timeout=20_000)
            all_times.append(page.evaluate("window.times"))
    whole = [t["shown"] - t["click"] for t in all_times]
    way = [t["came"] - t["click"] for t in all_times]
    script = [t["drawn"] - t["came"] for t in all_times]
    return {
        "median ms": round(statistics.median(whole), 1),
        "p95 ms": round(p95(whole), 1),
        "to the server and back": round(statistics.median(way), 1),
        "its p95": round(p95(way), 1),
        "script": round(statistics.median(script), 1),
        "clicks": len(whole),
    }


class Others:
    """Other tables of the same server, being played by bench/load.py in a process of its own."""

    def __init__(self, server: Server, tables: int) -> None:
        words = [
            sys.executable,
            str(Path(__file__).parent / "load.py"),
            "--port",
            str(server.port),
            "--tables",
            str(tables),
            "--seconds",
            "600",
            "--no-ramp",
        ]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "playing" in line:
                break
        time.sleep(3)  # their first snapshots are not what is measured

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def measure(tables: int) -> dict[str, Any]:
    out: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as p:
        server = Server(Path(folder))
        server.start()
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = browser.new_context(base_url=server.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        context.add_init_script("localStorage.setItem('firestep.settings', JSON.stringify({ forced: false }))")
        desktop = TablePage(context.new_page())
        sizes: list[int] = []
        desktop.page.on("websocket", lambda ws: ws.on("framereceived", lambda data: sizes.append(len(data))))
        try:
            table = desktop.set_up("here", "here")
            start = time.monotonic()
            desktop.page.goto(f"/table/{table}")
            desktop.ready()
            desktop.page.wait_for_function("() => firestep.orders.all.length > 0")
            out["map interactive ms"] = round(1000 * (time.monotonic() - start))
            sizes.clear()
            desktop.page.evaluate(WATCH)
            out["click to redrawn map"] = clicks(desktop, CLICKS)
            out["update bytes"] = {"median": round(statistics.median(sizes)), "p95": round(p95([float(x) for x in sizes]))}
            if tables:
                others = Others(server, tables)
                try:
                    out[f"the same, {tables} tables playing"] = {**clicks(desktop, 3 * CLICKS), **surroundings()}
                finally:
                    others.stop()
            out["drag"] = frames(desktop.page, "drag")
            out["zoom"] = frames(desktop.page, "zoom")
            out["800 counters, drawing ms"] = {k: round(v, 1) for k, v in desktop.page.evaluate(CROWD).items()}
            many: list[float] = desktop.page.evaluate(MANY)
            out["900 counters, redrawn ms"] = {"median ms": round(statistics.median(many), 1), "p95 ms": round(p95(many), 1)}
            out["900 counters, drag"] = frames(desktop.page, "drag")
            out["900 counters, zoom"] = frames(desktop.page, "zoom")
        finally:
            browser.close()
            server.stop()
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description="How fast the page is.")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    parser.add_argument("--tables", type=int, default=0, help="measure clicks once more while this many other tables are played")
    arguments = parser.parse_args()
    out = measure(arguments.tables)
    if arguments.json:
        print(json.dumps(out, indent=1))
    else:
        for name, value in out.items():
            print(f"{name:28} {value if not isinstance(value, dict) else ', '.join(f'{k} {v}' for k, v in value.items())}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
