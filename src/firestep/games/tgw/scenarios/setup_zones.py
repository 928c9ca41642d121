"""Where armies may begin (19, 22): front lines, the ground on either side of them, and the zones of the force lists as sets.

A zone is written in words of `data/forces.csv`: `austria-hungary&near:E3310:6`, `allied:W&from:W62&upto:W66`. A blank joins, `&` is
what both hold, `!` what the one holds and the other does not.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import cache

from firestep.games.tgw.components import board
from firestep.hexmap.grid import bits
from firestep.hexmap.ways import HexGraph

SCENARIOS = ("1914", "1915", "1916", "1917", "1918")


@cache
def _lines() -> dict[tuple[str, str], str]:
    with (board.DATA / "lines.csv").open(encoding="utf-8", newline="") as f:
        return {(r["scenario"], r["line"]): r["hexes"] for r in csv.DictReader(f)}


def run(first: str, last: str) -> list[int]:
    """The straight row of hexes from one to another."""
    grid, a = board.ATLAS.local(board.INDEX[first])
    _, z = board.ATLAS.local(board.INDEX[last])
    return [board.INDEX[first[0] + grid.number(i)] for i in grid.line(a, z)]


@cache
def chain(scenario: str, line: str) -> tuple[int, ...]:
    """Return the hexes of an Allied front line in the order of `data/lines.csv` (tgw.22.11a)."""
    out: list[int] = []
    text = _lines().get((scenario, line), "")
    for word in text[1:].split():
        first, _, last = word.partition("-")
        part = run(text[0] + first, text[0] + last) if last else [board.INDEX[text[0] + first]]
        out += part[1:] if out and part[0] == out[-1] else part
    return tuple(out)


def set_of(hexes: tuple[int, ...]) -> int:
    return sum({1 << i for i in hexes})


def beside(hexes: int) -> int:
    """What lies next to a set, by steps that are open."""
    return FOOT.spread(hexes) & ~hexes


FOOT = HexGraph(board.ATLAS, board.CONTACTS)


@cache
def allied_ground(scenario: str) -> dict[str, int]:
    """Return the hexes on or behind the Allied line, by front. Salonika and Gallipoli are parts of the east. The map edges tell
    which side of a line is Allied (tgw.22.11c)."""
    out = {"W": _behind(set_of(chain(scenario, "west")), board.FRENCH_EDGE, board.LAND & board.FRONT["W"])}
    italy = set_of(chain(scenario, "italy"))
    out["WI"] = (
        _behind(italy, board.ITALIAN_EDGE & ~_beyond(), board.ITALY & board.FRONT["WI"])
        if scenario == "1918"
        else board.ITALY & board.FRONT["WI"] | italy
    )
    rest = board.LAND & board.FRONT["WI"] & ~out["WI"]
    out["WI"] |= rest & ~FOOT.flood(board.AUSTRIAN_EDGE & rest, rest)  # pockets behind the line
    land = board.lands("russia", "russian-poland", "austria-hungary", "germany") & board.EAST_MAP
    if scenario in ("1917", "1918"):
        land |= board.COUNTRY["romania"]
    out["E"] = _behind(set_of(chain(scenario, "russia")), board.RUSSIAN_EDGE, land)
    south = board.lands("albania", "greece", "serbia", "bulgaria")
    if scenario == "1915":
        out["S"] = board.lands("serbia", "montenegro")
        out["G"] = board.LANDINGS
    elif scenario == "1916":
        # two hexes around Salonika (tgw.22.33b); Valona too, which is Italian (M5)
        out["S"] = near(board.INDEX["E1116"], 2) & board.COUNTRY["greece"] | board.mask("E1210")
    else:
        out["S"] = _behind(set_of(chain(scenario, "salonika")), board.GREEK_EDGE, south)
    return out | (_near_east(scenario) if scenario != "1918" else {})


def _beyond() -> int:
    """The part of the Italian edge that the Austrians hold in 1918: north and east of the Piave."""
    return sum(1 << i for i in bits(board.ITALIAN_EDGE) if board.NUMBER[i][3:] > "24")


def _behind(line: int, edge: int, land: int) -> int:
    return line | FOOT.flood(edge & land & ~line, land & ~line)


def _near_east(scenario: str) -> dict[str, int]:
    caucasus, iraq = (board.FRONT[f] & board.LAND for f in ("NC", "NI"))
    if scenario == "1915":
        # tgw.22.23d: Russia, most of Persia, and Turkish hexes of rows 32 to 36 east of column 36
        turkish = sum(
            1 << i
            for i in bits(caucasus & board.OTTOMAN)
            if 32 <= int(board.NUMBER[i][1:3]) <= 36 and int(board.NUMBER[i][3:]) > 36
        )
        held = caucasus & (board.RUSSIA | board.PERSIA & ~board.mask("N2841", "N2940", "N2941")) | turkish
        return {"NC": held, "NI": _corner(iraq, 20, 48), "NE": board.WEST_OF_CANAL}
    line = chain(scenario, "caucasus")
    limit = {board.NUMBER[i][1:3]: int(board.NUMBER[i][3:]) for i in line}
    held = sum(
        1 << i
        for i in bits(caucasus)
        if (row := board.NUMBER[i][1:3]) in limit and int(board.NUMBER[i][3:]) > limit[row] or row > max(limit, default="99")
    )
    if scenario == "1916":
        return {"NC": held, "NI": _corner(iraq, 15, 46), "NE": board.WEST_OF_CANAL}
    return {"NC": held, "NI": _corner(iraq, 14, 39), "NE": board.EGYPT}


def _corner(iraq: int, row: int, column: int) -> int:
    """East of a row and south of a column of the Iraqi Front: both numbers rise that way."""
    return sum(1 << i for i in bits(iraq) if int(board.NUMBER[i][1:3]) > row and int(board.NUMBER[i][3:]) > column)


@cache
def central_ground(scenario: str) -> dict[str, int]:
    """Return the hexes on the CP side of the Allied line, by front (tgw.22.11c)."""
    allied = allied_ground(scenario)
    every = sum(allied.values())
    balkans = board.lands("bulgaria", "serbia", "montenegro", "albania", "greece", "ottoman-empire") & board.EAST_MAP
    out = {"W": board.LAND & board.FRONT["W"] & ~allied["W"], "WI": board.LAND & board.FRONT["WI"] & ~allied["WI"]}
    land = board.lands("russia", "russian-poland", "austria-hungary", "germany") & board.EAST_MAP
    if scenario in ("1917", "1918"):
        land |= board.COUNTRY["romania"]
    out["E"] = land & ~allied["E"]  # tgw.22.11c
    if scenario == "1915":
        balkans = board.EUROPEAN_TURKEY
    if scenario == "1916":
        # tgw.22.33b: of Greece only what lies north of row 12
        balkans &= ~board.COUNTRY["greece"] | rows("E", 13, 99)
    out["S"] = balkans & ~every
    for front in ("NC", "NI", "NE") if scenario != "1918" else ():
        out[front] = (
            board.LAND & board.FRONT[front] & ~allied[front] & (board.OTTOMAN | board.EGYPT | board.RUSSIA | board.CP_TOWNS)
        )
    return out


# -- zones in words ----------------------------------------------------------------------------------------------------------


def rows(letter: str, low: int, high: int) -> int:
    """Rows of a sheet; W is the Western Front (rows from 36 on), not the Italian."""
    front = board.FRONT["W"] if letter == "W" else board.FRONT["E"]
    return sum(1 << i for i in bits(front) if low <= int(board.NUMBER[i][1:3]) <= high)


def near(hex: int, steps: int) -> int:
    return board.ATLAS.around(1 << hex, steps) & board.LAND


def walk(hex: int, steps: int, land: int) -> int:
    """Hexes at most so many steps away over given ground."""
    return FOOT.within(1 << hex, land, steps)


def west_of_meuse() -> int:
    """tgw.19.21e: France and Belgium west of the Meuse; southward of its source the line goes on to the foot of the map."""
    meuse = {
        frozenset((board.INDEX["W" + x], board.INDEX["W" + y]))
        for (x, y), m in board.MAPS["W"].sides["rivers"].items()
        if m.name == "Meuse"
    }
    wall = board.mask("W4323", "W4223", "W4122", "W4022", "W3921", "W3821", "W3720", "W3620")
    land = (board.FRANCE | board.BELGIUM) & ~wall
    ways = HexGraph(board.ATLAS, (s for s in board.CONTACTS if frozenset(s) not in meuse))
    return ways.flood(board.mask("W5008"), land) & ~board.mask("W6424", "W6524")


def french_border() -> int:
    """tgw.19.21d: French hexes along the Belgian, Luxembourg and German borders between W5622 and W3830."""
    edge = board.FRANCE & beside(board.lands("belgium", "luxembourg", "germany")) & rows("W", 38, 56)
    return sum(1 << i for i in bits(edge) if not (board.NUMBER[i][1:3] == "56" and board.NUMBER[i][3:] < "22"))


def galician_border() -> int:
    """tgw.19.21k: Russian hexes along the Austrian border from E4216 to E3524."""
    edge = board.RUSSIA_POLAND & beside(board.AUSTRIA) & rows("E", 35, 43)
    return sum(
        1 << i
        for i in bits(edge)
        if board.NUMBER[i][3:] >= "16" and not (board.NUMBER[i][1:3] == "35" and board.NUMBER[i][3:] > "24")
    )


@cache
def zone(text: str, scenario: str) -> int:
    """A zone of the force lists."""
    out = 0
    for part in text.split():
        here = -1
        for word in part.replace("!", "&!").split("&"):
            here &= ~_word(word[1:], scenario) if word[0] == "!" else _word(word, scenario)
        out |= here & board.LAND
    return out


def _word(word: str, scenario: str) -> int:
    kind, _, rest = word.partition(":")
    if word == "held":
        return set_of(chain(scenario, "italy-held"))
    if not rest:
        return _PLAIN[word]() if word in _PLAIN else board.COUNTRY[word] if word in board.COUNTRY else 1 << board.INDEX[word]
    if kind == "front":
        return board.FRONT[rest]
    if kind in ("allied", "cp"):
        return (allied_ground if kind == "allied" else central_ground)(scenario)[rest]
    if kind == "line":
        return line(scenario, rest)
    if kind == "facing":
        return facing(scenario, rest)
    if kind == "border":
        return beside(board.COUNTRY[rest])
    if kind == "near":
        hex, _, steps = rest.partition(":")
        return near(board.INDEX[hex], int(steps))
    if kind in ("forts", "heavy"):
        own = sum(1 << i for i, nation in board.FORT_OF.items() if nation == rest)
        return own & (board.HEAVY if kind == "heavy" else -1)
    letter, row = rest[0], int(rest[1:])
    low, high = {"north": (row + 1, 99), "from": (row, 99), "south": (0, row - 1), "upto": (0, row)}[kind]
    return rows(letter, low, high)


_PLAIN: dict[str, Callable[[], int]] = {
    "west-of-canal": lambda: board.WEST_OF_CANAL,
    "european-turkey": lambda: board.EUROPEAN_TURKEY,
    "balkans": lambda: board.BALKANS,
    "palestine": lambda: board.PALESTINE,
    "k-hexes": lambda: board.K_HEXES,
    "towns": lambda: board.SETTLED,
    "west-of-meuse": west_of_meuse,
    "french-border": french_border,
    "galician-border": galician_border,
    "aachen": lambda: walk(board.INDEX["W6526"], 3, board.BELGIUM | board.GERMANY) & board.BELGIUM,
    "by-the-canal": lambda: beside(board.WEST_OF_CANAL),
    "east-of-35": lambda: _columns(36, 99),
}


def _columns(low: int, high: int) -> int:
    return sum(1 << i for i in bits(board.FRONT["NC"]) if low <= int(board.NUMBER[i][3:]) <= high)


@cache
def line(scenario: str, front: str) -> int:
    """The Allied front line hexes of a front; in Italy before 1918 the hexes along the ground the Austrians hold."""
    name = {"W": "west", "WI": "italy", "E": "russia", "S": "salonika"}[front]
    if front == "WI":
        held = allied_ground(scenario)["WI"]
        rim = held & beside(board.LAND & board.FRONT["WI"] & ~held)
        return rim if scenario != "1918" else rim | set_of(chain(scenario, name))
    return set_of(chain(scenario, name))


@cache
def facing(scenario: str, front: str) -> int:
    """Return the CP front line: the hexes directly adjacent to the Allied line (tgw.22.11a)."""
    return beside(line(scenario, front)) & central_ground(scenario)[front]  # tgw.22.11a


# -- control and forts at the start -------------------------------------------------------------------------------------------


@cache
def control(scenario: str) -> tuple[int, int]:
    """Returns the hexes that each side controls at the start; no side controls the others (tgw.7.11c, tgw.22.11a)."""
    if scenario == "1914":
        # Europe (tgw.7.11b, tgw.7.11a) and the Near East (tgw.7.12c, tgw.7.12b)
        allied = board.lands("belgium", "france", "russia", "russian-poland", "serbia", "montenegro", "egypt")
        cp = board.lands("germany", "austria-hungary", "luxembourg", "ottoman-empire") & ~board.EUROPEAN_TURKEY
    else:
        allied = sum(allied_ground(scenario).values())
        cp = sum(central_ground(scenario).values())
        if scenario in ("1915", "1916"):
            cp |= board.EUROPEAN_TURKEY
    if scenario == "1918":
        # tgw.7.11c
        return allied, cp & ~allied  # tgw.22.51c: the Near East is left out
    # around Basra and Abadan, and in Persia (tgw.7.12b, tgw.7.12c)
    british = (board.mask("N2252") | near(board.INDEX["N2252"], 1) | near(board.INDEX["N2552"], 1)) & board.FRONT["NI"]
    persian = board.SETTLED & board.PERSIA
    allied |= persian & ~board.CP_TOWNS & ~cp | (british & ~board.CP_TOWNS if scenario == "1914" else british & ~cp)
    cp |= board.CP_TOWNS & ~allied
    return allied, cp & ~allied


def forts(scenario: str, sides: tuple[int, int], allied_nations: frozenset[str]) -> int:
    """Return the forts that stand. Those behind the enemy's line are destroyed (tgw.22.11b), and two more in 1918 (tgw.22.53a)."""
    out = 0
    for i, nation in board.FORT_OF.items():
        enemy = sides[1] if nation in allied_nations else sides[0]
        if not enemy >> i & 1:  # tgw.22.11b
            out |= 1 << i
    return out & ~board.mask("E4222", "E3918") if scenario == "1918" else out
