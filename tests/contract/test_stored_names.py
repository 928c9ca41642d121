"""Names in stored games: steps, their fields, fields of a state and its flags (docs/stored-names.md).

`stored_names.json` lists every name that a database or a record may hold. A listed name must stay readable. A new name is added
with `python tests/contract/test_stored_names.py`, which removes none.
"""

from __future__ import annotations

import dataclasses
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from firestep.engine.game import Game
from firestep.engine.step import Step
from firestep.games import GAMES

FILE = Path(__file__).with_name("stored_names.json")
LISTED: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
ADD = "add it with: python tests/contract/test_stored_names.py"


def fields_of(step: type[Step[Any]]) -> list[str]:
    return [f.name for f in dataclasses.fields(step)]  # type: ignore[arg-type]  # every step is a dataclass


def optional(step: type[Step[Any]]) -> set[str]:
    """Returns the fields of a step that an older game may lack."""
    found = dataclasses.fields(step)  # type: ignore[arg-type]
    return {f.name for f in found if f.default is not dataclasses.MISSING or f.default_factory is not dataclasses.MISSING}


def flags(game: Game[Any]) -> set[str]:
    """Returns the flags that the state of a game reads, today's and those of older games."""
    state = import_module(f"firestep.games.{game.id}.state")
    return {*getattr(state, "FLAGS", ()), *getattr(state, "OLD_FLAGS", ())}


def names(game: Game[Any]) -> dict[str, Any]:
    """Returns the names that a game stores now."""
    state, _ = game.begin(game.scenario(None).id, game.settle_options(None))
    return {
        "steps": {name: fields_of(step) for name, step in sorted(game.steps.items())},
        "state": sorted(state.to_plain()),
        "flags": sorted(flags(game)),
        "seats": sorted(game.seats),
        "scenarios": sorted(sc.id for sc in game.scenarios),
        "options": {o.id: sorted(o.choices) for o in sorted(game.options, key=lambda o: o.id)},
    }


def test_no_step_of_a_stored_game_is_lost(game: Any) -> None:
    lost = {name for name in LISTED[game.id]["steps"] if name not in game.steps}
    assert not lost, "games that wait at these steps could not be opened; keep the old names with `stored`"


def test_stored_steps_are_read_with_the_fields_that_they_had(game: Any) -> None:
    for name, fields in LISTED[game.id]["steps"].items():
        step = game.steps[name]
        now = set(fields_of(step))
        assert set(fields) <= now, f"{name} of {game.id} lost fields"
        assert now - set(fields) <= optional(step), f"{name} of {game.id} has a new field without a default"


@pytest.mark.parametrize("kind", ["state", "flags", "seats", "scenarios"])
def test_no_other_stored_name_is_lost(game: Any, kind: str) -> None:
    assert not set(LISTED[game.id][kind]) - set(names(game)[kind])


def test_no_option_is_lost(game: Any) -> None:
    now = names(game)["options"]
    assert not [(o, c) for o, choices in LISTED[game.id]["options"].items() for c in choices if c not in now.get(o, ())]


def test_every_stored_name_is_listed(game: Any) -> None:
    assert merged(LISTED[game.id], names(game)) == LISTED[game.id], ADD


def merged(listed: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Returns the listed names and the new ones. The fields of a listed step stay as they were first stored."""
    out = {kind: sorted({*listed.get(kind, ()), *now[kind]}) for kind in ("state", "flags", "seats", "scenarios")}
    options = {o: sorted({*listed.get("options", {}).get(o, ()), *choices}) for o, choices in now["options"].items()}
    out["options"] = dict(sorted(({**listed.get("options", {}), **options}).items()))
    out["steps"] = dict(sorted({**now["steps"], **listed.get("steps", {})}.items()))
    return out


if __name__ == "__main__":
    found = {g.id: merged(LISTED.get(g.id, {}), names(g)) for g in GAMES.values()}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
