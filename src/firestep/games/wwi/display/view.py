"""What a seat may see (everything: this game has no secrets), and what the table can show on request."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from firestep.engine.errors import UnknownName
from firestep.engine.named import by_name, one_of
from firestep.engine.page_data import marker, place
from firestep.engine.session import Session
from firestep.engine.words import capital
from firestep.games.wwi import victory
from firestep.games.wwi.combat import Assemble, defense_parts, eligible, targets
from firestep.games.wwi.components import board
from firestep.games.wwi.display.text import unit as unit_title
from firestep.games.wwi.movement import FRESH, MoveUnit, march_ends, may_end, path, transit_reach
from firestep.games.wwi.neutrals import belligerents
from firestep.games.wwi.retreat import RetreatStep
from firestep.games.wwi.state import POOL, TRANSIT, State
from firestep.games.wwi.supply import active_links, region
from firestep.games.wwi.zones import zone
from firestep.hexmap.grid import bits

SYMBOL = {"army": "infantry", "bef": "infantry", "stoss": "stosstruppen", "tank": "tank"}


def short(u: int) -> str:
    """The name on a counter's edge: `6`, `BEF`, `Stoss 2`."""
    name = board.UNIT_NAME[u]
    word = board.UNITS[u].split("-", 1)[1]
    return (
        word
        if word.isdigit()
        else {"stoss": name.replace("truppen", ""), "tank": "Tank", "bef": "BEF"}.get(board.UNIT_KIND[u], word.title()[:8])
    )


def badges(u: int, done: tuple[int, ...], fed: bool) -> tuple[str, ...]:
    """What a counter has done or suffers in this phase."""
    out = [word for word, units in zip(DONE, done, strict=True) if units >> u & 1]
    return tuple(out) if fed else (*out, "unsupplied")


@lru_cache(8192)
def _piece(u: int, at: str, side: str, marks: tuple[str, ...]) -> dict[str, Any]:
    """A counter as the page draws it. What did not change is the same object, so that comparing two views is quick; nobody
    changes it."""
    return {
        "id": board.UNITS[u],
        "at": at,
        "nation": board.NATIONS[board.UNIT_NATION[u]],
        "side": side,
        "name": board.UNIT_NAME[u],
        "symbol": SYMBOL[board.UNIT_KIND[u]],
        "size": "XXXX",
        "left": short(u),
        "text": f"{board.ATTACK[u]}-{board.DEFENSE[u]}",
        "badges": list(marks),
        "title": unit_title(board.UNITS[u])[4:],
    }


def _stretches() -> tuple[tuple[int, int, int, int], ...]:
    """Units of a nation that follow each other: nation, first, end, their mask."""
    edges = [0, *(u for u in range(1, len(board.UNITS)) if board.UNIT_NATION[u] != board.UNIT_NATION[u - 1]), len(board.UNITS)]
    return tuple((board.UNIT_NATION[a], a, z, (1 << z) - (1 << a)) for a, z in zip(edges, edges[1:], strict=False))


STRETCHES = _stretches()
DONE = ("moved", "attacked", "hit", "fixed")


def pieces(st: State) -> list[dict[str, Any]]:
    """All counters on the map. A click changes those of one nation or two; the others are the same as before."""
    done = (st.moved if st.phase <= 2 else 0, st.attacking, st.attacked, st.garrison)
    out: list[dict[str, Any]] = []
    for nation, first, end, units in STRETCHES:
        at = tuple(st.at[first:end])
        if max(at) < 0 and TRANSIT not in at:
            continue
        marks = tuple(mask & units for mask in done)
        out += _counters(first, at, region(st, nation), side_word(st, nation), marks)
    return out


@lru_cache(8192)
def _counters(first: int, at: tuple[int, ...], ground: int, side: str, done: tuple[int, ...]) -> list[dict[str, Any]]:
    """Counters of a nation that is supplied on this ground; nobody changes the list."""
    out = []
    for u, i in enumerate(at, first):
        if i >= 0 or i == TRANSIT:
            fed = i == TRANSIT or bool(ground >> i & 1)
            out.append(_piece(u, "transit" if i == TRANSIT else board.NUMBER[i], side, badges(u, done, fed)))
    return out


def side_word(st: State, nation: int) -> str:
    return ("allied", "central", "neutral", "nobody")[st.allegiance[nation]]


@cache
def _fort(i: int, state: str) -> dict[str, Any]:
    strength = board.FORT_STRENGTH[i]
    title = f"{board.place_name(i)}: fortification {strength}, {state}"
    return marker("fort", board.NUMBER[i], str(strength), state, title, nation=board.COUNTRIES[board.FORT_NATION[i]])


@cache
def _centre(i: int, owner: str) -> dict[str, Any]:
    return marker("centre", board.NUMBER[i], "5", owner, f"Resource Center {board.place_name(i)}: {owner}")


@cache
def _fallen(i: int) -> dict[str, Any]:
    return marker("fallen", board.NUMBER[i], "", "central", f"{board.place_name(i)} has fallen to the Central Powers")


@cache
def _link(i: int, state: str) -> dict[str, Any]:
    return marker("link", board.NUMBER[i], "", state, f"Sea link at {board.place_name(i)}: {state}")


def markers(st: State) -> list[dict[str, Any]]:
    """Fortifications, Resource Centers with their owner, fallen cities and sea links."""
    return _markers(st.forts, st.allied_centres, st.central_centres, st.fallen, active_links(st), st.links)


@lru_cache(1024)
def _markers(forts: int, allied: int, central: int, fallen: int, on: int, links: int) -> list[dict[str, Any]]:
    """The same list while nothing of it changes: nobody changes it."""
    return [
        *(_fort(i, "intact" if forts >> i & 1 else "destroyed") for i in bits(board.FORTS)),
        *(_centre(i, "allied" if allied >> i & 1 else "central" if central >> i & 1 else "nobody") for i in bits(board.CENTRES)),
        *(_fallen(i) for i in bits(fallen)),
        *(_link(i, "open" if on >> i & 1 else "cut") for i in bits(links)),
    ]


@lru_cache(8192)
def _row(n: int, value: int, side: str, income: int, armies: int, pool: int) -> dict[str, Any]:
    """A line of the track of points; nobody changes it."""
    return {
        "id": board.NATIONS[n],
        "title": board.TITLES[board.NATIONS[n]],
        "value": value,
        "side": side,
        "income": income,
        "armies": armies,
        "pool": pool,
    }


def view(s: Session[State], seat: int | None) -> dict[str, Any]:
    """The board as every seat sees it (docs/protocol.md)."""
    st = s.state
    armies, pool = [0] * len(board.NATIONS), [0] * len(board.NATIONS)
    for i, n in zip(st.at, board.UNIT_NATION, strict=True):
        if i >= 0 or i == TRANSIT:
            armies[n] += 1
        elif i == POOL:
            pool[n] += 1
    income = board.INCOME[st.turn]
    crp = [_row(n, st.crp[n], side_word(st, n), income[n], armies[n], pool[n]) for n in range(len(board.NATIONS))]
    scores = {seat: victory.points(st, k) for k, seat in enumerate(board.SEATS)}
    parts = [
        {"id": "blockade", "title": "Blockade", "allied": board.BLOCKADE_VP, "central": 0, "rule": "wwi.15.4"},
        {
            "id": "centres",
            "title": "Resource Centers",
            "allied": victory.centre_points(st, 0),
            "central": victory.centre_points(st, 1),
            "rule": "wwi.15.1a",
        },
        {"id": "events", "title": "Neutrals and surrender", "allied": st.vp[0], "central": st.vp[1], "rule": "wwi.15.3a"},
    ]
    fight = st.fight
    return {
        "pieces": pieces(st),
        "markers": markers(st),
        "boxes": [{"id": "transit", "title": "Franco-Italian Transit Area"}],
        "tracks": [
            {"id": "crp", "title": "Combat Resource Points", "rows": crp},
            {"id": "vp", "title": "Victory Points", "rows": parts},
        ],
        "scores": scores,
        "season": board.SEASON[st.turn],
        "turns": list(board.SEASON[1:]),
        "phase": st.phase,
        "superior": board.SEATS[st.superior] if st.phase > 3 else None,
        "totals": {seat: sum(st.crp[n] for n in belligerents(st, k)) for k, seat in enumerate(board.SEATS)},
        "russia": {"collapsed": st.collapsed, "surrendered": st.surrendered, "fallen": board.hexes(st.fallen)},
        "neutral": [board.COUNTRIES[n] for n, side in enumerate(st.allegiance) if side == board.NEUTRAL],
        "battle": battle(s),
        "fight": None
        if fight is None
        else {
            "target": board.NUMBER[fight.target],
            "attackers": [board.UNITS[u] for u in fight.attackers],
            "losses": [fight.attacker_loss, fight.defender_loss],
            "path": [board.NUMBER[i] for i in fight.path],
        },
    }


def battle(s: Session[State]) -> dict[str, Any] | None:
    """The attack being put together, for the odds panel."""
    top = s.top
    if isinstance(top, Assemble):
        return {"target": board.NUMBER[top.target], "units": [board.UNITS[u] for u in top.units]}
    if isinstance(top, MoveUnit):
        return {"mover": board.UNITS[top.unit]}
    if isinstance(top, RetreatStep):  # the way so far: the army stands where it stood until it has gone all of it
        return {"retreats": board.UNITS[top.unit], "path": [board.NUMBER[i] for i in (s.state.at[top.unit], *top.path)]}
    return None


# -- on request ------------------------------------------------------------------------------------------------------------


def _side(arg: str) -> int:
    return one_of(arg, board.SEATS, "side")


def _supply(s: Session[State], arg: str) -> list[str]:
    """Hexes in which a nation's units are supplied."""
    return board.hexes(region(s.state, one_of(arg, board.NATIONS, "nation")))


def _way(s: Session[State], arg: str) -> list[str]:
    """The way of the army on the move to a hex, in order: `to:0506`."""
    action = tuple(arg.split(":"))
    if s.decision is None or action not in s.decision.actions:
        return []
    found = path(s, action)
    return found[1] if found else []


def _reach(s: Session[State], arg: str) -> list[str]:
    """Hexes where a unit may end its move."""
    st, u = s.state, by_name(arg, board.UNIT, "unit", "ge-6")
    if st.at[u] == TRANSIT:
        return board.hexes(may_end(st, u, transit_reach(st, u)))
    if st.at[u] < 0 or st.side(u) > board.CENTRAL:
        return []
    top = s.top
    if not isinstance(top, MoveUnit) or top.unit != u:
        return board.hexes(march_ends(st, u, FRESH))
    return board.hexes(march_ends(st, u, top.spent, top.past))


def _control(s: Session[State], arg: str) -> list[str]:
    """Land of a side's countries, corrected by where armies stand: a picture, not a rule."""
    st, side = s.state, _side(arg)
    own = sum(board.HOME[n] for n in range(len(board.COUNTRIES)) if st.allegiance[n] == side)
    mine, theirs = zone(st, side), zone(st, 1 - side)
    return board.hexes((own & ~st.occ[1 - side] & ~(theirs & ~mine)) | st.occ[side] | (mine & ~theirs & ~own & ~st.neutral))


OVERLAYS = {
    "supply": _supply,
    "zones": lambda s, arg: board.hexes(zone(s.state, _side(arg))),
    "control": _control,
    "rails": lambda s, arg: board.hexes(board.RAIL),
    "reach": _reach,
    "way": _way,
    "targets": lambda s, arg: board.hexes(targets(s.state, _side(arg), eligible(s.state, _side(arg)))),
}


MARKER_RULE = {"fort": "wwi.12.41", "centre": "wwi.15.1a", "fallen": "wwi.12.11a", "link": "wwi.9.17a"}


def inspect(s: Session[State], id: str) -> dict[str, Any]:
    """All that can be said about a hex or about the Transit Area."""
    st = s.state
    here = [p for p in pieces(st) if p["at"] == id]
    if id == "transit":
        line = ("Allied armies wait here a turn between 0110 in France and 0113 in Italy.", "wwi.5.51b")
        return place(id, "Franco-Italian Transit Area", here, [line])
    if id not in board.GRID:
        raise UnknownName(f"there is no hex '{id}' on this map")
    if id not in board.INDEX:
        name = board.MAP.countries[board.MAP.hexes[id].country].name if id in board.MAP.hexes else ""
        line = (f"{name} is closed to both sides.", "wwi.map.closed") if name else ("Sea.", "wwi.3.1")
        return place(id, name or id, (), [line])
    i = board.INDEX[id]
    n = board.COUNTRY_AT[i]
    lines = [
        (f"{capital(board.TITLES[board.COUNTRIES[n]])} ({side_word(st, n)})", "wwi.11.0b" if st.neutral >> i & 1 else ""),
        ("Rough: 2 Movement Points, defence +1.", "wwi.5.6b") if board.ROUGH >> i & 1 else ("Clear: 1 Movement Point.", "wwi.5.6a"),
    ]
    if board.RAIL >> i & 1:
        lines.append(("Railway: half a Movement Point along the line.", "wwi.5.31a"))
    if board.COASTAL >> i & 1:
        lines.append(("Coast" + (": an army may land here." if board.SEA_END >> i & 1 else "."), "wwi.5.43a"))
    for k, mask in enumerate(board.SUPPLY_CITIES):
        if mask >> i & 1:
            kind = "dependent" if k in (board.GE, board.AH) else "independent"
            rule = {board.GE: "wwi.9.11a", board.AH: "wwi.9.12a"}.get(k, "wwi.9.13a")
            lines.append((f"Supply city of {board.TITLES[board.COUNTRIES[k]]} ({kind}).", rule))
    lines += [(m["title"] + ".", MARKER_RULE[m["kind"]]) for m in markers(st) if m["at"] == id]
    for side in (board.ALLIED, board.CENTRAL):
        if zone(st, side) >> i & 1:
            lines.append((f"In a zone of control of the {board.SIDE_TITLES[side]}.", "wwi.6.0a"))
    if here or st.forts >> i & 1:
        parts = defense_parts(st, i)
        said = ", ".join(f"{t} {k}" for _, t, k in parts)
        lines.append((f"Defends with {sum(k for _, _, k in parts)}: {said}.", "wwi.8.32a"))
    return place(id, board.place_name(i), here, lines)
