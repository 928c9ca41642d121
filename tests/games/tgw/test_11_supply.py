"""Supply (11): sources, links, ports, fortresses, blocks, and what want of supply does. Towns are taken off the map where a test is
about something else."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import firestep
from firestep.games.tgw import board as b
from firestep.games.tgw import forts, nations, strength, supply
from firestep.games.tgw import ground as g
from firestep.games.tgw import roster as r
from firestep.games.tgw import sources as o
from firestep.games.tgw import tables as t
from firestep.games.tgw.pipeline import Pipeline
from firestep.games.tgw.state import ARABIA, DEAD, RESERVE, RU_TRANSIT, TRANSIT, State
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw.field import field, hexes, session

Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """What was computed on a map without towns must not be remembered."""
    supply._rings.clear()
    yield
    supply._rings.clear()


def no_towns(m: Patch, *but: str) -> None:
    m.setattr(b, "SETTLED", hexes(*but))


def away(start: int, steps: int, area: int) -> str:
    """A hex of an area exactly so many steps from some, over land."""
    ways, land = o.WAYS, b.LAND & ~b.ALPINE
    found = ways.within(start, land, steps) & ~ways.within(start, land, steps - 1) & area
    return b.NUMBER[bits(found)[0]]


def fed(st: State, id: str) -> bool:
    return supply.supplied(st, r.UNIT[id])


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


# -- ultimate sources (11.3) ---------------------------------------------------------------------------------------------------


def alone(monkeypatch: Patch, id: str, place: str, **more: object) -> bool:
    """Whether a unit is in supply in a place on a map without towns."""
    no_towns(monkeypatch)
    return fed(field({id: place}, **more), id)  # type: ignore[arg-type]


@rule("tgw.11.32a", "tgw.11.31a")
@pytest.mark.parametrize("place", ["W3833", "W7034", "W6830", "W6831", "W6729", "W6730"])
def test_sources_of_the_central_powers_in_the_west(monkeypatch: Patch, place: str) -> None:
    assert o.ultimate(field(), o.CENTRAL) & hexes(place)
    assert alone(monkeypatch, "ah-1", place)


@rule("tgw.11.32b")
def test_sources_of_the_central_powers_in_italy(monkeypatch: Patch) -> None:
    found = o.ultimate(field(), o.CENTRAL) & g.FRONT[g.ITALY]
    assert found and not found & ~b.AUSTRIA and not found & b.ALPINE


@rule("tgw.11.32c")
@pytest.mark.parametrize("place", ["E3501", "E5701", "E5102", "E4304", "E3606", "E3310"])
def test_sources_of_the_central_powers_in_the_east(monkeypatch: Patch, place: str) -> None:
    if b.LAND & hexes(place):
        assert o.ultimate(field(), o.CENTRAL) & hexes(place)


@rule("tgw.11.32d")
@pytest.mark.parametrize(("nation", "place"), [("TU", "E1328"), ("BU", "E1819"), ("RO", "E2423")])
def test_capitals_of_those_who_join(nation: str, place: str) -> None:
    joined = field(at_war={nation: t.CENTRAL}, central=[place])
    assert o.ultimate(joined, o.CENTRAL) & hexes(place)
    st = field(central=[place])
    st.set_side(t.NATION[nation], t.NEUTRAL)
    st.seize(hexes(place), t.CENTRAL)
    assert not o.ultimate(st, o.CENTRAL) & hexes(place)


@rule("tgw.11.32e", "tgw.11.31b")
def test_sources_in_the_near_east_serve_their_own_map(monkeypatch: Patch) -> None:
    edge = b.NUMBER[bits(b.CP_EDGE_NEAR_EAST & g.FRONT[g.CAUCASUS])[0]]
    assert alone(monkeypatch, "tu-1", edge)
    far = b.NUMBER[bits(g.FRONT[g.IRAQ] & b.OTTOMAN & ~o.WAYS.within(b.CP_EDGE_NEAR_EAST, b.LAND, 5) & ~b.K_HEXES)[0]]
    assert not alone(monkeypatch, "tu-1", far)


@rule("tgw.11.32f")
@pytest.mark.parametrize(("unit", "box"), [("tu-1", ARABIA), ("tu-1", RESERVE), ("ge-1", TRANSIT), ("ru-1", RU_TRANSIT)])
def test_units_in_boxes_are_in_supply(unit: str, box: int) -> None:
    st = field()
    st.put(r.UNIT[unit], box)
    assert fed(st, unit) and not supply.starving(st)


@rule("tgw.11.32g", "tgw.11.33o")
@pytest.mark.parametrize(("unit", "front"), [("pn-gndm", g.IRAQ), ("pn-spr", g.IRAQ)])
def test_persians_are_in_supply_in_persia(monkeypatch: Patch, unit: str, front: int) -> None:
    inside = b.NUMBER[bits(b.PERSIA & g.FRONT[front] & ~b.CITY)[-1]]
    outside = b.NUMBER[
        bits(b.OTTOMAN & g.FRONT[front] & ~o.WAYS.within(b.CP_EDGE_NEAR_EAST | o.BASRA | o.ABADAN, b.LAND, 5) & ~b.K_HEXES)[0]
    ]
    assert alone(monkeypatch, unit, inside)
    assert not alone(monkeypatch, unit, outside)


@rule("tgw.11.33o", "tgw.15.81a", "tgw.11.0b")
def test_the_arabs_are_always_in_supply(monkeypatch: Patch) -> None:
    desert = b.NUMBER[bits(b.PALESTINE & b.DESERT)[0]]
    assert alone(monkeypatch, "ab-1ana", desert)
    assert not alone(monkeypatch, "bp-1alhbd", desert)


@rule("tgw.11.33a")
@pytest.mark.parametrize("place", ["W5701", "W3629", "W3601"])
def test_sources_of_the_allies_in_the_west(monkeypatch: Patch, place: str) -> None:
    for unit in ("fr-1", "be-1", "us-1", "it-1"):
        assert alone(monkeypatch, unit, place, at_war={"US": t.ALLIED, "IT": t.ALLIED})


@rule("tgw.11.33b")
def test_sources_of_the_allies_in_italy() -> None:
    st = field(at_war={"IT": t.ALLIED})
    found = o.ultimate(st, o.ITALIAN) & g.FRONT[g.ITALY]
    assert found and not found & ~b.ITALY and not found & b.ALPINE


@rule("tgw.11.33c")
def test_the_russian_edge_serves_russians_and_romanians(monkeypatch: Patch) -> None:
    war = {"RO": t.ALLIED, "IT": t.ALLIED, "GK": t.ALLIED}
    for place in ("E3034", "E7034"):
        if not b.LAND & hexes(place):
            continue
        assert alone(monkeypatch, "ru-1", place, at_war=war) and alone(monkeypatch, "ro-1", place, at_war=war)
        for other in ("fr-1", "br-8", "it-1", "gk-1", "sr-1don"):
            assert not alone(monkeypatch, other, place, at_war=war)
    assert alone(monkeypatch, "ru-1", "E2423", at_war=war)
    assert not alone(monkeypatch, "ru-1", "E2423", allied=["E2423"])


@rule("tgw.11.33d")
def test_the_greek_edge(monkeypatch: Patch) -> None:
    war = {"GK": t.ALLIED}
    assert alone(monkeypatch, "gk-1", "E1012", at_war=war) and alone(monkeypatch, "gk-1", "E1016", at_war=war)
    assert not alone(monkeypatch, "fr-1", "E1012", at_war=war)


@rule("tgw.11.33e")
def test_serbs_live_on_their_towns_and_on_salonika() -> None:
    st = field({"sr-1don": "E1116"}, at_war={"GK": t.ALLIED}, central=b.numbers(o.SERBIA))
    home = field()
    assert o.ultimate(home, o.SERBIAN) & b.SETTLED & o.SERBIA == b.SETTLED & o.SERBIA
    assert not o.ultimate(home, o.OTHER) & o.SERBIA
    assert not o.ultimate(st, o.SERBIAN) & o.SALONIKA
    st.set_flag("salonika")
    assert o.ultimate(st, o.SERBIAN) & o.SALONIKA


@rule("tgw.11.33f")
def test_montenegrins_at_home(monkeypatch: Patch) -> None:
    inside = b.NUMBER[bits(o.MONTENEGRO)[0]]
    assert alone(monkeypatch, "mn-1", inside)
    assert not alone(monkeypatch, "mn-1", b.NUMBER[bits(o.SERBIA)[0]])


@rule("tgw.11.33g", "tgw.17.4c")
def test_valona_serves_italians_once_albania_is_open(monkeypatch: Patch) -> None:
    war = {"IT": t.ALLIED}
    no_towns(monkeypatch)
    st = field({"it-1 fr-1": "E1210"}, at_war=war)
    assert not fed(st, "it-1")
    st.set_flag("salonika")
    assert fed(st, "it-1") and not fed(st, "fr-1")
    assert not o.ultimate(field(at_war=war, central=["E1210"], flags_set=st.flags_set), o.ITALIAN) & o.VALONA


@rule("tgw.11.33h")
def test_beachheads_serve_the_other_allies_after_their_events(monkeypatch: Patch) -> None:
    no_towns(monkeypatch)
    st = field({"fr-1 br-8": "E1116", "br-29": "E1022", "br-1as": "E1122"}, at_war={"TU": t.CENTRAL})
    assert not any(fed(st, u) for u in ("fr-1", "br-8", "br-29", "br-1as"))
    st.set_flag("salonika")
    assert fed(st, "fr-1") and fed(st, "br-8") and not fed(st, "br-29")
    st.set_flag("gallipoli")
    assert fed(st, "br-29") and fed(st, "br-1as")
    st.put(r.UNIT["ru-1"], b.INDEX["E1116"])
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
        st.put(r.UNIT[u], DEAD)
    s = session(st, supply.Attrition())
    assert st.dead_sources == hexes("E1022", "E1116") and keys(s).count("source-lost") == 2
    st.put(r.UNIT["br-29"], b.INDEX["E1022"])
    assert not fed(st, "br-29")


@rule("tgw.11.33i")
def test_with_greece_allied_an_empty_salonika_stays_a_source() -> None:
    st = field(at_war={"GK": t.ALLIED})
    st.set_flag("salonika")
    session(st, supply.Attrition())
    assert not st.dead_sources and o.ultimate(st, o.OTHER) & o.SALONIKA
    st.seize(o.SALONIKA, t.CENTRAL)
    session(st, supply.Attrition())
    assert st.dead_sources == o.SALONIKA


@rule("tgw.11.33j")
def test_the_caucasus_edge(monkeypatch: Patch) -> None:
    for place in ("N4836", "N4849"):
        if b.LAND & hexes(place):
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
    assert b.WEST_OF_CANAL & ~o.ultimate(field(), o.OTHER) == 0


@rule("tgw.11.33n", "tgw.15.81c")
def test_armenians_and_cossacks_trace_as_russians(monkeypatch: Patch) -> None:
    place = b.NUMBER[bits(b.CAUCASUS_EDGE)[0]]
    near = b.NUMBER[bits(b.RUSSIAN_EDGE)[3]]
    for unit in ("arm-1arm", "pn-pc"):
        assert alone(monkeypatch, unit, place) and alone(monkeypatch, unit, near)


# -- ports (11.4) --------------------------------------------------------------------------------------------------------------

BALTIC = ("E5205", "E5412", "E5514", "E6116", "E6120", "E6921", "E6924", "E7028", "E7030")


@rule("tgw.11.41a", "tgw.11.4b", "tgw.11.0b")
@pytest.mark.parametrize("place", BALTIC)
def test_baltic_ports_feed_germans_in_them(monkeypatch: Patch, place: str) -> None:
    around = dict(zip((f"ru-{k}" for k in (1, 2, 3, 4, 5, 6)), b.ATLAS.neighbours(place), strict=False))
    around = {u: n for u, n in around.items() if b.LAND & hexes(n)}
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
    where = away(o.KONIGSBERG, steps, b.RUSSIA_POLAND & ~o.BALTIC_PORTS)
    assert fed(field({"ge-1": where}), "ge-1") is in_supply
    assert not fed(field({"ah-1": where}), "ah-1")
    assert not fed(field({"ge-1": where}, allied=["E5514"]), "ge-1")


@rule("tgw.11.4a")
def test_a_port_is_not_traced_to_through_a_town(monkeypatch: Patch) -> None:
    where = away(o.KONIGSBERG, 5, b.RUSSIA_POLAND & ~o.BALTIC_PORTS)
    no_towns(monkeypatch, where)
    walls = {
        f"ru-{k}": n
        for k, n in zip(
            (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
            b.numbers(o.WAYS.within(o.KONIGSBERG, b.LAND, 7) & ~o.WAYS.within(o.KONIGSBERG, b.LAND, 6) & b.LAND),
            strict=False,
        )
    }
    st = field({"ge-1": where} | walls, central=[where])
    if not supply.net(st, o.CENTRAL).joined & hexes(where):
        assert not fed(st, "ge-1")
    assert supply._ring(o.KONIGSBERG, supply.net(st, o.CENTRAL)) & hexes(where) == 0


@rule("tgw.11.42a")
@pytest.mark.parametrize("place", ["E1726", "E2027", "E2328", "E3031"])
def test_black_sea_ports_need_constantinople(monkeypatch: Patch, place: str) -> None:
    war = {"BU": t.CENTRAL, "RO": t.CENTRAL}
    assert not alone(monkeypatch, "fr-1", place, at_war=war)
    assert alone(monkeypatch, "fr-1", place, at_war=war, allied=["E1328"])


@rule("tgw.11.43a")
@pytest.mark.parametrize("place", ["W2022", "W2230"])
def test_adriatic_ports(monkeypatch: Patch, place: str) -> None:
    around = {f"ah-{k}": n for k, n in zip((1, 2, 3, 4, 5, 6), b.ATLAS.neighbours(place), strict=True) if b.LAND & hexes(n)}
    no_towns(monkeypatch)
    for unit in ("it-1", "fr-1", "br-8"):
        assert fed(field({unit: place} | around, at_war={"IT": t.ALLIED}), unit)


@rule("tgw.11.44a")
def test_channel_ports_feed_all_allies_in_them(monkeypatch: Patch) -> None:
    around = {f"ge-{k}": n for k, n in zip((1, 2, 3, 4, 5, 6), b.ATLAS.neighbours("W6707"), strict=True) if b.LAND & hexes(n)}
    no_towns(monkeypatch)
    for unit in ("fr-1", "us-1", "br-8", "be-1"):
        assert fed(field({unit: "W6707"} | around, at_war={"US": t.ALLIED}), unit)
    assert not fed(field({"ah-1": "W6707"} | {u: n for u, n in around.items()}, allied=b.numbers(b.GERMANY)), "ah-1")


@rule("tgw.11.44b", "tgw.11.4a")
@pytest.mark.parametrize(
    ("unit", "steps", "in_supply"),
    [("br-8", 4, True), ("br-8", 5, False), ("be-1", 4, True), ("be-1", 5, False), ("br-1cnd", 4, True), ("fr-1", 2, False)],
)
def test_british_and_belgians_around_the_channel_ports(monkeypatch: Patch, unit: str, steps: int, in_supply: bool) -> None:
    no_towns(monkeypatch)
    ports = o.WESTERN_PORTS & ~o.ANTWERP
    area = (b.BELGIUM | b.FRANCE) & ~o.WAYS.within(b.FRENCH_EDGE, b.LAND, 5)
    where = away(ports, steps, area)
    assert fed(field({unit: where}, central=["W6918", "W6818"]), unit) is in_supply


@rule("tgw.11.44c")
@pytest.mark.parametrize(("port", "way"), [("W6819", 0), ("W5603", 0)])
def test_inland_ports_need_their_ways(monkeypatch: Patch, port: str, way: int) -> None:
    hex = b.INDEX[port]
    marked = b.numbers(b.PORT_WAYS[hex])
    no_towns(monkeypatch)
    assert o.open_ports(field()) >> hex & 1
    for n in marked:
        assert not o.open_ports(field(central=[n])) >> hex & 1, "every marked hex is needed"


@rule("tgw.11.44c", "tgw.11.44a")
def test_without_its_way_antwerp_does_not_feed_the_british_in_it(monkeypatch: Patch) -> None:
    """N17: port and radius both; the option takes the radius alone."""
    no_towns(monkeypatch)
    cut = b.numbers(b.PORT_WAYS[b.INDEX["W6819"]])
    assert fed(field({"br-8": "W6819"}), "br-8")
    assert not fed(field({"br-8": "W6819"}, central=cut), "br-8")
    assert fed(field({"br-8": "W6819"}, central=cut, options={"inland-ports": "radius"}), "br-8")


@rule("tgw.11.45a")
def test_the_coasts_of_the_caucasus(monkeypatch: Patch) -> None:
    black = b.NUMBER[bits(o.BLACK_SEA_COAST & b.OTTOMAN & ~o.WAYS.within(b.CP_EDGE_NEAR_EAST, b.LAND, 4))[0]]
    caspian = b.NUMBER[bits(o.CASPIAN_COAST & ~o.WAYS.within(b.CAUCASUS_EDGE, b.LAND, 4))[0]]
    assert alone(monkeypatch, "ru-20", black) and alone(monkeypatch, "tu-1", black)
    assert not alone(monkeypatch, "ge-75r", black)
    assert alone(monkeypatch, "ru-20", caspian)
    assert not alone(monkeypatch, "tu-1", caspian)


# -- fortresses, Antwerp, Kut (11.5) -------------------------------------------------------------------------------------------

PRZEMYSL = "E3918"


def siege(**more: object) -> State:
    """Austrians in Przemysl with Russians all around."""
    around = dict(zip((f"ru-{k}" for k in (1, 2, 3, 4, 5, 6)), b.ATLAS.neighbours(PRZEMYSL), strict=True))
    return field({"ah-1 ah-hq1": PRZEMYSL} | around, **more)  # type: ignore[arg-type]


@rule("tgw.11.51a", "tgw.14.13a")
def test_a_fortress_feeds_its_own_nation_for_defence_and_attrition() -> None:
    st = siege()
    u = r.UNIT["ah-1"]
    assert supply.status(st, u) == supply.FORTRESS and not supply.supplied(st, u)
    assert supply.fit(st, 1 << u, defending=True) and not supply.fit(st, 1 << u, defending=False)
    assert not supply.starving(st)
    st.put(r.UNIT["ge-1"], b.INDEX[PRZEMYSL])
    assert supply.status(st, r.UNIT["ge-1"]) == supply.NONE, "another nation's fort feeds nobody"
    assert supply.starving(st) == 1 << r.UNIT["ge-1"]


@rule("tgw.11.51a")
def test_a_destroyed_fort_feeds_nobody() -> None:
    st = siege(forts=False)
    assert supply.starving(st) == r.unit_mask(["ah-1", "ah-hq1"])


@rule("tgw.11.51b", "tgw.14.11a")
def test_the_fort_itself_is_never_halved() -> None:
    from firestep.games.tgw.combat import declared

    st = siege()
    st.put(r.UNIT["ah-1"], DEAD)
    st.put(r.UNIT["ah-hq1"], DEAD)
    fight = declared(st, t.ALLIED, b.INDEX[PRZEMYSL], (r.UNIT["ru-1"],))
    assert strength.defence(st, fight) == 1


@rule("tgw.11.51c", "tgw.14.15a")
def test_only_who_lives_on_the_fortress_alone_is_tested() -> None:
    st = siege()
    assert [i for i, _, _ in forts.tested(st)] == [b.INDEX[PRZEMYSL]]
    st.put(r.UNIT["ru-1"], DEAD)  # a gap: there is a line again
    gap = b.ATLAS.neighbours(PRZEMYSL)[0]
    st.seize(hexes(gap), t.CENTRAL)
    if supply.supplied(st, r.UNIT["ah-1"]):
        assert not forts.tested(st)


@rule("tgw.11.52a")
def test_belgians_hold_out_in_antwerp_but_fight_at_half() -> None:
    around = dict(zip((f"ge-{k}" for k in (1, 2, 3, 4, 5, 6)), b.ATLAS.neighbours("W6819"), strict=True))
    st = field({"be-1 fr-1": "W6819"} | around, forts=False)
    be = r.UNIT["be-1"]
    assert not supply.supplied(st, be) and not supply.fit(st, 1 << be, defending=True)
    assert supply.starving(st) == 1 << r.UNIT["fr-1"]
    st.seize(o.ANTWERP, t.CENTRAL)
    assert supply.starving(st) >> be & 1


KUT = "N1845"


@rule("tgw.11.54a", "tgw.14.24a")
def test_k_hexes_feed_central_powers_in_them_and_nobody_else(monkeypatch: Patch) -> None:
    no_towns(monkeypatch)
    for place in b.numbers(b.K_HEXES):
        st = field({"tu-1": place, "bi-16bd": KUT})
        assert fed(st, "tu-1")
        assert not fed(field({"bi-16bd": place}), "bi-16bd") or o.WAYS.within(o.BASRA | o.ABADAN, b.LAND, 4) & hexes(place)
    outside = b.NUMBER[
        bits(o.WAYS.step(b.K_HEXES) & b.LAND & ~b.K_HEXES & ~hexes(KUT) & ~o.WAYS.within(b.CP_EDGE_NEAR_EAST, b.LAND, 4))[0]
    ]
    assert not fed(field({"tu-1": outside}), "tu-1")


@rule("tgw.14.23a")
def test_besieged_kut_lives_on_its_stores(monkeypatch: Patch) -> None:
    """Even with a line open: the siege alone decides."""
    no_towns(monkeypatch, KUT, "N2252")
    st = field({"bi-16bd": KUT}, allied=["N2252", KUT])
    st.set_flag("kut")
    assert supply.status(st, r.UNIT["bi-16bd"]) == supply.REGULAR
    st.put(r.UNIT["tu-1"], bits(b.K_HEXES)[0])
    assert supply.status(st, r.UNIT["bi-16bd"]) == supply.FORTRESS


# -- the pipeline (11.53) --------------------------------------------------------------------------------------------------------

ROMANI, STATION, ARISH, RAFA = "N4011", "N3611", "N3311", "N3112"


@rule("tgw.11.53a")
def test_sinai_towns_ahead_of_the_pipeline_serve_only_who_is_in_them(monkeypatch: Patch) -> None:
    no_towns(monkeypatch, ROMANI, STATION, ARISH, RAFA)
    beside = away(hexes(ARISH), 1, g.FRONT[g.EGYPT] & ~o.WAYS.within(b.WEST_OF_CANAL | hexes(STATION, RAFA, ROMANI), b.LAND, 1))
    st = field({"bp-1alhbd": ARISH, "bp-2alhbd": beside}, allied=[ROMANI, STATION, ARISH])
    far = o.WAYS.within(b.WEST_OF_CANAL, b.LAND, 4)
    assert not far & hexes(beside)
    st.pipeline = b.INDEX[ROMANI]
    assert fed(st, "bp-1alhbd")
    if not o.WAYS.within(hexes(ROMANI), b.LAND, 4) & hexes(beside):
        assert not fed(st, "bp-2alhbd")
    st.pipeline = b.INDEX[ARISH]
    assert fed(st, "bp-2alhbd")


@rule("tgw.11.53b")
def test_the_pipeline_does_not_matter_to_the_turks(monkeypatch: Patch) -> None:
    no_towns(monkeypatch, ARISH, "N2711", "N1728")
    beside = away(hexes(ARISH), 2, g.FRONT[g.EGYPT] & b.EGYPT & ~o.WAYS.within(hexes("N2711"), b.LAND, 4))
    st = field({"tu-1": beside}, central=[ARISH, "N2711", beside])
    assert fed(st, "tu-1")


@rule("tgw.11.53c", "tgw.11.53d", "tgw.11.53e", "tgw.11.53.ex1")
def test_the_pipeline_grows_town_by_town_from_the_west() -> None:
    st = field({"bp-1alhbd": ARISH, "bp-2alhbd": ROMANI})
    s = session(st, Pipeline(), Pipeline())
    assert texts(s) == ["keep", f"lay {ROMANI}"]
    play(s, f"lay {ROMANI}")
    assert s.over, "N3611 is not held, so N3311 cannot be reached, and one town a Strategic Turn is all"
    st.put(r.UNIT["bp-3alhbd"], b.INDEX[STATION])
    s = session(st, Pipeline())
    assert texts(s) == ["keep", f"lay {STATION}"]
    play(s, f"lay {STATION}")
    s = session(st, Pipeline())
    assert texts(s) == ["keep", f"lay {ARISH}"]
    play(s, "keep")
    assert st.pipeline == b.INDEX[STATION]


@rule("tgw.11.53f", "tgw.11.53g")
def test_the_enemy_pushes_the_pipeline_back() -> None:
    st = field(pipeline=b.INDEX[RAFA])
    st.put(r.UNIT["tu-1"], b.INDEX["N3512"])
    s = session(st)
    forts.cut_pipeline(s)
    assert b.NUMBER[st.pipeline] == STATION
    assert forts.next_pipeline(st) == 0, "the next town must be held and built anew"
    st.put(r.UNIT["tu-1"], b.INDEX["N4111"])
    forts.cut_pipeline(s)
    assert st.pipeline == 0 and o.barred_towns(st, t.ALLIED) & hexes(ROMANI)
    st = field(pipeline=b.INDEX[RAFA])
    st.put(r.UNIT["tu-1"], b.INDEX[STATION])
    forts.cut_pipeline(session(st))
    assert b.NUMBER[st.pipeline] == ROMANI, "the town in which the enemy stands is lost too"
    st = field({"tu-1": "N2913"}, pipeline=b.INDEX[RAFA])
    forts.cut_pipeline(session(st))
    assert b.NUMBER[st.pipeline] == RAFA, "an enemy east of it does nothing"


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


# -- capture (11.7) --------------------------------------------------------------------------------------------------------------


@rule("tgw.11.71a")
def test_a_source_serves_only_its_own_side() -> None:
    st = field(central=["W5701"], allied=["E5102"])
    assert not o.ultimate(st, o.CENTRAL) & hexes("W5701") and not o.ultimate(st, o.OTHER) & hexes("E5102")
    assert not o.ultimate(st, o.OTHER) & hexes("W5701") and not o.ultimate(st, o.CENTRAL) & hexes("E5102")
    assert b.SETTLED & st.ctrl[t.ALLIED] & hexes("E5102"), "a captured city is a link for its captor"


@rule("tgw.11.71b")
@pytest.mark.parametrize(
    ("place", "cls", "side"),
    [
        ("W5701", o.OTHER, t.ALLIED),
        ("W7034", o.CENTRAL, t.CENTRAL),
        ("E1328", o.CENTRAL, t.CENTRAL),
        ("N2252", o.BRITISH, t.ALLIED),
    ],
)
def test_edges_and_ports_recover(place: str, cls: int, side: int) -> None:
    st = field(allied=[place] if side == t.ALLIED else (), central=[place] if side == t.CENTRAL else ())
    assert o.ultimate(st, cls) & hexes(place)
    st.seize(hexes(place), 1 - side)
    forts.entered(session(st), b.INDEX[place], 1 - side)
    assert not o.ultimate(st, cls) & hexes(place)
    st.seize(hexes(place), side)
    forts.entered(session(st), b.INDEX[place], side)
    assert o.ultimate(st, cls) & hexes(place)


@rule("tgw.11.71c")
@pytest.mark.parametrize(
    ("place", "cls", "side"), [("E5102", o.CENTRAL, t.CENTRAL), ("E3606", o.CENTRAL, t.CENTRAL), ("W6730", o.CENTRAL, t.CENTRAL)]
)
def test_inland_sources_are_lost_for_good(place: str, cls: int, side: int) -> None:
    st = field()
    assert o.ultimate(st, cls) & hexes(place)
    st.seize(hexes(place), 1 - side)
    forts.entered(session(st), b.INDEX[place], 1 - side)
    st.seize(hexes(place), side)
    assert not o.ultimate(st, cls) & hexes(place)
    assert b.SETTLED & hexes(place), "a link it remains"


@rule("tgw.11.71c")
def test_serbian_towns_are_lost_for_good() -> None:
    st = field()
    town = bits(b.SETTLED & o.SERBIA)[0]
    st.seize(1 << town, t.CENTRAL)
    forts.entered(session(st), town, t.CENTRAL)
    st.seize(1 << town, t.ALLIED)
    assert not o.ultimate(st, o.SERBIAN) >> town & 1


@rule("tgw.11.72a")
def test_links_change_hands_any_number_of_times(monkeypatch: Patch) -> None:
    no_towns(monkeypatch, "W5515")
    where = away(hexes("W5515"), 3, b.FRANCE & ~o.WAYS.within(o.ultimate(field(), o.CENTRAL) | b.FRENCH_EDGE, b.LAND, 4))
    st = field({"ge-1": where})
    for _ in range(2):
        st.seize(hexes("W5515"), t.CENTRAL)
        forts.entered(session(st), b.INDEX["W5515"], t.CENTRAL)
        assert fed(st, "ge-1")
        st.seize(hexes("W5515"), t.ALLIED)
        forts.entered(session(st), b.INDEX["W5515"], t.ALLIED)
        assert not fed(st, "ge-1")


# -- want of supply (11.1, 11.8) ---------------------------------------------------------------------------------------------------


def starved(monkeypatch: Patch) -> State:
    no_towns(monkeypatch)
    far = away(o.ultimate(field(), o.CENTRAL), 9, b.FRANCE & ~b.FORTS)
    return field({"ge-1 ge-2 ge-1r": far})


@rule("tgw.11.12b", "tgw.11.83a", "tgw.11.12a")
def test_factors_out_of_supply_are_halved_together_and_rounded_up(monkeypatch: Patch) -> None:
    st = starved(monkeypatch)
    units = r.unit_mask(["ge-1", "ge-2", "ge-1r"])
    attack = sum(r.ATTACK[u] for u in bits(units))
    assert attack % 2, "an odd sum shows the rounding"
    assert strength.total(st, units, strength.ATTACK) == (attack + 1) // 2
    assert strength.total(st, units, strength.DEFENCE) == (sum(r.DEFENCE[u] for u in bits(units)) + 1) // 2
    st.seize(b.FRANCE, t.CENTRAL)
    monkeypatch.setattr(b, "SETTLED", b.CITY | b.TOWN)
    assert strength.total(st, units, strength.ATTACK) == attack, "judged at the instant of combat"


@rule("tgw.11.12c")
def test_no_unit_falls_below_one(monkeypatch: Patch) -> None:
    """Three units of one are worth three, not two (E51)."""
    assert strength.halved(3, 3) == 3 and strength.halved(5, 3) == 3 and strength.halved(1, 1) == 1 and strength.halved(9, 3) == 5


@rule("tgw.11.13a", "tgw.11.84a", "tgw.4.2.5d")
def test_attrition_kills_both_sides_everywhere(monkeypatch: Patch) -> None:
    no_towns(monkeypatch)
    far = away(o.ultimate(field(), o.CENTRAL), 9, b.FRANCE & ~b.FORTS)
    lost = away(b.RUSSIAN_EDGE, 9, b.RUSSIA & g.FRONT[g.EAST] & ~b.FORTS)
    st = field({"ge-1": far, "ru-1": lost, "ge-2": "W6830"})
    s = session(st, supply.Attrition())
    assert st.at[r.UNIT["ge-1"]] == DEAD and st.at[r.UNIT["ru-1"]] == DEAD, "they may be bought back"
    assert st.at[r.UNIT["ge-2"]] == b.INDEX["W6830"]
    assert keys(s).count("starved") == 2


@rule("tgw.11.85a", "tgw.11.0a")
def test_a_hex_is_supplied_for_a_nation_or_not(monkeypatch: Patch) -> None:
    st = starved(monkeypatch)
    assert supply.hex_supplied(st, t.GE, b.INDEX["W6830"]) and not supply.hex_supplied(st, t.GE, st.at[r.UNIT["ge-1"]])
    assert not supply.hex_supplied(st, t.FR, b.INDEX["W6830"])


@rule("tgw.7.12a")
def test_nobody_starves_where_the_war_has_not_come() -> None:
    st = field({"ru-20": "N3938", "br-10in": "N4309"}, turn=3, letter="A")
    st.seize(b.NEAR_EAST, t.NEUTRAL)
    assert not supply.starving(st)


@rule("tgw.11.0a")
def test_neutrals_want_for_nothing() -> None:
    st = field()
    st.set_side(t.TU, t.NEUTRAL)
    st.put(r.UNIT["tu-1"], b.INDEX["N1540"])
    assert fed(st, "tu-1") and not supply.starving(st)


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
