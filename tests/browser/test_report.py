"""What the others did is told until it is closed, and can be watched again; several orders cost one gesture."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect
from table_page import TablePage
from test_play import let_the_enemy_move, movement

from firestep.engine import position
from firestep.engine.dice import Dice
from firestep.engine.start import begin
from firestep.games import game

pytestmark = pytest.mark.slow


def test_an_attack_of_ones_own_is_not_reported(desktop: TablePage) -> None:
    """That the enemy says how he takes his losses is no turn of his."""
    desktop.set_up("bot:greedy", "here")
    desktop.hex("0505")
    desktop.button("Attack with all")
    desktop.page.wait_for_function(
        "() => firestep.test.snap.decision?.ask === 'AdvanceUnits' && firestep.test.mine && !firestep.test.busy"
    )
    expect(desktop.page.locator(".report")).to_be_hidden()


def test_the_report_counts_from_where_one_was_really_asked_and_tells_no_moves_of_ones_own(desktop: TablePage) -> None:
    """What standing orders answered in the enemy's attacks cuts nothing off; what the machine moved for this seat is not his."""
    desktop.set_up("here", "bot:greedy", start=movement())
    page = desktop.page
    since = desktop.seq
    for ask in ("DefenderLoss", "RetreatStep", "Displace", "NameGarrisons"):
        page.evaluate("(ask) => firestep.parts.standing.set('allied', ask, 'greedy')", ask)
    page.evaluate("""window.answered = [];
      firestep.on('now', () => { if (firestep.standingAnswer) answered.push(firestep.test.now.phase); })""")
    page.evaluate("firestep.parts.standing.give('*', 'phase')")
    page.wait_for_function("(n) => firestep.test.now.seq > n + 20 && firestep.test.mine && !firestep.test.busy", arg=since)
    assert page.evaluate('answered.includes("Superior Player\'s First Attack")'), "a standing order answered in the enemy's attack"
    report = page.locator(".report")
    expect(report).to_contain_text("Attacked")
    lines = page.evaluate("firestep.test.now.journal")
    moves = [x for x in lines if x["key"] in ("moves", "advances") and x["words"][0].split("-")[0] in ("ge", "ah", "tu")]
    expect(report.locator("summary", has_text="Moved")).to_have_text(f"Moved {len(moves)}")
    assert len(moves) > 5 and len([x for x in lines if x["key"] == "moves"]) > len(moves) + 5, "both sides have moved"
    # where a newer turn has nothing that is told, the old one is not told on
    page.evaluate("firestep.parts.report.open(firestep.test.now.seq, firestep.test.now.seq)")
    expect(report).to_be_hidden()


@pytest.mark.moving
def test_the_machines_turn_is_reported_watched_and_kept_as_arrows(desktop: TablePage) -> None:
    let_the_enemy_move(desktop)
    page = desktop.page
    report = page.locator(".report")
    expect(report).to_be_visible()
    expect(report).to_contain_text("Moved")
    assert len(page.locator(".trail").first.get_attribute("d") or "") > 5
    seq = desktop.seq
    page.locator("#watch-step").click()
    expect(page.locator("#caption")).to_contain_text(".")
    first = page.evaluate("firestep.test.past")
    page.locator("#step-on").click()
    page.wait_for_function("(n) => firestep.test.past > n", arg=first)
    assert page.locator("#caption").inner_text()
    page.locator("#to-now").click()
    page.wait_for_function("() => firestep.test.past === null")
    assert desktop.seq == seq
    expect(report).to_be_visible()
    # on a phone it is a line that opens: the map must be seen
    page.set_viewport_size({"width": 390, "height": 844})
    folded = report.evaluate("(el) => el.offsetHeight")
    page.locator("#fold-report").click()
    expect(report.locator(".report-group").first).to_be_visible()
    assert folded < 80 < report.evaluate("(el) => el.offsetHeight")  # two lines for the name of the Central Powers
    # a note of the page hides neither the question nor what is told, nor the way to the panel
    page.evaluate(
        "import('/js/elements/dom.js').then((m) => m.toast('The machine answers this kind of question for you from now on.'))"
    )
    note = page.locator(".toast").bounding_box()
    for what in ("#prompt", "#panel-toggle", ".report", ".tools"):
        box = page.locator(what).bounding_box()
        assert note and box
        beside = note["x"] + note["width"] <= box["x"] or note["y"] + note["height"] <= box["y"]
        assert beside, (what, note, box)
    # on its side a phone has the question at the right, and the map the whole height
    page.set_viewport_size({"width": 844, "height": 390})
    asked, inset = page.locator("#prompt").bounding_box(), page.evaluate("firestep.test.inset()")
    assert asked and asked["x"] > 560 and asked["height"] > 380
    assert inset["top"] + inset["bottom"] < 60 and inset["right"] > 250
    page.locator("#close-report").click()
    expect(report).to_be_hidden()
    assert len(page.locator(".trail").first.get_attribute("d") or "") > 5, "arrows stay as an overlay"


def test_an_army_is_dragged_to_its_hex(desktop: TablePage) -> None:
    desktop.set_up("here", "here", start=movement())
    page, seq = desktop.page, desktop.seq
    mover = next(a.split()[1] for a in desktop.actions if a.startswith("move fr-"))
    goal = page.evaluate(
        """async (id) => {
      const { hexes } = await firestep.test.overlay(firestep.test.now.seq, "reach", id);
      const at = firestep.test.piece(id).at, c = firestep.test.centre(at);
      firestep.test.lookAt({ x: c[0] - 300, y: c[1] - 250, width: 600, height: 500 }, { smooth: false });
      const far = (h) => { const d = firestep.test.centre(h); return Math.hypot(d[0] - c[0], d[1] - c[1]); };
      return hexes.filter((h) => h !== at && !firestep.test.stack(h)).sort((a, b) => far(a) - far(b))[0];
    }""",
        mover,
    )
    x, y = desktop._spot("firestep.test.pieceCentre(id)", mover)
    to_x, to_y = page.evaluate("(h) => firestep.test.toWindow(...firestep.test.centre(h))", goal)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=4)
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.move(to_x, to_y, steps=4)
    page.mouse.up()
    desktop.settled(seq + 2)
    assert desktop.at(mover) == goal


def test_an_attack_with_all_is_two_clicks(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    desktop.hex("0505")
    desktop.settled(1)
    desktop.page.locator("#answers button", has_text="Attack with all").click()
    desktop.page.wait_for_function("() => firestep.test.snap.rolls === 1")


def test_a_kind_of_question_is_left_to_the_machine_and_taken_back(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    page = desktop.page
    page.evaluate("firestep.parts.standing.set('allied', 'DefenderLoss', 'greedy')")
    page.locator("#tab-table").click()
    row = page.locator(".routine-list li")
    expect(row).to_have_count(1)
    row.locator("button").click()
    expect(row).to_have_count(0)


def harassed() -> tuple[str, list[str]]:
    """A position of the Ourcq, and the orders after which a gun may fire at somebody who marches."""
    s = begin(game("gwb"), "ourcq", game("gwb").settle_options({}), Dice("harassed"))
    rng = random.Random(1)
    start, since = "", []
    while type(s.top).__name__ != "Harass":
        assert s.decision is not None
        if type(s.top).__name__ == "PickUnit":
            start, since = position.to_text(s), []
        action = rng.choice(s.decision.actions)
        since.append(" ".join(action))
        s.take(action)
    return start, since


def test_a_kind_of_question_is_declined_for_good_and_the_answers_are_in_the_log_like_any_other(desktop: TablePage) -> None:
    start, orders = harassed()
    desktop.set_up("here", "here", game="gwb", start=start)
    page = desktop.page
    for order in orders:
        desktop.do(order)
    seat = page.evaluate("firestep.test.now.decision.seat")
    page.locator("#hint button.never").click()
    page.wait_for_function("() => firestep.test.now.decision.ask !== 'Harass'")  # on his way he is asked about more than once
    given = page.evaluate("firestep.test.ask('/record').then((r) => r.actions)")
    assert given[: len(orders)] == orders and set(given[len(orders) :]) == {"pass"}
    page.locator("#tab-table").click()
    row = page.locator(".routine-list li")
    expect(row).to_contain_text("Always “Let it pass”.")  # in the words of the button
    assert seat in page.evaluate("firestep.test.now.seats.filter((x) => x.says?.Harass).map((x) => x.id)")
    row.locator("button").click()
    expect(row).to_have_count(0)


def test_what_was_taken_back_stays_open_after_a_reload_though_a_standing_order_would_answer_it(desktop: TablePage) -> None:
    """The server says so; a page that did not know it would wait for a machine that does not answer."""
    desktop.set_up("here", "here")
    page = desktop.page
    first = next(a for a in desktop.actions if a.startswith("attack "))
    page.evaluate("(a) => firestep.parts.standing.set(firestep.test.now.seat, 'Attacks', null, { action: a })", first)
    page.wait_for_function("() => !firestep.test.busy && firestep.test.snap.decision?.ask === 'Assemble'")
    page.keyboard.press("u")
    page.wait_for_function("() => !firestep.test.busy && firestep.test.snap.decision?.ask === 'Attacks' && firestep.test.mine")
    assert page.evaluate("firestep.test.now.undone")
    page.reload()
    desktop.ready()
    assert page.evaluate("firestep.test.mine && firestep.test.snap.decision.ask === 'Attacks'"), "it is for this person to answer"
    desktop.do(first)
    assert not page.evaluate("firestep.test.now.undone")
