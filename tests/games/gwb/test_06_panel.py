"""The panel of an open combat, which every view of the game holds."""

from __future__ import annotations

import random

from firestep.engine.dice import Dice
from firestep.engine.start import begin
from firestep.games import game
from firestep.games.gwb.advance import Advance


def test_the_board_is_shown_while_the_winners_advance() -> None:
    g, advanced = game("gwb"), 0
    for seed in (5, 10, 22):
        s, r = begin(g, g.scenarios[0].id, g.settle_options({}), Dice(f"x{seed}"), None), random.Random(seed)
        for _ in range(60):
            assert s.decision is not None
            advances = [a for a in s.decision.actions if a[0] == "advance"]
            s.take(advances[0] if advances else r.choice(s.decision.actions))
            board = s.view(None)["board"]
            if advances and isinstance(s.top, Advance):
                advanced += 1
                assert board["combat"] is None, "nobody is left to fight"
    assert advanced
