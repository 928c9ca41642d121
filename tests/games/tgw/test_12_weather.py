"""Weather (tgw.12.0): what the tracks print, and the die of March and October. What weather does stands with movement, combat,
supply and strategic warfare."""

from __future__ import annotations

import pytest

from firestep.games.tgw.components import fronts, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.movement import weather
from firestep.games.tgw.movement.weather import WeatherPhase
from firestep.games.tgw.strategic import warfare
from firestep.testing import keys, rule

from .field import field, session


def fell(turn: int, *dice: int) -> list[int]:
    return session(field({}, turn=turn), WeatherPhase(), dice=dice).state.weather


@rule("tgw.12.0a")
def test_there_are_four_kinds_of_weather() -> None:
    assert tables.WEATHERS == ("fair", "wet", "snow", "hot")
    printed = {w for turn in range(1, tables.LAST_TURN + 1) for w in weather.printed(turn)}
    assert printed == {tables.FAIR, tables.WET, tables.SNOW, tables.HOT, tables.VARIABLE}


@rule("tgw.12.12.ex1", "tgw.12.11a", "tgw.12.12a", "tgw.12.12b")
def test_november_1914() -> None:
    got = fell(tables.turn_of("Nov/Dec", 1914))
    assert [got[f] for f in (fronts.WEST, fronts.ITALY, fronts.EAST, fronts.CAUCASUS, fronts.EGYPT, fronts.IRAQ)] == [
        tables.WET,
        tables.WET,
        tables.SNOW,
        tables.SNOW,
        tables.FAIR,
        tables.FAIR,
    ]


@rule("tgw.12.12c", "tgw.4.2.3")
def test_march_and_october_are_variable_in_the_west_alone() -> None:
    for turn in range(1, tables.LAST_TURN + 1):
        now = weather.printed(turn)
        assert (now[fronts.WEST] == now[fronts.ITALY] == tables.VARIABLE) == (tables.MONTH[turn] in ("March", "October"))
        assert tables.VARIABLE not in now[fronts.EAST :]


@rule("tgw.12.13a")
@pytest.mark.parametrize(
    ("die", "kind"), [(1, tables.WET), (2, tables.FAIR), (3, tables.WET), (4, tables.FAIR), (5, tables.WET), (6, tables.FAIR)]
)
def test_one_die_for_both_fronts(die: int, kind: int) -> None:
    s = session(field({}, turn=tables.turn_of("March", 1916)), WeatherPhase(), dice=[die])
    assert s.state.weather[fronts.WEST] == s.state.weather[fronts.ITALY] == kind and s.state.rolls == 1
    assert keys(s).count("weather-roll") == 1


@rule("tgw.12.2f", "tgw.12.2l")
@pytest.mark.parametrize(("kind", "lost"), [(tables.FAIR, 5), (tables.WET, 3), (tables.SNOW, 3)])
def test_wet_and_snow_spoil_allied_bombing(kind: int, lost: int) -> None:
    st = field({})
    st.weather[fronts.WEST] = kind
    st.rp[tables.GE] = 9
    st.warfare = OF_EVENT["iaf"]
    s = session(st, warfare.WarfarePhase(), dice=[5, 5, 5])
    while s.decision is not None:
        s.take(s.decision.actions[-1])
    assert s.state.rp[tables.GE] == 9 - lost
