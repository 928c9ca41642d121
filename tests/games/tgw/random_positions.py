"""Positions for property tests: the set-ups of all scenarios, the stored moments, and armies thrown about by chance."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

from firestep.engine.dice import Dice
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.engine.step import Step
from firestep.games.tgw import GAME, setup
from firestep.games.tgw.components import tables
from firestep.games.tgw.state import State
from games.tgw.test_agreement import scattered

SCENARIOS = ("1914", "1915", "1916", "1917", "1918")
_MOMENTS = Path(__file__).parents[2] / "moments" / "tgw"
MOMENTS = tuple(sorted(p.name.removesuffix(".json.gz") for p in _MOMENTS.glob("*.json.gz")))


@cache
def _moment(name: str) -> Session[State]:
    kept = json.loads(gzip.decompress((_MOMENTS / f"{name}.json.gz").read_bytes()))
    return begin(GAME, kept["scenario"], GAME.settle_options(kept["options"]), Dice(name), kept["moment"])


def moment(name: str) -> Session[State]:
    """A game at a stored moment."""
    return _moment(name).copy()


def _with_weather(st: State, rng: random.Random) -> State:
    st.weather = [rng.choice((tables.FAIR, tables.WET, tables.SNOW)) for _ in range(4)] + [
        rng.choice((tables.FAIR, tables.HOT)) for _ in range(2)
    ]
    return st


def _set_up(scenario: str) -> State:
    return _with_weather(setup.begin(scenario, {})[0], random.Random(scenario))


#: name of a position -> a new state of it
POSITIONS: dict[str, Callable[[], State]] = {
    **{f"{k}": (lambda k=k: _set_up(k)) for k in SCENARIOS},
    **{f"moment {k}": (lambda k=k: moment(k).state) for k in MOMENTS},
    **{f"scattered {k}": (lambda k=k: scattered(k, random.Random(f"scattered {k}"))) for k in SCENARIOS},
}


def table(st: State, *steps: Step[Session[State]]) -> Session[State]:
    """A game in a position that has only these steps before it."""
    return Session(GAME, st.scenario, st.options, Dice("positions"), st, steps).disable_undo()
