"""Weather (tgw.12.0): what the tracks print, and the die of March and October. What weather does stands with movement, combat,
supply and strategic warfare."""

from __future__ import annotations

import pytest

from firestep.games.tgw import sequence
from firestep.games.tgw.components import fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.display.text import text
from firestep.games.tgw.movement import weather
from firestep.games.tgw.movement.weather import WeatherPhase
from firestep.games.tgw.nations import new_units
from firestep.games.tgw.state import AVAIL
from firestep.games.tgw.strategic import warfare
from firestep.testing import keys, rule
from games.tgw import plain
from games.tgw.positions import field, session


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


@rule("tgw.12.11a", "tgw.12.2n", "tgw.4.2.3")
def test_new_units_are_placed_in_the_weather_of_their_own_turn() -> None:
    """N20g: the letter that the track prints for the turn, not what the last one left."""
    for name, hot in (("June 1916", True), ("September 1916", False)):
        turn = tables.TURN_NAME.index(name)
        st = field({}, turn=turn, letter="H")
        st.put(roster.UNIT["fr-1"], AVAIL)
        st.weather = weather.printed(turn - 1)
        s = session(st, sequence.GameTurn(sequence.NEW_UNITS))
        assert isinstance(s.decision.step if s.decision else None, new_units.PlaceUnits)
        assert (st.weather[fronts.EGYPT] == tables.HOT) == hot


@rule("tgw.12.11a", "tgw.22.51c")
def test_no_weather_of_fronts_that_are_not_open_is_told() -> None:
    for year, number in (("1918", 3), ("1914", 3), ("1916", 6)):
        s = plain.start(year)
        plain.play(s, lambda s: s.state.phase == 4)
        entry = next(e for e in s.journal if e.key == "weather")
        assert len(entry.params["weather"]) == number
        assert ("Caucasus" in text(entry)) == (number == 6)
