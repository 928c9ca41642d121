"""Walks: whole games at random, over every game, scenario and set of options, with moments kept on the way.

Two ways to walk: `random` takes any action; `busy` ends a phase only when there is little else to do, so that armies move and
fight instead of idling.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from firestep.engine.action import Action
from firestep.engine.dice import Dice
from firestep.engine.record import begin
from firestep.engine.session import Decision, Session
from firestep.games import GAMES

#: words with which a player ends something
ENDINGS = {"done", "stay", "halt", "pass"}
#: moments kept of each walk
KEPT = 30


@dataclass(frozen=True)
class Case:
    game: str
    scenario: str
    options: tuple[tuple[str, str], ...]
    style: str
    seed: int

    @property
    def id(self) -> str:
        return f"{self.game}-{self.scenario}-{'options' if self.options else 'plain'}-{self.style}-{self.seed}"

    @property
    def dice_seed(self) -> str:
        return f"sesame-{self.id}"


@dataclass
class Walk:
    case: Case
    end: Session[Any]
    #: copies of the game before some of its decisions
    moments: list[Session[Any]]

    def picker(self, salt: str) -> random.Random:
        return random.Random(f"{self.case.id} {salt}")


def cases() -> list[Case]:
    out = []
    for g in GAMES.values():
        other = tuple((o.id, o.choices[-1]) for o in g.options)
        for k, sc in enumerate(g.scenarios):
            out.append(Case(g.id, sc.id, (), "random", k))
            out.append(Case(g.id, sc.id, (), "busy", k + 10))
            if other:
                out.append(Case(g.id, sc.id, other, "random", k + 20))
                out.append(Case(g.id, sc.id, other, "busy", k + 30))
    return out


def start(case: Case) -> Session[Any]:
    g = GAMES[case.game]
    return begin(g, case.scenario, g.settle_options(dict(case.options)), Dice(case.dice_seed))


def choose(d: Decision[Any], rng: random.Random, style: str) -> Action:
    if style == "busy" and rng.random() < 0.93:
        going_on = [a for a in d.actions if a[0] not in ENDINGS]
        if going_on:
            return rng.choice(going_on)
    return rng.choice(d.actions)


@cache
def walk_of(case: Case) -> Walk:
    rng = random.Random(case.id)
    s = start(case)
    moments: list[Session[Any]] = []
    k = 0
    while (d := s.decision) is not None:
        # a sample that stays spread over the whole game, however long it is
        if len(moments) < KEPT:
            moments.append(s.copy())
        elif (at := rng.randrange(k + 1)) < KEPT:
            moments[at] = s.copy()
        s.take(choose(d, rng, case.style))
        k += 1
        assert k < 100_000, f"no end in sight: {case.id}"
    moments.sort(key=lambda m: m.size)
    return Walk(case, s, moments)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    found = cases()
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", found, ids=[c.id for c in found])
    if "walk" in metafunc.fixturenames:
        metafunc.parametrize("walk", found, ids=[c.id for c in found], indirect=True)
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(GAMES.values()), ids=list(GAMES))


@pytest.fixture
def walk(request: pytest.FixtureRequest) -> Walk:
    return walk_of(request.param)


@pytest.fixture
def starter() -> Any:
    """How a case begins and how it chooses, for tests that walk by themselves."""
    return start, choose
