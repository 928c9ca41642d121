"""Differences between two snapshots, as docs/protocol.md describes them under `changes`."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

Change = list[Any]


def difference(old: dict[str, Any], new: dict[str, Any]) -> list[Change]:
    """The changes that turn one snapshot into another."""
    out: list[Change] = []
    _objects(old, new, [], out)
    return out


class Differences:
    """Differences for several watchers: a board that they share is compared once."""

    def __init__(self) -> None:
        self._boards: dict[tuple[int, int], list[Change]] = {}

    def between(self, old: dict[str, Any], new: dict[str, Any]) -> list[Change]:
        a, b = old["board"], new["board"]
        found = self._boards.get((id(a), id(b)))
        if found is None:
            found = self._boards[id(a), id(b)] = difference({"board": a}, {"board": b})
        return difference({**old, "board": None}, {**new, "board": None}) + found


_ID = itemgetter("id")
#: what stands nowhere in a snapshot
_NOTHING = object()


def _objects(old: dict[str, Any], new: dict[str, Any], path: list[str], out: list[Change]) -> None:
    out += [["del", [*path, key]] for key in old if key not in new]
    # boards are made of parts that stay, so that most are passed over without a look inside
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
    """The objects with ids that are others than before in a list where nobody came, went or changed places; None if it is not one.
    Most actions change a few counters of a thousand."""
    if len(old) != len(new):
        return None
    pairs = [(was, now) for was, now in zip(old, new, strict=True) if was is not now]
    try:
        if any(was["id"] != now["id"] for was, now in pairs):
            return None
        ids = set(map(_ID, new))
    except (KeyError, TypeError):  # something without an id
        return None
    return pairs if len(ids) == len(new) and set(map(type, ids)) <= {str} else None


def _by_id(items: list[Any]) -> dict[str, Any] | None:
    """A list of objects with ids as an object, or None if it is another kind of list. An empty list can be either."""
    try:
        found = dict(zip(map(_ID, items), items, strict=True))
    except (KeyError, TypeError):  # something without an id
        return None
    return found if len(found) == len(items) and set(map(type, found)) <= {str} else None


def apply(snapshot: dict[str, Any], changes: list[Change]) -> None:
    """What the page does with changes; here for the tests, and as the description that can be run."""
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
