"""What the greedy player of Death in the Trenches wants: cities, how far they are, and what a fight would bring."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from firestep.games.ditt import combat
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.collapse import GARRISON, GERMAN_GARRISON, garrison
from firestep.games.ditt.odds import best, yield_of
from firestep.games.ditt.state import Fight, State
from firestep.games.ditt.surrender import KEY_CITIES, russian_places
from firestep.hexmap.grid import bits

#: Russian cities that the CP takes before it can man a garrison: more of them hurry the Revolution (13.1e)
ENOUGH = 6
NEED, MARGIN = (GARRISON, GERMAN_GARRISON), 6
#: a hex that cannot be reached
FAR = 40
#: the hit that wins against trenches must be twice as good (7.4d)
TRENCHES = 2.0


def goals(st: State, side: int) -> int:
    """The cities that decide the war for a side, as far as the enemy holds them."""
    if side == t.EP:
        wanted = p.CITY[t.GE] | (KEY_CITIES if st.allegiance[t.AH] == t.CP else 0)
        if st.allegiance[t.TU] == t.CP:
            wanted |= 1 << p.CONSTANTINOPLE
    elif lacking(st):
        return p.GARRISON & st.ctrl[t.CP]
    else:
        wanted = p.CITY[t.FR] | p.CITY[t.SB]
        if (russian_places() & st.ctrl[t.CP]).bit_count() < ENOUGH:
            wanted |= russian_places()
        for n in (t.IT, t.RM, t.BL):
            if st.allegiance[n] == t.EP:
                wanted |= p.CITY[n]
    return wanted & st.ctrl[1 - side]


def lacking(st: State) -> int:
    """Divs that the garrison of the East lacks after the Russian collapse (13.2e)."""
    if not st.flag("collapsed") or st.flag("no-garrison") or st.options.get("garrison") == "free":
        return 0
    need = (30, 20) if st.flag("brest-litovsk") else NEED
    total, german = garrison(st)
    return max(0, need[0] + MARGIN - total, need[1] + MARGIN - german)


@cache
def _field(wanted: int, open: int) -> dict[int, int]:
    """Steps to the nearest of a set of places over open ground."""
    out: dict[int, int] = {}
    for k, layer in enumerate(p.ways(0).layers(wanted, open)):
        for i in bits(layer):
            out.setdefault(i, k)
    return out


def distance(st: State, side: int, place: int) -> int:
    """Steps from a place to the nearest goal of a side."""
    if _field.cache_info().currsize > 400:
        _field.cache_clear()
    return _field(goals(st, side), p.LAND & ~st.neutral & ~st.closed & ~p.COLONIES).get(place, FAR)


def chance(st: State, fight: Fight) -> float:
    """How much better the attacker's hits are than they need to be: above one he wins more often than not."""
    mine = float(yield_of(best(k := combat.firepower(st, fight, True)), k)[0])
    theirs = float(yield_of(best(d := combat.firepower(st, fight, False)), d)[0])
    if not fight.breach and combat.entrenched(st, combat.defenders(st, fight)):
        theirs *= TRENCHES
    if combat.fort_defends(st, fight):
        theirs = max(theirs, p.FORT_FACTORS[fight.hex][1] + sum(st.factors(u)[2] for u in bits(combat.defenders(st, fight))) * 0.6)
    return mine / max(theirs, 1.0)


def attack(st: State, side: int, hex: int, units: tuple[int, ...]) -> float:
    """The worth of an attack: nothing below an even chance, more the nearer to a goal."""
    fight = Fight(side, hex, st.at[units[0]], units)
    ratio = chance(st, fight)
    if ratio < 1.1:
        return -1.0
    near = 3.0 / (1 + distance(st, side, hex))
    return min(ratio, 3.0) - 1.0 + near + (4.0 if goals(st, side) >> hex & 1 else 0.0)


def threat(st: State, side: int, place: int) -> float:
    """Offence that the enemy could bring to a place from next to it."""
    near = p.contact(False).step(1 << place) & st.occ[1 - side]
    return sum(st.factors(u)[0] for i in bits(near) for u in bits(st.stack_of(i, 1 - side)))


def strength(st: State, side: int, place: int) -> float:
    return sum(st.factors(u)[1] for u in bits(st.stack_of(place, side)))


def front(st: State, side: int, place: int) -> bool:
    """Enemies stand next to a place."""
    return bool(p.contact(False).step(1 << place) & (st.occ[1 - side] | st.fort_of[1 - side]))


def with_coin(st: State, fight: Fight, bonus: int, attacker: bool, breach: bool) -> float:
    """The chance with so much more Firepower for one side."""
    a, d = fight.bonus
    return chance(st, replace(fight, bonus=(a + bonus, d) if attacker else (a, d + bonus), breach=fight.breach or breach))
