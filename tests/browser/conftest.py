"""A real server on loopback and a real Chromium, driven by Playwright.

The browser is the system's own (Debian's `chromium`, or the one that FIRESTEP_CHROMIUM names); none is ever downloaded.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

for name, extra in (("playwright", "dev"), ("fastapi", "web"), ("uvicorn", "web"), ("sqlalchemy", "web")):
    pytest.importorskip(name, reason=f"the browser tests need: pip install 'firestep[{extra}]'")

sys.path.insert(0, str(Path(__file__).parent))
sys.modules["browser_conftest"] = sys.modules[__name__]  # a name of its own: every folder of tests has a conftest

from desk import Desk  # noqa: E402
from playwright.sync_api import Browser, BrowserContext, Page, expect  # noqa: E402

expect.set_options(timeout=20_000)  # generous, for machines that do much else

#: how many times slower the page's processor is made (FIRESTEP_SLOW=6): what a player with an old machine meets
SLOW = float(os.environ.get("FIRESTEP_SLOW", "1"))


#: said before a page is read: the ground of the map is there, and takes its room, but is neither laid out nor painted
UNPAINTED = """const sheet = new CSSStyleSheet();
sheet.replaceSync(".paper { content-visibility: hidden; }");
document.adoptedStyleSheets = [sheet];"""  # to draw it takes longer than all else, and few tests look at it


class Server:
    """A server process that can be stopped, killed and started again on the same port with the same tables."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self) -> None:
        env = {
            **os.environ,
            "FIRESTEP_DATA": str(self.data),
            "FIRESTEP_RATE_LIMIT": "off",
            "PYTHONUNBUFFERED": "1",
            "FIRESTEP_DATABASE_URL": f"sqlite:///{self.data / 'browser.db'}",
        }
        command = [sys.executable, str(Path(__file__).with_name("steady_server.py")), "--no-open", "--port", str(self.port)]
        self.process = subprocess.Popen(command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.port, self.url = int(found[1]), found[0].rstrip("/")
                return
        raise RuntimeError(f"the server did not start:\n{said}")

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            if self.process.stdout is not None:
                self.process.stdout.close()
            self.process = None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("tables"))
    one.start()
    yield one
    one.stop()


@pytest.fixture
def context(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browser contexts: each is a device of its own. The ground is painted for tests that are marked so."""
    made: list[BrowserContext] = []

    def make(**more: Any) -> BrowserContext:
        one = browser.new_context(**{"base_url": server.url, "viewport": {"width": 1280, "height": 800}, **more})
        one.set_default_timeout(30_000)
        if "painted" not in request.keywords:
            one.add_init_script(UNPAINTED)
        made.append(one)
        return one

    yield make
    for one in made:
        one.close()


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """Errors of the page; a test fails if there are any at its end."""
    found: list[str] = []
    yield found
    assert not found, f"the page reported errors: {found}"


@pytest.fixture
def open_page(context: Callable[..., BrowserContext], faults: list[str]) -> Callable[..., Page]:
    def make(**more: Any) -> Page:
        page = context(**more).new_page()
        if SLOW > 1:
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
        page.on("pageerror", lambda e: faults.append(str(e)))
        page.on(
            "console",
            lambda m: (
                faults.append(m.text)
                if m.type == "error"
                and "WebSocket" not in m.text
                and "ERR_CONNECTION" not in m.text
                and "status of 4" not in m.text
                else None
            ),
        )
        return page

    return make


@pytest.fixture
def desk(open_page: Callable[..., Page]) -> Desk:
    """A desktop browser on the first page."""
    return Desk(open_page())


@pytest.fixture
def swift(open_page: Callable[..., Page]) -> Desk:
    """The same for someone who wants no motion: for tests of many clicks that are not about it."""
    return Desk(open_page(reduced_motion="reduce"))


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Desk:
    small = {"width": 390, "height": 844}
    return Desk(open_page(viewport=small, has_touch=True, is_mobile=True, device_scale_factor=2), touch=True)


def wait_for(what: Callable[[], bool], seconds: float = 10.0) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.05)
