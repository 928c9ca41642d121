"""To the eye: names that can be read at every scale, signs beside counters, flags in colours, reinforcements at the map's edge."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from table_page import TablePage
from test_play import movement

from firestep.games.wwi.components import board

pytestmark = pytest.mark.slow

#: names that are seen, with their boxes in the window and their weight
NAMES = """() => {
  const root = document.querySelector(".paper").shadowRoot;
  return [...root.querySelectorAll("text.town, text.place")]
    .filter((el) => !el.closest("[id$=legend]") && getComputedStyle(el).display !== "none")
    .map((el) => { const r = el.getBoundingClientRect();
      return { text: el.textContent, x: r.x, y: r.y, w: r.width, h: r.height, strong: el.matches(".strong") }; });
}"""


def at_scale(page: Page, k: float) -> list[dict[str, Any]]:
    page.evaluate("(k) => firestep.camera.moveTo({ k, x: 0, y: 0 }, false)", k)
    found: list[dict[str, Any]] = page.evaluate(NAMES)
    return found


def test_names_keep_their_size_and_drop_by_rank(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    near, mid, far = (at_scale(desktop.page, k) for k in (1.0, 0.46, 0.18))
    assert len(near) > len(mid) > len(far) > 15
    for names in (mid, far):
        assert all(n["h"] >= 11 for n in names), "every name that is left can be read"
    share = [sum(n["strong"] for n in names) / len(names) for names in (near, far)]
    assert share[1] > 2 * share[0], "the great towns stay"
    assert {"Berlin", "Constantinople"} <= {n["text"] for n in far}
    for i, a in enumerate(far):
        for b in far[:i]:
            over = min(a["x"] + a["w"], b["x"] + b["w"]) - max(a["x"], b["x"])
            deep = min(a["y"] + a["h"], b["y"] + b["h"]) - max(a["y"], b["y"])
            assert over < 3 or deep < 6 or a["text"] == b["text"], (a, b)


def test_fortress_supply_and_resources_stand_beside_the_counter(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    page = desktop.page
    assert desktop.page.evaluate("firestep.test.stack('0505')"), "an army stands in Brussels"
    kinds = page.evaluate("[...firestep.field.beside.get('0505').g.children].map((el) => el.getAttribute('class'))")
    assert {"fort", "supply", "centre"} <= set(kinds)
    covered = page.evaluate("""() => { const g = firestep.field.beside.get("0505").g;
      const face = (p) => firestep.field.pieces.get(p.id).querySelector("use").getBoundingClientRect();
      const box = firestep.test.stack("0505").map(face);
      return [...g.children].map((el) => { const r = el.getBoundingClientRect(), x = r.x + r.width / 2;
        return box.some((b) => x > b.x + 4 && x < b.right - 4); }); }""")
    assert not any(covered)


def test_every_counter_shows_its_nation(desktop: TablePage) -> None:
    for game, scenario in (("gwb", "ourcq"), ("ditt", None)):
        desktop.set_up("here", "here", game=game, scenario=scenario)
        bare = desktop.page.evaluate("""() => [...document.querySelectorAll(".pieces .piece")].filter((g) =>
          g.querySelector(".k-nation")?.textContent !== firestep.test.piece(g.dataset.piece).nation.toUpperCase())
          .map((g) => g.dataset.piece)""")
        assert bare == []
        long = desktop.page.evaluate(
            "firestep.test.snap.board.pieces.filter((p) => firestep.test.isPlace(p.at) && p.text.length > 5).length"
        )
        assert long > 0, "some have more text than fits beside it"


def test_from_afar_a_counter_still_says_whose_it_is(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    desktop.page.evaluate("firestep.camera.moveTo({ k: 0.3, x: 0, y: 0 }, false)")
    desktop.page.wait_for_function("() => firestep.field.svg.dataset.level === 'far'")
    seen = desktop.page.evaluate("""() => [...document.querySelectorAll(".pieces .piece:not(.under, .far-off)")].map((g) => {
      const code = g.querySelector(".k-nation"), r = code.getBoundingClientRect();
      const face = g.querySelector("use").getBoundingClientRect();
      return { text: code.textContent, high: r.height, inside: r.left >= face.left - 1 && r.right <= face.right + 1 }; })""")
    assert len(seen) > 20 and all(len(x["text"]) == 2 for x in seen)
    assert all(x["high"] >= 8 and x["inside"] for x in seen), seen[:3]


TO_TURN_TWO = """async () => {
  for (let n = 0; n < 900 && !(firestep.test.now.turn >= 2 && firestep.test.snap.decision?.ask === "PickUnit"); n++) {
    const texts = firestep.test.actions, idle = ["done", "pass", "none", "hold", "halt", "stand", "ready"];
    await firestep.test.take(texts.find((a) => idle.includes(a)) ?? texts[0]);
  }
}"""


def test_flags_have_the_holders_colours_and_reinforcements_wait_at_the_edge(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="gwb", scenario="ourcq")
    page = desktop.page
    held = page.evaluate("""() => firestep.test.snap.board.markers.filter((m) => m.kind === "objective" && m.state)
      .map((m) => [m.state, getComputedStyle(firestep.field.markers.get(m.id).querySelector("use")).getPropertyValue("--fill")])""")
    colours = {side: {c for s, c in held if s == side} for side, _ in held}
    assert len(colours) == 2 and all(len(c) == 1 for c in colours.values())
    assert colours["allied"] != colours["german"]
    page.evaluate(TO_TURN_TWO)
    waiting = page.evaluate("""() => firestep.geo.boxes.filter((b) => b.includes(firestep.test.now.decision.seat))
      .map((b) => [b, firestep.test.stack(b).length,
        firestep.test.litPieces.some((p) => firestep.test.piece(p).at === b)])""")
    assert len(waiting) >= 2 and all(n > 0 and lit for _, n, lit in waiting), waiting
    unit, box = page.evaluate("""() => { const at = (o) => firestep.test.piece(o.words[1]).at;
      const o = firestep.test.orders.find((o) => o.verb === "move" && firestep.geo.boxes.includes(at(o)));
      return [o.words[1], at(o)]; }""")
    desktop.piece(unit)
    page.wait_for_function("(b) => firestep.test.open === b || firestep.test.snap.board.battle?.mover", arg=box)
    if not page.evaluate("firestep.test.snap.board.battle?.mover"):
        desktop.piece(unit)
    page.wait_for_function("(u) => firestep.test.snap.board.battle?.mover === u", arg=unit)


def test_the_legend_is_seen_whole_on_a_low_window(desktop: TablePage) -> None:
    desktop.page.set_viewport_size({"width": 1400, "height": 800})
    desktop.set_up("here", "here")
    desktop.page.keyboard.press("g")
    desktop.page.locator("dialog.legend").wait_for()
    rest, wide = desktop.page.evaluate("""() => {
      const body = document.querySelector("dialog.legend .body"), r = body.getBoundingClientRect();
      return [body.scrollHeight - body.clientHeight, r.right <= innerWidth && body.scrollWidth <= body.clientWidth];
    }""")
    assert rest <= 1 and wide


def test_the_way_is_shown_on_hover_a_line_measures_and_notes_are_kept(desktop: TablePage) -> None:
    desktop.set_up("here", "here", start=movement())
    page = desktop.page
    desktop.do(next(a for a in desktop.actions if a.startswith("move fr-")))
    # the farthest goal, wherever the map stands: it is brought into sight before the pointer goes there
    goal = page.evaluate("""async () => { const t = firestep;
      let best = null;
      for (const o of t.orders.all.filter((o) => o.verb === "to")) {
        const { hexes } = await t.api.overlay(t.now.seq, "way", o.text.replace(" ", ":"));
        if (hexes.length > (best?.n ?? 0)) best = { hex: o.words[1], n: hexes.length };
      }
      return best; }""")
    assert goal["n"] > 2
    desktop.point(goal["hex"])
    page.wait_for_function("() => document.querySelector('.way-line').getAttribute('d').split('L').length > 2")
    assert page.locator(".way-tag").inner_text().startswith(f"{goal['n'] - 1} hex")
    steps = page.evaluate(
        "(n) => { const g = firestep.geo; return [g.steps(g.centre('0505'), g.centre('0505')), "
        "g.steps(g.centre('0505'), g.centre('0506')), g.steps(g.centre('0205'), g.centre('0809'))]; }",
        0,
    )
    assert steps[:2] == [0, 1]
    assert steps[2] == board.GRID.distance(board.INDEX["0205"], board.INDEX["0809"])
    desktop.point("0505")
    page.keyboard.press("m")
    desktop.point("0508")
    expect(page.locator(".way-tag")).to_have_text("3 hexes")
    assert page.locator(".rule-line").get_attribute("d").count("L") == 1
    page.keyboard.press("m")
    expect(page.locator(".way-tag")).to_be_hidden()
    page.locator("#tab-table").click()
    page.locator("#notes").fill("Hold Verdun.")
    page.wait_for_timeout(450)
    page.reload()
    desktop.ready()
    page.locator("#tab-table").click()
    assert page.locator("#notes").input_value() == "Hold Verdun."


def test_a_plot_has_labels_that_do_not_touch_and_each_number_once(desktop: TablePage) -> None:
    desktop.page.goto("/")
    boxes = desktop.page.evaluate("""async () => {
      const { linePlot } = await import("/js/elements/plots.js");
      const labels = Array.from({ length: 51 }, (_, i) => `Jan/Feb ${1914 + Math.floor(i / 11)}`);
      const el = linePlot("Victory points", [{ name: "Allies", values: labels.map((_, i) => i) }], labels);
      document.body.append(el);
      const axis = [...el.querySelectorAll("text.axis[text-anchor=middle]")].map((x) => x.getBoundingClientRect());
      return axis.map((r) => [r.left, r.right]);
    }""")
    axes = desktop.page.evaluate("""async () => {
      const { linePlot } = await import("/js/elements/plots.js");
      const axis = (values) => [...linePlot("x", [{ name: "y", values }]).querySelectorAll("text.axis[text-anchor=end]")];
      return [[0, 1], [0, 2], [3, 10], [-7, 11], [0, 135]].map((values) => axis(values).map((x) => Number(x.textContent)));
    }""")
    assert all(len(set(axis)) == len(axis) >= 2 and axis == sorted(axis) for axis in axes), axes
    assert len(boxes) >= 4
    assert all(a[1] < b[0] for a, b in zip(boxes, boxes[1:], strict=False)), boxes


@pytest.mark.moving
def test_a_table_at_which_nothing_happens_rests(desktop: TablePage) -> None:
    """Nothing is moved, and so painted anew sixty times a second, where nobody sees it."""
    desktop.set_up("here", "here")
    desktop.page.wait_for_function("() => firestep.test.still && document.getAnimations().length === 0")
