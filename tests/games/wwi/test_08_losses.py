"""Chapter wwi.8.5: how losses are met, by whom, and when an army may be given up."""

from __future__ import annotations

import pytest

from firestep.engine.errors import Illegal
from firestep.games.wwi.combat import defense
from firestep.games.wwi.components import board
from firestep.games.wwi.supply import fort_supplied, is_supplied
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, texts
from games.wwi.positions import ROSE, O, crp, field, firsts, hx, params, verbs, where

WEST = {"ge-1": hx("nw"), "ge-2": hx("sw")}


def strike(die, *, units=None, target="fr-1", attackers=("ge-1", "ge-2"), phase=4, how="go", more=None, **kw):
    """Two German armies attack an army in the middle of the field: 8 against 3 (column 5) unless told otherwise."""
    s = field({**(units or WEST), target: O, **(more or {})}, phase=phase, dice=[die, 1, 1], **kw)
    return play(s, f"attack {O}", *(f"add {u}" for u in attackers), how)


@rule("wwi.8.5")
def test_each_nation_has_its_own_stock():
    """Stocks start as printed, grow by the schedule, and losses are taken from them."""
    s = strike(2, crp={"fr": 15, "ge": 40})
    play(s, "stand", "pay fr 2", "pay ge 3")
    assert (crp(s, "fr"), crp(s, "ge"), crp(s, "br")) == (13, 37, 0)
    while s.state.phase < 10:
        play(s, "done")
    assert (crp(s, "fr"), crp(s, "ge"), crp(s, "br")) == (13 + 20, 37 + 40, 15)


@rule("wwi.8.51a", "wwi.8.6a", "wwi.8.6c", "wwi.8.5")
def test_a_defender_may_retreat_one_hex_a_point():
    """Four points are met by four hexes and not one point is paid."""
    s = strike(1, crp={"fr": 0, "ge": 5})
    assert texts(s) == ["retreat 4"]  # he cannot pay, and four hexes meet it in full
    play(s, "retreat 4")
    for _ in range(4):
        s.take(s.decision.actions[0])
    assert board.GRID.distance(board.INDEX[O], board.INDEX[where(s, "fr-1")]) == 4
    assert crp(s, "fr") == 0


@rule("wwi.8.51b")
def test_a_supplied_defender_may_pay():
    """Four points cost four Combat Resource Points and the army stands."""
    s = strike(1, crp={"fr": 4, "ge": 5})
    play(s, "stand", "pay fr 4")
    assert where(s, "fr-1") == O and crp(s, "fr") == 0


@rule("wwi.8.51c", "wwi.4.ph8", "wwi.8.53a")
@pytest.mark.parametrize("phase", [4, 6, 8])
def test_a_defender_may_be_destroyed_only_in_the_third_round(phase):
    """With points to pay and room to retreat, giving the army up is a choice in the third round only."""
    s = strike(1, phase=phase, crp={"fr": 9, "ge": 9})
    assert ("destroy" in verbs(s)) == (phase == 8)
    if phase == 8:
        play(s, "destroy")
        assert where(s, "fr-1") == "pool" and crp(s, "fr") == 9
    else:
        with pytest.raises(Illegal):
            s.take("destroy")


@rule("wwi.8.53a")
@pytest.mark.parametrize("phase", [5, 7, 9])
def test_the_same_for_the_inferior_player(phase):
    """When the inferior player attacks, defenders may be given up in phase 9 only."""
    s = field({"fr-1": hx("nw"), "fr-2": hx("sw"), "ah-1": O}, phase=phase, dice=[1], crp={"ah": 9, "fr": 9})
    play(s, f"attack {O}", "add fr-1", "add fr-2", "go")
    assert ("destroy" in verbs(s)) == (phase == 9)


@rule("wwi.8.51d", "wwi.8.51x")
def test_example_two_hexes_and_three_points():
    """A loss of five is met with a retreat of two hexes and three points."""
    units = {"ge-1": hx("nw"), "ge-2": hx("sw"), "ge-3": hx("n")}
    s = strike(1, units=units, attackers=("ge-1", "ge-2", "ge-3"), crp={"fr": 9, "ge": 9})
    assert params(s, "attack")[-1]["losses"][1] == 5
    assert texts(s) == [*(f"retreat {k}" for k in range(1, 6)), "stand"]
    play(s, "retreat 2", "pay fr 3")
    s.take(s.decision.actions[0])
    s.take(s.decision.actions[0])
    assert board.GRID.distance(board.INDEX[O], board.INDEX[where(s, "fr-1")]) == 2 and crp(s, "fr") == 6


def test_a_retreat_is_never_longer_than_the_loss():
    """Ruling R21: hexes beyond the Loss Points are refused."""
    s = strike(2, crp={"fr": 9, "ge": 9})
    assert firsts(s, "retreat") == ["1", "2"]


def cut_off(hero="fr-1", foes=("ah-1", "ah-2", "ah-3", "ah-4", "ah-5", "ah-6")):
    return {hero: O} | {u: hx(d, d, d) for u, d in zip(foes, ROSE, strict=True)}


@rule("wwi.8.51e", "wwi.9.21a", "wwi.9.21b")
def test_an_unsupplied_defender_retreats_in_full_or_dies():
    """Cut off, with a full treasury: no payment is offered, and an impossible retreat is death for good."""
    gaps = {
        hx("n", "n", "ne"): "ah-7",
        hx("ne", "ne", "se"): "ah-8",
        hx("se", "se", "s"): "ah-10",
        hx("s", "s", "sw"): "ah-11",
        hx("sw", "sw", "nw"): "ah-14",
        hx("nw", "nw", "n"): "ge-3",
    }
    wall = cut_off() | {u: h for h, u in gaps.items()}
    s = field(wall | {"ge-1": hx("nw")}, dice=[4], crp={"fr": 20, "ge": 9})  # 4 against 2, column 2: 3/1
    play(s, f"attack {O}", "add ge-1", "go")
    assert params(s, "attack")[-1]["losses"][1] == 1
    assert texts(s) == ["retreat 1"]
    s = field(wall | {"ge-1": hx("nw"), "ge-2": hx("sw")}, dice=[1], crp={"fr": 20, "ge": 9})
    play(s, f"attack {O}", "add ge-1", "add ge-2", "go")
    assert texts(s) == ["destroy"]  # four hexes are not there
    play(s, "destroy")
    assert where(s, "fr-1") == "gone" and crp(s, "fr") == 20


@rule("wwi.8.52a", "wwi.8.52b")
def test_an_attacker_pays_or_loses_a_unit_and_never_retreats():
    """In the third round both means are open, in the first only payment; retreat never."""
    for phase, expected in ((4, {"pay"}), (6, {"pay"}), (8, {"pay", "lose"})):
        s = strike(6, phase=phase, crp={"fr": 9, "ge": 9})
        play(s, "stand", "pay fr 1")
        assert s.decision.seat_name == "central" and verbs(s) == expected


@rule("wwi.8.53b")
def test_an_attacker_never_pays_with_his_fortification():
    """A German army attacks out of its own fortress: no choice touches the fortress."""
    fort = board.INDEX["0509"]
    target = next(j for j in bits(board.NEAR[fort]) if board.CLEAR >> j & 1)
    other = next(j for j in bits(board.NEAR[target]) if j != fort and board.GRID.distance(j, fort) == 1)
    for phase in (4, 8):
        s = field(
            {"ge-1": "0509", "ge-2": board.NUMBER[other], "br-1": board.NUMBER[target]},
            forts=["0509"],
            phase=phase,
            dice=[6],
            crp={"ge": 0, "br": 9},
        )
        play(s, f"attack {board.NUMBER[target]}", "add ge-1", "add ge-2", "go")
        while s.decision.seat_name == "allied":
            s.take(s.decision.actions[-1])
        assert texts(s) == ["lose ge-1", "lose ge-2"]
        play(s, "lose ge-1")
        assert s.state.forts >> fort & 1


#: a clear hex in the middle of France's west edge: a source of supply, with the edge of the map behind it
EDGE = next(board.NUMBER[i] for i in bits(board.WEST_EDGE & board.HOME[board.FR] & board.CLEAR) if board.NUMBER[i] >= "0107")


def on_the_edge(*where: str) -> dict[str, str]:
    return {"fr-1": EDGE} | {f"ge-{k}": hx(w, start=EDGE) for k, w in enumerate(where, 1)}


@rule("wwi.8.54", "wwi.8.56a")
@pytest.mark.parametrize("points, choices", [(0, ["destroy"]), (3, ["destroy"]), (4, ["stand"])])
def test_involuntary_destruction_in_the_first_rounds(points, choices):
    """No way out and a loss of four: with fewer than four points the army dies, and nothing is charged besides (ruling R13)."""
    s = field(on_the_edge("ne", "se"), dice=[1], crp={"fr": points, "ge": 9})
    play(s, f"attack {EDGE}", "add ge-1", "add ge-2", "go")
    assert params(s, "attack")[-1]["losses"][1] == 4
    assert texts(s) == choices
    if choices == ["destroy"]:
        play(s, "destroy")
        assert crp(s, "fr") == points and where(s, "fr-1") == "pool"  # it was in supply: it may be built again


@rule("wwi.8.54")
@pytest.mark.parametrize("points, choices", [(2, ["destroy"]), (3, ["retreat 1"]), (4, ["retreat 1", "stand"])])
def test_part_retreat_and_part_payment_come_before_destruction(points, choices):
    """One free hex and three points meet a loss of four together; with two points they do not."""
    units = on_the_edge("se", "s") | {"ah-1": hx("n", "n", "ne", start=EDGE)}
    s = field(units, dice=[1], crp={"fr": points, "ge": 9})
    play(s, f"attack {EDGE}", "add ge-1", "add ge-2", "go")
    assert params(s, "attack")[-1]["losses"][1] == 4
    assert texts(s) == choices


@rule("wwi.8.55", "wwi.8.56a", "wwi.8.56b")
def test_one_unit_settles_the_whole_loss():
    """Five points on three armies of two nations: one of them, of either nation, settles it; no points change hands."""
    for lost in ("ah-1", "ge-1", "ge-2"):
        units = {"ge-1": hx("nw"), "ge-2": hx("sw"), "ah-1": hx("n")}
        s = strike(6, units=units, attackers=("ah-1", "ge-1", "ge-2"), phase=8, crp={"fr": 9, "ge": 9, "ah": 9})
        play(s, "stand", "pay fr 1")
        assert params(s, "attack")[-1]["losses"][0] == 6
        assert firsts(s, "lose") == ["ah-1", "ge-1", "ge-2"]
        play(s, f"lose {lost}")
        assert where(s, lost) == "pool"
        assert (crp(s, "ge"), crp(s, "ah")) == (9, 9)
        assert s.state.fight is None


@rule("wwi.8.57a", "wwi.8.57b", "wwi.10.1")
def test_only_nations_in_the_combat_pay_and_the_owner_splits():
    """A German and an Austro-Hungarian army attack: the two share the five points in any way, Turkey cannot help."""
    units = {"ge-1": hx("nw"), "ah-1": hx("sw")}
    s = strike(6, units=units, attackers=("ah-1", "ge-1"), crp={"fr": 9, "ge": 3, "ah": 9, "tu": 6, "bu": 3})
    play(s, "stand", "pay fr 1")
    assert params(s, "attack")[-1]["losses"][0] == 5
    assert texts(s) == ["pay ah 2", "pay ah 3", "pay ah 4", "pay ah 5", "pay ge 1", "pay ge 2", "pay ge 3"]
    play(s, "pay ah 3")
    assert texts(s) == ["pay ah 1", "pay ah 2", "pay ge 1", "pay ge 2"]
    play(s, "pay ge 2")
    assert (crp(s, "ge"), crp(s, "ah"), crp(s, "tu")) == (1, 6, 6)


def test_after_a_part_is_paid_no_unit_can_be_given_up():
    """Trap T6: in the third round a loss partly paid must be paid to the end."""
    units = {"ge-1": hx("nw"), "ah-1": hx("sw")}
    s = strike(6, units=units, attackers=("ah-1", "ge-1"), phase=8, crp={"fr": 9, "ge": 9, "ah": 9})
    play(s, "stand", "pay fr 1")
    assert "lose" in verbs(s)
    play(s, "pay ah 2")
    assert verbs(s) == {"pay"}


@rule("wwi.8.57a")
def test_a_unit_in_another_nations_fortification():
    """A British army in a French fortress: either nation may pay while its own element is in supply (ruling R17)."""
    fort = next(
        i
        for i, k in sorted(board.FORT_STRENGTH.items())
        if board.FORT_NATION[i] == board.FR and k == 2 and board.WEST_EDGE >> i & 1
    )
    camp = [j for j in bits(board.NEAR[fort]) if not board.WEST_EDGE >> j & 1][:2]
    units = {"br-1": board.NUMBER[fort], "ge-1": board.NUMBER[camp[0]], "ge-2": board.NUMBER[camp[1]]}
    s = field(units, forts=[board.NUMBER[fort]], dice=[2], crp={"br": 1, "fr": 1, "ge": 9})
    play(s, f"attack {board.NUMBER[fort]}", "add ge-1", "add ge-2", "go")
    assert params(s, "attack")[-1]["losses"][1] == 2
    play(s, "stand")
    assert texts(s) == ["pay br 1", "pay fr 1"]
    play(s, "pay br 1", "pay fr 1")
    assert (crp(s, "br"), crp(s, "fr")) == (0, 0)


@rule("wwi.8.57a", "wwi.9.5a")
def test_an_unsupplied_unit_in_a_supplied_fortification_cannot_pay():
    """A French army in a Russian fortress while France's edge is closed and Russia's open: it retreats or dies (ruling R17)."""
    fort = _inner_fort()
    n = board.NUMBER[fort]
    edge = [board.NUMBER[i] for i in bits(board.WEST_EDGE & (board.HOME[board.FR] | board.HOME[board.IT]))]
    foes = [f"ge-{k}" for k in (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 17, 18, 19)] + [f"ah-{k}" for k in (1, 2, 3, 4, 5, 6)]
    camp = [board.NUMBER[fort + board.GRID.shifts[k]] for k in (3, 5)]
    units = {**dict(zip(foes, edge, strict=False)), "fr-1": n, "ge-1": camp[0], "ge-2": camp[1]}
    s = field(units, forts=[n], dice=[2], crp={"fr": 20, "rs": 20, "ge": 20})
    assert fort_supplied(s.state, fort) and not is_supplied(s.state, board.UNIT["fr-1"])
    assert defense(s.state, fort) == 2 + board.FORT_STRENGTH[fort] + (board.ROUGH >> fort & 1)
    play(s, f"attack {n}", "add ge-1", "add ge-2", "go")
    assert verbs(s) <= {"retreat", "destroy"}
    assert firsts(s, "retreat") in ([], [str(params(s, "attack")[-1]["losses"][1])])


@rule("wwi.8.58a", "wwi.10.1")
def test_an_empty_treasury_changes_no_strength():
    """With no points at all the same attack has the same strength, defence and column."""
    notes = []
    for points in (0, 20):
        s = strike(2, crp={"fr": points, "ge": points})
        note = params(s, "attack")[-1]
        notes.append((note["strength"], note["defense"], note["column"]))
    assert notes == [(8, 3, 5)] * 2


@rule("wwi.8.58b")
def test_attack_with_an_empty_treasury_costs_a_unit():
    """Germany has nothing: any loss takes one of its armies, unless an ally in the attack can pay."""
    s = strike(2, crp={"fr": 9, "ge": 0})
    play(s, "stand", "pay fr 2")
    assert texts(s) == ["lose ge-1", "lose ge-2"]
    s = strike(2, units={"ge-1": hx("nw"), "ah-1": hx("sw")}, attackers=("ah-1", "ge-1"), crp={"fr": 9, "ge": 0, "ah": 9})
    play(s, "stand", "pay fr 2")
    assert texts(s) == ["pay ah 2"]


# -- doubled losses (wwi.8.59) -------------------------------------------------------------------------------------------------


@rule("wwi.8.59a", "wwi.8.59b", "wwi.8.59x")
def test_example_german_and_austrian_against_russian():
    """A printed 1/3 becomes six for the Russian army; five hexes and one point meet it, six hexes do not."""
    s = strike(1, units={"ge-1": hx("nw"), "ah-1": hx("sw")}, attackers=("ah-1", "ge-1"), target="rs-1", crp={"rs": 9, "ge": 9})
    note = params(s, "attack")[-1]
    assert note["printed"] == [1, 3] and note["losses"] == [1, 6]
    assert firsts(s, "retreat") == ["1", "2", "3", "4", "5"]
    play(s, "retreat 5", "pay rs 1")
    for _ in range(5):
        s.take(s.decision.actions[0])
    assert crp(s, "rs") == 8 and board.GRID.distance(board.INDEX[O], board.INDEX[where(s, "rs-1")]) == 5


@rule("wwi.8.59a")
@pytest.mark.parametrize(
    "attackers, target, losses",
    [
        (("ah-1", "ah-2"), "rs-1", [2, 2]),  # no German: column 1, roll 3
        (("ge-1",), "rs-1", [2, 4]),  # a German
        (("ge-1",), "rm-1", [2, 4]),  # against a Rumanian
        (("ge-1",), "fr-1", [2, 2]),  # against others
    ],
)
def test_doubling_of_defenders(attackers, target, losses):
    """Russians and Rumanians lose double against Germans, alone or with allies, and only against them."""
    units = dict(zip(attackers, (hx("nw"), hx("sw")), strict=False))
    s = field({**units, target: O}, dice=[3], allegiance={"rm": "allied"}, crp={"ge": 9, "ah": 9, "rs": 9})
    play(s, f"attack {O}", *(f"add {u}" for u in attackers), "go")
    assert params(s, "attack")[-1]["losses"] == losses


@rule("wwi.8.59a")
@pytest.mark.parametrize(
    "attackers, target, losses",
    [
        (("rs-1", "rs-2"), "ge-1", [4, 2]),  # column 0, roll 3: 2/2, the attacker's part doubled (ruling R08)
        (("rs-1", "fr-1"), "ge-1", [4, 2]),  # mixed: one Russian is enough for the side (ruling R09); column 1
        (("fr-1", "fr-2"), "ge-1", [3, 2]),  # column 2
        (("rs-1", "rs-2"), "ah-1", [2, 2]),  # column 3
    ],
)
def test_doubling_of_attackers(attackers, target, losses):
    """The doubling holds for Russian attackers too."""
    units = dict(zip(attackers, (hx("nw"), hx("sw")), strict=True))
    s = field({**units, target: O}, dice=[3], phase=5, crp={"ge": 9, "ah": 9, "rs": 9, "fr": 9})
    play(s, f"attack {O}", *(f"add {u}" for u in sorted(attackers)), "go")
    assert params(s, "attack")[-1]["losses"] == losses


@rule("wwi.8.59a")
def test_a_german_fortification_alone_doubles_nothing():
    """Russians against an empty German fortress, or one held by an Austro-Hungarian army, lose as printed (ruling R10)."""
    fort = next(
        i for i, k in sorted(board.FORT_STRENGTH.items()) if board.FORT_NATION[i] == board.GE and k == 2 and board.CLEAR >> i & 1
    )
    camp = [board.NUMBER[j] for j in bits(board.NEAR[fort])][:3]
    units = {"rs-1": camp[0], "rs-2": camp[1], "rs-3": camp[2]}
    for more, double in (({}, 1), ({"ah-1": board.NUMBER[fort]}, 1), ({"ge-1": board.NUMBER[fort]}, 2)):
        s = field({**units, **more}, forts=[board.NUMBER[fort]], phase=5, dice=[3], crp={"rs": 30, "ge": 20, "ah": 9})
        play(s, f"attack {board.NUMBER[fort]}", *(f"add {u}" for u in units), "go")
        note = params(s, "attack")[-1]
        assert note["losses"][0] == note["printed"][0] * double


@rule("wwi.12.47")
@pytest.mark.parametrize("attackers, times", [(("ge-1",), 2), (("ah-1", "ah-2"), 1), (("ah-1", "ge-1"), 2)])
def test_russian_fortifications_lose_double_against_germans(attackers, times):
    """An empty Russian fortress attacked by Germans owes twice the printed loss."""
    fort = next(
        i for i, k in sorted(board.FORT_STRENGTH.items()) if board.FORT_NATION[i] == board.RS and k == 2 and board.CLEAR >> i & 1
    )
    camp = [board.NUMBER[j] for j in bits(board.NEAR[fort])][:2]
    s = field(dict(zip(attackers, camp, strict=False)), forts=[board.NUMBER[fort]], dice=[3], crp={"rs": 9, "ge": 9, "ah": 9})
    play(s, f"attack {board.NUMBER[fort]}", *(f"add {u}" for u in attackers), "go")
    note = params(s, "attack")[-1]
    assert note["losses"][1] == note["printed"][1] * times
    play(s, "stand", f"pay rs {note['losses'][1]}")
    assert crp(s, "rs") == 9 - note["losses"][1]


@rule("wwi.12.47", "wwi.8.59a")
@pytest.mark.parametrize("mixed", ["side", "all"])
@pytest.mark.parametrize("inside, times", [(None, 1), ("rm-1", 2), ("fr-1", 1), ("rs-1", 2)])
def test_rumanian_fortifications_lose_as_printed(inside, times, mixed):
    """wwi.12.47 doubles for Russian fortifications alone: Bucharest by itself owes the printed loss (ruling R10). What counts is
    the army in it, and the fortress does not dilute a Rumanian one."""
    bucharest = "1727"
    camp = [board.NUMBER[j] for j in bits(board.NEAR[board.INDEX[bucharest]] & board.HOME[board.RM])][:3]
    units = dict(zip(("ge-1", "ge-2", "ge-3"), camp, strict=True))
    s = field(
        {**units, **({inside: bucharest} if inside else {})},
        forts=[bucharest],
        dice=[3],
        crp={"ge": 9, "rm": 9, "rs": 9},
        allegiance={"rm": "allied"},
        turn=5,
        options={"mixed-doubling": mixed},
    )
    play(s, f"attack {bucharest}", *(f"add {u}" for u in units), "go")
    note = params(s, "attack")[-1]
    assert note["losses"] == [note["printed"][0], note["printed"][1] * times]


@rule("wwi.8.59b")
def test_the_cap_of_five_holds_for_a_guest_in_a_russian_fortification():
    """A French army in a Russian fortress shares the doubled loss of ten; no more than five of it are met by retreat."""
    fort = _inner_fort()
    camp = [fort + board.GRID.shifts[k] for k in (3, 5, 1)]  # south-west, north-west, north: the south-east stays open
    units = {f"ge-{k}": board.NUMBER[j] for k, j in enumerate(camp, 1)}
    s = field({**units, "fr-1": board.NUMBER[fort]}, forts=[board.NUMBER[fort]], dice=[1], crp={"fr": 20, "rs": 20, "ge": 9})
    play(s, f"attack {board.NUMBER[fort]}", *(f"add {u}" for u in units), "go")
    assert params(s, "attack")[-1]["losses"] == [1, 10]
    assert firsts(s, "retreat") == ["1", "2", "3", "4", "5"]
    assert s.decision.actions == sorted(s.decision.actions)


def _inner_fort() -> int:
    return next(
        i
        for i, k in sorted(board.FORT_STRENGTH.items())
        if board.FORT_NATION[i] == board.RS and k == 1 and board.CLEAR >> i & 1 and len(bits(board.NEAR[i])) == 6
    )


@rule("wwi.8.75b", "wwi.12.45a", "wwi.12.44")
@pytest.mark.parametrize("phase", [4, 6, 8])
def test_only_an_empty_fortification_can_be_given_up(phase):
    """Empty, it pays its whole loss by its own end in any phase, or its owner pays; with an army inside it pays nothing."""
    fort = next(
        i
        for i, k in sorted(board.FORT_STRENGTH.items())
        if board.FORT_NATION[i] == board.FR and k == 2 and board.WEST_EDGE >> i & 1
    )
    n = board.NUMBER[fort]
    camp = [board.NUMBER[j] for j in bits(board.NEAR[fort]) if not board.WEST_EDGE >> j & 1][:2]
    units = {"ge-1": camp[0], "ge-2": camp[1]}
    s = field(units, forts=[n], phase=phase, dice=[1], crp={"fr": 9, "ge": 9})
    play(s, f"attack {n}", "add ge-1", "add ge-2", "go")
    assert texts(s) == ["give-up", "stand"]
    play(s, "give-up")
    assert not s.state.forts >> fort & 1 and crp(s, "fr") == 9
    s = field({**units, "fr-1": n}, forts=[n], phase=phase, dice=[1], crp={"fr": 9, "ge": 9})
    play(s, f"attack {n}", "add ge-1", "add ge-2", "go")
    assert "give-up" not in verbs(s)
    loss = 4  # 8 against 2, column 6, roll of 1
    for points, choices in ((0, ["give-up"]), (loss - 1, ["give-up"]), (loss, ["give-up", "stand"])):
        s = field(units, forts=[n], phase=phase, dice=[1], crp={"fr": points, "ge": 9})
        play(s, f"attack {n}", "add ge-1", "add ge-2", "go")
        assert params(s, "attack")[-1]["losses"][1] == loss
        assert texts(s) == choices


@rule("wwi.12.44")
def test_an_unsupplied_empty_fortification_cannot_pay():
    """Surrounded, its owner's points do not reach it: it falls."""
    fort = _inner_fort()
    units = {f"ge-{k}": board.NUMBER[j] for k, j in zip(range(1, 7), bits(board.NEAR[fort]), strict=True)}
    s = field(units, forts=[board.NUMBER[fort]], dice=[1], crp={"rs": 30, "ge": 9})
    play(s, f"attack {board.NUMBER[fort]}", "add ge-1", "go")
    assert texts(s) == ["give-up"]
