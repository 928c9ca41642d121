"""A stranger who has never seen the game plays the guided first turn by the page's words alone, and reads the rules."""

from __future__ import annotations

import math
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from table_page import TablePage

import firestep
from firestep.games import ALL

pytestmark = pytest.mark.slow

GAMES = Path(firestep.__file__).parent / "games"
#: every game that brings a lesson in its data: a new one needs nothing here
LESSONS = [g for g in ALL if "lesson" in tomllib.loads((GAMES / g / "data" / "teach.toml").read_text())]

#: all that the stranger sees: what the coach says, what is marked, and whether he is asked back
LOOK = """() => {
  const t = window.firestep, coach = document.querySelector("#coach");
  if (!t?.snap || !coach) return null;
  const middle = (el) => { const r = el.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
  const ring = document.querySelector(".coach-ring"), button = document.querySelector("button.coached");
  const seen = (el) => el && el.getBoundingClientRect().width > 2;
  return { say: coach.querySelector(".say").textContent, done: Boolean(document.querySelector("#coach-done")),
    next: Boolean(document.querySelector("#coach-next")), sure: Boolean(document.querySelector("dialog[open] .sure")),
    mark: seen(button) ? middle(button) : seen(ring) ? middle(ring) : null,
    wait: t.busy || t.camera.goal !== null || !t.mine };
}"""


def follow(page: Page, touch: bool = False) -> tuple[int, list[str]]:
    """Do what is said and marked until the lesson ends: clicks, and the words."""
    page.locator("#coach").wait_for()
    clicks, said, idle = 0, [], 0
    spot = (0.0, 0.0)
    while idle < 120:
        now = page.evaluate(LOOK)
        if now and now["done"]:
            return clicks, said
        if now and (not said or said[-1] != now["say"]):
            said.append(now["say"])
            idle = 0
        idle += 1
        page.wait_for_timeout(60)
        now = page.evaluate(LOOK)
        if not now or (now["wait"] and not now["sure"] and not now["next"]):
            continue
        if now["mark"] and math.dist(spot, now["mark"]) < 20:
            page.wait_for_timeout(320)  # the same spot twice within the moment is heard once
        if now["sure"]:
            page.locator("dialog[open] .sure").click()
        elif now["next"]:
            page.locator("#coach-next").click()
        elif now["mark"]:
            (page.touchscreen.tap if touch else page.mouse.click)(*now["mark"])
            spot = now["mark"]
        clicks += 1
    raise AssertionError(f"stuck after: {said[-1]}")


@pytest.mark.parametrize("game", LESSONS)
def test_the_first_turn_is_finished_by_the_words_alone(desktop: TablePage, game: str) -> None:
    page = desktop.page
    desktop.learn(game)
    clicks, said = follow(page)
    assert len(said) >= 10 and clicks >= 12
    expect(page.locator("#coach-done")).not_to_be_empty()
    page.locator("#coach-play").click()
    expect(page.locator("#coach")).to_have_count(0)


def test_the_first_turn_on_a_phone(phone: TablePage) -> None:
    """By its address, and with all its motion."""
    phone.page.goto("/learn/wwi")
    follow(phone.page, touch=True)


def test_a_mistake_is_answered_kindly_and_changes_nothing(desktop: TablePage) -> None:
    desktop.learn("wwi")
    desktop.page.locator("#coach-next").click()
    desktop.hex("0307")
    expect(desktop.page.locator("#coach .kind")).to_contain_text("Begin with Brussels")
    assert desktop.seq == 0
    desktop.page.locator("#coach-leave").click()
    expect(desktop.page.locator("#coach")).to_have_count(0)
    desktop.hex("0407")  # the same spot would count as a double click
    desktop.settled(1)


def test_the_library_has_rules_charts_and_how_to_play(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    page = desktop.page
    page.keyboard.press("k")
    book = page.locator("dialog.book")
    expect(book.locator(".chapters button")).to_have_count(20)
    book.locator("input[type=search]").fill("rough")
    expect(book.locator(".chapter .rule").first).to_contain_text("ough")
    book.locator(".chapters button", has_text="Combat").first.click()
    expect(book.locator(".chapter-title")).to_have_text("Combat")
    assert book.locator(".ruling").count() > 10
    ruling = book.locator(".ruling", has_text="Ruling").first
    ruling.locator("summary").click()
    ruling.locator(".rule-id").first.click()
    expect(book.locator(".rule.here")).to_have_count(1)
    book.locator("#lib-charts").click()
    expect(book.locator(".chart").first).to_contain_text("Combat results")
    page.set_viewport_size({"width": 390, "height": 844})
    pushed = "() => [...document.querySelectorAll('.chart .scroll')].filter((x) => x.scrollWidth > x.clientWidth).length"
    assert page.evaluate(pushed) == 0, "on a phone no table has to be pushed sideways"
    page.set_viewport_size({"width": 1280, "height": 800})
    book.locator("#lib-howto").click()
    expect(book.locator(".lesson-card")).to_have_count(3)
    book.locator("button", has_text="Next screen").click()
    expect(book.locator(".map-figure .piece").first).to_be_attached()


def test_every_question_has_a_word_and_a_rule(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    hint = desktop.page.locator("#hint")
    expect(hint).to_contain_text("Nobody is forced to attack")
    hint.locator(".rule-id").first.click()
    expect(desktop.page.locator("dialog.book .rule.here")).to_be_visible()
