/** Events told one by one with what they did: a card that stays until it is read. Which lines are such events the game's module says. */
import { announce, h, put } from "../elements/dom.js";

export class EventCards {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    this.el = h("section", { class: "card tale", "aria-label": "Events", hidden: true });
    t.layout.cards.prepend(this.el);
    /** @type {number | null} the last line of the log that was read */
    this.read = null;
    const how = t.module.eventLog;
    if (how) t.on("now", () => this.renew(how));
  }

  /** @param {NonNullable<import("../../games/game-ui.js").GameUi["eventLog"]>} how */
  renew(how) {
    const { t } = this;
    const lines = t.now.journal ?? [];
    const last = lines.at(-1)?.n ?? -1;
    // who opens the table in the middle of events sees those of this phase
    if (this.read === null) {
      const phase = lines.findLastIndex((e) => how.ends.includes(e.key)), begun = lines.findLastIndex((e) => e.key === how.begins);
      this.read = begun > phase ? lines[begun].n - 1 : last;
    }
    // the next order of one's own says that it was read
    if (this.asked && t.now.seq > this.asked) this.read = this.until;
    this.asked = t.now.decision?.actions?.length && how.over(t.now.decision.ask) ? t.now.seq : 0;
    this.until = last;
    const read = /** @type {number} */ (this.read);
    const told = chapters(lines.filter((e) => e.n > read), how);
    const face = told.map((c) => `${c.head.n} ${c.events.length} ${c.events.at(-1)?.did.length} ${c.vain.length}`).join(";");
    if (face === this.face) return;
    this.face = face;
    this.el.hidden = !told.length;
    if (!told.length) return t.layout.root.dispatchEvent(new Event("room"));
    const phone = t.layout.phone.matches;
    put(this.el, h("header", {}, h("h2", {}, "Events"), h("button", { type: "button", class: "quiet", id: "close-tale", "aria-label": "Close the events", onclick: () => this.close() }, "×")),
      told.map((c, i) => h("details", { open: !phone && i === told.length - 1 }, h("summary", {}, `${c.head.text.replace(/\.$/, "")}: ${c.events.length} ${c.events.length === 1 ? "event" : "events"}`),
        h("ol", {}, c.events.map((e) => this.event(e))),
        c.vain.length ? h("p", { class: "small muted" }, `Nothing came of: ${c.vain.map((e) => e.text.split(":")[0]).join(", ")}.`) : null)));
    t.layout.root.dispatchEvent(new Event("room"));
    const news = told.at(-1)?.events.at(-1);
    if (news) announce([news.head.text, ...news.did.map((e) => e.text)].join(" "));
  }

  /** @param {{head: any, did: any[]}} e */
  event({ head, did }) {
    const [name, ...rest] = head.text.split(". ");
    const what = did.map((x) => (x.text.startsWith(`${name}: `) ? x.text.slice(name.length + 2) : x.text)).map((x) => x[0].toUpperCase() + x.slice(1));
    return h("li", {}, h("strong", {}, name.replace(/\.$/, "")), rest.length ? h("span", { class: "small muted" }, ` ${rest.join(". ")} `) : " ",
      head.rules?.[0] ? this.t.parts.rules.link(head.rules[0]) : null, what.length ? h("p", { class: "small did" }, what.join(" ")) : null);
  }

  close() {
    this.read = this.until ?? this.read;
    this.face = "";
    this.el.hidden = true;
    this.t.layout.root.dispatchEvent(new Event("room"));
  }
}

/** The lines of the log by chit and event. @param {any[]} lines @param {any} how */
function chapters(lines, how) {
  /** @type {{head: any, events: {head: any, did: any[]}[], vain: any[], open: boolean}[]} */
  const out = [];
  for (const e of lines) {
    const c = out.at(-1);
    if (e.key === how.begins) out.push({ head: e, events: [], vain: [], open: true });
    else if (!c?.open) continue;
    else if (how.ends.includes(e.key)) c.open = false;
    else if (e.key === how.vain) c.vain.push(e);
    else if (e.key === how.event) c.events.push({ head: e, did: [] });
    else c.events.at(-1)?.did.push(e);
  }
  return out;
}
