/**
 * Drag a counter, or the whole of a closed stack, to where it shall go. With Shift, or a long touch, several are chosen; a frame drawn
 * with Shift chooses all within it. Several that are dragged go side by side, each as far and in the same direction as the one in hand.
 */
import { announce, h } from "../elements/dom.js";
import { loneCounter } from "../map/counters.js";
import { MOST, pieceName, placeName, UNDO } from "./orders.js";

const FAR = 8;
const LONG = 450;

export class Drag {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    /** @type {Set<string>} counters that are chosen together */
    this.several = new Set();
    this.ghost = h("div", { class: "ghost", hidden: true });
    this.frame = h("div", { class: "lasso", hidden: true });
    t.layout.port.after(this.ghost, this.frame);
    const port = t.layout.port;
    // before the camera hears of it: a counter that can go somewhere is taken along instead of the map
    port.addEventListener("pointerdown", (e) => this.down(e), { capture: true });
    addEventListener("pointermove", (e) => this.move(e));
    addEventListener("pointerup", (e) => this.up(e));
    addEventListener("pointercancel", () => this.stop());
    t.on("view", () => { if (!t.many && !t.sending) this.drop(); });
    t.on("sent", () => this.prune());
  }

  /** An order was given: who cannot be ordered any more is no longer chosen. */
  prune() {
    if (!this.several.size || this.t.busy) return;
    for (const id of this.several) if (!this.able(id)) this.several.delete(id);
    this.show();
  }

  /** Whether a drop would move a counter. @param {string} id */
  able(id) {
    const { t } = this;
    if (!t.mine || t.busy) return false;
    const own = () => Boolean(t.module.draggable(t, id));
    if (t.module.drags !== "place") return t.module.drags === "point" && own();
    // while one is on its way the next may be taken: the first halts where it is
    const next = t.module.moveStarted(t) && t.module.haltOrder(t) && t.pieceById(id)?.side === t.snap.decision?.seat;
    return t.orders.of(id).length > 0 || t.clicks.subject?.piece === id || Boolean(next) || own();
  }

  /** The order that takes a counter up to move it. @param {string} id @returns {string | null} */
  lift(id) { return this.t.module.pickUpOrder(this.t, id); }

  /** Of counters that one order takes up together the first stands for all. @param {string[]} ids @returns {string[]} */
  bunches(ids) {
    const seen = new Set();
    return [...new Set(ids)].filter((id) => { const up = this.lift(id), known = up && seen.has(up); seen.add(up); return !known; });
  }

  /** What goes along: of a closed stack all who can move, of an open one the counter itself. @param {string} id @returns {string[]} */
  group(id) {
    const { t } = this;
    const at = t.pieceById(id)?.at ?? "";
    if (this.several.size || t.module.drags === "point" || t.clicks.subject?.piece === id || t.field.open === at) return this.bunches([id, ...this.several]);
    const moves = this.bunches((t.field.stacks.get(at) ?? []).map((p) => p.id).filter((x) => this.lift(x)));
    return moves.length > 1 ? moves : [id];
  }

  /** @param {PointerEvent} e */
  down(e) {
    const { t } = this;
    if (e.isPrimary) this.skip = false; // a press that got no click must not swallow the next one
    if (e.button > 0 || !e.isPrimary || t.lesson?.step) return;
    const el = /** @type {Element} */ (e.target).closest?.("[data-piece]");
    const id = el ? /** @type {SVGElement} */ (el).dataset.piece ?? "" : "";
    if (e.shiftKey && t.mine && t.module.drags && !(id && this.able(id))) {
      e.stopPropagation();
      this.corner = { x: e.clientX, y: e.clientY, pointer: e.pointerId };
      return;
    }
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

  show() { this.t.highlights.together([...this.several]); }

  drop() {
    this.several.clear();
    this.show();
  }

  /** @param {PointerEvent} e */
  move(e) {
    const { t, held } = this;
    if (this.corner?.pointer === e.pointerId) return this.stretch(e);
    if (!held || e.pointerId !== held.pointer) return;
    const far = Math.hypot(e.clientX - held.x, e.clientY - held.y) > FAR;
    if (held.touch) {
      if (far) { clearTimeout(this.long); this.held = null; }
      return;
    }
    if (!this.on && far) {
      this.on = true;
      const p = t.pieceById(held.id);
      const more = this.group(held.id).reduce((n, id) => n + t.module.stackSize(t, id), 0);
      this.ghost.replaceChildren(loneCounter(p, 4), ...[more > 1 ? `${more} together` : "", t.module.dragHint].filter(Boolean).map((text) => h("span", { class: "num" }, text)));
      this.ghost.hidden = false;
      if (t.module.drags !== "point") t.api.overlay(t.snap.seq, "reach", held.id).then(({ hexes }) => { if (this.on) t.highlights.overlay(hexes, "reach"); }).catch(() => {});
    }
    if (!this.on) return;
    const r = t.layout.port.getBoundingClientRect();
    this.ghost.style.transform = `translate(${e.clientX - r.left - 32}px, ${e.clientY - r.top - 32}px)`;
    const place = t.geo.at(...t.camera.toWorld(e.clientX, e.clientY));
    t.highlights.look(place);
  }

  /** The frame that chooses several. @param {PointerEvent} e */
  stretch(e) {
    const c = /** @type {{x: number, y: number}} */ (this.corner), r = this.t.layout.port.getBoundingClientRect();
    this.frame.hidden = false;
    Object.assign(this.frame.style, { left: `${Math.min(c.x, e.clientX) - r.left}px`, top: `${Math.min(c.y, e.clientY) - r.top}px`, width: `${Math.abs(c.x - e.clientX)}px`, height: `${Math.abs(c.y - e.clientY)}px` });
  }

  /** All that can move and stand within the frame are chosen. @param {PointerEvent} e */
  caught(e) {
    const { t } = this;
    const c = /** @type {{x: number, y: number}} */ (this.corner);
    this.corner = null;
    this.frame.hidden = true;
    if (Math.hypot(e.clientX - c.x, e.clientY - c.y) < FAR) return; // no frame: a click with Shift
    this.skip = true;
    setTimeout(() => { this.skip = false; });
    const [x0, y0] = t.camera.toWorld(Math.min(c.x, e.clientX), Math.min(c.y, e.clientY)), [x1, y1] = t.camera.toWorld(Math.max(c.x, e.clientX), Math.max(c.y, e.clientY));
    for (const [place, stack] of t.field.stacks) {
      const [x, y] = t.geo.centre(place) ?? [NaN, NaN];
      if (x < x0 || x > x1 || y < y0 || y > y1) continue;
      for (const p of stack) if (t.module.drags === "point" ? this.able(p.id) : this.lift(p.id)) this.several.add(p.id);
    }
    this.show();
    announce(`${this.several.size} chosen. Drag one of them: all go the same way.`);
  }

  /** @param {PointerEvent} e */
  up(e) {
    const { t, held } = this;
    if (this.corner?.pointer === e.pointerId) return this.caught(e);
    clearTimeout(this.long);
    const on = this.on;
    this.stop();
    if (!held || !on) return;
    this.skip = true;
    setTimeout(() => { this.skip = false; });
    const [x, y] = t.camera.toWorld(e.clientX, e.clientY);
    if (t.module.drags === "point") {
      const all = [...new Set([held.id, ...this.several])];
      this.drop();
      return void t.module.dropAt(t, all, x, y, { x: e.clientX, y: e.clientY }, e.shiftKey);
    }
    const place = t.geo.at(x, y);
    if (place) this.send(this.group(held.id), place, held.id);
  }

  stop() {
    this.held = null;
    if (this.on) {
      this.ghost.hidden = true;
      this.t.highlights.look(null);
      this.t.parts.mapTools.renew();
    }
    this.on = false;
  }

  /**
   * Where each of several goes: to the place itself; or, where they stand apart and one was dragged, as far in the same direction.
   * @param {string[]} ids @param {string} place @param {string} [hand] the one that was dragged
   * @returns {Map<string, string>}
   */
  goals(ids, place, hand) {
    const { t } = this;
    const at = (id) => t.pieceById(id)?.at ?? "", apart = new Set(ids.map(at)).size > 1;
    const from = hand && apart ? t.geo.centre(at(hand)) : null, to = t.geo.centre(place);
    return new Map(ids.map((id) => {
      const c = t.geo.centre(at(id));
      return [id, from && to && c ? t.geo.at(c[0] + to[0] - from[0], c[1] + to[1] - from[1]) ?? "" : place];
    }));
  }

  /** The orders that a drop of a counter means. @param {string} id @param {string} place */
  orders(id, place) { return this.t.module.drop(this.t, id, place); }

  /** Some counters go to a place, one after the other. @param {string[]} ids @param {string} place @param {string} [hand] the one that was dragged */
  async send(ids, place, hand) {
    const { t } = this;
    if (!t.mine || t.busy) return;
    ids = this.bunches(ids);
    this.drop(); // the choice ends with its order: the next touch, which may come before the answer, means something else
    if (ids.length === 1) {
      const list = this.orders(ids[0], place);
      if (!list.length || t.pieceById(ids[0])?.at === place) return;
      await t.takeAll(list);
      if (t.mine && t.taken < Math.min(2, list.length)) t.clicks.hover.whyNot({ place }, this.point(place)); // it was chosen, but cannot get there
      return;
    }
    const goals = this.goals(ids, place, hand);
    // those in front first: they make room for who comes behind
    const c = (id) => t.geo.centre(t.pieceById(id)?.at ?? "") ?? [0, 0], d = t.geo.centre(place) ?? [0, 0], o = c(hand ?? ids[0]);
    const ahead = (id) => (c(id)[0] - o[0]) * (d[0] - o[0]) + (c(id)[1] - o[1]) * (d[1] - o[1]);
    const room = t.module.roomLeft(t, place);
    // into one place only as many as have room there, those of one formation before others
    const kin = t.pieceById(hand ?? ids[0])?.group, near = (id) => (id === hand ? 2 : t.pieceById(id)?.group === kin ? 1 : 0);
    const one = new Set(goals.values()).size === 1;
    const left = one ? [...ids].sort((a, b) => near(b) - near(a)).slice(0, room) : hand ? [...ids].sort((a, b) => ahead(b) - ahead(a)) : [...ids];
    await this.march(left, goals);
    announce(`To ${placeName(t, place)}`);
  }

  /**
   * Counters go to their goals in this order, all in one list. Where that is not taken to its end (guns fire at one, another stops by
   * itself or cannot get there) a new one goes on from what the question is then.
   * @param {string[]} ids @param {Map<string, string>} goals
   */
  march(ids, goals) {
    const { t } = this, left = [...ids], seat = t.snap.decision?.seat;
    /** @type {string[]} the list that was sent last */
    let list = [];
    let halts = t.module.hasHalt;
    /** @type {Map<string, string>} who is taken up by an order */
    const lifts = new Map();
    const goal = (id) => goals.get(id) ?? "", way = (id) => (goal(id) ? this.orders(id, goal(id)).filter((x) => x !== "halt") : []);
    const there = (id) => t.pieceById(id)?.at === goal(id);
    const trip = (id) => {
      const go = way(id), up = t.module.nextPickUp(t, id);
      if (!up || go[0] !== up || there(id)) return [];
      lifts.set(up, id);
      return [...go, ...(halts ? ["halt"] : [])];
    };
    return t.together(() => {
      if (t.snap.decision?.seat !== seat) return null;
      const halt = t.module.haltOrder(t), up = t.module.pickedUp(t), mover = left.find((id) => up.includes(id)) ?? up[0];
      const begun = lifts.get(list.slice(0, t.taken).filter((x) => lifts.has(x)).at(-1) ?? "");
      if (begun) left.splice(0, left.indexOf(begun));
      if (list[t.taken] === "halt" && !mover) halts = false; // who comes to the enemy stops there by himself
      list = mover && halt ? [halt] : [];
      if (mover && left[0] === mover) {
        const [go] = way(mover);
        if (!there(mover) && t.orders.all.some((x) => x.text === go)) list.unshift(go);
        else left.shift();
        if (there(mover)) halts = Boolean(halt);
        else if (left[0] !== mover) return (list = []), UNDO; // one that cannot get there stays to be moved otherwise
      }
      if (!mover) while (left.length && (!this.lift(left[0]) || there(left[0]))) left.shift();
      list = [...list, ...left.flatMap(trip)].slice(0, MOST);
      return list.length ? list : null;
    });
  }

  /** @param {string} place */
  point(place) {
    const c = this.t.geo.centre(place) ?? [0, 0];
    const [x, y] = this.t.camera.toWindow(c[0], c[1]);
    return { x, y };
  }
}
