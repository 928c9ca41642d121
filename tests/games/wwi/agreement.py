"""Where the game and the slow referee disagree, in sentences; and the referee's verdicts on a set of positions, taken once."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from firestep.games.wwi import movement, rail, supply, zones
from firestep.games.wwi.components import board
from firestep.games.wwi.state import TRANSIT, State
from games.wwi import oracle
from games.wwi.oracle import Moves, Referee


@dataclass(frozen=True)
class Verdict:
    """What the referee says of a position: controlled hexes of each side, supplied elements, ends of some units' moves."""

    plain: dict[str, Any]
    zones: tuple[frozenset[str], frozenset[str]]
    units: dict[str, bool]
    forts: dict[str, bool]
    moves: dict[str, Moves]

    def state(self) -> State:
        """The position afresh, without anything remembered."""
        return State.from_plain(self.plain)

    def faults(self) -> list[str]:
        """Every disagreement of the game with these verdicts."""
        st = self.state()
        return [*self.zone_faults(st), *self.supply_faults(st), *self.reach_faults(st)]

    def zone_faults(self, st: State) -> list[str]:
        """A unit's own hex does not matter: no enemy can be there."""
        out = []
        for side in (board.ALLIED, board.CENTRAL):
            own = frozenset(board.hexes(st.occ[side] | st.forts & st.side_forts[side]))
            fast = frozenset(board.hexes(zones.zone(st, side))) - own
            out += [f"{board.SEATS[side]} zone in {n}: game {n in fast}" for n in sorted(fast ^ (self.zones[side] - own))]
        return out

    def supply_faults(self, st: State) -> list[str]:
        out = [f"supply of {id}: game {not ok}" for id, ok in self.units.items() if supply.is_supplied(st, board.UNIT[id]) != ok]
        return out + [
            f"supply of the fortification in {n}: game {not ok}"
            for n, ok in self.forts.items()
            if supply.fort_supplied(st, board.INDEX[n]) != ok
        ]

    def reach_faults(self, st: State) -> list[str]:
        out = []
        for id, slow in self.moves.items():
            fast = moves(st, board.UNIT[id])
            if fast != slow:
                out.append(
                    f"{id}: only the game {sorted(fast.ends - slow.ends)} {sorted(fast.invasions - slow.invasions)}, "
                    f"only the referee {sorted(slow.ends - fast.ends)} {sorted(slow.invasions - fast.invasions)}, "
                    f"transit {fast.transit}, {slow.transit}"
                )
        return out


def moves(st: State, u: int) -> Moves:
    """The same as the game tells it."""
    if st.at[u] == TRANSIT:
        return Moves(set(board.hexes(movement.transit_reach(st, u))), set(board.hexes(movement.transit_invadable(st, u))), False)
    r = movement.unit_reach(st, u)
    invasions = set(board.hexes(movement.invadable(st, u, r, movement.FRESH))) if st.neutral else set()
    return Moves(set(board.hexes(r.ends)), invasions, movement.may_transit(st, u, r))


def judge(st: State, movers: int, rng: random.Random) -> Verdict:
    """Ask the referee; of the phasing side's units at most `movers`."""
    r = Referee(st)
    able = [id for id in r.place if r.side(id) == st.phase - 1]
    moving = able if len(able) <= movers else rng.sample(able, movers)
    moving += [id for u, id in enumerate(board.UNITS) if st.at[u] == TRANSIT and st.phase == 1]
    found = {id: r.moves(id) for id in moving}
    for id, m in found.items():
        if r.nation[id] == "ah":
            m.invasions -= {n for n in m.invasions if oracle.country(n) in ("bl", "ne", "fr", "ge")}  # T24
    forts = {
        n: r.supplied_in(n, oracle.FORT[n][0])
        for n in sorted(r.intact)
        if r.side_of[oracle.FORT[n][0]] <= board.CENTRAL and not r.barred(n, r.side_of[oracle.FORT[n][0]])
    }
    controlled = [frozenset(n for n in oracle.LAND if r.controls(side, n)) for side in (board.ALLIED, board.CENTRAL)]
    return Verdict(
        st.to_plain(),
        (controlled[0], controlled[1]),
        {id: r.supplied_in(n, r.nation[id]) for id, n in r.place.items() if r.side(id) <= board.CENTRAL},
        forts,
        found,
    )


def judged(states: Iterable[State], movers: int = 5, seed: int = 3) -> list[Verdict]:
    rng = random.Random(seed)
    return [judge(st, movers, rng) for st in states]


@cache
def scattered(count: int) -> list[Verdict]:
    """Verdicts on positions of chance."""
    return judged(oracle.scattered(count))


def forget() -> None:
    """Empty everything the rules remember between positions."""
    zones._zones.clear()
    supply._floods.clear()
    supply._pairs.clear()
    rail._links.clear()
