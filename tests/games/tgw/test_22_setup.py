"""Set-up of the five scenarios (19, 22): every condition the book states, asked of the position that a game begins with."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from firestep.games.tgw import board as b
from firestep.games.tgw import nations, setup, supply
from firestep.games.tgw import roster as r
from firestep.games.tgw import tables as t
from firestep.games.tgw import zones as z
from firestep.games.tgw.chits import CHITS, OF_EVENT, OF_LETTER
from firestep.games.tgw.sequence import EVENTS, NEW_UNITS, GameTurn
from firestep.games.tgw.state import ARABIA, AVAIL, AVAIL_NE, DEAD, DEAD_NE, GONE, RESERVE, RU_TRANSIT, WAITING, State
from firestep.hexmap.grid import bits
from firestep.testing import rule

I = b.INDEX
YEARS = z.SCENARIOS


@cache
def start(year: str) -> State:
    return setup.begin(year, {})[0]


def units(nation: str, *words: str) -> list[int]:
    """The units of a nation: `code=F`, `face=2-4`, `combat`, `hq`, `inf`, `cav`, `europe`, `near-east`."""
    out = [u for u, c in enumerate(r.ROSTER) if t.NATIONS[c.nation] == nation]
    for word in words:
        key, _, value = word.partition("=")
        test = {
            "code": lambda c, v=value: c.setup == v,
            "face": lambda c, v=value: c.face == v,
            "hq": lambda c: c.cls == "HQ",
            "combat": lambda c: c.cls != "HQ",
            "inf": lambda c: c.cls == "infantry",
            "cav": lambda c: c.cls == "cavalry",
            "europe": lambda c: c.theatre == "Europe",
            "near-east": lambda c: c.theatre == "Near East",
            "brigade": lambda c: c.cls == "brigade",
            "mtn": lambda c: c.cls == "mountain",
            "division": lambda c: c.cls in ("infantry", "mountain", "cavalry"),
        }[key]
        out = [u for u in out if test(r.ROSTER[u])]
    return out


def where(year: str, *ids: str) -> list[str]:
    """Where units stand, by their ids."""
    st = start(year)
    return [b.NUMBER[st.at[r.UNIT[i]]] if st.at[r.UNIT[i]] > 0 else "" for i in ids]


def on(year: str, some: list[int], zone: int) -> list[int]:
    st = start(year)
    return [u for u in some if st.at[u] > 0 and zone >> st.at[u] & 1]


def box(year: str, some: list[int], place: int) -> list[int]:
    st = start(year)
    return [u for u in some if st.at[u] == place]


def map_units(year: str, nation: str) -> list[int]:
    st = start(year)
    return [u for u in units(nation) if st.at[u] > 0]


def inside(year: str, some: list[int], zone: int) -> bool:
    """All of them stand on the map, in a zone."""
    return bool(some) and len(on(year, some, zone)) == len(some)


def rp(year: str, **points: int) -> bool:
    st = start(year)
    return all(st.rp[t.NATION[code]] == n for code, n in points.items())


# -- all scenarios -----------------------------------------------------------------------------------------------------------


@rule("tgw.19.21a", "tgw.19.31a", "tgw.22.12a", "tgw.22.13a", "tgw.3.11a")
@pytest.mark.parametrize("year", YEARS)
def test_stacks_and_ground(year: str) -> None:
    """Within stacking limits, on land in play, no two sides in one hex, nobody in the Alps but mountain troops."""
    st = start(year)
    for i, stack in st.where.items():
        if i <= 0:
            continue
        assert b.LAND >> i & 1 and (stack & r.COUNTED).bit_count() <= 6
        assert all((stack & one).bit_count() <= 1 for one in r.SINGLES) and all((stack & four).bit_count() <= 4 for four in r.FOURS)
        assert not b.ALPINE >> i & 1 or not stack & ~r.MOUNTAIN
    assert not st.occ[0] & st.occ[1] and not st.occ[2] & b.EUROPE
    assert not st.occ[0] & st.ctrl[1] and not st.occ[1] & st.ctrl[0]


@rule("tgw.22.12a", "tgw.22.13a", "tgw.22.11c")
@pytest.mark.parametrize("year", YEARS[1:])
def test_armies_stand_behind_their_lines(year: str) -> None:
    st = start(year)
    allied, central = z.allied_ground(year), z.central_ground(year)
    own = sum(allied.values()) | b.PERSIA | b.mask("N1845", "N2252", "N2147", "N3209", "N3012", "N3013")
    for i in bits(st.occ[0] & b.EUROPE):
        assert own >> i & 1, b.NUMBER[i]
    for i in bits(st.occ[1] & b.EUROPE):
        assert sum(central.values()) >> i & 1, b.NUMBER[i]


@rule("tgw.22.11c")
def test_the_sides_of_the_lines_lie_as_the_compass_says() -> None:
    for year in YEARS[1:]:
        for front, ways in (("W", {"e", "ne", "nw", "se"}), ("E", {"w", "nw", "sw", "ne", "se"})):
            found = Counter(
                b.ATLAS.direction(i, j) for i in bits(z.line(year, front)) for j in bits(b.ATLAS.near(i) & z.facing(year, front))
            )
            assert set(found) <= ways | {"e", "w"} and found.most_common(1)[0][0] in ways
    assert {b.ATLAS.direction(i, j) for i in bits(z.line("1917", "S")) for j in bits(b.ATLAS.near(i) & z.facing("1917", "S"))} >= {
        "nw",
        "ne",
    }


@pytest.mark.parametrize("year", YEARS)
def test_all_are_in_supply_but_the_besieged_of_kut(year: str) -> None:
    st = start(year).copy()
    if year == "1914":
        st.turn = t.NEAR_EAST_TURN
        st.set_side(t.TU, t.CENTRAL)
    hungry = {b.NUMBER[st.at[u]] for u, i in enumerate(st.at) if i > 0 and not supply.supplied(st, u)}
    assert hungry == ({"N1845"} if year == "1916" else set())


@rule("tgw.22.11b")
@pytest.mark.parametrize("year", YEARS)
def test_forts_behind_the_enemys_line_are_gone(year: str) -> None:
    st = start(year)
    for i, code in b.FORT_OF.items():
        side = st.allegiance[t.NATION[code.upper()]]
        lost = side < 2 and bool(st.ctrl[1 - side] >> i & 1)
        assert not (lost and st.forts >> i & 1)
        if not lost and not (year == "1918" and b.NUMBER[i] in ("E4222", "E3918")):
            assert st.forts >> i & 1, b.NUMBER[i]


@rule("tgw.19.41a", "tgw.22.26c", "tgw.22.36b", "tgw.22.46c", "tgw.22.56b")
@pytest.mark.parametrize(("year", "letter"), [("1914", ""), ("1915", "D"), ("1916", "G"), ("1917", "L"), ("1918", "O")])
def test_who_comes_later_waits(year: str, letter: str) -> None:
    st = start(year)
    for u, c in enumerate(r.ROSTER):
        if len(c.entry) == 1 and c.entry > letter and not (year == "1918" and c.theatre == "Near East"):
            assert st.at[u] == WAITING, c.id
        elif len(c.entry) == 1 and c.entry <= letter or c.entry == "start":
            assert st.at[u] != WAITING, c.id
    assert all(st.pool[side] & m == 0 for k, m in OF_LETTER.items() if t.LETTERS[k] > (letter or "") for side in (0, 1))


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
        ("1914", "August I 1914", EVENTS, t.CENTRAL),
        ("1915", "May 1915", NEW_UNITS, t.ALLIED),
        ("1916", "Jan/Feb 1916", EVENTS, t.CENTRAL),
        ("1917", "April 1917", EVENTS, t.ALLIED),
        ("1918", "Jan/Feb 1918", EVENTS, t.CENTRAL),
    ],
)
def test_where_the_markers_lie(year: str, turn: str, phase: int, west: int) -> None:
    st, steps = setup.begin(year, {})
    assert (t.TURN_NAME[st.turn], steps, st.initiative) == (turn, (GameTurn(phase),), west)


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
    assert not z.line(year, "W") & ~st.held[0]
    if year in ("1915", "1916"):
        russians = sum({1 << st.at[u] for u in units("RU", "combat") if st.at[u] > 0})
        assert not z.line(year, "E") & ~russians
    italians = sum({1 << st.at[u] for u in units("IT", "combat") if st.at[u] > 0})
    if year == "1916":
        assert not z.line(year, "WI") & ~b.ALPINE & ~italians
    if year == "1917":
        assert not z.set_of(z.chain(year, "italy-held")) & ~italians
    if year == "1918":
        assert not z.line(year, "WI") & ~b.ALPINE & ~st.held[0]


@rule("tgw.22.25a", "tgw.22.35g", "tgw.22.45a")
@pytest.mark.parametrize("year", ["1915", "1916", "1917"])
def test_the_cp_lines_are_manned(year: str) -> None:
    st = start(year)
    for front in ("W", "E", "S") if year == "1917" else ("W", "E"):
        assert not z.facing(year, front) & ~st.held[1], b.numbers(z.facing(year, front) & ~st.held[1])


@rule("tgw.22.24b", "tgw.22.34b", "tgw.22.44b", "tgw.22.54b")
@pytest.mark.parametrize(("year", "points"), [("1915", 1), ("1916", 2), ("1917", 2), ("1918", 5)])
def test_belgians(year: str, points: int) -> None:
    assert inside(year, units("BE"), b.mask("W6811", "W6810")) and rp(year, BE=points)


# -- 1914 --------------------------------------------------------------------------------------------------------------------

Y14 = "1914"


@rule("tgw.19.11a", "tgw.19.11b", "tgw.19.12f")
def test_who_fights_in_1914() -> None:
    st = start(Y14)
    assert {t.NATIONS[n] for n, s in enumerate(st.allegiance) if s == t.CENTRAL} >= {"GE", "AH"}
    assert {t.NATIONS[n] for n, s in enumerate(st.allegiance) if s == t.ALLIED} >= {"BE", "BR", "FR", "MN", "RU", "SR"}
    assert {t.NATIONS[n] for n, s in enumerate(st.allegiance) if s == t.NEUTRAL} == {"TU", "BU", "IT", "GK", "RO", "US"}
    assert all(st.at[u] == WAITING for n in ("IT", "GK", "US", "PG", "ARM", "AB", "BU", "RO") for u in units(n))


@rule("tgw.19.12a", "tgw.19.12c")
def test_the_46th_and_50th_are_there_once() -> None:
    assert [c.name for c in r.ROSTER if t.NATIONS[c.nation] == "TU" and c.name in ("46", "50")] == ["50", "46"] or sorted(
        c.name for c in r.ROSTER if t.NATIONS[c.nation] == "TU" and c.name in ("46", "50")
    ) == ["46", "50"]
    assert all(r.ROSTER[r.UNIT[u]].theatre == "Near East" for u in ("tu-46", "tu-50"))
    st = start(Y14)
    assert not (st.pool[0] | st.pool[1])
    surrender = [e for e in OF_EVENT if "turk" in e and "surr" in e]
    assert all(not start(year).pool[0] & OF_EVENT[e] for e in surrender for year in ("1915", "1916", "1917"))


@rule("tgw.19.21b", "tgw.19.21c", "tgw.19.21f", "tgw.19.21g", "tgw.19.21h")
def test_belgians_british_montenegrins_and_fortress_troops() -> None:
    assert where(Y14, "be-4") == ["W6221"]
    assert inside(Y14, [u for u in units("BE") if r.UNITS[u] != "be-4"], b.mask("W6819"))
    assert inside(Y14, units("BR", "code=B"), z.near(I["W6316"], 1))
    assert where(Y14, "fr-lfd") == ["W6413"]
    fortress = units("FR", "code=V")
    assert inside(Y14, fortress, b.FORTS & b.FRANCE) and max(Counter(start(Y14).at[u] for u in fortress).values()) <= 2
    assert inside(Y14, units("MN"), b.COUNTRY["montenegro"])


@rule("tgw.19.21d")
def test_the_french_on_the_border() -> None:
    army = units("FR", "code=F")
    assert inside(Y14, army, z.french_border()) and len(on(Y14, army, z.rows("W", 54, 99))) <= 10
    assert z.french_border() >> I["W5622"] & 1 and z.french_border() >> I["W3830"] & 1
    assert not z.french_border() & ~z.beside(b.lands("belgium", "luxembourg", "germany"))


@rule("tgw.19.21e")
def test_the_french_west_of_the_meuse() -> None:
    west = z.west_of_meuse()
    assert inside(Y14, units("FR", "code=G"), west)
    assert not west & ~(b.FRANCE | b.BELGIUM) and not west & b.mask("W6424", "W6524", "W5123", "W4724", "W6325", "W4122")
    assert all(west >> I[n] & 1 for n in ("W5008", "W6819", "W6316", "W5217", "W4516"))


@rule("tgw.19.21i", "tgw.19.21j", "tgw.19.21k", "tgw.19.21l", "tgw.19.21m")
def test_russians_and_serbs() -> None:
    assert inside(Y14, units("RU", "code=1"), z.near(I["E5620"], 1)) and inside(Y14, units("RU", "code=2"), z.near(I["E4816"], 1))
    assert inside(Y14, units("RU", "code=S"), z.galician_border() & b.RUSSIA_POLAND & z.beside(b.AUSTRIA))
    assert z.galician_border() >> I["E4216"] & 1 and z.galician_border() >> I["E3524"] & 1
    fortress = units("RU", "code=V")
    assert inside(Y14, fortress, b.FORTS & b.RUSSIA_POLAND) and max(Counter(start(Y14).at[u] for u in fortress).values()) <= 2
    assert inside(Y14, [u for u in units("SR") if r.ROSTER[u].entry == "start"], b.COUNTRY["serbia"])


@rule("tgw.19.22a", "tgw.19.22b", "tgw.19.22c", "tgw.19.32a")
def test_the_near_east_of_1914() -> None:
    assert inside(Y14, units("RU", "code=C"), b.RUSSIA & b.FRONT["NC"]) and inside(Y14, units("BI", "code=I"), b.mask("N2252"))
    assert inside(Y14, units("BR", "code=E"), b.WEST_OF_CANAL)
    assert len(box(Y14, units("TU", "code=A"), ARABIA)) == 4 and len(box(Y14, units("TU", "code=T"), RESERVE)) == 7
    caucasus = b.OTTOMAN & sum(1 << i for i in bits(b.FRONT["NC"]) if int(b.NUMBER[i][3:]) > 35)
    assert inside(Y14, units("TU", "code=C"), caucasus)
    assert inside(Y14, units("TU", "code=I"), b.SETTLED & b.IRAQ & ~b.mask("N2252"))
    assert inside(Y14, units("TU", "code=P"), b.mask("N2913")) and inside(Y14, units("TU", "code=S"), b.mask("N1728"))


@rule("tgw.19.31b", "tgw.19.31c", "tgw.19.31d")
def test_austrians() -> None:
    st = start(Y14)
    near = sum({1 << st.at[u] for u in units("RU", "code=S")})
    for _ in range(3):
        near = b.ATLAS.dilate(near)
    assert inside(Y14, units("AH", "code=A"), near & b.AUSTRIA)
    assert inside(Y14, units("AH", "code=B"), z.near(I["E3310"], 6) & b.AUSTRIA)
    assert inside(Y14, units("AH", "code=M"), b.AUSTRIA & z.beside(b.lands("serbia", "montenegro")))


@rule("tgw.19.31e", "tgw.19.31f", "tgw.19.31g", "tgw.19.31h", "tgw.19.31i", "tgw.19.31j")
def test_germans() -> None:
    aachen = z.zone("aachen", Y14)
    assert inside(Y14, units("GE", "code=E"), b.GERMANY & b.EAST_MAP)
    assert inside(Y14, units("GE", "code=W"), b.GERMANY & b.FRONT["W"] | aachen)
    assert aachen and not aachen & ~b.BELGIUM and not any(b.ATLAS.distance(i, I["W6526"]) > 3 for i in bits(aachen))
    north = [u for u in on(Y14, units("GE", "inf"), z.rows("W", 60, 99))]
    assert len(north) >= 30
    fortress = units("GE", "code=X")
    assert inside(Y14, fortress, b.HEAVY & b.GERMANY & b.FRONT["W"])
    assert max(Counter(start(Y14).at[u] for u in fortress).values()) <= 2
    assert inside(Y14, units("GE", "code=Y"), b.FORTS & b.GERMANY & b.EAST_MAP)
    assert start(Y14).marker == setup.MARKERS["oberost"]


@rule("tgw.7.11a", "tgw.7.11b", "tgw.7.12b", "tgw.7.12c")
def test_control_in_1914() -> None:
    st = start(Y14)
    germans = sum({1 << st.at[u] for u in map_units(Y14, "GE")})
    assert not b.lands("germany", "austria-hungary", "luxembourg") & ~st.ctrl[1] and b.BELGIUM & st.ctrl[1] == b.BELGIUM & germans
    assert not b.lands("france", "russia", "russian-poland", "serbia", "montenegro") & ~st.ctrl[0]
    assert not b.lands("italy", "romania", "bulgaria", "greece", "albania") & (st.ctrl[0] | st.ctrl[1])
    british = (z.near(I["N2252"], 1) | z.near(I["N2552"], 1)) & b.FRONT["NI"]
    assert not british & ~st.ctrl[0] and not b.OTTOMAN & b.NEAR_EAST & ~british & ~st.ctrl[1]
    assert b.CP_TOWNS & st.ctrl[1] == b.CP_TOWNS and not b.SETTLED & b.PERSIA & ~b.CP_TOWNS & ~st.ctrl[0]
    assert not b.EGYPT & ~st.ctrl[0]


# -- 1915 --------------------------------------------------------------------------------------------------------------------

Y15 = "1915"


def sides(year: str, side: int) -> set[str]:
    return {t.NATIONS[n] for n, s in enumerate(start(year).allegiance) if s == side}


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
    assert set(central.split()) <= sides(year, t.CENTRAL) and set(allied.split()) <= sides(year, t.ALLIED)
    assert sides(year, t.NEUTRAL) == set(neutral.split())
    collapsed = {t.NATIONS[n] for n in bits(start(year).collapsed)}
    assert ("RO" in collapsed) == (year in ("1917", "1918")) and ("PG" in collapsed) == (year == "1918")
    if year != "1915":
        assert len(box(year, units("MN"), GONE)) == 3


@rule("tgw.22.22b")
def test_italy_is_frozen_in_may_1915() -> None:
    st = start(Y15)
    italians = sum(1 << u for u in units("IT"))
    assert st.entered[t.IT] == st.turn and not italians & ~nations.frozen(st) and not b.ITALY & ~nations.closed(st)
    later = st.copy()
    later.turn += 1
    assert not italians & nations.frozen(later) and not b.ITALY & nations.closed(later)


@rule("tgw.22.23c", "tgw.22.23d")
def test_lines_of_1915_away_from_the_great_fronts() -> None:
    st = start(Y15)
    assert not b.lands("serbia", "montenegro", "italy") & ~st.ctrl[0] and not b.LANDINGS & ~st.ctrl[0]
    assert not b.WEST_OF_CANAL & ~st.ctrl[0] and b.EGYPT & ~b.WEST_OF_CANAL & ~st.ctrl[1] == 0
    corner = [n for n in b.numbers(b.IRAQ & st.ctrl[0])]
    assert all(int(n[1:3]) > 20 and int(n[3:]) > 48 or b.ATLAS.distance(I[n], I["N2252"]) <= 1 for n in corner)
    assert not b.RUSSIA & b.FRONT["NC"] & ~st.ctrl[0] and all(st.ctrl[1] >> I[n] & 1 for n in ("N2841", "N2940", "N2941"))
    turkish = [n for n in b.numbers(b.OTTOMAN & b.FRONT["NC"] & st.ctrl[0])]
    assert turkish and all(32 <= int(n[1:3]) <= 36 and int(n[3:]) > 36 for n in turkish)


@rule("tgw.22.24c")
def test_british_of_1915() -> None:
    assert where(Y15, "br-1as", "br-nz", "br-29", "br-63rn", "br-42t", "br-52t") == ["E1122"] * 2 + ["E1022"] * 2 + ["W6707"] * 2
    st = start(Y15)
    assert all(st.reduced >> r.UNIT[f"br-{n}"] & 1 for n in (1, 2, 3, 4, 5, 6, 7, 29)) and rp(Y15, BR=0)
    assert len(box(Y15, units("BR"), DEAD)) == 2
    west = [u for u in on(Y15, units("BR"), b.FRONT["W"]) if b.NUMBER[st.at[u]] != "W6707"]
    assert len(west) > 15 and inside(Y15, west, z.rows("W", 62, 66) & z.allied_ground(Y15)["W"])


@rule("tgw.22.24d", "tgw.22.24h")
def test_near_east_of_1915_allied() -> None:
    assert inside(Y15, [r.UNIT[f"br-{n}"] for n in ("10in", "11in", "1cdco", "2cdco", "3cdco", "4cdco")], b.WEST_OF_CANAL)
    faces = Counter(r.ROSTER[u].face for u in on(Y15, units("BI"), b.mask("N2149")))
    assert faces == {"1-4": 3, "1-6": 1} and len(on(Y15, units("BI", "face=1-4"), b.mask("N2252"))) == 3
    dead = Counter(r.ROSTER[u].face for u in box(Y15, units("RU"), DEAD_NE))
    assert dead == {"1-6": 1, "1-4": 1}
    caucasus = Counter(r.ROSTER[u].face for u in on(Y15, units("RU", "near-east"), b.FRONT["NC"]))
    assert caucasus == {"1-4": 7, "2-3-4": 4, "3-4-4": 2, "1-2-6": 1}
    assert inside(Y15, [r.UNIT["pn-pc"]], b.PERSIA & b.FRONT["NC"])
    armenians = on(Y15, units("ARM"), b.mask("N3338"))
    assert [r.ROSTER[u].face for u in armenians] == ["1-4"] and start(Y15).tried >> armenians[0] & 1


@rule("tgw.22.24e", "tgw.22.34e")
@pytest.mark.parametrize(("year", "points", "dead"), [("1915", 3, 5), ("1916", 0, 4)])
def test_french_of_1915_and_1916(year: str, points: int, dead: int) -> None:
    st = start(year)
    assert rp(year, FR=points) and len(box(year, units("FR"), DEAD)) == dead and st.at[r.UNIT["fr-lfd"]] == GONE
    if year == "1915":
        assert where(year, "fr-1", "fr-2") == ["E1022", "W6707"]
    else:
        assert st.at[r.UNIT["fr-itl"]] == GONE
        assert [r.ROSTER[u].face for u in on(year, units("FR"), b.EAST_MAP)] == ["2-3-4"] * 4
    french = sum({1 << st.at[u] for u in on(year, units("FR"), b.FRONT["W"])}) & ~b.mask("W6707")
    others = sum({1 << st.at[u] for n in ("BR", "BE") for u in on(year, units(n), b.FRONT["W"])})
    assert not french & others and not french & ~z.allied_ground(year)["W"]


@rule("tgw.22.24f", "tgw.22.24i")
def test_italians_and_serbs_of_1915() -> None:
    assert inside(Y15, [u for u in units("IT") if start(Y15).at[u] != WAITING], b.ITALY) and rp(Y15, IT=0, SR=0)
    assert inside(Y15, [u for u in units("SR") if r.ROSTER[u].entry == "start"], b.COUNTRY["serbia"])
    assert inside(Y15, units("MN"), b.COUNTRY["montenegro"])


@rule("tgw.22.24g")
def test_russians_of_1915() -> None:
    army = on(Y15, units("RU", "combat", "europe"), b.EAST_MAP)
    assert len(army) == 106 and inside(Y15, army, z.allied_ground(Y15)["E"]) and rp(Y15, RU=0)
    assert len(box(Y15, units("RU", "combat", "europe"), DEAD)) == 16
    assert inside(Y15, [u for u in units("RU", "hq", "europe") if start(Y15).at[u] != WAITING], z.allied_ground(Y15)["E"])


@rule("tgw.22.25b")
def test_austrians_of_1915() -> None:
    dead = Counter(r.ROSTER[u].cls for u in box(Y15, units("AH"), DEAD))
    assert dead == {"cavalry": 3, "infantry": 4} and rp(Y15, AH=0)
    assert len(on(Y15, units("AH", "combat"), b.FRONT["WI"])) == 15 and len(on(Y15, units("AH"), b.mask("E2912"))) == 1
    border = b.AUSTRIA & z.beside(b.lands("serbia", "montenegro"))
    assert len(on(Y15, units("AH", "combat"), border)) == 10
    hqs = {b.NUMBER[start(Y15).at[u]] for u in map_units(Y15, "AH") if r.HQ >> u & 1}
    assert {"E4312", "E3714", "E3616", "E3319"} <= hqs
    rest = [u for u in on(Y15, units("AH", "combat"), b.EAST_MAP) if not (border | b.mask("E2912")) >> start(Y15).at[u] & 1]
    assert inside(Y15, rest, z.central_ground(Y15)["E"] & z.rows("E", 0, 43)) and r.UNIT["ah-po"] in rest


@rule("tgw.22.25c")
def test_germans_of_1915() -> None:
    assert [r.ROSTER[u].cls for u in box(Y15, units("GE"), DEAD)] == ["infantry"] * 3 and rp(Y15, GE=2)
    assert where(Y15, "ge-hq11", "ge-hqsud") == ["E3914", "E3418"]
    assert {b.NUMBER[start(Y15).at[u]] for u in on(Y15, units("GE", "hq"), b.EAST_MAP)} == {
        "E3914",
        "E3418",
        "E5418",
        "E5316",
        "E5114",
        "E4613",
    }
    east = on(Y15, units("GE", "combat"), b.EAST_MAP)
    assert len(east) == 51 and inside(Y15, east, z.central_ground(Y15)["E"]) and len(on(Y15, east, z.rows("E", 51, 99))) <= 20
    west = [u for u in map_units(Y15, "GE") if u not in on(Y15, units("GE"), b.EAST_MAP)]
    assert inside(Y15, west, z.central_ground(Y15)["W"]) and start(Y15).marker == setup.MARKERS["oberost"]


@rule("tgw.22.25d", "tgw.22.25e")
def test_turks_of_1915() -> None:
    st = start(Y15)
    assert [r.ROSTER[u].face for u in box(Y15, units("TU", "europe"), DEAD)] == ["2-4"] and rp(Y15, TU=2)
    assert [r.ROSTER[u].face for u in on(Y15, units("TU"), b.mask("E1024"))] == ["2-4"] * 6
    assert inside(Y15, [u for u in units("TU", "europe") if st.at[u] > 0], b.mask("E1023", "E1024"))
    assert [r.ROSTER[u].face for u in box(Y15, units("TU"), DEAD_NE)] == ["2-4"] * 2
    assert [r.ROSTER[u].face for u in box(Y15, units("TU"), RESERVE)] == ["2-4"] * 6
    assert [r.ROSTER[u].face for u in box(Y15, units("TU"), ARABIA)] == ["1-2-4"] * 4
    east = b.FRONT["NE"] & ~b.WEST_OF_CANAL
    assert [r.ROSTER[u].face for u in on(Y15, units("TU"), east)] == ["2-4"] * 2
    assert where(Y15, "pn-gndm") == ["N2040"] and [r.ROSTER[u].face for u in on(Y15, units("TU"), b.mask("N1949"))] == ["2-4"]
    assert sorted(r.ROSTER[u].face for u in on(Y15, units("TU"), b.mask("N1845"))) == ["1-6", "2-4"]
    caucasus = on(Y15, units("TU"), b.FRONT["NC"])
    assert Counter(r.ROSTER[u].face for u in caucasus) == {"2-4": 11, "1-6": 1} and inside(Y15, caucasus, b.OTTOMAN)
    russians = sum({1 << st.at[u] for u in on(Y15, units("RU"), b.OTTOMAN)})
    assert not sum({1 << st.at[u] for u in caucasus}) & b.ATLAS.dilate(russians)


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
    assert (st.trenches, st.required, t.LETTERS[st.us_marker]) == (trenches, required, marker) and not st.retaken


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
    assert {b.NUMBER[i]: t.LETTERS[k] for i, k in start(year).pays.items()} == hexes


# -- 1916 --------------------------------------------------------------------------------------------------------------------

Y16 = "1916"


@rule("tgw.22.33b")
def test_salonika_in_1916() -> None:
    st = start(Y16)
    near = z.near(I["E1116"], 2) & b.LAND
    salonika = [u for n in ("BR", "FR", "IT", "SR") for u in on(Y16, units(n), b.EAST_MAP)]
    assert inside(Y16, salonika, near)
    greek = b.COUNTRY["greece"] & st.occ[1]
    assert not greek & ~z.rows("E", 13, 99)


@rule("tgw.22.34c", "tgw.22.34d")
def test_british_of_1916() -> None:
    st = start(Y16)
    assert rp(Y16, BR=3) and all(st.reduced >> u & 1 for u in map_units(Y16, "BR") if r.ROSTER[u].steps == 2)
    assert sorted(r.ROSTER[u].face for u in on(Y16, units("BR"), b.EAST_MAP)) == ["3-4", "3-4", "3-4", "3-4", "3-4-4"]
    assert Counter(r.ROSTER[u].cls for u in box(Y16, units("BR"), DEAD)) == {"cavalry": 2, "infantry": 4}
    assert inside(Y16, on(Y16, units("BR"), b.FRONT["W"]), z.rows("W", 59, 99))
    egypt = {r.UNITS[u] for u in on(Y16, units("BR"), b.FRONT["NE"])}
    assert egypt == {f"br-{n}" for n in ("42t", "52t", "53t", "54t", "10in", "11in", "1cdco", "2cdco", "3cdco", "4cdco")}
    assert where(Y16, "br-7in") == ["N2252"] and st.at[r.UNIT["br-13na"]] == DEAD_NE
    assert [r.ROSTER[u].face for u in on(Y16, units("BI"), b.mask("N1845"))] == ["1-4"] * 3
    assert sorted(r.ROSTER[u].face for u in on(Y16, units("BI"), b.mask("N2147"))) == ["1-4", "1-4", "1-4", "1-6"]


@rule("tgw.22.34f", "tgw.22.34g", "tgw.22.34i")
def test_italians_russians_serbs_of_1916() -> None:
    assert len(on(Y16, units("IT"), b.EAST_MAP)) == 2 and rp(Y16, IT=0, RU=0, SR=0)
    assert len(box(Y16, units("RU", "europe"), DEAD)) == 15
    army = on(Y16, units("RU"), b.EAST_MAP)
    assert inside(Y16, army, z.allied_ground(Y16)["E"])
    assert where(Y16, "sr-hq") == ["E1116"]
    assert len(box(Y16, units("SR"), DEAD)) == len([u for u in units("SR", "combat") if r.ROSTER[u].entry == "start"])


@rule("tgw.22.34h")
def test_caucasus_of_1916() -> None:
    st = start(Y16)
    assert {r.ROSTER[u].entry for u in box(Y16, units("RU"), AVAIL_NE)} == {"G"} and st.at[r.UNIT["ru-6"]] == RU_TRANSIT
    assert Counter(r.ROSTER[u].face for u in box(Y16, units("RU"), DEAD_NE)) == {"1-6": 1, "1-4": 4}
    assert [r.ROSTER[u].face for u in box(Y16, units("ARM"), DEAD_NE)] == ["1-4"]
    faces = Counter(r.ROSTER[u].face for u in on(Y16, units("RU"), b.FRONT["NC"]))
    assert faces == {"1-4": 4, "2-3-4": 4, "3-4-4": 2, "1-2-6": 1, "1-2": 1}
    assert inside(Y16, [r.UNIT["pn-pc"]], b.PERSIA)


@rule("tgw.22.35a", "tgw.22.35b", "tgw.22.35c")
def test_central_powers_of_1916() -> None:
    st = start(Y16)
    assert [r.ROSTER[u].face for u in box(Y16, units("AH"), DEAD)] == ["1-6"] * 2 and rp(Y16, AH=0, BU=0, GE=3)
    italy = on(Y16, units("AH"), b.FRONT["WI"])
    assert sum(bool(r.HQ >> u & 1) for u in italy) == 1 and len(italy) == 20
    assert len(on(Y16, units("AH", "combat"), b.COUNTRY["montenegro"])) == 3
    assert len(on(Y16, units("AH", "combat"), b.lands("albania", "serbia", "greece"))) == 4
    east = on(Y16, units("AH"), z.central_ground(Y16)["E"])
    assert len(on(Y16, east, z.rows("E", 47, 99))) <= 4
    assert len(on(Y16, units("BU"), b.COUNTRY["bulgaria"])) == 4 and not st.reduced & sum(1 << u for u in units("BU"))
    assert len(on(Y16, units("BU"), b.lands("serbia", "greece", "albania"))) == 7
    front = z.central_ground(Y16)["E"]
    germans = on(Y16, units("GE"), front)
    assert sum(bool(r.COMBAT >> u & 1) for u in germans) == 47 and sum(bool(r.HQ >> u & 1) for u in germans) == 4
    south = on(Y16, germans, z.rows("E", 0, 45))
    assert {r.UNITS[u] for u in south if r.HQ >> u & 1} <= {"ge-hqsud"} and sum(bool(r.COMBAT >> u & 1) for u in south) <= 6
    assert {"ge-hq11", "ge-hqsud"} <= {r.UNITS[u] for u in germans} and st.marker == setup.MARKERS["ohl"]
    assert len(on(Y16, units("GE"), b.lands("albania", "serbia", "greece"))) == 4


@rule("tgw.22.35d", "tgw.22.35e", "tgw.22.35f")
def test_turks_of_1916() -> None:
    st = start(Y16)
    europe = on(Y16, units("TU", "europe"), b.EUROPEAN_TURKEY)
    assert Counter(r.ROSTER[u].face for u in europe) == {"2-4": 7, "3-4-4": 1} and rp(Y16, TU=3)

    def faces(place: int) -> dict[str, int]:
        return dict(Counter(r.ROSTER[u].face for u in box(Y16, units("TU"), place)))

    assert faces(DEAD_NE) == {"2-4": 2, "1-6": 1} and faces(RESERVE) == {"1-2-4": 1, "2-4": 10} and faces(ARABIA) == {"1-2-4": 4}
    south = on(Y16, units("TU"), b.FRONT["NE"])
    assert Counter(r.ROSTER[u].face for u in south) == {"1-2-4": 2, "2-4": 5}
    sinai = on(Y16, south, b.EGYPT)
    assert len(sinai) <= 3 and not on(Y16, sinai, z.beside(b.WEST_OF_CANAL))
    assert where(Y16, "pn-gndm") == ["N2040"]
    assert [r.ROSTER[u].face for u in on(Y16, units("TU"), b.K_HEXES)] == ["2-4"] * 4
    assert [r.ROSTER[u].face for u in on(Y16, units("TU"), b.mask("N1641"))] == ["2-4"]
    caucasus = on(Y16, units("TU"), b.FRONT["NC"])
    assert Counter(r.ROSTER[u].face for u in caucasus) == {"2-4": 15, "1-6": 1}
    assert inside(Y16, caucasus, z.central_ground(Y16)["NC"])
    assert st.flag("gallipoli-lost") and not b.LANDINGS & st.occ[0]


# -- 1917 --------------------------------------------------------------------------------------------------------------------

Y17 = "1917"


@rule("tgw.22.44c", "tgw.22.44d")
def test_british_of_1917() -> None:
    st = start(Y17)
    assert rp(Y17, BR=4) and all(st.reduced >> u & 1 for u in map_units(Y17, "BR") if r.ROSTER[u].steps == 2)
    assert sorted(r.ROSTER[u].face for u in on(Y17, units("BR"), b.EAST_MAP)) == ["3-4", "3-4", "3-4", "3-4", "3-4-4"]
    assert [r.ROSTER[u].face for u in box(Y17, units("BR"), DEAD)] == ["1-2-6"] * 2 and len(box(Y17, units("BR"), AVAIL)) <= 10
    # row 58 itself must be held and no Frenchman may hold it, so "north of" takes it in
    assert inside(Y17, on(Y17, units("BR"), b.FRONT["W"]), z.rows("W", 58, 99))
    assert all(st.at[r.UNIT[u]] == GONE for u in ("br-10in", "br-11in"))
    egypt = on(Y17, units("BR"), b.EGYPT)
    assert {f"br-{n}" for n in ("10na", "42t", "52t", "53t", "54t", "74t")} <= {r.UNITS[u] for u in egypt}
    assert inside(Y17, [r.UNIT[f"br-{n}cdco"] for n in (1, 2, 3, 4)], b.WEST_OF_CANAL)
    assert Counter(r.ROSTER[u].face for u in on(Y17, units("BP"), b.EGYPT)) == {"1-6": 7, "1-5": 1}
    iraq = b.FRONT["NI"] & z.allied_ground(Y17)["NI"]
    assert inside(Y17, [r.UNIT["br-3in"], r.UNIT["br-7in"]], iraq)
    assert Counter(r.ROSTER[u].face for u in on(Y17, units("BI"), iraq)) == {"1-3": 2, "3-4-4": 2, "3-4": 2, "1-4": 3, "1-6": 2}
    assert where(Y17, "pn-spr") == ["N2545"] and st.at[r.UNIT["br-13na"]] == DEAD_NE and st.at[r.UNIT["br-60t"]] == AVAIL_NE
    assert [r.ROSTER[u].face for u in box(Y17, units("BI"), DEAD_NE)] == ["1-4"] * 6
    assert all(st.at[u] == AVAIL_NE for n in ("BI", "BP") for u in units(n) if r.ROSTER[u].entry == "L")


@rule("tgw.22.44e", "tgw.22.44f", "tgw.22.44g", "tgw.22.44j", "tgw.22.44k")
def test_other_allies_of_1917() -> None:
    st = start(Y17)
    assert rp(Y17, FR=4, IT=0, RO=0, SR=0) and all(st.at[r.UNIT[u]] == GONE for u in ("fr-lfd", "fr-itl"))
    assert sorted(r.ROSTER[u].face for u in on(Y17, units("FR"), b.EAST_MAP)) == ["2-3-4"] * 4 + ["2-4"] * 2
    assert inside(Y17, on(Y17, units("FR"), b.FRONT["W"]), z.rows("W", 0, 57))
    assert [r.ROSTER[u].face for u in on(Y17, units("IT"), b.EAST_MAP)] == ["2-4"] * 2
    assert Counter(r.ROSTER[u].face for u in box(Y17, units("RO"), DEAD)) == {"1-2-4": 6, "1-6": 1}
    assert inside(Y17, map_units(Y17, "RO"), z.near(I["E2726"], 2))
    assert Counter(r.ROSTER[u].face for u in box(Y17, units("SR"), DEAD)) == {"2-4": 5, "1-6": 1}
    assert inside(Y17, map_units(Y17, "SR"), z.allied_ground(Y17)["S"])
    assert all(st.at[u] == WAITING for u in units("US")) and st.us_entered == t.LETTER["L"]


@rule("tgw.22.44h", "tgw.22.44i")
def test_russians_of_1917() -> None:
    st = start(Y17)
    assert st.flag("czar-fell") and rp(Y17, RU=0)
    assert all(st.at[r.UNIT[f"ru-hq{n}"]] == GONE for n in (7, 8, 9, 11, "gd"))
    czarist = [u for u in units("RU", "inf") if r.UNITS[u] != "ru-sv"]
    assert all(st.at[u] == GONE for u in czarist)
    assert inside(Y17, on(Y17, units("PG") + units("RU"), b.EAST_MAP), z.allied_ground(Y17)["E"])
    # 15.92: what is left over lies in the box too, besides the twenty that may
    assert len(box(Y17, units("PG"), AVAIL)) <= 20 + len(units("PG")) - len([u for u in czarist])
    assert len(on(Y17, units("PG"), b.FRONT["NC"])) == 13  # twelve, and the 6th Division (D12)
    assert Counter(r.ROSTER[u].face for u in on(Y17, units("RU"), b.FRONT["NC"])) == {"1-4": 4, "1-3": 1, "1-2": 1}
    assert Counter(r.ROSTER[u].face for u in box(Y17, units("RU"), DEAD_NE)) == {"1-2-6": 1, "1-6": 1, "1-4": 5}
    assert [r.ROSTER[u].face for u in box(Y17, units("ARM"), DEAD_NE)] == ["1-4"] and inside(Y17, [r.UNIT["pn-pc"]], b.PERSIA)


@rule("tgw.22.45a", "tgw.22.45b", "tgw.22.45c")
def test_austrians_and_bulgarians_of_1917() -> None:
    st = start(Y17)
    balkans = b.lands("albania", "serbia", "bulgaria", "greece")
    assert [r.ROSTER[u].face for u in box(Y17, units("AH"), DEAD)] == ["1-6"] * 2 and rp(Y17, AH=0, BU=0)
    italy = on(Y17, units("AH"), b.FRONT["WI"])
    assert r.UNIT["ah-88kb"] in italy and len(italy) == 21 and sum(bool(r.HQ >> u & 1) for u in italy) == 1
    assert len(on(Y17, units("AH"), balkans)) == 2
    east = on(Y17, units("AH"), z.central_ground(Y17)["E"])
    north = on(Y17, east, z.rows("E", 46, 99))
    assert len(north) <= 2 and not on(Y17, east, z.rows("E", 46, 99) & ~z.facing(Y17, "E"))
    assert len(on(Y17, units("BU", "combat"), b.COUNTRY["romania"])) == 2
    assert len(on(Y17, units("BU"), balkans)) == 9 and not st.reduced & sum(1 << u for u in units("BU"))
    fronts = z.central_ground(Y17)["E"] & ~balkans & ~b.EUROPEAN_TURKEY
    for nation in ("AH", "GE"):
        assert not on(Y17, units(nation), b.EAST_MAP & ~fronts & ~balkans)


@rule("tgw.22.45d", "tgw.22.45e")
def test_germans_of_1917() -> None:
    st = start(Y17)
    assert rp(Y17, GE=8) and [r.ROSTER[u].cls for u in box(Y17, units("GE"), DEAD)] == ["infantry"] * 12
    west, east = on(Y17, units("GE"), b.FRONT["W"]), on(Y17, units("GE"), z.central_ground(Y17)["E"])
    assert {r.UNITS[u] for u in west if r.HQ >> u & 1} == {f"ge-hq{n}" for n in range(1, 8)}
    assert {r.UNITS[u] for u in east if r.HQ >> u & 1} == {f"ge-hq{n}" for n in (8, 9, 10, 11, 12, "sud")}
    divisions = [u for u in east if r.COMBAT >> u & 1]
    assert sum(bool(r.COMBAT >> u & 1) for u in west) == 151 and len(divisions) == 72
    assert 2 * sum(r.DEFENCE[u] >= 3 for u in divisions) >= len(divisions)
    assert len(on(Y17, units("GE"), b.lands("serbia", "bulgaria", "albania", "greece"))) == 3
    assert b.numbers(st.line) == ["W5614", "W5713", "W5814", "W5913"] and st.marker == setup.MARKERS["oberost"]


@rule("tgw.22.45f", "tgw.22.45g")
def test_turks_of_1917() -> None:
    assert rp(Y17, TU=0)
    assert [r.ROSTER[u].face for u in on(Y17, units("TU"), b.COUNTRY["romania"])] == ["2-4"] * 4
    assert Counter(r.ROSTER[u].face for u in on(Y17, units("TU"), b.EUROPEAN_TURKEY)) == {"1-4": 1, "2-4": 3, "3-4-4": 1}

    def faces(place: int) -> dict[str, int]:
        return dict(Counter(r.ROSTER[u].face for u in box(Y17, units("TU"), place)))

    assert {r.ROSTER[u].entry for u in box(Y17, units("TU"), AVAIL_NE)} == {"L"}
    assert faces(DEAD_NE) == {"2-4": 12} and faces(RESERVE) == {"1-2-4": 1, "2-4": 5} and faces(ARABIA) == {"1-2-4": 4}
    palestine = on(Y17, units("TU"), b.PALESTINE)
    assert Counter(r.ROSTER[u].face for u in palestine) == {"1-3": 1, "1-2-4": 2, "2-4": 5, "1-6": 1, "1-2-6": 1}
    assert where(Y17, "pn-gndm") == ["N2040"]
    iraq = on(Y17, units("TU"), b.FRONT["NI"])
    assert Counter(r.ROSTER[u].face for u in iraq) == {"2-4": 2, "1-6": 2} and inside(Y17, iraq, b.mask("N1040", "N1336", "N1534"))
    caucasus = on(Y17, units("TU"), b.FRONT["NC"])
    assert Counter(r.ROSTER[u].face for u in caucasus) == {"1-2-4": 1, "2-4": 14}
    assert inside(Y17, caucasus, z.central_ground(Y17)["NC"])


@rule("tgw.22.46b", "tgw.22.56a")
@pytest.mark.parametrize("year", ["1917", "1918"])
def test_devastation_and_pipeline(year: str) -> None:
    st = start(year)
    assert b.numbers(st.devastated) == ["W5612", "W5613", "W5711", "W5712", "W5812", "W5813", "W5912", "W6012"] and st.dz_left == 0
    assert st.pipeline == (I["N3311"] if year == "1917" else 0)


# -- 1918 --------------------------------------------------------------------------------------------------------------------

Y18 = "1918"


@rule("tgw.22.51b", "tgw.22.51c")
def test_1918_knows_no_near_east() -> None:
    st = start(Y18)
    assert not (st.occ[0] | st.occ[1]) & b.NEAR_EAST and not (st.ctrl[0] | st.ctrl[1]) & b.NEAR_EAST
    assert all(st.at[u] == GONE for u, c in enumerate(r.ROSTER) if c.theatre == "Near East") and not st.near_east_open


@rule("tgw.22.53a")
def test_lutsk_and_przemysl_are_destroyed() -> None:
    assert not start(Y18).forts & b.mask("E4222", "E3918") and b.FORTS & b.mask("E4222", "E3918") == b.mask("E4222", "E3918")


@rule("tgw.22.54c", "tgw.22.54d", "tgw.22.54e", "tgw.22.54f")
def test_western_allies_of_1918() -> None:
    st = start(Y18)
    assert rp(Y18, BR=6, FR=3, GK=2, IT=0) and all(st.reduced >> u & 1 for u in map_units(Y18, "BR") if r.ROSTER[u].steps == 2)
    gone = ("br-10na", "br-13na", "br-52t", "br-53t", "br-54t", "br-3in", "br-7in", "fr-lfd", "fr-itl")
    assert all(st.at[r.UNIT[u]] == GONE for u in gone) and [r.ROSTER[u].face for u in box(Y18, units("BR"), DEAD)] == ["1-2-6"] * 2
    salonika = on(Y18, units("BR"), b.EAST_MAP)
    assert 0 < len(salonika) <= 6 and not sum(1 << u for u in salonika) & (r.ANZAC | r.CANADIAN | r.PORTUGUESE)
    assert len(on(Y18, units("BR"), b.FRONT["WI"])) <= 4 and len(box(Y18, units("BR"), AVAIL)) <= 15
    assert inside(Y18, on(Y18, units("BR"), b.FRONT["W"]), z.rows("W", 54, 99))
    assert len(on(Y18, units("FR"), b.EAST_MAP)) <= 6 and len(on(Y18, units("FR"), b.FRONT["WI"])) <= 4
    assert inside(Y18, on(Y18, units("FR"), b.FRONT["W"]), z.rows("W", 0, 55))
    assert inside(Y18, units("GK"), z.allied_ground(Y18)["S"])
    assert len(on(Y18, units("IT"), b.EAST_MAP)) == 2 == len(on(Y18, units("IT"), b.FRONT["W"]))


@rule("tgw.22.54g", "tgw.22.54h", "tgw.22.54i", "tgw.22.54j")
def test_eastern_allies_and_the_first_american_of_1918() -> None:
    st = start(Y18)
    assert Counter(r.ROSTER[u].face for u in box(Y18, units("RO"), DEAD)) == {"1-2-4": 6, "1-6": 1}
    assert inside(Y18, map_units(Y18, "RO"), z.near(I["E2726"], 2)) and all(st.at[u] == GONE for u in units("RU"))
    assert len(map_units(Y18, "PG")) == 80 and inside(Y18, map_units(Y18, "PG"), z.allied_ground(Y18)["E"])
    assert len(box(Y18, units("PG"), GONE)) == len(units("PG")) - 80 and st.bolshevik_letter == t.LETTER["N"]
    assert Counter(r.ROSTER[u].face for u in box(Y18, units("SR"), DEAD)) == {"2-4": 4, "1-6": 1} and rp(Y18, SR=1, RO=0)
    assert inside(Y18, map_units(Y18, "SR"), z.allied_ground(Y18)["S"])
    assert len(on(Y18, units("US"), b.FRONT["W"])) == 1 == len(map_units(Y18, "US")) and st.us_entered == t.LETTER["L"]


@rule("tgw.22.55a", "tgw.22.55b", "tgw.22.55c", "tgw.22.55d", "tgw.22.55e")
def test_central_powers_of_1918() -> None:
    st = start(Y18)
    assert rp(Y18, AH=0, BU=0, GE=3, TU=0) and r.BANDED & ~st.flipped == r.BANDED & sum(
        1 << u for u in bits(r.BANDED) if st.at[u] == WAITING
    )
    assert len(on(Y18, units("AH"), z.facing(Y18, "WI"))) >= 30
    assert len(on(Y18, units("AH"), z.rows("E", 49, 99))) <= 4 and not on(Y18, units("AH"), b.FRONT["W"])
    assert inside(Y18, map_units(Y18, "BU"), b.BALKANS & st.ctrl[1])
    assert all(st.reduced >> u & 1 for u in units("BU", "combat"))
    west = [u for u in on(Y18, units("GE", "division"), b.FRONT["W"])]
    assert len(west) <= 190 and len(on(Y18, units("GE", "division"), b.FRONT["WI"])) <= 12
    assert b.numbers(st.line) == ["W5614", "W5713", "W5814", "W5913"] and st.marker == setup.MARKERS["ohl"]
    assert st.at[r.UNIT["tu-19"]] == GONE and len(on(Y18, units("TU"), b.BALKANS & ~b.EUROPEAN_TURKEY)) <= 4
    assert inside(Y18, [u for u in map_units(Y18, "TU")], b.BALKANS & st.ctrl[1])


# -- events ------------------------------------------------------------------------------------------------------------------


def chits(year: str, mask: int) -> set[str]:
    return {CHITS[c].event for c in bits(mask)}


@rule("tgw.22.27a", "tgw.22.28a", "tgw.22.28b")
def test_chits_of_1915() -> None:
    st = start(Y15)
    assert {CHITS[c].letter for c in bits(st.pool[0] | st.pool[1])} == {t.LETTER["C"]}
    gone = ("gallipoli", "entry.italy", "ruamph", "flotilla", "gas.cl.cp", "typhus", "uboat.1", "armmass", "polishdiv")
    assert not set(gone) & chits(Y15, st.pool[0] | st.pool[1])
    for event in ("winter", "hurricane", "enver", "rigid"):
        both = (st.pool[0] | st.pool[1]) & OF_EVENT[event]
        assert both.bit_count() == OF_EVENT[event].bit_count() - 1
    assert "ruamph" in chits(Y15, st.play) and chits(Y15, st.warfare) == {"uboat.1"} and st.until["typhus"]


@rule("tgw.22.37a", "tgw.22.38a", "tgw.22.47a", "tgw.22.48a", "tgw.22.57a", "tgw.22.58a")
def test_chits_of_the_later_scenarios() -> None:
    st = start(Y16)
    assert {CHITS[c].letter for c in bits(st.pool[0] | st.pool[1])} == {t.LETTER["G"]}
    assert chits(Y16, st.hand[0]) == {"winter"} and chits(Y16, st.hand[1]) == {"goltz"} and st.at[r.UNIT["ah-po"]] == GONE
    st = start(Y17)
    assert {"tank.aac", "gas.mu.al", "mine", "convoy", "ace.fonck", "entry.greece", "mutiny", "tank.rtc"} <= chits(Y17, st.pool[0])
    assert {"entry.romania.cp", "shock.1", "shock.2", "gas.mu.cp", "bruch", "ace.richtofen"} <= chits(Y17, st.pool[1])
    assert chits(Y17, st.hand[1]) == {"turkdet"} and chits(Y17, st.warfare) == {"uboat.2"}
    assert not {"ace.immelmann", "ace.boelcke"} & chits(Y17, st.play)
    st = start(Y18)
    assert {CHITS[c].letter for c in bits(st.pool[0] | st.pool[1])} <= {t.LETTER["O"], t.LETTER["C"]}
    assert not {"ace.ball", "ace.immelmann", "ace.boelcke"} & chits(Y18, st.play) and "convoy" in chits(Y18, st.play | st.warfare)
