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

from desk import ENDING, LEAVE, Desk  # noqa: E402
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect  # noqa: E402

expect.set_options(timeout=20_000)  # generous, for machines that do much else

#: how many times slower the page's processor is made (FIRESTEP_SLOW=6): what a player with an old machine meets
SLOW = float(os.environ.get("FIRESTEP_SLOW", "1"))


#: said before a page is read: the ground of the map is there, and takes its room, but is neither laid out nor painted, which would
#: take longer than all else; and Playwright, which looks for everything everywhere, does not look for buttons in it
UNPAINTED = """const sheet = new CSSStyleSheet();
sheet.replaceSync(".paper { content-visibility: hidden; }");
document.adoptedStyleSheets = [sheet];
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (how) {
  const value = attach.call(this, { ...how, mode: "closed" });
  Object.defineProperty(this, "shadowRoot", { value });
  return value;
};"""
DESKTOP: ViewportSize = {"width": 1280, "height": 800}


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
        one = browser.new_context(**{"base_url": server.url, "viewport": DESKTOP, **more})
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


def watched(page: Page, found: Callable[[str], None]) -> Page:
    """A page whose errors are told."""
    if SLOW > 1:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    harmless = ("WebSocket", "ERR_CONNECTION", "status of 4")
    page.on("pageerror", lambda e: found(str(e)))
    page.on("console", lambda m: found(m.text) if m.type == "error" and not any(x in m.text for x in harmless) else None)
    return page


@pytest.fixture
def open_page(context: Callable[..., BrowserContext], faults: list[str]) -> Callable[..., Page]:
    return lambda **more: watched(context(**more).new_page(), faults.append)


class Kept:
    """A page that goes from test to test: to read it anew takes three times as long as to open another table in it."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server
        self.page: Page | None = None
        self.user = ""
        self.faults: list[str] = []

    def desk(self, user: str, faults: list[str]) -> Desk:
        """The page as new: nothing of the test before is remembered or heard. Who failed gets another for the second try."""
        again, self.user, self.faults = user == self.user, user, faults
        if again:
            self.close()
        if self.page is None:
            one = self.browser.new_context(base_url=self.server.url, viewport=DESKTOP)
            one.set_default_timeout(30_000)
            one.add_init_script(UNPAINTED)
            one.add_init_script(ENDING)
            self.page = watched(one.new_page(), lambda what: self.faults.append(what))
        desk, page = Desk(self.page), self.page
        if page.url.startswith(self.server.url):
            page.mouse.move(-10, -10)
            page.unroute_all()
            page.emulate_media(color_scheme="null", reduced_motion="null")
            page.set_viewport_size(DESKTOP)
            desk.left = page.evaluate(LEAVE)
        return desk

    def close(self) -> None:
        if self.page is not None:
            self.page.context.close()
            self.page = None


@pytest.fixture(scope="session")
def kept(browser: Browser, server: Server) -> Iterator[Kept]:
    one = Kept(browser, server)
    yield one
    one.close()


@pytest.fixture
def desk(request: pytest.FixtureRequest, faults: list[str]) -> Desk:
    """A desktop browser; for a test that is marked `fresh` one that has never been here."""
    if "fresh" in request.keywords or "painted" in request.keywords:
        return Desk(request.getfixturevalue("open_page")())
    found: Desk = request.getfixturevalue("kept").desk(request.node.nodeid, faults)
    return found


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
