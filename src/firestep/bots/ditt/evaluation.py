"""The front as the staff of one side sees it: where the enemy could walk in, which hexes hold him off, where strength is missing.

All of it is worked out on sets of hexes. `holes` floods from the enemy's stacks over ground that nobody blocks and adds up what he
would reach; what a stack is good for is the difference that it makes. `pull` leads from the rear to where strength is missing.
"""

from __future__ import annotations

from typing import Any

from firestep.bots.ditt import chances
from firestep.bots.ditt.values import GROUND, classes
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import passage
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits

#: what ground is worth that the enemy could reach in so many steps: at once, with what has not moved yet, and some day
NOW = (0.9, 0.8, 0.6)
DECAY = (0.4, 0.3, 0.22, 0.1, 0.05, 0.03)
#: armies that go nowhere near the great fronts
_STAY = frozenset(
    (
        tables.BL,
        tables.MT,
        tables.SB,
        tables.SG,
        tables.SP,
        tables.AR,
        tables.AS,
        tables.MR,
        tables.AB,
        tables.FI,
        tables.BS,
        tables.BO,
    )
)
#: the price of a Div, in hexes: recruits replace it next turn (ditt.2.7)
DIV = 0.12
#: of one that perishes for want of supply
LOST = 0.3
#: of one of the enemy's that would perish, if nothing is left to open the way again
CUT = 0.35
_WAYS = places.supply_ways(0)
_NEAR = places.adjacency(False).near
_HOME_FORTS = [sum(1 << i for i, n in places.FORT_NATION.items() if n == k) for k in range(len(tables.NATIONS))]
FADE = 0.82
_SANDS = places.DESERT & places.lands("Libya", "Egypt")


class Evaluation:
    """One side's view of a position."""

    __slots__ = (
        "_cuts",
        "_holes",
        "_importance",
        "_pull",
        "_risk",
        "_threat",
        "block",
        "blows",
        "foe",
        "fresh",
        "held",
        "hole",
        "marked",
        "mine",
        "open",
        "prospect",
        "side",
        "st",
        "stacks",
        "start",
        "their_block",
        "their_held",
        "worths",
    )

    def __init__(self, st: State, side: int) -> None:
        self.st, self.side, self.foe = st, side, 1 - side
        self.worths = classes(st, side)
        self.marked = 0
        for m, _ in self.worths:
            self.marked |= m
        self._holes: dict[tuple[int, int], float] = {}
        self.open = places.LAND & ~places.DESERT & ~places.ALPINE & ~st.neutral & ~st.closed & ~places.COLONIES
        if st.allegiance[tables.TU] == tables.CP and (side == tables.EP or st.flag("engineers")):
            self.open |= 1 << places.ROMANI  # the way to Suez, once the engineers have been there (ditt.6.2i)
        if side == tables.EP and st.allegiance[tables.IT] == tables.EP:
            self.open |= _SANDS  # the Senussi (ditt.14.1j)
        self.block = st.occ[side] | st.fort_of[side]
        self.held = st.ctrl[side] & self.open
        self.start = _roamers(st, 1 - side)
        self.fresh = 0
        for u in bits(st.troops[1 - side] & st.afield & ~st.flipped):
            self.fresh |= 1 << st.at[u]
        self.stacks = _stacks(st, side, self.held)
        self.hole = self.holes(self.block)
        # the same with the parts exchanged: what we could walk into
        self.mine = _roamers(st, side)
        self.their_block = st.occ[1 - side] | st.fort_of[1 - side]
        self.their_held = st.ctrl[1 - side] & self.open
        self.prospect = self.prospects(self.mine, self.their_block)
        self._cuts: dict[int, float] = {}
        self._importance: dict[int, float] = {}
        self._risk: dict[tuple[int, int, int], float] = {}
        self._threat: dict[int, tuple[int, int]] = {}
        self._pull: dict[int, float] | None = None
        #: by nation the attack that its Reserves should make possible (`offensive.blow`)
        self.blows: dict[int, Any] = {}

    # -- holes ---------------------------------------------------------------------------------------------------------------

    def count(self, places: int) -> float:
        """The worth of a set of places."""
        out = GROUND * places.bit_count()
        if not places & self.marked:
            return out
        for m, w in self.worths:
            if places & m:
                out += w * (places & m).bit_count()
        return out

    def holes(self, block: int, start: int | None = None) -> float:
        """What the enemy could walk into, the sooner the dearer, if these places are barred."""
        start = self.start if start is None else start
        found = self._holes.get((block, start))
        if found is None:
            found = self._flood(start, block, self.held, DECAY)[0]
            if start & self.fresh:
                now, taken = self._flood(start & self.fresh, block, self.held, NOW)
                found += now + self._pockets(block, taken)
            self._holes[block, start] = found
        return found

    def _pockets(self, block: int, taken: int) -> float:
        """What would be cut off if the enemy stood on all that he can walk to: those Divs are lost for good (ditt.9.4e)."""
        out = 0.0
        for i, exits, divs in self.stacks:
            if block >> i & 1 and not exits & ~taken:
                out += LOST * divs
        return out

    def prospects(self, mine: int, block: int) -> float:
        """What we could walk into."""
        return self._flood(mine, block, self.their_held, DECAY)[0]

    def _flood(self, start: int, block: int, held: int, weights: tuple[float, ...]) -> tuple[float, int]:
        free = self.open & ~block
        seen = front = start
        out = 0.0
        step = _WAYS.step
        for w in weights:
            front = step(front) & free & ~seen
            if not front:
                break
            seen |= front
            if front & held:
                out += w * self.count(front & held)
        return out, seen

    def cuts(self, place: int) -> float:
        """What the enemy would lose for want of supply if this place were ours: his stacks beyond it (ditt.9.4d, ditt.9.4e)."""
        found = self._cuts.get(place)
        if found is None:
            found = self._cuts[place] = self._cut_off(place)
        return found

    def _cut_off(self, place: int) -> float:
        st, foe = self.st, self.foe
        land = st.ctrl[foe] & ~places.COLONIES
        around = _WAYS.near[place] & land
        if not land >> place & 1 or not around & (around - 1):
            return 0.0
        ring = arc = around & -around
        while arc := _WAYS.step(arc) & around & ~ring:
            ring |= arc
        if ring == around:
            return 0.0  # whoever passed here passes beside it
        land &= ~(1 << place)
        divs = fresh = 0
        for n in tables.POWERS:
            if st.allegiance[n] != foe or not (mine := st.corps[n] & st.afield):
                continue
            source = (places.CITY[n] | _HOME_FORTS[n]) & land
            if n in (tables.BR, tables.FR, tables.US):
                source |= places.COASTAL & land
            fed = _WAYS.within(source, land, 40)
            for u in bits(mine):
                if tables.IS_ARMY[u] and land >> st.at[u] & 1 and not fed >> st.at[u] & 1:
                    divs += st.divs[u]
                    fresh |= ~st.flipped >> u & 1
        return CUT * divs * (0.4 if fresh else 1.0)

    def importance(self, place: int) -> float:
        """What is lost when the units of a place are gone."""
        found = self._importance.get(place)
        if found is None:
            found = self.count(1 << place)
            if self.block >> place & 1:
                found += max(0.0, self.holes(self.block & ~(1 << place)) - self.hole)
            self._importance[place] = found
        return found

    # -- strength and risk ---------------------------------------------------------------------------------------------------

    def threat(self, place: int) -> tuple[int, int]:
        """Offence of the strongest attack on a place: with what has not moved yet, and with everything."""
        found = self._threat.get(place)
        if found is not None:
            return found
        st, foe = self.st, self.foe
        now: list[int] = []
        later: list[int] = []
        near = _NEAR[place]
        around = _WAYS.step(near & self.open & ~self.block) & ~near & ~(1 << place)
        for i in bits((near | around) & st.occ[foe]):
            fresh = total = 0
            for u in bits(st.stack_of(i, foe)):
                k = st.factors(u)[0]
                total += k
                if not st.flipped >> u & 1:
                    fresh += k
            now.append(fresh)
            later.append(total)
        found = self._threat[place] = _best(now), _best(later)
        return found

    def trench(self, nation: int, later: bool) -> bool:
        """Whether Armies of a nation dig in, now or next turn (ditt.8.5)."""
        turn = self.st.turn + (1 if later else 0)
        if self.side == tables.CP:
            return turn >= 3 and not (nation == tables.GE and self.st.flag("kaiserschlacht"))
        return turn >= (7 if nation == tables.RS else 4)

    def risk(self, place: int, units: int, tired: int = 0) -> float:
        """The chance that a place with these units falls to the strongest attack, this turn or the next; `tired` are those of
        them that will have moved."""
        now, later = self.threat(place)
        if not later:
            return 0.0
        found = self._risk.get((place, units, tired))
        if found is None:
            found = self._risk[place, units, tired] = self._risk_of(place, units, self.st.flipped | tired, now, later)
        return found

    def _risk_of(self, place: int, units: int, tired: int, now: int, later: int) -> float:
        st = self.st
        fort = bool(st.fort_of[self.side] >> place & 1)
        fire = bears = 0
        dug = fresh = False
        for u in bits(units):
            _, d, f = st.factors(u)
            fire, bears = fire + d, bears + f
            if self.trench(st.serves[u], True):
                dug = True
                if not tired >> u & 1 and self.trench(st.serves[u], False):
                    fresh = True
        if not units and not fort:
            return 1.0
        rough = 40 if (places.MOUNTAIN | places.ALPINE) >> place & 1 else 20 if (places.ROUGH | places.SWAMP) >> place & 1 else 0
        fire += 4 + (15 if fort else 0)
        return max(
            self._falls(now, fire, bears, fort, fresh, rough) if now else 0.0,
            0.75 * self._falls(later, fire, bears, fort, dug, rough),
        )

    @staticmethod
    def _falls(offence: int, fire: int, bears: int, fort: bool, trench: bool, rough: int) -> float:
        cut = 40 if trench else rough
        mine = (offence + 8) * (100 - cut) // 100  # a coin is always at hand
        if fort:
            return chances.storms(mine, bears + 20, fire, offence * 2)
        return chances.wins(mine, fire, trench, bears, offence * 2)

    def danger(self, place: int, units: int, tired: int = 0) -> float:
        """The expected loss at a place that these units hold."""
        risk = self.risk(place, units, tired)
        if not risk:
            return 0.0
        worth = self.importance(place)
        divs = sum(self.st.divs[u] or 2 for u in bits(units))
        return risk * (worth + DIV * divs)

    def forget(self, place: int) -> None:
        """What was worked out about the units of a place holds no more."""
        for key in [k for k in self._risk if k[0] == place]:
            del self._risk[key]

    # -- where strength is missing -------------------------------------------------------------------------------------------

    def wants(self) -> dict[int, float]:
        """Places that miss strength, and how badly: holes to plug, hexes that might fall, cities to take."""
        st, side = self.st, self.side
        out: dict[int, float] = {}
        edge = _WAYS.step(self.start) & self.open
        for i in bits(edge & self.held & ~self.block):
            gain = self.hole - self.holes(self.block | 1 << i)
            if gain > 0.5:
                out[i] = gain
        for i in bits(places.adjacency(False).step(self.start) & self.block & ~places.COLONIES):
            if (loss := self.danger(i, st.stack_of(i, side))) > 0.3:
                out[i] = loss
        for m, w in self.worths:
            if w > 1:
                for i in bits(m & st.ctrl[self.foe] & ~places.COLONIES):
                    out[i] = max(out.get(i, 0.0), 0.25 * w)
        return out

    def pull(self) -> dict[int, float]:
        """For every place the strongest want, fading with the way there."""
        if self._pull is None:
            self._pull = found = {}
            ranked = sorted(self.wants().items(), key=lambda x: (-x[1], x[0]))
            value = ranked[0][1] if ranked else 0.0
            front = seen = k = 0
            while value > 0.05:  # one flood for all: whoever is reached first is pulled most
                while k < len(ranked) and ranked[k][1] >= value:
                    front |= 1 << ranked[k][0]
                    k += 1
                front &= ~seen
                seen |= front
                for i in bits(front):
                    found[i] = value
                front = _WAYS.step(front) & self.open
                value *= FADE
        return self._pull


def _stacks(st: State, side: int, held: int) -> list[tuple[int, int, int]]:
    """The great stacks of a side that live by land, with the friendly places next to them and their Divs."""
    coast = places.COASTAL if side == tables.EP else 0
    out = []
    for i in bits(st.occ[side] & ~places.COLONIES & ~coast):
        divs = sum(st.divs[u] or 2 for u in bits(st.stack_of(i, side)))
        if divs >= 5:
            out.append((i, _WAYS.near[i] & held, divs))
    return out


def _roamers(st: State, side: int) -> int:
    """Places of the stacks of a side that could walk far."""
    out = 0
    for i in bits(st.occ[side] & ~places.COLONIES):
        for u in bits(st.stack_of(i, side)):
            if st.serves[u] not in _STAY and st.factors(u)[0]:
                out |= 1 << i
                break
    return out


def _best(stacks: list[int]) -> int:
    """One stack attacks; what it collects on its way counts for a third."""
    if not stacks:
        return 0
    top = max(stacks)
    return top + (sum(stacks) - top) // 3


_memo: dict[int, tuple[object, Evaluation]] = {}


def evaluate(st: State, side: int) -> Evaluation:
    """Returns the evaluation of a position. The last one of each side is kept."""
    key = (
        tuple(st.at),
        tuple(st.divs),
        st.flipped,
        st.ctrl[0],
        st.ctrl[1],
        st.forts,
        st.no_forts,
        st.turn,
        st.flags,
        st.neutral,
        st.surrendered,
    )
    old = _memo.get(side)
    if old is not None and old[0] == key and old[1].st is st:
        return old[1]
    found = Evaluation(st, side)
    _memo[side] = key, found
    return found


def cheap(st: State, u: int) -> float:
    """The price of a Div of this unit's nation, in hexes: dear where recruits can no longer replace it."""
    n = tables.UNIT_NATION[u]
    if n not in tables.POWERS or not tables.IS_ARMY[u]:
        return 0.3
    missing = st.max[n] - st.total(n)
    return DIV if missing < tables.LIMIT[n] * 2 // 3 else 3 * DIV


def quiet(st: State, side: int, place: int, steps: int = 3) -> bool:
    """No enemy within so many steps."""
    return not _WAYS.within(1 << place, places.LAND, steps) & passage.enemies(st, side)
