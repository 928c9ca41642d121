"""Jobs of worker processes: answers of bots, the start of a table, earlier moments, records, reports, reading uploaded records.

All arguments and results are plain data, so that they can be sent to another process. Jobs read tables from the database themselves
and write nothing.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from firestep import bots
from firestep.engine import action as actions
from firestep.engine import record as records
from firestep.engine.dice import Dice, commitment
from firestep.engine.errors import BadRecord, FirestepError
from firestep.engine.session import Session
from firestep.engine.start import begin as begin_session
from firestep.engine.start import follow, target
from firestep.engine.start import moment as moment_text
from firestep.games import GAMES, game
from firestep.server.storage import rows
from firestep.server.storage.store import open_engine
from firestep.server.tables.history import (
    RecordingDice,
    Row,
    StoredHistory,
    journal_text,
    mark_change,
    stored_mark,
    stored_snapshot,
)
from firestep.server.tables.seating import seats_from, stage
from firestep.server.tables.table_view import JOURNAL_SHOWN, TableView

# -- bots ------------------------------------------------------------------------------------------------------------


def answer(
    game_id: str,
    scenario: str,
    options: Mapping[str, str],
    plain: Mapping[str, Any],
    bot: str,
    seed: str,
    first: int,
    most: int,
    enough: float,
    until: str | None = None,
) -> list[str]:
    """Returns a bot's answers to the open question and to those that follow, until undo closes. From there on it would have to
    guess dice or the other side. Its trial dice are not the table's, and each answer has the seed of its moment."""
    s: Session[Any] = Session.resume(game(game_id), scenario, options, Dice(f"a bot's dream {seed}"), plain)
    d = s.decision
    if d is None:
        raise FirestepError("the game is over")
    out: list[str] = []
    seat, began = d.seat, time.monotonic()
    while d is not None and d.seat == seat and len(out) < most and time.monotonic() - began < enough:
        mind = bots.make(bot, commitment(f"{seed} {first + len(out)}"))
        choice = d.actions[0] if len(d.actions) == 1 else mind.choose(s, d)
        out.append(actions.text(choice))
        s.take(choice)
        if not s.can_undo or (until is not None and stage(s) != until):
            break
        d = s.decision
    return out


# -- beginnings ------------------------------------------------------------------------------------------------------


def opening(s: Session[Any]) -> dict[str, Any]:
    """Returns all that is stored of a table before its first entry."""
    rolls = s.dice.seen if isinstance(s.dice, RecordingDice) else []
    text = json.dumps({"journal": json.loads(journal_text(0, s.journal))[1], "rolls": rolls}, separators=(",", ":"))
    s.view(None)
    return {
        "scenario": s.scenario,
        "options": dict(s.options),
        "opening": text,
        "waiting": s.decision.seat if s.decision else -1,
        "snapshots": [stored_snapshot("", s)],
        "marks": [stored_mark("", m) for m in s.marks],
    }


def begin(game_id: str, scenario: str, options: Mapping[str, str], seed: str, start: str | None) -> dict[str, Any]:
    """Returns a table before its first entry: from its scenario, or from a position, which names its scenario."""
    try:
        return opening(begin_session(game(game_id), scenario, options, RecordingDice(seed), start))
    except FirestepError:
        raise
    except RecursionError:
        raise BadRecord("the position is nested too deep; check it") from None


# -- a table's past --------------------------------------------------------------------------------------------------


@cache
def _engine(url: str) -> Any:
    return open_engine(url, readers=1)


def _open(url: str, id: str) -> tuple[dict[str, Any], StoredHistory]:
    def read(work: Callable[..., Any], *arguments: Any) -> Any:
        with _engine(url).connect() as c:
            return work(c, *arguments)

    found = read(rows.head, id)
    if found is None:
        raise FirestepError("there is no such table; check the link")
    return found, StoredHistory.of(found, game(found["game"]), read)


def moment(url: str, id: str, n: int, holds: tuple[int, ...]) -> dict[str, Any]:
    """Returns the table as a holder saw it after `n` entries, without what does not depend on the moment."""
    found, past = _open(url, id)
    s = past.at(n)
    lines = past.journal(n, max(0, s.journal_size - JOURNAL_SHOWN), s.journal_size)
    return view_of_table(found, past, s).replayed(holds, s, n, lines, found["waiting"] < 0)


def view_of_table(found: dict[str, Any], past: StoredHistory, s: Session[Any]) -> TableView:
    """Returns the view of a table without a `TableManager`."""
    return TableView(past, s, seats_from(past.game, past.scenario, found["seats"]), {}, found, [], [])


def fork(url: str, id: str, at: int, holds: tuple[int, ...]) -> dict[str, Any]:
    """Returns the start of a fork: what a holder may know of a moment."""
    found, past = _open(url, id)
    s = past.at(at)
    if found["waiting"] >= 0 and (seen := view_of_table(found, past, s).known_to(holds, s)) is not s:
        s = seen
        s.state.rolls = 0  # the number of rolls may reveal something; a fork counts its own
    start = moment_text(s)
    return {**opening(begin_session(past.game, past.scenario, past.options, RecordingDice("a fork"), start)), "start": start}


def record(url: str, id: str, seats: list[str], reveal: bool) -> str:
    """Returns the record of a table as text. Replays only the last few entries."""
    found, past = _open(url, id)
    s = past.now()  # after a change of rules this may be an earlier moment: then the record ends there
    s.attach_history((actions.parse(words) for words in past.read(rows.action_texts, id)[: s.size]), marks=())
    made = records.to_record(s, seats, reveal)
    made["ruleset"] = found["ruleset"]
    made["turns"] = [{"turn": m.turn, "actions": m.seq, "hash": m.hash} for m in past.turns() if m.seq <= s.size]
    return records.dumps(made)


def report(url: str, id: str) -> dict[str, Any]:
    """Returns the graphs of a game, from the stored states of its turns and its journal."""
    _, past = _open(url, id)
    with no_collection():
        s = past.now()
        s.attach_history(marks=past.marks(), journal=(entry for _, entry in past.journal(s.size, 0, s.journal_size)))
        return past.game.report(s)


@contextmanager
def no_collection() -> Iterator[None]:
    """Switches garbage collection off. A hundred thousand lines are read, and none can be freed before the end, so collecting would
    double the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def rolls(url: str, id: str) -> list[dict[str, int]]:
    found, past = _open(url, id)
    out = [{"n": n, "sides": sides, "value": value, "at": 0} for n, sides, value in json.loads(found["opening"])["rolls"]]
    for seq, text in past.read(rows.rolls, id):
        out += [{"n": n, "sides": sides, "value": value, "at": seq + 1} for n, sides, value in json.loads(text)]
    return out


def play_again(url: str, id: str) -> dict[str, Any]:
    """Replays a table of an older version once, for the marks and dice that it did not store."""
    _, past = _open(url, id)
    played = whole_game(past, [r.action for r in past.rows(0, past.size)])
    return {
        "opening": played["opening"],
        "marks": [{**m, "table_id": id} for m in played["marks"]],
        "rolls": {n: e["rolls"] for n, e in enumerate(played["entries"]) if e["rolls"]},
    }


# -- records of others -----------------------------------------------------------------------------------------------


def read_record(body: bytes, every: int, seed: str | None = None) -> dict[str, Any]:
    """Replays an uploaded record and returns it in the form in which tables store their history."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise BadRecord("the record is not text in UTF-8; choose a file that was saved as a record") from None
    try:
        made = records.loads(text)
        if "\\u0000" in json.dumps(made, ensure_ascii=False).encode().decode():
            raise BadRecord("the record holds a NUL character; choose a file that was saved as a record")
    except RecursionError:
        raise BadRecord("the record is nested too deep; choose a file that was saved as a record") from None
    except UnicodeEncodeError:
        raise BadRecord("the record holds half a character; choose a file that was saved as a record") from None
    seed = made.get("seed", seed)
    try:
        s = records.load_session({**made, "actions": []}, GAMES, seed=seed)
        past = StoredHistory("", s.game, s.scenario, s.options, RecordingDice(s.dice.seed), s.start, (), 0, [], lambda *_: None)
        played = whole_game(past, [actions.parse(a) for a in made["actions"]], every)
        _check(made, played)
    except FirestepError:
        raise
    except Exception as e:  # an edited record can break a game in any way
        raise BadRecord(f"the record cannot be played: {e!r}"[:300]) from None
    return {
        "game": s.game.id,
        "scenario": s.scenario,
        "options": dict(s.options),
        "seed": s.dice.seed,
        "start": s.start,
        "names": [str(n)[:40] for n in made["seats"]][: len(s.game.seats)],
        **{k: played[k] for k in ("opening", "entries", "snapshots", "marks", "takebacks", "waiting")},
    }


def _check(made: Mapping[str, Any], played: dict[str, Any]) -> None:
    """Raises `BadRecord` if hashes or result differ from the game as played."""
    turns = [{"turn": m["turn"], "actions": m["seq"], "hash": m["hash"]} for m in played["line"]]
    for was, now in zip(made["turns"], turns, strict=False):
        if was != now:
            raise BadRecord(f"the hash of turn {now['turn']} differs; the record was edited or made by other rules")
    if len(made["turns"]) != len(turns) or made["hash"] != played["hash"]:
        raise BadRecord("the final hash differs; the record was edited or made by other rules")
    if records.facts(made.get("result")) != records.facts(played["result"]):
        raise BadRecord("the result differs from the game as played; the record was edited")


def whole_game(past: StoredHistory, history: list[actions.Action], every: int = 50) -> dict[str, Any]:
    """Plays a whole game once. Returns entries with their rolls, stored states and marks, as a table would have stored them."""
    dice = past.dice
    assert isinstance(dice, RecordingDice)
    entries: list[dict[str, Any]] = []
    takebacks: list[dict[str, Any]] = []
    first: dict[str, Any] = {}
    snapshots: list[dict[str, Any]] = []
    marks: dict[int, dict[str, Any]] = {}
    before: Session[Any] | None = None
    seat = 0
    for s in follow(past.game, past.scenario, past.options, dice, history, past.start):
        if before is None:
            first = opening(s)
            snapshots, marks = first["snapshots"], {m["seq"]: m for m in first["marks"]}
            dice.seen = []
        else:
            n = len(entries)
            back = target(history[n])
            keep, add = (s.journal_size, ()) if back is not None else s.journal_change(before)
            for entry in add:
                s.game.text(entry)
            entries.append(Row(seat, history[n], keep, add, 0, None, dice.told()).stored("", n))
            if back is None:
                made, gone = mark_change(before, s)
                for seq in gone:
                    marks.pop(seq, None)
                marks |= {m.moves: stored_mark("", m) for m in made}
            else:
                takebacks.append({"table_id": "", "seq": n, "back_to": back})
            waited = s.size - snapshots[-1]["seq"]
            if back is not None or waited >= (4 * every if s.can_undo else every):
                snapshots.append(stored_snapshot("", s))
        before, seat = s.copy(), s.decision.seat if s.decision else 0
    for each in (None, *range(len(s.game.seats))):
        s.view(each)
    out = s.outcome
    return {
        "opening": first["opening"],
        "entries": entries,
        "snapshots": snapshots,
        "marks": list(marks.values()),
        "takebacks": takebacks,
        "waiting": s.decision.seat if s.decision else -1,
        "hash": s.hash(),
        "line": [stored_mark("", m) for m in s.marks],
        "result": None if out is None else out.to_plain(),
    }


def draw(game_id: str, scenario: str | None = None) -> str:
    """Draws the map of a game, or of a scenario if they differ."""
    return game(game_id).map_of(scenario)[0]


JOBS = {f.__name__: f for f in (answer, begin, moment, fork, record, report, rolls, play_again, read_record, draw)}
