"""Several sheets laid on one table."""

from __future__ import annotations

from xml.etree import ElementTree

from firestep.hexmap.table import GAP, Sheet, lay_out

WEST = Sheet(
    "W",
    "The West",
    '<svg viewBox="-10 -20 200 100"><g id="W-land"/></svg>',
    {"W0101": (0, 0), "W0201": (100, 50)},
    {"W0101": "Metz"},
)
EAST = Sheet("E", 'East & "more"', '<svg viewBox="0 0 300 400"><g id="E-land"/></svg>', {"E0101": (5, 5)})
SOUTH = Sheet("S", "South", '<svg viewBox="0 0 50 60"><g id="S-land"/></svg>', {"S0101": (1, 2)})


def test_sheets_lie_beside_and_below_each_other() -> None:
    _, told = lay_out([[WEST, EAST], [SOUTH]], "rows")
    assert told["hexes"] == {"W0101": [10, 20], "W0201": [110, 70], "E0101": [200 + GAP + 5, 5], "S0101": [1, 400 + GAP + 2]}
    assert (told["width"], told["height"]) == (200 + GAP + 300, 400 + GAP + 60)
    assert told["names"] == {"W0101": "Metz"} and told["layout"] == "rows"


def test_every_place_lies_in_the_rectangle_of_its_sheet() -> None:
    _, told = lay_out([[WEST], [EAST, SOUTH]], "rows")
    boxes = {x["id"]: x for x in told["sheets"]}
    for place, (x, y) in told["hexes"].items():
        b = boxes[place[0]]
        assert b["x"] <= x <= b["x"] + b["width"] and b["y"] <= y <= b["y"] + b["height"]


def test_each_sheet_stays_a_drawing_of_its_own() -> None:
    drawing, told = lay_out([[WEST, EAST]], "rows")
    tree = ElementTree.fromstring(drawing)
    inner = [x for x in tree if x.get("data-sheet")]
    assert [x.get("data-sheet") for x in inner] == ["W", "E"]
    assert [float(x.get("x", "")) for x in inner] == [s["x"] for s in told["sheets"]]
    assert inner[0].get("viewBox") == "-10 -20 200 100" and inner[0][0].get("id") == "W-land"
