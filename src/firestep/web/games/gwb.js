/** What Great War Battles adds to the page: its words, the stages of the combat that is open, and the steps lost by each army. */
import { MOST, pieceName, placeName } from "../js/input/orders.js";
import { GameUi } from "./game-ui.js";

/** @typedef {import("./game-ui.js").Table} Table */
/** @typedef {import("./game-ui.js").View} View */
/** @typedef {import("./game-ui.js").Order} Order */
/** @typedef {import("./game-ui.js").Button} Button */

/** Orders in words, by their verb. @type {Record<string, (w: string[], place: (p: string) => string, unit: (u: string) => string, t: any) => string>} */
const WORDS = {
  attack: (w, place) => `Attack ${place(w[1])}`,
  counter: (w, place) => `Counter-battery fire on ${place(w[1])}`,
  add: (w, _p, unit) => `Add ${unit(w[1])}`,
  across: (w, place, unit) => `${unit(w[1])} attacks across the open by ${place(w[2])}`,
  commit: () => "Commit the attack",
  ready: (_w, _p, _u, t) => (t.snap.board?.combat?.barrage?.guns?.length ? "Fire with the guns named" : "No barrage"),
  fire: () => "Fire",
  pass: () => "Let it pass",
  support: (w, _p, unit) => `${unit(w[1])} supports`,
  none: () => "No support",
  leave: (w, _p, unit) => `${unit(w[1])} rides off`,
  stand: () => "Stand",
  limber: (w, _p, unit) => (w[1] ? `Limber ${unit(w[1])}` : "Limber"),
  deploy: () => "Deploy the guns",
  hold: () => "Hold",
  retreat: () => "Retreat",
  lose: (w, _p, unit) => `${unit(w[1])} loses a step`,
  back: (w, place) => `Retreat to ${place(w[1])}`,
  part: (w, _p, unit) => `${unit(w[1])} goes apart`,
  die: () => "Nowhere to go: they are lost",
  advance: (w, _p, unit) => `${unit(w[1])} advances`,
  suppress: (w, _p, unit) => `${unit(w[1])} is suppressed`,
  march: (w, _p, unit) => `${unit(w[1])} goes into March Order`,
  move: (w, _p, unit) => `Move ${unit(w[1])}`,
  rally: (w, _p, unit) => `${unit(w[1])} rallies: roll`,
  go: (w, place) => `Go to ${place(w[1])}`,
  halt: () => "Halt here",
  force: () => "Force the march: roll",
  entrain: () => "Entrain",
  detrain: () => "Detrain",
  ride: (w, place) => (w[1] ? `Ride to ${place(w[1])}` : "Ride off with those named"),
  merge: (w, _p, unit) => `${unit(w[1])} takes in a step of ${unit(w[2])}`,
  eliminate: (w, _p, unit) => `Eliminate ${unit(w[1])}`,
  done: (_w, _p, _u, t) => ({ MarchOrders: "No more March Orders", CombatPhase: "End the combat phase", PickUnit: "End the movement phase", Counter: "No more counter-battery fire", Advance: "No more advances", Restructuring: "No more restructuring", RallyMore: "No more rolls" }[t.snap.decision?.ask] ?? "Done"),
};

/** Whether the unit in question has moved. @param {View} t */
const moveStarted = (t) => t.snap.decision?.ask === "Moving" && t.clicks.before?.seq !== t.now.seq;

class Gwb extends GameUi {
  /** @override @type {"place"} */
  drags = "place";
  /** @override */
  hasHalt = true;
  /** @override */
  attackWithAllHint = "attack with all who can, and roll";
  /** @override */
  noSea = true;
  /** A unit dropped on a hex goes there; one on its way halts for the next. @override @param {Table} t @param {string} piece @param {string} place */
  drop(t, piece, place) {
    if (t.snap.board.battle?.mover === piece) return [`go ${place}`];
    // guns may still be deployed where they have come to; all others halt there
    const halt = t.pieceById(piece)?.symbol === "artillery" ? [] : ["halt"];
    if (t.orders.of(piece).some((o) => o.verb === "move")) return [`move ${piece}`, `go ${place}`, ...halt];
    return t.snap.decision?.ask === "Moving" && moveStarted(t) ? ["halt", `move ${piece}`, `go ${place}`, ...halt] : [];
  }
  /** How many more may stand in a hex. @override @param {Table} t @param {string} place */
  roomLeft(t, place) { return Math.max(0, (t.snap.board.stacking ?? 9) - t.snap.board.pieces.filter((p) => p.at === place).length); }
  /** The next unit is chosen while one is on its way: that one halts here. @override @param {View} t */
  haltOrder(t) { return t.snap.decision?.ask === "Moving" ? "halt" : null; }
  /** A move that was made is not taken back by choosing another unit. @override @param {View} t */
  moveStarted(t) { return moveStarted(t); }
  /** @override */
  conflictName = "battle";
  /** @override */
  plots = { vp: "Victory points", lost: "Steps lost", hexes: "Hexes held by troops" };
  /** @override */
  turnName(snap) { return `Turn ${snap.turn} of ${snap.board?.turns?.length ?? "?"}`; }
  /** @override */
  subject(snap) { return snap.board?.battle?.mover ?? null; }
  /** @override @param {Table} t */
  questionPlaces(t) { return [t.snap.board?.battle?.target].filter(Boolean); }
  /** @override @param {Table} t */
  questionPieces(t) {
    // one ring for a stack: around its top counter, or around each unit that is meant while it lies open
    const ids = t.snap.board?.battle?.units ?? [];
    return [...new Set(ids.map((id) => { const at = t.pieceById(id)?.at; return at === t.field.open ? id : t.field.stacks.get(at)?.at(-1)?.id ?? id; }))];
  }

  /** @override @param {Order} o @param {Table} t */
  orderText(o, t) {
    const words = WORDS[o.verb];
    return words ? words(o.words, (p) => placeName(t, p), (u) => pieceName(t.snap, u), t) : null;
  }

  /** Odds of the combat that is being put together; once the dice lie there is nothing to reckon. @override @param {Table} t */
  oddsQuery(t) { return t.snap.board?.combat && t.snap.decision?.ask !== "Stand" ? "" : null; }
  /** And of the strongest attack on a hex that is pointed at. @override @param {Table} _t @param {Order} o */
  oddsQueryFor(_t, o) { return o.verb === "attack" ? `attack ${o.words[1]}` : null; }
  /** The hex is won where the defenders are lost or go. @override @param {Table} t @param {any[]} results */
  winChance(t, odds, results) {
    const target = t.snap.board?.combat?.hex ?? t.snap.board?.battle?.target ?? /attack (\d{4})/.exec(odds.asked ?? "")?.[1];
    const men = t.snap.board.pieces.filter((p) => p.at === target);
    if (!men.length) return null;
    const steps = men.reduce((n, p) => n + (p.badges.includes("reduced") || p.symbol === "artillery" ? 1 : 2), 0);
    const share = (least) => Math.round(results.filter((r) => Number(/^\d+\/(\d+)/.exec(r.text)?.[1] ?? 0) >= least).reduce((n, r) => n + r.percent, 0));
    // who is attacked reads the same chances from the other side
    const sure = share(steps), some = share(1);
    if (men[0].side === t.snap.decision?.seat) return sure === 100 ? "You lose the hex whatever the die shows." : !some ? "You lose nothing, whatever the die shows." : `In ${sure} % you are lost, and the hex with you; in ${some} % you lose steps, or retreat instead.`;
    return sure === 100 ? "The hex is yours whatever the die shows." : !some ? "The defender holds, whatever the die shows." : `In ${sure} % the hex is yours in any case, in ${some} % if the defender retreats rather than lose steps.`;
  }
  /** The figures of a counter in words. @override @param {string} text */
  counterText(text) {
    const m = /^(\d+)(?:\((\d+)\))?-(\d+)$/.exec(text);
    return m ? `strength ${m[1]}${m[2] ? `, range ${m[2]}` : ""}, ${m[3] === "0" ? "cannot move while deployed" : `${m[3]} movement points`}` : null;
  }
  /** What a stack is worth: its melee strength, and that of its guns. @override @param {any[]} pieces */
  stackTotals(pieces) {
    const worth = (guns) => pieces.filter((p) => (p.symbol === "artillery") === guns).reduce((n, p) => n + (parseInt(p.text, 10) || 0), 0);
    return [worth(false) && `strength ${worth(false)} in melee`, worth(true) && `guns ${worth(true)}`].filter(Boolean).join(", ");
  }
  /** What the two figures of a result are, where there is no room for words. @override */
  resultKey = "Steps lost by attacker : defender";
  /** @override */
  resultText(r) {
    const m = /^(\d+)\/(\d+)$/.exec(r.text);
    return m ? `attacker loses ${m[1]}, defender ${m[2]}` : null;
  }

  /** Orders for many at once: all who could join a combat, the rest of a stack. @override @param {Table} t @returns {Button[]} */
  buttons(t) {
    const adds = () => t.orders.all.filter((o) => o.verb === "add");
    if (adds().length > 1 && ["Declare", "Barrage"].includes(t.snap.decision?.ask)) return [[`${t.snap.decision?.ask === "Declare" ? `Attack with all ${adds().length}` : `All ${adds().length}: fire`}`, () => t.takeAll([...adds().map((o) => o.text), t.snap.decision?.ask === "Declare" ? "commit" : "ready"]), "go"],
      [`Add all ${adds().length}`, () => t.takeAll(adds().map((o) => o.text))]];
    return [...marchers(t), ...followers(t)];
  }

  /** The attack with all who can and all the guns, to the dice. Who would have to cross the open is asked. @override @param {Table} t @param {string} place */
  attackWithAll(t, place) {
    const first = order(t, `attack ${place}`);
    let begun = false;
    if (!first) return null;
    return { first, next: () => {
      const last = { Declare: "commit", Barrage: "ready" }[t.snap.decision?.ask], adds = t.orders.all.filter((o) => o.verb === "add").map((o) => o.text);
      if (!begun) return (begun = true) && first.text;
      return last && (adds.length || order(t, last)) ? [...adds, last] : null;
    } };
  }

  /** An attack that is being put together, before anybody else has heard of it. @override @param {Table} t @returns {[string, () => boolean] | null} */
  callOff(t) { return t.snap.decision?.ask === "Declare" ? ["Call the attack off", () => t.snap.decision?.ask === "Declare"] : null; }

  /** The map shows objectives; a marker shows who holds one. @override */
  markers(board) { return (board?.markers ?? []).filter((m) => m.kind !== "blown").map((m) => (m.kind === "objective" ? { ...m, kind: "control", text: (m.nation ?? "").toUpperCase() } : m.kind === "battle" ? { ...m, text: "✕" } : m)); }

  /** A forced march ends in disorder: it is offered, not put forward. @override @param {Order} o */
  buttonRank(o) { return o.verb === "force" ? 1 : 0; }
  /** @override @param {Order} o */
  neverForced(o) { return ["done", "commit", "fire", "retreat", "hold", "force", "rally", "eliminate"].includes(o.verb); }

  /** @override */
  isLogHeading(e) { return e.key === "player-turn" || e.key === "phase"; }

  /** Overlays about one unit: the kind that they ask for, and what to do where none is chosen. @override */
  unitOverlays = {
    range: { symbol: "artillery", hint: "Choose or touch a battery, of either side: its range is shown then." },
    sight: { symbol: "artillery", hint: "Choose or touch a battery, of either side: what it sees is shown then." },
  };
  /** @override @param {Table} t */
  overlays(t) {
    return [
      ["range", "Range of the chosen battery"], ["sight", "What the chosen battery sees"], ["reach", "Reach of the chosen unit"],
      ...["allied", "german"].flatMap((s) => [[`zone ${s}`, `Zones of control: ${t.seatTitle(s)}`], [`supply ${s}`, `In communication: ${t.seatTitle(s)}`], [`isolated ${s}`, `Isolated: ${t.seatTitle(s)}`]]),
    ];
  }

  /** @override @param {Table} t */
  panel(t, { h, turnTrack, scores }) {
    const b = t.snap.board;
    const losses = b.tracks?.find((x) => x.id === "losses")?.rows ?? [];
    return [
      combat(t, h),
      turnTrack(b.turns ?? [], t.snap.turn, "Turn"),
      scores(t),
      b.standing ? h("p", { class: "small muted standing" }, `${b.standing[0].toUpperCase()}${b.standing.slice(1)}. `, t.parts.rules.link("gwb.4.0a")) : null,
      h("section", { class: "track" }, h("h2", {}, "Steps lost"), h("ul", { class: "rows" }, losses.map((r) => h("li", { title: r.max ? `Demoralised after ${r.max} steps` : r.title },
        h("span", { class: "name" }, r.title), h("span", { class: "bar-box", "aria-hidden": "true" }, h("span", { class: "bar-fill", vars: { share: r.max ? Math.min(1, r.value / r.max) : 0 } })),
        h("span", { class: "num" }, r.max ? `${r.value}/${r.max}` : r.value))))),
      b.exclusive?.length ? h("details", { class: "parts" }, h("summary", { class: "small muted" }, "Exclusive rules"), h("ul", { class: "small" }, b.exclusive.map((x) => h("li", {}, x)))) : null,
    ];
  }
}

/** @type {import("./game-ui.js").Known<Gwb>} */
const game = new Gwb();
export default game;

/** The unit that moved last, whence and whither: the rest of its stack may be sent after it. @type {{unit: string, from: string, to: string | null} | null} */
let walk = null;

/** @param {Table} t @param {string} text */
const order = (t, text) => t.orders.all.find((o) => o.text === text);

/** Is this side still to choose, in its own movement phase? Guns of the other side may have been asked in between. @param {Table} t @param {string} seat */
const moving = (t, seat) => t.mine && t.snap.decision?.seat === seat && ["PickUnit", "Moving"].includes(t.snap.decision?.ask);

/** The rest of a stack goes where its first unit went, one unit after the other as the rules have it. @param {Table} t @returns {[string, () => void][]} */
function followers(t) {
  const b = t.snap.board;
  if (!moving(t, t.snap.decision?.seat)) {
    if (t.snap.decision?.ask !== "Harass") walk = null;
    return [];
  }
  const mover = t.snap.decision?.ask === "Moving" ? b.battle?.mover : null;
  if (mover && walk?.unit !== mover) walk = { unit: mover, from: t.pieceById(mover)?.at, to: null };
  if (!walk) return [];
  const at = t.pieceById(walk.unit)?.at;
  walk.to = at && at !== walk.from && t.geo.has(at) ? at : null;
  const { unit, from, to } = walk;
  if (!to) return [];
  const { group, side } = t.pieceById(unit);
  const still = (p) => p.at === from && p.id !== unit && p.side === side && !p.badges.some((x) => ["moved", "deployed", "train", "open"].includes(x) || x.startsWith("disorganised"));
  const room = Math.max(0, (b.stacking ?? 9) - b.pieces.filter((p) => p.at === to).length);
  // its own division first, then whoever stands there as well
  const all = b.pieces.filter(still), own = all.filter((p) => p.group === group);
  const out = own.length && own.length < all.length ? [follow(t, own.slice(0, room), to, `of the ${group} `)] : [];
  return [...out, follow(t, [...own, ...all.filter((p) => p.group !== group)].slice(0, room), to, "")].filter((x) => x !== null);
}

/** @param {Table} t @param {any[]} pieces @param {string} to @param {string} whose @returns {[string, () => void] | null} */
function follow(t, pieces, to, whose) {
  const rest = pieces.map((p) => p.id);
  if (!rest.length) return null;
  const run = () => t.drag.march(rest, new Map(rest.map((id) => [id, to])));
  return [`${t.snap.decision?.ask === "Moving" ? "Halt; the" : "The"} other ${rest.length === 1 ? `unit ${whose}follows` : `${rest.length} ${whose}follow`} to ${placeName(t, to)}`, run];
}

/** Who goes into March Order takes his stack along, if wished. @type {Set<string>} */
let marched = new Set();
let column = "";

/** @param {Table} t @returns {[string, () => void][]} */
function marchers(t) {
  const b = t.snap.board;
  if (t.snap.decision?.ask !== "MarchOrders") {
    marched = new Set();
    column = "";
    return [];
  }
  const now = new Set(b.pieces.filter((p) => p.badges.includes("march")).map((p) => p.id));
  for (const id of now) if (!marched.has(id)) column = t.pieceById(id).at;
  marched = now;
  const rest = () => t.orders.all.filter((o) => o.verb === "march" && t.pieceById(o.words[1])?.at === column);
  if (!column || !rest().length) return [];
  return [[`The other ${rest().length} of ${t.geo.has(column) ? placeName(t, column) : "these reinforcements"} march as well`, () => t.together(() => (t.snap.decision?.ask === "MarchOrders" && rest().length ? rest().map((o) => o.text).slice(0, MOST) : null))]];
}

const sign = (n) => (n > 0 ? ` + ${n}` : n < 0 ? ` − ${-n}` : " unmodified");

/** What the log tells of the open combat, or of the last one of this phase. @param {Table} t */
function told(t) {
  if (t.snap.decision?.ask === "Declare") return null;
  /** @type {Record<string, any>} */
  const out = { after: [] };
  for (const e of [...(t.now.journal ?? [])].reverse()) {
    if (t.past !== null && e.at > t.past) continue;
    if (e.key === "phase" || e.key === "counter-battery") return null;
    if (["barrage", "defensive-fire", "melee", "attack"].includes(e.key)) out[e.key] = e.text;
    else if (["loses", "retreats", "rides-off", "abandoned", "overkill"].includes(e.key)) out.after.unshift(e.text);
    if (e.key === "attack") return out;
  }
  return null;
}

/** The three stages, filling in: what is committed before the dice, what they brought after them. @param {Table} t @param {any} h */
function combat(t, h) {
  const c = t.snap.board.combat, r = told(t);
  if (!c && !r) return null;
  const unit = (u) => pieceName(t.snap, u);
  const list = (ids) => ids.map(unit).join(", ") || "nobody";
  const mods = (ms) => ms.map((m) => `${m.text} ${m.value > 0 ? "+" : ""}${m.value}`).join(", ");
  const stage = (title, id, plan, done) => h("li", { class: done ? "rolled" : "" }, h("strong", {}, title), " ", t.parts.rules.link(id), h("div", { class: "small" }, done ?? plan));
  return h("section", { class: "track combat-stages" }, h("h2", {}, c ? `Combat at ${placeName(t, c.hex)}` : t.snap.decision?.ask === "CombatPhase" ? "The last combat" : "This combat"),
    c ? h("dl", { class: "small sides" }, h("dt", {}, "Attack"), h("dd", {}, list(c.attackers)), h("dt", {}, "Defence"), h("dd", {}, list(c.defenders))) : h("p", { class: "small" }, r?.attack),
    h("ol", {},
      stage("Barrage", "gwb.6.2e", c?.barrage.guns.length ? `${list(c.barrage.guns)}: strength ${c.barrage.strength}, die${sign(c.barrage.terrain)}` : r?.["defensive-fire"] || !c ? "No guns fired." : "No guns named yet.", r?.barrage),
      stage("Defensive fire", "gwb.6.3b", c ? `Strength ${c.fire.strength}${c.fire.support ? ` with ${unit(c.fire.support)}` : ""}${c.fire.modifiers.length ? `; ${mods(c.fire.modifiers)}` : ""}` : "Nobody stayed to fire.", r?.["defensive-fire"]),
      stage("Melee", "gwb.6.4b", c ? `${c.melee.attack} to ${c.melee.defence}: ${c.melee.odds}${c.melee.shifts.length ? ` after ${mods(c.melee.shifts)} to the left` : ""}; ${c.melee.retreat} retreat points` : "No melee.", r?.melee)),
    r?.after.length ? h("p", { class: "small" }, r.after.join(" ")) : null,
    c && !r?.melee ? h("p", { class: "small muted" }, `On the average the attacker loses ${c.expected.attacker.toFixed(1)} steps, the defender ${c.expected.defender.toFixed(1)}.`) : null);
}
