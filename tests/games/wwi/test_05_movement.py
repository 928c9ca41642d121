"""Chapter 5: movement by land and rail, sea movement, the Straits, the Franco-Italian Transit Area."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from firestep.engine.errors import Illegal
from firestep.engine.session import Session
from firestep.games.wwi import board as b
from firestep.games.wwi.movement import unit_reach
from firestep.games.wwi.supply import paired
from firestep.games.wwi.zones import clear_of_zones, zone
from firestep.hexmap.grid import Grid
from firestep.hexmap.ground import Ground, reach
from firestep.testing import keys, play, rule, situation, texts
from games.wwi.oracle import BLOCKED, LAND, RAIL_HEXES, RAILS, Referee, neighbours, scattered
from games.wwi.places import (
    ALL_FORTS,
    CITIES,
    COST,
    FIELD,
    FORT,
    STAND,
    around,
    choices,
    country,
    distance,
    duel,
    fields,
    foot_costs,
    near,
    neutral_land,
    opposite,
    rail_steps,
    seal,
    unit_verbs,
    verbs,
    where,
    why,
)

NO_FORTS = {"forts-destroyed": ALL_FORTS}
GERMAN = [id for id in b.UNITS if id.startswith("ge-")]


def foot(units: dict[str, str], **more: Any) -> Session[Any]:
    """Allied movement in which western armies must walk: the French edge is in German hands."""
    tables: dict[str, Any] = {"clear": True, "turn": 3, "phase": 1, "allegiance": {"it": "neutral"}, "hexes": NO_FORTS} | more
    return situation("wwi", units={**dict(list(seal().items())), **units}, **tables)


def rail(units: dict[str, str], **more: Any) -> Session[Any]:
    """Central movement with all fortifications down."""
    tables: dict[str, Any] = {"clear": True, "turn": 3, "phase": 2, "hexes": NO_FORTS} | more
    return situation("wwi", units=units, **tables)


def rough_next_to_clear() -> tuple[str, str]:
    """A clear hex in Germany or Austria-Hungary with a rough neighbour."""
    return next((n, m) for n in LAND for m in near(n) if country(n) in ("ge", "ah") and COST[n] == 2 and COST[m] == 4)


# -- 5.0, 5.1, 5.2 ---------------------------------------------------------------------------------------------------------


@rule("wwi.5.0c")
def test_a_move_is_a_chain_of_neighbours() -> None:
    """An army cannot jump over ground it may not enter: walled in, it has nowhere to go, though hexes beyond are near."""
    wall = dict(zip((f"ge-{k}" for k in (9, 10, 11, 12, 17, 18)), near(FIELD), strict=True))
    assert choices(foot({"br-1": FIELD, **wall}), "br-1") == set()
    gap = near(FIELD)[0]
    wall = {u: n for u, n in wall.items() if n != gap}
    assert choices(foot({"br-1": FIELD, **wall}), "br-1") == set()  # the gap is controlled, and so is FIELD
    assert choices(foot({"br-1": FIELD}), "br-1") >= set(near(FIELD))


@rule("wwi.5.0a")
def test_any_number_any_distance() -> None:
    """All, some or none may move, each as far as it likes within its points."""
    s = foot({"br-1": FIELD, "br-2": near(FIELD)[0]})
    far = {n for n, k in foot_costs(FIELD, neutral_land(s)).items() if k == 5}
    assert far <= choices(s, "br-1") and set(near(FIELD)) - {near(FIELD)[0]} <= choices(s, "br-1")
    one = s.copy()
    play(one, "done")
    both = play(s, "move br-1", f"to {min(far)}", "move br-2", f"to {FIELD}", "done")
    assert one.state.phase == both.state.phase == 2
    assert (where(both, "br-1"), where(both, "br-2")) == (min(far), FIELD)


@rule("wwi.5.0b", "wwi.5.23b")
def test_points_are_not_kept_or_lent() -> None:
    """An army that stood still has five points next turn, not ten, and its neighbour gains nothing from it."""
    far = min(fields("rs"), key=lambda n: -distance(n, FIELD))
    s = foot({"br-1": FIELD, "br-2": far})
    before = choices(s, "br-1")
    play(s, "move br-2", "stay")
    assert choices(s, "br-1") == before
    start = next(n for n in fields() if n in RAIL_HEXES)
    s = situation("wwi", clear=True, turn=3, phase=1, units={"rs-1": start}, hexes=NO_FORTS)
    before = choices(s, "rs-1")
    play(s, "move rs-1", "stay")
    next_allied_movement(s)
    assert where(s, "rs-1") == start and choices(s, "rs-1") == before


@rule("wwi.5.0d")
def test_a_finished_move_is_final() -> None:
    """Once an army has moved, or was left where it is, it is not moved again in this phase."""
    s = foot({"br-1": FIELD, "br-2": near(FIELD)[0]})
    play(s, "move br-1", f"to {near(FIELD)[1]}", "move br-2", "stay")
    assert texts(s) == ["done"]
    assert why(s, "move br-1") == why(s, "move br-2") == ["wwi.5.0d"]


@rule("wwi.5.12a", "wwi.5.6a")
def test_clear_costs_one() -> None:
    """Over clear ground five points carry five hexes, and the ground gives a defender nothing."""
    far = next(n for n, k in foot_costs(FIELD, set()).items() if k == 5 and distance(FIELD, n) == 5)
    assert far in choices(foot({"br-1": FIELD}), "br-1")
    s, here = duel(dice=[2])
    assert "(0 against 3)" in play(s, f"attack {here}").decision.prompt


@rule("wwi.5.12b", "wwi.5.6b")
def test_rough_costs_two() -> None:
    """An army that walks into rough ground pays two: with one point left it cannot; and the ground adds one to a defence."""
    start, dest = next((n, m) for n in LAND for m in around(n, 5) if country(n) in ("ge", "ah") and COST[m] == 4
                       and foot_costs(n, set()).get(m) == 6 and distance(n, m) == 5)
    units = {"br-1": start}
    assert dest not in choices(foot(units, allegiance={"it": "neutral", "bl": "allied", "ne": "allied"}), "br-1")
    closer = next(n for n in near(start) if foot_costs(n, set()).get(dest) == 5)
    assert dest in choices(foot({"br-1": closer}, allegiance={"it": "neutral", "bl": "allied", "ne": "allied"}), "br-1")
    clear, rough = rough_next_to_clear()
    s = situation("wwi", clear=True, turn=3, phase=5, superior="central", hexes=NO_FORTS,
                  units={"ah-1": rough, "it-1": clear, "it-2": near(rough)[-1]})
    s.take(f"attack {rough}")
    assert "against 4)" in s.decision.prompt


@rule("wwi.5.21a")
def test_enemy_hexes_are_barred() -> None:
    """An army can neither enter nor cross a hex that holds an enemy army."""
    s = foot({"br-1": FIELD, "ge-9": near(FIELD)[0]})
    assert near(FIELD)[0] not in choices(s, "br-1")
    assert "wwi.5.21a" in why(s, "move br-1", f"to {near(FIELD)[0]}")


@rule("wwi.5.21b", "wwi.7.0a")
def test_one_army_to_a_hex() -> None:
    """No move may end on an army that has moved; an army that has not moved yet may be asked to make room, and then must."""
    here, there = FIELD, near(FIELD)[0]
    s = foot({"br-1": here, "br-2": there})
    moved = play(s.copy(), "move br-2", "stay")
    assert there not in choices(moved, "br-1")
    assert why(moved, "move br-1", f"to {there}") == ["wwi.5.21b"]
    play(s, "move br-1", f"to {there}")
    assert "stay" not in verbs(s) and "done" not in verbs(s) and "must make room" in s.decision.prompt
    assert why(s, "stay") == ["wwi.5.21b"]
    s.take(f"to {here}")  # they exchange places
    assert (where(s, "br-1"), where(s, "br-2")) == (there, here)


@rule("wwi.5.21b")
def test_nobody_makes_room_who_cannot() -> None:
    """An army that is hemmed in cannot be asked to make room, also not by an army that was itself pushed out of its hex."""
    a, c = FIELD, near(FIELD)[0]
    others = [n for n in near(c) if n != a]
    blockers = dict(zip(("br-4", "br-5", "fr-1", "fr-2", "fr-3"), others, strict=True))
    entry = next(n for n in near(a) if n not in near(c) and n != c)
    s = foot({"br-1": a, "br-3": c, "br-2": entry, **blockers})
    for u in blockers:
        play(s, f"move {u}", "stay")
    assert c in choices(s, "br-1")  # br-3 could take the place of br-1
    play(s, "move br-2", f"to {a}")  # now br-1 must go, and its hex is taken
    assert f"to {c}" not in texts(s)
    s.take(s.decision.actions[0])
    assert s.decision.actions


@rule("wwi.5.21c", "wwi.7.0b")
def test_friends_may_be_passed() -> None:
    """Armies on all six sides do not hold a friend back, even when they have all moved."""
    ring = dict(zip(("br-2", "br-3", "br-4", "br-5", "fr-1", "fr-2"), near(FIELD), strict=True))
    s = foot({"br-1": FIELD, **ring})
    for u in ring:
        play(s, f"move {u}", "stay")
    assert choices(s, "br-1") and all(distance(FIELD, n) > 1 for n in choices(s, "br-1"))


@rule("wwi.5.22a", "wwi.6.11", "wwi.6.13")
def test_a_zone_stops_a_move() -> None:
    """The first enemy-controlled hex ends a move, at the price of its terrain only."""
    line = b.GRID.ray(b.INDEX[FIELD], 2, 3)
    a, c, foe = (b.NUMBER[i] for i in line)
    s = foot({"br-1": FIELD, "ge-9": foe})
    ends = choices(s, "br-1")
    assert c in ends  # two points for two clear hexes: no extra cost
    assert not {n for n in near(foe) if distance(FIELD, n) == 4 and all(distance(m, foe) == 1 for m in near(n)
                                                                        if distance(FIELD, m) == 3)} & ends
    assert choices(foot({"br-1": FIELD}), "br-1") - ends  # without the enemy more could be reached
    rest = play(s, "move br-1", f"to {c}")
    assert where(rest, "br-1") == c and a


@rule("wwi.5.22b", "wwi.6.12b")
def test_no_step_from_zone_to_zone() -> None:
    """Between two enemies every neighbour is controlled: from a controlled hex there is no first step then."""
    one, other = near(FIELD)[0], opposite(FIELD, near(FIELD)[0])
    s = foot({"br-1": FIELD, "ge-9": one, "ge-10": other})
    assert choices(s, "br-1") == set()
    assert why(s, "move br-1", f"to {next(n for n in near(FIELD) if n not in (one, other))}") == ["wwi.5.22b"]
    assert choices(foot({"br-1": FIELD, "ge-9": one}), "br-1")


# -- 5.3 rail --------------------------------------------------------------------------------------------------------------


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
            assert defense(s.state, b.INDEX[hex]) == {2: 3, 4: 4}[COST[hex]]


@rule("wwi.5.31b")
def test_a_side_without_rails_costs_the_full_price() -> None:
    """Two rail hexes side by side without a line across their side: the step is an ordinary one."""
    pairs = [(n, m) for n in RAIL_HEXES & LAND.keys() for m in near(n)
             if m in RAIL_HEXES and frozenset((n, m)) not in RAILS and country(n) == country(m) == "ge"]
    start = rail_start()
    s = rail({"ge-1": start})
    steps = rail_steps(start, neutral_land(s))
    ends = choices(s, "ge-1")
    found = [(n, m) for n, m in pairs if steps.get(n) == 9 and steps.get(m, 99) > 10
             and not any(steps.get(k, 99) + 2 * (COST[m] // 2) <= 9 for k in near(m))]
    found += [(n, m) for n, m in pairs if steps.get(n) == 10 and steps.get(m, 99) > 10
              and all(steps.get(k, 99) > 8 for k in near(m))]
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
    s = situation("wwi", clear=True, turn=3, phase=1, units={"rs-1": start}, hexes=NO_FORTS, flags={"surrendered": 1})
    assert not any(distance(start, n) > 5 for n in choices(s, "rs-1"))


def cut_off() -> tuple[str, dict[str, str], dict[str, str]]:
    """A Russian army in the west, Germans on every other hex of the east edge, and Russians who reopen one line to it."""
    edge = [n for n in LAND if n.startswith("29")]
    germans = dict(zip(GERMAN, edge[::2], strict=False))
    s = situation("wwi", clear=True, turn=3, phase=1, units=germans, hexes=NO_FORTS)
    controlled = set(b.hexes(zone(s.state, b.CENTRAL)))
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
    return {c for i, c in enumerate(b.COUNTRIES) if s.state.allegiance[i] == b.NEUTRAL}


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
    start, foe = next((n, m) for n in LAND for m in near(n) if n in RAIL_HEXES and m not in RAIL_HEXES and len(near(n)) == 6
                      and {country(k) for k in (n, *near(n))} == {"ge"} and list(rail_steps(n).values()).count(1) > 2)
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
        for u in (u for u in range(len(b.UNITS)) if b.UNIT_NATION[u] in (b.GE, b.AH) and st.at[u] >= 0 and st.phase == 2):
            cities, open = b.SUPPLY_CITIES[b.UNIT_NATION[u]], clear_of_zones(st, b.CENTRAL)
            without = open & ~(zone(st, b.ALLIED) & 1 << st.at[u])
            if paired(cities, open) & cities & ~(1 << st.at[u]) != paired(cities, without) & cities & ~(1 << st.at[u]):
                assert set(b.hexes(unit_reach(st, u).ends)) == Referee(st).reach(b.UNITS[u])
                found += 1
    assert found


# -- 5.4 sea ---------------------------------------------------------------------------------------------------------------

PORT = next(n for n in b.hexes(b.SEA_START & b.HOME[b.FR]))
OPEN_LANDINGS = {n for n in b.hexes(b.SEA_END) if b.INDEX[n] not in b.PASSAGE}


def sea(units: dict[str, str], **more: Any) -> Session[Any]:
    tables: dict[str, Any] = {"clear": True, "turn": 4, "phase": 1} | more
    return situation("wwi", units=units, **tables)


@rule("wwi.5.4a")
def test_one_sea_move_a_turn() -> None:
    """After one army has sailed no other may in that phase; next turn one may again."""
    ports = b.hexes(b.SEA_START & b.HOME[b.FR])[:2]
    s = sea({"fr-1": ports[0], "br-1": ports[1]})
    assert "sea" in unit_verbs(s, "fr-1") and "sea" in unit_verbs(s, "br-1")
    play(s, "move fr-1", f"sea {min(OPEN_LANDINGS)}")
    assert "sea" not in unit_verbs(s, "br-1")
    assert why(s, "move br-1", f"sea {max(OPEN_LANDINGS)}") == ["wwi.5.4a"]
    play(s, "done")
    while s.state.turn == 4:
        s.take("done" if ("done",) in s.decision.actions else s.decision.actions[0])
    assert "sea" in unit_verbs(s, "br-1")


@rule("wwi.5.4b")
@pytest.mark.parametrize(("unit", "sails"), [("fr-1", True), ("br-1", True), ("br-bef", True), ("us-1", True), ("it-1", False),
                                             ("rs-1", False), ("sb-1", False), ("bl-army", False)])
def test_who_may_sail(unit: str, sails: bool) -> None:
    """British, French and US armies sail; no other Ally does."""
    s = sea({unit: PORT}, allegiance={"us": "allied"})
    assert ("sea" in unit_verbs(s, unit)) == sails
    assert ("wwi.5.4b" in why(s, f"move {unit}", f"sea {min(OPEN_LANDINGS)}")) == (not sails)


@rule("wwi.5.41", "wwi.5.44", "wwi.5.46a")
def test_a_sea_move_is_all_there_is() -> None:
    """A sea move goes from coast to coast in one phase without a path and takes the whole allowance: no step before or after it."""
    s = sea({"fr-1": PORT})
    play(s, "move fr-1", f"sea {max(OPEN_LANDINGS)}")
    assert where(s, "fr-1") == max(OPEN_LANDINGS) and texts(s) == ["done"]
    s = sea({"fr-1": PORT}, hexes={"centres-central": (goal := [n for n in b.hexes(b.CENTRES) if distance(n, PORT) <= 2][:1])})
    play(s, "move fr-1")
    if goal and f"via {goal[0]}" in texts(s):
        s.take(f"via {goal[0]}")
        assert "sea" not in verbs(s)
    inland = next(n for n in near(PORT) if not b.COASTAL >> b.INDEX[n] & 1)
    assert "sea" not in unit_verbs(sea({"fr-1": inland}), "fr-1")


@rule("wwi.5.42a", "wwi.5.41")
def test_an_army_that_makes_room_may_sail() -> None:
    """It began the phase in its port and has spent nothing, so the sea is open to it too."""
    s = sea({"fr-1": PORT, "fr-2": near(PORT)[0]})
    play(s, "move fr-2", f"to {PORT}", f"sea {min(OPEN_LANDINGS)}")
    assert (where(s, "fr-1"), where(s, "fr-2")) == (min(OPEN_LANDINGS), PORT)


@rule("wwi.5.42a")
def test_departure_from_clear_coast_only() -> None:
    """A rough coast or an inland hex is no place to embark."""
    rough = next(n for n in b.hexes(b.COASTAL & b.ROUGH & b.HOME[b.IT]))
    clear = next(n for n in b.hexes(b.COASTAL & b.CLEAR & b.HOME[b.IT]) if n not in FORT)
    inland = next(n for n in b.hexes(b.HOME[b.IT] & ~b.COASTAL) if n not in FORT)
    assert ["sea" in unit_verbs(sea({"fr-1": n}), "fr-1") for n in (rough, clear, inland)] == [False, True, False]
    assert "wwi.5.42a" in why(sea({"fr-1": rough}), "move fr-1", f"sea {clear}")


@rule("wwi.5.42b")
def test_barred_departures() -> None:
    """Nobody embarks in Germany or on Russia's Baltic coast."""
    german = next(n for n in b.hexes(b.COASTAL & b.CLEAR & b.HOME[b.GE]) if n not in FORT)
    baltic = next(n for n in b.hexes(b.COASTAL & b.CLEAR & b.HOME[b.RS] & ~b.BLACK_SEA) if n not in FORT)
    for n in (german, baltic):
        assert "sea" not in unit_verbs(sea({"br-1": n}), "br-1")
        assert "wwi.5.42a" in why(sea({"br-1": n}), "move br-1", f"sea {min(OPEN_LANDINGS)}")


def straits_open(**more: Any) -> dict[str, Any]:
    """Tables that open the passage: nobody in the gates, the fortification down."""
    return {"hexes": NO_FORTS, **more}


@rule("wwi.5.43a", "wwi.5.43b")
def test_landing_coasts() -> None:
    """With the Straits open an army may land on every clear coast of the six countries and on no other, in Russia only by the
    Black Sea."""
    s = sea({"fr-1": PORT}, **straits_open(allegiance={"gk": "allied", "rm": "allied"}))
    landings = choices(s, "fr-1", "sea")
    assert {country(n) for n in landings} == {"it", "gk", "bu", "tu", "rm", "rs"}
    for n in LAND:
        h = LAND[n]
        good = (h.coast != "" and h.terrain == "clear" and (country(n) in ("it", "gk", "bu", "tu", "rm")
                                                            or country(n) == "rs" and h.coast == "black-sea"))
        assert (n in landings) == good, n
    north = next(n for n in b.hexes(b.COASTAL & b.CLEAR & b.HOME[b.RS] & ~b.BLACK_SEA))
    assert why(s, "move fr-1", f"sea {north}") == ["wwi.5.43a"]


@rule("wwi.5.45a")
def test_zones_do_not_stop_ships() -> None:
    """An army may embark and land next to the enemy."""
    landing = next(n for n in sorted(OPEN_LANDINGS) if country(n) == "it" and any(country(m) == "it" for m in near(n)))
    foe = next(m for m in near(landing) if m not in FORT and m not in OPEN_LANDINGS)
    s = sea({"fr-1": PORT, "ge-1": next(n for n in near(PORT) if n not in FORT), "ge-2": foe})
    assert landing in choices(s, "fr-1", "sea")
    play(s, "move fr-1", f"sea {landing}")
    assert where(s, "fr-1") == landing


@rule("wwi.5.45b")
def test_no_opposed_landing() -> None:
    """No landing on an enemy army or an intact enemy fortification."""
    a, c = sorted(n for n in OPEN_LANDINGS if n not in FORT)[:2]
    s = sea({"fr-1": PORT, "ge-1": a})
    assert a not in choices(s, "fr-1", "sea") and c in choices(s, "fr-1", "sea")
    assert why(s, "move fr-1", f"sea {a}") == ["wwi.5.45b"]
    fort = next(n for n in FORT if b.SEA_END >> b.INDEX[n] & 1 and FORT[n][0] == "tu")
    t = sea({"fr-1": PORT}, hexes={"forts-destroyed": [n for n in ALL_FORTS if n != fort]})
    assert fort not in choices(t, "fr-1", "sea")


CHAIN = ("1332", "1432", "1532", "1632", "1733")


@rule("wwi.5.46b", "wwi.5.46c")
@pytest.mark.parametrize("gate", range(5))
def test_an_army_closes_the_straits(gate: int) -> None:
    """An enemy or neutral army in a gate shuts that gate, those after it and the Black Sea, and leaves those before it open."""
    s = sea({"fr-1": PORT, "tu-1": CHAIN[gate]}, **straits_open())
    landings = choices(s, "fr-1", "sea")
    clear = [n for n in CHAIN if COST[n] == 2]
    assert {n for n in clear if CHAIN.index(n) < gate} == set(clear) & landings
    assert not landings & set(b.hexes(b.BLACK_SEA))
    assert "wwi.5.46c" in why(s, "move fr-1", f"sea {b.hexes(b.SEA_END & b.BLACK_SEA)[0]}")
    friend = sea({"fr-1": PORT, "br-1": CHAIN[gate]}, **straits_open())
    assert choices(friend, "fr-1", "sea") & set(b.hexes(b.BLACK_SEA))


@rule("wwi.5.46b", "wwi.5.46c")
def test_the_straits_bind_both_ways_and_neutrals_close_them() -> None:
    """An army on the Black Sea cannot sail out past an enemy; a neutral Turkish army closes the passage like a hostile one."""
    inside = next(n for n in b.hexes(b.SEA_START & b.BLACK_SEA & b.HOME[b.RS]) if n not in FORT)
    assert "sea" in unit_verbs(sea({"br-1": inside}, **straits_open()), "br-1")
    assert "sea" not in unit_verbs(sea({"br-1": inside, "tu-1": "1532"}, **straits_open()), "br-1")
    s = situation("wwi", "free", clear=True, turn=1, phase=1, units={"fr-1": PORT, "tu-2": "1532"}, hexes=NO_FORTS)
    assert s.state.allegiance[b.TU] == b.NEUTRAL
    assert not choices(s, "fr-1", "sea") & {*b.hexes(b.BLACK_SEA), "1632", "1733"}


@rule("wwi.5.46d")
def test_the_bosporus_fort_shuts_the_black_sea() -> None:
    """With nobody in the gates the fortification of 1733 alone bars what lies beyond it, not the gates before it."""
    fort = {"hexes": {"forts-destroyed": [n for n in ALL_FORTS if n != "1733"]}}
    landings = choices(sea({"fr-1": PORT}, **fort), "fr-1", "sea")
    assert not landings & set(b.hexes(b.BLACK_SEA)) and {n for n in CHAIN[:4] if COST[n] == 2} <= landings
    assert "wwi.5.46d" in why(sea({"fr-1": PORT}, **fort), "move fr-1", f"sea {b.hexes(b.SEA_END & b.BLACK_SEA)[0]}")
    assert choices(sea({"fr-1": PORT}, **straits_open()), "fr-1", "sea") & set(b.hexes(b.BLACK_SEA))


@rule("wwi.5.47a", "wwi.5.47b", "wwi.5.48")
def test_after_a_landing() -> None:
    """An army fights in the turn of its landing, in supply through its landing hex, and moves normally in the next one."""
    landing = next(n for n in sorted(OPEN_LANDINGS) if country(n) == "gk")
    foe = next(m for m in near(landing) if m not in FORT and len(near(m)) >= 3)
    s = sea({"fr-1": PORT, "bu-1": foe, "ge-1": CITIES["ge"][0]}, allegiance={"gk": "allied"}, turn=3, dice=[2], crp={"fr": 50},
            hexes=NO_FORTS)
    play(s, "move fr-1", f"sea {landing}", "done", "done")
    assert s.state.links >> b.INDEX[landing] & 1
    assert s.decision.seat_name == "allied" and f"attack {foe}" in texts(s)
    s.take(f"attack {foe}")
    assert "add fr-1" in texts(s)
    t = sea({"fr-1": landing}, hexes={**NO_FORTS, "links": [landing]}, allegiance={"gk": "allied"}, turn=5)
    assert {m for m in near(landing) if COST[m] == 2 and country(m) != "ab"} <= choices(t, "fr-1")


# -- 5.5 transit -----------------------------------------------------------------------------------------------------------


def transit(units: dict[str, str], **more: Any) -> Session[Any]:
    tables: dict[str, Any] = {"clear": True, "turn": 4, "phase": 1} | more
    return situation("wwi", units=units, **tables)


def next_allied_movement(s: Session[Any]) -> Session[Any]:
    turn = s.state.turn
    while s.state.turn == turn:
        s.take("done" if ("done",) in s.decision.actions else s.decision.actions[0])
    return s


@rule("wwi.5.51a", "wwi.5.51b", "wwi.5.54")
def test_into_the_transit_area() -> None:
    """Any number of armies go in, stay for the rest of the turn and come out next turn at the earliest."""
    units = dict(zip(("fr-1", "fr-2", "br-1", "it-1"), ("0110", "0109", "0209", "0113"), strict=True))
    s = transit(units)
    for u in units:
        play(s, f"move {u}", "transit")
    assert all(where(s, u) == "transit" for u in units) and texts(s) == ["done"]
    assert why(s, "move fr-1") == ["wwi.5.0d"]
    next_allied_movement(s)
    assert all(where(s, u) == "transit" for u in units)  # always supplied there
    assert {"0110", "0113"} <= choices(s, "fr-1")
    s.take("move fr-1")
    assert "transit" not in verbs(s) and why(s, "transit") == ["wwi.5.54"]


@rule("wwi.5.51c", "wwi.5.52")
def test_out_of_the_transit_area_on_either_side() -> None:
    """An army leaves by one of the two doors, into France or Italy, and nowhere else; a barred door leaves the other one."""
    s = transit({"fr-1": "transit"})
    ends = choices(s, "fr-1")
    assert {"0110", "0113"} <= ends
    french = transit({"fr-1": "transit", "ge-1": "0113"})
    assert "0113" not in choices(french, "fr-1") and "0110" in choices(french, "fr-1")
    assert not any(country(n) == "it" for n in choices(french, "fr-1"))
    shut = transit({"fr-1": "transit", "ge-1": "0113", "ge-2": "0110"})
    assert unit_verbs(shut, "fr-1") == {"stay"}


@rule("wwi.5.52")
def test_only_the_doors_lead_in() -> None:
    """An army that cannot be in 0110 or 0113 with a point to spare cannot enter the Transit Area."""
    beside = near("0110")[0]
    assert "transit" in unit_verbs(transit({"fr-1": "0110"}), "fr-1")
    assert "transit" in unit_verbs(transit({"fr-1": beside}), "fr-1")
    s = transit({"fr-1": beside, "ge-1": "0110"})
    assert "transit" not in unit_verbs(s, "fr-1") and why(s, "move fr-1", "transit") == ["wwi.5.52"]
    far = next(n for n in LAND if country(n) == "fr" and distance(n, "0110") == 5 and n[:2] != "01")
    walk = transit({"fr-1": far, **{u: n for u, n in seal().items() if n != "0110"}}, hexes=NO_FORTS)
    assert "transit" not in unit_verbs(walk, "fr-1")  # five points to the door leave none for the Area


@rule("wwi.5.53")
def test_transit_by_rail() -> None:
    """Trains run into the Transit Area and out of it: an army farther than five points on foot gets there, and far beyond."""
    far = next(n for n, k in rail_steps("0110").items() if k == 8 and country(n) == "fr" and n not in ("0110",))
    assert foot_costs(far, set())["0110"] >= 4
    assert "transit" in unit_verbs(transit({"fr-1": far}), "fr-1")
    s = transit({"fr-1": "transit"}, hexes=NO_FORTS)
    gone = {n for door in ("0110", "0113") for n, k in rail_steps(door, neutral_land(s)).items() if k == 8}
    assert gone & choices(s, "fr-1")


@rule("wwi.5.53", "wwi.5.33a")
def test_trains_out_of_transit_need_a_link() -> None:
    """Russians have no rail link in the west, so they walk out of the Transit Area; the French ride."""
    far = {n for n in LAND if distance(n, "0110") > 5 and distance(n, "0113") > 5}
    assert choices(transit({"fr-1": "transit"}, hexes=NO_FORTS), "fr-1") & far
    s = transit({"rs-1": "transit"}, hexes=NO_FORTS, flags={"surrendered": 3})
    assert choices(s, "rs-1") and not choices(s, "rs-1") & far


@rule("wwi.5.54", "wwi.5.51c")
def test_passing_a_door_captures() -> None:
    """An army that leaves by a door and goes on has entered the door's hex, and takes what is there."""
    door = next(n for n in ("0113", "0110") if b.CENTRES >> b.INDEX[n] & 1)
    beyond = next(m for m in near(door) if m not in ("0110", "0113") and country(m) == country(door))
    s = transit({"fr-1": "transit"}, hexes={"centres-central": [door]})
    play(s, "move fr-1", f"to {beyond}")
    assert where(s, "fr-1") == beyond and s.state.allied_centres >> b.INDEX[door] & 1


@rule("wwi.5.55a")
def test_no_combat_in_transit() -> None:
    """Armies in the Transit Area are never attackers or targets."""
    s = transit({"fr-1": "transit", "ge-1": "0110", "ge-2": "0113"}, phase=4, superior="allied", hexes=NO_FORTS, turn=3)
    assert texts(s) == ["done"]
    s.take("done")
    assert texts(s) == ["done"]


@rule("wwi.5.55b")
def test_no_retreat_into_transit() -> None:
    """A retreat from a door goes anywhere but into the Transit Area, also when that costs the army its life."""
    foes = [n for n in near("0113")]
    s = transit({"it-1": "0113", **dict(zip(GERMAN, foes, strict=False))}, phase=4, superior="central", turn=3, dice=[1],
                crp={"it": 0}, hexes=NO_FORTS)
    play(s, "attack 0113", f"add {GERMAN[0]}", "go")
    assert not any(t.startswith("retreat") for t in texts(s)) and "destroy" in texts(s)


@rule("wwi.5.55c", "wwi.6.17b")
def test_no_zones_in_transit() -> None:
    """Armies in the Transit Area control nothing and are controlled by nobody."""
    s = transit({"fr-1": "transit"}, hexes=NO_FORTS)
    assert zone(s.state, b.ALLIED) == 0
    s = transit({"fr-1": "0110", "ge-1": next(n for n in near("0110") if n not in FORT)}, hexes=NO_FORTS)
    assert "transit" in unit_verbs(s, "fr-1")  # out of a zone, into none


@rule("wwi.5.51a")
def test_transit_is_for_the_allies() -> None:
    """A Central army in a door does not enter; nobody does before Italy is an Ally."""
    s = transit({"ge-1": "0113"}, phase=2, hexes=NO_FORTS)
    assert "transit" not in unit_verbs(s, "ge-1") and why(s, "move ge-1", "transit") == ["wwi.5.51a"]
    s = transit({"fr-1": "0110"}, turn=2)
    assert "transit" not in unit_verbs(s, "fr-1") and why(s, "move fr-1", "transit") == ["wwi.11.11c"]


# -- 5.6 terrain chart -----------------------------------------------------------------------------------------------------


@rule("wwi.5.6d", "wwi.5.6e")
def test_blocked_sides_stop_everything() -> None:
    """Nobody moves, controls or attacks across a blocked side; the two sides of the erratum are blocked."""
    for m, n in (("0616", "0617"), ("0618", "0719"), *(tuple(sorted(p)) for p in BLOCKED)):
        if m not in LAND or n not in LAND:
            continue
        assert n in neighbours(m) and n not in near(m)
        everyone = {c: "allied" for c in ("it", "gk", "bl", "ne", "bu", "tu", "rm", "ab")}
        s = situation("wwi", clear=True, turn=3, phase=5, superior="central", units={"fr-1": m, "ah-1": n}, hexes=NO_FORTS,
                      allegiance=everyone)
        assert not zone(s.state, b.ALLIED) >> b.INDEX[n] & 1 and not zone(s.state, b.CENTRAL) >> b.INDEX[m] & 1
        assert f"attack {n}" not in texts(s)
        ring = dict(zip(GERMAN, (k for k in near(m)), strict=False))
        t = situation("wwi", clear=True, turn=3, phase=1, units={"fr-1": m, **ring}, hexes=NO_FORTS, allegiance=everyone)
        assert n not in choices(t, "fr-1")


@rule("wwi.5.6d")
def test_no_railway_crosses_a_blocked_side() -> None:
    """Trains cannot go where armies cannot: no line of the map crosses a blocked side."""
    assert not RAILS & BLOCKED


@rule("wwi.map.closed")
def test_closed_countries_are_shut() -> None:
    """Switzerland and other countries the rules never name are no ground for anybody, and the refusal says so."""
    closed = {n for n, h in b.MAP.hexes.items() if b.MAP.countries[h.country].status == "closed"}
    here, there = next((n, m) for n in LAND for m in b.GRID.neighbours(n) if m in closed and country(n) == "fr" and n not in FORT)
    s = situation("wwi", clear=True, turn=3, phase=1, units={"fr-1": here}, hexes=NO_FORTS)
    assert not choices(s, "fr-1") & closed and not closed & LAND.keys()
    assert why(s, "move fr-1", f"to {there}") == ["wwi.map.closed"]


def test_the_stand_is_clear() -> None:
    """The duel of these tests stands on clear ground without a fortification."""
    assert COST[STAND] == 2 and STAND in LAND
    with pytest.raises(Illegal):
        duel()[0].take("move fr-1")


# -- what a path enters ----------------------------------------------------------------------------------------------------


@rule("wwi.11.3c")
def test_crossing_greece_counts_as_entering_it() -> None:
    """An Allied army that can reach its goal only through Greece has entered it, and the Greek armies leave; one that can go
    around has not."""
    greece = set(b.hexes(b.HOME[b.GK]))
    sides = {"ab": "nobody", "bu": "allied", "tu": "allied", "rm": "allied"}
    for start in (n for n in sorted(RAIL_HEXES) if n not in greece and any(m in greece for m in near(n))):
        home = next(n for n in sorted(greece) if distance(n, start) > 2)
        units = {"sb-1": start, "gk-1": home}
        s, without = (situation("wwi", clear=True, turn=3, phase=1, units=units, hexes=NO_FORTS, allegiance={**sides, "gk": gk})
                      for gk in ("allied", "neutral"))
        around_it = choices(without, "sb-1")
        if through := choices(s, "sb-1") - greece - around_it:
            break
    else:
        raise AssertionError("no way leads only through Greece")
    for dest in sorted(through)[:4]:
        assert where(play(s.copy(), "move sb-1", f"to {dest}"), "gk-1") == "gone", dest
    for dest in sorted(around_it)[:4]:
        assert where(play(s.copy(), "move sb-1", f"to {dest}"), "gk-1") == home, dest


@rule("wwi.12.13b")
def test_crossing_russia_counts_as_entering_it() -> None:
    """After Russia's surrender an Allied army that has to pass through Russia frees the garrisons."""
    start = next(n for n in b.hexes(b.HOME[b.RM]) if any(country(m) == "rs" for m in near(n)) and n not in FORT)
    walk = foot({"br-1": start}, turn=6, allegiance={"rm": "allied", "it": "neutral"}, flags={"surrendered": 5})
    around_it = foot_costs(start, neutral_land(walk) | set(b.hexes(b.HOME[b.RS])))
    ends = choices(walk, "br-1")
    assert any(country(n) == "rs" for n in ends)
    for dest in ends:
        s = play(walk.copy(), "move br-1", f"to {dest}")
        assert s.state.reopened == (country(dest) == "rs" or around_it.get(dest, 99) > 5), dest
