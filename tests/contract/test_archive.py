"""The archive: games finished long ago play again to the same bytes. See tools/records.py."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

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
    try:
        s = record.verify(was, GAMES)
    except record.BadRecord as e:
        pytest.fail(f"the rules of {game.id} changed: {path.name}: {e}; {RENEW} {game.id}")
    assert record.dumps(record.to_record(s, was["seats"])) == text, f"{path.name} is written otherwise; {RENEW} {game.id}"


def test_a_result_in_other_words_is_the_same_result_and_another_one_is_not() -> None:
    """Sentences may be bettered without a new ruleset: whoever kept a record keeps it."""
    was = record.loads(gzip.decompress((FOLDER / "gwb-training-plain-random.json.gz").read_bytes()).decode())
    was["result"]["reason"] = "as it was told long ago"
    record.verify(was, GAMES)
    was["result"]["level"] = "crushing"
    with pytest.raises(record.BadRecord, match="result differs"):
        record.verify(was, GAMES)


#: games whose greedy wars are too long to be played again in every scenario (tools/records.py)
LONG = {"tgw"}


def test_the_archive_has_every_scenario_of_a_game_as_it_comes_and_with_its_options(game: Any) -> None:
    if game.id not in {p.name.split("-")[0] for p in FILES}:
        pytest.fail(f"no record of {game.id}; make them with: python tools/records.py {game.id}")
    names = {p.name for p in FILES}
    for sc in game.scenarios:
        for kind in (
            ("plain-random", "options-random")
            if game.id in LONG
            else ("plain-random", "plain-greedy", "options-random", "options-greedy")
        ):
            assert f"{game.id}-{sc.id}-{kind}.json.gz" in names
    records = [record.loads(gzip.decompress((FOLDER / n).read_bytes()).decode()) for n in names if n.startswith(f"{game.id}-")]
    assert all(r["result"] is not None for r in records), "an unfinished game"
    words = {a.split()[0] for r in records for a in r["actions"]}
    assert {"undo", "takeback"} <= words and any("start" in r for r in records)
