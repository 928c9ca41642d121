/** Names of units on the table: written on the unit where that can be read, else beside it in a size that can, where there is room. */
import { s } from "../js/elements/dom.js";
import { PX } from "./dgk-ground.js";
import { outline } from "./dgk-pose.js";

const READ = 11;
const STEPS = [0.9, 0.7, 0.55, 0.42, 0.32, 0.24, 0.18];
const LETTER = 0.54;

/** The scale for which names are set. @param {number} k */
export const stepOf = (k) => STEPS.find((x) => k >= x) ?? 0.14;

/** The size in which a unit's name fits on its rear rank; 0 if it could not be read there. @param {any} u */
export function onPlate(u) {
  const [a, b] = outline(u, u.form, u.x, u.y, u.facing);
  const size = Math.min(13, (Math.hypot(b[0] - a[0], b[1] - a[1]) * PX - 10) / (u.name.split(",")[0].length * 0.52));
  return size < 9 ? 0 : size;
}

/** @param {number[][]} a @param {number[]} b */
const meets = (a, b) => a.some((c) => b[0] < c[2] && c[0] < b[2] && b[1] < c[3] && c[1] < b[3]);

/**
 * Labels beside the units, for a small scale or a narrow front: below, above, right or left of each, the first that is free. Who is asked about comes
 * first; names of those who find no room are left out.
 * @param {any[]} units @param {number} k @param {string | null} subject
 */
export function labels(units, k, subject) {
  const near = k >= 0.9; // near enough to read what is written on the units: only those too narrow for it are named beside them
  const size = READ / k, out = [], taken = [];
  const box = (u) => {
    const points = u.quads.flat(), xs = points.map((p) => p[0] * PX), ys = points.map((p) => p[1] * PX);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  };
  const shown = units.filter((u) => u.quads.length), boxes = shown.map(box);
  const order = shown.map((_, i) => i).filter((i) => !near || !onPlate(shown[i])).sort((i, j) => Number(shown[j].id === subject) - Number(shown[i].id === subject));
  for (const i of order) {
    const u = shown[i], [x0, y0, x1, y1] = boxes[i], name = u.name.split(",")[0];
    const w = name.length * size * LETTER, cx = (x0 + x1) / 2, cy = (y0 + y1) / 2;
    const spots = [[cx, y1 + size * 0.95], [cx, y0 - size * 0.3], [x1 + w / 2 + 6, cy + size * 0.35], [x0 - w / 2 - 6, cy + size * 0.35]];
    const free = spots.find(([x, y]) => {
      const b = [x - w / 2, y - size * 0.8, x + w / 2, y + size * 0.25];
      return !meets(taken, b) && !meets(boxes.filter((_, j) => j !== i), b);
    }) ?? (u.id === subject ? spots[0] : null);
    if (!free) continue;
    taken.push([free[0] - w / 2, free[1] - size * 0.8, free[0] + w / 2, free[1] + size * 0.25]);
    out.push(s("text", { class: "unit-name", x: free[0].toFixed(1), y: free[1].toFixed(1), "font-size": size.toFixed(1) }, name));
  }
  return out;
}
