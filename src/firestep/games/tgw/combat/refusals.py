"""Why not? Attacks, support, losses, cavalry, advances (10, 15); markers and works are in `fortifications/refusals`."""

from __future__ import annotations

from collections.abc import Collection
from math import inf
from typing import Any

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.tgw.combat import advance as advance_rules
from firestep.games.tgw.combat import air, attackers, bans, cavalry, combat, losses, strength
from firestep.games.tgw.combat.shifts import weather_in
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.components.chits import CHIT, CHITS, OF_EVENT
from firestep.games.tgw.display import fog
from firestep.games.tgw.events import ordered_offensives
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.fortifications import refusals as works
from firestep.games.tgw.fortifications.refusals import hex_of, where
from firestep.games.tgw.movement import areas, stacking
from firestep.games.tgw.state import Fight, State
from firestep.games.tgw.supply import sources
from firestep.games.tgw.supply.supply import FORTRESS, REGULAR, blocked, status
from firestep.hexmap.grid import bits

S = Session[State]


def fight_of(st: State) -> Fight:
    assert st.fight is not None
    return st.fight


# -- attacks (tgw.10.1, 15) --------------------------------------------------------------------------------------------------------


def refuse_target(st: State, side: int, hex: int) -> list[Refusal]:
    """Why a hex is no target, whoever attacks."""
    if not board.LAND >> hex & 1:
        return [Refusal("tgw.10.15a", f"{where(hex)} is no land that can be attacked")]
    foe = st.stack(hex) & st.troops[1 - side]
    if not foe & roster.COMBAT and not st.fort_of[1 - side] >> hex & 1:
        lone = "only headquarters are" if foe else "there is no enemy"
        return [Refusal("tgw.15.63c" if foe else "tgw.10.11a", f"{lone} in {where(hex)}")]
    if st.targets >> hex & 1:
        return [Refusal("tgw.10.14a", f"{where(hex)} has been attacked in this phase")]
    return []


def refuse_attacker(st: State, side: int, hex: int, u: int, joined: int, again: bool = False) -> list[Refusal]:
    """Why a unit cannot join an attack on a hex in which others take part. `again`: it is of a chain and may attack once more."""
    name, i = roster.UNITS[u], st.at[u]
    if st.side(u) != side:
        return [Refusal("tgw.10.11a", f"{name} is not yours")]
    if roster.HQ >> u & 1:
        return [Refusal("tgw.15.63a", f"{name} is a headquarters and has no factors")]
    if not roster.ATTACK[u]:
        return [Refusal("tgw.3.26a", f"{name} has no attack factor")]
    if i < 0 or not board.ATLAS.near(hex) >> i & 1:
        return [Refusal("tgw.10.11a", f"{name} is not next to {where(hex)}")]
    if not attackers.NEAR[hex] >> i & 1:
        return [Refusal("tgw.10.15a", f"water or an impassable side parts {name} from {where(hex)}")]
    if joined >> u & 1:
        return [Refusal("tgw.10.24a", f"{name} is in the attack already")]
    if st.attacked >> u & 1 and not again:
        return [Refusal("tgw.10.14a", f"{name} has attacked in this phase")]
    out = []
    if st.weather[fronts.FRONT_AT[hex]] == tables.SNOW and board.ALPINE & (1 << hex | 1 << i):
        out.append(Refusal("tgw.10.15b", "in Snow nobody attacks into or out of Alpine hexes"))  # tgw.12.2i
    if board.ALPINE >> hex & 1 and not roster.MOUNTAIN >> u & 1:
        out.append(Refusal("tgw.15.71a", f"only mountain units attack into the Alpine hex {where(hex)}"))
    out += _tank(st, hex, u, joined) if roster.TANK >> u & 1 else []
    out += rider(st, side, hex, u, joined) if unit_types.bound_cavalry(st, 1 << u) else []
    out += [Refusal(ban.rule, f"{name}: {ban.text}") for ban in bans.bans(st, side) if ban.units >> u & 1 and ban.hexes >> hex & 1]
    if found := bans.apart(st, joined, u):
        out.append(Refusal(*found))  # tgw.16.11d, tgw.6.42a, tgw.6.47a, tgw.17.31g, tgw.21.7d, tgw.19.54a
    return out


def _tank(st: State, hex: int, u: int, joined: int) -> list[Refusal]:
    out = []
    bad = board.MARSH | board.MOUNTAIN | board.PASS | board.ALPINE | board.FOREST
    if bad >> hex & 1 or board.FLOOD >> hex & 1 and weather_in(st, hex) == tables.WET:
        out.append(Refusal("tgw.15.24a", f"tanks do not attack into {board.TERRAIN[hex]}"))
    if not any(
        st.at[v] == st.at[u] and roster.NATION_OF[v] in sources.KIN[roster.NATION_OF[u]] and not roster.TANK >> v & 1
        for v in bits(joined)
    ):
        out.append(
            Refusal("tgw.15.22a", f"{roster.UNITS[u]} attacks only with a unit of its nation from its own hex: add that first")
        )
    return out


def rider(st: State, side: int, hex: int, u: int, joined: int) -> list[Refusal]:
    foot = any(unit_types.foot(st) >> v & 1 for v in bits(st.stack(hex) & st.troops[1 - side]))
    if not foot and not forts.shift(st, hex, 1 - side):
        return []
    if any(st.at[v] == st.at[u] and unit_types.foot(st) >> v & 1 for v in bits(joined)):
        return []
    return [
        Refusal(
            "tgw.15.54a",
            f"{roster.UNITS[u]} is cavalry: against infantry or a fort only with infantry of its own hex; add that first",
        )
    ]


def refuse_attack(st: State, side: int, hex: int, pool: int, again: bool = False) -> list[Refusal]:
    """Why nobody of a pool can attack a hex."""
    if bad := refuse_target(st, side, hex):
        return bad
    out: dict[str, Refusal] = {}
    near = [u for i in bits(board.ATLAS.near(hex) & st.occ[side]) for u in bits(st.stack(i) & st.troops[side])]
    for u in near:
        if not pool >> u & 1:
            rule = "tgw.15.53a" if again else "tgw.10.82b"
            out.setdefault("pool", Refusal(rule, f"{roster.UNITS[u]} is not among the units that may attack now"))
            continue
        found = refuse_attacker(st, side, hex, u, 0, again)
        if not found:
            return []
        for x_ in found:
            out.setdefault(x_.rule, x_)
    return list(out.values()) or [Refusal("tgw.10.11a", f"no unit of yours stands next to {where(hex)}")]


def attacks(s: S, step: combat.Attacks, action: Action) -> list[Refusal]:
    if action[0] in ("done", "forfeit"):
        owes = step.kind == "regular" and _owes(s.state, step.side, step.theater)
        if owes == (action[0] == "forfeit"):
            return []
        if owes:
            return [Refusal("tgw.6.29a", "an offensive that was ordered still asks for an attack that you can make")]
        return [Refusal("tgw.6.29a", "no offensive was ordered that you could refuse")]
    hex, bad = hex_of(action[1])
    if bad:
        return bad
    if not fronts.THEATER[step.theater] >> hex & 1:
        return [Refusal("tgw.4.2.5a", f"{where(hex)} is not in the {fronts.THEATER_TITLES[step.theater]}")]
    if bad := refuse_attack(s.state, step.side, hex, step.pool()):
        return bad
    return _only_spoils(s.state, step, hex) if step.kind == "regular" else []


def _orders(st: State, side: int, theater: int) -> list[str]:
    """Returns the offensives that still ask a side for attacks in a theater (tgw.6.29b, tgw.6.29d, tgw.6.29g)."""
    return [
        n
        for n in ordered_offensives.OWES
        if ordered_offensives.OWES[n] == side and ordered_offensives.THEATER[n] == theater and ordered_offensives.owed(st, n)
    ]


def _owes(st: State, side: int, theater: int) -> bool:
    """Returns whether an ordered offensive asks for an attack that can be made (tgw.6.29a, E24)."""
    return any(obeying(st, name) for name in _orders(st, side, theater))


def obeying(st: State, name: str, without: int = 0, but: int = 0) -> list[int]:
    """Return the hexes that can be attacked as an offensive asks, by others than `without`, those of `but` left out."""
    side = ordered_offensives.OWES[name]
    out = []
    for hex in bits((st.occ[1 - side] | st.fort_of[1 - side]) & ordered_offensives.FRONT[name] & ~but):
        if refuse_target(st, side, hex):
            continue
        near = [u for i in bits(attackers.NEAR[hex]) for u in bits(st.stack(i) & ordered_offensives.OF[name] & ~without)]
        able = [u for u in near if not refuse_attacker(st, side, hex, u, 0)]
        if able and _answers(st, name, hex, sum(1 << u for u in able)):
            out.append(hex)
    return out


def _answers(st: State, name: str, hex: int, units: int) -> bool:
    """An attack of these units on a hex is one that an offensive asks for."""
    side = ordered_offensives.OWES[name]
    fight = strength.declared(st, side, hex, tuple(bits(units)))
    defence = fog.estimate(st, side, hex) if st.on("fog") else strength.defence(st, fight)
    return ordered_offensives.counts(name, units, hex, (strength.attack(st, fight), defence))


def _spoils(st: State, side: int, hex: int, units: int, able: int = 0) -> list[Refusal]:
    """Why these units may not attack a hex: an ordered attack could be made now and not afterwards (S5b). With more units of `able`
    the attack may become the ordered one."""
    for name in _orders(st, side, fronts.theater_at(hex)):
        if not ordered_offensives.FRONT[name] >> hex & 1 or not obeying(st, name) or obeying(st, name, units, 1 << hex):
            continue
        all_ = units
        while more := [
            u
            for i in bits(attackers.NEAR[hex])
            for u in bits(st.stack(i) & able & ordered_offensives.OF[name] & ~all_)
            if not refuse_attacker(st, side, hex, u, all_)
        ]:
            all_ |= sum(1 << u for u in more)
        if not _answers(st, name, hex, all_):
            text = "after this attack nobody could make the attack that an offensive has ordered"
            return [Refusal(ordered_offensives.RULE[name], text)]
    return []


def _only_spoils(st: State, step: combat.Attacks, hex: int) -> list[Refusal]:
    """Why nobody may attack a hex though some units could: every one of them is needed for an ordered attack (S5b)."""
    out: list[Refusal] = []
    able = st.troops[step.side]
    for u in bits(sum(st.stack(i) & able for i in bits(attackers.NEAR[hex]))):
        if not refuse_attacker(st, step.side, hex, u, 0):
            out = _spoils(st, step.side, hex, 1 << u, able)
            if not out:
                return []
    return out


def chase(s: S, step: cavalry.Chase, action: Action) -> list[Refusal]:
    if action[0] == "done":
        return []
    hex, bad = hex_of(action[1])
    return bad or refuse_attack(s.state, step.side, hex, sum(1 << u for u in step.units), True)


def assemble(s: S, step: combat.Assemble, action: Action) -> list[Refusal]:
    st = s.state
    regular = step.kind == "regular" and not step.left
    if action[0] == "go":
        if not step.joined:
            return [Refusal("tgw.10.31b", "no unit takes part yet")]
        return _spoils(st, step.side, step.hex, step.mask()) if regular else []
    if action[0] == "add":
        u = roster.UNIT[action[1]]
        if (bad := _join(st, step, u, step.mask())) or not regular:
            return bad
        return _spoils(st, step.side, step.hex, step.mask() | 1 << u, st.troops[step.side])
    i, bad = hex_of(action[1])
    if bad:
        return bad
    joined = step.mask()
    reasons: list[Refusal] = []
    went = 0
    for foot in (True, False):  # tanks and cavalry follow those on foot
        for u in bits(st.stack(i) & st.troops[step.side]):
            if bool(unit_types.foot(st) >> u & 1) == foot and not joined >> u & 1:
                found = _join(st, step, u, joined)
                if not found:
                    joined |= 1 << u
                    went += 1
                reasons += found
    if went > 1:
        return _spoils(st, step.side, step.hex, joined, st.troops[step.side]) if regular else []
    if went:
        return [Refusal("tgw.10.31b", f"only one unit of {where(i)} can join: name it")]
    return reasons[:1] or [Refusal("tgw.10.11a", f"nobody of yours in {where(i)} is left to join the attack")]


def _join(st: State, step: combat.Assemble, u: int, joined: int) -> list[Refusal]:
    if step.among and u not in step.among:
        rule = "tgw.15.53a" if step.left else "tgw.10.82b"
        return [Refusal(rule, f"{roster.UNITS[u]} is not among the units that may attack now")]
    return refuse_attacker(st, step.side, step.hex, u, joined, bool(step.left))


# -- support (tgw.10.46, tgw.15.13a, tgw.15.45a)
# ----------------------------------------------------------------------------------------------


def support(s: S, step: combat.Support, action: Action) -> list[Refusal]:
    st = s.state
    fight = fight_of(st)
    if action[0] == "none":
        if combat.must_support(st, fight, step.side):
            return [Refusal("tgw.6.42a", "while command is paralysed Russians attack only with a headquarters, as Brusilov does")]
        return []
    u = roster.UNIT[action[1]]
    if not roster.HQ >> u & 1 or st.side(u) != step.side:
        return [Refusal("tgw.10.46a", f"{action[1]} is no headquarters of yours")]
    if st.at[u] <= 0:
        return [Refusal("tgw.10.46a", f"{action[1]} is not on the map")]
    if st.depleted >> u & 1:
        return [Refusal("tgw.10.48b", f"{action[1]} is depleted")]
    if not roster.SUPPORT[u]:
        return [Refusal("tgw.15.62a", f"{action[1]} has no support to give")]
    if u == unit_types.ELEVENTH and fronts.FRONT_AT[st.at[u]] != fronts.EAST:
        return [Refusal("tgw.10.46c", "the German 11th Army supports on the Eastern Front alone")]
    attacking = step.side == fight.side
    lives = status(st, u)
    if lives != REGULAR and (attacking or lives != FORTRESS):
        return [Refusal("tgw.10.46b", f"{action[1]} is out of supply")]
    units = fight.attackers if attacking else fight.defenders
    served = [
        v
        for v in units
        if not unit_types.bound_cavalry(st, 1 << v) or st.stack(st.at[v]) & st.troops[step.side] & unit_types.foot(st)
    ]
    if not any(roster.NATION_OF[u] in sources.kin_of(v) for v in served):
        rule = "tgw.15.54b" if any(roster.NATION_OF[u] in sources.kin_of(v) for v in units) else "tgw.10.47b"
        return [Refusal(rule, f"no combat unit that {action[1]} could support is in this battle")]
    if st.options.get("hq-support") == "nation":
        served = [v for v in served if roster.NATION_OF[u] in sources.kin_of(v)]
    if not any(st.at[v] == st.at[u] or board.ATLAS.near(st.at[u]) >> st.at[v] & 1 for v in served):
        return [Refusal("tgw.10.46a", f"{action[1]} is neither with nor next to units of this battle")]
    return []


def kaiser(s: S, step: combat.Kaiserschlacht, action: Action) -> list[Refusal]:
    return []


def fly(s: S, step: air.Fly, action: Action) -> list[Refusal]:
    if action[0] == "done":
        return []
    st = s.state
    fight = fight_of(st)
    c = CHIT[action[1]]
    if bad := _grounded(st, fight, step.side, c):
        return bad
    first = next(k for k in bits(OF_EVENT[CHITS[c].event]) if not _grounded(st, fight, step.side, k))
    return [] if first == c else [Refusal("tgw.15.13a", f"{action[1]} is like {CHITS[first].id}, which may fly: name that one")]


def _grounded(st: State, fight: Fight, side: int, c: int) -> list[Refusal]:
    """Why a chit does not fly for a side in a battle."""
    bit, id = 1 << c, CHITS[c].id
    if CHITS[c].side != side or not bit & (air._FLYING | air.TACTICS):
        return [Refusal("tgw.15.11a", f"{id} is no air unit of yours")]
    if c in fight.air[0 if side == fight.side else 1]:
        return [Refusal("tgw.15.12a", f"{id} is in the battle already")]
    if bit & air.TACTICS:
        if not st.hand[side] & bit:
            return [Refusal("tgw.6.3b", f"{id} is not in your hand")]
    elif not st.play & bit:
        return [Refusal("tgw.15.11a", f"{id} is not in play")]
    elif st.air_used & bit:
        return [Refusal("tgw.15.12a", f"{id} has flown since the last Strategic Turn")]
    elif st.warfare & bit:
        return [Refusal("tgw.15.14a", f"{id} is on home defence")]
    if not air.ON_FRONT[fronts.FRONT_AT[fight.hex]] & bit:  # fronts of their own: tgw.15.16b, tgw.15.16c, tgw.15.16d
        return [Refusal("tgw.15.16a", f"{id} does not fly on the {fronts.FRONT_TITLES[fronts.FRONT_AT[fight.hex]]}")]
    return []


# -- cavalry that leaves (tgw.15.51a, tgw.15.52a)
# ------------------------------------------------------------------------------------------


def retreat(s: S, step: cavalry.Leave, action: Action) -> list[Refusal]:
    if action[0] == "stand":
        return []
    st = s.state
    fight = fight_of(st)
    i, bad = hex_of(action[1])
    if bad:
        return bad
    if shut := _no_haven(st, fight, step.left, i):
        return shut
    far = _from_supply(st, fight, fight.hex)
    if _from_supply(st, fight, i) >= far:
        for j in bits(board.ATLAS.near(fight.hex)):
            if _from_supply(st, fight, j) < far and not _no_haven(st, fight, step.left, j):
                return [Refusal("tgw.15.52a", f"{where(j)} lies nearer to a source of supply than {where(i)}")]
    return []


def _no_haven(st: State, fight: Fight, left: tuple[int, ...], i: int) -> list[Refusal]:
    """Why cavalry cannot ride to a hex, wherever its supply comes from."""
    units = sum(1 << u for u in fight.defenders)
    bit = 1 << i
    if not board.ATLAS.near(fight.hex) & bit:
        return [Refusal("tgw.15.52a", f"cavalry rides one hex, and {where(i)} is not next to {where(fight.hex)}")]
    if not attackers.NEAR[fight.hex] & bit or not board.LAND & bit:
        return [Refusal("tgw.8.24a", f"water or an impassable side bars the way to {where(i)}")]
    if board.ALPINE & bit:
        return [Refusal("tgw.8.32c", f"{where(i)} is Alpine")]
    if (st.occ[fight.side] | st.fort_of[fight.side]) & bit:
        return [Refusal("tgw.8.22a", f"the enemy is in {where(i)}")]
    if areas.closed(st) & bit or not areas.ground(st, units) & bit:
        return [Refusal("tgw.17.4f", f"{where(i)} is closed to these units")]
    if fight.side == tables.CENTRAL and i == board.KUT and sources.besieged(st):
        return [Refusal("tgw.14.23b", f"no unit enters {where(i)} during the siege")]
    if i in left:
        return [Refusal("tgw.15.52a", f"the cavalry has just left {where(i)} and does not come back to it in this chain")]
    if not stacking.room(st, i, units, 1 - fight.side):
        return [Refusal("tgw.7.23a", f"{where(i)} has no room")]
    return []


def _from_supply(st: State, fight: Fight, i: int) -> float:
    """How many hexes lie between a hex and the nearest source of supply of the defender, over ground that is open to him."""
    origins = cavalry.sources(st, fight)
    open = origins | board.LAND & ~blocked(st, 1 - fight.side)
    rings = sources.WAYS.layers(1 << i & (open | 1 << fight.hex), open)
    return next((k for k, ring in enumerate(rings) if ring & origins), inf)


# -- losses (tgw.10.6) -------------------------------------------------------------------------------------------------------------


def lose(s: S, step: losses.Lose, action: Action) -> list[Refusal]:
    st = s.state
    fight = fight_of(st)
    u = roster.UNIT[action[1]]
    units = losses.alive(st, fight, step.k)
    if roster.HQ >> u & 1:
        return [Refusal("tgw.15.63a", f"{action[1]} is a headquarters and is never taken as a loss")]
    if not units >> u & 1:
        return [Refusal("tgw.10.12b", f"{action[1]} is not in this battle on your side")]
    # tanks (tgw.15.24b), shock-troops (tgw.15.43a) and anti-tank units (tgw.15.33b) come first (tgw.10.64a, tgw.10.64c)
    first, rule = losses.bound(st, fight, step.k, units)
    if fight.first[step.k] and first and not first >> u & 1:
        return [Refusal(rule, f"the first loss must be taken from {roster.UNITS[(first & -first).bit_length() - 1]} or its like")]
    return []


# -- advance (tgw.10.7) ------------------------------------------------------------------------------------------------------------


def refuse_advance(st: State, fight: Fight, u: int) -> list[Refusal]:
    """Why a unit does not advance into the hex."""
    name, hex, i = roster.UNITS[u], fight.hex, st.at[u]
    if st.side(u) != fight.side:
        return [Refusal("tgw.10.71c", "only attackers advance")]
    if u not in fight.attackers:
        return [Refusal("tgw.10.71a", f"{name} took no part in the attack")]
    if i <= 0:
        return [Refusal("tgw.10.71a", f"{name} did not survive")]
    if i == hex:
        return [Refusal("tgw.10.71a", f"{name} has advanced already")]
    if fight.side == tables.CENTRAL and board.LANDINGS >> hex & 1:
        return [Refusal("tgw.6.51h", f"the Central Powers never enter {where(hex)}")]
    if board.ALPINE >> hex & 1 and not roster.MOUNTAIN >> u & 1:
        return [Refusal("tgw.10.71d", f"only mountain units enter the Alpine hex {where(hex)}")]
    if not attackers.NEAR[hex] >> i & 1:
        return [Refusal("tgw.10.71a", f"{name} is not next to {where(hex)} any more")]
    if areas.closed(st) >> hex & 1 or not areas.ground(st, 1 << u) >> hex & 1:
        return [Refusal("tgw.10.71d", f"{where(hex)} is closed to {name}")]
    if not stacking.room(st, hex, 1 << u, fight.side):
        return [Refusal("tgw.7.23a", f"{where(hex)} has no room for {name}")]
    return []


def advance(s: S, step: advance_rules.Advance, action: Action) -> list[Refusal]:
    if action[0] == "done":
        return []
    st = s.state
    fight = fight_of(st)
    if action[0] == "advance":
        return refuse_advance(st, fight, roster.UNIT[action[1]])
    i, bad = hex_of(action[1])
    if bad:
        return bad
    able = [u for u in fight.attackers if st.at[u] == i and not refuse_advance(st, fight, u)]
    if len(able) < 2:
        return [Refusal("tgw.10.71a", f"not more than one unit of {where(i)} can advance")]
    if not stacking.room(st, fight.hex, sum(1 << u for u in able), fight.side):
        return [Refusal("tgw.7.23a", f"{where(fight.hex)} has no room for all units of {where(i)}: name them one by one")]
    return []


def go_on(s: S, step: advance_rules.GoOn, action: Action) -> list[Refusal]:
    if action[0] == "done":
        return []
    st = s.state
    fight = fight_of(st)
    u = roster.UNIT[action[1]]
    i, bad = hex_of(action[2])
    if bad:
        return bad
    name, bit = action[1], 1 << i
    if u not in fight.advanced or st.at[u] != fight.hex:
        return [Refusal("tgw.10.72a", f"{name} is not in {where(fight.hex)}, the hex that was taken")]
    late = fight.side == tables.ALLIED and roster.TANK >> u & 1 and st.turn > advance_rules.LATE_TANKS
    if not late and not (fight.side == tables.CENTRAL and unit_types.shocks(st, 1 << u, fight.hex)):
        return [Refusal("tgw.10.72a", f"{name} goes one hex: only shock-troops and Allied tanks after March 1919 go on")]
    if not board.ATLAS.near(fight.hex) & bit:
        return [Refusal("tgw.10.72c", f"{where(i)} is not next to {where(fight.hex)}")]
    if not attackers.NEAR[fight.hex] & bit or not board.LAND & bit:
        return [Refusal("tgw.8.24a", f"water or an impassable side bars the way to {where(i)}")]
    if board.ALPINE & bit:
        return [Refusal("tgw.10.72c", f"{where(i)} is Alpine")]
    if st.occ[1 - fight.side] & bit or st.fort_of[1 - fight.side] & bit:
        return [Refusal("tgw.10.72c", f"{where(i)} is not empty")]
    if fight.side == tables.CENTRAL and board.LANDINGS & bit:
        return [Refusal("tgw.6.51h", f"the Central Powers never enter {where(i)}")]
    if areas.closed(st) & bit or not areas.ground(st, 1 << u) & bit:
        return [Refusal("tgw.10.71d", f"{where(i)} is closed to {name}")]
    if fight.side == tables.ALLIED and i == board.KUT and sources.besieged(st):
        return [Refusal("tgw.14.23b", f"no unit enters {where(i)} during the siege")]
    if not stacking.room(st, i, 1 << u, fight.side):
        return [Refusal("tgw.7.23a", f"{where(i)} has no room for {name}")]
    return []


# -- what could be meant -------------------------------------------------------------------------------------------------------


def _fighting(s: S, step: Any) -> Collection[Action] | None:
    """Units and hexes of the fight, and some beside it."""
    if not isinstance(step, advance_rules.GoOn):
        return None
    st = s.state
    fight = fight_of(st)
    near = board.numbers(fronts.range_of(1 << fight.hex, 2))
    return [("go-on", roster.UNITS[u], n) for u in fight.attackers for n in near]


def _targets(s: S, step: Any) -> Collection[Action] | None:
    """Hexes with anybody in them, and those of forts."""
    st = s.state
    return [("attack", n) for n in board.numbers(st.occ[0] | st.occ[1] | st.fort_of[0] | st.fort_of[1])]


def _near(s: S, step: Any) -> list[int]:
    """The units in and around the hex of an attack, of both sides."""
    st = s.state
    hex = step.hex if isinstance(step, combat.Assemble) else fight_of(st).hex
    return [u for i in bits(fronts.range_of(1 << hex, 2)) for u in bits(st.stack(i))]


def _units_for(verb: str, *steps: type) -> Any:
    def form(s: S, step: Any) -> Collection[Action] | None:
        return [(verb, roster.UNITS[u]) for u in _near(s, step)] if isinstance(step, steps) else None

    return form


def _places_for(verb: str, *steps: type) -> Any:
    def form(s: S, step: Any) -> Collection[Action] | None:
        if not isinstance(step, steps):
            return None
        hex = step.hex if isinstance(step, combat.Assemble) else fight_of(s.state).hex
        return [(verb, n) for n in board.numbers(fronts.range_of(1 << hex, 2))]

    return form


ASKS: dict[type, tuple[tuple[str, ...], Any]] = {
    combat.Attacks: (("attack place", "done", "forfeit"), attacks),
    combat.Assemble: (("add unit", "add-all place", "go"), assemble),
    combat.Support: (("support unit", "none"), support),
    combat.Kaiserschlacht: (("kaiserschlacht", "none"), kaiser),
    air.Fly: (("fly chit", "done"), fly),
    cavalry.Leave: (("retreat place", "stand"), retreat),
    cavalry.Chase: (("attack place", "done"), chase),
    losses.Lose: (("lose unit",), lose),
    advance_rules.Advance: (("advance unit", "advance-all place", "done"), advance),
    advance_rules.GoOn: (("go-on unit place", "done"), go_on),
    **works.ASKS,
}
FORMS: dict[str, Any] = {
    "attack": _targets,
    "go-on": _fighting,
    "add": _units_for("add", combat.Assemble),
    "lose": _units_for("lose", losses.Lose),
    "advance": _units_for("advance", advance_rules.Advance),
    "add-all": _places_for("add-all", combat.Assemble),
    "advance-all": _places_for("advance-all", advance_rules.Advance),
    "retreat": _places_for("retreat", cavalry.Leave),
    **works.FORMS,
}
