"""Formations as shapes (dgk.IV): deployed line, maneuver formation, march column.

In this game "formation" has two meanings. Here, and in the field `form` of the state, it is the shape that a unit takes up.
In `FormationDef`, `formation_no` and `command.py` it is a group of units under one Leader.

A unit is always in one of them (dgk.IV.form.1). Transport has the formations of infantry (dgk.IV.veh.1). Cavalry rides in maneuver
formation and fights on foot when deployed, without an action to mount or dismount (dgk.II.cav.3).
"""

from __future__ import annotations

from firestep.engine.errors import FirestepError
from firestep.games.dgk.components.geometry import XY, Layout

#: a unit is always in one of these (dgk.IV.form.1); cavalry rides to maneuver, deployed it is on foot (dgk.II.cav.3)
DEPLOYED, MANEUVER, MARCH = range(3)
NAMES = ("deployed", "maneuver", "march")


def legal_files(artillery: bool, bases: int) -> tuple[int, ...]:
    """Widths of front that a maneuver formation may have (dgk.III.man.2, dgk.IV.man.1, ruling D13):
    wider than one base if there are enough (dgk.IV.man.3)."""
    if bases <= 1:
        return (1,)  # one base shows its formation by a marker (dgk.IV.form.2)
    # dgk.III.man.2
    if artillery:  # dgk.III.man.3; two bases stand side by side (dgk.IV.man.2)
        return (2,) if bases == 2 else tuple(range(1, -(-bases // 2) + 1))
    if bases == 2:
        return (1,)  # two deep comes before two wide
    return tuple(range(2, -(-bases // 2) + 1))  # dgk.III.man.2, dgk.IV.man.3


def usual_files(artillery: bool, bases: int) -> int:
    """The width a unit takes unless its player asks for another: two ranks."""
    return legal_files(artillery, bases)[-1]


def fit_files(artillery: bool, bases: int, files: int) -> int:
    """The nearest legal width after bases were lost."""
    legal = legal_files(artillery, bases)
    return files if files in legal else max((f for f in legal if f <= files), default=legal[0])


def ranks(formation: int, artillery: bool, bases: int, files: int) -> tuple[int, ...]:
    """Returns the sizes of the ranks from the front. Transport stands as infantry does (dgk.IV.veh.1)."""
    if formation == DEPLOYED:  # dgk.IV.veh.1
        return (bases,)  # dgk.III.deploy.1
    if formation == MARCH:
        return (1,) * bases  # dgk.III.march.1, dgk.IV.march.1
    if files not in legal_files(artillery, bases):
        raise FirestepError(
            f"a maneuver formation of {bases} bases cannot be {files} wide; "
            f"choose one of: {', '.join(map(str, legal_files(artillery, bases)))} [dgk.IV.man.1]"
        )
    depth = -(-bases // files)
    each, more = divmod(bases, depth)
    return tuple(each + (i < more) for i in range(depth))  # dgk.IV.man.1: even ranks, none wider than the front


def layout(formation: int, artillery: bool, bases: int, files: int, bend: float = 0.0, trail: tuple[XY, ...] = ()) -> Layout:
    """Where the bases of a formation stand."""
    # dgk.III.march.2: room for a limber, itself no part of the unit (dgk.IV.limb.1); dgk.IV.gap.1: none otherwise
    gap = 1.0 if artillery and formation == MARCH else 0.0
    return Layout(
        ranks(formation, artillery, bases, files), gap, bend if formation == DEPLOYED else 0.0, trail if formation == MARCH else ()
    )
