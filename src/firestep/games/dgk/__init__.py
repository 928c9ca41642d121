"""Der Grosse Krieg: grand-tactical battles of 1914-1915 on a table measured in inches, with a calculator for dice and charts.

`umpire.py` is the calculator and needs nothing but Python; `sequence.py` is the battle played on screen, and needs shapely.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """`GAME` and `STEPS` are made when they are first asked for, so that the umpire can be used without shapely."""
    if name in ("GAME", "STEPS"):
        from firestep.games.dgk import game

        return getattr(game, name)
    raise AttributeError(name)
