/** Where am I: the sequence of play as a track, and a banner when the word passes on. */
import { announce, h, put, sideways } from "../elements/dom.js";

const STAYS = 2200;

export class Sequence {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    this.el = h("ol", { class: "sequence", id: "sequence", "aria-label": "Sequence of play" });
    this.banner = h("div", { class: "banner", "aria-hidden": "true" });
    t.layout.bar.append(this.el);
    this.settle = sideways(this.el);
    t.layout.port.after(this.banner);
    t.on("view", () => this.draw());
    t.on("now", (why) => this.passed(why));
  }

  /** Whose a step is, seen from here. @param {string | null} seat */
  whose(seat) {
    const { t } = this;
    if (!seat) return "both";
    const holds = t.now.holds ?? [];
    return holds.length === 1 ? (holds[0] === seat ? "you" : "enemy") : seat;
  }

  /** @param {string | null} seat */
  who(seat) {
    const whose = this.whose(seat);
    return whose === "you" ? "You" : whose === "both" ? "" : this.t.seatTitle(/** @type {string} */ (seat));
  }

  draw() {
    const { t } = this;
    const seq = t.snap?.sequence;
    const face = JSON.stringify([seq, t.now?.holds]);
    if (face === this.face) return;
    this.face = face;
    this.el.hidden = !seq?.steps?.length;
    if (this.el.hidden) return put(this.el);
    put(this.el, seq.steps.map((x, i) => h("li", { class: `${i < seq.now ? "past" : i === seq.now ? "now" : ""} w-${this.whose(x.seat)}`, "aria-current": i === seq.now ? "step" : null, title: [x.title, x.note].filter(Boolean).join(": ") },
      h("button", { type: "button", onclick: () => x.rule && t.parts.rules.open(x.rule) }, h("span", { class: "who" }, this.whose(x.seat) === "you" ? "Your" : this.who(x.seat)), " ", h("span", { class: "what" }, x.title), i === seq.now && x.note ? h("span", { class: "note" }, ` ${x.note}`) : null))));
    this.settle(this.el.children[seq.now] ?? null);
  }

  /** The next step, in words. */
  next() {
    const seq = this.t.snap?.sequence;
    const x = seq?.steps?.[seq.now + 1];
    return x ? [this.who(x.seat), x.title].filter(Boolean).join(": ") : "";
  }

  /** @param {string} why */
  passed(why) {
    const { t } = this;
    const seq = t.now.sequence;
    const key = seq?.steps?.length ? `${t.now.turn} ${seq.now}` : `${t.now.turn} ${t.now.phase}`;
    const before = this.key;
    this.key = key;
    if (!before || before === key || why !== "patch" || t.now.outcome) return;
    const x = seq?.steps?.[seq.now];
    const turn = t.now.turn !== this.turn ? `${t.module.turnName(t.now)} · ` : "";
    this.turn = t.now.turn;
    const text = x ? [this.who(x.seat), x.title].filter(Boolean).join(": ") : t.now.phase;
    put(this.banner, h("p", { class: `w-${this.whose(x?.seat ?? null)}` }, h("strong", {}, `${turn}${text}`), x?.note ? h("span", {}, x.note) : null));
    announce(`${turn}${text}`);
    clearTimeout(this.timer);
    this.banner.classList.add("on");
    this.timer = setTimeout(() => this.banner.classList.remove("on"), STAYS);
  }
}
