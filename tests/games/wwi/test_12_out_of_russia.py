"""Armies that leave Russia or come back to it, and the garrisons that this names (wwi.12.13)."""

from __future__ import annotations

import pytest

from firestep.games.wwi.components import board
from firestep.games.wwi.retreat import displaceable, havens
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.wwi.places import near, texts_after
from games.wwi.positions import field, settle, verbs

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


@rule("wwi.12.13b", "wwi.5.21b")
def test_nobody_takes_a_garrisons_hex() -> None:
    """A garrison does not make room."""
    held = {"ge-1": "2014", "ge-2": "2316", "ge-3": "2713", "ge-4": "2720"}
    for marks in ({"garrison": list(held)}, {}):
        flags = {"surrendered": 5, "collapsed": True, "reopened": not marks}
        s = field({**held, "ge-5": near("2316")[0]}, turn=6, phase=2, flags=flags, marks=marks)
        assert [r.rule for r in s.why_not("move ge-2")] == (["wwi.12.13b"] if marks else [])
        assert ("to 2316" in texts_after(s, "move ge-5")) == (not marks)
