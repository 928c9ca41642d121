"""Combat, first part (gwb.6.0, gwb.6.1, gwb.11.0, gwb.13.2): who may attack what, and every commitment before the first die.

The steps follow each other as in gwb.6.1: Declare, CavalryLeaves, Limbering, Barrage, Support. The dice are in stages.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.step import Auto, Steps
from firestep.games.gwb import advance, artillery, retreat, stages, victory
from firestep.games.gwb.disorganisation import disorganise
from firestep.games.gwb.fight import Fight, follow
from firestep.games.gwb.phasing import Opposing, Phasing, S
from firestep.games.gwb.state import COORDINATED, HASTY, State
from firestep.hexmap.grid import bits

DONE: Action = ("done",)


def able_units(st: State) -> int:
    """The units that may attack at all in this phase: gwb.6.0c, gwb.7.4e, gwb.7.5c, gwb.9.0g, gwb.13.1a."""
    barred = st.b.guns | st.acted | st.marching | st.entrained | st.forced | st.disorganised  # gwb.7.4e, gwb.7.5c, gwb.9.0g
    return st.on_map(st.side) & ~(barred if st.phase == HASTY else barred | st.shaken)  # gwb.13.1a


def hexes_of(st: State, units: int) -> int:
    out = 0
    for u in bits(units):
        out |= 1 << st.at[u]
    return out


def adjacent(st: State, t: int, units: int) -> int:
    """The units that can attack a hex from where they stand: next to it, no unbridged water between (gwb.7.3d)."""
    out = 0
    for h in bits(st.ground.attackable(t) & st.occ[st.side]):
        out |= st.where[h]
    return out & units


def across(st: State, t: int, units: int) -> list[tuple[int, int]]:
    """The units that can attack a hex across the open, with the empty hex each would enter: gwb.13.2a. A unit that still has the
    marker of such an attack cannot go forward again (gwb.13.2f, G90)."""
    if st.phase != COORDINATED:
        return []
    units &= ~st.open
    g = st.ground
    near = g.board.disc(t, 1)
    zone = st.zone(1 - st.side)
    out = []
    for mid in bits(g.attackable(t) & ~st.occ[0] & ~st.occ[1]):  # gwb.13.2a
        for a in bits(g.dry.near[mid] & ~near):  # gwb.3.1, gwb.13.2d
            if zone >> a & zone >> mid & 1:  # gwb.13.2c
                continue
            for u in bits(st.where.get(a, 0) & units):
                if g.cost(st.b.units[u].wheels, a, mid) is not None:
                    out.append((u, mid))
    return sorted(out)


def targets(st: State) -> int:
    """The enemy hexes that can be attacked now. A hex can be attacked several times (gwb.6.0d), until the side attacks another
    one (gwb.6.0f)."""
    units = able_units(st)
    if not units:
        return 0
    g = st.ground
    enemy = st.occ[1 - st.side] & ~st.targets_done  # gwb.6.0d, gwb.6.0f
    mine = hexes_of(st, units)
    out = g.zone(mine) & enemy
    if st.phase == COORDINATED:
        empty = ~st.occ[0] & ~st.occ[1] & g.board.land
        for t in bits(g.zone(g.dry.step(mine) & empty) & enemy & ~out):
            if across(st, t, units):
                out |= 1 << t
    return out


@dataclass(frozen=True, slots=True)
class CombatPhase(Phasing):
    """Coordinated (gwb.3.4, gwb.6.0) or hasty (gwb.3.10, gwb.11.0) combat: one combat after the other, at the phasing player's
    will (gwb.6.0b)."""

    def prompt(self, s: S) -> str:
        kind = "coordinated" if s.state.phase == COORDINATED else "hasty"
        return f"Choose an enemy hex for a {kind} attack, or end the combat phase"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        number = st.b.grid.number
        out: list[Action] = [("attack", number(t)) for t in bits(targets(st))]  # gwb.3.4, gwb.3.10
        if st.phase == COORDINATED:
            out += [("counter", number(h)) for h in bits(counter_targets(st, s))]
        out.append(DONE)  # gwb.6.0b
        return out

    def take(self, s: S, action: Action) -> Steps:
        if action == DONE:
            return ()
        st = s.state
        t = st.b.grid.index(action[1])
        if action[0] == "counter":
            return (Counter(t), self)
        if st.target and st.target != t:
            st.targets_done |= 1 << st.target
        st.target = t
        # gwb.6.0a
        return (Declare(t), NextCombat())  # an attack has one target hex: gwb.6.0h


@dataclass(frozen=True, slots=True)
class NextCombat(Auto[S]):
    """After a combat the battle goes on, unless it has left one side nothing: G76."""

    def run(self, s: S) -> Steps:
        return () if victory.over(s) else (CombatPhase(),)


def counter_targets(st: State, s: S) -> int:
    """Hexes with enemy guns that some gun may shell: gwb.13.4a. Guns already suppressed are no target."""
    enemies = hexes_of(st, artillery.on_map(st, 1 - st.side) & ~st.silenced)
    out = 0
    if enemies:
        isolated = st.isolated(st.side)
        for u in bits(artillery.at_hand(st)):
            if st.b.off_board >> u & 1:
                near = st.b.grid.around(sum(1 << o for o in artillery.origins(st, u, isolated)), st.b.units[u].range)
            else:
                near = st.b.board.disc(st.at[u], st.reach_of_gun(u))
            for h in bits(near & enemies & ~out):
                if artillery.can_shell(st, u, h, isolated, s.options, True):  # gwb.13.4a
                    out |= 1 << h
    return out


@dataclass(frozen=True, slots=True)
class Counter(Phasing):
    """Counter-battery fire: name the guns, then roll (gwb.13.4a)."""

    t: int
    guns: int = 0

    def prompt(self, s: S) -> str:
        return f"Counter-battery fire on {s.state.b.board.name(self.t)}: add guns, then fire"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        out = st.b.orders("add", artillery.counter_guns(st, self.t, self.guns, s.options))
        return [*out, ("fire",)] if self.guns else out

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "add":
            return (Counter(self.t, self.guns | 1 << st.b.by_id[action[1]]),)
        return stages.counter_battery(s, self.t, self.guns)


@dataclass(frozen=True, slots=True)
class Declare(Phasing):
    """The attacker names the units that will fight in melee: gwb.6.1c. `via`: units that attack across the open, with their hex."""

    t: int
    att: int = 0
    via: tuple[tuple[int, int], ...] = ()

    def prompt(self, s: S) -> str:
        return f"Attack on {s.state.b.board.name(self.t)}: add units for the melee, then commit"

    def joiners(self, s: S) -> tuple[int, list[tuple[int, int]]]:
        """Who may still join: from next to the target, and across the open."""
        st = s.state
        units = able_units(st) & ~self.att
        near, far = adjacent(st, self.t, units), across(st, self.t, units)
        if self.att:
            near = sum(1 << u for u in bits(near) if self._fits(st, u))
            far = [(u, m) for u, m in far if self._fits(st, u, m)]
        room = {m: st.b.stacking - sum(1 for _, x in self.via if x == m) for _, m in far}
        return near, [(u, m) for u, m in far if room[m] > 0]

    def _fits(self, st: State, u: int, mid: int = 0) -> bool:
        """May the unit fight together with those already named? `mid` is the hex that it would enter across the open."""
        via = dict(self.via)
        one_hex = all((st.at[u], mid) == (st.at[o], via.get(o, 0)) for o in bits(self.att))
        if not one_hex:
            if st.phase == HASTY:  # gwb.11.0a, gwb.11.0b
                return False
            isolated = st.isolated(st.side)
            if any(isolated >> st.at[o] & 1 for o in bits(self.att | 1 << u)):  # gwb.12.2a
                return False
        return artillery.joins(st, u, self.att)

    def actions(self, s: S) -> list[Action]:
        st = s.state
        near, far = self.joiners(s)
        out: list[Action] = [("across", st.b.words[u], st.b.grid.number(m)) for u, m in far]
        return [*out, *st.b.orders("add", near), *([("commit",)] if self.att else [])]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] != "commit":
            u = st.b.by_id[action[1]]
            via = (*self.via, (u, st.b.grid.index(action[2]))) if action[0] == "across" else self.via
            return (Declare(self.t, self.att | 1 << u, via),)  # gwb.6.1c
        open_ = 0
        for u, mid in self.via:  # gwb.13.2b
            victory.enter(s, u, mid)
            open_ |= 1 << u
            s.note("across", "gwb.13.2b", unit=st.b.words[u], **st.b.board.where(mid))
        st.open |= open_
        st.acted |= self.att
        st.fought |= self.att
        here = st.where[self.t]  # all that stand in the hex: gwb.6.0g
        s.note(
            "attack",
            "gwb.6.0a" if st.phase == COORDINATED else "gwb.11.0a",
            **st.b.board.where(self.t),
            units=st.b.named(self.att),
            defenders=st.b.named(here),
        )
        f = Fight(self.t, self.att, open_, hexes_of(st, self.att), here, caught=here & (st.marching | st.entrained))
        return leaving(s, f)


def leaving(s: S, f: Fight) -> Steps:
    """Cavalry decides first, if there is any that may go: gwb.6.1.2a. Guns that go with it were attacked all the same (G78)."""
    st = s.state
    st.was_hit |= st.stack(f.t) & st.b.guns
    return (follow(CavalryLeaves, f),) if leavers(s, f, 0) else follow(Limbering, f).settle(s)


def leavers(s: S, f: Fight, going: int) -> int:
    """Returns the defenders that may still join the retreat before combat: cavalry (gwb.6.1.2a), then guns with it."""
    st = s.state
    b = st.b
    if not f.att & ~b.cavalry:  # gwb.6.1.2e, G18
        return 0
    here = st.stack(f.t) & ~going & ~st.entrained
    out = here & b.cavalry
    if going & b.cavalry:  # gwb.6.1.2b, G17
        out |= here & b.guns
    k = 1 - st.side
    return sum(1 << u for u in bits(out) if retreat.possible(s, k, f.t, going | 1 << u, f.hexes, False))


@dataclass(frozen=True, slots=True)
class CavalryLeaves(Fight, Opposing):
    """Defending cavalry, and guns with it, may retreat before combat: gwb.6.1.2a, gwb.6.1.2b, gwb.6.1.2c."""

    going: int = 0

    def prompt(self, s: S) -> str:
        return f"{s.state.b.board.name(self.t)} is attacked: choose cavalry to retreat before combat, or stand"

    def actions(self, s: S) -> list[Action]:
        out = s.state.b.orders("leave", leavers(s, self, self.going))
        return [*out, ("ride",) if self.going else ("stand",)]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "leave":
            return (follow(CavalryLeaves, self, going=self.going | 1 << st.b.by_id[action[1]]),)
        if action[0] == "stand":
            return follow(Limbering, self).settle(s)
        st.deployed &= ~self.going
        s.note("rides-off", "gwb.6.1.2a", units=st.b.named(self.going))
        return (retreat.Back(1 - st.side, self.t, self.going, self.hexes, "gwb.6.1.2c"), follow(Left, self, going=self.going))


@dataclass(frozen=True, slots=True)
class Left(Fight, Auto[S]):
    """After the cavalry has gone: fight what is left, or advance into the empty hex (gwb.6.1.2f, G16)."""

    going: int = 0

    def run(self, s: S) -> Steps:
        st = s.state
        for u in bits(self.going & self.caught):  # gwb.6.1.2h; guns that go along were attacked (G78)
            if st.at[u] > 0:
                disorganise(s, u, "gwb.6.1.2h" if st.b.cavalry >> u & 1 else "gwb.7.4i")
        rest = st.stack(self.t)
        if rest:
            return follow(Limbering, self, defs=rest).settle(s)
        st.markers |= 1 << self.t  # gwb.6.1.2d, gwb.3.2
        s.note("marker", "gwb.6.1.2d", **st.b.board.where(self.t))
        return advance.after(s, follow(Fight, self, defs=0))  # gwb.6.1.2f


@dataclass(frozen=True, slots=True)
class Limbering(Fight, Opposing):
    """Attacked guns decide whether to limber: gwb.6.1.1f; never the reverse (gwb.6.1.1g)."""

    def prompt(self, s: S) -> str:
        return f"{s.state.b.board.name(self.t)} is attacked: limber guns (they may then retreat), or hold"

    def settle(self, s: S) -> Steps:
        """Ask only if there is a deployed gun; demoralised ones must limber (gwb.13.1f)."""
        st = s.state
        must = st.stack(self.t) & st.deployed
        for u in bits(must):
            if st.demoralised(u):  # gwb.13.1f
                st.deployed &= ~(1 << u)
                s.note("limber", "gwb.13.1f", unit=st.b.words[u])
        return (self,) if st.stack(self.t) & st.deployed else follow(Barrage, self).settle(s)

    def actions(self, s: S) -> list[Action]:
        st = s.state
        return [("hold",), *st.b.orders("limber", st.stack(self.t) & st.deployed)]  # gwb.6.1.1f, gwb.6.1.1g

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "hold":
            return follow(Barrage, self).settle(s)
        st.deployed &= ~(1 << st.b.by_id[action[1]])
        s.note("limber", "gwb.6.1.1f", unit=action[1])
        return self.settle(s)


@dataclass(frozen=True, slots=True)
class Barrage(Fight, Phasing):
    """The attacker names the guns of the barrage: gwb.3.3a, gwb.6.1c, gwb.6.2a."""

    def prompt(self, s: S) -> str:
        return f"Barrage on {s.state.b.board.name(self.t)}: add guns, then go on"

    def settle(self, s: S) -> Steps:
        return (self,) if artillery.barrage_guns(s.state, self.t, self.att, self.guns, s.options) else self.close(s)

    def close(self, s: S) -> Steps:
        if s.options["support"] == "after":  # G09
            return support(s, follow(Fight, self, bar=stages.barrage(s, self)))
        return support(s, self)

    def actions(self, s: S) -> list[Action]:
        st = s.state
        free = artillery.barrage_guns(st, self.t, self.att, self.guns, s.options)
        return [*st.b.orders("add", free), ("ready",)]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "ready":
            return self.close(s)
        return follow(Barrage, self, guns=self.guns | 1 << s.state.b.by_id[action[1]]).settle(s)


def tied(st: State, t: int) -> int:
    """The gun whose support stays with a hex (gwb.6.3.1e, G14), in hasty combat too (gwb.11.0e). -1 if none. A line cut since then
    cuts it off (gwb.12.1a, G77)."""
    for g in sorted(st.ties):
        if st.ties[g] == t and not (st.was_hit | st.silenced) >> g & 1 and (st.at[g] > 0 or st.b.off_board >> g & 1):  # gwb.11.0e
            return -1 if artillery.cut_off(st, g, t, st.isolated(1 - st.side)) else g  # gwb.12.1a
    return -1


def support(s: S, f: Fight) -> Steps:
    """One supporting gun, or the one already tied to the hex."""
    st = s.state
    g = tied(st, f.t)
    if g >= 0:
        return stages.roll(s, follow(Fight, f, sup=g))
    if artillery.support_guns(st, f.t, s.options):
        return (follow(Support, f),)
    return stages.roll(s, follow(Fight, f))


@dataclass(frozen=True, slots=True)
class Support(Fight, Opposing):
    """The defender may call one gun: gwb.6.3.1a."""

    def prompt(self, s: S) -> str:
        return f"{s.state.b.board.name(self.t)} is attacked: choose one gun for defensive fire support, or none"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        return [("none",), *st.b.orders("support", artillery.support_guns(st, self.t, s.options))]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        sup = -1
        if action[0] == "support":
            sup = st.b.by_id[action[1]]
            st.ties[sup] = self.t
            if st.b.off_board >> sup & 1:
                st.fired_off |= 1 << sup
            s.note("support", "gwb.6.3.1a", unit=action[1], **st.b.board.where(self.t))
        return stages.roll(s, follow(Fight, self, sup=sup))
