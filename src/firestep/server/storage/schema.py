"""The tables of the database. Changes are made by `migrations/versions`; a test compares the two.

Times are whole seconds since 1970, in 64 bits. A `sum` is a CRC of the other values, so damaged storage is noticed.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()
#: seconds since 1970; SQLite stores whole numbers in eight bytes in any column
Time = BigInteger().with_variant(Integer(), "sqlite")


def _table_id(primary_key: bool = False) -> Column[str]:
    return Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, primary_key=primary_key)


tables = Table(
    "tables",
    metadata,
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
    Column("created", Time, nullable=False),
    Column("updated", Time, nullable=False),
    # seat that decides now, by index; -1 when the game is over
    Column("waiting", Integer, nullable=False),
    # since when that seat is asked: the clock of the table starts here
    Column("asked", Time, nullable=False, server_default="0"),
    Column("bots_paused", Boolean, nullable=False),
    Column("takeback", Text),
    Column("spectator", String(64), nullable=False),
    # hash of the key of the host, who may invite and nothing else
    Column("host", String(64)),
    # what was there before the first entry: {"journal": [...], "rolls": [[n, sides, value]...]}; NULL: not stored yet
    Column("opening", Text),
    # marks and rolls are stored for every entry; false for tables of older versions until they are requested
    Column("marked", Boolean, nullable=False, server_default="0"),
    # the agreed clock, {"nudge": seconds, "claim": seconds}
    Column("clock", Text),
    # the reason why an administrator closed the table; it can be read, not played
    Column("closed", Text),
    # the game continues on another server: {"by", "seq", "agreed"}, and "done" once all have agreed
    Column("handover", Text),
    # which server runs the bots of this table, and until when its claim is valid
    Column("bots_by", String(32)),
    Column("bots_until", Time, nullable=False, server_default="0"),
    Index("tables_updated", "updated"),
    Index("tables_waiting", "waiting", "bots_until"),
)

seats = Table(
    "seats",
    metadata,
    _table_id(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("bot", String(64)),
    Column("name", String(80), nullable=False),
    Column("webhook", Text),
    Column("email", Text),
    # standing orders: {name of a question: {"bot": name} or {"action": words}}
    Column("routine", Text),
    Column("nudged", Time, nullable=False, server_default="0"),
)

keys = Table(
    "keys",
    metadata,
    # SHA-256 of the token; tokens carry 192 random bits, so that no slow hash is needed
    Column("hash", String(64), primary_key=True),
    _table_id(),
    Column("seat", Integer, nullable=False),
    # "key": a device that holds the seat; "invitation": to be exchanged once for a key
    Column("kind", String(12), nullable=False),
    # the key an invitation was exchanged for: sent again, the exchange is answered again
    Column("became", String(64)),
    Column("made", Time, nullable=False),
    Index("keys_table", "table_id"),
)

actions = Table(
    "actions",
    metadata,
    _table_id(primary_key=True),
    # the entry's number, from 0; the primary key makes sure that an entry is stored once, whoever writes it
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("key", String(64)),
    Column("at", Time, nullable=False),
    # what the entry changed in the journal: [how many entries stay, [key, rules, params, at]...]
    Column("journal", Text, nullable=False),
    # how many entries of the journal stayed, and how many there were after it
    Column("keep", Integer, nullable=False, server_default="0"),
    Column("lines", Integer, nullable=False, server_default="0"),
    # the dice it rolled, [[n, sides, value]...]; NULL: none, or not stored
    Column("rolls", Text),
    Column("sum", Time),
    Index("actions_key", "table_id", "key", unique=True),
)

takebacks = Table(
    "takebacks",
    metadata,
    _table_id(primary_key=True),
    # the number of the entry that is a takeback, and how many entries remained valid
    Column("seq", Integer, primary_key=True),
    Column("back_to", Integer, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    _table_id(primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("data", LargeBinary, nullable=False),
    # entries of the journal at the stored state
    Column("lines", Integer),
    # actions that can still be undone, taken after the stored state: words, one a line
    Column("since", Text),
    Column("sum", Time),
)

marks = Table(
    "marks",
    metadata,
    _table_id(primary_key=True),
    # how many entries there were when the turn began
    Column("seq", Integer, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("data", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    _table_id(primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Time, nullable=False),
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _table_id(),
    Column("seat", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("channel", String(8), nullable=False),
    Column("target", Text, nullable=False),
    # "waiting", "sent", "failed"
    Column("status", String(8), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due", Time, nullable=False),
    Column("at", Time, nullable=False),
    Column("detail", Text, nullable=False),
    Index("deliveries_due", "status", "due"),
    Index("deliveries_table", "table_id", "seat"),
)

addresses = Table(
    "addresses",
    metadata,
    Column("address", Text, primary_key=True),
    # the token in the links of its mails
    Column("token", String(64), nullable=False),
    # "asked", "confirmed", "refused"
    Column("status", String(12), nullable=False),
    Column("asked", Time, nullable=False),
    Index("addresses_token", "token", unique=True),
)
