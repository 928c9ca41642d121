"""The board by numbers: fronts and theaters as small ints, and what follows from map and tables together."""

from __future__ import annotations

from firestep.games.tgw.components import board, tables
from firestep.hexmap.grid import bits

#: fronts by number, in the order of `board.FRONTS`
WEST, ITALY, EAST, CAUCASUS, IRAQ, EGYPT = range(6)
FRONT = tuple(board.FRONT[f] for f in board.FRONTS)
FRONT_TITLES = tuple(board.TITLES[f] for f in board.FRONTS)
#: the front of each hex; 255 for what is none
FRONT_AT = bytearray(b"\xff") * (board.ATLAS.all.bit_length() + 1)
for _k, _m in enumerate(FRONT):
    for _i in bits(_m):
        FRONT_AT[_i] = _k

#: the Western Theater is West, Italy and Egypt, the Eastern one East, Caucasus and Iraq (tgw.3.13c, tgw.3.13d); initiative uses
#: the same theaters (tgw.5.85a)
WESTERN, EASTERN = 0, 1
THEATERS = ("western", "eastern")
THEATER_TITLES = ("Western Theater", "Eastern Theater")
THEATER_OF = (WESTERN, WESTERN, EASTERN, EASTERN, EASTERN, WESTERN)
THEATER = (board.WESTERN_THEATER, board.EASTERN_THEATER)

#: the nation that built a fort (tgw.14.1)
FORT_NATION: dict[int, int] = {i: tables.NATION[code.upper()] for i, code in board.FORT_OF.items()}
#: countries that are home to a nation, by the nation's number
HOME: dict[int, int] = {
    tables.AH: board.COUNTRY["austria-hungary"],
    tables.GE: board.COUNTRY["germany"],
    tables.TU: board.COUNTRY["ottoman-empire"],
    tables.BU: board.COUNTRY["bulgaria"],
    tables.BE: board.COUNTRY["belgium"],
    tables.FR: board.COUNTRY["france"],
    tables.RU: board.RUSSIA_POLAND,
    tables.PG: board.RUSSIA_POLAND,
    tables.SR: board.COUNTRY["serbia"],
    tables.MN: board.COUNTRY["montenegro"],
    tables.IT: board.COUNTRY["italy"],
    tables.GK: board.COUNTRY["greece"],
    tables.RO: board.COUNTRY["romania"],
}


def theater_at(hex: int) -> int:
    return THEATER_OF[FRONT_AT[hex]]


def range_of(start: int, steps: int) -> int:
    """The hexes within so many steps of a set, as the crow flies."""
    return board.ATLAS.around(start, steps)
