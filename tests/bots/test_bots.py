"""Bots: their own randomness, no peeking, and a greedy player that beats a random one from either side."""

from __future__ import annotations

from typing import Any

import pytest

import firestep
from firestep import bots
from firestep.bots.greedy import Greedy, by_verb, evaluator
from firestep.engine.errors import UnknownName
from firestep.engine.step import Choice
from firestep.sim import Spec, play_game, simulate
from sampling import every


def test_names_and_unknown_names() -> None:
    assert bots.names() == ["random", "greedy"]
    with pytest.raises(UnknownName, match="the bots are: random, greedy"):
        bots.make("genius")


@pytest.mark.parametrize("name", bots.names())
def test_the_same_seed_plays_the_same_way(name: str) -> None:
    def first(seed: int) -> list[Any]:
        s = firestep.start("wwi", scenario="free", seed=1)
        bot = bots.make(name, seed)
        for _ in range(60):
            s.take(bots.answer(bot, s))
        return s.history

    assert first(3) == first(3)
    if name == "random":
        assert first(3) != first(4)


@pytest.mark.parametrize("name", bots.names())
def test_a_bot_rolls_no_die_of_the_game_and_changes_nothing(name: str) -> None:
    s = firestep.start("wwi", seed=2)
    bot = bots.make(name, 1)
    rolled: list[int] = []

    class Watched(type(s.dice)):  # type: ignore[misc]
        __slots__ = ()

        def roll(self, n: int, sides: int = 6) -> int:
            rolled.append(n)
            return super().roll(n, sides)

    s.dice = Watched(s.dice.seed)
    for _ in range(150):
        before, count = s.hash(), len(rolled)
        a = bots.answer(bot, s)
        assert s.hash() == before and len(rolled) == count, "the bot looked at the dice or changed the game"
        s.take(a)


def test_greedy_has_an_evaluator_for_every_question_of_wwi() -> None:
    from firestep.bots.wwi import BY_STEP
    from firestep.games.wwi import GAME

    assert set(BY_STEP) == {step for step in GAME.steps.values() if issubclass(step, Choice)}


def test_greedy_plays_a_game_without_an_evaluator() -> None:
    """The fallback tries actions in copies and looks at the score."""
    s = firestep.start("wwi", seed=3)
    bot = Greedy(1)
    before = s.hash()
    weights = bot._try(s, s.decision)
    assert len(weights) == len(s.decision.actions) and s.hash() == before
    assert evaluator("no-such-game", Choice) is None
    assert evaluator("wwi", Choice) is None, "wwi has no default"


def test_questions_without_a_function_of_their_own_get_the_default_of_the_game() -> None:
    from firestep.bots import tgw
    from firestep.games.tgw import GAME

    asked = [step for step in GAME.steps.values() if issubclass(step, Choice)]
    assert set(tgw.BY_STEP) < set(asked)
    assert all(evaluator("tgw", step) is tgw.BY_STEP.get(step, tgw.DEFAULT) for step in asked)


@pytest.mark.parametrize("scenario", ["historical", "free"])
@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random(scenario: str, seat: int) -> None:
    """A few games here; a hundred a side are in the benchmark notes."""
    seats = ["random", "random"]
    seats[seat] = "greedy"
    spec = Spec.settle("wwi", seats, scenario, seed="beats")
    winners = {play_game(spec, n).winner for n in every(2, range(2))}
    assert winners == {("allied", "central")[seat]}


def test_greedy_does_not_break_neutrality_for_nothing() -> None:
    s = firestep.start("wwi", seed=5)
    players = [bots.make("greedy", 1), bots.make("greedy", 2)]
    while d := s.decision:
        s.take(bots.answer(players[d.seat], s))
    broken = [e.params["country"] for e in s.journal if e.key == "violation"]
    assert set(broken) <= {"bl"}


def test_a_failing_game_is_told_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = Spec.settle("wwi", ["random", "random"], seed="fails")
    real = bots.make

    def make(name: str, seed: Any = 0) -> Any:
        if str(seed).startswith("fails.1."):
            raise ValueError("no bot today")
        return real(name, seed)

    monkeypatch.setattr("firestep.sim.play.bots.make", make)
    result = simulate(spec, 3)
    assert (result["games"], result["finished"], result["errors"]) == (3, 2, 1)
    failure = result["failures"][0]
    assert failure["seed"] == "fails.1" and "no bot today" in failure["error"] and "--first 1 --games 1" in failure["again"]


def test_greedy_has_an_evaluator_for_every_question_of_ditt() -> None:
    from firestep.bots.ditt import BY_STEP
    from firestep.games.ditt import GAME

    asked = {step for step in GAME.steps.values() if issubclass(step, Choice)}
    assert set(BY_STEP) == asked


@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random_in_the_trenches(seat: int) -> None:
    """A game here; a hundred a side are told in docs/ditt.md."""
    seats = ["random", "random"]
    seats[seat] = "greedy"
    assert play_game(Spec.settle("ditt", seats, seed="versus"), 0).winner == ("central", "entente")[seat]


def test_the_garrison_of_the_east_is_not_sent_home() -> None:
    """A war that was lost because a train took 20 Divs out of Poland: no idle Army of the garrison is a passenger."""
    from firestep.bots.ditt.evaluation import evaluate
    from firestep.bots.ditt.march import passenger
    from firestep.bots.ditt.orders import _idle
    from firestep.games.ditt.components import tables
    from firestep.testing import situation

    s = situation(
        "ditt",
        clear=True,
        turn=16,
        phase=4,
        side="central",
        flags=["collapsed"],
        allegiance={"rs": "out"},
        units={"ge-8": "2814 20", "ge-9": "2814 20", "ge-10": "2813 20", "ah-1": "2813 20", "ge-1": "3111 12"},
    )
    u = tables.UNIT["ge-8"]
    assert passenger(s.state, u) < 0 < passenger(s.state, tables.UNIT["ge-1"])
    assert not _idle(s.state, evaluate(s.state, tables.CP), u)


def test_greedy_keeps_a_guard_where_a_stack_could_be_cut_off() -> None:
    """August 1914: a great stack in Liège lives by Coblenz and the Ruhr behind it; who holds it is worth more than its ground."""
    from firestep.bots.ditt.evaluation import LOST, evaluate
    from firestep.games.ditt.components import places, tables
    from firestep.testing import situation

    def importance(divs: int) -> float:
        s = situation(
            "ditt",
            clear=True,
            turn=1,
            phase=4,
            side="central",
            siege=["hand", "lost"],
            units={"ge-1": f"3308 {divs}", "ge-2": "3208 5", "fr-5": "3207 13"},
            hexes={"forts-destroyed": ["3308"]},
        )
        return evaluate(s.state, tables.CP).importance(places.INDEX["3208"])

    assert importance(20) - importance(4) >= 0.9 * LOST * 20


def test_a_word_that_an_evaluator_does_not_know_is_an_error() -> None:
    """A verb of a game that was renamed must not be played as if it were worth nothing."""
    d = firestep.start("wwi", seed=3).decision
    assert d is not None
    verbs = {a[0] for a in d.actions}
    assert by_verb(d, dict.fromkeys(verbs, 2.0)) == [2.0] * len(d.actions)
    assert by_verb(d, {}, other=1.0) == [1.0] * len(d.actions)
    with pytest.raises(KeyError):
        by_verb(d, {"no-such-word": 1.0})
