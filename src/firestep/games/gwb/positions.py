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

from firestep.engine.errors import BadPosition
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.gwb import combat, moving
from firestep.games.gwb.battle import SEATS
from firestep.games.gwb.movement import near_enemy
from firestep.games.gwb.sequence import EndOfPhase, EndOfPlayerTurn, Phase, PlayerTurn
from firestep.games.gwb.state import AWAY, BOX, COORDINATED, HASTY, MOVEMENT, SURRENDER, State
from firestep.hexmap.grid import bits

PHASES = (COORDINATED, MOVEMENT, HASTY, SURRENDER)
KEYS = {"turn", "side", "phase", "markers", "blown", "clear", "units", "lost", "held"}
FLAGS = {"open": "open", "march": "marching", "moved": "moved", "acted": "acted", "fought": "fought", "forced": "forced"}


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
    begin_turn(st)
    return st, steps_from(st)


def begin_turn(st: State) -> None:
    """What a player turn notes when it begins, from the position as it stands."""
    k = st.side
    zone, near = st.zone(1 - k), near_enemy(st, k)
    mine = st.on_map(k)
    st.began_dis = sum(1 << u for u in bits(mine) if st.dis[u])
    st.began_zone = sum(1 << u for u in bits(mine) if zone >> st.at[u] & 1)
    st.began_near = sum(1 << u for u in bits(mine) if near >> st.at[u] & 1)


def steps_from(st: State) -> Steps:
    """The agenda from the middle of a player turn on."""
    rest: Steps = (*(Phase(p) for p in PHASES[PHASES.index(st.phase) + 1 :]), EndOfPlayerTurn())
    if st.phase == SURRENDER:
        return (Phase(SURRENDER), EndOfPlayerTurn())
    first = moving.MarchOrders() if st.phase == MOVEMENT else combat.CombatPhase()
    return (first, EndOfPhase(), *rest)


def _unit(st: State, u: int, words: list[str]) -> None:
    unit, bit = st.b.units[u], 1 << u
    if words == ["away"]:
        st.steps[u] = unit.steps
        st.put(u, AWAY)
        return
    if words == ["dead"]:
        st.kill(u)
        return
    if words == ["box"]:
        st.at[u] = BOX
        return
    st.steps[u] = unit.steps
    st.put(u, _hex(st, words[0]))
    st.deployed = st.deployed | bit if unit.gun and "limbered" not in words[1:] else st.deployed & ~bit
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
    if not s.agenda or not isinstance(s.agenda[-1], moving.MarchOrders | moving.PickUnit | combat.CombatPhase | PlayerTurn):
        raise BadPosition("a position can be written only between two orders; finish this one first")
    grid = st.b.board.grid
    units = {}
    for u in st.b.units:
        i = u.index
        h = st.at[i]
        if h > 0:
            words = [grid.number(h)]
            words += ["reduced"] if not u.gun and st.steps[i] == 1 else []
            words += ["limbered"] if u.gun and not st.deployed >> i & 1 else []
            words += [f"dis={st.dis[i]}"] if st.dis[i] else []
            words += [f"iso={st.iso[i]}"] if st.iso[i] else []
            words += ["train"] if st.entrained >> i & 1 else []
            words += [w for w, name in FLAGS.items() if getattr(st, name) >> i & 1]
            units[u.id] = " ".join(words)
        else:
            units[u.id] = {AWAY: "away", BOX: "box"}.get(h, "dead")
    return {
        "turn": st.turn,
        "side": SEATS[st.side],
        "phase": st.phase,
        "clear": True,
        "markers": grid.numbers(st.markers),
        "lost": list(st.lost),
        "blown": bits(st.blown),
        "units": units,
        "held": {seat: grid.numbers(st.held[k]) for k, seat in enumerate(SEATS)},
    }
