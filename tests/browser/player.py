"""A stranger who plays a whole game through the page, with keys alone or with taps alone.

He sees what a person sees: what glows, the buttons under the question, the card that asks which, the dialog that asks back.
He answers at random, ends a phase after a few orders so that a game ends, and never calls the page's own functions: every
change of the table comes from a key press or a touch. What he cannot answer in that way counts as stuck.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Page, Response, TimeoutError

#: what the page offers now; it reads and changes nothing
LOOK = """() => {
  const t = window.firestep?.test, seen = (el) => el && !el.hidden && el.getClientRects().length > 0;
  if (!t?.snap) return null;
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const veil = document.querySelector("#veil"), card = document.querySelector("#pointer-card");
  const text = (b) => (b.getAttribute("aria-label") || b.textContent).trim();
  return {
    seq: t.now.seq, turn: t.now.turn, phase: t.now.phase, over: Boolean(t.now.outcome), mine: t.mine,
    sending: Boolean(t.sending), moving: !t.still,
    veil: seen(veil), dialog: dialog ? dialog.querySelector("h2").textContent : null, sure: Boolean(dialog?.querySelector(".sure")),
    palette: Boolean(dialog?.querySelector(".palette")), question: document.querySelector("#question").textContent,
    card: !seen(card) || !card.matches(".choice-card, .pose-card") ? []
      : [...card.querySelectorAll(card.matches(".pose-card") ? ".go" : "button")].map(text),
    why: seen(card) && card.matches(".why") ? card.innerText : null,
    odds: seen(document.querySelector(".card.odds")), fan: t.open ?? null, chosen: t.chosen,
    buttons: [...document.querySelectorAll("#answers button")].map((b) => (
      { text: text(b), end: b.matches(".end"), quiet: b.matches(".quiet"), off: b.disabled })),
    slider: document.querySelectorAll("#answers input[type=range]").length,
    glow: t.glowing.map((x) => ({ piece: x.piece ?? null, place: x.place ?? null, map: t.isPlace(x.place ?? "") })),
    only: t.orders.length === 1,
  };
}"""

SPOTS = """(list) => list.map(([piece, place]) => {
  const t = window.firestep.test;
  const c = (piece && t.pieceCentre(piece)) ?? t.centre(place);
  if (!c) return null;
  const [x, y] = t.toWindow(...c);
  const el = document.elementFromPoint(x, y);
  const hit = el?.closest(".port") ? el.closest("[data-piece]")?.dataset.piece ?? null : undefined;
  return { x, y, open: hit !== undefined, hit };
})"""


#: what tells that an answer did something
CHANGES = ("seq", "dialog", "card", "fan", "chosen", "moving", "question")
CHANGED = "Object.keys(was).some((k) => JSON.stringify(s[k]) !== JSON.stringify(was[k]))"


class Stuck(Exception):
    """The page asked something that these hands could not answer."""


@dataclass
class Tally:
    """What a game took."""

    presses: int = 0
    drags: int = 0
    orders: int = 0
    by_itself: int = 0
    stuck: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    per_order: Counter[int] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def told(self) -> dict[str, Any]:
        total = sum(self.per_order.values()) or 1
        most = sum(n for k, n in self.per_order.items() if k <= 2)
        return {
            "presses": self.presses,
            "drags": self.drags,
            "orders given": self.orders,
            "taken by the page": self.by_itself,
            "presses an order": dict(sorted(self.per_order.items())),
            "orders with at most two": f"{100 * most / total:.0f} %",
            "page errors": len(self.faults),
            "stuck": len(self.stuck),
            "seconds": round(self.seconds),
            "answered": dict(self.seen.most_common()),
        }


class Player:
    """The stranger. `hands` is "keys" or "taps"."""

    def __init__(self, page: Page, hands: str, seed: int = 1, orders_a_phase: int = 6, shots: Path | None = None) -> None:
        self.page = page
        self.taps = hands == "taps"
        self.r = random.Random(seed)
        self.most = orders_a_phase
        self.shots = shots
        self.tally = Tally()
        self.taken: set[str] = set()
        self.asked = False
        page.on("pageerror", lambda e: self.tally.faults.append(str(e)))
        page.on("console", self.said)
        page.on("response", self.answered)
        self.touches = page.context.new_cdp_session(page) if self.taps else None

    def said(self, m: ConsoleMessage) -> None:
        if m.type == "error" and "status of 4" not in m.text:
            self.tally.faults.append(m.text)

    def answered(self, r: Response) -> None:
        """No order may be refused. A question (odds, why not) may come too late, when the table has moved on: that is no fault."""
        if r.status >= 500 or (r.status >= 400 and r.request.method != "GET"):
            self.tally.faults.append(f"{r.status} {r.url}")

    # -- hands -------------------------------------------------------------------------------------------------------

    def key(self, name: str) -> None:
        assert not self.taps
        self.tally.presses += 1
        self.page.keyboard.press(name)

    def tap(self, x: float, y: float) -> None:
        assert self.taps
        self.tally.presses += 1
        self.page.touchscreen.tap(x, y)

    def tap_button(self, selector: str, n: int = 0) -> None:
        """Tap something that is not on the map; it must be in sight, or be scrolled into it as a finger would."""
        self.tally.presses += 1
        self.page.locator(selector).nth(n).tap(timeout=5000)

    def drag(self, dx: float, dy: float) -> None:
        """Push the map with one finger."""
        assert self.touches is not None
        self.tally.drags += 1
        size = self.page.viewport_size or {"width": 390, "height": 844}
        x, y = size["width"] * 0.42, size["height"] * 0.42
        dx, dy = max(-150.0, min(150.0, dx)), max(-220.0, min(220.0, dy))
        self.touches.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for i in range(1, 6):
            at = {"x": x + dx * i / 5, "y": y + dy * i / 5}
            self.touches.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
        self.touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    # -- eyes --------------------------------------------------------------------------------------------------------

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] | None = self.page.evaluate(LOOK)
        if found is None:
            raise Stuck("the table is not there")
        return found

    def shot(self, name: str) -> None:
        """A picture, once for each name."""
        if self.shots is not None and name not in self.taken:
            self.taken.add(name)
            self.page.screenshot(path=str(self.shots / f"{name}.png"))

    def until(self, what: str, seconds: float, **given: Any) -> dict[str, Any] | None:
        """Look until something can be said of what is seen (`s`): the page itself looks, which costs it least."""
        seen = f"(g) => {{ const s = ({LOOK})(), {{ {', '.join(given)} }} = g; return s && ({what}) ? s : null; }}"
        try:
            found: dict[str, Any] = self.page.wait_for_function(seen, arg=given, timeout=1000 * seconds, polling=25).json_value()
        except TimeoutError:
            return None
        return found

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, seconds: float) -> Tally:
        """Play on until the game is over. Gives up, loudly, when the time is over."""
        began = time.monotonic()
        given: Counter[tuple[int, str]] = Counter()
        last, pressed, waited = self.look()["seq"], self.tally.presses, 0
        try:
            while True:
                now = self.until("!s.sending && (s.mine || s.over || s.veil)", 90)
                if now is None:
                    raise Stuck(f"nothing to do for 90 s: {self.look()['question']}")
                if now["seq"] > last and self.tally.presses > pressed:
                    self.tally.orders += 1
                    self.tally.per_order[self.tally.presses - pressed] += 1
                    waited = 0
                last = now["seq"]
                if now["over"]:
                    return self.tally
                if time.monotonic() - began > seconds:
                    raise Stuck(f"the game did not end in {seconds:.0f} s (turn {now['turn']})")
                # the only answer is taken by the page, or asked about by it if it is dear
                if now["only"] and not now["dialog"] and (then := self.until("s.seq > n || s.dialog", 0.7, n=last)):
                    if not then["dialog"]:
                        self.tally.by_itself += 1
                        pressed = self.tally.presses
                    continue
                if waited == 0:
                    pressed = self.tally.presses
                waited += 1
                if waited > 40:
                    raise Stuck(f"forty answers in vain: {now}")
                phase = (now["turn"], now["phase"])
                given[phase] += 1
                self.answer(now, given[phase] > self.most)
                # what was done shows within a moment: an order under way, a dialog, a card, a stack spread out
                self.until(f"s.sending || {CHANGED}", 0.4, was={k: now[k] for k in CHANGES})
                if now["sure"]:
                    self.until("s.seq > n", 2, n=last)
        finally:
            self.tally.seconds = time.monotonic() - began

    def answer(self, now: dict[str, Any], enough: bool) -> None:
        """One thing a person would do next."""
        if now["odds"] and now["buttons"] and not now["dialog"]:
            self.shot("odds")
        if now["turn"] >= 5 and not now["dialog"]:
            self.shot("middle")
        if now["glow"] and not now["dialog"] and not now["card"] and not self.asked and self.r.random() < 0.1:
            return self.ask_why(now)
        if now["veil"]:
            return self.pick("#veil button", ["veil"], "curtain")
        if now["dialog"]:
            return self.answer_dialog(now)
        if now["card"]:
            self.shot("card")
            return self.pick("#pointer-card button", now["card"], "card")
        usable = [i for i, b in enumerate(now["buttons"]) if not b["off"] and not b["quiet"] and not b["end"]]
        ends = [i for i, b in enumerate(now["buttons"]) if b["end"]]
        glow = now["glow"]
        if ends and (enough or not (usable or glow)):
            return self.press_button(ends[0], "end of a phase")
        if glow and (not usable or self.r.random() < 0.65):
            return self.touch(now)
        if usable:
            return self.press_button(self.r.choice(usable), "button")
        raise Stuck(f"nothing is offered: {now['question']}")

    def answer_dialog(self, now: dict[str, Any]) -> None:
        if now["sure"]:
            self.tally.seen["dialog that asks back"] += 1
            self.shot("asks-back")
            if self.taps:
                return self.tap_button("dialog[open] .sure")
            self.key("Shift+Tab")  # the harmless answer has the focus
            return self.key("Enter")
        if now["palette"]:
            self.tally.seen["list of orders"] += 1
            self.shot("orders")
            if self.taps:
                shown = self.page.locator("dialog[open] .orders button").count()
                return self.tap_button("dialog[open] .orders button", self.r.randrange(min(shown, 5)))
            for _ in range(self.r.randrange(1, 4)):
                self.key("ArrowDown")
            return self.key("Enter")
        if self.taps:
            return self.tap_button("dialog[open] header button")
        self.key("Escape")

    def press_button(self, n: int, kind: str) -> None:
        self.tally.seen[kind] += 1
        if self.taps:
            return self.tap_button("#answers button", n)
        if n < 9:
            return self.key(str(n + 1))
        raise Stuck(f"no key for button {n + 1}")

    def pick(self, selector: str, choices: list[str], kind: str) -> None:
        """One of several buttons of a card that has the focus."""
        self.tally.seen[kind] += 1
        n = self.r.randrange(len(choices))
        if self.taps:
            return self.tap_button(selector, n)
        for _ in range(n):
            self.key("ArrowDown")
        self.key("Enter")

    # -- the map -----------------------------------------------------------------------------------------------------

    def touch(self, now: dict[str, Any]) -> None:
        """Choose something that glows."""
        self.tally.seen["map"] += 1
        if self.taps:
            return self.tap_glow(now)
        if self.r.random() < 0.12:
            return self.key("/")
        n = self.r.randrange(min(len(now["glow"]), 7)) + 1
        for _ in range(n):
            self.key("n")
        self.key("Enter")

    def ask_why(self, now: dict[str, Any]) -> None:
        """Once in a game: touch a counter that cannot do anything, and read which rule stands against it."""
        self.asked = True
        lit = [g["piece"] for g in now["glow"]] + [g["place"] for g in now["glow"]]
        others: list[list[str]] = self.page.evaluate(
            """(lit) => firestep.test.snap.board.pieces.filter((p) => firestep.test.isPlace(p.at)
          && !lit.includes(p.id) && !lit.includes(p.at)).map((p) => [p.id, p.at])""",
            lit,
        )
        if self.taps:
            free = [s for s in self.page.evaluate(SPOTS, others) if s and s["open"] and s["x"] > 0 and s["y"] > 0]
            if free:
                self.tap(free[0]["x"], free[0]["y"])
        else:
            self.key("x")
            for _ in range(30):
                if self.page.evaluate("firestep.test.pointed") in [place for _, place in others]:
                    break
                self.key(self.r.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
            self.key("w")
        found = self.until("s.why || s.dialog !== null", 2)
        if found and found["why"]:
            self.tally.seen["why not"] += 1
            self.shot("why-not")
        if not self.taps:
            self.key("Escape")

    def tap_glow(self, now: dict[str, Any]) -> None:
        on_map = [g for g in now["glow"] if g["map"]]
        if not on_map:
            return self.tap_box()
        self.until("!s.moving", 2)
        spots = [s for s in self.page.evaluate(SPOTS, [[g["piece"], g["place"]] for g in on_map]) if s]
        free = [s for s in spots if s["open"] and s["x"] > 0 and s["y"] > 0]
        if free:
            s = self.r.choice(free)
            return self.tap(s["x"], s["y"])
        # nothing that glows lies free: push the map, as a person would, towards the nearest of it
        size = self.page.viewport_size or {"width": 390, "height": 844}
        mx, my = size["width"] / 2, size["height"] * 0.38
        s = min(spots, key=lambda x: abs(x["x"] - mx) + abs(x["y"] - my))
        self.tally.seen["pushing the map"] += 1
        self.drag(mx - s["x"], my - s["y"])

    def tap_box(self) -> None:
        """What glows is not on the map but in a box of the panel."""
        self.tally.seen["box of the panel"] += 1
        if self.page.locator("#panel[inert]").count():
            self.tap_button("#panel-toggle")
        if self.page.locator("#tab-war[aria-selected=false]").count():
            self.tap_button("#tab-war")
        buttons = self.page.locator("#page-war .box button")  # drawn in the frame after the panel has opened
        self.until("document.querySelector('#page-war .box button')", 2)
        found = buttons.count()
        if not found:
            raise Stuck(f"what glows is nowhere: {self.look()}")
        self.tap_button("#page-war .box button", self.r.randrange(found))


def end_screen(player: Player) -> dict[str, Any]:
    """Read the result, and have every die checked, by the same means as the game was played."""
    page = player.page
    if player.look()["dialog"] is None:
        player.press_button(0, "result")
    page.locator("dialog[open] .verdict-line").wait_for(timeout=10_000)
    page.locator("dialog[open] .plots svg").first.wait_for(timeout=20_000)
    player.shot("end")
    found: dict[str, Any] = page.evaluate("""() => ({ result: document.querySelector("dialog[open] .verdict-line").textContent,
      plots: document.querySelectorAll("dialog[open] .plots svg").length })""")
    button = "dialog[open] .ending button:text-is('Check the dice')"
    if player.taps:
        player.tap_button(button)
    else:
        for _ in range(60):
            player.key("Tab")
            if page.evaluate("document.activeElement.textContent") == "Check the dice":
                break
        player.key("Enter")
    page.locator("dialog[open] .dice .verdict.good").wait_for(timeout=20_000)
    player.shot("dice")
    found["dice"] = page.locator("dialog[open] .dice .verdict").inner_text()
    return found
