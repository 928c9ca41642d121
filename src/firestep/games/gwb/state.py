"""The state of a battle: parallel lists of ints for units, sets of units and of hexes as ints."""

from __future__ import annotations

from typing import Annotated

from firestep.engine.state import Declared, Derived, Kept, Saved, Shared, made
from firestep.games.gwb.components.battle import Battle, battle
from firestep.games.gwb.components.board import Ground
from firestep.hexmap.grid import bits

#: places that are no hex
AWAY, DEAD, BOX = 0, -1, -2

COORDINATED, MOVEMENT, HASTY, SURRENDER = "coordinated", "movement", "hasty", "surrender"


def _unhex(word: str) -> int:
    return int(word, 16)


#: sets are saved as hexadecimal words, so that any JSON reader keeps them exact
Mask = Annotated[int, Saved(hex, _unhex)]
#: a set of units: who dies leaves all of them
Units = Mask
Masks = Annotated[list[int], Saved(lambda values: [hex(v) for v in values], lambda words: [_unhex(w) for w in words])]
ByGun = Annotated[
    dict[int, int], Saved(lambda d: sorted([k, hex(v)] for k, v in d.items()), lambda rows: {k: _unhex(v) for k, v in rows})
]


class State(Declared):
    """Where everything is: the combat units and their status markers (gwb.2.3)."""

    b: Annotated[Kept[Battle], Saved(lambda b: b.id, battle, "battle")]
    #: how many six-sided dice have been rolled (gwb.2.0)
    rolls: int = 0
    turn: int = 1
    side: int
    phase: str = COORDINATED
    ended: str = ""
    #: guns with their front up (gwb.3.7a); the others are limbered (gwb.3.13a)
    deployed: Units = 0
    #: in March Order
    marching: Units = 0
    entrained: Units = 0
    #: under a marker of an attack across the open
    open: Units = 0
    #: in this movement phase
    moved: Units = 0
    #: attacked or fired in this combat phase
    acted: Units = 0
    #: in melee in this player turn
    fought: Units = 0
    #: force-marched in this player turn
    forced: Units = 0
    #: guns off the board on their fired side
    fired_off: Units = 0
    #: guns attacked in this combat phase
    was_hit: Units = 0
    #: guns suppressed
    silenced: Units = 0
    #: when the player turn began: disorganised, in an enemy zone, too near to an enemy for March Order
    began_dis: Units = 0
    began_zone: Units = 0
    began_near: Units = 0
    #: battle markers
    markers: Mask = 0
    #: the hex being attacked, and those left for another one
    target: int = 0
    targets_done: Mask = 0
    #: bridges that are down
    blown: Mask
    #: armies that are demoralised
    broken: Mask = 0
    #: of each unit: its hex (gwb.2.2) or one of the places above, steps, levels of disorganisation and isolation
    at: list[int]  # gwb.2.3
    steps: list[int]
    dis: list[int]
    iso: list[int]
    #: objectives held by each side
    held: Masks
    #: steps lost by each army
    lost: list[int]
    #: per rail marker (side 0's first): tasks done this turn (1 entrain, 2 ride, 4 detrain), and the unit it carries or -1
    tasks: list[int]
    cargo: list[int]
    #: supporting gun -> the hex it is tied to in this combat phase (gwb.6.3.1e)
    ties: ByGun = made(dict)
    #: gun -> the units it has fired at in this movement phase (gwb.8.0e)
    harassed: ByGun = made(dict)
    #: hex -> set of units there
    where: Derived[dict[int, int]]
    #: per side: hexes with units, hexes with units that exert a zone of control
    occ: Derived[list[int]]
    men: Derived[list[int]]
    ground: Shared[Ground]

    def __init__(self, b: Battle) -> None:
        """The set-up of a battle: gwb.4.0a."""
        self.b, self.side = b, b.first
        self.fresh()
        self.at, self.steps = [AWAY] * len(b.units), [u.steps for u in b.units]
        self.dis, self.iso = [0] * len(b.units), [0] * len(b.units)
        self.held, self.lost = list(b.control), [0] * len(b.armies)
        self.tasks, self.cargo = [0] * sum(b.rail), [-1] * sum(b.rail)
        self.blown = sum(1 << b.board.bridges.index(s) for s in b.board.blown)
        self.derive()
        for u in b.units:
            if u.start:
                self.put(u.index, b.grid.index(u.start.removesuffix("L")))
                if u.gun and not u.start.endswith("L"):
                    self.deployed |= 1 << u.index
            elif u.off_board:
                self.at[u.index] = BOX if u.turn <= 1 else AWAY

    def derive(self) -> None:
        """Rebuild what follows from the places of the units and from the bridges."""
        self.ground = self.b.board.ground(self.blown)
        self.where, self.occ, self.men = {}, [0, 0], [0, 0]
        for u, h in enumerate(self.at):
            if h > 0:
                self._lay(h, self.where.get(h, 0) | 1 << u, self.b.units[u].side)

    # -- units on the map ----------------------------------------------------------------------------------------------

    def put(self, u: int, h: int) -> None:
        """Move a unit to a hex or to a place off the map, keeping the sets of hexes in step."""
        k, old = self.b.units[u].side, self.at[u]
        self.at[u] = h
        if old > 0:
            self._lay(old, self.where[old] & ~(1 << u), k)
        if h > 0:
            self._lay(h, self.where.get(h, 0) | 1 << u, k)
            if h in self.b.objectives:
                self.take(k, h)

    def _lay(self, h: int, units: int, k: int) -> None:
        """These units of a side and no others lie in a hex."""
        bit = 1 << h
        if units:
            self.where[h] = units
            self.occ[k] |= bit
        else:
            del self.where[h]
            self.occ[k] &= ~bit
        self.men[k] = self.men[k] | bit if units & ~self.b.zoneless else self.men[k] & ~bit

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
        self.alight(u)
        for name in UNIT_SETS:
            setattr(self, name, getattr(self, name) & no)
        self.ties.pop(u, None)

    def disorganise(self, u: int) -> None:
        """One level more, five at most (gwb.9.0b, G43). The unit leaves March Order and its train (G81)."""
        if self.at[u] > 0:
            self.dis[u] = min(self.dis[u] + 1, 5)  # gwb.9.0b
            self.marching &= ~(1 << u)
            self.alight(u)

    def alight(self, u: int) -> None:
        """Take a unit off its train, if it is on one. The rail marker is free again."""
        if u in self.cargo:
            self.cargo[self.cargo.index(u)] = -1
            self.entrained &= ~(1 << u)

    # -- questions ------------------------------------------------------------------------------------------------------

    def stack(self, h: int) -> int:
        """The set of units in a hex."""
        return self.where.get(h, 0)

    def on_map(self, k: int) -> int:
        """The units of a side that stand on the map."""
        out = 0
        for units in self.where.values():
            out |= units
        return out & self.b.of_side[k]

    def strength_of(self, units: int) -> int:
        """The strength of several units."""
        return sum(self.strength(u) for u in bits(units))

    @property
    def disorganised(self) -> int:
        """The units with a level of disorganisation."""
        return sum(1 << u for u, level in enumerate(self.dis) if level)

    def zone(self, k: int) -> int:
        """The zone of control that a side's units exert (gwb.10.0a); guns have none (gwb.3.21b)."""
        return self.ground.zone(self.men[k])

    def strength(self, u: int) -> int:
        """The printed strength of the side that is up: gwb.6.1e; guns deployed (gwb.3.7a) or limbered (gwb.3.13a)."""
        unit = self.b.units[u]
        if unit.gun:
            return unit.strength if self.deployed >> u & 1 or unit.off_board else unit.light
        return unit.strength if self.steps[u] == 2 else unit.reduced  # gwb.6.1e

    def reach_of_gun(self, u: int) -> int:
        unit = self.b.units[u]
        return unit.range if self.deployed >> u & 1 or unit.off_board else unit.light_range

    def allowance(self, u: int) -> int:
        """Movement points of a turn (gwb.3.18). March Order doubles them (gwb.7.4b). A deployed gun has none, but rolls against its
        limbered side."""
        return self.b.move[u] * (2 if self.marching >> u & 1 else 1)  # gwb.3.18, gwb.7.4b

    def demoralised(self, u: int) -> bool:
        return bool(self.broken and self.shaken >> u & 1)

    @property
    def shaken(self) -> int:
        """The units of demoralised armies."""
        return sum(self.b.of_army[self.b.armies[i]] for i in bits(self.broken))

    def communicating(self, k: int) -> int:
        """The hexes from which a side can trace a line of communication (gwb.3.14, gwb.12.1b). The line passes no uncontested enemy
        zone (gwb.10.4)."""
        own, enemy = self.occ[k], self.occ[1 - k]
        return self.ground.communication(self.b.supply[k], enemy | self.zone(1 - k) & ~own)  # gwb.3.14, gwb.10.4

    def isolated(self, k: int) -> int:
        """The hexes of a side whose units are isolated."""
        return self.occ[k] & ~self.communicating(k)

    def due(self, k: int) -> int:
        """Reinforcements of a side that may enter now."""
        away = [u for u, h in enumerate(self.at) if h == AWAY]
        return sum(1 << u for u in away if self.b.units[u].turn <= self.turn) & self.b.of_side[k]

    def movable(self, k: int) -> int:
        """The units of a side that may be moved: on the map, or due."""
        return self.on_map(k) | self.due(k)


#: the fields that are sets of units
UNIT_SETS = tuple(name for name, kind in State.__annotations__.items() if kind == "Units")
