"""The past of a table: replay, links to moments, forks, records, the result, and dice that can be checked."""

from __future__ import annotations

import hmac
import json
from pathlib import Path

import pytest
from playwright.sync_api import expect
from table_page import TO_TURN_TWO, TablePage

import firestep
from firestep.engine import record
from firestep.engine.dice import Dice, commitment

pytestmark = pytest.mark.slow


def finished(seed: str = "browser") -> str:
    """The record of a whole short-spoken game: everybody ends every phase as soon as the rules allow, but both attack a little."""
    s = firestep.start("wwi", seed=seed)
    n = 0
    while (d := s.decision) is not None:
        n += 1
        words = [" ".join(a) for a in d.actions]
        pick = next((w for w in ("go", "stand", "halt") if w in words), None)
        if pick is None and n % 7 == 0:
            pick = next((w for w in words if w.startswith("attack")), None)
        pick = pick or ("done" if "done" in words else words[0])
        s.take(pick)
    return record.dumps(record.to_record(s, ["one", "two"]))


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "war.json"
    path.write_text(finished(), encoding="utf-8")
    return path


def load(desktop: TablePage, path: Path) -> None:
    desktop.page.goto("/")
    desktop.page.locator("#record-file").set_input_files(str(path))
    desktop.ready()


def test_the_replay_goes_to_every_turn_of_a_long_war(desktop: TablePage, saved: Path) -> None:
    load(desktop, saved)
    page = desktop.page
    page.reload()
    desktop.ready()
    page.keyboard.press("Escape")  # the result
    turns, lines = page.evaluate("[firestep.test.now.turn, firestep.parts.log.entries.filter((e) => e.key === 'turn').length]")
    assert lines < turns, "the log does not hold all of them"
    page.keyboard.press("r")
    choice = page.get_by_label("Go to a turn")
    expect(choice.locator("option")).to_have_count(turns + 1)
    assert choice.locator("option").all_inner_texts()[1:3] == ["Game-Turn 1: summer 1914", "Game-Turn 2: winter 1914-15"]
    choice.select_option(index=2)
    page.wait_for_function("() => firestep.test.past !== null && firestep.test.snap.turn === 2")


def test_replay_by_slider_arrow_keys_and_log(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    desktop.page.evaluate(TO_TURN_TWO, 12)
    page, seq = desktop.page, desktop.seq
    page.locator("#replay").click()
    expect(page.locator("#question")).to_contain_text(f"after action {seq - 1} of {seq}")
    page.locator("#map").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#question")).to_contain_text(f"after action {seq - 2} of {seq}")
    assert f"action={seq - 2}" in page.url
    page.locator("#past-bar input").fill("0")
    expect(page.locator("#question")).to_contain_text("after action 0 of")
    assert page.evaluate("firestep.test.orders.length") == 0, "the past cannot be played in"
    page.locator("#tab-log").click()
    entry = page.locator(".entry .moment").nth(3)
    at = int(page.locator(".entry").nth(3).get_attribute("data-at") or 0)
    entry.click()
    expect(page.locator("#question")).to_contain_text(f"after action {at} of")
    page.locator("#to-now").click()
    assert page.evaluate("firestep.test.past") is None and "action=" not in page.url
    assert desktop.actions


def test_a_link_leads_to_a_moment(desktop: TablePage) -> None:
    table = desktop.set_up("here", "here")
    desktop.page.evaluate(TO_TURN_TWO, 12)
    desktop.page.goto(f"/table/{table}?action=2")
    desktop.ready()
    expect(desktop.page.locator("#question")).to_contain_text("after action 2 of")
    desktop.page.keyboard.press("Escape")
    desktop.page.wait_for_function("() => firestep.test.past === null")


def test_any_moment_forks_into_a_table_of_its_own(desktop: TablePage) -> None:
    table = desktop.set_up("here", "here")
    desktop.page.evaluate(TO_TURN_TWO, 12)
    seq, page = desktop.seq, desktop.page
    page.locator("#replay").click()
    page.locator("#past-bar button", has_text="What if").click()
    page.wait_for_url(lambda url: "/table/" in url and table not in url)
    desktop.ready()
    assert desktop.actions
    assert page.evaluate("firestep.test.now.parent.table") == table
    expect(page.locator("#when")).to_contain_text("What if?")
    page.locator("#tab-table").click()
    expect(page.locator("#page-table a", has_text="action")).to_have_attribute("href", f"/table/{table}?action={seq - 1}")
    desktop.do(desktop.actions[0])
    page.goto(f"/table/{table}")
    desktop.ready()
    assert desktop.seq == seq, "the table it came from did not change"


def test_the_record_can_be_downloaded(desktop: TablePage) -> None:
    desktop.set_up("here", "here")
    desktop.do("done")
    desktop.page.locator("#tab-table").click()
    with desktop.page.expect_download() as got:
        desktop.page.locator("#download").click()
    data = json.loads(Path(got.value.path()).read_text(encoding="utf-8"))
    assert data["format"] == "firestep-record" and data["actions"] == ["done"] and "seed" not in data


def test_a_finished_record_shows_result_graphs_and_verified_dice(desktop: TablePage, saved: Path) -> None:
    load(desktop, saved)
    page = desktop.page
    result = json.loads(saved.read_text(encoding="utf-8"))["result"]
    page.locator("#answers button", has_text="Result").click()
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text(result["reason"])
    expect(dialog.locator(".plots svg").first).to_be_visible()
    assert dialog.locator(".plots figure").count() >= 3
    expect(dialog.locator(".luck-report")).to_contain_text("expected")
    dialog.locator("button", has_text="Check the dice").click()
    expect(page.locator(".verdict.good")).to_contain_text("rolls were checked here")


def test_a_forged_roll_is_found_in_the_browser(desktop: TablePage, saved: Path) -> None:
    load(desktop, saved)
    wrong = desktop.page.evaluate("""async () => {
      const { check } = await import("/js/pages/dice-check.js");
      const dice = await firestep.test.ask("/dice");
      const honest = await check(dice);
      dice.rolls[3].value = (dice.rolls[3].value % 6) + 1;
      const forged = await check(dice);
      const swapped = await check({ ...dice, seed: dice.seed + "x" });
      return { honest, forged, swapped };
    }""")
    assert wrong["honest"] == {"sealed": True, "wrong": []}
    assert len(wrong["forged"]["wrong"]) == 1
    assert wrong["swapped"]["sealed"] is False


def test_page_and_engine_throw_the_same_dice_of_any_size(desktop: TablePage) -> None:
    """Of 40,000 sides two numbers in five are passed over; of 2^47 + 1 half of them, so that whole blocks are."""
    sides = (1, 2, 6, 20, 255, 256, 257, 300, 1000, 40_000, 65_536, 65_537, 70_000, 2**47 + 1, 2**53 - 1)
    dice = Dice("seed of page and engine")
    rolls = [{"n": n, "sides": k, "value": dice.roll(n, k)} for k in sides for n in range(80)]
    blocks = [hmac.digest(dice.seed.encode(), b"%d" % n, "sha256") for n in range(80)]
    assert any(all(b[k] >= 128 for k in range(0, 30, 6)) for b in blocks), "some block has no number for 2^47 + 1 sides"
    desktop.page.goto("/")
    sealed, forged = desktop.page.evaluate(
        """async (dice) => {
          const { check, die, keyOf } = await import("/js/pages/dice-check.js");
          const none = await Promise.all([0, -6, 2.5, NaN].map(async (k) => Number.isNaN(await die(await keyOf(dice.seed), 0, k))));
          return [await check(dice), { none, wrong: (await check({ ...dice, rolls: [{ n: 0, sides: 0, value: 1 }] })).wrong }];
        }""",
        {"seed": dice.seed, "commitment": commitment(dice.seed), "rolls": rolls},
    )
    assert sealed == {"sealed": True, "wrong": []}
    assert forged == {"none": [True] * 4, "wrong": [0]}, "a die that cannot be fits no roll, and is not thrown for ever"


def test_a_file_that_is_no_record_is_refused_in_words(desktop: TablePage, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{ not json", encoding="utf-8")
    desktop.page.goto("/")
    desktop.page.locator("#record-file").set_input_files(str(bad))
    expect(desktop.page.locator(".toast.error")).to_contain_text("is not a record")


def test_differences_are_applied_as_the_protocol_says(desktop: TablePage) -> None:
    desktop.page.goto("/")
    out = desktop.page.evaluate("""async () => {
      const { applyPatch } = await import("/js/net/patch.js");
      const snap = { seq: 3, turn: 1, board: { pieces: [{ id: "a", at: "0101", badges: [] }, { id: "b", at: "0102", badges: [] }] },
                     journal: [{ n: 0, text: "x" }, { n: 1, text: "y" }], journal_size: 2 };
      return applyPatch(snap, { from: 3, seq: 4, changes: [
        ["set", ["board", "pieces", "a", "at"], "0505"], ["del", ["board", "pieces", "b"]],
        ["set", ["board", "pieces", "c"], { id: "c", at: "0103", badges: ["moved"] }],
        ["order", ["board", "pieces"], ["c", "a"]], ["set", ["turn"], 2] ],
        journal: { keep: 1, size: 2, add: [{ n: 1, text: "z" }] } });
    }""")
    assert out["seq"] == 4 and out["turn"] == 2
    assert [(p["id"], p["at"]) for p in out["board"]["pieces"]] == [("c", "0103"), ("a", "0505")]
    assert [e["text"] for e in out["journal"]] == ["x", "z"]
