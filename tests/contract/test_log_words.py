"""Lines of the log and questions as a newcomer reads them: names in place of codes, one point and two points."""

from __future__ import annotations

import pytest

import firestep
from firestep.games.gwb import text as gwb
from firestep.games.tgw import text_combat, text_strategic
from firestep.games.tgw.telling import CAPACITY
from firestep.games.wwi.text import TEXTS


@pytest.mark.parametrize(("points", "said"), [(1, "1 point"), (3, "3 points")])
def test_the_log_counts_as_the_buttons_do(points: int, said: str) -> None:
    assert TEXTS["pays"]({"nation": "ge", "points": points}) == f"Germany pays {said}."


def test_income_names_the_nations() -> None:
    assert TEXTS["income"]({"points": {"ge": 30, "fr": 20}}) == "Combat Resource Points arrive: France 20, Germany 30."


def test_air_units_and_aces_have_their_names() -> None:
    assert text_combat.SAYS["ace"]({"chit": "cp-ace-richtofen", "die": 5, "killed": False}).startswith("Ace Richtofen: die 5")
    flies = text_combat.SAYS["flies"]({"side": "central", "chit": "cp-air-formations-1", "place": "W3831"})
    assert "Aircraft Formations" in flies and "cp-" not in flies


def test_boxes_cities_and_trains_in_words() -> None:
    assert "goes beside the Western Front" in text_strategic.SAYS["enters-box"]({"unit": "us-tc", "box": "edge-west"})
    assert "1 of their cities is lost" in text_strategic.SAYS["victory-check"]({"points": 12, "cities": 1})
    s = firestep.start("tgw", scenario="1918", seed="words")
    rows = next(track["rows"] for track in s.view(1)["board"]["tracks"] if track["id"] == "capacity")
    assert {r["id"]: r["title"] for r in rows} == CAPACITY


def test_one_point_is_one_point() -> None:
    assert gwb.SENTENCES["rally-open"]({"unit": "x", "die": 1}).endswith("(1 point).")
