"""Case wwi.6.43: after a violation by the Central Powers the zones of Allied units wait a turn at the victim's border."""

from __future__ import annotations

from typing import Any

import pytest

import firestep
from firestep.engine.session import Session
from firestep.games.wwi.combat import defense
from firestep.games.wwi.components import board
from firestep.games.wwi.supply import is_supplied
from firestep.games.wwi.zones import zone
from firestep.testing import play, rule, situation, texts
from games.wwi.oracle import LAND
from games.wwi.places import FORT, NO_FORTS, country, near, place, why


def allied(s: Session[Any]) -> set[str]:
    return set(board.hexes(zone(s.state, board.ALLIED)))


def land(code: str) -> set[str]:
    return {n for n in LAND if country(n) == code}


@rule("wwi.14.26", "wwi.6.43b")
def test_in_august_1914_french_and_british_zones_stop_at_the_belgian_border() -> None:
    """Belgium is violated on the first turn: only its own army reaches over its hexes, until the second turn begins."""
    s = firestep.start("wwi", "historical", seed=1)
    assert allied(s) & land("bl") == {"0505", *near("0505")} & land("bl")  # the Belgian army and its fortress
    assert "0406" in near("0407") and "0406" not in allied(s)  # the French 3rd stands there
    while s.state.turn == 1:
        assert s.state.delayed == 1 << board.BL
        s.take("done" if "done" in texts(s) else s.decision.actions[0])
    assert not s.state.delayed


@rule("wwi.14.26", "wwi.6.43b", "wwi.8.32a")
def test_a_spearhead_in_calais_is_fed_through_beaten_belgium() -> None:
    """The BEF in Lille does not cut it off on the first turn: it defends with 6, and the BEF alone may not attack it. A turn later
    it is cut off and defends with 3."""
    units = {"ge-2": "0304", "br-bef": "0305"}
    for turn, fed, strength in ((1, True, 6), (3, False, 3)):
        s = situation("wwi", clear=True, turn=turn, phase=5, superior="central", units=units, hexes=NO_FORTS)
        assert is_supplied(s.state, board.UNIT["ge-2"]) == fed
        assert defense(s.state, board.INDEX["0304"]) == strength
        assert ("attack 0304" in texts(s)) != fed
        assert bool(why(s, "attack 0304")) == fed


@rule("wwi.14.26")
def test_the_free_game_knows_no_such_delay() -> None:
    """There Belgium is neutral at the start and its border is shut to all zones; the Allies violate it and theirs cross at once."""
    s = situation("wwi", "free", clear=True, turn=1, phase=1, units={"br-bef": "0305"}, hexes=NO_FORTS)
    assert not s.state.delayed and not allied(s) & land("bl")
    inside = next(n for n in near("0305") if country(n) == "bl")
    play(s, "move br-bef", f"invade {inside}")
    assert not s.state.delayed and {n for n in near(inside) if country(n) == "bl"} <= allied(s)


@rule("wwi.6.43b", "wwi.11.6")
def test_violated_albania_is_out_of_serbian_zones_for_a_turn() -> None:
    """An Austrian army that breaks into Albania marches on past the Serbs; in the next turn their zones stop it."""
    watch = next(n for n in LAND if country(n) == "sb" and sum(country(m) == "ab" for m in near(n)) >= 2)
    inside = next(n for n in near(watch) if country(n) == "ab")
    start = next(n for n in near(inside) if country(n) in ("sb", "mn", "ah") and n != watch and n not in near(watch))
    s = place({"ah-1": start, "sb-1": watch}, phase=2, turn=2)
    play(s, "move ah-1", f"invade {inside}")
    assert s.state.delayed == 1 << board.AB
    assert any(t.startswith("to ") for t in texts(s))  # no zone stops it there
    assert not allied(s) & land("ab")
    s.take("stay")
    while s.state.turn == 2:
        s.take("done")
    assert inside in allied(s)


@rule("wwi.6.43b")
@pytest.mark.parametrize("victim", ["bl", "ne", "it", "rm", "bu", "gk"])
def test_every_victim_shuts_its_border_to_the_zones_of_other_allies(victim: str) -> None:
    """Violated by the Central Powers, a country has its own zones on both sides of its border; those of other Allies cross it
    neither inwards nor outwards before the next turn."""
    outer, inner = next(
        (n, m)
        for n in LAND
        for m in near(n)
        if country(m) == victim
        and country(n) != victim
        and board.MAP.countries[country(n).upper()].status != "closed"
        and n not in FORT
        and m not in FORT
    )
    sides = {victim: "allied", country(outer): "allied" if country(outer) not in ("ge", "ah") else "central"}
    own = next(u for u in board.UNITS if u.startswith(victim + "-"))
    for late in (False, True):
        delay = [] if late else [victim]
        outside = allied(place({"fr-1": outer}, allegiance=sides, delayed=delay))
        assert (inner in outside) == late and outside & set(near(outer)) - land(victim)
        inside = allied(place({"fr-1": inner}, allegiance=sides, delayed=delay))
        assert (outer in inside) == late and inside & land(victim)
        assert outer in allied(place({own: inner}, allegiance=sides, delayed=delay))
        assert inner in allied(place({own: outer}, allegiance=sides, delayed=delay))


@rule("wwi.6.43b")
def test_a_strong_fort_of_the_victim_reaches_out_whoever_mans_it() -> None:
    """The fortress of Antwerp controls both sides of the Belgian border on the first turn, with a French army in it or without; in
    a ruin the French army's own zone stays inside."""
    outer = [n for n in near("0505") if country(n) not in ("bl", "ne")]
    inner = [n for n in near("0505") if country(n) == "bl"]
    if not outer:
        outer = [n for n in near("0505") if country(n) == "ne"]
    sides = {"bl": "allied", "ne": "allied"}
    for units in ({}, {"fr-1": "0505"}):
        s = place(units, allegiance=sides, delayed=["bl"], hexes={"forts-destroyed": [n for n in FORT if n != "0505"]})
        assert set(outer) | set(inner) <= allied(s)
    s = place({"fr-1": "0505"}, allegiance=sides, delayed=["bl"])
    assert set(inner) <= allied(s) and not set(outer) & allied(s)
