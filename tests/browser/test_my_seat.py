"""One's own seat on another device, the guest's link at once, signs, and a first page that says what the games are."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from table_page import TablePage

from firestep.games import ALL

pytestmark = pytest.mark.slow


def decode(grid: list[list[bool]]) -> tuple[str, list[int]]:
    """The text of a code of versions 1 to 5 and the syndromes of its correction: written from the standard, not from the page."""
    n = len(grid)
    version = (n - 17) // 4
    middle = {1: 0, 2: 18, 3: 22, 4: 26, 5: 30}[version]

    def kept(r: int, c: int) -> bool:
        corner = (r < 9 and c < 9) or (r < 9 and c >= n - 8) or (r >= n - 8 and c < 9)
        return corner or r == 6 or c == 6 or bool(middle and abs(r - middle) <= 2 and abs(c - middle) <= 2)

    bits, c, up = [], n - 1, True
    while c > 0:
        if c == 6:
            c -= 1
        for k in range(n):
            r = n - 1 - k if up else k
            bits += [int(grid[r][x] != ((r + x) % 2 == 0)) for x in (c, c - 1) if not kept(r, x)]
        c, up = c - 2, not up
    words = [int("".join(map(str, bits[i : i + 8])), 2) for i in range(0, len(bits) - 7, 8)]
    room, extra = {1: (19, 7), 2: (34, 10), 3: (55, 15), 4: (80, 20), 5: (108, 26)}[version]
    exp = [1]
    for _ in range(254):
        x = exp[-1] << 1
        exp.append(x ^ 0x11D if x & 256 else x)
    log = {v: i for i, v in enumerate(exp)}

    def syndrome(i: int) -> int:
        total = 0
        for w in words[: room + extra]:
            total = (exp[(log[total] + i) % 255] if total else 0) ^ w
        return total

    stream = "".join(f"{w:08b}" for w in words[:room])
    size = int(stream[4:12], 2)
    text = bytes(int(stream[12 + 8 * i : 20 + 8 * i], 2) for i in range(size)).decode()
    assert stream[:4] == "0100"
    return text, [syndrome(i) for i in range(extra)]


@pytest.mark.parametrize("text", ["hello", "http://127.0.0.1:8765/table/abcdefghij#i.0123456789abcdef0123456789abcdef"])
def test_the_code_of_a_link_says_the_link(desktop: TablePage, text: str) -> None:
    desktop.page.goto("/")
    grid = desktop.page.evaluate("async (x) => (await import('/js/elements/qr.js')).squares(x)", text)
    told, syndromes = decode(grid)
    assert told == text
    assert not any(syndromes), "the correction fits"


def test_my_seat_on_my_other_device(desktop: TablePage, guest: TablePage) -> None:
    desktop.set_up("bot:greedy", "here", host=True)
    desktop.page.locator("#tab-table").click()
    desktop.page.locator(".own-link").click()
    link = desktop.page.locator(".devices input").input_value()
    expect(desktop.page.locator(".devices .qr")).to_be_visible()
    guest.follow(link)
    assert guest.page.evaluate("firestep.test.now.seat") == "central"
    assert guest.actions == desktop.actions


def test_the_host_sees_the_link_and_the_friend_his_side(desktop: TablePage, guest: TablePage) -> None:
    desktop.fill_in("link", "here", greeted=False)
    dialog = desktop.page.locator("dialog")
    expect(dialog).to_contain_text("leads the Allies")
    link = dialog.locator("input").input_value()
    guest.follow(link, greeted=False)
    expect(guest.page.locator("dialog h2")).to_have_text("You lead the Allies")


def test_mail_is_offered_only_where_it_can_be_sent(desktop: TablePage) -> None:
    desktop.set_up("link", "here", host=True)
    desktop.page.locator("#tab-table").click()
    desktop.page.locator(".notify summary").click()
    expect(desktop.page.locator(".notify")).to_contain_text("sends no mail")
    expect(desktop.page.locator("#notify-mail")).to_be_hidden()


def test_the_first_page_says_what_the_games_are(desktop: TablePage) -> None:
    desktop.page.goto("/")
    cards = desktop.page.locator(".game-card")
    expect(cards).to_have_count(len(ALL))
    expect(desktop.page.locator(".mark")).to_have_count(1)
    expect(cards.first.locator(".map-figure svg").first).to_be_attached()
    desktop.page.locator(".options summary").click()
    expect(desktop.page.locator(".options")).to_contain_text("A die, not the calendar")
    assert "wwi." not in desktop.page.locator(".options").inner_text()
    assert "greedy" not in desktop.page.locator("form.setup").inner_text()


def test_a_seed_that_was_chosen_is_told_at_the_table(desktop: TablePage) -> None:
    desktop.set_up("here", "here", seed="mine")
    desktop.page.locator("#tab-table").click()
    expect(desktop.page.locator("#seed-chosen")).to_contain_text("chose its seed")
    desktop.set_up("here", "here")
    desktop.page.locator("#tab-table").click()
    expect(desktop.page.locator("#restart-turn")).to_be_visible()
    expect(desktop.page.locator("#seed-chosen")).to_have_count(0)


def test_the_size_of_text_is_kept(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    desktop.page.locator("#tab-table").click()
    desktop.page.locator("#text-size").select_option("130")
    desktop.page.reload()
    desktop.ready()
    assert desktop.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 20
