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

from collections.abc import Mapping
from typing import Any

from firestep.engine.errors import BadPosition, FirestepError
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.gwb import combat, moving
from firestep.games.gwb.battle import SEATS
from firestep.games.gwb.movement import near_enemy
from firestep.games.gwb.sequence import EndOfPhase, EndOfPlayerTurn, Phase
from firestep.games.gwb.state import AWAY, BOX, COORDINATED, HASTY, MOVEMENT, SURRENDER, State
from firestep.hexmap.grid import bits

PHASES = (COORDINATED, MOVEMENT, HASTY, SURRENDER)
KEYS = {
    "turn",
    "side",
    "phase",
    "stage",
    "markers",
    "blown",
    "clear",
    "units",
    "lost",
    "held",
    "broken",
    "target",
    "targets_done",
    "tasks",
    "cargo",
    "sets",
    "ties",
    "harassed",
}
FLAGS = {"open": "open", "march": "marching", "moved": "moved", "acted": "acted", "fought": "fought", "forced": "forced"}
#: sets of units that a position may name under [sets]; what a turn began with is worked out from the position if it is not said
SETS = ("fired_off", "was_hit", "silenced", "began_dis", "began_zone", "began_near")
STAGES = {"march": moving.MarchOrders, "pick": moving.PickUnit, "restructure": moving.Restructuring}


def position_from(st: State, agenda: Steps, data: Mapping[str, Any]) -> tuple[State, Steps]:
    if unknown := set(data) - KEYS:
        raise BadPosition(f"unknown key '{sorted(unknown)[0]}'; known are: {', '.join(sorted(KEYS))}")
    b = st.b
    st.turn = int(data.get("turn", 1))
    if not 1 <= st.turn <= b.turns:
        raise BadPosition(f"turn must be 1 to {b.turns}")
    st.side = _word(str(data.get("side", SEATS[b.first])), SEATS, "side")
    st.phase = PHASES[_word(str(data.get("phase", COORDINATED)), PHASES, "phase")]
    if data.get("clear"):
        for u in b.units:
            if not u.off_board:
                st.kill(u.index)
    for id, words in data.get("units", {}).items():
        if id not in b.by_id:
            raise BadPosition(f"there is no unit '{id}'; units are named like {b.words[0]}")
        _unit(st, b.by_id[id], str(words).split())
    for h in data.get("markers", ()):
        st.markers |= 1 << _hex(st, h)
    for i, n in enumerate(data.get("lost", ())):
        st.lost[i] = int(n)
    if "blown" in data:
        st.blown = sum(1 << int(i) for i in data["blown"])
        st.ground = b.board.ground(st.blown)
    for seat, hexes in data.get("held", {}).items():
        k = _word(seat, SEATS, "side")
        for h in hexes:
            st.held[k] |= 1 << _hex(st, h)
            st.held[1 - k] &= ~(1 << _hex(st, h))
    _trails(st, data)
    begin_turn(st)
    for name, ids in data.get("sets", {}).items():
        if name not in SETS:
            raise BadPosition(f"there is no set '{name}'; sets are: {', '.join(SETS)}")
        setattr(st, name, sum(1 << _unit_index(st, i) for i in ids))
    stage = str(data.get("stage", "march"))
    if stage not in STAGES:
        raise BadPosition(f"unknown stage '{stage}'; choose one of: {', '.join(STAGES)}")
    return st, steps_from(st, stage)


def _trails(st: State, data: Mapping[str, Any]) -> None:
    """What the phase and the turn have seen so far."""
    b = st.b
    for army in data.get("broken", ()):
        if army not in b.armies:
            raise BadPosition(f"there is no army '{army}'; the armies are: {', '.join(b.armies)}")
        st.broken |= 1 << b.armies.index(army)
    if data.get("target"):
        st.target = _hex(st, data["target"])
    for h in data.get("targets_done", ()):
        st.targets_done |= 1 << _hex(st, h)
    for name in ("tasks", "cargo"):
        given = data.get(name, ())
        for i, v in enumerate(given[: len(st.tasks)]):
            getattr(st, name)[i] = int(v) if name == "tasks" else _unit_index(st, v) if v else -1
    if data.get("cargo"):
        st.entrained = sum(1 << u for u in st.cargo if u >= 0)
    for gun, h in data.get("ties", {}).items():
        st.ties[_unit_index(st, gun)] = 0 if h == "spent" else _hex(st, h)
    for gun, ids in data.get("harassed", {}).items():
        st.harassed[_unit_index(st, gun)] = sum(1 << _unit_index(st, i) for i in ids)


def _unit_index(st: State, id: str) -> int:
    if id not in st.b.by_id:
        raise BadPosition(f"there is no unit '{id}'; units are named like {st.b.words[0]}")
    return st.b.by_id[id]


def begin_turn(st: State) -> None:
    """What a player turn notes when it begins, from the position as it stands."""
    k = st.side
    zone, near = st.zone(1 - k), near_enemy(st, k)
    mine = st.on_map(k)
    st.began_dis = sum(1 << u for u in bits(mine) if st.dis[u])
    st.began_zone = sum(1 << u for u in bits(mine) if zone >> st.at[u] & 1)
    st.began_near = sum(1 << u for u in bits(mine) if near >> st.at[u] & 1)


def steps_from(st: State, stage: str = "march") -> Steps:
    """The agenda from the middle of a player turn on."""
    rest: Steps = (*(Phase(p) for p in PHASES[PHASES.index(st.phase) + 1 :]), EndOfPlayerTurn())
    if st.phase == SURRENDER:
        return (Phase(SURRENDER), EndOfPlayerTurn())
    first = STAGES[stage]() if st.phase == MOVEMENT else combat.CombatPhase()
    return (first, EndOfPhase(), *rest)


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
            getattr(st, key)[u] = int(value)
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


def _hex(st: State, number: str) -> int:
    if number not in st.b.board.grid:
        raise BadPosition(f"there is no hex '{number}' on this map")
    return st.b.board.grid.index(number)


def _word(word: str, known: tuple[str, ...], what: str) -> int:
    if word not in known:
        raise BadPosition(f"unknown {what} '{word}'; choose one of: {', '.join(known)}")
    return known.index(word)


def position_to(s: Session[State]) -> dict[str, Any]:
    """Only moments between orders can be written: the top step is a choice of unit or target."""
    st = s.state
    top = s.agenda[-1] if s.agenda else None
    if not isinstance(top, moving.MarchOrders | moving.PickUnit | moving.Restructuring | combat.CombatPhase):
        raise FirestepError("a position can be written only between two orders; finish or undo the order that is being given")
    grid = st.b.board.grid
    units = {}
    for u in st.b.units:
        i = u.index
        h = st.at[i]
        place = grid.number(h) if h > 0 else {AWAY: "away", BOX: "box"}.get(h, "dead")
        marks = [place]
        marks += ["reduced"] if not u.gun and st.steps[i] == 1 else []
        marks += ["limbered"] if u.gun and h > 0 and not st.deployed >> i & 1 else []
        marks += [f"dis={st.dis[i]}"] if st.dis[i] else []
        marks += [f"iso={st.iso[i]}"] if st.iso[i] else []
        marks += [w for w, name in FLAGS.items() if getattr(st, name) >> i & 1] if place != "dead" else []
        units[u.id] = " ".join(marks)
    words = st.b.words
    return {
        "turn": st.turn,
        "side": SEATS[st.side],
        "phase": st.phase,
        "stage": next((w for w, kind in STAGES.items() if isinstance(top, kind)), "march"),
        "clear": True,
        "markers": grid.numbers(st.markers),
        "target": grid.number(st.target) if st.target else "",
        "targets_done": grid.numbers(st.targets_done),
        "lost": list(st.lost),
        "broken": [a for i, a in enumerate(st.b.armies) if st.broken >> i & 1],
        "blown": bits(st.blown),
        "tasks": list(st.tasks),
        "cargo": [words[u] if u >= 0 else "" for u in st.cargo],
        "units": units,
        "held": {seat: grid.numbers(st.held[k]) for k, seat in enumerate(SEATS)},
        "sets": {name: [words[u] for u in bits(getattr(st, name))] for name in SETS},
        "ties": {words[g]: grid.number(h) if h else "spent" for g, h in sorted(st.ties.items())},
        "harassed": {words[g]: [words[u] for u in bits(m)] for g, m in sorted(st.harassed.items())},
    }
