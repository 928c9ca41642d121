/** The end of a game: who won and why, the graphs of the war, and how the dice fell. */
import { capital, h, put } from "../elements/dom.js";
import { dialog } from "../elements/dialog.js";
import { showDice } from "./dice-page.js";
import { dicePlot, linePlot, luckBar } from "../elements/plots.js";

export class Result {
  /** @param {import("./table.js").Table} t */
  constructor(t) {
    this.t = t;
    let before = Boolean(t.now?.outcome);
    t.on("now", () => {
      const over = Boolean(t.now.outcome);
      if (over && !before) this.open();
      before = over;
    });
  }

  /** @param {any} snap */
  sentence(snap) {
    const o = snap.outcome;
    const who = o.winner ? this.t.theSeat(o.winner) : null;
    const mine = snap.holds?.length === 1 ? (o.winner === snap.holds[0] ? "You have won. " : who ? "You have lost. " : "") : "";
    if (!who) return capital(`${o.level || "a draw"}.`.replace(/^draw/, "a draw"));
    if (/^(decisive|marginal)$/.test(o.level)) return `${mine}A ${o.level} victory of ${who}.`;
    const how = (o.level ?? "").replace(/^victory ?/, "");
    return `${mine}Victory of ${who}${how ? `: ${how}` : ""}.`;
  }

  async open() {
    const { t } = this;
    const o = t.now.outcome;
    const plots = h("div", { class: "plots" }, h("p", { class: "muted" }, "Drawing the graphs …"));
    const most = Math.max(1, ...Object.values(o?.scores ?? {}).map(Number));
    const body = h("div", { class: "body ending" },
      o ? [h("p", { class: "verdict-line" }, this.sentence(t.now)), h("p", {}, `${capital(o.reason).replace(/[.]?$/, ".")} `, o.rule ? t.parts.rules.link(o.rule) : null),
        t.module.scoreName ? h("h3", {}, t.module.scoreName) : null,
        most > 2 && h("ul", { class: "rows" }, Object.entries(o.scores ?? {}).map(([k, v]) => h("li", {}, h("span", { class: "name" }, t.seatTitle(k)), h("span", { class: "bar-box" }, h("span", { class: "bar-fill ink", vars: { share: Math.max(0, Number(v)) / most } })), h("span", { class: "num" }, v))))] : null,
      plots,
      h("div", { class: "row" }, h("button", { type: "button", onclick: () => showDice(t) }, "Check the dice"), h("button", { type: "button", onclick: () => t.parts.seats.record() }, "Download the record"),
        h("button", { type: "button", onclick: () => { box.close(); t.parts.replay.go(0); } }, "Replay from the start"), h("a", { class: "button", href: "/" }, "Another game")));
    const box = dialog(`The ${t.module.conflictName} ${o ? "is over" : "so far"}`, body, { wide: true });
    try {
      const report = await t.api.ask("/report");
      put(plots, ...drawReport(report, t));
    } catch (e) {
      put(plots, h("p", { class: "muted" }, /** @type {Error} */ (e).message));
    }
  }
}

/**
 * A report is series per turn and a luck part; whatever a game tells is drawn, in the order it tells it.
 * @param {any} report @param {import("./table.js").Table} t
 */
export function drawReport(report, t) {
  const out = [];
  const labels = (report.turns ?? []).map((x) => t.module.turnShort(x));
  const named = (k) => t.game?.nations?.[k]?.title ?? t.now.seats.find((x) => x.id === k)?.title ?? capital(String(k).replaceAll("_", " "));
  const groups = report.series ?? {};
  for (const [title, rows] of grouped(groups, t)) {
    const series = rows.filter((r) => r.values.some((x) => Number(x) !== 0));
    if (series.length) out.push(linePlot(title, series.map((r) => ({ name: named(r.name), values: r.values })), labels));
  }
  if (report.luck) out.push(luck(report.luck, named));
  return out.length ? out : [h("p", { class: "muted" }, "This game keeps no series.")];
}

/**
 * Series that belong in one plot: a list with `group`, or `{title: {name: values}}`.
 * @param {any} groups @param {import("./table.js").Table} t @returns {[string, {name: string, values: any[]}[]][]}
 */
function grouped(groups, t) {
  if (!Array.isArray(groups)) return Object.entries(groups).map(([k, rows]) => [capital(k.replaceAll("_", " ")), Object.entries(rows).map(([name, values]) => ({ name, values }))]);
  /** @type {Map<string, [string, {name: string, values: any[]}[]]>} */
  const found = new Map();
  for (const g of groups) {
    if (!Array.isArray(g.values)) continue;
    const key = g.group ?? g.id;
    /** @type {[string, {name: string, values: any[]}[]]} */
    const entry = found.get(key) ?? [t.module.plots[key] ?? String(g.title ?? key).split(",")[0], []];
    entry[1].push({ name: g.name ?? g.seat ?? g.title ?? g.id, values: g.values });
    found.set(key, entry);
  }
  return [...found.values()];
}

/** Rolled against expected. @param {any} data @param {(k: string) => string} named */
function luck(data, named) {
  const faces = data.faces ?? data.counts;
  const parts = [];
  if (Array.isArray(faces)) parts.push(dicePlot("Dice", faces));
  const rows = Array.isArray(data) ? data : data.rows ?? [];
  const diff = rows.flatMap((r) => luckRows(r, named(r.seat ?? r.id ?? "")));
  const most = Math.max(1, ...diff.map((d) => Math.abs(d.actual - d.expected)));
  if (diff.length) {
    parts.push(h("figure", {}, h("figcaption", {}, "What the dice gave, against what was to be expected"), h("ul", { class: "rows" }, diff.map((d) =>
      luckBar(d.name, d.actual - d.expected, most, `${short(d.actual)}, expected ${d.expected.toFixed(1)}`)))));
  }
  if (data.text) parts.push(h("p", {}, data.text));
  return h("section", { class: "luck-report" }, h("h3", {}, "Luck"), parts);
}

/** A row may hold one pair (`actual`, `expected`) or several (`own`, `own_expected`). @param {any} r @param {string} who */
function luckRows(r, who) {
  if (r.expected !== undefined) return [{ name: who, actual: Number(r.actual ?? r.rolled ?? r.value), expected: Number(r.expected) }];
  return Object.keys(r).filter((k) => `${k}_expected` in r).map((k) => ({ name: `${who}: ${LUCK[k] ?? k}`, actual: Number(r[k]), expected: Number(r[`${k}_expected`]) }));
}

const LUCK = { own: "own losses when attacking", enemy: "enemy losses when attacking" };
const short = (v) => (Number.isInteger(v) ? String(v) : v.toFixed(1));
