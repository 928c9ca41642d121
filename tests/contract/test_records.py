"""Records replay and verify exactly, and the same game gives the same bytes in another process."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from typing import Any

import pytest

from contract.conftest import MOMENTS, stored
from firestep.engine import record
from firestep.engine.dice import Dice
from firestep.engine.start import begin, replay
from firestep.games import ALL, GAMES
from sampling import WHOLE

#: decisions of a leg that is played in two processes: from a beginning, and from a stored moment
FEW, FEWER = (300, 60) if WHOLE else (120, 30)


def played() -> list[str]:
    """A leg of every scenario with its options turned, and of every stored moment: what its bytes are."""
    out = []
    for id in ALL:
        g = GAMES[id]
        turned = {o.id: o.choices[-1] for o in g.options}
        legs: list[tuple[str, dict[str, str], str | None]] = [(sc.id, turned, None) for sc in g.scenarios]
        kept = [stored(path) for path in sorted((MOMENTS / g.id).glob("*.json.gz"))]
        legs += [(x["scenario"], x["options"], x["moment"]) for x in kept]
        for k, (scenario, options, moment) in enumerate(legs):
            s = begin(g, scenario, g.settle_options(options), Dice("bytes"), moment)
            rng = random.Random(5)
            while (d := s.decision) and s.size < (FEW if moment is None else FEWER):
                s.take(rng.choice(d.actions))
            journal = repr([(e.key, e.rules, sorted(e.params.items()), e.at, g.text(e)) for e in s.journal])
            out.append(f"{id} {k} {hashlib.sha256((record.dumps(record.to_record(s)) + journal).encode()).hexdigest()}")
    return out


def test_replay_and_verify_are_exact(walk: Any) -> None:
    end = walk.part
    text = record.dumps(record.to_record(end, ["random"] * len(end.game.seats)))
    read = record.loads(text)
    again = record.verify(read, GAMES)
    assert again.hash() == end.hash()
    journal_same = again.journal == end.journal
    text_same = record.dumps(record.to_record(again, read["seats"])) == text
    assert journal_same and text_same
    assert read["result"] == (end.outcome and end.outcome.to_plain())


def test_a_record_stops_where_it_is_told(walk: Any) -> None:
    read = record.to_record(walk.end)
    s = walk.picker("stop").choice(walk.near)
    assert record.load_session(read, GAMES, to=s.size).hash() == s.hash()


def test_a_record_with_undo_and_takeback_replays(walk: Any) -> None:
    s = walk.near[len(walk.near) // 2].copy()
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
    early = walk.near[min(3, len(walk.near) - 1)]
    closed = record.to_record(early, reveal=False)
    assert walk.case.dice_seed not in record.dumps(closed)
    with pytest.raises(record.BadRecord, match="not revealed"):
        record.load_session(closed, GAMES)
    with pytest.raises(record.BadRecord, match="commitment"):
        record.load_session(closed, GAMES, seed="guess")
    assert record.verify(closed, GAMES, seed=walk.case.dice_seed).hash() == early.hash()


def test_the_same_game_gives_the_same_bytes_in_another_process() -> None:
    """Another hash seed would show any order that comes from a set or a dict of words. Whole games of other processes, and their
    states turn by turn, are those of the archive (test_archive.py)."""
    here = os.environ.get("PYTHONHASHSEED", "random")
    other = {**os.environ, "PYTHONHASHSEED": "77" if here != "77" else "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    words = "from contract.test_records import played; print(*played(), sep='\\n')"
    done = subprocess.run([sys.executable, "-c", words], env=other, capture_output=True, text=True, check=True)
    lines = played()
    assert done.stdout.splitlines() == lines
    assert len(lines) >= sum(len(GAMES[g].scenarios) for g in ALL) + 20 and len(set(lines)) == len(lines)
