/** Drag a counter to where it shall go; with Shift, or a long touch, choose several that go together. */
import { announce, h } from "./dom.js";
import { loneCounter } from "./counters.js";
import { pieceName, placeName } from "./orders.js";
import { UNDO } from "./table.js";

const FAR = 8;
const LONG = 450;

export class Drag {
  /** @param {import("./table.js").Table} t */
  constructor(t) {
    this.t = t;
    /** @type {Set<string>} counters that are chosen together */
    this.several = new Set();
    this.ghost = h("div", { class: "ghost", hidden: true });
    t.shell.port.after(this.ghost);
    const port = t.shell.port;
    // before the camera hears of it: a counter that can go somewhere is taken along instead of the map
    port.addEventListener("pointerdown", (e) => this.down(e), { capture: true });
    addEventListener("pointermove", (e) => this.move(e));
    addEventListener("pointerup", (e) => this.up(e));
    addEventListener("pointercancel", () => this.stop());
    t.on("view", () => { if (!t.many && !t.sending) this.drop(); });
  }

  /** Counters of this stack, or this one, that a drop would move. @param {string} id */
  able(id) { return Boolean(this.t.module.drop) && this.t.mine && !this.t.busy && (this.t.orders.of(id).length > 0 || this.t.acts.subject?.piece === id); }

  /** @param {PointerEvent} e */
  down(e) {
    const { t } = this;
    if (e.button > 0 || !e.isPrimary || t.lesson?.step) return;
    const el = /** @type {Element} */ (e.target).closest?.("[data-piece]");
    const id = el ? /** @type {SVGElement} */ (el).dataset.piece ?? "" : "";
    if (!id || !this.able(id)) return;
    if (e.shiftKey) {
      e.stopPropagation();
      this.skip = true;
      return this.toggle(id);
    }
    this.held = { id, x: e.clientX, y: e.clientY, pointer: e.pointerId, touch: e.pointerType === "touch" };
    if (this.held.touch) this.long = setTimeout(() => { if (this.held && !this.on) { this.toggle(id); this.held = null; this.skip = true; } }, LONG);
    else e.stopPropagation(); // on a touch screen a finger that moves at once moves the map
  }

  /** @param {string} id */
  toggle(id) {
    const { t } = this;
    if (this.several.has(id)) this.several.delete(id);
    else this.several.add(id);
    this.show();
    announce(`${this.several.size} chosen: ${[...this.several].map((x) => pieceName(t.snap, x)).join(", ")}. Touch the place where they shall go.`);
  }

  show() { this.t.lit.together([...this.several]); }

  drop() {
    this.several.clear();
    this.show();
  }

  /** @param {PointerEvent} e */
  move(e) {
    const { t, held } = this;
    if (!held || e.pointerId !== held.pointer) return;
    const far = Math.hypot(e.clientX - held.x, e.clientY - held.y) > FAR;
    if (held.touch) {
      if (far) { clearTimeout(this.long); this.held = null; }
      return;
    }
    if (!this.on && far) {
      this.on = true;
      const p = t.pieceById(held.id);
      this.ghost.replaceChildren(loneCounter(p, 4));
      this.ghost.hidden = false;
      t.api.overlay(t.snap.seq, "reach", held.id).then(({ hexes }) => { if (this.on) t.lit.overlay(hexes, "reach"); }).catch(() => {});
    }
    if (!this.on) return;
    const r = t.shell.port.getBoundingClientRect();
    this.ghost.style.transform = `translate(${e.clientX - r.left - 32}px, ${e.clientY - r.top - 32}px)`;
    const place = t.geo.at(...t.camera.toWorld(e.clientX, e.clientY));
    t.lit.look(place);
  }

  /** @param {PointerEvent} e */
  up(e) {
    const { t, held } = this;
    clearTimeout(this.long);
    const on = this.on;
    this.stop();
    if (!held || !on) return;
    this.skip = true;
    setTimeout(() => { this.skip = false; });
    const place = t.geo.at(...t.camera.toWorld(e.clientX, e.clientY));
    if (place) this.send([...new Set([...this.several, held.id])], place);
  }

  stop() {
    this.held = null;
    if (this.on) {
      this.ghost.hidden = true;
      this.t.lit.look(null);
      this.t.parts.tools.renew();
    }
    this.on = false;
  }

  /** Some counters go to a place, one after the other. @param {string[]} ids @param {string} place */
  async send(ids, place) {
    const { t } = this;
    if (!t.mine || t.busy) return;
    if (ids.length === 1) {
      const list = t.module.drop(t, ids[0], place);
      if (!list.length || t.pieceById(ids[0])?.at === place) return;
      await t.takeAll(list);
      if (t.mine && t.taken < list.length) t.acts.whyNot({ place }, this.point(place)); // it was chosen, but cannot get there
      return;
    }
    const left = [...ids];
    await t.together(() => {
      const halt = t.module.halt?.(t);
      const mover = t.module.subject?.(t.snap);
      if (mover && left[0] === mover) {
        const go = t.module.drop(t, mover, place)[0];
        if (t.pieceById(mover)?.at !== place && go && t.orders.all.some((o) => o.text === go)) return go;
        left.shift();
        return t.pieceById(mover)?.at === place ? halt : UNDO; // one that cannot get there stays to be moved otherwise
      }
      if (mover && halt) return halt;
      while (left.length && !t.orders.of(left[0]).some((o) => o.verb === "move")) left.shift();
      return left.length ? `move ${left[0]}` : null;
    });
    announce(`To ${placeName(t, place)}`);
    this.drop();
  }

  /** @param {string} place */
  point(place) {
    const c = this.t.geo.centre(place) ?? [0, 0];
    const [x, y] = this.t.camera.toWindow(c[0], c[1]);
    return { x, y };
  }
}
