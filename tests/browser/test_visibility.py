"""Nothing covers what is to be read: cards and panel, lines of the log and tabs, open stacks and bars; what is asked is seen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from table_page import TablePage
from test_tgw import LESSON, PLAINLY_TO, asked, open_small, to_the_attack

from firestep.games.tgw.components import board

pytestmark = pytest.mark.slow

SIZES = ((390, 844), (820, 1180), (1440, 900))
#: what is seen of these overlaps, by pairs
OVER = """(names) => {
  const all = names.flatMap((n) => [...document.querySelectorAll(n)].map((el) => [n, el.getBoundingClientRect()]));
  const seen = all.filter(([, r]) => r.width && r.height);
  const along = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 1;
  const meet = (a, b) => along(a, b, "left", "right") && along(a, b, "top", "bottom");
  return seen.flatMap(([n, a], i) => seen.slice(i + 1).filter(([m, b]) => m !== n && meet(a, b)).map(([m]) => `${n} and ${m}`));
}"""


def over(desktop: TablePage, *names: str) -> list[str]:
    found: list[str] = desktop.page.evaluate(OVER, list(names))
    return found


@pytest.mark.parametrize("size", SIZES[1:])
def test_cards_and_notes_leave_the_open_panel_alone(desktop: TablePage, size: tuple[int, int]) -> None:
    page = desktop.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_small(desktop, "here", "here")
    to_the_attack(desktop)
    desktop.hex("W5813")
    expect(page.locator(".card.odds")).to_be_visible()
    page.evaluate("firestep.parts.report.open(0, firestep.test.now.seq)")
    page.evaluate("firestep.parts.standing.give('Advance')")
    expect(page.locator(".toast")).to_be_visible()
    page.keyboard.press("t")
    page.wait_for_function("() => document.getElementById('panel').offsetHeight > 250")
    assert not over(desktop, ".panel", ".side-cards", ".sheet-tabs", ".tools .group:last-child")
    assert not over(desktop, ".panel", ".toast")
    box = page.locator(".panel").bounding_box()
    assert box and size[0] - box["x"] - box["width"] < 20, "the panel stands at the right"


@pytest.mark.parametrize("size", SIZES)
def test_lines_over_the_map_stand_below_the_tabs(desktop: TablePage, size: tuple[int, int]) -> None:
    desktop.page.set_viewport_size({"width": size[0], "height": size[1]})
    open_small(desktop, "here", "here")
    for corner in ("", "right"):
        desktop.page.evaluate(
            """(corner) => { const k = firestep.parts.ticker; k.settle();
              k.el.dataset.corner = corner; k.add({ text: "A long line ".repeat(8) }); }""",
            corner,
        )
        assert not over(desktop, ".sheet-tabs", ".ticker p", ".bar")


@pytest.mark.parametrize("size", SIZES)
def test_an_open_stack_lies_where_nothing_covers_it(desktop: TablePage, size: tuple[int, int]) -> None:
    page = desktop.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_small(desktop, "here", "here")
    covered = """() => { const { plate: p, sight } = firestep.field, s = sight();
      return [p.x < s.x, p.y < s.y, p.x + p.width > s.x + s.width, p.y + p.height > s.y + s.height]; }"""
    for x, y in ((0.5, 30), (0.02, 200), (0.98, 200)):  # close to the bar, to the left, to the right
        page.evaluate(
            """([x, y]) => { const t = firestep, c = t.geo.centre("W5814");
              const { left, top, right } = (t.camera.inset = t.layout.inset());
              t.field.fan(null);
              const w = t.layout.port.clientWidth - left - right;
              t.camera.moveTo({ k: 0.7, x: left + w * x - c[0] * 0.7, y: top + y - c[1] * 0.7 }, false);
              t.field.fan("W5814"); }""",
            [x, y],
        )
        assert not any(page.evaluate(covered)), (x, y)
    # and where the map goes to another place, or the window has another size
    page.evaluate("firestep.camera.pan(0, -150)")
    page.set_viewport_size({"width": size[0], "height": size[1] - 60})
    page.wait_for_timeout(200)
    assert not page.evaluate(covered)[1]


def test_the_sheet_one_looks_at_has_its_tab_in_sight(phone: TablePage) -> None:
    phone.set_up("here", "here", game="tgw", scenario="1918")
    page = phone.page
    last = page.locator(".sheet-tabs button[data-sheet]:visible").last
    page.evaluate("(id) => firestep.parts.sheets.show(id)", last.get_attribute("data-sheet"))
    inside = """() => { const [nav, tab] = [".sheet-tabs", ".sheet-tabs [aria-current=true]"]
        .map((q) => document.querySelector(q).getBoundingClientRect());
      return tab.left >= nav.left && tab.right <= nav.right; }"""
    page.wait_for_function(inside)
    expect(page.locator(".sheet-tabs")).to_have_class(re.compile("more-before"))  # and that there is more is seen


def dead_piles() -> str:
    """The small war with many dead of both sides."""
    start: str = LESSON["start"].lstrip()
    ours = ("ge-1gr", "ge-15r", "ge-8er", "ge-2lw", "ge-6c", "ge-1g", "ah-2", "ah-2c")
    theirs = [f"fr-{n}" for n in (*range(7, 19), *range(23, 35), *range(39, 43))]
    return start + "".join(f'{u} = "dead"\n' for u in (*ours, *theirs) if f"{u} =" not in start)


def test_who_can_be_bought_comes_first_and_the_panel_stays_while_one_buys(phone: TablePage) -> None:
    phone.set_up("here", "here", game="tgw", scenario="1918", start=dead_piles(), seed=LESSON["seed"])
    page = phone.page
    page.evaluate(PLAINLY_TO, "Replace")
    asked(phone, "Replace")
    page.evaluate("firestep.test.take('done')")  # the Allies buy nothing
    page.wait_for_function("() => firestep.test.mine && firestep.test.orders.some((o) => o.text.startsWith('buy ge-'))")
    page.locator("#show-tray").tap()
    box = page.locator(".box.lit", has=page.locator(".tile"))
    expect(box.locator(".tile").first).to_be_in_viewport()
    able = len({a.split()[1] for a in phone.actions if a.startswith("buy ")})
    expect(box.locator(".tray > li")).to_have_count(able)
    expect(page.locator(".pointer-card")).to_be_hidden()
    expect(box.locator(".rest")).to_contain_text("others")
    seq = phone.seq
    bought = next(a.split()[1] for a in phone.actions if a.startswith("buy ah-"))
    page.evaluate("(id) => document.querySelector(`.tile[aria-label='${firestep.test.piece(id).title}']`).click()", bought)
    phone.settled(seq + 1)
    expect(page.locator(".table")).to_have_class(re.compile("with-panel"))
    assert phone.at(bought) == "available"
    box.locator(".rest").tap()
    page.wait_for_function("() => document.querySelectorAll('.box.lit .tray > li').length > 30")
    page.evaluate("firestep.test.take('done')")  # the question is over, and the panel lies over the next one no longer
    expect(page.locator(".table")).not_to_have_class(re.compile("with-panel"))


def test_names_on_counters_keep_clear_of_the_nation(desktop: TablePage) -> None:
    for game, scenario in (("ditt", None), ("tgw", "1918")):
        desktop.set_up("here", "here", game=game, scenario=scenario)
        clash = desktop.page.evaluate("""() => {
          const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
          svg.setAttribute("viewBox", "-40 -42 82 82");
          svg.setAttribute("width", "328");
          document.body.append(svg);
          const out = [];
          for (const g of firestep.field.pieces.values()) {
            const copy = g.cloneNode(true);
            copy.style.transform = "none";
            copy.classList.remove("far-off", "under");
            svg.replaceChildren(copy);
            const [a, b] = [".k-left:not(.upright)", ".k-nation"].map((q) => copy.querySelector(q)?.getBoundingClientRect());
            if (!a?.width || !b?.width) continue;
            // letters are lower than their line by a quarter
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const deep = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide > 4 && deep > 16) out.push(copy.textContent);
          }
          svg.remove();
          return out;
        }""")
        assert not clash, (game, clash[:5])


def test_the_rule_of_a_question_stands_beside_its_words(desktop: TablePage) -> None:
    desktop.page.set_viewport_size({"width": 1440, "height": 900})
    open_small(desktop, "here", "here")
    heights = set()
    for order in (None, "stack W5815"):
        if order:
            desktop.do(order)
        words, link = desktop.page.locator("#hint span").bounding_box(), desktop.page.locator("#hint .rule-id").first.bounding_box()
        assert words and link and link["x"] >= words["x"] + words["width"] and abs(link["y"] - words["y"]) < 8
        heights.add(desktop.page.locator("#hint").bounding_box()["height"])  # type: ignore[index]
    assert len(heights) == 1


def test_a_line_of_the_log_has_the_colour_of_its_subject(desktop: TablePage) -> None:
    open_small(desktop, "here", "here")
    said = {
        "11 German units attack the French 43 Division in St Quentin (W5714).": "ge",
        "The French 43 Division and the British 3 Division attack the German 4G Division in St Quentin (W5714).": "fr",
        "The Russian PG53 Division is eliminated in the hex near Vilna (E5522).": "ru",
        "An Italian unit is refitted.": "it",
        "The Allies take Ghent (W6617).": "",
    }
    dot = """(list) => list.map((text, n) => firestep.parts.log.item({ n, at: 0, key: "x", text, words: [] })
      .querySelector(".dot")?.className.replace("dot n-", "") ?? "")"""
    assert dict(zip(said, desktop.page.evaluate(dot, list(said)), strict=True)) == said


def test_what_is_certain_is_said_so(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="gwb", scenario="ourcq")
    says = """(text) => { const t = firestep, mine = t.snap.decision.seat;
      const of = (own) => t.snap.board.pieces.find((p) => t.geo.has(p.at) && (p.side === mine) === own).at;
      return [true, false].map((own) => t.module.winChance(t, { asked: `attack ${of(own)}` }, [{ text, percent: 100 }])); }"""
    assert desktop.page.evaluate(says, "0/9") == [
        "You lose the hex whatever the die shows.",
        "The hex is yours whatever the die shows.",
    ]
    assert desktop.page.evaluate(says, "2/0") == [
        "You lose nothing, whatever the die shows.",
        "The defender holds, whatever the die shows.",
    ]


def test_a_hex_without_a_name_is_called_on_the_page_as_in_the_log(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="tgw", scenario="1918")
    told = {
        n: board.place_name(i) for n, i in board.INDEX.items() if i not in board.NAME and (board.FRONT["W"] & board.LAND) >> i & 1
    }
    page = desktop.page.evaluate(
        "async (all) => { const o = await import('/js/input/orders.js'); return all.map((n) => o.placeName(firestep, n)); }",
        list(told),
    )
    assert len(told) > 500 and page == list(told.values())
