"""Takes a picture of every screen at every width, light and dark: python tools/screens.py FOLDER [--only NAME …] [--widths 320 …]

Real server, real Chromium. Each screen also gets a sheet (`sheet-NAME.png`) on which its widths stand side by side, the light ones
above the dark ones: one look shows what is clipped, covered or unreadable. Nothing is compared: a person looks.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import sys
import tempfile
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "browser"))

from chromium import CHROMIUM, FLAGS
from conftest import Server
from playwright.sync_api import Browser, Page, sync_playwright
from table_page import TO_TURN_TWO, TablePage

import firestep
from firestep.games import ALL

#: 844 is a phone that lies on its side
HEIGHTS = {320: 640, 390: 844, 820: 1180, 844: 390, 1280: 800, 1920: 1080}
SCHEMES = ("light", "dark")
RECORDS = Path(__file__).parent.parent / "tests" / "records"
ENDED = (
    "wwi-historical-plain-greedy",
    "gwb-ourcq-plain-greedy",
    "dgk-le-cateau-plain-greedy",
    "ditt-1914-end-0",
    "tgw-1918-plain-greedy",
)
UNSEEN = """() => { const all = JSON.parse(localStorage["firestep.tables"]), id = location.pathname.split("/").at(-1);
  all[id].seen = 12; localStorage["firestep.tables"] = JSON.stringify(all); }"""


@dataclass(frozen=True)
class Screen:
    """How to get there: once (a table, some orders), and after every change of the width."""

    once: Callable[[TablePage], object]
    then: Callable[[TablePage], object] = lambda d: None
    whole: bool = False  # the whole page, not the window


def home(d: TablePage) -> None:
    d.page.goto("/")
    d.page.locator("form.setup").wait_for()
    d.page.wait_for_timeout(900)


def form(d: TablePage) -> None:
    d.page.locator("form.setup input[value=gwb]").check()
    d.page.locator("form.setup .options summary").click()
    d.page.locator("#set-up").scroll_into_view_if_needed()
    d.page.evaluate("document.querySelector('#set-up').scrollIntoView()")


def table(game: str, scenario: str | None = None) -> Callable[[TablePage], object]:
    return lambda d: d.set_up("here", "here", game=game, scenario=scenario)


def attack_brussels(d: TablePage) -> None:
    d.set_up("here", "here")
    for order in ("attack 0505", "add ge-2", "add ge-3"):
        d.do(order)


def attack_gwb(d: TablePage) -> None:
    d.set_up("here", "here", game="gwb", scenario="ourcq")
    d.do(next(a for a in d.actions if a.startswith("attack ")))
    while adds := [a for a in d.actions if a.startswith(("add ", "across "))]:
        d.do(adds[0])


def act_dgk(d: TablePage) -> None:
    d.set_up("here", "here", game="dgk", scenario="le-cateau")
    for _ in range(12):
        if any(a.startswith(("dfire", "mfire")) for a in d.actions):
            return
        d.do(next((a for a in d.actions if a.split()[0] in ("activate", "unit", "deploy")), d.actions[0]))


def attack_ditt(d: TablePage) -> None:
    """The first attack that the machine has prepared: its dice with their odds."""
    d.set_up("here", "here", game="ditt")
    for _ in range(300):
        if any(a.startswith("attack ") for a in d.actions):
            return
        quiet = [a for a in d.actions if a in ("roll", "pass", "done", "no")]
        d.do((quiet or d.actions)[0])


def small_tgw(d: TablePage) -> None:
    """The few divisions of the lesson of tgw, at the attack."""
    lesson = tomllib.loads((Path(firestep.__file__).parent / "games/tgw/data/teach.toml").read_text())["lesson"]
    body = {
        "game": "tgw",
        "scenario": "1918",
        "seats": [{"kind": "bot", "bot": "greedy"}, {"kind": "here"}],
        "seed": lesson["seed"],
    }
    made = d.page.request.post("/api/tables", data={**body, "start": lesson["start"].lstrip()}).json()
    d.page.goto(f"/table/{made['id']}#{made['tokens']['central']}")
    d.ready()
    d.do("done")
    d.page.wait_for_function("() => firestep.mine && !firestep.busy")
    if "keep" in d.actions:
        d.do("keep")
    d.page.wait_for_function("() => firestep.mine && !firestep.busy")
    d.do(next(a for a in d.actions if "W5813" in a))


def finished(name: str) -> Callable[[TablePage], object]:
    """A game of the archive, at its end."""

    def once(d: TablePage) -> None:
        record = json.loads(gzip.decompress((RECORDS / f"{name}.json.gz").read_bytes()))
        made = d.page.request.post("/api/tables/import", data=record).json()
        d.page.goto(f"/table/{made['id']}#{made['spectator']}")
        d.ready()

    return once


def ending(d: TablePage) -> None:
    d.page.evaluate("firestep.parts.result.open()")
    d.page.locator("dialog .plot").first.wait_for()


def the_report(game: str = "wwi", scenario: str | None = None, orders: int = 0) -> Callable[[TablePage], object]:
    def once(d: TablePage) -> None:
        d.fill_in("bot:greedy", "here", game=game, scenario=scenario)
        d.page.evaluate(TO_TURN_TWO, orders)
        d.page.wait_for_timeout(700)

    return once


def umpire(d: TablePage) -> None:
    d.page.goto("/umpire/")
    d.page.wait_for_timeout(500)


def unseen(d: TablePage) -> None:
    d.page.evaluate(UNSEEN)
    d.page.reload()
    d.ready()
    d.page.locator(".report:not([hidden])").wait_for()


def learn(game: str) -> Callable[[TablePage], object]:
    def once(d: TablePage) -> None:
        d.page.goto(f"/learn/{game}")
        d.page.locator("#coach").wait_for()

    return once


def coached(d: TablePage) -> None:
    d.page.locator("#coach").wait_for()
    while d.page.locator("#coach-next").count():
        d.page.locator("#coach-next").click()


def book(page: str) -> Callable[[TablePage], object]:
    def then(d: TablePage) -> None:
        d.page.evaluate("(p) => firestep.parts.rules.library.open(p)", page)
        d.page.locator("dialog.book").wait_for()
        d.page.wait_for_timeout(600)

    return then


def panel(tab: str) -> Callable[[TablePage], object]:
    def then(d: TablePage) -> None:
        d.page.evaluate("(x) => { firestep.layout.setPanel(true); firestep.parts.panel.open(x); }", tab)

    return then


SCREENS: dict[str, Screen] = {
    "home": Screen(home, whole=True),
    "setup": Screen(home, form),
    **{f"table-{g}": Screen(table(g)) for g in ALL},
    "table-gwb-ourcq": Screen(table("gwb", "ourcq")),
    "table-dgk-lecateau": Screen(table("dgk", "le-cateau")),
    "whole-wwi": Screen(table("wwi"), lambda d: d.page.keyboard.press("0")),
    "whole-gwb": Screen(table("gwb", "ourcq"), lambda d: d.page.keyboard.press("0")),
    "combat-wwi": Screen(attack_brussels),
    "combat-gwb": Screen(attack_gwb),
    "fire-dgk": Screen(act_dgk),
    "attack-ditt": Screen(attack_ditt),
    "attack-tgw": Screen(small_tgw),
    "report": Screen(the_report(), unseen),
    "report-gwb": Screen(the_report("gwb", "ourcq"), unseen),
    "report-dgk": Screen(the_report("dgk", "le-cateau"), unseen),
    "report-ditt": Screen(the_report("ditt"), unseen),
    "report-tgw": Screen(the_report("tgw", "1918", 120), unseen),
    **{f"end-{name.split('-')[0]}": Screen(finished(name), ending) for name in ENDED},
    "umpire": Screen(umpire, whole=True),
    **{f"lesson-{g}": Screen(learn(g), coached) for g in ALL},
    "rules": Screen(table("wwi"), book("rules")),
    "charts": Screen(table("wwi"), book("charts")),
    "howto": Screen(table("gwb", "ourcq"), book("howto")),
    **{f"{page}-{g}": Screen(table(g), book(page)) for g in ("tgw", "ditt", "dgk") for page in ("howto", "charts")},
    "charts-gwb": Screen(table("gwb", "ourcq"), book("charts")),
    "howto-wwi": Screen(table("wwi"), book("howto")),
    **{f"rules-{g}": Screen(table(g), book("rules")) for g in ("gwb", "dgk", "ditt", "tgw")},
    "panel-war": Screen(table("wwi"), panel("war")),
    "panel-table": Screen(table("wwi"), panel("table")),
}


def shoot(browser: Browser, url: str, name: str, screen: Screen, widths: list[int], out: Path) -> None:
    context = browser.new_context(base_url=url, viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(90_000)
    d = TablePage(context.new_page())
    screen.once(d)
    for width in widths:
        d.page.set_viewport_size({"width": width, "height": HEIGHTS.get(width, 900)})
        d.page.reload()
        if "/table/" in d.page.url:
            d.ready()
        elif "/umpire/" not in d.page.url:
            d.page.locator("form.setup").wait_for()
        d.page.wait_for_timeout(500)
        screen.then(d)
        d.page.wait_for_timeout(500)
        for scheme in SCHEMES:
            d.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            d.page.wait_for_timeout(120)
            d.page.screenshot(path=str(out / f"{name}-{width}-{scheme}.png"), full_page=screen.whole)
        d.page.emulate_media(color_scheme="light")
    context.close()


def sheet(page: Page, name: str, widths: list[int], out: Path) -> None:
    """All pictures of a screen on one."""
    rows = []
    for scheme in SCHEMES:
        files = [out / f"{name}-{w}-{scheme}.png" for w in widths]
        rows.append("".join(f'<img src="data:image/png;base64,{base64.b64encode(f.read_bytes()).decode()}">' for f in files))
    page.set_content(
        "<style>body{margin:0;background:#777}div{display:flex;gap:8px;padding:4px;align-items:start}img{height:700px}"
        "</style>" + "".join(f"<div>{r}</div>" for r in rows)
    )
    page.wait_for_timeout(200)
    wide = page.evaluate("Math.max(...[...document.querySelectorAll('div')].map((d) => d.scrollWidth))")
    page.set_viewport_size({"width": int(wide) + 8, "height": 1420})
    page.screenshot(path=str(out / f"sheet-{name}.png"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=list(SCREENS), choices=list(SCREENS), metavar="NAME")
    parser.add_argument("--widths", nargs="*", type=int, default=list(HEIGHTS))
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as p:
        server = Server(Path(data))
        server.start()
        try:
            browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for name in chosen.only:
                try:
                    shoot(browser, server.url, name, SCREENS[name], chosen.widths, chosen.folder)
                    page = browser.new_page()
                    sheet(page, name, chosen.widths, chosen.folder)
                    page.close()
                    print(name, flush=True)
                except Exception as e:  # one screen that does not come must not hide the others
                    print(f"{name}: {e!r:.200}", file=sys.stderr, flush=True)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
