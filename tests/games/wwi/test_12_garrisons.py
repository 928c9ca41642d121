"""Case wwi.12.13 where it meets other chapters: retreats, displacement, and garrisons that starve."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.retreat import displaceable, havens, ways
from firestep.games.wwi.russia import held_in_russia
from firestep.testing import play, rule, texts
from games.wwi.places import near
from games.wwi.positions import field, firsts, verbs

FOUR = ["2014", "2316", "2713", "2720"]
I = board.INDEX
RUSSIA = board.HOME[board.RS]
AFTER = {"surrendered": 5, "collapsed": True}


def russian(n: str) -> bool:
    return bool(RUSSIA >> I[n] & 1)


#: a clear Russian hex beside Austria-Hungary with Russian hexes beside it, and the Austrian hexes it touches
EDGE = next(
    n
    for n in board.hexes(RUSSIA & board.CLEAR & ~board.FORTS)
    if len(near(n)) == 6 and sum(board.HOME[board.AH] >> I[m] & 1 for m in near(n)) == 2 and sum(russian(m) for m in near(n)) == 4
)
OUT = [m for m in near(EDGE) if not russian(m)]


INNER = [m for m in near(EDGE) if russian(m)]
#: two attackers who leave both a Russian and an Austrian hex open for a retreat, and two who leave only Austrian ones
ASIDE = next(
    (e, m) for e in INNER for m in INNER if m in near(e) and any(o in near(e) for o in OUT) and not any(o in near(m) for o in OUT)
)
ACROSS = tuple(m for m in INNER if not any(o in near(m) for o in OUT))


def fought(garrisons: bool, camp: tuple[str, ...], points: int = 20) -> Session[Any]:
    """French armies inside a Russia that has surrendered attack a German one on its border."""
    held = {f"ge-{k}": c for k, c in enumerate(FOUR[: 4 if garrisons else 3], 1)}
    s = field(
        {**held, "ge-9": EDGE, "fr-1": camp[0], "fr-2": camp[1]},
        turn=7,
        phase=5,
        dice=[3],
        flags=AFTER,
        crp={"ge": points, "fr": 20},
        hexes={"links": list(camp)},
        superior="central",
        marks={"garrison": list(held)} if garrisons else {},
    )
    return play(s, f"attack {EDGE}", "add fr-1", "add fr-2", "go")


@rule("wwi.12.13a", "wwi.8.6a")
def test_nobody_retreats_out_of_russia_before_it_is_garrisoned() -> None:
    """A retreat is the owner's choice and leaves Russia like a march: not before four cities are held. Then it may."""
    free, bound = fought(True, ASIDE), fought(False, ASIDE)
    ends = ways(free.state, board.UNIT["ge-9"], 1).ends
    assert ends & RUSSIA and ends & ~RUSSIA
    assert firsts(bound, "retreat")
    for length in firsts(bound, "retreat"):
        s = play(bound.copy(), f"retreat {length}")
        while "pay" in verbs(s):
            s.take(s.decision.actions[-1])
        gone = next(n for n in OUT if ends >> I[n] & 1)
        assert [r.rule for r in s.why_not(f"step {gone}")] == ["wwi.12.13a"]
        while "step" in verbs(s):
            assert all(russian(n) for n in firsts(s, "step"))
            s.take(s.decision.actions[0])


@rule("wwi.12.13a", "wwi.8.54")
def test_an_army_shut_in_pays_or_dies() -> None:
    """With every Russian hex around it controlled the only way leads out, and that way is shut."""
    free = fought(True, ACROSS, 0)
    assert firsts(free, "retreat") and "destroy" not in texts(free)
    assert texts(fought(False, ACROSS, 0)) == ["destroy"]
    assert texts(fought(False, ACROSS, 20)) == ["stand"]


@rule("wwi.12.13a", "wwi.8.63b")
def test_nobody_is_bumped_out_of_russia() -> None:
    """A friend on the border makes room only inside Russia; outside it, into Russia or elsewhere."""
    inner = next(m for m in near(EDGE) if russian(m) and all(russian(k) for k in near(m)))
    crowd = [m for m in near(EDGE) if russian(m) and m != inner]
    units = {"ge-9": EDGE, "ge-8": inner, **{f"ge-{k}": m for k, m in zip((5, 6, 7), crowd, strict=False)}}
    for reopened in (False, True):
        s = field(units, turn=7, phase=5, flags={**AFTER, "reopened": reopened})
        st = s.state
        assert held_in_russia(st) != reopened
        found = havens(st, board.UNIT["ge-9"], 1 << I[inner])
        assert {n in board.hexes(found) for n in OUT} == {reopened}
        # ge-8 retreats onto ge-9: bumped on through the crowd while Russia is shut, straight out when it is not
        assert displaceable(st, board.UNIT["ge-8"], 1 << I[EDGE]) == 1 << I[EDGE]
    outside = field({"ge-9": OUT[0], "ge-8": EDGE}, turn=7, phase=5, flags=AFTER)
    assert havens(outside.state, board.UNIT["ge-9"], 0)


@rule("wwi.12.13b", "wwi.9.22")
def test_garrisons_that_starve_hold_nothing() -> None:
    """All four are cut off and vanish at the end of the turn: the marks go with them, and the duty begins anew (T21)."""
    held = {f"ge-{k}": c for k, c in enumerate(FOUR, 1)}
    allies = dict(zip(("fr-1", "fr-2", "fr-3", "br-1", "br-2"), board.hexes(board.SUPPLY_CITIES[board.GE]), strict=False))
    s = field(
        {**held, "ah-1": EDGE, **allies}, turn=6, phase=10, segment="loans-central", flags=AFTER, marks={"garrison": list(held)}
    )
    assert not held_in_russia(s.state)
    s.take("done")
    assert all(s.state.at[board.UNIT[u]] < 0 for u in held) and not s.state.garrison and held_in_russia(s.state)
    while s.state.phase != 2:
        s.take("done")
    play(s, "move ah-1")
    assert firsts(s, "to") and all(russian(n) for n in firsts(s, "to"))


@rule("wwi.12.13b")
@pytest.mark.parametrize("starved", [1, 3])
def test_one_garrison_left_is_still_a_garrison(starved: int) -> None:
    """A garrison that is lost is not replaced, and the others stay bound; nobody else is."""
    held = {f"ge-{k}": c for k, c in enumerate(FOUR, 1)}
    s = field({**held, "ah-1": EDGE}, turn=6, phase=2, flags=AFTER, marks={"garrison": list(held)})
    for u in list(held)[:starved]:
        s.state.put(board.UNIT[u], -2)
    assert s.state.garrison.bit_count() == 4 - starved and not held_in_russia(s.state)
    play(s, "move ah-1")
    assert any(not russian(n) for n in firsts(s, "to"))
