/** The Great War on one page: what comes, who has what, the cards; and the Strategic Turn step by step. */
import { capital } from "../js/elements/dom.js";
import { asks, eventTitle, nation } from "./tgw-words.js";

/** @typedef {import("./game-ui.js").Table} Table */

const SHORT = { W: "West", WI: "Italy", E: "East", NC: "Caucasus", NI: "Iraq", NE: "Egypt" };
const SIGN = { fair: "☀", wet: "☂", snow: "❄", hot: "♨", variable: "?" };
const SIDES = ["allied", "central"];
/** What each step of the Strategic Turn is about, by the number of its phase. */
const STRATEGIC = {
  10: "Victory points are counted: twenty win, below nothing loses.", 11: "New units come to their boxes, and nations get points; allies may share.", 12: "U-boats and bombers take points away; air units may defend the homeland.",
  13: "Points bring units back from the dead piles and rebuild steps.", 14: "The dice ask whether the Czar falls, whether the Bolsheviks rise.", 15: "Fortresses that are cut off may surrender.", 16: "Will Turkey surrender, will America come?", 17: "The initiative is chosen anew, and OHL or OberOst.", 18: "The next turn begins.",
};

/** @param {Table} t @param {string} id */
const rows = (t, id) => t.snap.board?.tracks?.find((x) => x.id === id)?.rows ?? [];
const few = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** The war at a glance. @param {Table} t @param {any} ui */
export function panel(t, { h, nationClass }) {
  const swatch = (code) => h("span", { class: `swatch ${nationClass(code)}`, "aria-hidden": "true" }, code.slice(0, 2).toUpperCase());
  const link = (rule) => t.parts.rules.link(rule);
  return [strategic(t, h), now(t, h, link), ahead(t, h, swatch), resources(t, h, swatch, link), capacity(t, h), trenches(t, h)].filter(Boolean);
}

/** @param {Table} t @param {any} h @param {any} link */
function now(t, h, link) {
  const b = t.snap.board;
  const war = Object.fromEntries(rows(t, "war").map((r) => [r.id, r.value]));
  const net = (war.vp ?? 0) - (war.cities ?? 0);
  const fronts = Object.entries(b.weather ?? {}).filter(([f]) => t.snap.scenario !== "1918" || ["W", "WI", "E"].includes(f));
  return h("section", { class: "track" },
    h("p", { class: "small" }, h("strong", {}, `Turn ${t.snap.turn} of ${b.turns?.length}`), ". Initiative: ", Object.entries(b.initiative ?? {}).map(([theater, side], i) => [i ? ", " : "", `${capital(theater)} ${t.seatTitle(side)}`]), b.marker ? `; ${b.marker}.` : "."),
    h("ul", { class: "weather small", "aria-label": "Weather" }, fronts.map(([f, w]) => h("li", { class: `w-${w}` }, h("span", { "aria-hidden": "true" }, SIGN[w] ?? ""), ` ${SHORT[f]}: ${w}`))),
    h("div", { class: "goal", title: "Twenty win for the Central Powers; below nothing they have lost" },
      h("p", { class: "small row between" }, h("strong", {}, "Central victory points "), h("span", { class: "num" }, `${net} of 20 `, link("tgw.18.11a"))),
      h("span", { class: "bar-box", "aria-hidden": "true" }, h("span", { class: "bar-fill ink", vars: { share: Math.max(0, Math.min(1, net / 20)) } })),
      h("p", { class: "small muted" }, `${war.vp} held or won, ${few(war.cities ?? 0, "city", "cities")} lost to the Allies.${t.snap.scenario === "1918" ? "" : ` Turkish reserve required: ${war.required}.`} America: ${war.us}.`)));
}

/** What the next turns bring. @param {Table} t @param {any} h @param {any} swatch */
function ahead(t, h, swatch) {
  const o = t.snap.board.outlook;
  if (!o) return null;
  return h("section", { class: "track" }, h("h2", {}, "What comes"), h("ol", { class: "ahead small" }, o.turns.map((x) => h("li", { "aria-current": x.turn === t.snap.turn ? "step" : null },
    h("span", {}, x.name.replace(/ 19(\d\d)$/, " ’$1")), h("span", { class: "skies" }, x.weather.map((w) => h("span", { title: `${SHORT[w.front]}: ${w.word}` }, `${SHORT[w.front][0]} ${SIGN[w.word]}`, h("span", { class: "visually-hidden" }, ` ${SHORT[w.front]} ${w.word}`)))),
    x.letter ? h("span", { class: "letter", title: `Strategic Turn ${x.letter} follows` }, x.letter) : h("span")))),
  h("p", { class: "small" }, o.letter ? [h("strong", {}, `Strategic Turn ${o.letter} brings: `), o.due.length ? o.due.map((d) => [h("span", { class: "due", title: `${nation(t, d.nation)}: ${few(d.n, "unit")}` }, swatch(d.nation.toLowerCase().replace("-", "")), ` ${d.n}`, h("span", { class: "visually-hidden" }, ` ${nation(t, d.nation)}`)), " "]) : "no units.", ] : "No Strategic Turn is left."));
}

/** Points, and where the units of a nation are. @param {Table} t @param {any} h @param {any} swatch @param {any} link */
function resources(t, h, swatch, link) {
  const b = t.snap.board;
  /** @type {Map<string, number>} units in boxes, by nation and box */
  const lie = new Map();
  for (const p of b.pieces) if (!t.geo.has(p.at)) lie.set(`${p.nation} ${p.at}`, (lie.get(`${p.nation} ${p.at}`) ?? 0) + 1);
  const count = (codes, ...at) => codes.reduce((n, c) => n + at.reduce((k, x) => k + (lie.get(`${c} ${x}`) ?? 0), 0), 0);
  const kin = { BR: ["br", "bi", "bp"], RU: ["ru", "pg", "arm"] };
  const head = (...titles) => h("thead", {}, h("tr", {}, titles.map(([short, long]) => h("th", { scope: "col", title: long ?? null }, short))));
  return h("section", { class: "track" }, h("table", { class: "war-powers num" }, h("caption", { class: "visually-hidden" }, "Resource Points and units"),
    head(["Nation"], ["RP", "Resource Points now"], [`+${b.outlook?.letter ?? ""}`, "Points that the charts give with the next Strategic Turn"], ["Box", "Units in the Available Units Boxes"], ["Dead", "Units in the dead piles, Europe and Near East"]),
    SIDES.map((side) => h("tbody", {}, h("tr", { class: "side-row" }, h("th", { scope: "rowgroup", colspan: 5 }, t.seatTitle(side), " ", side === "allied" ? link("tgw.5.12b") : null)),
      rows(t, "rp").filter((r) => r.side === side).map((r) => {
        const codes = kin[r.id] ?? [r.id.toLowerCase().replace("-", "")];
        const dead = [count(codes, "dead"), count(codes, "dead-ne")];
        return h("tr", {}, h("th", { scope: "row" }, swatch(codes[0]), " ", nation(t, r.id).replace(/^the /, "")), h("td", {}, h("b", {}, r.value)), h("td", { class: "muted" }, r.collapsed ? "–" : b.outlook?.income?.[r.id] ? `+${b.outlook.income[r.id]}` : ""),
          h("td", {}, count(codes, "available", "available-ne") || ""), h("td", { class: r.collapsed ? "gone" : "" }, r.collapsed ? "collapsed" : dead[1] ? `${dead[0]}+${dead[1]}` : dead[0] || ""));
      })))));
}

/** Trains and ships: while they run, or where some were used. @param {Table} t @param {any} h */
function capacity(t, h) {
  const list = rows(t, "capacity").filter((r) => (t.snap.board.phase === 8 ? r.max : r.value) && (t.snap.scenario !== "1918" || !/ne$|caucasus|egypt|iraq/.test(r.id)));
  if (!list.length) return null;
  return h("section", { class: "track" }, h("h2", {}, "Strategic movement: left of"), h("ul", { class: "war-seas small" }, list.map((r) => h("li", {}, h("span", {}, r.title), h("strong", { class: "num" }, `${r.max - r.value} of ${r.max}`)))));
}

/** @param {Table} t @param {any} h */
function trenches(t, h) {
  const list = rows(t, "trenches").filter((r) => r.value);
  return list.length ? h("section", { class: "track" }, h("h2", {}, "Trenches: the attacker's die"), h("ul", { class: "war-seas small" }, list.map((r) => h("li", {}, h("span", {}, { german: "German", central: "Other Central", british: "British, Belgian", french: "French", allied: "Other Allied" }[r.id]), h("strong", { class: "num" }, `−${Math.abs(r.value)}`))))) : null;
}

/** The Strategic Turn as a row of steps: what was, what is asked, what comes. @param {Table} t @param {any} h */
function strategic(t, h) {
  const b = t.snap.board, seq = t.snap.sequence;
  if (!(b.phase > 9) || !seq) return null;
  const points = rows(t, "rp").filter((r) => r.value > 0 && r.side === t.snap.decision?.seat);
  return h("section", { class: "track" }, h("h2", {}, `Strategic Turn ${b.letter}`), h("ol", { class: "stages small" }, seq.steps.map((s, i) => h("li", { class: i < seq.now ? "past" : i === seq.now ? "now" : "", "aria-current": i === seq.now ? "step" : null },
    h("strong", {}, s.title), i === seq.now ? [h("span", {}, ` ${STRATEGIC[s.id] ?? ""}`), points.length && ["Replace", "Transfer", "Buy"].includes(asks(t)) ? h("span", { class: "points" }, "Left: ", points.map((r, k) => [k ? ", " : "", `${nation(t, r.id)} `, h("b", { class: "num" }, r.value)])) : null] : null))));
}

/** Cards that say the same lie on one another. @param {any[]} list */
const alike = (list) => [...list.reduce((m, c) => m.set(c.title, { ...c, n: (m.get(c.title)?.n ?? 0) + 1 }), new Map()).values()];

/** Events as cards: in hand, in play, in the pool, spent. @param {Table} t @param {any} ui */
export function events(t, { h }) {
  const b = t.snap.board;
  const mine = t.snap.seat ?? t.snap.decision?.seat ?? "central";
  const order = [mine, ...SIDES.filter((s) => s !== mine)];
  const link = (rule) => t.parts.rules.link(rule);
  const plays = t.orders?.all.filter((o) => o.verb === "play") ?? [];
  const card = (c) => {
    const play = plays.find((o) => eventTitle(t, o.words[1]) === c.title && c.side === t.snap.decision?.seat);
    return h("li", { class: `event ${c.side}` }, h("h3", {}, c.title, c.n > 1 ? h("span", { class: "num muted" }, ` × ${c.n}`) : null, " ", link(c.rule)), c.text ? h("p", { class: "small" }, c.text) : null, play ? h("button", { type: "button", class: "go", onclick: () => t.clicks.send(play) }, "Play it now") : null);
  };
  const pile = (title, list, open) => (list?.length ? h("details", { class: "pile", open }, h("summary", {}, `${title} `, h("span", { class: "num muted" }, list.reduce((n, x) => n + (x.n ?? 1), 0))),
    h("ul", { class: "small pile-list" }, list.map((x) => h("li", {}, x.title, x.n > 1 ? h("span", { class: "num muted" }, ` × ${x.n}`) : null, " ", link(x.rule))))) : null);
  return order.map((side) => {
    const hand = b.hands?.[side] ?? [], play = [...(b.in_play ?? []), ...(b.warfare ?? [])].filter((c) => c.side === side);
    const used = new Set(b.air_used ?? []);
    return h("section", { class: "track" }, h("h2", {}, t.seatTitle(side)),
      h("h3", { class: "small" }, hand.length ? "In hand" : "Nothing in hand"), hand.length ? h("ul", { class: "events" }, alike(hand).map(card)) : null,
      play.length ? [h("h3", { class: "small" }, "In effect"), h("ul", { class: "events" }, alike(play.map((c) => (used.has(c.id) ? { ...c, title: `${c.title} (used)` } : c))).map(card))] : null,
      b.pool_cards ? pile("In the pool", b.pool_cards[side], false) : h("p", { class: "small muted" }, `${few(b.pools?.[side] ?? 0, "chit")} in the pool.`),
      pile("Spent", b.spent?.[side], false));
  });
}
