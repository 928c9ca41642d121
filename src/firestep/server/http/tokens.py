"""Tokens give access to seats; ids name tables. Only the hash of a token is stored."""

from __future__ import annotations

import hashlib
import re
import secrets

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
TABLE_ID = re.compile(r"[a-z0-9]{10}")
#: a key that a device made itself
TOKEN = r"^[A-Za-z0-9_-]{32,64}$"
KEY = r"^[A-Za-z0-9_-]{1,64}$"


def new_token() -> str:
    """Returns a token with 192 random bits."""
    return secrets.token_urlsafe(24)


def new_invitation() -> str:
    """Returns an invitation, which is exchanged once for a key. The dot distinguishes it from a key."""
    return f"i.{secrets.token_urlsafe(24)}"


def new_seed() -> str:
    return secrets.token_hex(32)


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def clean(text: str, most: int) -> str:
    """Returns a name or a chat line for storage: without control characters and repeated blanks. Markup stays as text, because the
    page never interprets it."""
    kept = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(kept.split())[:most].strip()
