"""Marches that a rule orders: Enver's in the Caucasus (tgw.6.29b, tgw.6.29c), and that of Austrians who are too many in the north
(tgw.17.31h)."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.tgw.combat import attackers
from firestep.games.tgw.combat.attackers import NEAR, WAYS, enemies, snowed
from firestep.games.tgw.combat.bans import bans
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.display import fog
from firestep.games.tgw.events.ordered_offensives import DONE, ENVER_UNITS, FORFEIT, FRONT, owed, refuse
from firestep.games.tgw.movement import areas, control, movement
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

S = Session[State]


def nearest(st: State) -> list[int]:
    """The three CP combat units of the Caucasus that stand nearest to Allied units, by distance and then by number."""
    front = FRONT["enver"]
    foes = st.held[tables.ALLIED] & front
    if not foes:
        return []
    distance = distances(foes, front)
    mine = [u for u in bits(st.troops[tables.CENTRAL] & roster.COMBAT) if st.at[u] > 0 and front >> st.at[u] & 1]
    return sorted(mine, key=lambda u: (distance.get(st.at[u], 99), u))[:ENVER_UNITS]


def distances(foes: int, front: int) -> dict[int, int]:
    """Steps from the nearest of some hexes, for every hex of a front."""
    out: dict[int, int] = {}
    ring, seen, d = foes, 0, 0
    while ring:
        out |= dict.fromkeys(bits(ring), d)
        seen |= ring
        ring, d = board.ATLAS.dilate(ring) & front & board.LAND & ~seen, d + 1
    return out


def attackers_of(st: State, hex: int) -> int:
    """The CP units of the Caucasus that may attack an Allied hex if they stand next to it; cavalry that would need infantry beside
    it is left out."""
    if attackers.snowed(st) >> hex & 1:
        return 0
    front = FRONT["enver"]
    out = sum(1 << u for u in bits(attackers.ready(st, tables.CENTRAL)) if st.at[u] > 0 and front >> st.at[u] & 1)
    for ban in bans(st, tables.CENTRAL):
        if ban.hexes >> hex & 1:
            out &= ~ban.units
    if board.ALPINE >> hex & 1:
        out &= roster.MOUNTAIN
    return out & ~unit_types.bound_cavalry(st, out) if attackers.guarded(st, hex, tables.CENTRAL) else out


def spots(st: State, u: int) -> int:
    """The hexes in which a CP unit can stand when this movement ends: where it is, and where it can go and finds room."""
    at = st.at[u]
    if not movement.ready(st, tables.CENTRAL) >> u & 1:
        return 1 << at
    found = movement.reach(st, tables.CENTRAL, 1 << u, at, at, (0, 0)) & board.LAND
    return 1 << at | movement.with_room(st, tables.CENTRAL, 1 << u, found)


def gathering(st: State) -> dict[int, dict[int, int]]:
    """Allied hexes of the Caucasus at which three CP units can get in this movement, each with those units and the hexes from which
    they would attack (tgw.6.29b)."""
    reach = {
        u: spots(st, u) for u in bits(st.troops[tables.CENTRAL] & roster.COMBAT) if st.at[u] > 0 and FRONT["enver"] >> st.at[u] & 1
    }
    near = 0
    for m in reach.values():
        near |= m
    out = {}
    snow = snowed(st)  # nobody attacks out of these either (tgw.10.15b)
    for hex in bits(WAYS.spread(near) & enemies(st, tables.CENTRAL) & FRONT["enver"]):
        able, near = attackers_of(st, hex), NEAR[hex] & ~snow
        come = {u: m & near for u, m in reach.items() if able >> u & 1 and m & near}
        if len(come) >= ENVER_UNITS:
            out[hex] = come
    return out


def can_gather(st: State) -> bool:
    """Three CP units of the Caucasus can get next to one Allied hex in this movement, and attack it (tgw.6.29b)."""
    return bool(gathering(st))


def march(s: S, u: int, distance: dict[int, int], rule: str) -> Steps:
    """A unit goes as far as it can towards where the distance is 0."""
    st = s.state
    at = st.at[u]
    spots = movement.with_room(st, tables.CENTRAL, 1 << u, movement.reach(st, tables.CENTRAL, 1 << u, at, at, (0, 0)) & board.LAND)
    best = min((distance.get(i, 99), i) for i in (at, *bits(spots)))[1]
    st.moved |= 1 << u
    if best == at:
        return ()
    way = movement.March(fronts.EASTERN, tables.CENTRAL, (u,), at, at).path(st, best)
    st.put(u, best)
    key = "ordered-march" if rule == "tgw.6.29c" else "goes-south"
    fog.note(s, tables.CENTRAL, key, rule, unit=roster.UNITS[u], origin=board.NUMBER[at], place=board.NUMBER[best])
    return control.enter(s, 1 << u, way[1:])


@dataclass(frozen=True, slots=True)
class Enver(Auto[S]):
    """At the start of the CP movement in the east: three units that can get at the enemy do so (tgw.6.29b, S6); where they cannot,
    the three nearest march straight at him with all they have (tgw.6.29c), out of supply if it must be (P31)."""

    def run(self, s: S) -> Steps:
        st = s.state
        if not owed(st, "enver"):
            return ()
        if can_gather(st):
            return (Gather(),)
        out: Steps = ()
        distance = distances(st.held[tables.ALLIED] & FRONT["enver"], FRONT["enver"])
        for u in nearest(st):
            if movement.ready(st, tables.CENTRAL) >> u & 1:
                out += march(s, u, distance, "tgw.6.29c")
        return out


@dataclass(frozen=True, slots=True)
class Gather(Choice[S]):
    """Which Allied hex does Enver attack, and with whom? Three units go next to it, or stay there, before anybody else moves; so
    nobody escapes his order by marching off. Who refuses forfeits the game (tgw.6.29a); nobody is offered that."""

    target: int = 0
    named: tuple[int, ...] = ()

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        if not self.target:
            return "Central Powers: Enver orders an attack in the Caucasus: on which hex?"
        left = ENVER_UNITS - len(self.named)
        return f"Central Powers: who attacks {board.place_name(self.target)} for Enver? {left} more must stand next to it"

    def comers(self, st: State) -> dict[int, int]:
        """Units that may still be named, with the hexes from which they would attack."""
        found = gathering(st).get(self.target, {})
        return {u: m for u, m in found.items() if u not in self.named}

    def actions(self, s: S) -> list[Action]:
        st = s.state
        if not self.target:
            return sorted(("enver", board.NUMBER[i]) for i in gathering(st)) or [DONE]
        come = self.comers(st)
        first: dict[tuple[int, int], int] = {}
        for u in come:
            first.setdefault((st.at[u], roster.KIND_OF[u]), u)
        # in a game that the enemy imagines, other counters may lie there, and none of them able
        return sorted(("gather", roster.UNITS[u], board.NUMBER[i]) for u in first.values() for i in bits(come[u])) or [DONE]

    def allows_unlisted(self, s: S, action: Action) -> bool:
        # what is impossible never forfeits (E24): so it can be in a game that the enemy imagines
        return action == FORFEIT and DONE not in self.actions(s)

    def take(self, s: S, action: Action) -> Steps:
        if action == FORFEIT:
            return refuse(s, "enver")
        if action == DONE:
            return ()
        if action[0] == "enver":
            return (Gather(board.INDEX[action[1]]),)
        st = s.state
        u, hex = roster.UNIT[action[1]], board.INDEX[action[2]]
        at = st.at[u]
        after: Steps = ()
        st.moved |= 1 << u
        if hex != at:
            way = movement.March(fronts.EASTERN, tables.CENTRAL, (u,), at, at).path(st, hex)
            st.put(u, hex)
            fog.note(s, tables.CENTRAL, "ordered-march", "tgw.6.29b", unit=action[1], origin=board.NUMBER[at], place=action[2])
            after = control.enter(s, 1 << u, way[1:])
        more = Gather(self.target, (*self.named, u))
        return (*after, more) if len(more.named) < ENVER_UNITS and more.comers(st) else after


@dataclass(frozen=True, slots=True)
class GoSouth(Auto[S]):
    """At the end of the CP movement in the east: Austrians who are too many in the north after the Revolution and have not moved go
    south as far as they can (tgw.17.31h). Those that moved have gone south already: no other way is open to them."""

    def run(self, s: S) -> Steps:
        st = s.state
        crowd = areas.must_go_south(st)
        out: Steps = ()
        if crowd:
            south = board.EAST_MAP & board.LAND & ~areas.NORTH
            distance = distances(south, board.EAST_MAP)
            idle = crowd & movement.ready(st, tables.CENTRAL)
            for u in bits(idle)[: max(0, idle.bit_count() - 4)]:
                out += march(s, u, distance, "tgw.17.31h")
        return out
