"""Seats, their keys and invitations, and the devices that hold them."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from firestep.engine.game import Game
from firestep.engine.session import Session
from firestep.server.errors import Refused
from firestep.server.tables.broadcast import Holds, Watcher


@dataclass(slots=True)
class Seat:
    id: str
    title: str
    kind: str
    bot: str | None
    name: str
    webhook: str | None = None
    email: str | None = None
    #: standing orders: by the name of a question, {"bot": name} or {"action": words}
    routine: dict[str, dict[str, str]] = field(default_factory=dict)
    #: when this player was last nudged
    nudged: int = 0


@dataclass(frozen=True, slots=True)
class Key:
    """The key of a device, or an invitation that can become one."""

    hash: str
    seat: int
    kind: str
    made: int
    became: str | None = None

    @property
    def id(self) -> str:
        """Returns a name for the key that gives no access."""
        return self.hash[:8]


def seats_from(game: Game[Any], scenario: str, found: Sequence[Mapping[str, Any]]) -> list[Seat]:
    titles = game.titles(scenario)
    return [
        Seat(
            game.seats[r["seat"]],
            titles[r["seat"]],
            r["kind"],
            r["bot"],
            r["name"],
            r["webhook"],
            r["email"],
            json.loads(r["routine"]) if r["routine"] else {},
            r["nudged"],
        )
        for r in found
    ]


def keys_from(found: Sequence[Mapping[str, Any]]) -> dict[str, Key]:
    return {r["hash"]: Key(r["hash"], r["seat"], r["kind"], r["made"], r["became"]) for r in found}


def stage(s: Session[Any]) -> str:
    """Returns the phase of a game as standing orders that end with it remember it."""
    return f"{s.state.turn} {s.game.phase(s.state)}"


class Seating:
    """The seats of a table. `Table` changes them; this class reads them."""

    session: Session[Any]

    def __init__(self, game: Game[Any], seats: list[Seat], keys: dict[str, Key], spectator: str, host: str | None) -> None:
        self.game = game
        self.seats = seats
        self.keys = keys
        self.spectator = spectator
        self.host = host
        self.watchers: set[Watcher] = set()
        #: connected seats at other servers of the same database, by server, and when they were reported
        self.elsewhere: dict[str, tuple[tuple[int, ...], float]] = {}

    def holds(self, hashes: list[str]) -> Holds | None:
        """Returns the seats that tokens open, in order. An empty tuple is a spectator; None means that a token is unknown."""
        found: list[int] = []
        for h in hashes:
            key = self.keys.get(h)
            if key is not None and key.kind == "key" and self.seats[key.seat].kind != "bot":
                if key.seat not in found:
                    found.append(key.seat)
            elif h not in (self.spectator, self.host):
                return None
        return tuple(found)

    def stage(self) -> str:
        return stage(self.session)

    def standing(self, seat: int) -> dict[str, dict[str, str]]:
        """Returns the standing orders of a seat that are valid now. Those for a phase have ended with it."""
        now = None
        out = {}
        for ask, order in self.seats[seat].routine.items():
            if "until" in order and now is None:
                now = self.stage()
            if order.get("until") in (None, now):
                out[ask] = order
        return out

    def ended(self, s: Session[Any]) -> dict[int, dict[str, dict[str, str]]]:
        """Returns the seats with standing orders that ended with their phase, and the orders that remain. In the next such phase
        the player is asked again."""
        out = {}
        for k, seat in enumerate(self.seats):
            if any("until" in order for order in seat.routine.values()):
                left = {ask: order for ask, order in seat.routine.items() if order.get("until") in (None, stage(s))}
                if left != seat.routine:
                    out[k] = left
        return out

    def keys_of(self, seat: int, kind: str = "key") -> list[Key]:
        return [k for k in self.keys.values() if k.seat == seat and k.kind == kind and k.became is None]

    def named(self, seat: str) -> int:
        if seat not in self.game.seats:
            raise Refused(400, f"there is no seat '{seat[:40]}'; the seats are: {', '.join(self.game.seats)}")
        return self.game.seats.index(seat)

    def here(self) -> set[int]:
        """Returns the seats with a connected player, at this server or another."""
        now = time.monotonic()
        return {k for w in self.watchers for k in w.holds} | {
            k for seats, then in self.elsewhere.values() if now - then < 60 for k in seats
        }

    def seats_plain(self, holds: Holds) -> list[dict[str, Any]]:
        """Returns the seats as a holder of these seats sees them."""
        here = self.here()
        return [
            {
                "id": s.id,
                "title": s.title,
                "kind": s.kind,
                "name": s.name,
                "bot": s.bot,
                "here": s.kind == "bot" or k in here,
                "devices": len(self.keys_of(k)),
                "claimed": s.kind == "bot" or bool(self.keys_of(k)),
                **self.routine_plain(k, k in holds),
            }
            for k, s in enumerate(self.seats)
        ]

    def routine_plain(self, seat: int, own: bool) -> dict[str, Any]:
        """Returns the valid standing orders. Other players learn only that a bot plays for the seat, not which questions it
        answers."""
        held = {ask: order for ask, order in self.standing(seat).items() if own or ask == "*"}
        return {
            "routine": sorted(held),
            # the questions that a bot answers, the given words of others, and the phases with which some end
            "deputy": sorted(ask for ask, order in held.items() if "bot" in order),
            "says": {ask: order["action"] for ask, order in held.items() if "action" in order},
            "until": {ask: order["until"] for ask, order in held.items() if "until" in order},
        }

    def devices(self, seat: int, hashes: Sequence[str]) -> list[dict[str, Any]]:
        """Returns the devices that hold a seat, and its open invitations."""
        return [
            {
                "id": k.id,
                "kind": k.kind,
                "made": k.made,
                "mine": k.hash in hashes,
                "here": any(k.hash in w.keys for w in self.watchers),
            }
            for kind in ("key", "invitation")
            for k in self.keys_of(seat, kind)
        ]
