"""Every testable rule is cited by its full id where the code or the data of its game decides it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import firestep
from firestep.commands.citations import citations
from firestep.engine import ledger

SOURCE = Path(firestep.__file__).parent
#: rules that are not yet cited; the number of a game only gets smaller
LEFT: dict[str, int] = {}


def test_every_testable_rule_is_cited_in_full(game: Any) -> None:
    """Examples of the book are left out: they are played in the tests alone."""
    cited = citations(game.id, SOURCE)
    rows = [r for r in ledger.rules(game.data).values() if r.testable and r.kind != "example"]
    missing = [r.id for r in rows if r.id not in cited]
    assert len(missing) <= LEFT.get(game.id, 0), f"{len(missing)} rules of {game.id} are cited nowhere: {missing[:20]}"
