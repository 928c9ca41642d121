"""Checks a database: what is damaged, what can be repaired, which games continue under new rules."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import and_, delete, insert, select, text, update

from firestep.engine import action as actions
from firestep.engine.errors import FirestepError
from firestep.games import GAMES, game
from firestep.server.storage import rows, schema
from firestep.server.storage.store import Store
from firestep.server.tables.history import StoredHistory, unpack
from firestep.server.workers.jobs import whole_game


@dataclass(slots=True)
class Finding:
    """What was found at one table."""

    id: str
    game: str
    faults: list[str] = field(default_factory=list)
    mended: list[str] = field(default_factory=list)


def ids(store: Store) -> list[str]:
    return store.read(lambda c: list(c.execute(select(schema.tables.c.id).order_by(schema.tables.c.id)).scalars()))


def _change(store: Store, work: Callable[..., None], *arguments: Any) -> None:
    with store.engine.begin() as c:
        work(c, *arguments)


def sound(store: Store) -> list[str]:
    """Returns faults of the database file itself."""
    if store.engine.dialect.name != "sqlite":
        return []
    found = store.read(lambda c: list(c.execute(text("PRAGMA integrity_check(20)")).scalars()))
    return [] if found == ["ok"] else found


def check(store: Store, id: str, repair: bool) -> Finding:
    """Checks every entry, stored state and mark of a table. Repairs what can be rebuilt from its history."""
    head = store.read(rows.head, id)
    assert head is not None
    out = Finding(id, head["game"])
    if head["game"] not in GAMES:
        out.faults.append(f"this program does not know the game '{head['game']}'")
        return out
    past = StoredHistory.of(head, game(head["game"]), store.read)
    bad = _entries(store, past, out)
    states = _states(store, past, out)
    marks = _marks(store, past, out)
    jumps = _takebacks(store, past, out)
    if past.frozen:
        return out
    played: dict[str, Any] | None = None
    if bad or not head["seats"]:
        out.faults += [] if head["seats"] else ["it has no seats"]
    if not out.faults and not bad:
        try:
            past.at(past.size)
        except Exception as e:
            out.faults.append(f"its game cannot be opened: {e}")
    if not (out.faults and repair):
        return out
    try:
        words = store.read(rows.action_texts, id)
        played = whole_game(past, [actions.parse(w) for w in words])
    except Exception as e:
        out.mended.append(f"closed: its history cannot be played ({e})")
        _change(store, rows.set_table, id, {"closed": "its history is damaged"})
        return out
    if bad:
        _change(store, _put_entries, id, [played["entries"][n] for n in bad])
        out.mended.append(f"{len(bad)} entries rebuilt by a replay")
    if states or bad:
        _change(store, _put, schema.snapshots, id, played["snapshots"])
        out.mended.append("stored states rebuilt")
    if marks or bad:
        rolls = {n: e["rolls"] for n, e in enumerate(played["entries"]) if e["rolls"]}
        _change(store, rows.fill_history, id, played["opening"], [{**m, "table_id": id} for m in played["marks"]], rolls)
        out.mended.append("marks of turns rebuilt")
    if jumps:
        _change(store, _put, schema.takebacks, id, played["takebacks"])
        out.mended.append("list of takebacks rebuilt")
    return out


def _put(c: Any, into: Any, id: str, values: list[dict[str, Any]]) -> None:
    c.execute(delete(into).where(into.c.table_id == id))
    if values:
        c.execute(insert(into), [{**v, "table_id": id} for v in values])


def _put_entries(c: Any, id: str, entries: list[dict[str, Any]]) -> None:
    for e in entries:
        values = {k: e[k] for k in ("journal", "keep", "lines", "rolls", "sum", "seat")}
        c.execute(
            update(schema.actions).where(and_(schema.actions.c.table_id == id, schema.actions.c.seq == e["seq"])).values(**values)
        )


def _entries(store: Store, past: StoredHistory, out: Finding) -> list[int]:
    """Returns entries that are missing or do not match their checksum."""
    bad: list[int] = []
    expected = 0
    for first in range(0, past.size, 2000):
        for e in store.read(rows.entries, past.id, first, min(first + 2000, past.size)):
            if e.seq != expected:
                out.faults.append(f"entries {expected} to {e.seq - 1} are missing")
            expected = e.seq + 1
            try:
                fits = e.sum is None or e.sum == rows.sum_of(e.seq, e.seat, e.action, e.journal)
                json.loads(e.journal)
            except ValueError:
                fits = False
            if not fits:
                out.faults.append(f"entry {e.seq} is damaged")
                bad.append(e.seq)
    return bad


def _states(store: Store, past: StoredHistory, out: Finding) -> bool:
    s = schema.snapshots.c
    found = store.read(lambda c: c.execute(select(s.seq, s.data, s.since, s.sum).where(s.table_id == past.id)).all())
    before = len(out.faults)
    for each in found:
        try:
            if each.sum is not None and each.sum != zlib.crc32(each.data + (each.since or "").encode()):
                raise ValueError("checksum")
            past.game.state_from(unpack(each.data)["state"])
        except Exception as e:
            out.faults.append(f"the state stored at {each.seq} is damaged ({e})")
    return len(out.faults) > before


def _marks(store: Store, past: StoredHistory, out: Finding) -> bool:
    before = len(out.faults)
    for each in store.read(rows.marks, past.id):
        try:
            unpack(each.data)
        except Exception as e:
            out.faults.append(f"the mark of turn {each.turn} is damaged ({e})")
    return len(out.faults) > before


def _takebacks(store: Store, past: StoredHistory, out: Finding) -> bool:
    a = schema.actions.c
    query = select(a.seq, a.action).where(and_(a.table_id == past.id, a.action.like("takeback %"))).order_by(a.seq)
    found = [(n, int(words.split()[1])) for n, words in store.read(lambda c: c.execute(query).all())]
    if found != [tuple(x) for x in past.takebacks]:
        out.faults.append("the list of takebacks does not fit the entries")
        return True
    return False


# -- new rules -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Carried:
    """The result of one table under new rules: "unchanged", "changed" or "stopped", and at which entry."""

    id: str
    game: str
    rules: tuple[int, int]
    how: str
    why: str = ""


def carry_over(store: Store, write: bool, finished: bool = False) -> Iterator[Carried]:
    """Replays every running game of older rules under the present ones. Games without a difference continue."""
    for id in ids(store):
        head = store.read(rows.head, id)
        if head is None or head["game"] not in GAMES or (head["waiting"] < 0 and not finished):
            continue
        g = game(head["game"])
        if g.ruleset == head["ruleset"]:
            continue
        rules = (head["ruleset"], g.ruleset)
        past = StoredHistory.of(head, g, store.read)
        try:
            entries = past.rows(0, past.size)
            played = whole_game(past, [e.action for e in entries])
        except FirestepError as e:
            yield Carried(id, g.id, rules, "stopped", str(e))
            continue
        except Exception as e:
            yield Carried(id, g.id, rules, "stopped", repr(e))
            continue
        where = _difference(past, entries, played)
        if where:
            yield Carried(id, g.id, rules, "changed", where)
            continue
        if write:
            _change(store, _put, schema.snapshots, id, played["snapshots"])
            rolls = {n: e["rolls"] for n, e in enumerate(played["entries"]) if e["rolls"]}
            _change(store, rows.fill_history, id, played["opening"], [{**m, "table_id": id} for m in played["marks"]], rolls)
            _change(store, rows.set_table, id, {"ruleset": g.ruleset})
        yield Carried(id, g.id, rules, "unchanged")


def _difference(past: StoredHistory, entries: list[Any], played: dict[str, Any]) -> str:
    """Returns where a replayed game differs from the stored one."""
    now = {m["seq"]: m["hash"] for m in played["marks"]}
    for m in past.read(rows.marks, past.id):
        if now.get(m.seq) != m.hash:
            return f"turn {m.turn} begins otherwise"
    for n, (was, again) in enumerate(zip(entries, played["entries"], strict=True)):
        if was.stored(past.id, n)["journal"] != again["journal"] and was.action != actions.UNDO:
            return f"entry {n} ('{again['action']}') tells something else"
        if was.rolls is not None and was.rolls != again["rolls"]:
            return f"entry {n} ('{again['action']}') rolls other dice"
    return ""
