"""Death in the Trenches by clicks: a whole stack in two, a pulse in six at most, the war on one page, the dice with their odds."""

from __future__ import annotations

import gzip
import itertools
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from table_page import TablePage

import firestep
from firestep.engine import position
from firestep.engine.dice import Dice
from firestep.engine.start import begin
from firestep.games import GAMES

pytestmark = pytest.mark.slow

MOMENTS = Path(__file__).parent.parent / "moments" / "ditt"

ASK = "() => firestep.test.mine && !firestep.test.busy ? firestep.test.snap.decision.ask : null"
#: what can be touched on the map besides the buttons
GLOW = "() => ({places: firestep.test.litPlaces, pieces: firestep.test.litPieces})"


def to_the_pulses(desktop: TablePage) -> None:
    """The questions before the first pulse, which this test is not about."""
    for _ in range(200):
        desktop.page.wait_for_function("() => firestep.test.mine && !firestep.test.busy")
        if desktop.page.evaluate(ASK) == "Pulse":
            return
        quiet = [a for a in desktop.actions if a in ("roll", "pass", "done", "no")]
        desktop.do((quiet or desktop.actions)[0])
    raise AssertionError("no pulse came")


@cache
def first_pulse() -> str:
    """The position in which the first pulse of the war is asked for."""
    s = firestep.start("ditt", seed="browser")
    while s.decision is not None and type(s.decision.step).__name__ != "Pulse":
        texts = [" ".join(a) for a in s.decision.actions]
        s.take(next((a for a in texts if a in ("roll", "pass", "done", "no")), texts[0]))
    return position.to_text(s)


def begin_with_the_pulses(desktop: TablePage, *seats: str) -> None:
    desktop.set_up(*seats, game="ditt", start=first_pulse())
    desktop.page.wait_for_function("() => firestep.test.mine && !firestep.test.busy")


def lift_curtain(desktop: TablePage) -> None:
    if desktop.page.locator("#veil").is_visible():
        desktop.page.locator("#veil button").first.click()


def choose_stack(desktop: TablePage, place: str) -> None:
    """Click the top counter of a stack."""
    seq = desktop.seq
    desktop.piece(desktop.page.evaluate("(p) => firestep.test.stack(p).at(-1).id", place))
    desktop.settled(seq + 1)


def test_a_whole_stack_marches_two_hexes_in_two_clicks(desktop: TablePage) -> None:
    begin_with_the_pulses(desktop, "here", "here")
    board = desktop.board()
    stack = sorted(x["id"] for x in board["pieces"] if x["at"] == "3208")
    assert len(stack) > 1
    choose_stack(desktop, "3208")
    assert desktop.page.evaluate(ASK) == "March"
    goal = max(desktop.board()["battle"]["ways"])
    assert not desktop.page.locator(".sea-line").get_attribute("d"), "a march is not drawn as a voyage"
    seq = desktop.seq
    desktop.hex(goal)
    desktop.settled(seq + 2)
    assert sorted(x["id"] for x in desktop.board()["pieces"] if x["at"] == goal and x["id"] in stack) == stack
    assert all("flipped" in x["badges"] for x in desktop.board()["pieces"] if x["id"] in stack)


def test_a_march_by_touch_can_be_taken_back_and_else_begins_by_itself(phone: TablePage) -> None:
    phone.page.emulate_media(reduced_motion="reduce")
    begin_with_the_pulses(phone, "here", "here")
    stack = sorted(x["id"] for x in phone.board()["pieces"] if x["at"] == "3208")
    choose_stack(phone, "3208")
    goal = max(phone.board()["battle"]["ways"])
    seq = phone.seq
    phone.hex(goal)
    phone.page.locator("#answers button", has_text="Take the march back").tap()
    phone.page.wait_for_timeout(3400)
    assert phone.seq == seq and phone.at(stack[0]) == "3208", "nobody marches behind one's back"
    phone.hex(goal)
    phone.page.wait_for_function("() => firestep.test.snap.decision?.ask === 'Pulse'", timeout=20_000)
    assert sorted(x["id"] for x in phone.board()["pieces"] if x["at"] == goal and x["id"] in stack) == stack


def test_an_attack_by_touch_is_asked_about_with_its_firepower(phone: TablePage) -> None:
    begin_with_the_pulses(phone, "here", "here")
    choose_stack(phone, "3208")
    seq = phone.seq
    phone.hex("3308")
    card = phone.page.locator("#pointer-card.choice-card")
    expect(card.locator("button")).to_have_count(1)
    expect(card).to_contain_text("Firepower")
    assert phone.seq == seq
    phone.page.wait_for_timeout(350)
    card.locator("button").tap()
    phone.settled(seq + 1)
    assert phone.page.evaluate("firestep.test.snap.decision.ask") != "March"


def test_who_has_done_enough_passes_once_for_all_pulses(desktop: TablePage) -> None:
    begin_with_the_pulses(desktop, "here", "bot:random")
    turn = desktop.page.evaluate("firestep.test.now.turn")
    seq = desktop.seq
    desktop.page.locator("#answers button", has_text="Pass until the pulses end").click()
    desktop.settled(seq + 1)
    # the enemy's attacks still ask: losses, retreats; no pulse does until the next turn
    for _ in range(400):
        desktop.page.wait_for_function(
            "() => (firestep.test.mine && !firestep.test.busy) || firestep.test.now.outcome", timeout=120_000
        )
        ask = desktop.page.evaluate("[firestep.test.now.turn, firestep.test.snap.decision?.ask, firestep.test.now.phase]")
        if ask[0] > turn:
            return
        assert ask[1] != "Pulse", ask
        seq, actions = desktop.seq, desktop.actions
        if not actions:  # the page has taken a single answer by itself meanwhile
            continue
        quiet = [a for a in actions if a in ("pass", "done", "no", "roll")]
        desktop.page.evaluate("(a) => firestep.test.take(a)", (quiet or actions)[0])
        desktop.settled(seq + 1)
    raise AssertionError("the turn did not end")


def test_events_are_told_one_by_one_with_what_they_did(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="ditt")
    to_the_pulses(desktop)
    lines = desktop.page.evaluate("firestep.test.now.journal")
    first = next(i for i, e in enumerate(lines) if e["key"] == "chit")
    events = [e for e in lines[first:] if e["key"] == "event"]
    card = desktop.page.locator(".card.tale")
    expect(card.locator("li")).to_have_count(len(events))
    for row, e in zip(card.locator("li").all(), events, strict=True):
        assert e["text"].split(". ")[0].rstrip(".") in row.inner_text()
    dice = next(e["text"].split(": ", 1)[1] for e in lines[first:] if e["key"] == "event-roll")
    expect(card.locator(".did", has_text=dice[1:]).first).to_be_attached()
    lift_curtain(desktop)
    choose_stack(desktop, "3208")
    expect(card).to_be_hidden()


def test_what_the_enemy_did_is_reported(desktop: TablePage) -> None:
    begin_with_the_pulses(desktop, "here", "bot:random")
    desktop.page.evaluate("""async () => {
      const told = () => document.querySelector(".report:not([hidden])")?.textContent.includes("Moved");
      for (let n = 0; n < 200 && !told(); n++) {
      if (!firestep.test.mine || firestep.test.busy) { await new Promise((r) => setTimeout(r, 60)); continue; }
      const texts = firestep.test.actions;
      await firestep.test.take(texts.find((a) => ["pass", "done", "no"].includes(a)) ?? texts[0]); } }""")
    expect(desktop.page.locator(".report")).to_contain_text("Moved")


def test_armies_show_their_divisions_and_the_war_fits_on_one_page(desktop: TablePage) -> None:
    desktop.page.set_viewport_size({"width": 1440, "height": 900})
    desktop.set_up("here", "here", game="ditt")
    army = next(x for x in desktop.board()["pieces"] if x["id"] == "ge-8")
    assert army["text"] == f"{army['divs']} Divs"
    war = desktop.page.locator("#page-war")
    for word in ("Army Max", "Res.", "Entry and revolution, to 70", "Mediterr.", "Air", "Coins", "Cities", "of 19"):
        expect(war).to_contain_text(word) if word != "Army Max" else expect(war.locator("th[title^='Army Max']")).to_have_count(1)
    last = war.locator("section.track").nth(3).bounding_box()
    page = war.bounding_box()
    assert last and page and last["y"] + last["height"] <= page["y"] + page["height"], "the War page has to be scrolled"


def late_boards() -> list[dict[str, Any]]:
    """What the page is told in the course of a war: at stored moments of every year, and in the last turn."""
    g, out = GAMES["ditt"], []
    for n in (2, 4, 6, 7, 9):
        kept = json.loads(gzip.decompress((MOMENTS / f"1914-{n}.json.gz").read_bytes()))
        s = begin(g, kept["scenario"], g.settle_options(kept["options"]), Dice("late"), kept["moment"])
        assert s.decision is not None
        out.append(json.loads(json.dumps(g.view(s, s.decision.seat))))
    return out


def test_late_in_the_war_it_still_fits_on_one_page(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="ditt")
    boards = late_boards()
    assert boards[-1]["season"] == "Fall 1918"
    for (width, height), board in itertools.product([(1440, 900), (1280, 800)], boards):
        desktop.page.set_viewport_size({"width": width, "height": height})
        desktop.page.evaluate(
            """(board) => { const t = firestep, snap = structuredClone(t.now);
          Object.assign(snap, { board, seq: snap.seq + 1, turn: board.turn ?? snap.turn });
          t.show(snap, "snapshot"); }""",
            board,
        )
        desktop.page.wait_for_function("(s) => document.querySelector('#page-war').textContent.includes(s)", arg=board["season"])
        desktop.page.wait_for_timeout(300)
        need, have = desktop.page.evaluate(
            "(() => { const e = document.querySelector('#page-war'); return [e.scrollHeight, e.clientHeight]; })()"
        )
        print("panel", board.get("season"), need, have)
        assert need <= have, f"{board.get('season')}: {need} of {have} pixels"
        over = desktop.page.evaluate(
            """(() => { const page = document.querySelector('#page-war');
            const edge = page.getBoundingClientRect().left + page.clientWidth;
            return Math.max(...[...page.querySelectorAll('td, li, p')].map((e) => e.getBoundingClientRect().right - edge)); })()"""
        )
        assert over <= 0, f"{board.get('season')}: {over} pixels beyond the page's edge"


def test_the_dice_are_chosen_with_their_odds(desktop: TablePage) -> None:
    begin_with_the_pulses(desktop, "here", "here")
    choose_stack(desktop, "3208")
    desktop.hex("3308")
    desktop.page.wait_for_function("() => ['Offer', 'DiceCount'].includes(firestep.test.snap.decision?.ask)")
    for _ in range(6):
        lift_curtain(desktop)
        if desktop.page.evaluate("firestep.test.snap.decision.ask") == "DiceCount":
            break
        desktop.do("pass")
    card = desktop.page.locator(".card.odds")
    expect(card.locator(".bars li")).to_have_count(7)
    expect(card).to_contain_text("% over")
    seat, board = desktop.page.evaluate("firestep.test.snap.decision.seat"), desktop.board()
    assert desktop.page.locator("#answers output").inner_text() == str(board["battle"]["best"][seat])
    expect(desktop.page.locator("#answers .numbers")).to_contain_text("hits expected")


def answer(desktop: TablePage, r: random.Random) -> int:
    """Answer whatever is asked with as few clicks as a person would: the number of clicks."""
    page, seq = desktop.page, desktop.seq
    buttons = page.locator("#answers button:not(.quiet):not(.dear)")
    names = [b.inner_text() for b in buttons.all()]
    plain = [i for i, n in enumerate(names) if n not in ("Step by step", "Straight to the goal") and not n.endswith("…")]
    clicks = 1
    if plain:
        buttons.nth(plain[-1]).click()
    else:
        glow: dict[str, Any] = page.evaluate(GLOW)
        if glow["places"]:
            desktop.hex(r.choice(glow["places"]))
        else:
            desktop.piece(glow["pieces"][0])
    for _ in range(3):
        page.wait_for_timeout(450)  # what appears under the pointer is not pressed at once
        if desktop.seq > seq:
            return clicks
        card = page.locator("#pointer-card.choice-card button")
        if page.locator("dialog[open] .sure").count():
            page.locator("dialog[open] .sure").click()
        elif card.count():
            card.last.click()
        else:
            glow = page.evaluate(GLOW)
            desktop.piece(glow["pieces"][0]) if glow["pieces"] else desktop.hex(glow["places"][0])
        clicks += 1
    desktop.settled(seq + 1)
    return clicks


def test_a_pulse_takes_six_clicks_at_most_on_average(desktop: TablePage) -> None:
    begin_with_the_pulses(desktop, "here", "bot:random")
    r, taken = random.Random(5), []
    for _ in range(4):
        desktop.page.wait_for_function("() => firestep.test.mine && !firestep.test.busy", timeout=60_000)
        while desktop.page.evaluate(ASK) not in ("Pulse", None):
            answer(desktop, r)  # the enemy's pulse asks as well: losses, retreats
            desktop.page.wait_for_function("() => firestep.test.mine && !firestep.test.busy", timeout=60_000)
        stacks = [a.split()[1] for a in desktop.actions if a.startswith("stack")]
        on_map = [p for p in stacks if p.isdigit()]
        if not on_map:
            break
        choose_stack(desktop, r.choice(on_map))
        clicks = 1
        while True:
            desktop.page.wait_for_timeout(100)
            if desktop.page.evaluate(ASK) in ("Pulse", None):
                break
            clicks += answer(desktop, r)
        taken.append(clicks)
    print(f"clicks of each pulse: {taken}")
    assert len(taken) == 4 and sum(taken) / len(taken) <= 6, taken


def test_a_line_of_the_log_is_about_the_army_of_its_own_country(desktop: TablePage) -> None:
    """Every power has a 3rd Army, and places are told as (3309)."""
    desktop.set_up("here", "here", game="ditt")
    found = desktop.page.evaluate(
        """async () => { const { about } = await import("/js/panels/log-subjects.js");
        return about(firestep, { text: "The French 3rd Army marches from Verdun (3107) to The Ardennes (3207).", words: [] }); }"""
    )
    assert found == {"pieces": ["fr-3"], "places": ["3107", "3207"], "nation": "fr"}


def test_the_help_promises_no_frame_where_stacks_go_one_a_pulse(desktop: TablePage) -> None:
    begin_with_the_pulses(desktop, "here", "here")
    desktop.page.keyboard.press("?")
    keys = desktop.page.locator("dialog[open] .keys")
    expect(keys.first).to_be_visible()
    assert not [x for x in keys.all_inner_texts() if "frame" in x or "drag" in x]
