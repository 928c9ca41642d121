"""Scenarios by name: the files of this game, generated battles, battles of one's own, and variants of all of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from firestep.engine.errors import FirestepError, UnknownName
from firestep.games.dgk import umpire
from firestep.games.dgk.components.battle import LEVELS, SIDES, VEHICLES, Asset, FormationDef, ScenarioDef, UnitDef, Victory
from firestep.games.dgk.components.geometry import by_identity
from firestep.games.dgk.components.terrain import Ground
from firestep.games.dgk.scenarios import checks
from firestep.games.dgk.scenarios.quick_battles import make
from firestep.games.dgk.scenarios.reading import FORMAT, RULES, build, parse, settle_options
from firestep.games.dgk.scenarios.reading import SWITCHES as CHOICES
from firestep.games.dgk.umpire import DATA

__all__ = [
    "CHOICES",
    "FORMAT",
    "LEVELS",
    "RULES",
    "SIDES",
    "SWITCHES",
    "VEHICLES",
    "Asset",
    "FormationDef",
    "ScenarioDef",
    "UnitDef",
    "Victory",
    "add",
    "build",
    "get",
    "own",
    "read",
    "secretive",
    "variant",
]

#: rulings that are options of the game, with their defaults
SWITCHES = {k: v[0] for k, v in CHOICES.items()}
#: scenarios made by programs (tests), by id
MADE: dict[str, ScenarioDef] = {}
_READ: dict[str, ScenarioDef] = {}
#: so many scenarios are kept read at once
KEPT = 200


def secretive(scn: ScenarioDef) -> bool:
    """Something may be hidden from somebody: units or mines (dgk.X.ind.5, dgk.X.mine.1)."""
    return any(u.hidden for u in scn.units) or any(p.kind.move == "mine" or p.kind.id == "command-mine" for p in scn.ground.pieces)


def own(text: str) -> ScenarioDef:
    """A scenario of one's own: known by the hash of its text, which goes with it."""
    id = "own-" + hashlib.sha256(text.encode()).hexdigest()[:16]
    if id not in _READ:
        data = parse(text, "own")
        if data.get("game", "dgk") != "dgk":
            raise FirestepError(f"this scenario is for the game {data['game']!r}, not for dgk")
        made = read(text, "own")
        return _keep(id, replace(made, id=id, source=text))
    return _READ[id]


def variant(scn: ScenarioDef | str, changes: Mapping[str, str]) -> ScenarioDef:
    """A scenario with other options."""
    old = get(scn) if isinstance(scn, str) else scn
    base = old.plain or old
    _, _, words = old.id.partition("+")
    now = dict(w.split("=", 1) for w in words.split("+") if w) | dict(changes)
    now = {k: v for k, v in sorted(now.items()) if v and v != SWITCHES.get(k)}
    id = "+".join([base.id, *(f"{k}={v}" for k, v in now.items())])
    if not now:
        return base
    return _READ[id] if id in _READ and id not in MADE else _keep(id, _vary(base, id, now))


def _keep(id: str, scn: ScenarioDef) -> ScenarioDef:
    if len(_READ) >= KEPT:
        del _READ[next(iter(_READ))]
    _READ[id] = scn
    return scn


def _vary(old: ScenarioDef, id: str, options: Mapping[str, str]) -> ScenarioDef:
    ground = Ground(old.ground.width, old.ground.height, old.ground.pieces, options.get("hills", "crests") == "crests")
    fast = options.get("trucks") == "fast"  # dgk.IV.truck.1, ruling D12
    units = tuple(replace(u, type="fast") if fast and u.vehicle == "truck" else u for u in old.units)
    return replace(old, id=id, ground=ground, units=units, options={**old.options, **options}, plain=old)


@lru_cache(maxsize=200)
def cut(scn: ScenarioDef, units: tuple[str, ...], pieces: tuple[str, ...]) -> ScenarioDef:
    """The scenario without these units and pieces of terrain: nothing in it, its text included, tells that they exist."""
    base = scn.plain or scn
    data = dict(base.data)
    data["unit"] = [
        {k: v for k, v in u.items() if k != "aboard" or v not in units} for u in base.data["unit"] if u["id"] not in units
    ]
    named = [{**t, "id": str(t.get("id", f"t{n + 1}"))} for n, t in enumerate(base.data.get("terrain", []))]
    data["terrain"] = [t for t in named if t["id"] not in pieces]
    left = [{**v, "units": [u for u in v.get("units", []) if u not in units]} for v in base.data.get("victory", [])]
    data["victory"] = [v for v in left if v["units"] or v["kind"] != "destroy"]
    data["morale"] = bool(base.morale or not data["victory"])
    data["breaks"] = list(base.breaks or break_points(base))
    made = own(json.dumps(data, sort_keys=True, separators=(",", ":")))
    return variant(made, {k: scn.options.get(k, v) for k, v in SWITCHES.items()})


@by_identity(500)
def break_points(scn: ScenarioDef) -> tuple[int, int]:
    """A share of the units that can fight, by the quality of the army (dgk.XII.mor.2)."""
    if scn.breaks is not None:
        return scn.breaks
    counts = (sum(d.side == side and d.fights for d in scn.units) for side in (0, 1))
    first, second = (umpire.break_point(n, q) for n, q in zip(counts, scn.quality, strict=True))
    return first, second


def get(id: str, text: str = "") -> ScenarioDef:
    """A scenario by id: one of the files, a generated one, one made by `add`, one of one's own with its text, or a variant."""
    if id in MADE:
        return MADE[id]
    if id in _READ:
        return _READ[id]
    base, _, words = id.partition("+")
    if words:
        try:
            changes = dict(w.split("=", 1) for w in words.split("+"))
        except ValueError:
            raise UnknownName(f"dgk has no scenario '{id}'") from None
        return variant(get(base, text), changes)
    if text:
        found = own(text)
        if found.id != id:
            raise UnknownName("the text of this scenario is not the one that the game began with")
        return found
    if id.startswith("quick:"):
        return _keep(id, make(id))
    path = DATA / "scenarios" / f"{id}.toml"
    if not all(c.isalnum() or c in "-_" for c in id) or not path.is_file():
        raise UnknownName(f"dgk has no scenario '{id}'")
    return _keep(id, read(path.read_text(encoding="utf-8"), id))


def options_of(text: str) -> dict[str, str]:
    """The options of the game that a scenario's text settles."""
    return {k: v for k, v in settle_options(parse(text)).items() if k in SWITCHES}


def add(scenario: ScenarioDef) -> ScenarioDef:
    MADE[scenario.id] = scenario
    return scenario


def read(text: str, id: str = "scenario") -> ScenarioDef:
    """A scenario from its TOML text. Whatever cannot be played is refused with the piece at fault."""
    data = parse(text, id)
    try:
        scn = build(id, data)
        if not text.startswith("{"):
            checks.check(scn)
        return scn
    except FirestepError as e:
        raise FirestepError(f"scenario '{id}': {e}") from None
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, OverflowError) as e:
        raise FirestepError(
            f"scenario '{id}' has a value of the wrong kind ({e}); compare it with the scenarios of this game"
        ) from None
