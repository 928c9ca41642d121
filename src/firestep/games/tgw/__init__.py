"""The Great War 1914-1918 (Command Magazine, 1995-96, consolidated rules): every division of the war on six fronts, in 51
Operational and 21 Strategic Turns."""

from __future__ import annotations

from firestep.games import lazy

__getattr__ = lazy(__name__)
