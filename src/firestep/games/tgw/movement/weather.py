"""The weather of each front (tgw.12.0a): printed on the tracks or rolled for.

What weather does is decided elsewhere: columns of combat in `combat/shifts.py`, the die of combat in `combat/modifiers.py`, attacks
over Alpine hexes in `combat/attackers.py`, the ground of tanks there too, and the cost of movement in `movement/movement_costs.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.components import tables
from firestep.games.tgw.state import State

#: the column of `tables.PRINTED` for each front: the west map shares one, the east has its own (tgw.12.12a);
#: Iraq and Egypt share one, the Caucasus has its own (tgw.12.12b)
COLUMN = (0, 0, 1, 3, 2, 2)
#: number of fronts in Europe; they come first
EUROPE = 3


def printed(turn: int) -> list[int]:
    """The weather of the six fronts as the tracks print it; `tables.VARIABLE` where a die decides (tgw.12.11a)."""
    return [tables.PRINTED[turn][c] for c in COLUMN]  # tgw.12.11a


def foresee(st: State) -> None:
    """Before the Weather Phase of a turn its printed letters count already, for supply of new units and for Van (N20g, E20); where
    a die will decide, the weather of the last turn goes on."""
    st.weather = [old if new == tables.VARIABLE else new for old, new in zip(st.weather, printed(st.turn), strict=True)]


@dataclass(frozen=True, slots=True)
class WeatherPhase(Auto[Session[State]]):
    """The tracks are read; March and October in the west are rolled for, once for both fronts (tgw.12.13a, E72)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        now = printed(st.turn)
        die = 0
        if tables.VARIABLE in now:
            die = s.roll()
            fell = tables.WET if die % 2 else tables.FAIR
            now = [fell if w == tables.VARIABLE else w for w in now]
            s.note("weather-roll", "tgw.12.13a", die=die, weather=tables.WEATHERS[fell])
        st.weather = now
        fronts = len(now) if st.near_east_open else EUROPE
        s.note("weather", "tgw.12.11a", weather=[tables.WEATHERS[w] for w in now[:fronts]])
        return ()
