"""The pocket umpire in a browser, as the tests hold it in the hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from firestep.games.dgk import export


def tap(page: Any, legend: str, choice: str) -> None:
    field = page.locator("fieldset.chips", has=page.locator("legend", has_text=legend)).first
    field.get_by_role("button", name=choice, exact=True).click()


def opened(browser: Any, folder: Path) -> Any:
    """The page from one file, on a phone."""
    target = folder / "app.html"
    export.export(target)
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto(target.as_uri())
    page.wait_for_selector("html[data-ready]")
    return page
