"""Scenario files: a table, its terrain and two armies from TOML. Whatever cannot be played is refused with the piece at fault;
`checks.py` looks at what stands where."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any

from firestep.engine.errors import FirestepError
from firestep.games.dgk import umpire
from firestep.games.dgk.components.battle import LEVELS, SIDES, VEHICLES, Asset, FormationDef, Place, ScenarioDef, UnitDef, Victory
from firestep.games.dgk.components.terrain import Ground, piece
from firestep.games.dgk.formations import NAMES, fit_files, usual_files

#: the first line of a scenario file that is to be sent anywhere
FORMAT = "firestep-scenario 1"
#: more than any table needs, and few enough that none takes long to read
MOST_BYTES, MOST_UNITS, MOST_FORMATIONS, MOST_PIECES, MOST_POINTS, MOST_TURNS = 60_000, 160, 60, 200, 1500, 60
#: rulings that are options of the game (data/rulings.md), the default first
SWITCHES = {"trucks": ("slow", "fast"), "hills": ("crests", "higher"), "both": ("actor", "draw"), "halving": ("plain", "floor")}
#: rules that a scenario may switch on
RULES = {"indirect": ("off", "on"), "rip-track": ("off", "on")}
#: what transport moves as (dgk.X.auto.1, ruling D12): mules and wagons are slow (dgk.IV.mule.1); the option `trucks` makes
#: trucks fast (dgk.IV.truck.1)
MOVES_AS = {"train": "fast", "car": "fast", "truck": "slow", "wagon": "slow", "aircraft": "fast", "armoured-car": "armoured-car"}
#: what a unit of transport is if the file does not say
USUAL = {"fast": "car", "slow": "wagon", "armoured-car": "armoured-car"}
ARMS = {"aircraft": ("bomb", "strafe")}
KEYS = {
    "": (
        "format",
        "game",
        "order",
        "title",
        "text",
        "source",
        "table",
        "turns",
        "limit_winner",
        "limit_reason",
        "morale",
        "armies",
        "terrain",
        "formation",
        "unit",
        "asset",
        "options",
        "victory",
        "place",
        "breaks",
        "north",
    ),
    "army": ("nation", "quality"),
    "terrain": ("id", "kind", "title", "points", "move", "cover", "tall", "level", "slope", "steep", "side"),
    "formation": ("id", "name", "leader", "level", "side", "parent", "x", "y", "chief"),
    "unit": (
        "id",
        "name",
        "nation",
        "type",
        "quality",
        "bases",
        "formation",
        "x",
        "y",
        "facing",
        "form",
        "files",
        "vehicle",
        "capacity",
        "armour",
        "track",
        "hidden",
        "aa",
        "arms",
        "enters",
        "aboard",
        "hull_down",
        "route",
        "goal",
    ),
    "asset": ("id", "name", "side", "x", "y", "value"),
    "victory": ("side", "kind", "text", "x", "y", "radius", "units"),
    "place": ("name", "x", "y", "lat", "lon"),
}


def _known(table: Any, kind: str, what: str) -> None:
    """A misspelt key is refused, not passed over."""
    if not isinstance(table, Mapping):
        raise FirestepError(f"{what} must be a table of keys and values")
    for k in table:
        if k not in KEYS[kind]:
            raise FirestepError(f"{what} has the unknown key '{k}'; known are: {', '.join(KEYS[kind])}")


def _list(data: Mapping[str, Any], key: str, most: int) -> Sequence[Any]:
    found = data.get(key, [])
    if not isinstance(found, list) or len(found) > most:
        raise FirestepError(f"'{key}' must be a list of at most {most} tables, each headed [[{key}]]")
    return found


def _flag(table: Mapping[str, Any], key: str, what: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise FirestepError(f"{what} has {key} = {value!r}; write true or false")
    return value


def _text(value: Any, most: int, what: str) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise FirestepError(f"{what} must be text of at most {most} letters")
    return value


def settle_options(data: Mapping[str, Any]) -> dict[str, str]:
    """The scenario's options; a name or a value that does not exist is refused."""
    given = data.get("options", {})
    if not isinstance(given, Mapping):
        raise FirestepError("'options' must be a table")
    known = {**SWITCHES, **RULES}
    for k, v in given.items():
        if k not in known:
            raise FirestepError(f"there is no option '{k}'; known are: {', '.join(known)}")
        _pick(v, known[k], f"option '{k}'")
    return {str(k): str(v) for k, v in given.items()}


def _need(table: Mapping[str, Any], key: str, what: str) -> Any:
    if key not in table:
        raise FirestepError(f"{what} has no '{key}'; add it")
    return table[key]


def _inches(table: Mapping[str, Any], key: str, what: str, default: float | None = None) -> float:
    """A number that can be on or near a table."""
    value = float(_need(table, key, what) if default is None else table.get(key, default))
    if not abs(value) < 1000:
        raise FirestepError(f"{what} has {key} = {value}; give inches or degrees")
    return value


def _pick(value: Any, choices: tuple[str, ...], what: str) -> str:
    if value not in choices:
        raise FirestepError(f"{what} cannot be {value!r}; choose one of: {', '.join(c or 'none' for c in choices)}")
    return str(value)


def parse(text: str, id: str = "scenario") -> Mapping[str, Any]:
    """The TOML of a scenario, refused if it is too long or too deep to be one."""
    if text.startswith("{"):  # a battle as a seat knows it, made by `scenario.cut`
        try:
            return dict(json.loads(text[: 4 * MOST_BYTES]))
        except (ValueError, TypeError, RecursionError):
            raise FirestepError(f"scenario '{id}' cannot be read") from None
    if len(text.encode()) > MOST_BYTES:
        raise FirestepError(f"scenario '{id}' is longer than {MOST_BYTES} bytes; draw the ground coarser")
    if any(len(row.split("=", 1)[0]) > 200 and "." in row for row in text.splitlines()):
        raise FirestepError(f"scenario '{id}' has a key of more than 200 letters; compare it with the scenarios of this game")
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as e:
        raise FirestepError(f"scenario '{id}' cannot be read: {e}") from None


def build(id: str, data: Mapping[str, Any]) -> ScenarioDef:
    """Returns the scenario of a file, or raises `FirestepError` with the first thing that is wrong."""
    _known(data, "", "the scenario")
    ground, turns = _ground(data), _turns(data)
    nations, quality = _armies(data)
    formations = _formations(data)
    units = _units(data, ground, nations, formations)
    ids = {u.id: n for n, u in enumerate(units)}
    assets = tuple(_asset(a) for a in _list(data, "asset", MOST_UNITS))
    if len({a.id for a in assets}) != len(assets):
        raise FirestepError("two assets have the same id; give each its own")
    victories = tuple(_victory(v, ids) for v in _list(data, "victory", 20))
    morale = _morale(data, victories)
    _loads(units)
    chain: list[tuple[int, ...]] = []
    for n, fd in enumerate(formations):
        chain.append((n, *(chain[fd.parent] if fd.parent >= 0 else ())))
    return ScenarioDef(
        id=id,
        title=_text(data.get("title", id), 120, "the title"),
        text=_text(data.get("text", ""), 2000, "the text"),
        turns=turns,
        ground=ground,
        nations=nations,
        quality=quality,
        formations=tuple(formations),
        units=tuple(units),
        assets=assets,
        limit_winner=_pick(data.get("limit_winner", ""), ("", *SIDES), "limit_winner"),
        limit_reason=_text(data.get("limit_reason", "Neither army broke in time."), 200, "limit_reason"),
        options=settle_options(data),
        unit_no=ids,
        formation_no={f.id: n for n, f in enumerate(formations)},
        members=tuple(tuple(i for i, u in enumerate(units) if u.formation == n) for n in range(len(formations))),
        chain=tuple(chain),
        landed=(_landed(units, 0), _landed(units, 1)),
        spans=tuple(_spans(u) for u in units),
        morale=morale,
        victories=victories,
        places=tuple(_place(p) for p in _list(data, "place", 60)),
        data=data,
        breaks=_breaks(data),
    )


def _ground(data: Mapping[str, Any]) -> Ground:
    width, height = (float(v) for v in _need(data, "table", "the scenario"))
    if not (12 <= width <= 400 and 12 <= height <= 400):
        raise FirestepError("the table must be 12 to 400 inches wide and deep")
    return Ground(width, height, _pieces(_list(data, "terrain", MOST_PIECES)))


def _turns(data: Mapping[str, Any]) -> int:
    turns = data.get("turns", 12)
    if not isinstance(turns, int) or not 1 <= turns <= MOST_TURNS:
        raise FirestepError(f"a battle lasts 1 to {MOST_TURNS} turns")
    return turns


def _armies(data: Mapping[str, Any]) -> tuple[tuple[str, str], tuple[str, str]]:
    """Returns nation and quality of both armies."""
    armies = _need(data, "armies", "the scenario")
    for s in SIDES:
        _known(_need(armies, s, "the scenario's armies"), "army", f"army '{s}'")
    if set(armies) - set(SIDES):
        raise FirestepError(f"the armies are {' and '.join(SIDES)}; there is no other")
    nations = [str(_need(armies[s], "nation", f"army '{s}'")) for s in SIDES]
    grades = tuple(umpire.model()["morale"])
    quality = [_pick(armies[s].get("quality", "average"), grades, f"quality of army '{s}'") for s in SIDES]
    return (nations[0], nations[1]), (quality[0], quality[1])


def _formations(data: Mapping[str, Any]) -> list[FormationDef]:
    """Returns the formations. Each stands after the one that it stands under."""
    _need(data, "formation", "the scenario")
    out: list[FormationDef] = []
    numbers: dict[str, int] = {}
    for f in _list(data, "formation", MOST_FORMATIONS):
        _known(f, "formation", f"formation {f.get('id', '') if isinstance(f, Mapping) else ''!r}")
        name = _id(_need(f, "id", "a formation"), "formation")
        if name in numbers:
            raise FirestepError(f"two formations are called '{name}'; give each its own id")
        parent = f.get("parent")
        if parent is not None and parent not in numbers:
            raise FirestepError(f"formation '{name}' stands under '{parent}', which must be listed before it")
        side = SIDES.index(_pick(f.get("side"), SIDES, f"side of formation '{name}'"))
        if parent is not None and out[numbers[parent]].side != side:
            raise FirestepError(f"formation '{name}' stands under '{parent}', which is of the other side")
        chief = _flag(f, "chief", f"formation '{name}'")
        if chief and any(x.chief and x.side == side for x in out):
            raise FirestepError(f"the {SIDES[side]} side has two commanders-in-chief; an army has one")
        numbers[name] = len(out)
        out.append(
            FormationDef(
                id=name,
                name=_text(f.get("name", name), 80, f"name of formation '{name}'"),
                leader=_text(f.get("leader", f.get("name", name)), 80, f"leader of formation '{name}'"),
                level=_pick(f.get("level", "brigade"), LEVELS, f"level of formation '{name}'"),
                side=side,
                parent=-1 if parent is None else numbers[parent],
                x=_inches(f, "x", f"formation '{name}'"),
                y=_inches(f, "y", f"formation '{name}'"),
                chief=chief,
            )
        )
    return out


def _units(data: Mapping[str, Any], ground: Ground, nations: tuple[str, str], formations: list[FormationDef]) -> list[UnitDef]:
    """Returns the units, each of which fits the ground and the others."""
    _need(data, "unit", "the scenario")
    numbers = {f.id: n for n, f in enumerate(formations)}
    units = [_unit(u, numbers, formations, nations) for u in _list(data, "unit", MOST_UNITS)]
    ids = {u.id: n for n, u in enumerate(units)}
    if len(ids) != len(units):
        raise FirestepError("two units have the same id; give each its own")
    for u in units:
        if u.aboard:
            _rides(u, units, ids)
        if u.vehicle == "train" and u.track not in ground.rails:
            raise FirestepError(f"train '{u.id}' needs a track; choose one of: {', '.join(ground.rails) or 'none on this table'}")
        if not u.enters and u.vehicle != "aircraft" and not (0 <= u.x <= ground.width and 0 <= u.y <= ground.height):
            raise FirestepError(f"unit '{u.id}' stands off the table")
    for side in (0, 1):
        if not any(u.side == side for u in units):
            raise FirestepError(f"the {SIDES[side]} side has no units")
    return units


def _morale(data: Mapping[str, Any], victories: tuple[Victory, ...]) -> bool:
    morale = data.get("morale", True)
    if not isinstance(morale, bool):
        raise FirestepError("'morale' is true or false")
    if not morale and not victories:
        # dgk.XII.mor.8
        raise FirestepError("a scenario that ignores army morale must name another way to win, headed [[victory]] [dgk.XII.mor.1]")
    return morale


def _loads(units: list[UnitDef]) -> None:
    """Refuse vehicles that carry more than they can (dgk.X.veh.1)."""
    for v, room in ((u, _carried(u, units)) for u in units if u.capacity):
        if room > v.bases * v.capacity:
            raise FirestepError(f"'{v.id}' carries {v.bases * v.capacity} bases and {room} are aboard [dgk.X.veh.1]")


def _breaks(data: Mapping[str, Any]) -> tuple[int, int] | None:
    """Only battles as a seat knows them have this (see `scenario.cut`)."""
    found = data.get("breaks")
    if found is None:
        return None
    if not isinstance(found, list) or len(found) != 2 or not all(isinstance(n, int) and 0 < n <= MOST_UNITS for n in found):
        raise FirestepError("'breaks' must be two whole numbers")
    return found[0], found[1]


def _id(value: Any, what: str) -> str:
    name = _text(value, 32, f"id of a {what}")
    if not name or not all(c.isalnum() or c in "-_." for c in name):
        raise FirestepError(f"{what} id '{name}' must be one word of letters, digits, - and _")
    return name


def _pieces(found: Sequence[Any]) -> list[Any]:
    out, points = [], 0
    for n, t in enumerate(found):
        name = str(t.get("id", f"t{n + 1}")) if isinstance(t, Mapping) else f"t{n + 1}"
        _known(t, "terrain", f"terrain '{name}'")
        _pick(t.get("side", ""), ("", *SIDES), f"side of terrain '{name}'")
        if t.get("kind") == "command-mine" and not t.get("side"):
            raise FirestepError(f"command mine '{name}' needs a side, which sets it off [dgk.X.mine.4]")
        for flag in ("tall", "slope", "steep"):
            _flag(t, flag, f"terrain '{name}'")
        points += len(t.get("points", ()))
        if points > MOST_POINTS:
            raise FirestepError(f"the terrain has more than {MOST_POINTS} points; draw it coarser")
        out.append(piece(_id(name, "terrain"), t))
    return out


def _asset(a: Any) -> Asset:
    _known(a, "asset", "an asset")
    name = _id(_need(a, "id", "an asset"), "asset")
    value = a.get("value", 1)
    if not isinstance(value, int) or not 1 <= value <= 20:
        raise FirestepError(f"asset '{name}' is worth 1 to 20, not {value!r}")
    side = SIDES.index(_pick(a.get("side"), SIDES, f"side of asset '{name}'"))
    where = _inches(a, "x", f"asset '{name}'"), _inches(a, "y", f"asset '{name}'")
    return Asset(name, _text(a.get("name", name), 80, f"name of asset '{name}'"), side, *where, value)


def _victory(v: Any, ids: Mapping[str, int]) -> Victory:
    """Other victory conditions (dgk.XII.mor.1)."""
    _known(v, "victory", "a victory condition")
    kind = _pick(v.get("kind"), ("hold", "reach", "destroy"), "kind of a victory condition")
    units = tuple(str(u) for u in v.get("units", ()))
    for u in units:
        if u not in ids:
            raise FirestepError(f"a victory condition names '{u}', which is no unit of this scenario")
    if kind == "destroy" and not units:
        raise FirestepError("a victory condition of kind 'destroy' must name its units")
    at = (_inches(v, "x", "a victory condition"), _inches(v, "y", "a victory condition")) if kind != "destroy" else (0.0, 0.0)
    radius = _inches(v, "radius", "a victory condition", 3.0)
    if not 0 < radius <= 48:
        raise FirestepError(f"a victory condition has radius = {radius:g}; give up to 48 inches")
    side = SIDES.index(_pick(v.get("side"), SIDES, "side of a victory condition"))
    text = _text(_need(v, "text", "a victory condition"), 200, "text of a victory condition")
    return Victory(side, kind, text, *at, radius, units)


def _place(p: Any) -> Place:
    _known(p, "place", "a place")
    name = _text(_need(p, "name", "a place"), 80, "name of a place")
    x, y, lat, lon = (_inches(p, k, f"place '{name}'") for k in ("x", "y", "lat", "lon"))
    return Place(name, x, y, lat, lon)


def _rides(u: UnitDef, units: Sequence[UnitDef], ids: Mapping[str, int]) -> None:
    """Who begins aboard what (dgk.X.veh.1, dgk.III.pass.3)."""
    if u.aboard not in ids or not units[ids[u.aboard]].vehicle:
        raise FirestepError(f"unit '{u.id}' rides on '{u.aboard}', which is no vehicle of this scenario")
    v = units[ids[u.aboard]]
    if v.side != u.side:
        raise FirestepError(f"unit '{u.id}' rides on '{v.id}', which is of the other side")
    if u.vehicle or not v.capacity:
        raise FirestepError(f"unit '{u.id}' cannot ride on '{v.id}' [dgk.X.veh.1]")
    if u.form == 0 and (v.vehicle != "train" or u.type not in ("machinegun", "field", "heavy")):
        raise FirestepError(f"unit '{u.id}' cannot be deployed on '{v.id}'; only guns on trains are [dgk.III.pass.3]")
    if u.enters or u.hidden:
        raise FirestepError(f"unit '{u.id}' rides on '{v.id}': it comes with it and cannot enter or hide by itself")


def _carried(v: UnitDef, units: Sequence[UnitDef]) -> int:
    """Room taken up on a vehicle at the start (dgk.X.veh.4, dgk.X.auto.2)."""
    out = 0
    for u in units:
        if u.aboard == v.id:
            out += 4 if v.vehicle == "train" else u.bases * (2 if u.artillery or u.arm == "cavalry" else 1)
    return out


def _landed(units: list[UnitDef], side: int) -> tuple[int, ...]:
    return tuple(n for n, u in enumerate(units) if u.side == side and u.vehicle != "aircraft")


def _spans(u: UnitDef) -> tuple[float, float, float]:
    """In line half the front; in maneuver formation and on the march the depth, guns with a gap behind each."""
    march = u.bases * (2 if u.artillery else 1) + 0.6
    return (march, march, march) if u.vehicle == "train" else (hypot(u.bases / 2, 1) + 0.1, u.bases + 0.6, march)


def _unit(u: Mapping[str, Any], numbers: Mapping[str, int], formations: list[FormationDef], nations: tuple[str, ...]) -> UnitDef:
    _known(u, "unit", f"unit {u.get('id', '')!r}" if isinstance(u, Mapping) else "a unit")
    name = _id(_need(u, "id", "a unit"), "unit")
    what = f"unit '{name}'"
    kind, quality, bases = _troops(u, what)
    formation = str(u.get("formation"))
    if formation not in numbers:
        raise FirestepError(f"{what} belongs to the unknown formation {formation!r}; choose one of: {', '.join(numbers)}")
    side = formations[numbers[formation]].side
    vehicle = _pick(u.get("vehicle", USUAL.get(kind, "")), VEHICLES, f"vehicle of {what}")
    form = _form(u, vehicle, what)
    _fits(u, name, kind, vehicle)
    artillery = kind in ("field", "heavy")
    files = int(u.get("files", usual_files(artillery, bases)))
    if "files" in u and fit_files(artillery, bases, files) != files:
        raise FirestepError(f"{what} cannot be {files} wide with {bases} bases [dgk.IV.man.1]")
    enters = u.get("enters", 0)
    if not isinstance(enters, int) or not 0 <= enters <= MOST_TURNS:
        raise FirestepError(f"{what} has enters = {enters!r}; give the turn")
    route, goal = _route(u, vehicle, form, what)
    return UnitDef(
        id=name,
        name=_text(u.get("name", name), 80, f"name of {what}"),
        side=side,
        nation=str(u.get("nation", nations[side])),
        type=kind,
        quality=quality,
        bases=bases,
        formation=numbers[formation],
        x=_inches(u, "x", what, 0.0),
        y=_inches(u, "y", what, 0.0),
        facing=_inches(u, "facing", what, 0.0) % 360,
        form=form,
        files=fit_files(artillery, bases, files),
        vehicle=vehicle,
        capacity=int(u.get("capacity", {"train": 4, "car": 2, "truck": 4}.get(vehicle, 0))),
        armour=_pick(u.get("armour", ""), ("", "sandbags", "armoured"), f"armour of {what}"),
        track=str(u.get("track", "")),
        hidden=_flag(u, "hidden", what),
        aa=_flag(u, "aa", what),
        arms=tuple(str(a) for a in u.get("arms", ())),
        enters=enters,
        aboard=str(u.get("aboard", "")),
        hull_down=_flag(u, "hull_down", what),
        artillery=artillery,
        route=route,
        goal=goal,
    )


def _troops(u: Mapping[str, Any], what: str) -> tuple[str, str, int]:
    """Returns type, quality and number of bases of a unit."""
    types = umpire.model()["types"]
    kind = _pick(u.get("type"), tuple(types), f"type of {what}")
    quality = _pick(umpire.grade(str(u.get("quality", "average"))), tuple(umpire.model()["grades"]), f"quality of {what}")
    if not types[kind]["graded"] and quality != "average":
        raise FirestepError(f"{what} is {types[kind]['title']}, which have no grades")
    # four bases (dgk.II.inf.2, dgk.II.cav.2) or one (dgk.II.mg.1), unless the scenario says otherwise (dgk.II.org.3)
    bases = u.get("bases", 4 if types[kind]["graded"] else 1)
    if not isinstance(bases, int) or isinstance(bases, bool):
        raise FirestepError(f"{what} has bases = {bases!r}; give a whole number")
    if not 1 <= bases <= 8:
        raise FirestepError(f"{what} has {bases} bases; 1 to 8 are allowed [dgk.II.org.4]")
    return kind, quality, bases


def _form(u: Mapping[str, Any], vehicle: str, what: str) -> int:
    """Returns the formation in which a unit begins."""
    form = NAMES.index(_pick(u.get("form", "march" if vehicle == "train" else "maneuver"), NAMES, f"form of {what}"))
    if form == 0 and vehicle and vehicle != "wagon":
        raise FirestepError(f"{what} is a vehicle and cannot be deployed [dgk.X.auto.3]")
    if vehicle == "train" and form != NAMES.index("march"):
        raise FirestepError(f"{what} is a train, which always counts as in march formation [dgk.IV.train.2]")
    return form


def _route(u: Mapping[str, Any], vehicle: str, form: int, what: str) -> tuple[bool, tuple[float, float] | None]:
    """Returns whether a unit begins on a Route March, and its goal."""
    route, goal = _flag(u, "route", what), u.get("goal")
    if goal is not None:
        goal = tuple(_inches({"goal": g}, "goal", what) for g in goal)
        if len(goal) != 2:
            raise FirestepError(f"{what} needs goal = [x, y]")
    if (route or goal) and vehicle in ("train", "aircraft"):
        raise FirestepError(f"{what} is a {vehicle} and makes no Route March")
    if route and form != NAMES.index("march"):
        raise FirestepError(f"{what} is on a Route March and must begin in march formation [dgk.III.route.1]")
    return route, goal


def _fits(u: Mapping[str, Any], name: str, kind: str, vehicle: str) -> None:
    """Type, vehicle and equipment belong together (dgk.X)."""
    if vehicle and MOVES_AS[vehicle] != kind and not (vehicle == "truck" and kind == "fast"):
        raise FirestepError(f"unit '{name}' is a {vehicle} and must be of type '{MOVES_AS[vehicle]}', not '{kind}' [dgk.X.auto.1]")
    if kind in ("fast", "slow", "armoured-car") and not vehicle:
        raise FirestepError(f"unit '{name}' is of type '{kind}' and needs a vehicle: {', '.join(v for v in VEHICLES if v)}")
    arms = u.get("arms", ())
    able = ARMS.get(vehicle, ("mounted",) if kind == "machinegun" else ())
    if not isinstance(arms, list | tuple) or any(a not in able for a in arms) or len(set(arms)) != len(arms):
        raise FirestepError(f"unit '{name}' cannot have arms = {arms!r}; it can have: {', '.join(able) or 'none'}")
    only = {"armour": "train", "track": "train", "hull_down": "armoured-car"}
    for key, of in only.items():
        if u.get(key) and vehicle != of:
            raise FirestepError(f"unit '{name}' has '{key}', which only a {of} can have")
    capacity = u.get("capacity", 0)
    if not isinstance(capacity, int) or not 0 <= capacity <= 8:
        raise FirestepError(f"unit '{name}' has capacity = {capacity!r}; a base carries 0 to 8")
    if capacity and vehicle in ("", "armoured-car", "aircraft"):
        raise FirestepError(f"unit '{name}' carries nobody and cannot have a capacity [dgk.X.veh.1]")
    if u.get("aa") and kind not in ("machinegun", "field", "heavy"):
        raise FirestepError(f"unit '{name}' cannot fire at aircraft; machine guns and guns can [dgk.X.air.3]")
    if u.get("enters") and vehicle in ("train", "aircraft"):
        raise FirestepError(f"unit '{name}' is a {vehicle} and cannot enter: trains begin on their track, aircraft in the air")
    if u.get("hidden") and vehicle in ("train", "aircraft"):
        raise FirestepError(f"unit '{name}' is a {vehicle} and cannot be hidden")
