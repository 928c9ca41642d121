"""A table in memory: the game, who sits where, who watches, and every way to change it.

A change is made on a copy of the game, written to the storage, and only then becomes the table's game and is told to
anyone. If the write fails nothing has happened.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic_core import to_json

from firestep.engine import action as actions
from firestep.engine.action import Action
from firestep.engine.dice import commitment
from firestep.engine.errors import FirestepError, Illegal
from firestep.engine.journal import Entry
from firestep.engine.session import Session
from firestep.server import rows
from firestep.server.errors import Refused
from firestep.server.past import Past, Row, pack
from firestep.server.store import Conflict, StorageFailed
from firestep.server.telling import Holds, Telling, Watcher

if TYPE_CHECKING:
    from firestep.server.house import House

T = TypeVar("T")
log = logging.getLogger("firestep.server")
JOURNAL_SHOWN = 200
CHAT_SHOWN = 100


@dataclass(slots=True)
class Seat:
    id: str
    title: str
    kind: str
    bot: str | None
    name: str
    token: str
    webhook: str | None = None
    email: str | None = None


class Table:
    def __init__(self, house: House, id: str, past: Past, session: Session[Any], seats: list[Seat], *, spectator: str,
                 seed_chosen: bool, parent: tuple[str, int] | None, created: int, updated: int, bots_paused: bool,
                 takeback: dict[str, Any] | None, chat: list[dict[str, Any]]) -> None:
        self.house = house
        self.id = id
        self.past = past
        self.session = session
        self.game = past.game
        self.seats = seats
        self.spectator = spectator
        self.seed_chosen = seed_chosen
        self.parent = parent
        self.created = created
        self.updated = updated
        self.bots_paused = bots_paused
        self.takeback = takeback
        self.chat = chat
        self.commitment = commitment(past.dice.seed)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.thinking: dict[str, Any] | None = None
        self.bot_task: asyncio.Task[None] | None = None
        self.used = time.monotonic()
        self.keys = {row.key: n for n, row in enumerate(past.rows, 1) if row.key}
        self.lines = [self.line(n, e) for n, e in enumerate(session.journal)]
        self.again: tuple[int, dict[str, Any]] | None = None
        self.views: dict[int | None, dict[str, Any]] = {}

    @property
    def busy(self) -> bool:
        """Somebody watches, waits or thinks."""
        return bool(self.watchers) or self.lock.locked() or (self.bot_task is not None and not self.bot_task.done())

    # -- who is who --------------------------------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        return len(self.past.rows)

    def holds(self, hashes: list[str]) -> Holds | None:
        """The seats that tokens open, in their order; an empty tuple is a spectator; None: one of them is unknown."""
        known = {seat.token: k for k, seat in enumerate(self.seats) if seat.kind != "bot"}
        found: list[int] = []
        for h in hashes:
            if h in known:
                if known[h] not in found:
                    found.append(known[h])
            elif h != self.spectator:
                return None
        return tuple(found)

    def shown(self, holds: Holds, session: Session[Any] | None = None) -> int | None:
        """The seat whose eyes a holder of several looks through: the one that decides, or the first."""
        d = (session or self.session).decision
        return d.seat if d is not None and d.seat in holds else (holds[0] if holds else None)

    def one_of(self, holds: Holds, seat: str | None) -> int:
        """The seat a request speaks for."""
        if not holds:
            raise Refused(403, "a spectator only watches; ask for the link of a seat")
        if seat is None:
            return self.shown(holds) or holds[0]
        if seat not in self.game.seats or self.game.seats.index(seat) not in holds:
            raise Refused(403, "this is not your seat; use the token of that seat")
        return self.game.seats.index(seat)

    @property
    def conceal(self) -> Callable[[Session[Any], int | None], Session[Any]] | None:
        """The game's `conceal`, if this scenario has something to hide."""
        return self.game.conceal if self.game.hides(self.session.state) else None

    def known_to(self, holds: Holds, session: Session[Any] | None = None) -> Session[Any]:
        """The game as far as a holder may know it: what questions about it are asked of."""
        s = session or self.session
        if self.conceal is None or s.over:
            return s
        return self.conceal(s, self.shown(holds, s))

    @property
    def secretive(self) -> bool:
        """Something is hidden from somebody, still."""
        return self.conceal is not None and not self.session.over

    # -- what is shown -----------------------------------------------------------------------------------------------

    def line(self, n: int, e: Entry) -> dict[str, Any]:
        return {"n": n, "at": e.at, "key": e.key, "text": self.game.text(e), "rules": list(e.rules), "only": e.params.get("only")}

    def readable(self, lines: list[dict[str, Any]], seat: int | None, over: bool) -> list[dict[str, Any]]:
        """The lines of the journal a seat may read."""
        name = None if seat is None else self.game.seats[seat]
        return [{k: v for k, v in line.items() if k != "only"} for line in lines if over or line["only"] in (None, name)]

    def view_of(self, s: Session[Any], seat: int | None, others: dict[int | None, dict[str, Any]]) -> dict[str, Any]:
        """What a seat sees of a game; `others` are views of the same game."""
        # where nothing is hidden all seats share one board
        other = next(iter(others.values()), None) if self.conceal is None else None
        v = s.view(seat, other["board"] if other is not None else None)
        del v["moves"], v["journal"]
        d = v["decision"]
        if d is not None and self.conceal is not None and v["seat"] != d["seat"]:
            d["prompt"] = f"{self.seats[self.game.seats.index(d['seat'])].title} decides"
        return v

    def view(self, seat: int | None) -> dict[str, Any]:
        v = self.views.get(seat)
        if v is None:
            v = self.views[seat] = self.view_of(self.session, seat, self.views)
        return v

    def seats_plain(self) -> list[dict[str, Any]]:
        here = {k for w in self.watchers for k in w.holds}
        return [{"id": s.id, "title": s.title, "kind": s.kind, "name": s.name, "bot": s.bot, "here": s.kind == "bot" or k in here}
                for k, s in enumerate(self.seats)]

    def takeback_plain(self, asked: dict[str, Any] | None) -> dict[str, Any] | None:
        if asked is None:
            return None
        agreed = asked["agreed"]
        return {"by": asked["by"], "to": asked["to"], "agreed": agreed,
                "waiting": [s.id for s in self.seats if s.kind != "bot" and s.id not in agreed]}

    def snapshot(self, holds: Holds) -> dict[str, Any]:
        self.used = time.monotonic()
        seat = self.shown(holds)
        return {**self._frame(holds), "seq": self.seq, **self.view(seat),
                "journal": self.readable(self.lines[-JOURNAL_SHOWN:], seat, self.session.over), "journal_size": len(self.lines)}

    def replayed(self, holds: Holds, s: Session[Any], n: int) -> dict[str, Any]:
        """A snapshot of an earlier moment: nothing can be done in it."""
        seat = self.shown(holds, s)
        v = self.view_of(s, seat, {})
        v["undo"] = False
        if v["decision"] is not None:
            v["decision"] = {**v["decision"], "actions": []}
        lines = [self.line(k, e) for k, e in enumerate(s.journal)]
        return {**self._frame(holds), "seq": n, "replay": n, **v,
                "journal": self.readable(lines[-JOURNAL_SHOWN:], seat, self.session.over), "journal_size": len(lines)}

    def _frame(self, holds: Holds) -> dict[str, Any]:
        return {"table": self.id, "seats": self.seats_plain(), "holds": [self.seats[k].id for k in holds],
                "commitment": self.commitment, "seed_chosen": self.seed_chosen,
                "parent": {"table": self.parent[0], "at": self.parent[1]} if self.parent else None,
                "chat": self.chat[-CHAT_SHOWN:] if holds else [], "takeback": self.takeback_plain(self.takeback),
                "bots": "paused" if self.bots_paused else "on", "thinking": self.thinking}

    def summary(self, holds: Holds) -> dict[str, Any]:
        s, seat = self.session, self.shown(holds)
        d, out = s.decision, s.outcome
        return {"table": self.id, "game": self.game.id, "scenario": s.scenario,
                "seat": None if seat is None else self.seats[seat].id, "seats": self.seats_plain(), "seq": self.seq,
                "turn": s.state.turn, "phase": self.game.phase(s.state),
                "decides": None if d is None else d.seat_name, "outcome": None if out is None else out.to_plain(),
                "created": self.created, "updated": self.updated}

    # -- changes -----------------------------------------------------------------------------------------------------

    async def _alone(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run a change by itself, to its end even if the one who asked for it goes away."""
        async def locked() -> T:
            async with self.lock:
                self.used = time.monotonic()
                return await work()

        return await asyncio.shield(asyncio.ensure_future(locked()))

    def _due(self, holds: Holds, seq: int, key: str | None) -> int | None:
        """Check a request to change the game; the seq of an earlier answer if it was met before."""
        if key is not None and (done := self.keys.get(key)) is not None:
            if self.past.rows[done - 1].seat not in holds:
                raise Refused(409, "this key was used by another seat; make a new one", seq=self.seq)
            return done
        if not holds:
            raise Refused(403, "a spectator only watches; ask for the link of a seat")
        d = self.session.decision
        if seq != self.seq:
            raise Refused(409, f"the table has moved on to {self.seq}; look again and repeat what still makes sense", seq=self.seq)
        if d is None:
            raise Refused(409, "the game is over; fork it to play on from any moment", seq=self.seq)
        if d.seat not in holds:
            raise Refused(403, f"{self.seats[d.seat].title} decides now; wait for your turn")
        return None

    async def act(self, holds: Holds, seq: int, words: str, key: str | None) -> int:
        """Take an action for the seat that decides."""
        async def work() -> int:
            if (done := self._due(holds, seq, key)) is not None:
                return done
            action = parse(words)
            return await self._take(action, key)

        return await self._alone(work)

    async def bot_act(self, seq: int, words: str) -> None:
        async def work() -> None:
            if self.seq == seq and not self.bots_paused:
                await self._take(actions.parse(words), None)

        await self._alone(work)

    async def _take(self, action: Action, key: str | None) -> int:
        d = self.session.decision
        assert d is not None
        new = self.session.copy()
        way = None
        try:
            if self.watchers and self.conceal is None and action in d.actions:
                way = self.game.path(new, action)
            new.take(action)
        except Illegal as e:
            refusals = self.game.why_not(self.known_to((d.seat,)), action)
            raise Refused(422, str(e) if self.conceal is None else f"'{actions.text(action)}' is not legal now", refusals,
                          self.seq) from None
        except FirestepError as e:
            raise Refused(409, str(e), seq=self.seq) from None
        except Exception:  # a fault of the game; the table stays as it was
            log.exception("table %s: '%s' failed", self.id, actions.text(action))
            raise Refused(422, "the game could not carry this out; nothing was changed, choose another", seq=self.seq) from None
        return await self._commit(new, [self._row(d.seat, action, self.session, new, key)], way)

    def _row(self, seat: int, action: Action, old: Session[Any], new: Session[Any], key: str | None) -> Row:
        return Row(seat, action, *new.journal_change(old), at=int(time.time()), key=key)

    async def undo(self, holds: Holds, seq: int, key: str | None, all_of_them: bool = False) -> int:
        """Take back the last action of the seat that decides, or as many as can be."""
        async def work() -> int:
            if (done := self._due(holds, seq, key)) is not None:
                return done
            d = self.session.decision
            if d is None or not self.session.can_undo:
                raise Refused(409, "nothing can be undone: a die was rolled, something was revealed or the seat changed; "
                                   "ask for a takeback", seq=self.seq)
            new = self.session.copy()
            sizes = new.undo(len(new.since) if all_of_them else 1)
            made = [Row(d.seat, actions.UNDO, size, (), at=int(time.time())) for size in sizes]
            made[-1] = made[-1]._replace(key=key)
            return await self._commit(new, made)

        return await self._alone(work)

    async def ask_takeback(self, holds: Holds, to: int) -> dict[str, Any] | None:
        async def work() -> dict[str, Any] | None:
            if not holds:
                raise Refused(403, "a spectator only watches; ask for the link of a seat")
            if self.session.over:
                raise Refused(409, "the game is over and its dice are open; fork it to play on from any moment", seq=self.seq)
            if to >= self.seq:
                raise Refused(400, f"choose a moment before {self.seq}", seq=self.seq)
            by = self.seats[self.one_of(holds, None)].id
            return await self._settle_takeback({"by": by, "to": to, "agreed": [self.seats[k].id for k in holds]})

        return await self._alone(work)

    async def answer_takeback(self, holds: Holds, agree: bool) -> dict[str, Any] | None:
        async def work() -> dict[str, Any] | None:
            if not holds:
                raise Refused(403, "a spectator only watches; ask for the link of a seat")
            if self.takeback is None:
                raise Refused(409, "no takeback is asked for", seq=self.seq)
            agreed = self.takeback["agreed"] + [self.seats[k].id for k in holds if self.seats[k].id not in self.takeback["agreed"]]
            return await self._settle_takeback({**self.takeback, "agreed": agreed} if agree else None)

        return await self._alone(work)

    async def _settle_takeback(self, asked: dict[str, Any] | None) -> dict[str, Any] | None:
        plain = self.takeback_plain(asked)
        if plain is None or plain["waiting"]:
            await self._store(rows.set_table, {"takeback": None if asked is None else to_json(asked).decode()})
            self.takeback = asked
        else:
            earlier = await asyncio.to_thread(self.past.at, plain["to"])
            new = self.session.copy()
            new.takeback(plain["to"], earlier)
            action = (actions.TAKEBACK, str(plain["to"]))
            await self._commit(new, [self._row(self.game.seats.index(plain["by"]), action, self.session, new, None)])
            plain = None
        self.tell({"type": "takeback", "takeback": plain})
        return plain

    async def _store(self, work: Callable[..., Any], *arguments: Any, meanwhile: Callable[[], None] | None = None) -> Any:
        """Write, and return when it is durable; `meanwhile` is done while the disk works."""
        writing = self.house.store.submit(lambda c: work(c, self.id, *arguments))
        try:
            if meanwhile is not None:
                meanwhile()
        except Exception:  # a fault of the game's view: what is written stays written, memory is read anew
            self.house.forget(self)
            raise
        try:
            return await writing
        except StorageFailed:
            raise Refused(503, "the table cannot be stored now; nothing was done, send it again") from None
        except Conflict:
            self.house.forget(self)
            raise Refused(409, "the table was changed elsewhere; look again", seq=self.seq) from None

    async def _commit(self, new: Session[Any], made: list[Row], way: tuple[str, list[str]] | None = None) -> int:
        """Write entries, then let the game be the new one, then tell everybody."""
        first, now = self.seq, int(time.time())
        d, old = new.decision, self.session.decision
        waiting = d.seat if d is not None else -1
        snapshot = None
        last = self.past.snapshots[-1] if self.past.snapshots else 0
        if not new.can_undo and new.size - last >= self.house.settings.snapshot_every:
            snapshot = pack(new)
        turn_of = waiting if d is not None and (old is None or d.seat != old.seat) else None
        notices = self.house.notices(self, turn_of, first + len(made)) if turn_of is not None else []
        telling = Telling(self, new, first + len(made), way)
        # a takeback that was asked for and not agreed to lapses when play goes on
        await self._store(rows.add_actions, first, made, waiting, now, snapshot, new.size, notices, meanwhile=telling.prepare)
        lapsed, self.takeback = self.takeback is not None, None
        self.past.rows.extend(made)
        self.updated = now
        if snapshot is not None:
            self.past.snapshots.append(new.size)
        for n, row in enumerate(made, first + 1):
            if row.key is not None:
                self.keys[row.key] = n
        self.lines[telling.keep:] = telling.lines
        self.session, self.views = new, telling.views
        telling.send()
        if lapsed:
            self.tell({"type": "takeback", "takeback": None})
        if notices:
            self.house.notifier.wake()
        self.house.wake_bots(self)
        return self.seq

    # -- telling -----------------------------------------------------------------------------------------------------

    def whole(self, holds: Holds) -> bytes:
        return to_json({"type": "snapshot", **self.snapshot(holds)})

    def tell(self, message: dict[str, Any], seats_only: bool = False) -> None:
        frame = to_json(message)
        for w in self.watchers:
            if w.holds or not seats_only:
                w.put(frame)

    def join(self, holds: Holds, have: int | None) -> Watcher:
        """A new socket; its first frame is in its queue."""
        w = Watcher(holds, self.shown(holds))
        self.watchers.add(w)
        self.view(w.shown)  # the next patch is the difference from this
        w.put(to_json({"type": "current", "seq": self.seq}) if have == self.seq else self.whole(holds))
        if holds:
            self.tell({"type": "seats", "seats": self.seats_plain()})
        return w

    def leave(self, w: Watcher) -> None:
        self.watchers.discard(w)
        self.used = time.monotonic()
        if w.holds:
            self.tell({"type": "seats", "seats": self.seats_plain()})

    def think(self, seat: int, progress: float | None) -> None:
        told = {"seat": self.seats[seat].id, "progress": None if progress is None else round(progress, 2)}
        self.thinking = None if progress is None else told
        self.tell({"type": "thinking", **told})

    # -- small things ------------------------------------------------------------------------------------------------

    async def say(self, seat: int, text: str) -> int:
        async def work() -> int:
            who = self.seats[seat]
            n = len(self.chat)
            line = {"n": n, "seat": who.id, "name": who.name, "text": text, "at": int(time.time())}
            await self._store(rows.add_chat, line, seat)
            self.chat.append(line)
            self.tell({"type": "chat", **line}, seats_only=True)
            return n

        return await self._alone(work)

    async def rename(self, seat: int, name: str) -> None:
        async def work() -> None:
            await self._store(rows.set_seat, seat, {"name": name})
            self.seats[seat].name = name
            self.tell({"type": "seats", "seats": self.seats_plain()})

        await self._alone(work)

    async def notify(self, seat: int, values: dict[str, str | None]) -> None:
        async def work() -> None:
            if values:
                await self._store(rows.set_seat, seat, values)
            for channel, target in values.items():
                setattr(self.seats[seat], channel, target)

        await self._alone(work)

    async def pause_bots(self, paused: bool) -> None:
        async def work() -> None:
            await self._store(rows.set_table, {"bots_paused": paused})
            self.bots_paused = paused
            self.tell({"type": "bots", "bots": "paused" if paused else "on"})

        if paused and self.bot_task is not None:
            self.bot_task.cancel()
        await self._alone(work)
        if not paused:
            self.house.wake_bots(self)


def parse(words: str) -> Action:
    try:
        return actions.parse(words)
    except FirestepError as e:
        raise Refused(400, str(e)) from None
