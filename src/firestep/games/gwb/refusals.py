"""Why not? For every question of the game: what could be answered at all, and which rules forbid an answer.

Written from the rules and not from the generators: the tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firestep.engine.action import Action, text
from firestep.engine.errors import UnknownName
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.gwb import combat, harassing, moving, refusals_combat, retreat, sequence, slow, stages
from firestep.games.gwb.refusals_combat import OFF, R
from firestep.games.gwb.state import AWAY, State
from firestep.hexmap.grid import bits

S = Session[State]

#: the words each verb takes: u unit, h hex
SHAPES = {
    "done": "",
    "halt": "",
    "march": "u",
    "move": "u",
    "rally": "u",
    "go": "h",
    "limber": "?",
    "deploy": "",
    "force": "",
    "entrain": "",
    "detrain": "",
    "ride": "?",
    "merge": "uu",
    "add": "u",
    "fire": "",
    "pass": "",
    "attack": "h",
    "counter": "h",
    "across": "uh",
    "commit": "",
    "leave": "u",
    "stand": "",
    "hold": "",
    "ready": "",
    "none": "",
    "support": "u",
    "retreat": "",
    "lose": "u",
    "back": "h",
    "die": "",
    "part": "u",
    "advance": "u",
    "suppress": "u",
    "eliminate": "u",
}

#: what each question can be answered with
VERBS: dict[type, tuple[str, ...]] = {
    moving.MarchOrders: ("done", "march"),
    moving.PickUnit: ("done", "move", "rally"),
    moving.RallyMore: ("halt", "rally"),
    moving.Moving: ("deploy", "detrain", "entrain", "force", "go", "halt", "limber", "ride"),
    moving.Restructuring: ("done", "merge"),
    harassing.Harass: ("add", "fire", "pass"),
    combat.CombatPhase: ("attack", "counter", "done"),
    combat.Counter: ("add", "fire"),
    combat.Declare: ("add", "across", "commit"),
    combat.CavalryLeaves: ("leave", "ride", "stand"),
    combat.Limbering: ("hold", "limber"),
    combat.Barrage: ("add", "ready"),
    combat.Support: ("none", "support"),
    stages.Stand: ("hold", "retreat"),
    stages.Advance: ("advance", "done"),
    stages.Suppress: ("suppress",),
    retreat.Lose: ("lose",),
    retreat.Back: ("back", "die", "part"),
    sequence.Overstacked: ("eliminate",),
}


def candidates(s: S) -> list[Action]:
    """Every answer that could be meant in the open decision, legal or not."""
    step = s.agenda[-1] if s.agenda else None
    return [a for verb in VERBS.get(type(step), ()) for a in _forms(s, step, verb)]


def _forms(s: S, step: Any, verb: str) -> list[Action]:
    b = s.state.b
    shape = SHAPES[verb]
    if verb == "limber":
        shape = "u" if isinstance(step, combat.Limbering) else ""
    elif verb == "ride":
        shape = "h" if isinstance(step, moving.Moving) else ""
    if shape == "u":
        return [(verb, w) for w in b.words]
    if shape == "h":
        return [(verb, n) for n in b.board.grid]
    if shape == "uu":
        mine = [b.words[u] for u in bits(b.of_side[s.state.side])]
        return [(verb, t, g) for t in mine for g in mine]
    if shape == "uh":
        near = b.board.grid.numbers(b.board.grid.near(step.t))
        return [(verb, b.words[u], n) for u in bits(b.of_side[s.state.side]) for n in near]
    return [(verb,)]


def parse(s: S, step: Any, action: Action) -> None:
    """Refuse words that mean nothing in this battle."""
    shape = SHAPES.get(action[0])
    b = s.state.b
    if shape is None:
        raise UnknownName(f"there is no action '{action[0]}'; actions begin with: {', '.join(sorted(SHAPES))}")
    if shape == "?":
        long = combat.Limbering if action[0] == "limber" else moving.Moving
        shape = ("u" if action[0] == "limber" else "h") if isinstance(step, long) else ""
    if len(action) != len(shape) + 1:
        raise UnknownName(
            f"'{text(action)}' is not complete: {action[0]} takes {len(shape)} more word{'s' if len(shape) != 1 else ''}"
        )
    for kind, word in zip(shape, action[1:], strict=True):
        if kind == "u" and word not in b.by_id:
            raise UnknownName(f"there is no unit '{word}'; units are named like {b.words[0]}")
        if kind == "h" and word not in b.board.grid:
            raise UnknownName(f"there is no hex '{word}' on this map; hexes are named like {next(iter(b.board.grid))}")


def why_not(s: S, action: Action) -> list[Refusal]:
    """The rules that forbid an action now; empty if it is legal."""
    if not s.agenda:
        return [Refusal("gwb.5.0a", "The battle is over.")]
    step = s.agenda[-1]
    parse(s, step, action)
    if action[0] not in VERBS[type(step)]:
        return [Refusal("gwb.5.1a", f"That is not the question now: {step.prompt(s)}.")]  # type: ignore[attr-defined]
    return [Refusal(rule, why) for rule, why in RULES[type(step)](s, step, action)]


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

__all__ = ["OFF", "candidates", "why_not"]
