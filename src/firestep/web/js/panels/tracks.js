/** The state of the war: turn, scores, the game's tracks as bars, and the places off the map. */
import { face, loneCounter, nationClass } from "../map/counters.js";
import { afterFrame, h, renew, whole } from "../elements/dom.js";
import { label } from "../input/orders.js";

export class Tracks {
  /** @param {import("../pages/table.js").Table} t @param {import("./panel.js").Panel} panel */
  constructor(t, panel) {
    this.t = t;
    this.page = panel.add("war", "War");
    /** @type {[HTMLElement, (t: any, tools: any) => any[]][]} pages that the game adds */
    this.more = t.module.pages.map(([id, title, draw]) => [panel.add(id, title, () => this.draw()), draw]);
    /** @type {Map<string, boolean>} boxes opened or closed by hand */
    this.opened = new Map();
    /** @type {Map<string, {key: string, el: HTMLElement}>} boxes as they were drawn last: hundreds of counters are not drawn again for nothing */
    this.drawn = new Map();
    const soon = afterFrame(() => this.draw());
    /** @type {string | null | undefined} the question for which the panel stays open on a phone */
    this.staying = null;
    t.on("view", () => { this.leave(); soon(); });
    t.on("chosen", soon);
    t.layout.root.addEventListener("panel", soon);
  }

  draw() {
    const { t } = this;
    const board = t.snap?.board;
    // what nobody sees is drawn when it is opened
    if (!board || !t.layout.root.classList.contains("with-panel")) return;
    const own = t.module.panel(t, tools) ?? [scores(t), ...(board.tracks ?? []).map((x) => track(x))];
    renew(this.page, ...own, ...this.boxes(board));
    for (const [page, draw] of this.more) if (!page.hidden) renew(page, ...draw(t, tools));
  }

  /**
   * On a phone the panel lies over map and question: it goes when what was chosen in it is asked about there, and stays while one buys,
   * until something else is asked.
   * @param {any[]} orders of what was chosen
   */
  back(orders) {
    const { t } = this;
    if (!t.layout.phone.matches) return;
    if (orders.some((o) => o.places.length)) t.layout.setPanel(false);
    else this.staying = t.snap.decision?.ask;
  }

  /** What one stayed for is over: something else is asked, or nobody off the map can be chosen any more. */
  leave() {
    const { t } = this;
    const more = () => t.orders.all.some((o) => o.pieces.some((id) => !t.geo.has(t.pieceById(id)?.at ?? "")));
    if (!this.staying || (t.mine && t.snap.decision.ask === this.staying && more())) return;
    this.staying = null;
    if (t.layout.phone.matches) t.layout.setPanel(false);
  }

  /** The panel, at the first box with something to choose. */
  showLit() {
    this.t.parts.panel.open("war");
    this.draw();
    this.page.querySelector(".box.lit")?.scrollIntoView({ block: "start" });
  }

  /** Places off the map: closed until opened, so that hundreds of counters there cost nothing. @param {any} board */
  boxes(board) {
    const { t } = this;
    const lit = t.clicks.litPlaces();
    const few = t.module.compactPanel && innerHeight <= 860 ? 0 : 12; // a page that is full without them stays unscrolled
    /** @type {Map<string, any[]>} */
    const by = new Map((board.boxes ?? []).map((b) => [b.id, []]));
    for (const p of board.pieces ?? []) by.get(p.at)?.push(p);
    const able = (p) => t.orders.of(p.id).length > 0;
    // who can be chosen comes first; the sort keeps the game's order within a nation
    for (const list of by.values()) list.sort((a, b) => Number(able(b)) - Number(able(a)) || a.side.localeCompare(b.side) || a.nation.localeCompare(b.nation));
    return (board.boxes ?? []).map((b) => {
      const pieces = by.get(b.id) ?? [];
      const orders = t.orders.on(b.id, t.clicks.chosen);
      if (!pieces.length && !orders.length) return null;
      const can = pieces.some(able), idle = can ? pieces.filter((p) => !able(p)) : [];
      // many of whom nothing is asked are one line, until it is opened
      const folded = idle.length > 12 && !this.opened.get(`${b.id} rest`);
      const open = this.opened.get(b.id) ?? (can || orders.length > 0 || pieces.length <= few);
      const shines = lit.has(b.id) || can ? "lit" : "";
      const shown = open ? [folded, ...pieces.map((p) => [p.id, face(p), p.title, able(p), t.clicks.chosen === p.id]), orders.map((o) => [o.text, label(o, t)])] : [];
      const key = JSON.stringify([b.title, pieces.length, open, shines, shown]);
      const was = this.drawn.get(b.id);
      if (was?.key === key) return was.el;
      const rest = folded ? h("button", { type: "button", class: "quiet rest", onclick: () => { this.opened.set(`${b.id} rest`, true); this.draw(); } }, `${idle.length} others, with whom nothing can be done now …`) : null;
      const body = h("div", {}, open ? [this.tray(folded ? pieces.filter(able) : pieces, orders), rest] : null);
      const el = whole(h("details", { class: `box ${shines}`, open },
        h("summary", { onclick: (e) => { e.preventDefault(); this.toggle(b.id, !open); } }, h("h2", {}, b.title, h("span", { class: "muted small num" }, ` ${pieces.length}`))), body));
      this.drawn.set(b.id, { key, el });
      return el;
    });
  }

  /** Opened or closed by hand. @param {string} id @param {boolean} open */
  toggle(id, open) {
    this.opened.set(id, open);
    this.draw();
    this.drawn.get(id)?.el.querySelector("summary")?.focus();
  }

  /** @param {any[]} pieces @param {any[]} orders */
  tray(pieces, orders) {
    const { t } = this;
    return [orders.length ? h("p", {}, orders.slice(0, 4).map((o) => h("button", { type: "button", class: "go", onclick: () => { t.clicks.send(o); if (t.layout.phone.matches) t.layout.setPanel(false); } }, label(o, t)))) : "",
      h("ul", { class: "tray" }, pieces.map((p) => {
        const own = t.orders.of(p.id) ?? [], can = own.length;
        return h("li", {}, can
          ? h("button", { type: "button", class: `go tile ${t.clicks.chosen === p.id ? "on" : ""}`, title: p.title, "aria-label": p.title, onclick: (e) => { t.clicks.choosePiece(p.id, { x: e.clientX, y: e.clientY }); this.back(own); } }, loneCounter(p))
          : h("span", { title: p.title }, h("span", { class: "visually-hidden" }, p.title), loneCounter(p)));
      }))];
  }
}

/** Points of the seats, side by side. @param {import("../pages/table.js").Table} t */
export function scores(t) {
  const s = t.snap.board?.scores ?? {};
  const seats = t.snap.seats.filter((x) => x.id in s);
  if (!seats.length) return null;
  const most = Math.max(1, ...seats.map((x) => Math.abs(s[x.id])));
  return h("section", { class: "track" }, h("h2", {}, "Victory points"), h("ul", { class: "rows" }, seats.map((x) =>
    h("li", {}, h("span", { class: "name" }, x.title), h("span", { class: "bar-box", "aria-hidden": "true" }, h("span", { class: "bar-fill ink", vars: { share: Math.max(0, s[x.id]) / most } })), h("span", { class: "num" }, s[x.id])))));
}

/** One track as bars; rows of nations have their colours. @param {any} tr */
export function track(tr) {
  const most = Math.max(1, ...tr.rows.map((r) => r.max ?? 0), ...tr.rows.map((r) => Number(r.value) || 0));
  return h("section", { class: "track" }, h("h2", {}, tr.title), h("ul", { class: "rows" }, tr.rows.map((r) => {
    const colours = nationClass(r.nation ?? r.id);
    const nation = colours !== "n-neutral";
    return h("li", {}, h("span", { class: "name" }, nation ? h("span", { class: `swatch ${colours}`, "aria-hidden": "true" }, String(r.nation ?? r.id).slice(0, 2).toUpperCase()) : null, h("span", {}, r.title)),
      typeof r.value === "number" ? h("span", { class: "bar-box", "aria-hidden": "true" }, h("span", { class: `bar-fill ${nation ? colours : "ink"}`, vars: { share: Math.max(0, r.value) / most } })) : h("span"),
      h("span", { class: "num" }, r.value));
  })));
}

/** A row of turns with the one being played marked. @param {string[]} names @param {number} now counted from 1 @param {string} title */
export function turnTrack(names, now, title = "Turn") {
  return h("section", { class: "track" }, h("h2", {}, title), h("ol", { class: "turns" }, names.map((n, i) =>
    h("li", { class: i + 1 < now ? "past" : i + 1 === now ? "now" : "", "aria-current": i + 1 === now ? "step" : null }, n.split(" ").map((word) => h("span", {}, word))))));
}

const tools = { h, scores, track, turnTrack, nationClass, loneCounter };
