"""The fast combat code against the slow book of rules, in positions from random play and in positions scattered by chance."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import firestep
from firestep.engine.dice import ScriptedDice
from firestep.engine.errors import BadPosition
from firestep.games.wwi import advance, combat, losses, retreat
from firestep.games.wwi.components import board
from firestep.testing import rule, situation
from games.wwi.oracle_combat import FORTS, LAND, Board, distance, steps


def check(s, seen):
    """Judge the open decision by the book. Raises AssertionError where the two disagree."""
    step = s.agenda[-1]
    book = Board(s.state)
    if isinstance(step, combat.Attacks):
        _attacks(s, step, book)
    elif isinstance(step, combat.Assemble) and not step.units:
        target = board.NUMBER[step.target]
        then = book.at_the_instant(target, step.side)
        assert {a[1] for a in s.decision.actions if a[0] == "add"} == then.attackers(target, step.side)
    elif isinstance(step, losses.DefenderLoss):
        _defender(s, book)
    elif isinstance(step, losses.AttackerLoss):
        _attacker(s, book)
    elif isinstance(step, retreat.Displace):
        moving = {board.NUMBER[i] for i in board.INDEX.values() if step.moving >> i & 1}
        book.at[board.UNITS[step.unit]] = board.NUMBER[s.state.at[step.unit]]
        assert {a[2] for a in s.decision.actions} == book.havens(board.UNITS[step.unit], moving)
    elif isinstance(step, advance.AdvanceUnits):
        _advance(s, book)
    else:
        return
    seen[type(step).__name__] += 1


def _attacks(s, step, book):
    expected = book.targets(step.side)
    found = {a[1] for a in s.decision.actions if a[0] == "attack"}
    assert found == set(expected)
    for hex, who in expected.items():
        st = combat.at_combat(s.state, step.side, board.INDEX[hex])
        assert combat.defense(st, board.INDEX[hex]) == book.at_the_instant(hex, step.side).defense(hex)
        units = combat.attackers_of(st, board.INDEX[hex], combat.eligible(st, step.side))
        assert {board.UNITS[u] for u in units} == who


def _defender(s, book):
    fight = s.state.fight
    assert {" ".join(a) for a in s.decision.actions} == book.defender_choices(fight)
    ours = [book.nation(board.UNITS[fight.defender])] if fight.defender >= 0 else []
    ours += ["rs"] if fight.fort and FORTS[board.NUMBER[fight.target]][0] == "rs" else []  # wwi.12.47 names no others
    note = next(e for e in reversed(s.journal) if e.key == "attack").params
    theirs = [book.nation(u) for u in note["units"]]
    times = 2 if book.doubled(ours, theirs, s.state.options["mixed-doubling"]) else 1
    assert note["losses"][1] == note["printed"][1] * times
    for a in s.decision.actions:
        if a[0] == "retreat":
            assert paths(s, int(a[1])) == book.retreats(board.UNITS[fight.defender], int(a[1]))


def paths(s, length):
    """Every path the game offers for a retreat of this length."""
    unit = s.state.fight.defender
    out, todo = set(), [retreat.RetreatStep(unit, length)]
    while todo:
        step = todo.pop()
        for a in step.actions(s):
            path = (*step.path, board.INDEX[a[1]])
            if len(path) == length:
                out.add(tuple(board.NUMBER[i] for i in path))
            else:
                todo.append(retreat.RetreatStep(unit, length, path))
    return out


def _attacker(s, book):
    fight = s.state.fight
    victims = book.attacker_payers(fight)
    nations = sorted({book.nation(u) for u in victims})
    can = book.bills(nations, fight.attacker_loss)
    lose = {a[1] for a in s.decision.actions if a[0] == "lose"}
    assert lose == (set(victims) if book.phase >= 8 or not can else set())
    firsts = {(a[1], int(a[2])) for a in s.decision.actions if a[0] == "pay"}
    assert firsts == {(n, bill[k]) for bill in can for k, n in enumerate(nations) if bill[k]}


def _advance(s, book):
    fight = s.state.fight
    free = [h for h in book.pursuit(fight) if h not in book.unit_in]
    expected = set()
    for u in fight.attackers:
        id = board.UNITS[u]
        here = book.at.get(id)
        on_path = {board.NUMBER[i] for i in fight.path} | {board.NUMBER[fight.target]}
        if here and here not in on_path and here in steps(board.NUMBER[fight.target]) and id not in book.garrison:
            expected |= {(id, h) for h in free}
    assert {(a[1], a[2]) for a in s.decision.actions if a[0] == "advance"} == expected


# -- positions ---------------------------------------------------------------------------------------------------------------


def played(seed, scenario="historical"):
    """Random play with a liking for attacks; the decisions of the attack phases are handed out, all of them in turns 1 to 3 and
    every third later."""
    rng = random.Random(seed)
    s = firestep.start("wwi", scenario, seed=seed)
    n = 0
    while s.decision is not None:
        if 4 <= s.state.phase <= 9:
            n += 1
            if s.state.turn <= 3 or n % 3 == 0:
                yield s
        actions = s.decision.actions
        attacks = [a for a in actions if a[0] in ("attack", "retreat", "advance")]
        s.take(rng.choice(attacks if attacks and rng.random() < 0.9 else actions))


NATIONS = {0: ("fr", "br", "rs", "sb", "it", "us", "bl", "rm"), 1: ("ge", "ah", "tu", "bu")}
ORDER = sorted(LAND)


def scattered(seed):
    """Armies of both sides thrown onto a small piece of the map, some fortifications standing, an attack phase open."""
    rng = random.Random(seed)
    while True:
        middle = rng.choice(ORDER)
        near = [h for h in ORDER if distance(h, middle) <= rng.choice((2, 3, 3, 4))]
        if len(near) < 12:
            continue
        units = {}
        crowded = rng.random() < 0.5  # two fronts shoulder to shoulder instead of a scatter: friends must make room
        hexes = rng.sample(near, len(near) * rng.randint(6, 10) // 10 if crowded else min(len(near), rng.randint(6, 18)))
        for h in hexes:
            side = (h[:2] < middle[:2] if rng.random() < 0.95 else rng.random() < 0.5) if crowded else rng.random() < 0.5
            pool = [u for u in board.UNITS if u.split("-")[0] in NATIONS[side] and u not in units]
            if pool:
                units[rng.choice(pool)] = h
        forts = [h for h in FORTS if rng.random() < 0.5]
        war = {"it": "allied", "rm": "allied", "bl": "allied", "us": "allied", "bu": "central", "tu": "central"}
        for n in ("it", "rm", "bu"):
            if rng.random() < 0.1 and not any(u.startswith(n) for u in units):
                war[n] = "neutral"
        if rng.random() < 0.3:
            war |= {"ne": rng.choice(("allied", "central")), "gk": "allied", "ab": "nobody"}
        try:
            return situation(
                "wwi",
                clear=True,
                turn=rng.randint(5, 10),
                phase=rng.randint(4, 9),
                superior=rng.choice(("allied", "central")),
                units=units,
                allegiance=war,
                crp={n: rng.choice((0, 0, 1, 2, 5, 20)) for n in board.NATIONS},
                hexes={"forts-destroyed": [h for h in FORTS if h not in forts]},
                options={
                    "mixed-doubling": rng.choice(("side", "all")),
                    "losses-first": rng.choice(("defender", "attacker")),
                    "blocked-infiltration": rng.choice(("pay", "die")),
                },
                dice=[rng.randint(1, 6) for _ in range(50)],
            )
        except BadPosition:
            continue


def fights(seed, most=14):
    """From a scattered position on: attack whatever can be attacked, for a while."""
    s = scattered(seed)
    rng = random.Random(seed)
    for _ in range(most):
        if s.decision is None or s.state.phase == 10:
            return
        yield s
        lively = [a for a in s.decision.actions if a[0] not in ("done", "halt", "stand")]
        s.take(rng.choice(lively if lively and rng.random() < 0.85 else s.decision.actions))


@rule("wwi.8.11a", "wwi.8.11b", "wwi.8.14a", "wwi.8.14b", "wwi.8.51a", "wwi.8.61a", "wwi.8.63a", "wwi.8.57b", "wwi.8.71a")
@pytest.mark.parametrize("seed, scenario", [(1, "historical"), (2, "historical"), (3, "free"), (4, "free")])
def test_random_play_agrees_with_the_book(seed, scenario):
    """Targets, strengths, choices of losses, paths of retreat and advances, as the book has them, through whole games."""
    seen = Counter()
    for s in played(seed, scenario):
        check(s, seen)
    assert sum(seen.values()) >= 100, seen


@rule(
    "wwi.8.11a", "wwi.8.11b", "wwi.8.34", "wwi.8.35", "wwi.8.51d", "wwi.8.59a", "wwi.8.61e", "wwi.8.63d", "wwi.8.71c", "wwi.8.75c"
)
@pytest.mark.parametrize("part", range(3))
def test_scattered_positions_agree_with_the_book(part):
    """The same where armies are thrown on the map by chance: retreats through friends, displacements, mixed nations."""
    seen = Counter()
    for seed in range(part * 40, part * 40 + 40):
        for s in fights(seed):
            check(s, seen)
    assert sum(seen.values()) >= 200, seen
    assert seen["DefenderLoss"] >= 20 and seen["Displace"] >= 1, seen


@rule("wwi.8.4a", "wwi.8.33", "wwi.8.59a")
def test_the_odds_are_what_the_dice_do():
    """The odds told before an attack list, for each of the six rolls, the losses that this roll then brings; the numbers that
    lead to the column add up to the differential."""
    judged = 0
    for seed in range(300, 340):
        s = scattered(seed)
        attacks = [a for a in s.decision.actions if a[0] == "attack"]
        if not attacks or not isinstance(s.agenda[-1], combat.Attacks):
            continue
        s.take(attacks[0])
        while any(a[0] == "add" for a in s.decision.actions):
            s.take(s.decision.actions[0])
        told = s.odds()
        assert sum(r.chance for r in told.results) == 1
        for die in range(1, 7):
            t = s.copy()
            t.dice = ScriptedDice([die], first=t.state.rolls)
            t.take("go")
            note = next(e for e in reversed(t.journal) if e.key == "attack").params
            row = next(r for r in told.results if die in r.detail["dice"])
            assert [row.detail["attacker"], row.detail["defender"]] == note["losses"]
            assert sum(m.value for m in told.modifiers if m.rule != "wwi.8.59a") == note["strength"] - note["defense"]
        judged += 1
    assert judged >= 15
