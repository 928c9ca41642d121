"""Infiltration (wwi.12.3): who follows the Stosstruppen, and empty fortifications."""

from __future__ import annotations

from typing import Any

from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.testing import play, rule
from games.wwi.places import near
from games.wwi.positions import O, field, firsts, hx, settle

I = board.INDEX
RUSSIA = board.HOME[board.RS]
AFTER = {"surrendered": 5, "collapsed": True}
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


@rule("wwi.12.36", "wwi.12.13a", "wwi.8.14b")
def test_who_follows_the_stosstruppen() -> None:
    """Of three friends beside the hex they left: not the one that was attacked in this phase, and not the one that attacks."""
    start = hx("nw")
    friends = {"ge-1": hx("nw", "nw"), "ge-2": hx("nw", "n"), "ge-3": hx("nw", "sw")}
    for marks, who in (
        ({}, ["ge-1", "ge-2", "ge-3"]),
        ({"attacked": ["ge-1"]}, ["ge-2", "ge-3"]),
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


def beside_warsaw() -> Session[Any]:
    """Stosstruppen have advanced from 2114. Beside it are an idle army, and the garrison of Warsaw."""
    guards = {"ge-2": "2014", "ge-5": "2316", "ge-6": "2713", "ge-7": "2720"}
    s = field(
        {"ge-stoss-1": "2114", "ge-1": "2115", "ge-4": "2313", "fr-1": "2213", **guards},
        turn=7,
        phase=8,
        dice=[1],
        flags=AFTER,
        marks={"garrison": list(guards)},
        crp={"ge": 20, "fr": 0},
        hexes={"links": ["2213"]},
    )
    settle(play(s, "attack 2213", "add ge-stoss-1", "add ge-4", "go", "destroy"))
    return play(s, "advance ge-stoss-1 2213")


@rule("wwi.12.36", "wwi.12.13b")
def test_no_garrison_follows_the_stosstruppen() -> None:
    s = beside_warsaw()
    assert firsts(s, "follow") == ["ge-1"] and [r.rule for r in s.why_not("follow ge-2")] == ["wwi.12.13b"]


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
    """The friend that follows has entered the hex. Nothing in play shows it, so the owner of Lodz is set by hand."""
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
        hexes={"links": [target]},
    )
    s.state.allied_centres, s.state.central_centres = 1 << I[lodz], 0  # by hand: in play the Stosstruppen have taken it
    settle(play(s, f"attack {target}", "add ge-3", "add ge-stoss-1", "go", "destroy"))
    play(s, f"advance ge-stoss-1 {target}")
    assert s.state.allied_centres >> I[lodz] & 1
    play(s, "follow ge-2")
    assert s.state.central_centres >> I[lodz] & 1


@rule("wwi.12.32c", "wwi.8.4a")
def test_the_odds_of_infiltration_against_an_empty_fort_speak_of_no_retreat() -> None:
    """There is nobody to retreat."""
    verdun = "0408"
    s = field({"ge-stoss-1": near(verdun)[0]}, forts=[verdun], turn=7)
    told = s.odds("attack", verdun, "ge-stoss-1", "infiltrate")
    assert told.results and not any("retreat" in r.text for r in told.results)
