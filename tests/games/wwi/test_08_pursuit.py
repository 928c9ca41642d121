"""Pursuit (wwi.8.71) where it meets fortifications and bent retreats; retreats that cannot run straight (wwi.8.6, wwi.8.54)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.retreat import ways
from firestep.testing import play, rule, texts
from games.wwi.places import near
from games.wwi.positions import O, field, firsts, hx, params, settle, verbs, where

I = board.INDEX


def goals(s: Session[Any], unit: str) -> set[str]:
    return {a[2] for a in s.decision.actions if a[0] == "advance" and a[1] == unit}


# -- the fortification of the emptied hex --------------------------------------------------------------------------------------


def flight(fort: str, runner: str, attackers: dict[str, str], die: int, **kw: Any) -> tuple[Session[Any], tuple[str, ...]]:
    """The army of a fortress is attacked and runs as far as it can; the attackers have paid."""
    s = field({runner: fort, **attackers}, forts=[fort], dice=[die], crp={"ge": 30, "rs": 30}, **kw)
    play(s, f"attack {fort}", *(f"add {u}" for u in attackers), "go")
    settle(play(s, f"retreat {max(int(k) for k in firsts(s, 'retreat'))}"))
    while "step" in verbs(s):
        s.take(s.decision.actions[-1])
    return settle(s), tuple(params(s, "retreats")[0]["path"])


@rule("wwi.8.71a", "wwi.8.71c", "wwi.8.75a", "wwi.12.45b")
@pytest.mark.parametrize("fort", ["2014", "2316", "2512"])
def test_a_fallen_fortress_does_not_stop_its_conqueror(fort: str) -> None:
    """Warsaw, Brest-Litovsk, Kovno: the garrison runs several hexes. Who pursues goes through the fortress and destroys it by that,
    so its zone halts neither him nor those after him."""
    camp = dict(zip(("ge-1", "ge-2", "ge-3"), sorted(near(fort))[:3], strict=True))
    s, path = flight(fort, "rs-1", camp, 2)
    assert len(path) >= 5
    assert all(goals(s, u) == set(path[:-1]) for u in camp)
    beyond = path[-2]
    play(s, f"advance ge-1 {beyond}")
    assert not s.state.forts >> I[fort] & 1 and where(s, "ge-1") == beyond
    assert goals(s, "ge-2") == set(path[:-2])


@rule("wwi.8.71c")
def test_another_fortress_beside_the_path_still_stops_him() -> None:
    """Only the fortress that was stormed is dead: a second one whose zone covers the path ends the pursuit in the first hex it
    controls."""
    camp = dict(zip(("ge-1", "ge-2", "ge-3"), sorted(near("2014"))[:3], strict=True))
    free, path = flight("2014", "rs-1", camp, 2)
    other = next(
        h
        for k in range(2, len(path) - 2)
        for h in near(path[k])
        if h not in path and h not in near(path[1]) and h not in near("2014") and h not in near(path[-1])
    )
    s = free.copy()
    s.state.at[board.UNIT["rs-5"]] = I[other]
    s.state.derive()
    first = next(h for h in path[1:] if h in near(other))
    assert goals(s, "ge-1") == set(path[: path.index(first) + 1]) < goals(free, "ge-1")


@rule("wwi.12.45b")
def test_the_fortress_stands_while_nobody_enters() -> None:
    """It is the advance that destroys it; halting leaves it, zone and all."""
    camp = dict(zip(("ge-1", "ge-2", "ge-3"), sorted(near("2014"))[:3], strict=True))
    s, _ = flight("2014", "rs-1", camp, 2)
    play(s, "halt")
    assert s.state.forts >> I["2014"] & 1


# -- bent retreats (R20) -------------------------------------------------------------------------------------------------------


CORNER = (hx("ne"), hx("se"))
#: the hexes two steps away that can be reached through the corner
BEHIND = sorted({n for h in CORNER for n in near(h) if board.GRID.distance(I[n], I[O]) == 2})


def cornered(*gaps: str, units: dict[str, str] | None = None, points: int = 0, die: int = 5, phase: int = 4) -> Session[Any]:
    """A French army with two empty hexes behind it, side by side; beyond them German zones leave only the gaps. The attack costs it
    two points (die 5) or four (die 1), and it is supplied from the corner itself."""
    bar = [n for n in BEHIND if n not in gaps]
    germans: dict[str, str] = {}
    for n in board.hexes(board.GROUND.ring(I[O], 3)):
        left = [m for m in bar if not any(m in near(g) for g in germans.values())]
        if any(m in near(n) for m in left) and not any(g in near(n) for g in gaps) and n not in (units or {}).values():
            germans[f"ge-{len(germans) + 3}"] = n
    germans |= pocket(*gaps, taken=germans.values()) if die == 1 else {}
    s = field(
        {"fr-1": O, "ge-1": hx("nw"), "ge-2": hx("sw"), **germans, **(units or {})},
        dice=[die],
        phase=phase,
        crp={"ge": 30, "fr": points},
        hexes={"links": list(CORNER)},
    )
    return play(s, f"attack {O}", "add ge-1", "add ge-2", "go")


def pocket(gap: str, taken: Collection[str]) -> dict[str, str]:
    """Austrians four hexes away, who shut what lies beyond the gap."""
    out: dict[str, str] = {}
    for n in board.hexes(board.GROUND.ring(I[O], 4)):
        beyond = [
            m
            for m in near(gap)
            if board.GRID.distance(I[m], I[O]) == 3 and not any(m == g or m in near(g) for g in (*taken, *out.values()))
        ]
        if any(m in near(n) for m in beyond):
            out[f"ah-{len(out) + 1}"] = n
    return out


def steps_of(s: Session[Any]) -> list[tuple[str, ...]]:
    """All retreats of the length that was chosen."""
    out: list[tuple[str, ...]] = []

    def go(s: Session[Any], path: tuple[str, ...]) -> None:
        if "step" not in verbs(s):
            out.append(path)
            return
        for hex in firsts(s, "step"):
            go(play(s.copy(), f"step {hex}"), (*path, hex))

    go(s, ())
    return sorted(out)


@rule("wwi.8.6b", "wwi.8.54")
def test_a_retreat_bends_before_an_army_is_lost() -> None:
    """No hex two steps away is open, but two bent ways of two hexes are: the army takes one and lives."""
    s = cornered()
    assert texts(s) == ["retreat 2"]
    s.take("retreat 2")
    ne, se = CORNER
    assert steps_of(s) == sorted([(ne, se), (se, ne)])
    play(s, f"step {ne}")
    assert [r.rule for r in s.why_not(f"step {O}")] == ["wwi.8.61b"]
    play(s, f"step {se}")
    assert where(s, "fr-1") == se


@rule("wwi.8.6b")
@pytest.mark.parametrize("gap", BEHIND)
def test_a_straight_way_goes_before_a_bent_one(gap: str) -> None:
    """With one hex open two steps away the retreat of two ends there, whatever bends would be possible."""
    s = cornered(gap)
    s.take("retreat 2")
    assert {p[-1] for p in steps_of(s)} == {gap}
    one = next(h for h in CORNER if h in near(gap))
    other = next(h for h in CORNER if h != one)
    play(s, f"step {one}")
    assert [r.rule for r in s.why_not(f"step {other}")] == ["wwi.8.6b"]


@rule("wwi.8.6b")
def test_the_straightest_of_bent_ways() -> None:
    """A retreat of four with a single gap behind the corner: nothing lies four or three steps away, so of the ways that come to no
    hex twice those are taken that end farthest off."""
    s = cornered(BEHIND[2], points=30, die=1)
    found = ways(s.state, board.UNIT["fr-1"], 3)
    assert found.paths and not found.layers
    assert {board.GRID.distance(I[O], p[-1]) for p in found.paths} == {
        max(board.GRID.distance(I[O], i) for i in I.values() if found.ends >> i & 1)
    }
    assert all(len(set(p)) == 3 and I[O] not in p for p in found.paths)
    assert {board.NUMBER[p[-1]] for p in found.paths} == {BEHIND[2]}


@rule("wwi.8.63a", "wwi.8.6b")
def test_a_bend_to_an_empty_hex_spares_a_friend() -> None:
    """A friend stands in the only open hex two steps away. It is not the only safe end of the retreat: the bent one is empty."""
    s = cornered(BEHIND[2], units={"fr-2": BEHIND[2]})
    s.take("retreat 2")
    assert {p[-1] for p in steps_of(s)} == set(CORNER)


@rule("wwi.8.63a")
def test_a_friend_makes_room_when_every_bend_ends_on_friends() -> None:
    """The same with a friend in the corner too: now the straight way is taken again and he behind is displaced."""
    s = cornered(BEHIND[2], units={"fr-2": BEHIND[2], "fr-3": CORNER[0], "fr-4": CORNER[1]})
    s.take("retreat 2")
    assert {p[-1] for p in steps_of(s)} == {BEHIND[2]}


@rule("wwi.8.71a")
def test_the_pursuit_of_a_bent_retreat_ends_beside_the_fugitive() -> None:
    """He came to rest next to where he had stood: an attacker who enters that hex is adjacent to him and goes no farther."""
    s = cornered()
    play(s, "retreat 2", f"step {CORNER[0]}", f"step {CORNER[1]}")
    settle(s)
    assert goals(s, "ge-1") == goals(s, "ge-2") == {O}


@rule("wwi.8.54", "wwi.8.51e")
def test_without_any_way_the_army_is_lost() -> None:
    """Both hexes of the corner in German zones: no path of any shape, no points, no army."""
    s = cornered(units={"ge-12": BEHIND[2]})
    assert texts(s) == ["destroy"]


@rule("wwi.15.1a", "wwi.8.71a", "wwi.8.6a")
def test_retreat_and_pursuit_take_what_they_pass() -> None:
    """An Austrian army falls back two hexes through an Allied centre and takes it; the French who pursue take it back."""
    lodz = "1814"
    x, end = next(
        (n, m)
        for n in near(lodz)
        for m in near(lodz)
        if board.GRID.distance(I[n], I[m]) == 2 and len(near(n)) == 6 and board.CLEAR >> I[n] & 1
    )
    camp = [n for n in near(x) if board.GRID.distance(I[n], I[lodz]) == 2][:2]
    s = field(
        {"ah-1": x, "fr-1": camp[0], "fr-2": camp[1]},
        phase=5,
        dice=[2],
        crp={"ah": 0, "fr": 20},
        superior="central",
        hexes={"links": camp},
    )
    assert s.state.allied_centres >> I[lodz] & 1
    play(s, f"attack {x}", "add fr-1", "add fr-2", "go", "retreat 2", f"step {lodz}")
    s.take(f"step {end}" if f"step {end}" in texts(s) else s.decision.actions[0])
    assert s.state.central_centres >> I[lodz] & 1
    settle(s)
    play(s, f"advance fr-1 {lodz}")
    assert s.state.allied_centres >> I[lodz] & 1


@rule("wwi.15.1a", "wwi.8.71a")
def test_a_long_pursuit_takes_what_lies_on_its_way() -> None:
    """A Russian army runs far, through Warsaw's neighbour Lodz; a German who follows to the end takes it in passing."""
    lodz = "1814"
    x = next(n for n in near(lodz) if len(near(n)) == 6 and board.CLEAR >> I[n] & 1 and n < lodz)
    camp = [n for n in near(x) if board.GRID.distance(I[n], I[lodz]) == 2][:2]
    s = field({"rs-1": x, "ge-1": camp[0], "ge-2": camp[1]}, dice=[3], crp={"rs": 0, "ge": 20})
    play(s, f"attack {x}", "add ge-1", "add ge-2", "go", "retreat 4", f"step {lodz}")
    while "step" in verbs(s):
        s.take(s.decision.actions[-1])
    settle(s)
    far = [a[2] for a in s.decision.actions if a[0] == "advance" and a[1] == "ge-1"]
    end = next(n for n in far if n not in (x, lodz))
    play(s, f"advance ge-1 {end}")
    assert where(s, "ge-1") == end and s.state.central_centres >> I[lodz] & 1
