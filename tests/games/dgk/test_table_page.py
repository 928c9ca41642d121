"""The table in a real browser: drawn to scale, a pose offered by a touch, a refusal with its rule."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

PORT = 8331
BASE = f"http://127.0.0.1:{PORT}"
CHROMIUM = shutil.which("chromium")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("table")
    run = subprocess.Popen(
        [sys.executable, "-m", "firestep", "serve", "--port", str(PORT), "--no-open", "--database-url", f"sqlite:///{folder}/t.db"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for _ in range(300):
        try:
            urllib.request.urlopen(f"{BASE}/api/games", timeout=2)
            break
        except OSError:
            time.sleep(0.2)
    yield BASE
    run.terminate()
    run.wait(20)


def test_a_round_on_the_table(server: str) -> None:
    sync_api = pytest.importorskip("playwright.sync_api")
    body = {"game": "dgk", "scenario": "le-cateau", "options": {}, "seats": [{"kind": "here"}, {"kind": "here"}], "seed": "5"}
    request = urllib.request.Request(f"{server}/api/tables", json.dumps(body).encode(), {"Content-Type": "application/json"})
    made = json.load(urllib.request.urlopen(request))
    with sync_api.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        errors: list[str] = []
        page.on("pageerror", lambda e: errors.append(str(e)))
        page.goto(f"{server}/table/{made['id']}#{made['tokens']['central']}")
        page.wait_for_selector(".formation", timeout=60_000)
        assert page.locator(".formation").count() == 54
        send = ("async (start) => { const t = window.firestep; await t.acts.send(t.orders.all.find(o => o.text.startsWith(start)));"
                " return t.snap.decision.prompt; }")
        page.evaluate(send, "activate de-14")
        page.evaluate(send, "unit de-165-1")
        prompt = page.evaluate(send, "maneuver")
        assert "choose where it goes" in prompt
        # open ground far off: the rules answer
        page.evaluate("t => window.firestep.module.tap(window.firestep, t, { x: 700, y: 400 })", {"x": 33 * 50, "y": 20 * 50})
        page.wait_for_selector(".pose-card.why", timeout=20_000)
        assert errors == []
        browser.close()
