"""What large games need of the page: boxes that cost nothing while closed, an amount shared out, sheets with tabs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from table_page import TablePage

pytestmark = pytest.mark.slow

BOX = """() => {
  const t = firestep, snap = structuredClone(t.now);
  snap.board.boxes = [{ id: "pool", title: "Lost" }];
  for (let i = 0; i < 300; i++) snap.board.pieces.push({ ...snap.board.pieces[0], id: `more-${i}`, at: "pool" });
  snap.seq++;
  t.show(snap, "patch");
}"""


def test_a_box_of_hundreds_is_drawn_when_it_is_opened(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    desktop.page.evaluate(BOX)
    box = desktop.page.locator("details.box", has_text="Lost")
    expect(box).to_contain_text("300")
    expect(box.locator(".tray li")).to_have_count(0)
    box.locator("summary").click()
    expect(box.locator(".tray li")).to_have_count(300)
    assert desktop.page.evaluate("document.activeElement.localName") == "summary", "who opens a box by keys stays there"
    # another order changes nothing in it: it is not drawn again, and what the reader has opened stays open
    points = desktop.page.locator("#page-war details.parts")
    points.locator("summary").click()
    desktop.page.evaluate("window.first = [...document.querySelectorAll('#page-war .tray li, #page-war .parts td')]")
    desktop.page.evaluate("""async () => { const t = firestep, snap = structuredClone(t.snap);
      snap.seq++;
      t.show(snap, "patch");
      await new Promise((r) => requestAnimationFrame(() => setTimeout(r, 50))); }""")
    assert desktop.page.evaluate("window.first.every((el) => el.isConnected)")
    expect(points).to_have_attribute("open", "")
    box.locator("summary").click()
    expect(box.locator(".tray li")).to_have_count(0)


def test_a_loss_is_shared_out_between_nations(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    page = desktop.page
    page.evaluate("""() => {
      const t = firestep, snap = structuredClone(t.now);
      snap.decision.ask = "PayRest";
      snap.board.fight = { target: "0505", attackers: ["ge-2"], losses: [3, 0], path: [] };
      snap.decision.actions = ["pay ah 1", "pay ah 2", "pay ge 1", "pay ge 2", "pay ge 3"];
      snap.seq++;
      t.now = t.live.snap = snap;
      t.show(snap, "patch");
    }""")
    form = page.locator(".share-form")
    expect(form.locator("li")).to_have_count(2)
    page.evaluate("window.sent = null; firestep.post = async (list) => { window.sent = list; return true; }")
    form.locator("li[data-key=ah] button").first.click()
    expect(page.locator("#share-send")).to_be_disabled()
    expect(form.locator("output").last).to_have_text("2 of 3: 1 more")
    form.get_by_role("button", name="More for Germany").click()
    expect(page.locator("#share-send")).to_be_enabled()
    for who in ("Germany", "Austria-Hungary"):  # nobody pays more than the sum
        expect(form.get_by_role("button", name=f"More for {who}")).to_be_disabled()
    page.wait_for_timeout(350)
    page.locator("#share-send").click()
    assert page.evaluate("window.sent") == ["pay ah 1", "pay ge 2"]


def test_sheets_have_tabs_with_badges(desktop: TablePage) -> None:
    page = desktop.page

    def two_sheets(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined]
        plain = answer.json()
        half = plain["width"] / 2
        plain["sheets"] = [
            {"id": "w", "title": "West", "x": 0, "y": 0, "width": half, "height": plain["height"]},
            {"id": "e", "title": "East", "x": half, "y": 0, "width": half, "height": plain["height"]},
        ]
        route.fulfill(response=answer, json=plain)  # type: ignore[attr-defined]

    page.route("**/api/games/wwi/hexes*", two_sheets)
    desktop.set_up("here", "here")
    tabs = page.locator(".sheet-tabs button[data-sheet]")
    expect(tabs).to_have_count(2)
    expect(tabs.first.locator(".badge-count")).not_to_be_empty()
    tabs.last.click()
    expect(tabs.last).to_have_attribute("aria-current", "true")


def test_counters_far_from_the_window_are_left_out_and_come_back_with_it(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    page = desktop.page
    shown = """() => { const t = firestep, r = t.camera.seen();
      const seen = [...t.field.pieces].filter(([id]) => { const [x, y] = t.field.pieceAt(id);
        return x > r.x && x < r.x + r.width && y > r.y && y < r.y + r.height; });
      const out = (g) => getComputedStyle(g).display === "none";
      return [seen.length, seen.filter(([, g]) => out(g)).length, [...t.field.pieces.values()].filter(out).length]; }"""
    page.evaluate("firestep.test.lookAt({ x: 0, y: 0, width: 500, height: 400 }, { smooth: false, most: 2, atLeast: 2 })")
    assert page.evaluate(shown)[2] > 10, "nothing was left out"
    for at in page.evaluate(
        "[...firestep.field.pieces.keys()].filter((_, i) => i % 12 === 0)"
    ):  # the map is moved there, and once more from close by
        for more in (0, 300):
            page.evaluate(
                "([id, more]) => { const [x, y] = firestep.test.pieceCentre(id);"
                " firestep.test.lookAt({ x: x + more - 300, y: y - 200, width: 600, height: 400 }, { smooth: false }); }",
                [at, more],
            )
            seen, hidden, _ = page.evaluate(shown)
            assert hidden == 0 and (seen or more), at
    assert page.evaluate("document.querySelector('#table').style.length") == 0, (
        "each value here is inherited by every sign of the map"
    )
