"""Each battle of a game that has several is laid on its own ground."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest


@pytest.mark.parametrize(("scenario", "place"), [("ourcq", "Dammartin"), ("training", "Old Fort")])
def test_the_map_is_that_of_the_scenario(server: Any, open_page: Any, scenario: str, place: str) -> None:
    body = {"game": "gwb", "scenario": scenario, "options": {}, "seats": [{"kind": "here"}, {"kind": "here"}]}
    ask = urllib.request.Request(f"{server.url}/api/tables", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(ask) as answer:
        made = json.load(answer)
    page = open_page()
    page.goto(f"{server.url}/table/{made['id']}#{made['tokens']['german']}")
    page.locator("svg text", has_text=place).first.wait_for(state="attached", timeout=60_000)
