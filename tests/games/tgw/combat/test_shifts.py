"""Column shifts (tgw.10.4, tgw.7.24, tgw.19.52) and headquarters (tgw.10.46 to tgw.10.48)."""

from __future__ import annotations

import pytest

from firestep.games.tgw.combat import attackers, results_table, shifts
from firestep.games.tgw.combat.combat import CombatPhase, Support, reckon, supporters
from firestep.games.tgw.combat.strength import declared
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.state import Fight, State
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, texts
from games.tgw.positions import around, field, session, spot, why

pytestmark = pytest.mark.usefixtures("plenty")

TARGET = spot(board.CLEAR & board.FRANCE)
E, NE, NW, W, SW, SE = around(TARGET)


def fight(st: State, *attackers_: str, at: str = TARGET, side: int = tables.CENTRAL, **more: object) -> Fight:
    from dataclasses import replace

    return replace(declared(st, side, board.INDEX[at], tuple(sorted(roster.UNIT[u] for u in attackers_))), **more)  # type: ignore[arg-type]


def moved(st: State, f: Fight) -> dict[str, int]:
    """The shifts of a combat by rule."""
    out: dict[str, int] = {}
    for m in shifts.shifts(st, f):
        out[m.rule] = out.get(m.rule, 0) + m.value
    return out


def open_side(place: str, *, rivers: bool | None = None) -> str:
    """A neighbour from which a hex can be attacked."""
    i = board.INDEX[place]
    river = shifts.RIVER_NEAR.get(i, 0)
    near = attackers.NEAR[i] & ~board.FORTS & ~board.ALPINE & (-1 if rivers is None else river if rivers else ~river)
    return board.NUMBER[bits(near)[0]]


def ground(place: str, weather: int = tables.FAIR, **more: object) -> dict[str, int]:
    """Shifts against one German who attacks one Frenchman or Italian or Russian in a place."""
    front = fronts.FRONT_AT[board.INDEX[place]]
    foe = {
        fronts.WEST: "fr-1",
        fronts.ITALY: "it-1",
        fronts.EAST: "ru-1",
        fronts.CAUCASUS: "ru-20",
        fronts.IRAQ: "bi-16bd",
        fronts.EGYPT: "br-10in",
    }[front]
    st = field({"ge-1": open_side(place, rivers=False), foe: place}, at_war={"IT": tables.ALLIED}, **more)  # type: ignore[arg-type]
    st.weather = [weather] * 6
    return moved(st, fight(st, "ge-1", at=place))


@rule("tgw.10.42a")
@pytest.mark.parametrize(
    ("kind", "front"),
    [("rough", fronts.WEST), ("marsh", fronts.EAST), ("mountain", fronts.EAST), ("difficult", fronts.EGYPT), ("pass", fronts.EAST)],
)
def test_ground_that_shifts_one_left(kind: str, front: int) -> None:
    hexes = board.GROUND[kind] & fronts.FRONT[front] & ~board.CITY & ~board.FORTS & board.LAND & ~board.COUNTRY["greece"]
    place = next(
        (board.NUMBER[i] for i in bits(hexes) if attackers.NEAR[i] & ~shifts.RIVER_NEAR.get(i, 0) & ~board.FORTS & ~board.ALPINE),
        "",
    )
    if place:
        assert ground(place) == {"tgw.10.42a": -1}


@rule("tgw.10.42a")
def test_alpine_and_city() -> None:
    high = next(i for i in bits(board.ALPINE & fronts.FRONT[fronts.ITALY] & ~board.FORTS))
    assert [m.value for m in shifts.terrain(field(), high)] == [-1]
    city = next(i for i in bits(board.CITY & board.CLEAR))
    assert [m.value for m in shifts.terrain(field(), city)] == [-1]


@rule("tgw.10.42a")
@pytest.mark.parametrize("kind", ["clear", "forest", "flood-plain", "desert"])
def test_ground_that_shifts_nothing_in_fair_weather(kind: str) -> None:
    hexes = board.GROUND[kind] & ~board.CITY & board.LAND
    assert hexes and shifts.terrain(field(), bits(hexes)[0]) == []


@rule("tgw.10.42b", "tgw.12.2d", "tgw.12.2j")
def test_forest_and_flood_plain_in_bad_weather() -> None:
    forest = bits(board.FOREST & board.EUROPE & ~board.CITY & board.LAND)[0]
    flood = bits(board.FLOOD & board.EUROPE & ~board.CITY & board.LAND)[0]
    st = field()
    for now, woods, plain in ((tables.FAIR, 0, 0), (tables.WET, -1, -1), (tables.SNOW, -1, 0)):
        st.weather = [now] * 6
        assert sum(m.value for m in shifts.terrain(st, forest)) == woods
        assert sum(m.value for m in shifts.terrain(st, flood)) == plain


@rule("tgw.12.2a", "tgw.12.2g", "tgw.12.2m")
def test_wet_and_snow_do_nothing_in_egypt_and_iraq() -> None:
    st = field()
    for now in (tables.WET, tables.SNOW):
        st.weather = [now] * 6
        for front in (fronts.EGYPT, fronts.IRAQ):
            for hex in bits((board.MOUNTAIN | board.FOREST | board.FLOOD) & fronts.FRONT[front] & ~board.CITY)[:3]:
                assert shifts.weather_in(st, hex) == tables.FAIR
                assert sum(m.value for m in shifts.terrain(st, hex)) == (-1 if board.MOUNTAIN >> hex & 1 else 0)


@rule("tgw.10.43b", "tgw.12.2e", "tgw.12.2j")
def test_mountains_give_two_in_bad_weather_not_three() -> None:
    hex = bits(board.MOUNTAIN & fronts.FRONT[fronts.EAST] & ~board.CITY & board.LAND)[0]
    st = field()
    for now, k in ((tables.FAIR, -1), (tables.WET, -2), (tables.SNOW, -2)):
        st.weather = [now] * 6
        assert sum(m.value for m in shifts.terrain(st, hex)) == k


@rule("tgw.10.43a", "tgw.14.12a", "tgw.14.31c")
def test_forts_shift_one_and_heavy_ones_two() -> None:
    light = next(i for i in bits(board.FORT & board.FRANCE & ~board.CITY) or bits(board.FORT & board.FRANCE))
    heavy = board.INDEX["W5123"]
    st = field()
    for hex, k in ((light, -1), (heavy, -2)):
        st.put(roster.UNIT["ge-1"], bits(attackers.NEAR[hex] & ~board.FORTS)[0])
        f = declared(st, tables.CENTRAL, hex, (roster.UNIT["ge-1"],))
        assert moved(st, f)["tgw.14.12a"] == k
    assert heavy in bits(board.HEAVY)
    st.line = 1 << board.INDEX[TARGET]
    st.derive_forts()
    st.put(roster.UNIT["fr-1"], board.INDEX[E])
    assert moved(st, declared(st, tables.ALLIED, board.INDEX[TARGET], (roster.UNIT["fr-1"],)))["tgw.14.12a"] == -2, (
        "the Hindenburg Line is heavy"
    )


@rule("tgw.14.12a")
def test_a_fort_serves_friends_of_every_nation_and_no_enemy() -> None:
    st = field({"br-8": "W5123", "ge-1": open_side("W5123")})
    assert moved(st, fight(st, "ge-1", at="W5123"))["tgw.14.12a"] == -2
    st = field({"ge-2": "W5123", "fr-1": open_side("W5123")})
    st.forts &= ~(1 << board.INDEX["W5123"])
    st.derive_forts()
    assert "tgw.14.12a" not in moved(st, fight(st, "fr-1", at="W5123", side=tables.ALLIED))


@rule("tgw.10.42c", "tgw.14.63a")
def test_attacking_out_of_a_devastated_hex_costs_one_column_once() -> None:
    st = field({"fr-1": E, "fr-2": W, "fr-3": SE, "ge-1": TARGET}, devastated=board.mask(E, W))
    assert moved(st, fight(st, "fr-1", "fr-2", "fr-3", side=tables.ALLIED)) == {"tgw.10.42c": -1}
    assert moved(st, fight(st, "fr-3", side=tables.ALLIED)) == {}
    st.options = {"devastated-attack": "all"}
    assert moved(st, fight(st, "fr-1", "fr-3", side=tables.ALLIED)) == {}
    assert moved(st, fight(st, "fr-1", side=tables.ALLIED)) == {"tgw.10.42c": -1}
    st.options = {}
    st.devastated = board.mask(TARGET)
    assert moved(st, fight(st, "fr-1", side=tables.ALLIED)) == {}, "into one it costs nothing"


@rule("tgw.14.63c")
def test_a_devastated_city_shifts_nothing() -> None:
    hex = next(i for i in bits(board.CITY & board.FRANCE & board.CLEAR))
    st = field(devastated=1 << hex)
    assert shifts.terrain(st, hex) == []


@rule("tgw.10.44a")
def test_only_an_attack_over_rivers_alone_suffers() -> None:
    i = next(
        i
        for i in bits(board.CLEAR & fronts.FRONT[fronts.WEST] & ~board.FORTS & ~board.CITY)
        if (attackers.NEAR[i] & shifts.RIVER_NEAR.get(i, 0) & ~board.FORTS).bit_count() >= 2
        and attackers.NEAR[i] & ~shifts.RIVER_NEAR.get(i, 0) & ~board.FORTS
    )
    wet = [board.NUMBER[j] for j in bits(attackers.NEAR[i] & shifts.RIVER_NEAR[i] & ~board.FORTS)]
    dry = board.NUMBER[bits(attackers.NEAR[i] & ~shifts.RIVER_NEAR[i] & ~board.FORTS)[0]]
    at = board.NUMBER[i]
    st = field({"ge-1": wet[0], "ge-2": wet[1], "ge-3": dry, "fr-1": at})
    assert moved(st, fight(st, "ge-1", "ge-2", at=at)) == {"tgw.10.44a": -1}
    assert moved(st, fight(st, "ge-1", "ge-3", at=at)) == {}
    assert moved(st, fight(st, "ge-1", at=at, marks=("river",))) == {}, "the flotilla of 6.36"


# -- nations together (tgw.7.24)
# -----------------------------------------------------------------------------------------------------


def together(*ids: str, letter: str = "H", place: str = E, **units: str) -> bool:
    st = field(
        {" ".join(ids): place} | units, at_war={"US": tables.ALLIED, "IT": tables.ALLIED, "BU": tables.CENTRAL}, letter=letter
    )
    return unit_types.cooperate(st, [roster.UNIT[u] for u in ids])


@rule("tgw.10.45a", "tgw.7.24b", "tgw.7.24a")
def test_two_nations_in_one_combat_suffer_a_column() -> None:
    st = field({"ge-1": E, "ah-1": W, "fr-1 br-8": TARGET})
    assert moved(st, fight(st, "ge-1", "ah-1")) == {"tgw.10.45a": 0}, "one left for the attackers, one right for the defenders"
    assert moved(st, fight(st, "ge-1")) == {"tgw.10.45a": 1}
    st = field({"ge-1": E, "ah-1": W, "bu-1": SE, "fr-1": TARGET}, at_war={"BU": tables.CENTRAL})
    assert moved(st, fight(st, "ge-1", "ah-1", "bu-1")) == {"tgw.10.45a": -1}, "one column for three nations (E48)"


@rule("tgw.7.24c")
def test_americans_before_their_first_army() -> None:
    assert together("us-1", "fr-1") and together("us-1", "br-8")
    st = field({"us-1 fr-1": E, "us-hq1": W}, at_war={"US": tables.ALLIED})
    assert not unit_types.cooperate(st, [roster.UNIT["us-1"], roster.UNIT["fr-1"]])


@rule("tgw.7.24d")
def test_germans_with_the_sud_army() -> None:
    assert not together("ge-1", "ah-1")
    st = field({"ge-1 ah-1": E, "ge-hqsud": NE, "ge-2": W})
    assert unit_types.cooperate(st, [roster.UNIT["ge-1"], roster.UNIT["ah-1"]])
    assert not unit_types.cooperate(st, [roster.UNIT["ge-1"], roster.UNIT["ge-2"], roster.UNIT["ah-1"]]), (
        "every German must be with it or next to it"
    )


@rule("tgw.7.24e", "tgw.7.24f")
def test_the_empire_and_the_canadians_after_f() -> None:
    assert together("br-8", "br-1as", "br-3in") and together("br-8", "br-1cnd", letter="E")
    assert not together("br-8", "br-1cnd", letter="F")
    assert together("br-rtc", "br-1cnd", letter="H") and together("br-rtc", "br-8", letter="H")


@rule("tgw.7.24g", "tgw.7.24h", "tgw.7.24i", "tgw.15.81c")
def test_small_friends() -> None:
    assert together("fr-dfps", "bp-1alhbd") and together("pn-spr", "bi-16bd") and together("pn-pc", "ru-20")
    assert (
        together("pn-gndm", "tu-1")
        and together("arm-1arm", "ru-20")
        and together(roster.UNITS[bits(roster.CORPS[tables.PG])[0]], "ru-20")
    )
    small = roster.UNITS[bits(unit_types.GERMAN_SMALL)[0]]
    assert together(small, "tu-1") and not together("ge-1", "tu-1")
    assert not together("fr-1", "bp-1alhbd")


@rule("tgw.10.45a")
def test_headquarters_and_forts_bring_no_penalty() -> None:
    """N7."""
    st = field({"ge-1": open_side("W5123"), "br-8 fr-hq1": "W5123"})
    assert "tgw.10.45a" not in moved(st, fight(st, "ge-1", at="W5123"))


# -- August 1914 (tgw.19.52)
# -----------------------------------------------------------------------------------------------------------


@rule("tgw.19.52a", "tgw.20.2.4")
def test_the_confusion_of_august() -> None:
    st = field({"ge-1": E, "fr-1": TARGET}, turn=2, letter="")
    assert moved(st, fight(st, "ge-1")) == {"tgw.19.52a": 1}
    assert moved(st, fight(st, "fr-1", at=E, side=tables.ALLIED)).get("tgw.19.52a") == -1
    st.prewar = ("al.4",)
    assert moved(st, fight(st, "ge-1")) == {} and moved(st, fight(st, "fr-1", at=E, side=tables.ALLIED)).get("tgw.19.52a") == -1
    st.prewar = ()
    st.turn = 3
    assert moved(st, fight(st, "ge-1")) == {}
    st = field({"ge-1": open_side("W5123"), "fr-1": "W5123"}, turn=1, letter="")
    assert "tgw.19.52a" not in moved(st, fight(st, "ge-1", at="W5123")), "in a fort they stand firm"
    st = field({"ge-1": E, "br-1": TARGET}, turn=1, letter="")
    assert moved(st, fight(st, "ge-1")) == {}, "the British are not confused"


# -- headquarters (tgw.10.46 to tgw.10.48)
# -----------------------------------------------------------------------------------------------


def hqs(st: State, f: Fight, side: int) -> list[str]:
    return [roster.UNITS[u] for u in supporters(st, f, side)]


@rule("tgw.10.46a")
def test_a_headquarters_stands_with_or_next_to_units_of_the_battle() -> None:
    far = next(n for n in around(E) if n not in around(TARGET) and n != TARGET and board.LAND >> board.INDEX[n] & 1)
    two = next(n for n in around(far) if n not in around(E) and n != E)
    st = field({"ge-1 ge-hq1": E, "ge-hq2": far, "ge-hq3": two, "fr-1": TARGET, "fr-hq1": W})
    f = fight(st, "ge-1")
    assert hqs(st, f, tables.CENTRAL) == ["ge-hq1", "ge-hq2"] and hqs(st, f, tables.ALLIED) == ["fr-hq1"]
    st.fight = f
    assert why(session(st, Support(tables.CENTRAL)), "support ge-hq3") == {"tgw.10.46a"}


@rule("tgw.10.46b", "tgw.10.48b", "tgw.15.62a")
def test_a_headquarters_must_have_something_to_give(plenty: set[str]) -> None:
    st = field({"ge-1 ge-hq1": E, "fr-1": TARGET}, depleted="ge-hq1")
    f = fight(st, "ge-1")
    st.fight = f
    assert hqs(st, f, tables.CENTRAL) == [] and why(session(st, Support(tables.CENTRAL)), "support ge-hq1") == {"tgw.10.48b"}
    st.depleted = 0
    assert hqs(st, f, tables.CENTRAL) == ["ge-hq1"]
    plenty.add("ge-hq1")
    assert hqs(st, f, tables.CENTRAL) == [] and why(session(st, Support(tables.CENTRAL)), "support ge-hq1") == {"tgw.10.46b"}
    poor = [u for u in bits(roster.HQ) if not roster.SUPPORT[u]]
    for u in poor[:2]:
        from firestep.games.tgw.combat.combat import can_support

        st.put(u, board.INDEX[E])
        assert not can_support(st, u, True)


@rule("tgw.10.46c")
def test_the_eleventh_army_supports_in_the_east_alone() -> None:
    st = field({"ge-1 ge-hq11": E, "fr-1": TARGET})
    st.fight = fight(st, "ge-1")
    assert hqs(st, st.fight, tables.CENTRAL) == []
    assert why(session(st, Support(tables.CENTRAL)), "support ge-hq11") == {"tgw.10.46c"}
    east = spot(board.CLEAR & board.POLAND, front=fronts.EAST)
    st = field({"ge-1 ge-hq11": around(east)[0], "ru-1": east})
    assert hqs(st, fight(st, "ge-1", at=east), tables.CENTRAL) == ["ge-hq11"]


@rule("tgw.10.47b")
def test_a_headquarters_supports_its_own_nation() -> None:
    st = field({"ah-1 ge-hq1": E, "fr-1": TARGET, "br-hq1": W})
    st.fight = fight(st, "ah-1")
    assert hqs(st, st.fight, tables.CENTRAL) == [] and hqs(st, st.fight, tables.ALLIED) == []
    assert why(session(st, Support(tables.CENTRAL)), "support ge-hq1") == {"tgw.10.47b"}
    st = field({"ah-1 ge-hq1": E, "ge-1": W, "fr-1": TARGET})
    assert hqs(st, fight(st, "ah-1", "ge-1"), tables.CENTRAL) == ["ge-hq1"], "next to any unit of the side"
    st.options = {"hq-support": "nation"}
    assert hqs(st, fight(st, "ah-1", "ge-1"), tables.CENTRAL) == [], "the old reading of E47"
    st.fight = fight(st, "ah-1", "ge-1")
    assert why(session(st, Support(tables.CENTRAL)), "support ge-hq1") == {"tgw.10.46a"}


@rule("tgw.10.47a", "tgw.10.47c", "tgw.10.48a", "tgw.10.48b")
def test_one_headquarters_a_side_the_attacker_first_and_both_are_depleted() -> None:
    st = field({"ge-1 ge-2 ge-3 ge-hq1": E, "ge-hq2": SE, "fr-1": TARGET, "fr-hq1": W}, letter="")
    s = session(st, CombatPhase(fronts.WESTERN, tables.CENTRAL), dice=(3,))
    play(s, f"attack {TARGET}", "add ge-1", "add ge-2", "add ge-3", "go")
    assert s.decision is not None and s.decision.seat == tables.CENTRAL
    assert texts(s) == ["none", "support ge-hq1", "support ge-hq2"]
    play(s, "support ge-hq1")
    assert s.decision.seat == tables.ALLIED and texts(s) == ["none", "support fr-hq1"]
    before = st.fight
    assert before is not None and sum(m.value for m in shifts.shifts(st, before)) == 1
    play(s, "support fr-hq1")
    e = next(e for e in s.journal if e.key == "attack")
    assert e.params["shift"] == 0 and st.depleted == roster.unit_mask(["ge-hq1", "fr-hq1"])
    assert not st.depleted >> roster.UNIT["ge-hq2"] & 1


@rule("tgw.10.41.ex1")
def test_four_to_one_into_rough_is_three_to_one() -> None:
    rough = spot(board.ROUGH & board.FRANCE)
    here = around(rough)[0]
    st = field({"ge-1 ge-2 ge-3 ge-4": here, "fr-1": rough}, letter="")
    k = reckon(st, fight(st, "ge-1", "ge-2", "ge-3", "ge-4", at=rough))
    assert (results_table.title(k.basic), results_table.title(k.column)) == ("4:1", "3:1")


@rule("tgw.10.41.ex2", "tgw.10.32a", "tgw.10.48a", "tgw.3.26e")
def test_with_a_headquarters_of_two_it_is_five_to_one() -> None:
    rough = spot(board.ROUGH & (board.POLAND | board.RUSSIA | board.AUSTRIA), front=fronts.EAST)
    here = around(rough)[0]
    st = field({"ge-1 ge-2 ge-3 ge-4 ge-hq11": here, "ru-1": rough}, letter="")
    ids = ("ge-1", "ge-2", "ge-3", "ge-4")
    assert roster.SUPPORT[roster.UNIT["ge-hq11"]] == 2 and roster.DEFENCE[roster.UNIT["ru-1"]] == 4
    k = reckon(st, fight(st, *ids, at=rough, hqs=(roster.UNIT["ge-hq11"], -1)))
    assert (results_table.title(k.basic), results_table.title(k.column)) == ("4:1", "5:1")


@rule("tgw.15.54b")
def test_cavalry_alone_gets_no_support() -> None:
    rider = roster.UNITS[bits(roster.CAVALRY & roster.CORPS[tables.AH])[0]]
    foe = roster.UNITS[bits(roster.CAVALRY & roster.CORPS[tables.RU])[0]]
    east = spot(board.CLEAR & board.POLAND, front=fronts.EAST)
    here = around(east)[0]
    st = field({f"{rider} ah-hq1": here, foe: east})
    st.fight = fight(st, rider, at=east)
    assert hqs(st, st.fight, tables.CENTRAL) == []
    assert why(session(st, Support(tables.CENTRAL)), "support ah-hq1") == {"tgw.15.54b"}
    st.put(roster.UNIT["ah-1"], board.INDEX[here])
    assert hqs(st, st.fight, tables.CENTRAL) == ["ah-hq1"], "infantry in its hex is enough"


@rule("tgw.6.27a", "tgw.6.27b", "tgw.6.27c", "tgw.6.27e")
def test_brusilov_adds_three_and_costs_the_headquarters() -> None:
    from firestep.games.tgw.combat.modifiers import net
    from firestep.games.tgw.state import GONE

    east = spot(board.CLEAR & board.POLAND, front=fronts.EAST)
    here = around(east)[0]
    st = field({"ru-1 ru-2 ru-3 ru-hq1": here, "ah-1": east}, letter="")
    st.play |= OF_EVENT["brusilov"]
    st.tally["turn-brusilov"] = st.turn
    f = fight(st, "ru-1", "ru-2", "ru-3", at=east, side=tables.ALLIED, hqs=(roster.UNIT["ru-hq1"], -1))
    assert net(st, f, 1)[0] == 0, "from the next turn on (P28)"
    st.tally["turn-brusilov"] = st.turn - 1
    assert net(st, f, 1)[0] == 3
    st.put(roster.UNIT["ge-1"], board.INDEX[east])
    assert net(st, fight(st, "ru-1", at=east, side=tables.ALLIED, hqs=(roster.UNIT["ru-hq1"], -1)), 1)[0] == 0, "Germans defend"
    st.put(roster.UNIT["ge-1"], GONE)
    s = session(st, CombatPhase(fronts.EASTERN, tables.ALLIED), dice=(3,))
    play(s, f"attack {east}", "add ru-1", "add ru-2", "add ru-3", "go", "support ru-hq1")
    assert st.at[roster.UNIT["ru-hq1"]] == GONE
