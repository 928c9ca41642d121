"""What a battle is made of: units, formations with their Leaders, dumps, ways to win. Never changed in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from firestep.games.dgk import umpire
from firestep.games.dgk.components.terrain import Ground

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
    #: begins on the table in the middle of a Route March (dgk.III.route.1)
    route: bool = False
    #: where its Route March leads (dgk.III.route.7)
    goal: tuple[float, float] | None = None

    @property
    def arm(self) -> str:
        return str(umpire.model()["types"][self.type]["arm"])

    @property
    def fights(self) -> bool:
        """Counts for the break point: all but transport that cannot attack (dgk.XII.mor.2)."""
        return self.type not in ("fast", "slow") or bool(self.arms)


@dataclass(frozen=True, slots=True)
class FormationDef:
    """A group of units and its Leader: the other meaning of "formation" (see `formations.py`). A force normally has 3 to 5 of them
    (dgk.II.ldr.2)."""

    id: str
    name: str  # dgk.II.ldr.2
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
    value: int  # dgk.XII.mor.6


@dataclass(frozen=True, slots=True)
class Victory:
    """A way to win beside army morale (dgk.XII.mor.1): `hold` a place at the end, `reach` one, `destroy` units."""

    side: int
    kind: str
    text: str
    x: float = 0.0
    y: float = 0.0
    radius: float = 3.0
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A named place of the battlefield with its true coordinates, kept with the data so that a test can compare them."""

    name: str
    x: float
    y: float
    lat: float
    lon: float


@dataclass(frozen=True, slots=True, eq=False)
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
    #: army morale decides; if not, the victories alone do (dgk.XII.mor.1)
    morale: bool = True
    victories: tuple[Victory, ...] = ()
    places: tuple[Place, ...] = ()
    #: the text of a scenario of one's own: it travels with the game, so that it can be played anywhere
    source: str = ""
    #: the scenario that this one is a variant of
    plain: ScenarioDef | None = None
    #: what the file said
    data: Mapping[str, Any] = field(default_factory=dict)
    #: break points that hold whatever units are in it: of a battle as a seat knows it
    breaks: tuple[int, int] | None = None
