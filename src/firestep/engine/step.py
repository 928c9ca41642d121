"""Steps: the parts of which a game consists. The agenda is a stack of them.

A step is a small frozen dataclass. It is never changed, only replaced. It either runs by itself or asks one seat one question. Then
the steps that follow from it replace it, first one first.
"""

from __future__ import annotations

import dataclasses
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Generic, TypeVar

from firestep.engine.action import Action

S = TypeVar("S")  # the session: `firestep.engine.session.Session` of a game's state

Steps = tuple["Step[Any]", ...]


class Step(Generic[S]):
    """Base of all steps. Subclass `Auto` or `Choice`, never this."""

    __slots__ = ()
    auto: ClassVar[bool]
    #: the name in stored games. A class that is renamed keeps its old one here; otherwise it is the name of the class
    stored: ClassVar[str]

    def __init_subclass__(cls) -> None:
        if "stored" not in vars(cls):
            cls.stored = cls.__name__

    def to_plain(self) -> list[Any]:
        """Returns the stored name and the fields: `["Advance", {"unit": 3}]`."""
        fields = dataclasses.fields(self)  # type: ignore[arg-type]  # every step is a dataclass
        return [self.stored, {f.name: plain(getattr(self, f.name)) for f in fields}]


class Auto(Step[S]):
    """A step that runs by itself."""

    __slots__ = ()
    auto = True

    def run(self, s: S) -> Steps:
        raise NotImplementedError(type(self).__name__)


class Choice(Step[S]):
    """A step that asks one seat. `actions` is never empty, is sorted, and contains legal actions only."""

    __slots__ = ()
    auto = False

    def seat(self, s: S) -> int:
        raise NotImplementedError(type(self).__name__)

    def prompt(self, s: S) -> str:
        raise NotImplementedError(type(self).__name__)

    def actions(self, s: S) -> list[Action]:
        raise NotImplementedError(type(self).__name__)

    def allows_unlisted(self, s: S, action: Action) -> bool:
        """Returns whether an unlisted answer is legal. For answers that are too many to list, such as free places on a plane."""
        return False

    def is_legal(self, s: S, action: Action) -> bool:
        """Returns whether an answer is legal, if this is quicker than listing all answers. If it returns False, the list
        decides."""
        return self.allows_unlisted(s, action)

    def take(self, s: S, action: Action) -> Steps:
        raise NotImplementedError(type(self).__name__)


class SideChoice(Choice[S]):
    """A question to the side that the step names."""

    __slots__ = ()
    side: int

    def seat(self, s: S) -> int:
        return self.side


def plain(value: Any) -> Any:
    """Returns plain data: tuples become lists; numbers, words and None stay."""
    return [plain(v) for v in value] if isinstance(value, tuple) else value


def frozen(value: Any) -> Any:
    """Returns the value of plain data, as the inverse of `plain`."""
    return tuple(frozen(v) for v in value) if isinstance(value, list) else value


def registry(steps: Iterable[type[Step[Any]]]) -> Mapping[str, type[Step[Any]]]:
    """Returns steps by name, so that an agenda can be read back. Fails if two steps have the same name."""
    known: dict[str, type[Step[Any]]] = {}
    for t in steps:
        if known.setdefault(t.stored, t) is not t:
            raise ValueError(f"two steps are called {t.stored}: one in {known[t.stored].__module__}, one in {t.__module__}")
    return known


@cache
def steps_of(package: str) -> Mapping[str, type[Step[Any]]]:
    """Returns the steps of a game by name: every step that a module of its package defines, or imports from the engine.

    Imports all modules of the package. A base class that several questions share is left out: it has no prompt, or is no dataclass.
    """
    found = {}
    for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        for x in vars(import_module(module.name)).values():
            if isinstance(x, type) and issubclass(x, Auto | Choice) and x.__module__ in (module.name, "firestep.engine.offer"):
                whole = x.run is not Auto.run if issubclass(x, Auto) else x.prompt is not Choice.prompt
                found[x] = whole and "__dataclass_fields__" in vars(x)
    return registry(x for x, whole in found.items() if whole)


def from_plain(known: Mapping[str, type[Step[Any]]], value: list[Any]) -> Step[Any]:
    name, fields = value
    return known[name](**{k: frozen(v) for k, v in fields.items()})
