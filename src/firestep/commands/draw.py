"""`firestep map`: the map as a picture."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import firestep
from firestep.commands.common import Subparsers, command, open_file, own_scenario
from firestep.engine.errors import FirestepError
from firestep.games import IDS
from firestep.games import game as find_game

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--force-device-scale-factor=1",
)


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "map",
        "draw the map of a game, or the position of a file, as SVG or PNG",
        "Draw the map of a game, or the position of a file with its pieces. The name's ending decides: .svg or .png. "
        "A file of this name is replaced.",
        """
                firestep map wwi -o wwi.svg
                firestep map gwb --scenario ourcq -o ourcq.png
                firestep map dgk --scenario le-cateau -o le-cateau.svg
                firestep map war.json -o war.png --width 2400
                """,
    )
    p.add_argument("what", metavar="GAME|FILE", help="id of a game, a record or a position")
    p.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="a name that ends in .svg or .png")
    p.add_argument("--scenario", metavar="ID|FILE", help="for games whose scenarios have maps of their own")
    p.add_argument("--to", metavar="N", type=int, help="as it was after N actions")
    p.add_argument("--width", metavar="PX", type=int, default=1800, help="width of a PNG in pixels (1800)")
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    kind = args.output.suffix.lower()
    if kind not in (".svg", ".png"):
        raise FirestepError(f"cannot draw {args.output}: its name must end in .svg or .png")
    if args.what in IDS or not Path(args.what).exists() and not Path(args.what).suffix:
        if args.to is not None:
            raise FirestepError("--to needs a record; a game has no actions yet")
        svg = bare(args.what, args.scenario)
    else:
        if args.scenario is not None:
            raise FirestepError(f"{args.what} has its scenario already; leave --scenario out")
        s, _ = open_file(Path(args.what), args.to)
        svg = s.game.draw(s)
    data = svg.encode() if kind == ".svg" else png(svg, args.width)
    write(args.output, data)
    print(f"{args.output}: {len(data) / 1024:.0f} KB")


def bare(game: str, scenario: str | None) -> str:
    """The map of a game or of one of its scenarios. A game without hexes is drawn with its units, as a scenario begins."""
    g = find_game(game)
    own = own_scenario(g, scenario, {})
    if own is not None or not g.map_of(None)[1]:
        return str(g.draw(firestep.start(g.id, scenario, text=own)))
    return g.map_of(g.scenario(scenario).id)[0]


def write(path: Path, data: bytes) -> None:
    """All or nothing."""
    tmp = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        tmp.write_bytes(data)
        os.replace(tmp, path)
    except OSError as e:
        tmp.unlink(missing_ok=True)
        raise FirestepError(f"cannot write {path}: {e.strerror or e}; choose another place") from None


def size(svg: str) -> tuple[float, float]:
    """Width and height of a drawing, from its view box or its own attributes."""
    head = svg[: svg.find(">", svg.find("<svg")) + 1]
    if m := re.search(r'viewBox="\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)', head):
        return float(m[1]), float(m[2])
    w, h = re.search(r'\bwidth="([\d.]+)', head), re.search(r'\bheight="([\d.]+)', head)
    return (float(w[1]), float(h[1])) if w and h else (1000.0, 1000.0)


def png(svg: str, width: int) -> bytes:
    """A picture of the drawing, made by a browser without a window."""
    browser = next((p for name in BROWSERS if (p := shutil.which(name))), None)
    if browser is None:
        raise FirestepError("a PNG needs Chromium, which is not installed; install it ('make install' does) or draw an .svg")
    if not 16 <= width <= 16384:
        raise FirestepError(f"--width must be between 16 and 16384 pixels, not {width}")
    w, h = size(svg)
    height = max(1, round(width * h / w))
    with tempfile.TemporaryDirectory() as tmp:
        page, out = Path(tmp) / "map.html", Path(tmp) / "map.png"
        page.write_text(
            "<!doctype html><meta charset=utf-8><style>html,body{margin:0}svg{display:block;width:100vw;height:100vh}"
            f"</style>{svg[svg.find('<svg') :]}",
            encoding="utf-8",
        )
        try:
            done = subprocess.run(
                [
                    browser,
                    *FLAGS,
                    f"--user-data-dir={tmp}/profile",
                    f"--window-size={width},{height}",
                    f"--screenshot={out}",
                    page.as_uri(),
                ],
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            raise FirestepError("Chromium did not answer; try again or draw an .svg") from None
        if done.returncode or not out.exists():
            raise FirestepError("Chromium could not draw the map; draw an .svg instead")
        return out.read_bytes()
