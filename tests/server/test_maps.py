"""Maps are drawn beside the server, once, and kept."""

from __future__ import annotations

import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from firestep.engine import record as records
from firestep.engine.dice import Dice
from firestep.engine.start import begin, moment
from firestep.games import GAMES
from firestep.server.workers.maps import fingerprint


def test_a_drawn_map_is_kept_between_runs_and_drawn_anew_when_it_changes(new_server: Any, tmp_path: Path) -> None:
    first = new_server()
    drawn = first.http.get("/api/games/sample/map.svg")
    assert drawn.headers["content-type"] == "image/svg+xml" and drawn.headers["content-encoding"] == "gzip"
    plain = first.http.get("/api/games/sample/map.svg", headers={"Accept-Encoding": "identity"})
    assert plain.text == drawn.text and "content-encoding" not in plain.headers
    kept = tmp_path / "maps" / f"sample-{fingerprint('sample')}.svg"
    assert kept.read_text() == drawn.text
    kept.write_text("<svg>kept</svg>")
    (tmp_path / "maps" / "sample-old.svg").write_text("<svg>old</svg>")
    first.stop()
    second = new_server()
    assert second.http.get("/api/games/sample/map.svg").text == "<svg>kept</svg>"
    second.stop()
    kept.unlink()
    third = new_server()
    assert third.http.get("/api/games/sample/map.svg").text == drawn.text
    assert [p.name for p in (tmp_path / "maps").glob("sample-*")] == [kept.name], "what it replaces is removed"


def test_maps_are_drawn_ahead(new_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("firestep.games"), "IDS", ("sample",))  # the others take seconds
    new_server(draw_ahead=True)
    deadline = time.monotonic() + 60
    while not list((tmp_path / "maps").glob("sample-*.svg")) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert list((tmp_path / "maps").glob("sample-*.svg"))


def test_a_game_begun_in_the_middle_elsewhere_is_taken_only_by_ones_own_machine(new_server: Any) -> None:
    g = GAMES["sample"]
    begun = begin(g, "skirmish", g.settle_options(None), Dice("x"))
    s = begin(g, "skirmish", g.settle_options(None), Dice("y"), moment(begun))
    s.take("general red-1")
    careful = new_server(foreign_moments=False)
    refused = careful.http.post("/api/tables/import", json=records.to_record(s))
    assert refused.status_code == 400 and "server that it comes from" in refused.json()["error"]
    t = careful.table()
    t.finish(2)
    fork = type(t)(careful, t.post("red", "/fork", at=4).json())
    fork.finish(3)
    again = careful.http.post("/api/tables/import", json=fork.get("red", "/record").json())
    assert again.status_code == 201, "a moment of its own it knows again"
    assert new_server().http.post("/api/tables/import", json=records.to_record(s)).status_code == 201
