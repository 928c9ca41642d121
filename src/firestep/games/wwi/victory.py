"""Victory (chapter 15): points for Resource Centers, Russia's surrender, violated neutrals and the blockade."""

from __future__ import annotations

from firestep.engine.game import Outcome, Way
from firestep.games.wwi.components import board
from firestep.games.wwi.state import State

RULE = "wwi.15.0"
#: every way in which a war can end
ENDS: tuple[Way, ...] = (*((seat, "victory", RULE) for seat in board.SEATS), (None, "draw", RULE))


def centre_points(st: State, side: int) -> int:
    """Five for each Resource Center a side entered last, or owned first (wwi.15.1a)."""
    mask = st.allied_centres if side == board.ALLIED else st.central_centres
    return board.CENTRE_VP * mask.bit_count()


def points(st: State, side: int) -> int:
    """All points of a side as they stand now; the blockade counts for the Allies (wwi.15.4). Both games count alike
    (wwi.14.0)."""
    return st.vp[side] + centre_points(st, side) + (board.BLOCKADE_VP if side == board.ALLIED else 0)  # wwi.15.4, wwi.14.0


def outcome(st: State) -> Outcome:
    """The player with more points wins; equal points are a draw (wwi.15.0)."""
    allied, central = points(st, board.ALLIED), points(st, board.CENTRAL)
    winner = None if allied == central else board.SEATS[board.ALLIED if allied > central else board.CENTRAL]
    reason = f"Allies {allied} points, Central Powers {central}" + (
        ": a draw" if winner is None else f": the {board.SIDE_TITLES[board.SEATS.index(winner)]} win by {abs(allied - central)}"
    )
    return Outcome(winner, "draw" if winner is None else "victory", {"allied": allied, "central": central}, reason, RULE)
