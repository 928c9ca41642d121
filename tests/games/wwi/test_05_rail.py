"""Chapter 5.3: movement by rail."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.ground import Ground, reach
from firestep.games.wwi.movement import unit_reach
from firestep.games.wwi.rail import rail_link
from firestep.games.wwi.supply import paired
from firestep.games.wwi.zones import clear_of_zones, zone
from firestep.hexmap.grid import Grid
from firestep.testing import keys, play, rule, situation, texts
from games.wwi.oracle import LAND, RAIL_HEXES, RAILS, Referee, scattered
from games.wwi.places import (
    CITIES,
    COST,
    FIELD,
    FORT,
    GERMANS,
    NO_FORTS,
    around,
    choices,
    country,
    distance,
    fields,
    foot,
    foot_costs,
    near,
    neutral_land,
    opposite,
    place,
    rail,
    rail_steps,
    shut_east,
    where,
)

I = board.INDEX


def rail_start() -> str:
    """A German supply city on the railway."""
    return next(n for n in CITIES["ge"] if n in RAIL_HEXES and max(rail_steps(n).values()) > 15)


@rule("wwi.5.31a", "wwi.5.6c", "wwi.5.25")
def test_ten_hexes_by_rail() -> None:
    """A rail step costs half a point whatever the ground, so five points carry ten hexes of railway and not eleven."""
    start = rail_start()
    s = rail({"ge-1": start})
    steps = rail_steps(start, neutral_land(s))
    ends = choices(s, "ge-1")
    ten = {n for n, k in steps.items() if k == 10}
    assert ten <= ends and any(COST[n] == 4 for n in ten | {n for n, k in steps.items() if 5 < k < 10})
    beyond = {n for n, k in steps.items() if k > 10} - {m for n, k in steps.items() if k <= 10 for m in around(n, 5 - (k + 1) // 2)}
    assert beyond and not beyond & ends


@rule("wwi.5.6c")
def test_rails_leave_the_defence_to_the_ground() -> None:
    """A railway in a rough hex does not take away the defender's point for the ground, and gives none in a clear one."""
    from firestep.games.wwi.combat import defense

    for hex in RAIL_HEXES & LAND.keys():
        if country(hex) == "ah":
            s = situation("wwi", clear=True, turn=3, phase=5, units={"ah-1": hex}, hexes=NO_FORTS)
            assert defense(s.state, board.INDEX[hex]) == {2: 3, 4: 4}[COST[hex]]


@rule("wwi.5.31b")
def test_a_side_without_rails_costs_the_full_price() -> None:
    """Two rail hexes side by side without a line across their side: the step is an ordinary one."""
    pairs = [
        (n, m)
        for n in RAIL_HEXES & LAND.keys()
        for m in near(n)
        if m in RAIL_HEXES and frozenset((n, m)) not in RAILS and country(n) == country(m) == "ge"
    ]
    start = rail_start()
    s = rail({"ge-1": start})
    steps = rail_steps(start, neutral_land(s))
    ends = choices(s, "ge-1")
    found = [
        (n, m)
        for n, m in pairs
        if steps.get(n) == 9 and steps.get(m, 99) > 10 and not any(steps.get(k, 99) + 2 * (COST[m] // 2) <= 9 for k in near(m))
    ]
    found += [
        (n, m) for n, m in pairs if steps.get(n) == 10 and steps.get(m, 99) > 10 and all(steps.get(k, 99) > 8 for k in near(m))
    ]
    assert found, "no such pair on the map"
    assert all(m not in ends for n, m in found)


@rule("wwi.5.31c")
def test_half_points_are_lost_off_the_rails() -> None:
    """After seven rail steps a point and a half is left, and only the whole one is good for walking: one hex, not two."""
    grid = Grid("columns", "even", (1, 1), (1, 12))
    line = [grid.index(f"01{k:02d}") for k in range(1, 13)]
    ground = Ground(grid, grid.all, (), list(zip(line[:8], line[1:8], strict=False)))
    r = reach(ground, grid.all, 0, 1 << line[0], grid.all, 0, 1 << line[0], 5)
    assert grid.numbers(r.ends) == [f"01{k:02d}" for k in range(2, 10)]
    shorter = Ground(grid, grid.all, (), list(zip(line[:7], line[1:7], strict=False)))
    assert grid.numbers(reach(shorter, grid.all, 0, 1 << line[0], grid.all, 0, 1 << line[0], 5).ends)[-1] == "0109"


@rule("wwi.5.32a")
def test_no_limit_to_rail_users() -> None:
    """Six armies use the same railway in one phase."""
    start = rail_start()
    line = [n for n, k in rail_steps(start).items() if 1 <= k <= 6 and country(n) == "ge"][:6]
    s = rail(dict(zip((f"ge-{k}" for k in (1, 2, 3, 4, 5, 6)), line, strict=True)))
    for k in (1, 2, 3, 4, 5, 6):
        u = f"ge-{k}"
        far = sorted(n for n in choices(s, u) if distance(n, where(s, u)) > 5 and country(n) == "ge")
        play(s, f"move {u}", f"to {far[0]}")
    assert keys(s).count("moves") == 6


@rule("wwi.5.32b")
def test_rails_serve_both_sides() -> None:
    """Germans ride on French rails, as long as a rail link leads home."""
    start = next(n for n in LAND if country(n) == "fr" and any(country(m) == "ge" and frozenset((n, m)) in RAILS for m in near(n)))
    s = rail({"ge-1": start})
    walk = foot_costs(start, neutral_land(s))
    french = {n for n, k in rail_steps(start, neutral_land(s)).items() if country(n) == "fr" and k <= 10 and walk[n] > 5}
    assert french and french <= choices(s, "ge-1")


@rule("wwi.5.33a")
def test_rail_needs_a_link_to_a_source() -> None:
    """Without a chain of rails to one of its own sources an army walks; Russians ride while the east edge is theirs."""
    s = foot({"br-1": FIELD})
    assert choices(s, "br-1") == {n for n, k in foot_costs(FIELD, neutral_land(s)).items() if 0 < k <= 5}
    start = next(n for n in fields() if n in RAIL_HEXES)
    s = situation("wwi", clear=True, turn=3, phase=1, units={"rs-1": start}, hexes=NO_FORTS)
    assert any(distance(start, n) > 5 for n in choices(s, "rs-1"))
    s = situation("wwi", clear=True, turn=3, phase=1, units={"rs-1": start, **shut_east()}, hexes=NO_FORTS)
    assert not any(distance(start, n) > 5 for n in choices(s, "rs-1"))


def cut_off() -> tuple[str, dict[str, str], dict[str, str]]:
    """A Russian army in the west, Germans on every other hex of the east edge, and Russians who reopen one line to it."""
    edge = [n for n in LAND if n.startswith("29")]
    germans = dict(zip(GERMANS, edge[::2], strict=False))
    s = situation("wwi", clear=True, turn=3, phase=1, units=germans, hexes=NO_FORTS)
    controlled = set(board.hexes(zone(s.state, board.CENTRAL)))
    assert set(edge) <= controlled
    start = "2014"
    back = rail_steps(start, set(germans.values()))
    goal = next(n for n in edge[1::2] if n in back)
    path = [goal]
    while path[-1] != start:
        path.append(next(m for m in near(path[-1]) if frozenset((m, path[-1])) in RAILS and back.get(m) == back[path[-1]] - 1))
    return start, germans, dict(zip((f"rs-{k}" for k in range(2, 13)), [n for n in path if n in controlled], strict=False))


@rule("wwi.5.33b")
def test_enemies_cut_the_link() -> None:
    """Enemy armies and zones on the far end of the railway, out of the army's way, still stop its trains."""
    start, germans, _ = cut_off()
    free = situation("wwi", clear=True, turn=3, phase=1, units={"rs-1": start}, hexes=NO_FORTS)
    assert any(distance(start, n) > 5 for n in choices(free, "rs-1"))
    s = situation("wwi", clear=True, turn=3, phase=1, units={"rs-1": start, **germans}, hexes=NO_FORTS)
    assert choices(s, "rs-1") and not any(distance(start, n) > 5 for n in choices(s, "rs-1"))


@rule("wwi.6.32c")
def test_friends_reopen_the_link() -> None:
    """Friends in the controlled hexes of one line make it a link again; take one of them away and it is cut."""
    start, germans, friends = cut_off()
    s = situation("wwi", clear=True, turn=3, phase=1, units={"rs-1": start, **germans, **friends}, hexes=NO_FORTS)
    assert any(distance(start, n) > 5 for n in choices(s, "rs-1"))
    friends.pop("rs-2")
    s = situation("wwi", clear=True, turn=3, phase=1, units={"rs-1": start, **germans, **friends}, hexes=NO_FORTS)
    assert not any(distance(start, n) > 5 for n in choices(s, "rs-1"))


@rule("wwi.5.34a", "wwi.5.34b")
def test_one_leg_by_rail() -> None:
    """Ordinary steps may come before and after a rail leg, but a second rail leg after ordinary steps is not to be had."""
    start = rail_start()
    s = rail({"ge-1": start})
    steps = rail_steps(start, neutral_land(s))
    after = {m for n, k in steps.items() if k == 8 for m in near(n) if COST[m] == 2 and m not in steps and country(m) == "ge"}
    assert after and after <= choices(s, "ge-1")  # eight steps by rail, then one on foot
    off = next(n for n in LAND if country(n) == "ge" and n not in RAIL_HEXES and COST[n] == 2 and any(m in steps for m in near(n)))
    t = rail({"ge-1": off})
    before = {n for m in near(off) if m in steps for n, k in rail_steps(m, neutral_land(t)).items() if k == 8 - (COST[m] - 2)}
    assert before & choices(t, "ge-1")  # one step on foot, then by rail
    gap = gap_between_lines()
    if gap is not None:
        a, ends = gap
        assert not ends & choices(rail({"ge-1": a}), "ge-1")


def gap_between_lines() -> tuple[str, set[str]] | None:
    """A start from which some hexes could be reached only with two rail legs and a step between them."""
    for start in CITIES["ge"]:
        s = rail({"ge-1": start})
        r = Referee(s.state)
        one = r.reach("ge-1")
        steps = rail_steps(start, neutral_land(s))
        two = set()
        for n, k in steps.items():
            for m in near(n):
                if k <= 8 and m in RAIL_HEXES and COST[m] == 2 and country(m) not in neutral_codes(s):
                    left = 10 - (k + k % 2) - 2
                    two |= {h for h, j in rail_steps(m, neutral_land(s)).items() if j <= left}
        if two - one - {start}:
            return start, two - one - {start}
    return None


def neutral_codes(s: Session[Any]) -> set[str]:
    return {c for i, c in enumerate(board.COUNTRIES) if s.state.allegiance[i] == board.NEUTRAL}


@rule("wwi.5.35a", "wwi.6.14")
def test_rail_stops_in_a_zone() -> None:
    """A train halts in the first enemy-controlled hex, like an army on the march, and what lies behind is out of reach."""
    start = rail_start()
    s = rail({"ge-1": start})
    steps, free = rail_steps(start, neutral_land(s)), choices(s, "ge-1")
    foe = next(n for n, k in steps.items() if k == 5 and country(n) == "ge")
    s = rail({"ge-1": start, "rs-1": foe})
    ends = choices(s, "ge-1")
    stop = next(n for n in near(foe) if steps.get(n) == 4 and frozenset((n, foe)) in RAILS)
    assert stop in ends and foe not in ends and free - ends - {foe}
    inside = {n for n in near(foe)}
    assert all(any(m in ends | {start} and m not in inside for m in near(n)) for n in inside & ends)
    assert "move ge-1" not in texts(play(s, "move ge-1", f"to {stop}"))


@rule("wwi.5.35b")
def test_trains_leave_a_zone() -> None:
    """An army that starts in an enemy zone may leave by rail and ride on, but not straight into another controlled hex."""
    start, foe = next(
        (n, m)
        for n in LAND
        for m in near(n)
        if n in RAIL_HEXES
        and m not in RAIL_HEXES
        and len(near(n)) == 6
        and {country(k) for k in (n, *near(n))} == {"ge"}
        and list(rail_steps(n).values()).count(1) > 2
    )
    s = rail({"ge-1": start, "rs-1": foe})
    assert any(distance(start, n) > 5 for n in choices(s, "ge-1"))
    assert choices(rail({"ge-1": start, "rs-1": foe, "rs-2": opposite(start, foe)}), "ge-1") == set()


@rule("wwi.5.33a", "wwi.5.33b")
def test_a_mover_does_not_hold_open_what_it_leaves() -> None:
    """An army in an enemy zone holds its own hex open for a link, and for two German cities that are a source only as a pair;
    once it has walked out of that hex it does neither (T5)."""
    found = 0
    for st in chain.from_iterable(scattered(150, seed) for seed in (2, 4, 3, 6, 7)):
        if found >= 6:
            break
        for u in (
            u for u in range(len(board.UNITS)) if board.UNIT_NATION[u] in (board.GE, board.AH) and st.at[u] >= 0 and st.phase == 2
        ):
            cities, open = board.SUPPLY_CITIES[board.UNIT_NATION[u]], clear_of_zones(st, board.CENTRAL)
            without = open & ~(zone(st, board.ALLIED) & 1 << st.at[u])
            if paired(cities, open) & cities & ~(1 << st.at[u]) != paired(cities, without) & cities & ~(1 << st.at[u]):
                assert set(board.hexes(unit_reach(st, u).ends)) == Referee(st).reach(board.UNITS[u])
                found += 1
    assert found


@rule("wwi.5.33b", "wwi.6.52a")
@pytest.mark.parametrize(
    ("unit", "fort", "next_to", "foe", "at"),
    [("ge-1", "0510", "0511", "fr-2", "0409"), ("ah-1", "1716", "1816", "fr-2", "1715"), ("fr-1", "0310", "0410", "ge-2", "0210")],
)
def test_a_fort_keeps_the_rails_open_that_its_army_leaves(unit: str, fort: str, next_to: str, foe: str, at: str) -> None:
    """The enemy controls the hex. The army walks to the next station and takes the train from there, back through its fort; without
    the fort the line is cut the moment it has left (T5)."""
    for standing in (True, False):
        s = place({unit: fort, foe: at}, hexes={"forts-destroyed": [n for n in FORT if n != fort or not standing]})
        assert zone(s.state, 1 - s.state.side(board.UNIT[unit])) >> I[fort] & 1
        assert bool(rail_link(s.state, board.UNIT[unit]) >> I[next_to] & 1) == standing
