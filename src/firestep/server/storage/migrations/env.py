"""Alembic runs this. The connection comes from the server; nothing is read from an ini file."""

from alembic import context

from firestep.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
