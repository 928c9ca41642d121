"""Colours of nations: readable for everybody, and the two sides of a front apart for the colour-blind too; shapes of counters."""

from __future__ import annotations

import pytest

from firestep.games import ALL, GAMES
from firestep.hexmap.counters import BADGES, SYMBOLS, Piece, counter
from firestep.hexmap.palette import TONES

Colour = tuple[float, float, float]

#: matrices of Machado, Oliveira and Fernandes (2009), full strength, for linear RGB
SIGHT = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_WAR = """
germany:france germany:russia germany:britain germany:belgium germany:united-states germany:italy germany:rumania germany:serbia
austria-hungary:russia austria-hungary:serbia austria-hungary:italy austria-hungary:rumania austria-hungary:montenegro turkey:russia
turkey:britain turkey:greece turkey:france turkey:arabia turkey:armenia bulgaria:serbia bulgaria:greece bulgaria:rumania
bulgaria:russia bulgaria:france bulgaria:britain germany:austria-hungary germany:turkey"""
FRONTS = tuple((one, two) for one, _, two in (pair.partition(":") for pair in _WAR.split()))


def linear(colour: str) -> Colour:
    r, g, b = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    out = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (r, g, b)]
    return out[0], out[1], out[2]


def luminance(colour: str) -> float:
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def seen(colour: str, sight: str) -> Colour:
    """A colour in CIE Lab, as eyes of that kind see it."""
    c = linear(colour)
    r, g, b = (max(0.0, min(1.0, sum(k * v for k, v in zip(row, c, strict=True)))) for row in SIGHT[sight])
    x, y, z = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    )
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(one: str, two: str, sight: str) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(seen(one, sight), seen(two, sight), strict=True)) ** 0.5)


@pytest.mark.parametrize("name", TONES)
def test_every_tone_has_readable_ink(name: str) -> None:
    fill, ink = TONES[name]
    low, high = sorted((luminance(fill), luminance(ink)))
    assert (high + 0.05) / (low + 0.05) >= 4.5, "contrast below WCAG AA"


@pytest.mark.parametrize("sight", SIGHT)
def test_the_sides_of_a_front_stay_apart(sight: str) -> None:
    for one, two in FRONTS:
        least = 20 if sight != "tritanopia" else 11  # one in ten thousand; the code on the counter says it too
        assert apart(TONES[one][0], TONES[two][0], sight) >= least, (one, two, sight)


def test_the_old_grey_and_green_would_not_pass() -> None:
    assert apart("#66705f", "#2f6a50", "deuteranopia") < 10


@pytest.mark.parametrize("id", ALL)
def test_games_declare_their_nations(id: str) -> None:
    game = GAMES[id]
    plain = game.to_plain()["nations"]
    assert game.nations and set(plain) == set(game.nations)
    for code, n in game.nations.items():
        assert code.isalpha() and code.islower() and (n.fill, n.ink) in TONES.values() and n.title and n.adjective


def test_shapes_come_from_the_page() -> None:
    assert len(SYMBOLS) >= 15 and len(BADGES) >= 20 and "isolated" in BADGES and SYMBOLS["cavalry"]
    drawn = counter(Piece("0101", "#000", "#fff", "tank", badges=("isolated-2", "attacked")), 0, 0)
    assert SYMBOLS["armour"] in drawn and BADGES["isolated"] in drawn and BADGES["fought"] in drawn
