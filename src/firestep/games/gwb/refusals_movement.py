"""Why not, in movement: March Order, rallying, marches, the railway, restructuring, harassing fire (gwb.7.0, gwb.8.0, gwb.9.0,
gwb.13.7)."""

from __future__ import annotations

from typing import Any

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal, those
from firestep.games.gwb import harassing, moving, slow
from firestep.games.gwb.phasing import S
from firestep.games.gwb.refusals_combat import gun
from firestep.games.gwb.state import AWAY, State
from firestep.hexmap.mapfile import side

R = list[Refusal]


def _arrived(st: State, u: int) -> R:
    """Is the unit at hand: of the right side, on the map or due?"""
    unit = st.b.units[u]
    if unit.side != st.side:
        return [Refusal("gwb.7.0", f"{unit.name} is not yours.")]
    if st.at[u] > 0 or st.at[u] == AWAY and unit.turn <= st.turn and not unit.off_board:
        return []
    return [Refusal("gwb.7.0", f"{unit.name} is not on the map.")]


def march(s: S, step: moving.MarchOrders, action: Action) -> R:
    if action[0] == "done":
        return []
    st = s.state
    u = st.b.by_id[action[1]]
    bit, name = 1 << u, st.b.units[u].name
    return _arrived(st, u) + those(
        (st.marching & bit, "gwb.7.4a", f"{name} is in March Order already."),
        ((st.fought | st.acted | st.open) & bit, "gwb.7.4e", f"{name} has fought this turn."),
        (st.began_dis & bit or st.dis[u], "gwb.7.4g", f"{name} began the turn disorganised."),
        (st.began_near & bit, "gwb.7.4g", f"An enemy stood within {st.b.stand_off} hexes of {name} when the turn began."),
        (st.deployed & bit, "gwb.7.4j", f"{name} did not begin the phase limbered."),
        (st.entrained & bit, "gwb.7.4f", f"{name} is on a train."),
    )


def pick(s: S, step: moving.PickUnit, action: Action) -> R:
    verb = action[0]
    if verb == "done":
        return []
    st = s.state
    u = st.b.by_id[action[1]]
    name, open_ = st.b.units[u].name, st.open >> u & 1
    return _arrived(st, u) + those(
        (st.moved >> u & 1, "gwb.7.1b", f"{name} has moved in this phase."),
        (verb == "move" and st.dis[u], "gwb.9.0e", f"{name} is disorganised and must rally first."),
        (verb == "move" and open_ and not st.dis[u], "gwb.13.2f", f"{name} must remove its open-attack marker first."),
        (verb == "rally" and not st.dis[u] and not open_, "gwb.9.0c", f"{name} is in good order."),
    )


def rally_more(s: S, step: moving.RallyMore, action: Action) -> R:
    other = action[0] == "rally" and s.state.b.by_id[action[1]] != step.u
    return those((other, "gwb.9.0d", "Finish the unit that is rallying first."))


def move(s: S, m: moving.Moving, action: Action) -> R:
    verb, st = action[0], s.state
    if verb == "halt":
        return []
    if verb == "go":
        return _go(s, m, st.b.grid.index(action[1]))
    if verb in ("entrain", "detrain", "ride"):
        return _entrain(st, m) if verb == "entrain" else _on_a_train(st, m, action)
    if verb == "force":
        return _force(st, m)
    bit, name = 1 << m.u, st.b.units[m.u].name
    if not st.b.units[m.u].gun:
        return [Refusal("gwb.3.7a", f"{name} is no artillery.")]
    if verb == "limber":
        return those((not st.deployed & bit, "gwb.7.7a", f"{name} is limbered already."))
    return those(
        (st.deployed & bit, "gwb.7.7b", f"{name} is deployed already."),
        (m.flipped, "gwb.7.7c", f"{name} limbered in this phase and cannot deploy again."),
        (st.marching & bit, "gwb.7.4j", f"{name} is in March Order."),
        (m.bonus or st.forced & bit, "gwb.7.5g", f"{name} has force-marched."),
        (st.entrained & bit, "gwb.7.6i", f"{name} is on a train."),
        (st.at[m.u] <= 0, "gwb.2.2", f"{name} is not on the map yet."),
    )


def _force(st: State, m: moving.Moving) -> R:
    bit, at, name = 1 << m.u, st.at[m.u], st.b.units[m.u].name
    return those(
        (m.bonus, "gwb.7.5a", f"{name} has rolled for its forced march."),  # gwb.7.5b
        ((st.fought | st.acted) & bit, "gwb.7.5c", f"{name} has fought this turn."),
        (st.began_dis & bit, "gwb.7.5e", f"{name} began the turn disorganised."),
        (st.began_zone & bit, "gwb.7.5e", f"{name} began the turn in an enemy zone of control."),
        (st.deployed & bit or m.flipped, "gwb.7.5g", f"{name} did not begin the phase limbered."),
        (st.entrained & bit or set(m.acts) - {"m"}, "gwb.7.5d", f"{name} uses the railway this turn."),
        (at <= 0, "gwb.2.2", f"{name} is not on the map yet."),
        (at > 0 and slow.in_zone(st, at, 1 - st.side), "gwb.7.5f", f"{name} stands in an enemy zone of control."),
    )


WORDS = {
    "gwb.7.2d": "an enemy holds a hex on every way",
    "gwb.7.3a": "an unbridged river or canal lies between",
    "gwb.7.1a": "terrain bars the way",
    "gwb.7.3e": "a lake or a moat lies between",
    "gwb.10.2a": "an enemy zone of control stops the unit on the way",
    "gwb.10.2c": "it would go from one enemy zone of control straight into another that no friend contests",  # gwb.10.2b
    "gwb.7.4c": "in March Order it may not come that near to an enemy",
    "gwb.6.5f": "in March Order it may not come near a battle marker",
    "gwb.7.5f": "a forced march may not enter an enemy zone of control",
    "gwb.7.1b": "it has not enough movement points",
    "gwb.7.3b": "only infantry and cavalry cross an unbridged river",
    "gwb.7.3c": "it may not cross from or into an uncontested enemy zone",
}


def _go(s: S, m: moving.Moving, h: int) -> R:
    """Whether the hex can be reached is left to the generator, for its speed; the tests hold `slow.goals` against it."""
    st = s.state
    u, at, name = m.u, st.at[m.u], st.b.units[m.u].name
    stopped = m.hops and at > 0 and slow.in_zone(st, at, 1 - st.side)
    against = those(
        (st.deployed >> u & 1, "gwb.7.8", f"{name} is deployed and cannot move."),  # gwb.3.7b
        (st.entrained >> u & 1, "gwb.7.6c", f"{name} is on a train; it rides or detrains."),
        (m.acts not in ("", "m", "d", "dm"), "gwb.7.6c", f"{name} has done its two railway actions."),
        (h == at, "gwb.7.1a", f"{name} is there already."),
        (m.mp <= 0, "gwb.7.1b", f"{name} has no movement points left."),  # gwb.7.1d
        (stopped, "gwb.10.2a", f"{name} has entered an enemy zone of control and must stop."),
    )
    if against or m.goals(s) >> h & 1:
        return against[:1]
    if "lake" in st.b.board.terrain[h]:
        return [Refusal("gwb.7.3e", "Nobody enters a lake.")]
    if m.fresh and not m.hops and not m.acts:
        rule = slow.crossing(st, u, h)
        if rule in ("gwb.7.3b", "gwb.7.3c"):
            return [Refusal(rule, f"{name}: {WORDS[rule]}.")]
    # gwb.7.2d, gwb.7.3a, gwb.7.1a, gwb.10.2a, gwb.10.2c, gwb.7.4c, gwb.6.5f, gwb.7.5f, gwb.7.1b
    return [Refusal(r, f"{name} cannot reach {st.b.grid.number(h)}: {WORDS[r]}.") for r in slow.explain(st, u, h, m.mp, m.bonus)]


# -- the railway ------------------------------------------------------------------------------------------------------


def _half(st: State, u: int) -> int:
    return -(-st.b.units[u].move // 2)


def _entrain(st: State, m: moving.Moving) -> R:
    u, at, bit = m.u, st.at[m.u], 1 << m.u
    unit, half = st.b.units[u], _half(st, u)
    name, enemy = unit.name, 1 - unit.side
    if st.entrained & bit:
        return [Refusal("gwb.7.6a", f"{name} is on a train already.")]
    if at <= 0:
        return [Refusal("gwb.2.2", f"{name} is not on the map yet.")]
    mine = range(st.b.rail[0]) if unit.side == 0 else range(st.b.rail[0], sum(st.b.rail))
    free = any(st.cargo[i] < 0 and not st.tasks[i] & 1 for i in mine)
    return those(
        (m.acts not in ("", "m"), "gwb.7.6c", f"{name} cannot entrain after that."),  # gwb.7.6j
        (not free, "gwb.7.6h", "No rail marker is free to entrain a unit."),
        ((st.marching | st.forced) & bit, "gwb.7.6d", f"{name} marches this turn."),
        (st.deployed & bit, "gwb.7.6i", f"{name} is not limbered."),
        (st.began_dis & bit or st.dis[u], "gwb.9.0h", f"{name} began the turn disorganised."),
        (st.began_zone & bit, "gwb.7.6f", f"{name} began the turn in an enemy zone of control."),
        (m.mp < half, "gwb.7.6a", f"{name} needs {half} points to entrain."),
        (not any(_rail(st, at, n) for n in slow.neighbours(st, at)), "gwb.7.6b", f"{name} does not stand on a railway."),
        (slow.in_zone(st, at, enemy), "gwb.7.6g", "The line lies in an enemy zone of control."),
        (st.b.roadblocks >> at & 1, "gwb.7.6b", "A roadblock cuts the line here."),
    )


def _on_a_train(st: State, m: moving.Moving, action: Action) -> R:
    """Riding and detraining."""
    name, half = st.b.units[m.u].name, _half(st, m.u)
    if not st.entrained >> m.u & 1:
        return [Refusal("gwb.7.6b", f"{name} is not on a train.")]
    tasks = st.tasks[st.cargo.index(m.u)]
    done = ("gwb.7.6c", f"{name} has done its two railway actions.")
    if action[0] == "detrain":
        return those(
            (m.acts not in ("", "r", "e"), *done),
            (m.mp < half, "gwb.7.6a", f"{name} needs {half} points to detrain."),
            (tasks & 4, "gwb.7.6h", "Its rail marker has detrained a unit this turn."),
        )
    h = st.b.grid.index(action[1])
    return those(
        (m.acts not in ("", "e"), *done),
        (tasks & 2, "gwb.7.6h", "Its rail marker has carried a unit this turn."),
        (h == st.at[m.u] or h not in _open_line(st, m.u), "gwb.7.6b", "No open line leads there."),
    )


def _rail(st: State, a: int, b: int) -> bool:
    s = side(a, b)
    down = s in st.b.board.bridges and st.blown >> st.b.board.bridges.index(s) & 1
    return s in st.b.board.ways["rail"] and not down and "lake" not in st.b.board.terrain[b]


def _open_line(st: State, u: int) -> set[int]:
    """Where a train can go from where the unit is."""
    enemy = 1 - st.b.units[u].side
    shut = slow.zone(st, enemy) | slow.hexes_of(st, enemy)

    def runs(a: int, b: int) -> bool:
        return _rail(st, a, b) and b not in shut and not st.b.roadblocks >> b & 1

    return slow.remember(("rail", u, *slow.position(st)), lambda: slow.flood(st, {st.at[u]}, runs))


# -- restructuring, harassing fire, stacking --------------------------------------------------------------------------


def merge(s: S, step: moving.Restructuring, action: Action) -> R:
    st = s.state
    if action[0] == "done":
        return []
    t, g = (st.b.by_id[w] for w in action[1:])
    a, c = st.b.units[t], st.b.units[g]
    if t == g:
        return [Refusal("gwb.13.7a", "Two units are needed.")]
    out: R = []
    for u, unit in ((t, a), (g, c)):
        if unit.side != st.side or st.at[u] <= 0:
            return [Refusal("gwb.13.7a", f"{unit.name} is not at hand.")]
        out += those(
            (unit.gun, "gwb.13.7b", f"{unit.name} is artillery."),
            (st.dis[u], "gwb.9.0i", f"{unit.name} is disorganised."),  # gwb.13.7e
            (slow.near_enemy(st, st.at[u], unit.side, 1), "gwb.13.7a", f"{unit.name} stands next to an enemy."),
            (slow.near_marker(st, st.at[u]), "gwb.13.7a", f"{unit.name} stands on or next to a battle marker."),
        )
    gains = a.strength + (c.reduced if st.steps[g] == 2 else 0) > st.strength(t) + st.strength(g)
    apart = st.b.grid.distance(st.at[t], st.at[g]) > 1
    alike = (a.army, a.type, a.size) == (c.army, c.type, c.size)
    return out or those(
        (apart, "gwb.13.7a", f"{a.name} and {c.name} are neither together nor adjacent."),
        (not alike, "gwb.13.7b", f"{a.name} and {c.name} differ in army, type or size."),
        (st.steps[t] != 1, "gwb.13.7d", f"{a.name} has no step missing."),
        (st.steps[t] == 1 and gains, "gwb.13.7d", "The merged units would gain strength."),
    )


def harass(s: S, step: harassing.Harass, action: Action) -> R:
    if action[0] == "fire":
        return those((not step.guns, "gwb.8.0b", "Add a gun first."))
    if action[0] == "pass":
        return those((step.guns, "gwb.8.0b", "Guns are named; fire."))
    st = s.state
    u = st.b.by_id[action[1]]
    unit = st.b.units[u]
    corps = Refusal("gwb.13.3a", f"{unit.name} is corps artillery.")
    if unit.side == st.b.units[step.u].side or not unit.gun or st.at[u] <= 0:
        return [corps if unit.off_board else Refusal("gwb.8.0a", f"{unit.name} is not artillery of yours on the map.")]
    fired = step.guns >> u & 1 or st.harassed.get(u, 0) >> step.u & 1
    out = those((unit.heavy, *corps), (fired, "gwb.8.0e", f"{unit.name} has fired at this unit in this phase."))
    return out + gun(s, u, st.at[step.u], False)


def overstacked(s: S, step: Any, action: Action) -> R:
    u = s.state.b.by_id[action[1]]
    elsewhere = s.state.at[u] != step.h
    return those((elsewhere, "gwb.7.2c", f"{s.state.b.units[u].name} does not stand in the overstacked hex."))
