/** Several sheets on one table: tabs with a badge for what can be done on each. */
import { h, put, sideways } from "../elements/dom.js";

export class Sheets {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    this.list = t.geo.sheets ?? [];
    this.el = h("nav", { class: "sheet-tabs", "aria-label": "Sheets", hidden: this.list.length < 2 });
    t.layout.port.after(this.el);
    this.tabs = this.list.map((x) => h("button", { type: "button", dataset: { sheet: x.id }, onclick: () => this.show(x.id) }, h("span", {}, x.title), h("span", { class: "badge-count num" })));
    this.next = h("button", { type: "button", class: "next-stack", title: "Next that can act, on any sheet (N)", hidden: true, onclick: () => t.keys.next(1) }, "Next ›");
    this.settle = sideways(this.el);
    /** @type {string | undefined} the sheet in the middle of the window */
    this.here = undefined;
    if (this.list.length < 2) return;
    put(this.el, this.tabs, this.next);
    t.on("lit", () => this.count());
    t.on("camera", (seen) => this.mark(seen));
  }

  /** @param {number} x @param {number} y */
  of(x, y) { return this.list.find((r) => x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height); }

  /** In which order a point comes: the sheet in sight first, then the others as their tabs stand. @param {number} x @param {number} y */
  rank(x, y) {
    const i = this.list.findIndex((r) => x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height);
    return i < 0 ? this.list.length : i;
  }

  /** The title of the sheet on which a place lies. @param {string} place */
  titleOf(place) {
    const c = this.list.length > 1 ? this.t.geo.centre(place) : null;
    return (c && this.of(c[0], c[1])?.title) ?? "";
  }

  /** @param {string} id */
  show(id) {
    const r = this.list.find((x) => x.id === id);
    if (!r) return;
    this.t.camera.inset = this.t.layout.inset();
    this.t.camera.show(r, { atLeast: 0.15, smooth: false });
  }

  /** How much glows on each sheet. */
  count() {
    const { t } = this;
    /** @type {Map<string, number>} */
    const n = new Map();
    for (const place of [...t.clicks.litPlaces(), ...[...t.clicks.litPieces()].map((id) => t.pieceById(id)?.at)]) {
      const c = t.geo.centre(place ?? "");
      const sheet = c && this.of(c[0], c[1]);
      if (sheet) n.set(sheet.id, (n.get(sheet.id) ?? 0) + 1);
    }
    this.next.hidden = !t.mine || !n.size;
    // a front that is not at war yet has no tab
    const used = new Set([...t.field.stacks.keys()].map((p) => { const c = t.geo.centre(p); return c && this.of(c[0], c[1])?.id; }));
    if (used.size) this.tabs.forEach((b, i) => { const id = this.list[i].id; b.hidden = !used.has(id) && !n.has(id) && id !== this.here; });
    this.tabs.forEach((b, i) => { /** @type {HTMLElement} */ (b.lastElementChild).textContent = n.get(this.list[i].id) ? String(n.get(this.list[i].id)) : ""; });
    this.settle();
  }

  /** The sheet in the middle of the window. @param {{x: number, y: number, width: number, height: number}} seen */
  mark(seen) {
    const here = this.of(seen.x + seen.width / 2, seen.y + seen.height / 2)?.id;
    if (here === this.here) return;
    this.here = here;
    this.tabs.forEach((b, i) => b.setAttribute("aria-current", String(this.list[i].id === here)));
    this.settle(this.tabs[this.list.findIndex((x) => x.id === here)] ?? null);
  }
}
