/**
 * What a click, a tap or a key on the map means. These are pure functions: they read what the table shows and return what is to be
 * done. They touch neither the document nor the server. `Clicks` does what they return.
 */

/** @typedef {import("./orders.js").Order} Order */
/** @typedef {import("./orders.js").Orders} Orders */
/** @typedef {import("../../games/game-ui.js").GameUi} GameUi */
/** @typedef {import("../../games/game-ui.js").GroupAttack} GroupAttack */

/**
 * What was touched: a counter, else a place, and the point of the board.
 * @typedef {object} Touch
 * @property {string | null} piece
 * @property {string | null} place
 * @property {number} [x]
 * @property {number} [y]
 * @property {boolean} [shift] the key was held
 * @property {boolean} [finger] a finger has seen nothing before it touched
 * @property {string | null} [waited] the goal of the march that waited when this touch came
 * @property {boolean} [key] by keyboard, or from a list: what is meant is named, so the game's own gestures do not count
 */

/**
 * What the table shows. `Table` is a view; tests make one from a recorded snapshot.
 * @typedef {object} View
 * @property {any} snap the snapshot that is shown
 * @property {any} now the newest one
 * @property {boolean} mine whether this seat is asked
 * @property {Orders} orders
 * @property {{step?: any, over?: boolean} | null} lesson
 * @property {import("../map/geo.js").Places} geo
 * @property {(id: string) => any} pieceById
 * @property {{stacks: Map<string, any[]>}} field
 * @property {{before: Selection["before"]}} clicks
 * @property {{several: Set<string>}} drag
 */

/**
 * What was chosen on this page before.
 * @typedef {object} Selection
 * @property {string | null} chosen a counter chosen here, before the server hears of it
 * @property {{piece: string, seq: number} | null} subject the counter that the server's question is about
 * @property {{verb: string, seq: number, others: Set<string>} | null} before what could have been chosen instead of that counter
 * @property {string | null} open the stack that lies open
 * @property {Set<string>} several counters chosen together
 */

/**
 * What is to be done.
 * - `send`: give an order; the player is asked about a dear one.
 * - `list`: give several orders at once.
 * - `wait`: give them after a moment in which they can be taken back.
 * - `menu`: offer orders in a card; `list` replaces the one order that is offered.
 * - `select`: choose a counter here. `switch`: choose it in place of the one that the server knows.
 * - `open`: spread out a stack. `release`: let go of everything chosen.
 * - `together`: counters chosen together go to a place. `attack`: attack with all that can.
 * - `explain`: say why nothing can be done; `open` spreads out the stack.
 * - `call-off`: undo the choice that `still` describes, then give an order if it is legal.
 * - `game`: something that only this game knows (`GameUi.perform`).
 * @typedef {{look?: string} & ({do: "send", order: Order} | {do: "list", list: string[]} | {do: "wait", list: string[], place: string}
 *   | {do: "menu", orders: Order[], piece?: string, place?: string, list?: string[]} | {do: "select", piece: string} | {do: "switch", piece: string}
 *   | {do: "open", place: string} | {do: "release"} | {do: "together", pieces: string[], place: string} | {do: "attack", how: GroupAttack}
 *   | {do: "explain", piece?: string, place: string, open: string | null} | {do: "call-off", still: () => boolean, then: string}
 *   | {do: "game", what: any} | {do: "nothing"})} Intent
 */

/** @type {Intent} */
const NOTHING = { do: "nothing" };

/**
 * What a touch means.
 * @param {Touch} touch @param {View} view @param {Orders} orders @param {Selection} selection @param {GameUi} game
 * @returns {Intent}
 */
export function intent(touch, view, orders, selection, game) {
  const at = { touch, view, orders, selection, game };
  const { piece, place } = touch;
  const attack = touch.shift ? withAll(place ?? view.pieceById(piece ?? "")?.at ?? "", at) : null;
  if (attack) return attack;
  if (touch.key) return piece !== null ? ofChoice(piece, at) : place ? ofPlace(place, at) : NOTHING;
  const own = game.meaning(view, { piece, place, x: touch.x ?? 0, y: touch.y ?? 0 });
  if (own) return own;
  if (piece !== null) return ofPiece(piece, at);
  return place ? ofPlace(place, at) : { do: "release" };
}

/** @typedef {{touch: Touch, view: View, orders: Orders, selection: Selection, game: GameUi}} Context */

/** Shift and a touch: attack a place with all that can. @param {string} place @param {Context} at @returns {Intent | null} */
function withAll(place, { view, selection, game }) {
  const how = view.mine && !view.lesson?.step && !selection.chosen ? game.attackWithAll(/** @type {any} */ (view), place) : null;
  return how ? { do: "attack", how } : null;
}

/** @param {string} id @param {Context} at @returns {Intent} */
function ofPiece(id, at) {
  const { view, orders, selection, game } = at, { chosen, subject, open } = selection;
  const p = view.pieceById(id);
  if (!p) return NOTHING;
  const own = orders.of(id), there = orders.on(p.at, chosen);
  const stack = view.field.stacks.get(p.at) ?? [], able = stack.filter((x) => orders.of(x.id).length);
  if (selection.several.size) return { do: "together", pieces: [...selection.several], place: p.at };
  if (chosen === id) return orders.byPiece.size > 1 ? { do: "release" } : NOTHING;
  // the next unit is touched while one is on its way: that one halts, and this one is chosen
  const next = !own.length && p.side === view.snap.decision?.seat && subject && subject.piece !== id && stack.length === 1;
  const halt = next && game.moveStarted(view) ? game.haltOrder(view) : null;
  if (halt && orders.all.some((o) => o.text === halt)) return { do: "list", list: [halt, `move ${id}`] };
  if (game.multiStepTargets(view)[p.at] && !own.length) return ofPlace(p.at, at);
  if (there.length && (chosen || !own.length)) return ofPlace(p.at, at);
  // several counters of a stack could act: spread it out first, unless it lies open already
  if (able.length > 1 && open !== p.at) return { do: "open", place: p.at };
  if (!own.length && canSwitch(id, at)) return { do: "switch", piece: id };
  const pick = own.length ? id : able.length === 1 ? able[0].id : null;
  return pick ? ofChoice(pick, at) : { do: "explain", piece: id, place: p.at, open: stack.length > 1 && open !== p.at ? p.at : null };
}

/** Another counter could have been chosen instead of the one in question, and still can. @param {string} id @param {Context} at */
function canSwitch(id, { view, selection: { before, subject } }) {
  return Boolean(before && subject && subject.piece !== id && before.seq === view.now.seq && view.now.undo && before.others.has(`${before.verb} ${id}`));
}

/** A counter that can act. @param {string} id @param {Context} at @returns {Intent} */
function ofChoice(id, at) {
  const own = at.orders.of(id), look = at.view.pieceById(id)?.at;
  if (own.length === 1 && !own[0].places.length && !needsConfirm(own[0], at)) return { do: "send", order: own[0], look };
  if (own.length && own.every((o) => !o.places.length)) return { do: "menu", orders: own, piece: id, look };
  return { do: "select", piece: id, look };
}

/** @param {string} place @param {Context} at @returns {Intent} */
function ofPlace(place, at) {
  const { view, orders: all, selection: { chosen, several }, game } = at;
  if (several.size) return { do: "together", pieces: [...several], place };
  const far = game.multiStepTargets(view)[place];
  if (far && !chosen) return ofMarch(place, far, at);
  const orders = all.on(place, chosen), direct = chosen ? orders : orders.filter((o) => !o.pieces.length);
  if (direct.length === 1 && !needsConfirm(direct[0], at)) return { do: "send", order: direct[0] };
  if (direct.length) return { do: "menu", orders: direct, place };
  const able = chosen ? [] : (view.field.stacks.get(place) ?? []).filter((p) => all.of(p.id).length);
  if (able.length === 1) return ofChoice(able[0].id, at);
  if (able.length > 1) return { do: "open", place };
  if (orders.length === 1) return { do: "send", order: orders[0] };
  if (orders.length) return { do: "menu", orders, place };
  return { do: "explain", place, open: null };
}

/**
 * Several orders lead to a place. A finger has seen nothing before it touched: it is asked about an attack, and a march begins only
 * after a moment in which it can be taken back. Who touches the goal again means it.
 * @param {string} place @param {string[]} list @param {Context} at @returns {Intent}
 */
function ofMarch(place, list, at) {
  const { touch, orders, game } = at, first = orders.all.find((o) => o.text === list[0]);
  if (first && needsConfirm(first, at)) return { do: "menu", orders: [first], place, list };
  return !touch.finger || !game.delayTouchMoves || touch.waited === place ? { do: "list", list } : { do: "wait", list, place };
}

/** What cannot be taken back and was not seen before (its odds) is only proposed by a touch. @param {Order} o @param {Context} at */
function needsConfirm(o, { touch, view, game }) { return !view.lesson?.step && game.needsConfirm(view, o, Boolean(touch.finger)); }

/** Places that glow. @param {View} view @param {Orders} orders @param {string | null} chosen @param {GameUi} game @returns {Set<string>} */
export function litPlaces(view, orders, chosen, game) {
  const out = new Set();
  for (const [place, list] of orders.byPlace) {
    if (chosen ? list.some((o) => o.pieces.includes(chosen)) : list.some((o) => !o.pieces.length || orders.byPiece.size === 0)) out.add(place);
  }
  for (const place of Object.keys(game.multiStepTargets(view))) out.add(place);
  return out;
}
