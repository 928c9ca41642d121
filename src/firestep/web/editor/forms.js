/** What can be said about each thing on the table, as fields. Nothing here knows a rule: the server judges the whole. */
import { h } from "../js/elements/dom.js";
import { SIDES } from "./battle.js";

const FORMS = { deployed: "Deployed", maneuver: "Maneuver formation", march: "March column" };
const VEHICLES = { "": "None", train: "Train", car: "Car", truck: "Truck", wagon: "Wagon", aircraft: "Aircraft", "armoured-car": "Armoured car" };
const TYPE_OF = { train: "fast", car: "fast", truck: "slow", wagon: "slow", aircraft: "fast", "armoured-car": "armoured-car" };
const COVERS = { "": "as usual", none: "None", soft: "Soft", hard: "Hard", fortified: "Fortification" };
const MOVES = { "": "as usual", open: "Open", rough: "Rough", impassable: "Impassable" };

/** The switches of a scenario. @type {[id: string, label: string, choices: Record<string, string>][]} */
const OPTIONS = [["indirect", "Indirect fire", { off: "No", on: "Allowed" }], ["rip-track", "Tearing up track", { off: "No", on: "Allowed" }],
  ["trucks", "Trucks move as", { slow: "Slow transport", fast: "Fast transport" }], ["hills", "What hides on hills", { crests: "Crests of equal height too", higher: "Higher ground only" }],
  ["both", "Both armies break at once", { actor: "The acting side wins", draw: "A draw" }], ["halving", "Long indirect range", { plain: "Counts half", floor: "Half, never under 12" }]];

/** @typedef {Record<string, string | number>} Choices the words of what a list offers; the least, the most and the step of a number */

/**
 * One field: its label and its input.
 * @param {string} label @param {string} kind @param {any} value @param {(value: any) => void} set called with the new value, undefined for nothing
 * @param {Choices} [choices]
 */
function field(label, kind, value, set, choices = {}) {
  const id = `f-${label.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  let input;
  if (kind === "select") {
    input = h("select", { id, onchange: (e) => set(e.target.value || undefined) }, Object.entries(choices).map(([v, t]) => h("option", { value: v, selected: v === (value ?? "") }, t)));
  } else if (kind === "check") {
    input = h("input", { id, type: "checkbox", checked: Boolean(value), onchange: (e) => set(e.target.checked || undefined) });
  } else if (kind === "area") {
    input = h("textarea", { id, maxlength: 2000, onchange: (e) => set(e.target.value) }, value ?? "");
  } else {
    const number = kind === "number";
    input = h("input", { id, type: number ? "number" : "text", step: number ? choices.step ?? 0.1 : null, min: choices.min, max: choices.max, maxlength: number ? null : 200, value: value ?? "",
      onchange: (e) => set(number ? (e.target.value === "" ? undefined : Number(e.target.value)) : e.target.value) });
  }
  return [h("label", { for: id }, label), input];
}

const names = (list, none) => ({ ...(none === undefined ? {} : { "": none }), ...Object.fromEntries(list.map((x) => [x.id, x.name ?? x.title ?? x.id])) });

/** The fields of what is chosen. @param {import("./battle.js").Battle} battle @param {any} data @param {(f: (item: any) => void) => void} edit */
export function fields(battle, data, edit) {
  if (!battle.chosen) return [];
  const [list, index] = battle.chosen, item = battle.item, d = battle.doc;
  const at = (key, label, kind = "text", /** @type {Choices | undefined} */ choices = undefined) => field(label, kind, item[key], (v) => edit((x) => { if (v === undefined) delete x[key]; else x[key] = v; }), choices);
  const where = [at("x", "Across", "number"), at("y", "Down", "number")];
  if (list === "terrain") {
    const kind = data.kinds[item.kind] ?? {};
    return [at("kind", "Kind", "select", Object.fromEntries(Object.entries(data.kinds).filter(([, k]) => k.form === kind.form).map(([id, k]) => [id, k.title]))), at("title", "Name"),
      item.kind === "hill" ? [at("level", "Level", "number", { min: 0, max: 3, step: 1 }), at("slope", "Slopes, no plateau", "check")] : null,
      item.kind === "rail" ? at("steep", "Steep", "check") : null,
      kind.move === "mine" || item.kind === "command-mine" ? at("side", "Laid by", "select", { "": "nobody", ...SIDES }) : null,
      kind.form === "area" ? [at("cover", "Cover", "select", COVERS), at("move", "Going", "select", MOVES), at("tall", "Hides what is beyond", "check")] : null];
  }
  if (list === "formation") {
    return [at("name", "Formation"), at("leader", "Leader"), at("level", "Level", "select", { brigade: "Brigade", division: "Division", corps: "Corps" }), at("side", "Side", "select", SIDES),
      at("parent", "Under", "select", names(d.formation.slice(0, index).filter((f) => f.side === item.side), "nobody")), at("chief", "Commander-in-chief", "check"), where];
  }
  if (list === "asset") return [at("name", "Name"), at("side", "Side", "select", SIDES), at("value", "Worth", "number", { min: 1, max: 20, step: 1 }), where];
  if (list === "victory") {
    const foes = d.unit.filter((u) => battle.side(u) !== item.side);
    return [at("side", "Who wins", "select", SIDES), at("kind", "By", "select", { hold: "holding a place at the end", reach: "reaching a place", destroy: "destroying units" }), at("text", "In words"),
      item.kind === "destroy" ? foes.map((u) => field(u.name ?? u.id, "check", item.units?.includes(u.id), (v) => edit((x) => { x.units = [...(x.units ?? []).filter((n) => n !== u.id), ...(v ? [u.id] : [])]; })))
        : [at("radius", "Within inches", "number", { min: 0.5, max: 48, step: 0.5 }), where]];
  }
  return unit(battle, data, edit, at, where);
}

function unit(battle, data, edit, at, where) {
  const item = battle.item, d = battle.doc, types = data.model.types;
  const type = types[item.type] ?? types.infantry;
  const side = battle.side(item);
  const rails = d.terrain.filter((p) => p.kind === "rail");
  const rides = d.unit.filter((u) => u !== item && u.vehicle && u.vehicle !== "aircraft" && u.vehicle !== "armoured-car" && battle.side(u) === side);
  const kind = (v) => edit((x) => {
    for (const k of ["vehicle", "armour", "track", "hull_down", "capacity", "arms", "aa", "quality"]) delete x[k];
    x.type = v;
  });
  const vehicle = (v) => edit((x) => {
    for (const k of ["armour", "track", "hull_down", "capacity", "arms"]) delete x[k];
    if (v) Object.assign(x, { vehicle: v, type: TYPE_OF[v], form: v === "train" ? "march" : x.form === "deployed" ? "maneuver" : x.form, ...(v === "train" && rails[0] ? { track: rails[0].id } : {}) });
    else { delete x.vehicle; if (types[x.type].arm === "transport") x.type = "infantry"; }
  });
  const arm = (name, label) => field(label, "check", item.arms?.includes(name), (v) => edit((x) => {
    x.arms = [...(x.arms ?? []).filter((a) => a !== name), ...(v ? [name] : [])];
    if (!x.arms.length) delete x.arms;
  }));
  const goal = (k, label) => field(label, "number", item.goal?.[k], (v) => edit((x) => {
    if (v === undefined) delete x.goal;
    else (x.goal ??= [x.x, x.y])[k] = v;
  }));
  return [at("name", "Name"), at("formation", "Formation", "select", names(d.formation)),
    field("Type", "select", item.type, kind, Object.fromEntries(Object.entries(types).map(([id, t]) => [id, t.title]))),
    type.graded ? at("quality", "Quality", "select", data.model.grades) : null,
    at("bases", "Bases", "number", { min: 1, max: 8, step: 1 }), at("form", "Formation taken", "select", FORMS), at("facing", "Facing (0 is up)", "number", { min: 0, max: 359, step: 5 }), where,
    at("hidden", "Hidden at the start", "check"), at("enters", "Enters in turn", "number", { min: 0, max: 60, step: 1 }), at("route", "On a Route March", "check"),
    item.enters || item.route ? [goal(0, "Marches to, across"), goal(1, "Marches to, down")] : null,
    ["machinegun", "field", "heavy"].includes(item.type) ? at("aa", "Fires at aircraft", "check") : null,
    item.type === "machinegun" ? arm("mounted", "On mounts") : null,
    rides.length && !item.vehicle ? at("aboard", "Rides on", "select", names(rides, "nothing")) : null,
    field("Vehicle", "select", item.vehicle, vehicle, VEHICLES),
    item.vehicle === "train" ? [at("track", "On the railway", "select", names(rails, "none")), at("armour", "Armour", "select", { "": "None", sandbags: "Sandbags", armoured: "Armoured" })] : null,
    item.vehicle === "aircraft" ? [arm("bomb", "Can bomb"), arm("strafe", "Can strafe")] : null,
    item.vehicle === "armoured-car" ? at("hull_down", "Hull-down", "check") : null];
}

/** The battle as a whole. @param {import("./battle.js").Battle} battle @param {any} data @param {(f: (doc: any) => void) => void} edit */
export function heading(battle, data, edit) {
  const d = battle.doc;
  const at = (key, label, kind = "text", /** @type {Choices | undefined} */ choices = undefined) => field(label, kind, d[key], (v) => edit((x) => { x[key] = v ?? (kind === "text" || kind === "select" ? "" : undefined); }), choices);
  const nations = Object.fromEntries(Object.entries(data.armies.nations).map(([id, n]) => [id, n.title]));
  const army = (side, key, label, choices) => field(`${SIDES[side]}: ${label}`, "select", d.armies[side][key], (v) => edit((x) => { x.armies[side][key] = v; }), choices);
  const size = (i, label) => field(label, "number", d.table[i], (v) => edit((x) => { x.table[i] = Math.min(400, Math.max(12, v ?? 48)); }), { min: 12, max: 400, step: 1 });
  return [at("title", "Title"), at("text", "What happens", "area"), size(0, "Inches wide"), size(1, "Inches deep"), at("turns", "Turns", "number", { min: 1, max: 60, step: 1 }),
    ["allied", "central"].map((side) => [army(side, "nation", "nation", nations), army(side, "quality", "morale", { unmotivated: "Unmotivated", average: "Average", motivated: "Motivated" })]),
    at("limit_winner", "Wins when time runs out", "select", { "": "nobody", ...SIDES }), at("limit_reason", "Words for that"),
    field("Army morale counts", "check", d.morale !== false, (v) => edit((x) => { if (v) delete x.morale; else x.morale = false; })),
    OPTIONS.map(([id, label, choices]) => field(label, "select", d.options?.[id] ?? Object.keys(choices)[0], (v) => edit((x) => {
      x.options = { ...x.options, [id]: v };
      if (v === Object.keys(choices)[0]) delete x.options[id];
      if (!Object.keys(x.options).length) delete x.options;
    }), choices))];
}
