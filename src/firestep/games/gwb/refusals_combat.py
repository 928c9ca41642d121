"""Why not, in combat: guns, attacks, what defenders do, losses and retreats (gwb.6.0, gwb.11.0, gwb.13.2-gwb.13.6). See
refusals.py."""

from __future__ import annotations

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal, those
from firestep.games.gwb import combat, retreat, slow, stages
from firestep.games.gwb.advance import Advance
from firestep.games.gwb.fight import Fight
from firestep.games.gwb.phasing import S
from firestep.games.gwb.state import AWAY, BOX, COORDINATED, DEAD, HASTY, State
from firestep.hexmap.grid import bits
from firestep.hexmap.mapfile import side

R = list[Refusal]


# -- guns -------------------------------------------------------------------------------------------------------------


def gun(s: S, u: int, h: int, order: bool = True) -> R:
    """What any gun needs to fire at a hex: strength, range, sight over open sights, and order for barrage and support. Deployed
    guns need no sight (gwb.6.2c, gwb.6.3.1b)."""
    st = s.state
    unit = st.b.units[u]
    limbered = not st.deployed >> u & 1
    if limbered and not unit.light:
        return [Refusal("gwb.3.13d", f"{unit.name} is limbered and has no open sights.")]
    far = unit.light_range if limbered else unit.range
    near = st.b.grid.distance(st.at[u], h) <= far
    blind = near and limbered and not unit.heavy and not slow.sight(st, st.at[u], h, s.options["sight"] == "either")
    return those(
        (order and st.dis[u], "gwb.9.0f", f"{unit.name} is disorganised."),
        ((st.marching | st.entrained) >> u & 1, "gwb.7.4e", f"{unit.name} is in March Order or on a train."),
        (not near, "gwb.6.2b", f"{unit.name} reaches {far} hexes."),
        (blind, "gwb.13.6a", f"{unit.name} has no clear line of sight."),  # gwb.13.5b, gwb.13.5c
    )


def _cut(st: State, u: int) -> bool:
    return st.at[u] not in slow.communicating(st, st.b.units[u].side)


def _off_board(st: State, u: int, h: int) -> R:
    unit = st.b.units[u]
    if st.at[u] != BOX:
        return [Refusal("gwb.13.3.1c", f"{unit.name} has not arrived.")]
    guns = [o.index for o in st.b.units if st.at[o.index] > 0 and o.gun and o.army == unit.army and not _cut(st, o.index)]
    near = any(st.b.grid.distance(st.at[o], h) <= unit.range for o in guns)
    return those(
        (st.fired_off >> u & 1, "gwb.13.3.1a", f"{unit.name} has fired this turn."),
        (not near, "gwb.13.3.1b", f"No gun of the army in communication stands within {unit.range} hexes of the target."),
    )


def attacking_gun(s: S, u: int, h: int, counter: bool = False) -> R:
    """Fire on the attack: barrage, or counter-battery, which disorder, isolation and demoralisation do not forbid (G70)."""
    st = s.state
    unit, hasty, deployed = st.b.units[u], st.phase == HASTY, st.deployed >> u & 1
    if unit.side != st.side or not unit.gun:
        return [Refusal("gwb.6.2a", f"{unit.name} is not artillery of yours.")]
    if st.at[u] in (AWAY, DEAD) and not unit.off_board:
        return [Refusal("gwb.6.2a", f"{unit.name} is not on the map.")]
    out = those(
        (st.acted >> u & 1, "gwb.6.1f", f"{unit.name} has fired in this phase."),  # gwb.13.6c
        (st.demoralised(u) and not counter, "gwb.13.1b", f"{unit.name} is demoralised."),
        (unit.off_board and hasty, "gwb.11.0c", "Off-board guns do not support hasty attacks."),
    )
    if unit.off_board:
        return out + _off_board(st, u, h)
    only = f"{unit.name} is deployed: only limbered guns over open sights support hasty attacks."
    return (
        out
        + gun(s, u, h, not counter)
        + those(
            (deployed and hasty, "gwb.11.0c", only),  # gwb.13.6d
            (deployed and not counter and _cut(st, u), "gwb.12.2d", f"{unit.name} is isolated."),
        )
    )


def _formation(st: State, u: int, others: int) -> R:
    level = st.b.together[st.b.units[u].side]
    apart = level != "any" and any(getattr(st.b.units[o], level) != getattr(st.b.units[u], level) for o in bits(others))
    return those((apart, "gwb.6.0i", f"{st.b.units[u].name} belongs to another {level} than the rest of the attack."))


def _second_heavy(st: State, u: int, guns: int) -> tuple[object, str, str]:
    second = st.b.units[u].heavy and any(st.b.units[g].heavy for g in bits(guns & ~(1 << u)))
    return second, "gwb.13.3c", "One corps or army gun at most takes part."


def counter(s: S, step: combat.Counter, action: Action) -> R:
    st = s.state
    if action[0] == "fire":
        return those((not step.guns, "gwb.13.4a", "Add a gun first."))
    u = st.b.by_id[action[1]]
    if step.guns >> u & 1:
        return [*attacking_gun(s, u, step.t, True), Refusal("gwb.13.4a", f"{st.b.units[u].name} is named already.")]
    return attacking_gun(s, u, step.t, True) + those(_second_heavy(st, u, step.guns))


def barrage(s: S, step: combat.Barrage, action: Action) -> R:
    st = s.state
    if action[0] == "ready":
        return []
    u = st.b.by_id[action[1]]
    unit = st.b.units[u]
    stranger = unit.heavy and all(st.b.units[a].army != unit.army for a in bits(step.att))
    out = attacking_gun(s, u, step.t) + those(
        (step.guns >> u & 1, "gwb.6.0c", f"{unit.name} is named already."),
        (any(_cut(st, a) for a in bits(step.att)), "gwb.12.2b", "Isolated units get no barrage."),
        (stranger, "gwb.13.3b", f"No unit of the army of {unit.name} attacks."),
        _second_heavy(st, u, step.guns),
    )
    return out if unit.heavy or unit.side != st.side else out + _formation(st, u, step.att)


def support(s: S, step: combat.Support, action: Action) -> R:
    st = s.state
    if action[0] == "none":
        return []
    u = st.b.by_id[action[1]]
    unit = st.b.units[u]
    if unit.side == st.side or not unit.gun:
        return [Refusal("gwb.6.3.1a", f"{unit.name} is not artillery of yours.")]
    level = "army" if unit.heavy else st.b.together[unit.side]
    others = [st.b.units[o] for o in slow.units_at(st, step.t, unit.side)]
    strange = level != "any" and all(getattr(o, level) != getattr(unit, level) for o in others)
    out = those(
        (st.was_hit >> u & 1, "gwb.6.3.1c", f"{unit.name} was attacked in this phase."),
        (st.silenced >> u & 1, "gwb.13.4d", f"{unit.name} is suppressed."),
        (u in st.ties, "gwb.6.3.1d", f"{unit.name} has supported a hex in this phase."),
        (strange, "gwb.6.0i", f"{unit.name} belongs to another {level} than the defenders."),
    )
    if unit.heavy and s.options["corps_support"] == "off":
        return [*out, Refusal("gwb.13.3a", f"{unit.name} is corps artillery.")]
    home = slow.communicating(st, unit.side)
    alone = ("gwb.12.2c", "Isolation: only adjacent guns, or guns over open sights, support.")
    if unit.off_board:
        return out + those((step.t not in home, *alone)) + _off_board(st, u, step.t)
    if st.at[u] <= 0 or st.at[u] == step.t:
        return [*out, Refusal("gwb.6.1.1b", f"{unit.name} does not stand in another hex of the map.")]
    far = st.b.grid.distance(st.at[u], step.t) > 1 and st.deployed >> u & 1
    return out + gun(s, u, step.t) + those((far and not {st.at[u], step.t} <= home, *alone))


# -- the attack -------------------------------------------------------------------------------------------------------


def attacker(s: S, u: int) -> R:
    """May the unit attack in this phase at all?"""
    st = s.state
    unit, bit = st.b.units[u], 1 << u
    if unit.side != st.side or st.at[u] <= 0:
        return [Refusal("gwb.6.0b", f"{unit.name} is not a unit of yours on the map.")]
    if unit.gun:
        return [Refusal("gwb.3.17a", f"{unit.name} is artillery and has no part in melee.")]
    afraid = st.phase == COORDINATED and st.demoralised(u)
    return those(
        (st.acted & bit, "gwb.6.0c", f"{unit.name} has attacked in this phase."),
        (st.dis[u], "gwb.9.0g", f"{unit.name} is disorganised."),
        ((st.marching | st.entrained) & bit, "gwb.7.4e", f"{unit.name} is in March Order or on a train."),
        (st.forced & bit, "gwb.7.5c", f"{unit.name} has force-marched."),
        (afraid, "gwb.13.1a", f"{unit.name} is demoralised: hasty attacks only."),
    )


def _next_to(st: State, u: int, t: int) -> R:
    name = st.b.units[u].name
    if t not in slow.neighbours(st, st.at[u]):
        return [Refusal("gwb.3.17a", f"{name} is not adjacent to the target.")]
    wet = slow.water(st, st.at[u], t)
    return [Refusal(wet, f"Water without a bridge lies between {name} and the target.")] if wet else []


def _across(st: State, u: int, mid: int, t: int) -> R:
    """Why one unit cannot attack across the open through one empty hex (gwb.13.2a)."""
    name, a, enemy = st.b.units[u].name, st.at[u], 1 - st.side
    distance = st.b.grid.distance
    out = those((st.phase != COORDINATED, "gwb.13.2a", "Attacks across the open belong to coordinated combat."))
    if distance(a, t) != 2 or distance(a, mid) != 1 or distance(mid, t) != 1:
        return [*out, Refusal("gwb.3.1", f"{name} is not two hexes away with that hex between.")]
    wet = "lake" in st.b.board.terrain[mid] or st.b.board.sides.get(side(a, mid)) in ("river", "canal", "moat", "lake")
    zones = slow.in_zone(st, a, enemy) and slow.in_zone(st, mid, enemy)
    return out + those(
        (st.open >> u & 1, "gwb.13.2f", f"{name} must first remove its marker of an attack across the open."),
        (st.where.get(mid), "gwb.13.2a", "The hex between is not empty."),
        (wet, "gwb.13.2d", f"{name} would cross water."),
        (not wet and slow.price(st, u, a, mid) is None, "gwb.7.1a", f"{name} cannot enter the hex between."),
        (slow.water(st, mid, t), "gwb.7.3d", "Water without a bridge lies between that hex and the target."),
        (zones, "gwb.13.2c", f"{name} would go from one enemy zone of control to another."),
    )


def phase(s: S, step: combat.CombatPhase, action: Action) -> R:
    st = s.state
    if action[0] == "done":
        return []
    t = st.b.grid.index(action[1])
    return _counter_target(s, t) if action[0] == "counter" else _target(s, t)


def _counter_target(s: S, t: int) -> R:
    st = s.state
    if st.phase != COORDINATED:
        return [Refusal("gwb.13.4a", "Counter-battery fire belongs to coordinated combat.")]
    if not any(st.b.units[u].gun and not st.silenced >> u & 1 for u in slow.units_at(st, t, 1 - st.side)):
        return [Refusal("gwb.13.4a", "No enemy gun stands there that could be suppressed.")]
    fires = any(not attacking_gun(s, u, t, True) for u in range(len(st.at)))
    return those((not fires, "gwb.13.4a", "No gun of yours can fire there."))


def _target(s: S, t: int) -> R:
    st = s.state
    if not slow.units_at(st, t, 1 - st.side):
        return [Refusal("gwb.6.0g", "No enemy stands there.")]
    if st.targets_done >> t & 1:
        return [Refusal("gwb.6.0f", "Attacks on that hex were finished when another hex was attacked.")]
    # the reason that stands nearest to an attack: of a neighbour, then of who might come across the open, then of the rest
    beside: R = []
    behind: R = []
    for u in range(len(st.at)):
        if st.b.units[u].side != st.side or st.at[u] <= 0 or st.b.units[u].gun:
            continue
        against = attacker(s, u)
        far = st.b.grid.distance(st.at[u], t)
        if far == 1:
            against += _next_to(st, u, t)
            beside = beside or against
        elif far == 2 and st.phase == COORDINATED:
            ways = [_across(st, u, m, t) for m in slow.neighbours(st, t) if st.b.grid.distance(st.at[u], m) == 1]
            against += sorted(ways, key=lambda way: len(way))[0]
            behind = behind or against
        else:
            continue
        if not against:
            return []
    return beside or behind or [Refusal("gwb.3.17a", "No unit of yours stands next to that hex.")]


def declare(s: S, step: combat.Declare, action: Action) -> R:
    st = s.state
    if action[0] == "commit":
        return those((not step.att, "gwb.6.1c", "Name at least one unit for the melee."))
    u = st.b.by_id[action[1]]
    if out := attacker(s, u):
        return out
    if step.att >> u & 1:
        return [Refusal("gwb.6.0c", f"{st.b.units[u].name} is named already.")]
    if action[0] == "add":
        out = _next_to(st, u, step.t)
    else:
        mid = st.b.grid.index(action[2])
        full = sum(1 for _, x in step.via if x == mid) >= st.b.stacking
        out = _across(st, u, mid, step.t) + those((full, "gwb.7.2a", "The hex between holds no more."))
    # two units fight from one hex if they stand in one and do not go forward into different ones
    places = {o: {st.at[o]} for o in bits(step.att | 1 << u)}
    for o, m in step.via:
        places[o].add(m)
    if action[0] == "across":
        places[u].add(st.b.grid.index(action[2]))
    hasty, apart = st.phase == HASTY, any(places[o] != places[u] for o in places)
    cut = apart and not hasty and any(_cut(st, o) for o in bits(step.att | 1 << u))
    out += those(
        (apart and hasty, "gwb.11.0a", "A hasty attack comes from one hex."),  # gwb.11.0b
        (cut, "gwb.12.2a", "Isolated units do not attack together with other hexes."),
    )
    return out + _formation(st, u, step.att)


def joining(s: S, step: combat.Declare, u: int) -> R:
    """The rules against a unit's part in an attack from where it stands. At two hexes: the fewest of its ways across the open."""
    st = s.state
    word, number = st.b.words[u], st.b.grid.number
    if st.at[u] > 0 and st.b.grid.distance(st.at[u], step.t) == 2:
        mids = [m for m in slow.neighbours(st, step.t) if st.b.grid.distance(st.at[u], m) == 1]
        return min((declare(s, step, ("across", word, number(m))) for m in mids), key=len)
    return declare(s, step, ("add", word))


# -- what the defender does, and what follows -------------------------------------------------------------------------


def leave(s: S, step: combat.CavalryLeaves, action: Action) -> R:
    st = s.state
    if action[0] == "stand":
        return those((step.going, "gwb.6.1.2a", "Units are named; let them go."))
    if action[0] == "ride":
        return those((not step.going, "gwb.6.1.2a", "Name cavalry first."))
    u = st.b.by_id[action[1]]
    unit = st.b.units[u]
    mounted = (unit.type == "cav" or unit.gun) and not st.entrained >> u & 1
    alone = unit.gun and not any(st.b.units[g].type == "cav" for g in bits(step.going))
    against = those(
        (st.at[u] != step.t, "gwb.6.1.2a", f"{unit.name} is not attacked."),
        (step.going >> u & 1, "gwb.6.1.2a", f"{unit.name} is named already."),
        (not mounted, "gwb.6.1.2a", f"{unit.name} is not cavalry in the saddle."),
        (alone, "gwb.6.1.2b", "Guns leave only together with cavalry."),
    )
    if against or retreat.possible(s, unit.side, step.t, step.going | 1 << u, step.hexes, False):
        return against[:1]
    return [Refusal("gwb.6.1.2c", "There is no hex to retreat to.")]


def limber(s: S, step: Fight, action: Action) -> R:
    st = s.state
    if action[0] == "hold":
        return []
    u = st.b.by_id[action[1]]
    unit = st.b.units[u]
    if st.at[u] != step.t or not unit.gun:
        return [Refusal("gwb.6.1.1f", f"{unit.name} is no gun in the attacked hex.")]
    return those((not st.deployed >> u & 1, "gwb.6.1.1g", f"{unit.name} is limbered already."))


def stand(s: S, step: stages.Stand, action: Action) -> R:
    st = s.state
    shaken = any(st.demoralised(u) for u in slow.units_at(st, step.t, 1 - st.side))
    return those((action[0] == "hold" and shaken, "gwb.13.1d", "Demoralised units must retreat."))


def advance(s: S, step: Advance, action: Action) -> R:
    st = s.state
    if action[0] == "done":
        return []
    u = st.b.by_id[action[1]]
    unit, at = st.b.units[u], st.at[u]
    if unit.side != st.side or at <= 0 or at == step.t:
        return [Refusal("gwb.6.4.5c", f"{unit.name} did not attack, or is there already.")]
    out = those((len(slow.units_at(st, step.t, st.side)) >= st.b.stacking, "gwb.7.2a", "The hex is full."))
    if not step.att >> u & 1:
        if not unit.gun or not step.hexes >> at & 1:
            return [*out, Refusal("gwb.6.4.5c", f"{unit.name} did not take part in the attack.")]
        busy = st.dis[u] or (st.deployed | st.marching | st.entrained) >> u & 1
        out += those(
            (not step.went >> at & 1, "gwb.6.4.5c", f"{unit.name} advances only after an attacker of its stack."),
            (busy, "gwb.6.4.5c", f"{unit.name} is not limbered and ready."),
        )
    return out + those((slow.price(st, u, at, step.t) is None, "gwb.7.1a", f"{unit.name} cannot enter the hex."))


def suppress(s: S, step: stages.Suppress, action: Action) -> R:
    st = s.state
    u = st.b.by_id[action[1]]
    good = st.at[u] == step.t and st.b.units[u].gun and not st.silenced >> u & 1
    return those((not good, "gwb.13.4d", f"{st.b.units[u].name} is no unsuppressed gun in the hex."))


def lose(s: S, step: retreat.Lose, action: Action) -> R:
    st = s.state
    u = st.b.by_id[action[1]]
    unit = st.b.units[u]
    if not step.pool >> u & 1 or st.steps[u] <= 0:
        return [Refusal("gwb.6.4.1a", f"{unit.name} is not among the units that owe the loss.")]
    covered = unit.gun and any(st.steps[o] > 0 and not st.b.units[o].gun for o in bits(step.pool))
    return those((covered, "gwb.6.4.1c", "Other units take the losses before guns do."))


def back(s: S, step: retreat.Back, action: Action) -> R:
    st = s.state
    if action[0] == "part":
        u = st.b.by_id[action[1]]
        name = st.b.units[u].name
        return those(
            (not step.units >> u & 1, "gwb.6.4.2b", f"{name} is not among the units that retreat now."),
            (step.rest or step.units == 1 << u, "gwb.6.4.2b", f"{name} goes by itself already."),
            (not step.apart(s) >> u & 1, "gwb.6.4.2b", f"There is no hex for {name} to retreat to."),
        )[:1]
    plain, covered = step.goals(s)
    if action[0] == "die":
        return those((plain | covered | step.apart(s), "gwb.6.4.2b", "There is a hex to retreat to."))
    h = st.b.grid.index(action[1])
    return [] if (plain | covered) >> h & 1 else [_no_retreat(s, step, h)]


def _no_retreat(s: S, step: retreat.Back, h: int) -> Refusal:
    """Why a group cannot retreat to a hex."""
    st = s.state
    distance = st.b.grid.distance
    far = distance(step.origin, h)
    if slow.units_at(st, h, 1 - step.k):
        return Refusal("gwb.7.2d", "An enemy holds the hex.")
    if far == 2 and not step.through():
        return Refusal("gwb.6.1.2a", "Retreat before combat is one hex.")
    if far not in (1, 2):  # gwb.6.4.3e
        return Refusal("gwb.6.4.2b", "A retreat is one hex, or two through friends.")
    if far == 1 and (wet := slow.water(st, step.origin, h)):
        return Refusal("gwb.6.4.2c" if wet == "gwb.7.3d" else wet, "Water without a bridge lies between.")
    if any(distance(h, a) <= 1 for a in bits(step.attackers)) and s.options["retreat"] == "away":
        return Refusal("gwb.6.4.2b", "The retreat must lead away from the attackers.")
    return Refusal("gwb.6.4.3a" if far == 1 else "gwb.6.4.3b", "The hex cannot take the retreating units.")
