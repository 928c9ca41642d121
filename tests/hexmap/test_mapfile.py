"""The map file format: what it reads, and that every fault is named with its line."""

from __future__ import annotations

import pytest

from firestep.hexmap.mapfile import Feature, HexMap, Label, MapError, parse_map, side

HEAD = """[map]
name small   # a comment
layout columns
shifted even
columns 1-4
rows 1-4
[countries]
AA "Land of A" allied 0
BB "B" neutral 25 "true neutral"
CC "C" closed 0
[hexes]
0101 AA clear
0102 AA rough coast=north-sea marsh
0201 BB clear
0202 CC rough
"""
REST = """[rails]
"A to B" 0102 0101 0201
[blocked]
0202 0102 "a lake" designed
[features]
fort 0101 AA 3 "Metz" printed
supply 0201 BB independent "Old Town" designed
[labels]
0404 "North Sea" 1 sea
"""


def small() -> HexMap:
    return parse_map(HEAD + REST)


def test_reads_every_section() -> None:
    m = small()
    assert m.name == "small"
    assert (m.grid.layout, m.grid.shifted, m.grid.first, m.grid.last) == ("columns", "even", (1, 1), (4, 4))
    assert m.countries["BB"].vp == 25 and m.countries["BB"].note == "true neutral"
    assert m.hexes["0102"].terrain == "rough" and m.hexes["0102"].coast == "north-sea"
    assert m.hexes["0102"].tags == {"marsh"} and m.hexes["0101"].coast == ""
    assert "0303" not in m.hexes  # sea
    assert m.rails[0].name == "A to B" and m.rails[0].sides == (("0101", "0102"), ("0101", "0201"))
    assert m.blocked == {("0102", "0202")} and m.reasons[("0102", "0202")] == ("a lake", "designed")
    assert m.features[0] == Feature("fort", "0101", ("AA", "3"), "Metz", "printed")
    assert m.labels == (Label("0404", "North Sea", 1, "sea"),)
    assert m.of_kind("supply")[0].name == "Old Town"
    assert m.in_country("AA") == ["0101", "0102"]


def test_a_side_has_one_name() -> None:
    assert side("0202", "0102") == side("0102", "0202") == ("0102", "0202")


def test_row_layout_swaps_the_bounds() -> None:
    m = parse_map("[map]\nname r\nlayout rows\nshifted odd\ncolumns 1-9\nrows 2-5\nupward yes\n")
    assert (m.grid.first, m.grid.last, m.grid.upward) == ((2, 1), (5, 9), True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "line 1: text before the first"),
        ("[map]\nname x\n[hexes]\n", "line 3: .map. lacks layout, shifted, columns, rows"),
        ("[map]\ncolour red\n", "line 2: write one of"),
        ("[nonsense]\n", "line 1: unknown section"),
        (HEAD.replace("columns 1-4", "columns four"), "columns must be two numbers"),
        (HEAD.replace("layout columns", "layout spiral"), "unknown layout"),
        (HEAD + '0303 "AA clear\n', "line 16: a quote is not closed"),
        (HEAD + "0909 AA clear\n", "line 16: '0909' is not a hex"),
        (HEAD + "0101 AA clear\n", "line 16: hex 0101 is listed twice"),
        (HEAD + "0303 ZZ clear\n", "line 16: unknown country 'ZZ'"),
        (HEAD + "0303 AA swamp\n", "line 16: unknown terrain 'swamp'"),
        (HEAD + "0303 AA\n", "line 16: a hex needs"),
        (HEAD + '[rails]\n"jump" 0101 0202\n', "line 17: the railway jumps: 0101 and 0202"),
        (HEAD + '[rails]\n"sea" 0101 0301\n', "line 17: 0301 is not land"),
        (HEAD + '[blocked]\n0101 0202 "x" printed\n', "line 17: 0101 and 0202 have no common side"),
        (HEAD + '[blocked]\n0101 0102 "x" invented\n', "line 17: unknown source 'invented'"),
        (HEAD + '[features]\nfort 0101 "x"\n', "line 17: a feature needs"),
        (HEAD + "[labels]\n0404 Sea one sea\n", "line 17: rank must be a whole number"),
        (HEAD + "[labels]\n0404 Sea 1 star\n", "line 17: unknown kind of label"),
        (HEAD + '[countries]\nAA "again" allied 0\n', "line 17: country AA is listed twice"),
        (HEAD + '[countries]\nDD "D" asleep 0\n', "line 17: unknown status 'asleep'"),
    ],
)
def test_faults_name_their_line(text: str, words: str) -> None:
    with pytest.raises(MapError, match=words) as caught:
        parse_map(text)
    assert "\n" not in str(caught.value)
