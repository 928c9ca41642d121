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
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

for name, extra in (("playwright", "dev"), ("fastapi", "web"), ("uvicorn", "web"), ("sqlalchemy", "web")):
    pytest.importorskip(name, reason=f"the browser tests need: pip install 'firestep[{extra}]'")

sys.path.insert(0, str(Path(__file__).parent))
sys.modules["browser_conftest"] = sys.modules[__name__]  # a name of its own: every folder of tests has a conftest

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize, expect  # noqa: E402
from table_page import ENDING, LEAVE, TablePage  # noqa: E402

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


#: a desktop, another one, a phone. Nothing moves, unless a test is marked `moving`: every frame of a map that glides
#: and glows is drawn by the processor
KINDS: dict[str, dict[str, Any]] = {
    "desktop": {"reduced_motion": "reduce"},
    "guest": {"reduced_motion": "reduce"},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2},
}
#: so many tests go on with one page: what each table leaves behind adds up
MOST = 20


class Kept:
    """Pages that go from test to test: to read one anew takes three times as long as to open another table in it."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server
        self.pages: dict[str, Page] = {}
        self.last: dict[str, str] = {}
        self.served: Counter[str] = Counter()
        self.faults: list[str] = []

    def page(self, kind: str, user: str, faults: list[str]) -> Page:
        """A page as new: nothing of the test before is remembered or heard. Who failed gets another for the second try."""
        self.faults = faults
        if self.last.get(kind) == user or self.served[kind] == MOST:
            self.drop(kind)
        self.last[kind] = user
        self.served[kind] += 1
        if kind not in self.pages:
            one = self.browser.new_context(base_url=self.server.url, **{"viewport": DESKTOP, **KINDS[kind]})
            one.set_default_timeout(30_000)
            one.add_init_script(UNPAINTED)
            one.add_init_script(ENDING)
            self.pages[kind] = watched(one.new_page(), lambda what: self.faults.append(what))
        return self.pages[kind]

    def leave(self, kind: str) -> None:
        """The test is over: the table is left, and the page is as it was."""
        page = self.pages[kind]
        try:
            page.unroute_all()
            page.mouse.move(-10, -10)
            page.emulate_media(color_scheme="null", reduced_motion=KINDS[kind].get("reduced_motion", "null"))
            page.set_viewport_size(KINDS[kind].get("viewport", DESKTOP))
            page.evaluate(LEAVE)
        except Error:
            self.drop(kind)

    def drop(self, kind: str) -> None:
        self.served[kind] = 0
        if kind in self.pages:
            self.pages.pop(kind).context.close()


@pytest.fixture(scope="session")
def kept(browser: Browser, server: Server) -> Iterator[Kept]:
    one = Kept(browser, server)
    yield one
    for kind in KINDS:
        one.drop(kind)


def seated(kind: str, request: pytest.FixtureRequest, faults: list[str]) -> Iterator[TablePage]:
    """Somebody at a kept page; for a test that is marked `fresh` at one that has never been here."""
    touch = "has_touch" in KINDS[kind]
    if "fresh" in request.keywords or "painted" in request.keywords:
        yield TablePage(request.getfixturevalue("open_page")(**KINDS[kind]), touch)
        return
    kept: Kept = request.getfixturevalue("kept")
    page = kept.page(kind, request.node.nodeid, faults)
    if "moving" in request.keywords:
        page.emulate_media(reduced_motion="null")
    yield TablePage(page, touch)
    kept.leave(kind)


@pytest.fixture
def desktop(request: pytest.FixtureRequest, faults: list[str]) -> Iterator[TablePage]:
    """A desktop browser."""
    yield from seated("desktop", request, faults)


@pytest.fixture
def guest(request: pytest.FixtureRequest, faults: list[str]) -> Iterator[TablePage]:
    """Another device, of whoever else is at the table."""
    yield from seated("guest", request, faults)


@pytest.fixture
def phone(request: pytest.FixtureRequest, faults: list[str]) -> Iterator[TablePage]:
    yield from seated("phone", request, faults)


def wait_for(what: Callable[[], bool], seconds: float = 10.0) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.05)
