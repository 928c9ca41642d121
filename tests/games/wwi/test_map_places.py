"""The named places of the map lie where they lie in the world."""

from __future__ import annotations

from dataclasses import replace

from firestep.games.wwi.components import board
from geography import hexes_off, read_places

PLACES = read_places(board.DATA / "places.csv")


def test_every_named_place_has_its_coordinates_and_its_hex() -> None:
    """The table says the same hexes as the map, and leaves no name out."""
    named = {(f.name, f.hex) for f in board.MAP.features if f.name and f.kind not in ("straits", "transit")}
    assert {(p.name, p.hex) for p in PLACES} == named and len(PLACES) == len(named)
    assert {p.source for p in PLACES} == {"GeoNames", "PRNG", "memory"}


def test_nineteen_of_twenty_places_lie_within_a_hex_of_their_coordinates() -> None:
    """Against the flat sheet that fits all of them best; the printed hexes of the rulebook are among the rest."""
    off = hexes_off(board.GRID, PLACES)
    assert sum(k <= 1 for k in off.values()) >= 0.95 * len(off)
    assert max(off.values()) <= 2, {n: k for n, k in off.items() if k > 2}


def test_a_town_drawn_elsewhere_is_noticed() -> None:
    """The measure itself: Leipzig three hexes to the south-east, the eye of the test on it alone."""
    moved = [replace(p, hex="1511") if p.name == "Leipzig" else p for p in PLACES]
    assert hexes_off(board.GRID, PLACES)["Leipzig"] <= 1 and hexes_off(board.GRID, moved)["Leipzig"] >= 2
