"""Rules where two chapters meet, taken out one at a time: the test that is named as judge must object."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firestep.games.ditt import supply
from firestep.games.ditt.movement import areas, invasion
from games import mutation

MUTANTS = mutation.mutants("ditt")
#: what is remembered for good must not survive a mutant
CACHES = (areas.lands_of_nation, areas.closed_ground, areas.with_neighbours, supply._coasts, invasion._coasts_in_reach)


@pytest.fixture(autouse=True)
def _no_memories() -> Iterator[None]:
    for cache in CACHES:
        cache.cache_clear()
    yield
    for cache in CACHES:
        cache.cache_clear()


@pytest.mark.parametrize("m", MUTANTS, ids=mutation.names(MUTANTS))
def test_a_broken_meeting_is_noticed(m: mutation.Mutant) -> None:
    mutation.condemned("ditt", m)


def test_there_are_many_of_them_and_the_judges_are_fair() -> None:
    assert len(MUTANTS) >= 120
    mutation.fair("ditt", MUTANTS)
