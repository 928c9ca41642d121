/** Names of the drawn map keep a size that can be read: when the map becomes small they grow, and the lesser ones make room. */

/** Least size of letters on the screen, in px; and from which scales on the names are set anew. */
const READ = 11;
const STEPS = [0.75, 0.58, 0.45, 0.34, 0.26, 0.19, 0.13, 0.09];
/** Width of an average letter, as a share of the size; a bold one. */
const LETTER = 0.57;
const BOLD = 0.66;

/** @typedef {{els: SVGTextElement[], x: number, top: number, size: number, wide: number, rows: number, rank: number, grows: boolean}} Name */

/** What can be read of a name's weight: what the drawing says, or its class. @param {Element} el */
function rankOf(el) {
  const own = Number(el.getAttribute("data-rank"));
  if (own) return own;
  const c = el.classList;
  if (c.contains("country")) return c.contains("rank1") ? 6 : 4;
  if (c.contains("sea-name")) return c.contains("rank1") ? 3.5 : 1.5;
  return c.contains("strong") ? 5 : c.contains("town") ? 3 : c.contains("place") ? 2 : 1;
}

/** @param {SVGSVGElement} svg @returns {Name[]} */
function gather(svg) {
  /** @type {Name[]} */
  const out = [];
  for (const el of /** @type {NodeListOf<SVGTextElement>} */ (svg.querySelectorAll(".town, .place, .country, .sea-name, .range, .river-name"))) {
    if (el.closest("[id$=legend], [data-hex]") || !el.hasAttribute("x")) continue;
    const size = Number(el.getAttribute("font-size")), spacing = Number(el.getAttribute("letter-spacing") ?? 0);
    const x = Number(el.getAttribute("x")), y = Number(el.getAttribute("y"));
    const wide = (el.textContent ?? "").length * (size * (el.matches(".strong") ? BOLD : LETTER) + spacing);
    const last = out.at(-1);
    // a name of two lines is one name
    if (last && last.x === x && last.size === size && Math.abs(last.top + size * (0.78 + 1.03 * last.rows) - y) < 3) {
      last.els.push(el);
      last.rows++;
      last.wide = Math.max(last.wide, wide);
    } else out.push({ els: [el], x, top: y - size * 0.78, size, wide, rows: 1, rank: rankOf(el), grows: el.matches(".town, .place, .country") });
  }
  return out.sort((a, b) => b.rank - a.rank);
}

/**
 * Which names are seen at a scale, and how much larger than drawn.
 * @param {Name[]} names in order of their weight @param {number} k @param {[number, number]} edges of the sheet, left and right
 * @returns {Map<Name, {grow: number, dx: number}>} and how far it is moved to stay on the sheet
 */
export function chosen(names, k, [left, right]) {
  /** @type {Map<Name, {grow: number, dx: number}>} */
  const out = new Map();
  /** @type {number[][]} */
  const taken = [];
  for (const n of names) {
    const grow = n.grows ? Math.max(1, READ / (n.size * k)) : 1;
    if (n.size * grow * k < READ * 0.75) continue;
    const w = (n.wide * grow) / 2, tall = n.size * grow * 1.05 * n.rows, gap = (n.rank < 5 ? 9 : 4) / k;
    const x = w * 2 > right - left ? n.x : Math.min(right - w, Math.max(left + w, n.x));
    const box = [x - w, n.top, x + w, n.top + tall];
    if (taken.some((b) => box[0] < b[2] + gap && b[0] < box[2] + gap && box[1] < b[3] && b[1] < box[3])) continue;
    taken.push(box);
    out.set(n, { grow, dx: x - n.x });
  }
  return out;
}

/** @param {SVGSVGElement} svg @returns {(k: number) => void} what to call when the scale has changed */
export function readable(svg) {
  // sheets of their own have names of their own
  const sheets = [...svg.querySelectorAll("svg[data-sheet]")];
  const all = (sheets.length ? sheets : [svg]).map((x) => oneSheet(/** @type {SVGSVGElement} */ (x)));
  return (k) => { for (const one of all) one(k); };
}

/** @param {SVGSVGElement} svg @returns {(k: number) => void} */
function oneSheet(svg) {
  const names = gather(svg);
  const box = svg.viewBox.baseVal;
  /** @type {[number, number]} */
  const edges = box ? [box.x + 8, box.x + box.width - 8] : [-Infinity, Infinity];
  let shown = 0;
  return (k) => {
    const level = STEPS.findIndex((from) => k >= from), step = level < 0 ? STEPS.length : level;
    if (step === shown) return;
    shown = step;
    const seen = step ? chosen(names, STEPS[step] ?? k, edges) : new Map(names.map((n) => [n, { grow: 1, dx: 0 }]));
    for (const n of names) {
      const now = seen.get(n);
      for (const el of n.els) {
        el.toggleAttribute("hidden", !now);
        if (!now || now.grow === 1) el.removeAttribute("transform");
        else el.setAttribute("transform", `translate(${(n.x + now.dx).toFixed(1)} ${n.top.toFixed(1)}) scale(${now.grow.toFixed(3)}) translate(${-n.x} ${(-n.top).toFixed(1)})`);
      }
    }
  };
}
