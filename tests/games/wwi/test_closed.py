"""Countries that the rules never name are closed to both sides (ruling R40)."""

from __future__ import annotations

import pytest

from firestep.games.wwi.components import board
from firestep.testing import rule, situation, texts

CLOSED = [h.number for h in board.MAP.hexes.values() if h.country in board.CLOSED]
#: a closed hex and an open one beside it, for each closed country that has such a pair
PAIRS = {
    board.MAP.hexes[n].country: (n, m)
    for n in CLOSED
    for m in board.GRID.neighbours(n)
    if m in board.INDEX and not board.FORTS >> board.INDEX[m] & 1
}


@rule("wwi.map.closed")
@pytest.mark.parametrize(("country", "pair"), sorted(PAIRS.items()))
@pytest.mark.parametrize(("unit", "phase"), [("fr-1", 1), ("ge-1", 2)])
def test_no_army_enters_a_closed_country(country: str, pair: tuple[str, str], unit: str, phase: int) -> None:
    closed, beside = pair
    land = board.COUNTRIES[board.COUNTRY_AT[board.INDEX[beside]]]
    side = "allied" if phase == 1 else "central"
    s = situation("wwi", clear=True, turn=3, phase=phase, units={unit: beside}, allegiance={land: side})
    s.take(f"move {unit}")
    assert not {f"to {n}" for n in CLOSED} & set(texts(s)) and not {f"invade {n}" for n in CLOSED} & set(texts(s))
    assert [r.rule for r in s.why_not(f"to {closed}")] == ["wwi.map.closed"]
    assert not board.LAND & board.CLOSED_LAND
