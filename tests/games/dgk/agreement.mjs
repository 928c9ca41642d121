// Run by test_page.py: the page's arithmetic on every combination of fields, or on every n-th. The umpire's folder and the data
// folder are put in.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { makeUmpire, DEFAULTS } from "%(web)s/umpire.js";
import { expand } from "%(web)s/armies.js";
const model = JSON.parse(readFileSync("%(data)s/model.json"));
const armies = JSON.parse(readFileSync("%(data)s/armies.json"));
const u = makeUmpire(model);
const T = Object.keys(model.types), G = t => model.types[t].graded ? Object.keys(model.grades) : ["average"];
const F = Object.keys(model.formations), C = Object.keys(model.covers), N = Object.keys(model.numbers), S = Object.keys(model.states);
const given = JSON.parse(readFileSync(0, "utf8"));
const out = {};
for (const type of T) for (const quality of G(type)) {
  const fire = createHash("sha256"), assault = createHash("sha256");
  let nf = 0, na = 0, n = 0;
  for (const target of T) for (const target_quality of G(target)) for (const formation of F) for (const cover of C)
  for (const numbers of N) for (const state of S) for (const target_state of S) {
    if (n++ % given.every) continue;
    const q = { ...DEFAULTS, type, quality, target, target_quality, formation, cover, numbers, state, target_state };
    if (type in model.fire.type.values) for (const action of ["deployed-fire", "moving-fire"]) for (const range of model.bands) {
      if (range > model.types[type].range) continue;
      fire.update(u.fireScore({ ...q, action, range }).total + ";"); nf++;
    }
    if (model.types[type].assault) for (const frontal of [true, false]) for (const rough of [true, false]) {
      const a = { ...q, action: "assault", frontal, rough };
      const d = u.defensiveScore(a);
      assault.update(`${d ? d.total : "-"},${S.map(s => u.attackScore(a, s).total + "," + u.defenceScore(a, s).total)};`); na++;
    }
  }
  const small = [];
  for (const state of S) for (const leader of [true, false]) {
    for (const action of ["deploy", "maneuver", "march", ...(model.types[type].assault ? ["assault"] : [])]) small.push(Object.values(u.orderChances({ ...DEFAULTS, type, quality, state, leader, action })));
    small.push(Object.values(u.regroupChances({ ...DEFAULTS, type, quality, leader, action: "regroup" })));
  }
  out[`${type} ${quality}`] = [nf, fire.digest("hex"), na, assault.digest("hex"), small];
}
const rows = [];
for (let s = -30; s <= 30; s++) {
  // the damage table by the score of a question: found through the totals above, so only the table itself is compared here
  const k = String(Math.min(Math.max(s, Math.min(...Object.keys(model.damage).map(Number))), Math.max(...Object.keys(model.damage).map(Number))));
  rows.push(model.damage[k]);
}
const answers = given.questions.map(([q, dice]) => {
  const a = { fire: ["deployed-fire", "moving-fire"], move: ["deploy", "maneuver", "march"] };
  try {
    if (a.fire.includes(q.action)) return [u.resolveFire(q, dice.slice(0, 3)), u.fireChances(q), u.fireScore(q).reasons.map(r => [r.field, r.choice, r.value, r.rule])];
    if (a.move.includes(q.action)) return [u.resolveOrder(q, dice.slice(0, 3)), u.orderChances(q)];
    if (q.action === "regroup") return [u.resolveRegroup(q, dice.slice(0, 3)), u.regroupChances(q)];
    const m = u.resolveAssault(q, dice);
    return [m, u.assaultChances(q)];
  } catch (e) { return ["refused", e.message]; }
});
const lists = {};
for (const [n, d] of Object.entries(armies.nations)) for (const f of Object.keys(d.formations)) for (const generous of [false, true])
  lists[`${n} ${f} ${generous}`] = expand(armies, n, f, { generous });
const rest = { compare: [], breaks: [], moves: [], effects: [], initiative: [] };
for (let a = 1; a <= 12; a++) for (let b = 1; b <= 12; b++) rest.compare.push(u.compare(a, b));
for (let n = 0; n <= 60; n++) for (const m of Object.keys(model.morale)) rest.breaks.push(u.breakPoint(n, m));
for (const t of T) for (const q of G(t)) for (const a of ["deploy", "maneuver", "march", "assault"]) for (const d of [false, true]) rest.moves.push(u.baseMove(t, q, a, d));
for (const s of S) for (let l = 0; l < 8; l++) rest.effects.push(Object.values(u.effect(s, l)));
for (let d = 1; d <= 10; d++) rest.initiative.push(u.initiative(d));
console.log(JSON.stringify({ out, answers, lists, rest, rows }));
