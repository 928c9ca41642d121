"""Games through the page to their end, to the result and the checked dice: with keys alone, and with taps alone on a phone.

A small battle, so that it ends soon: its last turn in `make test`, all of it in `make fuzz` (FIRESTEP_WHOLE=1);
`python bench/endtoend.py` plays the ten turns of the great war in the same way.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest
from player import Player, end_screen
from playwright.sync_api import Page
from table_page import TablePage

import firestep
from firestep.engine import position
from sampling import WHOLE

pytestmark = pytest.mark.slow
LAST_TURN = 4
SMALL = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
    "reduced_motion": "reduce",
}


@cache
def late() -> str:
    """The beginning of the battle's last turn, after three that chance has played."""
    s, r = firestep.start("gwb", scenario="training", seed="browser"), random.Random(3)
    while s.decision is not None and s.state.turn < LAST_TURN:
        s.take(r.choice(s.decision.actions))
    return position.to_text(s)


@pytest.mark.parametrize("hands", ["keys", "taps"])
def test_a_game_against_the_machine_to_its_end(open_page: Callable[..., Page], hands: str) -> None:
    page = open_page(**(SMALL if hands == "taps" else {}))
    TablePage(page).set_up("bot:random", "here", game="gwb", scenario="training", start=None if WHOLE else late())
    player = Player(page, hands, seed=3, orders_a_phase=1)
    tally = player.play(240)
    found = end_screen(player)
    assert found["result"] and found["plots"] >= 1 and "rolls were checked" in found["dice"]
    assert tally.orders > (10 if WHOLE else 5) and not tally.faults and not tally.stuck
    if hands == "taps":
        # two taps commit; a counter that lies in a stack or in a box of the panel takes one more, and chance decides how many do
        committed = sum(n for taps, n in tally.per_order.items() if taps <= 2)
        assert committed >= 0.8 * tally.orders and max(tally.per_order) <= 5, f"two taps commit: {tally.per_order}"
