"""Whole games through the page, to the result and the checked dice: with keys alone, and with taps alone on a phone.

A small battle, so that it ends soon; `python bench/endtoend.py` plays the ten turns of the great war in the same way.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from desk import Desk
from player import Player, end_screen
from playwright.sync_api import Page

pytestmark = pytest.mark.slow
SMALL = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
    "reduced_motion": "reduce",
}


@pytest.mark.parametrize("hands", ["keys", "taps"])
def test_a_whole_game_against_the_machine(open_page: Callable[..., Page], hands: str) -> None:
    page = open_page(**(SMALL if hands == "taps" else {}))
    Desk(page).fill_in("bot:random", "here", game="gwb", scenario="training")
    player = Player(page, hands, seed=3, orders_a_phase=1)
    tally = player.play(240)
    found = end_screen(player)
    assert found["result"] and found["plots"] >= 1 and "rolls were checked" in found["dice"]
    assert tally.orders > 10 and not tally.faults and not tally.stuck
    if hands == "taps":
        # two taps commit; a counter that lies in a stack or in a box of the panel takes one more, and chance decides how many do
        committed = sum(n for taps, n in tally.per_order.items() if taps <= 2)
        assert committed >= 0.8 * tally.orders and max(tally.per_order) <= 5, f"two taps commit: {tally.per_order}"
