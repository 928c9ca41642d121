/** A QR code (bytes, level L, versions 1 to 5: up to 106 signs) as SVG; null for longer texts. */
import { s } from "./dom.js";

/** Codewords for data and for correction, and the middle of the alignment mark, by version. */
const SIZES = [null, [19, 7, 0], [34, 10, 18], [55, 15, 22], [80, 20, 26], [108, 26, 30]];

const EXP = new Uint8Array(512), LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = x;
  LOG[x] = i;
  x <<= 1;
  if (x & 256) x ^= 0x11d;
}
for (let i = 255; i < 512; i++) EXP[i] = EXP[i - 255];
const mul = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** Reed-Solomon: the words that correct. @param {number[]} data @param {number} n */
function correction(data, n) {
  let poly = [1];
  for (let i = 0; i < n; i++) {
    const next = [...poly, 0];
    poly.forEach((c, k) => { next[k + 1] ^= mul(c, EXP[i]); });
    poly = next;
  }
  const rest = [...data, ...new Array(n).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const f = rest[i];
    if (f) poly.forEach((c, k) => { rest[i + k] ^= mul(c, f); });
  }
  return rest.slice(data.length);
}

/** The squares of a code, true for black. @param {string} text @returns {boolean[][] | null} */
export function squares(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = SIZES.findIndex((x, i) => i > 0 && x && bytes.length + 2 <= x[0]);
  if (version < 1) return null;
  const [room, extra, middle] = /** @type {number[]} */ (SIZES[version]);
  const bits = [];
  const push = (value, n) => { for (let i = n - 1; i >= 0; i--) bits.push((value >> i) & 1); };
  push(4, 4);
  push(bytes.length, 8);
  for (const b of bytes) push(b, 8);
  push(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let k = 0; data.length < room; k++) data.push(k % 2 ? 17 : 236);
  const words = [...data, ...correction(data, extra)];

  const n = 17 + 4 * version;
  /** @type {(boolean | null)[][]} */
  const grid = Array.from({ length: n }, () => new Array(n).fill(null));
  const square = (r, c, size, inner) => {
    for (let i = -1; i <= size; i++) for (let j = -1; j <= size; j++) {
      if (r + i < 0 || r + i >= n || c + j < 0 || c + j >= n) continue;
      const edge = i === 0 || j === 0 || i === size - 1 || j === size - 1;
      const inside = i >= 0 && j >= 0 && i < size && j < size;
      grid[r + i][c + j] = inside && (edge || (i >= inner && i < size - inner && j >= inner && j < size - inner));
    }
  };
  for (let i = 8; i < n - 8; i++) grid[6][i] = grid[i][6] = i % 2 === 0;
  square(0, 0, 7, 2);
  square(0, n - 7, 7, 2);
  square(n - 7, 0, 7, 2);
  if (middle) for (let i = -2; i <= 2; i++) for (let j = -2; j <= 2; j++) grid[middle + i][middle + j] = Math.max(Math.abs(i), Math.abs(j)) !== 1;
  // level L, mask 0: one word of fifteen bits, twice
  const format = 0b111011111000100;
  for (let i = 0; i < 15; i++) {
    const bit = Boolean((format >> i) & 1);
    const a = i < 6 ? [i, 8] : i < 8 ? [i + 1, 8] : i === 8 ? [8, 7] : [8, 14 - i];
    const b = i < 8 ? [8, n - 1 - i] : [n - 15 + i, 8];
    grid[a[0]][a[1]] = bit;
    grid[b[0]][b[1]] = bit;
  }
  grid[n - 8][8] = true;
  let at = 0;
  for (let c = n - 1, up = true; c > 0; c -= 2, up = !up) {
    if (c === 6) c--;
    for (let k = 0; k < n; k++) {
      const r = up ? n - 1 - k : k;
      for (const col of [c, c - 1]) {
        if (grid[r][col] !== null) continue;
        const bit = at < words.length * 8 ? (words[at >> 3] >> (7 - (at & 7))) & 1 : 0;
        at++;
        grid[r][col] = Boolean(bit) !== ((r + col) % 2 === 0);
      }
    }
  }
  return /** @type {boolean[][]} */ (grid);
}

/** @param {string} text @param {string} title */
export function qr(text, title) {
  const grid = squares(text);
  if (!grid) return null;
  const n = grid.length;
  const d = grid.flatMap((row, r) => row.map((on, c) => (on ? `M${c + 4} ${r + 4}h1v1h-1z` : ""))).join("");
  return s("svg", { class: "qr", viewBox: `0 0 ${n + 8} ${n + 8}`, role: "img", "aria-label": title, "shape-rendering": "crispEdges" }, s("rect", { width: n + 8, height: n + 8, fill: "#fff" }), s("path", { d, fill: "#000" }));
}
