/** What the others did while one waited: a report by kind and front that stays until it is closed, and the way to watch it again. */
import { about } from "./log-subjects.js";
import { nationClass } from "../map/counters.js";
import { announce, h, put } from "../elements/dom.js";
import { namesIn } from "../input/orders.js";
import { remember, settings, table as known } from "../net/store.js";

/** Fewer orders than these are told by the lines over the map alone. */
const FEW = 5;
const SHOWN = 6;
/** So many pages of the log are read for a report, at most. */
const PAGES = 4;

/** @typedef {{title: string, folded?: boolean, lines: any[]}} Group lines of one kind. Lines of a `folded` kind are hidden at first. */

export class Report {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    this.el = h("section", { class: "card report", "aria-label": "What the others did", hidden: true });
    t.layout.cards.prepend(this.el);
    /** the last moment in which this person was really asked */
    this.since = known(t.id)?.seen ?? t.now?.seq ?? 0;
    this.waited = true;
    /** @type {{from: number, to: number, ours: boolean}[]} what happened since then, by whose affair it was; what nobody here has seen is the others' */
    this.parts = [];
    /** the moment that was seen last, and whether what comes after it is this person's own affair */
    this.last = { seq: this.since, ours: false };
    this.groups = t.teach.report ?? [];
    this.fronts = t.teach.fronts ?? [];
    /** the last moment that the report tells of, and its turn */
    this.to = 0;
    this.turn = 0;
    for (const what of ["now", "sent"]) t.on(what, () => this.renew());
  }

  get alone() { return (this.t.now.holds?.length ?? 0) >= this.t.now.seats.length; }

  /** Whether what happens now is one's own affair: one's phase, or one's attack, whoever is asked in it and whoever answers. */
  get ours() {
    const { now } = this.t, step = now.sequence?.steps?.[now.sequence.now];
    return (now.holds ?? []).includes(this.t.module.actingSeat(now) ?? step?.seat ?? now.decision?.seat);
  }

  /** How many orders were the others' affair. */
  get theirs() { return this.parts.reduce((n, x) => n + (x.ours ? 0 : x.to - x.from), 0); }

  renew() {
    const { t } = this;
    // really asked: not where a standing order answers, or the page because there is but one answer
    const mine = (Boolean(t.now.decision?.actions?.length) && !t.standingAnswer && !t.clicks.onlyOrder) || Boolean(t.now.outcome);
    if (!t.now.holds?.length || this.alone || !this.groups.length) return;
    if (t.now.seq > this.last.seq) this.parts.push({ from: this.last.seq, to: t.now.seq, ours: this.last.ours });
    this.last = { seq: t.now.seq, ours: this.ours };
    if (!mine) {
      this.waited = true;
      return;
    }
    if (t.busy) return; // "sent" comes: then it is known how much of this was one's own doing
    const theirs = this.waited ? this.theirs : 0;
    if (theirs >= FEW && settings().report) this.open(this.since, t.now.seq);
    else if (theirs && this.turn !== t.now.turn) this.close(); // too little to tell, but what is told is of another turn
    this.waited = false;
    this.since = t.now.seq;
    this.parts = [];
    clearTimeout(this.saving);
    this.saving = setTimeout(() => remember(t.id, { seen: t.now.seq }), 400);
  }

  /** @param {string} place */
  front(place) {
    const n = /^\D*(\d\d)(\d\d)$/.exec(place ?? "");
    if (!n) return "";
    const inside = (f) => { const a = /(\d\d)(\d\d)$/.exec(f.from), b = /(\d\d)(\d\d)$/.exec(f.to); return a && b && n[1] >= a[1] && n[1] <= b[1] && n[2] >= a[2] && n[2] <= b[2]; };
    return this.fronts.find(inside)?.title ?? "";
  }

  /** @param {number} from @param {number} to */
  async open(from, to) {
    const { t } = this;
    [this.to, this.turn] = [to, t.now.turn];
    const own = this.parts.filter((x) => x.ours);
    from = Math.max(from, this.parts.find((x) => !x.ours && x.to > from)?.from ?? from); // what one's own machine did before is not watched
    let lines = (t.now.journal ?? []).filter((e) => e.at > from);
    const first = t.now.journal?.[0];
    // a long turn: what is older comes page by page
    for (let at = first?.at ?? 0, n = first?.n ?? 0, pages = 0; at > from + 1 && n > 0 && pages < PAGES; pages++) {
      const since = Math.max(0, n - 1000);
      const { entries } = await t.api.ask(`/journal?since=${since}&limit=${n - since}`).catch(() => ({ entries: [] }));
      const older = entries.filter((e) => e.n < n);
      lines = [...older.filter((e) => e.at > from), ...lines];
      [at, n] = [older[0]?.at ?? 0, since];
    }
    if (this.to !== to) return; // meanwhile there is a newer one
    // what the machine did for this seat in its own affairs is no deed of the others
    lines = lines.filter((e) => !own.some((x) => e.at > x.from && e.at <= x.to));
    const fronts = (t.parts.sheets?.list.length ?? 0) > 1;
    const groups = this.groups.map((g) => ({ title: g.title, folded: g.folded, lines: lines.filter((e) => g.keys.includes(e.key)) })).filter((g) => g.lines.length);
    if (!groups.length) return this.close();
    const others = t.now.seats.filter((x) => !t.now.holds.includes(x.id)).map((x) => t.theSeat(x.id)).join(", ");
    // on a phone it is a line that opens: the question comes first, and the map must be seen
    const fold = h("button", { type: "button", class: "quiet", id: "fold-report", "aria-expanded": "false", onclick: () => this.fold() }, "Read");
    this.el.classList.remove("unfolded");
    put(this.el, h("header", {}, h("h2", {}, `What ${others} did`), fold, h("button", { type: "button", class: "quiet", "aria-label": "Close the report", id: "close-report", onclick: () => this.close() }, "×")),
      h("div", { class: "row" }, h("button", { type: "button", id: "watch", onclick: () => t.parts.replay.watch(from, to) }, "Watch it"),
        h("button", { type: "button", id: "watch-step", onclick: () => t.parts.replay.watch(from, to, true) }, "Step by step")),
      fronts ? this.byFront(groups) : groups.map((g) => this.group(g)));
    this.el.hidden = false;
    t.layout.root.dispatchEvent(new Event("room"));
    announce(`What ${others} did: ${groups.map((g) => `${g.title} ${g.lines.length}`).join(", ")}`);
  }

  /** Six fronts are read one by one: a line of numbers each, and behind it what happened. @param {Group[]} groups */
  byFront(groups) {
    const { t } = this;
    /** @type {Map<string, Group[]>} */
    const by = new Map();
    for (const g of groups) {
      for (const e of g.lines) {
        const a = about(t, e, t.now);
        const front = t.parts.sheets.titleOf(a.places[0] ?? t.now.board.pieces.find((p) => p.id === a.pieces[0])?.at ?? "") || "At home";
        const list = by.get(front) ?? by.set(front, []).get(front) ?? [];
        const group = list.find((x) => x.title === g.title);
        if (group) group.lines.push(e);
        else list.push({ title: g.title, folded: g.folded, lines: [e] });
      }
    }
    const order = ["At home", ...t.parts.sheets.list.map((x) => x.title)];
    return [...by].sort((a, b) => order.indexOf(a[0]) - order.indexOf(b[0])).map(([front, list]) => h("details", { class: "report-group front" },
      h("summary", {}, h("strong", {}, front), h("span", { class: "small muted" }, ` ${list.map((g) => `${g.title.toLowerCase()} ${g.lines.length}`).join(", ")}`)),
      list.map((g) => this.group(g, false))));
  }

  /** @param {Group} g @param {boolean} [fronts] sorted by front */
  group(g, fronts = true) {
    const { t } = this;
    /** @type {Map<string, any[]>} */
    const by = new Map();
    for (const e of g.lines) {
      const a = about(t, e, t.now);
      const front = !fronts ? "" : this.front(a.places[0] ?? t.now.board.pieces.find((p) => p.id === a.pieces[0])?.at ?? "");
      by.set(front, [...(by.get(front) ?? []), { e, a }]);
    }
    const item = ({ e, a }) => h("li", {}, a.nation ? h("span", { class: `dot ${nationClass(a.nation)}`, "aria-hidden": "true" }) : null,
      h("button", { type: "button", class: "line quiet", title: "Show this moment", onclick: () => t.parts.replay.go(e.at, true) }, namesIn(e.text, t.now)));
    return h("details", { class: "report-group", open: !g.folded && g.lines.length <= 12 }, h("summary", {}, `${g.title} `, h("span", { class: "num muted" }, g.lines.length)),
      [...by].sort().map(([front, list]) => [front ? h("h3", {}, front) : null, h("ul", {}, list.slice(0, SHOWN * 3).map(item)), list.length > SHOWN * 3 ? h("p", { class: "small muted" }, `and ${list.length - SHOWN * 3} more, in the log`) : null]));
  }

  fold() {
    const open = this.el.classList.toggle("unfolded"), button = /** @type {HTMLElement} */ (this.el.querySelector("#fold-report"));
    button.setAttribute("aria-expanded", String(open));
    button.textContent = open ? "Fold" : "Read";
    this.t.layout.root.dispatchEvent(new Event("room"));
  }

  close() {
    if (this.el.hidden) return;
    this.el.hidden = true;
    this.t.layout.root.dispatchEvent(new Event("room"));
  }
}
