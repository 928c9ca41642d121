"""Each battle of a game that has several is laid on its own ground; orders for a stack, overlays, dice that stay."""

from __future__ import annotations

import pytest
from desk import Desk
from playwright.sync_api import expect


@pytest.mark.parametrize(("scenario", "place"), [("ourcq", "Dammartin"), ("training", "Old Fort")])
def test_the_map_is_that_of_the_scenario(desk: Desk, scenario: str, place: str) -> None:
    desk.set_up("here", "here", game="gwb", scenario=scenario)
    assert desk.page.evaluate("(name) => document.querySelector('.paper').shadowRoot.textContent.includes(name)", place)


def test_the_rest_of_a_stack_follows_its_first_unit(desk: Desk) -> None:
    desk.set_up("here", "here", game="gwb", scenario="training")
    for action in ("done", "done", "move ge-c1", "go 1004"):
        desk.do(action)
    desk.button("follows to 1004")
    desk.page.wait_for_function("() => firestep.pieceById('ge-c2').at === '1004' && firestep.snap.board.asks === 'PickUnit'")
    assert desk.at("ge-c1") == desk.at("ge-c2") == "1004"
    assert "move ge-c1" not in desk.actions and "move ge-c2" not in desk.actions


def test_a_battery_that_is_chosen_shows_its_range_and_the_dice_of_a_combat_stay(desk: Desk) -> None:
    desk.set_up("here", "here", game="gwb", scenario="training")
    for action in ("attack 0806", "add ge-d1", "add ge-d2", "commit", "hold", "add ge-e1", "ready", "none"):
        desk.do(action)
    expect(desk.page.locator(".combat-stages li.rolled")).to_have_count(3)
    expect(desk.page.locator(".combat-stages")).to_contain_text("on the melee die")
    desk.page.evaluate("""async () => {
      while (firestep.snap.board.asks !== "PickUnit") {
        const texts = firestep.orders.all.map((o) => o.text);
        await firestep.take(texts.includes("done") ? "done" : texts[0]);
      }
    }""")
    desk.do("move ge-e1")
    desk.page.locator("select[aria-label=Overlay]").select_option("range")
    desk.page.wait_for_function("() => document.querySelector('.overlay-fill.o-reach')?.getAttribute('d')?.length > 100")
