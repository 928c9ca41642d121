"""A database that the release before this one wrote, with a table of each game after some 70 actions and undos.

`release_before/tables.json` has the keys of its tables and what that release showed. After a release, replace both files by a
database of that release.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server_conftest import Running, Seated, settings_for
from sqlalchemy import select

from firestep.engine import step
from firestep.games import ALL, GAMES
from firestep.server.storage import schema

FOLDER = Path(__file__).parent / "release_before"
TABLES: list[dict[str, Any]] = json.loads((FOLDER / "tables.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def old_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("before")
    file = folder / "firestep.db"
    file.write_bytes(gzip.decompress((FOLDER / "firestep.db.gz").read_bytes()))
    server = Running(settings_for(f"sqlite:///{file}", folder))
    yield server
    server.stop()


def test_the_database_has_a_table_of_each_game() -> None:
    assert {t["game"] for t in TABLES} == set(ALL)


@pytest.mark.parametrize("was", TABLES, ids=[t["game"] for t in TABLES])
def test_a_table_opens_where_it_stood(old_server: Running, was: dict[str, Any]) -> None:
    table = Seated(old_server, was)
    seen = table.see()
    # entries after the last stored state are checked by today's rules: if they are illegal now, an earlier moment is shown
    assert {k: seen[k] for k in ("game", "seq", "turn")} == {k: was[k] for k in ("game", "seq", "turn")}
    assert seen["decision"]["actions"] and seen["journal"] and seen["board"]
    found = table.get("all", "/record")
    if found.status_code == 403:  # at the earlier moment a choice may be sealed
        assert "hidden" in found.json()["error"]
        return
    record = found.json()
    assert record["game"] == was["game"] and len(record["actions"]) in range(50, was["seq"] + 1)


@pytest.mark.parametrize("was", TABLES, ids=[t["game"] for t in TABLES])
def test_a_table_of_older_rules_is_read_and_not_played_on(old_server: Running, was: dict[str, Any]) -> None:
    table = Seated(old_server, was)
    found = table.post("all", "/actions", seq=was["seq"], action=table.see()["decision"]["actions"][0])
    rules = old_server.manager.store.read(lambda c: c.execute(select(schema.tables.c.ruleset).filter_by(id=was["id"])).scalar_one())
    if rules == GAMES[was["game"]].ruleset:
        assert found.status_code == 200
    else:
        assert found.status_code == 409 and "older rules" in found.json()["error"]


@pytest.mark.parametrize("was", TABLES, ids=[t["game"] for t in TABLES])
def test_every_stored_state_and_the_steps_before_it_are_read(old_server: Running, was: dict[str, Any]) -> None:
    query = select(schema.snapshots.c.data).filter_by(table_id=was["id"])
    stored = old_server.manager.store.read(lambda c: c.execute(query).scalars().all())
    assert stored
    game = GAMES[was["game"]]
    for data in stored:
        plain = json.loads(zlib.decompress(data))
        state = game.state_from(plain["state"]).to_plain()
        assert state.keys() == plain["state"].keys()
        assert [step.from_plain(game.steps, x).to_plain()[0] for x in plain["agenda"]] == [x[0] for x in plain["agenda"]]
