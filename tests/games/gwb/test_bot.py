"""The greedy player of Great War Battles: cavalry screens, half regiments behind the front become one."""

from __future__ import annotations

from typing import Any

import pytest

from firestep import bots
from firestep.bots.gwb import move, values
from firestep.engine.session import Session
from firestep.hexmap.grid import bits
from firestep.testing import play, situation
from games.gwb.positions import on_the_move


def choice(s: Session[Any]) -> tuple[str, ...]:
    assert s.decision is not None
    return tuple(bots.answer(bots.make("greedy", 1), s))


def gaps(s: Session[Any], side: int) -> set[str]:
    board = s.state.b.board
    return {board.grid.number(h) for h in bits(values.gaps(s.state, side))}


def test_a_gap_lies_before_enemy_infantry_that_no_infantry_watches() -> None:
    alone = on_the_move({"ge-u": "0402", "fr-k": "0709", "ge-c1": "1201"})
    found, grid = gaps(alone, 1), alone.state.b.board.grid
    assert found and all(2 <= grid.distance(grid.index(h), grid.index("0709")) <= 3 for h in found)
    assert not gaps(on_the_move({"ge-u": "0402", "fr-k": "0709", "ge-c1": "0606"}), 1)  # infantry stands before it
    assert not gaps(on_the_move({"ge-u": "0402", "br-a": "0709", "ge-c1": "1201"}), 1)  # horsemen need no screen


def test_cavalry_rides_into_the_gap_unless_other_horse_screens_there() -> None:
    s = play(on_the_move({"ge-u": "0404", "fr-k": "0709", "ge-c1": "1201"}), "move ge-u")
    verb, goal = choice(s)[:2]
    assert verb == "go" and goal in gaps(s, 1)
    units = {"ge-2-kd-5-kb": "1818", "ge-2-kd-8-kb": "2301", "fr-61-dr-219-ri": "1522"}

    def worth(at: str) -> float:
        t = situation("gwb", "ourcq", clear=True, side="german", phase="movement", units=units | {"ge-2-kd-8-kb": at})
        st = t.state
        h = st.b.board.grid.index("1720")
        assert values.gaps(st, 1) >> h & 1
        f = values.field(st, values.goals(st, 1))
        return move.place(st, st.b.by_id["ge-2-kd-5-kb"], h, f, st.communicating(1), st.b.grid.around(st.occ[0], 3))

    assert worth("2301") - worth("1619") == move.SCREEN


@pytest.mark.parametrize(
    ("units", "turn", "merges"),
    [
        ({"ge-r2": "0101 reduced", "ge-c1": "0101 reduced", "fr-b": "1210"}, 1, True),
        ({"ge-r2": "0101 reduced", "ge-c1": "0102 reduced", "fr-b": "1210"}, 1, True),
        ({"ge-r2": "0101 reduced", "ge-c1": "0101 reduced", "fr-b": "1210"}, 4, False),  # no turn left to rally in
        ({"ge-c1": "0101 reduced", "ge-c2": "0101 reduced", "fr-b": "1210"}, 1, False),  # two and two make three
        ({"ge-c1": "0101 reduced", "ge-c2": "0101", "fr-b": "1210"}, 1, False),  # a whole regiment is not broken up
        ({"ge-r2": "0504 reduced", "ge-c1": "0504 reduced", "fr-b": "0506"}, 1, False),  # he could attack in the morning
        ({"ge-r2": "0506 reduced", "ge-c1": "0507 reduced", "fr-b": "1210"}, 1, False),  # it would leave Bridgend
    ],
)
def test_half_regiments_become_one_where_nothing_is_lost_by_it(units: dict[str, str], turn: int, merges: bool) -> None:
    s = situation("gwb", "training", clear=True, side="german", phase="movement", stage="restructure", turn=turn, units=units)
    pairs = [a for a in s.decision.actions if a[0] == "merge"] if s.decision else []
    assert pairs
    assert (choice(s)[0] == "merge") is merges
