"""What a player does at a table, for the tests: look, point, click, tap, press keys."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, Request

#: the machine and the plainest answers, until the second turn is asked about; a war that begins late, or whose turns are long,
#: until so many orders were given
TO_TURN_TWO = """async (orders) => {
  const there = () => orders ? firestep.test.now.seq >= orders : firestep.test.now.turn >= 2;
  for (let n = 0; n < 1200 && !(there() && firestep.test.mine); n++) {
    if (!firestep.test.mine || firestep.test.busy) { await new Promise((r) => setTimeout(r, 50)); continue; }
    const texts = firestep.test.actions;
    await firestep.test.take(texts.find((a) => ["done", "stand", "halt"].includes(a)) ?? texts[0]);
  }
}"""

#: said before a page is read: what a table hears at the window ends with the table, if another is opened in its place
ENDING = """const hear = window.addEventListener.bind(window);
window.leaving = new AbortController();
window.addEventListener = (name, fn, how) => hear(name, fn, document.body?.className !== "at-table" ? how
  : { ...(typeof how === "object" ? how : { capture: Boolean(how) }), signal: leaving.signal });"""
#: leave the table: nothing of it is heard, remembered or, while other pages are used, drawn any more
LEAVE = """() => {
  localStorage.clear();
  document.documentElement.style.display = "none";
  if (!window.firestep) return;
  leaving.abort();
  firestep.test.leave();
}"""
#: whether a table was left
LEFT = "Boolean(window.firestep?.test.left)"
#: open another table in the place of the one that was left, without reading the page anew; with what the device knows of it
ANOTHER = """async ([id, keys, known]) => {
  const { another } = window.firestep.test;
  window.leaving = new AbortController();
  window.firestep = undefined;
  localStorage.clear();
  if (known) localStorage.setItem("firestep.tables", JSON.stringify({ [id]: known }));
  document.querySelectorAll("dialog").forEach((el) => el.remove());
  document.querySelectorAll("#toasts, #live, #news").forEach((el) => el.replaceChildren());
  document.body.className = "";
  document.documentElement.removeAttribute("style");
  history.replaceState(null, "", `/table/${id}${keys && "#"}${keys}`);
  await another(id);
}"""


class TablePage:
    def __init__(self, page: Page, touch: bool = False) -> None:
        self.page = page
        self.touch = touch

    # -- tables ------------------------------------------------------------------------------------------------------

    def set_up(
        self,
        *seats: str,
        game: str = "wwi",
        scenario: str | None = None,
        start: str | None = None,
        host: bool = False,
        greeted: bool = True,
        **more: Any,
    ) -> str:
        """Open a table at once, without the form; seats are `here`, `link` or `bot:NAME`, `start` is a position. A host knows all
        that the form would have remembered, to invite others. Gives the table's id."""
        kinds = [{"kind": "bot", "bot": k[4:]} if k.startswith("bot:") else {"kind": k} for k in seats]
        asked = {"game": game, "scenario": scenario, "start": start, "seats": kinds, **more}
        made = self.page.request.post("/api/tables", data={k: v for k, v in asked.items() if v is not None}).json()
        known = None
        if host:
            others = {"invites": made["invitations"], "spectator": made["spectator"], "host": made["host"]}
            known = {"id": made["id"], "game": game, "title": "", "tokens": made["tokens"], "opened": 0, **others}
        self.go_to(made["id"], ",".join(made["tokens"].values()), known, greeted)
        return str(made["id"])

    def go_to(self, table: str, keys: str, known: dict[str, Any] | None = None, greeted: bool = True) -> None:
        """Open a table, by keys to its seats or by what this device knows of it: in the place of one that was left, if there is
        one, else by its address."""
        page = self.page
        if page.evaluate(LEFT):
            page.evaluate(ANOTHER, [table, "" if known else keys, known])
        elif known:
            page.goto("/health")
            page.evaluate("([id, x]) => localStorage.setItem('firestep.tables', JSON.stringify({ [id]: x }))", [table, known])
            page.goto(f"/table/{table}")
        else:
            page.goto(f"/table/{table}#{keys}")
        self.ready(greeted)

    def follow(self, link: str, greeted: bool = True) -> None:
        """Open the link that somebody has sent."""
        table, key = link.rsplit("/", 1)[1].split("#")
        self.go_to(table, key, greeted=greeted)

    def learn(self, game: str) -> None:
        """Open the guided first turn of a game as its address would, without going there."""
        page = self.page
        lesson = page.request.get(f"/api/games/{game}/teach").json()["lesson"]
        sides = next(g["seats"] for g in page.request.get("/api/games").json()["games"] if g["id"] == game)
        seats = [
            {"kind": "here"} if x["id"] == lesson["seat"] else {"kind": "bot", "bot": lesson.get("bot", "greedy")} for x in sides
        ]
        body = {"game": game, "seats": seats, **{k: lesson[k] for k in ("scenario", "options", "seed", "start") if k in lesson}}
        made = page.request.post("/api/tables", data=body).json()
        known = {"id": made["id"], "game": game, "title": "", "tokens": made["tokens"], "opened": 0, "lesson": True}
        self.go_to(made["id"], "", known)

    def fill_in(self, *seats: str, game: str = "wwi", scenario: str | None = None, greeted: bool = True) -> str:
        """Open a table by the form; seats are `here`, `link` or `bot:NAME`. Gives the table's id."""
        page = self.page
        page.goto("/")
        form = page.locator("form.setup")
        form.wait_for()
        form.locator(f"input[name=game][value={game}]").check()
        if scenario:
            form.locator(f"input[name=scenario][value='{scenario}']").check()
        for select, kind in zip(form.locator("select[id^=seat-]").all(), seats, strict=True):
            select.select_option(kind)
        form.locator("button[type=submit]").click()
        self.ready(greeted)
        return page.url.rsplit("/", 1)[1]

    def ready(self, greeted: bool = True) -> None:
        """The table is there; the word of welcome (a guest's link, which side one leads) is closed, unless a test is about it."""
        # not `expect`, which writes down the whole page each time that it looks in vain
        self.page.locator(".table.ready").wait_for(timeout=45_000)
        if greeted and self.page.locator("dialog.greeting").count():
            self.page.keyboard.press("Escape")

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def question(self) -> str:
        return self.page.locator("#question").inner_text()

    @property
    def seq(self) -> int:
        return int(self.page.evaluate("firestep.test.now.seq"))

    @property
    def actions(self) -> list[str]:
        found: list[str] = self.page.evaluate("firestep.test.actions")
        return found

    def board(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("firestep.test.snap.board")
        return found

    def at(self, piece: str) -> str:
        return str(self.page.evaluate("(id) => firestep.test.piece(id)?.at", piece))

    def settled(self, seq: int) -> None:
        """Wait until the page shows this moment, and answers again."""
        self.page.wait_for_function("(n) => firestep.test.now.seq >= n && !firestep.test.sending", arg=seq)

    @contextmanager
    def sending(self) -> Iterator[list[tuple[str, dict[str, Any]]]]:
        """What the page sends to change the table meanwhile: the last word of each address, and what was said."""
        sent: list[tuple[str, dict[str, Any]]] = []

        def hear(r: Request) -> None:
            if r.method == "POST" and r.url.rsplit("/", 1)[1] in ("actions", "undo", "restart-turn"):
                sent.append((r.url.rsplit("/", 1)[1], r.post_data_json))

        self.page.on("request", hear)
        yield sent
        self.page.remove_listener("request", hear)

    # -- doing -------------------------------------------------------------------------------------------------------

    def _spot(self, how: str, id: str) -> tuple[float, float]:
        """Where something is in the window; the map is moved first if it is out of sight, as a person would."""
        look = "firestep.test.reveal(...c);"
        self.rest()
        self.page.evaluate(f"(id) => {{ const c = {how}; {look} }}", id)
        self.rest()
        x, y = self.page.evaluate(f"(id) => firestep.test.toWindow(...{how})", id)
        return x, y

    def rest(self) -> None:
        """Wait until the map rests: it has followed the question (in the frame after it came) and moves no more."""
        self.page.wait_for_function("() => firestep.test.resting")

    def press(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def piece(self, id: str) -> None:
        """Click or tap a counter."""
        self.press(*self._spot("firestep.test.pieceCentre(id)", id))

    def hex(self, number: str) -> None:
        self.press(*self._spot("firestep.test.centre(id)", number))

    def point(self, number: str) -> None:
        """Move the pointer to a hex and rest there."""
        x, y = self._spot("firestep.test.centre(id)", number)
        self.page.mouse.move(x - 3, y)
        self.page.mouse.move(x, y, steps=3)

    def do(self, action: str) -> None:
        """Give an order that the test is not about."""
        seq = self.seq
        self.page.evaluate("(a) => firestep.test.take(a)", action)
        self.settled(seq + 1)

    def button(self, text: str) -> None:
        self.page.locator("#answers button", has_text=text).first.click()

    def end_phase(self) -> None:
        """End a phase, saying yes if the page asks back."""
        seq = self.seq
        self.page.locator("#answers button.end").click()
        if self.page.locator("dialog .sure").count():
            self.page.locator("dialog .sure").click()
        self.settled(seq + 1)
