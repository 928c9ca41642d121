/** The side panel: tabs on a wide screen, a drawer on a phone. */
import { $, h, put } from "../elements/dom.js";

export class Panel {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    /** @type {{id: string, tab: HTMLElement, page: HTMLElement, onshow?: () => void}[]} */
    this.pages = [];
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Panel", onkeydown: (e) => this.key(e) });
    this.body = h("div", { class: "pages" });
    put(t.layout.panel, h("button", { type: "button", class: "grip", "aria-label": "Close the panel", onclick: () => t.layout.setPanel(false) }), this.tabs, this.body);
  }

  /** @param {string} id @param {string} title @param {() => void} [onshow] */
  add(id, title, onshow) {
    const page = h("div", { class: `page page-${id}`, id: `page-${id}`, role: "tabpanel", "aria-labelledby": `tab-${id}`, tabindex: 0, hidden: this.pages.length > 0 });
    const tab = h("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `page-${id}`, "aria-selected": String(!this.pages.length), tabindex: this.pages.length ? -1 : 0, onclick: () => this.show(id) }, title);
    this.pages.push({ id, tab, page, onshow });
    this.tabs.append(tab);
    this.body.append(page);
    return page;
  }

  /** @param {string} id */
  show(id) {
    for (const p of this.pages) {
      const on = p.id === id;
      p.page.hidden = !on;
      p.tab.setAttribute("aria-selected", String(on));
      p.tab.tabIndex = on ? 0 : -1;
      if (on) {
        p.tab.classList.remove("news");
        p.onshow?.();
      }
    }
  }

  /** Open the panel at a page. @param {string} id */
  open(id) {
    this.t.layout.setPanel(true);
    this.show(id);
    $(`#tab-${id}`).focus();
  }

  /** Something new waits on a page that is not shown. @param {string} id */
  news(id) {
    const p = this.pages.find((x) => x.id === id);
    if (p?.page.hidden) p.tab.classList.add("news");
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const i = this.pages.findIndex((p) => p.tab === document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!step || i < 0) return;
    e.preventDefault();
    e.stopPropagation();
    const next = this.pages[(i + step + this.pages.length) % this.pages.length];
    this.show(next.id);
    next.tab.focus();
  }
}
