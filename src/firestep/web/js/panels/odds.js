/** The odds before the die: the whole distribution as bars, and every number that went into it with its rule. */
import { capital, h, put } from "../elements/dom.js";
import { namesIn } from "../input/orders.js";

/** A window so low that a list would not fit: a phone on its side. */
const LOW = matchMedia("(max-height: 560px)");

export class OddsPanel {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    this.el = h("section", { class: "card odds", "aria-label": "Odds", hidden: true });
    t.layout.cards.append(this.el);
    this.shut = false;
    t.on("view", () => { this.shut = false; this.renew(); });
    t.on("sent", () => { if (this.late) this.renew(); });
    t.on("point", (d) => this.pointed(d.orders));
  }

  /** What to ask for without anything being pointed at. */
  standing() {
    const { t } = this;
    if (!t.mine || t.clicks.onlyOrder) return null;
    const own = t.module.oddsQuery(t);
    if (own !== undefined) return own;
    return t.orders.all.some((o) => o.verb === "add" || o.verb === "go") ? "" : null;
  }

  renew() {
    clearTimeout(this.wait);
    const what = this.standing();
    // more orders are under way: the moment would have passed when the server hears of it
    this.late = what !== null && this.t.busy;
    if (this.late) return;
    if (what === null) {
      this.el.hidden = true;
      return;
    }
    this.ask(what);
  }

  /** @param {import("../input/orders.js").Order[]} orders */
  pointed(orders) {
    const { t } = this;
    if (!t.mine) return;
    // of several orders that fit, the first that has odds
    const what = (orders ?? []).map((o) => this.about(o)).find((x) => x !== null) ?? null;
    clearTimeout(this.wait);
    const { seq } = t.snap;
    if (what !== null) this.wait = setTimeout(() => { if (t.snap.seq === seq && t.mine && !t.busy) this.ask(what, true); }, 120);
    else if (this.trial) this.wait = setTimeout(() => this.renew(), 250);
  }

  /** The odds of an order in a few words, for a menu. @param {import("../input/orders.js").Order} o @returns {Promise<string>} */
  async brief(o) {
    const { t } = this;
    const what = this.about(o);
    if (what === null) return "";
    try {
      const odds = await t.api.odds(t.snap.seq, what);
      return t.module.briefOdds(odds) ?? best(odds.results ?? []);
    } catch {
      return "";
    }
  }

  /** What to ask the odds for, for an order. @param {import("../input/orders.js").Order} o */
  about(o) { return this.t.module.oddsQueryFor(this.t, o); }

  /** @param {string} what @param {boolean} [trial] asked for by pointing: it goes away again */
  async ask(what, trial = false) {
    const { t } = this;
    const seq = t.snap.seq;
    const ask = (this.asking = (this.asking ?? 0) + 1);
    try {
      const odds = await t.api.odds(seq, what);
      if (ask !== this.asking || t.snap.seq !== seq || this.shut) return;
      this.trial = trial;
      this.draw({ ...odds, asked: what }, trial);
    } catch {
      if (ask === this.asking && !trial) this.el.hidden = true;
    }
  }

  /** @param {any} odds @param {boolean} trial */
  draw(odds, trial) {
    const first = this.el.hidden;
    const results = this.t.module.shownResults(odds.results ?? []);
    if (!results.length && !odds.modifiers?.length) {
      this.el.hidden = true;
      return;
    }
    const most = Math.max(...results.map((r) => r.percent), 1);
    this.el.hidden = false;
    this.el.classList.toggle("trial", trial);
    const phone = this.t.layout.phone.matches || LOW.matches;
    // where there is little room, short results stand side by side as columns
    const tall = phone && this.t.module.resultKey && results.length > 1 && results.every((r) => r.text.length < 6);
    put(this.el, h("header", {}, h("h2", {}, odds.title), h("button", { type: "button", class: "quiet", "aria-label": "Close the odds", onclick: () => { this.shut = true; this.el.hidden = true; } }, "×")),
      results.length === 0 ? h("p", { class: "small" }, "Not enough yet: nothing can be rolled with this.") : null,
      h("ul", { class: `bars ${tall ? "tall" : ""}`, "aria-label": "What the die can bring", hidden: !results.length }, results.map((r) => this.bar(r, most, Boolean(tall)))),
      tall ? h("p", { class: "small muted", "aria-hidden": "true" }, this.t.module.resultKey) : null,
      results.length && this.t.module.barKey ? h("p", { class: "small muted" }, this.t.module.barKey) : null,
      Object.keys(odds.expected ?? {}).length ? h("p", { class: "expected small" }, "On average: ", Object.entries(odds.expected).map(([k, v]) => [this.t.module.expectedLabels[k] ?? k, v]).filter(([k]) => k !== "-").map(([k, v], i) => [i ? ", " : "", `${k.replaceAll("_", " ")} `, h("strong", { class: "num" }, fixed(v))])) : null,
      this.verdict(odds, results),
      h("details", { class: "modifiers", open: !phone }, h("summary", {}, "How it is reckoned"), h("ul", {}, (odds.modifiers ?? []).map((m) =>
        h("li", {}, h("span", {}, `${capital(namesIn(m.text, this.t.snap))} `, this.t.parts.rules.link(m.rule)), h("strong", { class: "num" }, m.value > 0 ? `+${m.value}` : String(m.value).replace("-", "−")))))));
    const target = trial && !phone ? /(?:attack|[dm]fire|indirect) (\S+)$/.exec(odds.asked)?.[1] : null;
    if (target && results.length && this.t.module.attackWithAll(this.t, target)) this.el.append(h("p", { class: "small muted" }, h("kbd", {}, "Shift"), ` and a click: ${this.t.module.attackWithAllHint}.`));
    if (first && !trial) this.clear();
  }

  /** What it comes to: the chance to win the place. @param {any} odds @param {any[]} results */
  verdict(odds, results) {
    const text = results.length ? this.t.module.winChance(this.t, odds, results) : null;
    return text ? h("p", { class: "small verdict" }, text) : null;
  }

  /** @param {any} r @param {number} most @param {boolean} tall */
  bar(r, most, tall) {
    const text = this.t.module.resultText(r) ?? r.text;
    const box = h("span", { class: "bar-box", "aria-hidden": "true" }, h("span", { class: "bar-fill", vars: { share: r.percent / most } }));
    const num = h("span", { class: "num" }, `${Math.round(r.percent)} %`);
    return tall ? h("li", {}, num, box, h("span", { class: "visually-hidden" }, text), h("span", { class: "what num", "aria-hidden": "true" }, r.text.replace("/", " : "))) : h("li", {}, h("span", { class: "what" }, text), box, num);
  }

  /** The card must not cover what it is about. */
  clear() {
    const { t } = this;
    t.camera.inset = t.layout.inset();
    for (const place of t.module.questionPlaces(t)) {
      const c = t.geo.centre(place);
      if (c) t.camera.reveal(c[0], c[1]);
    }
  }
}

/** The likeliest result. @param {any[]} results */
function best(results) {
  const top = [...results].sort((a, b) => b.percent - a.percent)[0];
  return top ? `${top.text}: ${Math.round(top.percent)} %` : "";
}

/** @param {any} v */
const fixed = (v) => (typeof v === "number" ? (Number.isInteger(v) ? String(v) : v.toFixed(2)) : String(v));
