/** What World War 1914-1918 adds to the page: its words, the turn track, and the resource points of the nations. */
import { capital } from "../js/elements/dom.js";
import { nationName, pieceName, placeName } from "../js/input/orders.js";
import { GameUi } from "./game-ui.js";

/** @typedef {import("./game-ui.js").Table} Table */
/** @typedef {import("./game-ui.js").Order} Order */
/** @typedef {import("./game-ui.js").Button} Button */

const SPECIAL = { "br-bef": "the British Expeditionary Force", "fr-tank": "the French tanks", "ge-stoss": "German Stosstruppen" };
/** What can be built, in words: an army of a nation, or one of its kinds. @param {Table} t @param {string} kind */
const counter = (t, kind) => {
  const of = t.game?.nations?.[kind]?.adjective;
  return SPECIAL[kind] ?? (of ? `${/^[AEIOU]/.test(of) ? "an" : "a"} ${of} army` : kind);
};
const points = (n) => `${n} ${Number(n) === 1 ? "point" : "points"}`;
const hexes = (n) => `${n} ${Number(n) === 1 ? "hex" : "hexes"}`;

/** Orders in words, by their verb. @type {Record<string, (w: string[], place: (p: string) => string, unit: (u: string) => string, t: any) => string>} */
const WORDS = {
  move: (w, _p, unit) => `Move the ${unit(w[1])}`,
  to: (w, place) => `March to ${place(w[1])}`,
  via: (w, place) => `Go by way of ${place(w[1])}`,
  invade: (w, place) => `Violate neutrality: enter ${place(w[1])}`,
  sea: (w, place) => `By sea to ${place(w[1])}`,
  transit: () => "Into the Transit Area",
  past: () => "March past: take nothing on the way",
  disband: () => "Disband the army",
  stay: () => "Stay where it is",
  done: (_w, _p, _u, t) => ([1, 2].includes(t.snap.board?.phase) ? "End the movement phase" : t.snap.board?.phase === 10 ? "Done" : "End the attack phase"),
  attack: (w, place) => `Attack ${place(w[1])}`,
  add: (w, _p, unit) => `Add the ${unit(w[1])}`,
  go: () => "Attack: roll the die",
  infiltrate: () => "Attack with infiltration",
  retreat: (w) => `Retreat ${hexes(w[1])}`,
  stand: () => "Stand and pay",
  destroy: () => "Lose the army",
  "give-up": () => "Give the fortification up",
  lose: (w, _p, unit) => `Lose the ${unit(w[1])}`,
  pay: (w, _p, _u, t) => `${nationName(t, w[1])} pays${w[2] ? ` ${points(w[2])}` : ""}`,
  step: (w, place) => `Retreat to ${place(w[1])}`,
  displace: (w, place, unit) => `The ${unit(w[1])} makes room: to ${place(w[2])}`,
  advance: (w, place, unit) => `The ${unit(w[1])} advances to ${place(w[2])}`,
  follow: (w, _p, unit) => `The ${unit(w[1])} follows`,
  halt: () => "Halt: no advance",
  build: (w, place, _u, t) => `Build ${counter(t, w[1])} in ${place(w[2])}`,
  rebuild: (w, place) => `Rebuild the fortification of ${place(w[1])}`,
  lend: (w, _p, _u, t) => `${nationName(t, w[1])} lends to ${nationName(t, w[2])}`,
  amount: (w) => (w[1] ? `Lend ${points(w[1])}` : "Points"),
  place: (w, place) => `Place it in ${place(w[1])}`,
  arrive: (w, place) => `Arrive in ${place(w[1])}`,
  garrison: (w, _p, unit) => `Garrison: the ${unit(w[1])}`,
};

/** What can be ordered with a verb. @param {Table} t @param {string} verb @returns {string[]} */
const verbs = (t, verb) => t.orders.all.filter((o) => o.verb === verb).map((o) => o.text);

/** Side of the table that a row of the resource track belongs to, in the order in which they are shown. */
const SIDES = [["allied", "Allies"], ["central", "Central Powers"], ["neutral", "Neutral"]];

class Wwi extends GameUi {
  /** @override @type {"place"} */
  drags = "place";
  /** @override */
  attackWithAllHint = "attack with all who can, and roll";
  /** @override */
  plots = { crp: "Combat Resource Points", vp: "Victory Points", armies: "Armies on the map", lost: "Armies lost per turn" };
  /** @override */
  turnName(snap) { return `Turn ${snap.turn} · ${capital(snap.board?.season ?? "")}`; }
  /** The army that the question is about. @override */
  subject(snap) { return snap.board?.battle?.mover ?? null; }
  /** Hexes that the question is about. @override @param {Table} t */
  questionPlaces(t) { return [t.snap.board?.battle?.target, t.snap.board?.fight?.target].filter(Boolean); }

  /** Armies that take part in the attack. @override @param {Table} t */
  questionPieces(t) { return t.snap.board?.battle?.units ?? t.snap.board?.fight?.attackers ?? []; }

  /** @override @param {Order} o @param {Table} t */
  orderText(o, t) {
    const words = WORDS[o.verb];
    if (!words) return null;
    return words(o.words, (p) => placeName(t, p), (u) => pieceName(t.snap, u), t);
  }

  /** Odds are asked for the attack being put together. @override @param {Table} t */
  oddsQuery(t) { return t.snap.board?.battle?.target ? "" : null; }
  /** And for what it would be with the army that is pointed at. @override @param {Table} t @param {Order} o */
  oddsQueryFor(t, o) {
    const battle = t.snap.board?.battle;
    if (o.verb === "add" && battle?.target) return ["attack", battle.target, ...battle.units, o.words[1]].join(" ");
    if (o.verb === "infiltrate" && battle?.target) return ["attack", battle.target, ...battle.units, "infiltrate"].join(" ");
    if (o.verb === "attack") return `attack ${o.words[1]}`; // with all that could join
    return null;
  }

  /** The hex is won where the defender cannot or will not pay. @override @param {Table} t @param {any[]} results */
  winChance(t, odds, results) {
    const target = t.snap.board?.battle?.target ?? /attack (\d{4})/.exec(odds.asked ?? "")?.[1];
    const army = t.snap.board.pieces.find((p) => p.at === target);
    const own = army ? t.snap.board.tracks?.find((x) => x.id === "crp")?.rows.find((r) => r.id === army.nation)?.value ?? 0 : 0;
    const share = (least) => Math.round(results.filter((r) => Number(/^\d+\/(\d+)/.exec(r.text)?.[1] ?? 0) >= least).reduce((n, r) => n + r.percent, 0));
    const some = share(1), sure = army ? share(own + 1) : some;
    if (!some) return "The defender loses nothing with any roll, and keeps the hex.";
    return army ? `In ${some} % the defender must pay or give up the hex; in ${sure} % it loses more than the ${points(own)} it has of its own. A lost point is a Combat Resource Point or, for the defender, a hex of retreat.` : `In ${some} % the fortification falls, unless it is paid for.`;
  }
  /** What the two figures of a result are, where there is no room for words. @override */
  resultKey = "Points lost by attacker : defender";
  /** A result of the table in words. @override */
  resultText(r) {
    const m = /^(\d+)\/(\d+)/.exec(r.text);
    return m ? `attacker loses ${m[1]}, defender ${m[2]}${r.text.slice(m[0].length)}` : null;
  }

  /** All armies that could join an attack, at once; and with the die. @override @param {Table} t @returns {Button[]} */
  buttons(t) {
    const adds = verbs(t, "add");
    const battle = t.snap.board.battle;
    if (!adds.length || !battle?.target) return [];
    const n = adds.length + battle.units.length;
    /** @type {import("./game-ui.js").Button} */
    const roll = [adds.length > 1 && !battle.units.length ? `Attack with all ${n}: roll` : `Add ${adds.length > 1 ? `the other ${adds.length}` : "the last"} and roll`, () => t.takeAll([...adds, "go"]), "go"];
    return adds.length > 1 ? [roll, [`Add all ${adds.length}`, () => t.takeAll(adds)]] : [roll];
  }
  /** The attack with all who can, to the die. @override @param {Table} t @param {string} place */
  attackWithAll(t, place) {
    const first = t.orders.all.find((o) => o.text === `attack ${place}`);
    let stage = 0;
    return first ? { first, next: () => [first.text, [...verbs(t, "add"), "go"]][stage++] ?? null } : null;
  }
  /** A loss that several nations may share. @override @param {Table} t */
  sharedAmount(t) {
    const fight = t.snap.board?.fight;
    if (!fight || !["AttackerLoss", "PayRest"].includes(t.snap.decision?.ask)) return null;
    const attacker = t.pieceById(fight.attackers[0])?.side === t.snap.decision.seat;
    return { verb: "pay", total: fight.losses[attacker ? 0 : 1] };
  }
  /** A counter dropped on a hex: the orders that bring it there. @override @param {Table} t @param {string} piece @param {string} place */
  drop(t, piece, place) {
    return (t.orders.of(piece).some((o) => o.verb === "move") ? [`move ${piece}`, `to ${place}`]
      : t.snap.board.battle?.mover === piece ? [`to ${place}`]
      : t.orders.all.filter((o) => o.pieces[0] === piece && o.places.includes(place)).map((o) => o.text).slice(0, 1));
  }
  /** What a stack is worth. @override @param {any[]} pieces */
  stackTotals(pieces) {
    const total = (i) => pieces.reduce((n, p) => n + (Number(String(p.text).split("-")[i]) || 0), 0);
    return `attack ${total(0)}, defend ${total(1)}`;
  }
  /** The figures of a counter in words. @override @param {string} text */
  counterText(text) {
    const m = /^(\d+)-(\d+)$/.exec(text);
    return m ? `attacks with ${m[1]}, defends with ${m[2]}` : null;
  }
  /** An attack that is being put together can be called off. @override @param {Table} t @returns {[string, () => boolean] | null} */
  callOff(t) { return t.snap.board?.battle?.target ? ["Call the attack off", () => Boolean(t.snap.board?.battle?.target)] : null; }

  /** The map shows forts and centres; markers show what changed hands or was destroyed. @override @param {Table} t */
  markers(board, t) {
    const before = new Map((t.start?.board?.markers ?? []).map((m) => [m.id, m.state]));
    return (board?.markers ?? []).filter((m) => (m.kind === "fort" ? m.state !== "intact" : m.kind === "centre" ? before.has(m.id) && before.get(m.id) !== m.state : true))
      .map((m) => (m.kind === "centre" ? { ...m, text: m.state === "allied" ? "A" : m.state === "central" ? "C" : "–", kind: "control" } : m));
  }

  /** What costs an army comes last, and is not put forward. @override @param {Order} o */
  buttonRank(o) { return ["destroy", "lose", "give-up"].includes(o.verb) ? 2 : ["halt", "stay"].includes(o.verb) ? 1 : 0; }

  /** @override @param {Order} o */
  neverForced(o) { return ["go", "infiltrate", "halt", "invade"].includes(o.verb); }

  /** @override */
  isLogHeading(e) { return e.key === "turn" || e.key === "phase"; }

  /** @override @param {Table} t */
  overlays(t) {
    return [
      ...["allied", "central"].map((s) => [`zones ${s}`, `Zones of control: ${t.seatTitle(s)}`]),
      ...["allied", "central"].map((s) => [`control ${s}`, `Control: ${t.seatTitle(s)}`]),
      ["reach", "Reach of the chosen army"], ["rails", "Railways"],
      ...["allied", "central"].map((s) => [`targets ${s}`, `Can be attacked by: ${t.seatTitle(s)}`]),
      ...["fr", "br", "rs", "bl", "sb", "it", "rm", "gk", "us", "ge", "ah", "tu", "bu"].map((n) => [`supply ${n}`, `Supply: ${nationName(t, n).replace(/^the /, "")}`]),
    ];
  }

  /** @override @param {Table} t */
  panel(t, { h, turnTrack, nationClass, scores }) {
    const b = t.snap.board;
    const crp = b.tracks?.find((x) => x.id === "crp")?.rows ?? [];
    const vp = b.tracks?.find((x) => x.id === "vp")?.rows ?? [];
    const most = Math.max(20, ...crp.map((r) => r.value));
    const last = b.fight ? [...(t.snap.journal ?? [])].reverse().find((e) => e.key === "attack") : null;
    return [
      last ? h("section", { class: "track" }, h("h2", {}, "The combat in question"), h("p", { class: "small" }, last.text, " ", last.rules.map((r) => t.parts.rules.link(r)))) : null,
      turnTrack((b.turns ?? []).map(brief), t.snap.turn, "Turn"),
      h("div", {}, scores(t), vp.length ? h("details", { class: "parts" }, h("summary", { class: "small muted" }, "Where the points come from"), h("table", { class: "small num" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, ""), h("th", { scope: "col" }, "Allies"), h("th", { scope: "col" }, "Central"))),
        h("tbody", {}, vp.map((r) => h("tr", {}, h("th", { scope: "row" }, `${r.title} `, t.parts.rules.link(r.rule)), h("td", {}, r.allied), h("td", {}, r.central)))))) : null),
      h("section", { class: "track" }, h("h2", {}, "Combat Resource Points"),
        SIDES.map(([side, title]) => {
          const rows = crp.filter((r) => r.side === side && (side !== "neutral" || r.value > 0));
          if (!rows.length) return null;
          return h("div", { class: "side" }, h("p", { class: "small side-head" }, h("span", {}, title), h("span", { class: "muted num" }, side === "neutral" ? "" : `${b.totals?.[side] ?? ""} together${b.superior === side ? ", superior" : ""}`)),
            h("ul", { class: "rows crp" }, rows.map((r) => h("li", { title: `${r.title}: ${r.armies} armies on the map, ${r.pool} can be rebuilt, income ${r.income}` },
              h("span", { class: "name" }, h("span", { class: `swatch ${nationClass(r.id)}`, "aria-hidden": "true" }, r.id.toUpperCase()), h("span", {}, nationName(t, r.id).replace(/^the /, ""))),
              h("span", { class: "bar-box", "aria-hidden": "true" }, h("span", { class: `bar-fill ${nationClass(r.id)}`, vars: { share: r.value / most } })),
              h("span", { class: "num" }, r.value), h("span", { class: "num muted small" }, r.income ? `+${r.income}` : "")))));
        })),
      b.russia?.collapsed || b.russia?.surrendered ? h("section", {}, h("h2", {}, "Russia"), h("p", { class: "small" }, b.russia.surrendered ? "Russia has surrendered." : "Russia has collapsed.")) : null,
    ];
  }
}

/** @type {import("./game-ui.js").Known<Wwi>} */
const game = new Wwi();
export default game;

/** `winter 1914-15` fits a small box as `Winter 14/15`. @param {string} season */
const brief = (season) => capital(season).replace(/19(\d\d)-(\d\d)$/, "$1/$2");
