"""Losses step by step (gwb.6.4.1), retreat (gwb.6.4.2), covered retreat (gwb.6.4.3) and its price in zones of control
(gwb.10.3)."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.gwb.components.board import WHEELS
from firestep.games.gwb.disorganisation import disorganise
from firestep.games.gwb.state import State
from firestep.hexmap.grid import bits

S = Session[State]


def losers(st: State, pool: int) -> int:
    """Who may take the next step: guns only when nobody else is left (gwb.6.1.1e, gwb.6.4.1c)."""
    alive = sum(1 << u for u in bits(pool) if st.steps[u] > 0)
    return alive & ~st.b.guns or alive  # gwb.6.1.1e, gwb.6.4.1c


@dataclass(frozen=True, slots=True)
class Lose(Choice[S]):
    """The owner takes `n` steps from a pool of units, one at a time."""

    k: int
    pool: int
    n: int
    rule: str

    def seat(self, s: S) -> int:
        return self.k

    def prompt(self, s: S) -> str:
        return f"Choose a unit to lose a step ({self.n} to lose)"

    def actions(self, s: S) -> list[Action]:
        return s.state.b.orders("lose", losers(s.state, self.pool))

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        u = st.b.by_id[action[1]]
        st.lose_step(u)
        s.note("loses", self.rule, unit=action[1], left=st.steps[u])
        return (Lose(self.k, self.pool, self.n - 1, self.rule),) if self.n > 1 and losers(st, self.pool) else ()


def steps_from(s: S, k: int, h: int, units: int) -> int:
    """The neighbours that all the units could enter in a retreat: no unbridged water (gwb.6.4.2c), no enemy, no barred terrain."""
    st = s.state
    out = st.ground.attackable(h) & ~st.occ[1 - k]  # gwb.6.4.2c
    if any(st.b.units[u].wheels for u in bits(units)):
        out = sum(1 << x for x in bits(out) if st.ground.cost(WHEELS, h, x) is not None)
    return out


def _all_goals(s: S, k: int, origin: int, units: int, through: bool) -> tuple[int, int]:
    """The hexes with room for a group, wherever the attackers stand: one hex off (gwb.6.4.2b, gwb.6.4.3a), or, where the first
    would be overstacked, one hex further through friends (gwb.6.4.3b), but never more than two (gwb.6.4.3e)."""
    st = s.state
    n, limit = units.bit_count(), st.b.stacking
    first = steps_from(s, k, origin, units)
    plain = sum(1 << h for h in bits(first) if st.stack(h).bit_count() + n <= limit)  # gwb.6.4.3a
    covered = 0
    for h in bits(first & ~plain & st.occ[k]) if through else ():  # gwb.6.4.3b, gwb.6.4.3e
        for x in bits(steps_from(s, k, h, units) & ~plain & ~(1 << origin)):
            if st.stack(x).bit_count() + n <= limit:
                covered |= 1 << x
    return plain, covered


def goals(s: S, k: int, origin: int, units: int, attackers: int, through: bool = True) -> tuple[int, int]:
    """The hexes that a group may retreat to, plainly and through friends. Away from the attackers if possible (gwb.6.4.2b): but
    nobody has to go through friends, and lose his order, past a free neighbour (G26)."""
    plain, covered = _all_goals(s, k, origin, units, through)
    if s.options["retreat"] == "away":
        far = ~s.state.b.grid.dilate(attackers)
        if plain & far:
            return plain & far, covered & far
        if covered & far:
            return plain, covered & far
    return plain, covered


def possible(s: S, k: int, origin: int, units: int, attackers: int, through: bool = True) -> bool:
    """Is there room for every unit, together or split (gwb.6.4.3c, G26)?"""
    return any(goals(s, k, origin, units, attackers, through)) or _has_places(s, k, origin, units, through, 0)  # gwb.6.4.3c


def _has_places(s: S, k: int, origin: int, units: int, through: bool, taken: int) -> bool:
    """Can each unit find a place of its own choice? `taken` is a hex of which one place is gone."""
    st = s.state
    wants = {}
    for u in bits(units):
        plain, covered = _all_goals(s, k, origin, 1 << u, through)
        wants[u] = plain | covered
    room: dict[int, int] = {}
    for w in wants.values():
        for h in bits(w):
            room[h] = st.b.stacking - st.stack(h).bit_count() - (h == taken)
    placed: dict[int, list[int]] = {h: [] for h in room}

    def seat(u: int, tried: set[int]) -> bool:
        for h in bits(wants[u]):
            if h in tried:
                continue
            tried.add(h)
            if len(placed[h]) < room[h]:
                placed[h].append(u)
                return True
            for o in placed[h]:
                if seat(o, tried):
                    placed[h].remove(o)
                    placed[h].append(u)
                    return True
        return False

    return all(seat(u, set()) for u in wants)


@dataclass(frozen=True, slots=True)
class Withdraw(Auto[S]):
    """The survivors of a hex go, once the losses are taken: G24."""

    k: int
    origin: int
    attackers: int

    def run(self, s: S) -> Steps:
        left = s.state.stack(self.origin)
        return (Back(self.k, self.origin, left, self.attackers, "gwb.6.4.2b"),) if left else ()


@dataclass(frozen=True, slots=True)
class Back(Choice[S]):
    """Where the retreating units go: together, or one of them apart first (G26). `rest` wait for those who go now."""

    k: int
    origin: int
    units: int
    attackers: int
    rule: str
    rest: int = 0

    def seat(self, s: S) -> int:
        return self.k

    def prompt(self, s: S) -> str:
        names = [s.state.b.units[u].name for u in bits(self.units)]
        return f"Choose the hex to which {', '.join(names)} retreat{'s' if len(names) == 1 else ''}"

    def through(self) -> bool:
        """Retreat before combat is one hex, never through friends (gwb.6.1.2a)."""
        return self.rule != "gwb.6.1.2c"  # gwb.6.1.2a

    def goals(self, s: S) -> tuple[int, int]:
        """Where these units may go; who goes apart leaves room for the rest, if there is any way to."""
        plain, covered = goals(s, self.k, self.origin, self.units, self.attackers, self.through())
        if self.rest:
            kind = sum(1 << h for h in bits(plain | covered) if _has_places(s, self.k, self.origin, self.rest, self.through(), h))
            if kind:
                return plain & kind, covered & kind
        return plain, covered

    def apart(self, s: S) -> int:
        """The units that may go by themselves."""
        if self.rest or self.units.bit_count() == 1:
            return 0
        through = self.through()
        return sum(1 << u for u in bits(self.units) if any(goals(s, self.k, self.origin, 1 << u, self.attackers, through)))

    def actions(self, s: S) -> list[Action]:
        b = s.state.b
        plain, covered = self.goals(s)
        out: list[Action] = [("back", b.grid.number(h)) for h in bits(plain | covered)]
        out += b.orders("part", self.apart(s))
        return out or [("die",)]  # nowhere left to go: gwb.6.4.2d

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "part":
            one = 1 << st.b.by_id[action[1]]
            return (Back(self.k, self.origin, one, self.attackers, self.rule, self.units & ~one),)
        later: Steps = (Back(self.k, self.origin, self.rest, self.attackers, self.rule),) if self.rest else ()
        if action[0] == "die":
            for u in bits(self.units):
                st.destroy(u)
                s.note("abandoned", "gwb.6.4.2d", unit=st.b.words[u])
            return later
        _, covered = self.goals(s)
        self._go(s, self.units, st.b.grid.index(action[1]), covered)
        if self._caught(s, self.units):
            return (Lose(self.k, self.units, 1, "gwb.6.4.2g"), *later)
        return later

    def _go(self, s: S, going: int, h: int, covered: int) -> None:
        st = s.state
        st.targets_done &= ~(1 << h)  # who fled can be attacked where he fled to: gwb.6.0e, G80
        for u in bits(going):
            st.put(u, h)
            s.note("back", self.rule, unit=st.b.words[u], **st.b.board.where(h))
            if covered >> h & 1:  # gwb.6.4.3d
                disorganise(s, u, "gwb.6.4.3d")

    def _caught(self, s: S, going: int) -> bool:
        """An enemy zone with no friend in it costs the stack a step (gwb.6.4.2g, gwb.10.3); a friend makes it safe (gwb.6.4.2h)."""
        st = s.state
        h = st.at[bits(going)[0]]
        return bool(st.zone(1 - self.k) >> h & 1) and not st.stack(h) & ~going  # gwb.6.4.2h, gwb.10.3
