"""No irrevocable surprise: what is dear is asked about, nothing is pressed before it can be read, nothing freezes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect
from table_page import TablePage

pytestmark = pytest.mark.slow


def middle(desktop: TablePage, selector: str) -> tuple[float, float]:
    box = desktop.page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.moving
def test_a_double_click_on_add_all_adds_and_does_not_roll(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    desktop.hex("0505")
    desktop.settled(1)
    desktop.page.locator("#answers button", has_text="Add all").dblclick()
    desktop.page.wait_for_function("() => !firestep.test.busy && firestep.test.snap.board.battle.units.length > 1")
    desktop.page.wait_for_timeout(400)
    assert desktop.page.evaluate("firestep.test.snap.rolls") == 0
    assert desktop.page.evaluate("firestep.test.snap.board.battle.target") == "0505"


@pytest.mark.parametrize("pause", [20, 100, 150])
def test_a_quick_second_click_does_not_roll_what_has_just_appeared(desktop: TablePage, pause: int) -> None:
    desktop.set_up("here", "here")
    desktop.hex("0505")
    desktop.settled(1)
    desktop.page.wait_for_timeout(350)
    x, y = middle(desktop, "#answers button:has-text('Add all')")
    desktop.page.mouse.click(x, y)
    desktop.page.wait_for_timeout(pause)
    desktop.page.mouse.click(x, y)
    desktop.page.wait_for_timeout(500)
    assert desktop.page.evaluate("firestep.test.snap.rolls") == 0


def test_to_break_a_neutrality_is_asked_about_with_its_price(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    seq = desktop.seq
    assert len(desktop.page.locator(".dear-line").get_attribute("d") or "") > 20, "Amsterdam glows in another colour"
    desktop.hex("0705")
    dialog = desktop.page.locator("dialog")
    expect(dialog).to_contain_text("25 Victory Points")
    expect(dialog).to_contain_text("the Netherlands")
    expect(dialog.locator(".stay")).to_be_focused()
    desktop.page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    assert desktop.seq == seq
    desktop.page.locator("#answers button.end").click()
    expect(dialog).to_contain_text("You could still attack")
    assert "Amsterdam" not in dialog.inner_text(), "nobody is invited to it"


def test_an_attack_is_called_off_with_one_click(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    desktop.hex("0505")
    desktop.piece("ge-2")
    desktop.settled(2)
    desktop.piece("ge-3")
    desktop.settled(3)
    desktop.page.locator("#call-off").click()
    desktop.page.wait_for_function("() => !firestep.test.snap.board.battle")
    expect(desktop.page.locator("#question")).to_contain_text("choose a hex to attack")


def test_shift_and_a_click_attack_with_all_and_roll(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    x, y = desktop._spot("firestep.test.centre(id)", "0505")
    desktop.page.mouse.move(x - 3, y)
    desktop.page.mouse.move(x, y, steps=3)
    expect(desktop.page.locator(".card.odds")).to_contain_text("Shift and a click")
    desktop.page.keyboard.down("Shift")
    desktop.page.mouse.click(x, y)
    desktop.page.wait_for_function("() => firestep.test.now.rolls > 0")
    last = desktop.page.evaluate("[...firestep.test.now.journal].reverse().find((e) => e.key === 'attack').text")
    assert "2nd" in last and "3rd" in last, "all who could took part"
    desktop.page.keyboard.up("Shift")


def test_shift_and_a_click_ask_for_confirmation_of_a_cost(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    spot = desktop._spot("firestep.test.centre(id)", "0705")
    desktop.page.keyboard.down("Shift")
    desktop.page.mouse.click(*spot)
    desktop.page.keyboard.up("Shift")
    expect(desktop.page.locator("dialog")).to_contain_text("25 Victory Points")
    desktop.page.locator("dialog .stay").click()
    assert desktop.seq == 0 and desktop.page.evaluate("firestep.test.now.rolls") == 0


ONE_SHOT = """() => { const t = window.firestep;
  const one = ([, list]) => list.length === 1 && /fire|assault/.test(list[0].verb);
  return [...t.orders.byPiece].filter(one).map(([id]) => id)[0]; }"""


def test_a_shot_that_is_the_only_choice_is_shown_with_its_odds_first(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="dgk", scenario="le-cateau")
    for _ in range(60):
        target = desktop.page.evaluate(ONE_SHOT)
        if target:
            break
        fire = any(a.startswith(("dfire", "mfire")) for a in desktop.actions)
        calm = [a for a in desktop.actions if a in ("hold", "end", "pass", "done")]
        begin = [a for a in desktop.actions if a.split()[0] in ("activate", "unit", "deploy")]
        desktop.do((calm if fire and calm else begin or calm or desktop.actions)[0])
    assert target
    seq, rolls = desktop.seq, desktop.page.evaluate("firestep.test.now.rolls")
    desktop.piece(target)
    card = desktop.page.locator("#pointer-card.choice-card")
    expect(card.locator("button")).to_have_count(1)
    expect(card.locator(".chance")).to_contain_text("%")
    assert desktop.seq == seq
    desktop.page.wait_for_timeout(320)
    card.locator("button").click()
    desktop.settled(seq + 1)
    assert desktop.page.evaluate("firestep.test.now.rolls") > rolls


def test_one_undo_takes_back_what_one_gesture_ordered(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    desktop.hex("0505")
    desktop.settled(1)
    desktop.page.locator("#answers button", has_text="Add all").click()
    desktop.page.wait_for_function("() => !firestep.test.busy && firestep.test.snap.board.battle.units.length > 1")
    seq, given = desktop.seq, desktop.seq - 1
    with desktop.sending() as sent:
        desktop.page.locator("#undo").click()
        desktop.page.wait_for_function("() => !firestep.test.busy && !firestep.test.snap.board.battle.units.length")
    assert given > 1 and sent == [("undo", {"seq": seq, "times": given})] and desktop.seq == seq + given, (
        "one request for all of it"
    )
    assert desktop.page.evaluate("firestep.test.snap.board.battle.target") == "0505"


def test_presses_of_undo_while_one_is_under_way_count(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    for order in ("attack 0505", "add ge-2", "add ge-3"):
        desktop.do(order)
    seq = desktop.seq
    held: list[Route] = []
    desktop.page.route("**/undo", lambda route: route.continue_() if held else held.append(route))
    with desktop.sending() as sent:
        for _ in range(3):
            desktop.page.keyboard.press("u")
        held[0].continue_()
        desktop.settled(seq + 3)
        desktop.page.wait_for_function("() => !firestep.undoing.busy")
    assert [(path, x["times"]) for path, x in sent] == [("undo", 1), ("undo", 2)]
    assert desktop.seq == seq + 3 and not desktop.page.evaluate("firestep.test.snap.board.battle")


def test_a_click_while_a_stack_is_put_in_march_order_freezes_nothing(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="gwb", scenario="ourcq")
    page = desktop.page
    page.evaluate("async () => { while (firestep.test.snap.decision?.ask !== 'MarchOrders') await firestep.test.take('done'); }")
    first = page.evaluate("""() => firestep.test.orders.find((o) => o.verb === 'march'
      && firestep.test.isPlace(firestep.test.piece(o.words[1]).at)
      && firestep.test.orders.filter((p) => p.verb === 'march'
        && firestep.test.piece(p.words[1]).at === firestep.test.piece(o.words[1]).at).length > 2).text""")
    desktop.do(first)
    other = page.evaluate(
        """(a) => firestep.test.orders.find((o) => o.verb === 'march'
      && firestep.test.isPlace(firestep.test.piece(o.words[1]).at)
      && firestep.test.piece(o.words[1]).at !== firestep.test.piece(a.split(' ')[1]).at).words[1]""",
        first,
    )
    x, y = desktop._spot("firestep.test.pieceCentre(id)", other)
    page.locator("#answers button", has_text="march as well").click(no_wait_after=True)
    page.mouse.click(x, y)
    page.wait_for_function("() => !firestep.test.busy")
    assert page.evaluate("1 + 1") == 2


SIZES = [(320, 640), (390, 844), (721, 900), (820, 1180), (844, 390), (970, 700), (1280, 800), (2560, 1300)]


def test_every_width_shows_its_bar_whole(desktop: TablePage) -> None:
    desktop.page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    desktop.set_up("here", "here")
    for width, height in SIZES:
        desktop.page.set_viewport_size({"width": width, "height": height})
        for part in ("#panel-toggle", "#undo", "#list-orders", "#question"):
            box = desktop.page.locator(part).bounding_box()
            assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width, (part, width)
        desktop.page.locator("#panel-toggle").click()
        desktop.page.locator("#panel-toggle").dispatch_event("click")
        assert desktop.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_first_page_fits_its_window(desktop: TablePage) -> None:
    desktop.page.goto("/")
    expect(desktop.page.locator("#play-now")).to_be_visible()
    for width in (820, 390, 320):
        desktop.page.set_viewport_size({"width": width, "height": 844})
        assert desktop.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_log_opens_at_its_end_and_is_folded_by_turn(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    desktop.page.evaluate("""async () => {
      let n = 0;
      while (firestep.test.now.turn < 3 && n++ < 400) {
        const texts = firestep.test.actions;
        await firestep.test.take(texts.find((a) => ["done", "stand", "halt"].includes(a)) ?? texts[0]);
      }
    }""")
    desktop.page.locator("#tab-log").click()
    desktop.page.wait_for_timeout(300)
    assert desktop.page.evaluate(
        "() => { const p = document.querySelector('#page-log'); return p.scrollTop + p.clientHeight >= p.scrollHeight - 4; }"
    )
    folds = desktop.page.locator(".fold")
    assert folds.count() >= 2
    assert folds.first.get_attribute("aria-expanded") == "false"
    folds.first.click()
    assert folds.first.get_attribute("aria-expanded") == "true"


def test_the_map_fills_its_room(desktop: TablePage) -> None:
    desktop.page.set_viewport_size({"width": 1920, "height": 1000})
    desktop.set_up("here", "here")
    empty = "() => { const c = firestep.camera; return c.x + c.size.x * c.k - c.inset.left; }"
    assert desktop.page.evaluate(empty) <= 80, "little but map at the western front"
    for _ in range(14):
        desktop.page.keyboard.press("-")
    desktop.page.wait_for_function("() => firestep.test.still")
    x0, x1, left, right = desktop.page.evaluate("""() => { const c = firestep.camera;
      const x = c.x + c.size.x * c.k;
      return [x, x + c.size.width * c.k, c.inset.left, c.port.clientWidth - c.inset.right]; }""")
    assert abs((x0 - left) - (right - x1)) < 4 or x0 <= left + 70, "in the middle of its room"


def test_the_track_says_whose_phase_it_is(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    now = desktop.page.locator("#sequence .now")
    expect(now).to_contain_text("First attack")
    expect(now).to_contain_text("first of three")
    desktop.page.evaluate(
        "async () => { const t = firestep.test, n = t.now.sequence.now; while (t.now.sequence.now === n) await t.take('done'); }"
    )
    expect(desktop.page.locator(".banner.on")).to_be_attached()


@pytest.mark.moving
def test_a_counter_hears_a_click_after_the_map_was_dragged(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    desktop.hex("0505")
    desktop.settled(1)
    page = desktop.page
    desktop._spot("firestep.test.pieceCentre(id)", "ge-2")
    page.wait_for_timeout(350)  # a second click at the same spot is not meant
    x, y = page.evaluate("""() => { const r = firestep.layout.port.getBoundingClientRect();
      for (let y = r.top + 200; y < r.bottom; y += 20) for (let x = r.left + 300; x < r.right - 300; x += 20) {
        const el = document.elementFromPoint(x, y);
        if (firestep.layout.port.contains(el) && !el.closest("[data-piece]")) return [x, y];
      } }""")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 20, steps=4)
    page.mouse.up()
    page.mouse.click(*page.evaluate("firestep.test.toWindow(...firestep.test.pieceCentre('ge-2'))"))
    desktop.settled(2)
    assert "add ge-2" not in desktop.actions, "it was added"


def test_a_stack_at_the_edge_of_the_map_opens_where_all_of_it_can_be_seen(desktop: TablePage) -> None:
    """Also where an answer lies at the bottom of a stack it must be possible to press it."""
    desktop.set_up("here", "here", game="gwb", scenario="ourcq")
    page = desktop.page
    page.wait_for_function("() => firestep.start")  # the map is drawn once more when it is known how the battle began
    for corner in ("x + y", "y - x", "x - y"):
        ids = page.evaluate(
            """(corner) => { const t = firestep, far = new Function("x", "y", `return ${corner}`);
          const place = Object.keys(t.geo.hexes).sort((a, b) => far(...t.geo.centre(a)) - far(...t.geo.centre(b)))[0];
          const men = t.snap.board.pieces.slice(0, 7).map((p) => ({ ...p, at: place }));
          t.field.draw({ ...t.snap.board, pieces: men });
          t.field.fan(place);
          return men.map((p) => p.id); }""",
            corner,
        )
        for id in ids:
            x, y = desktop._spot("firestep.test.pieceCentre(id)", id)
            under = page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('[data-piece]')?.dataset.piece", [x, y])
            assert under == id, f"{id} of the open stack is hidden or out of sight"


def test_what_is_drawn_anew_while_it_is_pressed_is_still_clicked(desktop: TablePage) -> None:
    """An answer of the server may come between press and release, and draws an open stack or a table anew."""
    page = desktop.page
    desktop.set_up("here", "here", game="dgk", scenario="le-cateau")
    page.wait_for_function("() => firestep.test.mine && firestep.test.still")
    leader = page.evaluate("firestep.test.orders.find((o) => o.verb === 'activate').words[1]")
    x, y = desktop._spot("firestep.test.pieceCentre(id)", leader)
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate("firestep.field.draw(firestep.test.snap.board)")
    page.mouse.up()
    desktop.settled(1)
    assert "choose a unit" in desktop.question


@pytest.mark.fresh
def test_the_question_is_whole_when_the_table_is_shown(desktop: TablePage) -> None:
    """What a question is about does not come later: the bar would grow under the hand, and the map move."""
    desktop.page.add_init_script(
        """new MutationObserver(() => {
             if (document.querySelector(".table.ready")) window.told ??= document.querySelector("#hint").textContent;
           }).observe(document, { subtree: true, childList: true, attributes: true })"""
    )
    desktop.set_up("here", "here", game="dgk", scenario="le-cateau")
    assert desktop.page.evaluate("told")


def test_clicks_are_told_apart_by_the_hand_and_not_by_the_machine(desktop: TablePage) -> None:
    """Two clicks half a second apart that a busy page hears one right after the other are two."""
    page = desktop.page
    desktop.set_up("here", "here")
    heard = page.evaluate(
        """async () => { const { twice } = await import("/js/input/click-guard.js");
      const made = { detail: 1, clientX: 40, clientY: 40 };
      const at = (ms) => Object.defineProperty(new MouseEvent("click", made), "timeStamp", { value: ms });
      return [1000, 1120, 1250, 1310, 1900].map((ms) => twice(at(ms))); }"""
    )
    assert heard == [False, True, True, False, False], "somebody who goes on clicking is heard again after the moment"


@pytest.mark.fresh
def test_the_curtain_between_two_people_is_passed_by_its_button_alone(desktop: TablePage) -> None:
    page = desktop.page
    page.add_init_script("localStorage.setItem('firestep.settings', JSON.stringify({ curtain: true }))")
    desktop.set_up("here", "here")
    veil = page.locator("#veil")
    expect(veil).to_contain_text("the word is with the Central Powers")  # a table is opened covered
    veil.locator("button").click()
    expect(veil).to_be_hidden()
    desktop.end_phase()
    expect(veil).to_contain_text("the word is with the Allies")
    for again in (False, True):
        seq = desktop.seq
        assert page.locator(".bar").evaluate("(el) => el.inert"), "nothing under it is touched"
        for key in ("/", "1", "?", "k", "u", "l", "Tab", "Escape", "/"):
            page.keyboard.press(key)
        expect(page.locator("dialog")).to_have_count(0)
        expect(veil).to_be_visible()
        assert desktop.seq == seq and not page.evaluate("firestep.test.busy")
        if not again:
            page.reload()
            desktop.ready()
    veil.locator("button").focus()
    page.keyboard.press("Enter")
    expect(veil).to_be_hidden()
    page.keyboard.press("/")
    expect(page.locator("dialog[open]")).to_have_count(1)
