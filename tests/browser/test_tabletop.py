"""The table in a real browser: drawn to scale, a pose offered by a touch, a refusal with its rule."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.slow


def opened(page: Page, scenario: str) -> dict[str, Any]:
    here = [{"kind": "here"}, {"kind": "here"}]
    body = {"game": "dgk", "scenario": scenario, "seats": here, "seed": "5"}
    made: dict[str, Any] = page.request.post("/api/tables", data=body).json()
    return made


#: where a point of the table is in the window
SPOT = """([x, y]) => { const p = new DOMPoint(50 * x, 50 * y).matrixTransform(firestep.field.ground.getScreenCTM());
  return [p.x, p.y]; }"""


def test_a_unit_goes_where_the_pointer_says(open_page: Callable[..., Page]) -> None:
    """Clicks alone: a Leader's disc, a unit, an action, open ground; the card turns the unit, the rules answer."""
    page = open_page(viewport={"width": 1440, "height": 900})
    made = opened(page, "jaroslawice")

    def open_as(seat: str) -> str:
        page.goto("about:blank")
        page.goto(f"/table/{made['id']}#{made['tokens'][seat]}")
        page.wait_for_selector(".formation", timeout=60_000)
        page.wait_for_timeout(800)
        return str(page.evaluate("firestep.snap.decision.seat"))

    seat = open_as("allied")
    if seat != "allied":
        open_as(seat)

    def click(x: float, y: float) -> None:
        page.mouse.click(*page.evaluate(SPOT, [x, y]))

    def until(words: str, there: bool = True) -> None:
        for _ in range(200):
            if (words in page.evaluate("firestep.snap.decision.prompt")) is there:
                return
            page.wait_for_timeout(100)
        raise AssertionError(page.evaluate("firestep.snap.decision.prompt"))

    def unit(id: str) -> dict[str, Any]:
        found: dict[str, Any] = page.evaluate("(id) => firestep.snap.board.units.find((u) => u.id === id)", id)
        return found

    brigade = page.evaluate("""() => firestep.snap.board.formations.find((f) => f.side === firestep.snap.decision.seat
      && f.units.some((id) => firestep.snap.board.units.find((u) => u.id === id).type === "cavalry")).id""")
    leader = page.evaluate("(id) => firestep.snap.board.leaders.find((l) => l.id === id)", brigade)
    click(leader["x"], leader["y"])
    until("choose a unit")
    rider = page.evaluate(
        """(id) => firestep.snap.board.formations.find((f) => f.id === id).units
      .find((u) => firestep.snap.board.units.find((x) => x.id === u).type === "cavalry")""",
        brigade,
    )
    here = unit(rider)
    page.mouse.click(*page.evaluate("(id) => firestep.camera.toWindow(...firestep.geo.centre(id))", rider))
    until("choose its action")
    page.get_by_role("button", name="Maneuver", exact=True).click()
    until("choose its action", there=False)
    assert "choose where it goes" in page.evaluate("firestep.snap.decision.prompt"), "the order of this seed comes through"
    ahead = 1 if here["facing"] < 180 else -1  # it looks east or west: a place far beyond its reach
    click(here["x"] + 30 * ahead, here["y"])
    expect(page.locator(".pose-card .go")).to_have_text("Go: as far as it can")
    assert "IV.move.1" in page.locator(".pose-card").inner_text(), "the rule that keeps it from going farther"
    pose = page.evaluate("firestep.orders.all.filter((o) => o.verb === 'go').map((o) => o.words.slice(1, 4).map(Number))")[0]
    page.keyboard.press("Escape")
    # in the middle of the pose, not on its front edge
    page.mouse.click(
        *page.evaluate(
            """(text) => firestep.camera.toWindow(...firestep.geo.centre(firestep.geo.names.get(text)))""",
            page.evaluate("firestep.orders.all.find((o) => o.verb === 'go').text"),
        )
    )
    page.wait_for_selector(".pose-card")
    assert page.get_by_label("Turn right by 15 degrees").count() == 1, "the card turns the unit"
    page.locator(".pose-card:not(.why) .go").click()
    until("choose a unit")
    now = unit(rider)
    assert math.hypot(now["x"] - pose[0], now["y"] - pose[1]) < 3, "at the pose touched, or at one that overlaps it"
    assert (now["x"], now["y"]) != (here["x"], here["y"])


def test_a_round_on_the_table(open_page: Callable[..., Page]) -> None:
    page = open_page(viewport={"width": 1440, "height": 900})
    made = opened(page, "le-cateau")
    page.goto(f"/table/{made['id']}#{made['tokens']['central']}")
    page.wait_for_selector(".formation", timeout=60_000)
    assert page.locator(".formation").count() >= 50
    send = (
        "async (start) => { const t = window.firestep; await t.acts.send(t.orders.all.find(o => o.text.startsWith(start)));"
        " return t.snap.decision.prompt; }"
    )
    page.evaluate(send, "activate de-14")
    page.evaluate(send, "unit de-165-1")
    prompt = page.evaluate(send, "maneuver")
    assert "choose where it goes" in prompt
    # open ground far off: the rules answer, and it could go as far as it can
    page.evaluate("t => window.firestep.module.tap(window.firestep, t, { x: 700, y: 400 })", {"x": 33 * 50, "y": 20 * 50})
    expect(page.locator(".pose-card .go")).to_have_text("Go: as far as it can")
    expect(page.locator(".pose-card .rule-id").first).to_be_visible()
