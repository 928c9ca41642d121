"""The database: schema, reads and writes, locks and repair."""
