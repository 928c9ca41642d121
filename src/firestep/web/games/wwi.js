/** What World War 1914-1918 adds to the page: names, the turn track, and the resource points of the nations. */

const TURNS = ["Summer 1914", "Winter 1914", "Summer 1915", "Winter 1915", "Summer 1916", "Winter 1916", "Summer 1917", "Winter 1917", "Summer 1918", "Winter 1918"];

export default {
  /** @param {any} snap */
  turnName: (snap) => `Turn ${snap.turn} · ${TURNS[snap.turn - 1] ?? ""}`,
  /** @param {number} n */
  turnShort: (n) => `${TURNS[n - 1]?.charAt(0) ?? ""}${String(TURNS[n - 1] ?? "").slice(-2)}`,
};
