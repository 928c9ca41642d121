/** A battle being made: the scenario as a plain object, with names that do not clash, and steps that can be taken back. */

export const SIDES = { allied: "Allied Forces", central: "Central Powers" };
export const LISTS = { terrain: "Ground", formation: "Leaders", unit: "Units", asset: "Dumps", victory: "Ways to win" };

/** An empty field with two Leaders, so that it can be filled at once. */
export function blank() {
  return { format: "firestep-scenario 1", game: "dgk", title: "A battle of my own", text: "", table: [48, 36], turns: 10, limit_winner: "", limit_reason: "Neither army broke in time.",
    armies: { allied: { nation: "fr", quality: "average" }, central: { nation: "de", quality: "average" } },
    terrain: [], formation: [
      { id: "allied-1", name: "Allied division", leader: "Allied commander", level: "division", side: "allied", x: 24, y: 31, chief: true },
      { id: "central-1", name: "Central division", leader: "Central commander", level: "division", side: "central", x: 24, y: 5, chief: true }],
    unit: [], asset: [], victory: [] };
}

export const round = (n) => Math.round(n * 10) / 10;

export class Battle {
  /** @param {any} doc */
  constructor(doc) {
    /** @type {string[]} earlier states of the battle, for undo */
    this.past = [];
    this.doc = complete(doc);
    /** @type {[list: string, index: number] | null} what is chosen */
    this.chosen = null;
  }

  /** Change the battle; the change can be taken back. @param {(doc: any) => void} f */
  change(f) {
    this.past.push(JSON.stringify(this.doc));
    if (this.past.length > 60) this.past.shift();
    f(this.doc);
  }

  /** Begin a change that goes on while the pointer is down. */
  hold() { this.change(() => undefined); }

  undo() {
    const was = this.past.pop();
    if (was) this.doc = JSON.parse(was);
    if (this.chosen && !this.item) this.chosen = null;
  }

  get item() { return this.chosen ? this.doc[this.chosen[0]]?.[this.chosen[1]] : null; }

  /** A name that nothing of the list has. */
  free(list, stem) {
    for (let n = 1; ; n++) if (!this.doc[list].some((x) => x.id === `${stem}-${n}`)) return `${stem}-${n}`;
  }

  add(list, item) {
    this.change((d) => { this.chosen = [list, d[list].push(item) - 1]; });
  }

  copy() {
    if (!this.chosen) return;
    const [list] = this.chosen, item = structuredClone(this.item);
    if (item.id) item.id = this.free(list, item.id.replace(/-\d+$/, ""));
    if (item.points) item.points = item.points.map(([x, y]) => [round(x + 1), round(y + 1)]);
    else Object.assign(item, { x: round(item.x + 1), y: round(item.y + 1), ...(item.chief ? { chief: undefined } : {}) });
    this.add(list, item);
  }

  remove() {
    if (!this.chosen) return;
    const [list, i] = this.chosen, gone = this.item;
    this.change((d) => {
      d[list].splice(i, 1);
      if (list === "formation") {
        for (const f of d.formation) if (f.parent === gone.id) delete f.parent;
        d.unit = d.unit.filter((u) => u.formation !== gone.id);
      }
      if (list === "unit") {
        for (const u of d.unit) if (u.aboard === gone.id) delete u.aboard;
        for (const v of d.victory) if (v.units) v.units = v.units.filter((u) => u !== gone.id);
      }
    });
    this.chosen = null;
  }

  side(unit) { return this.doc.formation.find((f) => f.id === unit.formation)?.side ?? "allied"; }

  nation(unit) { return unit.nation ?? this.doc.armies[this.side(unit)].nation; }
}

/** What a file may leave out. @param {any} doc */
function complete(doc) {
  if (doc.game !== undefined && doc.game !== "dgk") throw new Error("This file is not a battle of Der Grosse Krieg.");
  if (!Array.isArray(doc.table) || doc.table.length !== 2 || !doc.table.every(Number.isFinite)) throw new Error("This file is not a battle: it names no table.");
  const out = { ...blank(), formation: [], ...doc };
  for (const k of Object.keys(LISTS)) if (!Array.isArray(out[k])) throw new Error(`This file is not a battle: '${k}' is no list.`);
  out.terrain.forEach((p, i) => { p.id ??= `t${i + 1}`; p.points = Array.isArray(p.points) ? p.points : []; });
  delete out.order;
  return out;
}
