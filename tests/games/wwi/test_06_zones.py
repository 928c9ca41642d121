"""Chapters 6 and 7: Zones of Control, their borders and what they do; stacking."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.errors import BadPosition
from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.ground import reach
from firestep.games.wwi.supply import is_supplied
from firestep.games.wwi.zones import zone
from firestep.testing import play, rule, situation, texts
from games.wwi.oracle import BLOCKED, LAND, WAYS
from games.wwi.places import (
    ALL_FORTS,
    CITIES,
    COST,
    EAST,
    FIELD,
    FORT,
    FRENCH_EDGE,
    NO_FORTS,
    STAND,
    choices,
    country,
    distance,
    duel,
    near,
    opposite,
    place,
    seal,
    where,
    why,
)


def foot(units: dict[str, str], **more: Any) -> Session[Any]:
    """Western armies walk: the French edge is in German hands and Italy is neutral."""
    return place({**seal(), **units}, **({"allegiance": {"it": "neutral"}} | more))


def controlled(s: Session[Any], side: int) -> set[str]:
    """Hexes under a side's control, its own left out."""
    own = s.state.occ[side] | s.state.forts & s.state.side_forts[side]
    return set(board.hexes(zone(s.state, side) & ~own))


# -- wwi.6.0, 6.1 --------------------------------------------------------------------------------------------------------------


@rule("wwi.6.0a")
def test_six_neighbours() -> None:
    """An army controls the six hexes around it and none beyond."""
    assert controlled(place({"ge-1": FIELD}), board.CENTRAL) == set(near(FIELD)) and len(near(FIELD)) == 6
    assert controlled(place({"rs-1": FIELD}), board.ALLIED) == set(near(FIELD))


@rule("wwi.6.0b", "wwi.6.12a")
def test_out_of_a_zone_next_turn() -> None:
    """An army stopped by a zone has finished its move; in its next Movement Phase it is free to go."""
    foe = near(FIELD)[0]
    start = opposite(FIELD, foe)
    s = foot({"br-1": start, "ge-9": foe})
    play(s, "move br-1", f"to {FIELD}")
    assert why(s, "move br-1") == ["wwi.5.0d"]
    later = foot({"br-1": FIELD, "ge-9": foe}, turn=4)
    ends = choices(later, "br-1")
    assert {n for n in near(FIELD) if distance(n, foe) > 1} <= ends and any(distance(FIELD, n) == 5 for n in ends)


@rule("wwi.6.0c")
def test_two_zones_are_one() -> None:
    """A hex in the zones of two enemies stops and releases an army exactly as one enemy's would."""
    foe = near(FIELD)[0]
    twin = next(n for n in near(foe) if distance(n, FIELD) == 2 and distance(n, opposite(FIELD, foe)) == 3)
    common = [n for n in near(foe) if n in near(twin)]
    here = common[0]
    one, two = foot({"br-1": here, "ge-9": foe}), foot({"br-1": here, "ge-9": foe, "ge-10": twin})
    free = {n for n in near(here) if distance(n, foe) > 1 and distance(n, twin) > 1}
    assert free and free <= choices(one, "br-1") and free <= choices(two, "br-1")
    third = opposite(here, foe)
    into = foot({"br-1": opposite(third, here), "ge-9": foe, "ge-10": twin})
    assert here in choices(into, "br-1")


@rule("wwi.6.0d", "wwi.6.41")
def test_zones_stop_at_neutral_borders() -> None:
    """A belligerent's zone does not reach into a neutral country, and a neutral army's does not reach out of it."""
    inside, outside = next(
        (n, m) for n in LAND for m in near(n) if country(n) == "bu" and country(m) == "sb" and n not in FORT and m not in FORT
    )
    s = place({"bu-1": inside, "sb-1": outside}, turn=2)
    assert s.state.allegiance[board.BU] == board.NEUTRAL
    assert not {n for n in controlled(s, board.ALLIED) if country(n) == "bu"} and controlled(s, board.ALLIED)
    assert controlled(s, board.CENTRAL) == set()
    at_war = place({"bu-1": inside, "sb-1": outside}, turn=4)
    assert {n for n in controlled(at_war, board.ALLIED) if country(n) == "bu"}
    assert {n for n in controlled(at_war, board.CENTRAL) if country(n) == "sb"}


@rule("wwi.6.11", "wwi.6.14")
@pytest.mark.parametrize("side", ["allied", "central"])
def test_both_sides_stop(side: str) -> None:
    """Allied and Central armies alike end their move where the enemy controls, on the march and on the rails."""
    foe = near(FIELD)[0]
    start = opposite(FIELD, foe)
    mover, enemy, phase = ("rs-1", "ge-9", 1) if side == "allied" else ("ge-9", "rs-1", 2)
    s = place({mover: start, enemy: foe}, phase=phase)
    zoned = {n for n in near(foe)}
    ends = choices(s, mover)
    assert FIELD in ends
    for n in zoned & ends:
        assert any(m not in zoned and (m in ends or m == start) for m in near(n)), n
    t = play(s, f"move {mover}", f"to {FIELD}")
    assert f"move {mover}" not in texts(t)


@rule("wwi.6.12c")
def test_round_about_into_another_zone() -> None:
    """From one controlled hex an army may go by an uncontrolled one into a different controlled hex, and stops there."""
    foe = near(FIELD)[0]
    goal = next(n for n in near(foe) if n in near(FIELD))
    way = next(n for n in near(goal) if n in near(FIELD) and n != foe)
    s = foot({"br-1": FIELD, "ge-9": foe})
    assert goal in choices(s, "br-1")
    blocked = foot({"br-1": FIELD, "ge-9": foe, "ge-10": opposite(FIELD, foe)})
    assert goal not in choices(blocked, "br-1") and distance(way, foe) == 2
    assert why(blocked, "move br-1", f"to {goal}") == ["wwi.5.22b"]


@rule("wwi.6.13")
def test_zones_cost_nothing() -> None:
    """Into a zone and out of a zone only the ground is paid: five clear hexes from zone to zone are within five points."""
    foe = near(FIELD)[0]
    far = [n for n in choices(foot({"br-1": FIELD}), "br-1") if distance(FIELD, n) == 5 and distance(foe, n) == 6]
    s = foot({"br-1": FIELD, "ge-9": foe})
    assert far and set(far) <= choices(s, "br-1")
    goal = next(n for n in sorted(far) if any(distance(m, FIELD) == 6 for m in near(n)))
    watch = next(m for m in near(goal) if distance(m, FIELD) == 6)
    sides = {"it": "neutral", "rm": "allied"}
    assert goal in choices(foot({"br-1": FIELD, "ge-9": foe, "ge-10": watch}, allegiance=sides), "br-1")


def corridor() -> tuple[str, str, str, int]:
    """A start, a hex under an enemy's control, the enemy, and what the start could reach more if that hex were not controlled."""
    for hex in LAND:
        for foe in near(hex):
            for start in near(hex):
                if {country(n) for n in (hex, foe, start)} <= {"rs", "ah", "ge"} and foe not in near(start) and start != foe:
                    zoned = board.GROUND.around(1 << board.INDEX[foe])
                    open = (board.HOME[board.RS] | board.HOME[board.AH] | board.HOME[board.GE]) & ~(1 << board.INDEX[foe])
                    with_it, without = (
                        reach(board.GROUND, board.CLEAR, board.ROUGH, 1 << board.INDEX[start], open, z, 0, 5).ends
                        for z in (zoned, zoned & ~(1 << board.INDEX[hex]))
                    )
                    if more := without & ~with_it:
                        return start, hex, foe, more
    raise AssertionError("no corridor on the map")


@rule("wwi.6.15")
def test_no_passage_through_a_friend_in_a_zone() -> None:
    """A friend in a controlled hex does not let an army pass it: what lies behind stays as far as without him."""
    start, hex, foe, more = corridor()
    alone = foot({"br-1": start, "ge-9": foe})
    s = foot({"br-1": start, "br-2": hex, "ge-9": foe}, marks={"moved": ["br-2"]})
    assert choices(s, "br-1") == choices(alone, "br-1") - {hex} and hex in choices(alone, "br-1")
    assert more


@rule("wwi.6.16")
def test_own_zones_are_harmless() -> None:
    """Friends all around do not slow an army down."""
    s = place({"rs-1": FIELD})
    t = place({"rs-1": FIELD, "rs-2": near(FIELD)[0], "rs-3": opposite(FIELD, near(FIELD)[0])}, marks={"moved": ["rs-2", "rs-3"]})
    assert choices(s, "rs-1") - {near(FIELD)[0], opposite(FIELD, near(FIELD)[0])} == choices(t, "rs-1")


@rule("wwi.6.17a")
def test_zones_stop_at_blocked_sides() -> None:
    """Across a blocked side nothing is controlled, in either direction, whoever stands there."""
    everyone = {c: "allied" for c in ("it", "gk", "bl", "ne", "bu", "tu", "rm", "ab")}
    for pair in BLOCKED:
        m, n = sorted(pair)
        if m in LAND and n in LAND:
            for here, there in ((m, n), (n, m)):
                s = place({"fr-1": here}, allegiance=everyone)
                assert there not in controlled(s, board.ALLIED) and controlled(s, board.ALLIED) == {k for k, _ in WAYS[here]}


@rule("wwi.6.2")
def test_no_duty_to_attack() -> None:
    """Armies in contact may pass all six attack phases in peace."""
    s, _ = duel(phase=4)
    while s.state.phase < 10:
        assert ("done",) in s.decision.actions
        s.take("done")
    assert not any(e.key == "attack" for e in s.journal)


# -- 6.3: retreats and supply ----------------------------------------------------------------------------------------------


def beaten(extra: dict[str, str]) -> Session[Any]:
    """A French army is beaten at STAND by a German from EAST, with other armies about."""
    s, _ = duel(units=extra, dice=[2], crp={"fr": 9, "ge": 9})
    return play(s, f"attack {STAND}", "add ge-1", "go")


def ways_out() -> list[str]:
    return [n for n in near(STAND) if distance(n, EAST) == 2]


@rule("wwi.6.31a")
def test_no_retreat_into_a_zone() -> None:
    """A beaten army does not retreat into an empty hex that another enemy controls, though it could without him."""
    back = opposite(STAND, EAST)
    flank = next(n for n in ways_out() if n != back)
    foe = next(n for n in near(flank) if distance(n, back) == 2 and distance(n, STAND) == 2)
    free, shut = (play(beaten(extra), "retreat 1") for extra in ({}, {"ge-2": foe}))
    if "pay fr 1" in texts(free):
        free, shut = (play(s, "pay fr 1") for s in (free, shut))
    assert f"step {flank}" in texts(free) and f"step {flank}" not in texts(shut) and f"step {back}" in texts(shut)


@rule("wwi.6.32a")
def test_a_friend_opens_a_controlled_hex_for_retreat() -> None:
    """With enemies in the two other ways out the third is controlled: a friend standing in it lets the retreat pass."""
    back = opposite(STAND, EAST)
    flank, other = (n for n in ways_out() if n != back)
    assert not any(t.startswith("retreat") for t in texts(beaten({"ge-2": back, "ge-3": other})))
    s = beaten({"ge-2": back, "ge-3": other, "fr-2": flank})
    assert "retreat 2" in texts(s)
    s.take("retreat 2")
    assert texts(s) == [f"step {flank}"]


def pocket(extra: dict[str, str], forts: tuple[str, ...] = ()) -> Session[Any]:
    """A Russian army on the plain between two Germans."""
    units = {"rs-1": FIELD, "ge-1": near(FIELD)[0], "ge-2": opposite(FIELD, near(FIELD)[0]), **extra}
    return place(units, hexes={"forts-destroyed": [n for n in ALL_FORTS if n not in forts]})


@rule("wwi.6.31b", "wwi.6.32b")
def test_supply_and_zones() -> None:
    """Between two enemies every neighbour is controlled and supply is cut; a friend in one of them opens the path again."""
    gap = next(n for n in near(FIELD) if n not in (near(FIELD)[0], opposite(FIELD, near(FIELD)[0])))
    assert not is_supplied(pocket({}).state, board.UNIT["rs-1"])
    assert is_supplied(pocket({"rs-2": gap}).state, board.UNIT["rs-1"])
    assert not is_supplied(pocket({"ge-3": gap}).state, board.UNIT["rs-1"])


# -- 6.4: neutral countries ------------------------------------------------------------------------------------------------


def border(code: str, other: str) -> tuple[str, str]:
    """A hex of a neutral country and one of a neighbour, side by side, both without fortifications."""
    return next((n, m) for n in LAND for m in near(n) if (country(n), country(m)) == (code, other) and not {n, m} & FORT.keys())


@rule("wwi.6.42a", "wwi.6.42b", "wwi.6.43a")
def test_invasion_ends_neutrality_and_frees_zones() -> None:
    """A German who enters Belgium ends its neutrality; Belgian and German zones cross the border in that instant."""
    inside, outside = border("bl", "ge")
    army = next(n for n in LAND if country(n) == "bl" and n != inside and any(country(m) == "fr" for m in near(n)))
    s = situation("wwi", "free", clear=True, turn=1, phase=2, units={"ge-1": outside, "bl-army": army}, hexes=NO_FORTS)
    assert controlled(s, board.ALLIED) == set() and not {n for n in controlled(s, board.CENTRAL) if country(n) == "bl"}
    play(s, "move ge-1", f"invade {inside}")
    assert s.state.allegiance[board.BL] == board.ALLIED
    assert {n for n in near(army) if country(n) == "fr"} <= controlled(s, board.ALLIED)
    assert {n for n in near(inside) if country(n) == "bl" and n != army} <= controlled(s, board.CENTRAL)


@rule("wwi.6.41", "wwi.6.42b")
def test_a_step_out_of_a_zone_into_a_neutral() -> None:
    """A German in a French zone may step into Belgium beside the Belgian army: no zone was there before, and he stops in the one
    that is there now (T13)."""
    inside, outside = next(
        (n, m)
        for n in LAND
        for m in near(n)
        if country(n) == "bl"
        and country(m) == "ge"
        and any(country(k) == "bl" for k in near(n))
        and any(country(k) not in ("bl", "ne") for k in near(m))
    )
    army = next(n for n in near(inside) if country(n) == "bl")
    french = next(n for n in near(outside) if country(n) not in ("bl", "ne"))
    units = {"ge-1": outside, "fr-1": french, "bl-army": army}
    s = situation("wwi", "free", clear=True, turn=1, phase=2, units=units, hexes=NO_FORTS)
    assert zone(s.state, board.ALLIED) >> board.INDEX[outside] & 1
    play(s, "move ge-1", f"invade {inside}")
    assert where(s, "ge-1") == inside and texts(s) == ["done"]


@rule("wwi.6.42a")
def test_attack_ends_neutrality() -> None:
    """An attack across the border on a neutral army ends its neutrality as well, before the die falls."""
    inside, one, two = next(
        (n, k, m)
        for n in LAND
        for k in near(n)
        for m in near(n)
        if country(n) == "bu" and k < m and country(k) == country(m) == "sb"
    )
    s = place({"bu-1": inside, "sb-1": one, "sb-2": two}, phase=5, superior="central", dice=[6], crp={"sb": 9})
    assert s.state.allegiance[board.BU] == board.NEUTRAL
    play(s, f"attack {inside}", "add sb-1", "add sb-2", "go")
    assert s.state.allegiance[board.BU] == board.CENTRAL and s.state.vp[board.CENTRAL] == 5
    assert [e.key for e in s.journal if e.key in ("violation", "attack")] == ["violation", "attack"]


@rule("wwi.6.43b")
def test_allied_zones_wait_a_turn() -> None:
    """After a German invasion French zones stay out of Belgium until next turn, the Belgian army's do not."""
    french = next(n for n in LAND if country(n) == "fr" and any(country(m) == "bl" for m in near(n)) and n not in FORT)
    inside, outside = border("bl", "ge")
    s = situation("wwi", "free", clear=True, turn=1, phase=2, units={"ge-1": outside, "fr-1": french}, hexes=NO_FORTS)
    play(s, "move ge-1", f"invade {inside}")
    if "done" not in texts(s):
        s.take("stay")
    assert not {n for n in controlled(s, board.ALLIED) if country(n) == "bl"}
    assert {n for n in controlled(s, board.ALLIED) if country(n) == "fr"}
    while s.state.turn == 1:
        s.take("done")
    assert {n for n in near(french) if country(n) == "bl"} <= controlled(s, board.ALLIED)


@rule("wwi.6.43b")
def test_two_victims_of_one_turn() -> None:
    """Belgium and the Netherlands, invaded in the same turn, do not reach into one another before the next."""
    dutch, belgian = next((n, m) for n in LAND for m in near(n) if country(n) == "ne" and country(m) == "bl")
    sides = {"bl": "allied", "ne": "allied"}
    s = place({"bl-army": belgian}, allegiance=sides, delayed=["bl", "ne"])
    assert controlled(s, board.ALLIED) == {n for n in near(belgian) if country(n) != "ne"}
    assert dutch in controlled(place({"bl-army": belgian}, allegiance=sides), board.ALLIED)


@rule("wwi.6.44")
def test_central_zones_answer_an_allied_violation_at_once() -> None:
    """When Serbs enter Bulgaria, Austrian zones reach over its border in the same instant."""
    inside, outside = border("bu", "sb")
    watch, into = next(
        (n, m)
        for n in LAND
        for m in near(n)
        if country(m) == "bu" and country(n) == "sb" and n not in FORT and m != inside and distance(n, outside) > 1
    )
    s = place({"sb-1": outside, "ah-1": watch}, turn=2)
    assert into not in controlled(s, board.CENTRAL)
    play(s, "move sb-1", f"invade {inside}")
    assert s.state.allegiance[board.BU] == board.CENTRAL and into in controlled(s, board.CENTRAL)


@rule("wwi.6.45")
def test_scheduled_entry_opens_the_border_for_both() -> None:
    """When Bulgaria joins by the calendar, zones of both sides cross its border from the first moment of that turn."""
    inside, outside = border("bu", "sb")
    watch = next(n for n in near(inside) if country(n) == "bu")
    s = place({"sb-1": outside, "bu-1": watch}, turn=3, phase=10, segment="loans-central", crp={"ge": 0})
    assert inside not in controlled(s, board.ALLIED)
    s.take("done")
    assert s.state.turn == 4 and s.state.allegiance[board.BU] == board.CENTRAL
    assert inside in controlled(s, board.ALLIED)
    assert {n for n in near(watch) if country(n) == "bu"} <= controlled(s, board.CENTRAL) | {outside}


def opposite_or(n: str, m: str) -> str:
    """The hex across from m over n, or n itself at the edge of the land."""
    i = 2 * board.INDEX[n] - board.INDEX[m]
    return board.NUMBER.get(i, n)


# -- 6.5: fortifications ---------------------------------------------------------------------------------------------------


def lone_fort(strength: int) -> str:
    """A fortification of a belligerent with all six neighbours on open land and no other within reach."""
    return next(n for n, (c, k) in FORT.items() if k == strength and c in ("fr", "ge", "rs", "ah") and len(near(n)) == 6)


@rule("wwi.6.51a", "wwi.6.51b")
@pytest.mark.parametrize(("strength", "controls"), [(1, False), (2, True), (3, True)])
def test_strong_forts_control(strength: int, controls: bool) -> None:
    """Intact fortifications of strength 2 and 3 control their surroundings, those of strength 1 and destroyed ones do not."""
    fort = lone_fort(strength)
    side = board.ALLIED if FORT[fort][0] in ("fr", "rs") else board.CENTRAL
    s = place({}, hexes={"forts-destroyed": [n for n in ALL_FORTS if n != fort]})
    assert bool(controlled(s, side)) == controls
    if controls:
        assert controlled(s, side) == {n for n in near(fort) if not s.state.neutral >> board.INDEX[n] & 1}
    assert controlled(place({}), side) == set()


@rule("wwi.6.51a", "wwi.6.51b")
@pytest.mark.parametrize(("strength", "caught"), [(1, False), (2, True)])
def test_a_fort_holds_an_army(strength: int, caught: bool) -> None:
    """Between a strong fortification and an army there is no step left; between a weak one and an army there is."""
    fort = next(
        n
        for n, (c, k) in FORT.items()
        if c == "ge" and k == strength and all(country(m) == "ge" for m in near(n)) and len(near(near(n)[0])) == 6
    )
    start = near(fort)[0]
    s = place({"br-1": start, "ge-9": opposite(start, fort)}, hexes={"forts-destroyed": [n for n in ALL_FORTS if n != fort]})
    assert (choices(s, "br-1") == set()) == caught


@rule("wwi.6.52a")
@pytest.mark.parametrize("strength", [1, 2])
def test_forts_open_supply(strength: int) -> None:
    """A pocket is supplied through a friendly fortification of any strength, controlled as its hex is; not through a ruin."""
    fort, here = next(
        (n, m)
        for n, (c, k) in FORT.items()
        if c == "rs" and k == strength
        for m in near(n)
        if len(near(m)) == 6 and all(country(j) == "rs" for j in near(m)) and country(opposite_or(n, m)) == "rs"
    )
    foe = next(n for n in near(here) if n in near(fort))
    units = {"rs-1": here, "ge-1": foe, "ge-2": opposite(here, foe)}
    intact = place(units, hexes={"forts-destroyed": [n for n in ALL_FORTS if n != fort]})
    assert zone(intact.state, board.CENTRAL) >> board.INDEX[fort] & 1
    assert is_supplied(intact.state, board.UNIT["rs-1"]) and not is_supplied(place(units).state, board.UNIT["rs-1"])


@rule("wwi.6.52a")
def test_forts_open_retreat() -> None:
    """A beaten army retreats into its own fortification although the enemy controls the hex; into a ruin it does not."""
    fort = next(
        n
        for n in board.hexes(board.FORTS_OF[board.FR])
        if len(near(n)) == 6 and any(all(country(k) == "fr" for k in near(m)) and len(near(m)) == 6 for m in near(n))
    )
    here = next(m for m in near(fort) if len(near(m)) == 6 and all(country(k) == "fr" for k in near(m)))
    flank = next(n for n in near(here) if n in near(fort))
    units = {"fr-1": here, "ge-1": opposite(here, fort), "ge-2": flank, "ge-3": opposite(here, flank)}
    for forts, works in ((tuple(n for n in ALL_FORTS if n != fort), True), (tuple(ALL_FORTS), False)):
        s = place(units, phase=4, superior="central", dice=[5], hexes={"forts-destroyed": list(forts)}, crp={"ge": 9, "fr": 0})
        play(s, f"attack {here}", "add ge-1", "add ge-2", "go")
        assert any(t.startswith("retreat") for t in texts(s)) == works


@rule("wwi.6.52b")
def test_forts_do_not_help_movement() -> None:
    """An army stops in its own fortress if the enemy controls the hex, and does not step from there into another zone."""
    fort = next(n for n, (c, _) in FORT.items() if c == "rs" and len(near(n)) == 6 and all(country(m) == "rs" for m in near(n)))
    foe = near(fort)[0]
    alone = {"forts-destroyed": [n for n in ALL_FORTS if n != fort]}
    s = place({"rs-1": fort, "ge-1": foe, "ge-2": opposite(fort, foe)}, hexes=alone)
    assert choices(s, "rs-1") == set()


@rule("wwi.6.6a", "wwi.6.6b")
@pytest.mark.parametrize("fort", [False, True])
def test_no_build_in_a_zone(fort: bool) -> None:
    """A new army does not appear where the enemy controls, with or without a fortification of its own there."""
    city = next(n for n in CITIES["ge"] if (n in FORT) == fort and len(near(n)) == 6)
    hexes = {"forts-destroyed": [n for n in ALL_FORTS if n != city]}
    free = place({}, phase=10, segment="build-central", crp={"ge": 9}, hexes=hexes)
    assert f"build ge {city}" in texts(free)
    foe = next(n for n in near(city) if country(n) == "ge")
    shut = place({"rs-1": foe}, phase=10, segment="build-central", crp={"ge": 9}, hexes=hexes)
    assert f"build ge {city}" not in texts(shut) and any(t.startswith("build ge") for t in texts(shut))
    west = place({"ge-1": near(FRENCH_EDGE[0])[0]}, phase=10, segment="build-allied", crp={"fr": 9})
    assert f"build fr {FRENCH_EDGE[0]}" not in texts(west)


# -- 7: stacking -----------------------------------------------------------------------------------------------------------


@rule("wwi.7.0a")
def test_two_armies_in_a_hex_are_refused() -> None:
    """A position with two armies in one hex is refused, and so is the order that would make one."""
    with pytest.raises(BadPosition, match="two armies"):
        place({"rs-1": FIELD, "rs-2": FIELD})
    s = place({"rs-1": FIELD, "rs-2": near(FIELD)[0]}, marks={"moved": ["rs-2"]})
    assert near(FIELD)[0] not in choices(s, "rs-1")
    assert why(s, "move rs-1", f"to {near(FIELD)[0]}") == ["wwi.5.21b"]


@rule("wwi.7.0b")
def test_passing_through_a_friend() -> None:
    """While moving two armies may be in a hex for a moment: the far side of a friend is reached straight through him."""
    friends = dict(zip((f"rs-{k}" for k in range(2, 8)), near(FIELD), strict=True))
    s = place({"rs-1": FIELD, **friends}, marks={"moved": list(friends)})
    assert {n for n in LAND if distance(n, FIELD) == 2 and COST[n] == 2 and country(n) == "rs"} <= choices(s, "rs-1")


@rule("wwi.7.0c")
def test_an_army_in_its_fortress() -> None:
    """One army may end its move in a friendly fortification, a second one not."""
    fort = next(n for n, (c, _) in FORT.items() if c == "rs" and len(near(n)) == 6)
    s = situation("wwi", clear=True, turn=3, phase=1, units={"rs-1": near(fort)[0], "rs-2": near(fort)[1]})
    play(s, "move rs-1", f"to {fort}")
    assert where(s, "rs-1") == fort and s.state.forts >> board.INDEX[fort] & 1
    assert fort not in choices(s, "rs-2")


@rule("wwi.6.43b", "wwi.6.51b")
def test_a_weak_fort_lends_no_zone_to_a_stranger() -> None:
    """Amsterdam's works have no zone of their own: a French army in them stays behind the Dutch border for the turn."""
    fort = next(n for n, (c, k) in FORT.items() if c == "ne" and k == 1)
    outer = [n for n in near(fort) if country(n) not in ("ne",)]
    s = place(
        {"fr-1": fort},
        allegiance={"ne": "allied", "bl": "allied"},
        delayed=["ne"],
        hexes={"forts-destroyed": [n for n in FORT if n != fort]},
    )
    assert outer and not set(outer) & set(board.hexes(zone(s.state, board.ALLIED)))
