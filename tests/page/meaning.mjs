// Run by test_intent.py: what touches mean in given positions, each as a line. No browser: the functions need none.
import { readFileSync } from "node:fs";

const { web, positions, cases } = JSON.parse(readFileSync(0, "utf8"));
globalThis.CSSStyleSheet = class {}; // the drawing of counters makes one when it is loaded; nothing is drawn here
const { Geo } = await import(`${web}/js/map/geo.js`);
const { Orders } = await import(`${web}/js/input/orders.js`);
const { intent, litPlaces } = await import(`${web}/js/input/intent.js`);
const { gameUi } = await import(`${web}/games/index.js`);

/** A table as it is seen: what `View` says, from the snapshot of a position. */
async function viewOf({ snap, hexes }) {
  const game = await gameUi(snap.game), geo = game.geo(snap) ?? new Geo(hexes), stacks = new Map();
  geo.edges?.(snap.board.boxes ?? []);
  for (const p of snap.board.pieces) stacks.set(p.at, [...(stacks.get(p.at) ?? []), p]);
  const byId = new Map(snap.board.pieces.map((p) => [p.id, p]));
  const mine = snap.decision.actions.length > 0;
  return { game, snap, now: snap, mine, orders: new Orders(snap, geo), geo, lesson: null, pieceById: (id) => byId.get(id), field: { stacks } };
}

const texts = (orders) => orders.map((o) => o.text).join(", ");
const LINES = {
  send: (w) => `send ${w.order.text}`, list: (w) => `list ${w.list.join(", ")}`, wait: (w) => `wait at ${w.place}: ${w.list.join(", ")}`,
  menu: (w) => `menu of ${w.piece ?? w.place}: ${texts(w.orders)}${w.list ? `; then ${w.list.join(", ")}` : ""}`,
  select: (w) => `select ${w.piece}`, switch: (w) => `switch to ${w.piece}`, open: (w) => `open ${w.place}`,
  together: (w) => `together ${w.pieces.join(", ")} to ${w.place}`, attack: (w) => `attack with all: ${w.how.first.text}`,
  explain: (w) => `explain ${[w.piece, w.place].filter(Boolean).join(" at ")}${w.open ? `, open ${w.open}` : ""}`,
  "call-off": (w) => `call off, then ${w.then}`,
  game: ({ what }) => `game: ${what.select ? `select ${what.select}` : what.go ?? (what.pose ? `pose of ${what.pose.u.id}${what.pose.text ? ` ${what.pose.text}` : ""}` : "measure")}`,
};

const views = Object.fromEntries(await Promise.all(Object.entries(positions).map(async ([name, p]) => [name, await viewOf(p)])));
const out = cases.map(({ position, touch, chosen = null, subject = null, before = null, open = null, several = [], lesson = null }) => {
  const { game, ...base } = views[position];
  if (before) before.others = new Set(before.others);
  const view = { ...base, lesson, clicks: { before }, drag: { several: new Set(several) } };
  const selection = { chosen, subject, before, open, several: view.drag.several };
  const at = { piece: null, place: null, ...touch };
  if (touch.on) [at.x, at.y] = view.geo.centre(touch.on);
  const was = JSON.stringify([view.snap, [...selection.several], chosen]);
  const what = intent(at, view, view.orders, selection, game);
  if (JSON.stringify([view.snap, [...selection.several], chosen]) !== was) throw new Error("a position was changed");
  return touch.lit ? [...litPlaces(view, view.orders, chosen, game)].sort().join(" ") : (LINES[what.do]?.(what) ?? what.do);
});
console.log(JSON.stringify(out));
