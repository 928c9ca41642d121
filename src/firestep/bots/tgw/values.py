"""What ground and units are worth to a side of The Great War."""

from __future__ import annotations

from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

#: hexes whose loss can end a nation or the war (16, tgw.18.3)
GREAT = board.PARIS | board.RUHR | board.mask("E5102", "E3606", "E3310", "E1819", "E1328", "E2423", "W2230", "W2615", "E7030")
#: the chief towns of Serbia: Belgrade, Kraguyevatz, Nish, Üsküb
SERBIA = board.mask("E2512", "E2213", "E2015", "E1614")
#: what ground is worth more around the great towns of Russia, ring by ring: who wants them must come near
APPROACH = (1.2, 0.9, 0.6, 0.3)
#: what the rim of Austria-Hungary on the Italian Front is worth: three Italians there end the empire (tgw.16.5c)
EDGE = 3.0
#: the value of a hex to the side that holds or takes it: by side
_PLAIN = 0.35


def _worth(side: int) -> list[float]:
    out = [0.0] * (board.ATLAS.all.bit_length() + 1)
    for i in bits(board.LAND):
        out[i] = _PLAIN
    for mask, value in (
        (board.TOWN, 0.5),
        (board.CITY, 1.5),
        (board.FORTS, 0.6),
        (board.VICTORY, 6.0),
        (board.CP_CITIES, 5.0),
        (board.SURRENDER, 2.0),
        (GREAT, 5.0),
    ):
        for i in bits(mask & board.LAND):
            out[i] += value
    for i, points in board.RESOURCES.items():
        out[i] += 1.5 * points
    if side == tables.CENTRAL:  # the way to Constantinople
        for i in bits(board.AUSTRIAN_EDGE):
            out[i] += EDGE
        for i in bits(SERBIA):
            out[i] += 3.5
        for i in bits(board.RUSSIAN_CITIES):
            out[i] += 1.5  # what the revolutions hang on (tgw.5.42)
        ring = board.RUSSIAN_CITIES & board.EUROPE
        for value in APPROACH:
            near = board.ATLAS.dilate(ring) & ~ring
            for i in bits(near & board.LAND):
                out[i] += value
            ring |= near
    # the far bank of the canal and the rim of France are victory hexes that nobody reaches in one step
    for i in bits(board.WEST_OF_CANAL | board.FRENCH_EDGE):
        out[i] -= 3.0
    return out


WORTH = (_worth(tables.ALLIED), _worth(tables.CENTRAL))
#: victory hexes of France and Belgium, whose capture may break French morale (tgw.18.21)
FRENCH = board.VICTORY & board.FRANCE


def force(st: State, u: int) -> float:
    """The weight of a unit: attack and defence as it lies, twice for two steps."""
    a, d, _ = st.strength(u)
    steps = 1.6 if roster.TWO_STEP >> u & 1 and not st.reduced >> u & 1 else 1.0
    return (a + d) * steps


def attack_of(st: State, units: int) -> int:
    return sum(st.strength(u)[0] for u in bits(units & roster.COMBAT))


def defence_of(st: State, units: int) -> int:
    return sum(st.strength(u)[1] for u in bits(units & roster.COMBAT))
