"""Every testable rule is cited by its full id where the code or the data of its game decides or refuses it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import firestep
from firestep.commands.citations import Citation, citations
from firestep.engine import ledger

SOURCE = Path(firestep.__file__).parent
#: rules that no function of a chapter decides or refuses, each with its reason
NAMED_ONLY = {
    "ditt.err.ac": "the views of all seats show the same units; nothing hides them",
    "tgw.7.25a": "`secrets.deal` and `display.fog` hide what lies under the top counter",
    "tgw.7.25c": "`display.fog` opens these stacks to the Central Powers",
}


@cache
def cited_in(game: str) -> dict[str, list[Citation]]:
    return citations(game, SOURCE)


def test_every_testable_rule_is_decided_or_refused(game: Any) -> None:
    """Examples of the book are left out: they are played in the tests alone."""
    cited = cited_in(game.id)
    rows = [r.id for r in ledger.rules(game.data).values() if r.testable and r.kind != "example"]
    missing = {id for id in rows if not any(place.kind != "named" for place in cited.get(id, ()))}
    expected = {id for id in NAMED_ONLY if id.startswith(f"{game.id}.")}
    assert missing - expected == set(), f"rules of {game.id} that no code decides or refuses: {sorted(missing - expected)[:20]}"
    assert expected - missing == set(), f"take these out of NAMED_ONLY, they are decided now: {sorted(expected - missing)}"
    assert all(id in cited for id in expected), "a rule that no code decides is still named where it is shown"


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
