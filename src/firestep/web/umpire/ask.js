// The umpire's page: exactly the fields an action needs, the result in words, the reasons on demand.

import { bars, chips, h } from "./dom.js";
import { tens } from "./store.js";
import { FIELDS, FIRES, MOVES, Refused } from "./umpire.js";
import * as words from "./words.js";

export function askPage(app) {
  const { umpire, state, update } = app;
  const { model } = umpire;
  const q = state.question;
  const kind = model.types[q.type];
  const scale = state.scale;
  const special = model.special[state.special] ?? null;
  const choose = (field, value) => update(s => {
    s.question[field] = value;
    if (field === "type" && !model.types[value].graded) s.question.quality = "average";
    if (field === "target" && !model.types[value].graded) s.question.target_quality = "average";
    if (field === "type" || field === "target") s.question.numbers = usual(s.question);
    if (field === "target") fit(s.question);
    s.result = null;
  });

  function usual(question) {
    const bases = t => ["infantry", "cavalry", "cyclists"].includes(t) ? 4 : 1;
    return umpire.compare(bases(question.type), bases(question.target));
  }

  /** Motor vehicles and trains never deploy, and plate is cover in the open (dgk.X.ac.1). */
  function fit(question) {
    const [formations, plates] = ways(question.target);
    if (!formations[question.formation]) question.formation = Object.keys(formations)[0];
    if (!plates[question.cover]) question.cover = Object.keys(plates)[0];
  }
  function ways(target) {
    const only = (all, ...ids) => Object.fromEntries(ids.map(id => [id, all[id]]));
    if (model.types[target].arm !== "transport") return [model.formations, model.covers];
    const formations = target === "slow" ? model.formations : only(model.formations, "maneuver", "march"); // wagons form as infantry
    return [formations, target === "armoured-car" ? only(model.covers, "hard", "fortified") : model.covers];
  }

  // horses shy at rough ground even where it gives no cover
  const mounted = kind.arm === "cavalry" && !special && q.action === "assault";
  const [formations, plain] = ways(q.target);
  const covers = mounted && plain.none ? { none: plain.none, rough: "None, rough ground", ...plain } : plain;

  const titles = Object.fromEntries(Object.keys(model.types).map(id => [id, words.SHORT[id] ?? model.types[id].title]));
  // only deployed guns fire over the heads of others (dgk.X.ind.1)
  const actors = state.special === "indirect" ? Object.fromEntries(Object.entries(titles).filter(([id]) => model.types[id].arm === "artillery")) : titles;
  const need = new Set(special ? specialFields() : FIELDS[q.action]);
  const actions = Object.fromEntries(Object.entries(words.ACTION).filter(([a]) => possible(a)));

  function possible(action) {
    if (FIRES.includes(action)) return kind.range > 0;
    return action !== "assault" || kind.assault > 0;
  }
  function specialFields() {
    const all = ["state", "target", "target_quality", "formation", "cover", "numbers", "target_state", "range"];
    if (state.special === "anti-aircraft") return ["state", "numbers", "range", "target_state"];
    if (state.special === "indirect") return all;
    return all.filter(f => f !== "range");
  }

  /** The question as it is put to the umpire. */
  function question() {
    const out = { ...q };
    if (special) {
      out.action = special.action;
      for (const f of ["type", "range", "cover"]) if (special[f] !== undefined) out[f] = special[f];
      if (special.type) out.quality = "average";
      if (special["target-type"]) Object.assign(out, { target: special["target-type"], target_quality: "average", formation: special["target-formation"] });
      if (state.special === "indirect") out.range = umpire.indirectRange(q.range);
    }
    return out;
  }

  const near = `Is a Leader who commands this unit within ${words.inches(6, scale)}?`;
  async function ask() {
    try {
      const put = question();
      umpire.check(put);
      if (FIRES.includes(put.action)) return show(fire(put));
      if (put.action === "regroup") {
        put.leader = await yes(near);
        return show(regroup(put));
      }
      if (MOVES.includes(put.action)) {
        put.leader = await yes(near);
        return show(move(put));
      }
      const how = await app.choose(`${near.slice(0, -1)}, and does the assault come through the target's arc of fire (frontal)?`,
        { "leader-frontal": "Leader near, frontal", leader: "Leader near, not frontal", frontal: "No Leader, frontal", neither: "No Leader, not frontal" });
      if (how === null) return undefined;
      put.leader = how.startsWith("leader");
      put.frontal = how.endsWith("frontal");
      put.rough = put.cover === "none" && mounted && Boolean(q.rough);
      return show(assault(put));
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      show(words.refusal(e, scale));
    }
  }

  const show = result => update(s => {
    s.result = result;
    s.log = [{ at: Date.now(), title: `${heading()}: ${result.title}`, lines: result.lines }, ...s.log].slice(0, 30);
  });
  const heading = () => special ? special.title : `${kind.graded ? `${model.grades[q.quality]} ` : ""}${kind.title}, ${words.ACTION[q.action]}`;
  const yes = text => app.ask(text);

  function fire(put) {
    const levels = umpire.resolveFire(put, tens(3));
    const lines = words.damage(umpire, "Target", put.target, put.target_state, levels, scale);
    if (state.special === "anti-aircraft" && levels + ["steady", "disordered", "demoralised"].indexOf(put.target_state) >= 3) {
      lines.splice(0, lines.length, "The aircraft is destroyed; the attack does not take place.");
    }
    return { title: levels ? `${levels} level${levels > 1 ? "s" : ""} of damage` : "No effect", lines: [...lines, special?.type ? "" : words.fired(put.action)].filter(Boolean),
      question: put, kind: "fire" };
  }
  function regroup(put) {
    const [title, ...lines] = words.regroup(umpire.resolveRegroup(put, tens(3)));
    return { title, lines: [...lines, "The unit has used its action."], question: put, kind: "regroup" };
  }
  function move(put) {
    const result = umpire.resolveOrder(put, tens(3));
    const [title, ...lines] = words.order(umpire, put, result, scale);
    return { title, lines: result === "lost" ? lines : [...lines, "The unit has used its action."], question: put, kind: "order" };
  }
  function assault(put) {
    const result = umpire.resolveOrder(put, tens(3));
    const [title, ...lines] = words.order(umpire, put, result, scale);
    if (result === "lost") return { title, lines, question: put, kind: "order" };
    const late = result === "delayed" ? [`Orders delayed: what follows holds only if the target is within ${words.inches(umpire.baseMove(put.type, put.quality, "assault", true), scale)}. `
      + "Farther off there is no movement, and the unit may still fire, regroup or hold."] : [];
    const m = umpire.resolveAssault(put, tens(9));
    if (!m.home) {
      return { title: "Stopped by fire", lines: [...late,
        ...words.damage(umpire, "Assaulting unit", put.type, put.state, m.fire, scale, { stays: true }),
        "It is put back where it began and has used its action. The target has not: it may still act if it has not acted yet."],
        question: put, kind: "assault" };
    }
    return { title: m.won ? "The assault goes home and wins" : "The assault goes home and is thrown back", lines: [...late,
      m.fire ? `Defensive fire: ${m.fire} level${m.fire > 1 ? "s" : ""} (counted below).` : "Defensive fire: no effect.",
      "Move the assaulting unit into contact along its path.",
      ...words.damage(umpire, "Target", put.target, put.target_state, m.target, scale, { pushed: m.won }),
      ...words.damage(umpire, "Assaulting unit", put.type, put.state, m.fire + m.actor, scale, { pushed: !m.won }),
      "Both units have used their actions for this turn."], question: put, kind: "assault" };
  }

  const bandLabels = Object.fromEntries(model.bands.map((b, i) => [String(b), `${(i ? model.bands[i - 1] : 0) * scale}-${b * scale}`]));
  if (state.special === "indirect") bandLabels["48"] = `${36 * scale}-${48 * scale}`;
  const specials = Object.fromEntries([["", "None"], ...Object.entries(model.special).map(([id, s]) => [id, s.title])]);

  return h("div", { class: "ask" },
    special ? h("section", { class: "card special", id: "special" }, h("h2", {}, special.title), h("p", { class: "quiet" }, words.reminders(scale).find(r => r[0] === state.special)?.[2] ?? ""),
      h("div", { class: "row" }, h("button", { type: "button", id: "leave-special", onclick: () => update(s => { s.special = null; s.result = null; }) }, "Back to the ordinary actions"))) : null,
    special?.type ? null : chips("Acting unit", actors, q.type, v => choose("type", v)),
    !special?.type && kind.graded ? chips("Quality", model.grades, q.quality, v => choose("quality", v)) : null,
    special ? null : chips("Action", actions, q.action, v => update(s => { s.question.action = v; s.result = null; })),
    need.has("target") ? chips("Target", titles, q.target, v => choose("target", v)) : null,
    need.has("target") && model.types[q.target].graded ? chips("Target's quality", model.grades, q.target_quality, v => choose("target_quality", v)) : null,
    need.has("range") ? chips("Range in inches", bandLabels, String(q.range), v => choose("range", Number(v))) : null,
    need.has("formation") ? chips("Target's formation", formations, q.formation, v => choose("formation", v)) : null,
    need.has("cover") ? chips("Target's cover", covers, mounted && q.cover === "none" && q.rough ? "rough" : q.cover, v => update(s => {
      Object.assign(s.question, { cover: v === "rough" ? "none" : v, rough: v === "rough" });
      s.result = null;
    })) : null,
    need.has("numbers") ? chips("Numbers of bases", words.NUMBERS, q.numbers, v => choose("numbers", v)) : null,
    need.has("state") ? chips("Actor's state", model.states, q.state, v => choose("state", v)) : null,
    need.has("target_state") ? chips("Target's state", model.states, q.target_state, v => choose("target_state", v)) : null,
    h("div", { class: "result" }, h("button", { class: "go", type: "button", id: "result", onclick: ask }, state.result ? "Result again" : "Result")),
    state.result ? answer(app, state.result) : null,
    outlook(app, question),
    h("details", {}, h("summary", {}, "Aircraft, mines, indirect fire, vehicles"),
      chips("Special action", specials, state.special ?? "", v => update(s => {
        s.special = v || null;
        if (v === "indirect" && model.types[s.question.type].arm !== "artillery") Object.assign(s.question, { type: "field", quality: "average" });
        s.result = null;
      })),
      words.reminders(scale).map(([, title, text, rule]) => h("p", {}, h("b", {}, `${title}. `), text, h("span", { class: "quiet" }, ` ${rule}`)))),
    state.log.length ? h("details", {}, h("summary", {}, "Earlier results"), state.log.map(e => h("p", { class: "quiet" },
      `${new Date(e.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })} ${e.title}. ${e.lines.join(" ")}`))) : null);
}

function answer(app, r) {
  const others = r.refused ? Object.entries(words.ACTION).filter(([a]) => a !== app.state.question.action
    && (a === "assault" ? app.umpire.model.types[app.state.question.type].assault : !FIRES.includes(a))) : [];
  return h("section", { class: `card ${r.refused ? "refused" : "answer"}`, id: "answer", role: "status" }, h("h2", {}, r.title),
    r.lines.map(l => h("p", {}, l)), r.rules ? h("p", { class: "quiet" }, r.rules) : null,
    others.length ? h("div", { class: "row" }, others.map(([a, title]) => h("button", { type: "button",
      onclick: () => app.update(s => { s.question.action = a; s.result = null; }) }, title))) : null);
}

/** Chances before the dice and every number that counted. */
function outlook(app, question) {
  const { umpire, state } = app;
  let put;
  try {
    put = question();
    umpire.check(put);
  } catch {
    return null;
  }
  const level = i => i ? `${i} level${i > 1 ? "s" : ""}` : "no effect";
  const parts = [];
  const box = (title, list, whole, score) => parts.push(h("h2", {}, title), bars(list, whole), score ? reasons(score) : null);
  if (FIRES.includes(put.action)) {
    box("Damage", umpire.fireChances(put).map((w, i) => [level(i), w]), 1000, umpire.fireScore(put));
  } else if (put.action === "regroup") {
    for (const leader of [false, true]) {
      const c = umpire.regroupChances({ ...put, leader });
      box(leader ? "With a Leader" : "Without a Leader", [["fully", c.full], ["one step", c.step], ["fails", c.failed]], 1000, umpire.regroupScore({ ...put, leader }));
    }
  } else {
    for (const leader of [false, true]) {
      const c = umpire.orderChances({ ...put, leader });
      box(leader ? "Orders, with a Leader" : "Orders, without a Leader", Object.entries(c), 1000, umpire.orderScore({ ...put, leader }));
    }
    if (put.action === "assault") {
      for (const frontal of [true, false]) {
        const a = { ...put, frontal }, c = umpire.assaultChances(a);
        box(frontal ? "Frontal assault" : "Not frontal", [["stopped by fire", c.stopped], ["thrown back", c.repulsed], ["wins", c.won]], 1e9, null);
        const fire = umpire.defensiveScore(a);
        parts.push(fire ? h("details", {}, h("summary", {}, "Defensive fire"), reasons(fire)) : h("p", { class: "quiet" }, "A demoralised target gives no defensive fire."),
          h("details", {}, h("summary", {}, "Close combat, assaulting unit"), reasons(umpire.attackScore(a))),
          h("details", {}, h("summary", {}, "Close combat, target"), reasons(umpire.defenceScore(a))));
      }
    }
  }
  const d = h("details", { id: "why", open: Boolean(state.why) }, h("summary", {}, "Chances and reasons"), parts);
  d.addEventListener("toggle", () => { if (d.open !== Boolean(state.why)) app.keep(s => { s.why = d.open; }); });
  return d;
}

function reasons(score) {
  return h("table", {}, score.reasons.filter(r => r.value).map(r => h("tr", {}, h("td", {}, `${words.FIELD[r.field] ?? r.field}: ${r.choice.replaceAll("-", " ")}`),
    h("td", { class: "n" }, r.value > 0 ? `+${r.value}` : r.value), h("td", { class: "quiet" }, r.rule))),
  h("tr", {}, h("th", {}, "Score"), h("th", { class: "n" }, score.total), h("td", {})));
}
