"""Builds a state from its declaration: slots, `copy`, `to_plain` and `from_plain`, as quick as code written by hand.

    Hexes = Annotated[int, Saved(hexes, mask)]                  # a set of hexes, saved as hex numbers

    class State(Declared):
        options: Kept[Mapping[str, str]]                        # the same in every copy
        rolls: int = 0
        turn: int = 1
        at: list[int] = made(lambda: [POOL] * UNITS)            # lists and dictionaries are copied
        forts: Hexes = FORTS
        occ: Derived[list[int]]                                 # copied and never saved: `derive` rebuilds it
        fed: Remembered[dict[int, int]]                         # a cache with what it depends on: `derive` empties it

        def __init__(self, options): self.options = options; self.fresh(); self.derive()

Copies share numbers, words, tuples and frozen records. Without `Saved` the value itself is saved; tuples are lists in plain data.
If a state has `derive`, it is called to rebuild what was not saved.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple, Self, TypeVar, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


class Saved(NamedTuple):
    """How a field is written as plain data and read back, and under which name if it differs. With the name `*` a field is written
    as several names and read from all."""

    to: Callable[[Any], Any]
    back: Callable[[Any], Any]
    name: str = ""


class Made(NamedTuple):
    make: Callable[[], Any]


DERIVED, SHARED, KEPT, REMEMBERED = "derived", "shared", "kept", "remembered"
#: copied and never saved; always equal to what `derive` computes from the saved fields
Derived = Annotated[T, DERIVED]
#: the same object in every copy, and never saved; equal to what `derive` computes
Shared = Annotated[T, SHARED]
#: copied and never saved: a cache with what it depends on; `Shared[Remembered[...]]`: the same object in every copy
Remembered = Annotated[T, DERIVED, REMEMBERED]
#: the same object in every copy, and saved
Kept = Annotated[T, KEPT]


def made(make: Callable[[], T]) -> T:
    """Returns the first value of a field that must be created for every game."""
    return cast(T, Made(make))


class _Declaring(type):
    """Turns annotations into slots before the class is made, and writes its functions afterwards."""

    def __new__(mcls, name: str, bases: tuple[type, ...], ns: dict[str, Any]) -> _Declaring:
        fields = tuple(ns.get("__annotations__", {}))
        first = {f: ns.pop(f) for f in fields if f in ns}
        cls = super().__new__(mcls, name, bases, {**ns, "__slots__": fields})
        if fields:
            _write(cls, fields, first)
        return cls


class Declared(metaclass=_Declaring):
    """Base class of a declared state."""

    #: the fields that `derive` rebuilds from the others
    follows = cast("tuple[str, ...]", ())  # an annotation would make it a field

    def copy(self) -> Self:
        raise NotImplementedError

    def to_plain(self) -> dict[str, Any]:
        raise NotImplementedError

    @classmethod
    def from_plain(cls, d: Mapping[str, Any]) -> Self:
        raise NotImplementedError

    def fresh(self) -> None:
        """Gives every field its first value."""
        raise NotImplementedError


def _write(cls: type, fields: tuple[str, ...], first: Mapping[str, Any]) -> None:
    hints = get_type_hints(cls, vars(sys.modules[cls.__module__]), {cls.__name__: cls}, include_extras=True)
    known: dict[str, Any] = {"cls": cls, "blank": cls.__new__}
    copy, plain, back, fresh = [], [], [], []
    follows = []
    for name in fields:
        marks = get_args(hints[name])[1:] if get_origin(hints[name]) is Annotated else ()
        kind = get_args(hints[name])[0] if marks else hints[name]
        kind = get_origin(kind) or kind
        way = next((m for m in marks if isinstance(m, Saved)), None)
        own = SHARED not in marks and KEPT not in marks
        copied = "[:]" if kind in (list, bytearray) and own else ".copy()" if kind in (dict, set) and own else ""
        copy.append(f"new.{name} = self.{name}{copied}")
        if (DERIVED in marks or SHARED in marks) and REMEMBERED not in marks:
            follows.append(name)
        if DERIVED not in marks and SHARED not in marks:
            if way is not None:
                known |= {f"to_{name}": way.to, f"back_{name}": way.back}
            write, read = (
                (f"to_{name}({{}})", f"back_{name}({{}})")
                if way is not None
                else {
                    list: ("{}[:]", "list({})"),
                    tuple: ("list({})", "tuple({})"),
                    dict: ("dict({})", "dict({})"),
                    Mapping: ("dict({})", "{}"),
                }.get(kind, ("{}", "{}"))
            )
            key = way.name or name if way is not None else name
            plain.append(("**" if key == "*" else f"'{key}': ") + write.format(f"self.{name}"))
            back.append(f"new.{name} = " + read.format("d" if key == "*" else f"d['{key}']"))
        if name in first:
            value = first[name]
            known[f"first_{name}"] = value.make if isinstance(value, Made) else value
            fresh.append(f"self.{name} = first_{name}" + ("()" if isinstance(value, Made) else ""))
    cls.follows = tuple(follows)  # type: ignore[attr-defined]  # every class here is a `Declared`
    derive = ["new.derive()"] if hasattr(cls, "derive") else []
    _function(cls, "copy", ["new = blank(self.__class__)", *copy, "return new"], "self", known)
    _function(cls, "to_plain", [f"return {{{', '.join(plain)}}}"], "self", known)
    _function(cls, "from_plain", ["new = blank(cls)", *back, *derive, "return new"], "d", known, classmethod)
    _function(cls, "fresh", fresh or ["pass"], "self", known)


def _function(cls: type, name: str, lines: list[str], takes: str, known: dict[str, Any], wrap: Any = None) -> None:
    """Makes a function of a class from its lines, unless the class defines it."""
    if name in vars(cls):
        return
    if wrap is classmethod:
        takes = f"cls, {takes}"
    body = "\n    ".join(lines)
    exec(f"def {name}({takes}):\n    {body}", known)  # once for each class: afterwards it runs like a function written by hand
    found = known.pop(name)
    found.__qualname__ = f"{cls.__qualname__}.{name}"
    setattr(cls, name, wrap(found) if wrap is not None else found)
