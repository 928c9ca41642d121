"""Der Grosse Krieg: grand-tactical battles of 1914-1915 on a table measured in inches, with a calculator for dice and charts.

`umpire.py` is the calculator and needs nothing but Python; `sequence.py` is the battle played on screen, and needs shapely.
"""

from __future__ import annotations

from firestep.games import lazy

__getattr__ = lazy(__name__)
