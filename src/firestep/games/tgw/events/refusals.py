"""Why not? Held chits (tgw.6.1.2c). The other questions of events explain their refusals themselves."""

from __future__ import annotations

from firestep.engine.grammar import Ask
from firestep.engine.offer import Offer
from firestep.games.tgw.events import windows

ASKS: dict[type, Ask] = {Offer: (("pass", "play play"), windows.explain)}
