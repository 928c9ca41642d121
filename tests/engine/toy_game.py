"""The toy game of the tests of the engine, in one file, with two scenarios.

`sum`: each seat adds 1 or 2 or rolls a die, twice in a row, until the total is 20. Nothing is hidden.
`wager`: both seats name a stake in secret. A chit is drawn from a cup. Then tokens may be played. Red may peek at a chit,
which stays his secret until it is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from firestep.engine.action import Action
from firestep.engine.dice import Dice
from firestep.engine.game import Game, Option, Outcome, Scenario
from firestep.engine.offer import Offer, Play, Window
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.simultaneous import SimultaneousChoice
from firestep.engine.step import Auto, Choice, Steps, registry

ROUNDS = 4
CHITS = 300
FIELDS = ("rolls", "turn", "total", "points", "cup", "tokens", "peeked")


class State:
    __slots__ = FIELDS

    def __init__(self) -> None:
        self.rolls, self.turn, self.total = 0, 1, 0
        self.points = [0, 0]
        self.cup = (1 << CHITS) - 1
        self.tokens = [2, 1]
        self.peeked = -1

    def copy(self) -> Self:
        new = type(self)()
        new.rolls, new.turn, new.total = self.rolls, self.turn, self.total
        new.cup, new.peeked = self.cup, self.peeked
        new.points, new.tokens = self.points[:], self.tokens[:]
        return new

    def to_plain(self) -> dict[str, Any]:
        return {
            "rolls": self.rolls,
            "turn": self.turn,
            "total": self.total,
            "points": self.points[:],
            "cup": f"{self.cup:x}",
            "tokens": self.tokens[:],
            "peeked": self.peeked,
        }


def state_from(plain: Mapping[str, Any]) -> State:
    new = State()
    new.rolls, new.turn, new.total = plain["rolls"], plain["turn"], plain["total"]
    new.cup, new.peeked = int(plain["cup"], 16), plain["peeked"]
    new.points, new.tokens = list(plain["points"]), list(plain["tokens"])
    return new


S = Session[State]


# -- the sum ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Add(Choice[S]):
    who: int
    left: int = 2

    def seat(self, s: S) -> int:
        return self.who

    def prompt(self, s: S) -> str:
        return f"add to {s.state.total}"

    def actions(self, s: S) -> list[Action]:
        return [("add", "1"), ("add", "2"), ("roll",)]

    def take(self, s: S, action: Action) -> Steps:
        k = s.roll() if action == ("roll",) else int(action[1])
        s.state.total += k
        s.note("added", "toy.1", points=k)
        if s.state.total >= 20:
            return ()
        return (replace(self, left=self.left - 1),) if self.left > 1 else (Tick(), Add(1 - self.who))


@dataclass(frozen=True, slots=True)
class Tick(Auto[S]):
    def run(self, s: S) -> Steps:
        s.state.turn += 1
        return ()


# -- the wager -------------------------------------------------------------------------------------------------------------------


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
        s.note("staked", "toy.2", stake=action[1], only=s.game.seats[seat])

    def reveal(self, s: S, answers: tuple[Action, ...]) -> Steps:
        for seat, a in zip(self.seats(s), answers, strict=True):
            s.state.points[seat] += int(a[1])
        s.note("opened", "toy.2", stakes=[a[1] for a in answers])
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
        s.note("drawn", "toy.3", chit=chit)
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
            s.note("peeked", "toy.4", chit=s.state.peeked, only="red")
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
        s.note("token", "toy.5", seat=seat, worth=worth)
        return ()

    return do


PLAYS = {
    p.id: p
    for p in (
        Play("gold", "after the chit", "toy.5", lambda s, seat: s.state.tokens[seat] > 1, _token(3), "the golden token"),
        Play("iron", "after the chit", "toy.5", lambda s, seat: s.state.tokens[seat] == 1, _token(1)),
        Play("salt", "before the end", "toy.5", lambda s, seat: True, _token(0)),
    )
}


def conceal(s: S, seat: int | None) -> S:
    """Nobody but Red knows what he saw: others think of the lowest chit."""
    new = s.copy()
    if seat != 0:
        new.state.peeked = (new.state.cup & -new.state.cup).bit_length() - 1
    return new


def candidates(s: S) -> list[Action]:
    if isinstance(s.top, Add):
        return [*(("add", str(k)) for k in range(1, 4)), ("roll",)]
    return list(s.decision.actions) if s.decision else []


def why_not(s: S, a: Action) -> list[Refusal]:
    if isinstance(s.top, Add) or s.decision is None and s.scenario == "sum":
        return [] if a in (("add", "1"), ("add", "2"), ("roll",)) else [Refusal("toy.1", "only 1 or 2")]
    d = s.decision
    if d is None or a in d.actions:
        return []
    return d.step.why_not(s, a) if isinstance(d.step, Offer) else [Refusal("toy.2", "answer what is asked")]


def start(scenario: str, options: Mapping[str, str]) -> tuple[State, Steps]:
    return State(), (Add(0) if scenario == "sum" else Round(),)


def outcome(st: State) -> Outcome:
    if st.total:
        return Outcome("red", "victory", {"red": st.total, "blue": 0}, "done", "toy.1")
    return Outcome(None, "draw", dict(zip(("red", "blue"), st.points, strict=True)), "", "toy.2")


GAME: Game[State] = Game(
    id="toy",
    title="Toy",
    designer="",
    edition="",
    ruleset=1,
    seats=("red", "blue"),
    seat_titles=("Red", "Blue"),
    scenarios=(Scenario("sum", "Sum", ""), Scenario("wager", "Wager", "")),
    options=(Option("slow", "Slow", "toy.1"),),
    data=Path(),
    begin=start,
    state_from=state_from,
    steps=registry((Add, Tick, Round, Stake, Chit, Peek, Next, Window, Offer)),
    candidates=candidates,
    why_not=why_not,
    odds=lambda s, what: None,
    view=lambda s, seat: {"total": s.state.total, "points": s.state.points[:], "left": s.state.cup.bit_count()},  # type: ignore[arg-type,return-value]
    text=lambda e: e.key,
    outcome=outcome,
    phase=lambda st: "",
    check=lambda st: None,
    position_from=lambda st, agenda, d: (st, agenda),
    position_to=lambda s: {},
    draw=lambda s: f"<svg>{s and s.state.total}</svg>",
    draw_text=lambda s: "",
    conceal=conceal,
    hides=lambda st, agenda: st.peeked >= 0,
    plays=PLAYS,
)


def begin(scenario: str, dice: Dice | None = None) -> S:
    """Returns a new session of a scenario."""
    options = GAME.settle_options({})
    return Session(GAME, scenario, options, dice or Dice("toy"), *GAME.begin(scenario, options))
