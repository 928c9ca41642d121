"""The movement phase (gwb.7.0): March Order first, then unit by unit, restructuring last. Steps of the sequence of play."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.step import Auto, Steps
from firestep.games.gwb import artillery, harassing, isolation, movement, rail, victory
from firestep.games.gwb.disorganisation import disorganise
from firestep.games.gwb.phasing import Phasing, S
from firestep.games.gwb.state import AWAY, State
from firestep.hexmap.grid import bits

DONE: Action = ("done",)
HALT: Action = ("halt",)


def marchers(st: State) -> int:
    """Who may go into March Order: gwb.7.4e (no combat this turn), gwb.7.4g (start of turn), gwb.7.4j (guns limbered), gwb.7.4f."""
    fought, began = st.fought | st.acted | st.open, st.began_dis | st.began_near | st.disorganised  # gwb.7.4g, gwb.7.4j
    return st.movable(st.side) & ~(fought | began | st.deployed | st.entrained | st.marching)  # gwb.7.4f


@dataclass(frozen=True, slots=True)
class MarchOrders(Phasing):
    """At the start of the movement phase units are put into March Order: gwb.7.4a."""

    def prompt(self, s: S) -> str:
        return "Choose a unit for March Order (double movement, no combat), or end the choice"

    def actions(self, s: S) -> list[Action]:
        return [DONE, *s.state.b.orders("march", marchers(s.state))]  # gwb.7.4a

    def take(self, s: S, action: Action) -> Steps:
        if action == DONE:
            return (PickUnit(),)
        st = s.state
        u = st.b.by_id[action[1]]
        st.marching |= 1 << u
        s.note("march", "gwb.7.4a", unit=action[1])
        return (self,)


@dataclass(frozen=True, slots=True)
class PickUnit(Phasing):
    """Any unit may move, in any order: gwb.7.0."""

    def prompt(self, s: S) -> str:
        return "Choose a unit to move, or end the movement phase"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        mine = st.movable(st.side) & ~st.moved  # gwb.7.0
        shaken = mine & (st.open | st.disorganised)  # they rally before they move: gwb.9.0e, gwb.13.2f
        return [DONE, *st.b.orders("move", mine & ~shaken), *st.b.orders("rally", shaken)]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action == DONE:
            return (Restructuring(),)
        u = st.b.by_id[action[1]]
        if action[0] == "rally":
            return (*rally(s, u, st.allowance(u), True), self)
        return (Moving(u, st.allowance(u)), self)


def rally(s: S, u: int, mp: int, first: bool) -> Steps:
    """Roll to remove a level of disorganisation (gwb.9.0c, gwb.9.0d, G40), then an open-attack marker (gwb.13.2f, G42)."""
    st = s.state
    die = s.roll()
    bit = 1 << u
    word = st.b.words[u]
    if st.dis[u]:
        if not first and die > mp:  # gwb.9.0d
            s.note("rally-fails", "gwb.9.0d", unit=word, die=die, left=mp)
            return finish(s, u)
        st.dis[u] -= 1  # gwb.9.0c
        s.note("rally", "gwb.9.0c", unit=word, die=die, level=st.dis[u])
    else:
        st.open &= ~bit  # gwb.mk.aao
        s.note("rally-open", "gwb.13.2f", unit=word, die=die)
    mp = max(0, mp - die)
    if st.dis[u] or st.open & bit:
        return (RallyMore(u, mp),) if mp else finish(s, u)
    if mp == 0:  # gwb.7.1d: no minimum move either
        return finish(s, u)
    return (Moving(u, mp, fresh=False),)


@dataclass(frozen=True, slots=True)
class RallyMore(Phasing):
    """A further level may be rolled for with the points that are left: gwb.9.0d."""

    u: int
    mp: int

    def prompt(self, s: S) -> str:
        return f"{s.state.b.units[self.u].name}: roll for the next level with {self.mp} points left, or halt"

    def actions(self, s: S) -> list[Action]:
        return [HALT, ("rally", s.state.b.words[self.u])]

    def take(self, s: S, action: Action) -> Steps:
        if action == HALT:
            return finish(s, self.u)
        return rally(s, self.u, self.mp, False)


@dataclass(frozen=True, slots=True)
class Moving(Phasing):
    """One unit on the move, `mp` points left. `fresh`: full allowance and not yet moved; `acts`: rail actions done (gwb.7.6c):
    m move, e entrain, r ride, d detrain; `flipped`: limbered in this phase; `bonus`: on forced-march points."""

    u: int
    mp: int
    fresh: bool = True
    hops: int = 0
    acts: str = ""
    flipped: bool = False
    bonus: bool = False

    def prompt(self, s: S) -> str:
        u = s.state.b.units[self.u]
        if s.state.deployed >> self.u & 1:
            return f"{u.name} is deployed: limber it to move, or leave it where it is"
        return f"{u.name}: {self.mp} points left" + (" of a forced march" if self.bonus else "") + "; choose a hex or halt"

    def goals(self, s: S) -> int:
        """The hexes that the unit may go to now."""
        st = s.state
        bit = 1 << self.u
        if self.mp <= 0 or (st.deployed | st.entrained) & bit or not may_walk(self.acts):  # gwb.3.7b, gwb.7.8
            return 0
        at = st.at[self.u]
        if at > 0 and self.hops and st.zone(1 - st.side) >> at & 1:  # gwb.10.2a
            return 0
        out = movement.total(movement.levels_of(st, self.u, self.mp, self.bonus))
        if not self.hops:
            out |= movement.one_hex(st, self.u)
            if self.fresh and not self.acts:
                out |= movement.crossing(st, self.u)
        return out

    def actions(self, s: S) -> list[Action]:
        st = s.state
        u = self.u
        out: list[Action] = []
        if st.b.guns >> u & 1 and may_deploy(st, self):
            out.append(("deploy",))
        if rail.may_detrain(st, self.u, self.acts, self.mp):
            out.append(("detrain",))
        if rail.may_entrain(st, self.u, self.acts, self.mp):
            out.append(("entrain",))
        if may_force(st, self):
            out.append(("force",))
        number = st.b.grid.number
        out += [("go", number(h)) for h in bits(self.goals(s))]
        out.append(HALT)
        if st.deployed >> u & 1 and not self.hops:
            out.append(("limber",))
        out += [("ride", number(h)) for h in bits(rail.rides(st, self.u, self.acts))]
        return out

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        u, verb = self.u, action[0]
        bit = 1 << u
        word = st.b.words[u]
        if verb == "halt":
            return finish(s, u, self.bonus)
        if verb == "limber":
            st.deployed &= ~bit  # gwb.7.7a
            s.note("limber", "gwb.7.7a", unit=word)
            return (Moving(u, self.mp, self.fresh, 0, self.acts, True),)
        if verb == "deploy":
            st.deployed |= bit
            s.note("deploy", "gwb.7.7b", unit=word, **st.b.board.where(st.at[u]))
            return finish(s, u)
        if verb == "force":  # after the unit's ordinary move and before another unit's roll (gwb.7.5b)
            die = s.roll()
            st.forced |= bit
            # gwb.7.5a
            points = die * (2 if st.marching & bit else 1)  # gwb.7.5i
            s.note("force", "gwb.7.5a", unit=word, die=die, points=points)
            return (Moving(u, points, False, 1, self.acts, self.flipped, True),)
        if verb == "entrain":
            mp = self.mp - rail.half(st, u)
            rail.entrain(s, u)
            return self._next(s, mp, self.acts + "e")
        if verb == "detrain":
            mp = self.mp - rail.half(st, u)
            rail.detrain(s, u, "gwb.7.6a")
            return self._next(s, mp, self.acts + "d")
        h = st.b.grid.index(action[1])
        if verb == "ride":
            st.tasks[rail.marker(st, u)] |= rail.RIDE
            return (Trek(u, rail.track(st, u, h), (), self.mp, self.acts + "r", self.flipped, self.bonus),)
        return self._go(s, h)

    def _go(self, s: S, h: int) -> Steps:
        st = s.state
        u = self.u
        levels = movement.levels_of(st, u, self.mp, self.bonus)
        cost = movement.cost_of(levels, h)
        left = self.mp - cost if cost is not None else 0  # gwb.7.1c and gwb.7.3a: the whole allowance
        acts = self.acts if self.acts.endswith("m") else self.acts + "m"
        threat = artillery.threatened(st, 1 - st.side) if st.marching >> u & 1 else 0  # gwb.3.11
        way: tuple[int, ...] = (h,)
        if cost is not None and (threat or _on_the_way(st, levels, cost)):
            way = movement.path(st, u, levels, h, threat)
        if any(threat >> x & 1 for x in way):
            return (Trek(u, way, (), left, acts, self.flipped, self.bonus),)
        s.note("move", "gwb.7.1a" if cost is not None else "gwb.7.1c", unit=st.b.words[u], **st.b.board.where(h))
        for x in way:
            victory.enter(s, u, x)
        return self._next(s, left, acts)

    def _next(self, s: S, mp: int, acts: str) -> Steps:
        return go_on(s, Moving(self.u, mp, False, 1, acts, self.flipped, self.bonus))


def _on_the_way(st: State, levels: movement.Levels, cost: int) -> bool:
    """Is there an objective nearer than the goal that the side does not hold? Then the way matters (G79)."""
    nearer = movement.total(levels[:cost])
    return any(nearer >> h & 1 and not st.held[st.side] >> h & 1 for h in st.b.objectives)


def go_on(s: S, m: Moving) -> Steps:
    """Ask again if anything but halting is left to do."""
    st = s.state
    if (m.mp > 0 and may_walk(m.acts)) or st.b.guns >> m.u & 1 or may_force(st, m):
        at = st.at[m.u]
        if st.zone(1 - st.side) >> at & 1 and not st.b.guns >> m.u & 1:  # a gun may still deploy: gwb.7.7d
            return finish(s, m.u, m.bonus)
        return (m,)
    if st.entrained >> m.u & 1 and len(m.acts) < 2:
        return (m,)
    return (m,) if rail.may_entrain(st, m.u, m.acts, m.mp) else finish(s, m.u, m.bonus)


def may_walk(acts: str) -> bool:
    """Two rail actions at most, and they keep their order: gwb.7.6c, gwb.7.6j."""
    return acts in ("", "m", "d", "dm")  # gwb.7.6c, gwb.7.6j


def may_deploy(st: State, m: Moving) -> bool:
    """Limbered guns may deploy, in an enemy zone too: gwb.7.7b, gwb.7.7c, gwb.7.7d, gwb.7.4j, gwb.7.5g, gwb.7.6i, gwb.7.6j."""
    bit = 1 << m.u
    # gwb.7.5g, gwb.7.7b, gwb.7.7c
    return st.at[m.u] > 0 and not m.flipped and not m.bonus and not (st.deployed | st.marching | st.entrained | st.forced) & bit


def may_force(st: State, m: Moving) -> bool:
    """Tells whether a unit may force-march after its ordinary move: gwb.7.5b, gwb.7.5c, gwb.7.5d, gwb.7.5e, gwb.7.5f, gwb.7.5g,
    G37, G39."""
    bit = 1 << m.u
    if m.bonus or m.flipped or (st.fought | st.acted | st.began_dis | st.began_zone | st.deployed | st.entrained) & bit:
        return False
    if m.acts not in ("", "m") or st.at[m.u] <= 0:
        return False
    return not st.zone(1 - st.side) >> st.at[m.u] & 1


def finish(s: S, u: int, bonus: bool = False) -> Steps:
    """The unit's move is over; a forced march disorganises (gwb.7.5h)."""
    st = s.state
    st.moved |= 1 << u
    isolation.relieve(s)
    if bonus:
        disorganise(s, u, "gwb.7.5h")
    return ()


@dataclass(frozen=True, slots=True)
class Trek(Auto[S]):
    """A march or a train ride hex by hex, because guns may interrupt it: gwb.8.0a, gwb.3.11. `trail` are the hexes behind the
    unit."""

    u: int
    path: tuple[int, ...]
    trail: tuple[int, ...]
    mp: int
    acts: str
    flipped: bool
    bonus: bool

    def run(self, s: S) -> Steps:
        st = s.state
        u = self.u
        if st.at[u] <= 0 and st.at[u] != AWAY:
            return ()
        if self.trail and st.dis[u]:  # gwb.8.0g: stopped
            return finish(s, u, self.bonus)
        if not self.path:
            s.note("move", "gwb.7.1a", unit=st.b.words[u], **st.b.board.where(st.at[u]))
            return go_on(s, Moving(u, self.mp, False, 1, self.acts, self.flipped, self.bonus))
        trail = (*self.trail, st.at[u])
        h = self.path[0]
        victory.enter(s, u, h)
        rest = Trek(u, self.path[1:], trail, self.mp, self.acts, self.flipped, self.bonus)
        if artillery.harassing_guns(st, u, h, s.options):  # gwb.8.0a
            return (harassing.Harass(u, trail), rest)
        return (rest,)


def merges(st: State) -> list[tuple[int, int]]:
    """The pairs (taker, giver) that may restructure: gwb.13.7a, gwb.13.7e, gwb.9.0i, G54."""
    b, k = st.b, st.side
    barred = b.grid.dilate(st.occ[1 - k]) | movement.doubled(st)  # gwb.13.7a
    ready = [u for u in bits(st.on_map(k) & ~b.guns) if not barred >> st.at[u] & 1 and not st.dis[u]]  # gwb.9.0i, gwb.13.7e
    takers = [u for u in ready if st.steps[u] == 1]
    out = []
    for t in takers:
        for g in ready:
            if t != g and can_merge(st, t, g):
                out.append((t, g))
    return out


def can_merge(st: State, t: int, g: int) -> bool:
    """Same army, type and size (gwb.13.7b), together or adjacent (gwb.13.7a), and no strength gained (gwb.13.7d).
    The divisions may differ (gwb.13.7c)."""
    a, c = st.b.units[t], st.b.units[g]
    # gwb.13.7b, gwb.13.7c
    if (a.army, a.type, a.size) != (c.army, c.type, c.size) or not st.b.board.disc(st.at[t], 1) >> st.at[g] & 1:
        return False
    after = a.strength + (c.reduced if st.steps[g] == 2 else 0)
    return after <= a.reduced + st.strength(g)  # gwb.13.7d


@dataclass(frozen=True, slots=True)
class Restructuring(Phasing):
    """At the end of the movement phase steps may be combined: gwb.13.7a."""

    def prompt(self, s: S) -> str:
        return "Combine two reduced units into one, or go on"

    def actions(self, s: S) -> list[Action]:
        words = s.state.b.words
        return [DONE, *sorted(("merge", words[t], words[g]) for t, g in merges(s.state))]

    def take(self, s: S, action: Action) -> Steps:
        if action == DONE:
            return ()
        st = s.state
        t, g = (st.b.by_id[w] for w in action[1:])
        st.steps[t] += 1
        st.steps[g] -= 1
        s.note("merge", "gwb.13.7d", "gwb.13.7e", taker=action[1], giver=action[2])
        if st.steps[g] == 0:
            st.kill(g)
        for u in (t, g):
            if st.at[u] > 0:
                st.disorganise(u)
        return (self,)
