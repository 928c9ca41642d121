"""Differences between two snapshots, in the format of `changes` in docs/protocol.md."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

Change = list[Any]


def difference(old: dict[str, Any], new: dict[str, Any]) -> list[Change]:
    """Returns the changes that turn one snapshot into another."""
    out: list[Change] = []
    _objects(old, new, [], out)
    return out


class Differences:
    """Computes differences for several watchers. A board that they share is compared once."""

    def __init__(self) -> None:
        self._boards: dict[tuple[int, int], list[Change]] = {}

    def between(self, old: dict[str, Any], new: dict[str, Any]) -> list[Change]:
        a, b = old["board"], new["board"]
        found = self._boards.get((id(a), id(b)))
        if found is None:
            found = self._boards[id(a), id(b)] = difference({"board": a}, {"board": b})
        return difference({**old, "board": None}, {**new, "board": None}) + found


_ID = itemgetter("id")
#: a value that occurs in no snapshot
_NOTHING = object()


def _objects(old: dict[str, Any], new: dict[str, Any], path: list[str], out: list[Change]) -> None:
    out += [["del", [*path, key]] for key in old if key not in new]
    # boards share unchanged parts, so most are skipped by identity
    for key, value in [(key, value) for key, value in new.items() if old.get(key, _NOTHING) is not value]:
        if (was := old.get(key, _NOTHING)) is _NOTHING:
            out.append(["set", [*path, key], value])
        elif was != value:
            _values(was, value, [*path, key], out)


def _values(old: Any, new: Any, path: list[str], out: list[Change]) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        _objects(old, new, path, out)
    elif isinstance(old, list) and isinstance(new, list) and (pairs := _in_place(old, new)) is not None:
        for was, now in pairs:
            if was != now:
                _values(was, now, [*path, now["id"]], out)
    elif isinstance(old, list) and isinstance(new, list) and (a := _by_id(old)) is not None and (b := _by_id(new)) is not None:
        _objects(a, b, path, out)
        order = list(b)
        if list(a) != order and [k for k in a if k in b] + [k for k in b if k not in a] != order:
            out.append(["order", path, order])
    else:
        out.append(["set", path, new])


def _in_place(old: list[Any], new: list[Any]) -> list[tuple[Any, Any]] | None:
    """Returns the objects of a list that changed, if no object was added, removed or moved; otherwise None. Most actions change a
    few counters of a thousand."""
    if len(old) != len(new):
        return None
    pairs = [(was, now) for was, now in zip(old, new, strict=True) if was is not now]
    try:
        if any(was["id"] != now["id"] for was, now in pairs):
            return None
        ids = set(map(_ID, new))
    except (KeyError, TypeError):  # an object without an id
        return None
    return pairs if len(ids) == len(new) and set(map(type, ids)) <= {str} else None


def _by_id(items: list[Any]) -> dict[str, Any] | None:
    """Returns a list of objects with ids as a dictionary, or None for another kind of list. An empty list can be either."""
    try:
        found = dict(zip(map(_ID, items), items, strict=True))
    except (KeyError, TypeError):  # an object without an id
        return None
    return found if len(found) == len(items) and set(map(type, found)) <= {str} else None


def apply(snapshot: dict[str, Any], changes: list[Change]) -> None:
    """Applies changes as the page does. Used by tests, and as an exact description."""
    for kind, path, *rest in changes:
        if kind == "order":
            items = _at(snapshot, path)
            by_id = {item["id"]: item for item in items}
            items[:] = [by_id[id] for id in rest[0]]
            continue
        holder, key = _at(snapshot, path[:-1]), path[-1]
        if isinstance(holder, list):
            k = next((k for k, item in enumerate(holder) if item["id"] == key), len(holder))
            holder[k : k + 1] = rest if kind == "set" else []
        elif kind == "set":
            holder[key] = rest[0]
        else:
            del holder[key]


def _at(value: Any, path: list[str]) -> Any:
    for key in path:
        value = next(item for item in value if item["id"] == key) if isinstance(value, list) else value[key]
    return value
