"""The whole war of Death in the Trenches, played in a browser: python tools/ditt_war.py FOLDER [--minutes 2.5] [--seat central]

One side is led by a script with real clicks (tests/browser/general.py), the other by the machine. The folder keeps the tables, the
browser's memory, pictures of the main moments at 1440, 820 and 390 pixels and a log: run it again and it goes on where it stopped,
until the war is over. At the end it prints what was counted.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "browser"))

from chromium import CHROMIUM, FLAGS
from conftest import Server
from general import General
from playwright.sync_api import expect, sync_playwright
from table_page import TablePage

DESK = {"width": 1440, "height": 900}
SIZES = {"1440": DESK, "820": {"width": 820, "height": 1180}, "390": {"width": 390, "height": 844}}


class Album:
    """Pictures of the main moments, each once, in three widths where it matters."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def take(self, g: General, name: str, widths: tuple[str, ...] = ("1440",)) -> None:
        if (self.folder / f"{name}-{widths[0]}.png").exists():
            return
        for w in widths:
            g.page.set_viewport_size(SIZES[w])
            if w != "1440":
                g.page.evaluate("firestep.lookAtOpening(false)")  # as who opens it there would see it
            g.page.wait_for_timeout(350)
            g.page.screenshot(path=str(self.folder / f"{name}-{w}.png"))
        if widths != ("1440",):
            g.page.set_viewport_size(DESK)
            g.page.wait_for_timeout(350)

    def seen(self, g: General, now: dict[str, Any]) -> None:
        ask, turn, every = now["ask"], now["turn"], ("1440", "820", "390")
        if ask == "watching":
            self.take(g, f"turn-{turn:02}")
            return self.years(g, turn)
        if ask == "dialog":
            return self.take(g, f"dialog-{turn:02}")
        if g.asked.total() == 1 and turn == 1:
            self.take(g, "01-set-up", every)
        names = {"Pulse": "02-first-pulse", "March": "03-march", "DiceCount": "04-secret-dice", "Losses": "05-losses"}
        if ask in names:
            self.take(g, names[ask], every)
        elif ask in ("Answer", "Select", "Point", "Peek", "Strike", "Gain"):
            self.take(g, "06-event", every)
        else:
            self.take(g, f"ask-{ask}")
        if ask == "Pulse":
            self.take(g, f"turn-{turn:02}")
            self.years(g, turn)

    def years(self, g: General, turn: int) -> None:
        """The middle of each year, the Revolution and the fall of Russia."""
        every = ("1440", "820", "390")
        for at, name in ((6, "07-1915"), (10, "08-1916"), (14, "09-1917"), (18, "10-1918")):
            if turn == at:
                self.take(g, name, every)
        board = g.history_workers.board()
        marks = [x["title"] for track in board["tracks"] if track["id"] == "entry" for x in track["rows"] if x["value"] > 35]
        if any("Revolution" in x for x in marks):
            self.take(g, "11-revolution", every)
        if (board.get("russia") or {}).get("collapsed"):
            self.take(g, "12-russia-fell", every)


def session(a: argparse.Namespace, state: dict[str, Any]) -> bool:
    """Play for a while; whether the war is over."""
    folder: Path = a.folder
    server = Server(folder / "tables")
    server.start()
    expect.set_options(timeout=120_000)
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        memory = folder / "memory.json"
        old = {"storage_state": json.loads(memory.read_text().replace("ORIGIN", server.url))} if memory.exists() else {}
        context = browser.new_context(base_url=server.url, viewport=DESK, reduced_motion="reduce", **old)
        context.set_default_timeout(120_000)  # a busy machine takes its time
        page = context.new_page()
        faults: list[str] = state["faults"]
        page.on("pageerror", lambda e: faults.append(str(e)))
        page.on("console", lambda m: faults.append(m.text) if m.type == "error" and "status of 4" not in m.text else None)
        desktop, album = TablePage(page), Album(folder)
        try:
            if "table" in state:
                page.goto(f"/table/{state['table']}")
                desktop.ready()
            else:
                seats = ["here", f"bot:{a.bot}"] if a.seat == "central" else [f"bot:{a.bot}", "here"]
                state["table"] = desktop.fill_in(*seats, game="ditt")
            memory.write_text(json.dumps(context.storage_state()).replace(server.url, "ORIGIN"))
            g = General(desktop, seed=len(state["runs"]) + a.seed, pulses_a_turn=a.pulses, routine=a.routine, leaves=a.leaves)
            if state["runs"]:
                g.asked["resumed"] = 1
            heights: list[tuple[int, int, int]] = []
            run: dict[str, Any] = {"pulses": g.pulses, "asked": g.asked, "spent": g.spent, "panel": heights}
            state["runs"].append(run)

            def seen(g: General, now: dict[str, Any]) -> None:
                album.seen(g, now)
                run.update(turn=now["turn"], seq=now["seq"])
                if now["ask"] == "Pulse" and (not heights or heights[-1][0] != now["turn"]):
                    found = g.panel()
                    heights.append((now["turn"], found["need"], found["have"]))

            g.seen = seen
            until = time.monotonic() + 60 * a.minutes
            now = g.play(lambda _s: time.monotonic() > until)
            run.update(turn=now["turn"], seq=now["seq"])
            if now["over"]:
                if not page.locator("dialog[open] .verdict-line").count():
                    page.locator("#answers button").first.click()
                page.locator("dialog[open] .plots svg").first.wait_for()
                album.take(g, "20-end", ("1440", "820", "390"))
                state["result"] = page.locator("dialog[open] .verdict-line").inner_text()
            return bool(now["over"])
        except Exception:  # what the hands could not answer is looked at
            page.screenshot(path=str(folder / f"stuck-{len(state['runs'])}.png"))
            raise
        finally:
            browser.close()
            server.stop()


def told(state: dict[str, Any]) -> dict[str, Any]:
    pulses = [n for run in state["runs"] for n in run["pulses"]]
    asked: Counter[str] = Counter()
    spent: Counter[str] = Counter()
    for run in state["runs"]:
        asked.update(run["asked"])
        spent.update(run["spent"])
    return {
        "result": state.get("result"),
        "turn": max((run.get("turn", 0) for run in state["runs"]), default=0),
        "decisions": max((run.get("seq", 0) for run in state["runs"]), default=0),
        "clicks": spent.total(),
        "questions": asked.total(),
        "pulses": len(pulses),
        "clicks a pulse": round(sum(pulses) / max(1, len(pulses)), 2),
        "most in a pulse": max(pulses, default=0),
        "panel that had to be scrolled": [x for run in state["runs"] for x in run["panel"] if x[1] > x[2]],
        "page errors": state["faults"],
        "asked": dict(asked.most_common()),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="The whole war of Death in the Trenches in a browser.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=2.5, help="stop after this and go on when called again")
    parser.add_argument("--seat", choices=["central", "entente"], default="central")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pulses", type=int, default=4, help="pulses a turn before he passes until they end")
    parser.add_argument("--routine", type=int, default=3, help="the turn from which he leaves small questions to the machine")
    parser.add_argument("--leaves", type=int, default=99, help="the turn from which the machine leads this side as well")
    a = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))  # what was played is kept
    (a.folder / "tables").mkdir(parents=True, exist_ok=True)
    kept = a.folder / "war.json"
    state: dict[str, Any] = json.loads(kept.read_text()) if kept.exists() else {"runs": [], "faults": []}
    try:
        over = "result" in state or session(a, state)
    finally:
        kept.write_text(json.dumps(state))
    print(json.dumps(told(state), indent=1))
    return 0 if over else 3


if __name__ == "__main__":
    sys.exit(main())
