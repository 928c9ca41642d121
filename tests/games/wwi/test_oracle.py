"""The fast rules (sets of hexes as integers) against the slow referee of oracle.py, on positions of play and of chance."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import islice

import pytest

from firestep.games.wwi import board as b
from firestep.games.wwi import movement, supply, zones
from firestep.games.wwi.state import State
from firestep.testing import rule
from games.wwi import oracle
from games.wwi.oracle import Referee

SCATTERED, PLAYED = 130, 130


def zone_faults(st: State, r: Referee) -> list[str]:
    """Hexes on whose control the two disagree. A unit's own hex does not matter: no enemy can be there."""
    out = []
    for side in (b.ALLIED, b.CENTRAL):
        own = set(b.hexes(zones.exerting(st, side)))
        fast = set(b.hexes(zones.zone(st, side))) - own
        slow = {n for n in oracle.LAND if r.controls(side, n)} - own
        out += [f"{b.SEATS[side]} zone in {n}: game {n in fast}, referee {n in slow}" for n in sorted(fast ^ slow)]
    return out


def supply_faults(st: State, r: Referee) -> list[str]:
    """Units and fortifications on whose supply the two disagree."""
    out = []
    for id, n in r.place.items():
        if r.side(id) <= b.CENTRAL and supply.is_supplied(st, b.UNIT[id]) != r.supplied_in(n, r.nation[id]):
            out.append(f"supply of {id} in {n}: game {supply.is_supplied(st, b.UNIT[id])}")
    for n in sorted(r.intact):
        nation = oracle.FORT[n][0]
        if r.side_of[nation] <= b.CENTRAL and not r.barred(n, r.side_of[nation]):
            fast = supply.fort_supplied(st, b.INDEX[n])
            if fast != r.supplied_in(n, nation):
                out.append(f"supply of the fortification in {n}: game {fast}")
    return out


def reach_faults(st: State, r: Referee, units: Iterable[str]) -> list[str]:
    """Units of the phasing side for which the two find different ends of a move."""
    out = []
    for id in units:
        fast = set(b.hexes(movement.unit_reach(st, b.UNIT[id]).ends))
        slow = r.reach(id)
        if fast != slow:
            out.append(f"{id} from {r.place[id]}: only the game {sorted(fast - slow)}, only the referee {sorted(slow - fast)}")
    return out


def movers(st: State, r: Referee, most: int = 100, rng: random.Random | None = None) -> list[str]:
    units = [id for id in r.place if r.side(id) == st.phase - 1]
    return units if rng is None or len(units) <= most else rng.sample(units, most)


@pytest.fixture(scope="module")
def positions() -> list[tuple[State, Referee]]:
    return [(st, Referee(st)) for st in (*oracle.scattered(SCATTERED), *islice(oracle.played(6, every=14), PLAYED))]


@rule("wwi.6.0a", "wwi.6.0d", "wwi.6.17a", "wwi.6.41", "wwi.6.43b", "wwi.6.51a", "wwi.6.51b")
def test_zones_agree_with_the_referee(positions: list[tuple[State, Referee]]) -> None:
    """Every hex of every position is controlled or not, whichever way one counts."""
    assert len(positions) == SCATTERED + PLAYED
    for k, (st, r) in enumerate(positions):
        assert not zone_faults(st, r), f"position {k}"


@rule("wwi.9.0b", "wwi.9.3", "wwi.9.11a", "wwi.9.12a", "wwi.9.13b", "wwi.9.16b", "wwi.9.32")
def test_supply_agrees_with_the_referee(positions: list[tuple[State, Referee]]) -> None:
    """A search from each unit finds a source exactly if the flood from the sources finds the unit."""
    for k, (st, r) in enumerate(positions):
        assert not supply_faults(st, r), f"position {k}"


@rule("wwi.5.12a", "wwi.5.12b", "wwi.5.22a", "wwi.5.22b", "wwi.5.31a", "wwi.5.33a", "wwi.5.33b", "wwi.5.34a", "wwi.5.34b",
      "wwi.6.32c")
def test_reach_agrees_with_the_referee(positions: list[tuple[State, Referee]]) -> None:
    """A search over hex, points and leg ends where the layers of bit sets end, for the units of the phasing side."""
    rng = random.Random(3)
    checked = 0
    for k, (st, r) in enumerate(positions):
        units = movers(st, r, 6, rng)
        checked += len(units)
        assert not reach_faults(st, r, units), f"position {k}"
    assert checked > 1000
