"""Several people and bad lines: a friend by link, a spectator, takeback by consent, and a server that dies and comes back."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator

import pytest
from browser_conftest import Server
from desk import Desk
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def invite(desk: Desk, title: str) -> str:
    desk.page.locator("#tab-table").click()
    return desk.page.locator(f"input[aria-label='{title}']").first.input_value()


def test_a_friend_joins_by_link_and_both_see_every_move(desk: Desk, friend: Desk) -> None:
    desk.set_up("link", "here", host=True)
    friend.follow(invite(desk, "Link for this seat"))
    assert "#" not in friend.page.url, "the key does not stay in the address"
    assert friend.page.evaluate("firestep.now.seat") == "allied" and friend.actions == []
    expect(friend.page.locator("#question")).to_have_text("Waiting for the Central Powers.")
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


def test_a_spectator_sees_and_cannot_act(desk: Desk, friend: Desk) -> None:
    guest = friend
    desk.set_up("here", "here", host=True)
    guest.follow(invite(desk, "Link to watch"))
    assert guest.page.evaluate("firestep.now.seat") is None and guest.actions == []
    desk.do("done")
    guest.settled(1)


def test_an_address_without_its_key_says_so(desk: Desk, friend: Desk) -> None:
    table = desk.set_up("here", "here")
    stranger = friend.page
    stranger.goto(f"/table/{table}")
    expect(stranger.locator("#veil")).to_contain_text("needs its key")
    stranger.goto(f"/table/{table}#wrong-key-entirely")
    stranger.reload()
    expect(stranger.locator("#veil")).to_contain_text("does not open a seat")


def test_takeback_needs_consent(desk: Desk, friend: Desk) -> None:
    desk.set_up("link", "here", host=True)
    friend.follow(invite(desk, "Link for this seat"))
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
def mortal(server: Server) -> Iterator[Server]:
    """The server, which may be killed: there is one again for the tests that come after."""
    yield server
    if server.process is None:
        server.start()


def test_a_lost_connection_comes_back_by_itself_and_what_was_ordered_meanwhile_arrives_once(desk: Desk, mortal: Server) -> None:
    desk.set_up("here", "here")
    desk.end_phase()
    said = desk.page.locator(".connection")
    mortal.stop(signal.SIGKILL)
    expect(said).to_contain_text("Connection lost")
    desk.page.evaluate("void firestep.take('done')")
    expect(said).to_contain_text("Your order is kept")
    mortal.start()
    desk.settled(2)
    expect(said).to_be_empty()
    desk.page.wait_for_timeout(300)
    assert desk.seq == 2, "what was acknowledged is still there, and what was ordered came once"
    desk.end_phase()
    assert desk.seq == 3


def test_a_server_that_falls_silent_is_noticed_though_the_wire_seems_open(desk: Desk, mortal: Server) -> None:
    desk.set_up("here", "here")
    said = desk.page.locator(".connection")
    assert mortal.process is not None
    mortal.process.send_signal(signal.SIGSTOP)
    try:
        desk.page.evaluate("void firestep.take('done')")
        # a busy machine may be so late that the page has begun anew already
        expect(said).to_contain_text(re.compile("(does not answer|Connection lost).*Your order is kept"))
    finally:
        mortal.process.send_signal(signal.SIGCONT)
    desk.settled(1)
    expect(said).to_be_empty()
