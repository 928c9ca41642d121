"""Where chapters meet in the east: Russia's end, garrisons, neutrals and what armies take as they fall back or follow."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.control import objectives
from firestep.games.wwi.retreat import Displace, displaceable, havens
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, situation, texts
from games.wwi.arena import O, field, firsts, hx, verbs, where
from games.wwi.places import NO_FORTS, near, place

FOUR = ["2014", "2316", "2713", "2720"]
I = board.INDEX
RUSSIA = board.HOME[board.RS]
AFTER = {"surrendered": 5, "collapsed": True}


def settle(s: Session[Any]) -> Session[Any]:
    while "pay" in verbs(s):
        s.take(s.decision.actions[-1])
    return s


def next_turn(s: Session[Any]) -> Session[Any]:
    turn = s.state.turn
    while s.state.turn == turn:
        s.take("done")
    return s


# -- Russia's end ----------------------------------------------------------------------------------------------------------------


@rule("wwi.12.12b", "wwi.15.2")
def test_russia_surrenders_once() -> None:
    """A further city entered after the surrender brings neither points nor another surrender, and is no prize any more."""
    s = field({"ge-1": near("2710")[0]}, turn=6, phase=2, flags=AFTER, hexes={"fallen": [*FOUR, "2718"]}, vp={"central": 50})
    assert not objectives(s.state, board.CENTRAL) & board.RUSSIAN_CITIES & ~board.CENTRES
    play(s, "move ge-1", "to 2710")
    assert s.state.vp[board.CENTRAL] == 50 and "surrender" not in keys(s) and s.state.surrendered == 5


@rule("wwi.12.11c", "wwi.15.1a")
def test_a_russian_march_retakes_the_city_on_its_way() -> None:
    """Before the collapse a fallen city is a prize for the Allies: the way leads through it. After the collapse it is none."""
    start, end = next((a, c) for a in near("2316") for c in near("2316") if board.GRID.distance(I[a], I[c]) == 2 and a < c)
    for collapsed in (False, True):
        s = field({"rs-1": start}, turn=5, phase=1, hexes={"fallen": ["2316"]}, flags={"collapsed": collapsed})
        play(s, "move rs-1", f"to {end}")
        assert (s.state.fallen == 0) != collapsed


@rule("wwi.12.13a", "wwi.12.13b")
def test_three_cities_name_no_garrisons() -> None:
    """The third city is entered: nobody is asked yet. The fourth asks."""
    units = {"ge-1": "2014", "ge-2": "2316", "ge-3": near("2713")[0], "ge-4": near("2720")[0]}
    s = field(units, turn=6, phase=2, flags=AFTER)
    play(s, "move ge-3", "to 2713")
    assert "garrison" not in verbs(s)
    play(s, "move ge-4", "to 2720")
    assert verbs(s) == {"garrison"}


@rule("wwi.12.13b")
def test_a_retreat_into_the_fourth_city_names_the_garrisons() -> None:
    """An army that falls back into it occupies it: the question comes when the fight is over."""
    city = "2713"
    x = next(n for n in near(city) if len(near(n)) == 6 and board.CLEAR >> I[n] & 1)
    back = [n for n in near(x) if board.GRID.distance(I[n], I[city]) == 2]
    camp = back[:2]
    bar = [n for n in near(x) if n != city and n not in camp]
    units = {"ge-1": "2014", "ge-2": "2316", "ge-3": "2720", "ge-9": x, "fr-1": camp[0], "fr-2": camp[1]}
    s = field(
        {**units, **{f"ge-{k}": n for k, n in enumerate(bar, 10) if n not in units.values()}},
        turn=7,
        phase=5,
        dice=[5],
        flags=AFTER,
        crp={"ge": 20, "fr": 20},
        superior="central",
        hexes={"links": camp},
    )
    play(s, f"attack {x}", "add fr-1", "add fr-2", "go", "retreat 1")
    settle(s)
    if f"step {city}" not in texts(s):
        pytest.fail("no way into the city")
    settle(play(s, f"step {city}"))
    while "advance" in verbs(s):
        s.take("halt")
    assert verbs(s) == {"garrison"}


@rule("wwi.12.13b", "wwi.12.13c")
def test_russia_is_reopened_once() -> None:
    """The first Allied army that enters frees the garrisons; those after it cross Russia without a word."""
    edge = next(board.NUMBER[j] for j in bits(board.HOME[board.RM]) if (board.NEAR[j] & RUSSIA).bit_count() >= 2)
    inside = [n for n in near(edge) if RUSSIA >> I[n] & 1]
    behind = next(n for n in near(edge) if n not in inside)
    s = field({"rm-1": edge, "rm-2": behind}, turn=6, phase=1, flags=AFTER, allegiance={"rm": "allied"})
    play(s, "move rm-1", f"to {inside[0]}")
    assert keys(s).count("russia-reopened") == 1 and s.state.reopened
    play(s, "move rm-2")
    s.take(next(t for t in texts(s) if t.startswith("to ") and RUSSIA >> I[t[3:]] & 1))
    assert keys(s).count("russia-reopened") == 1


# -- advances, follow-ups, displacement under wwi.12.13 and wwi.15.1
# ---------------------------------------------------------------------

#: a Russian hex beside Austria-Hungary, two of whose neighbours are Austrian and four Russian
EDGE = next(
    n
    for n in board.hexes(RUSSIA & board.CLEAR & ~board.FORTS)
    if len(near(n)) == 6
    and sum(board.HOME[board.AH] >> I[m] & 1 for m in near(n)) == 2
    and sum(RUSSIA >> I[m] & 1 for m in near(n)) == 4
)
OUT = next(m for m in near(EDGE) if not RUSSIA >> I[m] & 1 and board.CLEAR >> I[m] & 1)
SECOND = next(m for m in near(OUT) if m in near(EDGE))


@rule("wwi.12.13a", "wwi.8.7a", "wwi.12.36")
@pytest.mark.parametrize("reopened", [False, True])
def test_nobody_advances_or_follows_out_of_russia(reopened: bool) -> None:
    """Attackers inside Russia beat an army outside: who stands in Russia stays there, and no idle friend follows out of it."""
    outside = next(m for m in near(OUT) if not RUSSIA >> I[m] & 1 and m not in near(EDGE))
    idle = next(m for m in near(EDGE) if RUSSIA >> I[m] & 1 and m not in near(OUT))
    s = field(
        {"ge-1": EDGE, "ge-stoss-1": outside, "ge-2": idle, "fr-1": OUT},
        turn=7,
        phase=8,
        dice=[1],
        flags={**AFTER, "reopened": reopened},
        crp={"ge": 20, "fr": 0},
        hexes={"links": [OUT]},
    )
    play(s, f"attack {OUT}", "add ge-1", "add ge-stoss-1", "go", "destroy")
    settle(s)
    assert {a[1] for a in s.decision.actions if a[0] == "advance"} == ({"ge-1", "ge-stoss-1"} if reopened else {"ge-stoss-1"})
    refused = [r.rule for r in s.why_not(f"advance ge-1 {OUT}")]
    assert refused == ([] if reopened else ["wwi.12.13a"])


@rule("wwi.12.36", "wwi.12.13a", "wwi.8.14b")
def test_who_follows_the_stosstruppen() -> None:
    """Of three friends beside the hex they left: not the one that was attacked in this phase, not a garrison, not one that would
    leave Russia by it."""
    start = hx("nw")
    friends = {"ge-1": hx("nw", "nw"), "ge-2": hx("nw", "n"), "ge-3": hx("nw", "sw")}
    for marks, who in (
        ({}, ["ge-1", "ge-2", "ge-3"]),
        ({"attacked": ["ge-1"]}, ["ge-2", "ge-3"]),
        ({"garrison": ["ge-2"]}, ["ge-1", "ge-3"]),
        ({"attacking": ["ge-3"]}, ["ge-1", "ge-2"]),
    ):
        s = field(
            {"ge-stoss-1": start, "ge-4": hx("sw"), "fr-1": O, **friends},
            turn=7,
            phase=8,
            dice=[1],
            marks=marks,
            crp={"ge": 20, "fr": 0},
        )
        settle(play(s, f"attack {O}", "add ge-stoss-1", "add ge-4", "go", "destroy"))
        play(s, f"advance ge-stoss-1 {O}")
        assert firsts(s, "follow") == who


@rule("wwi.12.36", "wwi.12.13a")
def test_nobody_follows_out_of_russia() -> None:
    """The Stosstruppen stood outside; friends beside their hex are in Russia and outside: only the latter may follow."""
    beyond = next(m for m in near(OUT) if not RUSSIA >> I[m] & 1 and m not in near(EDGE) and board.CLEAR >> I[m] & 1)
    friend = next(m for m in near(OUT) if not RUSSIA >> I[m] & 1 and m not in (beyond, SECOND))
    for reopened in (False, True):
        s = field(
            {
                "ge-stoss-1": OUT,
                "ge-1": EDGE,
                "ge-2": friend,
                "fr-1": beyond,
                "ge-3": next(m for m in near(beyond) if m not in near(OUT) and m not in (OUT, friend)),
            },
            turn=7,
            phase=8,
            dice=[1],
            flags={**AFTER, "reopened": reopened},
            crp={"ge": 20, "fr": 0},
            hexes={"links": [beyond]},
        )
        settle(play(s, f"attack {beyond}", "add ge-stoss-1", "add ge-3", "go", "destroy"))
        play(s, f"advance ge-stoss-1 {beyond}")
        assert ("ge-1" in firsts(s, "follow")) == reopened and "ge-2" in firsts(s, "follow")


@rule("wwi.12.36", "wwi.15.1a")
def test_who_follows_takes_what_he_enters() -> None:
    """Stosstruppen leave Lodz, which the enemy passed last by chance of the position; the friend that follows takes it."""
    lodz = "1814"
    target = next(n for n in near(lodz) if board.CLEAR >> I[n] & 1 and len(near(n)) == 6)
    idle = next(n for n in near(lodz) if n not in near(target) and n != target)
    other = next(n for n in near(target) if n not in near(lodz) and n != lodz)
    s = field(
        {"ge-stoss-1": lodz, "ge-2": idle, "ge-3": other, "fr-1": target},
        turn=7,
        phase=8,
        dice=[1],
        crp={"ge": 20, "fr": 0},
        hexes={"links": [target], "centres-allied": [lodz]},
    )
    settle(play(s, f"attack {target}", "add ge-3", "add ge-stoss-1", "go", "destroy"))
    play(s, f"advance ge-stoss-1 {target}")
    assert s.state.allied_centres >> I[lodz] & 1
    play(s, "follow ge-2")
    assert s.state.central_centres >> I[lodz] & 1


@rule("wwi.15.1a", "wwi.8.71a", "wwi.8.6a")
def test_retreat_and_pursuit_take_what_they_pass() -> None:
    """An Austrian army falls back two hexes through an Allied centre and takes it; the French who pursue take it back."""
    lodz = "1814"
    x, end = next(
        (n, m)
        for n in near(lodz)
        for m in near(lodz)
        if board.GRID.distance(I[n], I[m]) == 2 and len(near(n)) == 6 and board.CLEAR >> I[n] & 1
    )
    camp = [n for n in near(x) if board.GRID.distance(I[n], I[lodz]) == 2][:2]
    s = field(
        {"ah-1": x, "fr-1": camp[0], "fr-2": camp[1]},
        phase=5,
        dice=[2],
        crp={"ah": 0, "fr": 20},
        superior="central",
        hexes={"links": camp},
    )
    assert s.state.allied_centres >> I[lodz] & 1
    play(s, f"attack {x}", "add fr-1", "add fr-2", "go", "retreat 2", f"step {lodz}")
    s.take(f"step {end}" if f"step {end}" in texts(s) else s.decision.actions[0])
    assert s.state.central_centres >> I[lodz] & 1
    settle(s)
    play(s, f"advance fr-1 {lodz}")
    assert s.state.allied_centres >> I[lodz] & 1


@rule("wwi.15.1a", "wwi.8.71a")
def test_a_long_pursuit_takes_what_lies_on_its_way() -> None:
    """A Russian army runs far, through Warsaw's neighbour Lodz; a German who follows to the end takes it in passing."""
    lodz = "1814"
    x = next(n for n in near(lodz) if len(near(n)) == 6 and board.CLEAR >> I[n] & 1 and n < lodz)
    camp = [n for n in near(x) if board.GRID.distance(I[n], I[lodz]) == 2][:2]
    s = field({"rs-1": x, "ge-1": camp[0], "ge-2": camp[1]}, dice=[3], crp={"rs": 0, "ge": 20})
    play(s, f"attack {x}", "add ge-1", "add ge-2", "go", "retreat 4", f"step {lodz}")
    while "step" in verbs(s):
        s.take(s.decision.actions[-1])
    settle(s)
    far = [a[2] for a in s.decision.actions if a[0] == "advance" and a[1] == "ge-1"]
    end = next(n for n in far if n not in (x, lodz))
    play(s, f"advance ge-1 {end}")
    assert where(s, "ge-1") == end and s.state.central_centres >> I[lodz] & 1


@rule("wwi.15.1a", "wwi.8.63a")
def test_who_makes_room_takes_the_hex_he_goes_to() -> None:
    """A displaced army enters a centre like any other."""
    lodz = "1814"
    st = field({"ah-1": near(lodz)[0]}, phase=5)
    st.agenda.append(Displace(board.UNIT["ah-1"], 0))
    play(st, f"displace ah-1 {lodz}")
    assert st.state.central_centres >> I[lodz] & 1


def pins(hexes: list[str], spare: list[str], rank: str = "fr") -> dict[str, str]:
    """Enemies who control all of these hexes and none of those to be spared."""
    out: dict[str, str] = {}
    names = iter([f"{rank}-{k}" for k in (1, 2, 3, 4, 5, 6, 9)] + [f"br-{k}" for k in range(1, 6)])
    for h in hexes:
        if not any(h in near(p) for p in out.values()):
            out[next(names)] = next(n for n in near(h) if n not in hexes and n not in spare and not set(near(n)) & set(spare))
    return out


@rule("wwi.12.13a", "wwi.8.63b")
@pytest.mark.parametrize("reopened", [False, True])
def test_a_friend_on_the_border_is_not_bumped_out(reopened: bool) -> None:
    """Every Russian hex around it is under enemy control, Austrian ones are free: it can be displaced only if Russia is open."""
    inner = [m for m in near(EDGE) if RUSSIA >> I[m] & 1]
    foes = pins(inner, [EDGE, *(m for m in near(EDGE) if m not in inner)])
    st = field({"ge-9": EDGE, "ge-8": "2410", **foes}, turn=7, phase=5, flags={**AFTER, "reopened": reopened}).state
    assert bool(havens(st, board.UNIT["ge-9"], 0)) == reopened
    assert bool(displaceable(st, board.UNIT["ge-8"], 1 << I[EDGE])) == reopened


@rule("wwi.12.13a", "wwi.8.63d")
def test_a_chain_may_lead_into_russia() -> None:
    """A friend outside, hemmed in by pinned friends, makes room by bumping the one on the border, who has room inside."""
    others = [m for m in near(OUT) if m != EDGE]
    foes = pins(others, [OUT, EDGE])
    hemmed = {f"ah-{k}": m for k, m in enumerate(others, 1)}
    st = field({"ge-9": EDGE, "ge-8": OUT, "ge-7": "2410", **hemmed, **foes}, turn=7, phase=5, flags=AFTER).state
    assert displaceable(st, board.UNIT["ge-7"], 1 << I[OUT]) == 1 << I[OUT]


# -- neutrals and the calendar ---------------------------------------------------------------------------------------------------


@rule("wwi.11.12a")
@pytest.mark.parametrize(("unit", "joins"), [("rs-1", True), ("sb-1", False), ("fr-1", False)])
def test_only_a_russian_army_brings_rumania_in(unit: str, joins: bool) -> None:
    """A Serbian or French army in Austria-Hungary does not."""
    s = place({unit: "1919"}, turn=4, phase=10, segment="loans-central", crp={"ge": 0})
    next_turn(s)
    assert (s.state.allegiance[board.RM] == board.ALLIED) == joins


@rule("wwi.11.21a", "wwi.15.1a")
def test_a_country_that_joins_the_central_powers_brings_its_centres() -> None:
    """Constantinople counts for them from Turkey's entry on, as Milan does for the Allies."""
    s = place({}, turn=1, phase=10, segment="loans-central", crp={"ge": 0})
    assert not s.state.central_centres >> I["1733"] & 1
    next_turn(s)
    assert s.state.central_centres >> I["1733"] & 1


@rule("wwi.11.4d", "wwi.trt.gt1")
def test_belgium_gets_its_four_points_once() -> None:
    """One and four after the first turn, and no more after the second."""
    s = situation("wwi", clear=True, turn=1, phase=10, segment="income", hexes=NO_FORTS, units={"bl-army": "0404"})
    assert s.state.crp[board.BL] == 5
    next_turn(s)
    next_turn(s)
    assert s.state.crp[board.BL] == 5
