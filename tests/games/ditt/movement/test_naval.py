"""Fleets and the control of seas (ditt.8.3)."""

from __future__ import annotations

import pytest

from firestep.engine.masks import bits
from firestep.engine.question import kept
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import SEA
from firestep.games.ditt.movement import naval
from firestep.testing import play, rule, texts
from games.ditt.positions import I, pulse, rules_against, scene


@rule("ditt.8.3a", "ditt.8.3b", "ditt.8.3c", "ditt.8.3l")
def test_the_seas() -> None:
    assert len(tables.SEAS) == 5 and places.COAST[places.EP_SEAS] >> I["0119"] & 1 and places.COAST[tables.NORTH] >> I["3916"] & 1
    assert places.COAST[places.EP_SEAS] >> I["1125"] & 1 and places.COAST[places.EP_SEAS] >> I["0613"] & 1


@rule("ditt.8.3f", "ditt.8.3g", "ditt.8.3h", "ditt.8.3i", "ditt.8.3j")
@pytest.mark.parametrize(
    ("dice", "box", "cp"),
    [((6, 5), 0, False), ((6, 6), 0, False), ((1, 1), 2, False), ((2, 2), 2, False), ((2, 3), 1, True), ((4, 6), 1, True)],
)
def test_a_challenge(dice: tuple[int, int], box: int, cp: bool) -> None:
    s = scene(turn=2, phase=1, side="entente", clear=True, units={}, dice=dice)
    play(s, "challenge baltic")
    assert s.state.seas[tables.BALTIC] == box
    assert (type(s.decision.step) is naval.Challenge) == cp  # type: ignore[union-attr]


@rule("ditt.8.3k", "ditt.sct.g")
def test_the_cp_needs_the_adriatic_for_the_mediterranean() -> None:
    s = scene(turn=2, phase=1, side="central", clear=True, units={})
    assert rules_against(s, "challenge mediterranean") == {"ditt.8.3k"} and "challenge adriatic" in texts(s)
    s = scene(turn=2, phase=1, side="central", clear=True, units={}, seas={"adriatic": "central"})
    assert "challenge mediterranean" in texts(s)


@rule("ditt.8.3k")
def test_the_adriatic_before_the_mediterranean() -> None:
    for sea, open in (("parity", False), ("central", True)):
        st = scene(turn=3, phase=1, side="central", seas={"adriatic": sea}).state
        assert (tables.MED in bits(kept(naval.open_to_challenge(st, tables.CP), SEA.all))) == open


@rule("ditt.8.3a", "ditt.6.5e")
def test_albion_does_not_sail_where_the_entente_rules() -> None:
    units = {"ge-8": "3114 4", "rs-12": "3117 2"}
    s = pulse("central", turn=15, units=units, coins={"cp-operation-albion": 1})
    assert "coin cp-operation-albion" in texts(s)
    s = pulse("central", turn=15, units=units, coins={"cp-operation-albion": 1}, seas={"baltic": "entente"})
    assert "coin cp-operation-albion" not in texts(s)
