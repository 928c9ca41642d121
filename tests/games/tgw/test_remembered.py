"""What is remembered is what would be found: counters, supply and stacks are looked at only where something has changed."""

from __future__ import annotations

import gzip
import importlib
import json
import random
from pathlib import Path

import pytest

from firestep.engine.begin import begin
from firestep.engine.dice import Dice
from firestep.games.tgw import GAME, movement, supply
from firestep.games.tgw import roster as r
from firestep.games.tgw.state import GONE

view = importlib.import_module("firestep.games.tgw.view")  # the package has a function of this name
MOMENTS = Path(__file__).parents[2] / "moments" / "tgw"


@pytest.mark.parametrize("moment", ["1914-2", "1916-2", "1917-3"])
def test_what_is_remembered_is_what_would_be_found(moment: str) -> None:
    kept = json.loads(gzip.decompress((MOMENTS / f"{moment}.json.gz").read_bytes()))
    s = begin(GAME, kept["scenario"], GAME.settle_options(kept["options"]), Dice("remembered"), kept["moment"]).never_undo()
    rng = random.Random(moment)
    for k in range(300):
        d = s.decision
        if d is None:
            break
        s.take(rng.choice(d.actions))
        st = s.state
        drawn, starving = view.pieces(st, {}), supply.starving(st)
        top = s.top
        if isinstance(top, movement.MoveUnits):
            offered = list(movement.choices(st, top.theater, top.side))
            st.memo.pop("stacks", None)
            assert movement.choices(st, top.theater, top.side) == offered
        if k % 6 == 0:
            st.memo.pop("ration", None)
            assert supply.starving(st) == starving
            view._laid[0] = view.Laid([GONE] * r.N, (0,) * len(view._laid[0].sets), (), [None] * r.N)
            assert view.pieces(st, {}) == drawn
