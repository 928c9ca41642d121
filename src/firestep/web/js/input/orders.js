/** Legal actions, sorted by what they are tied to: a counter, a place, or nothing (then they become buttons). */
import { capital } from "../elements/dom.js";

/** @typedef {{text: string, dear: boolean, kind?: "attack"}} Price what an order costs, and of what kind it is where the page must know that (`PriceKind` of `engine/page_data.py`) */
/** @typedef {{text: string, words: string[], verb: string, pieces: string[], places: string[]}} Order */

/** Verbs that end a phase or a segment: they are never the default and ask back while other things can be done. */
const ENDING = new Set(["done", "end", "end-phase", "pass", "finish"]);

/** Among orders given together: take the last one back. */
export const UNDO = "(undo)";

/** So many orders go into one request. */
export const MOST = 64;

export class Orders {
  /** @param {any} snap @param {import("../map/geo.js").Places} geo */
  constructor(snap, geo) {
    const board = snap?.board ?? {};
    const pieces = new Map((board.pieces ?? []).map((p) => [p.id, p]));
    const markers = new Map((board.markers ?? []).map((m) => [m.id, m]));
    const boxes = new Set((board.boxes ?? []).map((b) => b.id));
    /** @type {Record<string, Price>} what orders cost, as the game tells it */
    this.prices = snap?.decision?.prices ?? {};
    /** @type {Order[]} */
    this.all = (snap?.decision?.actions ?? []).map((text) => {
      const words = text.split(" ");
      /** @type {Order} */
      const order = { text, words, verb: words[0], pieces: [], places: [] };
      for (const w of words.slice(1)) {
        // the first counter named acts; a second one is a target, and stands for its place
        if (pieces.has(w)) {
          if (order.pieces.length) order.places.push(pieces.get(w).at);
          else order.pieces.push(w);
        }
        else if (geo.has(w) || boxes.has(w)) order.places.push(w);
        else if (markers.has(w)) order.places.push(markers.get(w).at);
      }
      // a plane without hexes says itself where an order leads
      if (geo.places) order.places.push(...geo.places(order));
      return order;
    });
    /** @type {Map<string, Order[]>} */
    this.byPiece = new Map();
    /** @type {Map<string, Order[]>} */
    this.byPlace = new Map();
    /** @type {Order[]} */
    this.plain = [];
    for (const o of this.all) {
      for (const p of o.pieces) push(this.byPiece, p, o);
      for (const p of o.places) push(this.byPlace, p, o);
      if (!o.pieces.length && !o.places.length) this.plain.push(o);
    }
  }

  /** The orders that remain when a counter is chosen. @param {string} piece */
  of(piece) { return this.byPiece.get(piece) ?? []; }

  /** @param {string} place @param {string | null} chosen */
  on(place, chosen) {
    const here = this.byPlace.get(place) ?? [];
    return chosen ? here.filter((o) => !o.pieces.length || o.pieces.includes(chosen)) : here;
  }

  /** What an order costs. @param {Order} o @returns {Price | null} */
  price(o) { return this.prices[o.text] ?? null; }

  /** Places and counters where all that can be done is dear: they glow in another colour. @param {Map<string, Order[]>} by */
  dear(by) { return new Set([...by].filter(([, list]) => list.every((o) => this.prices[o.text]?.dear)).map(([key]) => key)); }

  /** How many things can still be done besides ending. */
  get left() { return this.all.filter((o) => !ends(o)).length; }
}

/** Answers that do nothing: never drawn as if they were recommended. */
const IDLE = new Set(["stay", "halt", "none", "pass", "no", "skip", "stop", "hold", "keep", "ready"]);

/** @param {Order} o */
export const idle = (o) => IDLE.has(o.verb);

/** @param {Order} o */
export const ends = (o) => ENDING.has(o.verb);

function push(map, key, value) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

const WORDS = {
  done: "End this phase", end: "End this phase", pass: "Pass", stay: "Stay here", go: "Roll the die", "no": "No", yes: "Yes", none: "None", stop: "Stop", skip: "Leave it",
};

/**
 * An order in words.
 * @param {Order} o
 * @param {import("../pages/table.js").Table} t
 * @param {{short?: boolean}} [how] short: what is already known from the place or counter is left out
 */
export function label(o, t, { short = false } = {}) {
  const own = t.module.orderText(o, t, short);
  if (own) return own;
  if (o.words.length === 1) return WORDS[o.verb] ?? capital(o.verb.replaceAll("-", " "));
  const rest = o.words.slice(1).map((w) => word(w, o, t, short)).filter(Boolean).join(" ");
  return `${capital(o.verb.replaceAll("-", " "))} ${rest}`.trim();
}

/** @param {string} w @param {Order} o @param {import("../pages/table.js").Table} t @param {boolean} short */
function word(w, o, t, short) {
  if (o.pieces.includes(w)) return short && o.pieces.length === 1 ? "" : pieceName(t.snap, w);
  if (o.places.includes(w)) return short && o.places.length === 1 ? "" : placeName(t, w);
  return nationName(t, w);
}

/** A nation as its game names it. @param {import("../pages/table.js").Table} t @param {string} code */
export const nationName = (t, code) => t.game?.nations?.[code]?.title ?? code;

/** Counters by id: made once for a list and a moment, for a table of many counters is asked often. @type {WeakMap<any[], {seq: number, map: Map<string, any>}>} */
const indexes = new WeakMap();

/** @param {any} snap @param {string} id */
export function pieceOf(snap, id) {
  const pieces = snap?.board?.pieces;
  if (!pieces) return undefined;
  let found = indexes.get(pieces);
  if (!found || found.seq !== snap.seq || found.map.size !== pieces.length) {
    found = { seq: snap.seq, map: new Map(pieces.map((p) => [p.id, p])) };
    indexes.set(pieces, found);
  }
  return found.map.get(id);
}

/** The short name of a counter. @param {any} snap @param {string} id */
export function pieceName(snap, id) {
  const p = pieceOf(snap, id);
  return p ? (p.title ?? p.name ?? id).split(/[,:;(]/)[0].trim() : id;
}

/** Ids of counters in a sentence become their names. @param {string} text @param {any} snap */
export function namesIn(text, snap) {
  return text.replace(/\b[a-z]{2,}-[a-z0-9-]+\b/g, (id) => (pieceOf(snap, id) ? pieceName(snap, id) : id));
}

/** A place with its name, if it has one. @param {import("../pages/table.js").Table} t @param {string} place */
export function placeName(t, place) {
  const box = t.snap.board?.boxes?.find((b) => b.id === place);
  const name = t.geo.names?.[place];
  return box?.title ?? (name ? `${name} (${place})` : t.geo.landmarks?.[place] ? `the hex near ${t.geo.landmarks[place]} (${place})` : place);
}

/**
 * The action to ask about when somebody points at something that is not lit: the shape of what is legal now, with this
 * place or counter in it.
 * @param {Orders} orders @param {{piece?: string, place?: string}} what @param {string | null} chosen
 * @returns {string[]} best guesses first
 */
export function candidates(orders, { piece, place }, chosen) {
  /** @type {Map<string, number>} */
  const found = new Map();
  const note = (words, weight) => found.set(words.join(" "), (found.get(words.join(" ")) ?? 0) + weight);
  for (const o of orders.all) {
    if (place && o.places.length) {
      // which counter was meant is known if one was chosen, or if there is but one: nobody is named at random
      if (o.pieces.length && (chosen ? !o.pieces.includes(chosen) : orders.byPiece.size > 1)) continue;
      note(o.words.map((w) => (w === o.places.at(-1) ? place : w)), 1);
    }
    if (piece && o.pieces.length) note(o.words.map((w) => (w === o.pieces[0] ? piece : w)).filter((w, i) => i < 2 || !o.places.includes(w)), 1);
  }
  return [...found].sort((a, b) => b[1] - a[1]).map(([text]) => text).filter((text) => !orders.all.some((o) => o.text === text)).slice(0, 3);
}
