"""Lines of supply, what blocks them, and the same from the book alone (tgw.11.2, tgw.11.6)."""

from __future__ import annotations

import random

import pytest

import firestep
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.movement import areas
from firestep.games.tgw.state import DEAD, State
from firestep.games.tgw.supply import sources, supply
from firestep.hexmap.grid import bits
from firestep.testing import rule
from games.tgw.positions import field, hexes
from games.tgw.supply_kit import Patch, away, fed, no_towns
from games.tgw.supply_kit import _forget as _forget

# -- lines (tgw.11.2) --------------------------------------------------------------------------------------------------------------


@rule("tgw.11.21a", "tgw.11.0a")
@pytest.mark.parametrize(("steps", "in_supply"), [(0, True), (4, True), (5, False)])
def test_a_source_serves_four_hexes_away(monkeypatch: Patch, steps: int, in_supply: bool) -> None:
    no_towns(monkeypatch)
    source = sources.ultimate(field(), sources.CENTRAL) & fronts.FRONT[fronts.WEST]
    where = away(source, steps, board.GERMANY | board.FRANCE | board.BELGIUM) if steps else "W6830"
    assert fed(field({"ge-1": where}), "ge-1") is in_supply


@rule("tgw.11.21b")
@pytest.mark.parametrize(
    ("unit", "steps", "in_supply"), [("tu-hq4", 6, True), ("tu-hq4", 7, False), ("tu-1", 5, False), ("tu-1", 4, True)]
)
def test_headquarters_reach_six_in_the_near_east(monkeypatch: Patch, unit: str, steps: int, in_supply: bool) -> None:
    no_towns(monkeypatch)
    where = away(
        board.CP_EDGE_NEAR_EAST & fronts.FRONT[fronts.CAUCASUS],
        steps,
        board.OTTOMAN & fronts.FRONT[fronts.CAUCASUS] & ~sources.BLACK_SEA_COAST,
    )
    assert fed(field({unit: where}), unit) is in_supply


@rule("tgw.11.21b")
def test_headquarters_reach_four_in_europe(monkeypatch: Patch) -> None:
    no_towns(monkeypatch)
    where = away(
        sources.ultimate(field(), sources.CENTRAL) & fronts.FRONT[fronts.WEST], 5, board.FRANCE | board.GERMANY | board.BELGIUM
    )
    assert not fed(field({"ge-hq1": where}), "ge-hq1")


@rule("tgw.11.22a", "tgw.11.22b", "tgw.11.2a")
@pytest.mark.parametrize(("steps", "in_supply"), [(4, True), (5, False)])
def test_a_friendly_town_lengthens_the_line(monkeypatch: Patch, steps: int, in_supply: bool) -> None:
    no_towns(monkeypatch, "W5515")
    town = hexes("W5515")
    source = sources.ultimate(field(), sources.CENTRAL)
    far = board.FRANCE & ~sources.WAYS.within(source | town, board.LAND, steps - 1)
    where = away(town, steps, far)
    assert fed(field({"ge-1": where}, central=["W5515"]), "ge-1") is in_supply
    assert not fed(field({"ge-1": where}), "ge-1"), "an enemy town is no link"


@rule("tgw.11.22b", "tgw.11.2a")
def test_a_town_that_is_cut_off_is_no_link(monkeypatch: Patch) -> None:
    no_towns(monkeypatch, "W5515")
    around = dict(zip((f"fr-{k}" for k in range(1, 7)), board.ATLAS.neighbours("W5515"), strict=True))
    st = field({"ge-1": "W5515"} | around, central=["W5515"])
    assert not fed(st, "ge-1")


@rule("tgw.11.2a")
def test_one_link_only(monkeypatch: Patch) -> None:
    """A headquarters is no town: a unit five hexes from a town that an HQ could reach is not fed by both (E60)."""
    no_towns(monkeypatch, "W5515")
    town = hexes("W5515")
    where = away(town, 6, board.FRANCE & ~sources.WAYS.within(sources.ultimate(field(), sources.CENTRAL), board.LAND, 6))
    assert not fed(field({"ge-1": where}, central=["W5515"]), "ge-1")


@rule("tgw.11.22d", "tgw.15.61a")
def test_a_headquarters_links_units_with_it_and_next_to_it(monkeypatch: Patch) -> None:
    no_towns(monkeypatch)
    source = sources.ultimate(field(), sources.CENTRAL)
    hq = away(source, 9, board.FRANCE)
    next_to = next(
        n
        for n in board.ATLAS.neighbours(hq)
        if sources.WAYS.near[board.INDEX[hq]] >> board.INDEX[n] & 1
        and not sources.WAYS.within(source, board.LAND, 4) >> board.INDEX[n] & 1
    )
    two = away(hexes(hq), 2, board.FRANCE & ~sources.WAYS.within(source, board.LAND, 6))
    st = field({"ge-hq1 ge-1": hq, "ge-2": next_to, "ge-3": two, "ah-1": next_to})
    assert fed(st, "ge-1") and fed(st, "ge-2")
    assert not fed(st, "ge-3"), "two hexes are too far"
    assert not fed(st, "ah-1"), "another nation's headquarters is none"
    st.depleted = 1 << roster.UNIT["ge-hq1"]
    assert fed(st, "ge-2"), "depleted it is a source all the same"


@rule("tgw.11.22d")
def test_a_headquarters_without_a_line_links_nobody(monkeypatch: Patch) -> None:
    no_towns(monkeypatch)
    hq = away(sources.ultimate(field(), sources.CENTRAL), 9, board.FRANCE)
    ring = dict(zip((f"fr-{k}" for k in range(1, 7)), board.ATLAS.neighbours(hq), strict=False))
    assert not fed(field({"ge-hq1 ge-1": hq} | ring), "ge-1")


@rule("tgw.11.22d")
def test_the_long_line_of_a_headquarters_is_not_its_own(monkeypatch: Patch) -> None:
    """N20, and the other reading as an option."""
    no_towns(monkeypatch)
    hq = away(sources.ultimate(field(), sources.CENTRAL), 9, board.FRANCE)
    assert not fed(field({"ge-hq1 ge-1": hq}), "ge-hq1")
    assert fed(field({"ge-hq1 ge-1": hq}, options={"hq-supply": "long"}), "ge-hq1")


@rule("tgw.11.22c")
def test_no_link_in_palestine_before_gaza_or_beersheba() -> None:
    damascus = "N1728"
    free = {"allied": [damascus, *board.numbers(board.PALESTINE & ~board.FORTS)]}
    st = field({"bp-1alhbd": damascus}, **free)  # type: ignore[arg-type]
    near = sources.WAYS.within(sources.ultimate(st, sources.BRITISH) | board.SETTLED & ~sources._NORTH & st.ctrl[0], board.LAND, 4)
    assert not near >> board.INDEX[damascus] & 1
    st.pipeline = sources.SINAI_TOWNS[-1]
    assert not fed(st, "bp-1alhbd")
    st.seize(sources.GAZA, tables.ALLIED)
    st.forts = 0
    st.derive_forts()
    assert fed(st, "bp-1alhbd")


@rule("tgw.11.24a")
def test_any_number_use_one_source() -> None:
    st = field({" ".join(f"ge-{k}" for k in range(1, 7)): "W6830", "ge-hq1": "W6830"})
    assert supply.starving(st) == 0


# -- blocks (tgw.11.6)
# ---------------------------------------------------------------------------------------------------------------


@rule("tgw.11.6a", "tgw.14.11b")
def test_enemy_units_and_forts_block_lines() -> None:
    st = field({"ge-1": "W5124"})
    open = supply._ground(st, tables.CENTRAL, supply.PLAIN)[0]
    assert not open & hexes("W5123"), "the fort of Verdun is intact"
    st.forts &= ~hexes("W5123")
    st.derive_forts()
    assert supply._ground(st, tables.CENTRAL, supply.PLAIN)[0] & hexes("W5123")
    st.put(roster.UNIT["fr-1"], board.INDEX["W5123"])
    assert not supply._ground(st, tables.CENTRAL, supply.PLAIN)[0] & hexes("W5123")
    st.put(roster.UNIT["fr-1"], DEAD)
    st.put(roster.UNIT["fr-hq1"], board.INDEX["W5123"])
    assert not supply._ground(st, tables.CENTRAL, supply.PLAIN)[0] & hexes("W5123"), "a lone headquarters is an enemy unit"
    assert supply._ground(st, tables.ALLIED, supply.PLAIN)[0] & hexes("W5123")


@rule("tgw.11.6a")
def test_empty_enemy_land_does_not_block() -> None:
    """Only units and forts do (E59)."""
    assert supply._ground(field(), tables.CENTRAL, supply.PLAIN)[0] & hexes("W5121")


@rule("tgw.11.6a")
def test_neutral_land_blocks_unless_the_option_opens_it() -> None:
    greece = board.COUNTRY["greece"]
    assert not supply._ground(field(), tables.CENTRAL, supply.PLAIN)[0] & greece
    assert supply._ground(field(options={"neutral-supply": "open"}), tables.CENTRAL, supply.PLAIN)[0] & greece


@rule("tgw.11.6a", "tgw.17.11d")
def test_a_country_that_has_just_joined_feeds_its_army() -> None:
    st = field({"it-1": board.NUMBER[bits(board.CITY & board.ITALY & fronts.FRONT[fronts.ITALY])[0]]}, at_war={"IT": tables.ALLIED})
    st.entered[tables.IT] = st.turn
    assert fed(st, "it-1") and not supply.starving(st)


@rule("tgw.11.6b")
def test_water_and_walls_block_lines_but_lakes_do_not() -> None:
    steps = {(i, j) for i in bits(board.LAND) for j in bits(sources.WAYS.near[i])}
    for i, j in (*board.SEA_SIDES, *board.IMPASSABLE):
        assert (i, j) not in steps and (j, i) not in steps
    land = [(i, j) for i, j in board.LAKE_SIDES if board.LAND >> i & 1 and board.LAND >> j & 1]
    assert land and all(p in steps for p in land)
    for i, j in board.HAFFS:
        assert (i, j) not in steps, "haffs carry no supply (N14b)"


@rule("tgw.11.6c", "tgw.15.71a")
def test_only_mountain_units_trace_over_the_alps() -> None:
    st = field(at_war={"IT": tables.ALLIED})
    alps = board.ALPINE & fronts.FRONT[fronts.ITALY]
    assert alps
    assert not supply._ground(st, tables.CENTRAL, supply.PLAIN)[0] & alps
    assert supply._ground(st, tables.CENTRAL, supply.MOUNTAIN)[0] & alps == alps
    assert supply.KIND[roster.UNIT["it-1alp"]] == supply.ALPINI and supply.KIND[roster.UNIT["it-1"]] == supply.PLAIN


@rule("tgw.11.6d", "tgw.15.71b")
def test_alpini_trace_into_the_austrian_alps_and_not_through_them() -> None:
    st = field(at_war={"IT": tables.ALLIED})
    passing, ending = supply._ground(st, tables.ALLIED, supply.ALPINI)
    assert not passing & sources.AUSTRIAN_ALPS and ending & sources.AUSTRIAN_ALPS == sources.AUSTRIAN_ALPS
    own = board.ALPINE & board.ITALY
    assert not own or passing & own == own


@rule("tgw.11.6d")
def test_a_line_ends_in_the_alps_one_step_from_passable_ground() -> None:
    st = field(at_war={"IT": tables.ALLIED})
    net = supply.net(st, sources.ITALIAN, supply.ALPINI)
    deep = sources.AUSTRIAN_ALPS & ~sources.WAYS.spread(net.passing)
    edge = sources.AUSTRIAN_ALPS & sources.WAYS.spread(net.near & net.passing)
    assert not net.near & deep
    assert net.joined & edge


@rule("tgw.12.2n")
def test_in_the_heat_lines_end_in_the_desert() -> None:
    hot = field()
    hot.weather = [tables.FAIR, tables.FAIR, tables.FAIR, tables.FAIR, tables.HOT, tables.HOT]
    passing, ending = supply._ground(hot, tables.ALLIED, supply.PLAIN)
    sand = board.DESERT & fronts.FRONT[fronts.EGYPT]
    assert sand and not passing & sand and ending & sand
    mild = supply._ground(field(), tables.ALLIED, supply.PLAIN)
    assert mild[0] & sand and not mild[1]


# -- the same from the book alone ------------------------------------------------------------------------------------------------


def slow_supplied(st: State, u: int) -> bool:
    """A plain search from the unit's hex back to towns and sources, for ordinary units: the net must agree with it."""
    side, i = st.side(u), st.at[u]
    ok = board.LAND & ~supply.blocked(st, side)
    if supply.KIND[u] == supply.PLAIN:
        ok &= ~board.ALPINE
    origins = set(bits(sources.ultimate(st, sources.class_of(st, u)) & ok))
    links = set(bits(board.SETTLED & st.ctrl[side] & ~sources.barred_towns(st, side) & ok))

    def reach(start: int, most: int) -> set[int]:
        seen, front = {start}, {start}
        for _ in range(most):
            front = {j for k in front for j in bits(sources.WAYS.near[k]) if ok >> j & 1} - seen
            if not front:
                break
            seen |= front
        return seen

    near = reach(i, 4)
    return bool(near & origins) or any(reach(town, 400) & origins for town in sorted(near & links))


@rule("tgw.11.2a", "tgw.11.21a", "tgw.11.22b", "tgw.11.6a")
@pytest.mark.parametrize("seed", range(4))
def test_nets_agree_with_a_slow_search(seed: int) -> None:
    """Armies thrown about in the west and east by chance."""
    import random

    rng = random.Random(seed)
    units = [
        u
        for n in (tables.GE, tables.FR, tables.AH, tables.RU)
        for u in rng.sample(bits(roster.CORPS[n] & roster.INFANTRY & roster.EUROPE), 25)
    ]
    st = field()
    for front, here in ((fronts.WEST, (tables.GE, tables.FR)), (fronts.EAST, (tables.AH, tables.RU))):
        land = bits(
            board.LAND & fronts.FRONT[front] & ~board.ALPINE & ~board.FORTS & ~board.PORT & ~board.LANDINGS & ~areas.closed(st)
        )
        for u in units:
            if roster.NATION_OF[u] in here:
                hex = rng.choice(land)
                if not st.occ[1 - st.side(u)] >> hex & 1:
                    st.put(u, hex)
                    st.seize(1 << hex, st.side(u))
    for u in units:
        if (
            st.at[u] > 0
            and not sources.occupied(st, u) >> st.at[u] & 1
            and not supply._ring(sources.radius(st, u), supply.net(st, sources.class_of(st, u))) >> st.at[u] & 1
            and not board.SETTLED >> st.at[u] & 1
        ):
            assert supply.supplied(st, u) == slow_supplied(st, u), (roster.UNITS[u], board.NUMBER[st.at[u]])


@pytest.mark.parametrize("seed", range(3))
def test_only_watched_hexes_matter_to_supply(seed: int) -> None:
    """Who controls a hex that no rule of supply asks about changes nothing: what is remembered then still holds."""
    rng = random.Random(seed)
    s = firestep.start("tgw", scenario=rng.choice(("1915", "1917")), seed=seed)
    st = s.state
    units = [u for (n, hq, mountain), u in sorted(supply.EXAMPLE.items()) if st.allegiance[n] != tables.NEUTRAL]
    before = {u: supply.ground(st, u) for u in units}
    free = bits(board.LAND & ~sources.WATCHED & ~areas.closed(st))
    for i in rng.sample(free, 200):
        st.seize(1 << i, rng.choice((tables.ALLIED, tables.CENTRAL)))
    st.memo.clear()
    assert {u: supply.ground(st, u) for u in units} == before
