"""What newcomers are told: every game has it, it cites rules that exist, and it is written for players."""

from __future__ import annotations

import re

import pytest

import firestep
from firestep.engine import action as actions
from firestep.engine import ledger, teach
from firestep.engine.dice import Dice
from firestep.engine.start import begin
from firestep.games import GAMES

REAL = [g for g in GAMES if g != "sample"]

#: words of the workshop, not of the table
WORKSHOP = re.compile(
    r"\b(no code|csv|OCR|seed text|parser|engine|golden tests?|implement\w*|data file)\b"
    r"|\[switch|\[data|\blines? \d+",
    re.I,
)


@pytest.mark.parametrize("id", REAL)
def test_about_chapters_and_cards(id: str) -> None:
    g = GAMES[id]
    rules = ledger.rules(g.data)
    told = teach.teach(g.data)
    for key in ("short", "text", "minutes", "level"):
        assert told["about"][key], key
    assert {r.split(".")[1] for r in rules} == set(told["chapters"]), "every chapter has a title"
    assert {c.get("screen", 1) for c in told["howto"]} == {1, 2}
    for card in told["howto"]:
        assert card["rule"] in rules, card["rule"]
    for name, ask in told["asks"].items():
        assert name in g.steps, name
        assert ask["rule"] in rules, ask["rule"]


@pytest.mark.parametrize("id", REAL)
def test_every_question_has_its_hint(id: str) -> None:
    """Whatever can be asked, however rarely: a sentence or two in a player's words, short enough for the bar of a phone."""
    g = GAMES[id]
    asks = teach.teach(g.data)["asks"]
    asked = {name for name, step in g.steps.items() if not step.auto}
    assert asked == set(asks), {"without a hint": sorted(asked - set(asks)), "never asked": sorted(set(asks) - asked)}
    for name, ask in asks.items():
        assert 15 <= len(ask["text"]) <= 175 and ask["text"].endswith((".", "?")), name
        assert not WORKSHOP.search(ask["text"]), name


@pytest.mark.parametrize("id", REAL)
def test_the_book_is_whole_and_written_for_players(id: str) -> None:
    g = GAMES[id]
    book = teach.book(g.data)
    rules = ledger.rules(g.data)
    assert [r for c in book["chapters"] for r in c["rules"]] == sorted(
        rules, key=lambda r: [list(dict.fromkeys(x.split(".")[1] for x in rules)).index(r.split(".")[1]), list(rules).index(r)]
    )
    for r in book["rules"].values():
        assert not WORKSHOP.search(r["rule"] + r["title"]), r
        for n in r["rulings"]:
            assert n in book["rulings"]
    for n, ruling in book["rulings"].items():
        assert not WORKSHOP.search(ruling["text"]), (n, WORKSHOP.search(ruling["text"]))
        assert all(x in rules for x in ruling["rules"])
    for r in teach.examples(g.data):
        assert r in rules, f"{r}: run tools/examples.py"


@pytest.mark.parametrize("id", [g for g in REAL if "lesson" in teach.teach(GAMES[g].data)])
def test_the_lesson_begins_with_what_it_says(id: str) -> None:
    g = GAMES[id]
    lesson = teach.teach(g.data)["lesson"]
    if "start" in lesson:
        s = begin(g, lesson["scenario"], g.settle_options(None), Dice(lesson["seed"]), lesson["start"].lstrip())
    else:
        s = firestep.start(id, scenario=lesson["scenario"], seed=lesson["seed"])
    d = s.decision
    assert d is not None and d.seat_name == lesson["seat"]
    first = next(step for step in lesson["steps"] if "do" in step)
    assert first["do"][0] in [actions.text(a) for a in d.actions]
    for step in lesson["steps"]:
        assert step["say"]
        assert step.get("read") or step["do"]
        assert "ask" not in step or step["ask"] in g.steps
