"""The pocket umpire at the table: what it says, in which scale, and the rosters it keeps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from firestep.testing import rule
from games.dgk.phone import opened, tap

pytestmark = pytest.mark.slow


@pytest.fixture
def page(browser: Any, tmp_path: Path) -> Any:
    p = opened(browser, tmp_path)
    errors: list[str] = []
    p.on("pageerror", lambda e: errors.append(str(e)))
    yield p
    assert errors == []
    p.context.close()


def choices(page: Any, legend: str) -> list[str]:
    field = page.locator("fieldset.chips", has=page.locator("legend", has_text=legend)).first
    return [b.strip() for b in field.locator("button").all_inner_texts()]


def answer(page: Any) -> str:
    page.click("#result")
    if page.locator("dialog").count():
        page.locator("dialog button").first.click()
    page.wait_for_selector("#answer")
    text: str = page.locator("#answer").inner_text()
    return text


@rule("dgk.X.ac.1", "dgk.IV.mule.1")
def test_plate_is_cover_in_the_open_and_vehicles_never_deploy(page: Any) -> None:
    tap(page, "Target", "Armoured cars")
    assert choices(page, "Target's cover") == ["Hard", "Fortification"]
    assert choices(page, "Target's formation") == ["Maneuvering", "Marching"]
    page.locator("#why summary").first.click()
    assert "Cover: hard" in page.locator("#why").inner_text()
    tap(page, "Target", "Infantry")
    assert "Deployed" in choices(page, "Target's formation")
    tap(page, "Target", "Fast transport")
    assert choices(page, "Target's formation") == ["Maneuvering", "Marching"]
    tap(page, "Target", "Slow transport")  # wagons and mule trains (dgk.IV.mule.1)
    assert choices(page, "Target's formation") == ["Deployed", "Maneuvering", "Marching"]


@rule("dgk.II.base.4")
def test_every_distance_doubles_with_the_figures(page: Any) -> None:
    tap(page, "Acting unit", "Infantry")
    tap(page, "Range", "18-24")
    assert "reach is 12 inches" in answer(page) and "up to 24 inches" in page.locator("#answer").inner_text()
    page.click("[data-tab=settings]")
    tap(page, "Figures", "20 to 28 mm: every distance doubled")
    page.click("[data-tab=ask]")
    tap(page, "Range", "36-48")
    assert "reach is 24 inches" in answer(page) and "up to 48 inches" in page.locator("#answer").inner_text()
    tap(page, "Action", "Maneuver")
    page.click("#result")
    assert "within 12 inches" in page.locator("dialog").inner_text()
    page.locator("dialog button").first.click()
    page.get_by_text("Aircraft, mines, indirect fire, vehicles").click()
    words = page.locator("main").inner_text()
    assert "every unit within 6 inches" in words and "beyond 24 inches" in words and "up to 96 inches" in words


@rule("dgk.V.dmg.6", "dgk.III.mfire.1")
def test_results_say_what_is_true_and_no_more(page: Any) -> None:
    page.evaluate("() => { crypto.getRandomValues = a => a.fill(0); }")  # one of the best rolls
    tap(page, "Acting unit", "Heavy guns")
    tap(page, "Action", "Deployed Fire")
    tap(page, "Range", "0-3")
    tap(page, "Target's state", "Demoralised")
    text = answer(page)
    assert "If half or more" in text and "has used its action" in text
    tap(page, "Action", "Moving Fire")
    text = answer(page)
    assert "may still do one of them" in text and "has used its action" not in text
    tap(page, "Target", "Fast transport")
    assert "A train stays where it is" in answer(page)


@rule("dgk.X.ind.1", "dgk.X.mine.4")
def test_special_actions_say_their_own_rule_and_can_be_left(page: Any) -> None:
    page.get_by_text("Aircraft, mines, indirect fire, vehicles").click()
    tap(page, "Special action", "Indirect fire")
    assert choices(page, "Acting unit") == ["Field guns", "Heavy guns"]
    page.click("#leave-special")
    assert page.locator("#special").count() == 0 and "Infantry" in choices(page, "Acting unit")
    page.get_by_text("Aircraft, mines, indirect fire, vehicles").click()
    tap(page, "Special action", "Command mine")
    assert "Deployed Fire by field guns" in page.locator("#special").inner_text()
    assert "stops and takes 1 level" not in page.locator("#special").inner_text()


@rule("dgk.III.turn.2")
def test_a_round_is_undone_but_the_die_is_not_thrown_again(page: Any) -> None:
    page.click("[data-tab=turn]")
    page.click("#initiative")
    assert page.locator("#undo-round").count() == 0
    side = page.locator("#side").inner_text()
    page.get_by_role("button", name="Round done", exact=True).click()
    assert page.locator("#side").inner_text() != side
    page.click("#undo-round")
    assert page.locator("#side").inner_text() == side
    page.get_by_role("button", name="Unit destroyed, Allied Forces").click()
    left = page.locator("#army-allied .count").inner_text()
    page.click("#new-game")
    page.click("dialog [data-answer=no]")
    assert page.locator("#army-allied .count").inner_text() == left
    page.click("#new-game")
    page.click("dialog [data-answer=yes]")
    page.locator("#initiative").wait_for()
    assert page.locator("#army-allied .count").inner_text() == str(int(left) + 1)
    assert page.locator("#initiative").count() == 1


def test_rosters_stand_side_by_side_and_travel_as_files(page: Any, tmp_path: Path) -> None:
    page.click("[data-tab=builder]")
    tap(page, "Army", "Serbia")
    page.click("#make-roster")
    assert "27 units" in page.locator("#totals").inner_text()
    name = page.get_by_label("Name of the roster")
    name.fill("Drina")
    name.press("Enter")
    page.get_by_label("Name", exact=True).first.fill("Iron Regiment")
    page.get_by_label("Name", exact=True).first.press("Tab")
    # another army does not touch the first
    page.get_by_text("New roster from the book's lists").click()
    tap(page, "Army", "Belgium")
    page.click("#make-roster")
    assert len(choices(page, "Your rosters")) == 2
    tap(page, "Your rosters", "Drina")
    assert page.get_by_label("Name", exact=True).first.input_value() == "Iron Regiment"
    # a Leader of one's own, and a unit under him
    page.click("#add-leader")
    page.click("dialog [data-answer=brigade]")
    mine = page.locator("section.card").last
    mine.get_by_role("button", name="Add a unit").click()
    assert "28 units" in page.locator("#totals").inner_text()
    assert page.locator("section.card").last.get_by_label("Name", exact=True).count() == 1
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    saved = tmp_path / "drina.json"
    download.value.save_as(saved)
    kept = json.loads(saved.read_text(encoding="utf-8"))
    assert kept["format"] == "firestep-roster 1" and len(kept["units"]) == 28
    page.set_input_files("#open-roster", saved)
    page.get_by_role("button", name="Drina (2)", exact=True).wait_for()
    assert "28 units" in page.locator("#totals").inner_text()
    # nonsense is refused in a sentence and changes nothing
    kept["units"][0]["bases"] = 99
    saved.write_text(json.dumps(kept), encoding="utf-8")
    page.set_input_files("#open-roster", saved)
    assert "1 to 8 bases" in page.locator("dialog").inner_text()
    page.click("dialog button")
    assert len(choices(page, "Your rosters")) == 3
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert len(choices(page, "Your rosters")) == 3
