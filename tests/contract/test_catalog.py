"""Lists of games are made from `meta.py` alone: no rules are imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import firestep

#: modules of a game that hold names, numbers and choices but no rules
NO_RULES = {"meta", "components", "tables", "nations", "scenarios", "rule_variants"}
#: the command `firestep dgk` and what it needs: a calculator that knows nothing of the game on the table
CALCULATOR = {"commands", "export", "umpire", "armies"}
LISTED = """
import sys
{code}
print()
print(*(name for name in sys.modules if name.startswith("firestep.games.") and name.count(".") > 2))
"""
COMMAND = "from firestep.cli import main; main({words})"


@pytest.mark.parametrize(
    "code, allowed",
    [
        ("import firestep; print(*firestep.games())", set()),
        ("import firestep; print(*(m.to_plain() for m in firestep.catalog().values()))", NO_RULES),
        (COMMAND.format(words=["games"]), NO_RULES | CALCULATOR),
        (COMMAND.format(words=["games", "tgw", "--json"]), NO_RULES | CALCULATOR),
    ],
)
def test_listing_the_games_imports_no_rules(code: str, allowed: set[str]) -> None:
    env = {"PYTHONPATH": str(Path(firestep.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", LISTED.format(code=code)], env=env, capture_output=True, text=True, check=True)
    *listed, modules = done.stdout.splitlines()
    assert "tgw" in "".join(listed)
    loaded = {name.rpartition(".")[2] for name in modules.split()}
    assert loaded <= allowed, "these may hold rules"
    assert not {f"firestep.games.{id}.nations" for id in ("ditt", "tgw")} & set(modules.split()), "which ground is open to whom"


def test_games_and_catalog_tell_the_same() -> None:
    assert {id: g.to_plain() for id, g in firestep.games().items()} == {id: m.to_plain() for id, m in firestep.catalog().items()}
