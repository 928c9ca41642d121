"""Errors with an HTTP status."""

from __future__ import annotations

from typing import Any

from firestep.engine.refusal import Refusal


class Refused(Exception):
    """A request that the server refuses. The text is one sentence that says what to do."""

    def __init__(
        self, status: int, error: str, refusals: list[Refusal] | None = None, seq: int | None = None, retry_after: int | None = None
    ) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.refusals = refusals or []
        self.seq = seq
        self.retry_after = retry_after

    def to_plain(self) -> dict[str, Any]:
        out: dict[str, Any] = {"error": self.error, "refusals": [r._asdict() for r in self.refusals]}
        if self.seq is not None:
            out["seq"] = self.seq
        return out
