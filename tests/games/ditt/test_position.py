"""Positions in words: what is written is read back as the same state, and what means nothing is refused in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.errors import BadPosition
from firestep.games.ditt import GAME
from firestep.games.ditt.components import places
from games.ditt.positions import scene

POSITION = {"turn": 9, "side": "entente"}


def again(tables: dict[str, Any]) -> Any:
    s = scene(**tables)
    return s, scene(**GAME.position_to(s))


def test_a_position_carries_the_places_that_coins_marked() -> None:
    s, new = again({**POSITION, "spots": {"putnik": "2310", "nivelle": "3305"}})
    assert s.state.spots == [places.INDEX["2310"], places.INDEX["3305"]]
    assert new.state.to_plain() == s.state.to_plain()


def test_a_full_position_is_read_back_as_it_was() -> None:
    s, new = again(
        {
            **POSITION,
            "passes": 1,
            "siege": ["hand", "3207"],
            "beach": ["1812", "lost"],
            "flags": ["collapsed", "baron"],
            "coins": {"cp-krupp": 2},
            "gas": {"central": 3},
            "air": "none",
            "ne_limit": [4, 0],
            "cup": [2, 5],
            "peeked": [0, 5],
            "surrendered": ["sb"],
            "numbers": {"boer": 7, "us_turn": 3},
            "frozen": {"fr": 1},
            "reserves": {"fr": 4},
            "hexes": {"fresh": ["3305"], "fallen": ["3305"], "truce": ["3304"]},
            "marks": {"flipped": ["ge-1"], "used": ["ge-2"]},
            "units": {"co-don": "box"},
            "serves": {"co-don": "ge"},
            "entry": {"it": 40, "rm": -1},
            "seas": {"baltic": "central"},
        }
    )
    assert new.state.to_plain() == s.state.to_plain()


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ({"spots": {"joffre": "3305"}}, "no spot 'joffre'"),
        ({"spots": {"nivelle": "9999"}}, "no place '9999'"),
        ({"siege": ["hand"]}, "siege must be a list of two"),
        ({"beach": "1812"}, "beach must be a list"),
        ({"peeked": [0, "x"]}, "peeked must be a whole number"),
        ({"entry": {"it": "soon"}}, "entry.it must be a whole number"),
        ({"flags": ["victory"]}, "no flag 'victory'"),
        ({"cup": 4}, "cup must be a list"),
        ({"marks": {"tired": []}}, "no mark 'tired'"),
        ({"hexes": {"mud": []}}, "no list 'mud'"),
        ({"numbers": {"luck": 3}}, "no number 'luck'"),
        ({"turn": True}, "turn must be"),
        ({"luck": 1}, "unknown key 'luck'"),
        ({"seas": {"baltic": "dry"}}, "no state of a sea 'dry'"),
        ({"units": 3}, "must be a table"),
    ],
)
def test_what_means_nothing_is_refused(tables: dict[str, Any], says: str) -> None:
    with pytest.raises(BadPosition, match=says):
        scene(**{**POSITION, **tables})
