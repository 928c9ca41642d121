"""Two ways to do one thing: what a unit may not reach in one order it does not reach in several steps or orders.

Where it may not march it does not retreat. Compared in positions of games that machines play and in positions thrown together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import pytest

from firestep.engine.session import Session
from firestep.games.ditt.combat import retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.display.view import far as page_reach
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.movement.pulse import AtTheWalls, March, Pulse
from firestep.games.ditt.movement.refusals import refuse_step
from firestep.games.ditt.state import POOL, State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits
from firestep.testing import rule
from games.ditt.journeys import Journey, journeys, scattered, scenes, travel
from sampling import WHOLE, every

SCATTERED = range(1000 if WHOLE else 60)
PLAYED = [*scenes(10 if WHOLE else 2), *(journeys(("random", "busy")) if WHOLE else every(6, journeys(("random", "busy"))))]


def positions(journey: Journey, most: int, apart: int) -> Iterator[Session[State]]:
    """Pulses of a game, some apart."""
    found = (s for s in travel(journey, most) if isinstance(s.top, Pulse))
    return (s.copy() for s in islice(found, 0, None, apart))


# -- retreats ------------------------------------------------------------------------------------------------------------


def strange_retreats(st: State) -> Iterator[str]:
    """Units whose ways of retreat are not the friendly hexes to which they could march (ditt.7.4e)."""
    for u in bits(st.afield & (st.troops[tables.CP] | st.troops[tables.EP])):
        i, side = st.at[u], st.side(u)
        could = {
            j
            for j in bits(places.ATLAS.near(i) | passage.ways_of(st, u).near[i])
            if st.ctrl[side] >> j & 1
            and not areas.rival_land(st, u) >> j & 1
            and not refuse_step(st, u, j, i, barred=True, left=2, hungry=False)
        }
        found = set(bits(retreat.retreat_places(st, u, i, -1)))
        if found != could:
            yield f"{tables.UNITS[u]} at {places.NUMBER[i]}: {sorted(places.NUMBER[j] for j in found ^ could)}"


@rule("ditt.7.4e", "ditt.6.2b", "ditt.6.3f", "ditt.6.5m", "ditt.7.5f", "ditt.10.1h")
def test_units_retreat_where_they_could_march_in_scattered_positions() -> None:
    for seed in SCATTERED:
        assert not list(strange_retreats(scattered(seed).state)), seed


@rule("ditt.7.4e")
@pytest.mark.parametrize("journey", PLAYED, ids=lambda j: j.name)
def test_units_retreat_where_they_could_march_in_games(journey: Journey) -> None:
    for s in positions(journey, 3000 if WHOLE else 500, 4):
        assert not list(strange_retreats(s.state)), s.size


# -- marches -------------------------------------------------------------------------------------------------------------


class Reach(NamedTuple):
    """Where a group can end its march, and which enemies it can attack."""

    ends: frozenset[int]
    fights: frozenset[int]


def whole_march(st: State, march: March) -> Reach:
    """The reach of a group in supply, searched over the whole way by the words of ditt.6.1."""
    group, side, start = march.units, march.side, march.start
    away = st.copy()
    for u in group:
        away.put(u, POOL)
    foes = passage.enemies(st, side)
    inside, admitted = areas.near_east(st), not areas.rule_against_near_east(_outside(st, group), group)
    lands = [areas.area(st, u) & ~passage.unstackable(away, u) for u in group]
    steps = [passage.ways_of(st, u).near for u in group]
    germans = st.turn == 1 and all(st.serves[u] == tables.GE for u in group)
    ends: set[int] = set()
    fights: set[int] = set()
    seen: set[tuple[int, int, bool]] = set()
    edge = [(start, march.allowance, False)]
    while edge:
        i, left, barred = edge.pop()
        if left == 0 or (i, left, barred) in seen:
            continue
        seen.add((i, left, barred))
        for j in bits(places.ATLAS.near(i) | steps[0][i]):
            bit = 1 << j
            if (
                not all(near[i] & bit and land & bit for near, land in zip(steps, lands, strict=True))
                or passage.summer_lands(st) & bit
            ):
                continue
            if inside & bit and not inside >> i & 1 and not admitted:
                continue
            if foes & bit and passage.barred(st, side) & bit:  # enemies, and no hex of one's own siege or Beach Head
                if not barred and passage.targets(st, side) & bit:
                    fights.add(j)
                continue
            tired = bool(away.stack(j) & passage.commanded(st, side) & st.flipped)
            held = barred or tired and not (germans and places.lands("Belgium", "France") & bit)
            if foes & bit and (j in st.siege or not held and not (tables.WEATHER[st.turn] == "snow" and places.SNOW & bit)):
                fights.add(j)
            ends.add(j)
            edge.append((j, left - 1, held))
    return Reach(frozenset(ends), frozenset(fights))


def _outside(st: State, group: tuple[int, ...]) -> State:
    """The state with a group off the map, which then counts as coming from outside; its Divs stay its own."""
    out = st.copy()
    for u in group:
        out.put(u, POOL)
    return out


def step_by_step(s: Session[State]) -> Reach | None:
    """The same by orders: every sequence of steps of the whole group, as the game offers them. None if a step opens land to it: San
    Remo (ditt.10.6e), an Italian city (ditt.10.3d), a country that joins."""
    ends: set[int] = set()
    fights: set[int] = set()
    seen: set[tuple[int, int, int]] = set()
    edge = [s]
    while edge:
        here = edge.pop()
        march = here.top
        assert isinstance(march, March) and here.decision is not None
        for a in here.decision.actions:
            if a[0] != "step":
                continue
            s2, j = here.copy(), places.INDEX[a[1]]
            s2.take(a)
            while (d := s2.decision) is not None and not isinstance(s2.top, (March, Pulse, AtTheWalls)) and s2.state.fight is None:
                s2.take(d.actions[0])
            if (s2.state.flags, s2.state.allegiance) != (s.state.flags, s.state.allegiance):
                return None
            if s2.state.fight is not None:
                fights.add(j)
                continue
            if isinstance(s2.top, AtTheWalls):
                if ("attack",) in s2.decision.actions:  # type: ignore[union-attr]
                    fights.add(j)
                s2.take("join")
            if not isinstance(s2.top, March):
                ends.add(j)
                continue
            assert places.SEA >> j & 1 or ("halt",) in s2.decision.actions  # type: ignore[union-attr]
            if ("halt",) in s2.decision.actions:  # type: ignore[union-attr]
                ends.add(j)
            key = (j, s2.top.spent, s2.top.barred)
            if key not in seen:
                seen.add(key)
                edge.append(s2)
    return Reach(frozenset(ends), frozenset(fights))


def unlike_marches(s: Session[State], most: int) -> Iterator[str]:
    """Groups that reach in steps what the whole march does not, or the other way round; and far orders of the page."""
    assert s.decision is not None
    for a in [a for a in s.decision.actions if a[0] == "stack"][:most]:
        s2 = s.copy()
        s2.take(a)
        march = s2.top
        assert isinstance(march, March)
        if march.hungry or not march.targets(s2.state):
            continue
        whole, steps = whole_march(s2.state, march), step_by_step(s2)
        if steps is None:
            continue
        if whole != steps:
            names = [sorted(places.NUMBER[i] for i in x ^ y) for x, y in zip(whole, steps, strict=True)]
            yield f"{a[1]} {[tables.UNITS[u] for u in march.units]}: {names}"
        far = {places.INDEX[n] for n in page_reach(s2.state, march)}
        if not far <= steps.ends | steps.fights | {march.start}:
            yield f"{a[1]}: the page offers {[places.NUMBER[i] for i in far - steps.ends - steps.fights]}"


@rule("ditt.6.1c", "ditt.6.1e", "ditt.6.1h", "ditt.6.1j", "ditt.6.1p", "ditt.6.3i", "ditt.10.2g")
def test_step_by_step_goes_as_far_as_the_whole_march_in_scattered_positions() -> None:
    for seed in SCATTERED:
        assert not list(unlike_marches(scattered(seed), 12)), seed


@rule("ditt.6.1c", "ditt.6.1e", "ditt.6.1p")
@pytest.mark.parametrize("journey", PLAYED, ids=lambda j: j.name)
def test_step_by_step_goes_as_far_as_the_whole_march_in_games(journey: Journey) -> None:
    for s in positions(journey, 3000 if WHOLE else 500, 12):
        assert not list(unlike_marches(s, 4)), s.size


# -- several orders ------------------------------------------------------------------------------------------------------


@rule("ditt.6.1a", "ditt.6.1d", "ditt.6.1e", "ditt.7.0b", "ditt.7.4g", "ditt.9.4a")
@pytest.mark.parametrize("journey", PLAYED, ids=lambda j: j.name)
def test_who_has_moved_in_one_order_does_not_move_in_another(journey: Journey) -> None:
    """Each order keeps to the hexes of its start; whoever moved or fought in it is flipped after it, unless a coin rests him."""
    told, begun, steps = 0, 0, 0
    went: set[str] = set()
    for s in travel(journey, 3000 if WHOLE else 700):
        st = s.state
        for e in islice(s.journal, told, None):
            if e.key == "marches" and "ditt.err.u" not in e.rules:
                steps += 1
            if e.key in ("marches", "lands"):
                went |= set(e.params["units"])
            if e.key in ("back", "retreats") and "ditt.15.12c" not in e.rules:
                went.add(e.params["unit"])
            if e.key == "unflips":
                went -= set(e.params["units"])
            if e.key == "unflip":
                went.clear()
        told = len(s.journal)
        assert steps <= begun or not begun, f"{steps} hexes in an order of {begun}"
        if not isinstance(s.top, Pulse):
            if isinstance(s.top, March) and not s.top.spent:
                begun = (
                    2
                    if places.adjacency(st.allegiance[tables.CH] != tables.NEUTRAL).spread(1 << s.top.start) & _foes(st, s.top.side)
                    else 3
                )
            if isinstance(s.top, March) and s.top.spent:
                lost = [u for u in s.top.units if s.top.hungry >> u & 1 and not is_supplied(st, u)]
                stuck = not s.top.targets(st)
                assert s.decision is not None and (("halt",) in s.decision.actions) == (
                    not places.SEA >> s.top.here(st) & 1 and (not lost or stuck)
                )
            continue
        awake = [n for n in went if st.at[tables.UNIT[n]] > 0 and not st.flipped >> tables.UNIT[n] & 1]
        assert not awake, f"{awake} moved and may move again"
        steps = begun = 0


def _foes(st: State, side: int) -> int:
    return st.occ[1 - side] | st.fort_of[1 - side]
