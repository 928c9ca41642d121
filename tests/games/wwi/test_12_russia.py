"""Chapter 12.1: Russia's collapse and surrender, and the garrisons that hold it."""

from __future__ import annotations

import pytest

from firestep.games.wwi.components import board
from firestep.games.wwi.control import objectives
from firestep.games.wwi.economy import borrowers
from firestep.games.wwi.supply import is_supplied
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.wwi.places import near
from games.wwi.positions import O, crp, field, firsts, hx, params, verbs, where

FOUR = ["2014", "2316", "2713", "2720"]
OTHERS = ["2326", "2710", "2718"]
I = board.INDEX
RUSSIA = board.HOME[board.RS]


def beside(city, land=RUSSIA):
    """A hex next to a city, no city itself."""
    return board.NUMBER[next(j for j in bits(board.NEAR[I[city]] & land & ~board.RUSSIAN_CITIES))]


def march(city, fallen, *, unit="ge-1", turn=5, units=None, **kw):
    """A Central army walks into a city, with others fallen before."""
    s = field({unit: beside(city), **(units or {})}, turn=turn, phase=2, hexes={"fallen": list(fallen)}, **kw)
    return play(s, f"move {unit}", f"to {city}")


@rule("wwi.12.11a", "wwi.12.11b", "wwi.12.11d")
@pytest.mark.parametrize("last", FOUR)
def test_collapse_when_the_fourth_city_falls(last):
    """Warsaw, Brest-Litovsk, Kiev and Vilna entered, none of the earlier ones held by anybody: Russia's points are gone."""
    guards = {f"rs-{k}": c for k, c in enumerate(OTHERS, 1)}  # so that the way does not lead through a fifth city
    s = march(last, [c for c in FOUR if c != last], crp={"rs": 30}, units=guards)
    assert s.state.collapsed and crp(s, "rs") == 0
    assert "collapse" in keys(s) and "surrender" not in keys(s)


@rule("wwi.12.11a")
@pytest.mark.parametrize("missing", FOUR)
def test_no_collapse_before_the_fourth(missing):
    """Three of the four and two other cities are not enough."""
    cities = [c for c in FOUR if c != missing]
    s = march(OTHERS[1], cities, crp={"rs": 30}, units={"rs-1": missing})
    assert not s.state.collapsed and crp(s, "rs") == 30


@rule("wwi.12.11a")
def test_passing_through_a_city_takes_it():
    """An army that only crosses Kiev on its way captures it (trap T1)."""
    city = I["2720"]
    start, beyond = next((a, z) for a in bits(board.NEAR[city]) for z in bits(board.NEAR[city]) if board.GRID.distance(a, z) == 2)
    s = field({"ge-1": board.NUMBER[start]}, phase=2, crp={"rs": 30}, hexes={"fallen": ["2014", "2316", "2713"]})
    play(s, "move ge-1", f"to {board.NUMBER[beyond]}")
    assert where(s, "ge-1") == board.NUMBER[beyond] and s.state.collapsed


@rule("wwi.12.11b")
def test_after_the_collapse_no_points_reach_russia():
    """Neither its income nor a loan; its armies fight on."""
    s = field({"rs-1": O}, phase=10, segment="income", flags={"collapsed": True}, crp={"rs": 0, "br": 9})
    assert crp(s, "rs") == 0
    assert board.RS not in borrowers(s.state, board.BR)
    s = field({"rs-1": O}, phase=10, segment="income", crp={"rs": 0, "br": 9})
    assert crp(s, "rs") == 40 and board.RS in borrowers(s.state, board.BR)
    s = field({"rs-1": O, "ah-1": hx("n")}, phase=5, flags={"collapsed": True}, crp={"rs": 0})
    assert f"attack {hx('n')}" in texts(s)


@rule("wwi.12.11c")
def test_a_recaptured_city_prevents_the_collapse():
    """Warsaw was retaken before Kiev fell: no collapse, until Warsaw falls again."""
    s = field({"rs-1": beside("2014"), "ge-1": beside("2720")}, phase=1, crp={"rs": 30}, hexes={"fallen": ["2014", "2316", "2713"]})
    play(s, "move rs-1", "to 2014", "done", "move ge-1", "to 2720")
    assert not s.state.collapsed and crp(s, "rs") == 30
    s = march("2014", ["2316", "2713", "2720"], crp={"rs": 30})
    assert s.state.collapsed


@rule("wwi.12.11c")
def test_any_ally_can_retake_a_city():
    """A Rumanian or British army does it as well as a Russian one, also by passing through."""
    s = field({"br-1": beside("2014")}, phase=1, hexes={"fallen": ["2014", "2316", "2713"]})
    play(s, "move br-1", "to 2014")
    assert not s.state.fallen >> I["2014"] & 1


@rule("wwi.12.12a", "wwi.12.12b", "wwi.15.2", "wwi.12.13e")
@pytest.mark.parametrize("fifth", OTHERS)
@pytest.mark.parametrize("turn, vp", list(enumerate((100, 80, 70, 60, 50, 40, 30, 25, 20, 15), 1)))
def test_surrender_with_the_fifth_city(fifth, turn, vp):
    """After the collapse one of Riga, Gomel and Odessa ends Russia's war: its armies leave, the turn's points are scored."""
    forts = [h for h in board.hexes(board.FORTS & RUSSIA) if h != fifth]
    s = march(fifth, FOUR, turn=turn, units={"rs-1": O, "rs-2": "pool"}, forts=forts, flags={"collapsed": True})
    assert s.state.surrendered == turn
    assert s.state.vp[board.CENTRAL] == vp
    assert all(where(s, f"rs-{k}") == "gone" for k in range(1, 13))
    assert not s.state.forts & RUSSIA


@rule("wwi.15.2x", "wwi.15.2")
def test_example_surrender_on_turn_seven():
    """Thirty Victory Points for the Central Powers."""
    s = march("2710", FOUR, turn=7, flags={"collapsed": True})
    assert s.state.vp[board.CENTRAL] == 30


@rule("wwi.12.12c")
@pytest.mark.parametrize("last", FOUR)
def test_the_fifth_city_may_fall_first(last):
    """Odessa fell before the others: the fall of the fourth is collapse and surrender in one."""
    s = march(last, ["2326", *(c for c in FOUR if c != last)], crp={"rs": 30})
    assert s.state.collapsed and s.state.surrendered == 5 and s.state.vp[board.CENTRAL] == 50


@rule("wwi.12.12a")
def test_no_surrender_without_the_four():
    """All three other cities and three of the four are not enough."""
    s = march("2326", ["2710", "2718", "2014", "2316", "2713"])
    assert not s.state.surrendered and s.state.vp[board.CENTRAL] == 0


@rule("wwi.12.12a")
def test_a_later_recapture_does_not_undo_the_collapse():
    """Warsaw retaken after the collapse: Riga's fall still ends the war (ruling R62)."""
    s = march("2710", ["2316", "2713", "2720"], flags={"collapsed": True})
    assert s.state.surrendered == 5


@rule("wwi.12.12b")
def test_surrender_in_the_middle_of_a_combat():
    """A German army attacked by Russians retreats into Riga, the fifth city: Russia surrenders and its attackers are gone, so
    nobody is left to meet their loss."""
    riga = I["2710"]
    for x in bits(board.NEAR[riga] & board.LAND):
        for a in bits(board.NEAR[x]):
            for c in bits(board.NEAR[x] & board.NEAR[a]):
                if board.GRID.distance(a, riga) < 2 or board.GRID.distance(c, riga) < 2:
                    continue
                units = {"ah-1": board.NUMBER[x], "rs-1": board.NUMBER[a], "rs-2": board.NUMBER[c]}
                for die in range(1, 7):
                    s = field(
                        units, phase=5, dice=[die], hexes={"fallen": FOUR}, flags={"collapsed": True}, crp={"ah": 20, "rs": 0}
                    )
                    if f"attack {board.NUMBER[x]}" not in texts(s):
                        continue
                    play(s, f"attack {board.NUMBER[x]}", "add rs-1", "add rs-2", "go")
                    if "1" not in firsts(s, "retreat"):
                        continue
                    play(s, "retreat 1")
                    while "pay" in verbs(s):
                        s.take(s.decision.actions[-1])
                    if "step 2710" not in texts(s):
                        continue
                    play(s, "step 2710")
                    assert s.state.surrendered and where(s, "rs-1") == "gone"
                    assert s.decision.seat_name == "allied" and texts(s) == ["done"]
                    return
    pytest.fail("no way back into Riga")


# -- garrisons -------------------------------------------------------------------------------------------------------------

BORDER = next(
    (board.NUMBER[i], board.NUMBER[j])
    for i in bits(RUSSIA & ~board.FORTS)
    for j in bits(board.NEAR[i] & board.HOME[board.GE] & ~board.FORTS)
)
AFTER = {"surrendered": 5, "collapsed": True}


def held(cities, unit_at=BORDER[0], **kw):
    """Russia has surrendered; German armies stand in some of its cities and one more on the border."""
    units = {f"ge-{k}": c for k, c in enumerate(cities, 1)} | {"ge-9": unit_at}
    kw.setdefault("phase", 2)
    return field(units | kw.pop("units", {}), turn=6, flags=AFTER, **kw)


@rule("wwi.12.13a")
def test_nobody_leaves_russia_before_it_is_garrisoned():
    """With three cities held an army on the border may move within Russia only; one outside is free to come and go."""
    s = held(FOUR[:3])
    play(s, "move ge-9")
    assert firsts(s, "to") and all(RUSSIA >> I[h] & 1 for h in firsts(s, "to"))
    assert f"to {BORDER[1]}" not in texts(s)
    s = held(FOUR[:3], units={"ge-10": BORDER[1]})
    play(s, "move ge-10")
    assert any(not RUSSIA >> I[h] & 1 for h in firsts(s, "to"))


@rule("wwi.12.13a", "wwi.12.13b")
def test_the_fourth_garrison_frees_the_others():
    """The moment the fourth city is occupied the garrisons are named; from then on the others may leave and these may not move."""
    s = held(FOUR[:3], units={"ge-10": beside("2710")})
    play(s, "move ge-10", "to 2710")
    assert verbs(s) == {"garrison"} and len(texts(s)) == 4
    play(s, *(f"garrison {u}" for u in ("ge-1", "ge-10", "ge-2", "ge-3")))
    assert firsts(s, "move") == ["ge-9"]
    play(s, "move ge-9", f"to {BORDER[1]}")
    assert where(s, "ge-9") == BORDER[1] and "garrison" not in verbs(s)


@rule("wwi.12.13b")
def test_the_player_names_which_four():
    """Five cities are occupied: any four of them are named, the fifth army is free."""
    s = held([*FOUR[:3]], units={"ge-10": beside("2710"), "ge-11": "2718"}, phase=2)
    # three and Gomel are four already: the duty is asked at the first move
    play(s, "move ge-10", "to 2710")
    assert len(texts(s)) == 5
    play(s, *(f"garrison {u}" for u in ("ge-1", "ge-2", "ge-3", "ge-10")))
    assert "ge-11" in firsts(s, "move") and "ge-1" not in firsts(s, "move")


@rule("wwi.12.13b", "wwi.12.13c")
def test_an_allied_army_in_russia_frees_the_garrisons():
    """They may move again, and the points for the surrender stay."""
    s = held(
        FOUR,
        phase=1,
        units={"rm-1": board.NUMBER[next(j for j in bits(board.HOME[board.RM]) if board.NEAR[j] & RUSSIA)]},
        marks={"garrison": [f"ge-{k}" for k in range(1, 5)]},
        allegiance={"rm": "allied"},
        vp={"central": 40},
    )
    assert "ge-1" not in firsts(s, "move")
    play(s, "move rm-1")
    s.take(next(a for a in s.decision.actions if a[0] == "to" and RUSSIA >> I[a[1]] & 1))
    assert s.state.reopened and s.state.vp[board.CENTRAL] == 40
    play(s, "done")
    assert {"ge-1", "ge-2", "ge-3", "ge-4", "ge-9"} <= set(firsts(s, "move"))


@rule("wwi.12.13b")
def test_a_garrison_stays_in_combat_too():
    """It may attack, but it neither advances nor retreats nor makes room for others."""
    odessa = I["2326"]
    camp = [j for j in bits(board.NEAR[odessa] & board.LAND)]
    units = {"ge-1": "2326", "ge-2": "2014", "ge-3": "2316", "ge-4": "2720"}
    marks = {"garrison": list(units)}
    s = field(
        {**units, "fr-1": board.NUMBER[camp[0]], "fr-2": board.NUMBER[camp[1]]},
        turn=7,
        phase=5,
        flags=AFTER,
        marks=marks,
        dice=[3],
        crp={"ge": 20, "fr": 20},
        hexes={"links": [board.NUMBER[c] for c in camp[:2]]},
        superior="central",
    )
    play(s, "attack 2326", "add fr-1", "add fr-2", "go")
    assert firsts(s, "retreat") == [] and "stand" in verbs(s)
    # its own attack succeeds, and it stays
    s = field(
        {**units, "fr-1": board.NUMBER[camp[0]]},
        turn=7,
        phase=8,
        flags=AFTER,
        marks=marks,
        dice=[4],
        crp={"ge": 20, "fr": 20},
        hexes={"links": [board.NUMBER[camp[0]]]},
        superior="central",
    )
    if board.CLEAR >> camp[0] & 1:
        play(s, f"attack {board.NUMBER[camp[0]]}", "add ge-1", "go", "destroy")
        s.take(s.decision.actions[-1])
        assert "advance" not in verbs(s)


@rule("wwi.12.13b")
def test_a_garrison_is_not_displaced():
    """A retreat that could only end in its city is refused."""
    city = "2720"
    i = I[city]
    for d in range(6):
        x = i - board.GRID.shifts[d]
        rear = x - board.GRID.shifts[d]
        if not all(board.LAND >> k & 1 for k in (x, rear)) or not board.NEAR[x] >> rear & 1:
            continue
        sides = [j for j in bits(board.NEAR[x]) if board.GRID.distance(j, i) == 1]
        if len(sides) < 2:
            continue
        blocks = {}
        for k, side in enumerate(sides):
            far = next(
                (f for f in bits(board.NEAR[side]) if board.GRID.distance(f, x) == 2 and board.GRID.distance(f, i) == 2), None
            )
            if far is not None:
                blocks[f"br-{k + 1}"] = board.NUMBER[far]
        units = {
            "ge-1": city,
            "ge-2": "2014",
            "ge-3": "2316",
            "ge-4": "2713",
            "ge-9": board.NUMBER[x],
            "fr-1": board.NUMBER[rear],
            "fr-2": board.NUMBER[next(j for j in bits(board.NEAR[rear] & board.NEAR[x]))],
            **blocks,
        }
        kw = dict(
            turn=7,
            phase=5,
            flags=AFTER,
            dice=[4],
            crp={"ge": 20, "fr": 20},
            superior="central",
            hexes={"links": [units["fr-1"], units["fr-2"]]},
        )
        free = field(units, marks={"garrison": []}, **kw)
        if f"attack {board.NUMBER[x]}" not in texts(free):
            continue
        play(free, f"attack {board.NUMBER[x]}", "add fr-1", "add fr-2", "go")
        if "1" not in firsts(free, "retreat"):
            continue
        play(free, "retreat 1")
        while "pay" in verbs(free):
            free.take(free.decision.actions[-1])
        if texts(free) != [f"step {city}"]:
            continue
        s = field(units, marks={"garrison": ["ge-1", "ge-2", "ge-3", "ge-4"]}, **kw)
        play(s, f"attack {board.NUMBER[x]}", "add fr-1", "add fr-2", "go")
        assert "1" not in firsts(s, "retreat")
        return
    pytest.fail("no such place")


@rule("wwi.12.13b")
def test_a_garrison_that_was_lost_and_rebuilt_is_an_army_like_others():
    """The duty ends with the army: the same counter built again may move."""
    odessa = I["2326"]
    camp = [board.NUMBER[j] for j in bits(board.NEAR[odessa] & board.LAND)][:2]
    units = {"ge-1": "2326", "ge-2": "2014", "ge-3": "2316", "ge-4": "2720"}
    s = field(
        {**units, "fr-1": camp[0], "fr-2": camp[1]},
        turn=7,
        phase=9,
        flags=AFTER,
        marks={"garrison": list(units)},
        dice=[3],
        crp={"ge": 20, "fr": 20},
        hexes={"links": camp},
        superior="central",
    )
    play(s, "attack 2326", "add fr-1", "add fr-2", "go", "destroy")
    assert not s.state.garrison >> board.UNIT["ge-1"] & 1
    assert s.state.garrison >> board.UNIT["ge-2"] & 1


@rule("wwi.12.13d")
def test_the_east_edge_supplies_nobody_after_the_surrender():
    """A Serbian army on the east edge was in supply; it is not any more."""
    edge = board.NUMBER[next(i for i in bits(board.EAST_EDGE))]
    belt = {f"ge-{k}": board.NUMBER[j] for k, j in enumerate(bits(board.NEAR[I[edge]] & ~board.EAST_EDGE), 1)}
    s = field({"sb-1": edge, **belt})
    assert is_supplied(s.state, board.UNIT["sb-1"])
    s = field({"sb-1": edge, **belt}, flags=AFTER)
    assert not is_supplied(s.state, board.UNIT["sb-1"])


@rule("wwi.12.13e")
def test_russian_ruins_stay_ruins():
    """After the surrender nobody rebuilds a fortification in Russia."""
    s = field({}, turn=6, phase=10, segment="build-allied", flags=AFTER)
    assert not any(RUSSIA >> I[h] & 1 for h in firsts(s, "rebuild"))
    assert not any(a[0] == "build" and a[1] == "rs" for a in s.decision.actions)


@rule("wwi.12.12b")
def test_the_journal_tells_the_surrender():
    """One entry with the points and the rules that decided."""
    s = march("2710", FOUR, turn=7, flags={"collapsed": True})
    assert params(s, "surrender") == [{"vp": 30}]


@rule("wwi.5.21b")
def test_an_army_without_room_is_disbanded() -> None:
    """T25: Russia surrenders by the move that takes an army's hex, and its only way out leads out of Russia."""
    from firestep.games.wwi.components import board
    from firestep.games.wwi.movement import MoveUnit
    from firestep.testing import situation

    russia = board.HOME[board.RS]
    #: a Russian border hex with another country beside it
    here = next(
        n
        for n in board.hexes(russia)
        if board.NEAR[board.INDEX[n]] & (board.HOME[board.GE] | board.HOME[board.AH])
        and not board.RUSSIAN_CITIES >> board.INDEX[n] & 1
    )
    around = board.NEAR[board.INDEX[here]] & russia  # the enemy holds every Russian hex beside it, and so controls it too
    units = {"ge-1": here} | {f"fr-{k}": n for k, n in zip((1, 2, 3, 4, 5, 6), board.hexes(around), strict=False)}
    s = situation(
        "wwi",
        clear=True,
        turn=5,
        phase=2,
        units=units,
        flags={"surrendered": 4, "collapsed": True},
        hexes={"forts-destroyed": board.hexes(board.FORTS)},
        marks={},
    )
    s.agenda.append(MoveUnit(board.UNIT["ge-1"], must=True))
    s._decision = None
    assert s.decision is not None and s.decision.actions == [("disband",)]
    assert s.why_not("disband") == []
    s.take("disband")
    assert s.state.at[board.UNIT["ge-1"]] == -1 and s.journal[-1].key == "no-room"


@rule("wwi.12.12b", "wwi.15.2")
def test_russia_surrenders_once() -> None:
    """A further city entered after the surrender brings neither points nor another surrender, and is no prize any more."""
    s = field({"ge-1": near("2710")[0]}, turn=6, phase=2, flags=AFTER, hexes={"fallen": [*FOUR, "2718"]}, vp={"central": 50})
    assert not objectives(s.state, board.CENTRAL) & board.RUSSIAN_CITIES & ~board.CENTRES
    play(s, "move ge-1", "to 2710")
    assert s.state.vp[board.CENTRAL] == 50 and "surrender" not in keys(s) and s.state.surrendered == 5


@rule("wwi.12.11c", "wwi.15.1a")
def test_a_russian_march_retakes_the_city_on_its_way() -> None:
    """Before the collapse a fallen city is a prize for the Allies: the way leads through it. After the collapse it is none."""
    start, end = next((a, c) for a in near("2316") for c in near("2316") if board.GRID.distance(I[a], I[c]) == 2 and a < c)
    for collapsed in (False, True):
        s = field({"rs-1": start}, turn=5, phase=1, hexes={"fallen": ["2316"]}, flags={"collapsed": collapsed})
        play(s, "move rs-1", f"to {end}")
        assert (s.state.fallen == 0) != collapsed
