"""Every step of the game by name: all that the modules of the chapters define, so that an agenda can be read back."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Any

from firestep.engine.offer import Offer, Window
from firestep.engine.step import Auto, Choice, Step, registry

#: modules that are no chapters: they need this list, or show and tell what others decide
_OTHERS = frozenset(("meta", "game", "steps", "position", "refusals", "odds", "secrets", "aids")) | frozenset(
    ("text", "telling", "view", "draw", "look", "report")
)


def _of(name: str) -> list[type[Step[Any]]]:
    module = import_module(f"firestep.games.tgw.{name}")
    own = [x for x in vars(module).values() if isinstance(x, type) and x.__module__ == module.__name__]
    # what several questions have in common is no question: it has no words
    return [x for x in own if issubclass(x, Auto) or (issubclass(x, Choice) and x.prompt is not Choice.prompt)]


def _chapters() -> list[str]:
    names = sorted(m.name for m in pkgutil.iter_modules([str(Path(__file__).parent)]))
    return [n for n in names if n not in _OTHERS and not n.startswith(("refusals_", "text_"))]


STEPS = registry([*(x for name in _chapters() for x in _of(name)), Window, Offer])
