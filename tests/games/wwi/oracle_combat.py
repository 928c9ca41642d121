"""Combat by the book, slowly: plain words for hexes, sets and searches, no masks and none of the game's own functions.

Written from chapters 6, 8, 9 and 12 of the rules and from the rulings; it reads only the facts of a state (where units stand,
who is on which side, what is destroyed). The tests let it judge positions by the hundred next to the fast code.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from firestep.games.wwi.components import board

ALLIED, CENTRAL, NEUTRAL = 0, 1, 2
MAP = board.MAP
LAND = {n: h for n, h in MAP.hexes.items() if MAP.countries[h.country].status != "closed"}
BLOCKED = {frozenset(pair) for pair in MAP.sides["blocked"]}
FORTS = {f.hex: (f.args[0].lower(), int(f.args[1])) for f in MAP.features if f.kind == "fort"}
CITIES = {(f.args[0].lower(), f.hex) for f in MAP.features if f.kind == "supply"}
STRAITS = ("1332", "1432", "1532", "1632", "1733")


def neighbours(hex: str) -> list[str]:
    """Even columns lie half a hex lower."""
    c, r = int(hex[:2]), int(hex[2:])
    low = 0 if c % 2 else 1
    near = [(c, r - 1), (c, r + 1), (c - 1, r - 1 + low), (c - 1, r + low), (c + 1, r - 1 + low), (c + 1, r + low)]
    return [f"{x:02d}{y:02d}" for x, y in near]


#: land next to a hex that no blocked side cuts off
STEPS = {h: [n for n in neighbours(h) if n in LAND and frozenset((h, n)) not in BLOCKED] for h in LAND}


def steps(hex: str) -> list[str]:
    return STEPS[hex]


def cube(hex: str) -> tuple[int, int, int]:
    c, r = int(hex[:2]), int(hex[2:])
    z = r - (c - (c % 2 == 0)) // 2 if c % 2 else r - c // 2 + 1
    return c, z, -c - z


def distance(one: str, two: str) -> int:
    return max(abs(p - q) for p, q in zip(cube(one), cube(two), strict=True))


class Board:
    """The facts of a position."""

    def __init__(self, st: Any) -> None:
        self.st = st
        self.turn, self.phase = st.turn, st.phase
        self.side_of = {c: st.allegiance[k] for k, c in enumerate(board.COUNTRIES)}
        self.at = {board.UNITS[u]: board.NUMBER[i] for u, i in enumerate(st.at) if i >= 0}
        self.unit_in = {h: u for u, h in self.at.items()}
        self.forts = {h for h in FORTS if st.forts >> board.INDEX[h] & 1}
        self.attacked = {board.UNITS[u] for u in range(len(board.UNITS)) if st.attacked >> u & 1}
        self.attacking = {board.UNITS[u] for u in range(len(board.UNITS)) if st.attacking >> u & 1}
        self.forts_attacked = {h for h in FORTS if st.forts_attacked >> board.INDEX[h] & 1}
        self.garrison = {board.UNITS[u] for u in range(len(board.UNITS)) if st.garrison >> u & 1}
        self.delayed = {c for k, c in enumerate(board.COUNTRIES) if st.delayed >> k & 1}
        self._zones: dict[int, set[str]] = {}
        self._grounds: dict[tuple[int, str], list[set[str]]] = {}

    def nation(self, unit: str) -> str:
        return unit.split("-")[0]

    def side(self, unit: str) -> int:
        return self.side_of[self.nation(unit)]

    def country(self, hex: str) -> str:
        return LAND[hex].country.lower()

    def neutral(self, hex: str) -> bool:
        return self.side_of[self.country(hex)] == NEUTRAL

    def fort_side(self, hex: str) -> int:
        return self.side_of[FORTS[hex][0]]

    # -- chapter 6 -------------------------------------------------------------------------------------------------------

    def zone(self, side: int) -> set[str]:
        """All hexes the units and strong fortifications of a side control."""
        if side not in self._zones:
            sources = [(h, self.nation(u)) for u, h in self.at.items() if self.side(u) == side]
            sources += [(h, FORTS[h][0]) for h in self.forts if self.fort_side(h) == side and FORTS[h][1] >= 2]
            self._zones[side] = {n for h, nation in sources for n in steps(h) if self.reaches(side, h, nation, n)}
        return self._zones[side]

    def reaches(self, side: int, source: str, nation: str, hex: str) -> bool:
        if self.neutral(hex):
            return False  # wwi.6.41
        # wwi.6.43: Allied zones do not cross the border of a country violated by the Central Powers this turn, its own excepted
        crossed = {self.country(source), self.country(hex)} if self.country(source) != self.country(hex) else set()
        return not (side == ALLIED and crossed & self.delayed - {nation})

    def friend_holds(self, hex: str, side: int) -> bool:
        """A unit or an intact fortification of the side is there."""
        u = self.unit_in.get(hex)
        return u is not None and self.side(u) == side or hex in self.forts and self.fort_side(hex) == side

    def can_trace(self, hex: str, side: int, gone: str = "") -> bool:
        """A path of supply or retreat may use the hex (wwi.6.31, wwi.6.32, wwi.6.52, wwi.8.61, wwi.9.31). `gone` is a hex its unit
        has left."""
        if hex not in LAND or self.neutral(hex) or self.friend_holds(hex, 1 - side):
            return False
        if hex not in self.zone(1 - side):
            return True
        if hex == gone:
            return hex in self.forts and self.fort_side(hex) == side
        return self.friend_holds(hex, side)

    # -- chapter 9 -------------------------------------------------------------------------------------------------------

    def connected(self, start: str, side: int, gone: str = "") -> set[str]:
        """All that a supply path from here can reach."""
        if not self.can_trace(start, side, gone):
            return set()
        for ground in self._grounds.setdefault((side, gone), []):
            if start in ground:
                return ground
        ground = self._flood(start, side, gone)
        self._grounds[side, gone].append(ground)
        return ground

    def _flood(self, start: str, side: int, gone: str) -> set[str]:
        seen, todo = {start}, deque([start])
        while todo:
            for n in steps(todo.popleft()):
                if n not in seen and self.can_trace(n, side, gone):
                    seen.add(n)
                    todo.append(n)
        return seen

    def straits_open_to(self) -> int:
        """The first closed hex of the passage; 5 if only the fortress shuts the Black Sea, 6 if nothing does."""
        for k, h in enumerate(STRAITS):
            u = self.unit_in.get(h)
            if u is not None and self.side(u) in (CENTRAL, NEUTRAL):
                return k
        return 5 if "1733" in self.forts and self.fort_side("1733") != ALLIED else 6

    def west(self) -> set[str]:
        out = {
            h
            for h in LAND
            if h.startswith("01") and (self.country(h) == "fr" or self.country(h) == "it" and self.side_of["it"] == ALLIED)
        }
        level = self.straits_open_to()
        for h in LAND:
            if self.st.links >> board.INDEX[h] & 1 and not self.st.links_off >> board.INDEX[h] & 1:
                depth = STRAITS.index(h) if h in STRAITS else {"black-sea": 5, "marmara": 3}.get(LAND[h].coast or "", -1)
                if depth < level:
                    out.add(h)
        return out

    def east(self) -> set[str]:
        return set() if self.st.surrendered else {h for h in LAND if h.startswith("29")}

    def supplied(self, nation: str, hex: str, gone: str = "") -> bool:
        side = self.side_of[nation]
        if side > CENTRAL:
            return True
        ground = self.connected(hex, side, gone)
        own = {h for n, h in CITIES if n == nation} & ground
        if side == CENTRAL:
            pair = {n: len({h for m, h in CITIES if m == n} & ground) >= 2 for n in ("ge", "ah")}
            return pair[nation] if nation in pair else bool(own) or pair["ge"] or pair["ah"]
        if nation == "rs":
            return bool(ground & self.east())
        if nation in ("br", "fr", "us"):
            return bool(ground & self.west())
        return bool(own or ground & self.west() or ground & self.east())

    # -- 8.1 to wwi.8.3 ------------------------------------------------------------------------------------------------------

    def defense(self, hex: str) -> int:
        total = 0
        if u := self.unit_in.get(hex):
            k = board.DEFENSE[board.UNIT[u]]
            total += k if self.supplied(self.nation(u), hex) else -(-k // 2)
        if hex in self.forts:
            nation, k = FORTS[hex]
            total += k if self.supplied(nation, hex) else -(-k // 2)
        return total + (LAND[hex].terrain == "rough") + (2 if self.turn % 2 == 0 else 0)

    def attackers(self, hex: str, side: int) -> set[str]:
        """Who may join an attack on a hex."""
        out = set()
        for n in steps(hex):
            u = self.unit_in.get(n)
            if u and self.side(u) == side and u not in self.attacking and self.supplied(self.nation(u), n):
                out.add(u)
        return out

    def may_be_attacked(self, hex: str, side: int) -> bool:
        u = self.unit_in.get(hex)
        if u is None and hex not in self.forts:
            return False
        if u is not None and (self.side(u) == side or u in self.attacked):
            return False
        return not (hex in self.forts and (hex in self.forts_attacked or self.fort_side(hex) == side))

    def at_the_instant(self, hex: str, side: int) -> Board:
        """The board when the attack on this hex is resolved: a neutral has joined the other side by then (wwi.9.4, wwi.6.42); only
        the Greeks go home before the Allies (wwi.11.3)."""
        c = self.country(hex)
        if not self.neutral(hex) or c == "gk" and side == ALLIED:
            return self
        after = Board(self.st)
        after.side_of[c] = 1 - side
        if side == CENTRAL:
            after.delayed.add(c)
        return after

    def targets(self, side: int) -> dict[str, set[str]]:
        out = {}
        for hex in LAND:
            if self.may_be_attacked(hex, side):
                then = self.at_the_instant(hex, side)
                who = then.attackers(hex, side)
                if who and sum(board.ATTACK[board.UNIT[u]] for u in who) >= then.defense(hex):
                    out[hex] = who
        return out

    # -- wwi.8.6 -------------------------------------------------------------------------------------------------------------

    def walks(self, unit: str, length: int) -> Iterator[tuple[str, ...]]:
        """Every path of this length from where the unit stands that comes to no hex twice; out of Russia none leads before the
        garrisons are named (wwi.12.13)."""
        start, side = self.at[unit], self.side(unit)

        def go(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
            if len(path) == length:
                yield path
                return
            here = path[-1] if path else start
            for n in steps(here):
                if (
                    n != start
                    and n not in path
                    and self.can_trace(n, side)
                    and not (self.shut_in(side, here) and self.country(n) != "rs")
                ):
                    yield from go((*path, n))

        yield from go(())

    def retreats(self, unit: str, length: int) -> set[tuple[str, ...]]:
        """The paths the owner may choose among: without displacement first, the farthest end first, at home first, in supply at the
        end first."""
        if unit in self.garrison:
            return set()
        start, home = self.at[unit], self.nation(unit)
        every = list(self.walks(unit, length))
        empty = [p for p in every if p[-1] not in self.unit_in]
        pool = empty or [p for p in every if self.can_bump(self.unit_in[p[-1]], {start, p[-1]})]
        far = max((distance(start, p[-1]) for p in pool), default=0)
        pool = [p for p in pool if distance(start, p[-1]) == far]
        at_home = [p for p in pool if all(self.country(h) == home for h in p)] if self.country(start) == home else []
        fed = [p for p in at_home or pool if self.supplied(home, p[-1], gone=start)]
        return set(fed or at_home or pool)

    def shut_in(self, side: int, hex: str) -> bool:
        """A Central unit in a Russia that has surrendered and whose cities are not garrisoned yet."""
        st = self.st
        return bool(side == CENTRAL and self.country(hex) == "rs" and st.surrendered and not st.reopened and not self.garrison)

    def can_bump(self, unit: str | None, moving: set[str]) -> bool:
        """A friend can make room: not pinned by an enemy zone, no garrison, with somewhere to go."""
        if unit is None or unit in self.garrison or self.at[unit] in self.zone(1 - self.side(unit)):
            return False
        return bool(self.havens(unit, moving))

    def havens(self, unit: str, moving: set[str]) -> set[str]:
        here, side = self.at[unit], self.side(unit)
        near = [
            n
            for n in steps(here)
            if n not in moving and self.can_trace(n, side) and not (self.shut_in(side, here) and self.country(n) != "rs")
        ]
        empty = {n for n in near if n not in self.unit_in}
        if empty:
            at_home = {n for n in empty if self.country(n) == self.nation(unit)}
            return at_home if at_home and self.country(here) == self.nation(unit) else empty
        return {n for n in near if self.can_bump(self.unit_in[n], moving | {n})}

    # -- wwi.8.5 -------------------------------------------------------------------------------------------------------------

    def doubled(self, ours: list[str], theirs: list[str], mixed: str) -> bool:
        """Russians or Rumanians (units, and fortifications that defend) against German units."""
        weak = [n in ("rs", "rm") for n in ours]
        return "ge" in theirs and bool(weak) and (any(weak) if mixed == "side" else all(weak))

    def defender_payers(self, fight: Any) -> set[str]:
        """Supply is judged before the die (wwi.9.4); where the attacker takes his losses first the ground may have changed
        since."""
        hex = board.NUMBER[fight.target]
        judged_now = self.st.options["losses-first"] == "defender"
        out = set()
        if fight.defender >= 0:
            nation = self.nation(board.UNITS[fight.defender])
            if not (self.supplied(nation, hex) if judged_now else fight.defender_supplied):
                return set()
            out.add(nation)
        if fight.fort and (self.supplied(FORTS[hex][0], hex) if judged_now else fight.fort_supplied):
            out.add(FORTS[hex][0])
        return out

    def defender_choices(self, fight: Any) -> set[str]:
        """What the defender may do about his loss."""
        funds = sum(self.st.crp[board.NATION[n]] for n in self.defender_payers(fight))
        loss = fight.defender_loss
        if fight.defender < 0:
            return {"give-up", "stand"} if funds >= loss else {"give-up"}
        unit = board.UNITS[fight.defender]
        ways = [k for k in range(1, min(loss, 5) + 1) if self.retreats(unit, k)]
        out = {f"retreat {k}" for k in ways if loss - k <= funds}
        forced = fight.forced and (ways or self.st.options["blocked-infiltration"] == "die")
        if funds >= loss and not forced:
            out.add("stand")
        if not out or self.phase >= 8:
            out.add("destroy")
        return out

    def attacker_payers(self, fight: Any) -> list[str]:
        units = [board.UNITS[u] for u in fight.attackers]
        if fight.infiltrate:
            nations = {self.nation(u) for u in units if "stoss" in u or "tank" in u}
            units = [u for u in units if self.nation(u) in nations]
        return units

    def bills(self, nations: list[str], loss: int) -> set[tuple[int, ...]]:
        """Every way to split a loss among nations, as amounts in the order of their codes."""
        if not nations:
            return {()} if loss == 0 else set()
        most = min(loss, self.st.crp[board.NATION[nations[0]]])
        return {(k, *rest) for k in range(most + 1) for rest in self.bills(nations[1:], loss - k)}

    # -- wwi.8.7 -------------------------------------------------------------------------------------------------------------

    def pursuit(self, fight: Any) -> list[str]:
        """Hexes an attacker may end his advance in, units in them or not."""
        if not fight.vacated:
            return []
        side = fight.side
        target = board.NUMBER[fight.target]
        u = self.unit_in.get(target)
        if u is not None and self.side(u) != side:
            return []
        out = [target]
        path = [board.NUMBER[i] for i in fight.path]
        runaway = board.UNITS[fight.defender] if fight.defender >= 0 else ""
        for h in path[1:-1]:
            if self.friend_holds(h, 1 - side) or self.at.get(runaway) in neighbours(out[-1]):
                break
            out.append(h)
            others = [
                x
                for x in steps(h)
                if (v := self.unit_in.get(x))
                and self.side(v) == 1 - side
                and v != runaway
                and self.reaches(1 - side, x, self.nation(v), h)
            ]
            others += [
                x
                for x in steps(h)
                if x in self.forts
                and self.fort_side(x) == 1 - side
                and FORTS[x][1] >= 2
                and self.reaches(1 - side, x, FORTS[x][0], h)
                and x not in (path[-1], target)
            ]
            if others:
                break
        return out
