/** What a game adds to the page: a class with a default for everything. The module of each game extends it. */

/** @typedef {import("../js/pages/table.js").Table} Table */
/** @typedef {import("../js/input/orders.js").Order} Order */
/** @typedef {import("../js/input/intent.js").View} View what the hooks of clicks may read: the table, or in tests a recorded snapshot */
/** @typedef {import("../js/input/intent.js").Intent} Intent */
/** @typedef {import("../js/map/geo.js").Places} Places */
/** @typedef {import("../js/map/field.js").Board} Board */
/** @typedef {{piece: string | null, place: string | null, x: number, y: number}} Touched what lies under a click: a counter or a place, and the point of the board */
/** @typedef {{x: number, y: number}} Point a point of the window */
/** @typedef {[words: string, run: () => void, kind?: string]} Button a button of the bar and its class */
/** @typedef {[id: string, title: string, draw: (t: Table, tools: any) => any[]]} Page a page of the panel */

/**
 * An attack by one gesture: its first order, and the orders that follow. Where these must be looked up first, `find` does it, and
 * `noneText` is shown if it finds none.
 * @typedef {{first: Order, next?: () => string | string[] | null, find?: () => Promise<(() => string | string[] | null) | null>, noneText?: string}} GroupAttack
 */

/**
 * Keys of the log entries that the event cards show, and the questions whose answer marks them as read.
 * @typedef {{begins: string, event: string, vain: string, ends: string[], over: (ask: string) => boolean}} EventLog
 */

/**
 * The class of a game with nothing but hooks that `GameUi` has. Each game gives its object this type, so a misspelt hook is an error.
 * @template {GameUi} T
 * @typedef {Exclude<keyof T, keyof GameUi> extends never ? T : {"GameUi has no such hook": Exclude<keyof T, keyof GameUi>}} Known
 */

/** `t` is the table, `snap` the snapshot that is shown. */
export class GameUi {
  // -- words -----------------------------------------------------------------------------------------------------------------

  /** The turn. @param {any} snap @returns {string} */
  turnName(snap) { return `Turn ${snap.turn}`; }
  /** The turn in up to three characters, for plots. @param {number} n @returns {string} */
  turnShort(n) { return String(n); }
  /** "war" or "battle". */
  conflictName = "war";
  /** What the figures of the result count, if its sentence does not say it. */
  scoreName = "";
  /** A player may concede at any question: what that means, shown before it is confirmed. Empty: nobody may. */
  concedeWarning = "";
  /** An order in words; null for the words of the action. @param {Order} _order @param {Table} _t @param {boolean} _short @returns {string | null} */
  orderText(_order, _t, _short) { return null; }
  /** The figures of a counter in words. @param {string} _text @param {any} _piece @returns {string | null} */
  counterText(_text, _piece) { return null; }
  /** The strength of all counters of a place together. @param {any[]} _pieces @returns {string | null} */
  stackTotals(_pieces) { return null; }
  /** A section of the help. @param {any} _h @returns {any} */
  help(_h) { return null; }
  /** A drawing for "How to play". @param {string} _spec @param {any} _h @param {any} _s @returns {any} */
  figure(_spec, _h, _s) { return null; }

  // -- the board -------------------------------------------------------------------------------------------------------------

  /** The board is land to its edge. */
  noSea = false;
  /** Where things are on a board without hexes; null for hexes. @param {any} _snap @returns {Places | null} */
  geo(_snap) { return null; }
  /** What draws a board without hexes. @param {SVGSVGElement} _field @param {SVGSVGElement} _under @param {Places} _geo @param {Table} _t @returns {Board | null} */
  field(_field, _under, _geo, _t) { return null; }
  /** The markers that the drawn map does not already show. @param {any} board @param {Table} _t @returns {any[]} */
  markers(board, _t) { return board?.markers ?? []; }
  /** Overlays with their arguments, and their titles; null for the list of the server. @param {Table} _t @param {string[]} _names @returns {string[][] | null} */
  overlays(_t, _names) { return null; }
  /** @type {Record<string, {symbol?: string, hint: string}>} overlays about one unit: the symbol that it must have, and the hint shown while none is chosen */
  unitOverlays = {};

  // -- the question and its buttons ------------------------------------------------------------------------------------------

  /** Places that the question is about. @param {Table} _t @returns {string[]} */
  questionPlaces(_t) { return []; }
  /** Counters that the question is about. @param {Table} _t @returns {string[]} */
  questionPieces(_t) { return []; }
  /** The counter that was chosen last, as the server knows it; undefined if the server does not tell. @param {any} _snap @returns {string | null | undefined} */
  subject(_snap) { return undefined; }
  /** The seat that acts where a phase belongs to both, such as the attacker of a combat. @param {any} _snap @returns {string | null | undefined} */
  actingSeat(_snap) { return null; }
  /** Buttons for several orders at once. @param {Table} _t @returns {Button[]} */
  buttons(_t) { return []; }
  /** Buttons are sorted by it; those above 0 are not put forward. @param {Order} _order @returns {number} */
  buttonRank(_order) { return 0; }
  /** Orders that the page does not give by itself, even if they are the only ones. @param {Order} _order @returns {boolean} */
  neverForced(_order) { return false; }
  /** The button that opens the list with this order, in place of a button of its own. @param {Order} _order @returns {string | null} */
  listButton(_order) { return null; }
  /** Up to this many orders for counters in boxes get buttons of their own. */
  maxBoxButtons = 0;
  /** The value at which a control for a number starts. @param {Table} _t @param {string} _key @returns {any} */
  startValue(_t, _key) { return null; }
  /** An amount that several may share: orders `verb key number`. @param {Table} _t @returns {{verb: string, total: number} | null} */
  sharedAmount(_t) { return null; }
  /** What is being put together and can be called off, and whether that is still so. @param {Table} _t @returns {[string, () => boolean] | null} */
  callOff(_t) { return null; }

  // -- clicks ----------------------------------------------------------------------------------------------------------------

  /** Asked first about every click on the map: what it means in this game, null for what it means in all. @param {View} _view @param {Touched} _what @returns {Intent | null} */
  meaning(_view, _what) { return null; }
  /** Does what only this game knows: the `what` of an intent `game`. @param {Table} _t @param {any} _what @param {Point} _at @returns {any} */
  perform(_t, _what, _at) {}
  /** Places that several orders together lead to, with these orders. @param {View} _view @returns {Record<string, string[]>} */
  multiStepTargets(_view) { return {}; }
  /** Whether a click only proposes this order, with its odds. @param {View} _view @param {Order} _order @param {boolean} _finger @returns {boolean} */
  needsConfirm(_view, _order, _finger) { return false; }
  /** A march by touch begins after a moment in which it can be taken back. */
  delayTouchMoves = false;
  /** Orders sent with this one, because they are the only answers to the questions that follow. @param {Order} _order @param {Table} _t @returns {string[] | null} */
  followUpOrders(_order, _t) { return null; }
  /** Shift and a click: attack a place with all units that can. @param {Table} _t @param {string} _place @returns {GroupAttack | null} */
  attackWithAll(_t, _place) { return null; }
  /** What that gesture does, in words. Empty: the game has no such gesture. */
  attackWithAllHint = "";
  /** Better guesses of the order that the player meant. @param {Table} _t @param {any} _what @param {string | null} _chosen @param {string[]} tries @returns {string[]} */
  whyNot(_t, _what, _chosen, tries) { return tries; }

  // -- drags -----------------------------------------------------------------------------------------------------------------

  /** @type {"" | "place" | "point"} where counters are dragged to: to places (`drop`), to any point (`dropAt`), or not at all */
  drags = "";
  /** What a key does during a drag, in three words. */
  dragHint = "";
  /** Whether a counter can be dragged, if no order names it. @param {Table} _t @param {string} _piece @returns {boolean} */
  draggable(_t, _piece) { return false; }
  /** How many counters go with one that is dragged, itself included. @param {Table} _t @param {string} _piece @returns {number} */
  stackSize(_t, _piece) { return 1; }
  /** The orders that a drop of a counter on a place means. @param {Table} _t @param {string} _piece @param {string} _place @returns {string[]} */
  drop(_t, _piece, _place) { return []; }
  /**
   * Counters were dropped on a point, the one under the pointer first. `quick`: with Shift, so at once.
   * @param {Table} _t @param {string[]} _pieces @param {number} _x @param {number} _y @param {Point} _at @param {boolean} _quick @returns {any}
   */
  dropAt(_t, _pieces, _x, _y, _at, _quick) {}
  /** The order that picks a counter up to move it; null if there is none now. @param {Table} t @param {string} piece @returns {string | null} */
  pickUpOrder(t, piece) { return t.orders.of(piece).some((o) => o.verb === "move") ? `move ${piece}` : null; }
  /** The order that will pick it up when the counter that moves now has halted. @param {Table} _t @param {string} piece @returns {string | null} */
  nextPickUp(_t, piece) { return `move ${piece}`; }
  /** The counters that are picked up now. @param {Table} t @returns {string[]} */
  pickedUp(t) { return [this.subject(t.snap) ?? []].flat(); }
  /** How many more counters may stand in a place. @param {Table} _t @param {string} _place @returns {number} */
  roomLeft(_t, _place) { return Infinity; }
  /** A move ends with an order of its own, `haltOrder`. */
  hasHalt = false;
  /** The order that ends a counter's move. @param {View} _view @returns {string | null} */
  haltOrder(_view) { return null; }
  /** Whether the counter in question has moved: choosing another one then does not undo the move. @param {View} _view @returns {boolean} */
  moveStarted(_view) { return false; }

  // -- odds ------------------------------------------------------------------------------------------------------------------

  /** What to ask the odds for, null for nothing. @param {Table} _t @returns {string | null} */
  oddsQuery(_t) { return null; }
  /** What to ask when the pointer rests on an order. @param {Table} _t @param {Order} order @returns {string | null} */
  oddsQueryFor(_t, order) { return ["attack", "add"].includes(order.verb) ? order.text : null; }
  /** A result of the odds in words. @param {any} _result @returns {string | null} */
  resultText(_result) { return null; }
  /** Which results of the odds are shown. @param {any[]} results @returns {any[]} */
  shownResults(results) { return results; }
  /** Odds in a few words, for a menu. @param {any} _odds @returns {string | null} */
  briefOdds(_odds) { return null; }
  /** The chance to win the place, in words. @param {Table} _t @param {any} _odds @param {any[]} _results @returns {string | null} */
  winChance(_t, _odds, _results) { return null; }
  /** @type {Record<string, string>} names of the expected values; "-" leaves a value out */
  expectedLabels = {};
  /** What the two figures of a result are, where there is no room for words. */
  resultKey = "";
  /** What the figures and bars of the odds are. */
  barKey = "";

  // -- panel, log and report -------------------------------------------------------------------------------------------------

  /** The contents of the War page; null for scores and tracks. @param {Table} _t @param {any} _tools @returns {any[] | null} */
  panel(_t, _tools) { return null; }
  /** @type {Page[]} more pages of the panel */
  pages = [];
  /** The War page fills a small window: boxes of counters are closed there until they are needed. */
  compactPanel = false;
  /** Whether an entry of the log is a heading. @param {any} entry @returns {boolean} */
  isLogHeading(entry) { return /turn|phase/i.test(entry.key); }
  /** @type {EventLog | null} */
  eventLog = null;
  /** @type {Record<string, string>} titles of the groups of plots in the result */
  plots = {};
}
