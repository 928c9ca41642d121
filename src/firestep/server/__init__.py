"""The server: tables, seats, storage, live updates, notifications. docs/protocol.md describes the requests and answers."""
