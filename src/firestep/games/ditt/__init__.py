"""Death in the Trenches (Madison, 2006): the whole war in nineteen turns of pulses, with divisions inside armies and dice chosen in
secret."""

from __future__ import annotations

from firestep.games import lazy

__getattr__ = lazy(__name__)
