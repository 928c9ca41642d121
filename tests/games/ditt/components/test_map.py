"""The map of ditt: every fact that the rulebook states about a hex, and that the rest hangs together."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pytest

from firestep.games.ditt.components import board
from firestep.games.ditt.display.map_style import COLOURS, LOOK, drawn, sheet, written
from firestep.hexmap.counters import Piece
from firestep.hexmap.grid import bits
from firestep.hexmap.hexes import Hexes
from firestep.hexmap.labels import overlaps
from firestep.hexmap.names import place_names
from firestep.hexmap.ways import HexGraph
from firestep.testing import rule

I = board.INDEX
WALK = HexGraph(board.ATLAS, board.STEPS)
ARROWS = HexGraph(board.ATLAS, [*board.STEPS, *((y, x) for x, y in board.ARROWS), *board.ARROWS, *board.AREA_STEPS])


def at(numbers: str) -> Hexes:
    return Hexes.of(board.ATLAS, numbers)


def pair(one: str, two: str) -> tuple[int, int]:
    return I[min(one, two)], I[max(one, two)]


@rule("ditt.1.1b", "ditt.1.1e", "ditt.19.0a", "ditt.err.b", "ditt.err.d", "ditt.err.e")
def test_the_catalogue_is_the_land() -> None:
    assert len(board.MAP.hexes) == 672 and all(h.name for h in board.MAP.hexes.values())
    assert (board.GRID.first, board.GRID.last, board.GRID.upward, board.GRID.shifted) == ((1, 1), (39, 26), True, "even")
    assert {n: board.MAP.hexes[n].name for n in ("0109", "2405", "2311", "2614", "2709", "3305", "3706", "3707")} == {
        "0109": "Darfur",
        "2405": "Rome",
        "2311": "Belgrade",
        "2614": "Lemberg",
        "2709": "Bainsizza Plateau",
        "3305": "Paris",
        "3706": "Birmingham",
        "3707": "Manchester",
    }


@rule("ditt.1.1f", "ditt.1.1g", "ditt.1.1h", "ditt.1.1i", "ditt.1.1j", "ditt.1.1k")
@pytest.mark.parametrize(
    ("number", "terrain"),
    [
        ("3205", "clear"),
        ("2012", "rough"),
        ("2717", "swamp"),
        ("3005", "mountain"),
        ("1501", "desert"),
        ("2807", "alpine"),
        ("0812", "desert"),
    ],
)
def test_terrain_of_the_key(number: str, terrain: str) -> None:
    assert board.MAP.hexes[number].terrain == terrain and board.MAP.hexes[number].source == "stated"


@rule("ditt.1.1l")
def test_only_one_hex_is_alpine_and_the_snow_lies_around_northern_italy() -> None:
    assert Hexes(board.ATLAS, board.ALPINE) == "2807" and "2708" in Hexes(board.ATLAS, board.SNOW)
    ours, theirs = board.COUNTRY["Austria-Hungary"], board.COUNTRY["Italy"]
    assert not WALK.step(theirs) & ours & ~board.SNOW  # whoever goes from one country to the other passes through it (ditt.10.3)
    assert (
        not WALK.step(theirs & ~board.SNOW) & ours & ~board.SNOW
        and Hexes(board.ATLAS, WALK.step(ours) & theirs & ~board.SNOW) == "2607 2806"
    )


@rule("ditt.1.1m", "ditt.1.1d", "ditt.15.7a", "ditt.err.f")
def test_all_sea_and_closed_hexes() -> None:
    assert board.SEA >> I["3711"] & 1 and not board.SEA & board.LAND
    assert "3725" not in I and "3824" not in I  # blacked out by the errata
    assert "3408" not in I and "3409" not in I  # Holland (ditt.15.7)


@rule("ditt.err.c", "ditt.1.1r", "ditt.1.1s", "ditt.1.1t", "ditt.1.1u", "ditt.1.1v", "ditt.1.1w")
def test_hexsides_of_the_key() -> None:
    assert pair("2610", "2511") in board.BLOCKED and pair("2311", "2411") in board.BLOCKED
    assert (pair("2905", "3005"),) == board.GENEVA
    assert pair("2007", "2008") in board.CROSSINGS["adriatic"] and pair("1813", "1714") in board.CROSSINGS["black-sea"]
    assert pair("1812", "1713") in board.BOUNDARIES and pair("1812", "1713") in board.SEA_SIDES
    assert (board.COUNTRY_AT[I["1008"]], board.COUNTRY_AT[I["1108"]]) == ("Egypt", "Libya")
    assert board.SEA >> I["3711"] & 1 and board.SEA >> I["3710"] & 1
    for kind, marks in board.MAP.sides.items():
        assert kind == "boundaries" or not any(a in board.MAP.seas["north-sea"].hexes for a, _ in marks)
    stated = {s for marks in board.MAP.sides.values() for s, m in marks.items() if m.source == "stated"}
    assert stated == {("2511", "2610"), ("2311", "2411"), ("2905", "3005"), ("2007", "2008"), ("1714", "1813"), ("1713", "1812")}


def test_nothing_walks_over_water_walls_or_the_geneva_side() -> None:
    for kind in ("sea-sides", "crossings", "blocked", "geneva"):
        assert not any(WALK.near[I[x]] >> I[y] & 1 for x, y in board.MAP.sides[kind])
    contact = HexGraph(board.ATLAS, board.ADJACENT)
    assert contact.near[I["1812"]] >> I["1713"] & 1 and not contact.near[I["2610"]] >> I["2511"] & 1


@rule("ditt.err.a")
def test_lake_doiran_is_no_coast_and_its_blocked_sides_reach_the_sea() -> None:
    assert not board.COASTAL >> I["1911"] & 1
    walls = {s for s in board.BLOCKED if I["1911"] in s}
    assert walls and any(board.COASTAL >> i & 1 for s in walls for i in s)


@rule("ditt.9.3a")
def test_salonika_is_a_port_of_the_mediterranean() -> None:
    assert board.COAST["mediterranean"] >> I["1910"] & 1
    ships = HexGraph(board.ATLAS, board.sea_steps("mediterranean"))
    assert ships.flood(board.mask("2803"), board.WATERS["mediterranean"] | board.COAST["mediterranean"]) >> I["1910"] & 1


@rule("ditt.8.3a", "ditt.8.3b", "ditt.8.3c")
def test_special_waters() -> None:
    assert board.COAST["north-sea"] >> I["3916"] & 1 and board.COAST["persian-gulf"] >> I["0119"] & 1
    assert board.CONTESTED == ("north-sea", "baltic", "black-sea", "mediterranean", "adriatic")
    assert set(board.SEAS) - set(board.CONTESTED) == {"red-sea", "caspian", "persian-gulf"}


@pytest.mark.parametrize("sea", board.SEAS)
def test_every_coast_can_be_reached_by_ship(sea: str) -> None:
    """A sea is one piece, but for the Arctic beyond Norway and the waters of Aden, which the sheet cuts off."""
    part = board.WATERS[sea] | board.COAST[sea]
    ships = HexGraph(board.ATLAS, board.sea_steps(sea))
    pieces = []
    while part:
        pieces.append(ships.flood(part & -part, part))
        part &= ~pieces[-1]
    cut = {"north-sea": at("3426 3916"), "persian-gulf": at("0119"), "red-sea": at("0116")}.get(sea, Hexes(board.ATLAS))
    whole = [p for p in pieces if not p & cut.mask]
    assert len(whole) == 1, [board.numbers(p) for p in whole]


def test_no_ship_passes_the_dardanelles() -> None:
    for sea in ("mediterranean", "black-sea"):
        assert pair("1713", "1812") not in board.sea_steps(sea)
    assert not board.COAST["mediterranean"] & board.COAST["black-sea"]


@rule("ditt.16.1c", "ditt.16.1d", "ditt.16.1e")
def test_countries_and_who_holds_them() -> None:
    assert (
        set(board.numbers(board.RUSSIAN_ARMENIA)) == {"1123", "1222", "1321", "1322"}
        and not board.RUSSIAN_ARMENIA & ~board.COUNTRY["Armenia"]
    )
    held = {n: {c for c, h in board.HOLDER.items() if h == n} for n in ("tu", "rs")}
    assert held["tu"] == {"Ottoman Turkey", "Armenia", "Hedjaz", "Mesopotamia", "Turkish Arabia"}
    assert held["rs"] == {
        "Russia",
        "Finland",
        "Baltic States",
        "White Russia",
        "Ukraine",
        "Poland",
        "Georgia",
        "Azerbaijan",
        "North Persia",
    }
    assert sum(m.bit_count() for m in board.COUNTRY.values()) == board.LAND.bit_count() == 672 + len(board.MAP.areas)


@rule("ditt.6.3a", "ditt.6.3b")
def test_the_near_east() -> None:
    assert not board.STRAITS & ~board.NEAR_EAST and not board.STRAITS & ~board.COUNTRY["Ottoman Turkey"]
    europe = at("2011 1912 1910 2116 1819 1405")
    assert not board.NEAR_EAST & europe.mask and not board.SUMMER_LANDS & europe.mask & ~board.COUNTRY["Libya"]


#: nation or country -> hexes where its armies and those it rules begin (ditt.16.2, ditt.16.3)
SETUP = {
    "Austria-Hungary": "2713 2411 2614 2613 2410 2409 2414",
    "France": "3107 3206 3207 3006",
    "Italy": "2707 2708 2806 2007",
    "Libya": "1702 1405",
    "Germany": "3208 3108 3007 3014",
    "Great Britain": "3506",
    "Belgium": "3308",
    "Bulgaria": "1912 1913 2011",
    "Greece": "1808 1809 1710",
    "Roumania": "2212 2213 2114 2214",
    "Serbia": "2310 2311",
    "Sweden": "3313 3416 3816",
    "North Persia": "0725",
    "South Persia": "0322",
    "Mesopotamia": "0321 0521 0920",
    "Hedjaz": "0117",
    "Montenegro": "2208",
}


@rule("ditt.16.2a", "ditt.16.2b", "ditt.16.2c", "ditt.16.2d", "ditt.16.2e", "ditt.16.2f", "ditt.16.2h")
@pytest.mark.parametrize("country", SETUP)
def test_armies_begin_in_their_own_country(country: str) -> None:
    assert {board.COUNTRY_AT[I[n]] for n in SETUP[country].split()} == {country}


@rule("ditt.16.1d", "ditt.16.1e")
def test_turks_and_russians_begin_in_lands_they_rule() -> None:
    for nation, hexes in (
        ("tu", "1813 1611 1515 1117 0117 0916 1319 1120 1020 0920 0521 1419 1320 1221"),
        ("rs", "3116 2916 2516 2715 2615 3418 2417 2415 1420 1321 1222 1123 2714"),
    ):
        for n in hexes.split():
            assert board.HOLDER[board.COUNTRY_AT[I[n]]] == nation or board.RUSSIAN_ARMENIA >> I[n] & 1


@rule("ditt.16.2g")
def test_each_swiss_hex_has_an_army_and_there_are_two() -> None:
    assert Hexes(board.ATLAS, board.COUNTRY["Switzerland"]) == "2906 2907"


@rule("ditt.15.6a", "ditt.10.5f")
def test_macedonia_and_greater_bulgaria() -> None:
    assert "1910" in Hexes(board.ATLAS, board.COUNTRY["Macedonia"])
    assert {board.COUNTRY_AT[I[n]] for n in ("2009", "2010")} == {"Serbia"}
    assert at("3308 3407 3406 3307 3207") == board.BELGIAN_AREA and {board.COUNTRY_AT[I[n]] for n in ("3406", "3307", "3207")} == {
        "France"
    }


def test_named_places_lie_in_the_country_the_events_think() -> None:
    assert board.COUNTRY_AT[I["1812"]] == board.COUNTRY_AT[I["1813"]] == "Ottoman Turkey"
    assert board.COUNTRY_AT[I["1125"]] == "Azerbaijan" and board.COUNTRY_AT[I["2116"]] == "Ukraine"
    assert board.COUNTRY_AT[I["2014"]] == "Roumania"
    assert (
        board.COUNTRY_AT[I["0915"]] == "Turkish Arabia"
        and board.COUNTRY_AT[I["0908"]] == "Egypt"
        and board.COUNTRY_AT[I["0109"]] == "Egypt"
    )
    assert (
        board.COUNTRY_AT[I["3417"]] == "Finland" and board.COUNTRY_AT[I["2512"]] == board.COUNTRY_AT[I["2314"]] == "Austria-Hungary"
    )
    assert not (board.LAND & ~board.COUNTRY["Armenia"] & ~board.COUNTRY["Ottoman Turkey"]) & at("1216 1319 1417 1020 1222").mask


@rule("ditt.1.1n", "ditt.12.1h", "ditt.12.1k", "ditt.12.1l", "ditt.12.1m", "ditt.12.1r")
def test_surrender_cities() -> None:
    count = {n: sum(c.values()) for n, c in board.CITIES.items()}
    assert count["fr"] == 3 and board.CITIES["fr"][I["3305"]] == 2 and count["it"] == 3 and count["sb"] == 3
    assert I["2710"] in board.CITIES["ah"] and I["1813"] in board.CITIES["tu"] and count["tu"] > 3 and count["ge"] >= 2
    british = board.CITIES["br"]
    assert sum(1 for i in british if board.COUNTRY["Egypt"] >> i & 1) == 3 and count["br"] - 3 >= 3
    assert I["2607"] in board.CITIES["it"]  # the example of ditt.12.3
    russian = count["rs"] + sum(1 for n in board.FORTS.values() if n == "rs")
    assert russian > 6 and not any(n in count and count[n] for n in ("bl", "rm", "ch", "mt", "al"))


@rule("ditt.1.1o", "ditt.8.4c", "ditt.8.4d")
def test_forts() -> None:
    german = {board.NUMBER[i] for i, n in board.FORTS.items() if n == "ge"}
    assert {"3114", "3014", "2915", "3013", "3012", "2912"} <= german
    assert set(board.FORTS.values()) >= {"ah", "rs"}  # forts of both are spoken of (ditt.12.1, ditt.8.5)
    africa = sorted((board.COUNTRY_AT[i], n) for i, n in board.COLONIAL_FORTS.items())
    assert africa == [("Aden", "br"), ("Libya", "it"), ("Libya", "it"), ("Tunisia", "fr")] and I["0119"] in board.COLONIAL_FORTS
    for i, n in (board.FORTS | board.COLONIAL_FORTS).items():
        assert board.HOLDER[board.COUNTRY_AT[i]] == n or board.RUSSIAN_ARMENIA >> i & 1


@rule("ditt.1.1p", "ditt.1.1q", "ditt.15.11c", "ditt.16.5b")
def test_signs() -> None:
    assert {board.NUMBER[i]: n for i, n in board.SEES.items()} == {"0915": "mr", "1020": "as"}
    assert {board.NUMBER[i] for i in board.CENTRES} == {"1222", "1020", "1216", "1319", "1417"}
    assert {board.NUMBER[i]: n for i, n in board.ENTRY.items()} == {"2512": "it", "2314": "rm"}


def test_the_desert_of_sinai_cannot_be_walked_round() -> None:
    """Else the German Engineers and the Pipeline (ditt.6.2) would be worth nothing."""
    open_ground = board.LAND & ~board.DESERT
    assert not WALK.flood(board.mask("0811"), open_ground) >> I["0814"] & 1
    assert WALK.flood(board.mask("0811"), open_ground | board.mask("0812")) >> I["0814"] & 1
    assert WALK.near[I["0812"]] >> I["0813"] & 1 and not board.DESERT >> I["0813"] & 1
    assert (board.DESERT & board.COUNTRY["Libya"]).bit_count() >= 3  # room for three Senussi armies (ditt.14.1, E-31)


def test_two_hexes_close_the_border_of_france_and_italy() -> None:
    """The example of ditt.12.3: Reds in 2705 and 2805 block whoever comes from France."""
    assert Hexes(board.ATLAS, WALK.step(board.COUNTRY["France"]) & board.COUNTRY["Italy"]) == "2705 2805"


def test_the_mainland_is_one_piece_and_islands_are_islands() -> None:
    main = WALK.flood(board.mask("3305"), board.LAND)
    assert main >> I["0321"] & 1 and main >> I["3924"] & 1 and main >> I["2102"] & 1 and main >> I["0425"] & 1
    islands = at("3506 3906 2105 1904 2402 2504 1409 1311 1114 3315 3317 3417 3412")
    assert not main & islands.mask
    assert main & at("2006").mask and not WALK.near[I["1812"]] >> I["1712"] & 1
    joined = ARROWS.flood(board.mask("3305"), board.LAND)
    assert Hexes(board.ATLAS, islands.mask & ~joined) == "1114 1311 1409 1904 2402 2504 3315 3906"


@rule("ditt.11.1a", "ditt.11.1c", "ditt.11.1d", "ditt.11.1f", "ditt.err.g", "ditt.err.y")
def test_colonies() -> None:
    near = {board.NUMBER[i]: set(board.numbers(ARROWS.near[i])) for i in bits(board.COLONIES)}
    rows = (("togoland", "gold-coast"), ("samoa", "tonga"), ("kaiser-wilhelms-land", "papua"), ("kiautschau", "wei-hai-wei"))
    assert all(near[x] == {y} and near[y] == {x} for x, y in rows)
    assert "0425" in near["north-india"] and ARROWS.near[I["0425"]] >> I["north-india"] & 1
    assert {board.COINS[i] for i in bits(board.COUNTRY["Kamerun"]) if i in board.COINS} == {(12, 3)}
    assert {board.NUMBER[i] for i in board.COINS} >= {
        "omaruru",
        "luederitzbucht",
    } and not board.CLEAR & board.COLONIES ^ board.COLONIES
    assert all(x in near[y] for y in near for x in near[y] if x in near)  # both ways


def test_the_arabian_desert_lies_behind_the_lands_of_the_arabs() -> None:
    doors = Hexes(board.ATLAS, ARROWS.near[I["arabian-desert"]])
    assert {board.COUNTRY_AT[I[n]] for n in doors} == {"Hedjaz", "Turkish Arabia", "Aden"}


def test_every_mark_says_where_it_comes_from() -> None:
    sources = {f.source for f in board.MAP.features} | {m.source for k in board.MAP.sides.values() for m in k.values()}
    sources |= set(board.MAP.leaps.values())
    assert sources == {"stated", "implied", "designed", "geography"}
    assert sum(h.source == "stated" for h in board.MAP.hexes.values()) == 7


def test_the_drawing_holds_everything() -> None:
    svg = drawn([Piece("3305", *COLOURS["fr"], "infantry", "FR", "12", "6"), Piece("mora", *COLOURS["ge"], "infantry")])
    root = ElementTree.fromstring(svg)
    layers = [g.get("id") for g in root.iter("{http://www.w3.org/2000/svg}g") if "layer" in (g.get("class") or "")]
    assert layers[:3] == ["ditt-sea", "ditt-land", "ditt-relief"] and {"ditt-areas", "ditt-crossings", "ditt-places"} <= set(layers)
    assert len(svg) < 900_000 and svg.count('class="piece"') == 2
    for name in ("Constantinople", "Lüderitzbucht", "West Marne", "Mediterranean Sea", "surrender city", "Geneva side"):
        assert name in svg


def test_names_do_not_collide() -> None:
    placed = place_names(board.MAP, LOOK)
    clashes = [(x.text, y.text) for x, y in combinations(placed, 2) if overlaps(x.box, y.box)]
    assert not clashes


def test_every_place_has_a_spot_on_the_sheet() -> None:
    s = sheet()
    assert (
        set(s["hexes"]) == set(board.MAP.hexes) | set(board.MAP.areas) and s["names"]["3305"] == "Paris" and s["layout"] == "rows"
    )
    spots = [s["hexes"][n] for n in board.MAP.areas]
    hexes = [s["hexes"][n] for n in board.MAP.hexes]
    far = min(((x - u) ** 2 + (y - v) ** 2) ** 0.5 for k, (x, y) in enumerate(spots) for u, v in (*spots[:k], *hexes))
    assert far > 80  # a counter is 70 wide
    assert written().count("\n") == 79 and "\nKey: " in written() and "serM" in written()
