"""Every testable rule is cited by its full id where the code or the data of its game decides it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import firestep
from firestep.commands.citations import Citation, citations
from firestep.engine import ledger

SOURCE = Path(firestep.__file__).parent
#: rules that are not yet cited; the number of a game only gets smaller
LEFT: dict[str, int] = {}


@cache
def cited_in(game: str) -> dict[str, list[Citation]]:
    return citations(game, SOURCE)


def test_every_testable_rule_is_cited_in_full(game: Any) -> None:
    """Examples of the book are left out: they are played in the tests alone."""
    cited = cited_in(game.id)
    rows = [r for r in ledger.rules(game.data).values() if r.testable and r.kind != "example"]
    missing = [r.id for r in rows if r.id not in cited]
    assert len(missing) <= LEFT.get(game.id, 0), f"{len(missing)} rules of {game.id} are cited nowhere: {missing[:20]}"


def test_every_cited_rule_exists(game: Any) -> None:
    """An id in a comment, a docstring or a data file is a row of the ledger; one without a letter may be a case or a chapter."""
    rows = ledger.rules(game.data)
    wrong = {
        id: f"{places[0].file}:{places[0].line}"
        for id, places in cited_in(game.id).items()
        if re.match(rf"{game.id}\.\d", id) and id not in rows
        if re.search(r"\d[a-z]$", id) or not any(row.startswith(id.removesuffix("0")) for row in rows)
    }
    assert not wrong, f"no such rules of {game.id}: {wrong}"
