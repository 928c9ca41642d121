"""The six maps of tgw: every fact that the rulebook states about a hex, places where they lie in the world, lines that hold."""

from __future__ import annotations

import csv
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from firestep.games.tgw import setup
from firestep.games.tgw.components import board
from firestep.games.tgw.display import map_style
from firestep.games.tgw.movement import areas
from firestep.games.tgw.scenarios import setup_zones
from firestep.hexmap.counters import Piece
from firestep.hexmap.grid import bits
from firestep.hexmap.ways import HexGraph
from firestep.testing import rule
from geography import Place, hexes_off, read_places

WALK = HexGraph(board.ATLAS, board.STEPS)
I = board.INDEX
with (Path(__file__).parent / "facts.csv").open(encoding="utf-8", newline="") as _f:
    FACTS = [(r["hex"], r["fact"], r["line"]) for r in csv.DictReader(_f)]

#: spellings of the rulebook that the map writes otherwise
SPELLING = {
    "Polesti": "Ploesti",
    "Konigsberg": "Königsberg",
    "Talin": "Reval",
    "Bethune": "Béthune",
    "Bersheeba": "Beersheba",
    "Suvla Bay": "Suvla Bay",
    "Cape Hellas": "Cape Hellas",
}


def has(mask: int) -> Callable[[int], bool]:
    return lambda i: bool(mask >> i & 1)


SOURCES = (
    board.RUHR
    | board.GERMAN_EDGE_WEST
    | board.CP_EDGE_EAST
    | board.mask("E5102", "E4304", "E3606", "E3310", "E1328", "E1819", "E2423")
)
CHECKS: dict[str, Callable[[int], bool]] = {
    "land": has(board.LAND),
    "city": has(board.CITY),
    "town": has(board.SETTLED),
    "port": has(board.PORT & board.SETTLED),
    "coastal": has(board.COASTAL),
    "inland": has(board.LAND & ~board.COASTAL),
    "victory": has(board.VICTORY),
    "french-edge": has(board.FRENCH_EDGE),
    "source": has(SOURCES),
    "german-edge": has(board.GERMAN_EDGE_WEST),
    "cp-edge": lambda i: i in (I["E3501"], I["E5701"]),
    "russian-edge": has(board.RUSSIAN_EDGE),
    "greek-edge": has(board.GREEK_EDGE),
    "caucasus-edge": has(board.CAUCASUS_EDGE),
    "sinai": has(board.TOWN & board.SINAI & board.COASTAL),
    "landing": has(board.LANDINGS),
    "ruhr": has(board.RUHR),
    "paris": has(board.PARIS),
    "fort": has(board.FORTS),
    "baltic": lambda i: bool((board.COAST["baltic"] | board.mask("E5205", "E5412")) >> i & 1),
    "black-sea": has(board.COAST["black-sea"]),
}


@rule("tgw.3.11b", "tgw.3.11.ex1", "tgw.8.33.ex1")
@pytest.mark.parametrize(("hex", "fact", "line"), FACTS)
def test_what_the_book_says_of_a_hex(hex: str, fact: str, line: str) -> None:
    """`facts.csv` lists every hex the rulebook names and what it says of it, with the line."""
    kind, _, rest = fact.partition(" ")
    i = I[hex]
    if kind == "name":
        name = SPELLING.get(rest, rest)
        assert name == board.NAME[i] or name in ("Suvla Bay", "Cape Hellas") and board.LANDINGS >> i & 1
    elif kind == "resource":
        assert board.RESOURCES[i] == int(rest)
    elif kind == "line":
        listed = {i for (year, name) in LINES for i in setup_zones.chain(year, name) if year == rest}
        assert i in listed
    else:
        assert CHECKS[kind](i), f"{hex} {board.NAME.get(i, '')}: line {line} says {fact}"


LINES = [
    (year, name)
    for year in setup_zones.SCENARIOS
    for name in ("west", "italy", "italy-held", "russia", "salonika", "caucasus")
    if setup_zones.chain(year, name)
]


@rule("tgw.3.11b", "tgw.3.12a", "tgw.3.13a", "tgw.3.13b", "tgw.3.13c", "tgw.3.13d")
def test_three_sheets_of_six_fronts() -> None:
    assert [f[0] for f in board.FRONTS] == ["W", "W", "E", "N", "N", "N"]
    assert all(re.fullmatch(r"[WEN]\d{4}", n) for n in board.INDEX)
    assert (
        board.FRONT["W"] | board.FRONT["WI"] == board.WEST_MAP
        and board.FRONT["NC"] | board.FRONT["NI"] | board.FRONT["NE"] == board.NEAR_EAST
    )
    assert board.FRONT["W"] | board.FRONT["WI"] | board.FRONT["NE"] == board.WESTERN_THEATER
    assert board.FRONT["E"] | board.FRONT["NC"] | board.FRONT["NI"] == board.EASTERN_THEATER
    assert not board.WESTERN_THEATER & board.EASTERN_THEATER


@rule("tgw.3.11.ex1")
def test_antwerp_warsaw_damascus() -> None:
    assert [board.NAME[I[n]] for n in ("W6819", "E4816", "N1728")] == ["Antwerp", "Warsaw", "Damascus"]


@rule("tgw.3.12b")
def test_north_is_the_top_of_each_front_map() -> None:
    """Egypt and Iraq are printed turned: the number of a hex runs another way than on the other maps."""

    def goes(a: str, b_: str) -> str:
        return board.ATLAS.direction(I[a], I[b_])

    assert goes("W6811", "W6812") == goes("E4816", "E4817") == goes("N3645", "N3646") == "e"
    assert goes("N2913", "N2914") == "n" and goes("N1845", "N1846") == "s"
    assert goes("N2913", "N2813") in ("ne", "se") and goes("N1845", "N1945") in ("ne", "se")  # falling and rising rows lead east


@rule("tgw.3.11c")
def test_every_hex_has_its_terrain() -> None:
    assert sum(m & board.LAND for m in board.GROUND.values()) == board.LAND
    assert not any(board.GROUND[one] & board.GROUND[two] for one in board.GROUND for two in board.GROUND if one < two)


@rule("tgw.8.33c", "tgw.8.33.ex1", "tgw.8.33.ex2")
def test_passes_lie_in_the_east_and_lead_somewhere() -> None:
    assert board.PASS and not board.PASS & ~board.EAST_MAP
    sides = {frozenset(s) for s in board.PASSES}
    assert frozenset((I["E2717"], I["E2618"])) in sides and frozenset((I["E2617"], I["E2618"])) not in sides
    assert (board.PASS >> I["E2717"] & board.PASS >> I["E2618"]) & 1 and board.MOUNTAIN >> I["E2617"] & 1
    for i in bits(board.PASS):
        assert any(i in s for s in sides), f"no way leads through the pass {board.NUMBER[i]}"


@rule("tgw.8.35a", "tgw.8.35b", "tgw.8.35d")
def test_haffs_are_crossed_and_the_third_is_not() -> None:
    for one, two in (("E5304", "E5405"), ("E5404", "E5405"), ("E5405", "E5406"), ("E5615", "E5715"), ("E5715", "E5816")):
        assert WALK.near[I[one]] >> I[two] & 1 and WALK.near[I[two]] >> I[one] & 1
    assert not WALK.near[I["E5512"]] >> I["E5413"] & 1


@rule("tgw.6.51d", "tgw.6.51e")
def test_the_landings_open_into_one_hex_only() -> None:
    for n in ("E1022", "E1122"):
        assert board.numbers(WALK.near[I[n]]) == ["E1023"]


@rule("tgw.3.13f", "tgw.3.13g")
def test_balkans_and_european_turkey() -> None:
    assert board.lands("serbia", "montenegro", "albania", "greece", "bulgaria", "romania") | board.EUROPEAN_TURKEY == board.BALKANS
    assert board.EUROPEAN_TURKEY == board.OTTOMAN & board.EAST_MAP and board.EUROPEAN_TURKEY >> I["E1328"] & 1


@rule("tgw.3.13h", "tgw.3.13i")
def test_beirut_and_the_honorary_towns() -> None:
    assert board.NAME[I["N2430"]] == "Beirut" and board.SETTLED & board.COASTAL & board.OTTOMAN & board.mask("N2430")
    assert board.mask("N3611", "N4208") == board.HONORARY and board.HONORARY & board.TOWN == board.HONORARY


def test_the_canal_parts_egypt() -> None:
    """Every hex west of the canal touches Sinai only over the canal."""
    canal = {frozenset(s) for s in board.CANAL}
    east = board.EGYPT & ~board.WEST_OF_CANAL
    for i in bits(board.WEST_OF_CANAL):
        for j in bits(WALK.near[i] & east):
            assert frozenset((i, j)) in canal
    assert all(board.WEST_OF_CANAL >> I[n] & 1 for n in ("N4208", "N4213", "N4205"))
    assert not any(board.WEST_OF_CANAL >> I[n] & 1 for n in ("N4011", "N3611", "N3311", "N3112"))


@rule("tgw.11.32a", "tgw.11.32c", "tgw.11.33a", "tgw.11.33c")
def test_map_edges_run_as_the_book_says() -> None:
    assert board.numbers(board.FRENCH_EDGE) == sorted([f"W{r}01" for r in range(36, 58)] + [f"W36{c:02d}" for c in range(2, 30)])
    assert board.numbers(board.GERMAN_EDGE_WEST)[0] == "W3833" and board.numbers(board.GERMAN_EDGE_WEST)[-1] == "W7034"
    assert board.RUSSIAN_EDGE.bit_count() == 41 and board.CAUCASUS_EDGE.bit_count() == 14 and board.GREEK_EDGE.bit_count() == 5
    assert (
        not board.ITALIAN_EDGE & board.ALPINE
        and not board.AUSTRIAN_EDGE & board.ALPINE
        and board.AUSTRIAN_EDGE
        and board.ITALIAN_EDGE
    )


@rule("tgw.17.4f")
def test_holland_and_switzerland_are_closed() -> None:
    dutch = board.mask(*(f"W{n}" for n, h in board.MAPS["W"].hexes.items() if h.country == "netherlands"))
    swiss = board.mask(*(f[0] + n for f in ("W", "WI") for n, h in board.MAPS[f].hexes.items() if h.country == "switzerland"))
    st, _ = setup.begin("1914", {})
    assert dutch and swiss and not swiss & board.LAND and not dutch & board.LAND & ~areas.closed(st)
    assert not any(board.COUNTRY[c] & board.LAND for c in ("england", "nejd", "sweden", "denmark"))


# -- what hangs together -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("front", board.FRONTS)
def test_a_front_is_one_piece(front: str) -> None:
    """No hex in play lies on an island."""
    land = board.LAND & board.FRONT[front]
    pieces = []
    while land:
        piece = WALK.flood(land & -land, board.LAND & board.FRONT[front])
        pieces.append(piece)
        land &= ~piece
    pieces.sort(key=int.bit_count)
    assert len(pieces) == 1


@pytest.mark.parametrize("front", board.FRONTS)
def test_no_hex_is_far_from_a_town(front: str) -> None:
    """tgw.11.22: who stands more than four hexes from a town starves. Deserts and the Alps are such places, and nothing else."""
    land = board.LAND & board.FRONT[front]
    near = WALK.within(board.SETTLED & land, land, 4)
    wild = board.ALPINE | WALK.spread(WALK.spread(board.DESERT))
    assert board.numbers(land & ~near & ~wild) == []


@pytest.mark.parametrize(("year", "line"), LINES)
def test_front_lines_are_unbroken(year: str, line: str) -> None:
    """Straight runs of hexes that touch; in Italy the border fills the gaps, in Armenia Lake Van."""
    chain = setup_zones.chain(year, line)
    assert all((board.LAND | board.LAKE) >> i & 1 for i in chain)
    if line == "italy" and year != "1918" or line == "italy-held":
        held = setup_zones.line(year, "WI")
        assert not setup_zones.set_of(chain) & ~(setup_zones.FOOT.spread(held) & setup_zones.allied_ground(year)["WI"])
        assert setup_zones.FOOT.flood(held & -held, held) == held  # with the border between them they are one line
        return
    assert all(board.ATLAS.near(i) >> j & 1 for i, j in pairwise(chain))
    if line != "caucasus":
        assert all(setup_zones.FOOT.near[i] >> j & 1 for i, j in pairwise(chain))


@rule("tgw.22.11a")
@pytest.mark.parametrize("year", setup_zones.SCENARIOS[1:])
def test_lines_part_the_maps(year: str) -> None:
    """Both sides of a line have their ground, and no step leads from the one to the other but over the line."""
    allied, central = setup_zones.allied_ground(year), setup_zones.central_ground(year)
    for front in ("W", "E", "WI"):
        line = setup_zones.line(year, front)
        assert not allied[front] & central[front]
        assert not WALK.spread(allied[front] & ~line) & central[front]


# -- values that we chose, inside what the scenarios say -----------------------------------------------------------------------


@rule("tgw.22.26a", "tgw.22.36a", "tgw.22.46a", "tgw.22.56a")
@pytest.mark.parametrize(
    ("year", "points", "cities", "surrender"),
    [("1914", 0, 0, 0), ("1915", 6, 1, 1), ("1916", 9, 0, 0), ("1917", 10, 0, 2), ("1918", 11, 0, 0)],
)
def test_victory_and_surrender_hexes_give_the_tracks_of_the_scenarios(year: str, points: int, cities: int, surrender: int) -> None:
    st, _ = setup.begin(year, {})
    assert (board.VICTORY & st.ctrl[1]).bit_count() == points
    assert (board.CP_CITIES & st.ctrl[0]).bit_count() == cities
    assert (board.SURRENDER & st.ctrl[0]).bit_count() == surrender


@rule("tgw.17.13b")
def test_there_are_five_surrender_hexes_at_least() -> None:
    assert board.SURRENDER.bit_count() >= 5 and not board.SURRENDER & ~(board.OTTOMAN & board.NEAR_EAST)


def test_designed_hexes_say_so() -> None:
    """What the book does not print is marked."""
    for kind in ("victory", "surrender", "fort", "heavy-fort", "port", "k-hex", "port-way", "cp-source"):
        for i, x in board.features(kind):
            named = any(n == board.NUMBER[i] for n, _, _ in FACTS)
            assert x.source in ("stated", "implied", "designed")
            assert x.source == "designed" or named or kind == "victory", (
                f"{kind} {board.NUMBER[i]} is {x.source}, but not in the book"
            )
    assert board.K_HEXES.bit_count() == 3 and all(board.ATLAS.near(board.KUT) >> i & 1 for i in bits(board.K_HEXES))


# -- the world ---------------------------------------------------------------------------------------------------------------

PLACES = read_places(board.DATA / "places.csv")
#: places in hexes that the book itself numbers
NUMBERED = {n for n, _, _ in FACTS}


def of_front(front: str) -> list[Place]:
    hexes = board.MAPS[front].hexes
    return [replace(p, hex=p.hex[1:], name=f"{p.name} {p.hex}") for p in PLACES if p.hex[0] == front[0] and p.hex[1:] in hexes]


def test_every_town_has_its_coordinates() -> None:
    towns = {(x.name, board.NUMBER[i]) for kind in ("town", "city") for i, x in board.features(kind)}
    assert {(p.name, p.hex) for p in PLACES} == towns and len(PLACES) == len(towns)


@pytest.mark.parametrize("front", board.FRONTS)
def test_towns_lie_within_a_hex_of_the_truth(front: str) -> None:
    """Against the flat sheet that fits all towns of a front best; two hexes in Iraq, and where the book numbers the hex."""
    off = hexes_off(board.MAPS[front].grid, of_front(front))
    far = {n: k for n, k in off.items() if k > (2 if front == "NI" else 1) and n.rsplit(" ", 1)[1] not in NUMBERED}
    assert sum(k <= 1 for k in off.values()) >= 0.97 * len(off)
    assert len(far) <= 0.01 * len(off) and max(far.values(), default=0) <= 2, far


def test_a_town_drawn_elsewhere_is_noticed() -> None:
    places = of_front("E")
    moved = [replace(p, hex="4110") if p.name.startswith("Lublin ") else p for p in places]
    name = next(p.name for p in places if p.name.startswith("Lublin "))
    assert hexes_off(board.MAPS["E"].grid, places)[name] <= 1 and hexes_off(board.MAPS["E"].grid, moved)[name] >= 3


# -- the drawing -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("front", board.FRONTS)
def test_a_sheet_is_drawn_whole(front: str) -> None:
    number = next(iter(board.MAPS[front].hexes))
    piece = Piece(front[0] + number, "#fff", "#000", title="a division")
    svg = map_style.drawn(front, [piece])
    root = ElementTree.fromstring(svg)
    layers = {g.get("class", "").removeprefix("layer ") for g in root if g.get("class", "").startswith("layer")}
    assert {"sea", "land", "relief", "borders", "rails", "rivers", "features", "towns", "pieces", "legend"} <= layers
    assert "a division" in svg and "art-" not in svg


def test_the_table_holds_every_hex_once() -> None:
    told = map_style.sheet()
    assert set(told["hexes"]) == {f[0] + n for f in board.FRONTS for n in board.MAPS[f].hexes}
    assert [s["title"] for s in told["sheets"]] == [board.TITLES[f] for row in map_style.ROWS for f in row]
    assert len({tuple(c) for c in told["hexes"].values()}) == len(told["hexes"])
