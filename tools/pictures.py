"""Renews the pictures of the page in docs/img: python tools/pictures.py [FOLDER] [wwi|gwb]

Real server, real Chromium, real games: what the pictures show is what a player sees. The seeds are fixed, so that they
change only when the page does.
"""

from __future__ import annotations

import base64
import struct
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "browser"))

import numpy as np
from chromium import CHROMIUM, FLAGS
from conftest import Server
from playwright.sync_api import Browser, sync_playwright
from table_page import TablePage

import firestep
from firestep import bots
from firestep.engine import position, record
from firestep.testing import situation

ROOT = Path(__file__).parent.parent
PICTURES = {
    "wwi": ("table", "odds", "why-not", "dark", "phone", "result"),
    "gwb": ("gwb-combat", "gwb-range", "gwb-harassing", "gwb-phone"),
}
READ = """async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const bytes = pen.getImageData(0, 0, image.width, image.height).data, parts = [];
  for (let i = 0; i < bytes.length; i += 32768) parts.push(String.fromCharCode(...bytes.subarray(i, i + 32768)));
  return [image.width, image.height, btoa(parts.join(""))];
}"""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def desktop(browser: Browser, url: str, **more: Any) -> TablePage:
    context = browser.new_context(base_url=url, **{"viewport": {"width": 1440, "height": 900}, **more})
    context.add_init_script("localStorage.setItem('firestep.settings', JSON.stringify({ forced: false }))")
    return TablePage(context.new_page(), touch="has_touch" in more)


def attack(d: TablePage) -> None:
    """The first attack on Brussels, ready to be rolled."""
    d.hex("0505")
    for n, army in enumerate(("ge-2", "ge-3"), 1):
        d.settled(n)
        d.piece(army)
        d.settled(n + 1)
    d.page.wait_for_timeout(900)


def finished() -> str:
    """The record of a whole war between two machines."""
    s = firestep.start("wwi", seed="a picture")
    players = [bots.make("greedy", 1), bots.make("greedy", 2)]
    while (d := s.decision) is not None:
        s.take(bots.answer(players[d.seat], s))
    return record.dumps(record.to_record(s, ["greedy", "greedy"]))


def take(browser: Browser, url: str, out: Path) -> None:
    d = desktop(browser, url)
    d.set_up("link", "here")
    d.page.wait_for_timeout(1200)
    d.page.screenshot(path=str(out / "table.png"))
    attack(d)
    d.page.mouse.move(760, 860)
    d.page.wait_for_timeout(900)
    d.page.screenshot(path=str(out / "odds.png"))

    d = desktop(browser, url, color_scheme="dark")
    d.set_up("here", "here")
    while d.page.evaluate("firestep.snap.board.phase") != 2:
        words = d.actions
        d.do(next((a for a in words if a in ("done", "stand", "halt")), words[0]))
    d.page.wait_for_timeout(900)
    d.page.screenshot(path=str(out / "dark.png"))

    d = desktop(browser, url)
    d.set_up("here", "here")
    while d.page.evaluate("firestep.snap.board.phase") != 2:
        words = d.actions
        d.do(next((a for a in words if a in ("done", "stand", "halt")), words[0]))
    d.do("move ge-1")
    d.point("0307")
    d.page.locator("#pointer-card.why").wait_for()
    d.page.wait_for_timeout(500)
    d.page.screenshot(path=str(out / "why-not.png"))

    d = desktop(browser, url, **PHONE)
    d.set_up("link", "here")
    attack(d)
    d.page.screenshot(path=str(out / "phone.png"))

    d = desktop(browser, url)
    war = out / "war.json"
    war.write_text(finished(), encoding="utf-8")
    d.page.goto("/")
    d.page.locator("#record-file").set_input_files(str(war))
    d.ready()
    war.unlink()
    d.page.locator("#answers button", has_text="Result").click()
    d.page.locator("dialog .plots svg").first.wait_for()
    d.page.wait_for_timeout(500)
    d.page.screenshot(path=str(out / "result.png"))


def battles(browser: Browser, url: str, out: Path) -> None:
    """Great War Battles: a combat with its dice, a battery's range, fire at a column, a stack on the phone."""
    d = desktop(browser, url)
    d.set_up("here", "here", game="gwb", scenario="training")
    for words in ("attack 0806", "add ge-d1", "add ge-d2", "commit", "hold", "add ge-e1", "add ge-e2", "ready", "none"):
        d.do(words)
    d.page.locator(".combat-stages li.rolled").nth(2).wait_for()
    show(d, "0806")
    d.page.screenshot(path=str(out / "gwb-combat.png"))

    d = desktop(browser, url)
    d.set_up("here", "here", game="gwb", scenario="ourcq")
    to_movement(d)
    d.do("move ge-7-rd-rfar-7")
    d.page.locator("select[aria-label=Overlay]").select_option("range")
    d.page.wait_for_function("() => document.querySelector('.overlay-fill.o-reach')?.getAttribute('d')?.length > 100")
    show(d, d.at("ge-7-rd-rfar-7"))
    d.page.screenshot(path=str(out / "gwb-range.png"))

    d = desktop(browser, url)
    march = situation(
        "gwb",
        "training",
        clear=True,
        side="german",
        phase="movement",
        units={"ge-r1": "0801", "ge-c1": "0301", "fr-g1": "0808", "fr-b1": "0806", "fr-b2": "0806"},
    )
    body = {"game": "gwb", "scenario": "training", "start": position.to_text(march), "seats": [{"kind": "here"}, {"kind": "here"}]}
    while "id" not in (made := d.page.request.post("/api/tables", data=body).json()):
        d.page.wait_for_timeout(2000)  # a busy server has no time for positions
    d.page.goto(f"/table/{made['id']}#{','.join(made['tokens'].values())}")
    d.ready()
    for words in ("march ge-r1", "done", "move ge-r1", "go 0802"):
        d.do(words)
    d.page.wait_for_function("() => firestep.snap.board.asks === 'Harass'")
    d.do(next(a for a in d.actions if a.startswith("add")))
    show(d, "0804")
    d.page.screenshot(path=str(out / "gwb-harassing.png"))

    d = desktop(browser, url, **PHONE)
    d.set_up("here", "here", game="gwb", scenario="training")
    for words in ("done", "done", "move ge-c1", "go 1004"):
        d.do(words)
    d.page.wait_for_timeout(3000)  # the banner of the phase has gone
    show(d, "1004")
    d.page.screenshot(path=str(out / "gwb-phone.png"))


def to_movement(d: TablePage) -> None:
    """Go on until a unit may be picked to move."""
    while d.page.evaluate("firestep.snap.board.asks") != "PickUnit":
        words = d.actions
        d.do("done" if "done" in words else words[0])


def show(d: TablePage, hex: str) -> None:
    """The map with a hex in sight, and everything at rest."""
    d.page.evaluate(
        """(id) => {
      firestep.camera.inset = firestep.layout.inset(); firestep.camera.reveal(...firestep.geo.centre(id));
    }""",
        hex,
    )
    d.page.wait_for_function("() => firestep.camera.goal === null")
    d.page.wait_for_timeout(900)


def smaller(picture: Path, browser: Browser) -> None:
    """A palette of 256 colours is enough for paper and ink, and makes a third of the bytes. The browser reads the picture; the
    colours are found by cutting the boxes of colours at their medians."""
    page = browser.new_page()
    width, height, raw = page.evaluate(READ, base64.b64encode(picture.read_bytes()).decode())
    page.close()
    pixels = np.frombuffer(base64.b64decode(raw), np.uint8).reshape(-1, 4)[:, :3].astype(np.uint32)
    bins = (pixels >> 3) @ np.array([1024, 32, 1], np.uint32)
    count = np.bincount(bins, minlength=32768)
    sums = np.stack([np.bincount(bins, pixels[:, c], 32768) for c in range(3)], 1)
    used = np.flatnonzero(count)
    boxes = [used]
    while len(boxes) < 256:
        colours = [sums[x] / count[x][:, None] for x in boxes]
        spread = [(c.max(0) - c.min(0)).max() * np.sqrt(count[x].sum()) for c, x in zip(colours, boxes, strict=True)]
        k = int(np.argmax(spread))
        box, colour = boxes.pop(k), colours[k]
        order = np.argsort(colour[:, int(np.argmax(colour.max(0) - colour.min(0)))], kind="stable")
        half = int(np.searchsorted(np.cumsum(count[box][order]), count[box].sum() / 2))
        half = min(max(half, 1), len(box) - 1) if len(box) > 1 else 1
        boxes += [part for part in (box[order[:half]], box[order[half:]]) if len(part)]
        if max(spread) == 0:
            break
    index = np.zeros(32768, np.uint8)
    for n, box in enumerate(boxes):
        index[box] = n
    palette = np.array([np.round(sums[x].sum(0) / count[x].sum()) for x in boxes], np.uint8)
    rows = np.zeros((height, width + 1), np.uint8)
    rows[:, 1:] = index[bins].reshape(height, width)
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    ]
    out = b"\x89PNG\r\n\x1a\n"
    for kind, body in chunks:
        out += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    picture.write_bytes(out)


def main() -> int:
    words = sys.argv[1:]
    wanted = [w for w in words if w in PICTURES] or list(PICTURES)
    out = next((Path(w) for w in words if w not in PICTURES), ROOT / "docs" / "img")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as p:
        server = Server(Path(folder))
        server.start()
        browser = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for game in wanted:
                {"wwi": take, "gwb": battles}[game](browser, server.url, out)
                for name in PICTURES[game]:
                    smaller(out / f"{name}.png", browser)
        finally:
            browser.close()
            server.stop()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
