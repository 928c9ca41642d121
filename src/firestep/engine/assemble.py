"""Builds the record of a game from its package: every game has the same functions in modules of the same names."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from firestep.engine.game import Game, Meta
from firestep.engine.grammar import Grammar
from firestep.engine.step import steps_of

#: the modules with the parts of every game; each part has the name of its field in `Game`
PARTS = {
    "begin": "setup",
    "odds": "odds",
    "outcome": "victory",
    "check": "position",
    "position_from": "position",
    "position_to": "position",
    "view": "display.view",
    "text": "display.text",
    "draw": "display.draw",
    "draw_text": "display.draw",
    "report": "display.report",
    "prices": "display.hints",
    "sequence": "display.hints",
    "charts": "display.hints",
}


def assemble(package: str, **own: Any) -> Game[Any]:
    """Returns the game of a package. `own`: parts that not every game has, or that a game has in another module."""
    found = {field: getattr(import_module(f"{package}.{module}"), field) for field, module in PARTS.items() if field not in own}
    meta: Meta = import_module(f"{package}.meta").META
    grammar: Grammar = import_module(f"{package}.refusals").GRAMMAR
    steps = steps_of(package)
    grammar.add(steps.values())
    return Game(
        **meta.values,
        state_from=import_module(f"{package}.state").State.from_plain,
        steps=steps,
        candidates=grammar.candidates,
        why_not=grammar.why_not,
        **found,
        **own,
    )
