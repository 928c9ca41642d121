"""Walks: legs of games at random, over every game, scenario and set of options, with moments kept on the way.

A leg has at most 1,000 decisions. It begins at the start of a game or at a stored moment (`tools/make_checkpoints.py`), so that
tests of a long war take no longer than those of a short one. `make fuzz` plays whole games. It also checks every moment that is
kept of a leg, where `make test` checks a sample (`sampling.py`). There are two ways to walk: `random` takes any action. `busy` ends
a phase only when there is little else to do, so that armies move and fight.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest

from firestep.engine import position
from firestep.engine.action import Action
from firestep.engine.dice import Dice
from firestep.engine.errors import FirestepError
from firestep.engine.game import Game
from firestep.engine.reread import read_back, rebuilt, unexplained, unlike
from firestep.engine.secret import hides
from firestep.engine.session import Decision, Session
from firestep.engine.start import begin
from firestep.games import ALL, GAMES
from sampling import WHOLE, every

#: words with which a player ends something
ENDINGS = {"done", "stay", "halt", "pass"}
#: decisions of a leg at most
LEG = 1_000
#: and of one on a plane, where a question takes as long as ten of a map
LEG_ON_A_PLANE = LEG if WHOLE else 400
#: decisions of the part of a leg that is played again
AGAIN = LEG if WHOLE else 250
#: moments kept of each walk, and of each kind of question
KEPT = 12
OF_A_KIND = 3
#: decisions between two at which a session is read back from plain data; between them its state is rebuilt, which costs less
READ_BACK = 1 if WHOLE else 25
#: questions of each kind in a leg at which every candidate is explained
EXPLAINED = 10 if WHOLE else 2
MOMENTS = Path(__file__).parents[1] / "moments"


@dataclass(frozen=True)
class Case:
    game: str
    scenario: str
    options: tuple[tuple[str, str], ...]
    style: str
    seed: int
    #: the stored moment it begins from
    moment: str | None = None

    @property
    def id(self) -> str:
        if self.moment is not None:
            return f"{self.game}-{self.moment}-moment-{self.style}"
        return f"{self.game}-{self.scenario}-{'options' if self.options else 'plain'}-{self.style}-{self.seed}"

    @property
    def leg(self) -> int:
        return LEG_ON_A_PLANE if self.game == "dgk" else LEG

    @property
    def checked(self) -> bool:
        """A leg in which every decision is compared with what plain data gives, and some of each kind of question are explained:
        every third of a game, and all in `make fuzz`."""
        return WHOLE or self.seed % 3 == 0

    @property
    def dice_seed(self) -> str:
        return f"sesame-{self.id}"


@dataclass
class Walk:
    case: Case
    end: Session[Any]
    #: where the part ends that is played again
    part: Session[Any]
    #: copies of the game before some of its decisions
    moments: list[Session[Any]]
    #: copies between two orders, where a position can be written
    pauses: list[Session[Any]]
    #: copies where something is hidden from somebody
    secrets: list[Session[Any]]
    #: copies of the game before decisions of each kind, within an order as well
    questions: dict[str, list[Session[Any]]]
    #: what was wrong with a question on the way
    faults: list[str]

    @cached_property
    def near(self) -> list[Session[Any]]:
        """The moments of the part that is played again."""
        return [s for s in self.moments if s.size <= AGAIN] or self.moments[:1]

    @cached_property
    def read_again(self) -> list[tuple[Session[Any], Session[Any]]]:
        """Moments between two orders, and each as it comes back from its position file."""
        assert self.pauses
        return [(s, position.from_text(position.to_text(s), GAMES)) for s in every(2, self.pauses)]

    def picker(self, salt: str) -> random.Random:
        return random.Random(f"{self.case.id} {salt}")


def games() -> list[Game[Any]]:
    """The games of the program; other tests may have registered games of their own in this process."""
    return [GAMES[id] for id in ALL if id in GAMES]


def cases() -> list[Case]:
    """Two walks of every scenario, which differ in style and in all options; four of a game's first; one from every moment."""
    out = []
    for g in games():
        # a set-up by hand, unit by unit, would take up a busy leg: it is walked once, at random
        other = tuple((o.id, o.choices[-1]) for o in g.options if o.id != "setup")
        if any(o.id == "setup" for o in g.options):
            out.append(Case(g.id, g.scenarios[-1].id, (("setup", "free"),), "random", 35))
        for k, sc in enumerate(g.scenarios):
            out.append(Case(g.id, sc.id, (), ("random", "busy")[k % 2], k))
            out.append(Case(g.id, sc.id, other, ("busy", "random")[k % 2], k + 10))
            if k == 0:
                out.append(Case(g.id, sc.id, (), "busy", 20))
                out.append(Case(g.id, sc.id, other, "random", 30))
        for k, path in enumerate(sorted((MOMENTS / g.id).glob("*.json.gz"))):
            kept = stored(path)
            out.append(
                Case(
                    g.id,
                    kept["scenario"],
                    tuple(kept["options"].items()),
                    ("busy", "random")[k % 2],
                    40 + k,
                    path.name.removesuffix(".json.gz"),
                )
            )
    return out


@cache
def stored(path: Path) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return kept


def start(case: Case) -> Session[Any]:
    g = GAMES[case.game]
    text = None if case.moment is None else stored(MOMENTS / case.game / f"{case.moment}.json.gz")["moment"]
    try:
        return begin(g, case.scenario, g.settle_options(dict(case.options)), Dice(case.dice_seed), text)
    except FirestepError as e:
        pytest.fail(f"{e}; if the state was changed on purpose, renew the moments with: python tools/make_checkpoints.py {g.id}")


def choose(d: Decision[Any], rng: random.Random, style: str) -> Action:
    if style == "busy" and rng.random() < 0.93:
        going_on = [a for a in d.actions if a[0] not in ENDINGS]
        if going_on:
            return rng.choice(going_on)
    return rng.choice(d.actions)


@cache
def walk_of(case: Case) -> Walk:
    rng, keep = random.Random(case.id), random.Random(f"{case.id} kept")
    s = start(case)
    part: Session[Any] | None = None
    moments: list[Session[Any]] = []
    pauses: list[Session[Any]] = []
    secrets: list[Session[Any]] = []
    questions: dict[str, list[Session[Any]]] = {}
    met: Counter[str] = Counter()
    faults: list[str] = []
    k = 0
    while (d := s.decision) is not None and k < case.leg:
        if k == AGAIN:
            part = s.copy()
        # a sample that stays spread over the whole game, however long it is
        if len(moments) < KEPT:
            moments.append(s.copy())
        elif (at := keep.randrange(k + 1)) < KEPT:
            moments[at] = s.copy()
        faults += faults_of(s, d, k)
        kind = type(d.step).__name__
        met[kind] += 1
        if case.checked:
            found = unlike(s, read_back(s) if k % READ_BACK == 0 else rebuilt(s))
            found += unexplained(s) if met[kind] <= EXPLAINED else []
            faults += [f"{what} after {k} actions, {kind}" for what in found]
        if met[kind] <= OF_A_KIND:
            questions.setdefault(kind, []).append(s.copy())
        elif (at := keep.randrange(met[kind])) < OF_A_KIND:
            questions[kind][at] = s.copy()
        if k % 9 == 0 and (len(pauses) < KEPT // 2 or not keep.randrange(6)) and between_orders(s):
            if len(pauses) < KEPT // 2:
                pauses.append(s.copy())
            else:
                pauses[keep.randrange(KEPT // 2)] = s.copy()
        if hides(s):
            if len(secrets) < KEPT // 2:
                secrets.append(s.copy())
            elif not keep.randrange(20):
                secrets[keep.randrange(KEPT // 2)] = s.copy()
        s.take(choose(d, rng, case.style))
        k += 1
    moments.sort(key=lambda m: m.size)
    return Walk(case, s, part or s, moments, pauses, secrets, questions, faults)


def faults_of(s: Session[Any], d: Decision[Any], k: int) -> list[str]:
    """What every question must keep: answers in order, a seat, words; now and then the whole position."""
    out = []
    here = f"after {k} actions, {type(d.step).__name__}"
    if not d.actions:
        raise AssertionError(f"no action {here}")
    if any(a >= b for a, b in zip(d.actions, d.actions[1:], strict=False)):
        out.append(f"not sorted or not unique {here}")
    if not 0 <= d.seat < len(s.game.seats):
        out.append(f"no such seat {here}")
    if k % 10 == 0:
        if not d.prompt.strip() or "\n" in d.prompt:
            out.append(f"no proper prompt {here}")
        if not all(w and " " not in w for a in d.actions for w in a):
            out.append(f"words with blanks {here}")
    if k % (25 if WHOLE else 50) == 0 and between_orders(s):
        try:
            s.game.check(s.state)
        except FirestepError as e:
            out.append(f"{e} {here}")
    return out


def between_orders(s: Session[Any]) -> bool:
    """Within a compound order two armies may share a hex for a moment; between orders never."""
    try:
        s.game.position_to(s)
    except FirestepError:
        return False
    return True


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    found = cases()
    if "walk" in metafunc.fixturenames:
        metafunc.parametrize("walk", found, ids=[c.id for c in found], indirect=True)
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games(), ids=[g.id for g in games()])


@pytest.fixture
def walk(request: pytest.FixtureRequest) -> Walk:
    return walk_of(request.param)
