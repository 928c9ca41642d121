"""Renewing the archive (tools/records.py): a changed rule is not hidden by writing its records anew."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firestep.engine import record
from firestep.engine.dice import Dice
from firestep.engine.start import begin
from firestep.games import GAMES

TOOLS = Path(__file__).parents[2] / "tools"
GAME = GAMES["wwi"]


@pytest.fixture
def records(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The tool, with a folder of its own and an archive of one game."""
    monkeypatch.syspath_prepend(TOOLS)
    import records

    def one(id: str) -> Any:
        s = begin(GAME, "historical", GAME.settle_options({}), Dice("renewal"))
        s.take(s.decision.actions[0])
        s.agenda.clear()  # over: nobody plays a war for this
        yield "new", ("?", "?"), s

    monkeypatch.setattr(records, "FOLDER", tmp_path)
    monkeypatch.setattr(records, "games", one)
    monkeypatch.setattr(records, "deployed", lambda id: iter(()))
    monkeypatch.setattr(records, "rare", lambda id: iter(()))
    monkeypatch.setattr(records, "show", lambda id: None)
    return records


def old(folder: Path, **changes: Any) -> dict[str, Any]:
    """A game of a few actions in the archive."""
    s = begin(GAME, "historical", GAME.settle_options({}), Dice("old"))
    for _ in range(3):
        s.take(s.decision.actions[0])
    was = record.to_record(s) | changes
    (folder / "wwi-old.json.gz").write_bytes(gzip.compress(record.dumps(was).encode(), mtime=0))
    return was


def files(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder.iterdir()}


def test_a_record_that_the_same_ruleset_plays_otherwise_is_not_replaced(
    records: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old(tmp_path, hash="0" * 64)
    before = files(tmp_path)
    monkeypatch.setattr(records, "games", lambda id: pytest.fail("it plays before it looks"))
    assert records.main(["wwi"]) == 2
    out, err = capsys.readouterr()
    assert files(tmp_path) == before and not out
    assert err.count("\n") == 1 and "wwi-old.json.gz" in err and "hash differs" in err and "raise `ruleset`" in err


@pytest.mark.parametrize("changes", [{}, {"ruleset": GAME.ruleset - 1, "hash": "0" * 64}])
def test_one_that_still_plays_or_is_of_an_earlier_ruleset_is(records: Any, tmp_path: Path, changes: dict[str, Any]) -> None:
    old(tmp_path, **changes)
    assert records.main(["wwi"]) == 0
    assert set(files(tmp_path)) == {"wwi-new.json.gz"}


def test_the_rare_ends_are_renewed_alone(records: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old(tmp_path, hash="0" * 64)  # stays as it is, and is not looked at
    for name in ("wwi-historical-end-3", "wwi-historical-end-gone"):
        (tmp_path / "wwi-old.json.gz").with_name(f"{name}.json.gz").write_bytes((tmp_path / "wwi-old.json.gz").read_bytes())
    assert records.main(["--ends", "wwi"]) == 2, "one that is to be replaced no longer plays"
    old(tmp_path)
    (tmp_path / "wwi-historical-end-gone.json.gz").write_bytes((tmp_path / "wwi-old.json.gz").read_bytes())
    kept = files(tmp_path)
    monkeypatch.undo()
    monkeypatch.setattr(records, "FOLDER", tmp_path)
    monkeypatch.setattr(records, "show", lambda id: None)
    assert records.main(["--ends", "wwi"]) == 0
    now = files(tmp_path)
    assert set(now) == {"wwi-old.json.gz", "wwi-historical-end-3.json.gz", "wwi-historical-end-draw.json.gz"}
    assert all(now[name] == kept[name] for name in set(now) & set(kept))
    assert records.main(["--ends", "wwi"]) == 0 and files(tmp_path) == now, "the same bytes again"


def test_a_raised_ruleset_frees_the_records(records: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old(tmp_path, hash="0" * 64)
    monkeypatch.setattr(records, "game", lambda id: replace(GAME, ruleset=GAME.ruleset + 1))
    assert records.main(["wwi"]) == 0 and set(files(tmp_path)) == {"wwi-new.json.gz"}
