"""A field to fight on: the widest stretch of open Russian land on the map, and short words for the hexes of it.

The map may be redrawn; nothing here names a hex that a rule does not name. `hx("ne", "ne", "se")` is where one gets from
the middle of the field by these steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.hexmap.grid import bits
from firestep.testing import situation

SHIFT = dict(zip(("s", "n", "ne", "sw", "se", "nw"), board.GRID.shifts, strict=True))
#: clockwise
ROSE = ("n", "ne", "se", "s", "sw", "nw")
FORTS = board.hexes(board.FORTS)


def disc(i: int, radius: int) -> list[int]:
    found = 1 << i
    for _ in range(radius):
        found = board.GRID.dilate(found)
    return list(bits(found))


def _middle() -> int:
    """A clear hex with clear land around it, far from walls and borders."""
    walled = {i for pair in board.WALLS for i in pair}
    plain = board.CLEAR & board.HOME[board.RS]

    def worth(i: int) -> tuple[int, int, int]:
        near, far = disc(i, 2), disc(i, 5)
        open = len(far) == 91 and not walled & set(far) and all(board.LAND >> j & 1 for j in far)
        return int(open and all(plain >> j & 1 for j in near)), sum(plain >> j & 1 for j in far), -i

    return max(bits(board.HOME[board.RS]), key=worth)


MIDDLE = _middle()
O = board.NUMBER[MIDDLE]  # the middle of the field


def hx(*steps: str, start: str = O) -> str:
    """The hex some steps away."""
    i = board.INDEX[start]
    for step in steps:
        i += SHIFT[step]
    return board.NUMBER[i]


def ring(start: str = O) -> list[str]:
    """The six neighbours, clockwise from the north."""
    return [hx(d, start=start) for d in ROSE]


def field(
    units: Mapping[str, str],
    *,
    forts: Iterable[str] = (),
    turn: int = 3,
    phase: int = 4,
    superior: str = "central",
    hexes: Mapping[str, Any] | None = None,
    **more: Any,
) -> Session[Any]:
    """Only these units and only these fortifications on the map, in a summer turn; the Central Powers are to attack."""
    ruins = {"forts-destroyed": [f for f in FORTS if f not in set(forts)]}
    from games.wwi.test_markers import outlived

    s = situation(
        "wwi", clear=True, turn=turn, phase=phase, superior=superior, units=dict(units), hexes={**ruins, **(hexes or {})}, **more
    )
    assert list(outlived(s, s.state.delayed)) == []  # it holds nothing that play could not have made
    return s


def crp(s: Session[Any], nation: str) -> int:
    return int(s.state.crp[board.NATION[nation]])


def where(s: Session[Any], unit: str) -> str:
    """The hex of a unit, or `pool`, `gone`, `transit`, `waiting`."""
    from firestep.games.wwi.state import OFF_MAP

    i = s.state.at[board.UNIT[unit]]
    return OFF_MAP[i] if i < 0 else board.NUMBER[i]


def params(s: Session[Any], key: str) -> list[Mapping[str, Any]]:
    """What the journal says under a key."""
    return [e.params for e in s.journal if e.key == key]


def verbs(s: Session[Any]) -> set[str]:
    return {a[0] for a in s.decision.actions} if s.decision else set()


def firsts(s: Session[Any], verb: str) -> list[str]:
    """The first argument of every open action with this verb."""
    return [a[1] for a in s.decision.actions if a[0] == verb] if s.decision else []


def hexes_where(mask: int) -> list[str]:
    return board.hexes(mask)


def settle(s: Session[Any]) -> Session[Any]:
    """Answer every question about losses with its last answer."""
    while "pay" in verbs(s):
        s.take(s.decision.actions[-1])
    return s
