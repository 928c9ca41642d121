"""For everyone: phone, keyboard alone, screen readers, dark mode, less motion, larger text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from table_page import TablePage

pytest.importorskip("axe_playwright_python", reason="the accessibility tests need: pip install 'firestep[dev]'")
from axe_playwright_python.sync_playwright import Axe
from test_play import let_the_enemy_move, movement

from firestep.games import ALL

pytestmark = pytest.mark.slow
DIALOG = "dialog[open]"


#: what lies on the map, or on a picture of one, is hidden from those for whom axe speaks, and is most of the page: it is taken out
#: while axe looks around
LOOK_AROUND = """async ([part, only]) => {
  const maps = [...document.querySelectorAll(".world, .map-figure[role=img]")].map((el) => [el, [...el.children]]);
  const bare = (el) => (el.shadowRoot?.firstElementChild ?? el).matches("svg:not([aria-hidden=true])");
  const open = maps.flatMap(([map, all]) => all.filter((el) => (map.matches(".world") && bare(el))
    || el.querySelector("[tabindex], button, a")));
  for (const [el] of maps) el.replaceChildren();
  const found = await axe.run(part ?? document, { resultTypes: ["violations"], ...(only ? { runOnly: only } : {}) })
    .finally(() => { for (const [el, all] of maps) el.append(...all); });
  return [...found.violations.map((v) => `${v.impact} ${v.id}: ${v.nodes[0].html.slice(0, 120)} (${v.nodes.length})`),
    ...open.map((el) => `on the map, and not hidden: ${el.className.baseVal ?? el.className}`)];
}"""
#: all that changes with the colours of a page
COLOURS = ["color-contrast", "link-in-text-block"]


def complaints(page: Page, part: str | None = None, only: list[str] | None = None) -> list[str]:
    """What axe-core finds on a page, in short lines; in a part of it, where the rest was looked at before; by some rules only."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found: list[str] = page.evaluate(LOOK_AROUND, [part, only])
    return found


def looked_at(desktop: TablePage, scheme: str, width: int) -> Page:
    """A page in a window of this width, in light or dark."""
    desktop.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    desktop.page.set_viewport_size({"width": width, "height": 844})
    return desktop.page


def test_axe_finds_nothing_on_the_first_page(desktop: TablePage) -> None:
    page = desktop.page
    page.goto("/")
    page.locator("form.setup").wait_for()
    page.locator(".options summary").click()
    assert complaints(page) == []
    page.emulate_media(color_scheme="dark")
    assert complaints(page, only=COLOURS) == [], "dark"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
def test_axe_finds_nothing_at_the_table(desktop: TablePage, scheme: str, width: int) -> None:
    page = looked_at(desktop, scheme, width)
    desktop.set_up("link", "here", host=True)
    desktop.do("attack 0505")
    desktop.do("add ge-2")
    expect(page.locator(".card.odds")).to_be_visible()
    page.wait_for_timeout(250)  # let the bars come to rest: contrast is measured on what is painted
    assert complaints(page) == []
    for tab in ("log", "table", "war"):
        page.keyboard.press("Escape")
        page.evaluate("(id) => firestep.test.openPage(id)", tab)
        assert complaints(page, ".panel") == [], tab
    page.evaluate("firestep.test.closePanel()")
    page.keyboard.press("/")
    expect(page.locator("dialog[open]")).to_be_visible()
    assert complaints(page, DIALOG) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_be_visible()
    assert complaints(page, DIALOG) == []


@pytest.mark.parametrize("game", [g for g in ALL if g not in ("wwi", "tgw")])  # they have tests of their own
def test_axe_finds_nothing_at_the_tables_of_the_other_games(desktop: TablePage, game: str) -> None:
    page = looked_at(desktop, "light", 1440)
    desktop.set_up("here", "here", game=game)
    for scheme, width in (("light", 1440), ("dark", 390)):
        looked_at(desktop, scheme, width)
        page.wait_for_timeout(400)
        assert complaints(page) == [], scheme
        page.evaluate("firestep.test.openPage('war')")
        page.wait_for_timeout(300)
        assert complaints(page, ".panel") == [], f"the War page, {scheme}"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing_in_the_library_and_in_questions(desktop: TablePage, scheme: str, width: int) -> None:
    page = looked_at(desktop, scheme, width)
    desktop.set_up("here", "here")
    for part in ("howto", "rules", "charts"):
        page.evaluate("(p) => firestep.parts.rules.library.open(p)", part)
        page.locator("dialog.book .body, dialog.book .rules-side, dialog.book .chart, dialog.book .lesson-card").first.wait_for()
        assert complaints(page, DIALOG) == [], part
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("#answers button.end").click()
    expect(page.locator("dialog .sure")).to_be_visible()
    assert complaints(page, DIALOG) == [], "the question that asks back"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing_in_the_report_and_while_watching(desktop: TablePage, scheme: str, width: int) -> None:
    page = looked_at(desktop, scheme, width)
    let_the_enemy_move(desktop)
    expect(page.locator(".report")).to_be_visible()
    if width < 760:  # a line that opens
        page.locator("#fold-report").click()
    page.wait_for_timeout(250)
    assert complaints(page, ".report") == [], "the report"
    page.locator("#watch-step").click()
    expect(page.locator("#caption")).to_be_visible()
    assert complaints(page) == [], "watching"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing_in_the_lesson(desktop: TablePage, scheme: str, width: int) -> None:
    page = looked_at(desktop, scheme, width)
    desktop.learn("wwi")
    page.locator("#coach").wait_for()
    assert complaints(page) == []


def test_a_turn_on_a_phone_with_taps(phone: TablePage) -> None:
    page = phone.page
    phone.set_up("here", "here")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    phone.hex("0505")
    phone.settled(1)
    phone.piece("ge-2")
    phone.settled(2)
    phone.piece("ge-3")
    phone.settled(3)
    expect(page.locator(".card.odds")).to_be_visible()
    for button in page.locator("#answers button, #steps button").all():
        box = button.bounding_box()
        assert box and box["height"] >= 43 and box["x"] >= 0 and box["x"] + box["width"] <= 390, button.inner_text()
        assert box["y"] > 500, "buttons sit under the thumb"
    page.locator("#answers button", has_text="roll the die").tap()
    phone.settled(4)
    page.locator("#panel-toggle").tap()
    page.locator("#tab-log").tap()
    expect(page.locator(".entry").last).to_be_visible()
    page.locator(".panel .grip").tap()
    expect(page.locator(".panel")).to_be_hidden()


def test_two_taps_move_an_army_on_a_phone(phone: TablePage) -> None:
    phone.set_up("here", "here", start=movement())
    mover = next(a.split()[1] for a in phone.actions if a.startswith("move fr-"))
    seq = phone.seq
    phone.piece(mover)
    phone.settled(seq + 1)
    goal = next(a.split()[1] for a in phone.actions if a.startswith("to "))
    phone.hex(goal)
    phone.settled(seq + 2)
    assert phone.at(mover) == goal


def test_keyboard_alone_from_the_first_page_to_a_rolled_attack(desktop: TablePage) -> None:
    page = desktop.page
    page.goto("/")
    page.locator("form.setup").wait_for()
    page.locator("#seat-allied").focus()
    page.keyboard.press("Home")
    page.locator("#seat-central").focus()
    page.keyboard.press("Home")
    page.locator("#my-name").focus()
    page.keyboard.press("Enter")
    desktop.ready()
    keys = page.keyboard
    keys.press("n")
    assert page.evaluate("document.activeElement.id") == "map"
    live = page.locator("#live")
    expect(live).not_to_be_empty()
    keys.press("Enter")
    desktop.settled(1)
    keys.press("/")
    expect(page.locator("dialog[open] input[type=search]")).to_be_focused()
    keys.type("add")
    keys.press("Enter")
    desktop.settled(2)
    for _ in range(4):
        if any(a == "go" for a in desktop.actions):
            break
        seq = desktop.seq
        keys.press("n")
        keys.press("Enter")
        desktop.settled(seq + 1)
    keys.press("/")
    keys.type("roll")
    keys.press("Enter")
    page.wait_for_function("() => firestep.test.now.rolls > 0")


@pytest.mark.fresh
def test_keyboard_alone_answers_every_kind_of_question(desktop: TablePage) -> None:
    """Through several phases by keys alone: the list of orders, and the dialog that asks back before a phase ends."""
    desktop.page.add_init_script("localStorage.setItem('firestep.settings', JSON.stringify({ forced: false }))")
    desktop.set_up("here", "here")
    page, keys = desktop.page, desktop.page.keyboard
    verbs = set()
    for n in range(16):
        seq, actions = desktop.seq, desktop.actions
        words = "done" if "done" in actions and n >= 6 else ""
        verbs |= {a.split()[0] for a in actions}
        keys.press("/")
        expect(page.locator("dialog[open] input[type=search]")).to_be_focused()
        keys.type(words)
        keys.press("Enter")
        if words and len(actions) > 1:
            expect(page.locator("dialog[open] .stay")).to_be_focused()
            keys.press("Shift+Tab")
            keys.press("Enter")
        desktop.settled(seq + 1)
    assert {"attack", "add", "go", "done"} <= verbs
    assert page.evaluate("firestep.test.now.board.phase") > 4


def test_less_motion_is_respected(open_page: Callable[..., Page]) -> None:
    desktop = TablePage(open_page(reduced_motion="reduce"))
    desktop.set_up("here", "here")
    desktop.page.mouse.move(600, 500)
    first = desktop.page.evaluate("firestep.highlights.step")
    desktop.page.wait_for_timeout(800)
    assert desktop.page.evaluate("firestep.highlights.timer") == 0 and desktop.page.evaluate("firestep.highlights.step") == first
    assert desktop.page.evaluate("parseFloat(getComputedStyle(document.querySelector('.piece')).transitionDuration)") == 0


def test_text_size_follows_the_browser(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/")
    page.locator("form.setup").wait_for()
    small = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.lead')).fontSize)")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.lead')).fontSize)") == pytest.approx(2 * small)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1440


VIOLATIONS = """window.violations = [];
  addEventListener("securitypolicyviolation", (e) => violations.push(`${e.violatedDirective} ${e.blockedURI}`));"""


@pytest.mark.fresh
def test_strict_policy_no_inline_script_or_style_and_no_foreign_hosts(desktop: TablePage) -> None:
    hosts: set[str] = set()
    desktop.page.on("request", lambda r: hosts.add(r.url.split("/")[2]))
    answer = desktop.page.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy and "style-src 'self';" in policy and "unsafe" not in policy
    desktop.page.add_init_script(VIOLATIONS)
    for game, scenario in (("wwi", None), ("gwb", "training"), ("dgk", None)):
        desktop.set_up("here", "here", game=game, scenario=scenario)
        for tab in ("log", "table", "war"):
            desktop.page.evaluate("(id) => firestep.test.openPage(id)", tab)
        desktop.page.evaluate("firestep.parts.result.open()")
        desktop.page.locator("dialog[open] .plots :is(svg, p:not(:text('Drawing')))").first.wait_for()
        assert desktop.page.evaluate("violations") == [], game
        assert desktop.page.locator("script:not([src]), style, [style*=expression]").count() == 0
    for address in ("/", "/umpire/", "/api/docs"):
        desktop.page.goto(address)
        desktop.page.wait_for_timeout(300)
        assert desktop.page.evaluate("violations") == [], address
    assert len(hosts) == 1


def test_under_the_strict_policy_everything_still_has_its_style(desktop: TablePage) -> None:
    """What a blocked style would undo: the map's colours, counters in their places, bars of their lengths."""
    page = desktop.page
    desktop.set_up("here", "here")
    sheets, coloured = page.evaluate("""() => {
      const root = document.querySelector(".paper").shadowRoot;
      const fills = [...root.querySelectorAll("path, rect, polygon")].map((el) => getComputedStyle(el).fill);
      return [root.adoptedStyleSheets.length, fills.filter((f) => f !== "none" && f !== "rgb(0, 0, 0)").length];
    }""")
    assert sheets > 1 and coloured > 100, "the map has lost its colours"
    spots = {(b["x"], b["y"]) for p in page.locator(".field .piece:not(.far-off)").all()[:6] if (b := p.bounding_box())}
    assert len(spots) > 3, "the counters lie in a heap"
    shares = page.evaluate("[...document.querySelectorAll('.rows.crp .bar-fill')].map((el) => el.getBoundingClientRect().width)")
    assert len(set(shares)) > 3, "the bars have lost their lengths"
    page.goto("/umpire/")
    page.locator("h1, h2, header").first.wait_for()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)"
