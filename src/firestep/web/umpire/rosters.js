// Rosters: armies as lists of Leaders and units, several side by side, as text that another device can read. Pure: no page.

import { expand } from "./armies.js";

export const FORMAT = "firestep-roster 1";
const MOST = { units: 400, formations: 80, bases: 8, name: 60, text: 300_000 };

/** The ids of a list that no other item of it has. */
function free(list, stem) {
  let n = list.length + 1;
  while (list.some(x => x.id === `${stem}-${n}`)) n += 1;
  return `${stem}-${n}`;
}

/** A roster from the lists of the book. */
export function fromList(armies, { nation, list, generous = false, batteries = 1 }, name) {
  const of = armies.nations[nation];
  const { formations, units } = expand(armies, nation, list, { generous, batteries });
  return { name: name ?? `${of.title}: ${of.formations[list].formation}`, nation, quality: of.morale[0][1], formations, units };
}

/** A name that no other roster has. */
export function named(rosters, name) {
  let out = name;
  for (let n = 2; rosters.some(r => r.name === out); n += 1) out = `${name} (${n})`;
  return out;
}

export function addFormation(roster, level, parent) {
  const id = free(roster.formations, `${roster.nation}-f`);
  roster.formations.push({ id, name: `New ${level}`, level, parent });
  return id;
}

export function addUnit(roster, formation) {
  roster.units.push({ id: free(roster.units, `${roster.nation}-u`), name: "New unit", type: "infantry", quality: "average", bases: 4, formation });
}

/** A Leader goes; his units and the Leaders under him pass to the one above him, or to the first that is left. */
export function removeFormation(roster, id) {
  const gone = roster.formations.find(f => f.id === id);
  roster.formations = roster.formations.filter(f => f.id !== id);
  const heir = roster.formations.find(f => f.id === gone.parent)?.id ?? null;
  for (const f of roster.formations) if (f.parent === id) f.parent = heir;
  const next = heir ?? roster.formations[0]?.id ?? "";
  for (const u of roster.units) if (u.formation === id) u.formation = next;
}

export const fighting = roster => roster.units.filter(u => u.type !== "fast" && u.type !== "slow").length;

export const toText = roster => `${JSON.stringify({ format: FORMAT, ...roster }, null, 1)}\n`;

/** A roster from its text; throws a sentence that says what is wrong. */
export function fromText(text, model, armies) {
  const bad = why => { throw new Error(`This is not a roster that can be read: ${why}.`); };
  if (text.length > MOST.text) bad("the file is too large");
  let r;
  try {
    r = JSON.parse(text);
  } catch {
    bad("the file is not complete JSON; export it again");
  }
  if (r?.format !== FORMAT) bad(`a roster begins with "format": "${FORMAT}"`);
  const word = (v, what) => typeof v === "string" && v.trim() && v.length <= MOST.name ? v : bad(`${what} needs a name of at most ${MOST.name} letters`);
  const among = (v, all, what) => Object.hasOwn(all, v) ? v : bad(`there is no ${what} '${v}'`);
  const list = (v, most, what) => Array.isArray(v) && v.length <= most ? v : bad(`${what} must be a list of at most ${most}`);
  const formations = list(r.formations, MOST.formations, "formations").map(f => ({ id: word(f?.id, "a formation's id"), name: word(f.name, "a formation"),
    level: among(f.level, armies.level_bases, "level of command"), parent: f.parent ?? null }));
  const ids = new Set(formations.map(f => f.id));
  if (ids.size !== formations.length) bad("two formations have the same id");
  for (const f of formations) {
    if (f.parent !== null && !ids.has(f.parent)) bad(`the formation '${f.name}' is under one that is missing`);
    const seen = new Set();
    /** @type {typeof f | undefined} */
    let at = f;
    for (; at; at = formations.find(x => x.id === at?.parent)) seen.has(at.id) ? bad(`the formation '${f.name}' is under itself`) : seen.add(at.id);
  }
  const units = list(r.units, MOST.units, "units").map(u => {
    const type = among(u?.type, model.types, "unit type");
    const bases = u.bases;
    if (!Number.isInteger(bases) || bases < 1 || bases > MOST.bases) bad(`a unit has 1 to ${MOST.bases} bases`);
    if (formations.length && !ids.has(u.formation)) bad(`the unit '${u.name}' belongs to a formation that is missing`);
    return { id: word(u.id, "a unit's id"), name: word(u.name, "a unit"), type, quality: model.types[type].graded ? among(u.quality, model.grades, "quality") : "average",
      bases, formation: formations.length ? u.formation : "" };
  });
  if (new Set(units.map(u => u.id)).size !== units.length) bad("two units have the same id");
  return { name: word(r.name, "the roster"), nation: among(r.nation, armies.nations, "army"), quality: among(r.quality, model.morale, "army quality"), formations, units };
}
