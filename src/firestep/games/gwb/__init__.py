"""Great War Battles: the series rules (Kerry Anderson, version gwb.2.0) and their battles. Start reading at sequence.py."""

from __future__ import annotations

from firestep.games import lazy

__getattr__ = lazy(__name__)
