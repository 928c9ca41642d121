"""Players of the machine. They see what a player sees: the decision, its legal actions, the odds, copies of the game.

    bot = bots.make("greedy", seed=7)
    while s.decision:
        s.take(bots.answer(bot, s))

`answer` shows a bot what its seat may know, in simulations as on the server. A bot that looks ahead does so in
`session.copy(seed=…)`, whose dice are not those of the game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from firestep.bots.greedy import Greedy
from firestep.bots.random import Random
from firestep.engine.action import Action
from firestep.engine.errors import FirestepError, UnknownName
from firestep.engine.secret import known_to
from firestep.engine.session import Decision, Session


class Bot(Protocol):
    """A player: one action for one decision."""

    name: str

    def choose(self, session: Session[Any], decision: Decision[Any]) -> Action: ...


#: by name, weakest first; others may add theirs
BOTS: dict[str, Callable[[int | str], Bot]] = {"random": Random, "greedy": Greedy}


def answer(bot: Bot, s: Session[Any]) -> Action:
    """A bot's answer to the open question, from what the seat that is asked may know."""
    d = s.decision
    if d is None:
        raise FirestepError("the game is over; there is nothing left to decide")
    seen = known_to(s, d.seat)
    known = seen.decision
    assert known is not None and known.seat == d.seat, "who is asked is no secret"
    return bot.choose(seen, known)


def names() -> list[str]:
    """The bots there are, weakest first."""
    return list(BOTS)


def load(name: str) -> None:
    """Add the bot `MODULE:CLASS` to `BOTS`, from the current folder or the installed packages. Other names are left alone.

    This runs the module: never call it with a name that a stranger sent.
    """
    module, colon, kind = name.partition(":")
    if name in BOTS or not colon:
        return
    try:
        sys.path.insert(0, os.getcwd())
        try:
            made = getattr(import_module(module), kind)
        finally:
            sys.path.pop(0)
    except AttributeError:
        raise UnknownName(f"the module '{module}' has no class '{kind}'; name a bot as MODULE:CLASS") from None
    except Exception as e:
        raise UnknownName(f"the bot '{name}' cannot be loaded ({type(e).__name__}: {e}); name a bot as MODULE:CLASS") from None
    if not callable(made) or not callable(getattr(made, "choose", None)):
        raise UnknownName(f"'{name}' is not a bot; its class needs choose(session, decision)")
    BOTS[name] = made


def make(name: str, seed: int | str = 0) -> Bot:
    """A bot with its own randomness; the same seed plays the same way."""
    if name not in BOTS:
        raise UnknownName(f"there is no bot '{name}'; the bots are: {', '.join(BOTS)}")
    return BOTS[name](seed)
