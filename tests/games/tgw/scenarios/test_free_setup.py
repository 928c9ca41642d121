"""Free set-up (tgw.19.2, tgw.19.3, tgw.22.12, tgw.22.13): zones, duties and limits hold whatever is placed; the rest stays where
it stood."""

from __future__ import annotations

import random

import pytest

from firestep.engine.dice import Dice
from firestep.engine.question import kept
from firestep.engine.session import Session
from firestep.engine.start import begin as engine_begin
from firestep.games.tgw import GAME, setup
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.scenarios import free_setup, prewar, setup_zones
from firestep.games.tgw.state import AVAIL, State
from firestep.hexmap.grid import bits
from firestep.testing import rule, situation
from games.tgw.positions import hexes
from games.tgw.war import CP, A, game
from independence import allowed, listed


def begin(year: str) -> Session[State]:
    return engine_begin(GAME, year, GAME.settle_options({"setup": "free"}), Dice("free"))


def shuffle(s: Session[State], choices: int, seed: int) -> None:
    """Random choices of both sides, most of them placings."""
    rng = random.Random(seed)
    for side in (tables.ALLIED, tables.CENTRAL):
        for _ in range(choices):
            if (
                not isinstance(s.agenda[-1], free_setup.Deploy | free_setup.DeployFrom | free_setup.DeployTo)
                or s.decision.seat != side
            ):
                break
            actions = [a for a in s.decision.actions if a[0] not in ("done", "stay")] or list(s.decision.actions)
            s.take(rng.choice(actions))
        while isinstance(s.agenda[-1], free_setup.DeployFrom | free_setup.DeployTo):
            s.take(("stay",))
        while isinstance(s.agenda[-1], free_setup.Deploy) and s.decision.seat == side:
            stray = free_setup.stray(s.state, side)
            s.take(("deploy", board.NUMBER[s.state.at[bits(stray)[0]]]) if stray else ("done",))
            if stray:
                s.take(
                    ("unit", roster.UNITS[bits(stray)[0]])
                    if ("unit", roster.UNITS[bits(stray)[0]]) in s.decision.actions
                    else s.decision.actions[1]
                )
                s.take(rng.choice(s.decision.actions[1:]))


@rule("tgw.19.21a", "tgw.19.31a", "tgw.22.12a", "tgw.22.13a")
@pytest.mark.parametrize("year", setup_zones.SCENARIOS)
def test_whatever_is_placed_the_conditions_hold(year: str) -> None:
    s = begin(year)
    assert isinstance(s.agenda[-1], free_setup.Deploy) and s.decision.seat == tables.ALLIED
    before = list(s.state.at)
    shuffle(s, 60, 3)
    st = s.state
    assert sum(x != y for x, y in zip(before, st.at, strict=True)) > 10
    for u, i in enumerate(st.at):
        if before[u] > 0:
            assert i > 0 and (free_setup.zone_of(st, u) >> i & 1 or before[u] == i), roster.UNITS[u]
    for ground, who in free_setup.duties(year):
        held = sum({1 << st.at[u] for u in bits(who) if st.at[u] > 0})
        assert not ground & ~held
    for who, zone, least, most, _ in free_setup.limits(year):
        assert least <= sum(1 for u in bits(who) if st.at[u] > 0 and zone >> st.at[u] & 1) <= most
    for i, stack in st.where.items():
        assert i <= 0 or (stack & roster.COUNTED).bit_count() <= 6
    assert not st.occ[0] & st.occ[1] and not st.occ[0] & st.ctrl[1] and not st.occ[1] & st.ctrl[0]


@rule("tgw.22.12a", "tgw.22.34e")
def test_refusals_of_a_set_up_agree_with_its_lists() -> None:
    s = begin("1916")
    found = set()
    for words in ("deploy W4329", "unit fr-20", "stay"):
        assert allowed(s) == listed(s)
        found |= {x.rule for a in s.game.candidates(s) for x in s.why_not(a)}
        s.take(words)
    assert found >= {"tgw.22.12a", "tgw.22.34e"}


@rule("tgw.22.12a")
def test_done_leaves_history() -> None:
    s = begin("1916")
    s.take(("done",))
    assert s.decision.seat == tables.CENTRAL
    s.take(("done",))
    assert s.state.at == setup.begin("1916", {})[0].at and not isinstance(s.agenda[-1], free_setup.Deploy)


@rule("tgw.22.24a")
def test_the_last_unit_does_not_leave_the_line() -> None:
    s = begin("1915")
    line = next(i for i in bits(setup_zones.line("1915", "W")) if (s.state.stack(i) & roster.COMBAT).bit_count() > 1)
    s.take(("deploy", board.NUMBER[line]))
    assert ("all",) not in s.decision.actions
    assert [x.rule for x in s.why_not(("all",))] == ["tgw.22.12a"]


@rule("tgw.19.21d")
def test_no_eleventh_frenchman_north_of_the_53rd_row() -> None:
    st = setup.begin("1914", {})[0]
    army = [u for u in bits(roster.SETUP["FR", "F"]) if not setup_zones.rows("W", 54, 99) >> st.at[u] & 1]
    north = setup_zones.french_border() & setup_zones.rows("W", 54, 99)
    moved = 0
    for u in army:
        if spots := free_setup.spots(st, 1 << u, st.at[u]) & north:
            st.put(u, bits(spots)[0])
            moved += 1
    assert moved and sum(bool(north >> st.at[u] & 1) for u in bits(roster.SETUP["FR", "F"])) == 10


@rule("tgw.19.31b")
def test_austrians_follow_the_russians() -> None:
    """Who stands too far from the Russians after their set-up must be placed anew."""
    s = begin("1914")
    st = s.state
    for u in bits(roster.SETUP["RU", "S"]):
        st.put(u, board.INDEX["E3524"])  # all of them in the far south
    s.take(("done",))
    lost = free_setup.stray(st, tables.CENTRAL)
    assert lost and not lost & ~roster.SETUP["AH", "A"] and ("done",) not in s.decision.actions
    assert [x.rule for x in s.why_not(("done",))] == ["tgw.19.31b"]


def into_the_box(s: Session[State], nation: int, sort: int, front: str) -> tuple[str, ...]:
    """Units of a nation go from a front into the box, one by one, until one may not; the rules that keep it out."""
    st = s.state
    while True:
        units = [u for u in bits(roster.CORPS[nation] & sort & ~st.moved) if st.at[u] > 0 and board.FRONT[front] >> st.at[u] & 1]
        u = next(u for u in units if not free_setup.deserted(st, 1 << u, st.at[u]))
        s.take(("deploy", board.NUMBER[st.at[u]]))
        twin = next(a for a in s.decision.actions if a[0] == "unit" and roster.KIND_OF[roster.UNIT[a[1]]] == roster.KIND_OF[u])
        s.take(twin)
        if ("box",) not in s.decision.actions:
            found = tuple(x.rule for x in s.why_not(("box",)))
            s.take(("stay",))
            return found
        s.take(("box",))


@rule("tgw.22.44c", "tgw.22.54c")
@pytest.mark.parametrize(("year", "most", "why"), [("1917", 10, "tgw.22.44c"), ("1918", 15, "tgw.22.54c")])
def test_some_british_units_may_begin_in_the_box(year: str, most: int, why: str) -> None:
    s = begin(year)
    st = s.state
    british = roster.CORPS[tables.BR]
    assert (st.stack(AVAIL) & british).bit_count() == 6, "so many wait in our deployment"
    assert into_the_box(s, tables.BR, roster.INFANTRY, "W") == (why,)
    assert (st.stack(AVAIL) & british).bit_count() == most


@rule("tgw.22.44h", "tgw.22.45d")
def test_twenty_russians_and_twenty_germans_may_begin_in_the_box() -> None:
    s = begin("1917")
    st = s.state
    assert (st.stack(AVAIL) & roster.CORPS[tables.PG]).bit_count() == 30, "twenty by choice, ten that were never needed (M9)"
    assert into_the_box(s, tables.PG, roster.DIVISION, "E") == ("tgw.22.44h",)
    s.take(("done",))
    assert into_the_box(s, tables.GE, roster.DIVISION, "W") == ("tgw.22.45d",)
    assert (st.stack(AVAIL) & roster.CORPS[tables.GE]).bit_count() == 20


@rule("tgw.22.45d")
def test_no_german_leaves_salonika_for_the_box() -> None:
    s = begin("1917")
    s.take(("done",))
    st = s.state
    south = setup_zones.zone("cp:S", "1917")
    u, other = [u for u in bits(roster.CORPS[tables.GE] & roster.DIVISION) if st.at[u] > 0 and south >> st.at[u] & 1][:2]
    st.put(u, st.at[other])  # the line is held without him
    assert [x.rule for x in free_setup.no_box(st, 1 << u, st.at[u])] == ["tgw.22.45d"]
    assert not south & setup_zones.zone("cp:W", "1917"), "from the West he may"


@rule("tgw.22.44c", "tgw.22.44h")
def test_who_waits_in_the_box_may_begin_on_the_map() -> None:
    s = begin("1917")
    st = s.state
    calls = [a for a in s.decision.actions if a[0] == "call"]
    assert {roster.NATION_OF[roster.UNIT[a[1]]] for a in calls} == {tables.BR, tables.PG}
    british = next(a for a in calls if roster.NATION_OF[roster.UNIT[a[1]]] == tables.BR)
    u = roster.UNIT[british[1]]
    s.take(british)
    assert ("box",) not in s.decision.actions
    to = next(a for a in s.decision.actions if a[0] == "to")
    s.take(to)
    assert st.at[u] == board.INDEX[to[1]] and board.FRONT["W"] >> st.at[u] & 1
    assert british not in s.decision.actions, "he was placed"


@rule("tgw.22.12a")
def test_where_the_book_names_no_box_nobody_begins_in_it() -> None:
    s = begin("1915")
    st = s.state
    assert not [a for a in s.decision.actions if a[0] == "call"]
    u = next(u for u in bits(roster.CORPS[tables.BR] & roster.COMBAT) if st.at[u] > 0)
    assert [x.rule for x in free_setup.no_box(st, 1 << u, st.at[u])] == ["tgw.22.12a"]


def planned(plan: str, *answers: str, dice: tuple[int, ...] = ()):
    """A free set-up after one plan has been carried out."""
    st = situation("tgw", "1914", options={"setup": "free"}).state
    st.prewar = (plan,)
    s = game(st, prewar.Carry(plan), dice=dice)
    for a in answers:
        s.take(a)
    while (d := s.decision) is not None:
        s.take(next(a for a in d.actions if a[0] in ("east", "cull", "done")) if ("done",) not in d.actions else "done")
    return st


@rule("tgw.20.2.3", "tgw.20.2.5", "tgw.20.2.7a", "tgw.20.3.1", "tgw.20.3.5b", "tgw.20.3.10a")
@pytest.mark.parametrize(
    "plan, answers, dice",
    [("al.3", (), ()), ("al.5", ("bef channel",), ()), ("al.7", (), (4,)), ("cp.1", (), ()), ("cp.5", (), ()), ("cp.10", (), ())],
)
def test_a_free_set_up_keeps_to_the_plans(plan: str, answers: tuple[str, ...], dice: tuple[int, ...]) -> None:
    """Who stands where a plan put him need not go back to where the book of August 1914 wants him."""
    st = planned(plan, *answers, dice=dice)
    moved = {
        "al.5": prewar.BEF,
        "al.7": prewar.BEF,
        "cp.1": prewar.AUSTRIANS_B,
        "cp.10": sum(1 << u for u in bits(prewar.GERMANS_W) if st.at[u] > 0 and board.EAST_MAP >> st.at[u] & 1),
    }.get(plan, 0)
    assert not moved & (free_setup.stray(st, A) | free_setup.stray(st, CP))
    assert not any(free_setup.zone_of(st, u) & ~board.EAST_MAP for u in bits(moved)) or plan == "al.5"
    if plan == "al.7":
        assert {free_setup.zone_of(st, u) for u in bits(prewar.BEF)} == {hexes("E5403")}
    if plan == "al.3":
        far = board.INDEX[next(n for n in board.numbers(prewar.FOREIGN_BORDER) if int(n[1:3]) > 60)]
        north = setup_zones.zone("north:W53", "1914")
        u = next(u for u in bits(prewar.FRENCH_F) if not north >> st.at[u] & 1)
        for v in [v for v in bits(prewar.FRENCH_F) if v != u][:10]:
            st.put(v, far)
        assert free_setup.zone_of(st, u) >> far & 1
        assert kept(free_setup.limited(st, 1 << u, st.at[u])) >> far & 1, "an eleventh north of the 53rd row"
    if plan == "cp.5":
        assert free_setup.zone_of(st, bits(prewar.GERMANS_W)[0]) & board.HOLLAND


@rule("tgw.20.3.10b", "tgw.7.11b")
def test_nobody_sets_up_in_the_belgium_of_the_elder_moltke() -> None:
    st = planned("cp.10")
    neutral = board.BELGIUM | board.COUNTRY["luxembourg"]
    assert not any(free_setup.zone_of(st, u) & neutral for u in bits(st.troops[A] | st.troops[CP]) if st.at[u] > 0)
    game(st, free_setup.Deployed())
    assert not (st.ctrl[A] | st.ctrl[CP]) & neutral


@rule("tgw.16.11d", "tgw.22.12a")
def test_a_free_set_up_does_not_put_collapsed_nations_together() -> None:
    st = situation("tgw", "1917", options={"setup": "free"}).state
    romanians = next(st.at[u] for u in bits(roster.CORPS[tables.RO]) if st.at[u] > 0)
    russian = next(u for u in bits(roster.CORPS[tables.PG]) if st.at[u] > 0 and board.EAST_MAP >> st.at[u] & 1)
    assert free_setup.crowd(st, 1 << russian, romanians) == "tgw.16.11d"
