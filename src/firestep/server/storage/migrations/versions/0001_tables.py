"""Tables, seats, actions, snapshots, chat, deliveries."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def table_id(primary_key: bool = False) -> sa.Column[str]:
    link = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(16), link, nullable=False, primary_key=primary_key)


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("ruleset", sa.Integer, nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("seed_chosen", sa.Boolean, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("parent", sa.String(16)),
        sa.Column("parent_at", sa.Integer),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("updated", sa.Integer, nullable=False),
        sa.Column("waiting", sa.Integer, nullable=False),
        sa.Column("bots_paused", sa.Boolean, nullable=False),
        sa.Column("takeback", sa.Text),
        sa.Column("spectator", sa.String(64), nullable=False),
    )
    op.create_table(
        "seats",
        table_id(primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("bot", sa.String(64)),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("webhook", sa.Text),
        sa.Column("email", sa.Text),
    )
    op.create_table(
        "actions",
        table_id(primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("journal", sa.Text, nullable=False),
    )
    op.create_index("actions_key", "actions", ["table_id", "key"], unique=True)
    op.create_table(
        "snapshots",
        table_id(primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "chat",
        table_id(primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        table_id(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due", sa.Integer, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_index("deliveries_due", "deliveries", ["status", "due"])
    op.create_index("deliveries_table", "deliveries", ["table_id", "seat"])


def downgrade() -> None:
    for name in ("deliveries", "chat", "snapshots", "actions", "seats", "tables"):
        op.drop_table(name)
