"""How fast the page is: python bench/browser.py [--json]

Starts a real server on a free loopback port and the system's Chromium, and measures
- from opening a table's address to a map that answers,
- from a click to the redrawn map (the way to the server and back included),
- the size of an update on the wire,
- frames while the map is dragged and zoomed, with the game's own counters and with 800.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "browser"))

from conftest import CHROMIUM, FLAGS, Server
from desk import Desk
from playwright.sync_api import Page, sync_playwright

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
SHOWN = "(n) => firestep.now.seq > n && !firestep.sending && window.shownAt > window.clickedAt"


def p95(values: list[float]) -> float:
    return sorted(values)[max(0, int(len(values) * 0.95) - 1)]


def frames(page: Page, mode: str) -> dict[str, float]:
    page.wait_for_timeout(500)
    times: list[float] = page.evaluate(FRAMES, mode)
    return {"median ms": round(statistics.median(times), 1), "p95 ms": round(p95(times), 1)}


def clicks(desk: Desk) -> dict[str, float]:
    """Begin an attack, add an army, undo both, again and again; each is one click and one redrawn map."""
    page = desk.page
    times: list[float] = []
    page.evaluate("""() => {
      firestep.on("view", () => requestAnimationFrame(() => requestAnimationFrame(() => { window.shownAt = performance.now(); })));
      addEventListener("pointerup", () => { window.clickedAt = performance.now(); }, true);
    }""")
    undo = page.locator("#undo").click
    for _ in range(CLICKS // 4):
        for click in (lambda: desk.hex("0505"), lambda: desk.piece("ge-2"), undo, undo):
            seq = desk.seq
            click()
            page.wait_for_function(SHOWN, arg=seq)
            times.append(page.evaluate("window.shownAt - window.clickedAt"))
    return {"median ms": round(statistics.median(times), 1), "p95 ms": round(p95(times), 1), "clicks": len(times)}


def measure() -> dict[str, Any]:
    out: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as p:
        server = Server(Path(folder))
        server.start()
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = browser.new_context(base_url=server.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        context.add_init_script("localStorage.setItem('firestep.settings', JSON.stringify({ forced: false }))")
        desk = Desk(context.new_page())
        sizes: list[int] = []
        desk.page.on("websocket", lambda ws: ws.on("framereceived", lambda data: sizes.append(len(data))))
        try:
            table = desk.set_up("here", "here")
            start = time.monotonic()
            desk.page.goto(f"/table/{table}")
            desk.ready()
            desk.page.wait_for_function("() => firestep.orders.all.length > 0")
            out["map interactive ms"] = round(1000 * (time.monotonic() - start))
            sizes.clear()
            out["click to redrawn map"] = clicks(desk)
            out["update bytes"] = {"median": round(statistics.median(sizes)), "p95": round(p95([float(x) for x in sizes]))}
            out["drag"] = frames(desk.page, "drag")
            out["zoom"] = frames(desk.page, "zoom")
            out["800 counters, drawing ms"] = {k: round(v, 1) for k, v in desk.page.evaluate(CROWD).items()}
            out["800 counters, drag"] = frames(desk.page, "drag")
            out["800 counters, zoom"] = frames(desk.page, "zoom")
        finally:
            browser.close()
            server.stop()
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description="How fast the page is.")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    arguments = parser.parse_args()
    out = measure()
    if arguments.json:
        print(json.dumps(out, indent=1))
    else:
        for name, value in out.items():
            print(f"{name:28} {value if not isinstance(value, dict) else ', '.join(f'{k} {v}' for k, v in value.items())}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
