"""Lines of the log and questions as a newcomer reads them: names in place of codes, one point and two points."""

from __future__ import annotations

import pytest

import firestep
from firestep.engine.teach import teach
from firestep.games import GAMES
from firestep.games.ditt.display.names import lost
from firestep.games.ditt.display.text import TEXTS as DITT
from firestep.games.gwb.display import text as gwb
from firestep.games.tgw.display.names import CAPACITY, units
from firestep.games.tgw.display.text import SAYS
from firestep.games.wwi.display.text import TEXTS


@pytest.mark.parametrize(("points", "said"), [(1, "1 point"), (3, "3 points")])
def test_the_log_counts_as_the_buttons_do(points: int, said: str) -> None:
    assert TEXTS["pays"]({"nation": "ge", "points": points}) == f"Germany pays {said}."


def test_income_names_the_nations() -> None:
    assert TEXTS["income"]({"points": {"ge": 30, "fr": 20}}) == "Combat Resource Points arrive: France 20, Germany 30."


def test_air_units_and_aces_have_their_names() -> None:
    assert SAYS["ace"]({"chit": "cp-ace-richtofen", "die": 5, "killed": False}).startswith("Ace Richtofen: die 5")
    flies = SAYS["flies"]({"side": "central", "chit": "cp-air-formations-1", "place": "W3831"})
    assert "Aircraft Formations" in flies and "cp-" not in flies


def test_boxes_cities_and_trains_in_words() -> None:
    assert "goes beside the Western Front" in SAYS["enters-box"]({"unit": "us-tc", "box": "edge-west"})
    assert "1 of their cities is lost" in SAYS["victory-check"]({"points": 12, "cities": 1})
    s = firestep.start("tgw", scenario="1918", seed="words")
    rows = next(track["rows"] for track in s.view(1)["board"]["tracks"] if track["id"] == "capacity")
    assert {r["id"]: r["title"] for r in rows} == CAPACITY


def test_one_point_is_one_point() -> None:
    assert gwb.SENTENCES["rally-open"]({"unit": "x", "die": 1}).endswith("(1 point).")


def test_one_is_one_and_vowels_have_an() -> None:
    assert DITT["sent"]({"unit": "ge-1", "divs": 1, "left": 1}).endswith("sends 1 Div to Reserves, 1 stays.")
    assert lost(1, "German ") == "1 German Div is lost" and lost(2, "") == "2 Divs are lost"
    assert "the entry of the United States rises by 2" in DITT["marker"]({"marker": "us", "change": 2, "value": 5})
    many = ["ge-1g", "ge-2g", "ah-1", "it-1", "us-1", "br-3"]
    assert units(many) == "2 German units, an Austro-Hungarian unit, an Italian unit, a U.S. unit and a British unit"


def test_points_hexes_and_results_of_tgw_are_logged_in_words() -> None:
    assert SAYS["income"]({"points": ["AH 3", "GE 11"]}) == "Resource Points: Austria-Hungary 3 and Germany 11."
    fight = {"strengths": [3, 6], "basic": "1:2", "shift": 0, "odds": "1:2", "table": "A", "die": 4, "drm": -2, "place": "E5722"}
    said = SAYS["attack"]({**fight, "result": "2/0"})
    assert said.startswith("The hex near ") and "(E5722): 3 against 6" in said
    assert said.endswith("die 4 - 2: 2/0 (attacker loses 2 steps, defender nothing).")
    assert SAYS["attack"]({**fight, "result": "0/E"}).endswith("0/E (attacker loses nothing, defender all).")
    assert SAYS["vacated"]({"place": "W5813"}) == "The hex near Péronne (W5813) is emptied."


def test_what_is_lost_by_an_event_is_not_explained_by_a_surrender_alone() -> None:
    assert "event" in teach(GAMES["ditt"].data)["asks"]["Disband"]["text"]
