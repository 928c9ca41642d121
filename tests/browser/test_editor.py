"""A battle of one's own: drawn in the browser, refused where it is unsound, saved, opened again and played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from firestep.games.dgk.meta import offered
from firestep.games.dgk.scenarios import scenario

pytestmark = pytest.mark.slow


class Drawer:
    """Somebody who draws a battle with the pointer."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.goto("/editor/")
        page.wait_for_selector("html[data-ready]")
        self.begin("new")

    def begin(self, what: str) -> None:
        self.page.select_option("#begin-with", what)
        self.page.wait_for_function("() => editor.battle.past.length > 0")

    def at(self, x: float, y: float) -> tuple[float, float]:
        box = self.page.locator("#scene").bounding_box()
        assert box is not None
        inch = box["width"] / self.page.evaluate("editor.battle.doc.table[0]")
        return box["x"] + x * inch, box["y"] + y * inch

    def touch(self, x: float, y: float) -> None:
        self.page.mouse.click(*self.at(x, y))

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def ground(self, kind: str, *points: tuple[float, float]) -> None:
        self.page.select_option("#ground", kind)
        for p in points:
            self.touch(*p)
        if self.page.locator("#finish").count():
            self.page.click("#finish")

    def verdict(self) -> str:
        self.page.click("#check")
        return self.page.locator("#verdict").inner_text()


@pytest.fixture
def drawer(open_page: Callable[..., Page]) -> Drawer:
    return Drawer(open_page(viewport={"width": 1440, "height": 900}))


def test_a_battle_is_drawn_checked_saved_opened_and_played(drawer: Drawer, tmp_path: Path) -> None:
    page = drawer.page
    drawer.ground("woods", (10, 10), (16, 9), (17, 14), (11, 15))
    drawer.ground("rail", (2, 20), (46, 20))
    drawer.press("Unit, Allied")
    drawer.touch(20, 28)
    page.get_by_label("Hidden at the start").check()
    drawer.press("Unit, Central")
    assert "central side has no units" in drawer.verdict()
    drawer.touch(24, 9)
    assert "can be played" in drawer.verdict()
    # a second unit on the same spot is refused, and the one at fault is shown
    drawer.touch(24.2, 9.2)
    assert "stand in one place" in drawer.verdict()
    assert page.locator("#chosen").count() == 1
    page.click("#undo")
    # a unit is dragged
    drawer.press("Choose and move")
    page.mouse.move(*drawer.at(20, 28.4))
    page.mouse.down()
    page.mouse.move(*drawer.at(30, 26.4), steps=4)
    page.mouse.up()
    assert page.evaluate("editor.battle.doc.unit[0].x") == pytest.approx(30, abs=0.3)
    with page.expect_download() as download:
        page.click("#save")
    file = tmp_path / "mine.toml"
    download.value.save_as(file)
    made = scenario.own(file.read_text(encoding="utf-8"))
    assert len(made.units) == 2 and made.units[0].hidden and [p.kind.id for p in made.ground.pieces] == ["woods", "rail"]
    drawer.begin("new")
    page.set_input_files("#open-file", file)
    page.wait_for_function("() => editor.battle.doc.unit.length === 2")
    page.click("#play")
    page.wait_for_url("**/table/**")
    page.wait_for_function("() => document.body.innerText.includes('Turn 1')")


def test_shipped_battles_go_through_the_editor_unchanged(drawer: Drawer) -> None:
    for known in offered():
        drawer.page.select_option("#begin-with", known.id)
        drawer.page.wait_for_function(f"() => editor.battle.doc.title === {known.title!r}")
        text = drawer.page.evaluate("import('/editor/toml.js').then(m => m.write(editor.battle.doc))")
        again, was = scenario.own(text), scenario.get(known.id)
        assert again.units == was.units and again.formations == was.formations and again.victories == was.victories
        assert [(p.id, p.kind, p.points) for p in again.ground.pieces] == [(p.id, p.kind, p.points) for p in was.ground.pieces]


def test_a_file_that_is_no_battle_is_refused_and_changes_nothing(drawer: Drawer, tmp_path: Path) -> None:
    before = drawer.page.evaluate("JSON.stringify(editor.battle.doc)")
    for name, text in {"cut": 'title = "half', "other": 'game = "wwi"\n', "list": "table = [48, 36]\nunit = 3\n"}.items():
        file = tmp_path / f"{name}.toml"
        file.write_text(text, encoding="utf-8")
        drawer.page.set_input_files("#open-file", file)
        drawer.page.wait_for_selector(".toast.error")
        drawer.page.locator(".toast.error button").first.click()
    assert drawer.page.evaluate("JSON.stringify(editor.battle.doc)") == before


def test_the_editor_works_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    drawer = Drawer(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    drawer.press("Unit, Allied")
    x, y = drawer.at(20, 20)
    page.touchscreen.tap(x, y)
    assert page.evaluate("editor.battle.doc.unit.length") == 1
