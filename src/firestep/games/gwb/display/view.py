"""What the table shows: pieces, markers, boxes, tracks, overlays and all that can be said about a place (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from firestep.engine.named import by_name, one_of
from firestep.engine.page_data import marker, place
from firestep.engine.session import Session
from firestep.engine.words import counted
from firestep.games.gwb import artillery, combat, movement, odds, stages, terrain, victory
from firestep.games.gwb.components import tables
from firestep.games.gwb.components.battle import Unit
from firestep.games.gwb.components.unit_names import in_words
from firestep.games.gwb.fight import Fight
from firestep.games.gwb.harassing import Harass
from firestep.games.gwb.meta import META, SEATS
from firestep.games.gwb.moving import Moving, RallyMore
from firestep.games.gwb.state import AWAY, BOX, DEAD, State
from firestep.hexmap.grid import bits
from firestep.hexmap.mapfile import side

S = Session[State]

TITLES = META.seat_titles
SYMBOLS = {"inf": "infantry", "jaeger": "infantry", "cav": "cavalry", "art": "artillery", "tank": "tank", "car": "tank"}
SIZES = {"battery": "I", "group": "II", "battalion": "II", "regiment": "III", "brigade": "X", "division": "XX"}


def badges(st: State, u: int) -> list[str]:
    """The marks on a counter, those that matter most first: it shows three."""
    bit = 1 << u
    out = []
    if st.b.guns & bit and st.at[u] > 0:
        out.append("deployed" if st.deployed & bit else "limbered")
    if st.dis[u]:
        out.append(f"disorganised-{st.dis[u]}")
    if st.iso[u]:
        out.append(f"isolated-{st.iso[u]}")
    for name, mask in (("march", st.marching), ("train", st.entrained), ("open", st.open), ("suppressed", st.silenced)):
        if mask & bit:
            out.append(name)
    if st.demoralised(u):
        out.append("demoralised")
    if st.steps[u] == 1 and not st.b.guns & bit:
        out.append("reduced")
    if st.phase == "movement" and st.moved & bit:
        out.append("moved")
    return out


#: badges in words
SAID = {
    "march": "in March Order",
    "train": "on a train",
    "open": "out in the open after its attack",
    "reduced": "reduced to one step",
    "moved": "has moved",
}


def said(badge: str) -> str:
    word, _, level = badge.partition("-")
    return SAID.get(word, word) + (f" (level {level})" if level else "")


def figures(st: State, u: int) -> str:
    """Strength and movement as on the counter; guns show range in brackets."""
    unit = st.b.units[u]
    if unit.gun:
        return f"{st.strength(u)}({st.reach_of_gun(u)})-{0 if st.deployed >> u & 1 or unit.off_board else unit.move}"
    return f"{st.strength(u)}-{unit.move}"


def coming_box(unit: Unit) -> str:
    """Where a reinforcement waits: a box for each turn and entry."""
    return f"reinforcements-{SEATS[unit.side]}-{unit.turn}-{unit.entry}"


def at_entry(entry: str) -> str:
    """An entry in words: a side of the map, or a place at its edge."""
    return f"from the {entry}" if entry.startswith(("north", "south", "east", "west")) else f"at {entry.capitalize()}"


def piece(st: State, u: int) -> dict[str, Any]:
    unit, h = st.b.units[u], st.at[u]
    at = st.b.grid.number(h) if h > 0 else f"off-board-{SEATS[unit.side]}" if h == BOX else coming_box(unit)
    return _piece(unit, at, tuple(badges(st, u)), figures(st, u), h == AWAY and not unit.off_board)


@lru_cache(8192)
def _piece(unit: Unit, at: str, marks: tuple[str, ...], text: str, comes: bool) -> dict[str, Any]:
    """A counter as the page draws it. What did not change is the same object, so that comparing two views is quick; nobody
    changes it."""
    words = [*in_words(unit), *map(said, marks)]
    if comes:
        words.append(f"comes on turn {unit.turn} {at_entry(unit.entry)}")
    return {
        "id": unit.id,
        "at": at,
        "nation": unit.nation,
        "side": SEATS[unit.side],
        "name": unit.name,
        "symbol": SYMBOLS[unit.type],
        "size": SIZES.get(unit.size, ""),
        "left": unit.corps,
        "group": unit.division or unit.corps,
        "text": text,
        "badges": list(marks),
        "title": ", ".join(w for w in words if w),
    }


def flag(st: State, side: int) -> str:
    """The nation in whose colours a side's flag is shown: that of most of its units."""
    own = [u.nation for u in st.b.units if u.side == side]
    return max(sorted(set(own)), key=own.count)


def view(s: S, seat: int | None) -> dict[str, Any]:
    """Nothing is hidden in this game: every seat sees all."""
    st = s.state
    shown = [u for u in st.b.units if st.at[u.index] not in ((AWAY, DEAD) if u.off_board else (DEAD,))]
    pieces = [piece(st, u.index) for u in shown]
    pieces.sort(key=lambda p: (p["symbol"] != "artillery", p["id"]))  # guns lie under the troops of their stack
    return {
        "pieces": pieces,
        "markers": markers(st),
        "boxes": boxes(st),
        "tracks": tracks(st),
        "scores": dict(zip(SEATS, victory.scores(st), strict=True)),
        "standing": victory.standing(st)[2],
        "combat": panel(s),
        "battle": question(s),
        "turns": [str(n) for n in range(1, st.b.turns + 1)],
        "exclusive": list(st.b.exclusive),
        "stacking": st.b.stacking,
    }


def coming(st: State) -> list[Unit]:
    """The reinforcements that have not entered."""
    return [u for u in st.b.units if st.at[u.index] == AWAY and not u.off_board]


def markers(st: State) -> list[dict[str, Any]]:
    """Battle markers, objectives with their holder, bridges that are down."""
    number = st.b.grid.number
    battle = "Battle marker: melee one column left, movement costs doubled"
    out = [marker("battle", number(h), "", "", battle) for h in bits(st.markers)]
    for h, points in sorted(st.b.objectives.items()):
        k = victory.holder(st, h)
        title = f"Objective worth {points}, held by {'nobody' if k is None else st.b.titles[k]}"
        state, nation = ("", "") if k is None else (SEATS[k], flag(st, k))
        out.append(marker("objective", number(h), str(points), state, title, nation=nation))
    for i in bits(st.blown):
        a, b = (number(h) for h in st.b.board.bridges[i])
        title = f"The bridge {st.b.board.bridge_name[st.b.board.bridges[i]]} is down"
        out.append(marker("blown", a, "", b, title, id=f"blown-{a}-{b}"))
    return out


def boxes(st: State) -> list[dict[str, Any]]:
    """Guns off the board, and reinforcements by turn and entry."""
    out: list[dict[str, Any]] = []
    for k, who in enumerate(SEATS):
        off = [u.id for u in st.b.units if st.at[u.index] == BOX and u.side == k]
        if off:
            out.append({"id": f"off-board-{who}", "title": f"{st.b.titles[k]}: off-board artillery", "pieces": off})
        waiting: dict[tuple[int, str], list[Unit]] = {}
        for u in coming(st):
            if u.side == k:
                waiting.setdefault((u.turn, u.entry), []).append(u)
        for (turn, entry), units in sorted(waiting.items()):
            out.append(
                {
                    "id": coming_box(units[0]),
                    "title": f"{st.b.titles[k]}: arrive on turn {turn} {at_entry(entry)}",
                    "pieces": [u.id for u in units],
                    "due": turn <= st.turn,
                    "near": st.b.grid.numbers(st.b.entries[entry]),
                }
            )
    return out


def question(s: S) -> dict[str, Any] | None:
    """What the open question is about: the hex that is attacked, the units committed, the unit on the move."""
    st, step = s.state, s.top
    words, number = st.b.words, st.b.grid.number
    if isinstance(step, Harass):  # the unit under fire is what the gunners look at
        return {"mover": words[step.u], "target": number(st.at[step.u]), "units": [words[step.u]]}
    if isinstance(step, Moving | RallyMore):
        return {"mover": words[step.u], "target": None, "units": [words[step.u]]}
    if isinstance(step, combat.Declare | Fight):
        return {"mover": None, "target": number(step.t), "units": st.b.named(step.att)}
    if isinstance(step, combat.Counter | stages.Suppress):
        return {"mover": None, "target": number(step.t), "units": []}
    return None


def tracks(st: State) -> list[dict[str, Any]]:
    b = st.b
    losses = [
        {
            "id": army,
            "title": (army if army.isupper() else f"{army} Army") + (" (demoralised)" if st.broken >> i & 1 else ""),
            "value": st.lost[i],
            **({"max": b.morale[i]} if b.morale[i] else {}),
        }
        for i, army in enumerate(b.armies)
    ]
    return [
        {"id": "turn", "title": "Turn", "rows": [{"id": "turn", "title": "Turn", "value": st.turn, "max": b.turns}]},
        {"id": "losses", "title": "Steps lost (demoralised at)", "rows": losses},
    ]


def panel(s: S) -> dict[str, Any] | None:
    """The combat that is open: who is committed, the numbers of each stage, and what its dice can bring."""
    st = odds.remaining(s)
    f = odds.declared(st, s.top) if isinstance(s.top, combat.Declare) and s.top.att else s.top
    # while the winners advance, only they stand in the hex
    if not isinstance(f, Fight) or not st.stack(f.t) & st.b.of_side[1 - st.side]:
        return None
    melee = stages.melee(st, f)
    return {
        "hex": st.b.grid.number(f.t),
        "attackers": st.b.named(f.att),
        "defenders": st.b.named(st.stack(f.t)),
        "barrage": {
            "guns": st.b.named(f.guns),
            "strength": st.strength_of(f.guns),
            "terrain": terrain.barrage(st.b.board, f.t),
            "result": f.bar if f.bar >= 0 else None,
            "rule": "gwb.6.2e",
        },
        "fire": {
            "strength": stages.fire_strength(st, f),
            "support": st.b.words[f.sup] if f.sup >= 0 else None,
            "modifiers": [m._asdict() for m in stages.fire_modifiers(st, f)],
            "rule": "gwb.6.3b",
        },
        "melee": {
            "attack": melee.attack,
            "defence": melee.defence,
            "odds": tables.MELEE_NAMES[melee.column],
            "shifts": [m._asdict() for m in melee.shifts],
            "rule": "gwb.6.4b",
            "retreat": terrain.retreat_points(st.b.board, f.t),
        },
        "expected": odds.odds(s, ()).to_plain()["expected"],
    }


# -- overlays ---------------------------------------------------------------------------------------------------------


def _unit(s: S, id: str) -> int:
    return by_name(id, s.state.b.by_id, "unit", s.state.b.words[0])


def _range(s: S, id: str) -> list[str]:
    st, u = s.state, _unit(s, id)
    return st.b.grid.numbers(artillery.range_of(st, u)) if st.b.units[u].gun and st.at[u] > 0 else []


def _sight(s: S, id: str) -> list[str]:
    """The hexes that a unit can see within gun range, for open sights and harassing fire: gwb.13.5."""
    st, u = s.state, _unit(s, id)
    if st.at[u] <= 0:
        return []
    far = max(st.b.units[u].range, st.b.units[u].light_range, 4)
    return [st.b.grid.number(h) for h in bits(st.b.board.disc(st.at[u], far)) if artillery.sees(st, u, h, s.options)]


def _reach(s: S, id: str) -> list[str]:
    """Where a unit could go with its whole allowance, or with what is left of it while it moves."""
    st, step, u = s.state, s.top, _unit(s, id)
    if isinstance(step, Moving) and step.u == u:
        return st.b.grid.numbers(step.goals(s))
    if st.at[u] < 0:
        return []
    return st.b.grid.numbers(movement.total(movement.levels_of(st, u, st.allowance(u))))


def _way(s: S, arg: str) -> list[str]:
    """The way of the unit on the move to a hex, in order: `go:1214`."""
    st, step = s.state, s.top
    verb, _, number = arg.partition(":")
    if not isinstance(step, Moving) or verb != "go" or number not in st.b.grid:
        return []
    h = st.b.grid.index(number)
    levels = movement.levels_of(st, step.u, step.mp, step.bonus)
    if not movement.total(levels) >> h & 1:
        return []
    start = [st.b.grid.number(st.at[step.u])] if st.at[step.u] > 0 else []
    return [*start, *(st.b.grid.number(x) for x in movement.path(st, step.u, levels, h, 0))]


def _of_side(hexes: Callable[[State, int], int]) -> Callable[[S, str], list[str]]:
    return lambda s, side: s.state.b.grid.numbers(hexes(s.state, one_of(side, SEATS, "side")))


OVERLAYS: dict[str, Callable[[S, str], list[str]]] = {
    "range": _range,
    "sight": _sight,
    "reach": _reach,
    "way": _way,
    "zone": _of_side(State.zone),
    "supply": _of_side(State.communicating),
    "isolated": _of_side(State.isolated),
}


def inspect(s: S, id: str) -> dict[str, Any]:
    """Terrain with its effects, sides, ways, zones, and who is there."""
    st = s.state
    if id.startswith(("off-board-", "reinforcements-")):
        return place(id, id.replace("-", " ").capitalize(), ())
    h = by_name(id, st.b.grid.indices, "hex", next(iter(st.b.grid)))
    return place(id, st.b.board.places.get(h, id), (piece(st, u) for u in bits(st.stack(h))), _said_of(st, h))


def _said_of(st: State, h: int) -> Iterator[tuple[str, str]]:
    board = st.b.board
    cost, wheels = board.enter[0][h], board.enter[1][h]
    pays = counted(cost, "movement point") if cost else "no movement points"
    barred = "" if cost == wheels else ", barred to guns off the road"
    yield f"{' and '.join(board.terrain[h]).capitalize()}: {pays}{barred}.", "gwb.7.1a"
    yield f"Barrage die {terrain.barrage(board, h):+d}, {counted(terrain.retreat_points(board, h), 'retreat point')}.", "gwb.6.2e"
    for n in bits(board.grid.near(h)):
        key = side(h, n)
        if key in board.sides:
            bridge = board.bridge_name.get(key)
            down = bridge is not None and st.blown >> board.bridges.index(key) & 1
            word = f", bridge {bridge}" + (" (down)" if down else "") if bridge else ""
            yield f"{board.sides[key].capitalize()} towards {board.grid.number(n)}{word}.", "gwb.7.3a"
    for way, rule in (("road", "gwb.7.1e"), ("trail", "gwb.7.1e"), ("rail", "gwb.7.6b")):
        if any(h in link for link in board.ways[way]):
            yield f"{way.capitalize()}.", rule
    if st.markers >> h & 1:
        yield "Battle marker: melee one column to the left, movement costs doubled here and around.", "gwb.6.5c"
    if h in st.b.objectives:
        k = victory.holder(st, h)
        yield f"Objective worth {st.b.objectives[h]} points, held by {'nobody' if k is None else st.b.titles[k]}.", "gwb.4.0a"
    for k, whose in enumerate(st.b.adjectives):
        if st.zone(k) >> h & 1:
            contested = ", contested" if st.stack(h) & st.b.of_side[1 - k] else ""
            yield f"In a zone of control of the {whose} side{contested}.", "gwb.10.1a"
        if st.isolated(k) >> h & 1:
            yield "No line of communication: isolated.", "gwb.12.1b"
