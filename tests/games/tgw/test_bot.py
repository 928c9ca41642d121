"""The greedy player of tgw: it fills its plans, attacks where it pays, and beats chance from either side."""

from __future__ import annotations

import pytest

from firestep import bots
from firestep.bots.tgw import BY_STEP
from firestep.bots.tgw.fight import appraise
from firestep.bots.tgw.picture import missing, plan
from firestep.engine.begin import begin
from firestep.engine.dice import Dice
from firestep.games.tgw import GAME, setup
from firestep.games.tgw import board as b
from firestep.games.tgw import ground as g
from firestep.games.tgw import tables as t
from firestep.games.tgw.attackers import ready
from firestep.games.tgw.steps import STEPS
from firestep.hexmap.grid import bits


@pytest.mark.parametrize("seat", GAME.seats)
def test_greedy_beats_chance_in_1918(seat: str) -> None:
    s = begin(GAME, "1918", GAME.settle_options({}), Dice("duel"))
    s.never_undo()
    players = [bots.make("greedy" if name == seat else "random", 4) for name in GAME.seats]
    for _ in range(12_000):
        if (d := s.decision) is None:
            break
        s.take(bots.answer(players[d.seat], s))
    assert s.outcome is not None and s.outcome.winner == seat


def test_it_knows_the_questions_it_answers() -> None:
    assert set(BY_STEP) <= set(STEPS)


@pytest.mark.parametrize("year", ["1915", "1916", "1917"])
@pytest.mark.parametrize("side", [t.ALLIED, t.CENTRAL])
def test_a_plan_holds_the_whole_line(year: str, side: int) -> None:
    """Every hex of the line has a guard in the plan, prizes a full stack, and there are units for it."""
    st = setup.begin(year, {})[0]
    for front in (g.WEST, g.EAST):
        made = plan(st, side, front)
        assert made.line and all(made.want.get(i, 0) >= 1 for i in bits(made.line & ~b.ALPINE))
        assert all(made.want[i] == 6 for i in bits(made.line & b.VICTORY))
        assert all(made.want[i] > n >= 0 or n > 0 for i, n in missing(st, side, made).items())


def test_an_attack_that_cannot_succeed_is_not_worth_it() -> None:
    """A lone brigade does not go against a full stack; a full stack against a lone one may."""
    st = setup.begin("1916", {})[0]
    able = ready(st, t.CENTRAL)
    values = [
        appraise(st, t.CENTRAL, i, "regular", able)
        for i in bits(st.held[t.ALLIED] & b.FRONT["W"])
        if b.ATLAS.near(i) & st.held[t.CENTRAL]
    ]
    assert min(values) < 0
