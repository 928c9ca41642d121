/** Unit symbols in the manner of APP-6, drawn once and used by every counter. */
import { s } from "../elements/dom.js";

/** Strokes inside the frame (36 × 24, middle at 0 0), by the kind of unit. */
const GLYPHS = {
  infantry: "M-18-12 18 12M18-12-18 12",
  cavalry: "M-18 12 18-12",
  artillery: "",
  armour: "M-8-6h16a6 6 0 0 1 0 12h-16a6 6 0 0 1 0-12z",
  engineer: "M-9 6v-10h18v10M0-4v8",
  headquarters: "M-18-4h36",
  air: "M0 0C4-6 12-7 12 0S4 6 0 0-12-7-12 0-4 6 0 0z",
  supply: "M-18 6h36",
  naval: "M0-8v15M-6-4h12M-8 2c0 8 16 8 16 0",
  stoss: "M-18-12 18 12M18-12-18 12M-4-9 0-5 4-9",
  mountain: "M-18-12 18 12M18-12-18 12M-5 12 0 4 5 12z",
  cyclist: "M-18-12 18 12M18-12-18 12M-5 8a3 3 0 1 0 .1 0M5 8a3 3 0 1 0 .1 0",
  machinegun: "M0-8v16M-4-4 0-8 4-4M-3 8h6",
  fortress: "M-18 4h6v-8h6v8h12v-8h6v8h6",
  trench: "M-18 4h6v-8h6v8h12v-8h6v8h6",
  depot: "M-18 6h36M-6-6h12v8h-12z",
  leader: "M0-9 2.6-2.8 9.5-2.8 4 1.4 6 8 0 4-6 8-4 1.4-9.5-2.8-2.6-2.8z",
  other: "",
};
const ALIAS = {
  inf: "infantry", army: "infantry", cav: "cavalry", art: "artillery", arty: "artillery", armor: "armour", tank: "armour", tanks: "armour",
  hq: "headquarters", stosstruppen: "stoss", stosstruppe: "stoss", storm: "stoss", "storm-troops": "stoss", stormtroops: "stoss", fort: "fortress",
  aircraft: "air", airplane: "air", fleet: "naval", ship: "naval", general: "leader", mg: "machinegun", pioneer: "engineer", engineers: "engineer",
};
const SIZES = { army: "XXXX", corps: "XXX", division: "XX", brigade: "X", regiment: "III", battalion: "II", company: "I", "army-group": "XXXXX", group: "XXXXX" };

/** @param {string | undefined} name */
export function glyphOf(name) {
  const key = (name ?? "").toLowerCase();
  const known = ALIAS[key] ?? key;
  return known in GLYPHS ? known : "other";
}

/** @param {string | undefined} size */
export const sizeMark = (size) => SIZES[(size ?? "").toLowerCase()] ?? size ?? "";

/** Shapes of the status badges: each differs in outline, so colour is never the only sign. */
const BADGES = {
  moved: "M-5-6 5 0-5 6z",
  fought: "M-6-6 6 6M6-6-6 6",
  unsupplied: "M0-7c6 8 5 13 0 13s-6-5 0-13zM-6 6 6-7",
  supplied: "M0-7c6 8 5 13 0 13s-6-5 0-13z",
  disorganised: "M-6 3-2-4 2 4 6-3",
  disrupted: "M-6 3-2-4 2 4 6-3",
  entrenched: "M-7 4h3v-6h4v6h4v-6h3",
  flipped: "M-6-3A6 6 0 0 1 6-3M6-3v-5M6 3A6 6 0 0 1-6 3M-6 3v5",
  reduced: "M-6-3A6 6 0 0 1 6-3M6-3v-5M6 3A6 6 0 0 1-6 3M-6 3v5",
  chosen: "M-6 0-2 5 6-5",
  attacking: "M-6 6 6-6M0-6h6v6",
  new: "M0-7v14M-7 0h14",
  rail: "M-6-7v14M6-7v14M-6-3h12M-6 3h12",
  sea: "M-7 0c2-5 5-5 7 0s5 5 7 0",
  hit: "M-7 0h4l2-6 3 12 2-6h4",
  fixed: "M0-7v14M-5 2c0 7 10 7 10 0M-4-3h8",
  deployed: "M-7 5h14M-5 5 0-6 5 5",
  limbered: "M0-6.5A6.5 6.5 0 1 1 0 6.5 6.5 6.5 0 1 1 0-6.5M0-6.5V6.5M-6.5 0H6.5",
  march: "M-6-5-1 0-6 5M1-5 6 0 1 5",
  open: "M-7 0h8M-3-4 1 0-3 4M6-6v12",
  isolated: "M-2.5-6.5A7 7 0 0 0-2.5 6.5M2.5-6.5A7 7 0 0 1 2.5 6.5M0-2v4",
  suppressed: "M-7 3h9l5-5M-6-6 6 6",
  demoralised: "M-4 7V-7h9l-3 4 3 4h-9",
  pinned: "M-4-7h8v6h-8zM0-1v8",
};
const BADGE_ALIAS = {
  "out-of-supply": "unsupplied", "no-supply": "unsupplied", supply: "unsupplied", oos: "unsupplied", attacked: "fought", entrench: "entrenched",
  disorganized: "disorganised", train: "rail", done: "moved", added: "attacking", built: "new", step: "reduced", selected: "chosen", moving: "chosen",
};

/** @param {string} name */
export function badgeOf(name) {
  const key = String(name).toLowerCase();
  const known = BADGE_ALIAS[key] ?? key.replace(/-\d$/, "");
  return known in BADGES ? known : null;
}

/** The definitions that counters use. */
export function definitions() {
  const defs = s("defs");
  defs.append(s("g", { id: "k-body" },
    s("rect", { class: "k-shadow", x: -33, y: -31, width: 70, height: 70, rx: 7 }),
    s("rect", { class: "k-face", x: -35, y: -35, width: 70, height: 70, rx: 7 })));
  for (const [name, d] of Object.entries(GLYPHS)) {
    const g = s("g", { id: `k-${name}`, class: "k-glyph" }, s("rect", { class: "k-frame", x: -18, y: -12, width: 36, height: 24 }));
    if (d) g.append(s("path", { d }));
    if (name === "artillery") g.append(s("circle", { class: "k-dot", r: 5 }));
    defs.append(g);
  }
  for (const [name, d] of Object.entries(BADGES)) {
    defs.append(s("g", { id: `b-${name}` }, s("circle", { class: "b-disc", r: 10.5 }), s("path", { class: "b-line", d })));
  }
  defs.append(s("g", { id: "m-fort" }, s("path", { class: "m-star", d: star(8, 17, 12) })));
  defs.append(s("g", { id: "m-control" }, s("path", { class: "m-flag", d: "M-8 14V-14h18l-5 6 5 6H-8" })));
  defs.append(s("g", { id: "m-centre" }, s("circle", { class: "m-disc", r: 13 }), s("path", { class: "b-line", d: "M-6 6 5-5M1-8q6 1 7 7M6 6-5-5M-8-3l4-5 4 4" })));
  defs.append(s("g", { id: "m-link" }, s("circle", { class: "m-disc", r: 13 }), s("path", { class: "b-line", d: "M0-8v15M-5-4h10M-7 2c0 8 14 8 14 0" })));
  defs.append(s("g", { id: "m-fallen" }, s("path", { class: "m-flag", d: "M-8 14V-14h18l-5 6 5 6H-8" })));
  defs.append(s("g", { id: "m-other" }, s("rect", { class: "m-disc", x: -14, y: -14, width: 28, height: 28, rx: 5 })));
  return defs;
}

/** @param {number} points @param {number} outer @param {number} inner */
function star(points, outer, inner) {
  const out = [];
  for (let i = 0; i < points * 2; i++) {
    const r = i % 2 ? inner : outer, a = (Math.PI * i) / points - Math.PI / 2;
    out.push(`${(r * Math.cos(a)).toFixed(1)} ${(r * Math.sin(a)).toFixed(1)}`);
  }
  return `M${out.join("L")}Z`;
}
