"""Losses step by step (6.4.1), retreat (6.4.2), covered retreat (6.4.3) and its price in zones of control (10.3)."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.gwb.state import State
from firestep.hexmap.grid import bits

S = Session[State]


def losers(st: State, pool: int) -> int:
    """Who may take the next step: guns only when nobody else is left (gwb.6.1.1e, gwb.6.4.1c)."""
    alive = sum(1 << u for u in bits(pool) if st.steps[u] > 0)
    return alive & ~st.b.guns or alive


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
        return [("lose", s.state.b.words[u]) for u in bits(losers(s.state, self.pool))]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        u = st.b.by_id[action[1]]
        st.lose_step(u)
        s.note("loses", self.rule, unit=action[1], left=st.steps[u])
        return (Lose(self.k, self.pool, self.n - 1, self.rule),) if self.n > 1 and losers(st, self.pool) else ()


def steps_from(s: S, k: int, h: int, units: int) -> int:
    """The neighbours that all the units could enter in a retreat: no unbridged water (gwb.6.4.2c), no enemy, no barred terrain."""
    st = s.state
    out = st.ground.attackable(h) & ~st.occ[1 - k]
    if any(st.b.units[u].wheels for u in bits(units)):
        out = sum(1 << x for x in bits(out) if st.ground.cost(1, h, x, 0) is not None)
    return out


def goals(s: S, k: int, origin: int, units: int, attackers: int) -> tuple[int, int]:
    """The hexes that a group may retreat to: one hex away (gwb.6.4.2b), or through friends to a second one (gwb.6.4.3b)."""
    st = s.state
    n, limit = units.bit_count(), st.b.stacking
    first = steps_from(s, k, origin, units)
    plain = sum(1 << h for h in bits(first) if st.stack(h).bit_count() + n <= limit)
    covered = 0
    for h in bits(first & ~plain & st.occ[k]):
        for x in bits(steps_from(s, k, h, units) & ~plain & ~(1 << origin)):
            if st.stack(x).bit_count() + n <= limit:
                covered |= 1 << x
    if s.options["retreat"] == "away":  # G26: not next to an attacker, unless there is nowhere else
        near = st.b.board.grid.dilate(attackers)
        if (plain | covered) & ~near:
            return plain & ~near, covered & ~near
    return plain, covered


def possible(s: S, k: int, origin: int, units: int, attackers: int) -> bool:
    """Is there room for every unit, together or split (gwb.6.4.3c, G26)?"""
    plain, covered = goals(s, k, origin, units, attackers)
    if plain | covered:
        return True
    if units.bit_count() == 1:
        return False
    st = s.state
    room = 0
    wheels = [u for u in bits(units) if st.b.units[u].wheels]
    one = 1 << (wheels[0] if wheels else bits(units)[0])
    plain, covered = goals(s, k, origin, one, attackers)
    for h in bits(plain | covered):
        room += st.b.stacking - st.stack(h).bit_count()
    return room >= units.bit_count()


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
    """Where the retreating units go: all to one hex if it holds them, otherwise one after the other (G26)."""

    k: int
    origin: int
    units: int
    attackers: int
    rule: str

    def seat(self, s: S) -> int:
        return self.k

    def prompt(self, s: S) -> str:
        names = [s.state.b.units[u].name for u in bits(self.group(s)[0])]
        return f"Choose the hex to which {', '.join(names)} retreat{'s' if len(names) == 1 else ''}"

    def group(self, s: S) -> tuple[int, int, int]:
        """The units that go now, and where to: plainly, or through friends."""
        plain, covered = goals(s, self.k, self.origin, self.units, self.attackers)
        if plain | covered:
            return self.units, plain, covered
        wheels = [u for u in bits(self.units) if s.state.b.units[u].wheels]
        one = 1 << (wheels[0] if wheels else bits(self.units)[0])
        return one, *goals(s, self.k, self.origin, one, self.attackers)

    def actions(self, s: S) -> list[Action]:
        _, plain, covered = self.group(s)
        if not plain | covered:
            return [("die",)]  # nowhere left to go: gwb.6.4.2d
        number = s.state.b.board.grid.number
        return [("back", number(h)) for h in bits(plain | covered)]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        going, _, covered = self.group(s)
        if action[0] == "die":
            for u in bits(going):
                st.destroy(u)
                s.note("abandoned", "gwb.6.4.2d", unit=st.b.words[u])
        else:
            self._go(s, going, st.b.board.grid.index(action[1]), covered)
        rest = self.units & ~going
        later: Steps = (Back(self.k, self.origin, rest, self.attackers, self.rule),) if rest else ()
        if action[0] == "back" and self._caught(s, going):
            return (Lose(self.k, going, 1, "gwb.6.4.2g"), *later)
        return later

    def _go(self, s: S, going: int, h: int, covered: int) -> None:
        st = s.state
        for u in bits(going):
            st.put(u, h)
            s.note("back", self.rule, unit=st.b.words[u], **st.b.board.where(h))
            if covered >> h & 1:  # gwb.6.4.3d
                st.disorganise(u)
                s.note("disorganised", "gwb.6.4.3d", unit=st.b.words[u], level=st.dis[u])

    def _caught(self, s: S, going: int) -> bool:
        """An enemy zone with no friend in it costs the stack a step (gwb.6.4.2g, gwb.10.3); a friend makes it safe (gwb.6.4.2h)."""
        st = s.state
        h = st.at[bits(going)[0]]
        return bool(st.zone(1 - self.k) >> h & 1) and not st.stack(h) & ~going
