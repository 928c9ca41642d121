/** The ground of the table: exact outlines, drawn as on a staff map, with a ruler along the edge. */
import { s } from "../js/elements/dom.js";

/** Pixels of the sheet to an inch of the table. */
export const PX = 50;

const FILL = { woods: "#c3cfa3", scrub: "#dbdfbd", orchard: "#d6dfb6", marsh: "#cfdac6", water: "#a9c4d4", hill: "#dccca6", village: "#e4d3b4", town: "#dcc3a0", field: "#ece0b4",
  trench: "#d8c7a5", fort: "#c3b08c", bridge: "#efe7d2", gate: "#efe7d2", plaza: "#efe7d2", rocks: "#d2c4a0", ford: "#c9d7d8", cliff: "#bda67d", minefield: "#e6c9b8" };
const OVER = { woods: "trees", orchard: "rows", scrub: "bushes", marsh: "reeds", field: "corn", rocks: "stones", minefield: "mines" };
/** Lines from the outside in: colour, width, dash, cap. */
const LINES = {
  road: [["#8d7550", 27], ["#f6ecd4", 22]], track: [["#a48d61", 11], ["#efe3c4", 8, "26 9"]],
  rail: [["#f6f0e0", 16], ["#2b2622", 4], ["#2b2622", 16, "4 20"]], stream: [["#5f7f90", 15], ["#9dbfd0", 11]],
  hedge: [["#42562e", 15, "1 13", "round"], ["#7f9a5a", 12, "1 13", "round"]], wall: [["#5d574c", 10], ["#b5ab97", 5, "14 5"]],
  fence: [["#7a6a48", 3], ["#7a6a48", 13, "3 24"]], wire: [["#3b3833", 2.5], ["#3b3833", 12, "2 9"]],
};
const ORDER = { hill: 0, cliff: 1, field: 2, water: 4, ford: 5, village: 6, town: 6, plaza: 7, trench: 8, fort: 8, bridge: 20, gate: 20 };
const UNNAMED = new Set(["bridge", "gate", "field", "plaza", "trench", "ford"]);

const d = (points) => points.map(([x, y]) => `${(x * PX).toFixed(1)} ${(y * PX).toFixed(1)}`).join("L");

/** A fixed number in 0..1 for a spot, so that the same table is always the same drawing. */
function chance(x, y, salt) {
  const n = Math.sin(x * 127.1 + y * 311.7 + salt * 74.7) * 43758.5453;
  return n - Math.floor(n);
}

/** @param {number[][]} ring @param {number} x @param {number} y */
export function inside(ring, x, y) {
  let odd = false;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length];
    if ((ay > y) !== (by > y) && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
}

function patterns() {
  const tile = (id, w, h, ...body) => s("pattern", { id: `ground-${id}`, width: w, height: h, patternUnits: "userSpaceOnUse" }, ...body);
  const tree = (/** @type {number[]} */ [x, y, r]) => s("g", {}, s("circle", { cx: x + 2, cy: y + 3, r, fill: "#42562e", "fill-opacity": 0.28 }), s("circle", { cx: x, cy: y, r, fill: "#9bb077", stroke: "#5f7a42", "stroke-width": 1 }));
  const path = (at, stroke, width = 1.6) => s("path", { d: at, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round" });
  return s("defs", {},
    tile("trees", 84, 74, ...[[14, 14, 9], [44, 11, 8], [69, 24, 9], [28, 37, 8.5], [56, 49, 9.5], [13, 60, 8], [74, 62, 7], [37, 65, 8]].map(tree)),
    tile("rows", 40, 40, tree([20, 20, 8])),
    tile("bushes", 70, 60, ...[[15, 16, 5], [48, 30, 6], [22, 47, 4.5]].map(tree)),
    tile("reeds", 66, 50, path("M6 16h22m-15 0v-6m4 6v-8m4 8v-6M38 40h22m-15 0v-6m4 6v-8m4 8v-6", "#5f8378")),
    tile("corn", 26, 16, path("M4 12V6M13 15V9M22 11V5", "#b89b4c", 1.8)),
    tile("stones", 60, 50, path("M8 20l6-8 8 3 2 7zM36 42l5-7 9 2 3 6z", "#84724f")),
    tile("mines", 44, 44, path("M16 16l12 12M28 16 16 28", "#8c2f2f", 2.4)));
}

/** Ploughed strips here and there. @param {number} w @param {number} h */
function furrows(w, h) {
  let out = "";
  for (let x = 0.9; x < w; x += 1.9) for (let y = 0.9; y < h; y += 1.9) {
    if (chance(x, y, 1) < 0.5) continue;
    const a = Math.PI * chance(Math.round(x / 6), Math.round(y / 6), 2), [c, n] = [Math.cos(a), Math.sin(a)];
    const [px, py, long] = [(x + chance(x, y, 3) - 0.5) * PX, (y + chance(x, y, 4) - 0.5) * PX, 14 + 16 * chance(x, y, 5)];
    for (let k = -2; k <= 2; k++) out += `M${(px - c * long - n * k * 7).toFixed(1)} ${(py - n * long + c * k * 7).toFixed(1)}l${(2 * c * long).toFixed(1)} ${(2 * n * long).toFixed(1)}`;
  }
  return s("path", { d: out, fill: "none", stroke: "#8d7550", "stroke-opacity": 0.16, "stroke-width": 1.5 });
}

/** Strokes down the slope, outside the exact edge. @param {number[][]} ring */
function hachures(ring) {
  let out = "";
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length], long = Math.hypot(bx - ax, by - ay);
    let [nx, ny] = [(by - ay) / long, (ax - bx) / long];
    if (inside(ring, (ax + bx) / 2 + nx * 0.01, (ay + by) / 2 + ny * 0.01)) [nx, ny] = [-nx, -ny];
    for (let t = 0.12; t < long; t += 0.24) {
      const far = 9 + 8 * chance(ax + t, by, 6);
      out += `M${((ax + (bx - ax) * t / long) * PX).toFixed(1)} ${((ay + (by - ay) * t / long) * PX).toFixed(1)}l${(nx * far).toFixed(1)} ${(ny * far).toFixed(1)}`;
    }
  });
  return s("path", { d: out, fill: "none", stroke: "#8a7345", "stroke-opacity": 0.75, "stroke-width": 2 });
}

/** Roofs in streets along the first side of a village or town. @param {{kind: string, points: number[][]}} p */
function houses(p) {
  const [[ax, ay], [bx, by]] = p.points, turn = Math.atan2(by - ay, bx - ax), [c, n] = [Math.cos(turn), Math.sin(turn)];
  const [xs, ys] = [p.points.map((q) => q[0]), p.points.map((q) => q[1])];
  const middle = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  const step = p.kind === "town" ? 0.52 : 0.72, reach = Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys);
  const g = s("g", { fill: "#a5634c", stroke: "#5c3327", "stroke-width": 1.3 });
  for (let u = -reach; u <= reach; u += step) for (let v = -reach; v <= reach; v += step) {
    const spot = chance(u, v, 7);
    const [x, y] = [middle[0] + c * u - n * v + (spot - 0.5) * 0.22, middle[1] + n * u + c * v + (chance(u, v, 8) - 0.5) * 0.22];
    if (spot < (p.kind === "town" ? 0.08 : 0.34) || ![[0.3, 0.3], [0.3, -0.3], [-0.3, 0.3], [-0.3, -0.3]].every(([dx, dy]) => inside(p.points, x + dx, y + dy))) continue;
    const [w, h] = [13 + 8 * chance(u, v, 9), 10 + 3 * chance(u, v, 10)];
    g.append(s("g", { transform: `translate(${(x * PX).toFixed(1)} ${(y * PX).toFixed(1)}) rotate(${((turn * 180) / Math.PI + 14 * (chance(u, v, 11) - 0.5)).toFixed(0)})` },
      s("rect", { x: -w / 2, y: -h / 2, width: w, height: h }), s("path", { d: `M${-w / 2} 0h${w}`, stroke: "#d49a80", "stroke-width": 1.6 })));
  }
  return g;
}

/** One piece of terrain. @param {any} p @returns {any[]} */
function piece(p) {
  if (p.form === "point") return [s("circle", { cx: p.points[0][0] * PX, cy: p.points[0][1] * PX, r: 14, fill: "#8c2f2f", stroke: "#fffaf0", "stroke-width": 3 })];
  if (p.form !== "area") return (LINES[p.kind] ?? [["#888", 8]]).map(([stroke, width, dash, cap]) => s("path", { d: `M${d(p.points)}`, fill: "none", stroke, "stroke-width": width, "stroke-linejoin": "round", "stroke-linecap": cap ?? "butt", ...(dash ? { "stroke-dasharray": dash } : {}) }));
  const ring = `M${d(p.points)}Z`;
  const edge = p.kind === "water" ? { stroke: "#5f7f90", "stroke-opacity": 1, "stroke-width": 3 } : p.kind === "trench" ? { stroke: "#6b4c2c", "stroke-opacity": 1, "stroke-width": 7, "stroke-dasharray": "14 6" } : { stroke: "#5b543f", "stroke-opacity": 0.4, "stroke-width": 2 };
  const out = [s("path", { d: ring, fill: FILL[p.kind] ?? "#ddd", "fill-opacity": p.kind === "hill" ? 0.6 + 0.2 * p.level : 1, ...edge })];
  if (p.kind === "hill" || p.kind === "cliff") out.push(hachures(p.points));
  if (OVER[p.kind]) out.push(s("path", { d: ring, fill: `url(#ground-${OVER[p.kind]})` }));
  if (p.kind === "village" || p.kind === "town") out.push(houses(p));
  if (p.kind === "bridge" || p.kind === "gate") out.push(s("path", { d: ring, fill: "none", stroke: "#33291c", "stroke-width": 5, "stroke-dasharray": `${(Math.hypot(p.points[1][0] - p.points[0][0], p.points[1][1] - p.points[0][1]) * PX).toFixed(0)} ${(Math.hypot(p.points[2][0] - p.points[1][0], p.points[2][1] - p.points[1][1]) * PX).toFixed(0)}` }));
  return out;
}

/** Marks along the edges of the table: an inch, six inches with figures. @param {number} w @param {number} h */
function ruler(w, h) {
  let marks = "";
  const figures = [];
  for (const across of [true, false]) for (let k = 1; k < (across ? w : h); k++) {
    const long = k % 6 ? 8 : 20;
    marks += across ? `M${k * PX} 0v${long}M${k * PX} ${h * PX}v${-long}` : `M0 ${k * PX}h${long}M${w * PX} ${k * PX}h${-long}`;
    if (k % 6 === 0) figures.push(s("text", { x: across ? k * PX : 32, y: across ? 40 : k * PX + 6 }, `${k}″`));
  }
  return s("g", { "font-size": 17, "font-family": "'Liberation Sans', Arial, sans-serif", "text-anchor": "middle", fill: "#33291c", "fill-opacity": 0.6 },
    s("path", { d: marks, stroke: "#33291c", "stroke-opacity": 0.5, "stroke-width": 2 }), s("rect", { width: w * PX, height: h * PX, fill: "none", stroke: "#33291c", "stroke-width": 5 }), ...figures);
}

/** Everything that lies on the table before the first unit. @param {any} board @returns {any[]} */
export function drawGround(board) {
  const [w, h] = board.table;
  const order = (p) => (p.form === "area" ? ORDER[p.kind] ?? 3 : p.form === "line" ? 10 : 30);
  const sorted = [...board.terrain].sort((a, b) => order(a) - order(b) || (a.level ?? 0) - (b.level ?? 0));
  const names = sorted.filter((p) => p.form === "area" && !UNNAMED.has(p.kind)).map((p) => {
    const at = [0, 1].map((i) => PX * p.points.reduce((sum, q) => sum + q[i], 0) / p.points.length);
    const water = p.kind === "water";
    return s("text", { x: at[0].toFixed(0), y: at[1].toFixed(0), "font-style": water || p.kind === "hill" ? "italic" : "normal", "letter-spacing": p.kind === "hill" ? 4 : 1, fill: water ? "#33617d" : "#3b3427" }, p.title);
  });
  return [patterns(), s("rect", { width: w * PX, height: h * PX, fill: "#efe7d2" }), furrows(w, h), ...sorted.flatMap(piece),
    s("g", { "font-size": 26, "font-family": "Georgia, 'Liberation Serif', serif", "text-anchor": "middle", stroke: "#f6f0e0", "stroke-width": 5, "stroke-linejoin": "round", "paint-order": "stroke", "pointer-events": "none" }, ...names),
    ruler(w, h), s("rect", { class: "ground-dim", width: w * PX, height: h * PX })];
}
