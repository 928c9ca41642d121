/** Several sheets on one table: tabs with a badge for what can be done on each. */
import { h, put } from "./dom.js";

export class Sheets {
  /** @param {import("./table.js").Table} t */
  constructor(t) {
    this.t = t;
    /** @type {{id: string, title: string, x: number, y: number, width: number, height: number}[]} */
    this.list = t.geo.sheets ?? [];
    this.el = h("nav", { class: "sheet-tabs", "aria-label": "Sheets", hidden: this.list.length < 2 });
    t.shell.port.after(this.el);
    if (this.list.length < 2) return;
    this.tabs = this.list.map((x) => h("button", { type: "button", dataset: { sheet: x.id }, onclick: () => this.show(x.id) }, h("span", {}, x.title), h("span", { class: "badge-count num" })));
    put(this.el, this.tabs);
    t.on("lit", () => this.count());
    t.on("camera", () => this.mark());
  }

  /** @param {number} x @param {number} y */
  of(x, y) { return this.list.find((r) => x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height); }

  /** @param {string} id */
  show(id) {
    const r = this.list.find((x) => x.id === id);
    if (!r) return;
    this.t.camera.inset = this.t.shell.inset();
    this.t.camera.show(r, { atLeast: 0.15, smooth: false });
  }

  /** How much glows on each sheet. */
  count() {
    const { t } = this;
    /** @type {Map<string, number>} */
    const n = new Map();
    for (const place of [...t.acts.litPlaces(), ...[...t.acts.litPieces()].map((id) => t.pieceById(id)?.at)]) {
      const c = t.geo.centre(place ?? "");
      const sheet = c && this.of(c[0], c[1]);
      if (sheet) n.set(sheet.id, (n.get(sheet.id) ?? 0) + 1);
    }
    this.tabs.forEach((b, i) => { /** @type {HTMLElement} */ (b.lastElementChild).textContent = n.get(this.list[i].id) ? String(n.get(this.list[i].id)) : ""; });
  }

  /** The sheet in the middle of the window. */
  mark() {
    const { camera, shell } = this.t;
    const r = shell.port.getBoundingClientRect();
    const here = this.of(...camera.toWorld(r.left + r.width / 2, r.top + r.height / 2))?.id;
    if (here === this.here) return;
    this.here = here;
    this.tabs.forEach((b, i) => b.setAttribute("aria-current", String(this.list[i].id === here)));
  }
}
