"""What the tests of Great War Battles share: positions on the training ground, and short questions about a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from firestep.engine.session import Session
from firestep.games.gwb import movement
from firestep.testing import play, situation, texts

#: the fixture that fixes the result of melees (conftest.py)
Melee = Callable[[int, int], None]


def field(units: dict[str, str], side: str = "german", phase: str = "coordinated", **more: Any) -> Session[Any]:
    """These units alone on the training ground."""
    from games.gwb.test_markers import outlived

    s = situation("gwb", "training", clear=True, side=side, phase=phase, units=units, **more)
    assert outlived(s, s.state.copy(), Counter()) == []  # it holds nothing that play could not have made
    return s


def on_the_move(units: dict[str, str], side: str = "german", marching: tuple[str, ...] = (), **more: Any) -> Session[Any]:
    """A movement phase, March Order already given to some."""
    return play(field(units, side, "movement", **more), *(f"march {u}" for u in marching), "done")


def unit(s: Session[Any], id: str) -> int:
    return int(s.state.b.by_id[id])


def at(s: Session[Any], id: str) -> str:
    h = s.state.at[unit(s, id)]
    return s.state.b.board.grid.number(h) if h > 0 else str(h)


def steps(s: Session[Any], id: str) -> int:
    return int(s.state.steps[unit(s, id)])


def dis(s: Session[Any], id: str) -> int:
    return int(s.state.dis[unit(s, id)])


def last(s: Session[Any], key: str) -> dict[str, Any]:
    """What the newest journal entry of a kind says."""
    return dict([e.params for e in s.journal if e.key == key][-1])


def count(s: Session[Any], key: str) -> int:
    return sum(e.key == key for e in s.journal)


def rules(s: Session[Any], action: str) -> list[str]:
    """The ids of the rules against an action."""
    return [r.rule for r in s.why_not(action)]


def cost(s: Session[Any], id: str, goal: str) -> int:
    """Points that a unit pays for a goal."""
    t = play(s.copy(), f"move {id}")
    before = t.agenda[-1].mp  # type: ignore[attr-defined]
    found = movement.cost_of(movement.levels_of(t.state, unit(t, id), before), t.state.b.board.grid.index(goal))
    assert found is not None
    return found


def end(s: Session[Any]) -> Session[Any]:
    """Bring the open combat to its end: nobody retreats, nobody advances, the first unit takes each loss."""
    while s.agenda and type(s.agenda[-1]).__name__ != "CombatPhase":
        can = texts(s)
        s.take(next((w for w in ("hold", "none", "stand", "ready", "done") if w in can), can[0]))
    return s


def bleed(s: Session[Any]) -> Session[Any]:
    """Take the losses that are owed."""
    while s.decision and texts(s)[0].startswith("lose"):
        s.take(texts(s)[0])
    return s


def sheet(rows: str, rest: str = "") -> str:
    """The text of a small map: rows of signs parted by blanks, and further sections."""
    signs = rows.split()
    return (
        f"[map]\nname small\nlayout columns\nshifted even\ncolumns 1-{len(signs[0])}\nrows 1-{len(signs)}\n[terrain]\n"
        + "\n".join(signs)
        + f"\n{rest}\n"
    )
