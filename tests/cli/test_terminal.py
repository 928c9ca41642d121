"""The position in the terminal: map, tracks and units of every game, and what can be typed while playing."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import firestep
from firestep.commands import board
from firestep.commands.show import page
from firestep.commands.table import Table, help_text
from firestep.engine.action import text
from firestep.engine.errors import FirestepError
from firestep.games import ALL, GAMES


@pytest.fixture(params=[id for id in ALL if id in GAMES])
def s(request: pytest.FixtureRequest) -> Any:
    return firestep.start(request.param, seed=7)


def table(s: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *lines: str) -> Table:
    """A table with two people at it who type these lines and leave."""
    rest = iter([*lines, "quit"])
    monkeypatch.setattr("builtins.input", lambda _="": next(rest))
    return Table(s, ["human"] * len(s.game.seats), tmp_path / "game.json", with_map=False)


def test_show_tells_every_track_and_every_unit(s: Any) -> None:
    view = s.view(None)["board"]
    shown = re.sub(r"\n +", " ", page(s))  # long lines are wrapped
    for track in view["tracks"]:
        assert f"{track['title']}: " in shown
        for row in track["rows"]:
            assert row["title"] in shown
            assert row.get("value") is None or re.search(rf"{re.escape(row['title'])} {row['value']}\b", shown)
    for p in view["pieces"]:
        assert p["id"] in shown and str(p.get("text", "")) in shown
    assert all(str(points) in shown for points in view["scores"].values())


def test_show_fits_into_the_terminal(s: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    assert all(len(line) <= 72 for line in page(s, with_map=False, with_units=False).splitlines())


def test_units_are_found_by_place_nation_side_and_id(s: Any) -> None:
    view = s.view(None)["board"]
    piece = view["pieces"][0]
    every = [line for line in board.units(s, view) if line.startswith(" ")]
    assert len(every) == len(view["pieces"])
    for key in ("id", "at", "nation", "side"):
        same = [p for p in view["pieces"] if str(p[key]).lower() == str(piece[key]).lower()]
        found = [line for line in board.units(s, view, [str(piece[key])]) if line.startswith(" ")]
        assert len(found) == len(same) and any(line.split()[0] == piece["id"] for line in found)
    assert board.units(s, view, ["nothing"]) == []


def test_the_terminal_tells_tracks_units_places_and_a_part_of_the_map(
    s: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    view = s.view(s.decision.seat)["board"]
    piece = next(p for p in view["pieces"] if p["at"] in s.game.map_of(s.scenario)[1].get("hexes", [p["at"]]))
    place = piece["at"]
    words = ["tracks", f"units {place}", f"inspect {place}", f"map {place} 2", f"map {place} x", "map 99999", "inspect", "help"]
    table(s, tmp_path, monkeypatch, *words).play()
    out = capsys.readouterr().out
    for track in view["tracks"]:
        assert track["title"] in out
    assert out.count(f"  {piece['id']} ") >= 2
    assert s.game.inspect(s, place)["title"] in out
    near, whole = s.game.draw_text(s, [place], 2), s.game.draw_text(s)
    assert near in out and whole not in out and len(near) < len(whole) / 2
    assert "'x' is not a number" in out and "99999" in out and "name a place" in out
    assert f"why {text(s.decision.actions[0])}" in out


def test_what_can_be_typed_is_no_action_of_any_game(s: Any) -> None:
    """The terminal reads its own words first: an action that begins with one of them could never be typed."""
    with pytest.raises(FirestepError) as e:
        s.why_not("no-such-action")
    verbs = set(str(e.value).split("begin with: ")[1].split(", "))
    own = {line.split()[0] for line in help_text("3", "PLACE").splitlines() if line}
    assert len(verbs) > 5 and not own & verbs


def test_choices_are_told_with_the_names_of_units_and_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table(firestep.start("wwi", seed=7), tmp_path, monkeypatch, "attack 0505").play()
    out = capsys.readouterr().out
    assert "attack 0505 (Brussels)" in out and "add ge-2 (German 2nd Army)" in out


def labels(s: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    return {text(a): label for a, label in table(s, tmp_path, monkeypatch)._labels(s.decision).items()}


def test_a_place_without_a_name_is_told_by_the_units_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    s = firestep.start("gwb", seed=7)
    assert labels(s, tmp_path, monkeypatch)["attack 0806"] == "B/75 and 2 more"


def test_nations_are_told_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    s, r = firestep.start("wwi", seed=0), random.Random(0)
    while not any(a[0] == "pay" for a in s.decision.actions):
        s.take(r.choice(s.decision.actions))
    pay = next(a for a in s.decision.actions if a[0] == "pay")
    assert labels(s, tmp_path, monkeypatch)[text(pay)] == s.game.nations[pay[1]].title


def test_of_several_maps_the_terminal_draws_those_on_which_something_can_be_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    s = firestep.start("tgw", "1918", seed=7)
    t = table(s, tmp_path, monkeypatch)
    places = t._places(s.decision)
    t.with_map = True
    t._show()
    out = capsys.readouterr().out
    assert s.game.draw_text(s) not in out
    assert s.game.draw_text(s, places) in out if places else "Type 'map'" in out
    west = s.game.draw_text(s, ["W6526"])
    assert west.splitlines()[0] == "Western Front" and len(west) < len(s.game.draw_text(s)) / 2


def test_every_sign_of_a_map_is_in_its_key(s: Any) -> None:
    if not s.game.sheet() and s.game.scenario_map is None:
        return  # a list of units, no map
    *drawn, key = s.game.draw_text(None).splitlines()
    known = {w.split()[0] for w in re.split(r"[;,] ", key.removeprefix("Key: "))}
    signs = {c for line in drawn for cell in re.findall(r"\S+", line) for c in cell if not c.isalnum() and c not in "-.()'&"}
    assert signs <= known | {"+"}, signs - known
