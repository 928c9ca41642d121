/** Small plots as SVG: lines over turns, and bars of rolled against expected. */
import { h, s } from "./dom.js";

/** Okabe and Ito's colours, with a dash pattern and a mark each, so that colour is never the only sign. */
const STYLES = [["#0072b2", ""], ["#d55e00", "7 4"], ["#009e73", "2 4"], ["#cc79a7", "10 4 2 4"], ["#8a6d00", "4 2"], ["#56b4e9", "1 3"], ["#444444", "12 5"], ["#a0522d", "6 2 1 2"]];

const PHONE = matchMedia("(max-width: 760px)");

/**
 * Lines over turns.
 * @param {string} title @param {{name: string, values: (number | null)[]}[]} series @param {string[]} [labels] of the x axis
 */
export function linePlot(title, series, labels = []) {
  // on a phone it is drawn as wide as it is shown: figures keep their size
  const W = PHONE.matches ? 330 : 480, H = 210, L = 38, R = 104, T = 14, B = 28;
  const n = Math.max(2, ...series.map((x) => x.values.length));
  const all = series.flatMap((x) => x.values).filter((v) => v !== null).map(Number);
  const top = niceTop(Math.max(1, ...all)), low = Math.min(0, ...all);
  const x = (i) => L + ((W - L - R) * i) / (n - 1), y = (v) => T + (H - T - B) * (1 - (v - low) / (top - low));
  const svg = s("svg", { class: "plot", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `${title}. ${series.map((q) => `${q.name}: ${q.values.join(", ")}`).join(". ")}` });
  // whole numbers, each once
  const ticks = Math.max(1, [4, 5, 3, 2, 1].find((n) => Number.isInteger((top - low) / n)) ?? 4);
  for (let i = 0; i <= ticks; i++) {
    const v = low + ((top - low) * i) / ticks;
    svg.append(s("path", { class: "plot-rule", d: `M${L} ${y(v)}H${W - R}` }), s("text", { class: "axis", x: L - 6, y: y(v) + 4, "text-anchor": "end" }, String(Math.round(v))));
  }
  // as many labels as there is room for
  const wide = 6.2 * Math.max(...Array.from({ length: n }, (_, i) => (labels[i] ?? String(i + 1)).length)) + 6;
  const every = Math.ceil(wide / ((W - L - R) / (n - 1)));
  for (let i = 0; i < n; i += every) svg.append(s("text", { class: "axis", x: x(i), y: H - 10, "text-anchor": "middle" }, labels[i] ?? String(i + 1)));
  const ends = [];
  series.forEach((q, k) => {
    const [colour, dash] = STYLES[k % STYLES.length];
    const points = q.values.map((v, i) => (v === null ? null : [x(i), y(Number(v))])).filter((p) => p !== null);
    svg.append(s("path", { class: "plot-line", d: `M${points.map((p) => p.map((c) => c.toFixed(1)).join(" ")).join("L")}`, stroke: colour, "stroke-dasharray": dash }));
    for (const p of points) svg.append(s("circle", { cx: p[0], cy: p[1], r: 2.4, fill: colour }));
    const last = points.at(-1);
    if (last) ends.push({ y: last[1], x: last[0], name: q.name, colour });
  });
  // names stand at the end of their line, moved apart where they would touch
  ends.sort((a, b) => a.y - b.y);
  let floor = 0, foot = H - B + 4; // and kept above the axis
  const at = ends.map((e) => { const y = Math.max(e.y + 4, floor); floor = y + 12; return y; });
  for (let i = at.length - 1; i >= 0; i--) {
    at[i] = Math.min(at[i], foot);
    foot = at[i] - 12;
  }
  ends.forEach((e, i) => svg.append(s("text", { class: "plot-name", x: Math.min(e.x + 6, W - R + 4), y: at[i], fill: e.colour }, e.name)));
  return h("figure", {}, h("figcaption", {}, title), svg);
}

/** @param {number} v */
function niceTop(v) {
  const p = 10 ** Math.floor(Math.log10(v));
  for (const m of [1, 2, 4, 5, 8, 10]) if (v <= m * p) return m * p;
  return 10 * p;
}

/**
 * Rolled against expected, face by face.
 * @param {string} title @param {number[]} counts of each face
 */
export function dicePlot(title, counts) {
  const total = counts.reduce((a, b) => a + b, 0);
  const expected = total / counts.length;
  const most = Math.max(1, expected, ...counts);
  const W = 300, H = 150, w = (W - 30) / counts.length;
  const svg = s("svg", { class: "plot", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `${title}. ${counts.map((c, i) => `${i + 1}: ${c}`).join(", ")}. Expected ${expected.toFixed(1)} each.` });
  counts.forEach((c, i) => {
    const hgt = (c / most) * (H - 44), x = 18 + i * w;
    svg.append(s("rect", { class: "plot-bar", x, y: H - 24 - hgt, width: w - 8, height: hgt, rx: 2 }), s("text", { class: "axis", x: x + (w - 8) / 2, y: H - 8, "text-anchor": "middle" }, String(i + 1)),
      s("text", { class: "axis", x: x + (w - 8) / 2, y: H - 28 - hgt, "text-anchor": "middle" }, String(c)));
  });
  const ey = H - 24 - (expected / most) * (H - 44);
  svg.append(s("path", { class: "plot-mean", d: `M10 ${ey}H${W - 6}` }));
  return h("figure", {}, h("figcaption", {}, `${title} (line: expected)`), svg);
}

/** A difference about zero: luck. @param {string} name @param {number} value @param {number} most @param {string} text */
export function luckBar(name, value, most, text) {
  const share = most ? Math.min(1, Math.abs(value) / most) : 0;
  return h("li", { class: "luck" }, h("span", { class: "name" }, name), h("span", { class: "luck-box", "aria-hidden": "true" }, h("span", { class: `luck-fill ${value < 0 ? "neg" : "pos"}`, vars: { share } })), h("span", { class: "num" }, text));
}


