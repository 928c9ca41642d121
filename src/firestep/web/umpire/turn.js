// The turn helper (initiative, rounds, refusals) and the morale of both armies.

import { chips, h } from "./dom.js";
import { tens } from "./store.js";
import { SIDE } from "./words.js";

const other = side => side === "allied" ? "central" : "allied";

/** What a round or a refusal does to the turn; pure, so that it can be tested. */
export function next(turn, what, die) {
  const t = { ...turn };
  if (what === "initiative") return { ...t, number: t.number + 1, side: die, refusals: 0, done: { allied: false, central: false }, over: false };
  if (what === "finished") t.done = { ...t.done, [t.side]: true };
  t.refusals = what === "refuse" ? t.refusals + 1 : 0;
  if (t.refusals >= 2 || (t.done.allied && t.done.central)) return { ...t, over: true };
  t.side = t.done[other(t.side)] ? t.side : other(t.side);
  return t;
}

export function turnPage(app) {
  const { state, update, umpire } = app;
  const t = state.turn;
  const act = what => update(s => {
    s.past = [...(s.past ?? []), s.turn].slice(-40);
    s.turn = next(s.turn, what, what === "initiative" ? umpire.initiative(tens(1)[0]) : undefined);
  });
  const undo = () => update(s => { s.turn = s.past.pop() ?? s.turn; });
  // the die of the initiative is not thrown again: that step stays
  const canUndo = (state.past ?? []).length > 0 && t.number === state.past.at(-1).number;
  const begin = async () => {
    if (t.number && !await app.ask("Begin a new game? Turn and losses of both armies are cleared.")) return;
    update(s => {
      Object.assign(s, { turn: fresh(), past: [] });
      for (const a of Object.values(s.armies)) Object.assign(a, { destroyed: 0, assets: 0 });
    });
  };
  return h("div", {},
    h("section", { class: "card" }, h("h2", {}, t.number ? `Turn ${t.number}` : "Before the first turn"),
      t.number === 0 || t.over
        ? [h("p", {}, t.over ? "The turn is over." : "Press for the first initiative."),
          h("button", { class: "go", type: "button", id: "initiative", onclick: () => act("initiative") }, "Initiative")]
        : [h("p", { id: "side" }, h("b", {}, SIDE[t.side]), " may act with one formation."),
          t.refusals ? h("p", { class: "quiet" }, "The other side refused; a second refusal ends the turn.") : null,
          t.done[other(t.side)] ? h("p", { class: "quiet" }, "The other side has finished: go on in any order.") : null,
          h("div", { class: "row" },
            h("button", { type: "button", onclick: () => act("round") }, "Round done"),
            h("button", { type: "button", onclick: () => act("refuse") }, "Refuse the initiative"),
            h("button", { type: "button", onclick: () => act("finished") }, "Round done, all have acted"))],
      h("div", { class: "row" }, canUndo ? h("button", { type: "button", id: "undo-round", onclick: undo }, "Undo the last step") : null,
        h("button", { type: "button", id: "new-game", onclick: begin }, "New game"))),
    h("div", { class: "two" }, ["allied", "central"].map(side => army(app, side))));
}

export const fresh = () => ({ number: 0, side: "allied", refusals: 0, done: { allied: false, central: false }, over: false });
export const freshArmy = () => ({ units: 20, quality: "average", destroyed: 0, assets: 0 });

export function morale(umpire, army) {
  const start = umpire.breakPoint(army.units, army.quality);
  return { start, left: Math.max(0, start - army.destroyed - army.assets) };
}

function army(app, side) {
  const a = app.state.armies[side];
  const { start, left } = morale(app.umpire, a);
  const change = f => app.update(s => { f(s.armies[side]); });
  const step = (label, field, by) => h("button", { type: "button", "aria-label": `${label}, ${SIDE[side]}`, onclick: () => change(x => { x[field] = Math.max(0, x[field] + by); }) }, label);
  return h("section", { class: "card", id: `army-${side}` }, h("h2", {}, SIDE[side]),
    h("p", {}, h("span", { class: "count" }, String(left)), ` of ${start} left`),
    left === 0 && start > 0 ? h("p", {}, h("b", {}, "The army breaks: the game is over.")) : null,
    h("div", { class: "row" }, step("Unit destroyed", "destroyed", 1), step("Dump lost", "assets", 1), step("Undo unit", "destroyed", -1), step("Undo dump", "assets", -1)),
    chips("Army quality", { unmotivated: "Unmotivated", average: "Average", motivated: "Motivated" }, a.quality, v => change(x => { x.quality = v; })),
    h("label", { class: "row" }, "Combat units at the start ", h("input", { type: "number", min: 1, max: 500, value: a.units,
      onchange: e => change(x => { x.units = Math.min(500, Math.max(1, Math.round(Number(e.target.value)) || 1)); }) })));
}
