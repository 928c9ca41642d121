"""Words and helps for somebody who has never seen these games: the form, the cards, the guided turn on the smallest screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from table_page import TablePage

pytestmark = pytest.mark.slow


def test_the_form_calls_sides_by_their_names_and_says_how_strong_the_machine_is(desktop: TablePage) -> None:
    page = desktop.page
    page.goto("/")
    form = page.locator("form.setup")
    expect(form).to_contain_text("won 20 of 20 games against the beginner")
    form.locator("input[name=game][value=gwb]").check()
    expect(form).to_contain_text("60 of 60")
    expect(form.locator("label[for=seat-allied]")).to_have_text("Allied powers")
    form.locator("#seat-german").select_option("link")
    form.locator("input[name=scenario][value=tannenberg]").check()
    expect(form.locator("label[for=seat-allied]")).to_have_text("Russia")
    assert form.locator("#seat-german").input_value() == "link", "what was chosen stays"
    # what only one scenario asks stands with it, in words
    form.locator("input[name=game][value=dgk]").check()
    expect(form.locator("#option-allied")).to_have_count(0)
    form.locator("input[name=scenario][value=quick]").check()
    expect(form.locator("#option-allied")).to_be_visible()
    assert "Serbian" in form.locator("#option-allied").inner_text()
    form.locator("#option-allied").select_option("rs")
    form.locator("#seat-allied").select_option("here")
    form.locator("#seat-central").select_option("bot:random")
    form.locator("button[type=submit]").click()
    desktop.ready()
    assert {u["nation"] for u in desktop.board()["units"]} == {"rs", "de"}


def test_figures_of_a_stack_in_words_and_an_attack_called_off(desktop: TablePage) -> None:
    """At the Ourcq: the card of a hex reads its counters and adds them up; an attack is called off with one click."""
    desktop.set_up("here", "here", game="gwb", scenario="ourcq")
    page = desktop.page
    page.evaluate("firestep.test.inspect('0610')")
    card = page.locator(".card", has=page.locator(".stack-list"))
    expect(card.locator(".sum")).to_contain_text("4 together: strength 6 in melee, guns 3")
    expect(card).to_contain_text("Strength 3, range 4, cannot move while deployed")
    expect(card).to_contain_text("63 Reserve Division")
    assert card.inner_text().lower().count("deployed,") <= 1, "said once"
    desktop.do("attack 0910")
    page.locator("#call-off").click()
    page.wait_for_function("() => firestep.test.snap.decision?.ask === 'CombatPhase' && !firestep.test.busy")
    # upright on a tablet what is said stands below the map, which keeps its width
    page.set_viewport_size({"width": 820, "height": 1180})
    page.evaluate("firestep.test.inspect('0610')")
    expect(card).to_be_visible()
    inset = page.evaluate("firestep.test.inset()")
    assert inset["right"] < 10 and inset["bottom"] > 200


def test_another_unit_of_the_formation_is_dragged_instead_of_the_chosen_one(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="dgk", scenario="le-cateau")
    page = desktop.page
    desktop.do("activate de-13")
    desktop.do("unit de-26-1")
    page.wait_for_function("() => firestep.test.snap.board.subject === 'de-26-1' && !firestep.test.busy")
    x, y = desktop._spot("firestep.test.centre(id)", "de-26-3")
    left = page.evaluate("firestep.camera.x")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 60, steps=4)
    page.mouse.up()
    page.wait_for_function("() => firestep.test.snap.board.subject === 'de-26-3'")
    expect(page.locator(".pose-card")).to_be_visible()
    assert page.evaluate("firestep.camera.x") == left, "the unit was dragged, not the map"


@pytest.mark.parametrize("game", ["ditt", "wwi"])
def test_what_the_lesson_means_is_seen_on_the_smallest_phone(phone: TablePage, game: str) -> None:
    page = phone.page
    page.set_viewport_size({"width": 320, "height": 640})
    page.emulate_media(reduced_motion="reduce")
    phone.learn(game)
    page.locator("#coach").wait_for()
    while page.locator("#coach-next").count():
        page.locator("#coach-next").click()
    page.wait_for_function("""() => { const t = firestep, at = t.lesson?.spot();
      if (!at || t.camera.goal !== null) return false;
      const [, y] = t.camera.toWindow(...at), box = (id) => document.querySelector(id).getBoundingClientRect();
      return y > box("#coach").bottom && y < box("#prompt").top; }""")
    assert not page.locator(".hint").is_visible(), "one voice at a time"
