"""Every command and example of README.md, CONTRIBUTING.md and docs/*.md runs as it is printed.

They are taken from the pages themselves: blocks between fences, indented blocks, and commands between backticks. What is not
run exactly as printed has a row in one of the tables below, with the reason. A new example without a row is run, and a row that
no page needs any more fails.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from firestep import bots
from firestep.cli import main
from firestep.commands.draw import BROWSERS
from firestep.engine import record
from firestep.engine.simultaneous import SimultaneousChoice
from firestep.games import GAMES

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", *sorted(str(p.relative_to(ROOT)) for p in (ROOT / "docs").glob("*.md")))
VERBS = ("firestep", "python", "pytest", "make", "pip", "docker", "cp")
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.S | re.M)

#: printed -> what the test runs instead, and why
SHORTER = {
    "firestep simulate wwi --seats greedy,random --games 1000 --jobs 2": (
        "firestep simulate wwi --seats greedy,random --games 2 --jobs 2",
        "a thousand games take minutes",
    ),
    "firestep simulate dgk --scenario le-cateau --games 500 --seed final": (
        "firestep simulate dgk --scenario le-cateau --games 1 --seed final",
        "500 games take minutes",
    ),
    "firestep simulate gwb --scenario ourcq --seats greedy,random --games 10": (
        "firestep simulate gwb --scenario ourcq --seats random,random --games 1",
        "ten games with greedy take minutes",
    ),
    "firestep simulate wwi --scenario historical --games 500 --seed final --option variable-italy=on --option variable-turkey=on "
    "--option tank-army=on --option mixed-doubling=all --option losses-first=attacker --option blocked-infiltration=die": (
        "firestep simulate wwi --scenario historical --games 2 --seed final --option variable-italy=on --option variable-turkey=on "
        "--option tank-army=on --option mixed-doubling=all --option losses-first=attacker --option blocked-infiltration=die",
        "500 games take a minute",
    ),
    "firestep bench": ("firestep bench --quick", "nine blocks take a minute"),
    "firestep simulate gwb --scenario ford --games 100": ("firestep simulate gwb --scenario ford --games 10", "to save time"),
    "python tools/battles/balance.py ford 20": ("python tools/battles/balance.py ford 2", "to save time"),
}

#: commands that are not run here, and why
NOT_RUN = {
    "make play": "test_make_play.py runs it",
    "make test": "this is a part of it",
    "pytest tests/contract/test_archive.py tests/contract/test_copies.py tests/contract/test_stored_names.py": "in make test",
    "make install": "it installs packages",
    "make lint": "it takes minutes",
    "make bench": "it takes minutes",
    "make docs": "the checks run it by itself",
    "make fuzz": "it takes hours",
    "make records": "it writes the archive anew",
    "make checkpoints": "it writes the stored moments again",
    "pip install '.[web]'": "it installs packages; test_make_play.py checks what is installed",
    "pip install .": "it installs packages",
    "pip install '.[dgk]'": "it installs packages",
    "firestep serve": "test_make_play.py and test_upkeep.py run it",
    "firestep serve --host 0.0.0.0 --port 80 --no-open": "it listens to the whole network",
    "firestep bench --game ditt": "only the game differs from firestep bench",
    "firestep bench --game tgw": "only the game differs from firestep bench",
    "firestep tables renew": "the page names the command without its arguments",
    "firestep new --option": "the page names an option, not a command",
    **dict.fromkeys(
        ("python tools/records.py <game>", "python tools/records.py --ends <game>", "python tools/make_checkpoints.py <game>"),
        "it writes the archive anew",
    ),
    **dict.fromkeys(
        (
            "python tools/battles/balance.py tannenberg 60 games.jsonl",
            "python tools/ditt_war.py FOLDER",
            "python tools/ditt_wars.py play greedy.jsonl --games 50",
            "python tools/ditt_wars.py play random.jsonl --seats random,random --games 500",
            "python tools/ditt_wars.py play central.jsonl --seats greedy,random --games 100",
            "python tools/ditt_wars.py play entente.jsonl --seats random,greedy --games 100",
            "python tools/tgw_wars.py play FOLDER --scenario 1914 --games 6 --seconds 170",
            "python tools/runs.py play tgw --games 20 --legs 2000 --seconds 170 --file runs.jsonl",
            "python tools/runs.py table runs.jsonl",
            "python -m firestep.games.dgk.calibration docs",
        ),
        "it plays games for minutes or hours, or reads what such a run wrote",
    ),
    **dict.fromkeys(
        (
            "python bench/answers.py",
            "python bench/answers.py --games tgw",
            "python bench/attack.py",
            "python bench/browser.py",
            "python bench/endtoend.py",
            "python bench/load.py",
            "python bench/load.py --no-ramp --tables 40 --pause 0.005 --bots 0 --seconds 15 --game wwi",
            "python bench/long.py",
            "python bench/loop.py",
            "python bench/peer.py --rules FOLDER",
            "python bench/two.py --follow",
            "python bench/two.py --tables 40",
            "python bench/umpire_page.py",
        ),
        "it measures speed for minutes, most with a server or a browser",
    ),
    **dict.fromkeys(
        (
            "python tools/pictures.py gwb",
            "python tools/screens.py FOLDER",
            "python tools/examples.py",
            "python tools/tgw_page.py FOLDER --scenario 1918",
        ),
        "it draws pictures of the page in a browser",
    ),
    "python tools/battles/lay.py ourcq > …/map.txt": "it has a redirection, and writes the map of a battle anew",
    "docker compose -f deploy/compose.yaml up -d --build": "it needs Docker; tests/server/test_deploy.py reads the file",
    "cp deploy/env.example deploy/.env": "tests/server/test_deploy.py reads the file",
}
#: words on the pages for what the reader fills in
FILL_IN = {"FILE": "given.file", "ID": "TABLE", "SEAT": "allied", "<game>": "wwi", "./my.toml": "./my.toml"}
#: what only looks like a command
NO_COMMANDS = {"firestep seed": "the words before a seed in its commitment", "firestep …": "any command"}

#: how a block is checked that is neither commands nor Python
Check = Callable[[str], None]


def quotes(path: str) -> Check:
    def check(text: str) -> None:
        assert text == (ROOT / path).read_text(encoding="utf-8")

    return check


def names_of_a_record(text: str) -> None:
    import firestep

    known = record.to_record(firestep.start("wwi"), ("greedy", "human"))
    assert set(re.findall(r'"(\w+)":', text)) >= set(known)


def names_of_a_board(game: str) -> Check:
    def check(text: str) -> None:
        import firestep

        def keys(x: Any) -> Iterator[str]:
            for k, v in x.items() if isinstance(x, dict) else ():
                yield k
                yield from keys(v)
            for v in x if isinstance(x, list) else ():
                yield from keys(v)

        known = set(keys(firestep.start(game).view(0)["board"]))
        assert set(re.findall(r'"(\w+)":', text)) <= known

    return check


def a_class_of_sealed_answers(text: str) -> None:
    from dataclasses import dataclass

    space: dict[str, Any] = {"dataclass": dataclass, "SimultaneousChoice": SimultaneousChoice, "S": Any}
    exec("from __future__ import annotations\n" + text, space)
    made = space["DiceCount"]()
    assert isinstance(made, SimultaneousChoice) and {"seats", "prompt", "choices", "reveal"} <= set(vars(space["DiceCount"]))


def poses(text: str) -> None:
    """Sentences of dgk that its grammar understands: whether one is legal depends on the moment."""
    from firestep.engine.action import parse
    from firestep.games.dgk.refusals import GRAMMAR

    for line in text.splitlines():
        words = re.split(r"\s{2,}", line.strip())[0]
        assert parse(words)[0] in str(vars(GRAMMAR)), words


def not_checked(why: str) -> Check:
    return lambda text: None


#: page and the beginning of the block -> its check
BLOCKS: dict[tuple[str, str], Check] = {
    ("docs/add-a-battle.md", "[map]"): quotes("docs/examples/ford/map.txt"),
    ("docs/add-a-battle.md", "id,name,nation"): quotes("docs/examples/ford/units.csv"),
    ("docs/add-a-battle.md", 'title = "The ford"'): quotes("docs/examples/ford/battle.toml"),
    ("docs/add-a-battle.md", "# The ford"): quotes("docs/examples/ford/notes.md"),
    ("docs/architecture.md", " browser ── server"): not_checked("a drawing"),
    ("docs/architecture.md", "@dataclass(frozen=True, slots=True)"): a_class_of_sealed_answers,
    ("docs/dgk.md", "go 24.5 17 90 via 20 17"): poses,
    ("docs/protocol.md", '{ "table", "game", "scenario"'): not_checked("a shape; the tests of the server read these keys"),
    ("docs/protocol.md", '{ "pieces":  [{id, at'): names_of_a_board("wwi"),
    ("docs/protocol.md", '{ "kind": "table"'): names_of_a_board("dgk"),
    ("docs/record-format.md", "{"): names_of_a_record,
    ("docs/running-a-server.md", "useradd"): not_checked("it needs root; test_deploy.py checks the files that it names"),
    ("docs/running-a-server.md", "location / {"): not_checked("settings of nginx"),
}


def check_of(page: str, text: str) -> Check | None:
    return next((check for (where, begin), check in BLOCKS.items() if where == page and text.startswith(begin)), None)


# -- reading the pages ---------------------------------------------------------------------------------------------------


def blocks(page: str) -> list[tuple[str, str]]:
    """The blocks of a page: language and text. Blocks by indentation count as well; those of a list are continued lines."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = [(m[2], re.sub(rf"^{m[1]}", "", m[3], flags=re.M)) for m in FENCE.finditer(text)]
    rest = FENCE.sub("", text)
    found += [("", re.sub(r"^    ", "", m[1], flags=re.M)) for m in re.finditer(r"(?:^|\n)\n((?:    \S.*\n)+)", rest)]
    return found


def is_shell(language: str, text: str) -> bool:
    return language in ("", "sh") and all(not line.strip() or line.split()[0] in VERBS for line in text.splitlines())


def commands(page: str) -> list[str]:
    """The commands of a page in their order, without the remarks behind them."""
    out = []
    for language, text in blocks(page):
        if is_shell(language, text):
            out += [re.split(r"\s{3,}|\s+# ", line)[0].strip() for line in text.splitlines() if line.strip()]
    rest = FENCE.sub("", (ROOT / page).read_text(encoding="utf-8"))
    for m in re.finditer(r"`([^`]+)`", rest):
        words = " ".join(m[1].split())
        if words.split()[0] in VERBS and " " in words and words not in NO_COMMANDS:
            out.append(words)
    return out


ALL_COMMANDS = {page: commands(page) for page in PAGES}


# -- running them --------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which a reader could be: the pages are there, and files to fill in."""
    for name in list(os.environ):
        if name.startswith("FIRESTEP_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("FIRESTEP_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bots, "BOTS", dict(bots.BOTS))
    monkeypatch.delitem(sys.modules, "mybot", raising=False)
    monkeypatch.setattr("builtins.input", lambda _="": (_ for _ in ()).throw(EOFError))  # the reader leaves at once
    for name in ("docs", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copy(GAMES["dgk"].data / "scenarios" / "lier.toml", tmp_path / "my.toml")
    return tmp_path


def fill_in(words: list[str], page: str, table: str) -> list[str]:
    given = dict(FILL_IN) | {"ID": table}
    given["FILE"] = {"docs/dgk.md": "my.toml", "docs/position-format.md": "my.toml", "docs/running-a-server.md": "copy.db"}.get(
        page, "war.json"
    )
    return [given.get(w, w) for w in words]


def check_script(page: str, printed: str) -> None:
    """A script that a page names is there, even where it is not run."""
    words = printed.split()
    if words[0] == "make":
        assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M), printed
    if words[0] == "python":
        script = words[1] if words[1] != "-m" else f"src/{words[2].replace('.', '/')}.py"
        assert (ROOT / script).is_file(), f"{page} names {script}, which is not there"


def run(page: str, printed: str, table: str = "") -> None:
    words = shlex.split(SHORTER.get(printed, (printed, ""))[0])
    if words[0] == "python":
        subprocess.run([sys.executable, *words[1:]], cwd=ROOT, capture_output=True, check=True, timeout=240)
        return
    assert words[0] == "firestep", printed
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(fill_in(words[1:], page, table))
        except SystemExit as e:
            code = int(e.code or 0)
    if words[1] == "map" and words[-1].endswith(".png") and not any(map(shutil.which, BROWSERS)):
        assert code == 2 and "needs Chromium" in err.getvalue()
        return
    assert code == (1 if words[1] == "why-not" else 0), f"{page}: {printed}: {err.getvalue()}"
    assert out.getvalue().strip() or words[1:3] == ["tables", "list"], printed


#: pages whose commands are run by a test of their own
OWN_TEST = ("docs/add-a-battle.md", "docs/command-line.md", "docs/running-a-server.md")


@pytest.mark.parametrize("page", [p for p in PAGES if p not in OWN_TEST])
def test_every_command_of_a_page_runs_as_printed(page: str, folder: Path) -> None:
    main(["new", "wwi", "--seed", "7", "-o", "war.json", "--force"])
    for language, text in blocks(page):
        if language == "python" and text.startswith("# "):  # a file to save: `# mybot.py`
            Path(text.splitlines()[0][2:]).write_text(text, encoding="utf-8")
    for printed in ALL_COMMANDS[page]:
        check_script(page, printed)
        if printed not in NOT_RUN:
            if printed.startswith("firestep new") and "war.json" in printed:
                Path("war.json").unlink(missing_ok=True)
            run(page, printed)


@pytest.mark.parametrize("page", PAGES)
def test_every_block_of_a_page_is_what_it_says(page: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for language, text in blocks(page):
        first = text.splitlines()[0]
        if check := check_of(page, text):
            check(text)
        elif language == "python":
            space: dict[str, Any] = {"__name__": "example"}
            exec(compile(text, f"{page}: {first}", "exec"), space)
            for name, thing in space.items():
                if name.startswith("test_"):
                    thing()
        else:
            assert is_shell(language, text), f"{page}: no way to check the block that begins with {first!r}; see BLOCKS"


def test_no_row_of_the_tables_is_left_over() -> None:
    printed = {c for each in ALL_COMMANDS.values() for c in each}
    assert set(SHORTER) <= printed and set(NOT_RUN) <= printed, (set(SHORTER) | set(NOT_RUN)) - printed
    texts = [(page, text) for page in PAGES for _, text in blocks(page)]
    assert not [row for row in BLOCKS if not any(page == row[0] and text.startswith(row[1]) for page, text in texts)]
    assert sum(map(len, ALL_COMMANDS.values())) > 80


def test_the_commands_for_the_admin_of_a_server_run_as_printed(folder: Path) -> None:
    pytest.importorskip("fastapi")
    from fastapi.testclient import TestClient

    from firestep.server.http.app import make_app
    from firestep.server.settings import Settings

    url = f"sqlite:///{folder / 'data' / 'firestep.db'}"
    with TestClient(make_app(Settings(url, draw_ahead=False, cache=folder / "maps")), base_url="http://localhost") as client:
        made = client.post("/api/tables", json={"game": "wwi"})
        assert made.status_code in (200, 201), made.text
        table = made.json()["id"]
    page = "docs/running-a-server.md"
    for printed in ALL_COMMANDS[page]:
        if printed in NOT_RUN:
            continue
        if "tables close" in printed:
            # `tables close ID --reason "…"`, `reopen ID`
            assert "`reopen ID`" in (ROOT / page).read_text(encoding="utf-8")
        run(page, f"{printed} --yes" if "tables delete" in printed else printed, table)


JSON = re.findall(r"^\| `(firestep [^`]*)` \| (.*) \|$", (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8"), re.M)


def test_answers_in_json_have_the_keys_of_the_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(JSON) > 10
    for printed, about in JSON:
        capsys.readouterr()
        Path("war.json").unlink(missing_ok=True)
        if "war.json" in printed and " new " not in printed:
            main(["new", "wwi", "--seed", "7", "-o", "war.json"])
            capsys.readouterr()
        assert main(shlex.split(printed)[1:]) in (0, 1)
        found = json.loads(capsys.readouterr().out)
        assert isinstance(found, list) == about.startswith("list"), printed
        keys = found[0] if isinstance(found, list) else found
        assert re.findall(r"`(\w+)`", about.partition(";")[0]) == list(keys), printed


@pytest.fixture(scope="module")
def copy_of_the_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source tree to which the battle of the page was added."""
    folder = tmp_path_factory.mktemp("source")
    left_out = shutil.ignore_patterns("__pycache__", "records", "moments", "img", "server")
    for name in ("tests", "tools"):
        shutil.copytree(ROOT / name, folder / name, ignore=left_out)
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    shutil.copytree(ROOT / "docs" / "examples" / "ford", folder / "src/firestep/games/gwb/data/battles/ford")
    return folder


def test_the_battle_of_the_page_is_played_as_the_page_says(copy_of_the_source: Path) -> None:
    env = os.environ | {"PYTHONPATH": str(copy_of_the_source / "src"), "FIRESTEP_DATA": str(copy_of_the_source)}
    for printed in ALL_COMMANDS["docs/add-a-battle.md"]:
        check_script("docs/add-a-battle.md", printed)
        if printed in NOT_RUN:
            continue
        words = shlex.split(SHORTER.get(printed, (printed, ""))[0])
        module = {"firestep": ["-m", "firestep"], "pytest": ["-m", "pytest", "-p", "no:cacheprovider"], "python": []}[words[0]]
        done = subprocess.run(
            [sys.executable, *module, *words[1:]], cwd=copy_of_the_source, env=env, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{printed}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        assert "no tests ran" not in done.stdout
    assert (copy_of_the_source / "ford.svg").stat().st_size > 10_000
