/** Games that add something to the page. A game that is not listed is shown with the general parts alone. */

const MODULES = {
  wwi: () => import("./wwi.js"),
  gwb: () => import("./gwb.js"),
  dgk: () => import("./dgk.js"),
  ditt: () => import("./ditt.js"),
  tgw: () => import("./tgw.js"),
};

/** @typedef {import("../js/pages/table.js").Table} Table */
/** @typedef {import("../js/input/orders.js").Order} Order */
/** @typedef {[words: string, run: () => void, kind?: string]} Button a button of the bar and its class */

/** @typedef {{first: Order, next?: () => string | string[] | null, find?: () => Promise<(() => string | string[] | null) | null>, noneText?: string}} GroupAttack
 *   an attack by one gesture: its first order, and the orders that follow; where these must be looked up first, `find` does it, and `noneText` is shown if it finds none */

/**
 * What a game adds to the page. Every field is optional. `t` is the table, `snap` the snapshot that is shown.
 *
 * Words and names:
 * @typedef {object} GameModule
 * @property {(snap: any) => string} [turnName] the turn in words
 * @property {(n: number) => string} [turnShort] the turn in up to three characters, for plots
 * @property {string} [conflictName] "war" (if left out) or "battle"
 * @property {string} [scoreName] what the figures of the result count, if its sentence does not say it
 * @property {string} [concedeWarning] a player may concede at any question: what that means, shown before it is confirmed
 * @property {(order: Order, t: Table, short: boolean) => string | null} [orderText] an order in words
 * @property {Record<string, string>} [placeNames] names of places off the grid
 * @property {(text: string, piece: any) => string | null} [counterText] the figures of a counter in words
 * @property {(pieces: any[]) => string} [stackTotals] the strength of all counters of a place together
 * @property {(h: any) => any} [help] a section of the help
 * @property {(spec: string, h: any, s: any) => any} [figure] a drawing for "How to play"
 *
 * The board:
 * @property {boolean} [noSea] the board is land to its edge
 * @property {(snap: any) => import("../js/map/geo.js").Places} [geo] for a board without hexes: where things are, in place of `Geo`
 * @property {(field: SVGSVGElement, under: SVGSVGElement, geo: import("../js/map/geo.js").Places, t: Table) => import("../js/map/field.js").Board} [field] what draws the board, in place of `Field`
 * @property {(board: any, t: Table) => any[]} [markers] the markers that the drawn map does not already show
 * @property {(t: Table, names: string[]) => string[][]} [overlays] overlays with their arguments, and their titles
 * @property {Record<string, {symbol?: string, hint: string}>} [unitOverlays] overlays about one unit: the symbol that it must have, and the hint shown while none is chosen
 *
 * The question and its buttons:
 * @property {(t: Table) => string[]} [questionPlaces] places that the question is about
 * @property {(t: Table) => string[]} [questionPieces] counters that the question is about
 * @property {(snap: any) => string | null} [subject] the counter that was chosen last, as the server knows it
 * @property {(snap: any) => string | null | undefined} [actingSeat] the seat that acts where a phase belongs to both, such as the attacker of a combat
 * @property {(t: Table) => Button[]} [buttons] buttons for several orders at once
 * @property {(order: Order) => number} [buttonRank] buttons are sorted by it; those above 0 are not put forward
 * @property {(order: Order) => boolean} [neverForced] orders that the page does not give by itself, even if they are the only ones
 * @property {(order: Order) => string | null} [listButton] the button that opens the list with this order, in place of a button of its own
 * @property {number} [maxBoxButtons] up to this many orders for counters in boxes get buttons of their own
 * @property {(t: Table, key: string) => any} [startValue] the value at which a control for a number starts
 * @property {(t: Table) => {verb: string, total: number} | null} [sharedAmount] an amount that several may share: orders `verb key number`
 * @property {(t: Table) => [string, () => boolean] | null} [callOff] what is being put together and can be called off, and whether that is still so
 *
 * Clicks and drags:
 * @property {(t: Table, what: {piece: string | null, place: string | null, x: number, y: number}, at: {x: number, y: number}) => boolean} [handleClick] called first with every click on the map; true if it meant something
 * @property {(t: Table) => Record<string, string[]>} [multiStepTargets] places that several orders together lead to, with these orders
 * @property {(t: Table, order: Order, finger: boolean) => boolean} [needsConfirm] whether a click only proposes this order, with its odds
 * @property {boolean} [delayTouchMoves] a march by touch begins after a moment in which it can be taken back
 * @property {(order: Order, t: Table) => string[] | null} [followUpOrders] orders sent with this one, because they are the only answers to the questions that follow
 * @property {(t: Table, place: string) => GroupAttack | null} [attackWithAll] Shift and a click: attack a place with all units that can
 * @property {string} [attackWithAllHint] what that gesture does, in words
 * @property {(t: Table, piece: string) => boolean} [draggable] whether a counter can be dragged, if no order names it
 * @property {(t: Table, piece: string) => number} [stackSize] how many counters go with one that is dragged
 * @property {string} [dragHint] what a key does during a drag, in three words
 * @property {(t: Table, piece: string, place: string) => string[]} [drop] the orders that a drop of a counter on a place means
 * @property {(t: Table, pieces: string[], x: number, y: number, at: {x: number, y: number}, quick: boolean) => any} [dropAt] for a board without hexes: counters were dropped on a point, the one under the pointer first; `quick`: with Shift, so at once
 * @property {(t: Table, piece: string) => string | null} [pickUpOrder] the order that picks a counter up to move it; `move` and its id if left out
 * @property {(t: Table) => string[]} [pickedUp] the counters that are picked up now, if `subject` does not tell it
 * @property {(t: Table, place: string) => number} [roomLeft] how many more counters may stand in a place
 * @property {(t: Table) => string | null} [haltOrder] the order that ends a counter's move
 * @property {(t: Table) => boolean} [moveStarted] whether the counter in question has moved: choosing another one then does not undo the move
 * @property {(t: Table, what: any, chosen: string | null, tries: string[]) => string[]} [whyNot] better guesses of the order that the player meant
 *
 * Odds:
 * @property {(t: Table) => string | null} [oddsQuery] what to ask the odds for, null for nothing
 * @property {(t: Table, order: Order) => string | null} [oddsQueryFor] what to ask when the pointer rests on an order
 * @property {(r: any) => string | null} [resultText] a result of the odds in words
 * @property {(results: any[]) => any[]} [shownResults] which results of the odds are shown
 * @property {(odds: any) => string | null} [briefOdds] odds in a few words, for a menu
 * @property {(t: Table, odds: any, results: any[]) => string | null} [winChance] the chance to win the place, in words
 * @property {Record<string, string>} [expectedLabels] names of the expected values; "-" leaves a value out
 * @property {string} [resultKey] what the two figures of a result are, where there is no room for words
 * @property {string} [barKey] what the figures and bars of the odds are
 *
 * Panel, log and report:
 * @property {(t: Table, tools: any) => any[]} [panel] the contents of the War page
 * @property {[string, string, (t: Table, tools: any) => any[]][]} [pages] more pages of the panel: id, title, contents
 * @property {boolean} [compactPanel] the War page fills a small window: boxes of counters are closed there until they are needed
 * @property {(entry: any) => boolean} [isLogHeading] whether an entry of the log is a heading
 * @property {{begins: string, event: string, vain: string, ends: string[], over: (ask: string) => boolean}} [eventLog] keys of the log entries that the event cards show, and the questions whose answer marks them as read
 * @property {Record<string, string>} [plots] titles of the groups of plots in the result
 */

/** @param {string} id @returns {Promise<GameModule>} */
export async function gameModule(id) {
  return Object.hasOwn(MODULES, id) ? (await MODULES[id]()).default : {};
}
