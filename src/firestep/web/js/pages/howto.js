/** How to play: two screens of cards, drawn with the game's own counters and map. */
import { call, once } from "../net/api.js";
import { loneCounter } from "../map/counters.js";
import { h, put, s } from "../elements/dom.js";
import { Field } from "../map/field.js";
import { Geo } from "../map/geo.js";
import { placeMapImage } from "../map/map-image.js";
import { definitions } from "../map/symbols.js";

/** @param {import("./book.js").Library} library */
export async function howTo(library) {
  const { howto, lesson } = await once(`/games/${library.game.id}/teach`);
  if (!howto.length) return [h("p", { class: "muted" }, "Nobody has written this yet: read the rules.")];
  const screens = [...new Set(howto.map((c) => c.screen ?? 1))].sort();
  const page = h("div", { class: "howto" });
  const show = (n) => {
    put(page, s("svg", { width: 0, height: 0, class: "defs", "aria-hidden": "true" }, definitions()), howto.filter((c) => (c.screen ?? 1) === n).map((c) => card(c, library)),
      h("div", { class: "row between wide-row" }, h("span", { class: "muted small" }, `Screen ${screens.indexOf(n) + 1} of ${screens.length}`),
        screens.map((k) => (k === n ? null : h("button", { type: "button", class: k > n ? "go" : "", onclick: () => show(k) }, k > n ? "Next screen" : "First screen"))),
        lesson && n === screens.at(-1) ? h("a", { class: "button primary", href: `/learn/${library.game.id}` }, "Play the guided first turn") : null));
    page.scrollTop = 0;
  };
  show(screens[0]);
  return page;
}

/** @param {any} c @param {import("./book.js").Library} library */
function card(c, library) {
  return h("article", { class: "lesson-card" }, h("h3", {}, c.title), figure(c, library), c.text.trim().split("\n\n").map((p) => h("p", {}, p.replaceAll("\n", " "))),
    c.points ? h("ul", { class: "dots" }, c.points.map((p) => h("li", {}, p))) : null,
    c.rule ? h("p", { class: "small" }, h("button", { type: "button", class: "rule-id", onclick: () => library.show("rules", c.rule) }, `Rules ${c.rule.replace(/^\w+?\./, "§")}`)) : null);
}

/** @param {any} c @param {import("./book.js").Library} library */
function figure(c, library) {
  if (c.counters) {
    return h("ul", { class: "sample-counters" }, c.counters.map((p) => h("li", {}, loneCounter(piece(p), 4.2), h("span", { class: "small" }, p.note ?? ""))));
  }
  if (c.map) return mapFigure(c.map, library);
  if (c.drawing) return library.module.figure(c.drawing, h, s);
  return null;
}

/** @param {any} p */
const piece = (p) => ({ id: p.id ?? `${p.nation}-${p.left ?? ""}`, at: "", side: "", name: "", left: "", text: "", size: "", badges: [], title: "", symbol: "infantry", ...p });

/** A piece of the game's map with counters and arrows on it. @param {any} spec @param {import("./book.js").Library} library */
export function mapFigure(spec, library) {
  const box = h("div", { class: "map-figure", role: "img", "aria-label": spec.says ?? "" });
  const which = spec.scenario ?? library.scenario;
  const query = which ? `?scenario=${encodeURIComponent(which)}` : "";
  Promise.all([call(`/games/${library.game.id}/map.svg${query}`, { raw: true }), call(`/games/${library.game.id}/hexes${query}`)]).then(([svg, hexes]) => {
    const geo = new Geo(hexes);
    const r = geo.bounds(spec.places) ?? { x: 0, y: 0, width: 100, height: 100 };
    const pad = spec.pad ?? 0;
    const view = { x: r.x - pad, y: r.y - pad, width: r.width + 2 * pad, height: r.height + 2 * pad };
    box.style.aspectRatio = `${view.width} / ${view.height}`;
    const world = h("div", { class: "world-figure" });
    const paper = h("div", { class: "paper" });
    const drawing = placeMapImage(paper, svg, { width: geo.width, height: geo.height });
    drawing.zoomed(0.6);
    const field = /** @type {SVGSVGElement} */ (s("svg", { class: "field still", width: geo.width, height: geo.height, viewBox: `0 0 ${geo.width} ${geo.height}`, "aria-hidden": "true" }));
    put(world, paper, field);
    put(box, world);
    const f = new Field(field, geo, () => []);
    f.draw({ pieces: (spec.pieces ?? []).map((p) => ({ ...piece(p), at: p.at })), markers: [] });
    for (const [from, to] of spec.arrows ?? []) {
      const [a, b] = [geo.centre(from), geo.centre(to)];
      if (a && b) f.piecesLayer.before(s("path", { class: "trail-casing", d: `M${a.join(" ")}L${b.join(" ")}` }), s("path", { class: "trail", d: `M${a.join(" ")}L${b.join(" ")}` }), s("circle", { class: "trail-tip", cx: b[0], cy: b[1], r: 9 }));
    }
    const fit = () => {
      // where its box has another shape, the piece fills it, and what is in its middle stays there
      const k = Math.max(box.clientWidth / view.width, box.clientHeight / view.height);
      world.style.transform = `scale(${k}) translate(${(box.clientWidth / k - view.width) / 2 - view.x}px, ${(box.clientHeight / k - view.height) / 2 - view.y}px)`;
    };
    new ResizeObserver(fit).observe(box);
    fit();
  }).catch(() => box.remove());
  return box;
}
