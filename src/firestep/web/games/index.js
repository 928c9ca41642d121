/** Games that add something of their own to the page. A game that is not listed is shown with the general parts alone. */

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

/**
 * What a game may add; every field is optional.
 * @typedef {object} GameModule
 * @property {boolean} [inland] the sheet is land to its edge: no sea around it
 * @property {(snap: any) => string} [turnName] the turn in words
 * @property {(n: number) => string} [turnShort] the turn in three signs, for plots
 * @property {string} [affair] what is over when the game is: a war, unless it is said
 * @property {string} [scored] what the figures of the result count, where its sentence does not say
 * @property {string} [concede] a side may give up at any question: what that means, asked about once more
 * @property {(order: Order, t: Table, short: boolean) => string | null} [label] an order in words
 * @property {(t: Table, tools: any) => any[]} [panel] what the War page shows
 * @property {[string, string, (t: Table, tools: any) => any[]][]} [pages] more pages of the panel: id, title, what they show
 * @property {(t: Table) => string | null} [odds] what to ask the odds for, null for nothing
 * @property {(t: Table, order: Order) => string | null} [oddsFor] what to ask when an order is pointed at
 * @property {(order: Order) => boolean} [neverForced] orders that are not taken by themselves
 * @property {(order: Order) => number} [rank] buttons are sorted by it; above 0 they are not put forward
 * @property {(t: Table) => string[]} [marked] places that the question is about
 * @property {(t: Table, what: any, chosen: string | null, tries: string[]) => string[]} [whyNot] better guesses of what was meant
 * @property {(t: Table) => string[]} [engaged] counters that the question is about
 * @property {(snap: any) => string | null} [subject] the counter that was chosen last, as the server knows it
 * @property {(snap: any) => string | null | undefined} [whose] the seat whose affair it is where a phase is nobody's alone: who attacks, not who answers
 * @property {(r: any) => string | null} [result] a result of the odds in words
 * @property {(t: Table) => Button[]} [buttons] buttons for several orders at once
 * @property {(t: Table, place: string) => {first: any, next?: () => string | string[] | null, find?: () => Promise<(() => string | string[] | null) | null>, vain?: string} | null} [storm] an attack with all who can, by one gesture: its first order, and what follows (or how that is found out, and what is said where nobody can)
 * @property {string} [stormed] what that gesture does, in words
 * @property {string} [quickly] what a key does while a counter is dragged, in three words
 * @property {(board: any, t: Table) => any[]} [markers] the markers that the map does not show already
 * @property {(t: Table, names: string[]) => string[][]} [overlays] overlays with their arguments, and their titles
 * @property {Record<string, {symbol?: string, hint: string}>} [unitOverlays] those of them that are about one unit: its symbol, and what to say while none is chosen
 * @property {(t: Table) => Record<string, string[]>} [far] places that several orders together lead to, with these orders
 * @property {(t: Table, order: Order, finger: boolean) => boolean} [weighed] an order that a touch only proposes, with its odds, even if it is the only one
 * @property {boolean} [patient] a march by finger begins after a moment in which it can be taken back
 * @property {(t: Table, key: string) => any} [start] where a control for a number begins
 * @property {(results: any[]) => any[]} [results] which results of the odds are shown
 * @property {(order: Order) => string | null} [listed] the button behind which an order is found in the list, in place of one of its own
 * @property {number} [boxed] up to so many orders for counters in boxes have buttons of their own beside the tray
 * @property {Record<string, string>} [plots] titles of the groups of the report
 * @property {boolean} [dense] its panel fills a small window: boxes of counters are closed there until they are needed
 * @property {(entry: any) => boolean} [logHead] entries that head a part of the log
 * @property {(h: any) => any} [help]
 * @property {(snap: any) => import("../js/map/geo.js").Places} [geo] for a board without hexes: where things are, in place of `Geo`
 * @property {(field: SVGSVGElement, under: SVGSVGElement, geo: import("../js/map/geo.js").Places, t: Table) => import("../js/map/field.js").Board} [field] what draws the board, in place of `Field`
 * @property {(order: Order, t: Table) => string[] | null} [along] orders that are sent with this one, because they are the only answers to the questions that follow it
 * @property {(t: Table, what: {piece: string | null, place: string | null, x: number, y: number}, at: {x: number, y: number}) => boolean} [tap] a touch that the game understands itself; true if it meant something
 * @property {(t: Table, piece: string, place: string) => string[]} [drop] the orders that a counter dropped on a place means
 * @property {(t: Table, piece: string) => string | null} [lift] the order that takes a counter up to move it, with whatever goes along; `move` and its id, unless it is said
 * @property {(t: Table) => string[]} [lifted] the counters that are taken up now, where no single one is the subject
 * @property {(t: Table, place: string) => number} [room] how many more counters may stand in a place
 * @property {(t: Table, piece: string) => boolean} [draggable] whether a counter can be dragged, where no order names it
 * @property {(t: Table, piece: string) => number} [company] how many go along with a counter that is dragged
 * @property {(t: Table, pieces: string[], x: number, y: number, at: {x: number, y: number}, quick: boolean) => any} [dropAt] counters were dropped on a point of a plane without hexes, the one in hand first; quick: with Shift, at once
 * @property {(t: Table) => string | null} [halt] the order that ends a counter's move
 * @property {(t: Table) => boolean} [kept] a move was made: choosing another counter does not take it back
 * @property {(t: Table) => [string, () => boolean] | null} [callOff] what is being put together and can be called off, and whether it still is
 * @property {(t: Table) => {verb: string, total: number} | null} [share] an amount that several may share: orders `verb key number`
 * @property {(odds: any) => string | null} [brief] odds in a few words, for a menu
 * @property {(t: Table, odds: any, results: any[]) => string | null} [verdict] the chance to win the place, in words
 * @property {Record<string, string>} [expects] what the average numbers of the odds are called; "-" is left out
 * @property {(text: string, piece: any) => string | null} [reads] the figures of a counter in words
 * @property {(pieces: any[]) => string} [sum] what those who stand in one place are worth together
 * @property {string} [resultKey] what the two figures of a result are, where there is no room for words
 * @property {string} [barKey] what figures and bars of the odds are, where it does not say itself
 * @property {{begins: string, event: string, vain: string, ends: string[], over: (ask: string) => boolean}} [tale] keys of the log by which events are told one by one, and questions that come after them
 * @property {Record<string, string>} [places] names of places off the grid
 * @property {(spec: string, h: any, s: any) => any} [figure] a drawing for "How to play"
 */

/** @param {string} id @returns {Promise<GameModule>} */
export async function gameModule(id) {
  return Object.hasOwn(MODULES, id) ? (await MODULES[id]()).default : {};
}
