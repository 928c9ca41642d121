"""What a seat may see, and what the table can show on request."""

from __future__ import annotations

from functools import cache, lru_cache, reduce
from operator import or_, xor
from typing import Any, NamedTuple

from firestep.engine.errors import UnknownName
from firestep.engine.named import by_name, one_of
from firestep.engine.page_data import marker, place
from firestep.engine.session import Session
from firestep.engine.words import capital
from firestep.games.tgw import victory
from firestep.games.tgw.combat.combat import RESOLVED, Assemble
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import CHITS
from firestep.games.tgw.display import fog
from firestep.games.tgw.display.names import CAPACITY, unit
from firestep.games.tgw.display.outlook import cards, outlook
from firestep.games.tgw.events.event_table import EVENTS, hidden_hands
from firestep.games.tgw.meta import TITLE
from firestep.games.tgw.movement import areas, movement, rail
from firestep.games.tgw.movement.movement import March
from firestep.games.tgw.movement.rail import Ride
from firestep.games.tgw.movement.sea import Sail
from firestep.games.tgw.sequence import PHASES
from firestep.games.tgw.state import BOXES, CAPACITIES, GONE, WAITING, State, elsewhere
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits

SIDE_WORD = ("allied", "central", "neutral")
SYMBOL = {
    "infantry": "infantry",
    "mountain": "mountain",
    "cavalry": "cavalry",
    "HQ": "hq",
    "tank": "tank",
    "antitank": "antitank",
    "armored car": "armour",
    "brigade": "infantry",
    "battalion": "infantry",
    "company": "infantry",
}
SIZE = {"HQ": "XXXX", "brigade": "X", "battalion": "II", "company": "I", "tank": "III", "antitank": "III", "armored car": "II"}
#: nations as counters and page name them: small letters only
CODE = tuple(code.lower().replace("-", "") for code in tables.NATIONS)
#: boxes that are shown; units to come and units out of the game are not
SHOWN = {k: w for k, w in BOXES.items() if k not in (WAITING, GONE)}
BOX_TITLE = {
    "available": "Available Units, Europe",
    "available-ne": "Available Units, Near East",
    "dead": "Dead pile, Europe",
    "dead-ne": "Dead pile, Near East",
    "transit": "CP Transit Box",
    "ru-transit": "Russian Caucasus Transit Box",
    "arabia": "Arabia",
    "reserve": "Turkish Required Reserve",
    "edge-west": "Beside the Western Front",
    "edge-italy": "Beside the Italian Front",
    "libya": "Away to Libya",
}
_MARKS = ("moved", "attacked", "unsupplied", "reduced", "depleted", "shock", "fixed")
_BADGES = tuple(tuple(w for k, w in enumerate(_MARKS) if n >> k & 1) for n in range(128))


@lru_cache(1 << 15)
def _piece(u: int, at: str, side: str, face: str, marks: tuple[str, ...]) -> dict[str, Any]:
    """A counter as the page draws it. What did not change is the same object, so that comparing two views is quick."""
    c = roster.ROSTER[u]
    return {
        "id": c.id,
        "at": at,
        "nation": CODE[c.nation],
        "side": side,
        "name": c.name,
        "symbol": SYMBOL[c.cls],
        "size": SIZE.get(c.cls, "XX"),
        "left": c.name[:9],
        "text": face,
        "badges": list(marks),
        "title": f"{unit(c.id)[4:]}, {face}",
    }


def face(st: State, u: int) -> str:
    """The figures on a counter as it lies."""
    c = roster.ROSTER[u]
    bit = 1 << u
    if c.cls == "HQ":
        return f"{0 if st.depleted & bit else c.support}-{c.move}"
    if c.back == "untried" and not st.tried & bit:
        return f"?-{c.move}"
    a, d, m = st.strength(u)
    return f"{a}-{m}" if a == d else f"{a}-{d}-{m}"


def back(i: int, side: str, nation: str, count: int) -> dict[str, Any]:
    """The counters of a stack that are not shown, as one (tgw.7.25a)."""
    return {
        "id": f"hidden-{board.NUMBER[i]}",
        "at": board.NUMBER[i],
        "nation": nation,
        "side": side,
        "name": "hidden",
        "symbol": "unknown",
        "size": "",
        "left": "",
        "text": f"+{count}",
        "badges": [],
        "title": f"{count} more {'counters' if count > 1 else 'counter'} that cannot be seen",
    }


_ALPENKORPS = 1 << roster.UNIT["ge-ak"]


class Laid(NamedTuple):
    """How the counters lay when somebody last looked: where, in which sets, fighting for whom, and each as the page draws it."""

    at: list[int]
    sets: tuple[int, ...]
    nations: tuple[object, ...]
    drawn: list[dict[str, Any] | None]


#: the last look at any table: whoever looks next draws only the counters that lie otherwise there
_laid = [Laid([GONE] * roster.N, (0,) * 10, (), [None] * roster.N)]


def pieces(st: State, covered: dict[int, int]) -> list[dict[str, Any]]:
    """Counters on the map and in the boxes that are shown; of stacks that somebody may not look into a back instead."""
    unseen = reduce(or_, covered.values(), 0)
    hungry, fixed = supply.starving(st), areas.frozen(st)
    turned = st.flipped | (_ALPENKORPS if st.alpine_shock() else 0)  # what it is depends on where it is (tgw.15.46a, tgw.15.46b)
    marks = (st.moved | st.railed | st.sailed, st.attacked, hungry, st.reduced, st.depleted, turned, fixed)
    last = _laid[0]
    now = Laid(st.at[:], (*marks, st.tried, st.red, unseen), (*st.allegiance, st.collapsed), last.drawn[:])
    if now.nations != last.nations:  # a nation that fell or changed sides turns all its counters
        changed = list(range(roster.N))
    else:
        changed = [*bits(reduce(or_, map(xor, now.sets, last.sets))), *elsewhere(now.at, last.at)]
    for u in changed:
        now.drawn[u] = None if unseen >> u & 1 else _drawn(st, u, marks)
    _laid[0] = now
    out = [p for p in now.drawn if p is not None]
    for i, m in sorted(covered.items()):
        n = roster.NATION_OF[fog.top(st, st.where[i])]
        out.append(back(i, SIDE_WORD[st.allegiance[n]], CODE[n], m.bit_count()))
    return out


def _drawn(st: State, u: int, marks: tuple[int, ...]) -> dict[str, Any] | None:
    i = st.at[u]
    at = board.NUMBER[i] if i > 0 else SHOWN.get(i)
    if at is None:
        return None
    badges = _BADGES[sum((m >> u & 1) << k for k, m in enumerate(marks))]
    return _piece(u, at, SIDE_WORD[st.allegiance[roster.NATION_OF[u]]], face(st, u), badges)


@cache
def _mark(kind: str, i: int, text: str, state: str, title: str) -> dict[str, Any]:
    return marker(kind, board.NUMBER[i], text, state, title)


def markers(st: State) -> list[dict[str, Any]]:
    """Forts, the Hindenburg Line, trenches of the Near East, devastated hexes, the pipeline, headquarters markers."""
    return _markers(
        st.forts,
        st.line,
        st.ne_trenches,
        st.devastated,
        st.pipeline,
        st.marker_at,
        st.marker,
        st.foch_at,
        st.allenby_at,
        st.flag("gaza"),
    )


@lru_cache(512)
def _markers(
    forts: int,
    line: int,
    trenches: int,
    devastated: int,
    pipeline: int,
    marker_at: int,
    marker: int,
    foch: int,
    allenby: int,
    gaza: bool,
) -> list[dict[str, Any]]:
    out = []
    for i, n in fronts.FORT_NATION.items():
        state = "intact" if forts >> i & 1 else "destroyed"
        heavy = "heavy fort" if board.HEAVY >> i & 1 else "fort"
        title = f"{board.place_name(i)}: {TITLE[tables.NATIONS[n]]}, {heavy}, {state}"
        out.append(_mark("fort", i, "H" if board.HEAVY >> i & 1 else "", state, title))
    out += [_mark("line", i, "HL", "intact", f"Hindenburg Line at {board.place_name(i)}") for i in bits(line)]
    gaza_line = board.mask("N2712", "N2813") if gaza else 0
    out += [_mark("trench", i, "T", "dug", f"Turkish trench at {board.place_name(i)}") for i in bits(trenches | gaza_line)]
    out += [_mark("devastated", i, "DZ", "devastated", f"{capital(board.place_name(i))} is devastated") for i in bits(devastated)]
    for i, kind, title in (
        (pipeline, "pipeline", "Sinai pipeline"),
        (marker_at, "ohl", ("", "OHL", "OberOst")[marker]),
        (foch, "foch", "Foch"),
        (allenby, "allenby", "Allenby"),
    ):
        if i:
            out.append(_mark(kind, i, title[:4], "placed", f"{title} at {board.place_name(i)}"))
    return out


def chit(c: int) -> dict[str, Any]:
    """An event as a card."""
    e = EVENTS[CHITS[c].event]
    return {
        "id": CHITS[c].id,
        "title": e.name,
        "text": e.text,
        "rule": f"tgw.ev.{CHITS[c].event}",
        "side": SIDE_WORD[CHITS[c].side],
    }


def hand(s: Session[State], seat: int | None, side: int) -> list[dict[str, Any]]:
    """The events that a side holds, as a seat sees them: with hidden hands the other's are backs."""
    held = bits(s.state.hand[side])
    if hidden_hands(s.state) and seat != side:
        return [
            {"id": f"hidden-{SIDE_WORD[side]}-{k}", "title": "an event", "text": "", "rule": "tgw.6.1.7a", "side": SIDE_WORD[side]}
            for k in range(len(held))
        ]
    return [chit(c) for c in held]


def view(s: Session[State], seat: int | None) -> dict[str, Any]:
    """The board as a seat sees it (docs/protocol.md)."""
    st = s.state
    rp = [
        {
            "id": tables.NATIONS[n],
            "title": TITLE[tables.NATIONS[n]],
            "side": SIDE_WORD[st.allegiance[n]],
            "value": st.rp[n],
            "collapsed": bool(st.collapsed >> n & 1),
        }
        for n in sorted(set(tables.PAYER))
        if st.allegiance[n] < 2
    ]
    points, cities = victory.points(st), victory.cities_lost(st)
    return {
        "pieces": pieces(st, fog.covered(st, seat) if not s.over else {}),
        "markers": markers(st),
        "boxes": [{"id": w, "title": BOX_TITLE[w]} for w in SHOWN.values()],
        "tracks": [
            {"id": "rp", "title": "Resource Points", "rows": rp},
            {
                "id": "capacity",
                "title": "Strategic movement used",
                "rows": [
                    {"id": c, "title": CAPACITY[c], "value": st.used[k], "max": rail.LIMITS[k]} for k, c in enumerate(CAPACITIES)
                ],
            },
            {
                "id": "trenches",
                "title": "Trench status",
                "rows": [{"id": w, "title": w, "value": -st.trenches[k]} for k, w in enumerate(tables.TRENCH_NAMES)],
            },
            {
                "id": "war",
                "title": "Tracks",
                "rows": [
                    {"id": "vp", "title": "CP victory points", "value": points},
                    {"id": "cities", "title": "Allied cities held", "value": cities},
                    {"id": "retaken", "title": "Victory points retaken", "value": st.retaken.bit_count()},
                    {"id": "required", "title": "Turkish Required Reserve", "value": st.required},
                    {
                        "id": "us",
                        "title": "U.S. entry",
                        "value": tables.LETTERS[st.us_marker if st.us_entered < 0 else st.us_entered],
                    },
                ],
            },
        ],
        "scores": {"allied": 0, "central": points - cities},
        "season": tables.TURN_NAME[st.turn],
        "turns": list(tables.TURN_NAME[1:]),
        "phase": st.phase,
        "phase_title": PHASES[st.phase][0],
        "letter": tables.LETTERS[st.letter] if st.letter >= 0 else "",
        "weather": dict(zip(board.FRONTS, (tables.WEATHERS[w] for w in st.weather), strict=True)),
        "letters": {str(k): tables.LETTERS[x] for k, x in enumerate(tables.LETTER_AFTER) if x >= 0},
        "initiative": {fronts.THEATERS[0]: SIDE_WORD[st.initiative], fronts.THEATERS[1]: SIDE_WORD[1 - st.initiative]},
        "marker": ("", "OHL", "OberOst")[st.marker],
        "hands": {w: hand(s, seat, k) for k, w in enumerate(tables.SEATS)},
        "pools": {w: st.pool[k].bit_count() for k, w in enumerate(tables.SEATS)},
        "pool_cards": None if hidden_hands(st) else cards(st.pool[0] | st.pool[1]),
        "spent": cards(st.spent),
        "outlook": outlook(st),
        "in_play": [chit(c) for c in bits(st.play)],
        "warfare": [chit(c) for c in bits(st.warfare)],
        "air_used": [CHITS[c].id for c in bits(st.air_used)],
        "allegiance": {code: SIDE_WORD[st.allegiance[n]] for code, n in tables.NATION.items()},
        "collapsed": [tables.NATIONS[n] for n in bits(st.collapsed)],
        "flags": [f for f in ("czar-fell", "bolsheviks", "treaty", "turkey-surrendered", "euro-turks") if st.flag(f)],
        "battle": battle(s, seat),
        "fight": None
        if st.fight is None
        else {
            "target": board.NUMBER[st.fight.hex],
            "attackers": [roster.UNITS[u] for u in st.fight.attackers],
            "defenders": [roster.UNITS[u] for u in st.fight.defenders],
            "losses": list(st.fight.losses),
            "two_step": [roster.UNITS[u] for u in (*st.fight.attackers, *st.fight.defenders) if roster.TWO_STEP >> u & 1],
            "die": st.fight.die,
            "resolved": RESOLVED in st.fight.marks,
        },
    }


def battle(s: Session[State], seat: int | None) -> dict[str, Any] | None:
    """The bunch on the march, or the open combat, for the odds panel; who marches under fog, or puts an attack together, does not
    show whom."""
    top = s.top
    if isinstance(top, March | Ride | Sail | Assemble) and s.state.on("fog") and top.seat(s) != seat:
        return None
    if isinstance(top, March):
        return {"movers": [roster.UNITS[u] for u in top.units], "moved": not top.unmoved}
    if isinstance(top, Ride | Sail):
        return {"movers": [roster.UNITS[u] for u in top.units], "moved": False}
    if isinstance(top, Assemble):
        return {"target": board.NUMBER[top.hex], "units": [roster.UNITS[u] for u in top.joined]}
    if s.state.fight is not None:
        return {"target": board.NUMBER[s.state.fight.hex], "units": [roster.UNITS[u] for u in s.state.fight.attackers]}
    return None


# -- on request ----------------------------------------------------------------------------------------------------------------


def _reach(s: Session[State], arg: str) -> list[str]:
    """Hexes that a unit could reach on its own."""
    st, u = s.state, by_name(arg, roster.UNIT, "unit", "ge-1g")
    side = st.side(u)
    if st.at[u] <= 0 or side > 1:
        return []
    return board.numbers(movement.ends(st, side, 1 << u, st.at[u], st.at[u], (0, 0)))


OVERLAYS = {
    "supply": lambda s, arg: board.numbers(supply.fed(s.state, one_of(arg, tables.NATIONS, "nation")) & board.LAND),
    "control": lambda s, arg: board.numbers(s.state.ctrl[one_of(arg, tables.SEATS, "side")]),
    "rails": lambda s, arg: board.numbers(rail.lines(s.state, one_of(arg, tables.SEATS, "side")) & board.LAND),
    "area": lambda s, arg: board.numbers(areas.ground(s.state, 1 << by_name(arg, roster.UNIT, "unit", "ge-1g")) & board.LAND),
    "closed": lambda s, arg: board.numbers(areas.closed(s.state) & board.LAND),
    "reach": _reach,
}

#: what terrain costs and how it helps who defends
TERRAIN = {
    "clear": ("1 point", "tgw.8.12a"),
    "rough": ("1 point, defenders 1 column", "tgw.10.42a"),
    "forest": ("2 points, defenders 1 column in Wet and Snow", "tgw.10.42b"),
    "marsh": ("2 points, defenders 1 column", "tgw.10.42a"),
    "flood-plain": ("1 point; in Wet 2 points, defenders 1 column", "tgw.12.2c"),
    "mountain": ("2 points, defenders 1 column, 2 in Wet and Snow", "tgw.10.43b"),
    "pass": ("1 point along the pass except in Snow, else 2; defenders as in mountains", "tgw.8.33a"),
    "alpine": ("mountain units only, 2 points; defenders 1 column", "tgw.8.32c"),
    "desert": ("2 points; no supply through it in Hot weather", "tgw.12.2n"),
    "difficult": ("2 points, defenders 1 column", "tgw.10.42a"),
    "lake": ("closed unless it is frozen", "tgw.8.34c"),
}
_MARKER_RULE = {
    "fort": "tgw.14.11a",
    "line": "tgw.14.31a",
    "trench": "tgw.14.53a",
    "devastated": "tgw.14.63b",
    "pipeline": "tgw.11.53a",
    "ohl": "tgw.10.82a",
    "foch": "tgw.10.84a",
    "allenby": "tgw.10.84a",
}


def _at(st: State, place: str) -> list[dict[str, Any]]:
    return [x for x in pieces(st, fog.known_as(st)) if x["at"] == place]


def inspect(s: Session[State], id: str) -> dict[str, Any]:
    """All that can be said about a place."""
    st = s.state
    if id in BOX_TITLE:
        return place(id, BOX_TITLE[id], _at(st, id))
    if id not in board.INDEX:
        raise UnknownName(f"there is no place '{id}' on these maps")
    i = board.INDEX[id]
    if not (board.LAND | board.LAKE) >> i & 1:
        return place(id, "Closed" if board.CLOSED >> i & 1 else "Sea", (), [("No unit enters this hex.", "tgw.8.24a")])
    holder = "the Allies" if st.ctrl[0] >> i & 1 else "the Central Powers" if st.ctrl[1] >> i & 1 else "nobody"
    country = board.COUNTRY_NAME.get(board.COUNTRY_AT[i], board.COUNTRY_AT[i])
    lines = [(f"{country}; controlled by {holder}.", "tgw.7.13a")]
    effect, rule = TERRAIN[board.TERRAIN[i]]
    lines.append((f"{board.TERRAIN[i].replace('-', ' ').capitalize()}: {effect}.", rule))
    for mask, text, rule in (
        (board.CITY, "City: defenders 1 column.", "tgw.10.42a"),
        (board.TOWN, "Town.", "tgw.11.22a"),
        (board.PORT, "Port.", "tgw.9.53a"),
        (board.VICTORY, "Victory hex of the Central Powers.", "tgw.18.11a"),
        (board.SURRENDER, "Turkish Surrender hex.", "tgw.5.62a"),
    ):
        if mask >> i & 1:
            lines.append((text, rule))
    lines += [(f"{m['title']}.", _MARKER_RULE[m["kind"]]) for m in markers(st) if m["at"] == id]
    return place(id, capital(board.place_name(i)), _at(st, id), lines)
