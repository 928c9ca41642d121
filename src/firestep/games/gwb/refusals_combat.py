"""Why not, in combat, on the railway and for guns: see refusals.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.games.gwb import combat, harassing, moving, retreat, slow, stages
from firestep.games.gwb.fight import Fight
from firestep.games.gwb.state import AWAY, BOX, COORDINATED, DEAD, HASTY, State
from firestep.hexmap.grid import bits
from firestep.hexmap.mapfile import side

S = Session[State]
R = list[tuple[str, str]]
OFF = (AWAY, DEAD)


# -- the railway ------------------------------------------------------------------------------------------------------


def by_rail(s: S, m: moving.Moving, action: Action) -> R:
    st = s.state
    u, verb = m.u, action[0]
    unit = st.b.units[u]
    k, name = unit.side, unit.name
    mine = range(st.b.rail[0]) if k == 0 else range(st.b.rail[0], sum(st.b.rail))
    riding = bool(st.entrained >> u & 1)
    half = -(-unit.move // 2)
    out: R = []
    if verb == "entrain":
        if riding:
            return [("gwb.7.6a", f"{name} is on a train already.")]
        if m.acts not in ("", "m"):
            out.append(("gwb.7.6c", f"{name} cannot entrain after that."))
        if st.at[u] <= 0:
            return [("gwb.2.2", f"{name} is not on the map yet.")]
        if not any(st.cargo[i] < 0 and not st.tasks[i] & 1 for i in mine):
            out.append(("gwb.7.6h", "No rail marker is free to entrain a unit."))
        if st.marching >> u & 1 or st.forced >> u & 1:
            out.append(("gwb.7.6d", f"{name} marches this turn."))
        if st.deployed >> u & 1:
            out.append(("gwb.7.6i", f"{name} is not limbered."))
        if st.began_dis >> u & 1 or st.dis[u]:
            out.append(("gwb.9.0h", f"{name} began the turn disorganised."))
        if st.began_zone >> u & 1:
            out.append(("gwb.7.6f", f"{name} began the turn in an enemy zone of control."))
        if m.mp < half:
            out.append(("gwb.7.6a", f"{name} needs {half} points to entrain."))
        if not any(_rail(st, st.at[u], n) for n in slow.neighbours(st, st.at[u])):
            out.append(("gwb.7.6b", f"{name} does not stand on a railway."))
        if slow.in_zone(st, st.at[u], 1 - k):
            out.append(("gwb.7.6g", "The line lies in an enemy zone of control."))
        if st.b.roadblocks >> st.at[u] & 1:
            out.append(("gwb.7.6b", "A roadblock cuts the line here."))
        return out
    if not riding:
        return [("gwb.7.6b", f"{name} is not on a train.")]
    task = st.tasks[st.cargo.index(u)]
    if verb == "detrain":
        if m.acts not in ("", "r", "e"):
            out.append(("gwb.7.6c", f"{name} has done its two railway actions."))
        if m.mp < half:
            out.append(("gwb.7.6a", f"{name} needs {half} points to detrain."))
        if task & 4:
            out.append(("gwb.7.6h", "Its rail marker has detrained a unit this turn."))
        return out
    if m.acts not in ("", "e"):
        out.append(("gwb.7.6c", f"{name} has done its two railway actions."))
    if task & 2:
        out.append(("gwb.7.6h", "Its rail marker has carried a unit this turn."))
    if not _line(st, u, st.b.board.grid.index(action[1])):
        out.append(("gwb.7.6b", "No open line leads there."))
    return out


def _rail(st: State, a: int, b: int) -> bool:
    s = side(a, b)
    down = s in st.b.board.bridges and st.blown >> st.b.board.bridges.index(s) & 1
    return s in st.b.board.ways["rail"] and not down and "lake" not in st.b.board.terrain[b]


def _line(st: State, u: int, h: int) -> bool:
    return h in slow.remember(("rail", u, *slow.position(st)), lambda: _open_line(st, u)) and h != st.at[u]


def _open_line(st: State, u: int) -> set[int]:
    k = st.b.units[u].side
    seen, queue = {st.at[u]}, [st.at[u]]
    for a in queue:
        for b in slow.neighbours(st, a):
            shut = st.b.roadblocks >> b & 1 or slow.units_at(st, b, 1 - k) or slow.in_zone(st, b, 1 - k)
            if b not in seen and _rail(st, a, b) and not shut:
                seen.add(b)
                queue.append(b)
    return seen


# -- guns -------------------------------------------------------------------------------------------------------------


def _gun(s: S, u: int, h: int, order: bool = True) -> R:
    """What any gun needs to fire at a hex: strength, range, sight over open sights, and order for barrage and support."""
    st = s.state
    unit = st.b.units[u]
    limbered = not st.deployed >> u & 1
    out: R = []
    if limbered and not unit.light:
        return [("gwb.3.13d", f"{unit.name} is limbered and has no open sights.")]
    if order and st.dis[u]:
        out.append(("gwb.9.0f", f"{unit.name} is disorganised."))
    if (st.marching | st.entrained) >> u & 1:
        out.append(("gwb.7.4e", f"{unit.name} is in March Order or on a train."))
    far = unit.light_range if limbered else unit.range
    if st.b.board.grid.distance(st.at[u], h) > far:
        out.append(("gwb.6.2b", f"{unit.name} reaches {far} hexes."))
    elif limbered and not unit.heavy and not slow.sight(st, st.at[u], h, s.options["sight"] == "either"):
        out.append(("gwb.13.6a", f"{unit.name} has no clear line of sight."))
    return out


def _cut(st: State, u: int) -> bool:
    return st.at[u] not in slow.communicating(st, st.b.units[u].side)


def _off_board(s: S, u: int, h: int) -> R:
    st = s.state
    unit = st.b.units[u]
    if st.at[u] != BOX:
        return [("gwb.13.3.1c", f"{unit.name} has not arrived.")]
    out: R = []
    if st.fired_off >> u & 1:
        out.append(("gwb.13.3.1a", f"{unit.name} has fired this turn."))
    near = [
        o for o in range(len(st.at)) if st.at[o] > 0 and st.b.units[o].gun and st.b.units[o].army == unit.army and not _cut(st, o)
    ]
    if not any(st.b.board.grid.distance(st.at[o], h) <= unit.range for o in near):
        out.append(("gwb.13.3.1b", f"No gun of the army in communication stands within {unit.range} hexes of the target."))
    return out


def attacking_gun(s: S, u: int, h: int, counter: bool = False) -> R:
    """Fire on the attack: barrage, or counter-battery, which disorder, isolation and demoralisation do not forbid (G70)."""
    st = s.state
    unit = st.b.units[u]
    if unit.side != st.side or not unit.gun:
        return [("gwb.6.2a", f"{unit.name} is not artillery of yours.")]
    if st.at[u] in OFF and not unit.off_board:
        return [("gwb.6.2a", f"{unit.name} is not on the map.")]
    out: R = []
    if st.acted >> u & 1:
        out.append(("gwb.6.1f", f"{unit.name} has fired in this phase."))
    if st.demoralised(u) and not counter:
        out.append(("gwb.13.1b", f"{unit.name} is demoralised."))
    if unit.off_board:
        if st.phase == HASTY:
            out.append(("gwb.11.0c", "Off-board guns do not support hasty attacks."))
        return out + _off_board(s, u, h)
    out += _gun(s, u, h, not counter)
    if st.deployed >> u & 1:
        if st.phase == HASTY:
            out.append(("gwb.11.0c", f"{unit.name} is deployed: only limbered guns over open sights support hasty attacks."))
        if not counter and _cut(st, u):
            out.append(("gwb.12.2d", f"{unit.name} is isolated."))
    return out


def harassing_gun(s: S, step: harassing.Harass, u: int) -> R:
    st = s.state
    unit = st.b.units[u]
    if unit.side == st.b.units[step.u].side or not unit.gun or st.at[u] <= 0:
        return (
            [("gwb.8.0a", f"{unit.name} is not artillery of yours on the map.")]
            if not unit.off_board
            else [("gwb.13.3a", f"{unit.name} is corps artillery.")]
        )
    out: R = []
    if unit.heavy:
        out.append(("gwb.13.3a", f"{unit.name} is corps artillery."))
    if step.guns >> u & 1 or st.harassed.get(u, 0) >> step.u & 1:
        out.append(("gwb.8.0e", f"{unit.name} has fired at this unit in this phase."))
    return out + _gun(s, u, st.at[step.u], False)


def _formation(st: State, u: int, others: int) -> R:
    level = st.b.together[st.b.units[u].side]
    if level != "any" and any(getattr(st.b.units[o], level) != getattr(st.b.units[u], level) for o in bits(others)):
        return [("gwb.6.0i", f"{st.b.units[u].name} belongs to another {level} than the rest of the attack.")]
    return []


def _counter(s: S, step: combat.Counter, action: Action) -> R:
    st = s.state
    if action[0] == "fire":
        return [] if step.guns else [("gwb.13.4a", "Add a gun first.")]
    u = st.b.by_id[action[1]]
    out = attacking_gun(s, u, step.t, True)
    if step.guns >> u & 1:
        out.append(("gwb.13.4a", f"{st.b.units[u].name} is named already."))
    elif st.b.units[u].heavy and any(st.b.units[g].heavy for g in bits(step.guns)):
        out.append(("gwb.13.3c", "One corps or army gun at most takes part."))
    return out


def _barrage(s: S, step: combat.Barrage, action: Action) -> R:
    st = s.state
    if action[0] == "ready":
        return []
    u = st.b.by_id[action[1]]
    unit = st.b.units[u]
    out = attacking_gun(s, u, step.t)
    if step.guns >> u & 1:
        out.append(("gwb.6.0c", f"{unit.name} is named already."))
    if any(_cut(st, a) for a in bits(step.att)):
        out.append(("gwb.12.2b", "Isolated units get no barrage."))
    if unit.heavy:
        if all(st.b.units[a].army != unit.army for a in bits(step.att)):
            out.append(("gwb.13.3b", f"No unit of the army of {unit.name} attacks."))
        if any(st.b.units[g].heavy and g != u for g in bits(step.guns)):
            out.append(("gwb.13.3c", "One corps or army gun at most takes part."))
    elif unit.side == st.side:
        out += _formation(st, u, step.att)
    return out


def _support(s: S, step: combat.Support, action: Action) -> R:
    st = s.state
    if action[0] == "none":
        return []
    u = st.b.by_id[action[1]]
    unit = st.b.units[u]
    if unit.side == st.side or not unit.gun:
        return [("gwb.6.3.1a", f"{unit.name} is not artillery of yours.")]
    out: R = []
    if st.was_hit >> u & 1:
        out.append(("gwb.6.3.1c", f"{unit.name} was attacked in this phase."))
    if st.silenced >> u & 1:
        out.append(("gwb.13.4d", f"{unit.name} is suppressed."))
    if u in st.ties:
        out.append(("gwb.6.3.1d", f"{unit.name} has supported a hex in this phase."))
    level = "army" if unit.heavy else st.b.together[unit.side]
    if level != "any" and all(getattr(st.b.units[o], level) != getattr(unit, level) for o in slow.units_at(st, step.t, unit.side)):
        out.append(("gwb.6.0i", f"{unit.name} belongs to another {level} than the defenders."))
    if unit.heavy and s.options["corps_support"] == "off":
        return [*out, ("gwb.13.3a", f"{unit.name} is corps artillery.")]
    home = slow.communicating(st, unit.side)
    if unit.off_board:
        if step.t not in home:
            out.append(("gwb.12.2c", "Isolation: only adjacent guns, or guns over open sights, support."))
        return out + _off_board(s, u, step.t)
    if st.at[u] <= 0 or st.at[u] == step.t:
        return [*out, ("gwb.6.1.1b", f"{unit.name} does not stand in another hex of the map.")]
    out += _gun(s, u, step.t)
    far = st.b.board.grid.distance(st.at[u], step.t) > 1
    if far and st.deployed >> u & 1 and (st.at[u] not in home or step.t not in home):
        out.append(("gwb.12.2c", "Isolation: only adjacent guns, or guns over open sights, support."))
    return out


# -- the attack -------------------------------------------------------------------------------------------------------


def attacker(s: S, u: int) -> R:
    """May the unit attack in this phase at all?"""
    st = s.state
    unit = st.b.units[u]
    if unit.side != st.side or st.at[u] <= 0:
        return [("gwb.6.0b", f"{unit.name} is not a unit of yours on the map.")]
    if unit.gun:
        return [("gwb.3.17a", f"{unit.name} is artillery and has no part in melee.")]
    out: R = []
    if st.acted >> u & 1:
        out.append(("gwb.6.0c", f"{unit.name} has attacked in this phase."))
    if st.dis[u]:
        out.append(("gwb.9.0g", f"{unit.name} is disorganised."))
    if (st.marching | st.entrained) >> u & 1:
        out.append(("gwb.7.4e", f"{unit.name} is in March Order or on a train."))
    if st.forced >> u & 1:
        out.append(("gwb.7.5c", f"{unit.name} has force-marched."))
    if st.phase == COORDINATED and st.demoralised(u):
        out.append(("gwb.13.1a", f"{unit.name} is demoralised: hasty attacks only."))
    return out


def _next_to(st: State, u: int, t: int) -> R:
    if t not in slow.neighbours(st, st.at[u]):
        return [("gwb.3.17a", f"{st.b.units[u].name} is not adjacent to the target.")]
    wet = slow.water(st, st.at[u], t)
    return [(wet, f"Water without a bridge lies between {st.b.units[u].name} and the target.")] if wet else []


def _across(st: State, u: int, mid: int, t: int) -> R:
    """gwb.13.2 for one unit and one empty hex."""
    name, a = st.b.units[u].name, st.at[u]
    grid = st.b.board.grid
    out: R = []
    if st.phase != COORDINATED:
        out.append(("gwb.13.2a", "Attacks across the open belong to coordinated combat."))
    if grid.distance(a, t) != 2 or grid.distance(a, mid) != 1 or grid.distance(mid, t) != 1:
        return [*out, ("gwb.3.1", f"{name} is not two hexes away with that hex between.")]
    if st.where.get(mid):
        out.append(("gwb.13.2a", "The hex between is not empty."))
    if "lake" in st.b.board.terrain[mid] or st.b.board.sides.get(side(a, mid)) in ("river", "canal", "moat", "lake"):
        out.append(("gwb.13.2d", f"{name} would cross water."))
    elif slow.price(st, u, a, mid) is None:
        out.append(("gwb.7.1a", f"{name} cannot enter the hex between."))
    if slow.water(st, mid, t):
        out.append(("gwb.7.3d", "Water without a bridge lies between that hex and the target."))
    if slow.in_zone(st, a, 1 - st.side) and slow.in_zone(st, mid, 1 - st.side):
        out.append(("gwb.13.2c", f"{name} would go from one enemy zone of control to another."))
    return out


def _phase(s: S, step: combat.CombatPhase, action: Action) -> R:
    st = s.state
    if action[0] == "done":
        return []
    t = st.b.board.grid.index(action[1])
    if action[0] == "counter":
        if st.phase != COORDINATED:
            return [("gwb.13.4a", "Counter-battery fire belongs to coordinated combat.")]
        if not any(
            st.at[u] == t and st.b.units[u].gun and st.b.units[u].side != st.side and not st.silenced >> u & 1
            for u in range(len(st.at))
        ):
            return [("gwb.13.4a", "No enemy gun stands there that could be suppressed.")]
        if any(not attacking_gun(s, u, t, True) for u in range(len(st.at))):
            return []
        return [("gwb.13.4a", "No gun of yours can fire there.")]
    if not slow.units_at(st, t, 1 - st.side):
        return [("gwb.6.0g", "No enemy stands there.")]
    if st.targets_done >> t & 1:
        return [("gwb.6.0f", "Attacks on that hex were finished when another hex was attacked.")]
    # the reason that stands nearest to an attack: of a neighbour, then of who might come across the open, then of the rest
    beside: R = []
    behind: R = []
    for u in range(len(st.at)):
        if st.b.units[u].side != st.side or st.at[u] <= 0 or st.b.units[u].gun:
            continue
        against = attacker(s, u)
        far = st.b.board.grid.distance(st.at[u], t)
        if far == 1:
            against += _next_to(st, u, t)
            beside = beside or against
        elif far == 2 and st.phase == COORDINATED:
            ways = [_across(st, u, m, t) for m in slow.neighbours(st, t) if st.b.board.grid.distance(st.at[u], m) == 1]
            against += sorted(ways, key=lambda w: len(w))[0]
            behind = behind or against
        else:
            continue
        if not against:
            return []
    return beside or behind or [("gwb.3.17a", "No unit of yours stands next to that hex.")]


def _declare(s: S, step: combat.Declare, action: Action) -> R:
    st = s.state
    if action[0] == "commit":
        return [] if step.att else [("gwb.6.1c", "Name at least one unit for the melee.")]
    u = st.b.by_id[action[1]]
    out = attacker(s, u)
    if out:
        return out
    if step.att >> u & 1:
        return [("gwb.6.0c", f"{st.b.units[u].name} is named already.")]
    if action[0] == "add":
        out += _next_to(st, u, step.t)
    else:
        mid = st.b.board.grid.index(action[2])
        out += _across(st, u, mid, step.t)
        if sum(1 for _, x in step.via if x == mid) >= st.b.stacking:
            out.append(("gwb.7.2a", "The hex between holds no more."))
    if any(st.at[o] != st.at[u] for o in bits(step.att)):
        if st.phase == HASTY:
            out.append(("gwb.11.0a", "A hasty attack comes from one hex."))
        elif any(_cut(st, o) for o in bits(step.att | 1 << u)):
            out.append(("gwb.12.2a", "Isolated units do not attack together with other hexes."))
    return out + _formation(st, u, step.att)


def _leaves(s: S, step: combat.CavalryLeaves, action: Action) -> R:
    st = s.state
    if action[0] == "stand":
        return [("gwb.6.1.2a", "Units are named; let them go.")] if step.going else []
    if action[0] == "ride":
        return [] if step.going else [("gwb.6.1.2a", "Name cavalry first.")]
    u = st.b.by_id[action[1]]
    unit = st.b.units[u]
    if st.at[u] != step.t:
        return [("gwb.6.1.2a", f"{unit.name} is not attacked.")]
    if step.going >> u & 1:
        return [("gwb.6.1.2a", f"{unit.name} is named already.")]
    if unit.type != "cav" and not unit.gun or st.entrained >> u & 1:
        return [("gwb.6.1.2a", f"{unit.name} is not cavalry in the saddle.")]
    if unit.gun and not any(st.b.units[g].type == "cav" for g in bits(step.going)):
        return [("gwb.6.1.2b", "Guns leave only together with cavalry.")]
    if not retreat.possible(s, unit.side, step.t, step.going | 1 << u, step.hexes, False):
        return [("gwb.6.1.2c", "There is no hex to retreat to.")]
    return []


def _limbering(s: S, step: Fight, action: Action) -> R:
    st = s.state
    if action[0] == "hold":
        return []
    u = st.b.by_id[action[1]]
    unit = st.b.units[u]
    if st.at[u] != step.t or not unit.gun:
        return [("gwb.6.1.1f", f"{unit.name} is no gun in the attacked hex.")]
    return [] if st.deployed >> u & 1 else [("gwb.6.1.1g", f"{unit.name} is limbered already.")]


def _stand(s: S, step: stages.Stand, action: Action) -> R:
    if action[0] == "hold" and any(s.state.demoralised(u) for u in slow.units_at(s.state, step.t, 1 - s.state.side)):
        return [("gwb.13.1d", "Demoralised units must retreat.")]
    return []


def _advance(s: S, step: stages.Advance, action: Action) -> R:
    st = s.state
    if action[0] == "done":
        return []
    u = st.b.by_id[action[1]]
    unit = st.b.units[u]
    if unit.side != st.side or st.at[u] <= 0 or st.at[u] == step.t:
        return [("gwb.6.4.5c", f"{unit.name} did not attack, or is there already.")]
    out: R = []
    if len(slow.units_at(st, step.t, st.side)) >= st.b.stacking:
        out.append(("gwb.7.2a", "The hex is full."))
    if not step.att >> u & 1:
        if not unit.gun or not step.hexes >> st.at[u] & 1:
            return [*out, ("gwb.6.4.5c", f"{unit.name} did not take part in the attack.")]
        if not step.went >> st.at[u] & 1:
            out.append(("gwb.6.4.5c", f"{unit.name} advances only after an attacker of its stack."))
        if st.deployed >> u & 1 or st.dis[u] or (st.marching | st.entrained) >> u & 1:
            out.append(("gwb.6.4.5c", f"{unit.name} is not limbered and ready."))
    if slow.price(st, u, st.at[u], step.t) is None:
        out.append(("gwb.7.1a", f"{unit.name} cannot enter the hex."))
    return out


def _suppress(s: S, step: stages.Suppress, action: Action) -> R:
    st = s.state
    u = st.b.by_id[action[1]]
    good = st.at[u] == step.t and st.b.units[u].gun and not st.silenced >> u & 1
    return [] if good else [("gwb.13.4d", f"{st.b.units[u].name} is no unsuppressed gun in the hex.")]


def _lose(s: S, step: retreat.Lose, action: Action) -> R:
    st = s.state
    u = st.b.by_id[action[1]]
    unit = st.b.units[u]
    if not step.pool >> u & 1 or st.steps[u] <= 0:
        return [("gwb.6.4.1a", f"{unit.name} is not among the units that owe the loss.")]
    if unit.gun and any(st.steps[o] > 0 and not st.b.units[o].gun for o in bits(step.pool)):
        return [("gwb.6.4.1c", "Other units take the losses before guns do.")]
    return []


def _back(s: S, step: retreat.Back, action: Action) -> R:
    st = s.state
    plain, covered = step.goals(s)
    if action[0] == "die":
        return [("gwb.6.4.2b", "There is a hex to retreat to.")] if plain | covered | step.apart(s) else []
    if action[0] == "part":
        u = st.b.by_id[action[1]]
        name = st.b.units[u].name
        if not step.units >> u & 1:
            return [("gwb.6.4.2b", f"{name} is not among the units that retreat now.")]
        if step.rest or step.units == 1 << u:
            return [("gwb.6.4.2b", f"{name} goes by itself already.")]
        return [] if step.apart(s) >> u & 1 else [("gwb.6.4.2b", f"There is no hex for {name} to retreat to.")]
    h = st.b.board.grid.index(action[1])
    if (plain | covered) >> h & 1:
        return []
    return retreat_rules(s, step, h)


def retreat_rules(s: S, step: retreat.Back, h: int) -> R:
    """Why a group cannot retreat to a hex."""
    st = s.state
    grid = st.b.board.grid
    if slow.units_at(st, h, 1 - step.k):
        return [("gwb.7.2d", "An enemy holds the hex.")]
    far = grid.distance(step.origin, h)
    if far == 2 and not step.through():
        return [("gwb.6.1.2a", "Retreat before combat is one hex.")]
    if far not in (1, 2):
        return [("gwb.6.4.2b", "A retreat is one hex, or two through friends.")]
    if far == 1 and (wet := slow.water(st, step.origin, h)):
        return [("gwb.6.4.2c" if wet == "gwb.7.3d" else wet, "Water without a bridge lies between.")]
    if any(grid.distance(h, a) <= 1 for a in bits(step.attackers)) and s.options["retreat"] == "away":
        return [("gwb.6.4.2b", "The retreat must lead away from the attackers.")]
    return [("gwb.6.4.3a" if far == 1 else "gwb.6.4.3b", "The hex cannot take the retreating units.")]


RULES: dict[type, Callable[[S, Any, Action], R]] = {
    combat.CombatPhase: _phase,
    combat.Counter: _counter,
    combat.Declare: _declare,
    combat.CavalryLeaves: _leaves,
    combat.Limbering: _limbering,
    combat.Barrage: _barrage,
    combat.Support: _support,
    stages.Stand: _stand,
    stages.Advance: _advance,
    stages.Suppress: _suppress,
    retreat.Lose: _lose,
    retreat.Back: _back,
}
