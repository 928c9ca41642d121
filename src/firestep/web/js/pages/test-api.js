/** What browser tests use of a table, as `firestep.test`. Tests use nothing else, so all other names of the page may change. */

/** @typedef {import("./table.js").Table} Table */

export class TestApi {
  /** @type {Table} */
  #t;

  /** @param {Table} t @param {(id: string) => Promise<void>} another opens another table in place of this one, without reading the page anew */
  constructor(t, another) {
    this.#t = t;
    this.another = another;
  }

  // -- the game --------------------------------------------------------------------------------------------------------------

  /** The newest snapshot (docs/protocol.md). */
  get now() { return this.#t.now; }
  /** The snapshot that is shown. */
  get snap() { return this.#t.snap; }
  /** The moment of the past that is shown, or null. */
  get past() { return this.#t.past; }
  /** Whether this seat is asked and a person answers. */
  get mine() { return this.#t.mine; }
  /** Whether an order or several are under way. */
  get busy() { return this.#t.busy; }
  /** Whether one request is under way. */
  get sending() { return this.#t.sending; }
  /** The legal actions, with the counters and places that they name. */
  get orders() { return this.#t.orders.all; }
  /** The legal actions as text. */
  get actions() { return this.orders.map((o) => o.text); }
  /** Orders that name a counter. @param {string} id */
  ordersOf(id) { return this.#t.orders.of(id); }
  /** What an order costs, in words. @param {string} text */
  price(text) { return this.#t.orders.prices[text]?.text ?? ""; }
  /** @param {string} action */
  take(action) { return this.#t.take(action); }
  /** @param {string[]} list */
  takeAll(list) { return this.#t.takeAll(list); }
  /** Changes the history: undo, a takeback, the bots. @param {string} path @param {any} [body] */
  change(path, body) { return this.#t.change(path, body); }
  /** Asks the server about this table. @param {string} path @param {any} [how] */
  ask(path, how) { return this.#t.api.ask(path, how); }
  /** @param {number} seq @param {string} name @param {string} arg */
  overlay(seq, name, arg) { return this.#t.api.overlay(seq, name, arg); }

  // -- the map ---------------------------------------------------------------------------------------------------------------

  /** @param {string} id */
  piece(id) { return this.#t.pieceById(id); }
  /** @param {string} place */
  isPlace(place) { return this.#t.geo.has(place); }
  /** The middle of a place on the map. @param {string} place @returns {any} */
  centre(place) { return this.#t.geo.centre(place); }
  /** The place at a point of the map. @param {number} x @param {number} y */
  placeAt(x, y) { return this.#t.geo.at(x, y); }
  /** All hexes of the map. */
  get places() { return Object.keys(/** @type {any} */ (this.#t.geo).hexes); }
  /** Where a counter is drawn; null if it is not on the map. @param {string} id @returns {any} */
  pieceCentre(id) { return this.#t.field.pieceAt(id); }
  /** All stacks by their places. */
  get stacks() { return this.#t.field.stacks; }
  /** The counters of a place, the top one last. @param {string} place */
  stack(place) { return this.#t.field.stacks.get(place); }
  /** Counters that glow. */
  get litPieces() { return [...this.#t.clicks.litPieces()]; }
  /** Places that glow. */
  get litPlaces() { return [...this.#t.clicks.litPlaces()]; }
  /** Everything that glows, in the order of the key N. */
  get glowing() { return this.#t.keys.ring(); }
  /** Places that glow as a warning: all that can be done there is dear. */
  get dearPlaces() { return [...this.#t.orders.dear(this.#t.orders.byPlace)]; }
  /** Places that several orders lead to, with these orders. */
  get farPlaces() { return this.#t.module.multiStepTargets(this.#t); }
  /** The counter that is chosen, on this page or for the server. */
  get chosen() { return this.#t.clicks.chosen; }
  get subject() { return this.#t.clicks.subject?.piece; }
  /** What a touch does. @param {any} touch @param {any} at */
  touch(touch, at) { return this.#t.clicks.act(touch, at); }
  /** The stack that is spread out. */
  get open() { return this.#t.field.open; }
  /** The counters that are chosen together. */
  get several() { return [...this.#t.drag.several]; }
  /** @param {string[]} ids @param {string} place */
  sendTogether(ids, place) { return this.#t.drag.send(ids, place); }
  /** The place that the keyboard points at. */
  get pointed() { return this.#t.keys.at?.place; }
  /** Whether the map rests: it has followed the question and moves no more. */
  get resting() { return this.#t.camera.goal === null && !this.#t.clicks.following; }
  /** Whether the map moves no more, though it may still follow the question. */
  get still() { return this.#t.camera.goal === null; }
  get scale() { return this.#t.camera.k; }
  /** A point of the map in the window. @param {number} x @param {number} y */
  toWindow(x, y) { return this.#t.camera.toWindow(x, y); }
  /** @param {number} x @param {number} y @param {number} [margin] */
  sees(x, y, margin) { return this.#t.camera.sees(x, y, margin); }
  /** @param {any} box @param {any} [how] */
  lookAt(box, how) {
    this.#t.camera.inset = this.inset();
    this.#t.camera.show(box, how);
  }
  /** Moves the map if a point is out of sight, as a person would. @param {number} x @param {number} y */
  reveal(x, y) {
    this.#t.camera.inset = this.inset();
    this.#t.camera.reveal(x, y);
  }
  /** What bars and panels cover of the map. */
  inset() { return this.#t.layout.inset(); }

  // -- the panel -------------------------------------------------------------------------------------------------------------

  /** @param {string} id */
  openPage(id) { this.#t.parts.panel.open(id); }
  closePanel() { this.#t.layout.setPanel(false); }
  /** @param {string} place */
  inspect(place) { return this.#t.parts.inspect.show(place); }

  // -- one page for many tests -----------------------------------------------------------------------------------------------

  /** Nothing of this table is heard, remembered or drawn any more. */
  leave() {
    const t = this.#t;
    t.live.stopped = true;
    t.live.socket?.close();
    t.api.ask = () => new Promise(() => {}); // whoever still waits for its answer hears none, and orders nothing more
    clearInterval(t.highlights.timer);
  }
  get left() { return this.#t.live.stopped; }
}
