"""Where the next blow falls: Reserves are not only spread over the front, they are gathered before the place that is worth most.

A `Blow` is an enemy hex, the hex it is attacked from, and the Divs that are missing there for a good chance. It is worked out with
the coins at hand, so that an offensive waits for them as the real ones did.
"""

from __future__ import annotations

from typing import NamedTuple

from firestep.bots.ditt import chances
from firestep.bots.ditt.evaluation import DIV, Evaluation
from firestep.bots.ditt.plans import AHEAD, with_coins
from firestep.bots.ditt.theatres import FRANCE, calls_west, season
from firestep.games.ditt.combat import combat, entrenchment
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.logistics.logistics import sites, unused_armies
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import Fight, State
from firestep.hexmap.grid import bits

#: the chance that makes an attack worth preparing, and the steps in which Divs are added
ENOUGH, STEP = 0.72, 4
#: what a blow must be worth
LEAST = 1.0


class Blow(NamedTuple):
    worth: float
    nation: int
    target: int
    base: int
    #: Divs that are missing at the base
    divs: int


def blow(ev: Evaluation, nation: int) -> Blow | None:
    """The attack that a nation's Reserves should make possible, if one is worth it."""
    if nation not in ev.blows:
        ev.blows[nation] = _search(ev, nation)
    found: Blow | None = ev.blows[nation]
    return found


def _search(ev: Evaluation, n: int) -> Blow | None:
    st, side = ev.st, ev.side
    free = control.free_reserves(st, n)
    if free < STEP or st.allegiance[n] != side:
        return None
    empty = [u for u in unused_armies(st, side) if tables.UNIT_NATION[u] == n and u != tables.SUD]
    spare = empty[0] if empty else -1
    new = sites(st, spare) if spare >= 0 else 0
    model = spare if spare >= 0 else next((u for u in tables.ARMIES_OF[n] if st.at[u] > 0), -1)
    if model < 0:
        return None
    reach = passage.attackable(st, model)
    if n == tables.GE and calls_west(st):
        reach &= FRANCE  # first the West must hold
    ways = places.ways(areas.links(st, model))
    best: Blow | None = None
    for target in bits(reach & ev.open & ~places.COLONIES & ~areas.near_east(st)):
        gain = _gain(ev, target)
        if best is not None and gain <= best.worth or gain <= LEAST:
            continue
        for base in bits(ways.near[target] & ev.held & ~passage.enemies(st, side)):
            here = bits(st.stack_of(base, side) & ~st.flipped)
            room = sum(tables.MOST_DIVS - st.divs[u] for u in here if tables.UNIT_NATION[u] == n and tables.IS_ARMY[u])
            room += tables.MOST_DIVS * min(2, len(empty)) if new >> base & 1 else 0
            group = (*here, spare) if new >> base & 1 else tuple(here)
            found = _need(st, side, target, base, group, n, min(free, room))
            if found is None:
                continue
            divs, win, lost = found
            if not divs:
                break  # it can be done with what is there
            value = win * gain - DIV * (divs / 3 + lost)
            if value > LEAST and (best is None or value > best.worth):
                best = Blow(value, n, target, base, divs)
    return best


def _gain(ev: Evaluation, target: int) -> float:
    """What lies behind an enemy hex, and itself."""
    ahead = ev.prospects(ev.mine | 1 << target, ev.their_block & ~(1 << target)) - ev.prospect
    return (ev.count(1 << target) + AHEAD[ev.side] * ahead) * season(ev.st, ev.side, target)


def _need(
    st: State, side: int, target: int, base: int, here: tuple[int, ...], n: int, most: int
) -> tuple[int, float, float] | None:
    """The Divs that are missing for a good chance, the chance then, and the Divs it would cost."""
    fight = Fight(side, target, base, here)
    there = entrenchment.defenders(st, fight)
    fort = combat.fort_defends(st, fight)
    with_ours, _ = with_coins(st, fight) if here else (fight, 0.0)
    starving = combat.out_of_supply(st, with_ours)
    mine = sum(m.value for m in combat.firepower_parts(st, with_ours, True, starving))
    theirs = combat.firepower(st, with_ours, False, starving)
    cut = min(combat.largest_cut(st, with_ours), -sum(m.value for m in combat.csm(st, with_ours)))
    trenches = not with_ours.breach and entrenchment.entrenched(st, there)
    bears = sum(st.factors(u)[2] for u in bits(there))
    own = sum(st.factors(u)[2] for u in here)
    offence, _, fortitude = tables.FACTORS[tables.ARMIES_OF[n][0]]
    for k in range(0, most + 1, STEP):
        fire = (mine + k * offence) * (100 - cut) // 100
        bear_mine = own + k * fortitude
        if not bear_mine:
            continue
        if fort:
            win = chances.storms(fire, bears + places.FORT_FACTORS[target][1], theirs, bear_mine)
        else:
            win = chances.wins(fire, theirs, trenches, max(1, bears), bear_mine)
        if win >= ENOUGH:
            return k, win, min(chances.expected(theirs), bear_mine) / fortitude
    return None
