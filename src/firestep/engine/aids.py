"""The plain shapes of what a game tells the page of its board and beside it: markers, places, prices of choices, charts, the
sequence of play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def marker(kind: str, at: str, text: str, state: str, title: str, **more: str) -> dict[str, Any]:
    """What lies on a place besides counters; there is one of a kind in a place."""
    return {"id": f"{kind}-{at}", "at": at, "kind": kind, "text": text, "state": state, "title": title, **more}


def place(id: str, title: str, pieces: Iterable[Mapping[str, Any]], lines: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    """All that can be said about a place: who is there, and sentences, each with its rule."""
    said = [{"text": text, "rule": rule} for text, rule in lines]
    return {"place": id, "title": title, "pieces": list(pieces), "lines": said}


def price(text: str, dear: bool = False) -> dict[str, Any]:
    """What a choice costs, in a sentence or a few words; what is dear is asked about once more before it is done."""
    return {"text": text, "dear": dear}


def chart(id: str, title: str, rule: str, columns: Iterable[str], rows: Iterable[Sequence[str]], *notes: str) -> dict[str, Any]:
    """A table to have at hand, with the rule it belongs to."""
    return {"id": id, "title": title, "rule": rule, "columns": list(columns), "rows": [list(r) for r in rows], "notes": list(notes)}


def stage(id: str, title: str, seat: str | None, rule: str, note: str = "") -> dict[str, Any]:
    """One step of the sequence of play; `seat` is None where both act, or where it is not known yet."""
    return {"id": id, "title": title, "seat": seat, "note": note, "rule": rule}
