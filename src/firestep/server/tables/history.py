"""The history of a table: its entries in the database, and any earlier moment without replaying the whole game.

The cost does not grow with the game. A moment is read from a stored state and the few entries after it, a page of the journal from
the entries that wrote it. Each takeback stores a state, so no entry is replayed only to be taken back.
"""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from firestep.engine import action as actions
from firestep.engine.action import Action
from firestep.engine.dice import Dice
from firestep.engine.errors import BadRecord, FirestepError
from firestep.engine.game import Game
from firestep.engine.journal import Entry
from firestep.engine.session import Mark, Session, fingerprint
from firestep.engine.start import begin, carry_out, replay, target
from firestep.engine.step import from_plain as step_from_plain
from firestep.server.storage import rows

T = TypeVar("T")
#: runs a function of a connection and more arguments
Reading = Callable[..., Any]
#: by the seats that a watcher holds: the seat that is shown after the patch, and the patch
Patches = Mapping[tuple[int, ...], tuple[int | None, bytes]]
log = logging.getLogger("firestep.server")
#: entries that are read at once: for some lines of the journal, and for a whole journal
PAGE, MANY = 500, 10_000
#: bytes that a notice may hold; PostgreSQL accepts notices of 8,000 bytes, the name of the server included
MOST_NEWS = 7900
#: in a notice in the place of the number of entries: the notice lists who watches the table at that server
WATCHING = "watching"


class RecordingDice(Dice):
    """Dice that remember their rolls until they are read."""

    __slots__ = ("seen",)

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.seen: list[tuple[int, int, int]] = []

    def roll(self, n: int, sides: int = 6) -> int:
        value = super().roll(n, sides)
        self.seen.append((n, sides, value))
        return value

    def told(self) -> str | None:
        """Returns the rolls as text for storage and forgets them."""
        seen, self.seen = self.seen, []
        return json.dumps(seen, separators=(",", ":")) if seen else None


def took_back(action: Action) -> bool:
    return action == actions.UNDO or target(action) is not None


class Row(NamedTuple):
    """One entry of the history. The journal after it consists of the first `keep` lines of the one before, and `add`."""

    seat: int
    action: Action
    keep: int
    add: tuple[Entry, ...]
    at: int
    key: str | None = None
    rolls: str | None = None

    def stored(self, table_id: str, seq: int) -> dict[str, Any]:
        words, journal = actions.text(self.action), journal_text(self.keep, self.add)
        return {
            "table_id": table_id,
            "seq": seq,
            "seat": self.seat,
            "action": words,
            "key": self.key,
            "at": self.at,
            "journal": journal,
            "keep": self.keep,
            "lines": self.keep + len(self.add),
            "rolls": self.rolls,
            "sum": rows.sum_of(seq, self.seat, words, journal),
        }


def news_text(table_id: str, first: int, made: Sequence[Row], patches: Patches) -> str:
    """Returns the notice for other servers about entries from number `first` on: the number of entries; the entries if they are
    short; the patches for watchers at other servers, a line for each, if they are short too."""
    plain = [[row.seat, actions.text(row.action), journal_text(row.keep, row.add), row.at, row.rolls] for row in made]
    short = f"{table_id} {first + len(made)}"
    told = f"{short} {json.dumps(plain, separators=(',', ':'))}"
    if len(told) > MOST_NEWS:
        return short
    lines = [f"\n{holds_text(holds)} {'-' if seat is None else seat} {frame.decode()}" for holds, (seat, frame) in patches.items()]
    return told + "".join(lines) if len(told) + sum(len(line.encode()) for line in lines) <= MOST_NEWS else told


def watching_text(table_id: str, watching: Iterable[tuple[int, ...]]) -> str:
    """Returns the notice for other servers about the watchers of a table at this one: the seats that they hold."""
    return f"{table_id} {WATCHING} {' '.join(map(holds_text, watching))}"


def patches_from(told: str) -> Patches:
    """Returns the patches of a notice of another server."""
    found = {}
    for line in told.splitlines():
        holds, seat, frame = line.split(" ", 2)
        found[holds_from(holds)] = None if seat == "-" else int(seat), frame.encode()
    return found


def holds_text(holds: tuple[int, ...]) -> str:
    return ",".join(map(str, holds)) or "-"


def holds_from(told: str) -> tuple[int, ...]:
    return () if told == "-" else tuple(map(int, told.split(",")))


def news_from(told: str) -> list[Row]:
    """Returns the entries of a notice of another server; none if they were too long."""
    out = []
    for seat, words, journal, at, rolls in json.loads(told) if told else ():
        keep, add = json.loads(journal)
        out.append(Row(seat, actions.parse(words), keep, entries_from(add), at, None, rolls))
    return out


def journal_text(keep: int, add: Sequence[Entry]) -> str:
    return json.dumps([keep, [[e.key, list(e.rules), dict(e.params), e.at] for e in add]], separators=(",", ":"))


def entry_from(plain: Sequence[Any]) -> Entry:
    key, cited, params, at = plain
    return Entry(key, tuple(cited), params, at)


def entries_from(add: Sequence[Any]) -> tuple[Entry, ...]:
    return tuple(map(entry_from, add))


def sound(found: Iterable[Any]) -> list[str]:
    """Returns the journals of stored entries whose checksums match; raises `BadRecord` for any other. Rows are unpacked by
    position: access by column name takes four times as long for a hundred thousand of them."""
    out = []
    for seq, seat, action, journal, _, _, _, total in found:
        if total is not None and total != rows.sum_of(seq, seat, action, journal):
            raise BadRecord(f"entry {seq} is damaged; restore the database from a copy, or run: firestep check-database")
        out.append(journal)
    return out


def row_from(found: Any) -> Row:
    """Returns an entry from its stored row. Raises `BadRecord` if it is damaged."""
    sound((found,))
    try:
        keep, add = json.loads(found.journal)
        return Row(found.seat, actions.parse(found.action), keep, entries_from(add), found.at, found.key, found.rolls)
    except (ValueError, TypeError) as e:
        raise BadRecord(
            f"entry {found.seq} cannot be read ({e}); restore the database from a copy, or run: firestep check-database"
        ) from None


def mark_change(old: Session[Any], new: Session[Any]) -> tuple[list[Mark], list[int]]:
    """Returns the marks that a change made, and the numbers of those it removed."""
    return list(new.mark_change(old)[1]), [m.moves for m in old.mark_change(new)[1]]


def pack(value: Any) -> bytes:
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode(), 6)


def unpack(data: bytes) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(zlib.decompress(data))
    return plain


def stored_mark(table_id: str, m: Mark) -> dict[str, Any]:
    plain = {"state": m.state.to_plain(), "agenda": [step.to_plain() for step in m.agenda]}
    return {"table_id": table_id, "seq": m.moves, "turn": m.turn, "hash": fingerprint(m.state, m.agenda), "data": pack(plain)}


def stored_snapshot(table_id: str, s: Session[Any]) -> dict[str, Any]:
    """Returns the stored state from which a table is opened: the moment to which undo returns, and the actions since."""
    point = s.point
    plain = {"state": point.state.to_plain(), "agenda": [step.to_plain() for step in point.agenda]}
    data, since = pack(plain), "\n".join(actions.text(a) for a in s.since)
    return {
        "table_id": table_id,
        "seq": s.size,
        "data": data,
        "lines": point.journal.size if point.journal else 0,
        "since": since or None,
        "sum": zlib.crc32(data + since.encode()),
    }


@dataclass(slots=True)
class StoredHistory:
    """The stored history of a table, and how to read it."""

    id: str
    game: Game[Any]
    scenario: str
    options: Mapping[str, str]
    dice: Dice
    start: str | None
    #: journal before the first entry; None for tables of older versions
    opening: tuple[Entry, ...] | None
    size: int
    takebacks: list[tuple[int, int]]
    read: Reading = field(repr=False)
    #: the rules have changed since: only what is stored can be shown
    frozen: bool = False

    @classmethod
    def of(cls, found: dict[str, Any], game: Game[Any], read: Reading) -> StoredHistory:
        opening = json.loads(found["opening"])["journal"] if found["opening"] else None
        return cls(
            found["id"],
            game,
            found["scenario"],
            json.loads(found["options"]),
            RecordingDice(found["seed"]),
            found["start"],
            None if opening is None else entries_from(opening),
            found["size"],
            list(found["takebacks"]),
            read,
            game.ruleset != found["ruleset"],
        )

    def begin(self) -> Session[Any]:
        return begin(self.game, self.scenario, self.options, self.dice, self.start)

    def went_back(self) -> bool:
        """Returns whether the last entry took something back."""
        return self.size > 0 and took_back(self.rows(self.size - 1, self.size)[0].action)

    # -- moments -----------------------------------------------------------------------------------------------------

    def at(self, n: int) -> Session[Any]:
        """Returns the game after `n` entries. Skips a damaged stored state and uses an older one, or the beginning."""
        base = n
        while (found := self.read(rows.snapshot_before, self.id, base)) is not None:
            try:
                return self._from(found, n)
            except FirestepError:
                raise
            except Exception as e:
                log.error("table %s: the state stored at %s is damaged (%r); an older one serves", self.id, found.seq, e)
            base = found.seq - 1
            if base < 0:
                break
        return self._played(n)

    def now(self) -> Session[Any]:
        """Returns the present game. If the rules have changed since, returns the latest moment that can be read."""
        if not self.frozen:
            return self.at(self.size)
        try:
            return self.at(self.size)
        except Exception:
            found = self.read(rows.snapshot_before, self.id, self.size)
            if found is None:
                raise BadRecord("it was played under other rules, and no stored state is left") from None
            return self._from(found, found.seq)

    def _from(self, found: Any, n: int) -> Session[Any]:
        since = found.since.split("\n") if found.since else []
        if found.sum is not None and found.sum != zlib.crc32(found.data + (found.since or "").encode()):
            raise ValueError("checksum")
        after = self.rows(found.seq, n)
        lines = found.lines
        if lines is None:  # stored by an older version: nothing could be undone then
            lines = (self.read(rows.lines, self.id, found.seq) or 0) if found.seq else len(self.opening or ())
        s: Session[Any] = Session.resume(
            self.game,
            self.scenario,
            self.options,
            self.dice,
            unpack(found.data),
            start=self.start,
            size=found.seq - len(since),
            journal_size=lines,
        )
        if any(target(row.action) is not None for row in after):
            return self._played(n)  # its stored state is missing: replay everything, each entry once
        for words in since:
            carry_out(s, actions.parse(words), self.at, not self.frozen)
        self.carry_out(s, after)
        return s

    def carry_out(self, s: Session[Any], after: list[Row]) -> None:
        """Takes and undoes as the entries say. Each takeback stores a state, so a replay does not pass one."""
        for row in after:
            carry_out(s, row.action, self.at, not self.frozen)  # under other rules the entries are checked again

    def _played(self, n: int) -> Session[Any]:
        """Returns the game replayed from its beginning. Each entry is carried out once, whatever was taken back."""
        return replay(self.game, self.scenario, self.options, self.dice, (row.action for row in self.rows(0, n)), self.start)

    def rows(self, first: int, end: int) -> list[Row]:
        return [row_from(r) for r in self._stored(first, end)]

    def rows_from(self, first: int) -> list[Row]:
        """Returns all entries from number `first` on."""
        found = self.read(rows.entries_from, self.id, first)
        if [row.seq for row in found] != list(range(first, first + len(found))):
            raise BadRecord("entries are missing; restore the database from a copy, or run: firestep check-database")
        return [row_from(row) for row in found]

    def _stored(self, first: int, end: int) -> list[Any]:
        if first >= end:
            return []
        found: list[Any] = self.read(rows.entries, self.id, first, end)
        if len(found) != end - first:
            raise BadRecord("entries are missing; restore the database from a copy, or run: firestep check-database")
        return found

    def _told(self, first: int, end: int) -> list[tuple[int, list[Any]]]:
        """Returns the stored journal changes of entries: how many lines they keep, and the lines they add. Parses them as one text,
        because a report reads those of a whole game."""
        found = self._stored(first, end)
        try:
            return [(keep, add) for keep, add in json.loads(f"[{','.join(sound(found))}]")]
        except (ValueError, TypeError):
            return [(row.keep, [[*e] for e in row.add]) for row in map(row_from, found)]  # find the entry that cannot be read

    # -- the journal -------------------------------------------------------------------------------------------------

    def lines(self, n: int) -> int:
        """Returns the length of the journal after `n` entries."""
        while n:
            back = next((to for seq, to in reversed(self.takebacks) if seq == n - 1), None)
            if back is None:
                return int(self.read(rows.lines, self.id, n) or 0)
            n = back
        return len(self.opened())

    def opened(self) -> tuple[Entry, ...]:
        if self.opening is None:
            self.opening = tuple(self.begin().journal)
        return self.opening

    def journal(self, n: int, first: int, end: int) -> list[tuple[int, Entry]]:
        """Returns the lines of the journal from number `first` on, before `end`, as it was after `n` entries of the history."""
        found: dict[int, Any] = {}
        limit = min(end, self.lines(n))
        stop = limit
        while n and limit > first:
            jump = next(((seq, to) for seq, to in reversed(self.takebacks) if seq < n), (-1, 0))
            # where an entry went back, the journal is that of the earlier moment
            n = min(n, 1 + self.read(rows.last_kept_below, self.id, jump[0] + 1, n, limit))
            while n > jump[0] + 1 and limit > first:
                page = self._told(max(jump[0] + 1, n - (PAGE if limit - first <= PAGE else MANY)), n)
                for keep, add in reversed(page):
                    for k in range(keep, min(limit, keep + len(add))):
                        found[k] = add[k - keep]
                    if keep < limit:
                        limit = max(keep, 0)
                n -= len(page)
            if limit > first and jump[0] >= 0:
                n = jump[1]
            elif jump[0] < 0:
                n = 0
        opened = self.opened()[:limit]
        return [
            (k, opened[k] if k < len(opened) else entry_from(found[k])) for k in range(first, stop) if k < len(opened) or k in found
        ]

    # -- the whole of it ---------------------------------------------------------------------------------------------

    def line_of_play(self) -> list[tuple[int, int]]:
        """Returns the ranges of entries that led here, newest first, without those that were taken back."""
        out, n = [], self.size
        for seq, back in reversed(self.takebacks):
            if seq < n:
                out.append((seq + 1, n))
                n = back
        return [*out, (0, n)]

    def turns(self) -> list[Any]:
        """Returns the stored marks of the turns that led here: seq, turn, hash, data."""
        stretches = self.line_of_play()
        return [m for m in self.read(rows.marks, self.id) if any(a <= m.seq <= b for a, b in stretches)]

    def heads(self) -> list[tuple[int, int, Entry | None]]:
        """Returns start, number and first journal line of the turns that led here. Reads one row for each turn."""
        stretches = self.line_of_play()
        begun = [x for x in self.read(rows.turns, self.id) if any(a <= x[0] <= b for a, b in stretches)]
        told = {0: self.opened()}
        for found in self.read(rows.some_entries, self.id, [seq - 1 for seq, _ in begun if seq]):
            told[found.seq + 1] = row_from(found).add
        return [(seq, turn, next((e for e in told.get(seq, ()) if e.key == "turn"), None)) for seq, turn in begun]

    def marks(self) -> list[Mark]:
        """Returns the marks of the turns that led here."""
        out = []
        for m in self.turns():
            plain = unpack(m.data)
            agenda = tuple(step_from_plain(self.game.steps, step) for step in plain["agenda"])
            out.append(Mark(m.turn, m.seq, self.game.state_from(plain["state"]), agenda))
        return out
