"""Positions made by hand: the examples of the documentation load, and every mistake is told in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from firestep.engine import position
from firestep.engine.errors import BadPosition
from firestep.games import GAMES

EXAMPLES = sorted((Path(__file__).parents[2] / "docs" / "positions").glob("*.toml"))
HEAD = 'format = "firestep-position 1"\ngame = "wwi"\nscenario = "historical"\n'


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_the_examples_of_the_documentation_load(path: Path) -> None:
    s = position.load(path, GAMES)
    assert s.decision is not None and s.decision.actions


def test_metz_in_winter_defends_with_twelve() -> None:
    s = position.load(next(p for p in EXAMPLES if p.stem == "metz-in-winter"), GAMES)
    s.take("attack 0509")
    assert "(0 against 12)" in s.decision.prompt


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("turn = ", "is not a position"),
        ('game = "wwi"', "first line"),
        (HEAD.replace("wwi", "chess"), "unknown game"),
        (HEAD.replace("historical", "modern"), "no scenario 'modern'"),
        (HEAD + "trun = 3", "unknown key 'trun'"),
        (HEAD + "turn = 11", "turn must be a number from 1 to 10"),
        (HEAD + "turn = true", "turn must be a number from 1 to 10, not True"),
        (HEAD + "turn = 2\n[options]\ntank-army = 'maybe'", "option 'tank-army'"),
        (HEAD + "[units]\nge-99 = '0508'", "no unit 'ge-99'"),
        (HEAD + "[units]\nge-6 = '9999'", "no land hex '9999'"),
        (HEAD + "[units]\nge-9 = '0508'", "two armies in hex 0508"),
        (HEAD + "[units]\nge-9 = '0805'", "stands in neutral"),
        (HEAD + "[crp]\nfr = -1", "crp.fr must be a whole number"),
        (HEAD + "[crp]\nfr = true", "crp.fr must be a whole number"),
        (HEAD + "[crp]\nxx = 1", "no nation 'xx'"),
        (HEAD + "[flags]\ntired = true", "no flag 'tired'"),
        (HEAD + "[hexes]\nlakes = []", "no hex list 'lakes'"),
        (HEAD + "[marks]\nslept = []", "no mark 'slept'"),
        (HEAD + "[allegiance]\nit = 'both'", "there is no side 'both'"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(text: str, names: str) -> None:
    with pytest.raises(BadPosition) as e:
        position.from_text(text, GAMES)
    assert names in str(e.value) and "\n" not in str(e.value)
