/** Rules by their ids: a link anywhere on the page opens the book at its rule. */
import { Library } from "./book.js";
import { h } from "../elements/dom.js";

export class RuleBook {
  /** @param {import("./table.js").Table} t */
  constructor(t) {
    this.t = t;
    this.library = new Library(t.game ?? { id: t.now?.game, title: "" }, t.snap?.scenario ?? null, t.module);
  }

  /** A rule id that opens its rule. @param {string} id */
  link(id) {
    if (!id) return h("span");
    const title = this.t.rules[id]?.title;
    return h("button", { type: "button", same: true, class: "rule-id", title: title ?? "Open this rule", "aria-label": `Rule ${id}${title ? `: ${title}` : ""}`, onclick: (e) => { e.stopPropagation(); this.open(id); } },
      id.replace(`${this.t.now?.game}.`, "§"));
  }

  /** @param {string} id */
  open(id) { return this.library.open("rules", id); }
}
