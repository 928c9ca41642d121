"""Russia surrenders while an army is on its way (wwi.12.12), and no way leads out of it before the garrisons stand (wwi.12.13)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from firestep.engine.reread import rebuilt, unexplained, unlike
from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.control import objectives
from firestep.games.wwi.movement import MoveUnits
from firestep.games.wwi.neutrals import own_centres
from firestep.games.wwi.retreat import RetreatStep
from firestep.games.wwi.state import State
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.wwi.oracle import Referee, scattered
from games.wwi.positions import field, firsts, params, verbs, where

I = board.INDEX
RUSSIA = board.HOME[board.RS]
#: all that has to fall before Warsaw, with which Russia then surrenders
FALLEN = ["2316", "2713", "2720", "2718"]
AFTER = {"surrendered": 4, "collapsed": True}


def outside(s: Session[Any], unit: str = "ge-1") -> bool:
    return not RUSSIA >> I[where(s, unit)] & 1


def rules(s: Session[Any], action: str) -> list[str]:
    return [r.rule for r in s.why_not(action)]


# -- marches ---------------------------------------------------------------------------------------------------------------


@rule("wwi.12.13a", "wwi.12.12a")
def test_a_march_that_makes_russia_surrender_ends_in_russia() -> None:
    """From Lodz through Warsaw to Allenstein: by way of Warsaw and in one order the answer is the same."""
    s = play(field({"ge-1": "2012"}, turn=5, phase=2, hexes={"fallen": FALLEN}), "move ge-1")
    through = play(s.copy(), "via 2014")
    assert through.state.surrendered and firsts(through, "to") and all(RUSSIA >> I[n] & 1 for n in firsts(through, "to"))
    assert rules(through, "to 2112") == ["wwi.12.13a"]
    for action in [t for t in texts(s) if t.startswith("to ") and not RUSSIA >> I[t[3:]] & 1]:
        assert not play(s.copy(), action).state.surrendered, action


@rule("wwi.12.12a")
@pytest.mark.parametrize("place", ["1815", "2116", "2313", "2612"])
def test_the_hex_of_a_russian_army_is_empty_after_the_surrender_on_the_way(place: str) -> None:
    """The march ends in the hex of a Russian army, which leaves the war when Warsaw falls on the way. No Ally is there then."""
    s = play(field({"ge-1": "2012", "rs-1": place}, turn=5, phase=2, hexes={"fallen": FALLEN}), "move ge-1", f"to {place}")
    assert s.state.surrendered and where(s, "ge-1") == place
    assert not s.state.occ[board.ALLIED] >> I[place] & 1 and unlike(s, rebuilt(s)) == []


@rule("wwi.12.13a")
def test_an_army_that_enters_russia_before_the_garrisons_stays() -> None:
    """From Germany through Lodz back to Germany: not by way of Lodz, and not in one order."""
    lodz = "1814"
    s = field({"ge-1": "1713"}, turn=6, phase=2, flags=AFTER, hexes={"centres-allied": [lodz]})
    play(s, "move ge-1")
    through = play(s.copy(), f"via {lodz}")
    assert through.state.central_centres >> I[lodz] & 1
    assert "stay" in texts(through) and all(RUSSIA >> I[n] & 1 for n in firsts(through, "to"))
    for n in firsts(s, "to"):
        after = play(s.copy(), f"to {n}")
        assert not (outside(after) and after.state.central_centres >> I[lodz] & 1), n


@rule("wwi.12.13b")
def test_an_army_on_its_way_is_no_garrison() -> None:
    """Three cities are held, and with the fourth Russia surrenders: the army that passes through it is asked for nothing until it
    stops."""
    held = {"ge-2": "2316", "ge-3": "2713", "ge-4": "2720"}
    s = field({"ge-1": "2012", **held}, turn=5, phase=2, hexes={"fallen": FALLEN})
    play(s, "move ge-1", "via 2014")
    assert s.state.surrendered and "garrison" not in verbs(s)
    stopped = play(s.copy(), "stay")
    assert sorted(firsts(stopped, "garrison")) == ["ge-1", "ge-2", "ge-3", "ge-4"]
    gone = next(n for n in firsts(s, "to") if not board.RUSSIAN_CITIES >> I[n] & 1)
    assert not outside(play(s, f"to {gone}")) and not s.state.garrison and "garrison" not in verbs(s)


@rule("wwi.12.13a", "wwi.12.13b")
def test_with_four_other_cities_held_the_army_may_leave_at_once() -> None:
    """The surrender finds four garrisons in place: the army that brought it about goes on to Germany, in one order or in two."""
    held = {"ge-2": "2316", "ge-3": "2713", "ge-4": "2720", "ge-5": "2718"}
    s = field({"ge-1": "2012", **held}, turn=5, phase=2, hexes={"fallen": FALLEN})
    play(s, "move ge-1")
    steps = play(s.copy(), "via 2014", "to 2112")
    once = play(s.copy(), "to 2112")
    assert where(once, "ge-1") == where(steps, "ge-1") == "2112"
    assert once.state.surrendered and sorted(firsts(once, "garrison")) == sorted(held)
    assert once.state.to_plain() == steps.state.to_plain()


# -- every order in two ways ---------------------------------------------------------------------------------------------------


def eve_of_surrender(count: int, seed: int) -> Iterator[State]:
    """Positions in which one or two cities are missing for Russia's surrender, with German armies near them; some in which Russia
    has surrendered."""
    rng = random.Random(seed)
    cities = bits(board.RUSSIAN_CITIES)
    for k, st in enumerate(scattered(count, seed)):
        st.phase = 2
        st.surrendered = 4 if k % 4 == 0 else 0
        st.reopened = False
        missing = rng.sample(cities, rng.choice((1, 1, 2)))
        st.fallen = board.RUSSIAN_CITIES & ~sum(1 << i for i in missing)
        if rng.random() < 0.5:
            others = bits(board.OTHER_CITIES)
            st.fallen &= ~sum(1 << i for i in rng.sample(others, 2 if any(i in others for i in missing) else 1))
        st.collapsed = st.fallen & board.COLLAPSE_CITIES == board.COLLAPSE_CITIES
        if st.collapsed and st.fallen & board.OTHER_CITIES and not st.surrendered:
            st.fallen &= ~board.OTHER_CITIES
        if st.surrendered:
            for u in board.UNITS_OF[board.RS]:
                st.at[u] = -2
            st.forts &= ~RUSSIA
        near = [j for i in missing for j in bits(board.LAND) if board.GRID.distance(i, j) <= 4 and not st.neutral >> j & 1]
        for u in board.UNITS_OF[board.GE][:6]:
            j = rng.choice(near)
            if j not in st.at and not st.forts >> j & 1:
                st.at[u] = j
        st.derive()
        yield st


def marching(st: State) -> Session[Any]:
    """A Movement Phase in this position. An army has taken the hex in which it stands."""
    own_centres(st)
    st.links_off = (st.links_off | st.links & st.occ[board.CENTRAL]) & ~st.occ[board.ALLIED]
    st.fallen = (st.fallen | board.RUSSIAN_CITIES & st.occ[board.CENTRAL]) & ~st.occ[board.ALLIED]
    st.collapsed = st.collapsed or st.fallen & board.COLLAPSE_CITIES == board.COLLAPSE_CITIES
    if not st.surrendered and st.collapsed:
        st.fallen &= ~board.OTHER_CITIES | st.occ[board.CENTRAL]
    s = field({}, phase=st.phase, turn=st.turn)
    s.state = st
    s.agenda = [MoveUnits(st.phase - 1)]
    s.disable_undo()
    s._decision = None
    return s


def stations(s: Session[Any], size: int) -> list[str]:
    """What the order took on its way, and where it ended."""
    found = next((e for e in s.journal[size:] if e.key == "moves"), None)
    return [] if found is None else list(found.params["path"])


@rule("wwi.12.13a", "wwi.15.1a", "wwi.5.23a")
def test_every_march_is_the_same_by_its_stations() -> None:
    """What one order does, the same order does by way of each station: from positions of all kinds, also where Russia surrenders on
    the way. Out of Russia it leads only where a search of its own finds a way around the last city."""
    marches = surrenders = 0
    for n, st in enumerate([*eve_of_surrender(32, 3), *scattered(12, 9)]):
        s = marching(st)
        if not st.surrendered and st.collapsed and st.fallen & board.OTHER_CITIES:
            continue  # Russia would have surrendered before
        rng = random.Random(n)
        movers = [a for a in s.decision.actions if a[0] == "move"]
        for mover in rng.sample(movers, min(4, len(movers))):
            chosen = s.copy(seed="twice")
            chosen.take(mover)
            unit = board.UNIT[mover[1]]
            if st.at[unit] < 0:
                continue
            goals = objectives(st, st.side(unit))
            ends = [a for a in chosen.decision.actions if a[0] == "to"]
            last = (
                frozenset(board.hexes(board.RUSSIAN_CITIES & ~st.fallen))
                if not st.surrendered and st.side(unit) == board.CENTRAL
                else None
            )
            if last and (st.collapsed or (st.fallen & board.COLLAPSE_CITIES).bit_count() == 4 or len(last) == 1):
                around = Referee(st).moves(mover[1], last - {board.NUMBER[st.at[unit]]}).ends
                assert {a[1] for a in ends if not RUSSIA >> I[a[1]] & 1} <= around, (n, mover)
            if not goals:
                continue
            for a in ends:
                once = chosen.copy(seed="twice")
                size = once.journal_size
                once.take(a)
                way = stations(once, size)
                if len(way) < 2:
                    continue
                steps = chosen.copy(seed="twice")
                if board.UNIT_NATION[unit] == board.AH and any(board.AH_BAN >> I[h] & 1 for h in way):
                    continue  # it might have to stop there: `via` is not offered
                for h in way[:-1]:
                    steps.take(("via", h))
                steps.take(a)
                marches += 1
                surrenders += bool(once.state.surrendered and not st.surrendered)
                assert once.state.to_plain() == steps.state.to_plain(), (n, mover, a, way)
    assert marches > 100 and surrenders > 15, (marches, surrenders)


@rule("wwi.5.21b", "wwi.12.12b", "wwi.12.13a")
def test_a_friend_makes_room_where_the_enemies_around_him_surrender_on_the_way() -> None:
    """Russians on both sides of a German army leave it no room. They are gone when the other army comes from Warsaw."""
    units = {"ge-1": "2013", "ge-2": "1816", "rs-1": "1817", "rs-2": "1815"}
    s = play(field(units, turn=5, phase=2, hexes={"fallen": FALLEN}), "move ge-1")
    assert "to 1816" in texts(play(s.copy(), "via 2014"))
    once = play(s.copy(), "to 1816")
    assert once.state.surrendered and where(once, "ge-1") == "1816" and "must make room" in once.decision.prompt
    early = play(field(units, turn=5, phase=2), "move ge-1")
    assert rules(early, "to 1816")


@rule("wwi.5.21b", "wwi.12.13a")
@pytest.mark.parametrize("start", ["2115", "1915"])
def test_an_army_goes_around_the_last_city_where_its_friend_could_not_make_room_after_it(start: str) -> None:
    """The friend at the border has room in Germany alone. After the surrender he may not go there, so no order by way of Warsaw
    leads to his hex: the army marches around Warsaw or not at all."""
    blocks = {"ge-3": "1814", "ge-4": "1714", "ge-5": "1913", "ge-6": "1914"}
    units = {"ge-1": start, "ge-2": "1813", **blocks}
    s = play(field(units, turn=5, phase=2, hexes={"fallen": FALLEN}, marks={"moved": list(blocks)}), "move ge-1")
    through = play(s.copy(), "via 2014")
    assert through.state.surrendered and rules(through, "to 1813") == ["wwi.5.21b"]
    once = play(s.copy(), "to 1813")
    assert not once.state.surrendered and where(once, "ge-1") == "1813" and "must make room" in once.decision.prompt


@rule("wwi.5.23a", "wwi.12.12b", "wwi.12.13a")
def test_no_stations_lead_farther_than_one_order() -> None:
    """By way of a station an army comes nowhere that one order does not reach, but to the hex from which it started."""
    orders = surrenders = 0
    for n, st in enumerate([*eve_of_surrender(60, 13), *scattered(20, 23)]):
        s = marching(st)
        if not st.surrendered and st.collapsed and st.fallen & board.OTHER_CITIES:
            continue  # Russia would have surrendered before
        rng = random.Random(n)
        movers = [a for a in s.decision.actions if a[0] == "move"]
        for mover in rng.sample(movers, min(6, len(movers))):
            chosen = s.copy(seed="stations")
            chosen.take(mover)
            here = st.at[board.UNIT[mover[1]]]
            ends = {a[1] for a in chosen.decision.actions if a[0] == "to"} | {board.NUMBER[here] if here >= 0 else ""}
            for via in [a for a in chosen.decision.actions if a[0] == "via"]:
                gone = chosen.copy(seed="stations")
                gone.take(via)
                orders += 1
                surrenders += bool(gone.state.surrendered and not st.surrendered)
                assert {a[1] for a in gone.decision.actions if a[0] == "to"} <= ends, (n, mover, via)
    assert orders > 150 and surrenders > 15, (orders, surrenders)


# -- combat ----------------------------------------------------------------------------------------------------------------


def westward(action: tuple[str, ...]) -> tuple[bool, bool, str]:
    """First what leads through the last city, then what leads out of Russia, then what leads far."""
    hex = action[-1]
    if hex not in I:
        return (False, False, hex)
    return (bool(board.RUSSIAN_CITIES >> I[hex] & 1), not RUSSIA >> I[hex] & 1, hex)


def fights(seed: int) -> Iterator[Session[Any]]:
    """Attacks beside the last city, by either side, with Russia about to surrender: every answer at random."""
    rng = random.Random(seed)
    while True:
        city = rng.choice(("2014", "2014", "2014", "2710"))
        ground = [
            n
            for n in board.hexes(board.LAND)
            if board.GRID.distance(I[n], I[city]) <= 3 and not board.FORTS >> I[n] & 1 and n != city
        ]
        fallen = [c for c in ("2014", "2316", "2713", "2720", "2718") if c != city]
        if city == "2710":
            fallen = ["2014", "2316", "2713", "2720"]
        camp = rng.sample(ground, min(len(ground), 9))
        mine = ("fr", "ge") if rng.random() < 0.3 else ("ge", "rs")
        units = {f"{mine[0]}-{k}": n for k, n in enumerate(camp[:5], 1)} | {f"{mine[1]}-{k}": n for k, n in enumerate(camp[5:], 1)}
        s = field(
            units,
            turn=5,
            phase=5 if mine[0] == "fr" else 4,
            hexes={"fallen": fallen, "links": camp[:5]},
            flags={"collapsed": city == "2710"},
            crp={"ge": 20, "fr": 40, "rs": 0},
            dice=[rng.choice((1, 1, 2, 3)) for _ in range(8)],
        )
        yield s


@rule("wwi.12.13a", "wwi.8.6a", "wwi.8.7a")
def test_no_retreat_and_no_pursuit_through_the_last_city_leads_out_of_russia() -> None:
    """Every retreat and every pursuit of a Central army, hex by hex: once Russia has surrendered on the way it ends in Russia."""
    rng = random.Random(4)
    seen = {"retreats": 0, "advances": 0}
    for k, s in enumerate(fights(8)):
        if k == 900 or min(seen.values()) >= 6:
            break
        count = 0
        while (d := s.decision) is not None and s.state.phase < 6 and count < 60:
            count += 1
            wanted = [a for a in d.actions if a[0] in ("attack", "add", "retreat", "step", "advance")]
            go = [a for a in d.actions if a[0] == "go"]
            had, size = s.state.surrendered, s.journal_size
            answers = go if go and rng.random() < 0.4 else wanted or list(d.actions)
            steered = answers[0][0] in ("step", "advance", "retreat") and rng.random() < 0.8
            s.take(max(answers, key=westward) if steered else rng.choice(answers))
            for e in s.journal[size:]:
                if e.key in seen and not had and s.state.surrendered and e.params["unit"].startswith("ge"):
                    seen[e.key] += 1
                    assert RUSSIA >> I[e.params["path"][-1]] & 1, (k, e)
    assert min(seen.values()) >= 5, seen


@rule("wwi.12.13a", "wwi.8.6a")
@pytest.mark.parametrize("fallen, shut", [([], False), (FALLEN, True)])
def test_a_retreat_through_the_last_city_stays_in_russia(fallen: list[str], shut: bool) -> None:
    """From Siedlce by way of Warsaw: into Germany while Russia fights on, not if it surrenders on the way."""
    s = field({"ge-9": "2115", "fr-1": "2214", "fr-2": "2215"}, turn=5, phase=5, hexes={"fallen": fallen})
    through = [p for k in range(2, 5) for p in paths(s, board.UNIT["ge-9"], k) if "2014" in p]
    assert through and any(not RUSSIA >> I[p[-1]] & 1 for p in through) != shut
    everywhere = [p for k in range(2, 5) for p in paths(s, board.UNIT["ge-9"], k) if not RUSSIA >> I[p[-1]] & 1]
    assert everywhere


@rule("wwi.12.13a", "wwi.8.71a")
@pytest.mark.parametrize("fallen, shut", [([], False), (FALLEN, True)])
def test_a_pursuit_through_the_last_city_stays_in_russia(fallen: list[str], shut: bool) -> None:
    """A Russian army flees from Siedlce by way of Warsaw into Germany. The Germans behind it take Warsaw, and stop before the
    border if Russia surrenders by that."""
    units = {"rs-1": "2115", "ge-1": "2214", "ge-2": "2215", "ge-3": "2116"}
    s = field(units, turn=5, phase=4, dice=[1], hexes={"fallen": fallen}, crp={"rs": 20})
    play(s, "attack 2115", "add ge-1", "add ge-2", "add ge-3", "go")
    s.take(max(a for a in s.decision.actions if a[0] == "retreat"))
    while "step" in verbs(s):
        s.take(max((a for a in s.decision.actions), key=westward))
    while "advance" not in verbs(s):
        s.take(s.decision.actions[0])
    assert "2014" in params(s, "retreats")[0]["path"]
    beyond = [n for n in params(s, "retreats")[0]["path"][2:-1] if not RUSSIA >> I[n] & 1]
    assert beyond
    offered = {a[2] for a in s.decision.actions if a[0] == "advance"}
    assert "2014" in offered and bool(offered & set(beyond)) != shut
    if shut:
        assert rules(s, f"advance ge-1 {beyond[0]}") == ["wwi.12.13a"]


def paths(s: Session[Any], unit: int, length: int) -> list[tuple[str, ...]]:
    """Every retreat of a length."""
    done, begun = [], [RetreatStep(unit, length)]
    while begun:
        step = begun.pop()
        if len(step.path) == length:
            done.append(tuple(board.NUMBER[i] for i in step.path))
        else:
            begun += [replace(step, path=(*step.path, I[a[1]])) for a in step.actions(s)]
    return done


# -- Allied armies in Russia -----------------------------------------------------------------------------------------------------


@rule("wwi.12.13b")
@pytest.mark.parametrize("start, reopened", [("2326", False), ("2325", False)])
def test_an_allied_army_that_is_in_russia_does_not_enter_it(start: str, reopened: bool) -> None:
    """A Serbian army was there when Russia surrendered: a step inside Russia frees nobody, a step over the border does."""
    guards = {f"ge-{k}": n for k, n in enumerate(("2014", "2316", "2713", "2720"), 1)}
    s = field({"sb-1": start, **guards}, turn=6, phase=1, flags=AFTER, marks={"garrison": list(guards)})
    play(s, "move sb-1")
    inside = next(n for n in firsts(s, "to") if RUSSIA >> I[n] & 1)
    play(s, f"to {inside}")
    assert s.state.reopened == reopened and "russia-reopened" not in keys(s)
    assert s.state.garrison.bit_count() == 4


@rule("wwi.12.13b", "wwi.8.6a")
def test_a_retreat_inside_russia_frees_nobody() -> None:
    """The same when the army steps back before an attack."""
    guards = {f"ge-{k}": n for k, n in enumerate(("2014", "2316", "2713", "2720"), 1)}
    for die in range(1, 7):
        s = field(
            {"sb-1": "2523", "ge-5": "2422", "ge-6": "2423", **guards},
            turn=6,
            phase=4,
            dice=[die],
            flags=AFTER,
            marks={"garrison": list(guards)},
            hexes={"links": ["2523"]},
            crp={"sb": 0},
        )
        if "attack 2523" not in texts(s):
            pytest.fail("no attack")
        play(s, "attack 2523", "add ge-5", "add ge-6", "go")
        while s.decision and not {"advance", "done", "attack"} & verbs(s):
            s.take(s.decision.actions[-1])
        if params(s, "retreats"):
            assert not s.state.reopened and s.state.garrison.bit_count() == 4
            return
    pytest.fail("no retreat")


@rule("wwi.12.13a")
def test_list_and_explanation_agree_on_the_eve_of_surrender() -> None:
    """Of armies near the last city every candidate is either offered or refused with a rule."""
    asked = 0
    for n, st in enumerate(eve_of_surrender(10, 5)):
        s = marching(st)
        rng = random.Random(n)
        near = [a for a in s.decision.actions if a[0] == "move" and a[1].startswith("ge")]
        for mover in rng.sample(near, min(1, len(near))):
            chosen = s.copy(seed="explained")
            chosen.take(mover)
            assert unexplained(chosen) == [], (n, mover)
            asked += 1
            if via := [a for a in chosen.decision.actions if a[0] == "via"]:
                chosen.take(rng.choice(via))
                assert unexplained(chosen) == [], (n, mover, via)
    assert asked >= 8, asked
