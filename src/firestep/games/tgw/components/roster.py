"""The counters, from `data/roster.csv`: what is printed on each, as tuples by the counter's number and as sets of counters.

A piece is a counter, an event chit or a marker (tgw.3.2a, tgw.3.2b). `chits` has the chits. Markers, those of the Hindenburg Line
too, are fields of `State`. Counters of the same nation, class, factors and reverse are of one *kind* if no rule names them. Lists
offer one counter of a kind in a place.
"""

from __future__ import annotations

import csv
from typing import NamedTuple

from firestep.games.tgw.components.tables import DATA, LETTER, NATION, NATIONS
from firestep.hexmap.grid import bits

#: types and sizes of units (tgw.3.25a, tgw.3.25h)
CLASSES = ("infantry", "mountain", "cavalry", "HQ", "tank", "antitank", "armored car", "brigade", "battalion", "company")


class Counter(NamedTuple):
    """A row of the roster."""

    id: str
    nation: int
    #: two counters of a nation may have the same name (tgw.3.25m)
    name: str
    cls: str
    #: as the book prints it: `3-4-4`
    face: str
    attack: int
    defence: int
    move: int
    support: int
    #: the state that the reverse shows (tgw.3.2c, tgw.3.25b): reduced, shock, infantry, depleted, untried, entry (region), set-up
    #: (hex), or empty; and what follows the word
    back: str
    back_text: str
    steps: int
    #: Europe, Near East, both
    theatre: str
    #: the circled set-up code, hex or country of a unit that is on the map at the start (tgw.3.25e)
    setup: str
    #: start, a letter of first entry (tgw.3.25e), SE for units of events (tgw.3.25f), +n for letters after U.S. entry (tgw.3.25g),
    #: neutral, EUT, "Fall of the Czar"
    entry: str
    leaves: str
    band: bool


def _number(text: str) -> int:
    return int(text) if text else 0


def _read() -> tuple[Counter, ...]:
    out = []
    with (DATA / "roster.csv").open(encoding="utf-8", newline="") as f:
        for r in csv.DictReader(f):
            if r["class"] == "fort":
                continue
            back, _, text = r["reverse"].partition(" ")
            out.append(
                Counter(
                    r["id"],
                    NATION[r["nation"]],
                    r["name"],
                    r["class"],
                    r["front"],
                    _number(r["attack"]),
                    _number(r["defence"]),
                    _number(r["move"]),
                    _number(r["support"]),
                    back,
                    text,
                    _number(r["steps"]),
                    r["theatre"],
                    r["setup"],
                    r["entry"],
                    r["leaves"],
                    r["band"] == "yellow",
                )
            )
    return tuple(out)


#: the units of both games (tgw.19.12f), without Near East units marked X (tgw.19.12a); of the Turkish 46th and 50th Divisions the
#: Near East ones are in and the European ones out (tgw.19.12c). Other pieces are event chits and markers (tgw.3.2a, tgw.3.2b)
ROSTER = _read()
N = len(ROSTER)
UNITS = tuple(c.id for c in ROSTER)
UNIT = {id: u for u, id in enumerate(UNITS)}
ALL = (1 << N) - 1

NATION_OF = tuple(c.nation for c in ROSTER)
ATTACK = tuple(c.attack for c in ROSTER)
DEFENCE = tuple(c.defence for c in ROSTER)
MOVE = tuple(c.move for c in ROSTER)
#: column shifts that an HQ gives to the one combat it supports (tgw.3.26e)
SUPPORT = tuple(c.support for c in ROSTER)
STEPS = tuple(c.steps for c in ROSTER)


def _factors(text: str) -> tuple[int, int, int]:
    """`4-4` is strength and movement, `3-4-4` attack, defence and movement (tgw.3.26b)."""
    n = [int(w) for w in text.split("-")]
    return (n[0], n[0], n[1]) if len(n) == 2 else (n[0], n[1], n[2])  # tgw.3.26b


#: attack, defence and movement of the reverse (shock-troop, infantry or reduced side); the front where there is none
BACK = tuple(_factors(c.back_text) if c.back in ("shock", "infantry", "reduced") else (c.attack, c.defence, c.move) for c in ROSTER)


def _set(of: str) -> int:
    return sum(1 << u for u, c in enumerate(ROSTER) if c.cls == of)


INFANTRY, MOUNTAIN, CAVALRY, HQ, TANK, ANTITANK, ARMOURED, BRIGADE, BATTALION, COMPANY = (_set(c) for c in CLASSES)
COMBAT = ALL & ~HQ
#: divisions and corps: everything without a smaller size mark (tgw.3.25h)
SMALL = BRIGADE | BATTALION | COMPANY | sum(1 << u for u, c in enumerate(ROSTER) if c.name.endswith((" BD", " BN", " CO", " RGT")))
DIVISION = COMBAT & ~SMALL & ~TANK & ~ANTITANK & ~ARMOURED
#: units by nation
CORPS = tuple(sum(1 << u for u, c in enumerate(ROSTER) if c.nation == n) for n in range(len(NATIONS)))
#: units of two steps; the shock-troop or infantry reverse of a German division is no second step (tgw.3.26i)
TWO_STEP = sum(1 << u for u, c in enumerate(ROSTER) if c.steps == 2)
#: divisions with a coloured band, which can become shock-troops (tgw.3.22b, tgw.15.41a)
BANDED = sum(1 << u for u, c in enumerate(ROSTER) if c.band)
#: cavalry with an infantry reverse (tgw.15.55a)
CONVERTIBLE = sum(1 << u for u, c in enumerate(ROSTER) if c.back == "infantry")
#: Arabs and Armenians, who enter untried (tgw.15.82b)
UNTRIED = sum(1 << u for u, c in enumerate(ROSTER) if c.back == "untried")
#: bound to the Near East, and those that may be on either side of the Straits
NEAR_EAST = sum(1 << u for u, c in enumerate(ROSTER) if c.theatre == "Near East")
EUROPE = sum(1 << u for u, c in enumerate(ROSTER) if c.theatre == "Europe")
#: battalions and Canal Defense Companies do not count for stacking (tgw.7.23b); HQs, tanks (tgw.15.25a) and anti-tank units
#: (tgw.15.32a) do not either, but only one of each may be in a hex (tgw.7.23c)
FREE = BATTALION | COMPANY
SINGLES = (HQ, TANK, ANTITANK)
#: units that count for stacking; forts and markers are no units and never count (tgw.7.23f)
COUNTED = ALL & ~FREE & ~HQ & ~TANK & ~ANTITANK
#: at most four in a hex (tgw.7.23d, tgw.7.23e)
FOURS = tuple(CORPS[NATION[n]] & INFANTRY for n in ("US", "BU"))


def _called(nation: str, *words: str) -> int:
    """Units of a nation whose name has one of these words behind its number."""
    return sum(
        1 << u for u, c in enumerate(ROSTER) if NATIONS[c.nation] == nation and c.name.split()[0].strip("0123456789") in words
    )


#: sub-nationalities of the Empire (tgw.5.36b, tgw.5.36c, tgw.7.24f, tgw.10.64a)
CANADIAN, PORTUGUESE = _called("BR", "CND"), _called("BR", "PT")
#: those of Palestine are Australians and New Zealanders as well (tgw.5.36c)
ANZAC = _called("BR", "AS", "NZ") | _called("BP", "ALH", "NZMTD")


def _named(*ids: str) -> int:
    return sum(1 << UNIT[i] for i in ids if i in UNIT)


#: units that a rule calls by name, each a kind of its own
NAMED = _named(
    "ge-ak",
    "fr-dfps",
    "fr-itl",
    "fr-lfd",
    "ah-po",
    "ru-sv",
    "ge-pzrgt",
    "br-expbn",
    "br-rtc",
    "br-10in",
    "br-11in",
    "tu-19",
    "tu-19late",
    "tu-3",
    "tu-58",
    "br-1as",
    "br-nz",
    "br-42t",
)

#: kinds of counters: number of the kind of each, a name, and the set of each
KIND_OF: tuple[int, ...]
KINDS: tuple[str, ...]
KIND_UNITS: tuple[int, ...]


def _kinds() -> tuple[tuple[int, ...], tuple[str, ...], tuple[int, ...]]:
    number: dict[tuple[object, ...], int] = {}
    names: list[str] = []
    of: list[int] = []
    sets: list[int] = []
    for u, c in enumerate(ROSTER):
        own = c.id if 1 << u & (NAMED | HQ) or c.back == "untried" else ""
        army = c.setup if c.setup in ("1", "2", "V", "X", "Y") else ""  # tgw.19.53a, tgw.19.54a
        part = [bool(1 << u & m) for m in (CANADIAN, ANZAC, PORTUGUESE)]
        key = (c.nation, c.cls, c.face, c.back, c.back_text, c.theatre, c.band, army, own, *part)
        if key not in number:
            number[key] = len(names)
            names.append(c.id)
            sets.append(0)
        of.append(number[key])
        sets[number[key]] |= 1 << u
    return tuple(of), tuple(names), tuple(sets)


KIND_OF, KINDS, KIND_UNITS = _kinds()

#: units by set-up code of their nation: `SETUP["GE", "W"]`
SETUP: dict[tuple[str, str], int] = {}
#: units by Strategic Turn letter; by U.S. delay; those of "SE", "neutral", "EUT", "Fall of the Czar", "start"
BY_LETTER = [0] * len(LETTER)
BY_DELAY: dict[int, int] = {}
BY_ENTRY: dict[str, int] = {}
for _u, _c in enumerate(ROSTER):
    if _c.setup:
        _k = (NATIONS[_c.nation], _c.setup)
        SETUP[_k] = SETUP.get(_k, 0) | 1 << _u
    BY_ENTRY[_c.entry] = BY_ENTRY.get(_c.entry, 0) | 1 << _u
    if _c.entry in LETTER:
        BY_LETTER[LETTER[_c.entry]] |= 1 << _u
    elif _c.entry.startswith("+"):
        BY_DELAY[int(_c.entry[1:])] = BY_DELAY.get(int(_c.entry[1:]), 0) | 1 << _u


def unit_ids(units: int) -> list[str]:
    return [UNITS[u] for u in bits(units)]


def unit_mask(ids: list[str]) -> int:
    return sum(1 << UNIT[i] for i in ids)


def one_of_each(units: int) -> list[int]:
    """The first unit of each kind among some that are in the same condition: what lists offer."""
    out = []
    seen = set()
    for u in bits(units):
        k = KIND_OF[u]
        if k not in seen:
            seen.add(k)
            out.append(u)
    return out
