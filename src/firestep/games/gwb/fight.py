"""One combat on its way through the stages: the fields that every combat step carries."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, TypeVar


@dataclass(frozen=True, slots=True)
class Fight:
    """Target hex, melee attackers, those of them that came across the open, the attackers' hexes, the defenders, barrage guns,
    supporting gun (-1 none), barrage result (-1 not yet rolled), defensive fire result, and those of the defenders who were
    caught in March Order or on a train (gwb.7.4i)."""

    t: int
    att: int
    across: int
    hexes: int
    defs: int
    guns: int = 0
    sup: int = -1
    bar: int = -1
    fire: int = 0
    caught: int = 0


NAMES = tuple(f.name for f in dataclasses.fields(Fight))

F = TypeVar("F", bound=Fight)


def follow(kind: type[F], f: Fight, **change: Any) -> F:
    """The next step of the same combat."""
    fields: dict[str, Any] = {n: getattr(f, n) for n in NAMES}
    return kind(**(fields | change))
