"""Attacks: where the odds pay for the blood, with what helps; who falls, who goes in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from firestep.bots.tgw.evaluation import BLOOD, OWN, RACE, RADIUS, THEIRS, count, driving, eastward, plan, price, quiet, units_on
from firestep.bots.tgw.values import FRENCH, WORTH, attack_of, defence_of, force
from firestep.engine.session import Decision, Session
from firestep.games.tgw.combat import air, results_table, strength
from firestep.games.tgw.combat.attackers import NEAR, WAYS, all_of, ready
from firestep.games.tgw.combat.bans import bans
from firestep.games.tgw.combat.combat import reckon, supporters
from firestep.games.tgw.combat.strength import declared
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.components.chits import CHIT
from firestep.games.tgw.events import ordered_offensives
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.state import Fight, State
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits

S = Session[State]
D = Decision[Any]
#: what an attack should bring at least
LEAST = 0.35
#: how much more it should bring in the winter of 1914
SPENT = 1.5
#: how much less than with all who could join an attack may bring, for more to be called
PATIENCE = 0.3
#: how much less where a decision is sought, and how much more where the Central Powers only hold
KEEN, THRIFT = 0.25, 0.6
#: all hexes within two steps of a hex: whose headquarters may help there
_TWO = {i: board.ATLAS.dilate(board.ATLAS.dilate(1 << i)) & board.LAND for i in bits(board.LAND)}
_seen: dict[tuple[int, ...], float] = {}
_LIMIT = 4000


def gain(st: State, fight: Fight) -> float:
    """What an attack is worth: ground and blood, expected over the die."""
    k = reckon(st, fight)
    there = strength.defenders(st, fight)
    steps = sum(unit_types.steps(st, u) for u in bits(there)) + forts.intrinsic(st, fight.hex, 1 - fight.side)
    mine = sum(unit_types.steps(st, u) for u in fight.attackers)
    prize = 0.1 + 0.8 * WORTH[fight.side][fight.hex]
    if fight.side == tables.CENTRAL and FRENCH >> fight.hex & 1:
        prize += 4.0
    their = sum(force(st, u) for u in bits(there)) / max(1, there.bit_count()) / 7
    own = sum(force(st, u) for u in fight.attackers) / max(1, len(fight.attackers)) / 8
    front = fronts.FRONT_AT[fight.hex]
    if eastward(st, fight.side, front) and there:
        # a point brings back a good division as well as a bad one, and Russia has few
        their, own = their**0.5 * price(st, roster.NATION_OF[bits(there)[0]], front), own**0.5 * BLOOD
    else:
        own *= price(st, roster.NATION_OF[fight.attackers[0]], front)
    dice = (0,) if results_table.automatic(k.column) else range(1, 7)
    out = 0.0
    for die in dice:
        loss = k.result(die)
        falls = steps if loss.defender == results_table.ALL else min(loss.defender, steps)
        out += THEIRS * falls * max(their, 0.4) - OWN * min(loss.attacker, mine) * max(own, 0.3)
        if falls == steps and min(loss.attacker, mine) < mine:
            out += prize
    return out / len(dice)


def everyone(st: State, side: int, hex: int, able: int) -> int:
    """All who could join an attack."""
    banned = bans(st, side)
    out = 0
    for i in bits(NEAR[hex] & st.held[side]):
        out |= all_of(st, side, hex, out, able, banned, i)
    return out


def appraise(st: State, side: int, hex: int, kind: str, able: int) -> float:
    """What the best attack on a hex is worth; remembered by what stands around it and whose the ground is."""
    front = fronts.FRONT_AT[hex]
    where = st.where
    near = staff = 0
    around = []
    for i in bits(NEAR[hex] | 1 << hex):
        here = where.get(i, 0)
        around.append(here)
        near |= here
    for i in bits(_TWO[hex] & (st.occ[0] | st.occ[1])):
        staff |= where[i]
    key = (
        side,
        hex,
        st.turn,
        st.phase,
        len(kind),
        st.weather[front],
        able & near,
        staff & roster.HQ & ~st.depleted,
        st.play,
        st.ctrl[side] & fronts.FRONT[front],
        st.reduced & near,
        *around,
        *st.trenches,
    )
    found = _seen.get(key)
    if found is None:
        if len(_seen) >= _LIMIT:
            _seen.clear()
        found = _seen[key] = _appraise(st, side, hex, kind, able)
    return found


def balance(st: State, side: int, front: int) -> float:
    """The enemy's strength on a front against one's own."""
    return attack_of(st, units_on(st, 1 - side, front)) / max(1, attack_of(st, units_on(st, side, front)))


def _appraise(st: State, side: int, hex: int, kind: str, able: int) -> float:
    near = 0
    for i in bits(NEAR[hex] & st.held[side]):
        near |= st.where[i]
    wall = defence_of(st, st.stack(hex) & st.troops[1 - side]) + (st.fort_of[1 - side] >> hex & 1)
    if attack_of(st, near & able) < 1.3 * wall:
        return -5.0  # no column from which anything falls
    units = everyone(st, side, hex, able)
    if not units:
        return -9.0
    fight = declared(st, side, hex, tuple(bits(units)), kind)
    return gain(st, with_help(st, fight))


def with_help(st: State, fight: Fight) -> Fight:
    """With the headquarters that both sides are likely to name."""
    mine = supporters(st, fight, fight.side)
    theirs = supporters(st, fight, 1 - fight.side)
    return replace(fight, hqs=(mine[0] if mine else -1, theirs[0] if theirs else -1))


def attacks(s: S, d: D, step: Any) -> list[float]:
    """Which hex: the one whose attack is worth most, while it is worth anything."""
    st = s.state
    able = ready(st, step.side, step.pool())
    # who is the weaker one on a front spends his men only where it pays well
    hexes = [board.INDEX[a[1]] if a[0] == "attack" else -1 for a in d.actions]
    dear = {f: min(1.0, max(0.0, balance(st, step.side, f) - 1.0)) / 2 for f in {fronts.FRONT_AT[i] for i in hexes if i > 0}}
    for f in dear:
        if quiet(st, f):
            dear[f] += SPENT
        elif driving(st, step.side, f):
            dear[f] -= KEEN
        elif step.side == tables.CENTRAL and f == fronts.WEST and st.turn > RACE:
            dear[f] += THRIFT  # who is to win in the East does not bleed in the West
    out = [LEAST if i < 0 else appraise(st, step.side, i, step.kind, able) - dear[fronts.FRONT_AT[i]] for i in hexes]
    if name := step.ordered(st):  # tgw.6.29: what is ordered is done when nothing better is left, and nothing else instead
        could = [i > 0 and ordered_offensives.FRONT[name] >> i & 1 and _ordered(st, step.side, i, name, able) for i in hexes]
        out = [w if w > LEAST else LEAST + 0.01 * max(w, -30.0) if yes else -90.0 for w, yes in zip(out, could, strict=True)]
    return out


def chase(s: S, d: D, step: Any) -> list[float]:
    """Attack once more after the cavalry has gone, where it pays with the same units."""
    able = sum(1 << u for u in step.units)
    return [LEAST if a[0] == "done" else appraise(s.state, step.side, board.INDEX[a[1]], step.kind, able) for a in d.actions]


def _ordered(st: State, side: int, hex: int, name: str, able: int) -> bool:
    """An attack on a hex with all who can join would be one that an offensive asks for."""
    fight = declared(st, side, hex, tuple(bits(everyone(st, side, hex, able & ordered_offensives.OF[name]))))
    odds = strength.attack(st, fight), strength.defence(st, fight)
    return ordered_offensives.counts(name, sum(1 << u for u in fight.attackers), hex, odds)


def assemble(s: S, d: D, step: Any) -> list[float]:
    """Hex by hex those who add most, until more of them would be wasted: who does not join can attack elsewhere. An attack that
    pays only with all of them is not made with the first who come."""
    st = s.state
    mine = frozenset(step.joined)
    able = step.able(st)
    banned = bans(st, step.side)
    now = _worth_of(st, step, step.joined) if mine else -99.0
    name = ordered_offensives.duty(st, step.side, fronts.theater_at(step.hex)) if st.until else ""
    if name and now < LEAST and ordered_offensives.FRONT[name] >> step.hex & 1:
        return _obey(st, d, step, name)
    whole = everyone(st, step.side, step.hex, able) | step.mask()
    best = _worth_of(st, step, tuple(bits(whole)))
    out = []
    for a in d.actions:
        if a[0] == "add-all":
            more = all_of(st, step.side, step.hex, step.mask(), able, banned, board.INDEX[a[1]])
        elif a[0] == "add":
            more = step.mask() | 1 << roster.UNIT[a[1]]
        else:
            out.append(now)
            continue
        new = more | step.mask()
        value = _worth_of(st, step, tuple(bits(new)))
        if not new & ~whole and value < best - PATIENCE:
            value = best - PATIENCE + 0.001 * (attack_of(st, new) - 0.3 * (whole & ~new).bit_count())
        out.append(value - 0.03 * (new.bit_count() - len(mine)) + (0.001 if a[0] == "add-all" else 0))
    return out


def _obey(st: State, d: D, step: Any, name: str) -> list[float]:
    """An ordered attack is made by those of whom it is asked, by as few as it takes and as many as help."""
    fight = declared(st, step.side, step.hex, step.joined, step.kind)
    odds = strength.attack(st, fight), strength.defence(st, fight)
    enough = bool(step.joined) and ordered_offensives.counts(name, step.mask(), step.hex, odds)
    out = []
    for a in d.actions:
        if a[0] == "add":
            u = roster.UNIT[a[1]]
            out.append(-9.0 if not ordered_offensives.OF[name] >> u & 1 else 1.0 + 0.1 * st.strength(u)[0] if not enough else -1.0)
        else:
            out.append(0.0 if a[0] != "add-all" else -5.0)
    return out


def _worth_of(st: State, step: Any, units: tuple[int, ...]) -> float:
    return gain(st, with_help(st, declared(st, step.side, step.hex, units, step.kind)))


def support(s: S, d: D, step: Any) -> list[float]:
    """In attack always: the attack was chosen with it. In defence where the hex is worth it and the attack can take it."""
    st = s.state
    fight = st.fight
    assert fight is not None
    attacking = step.side == fight.side
    k = reckon(st, fight)
    wanted = attacking or k.column >= 2 and WORTH[step.side][fight.hex] > 0.8 or k.column >= 4
    return [0.0 if a[0] == "none" else (1.0 if wanted else -1.0) + 0.1 * roster.SUPPORT[roster.UNIT[a[1]]] for a in d.actions]


def fly(s: S, d: D, step: Any) -> list[float]:
    """One air unit more than the enemy can send, since more than one adds nothing (tgw.15.13c); no tactics where nobody flies
    (tgw.6.3)."""
    st = s.state
    fight = st.fight
    assert fight is not None
    attacking = d.seat == fight.side
    mine, theirs = len(fight.air[not attacking]), len(fight.air[attacking])
    if attacking:
        theirs = air.available(st, 1 - d.seat, fight.hex).bit_count()
        keen = True
    else:
        keen = WORTH[d.seat][fight.hex] > 2 and air.available(st, d.seat, fight.hex).bit_count() >= theirs
    keen = keen and mine <= theirs
    tactics = -1.0 if not theirs else 0.4
    return [0.0 if a[0] == "done" else -0.5 if not keen else tactics if air.TACTICS >> CHIT[a[1]] & 1 else 0.5 for a in d.actions]


def lose(s: S, d: D, step: Any) -> list[float]:
    """The step that is missed least: the far side of a two-step unit before a unit's life."""
    st = s.state
    out = []
    for a in d.actions:
        u = roster.UNIT[a[1]]
        if unit_types.steps(st, u) == 2:
            out.append(-1.5)
        else:
            out.append(-force(st, u) - (1.5 if st.flipped >> u & 1 else 0.0) - (2.0 if roster.TANK >> u & 1 else 0.0))
    return out


def threat(st: State, side: int, hex: int, but: int = 0) -> int:
    """The strength of the enemy that can come next to a hex in a movement."""
    near = WAYS.within(1 << hex, fronts.FRONT[fronts.FRONT_AT[hex]] & board.LAND, RADIUS) & st.held[1 - side] & ~(1 << but)
    return sum(attack_of(st, st.stack(j) & st.troops[1 - side]) for j in bits(near))


def _entering(st: State, fight: Fight, action: tuple[str, ...]) -> list[int]:
    """Return the units that an answer sends into the hex that was emptied."""
    if action[0] != "advance-all":
        return [roster.UNIT[action[1]]]
    return [u for u in fight.attackers if st.at[u] == board.INDEX[action[1]]]


def advance(s: S, d: D, step: Any) -> list[float]:
    """Into the hex until it is held, out of hexes that stay held; prizes are held in strength. Nobody goes where he would starve
    before he can move on (tgw.11.84)."""
    st = s.state
    fight = st.fight
    assert fight is not None
    side, hex = fight.side, fight.hex
    have = count(st, side, hex)
    risk = threat(st, side, hex)
    wish = 1 if risk < 4 else 2 if risk < 9 else 3 if risk < 18 else 4
    great = WORTH[side][hex] > 3
    if great:
        wish = 6
    out = []
    for a in d.actions:
        if a[0] == "done":
            out.append(0.0)
        elif not all(supply.ground(st, u) >> hex & 1 for u in _entering(st, fight, a)):
            out.append(-1.0)
        elif a[0] == "advance-all":
            i = board.INDEX[a[1]]
            out.append(1.5 if not threat(st, side, i, hex) and have + count(st, side, i) <= 6 else -1.0)
        else:
            u = roster.UNIT[a[1]]
            i = st.at[u]
            left = count(st, side, i) - 1
            exposed = bool(NEAR[i] & st.held[1 - side] & ~(1 << hex))
            guard = 0 if great else 2 if exposed else 1 if threat(st, side, i, hex) else 0
            if great and left < 1 and threat(st, side, i, hex):
                guard = 1
            out.append(-1.0 if have >= wish or left < guard else 1.0 + 0.05 * force(st, u) + 0.1 * left)
    return out


def go_on(s: S, d: D, step: Any) -> list[float]:
    """A second hex only for a prize, or where nobody threatens."""
    st = s.state
    fight = st.fight
    assert fight is not None
    out = []
    for a in d.actions:
        if a[0] == "done":
            out.append(0.0)
            continue
        hex = board.INDEX[a[2]]
        if st.ctrl[fight.side] >> hex & 1:
            out.append(-1.0)
            continue
        if not supply.ground(st, roster.UNIT[a[1]]) >> hex & 1:
            out.append(-1.0)
            continue
        value = WORTH[fight.side][hex]
        risk = sum(attack_of(st, st.stack(j) & st.troops[1 - fight.side]) for j in bits(NEAR[hex] & st.held[1 - fight.side]))
        left = count(st, fight.side, fight.hex) - 1
        out.append(value - 0.15 * risk - (1.0 if left < 1 else 0.0) - 0.3)
    return out


def lay(s: S, d: D, step: Any) -> list[float]:
    """The marker of the high command lies where most of the attackers of the plan are near."""
    st, side = s.state, step.side
    out = []
    for a in d.actions:
        if a[0] != "marker":
            out.append(0.0)
            continue
        i = board.INDEX[a[1]]
        best = plan(st, side, fronts.FRONT_AT[i]).targets[:3]
        near = sum(1 / (1 + board.ATLAS.distance(i, e)) for e in best)
        out.append(near + 0.02 * count(st, side, i))
    return out


def leave(s: S, d: D, step: Any) -> list[float]:
    """Cavalry leaves before it is ridden down, unless it guards a prize."""
    st = s.state
    fight = st.fight
    assert fight is not None
    stand = WORTH[d.seat][fight.hex] > 3
    return [0.5 if (a[0] == "stand") == stand else 0.0 for a in d.actions]
