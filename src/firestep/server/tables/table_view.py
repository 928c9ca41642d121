"""What a table shows, to which seat, now and at earlier moments. Nothing is changed here."""

from __future__ import annotations

import time
from typing import Any

from pydantic_core import to_json

from firestep.engine import secret
from firestep.engine.dice import commitment
from firestep.engine.journal import Entry, die, named
from firestep.engine.session import Session
from firestep.server.errors import Refused
from firestep.server.tables.broadcast import Holds, Watcher
from firestep.server.tables.history import StoredHistory
from firestep.server.tables.seating import Key, Seat, Seating

JOURNAL_SHOWN = 200
#: lines of the journal in memory: enough for a snapshot after most undos
TAIL = 400
CHAT_SHOWN = 100


class TableView(Seating):
    """The game of a table, for reading."""

    def __init__(
        self,
        past: StoredHistory,
        session: Session[Any],
        seats: list[Seat],
        keys: dict[str, Key],
        found: dict[str, Any],
        tail: list[tuple[int, Entry]],
        chat: list[dict[str, Any]],
    ) -> None:
        super().__init__(past.game, seats, keys, found["spectator"], found["host"])
        self.id: str = found["id"]
        self.past = past
        self.session = session
        self.seed_chosen: bool = found["seed_chosen"]
        self.parent: tuple[str, int] | None = (found["parent"], found["parent_at"]) if found["parent"] else None
        self.created: int = found["created"]
        self.updated: int = found["updated"]
        self.asked: int = found["asked"]
        self.closed: str | None = found["closed"]
        self.bots_paused: bool = found["bots_paused"]
        self.takeback: dict[str, Any] | None = None
        self.clock: dict[str, Any] | None = None
        self.handover: dict[str, Any] | None = None
        #: the last entry took something back, so its player wants to answer himself
        self.undone = False
        self.chat = chat
        self.commitment = commitment(past.dice.seed)
        self.thinking: dict[str, Any] | None = None
        self.used = time.monotonic()
        #: the newest lines of the journal; the first has the number `tail_from`
        self.tail = [self.line(n, e) for n, e in tail]
        self.tail_from: int = tail[0][0] if tail else session.journal_size
        self.views: dict[int | None, dict[str, Any]] = {}
        #: the game as each seat knows it, until the table changes
        self.known: dict[int | None, Session[Any]] = {}

    @property
    def seq(self) -> int:
        return self.past.size

    # -- whose eyes --------------------------------------------------------------------------------------------------

    def shown(self, holds: Holds, session: Session[Any] | None = None) -> int | None:
        """Returns the seat that is shown to a holder of several: the deciding one, or the first."""
        d = (session or self.session).decision
        return d.seat if d is not None and d.seat in holds else (holds[0] if holds else None)

    def one_of(self, holds: Holds, seat: str | None) -> int:
        """Returns the seat for which a request speaks."""
        if not holds:
            raise Refused(403, "a spectator only watches; ask for the link of a seat")
        if seat is None:
            shown = self.shown(holds)
            assert shown is not None
            return shown
        if seat not in self.game.seats or self.game.seats.index(seat) not in holds:
            raise Refused(403, "this is not your seat; use the token of that seat")
        return self.game.seats.index(seat)

    def hiding(self, s: Session[Any] | None = None) -> bool:
        """Returns whether anything is still hidden from a seat."""
        return secret.hides(s or self.session)

    def known_to(self, holds: Holds, session: Session[Any] | None = None) -> Session[Any]:
        """Returns the game as far as a holder may know it; all questions about the game use it."""
        s = session or self.session
        return self.seen_by(self.shown(holds, s), s)

    def seen_by(self, seat: int | None, s: Session[Any]) -> Session[Any]:
        return secret.known_to(s, seat)

    # -- what is shown -----------------------------------------------------------------------------------------------

    def line(self, n: int, e: Entry) -> dict[str, Any]:
        about = [] if self.game.conceal else named(e)  # where something may be hidden, only the sentence is sent
        text = self.game.text(e)
        rolled = die(e, text)
        return {
            "n": n,
            "at": e.at,
            "key": e.key,
            "text": text,
            "words": about,
            "rules": list(e.rules),
            "only": e.params.get("only"),
        } | ({} if rolled is None else {"die": rolled})

    def readable(self, lines: list[dict[str, Any]], seat: int | None, over: bool) -> list[dict[str, Any]]:
        """Returns the lines of the journal that a seat may read."""
        name = None if seat is None else self.game.seats[seat]
        return [{k: v for k, v in line.items() if k != "only"} for line in lines if over or line["only"] in (None, name)]

    def view_of(self, s: Session[Any], seat: int | None, others: dict[int | None, dict[str, Any]]) -> dict[str, Any]:
        """Returns the view of a seat. `others` are views of the same game."""
        hiding = self.hiding(s)
        # where nothing is hidden, all seats share one board
        other = None if hiding else next(iter(others.values()), None)
        v = s.view(seat, other["board"] if other is not None else None)
        del v["moves"], v["journal"]
        d = s.decision
        if hiding:
            v["rolls"] = None  # even the number of rolls may reveal something
            if d is not None and d.seat != seat:
                v["decision"] |= {"prompt": f"{self.seats[d.seat].title} decides", "ask": None}
        return v

    def view(self, seat: int | None) -> dict[str, Any]:
        v = self.views.get(seat)
        if v is None:
            v = self.views[seat] = self.view_of(self.session, seat, self.views)
        return v

    def takeback_plain(self, asked: dict[str, Any] | None) -> dict[str, Any] | None:
        if asked is None:
            return None
        agreed = asked["agreed"]
        return {
            "by": asked["by"],
            "to": asked["to"],
            "seq": asked.get("seq", self.seq),
            "agreed": agreed,
            "waiting": [s.id for s in self.seats if s.kind != "bot" and s.id not in agreed],
        }

    def clock_plain(self) -> dict[str, Any] | None:
        """Returns the agreed clock, since when the deciding seat is asked, and who proposes another clock."""
        if self.clock is None:
            return None
        return {
            "nudge": self.clock.get("nudge"),
            "claim": self.clock.get("claim"),
            "asked": self.asked,
            "proposed": self.clock.get("proposed"),
        }

    def handover_plain(self) -> dict[str, Any] | None:
        """Returns who wants to move the game to another server, and who must agree."""
        if self.handover is None:
            return None
        agreed = self.handover["agreed"]
        done = bool(self.handover.get("done"))
        waiting = [] if done else [s.id for s in self.seats if s.kind != "bot" and s.id not in agreed]
        return {"by": self.handover["by"], "seq": self.handover["seq"], "agreed": agreed, "waiting": waiting, "done": done}

    @property
    def handed(self) -> bool:
        """Returns whether the game was moved to another server. Then it is over here, and everything is revealed."""
        return self.handover is not None and bool(self.handover.get("done"))

    def snapshot(self, holds: Holds) -> dict[str, Any]:
        self.used = time.monotonic()
        seat = self.shown(holds)
        return {
            **self.frame(holds),
            "seq": self.seq,
            **self.view(seat),
            "journal": self.readable(self.tail[-JOURNAL_SHOWN:], seat, self.session.over),
            "journal_size": self.session.journal_size,
        }

    def frame(self, holds: Holds) -> dict[str, Any]:
        return {
            "table": self.id,
            "seats": self.seats_plain(holds),
            "holds": [self.seats[k].id for k in holds],
            "commitment": self.commitment,
            "seed_chosen": self.seed_chosen,
            "parent": {"table": self.parent[0], "at": self.parent[1]} if self.parent else None,
            "chat": self.chat[-CHAT_SHOWN:] if holds else [],
            "takeback": self.takeback_plain(self.takeback),
            "clock": self.clock_plain(),
            "closed": self.closed,
            "handover": self.handover_plain(),
            "bots": "paused" if self.bots_paused else "on",
            "thinking": self.thinking,
            "undone": self.undone,
        }

    def replayed(self, holds: Holds, s: Session[Any], n: int, lines: list[tuple[int, Entry]], over: bool) -> dict[str, Any]:
        """Returns a snapshot of an earlier moment, with the present seats and settings. No action is possible in it."""
        seat = self.shown(holds, s)
        v = self.view_of(s, seat, {})
        v["undo"] = False
        if v["decision"] is not None:
            v["decision"] = {**v["decision"], "actions": []}
        made = [self.line(k, e) for k, e in lines]
        return {"seq": n, "replay": n, **v, "journal": self.readable(made, seat, over), "journal_size": s.journal_size}

    def summary(self, holds: Holds) -> dict[str, Any]:
        s, seat = self.session, self.shown(holds)
        d, out = s.decision, s.outcome
        return {
            "table": self.id,
            "game": self.game.id,
            "scenario": s.scenario,
            "seat": None if seat is None else self.seats[seat].id,
            "seats": self.seats_plain(holds),
            "seq": self.seq,
            "turn": s.state.turn,
            "phase": self.game.phase(s.state),
            "decides": None if d is None else d.seat_name,
            "outcome": None if out is None else out.to_plain(),
            "created": self.created,
            "updated": self.updated,
            "clock": self.clock_plain(),
            "closed": self.closed,
        }

    # -- messages ------------------------------------------------------------------------------------------------------

    def snapshot_frame(self, holds: Holds) -> bytes:
        return to_json({"type": "snapshot", **self.snapshot(holds)})

    def tell(self, message: dict[str, Any], seats_only: bool = False) -> None:
        frame = to_json(message)
        for w in self.watchers:
            if w.holds or not seats_only:
                w.put(frame)

    def tell_seats(self) -> None:
        frames: dict[Holds, bytes] = {}
        for w in self.watchers:
            if w.holds not in frames:
                frames[w.holds] = to_json({"type": "seats", "seats": self.seats_plain(w.holds)})
            w.put(frames[w.holds])

    def _join(self, holds: Holds, have: int | None, keys: frozenset[str] = frozenset()) -> Watcher:
        """Adds a socket. Its first frame is in its queue."""
        w = Watcher(holds, self.shown(holds), keys)
        self.watchers.add(w)
        self.view(w.shown)  # the next patch is the difference from this view
        w.put(to_json({"type": "current", "seq": self.seq}) if have == self.seq else self.snapshot_frame(holds))
        if holds:
            self.tell_seats()
        return w

    def leave(self, w: Watcher) -> None:
        self.watchers.discard(w)
        self.used = time.monotonic()
        if w.holds:
            self.tell_seats()

    def think(self, seat: int, progress: float | None) -> None:
        told = {"seat": self.seats[seat].id, "progress": None if progress is None else round(progress, 2)}
        self.thinking = None if progress is None else told
        self.tell({"type": "thinking", **told})
