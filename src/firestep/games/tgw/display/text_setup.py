"""The journal in words: set-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from firestep.engine.words import capital
from firestep.games.tgw.display.names import place, units

SAYS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "deployed": lambda p: f"{capital(units(p['units']))} {'begin' if len(p['units']) > 1 else 'begins'} in {place(p['place'])}."
}
