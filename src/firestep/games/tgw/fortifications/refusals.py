"""Why not? Markers of special combats, devastation, the pipeline, the Hindenburg Line (tgw.10.8, tgw.11.53, tgw.14.3, tgw.14.6)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.tgw.combat import attackers, special_combats
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.fortifications import devastation, hindenburg
from firestep.games.tgw.movement import areas, stacking
from firestep.games.tgw.state import State, place_of
from firestep.games.tgw.supply import pipeline, sources
from firestep.games.tgw.supply.supply import fed, supplied
from firestep.hexmap.grid import bits

S = Session[State]


def where(i: int) -> str:
    return board.place_name(i)


def hex_of(word: str) -> tuple[int, list[Refusal]]:
    """The hex of a word; a box is none."""
    i = place_of(word)
    return i, [] if i > 0 else [Refusal("tgw.3.11a", f"'{word}' is no hex")]


# -- markers, waste, pipeline --------------------------------------------------------------------------------------------------


def lay(s: S, step: special_combats.Lay, action: Action) -> list[Refusal]:
    if action[0] == "keep":
        return []
    st = s.state
    i, bad = hex_of(action[1])
    if bad:
        return bad
    if not special_combats._AREA[step.kind] >> i & 1:  # tgw.10.81a; Foch and Allenby never in the east (tgw.4.21b)
        return [Refusal(special_combats._RULE[step.kind], f"{special_combats.TITLES[step.kind]} does not serve in {where(i)}")]
    units = st.stack(i) & special_combats.corps(st, step.kind)
    if not units:
        return [
            Refusal(special_combats._RULE[step.kind], f"no unit that {special_combats.TITLES[step.kind]} commands is in {where(i)}")
        ]
    if not any(supplied(st, u) for u in bits(units)):
        return [Refusal("tgw.10.82a", f"no supplied unit is in {where(i)}")]
    return []


def waste(s: S, step: devastation.LayWaste, action: Action) -> list[Refusal]:
    if action[0] == "done":
        return []
    st = s.state
    u = roster.UNIT[action[1]]
    i = st.at[u]
    if st.side(u) != tables.CENTRAL or not unit_types.foot(st) >> u & 1:
        return [Refusal("tgw.14.62a", f"{action[1]} is no infantry or mountain unit of the Central Powers")]
    if i <= 0 or not devastation.WASTABLE >> i & 1:
        return [Refusal("tgw.14.61a", f"{action[1]} is not in clear country of France or Belgium")]
    if st.devastated >> i & 1 or any(st.at[v] == i for v in bits(st.devastating)):
        return [Refusal("tgw.14.62a", f"{where(i)} is devastated already, or another unit is at it")]
    if not st.dz_left:
        return [Refusal("tgw.14.64a", "no markers are left")]
    if not supplied(st, u):
        return [Refusal("tgw.14.62a", f"{action[1]} is out of supply")]
    if all(_no_refuge(st, u, j) for j in bits(board.ATLAS.near(i))):
        return [Refusal("tgw.14.62b", f"{action[1]} could not fall back to the east afterwards")]
    return []


def withdraw(s: S, step: devastation.Withdraw, action: Action) -> list[Refusal]:
    st = s.state
    i, bad = hex_of(action[1])
    if bad:
        return bad
    return _no_refuge(st, step.unit, i)


def _no_refuge(st: State, u: int, i: int) -> list[Refusal]:
    """Why a unit that laid waste to its hex does not fall back to another."""
    here, bit = st.at[u], 1 << i
    if not board.ATLAS.near(here) & bit or board.ATLAS.direction(here, i) not in devastation._EAST:
        return [Refusal("tgw.14.62b", f"{where(i)} is not the next hex to the east, northeast or southeast")]
    if not attackers.NEAR[here] & bit or board.ALPINE & bit and not roster.MOUNTAIN >> u & 1:
        return [Refusal("tgw.8.24a", f"the way to {where(i)} is barred")]
    if (st.occ[tables.ALLIED] | st.fort_of[tables.ALLIED]) & bit:
        return [Refusal("tgw.8.22a", f"the enemy is in {where(i)}")]
    if areas.closed(st) & bit or not areas.ground(st, 1 << u) & bit:
        return [Refusal("tgw.17.4f", f"{where(i)} is closed to this unit")]
    if not stacking.room(st, i, 1 << u, tables.CENTRAL):
        return [Refusal("tgw.7.23a", f"{where(i)} has no room")]
    return []


def pipe(s: S, step: pipeline.LayPipeline, action: Action) -> list[Refusal]:
    if action[0] == "keep":
        return []
    i = place_of(action[1])
    if i not in sources.SINAI_TOWNS:
        return [Refusal("tgw.11.53c", f"{action[1]} is no coastal town of Sinai")]
    k = sources.SINAI_TOWNS.index(i)
    # the next town counts from where the pipeline was pushed back to (tgw.11.53g)
    if s.state.pipeline != (sources.SINAI_TOWNS[k - 1] if k else 0):
        return [Refusal("tgw.11.53e", f"the pipeline grows from west to east, town by town, and {where(i)} is not next")]
    if not s.state.occ[tables.ALLIED] >> i & 1:
        return [Refusal("tgw.11.53c", f"no Allied unit is in {where(i)}")]
    return []


def line(s: S, step: hindenburg.LayLine, action: Action) -> list[Refusal]:
    st = s.state
    if action[0] == "keep":
        return [Refusal("tgw.14.31b", "all four markers are laid at the same time")] if step.laid else []
    i, bad = hex_of(action[1])
    if bad:
        return bad
    if bad := _no_site(st, i):
        return bad
    if i in step.laid:
        return [Refusal("tgw.14.31b", f"a marker of the line lies in {where(i)} already")]
    if step.laid and not attackers.NEAR[step.laid[-1]] >> i & 1:
        return [Refusal("tgw.14.31b", f"{where(i)} is not next to the last marker")]
    if not _goes_on(st, (*step.laid, i)):
        return [Refusal("tgw.14.31b", f"from {where(i)} the rest of the line could not be laid")]
    return []


def _no_site(st: State, i: int) -> list[Refusal]:
    """Why no marker of the Hindenburg Line lies in a hex."""
    bit = 1 << i
    if not fronts.FRONT[fronts.WEST] & board.LAND & bit:
        return [Refusal("tgw.14.31b", f"{where(i)} is no land of the Western Front")]
    if not st.ctrl[tables.CENTRAL] & bit or st.fort_of[tables.CENTRAL] & bit:
        return [Refusal("tgw.14.31b", f"{where(i)} is not yours, or has a fort already")]
    if not fed(st, tables.GE) & bit:
        return [Refusal("tgw.14.31b", f"{where(i)} is out of supply")]
    if (board.ATLAS.near(i) | bit) & (st.occ[tables.ALLIED] | st.fort_of[tables.ALLIED]):
        return [Refusal("tgw.14.31b", f"{where(i)} is next to an Allied unit or fort")]
    return []


def _goes_on(st: State, laid: tuple[int, ...]) -> bool:
    """A line that begins so can be laid to its end."""
    if len(laid) == hindenburg.MARKERS:
        return True
    near = [j for j in bits(attackers.NEAR[laid[-1]]) if j not in laid and not _no_site(st, j)]
    return any(_goes_on(st, (*laid, j)) for j in near)


# -- what could be meant -------------------------------------------------------------------------------------------------------


def _markers(s: S, step: Any) -> Collection[Action] | None:
    return (
        [("marker", n) for n in board.numbers(s.state.occ[0] | s.state.occ[1])] if isinstance(step, special_combats.Lay) else None
    )


def _withdrawals(s: S, step: Any) -> Collection[Action] | None:
    if not isinstance(step, devastation.Withdraw):
        return None
    return [("withdraw", n) for n in board.numbers(fronts.range_of(1 << s.state.at[step.unit], 2))]


def _lines(s: S, step: Any) -> Collection[Action] | None:
    if not isinstance(step, hindenburg.LayLine):
        return None
    return [
        ("line", n)
        for n in board.numbers(board.ATLAS.dilate(s.state.ctrl[tables.CENTRAL] & fronts.FRONT[fronts.WEST]) & board.LAND)
    ]


ASKS: dict[type, tuple[tuple[str, ...], Any]] = {
    special_combats.Lay: (("marker place", "keep"), lay),
    devastation.LayWaste: (("devastate unit", "done"), waste),
    devastation.Withdraw: (("withdraw place",), withdraw),
    pipeline.LayPipeline: (("lay place", "keep"), pipe),
    hindenburg.LayLine: (("line place", "keep"), line),
}
FORMS: dict[str, Any] = {"marker": _markers, "withdraw": _withdrawals, "line": _lines}
