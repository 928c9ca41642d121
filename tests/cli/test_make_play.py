"""A stranger's first command: `make play` on a fresh clone, or `pip install firestep[web]` and `firestep serve`; without a net."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

#: stands in for Python: makes an "environment" whose pip and firestep write down what they are told
PYTHON = """#!/bin/sh
[ "$1 $2" = "-m venv" ] || exit 9
mkdir -p "$3/bin"
printf '#!/bin/sh\\necho "$@" >> pip.txt\\n' > "$3/bin/pip"
printf '#!/bin/sh\\necho "firestep $@"\\n' > "$3/bin/firestep"
chmod +x "$3/bin/pip" "$3/bin/firestep"
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    for name in ("Makefile", "pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path / name)
    python = tmp_path / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)
    return tmp_path


def make_play(clone: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """`make play` as a stranger types it: what an outer `make test` hands down (its level, its flags) is left out."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name != "MFLAGS"}
    told = ["make", "play", f"PYTHON={clone / 'python'}", *more]
    return subprocess.run(told, cwd=clone, env=env, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(not shutil.which("make"), reason="make is not here")
def test_make_play_installs_the_pins_for_playing_and_serves(clone: Path) -> None:
    done = make_play(clone)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith("firestep serve --port 8765")
    [told] = (clone / "pip.txt").read_text().splitlines()
    assert "--constraint .play/pins.txt" in told and told.endswith("--editable .[web]")
    pins = (clone / ".play" / "pins.txt").read_text().splitlines()
    # a folder under work has no hash: one in the constraints would make pip refuse all of it
    assert pins and all(re.fullmatch(r"[A-Za-z0-9._-]+==[^\s;]+", line) for line in pins), pins
    names = {line.split("==")[0].lower().replace("_", "-") for line in pins}
    web = tomllib.loads((clone / "pyproject.toml").read_text())["project"]["optional-dependencies"]["web"]
    wanted = {re.split(r"[\[;>=< ]", one)[0].lower() for one in web}
    assert wanted <= names, wanted - names
    assert make_play(clone).returncode == 0
    assert make_play(clone, "PORT=8080").stdout.strip().endswith("firestep serve --port 8080")
    assert len((clone / "pip.txt").read_text().splitlines()) == 1, "the second time nothing is installed"


def test_pip_itself_reads_the_pins(clone: Path) -> None:
    sed = next(line for line in (ROOT / "Makefile").read_text().splitlines() if line.strip().startswith("sed -nE"))
    command = sed.split("#  ")[0].strip().replace("$(PLAY)/pins.txt", "pins.txt").split("  #")[0]
    subprocess.run(["sh", "-c", command], cwd=clone, check=True, timeout=20)
    pip = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-index", "--no-deps", "--disable-pip-version-check"]
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode:
        pytest.skip("no pip in this environment")
    done = subprocess.run([*pip, "--constraint", "pins.txt", "fastapi"], cwd=clone, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "already satisfied" in done.stdout, done.stdout + done.stderr


def test_a_wheel_carries_everything_that_is_not_python() -> None:
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["*"]
    package = ROOT / "src" / "firestep"
    left = [
        str(f.relative_to(package))
        for f in package.rglob("*")
        if f.is_file() and f.suffix not in (".py", ".pyc") and not any(fnmatch(f.name, p) for p in patterns)
    ]
    assert left == []


def test_firestep_serve_needs_nothing_but_itself(tmp_path: Path) -> None:
    """In an empty folder, with nothing set up: the address is printed and the page is there."""
    pytest.importorskip("uvicorn")
    env = {**os.environ, "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT / "src")}
    env = {k: v for k, v in env.items() if not k.startswith("FIRESTEP_")}
    command = [sys.executable, "-m", "firestep.cli", "serve", "--no-open", "--port", "0"]
    server = subprocess.Popen(command, cwd=tmp_path, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        assert server.stdout is not None
        found = next((m for line in server.stdout if (m := re.search(r"http://127\.0\.0\.1:\d+/", line))), None)
        assert found is not None, "no address was printed"
        with urllib.request.urlopen(found[0], timeout=20) as page:
            assert page.status == 200 and b"Firestep" in page.read()
        with urllib.request.urlopen(found[0] + "api/games", timeout=20) as games:
            assert games.status == 200
    finally:
        server.terminate()
        server.wait(20)
        if server.stdout is not None:
            server.stdout.close()
