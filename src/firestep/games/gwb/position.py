"""Positions of this game in words (docs/position-format.md).

turn = 2
side = "german"
phase = "movement"            # coordinated, movement, hasty, surrender
markers = ["0806"]
clear = true                  # take everything off the map first
[units]
fr-b = "0806 reduced dis=2"   # a hex and what is true of the unit: reduced limbered deployed dis=N iso=N open march train moved
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from firestep.engine.errors import BadPosition, FirestepError
from firestep.engine.position import Reader
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.gwb import combat, moving
from firestep.games.gwb.components.battle import Unit
from firestep.games.gwb.meta import SEATS
from firestep.games.gwb.sequence import PHASES, EndOfPhase, EndOfPlayerTurn, Phase, note_beginning
from firestep.games.gwb.state import AWAY, BOX, COORDINATED, DEAD, MOVEMENT, SURRENDER, State
from firestep.hexmap.grid import bits

SIDES = {seat: k for k, seat in enumerate(SEATS)}
KEYS = (
    *("turn", "side", "phase", "stage", "clear", "markers", "target", "targets_done", "lost", "broken", "blown", "tasks", "cargo"),
    *("units", "held", "sets", "ties", "harassed"),
)
FLAGS = {"open": "open", "march": "marching", "moved": "moved", "acted": "acted", "fought": "fought", "forced": "forced"}
#: sets of units that a position may name under [sets]; what a turn began with is worked out from the position if it is not said
SETS = {name: name for name in ("fired_off", "was_hit", "silenced", "began_dis", "began_zone", "began_near")}
STAGES = {"march": moving.MarchOrders, "pick": moving.PickUnit, "restructure": moving.Restructuring}


def position_from(st: State, agenda: Steps, data: Mapping[str, Any]) -> tuple[State, Steps]:
    r = Reader(data, KEYS)
    b = st.b
    st.turn = r.number("turn", 1, 1, b.turns)
    st.side = Reader.named(data.get("side", SEATS[b.first]), SIDES, "side")
    st.phase = Reader.named(data.get("phase", COORDINATED), {w: w for w in PHASES}, "phase")
    if data.get("clear"):
        for u in b.units:
            if not u.off_board:
                st.kill(u.index)
    for id, words in r.table("units").items():
        _unit(st, _index(st, id), str(words).split() or [""])
    st.markers |= _hexes(st, r.words("markers"))
    for i, n in enumerate(r.words("lost")[: len(st.lost)]):
        st.lost[i] = Reader.count(n, "lost")
    if "blown" in data:
        st.blown = sum({1 << Reader.count(i, "blown") for i in r.words("blown")})
        st.ground = b.board.ground(st.blown)
    for seat, hexes in r.table("held").items():
        k, taken = Reader.named(seat, SIDES, "side"), _hexes(st, hexes)
        st.held[k] |= taken
        st.held[1 - k] &= ~taken
    _trails(st, r)
    note_beginning(st)
    for name, ids in r.table("sets").items():
        setattr(st, Reader.named(name, SETS, "set"), _units(st, ids))
    Reader.named(stage := data.get("stage", "march"), STAGES, "stage")
    return st, steps_from(st, stage)


def _trails(st: State, r: Reader) -> None:
    """What the phase and the turn have seen so far."""
    armies = {a: k for k, a in enumerate(st.b.armies)}
    st.broken |= sum({1 << Reader.named(a, armies, "army") for a in r.words("broken")})
    if r.data.get("target"):
        st.target = _hex(st, r.data["target"])
    st.targets_done |= _hexes(st, r.words("targets_done"))
    for i, n in enumerate(r.words("tasks")[: len(st.tasks)]):
        st.tasks[i] = Reader.count(n, "tasks")
    for i, id in enumerate(r.words("cargo")[: len(st.tasks)]):
        st.cargo[i] = _index(st, id) if id else -1
    if r.data.get("cargo"):
        st.entrained = sum(1 << u for u in st.cargo if u >= 0)
    for gun, h in r.table("ties").items():
        st.ties[_index(st, gun)] = 0 if h == "spent" else _hex(st, h)
    for gun, ids in r.table("harassed").items():
        st.harassed[_index(st, gun)] = _units(st, ids)


def steps_from(st: State, stage: str = "march") -> Steps:
    """The agenda from the middle of a player turn on."""
    if st.phase == SURRENDER:
        return (Phase(SURRENDER), EndOfPlayerTurn())
    first = STAGES[stage]() if st.phase == MOVEMENT else combat.CombatPhase()
    later = list(PHASES)[list(PHASES).index(st.phase) + 1 :]
    return (first, EndOfPhase(), *map(Phase, later), EndOfPlayerTurn())


def _unit(st: State, u: int, words: list[str]) -> None:
    unit, bit = st.b.units[u], 1 << u
    if words[0] == "dead":
        st.kill(u)
        return
    st.steps[u] = unit.steps
    if words[0] == "box":
        st.at[u] = BOX
    else:
        st.put(u, AWAY if words[0] == "away" else _hex(st, words[0]))
    on_map = st.at[u] > 0
    st.deployed = st.deployed | bit if unit.gun and on_map and "limbered" not in words[1:] else st.deployed & ~bit
    for word in words[1:]:
        key, _, value = word.partition("=")
        if key in ("dis", "iso"):
            getattr(st, key)[u] = Reader.count(int(value) if value.isdecimal() else value, f"{key} of {unit.id}")
        elif key == "reduced" and not unit.gun:
            st.steps[u] = 1
        elif key == "train":
            free = [m for m in range(len(st.cargo)) if st.cargo[m] < 0]
            if not free:
                raise BadPosition(f"no rail marker is left for {unit.id}")
            st.cargo[free[0 if unit.side == 0 else -1]] = u
            st.entrained |= bit
        elif key in FLAGS:
            setattr(st, FLAGS[key], getattr(st, FLAGS[key]) | bit)
        elif key not in ("limbered", "deployed"):
            raise BadPosition(f"{unit.id}: unknown word '{word}'")


def _index(st: State, id: Any) -> int:
    return Reader.named(id, st.b.by_id, "unit", f"units are named like {st.b.words[0]}")


def _units(st: State, ids: Any) -> int:
    return sum({1 << _index(st, id) for id in ids})


def _hex(st: State, number: Any) -> int:
    return Reader.named(number, st.b.grid.indices, "hex", f"hexes are named like {next(iter(st.b.grid))}")


def _hexes(st: State, numbers: Any) -> int:
    return sum({1 << _hex(st, n) for n in numbers})


def _said(st: State, unit: Unit) -> Iterator[str]:
    """A unit in the words that `_unit` reads."""
    u, h = unit.index, st.at[unit.index]
    yield st.b.grid.number(h) if h > 0 else {AWAY: "away", BOX: "box"}.get(h, "dead")
    if not unit.gun and st.steps[u] == 1:
        yield "reduced"
    if unit.gun and h > 0 and not st.deployed >> u & 1:
        yield "limbered"
    for level in ("dis", "iso"):
        if n := getattr(st, level)[u]:
            yield f"{level}={n}"
    yield from (w for w, name in FLAGS.items() if getattr(st, name) >> u & 1)


def position_to(s: Session[State]) -> dict[str, Any]:
    """Only moments between orders can be written: the top step is a choice of unit or target."""
    st = s.state
    if not isinstance(s.top, (*STAGES.values(), combat.CombatPhase)):
        raise FirestepError("a position can be written only between orders; answer the open question first, or use a record")
    grid, words = st.b.grid, st.b.words
    return {
        "turn": st.turn,
        "side": SEATS[st.side],
        "phase": st.phase,
        "stage": next((w for w, kind in STAGES.items() if isinstance(s.top, kind)), "march"),
        "clear": True,
        "markers": grid.numbers(st.markers),
        "target": grid.number(st.target) if st.target else "",
        "targets_done": grid.numbers(st.targets_done),
        "lost": list(st.lost),
        "broken": [a for i, a in enumerate(st.b.armies) if st.broken >> i & 1],
        "blown": bits(st.blown),
        "tasks": list(st.tasks),
        "cargo": [words[u] if u >= 0 else "" for u in st.cargo],
        "units": {u.id: " ".join(_said(st, u)) for u in st.b.units},
        "held": {seat: grid.numbers(st.held[k]) for k, seat in enumerate(SEATS)},
        "sets": {name: st.b.named(getattr(st, name)) for name in SETS},
        "ties": {words[g]: grid.number(h) if h else "spent" for g, h in sorted(st.ties.items())},
        "harassed": {words[g]: st.b.named(m) for g, m in sorted(st.harassed.items())},
    }


def check(st: State) -> None:
    """Raise if the state breaks a rule that always holds: used by positions and, sampled, by fuzzing."""
    b = st.b
    for u in b.units:
        h = st.at[u.index]
        if h > 0 and not b.board.land >> h & 1:
            raise BadPosition(f"{u.id} stands where no unit can (gwb.2.2)")
        if (st.steps[u.index] == 0) != (h == DEAD):
            raise BadPosition(f"{u.id} is dead and alive")
        if not 0 <= st.dis[u.index] <= 5:
            raise BadPosition(f"{u.id} has a disorganisation level outside 0 to 5 (gwb.9.0b)")
        if h > 0 and not st.where.get(h, 0) >> u.index & 1:
            raise BadPosition(f"the hex of {u.id} does not know it")
    if st.occ[0] & st.occ[1]:
        raise BadPosition("both sides stand in one hex (gwb.7.2d)")
    for h, units in st.where.items():
        k = 0 if units & b.of_side[0] else 1
        if units & b.of_side[1 - k] or not st.occ[k] >> h & 1 or bool(units & ~b.zoneless) != bool(st.men[k] >> h & 1):
            raise BadPosition("the sets of hexes do not fit the units")
    if st.deployed & ~b.guns:
        raise BadPosition("only guns deploy (gwb.3.7a)")
