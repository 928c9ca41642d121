"""A player who spends as few clicks as the page allows, and counts every one: how much work is a turn?

He plays with the mouse on a desktop, against the machine, and sees what a person sees. A drag counts as one, like a click. What he
does is much: he moves all he can up to a limit, attacks wherever he may up to a limit, builds all he can pay for. `BEFORE` is what
the same things cost when the page was first reviewed (clicks for each kind, as counted then); both sums stand side by side.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from playwright.sync_api import Error, TimeoutError
from table_page import TablePage

#: clicks for each kind of thing before, by the reviews: move = army and hex; attack = target, add, roll, pay; end = button and yes
BEFORE: dict[str, dict[str, float]] = {
    "wwi": {"move": 2, "attack": 4, "answer": 1, "build": 1, "end": 2},
    # the second turn of the Ourcq: 30 units with 24, two attacks with 21; a question of the enemy's turn 43 for 28 (Tannenberg)
    "gwb": {"move": 0.8, "attack": 10.5, "answer": 1.5, "end": 2},
    # a move = 4 (unit, maneuver, place, go), a shot = 2 or 3 and the formation; the review: 60 clicks for 12 units, 34 for 9
    "dgk": {"move": 5, "fire": 4.5, "answer": 1, "end": 2},
}

STATE = """() => { const t = firestep.test; return { seq: t.now.seq, turn: t.now.turn, mine: t.mine, over: Boolean(t.now.outcome),
  ask: t.snap.decision?.ask ?? "", busy: t.busy || !t.resting, only: t.orders.length === 1,
  sure: Boolean(document.querySelector("dialog[open] .sure")), actions: t.actions }; }"""

#: a stack that can still move, and the free hex within its reach that lies nearest to the middle of the enemy
MARCH = """async (done) => {
  const t = window.firestep.test, seat = t.now.decision.seat;
  const foes = t.snap.board.pieces.filter((p) => p.side !== seat && t.isPlace(p.at)).map((p) => t.centre(p.at));
  const near = (place) => { const c = t.centre(place);
    return Math.min(...foes.map((f) => Math.hypot(f[0] - c[0], f[1] - c[1]))); };
  const asked = new Set();
  for (const o of t.orders) {
    const id = o.words[1], at = t.piece(id)?.at;
    if (o.verb !== "move" || !at || !t.isPlace(at) || done.includes(id) || asked.has(at)) continue;
    asked.add(at);
    const { hexes } = await t.overlay(t.now.seq, "reach", id).catch(() => ({ hexes: [] }));
    const goal = hexes.filter((h) => h !== at && t.isPlace(h) && !t.stack(h)).sort((a, b) => near(a) - near(b))[0];
    const stack = t.stack(at).filter((p) => t.ordersOf(p.id).some((x) => x.verb === "move")).map((p) => p.id);
    if (goal) return { ids: stack, top: t.stack(at).at(-1).id, goal };
    done.push(...stack);
  }
  return null;
}"""

#: a front: movable counters that stand side by side, and the step in which most of them can go together
FRONT = """async (done) => {
  const t = window.firestep.test, ids = t.orders.filter((o) => o.verb === "move").map((o) => o.words[1])
    .filter((id) => t.isPlace(t.piece(id)?.at ?? "") && !done.includes(id));
  const at = (id) => t.centre(t.piece(id).at), far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const reach = new Map();
  for (const id of ids) reach.set(id, new Set((await t.overlay(t.now.seq, "reach", id).catch(() => ({ hexes: [] }))).hexes));
  let best = null;
  const seen = new Set();
  for (const first of ids) {
    if (seen.has(first)) continue;
    const group = [first];
    for (const a of group) for (const b of ids) if (!group.includes(b) && far(at(a), at(b)) < 130) group.push(b);
    group.forEach((x) => seen.add(x));
    if (group.length < 3) continue;
    const c = at(first);
    const steps = t.places.map((p) => t.centre(p)).filter((h) => { const d = far(h, c); return d > 50 && d < 130; });
    for (const h of steps) {
      const goal = (id) => t.placeAt(at(id)[0] + h[0] - c[0], at(id)[1] + h[1] - c[1]);
      const going = group.filter((id) => { const g = goal(id); return g && reach.get(id).has(g) && g !== t.piece(id).at; });
      if (going.length > 2 && going.length > (best?.going.length ?? 0)) {
        const xs = group.map((id) => at(id)[0]), ys = group.map((id) => at(id)[1]);
        best = { going, hand: going[0], goal: goal(going[0]),
          box: [Math.min(...xs) - 46, Math.min(...ys) - 46, Math.max(...xs) + 46, Math.max(...ys) + 46] };
      }
    }
  }
  return best;
}"""


class Clicker:
    """The hands. `spent` tells the clicks by kind, `did` how often each kind was done."""

    def __init__(self, desktop: TablePage) -> None:
        self.history_workers, self.page = desktop, desktop.page
        self.spent: Counter[str] = Counter()
        self.did: Counter[str] = Counter()
        self.kind = "answer"
        #: where the pointer was last
        self.at = (0.0, 0.0)

    @property
    def total(self) -> int:
        return sum(self.spent.values())

    def has_done(self, **least: int) -> bool:
        """Whether each of these kinds was done so often: who wants to see no more of a turn."""
        return bool(least) and all(self.did[kind] >= n for kind, n in least.items())

    def before(self, game: str) -> float:
        """What the same would have cost."""
        return sum(BEFORE[game][kind] * n for kind, n in self.did.items())

    # -- hands -------------------------------------------------------------------------------------------------------

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(STATE)
        return found

    def rest(self) -> dict[str, Any]:
        """Wait until this seat is asked, nothing is under way, and the page has taken what leaves no choice."""
        for _ in range(200):
            ready = self.until("s.over || s.sure || s.mine && !s.busy", 60)
            now = self.look()
            assert ready, f"nothing to do: {now}"
            if now["over"] or now["sure"] or not now["only"]:
                return now
            if not self.until("s.seq > n", 0.33, n=now["seq"]):  # a single choice is taken by itself within a moment
                return now
        raise AssertionError(f"nothing to do: {now}")

    def click(self, x: float, y: float) -> None:
        self.spent[self.kind] += 1
        self.apart(x, y)
        self.page.mouse.click(x, y)

    def button(self, selector: str) -> None:
        self.spent[self.kind] += 1
        found = self.page.locator(selector).first
        box = found.bounding_box() or {"x": 0, "y": 0, "width": 0, "height": 0}
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.apart(x, y)
        found.click()

    def apart(self, x: float, y: float) -> None:
        """The same spot twice in a moment would be a double click, and what has just appeared under the pointer is not pressed."""
        if abs(x - self.at[0]) < 12 and abs(y - self.at[1]) < 12:
            self.page.wait_for_timeout(310)
        self.at = (x, y)

    def drag(self, piece: str, place: str, moves_map: bool = True) -> None:
        """One gesture: press on a counter, let go over a hex. The map is moved first so that both are seen."""
        self.spent[self.kind] += 1
        (x0, y0), (x1, y1) = self.page.evaluate(
            """([id, place, moves]) => { const t = window.firestep.test;
          const a = t.pieceCentre(id), b = t.centre(place);
          if (moves) t.lookAt({ x: Math.min(a[0], b[0]) - 90, y: Math.min(a[1], b[1]) - 90, width: Math.abs(a[0] - b[0]) + 180,
            height: Math.abs(a[1] - b[1]) + 180 }, { smooth: false, most: 1 });
          return [t.toWindow(...a), t.toWindow(...b)]; }""",
            [piece, place, moves_map],
        )
        mouse = self.page.mouse
        mouse.move(x0, y0)
        mouse.down()
        mouse.move((x0 + x1) / 2, (y0 + y1) / 2, steps=2)
        mouse.move(x1, y1, steps=2)
        mouse.up()

    def until(self, what: str, seconds: float = 3.0, **given: Any) -> bool:
        """Wait until something can be said of what is seen (`s`): the page itself looks, which costs it least."""
        seen = f"(g) => {{ const s = ({STATE})(), {{ {', '.join(given)} }} = g; return {what}; }}"
        try:
            self.page.wait_for_function(seen, arg=given, timeout=1000 * seconds, polling=25)
        except TimeoutError:
            return False
        return True

    def doing(self, kind: str, n: int = 1) -> None:
        self.kind = kind
        self.did[kind] += n

    def storm(self, text: str) -> None:
        """Attack a hex with all who can, and roll: Shift and one click."""
        spot = self.history_workers._spot("firestep.test.centre(id)", text.split()[1])
        self.page.keyboard.down("Shift")
        self.click(*spot)
        self.page.keyboard.up("Shift")

    # -- deeds -------------------------------------------------------------------------------------------------------

    def order(self, text: str) -> None:
        """Give one order by what the page offers for it: a button, a counter, a place, a card."""
        seq = self.look()["seq"]
        for _ in range(6):
            for where in ("#pointer-card:not([hidden]) ", "#answers "):
                if self.page.locator(f'{where}[data-order="{text}"]').count():
                    self.button(f'{where}[data-order="{text}"]')
                    self.sure(seq)
                    return
            spot = self.page.evaluate(
                """(text) => { const t = window.firestep.test, o = t.orders.find((x) => x.text === text);
              const piece = o?.pieces[0], chosen = t.chosen ?? t.subject;
              if (piece && chosen !== piece) return ["piece", piece];
              return o?.places.length ? ["place", o.places.at(-1)] : piece ? ["piece", piece] : null; }""",
                text,
            )
            if spot is None and self.page.locator("#share-send").count():  # a sum to share: as it is proposed
                self.button("#share-send")
                self.sure(seq)
                return
            if spot is None and text not in self.look()["actions"]:  # the page has taken it meanwhile: it was the only answer
                return
            assert spot, f"no way to give {text}"
            if spot[0] == "piece" and not self.page.evaluate("(id) => Boolean(firestep.test.pieceCentre(id))", spot[1]):
                if text not in self.look()["actions"]:  # the table has moved on meanwhile
                    return
                self.listed(text)
                return
            where = "firestep.test.pieceCentre(id)" if spot[0] == "piece" else "firestep.test.centre(id)"
            try:
                at = self.history_workers._spot(where, spot[1])
                if at == self.at:
                    self.page.wait_for_timeout(310)  # the same spot twice within the moment is heard once
                self.click(*at)
            except Error:
                if self.look()["seq"] > seq:  # the page has taken it while the eye went there: it was the only answer
                    return
                raise
            self.page.wait_for_timeout(120)
            self.page.wait_for_function("() => !firestep.test.busy")
            if self.look()["sure"]:
                return self.sure(seq)
            if self.look()["seq"] > seq:
                return
        raise AssertionError(f"{text} was not taken")

    def listed(self, text: str) -> None:
        """What stands neither on the map nor on a button is found in the list of orders: open it, choose."""
        self.button("#list-orders")
        self.button(f'dialog[open] [data-take="{text}"]')

    def sure(self, seq: int) -> None:
        """Say yes where the page asks back."""
        self.until("s.seq > n || s.sure", n=seq)
        if self.look()["sure"]:
            never = self.page.locator("dialog[open] .never").count()
            self.button("dialog[open] .never" if never else "dialog[open] .sure")
            self.until("s.seq > n", n=seq)

    def end(self) -> None:
        self.doing("end")
        seq = self.look()["seq"]
        self.button("#answers button.end")
        self.sure(seq)

    def front(self, done: list[str]) -> int:
        """Draw a frame around a front and drag one of its counters: how many went along."""
        found = self.page.evaluate(FRONT, done)
        if not found:
            return 0
        places = "() => Object.fromEntries(firestep.test.snap.board.pieces.map((p) => [p.id, p.at]))"
        before = self.page.evaluate(places)
        self.kind, seq = "move", self.look()["seq"]
        self.spent["move"] += 1
        (x0, y0), (x1, y1) = self.page.evaluate(
            """([ax, ay, bx, by]) => { const t = window.firestep.test;
          t.lookAt({ x: ax - 110, y: ay - 110, width: bx - ax + 220, height: by - ay + 220 }, { smooth: false, most: 1 });
          return [t.toWindow(ax, ay), t.toWindow(bx, by)]; }""",
            found["box"],
        )
        mouse, keys = self.page.mouse, self.page.keyboard
        keys.down("Shift")
        mouse.move(x0, y0)
        mouse.down()
        mouse.move(x1, y1, steps=3)
        mouse.up()
        keys.up("Shift")
        self.drag(found["hand"], found["goal"], moves_map=False)
        self.until("s.seq > n", 4, n=seq)
        self.page.wait_for_function("() => !firestep.test.busy")
        after = self.page.evaluate(places)
        went = [u for u, at in after.items() if before.get(u) != at]
        self.did["move"] += len(went)
        done.extend(went or found["going"])
        return len(went)

    def march(self, done: list[str]) -> int:
        """Drag a stack that has not moved: how many went; 0 if there is none."""
        found = self.page.evaluate(MARCH, done)
        if not found:
            return 0
        seq = self.look()["seq"]
        self.doing("move", len(found["ids"]))
        self.drag(found["top"], found["goal"])
        self.until("s.seq > n && !s.busy", 8, n=seq)
        done.extend(found["ids"])
        return len(found["ids"])


def wwi_turn(c: Clicker, moves: int = 22, attacks: int = 10, builds: int = 6, **enough: int) -> None:
    """A whole turn of World War 1914-1918: moves, attacks in three phases, answers, building; or until enough of it is done."""
    turn, done, tried, fought, built = c.rest()["turn"], [], set(), 0, 0
    while True:
        now = c.rest()
        verbs = {a.split()[0] for a in now["actions"]}
        if now["over"] or now["turn"] > turn or c.has_done(**enough):
            return
        if "move" in verbs:
            if c.did["move"] >= moves or not (c.front(done) or c.march(done)):
                c.end()
        elif "attack" in verbs:
            dear = c.page.evaluate("firestep.test.dearPlaces")
            free = [a for a in now["actions"] if a.startswith("attack ") and a.split()[1] not in dear and a not in tried]
            if not free or fought >= attacks:
                c.end()
                tried.clear()
                continue
            tried.add(free[0])
            fought += 1
            c.doing("attack")
            rolls = c.page.evaluate("firestep.test.now.rolls")
            c.storm(free[0])
            c.page.wait_for_function("(n) => firestep.test.now.rolls > n", arg=rolls)
        elif "build" in verbs and built < builds:
            built += 1
            c.doing("build")
            c.order(next(a for a in now["actions"] if a.startswith("build ")))
        elif "done" in now["actions"]:
            c.end()
        else:
            c.doing("answer")
            calm = [a for a in now["actions"] if a.split()[0] not in ("lose", "destroy", "infiltrate")]
            c.order((calm or now["actions"])[0])


def gwb_turn(c: Clicker, moves: int = 30, attacks: int = 2, **enough: int) -> None:
    """A turn of both players in Great War Battles: attacks, marches of stacks, and answers to the enemy's attacks."""
    turn, done, fought = c.rest()["turn"], [], 0
    while True:
        now = c.rest()
        if now["over"] or now["turn"] > turn or c.has_done(**enough):
            return
        ask, actions = now["ask"], now["actions"]
        if ask == "PickUnit":
            if len(done) >= moves or not c.march(done):
                c.end()
        elif ask == "Moving":
            seq = now["seq"]
            c.kind = "move"
            c.order("halt")
            c.until("s.seq > n", n=seq)
        elif ask == "CombatPhase":
            free = [a for a in actions if a.startswith("attack ")]
            if not free or fought >= attacks:
                c.end()
                continue
            fought += 1
            c.doing("attack")
            c.storm(free[0])
            c.until("s.seq > n && !s.busy", 20, n=now["seq"])
        elif ask in ("Declare", "Barrage"):  # who crosses the open is asked for
            c.kind = "attack"
            if c.page.locator("#answers button.go").count():
                seq = now["seq"]
                c.button("#answers button.go")
                c.until("s.seq > n", n=seq)
            else:
                c.order(actions[0])
        elif "done" in actions:
            c.end()
        else:
            c.doing("answer")
            c.order(next((a for a in actions if a in ("hold", "none", "stand", "pass")), actions[0]))


#: units that have not acted, of the formation that has the word or could get it: most who could fire at one enemy, and where
UNITS = """async (done) => { const t = window.firestep.test, b = t.snap.board, side = t.now.decision.seat;
  const can = t.orders.filter((o) => o.verb === "unit").map((o) => o.words[1]);
  const open = b.formations.filter((f) => f.side === side && t.orders.some((o) => o.text === `activate ${f.id}`));
  const formations = can.length ? [can] : open.map((f) => f.units);
  let best = null;
  for (const units of formations) {
    const by = new Map();
    for (const id of units.filter((x) => !done.includes(x) && t.pieceCentre(x))) {
      const { hexes } = await t.overlay(t.now.seq, "fire", id).catch(() => ({ hexes: [] }));
      for (const foe of hexes.length ? hexes : [""]) by.set(foe, [...(by.get(foe) ?? []), id]);
    }
    for (const [foe, ids] of by) if (foe && ids.length > (best?.ids.length ?? 0)) best = { foe, ids };
    if (!best && by.get("")) best = { foe: "", ids: by.get("").slice(0, 1) };
    if (best?.ids.length > 2) break;
  }
  if (!best) return null;
  const u = b.units.find((x) => x.id === best.ids[0]), a = u.facing * Math.PI / 180;
  const spots = best.ids.map((id) => t.pieceCentre(id)), xs = spots.map((s) => s[0]), ys = spots.map((s) => s[1]);
  const goal = best.foe ? t.pieceCentre(best.foe) : [(u.x + Math.sin(a) * 3) * 50, (u.y - Math.cos(a) * 3) * 50];
  const all = [...spots, goal], x = all.map((s) => s[0]), y = all.map((s) => s[1]);
  t.lookAt({ x: Math.min(...x) - 160, y: Math.min(...y) - 160, width: Math.max(...x) - Math.min(...x) + 320,
    height: Math.max(...y) - Math.min(...y) + 320 }, { smooth: false, most: 0.9 });
  return { ...best, from: t.toWindow(...spots[0]), to: t.toWindow(...goal),
    box: [t.toWindow(Math.min(...xs) - 60,
      Math.min(...ys) - 60), t.toWindow(Math.max(...xs) + 30, Math.max(...ys) + 30)] }; }"""


#: units that have acted
ACTED = "firestep.test.snap.board.units.filter((u) => u.acted)"


def dgk_turn(c: Clicker, units: int = 12, **enough: int) -> None:
    """A turn of Der Grosse Krieg: units of several formations fire (batteries together) or go; with Shift it is done at once."""
    turn, done, acted = c.rest()["turn"], [], 0
    mouse, keys = c.page.mouse, c.page.keyboard
    while True:
        now = c.rest()
        if now["over"] or now["turn"] > turn or c.has_done(**enough):
            return
        choosing = any(a.split()[0] in ("unit", "activate") for a in now["actions"])
        what = c.page.evaluate(UNITS, done) if choosing and acted < units else None
        if what:
            c.kind = "fire" if what["foe"] else "move"
            ready = len(c.page.evaluate(ACTED))
            keys.down("Shift")
            if len(what["ids"]) > 1:  # a frame around those who fire together, and a click on their target
                c.spent[c.kind] += 1
                mouse.move(*what["box"][0])
                mouse.down()
                mouse.move(*what["box"][1], steps=3)
                mouse.up()
                c.click(*what["to"])
            else:  # dragged onto the target, or onto open ground
                keys.up("Shift")
                c.spent[c.kind] += 1
                mouse.move(*what["from"])
                mouse.down()
                mouse.move(*what["to"], steps=4)
                keys.down("Shift")
                mouse.up()
            keys.up("Shift")
            done.extend(what["ids"])
            c.until("s.seq > n", 5, n=now["seq"])
            c.page.wait_for_function("() => !firestep.test.busy")
            c.page.wait_for_timeout(200)
            if c.look()["ask"] != now["ask"] and c.page.locator("#pointer-card:not([hidden])").count():
                keys.press("Escape")
            went = len(c.page.evaluate(ACTED)) - ready
            c.did[c.kind] += went
            acted += went
        elif "end" in now["actions"] or "pass" in now["actions"]:
            c.doing("end")
            c.button(f'#answers [data-order="{"end" if "end" in now["actions"] else "pass"}"]')
            c.sure(now["seq"])
        else:
            c.doing("answer")
            c.order(next((a for a in now["actions"] if a in ("hold", "none", "done", "stay", "keep")), now["actions"][0]))


#: a stack that can still move and has not been looked at
STACK = """(done) => { const t = window.firestep.test;
  return t.orders.find((o) => o.verb === "stack" && t.isPlace(o.words[1]) && !done.includes(o.words[1]))?.words[1] ?? null; }"""
#: where it goes: next to the enemy, or as near as it gets; a hex with room
GOAL = """() => { const t = window.firestep.test, seat = t.now.decision.seat;
  const foes = t.snap.board.pieces.filter((p) => p.side !== seat && t.isPlace(p.at)).map((p) => t.centre(p.at));
  const at = t.piece(t.snap.board.battle.movers[0]).at, from = t.centre(at);
  const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const near = (place) => { const c = t.centre(place); return Math.min(...foes.map((f) => far(f, c))) + far(c, from) / 1000; };
  const free = t.orders.filter((o) => o.verb === "to").map((o) => o.words[1])
    .filter((p) => (t.stack(p)?.length ?? 0) + t.snap.board.battle.movers.length <= 6);
  return free.filter((p) => near(p) < near(at) || near(at) < 120).sort((a, b) => near(a) - near(b))[0] ?? null; }"""


class TheGreatWar:
    """A turn of The Great War as an average player takes it: he moves the stacks he cares about with two clicks each, attacks with
    all who can, takes losses and advances as they are proposed, and lets the machine do what is small."""

    def __init__(self, c: Clicker, moves: int = 40, attacks: int = 14) -> None:
        self.c, self.moves, self.attacks = c, moves, attacks
        self.done: list[str] = []
        self.fought = 0

    def press(self, text: str) -> None:
        """A button of the bar, by its words."""
        c = self.c
        now = c.look()
        c.button(f'#answers button:has-text("{text}")')
        c.until("s.seq > n || s.sure", 20, n=now["seq"])
        c.sure(now["seq"])

    def has(self, text: str) -> bool:
        return bool(self.c.page.locator(f'#answers button:has-text("{text}")').count())

    def place(self, hex: str) -> None:
        c = self.c
        seq = c.look()["seq"]
        c.click(*c.history_workers._spot("firestep.test.centre(id)", hex))
        c.until("s.seq > n && !s.busy", 8, n=seq)

    def move(self) -> bool:
        """Two clicks: a stack, and its goal."""
        c = self.c
        from_ = c.page.evaluate(STACK, self.done) if c.did["move"] < self.moves else None
        if from_ is None:
            return False
        self.done.append(from_)
        c.doing("move", 0)
        self.place(from_)
        if c.look()["ask"] != "March":
            return True
        goal = c.page.evaluate(GOAL)
        if goal is None:
            self.press("Choose another")
            return True
        c.did["move"] += 1
        self.place(goal)
        return True

    def attack(self, actions: list[str]) -> bool:
        free = [a.split()[1] for a in actions if a.startswith("attack ")]
        if not free or self.fought >= self.attacks:
            return False
        self.fought += 1
        self.c.doing("attack")
        self.place(free[self.fought * 7 % len(free)])
        self.press("Attack with all" if self.has("Attack with all") else "Attack with these")  # one alone is all who can
        return True

    def answer(self, now: dict[str, Any]) -> None:
        c = self.c
        c.doing("answer")
        for text in ("The weakest", "Advance with all", "roll"):
            if self.has(text):
                return self.press(text)
        quiet = ("done", "none", "pass", "stand", "keep", "go-on", "stay")
        c.order(next((a for a in now["actions"] if a in quiet), now["actions"][0]))

    def step(self, now: dict[str, Any]) -> None:
        c, ask = self.c, now["ask"]
        if ask == "MoveUnits":
            if not self.move():
                c.end()
        elif ask == "Attacks":
            if not self.attack(now["actions"]):
                c.end()
        elif ask == "PlaceUnits" and self.has("Place the rest for me"):
            c.doing("answer")
            self.press("Place the rest for me")
        else:
            self.answer(now)


def tgw_turn(c: Clicker, moves: int = 40, attacks: int = 14, **enough: int) -> None:
    war, turn = TheGreatWar(c, moves, attacks), c.rest()["turn"]
    while True:
        now = c.rest()
        if now["over"] or now["turn"] > turn or c.has_done(**enough):
            return
        war.step(now)
