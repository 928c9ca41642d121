/** The log: a report of what happened. An entry leads to its moment, a rule id to its rule. */
import { about } from "./log-subjects.js";
import { nationClass } from "../map/counters.js";
import { h } from "../elements/dom.js";

export class Log {
  /** @param {import("../pages/table.js").Table} t @param {import("./panel.js").Panel} panel */
  constructor(t, panel) {
    this.t = t;
    this.page = panel.add("log", "Log", () => this.bottom());
    this.list = h("ol", { class: "log" });
    /** turns that are folded; all but the newest are, unless opened */
    this.opened = new Set();
    this.earlier = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.more() }, "Show what came before");
    this.page.append(this.earlier, this.list);
    /** whether the newest line is in sight: asked for when the list is scrolled, because asking makes the browser lay out the page */
    this.stuck = true;
    this.page.addEventListener("scroll", () => { this.stuck = this.atEnd(); }, { passive: true });
    /** @type {any[]} */
    this.entries = [];
    t.on("now", () => this.renew());
    t.on("view", () => this.mark());
  }

  /** Entries are compared by number and words: after an undo the tail differs. */
  renew() {
    const fresh = this.t.now.journal ?? [];
    const base = fresh.length ? fresh[0].n : 0;
    const old = this.entries.filter((e) => e.n < base);
    const next = fresh.length ? [...old, ...fresh] : [];
    let same = 0;
    while (same < next.length && same < this.entries.length && this.entries[same].n === next[same].n && this.entries[same].text === next[same].text) same++;
    if (same === next.length && same === this.entries.length) return;
    while (this.list.children.length > same) this.list.lastElementChild?.remove();
    this.entries = next;
    for (let i = same; i < next.length; i++) this.list.append(this.item(next[i], next[i - 1]));
    this.fold();
    this.earlier.hidden = !next.length || next[0].n === 0 || next.length >= this.t.now.journal_size;
    if (this.stuck && !this.page.hidden) requestAnimationFrame(() => this.bottom());
    this.mark();
  }

  /** Is this line the beginning of a turn? @param {any} e */
  turns(e) { return e.key === "turn" || e.key === "player-turn"; }

  /** Only the newest turn lies open, and what was opened by hand. */
  fold() {
    const heads = [...this.list.querySelectorAll(":scope > .turn-head")];
    const last = heads.at(-1);
    let shut = false;
    for (const li of /** @type {HTMLElement[]} */ ([...this.list.children])) {
      if (li.classList.contains("turn-head")) {
        shut = li !== last && !this.opened.has(li.dataset.n);
        li.querySelector(".fold")?.setAttribute("aria-expanded", String(!shut));
      } else li.hidden = shut;
    }
  }

  /** @param {string} n */
  toggle(n) {
    if (this.opened.has(n)) this.opened.delete(n);
    else this.opened.add(n);
    this.fold();
  }

  /** @param {any} e @param {any} [before] */
  item(e, before) {
    const head = this.t.module.isLogHeading(e);
    const turn = this.turns(e);
    const code = about(this.t, e, this.t.now).nation;
    const nation = code && !head ? nationClass(code) : "";
    return h("li", { class: `entry ${head ? "head" : ""} ${turn ? "turn-head" : ""} ${before && before.at === e.at ? "same" : ""} ${/roll|combat|attack|result/i.test(e.key) ? "fight" : ""}`, dataset: { at: e.at, n: e.n } },
      turn ? h("button", { type: "button", class: "fold quiet", "aria-expanded": "true", "aria-label": `Fold or unfold: ${e.text}`, onclick: () => this.toggle(String(e.n)) }) : null,
      nation ? h("span", { class: `dot ${nation}`, title: code?.toUpperCase(), "aria-hidden": "true" }) : null,
      h("a", { class: "moment", href: `/table/${this.t.id}?action=${e.at}`, title: `Show this moment (after action ${e.at})`, onclick: (click) => this.show(click, e.at) }, e.text), " ",
      e.rules?.length ? h("span", { class: "cites" }, e.rules.map((r) => this.t.parts.rules.link(r))) : null);
  }

  /** A plain click shows the moment here; with Ctrl or the middle button the browser opens it beside. @param {MouseEvent} e @param {number} at */
  show(e, at) {
    if (e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
    e.preventDefault();
    this.t.parts.replay.go(at);
  }

  async more() {
    const first = this.entries[0]?.n ?? 0;
    const since = Math.max(0, first - 500);
    const { entries } = await this.t.api.ask(`/journal?since=${since}&limit=${first - since}`);
    const older = entries.filter((e) => e.n < first);
    this.entries = [...older, ...this.entries];
    const height = this.page.scrollHeight;
    this.list.prepend(...older.map((e, i) => this.item(e, older[i - 1])));
    this.fold();
    this.page.scrollTop += this.page.scrollHeight - height;
    this.earlier.hidden = since === 0;
  }

  /** The entries of the moment that is shown. */
  mark() {
    const past = this.t.past;
    this.here?.classList.remove("here");
    this.here = null;
    if (past === null) return;
    const here = [...this.list.children].filter((li) => Number(/** @type {HTMLElement} */ (li).dataset.at) <= past).at(-1);
    if (here && /** @type {HTMLElement} */ (here).hidden) {
      let head = here.previousElementSibling;
      while (head && !head.classList.contains("turn-head")) head = head.previousElementSibling;
      if (head) this.toggle(/** @type {HTMLElement} */ (head).dataset.n ?? "");
    }
    here?.classList.add("here");
    this.here = here ?? null;
    here?.scrollIntoView({ block: "nearest" });
  }

  atEnd() { return this.page.scrollTop + this.page.clientHeight > this.page.scrollHeight - 60; }
  /** To the newest line. Lines out of sight have a guessed height, so it is looked at again when they are drawn. */
  bottom() {
    this.stuck = true;
    const end = () => this.list.lastElementChild?.scrollIntoView({ block: "end" });
    end();
    requestAnimationFrame(() => requestAnimationFrame(end));
  }
}
