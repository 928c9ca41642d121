"""The war as a whole: which front Germany feeds when, and the plan with which she began it."""

from __future__ import annotations

from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits

#: hexes of the eastern and south-eastern fronts: Germany beyond the Oder, Austria-Hungary but for the Alps, and all beyond
EAST = p.lands("Poland", "Baltic States", "White Russia", "Ukraine", "Russia", "Serbia", "Montenegro", "Roumania", "Bulgaria")
EAST |= sum(1 << i for i in bits(p.COUNTRY["Germany"]) if int(p.NUMBER[i][2:]) >= 12)
EAST |= sum(1 << i for i in bits(p.COUNTRY["Austria-Hungary"]) if int(p.NUMBER[i][2:]) >= 11)
#: the share of the German Divs on the map that fights there, by turn: first France, then Russia, until she has collapsed
SHARE = (0.0, 0.2, 0.25, 0.34, 0.42, 0.46, 0.46, 0.46, 0.46, 0.46, 0.45, 0.45, 0.45, 0.45, 0.45, 0.45, 0.4, 0.35, 0.3, 0.3)
#: what a German Army is worth in the East beyond what it does there, while the share is not reached
CALL = 4.0
#: the first attacks of the war, in order (August 1914): Liège, which shuts the way to the Ruhr, then the Ardennes
OPENING = tuple((p.INDEX[a], p.INDEX[b]) for a, b in (("3108", "3308"), ("3208", "3207")))
#: the turns in which the Central Powers settle with Serbia (Summer 1915 to Summer 1916), and what a blow there is worth then
SERBIA, SERBIAN = range(6, 11), 1.5
#: the turns in which they attack in France and Belgium only for much
WATCH = range(4, 16)
_WEST = p.lands("France", "Belgium")
_SERBIA = p.lands("Serbia", "Montenegro")


def opening(st: State, side: int) -> tuple[int, int] | None:
    """The next attack of the plan that was made before the war."""
    if st.turn > 1 or side != t.CP:
        return None
    return next(((a, b) for a, b in OPENING if not (st.ctrl[t.CP] | st.occ[t.CP]) >> b & 1), None)


def calls_east(st: State) -> bool:
    """Germany has fewer Divs in the East than she wants there."""
    if st.flag("collapsed"):
        return False
    east = total = 0
    for u in t.ARMIES_OF[t.GE]:
        if st.at[u] > 0:
            total += st.divs[u]
            if EAST >> st.at[u] & 1:
                east += st.divs[u]
    return east < SHARE[st.turn] * total


def watch(st: State, side: int, target: int) -> bool:
    """The Central Powers stand on the defensive in the West between the Marne and the last great attacks."""
    return side == t.CP and st.turn in WATCH and _WEST >> target & 1 == 1


def season(st: State, side: int, target: int) -> float:
    """How much more a blow is worth for its place in the war: Serbia's turn comes in the second half of 1915."""
    return SERBIAN if side == t.CP and st.turn in SERBIA and _SERBIA >> target & 1 else 1.0
