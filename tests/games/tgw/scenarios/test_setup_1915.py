"""The set-up of 1915 (tgw.22.2)."""

from __future__ import annotations

from collections import Counter

import pytest

from firestep.games.tgw import setup
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.movement import areas
from firestep.games.tgw.scenarios import setup_zones
from firestep.games.tgw.state import ARABIA, DEAD, DEAD_NE, GONE, RESERVE, WAITING
from firestep.games.tgw.strategic import revolutions
from firestep.hexmap.grid import bits
from firestep.testing import rule
from games.tgw.setup_kit import Y15, I, box, inside, map_units, on, rp, start, units, where

# -- 1915 --------------------------------------------------------------------------------------------------------------------


def sides(year: str, side: int) -> set[str]:
    return {tables.NATIONS[n] for n, s in enumerate(start(year).allegiance) if s == side}


@rule("tgw.22.22a", "tgw.22.32a", "tgw.22.42a", "tgw.22.52a")
@pytest.mark.parametrize(
    ("year", "central", "allied", "neutral"),
    [
        ("1915", "AH GE TU", "BE BR FR IT MN RU SR", "BU GK RO US"),
        ("1916", "AH BU GE TU", "BE BR FR IT RU SR", "GK RO US"),
        ("1917", "AH BU GE TU", "BE BR FR IT RO PG SR US", "GK"),
        ("1918", "AH BU GE TU", "BE BR FR GK IT PG RO SR US", ""),
    ],
)
def test_sides(year: str, central: str, allied: str, neutral: str) -> None:
    assert set(central.split()) <= sides(year, tables.CENTRAL) and set(allied.split()) <= sides(year, tables.ALLIED)
    assert sides(year, tables.NEUTRAL) == set(neutral.split())
    collapsed = {tables.NATIONS[n] for n in bits(start(year).collapsed)}
    assert ("RO" in collapsed) == (year in ("1917", "1918")) and ("PG" in collapsed) == (year == "1918")
    if year != "1915":
        assert len(box(year, units("MN"), GONE)) == 3


@rule("tgw.22.22b")
def test_italy_is_frozen_in_may_1915() -> None:
    st = start(Y15)
    italians = sum(1 << u for u in units("IT"))
    assert st.entered[tables.IT] == st.turn and not italians & ~areas.frozen(st) and not board.ITALY & ~areas.closed(st)
    later = st.copy()
    later.turn += 1
    assert not italians & areas.frozen(later) and not board.ITALY & areas.closed(later)


@rule("tgw.22.23c", "tgw.22.23d")
def test_lines_of_1915_away_from_the_great_fronts() -> None:
    st = start(Y15)
    assert not board.lands("serbia", "montenegro", "italy") & ~st.ctrl[0] and not board.LANDINGS & ~st.ctrl[0]
    assert not board.WEST_OF_CANAL & ~st.ctrl[0] and board.EGYPT & ~board.WEST_OF_CANAL & ~st.ctrl[1] == 0
    corner = [n for n in board.numbers(board.IRAQ & st.ctrl[0])]
    assert all(int(n[1:3]) > 20 and int(n[3:]) > 48 or board.ATLAS.distance(I[n], I["N2252"]) <= 1 for n in corner)
    assert not board.RUSSIA & board.FRONT["NC"] & ~st.ctrl[0] and all(st.ctrl[1] >> I[n] & 1 for n in ("N2841", "N2940", "N2941"))
    turkish = [n for n in board.numbers(board.OTTOMAN & board.FRONT["NC"] & st.ctrl[0])]
    assert turkish and all(32 <= int(n[1:3]) <= 36 and int(n[3:]) > 36 for n in turkish)


@rule("tgw.22.24c")
def test_british_of_1915() -> None:
    assert where(Y15, "br-1as", "br-nz", "br-29", "br-63rn", "br-42t", "br-52t") == ["E1122"] * 2 + ["E1022"] * 2 + ["W6707"] * 2
    st = start(Y15)
    assert all(st.reduced >> roster.UNIT[f"br-{n}"] & 1 for n in (1, 2, 3, 4, 5, 6, 7, 29)) and rp(Y15, BR=0)
    assert len(box(Y15, units("BR"), DEAD)) == 2
    west = [u for u in on(Y15, units("BR"), board.FRONT["W"]) if board.NUMBER[st.at[u]] != "W6707"]
    assert len(west) > 15 and inside(Y15, west, setup_zones.rows("W", 62, 66) & setup_zones.allied_ground(Y15)["W"])


@rule("tgw.22.24d", "tgw.22.24h")
def test_near_east_of_1915_allied() -> None:
    assert inside(Y15, [roster.UNIT[f"br-{n}"] for n in ("10in", "11in", "1cdco", "2cdco", "3cdco", "4cdco")], board.WEST_OF_CANAL)
    faces = Counter(roster.ROSTER[u].face for u in on(Y15, units("BI"), board.mask("N2149")))
    assert faces == {"1-4": 3, "1-6": 1} and len(on(Y15, units("BI", "face=1-4"), board.mask("N2252"))) == 3
    dead = Counter(roster.ROSTER[u].face for u in box(Y15, units("RU"), DEAD_NE))
    assert dead == {"1-6": 1, "1-4": 1}
    caucasus = Counter(roster.ROSTER[u].face for u in on(Y15, units("RU", "near-east"), board.FRONT["NC"]))
    assert caucasus == {"1-4": 7, "2-3-4": 4, "3-4-4": 2, "1-2-6": 1}
    assert inside(Y15, [roster.UNIT["pn-pc"]], board.PERSIA & board.FRONT["NC"])
    armenians = on(Y15, units("ARM"), board.mask("N3338"))
    assert [roster.ROSTER[u].face for u in armenians] == ["1-4"] and start(Y15).tried >> armenians[0] & 1


@rule("tgw.22.24e", "tgw.22.34e")
@pytest.mark.parametrize(("year", "points", "dead"), [("1915", 3, 5), ("1916", 0, 4)])
def test_french_of_1915_and_1916(year: str, points: int, dead: int) -> None:
    st = start(year)
    assert rp(year, FR=points) and len(box(year, units("FR"), DEAD)) == dead and st.at[roster.UNIT["fr-lfd"]] == GONE
    if year == "1915":
        assert where(year, "fr-1", "fr-2") == ["E1022", "W6707"]
    else:
        assert st.at[roster.UNIT["fr-itl"]] == GONE
        assert [roster.ROSTER[u].face for u in on(year, units("FR"), board.EAST_MAP)] == ["2-3-4"] * 4
    french = sum({1 << st.at[u] for u in on(year, units("FR"), board.FRONT["W"])}) & ~board.mask("W6707")
    others = sum({1 << st.at[u] for n in ("BR", "BE") for u in on(year, units(n), board.FRONT["W"])})
    assert not french & others and not french & ~setup_zones.allied_ground(year)["W"]


@rule("tgw.22.24f", "tgw.22.24i")
def test_italians_and_serbs_of_1915() -> None:
    assert inside(Y15, [u for u in units("IT") if start(Y15).at[u] != WAITING], board.ITALY) and rp(Y15, IT=0, SR=0)
    assert inside(Y15, [u for u in units("SR") if roster.ROSTER[u].entry == "start"], board.COUNTRY["serbia"])
    assert inside(Y15, units("MN"), board.COUNTRY["montenegro"])


@rule("tgw.22.24g")
def test_russians_of_1915() -> None:
    army = on(Y15, units("RU", "combat", "europe"), board.EAST_MAP)
    assert len(army) == 106 and inside(Y15, army, setup_zones.allied_ground(Y15)["E"]) and rp(Y15, RU=0)
    assert len(box(Y15, units("RU", "combat", "europe"), DEAD)) == 16
    assert inside(Y15, [u for u in units("RU", "hq", "europe") if start(Y15).at[u] != WAITING], setup_zones.allied_ground(Y15)["E"])


@rule("tgw.22.25b")
def test_austrians_of_1915() -> None:
    dead = Counter(roster.ROSTER[u].cls for u in box(Y15, units("AH"), DEAD))
    assert dead == {"cavalry": 3, "infantry": 4} and rp(Y15, AH=0)
    assert len(on(Y15, units("AH", "combat"), board.FRONT["WI"])) == 15 and len(on(Y15, units("AH"), board.mask("E2912"))) == 1
    border = board.AUSTRIA & setup_zones.beside(board.lands("serbia", "montenegro"))
    assert len(on(Y15, units("AH", "combat"), border)) == 10
    hqs = {board.NUMBER[start(Y15).at[u]] for u in map_units(Y15, "AH") if roster.HQ >> u & 1}
    assert {"E4312", "E3714", "E3616", "E3319"} <= hqs
    rest = [u for u in on(Y15, units("AH", "combat"), board.EAST_MAP) if not (border | board.mask("E2912")) >> start(Y15).at[u] & 1]
    assert inside(Y15, rest, setup_zones.central_ground(Y15)["E"] & setup_zones.rows("E", 0, 43)) and roster.UNIT["ah-po"] in rest


@rule("tgw.22.25c")
def test_germans_of_1915() -> None:
    assert [roster.ROSTER[u].cls for u in box(Y15, units("GE"), DEAD)] == ["infantry"] * 3 and rp(Y15, GE=2)
    assert where(Y15, "ge-hq11", "ge-hqsud") == ["E3914", "E3418"]
    assert {board.NUMBER[start(Y15).at[u]] for u in on(Y15, units("GE", "hq"), board.EAST_MAP)} == {
        "E3914",
        "E3418",
        "E5418",
        "E5316",
        "E5114",
        "E4613",
    }
    east = on(Y15, units("GE", "combat"), board.EAST_MAP)
    assert (
        len(east) == 51
        and inside(Y15, east, setup_zones.central_ground(Y15)["E"])
        and len(on(Y15, east, setup_zones.rows("E", 51, 99))) <= 20
    )
    west = [u for u in map_units(Y15, "GE") if u not in on(Y15, units("GE"), board.EAST_MAP)]
    assert inside(Y15, west, setup_zones.central_ground(Y15)["W"]) and start(Y15).marker == setup.MARKERS["oberost"]


@rule("tgw.22.25d", "tgw.22.25e")
def test_turks_of_1915() -> None:
    st = start(Y15)
    assert [roster.ROSTER[u].face for u in box(Y15, units("TU", "europe"), DEAD)] == ["2-4"] and rp(Y15, TU=2)
    assert [roster.ROSTER[u].face for u in on(Y15, units("TU"), board.mask("E1024"))] == ["2-4"] * 6
    assert inside(Y15, [u for u in units("TU", "europe") if st.at[u] > 0], board.mask("E1023", "E1024"))
    assert [roster.ROSTER[u].face for u in box(Y15, units("TU"), DEAD_NE)] == ["2-4"] * 2
    assert [roster.ROSTER[u].face for u in box(Y15, units("TU"), RESERVE)] == ["2-4"] * 6
    assert [roster.ROSTER[u].face for u in box(Y15, units("TU"), ARABIA)] == ["1-2-4"] * 4
    east = board.FRONT["NE"] & ~board.WEST_OF_CANAL
    assert [roster.ROSTER[u].face for u in on(Y15, units("TU"), east)] == ["2-4"] * 2
    assert where(Y15, "pn-gndm") == ["N2040"] and [roster.ROSTER[u].face for u in on(Y15, units("TU"), board.mask("N1949"))] == [
        "2-4"
    ]
    assert sorted(roster.ROSTER[u].face for u in on(Y15, units("TU"), board.mask("N1845"))) == ["1-6", "2-4"]
    caucasus = on(Y15, units("TU"), board.FRONT["NC"])
    assert Counter(roster.ROSTER[u].face for u in caucasus) == {"2-4": 11, "1-6": 1} and inside(Y15, caucasus, board.OTTOMAN)
    russians = sum({1 << st.at[u] for u in on(Y15, units("RU"), board.OTTOMAN)})
    assert not sum({1 << st.at[u] for u in caucasus}) & board.ATLAS.dilate(russians)


@rule("tgw.22.26a", "tgw.22.36a", "tgw.22.46a", "tgw.22.56a", "tgw.14.42a")
@pytest.mark.parametrize(
    ("year", "trenches", "required", "marker"),
    [
        ("1914", [0] * 5, 0, "O"),
        ("1915", [2, 0, 1, 1, 0], 6, "O"),
        ("1916", [2, 1, 2, 2, 1], 8, "N"),
        ("1917", [2, 1, 2, 2, 1], 6, "O"),
        ("1918", [2, 1, 2, 2, 1], 0, "O"),
    ],
)
def test_tracks(year: str, trenches: list[int], required: int, marker: str) -> None:
    st = start(year)
    assert (st.trenches, st.required, tables.LETTERS[st.us_marker]) == (trenches, required, marker) and not st.retaken


@rule("tgw.22.26b", "tgw.22.36a", "tgw.22.46a", "tgw.22.56a")
@pytest.mark.parametrize(
    ("year", "hexes"),
    [
        ("1914", {}),
        ("1915", {"W6312": "E", "W5425": "E", "W6316": "E"}),
        ("1916", {"W6312": "E", "W5425": "E", "W6316": "E"}),
        ("1917", {"W6312": "E", "W5425": "E", "W6316": "E", "E2623": "N"}),
        ("1918", {"W6312": "E", "W5425": "E", "W6316": "E", "E2623": "N"}),
    ],
)
def test_resource_markers(year: str, hexes: dict[str, str]) -> None:
    assert {board.NUMBER[i]: tables.LETTERS[k] for i, k in start(year).pays.items()} == hexes


@rule("tgw.5.43g", "tgw.22.24a")
def test_lemberg_is_russian_in_may_1915() -> None:
    from firestep.games import game

    state, _ = game("tgw").begin("1915", game("tgw").settle_options({}))
    assert revolutions.russian_gains(state) == 1
