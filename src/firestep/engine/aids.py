"""The plain shapes of what a game tells the page beside its board: prices of choices, charts, the sequence of play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def price(text: str, dear: bool = False) -> dict[str, Any]:
    """What a choice costs, in a sentence or a few words; what is dear is asked about once more before it is done."""
    return {"text": text, "dear": dear}


def chart(id: str, title: str, rule: str, columns: Iterable[str], rows: Iterable[Sequence[str]], *notes: str) -> dict[str, Any]:
    """A table to have at hand, with the rule it belongs to."""
    return {"id": id, "title": title, "rule": rule, "columns": list(columns), "rows": [list(r) for r in rows], "notes": list(notes)}


def stage(id: str, title: str, seat: str | None, rule: str, note: str = "") -> dict[str, Any]:
    """One step of the sequence of play; `seat` is None where both act, or where it is not known yet."""
    return {"id": id, "title": title, "seat": seat, "note": note, "rule": rule}
