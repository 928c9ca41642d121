"""Chapter 5: movement by land, the terrain chart."""

from __future__ import annotations

import pytest

from firestep.engine.errors import Illegal
from firestep.engine.reread import read_back, rebuilt, unlike
from firestep.games.wwi.components import board
from firestep.games.wwi.zones import zone
from firestep.testing import play, rule, situation, texts
from games.wwi.oracle import BLOCKED, LAND, RAIL_HEXES, RAILS, neighbours
from games.wwi.places import (
    COST,
    FIELD,
    FORT,
    GERMANS,
    NO_FORTS,
    STAND,
    around,
    choices,
    country,
    distance,
    duel,
    fields,
    foot,
    foot_costs,
    near,
    neutral_land,
    next_allied_movement,
    opposite,
    verbs,
    where,
    why,
)
from games.wwi.positions import O, field, hx


def rough_next_to_clear() -> tuple[str, str]:
    """A clear hex in Germany or Austria-Hungary with a rough neighbour."""
    return next((n, m) for n in LAND for m in near(n) if country(n) in ("ge", "ah") and COST[n] == 2 and COST[m] == 4)


# -- wwi.5.0, 5.1, 5.2 ---------------------------------------------------------------------------------------------------------


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
    far = max((n for n in LAND if board.COUNTRIES[board.COUNTRY_AT[board.INDEX[n]]] == "rs"), key=lambda n: distance(n, FIELD))
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
    start, dest = next(
        (n, m)
        for n in LAND
        for m in around(n, 5)
        if country(n) in ("ge", "ah") and COST[m] == 4 and foot_costs(n, set()).get(m) == 6 and distance(n, m) == 5
    )
    units = {"br-1": start}
    assert dest not in choices(foot(units, allegiance={"it": "neutral", "bl": "allied", "ne": "allied"}), "br-1")
    closer = next(n for n in near(start) if foot_costs(n, set()).get(dest) == 5)
    assert dest in choices(foot({"br-1": closer}, allegiance={"it": "neutral", "bl": "allied", "ne": "allied"}), "br-1")
    clear, rough = rough_next_to_clear()
    s = situation(
        "wwi",
        clear=True,
        turn=3,
        phase=5,
        superior="central",
        hexes=NO_FORTS,
        units={"ah-1": rough, "it-1": clear, "it-2": near(rough)[-1]},
    )
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
    line = board.GRID.ray(board.INDEX[FIELD], 2, 3)
    a, c, foe = (board.NUMBER[i] for i in line)
    s = foot({"br-1": FIELD, "ge-9": foe})
    ends = choices(s, "br-1")
    assert c in ends  # two points for two clear hexes: no extra cost
    assert (
        not {
            n
            for n in near(foe)
            if distance(FIELD, n) == 4 and all(distance(m, foe) == 1 for m in near(n) if distance(FIELD, m) == 3)
        }
        & ends
    )
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


# -- wwi.5.6 terrain chart -----------------------------------------------------------------------------------------------------


@rule("wwi.5.6d", "wwi.5.6e")
def test_blocked_sides_stop_everything() -> None:
    """Nobody moves, controls or attacks across a blocked side; the two sides of the erratum are blocked."""
    for m, n in (("0616", "0617"), ("0618", "0719"), *(tuple(sorted(p)) for p in BLOCKED)):
        if m not in LAND or n not in LAND:
            continue
        assert n in neighbours(m) and n not in near(m)
        everyone = {c: "allied" for c in ("it", "gk", "bl", "ne", "bu", "tu", "rm", "ab")}
        s = situation(
            "wwi",
            clear=True,
            turn=3,
            phase=5,
            superior="central",
            units={"fr-1": m, "ah-1": n},
            hexes=NO_FORTS,
            allegiance=everyone,
        )
        assert not zone(s.state, board.ALLIED) >> board.INDEX[n] & 1 and not zone(s.state, board.CENTRAL) >> board.INDEX[m] & 1
        assert f"attack {n}" not in texts(s)
        ring = dict(zip(GERMANS, (k for k in near(m)), strict=False))
        t = situation("wwi", clear=True, turn=3, phase=1, units={"fr-1": m, **ring}, hexes=NO_FORTS, allegiance=everyone)
        assert n not in choices(t, "fr-1")


@rule("wwi.5.6d")
def test_no_railway_crosses_a_blocked_side() -> None:
    """Trains cannot go where armies cannot: no line of the map crosses a blocked side."""
    assert not RAILS & BLOCKED


@rule("wwi.map.closed")
def test_closed_countries_are_shut() -> None:
    """Switzerland and other countries the rules never name are no ground for anybody, and the refusal says so."""
    closed = {n for n, h in board.MAP.hexes.items() if board.MAP.countries[h.country].status == "closed"}
    here, there = next(
        (n, m) for n in LAND for m in board.GRID.neighbours(n) if m in closed and country(n) == "fr" and n not in FORT
    )
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
    greece = set(board.hexes(board.HOME[board.GK]))
    sides = {"ab": "nobody", "bu": "allied", "tu": "allied", "rm": "allied"}
    for start in (n for n in sorted(RAIL_HEXES) if n not in greece and any(m in greece for m in near(n))):
        home = next(n for n in sorted(greece) if distance(n, start) > 2)
        units = {"sb-1": start, "gk-1": home}
        s, without = (
            situation("wwi", clear=True, turn=3, phase=1, units=units, hexes=NO_FORTS, allegiance={**sides, "gk": gk})
            for gk in ("allied", "neutral")
        )
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
    start = next(n for n in board.hexes(board.HOME[board.RM]) if any(country(m) == "rs" for m in near(n)) and n not in FORT)
    walk = foot({"br-1": start}, turn=6, allegiance={"rm": "allied", "it": "neutral"}, flags={"surrendered": 5})
    around_it = foot_costs(start, neutral_land(walk) | set(board.hexes(board.HOME[board.RS])))
    ends = choices(walk, "br-1")
    assert any(country(n) == "rs" for n in ends)
    for dest in ends:
        s = play(walk.copy(), "move br-1", f"to {dest}")
        assert s.state.reopened == (country(dest) == "rs" or around_it.get(dest, 99) > 5), dest


@rule("wwi.5.21b")
@pytest.mark.parametrize("first, second", [("ge-1", "ge-2"), ("ge-2", "ge-1")])
def test_two_armies_in_one_hex_are_read_back_as_they_were(first: str, second: str) -> None:
    """While armies exchange places the session may be stored and read back. Whichever of the two came first, it offers the same
    moves."""
    s = field({first: O, second: hx("n")}, phase=2)
    play(s, f"move {first}", f"to {hx('n')}")
    assert s.state.at[board.UNIT[first]] == s.state.at[board.UNIT[second]] and "to " + O in texts(s)
    again = read_back(s)
    assert unlike(s, again) == [] and unlike(s, rebuilt(s)) == []
    play(s, f"to {O}")
    assert unlike(s, rebuilt(s)) == [] and not unlike(s, read_back(s))
