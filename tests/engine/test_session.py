"""Sessions: what take, undo, takeback and resume promise, shown on a game of one step that needs no rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from engine.toy_game import GAME, Add, S, Tick, begin
from firestep.engine.dice import Dice, ScriptedDice
from firestep.engine.errors import FirestepError, Illegal, UnknownName
from firestep.engine.journal import Entry
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps, registry
from firestep.engine.turns import by_turn


def test_take_asks_seat_after_seat() -> None:
    s = begin("sum")
    d = s.decision
    assert d is not None and (d.seat, d.seat_name, d.prompt) == (0, "red", "add to 0")
    s.take(("add", "1"))
    s.take("add 2")
    assert s.decision is not None and s.decision.seat == 1 and s.state.total == 3 and s.state.turn == 2
    assert s.history == [("add", "1"), ("add", "2")]


def test_a_session_tells_what_it_is_and_shows_its_map_in_a_notebook() -> None:
    s = begin("sum")
    assert repr(s) == "<Session toy sum, action 0: <Decision red: add to 0 (3 actions)>>"
    s.take(("add", "2"))
    assert s._repr_svg_() == "<svg>2</svg>"
    while s.decision is not None:
        s.take(("add", "2"))
    assert repr(s) == f"<Session toy sum, action {s.size}: done>"


def test_an_illegal_action_tells_the_rule_and_changes_nothing() -> None:
    s = begin("sum")
    before = s.hash()
    with pytest.raises(Illegal, match=r"only 1 or 2 \[toy\.1\]") as e:
        s.take("add 3")
    assert e.value.refusals == [Refusal("toy.1", "only 1 or 2")]
    assert s.hash() == before and s.size == 0


def test_undo_within_a_seats_turn() -> None:
    s = begin("sum")
    before = s.hash()
    assert not s.can_undo
    s.take("add 2")
    assert s.can_undo and s.state.total == 2
    s.undo()
    assert s.hash() == before and not s.can_undo and s.journal == []
    assert s.history == [("add", "2"), ("undo",)]


def test_undo_closes_at_a_change_of_seat() -> None:
    s = begin("sum")
    s.take("add 1")
    s.take("add 1")
    with pytest.raises(FirestepError, match="nothing can be undone"):
        s.undo()


def test_undo_closes_at_a_die_and_opens_again_after_it() -> None:
    s = begin("sum", ScriptedDice([4]))
    s.take("roll")
    assert s.state.total == 4 and not s.can_undo
    begin_again = begin("sum", ScriptedDice([4]))
    begin_again.take("add 1")
    begin_again.take("roll")
    assert not begin_again.can_undo


def test_takeback_returns_but_used_dice_stay_used() -> None:
    s = begin("sum", ScriptedDice([6, 2, 5]))
    s.take("roll")
    assert s.state.total == 6
    s.takeback(0, begin("sum"))
    assert s.state.total == 0 and s.state.rolls == 1
    s.take("roll")
    assert s.state.total == 2
    assert s.history == [("roll",), ("takeback", "0"), ("roll",)]
    with pytest.raises(FirestepError, match="cannot go back"):
        s.takeback(99, begin("sum"))
    with pytest.raises(FirestepError, match="as it was after 0"):
        s.takeback(1, begin("sum"))


def test_the_game_ends_with_an_outcome() -> None:
    s = begin("sum")
    assert s.outcome is None
    while s.decision:
        s.take("add 2")
    assert s.over and s.outcome is not None and s.outcome.winner == "red"
    with pytest.raises(FirestepError, match="over"):
        s.take("add 1")


def test_a_seat_gives_up_while_it_is_asked_and_not_after_the_end() -> None:
    against = [Refusal("toy.1", "only 1 or 2")]
    assert begin("sum").why_not("concede") == against, "not in every game"
    s = Session(replace(GAME, concede=lambda s, seat: ()), "sum", {}, Dice("toy"), *GAME.begin("sum", {}))
    assert s.why_not("concede") == []
    s.take("concede")
    assert s.over and s.why_not("concede") == against


def test_the_end_is_told_after_the_last_turn() -> None:
    s = begin("sum")
    for _ in range(9):
        s.take("add 2")
    states, names = by_turn(s)
    assert ([st.total for st in states], names) == ([0, 4, 8, 12, 16], ["1", "2", "3", "4", "5"])
    s.take("add 2")
    states, names = by_turn(s)
    assert ([st.total for st in states], names) == ([0, 4, 8, 12, 16, 20], ["1", "2", "3", "4", "5", "end"])


def test_an_entry_of_the_journal_tells_after_which_action_it_was_written() -> None:
    s = begin("sum")
    s.take("add 1")
    s.undo()
    s.take("add 2")
    s.take("add 2")
    assert [(e.params["points"], e.at) for e in s.journal] == [(2, 3), (2, 4)]


def test_marks_are_one_a_turn() -> None:
    s = begin("sum")
    for _ in range(6):
        s.take("add 1")
    assert [(m.turn, m.moves, m.state.total) for m in s.marks] == [(1, 0, 0), (2, 2, 2), (3, 4, 4), (4, 6, 6)]


def test_resume_goes_on_from_plain_data() -> None:
    s = begin("sum")
    s.take("add 1")
    again = Session.resume(GAME, "sum", s.options, s.dice, s.to_plain(), s.history, s.journal)
    assert again.hash() == s.hash() and again.history == s.history and again.journal == s.journal
    again.take("roll")
    s.take("roll")
    assert again.hash() == s.hash()


@dataclass(frozen=True, slots=True)
class Gift(Auto[S]):
    """What a moment written by hand may begin with: a step that runs by itself and tells of it."""

    def run(self, s: S) -> Steps:
        s.state.total += 5
        s.note("given", "toy.2", points=5)
        return ()


def test_entries_written_while_a_game_settles_follow_the_given_history() -> None:
    s = begin("sum")
    s.take("add 1")
    game = replace(GAME, steps=registry((Add, Tick, Gift)))
    plain = s.to_plain()
    plain["agenda"].append(Gift().to_plain())
    given = Entry("given", ("toy.2",), {"points": 5}, 1)
    whole = Session.resume(game, "sum", s.options, s.dice, plain, s.history, s.journal)
    assert whole.state.total == 6 and whole.journal == [*s.journal, given]
    counted = Session.resume(game, "sum", s.options, s.dice, plain, size=1, journal_size=1)
    assert counted.journal_since(1) == [given] and counted.journal_size == 2


def test_the_view_tells_the_dice_and_what_legal_actions_cost() -> None:
    dear = {a: {"text": "a coin", "dear": False} for a in ("add 2", "add 3", "roll")}
    s = Session(replace(GAME, prices=lambda s: dear), "sum", {}, Dice("toy"), *GAME.begin("sum", {}))
    assert list(s.view(0)["decision"]["prices"]) == ["add 2", "roll"], "nobody may add 3"
    assert s.view(1)["decision"]["prices"] == {}
    assert s.view(0)["rolls"] == 0
    s.take("roll")
    assert s.view(0)["rolls"] == s.view(None)["rolls"] == 1


def test_the_view_shows_actions_to_the_seat_that_decides() -> None:
    s = begin("sum")
    assert s.view(0)["decision"]["actions"] == ["add 1", "add 2", "roll"]
    assert s.view(1)["decision"]["actions"] == [] and s.view(None)["decision"]["actions"] == []
    s.take("add 1")
    assert s.view(0)["undo"] is True and s.view(1)["undo"] is False


def test_names_are_settled_or_refused() -> None:
    assert GAME.scenario(None).id == "sum" and GAME.scenario("wager").id == "wager"
    assert GAME.settle_options({"slow": True}) == {"slow": "on"} and GAME.settle_options(None) == {"slow": "off"}
    with pytest.raises(UnknownName, match="choose one of: sum, wager"):
        GAME.scenario("three")
    with pytest.raises(UnknownName, match="choose one of: off, on"):
        GAME.settle_options({"slow": "perhaps"})
    with pytest.raises(UnknownName, match="its options are: slow"):
        GAME.settle_options({"quick": "on"})
    with pytest.raises(UnknownName, match="its seats are: red, blue"):
        GAME.seat_index("c")


def test_the_engine_refuses_an_unknown_game() -> None:
    import firestep

    with pytest.raises(UnknownName, match="there is no game 'ludo'"):
        firestep.start("ludo")


def test_two_steps_of_one_name_are_refused() -> None:
    """Stored games name a step by its class, so a second class of the name would take the place of the first."""
    twin = type("Tick", (Tick,), {})
    with pytest.raises(ValueError, match="two steps are called Tick"):
        registry((Add, Tick, twin))
    assert set(registry((Add, Tick, Add))) == {"Add", "Tick"}
