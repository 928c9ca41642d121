"""Every testable rule is cited by its full id where the code or the data of its game decides or refuses it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import firestep
from firestep.commands.citations import DOCSTRING, NOTE, Citation, citations
from firestep.engine import ledger

SOURCE = Path(firestep.__file__).parent
#: rules that no function of a chapter decides or refuses, each with its reason
NAMED_ONLY = {
    "ditt.err.ac": "the views of all seats show the same units; nothing hides them",
    "tgw.7.25a": "`secrets.deal` and `display.fog` hide what lies under the top counter",
    "tgw.7.25c": "`display.fog` opens these stacks to the Central Powers",
}
#: rules that only refusals cite, and rules that no line of code cites but a docstring or a journal entry. These lists only shrink
REFUSED_ONLY: set[str] = set()
DESCRIBED_ONLY: set[str] = set()


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


def test_every_testable_rule_is_cited_on_the_line_that_decides_it(game: Any) -> None:
    """A refusal, a docstring or a journal entry alone does not show where a rule is decided: put its id on that line."""
    refused_only, described_only = set(), set()
    for r in ledger.rules(game.data).values():
        places = cited_in(game.id).get(r.id, [])
        decided = [place for place in places if place.kind == "decided"]
        if not r.testable or r.kind == "example" or not any(place.kind != "named" for place in places):
            continue
        if not decided:
            refused_only.add(r.id)
        elif all(place.form in (DOCSTRING, NOTE) for place in decided):
            described_only.add(r.id)
    for found, known, name in ((refused_only, REFUSED_ONLY, "REFUSED_ONLY"), (described_only, DESCRIBED_ONLY, "DESCRIBED_ONLY")):
        known = {id for id in known if id.startswith(f"{game.id}.")}
        assert not found - known, f"put these ids on the lines that decide them: {sorted(found - known)[:20]}"
        assert not known - found, f"take these out of {name}: {sorted(known - found)}"


def test_what_is_known_of_rules_without_a_refusal_is_true(game: Any) -> None:
    """`refused_as.txt` names rules that no refusal cites, each once, with a rule that a refusal cites."""
    rows, cited = ledger.rules(game.data), cited_in(game.id)
    refused = {id for id, places in cited.items() if any(place.kind == "refused" for place in places)}
    instead = ledger.refused_as(game.data)
    assert instead.keys() <= rows.keys(), f"no such rules: {sorted(instead.keys() - rows.keys())}"
    assert not instead.keys() & refused, f"take these out of refused_as.txt, refusals cite them: {sorted(instead.keys() & refused)}"
    wrong = {id: other for id, other in instead.items() if other not in (ledger.NOTHING, *refused)}
    assert not wrong, f"no refusal cites the rule named instead: {wrong}"
    lines = (game.data / "refused_as.txt").read_text(encoding="utf-8").splitlines()
    assert len(instead) == sum(len(line.split()) - 1 for line in lines), "a rule is listed twice"


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
