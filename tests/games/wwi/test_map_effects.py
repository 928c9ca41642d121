"""What was designed on the map must not empty a rule: each feature that a rule depends on makes a difference."""

from __future__ import annotations

import pytest

from firestep.games.wwi import movement, supply
from firestep.games.wwi.components import board
from firestep.games.wwi.state import State
from firestep.hexmap.grid import bits
from firestep.testing import rule
from games.wwi.positions import field


def all_at_war() -> State:
    """Every country that has armies is in the war, and nobody is on the map."""
    sides = {"it": "allied", "rm": "allied", "gk": "allied", "tu": "central", "bu": "central"}
    return field({}, allegiance=sides, turn=5).state


@rule("wwi.5.6e", "wwi.6.17a", "wwi.8.61c")
def test_every_blocked_side_parts_hexes_that_touch() -> None:
    """Without it an army would step over it, and its zone would reach over it."""
    for i, j in board.WALLS:
        assert not board.NEAR[i] >> j & 1 and not board.GROUND.around(1 << i) >> j & 1
        if board.LAND >> i & board.LAND >> j & 1:
            assert board.UNWALLED.near[i] >> j & 1, (board.NUMBER[i], board.NUMBER[j])


@rule("wwi.5.33a", "wwi.5.53")
@pytest.mark.parametrize("nation", ["ah", "fr", "ge", "it", "rs", "tu"])
def test_railways_carry_an_army_farther_than_its_feet(nation: str) -> None:
    """In each of these countries there is a hex from which a link leads beyond five points on foot."""
    n, far = board.NATION[nation], 0
    u = next(u for u in board.UNITS_OF[n] if board.UNIT_KIND[u] == "army")
    for i in bits(board.HOME[n] & board.RAIL):
        st = all_at_war()
        st.put(u, i)
        on_foot = 1 << i
        for _ in range(board.MOVEMENT_POINTS):
            on_foot |= board.GROUND.around(on_foot)
        far |= movement.unit_reach(st, u).ends & ~on_foot
    assert far


@rule("wwi.9.17a", "wwi.5.43a")
def test_every_landing_coast_feeds_an_army_that_is_shut_in() -> None:
    """Central armies stand in every hex beside it: without the sea link it starves."""
    for i in bits(board.SEA_END):
        if i in board.PASSAGE:  # the Straits and the Black Sea have a rule of their own
            continue
        st = all_at_war()
        u, foes = board.UNIT["br-1"], iter(board.UNITS_OF[board.GE])
        st.put(u, i)
        for j in bits(board.GROUND.around(1 << i) & ~(1 << i)):
            st.put(next(foes), j)
        assert not supply.is_supplied(st, u), board.NUMBER[i]
        st.links = 1 << i
        assert supply.is_supplied(st, u), board.NUMBER[i]


@rule("wwi.5.46b", "wwi.9.17d")
@pytest.mark.parametrize("strait", board.STRAITS, ids=lambda i: board.NUMBER[i])
def test_each_hex_of_the_straits_shuts_the_black_sea(strait: int) -> None:
    """Links beyond work until a Turkish army stands in any hex of the passage."""
    st = all_at_war()
    st.forts &= ~board.STRAITS_FORT
    st.links = board.SEA_END & board.BLACK_SEA
    assert st.links and supply.active_links(st) == st.links
    st.put(board.UNITS_OF[board.TU][0], strait)
    assert not supply.active_links(st)
