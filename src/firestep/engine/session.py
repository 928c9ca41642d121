"""A session is one running game. `decision` is the open question, `take` answers it, `outcome` is the result."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from firestep.engine import action as actions
from firestep.engine.action import Action
from firestep.engine.dice import Dice
from firestep.engine.errors import FirestepError, Illegal
from firestep.engine.game import Game, Outcome, State
from firestep.engine.journal import Cell, Entry, chain, change, stub, unroll
from firestep.engine.odds import Odds
from firestep.engine.refusal import Refusal
from firestep.engine.step import Choice, Step, Steps
from firestep.engine.step import from_plain as step_from_plain

St = TypeVar("St", bound=State)

_NO_FIELDS: Mapping[str, Any] = {}

#: number of actions between two stored undo points
STRIDE = 16


class Decision(Generic[St]):
    """One question to one seat. `actions` lists the legal answers; it is never empty, and sorted."""

    __slots__ = ("_session", "actions", "seat", "step")

    def __init__(self, session: Session[St], step: Choice[Session[St]]) -> None:
        self._session = session
        self.step = step
        self.seat: int = step.seat(session)
        self.actions: list[Action] = step.actions(session)

    @property
    def prompt(self) -> str:
        """Returns the question in words."""
        return self.step.prompt(self._session)

    @property
    def seat_name(self) -> str:
        return self._session.game.seats[self.seat]

    def __repr__(self) -> str:
        count = len(self.actions)
        return f"<Decision {self.seat_name}: {self.prompt} ({count} action{'' if count == 1 else 's'})>"


class Mark(NamedTuple):
    """The game at the start of a turn. A record takes its hashes from these."""

    turn: int
    #: number of entries in the history when it began
    moves: int
    state: Any
    agenda: Steps


class Point(NamedTuple):
    """A moment to which undo can return."""

    state: Any
    agenda: list[Step[Any]]
    journal: Cell[Entry] | None
    marks: Cell[Mark] | None


class _Taken(NamedTuple):
    """An action that can be undone, with the journal and the marks before it."""

    action: Action
    journal: Cell[Entry] | None
    marks: Cell[Mark] | None


class Session(Generic[St]):
    """A game with its agenda and its history. Mutable. `copy` is cheap, because copies share the history."""

    __slots__ = (
        "_decision",
        "_journal",
        "_marks",
        "_moves",
        "_points",
        "_since",
        "agenda",
        "dice",
        "game",
        "options",
        "scenario",
        "start",
        "state",
    )

    def __init__(
        self,
        game: Game[St],
        scenario: str,
        options: Mapping[str, str],
        dice: Dice,
        state: St,
        agenda: Steps,
        start: str | None = None,
    ) -> None:
        self.game = game
        self.scenario = scenario
        self.options = options
        self.dice = dice
        self.state = state
        #: the top of the stack is the last item
        self.agenda: list[Step[Any]] = list(reversed(agenda))
        #: text of the position from which this game began, if it did not begin from its scenario
        self.start = start
        self._journal: Cell[Entry] | None = None
        self._moves: Cell[Action] | None = None
        self._marks: Cell[Mark] | None = None
        self._decision: Decision[St] | None = None
        self._settle()
        # what can be undone, and the undo points: the last closed one and one every STRIDE actions; None: undo is disabled
        self._since: list[_Taken] = []
        self._points: list[Point] | None = [self._here()]

    def __repr__(self) -> str:
        now = self.outcome.reason if self.outcome else repr(self.decision)
        return f"<Session {self.game.id} {self.scenario}, action {self.size}: {now}>"

    def _repr_svg_(self) -> str:
        """Returns the map with its units; notebooks show it."""
        return self.game.draw(self)

    @classmethod
    def resume(
        cls,
        game: Game[St],
        scenario: str,
        options: Mapping[str, str],
        dice: Dice,
        plain: Mapping[str, Any],
        history: Sequence[Action] = (),
        journal: Sequence[Entry] = (),
        start: str | None = None,
        size: int = 0,
        journal_size: int = 0,
    ) -> Session[St]:
        """Continues from `to_plain()` with a given history, which is not replayed.

        The first `size` entries of the history and the first `journal_size` of the journal, before those given, are only counted
        and may stay in the database.
        """
        agenda = tuple(step_from_plain(game.steps, step) for step in reversed(plain["agenda"]))
        new = cls(game, scenario, options, dice, game.state_from(plain["state"]), agenda, start)
        new._moves = chain(history, stub(size))
        # an agenda written by hand may run steps first: their journal entries follow the given ones
        told = [e._replace(at=new.size) for e in new.journal]
        new._journal = chain(told, chain(journal, stub(journal_size)))
        new._marks = Cell(None, Mark(new.state.turn, new.size, new.state.copy(), tuple(new.agenda)))
        new.close_undo()
        return new

    # -- what players use --------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision[St] | None:
        """Returns the open question, or None when the game is over."""
        d = self._decision
        if d is None and self.agenda:
            d = self._decision = Decision(self, self.agenda[-1])  # type: ignore[arg-type]  # _settle leaves a Choice on top
        return d

    @property
    def top(self) -> Step[Any] | None:
        """Returns the step that asks now, or None when the game is over."""
        return self.agenda[-1] if self.agenda else None

    @property
    def over(self) -> bool:
        return not self.agenda

    @property
    def outcome(self) -> Outcome | None:
        """Returns winner, level, scores and reason when the game is over, otherwise None."""
        return None if self.agenda else self.game.outcome(self.state)

    def take(self, action: Action | str) -> None:
        """Answers the open question. An illegal action raises `Illegal` with the rules against it and changes nothing."""
        step: Any = self.top  # _settle leaves a Choice on top
        if step is None:
            raise FirestepError("the game is over; there is nothing left to decide")
        if isinstance(action, str):
            action = actions.parse(action)
        # a replay does not make lists of legal actions, which would take longer than the game
        if self._decision is not None or not step.is_legal(self, action):
            self._demand(action)
        self._answer(step, action)

    def apply_unchecked(self, action: Action) -> None:
        """Takes an action that this game has accepted before, without checking it."""
        if (step := self.top) is None:
            raise FirestepError("the game is over; there is nothing left to decide")
        self._answer(step, action)

    def _answer(self, step: Any, action: Action) -> None:
        """Carries out a legal action and keeps what undo needs."""
        seat = step.seat(self)
        rolls = self.state.rolls
        self._moves = Cell(self._moves, action)
        points, since = self._points, self._since
        if points is None:
            self._carry_out(action)
            return
        since.append(_Taken(action, self._journal, self._marks))
        self._carry_out(action)
        agenda = self.agenda
        # a step that revealed something has closed undo during its work: this is the new undo point
        revealed = self._since is not since
        if revealed or self.state.rolls != rolls or not agenda or agenda[-1].seat(self) != seat:  # type: ignore[attr-defined]
            self.close_undo()
        elif not len(since) % STRIDE:
            points.append(self._here())

    def _demand(self, action: Action) -> None:
        """Raises `Illegal` unless the action is a legal answer to the open question."""
        d = self.decision
        legal = d.actions if d is not None else []  # sorted, so that a lookup is quick
        i = bisect_left(legal, action)
        if (i == len(legal) or legal[i] != action) and not self.is_unlisted_legal(action):
            refusals = self.why_not(action)
            because = "; ".join(map(str, refusals)) or "it is not among the choices now"
            raise Illegal(f"'{actions.text(action)}' is not legal: {because}", refusals)

    def is_unlisted_legal(self, action: Action) -> bool:
        """Returns whether an unlisted action is legal now: a free place on a plane, or giving up."""
        d = self.decision
        return d is not None and (self._gives_up(action) or d.step.allows_unlisted(self, action))

    def _gives_up(self, action: Action) -> bool:
        return action == actions.CONCEDE and self.game.concede is not None

    def why_not(self, action: Action | str) -> list[Refusal]:
        """Returns the rules that forbid an action now; empty if it is legal."""
        if isinstance(action, str):
            action = actions.parse(action)
        return [] if self.agenda and self._gives_up(action) else self.game.why_not(self, action)

    def odds(self, *what: str) -> Odds:
        """Returns the exact odds of an attack. Without arguments: of the one that is being put together."""
        return self.game.odds(self, what)

    def view(self, seat: int | None, board: dict[str, Any] | None = None) -> dict[str, Any]:
        """Returns all that a seat may know, as plain data; None is a spectator. `board`: a board that was made before."""
        d = self.decision
        mine = d is not None and d.seat == seat
        out = self.outcome
        texts = [actions.text(a) for a in d.actions] if d is not None and mine else []
        legal = frozenset(texts)
        prices = {a: p for a, p in self.game.prices(self).items() if a in legal} if texts else {}
        return {
            "game": self.game.id,
            "scenario": self.scenario,
            "options": dict(self.options),
            "seat": None if seat is None else self.game.seats[seat],
            "turn": self.state.turn,
            "phase": self.game.phase(self.state),
            "rolls": self.state.rolls,
            "moves": self.size,
            "journal": self.journal_size,
            "decision": None
            if d is None
            else {"seat": d.seat_name, "ask": d.step.stored, "prompt": d.prompt, "actions": texts, "prices": prices},
            "sequence": self.game.sequence(self),
            "undo": mine and self.can_undo,
            "outcome": None if out is None else out.to_plain(),
            "board": self.game.view(self, seat) if board is None else board,
        }

    def copy(self, seed: str | None = None) -> Session[St]:
        """Returns an independent copy. It costs the lists of the state, not the history.

        With `seed` the copy has other dice, so that a bot cannot know future rolls, and nothing in it can be undone.
        """
        new: Session[St] = Session.__new__(Session)
        new.game, new.scenario, new.options, new.start = self.game, self.scenario, self.options, self.start
        new.state = self.state.copy()
        new.agenda = self.agenda[:]
        new._journal, new._moves, new._marks = self._journal, self._moves, self._marks
        new._decision = None
        if seed is None:
            new.dice = self.dice
            new._since = self._since[:]
            new._points = self._points and self._points[:]
        else:
            new.dice = Dice(seed)
            new._since, new._points = [], None
        return new

    # -- undo --------------------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Returns whether undo is possible. It closes when a die is rolled, something is revealed or the seat changes."""
        return bool(self._since)

    @property
    def since(self) -> list[Action]:
        """Returns the actions that can be undone, oldest first."""
        return [taken.action for taken in self._since]

    @property
    def point(self) -> Point:
        """Returns the moment at which undo closed last. `since` has the actions after it."""
        return self._points[0] if self._points else self._here()

    def undo(self, times: int = 1) -> list[int]:
        """Takes back the last actions. The record keeps each action and each undo.

        Returns the length of the journal after each undo. At most 15 actions are carried out again, whatever the number. Raises
        `FirestepError` if fewer actions can be undone.
        """
        if not self._points or not 0 < times <= len(self._since):
            raise FirestepError(
                "nothing can be undone: a die was rolled, something was revealed or the seat changed"
                if not self._since
                else f"{len(self._since)} actions can be undone, not {times}"
            )
        left = len(self._since) - times
        gone = self._since[left:]
        del self._since[left:]
        del self._points[left // STRIDE + 1 :]
        state, agenda, self._journal, self._marks = self._points[-1]
        self.state, self.agenda = state.copy(), agenda[:]
        for taken in self._since[left - left % STRIDE :]:
            self._carry_out(taken.action)
        # journal entries of the remaining actions are not written again
        _, self._journal, self._marks = gone[0]
        self._decision = None
        for _ in gone:
            self._moves = Cell(self._moves, actions.UNDO)
        return [taken.journal.size if taken.journal else 0 for taken in reversed(gone)]

    def takeback(self, to: int, earlier: Session[St]) -> None:
        """Returns to the moment after `to` entries of the history, by consent of the seats.

        Dice already seen stay used: the next roll is a new one. `earlier` is the game at that moment, from `start.replay` or from a
        stored state.
        """
        if not 0 <= to < self.size:
            raise FirestepError(f"cannot go back to action {to}: the game has {self.size}")
        if earlier.size != to:
            raise FirestepError(f"cannot go back to action {to} with the game as it was after {earlier.size}")
        rolls = self.state.rolls
        self.state, self.agenda = earlier.state.copy(), earlier.agenda[:]
        self.state.rolls = rolls
        self._journal, self._marks = earlier._journal, earlier._marks
        self._moves = Cell(self._moves, (actions.TAKEBACK, str(to)))
        self._decision = None
        self.close_undo()

    def close_undo(self) -> None:
        """Closes undo: nothing before this moment can be undone, because a die was rolled or something was revealed."""
        if self._points is not None:
            self._since = []
            self._points = [self._here()]

    def disable_undo(self) -> Session[St]:
        """Disables undo from here on, for simulations. Returns the session itself."""
        self._since, self._points = [], None
        return self

    def drop_history(self) -> Session[St]:
        """Keeps only the length of the history, and no undo points. Returns the session itself."""
        self._moves, self._journal = stub(self.size), stub(self.journal_size)
        self._marks = Cell(None, Mark(self.state.turn, self.size, self.state.copy(), tuple(self.agenda)))
        self._decision = None
        return self.disable_undo()

    def attach_history(
        self, history: Iterable[Action] | None = None, journal: Iterable[Entry] | None = None, marks: Iterable[Mark] | None = None
    ) -> None:
        """Adds a history that was only counted so far. The caller has it stored."""
        if history is not None:
            self._moves = chain(history)
        if journal is not None:
            self._journal = chain(journal)
        if marks is not None:
            self._marks = chain(marks)

    # -- what steps use ----------------------------------------------------------------------------------------------

    def roll(self, sides: int = 6) -> int:
        """Rolls the next die."""
        n = self.state.rolls
        self.state.rolls = n + 1
        return self.dice.roll(n, sides)

    def draw(self, set: int) -> int:
        """Draws one member of a set of any size, each with the same chance. Returns the number of its bit."""
        if set <= 0:
            raise FirestepError("nothing can be drawn from an empty set")
        for _ in range(self.roll(set.bit_count()) - 1):
            set &= set - 1
        return (set & -set).bit_length() - 1

    def note(self, key: str, *rules: str, **params: Any) -> None:
        """Writes an entry into the journal."""
        self._journal = Cell(self._journal, Entry(key, rules, params or _NO_FIELDS, self.size))

    # -- the past ----------------------------------------------------------------------------------------------------

    @property
    def journal(self) -> list[Entry]:
        return unroll(self._journal)

    def journal_since(self, n: int) -> list[Entry]:
        """Returns the entries from number `n` (counted from 0) on."""
        return unroll(self._journal, n)

    @property
    def journal_size(self) -> int:
        return self._journal.size if self._journal else 0

    def journal_change(self, old: Session[St]) -> tuple[int, tuple[Entry, ...]]:
        """Returns how many entries of the old game's journal remain in this one's, and the new entries behind them."""
        return change(old._journal, self._journal)

    @property
    def history(self) -> list[Action]:
        """Returns every action, undo and takeback included."""
        return unroll(self._moves)

    @property
    def size(self) -> int:
        return self._moves.size if self._moves else 0

    @property
    def marks(self) -> list[Mark]:
        """Returns a mark for each turn that led here. In a resumed game the first is that of its resumption."""
        return unroll(self._marks)

    def mark_change(self, old: Session[St]) -> tuple[int, tuple[Mark, ...]]:
        """Returns how many marks of the old game remain in this one, and the new marks behind them."""
        return change(old._marks, self._marks)

    def to_plain(self) -> dict[str, Any]:
        """Returns state and agenda as plain data, from which a game can continue."""
        return {"state": self.state.to_plain(), "agenda": [step.to_plain() for step in self.agenda]}

    def hash(self) -> str:
        """Returns a hash of state and agenda."""
        return fingerprint(self.state, self.agenda)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _carry_out(self, action: Action) -> None:
        """Lets the asking step take a legal answer."""
        agenda = self.agenda
        step: Any = agenda.pop()  # the step that asked is a Choice
        give_up = self.game.concede if action == actions.CONCEDE else None
        agenda.extend(reversed(step.take(self, action) if give_up is None else give_up(self, step.seat(self))))
        self._decision = None
        self._settle()

    def _settle(self) -> None:
        """Runs steps until one asks."""
        agenda = self.agenda
        while agenda and agenda[-1].auto:
            step = agenda.pop()
            agenda.extend(reversed(step.run(self)))  # type: ignore[attr-defined]  # auto steps run
        turn = self.state.turn
        if self._marks is None or self._marks.item.turn != turn:
            self._marks = Cell(self._marks, Mark(turn, self.size, self.state.copy(), tuple(agenda)))

    def _here(self) -> Point:
        return Point(self.state.copy(), self.agenda[:], self._journal, self._marks)


def fingerprint(state: State, agenda: Steps | list[Step[Any]]) -> str:
    """Returns the SHA-256 of the canonical JSON of state and agenda."""
    data = {"state": state.to_plain(), "agenda": [step.to_plain() for step in agenda]}
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
