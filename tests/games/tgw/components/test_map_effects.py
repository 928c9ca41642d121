"""What was designed on the maps must not empty a rule: for each feature that a rule depends on, its answer differs with and
without the feature, and what the rule takes for possible is possible."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firestep.games.tgw.combat import attackers, cavalry, shifts
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.movement import movement_costs
from firestep.games.tgw.movement.weather import COLUMN
from firestep.games.tgw.state import Fight, State
from firestep.games.tgw.supply import sources, supply
from firestep.games.tgw.supply.pipeline import Pipeline
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw import plain
from games.tgw.positions import field
from games.tgw.random_positions import table

A, CP = tables.ALLIED, tables.CENTRAL
EGYPT = board.FRONT["NE"]
#: the neighbours of Gaza and Beersheba from which the British attack them
BEFORE_GAZA = board.mask("N3012", "N2912")
BEFORE_BEERSHEBA = board.mask("N2812", "N2811")
ROMANI, STATION, EL_ARISH, RAFA = sources.SINAI_TOWNS


def palestine(pipeline: int = 0, hot: bool = False, allied: int = board.EGYPT, garrisons: int = 0) -> State:
    """The Egyptian Front with some ground in Allied hands, British in some hexes, and the pipeline at a town."""
    st = field({}, turn=30, forts=False)
    st.seize(board.OTTOMAN & EGYPT, CP)
    st.seize(allied, A)
    st.pipeline = pipeline
    st.weather[fronts.EGYPT] = st.weather[fronts.IRAQ] = tables.HOT if hot else tables.FAIR
    divisions = iter(bits(roster.CORPS[tables.BR] & roster.DIVISION))
    for i in bits(garrisons):
        st.put(next(divisions), i)
    return st


def british(st: State) -> int:
    return supply.fed(st, tables.BR)


# -- the pipeline (tgw.11.53)
# --------------------------------------------------------------------------------------------------------


@rule("tgw.11.53a")
@pytest.mark.parametrize("held", [0, sum(1 << i for i in sources.SINAI_TOWNS)], ids=["empty", "with a unit in every town"])
def test_without_the_pipeline_nobody_lives_before_gaza(held: int) -> None:
    """All of Egypt is Allied, as in August 1914."""
    st = palestine(garrisons=held)
    assert not british(st) & (BEFORE_GAZA | BEFORE_BEERSHEBA)
    road = board.mask("N3911", "N3811", "N3511", "N3411", "N3212", "N3111", "N3209", "N3009")
    assert not british(st) & road & ~sources.WAYS.within(board.WEST_OF_CANAL, board.LAND, 4), "only the canal feeds Sinai"


@rule("tgw.11.53a", "tgw.12.2n")
@pytest.mark.parametrize("hot", [False, True], ids=["fair", "hot"])
def test_each_length_of_the_pipeline_feeds_more_of_the_road(hot: bool) -> None:
    fed = [british(palestine(at, hot)) & (board.SINAI | board.PALESTINE) for at in (0, *sources.SINAI_TOWNS)]
    assert all(one < two and not one & ~two for one, two in pairwise(fed))
    assert len(set(fed)) == 5
    assert fed[3] & BEFORE_GAZA == BEFORE_GAZA, "El Arish feeds who attacks Gaza"
    assert fed[4] & (BEFORE_GAZA | BEFORE_BEERSHEBA) == BEFORE_GAZA | BEFORE_BEERSHEBA, "Rafa who attacks Beersheba too"


@rule("tgw.11.53c", "tgw.11.53d", "tgw.11.53e")
def test_it_takes_four_strategic_turns_to_lay() -> None:
    st = palestine(garrisons=sum(1 << i for i in sources.SINAI_TOWNS))
    laid = []
    for _ in range(4):
        s = table(st, Pipeline())
        (lay,) = [x for x in texts(s) if x.startswith("lay")]
        play(s, lay)
        assert s.decision is None, "one town in a Strategic Turn"
        st = s.state
        laid.append(st.pipeline)
    assert laid == list(sources.SINAI_TOWNS) and british(st) & BEFORE_GAZA


@rule("tgw.11.53a")
def test_no_town_of_sinai_but_those_of_the_rule_feeds_the_allies() -> None:
    east = (board.SETTLED & (board.SINAI | board.EGYPT)) & ~board.WEST_OF_CANAL
    assert board.numbers(east) == sorted(board.NUMBER[i] for i in sources.SINAI_TOWNS)


@rule("tgw.11.22c")
def test_towns_north_of_gaza_feed_nobody_before_it_falls() -> None:
    """The rule has an effect: with Gaza the towns of Judaea and Syria serve, without it they do not."""
    held = board.EGYPT | board.PALESTINE & ~(sources.GAZA | sources.BEERSHEBA)
    before, after = british(palestine(RAFA, allied=held)), british(palestine(RAFA, allied=held | sources.GAZA))
    assert (after & ~before & board.PALESTINE).bit_count() > 100


# -- hot weather (tgw.12.2)
# ----------------------------------------------------------------------------------------------------------


@rule("tgw.12.2n")
@pytest.mark.parametrize("place", ["N2418", "N1728", "N2430", "N2913", "N2711", "N3112"])
def test_what_the_british_hold_in_palestine_they_can_hold_in_summer(place: str) -> None:
    """All up to that place is Allied, and the pipeline is at Rafa."""
    i = board.INDEX[place]
    st = palestine(RAFA, hot=True, allied=board.EGYPT | board.PALESTINE)
    assert british(st) >> i & 1, f"{board.place_name(i)} starves in June"


@rule("tgw.12.2n", "tgw.18.11a")
@pytest.mark.parametrize("hot", [False, True], ids=["fair", "hot"])
@pytest.mark.parametrize(("side", "nation"), [(A, tables.BR), (A, tables.RU), (CP, tables.TU)], ids=["BR", "RU", "TU"])
def test_every_prize_of_the_near_east_can_be_held_in_supply(side: int, nation: int, hot: bool) -> None:
    """Cities, victory and surrender hexes are there to be taken: with the ground behind them each is in supply, on the fronts on
    which the nation has sources."""
    st = field({}, turn=30, forts=False)
    st.set_flag("pef-sent")
    st.seize(board.NEAR_EAST, side)
    st.pipeline = RAFA
    for front in (fronts.IRAQ, fronts.EGYPT):
        st.weather[front] = tables.HOT if hot else tables.FAIR
    front_set = {
        tables.BR: (fronts.EGYPT, fronts.IRAQ),
        tables.RU: (fronts.CAUCASUS,),
        tables.TU: (fronts.CAUCASUS, fronts.IRAQ, fronts.EGYPT),
    }[nation]
    prizes = (
        board.CITY | board.VICTORY & ~board.WEST_OF_CANAL | board.SURRENDER
    )  # of the land beyond the canal every hex is a victory hex
    prizes &= board.LAND & sum(fronts.FRONT[f] for f in front_set)
    assert board.numbers(prizes & ~supply.fed(st, nation)) == []


@rule("tgw.12.2n")
@pytest.mark.parametrize("front", [fronts.EGYPT, fronts.IRAQ])
def test_hot_weather_cuts_lines_through_desert(front: int) -> None:
    """It has an effect on each front that it comes to: some ground is in supply in fair weather alone, and it is desert or behind
    desert."""
    fed = []
    for hot in (tables.FAIR, tables.HOT):
        st = field({}, turn=30, forts=False)
        st.seize(fronts.FRONT[front], A)
        st.pipeline = RAFA
        st.weather[front] = hot
        fed.append(supply.fed(st, tables.BR) & fronts.FRONT[front])
    assert fed[0] & ~fed[1] & board.DESERT and not fed[1] & ~fed[0]


@rule("tgw.12.2n", "tgw.17.31j")
def test_the_turks_reach_the_canal_in_supply() -> None:
    """With the towns of the coast they live on its east bank, in summer too: the pipeline is nothing to them (tgw.11.53b)."""
    st = palestine(hot=True, allied=board.WEST_OF_CANAL)
    st.seize(board.SINAI & ~board.WEST_OF_CANAL, CP)
    bank = board.ATLAS.dilate(board.WEST_OF_CANAL) & board.LAND & ~board.WEST_OF_CANAL
    assert (supply.fed(st, tables.TU) & bank).bit_count() >= 3


# -- sides of hexes (tgw.8.24, tgw.8.33 to tgw.8.35, tgw.10.15, tgw.10.44)
# -----------------------------------------------------------------------------


def crossed(front: int, weather: int, i: int, j: int) -> int | None:
    low = movement_costs.LOW[front]
    return movement_costs.costs_of_front(front, movement_costs.effective(front, weather), movement_costs.FOOT).cost(
        i - low, j - low
    )


@rule("tgw.8.24a", "tgw.10.15a")
def test_barred_sides_bar() -> None:
    for i, j in (*board.SEA_SIDES, *board.IMPASSABLE):
        if frozenset((i, j)) in {frozenset(p) for p in board.HAFFS} or not (board.LAND >> i & board.LAND >> j & 1):
            continue
        for one, two in ((i, j), (j, i)):
            assert all(crossed(fronts.FRONT_AT[one], w, one, two) is None for w in (tables.FAIR, tables.SNOW)), (
                board.NUMBER[one],
                board.NUMBER[two],
            )
            assert not attackers.NEAR[one] >> two & 1 and not sources.WAYS.near[one] >> two & 1


@rule("tgw.8.34a", "tgw.8.34b", "tgw.10.44a")
def test_every_river_counts() -> None:
    for i, j in board.RIVERS:
        front = fronts.FRONT_AT[i]
        fair, wet = (crossed(front, w, i, j) for w in (tables.FAIR, tables.WET))
        if fair is not None and wet is not None and front not in (fronts.EGYPT, fronts.IRAQ):
            assert wet == fair + 1 + (board.FLOOD >> j & 1), (board.NUMBER[i], board.NUMBER[j])
        assert shifts.RIVER_NEAR.get(i, 0) >> j & 1 or not board.LAND >> j & board.LAND >> i & 1


@rule("tgw.8.34d", "tgw.8.34c")
@pytest.mark.parametrize("front", [fronts.WEST, fronts.ITALY, fronts.EAST, fronts.CAUCASUS])
def test_ice_opens_ways_on_every_front_with_lakes(front: int) -> None:
    lakes = board.LAKE & fronts.FRONT[front] or any(fronts.FRONT_AT[i] == front for i, _ in board.LAKE_SIDES)
    if lakes:
        new = [p for p in board.FROZEN_STEPS if fronts.FRONT_AT[p[0]] == front]
        assert any(crossed(front, tables.SNOW, *p) and not crossed(front, tables.FAIR, *p) for p in new)


@rule("tgw.8.33a", "tgw.8.33b")
def test_every_pass_is_cheaper_along_its_course_but_for_snow() -> None:
    for i, j in board.PASSES:
        for one, two in ((i, j), (j, i)):
            if board.PASS >> two & 1:
                assert (crossed(fronts.EAST, tables.FAIR, one, two), crossed(fronts.EAST, tables.SNOW, one, two)) == (1, 2), (
                    board.NUMBER[one],
                    board.NUMBER[two],
                )


@rule("tgw.10.42a", "tgw.12.2a", "tgw.12.2g")
def test_every_ground_of_the_weather_rules_lies_where_that_weather_comes() -> None:
    """Wet and Snow come to Europe and the Caucasus, Hot to Iraq and Egypt."""
    cold = fronts.FRONT[fronts.WEST] | fronts.FRONT[fronts.ITALY] | fronts.FRONT[fronts.EAST] | fronts.FRONT[fronts.CAUCASUS]
    for ground in (board.FOREST, board.FLOOD, board.MOUNTAIN, board.PASS, board.ALPINE):
        assert ground & cold
    for front in (fronts.IRAQ, fronts.EGYPT):
        assert board.DESERT & fronts.FRONT[front] and any(row[COLUMN[front]] == tables.HOT for row in tables.PRINTED)


# -- ports and their ways (tgw.11.4)
# -------------------------------------------------------------------------------------------------


@rule("tgw.11.44c")
@pytest.mark.parametrize("port", sorted(board.PORT_WAYS), ids=lambda i: board.NAME[i])
def test_every_hex_of_the_way_to_an_inland_port_closes_it(port: int) -> None:
    st = field({}, turn=20, allied=[board.NUMBER[port], *board.numbers(board.PORT_WAYS[port])])
    assert sources.open_ports(st) >> port & 1
    for i in bits(board.PORT_WAYS[port]):
        lost = st.copy()
        lost.seize(1 << i, CP)
        assert not sources.open_ports(lost) >> port & 1, board.NUMBER[i]


@rule("tgw.11.41a", "tgw.11.42a", "tgw.11.43a", "tgw.11.44a", "tgw.11.45a")
def test_every_port_of_a_rule_feeds_whoever_stands_in_it_where_nothing_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a map without towns: in each of these ports a unit lives that the rule names."""
    monkeypatch.setattr(board, "SETTLED", 0)
    supply._rings.clear()
    st = field({}, turn=20, forts=False)
    st.seize(sources.CONSTANTINOPLE, A)
    for nation, ports in (
        (tables.GE, sources.BALTIC_PORTS),
        (tables.FR, sources.ADRIATIC_PORTS | sources.BLACK_SEA_PORTS),
        (tables.BR, sources.WESTERN_PORTS),
    ):
        st.seize(sum(board.PORT_WAYS.values()), A)
        assert board.numbers(ports & ~supply.fed(st, nation)) == []
        assert ports & ~board.ATLAS.around(sources.ultimate(st, sources.CENTRAL if nation == tables.GE else sources.OTHER), 4), (
            "some of them are far from a source"
        )
    assert (
        not sources.BLACK_SEA_COAST & board.SEA
        and not sources.BLACK_SEA_COAST & ~supply.fed(st, tables.TU)
        and not sources.CASPIAN_COAST & ~supply.fed(st, tables.RU)
    )
    supply._rings.clear()


# -- Kut, Gallipoli, trenches ------------------------------------------------------------------------------------------------------


@rule("tgw.14.22a", "tgw.14.24a")
@pytest.mark.parametrize("k", board.numbers(board.K_HEXES))
def test_every_k_hex_lays_siege_and_feeds_who_stands_in_it(k: str) -> None:
    turk = next(roster.UNITS[u] for u in bits(roster.CORPS[tables.TU] & roster.NEAR_EAST & roster.INFANTRY))
    st = field({"bi-16bd": board.NUMBER[board.KUT], turk: k}, turn=20)
    st.seize(board.NEAR_EAST & ~board.mask(k), A)
    assert sources.besieged(st) and supply.supplied(st, roster.UNIT[turk])
    assert not supply.supplied(st, roster.UNIT["bi-16bd"])
    st.put(roster.UNIT[turk], -1)
    assert not sources.besieged(st) and supply.supplied(st, roster.UNIT["bi-16bd"])


@rule("tgw.6.51g", "tgw.6.51h")
def test_the_beaches_are_reached_by_gallipoli_alone() -> None:
    exit = board.INDEX["E1023"]
    for i in bits(board.LANDINGS):
        near = [j for j in bits(board.ATLAS.near(i) & board.LAND) if crossed(fronts.EAST, tables.FAIR, i, j) is not None]
        assert near == [exit] and attackers.NEAR[i] == 1 << exit


@rule("tgw.6.34a")
def test_the_line_between_gaza_and_beersheba_bars_the_way() -> None:
    """Gaza, the two trench hexes and Beersheba are one line: who goes round it leaves the coast."""
    line = sources.GAZA | sources.BEERSHEBA | board.mask("N2712", "N2813")
    assert sources.WAYS.flood(sources.GAZA, line) == line


@rule("tgw.6.3g")
def test_difficult_ground_lies_where_air_interdiction_acts() -> None:
    assert (board.DIFFICULT & fronts.FRONT[fronts.EGYPT]).bit_count() > 5


@rule("tgw.15.52a", "tgw.11.53a")
def test_cavalry_does_not_take_a_town_ahead_of_the_pipeline_for_a_source() -> None:
    u = next(u for u in bits(roster.CORPS[tables.BP] & roster.CAVALRY))
    st = palestine()
    st.put(u, board.INDEX["N3511"])
    fight = Fight(CP, board.INDEX["N3511"], (), (u,))
    assert not cavalry.sources(st, fight) & sum(1 << i for i in sources.SINAI_TOWNS)
    st.pipeline = EL_ARISH
    assert cavalry.sources(st, fight) >> EL_ARISH & 1 and not cavalry.sources(st, fight) >> RAFA & 1


@pytest.mark.parametrize("year", ["1915", "1916", "1917"])
def test_nobody_starves_in_the_first_summer_where_the_set_up_puts_him(year: str) -> None:
    """Players who leave every unit where it is lose none to the heat (tgw.12.2)."""
    s = plain.start(year)
    hot = next(n for n in range(s.state.turn, tables.LAST_TURN) if tables.PRINTED[n][2] == tables.HOT)
    plain.play(s, lambda s: s.state.turn > hot + 2, plain.quiet)
    assert s.state.turn > hot + 2 and "starved" not in keys(s)
