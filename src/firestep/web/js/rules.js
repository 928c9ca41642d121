/** Rules by their ids: the rule in our words, and the rulings that speak of it. */
import { call } from "./api.js";
import { h, put } from "./dom.js";
import { dialog } from "./dialog.js";

export class RuleBook {
  /** @param {import("./table.js").Table} t */
  constructor(t) { this.t = t; }

  /** A rule id that opens its rule. @param {string} id */
  link(id) {
    if (!id) return h("span");
    const title = this.t.rules[id]?.title;
    return h("button", { type: "button", class: "rule-id", title: title ?? "Open this rule", "aria-label": `Rule ${id}${title ? `: ${title}` : ""}`, onclick: (e) => { e.stopPropagation(); this.open(id); } },
      id.replace(`${this.t.now?.game}.`, "§"));
  }

  /** @param {string} id */
  async open(id) {
    const body = h("div", { class: "body rule" }, h("p", {}, "Looking it up …"));
    dialog(`Rule ${id.replace(/^\w+?\./, "")}`, body);
    let r = this.t.rules[id];
    if (!r) {
      try {
        r = await call(`/games/${this.t.now.game}/rules/${encodeURIComponent(id)}`);
      } catch (e) {
        put(body, h("p", {}, /** @type {Error} */ (e).message));
        return;
      }
    }
    put(body, h("h3", {}, r.title), h("p", {}, r.rule),
      r.rulings?.length ? h("section", { class: "rulings" }, h("h3", {}, r.rulings.length === 1 ? "Ruling" : "Rulings"), r.rulings.map((x) => h("blockquote", {}, marked(x)))) : h("p", { class: "muted small" }, "No ruling was needed here."),
      h("p", { class: "muted small num" }, id));
  }
}

/** Bold marks of a ruling's text become bold; nothing else is interpreted. @param {string} text */
function marked(text) {
  return text.split("\n").map((line) => h("p", {}, line.split(/\*\*(.+?)\*\*/).map((part, i) => (i % 2 ? h("strong", {}, part) : part))));
}
