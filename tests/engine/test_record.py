"""Records: every kind of damage is refused in one sentence, and the file stays as it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import firestep
from firestep.engine import record
from firestep.engine.errors import BadRecord, FirestepError
from firestep.engine.start import moment
from firestep.games import GAMES


@pytest.fixture(scope="module")
def played() -> dict[str, Any]:
    """Two turns and a bit of a game."""
    s = firestep.start("wwi", seed="damage")
    k = 0
    while s.state.turn < 3 or k % 7:
        d = s.decision
        s.take(d.actions[(k * 5) % len(d.actions)])
        k += 1
    return record.to_record(s, ["human", "greedy"])


def whole(rec: dict[str, Any]) -> dict[str, Any]:
    return json.loads(record.dumps(rec))


def test_a_true_record_passes(played: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "war.json"
    record.save(played, path)
    read = record.load(path)
    assert read == whole(played)
    assert record.verify(read, GAMES).hash() == played["hash"]
    assert len(played["turns"]) == 3


def test_the_text_is_json_with_one_line_an_action(played: dict[str, Any]) -> None:
    text = record.dumps(played)
    assert json.loads(text)["actions"] == played["actions"]
    assert len(text.splitlines()) > len(played["actions"])


def edit(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(rec: dict[str, Any]) -> None:
        rec[key] = value

    return change


def drop(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda rec: rec.pop(key)


def edited_action(rec: dict[str, Any]) -> None:
    k = next(i for i, a in enumerate(rec["actions"]) if a.startswith("to "))
    rec["actions"][k] = "stay"


def illegal_action(rec: dict[str, Any]) -> None:
    rec["actions"][3] = "to 0101"


def dropped_action(rec: dict[str, Any]) -> None:
    del rec["actions"][-1]


def edited_turn(rec: dict[str, Any]) -> None:
    rec["turns"][1]["hash"] = "0" * 64


def missing_turn(rec: dict[str, Any]) -> None:
    rec["turns"].pop()


DAMAGE: list[tuple[str, Callable[[dict[str, Any]], Any], str]] = [
    ("another program", edit("format", "chess"), "not a Firestep record"),
    ("no format", drop("format"), "not a Firestep record"),
    ("a later version", edit("version", 99), "record version 99"),
    ("no version", drop("version"), "record version None"),
    ("a later ruleset", edit("ruleset", 77), "ruleset 77"),
    ("an older ruleset", edit("ruleset", 0), "ruleset 0"),
    ("an unknown game", edit("game", "ludo"), "unknown game 'ludo'"),
    ("an unknown scenario", edit("scenario", "1870"), "no scenario '1870'"),
    ("an unknown option", edit("options", {"tanks": "on"}), "no option 'tanks'"),
    ("a bad value of an option", edit("options", {"tank-army": "maybe"}), "cannot be 'maybe'"),
    ("another seed", edit("seed", "other"), "commitment"),
    ("another commitment", edit("commitment", "0" * 64), "commitment"),
    ("no seed", drop("seed"), "not revealed"),
    ("no actions", drop("actions"), 'no proper "actions"'),
    ("actions of another kind", edit("actions", "done"), 'no proper "actions"'),
    ("an action that is a number", edit("actions", [7]), "an action that is not text"),
    ("an empty action", edit("actions", [" "]), "an action that is not text"),
    ("no hash", drop("hash"), 'no proper "hash"'),
    ("an edited action", edited_action, "differs|does not fit"),
    ("an illegal action", illegal_action, "action 4 of the record does not fit"),
    ("a missing action", dropped_action, "final hash differs"),
    ("an edited hash of a turn", edited_turn, "hash of turn 2 differs"),
    ("a missing turn", missing_turn, "differs"),
    ("an edited final hash", edit("hash", "f" * 64), "final hash differs"),
    ("an invented result", edit("result", {"winner": "allied"}), "result differs"),
]


@pytest.mark.parametrize(("change", "words"), [d[1:] for d in DAMAGE], ids=[d[0].replace(" ", "-") for d in DAMAGE])
def test_damage_is_refused_in_one_sentence(played: dict[str, Any], tmp_path: Path, change: Any, words: str) -> None:
    rec = whole(played)
    change(rec)
    path = tmp_path / "war.json"
    path.write_text(json.dumps(rec), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(BadRecord, match=words) as e:
        record.verify(record.load(path), GAMES)
    assert "\n" not in str(e.value)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_a_moment_that_no_play_could_hold_is_no_beginning(played: dict[str, Any]) -> None:
    """Two armies in a hex: that can be read, so only the game itself notices."""
    plain = json.loads(moment(firestep.start("wwi", seed="damage")))
    rec = {**whole(played), "start": json.dumps(plain), "actions": []}
    assert record.load_session(rec, GAMES).decision is not None
    plain["state"]["at"]["ah-1"] = plain["state"]["at"]["ah-2"]
    with pytest.raises(FirestepError, match="two armies in hex 1820"):
        record.load_session({**rec, "start": json.dumps(plain)}, GAMES)


@pytest.mark.parametrize("cut", [0, 1, 100, -3])
def test_a_truncated_record_is_refused(played: dict[str, Any], cut: int) -> None:
    with pytest.raises(BadRecord, match="not a complete record"):
        record.loads(record.dumps(played)[:cut])


@pytest.mark.parametrize("text", ["[]", "7", '"record"', "null"])
def test_json_of_another_kind_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="not a Firestep record"):
        record.loads(text)


def test_a_missing_file_names_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="firestep new"):
        record.load(tmp_path / "none.json")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "war.json"
    path.write_bytes(b"\xff\xfe\x00garbage")
    with pytest.raises(BadRecord, match="cannot read"):
        record.load(path)


def test_a_failed_save_leaves_the_old_file(played: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "war.json"
    record.save(played, path)
    before = path.read_bytes()

    def broken(*_: Any) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(record.os, "fsync", broken)
    with pytest.raises(OSError, match="disk full"):
        record.save({**played, "actions": []}, path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
