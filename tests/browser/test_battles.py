"""Each battle of a game that has several is laid on its own ground; orders for a stack, overlays, dice that stay."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from table_page import TablePage

PICKS = "!firestep.test.busy && firestep.test.snap.decision?.ask === 'PickUnit'"
#: an empty hex, three units of one stack that can get there, and one that cannot
REACH = """async () => {
  const t = firestep.test, reach = new Map(), deployed = (id) => t.piece(id).badges.includes("deployed");
  const ids = t.orders.filter((o) => o.verb === "move" && !deployed(o.words[1])).map((o) => o.words[1]).slice(0, 40);
  for (const id of ids) reach.set(id, new Set((await t.overlay(t.now.seq, "reach", id)).hexes));
  for (const goal of [...reach.values()].flatMap((all) => [...all])) {
    const can = ids.filter((id) => reach.get(id).has(goal)), not = ids.filter((id) => !reach.get(id).has(goal));
    if (can.length > 2 && not.length && !t.stack(goal)) return [goal, can.slice(0, 3), not[0]];
  }
}"""


@pytest.mark.parametrize(("scenario", "place"), [("ourcq", "Dammartin"), ("training", "Old Fort")])
def test_the_map_is_that_of_the_scenario(desktop: TablePage, scenario: str, place: str) -> None:
    desktop.set_up("here", "here", game="gwb", scenario=scenario)
    assert desktop.page.evaluate("(name) => document.querySelector('.paper').shadowRoot.textContent.includes(name)", place)


def test_the_rest_of_a_stack_follows_its_first_unit(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="gwb", scenario="training")
    for action in ("done", "done", "move ge-c1", "go 1004"):
        desktop.do(action)
    start = desktop.at("ge-c2")
    with desktop.sending() as sent:
        desktop.button("follows to 1004")
        desktop.page.wait_for_function(f"() => firestep.test.piece('ge-c2').at === '1004' && {PICKS}")
    assert [x["actions"] for _, x in sent] == [["halt", "move ge-c2", "go 1004", "halt"]], "one request"
    assert desktop.at("ge-c1") == desktop.at("ge-c2") == "1004"
    assert "move ge-c1" not in desktop.actions and "move ge-c2" not in desktop.actions
    desktop.page.locator("#undo").click()
    desktop.page.wait_for_function("() => !firestep.test.busy && firestep.test.snap.decision?.ask === 'Moving'")
    assert (desktop.at("ge-c1"), desktop.at("ge-c2")) == ("1004", start), "one undo takes it back"


def test_several_go_in_one_request_and_who_cannot_get_there_is_left_as_he_was(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="gwb", scenario="ourcq")
    page = desktop.page
    page.evaluate("async () => { while (firestep.test.snap.decision?.ask !== 'PickUnit') await firestep.test.take('done'); }")
    goal, can, cannot = page.evaluate(REACH)
    before = [desktop.at(u) for u in (*can, cannot)]

    def send(*units: str) -> list[tuple[str, list[str] | None]]:
        with desktop.sending() as sent:
            page.evaluate("([ids, goal]) => firestep.test.sendTogether(ids, goal)", [units, goal])
        return [(path, x.get("actions")) for path, x in sent]

    def trips(*units: str) -> list[str]:
        return [words for u in units for words in (f"move {u}", f"go {goal}", "halt")]

    def back() -> None:
        seq = desktop.seq
        with desktop.sending() as sent:
            page.keyboard.press("u")
            page.wait_for_function(f"(n) => {PICKS} && firestep.test.now.seq > n", arg=seq)
        assert [(path, x["times"]) for path, x in sent] == [("undo", 9)], "one undo takes it back"
        assert [desktop.at(u) for u in (*can, cannot)] == before

    assert send(*can) == [("actions", trips(*can))]
    assert [desktop.at(u) for u in can] == [goal] * 3
    back()
    # one in the middle can be picked up, but not get there: he is put down again, and the others go on
    sent = send(can[0], cannot, *can[1:])
    assert sent == [("actions", trips(can[0], cannot, *can[1:])), ("undo", None), ("actions", trips(*can[1:]))]
    assert [desktop.at(u) for u in (*can, cannot)] == [goal] * 3 + before[3:]
    assert page.evaluate(PICKS) and f"move {cannot}" in desktop.actions and not any(f"move {u}" in desktop.actions for u in can)
    back()


def test_a_choice_ends_with_its_move_and_the_map_answers_the_next_touch(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="gwb", scenario="ourcq")
    page = desktop.page
    page.evaluate("async () => { while (firestep.test.snap.decision?.ask !== 'PickUnit') await firestep.test.take('done'); }")
    goal, (first, second, _), _ = page.evaluate(REACH)

    def choose(unit: str) -> None:
        desktop.page.evaluate("(id) => firestep.field.fan(firestep.test.piece(id).at)", unit)
        page.keyboard.down("Shift")
        desktop.piece(unit)
        page.keyboard.up("Shift")
        assert page.evaluate("firestep.test.several") == [unit]

    choose(first)
    desktop.hex(goal)
    page.wait_for_function("([id, goal]) => !firestep.test.busy && firestep.test.piece(id).at === goal", arg=[first, goal])
    assert page.evaluate("firestep.test.several.length") == 0
    # one that was chosen and cannot be ordered any more, because something else was ordered, is let go
    page.evaluate(f"async () => {{ if (!({PICKS})) await firestep.test.take('halt'); }}")
    choose(second)
    desktop.end_phase()
    assert page.evaluate("firestep.test.several.length") == 0


def test_a_stack_goes_into_march_order_in_one_request(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="gwb", scenario="ourcq")
    page = desktop.page
    page.evaluate("async () => { while (firestep.test.snap.decision?.ask !== 'MarchOrders') await firestep.test.take('done'); }")
    stacks: dict[str, list[str]] = {}
    for words in desktop.actions:
        if words.startswith("march "):
            stacks.setdefault(desktop.at(words.split()[1]), []).append(words)
    first, *rest = next(x for place, x in stacks.items() if len(x) > 2 and page.evaluate("(p) => firestep.test.isPlace(p)", place))
    desktop.do(first)
    seq = desktop.seq
    with desktop.sending() as sent:
        desktop.button("march as well")
        desktop.settled(seq + len(rest))
        page.wait_for_function("() => !firestep.test.busy")
        page.locator("#undo").click()
        page.wait_for_function("(n) => !firestep.test.busy && firestep.test.now.seq === n", arg=seq + 2 * len(rest))
    assert [(path, x.get("actions", x.get("times"))) for path, x in sent] == [("actions", rest), ("undo", len(rest))]
    assert set(rest) <= set(desktop.actions) and first not in desktop.actions


def test_a_battery_that_is_chosen_shows_its_range_and_the_dice_of_a_combat_stay(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="gwb", scenario="training")
    for action in ("attack 0806", "add ge-d1", "add ge-d2", "commit", "hold", "add ge-e1", "ready", "none"):
        desktop.do(action)
    expect(desktop.page.locator(".combat-stages li.rolled")).to_have_count(3)
    expect(desktop.page.locator(".combat-stages")).to_contain_text("on the melee die")
    desktop.page.evaluate("""async () => {
      while (firestep.test.snap.decision?.ask !== "PickUnit") {
        const texts = firestep.test.actions;
        await firestep.test.take(texts.includes("done") ? "done" : texts[0]);
      }
    }""")
    desktop.do("move ge-e1")
    desktop.page.locator("select[aria-label=Overlay]").select_option("range")
    desktop.page.wait_for_function("() => document.querySelector('.overlay-fill.o-reach')?.getAttribute('d')?.length > 100")


def test_guns_that_fire_at_a_march_end_a_list_and_the_rest_follow(desktop: TablePage) -> None:
    units = ("ge-2-kd-5-kb", "ge-2-kd-8-kb", "ge-2-kd-ra-35")
    desktop.set_up("bot:greedy", "here", game="gwb", scenario="ourcq")
    page = desktop.page
    page.evaluate("async () => { while (firestep.test.snap.decision?.ask !== 'MarchOrders') await firestep.test.take('done'); }")
    page.evaluate("(ids) => firestep.test.takeAll([...ids.map((id) => `march ${id}`), 'done'])", units)
    page.wait_for_function(f"() => {PICKS}")
    with desktop.sending() as sent:
        page.evaluate("([ids, goal]) => firestep.test.sendTogether(ids, goal)", [units, "1017"])
        page.wait_for_function(f"() => {PICKS}")
    assert page.evaluate("firestep.test.now.journal.filter((e) => e.key === 'harass').length") == 3
    assert [path for path, _ in sent] == ["actions"] * 4 and sent[1][1]["actions"][:2] == ["halt", f"move {units[1]}"]
    assert [desktop.at(u) for u in units] == ["1017"] * 3 and not any(f"move {u}" in desktop.actions for u in units)


def test_who_comes_to_the_enemy_stops_by_himself_and_the_rest_follow(desktop: TablePage) -> None:
    desktop.set_up("here", "here", game="gwb", scenario="ourcq")
    page = desktop.page
    page.evaluate("async () => { while (firestep.test.snap.decision?.ask !== 'PickUnit') await firestep.test.take('done'); }")
    zone = page.evaluate("async () => (await firestep.test.overlay(firestep.test.now.seq, 'zone', 'allied')).hexes")
    near = REACH.replace("() =>", "(zone) =>").replace("!t.stack", "zone.includes(goal) && !t.stack")
    goal, units, _ = page.evaluate(near, zone)
    assert goal in zone
    with desktop.sending() as sent:
        page.evaluate("([ids, goal]) => firestep.test.sendTogether(ids, goal)", [units, goal])
    assert [desktop.at(u) for u in units] == [goal] * 3 and page.evaluate(PICKS)
    assert len(sent) == 2 and "halt" not in sent[1][1]["actions"], (sent, "that they need not halt there is seen after the first")
