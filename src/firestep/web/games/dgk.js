/** Der Grosse Krieg on the page: a table seen from above, formations drawn to scale, poses, arcs, ranges and a ruler. */
import { nationColours } from "../js/map/counters.js";
import { s } from "../js/elements/dom.js";
import { pieceName } from "../js/input/orders.js";
import { definitions } from "../js/map/symbols.js";
import { PX, drawGround, inside } from "./dgk-ground.js";
import { labels, onPlate, stepOf } from "./dgk-names.js";
import { ahead, attackWithAll, bearing, compass, draggable, dropAt, formOf, inch, meaning, outline, perform } from "./dgk-pose.js";
import { GameUi } from "./game-ui.js";

/** @typedef {import("./game-ui.js").Table} Table */
/** @typedef {import("./game-ui.js").View} View */
/** @typedef {import("./game-ui.js").Order} Order */
/** @typedef {import("./game-ui.js").Places} Places */
/** @typedef {import("./game-ui.js").Touched} Touched */
/** @typedef {import("./game-ui.js").Point} Point */

const FORM = { deployed: "line", maneuver: "maneuver", march: "march" };
const line = (points) => points.map(([x, y]) => `${(x * PX).toFixed(1)} ${(y * PX).toFixed(1)}`).join("L");

/** Ends of the range bands, in inches. */
const BANDS = [3, 6, 12, 18, 24];

/** A band of range before a front: an arc, and its figure. */
function ring(a, b, facing, inches, word) {
  const end = (p, deg) => { const [dx, dy] = ahead(deg); return [p[0] + dx * inches, p[1] + dy * inches]; };
  const R = inches * PX, top = [end(a, facing), end(b, facing)], at = [(top[0][0] + top[1][0]) / 2, (top[0][1] + top[1][1]) / 2];
  return [s("path", { d: `M${line([end(a, facing - 45)])}A${R} ${R} 0 0 1 ${line([top[0]])}L${line([top[1]])}A${R} ${R} 0 0 1 ${line([end(b, facing + 45)])}`, fill: "none", stroke: "#a65300", "stroke-opacity": 0.55, "stroke-width": 2, "stroke-dasharray": "3 9" }),
    s("text", { x: at[0] * PX, y: at[1] * PX + 7, "text-anchor": "middle", "font-size": 20, "font-family": "Georgia, serif", fill: "#7a3d00", stroke: "#fffaf0", "stroke-width": 5, "paint-order": "stroke" }, `${word}″`)];
}

/** Where things are: units and Leaders by id, and the poses that are offered. */
export class Plane {
  constructor(snap) {
    this.width = 0;
    this.height = 0;
    /** @type {Map<string, number[][][]>} the outlines of units and Leaders */
    this.shapes = new Map();
    /** @type {Map<string, {name: string, text: string, pose: number[], ring: number[][]}>} the poses that are offered */
    this.ghosts = new Map();
    /** @type {Map<string, string>} the names of offered poses, by their orders */
    this.poses = new Map();
    this.renew(snap);
  }

  /** The camera shows the whole table at first. */
  get whole() { return true; }

  renew(snap) {
    const b = snap.board;
    [this.width, this.height] = [b.table[0] * PX, b.table[1] * PX];
    this.shapes.clear();
    for (const u of b.units) if (u.quads.length) this.shapes.set(u.id, u.quads);
    for (const l of b.leaders) this.shapes.set(l.id, [circle(l)]);
    this.ghosts.clear();
    this.poses.clear();
    const rider = b.leaders.find((l) => l.id === b.rider);
    for (const text of rider ? snap.decision?.actions ?? [] : []) {
      const [verb, x, y] = text.split(" ");
      if (verb === "ride") this.offer(text, [Number(x), Number(y), 0], circle({ ...rider, x: Number(x), y: Number(y) }));
    }
    const u = b.units.find((x) => x.id === b.subject);
    const form = formOf(b);
    if (!u || !form) return;
    for (const text of snap.decision?.actions ?? []) {
      const w = text.split(" ");
      const [x, y, facing] = w[0] === "go" ? [w[1], w[2], w[3]].map(Number) : w[0] === "face" ? w[2] === "at" ? [w[3], w[4], w[1]].map(Number) : [u.x, u.y, Number(w[1])] : [];
      if (facing !== undefined) this.offer(text, [x, y, facing], outline(u, form, x, y, facing));
    }
  }

  offer(text, pose, ring) {
    const name = `pose-${this.ghosts.size + 1}`;
    this.ghosts.set(name, { name, text, pose, ring });
    this.poses.set(text, name);
  }

  /** @param {string} id */
  rings(id) {
    const ghost = this.ghosts.get(id);
    return ghost ? [ghost.ring] : this.shapes.get(id) ?? [];
  }

  has(id) { return this.shapes.has(id) || this.ghosts.has(id); }
  places(order) {
    const pose = this.poses.get(order.text);
    return pose ? [pose] : [];
  }

  /** @param {string} id @returns {[number, number] | null} */
  centre(id) {
    const points = this.rings(id).flat(), mean = (i) => PX * points.reduce((sum, p) => sum + p[i], 0) / points.length;
    return points.length ? [mean(0), mean(1)] : null;
  }

  /** The pose under a point; of several the one whose middle is nearest. */
  at(x, y) { return this.under(x, y)[0]?.name ?? null; }

  /** All poses under a point, the nearest middle first. */
  under(x, y) {
    const far = (g) => { const [cx, cy] = this.centre(g.name) ?? [0, 0]; return Math.hypot(cx - x, cy - y); };
    return [...this.ghosts.values()].filter((g) => inside(g.ring, x / PX, y / PX)).sort((a, b) => far(a) - far(b));
  }

  path(ids) { return [...ids].flatMap((id) => this.rings(id)).map((r) => `M${line(r)}Z`).join(""); }
  outline(ids) { return this.path(ids); }

  bounds(ids) {
    const points = [...ids].flatMap((id) => this.rings(id).flat());
    if (!points.length) return null;
    const xs = points.map((p) => p[0] * PX), ys = points.map((p) => p[1] * PX);
    const [x, y] = [Math.min(...xs) - 40, Math.min(...ys) - 40];
    return { x, y, width: Math.max(...xs) + 40 - x, height: Math.max(...ys) + 40 - y };
  }
}

const circle = (l) => Array.from({ length: 20 }, (_, i) => [l.x + (l.diameter / 2) * Math.cos(i * Math.PI / 10), l.y + (l.diameter / 2) * Math.sin(i * Math.PI / 10)]);

/** The unit's name along its rear rank, upright, where it can be read. */
function nameplate(u, ink, [cx, cy]) {
  const [a, , , rear] = outline(u, u.form, u.x, u.y, u.facing), depth = Math.hypot(rear[0] - a[0], rear[1] - a[1]) * PX;
  const name = u.name.split(",")[0], size = onPlate(u);
  if (!size) return [];
  const [fx, fy] = ahead(u.facing), off = depth / 2 - 8;
  const turn = u.facing > 90 && u.facing < 270 ? u.facing - 180 : u.facing;
  return [s("text", { class: "plate-name", transform: `translate(${cx - fx * off} ${cy - fy * off}) rotate(${turn})`, y: 4, "text-anchor": "middle", "font-size": size.toFixed(1), "font-family": "'Liberation Sans', Arial, sans-serif", fill: ink }, name)];
}

/** What stands on the table. */
export class TableField {
  /** @param {SVGSVGElement} svg @param {SVGSVGElement} under @param {import("../js/map/geo.js").Places} geo @param {Table} t */
  constructor(svg, under, geo, t) {
    this.svg = svg;
    this.geo = geo;
    this.t = t;
    /** @type {string | null} no stack is ever spread out: every unit is a place */
    this.open = null;
    /** @type {Map<string, any[]>} */
    this.stacks = new Map();
    /** @type {Map<string, SVGElement>} */
    this.pieces = new Map();
    this.ground = s("g", { class: "ground" });
    under.prepend(this.ground);
    this.aids = s("g", { class: "aids" });
    this.units = s("g", {});
    this.fanLayer = s("g", {});
    this.preview = s("g", {});
    this.names = s("g", { class: "unit-names" });
    this.scale = 1;
    svg.append(definitions(), this.aids, this.units, this.names, this.fanLayer, this.preview);
  }

  draw(board) {
    const terrain = JSON.stringify(board.terrain);
    if (terrain !== this.terrain) {
      this.terrain = terrain;
      this.ground.replaceChildren(...drawGround(board));
    }
    this.stacks = new Map((board.pieces ?? []).map((p) => [p.at, [p]]));
    this.pieces = new Map();
    this.units.replaceChildren(...board.units.filter((u) => u.quads.length).map((u) => this.unit(u)), ...board.leaders.map((l) => this.leader(l)));
    this.preview.replaceChildren();
    this.drawAids(board);
    this.board = board;
    this.names.replaceChildren(...labels(board.units, this.scale, board.subject));
  }

  unit(u) {
    const [fill, ink] = nationColours(u.nation);
    const g = s("g", { "data-piece": u.id, "data-at": u.id, class: "formation" });
    g.append(s("title", {}, `${u.name}: ${u.bases} of ${u.start} bases, ${FORM[u.form]}, ${u.state === "steady" ? "OK" : u.state}`));
    g.append(s("path", { class: "cast", d: u.quads.map((q) => `M${line(q)}Z`).join(""), transform: "translate(4 5)" }));
    g.append(...u.quads.map((q) => s("path", { d: `M${line(q)}Z`, fill, stroke: "#1b1b18", "stroke-width": 2.5, "fill-opacity": u.acted ? 0.62 : 1 })));
    for (const q of u.form === "deployed" ? u.quads : u.quads.slice(0, 1)) g.append(s("path", { d: `M${line([q[0], q[1]])}`, stroke: "#1b1b18", "stroke-width": 7 }));
    const [fx, fy] = ahead(u.facing);
    g.append(s("path", { d: `M${line([[u.x - fy * -0.25, u.y + fx * -0.25], [u.x + fx * 0.4, u.y + fy * 0.4], [u.x - fy * 0.25, u.y + fx * 0.25]])}`, fill: "none", stroke: "#1b1b18", "stroke-width": 4 }));
    const [cx, cy] = this.geo.centre(u.id) ?? [0, 0];
    const mark = { infantry: "M-15-9h30v18h-30zM-15-9 15 9M15-9-15 9", cavalry: "M-15-9h30v18h-30zM-15 9 15-9", artillery: "M-15-9h30v18h-30zM-4 0a4 4 0 1 0 8 0 4 4 0 1 0-8 0", machinegun: "M-15-9h30v18h-30zM0 6V-6M-5-2 0-7 5-2",
      transport: "M-15-9h30v18h-30zM-9 4h18", armour: "M-15-9h30v18h-30zM-7-3h14a3 3 0 0 1 0 6h-14a3 3 0 0 1 0-6" }[u.symbol];
    g.append(s("path", { d: mark, transform: `translate(${cx} ${cy})`, fill: "none", stroke: ink, "stroke-width": 2.4 }));
    // states have a shape each, never a colour alone
    if (u.state !== "steady") g.append(s("g", { transform: `translate(${cx + 28} ${cy - 20})` }, s("path", { class: "state-mark", d: u.state === "disordered" ? "M0-14 12 8h-24z" : "M-11-11h22v22h-22zM-11-11 11 11M11-11-11 11", fill: "#fffaf0", stroke: "#8c2f2f", "stroke-width": 3.5 })));
    if (u.form !== "deployed" || u.bases === 1) g.append(s("text", { x: cx, y: cy + 25, "text-anchor": "middle", "font-size": 15, "font-family": "Georgia, serif", fill: ink }, `${u.bases}`));
    g.append(...nameplate(u, ink, [cx, cy]));
    this.pieces.set(u.id, g);
    return g;
  }

  leader(l) {
    // while others are asked about, a Leader's disc does not stand in the way of the units below it
    const idle = this.t.mine && !this.t.orders.of(l.id).length && !this.t.orders.on(l.id, null).length;
    const g = s("g", { "data-piece": l.id, "data-at": l.id, class: idle ? "leader idle" : "leader" });
    const [fill, ink] = nationColours(l.nation), [cx, cy, r] = [l.x * PX, l.y * PX, l.diameter * PX / 2];
    // a general's flag in the colours of his army: a disc with a pennant, so that no unit looks like it
    g.append(s("title", {}, `${l.name}, ${l.formation}`), s("circle", { cx, cy, r, fill, "fill-opacity": 0.92, stroke: "#fffaf0", "stroke-width": 5 }),
      s("circle", { cx, cy, r: r + 3, fill: "none", stroke: "#1b1b18", "stroke-width": l.acted ? 1.5 : 3 }),
      s("path", { d: `M${cx - r * 0.5} ${cy - r - 3}v-22h20l-6 6 6 6h-20`, fill, stroke: "#1b1b18", "stroke-width": 2 }),
      s("text", { x: cx, y: cy + 1, "text-anchor": "middle", "font-size": 19, "font-weight": 700, "font-family": "Georgia, serif", fill: ink }, { corps: "XXX", division: "XX", brigade: "X" }[l.level]),
      s("text", { x: cx, y: cy + 16, "text-anchor": "middle", "font-size": 13, "font-weight": 700, "font-family": "'Liberation Sans', Arial, sans-serif", fill: ink }, (l.nation ?? "").toUpperCase()));
    this.pieces.set(l.id, g);
    return g;
  }

  /** Arc, range ring, base move and lines of fire of the unit that is asked about. */
  drawAids(board) {
    const u = board.units.find((x) => x.id === board.subject) ?? board.leaders.find((l) => l.id === board.rider);
    this.aids.replaceChildren();
    if (!u || (u.quads && !u.quads.length)) return;
    const at = [u.x * PX, u.y * PX];
    if (board.allowance) this.aids.append(s("circle", { cx: at[0], cy: at[1], r: board.allowance * PX, fill: "none", stroke: "#e07b00", "stroke-width": 3, "stroke-dasharray": "10 8" }));
    else if (u.range) {
      const [a, b] = outline(u, u.form, u.x, u.y, u.facing);
      const end = (p, deg) => { const [dx, dy] = ahead(deg); return [p[0] + dx * u.range, p[1] + dy * u.range]; };
      const l = end(a, u.facing - 45), r = end(b, u.facing + 45), R = u.range * PX;
      const top = [end(a, u.facing), end(b, u.facing)];
      this.aids.append(s("path", { d: `M${line([a, l])}A${R} ${R} 0 0 1 ${line([top[0]])}L${line([top[1]])}A${R} ${R} 0 0 1 ${line([r])}L${line([b])}Z`, fill: "#e07b00", "fill-opacity": 0.08, stroke: "#e07b00", "stroke-opacity": 0.6, "stroke-width": 2.5 }));
      for (const band of BANDS.filter((n) => n < u.range)) this.aids.append(...ring(a, b, u.facing, band, band));
      this.aids.append(ring(a, b, u.facing, u.range, u.range)[1]);
    }
    const seen = new Set();
    for (const text of this.t.snap.decision?.actions ?? []) {
      const [verb, target] = text.split(" ");
      if (!["dfire", "mfire", "indirect", "assault"].includes(verb) || seen.has(target)) continue;
      seen.add(target);
      const c = this.geo.centre(target);
      if (c) this.aids.append(s("path", { d: `M${at[0]} ${at[1]}L${c[0]} ${c[1]}`, stroke: "#8c2f2f", "stroke-width": 2, "stroke-dasharray": verb === "assault" ? "" : "5 7", "stroke-opacity": 0.55 }));
    }
  }

  /** A ruler between two points of the table, inch by inch. */
  measure(from, to, words, half = false) {
    const n = Math.hypot(to[0] - from[0], to[1] - from[1]), deg = bearing(from, to);
    const [ux, uy] = ahead(deg), ticks = [];
    for (let i = 1; i <= n; i++) {
      const k = i % 6 ? 0.12 : 0.28, p = [from[0] + ux * i, from[1] + uy * i];
      ticks.push(`M${line([[p[0] + uy * k, p[1] - ux * k], [p[0] - uy * k, p[1] + ux * k]])}`);
    }
    this.preview.replaceChildren(
      s("path", { d: `M${line([from, to])}${ticks.join("")}`, stroke: "#fffaf0", "stroke-width": 8, "stroke-opacity": 0.7, fill: "none" }),
      s("path", { d: `M${line([from, to])}${ticks.join("")}`, stroke: "#23261f", "stroke-width": 3, fill: "none" }),
      s("text", { x: (half ? (from[0] + to[0]) / 2 : to[0]) * PX + 16, y: (half ? (from[1] + to[1]) / 2 : to[1]) * PX - 14, "font-size": 24, "font-family": "Georgia, serif", fill: "#23261f", stroke: "#fffaf0", "stroke-width": 6, "paint-order": "stroke" }, words));
  }

  /** A pose that is being considered, with a ruler to it. */
  consider(u, form, pose, words, files) {
    const [x, y, facing] = pose, [fx, fy] = ahead(facing), shape = outline(u, form, x, y, facing, files);
    this.measure([u.x, u.y], [x, y], words, Math.hypot(x - u.x, y - u.y) > 3);
    this.preview.prepend(s("path", { d: `M${line(shape)}Z`, fill: "#e07b00", "fill-opacity": 0.25, stroke: "#e07b00", "stroke-width": 4 }),
      s("path", { d: `M${line(shape.slice(0, 2))}M${line([[x + fy * 0.3, y - fx * 0.3], [x + fx * 0.6, y + fy * 0.6], [x - fy * 0.3, y + fx * 0.3]])}`, fill: "none", stroke: "#e07b00", "stroke-width": 7 }));
  }

  pieceAt(id) { return this.geo.centre(id); }
  outline(id) { return this.geo.path([id]); }
  fan() {}
  /** Names are set anew when the scale has changed much. @param {number} k */
  zoomed(k) {
    const step = stepOf(k);
    if (step === this.scale) return;
    this.scale = step;
    this.svg.classList.toggle("small-names", step < 0.9);
    if (this.board) this.names.replaceChildren(...labels(this.board.units, step, this.board.subject));
  }
}

const WORDS = {
  activate: (_w, name) => `Act with ${name}`, pass: () => "Refuse the initiative", end: () => "End the round: the rest hold", unit: (_w, name) => name, leader: (_w, name) => `Move ${name}`,
  hold: () => "Hold", deploy: () => "Deploy", maneuver: () => "Maneuver", march: () => "March", route: () => "Go on with the route march", regroup: () => "Regroup", enter: () => "March onto the table",
  dfire: (_w, name) => `Deployed Fire at ${name}`, mfire: (_w, name) => `Moving Fire at ${name}`, indirect: (_w, name) => `Indirect fire at ${name}`, assault: (_w, name) => `Assault ${name}`,
  board: (_w, name) => `Board ${name}`, leave: () => "Get off", rip: () => "Rip up the track", reverse: () => "Reverse", bomb: (_w, name) => `Bomb ${name}`, strafe: (_w, name) => `Strafe ${name}`,
  shoot: (_w, name) => `Fire with ${name}`, none: () => "No fire", done: () => "Stay: the action is done", stay: () => "Take the formation here", keep: () => "Keep formation and facing",
  explode: () => "Set off the mine", run: (w) => `Run ${w[1]} inches`, ride: (w) => `Ride to ${w[1]}, ${w[2]}`, fly: (w) => `Fly to ${w[1]}, ${w[2]}`,
  form: (w) => `${w[1][0].toUpperCase()}${w[1].slice(1)}, facing ${compass(Number(w[2]))}`, shift: () => "Move without turning", wheel: (w) => `Wheel ${w[1]} ${w[2]}°`,
};

/** A formation in a line: how many units it has, who is shaken, whether it has acted. */
function strength(b, f) {
  const units = b.units.filter((u) => f.units.includes(u.id)), n = (state) => units.filter((u) => u.state === state).length;
  return [`${units.length} unit${units.length === 1 ? "" : "s"}`, n("disordered") && `${n("disordered")} disordered`, n("demoralised") && `${n("demoralised")} demoralised`, f.acted && "has acted"].filter(Boolean).join(", ");
}

class Dgk extends GameUi {
  /** @override @type {"point"} */
  drags = "point";
  /** @override */
  noSea = true;
  /** @override */
  geo(snap) { return new Plane(snap); }
  /** @override @param {SVGSVGElement} svg @param {SVGSVGElement} under @param {Places} geo @param {Table} t */
  field(svg, under, geo, t) { return new TableField(svg, under, geo, t); }
  /** @override */
  turnName(snap) { return `Turn ${snap.turn} of ${snap.board?.turns ?? "?"}`; }
  /** @override */
  conflictName = "battle";
  /** @override */
  scoreName = "Units of the enemy destroyed";
  /** @override */
  plots = { morale: "Army morale left at the end of a turn", lost: "Units lost" };
  /** @override */
  subject(snap) { return snap.board?.subject ?? null; }
  /** @override @param {Order} o @param {Table} t */
  orderText(o, t) {
    const u = t.snap?.board?.units.find((x) => x.id === t.snap.board.subject);
    if (o.verb === "go" && u) {
      const d = Math.hypot(Number(o.words[1]) - u.x, Number(o.words[2]) - u.y);
      return d < 0.01 ? `Turn to the ${compass(Number(o.words[3]))}` : `Go ${inch(d)} to the ${compass(bearing([u.x, u.y], [Number(o.words[1]), Number(o.words[2])]))}, facing ${compass(Number(o.words[3]))}`;
    }
    if (o.verb === "face" && !formOf(t.snap.board)) return `Turn ${compass(Number(o.words[1]))} and fire`;
    if (o.verb === "face") return `Face ${compass(Number(o.words[1]))}${o.words[2] === "at" ? ", moving an inch" : ""}`;
    if (o.verb === "activate") return `Act with ${t.snap.board.formations.find((f) => f.id === o.words[1])?.name ?? o.words[1]}`;
    return WORDS[o.verb]?.(o.words, pieceName(t.snap, o.words[1] ?? "")) ?? null;
  }
  /** @override @param {Table} t @param {Order} o */
  oddsQueryFor(t, o) { return ["dfire", "mfire", "assault", "indirect", "deploy", "maneuver", "march", "regroup"].includes(o.verb) && t.snap?.board?.subject ? `${t.snap.board.subject} ${o.text}` : null; }
  /** Of a shot the chance to do anything at all. @override */
  briefOdds(odds) {
    const none = odds.results?.find((r) => r.levels === 0);
    return none ? `some damage: ${100 - Math.round(none.percent)} %` : null;
  }
  /** @override */
  neverForced() { return true; }
  /** A shot and an assault cannot be taken back: the one that is possible is shown with its odds first. @override @param {View} _t @param {Order} o */
  needsConfirm(_t, o) { return ["dfire", "mfire", "indirect", "assault", "bomb", "strafe", "shoot"].includes(o.verb); }
  /** @override @param {Order} o */
  buttonRank(o) { return o.verb === "hold" || o.verb === "pass" || o.verb === "explode" ? 1 : 0; }
  /** @override */
  isLogHeading(e) { return e.key === "turn"; }
  /** @override @param {Table} t */
  overlays(t) {
    return [...(t.snap?.board?.subject ? [[`sees ${t.snap.board.subject}`, "Seen by the chosen unit"], [`fire ${t.snap.board.subject}`, "Targets of the chosen unit"]] : []),
      ...(t.snap?.board?.leaders ?? []).map((l) => [`command ${l.id}`, `Within reach of ${l.name}`])];
  }

  /** Drawings for "How to play": a battalion with its front, and the three formations. @override @param {string} spec */
  figure(spec, _h, sv) {
    const unit = (x, y, files, ranks, name) => {
      const w = files * 34, d = ranks * 34;
      const bases = [];
      for (let i = 0; i < files; i++) for (let k = 0; k < ranks; k++) bases.push(sv("rect", { x: x + i * 34, y: y + k * 34, width: 34, height: 34, fill: "#c6a46a", stroke: "#1b1b18", "stroke-width": 2 }));
      return [...bases, sv("path", { d: `M${x} ${y}h${w}`, stroke: "#1b1b18", "stroke-width": 6 }), sv("path", { d: `M${x + w / 2 - 9} ${y - 4}l9-12 9 12`, fill: "none", stroke: "#1b1b18", "stroke-width": 3 }),
        sv("text", { x: x + w / 2, y: y + d + 20, "text-anchor": "middle", "font-size": 14, "font-family": "Georgia, serif", fill: "#3b3427" }, name)];
    };
    const parts = spec === "forms" ? [...unit(20, 40, 4, 1, "deployed"), ...unit(200, 40, 2, 2, "maneuver"), ...unit(320, 30, 1, 4, "march")] : [...unit(110, 60, 4, 1, "four bases; the thick edge is the front"), sv("path", { d: "M110 60L50 4M246 60l60-56", stroke: "#e07b00", "stroke-width": 2, "stroke-dasharray": "6 5" })];
    return sv("svg", { class: "map-figure", viewBox: spec === "forms" ? "0 0 380 200" : "0 0 360 130", role: "img", "aria-label": spec === "forms" ? "Deployed, maneuver and march formation" : "A battalion of four bases with its arc of fire" }, sv("rect", { width: 400, height: 220, fill: "#efe7d2" }), ...parts);
  }

  /** A touch on open ground: a pose to think about, a ride, a flight, or a measurement. @override @param {View} view @param {Touched} touched @returns {import("./game-ui.js").Intent | null} */
  meaning(view, touched) {
    const what = meaning(view, touched);
    return what && { do: "game", what };
  }
  /** @override @param {Table} t @param {import("./dgk-pose.js").Meaning} what @param {Point} at */
  perform(t, what, at) { return perform(t, what, at); }
  /** A unit dragged onto an enemy fires or assaults, onto open ground it goes there. @override @param {Table} t @param {string} piece */
  draggable(t, piece) { return draggable(t, piece); }
  /** @override @param {Table} t @param {string[]} pieces @param {number} x @param {number} y @param {Point} at @param {boolean} quick */
  dropAt(t, pieces, x, y, at, quick) { return dropAt(t, pieces, x, y, at, quick); }
  /** @override */
  dragHint = "Shift: at once";
  /** Shift and a touch on an enemy: all who can fire at him. @override @param {Table} t @param {string} place */
  attackWithAll(t, place) { return attackWithAll(t, place); }
  /** @override */
  attackWithAllHint = "it fires at once, and stays where it is";

  /** @override @param {Table} t */
  panel(t, { h }) {
    const b = t.snap.board;
    const rows = b.tracks[0].rows;
    return [
      h("section", { class: "track" }, h("h2", {}, "Army morale"), rows.map((r) => h("div", { class: "morale" }, h("span", {}, r.title), h("meter", { min: 0, max: r.max, low: r.max / 3, value: r.value, "aria-label": r.title }),
        h("span", { class: "small" }, h("b", { class: "num" }, String(r.value)), ` of ${r.max} left before it breaks`)))),
      ...["allied", "central"].map((side) => h("section", {}, h("h2", {}, t.seatTitle(side)), h("ul", { class: "rows formations" }, b.formations.filter((f) => f.side === side).map((f) =>
        h("li", {}, h("span", { class: "name" }, f.name), h("span", { class: "muted small" }, ` ${strength(b, f)}`)))))),
    ];
  }

  /** @override */
  help(h) {
    return h("div", {}, h("p", {}, "Choose a formation by its Leader's disc, then a unit, then what it does. Poses that are offered glow; touch open ground to go anywhere else: turn the unit with the buttons of the card, and the rules answer before anything is done. The dashed ring is the base move, the tinted fan the arc of fire with its bands of range. With a unit chosen a touch on open ground measures."),
      h("p", {}, "Faster with the mouse: drag a unit onto an enemy to fire at him, onto open ground to go there; hold Shift as you let go, and it is done at once, with the best kind of fire, and who has fired stays where he is. Draw a frame with Shift around several units, then Shift and a click on an enemy: they fire at him one after the other. With nobody chosen, Shift and a click on an enemy lets all units fire that stand deployed in the formation whose round it is."),
      h("p", {}, "A triangle marks disorder, a crossed square demoralisation; pale units have acted."));
  }
}

/** @type {import("./game-ui.js").Known<Dgk>} */
const game = new Dgk();
export default game;
