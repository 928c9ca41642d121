"""Rules where two chapters meet, taken out one at a time: the test that is named as judge must object."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firestep.games.dgk import cost, fire, sight
from games import mutation

MUTANTS = mutation.mutants("dgk")
#: what the game remembers of ground and shapes
FORGET = (cost.price.cache_clear, sight._seen.clear, sight._lines.clear, fire._shelters.clear)


@pytest.fixture(autouse=True)
def _no_memories() -> Iterator[None]:
    for forget in FORGET:
        forget()
    yield
    for forget in FORGET:
        forget()


@pytest.mark.parametrize("m", MUTANTS, ids=mutation.names(MUTANTS))
def test_a_broken_meeting_is_noticed(m: mutation.Mutant) -> None:
    mutation.condemned("dgk", m)


def test_there_are_many_of_them_and_the_judges_are_fair() -> None:
    assert len(MUTANTS) >= 150
    mutation.fair("dgk", MUTANTS)
