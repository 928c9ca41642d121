"""The table in a real browser: drawn to scale, a pose offered by a touch, a refusal with its rule."""

from __future__ import annotations

import math
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from table_page import TablePage

pytestmark = pytest.mark.slow


def opened(desktop: TablePage, scenario: str) -> Page:
    """A table of both sides: it is there, its bars have found their height, and the map rests."""
    page = desktop.page
    page.set_viewport_size({"width": 1440, "height": 900})
    desktop.set_up("here", "here", game="dgk", scenario=scenario, seed="5")
    page.wait_for_selector(".table.ready .formation", timeout=60_000)
    where = "() => [firestep.camera.x, firestep.camera.y, firestep.test.scale]"
    page.wait_for_function("() => window.firestep?.camera.goal === null")
    before = None
    while before != (now := page.evaluate(where)):
        before = now
        page.wait_for_timeout(400)
    return page


#: where a point of the table is in the window
SPOT = """([x, y]) => { const p = new DOMPoint(50 * x, 50 * y).matrixTransform(firestep.field.ground.getScreenCTM());
  return [p.x, p.y]; }"""


def test_a_unit_goes_where_the_pointer_says(desktop: TablePage) -> None:
    """Clicks alone: a Leader's disc, a unit, an action, open ground; the card turns the unit, the rules answer."""
    page = opened(desktop, "jaroslawice")

    def click(x: float, y: float) -> None:
        page.mouse.click(*page.evaluate(SPOT, [x, y]))

    def until(words: str, there: bool = True) -> None:
        for _ in range(200):
            if (words in page.evaluate("firestep.test.snap.decision.prompt")) is there:
                return
            page.wait_for_timeout(100)
        raise AssertionError(page.evaluate("firestep.test.snap.decision.prompt"))

    def unit(id: str) -> dict[str, Any]:
        found: dict[str, Any] = page.evaluate("(id) => firestep.test.snap.board.units.find((u) => u.id === id)", id)
        return found

    brigade = page.evaluate("""() => firestep.test.snap.board.formations.find((f) => f.side === firestep.test.snap.decision.seat
      && f.units.some((id) => firestep.test.snap.board.units.find((u) => u.id === id).type === "cavalry")).id""")
    leader = page.evaluate("(id) => firestep.test.snap.board.leaders.find((l) => l.id === id)", brigade)
    click(leader["x"], leader["y"])
    until("choose a unit")
    rider = page.evaluate(
        """(id) => firestep.test.snap.board.formations.find((f) => f.id === id).units
      .find((u) => firestep.test.snap.board.units.find((x) => x.id === u).type === "cavalry")""",
        brigade,
    )
    here = unit(rider)
    page.mouse.click(*page.evaluate("(id) => firestep.test.toWindow(...firestep.test.centre(id))", rider))
    until("choose its action")
    page.get_by_role("button", name="Maneuver", exact=True).click()
    until("choose its action", there=False)
    assert "choose where it goes" in page.evaluate("firestep.test.snap.decision.prompt"), "the order of this seed comes through"
    ahead = 1 if here["facing"] < 180 else -1  # it looks east or west: a place far beyond its reach
    click(here["x"] + 30 * ahead, here["y"])
    expect(page.locator(".pose-card .go")).to_have_text("Go: as far as it can")
    assert "IV.move.1" in page.locator(".pose-card").inner_text(), "the rule that keeps it from going farther"
    pose = page.evaluate("firestep.test.orders.filter((o) => o.verb === 'go').map((o) => o.words.slice(1, 4).map(Number))")[0]
    page.keyboard.press("Escape")
    # in the middle of the pose, not on its front edge
    page.mouse.click(
        *page.evaluate(
            """(text) => firestep.test.toWindow(...firestep.test.centre(firestep.geo.poses.get(text)))""",
            page.evaluate("firestep.test.orders.find((o) => o.verb === 'go').text"),
        )
    )
    page.wait_for_selector(".pose-card")
    assert page.get_by_label("Turn right by 15 degrees").count() == 1, "the card turns the unit"
    page.locator(".pose-card:not(.why) .go").click()
    until("choose a unit")
    now = unit(rider)
    assert math.hypot(now["x"] - pose[0], now["y"] - pose[1]) < 3, "at the pose touched, or at one that overlaps it"
    assert (now["x"], now["y"]) != (here["x"], here["y"])


def test_a_round_on_the_table(desktop: TablePage) -> None:
    page = opened(desktop, "le-cateau")
    assert page.locator(".formation").count() >= 50
    send = (
        "async (start) => { const t = window.firestep; await t.clicks.send(t.orders.all.find(o => o.text.startsWith(start)));"
        " return t.snap.decision.prompt; }"
    )
    page.evaluate(send, "activate de-14")
    page.evaluate(send, "unit de-165-1")
    prompt = page.evaluate(send, "maneuver")
    assert "choose where it goes" in prompt
    # open ground far off: the rules answer, and it could go as far as it can
    page.evaluate("t => firestep.test.touch({ piece: null, place: null, ...t }, { x: 700, y: 400 })", {"x": 33 * 50, "y": 20 * 50})
    expect(page.locator(".pose-card .go")).to_have_text("Go: as far as it can")
    expect(page.locator(".pose-card .rule-id").first).to_be_visible()


def test_shift_does_it_at_once(desktop: TablePage) -> None:
    """With Shift a shot is fired without a card, by a drag or a click on the target; who cannot is told so."""
    page = opened(desktop, "le-cateau")
    spot = "(id) => firestep.test.toWindow(...firestep.test.pieceCentre(id))"
    who, foe, away = page.evaluate(
        """async () => { const t = firestep, b = t.snap.board;
      const under = (id) => document.elementFromPoint(...t.camera.toWindow(...t.field.pieceAt(id)))?.closest("[data-piece]");
      const free = (id) => under(id)?.dataset.piece === id, can = (f) => t.orders.all.some((o) => o.text === `activate ${f.id}`);
      const foes = b.units.filter((u) => u.side !== "central" && u.quads.length && free(u.id)).map((u) => u.id);
      for (const id of b.formations.filter(can).flatMap((f) => f.units)) {
        const { hexes } = await t.api.overlay(t.now.seq, "fire", id);
        const foe = foes.find((u) => hexes.includes(u)), away = foes.find((u) => !hexes.includes(u));
        if (free(id) && foe && away) return [id, foe, away];
      }
      return [null, null, null]; }"""
    )
    assert who, "a unit that sees one enemy and not another"
    page.keyboard.down("Shift")
    page.mouse.click(*page.evaluate(spot, who))
    page.mouse.click(*page.evaluate(spot, away))
    page.keyboard.up("Shift")
    expect(page.locator(".toast", has_text="None of them can fire")).to_be_visible()
    assert page.evaluate("firestep.test.now.seq") == 0, "nothing was done"
    page.keyboard.down("Shift")
    page.mouse.click(*page.evaluate(spot, who))
    page.keyboard.up("Shift")
    assert page.evaluate("firestep.test.several.length") == 0, "a second click lets it go"
    page.mouse.move(*page.evaluate(spot, who))
    page.mouse.down()
    page.mouse.move(*page.evaluate(spot, foe), steps=4)
    expect(page.locator(".ghost")).to_contain_text("Shift: at once")
    page.keyboard.down("Shift")
    page.mouse.up()
    page.keyboard.up("Shift")
    page.wait_for_function("(id) => firestep.test.snap.board.units.find((u) => u.id === id).acted && !firestep.test.busy", arg=who)
    assert page.locator("#pointer-card:not([hidden])").count() == 0
    assert any("Fire at" in e["text"] for e in page.evaluate("firestep.test.now.journal")), "it has fired"
