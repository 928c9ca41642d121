"""Whole games through the page: python bench/endtoend.py [--hands keys taps] [--game wwi] [--seed 1] [--shots FOLDER]

Opens the first page in a real Chromium, starts a game against the machine and plays it to its end, once with key presses
alone and once with taps alone on a screen of 390 × 844; then reads the result and has every die checked. Prints how many
presses, orders, page errors and stuck moments there were. tests/browser/player.py is the one who plays.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "browser"))

from chromium import CHROMIUM, FLAGS
from conftest import Server
from player import Player, Stuck, end_screen
from playwright.sync_api import Browser, expect, sync_playwright

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DESK = {"viewport": {"width": 1440, "height": 900}}


def game(browser: Browser, url: str, hands: str, a: argparse.Namespace) -> dict[str, Any]:
    context = browser.new_context(base_url=url, **(PHONE if hands == "taps" else DESK))
    context.set_default_timeout(20_000)
    page = context.new_page()
    shots = a.shots / hands if a.shots else None
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
    player = Player(page, hands, a.seed, a.orders, shots)
    page.goto("/")
    button = page.locator("#play-now")
    expect(button).to_be_enabled()
    player.shot("home")
    if hands == "taps":
        player.tap_button("#play-now")
    else:
        for _ in range(30):
            player.key("Tab")
            if page.evaluate("document.activeElement.id") == "play-now":
                break
        player.key("Enter")
    expect(page.locator(".table.ready")).to_be_visible()
    player.shot("start")
    out: dict[str, Any] = {"hands": hands}
    try:
        player.play(a.seconds)
        out.update(end_screen(player))
    except Stuck as e:
        player.tally.stuck.append(str(e))
        out["stuck at"] = str(e)
        player.shot("stuck")
    out.update(player.tally.told())
    out["faults"] = player.tally.faults[:5]
    context.close()
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description="Whole games through the page.")
    parser.add_argument("--hands", nargs="+", default=["keys", "taps"], choices=["keys", "taps"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--orders", type=int, default=6, help="orders in a phase before it is ended")
    parser.add_argument("--seconds", type=float, default=900, help="give up after this")
    parser.add_argument("--shots", type=Path, help="pictures on the way go here")
    a = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as p:
        server = Server(Path(folder))
        server.start()
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for hands in a.hands:
                out = game(browser, server.url, hands, a)
                print(json.dumps(out, indent=1, ensure_ascii=False), flush=True)
                bad += out["page errors"] + out["stuck"]
        finally:
            browser.close()
            server.stop()
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
