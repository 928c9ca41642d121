/** The newest lines of the log over the map, with the die that was rolled, so that nobody has to look aside to see what happened. */
import { h, s } from "../elements/dom.js";
import { namesIn } from "../input/orders.js";

const SHOWN = 3;
const STAYS = 7000;
/** About the room that the lines take. */
const WIDE = 480, HIGH = 130;
const PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]] };

export class Ticker {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    this.el = h("div", { class: "ticker", "aria-hidden": "true" });
    t.layout.port.after(this.el);
    this.last = this.newest();
    t.on("now", (why) => this.renew(why));
  }

  newest() { return this.t.now?.journal?.at(-1)?.n ?? -1; }

  /** @param {string} why */
  renew(why) {
    const { t } = this;
    const fresh = (t.now.journal ?? []).filter((e) => e.n > this.last && !t.module.isLogHeading(e));
    this.last = this.newest();
    if (why !== "patch" || !fresh.length) return;
    if (!this.el.childElementCount) this.settle();
    for (const e of fresh.slice(-SHOWN)) this.add(e);
    const news = document.getElementById("news");
    if (news) news.textContent = fresh.slice(-SHOWN).map((e) => e.text).join(" ");
  }

  /** The lines stand in the corner of the map where the fewest counters would lie under them. */
  settle() {
    const { camera, field, geo, layout } = this.t;
    const { left, right, top, bottom } = camera.inset, w = layout.port.clientWidth, hgt = layout.port.clientHeight;
    const spots = [...field.stacks.keys()].map((p) => geo.centre(p)).filter((c) => c !== null).map(([x, y]) => [camera.x + x * camera.k, camera.y + y * camera.k]);
    const reach = 30 * camera.k, wide = Math.min(WIDE, 0.46 * w) + reach;
    const under = (x0, y0) => spots.filter(([x, y]) => x > x0 - reach && x < x0 + wide && y > y0 - reach && y < y0 + HIGH + reach).length;
    const corners = { "": under(left, top), right: under(w - right - wide, top), foot: w > 1060 ? under(left, hgt - bottom - HIGH) : Infinity };
    const best = layout.phone.matches ? "" : Object.keys(corners).reduce((a, b) => (corners[b] < corners[a] ? b : a), "");
    this.el.dataset.corner = best;
    this.el.classList.toggle("under-tabs", (geo.sheets?.length ?? 0) > 1);
  }

  /** @param {any} e */
  add(e) {
    const { die } = e;
    const line = h("p", { class: die ? "rolled" : "" }, die ? dieFace(die) : null, h("span", {}, namesIn(e.text, this.t.now)));
    this.el.append(line);
    while (this.el.children.length > SHOWN) this.el.firstElementChild?.remove();
    setTimeout(() => line.remove(), die ? STAYS * 1.6 : STAYS);
  }
}

/** @param {number} n from 1 to 6 */
export function dieFace(n) {
  return s("svg", { class: "die", viewBox: "-16 -16 32 32" }, s("rect", { x: -14, y: -14, width: 28, height: 28, rx: 6 }), (PIPS[n] ?? []).map(([x, y]) => s("circle", { cx: x * 7.5, cy: y * 7.5, r: 2.9 })));
}
