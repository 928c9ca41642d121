"""The games. Each is a package with the same anatomy; `sequence.py` is where to start reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

from firestep.engine.errors import UnknownName
from firestep.engine.game import Game, Meta

#: games in the order in which they are offered
ALL = ("wwi", "gwb", "dgk", "ditt", "tgw")
#: what a game needs beyond the standard library
NEEDS = {"dgk": "shapely"}
#: the games that can be played here
IDS = tuple(id for id in ALL if id not in NEEDS or find_spec(NEEDS[id]))


T = TypeVar("T")


class Games(Mapping[str, T], Generic[T]):
    """What the games have under one name, by the id of the game. Each is imported when it is first asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getitem__(self, id: str) -> T:
        if id not in IDS:
            raise KeyError(id)
        found: T = getattr(import_module(f"firestep.games.{id}"), self._name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(IDS)

    def __len__(self) -> int:
        return len(IDS)


#: the games with their rules
GAMES: Games[Game[Any]] = Games("GAME")
#: title, seats, scenarios and options of each game, without importing its rules
METAS: Games[Meta] = Games("META")
#: the module of a game in which each of its names is made
_MADE = {"META": "meta", "GAME": "game"}


def lazy(package: str) -> Callable[[str], Any]:
    """Returns the `__getattr__` of a game's package: it makes `META` and `GAME` when they are first asked for."""

    def get(name: str) -> Any:
        if name not in _MADE:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{_MADE[name]}"), name)

    return get


def parts(name: str) -> list[ModuleType]:
    """A module that only some games bring (`commands`: one of its own for `firestep`; `extras`: files for its pages beside the
    tables), of each that has it, whether its game can be played here or not."""
    folder = Path(__file__).parent
    return [import_module(f"firestep.games.{id}.{name}") for id in ALL if (folder / id / f"{name}.py").exists()]


def _known(id: str) -> str:
    """Returns the id if the game can be played here, or raises `UnknownName` with what to do."""
    if id in NEEDS and id not in IDS:
        raise UnknownName(f"{id} needs {NEEDS[id]}; install it with: pip install 'firestep[{id}]'")
    if id not in IDS:
        raise UnknownName(f"there is no game '{id}'; the games are: {', '.join(IDS)}")
    return id


def meta(id: str) -> Meta:
    """Returns what a game is, without its rules."""
    return METAS[_known(id)]


def game(id: str) -> Game[Any]:
    """Returns a game with its rules."""
    return GAMES[_known(id)]
