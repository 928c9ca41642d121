"""World War 1914-1918 (SPI, 1975): the war in Europe with armies, in ten half-year turns."""

from __future__ import annotations

from firestep.games import lazy

__getattr__ = lazy(__name__)
