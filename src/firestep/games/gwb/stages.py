"""Combat, second part: the three stages (gwb.6.2-gwb.6.4), losses and overkill (gwb.6.4.1, gwb.6.4.4), battle markers
(gwb.6.5). The advance is in advance.py.

The numbers of each stage come from pure functions, which the odds use as well: what is foretold is what is rolled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from firestep.engine.action import Action
from firestep.engine.odds import Modifier
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.gwb import advance, artillery, retreat, terrain
from firestep.games.gwb.components import tables
from firestep.games.gwb.disorganisation import disorganise
from firestep.games.gwb.fight import Fight, follow
from firestep.games.gwb.phasing import Opposing, S
from firestep.games.gwb.state import State
from firestep.hexmap.grid import bits

# -- the numbers of a stage -------------------------------------------------------------------------------------------


def weakened(st: State, u: int) -> int:
    """A defender's strength: one less while disorganised or in March Order, at least one (gwb.9.0j, gwb.7.4h, G29).
    Demoralisation takes nothing off (gwb.13.1c)."""
    n = st.strength(u)  # gwb.13.1c
    if n and (st.dis[u] or (st.marching | st.entrained) >> u & 1):  # gwb.7.4h, gwb.9.0j
        n = max(1, n - 1)
    return n


def own_fire(st: State, u: int) -> int:
    """What a defender adds to the defensive fire of its hex. A gun that is suppressed (gwb.13.4d), that supported another hex
    (gwb.6.3.1f) or that fired in a hex it has left since (gwb.6.1f, G13) adds nothing, nor does a corps gun (gwb.13.3a);
    otherwise all of them fire (gwb.6.1.1a)."""
    if st.b.guns >> u & 1 and ((st.silenced | st.b.heavy) >> u & 1 or st.ties.get(u, st.at[u]) != st.at[u]):  # gwb.6.3.1f
        return 0
    return weakened(st, u)  # gwb.6.1.1a


def fire_strength(st: State, f: Fight) -> int:
    """The sum of the defenders and of at most one supporting gun (gwb.3.5, gwb.6.3a)."""
    return sum(own_fire(st, u) for u in bits(st.stack(f.t))) + (st.strength(f.sup) if f.sup >= 0 else 0)  # gwb.3.5, gwb.6.3a


def fire_modifiers(st: State, f: Fight) -> list[Modifier]:
    """gwb.6.3b without the barrage result; -1 for each attacker across the open (gwb.13.2e, gwb.mk.aao)."""
    value, name = terrain.fire(st.ground, f.t, f.hexes)
    out = [Modifier("gwb.6.3b", name, value)] if value else []
    if f.across:
        out.append(Modifier("gwb.13.2e", "attackers across the open", -f.across.bit_count()))
    return out


class Melee(NamedTuple):
    attack: int
    defence: int
    shifts: list[Modifier]
    column: int

    @property
    def shift(self) -> int:
        return sum(m.value for m in self.shifts)


def melee(st: State, f: Fight) -> Melee:
    """Attackers without guns (gwb.3.17a) against defenders without guns, or one for a hex of guns alone (gwb.3.17b, gwb.6.1.1c)."""
    attack = st.strength_of(f.att)  # gwb.3.17a
    defence = sum(weakened(st, u) for u in bits(st.stack(f.t) & ~st.b.guns)) or 1  # gwb.3.17b, gwb.6.1.1c
    shifts = melee_shifts(st, f)
    return Melee(attack, defence, shifts, tables.melee_column(attack, defence, sum(m.value for m in shifts)))


def melee_shifts(st: State, f: Fight) -> list[Modifier]:
    """gwb.6.4b, and one for a battle marker that lay there before (gwb.6.5c, gwb.mk.battle, G22). A marker in a hex of the
    attackers does not count (gwb.6.5d)."""
    value, name = terrain.melee_shift(st.ground, f.t, f.hexes)
    out = [Modifier("gwb.6.4b", name, value)] if value else []
    if st.markers >> f.t & 1:  # gwb.6.5d
        out.append(Modifier("gwb.6.5c", "battle marker", 1))
    return out


# -- the dice ---------------------------------------------------------------------------------------------------------


def barrage(s: S, f: Fight) -> int:
    """The barrage stage comes first (gwb.3.3a). Its result is added to the die of defensive fire (gwb.6.2f). Without guns there is
    none (gwb.6.1b)."""
    st = s.state
    if not f.guns:  # gwb.6.1b
        return 0
    return shell(s, f.guns, terrain.barrage(st.b.board, f.t), "barrage", "gwb.6.2e", "gwb.6.2f")


def shell(s: S, guns: int, modifier: int, key: str, *rules: str, **where: str) -> int:
    """Guns fire on the attack, once in a phase, so that each supports one attack (gwb.13.6c). Those off the board fire once in a
    turn (gwb.13.3.1a)."""
    st = s.state
    st.acted |= guns
    st.fired_off |= guns & st.b.off_board
    strength, die = st.strength_of(guns), s.roll()  # gwb.3.3b
    result = tables.fire(strength, die + modifier)
    s.note(key, *rules, **where, guns=st.b.named(guns), strength=strength, die=die, modifier=modifier, result=result)
    return result


def roll(s: S, f: Fight) -> Steps:
    """All commitments are made and stay (gwb.6.1d): barrage, defensive fire, melee (gwb.6.1a), each carried to its
    end (gwb.6.1b)."""
    st = s.state  # gwb.6.1d
    bar = f.bar if f.bar >= 0 else barrage(s, f)  # gwb.3.3a, gwb.6.1a
    strength = fire_strength(st, f)
    for u in bits(st.stack(f.t) & st.b.guns):
        if own_fire(st, u):
            st.ties[u] = f.t  # its fire belongs to this hex for the phase (G13)
    die = s.roll()  # six sides, as all dice: gwb.2.0
    modifier = sum(m.value for m in fire_modifiers(st, f))
    fire = tables.fire(strength, die + bar + modifier)
    s.note(
        "defensive-fire",
        "gwb.6.3b",
        "gwb.6.3c",
        strength=strength,
        die=die,
        barrage=bar,
        modifier=modifier,
        result=fire,
        support=st.b.words[f.sup] if f.sup >= 0 else None,
    )
    m = melee(st, f)
    die = s.roll()
    a, d = tables.melee(m.column, die + fire)  # gwb.6.4c
    s.note(
        "melee",
        "gwb.6.4a",
        "gwb.6.4c",
        attack=m.attack,
        defence=m.defence,
        odds=tables.MELEE_NAMES[m.column],
        shift=m.shift,
        die=die,
        fire=fire,
        attacker=a,
        defender=d,
    )
    return stand_or_retreat(s, follow(Fight, f, bar=bar, fire=fire), a, d)


def stand_or_retreat(s: S, f: Fight, a: int, d: int) -> Steps:
    """The defender who owes a step may retreat instead (gwb.6.4.2a, G23); demoralised ones must (gwb.13.1d).
    Whoever owes none stays (gwb.13.1e)."""
    if d and (may_retreat(s, f) or shaken(s.state, f.t) and must_retreat(s, f)):  # gwb.6.4.2a
        return (follow(Stand, f, a=a, d=d),)
    return (follow(Losses, f, a=a, d=d),)


def may_retreat(s: S, f: Fight) -> bool:
    """Every defender must be able to go: deployed guns hold the hex (gwb.3.7b, gwb.6.4.2f, gwb.ex.c5), unless the option
    abandons them. Limbered guns go along (gwb.3.13b)."""
    st = s.state
    here = st.stack(f.t)
    going = here & ~st.deployed
    if here & st.deployed and (s.options["guns"] == "hold" or not going):  # gwb.6.4.2f
        return False
    return retreat.possible(s, 1 - st.side, f.t, going, f.hexes)  # gwb.3.13b


def must_retreat(s: S, f: Fight) -> bool:
    """A compulsory retreat takes place if anybody can go; who cannot is lost: gwb.6.4.2d, G12."""
    st = s.state
    k = 1 - st.side
    return any(any(retreat.goals(s, k, f.t, 1 << u, f.hexes)) for u in bits(st.stack(f.t) & ~st.deployed))


def shaken(st: State, t: int) -> bool:
    """Does a demoralised unit stand in the hex?"""
    return any(st.demoralised(u) for u in bits(st.stack(t)))


@dataclass(frozen=True, slots=True)
class Stand(Fight, Opposing):
    """Take the losses, or retreat and reduce both sides' losses: gwb.6.4.2a, gwb.6.4.2e."""

    a: int = 0
    d: int = 0

    def prompt(self, s: S) -> str:
        points = terrain.retreat_points(s.state.b.board, self.t)
        return (
            f"Melee at {s.state.b.board.name(self.t)}: attacker owes {self.a}, you owe {self.d}. "
            f"Hold, or retreat and spare both sides {min(points, self.d)}?"
        )

    def actions(self, s: S) -> list[Action]:
        return [("retreat",)] if shaken(s.state, self.t) else [("hold",), ("retreat",)]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "hold":
            return (follow(Losses, self, a=self.a, d=self.d),)
        st = s.state
        spared = min(terrain.retreat_points(st.b.board, self.t), self.d)  # gwb.3.19, gwb.6.4.2e
        s.note("retreats", "gwb.6.4.2e", **st.b.board.where(self.t), spared=spared)
        for u in bits(st.stack(self.t) & st.deployed):  # gwb.6.4.2d: compulsory, or under the option
            st.destroy(u)
            s.note("abandoned", "gwb.6.4.2d", unit=st.b.words[u])
        return (follow(Losses, self, a=max(0, self.a - spared), d=self.d - spared, owed=self.d, going=True),)


@dataclass(frozen=True, slots=True)
class Losses(Fight, Auto[S]):
    """Overkill for both sides at once (gwb.6.4.4, G24), then losses, then the retreat."""

    a: int = 0
    d: int = 0
    owed: int = 0
    going: bool = False

    def run(self, s: S) -> Steps:
        st = s.state
        k = st.side
        mine = sum(st.steps[u] for u in bits(self.att))  # G25
        theirs = sum(st.steps[u] for u in bits(st.stack(self.t)))
        over_a, over_d = max(0, self.a - mine), max(0, self.d - theirs)
        a, d = min(max(0, self.a - over_d), mine), min(max(0, self.d - over_a), theirs)  # gwb.6.4.4
        spared_a, spared_d = min(self.a, mine) - a, min(self.d, theirs) - d
        if spared_a or spared_d:
            s.note("overkill", "gwb.6.4.4", attacker=spared_d, defender=spared_a)
        steps: list[Auto[S] | Choice[S]] = []
        if a:
            steps.append(retreat.Lose(k, self.att, a, "gwb.6.4.1a"))
        if d:
            steps.append(retreat.Lose(1 - k, st.stack(self.t), d, "gwb.6.4.1a"))
        if self.going:
            steps.append(retreat.Withdraw(1 - k, self.t, self.hexes))
        hit = bool(self.owed or self.d)
        return (*steps, follow(Aftermath, self, hit=hit))


@dataclass(frozen=True, slots=True)
class Aftermath(Fight, Auto[S]):
    """Puts the battle marker (gwb.3.2, gwb.6.5a) and disorganises units that were caught marching or are demoralised."""

    hit: bool = False

    def run(self, s: S) -> Steps:
        st = s.state
        bit = 1 << self.t
        if not st.markers & bit:  # a hex never has two (gwb.6.5g)
            st.markers |= bit  # gwb.6.5a
            s.note("marker", "gwb.6.5a", **st.b.board.where(self.t))
        for u in bits(self.defs):
            if st.at[u] <= 0:
                continue
            if self.caught >> u & 1:
                disorganise(s, u, "gwb.7.4i")
            if self.hit and st.demoralised(u):  # only if the defender owed a step: gwb.13.1e
                disorganise(s, u, "gwb.13.1d")
        return advance.after(s, self)


# -- counter-battery --------------------------------------------------------------------------------------------------


def counter_battery(s: S, t: int, guns: int) -> Steps:
    """The result is the number of guns suppressed, of their owner's choice: gwb.13.4d. No battle marker (gwb.6.5h)."""
    st = s.state
    modifier = artillery.modifier(st, guns, t, s.options)
    result = shell(s, guns, modifier, "counter-battery", "gwb.13.4b", **st.b.board.where(t))  # gwb.6.5h
    open_ = (st.stack(t) & st.b.guns & ~st.silenced).bit_count()
    return (Suppress(t, min(result, open_)),) if result and open_ else ()


@dataclass(frozen=True, slots=True)
class Suppress(Opposing):
    """The defender chooses which guns are suppressed: gwb.13.4d."""

    t: int
    n: int

    def prompt(self, s: S) -> str:
        return f"Counter-battery fire on {s.state.b.board.name(self.t)}: choose a gun to be suppressed ({self.n} left)"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        return st.b.orders("suppress", st.stack(self.t) & st.b.guns & ~st.silenced)

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        st.silenced |= 1 << st.b.by_id[action[1]]
        s.note("suppressed", "gwb.13.4d", unit=action[1])
        return (Suppress(self.t, self.n - 1),) if self.n > 1 else ()
