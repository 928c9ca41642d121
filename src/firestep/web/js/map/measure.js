/** The way to a hex that is pointed at, with what it costs; and a line that measures how far it is from one hex to another. */
import { announce, h, s } from "../elements/dom.js";
import { placeName } from "../input/orders.js";

const GOING = ["to", "go", "via", "invade"];

export class Measure {
  /** @param {import("../pages/table.js").Table} t @param {import("./geo.js").Geo} geo @param {SVGSVGElement} over */
  constructor(t, geo, over) {
    this.t = t;
    this.geo = geo;
    this.casing = s("path", { class: "way-casing" });
    this.way = s("path", { class: "way-line" });
    this.rule = s("path", { class: "rule-line" });
    over.append(this.casing, this.way, this.rule);
    this.tag = h("div", { class: "way-tag num", hidden: true });
    t.layout.port.after(this.tag);
    /** @type {string | null} where the measuring line begins */
    this.from = null;
    t.on("point", (d) => this.pointed(d));
    t.on("view", () => { this.clear(); this.retreat(); });
  }

  /** A retreat of several hexes: the way so far is drawn until it is complete. */
  retreat() {
    const path = this.t.snap.board?.battle?.path ?? [];
    if (path.length < 2) return;
    const d = this.line(path);
    this.casing.setAttribute("d", d);
    this.way.setAttribute("d", d);
    const c = this.t.geo.centre(path.at(-1));
    if (c) this.t.camera.reveal(c[0], c[1]);
  }

  /** @param {{place?: string | null, orders?: any[]}} d */
  pointed({ place, orders = [] }) {
    clearTimeout(this.wait);
    if (this.from) return void (place && this.measure(place));
    const { t } = this;
    const go = orders.find((o) => GOING.includes(o.verb) && o.places.includes(place));
    if (!go || !place) {
      this.clear();
      return this.retreat();
    }
    const price = t.orders.price(go)?.text ?? "";
    this.say(place, price);
    if (!t.game?.overlays?.includes("way")) return;
    const seq = t.snap.seq;
    this.wait = setTimeout(async () => {
      const { hexes } = await t.api.overlay(seq, "way", go.text.replace(" ", ":")).catch(() => ({ hexes: [] }));
      if (t.snap.seq !== seq || t.clicks.hover.over?.split(" ").at(-1) !== place || hexes.length < 2) return;
      const d = this.line(hexes);
      this.casing.setAttribute("d", d);
      this.way.setAttribute("d", d);
      const n = hexes.length - 1;
      this.say(place, [`${n} ${n === 1 ? "hex" : "hexes"}`, price].filter(Boolean).join(" · "));
    }, 90);
  }

  /** @param {string[]} places */
  line(places) { return `M${places.map((p) => this.t.geo.centre(p)).filter(Boolean).map((c) => /** @type {number[]} */ (c).map((x) => x.toFixed(1)).join(" ")).join("L")}`; }

  /** A small label beside a hex. @param {string} place @param {string} text */
  say(place, text) {
    const c = this.t.geo.centre(place);
    this.tag.hidden = !text || !c;
    if (!c || !text) return;
    this.tag.textContent = text;
    const [x, y] = this.t.camera.toWindow(c[0] + 40, c[1] - 62), r = this.t.layout.port.getBoundingClientRect();
    this.tag.style.transform = `translate(${Math.round(x - r.left)}px, ${Math.round(y - r.top)}px)`;
  }

  clear() {
    clearTimeout(this.wait);
    this.casing.setAttribute("d", "");
    this.way.setAttribute("d", "");
    if (!this.from) this.tag.hidden = true;
  }

  /** Begin at a hex, or end. @param {string | null} place */
  begin(place) {
    const on = this.from === null && place !== null;
    this.from = on ? place : null;
    this.rule.setAttribute("d", "");
    this.tag.hidden = true;
    this.clear();
    if (on) {
      this.measure(/** @type {string} */ (place));
      announce(`Measuring from ${placeName(this.t, /** @type {string} */ (place))}. Point at another hex; M ends it.`);
    }
  }

  /** @param {string} place */
  measure(place) {
    const { t } = this;
    const a = t.geo.centre(this.from ?? ""), b = t.geo.centre(place);
    if (!a || !b) return;
    this.rule.setAttribute("d", this.line([/** @type {string} */ (this.from), place]));
    const n = this.geo.steps(a, b);
    this.say(place, `${n} ${n === 1 ? "hex" : "hexes"}`);
    announce(`${n} hexes`);
  }
}
