/** What is under the pointer, before anything is clicked: it is told, and where a chosen counter cannot go the rule is asked for. */
import { candidates, label } from "./orders.js";

export class Pointing {
  /** @param {import("./table.js").Table} t @param {import("./acts.js").Acts} acts */
  constructor(t, acts) {
    this.t = t;
    this.acts = acts;
    const port = t.shell.port;
    port.addEventListener("pointermove", (e) => this.point(e));
    port.addEventListener("pointerleave", () => this.leave());
    port.addEventListener("pointerdown", () => this.leave());
  }

  /** @param {{piece?: string, place?: string}} what @param {{x: number, y: number}} at */
  async whyNot(what, at) {
    const { t } = this;
    const tries = candidates(this.acts.orders, what, this.acts.chosen);
    const own = t.module.whyNot?.(t, what, this.acts.chosen, tries) ?? tries;
    const seq = t.snap.seq;
    const ask = (this.asking = (this.asking ?? 0) + 1);
    for (const action of own.slice(0, 2)) {
      try {
        const { refusals, legal } = await t.api.whyNot(seq, action);
        if (ask !== this.asking || t.snap.seq !== seq) return;
        if (!legal && refusals.length) {
          t.parts.cards.why(label({ text: action, ...dissect(action, this.acts.orders, t) }, t), refusals, at);
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
    t.lit.look(place);
    const live = piece && this.acts.orders.of(piece).length && !this.acts.chosen ? this.acts.orders.of(piece) : place ? this.acts.orders.on(place, this.acts.chosen) : [];
    t.shell.port.classList.toggle("can", live.length > 0);
    t.parts.cards.leave();
    t.tell("point", { place, piece, orders: live });
    this.rest(e, piece, place);
  }

  /** @param {PointerEvent} e @param {string | undefined} piece @param {string | null} place */
  rest(e, piece, place) {
    const at = { x: e.clientX, y: e.clientY };
    this.dwell = setTimeout(() => {
      const { t } = this;
      // unasked it speaks only of what is under way: where a chosen counter cannot go
      if (!place || !t.mine || t.parts.cards.pinned || !(this.acts.chosen || this.acts.subject)) return;
      // nobody who rests on the counter he has just chosen, or on a plane on another of his own, means to do anything to it
      if (piece && (piece === this.acts.chosen || piece === this.acts.subject?.piece || (t.module.dropAt && t.pieceById(piece)?.side === t.snap.decision?.seat))) return;
      const able = (piece && !this.acts.chosen ? this.acts.orders.of(piece).length : 0) + this.acts.orders.on(place, this.acts.chosen).length;
      if (!able) this.whyNot({ piece, place }, at);
    }, 550);
  }

  leave() {
    this.t.measure?.clear();
    clearTimeout(this.dwell);
    this.over = "";
    this.t.lit.look(null);
    this.t.parts?.cards.leave();
  }
}

/** @param {string} action @param {import("./orders.js").Orders} orders @param {any} t */
function dissect(action, orders, t) {
  const words = action.split(" ");
  return { words, verb: words[0], pieces: words.slice(1).filter((w) => t.pieceById(w)), places: words.slice(1).filter((w) => t.geo.has(w)) };
}
