"""Places for tests, found on the map by what they are, so that a better map does not break them."""

from __future__ import annotations

from typing import Any

from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.testing import situation, texts
from games.wwi.oracle import COST, FORT, LAND, WAYS, country
from games.wwi.positions import verbs

ALL_FORTS = board.hexes(board.FORTS)
FRENCH_EDGE = board.hexes(board.WEST_EDGE & board.HOME[board.FR])
ITALIAN_EDGE = board.hexes(board.WEST_EDGE & board.HOME[board.IT])
GERMANS = [id for id in board.UNITS if id.startswith("ge-")]
RUSSIANS = [id for id in board.UNITS if id.startswith("rs-")]
FRENCH = [id for id in board.UNITS if id.startswith("fr-")]
NO_FORTS = {"forts-destroyed": ALL_FORTS}
CITIES = {c: board.hexes(board.SUPPLY_CITIES[i]) for i, c in enumerate(board.COUNTRIES)}


def shut_east() -> dict[str, str]:
    """Germans on every other hex of the east edge, so that it supplies nobody."""
    edge = [n for n in LAND if n.startswith("29")]
    return dict(zip(reversed(GERMANS), edge[::2], strict=False))


def near(n: str) -> list[str]:
    """Neighbours over open sides."""
    return [m for m, _ in WAYS[n]]


def distance(m: str, n: str) -> int:
    return board.GRID.distance(board.INDEX[m], board.INDEX[n])


def opposite(n: str, m: str) -> str:
    """The neighbour of n that lies straight across from its neighbour m."""
    return board.NUMBER[2 * board.INDEX[n] - board.INDEX[m]]


def around(n: str, k: int) -> list[str]:
    """Land hexes at most k hexes away."""
    return [m for m in LAND if distance(n, m) <= k]


def fields(code: str = "rs", radius: int = 2) -> list[str]:
    """Hexes in the middle of clear, open ground of one country, without forts."""
    return [
        n
        for n in LAND
        if country(n) == code
        and COST[n] == 2
        and len(WAYS[n]) == 6
        and len(ball := around(n, radius)) == 1 + 3 * radius * (radius + 1)
        and all(COST[m] == 2 and country(m) == code and m not in FORT and len(WAYS[m]) == 6 for m in ball)
    ]


FIELD = fields()[len(fields()) // 2]


def foot_costs(start: str, closed: set[str]) -> dict[str, int]:
    """Whole points to walk from a hex to every other, over ground that is not closed."""
    cost = {start: 0}
    queue = [start]
    while queue:
        n = min(queue, key=cost.__getitem__)
        queue.remove(n)
        for m in near(n):
            k = cost[n] + COST[m] // 2
            if m not in closed and k < cost.get(m, 99):
                cost[m] = k
                queue.append(m)
    return cost


def rail_steps(start: str, closed: set[str] = frozenset()) -> dict[str, int]:  # type: ignore[assignment]
    """Steps by rail from a hex to every other."""
    steps, queue = {start: 0}, [start]
    for n in queue:
        for m, rail in WAYS[n]:
            if rail and m not in steps and m not in closed:
                steps[m] = steps[n] + 1
                queue.append(m)
    return steps


def seal() -> dict[str, str]:
    """Germans on every hex of the French edge: no western supply, and no rail for western armies."""
    return dict(zip(GERMANS, FRENCH_EDGE, strict=False))


def neutral_land(s: Session[Any]) -> set[str]:
    return set(board.hexes(s.state.neutral))


# -- a duel ----------------------------------------------------------------------------------------------------------------

#: a French army on clear ground, all French around it, and a hex east of it for the attacker
STAND = max(n for n in LAND if len(near(n)) == 6 and all(country(m) == "fr" for m in (n, *near(n))) and COST[n] == 2)
EAST = max(m for m in near(STAND) if m[:2] > STAND[:2])


def duel(attacker: str = "ge-1", defender: str = "fr-1", **more: Any) -> tuple[Session[Any], str]:
    """Two armies face to face, all fortifications down: the hex of the defender comes with it."""
    tables: dict[str, Any] = {"clear": True, "turn": 3, "phase": 4, "superior": "central", "hexes": {"forts-destroyed": ALL_FORTS}}
    tables |= more
    tables["units"] = {defender: STAND, attacker: EAST, **more.get("units", {})}
    return situation("wwi", **tables), STAND


# -- short questions to a session ------------------------------------------------------------------------------------------


def choices(s: Session[Any], unit: str, verb: str = "to") -> set[str]:
    """Hexes a unit may choose for its move."""
    c = s.copy()
    c.take(f"move {unit}")
    d = c.decision
    assert d is not None
    return {a[1] for a in d.actions if a[0] == verb and len(a) > 1}


def unit_verbs(s: Session[Any], unit: str) -> set[str]:
    c = s.copy()
    c.take(f"move {unit}")
    return verbs(c)


def why(s: Session[Any], *actions: str) -> list[str]:
    """The rules against the last of these actions, the others taken before it."""
    c = s.copy()
    for a in actions[:-1]:
        c.take(a)
    return [r.rule for r in c.why_not(actions[-1])]


def texts_after(s: Session[Any], *actions: str) -> list[str]:
    """The answers open after some actions."""
    c = s.copy()
    for a in actions:
        c.take(a)
    return texts(c)


def where(s: Session[Any], unit: str) -> str:
    """The hex of a unit, or its place off the map."""
    from firestep.games.wwi.state import OFF_MAP

    i = s.state.at[board.UNIT[unit]]
    return OFF_MAP[i] if i < 0 else board.NUMBER[i]


def foot(units: dict[str, str], **more: Any) -> Session[Any]:
    """Allied movement in which western armies must walk: the French edge is in German hands."""
    tables: dict[str, Any] = {"clear": True, "turn": 3, "phase": 1, "allegiance": {"it": "neutral"}, "hexes": NO_FORTS} | more
    return situation("wwi", units={**seal(), **units}, **tables)


def place(units: dict[str, str], **more: Any) -> Session[Any]:
    """Allied movement with all fortifications down."""
    tables: dict[str, Any] = {"clear": True, "turn": 3, "phase": 1, "hexes": NO_FORTS} | more
    return situation("wwi", units=units, **tables)


def rail(units: dict[str, str], **more: Any) -> Session[Any]:
    """Central movement with all fortifications down."""
    tables: dict[str, Any] = {"clear": True, "turn": 3, "phase": 2, "hexes": NO_FORTS} | more
    return situation("wwi", units=units, **tables)


def next_allied_movement(s: Session[Any]) -> Session[Any]:
    turn = s.state.turn
    while s.state.turn == turn:
        s.take("done" if ("done",) in s.decision.actions else s.decision.actions[0])
    return s
