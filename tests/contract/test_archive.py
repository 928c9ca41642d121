"""The archive: finished games play again to the same bytes, and show the same at the moments of their playthroughs.

See tools/records.py and tests/playthrough.py.
"""

from __future__ import annotations

import gzip
import json
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import playthrough
from firestep.engine import record
from firestep.games import GAMES

FOLDER = Path(__file__).parents[1] / "records"
FILES = sorted(FOLDER.glob("*.json.gz"))
RENEW = "if that is meant, raise `ruleset` of the game and renew its records with: python tools/records.py"


@pytest.mark.parametrize("path", FILES, ids=[p.name.removesuffix(".json.gz") for p in FILES])
def test_a_game_of_the_archive_plays_again_to_the_same_bytes(path: Path) -> None:
    text = gzip.decompress(path.read_bytes()).decode()
    was = record.loads(text, path.name)
    game = GAMES[was["game"]]
    if was["ruleset"] != game.ruleset:
        pytest.fail(
            f"{path.name} is of ruleset {was['ruleset']}, {game.id} has {game.ruleset}; renew its records with: "
            f"python tools/records.py {game.id}"
        )
    shown = playthrough.FOLDER / path.name
    if not shown.exists():
        pytest.fail(f"{path.name} has no playthrough; make it with: python tools/records.py --shown {game.id}")
    moments = json.loads(playthrough.read(shown))
    try:
        s, now = playthrough.played(was, [m["entry"] for m in moments])
        record.compare(was, s)
    except record.BadRecord as e:
        pytest.fail(f"the rules of {game.id} changed: {path.name}: {e}; {RENEW} {game.id}")
    assert record.dumps(record.to_record(s, was["seats"])) == text, f"{path.name} is written otherwise; {RENEW} {game.id}"
    for m, n in zip(moments, now, strict=True):
        if found := playthrough.difference(m, n):
            pytest.fail(
                f"{path.name} shows something else after entry {m['entry']}: {found}\n"
                f"if that is meant, renew what the games show with: python tools/records.py --shown {game.id}"
            )


def test_every_playthrough_belongs_to_a_record() -> None:
    assert {p.name for p in playthrough.FOLDER.iterdir()} == {p.name for p in FILES}


def test_playthroughs_show_nearly_every_question_of_a_game(game: Any) -> None:
    """Few questions are so rare that no game of the archive asks them."""
    shown = {m.get("question") for p in playthrough.FOLDER.glob(f"{game.id}-*") for m in json.loads(playthrough.read(p))}
    asked = {name for name, step in game.steps.items() if not step.auto}
    assert len(asked - shown) <= len(asked) * 0.25, sorted(asked - shown)


def test_an_extra_action_in_a_list_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "wwi-historical-middle.json.gz"
    moments = json.loads(playthrough.read(playthrough.FOLDER / name))
    was = record.loads(playthrough.read(FOLDER / name))
    m = next(m for m in moments if len(m.get("actions", ())) > 1)
    step = GAMES["wwi"].steps[m["question"]]
    listed = step.actions
    monkeypatch.setattr(step, "actions", lambda self, s: sorted([*listed(self, s), ("zzz",)]))
    _, (now,) = playthrough.played(was, [m["entry"]])
    found = playthrough.difference(m, now)
    assert found == "/actions: lost [], new ['zzz']"


def test_a_result_in_other_words_is_the_same_result_and_another_one_is_not() -> None:
    """Sentences may be bettered without a new ruleset: whoever kept a record keeps it."""
    was = record.loads(gzip.decompress((FOLDER / "gwb-training-plain-random.json.gz").read_bytes()).decode())
    was["result"]["reason"] = "as it was told long ago"
    record.verify(was, GAMES)
    was["result"]["level"] = "crushing"
    with pytest.raises(record.BadRecord, match="result differs"):
        record.verify(was, GAMES)


def test_the_archive_has_every_scenario_of_a_game_as_it_comes_and_with_its_options(game: Any) -> None:
    if game.id not in {p.name.split("-")[0] for p in FILES}:
        pytest.fail(f"no record of {game.id}; make them with: python tools/records.py {game.id}")
    names = {p.name for p in FILES}
    for sc in game.scenarios:
        for kind in ("plain-random", "plain-greedy", "options-random", "options-greedy"):
            assert f"{game.id}-{sc.id}-{kind}.json.gz" in names
    if any(o.id == "setup" for o in game.options):
        assert all(f"{game.id}-{sc.id}-setup-random.json.gz" in names for sc in (game.scenarios[0], game.scenarios[-1]))
    records = [record.loads(gzip.decompress((FOLDER / n).read_bytes()).decode()) for n in names if n.startswith(f"{game.id}-")]
    assert all(r["result"] is not None for r in records), "an unfinished game"
    words = {a.split()[0] for r in records for a in r["actions"]}
    assert {"undo", "takeback"} <= words and any("start" in r for r in records)


def ways(game: str) -> dict[tuple[str | None, str, str], list[str]]:
    """How the games of the archive ended, with the records that show it."""
    out: dict[tuple[str | None, str, str], list[str]] = {}
    for path in FILES:
        if path.name.startswith(f"{game}-"):
            end = record.loads(gzip.decompress(path.read_bytes()).decode())["result"]
            out.setdefault((end["winner"], end["level"], end["rule"]), []).append(path.name)
    return out


def test_the_archive_has_every_way_in_which_a_game_can_end(game: Any) -> None:
    """As the game's own `victory.ENDS` lists them, with no exception; and no game ends in a way that is not listed."""
    ends = import_module(f"firestep.games.{game.id}.victory").ENDS
    assert len(set(ends)) == len(ends)
    shown = ways(game.id)
    if missing := [w for w in ends if w not in shown]:
        pytest.fail(f"no record ends with {missing}; tell of it in tools/ends.toml, then: python tools/records.py --ends {game.id}")
    if unlisted := {w: names for w, names in shown.items() if w not in ends}:
        pytest.fail(f"victory.ENDS of {game.id} does not list {unlisted}")


def test_the_archive_has_the_rare_ends_that_are_told(game: Any) -> None:
    told = tomllib.loads((FOLDER.parents[1] / "tools" / "ends.toml").read_text(encoding="utf-8"))
    wanted = {f"{name}.json.gz": tuple(e["way"]) for name, e in told.items() if name.startswith(f"{game.id}-")}
    shown = {name: (w[0] or "", *w[1:]) for w, names in ways(game.id).items() for name in names}
    kept = {n for n in shown if "-end-" in n and not n.removesuffix(".json.gz").rpartition("-")[2].isdigit()}
    assert kept == set(wanted), f"python tools/records.py --ends {game.id}"
    assert all(shown[n] == w for n, w in wanted.items())
