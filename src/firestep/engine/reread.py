"""Compares a running session with the one that is read back from its plain data.

A session is stored as plain data and read back when a server starts again. Then all derived and cached fields must be equal, and
the open question must offer the same answers. Tests and `tools/fuzz.py` check this at every decision.
"""

from __future__ import annotations

from typing import Any

from firestep.engine.dice import Dice
from firestep.engine.session import Session
from firestep.engine.state import Declared

#: nothing is rolled in a session that is only compared
_DICE = Dice("compared")


def read_back(s: Session[Any]) -> Session[Any]:
    """Returns the session read back from its plain data."""
    return Session.resume(s.game, s.scenario, s.options, _DICE, s.to_plain(), start=s.start)


def rebuilt(s: Session[Any]) -> Session[Any]:
    """Returns a copy with all unsaved fields computed again. It takes a fraction of the time of `read_back`, but does not notice
    what plain data loses."""
    new = s.copy().disable_undo()
    derive = getattr(new.state, "derive", None)
    if derive is not None:
        derive()
    return new


def unlike(s: Session[Any], again: Session[Any]) -> list[str]:
    """Returns the differences between a session that was read back or rebuilt and the running one: derived fields, seat, legal
    actions."""
    out = []
    state = s.state
    for name in state.follows if isinstance(state, Declared) else ():
        is_now, found = getattr(state, name), getattr(again.state, name)
        if is_now != found:
            out.append(f"{name} differs when it is rebuilt: {_parts(is_now, found)}")
    if again.agenda != s.agenda:
        out.append(f"the agenda is {s.agenda}, and {again.agenda} when it is read back")
    ours, theirs = s.decision, again.decision
    if ours is None or theirs is None:
        return out if ours is theirs else [*out, "one of the two is over"]
    if ours.seat != theirs.seat:
        out.append(f"seat {ours.seat} is asked, and {theirs.seat} when it is read back")
    if ours.actions != theirs.actions:
        only, new = set(ours.actions) - set(theirs.actions), set(theirs.actions) - set(ours.actions)
        out.append(f"{sorted(only)[:5]} are offered only by the running session, {sorted(new)[:5]} only when it is read back")
    return out


def _parts(one: Any, other: Any) -> str:
    """Returns the first parts in which two values differ: `[at 12] 3, not 4`."""
    if isinstance(one, dict):
        pairs = [(k, one.get(k), other.get(k)) for k in sorted({*one, *other}) if one.get(k) != other.get(k)]
    elif isinstance(one, (list, bytearray)) and len(one) == len(other):
        pairs = [(k, a, b) for k, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    else:
        return f"{one!r}, not {other!r}"
    return ", ".join(f"[at {k}] {a!r}, not {b!r}" for k, a, b in pairs[:3])


def unexplained(s: Session[Any]) -> list[str]:
    """Returns the candidates for which the list of legal actions and the refusals disagree."""
    d = s.decision
    if d is None:
        return []
    found = s.game.candidates(s)
    legal = {*d.actions, *(a for a in found if d.step.allows_unlisted(s, a))}  # some answers are too many to list
    unrefused = {a for a in found if not s.why_not(a)}
    out = []
    if silent := sorted(unrefused - legal):
        out.append(f"no rule forbids {silent[:5]}, and they are not offered")
    if refused := sorted(legal - unrefused):
        out.append(f"{refused[:5]} are offered, and a rule forbids them: {s.why_not(refused[0])}")
    return out
