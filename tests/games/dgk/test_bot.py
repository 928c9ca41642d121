"""The greedy player of Der Grosse Krieg: an answer for every question, quick, fair, and far better than chance."""

from __future__ import annotations

from math import hypot

import pytest

import firestep
from firestep import bots
from firestep.bots.dgk import BY_STEP, fight, values
from firestep.engine.step import Choice
from firestep.games.dgk import secrets, sight, state
from firestep.games.dgk.game import GAME
from firestep.games.dgk.orders import Act
from firestep.games.dgk.placing import Place
from firestep.games.dgk.state import State
from firestep.sim import Spec, play_game
from games.dgk.positions import act, at, box, keys, table, unit
from sampling import WHOLE, every


def test_an_evaluator_for_every_question() -> None:
    assert set(BY_STEP) == {step for step in GAME.steps.values() if issubclass(step, Choice)}


@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random(seat: int) -> None:
    """A few games here; twenty of every scenario from either side are in docs/dgk.md."""
    seats = ["random", "random"]
    seats[seat] = "greedy"
    spec = Spec.settle("dgk", seats, "jaroslawice", seed="beats")
    winners = {play_game(spec, n).winner for n in every(2, range(3))}
    assert winners == {("allied", "central")[seat]}


@pytest.fixture(scope="module")
def le_cateau() -> list[tuple[State, str, str, bool]]:
    """Two turns of Le Cateau between machines, three in `make fuzz`: state, unit and action of every order, had it a target."""
    s = firestep.start("dgk", scenario="le-cateau", seed=3)
    players = [bots.make("greedy", 1), bots.make("greedy", 2)]
    out = []
    while (d := s.decision) is not None and s.state.turn <= 2 + WHOLE:
        before = s.hash()
        action = bots.answer(players[d.seat], s)
        assert s.hash() == before  # it looks, and touches nothing
        if isinstance(d.step, Act):
            had = any(a[0] in ("dfire", "mfire") for a in d.actions)
            out.append((s.state.copy(), s.state.scn.units[d.step.unit].id, action[0], had))
        s.take(action)
    return out


def test_batteries_of_a_defender_that_have_targets_stay(le_cateau: list[tuple[State, str, str, bool]]) -> None:
    british = [(g, id, verb) for g, id, verb, had in le_cateau if had and id.startswith("gb-")]
    guns = [(id, verb) for g, id, verb in british if g.scn.units[g.scn.unit_no[id]].artillery]
    assert len(guns) > 10 and not [x for x in guns if x[1] in ("maneuver", "march")]


def test_a_defender_keeps_his_ground(le_cateau: list[tuple[State, str, str, bool]]) -> None:
    """Of the battalions in the line few leave it while they are steady; the attacker comes on."""
    moved = {side: [0, 0] for side in (0, 1)}
    for g, id, verb, _ in le_cateau:
        u = g.scn.unit_no[id]
        if g.scn.units[u].type == "infantry" and g.status[u] == 0:
            moved[g.scn.units[u].side][verb in ("maneuver", "march")] += 1
    assert moved[0][1] < 0.15 * sum(moved[0]) and moved[1][1] > 0.3 * sum(moved[1])


def test_no_column_marches_in_sight_and_reach_of_the_enemy(le_cateau: list[tuple[State, str, str, bool]]) -> None:
    for g, id, verb, _ in le_cateau:
        u = g.scn.unit_no[id]
        if verb == "march":
            near = [v for v in state.foes(g, state.side(g, u)) if hypot(g.x[u] - g.x[v], g.y[u] - g.y[v]) < 12_000]
            assert not [v for v in near if sight.sees(g, v, u)], (id, g.turn)
    lone = table(unit("a1", "infantry", 20, 46, 0, "march"), unit("c1", "infantry", 20, 4, 180))
    assert choice(act(lone, "a1")) == "march"  # where nobody is near, it does


def test_a_battery_with_a_target_fires_and_a_defender_without_one_waits() -> None:
    for winner in ("allied", ""):
        g = table(unit("a1", "field", 20, 40), unit("c1", "infantry", 20, 20, 180, "maneuver"), limit_winner=winner)
        assert choice(act(g, "a1")) == "dfire c1"
    far = table(unit("a1", "infantry", 20, 40), unit("c1", "infantry", 20, 5, 180, "maneuver"), limit_winner="allied")
    assert choice(act(far, "a1")) in ("hold", "deploy")
    near = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 20, 180, "maneuver"))
    assert choice(act(near, "a1")) != "march"


def choice(s: object) -> str:
    bot = bots.make("greedy", 1)
    return " ".join(bots.answer(bot, s))  # type: ignore[attr-defined,arg-type]


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


@pytest.mark.parametrize("known", [True, False])
def test_it_walks_into_no_minefield_that_it_knows(known: bool) -> None:
    """Its own fields, and those that it has found: it goes round or stays, and assaults nobody beyond. Others it cannot see."""
    side = "allied" if known else "central"
    field = box("minefield", 12, 26, 28, 28, side=side)
    target = unit("c1", "infantry", 20, 8, 180)
    s = at(table(unit("a1", "infantry", 20, 32, 0, "maneuver"), target, ground=[field]), Place(0, "maneuver", 9_000))
    s.take(bots.answer(bots.make("greedy", 1), s))
    assert bool(s.state.mines) is not known and ("minefield" in keys(s)) is not known
    weak = unit("c1", "field", 20, 25.5, 0, "march")
    s = act(table(unit("a1", "infantry", 20, 30, 0, "maneuver"), weak, ground=[field]), "a1")
    assert (bots.answer(bots.make("greedy", 1), s)[0] == "assault") is not known
