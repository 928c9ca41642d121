/** All orders as a list that can be searched by typing: for the keyboard, for listeners, and for whoever prefers words. */
import { h, put } from "../elements/dom.js";
import { dialog } from "../elements/dialog.js";
import { ends, label } from "../input/orders.js";

const SHOWN = 200;

export class OrderList {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    // a new question needs a new list
    t.on("view", () => {
      if (t.snap.seq !== this.seq) this.box?.close();
      this.seq = t.snap.seq;
    });
  }

  open() {
    const { t } = this;
    if (!t.mine || this.box?.open) return;
    const all = t.orders.all.map((o) => ({ o, text: label(o, t) })).sort((a, b) => Number(ends(a.o)) - Number(ends(b.o)));
    const list = h("ul", { class: "orders" });
    const count = h("p", { class: "muted small", role: "status" });
    const field = /** @type {HTMLInputElement} */ (h("input", { type: "search", "aria-label": "Find an order", placeholder: "Type to find: a name, a hex, a word …", autocomplete: "off", oninput: () => draw(), onkeydown: (e) => {
      if (e.key === "Enter" || e.key === "ArrowDown") {
        e.preventDefault();
        const first = /** @type {HTMLElement | null} */ (list.querySelector("button"));
        if (e.key === "Enter") first?.click();
        else first?.focus();
      }
    } }));
    list.addEventListener("keydown", (e) => {
      if (e.key !== "ArrowDown" && e.key !== "ArrowUp") return;
      e.preventDefault();
      const buttons = [...list.querySelectorAll("button")];
      const i = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      const next = buttons[i + (e.key === "ArrowDown" ? 1 : -1)];
      if (next) next.focus();
      else if (i === 0) field.focus();
    });
    const draw = () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      const found = all.filter(({ o, text }) => words.every((w) => `${text} ${o.text}`.toLowerCase().includes(w)));
      count.textContent = found.length === all.length ? `${all.length} orders` : `${found.length} of ${all.length} orders`;
      put(list, found.slice(0, SHOWN).map(({ o, text }) => h("li", {}, h("button", { type: "button", class: "quiet", dataset: { take: o.text }, onclick: () => this.take(o), onfocus: () => this.point(o) },
        h("span", {}, text), h("code", { class: "muted small" }, o.text)))));
    };
    this.box = dialog("Orders", h("div", { class: "body palette" }, h("p", { class: "muted" }, t.snap.decision.prompt), field, count, list));
    draw();
    field.focus();
  }

  /** @param {import("../input/orders.js").Order} o */
  point(o) {
    const { t } = this;
    const place = o.places.at(-1) ?? t.pieceById(o.pieces[0])?.at;
    const c = place && t.geo.centre(place);
    if (c) t.camera.reveal(c[0], c[1]);
    t.highlights.at(o.pieces.length ? { piece: o.pieces[0] } : place ? { place } : null);
  }

  /** @param {import("../input/orders.js").Order} o */
  take(o) {
    this.box?.close();
    this.t.highlights.at(null);
    if (ends(o)) this.t.parts.prompt.end(o);
    else this.t.clicks.send(o);
  }
}
