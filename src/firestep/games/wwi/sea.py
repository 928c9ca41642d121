"""Allied sea movement (wwi.5.4): one British, French or US army a turn, and the Straits."""

from __future__ import annotations

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.wwi.components import board
from firestep.games.wwi.control import enter
from firestep.games.wwi.neutrals import violate
from firestep.games.wwi.state import State
from firestep.games.wwi.supply import straits_level
from firestep.games.wwi.zones import held
from firestep.hexmap.grid import bits

SEA = {i: ("sea", n) for i, n in board.NUMBER.items()}
NAVAL = (board.BR, board.FR, board.US)


def beyond(level: int) -> int:
    """Coastal hexes closed to ships when the passage is open only up to `level`."""
    return sum(1 << i for i, k in board.PASSAGE.items() if k >= level)


_BEYOND = tuple(beyond(k) for k in range(7))


def can_sail(st: State, unit: int) -> bool:
    """One sea move a phase (wwi.5.4a), British, French or US (wwi.5.4b), from a clear coastal hex (wwi.5.42a, wwi.5.42b) this side
    of a closed passage."""
    here = st.at[unit]
    return (
        not st.sea_moved  # wwi.5.4a
        and board.UNIT_NATION[unit] in NAVAL  # wwi.5.4b
        and here >= 0
        and bool(board.SEA_START >> here & 1)
        and not _BEYOND[straits_level(st)] >> here & 1
    )


def landings(st: State) -> int:
    """Clear coastal hexes of the permitted countries (wwi.5.43a), not occupied (wwi.5.45b, wwi.7.0a), this side of a closed passage
    (wwi.5.46b). Enemy zones do not matter (wwi.5.45a), and no path is traced (wwi.5.46a)."""
    taken = held(st, board.CENTRAL) | st.occ[board.ALLIED] | st.occ[board.NEUTRAL] | st.forts_of_side(board.NEUTRAL)  # wwi.5.45b
    return board.SEA_END & ~taken & ~_BEYOND[straits_level(st)]  # wwi.5.45a, wwi.5.46a


def actions(st: State, unit: int) -> list[Action]:
    if not can_sail(st, unit):
        return []
    return [SEA[i] for i in bits(landings(st) & ~(1 << st.at[unit]))]


def move(s: Session[State], unit: int, dest: int) -> Steps:
    """The move ends in its phase (wwi.5.44) and takes the whole allowance (wwi.5.41), but no strength and nothing of later phases
    (wwi.5.47a, wwi.5.47b). The landing hex becomes a sea link (wwi.5.48, wwi.9.17a)."""
    st = s.state
    was = st.at[unit]
    if st.neutral >> dest & 1:
        violate(s, board.COUNTRY_AT[dest], board.ALLIED)  # R32
    st.put(unit, dest)  # wwi.5.47a, wwi.5.47b
    st.moved |= 1 << unit  # wwi.5.41, wwi.5.44
    st.sea_moved = True
    st.links |= 1 << dest
    s.note("sails", "wwi.5.4a", "wwi.9.17a", unit=board.UNITS[unit], start=board.NUMBER[was], hex=board.NUMBER[dest])
    enter(s, unit, was, (dest,))
    return ()
