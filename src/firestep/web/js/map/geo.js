/** Hexes on the sheet: where they are, which one is under the pointer, and the outline of a set of them. */

const K = 100 / Math.sqrt(3);
const FLAT = [[-K / 2, -50], [K / 2, -50], [K, 0], [K / 2, 50], [-K / 2, 50], [-K, 0]];
const POINTED = [[0, -K], [50, -K / 2], [50, K / 2], [0, K], [-50, K / 2], [-50, -K / 2]];
const CELL = 120;
const NEAR = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]];

/** A round plate as a closed path. @param {[number, number]} c @param {number} [scale] */
const plate = ([x, y], scale = 1) => { const r = 49 * scale; return `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`; };

/** Its edge, open at both sides where the name of the place is written across it. @param {[number, number]} c */
const ring = ([x, y]) => `M${(x - 44).toFixed(1)} ${(y + 22).toFixed(1)}A49 49 0 1 1 ${(x + 44).toFixed(1)} ${(y + 22).toFixed(1)}M${(x + 28).toFixed(1)} ${(y + 40).toFixed(1)}A49 49 0 0 1 ${(x - 28).toFixed(1)} ${(y + 40).toFixed(1)}`;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {Box & {id: string, title: string}} Sheet one of several sheets of a board */
/** @typedef {{id: string, near?: string[], due?: boolean}} WaitingBox a box that may lie at the edge of the map */

/**
 * The hexes of a map, as the server sends them.
 * @typedef {{hexes: Record<string, [number, number]>, round?: string[], names?: Record<string, string>, landmarks?: Record<string, string>,
 *   sheets?: Sheet[], layout: string, width: number, height: number}} PlainGeo
 */

/**
 * Where things are on a board: `Geo` knows it for hexes, a game without hexes brings a class of its own.
 * @typedef {object} Places
 * @property {number} width
 * @property {number} height
 * @property {(place: string) => boolean} has
 * @property {(place: string) => [number, number] | null} centre
 * @property {(x: number, y: number) => string | null} at the place at a point
 * @property {(places: Iterable<string>, scale?: number) => string} path
 * @property {(places: Iterable<string>) => string} outline
 * @property {(places: Iterable<string>) => Box | null} bounds
 * @property {Record<string, string>} [names] what is drawn beside a place
 * @property {Record<string, string>} [landmarks] the nearest name of places without one
 * @property {Sheet[]} [sheets]
 * @property {number} [across] from one place to the next, for the arrow keys
 * @property {number} [down]
 * @property {boolean} [whole] whether the camera shows the whole board at first
 * @property {(boxes: WaitingBox[]) => void} [edges]
 * @property {(snap: any) => void} [renew] called with every snapshot that is shown
 * @property {(order: import("../input/orders.js").Order) => string[]} [places] the places that an order leads to, where its words do not name them
 */

/** @implements {Places} */
export class Geo {
  /** @param {PlainGeo} plain */
  constructor(plain) {
    this.hexes = plain.hexes;
    /** @type {Record<string, string>} what stands on the map beside a hex: a town, a hill */
    this.names = plain.names ?? {};
    /** @type {Record<string, string>} the name nearest to a place that has none, as the log tells it */
    this.landmarks = plain.landmarks ?? {};
    /** where several sheets lie on the table */
    this.sheets = plain.sheets ?? [];
    /** @type {Set<string>} places that are drawn as round plates */
    this.round = new Set(plain.round ?? []);
    this.width = plain.width;
    this.height = plain.height;
    /** from one hex to the next, across and down */
    const rows = plain.layout === "rows";
    this.across = rows ? 100 : 1.5 * K;
    this.down = rows ? 1.5 * K : 100;
    this.corners = rows ? POINTED : FLAT;
    /** @type {Map<string, string[]>} */
    this.cells = new Map();
    for (const [n, [x, y]] of Object.entries(this.hexes)) {
      const key = `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
      const cell = this.cells.get(key);
      if (cell) cell.push(n);
      else this.cells.set(key, [n]);
    }
    /** @type {string[]} boxes that lie at the edge of the map now */
    this.boxes = [];
    /** the middles of the outermost hexes */
    this.frame = this.span();
  }

  /**
   * Boxes that wait at the edge of the map beside the hexes they are near: they are places like any other.
   * @param {WaitingBox[]} boxes
   */
  edges(boxes) {
    for (const id of this.boxes) delete this.hexes[id];
    this.boxes = [];
    const [x0, y0, x1, y1] = this.frame;
    /** @type {[number, number][]} */
    const used = [];
    for (const b of boxes) {
      const near = (b.near ?? []).map((n) => this.hexes[n]).filter(Boolean);
      if (!b.due || !near.length) continue;
      const [mx, my] = [0, 1].map((i) => near.reduce((sum, c) => sum + c[i], 0) / near.length);
      // the nearest edge, from the middle of the hexes outwards
      /** @type {{far: number, out: [number, number], along: 0 | 1}[]} */
      const sides = [{ far: mx - x0, out: [x0 - 62, my], along: 1 }, { far: x1 - mx, out: [x1 + 62, my], along: 1 },
        { far: my - y0, out: [mx, y0 - 58], along: 0 }, { far: y1 - my, out: [mx, y1 + 66], along: 0 }];
      const { out, along } = sides.sort((a, c) => a.far - c.far)[0];
      while (used.some((u) => Math.hypot(u[0] - out[0], u[1] - out[1]) < 96)) out[along] += 98;
      used.push(out);
      this.hexes[b.id] = out;
      this.boxes.push(b.id);
    }
  }

  /** The middles of the outermost hexes. @returns {[number, number, number, number]} */
  span() {
    const all = Object.values(this.hexes), xs = all.map((c) => c[0]), ys = all.map((c) => c[1]);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }

  /** @param {string} place */
  has(place) { return Object.hasOwn(this.hexes, place); }

  /** The middle of a hex, or null for a place off the grid. @param {string} place @returns {[number, number] | null} */
  centre(place) { return this.hexes[place] ?? null; }

  /** The hex that holds a point of the sheet. @param {number} x @param {number} y @returns {string | null} */
  at(x, y) {
    /** @type {string | null} */
    let best = null;
    let least = 60 * 60;
    const cx = Math.floor(x / CELL), cy = Math.floor(y / CELL);
    for (let i = cx - 1; i <= cx + 1; i++) {
      for (let j = cy - 1; j <= cy + 1; j++) {
        for (const n of this.cells.get(`${i} ${j}`) ?? []) {
          const [hx, hy] = this.hexes[n];
          const d = (hx - x) ** 2 + (hy - y) ** 2;
          if (d < least) { least = d; best = n; }
        }
      }
    }
    for (const n of this.boxes) {
      const [hx, hy] = this.hexes[n];
      const d = (hx - x) ** 2 + (hy - y) ** 2;
      if (d < least) { least = d; best = n; }
    }
    return best;
  }

  /** How many hexes it is from one middle to another. @param {number[]} a @param {number[]} b */
  steps(a, b) {
    const pointed = this.corners === POINTED;
    // columns (or rows, where tops are pointed) lie `wide` apart; each shifts the hexes of the next by a half
    const [wide, tall] = pointed ? [Math.abs(b[1] - a[1]) / (1.5 * K), Math.abs(b[0] - a[0]) / 100] : [Math.abs(b[0] - a[0]) / (1.5 * K), Math.abs(b[1] - a[1]) / 100];
    const across = Math.round(wide);
    return across + Math.max(0, Math.round(tall - across / 2));
  }

  /** The hexes as closed paths. @param {Iterable<string>} numbers @param {number} [scale] */
  path(numbers, scale = 1) {
    let d = "";
    for (const n of numbers) {
      const c = this.hexes[n];
      if (c && this.round.has(n)) d += plate(c, scale);
      else if (c) d += `M${this.corners.map(([x, y]) => `${(c[0] + x * scale).toFixed(1)} ${(c[1] + y * scale).toFixed(1)}`).join("L")}Z`;
    }
    return d;
  }

  /** Only the outer edge of a set of hexes: one line around a region instead of many. @param {Iterable<string>} numbers */
  outline(numbers) {
    /** @type {Map<string, string>} */
    const edges = new Map();
    for (const n of numbers) {
      const c = this.hexes[n];
      if (!c) continue;
      if (this.round.has(n)) {
        edges.set(n, ring(c));
        continue;
      }
      for (let i = 0; i < 6; i++) {
        const a = this.corners[i], b = this.corners[(i + 1) % 6];
        // the middle of a side, in cells far smaller than a side: seen from its other hex it may fall into the next cell
        const mx = Math.round((c[0] + (a[0] + b[0]) / 2) / 6), my = Math.round((c[1] + (a[1] + b[1]) / 2) / 6);
        const twin = NEAR.map(([dx, dy]) => `${mx + dx} ${my + dy}`).find((k) => edges.has(k));
        if (twin) edges.delete(twin);
        else edges.set(`${mx} ${my}`, `M${(c[0] + a[0]).toFixed(1)} ${(c[1] + a[1]).toFixed(1)}L${(c[0] + b[0]).toFixed(1)} ${(c[1] + b[1]).toFixed(1)}`);
      }
    }
    return [...edges.values()].join("");
  }

  /** The rectangle around some places. @param {Iterable<string>} places */
  bounds(places) {
    let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const p of places) {
      const c = this.hexes[p];
      if (!c) continue;
      x0 = Math.min(x0, c[0]); y0 = Math.min(y0, c[1]);
      x1 = Math.max(x1, c[0]); y1 = Math.max(y1, c[1]);
    }
    return x0 === Infinity ? null : { x: x0 - 60, y: y0 - 60, width: x1 - x0 + 120, height: y1 - y0 + 120 };
  }
}
