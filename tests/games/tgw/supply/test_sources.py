"""Ultimate sources and their capture (tgw.11.3, tgw.11.7)."""

from __future__ import annotations

import pytest

from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.state import ARABIA, DEAD, RESERVE, RU_TRANSIT, TRANSIT
from firestep.games.tgw.strategic import turkish_surrender
from firestep.games.tgw.supply import sources, supply
from firestep.hexmap.grid import bits
from firestep.testing import keys, rule
from games.tgw.positions import field, hexes, session
from games.tgw.supply_kit import Patch, alone, away, fed, no_towns
from games.tgw.supply_kit import _forget as _forget
from games.tgw.war import A

# -- ultimate sources (tgw.11.3) ---------------------------------------------------------------------------------------------------


@rule("tgw.11.32a", "tgw.11.31a")
@pytest.mark.parametrize("place", ["W3833", "W7034", "W6830", "W6831", "W6729", "W6730"])
def test_sources_of_the_central_powers_in_the_west(monkeypatch: Patch, place: str) -> None:
    assert sources.ultimate(field(), sources.CENTRAL) & hexes(place)
    assert alone(monkeypatch, "ah-1", place)


@rule("tgw.11.32b")
def test_sources_of_the_central_powers_in_italy(monkeypatch: Patch) -> None:
    found = sources.ultimate(field(), sources.CENTRAL) & fronts.FRONT[fronts.ITALY]
    assert found and not found & ~board.AUSTRIA and not found & board.ALPINE


@rule("tgw.11.32c")
@pytest.mark.parametrize("place", ["E3501", "E5701", "E5102", "E4304", "E3606", "E3310"])
def test_sources_of_the_central_powers_in_the_east(monkeypatch: Patch, place: str) -> None:
    if board.LAND & hexes(place):
        assert sources.ultimate(field(), sources.CENTRAL) & hexes(place)


@rule("tgw.11.32d")
@pytest.mark.parametrize(("nation", "place"), [("TU", "E1328"), ("BU", "E1819"), ("RO", "E2423")])
def test_capitals_of_those_who_join(nation: str, place: str) -> None:
    joined = field(at_war={nation: tables.CENTRAL}, central=[place])
    assert sources.ultimate(joined, sources.CENTRAL) & hexes(place)
    st = field(central=[place])
    st.set_side(tables.NATION[nation], tables.NEUTRAL)
    st.seize(hexes(place), tables.CENTRAL)
    assert not sources.ultimate(st, sources.CENTRAL) & hexes(place)


@rule("tgw.11.32e", "tgw.11.31b")
def test_sources_in_the_near_east_serve_their_own_map(monkeypatch: Patch) -> None:
    edge = board.NUMBER[bits(board.CP_EDGE_NEAR_EAST & fronts.FRONT[fronts.CAUCASUS])[0]]
    assert alone(monkeypatch, "tu-1", edge)
    far = board.NUMBER[
        bits(
            fronts.FRONT[fronts.IRAQ]
            & board.OTTOMAN
            & ~sources.WAYS.within(board.CP_EDGE_NEAR_EAST, board.LAND, 5)
            & ~board.K_HEXES
        )[0]
    ]
    assert not alone(monkeypatch, "tu-1", far)


@rule("tgw.11.32f")
@pytest.mark.parametrize(("unit", "box"), [("tu-1", ARABIA), ("tu-1", RESERVE), ("ge-1", TRANSIT), ("ru-1", RU_TRANSIT)])
def test_units_in_boxes_are_in_supply(unit: str, box: int) -> None:
    st = field()
    st.put(roster.UNIT[unit], box)
    assert fed(st, unit) and not supply.starving(st)


@rule("tgw.11.32g", "tgw.11.33o")
@pytest.mark.parametrize(("unit", "front"), [("pn-gndm", fronts.IRAQ), ("pn-spr", fronts.IRAQ)])
def test_persians_are_in_supply_in_persia(monkeypatch: Patch, unit: str, front: int) -> None:
    inside = board.NUMBER[bits(board.PERSIA & fronts.FRONT[front] & ~board.CITY)[-1]]
    outside = board.NUMBER[
        bits(
            board.OTTOMAN
            & fronts.FRONT[front]
            & ~sources.WAYS.within(board.CP_EDGE_NEAR_EAST | sources.BASRA | sources.ABADAN, board.LAND, 5)
            & ~board.K_HEXES
        )[0]
    ]
    assert alone(monkeypatch, unit, inside)
    assert not alone(monkeypatch, unit, outside)


@rule("tgw.11.33o", "tgw.15.81a", "tgw.11.0b")
def test_the_arabs_are_always_in_supply(monkeypatch: Patch) -> None:
    desert = board.NUMBER[bits(board.PALESTINE & board.DESERT)[0]]
    assert alone(monkeypatch, "ab-1ana", desert)
    assert not alone(monkeypatch, "bp-1alhbd", desert)


@rule("tgw.11.33a")
@pytest.mark.parametrize("place", ["W5701", "W3629", "W3601"])
def test_sources_of_the_allies_in_the_west(monkeypatch: Patch, place: str) -> None:
    for unit in ("fr-1", "be-1", "us-1", "it-1"):
        assert alone(monkeypatch, unit, place, at_war={"US": tables.ALLIED, "IT": tables.ALLIED})


@rule("tgw.11.33b")
def test_sources_of_the_allies_in_italy() -> None:
    st = field(at_war={"IT": tables.ALLIED})
    found = sources.ultimate(st, sources.ITALIAN) & fronts.FRONT[fronts.ITALY]
    assert found and not found & ~board.ITALY and not found & board.ALPINE


@rule("tgw.11.33c")
def test_the_russian_edge_serves_russians_and_romanians(monkeypatch: Patch) -> None:
    war = {"RO": tables.ALLIED, "IT": tables.ALLIED, "GK": tables.ALLIED}
    for place in ("E3034", "E7034"):
        if not board.LAND & hexes(place):
            continue
        assert alone(monkeypatch, "ru-1", place, at_war=war) and alone(monkeypatch, "ro-1", place, at_war=war)
        for other in ("fr-1", "br-8", "it-1", "gk-1", "sr-1don"):
            assert not alone(monkeypatch, other, place, at_war=war)
    assert alone(monkeypatch, "ru-1", "E2423", at_war=war)
    assert not alone(monkeypatch, "ru-1", "E2423", allied=["E2423"])


@rule("tgw.11.33d")
def test_the_greek_edge(monkeypatch: Patch) -> None:
    war = {"GK": tables.ALLIED}
    assert alone(monkeypatch, "gk-1", "E1012", at_war=war) and alone(monkeypatch, "gk-1", "E1016", at_war=war)
    assert not alone(monkeypatch, "fr-1", "E1012", at_war=war)


@rule("tgw.11.33e")
def test_serbs_live_on_their_towns_and_on_salonika() -> None:
    st = field({"sr-1don": "E1116"}, at_war={"GK": tables.ALLIED}, central=board.numbers(sources.SERBIA))
    home = field()
    assert sources.ultimate(home, sources.SERBIAN) & board.SETTLED & sources.SERBIA == board.SETTLED & sources.SERBIA
    assert not sources.ultimate(home, sources.OTHER) & sources.SERBIA
    assert not sources.ultimate(st, sources.SERBIAN) & sources.SALONIKA
    st.set_flag("salonika")
    assert sources.ultimate(st, sources.SERBIAN) & sources.SALONIKA


@rule("tgw.11.33f")
def test_montenegrins_at_home(monkeypatch: Patch) -> None:
    inside = board.NUMBER[bits(sources.MONTENEGRO)[0]]
    assert alone(monkeypatch, "mn-1", inside)
    assert not alone(monkeypatch, "mn-1", board.NUMBER[bits(sources.SERBIA)[0]])


@rule("tgw.11.33g", "tgw.17.4c")
def test_valona_serves_italians_once_albania_is_open(monkeypatch: Patch) -> None:
    war = {"IT": tables.ALLIED}
    no_towns(monkeypatch)
    st = field({"it-1 fr-1": "E1210"}, at_war=war)
    assert not fed(st, "it-1")
    st.set_flag("salonika")
    assert fed(st, "it-1") and not fed(st, "fr-1")
    assert not sources.ultimate(field(at_war=war, central=["E1210"], flags_set=st.flags_set), sources.ITALIAN) & sources.VALONA


@rule("tgw.11.33h")
def test_beachheads_serve_the_other_allies_after_their_events(monkeypatch: Patch) -> None:
    no_towns(monkeypatch)
    st = field({"fr-1 br-8": "E1116", "br-29": "E1022", "br-1as": "E1122"}, at_war={"TU": tables.CENTRAL})
    assert not any(fed(st, u) for u in ("fr-1", "br-8", "br-29", "br-1as"))
    st.set_flag("salonika")
    assert fed(st, "fr-1") and fed(st, "br-8") and not fed(st, "br-29")
    st.set_flag("gallipoli")
    assert fed(st, "br-29") and fed(st, "br-1as")
    st.put(roster.UNIT["ru-1"], board.INDEX["E1116"])
    assert not fed(st, "ru-1"), "Russians have sources of their own"


@rule("tgw.11.33i")
def test_an_abandoned_beachhead_is_lost_for_good(monkeypatch: Patch) -> None:
    no_towns(monkeypatch)
    st = field({"br-29": "E1022", "fr-1": "E1116"})
    st.set_flag("gallipoli")
    st.set_flag("salonika")
    s = session(st, supply.Attrition())
    assert not st.dead_sources, "held beachheads stay, and one that was never landed on is not lost"
    for u in ("br-29", "fr-1"):
        st.put(roster.UNIT[u], DEAD)
    s = session(st, supply.Attrition())
    assert st.dead_sources == hexes("E1022", "E1116") and keys(s).count("source-lost") == 2
    st.put(roster.UNIT["br-29"], board.INDEX["E1022"])
    assert not fed(st, "br-29")


@rule("tgw.11.33i")
def test_with_greece_allied_an_empty_salonika_stays_a_source() -> None:
    st = field(at_war={"GK": tables.ALLIED})
    st.set_flag("salonika")
    session(st, supply.Attrition())
    assert not st.dead_sources and sources.ultimate(st, sources.OTHER) & sources.SALONIKA
    st.seize(sources.SALONIKA, tables.CENTRAL)
    session(st, supply.Attrition())
    assert st.dead_sources == sources.SALONIKA


@rule("tgw.11.33j")
def test_the_caucasus_edge(monkeypatch: Patch) -> None:
    for place in ("N4836", "N4849"):
        if board.LAND & hexes(place):
            assert alone(monkeypatch, "ru-20", place)


@rule("tgw.11.33k")
@pytest.mark.parametrize("place", ["N2252", "N2552"])
def test_basra_and_abadan_serve_the_british(monkeypatch: Patch, place: str) -> None:
    assert alone(monkeypatch, "bi-16bd", place)
    assert not alone(monkeypatch, "ru-20", place)


@rule("tgw.11.33l")
def test_hamadan_serves_russians_after_the_expedition(monkeypatch: Patch) -> None:
    no_towns(monkeypatch)
    st = field({"ru-20 bi-16bd": "N2436"})
    assert not fed(st, "ru-20")
    st.set_flag("pef-sent")
    assert fed(st, "ru-20") and not fed(st, "bi-16bd")


@rule("tgw.11.33m")
def test_west_of_the_canal(monkeypatch: Patch) -> None:
    assert alone(monkeypatch, "bp-1alhbd", "N4410") and alone(monkeypatch, "fr-dfps", "N4410")
    assert board.WEST_OF_CANAL & ~sources.ultimate(field(), sources.OTHER) == 0


@rule("tgw.11.33n", "tgw.15.81c")
def test_armenians_and_cossacks_trace_as_russians(monkeypatch: Patch) -> None:
    place = board.NUMBER[bits(board.CAUCASUS_EDGE)[0]]
    near = board.NUMBER[bits(board.RUSSIAN_EDGE)[3]]
    for unit in ("arm-1arm", "pn-pc"):
        assert alone(monkeypatch, unit, place) and alone(monkeypatch, unit, near)


# -- capture (tgw.11.7)
# --------------------------------------------------------------------------------------------------------------


@rule("tgw.11.71a")
def test_a_source_serves_only_its_own_side() -> None:
    st = field(central=["W5701"], allied=["E5102"])
    assert not sources.ultimate(st, sources.CENTRAL) & hexes("W5701") and not sources.ultimate(st, sources.OTHER) & hexes("E5102")
    assert not sources.ultimate(st, sources.OTHER) & hexes("W5701") and not sources.ultimate(st, sources.CENTRAL) & hexes("E5102")
    assert board.SETTLED & st.ctrl[tables.ALLIED] & hexes("E5102"), "a captured city is a link for its captor"


@rule("tgw.11.71b")
@pytest.mark.parametrize(
    ("place", "cls", "side"),
    [
        ("W5701", sources.OTHER, tables.ALLIED),
        ("W7034", sources.CENTRAL, tables.CENTRAL),
        ("E1328", sources.CENTRAL, tables.CENTRAL),
        ("N2252", sources.BRITISH, tables.ALLIED),
    ],
)
def test_edges_and_ports_recover(place: str, cls: int, side: int) -> None:
    st = field(allied=[place] if side == tables.ALLIED else (), central=[place] if side == tables.CENTRAL else ())
    assert sources.ultimate(st, cls) & hexes(place)
    st.seize(hexes(place), 1 - side)
    forts.entered(session(st), board.INDEX[place], 1 - side)
    assert not sources.ultimate(st, cls) & hexes(place)
    st.seize(hexes(place), side)
    forts.entered(session(st), board.INDEX[place], side)
    assert sources.ultimate(st, cls) & hexes(place)


@rule("tgw.11.71c")
@pytest.mark.parametrize(
    ("place", "cls", "side"),
    [
        ("E5102", sources.CENTRAL, tables.CENTRAL),
        ("E3606", sources.CENTRAL, tables.CENTRAL),
        ("W6730", sources.CENTRAL, tables.CENTRAL),
    ],
)
def test_inland_sources_are_lost_for_good(place: str, cls: int, side: int) -> None:
    st = field()
    assert sources.ultimate(st, cls) & hexes(place)
    st.seize(hexes(place), 1 - side)
    forts.entered(session(st), board.INDEX[place], 1 - side)
    st.seize(hexes(place), side)
    assert not sources.ultimate(st, cls) & hexes(place)
    assert board.SETTLED & hexes(place), "a link it remains"


@rule("tgw.11.71c")
def test_serbian_towns_are_lost_for_good() -> None:
    st = field()
    town = bits(board.SETTLED & sources.SERBIA)[0]
    st.seize(1 << town, tables.CENTRAL)
    forts.entered(session(st), town, tables.CENTRAL)
    st.seize(1 << town, tables.ALLIED)
    assert not sources.ultimate(st, sources.SERBIAN) >> town & 1


@rule("tgw.11.72a")
def test_links_change_hands_any_number_of_times(monkeypatch: Patch) -> None:
    no_towns(monkeypatch, "W5515")
    where = away(
        hexes("W5515"),
        3,
        board.FRANCE & ~sources.WAYS.within(sources.ultimate(field(), sources.CENTRAL) | board.FRENCH_EDGE, board.LAND, 4),
    )
    st = field({"ge-1": where})
    for _ in range(2):
        st.seize(hexes("W5515"), tables.CENTRAL)
        forts.entered(session(st), board.INDEX["W5515"], tables.CENTRAL)
        assert fed(st, "ge-1")
        st.seize(hexes("W5515"), tables.ALLIED)
        forts.entered(session(st), board.INDEX["W5515"], tables.ALLIED)
        assert not fed(st, "ge-1")


@rule("tgw.11.32d", "tgw.5.61b")
def test_constantinople_feeds_nobody_after_the_surrender() -> None:
    """E12."""
    st = field({"ge-1": "E1327"}, turn=40, letter="O")
    st.set_flag("euro-turks")
    assert supply.supplied(st, roster.UNIT["ge-1"])
    turkish_surrender.turkey(session(st), "tgw.5.61a")
    assert not sources.ultimate(st, sources.CENTRAL) & sources.CONSTANTINOPLE


@rule("tgw.11.71c", "tgw.22.33a")
@pytest.mark.parametrize(("scenario", "serbia", "bucharest"), [("1915", False, False), ("1916", True, False), ("1917", True, True)])
def test_sources_that_fell_before_a_scenario_are_lost_for_good(scenario: str, serbia: bool, bucharest: bool) -> None:
    """Serbia was overrun in 1915, Bucharest in 1916: won back, their towns are links and no more."""
    from firestep.games import game

    state, _ = game("tgw").begin(scenario, game("tgw").settle_options({}))
    state.seize(sources.SERBIA | sources.BUCHAREST, A)
    assert bool(sources.ultimate(state, sources.SERBIAN) & sources.SERBIA) == (not serbia)
    if bucharest:
        assert not sources.ultimate(state, sources.RUSSIAN) & sources.BUCHAREST
