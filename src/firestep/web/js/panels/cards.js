/** Small cards at the pointer: why not, and which of several. */
import { announce, capital, h, put } from "../elements/dom.js";
import { label } from "../input/orders.js";
import { appeared } from "../input/click-guard.js";

export class Cards {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    this.el = t.layout.pointer;
    this.pinned = false;
    this.el.addEventListener("keydown", (e) => this.key(e));
    t.on("view", () => this.hide());
  }

  /** @param {{x: number, y: number}} at */
  place(at) {
    const el = this.el;
    el.hidden = false;
    const stage = /** @type {HTMLElement} */ (el.parentElement).getBoundingClientRect();
    const w = el.offsetWidth, hgt = el.offsetHeight;
    const phone = this.t.layout.phone.matches;
    let x = at.x - stage.left + 16, y = at.y - stage.top + 16;
    if (x + w > stage.width - 8) x = Math.max(8, at.x - stage.left - w - 16);
    if (y + hgt > stage.height - (phone ? 150 : 8)) y = Math.max(8, at.y - stage.top - hgt - 16);
    // on a phone the place's own card takes the foot of the map: this one stands at its head
    if (phone) [x, y] = this.pinned ? [Math.max(8, (stage.width - w) / 2), y] : [6, 58];
    el.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  /** Which rules forbid something. @param {string} what @param {{rule: string, text: string}[]} refusals @param {{x: number, y: number}} at */
  why(what, refusals, at) {
    this.pinned = false;
    this.el.className = "pointer-card why";
    put(this.el, h("p", { class: "what" }, `Not now: ${what}`), h("ul", {}, refusals.slice(0, 4).map((r) =>
      h("li", {}, h("span", {}, `${capital(r.text)} `), this.t.parts.rules.link(r.rule)))));
    this.place(at);
    announce(`Not allowed. ${refusals.map((r) => r.text).join(" ")}`);
  }

  /** The server refused an action. @param {{rule: string, text: string}[]} refusals */
  refusals(refusals) {
    const r = this.t.layout.port.getBoundingClientRect();
    this.why("the rules forbid it", refusals, { x: r.left + r.width / 2 - 150, y: r.top + r.height / 3 });
  }

  /**
   * Several orders fit what was touched.
   * @param {string} title @param {import("../input/orders.js").Order[]} orders @param {{x: number, y: number}} at
   * @param {(o: import("../input/orders.js").Order) => void} [pick] what to do with the one chosen, if it is not just given
   * @param {string} [hint] a shorter way, for who has a mouse
   */
  choose(title, orders, at, pick = (o) => this.t.clicks.send(o), hint = "") {
    this.pinned = true;
    this.el.className = "pointer-card choice-card";
    const short = orders.every((x) => x.pieces.length < 2) && this.allDiffer(orders);
    const button = (o) => {
      const price = this.t.orders.price(o);
      const odds = h("small", { class: "chance num" });
      this.t.parts.odds.brief(o).then((text) => { odds.textContent = text; });
      return h("button", { type: "button", class: price?.dear ? "dear" : "", dataset: { order: o.text }, onclick: () => pick(o),
        onpointerenter: () => this.t.emit("point", { orders: [o] }) }, h("span", {}, label(o, this.t, { short })), price ? h("small", { class: "price" }, price.text) : null, odds);
    };
    put(this.el, h("p", { class: "what" }, capital(title)), h("ul", {}, orders.slice(0, 40).map((o) => h("li", {}, button(o)))),
      orders.length > 40 ? h("p", {}, h("button", { type: "button", class: "quiet", onclick: () => this.t.parts.orderList.open() }, `All ${orders.length} as a list …`)) : null,
      hint && !this.t.layout.phone.matches ? h("p", { class: "small muted hint" }, hint) : null);
    this.place(at);
    appeared(this.el);
    this.t.emit("answers");
    /** @type {HTMLElement} */ (this.el.querySelector("button"))?.focus();
  }

  /** @param {import("../input/orders.js").Order[]} orders */
  allDiffer(orders) {
    const seen = new Set(orders.map((o) => label(o, this.t, { short: true })));
    return seen.size === orders.length;
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const buttons = [...this.el.querySelectorAll("button")];
    const i = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      e.stopPropagation();
      buttons[(i + (e.key === "ArrowDown" ? 1 : buttons.length - 1)) % buttons.length]?.focus();
    } else if (e.key === "Escape") {
      e.stopPropagation();
      this.hide();
      this.t.layout.port.focus();
    }
  }

  /** The pointer moved on: only a card that asks something stays. */
  leave() {
    if (!this.pinned && !this.el.contains(document.activeElement) && !this.el.matches(":hover")) this.el.hidden = true;
  }

  hide() {
    const open = !this.el.hidden;
    this.pinned = false;
    this.el.hidden = true;
    if (open) this.t.emit("answers");
  }
}
