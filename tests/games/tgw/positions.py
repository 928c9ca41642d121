"""Bare positions for tests of single rules: a state with hexes given to each side and units where they are wanted, and a session
that scripts its dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from firestep.engine.dice import ScriptedDice
from firestep.engine.session import Session
from firestep.engine.step import Step
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import CHIT
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

CP_LAND = board.GERMANY | board.AUSTRIA | board.COUNTRY["luxembourg"]
ALLIED_LAND = board.lands("france", "belgium", "russia", "russian-poland", "serbia", "montenegro", "egypt")


def field(
    units: Mapping[str, str] | None = None,
    *,
    turn: int = 20,
    letter: str = "H",
    options: Mapping[str, str] | None = None,
    at_war: Mapping[str, int] | None = None,
    allied: Iterable[str] = (),
    central: Iterable[str] = (),
    reduced: str = "",
    flipped: str = "",
    depleted: str = "",
    play: str = "",
    forts: bool = True,
    **fields: Any,
) -> State:
    """A state: `units` is place of each unit ("ge-1 ge-2" may share one); `allied` and `central` are hexes given away besides the
    countries of 1914 with Turkey and the Near East."""
    st = State(dict(options or {}), "1914")
    st.turn, st.letter = turn, tables.LETTER[letter] if letter else -1
    st.set_side(tables.TU, tables.CENTRAL)
    for code, side in (at_war or {}).items():
        st.set_side(tables.NATION[code], side)
        st.seize(_home(code), side)
    st.seize(CP_LAND | board.OTTOMAN, tables.CENTRAL)
    st.seize(ALLIED_LAND, tables.ALLIED)
    st.seize(board.mask(*allied), tables.ALLIED)
    st.seize(board.mask(*central), tables.CENTRAL)
    if not forts:
        st.forts = 0
    st.derive_forts()
    for ids, place in (units or {}).items():
        for id in ids.split():
            st.put(roster.UNIT[id], board.INDEX[place])
            st.seize(1 << board.INDEX[place], st.side(roster.UNIT[id]))
    st.reduced = roster.unit_mask(reduced.split())
    st.flipped = roster.unit_mask(flipped.split())
    st.depleted = roster.unit_mask(depleted.split())
    st.play = sum(1 << CHIT[c] for c in play.split())
    for name, value in fields.items():
        setattr(st, name, value)
    return st


def _home(code: str) -> int:
    return {"IT": board.ITALY, "BU": board.COUNTRY["bulgaria"], "GK": board.COUNTRY["greece"], "RO": board.COUNTRY["romania"]}.get(
        code, 0
    )


def session(st: State, *steps: Step[Any], dice: Iterable[int] = (), **parts: Any) -> Session[State]:
    """A game that has only these steps before it. `parts` replace parts of the game."""
    from firestep.games.tgw.odds import odds
    from firestep.games.tgw.refusals import GRAMMAR

    usual = {"plays": {}, "outcome": lambda state: None, "why_not": GRAMMAR.why_not, "odds": odds}
    game: Any = SimpleNamespace(id="tgw", seats=tables.SEATS, seat_titles=tables.SIDE_TITLES, **usual | parts)
    return Session(game, st.scenario, st.options, ScriptedDice(list(dice), first=st.rolls), st, steps)


def units(*ids: str) -> int:
    return roster.unit_mask(list(ids))


def hexes(*numbers: str) -> int:
    return board.mask(*numbers)


def why(s: Session[State], action: str) -> set[str]:
    """The rules against an action."""
    return {x.rule for x in s.why_not(action)}


def spot(ground: int, *, front: int = 0, rivers: bool = False, city: bool = False) -> str:
    """A hex of some ground, with six open neighbours of plain land, without town, fort or river unless asked for."""
    from firestep.games.tgw.combat.attackers import NEAR
    from firestep.games.tgw.combat.shifts import RIVER_NEAR

    for i in bits(ground & board.LAND & fronts.FRONT[front] & ~board.FORTS & ~board.PORT):
        near = NEAR[i]
        if (
            near.bit_count() == 6
            and bool(board.CITY >> i & 1) == city
            and not near & (board.FORTS | board.ALPINE | board.LANDINGS)
            and bool(RIVER_NEAR.get(i)) == rivers
            and not near & ~board.LAND
        ):
            return board.NUMBER[i]
    raise LookupError("no such hex on this map")


def around(number: str) -> list[str]:
    """The six neighbours of a hex in the order of the compass: opposite ones are three apart."""
    i = board.INDEX[number]
    one, _, stride, _, both_, _ = board.ATLAS.shifts
    return [board.NUMBER[i + k] for k in (one, both_, stride, -one, -both_, -stride)]
