"""The pocket umpire is one tap from the first page, at a phone's size."""

from __future__ import annotations

from typing import Any


def test_the_first_page_leads_to_the_umpire(server: Any, open_page: Any) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    page.goto(f"{server.url}/")
    page.get_by_role("link", name="open the pocket umpire").click()
    page.wait_for_url("**/umpire/")
    page.locator("select, button").first.wait_for()
    assert page.evaluate("fetch('data/model.json').then((r) => r.ok)")


def test_a_folder_without_a_slash_is_led_to_its_page(server: Any, open_page: Any) -> None:
    page = open_page()
    page.goto(f"{server.url}/umpire")
    assert page.url.endswith("/umpire/")
