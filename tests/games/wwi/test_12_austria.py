"""Austro-Hungarian armies that may not enter Germany (wwi.12.5)."""

from __future__ import annotations

from firestep.games.wwi.components import board
from firestep.testing import play, rule
from games.wwi.places import NO_FORTS, country, near, place, texts_after, why

I = board.INDEX


@rule("wwi.12.5a", "wwi.5.21b")
def test_no_austrian_is_pushed_into_germany() -> None:
    """A German may take an Austrian army's hex only if it can make room outside the four countries."""
    spot = next(n for n in board.INDEX if country(n) == "ge" and sum(country(m) == "ge" for m in near(n)) == len(near(n)) == 6)
    start = near(spot)[0]
    s = place({"ge-1": start, "ah-1": spot}, phase=2)
    assert f"to {spot}" not in texts_after(s, "move ge-1") and why(s, "move ge-1", f"to {spot}") == ["wwi.5.21b"]
    s = place({"ge-1": start, "ge-2": spot}, phase=2)
    assert f"to {spot}" in texts_after(s, "move ge-1")


@rule("wwi.12.5a", "wwi.15.1a")
def test_an_austrian_does_not_halt_in_a_german_centre_on_its_way() -> None:
    """Kattowitz was taken by the enemy: an Austrian army retakes it in passing, but it is no station, because it might have to stop
    there."""
    kattowitz = "1615"
    start, end = next((a, c) for a in near(kattowitz) for c in near(kattowitz) if country(a) == country(c) == "ah" and a != c)
    s = place({"ah-1": start}, phase=2, hexes={**NO_FORTS, "centres-allied": [kattowitz]})
    assert f"via {kattowitz}" not in texts_after(s, "move ah-1")
    play(s, "move ah-1", f"to {end}")
    assert s.state.central_centres >> I[kattowitz] & 1
