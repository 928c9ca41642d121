"""Every write and read of the database, as functions of a connection."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from firestep.server.storage import schema

Entry = dict[str, Any]
_ENTRY = (
    schema.actions.c.seq,
    schema.actions.c.seat,
    schema.actions.c.action,
    schema.actions.c.journal,
    schema.actions.c.at,
    schema.actions.c.key,
    schema.actions.c.rolls,
    schema.actions.c.sum,
)


def sum_of(seq: int, seat: int, action: str, journal: str) -> int:
    return zlib.crc32(f"{seq}\n{seat}\n{action}\n{journal}".encode())


# -- writing ---------------------------------------------------------------------------------------------------------


def add_table(
    c: Connection,
    table: dict[str, Any],
    seats: Sequence[dict[str, Any]],
    keys: Sequence[dict[str, Any]],
    entries: Sequence[Entry] = (),
    snapshots: Sequence[dict[str, Any]] = (),
    marks: Sequence[dict[str, Any]] = (),
    takebacks: Sequence[dict[str, Any]] = (),
) -> None:
    c.execute(insert(schema.tables), table)
    for into, values in (
        (schema.seats, seats),
        (schema.keys, keys),
        (schema.actions, entries),
        (schema.snapshots, snapshots),
        (schema.marks, marks),
        (schema.takebacks, takebacks),
    ):
        if values:
            c.execute(insert(into), list(values))


def add_actions(
    c: Connection,
    table_id: str,
    entries: Sequence[Entry],
    values: dict[str, Any],
    snapshot: dict[str, Any] | None = None,
    marks: Sequence[dict[str, Any]] = (),
    unmarked: Sequence[int] = (),
    takebacks: Sequence[dict[str, Any]] = (),
    notices: Sequence[dict[str, Any]] = (),
    routines: Mapping[int, str | None] = MappingProxyType({}),
) -> None:
    """Adds entries of a history and all that follows from them in one transaction."""
    mark = "?" if c.dialect.name == "sqlite" else "%s"
    _straight(c, _insertion(mark), [tuple(e[k] for k in _COLUMNS) for e in entries])
    _straight(c, _change(mark, tuple(values)), [(*values.values(), table_id)])
    if unmarked:
        c.execute(delete(schema.marks).where(and_(schema.marks.c.table_id == table_id, schema.marks.c.seq.in_(unmarked))))
    for into, more in (
        (schema.snapshots, [snapshot] if snapshot else []),
        (schema.marks, marks),
        (schema.takebacks, takebacks),
        (schema.deliveries, notices),
    ):
        if more:
            c.execute(insert(into), list(more))
    for seat, orders in routines.items():
        set_seat(c, table_id, seat, {"routine": orders})


_COLUMNS = tuple(column.name for column in schema.actions.c)


@cache
def _insertion(mark: str) -> str:
    names, marks = ", ".join(f'"{k}"' for k in _COLUMNS), ", ".join([mark] * len(_COLUMNS))
    return f"INSERT INTO actions ({names}) VALUES ({marks})"


@cache
def _change(mark: str, names: tuple[str, ...]) -> str:
    return f"UPDATE tables SET {', '.join(f'{k} = {mark}' for k in names)} WHERE id = {mark}"


def _straight(c: Connection, words: str, values: Sequence[tuple[Any, ...]]) -> None:
    """Runs a frequent statement directly in the database driver, in the open transaction. The layers between cost more than the
    statement itself."""
    driver = c.connection.driver_connection
    assert driver is not None
    cursor = driver.cursor()
    try:
        if len(values) == 1:
            cursor.execute(words, values[0])
        else:
            cursor.executemany(words, values)
    except c.dialect.loaded_dbapi.IntegrityError as e:
        raise IntegrityError(words, None, e) from e
    except c.dialect.loaded_dbapi.Error as e:
        raise DBAPIError(words, None, e) from e
    finally:
        cursor.close()


def add_snapshot(c: Connection, snapshot: dict[str, Any]) -> None:
    where = and_(schema.snapshots.c.table_id == snapshot["table_id"], schema.snapshots.c.seq == snapshot["seq"])
    c.execute(delete(schema.snapshots).where(where))
    c.execute(insert(schema.snapshots), snapshot)


def fill_history(c: Connection, table_id: str, opening: str, marks: Sequence[dict[str, Any]], rolls: dict[int, str]) -> None:
    """Stores what tables of older versions did not store. It was found by replaying them once."""
    c.execute(delete(schema.marks).where(schema.marks.c.table_id == table_id))
    if marks:
        c.execute(insert(schema.marks), list(marks))
    for seq, text in rolls.items():
        c.execute(
            update(schema.actions)
            .where(and_(schema.actions.c.table_id == table_id, schema.actions.c.seq == seq))
            .values(rolls=text)
        )
    set_table(c, table_id, {"marked": True, "opening": opening})


def add_chat(c: Connection, table_id: str, line: dict[str, Any], seat: int, keep: int) -> None:
    c.execute(insert(schema.chat), {**line, "table_id": table_id, "seat": seat})
    c.execute(delete(schema.chat).where(and_(schema.chat.c.table_id == table_id, schema.chat.c.n <= line["n"] - keep)))


def set_table(c: Connection, table_id: str, values: dict[str, Any]) -> None:
    c.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(**values))


def set_seat(c: Connection, table_id: str, seat: int, values: dict[str, Any]) -> None:
    c.execute(update(schema.seats).where(and_(schema.seats.c.table_id == table_id, schema.seats.c.seat == seat)).values(**values))


def delete_table(c: Connection, table_id: str) -> None:
    """Deletes a table and all that belongs to it, by foreign keys."""
    for each in (
        schema.deliveries,
        schema.chat,
        schema.marks,
        schema.snapshots,
        schema.takebacks,
        schema.actions,
        schema.keys,
        schema.seats,
    ):
        c.execute(delete(each).where(each.c.table_id == table_id))
    c.execute(delete(schema.tables).where(schema.tables.c.id == table_id))


# -- reading a table -------------------------------------------------------------------------------------------------


def head(c: Connection, table_id: str) -> dict[str, Any] | None:
    """Returns a table without its history, of which only the size is read."""
    row = c.execute(select(schema.tables).where(schema.tables.c.id == table_id)).mappings().first()
    if row is None:
        return None
    newest = schema.chat.c.n.desc()
    chat = c.execute(select(schema.chat).where(schema.chat.c.table_id == table_id).order_by(newest).limit(100)).mappings().all()
    return {
        **row,
        **people(c, table_id),
        "size": size(c, table_id),
        "takebacks": [
            tuple(r)
            for r in c.execute(
                select(schema.takebacks.c.seq, schema.takebacks.c.back_to)
                .where(schema.takebacks.c.table_id == table_id)
                .order_by(schema.takebacks.c.seq)
            )
        ],
        "chat": list(reversed(chat)),
    }


def people(c: Connection, table_id: str) -> dict[str, Any]:
    """Returns seats and their keys."""
    return {
        "seats": list(
            c.execute(select(schema.seats).where(schema.seats.c.table_id == table_id).order_by(schema.seats.c.seat)).mappings()
        ),
        "keys": list(
            c.execute(select(schema.keys).where(schema.keys.c.table_id == table_id).order_by(schema.keys.c.made)).mappings()
        ),
    }


def size(c: Connection, table_id: str) -> int:
    last = c.execute(select(func.max(schema.actions.c.seq)).where(schema.actions.c.table_id == table_id)).scalar()
    return 0 if last is None else int(last) + 1


def entries(c: Connection, table_id: str, first: int, end: int) -> list[Any]:
    """Returns the entries from number `first` on, before `end`."""
    a = schema.actions.c
    return list(c.execute(select(*_ENTRY).where(and_(a.table_id == table_id, a.seq >= first, a.seq < end)).order_by(a.seq)).all())


def entries_from(c: Connection, table_id: str, first: int) -> list[Any]:
    """Returns the entries from number `first` on."""
    a = schema.actions.c
    return list(c.execute(select(*_ENTRY).where(and_(a.table_id == table_id, a.seq >= first)).order_by(a.seq)).all())


def last_kept_below(c: Connection, table_id: str, first: int, end: int, line: int) -> int:
    """Returns the last entry of a range that changed the journal below a line, or -1."""
    a = schema.actions.c
    where = and_(a.table_id == table_id, a.seq >= first, a.seq < end, a.keep < line)
    found = c.execute(select(func.max(a.seq)).where(where)).scalar()
    return -1 if found is None else int(found)


def lines(c: Connection, table_id: str, n: int) -> int | None:
    """Returns the length of the journal after `n` entries, for n above 0."""
    a = schema.actions.c
    return c.execute(select(a.lines).where(and_(a.table_id == table_id, a.seq == n - 1))).scalar()


def action_texts(c: Connection, table_id: str) -> list[str]:
    a = schema.actions.c
    return list(c.execute(select(a.action).where(a.table_id == table_id).order_by(a.seq)).scalars())


def rolls(c: Connection, table_id: str) -> list[tuple[int, str]]:
    a = schema.actions.c
    return [
        (n, r)
        for n, r in c.execute(select(a.seq, a.rolls).where(and_(a.table_id == table_id, a.rolls.is_not(None))).order_by(a.seq))
    ]


def key_of(c: Connection, table_id: str, key: str) -> tuple[int, int, str] | None:
    """Returns the entry that was sent with a key: number, seat, words."""
    a = schema.actions.c
    found = c.execute(select(a.seq, a.seat, a.action).where(and_(a.table_id == table_id, a.key == key))).first()
    return None if found is None else (found[0], found[1], found[2])


def snapshot_before(c: Connection, table_id: str, n: int) -> Any:
    """Returns the newest stored state of the first `n` entries: seq, data, lines, since, sum."""
    s = schema.snapshots.c
    query = select(s.seq, s.data, s.lines, s.since, s.sum).where(and_(s.table_id == table_id, s.seq <= n))
    return c.execute(query.order_by(s.seq.desc()).limit(1)).first()


def marks(c: Connection, table_id: str) -> list[Any]:
    m = schema.marks.c
    return list(c.execute(select(m.seq, m.turn, m.hash, m.data).where(m.table_id == table_id).order_by(m.seq)).all())


def turns(c: Connection, table_id: str) -> list[tuple[int, int]]:
    """Returns the start and number of each turn, without its state."""
    m = schema.marks.c
    return [(seq, turn) for seq, turn in c.execute(select(m.seq, m.turn).where(m.table_id == table_id).order_by(m.seq))]


def some_entries(c: Connection, table_id: str, seqs: Sequence[int]) -> list[Any]:
    a = schema.actions.c
    return list(c.execute(select(*_ENTRY).where(and_(a.table_id == table_id, a.seq.in_(seqs))).order_by(a.seq)).all())


def is_start(c: Connection, start: str) -> bool:
    """Returns whether a table of this server began from this text."""
    return c.execute(select(schema.tables.c.id).where(schema.tables.c.start == start).limit(1)).first() is not None


# -- bots, several servers, old tables -------------------------------------------------------------------------------


def bots_to_move(c: Connection, now: int, me: str) -> list[str]:
    """Returns tables where a bot must answer and no other server runs it."""
    b = schema.tables.c
    query = select(b.id).join(schema.seats, and_(schema.seats.c.table_id == b.id, schema.seats.c.seat == b.waiting))
    free = or_(b.bots_until < now, b.bots_by == me)
    return list(
        c.execute(query.where(and_(schema.seats.c.kind == "bot", b.bots_paused.is_(False), b.closed.is_(None), free))).scalars()
    )


def lease_bots(c: Connection, table_id: str, me: str, now: int, until: int) -> bool:
    """Claims the bots of a table for this server. Returns False if another server's claim is still valid."""
    b = schema.tables.c
    free = or_(b.bots_until < now, b.bots_by == me)
    found = c.execute(update(schema.tables).where(and_(b.id == table_id, free)).values(bots_by=me, bots_until=until))
    return bool(found.rowcount)


def expired(c: Connection, untouched: int, running: int, finished: int, most: int = 200) -> list[str]:
    """Returns tables last changed before these times: never played, not finished, finished."""
    b = schema.tables.c
    started = select(schema.actions.c.seq).where(and_(schema.actions.c.table_id == b.id, schema.actions.c.seq == 0)).exists()
    query = select(b.id).where(
        or_(
            and_(b.updated < untouched, ~started),
            and_(b.updated < running, b.waiting >= 0),
            and_(b.updated < finished, b.waiting < 0),
        )
    )
    return list(c.execute(query.limit(most)).scalars())


def count_tables(c: Connection) -> int:
    return int(c.execute(select(func.count()).select_from(schema.tables)).scalar_one())


# -- keys ------------------------------------------------------------------------------------------------------------


def new_keys(c: Connection, table_id: str, gone: Sequence[str], key: dict[str, Any], seat: dict[str, Any] | None = None) -> None:
    """Replaces keys by a new one."""
    drop_keys(c, table_id, gone)
    add_key(c, key)
    if seat is not None:
        set_seat(c, table_id, key["seat"], seat)


def nudged(c: Connection, table_id: str, seat: int, now: int, notices: Sequence[dict[str, Any]]) -> None:
    set_seat(c, table_id, seat, {"nudged": now})
    if notices:
        c.execute(insert(schema.deliveries), list(notices))


def add_key(c: Connection, key: dict[str, Any]) -> None:
    c.execute(insert(schema.keys), key)


def drop_keys(c: Connection, table_id: str, hashes: Sequence[str]) -> None:
    c.execute(delete(schema.keys).where(and_(schema.keys.c.table_id == table_id, schema.keys.c.hash.in_(hashes))))


def exchange(c: Connection, table_id: str, invitation: str, key: dict[str, Any]) -> bool:
    """Exchanges an invitation for a key. Returns False if it was used by then."""
    k = schema.keys.c
    found = c.execute(
        update(schema.keys).where(and_(k.hash == invitation, k.table_id == table_id, k.became.is_(None))).values(became=key["hash"])
    )
    if found.rowcount:
        c.execute(insert(schema.keys), key)
    return bool(found.rowcount)


# -- notices ---------------------------------------------------------------------------------------------------------


def deliveries(c: Connection, table_id: str, seat: int) -> list[dict[str, Any]]:
    d = schema.deliveries.c
    query = select(d.at, d.channel, d.status, d.attempts, d.detail).where(and_(d.table_id == table_id, d.seat == seat))
    return [dict(r) for r in c.execute(query.order_by(d.id.desc()).limit(50)).mappings()]


def deliveries_due(c: Connection, now: int) -> list[dict[str, Any]]:
    d = schema.deliveries.c
    query = select(schema.deliveries).where(and_(d.status == "waiting", d.due <= now)).order_by(d.id).limit(20)
    return [dict(r) for r in c.execute(query).mappings()]


def take_delivery(c: Connection, id: int, due: int, until: int) -> bool:
    """Reserves a notice, so that only one server sends it. If that server stops, the notice is due again."""
    d = schema.deliveries.c
    found = c.execute(update(schema.deliveries).where(and_(d.id == id, d.status == "waiting", d.due == due)).values(due=until))
    return bool(found.rowcount)


def set_delivery(c: Connection, id: int, values: dict[str, Any]) -> None:
    c.execute(update(schema.deliveries).where(schema.deliveries.c.id == id).values(**values))


def last_mail(c: Connection, table_id: str, seat: int) -> int:
    """Returns when the last mail about a table was or will be sent to a seat."""
    d = schema.deliveries.c
    found = c.execute(
        select(func.max(d.at)).where(and_(d.table_id == table_id, d.seat == seat, d.channel == "email", d.status != "failed"))
    ).scalar()
    return int(found or 0)


def address(c: Connection, address: str) -> dict[str, Any] | None:
    found = c.execute(select(schema.addresses).where(schema.addresses.c.address == address)).mappings().first()
    return None if found is None else dict(found)


def address_by(c: Connection, token: str) -> dict[str, Any] | None:
    found = c.execute(select(schema.addresses).where(schema.addresses.c.token == token)).mappings().first()
    return None if found is None else dict(found)


def set_address(c: Connection, values: dict[str, Any]) -> None:
    c.execute(delete(schema.addresses).where(schema.addresses.c.address == values["address"]))
    c.execute(insert(schema.addresses), values)
