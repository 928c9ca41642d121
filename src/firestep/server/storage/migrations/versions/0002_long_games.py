"""Keys and invitations beside the seats, marks and rolls of every entry, checksums, clocks, confirmed addresses; wide times."""

import json
import zlib
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TIMES = {"tables": ("created", "updated"), "actions": ("at",), "chat": ("at",), "deliveries": ("due", "at")}
PAGE = 2000
Time = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def table_id(primary_key: bool = False) -> sa.Column[str]:
    link = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(16), link, nullable=False, primary_key=primary_key)


def upgrade() -> None:
    op.create_table(
        "keys",
        sa.Column("hash", sa.String(64), primary_key=True),
        table_id(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("became", sa.String(64)),
        sa.Column("made", Time, nullable=False),
    )
    op.create_index("keys_table", "keys", ["table_id"])
    op.create_table(
        "takebacks",
        table_id(primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("back_to", sa.Integer, nullable=False),
    )
    op.create_table(
        "marks",
        table_id(primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "addresses",
        sa.Column("address", sa.Text, primary_key=True),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("asked", Time, nullable=False),
    )
    op.create_index("addresses_token", "addresses", ["token"], unique=True)
    # who holds a seat today holds it tomorrow
    op.execute(
        "INSERT INTO keys (hash, table_id, seat, kind, made) SELECT s.token, s.table_id, s.seat, 'key', t.created "
        "FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.kind <> 'bot'"
    )
    added: dict[str, list[sa.Column[Any]]] = {
        "tables": [
            sa.Column("asked", Time, nullable=False, server_default="0"),
            sa.Column("host", sa.String(64)),
            sa.Column("opening", sa.Text),
            sa.Column("marked", sa.Boolean, nullable=False, server_default=sa.text("false")),
            sa.Column("clock", sa.Text),
            sa.Column("closed", sa.Text),
            sa.Column("bots_by", sa.String(32)),
            sa.Column("bots_until", Time, nullable=False, server_default="0"),
        ],
        "seats": [sa.Column("routine", sa.Text), sa.Column("nudged", Time, nullable=False, server_default="0")],
        "actions": [
            sa.Column("keep", sa.Integer, nullable=False, server_default="0"),
            sa.Column("lines", sa.Integer, nullable=False, server_default="0"),
            sa.Column("rolls", sa.Text),
            sa.Column("sum", Time),
        ],
        "snapshots": [sa.Column("lines", sa.Integer), sa.Column("since", sa.Text), sa.Column("sum", Time)],
    }
    # SQLite keeps whole numbers in eight bytes whatever a column is called; only others must be widened
    sqlite = op.get_bind().dialect.name == "sqlite"
    for name in ("tables", "seats", "actions", "snapshots", "chat", "deliveries"):
        for column in added.get(name, []):
            op.add_column(name, column)
        for time in () if sqlite else TIMES.get(name, ()):
            op.alter_column(name, time, existing_type=sa.Integer, type_=sa.BigInteger, existing_nullable=False)
    op.drop_column("seats", "token")
    op.create_index("tables_updated", "tables", ["updated"])
    op.create_index("tables_waiting", "tables", ["waiting", "bots_until"])
    op.execute("UPDATE tables SET asked = updated")
    _fill(op.get_bind())


def _fill(c: sa.Connection) -> None:
    """What can be said of the entries that are there: how long the journal was, where they went back, their sums."""
    actions = sa.table("actions", *map(sa.column, ("table_id", "seq", "seat", "action", "journal", "keep", "lines", "sum")))
    takebacks = sa.table("takebacks", *map(sa.column, ("table_id", "seq", "back_to")))
    change = (
        sa.update(actions)
        .where(actions.c.table_id == sa.bindparam("id_"), actions.c.seq == sa.bindparam("seq_"))
        .values(keep=sa.bindparam("keep_"), lines=sa.bindparam("lines_"), sum=sa.bindparam("sum_"))
    )
    last: tuple[str, int] = ("", -1)
    while True:
        a = actions.c
        query = (
            sa.select(a.table_id, a.seq, a.seat, a.action, a.journal)
            .where(sa.or_(a.table_id > last[0], sa.and_(a.table_id == last[0], a.seq > last[1])))
            .order_by(a.table_id, a.seq)
            .limit(PAGE)
        )
        page = c.execute(query).all()
        if not page:
            return
        changes, back = [], []
        for id, seq, seat, action, journal in page:
            try:
                keep, add = json.loads(journal)
                lines = keep + len(add)
            except (ValueError, TypeError):
                keep = lines = 0  # damaged long ago: `firestep check-database` tells
            total = zlib.crc32(f"{seq}\n{seat}\n{action}\n{journal}".encode())
            changes.append({"id_": id, "seq_": seq, "keep_": keep, "lines_": lines, "sum_": total})
            words = action.split()
            if len(words) == 2 and words[0] == "takeback" and words[1].isdigit():
                back.append({"table_id": id, "seq": seq, "back_to": int(words[1])})
        c.execute(change, changes)
        if back:
            c.execute(sa.insert(takebacks), back)
        last = (page[-1][0], page[-1][1])


def downgrade() -> None:
    raise NotImplementedError("keys that were renewed cannot be put back; restore the copy made before the update")
