"""Several people and bad lines: a guest by link, a spectator, takeback by consent, and a server that dies and comes back."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator

import pytest
from browser_conftest import Server
from playwright.sync_api import expect
from table_page import TablePage

pytestmark = pytest.mark.slow


def invite(desktop: TablePage, title: str) -> str:
    desktop.page.locator("#tab-table").click()
    return desktop.page.locator(f"input[aria-label='{title}']").first.input_value()


def test_a_friend_joins_by_link_and_both_see_every_move(desktop: TablePage, guest: TablePage) -> None:
    desktop.set_up("link", "here", host=True)
    guest.follow(invite(desktop, "Link for this seat"))
    assert "#" not in guest.page.url, "the key does not stay in the address"
    assert guest.page.evaluate("firestep.test.now.seat") == "allied" and guest.actions == []
    expect(guest.page.locator("#question")).to_have_text("Waiting for the Central Powers.")
    desktop.end_phase()
    guest.settled(1)
    expect(guest.page.locator("#question")).to_contain_text("Allies")
    assert guest.actions and desktop.actions == []
    guest.page.locator("#tab-table").click()
    guest.page.get_by_label("Say something to the table").fill("Good luck!")
    guest.page.keyboard.press("Enter")
    expect(desktop.page.locator(".chat")).to_contain_text("Good luck!")
    guest.page.reload()
    guest.ready()
    assert guest.page.evaluate("firestep.test.now.seat") == "allied", "this device remembers its seat"


def test_a_spectator_sees_and_cannot_act(desktop: TablePage, guest: TablePage) -> None:
    desktop.set_up("here", "here", host=True)
    guest.follow(invite(desktop, "Link to watch"))
    assert guest.page.evaluate("firestep.test.now.seat") is None and guest.actions == []
    desktop.do("done")
    guest.settled(1)


def test_an_address_without_its_key_says_so(desktop: TablePage, guest: TablePage) -> None:
    table = desktop.set_up("here", "here")
    stranger = guest.page
    stranger.goto(f"/table/{table}")
    expect(stranger.locator("#veil")).to_contain_text("needs its key")
    stranger.goto(f"/table/{table}#wrong-key-entirely")
    stranger.reload()
    expect(stranger.locator("#veil")).to_contain_text("does not open a seat")


def test_takeback_needs_consent(desktop: TablePage, guest: TablePage) -> None:
    desktop.set_up("link", "here", host=True)
    guest.follow(invite(desktop, "Link for this seat"))
    desktop.end_phase()
    guest.settled(1)
    desktop.page.locator("#replay").click()
    desktop.page.locator("#take-back").click()
    desktop.page.locator("dialog .sure").click()
    question = guest.page.locator("#question")
    expect(question).to_contain_text("Do you agree?")
    expect(question).to_contain_text("back to its beginning")  # what it would undo, not the number of an action
    guest.button("Agree")
    desktop.page.wait_for_function("() => firestep.test.now.seq > 1 && firestep.test.now.takeback === null")
    assert desktop.actions, "the Central Powers decide again"


@pytest.fixture
def mortal(server: Server) -> Iterator[Server]:
    """The server, which may be killed: there is one again for the tests that come after."""
    yield server
    if server.process is None:
        server.start()


def test_a_lost_connection_comes_back_by_itself_and_what_was_ordered_meanwhile_arrives_once(
    desktop: TablePage, mortal: Server
) -> None:
    desktop.set_up("here", "here")
    desktop.end_phase()
    said = desktop.page.locator(".connection")
    mortal.stop(signal.SIGKILL)
    expect(said).to_contain_text("Connection lost")
    desktop.page.evaluate("void firestep.test.take('done')")
    expect(said).to_contain_text("Your order is kept")
    mortal.start()
    desktop.settled(2)
    expect(said).to_be_empty()
    desktop.page.wait_for_timeout(300)
    assert desktop.seq == 2, "what was acknowledged is still there, and what was ordered came once"
    desktop.end_phase()
    assert desktop.seq == 3


def test_a_server_that_falls_silent_is_noticed_though_the_wire_seems_open(desktop: TablePage, mortal: Server) -> None:
    desktop.set_up("here", "here")
    said = desktop.page.locator(".connection")
    assert mortal.process is not None
    mortal.process.send_signal(signal.SIGSTOP)
    try:
        desktop.page.evaluate("void firestep.test.take('done')")
        # a busy machine may be so late that the page has begun anew already
        expect(said).to_contain_text(re.compile("(does not answer|Connection lost).*Your order is kept"))
    finally:
        mortal.process.send_signal(signal.SIGCONT)
    desktop.settled(1)
    expect(said).to_be_empty()
