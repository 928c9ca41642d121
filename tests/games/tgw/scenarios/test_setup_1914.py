"""Set-ups: what holds in every scenario, and the campaign of 1914 (19, 22)."""

from __future__ import annotations

from collections import Counter

import pytest

from firestep.games.tgw import setup
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT, OF_LETTER
from firestep.games.tgw.movement import stacking
from firestep.games.tgw.nations import collapse
from firestep.games.tgw.scenarios import setup_zones
from firestep.games.tgw.sequence import EVENTS, NEW_UNITS, GameTurn
from firestep.games.tgw.state import ARABIA, RESERVE, WAITING
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits
from firestep.testing import rule, situation
from games.tgw.setup_kit import YEARS, I, box, inside, map_units, on, rp, start, units, where
from games.tgw.war import CP, A

# -- all scenarios -----------------------------------------------------------------------------------------------------------


@rule("tgw.19.21a", "tgw.19.31a", "tgw.22.12a", "tgw.22.13a", "tgw.3.11a")
@pytest.mark.parametrize("year", YEARS)
def test_stacks_and_ground(year: str) -> None:
    """Within stacking limits, on land in play, no two sides in one hex, nobody in the Alps but mountain troops."""
    st = start(year)
    for i, stack in st.where.items():
        if i <= 0:
            continue
        assert board.LAND >> i & 1 and (stack & roster.COUNTED).bit_count() <= 6
        assert all((stack & one).bit_count() <= 1 for one in roster.SINGLES) and all(
            (stack & four).bit_count() <= 4 for four in roster.FOURS
        )
        assert not board.ALPINE >> i & 1 or not stack & ~roster.MOUNTAIN
    assert not st.occ[0] & st.occ[1] and not st.occ[2] & board.EUROPE
    assert not st.occ[0] & st.ctrl[1] and not st.occ[1] & st.ctrl[0]


@rule("tgw.22.12a", "tgw.22.13a", "tgw.22.11c")
@pytest.mark.parametrize("year", YEARS[1:])
def test_armies_stand_behind_their_lines(year: str) -> None:
    st = start(year)
    allied, central = setup_zones.allied_ground(year), setup_zones.central_ground(year)
    own = sum(allied.values()) | board.PERSIA | board.mask("N1845", "N2252", "N2147", "N3209", "N3012", "N3013")
    for i in bits(st.occ[0] & board.EUROPE):
        assert own >> i & 1, board.NUMBER[i]
    for i in bits(st.occ[1] & board.EUROPE):
        assert sum(central.values()) >> i & 1, board.NUMBER[i]


@rule("tgw.22.11c")
def test_the_sides_of_the_lines_lie_as_the_compass_says() -> None:
    for year in YEARS[1:]:
        for front, ways in (("W", {"e", "ne", "nw", "se"}), ("E", {"w", "nw", "sw", "ne", "se"})):
            found = Counter(
                board.ATLAS.direction(i, j)
                for i in bits(setup_zones.line(year, front))
                for j in bits(board.ATLAS.near(i) & setup_zones.facing(year, front))
            )
            assert set(found) <= ways | {"e", "w"} and found.most_common(1)[0][0] in ways
    assert {
        board.ATLAS.direction(i, j)
        for i in bits(setup_zones.line("1917", "S"))
        for j in bits(board.ATLAS.near(i) & setup_zones.facing("1917", "S"))
    } >= {"nw", "ne"}


@pytest.mark.parametrize("year", YEARS)
def test_all_are_in_supply_but_the_besieged_of_kut(year: str) -> None:
    st = start(year).copy()
    if year == "1914":
        st.turn = tables.NEAR_EAST_TURN
        st.set_side(tables.TU, tables.CENTRAL)
    hungry = {board.NUMBER[st.at[u]] for u, i in enumerate(st.at) if i > 0 and not supply.supplied(st, u)}
    assert hungry == ({"N1845"} if year == "1916" else set())


@rule("tgw.22.11b", "tgw.22.51c")
@pytest.mark.parametrize("year", YEARS)
def test_forts_behind_the_enemys_line_are_gone(year: str) -> None:
    st = start(year)
    for i, code in board.FORT_OF.items():
        side = st.allegiance[tables.NATION[code.upper()]]
        lost = side < 2 and bool(st.ctrl[1 - side] >> i & 1)
        assert not (lost and st.forts >> i & 1)
        if year == "1918" and board.NEAR_EAST >> i & 1:
            assert not st.forts >> i & 1, board.NUMBER[i]  # that map is not used
        elif not lost and not (year == "1918" and board.NUMBER[i] in ("E4222", "E3918")):
            assert st.forts >> i & 1, board.NUMBER[i]


@rule("tgw.19.41a", "tgw.22.26c", "tgw.22.36b", "tgw.22.46c", "tgw.22.56b")
@pytest.mark.parametrize(("year", "letter"), [("1914", ""), ("1915", "D"), ("1916", "G"), ("1917", "L"), ("1918", "O")])
def test_who_comes_later_waits(year: str, letter: str) -> None:
    st = start(year)
    for u, c in enumerate(roster.ROSTER):
        if len(c.entry) == 1 and c.entry > letter and not (year == "1918" and c.theatre == "Near East"):
            assert st.at[u] == WAITING, c.id
        elif len(c.entry) == 1 and c.entry <= letter or c.entry == "start":
            assert st.at[u] != WAITING, c.id
    assert all(st.pool[side] & m == 0 for k, m in OF_LETTER.items() if tables.LETTERS[k] > (letter or "") for side in (0, 1))


@rule(
    "tgw.22.21a",
    "tgw.22.21b",
    "tgw.22.31a",
    "tgw.22.41a",
    "tgw.22.51a",
    "tgw.22.26c",
    "tgw.22.36b",
    "tgw.22.46c",
    "tgw.22.56b",
    "tgw.19.12e",
    "tgw.19.51a",
)
@pytest.mark.parametrize(
    ("year", "turn", "phase", "west"),
    [
        ("1914", "August I 1914", EVENTS, tables.CENTRAL),
        ("1915", "May 1915", NEW_UNITS, tables.ALLIED),
        ("1916", "Jan/Feb 1916", EVENTS, tables.CENTRAL),
        ("1917", "April 1917", EVENTS, tables.ALLIED),
        ("1918", "Jan/Feb 1918", EVENTS, tables.CENTRAL),
    ],
)
def test_where_the_markers_lie(year: str, turn: str, phase: int, west: int) -> None:
    st, steps = setup.begin(year, {})
    assert (tables.TURN_NAME[st.turn], steps, st.initiative) == (turn, (GameTurn(phase),), west)


@rule("tgw.22.24a", "tgw.22.25a", "tgw.22.34a", "tgw.22.35g", "tgw.22.44a", "tgw.22.54a", "tgw.22.55a")
@pytest.mark.parametrize("year", YEARS)
def test_headquarters_are_fresh_but_the_russians_of_1915(year: str) -> None:
    st = start(year)
    depleted = sum(1 << u for u in units("RU", "hq", "europe") if st.at[u] > 0) if year == "1915" else 0
    assert st.depleted == depleted


@rule("tgw.22.24a", "tgw.22.34a", "tgw.22.44a", "tgw.22.54a", "tgw.22.23a", "tgw.22.23b", "tgw.22.33a", "tgw.22.43a", "tgw.22.53a")
@pytest.mark.parametrize("year", YEARS[1:])
def test_the_allied_lines_are_manned(year: str) -> None:
    st = start(year)
    assert not setup_zones.line(year, "W") & ~st.held[0]
    if year in ("1915", "1916"):
        russians = sum({1 << st.at[u] for u in units("RU", "combat") if st.at[u] > 0})
        assert not setup_zones.line(year, "E") & ~russians
    italians = sum({1 << st.at[u] for u in units("IT", "combat") if st.at[u] > 0})
    if year == "1916":
        assert not setup_zones.line(year, "WI") & ~board.ALPINE & ~italians
    if year == "1917":
        assert not setup_zones.set_of(setup_zones.chain(year, "italy-held")) & ~italians
    if year == "1918":
        assert not setup_zones.line(year, "WI") & ~board.ALPINE & ~st.held[0]


@rule("tgw.22.25a", "tgw.22.35g", "tgw.22.45a")
@pytest.mark.parametrize("year", ["1915", "1916", "1917"])
def test_the_cp_lines_are_manned(year: str) -> None:
    st = start(year)
    for front in ("W", "E", "S") if year == "1917" else ("W", "E"):
        assert not setup_zones.facing(year, front) & ~st.held[1], board.numbers(setup_zones.facing(year, front) & ~st.held[1])


@rule("tgw.22.24b", "tgw.22.34b", "tgw.22.44b", "tgw.22.54b")
@pytest.mark.parametrize(("year", "points"), [("1915", 1), ("1916", 2), ("1917", 2), ("1918", 5)])
def test_belgians(year: str, points: int) -> None:
    assert inside(year, units("BE"), board.mask("W6811", "W6810")) and rp(year, BE=points)


# -- 1914 --------------------------------------------------------------------------------------------------------------------

Y14 = "1914"


@rule("tgw.19.11a", "tgw.19.11b", "tgw.19.12f")
def test_who_fights_in_1914() -> None:
    st = start(Y14)
    assert {tables.NATIONS[n] for n, s in enumerate(st.allegiance) if s == tables.CENTRAL} >= {"GE", "AH"}
    assert {tables.NATIONS[n] for n, s in enumerate(st.allegiance) if s == tables.ALLIED} >= {"BE", "BR", "FR", "MN", "RU", "SR"}
    assert {tables.NATIONS[n] for n, s in enumerate(st.allegiance) if s == tables.NEUTRAL} == {"TU", "BU", "IT", "GK", "RO", "US"}
    assert all(st.at[u] == WAITING for n in ("IT", "GK", "US", "PG", "ARM", "AB", "BU", "RO") for u in units(n))


@rule("tgw.19.12a", "tgw.19.12c")
def test_the_46th_and_50th_are_there_once() -> None:
    assert [c.name for c in roster.ROSTER if tables.NATIONS[c.nation] == "TU" and c.name in ("46", "50")] == ["50", "46"] or sorted(
        c.name for c in roster.ROSTER if tables.NATIONS[c.nation] == "TU" and c.name in ("46", "50")
    ) == ["46", "50"]
    assert all(roster.ROSTER[roster.UNIT[u]].theatre == "Near East" for u in ("tu-46", "tu-50"))
    st = start(Y14)
    assert not (st.pool[0] | st.pool[1])
    surrender = [e for e in OF_EVENT if "turk" in e and "surr" in e]
    assert all(not start(year).pool[0] & OF_EVENT[e] for e in surrender for year in ("1915", "1916", "1917"))


@rule("tgw.19.21b", "tgw.19.21c", "tgw.19.21f", "tgw.19.21g", "tgw.19.21h")
def test_belgians_british_montenegrins_and_fortress_troops() -> None:
    assert where(Y14, "be-4") == ["W6221"]
    assert inside(Y14, [u for u in units("BE") if roster.UNITS[u] != "be-4"], board.mask("W6819"))
    assert inside(Y14, units("BR", "code=B"), setup_zones.near(I["W6316"], 1))
    assert where(Y14, "fr-lfd") == ["W6413"]
    fortress = units("FR", "code=V")
    assert inside(Y14, fortress, board.FORTS & board.FRANCE) and max(Counter(start(Y14).at[u] for u in fortress).values()) <= 2
    assert inside(Y14, units("MN"), board.COUNTRY["montenegro"])


@rule("tgw.19.21d")
def test_the_french_on_the_border() -> None:
    army = units("FR", "code=F")
    assert inside(Y14, army, setup_zones.french_border()) and len(on(Y14, army, setup_zones.rows("W", 54, 99))) <= 10
    assert setup_zones.french_border() >> I["W5622"] & 1 and setup_zones.french_border() >> I["W3830"] & 1
    assert not setup_zones.french_border() & ~setup_zones.beside(board.lands("belgium", "luxembourg", "germany"))


@rule("tgw.19.21e")
def test_the_french_west_of_the_meuse() -> None:
    west = setup_zones.west_of_meuse()
    assert inside(Y14, units("FR", "code=G"), west)
    assert not west & ~(board.FRANCE | board.BELGIUM) and not west & board.mask(
        "W6424", "W6524", "W5123", "W4724", "W6325", "W4122"
    )
    assert all(west >> I[n] & 1 for n in ("W5008", "W6819", "W6316", "W5217", "W4516"))


@rule("tgw.19.21i", "tgw.19.21j", "tgw.19.21k", "tgw.19.21l", "tgw.19.21m")
def test_russians_and_serbs() -> None:
    assert inside(Y14, units("RU", "code=1"), setup_zones.near(I["E5620"], 1)) and inside(
        Y14, units("RU", "code=2"), setup_zones.near(I["E4816"], 1)
    )
    assert inside(
        Y14, units("RU", "code=S"), setup_zones.galician_border() & board.RUSSIA_POLAND & setup_zones.beside(board.AUSTRIA)
    )
    assert setup_zones.galician_border() >> I["E4216"] & 1 and setup_zones.galician_border() >> I["E3524"] & 1
    fortress = units("RU", "code=V")
    assert (
        inside(Y14, fortress, board.FORTS & board.RUSSIA_POLAND) and max(Counter(start(Y14).at[u] for u in fortress).values()) <= 2
    )
    assert inside(Y14, [u for u in units("SR") if roster.ROSTER[u].entry == "start"], board.COUNTRY["serbia"])


@rule("tgw.19.22a", "tgw.19.22b", "tgw.19.22c", "tgw.19.32a")
def test_the_near_east_of_1914() -> None:
    assert inside(Y14, units("RU", "code=C"), board.RUSSIA & board.FRONT["NC"]) and inside(
        Y14, units("BI", "code=I"), board.mask("N2252")
    )
    assert inside(Y14, units("BR", "code=E"), board.WEST_OF_CANAL)
    assert len(box(Y14, units("TU", "code=A"), ARABIA)) == 4 and len(box(Y14, units("TU", "code=T"), RESERVE)) == 7
    caucasus = board.OTTOMAN & sum(1 << i for i in bits(board.FRONT["NC"]) if int(board.NUMBER[i][3:]) > 35)
    assert inside(Y14, units("TU", "code=C"), caucasus)
    assert inside(Y14, units("TU", "code=I"), board.SETTLED & board.IRAQ & ~board.mask("N2252"))
    assert inside(Y14, units("TU", "code=P"), board.mask("N2913")) and inside(Y14, units("TU", "code=S"), board.mask("N1728"))


@rule("tgw.19.31b", "tgw.19.31c", "tgw.19.31d")
def test_austrians() -> None:
    st = start(Y14)
    near = sum({1 << st.at[u] for u in units("RU", "code=S")})
    for _ in range(3):
        near = board.ATLAS.dilate(near)
    assert inside(Y14, units("AH", "code=A"), near & board.AUSTRIA)
    assert inside(Y14, units("AH", "code=B"), setup_zones.near(I["E3310"], 6) & board.AUSTRIA)
    assert inside(Y14, units("AH", "code=M"), board.AUSTRIA & setup_zones.beside(board.lands("serbia", "montenegro")))


@rule("tgw.19.31e", "tgw.19.31f", "tgw.19.31g", "tgw.19.31h", "tgw.19.31i", "tgw.19.31j")
def test_germans() -> None:
    aachen = setup_zones.zone("aachen", Y14)
    assert inside(Y14, units("GE", "code=E"), board.GERMANY & board.EAST_MAP)
    assert inside(Y14, units("GE", "code=W"), board.GERMANY & board.FRONT["W"] | aachen)
    assert aachen and not aachen & ~board.BELGIUM and not any(board.ATLAS.distance(i, I["W6526"]) > 3 for i in bits(aachen))
    north = [u for u in on(Y14, units("GE", "inf"), setup_zones.rows("W", 60, 99))]
    assert len(north) >= 30
    fortress = units("GE", "code=X")
    assert inside(Y14, fortress, board.HEAVY & board.GERMANY & board.FRONT["W"])
    assert max(Counter(start(Y14).at[u] for u in fortress).values()) <= 2
    assert inside(Y14, units("GE", "code=Y"), board.FORTS & board.GERMANY & board.EAST_MAP)
    assert start(Y14).marker == setup.MARKERS["oberost"]


@rule("tgw.7.11a", "tgw.7.11b", "tgw.7.12b", "tgw.7.12c")
def test_control_in_1914() -> None:
    st = start(Y14)
    germans = sum({1 << st.at[u] for u in map_units(Y14, "GE")})
    assert (
        not board.lands("germany", "austria-hungary", "luxembourg") & ~st.ctrl[1]
        and board.BELGIUM & st.ctrl[1] == board.BELGIUM & germans
    )
    assert not board.lands("france", "russia", "russian-poland", "serbia", "montenegro") & ~st.ctrl[0]
    assert not board.lands("italy", "romania", "bulgaria", "greece", "albania") & (st.ctrl[0] | st.ctrl[1])
    british = (setup_zones.near(I["N2252"], 1) | setup_zones.near(I["N2552"], 1)) & board.FRONT["NI"]
    assert not british & ~st.ctrl[0] and not board.OTTOMAN & board.NEAR_EAST & ~british & ~st.ctrl[1]
    assert board.CP_TOWNS & st.ctrl[1] == board.CP_TOWNS and not board.SETTLED & board.PERSIA & ~board.CP_TOWNS & ~st.ctrl[0]
    assert not board.EGYPT & ~st.ctrl[0]


@rule("tgw.16.11d", "tgw.22.12a")
@pytest.mark.parametrize("scenario", ["1914", "1915", "1916", "1917", "1918"])
def test_nobody_begins_in_a_stack_that_may_not_be(scenario: str) -> None:
    """Collapsed Romanians and Russians stand apart from the first day on."""
    st = situation("tgw", scenario).state
    for side in (A, CP):
        assert not stacking.overstacked(st, side, board.LAND)
        assert all(len(collapse.parties(st, i, side)) == 1 for i in bits(st.occ[side]))
