"""The grammar of the game: the sentences of every question, and the functions that explain refusals.

A `Question` brings both itself. For all other steps a chapter has `ASKS`, for their candidates `FORMS`, and for words of its own
`KINDS`.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from itertools import product
from types import ModuleType
from typing import Any

from firestep.engine.action import Action
from firestep.engine.grammar import Ask, Forms, Grammar, Kind, Numbers
from firestep.engine.refusal import Refusal
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.chits import CHIT
from firestep.games.tgw.events.windows import PLAYS
from firestep.games.tgw.state import BOX

#: modules that explain questions, in the order in which they are asked what a verb could mean
CHAPTERS = ("movement.refusals", "combat.refusals", "events.refusals", "strategic.refusals", "scenarios.prewar")
PLACES = {**dict.fromkeys(board.INDEX), **dict.fromkeys(BOX)}
KINDS: dict[str, Kind | Numbers] = {
    "unit": Kind("unit", lambda s: roster.UNIT, lambda s: "units are named like ge-1g, fr-1, ru-1"),
    "place": Kind("place", lambda s: PLACES, lambda s: "hexes are named like W6819, E4816, N1728"),
    "nation": Kind("nation", lambda s: tables.NATION, lambda s: f"nations are: {', '.join(tables.NATIONS)}"),
    "chit": Kind("chit", lambda s: CHIT, lambda s: "chits are named like al-gallipoli, cp-uboat-1"),
    "side": Kind("side", lambda s: dict.fromkeys(tables.SEATS), lambda s: "say allied or central"),
    "number": Numbers(0, 24),
    "theater": Kind("theater", lambda s: dict.fromkeys(("eastern", "western")), lambda s: "say eastern or western"),
    "marker": Kind("marker", lambda s: dict.fromkeys(("oberost", "ohl")), lambda s: "say ohl or oberost"),
    "play": Kind("play", lambda s: PLAYS, lambda s: "plays are named like al-gallipoli, cp-gas-cl"),
}


def _modules() -> list[ModuleType]:
    return [import_module(f"firestep.games.tgw.{c}") for c in CHAPTERS]


def _forms(found: list[ModuleType]) -> dict[str, Forms]:
    """For each verb the first chapter that knows what it could mean in a step; by its kinds of words where none does."""
    out: dict[str, list[Any]] = {}
    for m in found:
        for verb, form in getattr(m, "FORMS", {}).items():
            out.setdefault(verb, []).append(form)

    def meant(verb: str, forms: list[Any]) -> Forms:
        def form(s: Any, step: Any) -> Collection[Action]:
            for f in forms:
                if (answer := f(s, step)) is not None:
                    return answer  # type: ignore[no-any-return]
            return list(product((verb,), *(GRAMMAR._words(s, kind) for kind in GRAMMAR.verbs[type(step)][verb])))

        return form

    return {verb: meant(verb, forms) for verb, forms in out.items()}


def _gather() -> Grammar:
    found = _modules()
    asks: dict[type, Ask] = {}
    kinds = dict(KINDS)
    for m in found:
        asks |= m.ASKS
        kinds |= getattr(m, "KINDS", {})
    return Grammar(kinds, asks, over=Refusal("tgw.18.15b", "the war is over"), closed="tgw.4.1b", forms=_forms(found))


GRAMMAR = _gather()
