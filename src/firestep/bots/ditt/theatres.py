"""The war as a whole: which front Germany feeds when, and the plan with which she began it."""

from __future__ import annotations

from firestep.games.ditt.components import places, tables
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits

#: hexes of the eastern and south-eastern fronts: Germany beyond the Oder, Austria-Hungary but for the Alps, and all beyond
EAST = places.lands("Poland", "Baltic States", "White Russia", "Ukraine", "Russia", "Serbia", "Montenegro", "Roumania", "Bulgaria")
EAST |= sum(1 << i for i in bits(places.COUNTRY["Germany"]) if int(places.NUMBER[i][2:]) >= 12)
EAST |= sum(1 << i for i in bits(places.COUNTRY["Austria-Hungary"]) if int(places.NUMBER[i][2:]) >= 11)
#: the western front, and the share of the enemy's Divs there that holds it
FRANCE, HOLDS = places.lands("France", "Belgium", "Germany") & ~EAST, 0.68
#: while Russia has no trenches less must do
BARELY = 0.5
#: the share of the German Divs on the map that fights there, by turn: first France, then Russia, until she has collapsed
SHARE = (0.0, 0.24, 0.28, 0.36, 0.46, 0.5, 0.5, 0.5, 0.44, 0.42, 0.4, 0.36, 0.36, 0.36, 0.36, 0.36, 0.34, 0.3, 0.3, 0.3)
#: Divs that stand in the great cities of a country when the enemy is near: two German ones decide the war (ditt.12.1b, ditt.12.1i)
WALL = {tables.GE: 16, tables.AH: 10}
#: what a German Army is worth on a front beyond what it does there, while its share is not reached
CALL = 4.0
#: the first attacks of the war, in order (August 1914): Liège, which shuts the way to the Ruhr, then the Ardennes
OPENING = tuple((places.INDEX[a], places.INDEX[b]) for a, b in (("3108", "3308"), ("3208", "3207")))
#: the turns in which the Central Powers settle with Serbia (Spring 1915 to Fall 1916), and what a blow there is worth then
SERBIA, SERBIAN = range(5, 12), 2.0
#: until this turn Austria-Hungary stands on the defensive against Russia, unless she is sure to win
GALICIA, SAFE = 5, 0.8
#: the turns in which they attack Russia, who has no trenches yet (ditt.8.5e), and what it is worth then
GORLICE, BREAKTHROUGH = range(4, 8), 1.8
#: the turns in which they attack in France and Belgium only for much
WATCH = range(4, 16)
_WEST = places.lands("France", "Belgium")
_SERBIA = places.lands("Serbia", "Montenegro")
_RUSSIAN = EAST & ~_SERBIA


def opening(st: State, side: int) -> tuple[int, int] | None:
    """The next attack of the plan that was made before the war."""
    if st.turn > 1 or side != tables.CP:
        return None
    return next(((a, b) for a, b in OPENING if not (st.ctrl[tables.CP] | st.occ[tables.CP]) >> b & 1), None)


def calls_west(st: State) -> bool:
    """Germany has too few Divs in the West against those who stand before her there."""
    mine = theirs = 0
    for u in bits(st.afield):
        if tables.IS_ARMY[u] and FRANCE >> st.at[u] & 1:
            if st.serves[u] == tables.GE:
                mine += st.divs[u]
            elif st.side(u) == tables.EP:
                theirs += st.divs[u]
    return st.turn > 2 and mine < (BARELY if st.turn in GORLICE else HOLDS) * theirs


def calls_east(st: State) -> bool:
    """Germany has fewer Divs in the East than she wants there, and enough in the West."""
    if st.flag("collapsed") or calls_west(st):
        return False
    east = total = 0
    for u in tables.ARMIES_OF[tables.GE]:
        if st.at[u] > 0:
            total += st.divs[u]
            if EAST >> st.at[u] & 1:
                east += st.divs[u]
    return east < SHARE[st.turn] * total


def called(st: State, nation: int, place: int) -> float:
    """What an Army is worth at a place beyond what it does there: its front lacks Divs, or a city that must not fall."""
    if nation not in WALL:
        return 0.0
    if places.CITY[nation] >> place & 1 and st.turn > 2:
        here = sum(st.divs[u] for u in bits(st.stack_of(place, tables.CP)))
        if here < WALL[nation] and places.supply_ways(0).within(1 << place, places.LAND, 2) & st.occ[tables.EP]:
            return 2 * CALL
    if nation != tables.GE:
        return 0.0
    if FRANCE >> place & 1:
        return CALL if calls_west(st) else 0.0
    return CALL if EAST >> place & 1 and calls_east(st) else 0.0


def watch(st: State, side: int, target: int) -> bool:
    """The Central Powers stand on the defensive in the West between the Marne and the last great attacks."""
    return side == tables.CP and st.turn in WATCH and _WEST >> target & 1 == 1


def waits(st: State, side: int, units: tuple[int, ...], target: int) -> bool:
    """Austro-Hungarian Armies without Germans wait for the Russians behind their rivers in the first winter."""
    return (
        side == tables.CP
        and st.turn < GALICIA
        and all(st.serves[u] == tables.AH for u in units)
        and any(st.serves[u] == tables.RS for u in bits(st.stack_of(target, tables.EP)))
    )


def season(st: State, side: int, target: int) -> float:
    """How much more a blow is worth for its place in the war: Russia's turn comes in 1915, Serbia's in its second half."""
    if side != tables.CP:
        return 1.0
    if st.turn in SERBIA and _SERBIA >> target & 1:
        return SERBIAN
    return BREAKTHROUGH if st.turn in GORLICE and _RUSSIAN >> target & 1 else 1.0
