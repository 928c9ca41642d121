/** The card of a place: terrain, features, and every counter that stands there. */
import { loneCounter } from "../map/counters.js";
import { capital, h, put } from "../elements/dom.js";
import { placeName } from "../input/orders.js";

export class Inspect {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    /** @type {string | null} */
    this.place = null;
    this.el = h("section", { class: "card inspect", "aria-label": "Place", hidden: true });
    t.layout.cards.append(this.el);
    /** the phase in which the card was drawn last */
    this.phase = "";
    t.on("view", () => {
      const phase = `${t.snap.turn} ${t.snap.sequence?.now} ${t.snap.decision?.seat}`;
      const passed = this.phase !== phase;
      this.phase = phase;
      // a card does not outlive the phase in which it was opened
      if (this.passing || passed) this.close();
      else if (this.place) this.show(this.place);
    });
    t.on("chosen", () => { if (this.place && !this.el.hidden) this.show(this.place); });
  }

  /** @param {string | null} place @param {{quiet?: boolean}} [how] quiet: on a small screen do not cover the map for it */
  async show(place, { quiet = false } = {}) {
    const { t } = this;
    if (!place || (quiet && t.layout.phone.matches)) return this.close();
    this.place = place;
    // a card that only accompanies a choice goes when the choice is made
    this.passing = quiet;
    const seq = t.snap.seq;
    const pieces = (t.snap.board?.pieces ?? []).filter((p) => p.at === place);
    const markers = (t.snap.board?.markers ?? []).filter((m) => m.at === place);
    this.draw(place, pieces, markers, null);
    t.emit("looked");
    if (t.past !== null) return;
    try {
      const about = await t.api.inspect(seq, place);
      if (this.place === place && t.snap.seq === seq && t.past === null) this.draw(place, pieces, markers, about);
    } catch {
      // what the board shows is enough
    }
  }

  /** @param {string} place @param {any[]} pieces @param {any[]} markers @param {any} about */
  draw(place, pieces, markers, about) {
    const { t } = this;
    this.el.hidden = false;
    const lines = about && !about.lines ? facts(about) : [];
    const total = pieces.length > 1 ? t.module.stackTotals(pieces) : null;
    const name = capital(about?.title || about?.name || placeName(t, place));
    put(this.el, h("header", {}, h("h2", {}, name === place ? `Hex ${place}` : name, name.includes(place) ? null : h("span", { class: "muted small num" }, ` ${t.geo.has(place) ? place : ""}`)),
      h("button", { type: "button", class: "quiet", "aria-label": "Close the card of this place", onclick: () => this.close() }, "×")),
    lines.length ? h("dl", {}, lines.map(([k, v]) => h("div", {}, h("dt", {}, k), h("dd", {}, v)))) : null,
    about?.lines ? h("ul", { class: "facts-list small" }, about.lines.map((l) => h("li", {}, `${l.text} `, l.rule ? t.parts.rules.link(l.rule) : null))) : null,
    markers.length && !about?.lines ? h("ul", { class: "markers-list small" }, markers.map((m) => h("li", {}, m.title ?? m.kind))) : null,
    total !== null ? h("p", { class: "small sum" }, h("strong", {}, `${pieces.length} together: `), total) : null,
    pieces.length ? h("ul", { class: "stack-list" }, pieces.map((p) => this.row(p))) : h("p", { class: "muted small" }, "No unit stands here."));
  }

  /** @param {any} p */
  row(p) {
    const { t } = this;
    const can = t.orders.of(p.id).length > 0;
    const title = p.title ?? p.name;
    // what the title tells already is not told again
    const more = (p.badges ?? []).map((b) => String(b).replaceAll("-", " ")).filter((b) => !title.toLowerCase().includes(b.split(" ")[0].toLowerCase()));
    const reads = p.text ? t.module.counterText(p.text, p) : null;
    const text = h("span", {}, title, more.length ? h("small", { class: "muted" }, ` ${more.map(capital).join(", ")}`) : null, reads ? h("small", { class: "reads muted" }, title.includes(p.text) ? null : h("b", { class: "num" }, `${p.text} `), capital(reads)) : null);
    return h("li", {}, can
      ? h("button", { type: "button", class: t.clicks.chosen === p.id ? "go" : "", "aria-pressed": String(t.clicks.chosen === p.id), onclick: (e) => t.clicks.choosePiece(p.id, { x: e.clientX || 200, y: e.clientY || 200 }) }, loneCounter(p), text)
      : h("div", { class: "unit" }, loneCounter(p), text));
  }

  close() {
    this.place = null;
    this.el.hidden = true;
  }
}

const HIDDEN = new Set(["pieces", "units", "place", "hex", "name", "id", "number"]);

/** What the game says of a place, as lines of words. @param {any} about @returns {[string, string][]} */
function facts(about) {
  return Object.entries(about).filter(([k, v]) => !HIDDEN.has(k) && v !== null && v !== false && v !== "" && !(Array.isArray(v) && !v.length))
    .map(([k, v]) => [capital(k.replaceAll("_", " ")), said(v)]);
}

/** @param {any} v @returns {string} */
function said(v) {
  if (v === true) return "yes";
  if (Array.isArray(v)) return v.map(said).join(", ");
  if (v && typeof v === "object") return v.title ?? v.text ?? Object.entries(v).map(([k, x]) => `${k.replaceAll("_", " ")} ${said(x)}`).join(", ");
  return String(v);
}
