"""Copies are independent and exact, undo returns to the very state, and plain data goes on as the game itself would."""

from __future__ import annotations

import json
from typing import Any

import pytest

from firestep.engine.errors import FirestepError
from firestep.engine.session import Session
from sampling import WHOLE, every

AHEAD = 25
#: orders of a phase that is taken back whole: several times what lies between two kept states
LONG_PHASE = 120


def go_on(s: Session[Any], rng: Any, steps: int = AHEAD) -> list[Any]:
    taken = []
    for _ in range(steps):
        d = s.decision
        if d is None:
            break
        a = rng.choice(d.actions)
        s.take(a)
        taken.append(a)
    return taken


def same(a: Session[Any], b: Session[Any]) -> bool:
    """State and agenda are equal, field by field, which is seen sooner than by hashes; or all that is saved of them is."""
    fields = type(a.state).__slots__
    equal = a.agenda == b.agenda and all(getattr(a.state, f) == getattr(b.state, f) for f in fields)
    return equal or a.hash() == b.hash()


def test_copy_is_independent_and_exact(walk: Any) -> None:
    for k, s in enumerate(every(2, walk.moments[::2])):
        before, actions, journal = s.hash(), list(s.decision.actions), s.journal_size
        twin = s.copy()
        assert twin.hash() == before and twin.decision.actions == actions
        taken = go_on(twin, walk.picker(f"copy {k}"))
        assert s.hash() == before and s.decision.actions == actions and s.journal_size == journal
        other = s.copy()
        for a in taken:
            other.take(a)
        assert other.hash() == twin.hash()
        assert other.journal_size == twin.journal_size and other.journal[-5:] == twin.journal[-5:]


def test_copy_with_a_seed_has_other_dice_and_the_same_present(walk: Any) -> None:
    s = walk.moments[0]
    twin = s.copy(seed="another")
    assert twin.hash() == s.hash()
    ours = [s.dice.roll(n) for n in range(60)]
    assert [twin.dice.roll(n) for n in range(60)] != ours


def test_undo_is_exact_while_open_and_closed_after_a_die_or_a_change_of_seat(walk: Any) -> None:
    opened = closed = 0
    for k, moment in enumerate(walk.moments):
        if not WHOLE and k % 4 == 2:  # of each kind some: a long phase, a shorter one, a single order
            continue
        rng = walk.picker(f"undo {k}")
        s = moment.copy()
        s.close_undo()
        stack = []
        for _ in range(LONG_PHASE if k % 6 == 0 else 1 if k % 2 else rng.randint(1, 40)):
            d = s.decision
            if d is None:
                break
            before = s.copy(), list(d.actions), s.journal_size, d.seat, s.state.rolls
            s.take(rng.choice(d.actions))
            now = s.decision
            if s.state.rolls != before[4] or now is None or now.seat != before[3]:
                assert not s.can_undo
                with pytest.raises(FirestepError, match="nothing can be undone"):
                    s.undo()
                closed += 1
                break
            stack.append(before)
        while s.can_undo:
            size = s.size
            s.undo()
            was, actions, journal, seat, rolls = stack.pop()
            assert same(s, was) and (stack or s.hash() == was.hash())
            assert (s.decision.actions, s.journal_size, s.decision.seat, s.state.rolls) == (actions, journal, seat, rolls)
            assert s.size == size + 1 and s.history[-1] == ("undo",)
            opened += 1
    one_seat = walk.case.moment or ("setup", "free") in walk.case.options  # a leg may be one long march, or a set-up by one seat
    assert opened and (closed or one_seat)


def test_plain_data_goes_on_exactly(walk: Any) -> None:
    for k, s in enumerate(every(3, walk.moments)):
        plain = json.loads(json.dumps(s.to_plain()))
        again = Session.resume(s.game, s.scenario, s.options, s.dice, plain, s.history, s.journal)
        assert again.hash() == s.hash()
        assert again.decision.actions == s.decision.actions and again.decision.seat == s.decision.seat
        assert again.size == s.size and again.journal_size == s.journal_size
        if k % 3:
            continue
        twin = s.copy()
        for a in go_on(twin, walk.picker(f"plain {k}")):
            again.take(a)
        assert again.hash() == twin.hash()
        same = json.dumps(again.to_plain()) == json.dumps(twin.to_plain())
        assert same, "plain data differs in order"
