"""The server: tables, seats, storage, live updates, notifications. docs/protocol.md says what goes over the wire."""
