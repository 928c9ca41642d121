"""Forts (tgw.14.1), Kut (tgw.14.2) and the Hindenburg Line (tgw.14.3): what stands in a hex, what falls when the enemy comes in,
and the Fortress Surrender Phase."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.combat.casualties import eliminate
from firestep.games.tgw.components import board, fronts, tables
from firestep.games.tgw.state import State
from firestep.games.tgw.supply import sources
from firestep.games.tgw.supply.supply import fed, supplied_units
from firestep.hexmap.grid import bits

#: the trenches between Gaza and Beersheba (tgw.6.34a)
GAZA_LINE = board.mask("N2712", "N2813")
#: forts that can be attacked concentrically (tgw.10.53c)
OPEN_FORTS = sources.GAZA | sources.BEERSHEBA
FIRST_SURRENDER = tables.LETTER["D"]
#: the least die on which a fortress surrenders (tgw.14.15b)
SURRENDERS = 4


def shift(st: State, hex: int, side: int) -> int:
    """Returns the columns that a fort of the side gives its defenders: 1 (tgw.10.42a), or 2 if it is heavy (tgw.10.43a, tgw.14.12a)
    or the Hindenburg Line (tgw.14.31c). Kut gives 1 to the Allies once they have been there (tgw.14.21b)."""
    if hex == board.KUT:
        return int(side == tables.ALLIED and st.flag("kut"))
    if not st.fort_of[side] >> hex & 1:
        return 0
    return 2 if (board.HEAVY & st.forts | st.line) >> hex & 1 else 1


def intrinsic(st: State, hex: int, side: int) -> bool:
    """Return whether an intact fort defends with a strength of its own (tgw.14.11a); Kut has none (tgw.14.21b)."""
    return bool(st.fort_of[side] >> hex & 1)  # tgw.14.21b


def destroy(s: Session[State], hex: int, rule: str) -> None:
    """Destroy a fort or a part of the Hindenburg Line for good (tgw.14.14a)."""
    st = s.state
    bit = 1 << hex
    if (st.forts | st.line) & bit:
        st.forts &= ~bit
        st.line &= ~bit
        st.derive_forts()
        s.note("fort-falls", rule, place=board.NUMBER[hex])


def entered(s: Session[State], hex: int, side: int) -> None:
    """Units of a side have entered a hex that the other controlled: forts, the Hindenburg Line, trenches, the pipeline, sources
    (tgw.14.14a, tgw.14.31c, tgw.6.34b, tgw.14.53a, tgw.14.21a, tgw.11.71c)."""
    st = s.state
    bit = 1 << hex
    if st.fort_of[1 - side] & bit:
        destroy(s, hex, "tgw.14.14a")
    if side == tables.ALLIED:
        trodden(s, hex)
        if hex == board.KUT and not st.flag("kut"):
            st.set_flag("kut")
            s.note("kut", "tgw.14.21a", place=board.NUMBER[hex])
    sources.captured(st, bit, side)


def trodden(s: Session[State], hex: int) -> None:
    """An Allied unit enters a hex: its trench is gone (tgw.14.53a, tgw.6.34b, tgw.6.35c), if only Arabs ride through as well."""
    st = s.state
    bit = 1 << hex
    if st.ne_trenches & bit:
        st.ne_trenches &= ~bit  # tgw.6.34b, tgw.6.35c
        s.note("trench-falls", "tgw.14.53a", place=board.NUMBER[hex])
    if bit & GAZA_LINE and not st.flag("gaza"):
        st.set_flag("gaza-lost")  # before Kress came: neither is ever dug (tgw.6.34c)


# -- the Sinai pipeline (tgw.11.53) ------------------------------------------------------------------------------------------------


def _row(hex: int) -> int:
    """On the Egyptian Front rows fall towards the east."""
    return int(board.NUMBER[hex][1:3])


def cut_pipeline(s: Session[State], passed: int = 0) -> None:
    """A CP unit in a hex with or west of the marker, or one that has `passed` it, pushes it to the nearest coastal town west
    of that unit (tgw.11.53f, N20f)."""
    st = s.state
    if not st.pipeline:
        return
    row = _row(st.pipeline)
    far = max((_row(i) for i in bits(st.occ[tables.CENTRAL] & fronts.FRONT[fronts.EGYPT] | passed)), default=0)
    if far < row:
        return
    west = [i for i in sources.SINAI_TOWNS if _row(i) > far]
    st.pipeline = west[-1] if west else 0
    s.note("pipeline-cut", "tgw.11.53f", place=board.NUMBER[st.pipeline] if st.pipeline else "")


def next_pipeline(st: State) -> int:
    """Returns the town to which the pipeline may be laid now, or 0: the next one east of the marker, with an Allied unit in it
    (tgw.11.53c to tgw.11.53e). Where it was pushed back it must be laid again (tgw.11.53g)."""  # tgw.11.53g
    k = sources.SINAI_TOWNS.index(st.pipeline) + 1 if st.pipeline else 0
    if k == len(sources.SINAI_TOWNS):
        return 0
    town = sources.SINAI_TOWNS[k]
    return town if st.occ[tables.ALLIED] >> town & 1 else 0


# -- surrender (tgw.14.15) ---------------------------------------------------------------------------------------------------------


def tested(st: State) -> list[tuple[int, int, int]]:
    """The fortresses that must be tested: hex, units inside with the intrinsic one, enemy units around (tgw.14.15a, N30, N31)."""
    out = []
    places = [(i, st.allegiance[fronts.FORT_NATION[i]]) for i in bits(st.forts)]
    if sources.besieged(st) and st.flag("kut"):
        places.append((board.KUT, tables.ALLIED))
    for i, side in sorted(places):
        if side > 1:
            continue
        inside = st.stack(i) & st.troops[side]
        if i != board.KUT and (fed(st, fronts.FORT_NATION[i]) >> i & 1 or supplied_units(st, inside)):
            continue
        around = sum((st.stack(j) & st.troops[1 - side]).bit_count() for j in bits(board.ATLAS.near(i) & st.occ[1 - side]))
        own = inside.bit_count() + (i != board.KUT)
        if around >= own:  # tgw.14.15a
            out.append((i, own, around))
    return out


@dataclass(frozen=True, slots=True)
class FortressSurrender(Auto[Session[State]]):
    """Rolls a die for each fortress that has only fortress supply and is surrounded, from Strategic Turn D on (tgw.5.5a,
    tgw.11.51c, tgw.14.15a)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        if st.letter < FIRST_SURRENDER:
            return ()
        for i, own, around in tested(st):  # tgw.5.5a, tgw.11.51c
            die = s.roll()
            falls = die >= SURRENDERS
            s.note("fortress-rolls", "tgw.14.15b", place=board.NUMBER[i], die=die, units=own, enemies=around, falls=falls)
            if falls:
                side = tables.ALLIED if i == board.KUT else st.allegiance[fronts.FORT_NATION[i]]
                eliminate(s, st.stack(i) & st.troops[side], "tgw.14.15b", "surrendered")
                if i != board.KUT:
                    destroy(s, i, "tgw.14.15b")
        return ()
