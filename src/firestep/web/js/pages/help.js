/** The keys of the table, and how to look at the map. */
import { h } from "../elements/dom.js";
import { dialog } from "../elements/dialog.js";

/** What Shift does: not every game has counters that are dragged, or attacks that one gesture puts together. @param {import("../../games/game-ui.js").GameUi} m the game's module */
const shift = (m) => [
  m.drags ? "with a click choose several, with a drawn frame all in it; drag one and all go the same way" : "",
  m.attackWithAllHint ? "with a click on a target (or Enter): attack with all who can, and roll" : "",
  m.drags === "point" ? "held as a dragged unit is let go: at once" : "",
].filter(Boolean).join("; ");

/** @param {import("../../games/game-ui.js").GameUi} m the game's module */
const keys = (m) => [
  ["On the map", [
    ["← ↑ ↓ →", "move the map (in the past: ← and → go one action back and on)"], ["+ −", "zoom"], ["0", "whole map"], ["C", "go to what can be done"],
    ["N, B", "next and previous thing that can be done"], ["Enter", "do it"],
    ["X", "a pointer: then the arrow keys go from hex to hex, Enter touches, Esc lets go"], ["I", "card of the place"], ["M", "measure: from this hex to any other that is pointed at"], ["W", "why can it not be done?"], ["H", "hide and show the counters"], ["O", "next overlay"], ["G", "legend of the map"],
  ]],
  ["Orders", [
    ...(m.drags ? [["drag", "a counter to its goal, or a closed stack as a whole"]] : []), ...(shift(m) ? [["Shift", shift(m)]] : []),
    ["/", "all orders as a list; type to find one"], ["1 … 9", "press the button with that number in the bar"], ["U", "undo"], ["Esc", "let go, close, back to now"],
  ]],
  ["Panel", [["P", "panel on and off"], ["L", "log"], ["T", "table: seats, chat, record"], ["R", "replay on and off"], ["Space", "in the past: play and stop"], ["K", "rules"], ["J", "charts"], ["?", "this help"]]],
];

/** @param {import("./table.js").Table} t */
export function showHelp(t) {
  const own = t.module.help(h);
  dialog("Keys and help", h("div", { class: "body help" },
    h("p", {}, "What glows can be touched: a counter first, then a hex. Touch anything else to see what is there and which rule stands against it. Nothing is final before a die is rolled or the seat changes: undo takes it back."),
    h("p", {}, ["howto", "rules", "charts"].map((page, i) => [i ? " · " : "", h("button", { type: "button", class: "quiet", onclick: () => t.parts.rules.library.open(page) }, ["How to play", "Rules", "Charts"][i])])),
    keys(t.module).map(([title, rows]) => h("section", {}, h("h3", {}, title), h("dl", { class: "keys" }, /** @type {string[][]} */ (rows).map(([k, text]) => h("div", {}, h("dt", {}, k.split(/ (?=\S)/).map((x) => (/^[…,]$/.test(x) ? x : h("kbd", {}, x.replace(",", ""))))), h("dd", {}, text)))))),
    own ? h("section", {}, h("h3", {}, t.game?.title ?? ""), own) : null));
}
