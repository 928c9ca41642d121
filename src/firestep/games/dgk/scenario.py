"""Scenarios: a table, its terrain and two armies, read from a TOML file and checked before play."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import hypot
from typing import Any

from shapely.affinity import translate

from firestep.engine.errors import FirestepError, UnknownName
from firestep.games.dgk import umpire
from firestep.games.dgk.formations import NAMES, fit_files, usual_files
from firestep.games.dgk.terrain import Ground, Piece, piece
from firestep.games.dgk.umpire import DATA

SIDES = ("allied", "central")
LEVELS = ("brigade", "division", "corps")
#: what moves people and things (dgk.X); `wagon` stands for mules too
VEHICLES = ("", "train", "car", "truck", "wagon", "armoured-car", "aircraft")


@dataclass(frozen=True, slots=True)
class UnitDef:
    """A unit as the scenario gives it."""

    id: str
    name: str
    side: int
    nation: str
    type: str
    quality: str
    bases: int
    formation: int
    x: float
    y: float
    facing: float
    form: int
    files: int
    vehicle: str = ""
    #: passenger bases a vehicle carries for each of its own (dgk.X.veh.1)
    capacity: int = 0
    armour: str = ""
    track: str = ""
    hidden: bool = False
    aa: bool = False
    #: may attack: bombing, strafing (aircraft); machine guns mounted for firing (automobiles)
    arms: tuple[str, ...] = ()
    enters: int = 0
    aboard: str = ""
    hull_down: bool = False
    artillery: bool = False

    @property
    def arm(self) -> str:
        return str(umpire.model()["types"][self.type]["arm"])

    @property
    def fights(self) -> bool:
        """Counts for the break point: all but transport that cannot attack (dgk.XII.mor.2)."""
        return self.type not in ("fast", "slow") or bool(self.arms)


@dataclass(frozen=True, slots=True)
class FormationDef:
    """A formation and its Leader."""

    id: str
    name: str
    leader: str
    level: str
    side: int
    parent: int
    x: float
    y: float
    chief: bool


@dataclass(frozen=True, slots=True)
class Asset:
    """A dump or camp whose loss costs morale (dgk.XII.mor.6)."""

    id: str
    name: str
    side: int
    x: float
    y: float
    value: int


@dataclass(frozen=True, slots=True)
class ScenarioDef:
    id: str
    title: str
    text: str
    turns: int
    ground: Ground
    nations: tuple[str, str]
    quality: tuple[str, str]
    formations: tuple[FormationDef, ...]
    units: tuple[UnitDef, ...]
    assets: tuple[Asset, ...]
    limit_winner: str
    limit_reason: str
    options: Mapping[str, str] = field(default_factory=dict)
    #: ids to numbers
    unit_no: Mapping[str, int] = field(default_factory=dict)
    formation_no: Mapping[str, int] = field(default_factory=dict)
    #: units directly under each formation's Leader
    members: tuple[tuple[int, ...], ...] = ()
    #: formations above each formation, itself included (dgk.IX.cmd.4)
    chain: tuple[tuple[int, ...], ...] = ()
    #: units of each side that stand on the ground: all but aircraft
    landed: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    #: how far a unit reaches at most from the middle of its front, by formation
    spans: tuple[tuple[float, float, float], ...] = ()


def secretive(scn: ScenarioDef) -> bool:
    """Something may be hidden from somebody: units or mines (dgk.X.ind.5, dgk.X.mine.1)."""
    return any(u.hidden for u in scn.units) or any(p.kind.move == "mine" or p.kind.id == "command-mine" for p in scn.ground.pieces)


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


def read(text: str, id: str = "scenario") -> ScenarioDef:
    """A scenario from its TOML text. Whatever cannot be played is refused with the piece at fault."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise FirestepError(f"scenario '{id}' cannot be read: {e}") from None
    try:
        return build(id, data)
    except FirestepError as e:
        raise FirestepError(f"scenario '{id}': {e}") from None
    except (TypeError, ValueError, KeyError, AttributeError) as e:
        raise FirestepError(
            f"scenario '{id}' has a value of the wrong kind ({e}); compare it with the scenarios of this game"
        ) from None


def build(id: str, data: Mapping[str, Any]) -> ScenarioDef:
    width, height = (float(v) for v in _need(data, "table", "the scenario"))
    if not (12 <= width <= 400 and 12 <= height <= 400):
        raise FirestepError("the table must be 12 to 400 inches wide and deep")
    ground = Ground(width, height, [piece(str(t.get("id", f"t{n + 1}")), t) for n, t in enumerate(data.get("terrain", []))])
    if int(data.get("turns", 12)) < 1:
        raise FirestepError("a battle lasts at least one turn")
    armies = _need(data, "armies", "the scenario")
    nations = tuple(str(_need(_need(armies, s, "the scenario's armies"), "nation", f"army '{s}'")) for s in SIDES)
    quality = tuple(
        _pick(armies[s].get("quality", "average"), tuple(umpire.model()["morale"]), f"quality of army '{s}'") for s in SIDES
    )
    formations: list[FormationDef] = []
    numbers: dict[str, int] = {}
    for f in _need(data, "formation", "the scenario"):
        name = str(_need(f, "id", "a formation"))
        if name in numbers:
            raise FirestepError(f"two formations are called '{name}'; give each its own id")
        parent = f.get("parent")
        if parent is not None and parent not in numbers:
            raise FirestepError(f"formation '{name}' stands under '{parent}', which must be listed before it")
        numbers[name] = len(formations)
        formations.append(
            FormationDef(
                name,
                str(f.get("name", name)),
                str(f.get("leader", f.get("name", name))),
                _pick(f.get("level", "brigade"), LEVELS, f"level of formation '{name}'"),
                SIDES.index(_pick(f.get("side"), SIDES, f"side of formation '{name}'")),
                -1 if parent is None else numbers[parent],
                _inches(f, "x", f"formation '{name}'"),
                _inches(f, "y", f"formation '{name}'"),
                bool(f.get("chief", False)),
            )
        )
    units = [_unit(u, n, numbers, formations, nations) for n, u in enumerate(_need(data, "unit", "the scenario"))]
    ids = {u.id: n for n, u in enumerate(units)}
    if len(ids) != len(units):
        raise FirestepError("two units have the same id; give each its own")
    for u in units:
        if u.aboard and (u.aboard not in ids or not units[ids[u.aboard]].vehicle):
            raise FirestepError(f"unit '{u.id}' rides on '{u.aboard}', which is no vehicle of this scenario")
        if u.vehicle == "train" and u.track not in ground.rails:
            raise FirestepError(f"train '{u.id}' needs a track; choose one of: {', '.join(ground.rails) or 'none on this table'}")
        if not u.enters and u.vehicle != "aircraft" and not (0 <= u.x <= width and 0 <= u.y <= height):
            raise FirestepError(f"unit '{u.id}' stands off the table")
    for side in (0, 1):
        if not any(u.side == side for u in units):
            raise FirestepError(f"the {SIDES[side]} side has no units")
    assets = tuple(
        Asset(
            str(a["id"]),
            str(a.get("name", a["id"])),
            SIDES.index(_pick(a.get("side"), SIDES, "side of an asset")),
            _inches(a, "x", f"asset '{a['id']}'"),
            _inches(a, "y", f"asset '{a['id']}'"),
            int(a.get("value", 1)),
        )
        for a in data.get("asset", [])
    )
    chain: list[tuple[int, ...]] = []
    for n, fd in enumerate(formations):
        chain.append((n, *(chain[fd.parent] if fd.parent >= 0 else ())))
    members = tuple(tuple(i for i, u in enumerate(units) if u.formation == n) for n in range(len(formations)))
    return ScenarioDef(
        id,
        str(data.get("title", id)),
        str(data.get("text", "")),
        int(data.get("turns", 12)),
        ground,
        (nations[0], nations[1]),
        (quality[0], quality[1]),
        tuple(formations),
        tuple(units),
        assets,
        _pick(data.get("limit_winner", ""), ("", *SIDES), "limit_winner"),
        str(data.get("limit_reason", "Neither army broke in time.")),
        {k: str(v) for k, v in data.get("options", {}).items()},
        ids,
        numbers,
        members,
        tuple(chain),
        (_landed(units, 0), _landed(units, 1)),
        tuple(_spans(u) for u in units),
    )


def _landed(units: list[UnitDef], side: int) -> tuple[int, ...]:
    return tuple(n for n, u in enumerate(units) if u.side == side and u.vehicle != "aircraft")


def _spans(u: UnitDef) -> tuple[float, float, float]:
    """In line half the front; in maneuver formation and on the march the depth, guns with a gap behind each."""
    march = u.bases * (2 if u.artillery else 1) + 0.6
    return (march, march, march) if u.vehicle == "train" else (hypot(u.bases / 2, 1) + 0.1, u.bases + 0.6, march)


def _unit(
    u: Mapping[str, Any], n: int, numbers: Mapping[str, int], formations: list[FormationDef], nations: tuple[str, ...]
) -> UnitDef:
    name = str(_need(u, "id", "a unit"))
    if " " in name or not name:
        raise FirestepError(f"unit id '{name}' must be one word")
    types = umpire.model()["types"]
    kind = _pick(u.get("type"), tuple(types), f"type of unit '{name}'")
    quality = _pick(umpire.grade(str(u.get("quality", "average"))), tuple(umpire.model()["grades"]), f"quality of unit '{name}'")
    if not types[kind]["graded"] and quality != "average":
        raise FirestepError(f"unit '{name}' is {types[kind]['title']}, which have no grades")
    bases = int(u.get("bases", 4 if types[kind]["graded"] else 1))
    if not 1 <= bases <= 8:
        raise FirestepError(f"unit '{name}' has {bases} bases; 1 to 8 are allowed [dgk.II.org.4]")
    formation = str(u.get("formation"))
    if formation not in numbers:
        raise FirestepError(f"unit '{name}' belongs to the unknown formation {formation!r}; choose one of: {', '.join(numbers)}")
    f = numbers[formation]
    vehicle = _pick(u.get("vehicle", ""), VEHICLES, f"vehicle of unit '{name}'")
    form = NAMES.index(_pick(u.get("form", "march" if vehicle == "train" else "maneuver"), NAMES, f"form of unit '{name}'"))
    if form == 0 and vehicle:
        raise FirestepError(f"unit '{name}' is a vehicle and cannot be deployed [dgk.X.auto.3]")
    artillery = kind in ("field", "heavy")
    files = int(u.get("files", usual_files(artillery, bases)))
    return UnitDef(
        name,
        str(u.get("name", name)),
        formations[f].side,
        str(u.get("nation", nations[formations[f].side])),
        kind,
        quality,
        bases,
        f,
        _inches(u, "x", f"unit '{name}'", 0.0),
        _inches(u, "y", f"unit '{name}'", 0.0),
        _inches(u, "facing", f"unit '{name}'", 0.0) % 360,
        form,
        fit_files(artillery, bases, files),
        vehicle,
        int(u.get("capacity", {"train": 4, "car": 2, "truck": 4}.get(vehicle, 0))),
        _pick(u.get("armour", ""), ("", "sandbags", "armoured"), f"armour of unit '{name}'"),
        str(u.get("track", "")),
        bool(u.get("hidden", False)),
        bool(u.get("aa", False)),
        tuple(str(a) for a in u.get("arms", ())),
        int(u.get("enters", 0)),
        str(u.get("aboard", "")),
        bool(u.get("hull_down", False)),
        artillery,
    )


#: scenarios made by programs (generated battles, tests), by id
MADE: dict[str, ScenarioDef] = {}
_READ: dict[str, ScenarioDef] = {}
#: rulings that are options of the game (data/rulings.md), with their defaults
SWITCHES = {"trucks": "slow", "hills": "crests", "both": "actor", "halving": "plain"}


def variant(id: str, changes: Mapping[str, str]) -> ScenarioDef:
    """A scenario with other options; `away` names terrain that is not there."""
    base, _, words = id.partition("+")
    now = dict(w.split("=", 1) for w in words.split("+") if w) | dict(changes)
    now = {k: v for k, v in sorted(now.items()) if v and v != SWITCHES.get(k)}
    return get("+".join([base, *(f"{k}={v}" for k, v in now.items())]))


def _vary(id: str) -> ScenarioDef:
    base, _, words = id.partition("+")
    old = get(base)
    try:
        options = dict(w.split("=", 1) for w in words.split("+"))
    except ValueError:
        raise UnknownName(f"dgk has no scenario '{id}'") from None
    away = set(options.get("away", "").split(","))
    pieces = [_moved(p) if p.id in away else p for p in old.ground.pieces]
    ground = Ground(old.ground.width, old.ground.height, pieces, options.get("hills", "crests") == "crests")
    fast = options.get("trucks") == "fast"  # ruling D12
    units = tuple(replace(u, type="fast") if fast and u.vehicle == "truck" else u for u in old.units)
    return replace(old, id=id, ground=ground, units=units, options={**old.options, **options})


AWAY = -900.0


def _moved(p: Piece) -> Piece:
    return replace(p, shape=translate(p.shape, AWAY, AWAY), points=tuple((x + AWAY, y + AWAY) for x, y in p.points))


def get(id: str) -> ScenarioDef:
    """A scenario by id: one of the files, or one made by `add`."""
    if id in MADE:
        return MADE[id]
    if id not in _READ:
        if "+" in id:
            made = _vary(id)
            if len(_READ) > 500:
                _READ.clear()
            _READ[id] = made
        elif id.startswith("quick:"):
            from firestep.games.dgk.quick import make  # here, because generated battles are built on scenarios

            _READ[id] = make(id)
        else:
            path = DATA / "scenarios" / f"{id}.toml"
            if not path.is_file():
                raise UnknownName(f"dgk has no scenario '{id}'")
            _READ[id] = read(path.read_text(encoding="utf-8"), id)
    return _READ[id]


def add(scenario: ScenarioDef) -> ScenarioDef:
    MADE[scenario.id] = scenario
    return scenario
