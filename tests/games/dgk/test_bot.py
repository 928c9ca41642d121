"""The greedy player of Der Grosse Krieg: an answer for every question, quick, fair, and far better than chance."""

from __future__ import annotations

import time

import pytest

import firestep
from firestep import bots
from firestep.bots.dgk import BY_STEP, fight, values
from firestep.engine.step import Choice
from firestep.games.dgk import secrets
from firestep.games.dgk.game import GAME
from firestep.sim import Spec, play_game

from .bench import act, box, table, unit


def test_an_evaluator_for_every_question() -> None:
    assert set(BY_STEP) == {name for name, step in GAME.steps.items() if issubclass(step, Choice)}


@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random(seat: int) -> None:
    """A few games here; twenty of every scenario from either side are in docs/dgk.md."""
    seats = ["random", "random"]
    seats[seat] = "greedy"
    spec = Spec.settle("dgk", seats, "jaroslawice", seed="beats")
    winners = [play_game(spec, n).winner for n in range(3)]
    assert winners == [("allied", "central")[seat]] * 3


def test_a_turn_of_a_division_takes_seconds_and_no_dice() -> None:
    s = firestep.start("dgk", scenario="le-cateau", seed=3)
    players = [bots.make("greedy", 1), bots.make("greedy", 2)]
    began = time.process_time()
    while (d := s.decision) is not None and s.state.turn == 1:
        before = s.hash()
        action = players[d.seat].choose(s, d)
        assert s.hash() == before
        s.take(action)
    assert time.process_time() - began < 20  # both divisions; about two seconds on an idle core


def choice(s: object) -> str:
    bot = bots.make("greedy", 1)
    return " ".join(bot.choose(s, s.decision))  # type: ignore[attr-defined,arg-type]


def test_it_fires_at_the_best_target_and_assaults_who_is_broken() -> None:
    targets = [unit("c1", "infantry", 17, 22, 180, "march"), unit("c2", "infantry", 24, 22, 180)]
    g = table(unit("a1", "infantry", 20, 30), *targets)
    assert choice(act(g, "a1")) == "dfire c1"
    shaken = table(unit("a1", "infantry", 20, 30, 0, "maneuver", bases=6), unit("c1", "infantry", 20, 25, 0, "maneuver"))
    shaken.status[1] = 2
    assert choice(act(shaken, "a1")) == "assault c1"
    steady = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 25, 180), ground=[box("fort", 17, 23, 23, 25.5)])
    assert fight.charge(steady, 0, 1) < 0 and choice(act(steady, "a1")) != "assault c1"


def test_it_rallies_goes_on_and_stands_as_the_scenario_asks() -> None:
    g = table(unit("a1", "infantry", 20, 40, 0, "maneuver"), unit("c1", "infantry", 20, 10, 180))
    assert choice(act(g, "a1")) in ("maneuver", "march")
    g.status[0] = 2
    assert choice(act(g, "a1")) == "regroup"
    stand = table(unit("a1", "infantry", 20, 40), unit("c1", "infantry", 20, 10, 180), limit_winner="allied")
    assert not values.attacks(stand, 0) and values.attacks(stand, 1)


def test_it_plays_the_same_with_and_without_what_is_hidden_from_it() -> None:
    g = table(
        unit("a1", "infantry", 20, 40, 0, "maneuver"),
        unit("c1", "infantry", 20, 10, 180),
        unit("c2", "field", 20, 28, 180, hidden=True),
    )
    s = act(g, "a1")
    assert values.present(g, 0) == values.present(secrets.conceal(s, 0).state, 0)
    assert choice(s) == choice(secrets.conceal(s, 0))
