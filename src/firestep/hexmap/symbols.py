"""Small signs on the map: fortress star, ringed supply city, pick and hammer, town dot. All around 0, 0."""

from __future__ import annotations

from math import cos, pi, sin

from firestep.hexmap.palette import INK

Colours = tuple[str, str]


def star(points: int = 8, outer: float = 13.0, inner: float = 9.2) -> str:
    """The outline of a fortress seen from above."""
    out = []
    for k in range(points * 2):
        r = outer if k % 2 == 0 else inner
        a = pi * k / points - pi / 2
        out.append(f"{r * cos(a):.1f} {r * sin(a):.1f}")
    return "M" + "L".join(out) + "z"


STAR = star()


def fort(strength: str, owner: Colours) -> str:
    fill, ink = owner
    return (
        f'<path d="{STAR}" fill="{fill}" stroke="{INK}" stroke-width="1.4"/>'
        f'<text y="4.6" font-size="13" font-weight="700" fill="{ink}" text-anchor="middle">{strength}</text>'
    )


def supply(kind: str, owner: Colours) -> str:
    """Ringed city: one ring for an independent source, a broken second ring for one that needs a partner."""
    fill, _ = owner
    if kind == "dependent":
        rings = (
            f'<circle r="10.5" fill="#fffdf4" stroke="{INK}" stroke-width="1.6"/>'
            f'<circle r="7" fill="none" stroke="{INK}" stroke-width="1.3" stroke-dasharray="3.2 2.3"/>'
        )
    else:
        rings = f'<circle r="10.5" fill="#fffdf4" stroke="{INK}" stroke-width="2.6"/>'
    return rings + f'<circle r="4" fill="{fill}" stroke="{INK}" stroke-width=".9"/>'


def centre(owner: Colours) -> str:
    """Pick and hammer, crossed, on a small shield in the owner's tone."""
    fill, ink = owner
    return (
        f'<rect x="-11" y="-11" width="22" height="22" rx="4" fill="{fill}" stroke="{INK}" stroke-width="1.2"/>'
        f'<g fill="none" stroke="{ink}" stroke-width="2" stroke-linecap="round">'
        '<path d="M-6 7L5-5M-1-7.5Q5-6.5 7.5 0"/><path d="M6 7L-4-4"/>'
        '<path d="M-7.5-3L-2.5-7.5" stroke-width="4"/></g>'
    )


def town(capital: bool = False) -> str:
    return f'<circle r="{4.6 if capital else 3.4}" fill="#fffdf4" stroke="{INK}" stroke-width="{2 if capital else 1.5}"/>'


def city() -> str:
    """A city the rules name."""
    box = f'<rect x="-6" y="-6" width="12" height="12" fill="#fffdf4" stroke="{INK}" stroke-width="2"/>'
    return box + f'<circle r="2.6" fill="{INK}"/>'


def surrender(count: str, owner: Colours) -> str:
    """A city whose fall can end a war: a ringed disc, and how many it counts for if more than one."""
    fill, ink = owner
    mark = f'<text y="4.2" font-size="12" font-weight="700" fill="{ink}" text-anchor="middle">{count}</text>'
    mark = mark if count != "1" else ""
    return (
        f'<circle r="10.5" fill="#fffdf4" stroke="{INK}" stroke-width="1.4"/>'
        f'<circle r="7" fill="{fill}" stroke="{INK}" stroke-width="1.2"/>{mark}'
    )


def cross(owner: Colours) -> str:
    """A Patriarchal See: an Orthodox cross."""
    return (
        f'<circle r="11" fill="#fffdf4" stroke="{INK}" stroke-width="1"/>'
        f'<path d="M0-9V9M-3-6.5H3M-6-2.5H6M-4 3L4 6.5" fill="none" stroke="{INK}" stroke-width="2"/>'
    )


def people(owner: Colours) -> str:
    """A centre of population: three heads."""
    fill, _ = owner
    heads = "".join(f'<circle cx="{x}" cy="{y}" r="3.4" fill="{fill}" stroke="{INK}"/>' for x, y in ((-5, 2), (5, 2), (0, -4)))
    return f'<rect x="-11" y="-11" width="22" height="22" rx="4" fill="#fffdf4" stroke="{INK}" stroke-width="1.2"/>{heads}'


def flag(owner: Colours) -> str:
    """The flag of a nation that a conquest here brings into the war."""
    fill, _ = owner
    return (
        f'<path d="M-8 11V-11" stroke="{INK}" stroke-width="2"/><path d="M-8-11H10L5-5.5L10 0H-8z" fill="{fill}" stroke="{INK}"/>'
    )


def snow(r: float = 8.0) -> str:
    arms = "".join(
        f'<path d="M0-{r}V{r}M-2.4-{r - 2}L0-{r - 4.4}L2.4-{r - 2}M-2.4 {r - 2}L0 {r - 4.4}L2.4 {r - 2}"'
        f' transform="rotate({k * 60})"/>'
        for k in range(3)
    )
    return f'<g fill="none" stroke="#5b7f9a" stroke-width="1.5" stroke-linecap="round">{arms}</g>'
