"""Positions: any situation of any game as a TOML file. docs/position-format.md describes the format.

The engine reads the frame (game, scenario, options, seed). The other keys belong to the game.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, TypeVar

from firestep.engine.dice import Dice
from firestep.engine.errors import BadPosition, FirestepError
from firestep.engine.game import OWN, Game
from firestep.engine.session import Session

T = TypeVar("T")

FRAME = ("format", "game", "scenario", "options", "seed", "title", "text", "own")
FORMAT = "firestep-position 1"
#: the first line of a player's own scenario; the game reads the rest
SCENARIO = "firestep-scenario 1"


class Reader:
    """The values of a position, each checked when it is read. A fault is reported in one sentence."""

    def __init__(self, data: Mapping[str, Any], known: Collection[str]) -> None:
        if unknown := sorted(set(data) - set(known)):
            raise BadPosition(f"unknown key '{unknown[0]}'; known are: {', '.join(sorted(known))}")
        self.data = data

    def table(self, name: str) -> Mapping[str, Any]:
        value = self.data.get(name, {})
        if not isinstance(value, dict):
            raise BadPosition(f"[{name}] must be a table")
        return value

    def words(self, key: str) -> list[Any]:
        """Returns a list, empty if the key is missing."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise BadPosition(f"{key} must be a list")
        return value

    def pair(self, key: str, read: Callable[[Any, str], T]) -> list[T]:
        """Returns one value for each of two sides."""
        value = self.words(key)
        if len(value) != 2:
            raise BadPosition(f"{key} must be a list of two")
        return [read(v, key) for v in value]

    def number(self, key: str, default: int, low: int, high: int) -> int:
        value = self.data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise BadPosition(f"{key} must be a number from {low} to {high}, not {value!r}")
        return value

    @staticmethod
    def count(value: Any, name: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise BadPosition(f"{name} must be a whole number from 0 up, not {value!r}")
        return value

    @staticmethod
    def named(word: Any, known: Mapping[str, T], what: str, says: str = "") -> T:
        """Returns the value of a word: a hex, a unit, a nation, a choice."""
        if not isinstance(word, str) or word not in known:
            raise BadPosition(f"there is no {what} '{word}'; {says or 'choose one of: ' + ', '.join(known)}")
        return known[word]


def from_text(
    text: str,
    games: Mapping[str, Game[Any]],
    dice: Dice | None = None,
    name: str = "the position",
    options: Mapping[str, str] | None = None,
) -> Session[Any]:
    """Returns a session that begins in the position, or at the start of a player's own scenario (`options` beside those in it)."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise BadPosition(f"{name} is not a position: {e}") from None
    if data.get("format") not in (FORMAT, SCENARIO):
        raise BadPosition(
            f'{name} is neither a position nor a scenario; its first line must be: format = "{FORMAT}" or format = "{SCENARIO}"'
        )
    game = games.get(str(data.get("game")))
    if game is None:
        raise BadPosition(f"{name} names the unknown game {data.get('game')!r}; known are: {', '.join(games)}")
    if data["format"] == SCENARIO:
        return from_scenario(text, game, options, dice, name)
    try:
        own = data.get("own")
        scenario = game.scenario(data.get("scenario")).id
        if (scenario == OWN) != isinstance(own, str):
            raise BadPosition(f'{name}: a position in your own battle has scenario = "{OWN}" and its text as own = "..."')
        options = game.settle_options(data.get("options"))
        state, agenda = game.begin(scenario, options) if own is None or game.own is None else game.own.begin(own, options)
        state, agenda = game.position_from(state, agenda, {k: v for k, v in data.items() if k not in FRAME})
        game.check(state)
    except BadPosition:
        raise
    except FirestepError as e:
        raise BadPosition(f"{name}: {e}") from None
    return Session(game, scenario, options, dice or Dice(str(data.get("seed", "position"))), state, agenda, start=text)


def from_scenario(
    text: str, game: Game[Any], options: Mapping[str, str] | None = None, dice: Dice | None = None, name: str = "the scenario"
) -> Session[Any]:
    """Returns a session at the start of a player's own scenario. The text decides the options that it names."""
    if game.own is None:
        raise BadPosition(f"{name}: {game.id} plays the scenarios that it brings, and no others")
    try:
        settled = game.settle_options({**(options or {}), **game.own.options(text)})
        state, agenda = game.own.begin(text, settled)
        game.check(state)
    except BadPosition:
        raise
    except FirestepError as e:
        raise BadPosition(f"{name}: {e}") from None
    return Session(game, OWN, settled, dice or Dice("position"), state, agenda, start=text)


def load(path: Path, games: Mapping[str, Game[Any]]) -> Session[Any]:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as e:
        raise BadPosition(f"cannot read {path}: {e}") from None
    return from_text(text, games, name=str(path))


def about(start: str | None) -> dict[str, str]:
    """Returns `title` and `text` of the position in which a session began, if they were given."""
    if not start or FORMAT not in start:
        return {}
    try:
        data = tomllib.loads(start)
    except tomllib.TOMLDecodeError:  # a moment is JSON
        return {}
    return {k: data[k] for k in ("title", "text") if isinstance(data.get(k), str)}


def to_text(s: Session[Any]) -> str:
    """Returns the position of a session. Only moments between compound orders can be written: see the game's notes."""
    data: dict[str, Any] = {"format": FORMAT, "game": s.game.id, "scenario": s.scenario}
    if s.scenario == OWN:
        data["own"] = s.state.to_plain()["own"]
    position = s.game.position_to(s)
    data |= {k: v for k, v in position.items() if not isinstance(v, dict)}
    data |= about(s.start)
    tables = {"options": dict(s.options)} | {k: v for k, v in position.items() if isinstance(v, dict)}
    lines = [f"{k} = {_toml(v)}" for k, v in data.items()]
    for name, table in tables.items():
        if table:
            lines += ["", f"[{name}]"] + [f"{_key(k)} = {_toml(v)}" for k, v in table.items()]
    return "\n".join(lines) + "\n"


def _key(word: str) -> str:
    """Returns a key in TOML. A key with a dot must be quoted, or it would be two keys."""
    return word if re.fullmatch(r"[A-Za-z0-9_-]+", word) else json.dumps(word, ensure_ascii=False)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    return json.dumps(str(value), ensure_ascii=False)  # JSON strings have the same escapes as those of TOML
