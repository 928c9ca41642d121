/** The table itself: who sits where, links to share, chat, the record, and how the page should look. */
import { $, announce, copy, download, h, put, toast } from "../elements/dom.js";
import { confirmed } from "../elements/dialog.js";
import { showDice } from "../pages/dice-page.js";
import { nameForm, notifyForm } from "../pages/notify.js";
import { setSettings, settings, table as known } from "../net/store.js";
import { signs } from "./my-seat.js";

export class Seats {
  /** @param {import("../pages/table.js").Table} t @param {import("./panel.js").Panel} panel */
  constructor(t, panel) {
    this.t = t;
    this.panel = panel;
    this.page = panel.add("table", "Table", () => this.read());
    this.who = h("section", {});
    this.chatList = h("ol", { class: "chat", "aria-label": "Chat" });
    this.chatBox = h("section", { class: "chat-box" });
    this.page.append(this.who, this.chatBox, this.moves(), this.look());
    this.seen = 0;
    t.on("now", () => {
      this.drawSeats();
      this.drawChat();
      // nobody gives up what is over
      $("#concede", this.page)?.toggleAttribute("hidden", Boolean(t.now.outcome));
    });
    t.on("frame", (f) => {
      if (f.type === "seats") this.drawSeats();
      if (f.type === "chat") this.heard(f);
    });
  }

  drawSeats() {
    const { t } = this;
    const snap = t.now;
    const face = JSON.stringify([snap.seats, snap.holds, snap.decision?.seat]);
    if (face === this.face) return;
    this.face = face;
    const mem = known(t.id);
    const from = snap.parent;
    put(this.who, from ? h("p", { class: "small" }, "What if? This table began at ", h("a", { href: `/table/${from.table}?action=${from.at}` }, `action ${from.at} of another one`), ", which goes on as it was. Its dice are its own.") : null,
      h("h2", {}, "Seats"), h("ul", { class: "seats" }, snap.seats.map((x) => {
      const mine = snap.holds?.includes(x.id);
      const token = x.claimed ? null : mem?.invites?.[x.id];
      const name = x.name && x.name !== x.title ? x.name : "";
      const kind = x.kind === "bot" ? x.bot === "random" ? "the machine, a beginner" : "the machine" : mine ? `you${name ? ` (${name})` : ""}, on this device` : `${name || "a friend"}${x.here ? "" : ", not here now"}`;
      return h("li", { class: snap.decision?.seat === x.id ? "now" : "" }, h("strong", {}, x.title), h("span", { class: "muted" }, kind),
        x.devices > 1 ? h("span", { class: "small muted" }, `held by ${x.devices} devices`) : null,
        token ? share("Link for this seat", `${location.origin}/table/${t.id}#${token}`) : null);
    })), snap.seat === null ? h("p", { class: "small" }, "You are watching: this place sees only what everybody may know.") : null,
    mem?.spectator ? share("Link to watch", `${location.origin}/table/${t.id}#${mem.spectator}`) : null);
  }

  drawChat() {
    const { t } = this;
    if (!this.chatBox.childElementCount && t.now.holds?.length && t.now.seats.filter((x) => x.kind !== "bot").length > 1) {
      const field = /** @type {HTMLInputElement} */ (h("input", { type: "text", maxlength: 500, "aria-label": "Say something to the table", placeholder: "Say something …", autocomplete: "off" }));
      put(this.chatBox, h("h2", {}, "Chat"), nameForm(t), this.chatList, h("form", { class: "say", onsubmit: async (e) => {
        e.preventDefault();
        const text = field.value.trim();
        if (!text) return;
        try {
          await t.api.ask("/chat", { body: { text } });
          field.value = "";
        } catch (err) {
          toast(/** @type {Error} */ (err).message, "error");
        }
      } }, field, h("button", { type: "submit" }, "Say")), notifyForm(t));
    }
    const chat = t.now.chat ?? [];
    if (chat.length === this.seen) return;
    this.seen = chat.length;
    put(this.chatList, chat.map((c) => h("li", {}, h("strong", {}, c.name || t.seatTitle(c.seat)), " ", h("span", {}, c.text))));
    this.chatList.scrollTop = this.chatList.scrollHeight;
  }

  /** @param {any} c */
  heard(c) {
    this.drawChat();
    if (this.t.now.holds?.includes(c.seat)) return;
    const who = c.name || this.t.seatTitle(c.seat);
    announce(`${who} says: ${c.text}`);
    this.panel.news("table");
    if ($("#page-table").hidden || !this.t.layout.root.classList.contains("with-panel")) toast(`${who}: ${c.text}`);
  }

  read() { this.chatList.scrollTop = this.chatList.scrollHeight; }

  moves() {
    const { t } = this, { concedeWarning } = t.module;
    return h("section", {}, h("h2", {}, "Game"), h("div", { class: "buttons" },
      h("button", { type: "button", id: "restart-turn", onclick: async () => {
        if (!t.now.undo) return toast("Nothing can be undone now: a die was rolled, or the other side has the word.");
        if (await confirmed("Start your turn over?", "Everything since the last die or the last change of seats is undone.", "Start over", "Keep it")) t.undoing.restartTurn();
      } }, "Start my turn over"),
      h("button", { type: "button", onclick: () => t.parts.replay.go(t.past ?? t.now.seq) }, "Replay, take back, what if"),
      h("button", { type: "button", onclick: () => t.parts.replay.fork() }, "What if? Play on from here"),
      h("button", { type: "button", onclick: () => t.parts.result.open() }, `Graphs of the ${t.module.conflictName}`),
      h("button", { type: "button", onclick: () => showDice(t) }, "Dice"),
      concedeWarning ? h("button", { type: "button", id: "concede", onclick: async () => {
        if (!t.mine) return toast("The other side has the word: give up when you are asked.");
        if (await confirmed("Give up?", concedeWarning, "Give up", "Keep playing", true)) t.take("concede");
      } }, "Give up …") : null,
      h("button", { type: "button", id: "download", onclick: () => this.record() }, "Download the record")),
      t.now.seed_chosen ? h("p", { class: "small", id: "seed-chosen" }, "Whoever opened this table chose its seed, and can know every die to come.") : null);
  }

  async record() {
    const { t } = this;
    try {
      const text = await t.api.ask("/record", { raw: true });
      download(`${t.now.game}-${t.id}.json`, text);
    } catch (e) {
      toast(/** @type {Error} */ (e).message, "error");
    }
  }

  look() {
    const set = settings();
    return h("section", { class: "look" }, h("h2", {}, "Page"),
      h("label", {}, "Colours ", h("select", { onchange: (e) => setSettings({ theme: e.target.value }) }, [["auto", "as the system"], ["light", "light"], ["dark", "dark"]].map(([v, text]) => h("option", { value: v, selected: set.theme === v }, text)))),
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: set.forced, onchange: (e) => setSettings({ forced: e.target.checked }) }), "Take steps that leave no choice for me"),
      signs(),
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: set.hints, onchange: (e) => { setSettings({ hints: e.target.checked }); this.t.parts.prompt.drawHint(); } }), "Say what every question is about"),
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: set.curtain, onchange: (e) => setSettings({ curtain: e.target.checked }) }), "On one screen: cover the map when the seat changes"));
  }
}

/** @param {string} title @param {string} url */
function share(title, url) {
  const field = /** @type {HTMLInputElement} */ (h("input", { type: "text", readonly: true, value: url, "aria-label": title, onfocus: (e) => e.target.select() }));
  return h("div", { class: "share" }, h("span", { class: "small" }, title), field, h("button", { type: "button", onclick: () => copy(url) }, "Copy"),
    navigator.share ? h("button", { type: "button", onclick: () => navigator.share({ title: "Firestep", url }).catch(() => {}) }, "Send") : null);
}
