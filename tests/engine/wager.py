"""Wager: a game of two small secrets in one file, for tests. Both name a stake in secret; a chit is drawn from a cup; then tokens
may be played. Red may peek at a chit, which stays his secret until it is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from firestep.engine.action import Action
from firestep.engine.dice import Dice
from firestep.engine.game import Game, Outcome, Scenario
from firestep.engine.offer import Offer, Play, Window
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.simultaneous import SimultaneousChoice
from firestep.engine.step import Auto, Choice, Steps, registry

ROUNDS = 4
CHITS = 300
FIELDS = ("rolls", "turn", "points", "cup", "tokens", "peeked")


class State:
    __slots__ = FIELDS

    def __init__(self) -> None:
        self.rolls, self.turn = 0, 1
        self.points = [0, 0]
        self.cup = (1 << CHITS) - 1
        self.tokens = [2, 1]
        self.peeked = -1

    def copy(self) -> Self:
        new = type(self)()
        new.rolls, new.turn, new.cup, new.peeked = self.rolls, self.turn, self.cup, self.peeked
        new.points, new.tokens = self.points[:], self.tokens[:]
        return new

    def to_plain(self) -> dict[str, Any]:
        return {
            "rolls": self.rolls,
            "turn": self.turn,
            "points": self.points[:],
            "cup": f"{self.cup:x}",
            "tokens": self.tokens[:],
            "peeked": self.peeked,
        }


def state_from(plain: Mapping[str, Any]) -> State:
    new = State()
    new.rolls, new.turn, new.cup, new.peeked = plain["rolls"], plain["turn"], int(plain["cup"], 16), plain["peeked"]
    new.points, new.tokens = list(plain["points"]), list(plain["tokens"])
    return new


S = Session[State]


@dataclass(frozen=True, slots=True)
class Round(Auto[S]):
    def run(self, s: S) -> Steps:
        return (Stake(), Chit(), Peek(), Window("after the chit", (0, 1)), Next()) if s.state.turn <= ROUNDS else ()


@dataclass(frozen=True, slots=True)
class Stake(SimultaneousChoice[S]):
    def seats(self, s: S) -> tuple[int, ...]:
        return s.state.turn % 2, 1 - s.state.turn % 2

    def prompt(self, s: S) -> str:
        return f"{s.game.seat_titles[self.seat(s)]}: your stake"

    def choices(self, s: S, seat: int) -> list[Action]:
        return [("stake", str(k)) for k in range(1, 4 + seat)]

    def given(self, s: S, seat: int, action: Action) -> None:
        s.note("staked", "wager.1", stake=action[1], only=s.game.seats[seat])

    def reveal(self, s: S, answers: tuple[Action, ...]) -> Steps:
        for seat, a in zip(self.seats(s), answers, strict=True):
            s.state.points[seat] += int(a[1])
        s.note("opened", "wager.1", stakes=[a[1] for a in answers])
        return ()


@dataclass(frozen=True, slots=True)
class Chit(Auto[S]):
    def run(self, s: S) -> Steps:
        st = s.state
        if st.turn % 2:  # what the round brings is drawn every other time, so that undo could stay open after the stakes
            return ()
        chit = st.peeked if st.peeked >= 0 else s.draw(st.cup)
        st.cup &= ~(1 << chit)
        st.peeked = -1
        st.points[chit % 2] += 1
        s.note("drawn", "wager.2", chit=chit)
        return ()


@dataclass(frozen=True, slots=True)
class Peek(Choice[S]):
    def seat(self, s: S) -> int:
        return 0

    def prompt(self, s: S) -> str:
        return "Red: peek at the next chit, or pass"

    def actions(self, s: S) -> list[Action]:
        return [("pass",), ("peek",)] if s.state.peeked < 0 else [("pass",)]

    def take(self, s: S, action: Action) -> Steps:
        if action == ("peek",):
            s.state.peeked = s.draw(s.state.cup)
            s.note("peeked", "wager.3", chit=s.state.peeked, only="red")
        return ()


@dataclass(frozen=True, slots=True)
class Next(Auto[S]):
    def run(self, s: S) -> Steps:
        s.state.turn += 1
        return (Round(),)


def _token(worth: int) -> Any:
    def do(s: S, seat: int) -> Steps:
        s.state.tokens[seat] -= 1
        s.state.points[seat] += worth
        s.note("token", "wager.4", seat=seat, worth=worth)
        return ()

    return do


PLAYS = {
    p.id: p
    for p in (
        Play("gold", "after the chit", "wager.4", lambda s, seat: s.state.tokens[seat] > 1, _token(3), "the golden token"),
        Play("iron", "after the chit", "wager.4", lambda s, seat: s.state.tokens[seat] == 1, _token(1)),
        Play("salt", "before the end", "wager.4", lambda s, seat: True, _token(0)),
    )
}


def conceal(s: S, seat: int | None) -> S:
    """Nobody but Red knows what he saw: others think of the lowest chit."""
    new = s.copy()
    if seat != 0:
        new.state.peeked = (new.state.cup & -new.state.cup).bit_length() - 1
    return new


def why_not(s: S, a: Action) -> list[Refusal]:
    d = s.decision
    if d is None or a in d.actions:
        return []
    return d.step.why_not(s, a) if isinstance(d.step, Offer) else [Refusal("wager.1", "answer what is asked")]


GAME: Game[State] = Game(
    id="wager",
    title="Wager",
    designer="",
    edition="",
    ruleset=1,
    seats=("red", "blue"),
    seat_titles=("Red", "Blue"),
    scenarios=(Scenario("one", "One", ""),),
    options=(),
    data=Path(),
    begin=lambda scenario, options: (State(), (Round(),)),
    state_from=state_from,
    steps=registry((Round, Stake, Chit, Peek, Next, Window, Offer)),
    candidates=lambda s: list(s.decision.actions) if s.decision else [],
    why_not=why_not,
    odds=lambda s, what: None,
    view=lambda s, seat: {"points": s.state.points[:], "left": s.state.cup.bit_count()},  # type: ignore[arg-type,return-value]
    text=lambda e: e.key,
    outcome=lambda st: Outcome(None, "draw", dict(zip(("red", "blue"), st.points, strict=True)), "", "wager.1"),
    phase=lambda st: "",
    check=lambda st: None,
    position_from=lambda st, agenda, d: (st, agenda),
    position_to=lambda s: {},
    draw=lambda s: "",
    draw_text=lambda s: "",
    conceal=conceal,
    hides=lambda st, agenda: st.peeked >= 0,
    plays=PLAYS,
)


def begin(seed: str = "wager") -> S:
    return Session(GAME, "one", {}, Dice(seed), *GAME.begin("one", {}))
