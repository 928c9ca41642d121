"""What a game tells the page beside its board: prices, sequence of play and charts, along games played at random."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import firestep
from firestep.engine import action as actions
from firestep.engine import ledger
from firestep.games import GAMES

REAL = [g for g in GAMES if g != "sample"]  # the server's tests add a game of their own
ALL = [(g, s.id) for g in REAL for s in GAMES[g].scenarios]


@pytest.mark.parametrize("id,scenario", ALL)
def test_prices_and_sequence_hold_along_a_game(id: str, scenario: str) -> None:
    g = GAMES[id]
    s = firestep.start(id, scenario=scenario)
    r = random.Random(7)
    priced = 0
    asked: Counter[str] = Counter()
    for k in range(300):
        d = s.decision
        if d is None:
            break
        # every kind of question when it is new, then now and then: a view of a large board takes longer than the action
        kind = type(d.step).__name__
        asked[kind] += 1
        if asked[kind] > 5 and k % 8:
            s.take(r.choice(d.actions))
            continue
        where = g.sequence(s)
        if where:
            assert 0 <= where["now"] < len(where["steps"])
            for step in where["steps"]:
                assert step["title"] and step["seat"] in (None, *g.seats)
        view = s.view(d.seat)["decision"]
        assert set(view["prices"]) <= set(view["actions"])
        for price in view["prices"].values():
            assert price["text"] and isinstance(price["dear"], bool)
        priced += len(view["prices"])
        assert s.view(1 - d.seat)["decision"]["prices"] == {}
        s.take(r.choice(d.actions))
    assert priced, "some choice of every game has a price"


@pytest.mark.parametrize("id,scenario", ALL)
def test_charts_are_whole_tables_and_cite_rules(id: str, scenario: str) -> None:
    g = GAMES[id]
    rules = ledger.rules(g.data)
    found = g.charts(scenario)
    assert found
    assert len({c["id"] for c in found}) == len(found)
    for c in found:
        assert c["rule"] in rules, c["rule"]
        assert c["rows"] and all(len(row) == len(c["columns"]) for row in c["rows"]), c["title"]


def test_sequence_steps_cite_rules() -> None:
    for g in (GAMES[id] for id in REAL):
        rules = ledger.rules(g.data)
        for step in g.sequence(firestep.start(g.id)).get("steps", []):
            assert step["rule"] in rules, step["rule"]


def test_breaking_a_neutrality_needs_confirmation() -> None:
    s = firestep.start("wwi")
    prices = s.view(1)["decision"]["prices"]
    assert prices["attack 0705"]["dear"] and "25 Victory Points" in prices["attack 0705"]["text"]
    assert "attack 0505" not in prices
    assert actions.text(("attack", "0705")) in s.view(1)["decision"]["actions"]
