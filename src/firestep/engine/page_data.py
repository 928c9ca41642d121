"""Builds the plain data that a game sends to the page besides its board: markers, places, prices of choices, charts, the sequence
of play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, get_args

#: what the page recognises a choice by; it reads no sentences
PriceKind = Literal["attack"]
PRICE_KINDS: tuple[str, ...] = get_args(PriceKind)


def marker(kind: str, at: str, text: str, state: str, title: str, **more: str) -> dict[str, Any]:
    """Returns a marker on a place. A place has at most one marker of each kind."""
    return {"id": f"{kind}-{at}", "at": at, "kind": kind, "text": text, "state": state, "title": title, **more}


def place(id: str, title: str, pieces: Iterable[Mapping[str, Any]], lines: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    """Returns what is known about a place: its pieces, and sentences, each with its rule."""
    said = [{"text": text, "rule": rule} for text, rule in lines]
    return {"place": id, "title": title, "pieces": list(pieces), "lines": said}


def price(text: str, dear: bool = False, *, kind: PriceKind | None = None) -> dict[str, Any]:
    """Returns the cost of a choice in words. The page asks for confirmation of `dear` choices.

    `kind` says what the choice is, where the page treats such choices in another way.
    """
    return {"text": text, "dear": dear} | ({"kind": kind} if kind else {})


def chart(id: str, title: str, rule: str, columns: Iterable[str], rows: Iterable[Sequence[str]], *notes: str) -> dict[str, Any]:
    """Returns a table with the rule it belongs to."""
    return {"id": id, "title": title, "rule": rule, "columns": list(columns), "rows": [list(r) for r in rows], "notes": list(notes)}


def stage(id: str, title: str, seat: str | None, rule: str, note: str = "") -> dict[str, Any]:
    """Returns one step of the sequence of play. `seat` is None where both seats act, or where it is not known yet."""
    return {"id": id, "title": title, "seat": seat, "note": note, "rule": rule}
