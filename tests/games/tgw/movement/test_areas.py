"""Where units may operate: the quick set is what the conditions of all rules keep."""

from __future__ import annotations

import random

import pytest

from firestep.engine.question import kept
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.movement import areas
from firestep.testing import rule
from games.tgw.movement.test_movement import goes, march
from games.tgw.positions import why
from games.tgw.random_positions import POSITIONS


@pytest.mark.parametrize("name", POSITIONS)
def test_the_ground_of_units_is_what_all_conditions_keep(name: str) -> None:
    st = POSITIONS[name]()
    rng = random.Random(name)
    stacks = [m for i, m in st.where.items() if i > 0]
    for units in (*rng.sample(stacks, min(20, len(stacks))), *(1 << rng.randrange(roster.N) for _ in range(30))):
        assert areas.ground(st, units) == kept(areas.open_to(st, units), board.LAND), roster.unit_ids(units)


@rule("tgw.17.4b", "tgw.17.21r")
@pytest.mark.parametrize(
    ("unit", "start", "to", "against"), [("mn-1", "E1809", "E1808", "tgw.17.21r"), ("sr-1mor", "E1412", "E1411", "tgw.17.4b")]
)
def test_ground_that_is_closed_to_a_nation_is_refused(unit: str, start: str, to: str, against: str) -> None:
    s = march({unit: start}, start, tables.ALLIED)
    assert to not in goes(s) and why(s, f"to {to}") == {against}
