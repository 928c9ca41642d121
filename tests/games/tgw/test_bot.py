"""The greedy player of tgw: it fills its plans, attacks where it pays, and beats chance from either side."""

from __future__ import annotations

import pytest

from firestep import bots
from firestep.bots.tgw import BY_STEP
from firestep.bots.tgw.chances import Wall, against
from firestep.bots.tgw.fight import appraise
from firestep.bots.tgw.lines import shortest
from firestep.bots.tgw.picture import PRIZES, missing, plan
from firestep.engine.begin import begin
from firestep.engine.dice import Dice
from firestep.games.tgw import GAME, crt, setup
from firestep.games.tgw import board as b
from firestep.games.tgw import ground as g
from firestep.games.tgw import tables as t
from firestep.games.tgw.attackers import WAYS, ready
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
    """Every hex of the line that the enemy could come to has a guard in the plan, and what is missing is told."""
    st = setup.begin(year, {})[0]
    for front in (g.WEST, g.EAST):
        made = plan(st, side, front)
        assert made.line and set(bits(made.line)) <= set(made.base)
        assert all(made.want.get(i, 0) >= 1 for i, n in made.base.items() if n)
        gaps = missing(st, side, made)
        assert all(0 < n <= made.want[i] for i, n in gaps.items())


@pytest.mark.parametrize("year", ["1914", "1915", "1916", "1917", "1918"])
@pytest.mark.parametrize("side", [t.ALLIED, t.CENTRAL])
def test_the_line_has_no_gap_and_is_not_longer_than_the_border(year: str, side: int) -> None:
    """Who does not pass a hex of the line comes neither to a prize nor four hexes deep; without one of its hexes he does."""
    st = setup.begin(year, {})[0]
    for front in (g.WEST, g.EAST):
        there = g.FRONT[front] & b.LAND & ~b.ALPINE
        own = st.ctrl[side] & there & ~st.held[1 - side]
        zone = WAYS.within(st.held[1 - side] & there, st.ctrl[1 - side] & there, 99)
        line = shortest(zone, own, PRIZES & own, st.held[side], 0, 3)
        layers = WAYS.layers(zone, zone | own)
        deep = PRIZES & (layers[1] | layers[2] | layers[3]) | layers[4]

        def open(line: int, zone: int = zone, own: int = own, deep: int = deep) -> int:
            return WAYS.within(zone, own & ~line, 99) & deep & ~line

        assert not open(line)
        assert line.bit_count() <= layers[1].bit_count()
        assert all(open(line & ~(1 << i)) or deep >> i & 1 for i in bits(line))


def test_chances_are_the_averages_of_the_table() -> None:
    w = Wall(defence=8, steps=2, table=crt.A, shift=0, drm=0)
    cells = [crt.result(crt.A, 3, die) for die in range(1, 7)]
    c = against(w, 24)
    assert c.own == pytest.approx(sum(x.attacker for x in cells) / 6)
    assert c.clear == pytest.approx(sum(x.defender in (crt.ALL, 2, 3) for x in cells) / 6)
    assert against(w, 3) == (2, 0, 0), "below 1:2 no die is rolled"
    assert against(w, 24, 1).theirs > c.theirs > against(w._replace(drm=-2), 24).theirs


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
