"""The settings of the checkers: what is typed, how complex a function may be, and the examples in docstrings."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import firestep

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
#: the most files that may hold a function above the limit of complexity. Lower it when one is simplified, never raise it
MOST_EXCEPTIONS = 1
MOST_COMPLEX = 25
#: modules of src whose docstrings hold examples
EXAMPLES = [p for p in sorted(SRC.rglob("*.py")) if "\n    >>> " in (text := p.read_text(encoding="utf-8")) or "\n>>> " in text]


def module(path: Path) -> str:
    return ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", EXAMPLES, ids=module)
def test_examples_in_docstrings_run_as_printed(path: Path) -> None:
    result = doctest.testmod(import_module(module(path)), optionflags=doctest.FAIL_FAST)
    assert result.attempted and not result.failed


def test_modules_with_examples_are_found() -> None:
    assert {"firestep", "firestep.engine.masks", "firestep.engine.words"} <= {module(p) for p in EXAMPLES}


def test_all_of_src_is_checked_strictly_in_one_run() -> None:
    assert SETTINGS["mypy"]["strict"] and SETTINGS["mypy"]["files"] == ["src/firestep"]
    assert [x for x in SETTINGS["mypy"]["overrides"] if x.keys() - {"module", "ignore_missing_imports"}] == []
    lint = [line.strip() for line in (ROOT / "Makefile").read_text(encoding="utf-8").splitlines() if "/mypy" in line]
    assert lint == ["$(BIN)/mypy"]


def test_the_package_tells_its_types() -> None:
    assert (SRC / "firestep" / "py.typed").exists()
    assert "py.typed" in SETTINGS["setuptools"]["package-data"]["*"]
    assert firestep.start.__annotations__["return"] == "Session[Any]"
    assert firestep.games.__annotations__["return"] == "Mapping[str, Game[Any]]"
    assert all(hasattr(firestep, name) for name in firestep.__all__)


def test_exceptions_from_the_limit_of_complexity_only_get_fewer() -> None:
    """An exception whose file has no function above the limit has to go."""
    lint = SETTINGS["ruff"]["lint"]
    assert lint["mccabe"]["max-complexity"] <= MOST_COMPLEX and "C901" in lint["select"]
    excepted = {name for name, rules in lint["per-file-ignores"].items() if "C901" in rules}
    assert len(excepted) <= MOST_EXCEPTIONS
    ruff = Path(sys.executable).parent / "ruff"
    if not ruff.exists():
        pytest.skip("ruff is not installed beside this Python; it comes with: pip install 'firestep[dev]'")
    limit = f"lint.mccabe.max-complexity={lint['mccabe']['max-complexity']}"
    command = [ruff, "check", "--isolated", "--no-cache", "--select", "C901", "--ignore-noqa", "--config", limit]
    found = subprocess.run([*command, "--output-format", "json", "."], cwd=ROOT, capture_output=True, text=True, check=False)
    complex_files = {str(Path(x["filename"]).relative_to(ROOT)) for x in json.loads(found.stdout)}
    assert complex_files == excepted
