"""How the tests are shared out among processes (`make test`: pytest -n N --dist loadgroup).

What is dear to make is made once: all contract tests of one walk go to the same process, and so do all tests of a module whose
fixtures or caches they share. Tests of the browser and the server need only what every process has once (a server, a browser) and
go one by one. The long ones come first, so that the processes end together.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from xdist.scheduler import LoadScopeScheduling

TESTS = Path(__file__).parent

# Compiled modules are kept, also by the processes that tests begin: without them a run takes minutes more.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.path.insert(0, str(TESTS / "browser"))

from chromium import CHROMIUM, FLAGS  # noqa: E402

#: folders in the order in which they are begun: what waits and takes long first, what is quick last
ORDER = ("browser", "contract", "server", "bots", "cli", "games", "hexmap", "engine")
#: the property of a report that tells why a test was tried again
SECOND = "tried again because"
#: folders whose tests are shared out one by one
ALONE = ("browser", "server")
#: tests that take much longer than others: before all
LONG = (
    "test_clicks.py",
    "test_whole_game.py",
    "test_first_turn.py",
    "test_the_same_game_gives_the_same_bytes_in_another_process",
    "test_kill_minus_nine_loses_nothing_acknowledged",
    "test_a_pulse_takes_six_clicks",
    "test_axe_finds_nothing_in_the_library",
    "test_keyboard_alone_answers",
    "test_a_war_of_bots",
    "is_walked_to_an_end",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One browser for all tests of a process that need one: a second cannot be begun while it runs."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="the browser tests need: pip install 'firestep[dev]'")
    if not CHROMIUM:
        pytest.skip("no Chromium on this machine; install it with: apt-get install chromium")
    with sync_api.sync_playwright() as p:
        one = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield one
        one.close()


def group_of(test: str) -> str:
    """Tests of one group run in one process, one after the other."""
    file, _, name = test.partition("::")
    folder = Path(file).relative_to(TESTS.name).parts[0]
    if folder == "contract" and "[" in name:
        return f"walk {name[name.index('[') :]}"
    return test if folder in ALONE or folder == "contract" else file


class Sharing(LoadScopeScheduling):
    """Group after group to whoever is free, in the order of `rank`. (Marks of groups are not heard: this pytest keeps a test's id
    where this xdist does not look for it.)"""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


@pytest.hookimpl(optionalhook=True)  # `firestep rules` collects the tests without plugins
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Sharing | None:
    if config.getvalue("dist") != "loadgroup":
        return None
    config.option.loadscopereorder = False  # not the largest group first: the longest
    return Sharing(config, log)


def rank(item: pytest.Item) -> tuple[int, int]:
    folder = item.path.relative_to(TESTS).parts[0]
    return int(not any(name in item.nodeid for name in LONG)), ORDER.index(folder) if folder in ORDER else len(ORDER)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if getattr(config.option, "loadgroup", False):  # one of several processes
        items.sort(key=rank)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A test of the page that fails is tried once more: a real browser on a machine that does much else can be late. What passes
    only at the second try is named at the end of the run."""
    if item.path.relative_to(TESTS).parts[0] != "browser":
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if any(r.failed for r in reports):
        text = next(r.longreprtext for r in reports if r.failed).strip().splitlines()
        why = " ".join([x[1:].strip() for x in text if x.startswith("E ")][:3] + text[-1:])
        item._initrequest()  # type: ignore[attr-defined]
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        for r in reports:
            r.user_properties.append((SECOND, why))
    for r in reports:
        item.ihook.pytest_runtest_logreport(report=r)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for r in terminalreporter.stats.get("passed", ()):
        if why := dict(r.user_properties).get(SECOND):
            terminalreporter.write_line(f"passed at the second try: {r.nodeid} ({why})")
