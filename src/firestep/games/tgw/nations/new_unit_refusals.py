"""Why not? New units (13): who may come, and where."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.unit_types import US_HQ
from firestep.games.tgw.display.names import unit
from firestep.games.tgw.events import shock_troops
from firestep.games.tgw.movement import areas, stacking
from firestep.games.tgw.nations import new_units
from firestep.games.tgw.nations.new_units import PlaceAt, PlaceUnits
from firestep.games.tgw.state import AVAIL, AVAIL_NE, BOX, State
from firestep.games.tgw.supply import lines
from firestep.hexmap.grid import bits

S = Session[State]
#: the rule of entry of each nation that has one of its own
RULE = {
    tables.BR: "tgw.13.24a",
    tables.BI: "tgw.13.28c",  # or at a headquarters (tgw.13.28d)
    tables.BP: "tgw.13.28b",
    tables.US: "tgw.13.25a",
    tables.TU: "tgw.13.29a",  # the region is printed: tgw.13.29b, tgw.13.29d, tgw.13.29f
    tables.PNA: "tgw.13.28g",  # the Persian Cossacks: tgw.13.28f
    tables.PNC: "tgw.13.29i",
}


def come(s: S, step: PlaceUnits, action: Action) -> list[Refusal]:
    """A unit is to come out of its box, a division to be converted."""
    st = s.state
    if action == ("done",):
        return _overdue(st, step)
    if action == ("shock-all",):
        if not shock_troops.under(st) or shock_troops.LIMIT[shock_troops.under(st)]:
            return [Refusal("tgw.15.41b", "all divisions are converted by the second Shock-troop event alone, for seven points")]
        return (
            [] if shock_troops.eligible(st) else [Refusal("tgw.15.42a", "no marked division traces supply to Berlin or the Ruhr")]
        )
    u = roster.UNIT[action[1]]
    name = unit(action[1])
    if action[0] == "shock":
        return _shock(st, step, u, name)
    if action[0] == "dismount":
        if step.side != tables.CENTRAL or not roster.CONVERTIBLE >> u & 1 or st.flipped >> u & 1:
            return [Refusal("tgw.15.55a", f"{name} is no German cavalry division that could fight on foot")]
        if lines.traces_home(st, u, lines.home(st)):
            return []
        return [Refusal("tgw.15.55a", f"{name} does not trace supply to Berlin or the Ruhr")]
    if st.side(u) != step.side or st.at[u] not in (AVAIL, AVAIL_NE):  # no unit goes back to a box (tgw.13.0b)
        return [Refusal("tgw.13.0c", f"{name} is not in one of your Available Units Boxes")]
    if new_units.boxes_closed(st):
        return [Refusal("tgw.6.57a", "Influenza: nothing comes out of the boxes this turn")]
    if roster.CORPS[tables.AB] >> u & 1 or roster.CORPS[tables.ARM] >> u & 1 and st.at[u] == AVAIL:
        return [Refusal("tgw.13.28e", f"{name} enters by its event alone")]
    hexes, boxes = new_units.places(st, u)
    if not hexes and not boxes:
        return [Refusal("tgw.13.11a", f"there is no place where {name} may enter now; it waits")]
    same = st.stack(st.at[u]) & st.troops[step.side] & (st.reduced if st.reduced >> u & 1 else ~st.reduced)
    first = next(v for v in bits(same) if roster.KIND_OF[v] == roster.KIND_OF[u])
    return [] if first == u else [Refusal("tgw.13.0c", f"{unit(roster.UNITS[first])} is of the same kind in the same box: name it")]


def _overdue(st: State, step: PlaceUnits) -> list[Refusal]:
    """Return why the side may not end its New Units Phase: the headquarters of the U.S. 1st Army may not wait (tgw.7.24c, S42)."""
    waits = step.side == tables.ALLIED and st.stack(AVAIL) & ~st.rebuilt & 1 << US_HQ and not new_units.boxes_closed(st)
    if not waits or not any(new_units.places(st, US_HQ)):
        return []
    return [Refusal("tgw.7.24c", f"{unit(roster.UNITS[US_HQ])} may not wait in the box: place it first")]


def _shock(st: State, step: PlaceUnits, u: int, name: str) -> list[Refusal]:
    if step.side != tables.CENTRAL or not shock_troops.SHOCKABLE >> u & 1:
        return [Refusal("tgw.15.41a", f"{name} is not marked for conversion to shock-troops")]
    if not shock_troops.under(st):
        return [Refusal("tgw.15.41a", "no Shock-troop event allows a conversion now, or its points are missing")]
    if (st.flipped | st.unshocked) >> u & 1:
        return [Refusal("tgw.15.43b", f"{name} is converted already, or can never be again")]
    if not lines.traces_home(st, u, lines.home(st)):
        return [Refusal("tgw.15.42a", f"{name} does not trace supply to Berlin or the Ruhr")]
    return []


def enter(s: S, step: PlaceAt, action: Action) -> list[Refusal]:
    """Return why a unit may not enter at a place. Russians may not enter in Russian Poland (tgw.13.26a), unless they came on A
    (tgw.13.26b)."""
    st = s.state
    u, word = step.unit, action[1]
    name = unit(roster.UNITS[u])
    rule = RULE.get(roster.NATION_OF[u], "tgw.13.11a")
    hexes, boxes = new_units.entries(st, u)
    if word in BOX:
        return [] if BOX[word] in boxes else [Refusal(rule, f"{name} does not enter there")]
    i = board.INDEX[word]
    out = []
    if not hexes >> i & 1:
        # a headquarters takes in one stack (tgw.13.3b), in the Near East three units (tgw.13.3e), and no new Turks (tgw.13.3f)
        out.append(
            Refusal(
                rule,
                f"{name} does not enter at {board.place_name(i)}: it needs a supplied city of its country, a place of "
                "its own rule, or a supplied headquarters of its nationality next to it",
            )
        )
    if (st.occ[1 - step.side] | st.fort_of[1 - step.side]) >> i & 1:
        out.append(Refusal("tgw.13.11a", f"the enemy holds {board.place_name(i)}"))
    if not areas.ground(st, 1 << u) >> i & 1:
        # anti-tank units enter on the Western Front only (tgw.15.31a)
        out.append(Refusal("tgw.13.23a", f"{name} may not operate in {board.place_name(i)}"))
    if not stacking.room(st, i, 1 << u, step.side):
        out.append(Refusal("tgw.13.21a", f"{board.place_name(i)} is full"))
    return out


def _units(verb: str) -> Any:
    def form(s: S, step: Any) -> Collection[Action] | None:
        if not isinstance(step, PlaceUnits):
            return None
        st = s.state
        if verb == "new":
            named = st.stack(AVAIL) | st.stack(AVAIL_NE) | 0b111
        else:
            named = shock_troops.SHOCKABLE | 0b1111 if verb == "shock" else roster.CONVERTIBLE | 0b1111
        return [(verb, roster.UNITS[u]) for u in bits(named)]

    return form


#: places where anybody might want to enter
_LIKELY = board.CITY | board.PORT | board.CP_EDGE_NEAR_EAST | new_units.EASTERN_SHORE | board.SETTLED & board.PERSIA


def _places(s: S, step: Any) -> Collection[Action] | None:
    if not isinstance(step, PlaceAt):
        return None
    st = s.state
    hqs = sum({1 << st.at[u] for u in bits(roster.HQ & st.troops[step.side]) if st.at[u] > 0})
    hexes = _LIKELY | board.ATLAS.dilate(hqs) & board.LAND | board.WEST_OF_CANAL
    return [*(("at", n) for n in board.numbers(hexes)), *(("at", w) for w in BOX)]


ASKS = {PlaceUnits: (("dismount unit", "done", "new unit", "shock unit", "shock-all"), come), PlaceAt: (("at place",), enter)}
FORMS = {"new": _units("new"), "shock": _units("shock"), "dismount": _units("dismount"), "at": _places}
