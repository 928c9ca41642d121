"""How long the pocket umpire takes from the tap to the shown result, in a real browser: `python bench/umpire_page.py`."""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from firestep.games.dgk import export

TIMES = 40
#: from the time stamp of the click to the first frame that shows the answer
WATCH = """() => { window.shown = []; addEventListener("click", (e) => {
  if (e.target.id === "result" || e.target.dataset.answer) requestAnimationFrame(() => setTimeout(() => {
    if (document.querySelector("#answer")) shown.push(performance.now() - e.timeStamp); }, 0)); }, true); }"""


def choose(page: Page, legend: str, choice: str) -> None:
    field = page.locator("fieldset.chips", has=page.locator("legend", has_text=legend)).first
    field.get_by_role("button", name=choice, exact=True).click()


def measure(page: Page, action: str, answer: str | None) -> list[float]:
    choose(page, "Action", action)
    page.evaluate("shown.length = 0")
    for _ in range(TIMES):
        page.click("#result")
        if answer:
            page.click(f"dialog [data-answer={answer}]")
        page.wait_for_selector("#answer")
    page.wait_for_timeout(100)
    times: list[float] = page.evaluate("shown")
    return times[-TIMES:]


def main() -> dict[str, Any]:
    out = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as p:
        file = Path(folder) / "umpire.html"
        export.export(file)
        args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
        browser = p.chromium.launch(executable_path=shutil.which("chromium"), args=args)
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        page.goto(file.as_uri())
        page.wait_for_selector("html[data-ready]")
        page.evaluate(WATCH)
        for action, answer in (("Deployed Fire", None), ("Assault", "frontal"), ("Maneuver", "yes"), ("Regroup", "no")):
            choose(page, "Acting unit", "Infantry")
            times = measure(page, action, answer)
            out[action] = {"median": round(statistics.median(times), 1), "95 %": round(sorted(times)[int(len(times) * 0.95)], 1)}
        browser.close()
    return out


if __name__ == "__main__":
    for action, figures in main().items():
        print(f"{action:15} median {figures['median']:5} ms, 95 % under {figures['95 %']} ms", file=sys.stdout)
