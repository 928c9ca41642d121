"""A slow referee of movement, zones and supply, written straight from the rulebook.

It works on hex numbers, dictionaries and plain searches, takes nothing from the masks of the game and shares no code with the
fast rules: only the map file, the counters and the facts of a position (where units stand, who is on which side, which
fortifications stand). Where it and the game disagree, one of them is wrong.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from firestep.games.wwi.components import board
from firestep.games.wwi.state import GONE, POOL, TRANSIT, State

ALLIED, CENTRAL, NEUTRAL = 0, 1, 2

LAND = {n: h for n, h in board.MAP.hexes.items() if board.MAP.countries[h.country].status != "closed"}
BLOCKED = {frozenset(pair) for pair in board.MAP.sides["blocked"]}
RAILS = {frozenset(pair) for line in board.MAP.lines["rails"] for pair in zip(line.hexes, line.hexes[1:], strict=False)}
RAIL_HEXES = {n for pair in RAILS for n in pair}
FORT = {f.hex: (f.args[0].lower(), int(f.args[1])) for f in board.MAP.features if f.kind == "fort"}
CITIES = {(f.hex, f.args[0].lower()) for f in board.MAP.features if f.kind == "supply"}
DOORS = ("0110", "0113")
CHAIN = ("1332", "1432", "1532", "1632", "1733")
RUSSIAN_CITIES = ("2014", "2316", "2720", "2713", "2710", "2718", "2326")


@cache
def neighbours(n: str) -> list[str]:
    """The six hexes around a hex; even columns sit half a hex lower (wwi.3.1g). Land only, whatever side lies between."""
    col, row = int(n[:2]), int(n[2:])
    low = 0 if col % 2 == 0 else -1
    around = [
        (col, row - 1),
        (col, row + 1),
        (col - 1, row + low),
        (col - 1, row + low + 1),
        (col + 1, row + low),
        (col + 1, row + low + 1),
    ]
    return [h for h in (f"{c:02d}{r:02d}" for c, r in around) if h in LAND]


#: every step of the map: the neighbours that no blocked side cuts off, and whether a railway crosses the side (wwi.5.6d, wwi.5.31b)
WAYS = {n: [(m, frozenset((n, m)) in RAILS) for m in neighbours(n) if frozenset((n, m)) not in BLOCKED] for n in LAND}
COUNTRY = {n: h.country.lower() for n, h in LAND.items()}


def country(n: str) -> str:
    return COUNTRY[n]


#: half points to enter a hex off the rails: clear 1 point, rough 2 (wwi.5.12)
COST = {n: {"clear": 2, "rough": 4}[h.terrain] for n, h in LAND.items()}


@dataclass
class Moves:
    """All a unit can do: hexes where it may end, neutral hexes it may be the first to enter, and the Transit Area."""

    ends: set[str]
    invasions: set[str]
    transit: bool


class Referee:
    """The facts of a position and the questions one may ask about them."""

    def __init__(self, st: State) -> None:
        self.turn = st.turn
        self.side_of = {c: st.allegiance[i] for i, c in enumerate(board.COUNTRIES)}
        self.place = {id: board.NUMBER[i] for id, i in zip(board.UNITS, st.at, strict=True) if i >= 0}
        self.nation = {id: board.NATIONS[board.UNIT_NATION[u]] for u, id in enumerate(board.UNITS)}
        self.intact = {n for n in FORT if st.forts >> board.INDEX[n] & 1}
        self.delayed = {c for i, c in enumerate(board.COUNTRIES) if st.delayed >> i & 1}
        self.links = {n for n in LAND if (st.links & ~st.links_off) >> board.INDEX[n] & 1}
        self.surrendered = bool(st.surrendered)
        self.reopened = st.reopened
        self.garrisoned = bool(st.garrison)
        self._walks: dict[tuple[int, str, bool], dict[str, set[str]]] = {}
        self.units_in: dict[str, list[str]] = {}
        for id, n in self.place.items():
            self.units_in.setdefault(n, []).append(id)

    # -- who stands where ------------------------------------------------------------------------------------------------

    def side(self, unit: str) -> int:
        return self.side_of[self.nation[unit]]

    def friend_in(self, n: str, side: int, but: str = "") -> bool:
        """A unit of the side stands there (another one than `but`), or one of its intact fortifications."""
        return (
            any(self.side(u) == side for u in self.units_in.get(n, ()) if u != but)
            or n in self.intact
            and self.side_of[FORT[n][0]] == side
        )

    @lru_cache(None)  # noqa: B019
    def barred(self, n: str, side: int) -> bool:
        """Ground this side may not stand on: neutral (wwi.11.7), an enemy unit (wwi.5.21a), an intact enemy fortification
        (wwi.12.43a)."""
        return self.side_of[country(n)] == NEUTRAL or self.friend_in(n, 1 - side)

    # -- zones (chapter 6) -----------------------------------------------------------------------------------------------

    def reaches_over(self, source: str, nation: str, n: str, side: int) -> bool:
        """A zone from `source` covers `n`, border by border (wwi.6.0a, wwi.6.0d, wwi.6.17a, wwi.6.41, wwi.6.43b)."""
        if n not in neighbours(source) or frozenset((source, n)) in BLOCKED or self.side_of[country(n)] == NEUTRAL:
            return False
        # the zones of other Allies do not cross a victim's border this turn, inwards or outwards (wwi.6.43, R35)
        if side == ALLIED:
            return all(nation == c or (country(source) == c) == (country(n) == c) for c in self.delayed)
        return True

    @lru_cache(None)  # noqa: B019  # a referee lives as long as its position
    def controls(self, side: int, n: str) -> bool:
        """A hex is enemy-controlled if a unit, or an intact fortification of strength 2 or 3, reaches into it (wwi.6.51)."""
        for m in neighbours(n):
            for u in self.units_in.get(m, ()):
                if self.side(u) == side and self.reaches_over(m, self.nation[u], n, side):
                    return True
            if m in self.intact:
                nation, strength = FORT[m]
                if strength >= 2 and self.side_of[nation] == side and self.reaches_over(m, nation, n, side):
                    return True
        return False

    # -- supply (chapter 9) ----------------------------------------------------------------------------------------------

    @lru_cache(None)  # noqa: B019
    def open_ground(self, side: int, but: str = "") -> set[str]:
        """Hexes a supply path, a retreat or a rail link may use (wwi.6.31, wwi.6.32, wwi.6.52a, wwi.9.31, wwi.9.32), as if `but`
        were not there."""
        return {n for n in LAND if not self.barred(n, side) and (self.friend_in(n, side, but) or not self.controls(1 - side, n))}

    def walk(self, start: str, side: int, but: str = "", rail: bool = False) -> set[str]:
        """All hexes connected with `start` by paths of any length; the start itself is held by whoever traces from it."""
        but = but if but and self.controls(1 - side, self.place[but]) else ""
        known = self._walks.setdefault((side, but, rail), {})
        if start in known:
            return known[start]
        ground = self.open_ground(side, but)
        seen, queue = {start}, [start]
        while queue:
            for m, by_rail in WAYS[queue.pop()]:
                if m not in seen and m in ground and (by_rail or not rail):
                    seen.add(m)
                    queue.append(m)
        for n in seen if start in ground else (start,):  # whoever is connected with it has the same connections
            known[n] = seen
        return seen

    def ships_reach(self, n: str) -> bool:
        """A coast on or beyond the Straits can be reached by sea (wwi.5.46, R33)."""
        sea = board.MAP.hexes[n].coast
        step = CHAIN.index(n) if n in CHAIN else {"black-sea": 5, "marmara": 3}.get(sea, -1)
        for k, gate in enumerate(CHAIN):
            if k <= step and any(self.side(u) in (CENTRAL, NEUTRAL) for u in self.units_in.get(gate, ())):
                return False
        if step == 5 and "1733" in self.intact:
            return self.side_of["tu"] == ALLIED
        return True

    def is_source(self, n: str, nation: str) -> bool:
        """A hex that supplies this nation by itself (wwi.9.13-wwi.9.17); the pairs of Germany and Austria-Hungary are apart."""
        side = self.side_of[nation]
        if side == CENTRAL:
            return nation not in ("ge", "ah") and (n, nation) in CITIES
        west = n.startswith("01") and (country(n) == "fr" or country(n) == "it" and self.side_of["it"] == ALLIED)
        west = west or n in self.links and self.ships_reach(n)
        east = n.startswith("29") and not self.surrendered
        if nation in ("br", "fr", "us"):
            return west
        if nation == "rs":
            return east
        return west or east or (n, nation) in CITIES

    def pair_nations(self, nation: str) -> list[str]:
        """Whose dependent cities count, two at a time (wwi.9.11, wwi.9.12, wwi.9.13b, R44)."""
        if self.side_of[nation] != CENTRAL:
            return []
        return [nation] if nation in ("ge", "ah") else ["ge", "ah"]

    def supplied_in(self, n: str, nation: str, but: str = "") -> bool:
        """Whether an element of this nation that stands in this hex is supplied."""
        side = self.side_of[nation]
        if side > CENTRAL:
            return True
        seen = self.walk(n, side, but)
        if any(self.is_source(m, nation) for m in seen):
            return True
        return any(sum((m, c) in CITIES for m in seen) >= 2 for c in self.pair_nations(nation))

    # -- movement (chapter 5) --------------------------------------------------------------------------------------------

    @lru_cache(None)  # noqa: B019
    def is_link_end(self, n: str, nation: str, but: str) -> bool:
        """A source by itself, or a dependent city that is joined to another one (R28)."""
        if self.is_source(n, nation):
            return True
        ours = [c for c in self.pair_nations(nation) if (n, c) in CITIES]
        return bool(ours) and any(sum((m, c) in CITIES for m in self.walk(n, self.side_of[nation], but)) >= 2 for c in ours)

    @lru_cache(None)  # noqa: B019
    def chain(self, nation: str, n: str, but: str) -> bool:
        """A chain of rail hexes joins `n`, held by whoever begins there, with a source valid for the nation (wwi.5.33)."""
        return n in RAIL_HEXES and any(self.is_link_end(m, nation, but) for m in self.walk(n, self.side_of[nation], but, rail=True))

    def may_rail_from(self, unit: str, n: str) -> bool:
        """The link is traced when the leg by rail begins (R28): the mover holds its own hex open, but no longer when it has left
        it (T5)."""
        start = self.place.get(unit, "")
        left = start not in ("", n) and self.controls(1 - self.side(unit), start)
        return self.chain(self.nation[unit], n, unit if left else "")

    def moves(self, unit: str, halts: frozenset[str] = frozenset()) -> Moves:
        """A search over (hex, half points left, leg of the move) for all a unit can do with its five points. In `halts` it may end,
        but it does not go on from there."""
        side, start = self.side(unit), self.place.get(unit, "")
        only_russia = self.surrendered and not self.reopened and not self.garrisoned and side == CENTRAL  # wwi.12.13a
        out = Moves(set(), set(), False)
        seen: set[tuple[str, int, str]] = set()
        queue: deque[tuple[str, int, str]] = deque()

        def stand(n: str, left: int, leg: str) -> None:
            """The unit can be here and go on."""
            if (n, left, leg) not in seen:
                seen.add((n, left, leg))
                queue.append((n, left, leg))

        def step(n: str, m: str, left: int, leg: str) -> None:
            if left < 0 or only_russia and n and country(n) == "rs" and country(m) != "rs":
                return  # nor once it has come in from outside (R63)
            # nobody controls it before neutrality ends (wwi.6.41); the leg ends there (R36)
            if self.side_of[country(m)] == NEUTRAL:
                if m not in self.units_in and m not in self.intact:
                    out.invasions.add(m)
                return
            if self.barred(m, side):
                return
            enemy = self.controls(1 - side, m)
            if enemy and n and self.controls(1 - side, n):
                return  # never from zone to zone (wwi.5.22, wwi.6.12)
            out.ends.add(m)
            if not enemy and m not in halts:  # a unit stops where the enemy controls (wwi.5.22, wwi.5.35)
                stand(m, left, leg)

        if start:
            stand(start, 10, "before")
        else:  # out of the Transit Area by one of its doors (wwi.5.51c, wwi.5.53, R29)
            for door in DOORS:
                step("", door, 10 - COST[door], "before")
                if self.chain(self.nation[unit], door, ""):
                    step("", door, 9, "rail")
        while queue:
            n, left, leg = queue.popleft()
            if n in DOORS and (left >= 2 or left == 1 and leg == "rail"):
                out.transit = True  # a point to enter, half a point by rail (R29)
            for m, by_rail in WAYS[n]:
                step(n, m, left // 2 * 2 - COST[m], "before" if leg == "before" else "after")  # half points are lost (wwi.5.31)
                if by_rail and leg != "after" and (leg == "rail" or self.may_rail_from(unit, n)):
                    step(n, m, left - 1, "rail")
        out.ends.discard(start)
        # wwi.5.51, wwi.5.54, wwi.11.11c
        out.transit = out.transit and start != "" and side == ALLIED and self.side_of["it"] == ALLIED
        return out

    def reach(self, unit: str) -> set[str]:
        """Every hex in which the unit's move could end, friends in it or not."""
        return self.moves(unit).ends


# -- positions -------------------------------------------------------------------------------------------------------------


def played(games: int, every: int, seed: int = 1) -> Iterator[State]:
    """Positions of random play in which armies move, both deployments in turn."""
    import firestep

    rng = random.Random(seed)
    for g in range(games):
        s = firestep.start("wwi", scenario=("historical", "free")[g % 2], seed=f"{seed}-{g}")
        k = 0
        while d := s.decision:
            if s.state.phase <= 2 and len(d.actions) > 1:
                k += 1
                if k % every == 0:
                    yield s.state.copy()
            a = rng.choice(d.actions)
            if a == ("done",) and rng.random() < 0.9:
                a = rng.choice(d.actions)
            s.take(a)


#: places worth fighting over: fortresses, junctions and borders
HAUNTS = sorted(
    {*FORT, *(n for n, _ in CITIES), *CHAIN, *RUSSIAN_CITIES, "0110", "0113", "0616", "0617", "0618", "0719"}
    | {n for n in RAIL_HEXES & LAND.keys() if any(country(m) != country(n) for m in neighbours(n))}
)


def scattered(count: int, seed: int = 1) -> Iterator[State]:
    """Positions thrown by chance: crowds of armies around fortresses, railways and borders, countries on any side."""
    rng = random.Random(seed)
    options = {
        "variable-italy": "off",
        "variable-turkey": "off",
        "tank-army": "off",
        "mixed-doubling": "side",
        "losses-first": "defender",
        "blocked-infiltration": "pay",
    }
    for _ in range(count):
        st = State(options)
        for c in ("br", "fr", "rs", "sb", "mn", "us"):
            st.allegiance[board.NATION[c]] = ALLIED
        for c in ("ge", "ah"):
            st.allegiance[board.NATION[c]] = CENTRAL
        for c, odds in (
            ("it", (5, 1, 2)),
            ("bl", (4, 1, 2)),
            ("tu", (1, 5, 2)),
            ("bu", (1, 5, 2)),
            ("rm", (3, 2, 3)),
            ("gk", (2, 1, 3)),
            ("ne", (1, 1, 3)),
            ("ab", (0, 0, 3)),
        ):
            st.allegiance[board.NATION[c]] = rng.choices((ALLIED, CENTRAL, NEUTRAL), odds)[0] if sum(odds) else 3
        if rng.random() < 0.3:
            st.allegiance[board.AB] = 3
        st.turn = rng.randint(2, 10)
        st.phase = rng.choice((1, 2))
        st.forts = sum(1 << board.INDEX[n] for n in FORT if rng.random() < 0.7)
        if rng.random() < 0.25:
            st.delayed = sum(
                1 << i
                for i, c in enumerate(board.COUNTRIES)
                if c in ("bl", "it", "rm", "bu", "gk", "ne") and st.allegiance[i] == ALLIED and rng.random() < 0.6
            )
        coast = [n for n in LAND if board.SEA_END >> board.INDEX[n] & 1]
        st.links = sum(1 << board.INDEX[n] for n in rng.sample(coast, rng.randint(0, 3)))
        st.links_off = sum(1 << board.INDEX[n] for n in LAND if st.links >> board.INDEX[n] & 1 and rng.random() < 0.3)
        if rng.random() < 0.1:
            st.surrendered = 3
            st.reopened = rng.random() < 0.3
        _throw(st, rng)
        st.derive()
        yield st


def _besiege(st: State, rng: random.Random, taken: set[str]) -> None:
    """Allies in all but one or two of the cities that feed Germany or Austria-Hungary only as pairs."""
    code = rng.choice(("ge", "ah"))
    cities = sorted(n for n, c in CITIES if c == code)
    rng.shuffle(cities)
    for id, n in zip(("fr-1", "fr-2", "br-1", "br-2", "fr-3", "br-3"), cities[rng.randint(1, 2) :], strict=False):
        st.at[board.UNIT[id]] = board.INDEX[n]
        st.forts &= ~(1 << board.INDEX[n])
        taken.add(n)


def _throw(st: State, rng: random.Random) -> None:
    """Armies into the field: most of them close to a few haunts, so that zones meet."""
    haunts = rng.sample(HAUNTS, 4)
    near = {n for h in haunts for n in LAND if board.GRID.distance(board.INDEX[h], board.INDEX[n]) <= 4}
    taken: set[str] = set()
    st.at = [POOL] * len(board.UNITS)
    if rng.random() < 0.3:
        _besiege(st, rng, taken)
    for u in range(len(board.UNITS)):
        nation = board.UNIT_NATION[u]
        side = st.allegiance[nation]
        if st.at[u] >= 0 or side > CENTRAL or rng.random() < 0.35 or nation == board.RS and st.surrendered:
            continue
        pool = sorted(near) if rng.random() < 0.7 else sorted(LAND)
        for n in rng.sample(pool, min(8, len(pool))):
            if n in taken or st.allegiance[board.NATION[country(n)]] == NEUTRAL:
                continue
            if n in FORT and st.forts >> board.INDEX[n] & 1 and st.allegiance[board.NATION[FORT[n][0]]] == 1 - side:
                continue
            taken.add(n)
            st.at[u] = board.INDEX[n]
            break
    for u in rng.sample([board.UNIT[id] for id in ("fr-9", "br-5", "rs-12", "sb-2", "us-3")], rng.randint(0, 3)):
        st.at[u] = rng.choice((TRANSIT, TRANSIT, GONE)) if st.allegiance[board.IT] == ALLIED else GONE  # wwi.11.11
