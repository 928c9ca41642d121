"""The Great War by clicks: stacks in two, attacks with all and the odds before the die, events as cards, six sheets, the rest of a
phase by the machine. Played on the small position of its guided turn: what is asked is the same, and it is quick."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import expect
from table_page import TablePage
from test_accessibility import COLOURS, complaints, looked_at

import firestep

pytestmark = pytest.mark.slow

LESSON = tomllib.loads((Path(firestep.__file__).parent / "games/tgw/data/teach.toml").read_text())["lesson"]
ASK = "firestep.test.mine && !firestep.test.busy ? firestep.test.snap.decision.ask : null"


def open_small(desktop: TablePage, *seats: str) -> None:
    """St Quentin in March 1918, a few divisions of both sides."""
    desktop.set_up(*seats, game="tgw", scenario="1918", start=LESSON["start"].lstrip(), seed=LESSON["seed"])


#: the plainest answers until a question is asked; where there is one answer the page may give it first
PLAINLY_TO = f"""async (wanted) => {{
  for (let n = 0; n < 1200 && ({ASK}) !== wanted; n++) {{
    const texts = firestep.test.actions;
    if (!firestep.test.mine || firestep.test.busy) await new Promise((r) => setTimeout(r, 50));
    else await firestep.test.take(texts.find((a) => ["done", "none", "pass", "stand"].includes(a)) ?? texts[0]);
  }}
}}"""


def asked(desktop: TablePage, *asks: str) -> str:
    desktop.page.wait_for_function(f"(asks) => asks.includes({ASK})", arg=list(asks), timeout=120_000)
    return str(desktop.page.evaluate(ASK))


def at(desktop: TablePage, place: str) -> list[str]:
    return sorted(p["id"] for p in desktop.board()["pieces"] if p["at"] == place)


def to_the_attack(desktop: TablePage) -> None:
    desktop.do("done")
    if asked(desktop, "Lay", "Attacks") == "Lay":
        desktop.do("keep")
    asked(desktop, "Attacks")


def test_a_whole_stack_moves_in_two_clicks_and_another_is_taken_up_instead(desktop: TablePage) -> None:
    open_small(desktop, "link", "here")
    stack = at(desktop, "W5815")
    seq = desktop.seq
    desktop.hex("W5714")  # the wrong one first
    desktop.settled(seq + 1)
    asked(desktop, "March")
    expect(desktop.page.locator("#question")).to_contain_text("4G")
    desktop.page.locator("#call-off").click()  # put down again
    asked(desktop, "MoveUnits")
    desktop.hex("W5815")
    desktop.page.wait_for_function("() => firestep.test.snap.board.battle?.movers?.length === 3 && !firestep.test.busy")
    desktop.hex("W5816")
    asked(desktop, "MoveUnits")
    assert at(desktop, "W5816") == stack and at(desktop, "W5714") == ["ge-4g"]
    desktop.page.keyboard.press("u")
    desktop.page.wait_for_function("() => firestep.test.snap.decision.ask === 'March'")


def test_an_attack_shows_its_odds_and_rules_before_the_die_and_takes_two_clicks(desktop: TablePage) -> None:
    open_small(desktop, "bot:greedy", "here")
    to_the_attack(desktop)
    seq = desktop.seq
    desktop.hex("W5813")
    desktop.settled(seq + 1)
    odds = desktop.page.locator(".card.odds")
    expect(odds).to_contain_text("Attack on the hex near Péronne (W5813)")
    expect(odds.locator(".modifiers li").first).to_be_visible()
    assert odds.locator(".modifiers .rule-id").count() >= 3
    rolls = desktop.page.evaluate("firestep.test.now.rolls")
    desktop.button("Attack with all")
    desktop.page.wait_for_function("(n) => firestep.test.now.rolls > n && !firestep.test.busy", arg=rolls, timeout=60_000)
    assert "W5813" in [
        e["words"][0] if e["words"] else "W5813" for e in desktop.page.evaluate("firestep.test.now.journal") if e["key"] == "attack"
    ]


def test_orders_for_many_are_few_requests(desktop: TablePage) -> None:
    """Who attacks, loses and goes in is known beforehand: each is one list, and what depends on it is asked after it."""
    start = re.sub("flipped = .*", "flipped = []", LESSON["start"].lstrip()).replace('br-58t = "W5813"\n', "")
    desktop.set_up("here", "here", game="tgw", scenario="1918", start=start, seed="s6")
    to_the_attack(desktop)
    desktop.hex("W5813")
    asked(desktop, "Assemble")
    stacks = [a for a in desktop.actions if a.startswith("add-all")]
    with desktop.sending() as sent:
        desktop.button("Attack with all")
        asked(desktop, "Lose")
    assert [x.get("actions", x.get("action")) for _, x in sent][:2] == [stacks, "go"] and len(stacks) > 2
    fight, worth = (
        desktop.board()["fight"],
        {p["id"]: int(p["text"].split("-")[0]) for p in desktop.board()["pieces"] if "?" not in p["text"]},
    )
    assert fight["losses"][0] == 2 and len(fight["attackers"]) == len(desktop.actions)
    weakest = sorted(fight["attackers"], key=lambda u: (worth[u], u))[:2]
    with desktop.sending() as sent:
        desktop.button("The weakest")
        ask = asked(desktop, "Offer", "Advance")
    assert [x["actions"] for _, x in sent] == [[f"lose {u}" for u in weakest]]
    if ask == "Offer":
        desktop.do("pass")
    asked(desktop, "Advance")
    able = [a.split()[1] for a in desktop.actions if a.startswith("advance ")]
    with desktop.sending() as sent:
        desktop.button("Advance with all that fit")
        asked(desktop, "Attacks", "GoOn")
    order = sorted(able, key=lambda u: (-worth[u], u))
    assert sent[0][1]["actions"] == [f"advance {u}" for u in order] and len(sent) < 3
    gone_in = at(desktop, "W5813")
    assert len(gone_in) > 1 and gone_in == sorted(order[: len(gone_in)]), "the strongest, as many as fit"


def test_odds_are_asked_for_while_there_are_any(desktop: TablePage) -> None:
    """Neither of a moment that has passed when the server hears of it, nor of an attack whose die has fallen."""
    open_small(desktop, "here", "here")
    page = desktop.page
    answers: list[tuple[str, int]] = []
    page.on("response", lambda r: answers.append((r.url, r.status)) if "/odds?" in r.url else None)
    to_the_attack(desktop)
    desktop.hex("W5813")
    asked(desktop, "Assemble")
    expect(page.locator(".card.odds")).to_contain_text("Attack on the hex near Péronne (W5813)")
    desktop.button("Attack with all")
    asked(desktop, "Lose", "Offer", "Advance", "Attacks")
    page.evaluate(PLAINLY_TO, "Attacks")
    page.wait_for_load_state("networkidle")
    assert answers and {status for _, status in answers} == {200}, answers
    page.evaluate("""() => {
      const snap = structuredClone(firestep.test.now);
      const fight = { target: "W5813", attackers: ["br-8"], defenders: [], losses: [0, 0], resolved: true };
      Object.assign(snap, { seq: snap.seq + 1, decision: { ...snap.decision, ask: "Offer", actions: ["pass", "play x"] } });
      snap.board.fight = fight;
      firestep.now = firestep.live.snap = snap;
      firestep.show(snap, "patch");
    }""")
    assert page.evaluate("firestep.parts.odds.standing()") is None


@pytest.mark.parametrize(("bound", "sent"), [(False, ["lose br-3", "lose br-3", "lose br-8", "lose br-47t"]), (True, "lose br-8")])
def test_the_weakest_lose_step_by_step(desktop: TablePage, bound: bool, sent: object) -> None:
    """Of two steps both, of one that is left the one; where the first loss is bound to some, it goes alone."""
    open_small(desktop, "here", "here")
    desktop.page.mouse.move(2, 2)  # a button that comes under the pointer is not pressed at once
    desktop.page.evaluate(
        """(bound) => {
      const t = firestep, snap = structuredClone(t.now), ids = ["br-47t", "br-8", "br-3"];
      const set = (id, text, ...badges) => Object.assign(snap.board.pieces.find((p) => p.id === id), { text, badges });
      set("br-3", "2-4"); set("br-8", "3-4", "reduced"); set("br-47t", "6-4");
      snap.decision = { ...snap.decision, ask: "Lose", actions: (bound ? ids.slice(0, 2) : ids).map((id) => `lose ${id}`) };
      snap.board.fight = { target: "W5813", attackers: ids, defenders: [], losses: [4, 0],
        two_step: ["br-3", "br-8"], resolved: true };
      snap.seq++;
      t.now = t.live.snap = snap;
      t.show(snap, "patch");
      window.sent = null;
      t.post = async (list) => { window.sent = list; return true; };
    }""",
        bound,
    )
    desktop.button("The weakest")
    desktop.page.wait_for_function("() => window.sent && !firestep.test.busy")
    assert desktop.page.evaluate("window.sent") == sent


def test_nothing_more_is_said_in_this_fight_and_in_no_other(desktop: TablePage) -> None:
    open_small(desktop, "here", "here")
    desktop.page.mouse.move(2, 2)  # a button that comes under the pointer is not pressed at once
    desktop.page.evaluate("""() => {
      const t = firestep, show = (ask, target, ...actions) => {
        const snap = structuredClone(t.now);
        const fight = { target, attackers: ["br-8"], defenders: [], losses: [0, 0], resolved: false };
        Object.assign(snap, { seq: snap.seq + 1, decision: { ...snap.decision, ask, actions } });
        snap.board.fight = fight;
        t.now = t.live.snap = snap;
        t.show(snap, "patch");
      };
      window.sent = [];
      const next = [["Fly", "W5813", "fly ge-8", "done"], ["Support", "W5814", "none", "support ge-4g"]];
      t.post = async (text) => { window.sent.push(text); if (next.length) show(...next.shift()); return true; };
      show("Support", "W5813", "none", "support ge-4g");
    }""")
    desktop.button("Nothing more: roll")
    desktop.page.wait_for_function("() => window.sent.length && !firestep.test.busy")
    assert desktop.page.evaluate("[window.sent, firestep.test.snap.board.fight.target]") == [["none", "done"], "W5814"]


def test_a_choice_of_one_ends_with_its_move_and_with_escape(desktop: TablePage) -> None:
    open_small(desktop, "link", "here")
    page, stack = desktop.page, at(desktop, "W5815")

    def choose() -> None:
        page.keyboard.down("Shift")
        desktop.hex("W5815")
        page.keyboard.up("Shift")
        assert page.evaluate("firestep.test.several.length") == 1

    choose()
    page.keyboard.press("Escape")
    assert page.evaluate("firestep.test.several.length") == 0
    choose()
    desktop.hex("W5816")
    page.wait_for_function("(id) => !firestep.test.busy && firestep.test.piece(id).at === 'W5816'", arg=stack[0])
    assert page.evaluate("firestep.test.several.length") == 0
    desktop.hex("W5714")  # the next touch takes up the next stack
    asked(desktop, "March")
    assert page.evaluate("firestep.test.snap.board.battle.movers") == ["ge-4g"]


def test_stacks_that_are_chosen_together_go_the_same_way_in_one_request(desktop: TablePage) -> None:
    open_small(desktop, "link", "here")
    page, before = desktop.page, [at(desktop, x) for x in ("W5815", "W5714")]
    page.keyboard.down("Shift")
    desktop.hex("W5815")
    desktop.hex("W5714")
    page.keyboard.up("Shift")
    seq, start = desktop.seq, desktop._spot("firestep.test.centre(id)", "W5815")
    goal = page.evaluate("firestep.test.toWindow(...firestep.test.centre('W5816'))")
    with desktop.sending() as sent:
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*goal, steps=4)
        expect(page.locator(".ghost")).to_contain_text("4 together")
        page.mouse.up()
        desktop.settled(seq + 4)
        page.wait_for_function("() => !firestep.test.busy")
    assert [sorted(x["actions"]) for _, x in sent] == [["stack W5714", "stack W5815", "to W5715", "to W5816"]]
    assert [at(desktop, x) for x in ("W5816", "W5715")] == before
    page.keyboard.press("u")
    page.wait_for_function("(n) => firestep.test.now.seq === n && !firestep.test.busy", arg=seq + 8)
    assert [at(desktop, x) for x in ("W5815", "W5714")] == before, "one undo takes all back"


def test_a_frame_chooses_stacks_and_one_that_cannot_get_there_stays(desktop: TablePage) -> None:
    open_small(desktop, "link", "here")
    page, stack = desktop.page, at(desktop, "W5815")
    goal = page.evaluate(
        """async (ids) => {
      const t = firestep.test, [one, ...all] = await Promise.all(["ge-4g", ...ids].map((id) => t.overlay(t.now.seq, "reach", id)));
      return one.hexes.find((h) => !all.every((x) => x.hexes.includes(h)) && !t.stack(h));
    }""",
        stack,
    )
    x0, y0 = desktop._spot("firestep.test.centre(id)", "W5714")
    x1, y1 = page.evaluate("firestep.test.toWindow(...firestep.test.centre('W5815'))")
    half = page.evaluate("firestep.test.scale * 45")
    page.keyboard.down("Shift")
    page.mouse.move(max(x0, x1) + half, max(y0, y1) + half)  # begun where nobody stands
    page.mouse.down()
    page.mouse.move(min(x0, x1) - half / 2, min(y0, y1) - half / 2, steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    assert sorted(page.evaluate("firestep.test.several")) == sorted([*stack, "ge-4g"])
    desktop.hex(goal)
    page.wait_for_function("(goal) => !firestep.test.busy && firestep.test.stack(goal)", arg=goal)
    assert (
        asked(desktop, "MoveUnits")
        and at(desktop, goal) == ["ge-4g"]
        and at(desktop, "W5815") == stack
        and "stack W5815" in desktop.actions
    )
    page.keyboard.press("u")
    page.wait_for_function("() => !firestep.test.busy && firestep.test.stack('W5714')")
    assert asked(desktop, "MoveUnits") and "stack W5714" in desktop.actions
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("with a drawn frame all in it")
    expect(page.locator("dialog[open]")).not_to_contain_text("attack with all who can")


def test_an_attack_can_be_put_together_stack_by_stack_and_called_off(desktop: TablePage) -> None:
    open_small(desktop, "bot:greedy", "here")
    to_the_attack(desktop)
    desktop.hex("W5813")
    asked(desktop, "Assemble")
    desktop.hex("W5814")
    desktop.page.wait_for_function("() => firestep.test.snap.board.battle.units.length === 3")
    desktop.button("One by one")
    desktop.hex("W5713")  # now the stack opens
    desktop.page.wait_for_function("() => firestep.test.open === 'W5713'")
    desktop.piece("ge-94")
    desktop.page.wait_for_function("() => firestep.test.snap.board.battle.units.length === 4")
    desktop.page.locator("#call-off").click()
    asked(desktop, "Attacks")


def test_the_war_page_tells_what_comes_and_events_lie_as_cards(desktop: TablePage) -> None:
    desktop.page.set_viewport_size({"width": 1440, "height": 900})
    open_small(desktop, "link", "here")
    war = desktop.page.locator("#page-war")
    for word in ("Turn 38 of 51", "Central victory points", "What comes", "Strategic Turn P brings", "Dead", "Trenches"):
        expect(war).to_contain_text(word)
    desktop.page.locator("#tab-events").click()
    events = desktop.page.locator("#page-events")
    expect(events).to_contain_text("In effect")
    expect(events.locator(".event", has_text="Ace Richtofen")).to_have_count(1)
    expect(events).to_contain_text("In the pool")
    tabs = desktop.page.locator(".sheet-tabs button:visible")
    expect(tabs.first).to_contain_text("5")  # so many stacks can move in the West
    desktop.page.locator(".next-stack").click()
    assert desktop.page.evaluate("firestep.test.pointed") == "W5913"


def test_the_machine_finishes_a_phase_and_hands_it_back(desktop: TablePage) -> None:
    open_small(desktop, "bot:greedy", "here")
    desktop.button("Machine moves the rest")
    asked(desktop, "Attacks", "Lay")
    assert desktop.page.evaluate("firestep.standingAnswer") is None


def test_what_the_machine_does_can_be_undone_until_the_phase_is_over_as_its_note_says(desktop: TablePage) -> None:
    open_small(desktop, "bot:greedy", "here")
    page, note = desktop.page, desktop.page.locator(".toast")
    page.evaluate("firestep.test.change('/bot/cancel')")  # it waits, so that there is time to read
    page.wait_for_function("() => firestep.test.now.bots === 'paused'")
    desktop.button("Machine moves the rest")
    expect(note).to_contain_text("Undo takes back what it does until then; after that only “Take back to here” of the replay does")
    page.evaluate("firestep.test.change('/bot/go')")
    page.wait_for_function("() => firestep.test.now.phase !== 'First Mutual Movement'")
    expect(note).to_have_count(0, timeout=1000)
    # and so it is
    expect(page.locator("#undo")).to_be_disabled()
    page.keyboard.press("r")
    page.locator("#step-back").click()
    expect(page.locator("#past-bar #take-back")).to_be_visible()


def test_what_waits_in_boxes_has_buttons_and_the_report_tells_fronts(desktop: TablePage) -> None:
    open_small(desktop, "bot:greedy", "here")
    to_the_attack(desktop)
    desktop.page.evaluate(PLAINLY_TO, "Replace")
    expect(desktop.page.locator("#answers button", has_text="Buy back")).not_to_have_count(0)
    expect(desktop.page.locator(".stages .now")).to_contain_text("Germany")
    expect(desktop.page.locator(".report .front").first).to_be_visible()


def test_giving_up_is_asked_about_and_ends_the_war(desktop: TablePage) -> None:
    open_small(desktop, "bot:greedy", "here")
    page = desktop.page
    page.locator("#tab-table").click()
    page.locator("#concede").click()
    question = page.locator("dialog[open]")
    expect(question).to_contain_text("The war ends at once and the other side has won.")
    question.get_by_role("button", name="Keep playing").click()
    assert page.evaluate("firestep.test.mine && firestep.test.now.outcome === null")
    page.locator("#concede").click()
    page.locator("dialog[open] .sure").click()
    over = page.locator("dialog[open] .ending")
    expect(over.locator(".verdict-line")).to_contain_text("You have lost.")
    expect(over.locator(".plot").first).to_be_visible()
    assert complaints(page, "dialog[open]") == [], "the end of a game"
    page.emulate_media(color_scheme="dark")
    assert complaints(page, "dialog[open]", COLOURS) == [], "the end of a game, dark"
    page.keyboard.press("Escape")
    expect(page.locator("#concede")).to_be_hidden()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390), ("light", 320), ("dark", 820)])
def test_axe_finds_nothing(desktop: TablePage, scheme: str, width: int) -> None:
    page = looked_at(desktop, scheme, width)
    open_small(desktop, "bot:greedy", "here")
    to_the_attack(desktop)
    desktop.do("attack W5813")
    expect(page.locator(".card.odds")).to_be_visible()
    page.wait_for_timeout(250)
    assert complaints(page) == []
    for tab in ("events", "war"):
        page.evaluate("(id) => firestep.test.openPage(id)", tab)
        page.wait_for_timeout(100)
        assert complaints(page, ".panel") == [], tab
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"the page is {wide} pixels too wide"


def test_free_set_up_out_of_the_box_and_the_rest_by_the_machine(desktop: TablePage) -> None:
    """A division comes out of the Available Units Box, one that stands alone is taken up with one click, the machine
    leaves the rest where it stands, and the other side sets up."""
    page = desktop.page
    desktop.set_up("here", "link", game="tgw", scenario="1918", options={"setup": "free"})
    asked(desktop, "Deploy")
    expect(page.locator(".sequence [aria-current=step]")).to_contain_text("Set-up")
    desktop.button("Place the British 59T Division on the map")
    asked(desktop, "DeployTo")
    desktop.hex("W2410")
    asked(desktop, "Deploy")
    assert desktop.at("br-59t") == "W2410"
    alone = "W4822"  # a French division by itself: who it is need not be said again
    desktop.hex(alone)
    assert asked(desktop, "DeployFrom", "DeployTo") == "DeployTo"
    desktop.button("Stay where they are")
    asked(desktop, "Deploy")
    desktop.button("Place the rest for me")
    page.wait_for_function("() => firestep.test.now.decision?.seat === 'central'")
