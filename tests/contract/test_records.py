"""Records replay and verify exactly, and the same game gives the same bytes in another process."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from firestep.engine import record
from firestep.engine.begin import replay
from firestep.games import GAMES

PLAY = """
import hashlib, random, sys
from firestep.engine.dice import Dice
from firestep.engine.begin import begin
from firestep.engine.record import dumps, to_record
from firestep.games import GAMES
for g in GAMES.values():
    for sc in g.scenarios:
        s = begin(g, sc.id, g.settle_options({o.id: o.choices[-1] for o in g.options}), Dice("bytes"))
        rng = random.Random(5)
        while (d := s.decision) and s.size < 1500:
            s.take(rng.choice(d.actions))
        journal = repr([(e.key, e.rules, sorted(e.params.items()), e.at, g.text(e)) for e in s.journal])
        print(g.id, sc.id, hashlib.sha256((dumps(to_record(s)) + journal).encode()).hexdigest())
"""


def test_replay_and_verify_are_exact(walk: Any) -> None:
    text = record.dumps(record.to_record(walk.end, ["random"] * len(walk.end.game.seats)))
    read = record.loads(text)
    again = record.verify(read, GAMES)
    assert again.hash() == walk.end.hash()
    journal_same = again.journal == walk.end.journal
    text_same = record.dumps(record.to_record(again, read["seats"])) == text
    assert journal_same and text_same
    assert read["result"] == (walk.end.outcome and walk.end.outcome.to_plain())


def test_a_record_stops_where_it_is_told(walk: Any) -> None:
    read = record.to_record(walk.end)
    s = walk.picker("stop").choice(walk.moments)
    assert record.load_session(read, GAMES, to=s.size).hash() == s.hash()


def test_a_record_with_undo_and_takeback_replays(walk: Any) -> None:
    s = walk.moments[len(walk.moments) // 2].copy()
    rng = walk.picker("undo record")
    for _ in range(40):
        d = s.decision
        if d is None:
            break
        s.take(rng.choice(d.actions))
        if s.can_undo and rng.random() < 0.4:
            s.undo()
    to = max(0, s.size - 15)
    s.takeback(to, replay(s.game, s.scenario, s.options, s.dice, s.history[:to], s.start))
    if s.decision is not None:
        s.take(s.decision.actions[0])
    assert record.verify(record.to_record(s), GAMES).hash() == s.hash()


def test_a_hidden_seed_stays_hidden_and_opens_with_the_seed(walk: Any) -> None:
    early = walk.moments[min(3, len(walk.moments) - 1)]
    closed = record.to_record(early, reveal=False)
    assert walk.case.dice_seed not in record.dumps(closed)
    with pytest.raises(record.BadRecord, match="not revealed"):
        record.load_session(closed, GAMES)
    with pytest.raises(record.BadRecord, match="commitment"):
        record.load_session(closed, GAMES, seed="guess")
    assert record.verify(closed, GAMES, seed=walk.case.dice_seed).hash() == early.hash()


def test_the_same_game_gives_the_same_bytes_in_another_process() -> None:
    """Different hash seeds would show any order that comes from a set or a dict of words."""
    root = Path(__file__).parents[2]
    out = set()
    for seed in ("1", "77"):
        done = subprocess.run(
            [sys.executable, "-c", PLAY],
            env=os.environ | {"PYTHONHASHSEED": seed},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
        out.add(done.stdout)
    assert len(out) == 1
    lines = out.pop().splitlines()
    played = {line.split()[0] for line in lines}  # other tests may have registered games of their own here
    assert "wwi" in played and len(lines) == sum(len(GAMES[g].scenarios) for g in played)
    assert all(len(line.split()[-1]) == len(hashlib.sha256().hexdigest()) for line in lines)
