"""A table from its opening to a turn played with clicks: orders, odds, why-not, undo, and no accidental end of a phase."""

from __future__ import annotations

import re
from functools import cache

import pytest
from playwright.sync_api import expect
from table_page import TablePage

import firestep
from firestep.engine import position

pytestmark = [pytest.mark.slow, pytest.mark.moving]


@cache
def movement() -> str:
    """The position in which the first armies of the war may move."""
    s = firestep.start("wwi", seed="browser")
    while s.decision is not None and s.state.phase != 1:
        texts = [" ".join(a) for a in s.decision.actions]
        s.take(next((a for a in texts if a in ("done", "stand", "halt")), texts[0]))
    return position.to_text(s)


def let_the_enemy_move(desktop: TablePage) -> None:
    """The Allies move nothing, and the machine moves the Central Powers."""
    desktop.set_up("here", "bot:greedy", start=movement())
    desktop.do("done")
    desktop.page.wait_for_function("() => firestep.test.mine && !firestep.test.busy")


def test_play_now_starts_a_game_against_the_machine_with_one_click(desktop: TablePage) -> None:
    desktop.page.goto("/")
    desktop.page.locator("#play-now").click()
    desktop.ready()
    expect(desktop.page.locator("#question")).not_to_be_empty()
    assert len(desktop.board()["pieces"]) > 30
    kinds = desktop.page.evaluate("firestep.test.now.seats.map((x) => x.kind)")
    assert sorted(kinds) == ["bot", "here"]


def test_an_attack_is_put_together_and_rolled_with_clicks(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    assert "Central Powers" in desktop.question
    desktop.hex("0505")
    expect(desktop.page.locator("#question")).to_contain_text("add armies to the attack on Brussels")
    desktop.piece("ge-2")
    expect(desktop.page.locator("#question")).to_contain_text("4 against 5")
    desktop.piece("ge-3")
    expect(desktop.page.locator("#question")).to_contain_text("8 against 5")
    desktop.button("roll the die")
    desktop.settled(4)
    desktop.page.locator("#tab-log").click()
    entry = desktop.page.locator(".entry", has_text="attack")
    expect(entry.last).to_contain_text(re.compile(r"die [1-6]: attacker loses \d, defender \d"))


def test_the_odds_are_shown_as_bars_and_follow_every_army_added(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    desktop.hex("0505")
    desktop.piece("ge-2")
    desktop.settled(2)
    desktop.piece("ge-3")
    desktop.settled(3)
    desktop.page.mouse.move(700, 880)
    card = desktop.page.locator(".card.odds")
    expect(card).to_contain_text("8 against 5")
    percents = [int(x.split()[0]) for x in card.locator(".bars .num").all_inner_texts()]
    assert 98 <= sum(percents) <= 102, percents
    expect(card.locator(".modifiers li")).to_have_count(4)  # two armies, the defender, the fortification
    expect(card.locator(".modifiers .rule-id").first).to_be_visible()


def test_a_march_is_two_clicks_and_undo_takes_it_back(desktop: TablePage) -> None:
    desktop.set_up("here", "here", start=movement())
    mover = next(a.split()[1] for a in desktop.actions if a.startswith("move fr-"))
    start, seq = desktop.at(mover), desktop.seq
    desktop.piece(mover)
    desktop.settled(seq + 1)
    goal = next(a.split()[1] for a in desktop.actions if a.startswith("to "))
    desktop.hex(goal)
    desktop.settled(seq + 2)
    assert desktop.at(mover) == goal
    desktop.page.locator("#undo").click()
    desktop.settled(seq + 3)
    assert desktop.at(mover) == start
    desktop.page.locator("#undo").click()
    desktop.settled(seq + 4)
    expect(desktop.page.locator("#question")).to_contain_text("choose an army to move")


def test_another_army_can_be_chosen_by_clicking_it(desktop: TablePage) -> None:
    desktop.set_up("here", "here", start=movement())
    first, second = [a.split()[1] for a in desktop.actions if a.startswith("move fr-")][:2]
    desktop.piece(first)
    desktop.page.wait_for_function("(id) => firestep.test.snap.board.battle?.mover === id", arg=first)
    if second not in [a.split()[-1] for a in desktop.actions]:
        desktop.piece(second)
        desktop.page.wait_for_function("(id) => firestep.test.snap.board.battle?.mover === id", arg=second)


def test_start_my_turn_over(desktop: TablePage) -> None:
    desktop.set_up("here", "here", start=movement())
    before = {p["id"]: p["at"] for p in desktop.board()["pieces"]}
    for _ in range(2):
        desktop.do(next(a for a in desktop.actions if a.startswith("move ")))
        desktop.do(next((a for a in desktop.actions if a.startswith("to ")), "stay"))
    assert {p["id"]: p["at"] for p in desktop.board()["pieces"]} != before
    seq = desktop.seq
    desktop.page.locator("#tab-table").click()
    desktop.page.locator("#restart-turn").click()
    desktop.page.locator("dialog .sure").click()
    desktop.settled(seq + 1)
    desktop.page.wait_for_function("() => firestep.test.now.decision.prompt.includes('choose an army')")
    assert {p["id"]: p["at"] for p in desktop.board()["pieces"]} == before


def test_pointing_at_what_is_not_legal_says_why_with_the_rule(desktop: TablePage) -> None:
    desktop.set_up("here", "here", start=movement())
    desktop.do(next(a for a in desktop.actions if a.startswith("move fr-")))
    legal = {a.split()[1] for a in desktop.actions if a.startswith("to ")}
    enemy = next(p["at"] for p in desktop.board()["pieces"] if p["nation"] == "ge" and p["at"] not in legal)
    desktop.point(enemy)
    card = desktop.page.locator("#pointer-card.why")
    expect(card).to_be_visible()
    rule = card.locator(".rule-id").first
    expect(rule).to_be_visible()
    desktop.page.keyboard.press("Escape")
    desktop.hex(enemy)  # clicking asks as well, and the card stays to be read
    expect(card).to_be_visible()
    rule.click()
    dialog = desktop.page.locator("dialog")
    expect(dialog.locator("h2")).to_contain_text("Rule")
    assert len(dialog.inner_text()) > 60


def test_a_place_shows_its_terrain_and_who_stands_there(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    place = desktop.at("ge-7")
    desktop.hex(place)
    card = desktop.page.locator(".card.inspect")
    expect(card).to_contain_text(place)
    expect(card).to_contain_text("German 7th Army")
    expect(card).to_contain_text("Movement Point")


def test_a_phase_is_not_ended_by_accident(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    seq = desktop.seq
    desktop.page.locator("#answers button.end").click()
    dialog = desktop.page.locator("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.locator(".stay")).to_be_focused()
    desktop.page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    assert desktop.seq == seq
    desktop.end_phase()
    assert desktop.seq == seq + 1


def test_overlays_counters_and_zoom(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    page = desktop.page
    page.locator(".overlay-pick select").select_option("zones central")
    page.wait_for_function("() => document.querySelector('.overlay-line').getAttribute('d').length > 100")
    page.locator("#hide-counters").click()
    expect(page.locator(".field .piece:not(.far-off)").first).to_be_hidden()
    page.locator("#hide-counters").click()
    expect(page.locator(".field .piece:not(.far-off)").first).to_be_visible()
    page.locator("#map").focus()
    for _ in range(12):
        page.keyboard.press("+")
    page.wait_for_function("() => Math.abs(firestep.test.scale - 4) < 0.01")
    for _ in range(20):
        page.keyboard.press("-")
    page.wait_for_function("() => firestep.test.still && firestep.test.scale <= 0.26")


def test_names_and_chat_cannot_smuggle_in_script(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    text = "<img src=x onerror=window.hurt=1><script>window.hurt=1</script>"
    desktop.page.evaluate("(text) => firestep.test.ask('/chat', { body: { text } })", text)
    desktop.page.locator("#tab-table").click()
    expect(desktop.page.locator(".chat li")).to_contain_text("<img src=x")
    assert desktop.page.evaluate("window.hurt") is None


def test_an_army_slides_along_its_way_and_nothing_waits_for_it(desktop: TablePage) -> None:
    desktop.set_up("here", "here", start=movement())
    page = desktop.page
    page.evaluate("""() => {
      window.marches = [];
      const draw = SVGGElement.prototype.animate;
      SVGGElement.prototype.animate = function (frames, how) {
        marches.push({ piece: this.dataset.piece, frames: frames.map((f) => f.transform), ms: how.duration });
        return draw.call(this, frames, how);
      };
    }""")
    for mover in [a.split()[1] for a in desktop.actions if a.startswith("move fr-")]:
        desktop.do(f"move {mover}")
        far = page.evaluate(
            """(id) => {
          const t = firestep.test, at = t.centre(t.piece(id).at);
          const far = (o) => { const [x, y] = t.centre(o.words[1]); return [Math.hypot(x - at[0], y - at[1]), o.text]; };
          return firestep.test.orders.filter((o) => o.verb === "to").map(far).sort((a, b) => b[0] - a[0])[0];
        }""",
            mover,
        )
        if far and far[0] > 150:
            break
        desktop.do("stay")
    goal = far[1].split()[1]
    desktop.do(far[1])
    assert desktop.at(mover) == goal
    march = page.evaluate("marches").pop()
    assert march["piece"] == mover and len(march["frames"]) >= 3 and march["ms"] <= 480
    end = page.evaluate('(id) => document.querySelector(`.pieces [data-piece="${id}"]`).style.transform', mover)
    assert march["frames"][-1] == end, "it stands there already"
    desktop.do(next(a for a in desktop.actions if a.startswith("move ")))  # at once, while it still slides


def test_the_arrow_keys_point_at_any_hex_and_ask_why_not(desktop: TablePage) -> None:
    desktop.set_up("here", "here", start=movement())
    page, keys = desktop.page, desktop.page.keyboard
    enemy = next(p["at"] for p in desktop.board()["pieces"] if p["nation"] == "ge")
    page.evaluate(
        "(at) => { const [x, y] = firestep.test.centre(at);"
        " firestep.test.lookAt({ x: x - 200, y: y - 100, width: 600, height: 600 }, { smooth: false }) }",
        enemy,
    )
    page.locator("#map").focus()
    keys.press("x")
    page.wait_for_function("() => firestep.test.pointed")
    start = page.evaluate("firestep.test.pointed")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    assert page.evaluate("firestep.test.pointed") != start
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    assert page.evaluate("firestep.test.pointed") == start, "there and back"
    for _ in range(40):
        dx, dy = page.evaluate(
            """(to) => {
          const a = firestep.test.centre(firestep.test.pointed), b = firestep.test.centre(to);
          return [b[0] - a[0], b[1] - a[1]];
        }""",
            enemy,
        )
        if abs(dx) < 20 and abs(dy) < 20:
            break
        keys.press("ArrowRight" if dx > 40 else "ArrowLeft" if dx < -40 else "ArrowDown" if dy > 0 else "ArrowUp")
    assert page.evaluate("firestep.test.pointed") == enemy
    keys.press("w")
    expect(page.locator("#pointer-card.why .rule-id").first).to_be_visible()
    keys.press("Escape")
    assert page.evaluate("firestep.keys.pointer") is None
