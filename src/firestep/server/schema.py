"""The tables of the database. Changes go into `migrations/versions`; a test compares the two."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()


def _table_id(primary_key: bool = False) -> Column[str]:
    return Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, primary_key=primary_key)


tables = Table(
    "tables", metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("ruleset", Integer, nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("seed_chosen", Boolean, nullable=False),
    Column("start", Text),
    Column("parent", String(16)),
    Column("parent_at", Integer),
    Column("created", Integer, nullable=False),
    Column("updated", Integer, nullable=False),
    # seat that decides now, by index; -1 when the game is over
    Column("waiting", Integer, nullable=False),
    Column("bots_paused", Boolean, nullable=False),
    Column("takeback", Text),
    Column("spectator", String(64), nullable=False),
)

seats = Table(
    "seats", metadata,
    _table_id(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("bot", String(64)),
    Column("name", String(80), nullable=False),
    # SHA-256 of the token; tokens carry 192 random bits, so that no slow hash is needed
    Column("token", String(64), nullable=False),
    Column("webhook", Text),
    Column("email", Text),
)

actions = Table(
    "actions", metadata,
    _table_id(primary_key=True),
    # the entry's number, from 0; the primary key is what makes an entry happen once, whoever writes it
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("key", String(64)),
    Column("at", Integer, nullable=False),
    # what the entry did to the journal: [how many entries stay, [key, rules, params, at]...]
    Column("journal", Text, nullable=False),
    Index("actions_key", "table_id", "key", unique=True),
)

snapshots = Table(
    "snapshots", metadata,
    _table_id(primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

chat = Table(
    "chat", metadata,
    _table_id(primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Integer, nullable=False),
)

deliveries = Table(
    "deliveries", metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _table_id(),
    Column("seat", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("channel", String(8), nullable=False),
    Column("target", Text, nullable=False),
    # "waiting", "sent", "failed"
    Column("status", String(8), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due", Integer, nullable=False),
    Column("at", Integer, nullable=False),
    Column("detail", Text, nullable=False),
    Index("deliveries_due", "status", "due"),
    Index("deliveries_table", "table_id", "seat"),
)
