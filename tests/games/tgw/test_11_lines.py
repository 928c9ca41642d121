"""Lines of supply, what blocks them, and the same from the book alone (11.2, 11.6)."""

from __future__ import annotations

import random

import pytest

import firestep
from firestep.games.tgw import board as b
from firestep.games.tgw import ground as g
from firestep.games.tgw import nations, supply
from firestep.games.tgw import roster as r
from firestep.games.tgw import sources as o
from firestep.games.tgw import tables as t
from firestep.games.tgw.state import DEAD, State
from firestep.hexmap.grid import bits
from firestep.testing import rule
from games.tgw.field import field, hexes
from games.tgw.supply_kit import Patch, away, fed, no_towns
from games.tgw.supply_kit import _forget as _forget

# -- lines (11.2) --------------------------------------------------------------------------------------------------------------


@rule("tgw.11.21a", "tgw.11.0a")
@pytest.mark.parametrize(("steps", "in_supply"), [(0, True), (4, True), (5, False)])
def test_a_source_serves_four_hexes_away(monkeypatch: Patch, steps: int, in_supply: bool) -> None:
    no_towns(monkeypatch)
    source = o.ultimate(field(), o.CENTRAL) & g.FRONT[g.WEST]
    where = away(source, steps, b.GERMANY | b.FRANCE | b.BELGIUM) if steps else "W6830"
    assert fed(field({"ge-1": where}), "ge-1") is in_supply


@rule("tgw.11.21b")
@pytest.mark.parametrize(
    ("unit", "steps", "in_supply"), [("tu-hq4", 6, True), ("tu-hq4", 7, False), ("tu-1", 5, False), ("tu-1", 4, True)]
)
def test_headquarters_reach_six_in_the_near_east(monkeypatch: Patch, unit: str, steps: int, in_supply: bool) -> None:
    no_towns(monkeypatch)
    where = away(b.CP_EDGE_NEAR_EAST & g.FRONT[g.CAUCASUS], steps, b.OTTOMAN & g.FRONT[g.CAUCASUS] & ~o.BLACK_SEA_COAST)
    assert fed(field({unit: where}), unit) is in_supply


@rule("tgw.11.21b")
def test_headquarters_reach_four_in_europe(monkeypatch: Patch) -> None:
    no_towns(monkeypatch)
    where = away(o.ultimate(field(), o.CENTRAL) & g.FRONT[g.WEST], 5, b.FRANCE | b.GERMANY | b.BELGIUM)
    assert not fed(field({"ge-hq1": where}), "ge-hq1")


@rule("tgw.11.22a", "tgw.11.22b", "tgw.11.2a")
@pytest.mark.parametrize(("steps", "in_supply"), [(4, True), (5, False)])
def test_a_friendly_town_lengthens_the_line(monkeypatch: Patch, steps: int, in_supply: bool) -> None:
    no_towns(monkeypatch, "W5515")
    town = hexes("W5515")
    source = o.ultimate(field(), o.CENTRAL)
    far = b.FRANCE & ~o.WAYS.within(source | town, b.LAND, steps - 1)
    where = away(town, steps, far)
    assert fed(field({"ge-1": where}, central=["W5515"]), "ge-1") is in_supply
    assert not fed(field({"ge-1": where}), "ge-1"), "an enemy town is no link"


@rule("tgw.11.22b", "tgw.11.2a")
def test_a_town_that_is_cut_off_is_no_link(monkeypatch: Patch) -> None:
    no_towns(monkeypatch, "W5515")
    around = dict(zip((f"fr-{k}" for k in range(1, 7)), b.ATLAS.neighbours("W5515"), strict=True))
    st = field({"ge-1": "W5515"} | around, central=["W5515"])
    assert not fed(st, "ge-1")


@rule("tgw.11.2a")
def test_one_link_only(monkeypatch: Patch) -> None:
    """A headquarters is no town: a unit five hexes from a town that an HQ could reach is not fed by both (E60)."""
    no_towns(monkeypatch, "W5515")
    town = hexes("W5515")
    where = away(town, 6, b.FRANCE & ~o.WAYS.within(o.ultimate(field(), o.CENTRAL), b.LAND, 6))
    assert not fed(field({"ge-1": where}, central=["W5515"]), "ge-1")


@rule("tgw.11.22d", "tgw.15.61a")
def test_a_headquarters_links_units_with_it_and_next_to_it(monkeypatch: Patch) -> None:
    no_towns(monkeypatch)
    source = o.ultimate(field(), o.CENTRAL)
    hq = away(source, 9, b.FRANCE)
    next_to = next(
        n
        for n in b.ATLAS.neighbours(hq)
        if o.WAYS.near[b.INDEX[hq]] >> b.INDEX[n] & 1 and not o.WAYS.within(source, b.LAND, 4) >> b.INDEX[n] & 1
    )
    two = away(hexes(hq), 2, b.FRANCE & ~o.WAYS.within(source, b.LAND, 6))
    st = field({"ge-hq1 ge-1": hq, "ge-2": next_to, "ge-3": two, "ah-1": next_to})
    assert fed(st, "ge-1") and fed(st, "ge-2")
    assert not fed(st, "ge-3"), "two hexes are too far"
    assert not fed(st, "ah-1"), "another nation's headquarters is none"
    st.depleted = 1 << r.UNIT["ge-hq1"]
    assert fed(st, "ge-2"), "depleted it is a source all the same"


@rule("tgw.11.22d")
def test_a_headquarters_without_a_line_links_nobody(monkeypatch: Patch) -> None:
    no_towns(monkeypatch)
    hq = away(o.ultimate(field(), o.CENTRAL), 9, b.FRANCE)
    ring = dict(zip((f"fr-{k}" for k in range(1, 7)), b.ATLAS.neighbours(hq), strict=False))
    assert not fed(field({"ge-hq1 ge-1": hq} | ring), "ge-1")


@rule("tgw.11.22d")
def test_the_long_line_of_a_headquarters_is_not_its_own(monkeypatch: Patch) -> None:
    """N20, and the other reading as an option."""
    no_towns(monkeypatch)
    hq = away(o.ultimate(field(), o.CENTRAL), 9, b.FRANCE)
    assert not fed(field({"ge-hq1 ge-1": hq}), "ge-hq1")
    assert fed(field({"ge-hq1 ge-1": hq}, options={"hq-supply": "long"}), "ge-hq1")


@rule("tgw.11.22c")
def test_no_link_in_palestine_before_gaza_or_beersheba() -> None:
    damascus = "N1728"
    free = {"allied": [damascus, *b.numbers(b.PALESTINE & ~b.FORTS)]}
    st = field({"bp-1alhbd": damascus}, **free)  # type: ignore[arg-type]
    near = o.WAYS.within(o.ultimate(st, o.BRITISH) | b.SETTLED & ~o._NORTH & st.ctrl[0], b.LAND, 4)
    assert not near >> b.INDEX[damascus] & 1
    st.pipeline = o.SINAI_TOWNS[-1]
    assert not fed(st, "bp-1alhbd")
    st.seize(o.GAZA, t.ALLIED)
    st.forts = 0
    st.derive_forts()
    assert fed(st, "bp-1alhbd")


@rule("tgw.11.24a")
def test_any_number_use_one_source() -> None:
    st = field({" ".join(f"ge-{k}" for k in range(1, 7)): "W6830", "ge-hq1": "W6830"})
    assert supply.starving(st) == 0


# -- blocks (11.6) ---------------------------------------------------------------------------------------------------------------


@rule("tgw.11.6a", "tgw.14.11b")
def test_enemy_units_and_forts_block_lines() -> None:
    st = field({"ge-1": "W5124"})
    open = supply._ground(st, t.CENTRAL, supply.PLAIN)[0]
    assert not open & hexes("W5123"), "the fort of Verdun is intact"
    st.forts &= ~hexes("W5123")
    st.derive_forts()
    assert supply._ground(st, t.CENTRAL, supply.PLAIN)[0] & hexes("W5123")
    st.put(r.UNIT["fr-1"], b.INDEX["W5123"])
    assert not supply._ground(st, t.CENTRAL, supply.PLAIN)[0] & hexes("W5123")
    st.put(r.UNIT["fr-1"], DEAD)
    st.put(r.UNIT["fr-hq1"], b.INDEX["W5123"])
    assert not supply._ground(st, t.CENTRAL, supply.PLAIN)[0] & hexes("W5123"), "a lone headquarters is an enemy unit"
    assert supply._ground(st, t.ALLIED, supply.PLAIN)[0] & hexes("W5123")


@rule("tgw.11.6a")
def test_empty_enemy_land_does_not_block() -> None:
    """Only units and forts do (E59)."""
    assert supply._ground(field(), t.CENTRAL, supply.PLAIN)[0] & hexes("W5121")


@rule("tgw.11.6a")
def test_neutral_land_blocks_unless_the_option_opens_it() -> None:
    greece = b.COUNTRY["greece"]
    assert not supply._ground(field(), t.CENTRAL, supply.PLAIN)[0] & greece
    assert supply._ground(field(options={"neutral-supply": "open"}), t.CENTRAL, supply.PLAIN)[0] & greece


@rule("tgw.11.6a", "tgw.17.11d")
def test_a_country_that_has_just_joined_feeds_its_army() -> None:
    st = field({"it-1": b.NUMBER[bits(b.CITY & b.ITALY & g.FRONT[g.ITALY])[0]]}, at_war={"IT": t.ALLIED})
    st.entered[t.IT] = st.turn
    assert fed(st, "it-1") and not supply.starving(st)


@rule("tgw.11.6b")
def test_water_and_walls_block_lines_but_lakes_do_not() -> None:
    steps = {(i, j) for i in bits(b.LAND) for j in bits(o.WAYS.near[i])}
    for i, j in (*b.SEA_SIDES, *b.IMPASSABLE):
        assert (i, j) not in steps and (j, i) not in steps
    land = [(i, j) for i, j in b.LAKE_SIDES if b.LAND >> i & 1 and b.LAND >> j & 1]
    assert land and all(p in steps for p in land)
    for i, j in b.HAFFS:
        assert (i, j) not in steps, "haffs carry no supply (N14b)"


@rule("tgw.11.6c", "tgw.15.71a")
def test_only_mountain_units_trace_over_the_alps() -> None:
    st = field(at_war={"IT": t.ALLIED})
    alps = b.ALPINE & g.FRONT[g.ITALY]
    assert alps
    assert not supply._ground(st, t.CENTRAL, supply.PLAIN)[0] & alps
    assert supply._ground(st, t.CENTRAL, supply.MOUNTAIN)[0] & alps == alps
    assert supply.KIND[r.UNIT["it-1alp"]] == supply.ALPINI and supply.KIND[r.UNIT["it-1"]] == supply.PLAIN


@rule("tgw.11.6d", "tgw.15.71b")
def test_alpini_trace_into_the_austrian_alps_and_not_through_them() -> None:
    st = field(at_war={"IT": t.ALLIED})
    passing, ending = supply._ground(st, t.ALLIED, supply.ALPINI)
    assert not passing & o.AUSTRIAN_ALPS and ending & o.AUSTRIAN_ALPS == o.AUSTRIAN_ALPS
    own = b.ALPINE & b.ITALY
    assert not own or passing & own == own


@rule("tgw.11.6d")
def test_a_line_ends_in_the_alps_one_step_from_passable_ground() -> None:
    st = field(at_war={"IT": t.ALLIED})
    net = supply.net(st, o.ITALIAN, supply.ALPINI)
    deep = o.AUSTRIAN_ALPS & ~o.WAYS.spread(net.passing)
    edge = o.AUSTRIAN_ALPS & o.WAYS.spread(net.near & net.passing)
    assert not net.near & deep
    assert net.joined & edge


@rule("tgw.12.2n")
def test_in_the_heat_lines_end_in_the_desert() -> None:
    hot = field()
    hot.weather = [t.FAIR, t.FAIR, t.FAIR, t.FAIR, t.HOT, t.HOT]
    passing, ending = supply._ground(hot, t.ALLIED, supply.PLAIN)
    sand = b.DESERT & g.FRONT[g.EGYPT]
    assert sand and not passing & sand and ending & sand
    mild = supply._ground(field(), t.ALLIED, supply.PLAIN)
    assert mild[0] & sand and not mild[1]


# -- the same from the book alone ------------------------------------------------------------------------------------------------


def slow_supplied(st: State, u: int) -> bool:
    """A plain search from the unit's hex back to towns and sources, for ordinary units: the net must agree with it."""
    side, i = st.side(u), st.at[u]
    ok = b.LAND & ~supply.blocked(st, side)
    if supply.KIND[u] == supply.PLAIN:
        ok &= ~b.ALPINE
    sources = set(bits(o.ultimate(st, o.class_of(st, u)) & ok))
    links = set(bits(b.SETTLED & st.ctrl[side] & ~o.barred_towns(st, side) & ok))

    def reach(start: int, most: int) -> set[int]:
        seen, front = {start}, {start}
        for _ in range(most):
            front = {j for k in front for j in bits(o.WAYS.near[k]) if ok >> j & 1} - seen
            if not front:
                break
            seen |= front
        return seen

    near = reach(i, 4)
    return bool(near & sources) or any(reach(town, 400) & sources for town in sorted(near & links))


@rule("tgw.11.2a", "tgw.11.21a", "tgw.11.22b", "tgw.11.6a")
@pytest.mark.parametrize("seed", range(4))
def test_nets_agree_with_a_slow_search(seed: int) -> None:
    """Armies thrown about in the west and east by chance."""
    import random

    rng = random.Random(seed)
    units = [u for n in (t.GE, t.FR, t.AH, t.RU) for u in rng.sample(bits(r.CORPS[n] & r.INFANTRY & r.EUROPE), 25)]
    st = field()
    for front, here in ((g.WEST, (t.GE, t.FR)), (g.EAST, (t.AH, t.RU))):
        land = bits(b.LAND & g.FRONT[front] & ~b.ALPINE & ~b.FORTS & ~b.PORT & ~b.LANDINGS & ~nations.closed(st))
        for u in units:
            if r.NATION_OF[u] in here:
                hex = rng.choice(land)
                if not st.occ[1 - st.side(u)] >> hex & 1:
                    st.put(u, hex)
                    st.seize(1 << hex, st.side(u))
    for u in units:
        if (
            st.at[u] > 0
            and not o.occupied(st, u) >> st.at[u] & 1
            and not supply._ring(o.radius(st, u), supply.net(st, o.class_of(st, u))) >> st.at[u] & 1
            and not b.SETTLED >> st.at[u] & 1
        ):
            assert supply.supplied(st, u) == slow_supplied(st, u), (r.UNITS[u], b.NUMBER[st.at[u]])


@pytest.mark.parametrize("seed", range(3))
def test_only_watched_hexes_matter_to_supply(seed: int) -> None:
    """Who controls a hex that no rule of supply asks about changes nothing: what is remembered then still holds."""
    rng = random.Random(seed)
    s = firestep.start("tgw", scenario=rng.choice(("1915", "1917")), seed=seed)
    st = s.state
    units = [u for (n, hq, mountain), u in sorted(supply.EXAMPLE.items()) if st.allegiance[n] != t.NEUTRAL]
    before = {u: supply.ground(st, u) for u in units}
    free = bits(b.LAND & ~o.WATCHED & ~nations.closed(st))
    for i in rng.sample(free, 200):
        st.seize(1 << i, rng.choice((t.ALLIED, t.CENTRAL)))
    st.memo.clear()
    assert {u: supply.ground(st, u) for u in units} == before
