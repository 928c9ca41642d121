"""Plays The Great War on the page against the machine, with pictures: python tools/tgw_page.py FOLDER [--scenario 1918]

Real server, real Chromium, the page's own controls: in every turn some stacks are moved and some hexes attacked with clicks, what
is left of each phase is handed to the machine with the page's own button, and every other question is answered in the bar. Pictures
of every turn are taken at 1440 and 390 pixels; a person looks. The table stays in FOLDER: the same command goes on where it ended,
`--turns` says how many turns are played, `--minutes` after how long it rests.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "browser"))

from chromium import CHROMIUM, FLAGS
from clicks import Clicker, TheGreatWar
from conftest import Server
from playwright.sync_api import Page, TimeoutError, sync_playwright
from table_page import TablePage

#: buttons that hand the rest of a phase to the machine
REST = (
    "Machine moves the rest",
    "Machine attacks on",
    "Place the rest for me",
    "Machine runs the trains",
    "Buy the rest for me",
    "Share it",
)
#: questions of which the first turns have a picture each
KINDS = (
    "March",
    "Assemble",
    "Lose",
    "Advance",
    "GoOn",
    "PlaceUnits",
    "Railways",
    "Support",
    "Lay",
    "Muster",
    "Attacks",
    "Offer",
    "Buy",
)
WHERE = """() => { const b = firestep.snap.board; return { turn: firestep.now.turn, phase: b.phase, letter: b.letter,
  vp: b.scores.central }; }"""


class Album:
    """Pictures, each at two widths, numbered in the order of play."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page, self.folder = page, folder
        self.taken = {p.stem.split("-", 1)[1].rsplit("-", 1)[0] for p in folder.glob("*.png")}

    def take(self, name: str) -> None:
        if name in self.taken:
            return
        self.taken.add(name)
        n = len(self.taken)
        for width, height in ((390, 844), (1440, 900)):
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_timeout(700)
            self.page.screenshot(path=self.folder / f"{n:03d}-{name}-{width}.png")


def open_table(page: Page, folder: Path, scenario: str) -> None:
    kept = folder / "table.json"
    if not kept.exists():
        seats = [{"kind": "bot", "bot": "greedy"}, {"kind": "here"}]
        made = page.request.post("/api/tables", data={"game": "tgw", "scenario": scenario, "seats": seats}).json()
        kept.write_text(json.dumps(made))
    made = json.loads(kept.read_text())
    page.goto(f"/table/{made['id']}#{made['tokens']['central']}")
    page.locator(".table.ready").wait_for(timeout=240_000)  # also where much else is done on the machine
    TablePage(page).ready()


def rest(page: Page, seconds: float) -> bool:
    """Wait until a person is asked, or the war is over."""
    asked = "() => firestep.now.outcome || (firestep.mine && !firestep.busy && firestep.camera.goal === null)"
    try:
        page.wait_for_function(asked, timeout=1000 * seconds)
    except TimeoutError:
        return False
    return True


def picture(album: Album, now: dict[str, Any], where: dict[str, Any], every: bool) -> None:
    """Every kind of question in the first turn, afterwards the map, the report and the Strategic Turn."""
    page, turn = album.page, f"t{where['turn']:02d}"
    if where["phase"] > 9:
        album.take(f"{turn}-{where['letter']}" + (f"-{now['ask']}" if every else ""))
        return
    if page.locator(".report:not([hidden])").count():
        if f"{turn}-report" not in album.taken:
            page.locator(".report summary").first.click()
        album.take(f"{turn}-report")
        page.locator("#close-report").click()
    if now["ask"] == "MoveUnits" or now["ask"] in KINDS[: KINDS.index("Muster") + 1]:
        album.take(f"{turn}-{now['ask']}")


def play(page: Page, album: Album, turns: int, until: float) -> str:
    c = Clicker(TablePage(page))
    last = -1
    war = TheGreatWar(c)
    first = json.loads((album.folder / "table.json").read_text()).get("first")
    while time.monotonic() < until:
        if not rest(page, min(60, max(5, until - time.monotonic()))):
            continue
        now, where = c.look(), page.evaluate(WHERE)
        if first is None:
            first = where["turn"]
            kept = album.folder / "table.json"
            kept.write_text(json.dumps(json.loads(kept.read_text()) | {"first": first}))
        if now["over"]:
            album.take("end")
            if not page.locator("dialog[open]").count():  # it opens by itself when the war ends before one's eyes
                page.locator("#answers button.go").first.click()
            page.locator("dialog[open] svg.plot").first.wait_for()
            album.take("result")
            return f"the war is over in turn {where['turn']}: {page.locator('dialog[open] .verdict-line').first.inner_text()}"
        if where["turn"] >= first + turns:
            return f"{turns} turns are played"
        if where["turn"] != last:
            last = where["turn"]
            war = TheGreatWar(c, moves=c.did["move"] + 1, attacks=1)
            print(f"turn {last}: {c.total} clicks so far, {where['vp']} points, {now['seq']} orders", flush=True)
        if page.locator("dialog[open] .sure").count():
            page.locator("dialog[open] .sure").click()
            continue
        picture(album, now, where, where["turn"] < first + 2)
        try:
            one(war, c, now)
        except (AssertionError, TimeoutError) as e:
            print(f"  {now['ask']}: {str(e).splitlines()[0][:120]}", flush=True)
    return "to be gone on with: give the same command again"


def one(war: TheGreatWar, c: Clicker, now: dict[str, Any]) -> None:
    """One question, answered as a person who is in no mood for details would."""
    ask = now["ask"]
    if ask == "MoveUnits" and war.move():
        return
    if ask == "Attacks" and war.attack(now["actions"]):
        return
    for text in REST:
        if war.has(text) and now["actions"] != ["done"]:
            c.doing("rest")
            c.button(f'#answers button:has-text("{text}")')
            c.until("s.seq > n || !s.mine", 20, n=now["seq"])
            return
    if now["actions"] == ["done"]:
        c.end()
        return
    war.answer(now)


def main() -> None:
    p = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    p.add_argument("folder", type=Path)
    p.add_argument("--scenario", default="1918")
    p.add_argument("--turns", type=int, default=99)
    p.add_argument("--minutes", type=float, default=60)
    given = p.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + 60 * given.minutes
    server = Server(given.folder)
    server.start()
    try:
        with sync_playwright() as pw:
            browser = pw.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = browser.new_context(
                base_url=server.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
            ).new_page()
            faults: list[str] = []
            page.on("pageerror", lambda e: faults.append(str(e)))
            open_table(page, given.folder, given.scenario)
            print(play(page, Album(page, given.folder), given.turns, until), flush=True)
            print(f"errors of the page: {faults or 'none'}", flush=True)
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
