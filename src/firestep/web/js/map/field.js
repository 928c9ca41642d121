/** What stands on the map: counters in stacks, markers, the open fan. Positions change by transform alone. */
import { drawCounter, face, makeCounter, makeMarker } from "./counters.js";
import { calm, s } from "../elements/dom.js";
import { definitions } from "./symbols.js";

/** How far each counter of a stack is moved from the one below it. */
const STEP = 7;
const SHOWN = 5;
/** Counters stand a little above the middle, so that the name of the place below them can be read. */
const LIFT = 9;
/** Signs that a counter would hide stand in a column beside it: how far to the left, how large, how far apart. */
const ASIDE = 45;
const SMALL = 0.66;
const APART = 18;

/** @typedef {import("./geo.js").Box} Box */

/**
 * What draws the board: `Field` for counters on hexes; a game without hexes brings a class of its own.
 * @typedef {object} Board
 * @property {SVGSVGElement} svg
 * @property {Map<string, import("./counters.js").Piece[]>} stacks
 * @property {string | null} open the place whose stack is spread out
 * @property {() => Box | null} [sight] what of the world can be seen, set by the table
 * @property {(board: any) => void} draw
 * @property {(k: number) => void} zoomed
 * @property {(place: string | null) => void} fan
 * @property {(piece: string) => [number, number] | null} pieceAt
 * @property {(piece: string) => string} [outline] a counter that is not a square
 * @property {() => void} [unseen]
 * @property {(seen: Box) => void} [seen]
 * @property {() => boolean} [refan]
 * @property {(piece: string, places: string[]) => void} [march]
 * @property {(able: Iterable<string>, chosen: Iterable<string>) => void} [litFan]
 */

/** @implements {Board} */
export class Field {
  /**
   * @param {SVGSVGElement} svg @param {import("./geo.js").Places} geo
   * @param {(board: any) => import("./counters.js").Marker[]} [markersOf] which markers are drawn: a map may show some already
   * @param {Map<string, import("./map-image.js").Sign[]>} [signs] what the map shows in places, and a counter would hide
   */
  constructor(svg, geo, markersOf = (board) => board?.markers ?? [], signs = new Map()) {
    this.markersOf = markersOf;
    this.signs = signs;
    this.svg = svg;
    this.geo = geo;
    this.markersLayer = s("g", { class: "markers" });
    this.piecesLayer = s("g", { class: "pieces" });
    this.asideLayer = s("g", { class: "aside" });
    this.fanLayer = s("g", { class: "fan" });
    svg.append(definitions(), this.markersLayer, this.piecesLayer, this.asideLayer, this.fanLayer);
    /** @type {Map<string, {key: string, g: Element}>} signs beside the counters of a place */
    this.beside = new Map();
    this.boxes = geo.sheets ?? [];
    /** Several sheets on one table: counters lie in a group for each, and those of sheets out of sight are not there for the browser. @type {SVGGElement[]} */
    this.sheets = this.boxes.length > 1 ? this.boxes.map(() => /** @type {SVGGElement} */ (this.piecesLayer.appendChild(s("g")))) : [];
    /** @type {Map<string, SVGGElement>} */
    this.pieces = new Map();
    /** @type {Map<string, {face: string, spot: string}>} what was drawn last: what did not change is not touched */
    this.drawn = new Map();
    /** @type {Map<string, [number, number]>} where counters stand on the sheet, and where they lie while a stack is spread out */
    this.spots = new Map();
    /** @type {Map<string, [number, number]>} */
    this.spread = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.markers = new Map();
    /** @type {Map<string, import("./counters.js").Piece[]>} */
    this.stacks = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.counts = new Map();
    /** @type {string | null} the place whose stack is spread out */
    this.open = null;
    /** @type {Box | null} counters beyond this are neither laid out nor painted */
    this.near = null;
    /** What of the world is seen and covered by nothing, if that is known. @type {() => Box | null} */
    this.sight = () => null;
    /** @type {{can: Set<string>, taken: Set<string>}} who of the open stack can act, and who is chosen */
    this.shines = { can: new Set(), taken: new Set() };
    this.first = true;
    /** @type {SVGSVGElement | null} the layer of the open stack, where it lies above what glows */
    this.top = null;
    /** @type {Box | null} where the open stack lies */
    this.plate = null;
  }

  /** Draw a board; only what differs from the last one is touched. @param {any} board */
  draw(board) {
    const pieces = board?.pieces ?? [];
    const seen = new Set();
    this.stacks = new Map();
    for (const p of pieces) {
      if (!this.geo.has(p.at)) continue;
      const stack = this.stacks.get(p.at);
      if (stack) stack.push(p);
      else this.stacks.set(p.at, [p]);
    }
    // where many nations stand on the map, their codes are shown from afar too
    if (!("codes" in this.svg.dataset) && new Set(pieces.map((p) => p.nation)).size > 4) this.svg.dataset.codes = "";
    const fresh = [], touched = new Set();
    for (const [place, stack] of this.stacks) {
      stack.forEach((p, i) => {
        seen.add(p.id);
        const now = { face: face(p), spot: `${place} ${i} ${stack.length}` };
        const was = this.drawn.get(p.id);
        let g = this.pieces.get(p.id);
        if (!g) {
          g = makeCounter(p);
          this.pieces.set(p.id, g);
          fresh.push(g);
        } else if (was?.face !== now.face) drawCounter(g, p);
        if (was?.spot !== now.spot) {
          this.place(g, place, i, stack.length);
          touched.add(place);
        }
        this.drawn.set(p.id, now);
      });
    }
    for (const [id, g] of this.pieces) {
      if (seen.has(id)) continue;
      g.remove();
      this.spots.delete(id);
      this.pieces.delete(id);
      this.drawn.delete(id);
    }
    this.drawMarkers(this.markersOf(board));
    this.order(touched);
    this.drawCounts();
    if (this.open && !this.stacks.has(this.open)) this.open = null;
    this.drawFan();
    if (!this.first) for (const g of fresh) g.classList.add("arrived");
    this.first = false;
  }

  /** Where the counters of a point lie. @param {[number, number]} c */
  layer(c) {
    const i = this.sheets.length ? this.boxes.findIndex((r) => c[0] >= r.x && c[0] < r.x + r.width && c[1] >= r.y && c[1] < r.y + r.height) : -1;
    return this.sheets[i] ?? this.piecesLayer;
  }

  /** Before the camera has looked anywhere nothing is in sight: the counters of six fronts need not be laid out to be hidden again. */
  unseen() {
    this.near = { x: 0, y: 0, width: 0, height: 0 };
    for (const g of this.sheets) g.style.display = "none";
  }

  /** The window moved. @param {{x: number, y: number, width: number, height: number}} r what is seen of the world */
  seen(r) {
    this.sheets.forEach((g, i) => {
      const b = this.boxes[i];
      const out = b.x + b.width < r.x || b.x > r.x + r.width || b.y + b.height < r.y || b.y > r.y + r.height;
      if ((g.style.display === "none") !== out) g.style.display = out ? "none" : "";
    });
    // and of a sheet in sight what stands far from the window, with half a window to spare on every side
    const n = this.near;
    const within = n && r.x >= n.x && r.y >= n.y && r.x + r.width <= n.x + n.width && r.y + r.height <= n.y + n.height;
    if (within && n.width < 4 * r.width) return;
    this.near = { x: r.x - r.width / 2, y: r.y - r.height / 2, width: 2 * r.width, height: 2 * r.height };
    for (const g of this.pieces.values()) this.away(g);
  }

  /** @param {SVGGElement} g */
  away(g) {
    const n = this.near, at = this.spots.get(g.dataset.piece ?? "");
    const far = Boolean(n && at && (at[0] < n.x - 60 || at[0] > n.x + n.width + 60 || at[1] < n.y - 60 || at[1] > n.y + n.height + 60));
    if (far !== g.classList.contains("far-off")) g.classList.toggle("far-off", far);
  }

  /** @param {SVGGElement} g @param {string} place @param {number} i @param {number} n */
  place(g, place, i, n) {
    const c = this.geo.centre(place);
    if (!c) return;
    const shown = Math.min(n, SHOWN), k = Math.min(i, SHOWN - 1);
    const off = (k - (shown - 1) / 2) * STEP;
    const t = `translate(${(c[0] + off).toFixed(1)}px, ${(c[1] - LIFT - off).toFixed(1)}px)`;
    const layer = this.layer(c);
    if (g.parentNode !== layer) layer.append(g);
    this.spots.set(g.dataset.piece ?? "", [c[0] + off, c[1] - LIFT - off]);
    if (g.style.transform !== t) g.style.transform = t;
    g.dataset.at = place;
    // counters that lie wholly under others are not painted
    g.classList.toggle("under", n > SHOWN && i > 0 && i < n - SHOWN + 1);
    this.away(g);
  }

  /**
   * Let a counter go to where it stands by the way it took. It stands there already: this is only seen, and nothing waits for it.
   * @param {string} id @param {string[]} places from where it stood to where it stands
   */
  march(id, places) {
    const g = this.pieces.get(id);
    if (!g || places.length < 3 || g.dataset.at !== places.at(-1) || calm()) return;
    const way = places.slice(0, -1).map((p) => this.geo.centre(p)).filter((c) => c !== null);
    const steps = [...way.map((c) => `translate(${c[0].toFixed(1)}px, ${(c[1] - LIFT).toFixed(1)}px)`), g.style.transform];
    g.getAnimations().forEach((a) => a.cancel()); // the straight slide that the change of place began
    g.animate(steps.map((transform) => ({ transform })), { duration: Math.min(480, 140 + 40 * steps.length), easing: "ease-out" });
  }

  /** Counters of one stack must lie in order; moves put the mover on top only within its own stack. @param {Set<string>} touched where something changed */
  order(touched) {
    for (const place of touched) {
      const stack = this.stacks.get(place) ?? [];
      if (stack.length < 2) continue;
      /** @type {SVGGElement | null} */
      let last = null;
      for (const p of stack) {
        const g = /** @type {SVGGElement} */ (this.pieces.get(p.id));
        if (last && last.compareDocumentPosition(g) & Node.DOCUMENT_POSITION_PRECEDING) last.after(g);
        last = g;
      }
    }
  }

  drawCounts() {
    for (const [place, g] of this.counts) {
      if ((this.stacks.get(place)?.length ?? 0) > 2) continue;
      g.remove();
      this.counts.delete(place);
    }
    for (const [place, stack] of this.stacks) {
      if (stack.length < 3) continue;
      let g = this.counts.get(place);
      if (!g) {
        g = /** @type {SVGGElement} */ (s("g", { class: "height" }, s("circle", { r: 12 }), s("text", { y: 5.5 })));
        const c = /** @type {[number, number]} */ (this.geo.centre(place));
        g.setAttribute("transform", `translate(${c[0] - 41} ${c[1] + 24})`); // on the stack itself, clear of the neighbour below
        this.counts.set(place, g);
        this.asideLayer.after(g);
      }
      const figure = /** @type {Element} */ (g.lastElementChild), n = String(stack.length);
      if (figure.textContent !== n) figure.textContent = n;
    }
  }

  /** Markers lie where the map has the sign they are about; beside the counters where some stand. @param {import("./counters.js").Marker[]} list */
  drawMarkers(list) {
    const seen = new Set();
    /** @type {Map<string, import("./counters.js").Marker[]>} */
    const at = new Map();
    for (const m of list) {
      const c = this.geo.centre(m.at);
      if (!c) continue;
      seen.add(m.id);
      let g = this.markers.get(m.id);
      if (g && g.dataset.face !== `${m.kind}|${m.text}|${m.state}|${m.nation}`) {
        g.remove();
        g = undefined;
      }
      if (!g) {
        g = makeMarker(m);
        this.markers.set(m.id, g);
      }
      const here = at.get(m.at) ?? [];
      here.push(m);
      at.set(m.at, here);
      const free = !this.stacks.has(m.at);
      const layer = free ? this.markersLayer : this.asideLayer;
      if (g.parentNode !== layer) layer.append(g);
      if (!free) continue;
      const sign = this.signs.get(m.at)?.find((x) => x.kind === (m.sign ?? m.kind));
      const t = sign ? `translate(${sign.x}px, ${sign.y}px) scale(.82)` : `translate(${c[0] - 36 + (here.length - 1) * 22}px, ${c[1] + 2}px)`;
      if (g.style.transform !== t) g.style.transform = t;
    }
    for (const [id, g] of this.markers) {
      if (seen.has(id)) continue;
      g.remove();
      this.markers.delete(id);
    }
    this.drawBeside(at);
  }

  /** A column of small signs at the left of the counters: what the map shows there, and the markers. @param {Map<string, import("./counters.js").Marker[]>} markers */
  drawBeside(markers) {
    for (const [place, { g }] of this.beside) if (!this.stacks.has(place)) { g.remove(); this.beside.delete(place); }
    for (const place of new Set([...this.signs.keys(), ...markers.keys()])) {
      const n = this.stacks.get(place)?.length ?? 0;
      if (!n) continue;
      const marks = markers.get(place) ?? [];
      const signs = (this.signs.get(place) ?? []).filter((x) => !marks.some((m) => (m.sign ?? m.kind) === x.kind));
      const key = `${n} ${signs.map((x) => x.kind)} ${marks.map((m) => m.id)}`;
      const [cx, cy] = /** @type {[number, number]} */ (this.geo.centre(place));
      const rows = signs.length + marks.length, left = cx - ASIDE - ((Math.min(n, SHOWN) - 1) / 2) * STEP;
      const spot = (i) => [left, cy - LIFT + (i - (rows - 1) / 2) * APART];
      marks.forEach((m, i) => { const [x, y] = spot(signs.length + i); /** @type {SVGGElement} */ (this.markers.get(m.id)).style.transform = `translate(${x}px, ${y}px) scale(${SMALL})`; });
      if (this.beside.get(place)?.key === key) continue;
      this.beside.get(place)?.g.remove();
      const g = s("g", { class: "signs" });
      signs.forEach((x, i) => {
        const copy = /** @type {Element} */ (x.node.cloneNode(true)), [px, py] = spot(i);
        copy.setAttribute("transform", `translate(${px} ${py}) scale(${SMALL + 0.1})`);
        g.append(copy);
      });
      this.asideLayer.prepend(g);
      this.beside.set(place, { key, g });
    }
  }

  /** Spread the stack of a place out, or close it with null. @param {string | null} place */
  fan(place) {
    const next = place && (this.stacks.get(place)?.length ?? 0) > 1 ? place : null;
    if (next === this.open) return;
    this.open = next;
    this.drawFan();
  }

  drawFan() {
    this.fanLayer.replaceChildren();
    this.spread.clear();
    const stack = this.open ? this.stacks.get(this.open) : null;
    if (!this.open || !stack) return;
    const [cx, cy] = /** @type {[number, number]} */ (this.geo.centre(this.open));
    const cols = Math.min(stack.length, 4), rows = Math.ceil(stack.length / 4);
    const w = cols * 84 + 14, hgt = rows * 84 + 14;
    // above its place; below it at the upper edge of the map, or where bar and tabs would cover it; and never over the side: what lies beyond could not be brought into sight
    const s0 = this.sight(), seen = s0 && cx > s0.x && cx < s0.x + s0.width && cy > s0.y && cy < s0.y + s0.height ? s0 : null;
    const within = (at, from, room, long) => Math.max(from, Math.min(from + Math.max(0, room - long), at));
    const x1 = within(cx - w / 2, 0, this.geo.width, w), x0 = seen && seen.width > w ? within(x1, seen.x, seen.width, w) : x1;
    const above = cy - 62 - hgt, below = cy + 62;
    const fits = (y) => y > 0 && y + hgt < this.geo.height && (!seen || (y >= seen.y && y + hgt <= seen.y + seen.height));
    const up = fits(above) ? 1 : fits(below) ? -1 : above > 0 ? 1 : -1;
    const y0 = up > 0 ? above : below, foot = up > 0 ? y0 + hgt : y0, head = hgt * up;
    this.plate = { x: x0, y: y0, width: w, height: hgt };
    const tip = Math.max(x0 + 24, Math.min(x0 + w - 24, cx));
    this.fanLayer.append(s("path", { class: "plate", d: `M${x0 + 8} ${foot - head}h${w - 16}q8 0 8 ${8 * up}v${head - 16 * up}q0 ${8 * up}-8 ${8 * up}H${tip + 14}L${cx} ${cy - 46 * up} ${tip - 14} ${foot}H${x0 + 8}q-8 0-8 ${-8 * up}v${16 * up - head}q0 ${-8 * up} 8 ${-8 * up}z` }));
    stack.forEach((p, i) => {
      const g = makeCounter(p);
      this.spread.set(p.id, [x0 + 49 + (i % 4) * 84, y0 + 49 + Math.floor(i / 4) * 84]);
      g.style.transform = `translate(${x0 + 49 + (i % 4) * 84}px, ${y0 + 49 + Math.floor(i / 4) * 84}px)`;
      g.dataset.at = p.at;
      this.fanLayer.append(g);
    });
  }

  /** Who of the open stack can act, and who is chosen. @param {Iterable<string>} able @param {Iterable<string>} chosen */
  litFan(able, chosen) {
    const { can, taken } = (this.shines = { can: new Set(able), taken: new Set(chosen) });
    for (const g of this.fanLayer.querySelectorAll(".piece")) {
      g.classList.toggle("can", can.has(/** @type {SVGGElement} */ (g).dataset.piece ?? ""));
      g.classList.toggle("taken", taken.has(/** @type {SVGGElement} */ (g).dataset.piece ?? ""));
    }
  }

  /** The window rests elsewhere, or bars have another height: an open stack that they cover now is laid where it can be seen. Whether it was. */
  refan() {
    const s0 = this.open ? this.sight() : null, p = this.plate;
    if (!s0 || !p || (p.x >= s0.x && p.y >= s0.y && p.x + p.width <= s0.x + s0.width && p.y + p.height <= s0.y + s0.height)) return false;
    this.drawFan();
    this.litFan(this.shines.can, this.shines.taken);
    const now = this.plate;
    return p.x !== now?.x || p.y !== now?.y;
  }

  /** The middle of a counter on the sheet. @param {string} id @returns {[number, number] | null} */
  pieceAt(id) { return this.spread.get(id) ?? this.spots.get(id) ?? null; }

  /** Small print is left out when it could not be read. @param {number} k */
  zoomed(k) {
    const level = k < 0.42 ? "far" : k < 0.75 ? "mid" : "near";
    if (this.svg.dataset.level !== level) this.svg.dataset.level = level;
    if (this.top) this.top.dataset.level = "near";
  }
}
