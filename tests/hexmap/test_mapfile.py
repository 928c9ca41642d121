"""The map file format: what it reads, and that every fault is named with its line."""

from __future__ import annotations

import pytest

from firestep.hexmap.mapfile import Country, Feature, HexMap, Label, Lexicon, MapError, Mark, parse_map, side

WORDS = Lexicon(
    terrains=("clear", "rough", "woods"),
    statuses=("red", "blue", "shut"),
    sides=("blocked", "rivers"),
    lines=("rails", "roads"),
    features=("fort", "supply"),
    signs={".": "clear", "W": "rough+woods"},
)
HEAD = """[map]
name small   # a comment
layout columns
shifted even
columns 1-4
rows 1-4
[countries]
AA "Land of A" red
BB "B" blue vp=25 army=2 "true neutral"
CC "C" shut
[seas]
north-sea "North Sea" 0404 0403
baltic "Baltic Sea"
[hexes]
0101 AA clear
0102 AA rough "Old Town" coast=north-sea,baltic marsh printed
0201 BB clear
0202 CC rough+woods
"""
REST = """[areas]
box-1 AA clear "First Box" x=3 y=4 coin designed
box-2 BB clear
[leaps]
box-1 box-2 0101 designed
[rails]
"A to B" 0102 0101 0201
[blocked]
0202/0102 "a lake" designed
[rivers]
0101/0102 0101/0201 "Long Water" geography
[features]
fort 0101 AA 3 "Metz" printed
supply box-2 BB independent "New Town" designed
[labels]
0404 "North Sea" 1 sea
"""
PICTURE = """[map]
name field
layout {layout}
shifted even
columns 1-3
rows 1-2
upward {upward}
[terrain]
01 ..W
02 W..
"""


def read(text: str) -> HexMap:
    return parse_map(text, WORDS)


def test_reads_every_section() -> None:
    m = read(HEAD + REST)
    assert m.name == "small"
    assert (m.grid.layout, m.grid.shifted, m.grid.first, m.grid.last) == ("columns", "even", (1, 1), (4, 4))
    assert m.countries["BB"] == Country("BB", "B", "blue", {"vp": "25", "army": "2"}, "true neutral")
    h = m.hexes["0102"]
    assert (h.terrain, h.coasts, h.tags, h.name, h.source) == ("rough", ("north-sea", "baltic"), {"marsh"}, "Old Town", "printed")
    assert m.hexes["0101"].coasts == () and m.hexes["0101"].source == "geography" and m.hexes["0101"].name == ""
    assert m.hexes["0202"].terrains == ("rough", "woods") and m.numbers("woods") == ["0202"]
    assert "0303" not in m.hexes and m.seas["north-sea"].hexes == ("0404", "0403") and m.seas["baltic"].name == "Baltic Sea"
    assert m.areas["box-1"].name == "First Box" and m.areas["box-1"].values == {"x": "3", "y": "4"}
    assert m.areas["box-1"].tags == {"coin"} and m.areas["box-1"].source == "designed"
    assert m.leaps == {("box-1", "box-2"): "designed", ("box-1", "0101"): "designed"}
    assert m.lines["rails"][0].name == "A to B" and m.lines["rails"][0].sides == (("0101", "0102"), ("0101", "0201"))
    assert m.line_sides("rails") == {("0101", "0102"), ("0101", "0201")} and m.lines["roads"] == ()
    assert m.sides["blocked"] == {("0102", "0202"): Mark("a lake", "designed")}
    assert list(m.sides["rivers"]) == [("0101", "0102"), ("0101", "0201")]
    assert m.features[0] == Feature("fort", "0101", ("AA", "3"), "Metz", "printed")
    assert m.labels == (Label("0404", "North Sea", 1, "sea"),)
    assert m.of_kind("supply")[0].hex == "box-2"
    assert m.in_country("AA") == ["0101", "0102"]


def test_a_picture_of_signs_is_terrain() -> None:
    m = read(PICTURE.format(layout="columns", upward="no"))
    assert m.numbers("woods") == ["0301", "0102"] and len(m.hexes) == 6 and m.hexes["0101"].terrain == "clear"
    m = read(PICTURE.format(layout="rows", upward="yes"))  # the first line is the top of the sheet
    assert m.numbers("woods") == ["0203", "0101"]


def test_a_side_has_one_name() -> None:
    assert side("0202", "0102") == side("0102", "0202") == ("0102", "0202")


def test_row_layout_swaps_the_bounds() -> None:
    m = read("[map]\nname r\nlayout rows\nshifted odd\ncolumns 1-9\nrows 2-5\nupward yes\nnorth left\n")
    assert (m.grid.first, m.grid.last, m.grid.upward, m.grid.north) == ((2, 1), (5, 9), True, "left")


AREAS = HEAD + "[areas]\nbox AA clear\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "line 1: text before the first"),
        ("[map]\nname x\n[hexes]\n", "line 3: .map. lacks layout, shifted, columns, rows"),
        ("[map]\ncolour red\n", "line 2: write one of"),
        ("[nonsense]\n", "line 1: unknown section .nonsense.: use map.*blocked, rivers, rails, roads"),
        (HEAD.replace("columns 1-4", "columns four"), "columns must be two numbers"),
        (HEAD.replace("layout columns", "layout spiral"), "unknown layout"),
        (HEAD + '0303 "AA clear\n', "line 19: a quote is not closed"),
        (HEAD + "0909 AA clear\n", "line 19: '0909' is not a hex"),
        (HEAD + "0101 AA clear\n", "line 19: hex 0101 is listed twice"),
        (HEAD + "0303 ZZ clear\n", "line 19: unknown country 'ZZ'"),
        (HEAD + "0303 AA swamp\n", "line 19: unknown terrain 'swamp'"),
        (HEAD + "0404 AA clear\n", "line 19: hex 0404 is listed twice"),
        (HEAD + "0303 AA clear coast=azov\n", "line 19: unknown sea 'azov'"),
        (HEAD + '[seas]\nnorth-sea "N"\n', "line 20: sea north-sea is listed twice"),
        (HEAD + '[seas]\nazov "A" 0403\n', "line 20: hex 0403 is listed twice"),
        (HEAD + "[seas]\nazov\n", "line 20: a sea needs"),
        (HEAD + "0303 AA\n", "line 19: a hex needs"),
        (HEAD + '[rails]\n"jump" 0101 0202\n', "line 20: the line jumps: 0101 and 0202"),
        (HEAD + '[rails]\n"sea" 0101 0301\n', "line 20: 0301 is not land"),
        (HEAD + "[rails]\n0101 0102\n", "line 20: a line needs"),
        (HEAD + '[blocked]\n0101/0202 "x" printed\n', "line 20: 0101 and 0202 have no common side"),
        (HEAD + '[blocked]\n0101 0102 "x" printed\n', "line 20: '0101' is no side"),
        (HEAD + '[blocked]\n0303/0304 "x" printed\n', "line 20: neither 0303 nor 0304 is a hex in play"),
        (HEAD + '[blocked]\n0101/0102 "x" invented\n', "line 20: unknown source 'invented'"),
        (HEAD + "[blocked]\nprinted\n", "line 20: a side needs"),
        (HEAD + '[features]\nfort 0101 "x"\n', "line 20: unknown source '0101'"),
        (HEAD + '[features]\nfort "x" printed\n', "line 20: a feature needs"),
        (HEAD + '[features]\ncastle 0101 "x" printed\n', "line 20: unknown feature 'castle'"),
        (AREAS + "box AA clear\n", "line 21: two places are called box"),
        (AREAS + "0101 AA clear\n", "line 21: two places are called 0101"),
        (AREAS + "inn AA\n", "line 21: an area needs"),
        (AREAS + "[leaps]\nbox inn designed\n", "line 22: 'inn' is not a hex"),
        (AREAS + "[leaps]\nbox designed\n", "line 22: a leap needs"),
        (HEAD + "[labels]\n0404 Sea one sea\n", "line 20: rank must be a whole number"),
        (HEAD + "[labels]\n0404 Sea 1 star\n", "line 20: unknown kind of label"),
        (HEAD + "[labels]\n0404 Sea\n", "line 20: a label needs"),
        (HEAD + '[countries]\nAA "again" red\n', "line 20: country AA is listed twice"),
        (HEAD + '[countries]\nDD "D" asleep\n', "line 20: unknown status 'asleep'"),
        (HEAD + "[countries]\nDD red\n", "line 20: a country needs"),
        (PICTURE.format(layout="rows", upward="no") + "03 ...\n", "line 11: .terrain. has more than 2 lines"),
        (PICTURE.format(layout="rows", upward="no").replace("..W", ".."), "line 9: row 1 has 2 signs, the map 3 columns"),
        (PICTURE.format(layout="rows", upward="no").replace("..W", "..?"), "line 9: unknown sign '.'; the signs are .W"),
        (PICTURE.format(layout="rows", upward="no").replace("02 W..", ""), "has 1 lines, the map 2 rows"),
    ],
)
def test_faults_name_their_line(text: str, words: str) -> None:
    with pytest.raises(MapError, match=words) as caught:
        read(text)
    assert "\n" not in str(caught.value)
