"""What strangers stumbled over when they first tried the page, each with a look that would notice if it came back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from table_page import TablePage

from firestep.games.wwi.components import board

pytestmark = pytest.mark.slow

#: an army that may go by sea, and the farthest place it may go to
BY_SEA = """async () => { const t = window.firestep.test;
  for (const id of t.orders.filter((o) => o.verb === "move").map((o) => o.words[1])) {
    await t.take(`move ${id}`);
    const at = t.centre(t.piece(id).at), goals = t.orders.filter((o) => o.verb === "sea").map((o) => o.words[1]);
    const far = (h) => Math.hypot(t.centre(h)[0] - at[0], t.centre(h)[1] - at[1]);
    const goal = goals.sort((a, b) => far(b) - far(a))[0];
    if (goal && far(goal) > 900) return { id, goal };
    await t.change("/undo", { seq: t.now.seq });
  }
  return null; }"""
LOOK_AT = """(p) => { const [x, y] = firestep.test.centre(p);
  firestep.test.lookAt({ x: x - 200, y: y - 150, width: 400, height: 300 }, { smooth: false, most: 1 }); }"""
#: what was drawn is laid out
FRAMES = "() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))"
SEES = "(place) => firestep.test.still && firestep.test.sees(...firestep.test.centre(place), 40)"


PORT = next(n for n in board.hexes(board.SEA_START & board.HOME[board.FR]))
IN_PORT = f"""format = "firestep-position 1"
game = "wwi"
scenario = "historical"
turn = 4
phase = 1
clear = true
[units]
fr-1 = "{PORT}"
ge-1 = "0607"
"""


def open_position(desktop: TablePage, game: str, text: str) -> None:
    seats = [{"kind": "here"}, {"kind": "here"}]
    for _ in range(4):  # a position is read within a moment or not at all; on a machine that does much else it is asked for again
        answer = desktop.page.request.post("/api/tables", data={"game": game, "start": text, "seats": seats})
        if answer.ok:
            break
    assert answer.ok, answer.text()
    made = answer.json()
    desktop.go_to(made["id"], ",".join(made["tokens"].values()))


@pytest.mark.fresh
def test_the_camera_goes_with_an_army_that_goes_by_sea_and_so_does_the_replay(desktop: TablePage) -> None:
    # the page would take a single choice by itself a moment later, and the map would go on to the next question
    desktop.page.add_init_script("localStorage.setItem('firestep.settings', JSON.stringify({ forced: false }))")
    open_position(desktop, "wwi", IN_PORT)
    found = desktop.page.evaluate(BY_SEA)
    assert found, "an army in a port"
    army, goal, page = found["id"], found["goal"], desktop.page
    start = desktop.at(army)
    # sea hexes are lit in a way of their own: nobody takes them for a march
    assert page.evaluate("(p) => firestep.orders.on(p, null).every((o) => o.verb === 'sea')", goal)
    assert len(page.locator(".sea-line").get_attribute("d") or "") > 20
    page.evaluate(LOOK_AT, start)
    seq = desktop.seq
    desktop.do(f"sea {goal}")
    page.evaluate("(n) => firestep.parts.replay.go(n)", seq)
    page.wait_for_function(f"() => firestep.test.past === {seq} && firestep.test.still")
    page.evaluate(FRAMES)
    page.evaluate(LOOK_AT, start)
    page.evaluate(FRAMES)
    page.wait_for_function(SEES, arg=start)
    assert not page.evaluate(SEES, goal), "they lie far apart"
    page.locator("#step-on").click()
    page.wait_for_function(SEES, arg=goal)
    assert page.evaluate("(id) => firestep.test.piece(id).at", army) == goal


#: a stack of two divisions or more, a unit of the smaller part of it, a hex it can go to
MIXED = """async () => { const t = window.firestep.test, b = t.snap.board;
  for (const [at, stack] of t.stacks) {
    if (!t.isPlace(at)) continue;
    const groups = Map.groupBy(stack.filter((p) => t.ordersOf(p.id).some((o) => o.verb === "move")), (p) => p.group);
    if (groups.size < 2) continue;
    for (const [group, own] of groups) {
      if (own.length < 2) continue;
      const { hexes } = await t.overlay(t.now.seq, "reach", own[0].id).catch(() => ({ hexes: [] }));
      const goal = hexes.find((h) => h !== at && t.isPlace(h) && !t.stack(h));
      if (goal) return { at, group, first: own[0].id, own: own.map((p) => p.id), goal,
        others: stack.filter((p) => p.group !== group).map((p) => p.id) };
    }
  }
  return null; }"""


def test_those_who_follow_are_of_the_same_division(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="gwb", scenario="ourcq")
    page = desktop.page
    page.evaluate("""async () => { const t = firestep.test; for (let n = 0; n < 300 && t.snap.decision?.ask !== "PickUnit"; n++) {
      const texts = t.actions;
      await t.take(texts.find((a) => ["done", "hold", "none", "stand", "ready", "pass"].includes(a)) ?? texts[0]); } }""")
    found = page.evaluate(MIXED)
    assert found, "two divisions in one hex"
    desktop.do(f"move {found['first']}")
    desktop.do(f"go {found['goal']}")
    desktop.page.locator("#answers button", has_text=f"of the {found['group']} ").first.click()
    page.wait_for_function("() => !firestep.test.busy && firestep.test.snap.decision?.ask === 'PickUnit'", timeout=30_000)
    assert all(desktop.at(u) == found["at"] for u in found["others"]), "nobody else goes along"
    assert all(desktop.at(u) == found["goal"] for u in found["own"])


def test_the_odds_say_how_likely_the_hex_is_won(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    for order in ("attack 0505", "add ge-2", "add ge-3"):
        desktop.do(order)
    odds = desktop.page.evaluate("firestep.api.odds(firestep.test.snap.seq, '')")
    snap = desktop.board()
    army = next(p for p in snap["pieces"] if p["at"] == "0505")
    purse = next(r["value"] for t in snap["tracks"] if t["id"] == "crp" for r in t["rows"] if r["id"] == army["nation"])
    lost = [(int(r["text"].split("/")[1].split()[0]), r["percent"]) for r in odds["results"]]
    some, sure = (round(sum(p for n, p in lost if n >= least)) for least in (1, purse + 1))
    verdict = desktop.page.locator(".card.odds .verdict")
    expect(verdict).to_contain_text(f"In {some} % the defender must pay or give up the hex")
    expect(verdict).to_contain_text(f"in {sure} % it loses more than the {purse}")
    assert 0 < sure < some or sure == some, "both figures mean something"


def test_an_open_stack_lies_above_all_that_glows(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="gwb", scenario="ourcq")
    page = desktop.page
    place = page.evaluate("""() => [...firestep.test.stacks].filter(([at, s]) => firestep.test.isPlace(at) && s.length > 3
      && s.every((p) => p.side === firestep.test.snap.decision.seat)).map(([at]) => at)[0]""")
    desktop.piece(page.evaluate("(p) => firestep.test.stack(p).at(-1).id", place))
    page.wait_for_function("(p) => firestep.test.open === p", arg=place)
    page.wait_for_function("() => firestep.test.still")
    page.wait_for_timeout(350)
    order: list[str] = page.evaluate("[...document.querySelectorAll('#map .world > svg')].map((x) => x.getAttribute('class'))")
    top = next(i for i, c in enumerate(order) if "fan-top" in c)
    assert top == len(order) - 1, order
    hit: list[Any] = page.evaluate(
        """(p) => firestep.test.stack(p).map((u) => { const c = firestep.test.pieceCentre(u.id);
      const el = document.elementFromPoint(...firestep.test.toWindow(...c));
      return [u.id, el?.closest("[data-piece]")?.dataset.piece ?? null]; })""",
        place,
    )
    assert len(hit) > 3 and all(a == b for a, b in hit), "every counter of it can be touched"


@pytest.mark.painted
@pytest.mark.parametrize("scenario", ["ourcq", "tannenberg"])
def test_rivers_and_names_stay_when_the_whole_map_is_seen_on_a_phone(phone: TablePage, scenario: str) -> None:
    phone.set_up("here", "here", game="gwb", scenario=scenario)
    page = phone.page
    page.evaluate("firestep.parts.mapTools.whole(false)")
    page.wait_for_timeout(300)
    seen = page.evaluate("""() => { const root = document.querySelector(".paper").shadowRoot, k = firestep.test.scale;
      const lines = [...root.querySelectorAll("g[id$=rivers] path")].filter((el) => el.checkVisibility?.() ?? true);
      const names = [...root.querySelectorAll("text.town")].filter((el) => getComputedStyle(el).display !== "none");
      return { k, lines: lines.length, wide: Math.max(0, ...lines.map((el) => parseFloat(getComputedStyle(el).strokeWidth) * k)),
        names: names.length, low: Math.min(...names.map((el) => el.getBoundingClientRect().height)) }; }""")
    assert seen["k"] < 0.4, "far away"
    assert seen["lines"] > 0 and seen["wide"] >= 1, seen
    assert seen["names"] >= 4 and seen["low"] >= 10, seen


def test_names_of_units_on_the_table_can_be_read_at_every_scale(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="dgk", scenario="le-cateau")
    for k in (1.0, 0.6, 0.44, 0.3):
        desktop.page.evaluate("(k) => firestep.camera.moveTo({ k, x: 0, y: 0 }, false)", k)
        desktop.page.wait_for_timeout(250)
        seen = desktop.page.evaluate("""() => [...document.querySelectorAll(".unit-name, .plate-name")]
          .filter((el) => getComputedStyle(el).display !== "none" && el.checkVisibility())
          .map((el) => ({ size: parseFloat(el.getAttribute("font-size")) * firestep.test.scale, text: el.textContent,
            beside: el.matches(".unit-name"), r: el.getBoundingClientRect().toJSON() }))""")
        assert len(seen) >= 8, (k, len(seen))
        beside = [n for n in seen if n["beside"]]
        assert all(n["size"] >= 8 for n in (beside or seen)), (k, min(n["size"] for n in seen))
        for i, a in enumerate(beside):
            for b in beside[:i]:
                over = min(a["r"]["right"], b["r"]["right"]) - max(a["r"]["left"], b["r"]["left"])
                deep = min(a["r"]["bottom"], b["r"]["bottom"]) - max(a["r"]["top"], b["r"]["top"])
                assert over < 4 or deep < 5, (k, a["text"], b["text"])
