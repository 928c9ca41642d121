"""A page comes with one script and one stylesheet; file by file it is the same page."""

from __future__ import annotations

import re

import pytest
from desk import Desk
from playwright.sync_api import expect


@pytest.mark.parametrize(("address", "scripts"), [("/", range(1, 2)), ("/?apart", range(15, 99))])
def test_the_first_page_comes_in_one_file_or_in_all(desk: Desk, address: str, scripts: range) -> None:
    asked: list[str] = []
    desk.page.on("request", lambda r: asked.append(r.url))
    desk.page.goto(address)
    expect(desk.page.locator("form.setup")).to_be_visible()
    assert sum(bool(re.search(r"\.js(\?|$)", url)) for url in asked) in scripts
    assert sum(bool(re.search(r"\.css(\?|$)", url)) for url in asked) == (1 if len(scripts) == 1 else 6)
    assert desk.page.evaluate("getComputedStyle(document.querySelector('form.setup')).display") != "inline"


def test_the_editor_comes_in_one_file(desk: Desk) -> None:
    asked: list[str] = []
    desk.page.on("request", lambda r: asked.append(r.url))
    desk.page.goto("/editor/")
    expect(desk.page.locator("#scene")).to_be_visible()
    assert sum(bool(re.search(r"\.js(\?|$)", url)) for url in asked) == 1
