/** What The Great War adds to the page: whole stacks in two clicks, attacks in two, the rest by the machine, and the war on one page. */
import { MOST, pieceOf } from "../js/input/orders.js";
import { asks, words } from "./tgw-words.js";
import { events, panel } from "./tgw-panel.js";
import { GameUi } from "./game-ui.js";

/** @typedef {import("./game-ui.js").Table} Table */
/** @typedef {import("./game-ui.js").View} View */
/** @typedef {import("./game-ui.js").Order} Order */
/** @typedef {import("./game-ui.js").Button} Button */
/** @typedef {import("./game-ui.js").Touched} Touched */

/** Questions between the declaration of an attack and its die, and what says nothing more to each. */
const BEFORE_THE_DIE = { Support: "none", Kaiserschlacht: "none", Fly: "done", Offer: "pass" };
/** Phases of many small orders: what the machine does with the rest of them. */
const REST = {
  MoveUnits: "Machine moves the rest", Attacks: "Machine attacks on", PlaceUnits: "Place the rest for me", Railways: "Machine runs the trains", Replace: "Buy the rest for me",
  Transfer: "Share it for me", Reserve: "Fill it for me", Deploy: "Place the rest for me", Muster: null,
};
/** How much a counter is worth when a step is to be lost: the least goes first. @param {any} p */
const worth = (p) => (Number(p?.text?.split("-")[0]) || 0) + (p?.badges?.includes("shock") ? 3 : 0) + (p?.symbol === "tank" ? 4 : 0) - (p?.badges?.includes("reduced") ? 0.5 : 0);

/** Step by step instead of straight to the goal, until the stack has halted; units one by one instead of whole stacks, until the question has passed. */
const mode = { steps: false, single: false };
/** What a touch on a stack means for all of it. */
const WHOLE = { Assemble: "add", Advance: "advance" };

/** @param {Table} t @param {string} verb */
const has = (t, verb) => t.orders.all.some((o) => o.verb === verb);

/** Orders of an attack: all who can join, and on to the die. @param {Table} t @param {boolean} roll */
async function attackWithAll(t, roll) {
  const here = t.snap.board.battle?.target;
  let gone = false;
  await t.together(() => {
    if (asks(t) === "Assemble" && !gone) {
      // whole stacks, and who joins alone; those who come along only with others are seen when these have joined
      const stacks = t.orders.all.filter((o) => o.verb === "add-all"), places = new Set(stacks.map((o) => o.words[1]));
      const more = [...stacks, ...t.orders.all.filter((o) => o.verb === "add" && !places.has(t.pieceById(o.words[1])?.at ?? ""))];
      if (more.length) return more.map((o) => o.text).slice(0, MOST);
      gone = true;
      return "go";
    }
    return roll && gone && t.snap.board.fight?.target === here ? quiet(t) : null;
  });
}

/** What says nothing more before the die. @param {Table} t */
const quiet = (t) => {
  const word = BEFORE_THE_DIE[asks(t)];
  return t.snap.board.fight && !t.snap.board.fight.resolved && word && t.orders.all.some((o) => o.text === word) ? word : null;
};

/** Which attack of which phase it is. @param {Table} t */
const fightOf = (t) => [t.stage, t.snap.board.fight?.target, ...(t.snap.board.fight?.attackers ?? [])].join(" ");

/** Nothing more is said before the die of this fight; the next one is asked about again. @param {Table} t */
function rollThis(t) {
  const here = fightOf(t);
  return t.together(() => (fightOf(t) === here ? quiet(t) : null));
}

/** The weakest lose first, until the losses are paid. @param {Table} t */
function loseWeakest(t) {
  const seat = t.snap.decision?.seat;
  return t.together(() => {
    if (asks(t) !== "Lose" || t.snap.decision?.seat !== seat) return null;
    const list = t.orders.all.filter((o) => o.verb === "lose");
    list.sort((a, b) => worth(t.pieceById(a.words[1])) - worth(t.pieceById(b.words[1])));
    const { attackers, defenders, losses, target, two_step: two } = t.snap.board.fight;
    const k = attackers.includes(list[0]?.words[1]) ? 0 : 1, at = (id) => t.pieceById(id)?.at ?? "";
    const alive = k ? defenders.filter((id) => at(id) === target) : attackers.filter((id) => t.geo.has(at(id)));
    // the first loss may be bound to some of them: who is weakest of all is seen after it
    if (list.length < alive.length) return list[0]?.text ?? null;
    // who has lost one of two steps is the weakest still
    const steps = (id) => (two.includes(id) && !t.pieceById(id)?.badges.includes("reduced") ? 2 : 1);
    return list.flatMap((o) => Array(steps(o.words[1])).fill(o.text)).slice(0, Math.min(MOST, losses[k]));
  });
}

/** All who can go in; the strongest first, for there is not always room. @param {Table} t */
function advanceAll(t) {
  let n = 0;
  return t.together(() => {
    if (asks(t) !== "Advance" || n++ > 12) return null;
    const list = t.orders.all.filter((o) => o.verb === "advance");
    list.sort((a, b) => worth(t.pieceById(b.words[1])) - worth(t.pieceById(a.words[1])));
    return list.length ? list.map((o) => o.text).slice(0, MOST) : "done"; // by itself: the question may be another when all are in
  });
}

/** The order that takes up the whole stack of a counter. @param {Table} t @param {string} piece */
const pickUpOrder = (t, piece) => t.orders.on(t.pieceById(piece)?.at ?? "", null).find((o) => ["stack", "rail"].includes(o.verb))?.text ?? null;

class Tgw extends GameUi {
  /** @override @type {"place"} */
  drags = "place";
  /** @override @param {Table} t @param {string} piece */
  nextPickUp(t, piece) { return pickUpOrder(t, piece); }
  /** @override */
  concedeWarning = "The war ends at once and the other side has won.";
  /** @override */
  turnName(snap) { return snap.board?.letter && snap.board.phase > 9 ? `Strategic Turn ${snap.board.letter}` : `${snap.board?.season ?? ""}`; }
  /** @override @param {Order} o @param {Table} t */
  orderText(o, t) { return words(o, t); }
  /** Whole stacks are meant, never one counter. @override */
  subject() { return null; }
  /** An attack is the attacker's affair. @override */
  actingSeat(snap) { return pieceOf(snap, snap.board?.fight?.attackers?.[0])?.side; }
  /** @override @param {Table} t */
  questionPlaces(t) { return [t.snap.board?.battle?.target ?? t.snap.board?.fight?.target].filter(Boolean); }
  /** One ring for a stack: around its top counter. @override @param {Table} t */
  questionPieces(t) {
    const ids = t.snap.board?.battle?.movers ?? t.snap.board?.battle?.units ?? t.snap.board?.fight?.attackers ?? [];
    return [...new Set(ids.map((id) => { const at = t.pieceById(id)?.at; return at === t.field.open ? id : t.field.stacks.get(at)?.at(-1)?.id ?? id; }))];
  }
  /** The figures of a counter in words. @override @param {string} text */
  counterText(text, p) {
    const m = /^(\d+)-(\d+)(?:-(\d+))?$/.exec(text);
    if (!m) return null;
    if (p.symbol === "hq") return `shifts the odds by ${m[1]}, moves ${m[2]}`;
    return m[3] ? `attacks with ${m[1]}, defends with ${m[2]}, moves ${m[3]}` : `attacks and defends with ${m[1]}, moves ${m[2]}`;
  }
  /** @override @param {Table} t @returns {[string, () => boolean] | null} */
  callOff(t) {
    if (asks(t) === "March" || asks(t) === "Ride" || asks(t) === "Sail") return ["Choose another", () => ["March", "Ride", "Sail"].includes(asks(t))];
    return asks(t) === "Assemble" ? ["Call the attack off", () => asks(t) === "Assemble"] : null;
  }

  /** A touch goes straight to the goal, or adds the whole stack; a touch on another stack puts the first one down. @override @param {View} t @param {Touched} what @returns {import("./game-ui.js").Intent | null} */
  meaning(t, { piece, place }) {
    if (!t.mine || t.drag.several.size) return null;
    const ask = asks(t);
    if (ask !== "March") mode.steps = false;
    if (!WHOLE[ask]) mode.single = false;
    const at = piece ? t.pieceById(piece)?.at : place;
    /** @param {string} text @returns {import("./game-ui.js").Intent | null} */
    const send = (text) => { const order = t.orders.all.find((x) => x.text === text); return order ? { do: "send", order } : null; };
    if (!at) return null;
    if (WHOLE[ask] && !mode.single) return send(`${WHOLE[ask]}-all ${at}`);
    if (ask !== "March" || t.pieceById(t.snap.board?.battle?.movers?.[0])?.at === at) return null;
    const go = send(`${mode.steps ? "step" : "to"} ${at}`);
    if (go) return go;
    const own = (t.field.stacks.get(at) ?? []).some((p) => p.side === t.snap.decision.seat);
    if (t.lesson?.step || !own || !t.now.undo || t.snap.board.battle?.moved) return null;
    return { do: "call-off", still: () => asks(t) === "March", then: `stack ${at}` };
  }
  /** Counters that a drag takes along: the whole stack. @override @param {Table} t @param {string} piece */
  draggable(t, piece) { return Boolean(pickUpOrder(t, piece)) || (asks(t) === "March" && t.snap.board.battle?.movers?.includes(piece)); }
  /** A stack is taken up as a whole. @override @param {Table} t @param {string} piece */
  pickUpOrder(t, piece) { return pickUpOrder(t, piece); }
  /** @override @param {Table} t */
  pickedUp(t) { return ["March", "Ride", "Sail"].includes(asks(t)) ? t.snap.board.battle?.movers ?? [] : []; }
  /** @override @param {Table} t @param {string} piece @param {string} place */
  drop(t, piece, place) {
    if (["March", "Ride", "Sail"].includes(asks(t))) return [`to ${place}`];
    const up = pickUpOrder(t, piece);
    return up ? [up, `to ${place}`] : [];
  }
  /** How many go along with a counter. @override @param {Table} t @param {string} piece */
  stackSize(t, piece) { return (t.field.stacks.get(t.pieceById(piece)?.at ?? "") ?? []).length; }

  /** @override @param {Table} t @returns {Button[]} */
  buttons(t) {
    if (t.lesson?.step) return [];
    const ask = asks(t);
    /** @type {any[]} */
    const out = [];
    if (ask === "March" && has(t, "step")) out.push([mode.steps ? "Straight to the goal" : "Step by step", () => { mode.steps = !mode.steps; t.parts.prompt.drawAnswers(); }]);
    if (ask === "Assemble") {
      const n = new Set(t.orders.all.flatMap((o) => o.pieces)).size + (t.snap.board.battle?.units?.length ?? 0);
      const some = t.snap.board.battle?.units?.length;
      out.push([some ? "Add the others and roll" : `Attack with all ${n}: roll`, () => attackWithAll(t, true), "go"], [some ? "Add the others" : "With all, then support …", () => attackWithAll(t, false)]);
      if (has(t, "add-all") || mode.single) out.push([mode.single ? "Whole stacks" : "One by one", () => { mode.single = !mode.single; t.parts.prompt.drawAnswers(); }]);
      if (some && !has(t, "add")) out.splice(0, out.length);
    }
    if (quiet(t)) out.push(["Nothing more: roll", () => rollThis(t)]);
    if (ask === "Lose" && t.orders.all.length > 1) out.push(["The weakest", () => loseWeakest(t), "go"]);
    if (ask === "Advance" && has(t, "advance")) out.push(["Advance with all that fit", () => advanceAll(t), "go"], [mode.single ? "Whole stacks" : "One by one", () => { mode.single = !mode.single; t.parts.prompt.drawAnswers(); }]);
    if (REST[ask] && t.now.seats.length > 1) out.push([REST[ask], () => t.parts.standing.give("*", "phase")]);
    if ((ask === "Lose" || ask === "Offer") && t.now.seats.length > 1) out.push([ask === "Lose" ? "All losses of this phase for me" : "No events in this phase", () => (ask === "Lose" ? t.parts.standing.give("Lose", "phase") : t.parts.standing.say("Offer", "pass", "phase"))]);
    return out;
  }

  /** Odds of the attack that is being put together; with nobody in it yet, with all who could join. @override @param {Table} t */
  oddsQuery(t) {
    const b = t.snap.board;
    if (asks(t) === "Assemble") return b.battle?.units?.length ? "" : `attack ${b.battle?.target}`;
    return b.fight && !b.fight.resolved && BEFORE_THE_DIE[asks(t)] ? "" : null; // an event may be offered after the die as well
  }
  /** @override @param {Table} t @param {Order} o */
  oddsQueryFor(t, o) {
    const battle = t.snap.board?.battle;
    if (o.verb === "attack" && asks(t) === "Attacks") return `attack ${o.words[1]}`;
    if (o.verb === "add" && battle?.target) return ["attack", battle.target, ...(battle.units ?? []), o.words[1]].join(" ");
    return null;
  }
  /** @override */
  resultText(r) {
    const m = /^(\d+)\/(\d+|E)/.exec(r.text);
    return m ? `attacker loses ${m[1]}, defender ${m[2] === "E" ? "all" : m[2]}${r.emptied && m[2] !== "E" ? ": emptied" : ""}` : null;
  }
  /** @override */
  expectedLabels = { attacker: "attacker loses", defender: "defender loses", taken: "-" };
  /** @override */
  resultKey = "Steps lost by attacker : defender";
  /** @override @param {Table} _t @param {any[]} results */
  winChance(_t, _odds, results) {
    const chance = Math.round(results.filter((r) => r.emptied).reduce((n, r) => n + r.percent, 0));
    return chance ? `In ${chance} % the hex is emptied, and the attackers may go in.` : "No roll empties the hex: nobody retreats in this war.";
  }
  /** @override */
  briefOdds(o) { return o.results?.length ? `${Math.round(100 * (o.expected?.taken ?? 0))} % to empty it; loses ${Number(o.expected?.attacker ?? 0).toFixed(1)} to ${Number(o.expected?.defender ?? 0).toFixed(1)}` : ""; }

  /** Whoever stands alone in a hex need not be named again when it is placed anew. @override @param {Order} o @param {Table} t */
  followUpOrders(o, t) {
    const men = o.verb === "deploy" ? t.snap.board.pieces.filter((p) => p.at === o.words[1] && p.side === t.snap.decision?.seat) : [];
    return men.length === 1 ? [`unit ${men[0].id}`] : null;
  }
  /** Up to so many counters that lie in boxes have buttons of their own beside the tray. @override */
  maxBoxButtons = 4;
  /** The map shows forts that stand. @override */
  markers(board) { return (board?.markers ?? []).filter((m) => m.kind !== "fort" || m.state !== "intact"); }

  /** Lists that would fill the bar stand behind one button. @override @param {Order} o */
  listButton(o) { return ({ shock: "Make shock-troops …", dismount: "Dismount cavalry …", muster: "Set up one by one …", give: "Send a point …", reserve: "Into the reserve …", release: "Out of the reserve …" })[o.verb] ?? null; }
  /** @override @param {Order} o */
  buttonRank(o) { return ["eliminate", "perish", "call-off", "stay", "none", "land", "pass"].includes(o.verb) ? 1 : 0; }
  /** @override @param {Order} o */
  neverForced(o) { return ["lose", "eliminate", "go", "attack", "call-off", "treaty"].includes(o.verb); }
  /** @override */
  isLogHeading(e) { return e.key === "turn" || e.key === "phase" || e.key === "letter"; }
  /** @override */
  plots = { vp: "Victory points", units: "Units on the map", dead: "Units in the dead piles", rp: "Resource Points" };

  /** @override @param {Table} t */
  overlays(t) {
    return [
      ["reach", "Reach of the chosen unit"], ["area", "Where the chosen unit may be"],
      ...["allied", "central"].map((s) => [`control ${s}`, `Control: ${t.seatTitle(s)}`]),
      ...["allied", "central"].map((s) => [`rails ${s}`, `Rails open to ${t.theSeat(s)}`]),
      ["closed", "Closed to everybody"],
      ...["GE", "AH", "TU", "BU", "FR", "BR", "RU", "IT", "BE", "SR", "RO", "US"].filter((n) => t.snap.board?.allegiance?.[n] !== "neutral").map((n) => [`supply ${n}`, `Supply: ${t.game?.nations?.[n.toLowerCase()]?.title ?? n}`]),
    ];
  }

  /** @override @param {Table} t @param {any} tools */
  panel(t, tools) { return panel(t, tools); }
  /** @override @type {import("./game-ui.js").Page[]} */
  pages = [["events", "Events", events]];
}

/** @type {import("./game-ui.js").Known<Tgw>} */
const game = new Tgw();
export default game;
