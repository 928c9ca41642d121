"""A general who leads one side of Death in the Trenches through the whole war, with the mouse, by what the page shows.

He sees what a person sees: what glows, what it costs, the buttons, cards and dialogs. He attacks where his Firepower is well
above the enemy's, else marches towards the nearest enemy, feeds Armies that have room, takes the number of dice that is proposed,
and passes when nothing promises anything. Every click is counted by kind of question and by pulse; what the hands cannot answer is
an error.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from clicks import Clicker
from table_page import TablePage

#: questions of a pulse, from the choice of a stack to the last word of its combat
PULSE = {"Pulse", "March", "AtTheWalls", "Offer", "DiceCount", "Losses", "Retreat", "StepBack", "Besiege", "Feed", "Levy"}
#: kinds of question that he answers himself to the end; all others he leaves to the machine after the first turns, by the
#: page's own "answer this for me"
OWN = {"Pulse", "March", "AtTheWalls", "DiceCount", "Logistics"}
#: answers that give nothing away
CALM = ("roll", "pass", "done", "no", "keep", "decline", "stay")

#: goals of the group on the march: place, price of the attack if it is one, how far it is then to the nearest enemy
GOALS = """() => { const t = window.firestep.test, far = t.farPlaces, side = t.snap.decision.seat;
  const foes = t.snap.board.pieces.filter((p) => p.side && p.side !== side && p.side !== "neutral" && t.isPlace(p.at))
    .map((p) => t.centre(p.at));
  const from = t.piece(t.snap.board.battle.movers[0])?.at;
  const near = (p) => { const c = t.centre(p), far = (f) => Math.hypot(f[0] - c[0], f[1] - c[1]);
    return c ? Math.min(...foes.map(far)) : 1e9; };
  return { from, here: near(from), goals: Object.keys(far).map((place) => ({ place, near: near(place), map: t.isPlace(place),
    price: t.price(`step ${place}`) })) }; }"""

#: what the War page needs and what it has, what the window shows of it
PANEL = """() => { const el = document.querySelector("#page-war"), body = el?.closest(".pages, #panel") ?? el;
  const scroller = [el, el?.parentElement, body].find((x) => x && getComputedStyle(x).overflowY !== "visible") ?? el;
  return { need: scroller.scrollHeight, have: scroller.clientHeight }; }"""


class General(Clicker):
    """`pulses` are the clicks of each of his pulses, `asked` counts the questions by name, `seen` is told of every question."""

    def __init__(
        self, desktop: TablePage, seed: int = 1, boldness: float = 1.15, pulses_a_turn: int = 4, routine: int = 3, leaves: int = 99
    ) -> None:
        super().__init__(desktop)
        self.r = random.Random(seed)
        self.bold, self.most, self.routine, self.leaves = boldness, pulses_a_turn, routine, leaves
        self.pulses: list[int] = []
        self.asked: Counter[str] = Counter()
        self.begun: int | None = None
        self.turn = 0
        self.tired: set[str] = set()
        self.marched = self.fed = 0
        self.seen: Callable[[General, dict[str, Any]], None] = lambda *_: None

    def rest(self) -> dict[str, Any]:
        """Wait until this seat is asked; while the machine plays for both, look on."""
        while True:
            now = self.look()
            if now["over"] or now["sure"] or (now["mine"] and not now["busy"]):
                return super().rest()
            self.seen(self, {**now, "ask": "watching"})
            self.page.wait_for_timeout(250)

    def play(self, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Answer questions until something is so or the game is over."""
        while True:
            now = self.rest()
            if now["over"] or until(now):
                self.close_pulse()
                return now
            if self.page.locator("dialog[open] .sure").count():
                self.button("dialog[open] .sure")
                continue
            if self.page.locator("dialog[open]").count():  # the report of what the others did, a chit, a greeting
                self.seen(self, {**now, "ask": "dialog"})
                self.page.keyboard.press("Escape")
                continue
            if now["turn"] != self.turn:
                self.turn, self.marched, self.fed = now["turn"], 0, 0
                self.tired.clear()
            self.asked[now["ask"]] += 1
            self.seen(self, now)
            if now["ask"] not in PULSE or now["ask"] == "Pulse":
                self.close_pulse()
            self.answer(now)

    def close_pulse(self) -> None:
        if self.begun is not None:
            self.pulses.append(self.total - self.begun)
            self.begun = None

    def answer(self, now: dict[str, Any]) -> None:
        ask, actions = now["ask"], now["actions"]
        self.kind = ask
        if now["turn"] >= (self.leaves if ask in OWN else self.routine) and self.page.locator("#hint button.routine").count():
            self.given(lambda: self.button("#hint button.routine"))
        elif ask == "Pulse":
            self.pulse(actions)
        elif ask == "March":
            self.march_on()
        elif ask == "DiceCount":
            best = self.page.locator("#answers button.go")
            self.given(self.proposed) if best.count() else self.order(actions[0])
        elif ask == "Logistics":
            self.logistics(actions)
        elif ask == "AtTheWalls":
            self.order("attack" if "attack" in actions else actions[0])
        elif ask == "Losses":
            self.given(self.proposed) if self.page.locator("#answers button.go").count() else self.order(self.cheapest(actions))
        else:
            calm = [a for a in actions if a in CALM]
            self.order(calm[0] if calm else self.r.choice(actions))

    def given(self, press: Callable[[], None]) -> None:
        seq = self.look()["seq"]
        press()
        self.until("s.seq > n || s.sure", n=seq)

    def proposed(self) -> None:
        self.button("#answers button.go")

    def cheapest(self, actions: list[str]) -> str:
        return min(actions, key=lambda a: (not a.startswith("lose"), int(a.split()[-1]) if a.split()[-1].isdigit() else 0))

    def pulse(self, actions: list[str]) -> None:
        stacks = [a.split()[1] for a in actions if a.startswith("stack ")]
        free = [p for p in stacks if p not in self.tired and self.page.evaluate("(p) => firestep.test.stack(p)", p)]
        if not free or self.marched >= self.most:
            rest = "#answers button:has-text('Pass until the pulses end')"
            return self.given(lambda: self.button(rest)) if self.page.locator(rest).count() else self.order("pass")
        place = min(free, key=lambda p: (self.page.evaluate(NEAR, p), p)) if self.r.random() < 0.7 else self.r.choice(free)
        self.begun = self.total
        self.marched += 1
        self.tired.add(place)
        seq = self.look()["seq"]
        top = self.page.evaluate("(p) => firestep.test.stack(p).at(-1).id", place)
        self.click(*self.history_workers._spot("firestep.test.pieceCentre(id)", top))
        if not self.until("s.seq > n", 2, n=seq):
            self.order(f"stack {place}")

    def march_on(self) -> None:
        found = self.page.evaluate(GOALS)
        best, value = None, 0.0
        for g in found["goals"]:
            m = re.match(r"attack: Firepower (\d+) against (\d+)", g["price"])
            if m:
                worth = 500 * (int(m[1]) / max(1, int(m[2])) - self.bold)
            elif "enemies are here" in g["price"]:
                worth = 0.0
            else:
                worth = (found["here"] - g["near"]) * 0.5
            if g["map"] and worth > value:
                best, value = g["place"], worth
        if best is None:  # nothing is gained: another stack
            self.begun = None
            self.given(lambda: self.button("#call-off"))
            return
        seq = self.look()["seq"]
        self.click(*self.history_workers._spot("firestep.test.centre(id)", best))
        self.until("s.seq > n", n=seq)

    def logistics(self, actions: list[str]) -> None:
        feeds = [a for a in actions if a.startswith("feed ")]
        if feeds and self.fed < 2:
            self.fed += 1
            return self.order(self.r.choice(feeds))
        rest = "#answers button:has-text('No more Logistics')"
        if self.fed and self.page.locator(rest).count():
            return self.given(lambda: self.button(rest))
        self.end()

    def panel(self) -> dict[str, int]:
        found: dict[str, int] = self.page.evaluate(PANEL)
        return found


NEAR = """(p) => { const t = window.firestep.test, c = t.centre(p), side = t.snap.decision.seat;
  return Math.min(...t.snap.board.pieces.filter((x) => x.side && x.side !== side && x.side !== "neutral" && t.isPlace(x.at))
    .map((x) => t.centre(x.at)).map((f) => Math.hypot(f[0] - c[0], f[1] - c[1]))); }"""
