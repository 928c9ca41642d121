"""A battle: one folder with a map, units and exclusive rules. See docs/add-a-battle.md."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import Any

from firestep.engine.action import Action
from firestep.engine.errors import FirestepError, UnknownName
from firestep.games.gwb.components.board import FOOT, WHEELS, Board, read
from firestep.games.gwb.components.tables import lines_of
from firestep.games.gwb.meta import SEATS, battles, called, folders, table_of, title_of
from firestep.hexmap.grid import bits

TYPES = ("inf", "cav", "jaeger", "tank", "car", "art")


class Unit:
    """A counter as printed. Guns: `strength` and `range` deployed, `light` and `light_range` limbered (open sights)."""

    def __init__(self, index: int, row: dict[str, str], sides: dict[str, str]) -> None:
        def number(key: str, default: int = 0) -> int:
            return int(row[key]) if row.get(key) else default

        self.index = index
        self.id = row["id"]
        self.name = row["name"]
        self.nation = row["nation"]
        self.side = SEATS.index(sides[self.nation])
        self.army, self.corps, self.division = row["army"], row["corps"], row["division"]
        self.type, self.size = row["type"], row["size"]
        if self.type not in TYPES:
            raise FirestepError(f"unit {self.id} has the unknown type {self.type!r}; the types are {', '.join(TYPES)}")
        self.gun = self.type == "art"
        #: corps and army artillery; off_board ones stay in their box, the others are units of the map (gwb.13.3d)
        self.heavy = row.get("heavy", "") != ""
        self.off_board = row.get("heavy") == "off"
        #: exerts a zone of control: not guns, nor units that the battle names (gwb.3.21b)
        self.zone = not self.gun and row.get("zone", "") != "no"
        self.wheels = WHEELS if self.type in ("art", "tank", "car") else FOOT
        self.strength = number("strength")
        self.steps = 1 if self.gun else 2  # gwb.6.1.1d, gwb.6.4.1b
        self.reduced = 0 if self.gun else number("reduced", (self.strength + 1) // 2)
        self.move = number("move")
        self.range, self.light, self.light_range = number("range"), number("light"), number("light_range")
        self.start = row.get("at", "")
        self.turn = number("turn", 1)
        self.entry = row.get("entry", "")


class Battle:
    """Everything that does not change while a battle is played."""

    def __init__(self, folder: Path) -> None:
        self.id = folder.name
        x = table_of(folder)
        self.title = title_of(x)
        self.text: str = x["text"]
        self.titles, self.adjectives = called(x)
        self.board = Board(read(folder / "map.txt"))
        grid = self.grid = self.board.grid
        rows = sorted(csv.DictReader(lines_of(folder / "units.csv")), key=lambda r: r["id"])
        self.units = tuple(Unit(i, row, x["sides"]) for i, row in enumerate(rows))
        self.by_id = {u.id: u.index for u in self.units}
        if len(self.by_id) != len(self.units):
            raise FirestepError(f"{self.id}: a unit id is used twice")
        self.turns: int = x["turns"]
        #: across a hex; nothing on ground that is nowhere
        self.km: float | None = x.get("km")
        #: gwb.4.0a
        self.first = SEATS.index(x["first"])
        #: gwb.7.2a
        self.stacking: int = x["stacking"]
        #: how near March Order may not come to an enemy: gwb.7.4c, by the scale of the map (G86)
        self.stand_off: int = x.get("stand_off", 3)
        #: bridges that go down when a turn begins, as bits by turn (G75)
        self.falls = self._falls(x.get("falls", {}))
        #: gwb.6.0i, for each side: any, army, corps or division
        level = x.get("together", "any")
        self.together: tuple[str, ...] = tuple(level.get(seat, "any") if isinstance(level, dict) else level for seat in SEATS)
        #: gwb.12.1b
        self.supply = tuple(self.hexes(x["supply"][seat]) for seat in SEATS)
        self.entries = {name: self.hexes(hexes) for name, hexes in x.get("entries", {}).items()}
        #: rail markers of each side: gwb.7.6h
        self.rail = tuple(int(x.get("rail", {}).get(seat, 0)) for seat in SEATS)
        #: whoever is cut off when the battle ends is lost (G88)
        self.capitulation: bool = x.get("capitulation", False)
        #: hexes where the railway is cut: gwb.7.6b
        self.roadblocks = self.hexes(x.get("roadblocks", []))
        self.armies = tuple(sorted({u.army for u in self.units}))
        #: an army is demoralised when it has lost so many steps; 0 = never
        self.morale = tuple(int(x.get("demoralised", {}).get(a, 0)) for a in self.armies)
        v = x["victory"]
        #: victory points by hex
        self.objectives = {grid.index(h): int(p) for h, p in v["hexes"].items()}
        #: who holds each objective at the start
        self.control = tuple(grid.mask(v["held"].get(seat, [])) for seat in SEATS)
        #: points for each enemy step destroyed, in halves
        self.loss_points = tuple(int(2 * v["step"].get(seat, 0)) for seat in SEATS)
        #: (margin of the allied side from which it holds, winner or "", level), best for the allied side first
        self.levels = tuple((int(m), str(who), str(name)) for m, who, name in v["levels"])
        self.exclusive = tuple(x.get("exclusive", []))
        if x.get("keeps"):  # gwb.2.1b, G08
            sections = ", ".join(x["keeps"])
            self.exclusive += (f"House version: the printed game keeps version 1 of {sections}; here version 2 holds throughout.",)
        self._sets()
        self._check()

    def hexes(self, names: list[str]) -> int:
        """Hexes by number, or whole edges of the map: `north`, `east`, `south`, `west`, and parts `west 0103-0110`."""
        grid, out = self.grid, 0
        (a0, b0), (a1, b1) = grid.first, grid.last
        edges = {
            "west": lambda a, b: a == a0,
            "east": lambda a, b: a == a1,
            "north": lambda a, b: b == b0,
            "south": lambda a, b: b == b1,
        }
        for name in names:
            word, _, part = name.partition(" ")
            if word in edges:
                low, _, high = part.partition("-")
                for h in grid:
                    if edges[word](int(h[:2]), int(h[2:])) and (not part or low <= h <= high):
                        out |= grid.bit(h)
            else:
                out |= grid.bit(name)
        return out & self.board.land

    def _falls(self, turns: dict[str, list[str]]) -> dict[int, int]:
        """`falls = { "5" = ["Changis"] }`: the bridges of these names are down from turn 5 on."""
        bridges = self.board.bridges
        out: dict[int, int] = {}
        for turn, names in turns.items():
            for name in names:
                found = [i for i, s in enumerate(bridges) if self.board.bridge_name[s] == name]
                if not found:
                    raise FirestepError(f"{self.id}: the map has no bridge named {name!r}")
                out[int(turn)] = out.get(int(turn), 0) | sum(1 << i for i in found)
        return out

    def _sets(self) -> None:
        def units(test: Any) -> int:
            return sum(1 << u.index for u in self.units if test(u))

        self.guns = units(lambda u: u.gun)
        #: units without a zone of control, guns among them: gwb.3.21b
        self.zoneless = units(lambda u: not u.zone)
        self.heavy = units(lambda u: u.heavy)
        self.off_board = units(lambda u: u.off_board)
        self.cavalry = units(lambda u: u.type == "cav")
        #: infantry and cavalry, who can cross unbridged rivers: gwb.7.3a
        self.nimble = units(lambda u: u.type in ("inf", "jaeger", "cav"))
        self.of_side = tuple(units(lambda u, k=k: u.side == k) for k in (0, 1))
        self.of_army = {a: units(lambda u, a=a: u.army == a) for a in self.armies}
        self.move = tuple(u.move for u in self.units)
        self.words = tuple(u.id for u in self.units)

    def named(self, units: int) -> list[str]:
        """The ids of a set of units."""
        return [self.words[u] for u in bits(units)]

    def orders(self, verb: str, units: int) -> list[Action]:
        """The same order for each unit of a set."""
        return [(verb, self.words[u]) for u in bits(units)]

    def _check(self) -> None:
        for u in self.units:
            if " " in u.id:
                raise FirestepError(f"{self.id}: the unit id {u.id!r} holds a blank")
            if not u.start and not u.off_board and u.entry not in self.entries:
                raise FirestepError(f"{self.id}: unit {u.id} has neither a hex nor a known entry")
            if u.move <= 0 and not u.off_board:
                raise FirestepError(f"{self.id}: unit {u.id} needs a movement allowance (gwb.3.13a)")


@cache
def battle(id: str) -> Battle:
    """A battle by its folder's name."""
    if id not in folders():
        raise UnknownName(f"there is no battle '{id}'; the battles are: {', '.join(battles())}")
    return Battle(folders()[id])
