"""Starts a game: from its scenario, from a position, from any moment of another game, or by replaying a history."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from firestep.engine import action as actions
from firestep.engine import position
from firestep.engine.action import Action
from firestep.engine.dice import Dice
from firestep.engine.errors import BadRecord, FirestepError
from firestep.engine.game import Game
from firestep.engine.session import Session

MOMENT = "firestep-moment 1"


def begin(game: Game[Any], scenario: str, options: Mapping[str, str], dice: Dice, start: str | None = None) -> Session[Any]:
    """Returns a session at its first decision: from the scenario, the text of a position, or the text of a moment."""
    if start is not None and start.startswith("{"):
        return from_moment(start, game, scenario, options, dice)
    if start is not None:
        return position.from_text(start, {game.id: game}, dice, options=options)
    state, agenda = game.begin(scenario, options)
    return Session(game, scenario, options, dice, state, agenda)


def moment(s: Session[Any]) -> str:
    """Returns any moment of a game as text from which a fork can start, also in the middle of an order."""
    return json.dumps({"format": MOMENT, **s.to_plain()}, sort_keys=True, separators=(",", ":"))


def from_moment(start: str, game: Game[Any], scenario: str, options: Mapping[str, str], dice: Dice) -> Session[Any]:
    """Returns a session from the text of `moment`. Raises `BadRecord` if it cannot be read."""
    try:
        plain = json.loads(start)
        if plain.get("format") != MOMENT:
            raise BadRecord(f'the record begins in an unknown way; a moment has "format": "{MOMENT}"')
        s = Session.resume(game, scenario, options, dice, plain, start=start)
        game.check(s.state)
    except FirestepError:
        raise
    except Exception as e:  # an edited text may fail in any way
        raise BadRecord(f"the moment that the record begins from cannot be read: {e!r}") from None
    return s


def replay(
    game: Game[Any], scenario: str, options: Mapping[str, str], dice: Dice, past: Iterable[Action], start: str | None = None
) -> Session[Any]:
    """Takes every action of a history in order. Each is carried out once, whatever was taken back."""
    return deque(follow(game, scenario, options, dice, past, start), 1).pop()


def follow(
    game: Game[Any], scenario: str, options: Mapping[str, str], dice: Dice, past: Iterable[Action], start: str | None = None
) -> Iterator[Session[Any]]:
    """Yields the game at its beginning and after each entry of a history. It is one session, which continues."""
    past = list(past)
    wanted = {to for a in past if (to := target(a)) is not None}
    s = begin(game, scenario, options, dice, start)
    kept = {0: s.copy()} if 0 in wanted else {}
    yield s
    for n, a in enumerate(past, 1):
        try:
            carry_out(s, a, lambda to: kept.get(to, s))
        except FirestepError as e:
            raise BadRecord(f"action {n} of the record does not fit: {e}") from None
        if n in wanted:
            kept[n] = s.copy()
        yield s


def carry_out(s: Session[Any], entry: Action, earlier: Callable[[int], Session[Any]], again: bool = False) -> None:
    """Takes, undoes or takes back, as an entry of a history says. `earlier` returns the game after a number of entries. `again`:
    the entry is one of this very game and is not checked."""
    to = target(entry)
    if entry == actions.UNDO:
        s.undo()
    elif to is not None:
        s.takeback(to, earlier(to))
    elif again:
        s.apply_unchecked(entry)
    else:
        s.take(entry)


def target(entry: Action) -> int | None:
    """Returns how many entries remain after a takeback; None for anything else."""
    return int(entry[1]) if len(entry) == 2 and entry[0] == actions.TAKEBACK and entry[1].isdecimal() else None
