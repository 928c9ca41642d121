"""One thing that a player can do in two ways: it must be legal, or barred, in both."""

from __future__ import annotations

import random
from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.gwb import combat, movement, refusals_combat, slow
from firestep.games.gwb.components.battle import battle
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, texts
from games.gwb.positions import Melee, field, rules
from games.gwb.test_fuzz import choose, start
from sampling import every

# -- an attack across the open, and an attack from the hex that it leads to -----------------------------------------


def attack_afterwards(s: Session[Any], step: combat.Declare) -> list[str]:
    """What stands against the same attack once the units have gone forward. Isolation is judged before the step (G89)."""
    before = s.state.isolated(s.state.side)
    cut = any(before >> s.state.at[u] & 1 for u in bits(step.att))
    t = s.copy()
    for u, mid in step.via:
        t.state.put(u, mid)
    found = combat.Declare(step.t)
    against = []
    for u in bits(step.att):
        reasons = [r.rule for r in refusals_combat.declare(t, found, ("add", t.state.b.words[u]))]
        listed = bool(found.joiners(t)[0] >> u & 1)
        if not cut and t.state.isolated(t.state.side) & ~before:
            reasons, listed = [r for r in reasons if r != "gwb.12.2a"], True
        against += reasons if reasons or listed else ["the list"]
        found = combat.Declare(step.t, found.att | 1 << u)
    return against


#: Allied units whose zones of control cut off everybody south of them
WALL = {"fr-k": "0202", "fr-g1": "0502", "fr-g2": "0802", "fr-z1": "1102"}


def scattered(seed: int) -> Session[Any]:
    """Stacks of both sides thrown over the middle of the training ground, the German ones cut off in half of the positions."""
    r = random.Random(f"two ways {seed}")
    b = battle("training")
    near = [h for h in b.board.grid.numbers(b.board.land) if "05" <= h[:2] <= "10" and "05" <= h[2:] <= "09"]
    r.shuffle(near)
    hexes = {0: [near.pop() for _ in range(2)], 1: [near.pop() for _ in range(4)]}
    units = [u for u in b.units if not u.off_board and not u.gun and u.id not in WALL]
    places = {u.id: r.choice(hexes[u.side]) for u in units}
    return field({**places, **WALL} if seed % 4 < 2 else places, turn=2)


@rule("gwb.12.2a", "gwb.13.2a", "gwb.6.0i")
@pytest.mark.parametrize("part", range(4))
def test_nobody_attacks_across_the_open_who_could_not_attack_from_there(part: int) -> None:
    seen = cut = 0
    for seed in every(2, range(part * 200, part * 200 + 200)):
        s, r = scattered(seed), random.Random(seed)
        targets = [t for t in texts(s) if t.startswith("attack")]
        if not targets:
            continue
        play(s, r.choice(targets))
        while isinstance(s.top, combat.Declare):
            more = [a for a in s.decision.actions if a[0] == "across"] or [a for a in s.decision.actions if a[0] == "add"]
            if s.top.via:
                seen += 1
                cut += any(s.state.isolated(1) >> s.state.at[u] & 1 for u in bits(s.top.att))
                assert attack_afterwards(s, s.top) == [], (seed, s.top)
            if not more:
                break
            s.take(r.choice(more))
    assert seen > 20 and cut > 5


@rule("gwb.12.2a", "gwb.13.2a")
def test_an_isolated_stack_goes_across_the_open_into_one_hex_only() -> None:
    units = {"ge-c1": "0905", "ge-c2": "0905", "fr-b": "0806"}
    s = play(field({**units, **WALL}), "attack 0806", "across ge-c1 0805")
    assert s.state.isolated(1) & s.state.b.board.grid.bit("0905")
    assert texts(s) == ["across ge-c2 0805", "commit"] and rules(s, "across ge-c2 0906") == ["gwb.12.2a"]
    t = play(field(units), "attack 0806", "across ge-c1 0805")
    assert texts(t) == ["across ge-c2 0805", "across ge-c2 0906", "commit"]


@rule("gwb.13.2f")
def test_a_unit_that_keeps_its_marker_does_not_go_across_the_open_again() -> None:
    units = {"ge-c1": "0805", "fr-b": "1004", "fr-z1": "1010"}
    s = field({**units, "ge-c1": "0805 open"})
    assert "attack 1004" not in texts(s) and rules(s, "attack 1004") == ["gwb.13.2f"]
    assert "attack 1004" in texts(field(units))
    # from where it stands it may attack (G90)
    assert "attack 0804" in texts(field({**units, "ge-c1": "0805 open", "fr-b": "0804"}))


# -- a march in one order, and hex by hex ---------------------------------------------------------------------------


def left_at(s: Session[Any]) -> dict[int, int]:
    """The hexes that the moving unit can go to at a price, and the points that it keeps there."""
    m: Any = s.top
    levels = movement.levels_of(s.state, m.u, m.mp, m.bonus)
    return {h: m.mp - cost for cost, mask in enumerate(levels) for h in bits(mask & m.goals(s))}


@rule("gwb.7.1a", "gwb.10.2a", "gwb.10.2c", "gwb.7.4c")
@pytest.mark.parametrize("seed", every(2, range(6)))
def test_a_march_in_one_order_leads_as_far_as_hex_by_hex(seed: int) -> None:
    s, r = start("training", 300 + seed), random.Random(seed)
    seen = 0
    while (d := s.decision) and seen < 12:
        if type(d.step).__name__ == "Moving" and s.state.at[d.step.u] > 0 and r.random() < 0.15:
            number = s.state.b.grid.number
            once = left_at(s)
            hops: dict[int, int] = {}
            queue = [(s.copy(), d.step.u)]
            best = {s.state.at[d.step.u]: d.step.mp}
            while queue:
                t, u = queue.pop(0)
                here = left_at(t) if type(t.decision.step).__name__ == "Moving" and t.top.u == u else {}  # type: ignore[union-attr, attr-defined]
                for h in bits(t.state.b.grid.near(t.state.at[u])):
                    if h in here and here[h] > best.get(h, -1):
                        best[h] = hops[h] = here[h]
                        n = t.copy()
                        n.take(f"go {number(h)}")
                        while "pass" in texts(n):
                            n.take("pass")
                        queue.append((n, u))
            assert hops == {h: n for h, n in once.items() if h != s.state.at[d.step.u]}, s.state.b.units[d.step.u].id
            seen += bool(once)
        s.take(choose(r, d.actions))
    assert seen == 12


# -- a retreat, an advance or a step across the open, and a march of one hex ----------------------------------------


def barred(st: Any, u: int, a: int, b: int) -> str | None:
    """What keeps a unit out of the next hex in every order: water without a bridge, terrain, an enemy. Zones of control stop
    a march only (gwb.10.2, gwb.10.3, gwb.6.4.5b)."""
    if slow.units_at(st, b, 1 - st.b.units[u].side):
        return "gwb.7.2d"
    return slow.water(st, a, b) or ("gwb.7.1a" if slow.price(st, u, a, b) is None else None)


def by_bad_ground(seed: int) -> Session[Any]:
    """A fight next to water or marsh: infantry with limbered guns on both sides."""
    r = random.Random(f"bad ground {seed}")
    b = battle("training")
    marsh = b.board.with_["marsh"]
    wet = {h for s, kind in b.board.sides.items() if kind != "stream" for h in s} | set(bits(b.grid.dilate(marsh) & ~marsh))
    target = r.choice(sorted(wet & set(bits(b.board.land & ~marsh))))
    beside = [h for h in bits(b.grid.near(target)) if b.board.land >> h & 1]
    places = {}
    for k, hexes in ((0, [target]), (1, r.sample(beside, min(2, len(beside))))):
        men = [u for u in b.units if u.side == k and not u.off_board]
        for h in hexes:
            for u in [*r.sample([u for u in men if not u.gun], 2), r.choice([u for u in men if u.gun and not u.heavy])]:
                places[u.id] = b.grid.number(h) + (" limbered" if u.gun else "")
    return field(places, phase=r.choice(("coordinated", "hasty")), turn=2)


@rule("gwb.6.4.2c", "gwb.6.4.5a", "gwb.13.2d", "gwb.7.1a", "gwb.7.3e")
def test_nobody_retreats_or_advances_where_he_could_not_march(melee: Melee) -> None:
    melee(0, 2)
    seen = {"back": 0, "advance": 0}
    for seed in range(len(every(4, range(600)))):
        s, r = by_bad_ground(seed), random.Random(seed)
        for _ in range(25):
            walk(s, seen)
            d = s.decision
            if d is None:
                break
            s.take(("retreat",) if ("retreat",) in d.actions else choose(r, d.actions))
    assert min(seen.values()) > 50


@rule("gwb.6.4.2b", "gwb.7.2a", "gwb.13.2d", "gwb.7.1a")
@pytest.mark.parametrize(("scenario", "seed"), [("training", 1), ("ourcq", 3), ("tannenberg", 4)])
def test_in_whole_games_either(scenario: str, seed: int) -> None:
    s, r = start(scenario, 400 + seed), random.Random(seed)
    seen = {"back": 0, "advance": 0, "across": 0}
    for _ in range(4000):
        walk(s, seen)
        if (d := s.decision) is None:
            break
        s.take(choose(r, d.actions))
    assert seen["back"] and seen["advance"] and (seen["across"] or scenario != "training")


def walk(s: Session[Any], seen: dict[str, int]) -> None:
    """Judge every retreat, advance and step across the open that is offered now."""
    st, d = s.state, s.decision
    for a in d.actions if d and type(d.step).__name__ in ("Back", "Advance", "Declare") else ():
        if a[0] not in seen:
            continue
        seen[a[0]] += 1
        step: Any = s.top
        if a[0] == "back":
            goal = st.b.grid.index(a[1])
            near = bits(st.b.grid.near(step.origin))
            ways = [(step.origin, goal)] if goal in near else [(step.origin, x, goal) for x in near if st.occ[step.k] >> x & 1]
            assert all(any(not why(st, u, way) for way in ways) for u in bits(step.units)), (a, st.b.named(step.units))
            assert st.stack(goal).bit_count() < st.b.stacking
        else:
            u = st.b.by_id[a[1]]
            goal = step.t if a[0] == "advance" else st.b.grid.index(a[2])
            assert not why(st, u, (st.at[u], goal)), a


def why(st: Any, u: int, way: tuple[int, ...]) -> list[str]:
    found = [barred(st, u, a, b) for a, b in zip(way, way[1:], strict=False)]
    return [rule for rule in found if rule]


# -- odds and the attack itself -------------------------------------------------------------------------------------


@rule("gwb.13.2e", "gwb.6.1.1c")
def test_odds_of_named_units_are_those_of_their_attack() -> None:
    s = field({"ge-c1": "0804", "ge-c2": "0804", "fr-b": "0806"})
    told = s.odds("attack", "0806", "ge-c1", "ge-c2")
    mods = {m.rule: m.value for m in told.modifiers}
    assert mods["gwb.3.17a"] == 6 and mods["gwb.13.2e"] == -2
    play(s, "attack 0806", "across ge-c1 0805", "across ge-c2 0805")
    assert [m.value for m in s.odds().modifiers if m.rule == "gwb.13.2e"] == [-2]


@rule("gwb.3.17a", "gwb.7.3d", "gwb.12.2a")
@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("ge-r1",), "is not adjacent"),
        (("ge-e1",), "is artillery"),
        (("ge-c1", "ge-c1"), "is named already"),
        (("ge-c1", "ge-r1"), "is not adjacent"),
        (("nonsense",), "there is no unit 'nonsense'"),
        (("fr-b",), "is not a unit of yours"),
    ],
)
def test_odds_refuse_units_that_cannot_join(names: tuple[str, ...], words: str) -> None:
    s = field({"ge-c1": "0804", "ge-r1": "0801", "ge-e1": "0807", "fr-b": "0806"})
    with pytest.raises(Exception, match=words):
        s.odds("attack", "0806", *names)


@rule("gwb.13.2a", "gwb.7.2a")
def test_odds_find_a_place_for_each_named_unit() -> None:
    """Whoever could go into either hex leaves room for those who can go into one only."""
    units = {"ge-c1": "0905", "ge-c2": "0804", "ge-d1": "0804", "ge-d2": "0804", "ge-r1": "0804", "fr-b": "0806"}
    for names in (list(units)[:5], list(units)[4::-1]):
        told = field(units).odds("attack", "0806", *names)
        assert [m.value for m in told.modifiers if m.rule == "gwb.13.2e"] == [-5]


@rule("gwb.6.1.2a")
def test_odds_leave_out_the_cavalry_that_is_about_to_leave() -> None:
    s = field({"ge-r1": "0705", "br-a": "0706", "fr-k": "0706", "fr-z1": "1010"})
    play(s, "attack 0706", "add ge-r1", "commit")
    whole = s.odds()
    play(s, "leave br-a")
    rest = s.odds()
    value = {m.rule: m.value for m in rest.modifiers}
    st = s.state
    assert value["gwb.3.17b"] == -st.strength(st.b.by_id["fr-k"]) and rest.title != whole.title
    assert s.view(0)["board"]["combat"]["defenders"] == ["fr-k"]
    alone = field({"ge-r1": "0705", "br-a": "0706", "fr-z1": "1010"})
    play(alone, "attack 0706", "add ge-r1", "commit", "leave br-a")
    with pytest.raises(Exception, match="nobody is left"):
        alone.odds()
    assert alone.view(0)["board"]["combat"] is None


# -- a line of sight, by the fast search and by points --------------------------------------------------------------


@rule("gwb.13.5a", "gwb.13.5c")
@pytest.mark.parametrize("scenario", ["training", "ourcq"])
def test_a_line_of_sight_counts_every_hex_that_it_goes_through(scenario: str) -> None:
    st = start(scenario, 1).state
    grid, r = st.b.grid, random.Random(5)
    hexes = bits(st.b.board.land)
    pairs = [(a, b) for a in hexes for b in hexes if 2 <= grid.distance(a, b) <= 5]
    for a, b in r.sample(pairs, len(every(4, range(1200)))):
        for either in (False, True):
            assert st.b.board.sight(a, b, either) == slow.sight(st, a, b, either), (grid.number(a), grid.number(b), either)


@rule("gwb.13.5a")
def test_a_line_that_cuts_the_corner_of_a_village_hex_is_blocked() -> None:
    """Ourcq: the line from 1219 to 1123 cuts the corners of the village hex 1221 and of the clear hex 1121."""
    st = start("ourcq", 1).state
    grid, sight = st.b.grid, st.b.board.sight
    assert "village" in st.b.board.terrain[grid.index("1221")]
    for a, b in (("1219", "1123"), ("1123", "1219")):
        assert not sight(grid.index(a), grid.index(b))
