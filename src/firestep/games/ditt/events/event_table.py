"""The table of Random Events (ditt.3.0): `data/events.csv`. `events` explains the column `do`, `conditions` the column `when`."""

from __future__ import annotations

from typing import NamedTuple

from firestep.engine.action import Action
from firestep.games.ditt.components import tables

YES: Action = ("yes",)
NO: Action = ("no",)
PASS: Action = ("pass",)


class Event(NamedTuple):
    id: str
    name: str
    when: str
    do: str
    text: str


EVENTS = {r["id"]: Event(r["id"], r["name"], r["when"], r["do"], r["text"]) for r in tables.read("events.csv")}


def title(seat: int, event: str) -> str:
    return f"{tables.SIDE_TITLES[seat]}, {EVENTS[event].name}"
