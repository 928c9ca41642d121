"""Where the units of each nation may operate, and who may not move now (17.0). A frame: its chapter is being written."""

from __future__ import annotations

from firestep.games.tgw import board as b
from firestep.games.tgw import tables as t
from firestep.games.tgw.state import State

#: countries that may be neutral, by nation
_NEUTRALS = {t.IT: "italy", t.BU: "bulgaria", t.RO: "romania", t.GK: "greece"}


def closed(st: State) -> int:
    """Hexes that no unit of either side may enter now: neutrals, Albania, Hamadan, the Near East before it opens (7.12a, 17.4)."""
    out = b.COUNTRY["albania"]
    for n, name in _NEUTRALS.items():
        if st.allegiance[n] == t.NEUTRAL:
            out |= b.COUNTRY[name]
    if not st.near_east_open:
        out |= b.NEAR_EAST
    return out


def ground(st: State, units: int) -> int:
    """The hexes in which all these units, going together, may be (17.21, 17.31, 17.4), numbers in an area included."""
    return b.LAND & ~closed(st)


def frozen(st: State) -> int:
    """Units on the map that may not move now (17.11d, 6.56, 19.53, 19.55b, 5.46)."""
    return 0
