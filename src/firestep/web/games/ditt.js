/** What Death in the Trenches adds to the page: its words, marches of a whole stack, the dice, and the state of the war on one page. */
import { capital } from "../js/elements/dom.js";
import { pieceName, pieceOf, placeName } from "../js/input/orders.js";
import { GameUi } from "./game-ui.js";

/** @typedef {import("./game-ui.js").Table} Table */
/** @typedef {import("./game-ui.js").View} View */
/** @typedef {import("./game-ui.js").Order} Order */
/** @typedef {import("./game-ui.js").Button} Button */
/** @typedef {import("./game-ui.js").Touched} Touched */

const divs = (n) => (n ? `${n} ${Number(n) === 1 ? "Div" : "Divs"}` : "Divs");
const SEAS = { adriatic: "the Adriatic", baltic: "the Baltic", black: "the Black Sea", med: "the Mediterranean", north: "the North Sea", mediterranean: "the Mediterranean" };
/** Names that fit into a column of the War page. */
const BRIEF = { br: "Britain", tu: "Turkey", us: "U. States" };
const BRIEF_SEAS = { north: "North", baltic: "Baltic", black: "Black", mediterranean: "Mediterr.", adriatic: "Adriatic" };

/** @param {Table} t @param {string} id */
const nation = (t, id) => t.game?.nations?.[id]?.title ?? id.toUpperCase();
/** Counters that are not on the map have no piece: the nation and what stands behind the dash name them. @param {Table} t @param {string} id */
const unit = (t, id) => (t.pieceById(id) ? `the ${pieceName(t.snap, id)}` : `the ${t.game?.nations?.[id.split("-")[0]]?.adjective ?? ""} ${ordinal(id.split("-").slice(1).join(" "))}`);
/** @param {string} n */
const ordinal = (n) => (/^\d+$/.test(n) ? `${n}${{ 1: "st", 2: "nd", 3: "rd" }[/1\d$/.test(n) ? 0 : Number(n) % 10] ?? "th"} Army` : capital(n));
/** @param {Table} t @param {string} id */
const coin = (t, id) => rows(t, "coins").find((r) => r.id === id)?.title ?? capital(id.replace(/^[ce]p-/, "").replaceAll("-", " "));
/** @param {Table} t @param {string} id */
const rows = (t, id) => t.snap.board?.tracks?.find((x) => x.id === id)?.rows ?? [];
/** @param {View} t */
const asks = (t) => t.snap.decision?.ask;

/** A step onto an enemy. @param {View} t @param {import("./game-ui.js").Order} o */
const isAttack = (t, o) => o.verb === "step" && t.orders.price(o)?.kind === "attack";

/** Orders in words, by their verb. @type {Record<string, (w: string[], t: any) => string>} */
const WORDS = {
  arrest: () => "Arrest Putnik",
  roll: () => "Let the die decide",
  askari: (w, t) => `Begin at ${placeName(t, w[1])}`,
  challenge: (w, t) => `Challenge in ${SEAS[w[1]] ?? rows(t, "seas").find((r) => r.id === w[1])?.title ?? w[1]}`,
  create: (w, t) => `Form ${unit(t, w[1])}`,
  shift: (w, t) => `Shift Divs of ${unit(t, w[1])}`,
  feed: (w, t) => `Divs from Reserves to ${unit(t, w[1])}`,
  deploy: (w, t) => `Deploy ${unit(t, w[1])}`,
  lift: (w, t) => `Send ${unit(t, w[1])} to Reserves`,
  send: (w, t) => `Send Divs of ${unit(t, w[1])} to Reserves`,
  to: (w, t) => `${divs(w[2])} to ${unit(t, w[1])}`,
  from: (w, t) => `${divs(w[2])} from ${unit(t, w[1])}`,
  reserves: (w, t) => `${divs(w[1])} ${["CreateWith", "Disband"].includes(asks(t)) ? "from" : "to"} Reserves`,
  divs: (w) => divs(w[1]),
  german: (w) => `German ${divs(w[1])}`,
  place: (w, t) => `Place it at ${placeName(t, w[1])}`,
  box: () => "To the Reserve Box",
  keep: () => "Leave it in the box",
  stack: (w, t) => `March from ${placeName(t, w[1])}`,
  step: (w, t) => `March to ${placeName(t, w[1])}`,
  leave: (w, t) => `Leave ${unit(t, w[1])} behind`,
  collect: (w, t) => `Take ${unit(t, w[1])} along`,
  halt: () => "Halt here",
  attack: () => "Attack",
  join: () => "Only join your own",
  reinforce: (w, t) => `Reinforce ${unit(t, w[1])}`,
  withdraw: () => "General Withdrawal",
  declare: (w, t) => `Declare war on ${nation(t, w[1])}`,
  straits: () => "Declare the Straits outside the Near East",
  "great-retreat": () => "The Great Retreat of the Serbs",
  engineers: () => "Engineers into the Sinai",
  pipeline: () => "Pipeline into the Sinai",
  invade: (w, t) => `Invade by sea from ${placeName(t, w[1])}`,
  assault: (w, t) => `Assault from the Beach Head at ${placeName(t, w[1])}`,
  land: (w, t) => `Land at ${placeName(t, w[1])}`,
  fleet: () => "Attack with the fleet",
  hold: () => "Dig in beside the enemy",
  coin: (w, t) => `Play ${coin(t, w[1])}`,
  baron: () => "Send the Red Baron",
  dice: (w) => (w[1] ? `Roll ${w[1]} dice` : "Dice"),
  lose: (w, t) => (t.pieceById(w[1])?.divs ? `Lose ${divs(w[2])} of ${unit(t, w[1])}` : `Lose ${unit(t, w[1])}`),
  recall: (w, t) => `Recall ${divs(w[2])} of ${unit(t, w[1])}`,
  gain: (w, t) => `${divs(w[2])} to ${unit(t, w[1])}`,
  retreat: (w, t) => `Retreat to ${placeName(t, w[1])}`,
  perish: () => "Nowhere to go: lost",
  back: (w, t) => `Undo: ${unit(t, w[1])}`,
  besiege: () => "Hold out under siege",
  yield: () => "Let the Fort fall",
  ride: (w, t) => `By rail: ${unit(t, w[1])}`,
  point: (w, t) => (t.pieceById(w[1]) ? capital(unit(t, w[1])) : placeName(t, w[1])),
  name: (w, t) => `Name ${nation(t, w[1])}`,
  levy: () => "Levy the Armenians",
  decline: () => "Decline",
  pass: (_w, t) => (asks(t) === "Offer" ? "Play none" : asks(t) === "Challenge" ? "No challenge" : "Pass"),
  done: (_w, t) => (asks(t) === "Logistics" ? "End this step of Logistics" : "Done"),
};

/** Where a touch means something else than it would by itself: step by step, or Divs into an Army that could march. */
const mode = { seq: -1, steps: false, feed: false };
/** @param {View} t */
const now = (t) => {
  if (asks(t) !== "Pulse" && asks(t) !== "March") Object.assign(mode, { steps: false, feed: false });
  return mode;
};

class Ditt extends GameUi {
  /** @override */
  turnName(snap) { return `Turn ${snap.turn} · ${capital(snap.board?.season ?? "")}`; }
  /** The whole stack is meant, and ringed: no counter of it alone. @override */
  subject() { return null; }
  /** The figures of a counter in words. @override @param {string} text */
  counterText(text) {
    const m = /^(\d+)-(\d+)-(\d+)$/.exec(text);
    return m ? `Firepower ${m[1]} in attack, ${m[2]} in defence; takes ${m[3]} hits` : null;
  }
  /** @override @param {Table} t @returns {[string, () => boolean] | null} */
  callOff(t) { return asks(t) === "March" ? ["Choose another", () => asks(t) === "March"] : null; }
  /** An attack is the attacker's affair. @override */
  actingSeat(snap) { return pieceOf(snap, snap.board?.fight?.attackers?.[0])?.side; }
  /** @override @param {Table} t */
  questionPlaces(t) { return [t.snap.board?.battle?.target ?? t.snap.board?.fight?.target].filter(Boolean); }
  /** One ring for a stack: around its top counter. @override @param {Table} t */
  questionPieces(t) {
    const ids = t.snap.board?.battle?.movers ?? t.snap.board?.fight?.attackers ?? [];
    return [...new Set(ids.map((id) => { const at = t.pieceById(id)?.at; return at === t.field.open ? id : t.field.stacks.get(at)?.at(-1)?.id ?? id; }))];
  }

  /** @override @param {Order} o @param {Table} t */
  orderText(o, t) { return WORDS[o.verb]?.(o.words, t) ?? null; }

  /** Places further than one step, with the orders that lead there. @override @param {View} t */
  multiStepTargets(t) {
    const ways = t.snap.board?.battle?.ways;
    if (!t.mine || asks(t) !== "March" || (t.lesson?.step && !t.lesson.over) || now(t).steps) return {};
    /** @type {Record<string, string[]>} */
    const out = {};
    for (const [place, path] of Object.entries(ways ?? {})) out[place] = [...path.map((p) => `step ${p}`), "halt"];
    for (const o of t.orders.all) if (o.verb === "step") out[o.words[1]] = [o.text, "halt"];
    return out;
  }

  /** A touch on a stack marches with all of it; to feed one of its Armies there is a button. @override @param {View} t @param {Touched} what @returns {import("./game-ui.js").Intent | null} */
  meaning(t, { piece, place }) {
    if (!t.mine || asks(t) !== "Pulse" || now(t).feed || t.lesson?.step) return null;
    const at = (piece ? t.pieceById(piece)?.at : place) ?? "";
    const order = t.orders.all.find((o) => o.verb === "stack" && o.words[1] === at);
    return order && t.orders.on(at, null).filter((o) => !o.pieces.length).length <= 1 ? { do: "send", order } : null;
  }

  /** A finger has not seen the odds: it is asked before an attack. @override @param {View} t @param {Order} o @param {boolean} finger */
  needsConfirm(t, o, finger) { return finger && isAttack(t, o); }
  /** @override */
  delayTouchMoves = true;

  /** @override @param {Table} t @returns {Button[]} */
  buttons(t) {
    const m = now(t);
    if (t.clicks.waiting?.seq === t.now.seq) return [["March at once", () => t.clicks.setOut(), "go"], ["Take the march back", () => t.undoing.undo()]];
    const again = () => { t.clicks.highlight(); t.parts.prompt.drawAnswers(); t.emit("chosen"); };
    // who has done what he wanted says so once, not after every pulse of the enemy
    /** @type {(ask: string, word: string, text: string) => Button[]} */
    const rest = (ask, word, text) => (asks(t) === ask && !t.lesson && t.now.seats.length > 1 && t.orders.all.some((o) => o.text === word) ? [[text, () => t.parts.standing.say(ask, word, "phase"), "quiet"]] : []);
    if (asks(t) === "Pulse") {
      /** @type {Button} */
      const feed = [m.feed ? "Touch marches again" : "Reinforce an Army …", () => { m.feed = !m.feed; again(); }];
      return [...(t.orders.all.some((o) => o.verb === "reinforce") ? [feed] : []), ...rest("Pulse", "pass", "Pass until the pulses end")];
    }
    if (asks(t) === "Logistics") return rest("Logistics", "done", "No more Logistics");
    if (asks(t) === "March" && !t.lesson?.step) {
      return [[m.steps ? "Straight to the goal" : "Step by step", () => { m.steps = !m.steps; again(); }]];
    }
    return [];
  }

  /** Where a control for a number begins: the number of dice with the most hits to expect. @override @param {Table} t @param {string} key */
  startValue(t, key) { return key === "dice" ? t.snap.board?.battle?.best?.[t.snap.decision?.seat] : null; }

  /** The lines of a chit: each event with what it did, until the next phase. @override */
  eventLog = { begins: "chit", event: "event", vain: "no-event", ends: ["phase", "turn", "logistics"], over: (ask) => ["Pulse", "Logistics"].includes(ask) };

  /** Odds of the open combat. @override @param {Table} t */
  oddsQuery(t) { return ["DiceCount", "Offer"].includes(asks(t)) && t.snap.board?.fight ? "" : null; }
  /** And of the attack that is pointed at. @override @param {Table} t @param {Order} o */
  oddsQueryFor(t, o) { return isAttack(t, o) ? `attack ${o.words[1]} ${t.snap.board.battle.movers.join(" ")}` : null; }
  /** Of many numbers of dice those around the best. @override @param {any[]} results */
  shownResults(results) {
    const best = results.findIndex((r) => r.best);
    const from = Math.max(0, Math.min(best - 4, results.length - 7));
    return best < 0 ? results : results.slice(from, from + 7);
  }
  /** @override */
  resultText(r) { return r.dice ? `${r.best ? "★ " : ""}${r.dice} dice: ${r.hits.toFixed(1)} hits, ${Math.round(r.overroll)} % over` : null; }
  /** What the bars are. @override */
  barKey = "Hits to expect, chance to roll over the Firepower and hit nothing; the bar: the chance to hit.";
  /** @override */
  briefOdds(o) {
    const r = o.results?.find((x) => x.best);
    return r ? `${r.dice} dice: ${r.hits.toFixed(1)} hits` : "";
  }

  /** The map shows Forts that stand. @override */
  markers(board) {
    return (board?.markers ?? []).filter((m) => !["fort", "post"].includes(m.kind) || m.state !== "intact")
      .map((m) => (m.kind === "fort" || m.kind === "post" ? { ...m, kind: "fort", text: m.state === "besieged" ? "S" : "" } : m));
  }

  /** Declarations of war and counters for new Armies are many: one button opens the list. @override @param {Order} o */
  listButton(o) { return ["declare", "straits", "great-retreat", "withdraw"].includes(o.verb) ? "War and withdrawal …" : o.verb === "create" ? "Form a new Army …" : null; }
  /** Declarations of war and withdrawals come last. @override @param {Order} o */
  buttonRank(o) { return ["declare", "straits", "great-retreat", "withdraw"].includes(o.verb) ? 2 : ["perish", "yield", "decline"].includes(o.verb) ? 1 : 0; }
  /** @override @param {Order} o */
  neverForced(o) { return ["declare", "lose", "perish", "attack"].includes(o.verb); }
  /** @override */
  isLogHeading(e) { return e.key === "turn" || e.key === "phase"; }

  /** @override @param {Table} t */
  overlays(t) {
    return [
      ["reach", "Reach of the chosen Army"], ["area", "Where the chosen Army may be"], ["near-east", "The Near East"],
      ...["central", "entente"].map((s) => [`control ${s}`, `Control: ${t.seatTitle(s)}`]),
      ...["ge", "ah", "tu", "bu", "fr", "br", "rs", "it", "sb", "us"].map((n) => [`supply ${n}`, `Supply: ${nation(t, n)}`]),
    ];
  }

  /** Titles of the plots at the end that are not those of their first line. @override */
  plots = { entry: "Entry and revolution, to 70" };

  /** Its War page fills a small window: boxes of counters are closed there until they are needed. @override */
  compactPanel = true;

  /** The whole war on one page. @override @param {Table} t */
  panel(t, { h, nationClass }) {
    const b = t.snap.board;
    const cities = new Map((b.surrender ?? []).map((r) => [r.id, r]));
    const swatch = (id) => h("span", { class: `swatch ${nationClass(id)}`, "aria-hidden": "true" }, id.slice(0, 2).toUpperCase());
    const head = (...titles) => h("thead", {}, h("tr", {}, titles.map(([short, long]) => h("th", { scope: "col", title: long ?? null }, short))));
    const state = (r) => {
      if (r.surrendered) return "gave up";
      if (r.id === "rs") return b.russia?.collapsed ? "fell" : `${b.russia?.cities ?? 0} lost`;
      const c = cities.get(r.id);
      return c ? `${c.value} of ${c.need}` : r.side === "neutral" ? "neutral" : "–";
    };
    const weather = { sun: "heat", snow: "snow" }[b.weather];
    const coins = rows(t, "coins");
    const [waiting, come] = [rows(t, "entry").filter((r) => r.value >= 0), rows(t, "entry").filter((r) => r.value < 0)];
    return [
      h("section", { class: "war-now small" }, h("p", {}, h("strong", {}, `Turn ${t.snap.turn} of ${b.turns?.length}`), `, ${b.season}${weather ? `, ${weather}` : ""}; ${b.first === "central" ? "Central" : t.seatTitle(b.first)} first, ${b.cup} chits left. Today: ${b.standing}. `, t.parts.rules.link("ditt.17.0d"))),
      h("section", { class: "track" }, h("table", { class: "war-powers num" },
        h("caption", { class: "visually-hidden" }, "Great Powers"),
        head(["Power"], ["Divs", "Divs on the map and in Reserves"], ["Max", "Army Max: how many Divs it may have"], ["Limit", "The most Divs that it may recruit in one turn"], ["Res.", "Divs in Reserves; after the plus those that may not come yet"], ["Cities", "Surrender Cities lost, of those whose loss is its surrender"]),
        h("tbody", {}, rows(t, "powers").map((r) => h("tr", { class: r.side }, h("th", { scope: "row" }, swatch(r.id), " ", BRIEF[r.id] ?? r.title),
          h("td", {}, r.total), h("td", {}, r.max), h("td", { class: "muted" }, r.limit), h("td", {}, r.reserves, r.frozen ? h("span", { class: "muted" }, `+${r.frozen}`) : null), h("td", { class: r.surrendered ? "gone" : "" }, state(r))))))),
      h("section", { class: "track" }, h("h2", {}, "Entry and revolution, to 70"), h("ul", { class: "war-marks small" }, waiting.map((r) =>
        h("li", { title: `${r.title}: ${r.value} of 70` }, swatch(r.id), h("span", { class: "bar-box", "aria-hidden": "true" }, h("span", { class: `bar-fill ${nationClass(r.id)}`, vars: { share: Math.max(0, Math.min(1, r.value / 70)) } })),
          h("span", { class: "num" }, r.value), h("span", { class: "visually-hidden" }, r.title), r.id === "rs" ? h("span", { class: "muted" }, "rev.") : null))),
      come.length ? h("p", { class: "small muted war-come" }, "Decided: ", come.map((r) => h("span", { title: r.title }, swatch(r.id), h("span", { class: "visually-hidden" }, `${r.title} `)))) : null),
      h("section", { class: "track" }, h("h2", {}, "Seas and air"), h("ul", { class: "war-seas small" }, rows(t, "seas").map((r) =>
        h("li", { title: r.title }, h("span", {}, BRIEF_SEAS[r.id] ?? r.title), h("strong", { class: `sea-${r.value}` }, r.value === "parity" ? "parity" : r.value === "central" ? "Central" : "Entente"))),
      h("li", {}, h("span", {}, "Air"), h("strong", { class: b.air ? `sea-${b.air.side}` : "", title: b.air?.title ?? null }, b.air ? `${b.air.side === "central" ? "Central" : "Entente"} +${b.air.value}` : "nobody")))),
      h("section", { class: "track" }, h("h2", {}, "Coins"), ["central", "entente"].map((side) => h("p", { class: "small war-coins" }, h("strong", {}, `${t.seatTitle(side)}: `),
        coins.filter((r) => r.side === side).map((r, i) => [i ? ", " : "", h("span", { class: "coin" }, `${r.title} `, h("b", { class: "num" }, r.value))]), coins.some((r) => r.side === side) ? null : "none")),
      h("p", { class: "small muted" }, `Colonies: ${b.colonies} Central units and coins.`, b.russia?.garrison ? ` Garrison of the East: ${b.russia.garrison.join(" of ")}.` : "")),
    ];
  }
}

/** @type {import("./game-ui.js").Known<Ditt>} */
const game = new Ditt();
export default game;
