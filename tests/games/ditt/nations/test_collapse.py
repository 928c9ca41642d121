"""The Russian collapse (ditt.13.0)."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import events
from firestep.games.ditt.movement import areas
from firestep.games.ditt.nations import collapse, entry_markers, surrender
from firestep.games.ditt.state import BOX, GONE, POOL, State
from firestep.games.ditt.supply import friendly
from firestep.testing import play, rule, texts
from games.ditt.handing import bring, run
from games.ditt.positions import I, U, checks, pulse, scene

WAR = {"tu": "central", "it": "entente", "bu": "central", "rm": "entente"}


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


@rule("ditt.13.1c")
def test_a_supplied_russian_army_in_germany_is_noticed() -> None:
    """The effect is tested in `test_events_aftermath`."""
    inside = pulse("entente", units={"rs-1": "3014 5"}, hexes={"forts-destroyed": ["3014"]}, holds={"rs": ["3014"]})
    assert places.COUNTRY["Germany"] >> I["3014"] & 1 and surrender.russians_in_germany(inside.state)
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
    poland = places.numbers(places.COUNTRY["Poland"])
    s = bring(pulse("central", turn=15, passes=1, units=units, allegiance=WAR, holds={"ge": poland}, cup=[]), "collapsed")
    s.state.turn = turn
    assert collapse.garrison(s.state) == (divs, divs)
    play(s, "pass")
    assert s.over == lost
    if lost:
        assert s.outcome is not None and s.outcome.winner == "entente" and s.outcome.rule == "ditt.13.2e"


@rule("ditt.13.2f")
def test_ukrainians_count_as_germans_in_the_garrison() -> None:
    s = pulse("central", turn=15, units={"ge-8": "2417 5"}, allegiance=WAR)
    run(s.state, events.Do("ditt.ev.1917.8.15", "call hetmanate"))
    assert s.state.at[U["uk-1"]] > 0 and collapse.garrison(s.state) == (9, 9)


@rule("ditt.13.2k")
def test_a_beaten_turkey_does_not_get_the_black_sea() -> None:
    for surrendered, state in (([], tables.CP_RULES), (["tu"], tables.PARITY)):
        s = pulse("central", turn=15, surrendered=surrendered, seas={"black": "parity"}, allegiance={"tu": "central"})
        collapse.collapse(s)
        assert s.state.seas[tables.BLACK] == state


@rule("ditt.13.2h", "ditt.4.1g")
def test_the_sud_army_leaves_russia_whole() -> None:
    """Its Divs are of two nations and may not be parted: it waits in the Reserve Box, not in the Reserves of one of them."""
    s = scene(turn=14, clear=True, units={"ah-sud": "2619 3"}, marks={"released": ["ah-sud"]}, holds={"ah": ["2619"]})
    before = s.state.reserves[tables.AH]
    collapse.collapse(s)
    assert (s.state.at[tables.SUD], s.state.divs[tables.SUD], s.state.reserves[tables.AH]) == (BOX, 3, before)


@rule("ditt.13.1c", "ditt.9.2a")
def test_starving_russians_in_germany_do_not_stop_the_revolution() -> None:
    for road, fed in ((["3011"], False), (["3011", "2912", "2812"], True)):
        s = scene(turn=8, clear=True, units={"rs-1": "3011 5"}, holds={"rs": road}, hexes={"forts-destroyed": ["2912"]})
        assert surrender.russians_in_germany(s.state) == fed


@rule("ditt.13.2c", "ditt.14.1c", "ditt.9.2a")
def test_nobody_and_no_supply_enters_russia_after_the_collapse() -> None:
    s = pulse("entente", turn=15, units={"br-eef": "0812 3", "ge-8": "3117 3"}, allegiance=WAR)
    assert areas.area(s.state, U["ge-8"]) & places.COUNTRY["Russia"]
    st = bring(s, "collapsed").state
    assert not (areas.area(st, U["ge-8"]) | areas.area(st, U["br-eef"]) | friendly(st, tables.GE)) & places.COUNTRY["Russia"]
    assert not areas.area(st, U["br-eef"]) & places.COUNTRY["Arabian Desert"]
