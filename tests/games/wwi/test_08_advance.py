"""Chapter wwi.8.7: advance after combat."""

from __future__ import annotations

import pytest

from firestep.games.wwi.components import board
from firestep.games.wwi.supply import is_supplied
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, texts
from games.wwi.positions import O, field, firsts, hx, params, settle, verbs, where

WEST = {"ge-1": hx("nw"), "ge-2": hx("sw")}
I = board.INDEX


def strike(units, die, *, target=O, attackers=("ge-1", "ge-2"), points=20, phase=4, **kw):
    """Column 5 on the field: a roll of 6 costs the defender 1, 2 to 5 cost him 2, 1 costs him 4."""
    money = {n: points for n in ("fr", "br", "rs", "sb", "it", "ge", "ah")}
    s = field(units, dice=[die], crp=money, phase=phase, **kw)
    return play(s, f"attack {target}", *(f"add {u}" for u in attackers), "go")


def fall_back(s, *path):
    """The defender retreats along this path, then the attacker pays what he owes."""
    play(s, f"retreat {len(path)}")
    settle(s)
    for h in path:
        s.take(f"step {h}")
    return settle(s)


def goals(s, unit):
    return [a[2] for a in s.decision.actions if a[0] == "advance" and a[1] == unit]


EAST = (hx("ne"), hx("ne", "se"), hx("ne", "se", "ne"), hx("ne", "se", "ne", "se"))


@rule("wwi.8.7a")
def test_attackers_may_enter_the_emptied_hex():
    """After a retreat and after a destruction the hex is open to those who attacked it, to nobody else."""
    s = fall_back(strike({**WEST, "fr-1": O, "ah-1": hx("n")}, 6), hx("se"))
    assert texts(s) == [f"advance ge-1 {O}", f"advance ge-2 {O}", "halt"]  # ah-1 did not take part
    play(s, f"advance ge-2 {O}")
    assert where(s, "ge-2") == O and s.decision.seat_name == "central"
    s = settle(play(strike({**WEST, "fr-1": O}, 6, phase=8), "destroy"))
    assert texts(s) == [f"advance ge-1 {O}", f"advance ge-2 {O}", "halt"]
    s = settle(play(strike({**WEST, "fr-1": O}, 6), "stand"))
    assert "advance" not in verbs(s)


@rule("wwi.8.7b")
def test_an_advance_steps_from_zone_to_zone():
    """The attackers stand in the zone of a second enemy who controls the emptied hex as well: they advance all the same."""
    s = fall_back(strike({**WEST, "fr-1": O, "fr-2": hx("n"), "fr-3": hx("s")}, 6), hx("se"))
    assert goals(s, "ge-1") == [O]
    play(s, f"advance ge-1 {O}")
    assert where(s, "ge-1") == O


@rule("wwi.8.7c")
def test_defenders_never_advance():
    """An attack that costs the attacker his army opens nothing to the defender."""
    s = strike({**WEST, "fr-1": O}, 6, phase=8)
    play(s, "stand", "pay fr 1", "lose ge-1")
    assert s.decision.seat_name == "central" and "advance" not in verbs(s)
    assert where(s, "fr-1") == O


@rule("wwi.8.71a", "wwi.8.71b")
def test_pursuit_along_the_path_of_the_retreat():
    """After four hexes attackers may stop on any hex of the path up to the one next to the retreated army."""
    s = fall_back(strike({**WEST, "fr-1": O}, 1), *EAST)
    assert sorted(goals(s, "ge-1")) == sorted([O, *EAST[:3]])
    play(s, f"advance ge-1 {EAST[2]}")
    assert board.NEAR[I[EAST[2]]] >> I[where(s, "fr-1")] & 1
    # another way of the same length leads another way
    other = (hx("se"), hx("se", "se"), hx("se", "se", "se"), hx("se", "se", "se", "se"))
    s = fall_back(strike({**WEST, "fr-1": O}, 1), *other)
    assert sorted(goals(s, "ge-2")) == sorted([O, *other[:3]])


@rule("wwi.8.71c")
def test_pursuit_halts_in_the_zone_of_another_enemy():
    """A second French army controls the second hex of the path: pursuers may enter it and go no farther. The zone of the
    retreated army itself, and a zone over the first hex, stop nobody."""
    watcher = hx("ne", "n", "ne")  # next to the second hex of the way (ne, ne) but not to the first
    path = (hx("ne"), hx("ne", "ne"), hx("ne", "ne", "se"), hx("ne", "ne", "se", "se"))
    s = fall_back(strike({**WEST, "fr-1": O, "fr-2": watcher}, 1), *path)
    assert sorted(goals(s, "ge-1")) == sorted([O, path[0], path[1]])
    beside_first = {"fr-2": hx("s")}  # controls the emptied hex only
    s = fall_back(strike({**WEST, "fr-1": O, **beside_first}, 1), *EAST)
    assert set(goals(s, "ge-1")) == {O, *EAST[:3]}


@rule("wwi.8.71d")
def test_advancing_units_pass_but_do_not_stack():
    """The first takes the emptied hex, the second passes through it; two never end in one hex."""
    s = fall_back(strike({**WEST, "fr-1": O}, 1), *EAST)
    play(s, f"advance ge-1 {O}")
    assert goals(s, "ge-1") == [] and O not in goals(s, "ge-2")
    assert sorted(goals(s, "ge-2")) == sorted(EAST[:3])
    play(s, f"advance ge-2 {EAST[1]}")
    assert (where(s, "ge-1"), where(s, "ge-2")) == (O, EAST[1])


@rule("wwi.8.72a", "wwi.8.73")
def test_advance_is_free_over_any_ground():
    """Three hexes of mountain, six Movement Points by foot, are one advance; and the army may move in full afterwards."""
    for x in bits(board.ROUGH & board.HOME[board.AH]):
        for d in range(6):
            way = board.GRID.ray(x, d, 4)
            back = x - board.GRID.shifts[d]
            if (
                len(way) < 4
                or not all((board.ROUGH & board.HOME[board.AH]) >> i & 1 for i in way)
                or not (board.HOME[board.AH] >> back) & 1
            ):
                continue
            if not all(board.NEAR[i] >> j & 1 for i, j in zip((back, x, *way), (x, *way), strict=False)):
                continue
            side = [j for j in bits(board.NEAR[x] & board.NEAR[back] & board.HOME[board.AH])]
            if len(side) < 2:
                continue
            units = {
                "fr-1": board.NUMBER[back],
                "fr-2": board.NUMBER[side[0]],
                "fr-3": board.NUMBER[side[1]],
                "ah-1": board.NUMBER[x],
            }
            s = strike(units, 1, target=board.NUMBER[x], attackers=("fr-1", "fr-2", "fr-3"), phase=5)
            path = [board.NUMBER[i] for i in way]
            if "4" not in firsts(s, "retreat"):
                continue
            fall_back(s, *path)
            play(s, f"advance fr-1 {path[2]}")
            assert where(s, "fr-1") == path[2]
            assert not s.state.moved >> board.UNIT["fr-1"] & 1
            return
    pytest.fail("no mountains")


@rule("wwi.8.72b")
def test_an_advance_may_end_out_of_supply():
    """The emptied hex is ringed by enemy zones: the army enters it and is cut off, by its own choice."""
    units = {"ge-1": hx("nw"), "ah-1": hx("nw", "nw"), "fr-1": O, "fr-2": hx("s"), "fr-3": hx("n")}
    s = strike(units, 4, attackers=("ge-1",), phase=8)
    settle(play(s, "destroy"))
    play(s, f"advance ge-1 {O}")
    assert where(s, "ge-1") == O
    assert not is_supplied(s.state, board.UNIT["ge-1"])


@rule("wwi.8.74")
def test_an_empty_fortification_is_destroyed_and_entered():
    """Given up in combat, it is marked as destroyed and an attacker may enter its hex."""
    fort = next(i for i in sorted(board.FORT_STRENGTH) if board.FORT_NATION[i] == board.FR and board.WEST_EDGE >> i & 1)
    n = board.NUMBER[fort]
    camp = [board.NUMBER[j] for j in bits(board.NEAR[fort]) if not board.WEST_EDGE >> j & 1][:2]
    s = strike({"ge-1": camp[0], "ge-2": camp[1]}, 1, target=n, forts=[n])
    settle(play(s, "give-up"))
    assert not s.state.forts >> fort & 1
    assert f"advance ge-1 {n}" in texts(s)
    s = strike({"ge-1": camp[0], "ge-2": camp[1]}, 1, target=n, forts=[n])
    settle(play(s, "stand"))
    assert s.state.forts >> fort & 1 and "advance" not in verbs(s)


def manned(die, phase=4):
    """A French army in a fortress of its own, with room behind it, attacked from the east."""
    fort = next(
        i
        for i, k in sorted(board.FORT_STRENGTH.items())
        if board.FORT_NATION[i] == board.FR
        and not board.WEST_EDGE >> i & 1
        and board.CLEAR >> i & 1
        and len(bits(board.NEAR[i])) == 6
    )
    n = board.NUMBER[fort]
    camp = [hx("ne", start=n), hx("se", start=n)]
    s = strike({"ge-1": camp[0], "ge-2": camp[1], "fr-1": n}, die, target=n, forts=[n], phase=phase)
    return s, fort, n


@rule("wwi.8.75a", "wwi.12.45b")
def test_a_garrison_leaves_and_the_fortification_falls_to_the_advance():
    """It is destroyed when an attacker enters, and only then; a destroyed garrison makes no difference."""
    for phase in (4, 8):
        for enters in (True, False):
            s, fort, n = manned(2, phase)
            if phase == 8:
                settle(play(s, "destroy"))
            else:
                play(s, "retreat 2")
                while "step" in verbs(s):
                    s.take(s.decision.actions[0])
                settle(s)
            assert s.state.forts >> fort & 1
            play(s, f"advance ge-1 {n}" if enters else "halt")
            assert bool(s.state.forts >> fort & 1) != enters
            if not enters:
                assert s.state.forts_attacked >> fort & 1  # it has been attacked in this phase (ruling R18)


@rule("wwi.8.75c")
def test_pursuit_stops_before_an_uninvolved_fortification():
    """The retreat runs through another fortress of the defender: the pursuers may not enter it, nor pass it."""
    fort = next(
        i for i, k in sorted(board.FORT_STRENGTH.items()) if board.FORT_NATION[i] == board.RS and len(bits(board.NEAR[i])) == 6
    )
    for d in range(6):
        far = fort + board.GRID.shifts[d]
        start = fort - board.GRID.shifts[d]
        rear = start - board.GRID.shifts[d]
        if not all((board.LAND & ~sum(board.HOME[n] for n in (board.RM, board.BU, board.NE))) >> i & 1 for i in (far, start, rear)):
            continue
        if not board.NEAR[start] >> rear & 1 or not board.NEAR[start] >> fort & 1:
            continue
        units = {
            "ge-1": board.NUMBER[rear],
            "ge-2": board.NUMBER[next(j for j in bits(board.NEAR[rear] & board.NEAR[start]))],
            "rs-1": board.NUMBER[start],
        }
        s = strike(units, 4, target=board.NUMBER[start], forts=[board.NUMBER[fort]])
        if "2" not in firsts(s, "retreat"):
            continue
        play(s, "retreat 2")
        settle(s)
        if f"step {board.NUMBER[fort]}" not in texts(s):
            continue
        play(s, f"step {board.NUMBER[fort]}")
        s.take(s.decision.actions[0])
        settle(s)
        assert goals(s, "ge-1") == [board.NUMBER[start]]
        assert s.state.forts >> fort & 1
        return
    pytest.fail("no way through a fortress")


@rule("wwi.8.76a", "wwi.8.76b")
def test_advance_is_voluntary_partial_and_at_once():
    """Halting is always a choice; one of two may go; before it is settled no other attack can be declared."""
    units = {**WEST, "fr-1": O, "fr-9": hx("nw", "nw"), "ah-1": hx("nw", "nw", "n"), "ah-2": hx("nw", "nw", "nw")}
    s = fall_back(strike(units, 6), hx("se"))
    assert "halt" in texts(s) and "attack" not in verbs(s)
    t = play(s.copy(), "halt")
    assert "attack" in verbs(t) and where(t, "ge-1") == hx("nw")
    play(s, f"advance ge-1 {O}")
    assert where(s, "ge-2") == hx("sw")
    assert "attack" in verbs(s) and "advance" not in verbs(s)  # the chance is gone with the next attack


@rule("wwi.8.71a")
def test_a_friend_of_the_enemy_on_the_path_stops_the_pursuit():
    """The retreat ran through a second French army: pursuers cannot follow through it."""
    s = strike({"ge-1": hx("n"), "ge-2": hx("nw"), "ah-1": hx("se", "s"), "fr-1": O, "fr-2": hx("ne")}, 3)
    fall_back(s, hx("ne"), hx("ne", "ne"))
    assert goals(s, "ge-1") == [O]


def test_marks_follow_the_unit():
    """Trap T9: an army that attacked and advanced cannot attack again; one that was attacked and retreated is safe."""
    s = fall_back(strike({**WEST, "fr-1": O, "fr-9": hx("se", "s")}, 6), hx("se"))
    play(s, f"advance ge-1 {O}")
    assert texts(s) == ["done"]
    assert params(s, "advances")[-1]["path"] == [hx("nw"), O]
