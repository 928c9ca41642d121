"""The fast rules (sets of hexes as integers) against the slow referee of oracle.py, on positions of play and of chance."""

from __future__ import annotations

import random
from itertools import islice

import pytest

import firestep
from firestep.games.wwi import movement, rail, supply, zones
from firestep.games.wwi.components import board
from firestep.games.wwi.state import State
from firestep.testing import rule
from games.wwi import agreement, oracle
from games.wwi.agreement import Verdict

SCATTERED, PLAYED = 110, 110


@pytest.fixture(scope="module")
def verdicts() -> list[Verdict]:
    return [*agreement.scattered(SCATTERED), *agreement.judged(islice(oracle.played(6, every=16), PLAYED))]


@rule("wwi.6.0a", "wwi.6.0d", "wwi.6.17a", "wwi.6.41", "wwi.6.43b", "wwi.6.51a", "wwi.6.51b")
def test_zones_agree_with_the_referee(verdicts: list[Verdict]) -> None:
    """Every hex of every position is controlled or not, whichever way one counts."""
    assert len(verdicts) == SCATTERED + PLAYED
    for k, v in enumerate(verdicts):
        assert not v.zone_faults(v.state()), f"position {k}"


@rule("wwi.9.0b", "wwi.9.3", "wwi.9.11a", "wwi.9.12a", "wwi.9.13b", "wwi.9.16b", "wwi.9.32")
def test_supply_agrees_with_the_referee(verdicts: list[Verdict]) -> None:
    """A search from each unit and fortification finds a source exactly if the flood from the sources finds the unit."""
    assert sum(not ok for v in verdicts for ok in v.units.values()) > 100  # enough of them are cut off
    for k, v in enumerate(verdicts):
        assert not v.supply_faults(v.state()), f"position {k}"


@rule(
    "wwi.5.12a", "wwi.5.12b", "wwi.5.22a", "wwi.5.22b", "wwi.5.31a", "wwi.5.33a", "wwi.5.33b", "wwi.5.34a", "wwi.5.34b", "wwi.6.32c"
)
def test_reach_agrees_with_the_referee(verdicts: list[Verdict]) -> None:
    """A search over hex, points and leg ends where the layers of bit sets end, for units of the phasing side."""
    assert sum(len(v.moves) for v in verdicts) > 1000
    assert sum(bool(m.invasions) for v in verdicts for m in v.moves.values()) > 50
    assert sum(m.transit for v in verdicts for m in v.moves.values()) > 10
    for k, v in enumerate(verdicts):
        assert not v.reach_faults(v.state()), f"position {k}"


def test_what_is_remembered_never_goes_stale() -> None:
    """In the middle of play, with all its memories, a state answers like the same state read from plain data."""
    rng = random.Random(8)
    for g in range(2):
        s = firestep.start("wwi", scenario=("historical", "free")[g % 2], seed=f"stale-{g}")
        while d := s.decision:
            if rng.random() < 0.15:
                compare(s.state, State.from_plain(s.state.to_plain()), rng)
            s.take(rng.choice(d.actions))


def compare(live: State, fresh: State, rng: random.Random) -> None:
    for side in (board.ALLIED, board.CENTRAL):
        assert zones.clear_of_zones(live, side) == zones.clear_of_zones(fresh, side)
        assert zones.zone(live, side) == zones.zone(fresh, side)
    for nation in range(len(board.NATIONS)):
        assert supply.region(live, nation) == supply.region(fresh, nation)
    units = [u for u, i in enumerate(live.at) if i >= 0 and live.side(u) <= board.CENTRAL]
    for u in rng.sample(units, min(4, len(units))):
        assert movement.unit_reach(live, u).ends == movement.unit_reach(fresh, u).ends
        assert rail.rail_link(live, u) == rail.rail_link(fresh, u)
        assert supply.is_supplied(live, u) == supply.is_supplied(fresh, u)
