"""What tests of supply share. Towns are taken off the map where a test is about something else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firestep.games.tgw.components import board, roster
from firestep.games.tgw.state import State
from firestep.games.tgw.supply import sources, supply
from firestep.hexmap.grid import bits
from games.tgw.positions import field, hexes

Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """What was computed on a map without towns must not be remembered."""
    supply._rings.clear()
    yield
    supply._rings.clear()


def no_towns(m: Patch, *but: str) -> None:
    m.setattr(board, "SETTLED", hexes(*but))


def away(start: int, steps: int, area: int) -> str:
    """A hex of an area exactly so many steps from some, over land."""
    ways, land = sources.WAYS, board.LAND & ~board.ALPINE
    found = ways.within(start, land, steps) & ~ways.within(start, land, steps - 1) & area
    return board.NUMBER[bits(found)[0]]


def fed(st: State, id: str) -> bool:
    return supply.supplied(st, roster.UNIT[id])


def alone(monkeypatch: Patch, id: str, place: str, **more: object) -> bool:
    """Whether a unit is in supply in a place on a map without towns."""
    no_towns(monkeypatch)
    return fed(field({id: place}, **more), id)  # type: ignore[arg-type]
