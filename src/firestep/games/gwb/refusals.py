"""Why not? For every question of the game: what could be answered at all, and which rules forbid an answer.

Written from the rules and not from the generators: the tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firestep.engine.action import Action
from firestep.engine.grammar import Explain, Grammar, Kind
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.gwb import combat, harassing, moving, refusals_combat, retreat, sequence, slow, stages
from firestep.games.gwb.refusals_combat import R
from firestep.games.gwb.state import AWAY, State
from firestep.hexmap.grid import bits

S = Session[State]

# -- movement ---------------------------------------------------------------------------------------------------------


def _arrived(st: State, u: int, k: int) -> R:
    """Is the unit at hand: of the right side, on the map or due?"""
    unit = st.b.units[u]
    if unit.side != k:
        return [("gwb.7.0", f"{unit.name} is not yours.")]
    if st.at[u] > 0 or st.at[u] == AWAY and unit.turn <= st.turn and not unit.off_board:
        return []
    return [("gwb.7.0", f"{unit.name} is not on the map.")]


def _march(s: S, step: Any, action: Action) -> R:
    st = s.state
    if action[0] == "done":
        return []
    u = st.b.by_id[action[1]]
    name = st.b.units[u].name
    out = _arrived(st, u, st.side)
    if st.marching >> u & 1:
        out.append(("gwb.7.4a", f"{name} is in March Order already."))
    if (st.fought | st.acted | st.open) >> u & 1:
        out.append(("gwb.7.4e", f"{name} has fought this turn."))
    if st.began_dis >> u & 1 or st.dis[u]:
        out.append(("gwb.7.4g", f"{name} began the turn disorganised."))
    if st.began_near >> u & 1:
        out.append(("gwb.7.4g", f"An enemy stood within {st.b.stand_off} hexes of {name} when the turn began."))
    if st.deployed >> u & 1:
        out.append(("gwb.7.4j", f"{name} did not begin the phase limbered."))
    if st.entrained >> u & 1:
        out.append(("gwb.7.4f", f"{name} is on a train."))
    return out


def _pick(s: S, step: Any, action: Action) -> R:
    st = s.state
    if action[0] == "done":
        return []
    u = st.b.by_id[action[1]]
    name = st.b.units[u].name
    out = _arrived(st, u, st.side)
    if st.moved >> u & 1:
        out.append(("gwb.7.1b", f"{name} has moved in this phase."))
    marked = st.dis[u] > 0 or st.open >> u & 1
    if action[0] == "move" and st.dis[u]:
        out.append(("gwb.9.0e", f"{name} is disorganised and must rally first."))
    elif action[0] == "move" and marked:
        out.append(("gwb.13.2f", f"{name} must remove its open-attack marker first."))
    if action[0] == "rally" and not marked:
        out.append(("gwb.9.0c", f"{name} is in good order."))
    return out


def _rally_more(s: S, step: moving.RallyMore, action: Action) -> R:
    if action[0] == "rally" and s.state.b.by_id[action[1]] != step.u:
        return [("gwb.9.0d", "Finish the unit that is rallying first.")]
    return []


def _moving(s: S, m: moving.Moving, action: Action) -> R:
    verb = action[0]
    st = s.state
    if verb == "halt":
        return []
    if verb == "go":
        return _go(s, m, st.b.board.grid.index(action[1]))
    if verb in ("entrain", "detrain", "ride"):
        return refusals_combat.by_rail(s, m, action)
    unit, u = st.b.units[m.u], m.u
    out: R = []
    deployed, marching = st.deployed >> u & 1, st.marching >> u & 1
    if verb in ("limber", "deploy") and not unit.gun:
        return [("gwb.3.7a", f"{unit.name} is no artillery.")]
    if verb == "limber":
        if not deployed:
            out.append(("gwb.7.7a", f"{unit.name} is limbered already."))
    elif verb == "deploy":
        if deployed:
            out.append(("gwb.7.7b", f"{unit.name} is deployed already."))
        if m.flipped:
            out.append(("gwb.7.7c", f"{unit.name} limbered in this phase and cannot deploy again."))
        if marching:
            out.append(("gwb.7.4j", f"{unit.name} is in March Order."))
        if m.bonus or st.forced >> u & 1:
            out.append(("gwb.7.5g", f"{unit.name} has force-marched."))
        if st.entrained >> u & 1:
            out.append(("gwb.7.6i", f"{unit.name} is on a train."))
        if st.at[u] <= 0:
            out.append(("gwb.2.2", f"{unit.name} is not on the map yet."))
    else:
        out = _force(st, m)
    return out


def _force(st: State, m: moving.Moving) -> R:
    u, name = m.u, st.b.units[m.u].name
    out: R = []
    if m.bonus:
        out.append(("gwb.7.5a", f"{name} has rolled for its forced march."))
    if (st.fought | st.acted) >> u & 1:
        out.append(("gwb.7.5c", f"{name} has fought this turn."))
    if st.began_dis >> u & 1:
        out.append(("gwb.7.5e", f"{name} began the turn disorganised."))
    if st.began_zone >> u & 1:
        out.append(("gwb.7.5e", f"{name} began the turn in an enemy zone of control."))
    if st.deployed >> u & 1 or m.flipped:
        out.append(("gwb.7.5g", f"{name} did not begin the phase limbered."))
    if st.entrained >> u & 1 or set(m.acts) - {"m"}:
        out.append(("gwb.7.5d", f"{name} uses the railway this turn."))
    if st.at[u] <= 0:
        out.append(("gwb.2.2", f"{name} is not on the map yet."))
    elif slow.in_zone(st, st.at[u], 1 - st.side):
        out.append(("gwb.7.5f", f"{name} stands in an enemy zone of control."))
    return out


WORDS = {
    "gwb.7.2d": "an enemy holds a hex on every way",
    "gwb.7.3a": "an unbridged river or canal lies between",
    "gwb.7.1a": "terrain bars the way",
    "gwb.7.3e": "a lake or a moat lies between",
    "gwb.10.2a": "an enemy zone of control stops the unit on the way",
    "gwb.10.2c": "it would go from one enemy zone of control straight into another that no friend contests",
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
    u, name = m.u, st.b.units[m.u].name
    if st.deployed >> u & 1:
        return [("gwb.7.8", f"{name} is deployed and cannot move.")]
    if st.entrained >> u & 1:
        return [("gwb.7.6c", f"{name} is on a train; it rides or detrains.")]
    if m.acts not in ("", "m", "d", "dm"):
        return [("gwb.7.6c", f"{name} has done its two railway actions.")]
    if h == st.at[u]:
        return [("gwb.7.1a", f"{name} is there already.")]
    if m.mp <= 0:
        return [("gwb.7.1b", f"{name} has no movement points left.")]
    if m.hops and st.at[u] > 0 and slow.in_zone(st, st.at[u], 1 - st.side):
        return [("gwb.10.2a", f"{name} has entered an enemy zone of control and must stop.")]
    if m.goals(s) >> h & 1:
        return []
    if "lake" in st.b.board.terrain[h]:
        return [("gwb.7.3e", "Nobody enters a lake.")]
    if m.fresh and not m.hops and not m.acts:
        against = slow.crossing(st, u, h)
        if against in ("gwb.7.3b", "gwb.7.3c"):
            return [(against, f"{name}: {WORDS[against]}.")]
    return [(r, f"{name} cannot reach {st.b.board.grid.number(h)}: {WORDS[r]}.") for r in slow.explain(st, u, h, m.mp, m.bonus)]


def _merge(s: S, step: Any, action: Action) -> R:
    st = s.state
    if action[0] == "done":
        return []
    t, g = (st.b.by_id[w] for w in action[1:])
    a, c = st.b.units[t], st.b.units[g]
    if t == g:
        return [("gwb.13.7a", "Two units are needed.")]
    out: R = []
    for u in (t, g):
        unit = st.b.units[u]
        if unit.side != st.side or st.at[u] <= 0:
            return [("gwb.13.7a", f"{unit.name} is not at hand.")]
        if unit.gun:
            out.append(("gwb.13.7b", f"{unit.name} is artillery."))
        if st.dis[u]:
            out.append(("gwb.9.0i", f"{unit.name} is disorganised."))
        if slow.near_enemy(st, st.at[u], unit.side, 1):
            out.append(("gwb.13.7a", f"{unit.name} stands next to an enemy."))
        if slow.near_marker(st, st.at[u]):
            out.append(("gwb.13.7a", f"{unit.name} stands on or next to a battle marker."))
    if out:
        return out
    if st.b.board.grid.distance(st.at[t], st.at[g]) > 1:
        out.append(("gwb.13.7a", f"{a.name} and {c.name} are neither together nor adjacent."))
    if (a.army, a.type, a.size) != (c.army, c.type, c.size):
        out.append(("gwb.13.7b", f"{a.name} and {c.name} differ in army, type or size."))
    if st.steps[t] != 1:
        out.append(("gwb.13.7d", f"{a.name} has no step missing."))
    elif a.strength + (c.reduced if st.steps[g] == 2 else 0) > st.strength(t) + st.strength(g):
        out.append(("gwb.13.7d", "The merged units would gain strength."))
    return out


def _harass(s: S, step: harassing.Harass, action: Action) -> R:
    if action[0] == "fire":
        return [] if step.guns else [("gwb.8.0b", "Add a gun first.")]
    if action[0] == "pass":
        return [("gwb.8.0b", "Guns are named; fire.")] if step.guns else []
    return refusals_combat.harassing_gun(s, step, s.state.b.by_id[action[1]])


def _overstacked(s: S, step: sequence.Overstacked, action: Action) -> R:
    st = s.state
    u = st.b.by_id[action[1]]
    return [] if st.at[u] == step.h else [("gwb.7.2c", f"{st.b.units[u].name} does not stand in the overstacked hex.")]


def _said(explain: Callable[[S, Any, Action], R]) -> Explain:
    return lambda s, step, action: [Refusal(rule, why) for rule, why in explain(s, step, action)]


def _mine(s: S) -> list[str]:
    return [s.state.b.words[u] for u in bits(s.state.b.of_side[s.state.side])]


def _across(s: S, step: Any) -> list[Action]:
    grid = s.state.b.board.grid
    return [("across", w, n) for w in _mine(s) for n in grid.numbers(grid.near(step.t))]


#: what each question can be answered with; its rules are here or in `refusals_combat`
ASKS: dict[type, tuple[str, ...]] = {
    moving.MarchOrders: ("done", "march unit"),
    moving.PickUnit: ("done", "move unit", "rally unit"),
    moving.RallyMore: ("halt", "rally unit"),
    moving.Moving: ("deploy", "detrain", "entrain", "force", "go hex", "halt", "limber", "ride hex"),
    moving.Restructuring: ("done", "merge unit unit"),
    harassing.Harass: ("add unit", "fire", "pass"),
    combat.CombatPhase: ("attack hex", "counter hex", "done"),
    combat.Counter: ("add unit", "fire"),
    combat.Declare: ("add unit", "across unit hex", "commit"),
    combat.CavalryLeaves: ("leave unit", "ride", "stand"),
    combat.Limbering: ("hold", "limber unit"),
    combat.Barrage: ("add unit", "ready"),
    combat.Support: ("none", "support unit"),
    stages.Stand: ("hold", "retreat"),
    stages.Advance: ("advance unit", "done"),
    stages.Suppress: ("suppress unit",),
    retreat.Lose: ("lose unit",),
    retreat.Back: ("back hex", "die", "part unit"),
    sequence.Overstacked: ("eliminate unit",),
}
RULES: dict[type, Callable[[S, Any, Action], R]] = {
    moving.MarchOrders: _march,
    moving.PickUnit: _pick,
    moving.RallyMore: _rally_more,
    moving.Moving: _moving,
    moving.Restructuring: _merge,
    harassing.Harass: _harass,
    sequence.Overstacked: _overstacked,
    **refusals_combat.RULES,
}
GRAMMAR = Grammar(
    {
        "unit": Kind("unit", lambda s: s.state.b.by_id, lambda s: f"units are named like {s.state.b.words[0]}"),
        "hex": Kind("hex", lambda s: s.state.b.board.grid, lambda s: f"hexes are named like {next(iter(s.state.b.board.grid))}"),
    },
    {step: (sentences, _said(RULES[step])) for step, sentences in ASKS.items()},
    over=Refusal("gwb.5.0a", "the battle is over"),
    closed="gwb.5.1a",
    forms={"merge": lambda s, step: [("merge", t, g) for t in _mine(s) for g in _mine(s)], "across": _across},
)
