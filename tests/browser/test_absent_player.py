"""When somebody stays away: a sign that it is one's turn, a nudge, the clock, the machine in the seat; and a game that travels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from table_page import TablePage

pytestmark = pytest.mark.slow

#: a browser that writes down what it would have shown and sounded
SIGNS = """window.signs = { notes: [], tones: 0 };
  window.Notification = class { constructor(title, more) { signs.notes.push([title, more.body]); } close() {}
    static permission = "granted"; static requestPermission() { return Promise.resolve("granted"); } };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...a) { signs.tones++; return start.apply(this, a); };
  Object.defineProperty(document, "hidden", { get: () => window.away ?? false });"""


def two(desktop: TablePage) -> dict[str, Any]:
    """A table at which this page leads the Central Powers and the Allies are elsewhere."""
    made = desktop.page.request.post("/api/tables", data={"game": "wwi", "seats": [{"kind": "here"}, {"kind": "here"}]}).json()
    desktop.go_to(made["id"], made["tokens"]["central"])
    return dict(made)


def post(desktop: TablePage, made: dict[str, Any], seat: str, path: str, **body: Any) -> Any:
    head = {"Authorization": f"Bearer {made['tokens'][seat]}"}
    return desktop.page.request.post(f"/api/tables/{made['id']}{path}", data=body, headers=head)


def to_the_others(desktop: TablePage) -> None:
    """End phases until the Allies are asked."""
    desktop.page.evaluate("async () => { while (firestep.test.mine) await firestep.test.take('done'); }")


@pytest.mark.fresh
def test_a_notification_and_a_sound_when_it_is_my_turn(desktop: TablePage) -> None:
    desktop.page.add_init_script(SIGNS)
    made = two(desktop)
    page = desktop.page
    page.locator("#tab-table").click()
    page.get_by_label("A sound when it is my turn").check()
    page.get_by_label("A notification when it is my turn and this page is out of sight").check()
    assert page.evaluate("signs.tones") == 2, "one hears at once what it is like"
    to_the_others(desktop)
    page.evaluate("window.away = true")
    assert page.evaluate("signs.notes") == []
    answer = post(desktop, made, "allied", "/actions", seq=desktop.seq, action="done")
    assert answer.ok, answer.text()
    page.wait_for_function("() => firestep.test.mine")
    title, body = page.evaluate("signs.notes.at(-1)")
    assert title == "Your turn" and "World War" in body
    assert page.evaluate("signs.tones") == 4


def test_nudge_clock_and_what_happens_when_someone_stays_away(desktop: TablePage) -> None:
    made = two(desktop)
    page = desktop.page
    to_the_others(desktop)
    page.locator("#tab-table").click()
    away = page.locator(".away")
    expect(away).to_contain_text("No clock is agreed on")
    away.get_by_text("Remind the Allies").click()
    expect(page.locator("#toasts")).to_contain_text("nudge")  # the server says when one may
    away.locator("select").select_option("1")
    away.get_by_text("Propose", exact=True).click()
    answer = post(desktop, made, "allied", "/clock", nudge=86400, claim=259200)
    assert answer.ok, answer.text()
    expect(away).to_contain_text("a nudge after 1 day, the seat is free after 3 days")
    expect(away.locator(".claim-seat")).to_have_count(0)
    # four days later: the page offers what was agreed on, and asks the server for just that
    asked: list[Any] = []

    def grant(route: Any) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(json={"seat": "allied", **({} if asked[-1].get("bot") else {"invitation": "i.abc"})})

    page.route("**/take-over", grant)
    page.evaluate("() => { const now = Date.now; Date.now = () => now() + 4 * 86400e3; firestep.parts.mySeat.drawAway(); }")
    away.get_by_text("Let the machine play for them").click()
    away.locator(".claim-seat").click()
    expect(page.locator("dialog.greeting input")).to_have_value(f"{page.url.split('/table')[0]}/table/{made['id']}#i.abc")
    assert asked == [{"seat": "allied", "bot": "greedy"}, {"seat": "allied"}]
    page.unroute("**/take-over")
    page.keyboard.press("Escape")
    away.locator(".claim-seat").click()
    expect(page.locator("#toasts")).to_contain_text("claim the seat")  # the server's own clock decides


def test_the_machine_takes_my_seat_by_my_consent_until_I_am_back(desktop: TablePage) -> None:
    two(desktop)
    page = desktop.page
    page.locator("#tab-table").click()
    page.locator(".leave-seat").click()
    row = page.locator(".routine-list li")
    expect(row).to_contain_text("Everything")
    page.wait_for_function("() => firestep.test.now.seq > 1")  # the machine plays
    row.locator("button").click()
    expect(row).to_have_count(0)


def test_a_running_game_is_taken_along_and_goes_on_from_its_file(desktop: TablePage, guest: TablePage, tmp_path: Path) -> None:
    desktop.set_up("bot:greedy", "here", host=True)
    desktop.do("attack 0505")
    desktop.do("add ge-2")
    page = desktop.page
    page.locator("#tab-table").click()
    page.locator("#travel").click()
    with page.expect_download() as waited:
        page.locator("dialog .sure").click()
    file = tmp_path / "war.json"
    waited.value.save_as(file)
    record = json.loads(file.read_text())
    assert record["result"] is None and record["actions"][:2] == ["attack 0505", "add ge-2"]
    expect(page.locator(".travel")).to_contain_text("goes on elsewhere")
    guest.page.goto("/")
    guest.page.locator("#record-file").set_input_files(str(file))
    guest.page.locator("#go-on").click()
    guest.ready()
    battle = guest.board()["battle"]
    assert battle["target"] == "0505" and battle["units"][0] == "ge-2"
    guest.page.wait_for_function("() => firestep.test.orders.some((o) => o.text === 'go')")
    guest.do("go")
    assert guest.page.evaluate("firestep.test.now.rolls") == 1
