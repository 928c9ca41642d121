"""What the table shows: pieces, markers, boxes, tracks, overlays and all that can be said about a place (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firestep.engine.errors import UnknownName
from firestep.engine.named import by_name, one_of
from firestep.engine.session import Session
from firestep.engine.words import counted
from firestep.games.gwb import artillery, combat, movement, odds, stages, tables, terrain, victory
from firestep.games.gwb.battle import CALLED, SEATS, Unit
from firestep.games.gwb.fight import Fight
from firestep.games.gwb.harassing import Harass
from firestep.games.gwb.moving import Moving, RallyMore
from firestep.games.gwb.orbat import in_words
from firestep.games.gwb.state import AWAY, BOX, State
from firestep.hexmap.grid import bits

S = Session[State]

TITLES = tuple(title for title, _ in CALLED)
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
    unit = st.b.units[u]
    h = st.at[u]
    seat = SEATS[unit.side]
    at = st.b.board.grid.number(h) if h > 0 else f"off-board-{seat}" if h == BOX else coming_box(unit)
    marks = badges(st, u)
    words = [*in_words(unit), *map(said, marks)]
    if h == AWAY and not unit.off_board:
        words.append(f"comes on turn {unit.turn} {at_entry(unit.entry)}")
    return {
        "id": unit.id,
        "at": at,
        "nation": unit.nation,
        "side": seat,
        "name": unit.name,
        "symbol": SYMBOLS[unit.type],
        "size": SIZES.get(unit.size, ""),
        "left": unit.corps,
        "group": unit.division or unit.corps,
        "text": figures(st, u),
        "badges": marks,
        "title": ", ".join(w for w in words if w),
    }


def holder(st: State, side: int) -> str:
    """The nation in whose colours a side's flag is shown: that of most of its units."""
    own = [u.nation for u in st.b.units if u.side == side]
    return max(sorted(set(own)), key=own.count)


def view(s: S, seat: int | None) -> dict[str, Any]:
    """Nothing is hidden in this game: every seat sees all."""
    st = s.state
    grid = st.b.board.grid
    pieces = [piece(st, u.index) for u in st.b.units if st.at[u.index] > 0 or st.at[u.index] == BOX]
    coming = [u for u in st.b.units if st.at[u.index] == AWAY and not u.off_board]
    pieces += [piece(st, u.index) for u in coming]
    pieces.sort(key=lambda p: (p["symbol"] != "artillery", p["id"]))  # guns lie under the troops of their stack
    markers = [
        {
            "id": f"battle-{grid.number(h)}",
            "at": grid.number(h),
            "kind": "battle",
            "text": "",
            "state": "",
            "title": "Battle marker: melee one column left, movement costs doubled",
        }
        for h in bits(st.markers)
    ]
    for h, points in sorted(st.b.objectives.items()):
        who = SEATS[0] if st.held[0] >> h & 1 else SEATS[1] if st.held[1] >> h & 1 else ""
        markers.append(
            {
                "id": f"objective-{grid.number(h)}",
                "at": grid.number(h),
                "kind": "objective",
                "text": str(points),
                "state": who,
                "nation": holder(st, SEATS.index(who)) if who else "",
                "title": f"Objective worth {points}, held by {st.b.titles[SEATS.index(who)] if who else 'nobody'}",
            }
        )
    for i in bits(st.blown):
        a, b = st.b.board.bridges[i]
        markers.append(
            {
                "id": f"blown-{grid.number(a)}-{grid.number(b)}",
                "at": grid.number(a),
                "kind": "blown",
                "text": "",
                "state": grid.number(b),
                "title": f"The bridge {st.b.board.bridge_name[a, b]} is down",
            }
        )
    boxes: list[dict[str, Any]] = []
    for k, who in enumerate(SEATS):
        off = [u.id for u in st.b.units if st.at[u.index] == BOX and u.side == k]
        if off:
            boxes.append({"id": f"off-board-{who}", "title": f"{st.b.titles[k]}: off-board artillery", "pieces": off})
        for turn, entry in sorted({(u.turn, u.entry) for u in coming if u.side == k}):
            due = [u for u in coming if u.side == k and (u.turn, u.entry) == (turn, entry)]
            boxes.append(
                {
                    "id": coming_box(due[0]),
                    "title": f"{st.b.titles[k]}: arrive on turn {turn} {at_entry(entry)}",
                    "pieces": [u.id for u in due],
                    "due": turn <= st.turn,
                    "near": grid.numbers(st.b.entries[entry]),
                }
            )
    a, g = victory.scores(st)
    return {
        "pieces": pieces,
        "markers": markers,
        "boxes": boxes,
        "tracks": tracks(st),
        "scores": {"allied": a, "german": g},
        "standing": victory.standing(st)[2],
        "combat": panel(s),
        "battle": question(s),
        "asks": type(s.agenda[-1]).__name__ if s.agenda else "",
        "turns": [str(n) for n in range(1, st.b.turns + 1)],
        "exclusive": list(st.b.exclusive),
        "stacking": st.b.stacking,
    }


def question(s: S) -> dict[str, Any] | None:
    """What the open question is about: the hex that is attacked, the units committed, the unit on the move."""
    st = s.state
    step = s.agenda[-1] if s.agenda else None
    words, number = st.b.words, st.b.board.grid.number
    if isinstance(step, Harass):  # the unit under fire is what the gunners look at
        return {"mover": words[step.u], "target": number(st.at[step.u]), "units": [words[step.u]]}
    if isinstance(step, Moving | RallyMore):
        return {"mover": words[step.u], "target": None, "units": [words[step.u]]}
    if isinstance(step, combat.Declare | Fight):
        return {"mover": None, "target": number(step.t), "units": [words[u] for u in bits(step.att)]}
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
    st = s.state
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, combat.Declare) and step.att:
        f = odds.declared(st, step.t, step.att, step.via)
    elif isinstance(step, Fight):
        f = step
    else:
        return None
    if not st.stack(f.t):
        return None
    words = st.b.words
    attack, defence = stages.melee_strengths(st, f)
    shifts = stages.melee_shifts(st, f)
    column = tables.melee_column(attack, defence, sum(m.value for m in shifts))
    return {
        "hex": st.b.board.grid.number(f.t),
        "attackers": [words[u] for u in bits(f.att)],
        "defenders": [words[u] for u in bits(st.stack(f.t))],
        "barrage": {
            "guns": [words[u] for u in bits(f.guns)],
            "strength": stages.barrage_strength(st, f.guns),
            "terrain": terrain.barrage(st.b.board, f.t),
            "result": f.bar if f.bar >= 0 else None,
            "rule": "gwb.6.2e",
        },
        "fire": {
            "strength": stages.fire_strength(st, f),
            "support": words[f.sup] if f.sup >= 0 else None,
            "modifiers": [m._asdict() for m in stages.fire_modifiers(st, f)],
            "rule": "gwb.6.3b",
        },
        "melee": {
            "attack": attack,
            "defence": defence,
            "odds": tables.MELEE_NAMES[column],
            "shifts": [m._asdict() for m in shifts],
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
    if not st.b.units[u].gun or st.at[u] <= 0:
        return []
    return st.b.board.grid.numbers(st.b.board.disc(st.at[u], st.reach_of_gun(u)))


def _sight(s: S, id: str) -> list[str]:
    """The hexes that a unit can see within gun range, for open sights and harassing fire: gwb.13.5."""
    st, u = s.state, _unit(s, id)
    if st.at[u] <= 0:
        return []
    far = max(st.b.units[u].range, st.b.units[u].light_range, 4)
    return [st.b.board.grid.number(h) for h in bits(st.b.board.disc(st.at[u], far)) if artillery.sees(st, u, h, s.options)]


def _reach(s: S, id: str) -> list[str]:
    """Where a unit could go with its whole allowance, or with what is left of it while it moves."""
    st, u = s.state, _unit(s, id)
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, Moving) and step.u == u:
        return st.b.board.grid.numbers(step.goals(s))
    if st.at[u] < 0:
        return []
    return st.b.board.grid.numbers(movement.total(movement.levels_of(st, u, st.allowance(u))))


def _way(s: S, arg: str) -> list[str]:
    """The way of the unit on the move to a hex, in order: `go:1214`."""
    st, step = s.state, s.agenda[-1] if s.agenda else None
    verb, _, number = arg.partition(":")
    if not isinstance(step, Moving) or verb != "go" or number not in st.b.board.grid:
        return []
    h = st.b.board.grid.index(number)
    levels = movement.levels_of(st, step.u, step.mp, step.bonus)
    if not movement.total(levels) >> h & 1:
        return []
    start = [st.b.board.grid.number(st.at[step.u])] if st.at[step.u] > 0 else []
    return [*start, *(st.b.board.grid.number(x) for x in movement.path(st, step.u, levels, h, 0))]


def _zone(s: S, side: str) -> list[str]:
    return s.state.b.board.grid.numbers(s.state.zone(one_of(side, SEATS, "side")))


def _supply(s: S, side: str) -> list[str]:
    return s.state.b.board.grid.numbers(s.state.communicating(one_of(side, SEATS, "side")))


def _isolated(s: S, side: str) -> list[str]:
    return s.state.b.board.grid.numbers(s.state.isolated(one_of(side, SEATS, "side")))


OVERLAYS: dict[str, Callable[[S, str], list[str]]] = {
    "range": _range,
    "sight": _sight,
    "reach": _reach,
    "way": _way,
    "zone": _zone,
    "supply": _supply,
    "isolated": _isolated,
}


def inspect(s: S, place: str) -> dict[str, Any]:
    """Terrain with its effects, sides, ways, zones, and who is there."""
    st = s.state
    board = st.b.board
    if place.startswith(("off-board-", "reinforcements-")):
        return {"place": place, "title": place.replace("-", " ").capitalize(), "pieces": [], "lines": []}
    if place not in board.grid:
        raise UnknownName(f"there is no hex '{place}' on this map")
    h = board.grid.index(place)
    lines: list[dict[str, str]] = []

    def say(text: str, rule: str = "") -> None:
        lines.append({"text": text, "rule": rule})

    cost, wheels = board.enter[0][h], board.enter[1][h]
    names = " and ".join(board.terrain[h])
    pays = counted(cost, "movement point") if cost else "no movement points"
    say(f"{names.capitalize()}: {pays}{'' if cost == wheels else ', barred to guns off the road'}.", "gwb.7.1a")
    say(f"Barrage die {terrain.barrage(board, h):+d}, {counted(terrain.retreat_points(board, h), 'retreat point')}.", "gwb.6.2e")
    for n in bits(board.grid.near(h)):
        key = (min(h, n), max(h, n))
        if key in board.sides:
            bridge = board.bridge_name.get(key)
            down = bridge is not None and st.blown >> board.bridges.index(key) & 1
            word = f", bridge {bridge}" + (" (down)" if down else "") if bridge else ""
            say(f"{board.sides[key].capitalize()} towards {board.grid.number(n)}{word}.", "gwb.7.3a")
    for way, rule in (("road", "gwb.7.1e"), ("trail", "gwb.7.1e"), ("rail", "gwb.7.6b")):
        if any(h in link for link in board.ways[way]):
            say(f"{way.capitalize()}.", rule)
    if st.markers >> h & 1:
        say("Battle marker: melee one column to the left, movement costs doubled here and around.", "gwb.6.5c")
    if h in st.b.objectives:
        who = st.b.titles[0] if st.held[0] >> h & 1 else st.b.titles[1] if st.held[1] >> h & 1 else "nobody"
        say(f"Objective worth {st.b.objectives[h]} points, held by {who}.", "gwb.4.0a")
    for k, whose in enumerate(st.b.adjectives):
        if st.zone(k) >> h & 1:
            contested = st.stack(h) & st.b.of_side[1 - k]
            say(f"In a zone of control of the {whose} side" + (", contested." if contested else "."), "gwb.10.1a")
        if st.occ[k] >> h & 1 and st.isolated(k) >> h & 1:
            say("No line of communication: isolated.", "gwb.12.1b")
    return {
        "place": place,
        "title": board.places.get(h, place),
        "pieces": [piece(st, u) for u in bits(st.stack(h))],
        "lines": lines,
    }
