"""Builds the historical deployments of tgw from the force lists and front lines, and checks them.

python tools/tgw_deploy.py

`data/forces.csv` tells the book's lists in their order: who (nation and pick), how many, where. Writes `data/deployments/*.csv`:
a unit, its place, its state and the zone the book gives it. Which of equal divisions stands where is chosen here; the book leaves
it to the players.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))
from firestep.games.tgw.components import board, roster, tables  # noqa: E402
from firestep.games.tgw.scenarios import setup_zones  # noqa: E402
from firestep.hexmap.grid import bits  # noqa: E402

#: last Strategic Turn whose units have come, by scenario
LAST = {"1914": "", "1915": "D", "1916": "G", "1917": "L", "1918": "O"}
AT_WAR = {"1914": "", "1915": "IT", "1916": "IT BU", "1917": "IT BU RO", "1918": "IT BU RO GK"}
#: nations that stand with nobody else because they have collapsed (16.11d)
FALLEN = {"1917": ("RO",), "1918": ("RO", "PG")}
OUT = board.DATA / "deployments"


def present(scenario: str) -> list[int]:
    """The units that have come by the start of a scenario."""
    return [u for u, c in enumerate(roster.ROSTER) if has_come(scenario, c)]


def has_come(scenario: str, c: roster.Counter) -> bool:
    nation = tables.NATIONS[c.nation]
    if c.id == "ah-po":
        return scenario != "1914"
    if nation == "ARM":
        return scenario in ("1915", "1916", "1917")
    if c.entry == "neutral":
        return nation in AT_WAR[scenario].split()
    if c.entry == "EUT":
        return scenario != "1914"
    if c.entry == "Fall of the Czar":
        return scenario in ("1917", "1918")
    if c.entry == "+3":
        return scenario == "1918"
    return c.entry == "start" or len(c.entry) == 1 and c.entry <= LAST[scenario]


def weight(u: int) -> tuple[int, int, int]:
    return roster.ATTACK[u] + roster.DEFENCE[u], roster.ATTACK[u], -u


def choose(pool: list[int], nation: str, pick: str, count: str) -> list[int]:
    """The units of a line of the lists."""
    out = [u for u in pool if tables.NATIONS[roster.NATION_OF[u]] == nation]
    order = ""
    for word in pick.split():
        key, _, value = word.partition("=")
        if key == "ids":
            out = [u for u in out if roster.UNITS[u] in value.split(",")]
        elif key == "face":
            out = [u for u in out if roster.ROSTER[u].face == value]
        elif key == "code":
            out = [u for u in out if roster.ROSTER[u].setup == value]
        elif key == "entry":
            out = [u for u in out if roster.ROSTER[u].entry == value]
        elif key in ("weak", "strong", "mixed"):
            order = key
        else:
            out = [u for u in out if FILTERS[key](u)]
    if order:
        out.sort(key=weight, reverse=order != "weak")
    if count != "*":
        n = int(count)
        if len(out) < n:
            raise SystemExit(f"{nation} {pick!r}: {len(out)} units, {n} wanted")
        if order == "mixed":
            step = len(out) / n
            out = [out[int(k * step)] for k in range(n)]
        out = out[:n]
    return out


FILTERS = {
    "combat": lambda u: bool(roster.COMBAT >> u & 1),
    "hq": lambda u: bool(roster.HQ >> u & 1),
    "inf": lambda u: roster.ROSTER[u].cls == "infantry",
    "cav": lambda u: roster.ROSTER[u].cls == "cavalry",
    "mtn": lambda u: roster.ROSTER[u].cls == "mountain",
    "brigade": lambda u: roster.ROSTER[u].cls == "brigade",
    "division": lambda u: roster.ROSTER[u].cls in ("infantry", "mountain", "cavalry") and roster.ROSTER[u].theatre != "Near East",
    "europe": lambda u: roster.ROSTER[u].theatre == "Europe",
    "near-east": lambda u: roster.ROSTER[u].theatre == "Near East",
    "convert": lambda u: roster.ROSTER[u].leaves.startswith("becomes a PG"),
    "still": lambda u: True,
}


class Field:
    """The maps while they fill."""

    def __init__(self, scenario: str) -> None:
        self.scenario = scenario
        self.stack: dict[int, list[int]] = {}

    def room(self, hex: int, u: int) -> bool:
        here = self.stack.get(hex, [])
        nation = tables.NATIONS[roster.NATION_OF[u]]
        # 22.24, 22.34: French units do not stack with Belgians or British, but for the division the book puts into Calais
        apart = (
            self.scenario in ("1915", "1916")
            and nation in ("FR", "BR", "BE")
            and (board.FRONT["W"] & ~board.mask("W6707")) >> hex & 1
        )
        if apart and any((tables.NATIONS[roster.NATION_OF[v]] == "FR") != (nation == "FR") for v in here):
            return False
        fallen = {nation, *(tables.NATIONS[roster.NATION_OF[v]] for v in here)} & {*FALLEN.get(self.scenario, ())}
        if fallen and any(tables.NATIONS[roster.NATION_OF[v]] != nation for v in here):
            return False
        if roster.HQ >> u & 1:
            return not any(roster.HQ >> v & 1 for v in here)
        if roster.FREE >> u & 1:
            return True
        if nation == "BU" and sum(tables.NATIONS[roster.NATION_OF[v]] == "BU" for v in here if not roster.HQ >> v & 1) >= 4:
            return False
        if (
            nation == "AH"
            and self.scenario in ("1915", "1916")
            and any(tables.NATIONS[roster.NATION_OF[v]] == "GE" for v in here if not roster.HQ >> v & 1)
        ):
            return False
        return sum(bool(roster.COUNTED >> v & 1) for v in here) < (2 if self.capped(u) else 6)

    def capped(self, u: int) -> bool:
        """19.21, 19.31: at most two units of code V or X in a hex."""
        return self.scenario == "1914" and roster.ROSTER[u].setup in ("V", "X")

    def put(self, u: int, hex: int) -> None:
        self.stack.setdefault(hex, []).append(u)

    def count(self, hex: int) -> int:
        return sum(bool(roster.COUNTED >> v & 1) for v in self.stack.get(hex, []))

    def place(self, units: list[int], zone: int, how: str, order: list[int]) -> None:
        kind, _, front = how.partition(":")
        if kind in ("fill", "even"):
            hexes = order or bits(zone)
            for k, u in enumerate(units):
                near = hexes if kind == "fill" else sorted(hexes, key=lambda h: (self.count(h), hexes.index(h)))
                if roster.HQ >> u & 1 and kind == "even":
                    near = hexes[int((k + 0.5) * len(hexes) / len(units)) :] + hexes
                self.first(u, near)
            return
        layers = self.layers(zone, front)
        if kind == "behind":
            rear = [h for h in self.in_order((layers[1] if len(layers) > 1 else 0) or layers[0])]
            for k, u in enumerate(units):
                at = int((k + 0.5) * len(rear) / len(units))
                self.first(u, rear[at:] + rear[:at] + self.in_order(zone))
            return
        alpine = [u for u in units if roster.MOUNTAIN >> u & 1]
        plain = [u for u in units if not roster.MOUNTAIN >> u & 1]
        for u in alpine + self.dealt(plain):
            self.first(u, self.wanted(layers, u))

    @staticmethod
    def dealt(units: list[int]) -> list[int]:
        """Strong and weak mixed, so that no stretch of the line is all of one kind."""
        units = sorted(units, key=weight, reverse=True)
        return [u for k in range(5) for u in units[k::5]]

    def first(self, u: int, hexes: Iterable[int]) -> None:
        for h in hexes:
            if board.ALPINE >> h & 1 and not roster.MOUNTAIN >> u & 1:
                continue
            if self.room(h, u):
                self.put(u, h)
                return
        raise SystemExit(f"{self.scenario}: no room for {roster.UNITS[u]}")

    def layers(self, zone: int, front: str) -> list[int]:
        """The zone by its distance from the enemy."""
        if front == "S" and self.scenario == "1916":
            return [zone]
        allied = setup_zones.allied_ground(self.scenario)[front]
        start = (setup_zones.line if zone & allied else setup_zones.facing)(self.scenario, front) & zone
        own = allied if zone & allied else setup_zones.central_ground(self.scenario)[front]
        out, seen, here = [], start, start
        while here and len(out) < 12:
            out.append(here & zone)
            here = setup_zones.FOOT.spread(here) & own & ~seen
            seen |= here
        return [x for x in out if x]

    def in_order(self, hexes: int) -> list[int]:
        """North to south, as the front runs."""
        return sorted(bits(hexes), key=lambda h: (-int(board.NUMBER[h][1:3]), board.NUMBER[h]))

    def wanted(self, layers: list[int], u: int) -> list[int]:
        """Where a unit goes: one in every hex of the line, then three deep, then behind it, towns first."""
        line = self.in_order(layers[0])
        need = [h for h in line if not any(roster.COMBAT >> v & 1 for v in self.stack.get(h, []))]
        out = sorted(need, key=lambda h: not board.ALPINE >> h & 1) if roster.MOUNTAIN >> u & 1 else need
        for depth in (2, 3):
            out = out + sorted((h for h in line if self.count(h) < depth), key=lambda h: (self.count(h), line.index(h)))
        for layer in layers[1:4]:
            rear = self.in_order(layer)
            out += sorted(
                (h for h in rear if self.count(h) < 2), key=lambda h: (self.count(h), not board.SETTLED >> h & 1, rear.index(h))
            )
        for layer in layers:
            rear = self.in_order(layer)
            out += sorted(rear, key=lambda h: (self.count(h), rear.index(h)))
        return out


def state_of(scenario: str, u: int) -> str:
    """Reduced, converted, depleted."""
    c = roster.ROSTER[u]
    nation = tables.NATIONS[c.nation]
    if nation in ("BR", "BI", "BP") and c.steps == 2 and scenario != "1914":
        return "reduced"
    if nation == "BU" and c.steps == 2 and scenario == "1918":
        return "reduced"
    if nation == "RU" and roster.HQ >> u & 1 and scenario == "1915" and c.theatre == "Europe":
        return "depleted"
    if scenario == "1918" and c.band:
        return "shock"
    if scenario == "1915" and nation == "ARM":
        return "tried"
    return ""


def build(scenario: str) -> dict[str, tuple[str, str, str]]:
    pool = present(scenario)
    field = Field(scenario)
    out: dict[str, tuple[str, str, str]] = {}
    zones: dict[int, str] = {}
    with (board.DATA / "forces.csv").open(encoding="utf-8", newline="") as f:
        rows = [x for x in csv.DictReader(f) if x["scenario"] == scenario]
    for x in rows:
        units = choose(pool, x["nation"], x["pick"], x["count"])
        pool = [u for u in pool if u not in set(units)]
        if x["how"] == "box":
            for u in units:
                out[roster.UNITS[u]] = (x["place"], state_of(scenario, u), x["zone"])
            continue
        words = x["place"].split()
        order = [board.INDEX[w] for w in words] if all(w in board.INDEX for w in words) else []
        field.place(units, setup_zones.zone(x["place"], scenario), x["how"], order)
        zones |= dict.fromkeys(units, x["zone"] or x["place"])
    for hex, units in field.stack.items():
        for u in units:
            out[roster.UNITS[u]] = (board.NUMBER[hex], state_of(scenario, u), zones[u])
    left = [roster.UNITS[u] for u in pool if tables.NATIONS[roster.NATION_OF[u]] not in ("ARM",)]
    if left:
        print(f"{scenario}: {len(left)} units not placed: {' '.join(left[:20])}")
    return out


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("scenarios", nargs="*", default=list(setup_zones.SCENARIOS))
    args = p.parse_args()
    OUT.mkdir(exist_ok=True)
    for scenario in args.scenarios:
        made = build(scenario)
        with (OUT / f"{scenario}.csv").open("w", encoding="utf-8", newline="") as f:
            w = csv.writer(f, lineterminator="\n")
            w.writerow(("unit", "place", "state", "zone"))
            w.writerows((u, *made[u]) for u in roster.UNITS if u in made)
        on = sum(p in board.INDEX for p, _, _ in made.values())
        print(f"{scenario}: {len(made)} units, {on} on the maps")


if __name__ == "__main__":
    main()
