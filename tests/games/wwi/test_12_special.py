"""Chapter wwi.12.2 to wwi.12.5: the fall of eastern France, infiltration, fortifications, Austro-Hungarian mobility."""

from __future__ import annotations

import pytest

from firestep.games.wwi.combat import defense
from firestep.games.wwi.components import board
from firestep.games.wwi.ground import reach
from firestep.games.wwi.supply import is_supplied
from firestep.games.wwi.zones import zone
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, situation, texts
from games.wwi.positions import O, crp, field, firsts, hx, params, verbs, where

I = board.INDEX
EDGE = board.WEST_EDGE & board.HOME[board.FR]


def near(hex):
    return bits(board.NEAR[I[hex]])


# -- wwi.12.2 the fall of eastern France -----------------------------------------------------------------------------------------


def sealed():
    """German armies on or next to the French edge so that every hex of it is occupied or controlled."""
    left, units = EDGE, {}
    names = iter([f"ge-{k}" for k in (1, 2, 3, 4, 5, 6, 7, 8, 9)])
    while left:
        i = max(bits(board.HOME[board.FR]), key=lambda i: ((board.NEAR[i] | 1 << i) & left).bit_count())
        units[next(names)] = board.NUMBER[i]
        left &= ~(board.NEAR[i] | 1 << i)
    return units


@rule("wwi.12.2a", "wwi.12.2c")
def test_a_sealed_edge_keeps_new_western_armies_out():
    """While the Central Powers hold or control every hex of the French edge no French, British or US army appears; one hole is
    enough to let them in again."""
    rich = {"fr": 20, "br": 20, "us": 20}
    guard = sealed()
    s = field(guard | {"us-1": "pool"}, turn=9, phase=10, segment="build-allied", crp=rich, allegiance={"us": "allied"})
    assert not {a[1] for a in s.decision.actions if a[0] == "build"} & {"fr", "br", "br-bef", "us"}
    for u in guard:
        fewer = {v: h for v, h in guard.items() if v != u}
        s = field(fewer | {"us-1": "pool"}, turn=9, phase=10, segment="build-allied", crp=rich, allegiance={"us": "allied"})
        assert {"fr", "br", "us"} <= {a[1] for a in s.decision.actions if a[0] == "build"}


@rule("wwi.12.2c", "wwi.12.2a")
def test_us_armies_wait_while_the_edge_is_sealed():
    """An arrival without a free hex waits, and comes when there is one."""
    s = field(sealed(), turn=8, phase=10, segment="income")
    assert "arrive" not in verbs(s) and s.state.us_due == 1
    s = field({}, turn=8, phase=10, segment="arrivals", flags={"us_due": 2})
    assert "arrive" in verbs(s)


@rule("wwi.12.2b", "wwi.12.2d")
def test_western_armies_elsewhere_fight_on():
    """A French army in Italy stays, is in supply from the Italian edge, and France's income goes on."""
    x = next(i for i in bits(board.HOME[board.IT] & ~board.WEST_EDGE))
    s = field(sealed() | {"fr-1": board.NUMBER[x]}, turn=5, phase=10, segment="income", crp={"fr": 3})
    assert where(s, "fr-1") == board.NUMBER[x] and crp(s, "fr") == 23
    assert is_supplied(s.state, board.UNIT["fr-1"])
    s = field(sealed() | {"fr-1": board.NUMBER[x]}, turn=5, allegiance={"it": "central"})
    assert not is_supplied(s.state, board.UNIT["fr-1"])  # it was Italy's edge


# -- 12.3 Stosstruppen -------------------------------------------------------------------------------------------------------

STOSS = {"ge-stoss-1": hx("nw"), "ge-2": hx("sw")}


def storm(
    die,
    *,
    units=None,
    target="fr-1",
    attackers=("ge-stoss-1", "ge-2"),
    how="infiltrate",
    turn=7,
    phase=4,
    more=None,
    points=20,
    **kw,
):
    """Column 5 on the field: 6 costs the defender 1, 2 to 5 cost him 2, 1 costs him 4."""
    money = {n: points for n in ("fr", "br", "rs", "ge", "ah", "it")} | kw.pop("crp", {})
    s = field({**(units or STOSS), target: O, **(more or {})}, turn=turn, phase=phase, dice=[die], crp=money, **kw)
    return play(s, f"attack {O}", *(f"add {u}" for u in attackers), how)


@rule("wwi.12.31")
@pytest.mark.parametrize("turn", range(1, 11))
def test_one_stosstruppen_army_a_build_phase_from_turn_six(turn):
    """None before turn 6, then one in each Build Phase, built anew or rebuilt."""
    s = field({}, turn=turn, phase=10, segment="build-central", crp={"ge": 50})
    kinds = {a[1] for a in s.decision.actions if a[0] == "build"}
    assert ("ge-stoss" in kinds) == (turn >= 6)
    if turn >= 6:
        s.take(next(a for a in s.decision.actions if a[:2] == ("build", "ge-stoss")))
        assert "ge-stoss" not in {a[1] for a in s.decision.actions if a[0] == "build"}
        assert "ge" in {a[1] for a in s.decision.actions if a[0] == "build"}


@rule("wwi.12.31")
def test_the_limit_is_per_build_phase():
    """The next Build Phase allows another one."""
    s = field({}, turn=6, phase=10, segment="income", crp={"ge": 50})
    play(s, "done")
    s.take(next(a for a in s.decision.actions if a[:2] == ("build", "ge-stoss")))
    while s.state.turn == 6 or s.state.phase < 10 or s.decision.seat_name != "central" or "build" not in verbs(s):
        play(s, "done")
    assert "ge-stoss" in {a[1] for a in s.decision.actions if a[0] == "build"}


@rule("wwi.12.32a", "wwi.12.32b")
def test_infiltration_forces_a_retreat():
    """A printed loss of two: standing is no choice; one hex of retreat counts, the other point is paid."""
    s = storm(3)
    assert texts(s) == ["retreat 1", "retreat 2"]
    play(s, "retreat 1", "pay fr 1")
    assert crp(s, "fr") == 19 and verbs(s) == {"step"}
    s = storm(3, how="go")
    assert "stand" in verbs(s)


@rule("wwi.12.32c")
def test_infiltration_does_not_move_an_empty_fortification():
    """The owner may pay for it as ever."""
    fort = next(i for i in sorted(board.FORT_STRENGTH) if board.FORT_NATION[i] == board.FR and board.WEST_EDGE >> i & 1)
    n = board.NUMBER[fort]
    camp = [board.NUMBER[j] for j in bits(board.NEAR[fort]) if not board.WEST_EDGE >> j & 1]
    s = field({"ge-stoss-1": camp[0], "ge-2": camp[1]}, turn=7, forts=[n], dice=[1], crp={"fr": 20, "ge": 20})
    play(s, f"attack {n}", "add ge-stoss-1", "add ge-2", "infiltrate")
    assert texts(s) == ["give-up", "stand"]
    # a garrison, however, is forced out (ruling R60) unless it cannot go
    inner = next(
        i
        for i, k in sorted(board.FORT_STRENGTH.items())
        if board.FORT_NATION[i] == board.FR
        and not board.WEST_EDGE >> i & 1
        and len(bits(board.NEAR[i])) == 6
        and board.CLEAR >> i & 1
    )
    n = board.NUMBER[inner]
    s = field(
        {"ge-stoss-1": hx("ne", start=n), "ge-2": hx("se", start=n), "fr-1": n},
        turn=7,
        forts=[n],
        dice=[1],
        crp={"fr": 20, "ge": 20},
    )
    play(s, f"attack {n}", "add ge-2", "add ge-stoss-1", "infiltrate")
    assert verbs(s) == {"retreat"}


@rule("wwi.12.33a", "wwi.12.33b")
def test_infiltration_is_declared_before_the_die_and_others_may_join():
    """It is a choice beside the ordinary attack, offered only with Stosstruppen in it; ordinary armies may take part."""
    s = field({**STOSS, "fr-1": O}, turn=7, dice=[3])
    play(s, f"attack {O}", "add ge-2")
    assert "infiltrate" not in texts(s)
    play(s, "add ge-stoss-1")
    assert texts(s) == ["go", "infiltrate"]
    assert s.state.rolls == 0
    assert params(play(s, "infiltrate"), "attack")[-1]["infiltrate"] is True
    assert params(s, "attack")[-1]["units"] == ["ge-2", "ge-stoss-1"]


@rule("wwi.12.34")
def test_low_results_force_nothing():
    """A printed loss of one leaves the choice: stand and pay, or retreat."""
    s = storm(6)
    assert params(s, "attack")[-1]["printed"][1] == 1
    assert texts(s) == ["retreat 1", "stand"]
    s = field({"ge-stoss-1": hx("nw"), "fr-1": O}, turn=7, dice=[6], crp={"fr": 9, "ge": 9})  # column 1: 4/0
    play(s, f"attack {O}", "add ge-stoss-1", "infiltrate")
    assert s.decision.seat_name == "central" and where(s, "fr-1") == O


@rule("wwi.12.35")
def test_only_germans_take_the_losses():
    """In an infiltration attack with an Austro-Hungarian army German points pay or a German army is lost; in an ordinary attack
    of the same units both nations may."""
    units = {"ge-stoss-1": hx("nw"), "ah-1": hx("sw")}
    for how, payers in (("infiltrate", {"ge"}), ("go", {"ah", "ge"})):
        s = storm(6, units=units, attackers=("ah-1", "ge-stoss-1"), how=how, phase=8)
        play(s, "stand", "pay fr 1")
        assert set(firsts(s, "pay")) == payers
        assert set(firsts(s, "lose")) == ({"ge-stoss-1"} if how == "infiltrate" else {"ah-1", "ge-stoss-1"})
    s = storm(6, units=units, attackers=("ah-1", "ge-stoss-1"), crp={"ge": 0, "ah": 20})
    play(s, "stand", "pay fr 1")
    assert texts(s) == ["lose ge-stoss-1"]


def push(more, **kw):
    """Stosstruppen force the defender back one hex and the attacker pays."""
    s = storm(3, more=more, **kw)
    play(s, "retreat 2")
    while "step" in verbs(s):
        s.take(s.decision.actions[0])
    while "pay" in verbs(s):
        s.take(s.decision.actions[-1])
    return s


@rule("wwi.12.36")
def test_an_idle_neighbour_follows_the_stosstruppen():
    """When they advance, one friend next to the hex they left, who has not fought in this phase, may enter it."""
    s = push({"ge-5": hx("nw", "nw"), "ah-5": hx("nw", "n"), "ge-6": hx("nw", "nw", "nw")})
    play(s, f"advance ge-stoss-1 {O}")
    assert texts(s) == ["follow ah-5", "follow ge-5", "halt"]  # ge-2 fought, ge-6 is not next to it
    play(s, "follow ge-5")
    assert where(s, "ge-5") == hx("nw") and "follow" not in verbs(s)
    s = push({"ge-5": hx("nw", "nw")})
    play(s, f"advance ge-2 {O}")
    assert "follow" not in verbs(s)  # an ordinary army draws nobody after it


@rule("wwi.12.36")
def test_nobody_who_fought_in_this_phase_follows():
    """An army that attacked elsewhere earlier in the phase stays where it is."""
    units = {**STOSS, "ge-5": hx("nw", "nw"), "fr-1": O, "fr-9": hx("nw", "nw", "nw"), "ge-7": hx("nw", "nw", "sw")}
    s = field(units, turn=7, dice=[6, 3], crp={"fr": 20, "ge": 20})
    play(s, f"attack {hx('nw', 'nw', 'nw')}", "add ge-5", "add ge-7", "go")
    while "attack" not in verbs(s):
        s.take(next((a for a in s.decision.actions if a[0] in ("stand", "pay")), s.decision.actions[-1]))
    play(s, f"attack {O}", "add ge-2", "add ge-stoss-1", "infiltrate", "retreat 2")
    while "step" in verbs(s):
        s.take(s.decision.actions[0])
    while "pay" in verbs(s):
        s.take(s.decision.actions[-1])
    play(s, f"advance ge-stoss-1 {O}")
    assert "follow" not in verbs(s)


@rule("wwi.12.37")
def test_the_printed_result_decides():
    """A printed one, doubled to two against Russians, forces nobody; a printed two does."""
    s = storm(6, target="rs-1")
    assert params(s, "attack")[-1]["losses"][1] == 2 and "stand" in verbs(s)
    s = storm(3, target="rs-1")
    assert params(s, "attack")[-1]["losses"][1] == 4 and "stand" not in verbs(s)


@rule("wwi.12.32a")
def test_a_forced_retreat_that_is_impossible_is_paid():
    """With every way out barred the defender pays, or dies if he cannot (ruling R59)."""
    blocked = {"ah-1": hx("ne", "se")}
    for points, expected in ((20, ["stand"]), (1, ["destroy"])):
        s = storm(3, more=blocked, crp={"fr": points}, hexes={"links": [O]})
        assert texts(s) == expected


@rule("wwi.12.32b")
def test_the_forced_hex_does_not_excuse_the_rest():
    """One hex is open and the rest of the loss cannot be paid: the army is destroyed (wwi.8.54)."""
    edge = next(board.NUMBER[i] for i in bits(EDGE & board.CLEAR) if board.NUMBER[i] >= "0107")
    units = {"ge-stoss-1": hx("se", start=edge), "ge-2": hx("s", start=edge), "ah-1": hx("n", "n", "ne", start=edge), "fr-1": edge}
    for points, expected in ((2, ["destroy"]), (3, ["retreat 1"]), (4, ["retreat 1"])):
        s = field(units, turn=7, dice=[1], crp={"fr": points, "ge": 9})
        play(s, f"attack {edge}", "add ge-2", "add ge-stoss-1", "infiltrate")
        assert params(s, "attack")[-1]["losses"][1] == 4
        assert texts(s) == expected


# -- wwi.12.4 fortifications -----------------------------------------------------------------------------------------------------

METZ = "0509"


@rule("wwi.12.4")
def test_fortifications_never_attack():
    """A fortress next to an enemy gives its owner nothing to attack with."""
    enemy = next(board.NUMBER[j] for j in near(METZ) if board.CLEAR >> j & 1)
    s = field({"fr-1": enemy}, forts=[METZ])
    assert texts(s) == ["done"]
    s = field({"fr-1": enemy, "tu-1": next(board.NUMBER[j] for j in near(enemy) if board.NUMBER[j] != METZ)}, forts=[METZ])
    assert texts(s) == ["done"]  # its strength is not added to an attack either


@rule("wwi.12.43a")
def test_a_fortification_blocks_its_hex_for_the_enemy_only():
    """The enemy may not enter or pass it while it stands; one friend may stand in it; destroyed, it bars nobody."""
    start = next(board.NUMBER[j] for j in near(METZ) if board.CLEAR >> j & 1)
    for forts, unit, phase, enters in (([METZ], "fr-1", 1, False), ((), "fr-1", 1, True), ([METZ], "ge-1", 2, True)):
        s = field({unit: start}, forts=forts, phase=phase)
        play(s, f"move {unit}")
        assert (f"to {METZ}" in texts(s)) == enters


@rule("wwi.12.43a")
def test_a_weak_fortification_blocks_too():
    """Strength 1 has no zone, but an enemy may not walk over it (ruling R34)."""
    fort = next(board.NUMBER[i] for i, k in sorted(board.FORT_STRENGTH.items()) if k == 1 and board.FORT_NATION[i] == board.RS)
    start = next(board.NUMBER[j] for j in near(fort) if board.CLEAR >> j & 1)
    s = field({"ge-1": start}, forts=[fort], phase=2)
    play(s, "move ge-1")
    assert f"to {fort}" not in texts(s)
    assert any(board.GRID.distance(I[h], I[fort]) == 1 for h in firsts(s, "to"))


@rule("wwi.12.43b", "wwi.12.46")
def test_a_fortification_takes_nothing_from_its_own_side():
    """The zone of an army in or next to its fortress is whole; a destroyed fortress has no zone of its own."""
    s = field({"ge-1": METZ}, forts=[METZ])
    t = field({"ge-1": METZ})
    assert zone(s.state, board.CENTRAL) == zone(t.state, board.CENTRAL)
    beside = next(board.NUMBER[j] for j in near(METZ))
    s = field({"ge-1": beside}, forts=[METZ])
    assert zone(s.state, board.CENTRAL) & board.NEAR[I[beside]] == board.NEAR[I[beside]] & ~s.state.neutral
    assert zone(field({}, forts=[METZ]).state, board.CENTRAL) and not zone(field({}).state, board.CENTRAL)


@rule("wwi.12.46", "wwi.12.41")
def test_a_destroyed_fortification_adds_nothing():
    """The army in the ruins defends alone; rebuilt by its owner, the fortress counts again."""
    s = field({"ge-1": METZ}, turn=3, phase=10, segment="build-central", crp={"ge": 5})
    assert defense(s.state, I[METZ]) == 6 + 1
    play(s, f"rebuild {METZ}")
    assert defense(s.state, I[METZ]) == 6 + 3 + 1 and crp(s, "ge") == 2
    s = field({"fr-1": METZ}, turn=3, phase=10, segment="build-allied", crp={"fr": 20, "ge": 20})
    assert METZ not in firsts(s, "rebuild")  # not by another nation
    s = field({"fr-1": METZ}, turn=3, phase=10, segment="build-central", crp={"fr": 20, "ge": 20})
    assert METZ not in firsts(s, "rebuild")  # nor under an enemy


# -- wwi.12.5 Austro-Hungarian mobility --------------------------------------------------------------------------------------------


def crossing(country):
    """A hex of Austria-Hungary and a clear one of the other country next to it, with room for a second army beside both."""
    return next(
        (board.NUMBER[i], board.NUMBER[j])
        for i in bits(board.HOME[board.AH] & ~board.FORTS)
        for j in bits(board.NEAR[i] & board.HOME[country] & ~board.FORTS & board.CLEAR)
    )


@rule("wwi.12.5a")
def test_no_austrian_ends_its_move_in_germany():
    """Of all hexes in reach none lies in Germany, France, Belgium or the Netherlands; a German army may stop there."""
    start, over = crossing(board.GE)
    s = field({"ah-1": start, "ge-1": over}, phase=2)
    play(s, "move ah-1")
    assert firsts(s, "to") and not any(board.AH_BAN >> I[h] & 1 for h in firsts(s, "to"))
    play(s, "stay", "move ge-1")
    assert any(board.HOME[board.GE] >> I[h] & 1 for h in firsts(s, "to"))
    assert board.HOME[board.GE] | board.HOME[board.FR] | board.HOME[board.BL] | board.HOME[board.NE] == board.AH_BAN


@rule("wwi.12.5b")
def test_austrians_may_pass_through_germany():
    """By way of Germany an army reaches hexes that it could not reach within its own country."""
    start, _ = crossing(board.GE)
    s = field({"ah-1": start}, phase=2)
    play(s, "move ah-1")
    without = _reach_at_home(start)
    assert set(firsts(s, "to")) - without, "nothing is gained by way of Germany"


def _reach_at_home(start):
    from firestep.games.wwi.ground import reach
    from firestep.games.wwi.movement import ground_for
    from firestep.games.wwi.rail import rail_link

    s = field({"ah-1": start}, phase=2)
    open = ground_for(s.state, board.UNIT["ah-1"]) & ~board.AH_BAN
    r = reach(board.GROUND, board.CLEAR, board.ROUGH, 1 << I[start], open, 0, rail_link(s.state, board.UNIT["ah-1"]), 5)
    return set(board.hexes(r.ends))


@rule("wwi.12.5c")
@pytest.mark.parametrize("leaves", [True, False])
def test_an_austrian_astray_leaves_or_is_lost(leaves):
    """After a combat it stands in Germany: moving out saves it, staying destroys it, and it may be built again."""
    _, over = crossing(board.GE)
    s = field({"ah-1": over}, phase=2)
    if leaves:
        play(s, "move ah-1")
        s.take(next(a for a in s.decision.actions if a[0] == "to"))
    play(s, "done")
    assert (where(s, "ah-1") == "pool") != leaves
    assert ("astray" in keys(s)) != leaves


@rule("wwi.12.5c", "wwi.12.5a")
@pytest.mark.parametrize("country", [board.GE, board.FR, board.BL])
def test_the_ban_names_four_countries(country):
    """An army that stays there dies; in Russia or Serbia nothing happens."""
    x = board.NUMBER[next(bits(board.HOME[country] & ~board.FORTS).__iter__())]
    s = play(field({"ah-1": x, "ah-2": O}, phase=2), "done")
    assert where(s, "ah-1") == "pool" and where(s, "ah-2") == O


@rule("wwi.12.5a")
def test_combat_may_bring_austrians_into_germany():
    """An advance over the border is legal (ruling R65); the Allied Movement Phase does not harm the army, its own does."""
    start, over = crossing(board.GE)
    second = next(board.NUMBER[j] for j in near(over) if board.NUMBER[j] != start)
    s = field({"ah-1": start, "ah-2": second, "fr-1": over}, phase=8, dice=[1], crp={"fr": 0, "ah": 20})
    play(s, f"attack {over}", "add ah-1", "add ah-2", "go", "destroy")
    while "pay" in verbs(s):
        s.take(s.decision.actions[-1])
    play(s, f"advance ah-1 {over}")
    assert where(s, "ah-1") == over
    s = play(field({"ah-1": over}, phase=1), "done")
    assert where(s, "ah-1") == over


@rule("wwi.12.5a")
def test_an_austrian_army_does_not_open_the_war_with_the_netherlands():
    """It could not end its move there, so it is not the one that breaks their neutrality (ruling T24); a German army may be."""
    x = board.NUMBER[
        next(i for i in bits(board.HOME[board.GE] & ~board.FORTS) if board.NEAR[i] & board.HOME[board.NE] & ~board.FORTS)
    ]
    for unit, may in (("ah-1", False), ("ge-1", True)):
        s = field({unit: x}, phase=2)
        play(s, f"move {unit}")
        assert any(board.HOME[board.NE] >> I[h] & 1 for h in firsts(s, "invade")) == may


@rule("wwi.12.5a", "wwi.12.5b")
def test_no_way_leads_an_austrian_army_through_neutral_belgium_or_the_netherlands():
    """Why T24 takes nothing away: with half a point spent by rail, or one on foot, and every railway free, no hex of the two
    countries is near enough to ground where the army may end."""
    for i in bits(board.HOME[board.BL] | board.HOME[board.NE]):
        for spent in ((1, -1, -1), (1, 1, -1)):
            r = reach(board.GROUND, board.CLEAR, board.ROUGH, 1 << i, board.LAND, 0, board.RAIL, board.MOVEMENT_POINTS, spent)
            assert not r.ends & ~board.AH_BAN, board.NUMBER[i]


@rule("wwi.12.0")
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_the_special_rules_hold_in_both_games(scenario):
    """Stosstruppen, the Austrian ban, the Turkish ceiling and the fall of Russia ask for no option in either deployment."""
    tables = dict(clear=True, hexes={"forts-destroyed": board.hexes(board.FORTS)})
    s = situation("wwi", scenario, turn=6, phase=10, segment="build-central", crp={"ge": 5, "tu": 9}, **tables)
    assert any(t.startswith("build ge-stoss") for t in texts(s))
    s = situation("wwi", scenario, turn=6, phase=10, segment="income", crp={"tu": 5}, **tables)
    assert crp(s, "tu") == 6
    s = play(situation("wwi", scenario, turn=6, phase=2, units={"ah-1": "1409"}, **tables), "done")
    assert where(s, "ah-1") == "pool"
    fallen = {"fallen": ["2014", "2316", "2713"], **tables["hexes"]}
    s = situation("wwi", scenario, turn=6, phase=2, units={"ge-1": "2719"}, **{**tables, "hexes": fallen})
    play(s, "move ge-1", "to 2720")
    assert s.state.collapsed
