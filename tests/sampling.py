"""What `make test` samples: a fixed part, spread over the whole, of what `make fuzz` checks to the last (FIRESTEP_WHOLE=1)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

WHOLE = "FIRESTEP_WHOLE" in os.environ


def every(n: int, items: Sequence[T]) -> Sequence[T]:
    """Every n-th, from the first on; all of them where nothing is sampled."""
    return items if WHOLE else items[::n]
