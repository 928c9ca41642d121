"""Several people and bad lines: a friend by link, a spectator, takeback by consent, and a server that dies and comes back."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser_conftest import Server
from desk import Desk
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.slow


def invite(desk: Desk, title: str) -> str:
    desk.page.locator("#tab-table").click()
    return desk.page.locator(f"input[aria-label='{title}']").first.input_value()


def test_a_friend_joins_by_link_and_both_see_every_move(desk: Desk, open_page: Callable[..., Page]) -> None:
    desk.fill_in("link", "here")
    friend = Desk(open_page())
    friend.page.goto(invite(desk, "Link for this seat"))
    friend.ready()
    assert "#" not in friend.page.url, "the key does not stay in the address"
    assert friend.page.evaluate("firestep.now.seat") == "allied" and friend.actions == []
    expect(friend.page.locator("#question")).to_contain_text("Waiting for")
    desk.end_phase()
    friend.settled(1)
    expect(friend.page.locator("#question")).to_contain_text("Allies")
    assert friend.actions and desk.actions == []
    friend.page.locator("#tab-table").click()
    friend.page.get_by_label("Say something to the table").fill("Good luck!")
    friend.page.keyboard.press("Enter")
    expect(desk.page.locator(".chat")).to_contain_text("Good luck!")
    friend.page.reload()
    friend.ready()
    assert friend.page.evaluate("firestep.now.seat") == "allied", "this device remembers its seat"


def test_a_spectator_sees_and_cannot_act(desk: Desk, open_page: Callable[..., Page]) -> None:
    desk.fill_in("here", "here")
    guest = Desk(open_page())
    guest.page.goto(invite(desk, "Link to watch"))
    guest.ready()
    assert guest.page.evaluate("firestep.now.seat") is None and guest.actions == []
    desk.do("done")
    guest.settled(1)


def test_an_address_without_its_key_says_so(desk: Desk, open_page: Callable[..., Page]) -> None:
    table = desk.set_up("here", "here")
    stranger = open_page()
    stranger.goto(f"/table/{table}")
    expect(stranger.locator("#veil")).to_contain_text("needs its key")
    stranger.goto(f"/table/{table}#wrong-key-entirely")
    stranger.reload()
    expect(stranger.locator("#veil")).to_contain_text("does not open a seat")


def test_takeback_needs_consent(desk: Desk, open_page: Callable[..., Page]) -> None:
    desk.fill_in("link", "here")
    friend = Desk(open_page())
    friend.page.goto(invite(desk, "Link for this seat"))
    friend.ready()
    desk.end_phase()
    friend.settled(1)
    desk.page.locator("#replay").click()
    desk.page.locator("#take-back").click()
    desk.page.locator("dialog .sure").click()
    question = friend.page.locator("#question")
    expect(question).to_contain_text("Do you agree?")
    expect(question).to_contain_text("back to its beginning")  # what it would undo, not the number of an action
    friend.button("Agree")
    desk.page.wait_for_function("() => firestep.now.seq > 1 && firestep.now.takeback === null")
    assert desk.actions, "the Central Powers decide again"


@pytest.fixture
def frail(tmp_path: Path) -> Iterator[Server]:
    """A server of this test's own, to be killed."""
    one = Server(tmp_path)
    one.start()
    yield one
    one.stop()


def test_a_lost_connection_comes_back_by_itself(browser: Browser, frail: Server) -> None:
    page = browser.new_context(base_url=frail.url, viewport={"width": 1200, "height": 800}).new_page()
    desk = Desk(page)
    desk.set_up("here", "here")
    desk.end_phase()
    frail.stop(signal.SIGKILL)
    expect(page.locator(".connection")).to_contain_text("Connection lost")
    frail.start()
    expect(page.locator(".connection")).to_be_empty(timeout=20_000)
    assert desk.seq == 1, "what was acknowledged is still there"
    desk.end_phase()
    assert desk.seq == 2
    page.context.close()


def test_a_server_that_falls_silent_is_noticed_though_the_wire_seems_open(browser: Browser, frail: Server) -> None:
    page = browser.new_context(base_url=frail.url, viewport={"width": 1200, "height": 800}).new_page()
    desk = Desk(page)
    desk.set_up("here", "here")
    said = page.locator(".connection")
    assert frail.process is not None
    frail.process.send_signal(signal.SIGSTOP)
    try:
        page.evaluate("void firestep.take('done')")
        # a busy machine may be so late that the page has begun anew already
        expect(said).to_contain_text(re.compile("(does not answer|Connection lost).*Your order is kept"))
    finally:
        frail.process.send_signal(signal.SIGCONT)
    desk.settled(1)
    expect(said).to_be_empty()
    page.context.close()


def test_an_action_sent_while_the_server_is_away_arrives_once(browser: Browser, frail: Server) -> None:
    page = browser.new_context(base_url=frail.url, viewport={"width": 1200, "height": 800}).new_page()
    desk = Desk(page)
    desk.set_up("here", "here")
    frail.stop(signal.SIGKILL)
    page.evaluate("void firestep.take('done')")
    frail.start()
    desk.settled(1)
    page.wait_for_timeout(300)
    assert desk.seq == 1
    page.context.close()
