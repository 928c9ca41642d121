"""Random Events (3.0): a chit is drawn and its list carried out in order."""

from __future__ import annotations

import re
from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.ditt import control
from firestep.games.ditt import tables as t
from firestep.games.ditt.state import State

#: Army Max by year and chit
HEADINGS = {(int(r["year"]), int(r["chit"])): [(t.NATION[n], int(k)) for n, k in re.findall(r"([a-z]+)([+-]\d+)", r["changes"])]
            for r in t.read("headings.csv")}


@dataclass(frozen=True, slots=True)
class Chit(Auto[Session[State]]):
    """The list of one chit in the chart of the year (3.0b, 3.0c)."""

    number: int

    def run(self, s: Session[State]) -> Steps:
        for nation, change in HEADINGS.get((t.YEAR[s.state.turn], self.number), ()):
            control.change_max(s, nation, change, "ditt.3.0g")
        return ()


#: the steps of this module, for the registry of the game
STEPS = (Chit,)
