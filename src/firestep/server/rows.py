"""Every write and read of the database, as functions of a connection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, insert, select, update

from firestep.engine import action as actions
from firestep.server import schema as t
from firestep.server.past import Row


def add_table(c: Connection, table: dict[str, Any], seats: Sequence[dict[str, Any]], entries: Sequence[dict[str, Any]] = (),
              snapshots: Sequence[dict[str, Any]] = ()) -> None:
    c.execute(insert(t.tables), table)
    c.execute(insert(t.seats), list(seats))
    if entries:
        c.execute(insert(t.actions), list(entries))
    if snapshots:
        c.execute(insert(t.snapshots), list(snapshots))


def add_actions(c: Connection, table_id: str, first: int, made: Sequence[Row], waiting: int, now: int, snapshot: bytes | None,
                size: int, notices: Sequence[dict[str, Any]]) -> None:
    c.execute(insert(t.actions), [
        {"table_id": table_id, "seq": n, "seat": r.seat, "action": actions.text(r.action), "key": r.key, "at": r.at,
         "journal": r.journal_text()} for n, r in enumerate(made, first)])
    c.execute(update(t.tables).where(t.tables.c.id == table_id).values(waiting=waiting, updated=now, takeback=None))
    if snapshot is not None:
        c.execute(insert(t.snapshots), {"table_id": table_id, "seq": size, "data": snapshot})
    if notices:
        c.execute(insert(t.deliveries), list(notices))


def add_chat(c: Connection, table_id: str, line: dict[str, Any], seat: int) -> None:
    c.execute(insert(t.chat), {**line, "table_id": table_id, "seat": seat})


def set_table(c: Connection, table_id: str, values: dict[str, Any]) -> None:
    c.execute(update(t.tables).where(t.tables.c.id == table_id).values(**values))


def set_seat(c: Connection, table_id: str, seat: int, values: dict[str, Any]) -> None:
    c.execute(update(t.seats).where(and_(t.seats.c.table_id == table_id, t.seats.c.seat == seat)).values(**values))


def table(c: Connection, table_id: str) -> dict[str, Any] | None:
    """All there is about a table, but for the contents of its snapshots."""
    row = c.execute(select(t.tables).where(t.tables.c.id == table_id)).mappings().first()
    if row is None:
        return None
    return {
        **row,
        "seats": list(c.execute(select(t.seats).where(t.seats.c.table_id == table_id).order_by(t.seats.c.seat)).mappings()),
        "entries": c.execute(select(t.actions.c.seat, t.actions.c.action, t.actions.c.journal, t.actions.c.at, t.actions.c.key)
                             .where(t.actions.c.table_id == table_id).order_by(t.actions.c.seq)).all(),
        "snapshots": list(c.execute(select(t.snapshots.c.seq).where(t.snapshots.c.table_id == table_id)
                                    .order_by(t.snapshots.c.seq)).scalars()),
        "chat": list(c.execute(select(t.chat).where(t.chat.c.table_id == table_id).order_by(t.chat.c.n)).mappings()),
    }


def is_start(c: Connection, start: str) -> bool:
    """Whether a table of this server began from this text."""
    return c.execute(select(t.tables.c.id).where(t.tables.c.start == start).limit(1)).first() is not None


def snapshot(c: Connection, table_id: str, seq: int) -> bytes:
    data: bytes = c.execute(select(t.snapshots.c.data).where(and_(t.snapshots.c.table_id == table_id, t.snapshots.c.seq == seq))
                            ).scalar_one()
    return data


def bots_to_move(c: Connection) -> list[str]:
    """Tables at which a bot was thinking when the server stopped."""
    query = select(t.tables.c.id).join(t.seats, and_(t.seats.c.table_id == t.tables.c.id, t.seats.c.seat == t.tables.c.waiting))
    return list(c.execute(query.where(and_(t.seats.c.kind == "bot", t.tables.c.bots_paused.is_(False)))).scalars())


def deliveries(c: Connection, table_id: str, seat: int) -> list[dict[str, Any]]:
    d = t.deliveries.c
    query = select(d.at, d.channel, d.status, d.attempts, d.detail).where(and_(d.table_id == table_id, d.seat == seat))
    return [dict(r) for r in c.execute(query.order_by(d.id.desc()).limit(50)).mappings()]


def deliveries_due(c: Connection, now: int) -> list[dict[str, Any]]:
    d = t.deliveries.c
    query = select(t.deliveries).where(and_(d.status == "waiting", d.due <= now)).order_by(d.id).limit(20)
    return [dict(r) for r in c.execute(query).mappings()]


def set_delivery(c: Connection, id: int, values: dict[str, Any]) -> None:
    c.execute(update(t.deliveries).where(t.deliveries.c.id == id).values(**values))
