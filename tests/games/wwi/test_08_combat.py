"""Chapter 8, first half: who may attack what, the differential, the die and the table."""

from __future__ import annotations

import pytest

from firestep.engine.dice import Dice
from firestep.engine.errors import Illegal
from firestep.games.wwi.combat import defense
from firestep.games.wwi.components import board
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, situation, texts
from games.wwi.positions import ROSE, O, crp, field, firsts, hx, params, ring, verbs, where

FORT = next(
    i
    for i, k in sorted(board.FORT_STRENGTH.items())
    if board.FORT_NATION[i] == board.FR and k == 2 and board.CLEAR >> i & 1 and not board.WEST_EDGE >> i & 1
)
FORT_HEX = board.NUMBER[FORT]
WEST = {"ge-1": hx("nw"), "ge-2": hx("sw")}


def _near(i):
    return bits(board.NEAR[i])


def attack(s, hex, *units, how="go"):
    return play(s, f"attack {hex}", *(f"add {u}" for u in units), how)


# -- wwi.8.0, 8.1 --------------------------------------------------------------------------------------------------------------


@rule("wwi.8.0a")
@pytest.mark.parametrize("phase, seat", [(4, "central"), (5, "allied")])
def test_the_phasing_player_attacks(phase, seat):
    """Whoever's attack phase it is attacks; the losses of the other side are asked of the other side."""
    s = field(
        {**WEST, "fr-1": O, "fr-2": hx("ne"), "fr-3": hx("n"), "br-1": hx("n", "ne"), "ge-9": hx("n", "n")},
        phase=phase,
        crp={"fr": 9, "ge": 9},
        dice=[3],
    )
    assert s.decision.seat_name == seat
    target = O if seat == "central" else hx("n", "n")
    units = ("ge-1", "ge-2") if seat == "central" else ("fr-3", "br-1")
    attack(s, target, *units)
    assert s.decision.seat_name != seat  # the defender meets his loss first


@rule("wwi.8.0b", "wwi.8.8n")
def test_attack_needs_at_least_the_defense_strength():
    """4 against 6 is refused; 4 + 2 against 6 is the zero column and legal; 4 + 1 is not."""
    german = {"ge-1": O}
    assert texts(field({**german, "fr-1": hx("ne")}, phase=5)) == ["done"]
    assert f"attack {O}" in texts(field({**german, "fr-1": hx("ne"), "sb-1": hx("se")}, phase=5))
    s = field({**german, "fr-1": hx("ne"), "sb-1": hx("se"), "fr-2": hx("n")}, phase=5)
    play(s, f"attack {O}", "add fr-1")
    assert "go" not in verbs(s)
    with pytest.raises(Illegal):
        s.take("go")
    assert "go" in verbs(play(s, "add sb-1"))


@rule("wwi.8.0c", "wwi.8.4a", "wwi.8.4x")
def test_plus_one_and_a_four_is_three_against_one():
    """A differential of 1 and a roll of 4: the attacker loses three, the defender one, at once and in full."""
    s = attack(field({"ge-1": hx("nw"), "fr-1": O}, crp={"ge": 9, "fr": 9}, dice=[4]), O, "ge-1")
    note = params(s, "attack")[-1]
    assert (note["column"], note["die"], note["printed"]) == (1, 4, [3, 1])
    play(s, "stand", "pay fr 1", "pay ge 3")
    assert (crp(s, "fr"), crp(s, "ge")) == (8, 6)
    assert s.state.fight is None and s.decision.seat_name == "central"


@rule("wwi.8.11a")
def test_only_adjacent_enemies_and_fortifications_are_targets():
    """Neighbours are targets, be they armies or intact fortifications; hexes two away and friends are not."""
    fort = next(i for i in board.FORT_STRENGTH if board.FORT_NATION[i] == board.FR and not board.WEST_EDGE >> i & 1)
    near = next(j for j in _near(fort) if board.HOME[board.FR] >> j & 1)
    s = field({"ge-1": board.NUMBER[near]}, forts=[board.NUMBER[fort]])
    assert f"attack {board.NUMBER[fort]}" in texts(s)
    assert texts(field({"ge-1": board.NUMBER[near]})) == ["done"]
    assert texts(field({"ge-1": O, "ge-2": hx("s"), "fr-1": hx("n", "n"), "ah-1": hx("se")})) == ["done"]


def cut_off(hero: str = "ge-1") -> dict[str, str]:
    """A unit in the middle of the field with enemies all around, two hexes away: no supply path leads out."""
    walls = ("rs-1", "rs-2", "rs-3", "rs-4", "rs-5", "rs-6")
    return {hero: O} | {u: hx(d, d) for u, d in zip(walls, ROSE, strict=True)}


@rule("wwi.8.11b", "wwi.8.15", "wwi.8.31")
def test_unsupplied_units_do_not_attack():
    """A surrounded army has no attack strength; it is not even offered next to a supplied one."""
    units = cut_off() | {"fr-1": hx("n")}
    assert texts(field(units)) == ["done"]
    open_ring = {u: h for u, h in units.items() if u not in ("rs-3", "rs-4")}
    s = field(open_ring)
    assert texts(s) == [f"attack {hx('n')}", "done"]
    assert attack(s, hx("n"), "ge-1").journal[-1].params["strength"] == 4  # the printed number, nothing else


@rule("wwi.8.12a", "wwi.8.12b")
def test_attacks_are_voluntary():
    """The phase may be ended at once; an adjacent army may be left out of the attack of another."""
    s = field({**WEST, "fr-1": O}, crp={"ge": 9, "fr": 9}, dice=[2])
    assert "done" in texts(s)
    attack(s, O, "ge-1")
    assert params(s, "attack")[-1]["units"] == ["ge-1"]


@rule("wwi.8.12c", "wwi.8.14c")
def test_an_army_attacks_and_is_attacked_once_in_each_of_three_phases():
    """One army attacks the same hex in the first, second and third round, and the same army is its target."""
    s = field({**WEST, "fr-1": O}, crp={"ge": 50, "fr": 50}, dice=[2] * 3)
    for _ in range(3):
        attack(s, O, "ge-1")
        play(s, "stand", "pay fr 2", "pay ge 1", "done")
        assert s.decision.seat_name == "allied" or s.state.phase == 10
        if s.state.phase < 10:
            play(s, "done")
    assert len(params(s, "attack")) == 3
    assert crp(s, "fr") >= 44


@rule("wwi.8.13a")
def test_six_neighbours_at_most():
    """All six neighbours may join, nobody else, however many stand behind them."""
    names = ("ge-1", "ge-2", "ge-3", "ge-4", "ge-5", "ge-6")
    s = field(
        {u: h for u, h in zip(names, ring(), strict=True)} | {"fr-1": O, "ge-7": hx("n", "n"), "fr-2": hx("n", "ne")},
        crp={"ge": 9, "fr": 9},
        dice=[1],
    )
    play(s, f"attack {O}")
    assert firsts(s, "add") == sorted(names)
    play(s, *(f"add {u}" for u in names))
    assert verbs(s) == {"go"}
    play(s, "go")
    assert params(s, "attack")[-1]["strength"] == 24


@rule("wwi.8.13b", "wwi.8.57a")
def test_one_attack_is_aimed_at_one_hex():
    """A French and a British army side by side, Germans next to both: the attack on one meets its strength alone, costs its nation
    alone, and leaves the other free to be attacked by those who have not fought."""
    s = field(
        {"fr-1": O, "br-1": hx("n"), "ge-1": hx("nw"), "ge-2": hx("ne"), "ge-3": hx("n", "n")},
        dice=[2, 2],
        crp={"ge": 20, "fr": 20, "br": 20},
    )
    play(s, f"attack {O}")
    assert [r.rule for r in s.why_not(f"attack {hx('n')}")] == ["wwi.4.0a"]  # no second target is named to it
    play(s, "add ge-1", "add ge-2", "go")
    note = params(s, "attack")[-1]
    assert (note["strength"], note["defense"], note["hex"]) == (8, 3, O)
    play(s, "stand")
    assert all(t.startswith("pay fr") for t in texts(s)) and [r.rule for r in s.why_not("pay br 1")] == ["wwi.8.57a"]
    play(s, f"pay fr {note['losses'][1]}", f"pay ge {note['losses'][0]}")
    assert crp(s, "br") == 20 and not s.state.attacked >> board.UNIT["br-1"] & 1
    assert [t for t in texts(s) if t.startswith("attack")] == [f"attack {hx('n')}"]
    play(s, f"attack {hx('n')}")
    assert firsts(s, "add") == ["ge-3"]


@rule("wwi.8.14a", "wwi.8.21")
def test_an_army_attacks_once_and_one_hex_only():
    """Next to two enemies it fights one of them; the other is out of its reach until the next phase."""
    s = field({"ge-1": O, "fr-1": hx("n"), "fr-2": hx("ne")}, crp={"ge": 9, "fr": 9}, dice=[2])
    assert texts(s) == sorted([f"attack {hx('n')}", f"attack {hx('ne')}", "done"])
    attack(s, hx("n"), "ge-1")
    play(s, "stand", "pay fr 2", "pay ge 1")
    assert texts(s) == ["done"]


@rule("wwi.8.14b")
def test_an_army_is_attacked_once_a_phase_even_after_its_retreat():
    """A second attacker may not strike the same army in the same phase, neither where it stood nor where it retreated to."""
    s = field({"ge-1": hx("nw"), "ge-2": hx("sw"), "fr-1": O}, crp={"ge": 9, "fr": 9}, dice=[2])
    attack(s, O, "ge-1")
    play(s, "stand", "pay fr 2", "pay ge 1")
    assert texts(s) == ["done"]
    # a fortification takes the zone of ge-2 off its hex, so the army may retreat into it and stand next to ge-2
    x, fore, aft = next(
        (x, a, g)
        for x in _near(FORT)
        for a in _near(x)
        for g in _near(FORT)
        if board.GRID.distance(a, FORT) == 2 and board.GRID.distance(g, x) == 2 and board.GRID.distance(a, g) >= 2
    )
    s = field(
        {
            "ge-1": board.NUMBER[fore],
            "ge-2": board.NUMBER[aft],
            "fr-1": board.NUMBER[x],
            "ge-3": board.NUMBER[
                next(j for j in _near(FORT) if board.GRID.distance(j, aft) == 1 and board.GRID.distance(j, x) == 2)
            ],
        },
        forts=[FORT_HEX],
        dice=[4],
        crp={"ge": 9, "fr": 9},
    )
    assert f"attack {FORT_HEX}" in texts(s)
    attack(s, board.NUMBER[x], "ge-1")
    play(s, "retreat 1", f"step {FORT_HEX}", "pay ge 3", "halt")
    assert where(s, "fr-1") == FORT_HEX
    assert texts(s) == ["done"]


@rule("wwi.8.16")
def test_no_attack_over_a_blocked_side():
    """Two enemies on the two sides of a wall cannot attack one another."""
    a, c = next((x, y) for x, y in board.WALLS if board.HOME[board.IT] >> x & 1 and board.HOME[board.AH] >> y & 1)
    s = field({"ge-1": board.NUMBER[c], "it-1": board.NUMBER[a]})
    assert texts(s) == ["done"]
    open_side = next(j for j in _near(a) if board.LAND >> j & 1)
    assert f"attack {board.NUMBER[a]}" in texts(field({"ge-1": board.NUMBER[open_side], "it-1": board.NUMBER[a]}))


@rule("wwi.8.17")
def test_nobody_fights_in_the_transit_area():
    """A unit in the Transit Area is no target and no attacker, though its doors touch the enemy."""
    door, near = "0110", next(j for j in _near(board.INDEX["0110"]) if board.HOME[board.FR] >> j & 1)
    s = field({"fr-1": "transit", "ge-1": door})
    assert texts(s) == ["done"]
    s = field({"fr-1": "transit", "ge-1": door}, phase=5)
    assert texts(s) == ["done"]
    assert texts(field({"fr-1": board.NUMBER[near], "ge-1": door})) == [f"attack {board.NUMBER[near]}", "done"]


# -- wwi.8.22, wwi.8.3 -------------------------------------------------------------------------------------------------------------


def around_fort(count: int) -> list[str]:
    """Neighbours of the fortification that leave its garrison a way out to the west."""
    return [board.NUMBER[j] for j in sorted(_near(FORT), reverse=True)][:count]


@rule("wwi.8.22a", "wwi.8.22b", "wwi.12.41")
def test_army_and_fortification_are_one_target():
    """An army in a fortification of strength 2 defends as 3 + 2; no attack picks only one of the two."""
    camp = around_fort(2)
    s = field({"ge-1": camp[0], "ge-2": camp[1], "fr-1": FORT_HEX}, forts=[FORT_HEX], crp={"ge": 9, "fr": 9}, dice=[2])
    assert texts(s).count(f"attack {FORT_HEX}") == 1
    attack(s, FORT_HEX, "ge-1", "ge-2")
    note = params(s, "attack")[-1]
    assert note["defense"] == 5 and note["column"] == 3
    play(s, "stand", "pay fr 2", "pay ge 2")
    s = field({"ge-1": camp[0], "ge-2": camp[1]}, forts=[FORT_HEX])
    assert defense(s.state, FORT) == 2
    s = field({"ge-1": camp[0], "fr-1": FORT_HEX}, forts=[FORT_HEX])
    assert texts(s) == ["done"]  # 4 against 5: not even the army alone


@rule("wwi.8.3x1")
def test_example_german_against_french():
    """A German 4/6 against a French 4/3 in clear summer ground is the column of 1."""
    s = attack(field({"ge-1": hx("nw"), "fr-1": O}, dice=[1]), O, "ge-1")
    assert params(s, "attack")[-1]["column"] == 1


@rule("wwi.8.3x2")
def test_example_french_against_german():
    """The lone French 4/3 may not attack the German 4/6 in the same ground: minus two."""
    s = field({"ge-1": hx("nw"), "fr-1": O}, phase=5)
    assert texts(s) == ["done"]
    assert s.why_not(f"attack {hx('nw')}")


@rule("wwi.8.32a", "wwi.8.32b")
@pytest.mark.parametrize(
    "unit, halved", [("ge-1", 3), ("ge-stoss-1", 3), ("br-bef", 3), ("fr-1", 2), ("br-1", 2), ("sb-1", 2), ("tu-1", 2), ("ah-1", 2)]
)
def test_unsupplied_units_defend_with_half(unit, halved):
    """Half of the printed value, rounded up: 3 for Germans and the BEF, 2 for all others."""
    side = board.UNIT_NATION[board.UNIT[unit]]
    enemies = tuple(f"{'rs' if side in (board.GE, board.TU, board.AH) else 'ah'}-{k}" for k in range(1, 7))
    free = field({unit: O})
    assert defense(free.state, board.INDEX[O]) == board.DEFENSE[board.UNIT[unit]]
    shut = field({unit: O} | {u: hx(d, d) for u, d in zip(enemies, ROSE, strict=True)})
    assert defense(shut.state, board.INDEX[O]) == halved


@rule("wwi.8.33")
def test_the_differential_cannot_be_lowered():
    """With 8 against 3 the column is 5; the attacker has no way to choose another one with the same units."""
    s = field({**WEST, "fr-1": O}, dice=[6])
    play(s, f"attack {O}", "add ge-1", "add ge-2")
    assert texts(s) == ["go"]
    play(s, "go")
    assert params(s, "attack")[-1]["column"] == 5


@rule("wwi.8.34", "wwi.12.42")
def test_rough_ground_adds_one_after_halving():
    """An unsupplied army in rough ground defends with 2 + 1, a supplied one with 3 + 1, a fortification likewise."""
    rough = next(
        i
        for i in sorted(board.FORT_STRENGTH)
        if board.ROUGH >> i & 1 and board.FORT_NATION[i] == board.GE and board.FORT_STRENGTH[i] == 3
    )
    s = field({"ah-1": board.NUMBER[rough]}, forts=[board.NUMBER[rough]])
    assert defense(s.state, rough) == 3 + 3 + 1
    s = field({"ah-1": board.NUMBER[rough]})
    assert defense(s.state, rough) == 3 + 1
    ringed = {u: board.NUMBER[j] for u, j in zip([f"fr-{k}" for k in (1, 2, 3, 4, 5, 6)], _near(rough), strict=False)}
    s = field({"ah-1": board.NUMBER[rough]} | ringed)
    assert defense(s.state, rough) == 2 + 1
    s = field(ringed, forts=[board.NUMBER[rough]])
    assert defense(s.state, rough) == 2 + 1  # half of the fortification's 3 is 2, then rough


@rule("wwi.8.35", "wwi.12.42")
@pytest.mark.parametrize("turn", range(1, 11))
def test_winter_adds_two(turn):
    """On even turns two are added, also to an unsupplied army after it was halved, once a hex."""
    bonus = 2 if turn % 2 == 0 else 0
    s = field({"fr-1": O}, turn=turn)
    assert defense(s.state, board.INDEX[O]) == 3 + bonus
    s = field(cut_off(), turn=turn)
    assert defense(s.state, board.INDEX[O]) == 3 + bonus
    s = field({"fr-1": FORT_HEX}, turn=turn, forts=[FORT_HEX])
    assert defense(s.state, FORT) == 3 + 2 + bonus


@rule("wwi.8.35x1")
def test_example_metz_in_winter_is_twelve():
    """A German army in Metz in winter: 6 + 3 + 1 + 2."""
    s = field({"ge-6": "0509"}, turn=2, forts=["0509"])
    assert defense(s.state, board.INDEX["0509"]) == 12
    s = field({"ge-6": "0509"}, turn=1, forts=["0509"])
    assert defense(s.state, board.INDEX["0509"]) == 10


@rule("wwi.8.35x2")
def test_example_the_weakest_defense_is_one():
    """A lone fortification of strength 1 in clear summer ground defends with 1, in supply or not."""
    small = next(
        i
        for i, k in sorted(board.FORT_STRENGTH.items())
        if k == 1 and board.CLEAR >> i & 1 and board.FORT_NATION[i] in (board.FR, board.RS) and bin(board.NEAR[i]).count("1") == 6
    )
    s = field({}, forts=[board.NUMBER[small]])
    assert defense(s.state, small) == 1
    ringed = {f"ge-{k}": board.NUMBER[j] for k, j in zip((1, 2, 3, 4, 5, 6), _near(small), strict=True)}
    s = field(ringed, forts=[board.NUMBER[small]])
    from firestep.games.wwi.supply import fort_supplied

    assert not fort_supplied(s.state, small)
    assert defense(s.state, small) == 1


@rule("wwi.8.22a")
def test_unit_and_fortification_are_halved_one_by_one():
    """3 + 2 cut off: 2 + 1, each rounded up by itself (ruling R16)."""
    ringed = {f"ge-{k}": board.NUMBER[j] for k, j in zip((1, 2, 3, 4, 5, 6), _near(FORT), strict=False)}
    s = field(ringed | {"fr-1": FORT_HEX}, forts=[FORT_HEX])
    assert defense(s.state, FORT) == 2 + 1


# -- wwi.8.4, wwi.8.8 --------------------------------------------------------------------------------------------------------------


@rule("wwi.8.4b")
@pytest.mark.parametrize(
    "count, against, column, printed", [(3, 3, 9, [3, 3]), (4, 2, 10, [4, 4]), (5, 2, 10, [4, 4]), (6, 2, 10, [4, 4])]
)
def test_more_than_ten_is_ten(count, against, column, printed):
    """12 against 3 is 9; 16, 20 and 24 against an army they cut off are 14, 18 and 22, and all use the last column."""
    units = {f"ge-{k}": hx(d) for k, d in enumerate(("nw", "sw", "n", "s", "ne", "se")[:count], 1)}
    s = attack(field(units | {"fr-1": O}, dice=[3]), O, *units)
    note = params(s, "attack")[-1]
    assert (note["strength"], note["defense"], note["column"], note["printed"]) == (4 * count, against, column, printed)


@rule("wwi.8.4c")
def test_every_draw_is_from_all_six():
    """A number just rolled can come again at once: every number follows every number."""
    pairs = set()
    for seed in range(4):
        rolls = [Dice(str(seed)).roll(n) for n in range(300)]
        assert set(rolls) == {1, 2, 3, 4, 5, 6}
        pairs |= set(zip(rolls, rolls[1:], strict=False))
    assert len(pairs) == 36


PRINTED = {
    0: "1/2 1/1 2/2 2/1 2/1 4/0",
    1: "1/2 1/2 2/2 3/1 3/1 4/0",
    2: "1/3 1/2 3/2 3/1 3/1 4/0",
    3: "1/3 2/2 2/2 3/2 3/1 5/1",
    4: "1/3 2/2 3/2 3/2 3/2 5/1",
    5: "1/4 3/2 3/2 3/2 3/2 5/1",
    6: "1/4 3/3 3/3 4/2 4/1 5/1",
    7: "1/4 3/3 3/3 4/3 4/1 6/1",
    8: "1/5 2/3 3/3 4/2 4/2 6/1",
    9: "1/5 2/3 3/3 4/2 4/2 7/1",
    10: "1/5 2/4 4/4 5/3 5/2 7/1",
}


#: attackers and defender for each column; the last one is beyond ten
STRENGTHS = [
    (0, "ge-1 ah-1", "br-bef"),
    (1, "ge-1", "fr-1"),
    (2, "ge-1 ah-1", "br-1"),
    (3, "ge-1 ah-1", "fr-1"),
    (4, "ge-1 ge-2", "br-1"),
    (5, "ge-1 ge-2", "fr-1"),
    (6, "ah-1 ge-1 ge-2", "br-1"),
    (7, "ah-1 ge-1 ge-2", "fr-1"),
    (8, "ge-1 ge-2 ge-3", "br-1"),
    (9, "ge-1 ge-2 ge-3", "fr-1"),
    (10, "ah-1 ge-1 ge-2 ge-3", "br-1"),
    (10, "ge-1 ge-2 ge-3 ge-4", "fr-1"),
]


@rule("wwi.8.4a", "wwi.8.4b", "wwi.8.8c0", "wwi.8.8c1", "wwi.8.8c2", "wwi.8.8c3", "wwi.8.8c4", "wwi.8.8c5", "wwi.8.8c6")
@rule("wwi.8.8c7", "wwi.8.8c8", "wwi.8.8c9", "wwi.8.8c10")
@pytest.mark.parametrize("column, attackers, target", STRENGTHS)
@pytest.mark.parametrize("die", range(1, 7))
def test_the_table_as_attacks_meet_it(column, attackers, target, die):
    """The die names the line and the differential the column, attacker's number first; that many points leave the coffers."""
    names = attackers.split()
    camp = [h for h in ring() if h != hx("se")]
    s = field(
        {**dict(zip(names, camp, strict=False)), target: O},
        dice=[die],
        crp={"ge": 20, "ah": 0, "fr": 20, "br": 20},
        hexes={"links": [O]},
    )  # so that no number of attackers cuts it off
    attack(s, O, *names)
    lost = [int(k) for k in PRINTED[column].split()[die - 1].split("/")]
    nation = target.split("-")[0]
    if lost[1]:
        play(s, "stand", f"pay {nation} {lost[1]}")
    if lost[0]:
        play(s, f"pay ge {lost[0]}")
    assert s.state.fight is None and (crp(s, "ge"), crp(s, nation)) == (20 - lost[0], 20 - lost[1])
    note = params(s, "attack")[-1]
    assert note["column"] == column and note["losses"] == note["printed"] == lost


@rule("wwi.8.12a")
def test_no_duty_to_attack_outside_the_first_turn():
    """Only the historical first turn obliges anyone; in the third round of turn 3 both sides may pass."""
    assert "done" in texts(situation("wwi", turn=3, phase=8))
    assert "done" in texts(situation("wwi", turn=3, phase=9))


@rule("wwi.8.14b", "wwi.12.44")
def test_an_empty_fort_is_attacked_once_a_phase() -> None:
    """Its owner pays; another army beside it may not try again in the same phase."""
    verdun = "0408"
    s = field({"ge-1": "0508", "ge-2": "0509"}, forts=[verdun], dice=[2, 2], crp={"ge": 20, "fr": 20})
    play(s, f"attack {verdun}", "add ge-1", "go", "stand")
    while any(t.startswith("pay") for t in texts(s)):
        s.take(s.decision.actions[-1])
    assert texts(s) == ["done"] and [r.rule for r in s.why_not(f"attack {verdun}")] == ["wwi.8.14b"]
