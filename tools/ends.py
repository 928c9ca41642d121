"""Rare ends: short games from positions close to them, as `tools/ends.toml` tells, for the archive (tools/records.py)."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from firestep.engine import action as actions
from firestep.engine import position
from firestep.engine.dice import Dice
from firestep.engine.game import OWN, Game, Way
from firestep.engine.session import Session
from firestep.engine.start import begin

FILE = Path(__file__).with_suffix(".toml")
#: games that are tried for one that ends as it should, and actions after which one is given up
TRIES, MOST = 200, 2000


def told() -> dict[str, dict[str, Any]]:
    """What the file says of each end, by the name of its record without the suffix: GAME-SCENARIO-end-NAME."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def fits(s: Session[Any], end: dict[str, Any]) -> bool:
    """The game is over as it should be."""
    out = s.outcome
    return (
        out is not None
        and out.way == wanted(end)
        and end.get("reason", "") in out.reason
        and s.state.turn == end.get("turn", s.state.turn)
    )


def wanted(end: dict[str, Any]) -> Way:
    winner, level, rule = end["way"]
    return winner or None, level, rule


def start(g: Game[Any], scenario: str, end: dict[str, Any]) -> str | None:
    """The text that a game begins from; None: its scenario alone."""
    if "position" not in end:
        return None
    kind = position.SCENARIO if scenario == OWN else position.FORMAT
    head = f'format = "{kind}"\ngame = "{g.id}"\n' + (f'scenario = "{scenario}"\n' if scenario != OWN else "")
    options = "".join(f'{k} = "{v}"\n' for k, v in end.get("options", {}).items())
    return head + end["position"] + (f"\n[options]\n{options}" if options else "")


def play(s: Session[Any], end: dict[str, Any], seed: str) -> Session[Any]:
    """Chance plays, but gives each of the orders as soon as it is legal: those too that nobody is offered."""
    rng = random.Random(seed)
    orders = [actions.parse(a) for a in end.get("orders", [])]
    while (d := s.decision) is not None and s.size < MOST:
        due = orders and s.size >= end.get("after", 0) and (orders[0] in d.actions or s.is_unlisted_legal(orders[0]))
        s.take(orders.pop(0) if due else rng.choice(d.actions))
    return s


def games(g: Game[Any]) -> Iterator[tuple[str, Session[Any]]]:
    """Name, without the game's, and end of every game that the file tells of."""
    for full, end in told().items():
        id, _, name = full.partition("-")
        if id != g.id:
            continue
        scenario = name.rpartition("-end-")[0]
        text, options = start(g, scenario, end), g.settle_options(end.get("options"))
        for n in range(TRIES):
            seed = f"archive {name} {n}"
            s = play(begin(g, scenario, options, Dice(seed), text), end, seed)
            if fits(s, end):
                break
        else:
            raise SystemExit(f"{full}: none of {TRIES} games ends with {wanted(end)}; bring its position in tools/ends.toml nearer")
        yield name, s
