"""Copies share their history: undo, takebacks that are replayed once each, a history that is only counted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine.toy_game import GAME, Add, S, State, Tick
from firestep.engine.action import Action
from firestep.engine.dice import Dice
from firestep.engine.errors import BadRecord, FirestepError
from firestep.engine.journal import Cell, chain, change, stub, unroll
from firestep.engine.session import STRIDE, Session
from firestep.engine.start import follow, replay
from firestep.engine.step import Choice, Steps, registry

taken: list[Action] = []


@dataclass(frozen=True, slots=True)
class Count(Choice[S]):
    """One seat counts as long as it likes; a die ends the stretch that can be undone."""

    def seat(self, s: S) -> int:
        return 0

    def prompt(self, s: S) -> str:
        return "count on"

    def actions(self, s: S) -> list[Action]:
        return [("one",), ("roll",), ("stop",), ("turn",), ("two",)]

    def take(self, s: S, action: Action) -> Steps:
        taken.append(action)
        if action == ("stop",):
            return ()
        s.state.total += {"one": 1, "two": 2, "turn": 0, "roll": 0}[action[0]] or (s.roll() if action == ("roll",) else 0)
        s.note("counted", "toy.1", total=s.state.total)
        return (Tick(), self) if action == ("turn",) else (self,)


COUNTING = replace(GAME, begin=lambda scenario, options: (State(), (Count(),)), steps=registry((Add, Tick, Count)))


def counting() -> S:
    return Session(COUNTING, "sum", COUNTING.settle_options({}), Dice("x"), *COUNTING.begin("sum", {}))


def again(s: S, n: int | None = None) -> S:
    return replay(COUNTING, "sum", s.options, s.dice, s.history[:n])


@pytest.mark.parametrize("count", [1, STRIDE - 1, STRIDE, STRIDE + 1, 3 * STRIDE + 5])
def test_undo_steps_back_one_by_one_to_the_very_state_and_the_very_journal(count: int) -> None:
    s = counting()
    s.take("roll")
    was = []
    for k in range(count):
        was.append((s.hash(), s.journal, s.marks))
        s.take(("one", "two", "turn")[k % 3])
    for k in reversed(range(count)):
        size = s.size
        assert s.can_undo and s.undo() == [len(was[k][1])]
        assert (s.hash(), s.journal, s.marks) == was[k] and s.size == size + 1
        assert s.decision is not None and len(s.since) == k
    assert not s.can_undo
    assert again(s).hash() == s.hash()


def test_after_an_undo_play_goes_on_and_can_be_undone_again() -> None:
    s = counting()
    for k in range(5 * STRIDE):
        s.take(("one", "two")[k % 2])
        if k % 7 == 6:
            before = s.hash()
            s.take("two")
            s.undo()
            assert s.hash() == before
    assert len(s.since) == 5 * STRIDE
    s.undo(5 * STRIDE - 3)
    assert s.state.total == 4 and again(s).state.total == 4


def test_many_are_undone_at_once_and_each_is_in_the_record() -> None:
    one, all = counting(), counting()
    for s in (one, all):
        for k in range(100):
            s.take(("one", "two", "turn")[k % 3])
    sizes = [one.undo()[0] for _ in range(90)]
    taken.clear()
    assert all.undo(90) == sizes
    assert len(taken) < STRIDE
    assert (all.hash(), all.history, all.journal) == (one.hash(), one.history, one.journal)
    assert [(m.turn, m.moves) for m in all.marks] == [(m.turn, m.moves) for m in one.marks]
    with pytest.raises(FirestepError, match="10 actions can be undone, not 11"):
        all.undo(11)
    all.undo(10)
    with pytest.raises(FirestepError, match="nothing can be undone"):
        all.undo()


def test_a_copy_undoes_by_itself() -> None:
    s = counting()
    for _ in range(2 * STRIDE + 3):
        s.take("one")
    before, twin = s.hash(), s.copy()
    twin.undo(STRIDE)
    twin.take("two")
    assert s.hash() == before and len(s.since) == 2 * STRIDE + 3
    s.undo(2 * STRIDE)
    assert s.state.total == 3 and twin.state.total == STRIDE + 3 + 2


def test_bots_and_simulations_keep_nothing_for_undo() -> None:
    s = counting()
    s.take("one")
    for free in (s.copy(seed="dream"), s.copy().disable_undo()):
        assert not free.can_undo
        free.take("two")
        assert not free.can_undo and free._points is None and free.copy()._points is None
        with pytest.raises(FirestepError, match="nothing can be undone"):
            free.undo()
    assert s.can_undo


def test_the_point_and_the_actions_since_make_the_present() -> None:
    s = counting()
    for a in ("one", "roll", "two", "two", "one"):
        s.take(a)
    point, since = s.point, s.since
    assert since == [("two",), ("two",), ("one",)]
    plain = {"state": point.state.to_plain(), "agenda": [step.to_plain() for step in point.agenda]}
    lines = point.journal.size if point.journal else 0
    again = Session.resume(COUNTING, "sum", s.options, s.dice, plain, size=s.size - len(since), journal_size=lines)
    for a in since:
        again.take(a)
    assert (again.hash(), again.size, again.journal_size, again.since) == (s.hash(), s.size, s.journal_size, s.since)


def test_takebacks_of_takebacks_are_carried_out_once_each() -> None:
    s = counting()
    for _ in range(30):
        s.take("one")
    for k in range(40):
        s.take("roll")
        s.take("two")
        to = s.size - 1 - k % 5
        s.takeback(to, again(s, to))
    taken.clear()
    twin = again(s)
    assert len(taken) == 30 + 2 * 40
    assert (twin.hash(), twin.history, twin.journal, twin.marks[-1].moves) == (s.hash(), s.history, s.journal, s.marks[-1].moves)


def test_a_takeback_leaves_no_mark_of_what_it_took_back_and_nothing_to_undo() -> None:
    s = counting()
    for a in ("one", "turn", "two", "turn", "one"):
        s.take(a)
    assert len(s.since) == 5 and [m.turn for m in s.marks] == [1, 2, 3]
    s.takeback(3, again(s, 3))
    assert [(m.turn, m.moves) for m in s.marks] == [(1, 0), (2, 2)]
    assert not s.can_undo
    back = s.hash()
    s.take("turn")
    assert [(m.turn, m.moves) for m in s.marks] == [(1, 0), (2, 2), (3, 7)]
    s.undo()
    assert s.hash() == back and not s.can_undo, "undo goes no further back than to the takeback"


def test_a_history_can_be_followed_entry_by_entry() -> None:
    s = counting()
    s.take("one")
    s.take("two")
    s.undo()
    s.takeback(0, again(s, 0))
    totals = [(now.size, now.state.total) for now in follow(COUNTING, "sum", s.options, s.dice, s.history)]
    assert totals == [(0, 0), (1, 1), (2, 3), (3, 1), (4, 0)]


@pytest.mark.parametrize("entry", ["takeback 1", "takeback 7", "takeback x", "takeback", "undo"])
def test_an_entry_that_does_not_fit_is_named(entry: str) -> None:
    with pytest.raises(BadRecord, match="action 2 of the record does not fit"):
        replay(COUNTING, "sum", {"slow": "off"}, Dice("x"), [("roll",), tuple(entry.split())])


def test_a_history_may_be_only_counted() -> None:
    s = counting()
    for _ in range(9):
        s.take("roll")
    there = Session.resume(COUNTING, "sum", s.options, s.dice, s.to_plain(), size=s.size, journal_size=s.journal_size)
    assert (there.size, there.journal_size, there.hash()) == (9, 9, s.hash())
    assert there.marks[0].moves == 9
    for both in (s, there):
        both.take("two")
        both.take("turn")
        both.undo()
    assert (there.size, there.journal_size, there.hash()) == (s.size, s.journal_size, s.hash())
    assert there.journal_since(9) == s.journal_since(9) and there.view(0) == s.view(0)
    with pytest.raises(FirestepError, match="the first 9 entries of this past are stored elsewhere"):
        _ = there.history
    with pytest.raises(FirestepError, match="stored elsewhere"):
        _ = there.journal


def test_what_changed_in_a_journal() -> None:
    s = counting()
    s.take("one")
    old = s.copy()
    s.take("two")
    assert s.journal_change(old) == (1, tuple(s.journal[1:]))
    assert old.journal_change(s) == (1, ())
    s.undo()
    assert s.journal_change(old) == (1, ()) and s.mark_change(old) == (1, ())
    s.take("turn")
    assert s.mark_change(old) == (1, (s.marks[1],))


def test_what_changed_in_a_chain() -> None:
    a = chain("abcd")
    assert change(a, chain("ef", a)) == (4, ("e", "f"))
    assert change(chain("ef", a), a) == (4, ())
    assert change(a, chain("abcd")) == (4, ()), "equal items count as the same"
    assert change(a, chain("abxd")) == (2, ("x", "d"))
    assert change(a, chain("ab")) == (2, ()) and change(None, a) == (0, tuple("abcd")) and change(a, None) == (0, ())
    kept: Cell[Any] | None = stub(3)
    assert change(chain("a", kept), chain("b", kept)) == (3, ("b",))
    assert unroll(chain("ab", kept), 3) == ["a", "b"]
    with pytest.raises(FirestepError, match="cannot be compared"):
        change(chain("a", stub(3)), chain("b", stub(3)))
