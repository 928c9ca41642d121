"""What is remembered is what would be found: counters, supply and stacks are looked at only where something has changed."""

from __future__ import annotations

import gzip
import importlib
import json
import random
from pathlib import Path

import pytest

from firestep.engine.dice import Dice
from firestep.engine.start import begin
from firestep.games.tgw import GAME
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.movement import movement
from firestep.games.tgw.state import GONE, State
from firestep.games.tgw.supply import sources, supply
from firestep.hexmap.grid import bits
from firestep.testing import rule
from games.tgw.positions import field

view = importlib.import_module("firestep.games.tgw.display.view")  # the package has a function of this name
MOMENTS = Path(__file__).parents[2] / "moments" / "tgw"


def starves(st: State, u: int) -> bool:
    """What a unit lives on, asked of it alone (tgw.11.13, tgw.11.52)."""
    antwerp = (
        roster.NATION_OF[u] == tables.BE and sources.ANTWERP >> max(st.at[u], 0) & 1 and st.ctrl[tables.ALLIED] & sources.ANTWERP
    )
    return st.at[u] > 0 and supply.status(st, u) == supply.NONE and not antwerp


@pytest.mark.parametrize("moment", ["1914-2", "1916-2", "1917-3"])
def test_what_is_remembered_is_what_would_be_found(moment: str) -> None:
    kept = json.loads(gzip.decompress((MOMENTS / f"{moment}.json.gz").read_bytes()))
    s = begin(GAME, kept["scenario"], GAME.settle_options(kept["options"]), Dice("remembered"), kept["moment"]).disable_undo()
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
            assert starving == sum(1 << u for u in bits(st.troops[tables.ALLIED] | st.troops[tables.CENTRAL]) if starves(st, u))
            view._laid[0] = view.Laid([GONE] * roster.N, (0,) * len(view._laid[0].sets), (), [None] * roster.N)
            assert view.pieces(st, {}) == drawn


def test_who_is_cut_off_later_is_seen_and_who_is_on_another_front_is_not_forgotten() -> None:
    """Asked before and after a ring is closed in the East, while another is closed in the West."""
    east = dict(zip((f"ru-{k}" for k in range(1, 7)), board.ATLAS.neighbours("E3918"), strict=True))
    west = dict(zip((f"ge-{k}" for k in range(1, 7)), board.ATLAS.neighbours("W6819"), strict=True))
    gap = east.pop("ru-6")
    st = field({"ah-1": "E3918", "fr-1": "W6819"} | east | west, forts=False)
    french, both = roster.unit_mask(["fr-1"]), roster.unit_mask(["fr-1", "ah-1"])
    assert supply.starving(st) == french
    st.put(roster.UNIT["ru-6"], board.INDEX[gap])
    assert supply.starving(st) == both
    st.put(roster.UNIT["ru-6"], GONE)
    assert supply.starving(st) == french
    st.put(roster.UNIT["ge-1"], GONE)
    assert supply.starving(st) == 0


@rule("tgw.14.23a")
def test_a_town_beside_it_does_not_feed_who_is_besieged_in_kut() -> None:
    st = field({"bi-16bd": board.NUMBER[board.KUT], "tu-1": board.NUMBER[bits(board.K_HEXES)[0]]})
    st.set_flag("kut", False)  # the place alone: its fort would feed them
    assert (
        supply.starving(st)
        == roster.unit_mask(["bi-16bd"])
        == sum(1 << u for u in bits(st.troops[tables.ALLIED]) if starves(st, u))
    )
