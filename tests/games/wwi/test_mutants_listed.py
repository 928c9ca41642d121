"""Rules of several chapters taken out one at a time (`mutants.toml`): the test that is named as judge must object."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games import mutation
from games.wwi.test_mutants_combat import CACHES

MUTANTS = mutation.mutants("wwi")


@pytest.fixture(autouse=True)
def _no_memories() -> Iterator[None]:
    """What the fast code remembers by its masks must not survive a mutant."""
    for cache in CACHES:
        cache.clear()
    yield
    for cache in CACHES:
        cache.clear()


@pytest.mark.parametrize("m", MUTANTS, ids=mutation.names(MUTANTS))
def test_a_broken_meeting_is_noticed(m: mutation.Mutant) -> None:
    mutation.condemned("wwi", m)


def test_there_are_many_of_them_and_the_judges_are_fair() -> None:
    assert len(MUTANTS) >= 60
    mutation.fair("wwi", MUTANTS)
