"""The board by numbers: fronts and theaters as small ints, and what follows from map and tables together."""

from __future__ import annotations

from firestep.games.tgw import board as b
from firestep.games.tgw import tables as t
from firestep.hexmap.grid import bits

#: fronts by number, in the order of `board.FRONTS`
WEST, ITALY, EAST, CAUCASUS, IRAQ, EGYPT = range(6)
FRONT = tuple(b.FRONT[f] for f in b.FRONTS)
FRONT_TITLES = tuple(b.TITLES[f] for f in b.FRONTS)
#: the front of each hex; 255 for what is none
FRONT_AT = bytearray(b"\xff") * (b.ATLAS.all.bit_length() + 1)
for _k, _m in enumerate(FRONT):
    for _i in bits(_m):
        FRONT_AT[_i] = _k

#: the Western Theater is West, Italy and Egypt, the Eastern one East, Caucasus and Iraq (3.13c, 3.13d)
WESTERN, EASTERN = 0, 1
THEATERS = ("western", "eastern")
THEATER_TITLES = ("Western Theater", "Eastern Theater")
THEATER_OF = (WESTERN, WESTERN, EASTERN, EASTERN, EASTERN, WESTERN)
THEATER = (b.WESTERN_THEATER, b.EASTERN_THEATER)

#: the nation that built a fort (14.1)
FORT_NATION: dict[int, int] = {i: t.NATION[code.upper()] for i, code in b.FORT_OF.items()}
#: countries that are home to a nation, by the nation's number
HOME: dict[int, int] = {
    t.AH: b.COUNTRY["austria-hungary"],
    t.GE: b.COUNTRY["germany"],
    t.TU: b.COUNTRY["ottoman-empire"],
    t.BU: b.COUNTRY["bulgaria"],
    t.BE: b.COUNTRY["belgium"],
    t.FR: b.COUNTRY["france"],
    t.RU: b.RUSSIA_POLAND,
    t.PG: b.RUSSIA_POLAND,
    t.SR: b.COUNTRY["serbia"],
    t.MN: b.COUNTRY["montenegro"],
    t.IT: b.COUNTRY["italy"],
    t.GK: b.COUNTRY["greece"],
    t.RO: b.COUNTRY["romania"],
}


def theater_at(hex: int) -> int:
    return THEATER_OF[FRONT_AT[hex]]


def range_of(start: int, steps: int) -> int:
    """The hexes within so many steps of a set, as the crow flies."""
    return b.ATLAS.around(start, steps)
