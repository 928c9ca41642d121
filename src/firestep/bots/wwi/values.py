"""What things are worth to the greedy player, in Combat Resource Points. One Victory Point is worth two."""

from __future__ import annotations

from firestep.games.wwi.components import board
from firestep.games.wwi.state import State

VP = 2.0
#: a Resource Center that changes hands is five points less there and five more here
CENTRE = 2 * board.CENTRE_VP * VP
ARMY = 6.5
#: an army lost for good cannot be built again
ARMY_FOR_GOOD = 9.0
GROUND = 1.0


def crp(st: State, nation: int) -> float:
    """The worth of one point of a nation: dear when it has few, cheap when it has many or the war is nearly over."""
    stock = st.crp[nation]
    worth = 1.3 if stock < 6 else 0.9 if stock < 15 else 0.65 if stock < 30 else 0.4 if stock < 60 else 0.2
    if st.turn >= board.LAST_TURN:
        return 0.25 * worth
    return 0.7 * worth if st.turn == board.LAST_TURN - 1 else worth


def surrender(st: State) -> float:
    """What Russia's surrender would be worth if it came soon."""
    return 0.0 if st.surrendered else VP * board.SURRENDER_VP[st.turn]


def city(st: State) -> float:
    """The share of one Russian city in the surrender."""
    return surrender(st) * 0.25


def prize(st: State, side: int, hex: int) -> float:
    """What a side gains by entering a hex, beyond the ground itself."""
    bit = 1 << hex
    worth = 0.0
    if bit & board.CENTRES & ~(st.allied_centres if side == board.ALLIED else st.central_centres):
        worth += CENTRE
    if bit & board.RUSSIAN_CITIES and not st.surrendered:
        if side == board.CENTRAL and not st.fallen & bit and (bit & board.COLLAPSE_CITIES or st.collapsed):
            worth += city(st)
        elif side == board.CENTRAL and not st.fallen & bit:
            worth += 0.5 * city(st)
        elif side == board.ALLIED and st.fallen & bit and not st.collapsed:
            worth += city(st)
    n = board.COUNTRY_AT[hex]
    if bit & board.SUPPLY_CITIES[n] and st.allegiance[n] == 1 - side:
        worth += 4.0
    return worth
