"""Chapter 13 and the switches of the rulings."""

from __future__ import annotations

import pytest

import firestep
from firestep.games import game
from firestep.games.wwi.components import board
from firestep.games.wwi.sequence import GameTurn
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, situation, texts
from games.wwi.positions import O, crp, field, firsts, hx, params, verbs, where


def dawn(turn, dice=(), options=None, **kw):
    """The start of a turn with everything neutral that may still be neutral."""
    kw.setdefault("allegiance", {"it": "neutral", "tu": "neutral", "bu": "neutral"})
    s = situation("wwi", clear=True, turn=turn, phase=1, options=options, dice=dice, **kw)
    s.agenda.append(GameTurn())
    s._decision = None
    s._settle()
    return s


def side(s, n):
    return s.state.allegiance[board.NATION[n]]


@rule("wwi.13.0")
def test_options_are_off_unless_chosen():
    """Each optional rule is a switch of its own; by default none is on, and the rulings have their defaults."""
    s = firestep.start("wwi")
    assert dict(s.options) == {
        "variable-italy": "off",
        "variable-turkey": "off",
        "tank-army": "off",
        "mixed-doubling": "side",
        "losses-first": "defender",
        "blocked-infiltration": "pay",
    }
    for one in ("variable-italy", "variable-turkey", "tank-army"):
        chosen = dict(firestep.start("wwi", options={one: "on"}).options)
        assert [k for k in ("variable-italy", "variable-turkey", "tank-army") if chosen[k] == "on"] == [one]
    assert {o.id for o in game("wwi").options} == set(s.options)


@rule("wwi.13.11", "wwi.13.12")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("turn", [2, 3, 7])
def test_variable_italian_entry(turn, die):
    """From turn 2 a die each turn: 1 to 4 bring Italy in with 15 points and no Victory Points; the date of turn 3 is off."""
    s = dawn(turn, [die], {"variable-italy": "on"})
    assert (side(s, "it") == board.ALLIED) == (die <= 4)
    assert crp(s, "it") == 15 and s.state.vp == [5, 0]
    assert s.state.rolls == 1


@rule("wwi.13.11")
def test_no_die_on_turn_one_and_none_once_italy_is_in():
    """The first roll is on turn 2; a country at war is not rolled for."""
    assert dawn(1, [1], {"variable-italy": "on"}).state.rolls == 0
    s = dawn(4, [1], {"variable-italy": "on"}, allegiance={"it": "central"})
    assert s.state.rolls == 0 and side(s, "it") == board.CENTRAL


@rule("wwi.13.21", "wwi.13.22")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("turn", [2, 3, 7])
def test_variable_turkish_entry(turn, die):
    """The same for Turkey and the Central Powers, with 6 points; the date of turn 2 is off."""
    s = dawn(turn, [die], {"variable-turkey": "on"})
    assert (side(s, "tu") == board.CENTRAL) == (die <= 4)
    assert crp(s, "tu") == 6 and s.state.vp == [5, 0]


@rule("wwi.13.12", "wwi.13.22", "wwi.11.11b")
def test_the_options_replace_only_the_date():
    """Invasion and Victory Points stay as they were (ruling R41); without the option no die is rolled."""
    assert dawn(3).state.rolls == 0
    start, hex = next(
        (board.NUMBER[j], board.NUMBER[i])
        for i in bits(board.HOME[board.IT] & ~board.FORTS)
        for j in bits(board.NEAR[i] & board.HOME[board.AH])
    )
    s = situation(
        "wwi",
        "free",
        clear=True,
        turn=5,
        phase=2,
        units={"ge-1": start},
        options={"variable-italy": "on"},
        hexes={"forts-destroyed": board.hexes(board.FORTS)},
    )
    play(s, "move ge-1", f"invade {hex}")
    assert side(s, "it") == board.ALLIED and s.state.vp == [15, 0]


@rule("wwi.13.31")
@pytest.mark.parametrize("turn", [7, 8, 9, 10])
@pytest.mark.parametrize("option", ["off", "on"])
def test_the_french_tank_army(turn, option):
    """With the option France may build its one tank army for five points from turn 9 on."""
    s = field({}, turn=turn, phase=10, segment="build-allied", crp={"fr": 12}, options={"tank-army": option})
    offers = [a for a in s.decision.actions if a[:2] == ("build", "fr-tank")]
    assert bool(offers) == (option == "on" and turn >= 9)
    if offers:
        s.take(offers[0])
        assert crp(s, "fr") == 7 and where(s, "fr-tank") == offers[0][2]
        assert not [a for a in s.decision.actions if a[:2] == ("build", "fr-tank")]


def storm(die, units, attackers, target="ah-1", **kw):
    money = {n: 20 for n in ("fr", "br", "ge", "ah")} | kw.pop("crp", {})
    s = field({**units, target: O}, turn=9, phase=kw.pop("phase", 5), dice=[die], crp=money, options={"tank-army": "on"}, **kw)
    return play(s, f"attack {O}", *(f"add {u}" for u in attackers), "infiltrate")


@rule("wwi.13.32")
def test_the_tank_army_infiltrates():
    """A declared attack with a printed two forces the defender back; only France pays; an idle neighbour follows."""
    units = {"fr-tank": hx("nw"), "br-1": hx("sw"), "br-2": hx("nw", "nw")}
    s = storm(3, units, ("br-1", "fr-tank"))
    assert "stand" not in verbs(s) and verbs(s) == {"retreat"}
    play(s, "retreat 2")
    while "step" in verbs(s):
        s.take(s.decision.actions[0])
    assert set(firsts(s, "pay")) == {"fr"}
    s.take(s.decision.actions[-1])
    play(s, f"advance fr-tank {O}")
    assert texts(s) == ["follow br-2", "halt"]
    s = storm(6, units, ("br-1", "fr-tank"), phase=9)
    play(s, "stand", "pay ah 1")
    assert set(firsts(s, "lose")) == {"fr-tank"}


# -- the switches of the rulings -----------------------------------------------------------------------------------------------


@rule("wwi.8.59a")
@pytest.mark.parametrize("option, loss", [("side", 4), ("all", 2)])
def test_mixed_doubling_of_attackers(option, loss):
    """A Russian and a French army against Germans: the whole side's loss is doubled, or only that of an all-Russian side (R09)."""
    s = field({"rs-1": hx("nw"), "fr-1": hx("sw"), "ge-1": O}, phase=5, dice=[3], options={"mixed-doubling": option})
    play(s, f"attack {O}", "add fr-1", "add rs-1", "go")
    assert params(s, "attack")[-1]["losses"][0] == loss
    s = field({"rs-1": hx("nw"), "rs-2": hx("sw"), "ge-1": O}, phase=5, dice=[3], options={"mixed-doubling": option})
    play(s, f"attack {O}", "add rs-1", "add rs-2", "go")
    assert params(s, "attack")[-1]["losses"][0] == 4


@rule("wwi.8.59a", "wwi.12.47")
@pytest.mark.parametrize("option, times", [("side", 2), ("all", 1)])
def test_mixed_doubling_of_defenders(option, times):
    """A French army in a Russian fortress attacked by Germans: the fortress is enough, or it is not."""
    fort = next(
        i for i, k in sorted(board.FORT_STRENGTH.items()) if board.FORT_NATION[i] == board.RS and k == 1 and board.CLEAR >> i & 1
    )
    camp = [board.NUMBER[fort + board.GRID.shifts[k]] for k in (3, 5)]
    s = field(
        {"ge-1": camp[0], "ge-2": camp[1], "fr-1": board.NUMBER[fort]},
        forts=[board.NUMBER[fort]],
        dice=[2],
        options={"mixed-doubling": option},
    )
    play(s, f"attack {board.NUMBER[fort]}", "add ge-1", "add ge-2", "go")
    note = params(s, "attack")[-1]
    assert note["losses"][1] == note["printed"][1] * times


@rule("wwi.8.0c")
@pytest.mark.parametrize("option, order", [("defender", ["allied", "central"]), ("attacker", ["central", "allied"])])
def test_who_takes_losses_first(option, order):
    """The defender, then the attacker, then the advance; or the other way round (trap T4)."""
    s = field(
        {"ge-1": hx("nw"), "ge-2": hx("sw"), "fr-1": O}, phase=8, dice=[3], crp={"fr": 9, "ge": 9}, options={"losses-first": option}
    )
    play(s, f"attack {O}", "add ge-1", "add ge-2", "go")
    seen = [s.decision.seat_name]
    if option == "attacker":
        assert "lose" in verbs(s)
        play(s, "lose ge-1")
        seen.append(s.decision.seat_name)
        play(s, "destroy")
        assert firsts(s, "advance") == ["ge-2"]  # the lost army does not advance
    else:
        play(s, "destroy")
        seen.append(s.decision.seat_name)
        play(s, "lose ge-1")
        assert firsts(s, "advance") == ["ge-2"]
    assert seen == order


@rule("wwi.12.32a")
@pytest.mark.parametrize("option, choices", [("pay", ["stand"]), ("die", ["destroy"])])
def test_blocked_infiltration(option, choices):
    """No way out of a forced retreat: the defender pays, or by the option he dies (R59)."""
    s = field(
        {"ge-stoss-1": hx("nw"), "ge-2": hx("sw"), "ah-1": hx("ne", "se"), "fr-1": O},
        turn=7,
        dice=[3],
        crp={"fr": 20, "ge": 20},
        options={"blocked-infiltration": option},
        hexes={"links": [O]},
    )
    play(s, f"attack {O}", "add ge-2", "add ge-stoss-1", "infiltrate")
    assert texts(s) == choices


def test_both_dice_in_a_fixed_order():
    """With both options Turkey is rolled for first, so that a record replays the same."""
    s = dawn(2, [5, 1], {"variable-italy": "on", "variable-turkey": "on"})
    assert side(s, "tu") == board.NEUTRAL and side(s, "it") == board.ALLIED
    assert [p["country"] for p in params(s, "entry-roll")] == ["tu", "it"]
    assert "joins" in keys(s)
