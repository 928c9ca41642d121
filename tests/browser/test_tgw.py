"""The Great War by clicks: stacks in two, attacks with all and the odds before the die, events as cards, six sheets, the rest of a
phase by the machine. Played on the small position of its guided turn: what is asked is the same, and it is quick."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from desk import Desk
from playwright.sync_api import expect

import firestep

pytestmark = pytest.mark.slow

LESSON = tomllib.loads((Path(firestep.__file__).parent / "games/tgw/data/teach.toml").read_text())["lesson"]
ASK = "firestep.mine && !firestep.busy ? firestep.snap.decision.ask : null"


def open_small(desk: Desk, *seats: str) -> None:
    """St Quentin in March 1918, a few divisions of both sides."""
    desk.set_up(*seats, game="tgw", scenario="1918", start=LESSON["start"].lstrip(), seed=LESSON["seed"])


#: the plainest answers until a question is asked; where there is one answer the page may give it first
PLAINLY_TO = f"""async (wanted) => {{
  for (let n = 0; n < 1200 && ({ASK}) !== wanted; n++) {{
    const texts = firestep.orders.all.map((o) => o.text);
    if (!firestep.mine || firestep.busy) await new Promise((r) => setTimeout(r, 50));
    else await firestep.take(texts.find((a) => ["done", "none", "pass", "stand"].includes(a)) ?? texts[0]);
  }}
}}"""


def asked(desk: Desk, *asks: str) -> str:
    desk.page.wait_for_function(f"(asks) => asks.includes({ASK})", arg=list(asks), timeout=120_000)
    return str(desk.page.evaluate(ASK))


def at(desk: Desk, place: str) -> list[str]:
    return sorted(p["id"] for p in desk.board()["pieces"] if p["at"] == place)


def to_the_attack(desk: Desk) -> None:
    desk.do("done")
    if asked(desk, "Lay", "Attacks") == "Lay":
        desk.do("keep")
    asked(desk, "Attacks")


def test_a_whole_stack_moves_in_two_clicks_and_another_is_taken_up_instead(desk: Desk) -> None:
    open_small(desk, "link", "here")
    stack = at(desk, "W5815")
    seq = desk.seq
    desk.hex("W5714")  # the wrong one first
    desk.settled(seq + 1)
    asked(desk, "March")
    expect(desk.page.locator("#question")).to_contain_text("4G")
    desk.page.locator("#call-off").click()  # put down again
    asked(desk, "MoveUnits")
    desk.hex("W5815")
    desk.page.wait_for_function("() => firestep.snap.board.battle?.movers?.length === 3 && !firestep.busy")
    desk.hex("W5816")
    asked(desk, "MoveUnits")
    assert at(desk, "W5816") == stack and at(desk, "W5714") == ["ge-4g"]
    desk.page.keyboard.press("u")
    desk.page.wait_for_function("() => firestep.snap.decision.ask === 'March'")


def test_an_attack_shows_its_odds_and_rules_before_the_die_and_takes_two_clicks(desk: Desk) -> None:
    open_small(desk, "bot:greedy", "here")
    to_the_attack(desk)
    seq = desk.seq
    desk.hex("W5813")
    desk.settled(seq + 1)
    odds = desk.page.locator(".card.odds")
    expect(odds).to_contain_text("Attack on the hex near Péronne (W5813)")
    expect(odds.locator(".modifiers li").first).to_be_visible()
    assert odds.locator(".modifiers .rule-id").count() >= 3
    rolls = desk.page.evaluate("firestep.now.rolls")
    desk.button("Attack with all")
    desk.page.wait_for_function("(n) => firestep.now.rolls > n && !firestep.busy", arg=rolls, timeout=60_000)
    assert "W5813" in [
        e["words"][0] if e["words"] else "W5813" for e in desk.page.evaluate("firestep.now.journal") if e["key"] == "attack"
    ]


def test_orders_for_many_are_few_requests(desk: Desk) -> None:
    """Who attacks, loses and goes in is known beforehand: each is one list, and what depends on it is asked after it."""
    start = re.sub("flipped = .*", "flipped = []", LESSON["start"].lstrip()).replace('br-58t = "W5813"\n', "")
    desk.set_up("here", "here", game="tgw", scenario="1918", start=start, seed="s6")
    to_the_attack(desk)
    desk.hex("W5813")
    asked(desk, "Assemble")
    stacks = [a for a in desk.actions if a.startswith("add-all")]
    with desk.sending() as sent:
        desk.button("Attack with all")
        asked(desk, "Lose")
    assert [x.get("actions", x.get("action")) for _, x in sent][:2] == [stacks, "go"] and len(stacks) > 2
    fight, worth = (
        desk.board()["fight"],
        {p["id"]: int(p["text"].split("-")[0]) for p in desk.board()["pieces"] if "?" not in p["text"]},
    )
    assert fight["losses"][0] == 2 and len(fight["attackers"]) == len(desk.actions)
    weakest = sorted(fight["attackers"], key=lambda u: (worth[u], u))[:2]
    with desk.sending() as sent:
        desk.button("The weakest")
        ask = asked(desk, "Offer", "Advance")
    assert [x["actions"] for _, x in sent] == [[f"lose {u}" for u in weakest]]
    if ask == "Offer":
        desk.do("pass")
    asked(desk, "Advance")
    able = [a.split()[1] for a in desk.actions if a.startswith("advance ")]
    with desk.sending() as sent:
        desk.button("Advance with all that fit")
        asked(desk, "Attacks", "GoOn")
    order = sorted(able, key=lambda u: (-worth[u], u))
    assert sent[0][1]["actions"] == [f"advance {u}" for u in order] and len(sent) < 3
    gone_in = at(desk, "W5813")
    assert len(gone_in) > 1 and gone_in == sorted(order[: len(gone_in)]), "the strongest, as many as fit"


def test_odds_are_asked_for_while_there_are_any(desk: Desk) -> None:
    """Neither of a moment that has passed when the server hears of it, nor of an attack whose die has fallen."""
    open_small(desk, "here", "here")
    page = desk.page
    answers: list[tuple[str, int]] = []
    page.on("response", lambda r: answers.append((r.url, r.status)) if "/odds?" in r.url else None)
    to_the_attack(desk)
    desk.hex("W5813")
    asked(desk, "Assemble")
    expect(page.locator(".card.odds")).to_contain_text("Attack on the hex near Péronne (W5813)")
    desk.button("Attack with all")
    asked(desk, "Lose", "Offer", "Advance", "Attacks")
    page.evaluate(PLAINLY_TO, "Attacks")
    page.wait_for_load_state("networkidle")
    assert answers and {status for _, status in answers} == {200}, answers
    page.evaluate("""() => {
      const snap = structuredClone(firestep.now);
      const fight = { target: "W5813", attackers: ["br-8"], defenders: [], losses: [0, 0], resolved: true };
      Object.assign(snap, { seq: snap.seq + 1, decision: { ...snap.decision, ask: "Offer", actions: ["pass", "play x"] } });
      snap.board.fight = fight;
      firestep.now = firestep.live.snap = snap;
      firestep.show(snap, "patch");
    }""")
    assert page.evaluate("firestep.parts.odds.standing()") is None


@pytest.mark.parametrize(("bound", "sent"), [(False, ["lose br-3", "lose br-3", "lose br-8", "lose br-47t"]), (True, "lose br-8")])
def test_the_weakest_lose_step_by_step(desk: Desk, bound: bool, sent: object) -> None:
    """Of two steps both, of one that is left the one; where the first loss is bound to some, it goes alone."""
    open_small(desk, "here", "here")
    desk.page.mouse.move(2, 2)  # a button that comes under the pointer is not pressed at once
    desk.page.evaluate(
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
    desk.button("The weakest")
    desk.page.wait_for_function("() => window.sent && !firestep.busy")
    assert desk.page.evaluate("window.sent") == sent


def test_nothing_more_is_said_in_this_fight_and_in_no_other(desk: Desk) -> None:
    open_small(desk, "here", "here")
    desk.page.mouse.move(2, 2)  # a button that comes under the pointer is not pressed at once
    desk.page.evaluate("""() => {
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
    desk.button("Nothing more: roll")
    desk.page.wait_for_function("() => window.sent.length && !firestep.busy")
    assert desk.page.evaluate("[window.sent, firestep.snap.board.fight.target]") == [["none", "done"], "W5814"]


def test_a_choice_of_one_ends_with_its_move_and_with_escape(desk: Desk) -> None:
    open_small(desk, "link", "here")
    page, stack = desk.page, at(desk, "W5815")

    def choose() -> None:
        page.keyboard.down("Shift")
        desk.hex("W5815")
        page.keyboard.up("Shift")
        assert page.evaluate("firestep.drag.several.size") == 1

    choose()
    page.keyboard.press("Escape")
    assert page.evaluate("firestep.drag.several.size") == 0
    choose()
    desk.hex("W5816")
    page.wait_for_function("(id) => !firestep.busy && firestep.pieceById(id).at === 'W5816'", arg=stack[0])
    assert page.evaluate("firestep.drag.several.size") == 0
    desk.hex("W5714")  # the next touch takes up the next stack
    asked(desk, "March")
    assert page.evaluate("firestep.snap.board.battle.movers") == ["ge-4g"]


def test_stacks_that_are_chosen_together_go_the_same_way_in_one_request(desk: Desk) -> None:
    open_small(desk, "link", "here")
    page, before = desk.page, [at(desk, x) for x in ("W5815", "W5714")]
    page.keyboard.down("Shift")
    desk.hex("W5815")
    desk.hex("W5714")
    page.keyboard.up("Shift")
    seq, start = desk.seq, desk._spot("firestep.geo.centre(id)", "W5815")
    goal = page.evaluate("firestep.camera.toWindow(...firestep.geo.centre('W5816'))")
    with desk.sending() as sent:
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*goal, steps=4)
        expect(page.locator(".ghost")).to_contain_text("4 together")
        page.mouse.up()
        desk.settled(seq + 4)
        page.wait_for_function("() => !firestep.busy")
    assert [sorted(x["actions"]) for _, x in sent] == [["stack W5714", "stack W5815", "to W5715", "to W5816"]]
    assert [at(desk, x) for x in ("W5816", "W5715")] == before
    page.keyboard.press("u")
    page.wait_for_function("(n) => firestep.now.seq === n && !firestep.busy", arg=seq + 8)
    assert [at(desk, x) for x in ("W5815", "W5714")] == before, "one undo takes all back"


def test_a_frame_chooses_stacks_and_one_that_cannot_get_there_stays(desk: Desk) -> None:
    open_small(desk, "link", "here")
    page, stack = desk.page, at(desk, "W5815")
    goal = page.evaluate(
        """async (ids) => {
      const [one, ...all] = await Promise.all(["ge-4g", ...ids].map((id) => firestep.api.overlay(firestep.now.seq, "reach", id)));
      return one.hexes.find((h) => !all.every((x) => x.hexes.includes(h)) && !firestep.field.stacks.has(h));
    }""",
        stack,
    )
    x0, y0 = desk._spot("firestep.geo.centre(id)", "W5714")
    x1, y1 = page.evaluate("firestep.camera.toWindow(...firestep.geo.centre('W5815'))")
    half = page.evaluate("firestep.camera.k * 45")
    page.keyboard.down("Shift")
    page.mouse.move(max(x0, x1) + half, max(y0, y1) + half)  # begun where nobody stands
    page.mouse.down()
    page.mouse.move(min(x0, x1) - half / 2, min(y0, y1) - half / 2, steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    assert sorted(page.evaluate("[...firestep.drag.several]")) == sorted([*stack, "ge-4g"])
    desk.hex(goal)
    page.wait_for_function("(goal) => !firestep.busy && firestep.field.stacks.has(goal)", arg=goal)
    assert asked(desk, "MoveUnits") and at(desk, goal) == ["ge-4g"] and at(desk, "W5815") == stack and "stack W5815" in desk.actions
    page.keyboard.press("u")
    page.wait_for_function("() => !firestep.busy && firestep.field.stacks.has('W5714')")
    assert asked(desk, "MoveUnits") and "stack W5714" in desk.actions
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("with a drawn frame all in it")
    expect(page.locator("dialog[open]")).not_to_contain_text("attack with all who can")


def test_an_attack_can_be_put_together_stack_by_stack_and_called_off(desk: Desk) -> None:
    open_small(desk, "bot:greedy", "here")
    to_the_attack(desk)
    desk.hex("W5813")
    asked(desk, "Assemble")
    desk.hex("W5814")
    desk.page.wait_for_function("() => firestep.snap.board.battle.units.length === 3")
    desk.button("One by one")
    desk.hex("W5713")  # now the stack opens
    desk.page.wait_for_function("() => firestep.field.open === 'W5713'")
    desk.piece("ge-94")
    desk.page.wait_for_function("() => firestep.snap.board.battle.units.length === 4")
    desk.page.locator("#call-off").click()
    asked(desk, "Attacks")


def test_the_war_page_tells_what_comes_and_events_lie_as_cards(desk: Desk) -> None:
    desk.page.set_viewport_size({"width": 1440, "height": 900})
    open_small(desk, "link", "here")
    war = desk.page.locator("#page-war")
    for word in ("Turn 38 of 51", "Central victory points", "What comes", "Strategic Turn P brings", "Dead", "Trenches"):
        expect(war).to_contain_text(word)
    desk.page.locator("#tab-events").click()
    events = desk.page.locator("#page-events")
    expect(events).to_contain_text("In effect")
    expect(events.locator(".event", has_text="Ace Richtofen")).to_have_count(1)
    expect(events).to_contain_text("In the pool")
    tabs = desk.page.locator(".sheet-tabs button:visible")
    expect(tabs.first).to_contain_text("5")  # so many stacks can move in the West
    desk.page.locator(".next-stack").click()
    assert desk.page.evaluate("firestep.keys.at.place") == "W5913"


def test_the_machine_finishes_a_phase_and_hands_it_back(desk: Desk) -> None:
    open_small(desk, "bot:greedy", "here")
    desk.button("Machine moves the rest")
    asked(desk, "Attacks", "Lay")
    assert desk.page.evaluate("firestep.standingAnswer") is None


def test_what_the_machine_does_can_be_undone_until_the_phase_is_over_as_its_note_says(desk: Desk) -> None:
    open_small(desk, "bot:greedy", "here")
    page, note = desk.page, desk.page.locator(".toast")
    page.evaluate("firestep.change('/bot/cancel')")  # it waits, so that there is time to read
    page.wait_for_function("() => firestep.now.bots === 'paused'")
    desk.button("Machine moves the rest")
    expect(note).to_contain_text("Undo takes back what it does until then; after that only “Take back to here” of the replay does")
    page.evaluate("firestep.change('/bot/go')")
    page.wait_for_function("() => firestep.now.phase !== 'First Mutual Movement'")
    expect(note).to_have_count(0, timeout=1000)
    # and so it is
    expect(page.locator("#undo")).to_be_disabled()
    page.keyboard.press("r")
    page.locator("#step-back").click()
    expect(page.locator("#past-bar #take-back")).to_be_visible()


def test_what_waits_in_boxes_has_buttons_and_the_report_tells_fronts(desk: Desk) -> None:
    open_small(desk, "bot:greedy", "here")
    to_the_attack(desk)
    desk.page.evaluate(PLAINLY_TO, "Replace")
    expect(desk.page.locator("#answers button", has_text="Buy back")).not_to_have_count(0)
    expect(desk.page.locator(".stages .now")).to_contain_text("Germany")
    expect(desk.page.locator(".report .front").first).to_be_visible()


def test_giving_up_is_asked_about_and_ends_the_war(desk: Desk) -> None:
    pytest.importorskip("axe_playwright_python")
    from test_everyone import COLOURS, complaints

    open_small(desk, "bot:greedy", "here")
    page = desk.page
    page.locator("#tab-table").click()
    page.locator("#concede").click()
    question = page.locator("dialog[open]")
    expect(question).to_contain_text("The war ends at once and the other side has won.")
    question.get_by_role("button", name="Keep playing").click()
    assert page.evaluate("firestep.mine && firestep.now.outcome === null")
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
def test_axe_finds_nothing(desk: Desk, scheme: str, width: int) -> None:
    pytest.importorskip("axe_playwright_python")
    from test_everyone import complaints, looked_at

    page = looked_at(desk, scheme, width)
    open_small(desk, "bot:greedy", "here")
    to_the_attack(desk)
    desk.do("attack W5813")
    expect(page.locator(".card.odds")).to_be_visible()
    page.wait_for_timeout(250)
    assert complaints(page) == []
    for tab in ("events", "war"):
        page.evaluate("(id) => firestep.parts.panel.open(id)", tab)
        page.wait_for_timeout(100)
        assert complaints(page, ".panel") == [], tab
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"the page is {wide} pixels too wide"


def test_free_set_up_out_of_the_box_and_the_rest_by_the_machine(desk: Desk) -> None:
    """A division comes out of the Available Units Box, one that stands alone is taken up with one click, the machine
    leaves the rest where it stands, and the other side sets up."""
    page = desk.page
    desk.set_up("here", "link", game="tgw", scenario="1918", options={"setup": "free"})
    asked(desk, "Deploy")
    expect(page.locator(".sequence [aria-current=step]")).to_contain_text("Set-up")
    desk.button("Place the British 59T Division on the map")
    asked(desk, "DeployTo")
    desk.hex("W2410")
    asked(desk, "Deploy")
    assert desk.at("br-59t") == "W2410"
    alone = "W4822"  # a French division by itself: who it is need not be said again
    desk.hex(alone)
    assert asked(desk, "DeployFrom", "DeployTo") == "DeployTo"
    desk.button("Stay where they are")
    asked(desk, "Deploy")
    desk.button("Place the rest for me")
    page.wait_for_function("() => firestep.now.decision?.seat === 'central'")
