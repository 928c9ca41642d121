"""Ports, fortresses, Kut, the pipeline, and want of supply (tgw.11.1, tgw.11.4, tgw.11.5, tgw.11.8)."""

from __future__ import annotations

import pytest

from firestep.games.tgw.combat import strength
from firestep.games.tgw.combat.strength import declared
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.movement import control
from firestep.games.tgw.state import DEAD, State
from firestep.games.tgw.supply import pipeline, sources, supply
from firestep.games.tgw.supply.pipeline import Pipeline
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw.positions import field, hexes, session
from games.tgw.supply_kit import Patch, alone, away, fed, no_towns
from games.tgw.supply_kit import _forget as _forget
from games.tgw.war import CP, A, game, war

# -- ports (tgw.11.4) --------------------------------------------------------------------------------------------------------------

BALTIC = ("E5205", "E5412", "E5514", "E6116", "E6120", "E6921", "E6924", "E7028", "E7030")


@rule("tgw.11.41a", "tgw.11.4b", "tgw.11.0b")
@pytest.mark.parametrize("place", BALTIC)
def test_baltic_ports_feed_germans_in_them(monkeypatch: Patch, place: str) -> None:
    around = dict(zip((f"ru-{k}" for k in (1, 2, 3, 4, 5, 6)), board.ATLAS.neighbours(place), strict=False))
    around = {u: n for u, n in around.items() if board.LAND & hexes(n)}
    no_towns(monkeypatch)
    assert fed(field({"ge-1": place} | around), "ge-1")
    if place != "E5514":
        assert not fed(field({"ah-1": place} | around), "ah-1")


@rule("tgw.11.41a", "tgw.20.2.7e")
def test_with_the_british_in_the_baltic_its_ports_feed_nobody(monkeypatch: Patch) -> None:
    assert not alone(monkeypatch, "ge-1", "E6120", prewar=("al.7",))


@rule("tgw.11.41b", "tgw.11.4a")
@pytest.mark.parametrize(("steps", "in_supply"), [(4, True), (5, False)])
def test_germans_around_konigsberg(monkeypatch: Patch, steps: int, in_supply: bool) -> None:
    no_towns(monkeypatch)
    where = away(sources.KONIGSBERG, steps, board.RUSSIA_POLAND & ~sources.BALTIC_PORTS)
    assert fed(field({"ge-1": where}), "ge-1") is in_supply
    assert not fed(field({"ah-1": where}), "ah-1")
    assert not fed(field({"ge-1": where}, allied=["E5514"]), "ge-1")


@rule("tgw.11.4a")
def test_a_port_is_not_traced_to_through_a_town(monkeypatch: Patch) -> None:
    where = away(sources.KONIGSBERG, 5, board.RUSSIA_POLAND & ~sources.BALTIC_PORTS)
    no_towns(monkeypatch, where)
    walls = {
        f"ru-{k}": n
        for k, n in zip(
            (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
            board.numbers(
                sources.WAYS.within(sources.KONIGSBERG, board.LAND, 7)
                & ~sources.WAYS.within(sources.KONIGSBERG, board.LAND, 6)
                & board.LAND
            ),
            strict=False,
        )
    }
    st = field({"ge-1": where} | walls, central=[where])
    if not supply.net(st, sources.CENTRAL).joined & hexes(where):
        assert not fed(st, "ge-1")
    assert supply._ring(sources.KONIGSBERG, supply.net(st, sources.CENTRAL)) & hexes(where) == 0


@rule("tgw.11.42a")
@pytest.mark.parametrize("place", ["E1726", "E2027", "E2328", "E3031"])
def test_black_sea_ports_need_constantinople(monkeypatch: Patch, place: str) -> None:
    war = {"BU": tables.CENTRAL, "RO": tables.CENTRAL}
    assert not alone(monkeypatch, "fr-1", place, at_war=war)
    assert alone(monkeypatch, "fr-1", place, at_war=war, allied=["E1328"])


@rule("tgw.11.43a")
@pytest.mark.parametrize("place", ["W2022", "W2230"])
def test_adriatic_ports(monkeypatch: Patch, place: str) -> None:
    around = {f"ah-{k}": n for k, n in zip((1, 2, 3, 4, 5, 6), board.ATLAS.neighbours(place), strict=True) if board.LAND & hexes(n)}
    no_towns(monkeypatch)
    for unit in ("it-1", "fr-1", "br-8"):
        assert fed(field({unit: place} | around, at_war={"IT": tables.ALLIED}), unit)


@rule("tgw.11.44a")
def test_channel_ports_feed_all_allies_in_them(monkeypatch: Patch) -> None:
    around = {
        f"ge-{k}": n for k, n in zip((1, 2, 3, 4, 5, 6), board.ATLAS.neighbours("W6707"), strict=True) if board.LAND & hexes(n)
    }
    no_towns(monkeypatch)
    for unit in ("fr-1", "us-1", "br-8", "be-1"):
        assert fed(field({unit: "W6707"} | around, at_war={"US": tables.ALLIED}), unit)
    assert not fed(field({"ah-1": "W6707"} | {u: n for u, n in around.items()}, allied=board.numbers(board.GERMANY)), "ah-1")


@rule("tgw.11.44b", "tgw.11.4a")
@pytest.mark.parametrize(
    ("unit", "steps", "in_supply"),
    [("br-8", 4, True), ("br-8", 5, False), ("be-1", 4, True), ("be-1", 5, False), ("br-1cnd", 4, True), ("fr-1", 2, False)],
)
def test_british_and_belgians_around_the_channel_ports(monkeypatch: Patch, unit: str, steps: int, in_supply: bool) -> None:
    no_towns(monkeypatch)
    ports = sources.WESTERN_PORTS & ~sources.ANTWERP
    area = (board.BELGIUM | board.FRANCE) & ~sources.WAYS.within(board.FRENCH_EDGE, board.LAND, 5)
    where = away(ports, steps, area)
    assert fed(field({unit: where}, central=["W6918", "W6818"]), unit) is in_supply


@rule("tgw.11.44c")
@pytest.mark.parametrize(("port", "way"), [("W6819", 0), ("W5603", 0)])
def test_inland_ports_need_their_ways(monkeypatch: Patch, port: str, way: int) -> None:
    hex = board.INDEX[port]
    marked = board.numbers(board.PORT_WAYS[hex])
    no_towns(monkeypatch)
    assert sources.open_ports(field()) >> hex & 1
    for n in marked:
        assert not sources.open_ports(field(central=[n])) >> hex & 1, "every marked hex is needed"


@rule("tgw.11.44c", "tgw.11.44a")
def test_without_its_way_antwerp_does_not_feed_the_british_in_it(monkeypatch: Patch) -> None:
    """N17: port and radius both; the option takes the radius alone."""
    no_towns(monkeypatch)
    cut = board.numbers(board.PORT_WAYS[board.INDEX["W6819"]])
    assert fed(field({"br-8": "W6819"}), "br-8")
    assert not fed(field({"br-8": "W6819"}, central=cut), "br-8")
    assert fed(field({"br-8": "W6819"}, central=cut, options={"inland-ports": "radius"}), "br-8")


@rule("tgw.11.45a")
def test_the_coasts_of_the_caucasus(monkeypatch: Patch) -> None:
    black = board.NUMBER[
        bits(sources.BLACK_SEA_COAST & board.OTTOMAN & ~sources.WAYS.within(board.CP_EDGE_NEAR_EAST, board.LAND, 4))[0]
    ]
    caspian = board.NUMBER[bits(sources.CASPIAN_COAST & ~sources.WAYS.within(board.CAUCASUS_EDGE, board.LAND, 4))[0]]
    assert alone(monkeypatch, "ru-20", black) and alone(monkeypatch, "tu-1", black)
    assert not alone(monkeypatch, "ge-75r", black)
    assert alone(monkeypatch, "ru-20", caspian)
    assert not alone(monkeypatch, "tu-1", caspian)


# -- fortresses, Antwerp, Kut (tgw.11.5) -------------------------------------------------------------------------------------------

PRZEMYSL = "E3918"


def siege(**more: object) -> State:
    """Austrians in Przemysl with Russians all around."""
    around = dict(zip((f"ru-{k}" for k in (1, 2, 3, 4, 5, 6)), board.ATLAS.neighbours(PRZEMYSL), strict=True))
    return field({"ah-1 ah-hq1": PRZEMYSL} | around, **more)  # type: ignore[arg-type]


@rule("tgw.11.51a", "tgw.14.13a")
def test_a_fortress_feeds_its_own_nation_for_defence_and_attrition() -> None:
    st = siege()
    u = roster.UNIT["ah-1"]
    assert supply.status(st, u) == supply.FORTRESS and not supply.supplied(st, u)
    assert supply.fit(st, 1 << u, defending=True) and not supply.fit(st, 1 << u, defending=False)
    assert not supply.starving(st)
    st.put(roster.UNIT["ge-1"], board.INDEX[PRZEMYSL])
    assert supply.status(st, roster.UNIT["ge-1"]) == supply.NONE, "another nation's fort feeds nobody"
    assert supply.starving(st) == 1 << roster.UNIT["ge-1"]


@rule("tgw.11.51a")
def test_a_destroyed_fort_feeds_nobody() -> None:
    st = siege(forts=False)
    assert supply.starving(st) == roster.unit_mask(["ah-1", "ah-hq1"])


@rule("tgw.11.51b", "tgw.14.11a")
def test_the_fort_itself_is_never_halved() -> None:

    st = siege()
    st.put(roster.UNIT["ah-1"], DEAD)
    st.put(roster.UNIT["ah-hq1"], DEAD)
    fight = declared(st, tables.ALLIED, board.INDEX[PRZEMYSL], (roster.UNIT["ru-1"],))
    assert strength.defence(st, fight) == 1


@rule("tgw.11.51c", "tgw.14.15a")
def test_only_who_lives_on_the_fortress_alone_is_tested() -> None:
    st = siege()
    assert [i for i, _, _ in forts.tested(st)] == [board.INDEX[PRZEMYSL]]
    st.put(roster.UNIT["ru-1"], DEAD)  # a gap: there is a line again
    gap = board.ATLAS.neighbours(PRZEMYSL)[0]
    st.seize(hexes(gap), tables.CENTRAL)
    if supply.supplied(st, roster.UNIT["ah-1"]):
        assert not forts.tested(st)


@rule("tgw.11.52a")
def test_belgians_hold_out_in_antwerp_but_fight_at_half() -> None:
    around = dict(zip((f"ge-{k}" for k in (1, 2, 3, 4, 5, 6)), board.ATLAS.neighbours("W6819"), strict=True))
    st = field({"be-1 fr-1": "W6819"} | around, forts=False)
    be = roster.UNIT["be-1"]
    assert not supply.supplied(st, be) and not supply.fit(st, 1 << be, defending=True)
    assert supply.starving(st) == 1 << roster.UNIT["fr-1"]
    st.seize(sources.ANTWERP, tables.CENTRAL)
    assert supply.starving(st) >> be & 1


KUT = "N1845"


@rule("tgw.11.54a", "tgw.14.24a")
def test_k_hexes_feed_central_powers_in_them_and_nobody_else(monkeypatch: Patch) -> None:
    no_towns(monkeypatch)
    for place in board.numbers(board.K_HEXES):
        st = field({"tu-1": place, "bi-16bd": KUT})
        assert fed(st, "tu-1")
        assert not fed(field({"bi-16bd": place}), "bi-16bd") or sources.WAYS.within(
            sources.BASRA | sources.ABADAN, board.LAND, 4
        ) & hexes(place)
    outside = board.NUMBER[
        bits(
            sources.WAYS.step(board.K_HEXES)
            & board.LAND
            & ~board.K_HEXES
            & ~hexes(KUT)
            & ~sources.WAYS.within(board.CP_EDGE_NEAR_EAST, board.LAND, 4)
        )[0]
    ]
    assert not fed(field({"tu-1": outside}), "tu-1")


@rule("tgw.14.23a")
def test_besieged_kut_lives_on_its_stores(monkeypatch: Patch) -> None:
    """Even with a line open: the siege alone decides."""
    no_towns(monkeypatch, KUT, "N2252")
    st = field({"bi-16bd": KUT}, allied=["N2252", KUT])
    st.set_flag("kut")
    assert supply.status(st, roster.UNIT["bi-16bd"]) == supply.REGULAR
    st.put(roster.UNIT["tu-1"], bits(board.K_HEXES)[0])
    assert supply.status(st, roster.UNIT["bi-16bd"]) == supply.FORTRESS


# -- the pipeline (tgw.11.53)
# --------------------------------------------------------------------------------------------------------

ROMANI, STATION, ARISH, RAFA = "N4011", "N3611", "N3311", "N3112"


@rule("tgw.11.53a")
def test_sinai_towns_ahead_of_the_pipeline_serve_only_who_is_in_them(monkeypatch: Patch) -> None:
    no_towns(monkeypatch, ROMANI, STATION, ARISH, RAFA)
    beside = away(
        hexes(ARISH),
        1,
        fronts.FRONT[fronts.EGYPT] & ~sources.WAYS.within(board.WEST_OF_CANAL | hexes(STATION, RAFA, ROMANI), board.LAND, 1),
    )
    st = field({"bp-1alhbd": ARISH, "bp-2alhbd": beside}, allied=[ROMANI, STATION, ARISH])
    far = sources.WAYS.within(board.WEST_OF_CANAL, board.LAND, 4)
    assert not far & hexes(beside)
    st.pipeline = board.INDEX[ROMANI]
    assert fed(st, "bp-1alhbd")
    if not sources.WAYS.within(hexes(ROMANI), board.LAND, 4) & hexes(beside):
        assert not fed(st, "bp-2alhbd")
    st.pipeline = board.INDEX[ARISH]
    assert fed(st, "bp-2alhbd")


@rule("tgw.11.53b")
def test_the_pipeline_does_not_matter_to_the_turks(monkeypatch: Patch) -> None:
    no_towns(monkeypatch, ARISH, "N2711", "N1728")
    beside = away(hexes(ARISH), 2, fronts.FRONT[fronts.EGYPT] & board.EGYPT & ~sources.WAYS.within(hexes("N2711"), board.LAND, 4))
    st = field({"tu-1": beside}, central=[ARISH, "N2711", beside])
    assert fed(st, "tu-1")


@rule("tgw.11.53c", "tgw.11.53d", "tgw.11.53e", "tgw.11.53.ex1")
def test_the_pipeline_grows_town_by_town_from_the_west() -> None:
    st = field({"bp-1alhbd": ARISH, "bp-2alhbd": ROMANI})
    s = session(st, Pipeline(), Pipeline())
    assert texts(s) == ["keep", f"lay {ROMANI}"]
    play(s, f"lay {ROMANI}")
    assert s.over, "N3611 is not held, so N3311 cannot be reached, and one town a Strategic Turn is all"
    st.put(roster.UNIT["bp-3alhbd"], board.INDEX[STATION])
    s = session(st, Pipeline())
    assert texts(s) == ["keep", f"lay {STATION}"]
    play(s, f"lay {STATION}")
    s = session(st, Pipeline())
    assert texts(s) == ["keep", f"lay {ARISH}"]
    play(s, "keep")
    assert st.pipeline == board.INDEX[STATION]


@rule("tgw.11.53f", "tgw.11.53g")
def test_the_enemy_pushes_the_pipeline_back() -> None:
    st = field(pipeline=board.INDEX[RAFA])
    st.put(roster.UNIT["tu-1"], board.INDEX["N3512"])
    s = session(st)
    forts.cut_pipeline(s)
    assert board.NUMBER[st.pipeline] == STATION
    assert forts.next_pipeline(st) == 0, "the next town must be held and built anew"
    st.put(roster.UNIT["tu-1"], board.INDEX["N4111"])
    forts.cut_pipeline(s)
    assert st.pipeline == 0 and sources.barred_towns(st, tables.ALLIED) & hexes(ROMANI)
    st = field(pipeline=board.INDEX[RAFA])
    st.put(roster.UNIT["tu-1"], board.INDEX[STATION])
    forts.cut_pipeline(session(st))
    assert board.NUMBER[st.pipeline] == ROMANI, "the town in which the enemy stands is lost too"
    st = field({"tu-1": "N2913"}, pipeline=board.INDEX[RAFA])
    forts.cut_pipeline(session(st))
    assert board.NUMBER[st.pipeline] == RAFA, "an enemy east of it does nothing"


# -- want of supply (tgw.11.1, tgw.11.8)
# ---------------------------------------------------------------------------------------------------


def starved(monkeypatch: Patch) -> State:
    no_towns(monkeypatch)
    far = away(sources.ultimate(field(), sources.CENTRAL), 9, board.FRANCE & ~board.FORTS)
    return field({"ge-1 ge-2 ge-1r": far})


@rule("tgw.11.12b", "tgw.11.83a", "tgw.11.12a")
def test_factors_out_of_supply_are_halved_together_and_rounded_up(monkeypatch: Patch) -> None:
    st = starved(monkeypatch)
    units = roster.unit_mask(["ge-1", "ge-2", "ge-1r"])
    attack = sum(roster.ATTACK[u] for u in bits(units))
    assert attack % 2, "an odd sum shows the rounding"
    assert strength.total(st, units, strength.ATTACK) == (attack + 1) // 2
    assert strength.total(st, units, strength.DEFENCE) == (sum(roster.DEFENCE[u] for u in bits(units)) + 1) // 2
    st.seize(board.FRANCE, tables.CENTRAL)
    monkeypatch.setattr(board, "SETTLED", board.CITY | board.TOWN)
    assert strength.total(st, units, strength.ATTACK) == attack, "judged at the instant of combat"


@rule("tgw.11.12c")
def test_no_unit_falls_below_one(monkeypatch: Patch) -> None:
    """Three units of one are worth three, not two (E51)."""
    assert strength.halved(3, 3) == 3 and strength.halved(5, 3) == 3 and strength.halved(1, 1) == 1 and strength.halved(9, 3) == 5


@rule("tgw.11.13a", "tgw.11.84a", "tgw.4.2.5d")
def test_attrition_kills_both_sides_everywhere(monkeypatch: Patch) -> None:
    no_towns(monkeypatch)
    far = away(sources.ultimate(field(), sources.CENTRAL), 9, board.FRANCE & ~board.FORTS)
    lost = away(board.RUSSIAN_EDGE, 9, board.RUSSIA & fronts.FRONT[fronts.EAST] & ~board.FORTS)
    st = field({"ge-1": far, "ru-1": lost, "ge-2": "W6830"})
    s = session(st, supply.Attrition())
    assert st.at[roster.UNIT["ge-1"]] == DEAD and st.at[roster.UNIT["ru-1"]] == DEAD, "they may be bought back"
    assert st.at[roster.UNIT["ge-2"]] == board.INDEX["W6830"]
    assert keys(s).count("starved") == 2


@rule("tgw.11.85a", "tgw.11.0a")
def test_a_hex_is_supplied_for_a_nation_or_not(monkeypatch: Patch) -> None:
    st = starved(monkeypatch)
    assert supply.hex_supplied(st, tables.GE, board.INDEX["W6830"]) and not supply.hex_supplied(
        st, tables.GE, st.at[roster.UNIT["ge-1"]]
    )
    assert not supply.hex_supplied(st, tables.FR, board.INDEX["W6830"])


@rule("tgw.7.12a")
def test_nobody_starves_where_the_war_has_not_come() -> None:
    st = field({"ru-20": "N3938", "br-10in": "N4309"}, turn=3, letter="A")
    st.seize(board.NEAR_EAST, tables.NEUTRAL)
    assert not supply.starving(st)


@rule("tgw.11.0a")
def test_neutrals_want_for_nothing() -> None:
    st = field()
    st.set_side(tables.TU, tables.NEUTRAL)
    st.put(roster.UNIT["tu-1"], board.INDEX["N1540"])
    assert fed(st, "tu-1") and not supply.starving(st)


@rule("tgw.8.26a", "tgw.11.44a", "tgw.7.13a")
def test_a_port_of_the_channel_feeds_whoever_enters_it() -> None:
    """Control changes the instant a unit comes in: an empty port of the enemy is no place of want."""
    st = field({}, forts=False)
    ostend, antwerp = board.mask("W6912"), board.mask("W6819")
    st.seize(board.BELGIUM, CP)
    assert sources.occupied(st, roster.UNIT["fr-1"]) & ostend
    assert not sources.occupied(st, roster.UNIT["fr-1"]) & antwerp, "its way to the sea is closed"
    st.seize(board.PORT_WAYS[board.INDEX["W6819"]] & ~antwerp, A)
    assert sources.occupied(st, roster.UNIT["fr-1"]) & antwerp
    assert not sources.radius(st, roster.UNIT["br-1"]) & (antwerp | ostend), "for those around it somebody must have come in"


@rule("tgw.11.53f")
def test_a_raid_behind_the_pipeline_cuts_it_at_once() -> None:
    """Whoever held the hex before: a CP unit has entered one west of the marker."""
    east, west = (
        board.INDEX["N3311"],
        next(i for i in bits(board.SINAI & board.LAND & board.DESERT) if board.NUMBER[i][1:3] == "37"),
    )
    st = field({"tu-10": board.NUMBER[west]}, turn=20, letter="H")
    st.pipeline = east
    st.seize(board.SINAI, CP)
    control.enter(session(st), 1 << roster.UNIT["tu-10"], (west,))
    assert board.NUMBER[st.pipeline] == "N4011"


@rule("tgw.11.53f")
def test_a_march_past_the_pipeline_cuts_it() -> None:
    """It is enough to have entered the hex: who goes on eastward has been there."""
    west, east = board.INDEX["N3711"], board.INDEX["N2812"]
    st = field({"tu-10": board.NUMBER[east]}, turn=20, letter="H")
    st.pipeline = board.INDEX["N3311"]
    control.enter(session(st), 1 << roster.UNIT["tu-10"], (west, east))
    assert board.NUMBER[st.pipeline] == "N4011"


@rule("tgw.11.53f", "tgw.11.53c")
def test_a_pipeline_laid_past_an_enemy_is_cut_at_the_end_of_the_letter() -> None:
    """Q10: a Turk who already stood west of the marker did not enter; he is found there."""
    west = next(n for n in board.numbers(board.FRONT["NE"] & board.SINAI) if n[1:3] == "38")
    st = war({"tu-26": west}, turn=30, letter="L", pipeline=board.INDEX["N3611"])
    s = game(st, pipeline.Pipeline())
    assert st.pipeline == board.INDEX["N4011"] and "pipeline-cut" in keys(s)
