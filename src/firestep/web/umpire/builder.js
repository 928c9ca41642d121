// The army builder: rosters from the lists of the book or of one's own, edited, printed, carried to another device.

import { chips, h } from "./dom.js";
import * as rosters from "./rosters.js";

export function builderPage(app) {
  const { state, update } = app;
  const at = Math.min(state.roster ?? 0, state.rosters.length - 1);
  const roster = state.rosters[at];
  const choices = Object.fromEntries(state.rosters.map((r, i) => [String(i), r.name]));
  return h("div", { class: "roster" },
    h("div", { class: "noprint" },
      state.rosters.length ? chips("Your rosters", choices, String(at), v => update(s => { s.roster = Number(v); })) : null,
      fromTheBook(app), files(app, roster)),
    roster ? sheet(app, roster, at) : h("p", { class: "quiet" }, "No roster yet: take one from the book's lists, or open one from a file."));
}

/** A new roster from a list of the book; the ones that are there stay as they are. */
function fromTheBook(app) {
  const { state, update, armies } = app;
  const b = state.builder;
  const nation = armies.nations[b.nation];
  const lists = Object.fromEntries(Object.entries(nation.formations).map(([id, f]) => [id, f.formation]));
  const list = lists[b.list] ? b.list : Object.keys(lists)[0];
  const set = changes => update(s => { s.builder = { ...s.builder, ...changes, open: true }; });
  const box = h("details", { open: Boolean(b.open) || !state.rosters.length, id: "book" }, h("summary", {}, "New roster from the book's lists"),
    chips("Army", Object.fromEntries(Object.entries(armies.nations).map(([id, n]) => [id, n.title])), b.nation, v => set({ nation: v })),
    chips("List", lists, list, v => set({ list: v })),
    chips("Where the list leaves a choice", { low: "Fewest", high: "Most" }, b.generous ? "high" : "low", v => set({ generous: v === "high" })),
    chips("Bases to an artillery unit", { 1: "1 (usual)", 2: "2", 3: "3" }, String(b.batteries), v => set({ batteries: Number(v) })),
    h("p", { class: "quiet" }, `Army morale: ${nation.morale.map(([w, m]) => `${m} (${w})`).join(", ")}. ${nation.rule}`),
    h("div", { class: "row" }, h("button", { type: "button", id: "make-roster", onclick: () => update(s => {
      const r = rosters.fromList(armies, { ...s.builder, list });
      r.name = rosters.named(s.rosters, r.name);
      s.roster = s.rosters.push(r) - 1;
      s.builder.open = false;
    }) }, "Make this roster")));
  box.addEventListener("toggle", () => app.keep(s => { s.builder.open = box.open; }));
  return box;
}

function files(app, roster) {
  const { update, umpire, armies } = app;
  const read = h("input", { type: "file", accept: ".json,application/json", hidden: true, id: "open-roster", onchange: async e => {
    const file = e.target.files[0];
    if (!file) return;
    try {
      const r = rosters.fromText(await file.text(), umpire.model, armies);
      update(s => {
        r.name = rosters.named(s.rosters, r.name);
        s.roster = s.rosters.push(r) - 1;
      });
    } catch (error) {
      await app.choose(/** @type {Error} */ (error).message, { ok: "Good" });
    }
  } });
  const save = () => {
    const link = h("a", { href: URL.createObjectURL(new Blob([rosters.toText(roster)], { type: "application/json" })),
      download: `${roster.name.replace(/[^\p{L}\p{N}]+/gu, "-")}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  return h("div", { class: "row" }, read,
    h("button", { type: "button", onclick: () => read.click() }, "Open from a file"),
    roster ? [h("button", { type: "button", onclick: save }, "Save to a file"),
      h("button", { type: "button", onclick: () => update(s => {
        const copy = structuredClone(roster);
        copy.name = rosters.named(s.rosters, roster.name);
        s.roster = s.rosters.push(copy) - 1;
      }) }, "Copy"),
      h("button", { type: "button", onclick: () => print() }, "Print"),
      h("button", { type: "button", onclick: async () => { if (await app.ask(`Delete the roster '${roster.name}'?`)) update(s => { s.rosters.splice(s.rosters.indexOf(roster), 1); s.roster = 0; }); } }, "Delete")] : null);
}

function sheet(app, roster, at) {
  const { update, umpire, armies, state } = app;
  const nation = armies.nations[roster.nation];
  const change = f => update(s => f(s.rosters[at]));
  const combat = rosters.fighting(roster);
  const bases = roster.units.reduce((n, u) => n + u.bases, 0);
  const levels = Object.fromEntries(Object.keys(armies.level_bases).map(l => [l, l[0].toUpperCase() + l.slice(1)]));
  return [
    h("div", { class: "row" }, h("input", { class: "title", value: roster.name, maxLength: 60, "aria-label": "Name of the roster",
      onchange: e => change(r => { r.name = e.target.value.trim() || r.name; }) })),
    h("p", { id: "totals" }, `${roster.units.length} units, ${bases} bases, ${roster.formations.length} Leader${roster.formations.length === 1 ? "" : "s"}. `
      + `Break point ${umpire.breakPoint(combat, roster.quality)} (${roster.quality}).`),
    h("div", { class: "noprint" },
      chips("Army quality", { unmotivated: "Unmotivated", average: "Average", motivated: "Motivated" }, roster.quality, v => change(r => { r.quality = v; })),
      h("div", { class: "row" },
        h("button", { type: "button", onclick: () => update(s => {
          s.armies[nation.side] = { units: combat, quality: roster.quality, destroyed: 0, assets: 0 };
          s.tab = "turn";
        }) }, "Use for army morale"),
        h("button", { type: "button", id: "add-leader", onclick: async () => {
          const level = await app.choose("Which level does the new Leader command?", levels);
          if (level) change(r => rosters.addFormation(r, level, r.formations[0]?.id ?? null));
        } }, "Add a Leader"))),
    roster.formations.map(f => formation(app, roster, f, change, state.scale)),
    roster.formations.length ? null : h("button", { type: "button", onclick: () => change(r => rosters.addUnit(r, "")) }, "Add a unit"),
    roster.formations.length ? null : table(app, roster, roster.units, change)];
}

function formation(app, roster, f, change, scale) {
  const mine = roster.units.filter(u => u.formation === f.id);
  const mend = g => change(r => g(r.formations.find(x => x.id === f.id)));
  const above = roster.formations.filter(x => x.id !== f.id && !under(roster, x, f.id));
  return h("section", { class: "card", "data-formation": f.id },
    h("div", { class: "row" },
      h("input", { class: "title", value: f.name, maxLength: 60, "aria-label": "Name of the formation", onchange: e => mend(x => { x.name = e.target.value.trim() || x.name; }) }),
      h("span", { class: "quiet" }, `Leader, ${app.armies.level_bases[f.level] * scale} inch base`)),
    h("div", { class: "row noprint" },
      above.length ? h("label", {}, "under ", h("select", { "aria-label": `${f.name} is under`, onchange: e => mend(x => { x.parent = e.target.value || null; }) },
        h("option", { value: "", selected: f.parent === null }, "nobody"), above.map(x => h("option", { value: x.id, selected: x.id === f.parent }, x.name)))) : null,
      h("button", { type: "button", onclick: () => change(r => rosters.addUnit(r, f.id)) }, "Add a unit"),
      h("button", { type: "button", "aria-label": `Remove the Leader of ${f.name}`, onclick: () => change(r => rosters.removeFormation(r, f.id)) }, "Remove the Leader")),
    mine.length ? table(app, roster, mine, change) : h("p", { class: "quiet" }, "No units of its own."));
}

function under(roster, f, id) {
  for (let at = f; at; at = roster.formations.find(x => x.id === at.parent)) if (at.id === id) return true;
  return false;
}

function table(app, roster, units, change) {
  const { model } = app.umpire;
  const options = (all, chosen) => Object.entries(all).map(([id, title]) => h("option", { value: id, selected: id === chosen }, title));
  const types = Object.fromEntries(Object.entries(model.types).map(([id, t]) => [id, t.title]));
  const leaders = Object.fromEntries(roster.formations.map(f => [f.id, f.name]));
  const line = u => {
    const edit = (field, value) => change(r => { Object.assign(r.units.find(x => x.id === u.id), { [field]: value }); });
    return h("tr", {},
      h("td", {}, h("input", { value: u.name, maxLength: 60, "aria-label": "Name", onchange: e => edit("name", e.target.value.trim() || u.name) })),
      h("td", {}, h("select", { "aria-label": "Type", onchange: e => edit("type", e.target.value) }, options(types, u.type))),
      h("td", {}, model.types[u.type].graded ? h("select", { "aria-label": "Quality", onchange: e => edit("quality", e.target.value) }, options(model.grades, u.quality)) : ""),
      h("td", { class: "bases" }, h("input", { type: "number", min: 1, max: 8, value: u.bases, "aria-label": "Bases",
        onchange: e => edit("bases", Math.min(8, Math.max(1, Math.round(Number(e.target.value)) || 1))) })),
      roster.formations.length > 1 ? h("td", { class: "noprint" }, h("select", { "aria-label": `Formation of ${u.name}`, onchange: e => edit("formation", e.target.value) }, options(leaders, u.formation))) : null,
      h("td", { class: "noprint" }, h("button", { type: "button", class: "small", "aria-label": `Remove ${u.name}`,
        onclick: () => change(r => { r.units.splice(r.units.findIndex(x => x.id === u.id), 1); }) }, "✕")));
  };
  const heads = ["Unit", "Type", "Quality", "Bases", ...(roster.formations.length > 1 ? ["Formation"] : []), ""];
  return h("div", { class: "scroll" }, h("table", {}, h("tr", {}, heads.map(t => h("th", { class: t === "Formation" ? "noprint" : "" }, t))), units.map(line)));
}
