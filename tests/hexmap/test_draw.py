"""Drawing: well-formed layers that line up with the grid, counters, names that keep apart, the map in text."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from firestep.engine.game import Game
from firestep.games import ALL, GAMES
from firestep.games.wwi.components.board import LEXICON
from firestep.games.wwi.display.draw import LOOK
from firestep.hexmap import legend
from firestep.hexmap.draw import Piece, draw_map, frame_of, rail_nodes
from firestep.hexmap.draw_text import text_map
from firestep.hexmap.labels import Placed, find_place, overlaps
from firestep.hexmap.mapfile import HexMap, parse_map
from firestep.hexmap.outline import common_side, edge_sides, join, nearest
from firestep.hexmap.palette import TONES

SVG = "{http://www.w3.org/2000/svg}"
LAYERS = ["sea", "land", "relief", "rivers", "grid", "borders", "rails", "blocked", "features", "numbers", "places", "towns"]
LAYERS += ["names", "pieces", "legend"]
ART = '<svg><g id="art-land"><path d="M0 0l500 0 0 500z"/></g><g id="art-compass" data-north="38" data-km="75"></g></svg>'


@pytest.fixture
def small() -> HexMap:
    hexes = "\n".join(f"{a:02d}{b:02d} {'FR' if a < 3 else 'GE'} clear" for a in range(1, 5) for b in range(1, 5))
    return parse_map(
        "[map]\nname small\nlayout columns\nshifted even\ncolumns 1-6\nrows 1-6\n[countries]\n"
        f'FR "France" allied\nGE "Germany" central\n[hexes]\n{hexes}\n[rails]\n"r" 0101 0102 0103\n'
        '[blocked]\n0101/0201 "hill" designed\n[features]\nfort 0202 FR 2 "A & B" designed\n'
        'supply 0303 GE dependent "Essen" designed\ntown 0404 GE "Bonn" geography\ncentre 0404 GE "Bonn" designed\n'
        'city 0101 FR surrender "Riga" printed\nstraits 0102 1 "S" printed\ntransit 0103 FR "T" printed\n'
        '[labels]\n0201 "France" 2 country\n0605 "Sea" 1 sea\n',
        LEXICON,
    )


def layers(svg: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    return {g.get("id", ""): g for g in root.iter(f"{SVG}g") if "layer" in g.get("class", "").split()}


def test_layers_can_be_shown_and_hidden(small: HexMap) -> None:
    found = layers(draw_map(small, LOOK, ART))
    assert list(found) == [f"small-{name}" for name in LAYERS]


def test_numbers_are_optional(small: HexMap) -> None:
    assert len(layers(draw_map(small, LOOK))["small-numbers"].findall(f".//{SVG}text")) == 16
    assert not layers(draw_map(small, LOOK, numbers=False))["small-numbers"].findall(f".//{SVG}text")


def test_one_hex_width_is_a_hundred_units(small: HexMap) -> None:
    left, top, right, bottom = frame_of(small.grid)
    x, y = small.grid.centre("0101")
    assert left < x * 100 < right and top < y * 100 < bottom
    assert f'<text x="{x * 100:.0f}" y="{y * 100 - 37:.0f}">0101</text>' in draw_map(small, LOOK)


def test_hits_cover_the_playable_hexes(small: HexMap) -> None:
    group = layers(draw_map(small, LOOK, hits=True))["small-hits"]
    assert {p.get("data-hex") for p in group.iter(f"{SVG}polygon")} == set(small.hexes)


def test_names_are_escaped(small: HexMap) -> None:
    assert "A &amp; B" in draw_map(small, LOOK) and "A & B" not in draw_map(small, LOOK)


def test_drawing_is_the_same_every_time(small: HexMap) -> None:
    assert draw_map(small, LOOK, ART) == draw_map(small, LOOK, ART)


def test_counters_stack_and_carry_badges(small: HexMap) -> None:
    fill, ink = TONES["germany"]
    pieces = [
        Piece("0303", fill, ink, "infantry", "GE", "4/6", "1st"),
        Piece("0303", fill, ink, "tank", "GE", "4/6", "2nd", ("moved", "unsupplied"), "German 2nd"),
    ]
    group = layers(draw_map(small, LOOK, pieces=pieces))["small-pieces"]
    text = ElementTree.tostring(group, encoding="unicode")
    assert text.count('class="piece"') == 2 and "badge moved" in text and "German 2nd" in text
    assert text.count(">2</") == 1  # the height of the stack, on its top counter only


def test_common_side_and_outline(small: HexMap) -> None:
    p, q = common_side(small.grid, "0101", "0102")
    assert p[1] == q[1] == pytest.approx(1.5)
    with pytest.raises(ValueError, match="no common side"):
        common_side(small.grid, "0101", "0303")
    rim = edge_sides(small.grid, {"0101", "0102"})
    assert len(rim) == 10
    (ring,) = join(rim)
    assert ring[0] == pytest.approx(ring[-1])


def test_nearest_is_the_inverse_of_centre(small: HexMap) -> None:
    for number in small.grid:
        x, y = small.grid.centre(number)
        assert nearest(small.grid, x + 0.2, y - 0.2) == number
    rows = parse_map("[map]\nname r\nlayout rows\nshifted odd\ncolumns 1-9\nrows 2-5\nupward yes\n", LEXICON).grid
    for number in rows:
        assert nearest(rows, *rows.centre(number)) == number


def test_a_name_moves_aside() -> None:
    frame = (0.0, 0.0, 500.0, 500.0)
    wanted = Placed("Germany", 250, 250, 30, 8, "country")
    taken = [(200.0, 230.0, 300.0, 260.0)]
    spot = find_place(wanted, taken, frame)
    assert not overlaps(spot.box, taken[0]) and (spot.x, spot.y) != (250, 250)
    assert find_place(wanted, [], frame) == wanted


def test_rail_nodes_stay_in_their_hex(small: HexMap) -> None:
    for number, (x, y) in rail_nodes(small, LOOK).items():
        assert nearest(small.grid, x, y) == number


def test_text_map_is_staggered(small: HexMap) -> None:
    lines = text_map(small, LOOK, [Piece("0202", "#000", "#fff", top="FR", left="5th")]).splitlines()
    assert lines[0].split() == ["01", "02", "03", "04", "05", "06"]
    assert lines[1].startswith("01 fr        ge")  # even columns begin one line lower
    assert lines[2].startswith("   *=   fr")
    assert "FR5" in lines[4]


def test_text_map_of_rows() -> None:
    m = parse_map(
        "[map]\nname r\nlayout rows\nshifted odd\ncolumns 1-3\nrows 1-2\nupward yes\n[countries]\n"
        'FR "France" allied\nSW "Swiss" closed\n[hexes]\n0101 FR clear\n0201 FR rough\n0202 SW rough\n',
        LEXICON,
    )
    assert text_map(m, LOOK).splitlines() == ["   01   02   03", "02 fr^  ....", "   -    ....", "01   fr", "     -"]


@pytest.mark.parametrize("id", ALL)
def test_the_words_of_a_legend_stay_in_their_box_and_columns_apart(id: str) -> None:
    """In the widest letters that a browser falls back to."""
    game: Game[Any] = GAMES[id]
    seen = 0
    for scenario in game.scenarios if game.scenario_map else game.scenarios[:1]:
        for name, layer in layers(game.map_of(scenario.id)[0]).items():
            if not name.endswith("legend"):
                continue
            seen += 1
            words = [t for t in layer.iter(f"{SVG}text") if t.get("text-anchor") != "middle" and t.text and len(t.text) > 3]
            starts = sorted({float(t.get("x", "0")) for t in words})
            for t in words:
                end = float(t.get("x", "0")) + legend.LETTER * len(t.text or "")
                after = [x for x in starts if x > float(t.get("x", "0"))]
                assert end <= (after[0] - legend.WORD - 15 if after else legend.WIDTH - 8), (game.id, t.text)
    assert bool(seen) == (id != "dgk"), "a table top has no legend, a map has one"
