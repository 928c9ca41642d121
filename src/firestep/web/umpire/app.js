// The page: loads the charts, keeps what was entered, and shows one of four sheets.

import { askPage } from "./ask.js";
import { builderPage } from "./builder.js";
import { chips, h } from "./dom.js";
import { load, save } from "./store.js";
import { fresh, freshArmy, turnPage } from "./turn.js";
import { DEFAULTS, makeUmpire } from "./umpire.js";

const TABS = { ask: ["Umpire", askPage], turn: ["Turn", turnPage], builder: ["Armies", builderPage], settings: ["Settings", settingsPage] };

/** A part of the page by its id. @param {string} id */
const part = id => /** @type {HTMLElement} */ (document.getElementById(id));

async function data(name) {
  const kept = document.getElementById(`data-${name}`);
  return kept ? JSON.parse(kept.textContent) : (await fetch(`data/${name}.json`)).json();
}

function settingsPage(app) {
  return h("div", {},
    h("section", { class: "card" }, chips("Figures", { 1: "6 to 18 mm", 2: "20 to 28 mm: every distance doubled" }, String(app.state.scale),
      v => app.update(s => { s.scale = Number(v); })),
    h("p", { class: "quiet" }, "Every distance on the page follows this setting. Everything you enter stays on this device and survives closing the page.")),
    h("section", { class: "card" }, h("h2", {}, "About the chances"), h("p", {}, app.umpire.model.about)),
    h("button", { type: "button", onclick: async () => { if (await app.ask("Forget everything entered on this device?")) app.update(s => { Object.assign(s, beginning()); }); } }, "Start afresh"));
}

const beginning = () => ({ tab: "ask", question: { ...DEFAULTS, range: 12 }, special: null, result: null, log: [], scale: 1, why: false, turn: fresh(), past: [],
  armies: { allied: freshArmy(), central: freshArmy() }, builder: { nation: "gb", list: "corps", generous: false, batteries: 1 }, rosters: [], roster: 0 });

/** What an earlier version kept: its one roster becomes the first of several. */
function renewed(state) {
  const { units, formations, quality, ...builder } = state.builder;
  if (units) {
    state.rosters = [{ name: "My roster", nation: builder.nation, quality: quality ?? "average", formations: formations ?? [], units }];
    state.builder = builder;
  }
  return state;
}

/** A question answered with one tap; `answers` are ids and words. Nothing if it is put away. */
function choose(text, answers) {
  return new Promise(done => {
    const ids = Object.keys(answers);
    const box = h("dialog", {}, h("p", {}, text), h("div", { class: ids.length > 2 ? "four" : "row" }, ids.map((id, i) =>
      h("button", { type: "button", class: ids.length === 2 && i === 0 ? "go" : "", "data-answer": id, onclick: () => box.close(id) }, answers[id]))));
    box.addEventListener("close", () => { box.remove(); done(box.returnValue || null); });
    document.body.append(box);
    box.showModal();
  });
}

const ask = async text => await choose(text, { yes: "Yes", no: "No" }) === "yes";

async function start() {
  const umpire = makeUmpire(await data("model"));
  const armies = await data("armies");
  const state = renewed(load(beginning()));
  if (!TABS[state.tab]) state.tab = "ask";
  try {
    umpire.check({ ...state.question, range: 0 });
  } catch {
    state.question = beginning().question; // kept by another version: begin with a sound question
  }
  const app = { umpire, armies, state, ask, choose, keep: change => { change(state); save(state); }, update: change => { change(state); save(state); draw(); } };
  function draw() {
    const at = scrollY;
    const page = part("page");
    page.className = state.tab === "builder" ? "wide" : "";
    page.replaceChildren(TABS[state.tab][1](app));
    part("tabs").replaceChildren(...Object.entries(TABS).map(([id, [title]]) => h("button", { type: "button", "data-tab": id,
      "aria-current": id === state.tab ? "page" : null, onclick: () => { app.update(s => { s.tab = id; }); scrollTo(0, 0); } }, title)));
    scrollTo(0, at);
    if (state.result && state.tab === "ask") document.getElementById("answer")?.scrollIntoView({ block: "nearest" });
  }
  draw();
  document.documentElement.dataset.ready = "yes";
  if ("serviceWorker" in navigator && location.protocol.startsWith("http") && !document.getElementById("data-model")) {
    navigator.serviceWorker.register("sw.js").catch(() => undefined);
  }
}

start().catch(e => {
  part("page").textContent = `The charts could not be loaded (${e.message}). Reload the page once with a network.`;
});
