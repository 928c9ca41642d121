"""Why not this attack, this payment, this retreat, this advance?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.wwi import advance as advance_rules
from firestep.games.wwi import losses, retreat
from firestep.games.wwi.combat import Assemble, at_combat, defense
from firestep.games.wwi.components import board
from firestep.games.wwi.display.text import unit as title
from firestep.games.wwi.refusals_movement import refuse_hex
from firestep.games.wwi.russia import SHUT, confines, leaves
from firestep.games.wwi.state import TRANSIT, Fight, State
from firestep.games.wwi.supply import is_supplied
from firestep.games.wwi.zones import clear_of_zones, held, zone
from firestep.hexmap.grid import bits


def refuse_target(st: State, side: int, hex: int) -> list[Refusal]:
    """Why a hex is no target, whoever attacks."""
    there = st.unit_in(hex)
    foreign = st.forts & (st.side_forts[1 - side] | st.side_forts[board.NEUTRAL]) & 1 << hex
    if not foreign and (there < 0 or st.side(there) == side):
        return [Refusal("wwi.8.11a", f"there is no enemy in {board.NUMBER[hex]}")]
    if there >= 0 and st.attacked >> there & 1 or st.forts_attacked >> hex & 1:
        return [Refusal("wwi.8.14b", f"{board.NUMBER[hex]} has been attacked in this phase")]
    return []


def refuse_odds(st: State, side: int, hex: int, units: tuple[int, ...], infiltrate: bool) -> list[Refusal]:
    """Why there are no odds for an attack: it could not be made, in whatever phase."""
    if side > board.CENTRAL:
        return [Refusal("wwi.8.0a", f"{title(board.UNITS[units[0]])} is not at war")]
    out = refuse_target(st, side, hex)
    if not out:
        at = at_combat(st, side, hex)
        out = [r for u in sorted(set(units)) for r in refuse_attacker(at, side, hex, u)]
        if len(set(units)) < len(units):
            out.append(Refusal("wwi.8.14a", "an army takes part in an attack once"))
        if infiltrate and not any(u in board.INFILTRATORS for u in units):
            out.append(Refusal("wwi.12.33a", "no Stosstruppen or tank army takes part"))
    return out


def refuse_attack(st: State, side: int, hex: int) -> list[Refusal]:
    """Why a hex cannot be attacked at all."""
    if bad := refuse_target(st, side, hex):
        return bad
    st = at_combat(st, side, hex)
    near = [st.unit_in(i) for i in bits(board.GRID.near(hex) & st.occ[side])]
    able = [u for u in near if not refuse_attacker(st, side, hex, u)]
    strength = sum(board.ATTACK[u] for u in able)
    if strength and strength >= defense(st, hex):
        return []
    out: dict[str, Refusal] = {}
    for u in near:
        for r in refuse_attacker(st, side, hex, u):
            out.setdefault(r.rule, r)
    if not near:
        out["near"] = Refusal("wwi.8.11a", f"no army of yours stands next to {board.NUMBER[hex]}")
    if able:
        # wwi.8.8n
        out["weak"] = Refusal("wwi.8.0b", f"{strength} points are fewer than the defence of {defense(st, hex)}")
    return list(out.values())


def refuse_attacker(st: State, side: int, hex: int, unit: int) -> list[Refusal]:
    """Why a unit cannot take part in an attack on a hex."""
    name = title(board.UNITS[unit])
    i = st.at[unit]
    if st.side(unit) != side:
        return [Refusal("wwi.8.0a", f"{name} is not of the attacking side")]
    if i == TRANSIT:
        return [Refusal("wwi.8.17", f"{name} is in the Transit Area")]  # wwi.5.55a
    if i < 0 or not board.GRID.near(hex) >> i & 1:
        return [Refusal("wwi.8.11b", f"{name} is not next to {board.NUMBER[hex]}")]
    if not board.NEAR[hex] >> i & 1:
        return [Refusal("wwi.8.16", f"a blocked hexside parts {name} from {board.NUMBER[hex]}")]
    if st.attacking >> unit & 1:
        return [Refusal("wwi.8.14a", f"{name} has attacked in this phase")]  # wwi.8.21
    if not is_supplied(st, unit):
        return [Refusal("wwi.8.15", f"{name} is out of supply")]
    return []


def assemble(s: Session[State], step: Assemble, action: Action) -> list[Refusal]:
    st = at_combat(s.state, step.side, step.target)
    if action[0] == "add":
        u = board.UNIT[action[1]]
        if u in step.units:
            return [Refusal("wwi.8.14a", f"{title(action[1])} is in the attack already")]
        return refuse_attacker(st, step.side, step.target, u)
    strength = sum(board.ATTACK[u] for u in step.units)
    out = []
    if not step.units or strength < defense(st, step.target):
        # wwi.8.8n
        out.append(Refusal("wwi.8.0b", f"{strength} points against {defense(st, step.target)}: an attack needs at least as many"))
    if action[0] == "infiltrate" and not any(u in board.INFILTRATORS for u in step.units):
        out.append(Refusal("wwi.12.33a", "no Stosstruppen or tank army takes part"))
    return out


# -- losses ----------------------------------------------------------------------------------------------------------------


def _fight(s: Session[State]) -> Fight:
    return losses.fight_of(s.state)


def _bill(st: State, payers: list[int], loss: int, action: Action) -> list[Refusal]:
    n, k = board.NATION[action[1]], int(action[2])
    name = board.TITLES[action[1]]
    if n not in payers:
        return [Refusal("wwi.8.57a", f"{name} does not pay for this combat")]
    if str(k) != action[2] or not 1 <= k <= loss:
        return [Refusal("wwi.8.51b", f"the loss is {loss}")]
    if k > st.crp[n]:
        return [Refusal("wwi.10.1", f"{name} has {st.crp[n]} points")]
    if loss - k > sum(st.crp[m] for m in payers if m != n):
        return [Refusal("wwi.8.57b", "the other nations cannot pay the rest")]
    return []


def attacker_loss(s: Session[State], step: losses.AttackerLoss, action: Action) -> list[Refusal]:
    st, fight = s.state, _fight(s)
    payers = losses.attacker_payers(st, fight)
    funds = sum(st.crp[n] for n in payers)
    if action[0] == "lose":
        if board.UNIT[action[1]] not in fight.attackers:
            return [Refusal("wwi.8.55", f"{title(action[1])} did not take part")]
        if board.UNIT[action[1]] not in losses.attacker_victims(fight):
            return [Refusal("wwi.12.35", "in an infiltration attack only the infiltrators' nation takes losses")]
        if funds >= fight.attacker_loss and st.phase < 8:
            return [Refusal("wwi.8.53a", "before the third round an army is not given up while the loss can be paid")]  # wwi.4.ph4c
        return []
    if funds < fight.attacker_loss:
        return [Refusal("wwi.8.54", f"the loss of {fight.attacker_loss} cannot be paid in full; an army must be lost")]  # wwi.8.58b
    return _bill(st, payers, fight.attacker_loss, action)


def pay_rest(s: Session[State], step: losses.PayRest, action: Action) -> list[Refusal]:
    return _bill(s.state, step.payers(s.state), step.loss(s.state), action)


def defender_loss(s: Session[State], step: losses.DefenderLoss, action: Action) -> list[Refusal]:
    st, fight = s.state, _fight(s)
    funds = sum(st.crp[n] for n in losses.defender_payers(st, fight))
    loss = fight.defender_loss
    alone = fight.defender < 0
    if action[0] == "give-up":  # wwi.4.ph4d, wwi.8.75b
        return [] if alone else [Refusal("wwi.12.45a", "an occupied fortification, or none, satisfies no loss")]
    if action[0] in ("destroy", "retreat") and alone:
        return [Refusal("wwi.12.44", "no army is there; give the fortification up or pay")]
    if action[0] == "stand":
        return _stand(st, fight, funds, loss)
    lengths = [] if alone else _lengths(st, fight)
    if action[0] == "destroy":
        payable = any(loss - k <= funds for k in lengths) or not _stand(st, fight, funds, loss)
        return (
            [Refusal("wwi.8.53a", "before the third round an army is not given up while it can pay or retreat")]  # wwi.4.ph4c
            if (payable and st.phase < 8)
            else []
        )
    k = int(action[1])
    if k > losses.retreat_limit(fight):
        return [Refusal("wwi.8.59b" if k <= loss else "wwi.8.51a", f"{k} hexes are more than the loss allows")]
    if k not in lengths:
        if st.garrison >> fight.defender & 1:
            return [Refusal("wwi.12.13b", "a garrison of a Russian city stays in its place")]
        return [Refusal("wwi.8.61a", f"no legal path of {k} hexes leads away")]
    if loss - k > funds:  # wwi.8.51e
        return [Refusal("wwi.9.21a" if not fight.defender_supplied else "wwi.8.51d", f"the other {loss - k} points cannot be paid")]
    return []


def _stand(st: State, fight: Fight, funds: int, loss: int) -> list[Refusal]:
    out = []
    if funds < loss:
        out.append(
            Refusal(
                "wwi.9.21a" if fight.defender >= 0 and not fight.defender_supplied else "wwi.8.51b",
                f"the loss of {loss} cannot be paid: {funds} points are at hand",
            )
        )
    if fight.forced and (_lengths(st, fight) or st.options["blocked-infiltration"] == "die"):
        out.append(Refusal("wwi.12.32a", "infiltration forces a retreat of at least one hex"))
    return out


# -- retreat, displacement, advance ----------------------------------------------------------------------------------------


def retreat_step(s: Session[State], step: retreat.RetreatStep, action: Action) -> list[Refusal]:
    """Try the hex as the next of the path: rules of the hex first, then how well the best way on from it stands among all ways of
    this length (R20)."""
    if bad := refuse_hex(action[1]):  # wwi.5.55b, wwi.8.61d
        return bad
    st = s.state
    i = board.INDEX[action[1]]
    here = step.path[-1] if step.path else st.at[step.unit]
    if hard := _ground(st, step.unit, here, i):
        return hard
    if leaves(st, step.unit, (*step.path, i)):
        return [Refusal("wwi.12.13a", SHUT)]
    if i == st.at[step.unit] or i in step.path:
        return [Refusal("wwi.8.61b", f"the retreat has passed through {action[1]} already")]
    ways = list(_walks(st, step.unit, (*step.path, i), step.length))
    if not ways:
        return [Refusal("wwi.8.61a", f"no way of {step.length} hexes leads on from {action[1]}")]
    fed = retreat.supply_without(st, step.unit)
    mine = min(_worth(st, step.unit, way, fed) for way in ways)
    best = min(_worth(st, step.unit, way, fed) for way in _walks(st, step.unit, (), step.length))
    if mine == best and mine.end < PINNED:
        return []
    for k, (rule, text) in enumerate(WISHES):
        if mine[k] > best[k]:
            return [Refusal(rule, text)]
    return [Refusal("wwi.8.63e", f"the retreat of {step.length} hexes would end on an army that cannot make room")]


#: how a retreat may end: in an empty hex, on a friend who makes room, on one who cannot
EMPTY, BUMPS, PINNED = range(3)


class Worth(NamedTuple):
    """What is wished of a retreat, the greater wish first; less is better (R20)."""

    end: int
    nearer: int
    abroad: bool
    hungry: bool


#: which rule wishes it
WISHES = (
    ("wwi.8.63a", "an army is displaced only where no way ends in an empty hex"),
    ("wwi.8.6b", "each step of a retreat leads one hex farther away where a straight way is open"),
    ("wwi.8.61e", "the army stays in its own country if it can"),
    ("wwi.8.6b", "the retreat leads to where the army is in supply if it can"),
)


def _walks(st: State, unit: int, path: tuple[int, ...], length: int) -> Iterator[tuple[int, ...]]:
    """Every way of a length that begins so and breaks no rule (wwi.8.61a, wwi.8.61b, wwi.8.61c)."""
    if len(path) == length:
        yield path
        return
    start = st.at[unit]
    here = path[-1] if path else start
    for i in bits(board.NEAR[here]):
        if i != start and i not in path and not _ground(st, unit, here, i) and not leaves(st, unit, (*path, i)):
            yield from _walks(st, unit, (*path, i), length)


def _lengths(st: State, fight: Fight) -> list[int]:
    """How many hexes the defender can retreat, one by one: no garrison does (wwi.12.13b), and none ends on an army that cannot make
    room (wwi.8.63e)."""
    unit = fight.defender
    if st.garrison >> unit & 1:
        return []
    most = losses.retreat_limit(fight)
    return [k for k in range(1, most + 1) if any(_end(st, unit, way[-1]) < PINNED for way in _walks(st, unit, (), k))]


def _end(st: State, unit: int, last: int) -> int:
    """How a retreat to a hex would end."""
    there = st.unit_in(last)
    if there < 0:
        return EMPTY
    return PINNED if _pinned(st, there, 1 << st.at[unit] | 1 << last) else BUMPS


def _worth(st: State, unit: int, way: tuple[int, ...], fed: int) -> Worth:
    """How a whole retreat stands to the wishes; `fed`: where the army would be in supply."""
    start, last = st.at[unit], way[-1]
    home = board.HOME[board.UNIT_NATION[unit]]
    abroad = bool(home >> start & 1) and not all(home >> i & 1 for i in way)
    return Worth(_end(st, unit, last), -board.GRID.distance(start, last), abroad, not fed >> last & 1)


def _pinned(st: State, unit: int, moving: int) -> list[Refusal]:
    """Why an army cannot make room (wwi.8.63c, wwi.8.63d). `moving`: hexes that are left or taken in this retreat, its own among
    them."""
    name = title(board.UNITS[unit])
    if zone(st, 1 - st.side(unit)) >> st.at[unit] & 1:
        return [Refusal("wwi.8.63c", f"{name} is in an enemy zone of control")]
    if st.garrison >> unit & 1:
        return [Refusal("wwi.12.13b", f"{name} is a garrison of a Russian city and may not move")]
    asked = [unit]
    for u in asked:  # whoever he bumps on, and whom those bump
        for i in bits(board.NEAR[st.at[u]] & ~moving):
            v = st.unit_in(i)
            if _ground(st, u, st.at[u], i) or v in asked:
                continue
            if v < 0:
                return []
            if not st.garrison >> v & 1 and not zone(st, 1 - st.side(v)) >> i & 1:
                asked.append(v)
    return [Refusal("wwi.8.63d", f"{name} would have nowhere to go, not even by bumping on")]


def _ground(st: State, unit: int, here: int, i: int) -> list[Refusal]:
    """Ground no retreat may use (wwi.8.61a, wwi.8.61c)."""
    side = st.side(unit)
    number = board.NUMBER[i]
    if not board.GRID.near(here) >> i & 1:
        return [Refusal("wwi.5.0c", f"{number} is not next to {board.NUMBER[here]}")]
    if not board.NEAR[here] >> i & 1:
        return [Refusal("wwi.8.61c", "a blocked hexside bars the way")]
    if st.neutral >> i & 1:
        return [Refusal("wwi.8.61c", f"{number} is neutral ground")]
    if held(st, 1 - side) >> i & 1:
        return [Refusal("wwi.8.61a", f"the enemy holds {number}")]
    if not clear_of_zones(st, side) >> i & 1:
        return [Refusal("wwi.8.61a", f"{number} is empty and in an enemy zone of control")]  # wwi.6.31a
    if leaves(st, unit, (i,)):
        return [Refusal("wwi.12.13a", SHUT)]
    return []


def displace(s: Session[State], step: retreat.Displace, action: Action) -> list[Refusal]:
    st = s.state
    if board.UNIT[action[1]] != step.unit:
        return [Refusal("wwi.8.63a", f"{title(action[1])} is not the army that makes room")]
    if bad := refuse_hex(action[2]):
        return bad
    i = board.INDEX[action[2]]
    if hard := _ground(st, step.unit, st.at[step.unit], i):
        return hard
    if step.moving >> i & 1:
        return [Refusal("wwi.8.63e", f"{action[2]} is being left or taken in this retreat")]
    here = st.at[step.unit]
    empty = [j for j in bits(board.NEAR[here] & ~step.moving) if st.unit_in(j) < 0 and not _ground(st, step.unit, here, j)]
    there = st.unit_in(i)
    if there < 0:
        home = board.HOME[board.UNIT_NATION[step.unit]]
        if home >> here & 1 and not home >> i & 1 and any(home >> j & 1 for j in empty):
            return [Refusal("wwi.8.61e", "the army stays in its own country if it can")]
        return []
    if empty:
        return [Refusal("wwi.8.63d", f"{title(board.UNITS[there])} is bumped only where no empty hex is left")]
    return _pinned(st, there, step.moving | 1 << here | 1 << i)


def advance(s: Session[State], step: advance_rules.AdvanceUnits, action: Action) -> list[Refusal]:
    if action[0] == "halt":
        return []
    st, fight = s.state, _fight(s)
    u, i = board.UNIT[action[1]], board.INDEX[action[2]]
    if st.side(u) != fight.side:
        return [Refusal("wwi.8.7c", "only attackers advance")]
    if u not in fight.attackers:
        return [Refusal("wwi.8.7a", f"{title(action[1])} did not take part in the attack")]
    if st.garrison >> u & 1:
        return [Refusal("wwi.12.13b", f"{title(action[1])} is a garrison and may not move")]
    if st.at[u] < 0 or st.at[u] in (fight.target, *fight.path) or not board.NEAR[fight.target] >> st.at[u] & 1:
        return [Refusal("wwi.8.76a", f"{title(action[1])} has advanced already")]
    if bad := _no_pursuit(st, fight, i):
        return bad
    if st.unit_in(i) >= 0:
        return [Refusal("wwi.8.71d", f"an army is in {action[2]}")]
    way = (fight.target, *fight.path[1 : fight.path.index(i) + 1]) if i != fight.target else (i,)
    if leaves(st, u, way):
        return [Refusal("wwi.12.13a", SHUT)]
    return []


def _no_pursuit(st: State, fight: Fight, i: int) -> list[Refusal]:
    """Why nobody pursues as far as a hex."""
    number, first = board.NUMBER[i], fight.target
    enemy = held(st, 1 - fight.side)
    if not fight.vacated or enemy & ~(st.forts & 1 << first) & 1 << first:
        return [Refusal("wwi.8.7a", f"{board.NUMBER[first]} has not been emptied")]
    if i == first:
        return []
    if i not in fight.path[1:-1]:
        return [Refusal("wwi.8.71a", f"{number} is not on the way of the retreat")]
    behind = fight.path[1 : fight.path.index(i)]
    if any(enemy >> j & 1 for j in (*behind, i)):
        return [Refusal("wwi.8.75c", f"the enemy stands on the way to {number}")]
    last = fight.path[-1]
    if st.unit_in(last) == fight.defender and any(board.GRID.near(j) >> last & 1 for j in (first, *behind)):
        return [Refusal("wwi.8.71a", f"the pursuit ends before {number}, next to the army that retreated")]
    if any(zone(st, 1 - fight.side, without=1 << first) >> j & 1 for j in behind):
        return [Refusal("wwi.8.71c", f"the pursuit ends before {number}, in the zone of another enemy")]
    return []


def follow(s: Session[State], step: advance_rules.FollowUp, action: Action) -> list[Refusal]:
    if action[0] == "halt":
        return []
    st, fight = s.state, _fight(s)
    u = board.UNIT[action[1]]
    name, hex = title(action[1]), board.NUMBER[step.hex]
    if st.side(u) != fight.side:
        return [Refusal("wwi.12.36", f"{name} is no friend of the army that left {hex}")]
    if st.at[u] < 0 or not board.NEAR[step.hex] >> st.at[u] & 1:
        return [Refusal("wwi.12.36", f"{name} is not next to {hex}")]
    if (st.attacking | st.attacked) >> u & 1:
        return [Refusal("wwi.12.36", f"{name} was in combat in this phase")]
    if st.unit_in(step.hex) >= 0:
        return [Refusal("wwi.12.36", f"an army is in {hex}")]
    if st.garrison >> u & 1:
        return [Refusal("wwi.12.13b", f"{name} is a garrison and may not move")]
    if not confines(st, u) >> step.hex & 1:
        return [Refusal("wwi.12.13a", SHUT)]
    return []
