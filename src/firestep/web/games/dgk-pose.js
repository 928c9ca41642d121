/** Free poses: a touch says where, buttons say how, and the rules answer at once. Nothing is sent before "Go". */
import { announce, h, put } from "../js/elements/dom.js";
import { pieceName, UNDO } from "../js/input/orders.js";
import { PX, inside } from "./dgk-ground.js";

/** @typedef {import("./game-ui.js").Table} Table */
/** @typedef {import("./game-ui.js").View} View */

const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
const FORMS = { deploy: "deployed", maneuver: "maneuver", march: "march", route: "march" };

export const rad = (deg) => (deg * Math.PI) / 180;
export const ahead = (deg) => [Math.sin(rad(deg)), -Math.cos(rad(deg))];
export const bearing = (a, b) => (Math.atan2(b[0] - a[0], a[1] - b[1]) * 180 / Math.PI + 360) % 360;
export const compass = (deg) => COMPASS[Math.round(deg / 45) % 8];
export const inch = (n) => `${Math.round(n * 10) / 10} in`;
export const formOf = (board) => FORMS[board.action] ?? null;

/** What draws the tabletop. @param {Table} t */
const tableOf = (t) => /** @type {import("./dgk.js").TableField} */ (t.field);

/** Where things are on the tabletop. @param {View} t */
const planeOf = (t) => /** @type {import("./dgk.js").Plane} */ (t.geo);

const round = (n) => Math.round(n * 100) / 100;
const gap = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** A formation's outline at a pose, as the rules lay it out. */
export function outline(u, form, x, y, facing, width = u.files) {
  const files = form === "deployed" ? u.bases : form === "march" ? 1 : width;
  const guns = u.symbol === "artillery" && form === "march";
  const depth = form === "deployed" ? 1 : form === "march" ? u.bases * (guns ? 2 : 1) - (guns ? 1 : 0) : Math.ceil(u.bases / files);
  const [fx, fy] = ahead(facing), [rx, ry] = [-fy, fx], half = files / 2;
  return [[x - rx * half, y - ry * half], [x + rx * half, y + ry * half], [x + rx * half - fx * depth, y + ry * half - fy * depth], [x - rx * half - fx * depth, y - ry * half - fy * depth]];
}

/**
 * A pose: a formation of a unit, the point where it goes (null: it stays where it is), its facing, and how the pose is considered.
 * @typedef {{u: any, form: string, to: number[] | null, facing: number, how: string, files: number, at: {x: number, y: number}, board: any, quick: boolean,
 *   text?: string | null, short?: boolean, why?: any}} Pose `text`: the order as it was offered; `short`: the way was cut short, by the refusal `why`
 */

/** @type {Pose | null} the pose that is being considered */
let now = null;

const FIRES = ["dfire", "mfire", "indirect"];
const SHOTS = [...FIRES, "assault"];

/** Told where a shot is chosen from a card: the shorter way. */
const AT_ONCE = "Hold Shift as you let go: it fires at once, and stays where it is.";

/** The orders that select a unit: if no formation is chosen, its formation first. @param {View} t @param {string} id @returns {string[]} */
function wayTo(t, id) {
  const legal = new Set(t.orders.all.map((o) => o.text)), b = t.snap.board;
  if (b.subject === id && !formOf(b)) return [];
  if (legal.has(`unit ${id}`)) return [`unit ${id}`];
  const own = b.formations.filter((f) => f.units.includes(id) && legal.has(`activate ${f.id}`));
  // of two that hold it the smaller one: a brigade before its division
  own.sort((f, g) => f.units.length - g.units.length);
  return own.length ? [`activate ${own[0].id}`, `unit ${id}`] : [];
}

/** Whether a unit is selected and has done nothing yet, so that the selection can be undone. @param {View} t */
const chosenOnly = (t) => Boolean(t.mine && t.now.undo && t.snap.board.subject && ["Act", "Place"].includes(t.snap.decision?.ask));

/** Whether another unit of the formation can be selected in place of the one that is. @param {View} t @param {string} id */
function instead(t, id) {
  const b = t.snap.board;
  return chosenOnly(t) && b.subject !== id && b.units.some((u) => u.id === id && !u.acted) && b.formations.some((f) => f.units.includes(id) && f.units.includes(b.subject));
}

/** Select a unit. @param {Table} t @param {string} id @returns {Promise<boolean>} whether it is selected */
async function select(t, id) {
  if (instead(t, id)) await t.undoing.callOff(() => chosenOnly(t));
  const way = wayTo(t, id);
  return (!way.length || (await t.takeAll(way))) && t.mine && t.snap.board.subject === id;
}

/** Whether a unit can be dragged: it is selected, or can be. @param {Table} t @param {string} id */
export const draggable = (t, id) => t.snap.board.units.some((u) => u.id === id) && (t.snap.board.subject === id || wayTo(t, id).length > 0 || instead(t, id));

/**
 * Several units fire at one target, one after the other, in the way that was chosen for the first; who cannot is left out.
 * @param {Table} t @param {string[]} ids @param {string} foe
 * @param {{verb?: string, only?: string[], stay?: boolean}} [how] the kind of fire chosen; the kinds that count; whether who may still move after his fire stays
 */
function volley(t, ids, foe, how) { return t.together(shots(t, ids, foe, how)); }

/** The orders of a volley, one for each call. @param {Table} t @param {string[]} ids @param {string} foe @param {{verb?: string, only?: string[], stay?: boolean}} [how] @returns {() => string | null} */
function shots(t, ids, foe, { verb = "", only = FIRES, stay = false } = {}) {
  const left = [...ids], seat = t.snap.decision.seat, asked = new Set();
  return function next() {
    const b = t.snap.board, id = left[0];
    if (t.snap.decision?.seat !== seat) return null;
    if (stay && t.snap.decision.ask === "AfterFire") return "done";
    if (!id || !b.units.some((u) => u.id === foe)) return null;
    if (b.subject === id && !formOf(b)) {
      const can = t.orders.all.filter((o) => only.includes(o.verb) && o.words[1] === foe);
      left.shift();
      return (can.find((o) => o.verb === verb) ?? FIRES.flatMap((v) => can.filter((o) => o.verb === v))[0])?.text ?? UNDO;
    }
    const way = asked.has(`${b.subject} ${id}`) ? [] : wayTo(t, id);
    asked.add(`${b.subject} ${id}`);
    if (way.length) return way[0];
    left.shift();
    asked.clear();
    return next();
  };
}

/**
 * Shift and a click on an enemy: the units that were selected together fire at it, or else the selected unit. If only a formation is
 * chosen, all its deployed units that see the target fire. If none is chosen, the formation with the most such units fires.
 * @param {Table} t @param {string} foe
 */
export function attackWithAll(t, foe) {
  const b = t.snap.board, target = b.units.find((u) => u.id === foe);
  if (!target || target.side === t.snap.decision?.seat || formOf(b)) return null;
  const chosen = [...t.drag.several], ready = t.orders.all.filter((o) => o.verb === "unit").map((o) => o.words[1]);
  const one = t.orders.all.some((o) => FIRES.includes(o.verb) && o.words[1] === foe) ? [b.subject] : [];
  const ids = chosen.length ? chosen : one.length ? one : ready;
  if (!ids.length) return null;
  const only = chosen.length || one.length ? FIRES : ["dfire", "indirect"];
  const first = { text: `dfire ${foe}`, words: ["dfire", foe], verb: "dfire", pieces: [foe], places: [] };
  const find = async () => {
    const { seq } = t.snap;
    const sees = await Promise.all(ids.map((id) => t.api.overlay(seq, "fire", id).then(({ hexes }) => hexes.includes(foe)).catch(() => false)));
    const able = ids.filter((id, i) => sees[i] && (id === b.subject || wayTo(t, id).length > 0));
    const word = (id) => wayTo(t, id)[0], of = (id) => able.filter((x) => word(x) === word(id)).length;
    const most = able.reduce((best, id) => (of(id) > of(best) ? id : best), able[0]);
    const own = ready.length ? able : able.filter((id) => word(id) === word(most));
    return own.length && t.snap.seq === seq ? shots(t, own, foe, { stay: true, only }) : null;
  };
  return { first, find, noneText: `None of them can fire at ${target.name} from where they stand.` };
}

/**
 * Units were dragged: onto an enemy to fire or assault, onto open ground to go there. This selects them if needed.
 * @param {Table} t @param {string[]} ids the unit under the pointer first @param {number} x @param {number} y @param {{x: number, y: number}} at
 * @param {boolean} quick Shift was held at the end of the drag: it is done at once
 */
export async function dropAt(t, ids, x, y, at, quick) {
  const [id, ...others] = ids;
  if (!(await select(t, id))) return;
  const b = t.snap.board, to = [round(x / PX), round(y / PX)];
  const foe = b.units.find((u) => u.id !== id && u.side !== b.units.find((v) => v.id === id)?.side && planeOf(t).rings(u.id).some((r) => inside(r, to[0], to[1])));
  if (foe) {
    const can = t.orders.all.filter((o) => SHOTS.includes(o.verb) && o.words[1] === foe.id);
    if (quick && can.some((o) => o.verb !== "assault")) return volley(t, [id, ...others], foe.id, { stay: true });
    const all = (o) => (others.length && o.verb !== "assault" ? volley(t, [id, ...others], foe.id, { verb: o.verb }) : t.clicks.send(o));
    if (can.length) return t.parts.cards.choose(`${pieceName(t.snap, foe.id)}${others.length ? `: ${others.length + 1} units` : ""}`, can, at, all, AT_ONCE);
    return t.clicks.hover.whyNot({ piece: foe.id, place: foe.id }, at);
  }
  if (!formOf(b)) {
    const verb = ["maneuver", "march", "deploy"].find((v) => t.orders.all.some((o) => o.text === v));
    if (!verb || !(await t.take(verb))) return;
  }
  const what = t.mine && t.snap.board.subject === id ? meaning(t, { piece: null, x, y }) : null;
  if (what) perform(t, what, at, quick);
}

/**
 * What a click on the table means at this moment: a unit is selected, a Leader rides, an aircraft flies, a pose is considered, or a
 * distance is measured.
 * @typedef {{select?: string, go?: string, from?: any, to?: number[], word?: string, pose?: Omit<Pose, "at" | "quick">}} Meaning
 */

/** @param {View} t @param {{piece: string | null, x: number, y: number}} what @returns {Meaning | null} */
export function meaning(t, { piece, x, y }) {
  const b = t.snap.board, to = [round(x / PX), round(y / PX)];
  // a click selects a unit of one's own side, with its formation
  const own = t.mine && piece && piece !== b.subject && b.units.some((u) => u.id === piece && u.side === t.snap.decision.seat) && !t.orders.of(piece).length;
  if (own && (wayTo(t, piece).length || instead(t, piece))) return { select: piece };
  if (!t.mine || (piece && !(piece === b.subject && formOf(b)))) return null;
  const offered = pick(t, x, y);
  const leader = b.leaders.find((l) => l.id === b.rider);
  if (leader) return offered ? null : { go: `ride ${to[0]} ${to[1]}`, from: leader, to, word: "Ride there" };
  const u = b.units.find((v) => v.id === b.subject);
  if (!u) return null;
  if (u.vehicle === "aircraft" && t.orders.all.some((o) => o.verb === "fly")) return { go: `fly ${to[0]} ${to[1]}`, from: u, to, word: "Fly there" };
  const form = formOf(b);
  if (!form) return { from: u, to };
  if (offered || piece) {
    const [px, py, facing] = offered?.pose ?? [u.x, u.y, u.facing];
    return { pose: { u, form, to: form === "deployed" && gap([px, py], [u.x, u.y]) < 0.01 ? null : [px, py], facing, how: "turn", files: u.files, board: b, text: offered?.text ?? null } };
  }
  const near = nearest(b, u, to);
  const turn = Math.round(form === "march" ? bearing([u.x, u.y], to) : near ? bearing(to, near) : u.facing) % 360;
  const away = form === "deployed" && gap(to, [u.x, u.y]) > 1.05;
  return { pose: { u, form, to: away ? null : to, facing: away ? Math.round(bearing([u.x, u.y], to)) % 360 : turn, how: "turn", files: u.files, board: b } };
}

/** Do what a click means. @param {Table} t @param {Meaning} what @param {{x: number, y: number}} at @param {boolean} [quick] */
export function perform(t, { select: id, go, from, to = [], word, pose }, at, quick = false) {
  if (id) select(t, id);
  else if (go) simple(t, go, from, to, word ?? "", at);
  else if (pose) consider(t, { ...pose, at, quick });
  else tableOf(t).measure([from.x, from.y], to, inch(gap([from.x, from.y], to)));
}

/** The offered pose under a point; of several that overlap, each click takes the next. @param {View} t @param {number} x @param {number} y */
function pick(t, x, y) {
  const here = planeOf(t).under(x, y);
  const i = here.findIndex((g) => now && g.text === now.text && now.board === t.snap.board);
  return here[(i + 1) % here.length] ?? null;
}

function nearest(b, u, to) {
  const foes = b.units.filter((v) => v.side !== u.side && v.quads.length).sort((p, q) => gap([p.x, p.y], to) - gap([q.x, q.y], to));
  return foes.length ? [foes[0].x, foes[0].y] : null;
}

/** The order in words of the rules. @param {Pose} pose */
function orderOf({ u, form, to, facing, how, files, text }) {
  if (text) return text; // as it was offered, with the way along a road
  if (form === "deployed") return to ? `face ${facing} at ${to[0]} ${to[1]}` : `face ${facing}`;
  const [x, y] = to ?? [u.x, u.y];
  if (how === "shift") return `shift ${x} ${y}`;
  return `go ${x} ${y} ${facing}${form === "maneuver" && files !== u.files ? ` files ${files}` : ""}`;
}

/** Show a pose and ask the rules about it. @param {Table} t @param {Pose} mine */
async function consider(t, mine) {
  now = mine;
  const { u, form, at, files } = mine, text = orderOf(mine);
  const facing = mine.how === "shift" ? u.facing : mine.facing;
  const [x, y] = mine.to ?? [u.x, u.y];
  const far = gap([x, y], [u.x, u.y]);
  tableOf(t).consider(u, form, [x, y, facing], far < 0.05 ? `Facing ${compass(facing)}` : `${inch(far)}, facing ${compass(facing)}`, files);
  const { refusals } = await t.api.whyNot(t.snap.seq, text).catch(() => ({ refusals: null }));
  if (mine !== now || !refusals || t.snap.board !== mine.board) return;
  const short = refusals.length && mine.to && !mine.short && form !== "deployed" ? await asFarAs(t, mine, mine.to) : null;
  if (mine !== now || t.snap.board !== mine.board) return;
  if (short) return consider(t, { ...mine, ...short, short: true, text: null, why: refusals[0] });
  if (mine.quick && !refusals.length) return give(t, text);
  const cut = mine.short && !refusals.length;
  card(t, u.name, text, refusals, at, [cut ? reason(t, mine.why) : null, ...controls(t, mine)], cut ? "Go: as far as it can" : "Go");
}

/** Send an order, and stop considering the pose. @param {Table} t @param {string} text */
function give(t, text) {
  const words = text.split(" ");
  now = null;
  return t.clicks.send({ text, words, verb: words[0], pieces: [], places: [] });
}

/** A refusal in one line. @param {Table} t @param {{rule: string, text: string}} r */
const reason = (t, r) => h("p", { class: "small" }, `${r.text[0].toUpperCase()}${r.text.slice(1)}. `, t.parts.rules.link(r.rule));

/** Too far: the farthest point on the straight way there that the rules allow, found by halving; null if even an inch is not. @param {Table} t @param {Pose} wanted @param {number[]} to */
async function asFarAs(t, wanted, to) {
  const { u, board } = wanted, start = [u.x, u.y];
  const at = (k) => [round(start[0] + (to[0] - start[0]) * k), round(start[1] + (to[1] - start[1]) * k)];
  let low = 0, high = 1;
  // nothing farther than the base move is worth asking about
  if (board.allowance) high = Math.min(1, board.allowance / Math.max(0.01, gap(start, to)) + 0.001);
  for (let n = 0; n < 6 && gap(at(low), at(high)) > 0.15; n++) {
    const k = n ? (low + high) / 2 : high;
    const { refusals } = await t.api.whyNot(t.snap.seq, orderOf({ ...wanted, text: null, to: at(k) })).catch(() => ({ refusals: [1] }));
    if (t.snap.board !== board) return null;
    if (!refusals.length) low = k;
    if (!refusals.length && k === high) break;
    if (refusals.length) high = k;
  }
  return low * gap(start, to) > 0.9 ? { to: at(low) } : null;
}

/** Buttons that change the pose. @param {Table} t @param {Pose} pose */
function controls(t, pose) {
  const { u, form, to, how, files } = pose;
  // each press changes the pose as it is by then, also if the rules have not answered about the last one
  const change = (more) => { if (now) consider(t, { ...now, text: null, ...more(now) }); };
  const turn = (by) => change(({ facing }) => ({ facing: (facing + by + 360) % 360, how: "turn" }));
  const button = (text, title, run, pressed) => h("button", { type: "button", title, "aria-label": title, "aria-pressed": pressed === undefined ? null : String(pressed), onclick: run }, text);
  const near = nearest(pose.board, u, to ?? [u.x, u.y]);
  const wide = form === "maneuver" ? u.widths : [];
  return [
    h("div", { class: "pose-row" }, button("↺ 45", "Turn left by 45 degrees", () => turn(-45)), button("↺ 15", "Turn left by 15 degrees", () => turn(-15)),
      button("15 ↻", "Turn right by 15 degrees", () => turn(15)), button("45 ↻", "Turn right by 45 degrees", () => turn(45))),
    h("div", { class: "pose-row" }, near ? button("Face the enemy", "Face the nearest enemy", () => change(() => ({ facing: Math.round(bearing(to ?? [u.x, u.y], near)) % 360, how: "turn" }))) : null,
      to ? button("Face the way", "Face the way it goes", () => change(() => ({ facing: Math.round(bearing([u.x, u.y], to)) % 360, how: "turn" }))) : null,
      form !== "deployed" ? button("Do not turn", "Sideways or back at half speed, without turning", () => change((p) => ({ how: p.how === "shift" ? "turn" : "shift" })), how === "shift") : null),
    wide.length > 1 ? h("div", { class: "pose-row" }, h("span", {}, "Bases wide"), wide.map((n) => button(String(n), `${n} bases wide`, () => change(() => ({ files: n })), n === files))) : null,
  ];
}

/**
 * An order that needs no pose: a ruler to its goal, and a card with the refusals or the button.
 * @param {Table} t @param {string} text @param {any} from @param {number[]} to @param {string} word @param {{x: number, y: number}} at
 */
function simple(t, text, from, to, word, at) {
  const board = t.snap.board;
  tableOf(t).measure([from.x, from.y], to, inch(gap([from.x, from.y], to)));
  t.api.whyNot(t.snap.seq, text).then(({ refusals }) => { if (t.snap.board === board) card(t, from.name, text, refusals, at, [], word); }).catch(() => undefined);
}

/** On a phone the card stands at the bottom or the top of the map, so that it does not cover the pose. @param {Table} t @param {{x: number, y: number}} at */
function aside(t, at) {
  const r = t.layout.port.getBoundingClientRect();
  return { x: at.x, y: at.y < r.top + r.height * 0.42 ? r.bottom - 4 : r.top + 44 };
}

/**
 * The card at the pointer: the refusals, or the button that gives the order.
 * @param {Table} t @param {string} name @param {string} text @param {{rule: string, text: string}[]} refusals @param {{x: number, y: number}} at @param {any[]} more
 */
function card(t, name, text, refusals, at, more, word = "Go") {
  const { cards } = t.parts;
  cards.pinned = true;
  cards.el.className = `pointer-card pose-card${refusals.length ? " why" : ""}`;
  put(cards.el, h("p", { class: "what" }, name),
    refusals.length ? h("ul", {}, refusals.slice(0, 3).map((r) => h("li", {}, h("span", {}, `${r.text[0].toUpperCase()}${r.text.slice(1)}. `), t.parts.rules.link(r.rule))))
      : h("button", { type: "button", class: "go", onclick: () => give(t, text) }, word),
    more);
  cards.place(t.layout.phone.matches ? aside(t, at) : at);
  t.emit("answers");
  if (refusals.length) announce(`Not allowed. ${refusals.map((r) => r.text).join(" ")}`);
}
