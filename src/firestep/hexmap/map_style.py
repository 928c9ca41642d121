"""How a game wants its map drawn: tones of terrain, strokes of hexsides and lines, signs of features, colours of nations.

A `Look` is to the drawing what a `Lexicon` is to the map file: words and colours belong to the game, the layers are common to all
games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from firestep.hexmap.mapfile import Country, Feature, Hex
from firestep.hexmap.palette import NEUTRAL

Colours = tuple[str, str]


class Tone(NamedTuple):
    """A terrain: its fill, its name in the legend, a pattern of `scenery.patterns` over it, and its sign in a text map."""

    fill: str
    title: str
    over: str = ""
    letter: str = ""


class Stroke(NamedTuple):
    colour: str
    width: float
    dash: str = ""
    opacity: float = 1.0


class Drawn(NamedTuple):
    """A kind of hexside or line: strokes from the lowest up; `soft` sides flow round the corners of hexes like water, `across`
    are arrows over the side and not lines along it."""

    title: str
    strokes: tuple[Stroke, ...]
    soft: bool = False
    across: bool = False


def _no_letter(f: Feature) -> str:
    return ""


class Sign(NamedTuple):
    """A kind of feature: drawn around 0, 0 in its owner's colours. With `at` it stands there, from the middle of the hex, else in
    the row of signs at the foot. `samples` are the arguments and titles of its lines in the legend."""

    draw: Callable[[Feature, Colours], str]
    samples: tuple[tuple[tuple[str, ...], str], ...]
    letter: Callable[[Feature], str] = _no_letter
    at: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Look:
    terrains: Mapping[str, Tone]
    #: code -> (fill, ink)
    nations: Mapping[str, Colours] = field(default_factory=dict)
    sides: Mapping[str, Drawn] = field(default_factory=dict)
    lines: Mapping[str, Drawn] = field(default_factory=dict)
    signs: Mapping[str, Sign] = field(default_factory=dict)
    #: signs of hexes by their tags
    tags: Mapping[str, Sign] = field(default_factory=dict)
    #: kinds of feature that give a hex its name, the first one first, and those of them that are written large
    named: tuple[str, ...] = ()
    strong: tuple[str, ...] = ()
    #: a sign that is not drawn where one of the others stands
    hidden: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: the nation whose tone a country has; '' for none
    tint: Callable[[Country], str] = lambda c: c.code
    #: countries that no unit may enter, by status: hatched
    closed: tuple[str, ...] = ()
    #: terrain as soft areas and not as hexes
    soft: bool = False
    #: the nation whose colour an area wears instead of its country's, and a figure over its name
    plate: Callable[[Hex], tuple[str, str]] = lambda h: ("", "")
    #: areas that border on hexes all along: no links to these are drawn
    wide: tuple[str, ...] = ()
    #: hexes outside the playable area are grey
    veil: bool = False
    #: kinds of hexside that are water: no border is drawn there
    water: tuple[str, ...] = ()
    #: x, y of the upper left corner of the legend, and its scale; None: in the corner of the sheet with the least ground in play
    legend: tuple[float, float, float] | None = None

    def colours(self, code: str) -> Colours:
        return self.nations.get(code) or self.nations.get(code.lower()) or NEUTRAL
