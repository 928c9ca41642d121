/**
 * A guided first turn: the page points at one thing at a time, says why, and lets the player do it. The steps are the game's
 * (`teach.toml`): each names the orders it is about. What else is legal is kindly put off; the lesson can be left at any time.
 */
import { announce, h, put } from "../elements/dom.js";
import { remember } from "../net/store.js";

/** @typedef {{say: string, why?: string, do?: string[], else?: string, ask?: string, read?: boolean, maybe?: boolean, buttons?: boolean}} Step */

export class Lesson {
  /** @param {import("./table.js").Table} t @param {{title: string, steps: Step[], end: string, victory?: string}} spec */
  constructor(t, spec) {
    this.t = t;
    this.spec = spec;
    this.at = 0;
    /** which step the question is about, -1 for none */
    this.now = -1;
    this.over = false;
    this.key = "";
    this.note = h("p", { class: "kind", role: "status" });
    /** @type {import("../input/orders.js").Order[]} what the step is about */
    this.orders = [];
    /** @type {{piece?: string, place?: string} | null} what is marked on the map */
    this.target = null;
    this.el = h("section", { class: "coach", id: "coach", "aria-label": "Guided first turn" });
    t.layout.root.append(this.el);
    t.layout.root.classList.add("taught");
    // a table that is seen as a whole needs the room
    if (t.geo.whole) t.layout.setPanel(false);
    new ResizeObserver(() => { t.layout.root.dispatchEvent(new Event("room")); this.reveal(); }).observe(this.el);
    for (const what of ["view", "chosen", "lit"]) t.on(what, () => this.point());
    t.on("answers", () => this.mark());
    t.on("camera", () => this.ring());
    this.point();
  }

  /** @param {Step} step @param {import("../input/orders.js").Order} o */
  fits(step, o) { return (step.do ?? []).some((p) => (p.endsWith("*") ? o.text.startsWith(p.slice(0, -1)) : o.text === p)); }

  /** The step that this question is about: the next that fits, or an earlier one after an undo. */
  find() {
    const { t } = this;
    const { steps } = this.spec;
    const ask = t.snap.decision?.ask;
    const fits = (i) => steps[i].read || ((!steps[i].ask || steps[i].ask === ask) && t.orders.all.some((o) => this.fits(steps[i], o)));
    for (let i = this.at; i < steps.length; i++) {
      if (fits(i)) return i;
      if (!steps[i].maybe && !steps[i].do) break;
    }
    for (let i = Math.min(this.at, steps.length) - 1; i >= 0; i--) if (!steps[i].read && fits(i)) return i;
    return -1;
  }

  get step() { return this.spec.steps[this.now] ?? null; }

  point() {
    const { t } = this;
    if (this.over || !t.snap || t.past !== null) return;
    if (t.snap.outcome || this.at >= this.spec.steps.length) return this.finish();
    if (!t.mine) return this.show({ say: "The other side answers.", why: "Watch the map; it takes a moment." }, []);
    this.now = this.find();
    const step = this.step;
    if (!step) return this.show({ say: "Choose as you like here.", why: "This question is not part of the lesson; every answer is fine." }, []);
    if (step.read) return this.show(step, []);
    this.show(step, t.orders.all.filter((o) => this.fits(step, o)));
  }

  /** Whether an order is the one that the lesson waits for; if not, it says so kindly. @param {import("../input/orders.js").Order} o */
  allows(o) {
    const step = this.step;
    if (this.over || !step || step.read || this.fits(step, o)) {
      // a step that comes again (the enemy attacks, an order was taken back) does not lead back
      if (!this.over && step && !step.read) this.at = Math.max(this.at, this.now + 1);
      return true;
    }
    const kind = step.else ?? "That is a good question for later, and the rules allow it. For now, do what is marked.";
    put(this.note, kind);
    this.el.classList.add("put-off");
    announce(kind);
    return false;
  }

  /** @param {Step} step @param {import("../input/orders.js").Order[]} orders */
  show(step, orders) {
    const key = `${this.now} ${step.say}`;
    if (key !== this.key) {
      this.key = key;
      this.note = h("p", { class: "kind", role: "status" });
      this.el.classList.remove("put-off");
      const n = Math.max(0, this.now);
      put(this.el, h("p", { class: "muted small" }, `${this.spec.title} · step ${n + 1} of ${this.spec.steps.length}`), h("p", { class: "say" }, step.say), step.why ? h("p", { class: "why" }, step.why) : null, this.note,
        h("div", { class: "row" }, step.read ? h("button", { type: "button", class: "go", id: "coach-next", onclick: () => { this.at = this.now + 1; this.point(); } }, "Go on") : null,
          h("button", { type: "button", class: "quiet", id: "coach-leave", onclick: () => this.leave() }, "Leave the lesson")));
      announce(`${step.say} ${step.why ?? ""}`);
    }
    this.orders = orders;
    this.mark();
  }

  /** Mark what is meant: a button, a counter or a place. */
  mark() {
    const { t } = this;
    if (this.over) return;
    for (const b of document.querySelectorAll(".coached")) b.classList.remove("coached");
    const o = this.orders[0];
    this.target = null;
    if (o) {
      const chosen = t.clicks.chosen;
      const piece = o.pieces[0];
      const button = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".choice-card:not([hidden]) [data-order], #answers [data-order]"))].find((b) => this.orders.some((x) => b.dataset.order === x.text));
      const pose = document.querySelector(".pose-card:not([hidden]) .go");
      if (button || (pose && o.places.length)) (button ?? pose)?.classList.add("coached");
      else if (piece && chosen !== piece && t.orders.byPiece.has(piece)) this.target = { piece };
      else if (o.places.length) this.target = { place: o.places.at(-1) };
      else if (piece) this.target = { piece };
    }
    this.ring();
    this.reveal();
  }

  /** Bring the target into sight, clear of this card. */
  reveal() {
    const { t } = this;
    const c = this.spot();
    if (!c || !t.layout.root.classList.contains("ready")) return;
    t.camera.inset = t.layout.inset();
    t.camera.reveal(c[0], c[1]);
  }

  /** Where the target is on the sheet. */
  spot() {
    const { t } = this;
    if (!this.target) return null;
    const { piece, place } = this.target;
    return (piece ? t.field.pieceAt(piece) : null) ?? t.geo.centre(place ?? t.pieceById(piece ?? "")?.at ?? "");
  }

  ring() {
    this.t.highlights.coach(this.spot());
    // on a small screen what is meant on the map has the room of the buttons that are not
    this.t.layout.root.classList.toggle("aimed", Boolean(this.target) && !this.over);
  }

  finish() {
    if (this.over) return;
    this.over = true;
    this.target = null;
    this.ring();
    put(this.el, h("p", { class: "muted small" }, this.spec.title), h("p", { class: "say", id: "coach-done" }, this.spec.victory ?? "Well done."), this.spec.end.trim().split("\n\n").map((x) => h("p", { class: "why" }, x)),
      h("div", { class: "row" }, h("button", { type: "button", class: "primary", id: "coach-play", onclick: () => this.leave() }, "Play on from here"), h("a", { class: "button", href: "/" }, "To the first page")));
    announce(this.spec.victory ?? "Well done.");
  }

  leave() {
    this.over = true;
    remember(this.t.id, { lesson: false });
    this.t.lesson = null;
    this.t.highlights.coach(null);
    for (const b of document.querySelectorAll(".coached")) b.classList.remove("coached");
    this.t.layout.root.classList.remove("taught", "aimed");
    this.el.remove();
    this.t.parts.prompt.draw();
  }
}
