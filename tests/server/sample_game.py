"""Outpost: a whole game in one file, for the tests of the server. Two seats, hexes, dice, and three kinds of secrets.

Each side secretly names one of its three pieces the general (a secret of one seat), the weather of all turns is rolled
before the first one and lies face down (a secret from both), and a scout's report is read by one side alone.
Take the enemy's general and you win. In the scenario `siege` nobody is ever removed, so that a game can grow long.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

from firestep.engine.action import Action
from firestep.engine.errors import BadPosition, UnknownName
from firestep.engine.game import Game, Option, Outcome, Scenario
from firestep.engine.journal import Entry
from firestep.engine.odds import Modifier, Odds, Result
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps, registry
from firestep.hexmap.grid import Grid

GRID = Grid("columns", "even", (1, 1), (6, 6))
SEATS = ("red", "blue")
IDS = ("red-1", "red-2", "red-3", "blue-1", "blue-2", "blue-3")
WEATHER = ("rain", "rain", "fair", "fair", "fair", "clear")


class State:
    __slots__ = ("at", "generals", "limit", "lost", "moved", "rolls", "siege", "turn", "weather")

    def __init__(self, limit: int, siege: bool) -> None:
        self.rolls = 0
        self.turn = 1
        self.limit = limit
        self.siege = siege
        self.at = ["0101", "0102", "0103", "0604", "0605", "0606"]
        self.generals = [-1, -1]
        self.lost: list[int] = []
        self.moved: list[int] = []
        self.weather: list[int] = []

    def copy(self) -> State:
        new = State.__new__(State)
        new.rolls, new.turn, new.limit, new.siege = self.rolls, self.turn, self.limit, self.siege
        new.at, new.generals, new.lost = self.at[:], self.generals[:], self.lost[:]
        new.moved, new.weather = self.moved[:], self.weather[:]
        return new

    def to_plain(self) -> dict[str, Any]:
        return {k: (v[:] if isinstance(v := getattr(self, k), list) else v) for k in self.__slots__}


def state_from(plain: Mapping[str, Any]) -> State:
    state = State.__new__(State)
    for k in State.__slots__:
        setattr(state, k, v[:] if isinstance(v := plain[k], list) else v)
    return state


S = Session[State]


def mine(s: S, seat: int) -> list[int]:
    return [i for i in range(3 * seat, 3 * seat + 3) if i not in s.state.lost]


def free(s: S, unit: int) -> list[str]:
    """Where a piece may go: next to where it stands, and empty."""
    taken = {s.state.at[i] for i in range(6) if i not in s.state.lost}
    return [h for h in GRID.neighbours(s.state.at[unit]) if h not in taken]


def targets(s: S, unit: int) -> list[int]:
    near = GRID.neighbours(s.state.at[unit])
    return [e for e in mine(s, 1 - unit // 3) if s.state.at[e] in near]


@dataclass(frozen=True, slots=True)
class Forecast(Auto[S]):
    def run(self, s: S) -> Steps:
        s.state.weather = [s.roll() - 1 for _ in range(12)]
        s.note("begins", "sample.1")
        return (Appoint(0), Appoint(1), Day(0))


@dataclass(frozen=True, slots=True)
class Appoint(Choice[S]):
    side: int

    def seat(self, s: S) -> int:
        return self.side

    def prompt(self, s: S) -> str:
        return "Name your general"

    def actions(self, s: S) -> list[Action]:
        return [("general", IDS[i]) for i in mine(s, self.side)]

    def take(self, s: S, action: Action) -> Steps:
        s.state.generals[self.side] = IDS.index(action[1])
        s.note("appointed", "sample.2", seat=SEATS[self.side], piece=action[1], only=SEATS[self.side])
        return ()


@dataclass(frozen=True, slots=True)
class Day(Auto[S]):
    side: int

    def run(self, s: S) -> Steps:
        s.state.moved = []
        s.note("day", "sample.3", turn=s.state.turn, seat=SEATS[self.side], weather=WEATHER[s.state.weather[s.state.turn % 12]])
        return (Order(self.side), Night(self.side))


@dataclass(frozen=True, slots=True)
class Order(Choice[S]):
    side: int

    def seat(self, s: S) -> int:
        return self.side

    def prompt(self, s: S) -> str:
        return "Choose a piece to move, fire, or end the day"

    def actions(self, s: S) -> list[Action]:
        out: list[Action] = [("done",)]
        for i in mine(s, self.side):
            if i not in s.state.moved:
                out += [("fire", IDS[i], IDS[e]) for e in targets(s, i)]
                out.append(("scout", IDS[i]))
                if free(s, i):
                    out.append(("move", IDS[i]))
        return sorted(out)

    def take(self, s: S, action: Action) -> Steps:
        if action == ("done",):
            return ()
        unit = IDS.index(action[1])
        s.state.moved.append(unit)
        if action[0] == "move":
            return (Where(self.side, unit), self)
        if action[0] == "scout":
            general = IDS[s.state.generals[1 - self.side]]
            s.note(
                "scouted",
                "sample.6",
                seat=SEATS[self.side],
                only=SEATS[self.side],
                word="north" if s.state.at[IDS.index(general)][2:] < "04" else "south",
            )
            s.close_undo()
            return (self,)
        target, die = IDS.index(action[2]), s.roll()
        hit = die >= 5 and not s.state.siege
        s.note("fire", "sample.5", piece=action[1], target=action[2], die=die, hit=hit)
        if hit:
            s.state.lost.append(target)
            if target in s.state.generals:
                return (Over(),)
        return (self,)


@dataclass(frozen=True, slots=True)
class Where(Choice[S]):
    side: int
    unit: int

    def seat(self, s: S) -> int:
        return self.side

    def prompt(self, s: S) -> str:
        return f"Where does {IDS[self.unit]} go?"

    def actions(self, s: S) -> list[Action]:
        return sorted([("stay",), *(("to", h) for h in free(s, self.unit))])

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "to":
            s.note("moved", "sample.4", piece=IDS[self.unit], start=s.state.at[self.unit], end=action[1])
            s.state.at[self.unit] = action[1]
        return ()


@dataclass(frozen=True, slots=True)
class Night(Auto[S]):
    side: int

    def run(self, s: S) -> Steps:
        if self.side == 0:
            return (Day(1),)
        s.state.turn += 1
        return (Over(),) if s.state.turn > s.state.limit else (Day(0),)


@dataclass(frozen=True, slots=True)
class Over(Auto[S]):
    def run(self, s: S) -> Steps:
        s.agenda.clear()
        s.note("over", "sample.7")
        return ()


def begin(scenario: str, options: Mapping[str, str]) -> tuple[State, Steps]:
    return State(100_000 if scenario == "siege" else int(options["days"]), scenario == "siege"), (Forecast(),)


def candidates(s: S) -> list[Action]:
    return [("done",), ("stay",), *(("move", i) for i in IDS), *(("to", h) for h in GRID)]


def why_not(s: S, action: Action) -> list[Refusal]:
    d = s.decision
    if d is not None and action in d.actions:
        return []
    if action[0] in ("move", "fire", "scout") and len(action) > 1:
        if action[1] not in IDS:
            return [Refusal("sample.4", f"there is no piece {action[1]}")]
        i = IDS.index(action[1])
        if d is not None and i // 3 != d.seat:
            return [Refusal("sample.4", f"{action[1]} is not yours")]
        if i in s.state.moved:
            return [Refusal("sample.4", f"{action[1]} has done its work today")]
    return [Refusal("sample.4", f"'{' '.join(action)}' cannot be done now")]


def odds(s: S, what: tuple[str, ...]) -> Odds:
    if len(what) != 2 or any(w not in IDS for w in what):
        raise UnknownName("odds need two pieces, for example 'red-1 blue-2'")
    third = Fraction(1, 3)
    return Odds(
        "fire", [Modifier("sample.5", "hits on", 5)], [Result("hit", third, {}), Result("miss", 1 - third, {})], {"losses": third}
    )


def view(s: S, seat: int | None) -> dict[str, Any]:
    pieces = []
    for i, id in enumerate(IDS):
        if i not in s.state.lost:
            own = i // 3 == seat or s.over
            badges = (["general"] if own and s.state.generals[i // 3] == i else []) + (["moved"] if i in s.state.moved else [])
            pieces.append(
                {
                    "id": id,
                    "at": s.state.at[i],
                    "nation": "GE" if i > 2 else "FR",
                    "side": SEATS[i // 3],
                    "name": id,
                    "symbol": "infantry",
                    "size": "xx",
                    "left": "",
                    "text": "1",
                    "badges": badges,
                    "title": id,
                }
            )
    return {
        "pieces": pieces,
        "markers": [],
        "boxes": [],
        "scores": {n: len(mine(s, k)) for k, n in enumerate(SEATS)},
        "tracks": [{"id": "days", "title": "Days", "rows": [{"id": "day", "title": "Day", "value": s.state.turn}]}],
    }


def conceal(s: S, seat: int | None) -> S:
    """The enemy's general is his first piece, the weather to come is fair."""
    new = s.copy()
    for k in (0, 1):
        if k != seat and new.state.generals[k] >= 0:
            new.state.generals[k] = (mine(new, k) or [3 * k])[0]
    new.state.weather = [w if n == new.state.turn % 12 else 2 for n, w in enumerate(new.state.weather)]
    return new


def text(e: Entry) -> str:
    return f"{e.key}: " + ", ".join(f"{k} {v}" for k, v in e.params.items() if k != "only")


def outcome(state: State) -> Outcome:
    scores = {n: sum(i not in state.lost for i in range(3 * k, 3 * k + 3)) for k, n in enumerate(SEATS)}
    dead = [SEATS[k] for k in (0, 1) if state.generals[k] in state.lost]
    best = max(SEATS, key=lambda n: scores[n]) if len(set(scores.values())) > 1 else None
    winner = SEATS[1 - SEATS.index(dead[0])] if dead else best
    return Outcome(winner, "general" if dead else "points", scores, "the general fell" if dead else "the days ran out", "sample.7")


def check(state: State) -> None:
    if len(state.at) != 6 or any(h not in GRID for h in state.at):
        raise BadPosition("six pieces stand on six hexes")


def position_from(state: State, agenda: Steps, data: Mapping[str, Any]) -> tuple[State, Steps]:
    for name, hexagon in dict(data.get("at", {})).items():
        if name not in IDS:
            raise BadPosition(f"there is no piece {name}")
        state.at[IDS.index(name)] = str(hexagon)
    return state, agenda


def position_to(s: S) -> dict[str, Any]:
    return {"at": dict(zip(IDS, s.state.at, strict=True))}


def draw(s: S | None) -> str:
    hexes = "".join(f'<polygon points="{" ".join(f"{x * 100:.1f},{y * 100:.1f}" for x, y in GRID.corners(h))}"/>' for h in GRID)
    land = f'<g id="land" fill="#efe7d2" stroke="#888">{hexes}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 800">{land}</svg>'


def inspect(s: S, place: str) -> dict[str, Any]:
    if place not in GRID:
        raise UnknownName(f"there is no hex {place}")
    here = [i for i in range(6) if s.state.at[i] == place]
    return {
        "place": place,
        "terrain": "clear",
        "pieces": [IDS[i] for i in here],
        "generals": [IDS[i] for i in here if i in s.state.generals],
    }


def reach(s: S, arg: str) -> list[str]:
    return free(s, IDS.index(arg)) if arg in IDS else []


def headquarters(s: S, arg: str) -> list[str]:
    """Where the generals are: would betray one, were it asked of the real game."""
    return sorted(s.state.at[g] for g in s.state.generals if g >= 0)


GAME: Game[State] = Game(
    id="sample",
    title="Outpost",
    designer="Firestep",
    edition="tests",
    ruleset=1,
    seats=SEATS,
    seat_titles=("Red", "Blue"),
    scenarios=(Scenario("skirmish", "Skirmish", "Take the general."), Scenario("siege", "Siege", "Nobody falls.")),
    options=(Option("days", "Days", "sample.7", ("8", "3", "60")),),
    data=Path(__file__).parent / "sample_data",
    begin=begin,
    state_from=state_from,
    steps=registry([Forecast, Appoint, Day, Order, Where, Night, Over]),
    candidates=candidates,
    why_not=why_not,
    odds=odds,
    view=view,
    text=text,
    outcome=outcome,
    phase=lambda s: "orders",
    check=check,
    position_from=position_from,
    position_to=position_to,
    draw=draw,
    draw_text=lambda s: "",
    inspect=inspect,
    overlays={"reach": reach, "headquarters": headquarters},
    report=lambda s: {"series": [{"turn": m.turn, "lost": len(m.state.lost)} for m in s.marks]},
    sheet=lambda: {
        "hexes": {h: [round(100 * c, 1) for c in GRID.centre(h)] for h in GRID},
        "layout": "columns",
        "width": 700,
        "height": 800,
    },
    conceal=conceal,
)
META = GAME


def register() -> None:
    """Offer the game to this process as `sample`."""
    games = import_module("firestep.games")
    if "sample" not in games.IDS:
        games.IDS = (*games.IDS, "sample")
    sys.modules["firestep.games.sample"] = sys.modules[__name__]


register()
