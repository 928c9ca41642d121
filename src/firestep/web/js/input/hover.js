/** What is under the pointer, before anything is clicked: it is told, and where a chosen counter cannot go the rule is asked for. */
import { candidates, label } from "./orders.js";

export class Hover {
  /** @param {import("../pages/table.js").Table} t @param {import("./clicks.js").Clicks} clicks */
  constructor(t, clicks) {
    this.t = t;
    this.clicks = clicks;
    const port = t.layout.port;
    port.addEventListener("pointermove", (e) => this.point(e));
    port.addEventListener("pointerleave", () => this.leave());
    port.addEventListener("pointerdown", () => this.leave());
  }

  /** @param {{piece?: string, place?: string}} what @param {{x: number, y: number}} at */
  async whyNot(what, at) {
    const { t } = this;
    const tries = candidates(this.clicks.orders, what, this.clicks.chosen);
    const own = t.module.whyNot(t, what, this.clicks.chosen, tries);
    const seq = t.snap.seq;
    const ask = (this.asking = (this.asking ?? 0) + 1);
    for (const action of own.slice(0, 2)) {
      try {
        const { refusals, legal } = await t.api.whyNot(seq, action);
        if (ask !== this.asking || t.snap.seq !== seq) return;
        if (!legal && refusals.length) {
          t.parts.cards.why(label({ text: action, ...dissect(action, t) }, t), refusals, at);
          return;
        }
      } catch {
        return; // a question that cannot be asked needs no answer
      }
    }
    if (ask === this.asking) t.parts.cards.hide();
  }

  /** @param {PointerEvent} e */
  point(e) {
    if (e.pointerType === "touch" || e.buttons) return;
    clearTimeout(this.dwell);
    const { t } = this;
    const target = /** @type {Element} */ (e.target).closest?.("[data-piece]");
    const [x, y] = t.camera.toWorld(e.clientX, e.clientY);
    const place = target ? /** @type {SVGElement} */ (target).dataset.at ?? null : t.geo.at(x, y);
    const piece = target ? /** @type {SVGElement} */ (target).dataset.piece : undefined;
    const key = `${piece ?? ""} ${place ?? ""}`;
    if (key === this.over) return this.rest(e, piece, place);
    this.over = key;
    t.highlights.look(place);
    const live = piece && this.clicks.orders.of(piece).length && !this.clicks.chosen ? this.clicks.orders.of(piece) : place ? this.clicks.orders.on(place, this.clicks.chosen) : [];
    t.layout.port.classList.toggle("can", live.length > 0);
    t.parts.cards.leave();
    t.emit("point", { place, piece, orders: live });
    this.rest(e, piece, place);
  }

  /** @param {PointerEvent} e @param {string | undefined} piece @param {string | null} place */
  rest(e, piece, place) {
    const at = { x: e.clientX, y: e.clientY };
    this.dwell = setTimeout(() => {
      const { t } = this;
      // unasked it speaks only of what is under way: where a chosen counter cannot go
      if (!place || !t.mine || t.parts.cards.pinned || !(this.clicks.chosen || this.clicks.subject)) return;
      // nobody who rests on the counter he has just chosen, or on a plane on another of his own, means to do anything to it
      if (piece && (piece === this.clicks.chosen || piece === this.clicks.subject?.piece || (t.module.drags === "point" && t.pieceById(piece)?.side === t.snap.decision?.seat))) return;
      const able = (piece && !this.clicks.chosen ? this.clicks.orders.of(piece).length : 0) + this.clicks.orders.on(place, this.clicks.chosen).length;
      if (!able) this.whyNot({ piece, place }, at);
    }, 550);
  }

  leave() {
    this.t.measure?.clear();
    clearTimeout(this.dwell);
    this.over = "";
    this.t.highlights.look(null);
    this.t.parts.cards.leave();
  }
}

/** @param {string} action @param {import("../pages/table.js").Table} t */
function dissect(action, t) {
  const words = action.split(" ");
  return { words, verb: words[0], pieces: words.slice(1).filter((w) => t.pieceById(w)), places: words.slice(1).filter((w) => t.geo.has(w)) };
}
