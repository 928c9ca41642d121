// The army builder: the lists of the book as a roster that can be edited and printed.

import { expand } from "./armies.js";
import { chips, h } from "./dom.js";

export function builderPage(app) {
  const { state, update, umpire, armies } = app;
  const b = state.builder;
  const nation = armies.nations[b.nation];
  const lists = Object.fromEntries(Object.entries(nation.formations).map(([id, f]) => [id, f.formation]));
  const build = (s, changes) => {
    const nb = { ...s.builder, ...changes };
    if (!armies.nations[nb.nation].formations[nb.list]) nb.list = Object.keys(armies.nations[nb.nation].formations)[0];
    const r = expand(armies, nb.nation, nb.list, { generous: nb.generous, batteries: nb.batteries });
    s.builder = { ...nb, ...r, quality: armies.nations[nb.nation].morale[0][1] };
  };
  if (!b.units) queueMicrotask(() => update(s => build(s, {})));
  const units = b.units ?? [], formations = b.formations ?? [];
  const fighting = units.filter(u => u.type !== "fast" && u.type !== "slow");
  const edit = (i, field, value) => app.keep(s => { s.builder.units[i][field] = value; });
  const options = (all, chosen) => Object.entries(all).map(([id, title]) => h("option", { value: id, selected: id === chosen }, title));
  const titles = Object.fromEntries(Object.entries(umpire.model.types).map(([id, t]) => [id, t.title]));

  const line = (u, i) => h("tr", {},
    h("td", {}, h("input", { value: u.name, "aria-label": "Name", oninput: e => edit(i, "name", e.target.value) })),
    h("td", {}, h("select", { "aria-label": "Type", onchange: e => edit(i, "type", e.target.value) }, options(titles, u.type))),
    h("td", {}, umpire.model.types[u.type].graded ? h("select", { "aria-label": "Quality", onchange: e => edit(i, "quality", e.target.value) }, options(umpire.model.grades, u.quality)) : ""),
    h("td", { class: "bases" }, h("input", { type: "number", min: 1, max: 8, value: u.bases, "aria-label": "Bases",
      onchange: e => update(s => { s.builder.units[i].bases = Math.min(8, Math.max(1, Math.round(Number(e.target.value)) || 1)); }) })),
    h("td", { class: "noprint" }, h("button", { type: "button", class: "small", "aria-label": `Remove ${u.name}`, onclick: () => update(s => { s.builder.units.splice(i, 1); }) }, "✕")));

  return h("div", { class: "roster" },
    h("div", { class: "noprint" },
      chips("Army", Object.fromEntries(Object.entries(armies.nations).map(([id, n]) => [id, n.title])), b.nation, v => update(s => build(s, { nation: v }))),
      chips("List", lists, b.list, v => update(s => build(s, { list: v }))),
      chips("Where the list leaves a choice", { low: "Fewest", high: "Most" }, b.generous ? "high" : "low", v => update(s => build(s, { generous: v === "high" }))),
      chips("Bases to an artillery unit", { 1: "1 (usual)", 2: "2", 3: "3" }, String(b.batteries), v => update(s => build(s, { batteries: Number(v) }))),
      h("p", { class: "quiet" }, `Army morale: ${nation.morale.map(([w, m]) => `${m} (${w})`).join(", ")}. ${nation.rule}`)),
    h("h2", {}, `${nation.title}: ${lists[b.list] ?? ""}`),
    h("p", {}, `${units.length} units, ${units.reduce((n, u) => n + u.bases, 0)} bases, ${formations.length} Leader${formations.length === 1 ? "" : "s"}. Break point ${umpire.breakPoint(fighting.length, b.quality ?? "average")} (${b.quality ?? "average"}).`),
    h("div", { class: "row noprint" },
      h("button", { type: "button", onclick: () => print() }, "Print"),
      h("button", { type: "button", onclick: () => update(s => { s.armies[nation.side] = { units: fighting.length, quality: s.builder.quality, destroyed: 0, assets: 0 }; s.tab = "turn"; }) }, "Use for army morale"),
      h("button", { type: "button", onclick: () => update(s => { s.builder.units.push({ id: `${b.nation}-x${s.builder.units.length + 1}`, name: "New unit", type: "infantry", quality: "average", bases: 4, formation: formations[0]?.id ?? "" }); }) }, "Add a unit")),
    formations.map(f => {
      const mine = units.map((u, i) => [u, i]).filter(([u]) => u.formation === f.id);
      return h("section", { class: "card" }, h("h2", {}, `${f.name} `, h("span", { class: "quiet" }, `Leader, ${armies.level_bases[f.level] * state.scale} inch base`)),
        mine.length ? h("div", { class: "scroll" }, h("table", {}, h("tr", {}, ["Unit", "Type", "Quality", "Bases", ""].map(t => h("th", {}, t))), mine.map(([u, i]) => line(u, i))))
          : h("p", { class: "quiet" }, "No units of its own."));
    }));
}
