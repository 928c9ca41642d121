"""Sealed answers, secrets of a moment, offers, draws from a cup: shown on the toy game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.toy_game import GAME, S, Stake, begin
from firestep import bots
from firestep.engine.dice import Dice, ScriptedDice
from firestep.engine.errors import FirestepError
from firestep.engine.game import Game
from firestep.engine.odds import sums
from firestep.engine.offer import Offer
from firestep.engine.secret import hides, known_to
from firestep.engine.session import Session
from firestep.engine.start import from_moment, moment, replay

EYES = (None, 0, 1)


def asked(s: S) -> tuple[str, int]:
    assert s.decision is not None
    return type(s.decision.step).__name__, s.decision.seat


def staked(*stakes: int) -> S:
    s = begin("wager")
    for k in stakes:
        s.take(("stake", str(k)))
    return s


def play_on(s: S, seed: str = "") -> S:
    rng = random.Random(seed)
    while (d := s.decision) is not None:
        s.take(rng.choice(d.actions))
    return s


# -- sealed ------------------------------------------------------------------------------------------------------------


def test_all_answer_before_any_is_opened() -> None:
    s = begin("wager")
    assert asked(s) == ("Stake", 1) and not hides(s)
    s.take("stake 4")
    assert asked(s) == ("Stake", 0) and hides(s) and s.state.points == [0, 0]
    assert s.decision is not None and s.decision.actions == [("stake", "1"), ("stake", "2"), ("stake", "3")]
    s.take("stake 2")
    assert asked(s) == ("Peek", 0) and not hides(s) and s.state.points == [2, 4]
    assert [(e.key, e.params.get("only")) for e in s.journal] == [("staked", "blue"), ("staked", "red"), ("opened", None)]


def test_nobody_takes_an_answer_back_after_the_opening() -> None:
    s = staked(4)
    assert not s.can_undo
    s.take("stake 1")
    assert asked(s)[1] == 0 and s.state.rolls == 0 and not s.can_undo, "the same seat goes on, without a die"


def test_undo_after_an_opening_returns_to_what_was_opened() -> None:
    """Undo closes in the middle of the step that opens: the moment to return to is the one after it."""
    s = staked(4, 1)
    opened, told = s.hash(), s.journal
    s.take("pass")
    assert asked(s) == ("Offer", 0)
    s.undo()
    assert (s.hash(), s.journal) == (opened, told) and asked(s) == ("Peek", 0)


@pytest.mark.parametrize("seat", [None, 0])
def test_others_cannot_tell_which_answer_was_given(seat: int | None) -> None:
    """Nothing of the game as they know it depends on it: state, agenda, lists, past, the start of a what-if game."""
    seen = [known_to(staked(k), seat) for k in (1, 2, 3, 4)]
    assert len({moment(s) for s in seen}) == 1 and len({str(s.view(seat)) for s in seen}) == 1
    for s in seen:
        assert s.decision is not None and s.decision.seat == 0 and s.size == 1 and s.journal_size == 1
        for past in ("history", "journal"):
            with pytest.raises(FirestepError, match="stored elsewhere"):
                getattr(s, past)
        assert [m.agenda for m in s.marks] == [tuple(s.agenda)] and not s.can_undo


def test_who_gave_an_answer_knows_it() -> None:
    seen = known_to(staked(3), 1)
    assert isinstance(seen.agenda[-1], Stake) and seen.agenda[-1].answers == ("stake 3",)


@pytest.mark.parametrize("seat", [None, 0])
def test_in_a_copy_for_bots_the_unknown_answer_is_asked_for_after_ones_own(seat: int | None) -> None:
    s = known_to(staked(4), seat).copy(seed="dream")
    s.take("stake 2")
    assert asked(s) == ("Stake", 1), "who answered first is asked again"
    s.take("stake 1")
    assert s.state.points == [2, 1]
    play_on(s)
    assert s.over


def test_a_what_if_game_begins_where_an_answer_is_sealed() -> None:
    s = from_moment(moment(known_to(staked(4), 0)), GAME, "wager", {}, Dice("fork"))
    assert asked(s) == ("Stake", 0)
    play_on(s)
    again = replay(GAME, "wager", {}, Dice("fork"), s.history, s.start)
    assert again.hash() == s.hash()


def test_the_record_holds_the_answers_and_replays() -> None:
    s = play_on(begin("wager"), "record")
    again = replay(GAME, "wager", {}, s.dice, s.history)
    assert (again.hash(), again.journal, again.outcome) == (s.hash(), s.journal, s.outcome)


def test_a_resumed_game_keeps_what_is_sealed() -> None:
    s = staked(4)
    again = Session.resume(GAME, "wager", {}, s.dice, s.to_plain())
    again.take("stake 1")
    assert again.state.points == [1, 4]


# -- secrets of a moment -----------------------------------------------------------------------------------------------


def test_hidden_is_judged_moment_by_moment() -> None:
    s = begin("wager")
    was = set()
    rng = random.Random(3)
    while (d := s.decision) is not None:
        peeked = s.state.peeked >= 0
        sealed = isinstance(d.step, Stake) and bool(d.step.answers)
        assert hides(s) == (peeked or sealed)
        for seat in EYES:
            assert (known_to(s, seat) is s) == (not hides(s))
        was.add((peeked, sealed))
        s.take(("peek",) if ("peek",) in d.actions and s.state.turn > 2 else rng.choice(d.actions))
    assert was >= {(False, False), (True, False), (False, True)}
    assert not hides(s) and known_to(s, None) is s, "a finished game hides nothing"


def test_what_one_seat_saw_is_his() -> None:
    def peeked(die: int) -> S:
        s = Session(GAME, "wager", {}, ScriptedDice([die]), *GAME.begin("wager", {}))
        for a in ("stake 1", "stake 1", "peek"):
            s.take(a)
        return s

    one, other = peeked(7), peeked(90)
    assert (one.state.peeked, other.state.peeked) == (6, 89)
    for seat in (None, 1):
        assert moment(known_to(one, seat)) == moment(known_to(other, seat))
    assert known_to(one, 0).state.peeked == 6


def test_what_one_seat_saw_stays_his_while_an_answer_is_sealed() -> None:
    def both(die: int, stake: int) -> S:
        s = Session(GAME, "wager", {}, ScriptedDice([die]), *GAME.begin("wager", {}))
        for a in ("stake 1", "stake 1", "peek", "pass", "pass", f"stake {stake}"):
            s.take(a)
        return s

    one, other = both(7, 1), both(90, 3)
    assert asked(one) == ("Stake", 1) and one.state.peeked != other.state.peeked
    for seat in (None, 1):
        assert moment(known_to(one, seat)) == moment(known_to(other, seat))
    assert moment(known_to(one, 0)) == moment(one), "Red has peeked and has answered: he knows both"


class Curious:
    """A bot that would use whatever it can see."""

    name = "curious"

    def __init__(self) -> None:
        self.saw: list[str] = []

    def choose(self, session: Any, decision: Any) -> Any:
        self.saw.append(moment(session))
        assert decision is session.decision
        return decision.actions[len(self.saw[-1]) % len(decision.actions)]


def test_a_bot_sees_what_its_seat_may_know() -> None:
    first, second = Curious(), Curious()
    assert bots.answer(first, staked(1)) == bots.answer(second, staked(3))
    assert first.saw == second.saw
    with pytest.raises(FirestepError, match="over"):
        bots.answer(first, play_on(begin("wager")))


# -- offers ------------------------------------------------------------------------------------------------------------


def offered(*tokens: int) -> S:
    s = begin("wager")
    s.state.tokens = list(tokens)
    for a in ("stake 1", "stake 1", "pass"):
        s.take(a)
    return s


def test_only_who_has_something_that_fits_is_asked() -> None:
    assert asked(offered(0, 0)) == ("Stake", 0), "nobody: the next round has begun"
    assert asked(offered(0, 1)) == ("Offer", 1)
    s = offered(2, 1)
    assert asked(s) == ("Offer", 0) and s.decision is not None and s.decision.actions == [("pass",), ("play", "gold")]


def test_seats_are_asked_in_turn_until_all_have_passed() -> None:
    s = offered(2, 2)
    s.take("pass")
    assert asked(s) == ("Offer", 1)
    s.take("play gold")
    assert asked(s) == ("Offer", 0), "after a play the other may answer, though he had passed"
    s.take("play gold")
    s.take("pass")
    assert asked(s) == ("Offer", 0) and s.decision is not None and s.decision.actions == [("pass",), ("play", "iron")]
    s.take("pass")
    assert asked(s)[0] == "Stake" and s.state.tokens == [1, 1] and s.state.points == [4, 4]


def test_a_window_may_ask_always_so_that_being_asked_tells_nothing() -> None:
    s = offered(0, 0)
    s.agenda.append(Offer("after the chit", (0, 1), 0, True))
    s._decision = None
    assert s.decision is not None and s.decision.actions == [("pass",)]
    s.take("pass")
    assert asked(s) == ("Offer", 1)
    s.take("pass")
    assert asked(s)[0] == "Stake"


def test_a_play_that_does_not_fit_is_refused_with_its_rule() -> None:
    s = offered(2, 1)
    assert [str(r) for r in s.why_not("play iron")] == ["iron does not fit now [toy.5]"]
    assert [str(r) for r in s.why_not("play salt")] == ["salt is played at another moment: before the end [toy.5]"]
    assert [r.rule for r in s.why_not("play silver")] == ["toy.5"]
    assert s.why_not("play gold") == [] == s.why_not("pass")
    step = s.decision.step if s.decision else None
    assert isinstance(step, Offer)
    found = step.candidates(s)
    assert [a for a in found if not step.why_not(s, a)] == s.decision.actions  # type: ignore[union-attr]


# -- draws and dice ----------------------------------------------------------------------------------------------------


def test_a_draw_takes_any_member_of_a_set_of_any_size_as_likely() -> None:
    s = begin("wager")
    for set in (1, 0b1000, 0b101101, (1 << 300) - 1, 1 << 4000 | 3):
        for _ in range(20):
            assert set >> s.draw(set) & 1
    counts = [0] * 5
    for _ in range(5000):
        counts[s.draw(0b11111)] += 1
    assert all(850 < n < 1150 for n in counts)
    assert {s.draw((1 << 300) - 1) for _ in range(5000)} == {*range(300)}, "beyond what one byte can say as well"
    with pytest.raises(FirestepError, match="empty"):
        s.draw(0)


def test_a_draw_counts_as_a_die_and_closes_undo() -> None:
    s = staked(1, 1)
    rolls = s.state.rolls
    s.take("peek")
    assert s.state.rolls == rolls + 1 and not s.can_undo


def test_dice_of_many_sides_are_even() -> None:
    dice = Dice("many")
    shown = [dice.roll(n, 1000) for n in range(20_000)]
    assert min(shown) == 1 and max(shown) == 1000
    tenths = [0] * 10
    for v in shown:
        tenths[(v - 1) // 100] += 1
    assert all(1800 < n < 2200 for n in tenths)
    assert {dice.roll(n, 257) for n in range(5000)} == set(range(1, 258))
    for bad in (0, -1, (1 << 64) + 1):
        with pytest.raises(ValueError, match="sides"):
            dice.roll(0, bad)
    assert 1 <= dice.roll(0, 1 << 64) <= 1 << 64


def test_dice_of_few_sides_show_what_they_always_showed() -> None:
    dice = Dice("verifiable")
    assert [dice.roll(n) for n in range(12)] == FIRST_SIX and [dice.roll(n, 256) for n in range(4)] == FIRST_BYTES


FIRST_SIX = [1, 6, 1, 2, 2, 3, 5, 6, 2, 4, 6, 1]
FIRST_BYTES = [217, 24, 217, 158]


def test_sums_of_dice() -> None:
    assert sums(0) == (1,)
    assert sums(1) == (0, 1, 1, 1, 1, 1, 1)
    assert sums(2)[2:] == (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1) and sum(sums(9)) == 6**9
    assert sums(3, 4)[3] == 1 and len(sums(3, 4)) == 13


def test_a_game_that_says_nothing_hides_all_the_time_once_it_conceals() -> None:
    plain: Any = Game.__dataclass_fields__["hides"].default
    assert plain(None, ())
