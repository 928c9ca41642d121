"""Why a unit cannot move there: rules about the hex as a whole first, then the smallest set of rules that bars the way."""

from __future__ import annotations

from itertools import combinations

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.games.wwi import sea
from firestep.games.wwi.components import board
from firestep.games.wwi.control import objectives
from firestep.games.wwi.display.text import unit as title
from firestep.games.wwi.ground import reach
from firestep.games.wwi.movement import (
    DOOR_MASK,
    FRESH,
    MoveUnit,
    ground_for,
    invadable,
    may_end,
    may_stay,
    past_ends,
    stages,
    transit_invadable,
    transit_reach,
    unit_reach,
    way_to_transit,
)
from firestep.games.wwi.rail import rail_link
from firestep.games.wwi.russia import RUSSIA, SHUT, bound, leaves, surrenders
from firestep.games.wwi.state import TRANSIT, State
from firestep.games.wwi.supply import straits_level
from firestep.games.wwi.zones import held, zone

UNLIMITED = 60


def refuse_move(st: State, unit: int, side: int) -> list[Refusal]:
    """Why a unit may not be chosen to move."""
    name = title(board.UNITS[unit])
    if st.side(unit) == board.NEUTRAL:
        return [Refusal("wwi.11.0d", f"{name} is neutral and stands fast")]
    if st.side(unit) != side:
        return [Refusal("wwi.5.11a", f"{name} is not yours to move in this phase")]  # wwi.5.24
    if st.at[unit] < 0 and st.at[unit] != TRANSIT:
        return [Refusal("wwi.5.0a", f"{name} is not on the map")]
    if st.garrison >> unit & 1:
        return [Refusal("wwi.12.13b", f"{name} is a garrison of a Russian city and may not move")]
    if st.moved >> unit & 1:
        return [Refusal("wwi.5.0d", f"{name} has finished its move")]
    return []


def refuse_hex(number: str) -> list[Refusal]:
    """Why a hex number is no ground at all for an army."""
    if number in board.INDEX:
        return []
    if number in board.MAP.hexes:
        return [Refusal("wwi.map.closed", f"{board.MAP.countries[board.MAP.hexes[number].country].name} is closed to both sides")]
    return [Refusal("wwi.3.1", f"{number} is sea or off the map")]


def refuse_step(st: State, step: MoveUnit, action: Action) -> list[Refusal]:
    """Why an answer to "where to?" is not legal."""
    verb, unit = action[0], step.unit
    if verb == "stay":
        if step.must:
            return [Refusal("wwi.5.21b", "another army takes this hex, so this one must move")]
        if not may_stay(st, unit, step.spent):
            return [Refusal("wwi.5.21b", "the move may not end in a hex with another army")]
        return []
    if verb == "past":
        return _refuse_past(st, step)
    if verb == "transit":
        return _refuse_transit(st, step)
    if bad := refuse_hex(action[1]):
        return bad
    dest = board.INDEX[action[1]]
    return {"to": _refuse_to, "invade": _refuse_invade, "via": _refuse_via, "sea": _refuse_sea}[verb](st, step, dest)


def _refuse_to(st: State, step: MoveUnit, dest: int) -> list[Refusal]:
    unit = step.unit
    whole = _whole_in_time(st, step, dest)
    if st.neutral >> dest & 1 and not whole:
        whole.append(
            Refusal(
                "wwi.11.7",
                f"{board.TITLES[board.COUNTRIES[board.COUNTRY_AT[dest]]]} is neutral: entering it is a violation "
                f"and is ordered with 'invade {board.NUMBER[dest]}'",
            )
        )
    if whole:
        return whole
    ends = transit_reach(st, unit) if st.at[unit] == TRANSIT else unit_reach(st, unit, step.spent).ends
    if not ends >> dest & 1:
        return _barred(st, step, dest)
    if step.past and not past_ends(st, unit, step.spent) >> dest & 1:
        return [Refusal("wwi.15.1a", f"every way to {board.NUMBER[dest]} leads through something that the army takes by passing")]
    if not _has_room(st, step, dest):
        # wwi.5.21c
        return [Refusal("wwi.5.21b", f"{title(board.UNITS[st.unit_in(dest)])} is in {board.NUMBER[dest]} and cannot make room")]
    return []


def _has_room(st: State, step: MoveUnit, dest: int) -> bool:
    """The army may end in this hex. A friend there may have room only before Russia surrenders on the way, or only after it."""
    if step.past or st.at[step.unit] == TRANSIT:
        return bool(may_end(st, step.unit, 1 << dest))
    ways = stages(st, step.unit, step.spent)
    return any(r.ends >> dest & 1 and may_end(now, step.unit, 1 << dest) for now, r in ways)


def _whole_in_time(st: State, step: MoveUnit, dest: int) -> list[Refusal]:
    """`_whole`, unless the army takes the city with which Russia surrenders before it comes there: then no Russian holds the hex
    (wwi.12.12b)."""
    now = _whole(st, step.unit, dest)
    here = st.at[step.unit]
    if not now or here in (dest, TRANSIT) or not unit_reach(st, step.unit, step.spent).ends >> dest & 1:
        return now
    later = [position for position, r in stages(st, step.unit, step.spent)[1:] if r.ends >> dest & 1]
    return [] if any(not _whole(position, step.unit, dest) for position in later) else now


def _whole(st: State, unit: int, dest: int) -> list[Refusal]:
    """Rules about the hex itself, however one gets there."""
    out = []
    side = st.side(unit)
    there = st.unit_in(dest)
    if dest == st.at[unit]:
        return [Refusal("wwi.5.0c", "the army is there already; say 'stay'")]
    if there >= 0 and st.side(there) != side:
        out.append(Refusal("wwi.5.21a", f"{title(board.UNITS[there])} holds {board.NUMBER[dest]}"))
    if st.forts & ~st.side_forts[side] & ~st.side_forts[board.NOBODY] & 1 << dest:
        out.append(Refusal("wwi.12.43a", f"the fortification of {board.place_name(dest)} is intact"))
    if board.UNIT_NATION[unit] == board.AH and board.AH_BAN >> dest & 1:
        country = board.TITLES[board.COUNTRIES[board.COUNTRY_AT[dest]]]
        out.append(Refusal("wwi.12.5a", f"an Austro-Hungarian army may not end its move in {country}"))
    if st.at[unit] >= 0 and leaves(st, unit, (dest,)):
        out.append(Refusal("wwi.12.13a", SHUT))
    return out


def _barred(st: State, step: MoveUnit, dest: int) -> list[Refusal]:
    """The smallest set of rules whose waiving would let the unit through."""
    unit = step.unit
    side = st.side(unit)
    here = st.at[unit]
    number = board.NUMBER[dest]
    if here == TRANSIT:
        return [Refusal("wwi.5.52", f"{number} cannot be reached this turn by the doors of the Transit Area, 0110 and 0113")]
    foe = zone(st, 1 - side)
    both = foe >> here & 1 and foe >> dest & 1 and board.NEAR[here] >> dest & 1
    reasons = {
        "russia": Refusal("wwi.12.13a", f"every way to {number} leads through Russia, and {SHUT}"),
        "zone": Refusal("wwi.5.22b", f"both {board.NUMBER[here]} and {number} are in enemy zones of control")  # wwi.6.12b
        if both
        # wwi.6.11, wwi.6.15, wwi.6.52b, wwi.5.35a
        else Refusal("wwi.5.22a", f"enemy zones of control stop the army before {number}"),
        "points": Refusal("wwi.5.23a", f"{number} is too far for 5 Movement Points"),  # wwi.5.12a, wwi.5.12b, wwi.5.31a, wwi.5.6c
        "walls": Refusal("wwi.5.6d", "a blocked hexside bars the way"),
        "enemy": Refusal("wwi.5.21a", "enemy armies or fortifications bar the way"),
        "neutral": Refusal("wwi.11.7", "neutral ground bars the way"),
        "rail": Refusal("wwi.5.33a", "the army has no free rail link to a supply source"),  # wwi.5.33b
    }
    for size in (1, 2, len(reasons)):
        for waived in combinations(reasons, size):
            if _open_with(st, step, dest, waived):
                return [reasons[w] for w in waived]
    return [reasons["points"]]


def _open_with(st: State, step: MoveUnit, dest: int, waived: tuple[str, ...]) -> bool:
    unit = step.unit
    side = st.side(unit)
    open = ground_for(st, unit)
    stay = "russia" not in waived and not RUSSIA >> dest & 1
    cities = board.RUSSIAN_CITIES & ~st.fallen & unit_reach(st, unit, step.spent).ends
    if stay and side == board.CENTRAL and surrenders(st, cities):
        open &= ~cities
    if "enemy" in waived:
        open |= board.LAND & held(st, 1 - side)
    if "neutral" in waived:
        open |= st.neutral
    link = board.RAIL if "rail" in waived else rail_link(st, unit)
    shut = stay and bound(st, unit)
    ground = (board.UNWALLED_INWARD if shut else board.UNWALLED) if "walls" in waived else board.INWARD if shut else board.GROUND
    foe = 0 if "zone" in waived else zone(st, 1 - side)
    points = UNLIMITED if "points" in waived else board.MOVEMENT_POINTS
    return bool(reach(ground, board.CLEAR, board.ROUGH, 1 << st.at[unit], open, foe, link, points, step.spent).ends >> dest & 1)


def _refuse_invade(st: State, step: MoveUnit, dest: int) -> list[Refusal]:
    unit = step.unit
    if not st.neutral >> dest & 1:
        return [
            Refusal(
                "wwi.11.7", f"{board.TITLES[board.COUNTRIES[board.COUNTRY_AT[dest]]]} is not neutral; say 'to {board.NUMBER[dest]}'"
            )
        ]
    if whole := _whole(st, unit, dest):
        return whole
    if st.at[unit] == TRANSIT:
        return [] if transit_invadable(st, unit) >> dest & 1 else _barred(st, step, dest)
    r = unit_reach(st, unit, step.spent)
    if invadable(st, unit, r, step.spent) >> dest & 1:
        return []
    return [Refusal("wwi.5.23a", f"{board.NUMBER[dest]} cannot be the first neutral hex this army reaches")]


def _refuse_via(st: State, step: MoveUnit, dest: int) -> list[Refusal]:
    unit = step.unit
    side = st.side(unit)
    if not objectives(st, side) >> dest & 1:
        return [
            Refusal("wwi.15.1a", f"there is nothing to capture in {board.NUMBER[dest]}; say 'to' and the hex where the move ends")
        ]
    if whole := _whole_in_time(st, step, dest):
        return whole
    if st.occ[side] >> dest & 1:
        return [Refusal("wwi.5.21b", f"{title(board.UNITS[st.unit_in(dest)])} is in {board.NUMBER[dest]}")]
    if st.at[unit] == TRANSIT:
        return [Refusal("wwi.5.54", "leaving the Transit Area the army says only where it ends")]
    if step.stations(st, unit_reach(st, unit, step.spent)) >> dest & 1:
        return []
    if unit_reach(st, unit, step.spent).ends >> dest & 1:
        return [Refusal("wwi.5.22a", f"the army cannot go on from {board.NUMBER[dest]}; say 'to {board.NUMBER[dest]}'")]
    return _barred(st, step, dest)


def _refuse_transit(st: State, step: MoveUnit) -> list[Refusal]:
    unit = step.unit
    if st.side(unit) != board.ALLIED:
        return [Refusal("wwi.5.51a", "only Allied armies use the Franco-Italian Transit Area")]
    if st.at[unit] == TRANSIT:
        return [Refusal("wwi.5.54", "the army is in the Transit Area already")]
    if st.allegiance[board.IT] != board.ALLIED:
        return [Refusal("wwi.11.11c", "the Transit Area is shut until Italy is an Ally")]
    if not unit_reach(st, unit, step.spent).spare() & DOOR_MASK:
        return [Refusal("wwi.5.52", "the army cannot reach 0110 or 0113 with a Movement Point to spare")]
    if step.past and not way_to_transit(st, unit, step.spent, True):
        return [Refusal("wwi.15.1a", "every way into the Transit Area leads through something that the army takes by passing")]
    return []


def _refuse_past(st: State, step: MoveUnit) -> list[Refusal]:
    if step.must:
        return [Refusal("wwi.5.21b", "an army that makes room says only where it goes")]
    if step.past:
        return [Refusal("wwi.15.1a", "the army passes everything by already")]
    return [] if step.may_pass(st) else [Refusal("wwi.15.1a", "there is nothing in reach that the army could take in passing")]


def _refuse_sea(st: State, step: MoveUnit, dest: int) -> list[Refusal]:
    unit = step.unit
    here = st.at[unit]
    out = []
    if st.side(unit) == board.CENTRAL:
        return [Refusal("wwi.4.ph2b", "the Central Powers make no sea moves")]
    if board.UNIT_NATION[unit] not in sea.NAVAL:
        out.append(Refusal("wwi.5.4b", "only British, French and US armies move by sea"))
    if st.sea_moved:
        out.append(Refusal("wwi.5.4a", "one army has moved by sea this turn"))
    if step.spent != FRESH:
        out.append(Refusal("wwi.5.41", "a sea move takes the whole allowance"))
    if here == TRANSIT or not board.SEA_START >> here & 1:
        # wwi.5.42b as well
        out.append(Refusal("wwi.5.42a", "a sea move starts in a clear coastal hex, not in Germany or northern Russia"))
    level = straits_level(st)
    # wwi.5.46b
    if board.PASSAGE.get(here, -1) >= level or board.PASSAGE.get(dest, -1) >= level:
        out.append(Refusal("wwi.5.46d" if level == 5 else "wwi.5.46c", "the Straits are closed"))
    if not board.SEA_END >> dest & 1:
        # wwi.5.43b as well
        out.append(Refusal("wwi.5.43a", f"{board.NUMBER[dest]} is no clear coastal hex of a country where landings are allowed"))
    elif dest == here or st.occ[board.ALLIED] >> dest & 1:
        out.append(Refusal("wwi.7.0a", f"an army is in {board.NUMBER[dest]} already"))
    elif (held(st, board.CENTRAL) | st.occ[board.NEUTRAL] | st.forts_of_side(board.NEUTRAL)) >> dest & 1:
        out.append(Refusal("wwi.5.45b", f"{board.NUMBER[dest]} is occupied; no army fights its way ashore"))
    return out
