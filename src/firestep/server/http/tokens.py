"""Tokens open seats; ids name tables. Only the hash of a token is kept."""

from __future__ import annotations

import hashlib
import re
import secrets

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
TABLE_ID = re.compile(r"[a-z0-9]{10}")
#: a key that a device made for itself
TOKEN = r"^[A-Za-z0-9_-]{32,64}$"
KEY = r"^[A-Za-z0-9_-]{1,64}$"


def new_token() -> str:
    """192 random bits."""
    return secrets.token_urlsafe(24)


def new_invitation() -> str:
    """To be exchanged once for a key; the dot tells it from a key, which has none."""
    return f"i.{secrets.token_urlsafe(24)}"


def new_seed() -> str:
    return secrets.token_hex(32)


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def clean(text: str, most: int) -> str:
    """A name or a line of chat as it is kept: no control characters, no runs of blanks. Markup stays text, the page never
    reads it as anything else."""
    kept = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(kept.split())[:most].strip()
