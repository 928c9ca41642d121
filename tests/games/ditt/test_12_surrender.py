"""Surrender (ditt.12.0), Russian collapse (ditt.13.0), neutrals (ditt.15.0), navy (ditt.8.3), victory (ditt.17.0)."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.ditt import victory
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import naval
from firestep.games.ditt.nations import collapse, control, entry_markers, surrender
from firestep.games.ditt.state import CASUALTY, GONE, POOL, State
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.ditt.arena import I, U, onward, pulse, rules_against, scene

WAR = {"tu": "central", "it": "entente", "bu": "central", "rm": "entente"}


def checks(*, turn: int = 9, **tables: Any) -> Session[State]:
    """The Surrender Checks on a map with only the units named."""
    return scene(turn=turn, phase=6, clear=True, cup=[], **tables)


def fallen(s: Session[State]) -> set[str]:
    return {e.params["nation"] for e in s.journal if e.key == "surrenders"}


@rule("ditt.12.1a", "ditt.12.1t", "ditt.12.2a", "ditt.12.2b", "ditt.12.2c", "ditt.12.2d")
def test_a_minor_surrenders_with_its_cities_under_supplied_armies() -> None:
    base = {"allegiance": WAR, "units": {"fr-orient": "2011 3", "bu-1": "1912"}}
    s = checks(**base)
    assert fallen(s) == {"bu"}
    st = s.state
    assert st.at[U["bu-1"]] == GONE and st.allegiance[tables.BU] == tables.OUT
    assert all(st.controls(tables.EP, i) for i in bits(places.COUNTRY["Bulgaria"]))
    assert not fallen(checks(allegiance=WAR, units={"bu-1": "1912"}, holds={"fr": ["2011"]}))  # nobody stands there


@rule("ditt.12.1b", "ditt.12.1c", "ditt.12.1d")
def test_austrian_key_cities() -> None:
    assert surrender.KEY_CITIES.bit_count() == places.CITY[tables.AH].bit_count() + 2 + 3
    units = {"rs-1": "2613 3", "rs-2": "2712 3", "rs-3": "2511 3", "sb-1": "2311"}
    more: dict[str, Any] = {
        "hexes": {"forts-destroyed": ["2613", "2712"]},
        "holds": {"rs": ["2511", "2512", "2513", "2514", "2612", "2613", "2712", "2713", "2614"]},
    }
    s = checks(units=units, dice=[2, 1, 1], **more)
    assert fallen(s) == {"ah"}
    less = {k: v for k, v in units.items() if k != "rs-3"}
    assert not fallen(checks(units=less, **more))
    assert fallen(checks(units=less, flags=["emperor-dead"], dice=[2, 1, 1], **more)) == {"ah"}


@rule("ditt.12.1e", "ditt.12.1f", "ditt.12.1h", "ditt.12.1l")
@pytest.mark.parametrize(("dice", "gone"), [([5, 6], True), ([6, 1], True), ([5, 5], False)])
def test_paris_is_rolled_for_twice(dice: list[int], gone: bool) -> None:
    s = pulse("central", turn=9, units={"ge-1": "3306 3"}, holds={"ge": ["3306", "3207"]})
    play(s, "stack 3306", "step 3305")
    assert s.state.unrolled == s.state.fallen == 1 << places.PARIS
    s2 = checks(units={}, holds={"ge": ["3305"]}, hexes={"fallen": ["3305"], "fresh": ["3305"]}, dice=dice)
    assert ("fr" in fallen(s2)) == gone and [e.params["die"] for e in s2.journal if e.key == "city-roll"] == dice
    again = checks(units={}, holds={"ge": ["3305"]}, hexes={"fallen": ["3305"]}, dice=[6, 6])
    assert not fallen(again)  # it had fallen before


@rule("ditt.12.1f")
def test_a_liberated_city_is_not_rolled_for() -> None:
    s = pulse("entente", turn=9, units={"fr-1": "3205 3"}, holds={"ge": ["3305"]}, hexes={"fallen": ["3305"], "fresh": ["3305"]})
    play(s, "stack 3205", "step 3305")
    assert not s.state.unrolled and s.state.fallen


@rule("ditt.12.1g", "ditt.17.0c")
def test_france_falls_with_all_three_and_in_1914_the_game_ends() -> None:
    s = checks(
        turn=3,
        units={},
        holds={"ge": places.numbers(places.CITY[tables.FR])},
        hexes={"fallen": places.numbers(places.CITY[tables.FR])},
    )
    assert s.over and s.outcome is not None
    assert (s.outcome.winner, s.outcome.level, s.outcome.rule) == ("central", "decisive", "ditt.17.0c")
    s = checks(
        turn=5,
        units={},
        holds={"ge": places.numbers(places.CITY[tables.FR])},
        hexes={"fallen": places.numbers(places.CITY[tables.FR])},
        dice=[3, 1, 1],
    )
    assert fallen(s) == {"fr"} and not s.over


@rule("ditt.12.1i", "ditt.17.0b")
def test_germany_falls_with_two_cities() -> None:
    cities = places.numbers(places.CITY[tables.GE])
    assert not fallen(checks(units={}, holds={"fr": cities[:1]}))
    s = checks(units={}, holds={"fr": cities[:2]})
    assert s.over and s.outcome is not None and (s.outcome.winner, s.outcome.rule) == ("entente", "ditt.17.0b")


@rule("ditt.12.1j", "ditt.12.1k")
def test_britain_falls_with_any_three() -> None:
    assert (places.CITY[tables.BR] & places.COUNTRY["Egypt"]).bit_count() == 3
    s = checks(
        allegiance=WAR, units={}, holds={"tu": places.numbers(places.CITY[tables.BR] & places.COUNTRY["Egypt"])}, dice=[3, 1, 1]
    )
    assert fallen(s) == {"br"}


@rule("ditt.12.1m", "ditt.12.1n", "ditt.12.1o", "ditt.12.1p")
def test_serbia_and_the_great_retreat() -> None:
    held = {"ah": places.numbers(places.CITY[tables.SB])}
    assert places.CITY[tables.SB].bit_count() == 3 and fallen(checks(units={"sb-1": "2110"}, holds=held)) == {"sb"}
    s = checks(units={"sb-1": "2110", "sb-2": "2110", "sb-3": "casualty"}, holds=held, coins={"ep-putnik": 1})
    assert texts(s) == ["great-retreat", "stay"]
    play(s, "great-retreat")
    st = s.state
    assert not fallen(s) and st.coins[tables.BOX["ep-putnik"]] == 0
    assert sorted(st.at[U[u]] for u in ("sb-1", "sb-2", "sb-3")) == sorted([CASUALTY, CASUALTY, GONE])
    assert st.at[U["sb-3"]] == CASUALTY
    assert "great-retreat" in texts(pulse("entente", units={"sb-1": "2111"}, coins={"ep-putnik": 1}))


@rule("ditt.12.1q")
def test_turkey() -> None:
    others = places.numbers(places.CITY[tables.TU] & ~(1 << places.CONSTANTINOPLE))
    assert fallen(checks(allegiance=WAR, units={}, holds={"br": ["1813"]}, dice=[1, 1, 1])) == {"tu"}
    assert fallen(checks(allegiance=WAR, units={}, holds={"br": others}, dice=[1, 1, 1])) == {"tu"}
    assert not fallen(checks(allegiance=WAR, units={}, holds={"br": others[1:]}))


@rule("ditt.12.1r", "ditt.12.1s")
def test_countries_that_never_surrender() -> None:
    s = checks(
        allegiance=WAR,
        units={},
        holds={"ge": places.numbers(places.COUNTRY["Belgium"] | places.COUNTRY["Roumania"] | places.COUNTRY["Montenegro"])},
    )
    assert not fallen(s)


@rule("ditt.12.2e", "ditt.12.2f", "ditt.12.2g", "ditt.12.2h", "ditt.12.2j", "ditt.12.2k")
def test_the_books_example_of_a_great_power_surrender() -> None:
    """Army Max 120 and a die of 4: 48 stay."""
    s = checks(
        turn=9,
        units={"fr-1": "3105 20", "fr-2": "3105 20", "fr-3": "3105 10", "fr-legion": "3105"},
        reserves={"fr": 5},
        holds={"ge": places.numbers(places.CITY[tables.FR])},
        hexes={"fallen": places.numbers(places.CITY[tables.FR])},
        max={"fr": 120},
        dice=[4, 3, 3],
    )
    assert s.state.max[tables.FR] == 48 and s.decision is not None and s.decision.seat == tables.EP
    play(s, "reserves 5", "lose fr-3 2")
    assert s.state.total(tables.FR) == 48 and s.state.at[U["fr-legion"]] > 0 and texts(s)[0] == "done"
    play(s, "done")
    assert s.state.entry[tables.REVOLUTION] == 18 + 6 and s.state.surrendered >> tables.FR & 1
    assert not surrender.rule_of_surrender(s.state, tables.FR)  # only once


@rule("ditt.12.2i")
def test_an_armistice_on_a_six() -> None:
    s = checks(
        turn=9,
        units={"fr-1": "3105 20", "fr-legion": "3105"},
        holds={"ge": places.numbers(places.CITY[tables.FR])},
        dice=[6, 1, 1],
        hexes={"fallen": places.numbers(places.CITY[tables.FR])},
    )
    st = s.state
    assert (
        st.allegiance[tables.FR] == tables.OUT and st.at[U["fr-legion"]] == GONE and st.max[tables.FR] == st.total(tables.FR) == 0
    )
    assert not st.fort_of[tables.EP] >> I["3107"] & 1 and st.controls(tables.CP, I["3205"])


@rule("ditt.12.3a", "ditt.12.3b", "ditt.12.3c", "ditt.12.3e", "ditt.12.3f", "ditt.12.3g")
def test_reds_rise_in_the_fallen_country() -> None:
    s = checks(
        turn=9,
        allegiance=WAR,
        units={"ah-5": "2607 3"},
        holds={"ah": places.numbers(places.CITY[tables.IT])},
        dice=[3, 1, 1],
        hexes={"fallen": places.numbers(places.CITY[tables.IT])},
        reserves={"it": 0},
    )
    assert s.decision is not None and s.decision.seat == tables.CP and {"reds 2705", "reds 2805"} <= set(texts(s))
    assert rules_against(s, "reds 2607") == {"ditt.12.3b"} and rules_against(s, "reds 3305") == {"ditt.12.3a"}
    play(s, "reds 2705", "reds 2805")
    st = s.state
    assert st.side(U["red-1"]) == tables.CP and st.at[U["red-1"]] == I["2705"] and control.never_rebuilt(st, U["red-1"])
    from firestep.games.ditt.movement.areas import area

    assert not area(st, U["red-1"]) & ~places.COUNTRY["Italy"]


# -- collapse (13) ---------------------------------------------------------------------------------------------------------


def collapsed(**setting: Any) -> Session[State]:
    s = pulse("central", turn=14, entry={"rs": 66}, **({"allegiance": WAR} | setting))
    s.agenda.extend(reversed(entry_markers.move_entry(s, tables.REVOLUTION, 4, "ditt.13.1a")))
    s._settle()
    s._decision = None
    return s


@rule(
    "ditt.13.1a",
    "ditt.13.1b",
    "ditt.13.1f",
    "ditt.13.2a",
    "ditt.13.2b",
    "ditt.13.2c",
    "ditt.13.2d",
    "ditt.13.2h",
    "ditt.13.2i",
    "ditt.13.2j",
    "ditt.13.2k",
)
def test_the_collapse() -> None:
    s = collapsed(
        units={"rs-1": "3117 5", "co-don": "2417", "fi-1": "3419", "ge-8": "3120 6", "ge-1": "2814 4", "br-1": "2116 2"},
        coins={"ep-brusilov": 3, "ep-plehve": 1, "ep-yudenich": 2},
        reserves={"ge": 0},
    )
    st = s.state
    assert st.entry[tables.REVOLUTION] == -1 and st.flag("collapsed") and st.at[U["rs-1"]] == POOL
    assert (
        st.at[U["fi-1"]] == POOL
        and st.at[U["co-don"]] == POOL
        and st.at[U["ge-8"]] == POOL
        and st.reserves[tables.GE] == 6
        and st.at[U["ge-1"]] == I["2814"]
    )
    assert (
        st.closed & places.COUNTRY["Russia"] == places.COUNTRY["Russia"]
        and st.controls(tables.CP, I["2417"])
        and st.controls(tables.EP, I["2116"])
    )
    assert st.seas[tables.BALTIC] == st.seas[tables.BLACK] == tables.CP_RULES
    assert not any(st.coins[tables.BOX[b]] for b in ("ep-brusilov", "ep-plehve", "ep-yudenich"))


@rule("ditt.13.2b", "ditt.9.4f")
def test_the_collapse_takes_cossacks_and_czechs_off_the_map_only() -> None:
    """Their events may still bring them back (Y03), but not who was lost for good before."""
    alive = collapsed(units={"co-don": "2417", "co-terek": "casualty", "cz-legion": "2916", "rs-guards": "2714"}).state
    assert [alive.at[U[u]] for u in ("co-don", "co-terek", "cz-legion")] == [POOL] * 3
    assert alive.at[U["rs-guards"]] == GONE
    lost = collapsed(units=dict.fromkeys(("co-don", "co-terek", "cz-legion"), "gone")).state
    assert [lost.at[U[u]] for u in ("co-don", "co-terek", "cz-legion")] == [GONE] * 3


@rule("ditt.13.3a", "ditt.13.3b", "ditt.13.3c", "ditt.13.3d", "ditt.13.3e", "ditt.13.3f", "ditt.13.3g", "ditt.13.3h", "ditt.13.3i")
def test_transcaucasia() -> None:
    s = collapsed(units={"rs-1ca": "1319 2", "tu-ix": "1125 2"}, holds={"rs": ["1319"], "tu": ["1125"]})
    st = s.state
    assert st.allegiance[tables.GG] == tables.NEUTRAL and st.allegiance[tables.AZ] == tables.CP
    while type(s.decision.step).__name__ in ("Retreat", "PlaceFree"):  # type: ignore[union-attr]
        play(s, texts(s)[0])
    assert st.at[tables.BAKU] == I["1125"] and st.side(tables.BAKU) == tables.EP and not st.stack_of(I["1125"], tables.CP)
    assert len({st.at[u] for u in tables.UNITS_OF[tables.GG]}) == 3 and all(
        places.COUNTRY["Georgia"] >> st.at[u] & 1 for u in tables.UNITS_OF[tables.GG]
    )
    assert len({st.at[u] for u in tables.UNITS_OF[tables.AZ]}) == 3 and all(
        st.controls(tables.CP, st.at[u]) for u in tables.UNITS_OF[tables.AZ]
    )
    assert st.controls(tables.EP, I["1222"]) and st.holder(I["1222"]) == tables.AR
    assert st.at[U["ar-1"]] == I["1319"] and st.recruited >> I["1319"] & 1
    s = collapsed(units={"tu-ix": "1421 2"}, holds={"tu": ["1421"]})
    assert s.state.allegiance[tables.GG] == tables.EP


@rule("ditt.13.1c", "ditt.13.1d")
def test_russians_in_germany() -> None:
    s = pulse("entente", units={"rs-1": "3014 5"}, hexes={"forts-destroyed": ["3014"]})
    assert surrender.russians_in_germany(s.state) == (
        s.state.at[U["rs-1"]] > 0 and bool(places.COUNTRY["Germany"] >> I["3014"] & 1)
    )
    assert not surrender.russians_in_germany(pulse("entente", units={"rs-1": "2814 5"}).state)


@rule("ditt.13.1e")
def test_lost_russian_cities_feed_the_revolution() -> None:
    spots = places.numbers(surrender.russian_cities_and_forts())
    assert len(spots) > 8
    s = checks(units={}, holds={"ge": spots[:6]}, hexes={"forts-destroyed": spots[:6]})
    assert s.state.entry[tables.REVOLUTION] == 18
    s = checks(units={}, holds={"ge": spots[:8]}, dice=[3, 4])
    assert s.state.entry[tables.REVOLUTION] == 25


@rule("ditt.13.2e", "ditt.13.2f", "ditt.13.2g")
@pytest.mark.parametrize(("divs", "turn", "lost"), [(20, 16, False), (20, 17, True), (75, 17, False)])
def test_the_garrison_of_the_east(divs: int, turn: int, lost: bool) -> None:
    units = {f"ge-{k}": f"2814 {min(20, divs - 20 * n)}" for n, k in enumerate((1, 2, 3, 4)) if divs > 20 * n}
    s = pulse(
        "central",
        turn=turn,
        passes=1,
        units=units,
        flags=["collapsed"],
        numbers={"collapse_turn": 15},
        allegiance=WAR | {"rs": "out"},
        holds={"cc": places.numbers(places.COUNTRY["Poland"])},
        cup=[],
    )
    assert collapse.garrison(s.state) == (divs, divs)
    play(s, "pass")
    assert s.over == lost
    if lost:
        assert s.outcome is not None and s.outcome.winner == "entente" and s.outcome.rule == "ditt.13.2e"


# -- neutrals (15) ---------------------------------------------------------------------------------------------------------


@rule("ditt.15.2a", "ditt.15.2b", "ditt.15.2c")
@pytest.mark.parametrize(
    ("code", "side"), [("tu", tables.CP), ("bu", tables.CP), ("it", tables.EP), ("rm", tables.EP), ("us", tables.EP)]
)
def test_at_seventy_a_country_joins(code: str, side: int) -> None:
    s = pulse("central", units={}, entry={code: 65}, dice=[5])
    entry_markers.roll_entry(s, tables.ENTRY.index(code), 1, 1, "ditt.15.2b")
    assert s.state.allegiance[tables.NATION[code]] == side and s.state.entry[tables.ENTRY.index(code)] == -1
    s = pulse("central", units={}, entry={code: 65}, dice=[4])
    entry_markers.roll_entry(s, tables.ENTRY.index(code), 1, 1, "ditt.15.2b")
    assert s.state.allegiance[tables.NATION[code]] == tables.NEUTRAL and s.state.entry[tables.ENTRY.index(code)] == 69


@rule("ditt.15.2d", "ditt.15.2e", "ditt.15.2f")
def test_exceptions_of_entry() -> None:
    s = pulse("central", units={}, holds={"ge": ["3305", "2116"], "br": ["1812"]})
    for n in (tables.IT, tables.RM, tables.BU):
        entry_markers.enter_war(s, n)
    st = s.state
    assert st.allegiance[tables.IT] == tables.NEUTRAL and st.flag("italy-stays") and st.allegiance[tables.RM] == tables.CP
    assert st.allegiance[tables.BU] == tables.EP


@rule("ditt.15.3a", "ditt.15.3b", "ditt.15.3c")
def test_declaring_war_on_a_neutral() -> None:
    s = pulse("central", units={}, dice=[3, 4])
    play(s, "declare gk")
    assert s.state.allegiance[tables.GK] == tables.EP and s.state.entry[tables.US_ENTRY] == 32
    s = pulse("entente", units={}, dice=[3, 4])
    play(s, "declare gk")
    assert s.state.allegiance[tables.GK] == tables.CP and s.state.entry[tables.US_ENTRY] == 18
    assert s.decision is not None and s.decision.seat == tables.EP  # the pulse goes on


@rule("ditt.15.3d", "ditt.15.9a", "ditt.15.9b", "ditt.15.10a")
def test_what_may_not_be_attacked() -> None:
    s = pulse("entente", units={}, allegiance={"us": "entente"})
    assert rules_against(s, "declare gk") == {"ditt.15.3d"}
    s = pulse("entente", units={})
    assert rules_against(s, "declare ch") == {"ditt.15.9a"} and rules_against(s, "declare us") == {"ditt.15.10a"}
    s = play(pulse("central", units={}, dice=[1, 1]), "declare ch")
    assert s.state.allegiance[tables.IT] == tables.EP


@rule("ditt.15.10b")
def test_the_us_arrive_with_nothing() -> None:
    s = pulse("central", units={}, max={"us": 3})
    control.join(s, tables.US, tables.EP, "ditt.15.2c")
    assert s.state.max[tables.US] == s.state.reserves[tables.US] == 0 and s.state.us_turn == s.state.turn


@rule("ditt.15.11a", "ditt.15.11b", "ditt.15.11c")
@pytest.mark.parametrize(("hex", "code"), [("2512", "it"), ("2314", "rm")])
def test_opportunists(hex: str, code: str) -> None:
    near = next(places.NUMBER[i] for i in bits(places.ways(0).near[I[hex]]) if places.COUNTRY_AT[i] == "Austria-Hungary")
    s = pulse(
        "entente", units={"rs-8": f"{near} 5"}, holds={"rs": places.numbers(places.COUNTRY["Austria-Hungary"] & ~(1 << I[hex]))}
    )
    play(s, f"stack {near}", f"step {hex}")
    assert s.state.allegiance[tables.NATION[code]] == tables.EP


@rule("ditt.15.1c", "ditt.15.1e")
def test_neutral_powers_grow_but_do_not_recruit() -> None:
    s = pulse("central", units={})
    control.change_max(s, tables.TU, 3, "ditt.15.1c")
    assert s.state.max[tables.TU] == 41 and s.state.reserves[tables.TU] == 0


# -- navy (ditt.8.3) ------------------------------------------------------------------------------------------------------------


@rule("ditt.8.3a", "ditt.8.3b", "ditt.8.3c", "ditt.8.3l")
def test_the_seas() -> None:
    assert len(tables.SEAS) == 5 and places.COAST[places.EP_SEAS] >> I["0119"] & 1 and places.COAST[tables.NORTH] >> I["3916"] & 1
    assert places.COAST[places.EP_SEAS] >> I["1125"] & 1 and places.COAST[places.EP_SEAS] >> I["0613"] & 1


@rule("ditt.8.3f", "ditt.8.3g", "ditt.8.3h", "ditt.8.3i", "ditt.8.3j")
@pytest.mark.parametrize(
    ("dice", "box", "cp"),
    [((6, 5), 0, False), ((6, 6), 0, False), ((1, 1), 2, False), ((2, 2), 2, False), ((2, 3), 1, True), ((4, 6), 1, True)],
)
def test_a_challenge(dice: tuple[int, int], box: int, cp: bool) -> None:
    s = scene(turn=2, phase=1, side="entente", clear=True, units={}, dice=dice)
    play(s, "challenge baltic")
    assert s.state.seas[tables.BALTIC] == box
    assert (type(s.decision.step) is naval.Challenge) == cp  # type: ignore[union-attr]


@rule("ditt.8.3k", "ditt.sct.g")
def test_the_cp_needs_the_adriatic_for_the_mediterranean() -> None:
    s = scene(turn=2, phase=1, side="central", clear=True, units={})
    assert rules_against(s, "challenge mediterranean") == {"ditt.8.3k"} and "challenge adriatic" in texts(s)
    s = scene(turn=2, phase=1, side="central", clear=True, units={}, seas={"adriatic": "central"})
    assert "challenge mediterranean" in texts(s)


@rule("ditt.15.10f")
@pytest.mark.parametrize(
    ("side", "dice", "moved"),
    [(tables.EP, (5, 5), True), (tables.EP, (2, 2), False), (tables.CP, (6, 5), False), (tables.CP, (2, 3), True)],
)
def test_the_us_help_at_sea(side: int, dice: tuple[int, int], moved: bool) -> None:
    s = pulse("central", units={}, allegiance={"us": "entente"}, dice=dice)
    assert naval.challenge(s, side, tables.NORTH, "ditt.8.3f") == moved


# -- victory (17) ----------------------------------------------------------------------------------------------------------


def final(surrendered: list[str], *, posts: int = 0, army: bool = False, out: tuple[str, ...] = ("rs",)) -> tuple[str | None, str]:
    st = pulse(
        "central",
        turn=19,
        units={"fr-1": "3108 2"} if army else {},
        surrendered=[*surrendered, *(n for n in out if n == "fr")],
        hexes={"forts-destroyed": ["3108", *places.numbers(places.COLONIAL_COINS)[posts:]]},
        flags=["collapsed"] if "rs" in out else [],
    ).state
    result = victory.outcome(st)
    return result.winner, result.level


@rule("ditt.17.0d", "ditt.17.0e", "ditt.17.0f", "ditt.17.0g", "ditt.17.0h", "ditt.17.0k", "ditt.17.0a")
def test_levels_of_victory() -> None:
    assert final(["ah", "tu"], army=True) == ("entente", "decisive")
    assert final(["ah", "tu"], army=True, posts=1) == ("entente", "marginal")
    assert final(["ah", "tu"], posts=3) == ("entente", "marginal")
    assert final(["ah", "tu"], posts=4) == (None, "draw")
    assert final(["tu"]) == ("central", "marginal")
    assert final(["tu"], army=True) == (None, "draw")
    assert final([]) == ("central", "decisive")


@rule("ditt.17.0i", "ditt.17.0j")
def test_the_shift_for_russia_and_france() -> None:
    assert final([], out=()) == ("central", "marginal")
    assert final(["ah"], out=()) == ("entente", "marginal")
    assert final(["ah", "tu"], posts=2, out=()) == ("entente", "decisive")
    assert final(["tu"], army=True, out=()) == (None, "draw")


@rule("ditt.2.7f")
def test_the_game_ends_after_fall_1918() -> None:
    s = onward(scene(turn=19, phase=7), "")
    assert s.over and "end" in keys(s)
