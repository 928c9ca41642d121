"""A page comes with one script and one stylesheet; file by file it is the same page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from table_page import TablePage


@pytest.mark.parametrize(("address", "scripts"), [("/", range(1, 2)), ("/?apart", range(15, 99))])
def test_the_first_page_comes_in_one_file_or_in_all(desktop: TablePage, address: str, scripts: range) -> None:
    asked: list[str] = []
    desktop.page.on("request", lambda r: asked.append(r.url))
    desktop.page.goto(address)
    expect(desktop.page.locator("form.setup")).to_be_visible()
    assert sum(bool(re.search(r"\.js(\?|$)", url)) for url in asked) in scripts
    assert sum(bool(re.search(r"\.css(\?|$)", url)) for url in asked) == (1 if len(scripts) == 1 else 6)
    assert desktop.page.evaluate("getComputedStyle(document.querySelector('form.setup')).display") != "inline"


def test_the_editor_comes_in_one_file(desktop: TablePage) -> None:
    asked: list[str] = []
    desktop.page.on("request", lambda r: asked.append(r.url))
    desktop.page.goto("/editor/")
    expect(desktop.page.locator("#scene")).to_be_visible()
    assert sum(bool(re.search(r"\.js(\?|$)", url)) for url in asked) == 1
