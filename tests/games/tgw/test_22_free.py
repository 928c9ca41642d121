"""Free set-up (19.2, 19.3, 22.12, 22.13): zones, duties and limits hold whatever is placed; the rest stays where it stood."""

from __future__ import annotations

import random

import pytest

from firestep.engine.begin import begin as engine_begin
from firestep.engine.dice import Dice
from firestep.engine.session import Session
from firestep.games.tgw import GAME, setup
from firestep.games.tgw import board as b
from firestep.games.tgw import deploying as d
from firestep.games.tgw import roster as r
from firestep.games.tgw import tables as t
from firestep.games.tgw import zones as z
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits
from firestep.testing import rule


def begin(year: str) -> Session[State]:
    return engine_begin(GAME, year, GAME.settle_options({"setup": "free"}), Dice("free"))


def shuffle(s: Session[State], choices: int, seed: int) -> None:
    """Random choices of both sides, most of them placings."""
    rng = random.Random(seed)
    for side in (t.ALLIED, t.CENTRAL):
        for _ in range(choices):
            if not isinstance(s.agenda[-1], d.Deploy | d.DeployFrom | d.DeployTo) or s.decision.seat != side:
                break
            actions = [a for a in s.decision.actions if a[0] not in ("done", "stay")] or list(s.decision.actions)
            s.take(rng.choice(actions))
        while isinstance(s.agenda[-1], d.DeployFrom | d.DeployTo):
            s.take(("stay",))
        while isinstance(s.agenda[-1], d.Deploy) and s.decision.seat == side:
            stray = d.stray(s.state, side)
            s.take(("deploy", b.NUMBER[s.state.at[bits(stray)[0]]]) if stray else ("done",))
            if stray:
                s.take(
                    ("unit", r.UNITS[bits(stray)[0]])
                    if ("unit", r.UNITS[bits(stray)[0]]) in s.decision.actions
                    else s.decision.actions[1]
                )
                s.take(rng.choice(s.decision.actions[1:]))


@rule("tgw.19.21a", "tgw.19.31a", "tgw.22.12a", "tgw.22.13a")
@pytest.mark.parametrize("year", z.SCENARIOS)
def test_whatever_is_placed_the_conditions_hold(year: str) -> None:
    s = begin(year)
    assert isinstance(s.agenda[-1], d.Deploy) and s.decision.seat == t.ALLIED
    before = list(s.state.at)
    shuffle(s, 60, 3)
    st = s.state
    assert sum(x != y for x, y in zip(before, st.at, strict=True)) > 10
    for u, i in enumerate(st.at):
        if before[u] > 0:
            assert i > 0 and (d.zone_of(st, u) >> i & 1 or before[u] == i), r.UNITS[u]
    for hexes, who in d.duties(year):
        held = sum({1 << st.at[u] for u in bits(who) if st.at[u] > 0})
        assert not hexes & ~held
    for who, zone, least, most, _ in d.limits(year):
        assert least <= sum(1 for u in bits(who) if st.at[u] > 0 and zone >> st.at[u] & 1) <= most
    for i, stack in st.where.items():
        assert i <= 0 or (stack & r.COUNTED).bit_count() <= 6
    assert not st.occ[0] & st.occ[1] and not st.occ[0] & st.ctrl[1] and not st.occ[1] & st.ctrl[0]


@rule("tgw.22.12a")
def test_done_leaves_history() -> None:
    s = begin("1916")
    s.take(("done",))
    assert s.decision.seat == t.CENTRAL
    s.take(("done",))
    assert s.state.at == setup.begin("1916", {})[0].at and not isinstance(s.agenda[-1], d.Deploy)


@rule("tgw.22.24a")
def test_the_last_unit_does_not_leave_the_line() -> None:
    s = begin("1915")
    line = next(i for i in bits(z.line("1915", "W")) if (s.state.stack(i) & r.COMBAT).bit_count() > 1)
    s.take(("deploy", b.NUMBER[line]))
    assert ("all",) not in s.decision.actions
    assert [x.rule for x in s.why_not(("all",))] == ["tgw.22.12a"]


@rule("tgw.19.21d")
def test_no_eleventh_frenchman_north_of_the_53rd_row() -> None:
    st = setup.begin("1914", {})[0]
    army = [u for u in bits(r.SETUP["FR", "F"]) if not z.rows("W", 54, 99) >> st.at[u] & 1]
    north = z.french_border() & z.rows("W", 54, 99)
    moved = 0
    for u in army:
        if spots := d.spots(st, 1 << u, st.at[u]) & north:
            st.put(u, bits(spots)[0])
            moved += 1
    assert moved and sum(bool(north >> st.at[u] & 1) for u in bits(r.SETUP["FR", "F"])) == 10


@rule("tgw.19.31b")
def test_austrians_follow_the_russians() -> None:
    """Who stands too far from the Russians after their set-up must be placed anew."""
    s = begin("1914")
    st = s.state
    for u in bits(r.SETUP["RU", "S"]):
        st.put(u, b.INDEX["E3524"])  # all of them in the far south
    s.take(("done",))
    lost = d.stray(st, t.CENTRAL)
    assert lost and not lost & ~r.SETUP["AH", "A"] and ("done",) not in s.decision.actions
    assert [x.rule for x in s.why_not(("done",))] == ["tgw.19.31b"]
