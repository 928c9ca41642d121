"""Weather (12.0): what the tracks print, and the die of March and October. What weather does stands with movement, combat, supply
and strategic warfare."""

from __future__ import annotations

import pytest

from firestep.games.tgw import ground as g
from firestep.games.tgw import tables as t
from firestep.games.tgw import warfare, weather
from firestep.games.tgw.chits import OF_EVENT
from firestep.games.tgw.weather import WeatherPhase
from firestep.testing import keys, rule

from .field import field, session


def fell(turn: int, *dice: int) -> list[int]:
    return session(field({}, turn=turn), WeatherPhase(), dice=dice).state.weather


@rule("tgw.12.0a")
def test_there_are_four_kinds_of_weather() -> None:
    assert t.WEATHERS == ("fair", "wet", "snow", "hot")
    printed = {w for turn in range(1, t.LAST_TURN + 1) for w in weather.printed(turn)}
    assert printed == {t.FAIR, t.WET, t.SNOW, t.HOT, t.VARIABLE}


@rule("tgw.12.12.ex1", "tgw.12.11a", "tgw.12.12a", "tgw.12.12b")
def test_november_1914() -> None:
    got = fell(t.turn_of("Nov/Dec", 1914))
    assert [got[f] for f in (g.WEST, g.ITALY, g.EAST, g.CAUCASUS, g.EGYPT, g.IRAQ)] == [
        t.WET,
        t.WET,
        t.SNOW,
        t.SNOW,
        t.FAIR,
        t.FAIR,
    ]


@rule("tgw.12.12c", "tgw.4.2.3")
def test_march_and_october_are_variable_in_the_west_alone() -> None:
    for turn in range(1, t.LAST_TURN + 1):
        now = weather.printed(turn)
        assert (now[g.WEST] == now[g.ITALY] == t.VARIABLE) == (t.MONTH[turn] in ("March", "October"))
        assert t.VARIABLE not in now[g.EAST :]


@rule("tgw.12.13a")
@pytest.mark.parametrize(("die", "kind"), [(1, t.WET), (2, t.FAIR), (3, t.WET), (4, t.FAIR), (5, t.WET), (6, t.FAIR)])
def test_one_die_for_both_fronts(die: int, kind: int) -> None:
    s = session(field({}, turn=t.turn_of("March", 1916)), WeatherPhase(), dice=[die])
    assert s.state.weather[g.WEST] == s.state.weather[g.ITALY] == kind and s.state.rolls == 1
    assert keys(s).count("weather-roll") == 1


@rule("tgw.12.2f", "tgw.12.2l")
@pytest.mark.parametrize(("kind", "lost"), [(t.FAIR, 5), (t.WET, 3), (t.SNOW, 3)])
def test_wet_and_snow_spoil_allied_bombing(kind: int, lost: int) -> None:
    st = field({})
    st.weather[g.WEST] = kind
    st.rp[t.GE] = 9
    st.warfare = OF_EVENT["iaf"]
    s = session(st, warfare.WarfarePhase(), dice=[5, 5, 5])
    while s.decision is not None:
        s.take(s.decision.actions[-1])
    assert s.state.rp[t.GE] == 9 - lost
