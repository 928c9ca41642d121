"""What is done in worker processes: a bot's choice, playing a whole game again, reading a foreign record.

Functions of plain data only, so that they can cross into another process; a table is never touched here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firestep import bots
from firestep.engine import action as actions
from firestep.engine import record as records
from firestep.engine.begin import follow
from firestep.engine.dice import Dice
from firestep.engine.errors import BadRecord, FirestepError
from firestep.engine.session import Session
from firestep.games import GAMES, game
from firestep.server.past import Row, pack

MOST_ACTIONS = 30_000


class RecordingDice(Dice):
    """Dice that remember what they showed, and when."""

    __slots__ = ("now", "rolls")

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.now = 0
        self.rolls: dict[int, tuple[int, int, int]] = {}

    def roll(self, n: int, sides: int = 6) -> int:
        value = super().roll(n, sides)
        self.rolls.setdefault(n, (sides, value, self.now))
        return value


def choose(game_id: str, scenario: str, options: Mapping[str, str], plain: Mapping[str, Any], bot: str, seed: str) -> str:
    """A bot's answer to the open question. The dice it may try are not the table's."""
    s: Session[Any] = Session.resume(game(game_id), scenario, options, Dice(f"a bot's dream {seed}"), plain)
    d = s.decision
    if d is None:
        raise FirestepError("the game is over")
    answer = bots.make(bot, seed).choose(s, d)
    return actions.text(answer)


def play_again(game_id: str, scenario: str, options: Mapping[str, str], seed: str, start: str | None, history: list[str],
               seats: list[str], reveal: bool) -> dict[str, Any]:
    """The whole game once more: its record, its report, its dice."""
    dice = RecordingDice(seed)
    for s in follow(game(game_id), scenario, options, dice, map(actions.parse, history), start):
        dice.now = s.size + 1
    return {
        "record": records.dumps(records.to_record(s, seats, reveal)), "report": s.game.report(s),
        "rolls": [{"n": n, "sides": sides, "value": value, "at": at} for n, (sides, value, at) in sorted(dice.rolls.items())],
    }


def read_record(text: str, every: int) -> dict[str, Any]:
    """Check a record by playing it again, and cut it into rows and snapshots."""
    record = records.loads(text)
    if len(record["actions"]) > MOST_ACTIONS:
        raise BadRecord(f"the record has {len(record['actions'])} actions; more than {MOST_ACTIONS} are not taken")
    try:
        records.verify(record, GAMES)
        b = records.load_session(record, GAMES, to=0)
        history = [actions.parse(words) for words in record["actions"]]
        rows: list[Row] = []
        snapshots: list[tuple[int, bytes]] = []
        before: Session[Any] | None = None
        for s in follow(b.game, b.scenario, b.options, b.dice, history, b.start):
            if before is not None:
                d = before.decision
                rows.append(Row(d.seat if d else 0, history[len(rows)], *s.journal_change(before), at=0))
                for entry in rows[-1].add:
                    s.game.text(entry)
                if not s.can_undo and s.size >= (snapshots[-1][0] if snapshots else 0) + every:
                    snapshots.append((s.size, pack(s)))
            before = s.copy()
        for seat in (None, *range(len(s.game.seats))):
            s.view(seat)
        waiting = s.decision.seat if s.decision else -1
    except FirestepError:
        raise
    except Exception as e:  # an edited record can break a game in any way
        raise BadRecord(f"the record cannot be played: {e!r}") from None
    return {"game": s.game.id, "scenario": s.scenario, "options": dict(s.options), "seed": s.dice.seed, "start": s.start,
            "rows": [(r.seat, actions.text(r.action), r.journal_text()) for r in rows],
            "snapshots": snapshots, "waiting": waiting,
            "names": [str(n) for n in record["seats"]]}


def draw(game_id: str, scenario: str | None = None) -> str:
    """A game's map, of a scenario where they differ."""
    return game(game_id).map_of(scenario)[0]


JOBS = {f.__name__: f for f in (choose, play_again, read_record, draw)}
