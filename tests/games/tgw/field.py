"""Bare positions for tests of single rules: a state with hexes given to each side and units where they are wanted, and a session
that scripts its dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from firestep.engine.dice import ScriptedDice
from firestep.engine.session import Session
from firestep.engine.step import Step
from firestep.games.tgw import board as b
from firestep.games.tgw import ground as g
from firestep.games.tgw import roster as r
from firestep.games.tgw import tables as t
from firestep.games.tgw.chits import CHIT
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

CP_LAND = b.GERMANY | b.AUSTRIA | b.COUNTRY["luxembourg"]
ALLIED_LAND = b.lands("france", "belgium", "russia", "russian-poland", "serbia", "montenegro", "egypt")


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
    st.turn, st.letter = turn, t.LETTER[letter] if letter else -1
    st.set_side(t.TU, t.CENTRAL)
    for code, side in (at_war or {}).items():
        st.set_side(t.NATION[code], side)
        st.seize(_home(code), side)
    st.seize(CP_LAND | b.OTTOMAN, t.CENTRAL)
    st.seize(ALLIED_LAND, t.ALLIED)
    st.seize(b.mask(*allied), t.ALLIED)
    st.seize(b.mask(*central), t.CENTRAL)
    if not forts:
        st.forts = 0
    st.derive_forts()
    for ids, place in (units or {}).items():
        for id in ids.split():
            st.put(r.UNIT[id], b.INDEX[place])
            st.seize(1 << b.INDEX[place], st.side(r.UNIT[id]))
    st.reduced = r.unit_mask(reduced.split())
    st.flipped = r.unit_mask(flipped.split())
    st.depleted = r.unit_mask(depleted.split())
    st.play = sum(1 << CHIT[c] for c in play.split())
    for name, value in fields.items():
        setattr(st, name, value)
    return st


def _home(code: str) -> int:
    return {"IT": b.ITALY, "BU": b.COUNTRY["bulgaria"], "GK": b.COUNTRY["greece"], "RO": b.COUNTRY["romania"]}.get(code, 0)


def session(st: State, *steps: Step[Any], dice: Iterable[int] = ()) -> Session[State]:
    """A game that has only these steps before it."""
    from firestep.games.tgw.odds import odds
    from firestep.games.tgw.refusals import GRAMMAR

    game: Any = SimpleNamespace(
        id="tgw", plays={}, seats=t.SEATS, seat_titles=t.SIDE_TITLES, outcome=lambda state: None, why_not=GRAMMAR.why_not, odds=odds
    )
    return Session(game, "1914", st.options, ScriptedDice(list(dice), first=st.rolls), st, steps)


def units(*ids: str) -> int:
    return r.unit_mask(list(ids))


def hexes(*numbers: str) -> int:
    return b.mask(*numbers)


def why(s: Session[State], action: str) -> set[str]:
    """The rules against an action."""
    return {x.rule for x in s.why_not(action)}


def spot(ground: int, *, front: int = 0, rivers: bool = False, city: bool = False) -> str:
    """A hex of some ground, with six open neighbours of plain land, without town, fort or river unless asked for."""
    from firestep.games.tgw.attackers import NEAR
    from firestep.games.tgw.shifts import RIVER_NEAR

    for i in bits(ground & b.LAND & g.FRONT[front] & ~b.FORTS & ~b.PORT):
        near = NEAR[i]
        if (
            near.bit_count() == 6
            and bool(b.CITY >> i & 1) == city
            and not near & (b.FORTS | b.ALPINE | b.LANDINGS)
            and bool(RIVER_NEAR.get(i)) == rivers
            and not near & ~b.LAND
        ):
            return b.NUMBER[i]
    raise LookupError("no such hex on this map")


def around(number: str) -> list[str]:
    """The six neighbours of a hex in the order of the compass: opposite ones are three apart."""
    i = b.INDEX[number]
    one, _, stride, _, both_, _ = b.ATLAS.shifts
    return [b.NUMBER[i + k] for k in (one, both_, stride, -one, -both_, -stride)]
