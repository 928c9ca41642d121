"""The record of a game: what the engine needs to know of it, as functions instead of a base class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from firestep.engine.action import Action
from firestep.engine.errors import UnknownName
from firestep.engine.journal import Entry
from firestep.engine.odds import Odds
from firestep.engine.offer import Play
from firestep.engine.refusal import Refusal
from firestep.engine.step import Step, Steps

if TYPE_CHECKING:
    from firestep.engine.session import Session


class State(Protocol):
    """The state of a game: plain slots that are cheap to copy, and converted to plain data and back without loss."""

    #: number of dice rolled so far; die number `rolls` is the next
    rolls: int
    #: number of the present turn, for records and reports
    turn: int

    def copy(self) -> Self: ...

    def to_plain(self) -> dict[str, Any]: ...


St = TypeVar("St", bound=State)


@dataclass(frozen=True, slots=True)
class Scenario:
    id: str
    title: str
    text: str
    #: titles of the seats in this scenario, if they differ from those of the game
    seat_titles: tuple[str, ...] = ()


#: the id of the scenario if the game began from a player's own scenario
OWN = "own"


@dataclass(frozen=True, slots=True)
class OwnScenario(Generic[St]):
    """How a game plays players' own scenarios: its start from text and options, the options that the text sets, and its title."""

    begin: Callable[[str, Mapping[str, str]], tuple[St, Steps]]
    options: Callable[[str], Mapping[str, str]]
    title: Callable[[St], str]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the game. The first choice is the default."""

    id: str
    title: str
    rule: str
    choices: tuple[str, ...] = ("off", "on")
    #: options of one group are shown under one heading
    group: str = ""
    #: a sentence on its effect, for players who do not know the rule
    text: str = ""

    @property
    def default(self) -> str:
        return self.choices[0]


@dataclass(frozen=True, slots=True)
class Nation:
    """A nation for display: its name, its adjective ("German"), and the colours of its counters and land."""

    title: str
    adjective: str
    fill: str
    ink: str

    @property
    def colours(self) -> tuple[str, str]:
        return self.fill, self.ink


#: a way to end a game: winner (None: a draw), level, rule
Way = tuple[str | None, str, str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `winner` is a seat's name, or None for a draw."""

    winner: str | None
    level: str
    scores: Mapping[str, int]
    reason: str
    rule: str

    @property
    def way(self) -> Way:
        """Returns what distinguishes this end from others. A game lists its ways in `victory.ENDS`."""
        return self.winner, self.level, self.rule

    def to_plain(self) -> dict[str, Any]:
        return {"winner": self.winner, "level": self.level, "scores": dict(self.scores), "reason": self.reason, "rule": self.rule}


@dataclass(frozen=True, slots=True, kw_only=True)
class Meta:
    """A game without its rules: enough to list it, to name its seats and to check options."""

    id: str
    title: str
    designer: str
    edition: str
    #: raised whenever a rule change makes old records replay differently
    ruleset: int
    seats: tuple[str, ...]
    seat_titles: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    #: how players add scenarios, for the error about an unknown one
    more_scenarios: str = ""
    #: nations by the codes on counters; codes belong to the game: GE is Germany in one game and Georgia in another
    nations: Mapping[str, Nation] = field(default_factory=dict)

    @property
    def values(self) -> dict[str, Any]:
        """Returns all fields by name, for the `Game` that has them too."""
        return {f.name: getattr(self, f.name) for f in fields(Meta)}

    def scenario(self, id: str | None) -> Scenario:
        """Returns a scenario by id, or the first one if none is named. Raises `UnknownName`."""
        for s in self.scenarios:
            if id in (None, s.id):
                return s
        more = f", or {self.more_scenarios}" if self.more_scenarios else ""
        raise UnknownName(f"{self.id} has no scenario '{id}'; choose one of: {', '.join(s.id for s in self.scenarios)}{more}")

    def settle_options(self, given: Mapping[str, str] | None) -> dict[str, str]:
        """Returns all options with their values, in the order of the game's list. Raises `UnknownName` for an unknown option or
        value."""
        given = dict(given or {})
        out = {}
        for o in self.options:
            value = given.pop(o.id, o.default)
            value = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else str(value)
            if value not in o.choices:
                raise UnknownName(f"option '{o.id}' cannot be '{value}'; choose one of: {', '.join(o.choices)}")
            out[o.id] = value
        if given:
            known = ", ".join(o.id for o in self.options) or "none"
            raise UnknownName(f"{self.id} has no option '{next(iter(given))}'; its options are: {known}")
        return out

    def titles(self, scenario: str | None) -> tuple[str, ...]:
        """Returns the titles of the seats in a scenario."""
        return self.scenario(scenario).seat_titles or self.seat_titles

    def seat_index(self, name: str) -> int:
        if name not in self.seats:
            raise UnknownName(f"{self.id} has no seat '{name}'; its seats are: {', '.join(self.seats)}")
        return self.seats.index(name)

    def to_plain(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "title": self.title,
            "designer": self.designer,
            "edition": self.edition,
            "ruleset": self.ruleset,
            "seats": [{"id": i, "title": t} for i, t in zip(self.seats, self.seat_titles, strict=True)],
            "scenarios": [{"id": s.id, "title": s.title, "text": s.text, "seats": list(self.titles(s.id))} for s in self.scenarios],
            "options": [
                {
                    "id": o.id,
                    "title": o.title,
                    "rule": o.rule,
                    "choices": list(o.choices),
                    "default": o.default,
                    "group": o.group,
                    "text": o.text,
                }
                for o in self.options
            ],
            "nations": {
                code: {"title": n.title, "adjective": n.adjective, "fill": n.fill, "ink": n.ink} for code, n in self.nations.items()
            },
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Meta, Generic[St]):
    """A game with its rules. Every function takes the session or the state; none stores anything."""

    data: Path
    begin: Callable[[str, Mapping[str, str]], tuple[St, Steps]]
    state_from: Callable[[Mapping[str, Any]], St]
    steps: Mapping[str, type[Step[Any]]]
    candidates: Callable[[Session[St]], list[Action]]
    why_not: Callable[[Session[St], Action], list[Refusal]]
    odds: Callable[[Session[St], tuple[str, ...]], Odds]
    view: Callable[[Session[St], int | None], dict[str, Any]]
    text: Callable[[Entry], str]
    outcome: Callable[[St], Outcome]
    phase: Callable[[St], str]
    check: Callable[[St], None]
    position_from: Callable[[St, Steps, Mapping[str, Any]], tuple[St, Steps]]
    position_to: Callable[[Session[St]], dict[str, Any]]
    draw: Callable[[Session[St] | None], str]
    #: the position for a terminal; with places (hexes, or units on a table) only the maps on which they lie; with a radius only the
    #: hexes that are near the first of them: `draw_text(s, ["0505"], 3)`
    draw_text: Callable[..., str]
    #: overlays of the table by name: a set of hexes for a seat, a unit or a nation (the argument)
    overlays: Mapping[str, Callable[[Session[St], str], list[str]]] = field(default_factory=dict)
    #: what is known about a place: terrain, features, pieces
    inspect: Callable[[Session[St], str], dict[str, Any]] = lambda s, place: {}
    #: the counter that an action moves and the places on its path, the first one included; for display only, asked before the
    #: action
    path: Callable[[Session[St], Action], tuple[str, list[str]] | None] = lambda s, action: None
    #: series per turn and dice statistics, for the end of a game
    report: Callable[[Session[St]], dict[str, Any]] = lambda s: {}
    #: the sheet: `hexes` (number to centre, in the units of `draw`), `layout`, `width`, `height`, and `names` of hexes if any
    sheet: Callable[[], dict[str, Any]] = lambda: {}
    #: for games whose scenarios have their own maps: the drawn map and the sheet of a scenario, by its id
    scenario_map: Callable[[str], tuple[str, dict[str, Any]]] | None = None
    #: costs of choices by the action's text: `{"text": …, "dear": bool}`; the page asks for confirmation of `dear` choices
    prices: Callable[[Session[St]], dict[str, dict[str, Any]]] = lambda s: {}
    #: the sequence of play at this moment: `{"now": index, "steps": [{"id", "title", "seat", "note"}]}`; empty: not shown
    sequence: Callable[[Session[St]], dict[str, Any]] = lambda s: {}
    #: tables for reference, by scenario: `[{"id", "title", "rule", "columns": […], "rows": [[…]], "notes": […]}]`
    charts: Callable[[str | None], list[dict[str, Any]]] = lambda scenario: []
    #: for games with secrets: a game that the seat (None: a spectator) cannot distinguish from the real one, with hidden things
    #: replaced by others that fit; everything but `view` uses this game; None: nothing is ever hidden
    conceal: Callable[[Session[St], int | None], Session[St]] | None = None
    #: only for games with `conceal`: whether something is hidden now, by the state or the open steps; if not, everything is open:
    #: paths, dice, the record so far; see `engine.secret`
    hides: Callable[[St, Steps], bool] = lambda state, agenda: True
    #: plays by id, for the moments at which the game offers them: see `engine.offer`
    plays: Mapping[str, Play] = field(default_factory=dict)
    #: the moments of plays in words that follow "play something": "in this combat"
    moments: Mapping[str, str] = field(default_factory=dict)

    #: the steps that follow if the asked seat gives up; None: giving up is not possible in this game
    concede: Callable[[Session[St], int], Steps] | None = None
    #: for games that play players' own scenarios
    own: OwnScenario[St] | None = None

    def map_of(self, scenario: str | None) -> tuple[str, dict[str, Any]]:
        """Returns the drawn map without pieces, and its sheet; of the scenario if scenarios have their own maps."""
        if self.scenario_map is not None:
            return self.scenario_map(self.scenario(scenario).id)
        return self.draw(None), self.sheet()

    def scenario(self, id: str | None) -> Scenario:
        """Returns a scenario by id, the first one if none is named, or one that the player wrote."""
        if id == OWN and self.own is not None:
            return Scenario(OWN, "A battle of one's own", "")
        return Meta.scenario(self, id)
