"""Placing names so that they do not collide: towns sit at the foot of their hex, larger names look for free ground."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import cos, pi, sin

Box = tuple[float, float, float, float]

#: how wide an average letter is, as a share of the font size (DejaVu Serif and Liberation Serif measure 0.52-0.60)
LETTER = 0.58


@dataclass(frozen=True, slots=True)
class Placed:
    """A name with the middle of its base line, its font size and letter spacing."""

    text: str
    x: float
    y: float
    size: float
    spacing: float
    css: str
    angle: float = 0.0

    @property
    def box(self) -> Box:
        return text_box(self.text, self.x, self.y, self.size, self.spacing)


def text_box(text: str, x: float, y: float, size: float, spacing: float = 0.0) -> Box:
    """Left, top, right, bottom of a centred text."""
    width = len(text) * (size * LETTER + spacing)
    return x - width / 2, y - size * 0.78, x + width / 2, y + size * 0.24


def overlaps(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def overlap_area(a: Box, boxes: Iterable[Box]) -> float:
    left, top, right, bottom = a
    total = 0.0
    for b in boxes:
        if b[0] < right and left < b[2] and b[1] < bottom and top < b[3]:
            total += (min(right, b[2]) - max(left, b[0])) * (min(bottom, b[3]) - max(top, b[1]))
    return total


def find_place(
    wanted: Placed, taken: list[Box], frame: Box, reach: float = 120.0, ground: Callable[[Box], float] | None = None
) -> Placed:
    """The free place nearest to the wanted one; if there is none within reach, the least bad one.

    `ground` adds a cost for standing where the name does not belong.
    """
    far = reach + (wanted.box[2] - wanted.box[0]) / 2 + wanted.size
    around = (wanted.x - far, wanted.y - far, wanted.x + far, wanted.y + far)
    taken = [b for b in taken if overlaps(b, around)]
    best: tuple[float, float, Placed] | None = None
    for radius in range(0, int(reach) + 1, 8):
        for k in range(1 if radius == 0 else 16):
            x, y = wanted.x + radius * cos(k * pi / 8), wanted.y + radius * sin(k * pi / 8)
            spot = Placed(wanted.text, x, y, wanted.size, wanted.spacing, wanted.css)
            b = spot.box
            if b[0] < frame[0] or b[1] < frame[1] or b[2] > frame[2] or b[3] > frame[3]:
                continue
            cost = overlap_area(b, taken) * 50  # a name on wrong ground is a blemish, two names on one spot are none
            if best is not None and cost >= best[0]:
                continue
            cost += ground(b) if ground else 0.0
            if cost == 0:
                return spot
            if best is None or (cost, radius) < best[:2]:
                best = (cost, radius, spot)
    return best[2] if best else wanted
