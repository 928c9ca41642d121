"""What was designed on the map must not empty a rule: each feature that a rule depends on makes a difference, and what the rule
takes for possible is possible."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.games.ditt import supply
from firestep.games.ditt.components import board, places, tables
from firestep.games.ditt.movement import areas, invasion
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits
from firestep.hexmap.ways import HexGraph
from firestep.testing import rule
from games.ditt.positions import pulse

WAR: dict[str, Any] = {"it": "entente", "tu": "central", "bu": "central", "rm": "entente", "us": "entente"}
#: contacts on foot with every arrow, and with none
EVERYWHERE = places.ways(places.CHANNEL | places.BALTIC_ARROWS | places.ADRIATIC_ARROW | places.GENEVA)
WALK = places.ways(0)


def war(*flags: str, turn: int = 9, **more: Any) -> State:
    """Everybody is at war, and nobody is on the map but for some units."""
    return pulse("entente", turn=turn, allegiance=WAR, units=more.pop("units", {}), flags=list(flags), **more).state


def armies(st: State, side: int) -> list[int]:
    """An Army of each nation of a side, and its Minor Forces: units differ by where they may go."""
    return [u for u in range(tables.N) if st.side(u) == side and u not in (tables.ASKARI, tables.BOER)]


def admitted(st: State, side: int) -> int:
    """Every place that some unit of a side may enter."""
    out = 0
    for u in armies(st, side):
        out |= areas.area(st, u)
    return out


# -- the desert, the Engineers, the Pipeline (ditt.6.2) -----------------------------------------------------------------------


@rule("ditt.6.2g", "ditt.6.2i", "ditt.6.2j", "ditt.9.2a")
@pytest.mark.parametrize(
    ("flag", "side", "unit", "home"), [("engineers", tables.CP, "tu-viii", "0813"), ("pipeline", tables.EP, "br-eef", "0811")]
)
def test_sinai_is_open_to_who_has_made_a_road(flag: str, side: int, unit: str, home: str) -> None:
    """Without a road nobody enters Romani, and no supply crosses it; with one the other side still does not."""
    u, romani = tables.UNIT[unit], 1 << places.ROMANI
    units = {unit: f"{home} 4"}
    for road in ("", "engineers", "pipeline"):
        st = war(*([road] if road else []), units=units, holds={"tu": ["0813"], "br": ["0811"]})
        assert bool(areas.area(st, u) & romani) == (road == flag)
        st.seize(places.ROMANI, tables.UNIT_NATION[u])
        assert bool(supply.friendly(st, tables.UNIT_NATION[u]) & romani) == (road == flag)


@rule("ditt.6.2g")
def test_every_desert_bars_somebody() -> None:
    """Beside each desert on the sheet there is ground from which an Army could enter it."""
    st = war()
    for i in bits(places.DESERT & ~places.AREAS):
        near = WALK.near[i] & places.LAND & ~places.DESERT
        able = [u for side in (tables.CP, tables.EP) for u in armies(st, side) if areas.area(st, u) & near]
        assert able or not WALK.near[i] & ~places.DESERT, places.NUMBER[i]
        arabs = [u for u in armies(st, tables.EP) + armies(st, tables.CP) if tables.UNIT_NATION[u] in (tables.SI, tables.AB)]
        assert any(not areas.closed_ground(tables.UNIT_NATION[u], False, areas.lands_key(st)) >> i & 1 for u in arabs)


# -- snow and the Alpine hex (ditt.6.2, ditt.10.3) ---------------------------------------------------------------------------------


@rule("ditt.6.2f", "ditt.10.3d")
def test_whoever_goes_between_austria_and_italy_goes_through_snow() -> None:
    """Of each two hexes in which they touch, one is a snowflake hex."""
    pairs = [(i, j) for i in bits(places.COUNTRY["Austria-Hungary"]) for j in bits(WALK.near[i] & places.COUNTRY["Italy"])]
    assert pairs and [(places.NUMBER[i], places.NUMBER[j]) for i, j in pairs if not places.SNOW & (1 << i | 1 << j)] == []


@rule("ditt.6.2l")
def test_the_alpine_hex_bars_all_but_five_armies() -> None:
    st = war()
    inside = [u for side in (tables.CP, tables.EP) for u in armies(st, side) if areas.area(st, u) & places.ALPINE]
    assert inside and all(tables.ALPINE_UNIT[u] for u in inside)
    beside = [u for u in armies(st, tables.EP) if areas.area(st, u) & WALK.step(places.ALPINE) & places.COUNTRY["Italy"]]
    assert set(beside) - set(inside)


# -- sides of hexes (ditt.6.1, ditt.8.3) -------------------------------------------------------------------------------------------


@rule("ditt.6.1l", "ditt.6.1o", "ditt.8.3e")
def test_every_arrow_joins_what_is_apart() -> None:
    """Each arrow is a step that is possible by nothing else, and one that a ruler of the sea can deny unless the chart says so."""
    for i, j in board.ARROWS:
        assert not HexGraph(board.ATLAS, board.STEPS).near[i] >> j & 1
        assert EVERYWHERE.near[i] >> j & 1 and EVERYWHERE.near[j] >> i & 1
    for key in places.LINKS:
        assert any(places.ways(key).near[i] != WALK.near[i] for i in bits(places.LAND)), key


@rule("ditt.6.1m")
def test_every_blocked_side_parts_neighbours_on_land() -> None:
    contact = places.adjacency(True)
    for i, j in (tuple(bits(sum(1 << k for k in pair))) for pair in board.BLOCKED):
        assert places.LAND >> i & places.LAND >> j & 1 and board.ATLAS.near(i) >> j & 1
        assert not EVERYWHERE.near[i] >> j & 1 and not contact.near[i] >> j & 1


@rule("ditt.9.3a", "ditt.8.3a")
@pytest.mark.parametrize("sea", range(len(tables.SEAS)), ids=tables.SEAS)
def test_each_sea_feeds_a_coast_that_no_other_sea_feeds(sea: int) -> None:
    st = war()
    st.seas = [tables.EP_RULES] * len(tables.SEAS)
    fed = supply.open_seas(st)
    st.seas[sea] = tables.CP_RULES
    lost = fed & ~supply.open_seas(st) & places.LAND
    assert lost & admitted(st, tables.EP) and lost == places.COAST[sea] & lost


# -- what can be taken (ditt.8.4, 11, ditt.12.1, ditt.13.2, ditt.14.2)
# -----------------------------------------------------------------------


@rule("ditt.12.1a", "ditt.12.1h")
@pytest.mark.parametrize("nation", [tables.NATIONS[n] for n in range(len(tables.NATIONS)) if places.CITY[n]])
def test_every_surrender_city_can_be_taken_by_an_enemy(nation: str) -> None:
    st = war()
    n = tables.NATION[nation]
    side = st.allegiance[n] if st.allegiance[n] < 2 else 1 - tables.LEAN.get(n, tables.EP)
    st.neutral = 0
    st.set_side(n, side)
    st.lands = {}
    assert places.numbers(places.CITY[n] & ~admitted(st, 1 - side)) == []


@rule("ditt.8.4a", "ditt.11.2c")
def test_every_fort_can_be_attacked() -> None:
    st = war()
    foes = {side: admitted(st, 1 - side) for side in (tables.CP, tables.EP)}
    for i, n in places.FORT_NATION.items():
        if st.allegiance[n] < 2:
            assert foes[st.allegiance[n]] >> i & 1, places.NUMBER[i]
            assert EVERYWHERE.near[i] & foes[st.allegiance[n]], places.NUMBER[i]


@rule("ditt.14.2f", "ditt.13.2e")
def test_armenians_rise_and_garrisons_stand_where_armies_go() -> None:
    st = war("collapsed")
    assert (
        places.numbers(places.CENTRES & ~admitted(war(), tables.EP))
        == []
        == places.numbers(places.CENTRES & ~admitted(war(), tables.CP))
    )
    germans = 0
    for u in tables.ARMIES_OF[tables.GE]:
        germans |= areas.area(st, u)
    assert (places.GARRISON & germans).bit_count() > 20


@rule("ditt.6.2b")
def test_the_heat_comes_to_ground_on_which_wars_are_fought() -> None:
    """Every country of the rule has land that both sides may enter."""
    st = war()
    both = admitted(st, tables.CP) & admitted(st, tables.EP)
    for land in ("Turkish Arabia", "Mesopotamia", "Hedjaz", "Aden", "Egypt", "Libya", "North Persia", "South Persia"):
        assert places.COUNTRY[land] & places.SUMMER_LANDS == places.COUNTRY[land] & places.SUMMER_LANDS & places.LAND != 0
        assert places.COUNTRY[land] & both or land == "Aden", land


# -- ways over water and into other lands (ditt.6.5, ditt.10, 11, ditt.15.11) ----------------------------------------------------


@rule("ditt.6.5g")
def test_the_sea_boundary_keeps_ships_from_coasts_within_their_reach() -> None:
    """From the Aegean a force would come to the Black Sea within ten hexes, if it could pass the boundary at the Straits."""
    med, black = "mediterranean", "black-sea"
    ways = HexGraph(board.ATLAS, [*board.sea_steps(med), *board.sea_steps(black), *board.both(board.BOUNDARIES)])
    waters = sum({1 << i for sea in (med, black) for i in bits(board.COAST[sea] | board.WATERS[sea])})
    beyond = board.COAST[black] & ~board.COAST[med]
    near = [i for i in bits(board.COAST[med] & ~board.COAST[black]) if ways.within(1 << i, waters, invasion.RANGE) & beyond]
    st = war()
    assert near and not any(invasion.sea_reach(st, i) & beyond for i in near)


@rule("ditt.10.2g")
def test_the_caspian_leads_to_shores_that_are_farther_by_land() -> None:
    """From Chalus Dunsterforce comes to Baku over the water in three hexes, and by land in no march."""
    chalus, baku = (1 << places.INDEX[n] for n in ("0825", "1125"))
    assert not WALK.within(chalus, places.LAND, 3) & baku
    assert places.caspian_ways().within(chalus, places.LAND | places.CASPIAN_WATER, 3) & baku


@rule("ditt.11.1f", "ditt.11.1d")
def test_india_is_entered_from_one_hex_alone() -> None:
    doors = places.numbers(WALK.spread(places.INDIA) & ~places.INDIA)
    assert doors == ["0425"] and admitted(war(), tables.CP) & 1 << places.INDEX["0425"]


@rule("ditt.10.6e", "ditt.15.11a", "ditt.15.11b")
def test_the_hexes_that_open_a_country_can_be_entered() -> None:
    assert areas.area(war(), tables.UNIT["ah-1"]) >> places.SAN_REMO & 1
    peace = pulse("entente", turn=9, units={}).state
    ours = {u: areas.area(peace, u) for u in armies(peace, tables.EP)}
    assert any(a >> places.ITALIAN_FLAG & 1 for a in ours.values()) and any(a >> places.ROUMANIAN_FLAG & 1 for a in ours.values())
