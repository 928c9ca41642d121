"""What a seat may see, and what the table can show on request. Strengths and positions of units are open to both (ditt.err.ac).
Only chits looked at and dice counts are secret (ditt.7.1d)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

from firestep.engine.errors import UnknownName
from firestep.engine.named import by_name, one_of
from firestep.engine.page_data import marker, place
from firestep.engine.session import Session
from firestep.games.ditt import odds, victory
from firestep.games.ditt.combat import combat, entrenchment
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.movement.pulse import AtTheWalls, March
from firestep.games.ditt.nations import collapse, surrender
from firestep.games.ditt.state import BOX, CASUALTY, OFF_MAP, State
from firestep.games.ditt.supply import network, starving, supplied_places
from firestep.hexmap.grid import bits

_SIDE_WORD = ("central", "entente", "neutral", "nobody")


def short(u: int) -> str:
    """Returns the name on a counter's edge."""
    word = tables.UNITS[u].split("-", 1)[-1]
    return word if word.isdigit() else word.title()[:9]


#: the factors on a counter: per Div for an Army, of the whole for a Minor Force
STRENGTH = tuple("-".join(map(str, tables.FACTORS[u])) for u in range(tables.N))


@lru_cache(16384)
def _piece(u: int, at: str, nation: int, side: str, divs: int, text: str, marks: tuple[str, ...]) -> dict[str, Any]:
    """Returns a counter as the page draws it. What did not change is the same object, so that comparing two views is quick."""
    out = {
        "id": tables.UNITS[u],
        "at": at,
        "nation": tables.NATIONS[nation],
        "side": side,
        "name": tables.UNIT_NAME[u],
        "flag": tables.FLAG[u],
        "symbol": "infantry",
        "size": "XXXX" if tables.IS_ARMY[u] else "XXX",
        "left": short(u),
        "text": text,
        "badges": list(marks),
        "title": tables.unit_title(u),
    }
    if not tables.IS_ARMY[u]:
        return out | {"star": 2 if tables.TWO_STARS[u] else 1, "title": f"{out['title']}, {text}"}
    title = f"{out['title']}, {divs} Div{'' if divs == 1 else 's'} of {text}"
    return out | {"divs": divs, "text": f"{divs} Div{'' if divs == 1 else 's'}", "title": title}  # a shell is as strong as its Divs


#: marks of a counter by what is true of it: flipped 1, landed 2, out of supply 4
_BADGES = tuple(tuple(w for k, w in enumerate(("flipped", "landed", "unsupplied")) if n >> k & 1) for n in range(8))


class _Board(NamedTuple):
    """The counters of a game as they were last told, with all that they were made from."""

    at: list[int]
    divs: list[int]
    serves: list[int]
    allegiance: list[int]
    boer: int
    marks: tuple[int, int, int]
    #: where in the list each counter stands
    where: dict[int, int]
    pieces: list[dict[str, Any]]


#: by the identity of a state, which stays while a table is played; what is found is compared before it is used
_LAST_BOARDS: dict[int, _Board] = {}
_TABLES = 64


def pieces(st: State) -> list[dict[str, Any]]:
    """Counters on the map and in the two boxes. Not to be changed: who asks again gets the same list, or one with few changes."""
    marks = (st.flipped, st.landed, starving(st))
    told = _LAST_BOARDS.get(id(st))
    if told is not None and told.serves == st.serves and told.allegiance == st.allegiance and told.boer == st.boer:
        found = _touched(st, told, marks)
        if found is not None:
            return found
    index: dict[int, int] = {}
    out: list[dict[str, Any]] = []
    for u, i in enumerate(st.at):
        if i > 0 or i in (BOX, CASUALTY):
            index[u] = len(out)
            out.append(_counter(st, u, marks))
    _keep(st, marks, index, out)
    return out


def _touched(st: State, told: _Board, marks: tuple[int, int, int]) -> list[dict[str, Any]] | None:
    """Returns the list of before with the counters that changed; None if one came or went."""
    changed = {u for k in range(3) for u in bits(marks[k] ^ told.marks[k])}
    if told.at != st.at or told.divs != st.divs:
        changed |= {u for u, (a, b, c, d) in enumerate(zip(st.at, told.at, st.divs, told.divs, strict=True)) if a != b or c != d}
    if not changed:
        return told.pieces
    out = told.pieces[:]
    for u in changed:
        seen = st.at[u] > 0 or st.at[u] in (BOX, CASUALTY)
        if seen != (u in told.where):
            return None
        if seen:
            out[told.where[u]] = _counter(st, u, marks)
    _keep(st, marks, told.where, out)
    return out


def _keep(st: State, marks: tuple[int, int, int], index: dict[int, int], out: list[dict[str, Any]]) -> None:
    if len(_LAST_BOARDS) >= _TABLES and id(st) not in _LAST_BOARDS:
        _LAST_BOARDS.clear()
    _LAST_BOARDS[id(st)] = _Board(st.at[:], st.divs[:], st.serves[:], st.allegiance[:], st.boer, marks, index, out)


def _counter(st: State, u: int, marks: tuple[int, int, int]) -> dict[str, Any]:
    flipped, landed, hungry = marks
    n, i = st.serves[u], st.at[u]
    badges = _BADGES[flipped >> u & 1 | (landed >> u & 1) << 1 | (hungry >> u & 1) << 2]
    text = STRENGTH[u] if u != tables.BOER else f"{st.boer}-{st.boer}-{st.boer}"
    return _piece(u, places.NUMBER[i] if i > 0 else OFF_MAP[i], n, _SIDE_WORD[st.allegiance[n]], st.divs[u], text, badges)


@cache
def _mark(kind: str, i: int, text: str, state: str, title: str) -> dict[str, Any]:
    return marker(kind, places.NUMBER[i], text, state, title)


@lru_cache(1024)
def _forts(forts: int, no_forts: int, *siege: int) -> list[dict[str, Any]]:
    """Returns the Forts and colonial coins. Not to be changed: whoever asks for the same gets the same list."""
    out = []
    for i, n in places.FORT_NATION.items():
        d, f = places.FORT_FACTORS[i]
        if places.COLONIAL_COINS >> i & 1 and not forts >> i & 1:
            continue
        state = "besieged" if i in siege else "intact" if forts & ~no_forts & 1 << i else "destroyed"
        kind = "post" if places.COLONIAL_COINS >> i & 1 else "fort"
        out.append(_mark(kind, i, f"{d}-{f}", state, f"{places.place(i)}: {tables.ADJECTIVE[n]} Fort 0-{d}-{f}, {state}"))
    return out


@lru_cache(1024)
def _land(place_set: int) -> list[str]:
    """Returns the names of a set of places. Not to be changed, as above."""
    return places.numbers(place_set)


def markers(st: State) -> list[dict[str, Any]]:
    """Forts, Population Centres, Beach Heads, sieges, the markers of the Sinai."""
    out = _forts(st.forts, st.no_forts, *st.siege)[:]
    for i in bits(st.centres):
        state = "recruited" if st.recruited >> i & 1 else "ready"
        out.append(_mark("centre", i, "PC", state, f"Armenian Population Centre {places.place(i)}: {state}"))
    for k, i in enumerate(st.beach):
        if i > 0:
            out.append(_mark("beach", i, "AB"[k], "landed", f"Beach Head {'AB'[k]} at {places.place(i)}"))
    for flag in ("engineers", "pipeline"):
        if st.flag(flag):
            out.append(_mark(flag, places.ROMANI, flag[0].upper(), "placed", f"{flag.title()} at {places.place(places.ROMANI)}"))
    return out


def powers(st: State) -> list[dict[str, Any]]:
    out = []
    for n in tables.POWERS:
        total = st.total(n)
        out.append(
            {
                "id": tables.NATIONS[n],
                "title": tables.TITLE[n],
                "side": _SIDE_WORD[st.allegiance[n]],
                "max": st.max[n],
                "limit": tables.LIMIT[n],
                "total": total,
                "reserves": st.reserves[n],
                "frozen": st.frozen[n],
                "value": total,
                "surrendered": bool(st.surrendered >> n & 1),
            }
        )
    return out


def view(s: Session[State], seat: int | None) -> dict[str, Any]:
    """Returns the board as a seat sees it (docs/protocol.md)."""
    st = s.state
    level, _ = victory.level(st)
    return {
        "pieces": pieces(st),
        "markers": markers(st),
        "boxes": [{"id": "box", "title": "Minor Forces Reserve Box"}, {"id": "casualty", "title": "Minor Forces Casualty Box"}],
        "tracks": [
            {"id": "powers", "title": "Great Powers", "rows": powers(st)},
            {
                "id": "entry",
                "title": "Markers to 70",
                "rows": [
                    {
                        "id": tables.ENTRY[k],
                        "title": "Russian Revolution" if k == tables.REVOLUTION else tables.TITLE[tables.ENTRY_NATION[k]],
                        "value": v,
                    }
                    for k, v in enumerate(st.entry)
                ],
            },
            {
                "id": "seas",
                "title": "Naval Supremacy",
                "rows": [
                    {"id": tables.SEAS[k], "title": tables.SEA_TITLE[k], "value": tables.SEA_WORD[v]} for k, v in enumerate(st.seas)
                ],
            },
            {
                "id": "coins",
                "title": "Special Events",
                "rows": [
                    {"id": tables.BOXES[k], "title": tables.BOX_TITLE[k], "side": _SIDE_WORD[tables.BOX_SIDE[k]], "value": v}
                    for k, v in enumerate(st.coins)
                    if v
                ],
            },
        ],
        "scores": {seat_: (1 if 0 <= level < 2 else 0, 1 if level >= 2 else 0)[k] for k, seat_ in enumerate(tables.SEATS)},
        "season": tables.TURN_NAME[st.turn],
        "turns": list(tables.TURN_NAME[1:]),
        "phase": st.phase,
        "first": tables.SEATS[tables.FIRST[st.turn]],
        "weather": tables.WEATHER[st.turn],
        "air": None
        if st.air < 0
        else {
            "id": tables.AIR[st.air],
            "title": tables.AIR_TITLE[st.air],
            "side": _SIDE_WORD[tables.AIR_SIDE[st.air]],
            "value": tables.AIR_BONUS[st.air],
        },
        "cup": st.cup.bit_count(),
        "peeked": st.peeked[seat] if seat is not None else 0,
        "allegiance": {
            tables.NATIONS[n]: _SIDE_WORD[k] for n, k in enumerate(st.allegiance) if tables.KIND[n] in ("power", "minor")
        },
        "control": {tables.SEATS[k]: _land(st.ctrl[k]) for k in (tables.CP, tables.EP)},
        "russia": {
            "collapsed": st.flag("collapsed"),
            "garrison": list(collapse.garrison(st)) if st.flag("collapsed") else None,
            "cities": (surrender.russian_cities_and_forts() & st.ctrl[tables.CP]).bit_count(),
        },
        "surrender": _surrender(st),
        "standing": _STANDING[level],
        "colonies": victory.colonial_units(st),
        "battle": battle(s),
        "fight": None
        if st.fight is None
        else {
            "target": places.NUMBER[st.fight.hex],
            "attackers": [tables.UNITS[u] for u in st.fight.units],
            "hits": list(st.fight.hits),
            "dice": list(st.fight.dice),
            "defenders": [tables.UNITS[u] for u in bits(entrenchment.defenders(st, st.fight))],
        },
    }


#: how the war would end if it ended now, by level; the last is a draw
_STANDING = (
    "a decisive victory of the Central Powers",
    "a marginal victory of the Central Powers",
    "a marginal victory of the Entente",
    "a decisive victory of the Entente",
    "a draw",
)


def _surrender(st: State) -> list[dict[str, Any]]:
    """How far each power is on the way to surrender."""
    rows = []
    for n, need in (
        (tables.AH, surrender.key_cities_needed(st)),
        (tables.FR, 3),
        (tables.GE, 2),
        (tables.BR, 3),
        (tables.IT, 3),
        (tables.TU, max(1, places.CITY[tables.TU].bit_count() - 1)),
    ):
        side = st.allegiance[n]
        if side < 2:
            count = (
                surrender.cities_garrisoned(st, surrender.KEY_CITIES, tables.EP).bit_count()
                if n == tables.AH
                else surrender.cities_held(st, places.CITY[n], 1 - side)
            )
            rows.append({"id": tables.NATIONS[n], "title": tables.TITLE[n], "value": count, "need": need})
    return rows


def battle(s: Session[State]) -> dict[str, Any] | None:
    """Returns the group on the march, or the open combat, for the odds panel."""
    top = s.top
    if isinstance(top, March | AtTheWalls):
        out: dict[str, Any] = {"movers": [tables.UNITS[u] for u in top.units], "left": top.allowance - top.spent}
        return out | ({"ways": far(s.state, top)} if isinstance(top, March) else {})
    if isinstance(top, combat.DiceCount) and s.state.fight is not None:
        fight = s.state.fight
        best = [odds.best_dice(combat.firepower(s.state, fight, side == fight.side)) for side in (tables.CP, tables.EP)]
        return {
            "target": places.NUMBER[fight.hex],
            "units": [tables.UNITS[u] for u in fight.units],
            "best": dict(zip(tables.SEATS, best, strict=True)),
        }
    if s.state.fight is not None:
        return {"target": places.NUMBER[s.state.fight.hex], "units": [tables.UNITS[u] for u in s.state.fight.units]}
    return None


def far(st: State, march: March) -> dict[str, list[str]]:
    """Returns where a group can get to in several steps, with the way: shortest first, over enemy land rather than one's own
    (ditt.6.1a). What one step reaches is among the actions; who is out of supply, or would enter the Near East, goes step by
    step."""
    here, side, left = march.here(st), march.side, march.allowance - march.spent
    if left < 2 or march.hungry:
        return {}
    inside = areas.near_east(st)
    foes, tired = passage.enemies(st, side), st.flipped & passage.commanded(st, side)
    if tables.DUNSTER in march.units:
        return {}
    calm = fierce = -1
    for u in {areas.kind(st, u): u for u in march.units}.values():
        area = areas.area(st, u) & ~passage.places_not_shared(st, st.serves[u])
        calm &= passage.passable(st, u, area)
        fierce &= passage.attackable(st, u, area)
    crowd = 0
    for u in march.units:
        if tables.TWO_STARS[u]:
            crowd |= passage.places_of_compatriots(st, u)
    calm, fierce = calm & ~crowd, (calm | fierce) & ~crowd
    ways = [places.ways(key) for key in {areas.links(st, u) for u in march.units}]
    first = march.targets(st)
    seen = first | 1 << here
    edge = {i: ([places.NUMBER[i]], bool(march.barred) or bool(st.stack(i) & tired)) for i in bits(first & ~foes)}
    out: dict[str, list[str]] = {}
    for _ in range(left - 1):
        new: dict[int, tuple[list[str], bool]] = {}
        for i in sorted(edge, key=lambda i: st.ctrl[side] >> i & 1):
            path, barred = edge[i]
            near = (calm if barred else calm | fierce) & ~seen
            for w in ways:
                near &= w.near[i]
            near &= inside if inside >> i & 1 else ~inside
            for j in bits(near):
                if j not in new:
                    new[j] = ([*path, places.NUMBER[j]], barred or bool(st.stack(j) & tired))
        out |= {places.NUMBER[j]: path for j, (path, _) in new.items()}
        seen |= sum(1 << j for j in new)
        edge = {j: x for j, x in new.items() if not foes >> j & 1}
    return out


# -- on request ------------------------------------------------------------------------------------------------------------


def _reach(s: Session[State], arg: str) -> list[str]:
    """Returns the places a unit could reach in a pulse on its own."""
    st, u = s.state, by_name(arg, tables.UNIT, "unit", "ge-1")
    if not passage.may_march(st, u) or st.side(u) > 1:
        return []
    ways = passage.ways_of(st, u)
    steps = passage.allowance(st, st.at[u], st.side(u))
    inner = ways.within(1 << st.at[u], passage.passable(st, u), steps - 1)
    found = ways.within(inner, passage.passable(st, u), 1) | ways.step(inner) & passage.attackable(st, u)
    return places.numbers(found & places.LAND & ~(1 << st.at[u]))


OVERLAYS = {
    "supply": lambda s, arg: places.numbers(supplied_places(s.state, one_of(arg, tables.NATIONS, "nation"))),
    "network": lambda s, arg: places.numbers(network(s.state, one_of(arg, tables.NATIONS, "nation"))),
    "control": lambda s, arg: places.numbers(s.state.ctrl[one_of(arg, tables.SEATS, "side")]),
    "area": lambda s, arg: places.numbers(areas.area(s.state, by_name(arg, tables.UNIT, "unit", "ge-1"))),
    "near-east": lambda s, arg: places.numbers(areas.near_east(s.state)),
    "reach": _reach,
}


TERRAIN = {
    "rough": ("an attack loses 20 per cent", "ditt.7.2b"),
    "swamp": ("an attack loses 20 per cent", "ditt.7.2b"),
    "mountain": ("an attack loses 40 per cent", "ditt.7.2c"),
    "alpine": ("for mountain Armies only, an attack loses 40 per cent", "ditt.6.2l"),
    "desert": ("closed to most Armies", "ditt.6.2g"),
}
MARKER_RULE = {
    "fort": "ditt.8.4a",
    "post": "ditt.11.2c",
    "centre": "ditt.14.2f",
    "beach": "ditt.6.5i",
    "engineers": "ditt.6.2i",
    "pipeline": "ditt.6.2j",
}


def inspect(s: Session[State], id: str) -> dict[str, Any]:
    """Returns all that can be said about a place."""
    st = s.state
    here = [x for x in pieces(st) if x["at"] == id]
    if id in ("box", "casualty"):
        title = "Minor Forces Reserve Box" if id == "box" else "Minor Forces Casualty Box"
        return place(id, title, here, [("Units here come back in Logistics.", "ditt.6.4b" if id == "box" else "ditt.2.2j")])
    if id not in places.INDEX:
        raise UnknownName(f"there is no place '{id}' on this map")
    i = places.INDEX[id]
    if places.SEA >> i & 1:
        return place(id, "Sea", (), [("Open sea.", "ditt.6.1l")])
    n = st.holder(i)
    lines = [(f"{places.COUNTRY_AT[i]}; controlled by {tables.TITLE[n] if n >= 0 else 'nobody'}", "ditt.16.1b")]
    terrain = places.TERRAIN[i]
    effect, rule = TERRAIN.get(terrain, ("nothing special", ""))
    lines.append((f"{terrain.title()}: {effect}.", rule))
    if places.SNOW >> i & 1:
        lines.append(("Snowflake: no attack into it in Winter.", "ditt.6.2d"))
    if areas.near_east(st) >> i & 1:
        lines.append(("Near East.", "ditt.6.3a"))
    for m, cities in enumerate(places.CITIES):
        if k := cities.get(i):
            what = "Two Surrender Cities" if k == 2 else "Surrender City"
            lines.append((f"{what} of {tables.TITLE[m]}.", "ditt.12.1a"))
    lines += [(m["title"] + ".", MARKER_RULE[m["kind"]]) for m in markers(st) if m["at"] == id]
    for side in (tables.CP, tables.EP):
        there = st.stack_of(i, side)
        if there and entrenchment.entrenched(st, there):
            lines.append((f"The {tables.SIDE_TITLES[side]} are entrenched here.", "ditt.8.5a"))
    return place(id, places.place(i), here, lines)
