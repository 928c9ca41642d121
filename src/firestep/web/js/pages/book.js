/** The library of a game: how to play, the whole ledger in reading order, charts. One dialog, used at the table and on the first page. */
import { GameUi } from "../../games/game-ui.js";
import { once } from "../net/api.js";
import { declareNations } from "../map/counters.js";
import { h, put } from "../elements/dom.js";
import { dialog } from "../elements/dialog.js";
import { howTo } from "./howto.js";

const PAGES = [["howto", "How to play"], ["rules", "Rules"], ["charts", "Charts"]];

export class Library {
  /**
   * @param {{id: string, title: string, nations?: Record<string, import("../map/counters.js").Nation>}} game @param {string | null} [scenario]
   * @param {import("../../games/game-ui.js").GameUi} [module] what the game adds to the page
   */
  constructor(game, scenario = null, module = new GameUi()) {
    this.game = game;
    this.scenario = scenario;
    this.module = module;
    /** @type {HTMLDialogElement | null} */
    this.box = null;
  }

  /** @param {string} page @param {string} [rule] */
  async open(page, rule) {
    if (this.game.nations) declareNations(this.game.nations);
    if (!this.box?.open) {
      this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Library" }, PAGES.map(([id, title]) =>
        h("button", { type: "button", role: "tab", id: `lib-${id}`, "aria-controls": "library", onclick: () => this.show(id) }, title)));
      this.body = h("div", { class: "body library", id: "library", role: "tabpanel", tabindex: 0 });
      this.box = dialog(`Rules: ${this.game.title}`, h("div", {}, this.tabs, this.body), { wide: true });
      this.box.classList.add("book");
    }
    await this.show(page, rule);
  }

  /** @param {string} page @param {string} [rule] */
  async show(page, rule) {
    const body = /** @type {HTMLElement} */ (this.body);
    for (const tab of /** @type {HTMLElement} */ (this.tabs).children) tab.setAttribute("aria-selected", String(tab.id === `lib-${page}`));
    body.setAttribute("aria-labelledby", `lib-${page}`);
    put(body, h("p", { class: "muted" }, "Looking it up …"));
    try {
      if (page === "howto") put(body, await howTo(this));
      else if (page === "charts") put(body, await this.charts());
      else await this.rules(rule);
    } catch (e) {
      put(body, h("p", { role: "alert" }, /** @type {Error} */ (e).message));
    }
  }

  /** @param {string} [at] the rule to open at */
  async rules(at) {
    const book = await once(`/games/${this.game.id}/book`);
    this.text = book;
    const list = h("div", { class: "chapter" });
    const say = h("p", { class: "muted small", role: "status" });
    const chapters = h("ul", { class: "chapters" }, book.chapters.map((c) => h("li", {}, h("button", { type: "button", class: "quiet", dataset: { chapter: c.id }, onclick: () => go(c.id) },
      /^\d/.test(c.id) ? h("span", { class: "num muted" }, c.id) : null, " ", c.title))));
    const field = /** @type {HTMLInputElement} */ (h("input", { type: "search", "aria-label": "Find in the rules", placeholder: "Find a word …", autocomplete: "off", oninput: () => find() }));
    const mark = (id) => { for (const b of chapters.querySelectorAll("button")) b.setAttribute("aria-current", String(b.dataset.chapter === id)); };
    /** @param {string} id @param {string} [rule] */
    const go = (id, rule) => {
      const i = book.chapters.findIndex((c) => c.id === id);
      const c = book.chapters[i];
      mark(id);
      say.textContent = "";
      const turn = (k, word) => (book.chapters[k] ? h("button", { type: "button", onclick: () => go(book.chapters[k].id) }, `${word}: ${book.chapters[k].title}`) : h("span"));
      put(list, h("h3", { class: "chapter-title" }, c.title), c.rules.map((r) => this.rule(r, open)), h("div", { class: "row between" }, turn(i - 1, "Before"), turn(i + 1, "Next")));
      const el = rule ? list.querySelector(`[data-rule="${CSS.escape(rule)}"]`) : null;
      if (el) {
        el.classList.add("here");
        requestAnimationFrame(() => el.scrollIntoView({ block: "center" }));
      } else list.scrollTop = 0;
    };
    /** @param {string} id */
    const open = (id) => {
      const c = book.chapters.find((x) => x.rules.includes(id));
      if (c) go(c.id, id);
    };
    const find = () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      if (!words.length) return go(book.chapters[0].id);
      mark("");
      const all = Object.entries(book.rules).filter(([id, r]) => {
        const text = `${id} ${r.title} ${r.rule} ${r.words} ${r.rulings.map((n) => book.rulings[n].text).join(" ")}`.toLowerCase();
        return words.every((w) => text.includes(w));
      });
      say.textContent = all.length === 1 ? "1 rule" : `${all.length} rules`;
      put(list, all.slice(0, 80).map(([id]) => this.rule(id, open)));
      list.scrollTop = 0;
    };
    put(/** @type {HTMLElement} */ (this.body), h("div", { class: "rules-side" }, field, say, chapters), list);
    const chapter = book.chapters.find((c) => c.rules.includes(at ?? "")) ?? book.chapters[0];
    go(chapter.id, at);
  }

  /** One rule with its rulings and what the tests play of it. @param {string} id @param {(id: string) => void} open */
  rule(id, open) {
    const book = this.text;
    const r = book.rules[id];
    const short = (x) => x.replace(/^\w+?\./, "§");
    const link = (x) => h("button", { type: "button", class: "rule-id", title: book.rules[x]?.title, onclick: () => open(x) }, short(x));
    return h("article", { class: "rule", dataset: { rule: id } }, h("h4", {}, h("span", { class: "num muted" }, short(id)), " ", r.title), h("p", {}, linked(r.rule, book, link)),
      r.rulings.map((n) => h("details", { class: "ruling" }, h("summary", {}, `Ruling ${n}: ${book.rulings[n].title}`),
        h("div", {}, marked(book.rulings[n].text.replace(/^\*\*.*?\*\*[\s-]*/s, ""), book, link), h("p", { class: "small" }, "Speaks of ", book.rulings[n].rules.slice(0, 12).map(link))))),
      r.examples.length ? h("details", { class: "ruling" }, h("summary", {}, r.examples.length === 1 ? "An example that is played in the tests" : `${r.examples.length} examples that are played in the tests`),
        h("ul", { class: "dots" }, r.examples.map((x) => h("li", {}, x)))) : null);
  }

  async charts() {
    const { charts } = await once(`/games/${this.game.id}/charts${this.scenario ? `?scenario=${encodeURIComponent(this.scenario)}` : ""}`);
    if (!charts.length) return [h("p", { class: "muted" }, "This game has no charts.")];
    return h("div", { class: "charts" }, charts.map((c) => chart(c, (rule) => this.show("rules", rule))));
  }
}

/** Two words with a stroke between them may stand in two lines; figures (1/2) stay together. @param {any} x */
const breaks = (x) => String(x).split(/(?<=[a-z]\/)(?=\p{L})/u).flatMap((part, i) => (i ? [h("wbr", {}), part] : [part]));

/** A table with this many columns is long: where there is no room for all of them it is told in pieces below each other. */
const LONG = 13;

/** A table on a card. @param {any} c @param {(rule: string) => void} open */
export function chart(c, open) {
  const long = c.columns.length >= LONG, some = (row, from, n) => [row[0], ...row.slice(from, from + n)];
  const table = (from, n) => h("table", { class: "num" }, h("thead", {}, h("tr", {}, some(c.columns, from, n).map((x) => h("th", { scope: "col" }, breaks(x))))),
    h("tbody", {}, c.rows.map((row) => h("tr", {}, some(row, from, n).map((x, i) => (i ? h("td", {}, breaks(x)) : h("th", { scope: "row" }, breaks(x))))))));
  const n = !long || innerWidth >= 1000 ? c.columns.length : innerWidth > 760 ? 11 : 8;
  const pieces = Array.from({ length: Math.ceil((c.columns.length - 1) / n) }, (_, i) => table(1 + i * n, n));
  return h("section", { class: `chart${long ? " long" : ""}${c.columns.length > 4 ? " many" : ""}`, "aria-labelledby": `chart-${c.id}` }, h("h3", { id: `chart-${c.id}` }, c.title, " ", h("button", { type: "button", class: "rule-id", onclick: () => open(c.rule) }, c.rule.replace(/^\w+?\./, "§"))),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": c.title }, pieces),
    c.notes.map((x) => h("p", { class: "small muted" }, x)));
}

const CITED = /\b([a-z]{3,4}\.[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*)/;

/** Ids of rules in a text become links. @param {string} text @param {any} book @param {(id: string) => any} link */
function linked(text, book, link) {
  return text.split(CITED).map((part) => (book.rules[part] ? link(part) : part));
}

/** Bold marks of a ruling's text become bold; ids become links; nothing else is interpreted. @param {string} text @param {any} book @param {any} link */
function marked(text, book, link) {
  return text.split("\n").map((line) => h("p", {}, line.split(/\*\*(.+?)\*\*/).map((part, i) => (i % 2 ? h("strong", {}, part) : linked(part, book, link)))));
}
