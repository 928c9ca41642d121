"""The state of a battle: parallel lists of ints for units, sets of units and of hexes as ints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firestep.engine.errors import BadPosition
from firestep.engine.state import Declared, Derived, Kept, Shared
from firestep.games.gwb.battle import Battle, battle
from firestep.games.gwb.board import Ground
from firestep.hexmap import stacks
from firestep.hexmap.grid import bits

#: places that are no hex
AWAY, DEAD, BOX = 0, -1, -2

COORDINATED, MOVEMENT, HASTY, SURRENDER = "coordinated", "movement", "hasty", "surrender"

#: the ints of the state that are sets of units
UNIT_SETS = (
    "deployed",
    "marching",
    "entrained",
    "open",
    "moved",
    "acted",
    "fought",
    "forced",
    "fired_off",
    "was_hit",
    "silenced",
    "began_dis",
    "began_zone",
    "began_near",
)
#: plain ints of the state; `markers` and `targets_done` are sets of hexes, `blown` of bridges, `broken` of armies
INTS = ("rolls", "turn", "side", *UNIT_SETS, "markers", "target", "targets_done", "blown", "broken")
LISTS = ("at", "steps", "dis", "iso", "held", "lost", "tasks", "cargo")
DICTS = ("ties", "harassed")


class State(Declared):
    """Where everything is. Slots, cheap to copy.

    Sets of units: deployed, marching (March Order), entrained, open (attack-across-the-open marker), moved (in this movement
    phase), acted (attacked or fired in this combat phase), fought (in melee in this player turn), forced (force-marched in this
    player turn), fired_off (off-board guns on their fired side), was_hit (guns attacked in this combat phase), silenced
    (suppressed), began_* (disorganised, in an enemy zone, within three hexes of an enemy when the player turn began).
    Sets of hexes: markers (battle markers), targets_done. `target` is the hex being attacked. `blown`: bridges, `broken`: armies.
    """

    rolls: int
    turn: int
    side: int
    deployed: int
    marching: int
    entrained: int
    open: int
    moved: int
    acted: int
    fought: int
    forced: int
    fired_off: int
    was_hit: int
    silenced: int
    began_dis: int
    began_zone: int
    began_near: int
    markers: int
    target: int
    targets_done: int
    blown: int
    broken: int
    at: list[int]
    steps: list[int]
    dis: list[int]
    iso: list[int]
    #: objectives held by each side
    held: list[int]
    #: steps lost by each army
    lost: list[int]
    #: per rail marker (side 0's first): tasks done this turn (1 entrain, 2 ride, 4 detrain), and the unit it carries or -1
    tasks: list[int]
    cargo: list[int]
    #: supporting gun -> the hex it is tied to in this combat phase (gwb.6.3.1e)
    ties: dict[int, int]
    #: gun -> the units it has fired at in this movement phase (gwb.8.0e)
    harassed: dict[int, int]
    b: Kept[Battle]
    phase: str
    ended: str
    #: hex -> set of units there
    where: Derived[dict[int, int]]
    #: per side: hexes with units, hexes with units that exert a zone of control
    occ: Derived[list[int]]
    men: Derived[list[int]]
    ground: Shared[Ground]

    def to_plain(self) -> dict[str, Any]:
        """Sets as hexadecimal words, so that any JSON reader keeps them exact."""
        out: dict[str, Any] = {"battle": self.b.id, "phase": self.phase, "ended": self.ended}
        for name in INTS:
            out[name] = getattr(self, name) if name in ("rolls", "turn", "side", "target") else hex(getattr(self, name))
        for name in LISTS:
            out[name] = [hex(v) for v in getattr(self, name)] if name == "held" else list(getattr(self, name))
        for name in DICTS:
            out[name] = sorted([k, hex(v)] for k, v in getattr(self, name).items())
        return out

    # -- units on the map ----------------------------------------------------------------------------------------------

    def put(self, u: int, h: int) -> None:
        """Move a unit to a hex or to a place off the map, keeping the sets of hexes in step."""
        k = self.b.units[u].side
        for x in (stacks.put(self, u, h, k), h):
            if x > 0:
                bit = 1 << x
                self.men[k] = self.men[k] | bit if self.where.get(x, 0) & ~self.b.zoneless else self.men[k] & ~bit
        if h > 0 and h in self.b.objectives:
            self.take(k, h)

    def take(self, k: int, h: int) -> bool:
        """A side takes an objective that one of its units enters or passes (G79); False if it holds it already."""
        bit = 1 << h
        if self.held[k] & bit:
            return False
        self.held[k] |= bit
        self.held[1 - k] &= ~bit
        return True

    def lose_step(self, u: int) -> None:
        """One step: full, reduced, gone (gwb.6.4.1b); a gun has one (gwb.6.1.1d)."""
        self.steps[u] -= 1
        self.lost[self.b.armies.index(self.b.units[u].army)] += 1
        if self.steps[u] == 0:
            self.kill(u)

    def destroy(self, u: int) -> None:
        """All steps at once."""
        while self.steps[u] > 0:
            self.lose_step(u)

    def kill(self, u: int) -> None:
        """Take a unit off the map for good, with every marker on it."""
        self.put(u, DEAD)
        self.steps[u] = self.dis[u] = self.iso[u] = 0
        no = ~(1 << u)
        for name in UNIT_SETS:
            setattr(self, name, getattr(self, name) & no)
        if u in self.cargo:
            self.cargo[self.cargo.index(u)] = -1
        self.ties.pop(u, None)

    def disorganise(self, u: int) -> None:
        """One level more, five at most (gwb.9.0b, G43); March Order ends."""
        if self.at[u] > 0:
            self.dis[u] = min(self.dis[u] + 1, 5)
            self.marching &= ~(1 << u)

    # -- questions ------------------------------------------------------------------------------------------------------

    def stack(self, h: int) -> int:
        """The set of units in a hex."""
        return stacks.stack(self, h)

    def on_map(self, k: int) -> int:
        """The units of a side that stand on the map."""
        out = 0
        for h, units in self.where.items():
            if self.occ[k] >> h & 1:
                out |= units
        return out

    def zone(self, k: int) -> int:
        """The zone of control that a side's units exert (gwb.10.0); guns have none (gwb.3.21b)."""
        return self.ground.zone(self.men[k])

    def strength(self, u: int) -> int:
        """The printed strength of the side that is up: gwb.6.1e; guns deployed or limbered (gwb.3.13)."""
        unit = self.b.units[u]
        if unit.gun:
            return unit.strength if self.deployed >> u & 1 or unit.off_board else unit.light
        return unit.strength if self.steps[u] == 2 else unit.reduced

    def reach_of_gun(self, u: int) -> int:
        unit = self.b.units[u]
        return unit.range if self.deployed >> u & 1 or unit.off_board else unit.light_range

    def allowance(self, u: int) -> int:
        """Movement points; March Order doubles them (gwb.7.4b). A deployed gun has none, but rolls against its limbered side."""
        return self.b.move[u] * (2 if self.marching >> u & 1 else 1)

    def demoralised(self, u: int) -> bool:
        return bool(self.broken >> self.b.armies.index(self.b.units[u].army) & 1) if self.broken else False

    def communicating(self, k: int) -> int:
        """The hexes from which a side can trace a line of communication (gwb.12.1)."""
        own, enemy = self.occ[k], self.occ[1 - k]
        return self.ground.communication(self.b.supply[k], enemy | self.zone(1 - k) & ~own)

    def isolated(self, k: int) -> int:
        """The hexes of a side whose units are isolated."""
        return self.occ[k] & ~self.communicating(k)

    def due(self, k: int) -> int:
        """Reinforcements of a side that may enter now."""
        out = 0
        for u in bits(self.b.of_side[k]):
            if self.at[u] == AWAY and self.b.units[u].turn <= self.turn:
                out |= 1 << u
        return out


def fresh(b: Battle) -> State:
    """The set-up of a battle: gwb.4.0a."""
    st = State.__new__(State)
    for name in INTS:
        setattr(st, name, 0)
    n = len(b.units)
    st.b, st.phase, st.ended = b, COORDINATED, ""
    st.at, st.steps, st.dis, st.iso = [AWAY] * n, [u.steps for u in b.units], [0] * n, [0] * n
    st.held, st.lost = list(b.control), [0] * len(b.armies)
    st.tasks, st.cargo = [0] * sum(b.rail), [-1] * sum(b.rail)
    st.ties, st.harassed, st.where, st.occ, st.men = {}, {}, {}, [0, 0], [0, 0]
    st.turn, st.side = 1, b.first
    st.blown = sum(1 << b.board.bridges.index(s) for s in b.board.blown)
    st.ground = b.board.ground(st.blown)
    for u in b.units:
        if u.start:
            st.put(u.index, b.board.grid.index(u.start.removesuffix("L")))
            if u.gun and not u.start.endswith("L"):
                st.deployed |= 1 << u.index
        elif u.off_board:
            st.at[u.index] = BOX if u.turn <= 1 else AWAY
    return st


def state_from(plain: Mapping[str, Any]) -> State:
    """The inverse of `State.to_plain`."""
    st = fresh(battle(plain["battle"]))
    for u in range(len(st.at)):
        st.put(u, AWAY)
    st.phase, st.ended = plain["phase"], plain["ended"]
    for name in INTS:
        v = plain[name]
        setattr(st, name, int(v, 16) if isinstance(v, str) else v)
    st.ground = st.b.board.ground(st.blown)
    for u, h in enumerate(plain["at"]):
        st.put(u, h)
    for name in LISTS:
        setattr(st, name, [int(v, 16) if isinstance(v, str) else v for v in plain[name]])
    for name in DICTS:
        setattr(st, name, {k: int(v, 16) for k, v in plain[name]})
    return st


def check(st: State) -> None:
    """Raise if the state breaks a rule that always holds: used by positions and, sampled, by fuzzing."""
    b = st.b
    for u in b.units:
        h = st.at[u.index]
        if h > 0 and not b.board.land >> h & 1:
            raise BadPosition(f"{u.id} stands where no unit can (gwb.2.2)")
        if (st.steps[u.index] == 0) != (h == DEAD):
            raise BadPosition(f"{u.id} is dead and alive")
        if not 0 <= st.dis[u.index] <= 5:
            raise BadPosition(f"{u.id} has a disorganisation level outside 0 to 5 (gwb.9.0b)")
        if h > 0 and not st.where.get(h, 0) >> u.index & 1:
            raise BadPosition(f"the hex of {u.id} does not know it")
    if st.occ[0] & st.occ[1]:
        raise BadPosition("both sides stand in one hex (gwb.7.2d)")
    for h, units in st.where.items():
        k = 0 if units & b.of_side[0] else 1
        if units & b.of_side[1 - k] or not st.occ[k] >> h & 1 or bool(units & ~b.zoneless) != bool(st.men[k] >> h & 1):
            raise BadPosition("the sets of hexes do not fit the units")
    if st.deployed & ~b.guns:
        raise BadPosition("only guns deploy (gwb.3.7a)")
