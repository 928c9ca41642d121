"""The games. Each is a package with the same anatomy; `sequence.py` is where to start reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from firestep.engine.errors import UnknownName
from firestep.engine.game import Game

#: games in the order in which they are offered
ALL = ("wwi", "gwb", "dgk", "ditt", "tgw")
#: what a game needs beyond the standard library
NEEDS = {"dgk": "shapely"}
#: the games that can be played here
IDS = tuple(id for id in ALL if id not in NEEDS or find_spec(NEEDS[id]))


class Games(Mapping[str, Game[Any]]):
    """The games by id, imported when first asked for."""

    def __getitem__(self, id: str) -> Game[Any]:
        if id not in IDS:
            raise KeyError(id)
        game: Game[Any] = import_module(f"firestep.games.{id}").GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(IDS)

    def __len__(self) -> int:
        return len(IDS)


GAMES = Games()


def parts(name: str) -> list[ModuleType]:
    """A module that only some games bring (`commands`: one of its own for `firestep`; `extras`: files for its pages beside the
    tables), of each that has it, whether its game can be played here or not."""
    folder = Path(__file__).parent
    return [import_module(f"firestep.games.{id}.{name}") for id in ALL if (folder / id / f"{name}.py").exists()]


def game(id: str) -> Game[Any]:
    """A game by id, or a clear error."""
    if id in NEEDS and id not in IDS:
        raise UnknownName(f"{id} needs {NEEDS[id]}; install it with: pip install 'firestep[{id}]'")
    if id not in IDS:
        raise UnknownName(f"there is no game '{id}'; the games are: {', '.join(IDS)}")
    return GAMES[id]
