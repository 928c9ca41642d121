/** Standing orders: a kind of question that the machine answers for this seat until it is taken back. */
import { h, put, toast } from "../elements/dom.js";
import { label } from "./orders.js";

export class StandingOrders {
  /** @param {import("../pages/table.js").Table} t @param {HTMLElement} page */
  constructor(t, page) {
    this.t = t;
    /** @type {{stage: string, close?: () => void} | null} the message that an order for the phase has been given */
    this.note = null;
    this.el = h("section", { class: "routine-list", hidden: true });
    page.append(this.el);
    t.on("now", () => { this.draw(); if (this.note && this.note.stage !== t.stage) { this.note.close?.(); this.note = null; } });
    t.on("frame", (f) => { if (f.type === "seats") { this.draw(); t.clicks.highlight(); } });
  }

  /** What is asked, as its hint says it: the first sentence. @param {string} ask */
  words(ask) {
    if (ask === "*") return "Everything that is asked";
    const text = this.t.teach.asks?.[ask]?.text ?? ask;
    return /^[^.:;?]*\??/.exec(text)?.[0] || text;
  }

  /** How it is answered, in the words of the button. @param {any} seat @param {string} ask */
  answered(seat, ask) {
    const until = seat.until?.[ask] ? ", until the phase is over" : "", said = seat.says?.[ask];
    if (!said) return `The machine answers${until}.`;
    const words = said.split(" ");
    // a button may be called otherwise at another question
    const then = Object.create(this.t, { snap: { value: { ...this.t.snap, decision: { ...this.t.snap?.decision, ask } } } });
    return `Always “${label({ text: said, words, verb: words[0], pieces: [], places: [] }, then)}”${until}.`;
  }

  draw() {
    const { t } = this;
    const held = t.now.seats.filter((x) => t.now.holds?.includes(x.id));
    const list = held.flatMap((x) => t.standing(x).map((ask) => ({ seat: x, ask })));
    const face = JSON.stringify(list);
    if (face === this.face) return;
    this.face = face;
    this.el.hidden = !list.length;
    put(this.el, h("h2", {}, "Standing orders"), h("ul", {}, list.map(({ seat, ask }) => h("li", {}, held.length > 1 ? h("span", { class: "small muted" }, t.seatTitle(seat.id)) : null,
      h("strong", {}, this.words(ask)), h("span", {}, this.answered(seat, ask)), h("button", { type: "button", onclick: () => this.set(seat.id, ask, null) }, "Ask me again")))));
  }

  /** The machine answers: for good, or until the phase is over. @param {string} ask @param {"phase"} [until] */
  async give(ask, until) {
    const { t } = this, seat = t.now.decision?.seat, { stage } = t;
    if (!seat || t.busy) return;
    t.clicks.held = false;
    if (!(await this.set(seat, ask, "greedy", { until }))) return;
    if (!until) return void toast("The machine answers this kind of question for you from now on. Take it back on the Table page.");
    // a short phase may be over already: then there is nothing left of which this is true
    if (t.stage === stage) this.note = { stage, close: toast(ask === "*" ? "The machine does the rest of this phase and ends it. Undo takes back what it does until then; after that only “Take back to here” of the replay does." : "The machine answers this until the phase is over. “Ask me again” on the Table page ends it before.") };
  }

  /** The same words answer every question of a kind. @param {string} ask @param {string} action @param {"phase"} [until] */
  async say(ask, action, until) {
    const seat = this.t.now.decision?.seat;
    if (!seat || this.t.busy) return;
    this.t.clicks.held = false;
    await this.set(seat, ask, null, { action, until });
    if (!until) toast("You are not asked this again. Take it back on the Table page.");
  }

  /** @param {string} seat @param {string} ask @param {string | null} bot @param {{action?: string, until?: "phase"}} [more] @returns {Promise<boolean>} whether it holds */
  async set(seat, ask, bot, { action, until } = {}) {
    try {
      await this.t.api.ask("/routine", { body: { ask, seat, ...(bot ? { bot } : {}), ...(action ? { action } : {}), ...(until ? { until } : {}) } });
      return true;
    } catch (e) {
      toast(/** @type {Error} */ (e).message, "error");
      return false;
    }
  }
}
