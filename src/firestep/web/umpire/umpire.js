// The umpire's arithmetic: the same few functions as games/dgk/umpire.py over the same data file.
// Pure: no page, no storage. A test compares both on every combination of fields.

export const STATES = ["steady", "disordered", "demoralised"];
export const MOVES = ["deploy", "maneuver", "march"];
export const FIRES = ["deployed-fire", "moving-fire"];
export const ACTIONS = [...MOVES, ...FIRES, "assault", "regroup"];
const WHOLE = 1000;

const TARGET = ["target", "target_quality", "formation", "cover", "numbers", "target_state"];
export const FIELDS = {
  ...Object.fromEntries(MOVES.map(a => [a, ["state", "leader"]])),
  ...Object.fromEntries(FIRES.map(a => [a, ["state", ...TARGET, "range"]])),
  assault: ["state", ...TARGET, "leader", "frontal", "rough"],
  regroup: ["leader"],
};

export const DEFAULTS = {
  action: "deployed-fire", type: "infantry", quality: "average", state: "steady", target: "infantry", target_quality: "average",
  formation: "deployed", cover: "none", range: 0, numbers: "even", target_state: "steady", leader: false, frontal: true, rough: false,
};

export class Refused extends Error {}

export function makeUmpire(model) {
  const has = (o, k) => Object.prototype.hasOwnProperty.call(o, k);

  function known(what, value, choices) {
    if (!has(choices, value)) throw new Refused(`there is no ${what} '${value}'; choose one of: ${Object.keys(choices).join(", ")}`);
  }

  function check(q) {
    if (!ACTIONS.includes(q.action)) throw new Refused(`there is no action '${q.action}'; choose one of: ${ACTIONS.join(", ")}`);
    known("unit type", q.type, model.types);
    known("quality", q.quality, model.grades);
    const kind = model.types[q.type];
    if (!kind.graded && q.quality !== "average") throw new Refused(`${kind.title} have no grades; leave the quality at average`);
    const need = FIELDS[q.action];
    if (need.includes("state")) known("state", q.state, model.states);
    if (need.includes("target")) {
      known("target type", q.target, model.types);
      known("target quality", q.target_quality, model.grades);
      known("formation", q.formation, model.formations);
      known("cover", q.cover, model.covers);
      known("comparison of numbers", q.numbers, model.numbers);
      known("target state", q.target_state, model.states);
      const t = model.types[q.target];
      if (!t.graded && q.target_quality !== "average") throw new Refused(`${t.title} have no grades; leave the target's quality at average`);
    }
    if (FIRES.includes(q.action)) {
      if (!has(model.fire.type.values, q.type)) throw new Refused(`${kind.title} cannot fire; choose another action [dgk.VI.fire.4]`);
      band(q.type, q.range);
    }
    if (q.action === "assault" && !kind.assault) {
      throw new Refused(`${kind.title} cannot assault; only infantry and cavalry can [dgk.III.ass.1]`);
    }
  }

  function band(type, distance) {
    if (!(distance >= 0 && distance < Infinity)) {
      throw new Refused(`a range of ${distance} inches makes no sense; measure from the front to the nearest part of the target`);
    }
    const { range: reach, title } = model.types[type];
    if (distance > reach) {
      const far = new Refused(`${title} reach ${reach} inches and the target is ${distance} away; choose another action [dgk.VI.range.5]`);
      throw Object.assign(far, { title, reach, distance }); // the page tells the distances in the scale of its figures
    }
    return String(model.bands.find(b => distance <= b));
  }

  function indirectRange(distance) {
    const s = model.special.indirect;
    if (distance > s.reach) {
      throw Object.assign(new Refused(`indirect fire reaches ${s.reach} inches; choose another action [dgk.X.ind.4]`), { title: "Indirect fire", reach: s.reach, distance });
    }
    return distance > s.halved_beyond ? distance / 2 : distance;
  }

  function picks(q) {
    let mounted = "on-foot";
    if (model.types[q.type].arm === "cavalry") {
      if (q.cover === "hard" || q.cover === "fortified") mounted = "trench";
      else mounted = q.cover === "soft" || q.rough ? "rough" : "open";
    }
    return {
      type: q.type, quality: q.quality, action: q.action, "actor-state": q.state, "target-type": q.target,
      "target-quality": q.target_quality, "target-formation": q.formation, cover: q.cover, numbers: q.numbers,
      "target-state": q.target_state, leader: q.leader ? "yes" : "no", frontal: q.frontal ? "yes" : "no", mounted,
    };
  }

  function score(section, chosen) {
    const reasons = Object.entries(section).map(([field, t]) => (
      { field, choice: chosen[field], value: t.values[chosen[field]], rule: t.rule }));
    return { total: reasons.reduce((sum, r) => sum + r.value, 0), reasons };
  }

  const fireScore = q => score(model.fire, { ...picks(q), range: band(q.type, q.range) });
  const orderScore = q => score(model.orders.score, picks(q));
  const regroupScore = q => score(model.regroup.score, picks(q));
  const defensiveScore = q => q.target_state === "demoralised" ? null : score(model.assault.defensive_fire, picks(q));
  const attackScore = (q, state = q.state) => score(model.assault.attack, { ...picks(q), "actor-state": state });
  const defenceScore = (q, state = q.state) => score(model.assault.defence, { ...picks(q), "actor-state": state });

  const ends = new Map();
  function row(table, total) {
    if (!ends.has(table)) {
      const keys = Object.keys(table).map(Number);
      ends.set(table, [Math.min(...keys), Math.max(...keys)]);
    }
    const [low, high] = ends.get(table);
    return table[String(Math.min(Math.max(total, low), high))];
  }
  const damageRow = total => row(model.damage, total);

  function weights(atLeast) {
    const edge = [WHOLE, ...atLeast, 0];
    return edge.slice(0, -1).map((v, i) => v - edge[i + 1]);
  }

  const fireChances = q => weights(damageRow(fireScore(q).total));
  function orderChances(q) {
    const [obeyed, delayed] = row(model.orders.table, orderScore(q).total);
    return { obeyed, delayed, lost: WHOLE - obeyed - delayed };
  }
  function regroupChances(q) {
    const [full, step] = row(model.regroup.table, regroupScore(q).total);
    return { full, step, failed: WHOLE - full - step };
  }

  function assaultChances(q) {
    const top = damageRow(0).length;
    const out = { stopped: 0, won: 0, repulsed: 0, actor: Array(2 * top + 1).fill(0), target: Array(top + 1).fill(0) };
    const defensive = defensiveScore(q);
    const fire = defensive ? weights(damageRow(defensive.total)) : [WHOLE];
    const start = STATES.indexOf(q.state);
    fire.forEach((wf, f) => {
      if (!wf) return;
      if (f && start + f > 2) {
        const w = wf * WHOLE * WHOLE;
        out.stopped += w;
        out.actor[f] += w;
        out.target[0] += w;
        return;
      }
      const state = STATES[start + f];
      const attack = weights(damageRow(attackScore(q, state).total));
      const defence = weights(damageRow(defenceScore(q, state).total));
      attack.forEach((wt, t) => defence.forEach((wa, a) => {
        const w = wf * wt * wa;
        out.actor[f + a] += w;
        out.target[t] += w;
        out[t > a ? "won" : "repulsed"] += w;
      }));
    });
    return out;
  }

  function rollOf(dice) {
    if (dice.length !== 3 || !dice.every(d => Number.isInteger(d) && d >= 1 && d <= 10)) {
      throw new Refused(`a roll needs 3 ten-sided dice, got ${dice}`);
    }
    const [a, b, c] = dice.map(d => d % 10);
    return 100 * a + 10 * b + c || WHOLE;
  }
  const levelsOf = (total, dice) => { const r = rollOf(dice); return damageRow(total).filter(p => r <= p).length; };
  function pick(chances, roll) {
    for (const [name, weight] of Object.entries(chances)) {
      roll -= weight;
      if (roll <= 0) return name;
    }
    throw new Error("the chances of a table add up to a thousand");
  }

  const resolveFire = (q, dice) => { check(q); return levelsOf(fireScore(q).total, dice); };
  const resolveOrder = (q, dice) => { check(q); return pick(orderChances(q), rollOf(dice)); };
  const resolveRegroup = (q, dice) => { check(q); return pick(regroupChances(q), rollOf(dice)); };
  function resolveAssault(q, dice) {
    check(q);
    const defensive = defensiveScore(q);
    const fire = defensive ? levelsOf(defensive.total, dice.slice(0, 3)) : 0;
    const start = STATES.indexOf(q.state);
    if (fire && start + fire > 2) return { fire, home: false, actor: 0, target: 0, won: false };
    const state = STATES[start + fire];
    const target = levelsOf(attackScore(q, state).total, dice.slice(3, 6));
    const actor = levelsOf(defenceScore(q, state).total, dice.slice(6, 9));
    return { fire, home: true, actor, target, won: target > actor };
  }
  const initiative = die => model.initiative.sides[die * 100 <= model.initiative.allied ? 0 : 1];

  function effect(state, levels) {
    const total = STATES.indexOf(state) + levels;
    const bases = levels ? Math.max(0, total - 2) : 0;
    return { state: STATES[Math.min(total, 2)], bases, falls_back: bases > 0 };
  }
  const recovered = (state, result) => result === "full" ? "steady"
    : result === "step" ? STATES[Math.max(0, STATES.indexOf(state) - 1)] : state;

  function compare(actor, target) {
    if (actor === target) return "even";
    if (actor < target) return target >= 2 * actor ? "actor-badly-outnumbered" : "actor-outnumbered";
    return actor >= 2 * target ? "target-badly-outnumbered" : "target-outnumbered";
  }

  function baseMove(type, quality, action, delayed = false) {
    const kind = model.types[type];
    if (action === "deploy") return delayed ? 0 : model.tactical;
    const full = action === "assault" ? kind.assault : kind[action][quality];
    return delayed ? Math.round(full * model.delayed_share * 2) / 2 : full;
  }

  function breakPoint(units, quality) {
    known("army quality", quality, model.morale);
    return Math.ceil(units * model.morale[quality] / 100);
  }

  return { model, check, band, indirectRange, fireScore, orderScore, regroupScore, defensiveScore, attackScore, defenceScore,
    fireChances, orderChances, regroupChances, assaultChances, resolveFire, resolveOrder, resolveRegroup, resolveAssault,
    initiative, effect, recovered, compare, baseMove, breakPoint };
}
