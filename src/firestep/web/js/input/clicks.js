/** Clicks, taps and keys on the map become orders. What is legal comes from the server; this only matches it to what was touched. */
import { confirmed } from "../elements/dialog.js";
import { announce, toast } from "../elements/dom.js";
import { ends, label, pieceName, placeName } from "./orders.js";
import { Hover } from "./hover.js";
import { twice } from "./click-guard.js";
import { settings } from "../net/store.js";

/** How long a march by touch can be taken back before it begins. */
const GRACE = 3000;

export class Clicks {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    /** @type {string | null} a counter chosen here, before the server hears of it */
    this.chosen = null;
    /** @type {{piece: string, seq: number} | null} the counter that the server's question is about */
    this.subject = null;
    this.held = false;
    /** @type {boolean} the last touch was a finger's */
    this.finger = false;
    /** @type {string | null} the goal of the march that waited when the last touch came */
    this.meant = null;
    /** @type {{seq: number, place: string, list: string[], timer: any} | null} a march that begins in a moment */
    this.waiting = null;
    /** @type {{e: MouseEvent, world: [number, number]} | null} a click that waits until the last order is answered */
    this.later = null;
    /** @type {{verb: string, seq: number, others: Set<string>} | null} what could have been chosen instead of the counter in question */
    this.before = null;
    const port = t.layout.port;
    port.addEventListener("click", (e) => this.click(e));
    t.on("sent", () => this.afterAnswer());
    this.hover = new Hover(t, this);
  }

  get orders() { return this.t.orders; }

  /** The answer is there: what was pressed meanwhile is done now. */
  afterAnswer() {
    const { t, later } = this;
    if (t.busy || t.undoing.busy) return;
    this.later = null;
    if (t.undoing.again()) return;
    if (later) this.touch(later.e, later.world);
    else this.takeOnlyOrder();
  }

  /** A new question: forget what was chosen for the old one. */
  questionChanged() {
    const t = this.t;
    if (this.chosen && !this.orders.of(this.chosen).length) this.chosen = null;
    if (this.subject && (this.subject.seq !== t.snap.seq || !this.orders.byPlace.size)) this.subject = null;
    // where the server says what a question is about, its word counts
    const told = t.module.subject(t.snap);
    if (this.subject && told !== undefined && !told) this.subject = null;
    if (!this.subject && t.past === null) {
      const about = told ?? t.snap.board?.pieces?.find((p) => p.badges?.some((b) => b === "chosen" || b === "moving" || b === "selected"))?.id;
      if (about) this.subject = { piece: about, seq: t.snap.seq };
    }
    const { byPiece, byPlace, all } = this.orders;
    // only one counter is in question: it is chosen already
    if (byPiece.size === 1 && byPlace.size && !all.some((o) => o.places.length && !o.pieces.length)) this.chosen = [...byPiece.keys()][0];
    // all that can be chosen lies in one stack, and nothing else is asked: it is opened at once
    const places = new Set([...this.litPieces()].map((id) => t.pieceById(id)?.at ?? ""));
    if (t.mine && !t.lesson && places.size === 1 && byPiece.size > 1 && !byPlace.size) t.field.fan([...places][0]);
    this.highlight();
    // where panels end is known when the page is laid out: for the frame to come, and not twice
    this.following = true;
    requestAnimationFrame(() => { this.following = false; this.follow(); });
    this.takeOnlyOrder();
  }

  /** The map follows the question: what it is about is brought into sight, and if nothing that glows is seen, some of that. */
  follow() {
    const { t } = this;
    if (!t.mine || this.asked === t.snap.seq || !t.layout.root.classList.contains("ready")) return;
    this.asked = t.snap.seq;
    t.camera.inset = t.layout.inset();
    const about = t.module.questionPlaces(t).map((p) => t.geo.centre(p)).find((c) => c !== null);
    if (about) return t.camera.reveal(...about);
    // while a counter is on its way the map stays with it, however far it may go
    const subject = this.subject?.piece ?? "", mover = subject && t.field.pieceAt(subject);
    if (mover) {
      const far = (c) => Math.hypot(c[0] - mover[0], c[1] - mover[1]);
      const goals = [...this.litPieces()].flatMap((id) => { const at = t.pieceById(id)?.at ?? "", c = t.geo.centre(at); return c ? [{ at, c }] : []; }).sort((a, b) => far(a.c) - far(b.c));
      // none of its targets would be seen with it: the map is drawn smaller until the nearest is
      if (t.module.drags === "point" && goals.length && !goals.some(({ c }) => t.camera.sees(c[0], c[1]))) {
        const both = t.geo.bounds([t.pieceById(subject)?.at ?? "", goals[0].at]);
        if (both) return t.camera.show(both, { most: t.camera.k, atLeast: 0.3, smooth: true });
      }
      return t.camera.reveal(mover[0], mover[1]);
    }
    const lit = [...this.litPlaces(), ...[...this.litPieces()].map((id) => t.pieceById(id)?.at)].map((p) => t.geo.centre(p ?? "")).filter((c) => c !== null);
    if (lit.length && !lit.some(([x, y]) => t.camera.sees(x, y))) t.lookAtOpening(true);
  }

  /** A single choice that ends nothing, taken by itself unless the last thing done here was to go back. @returns {import("./orders.js").Order | null} */
  get onlyOrder() {
    const { t } = this;
    if (!settings().forced || (t.lesson && !t.lesson.over) || this.held || !t.mine || this.orders.all.length !== 1) return null;
    const only = this.orders.all[0];
    // a question that has but one answer from its beginning is none; one that ran out of answers may still be undone
    const fresh = this.askedBefore !== t.snap.decision?.ask;
    return (ends(only) && !fresh) || t.module.neverForced(only) ? null : only;
  }

  takeOnlyOrder() {
    const { t } = this, only = t.busy || t.layout.covered ? null : this.onlyOrder;
    if (!only) return;
    const seq = t.now.seq;
    setTimeout(() => { if (t.now.seq === seq && t.mine && !t.busy && !this.held && !this.waiting && !t.layout.covered && !document.querySelector("dialog[open]")) this.send(only, true); }, 250);
  }

  litPlaces() {
    const out = new Set(), { chosen } = this;
    if (this.t.standingAnswer) return out; // the machine answers: nothing is to be touched
    for (const [place, list] of this.orders.byPlace) {
      if (chosen ? list.some((o) => o.pieces.includes(chosen)) : list.some((o) => !o.pieces.length || this.orders.byPiece.size === 0)) out.add(place);
    }
    for (const place of Object.keys(this.t.module.multiStepTargets(this.t))) out.add(place);
    return out;
  }

  litPieces() { return this.chosen || this.t.standingAnswer ? new Set() : new Set(this.orders.byPiece.keys()); }

  highlight() {
    const { highlights, field } = this.t;
    const chosen = [this.chosen, this.subject?.piece].filter((id) => typeof id === "string");
    // a closed stack glows once, around its top counter; an open one around each that can act
    /** @type {Map<string, string>} */
    const tops = new Map();
    const pieces = [];
    for (const id of this.litPieces()) {
      const place = this.t.pieceById(id)?.at ?? "";
      if (place === field.open) continue; // an open stack glows by itself
      tops.set(place, field.stacks.get(place)?.at(-1)?.id ?? id);
    }
    pieces.push(...tops.values());
    const places = this.litPlaces();
    const red = this.orders.dear(this.orders.byPlace), redPieces = this.orders.dear(this.orders.byPiece);
    const not = (set) => (x) => !set.has(x);
    highlights.show([...places].filter(not(red)), pieces.filter(not(redPieces)), [...places].filter((x) => red.has(x)), pieces.filter((x) => redPieces.has(x)));
    // some of it stands in a box off the map: then the way to the panel glows as well
    const off = [...places, ...tops.keys()].some((p) => !this.t.geo.has(p));
    this.t.layout.root.classList.toggle("boxed", this.t.mine && off);
    highlights.choose([...chosen, ...this.t.module.questionPieces(this.t)], this.t.module.questionPlaces(this.t));
    field.litFan?.(this.litPieces(), [...chosen, ...this.t.module.questionPieces(this.t)]);
    highlights.sea([...places].filter((p) => { const here = this.orders.on(p, this.chosen); return here.length && here.every((o) => o.verb === "sea"); }));
    this.t.emit("lit");
  }

  /** Give an order; what is dear is asked about once, with its price. @param {import("./orders.js").Order} o @param {boolean} [quiet] of itself */
  async send(o, quiet = false) {
    if (await this.confirm(o)) return this.give(o, quiet);
  }

  /** Whether an order is meant: what is dear is asked about. @param {import("./orders.js").Order} o @returns {Promise<boolean>} */
  async confirm(o) {
    const { t } = this;
    const price = this.orders.price(o);
    const own = t.lesson?.allows(o) ?? true;
    if (!own) return false;
    // who has said so is not asked again about ending this kind of phase, in this turn
    const kind = `${t.now.turn} ${t.snap.decision?.ask} ${o.verb}`;
    if (price?.dear && this.unasked !== kind) {
      const seq = t.now.seq;
      const never = ends(o) && !t.lesson ? () => { this.unasked = kind; } : null;
      if (!(await confirmed(`${label(o, t)}?`, price.text, label(o, t), ends(o) ? "Keep playing" : "No, leave it", true, never))) return false;
      if (t.now.seq !== seq || !t.mine) return false;
    }
    return true;
  }

  /** Shift and a touch: attack a place with all who can, and roll. @param {string} place @returns {boolean} whether it can be attacked so */
  attackWithAll(place) {
    const { t } = this;
    const how = t.mine && !t.lesson?.step && !this.chosen ? t.module.attackWithAll(t, place) : null;
    if (!how) return false;
    this.confirm(how.first).then(async (yes) => {
      const next = yes ? how.next ?? (await how.find?.()) : null;
      if (yes && !next && how.noneText) toast(how.noneText);
      if (!next) return;
      t.parts.cards.hide();
      announce(`${label(how.first, t)} with all who can`);
      await t.together(next);
      t.drag.drop();
    });
    return true;
  }

  /** @param {import("./orders.js").Order} o @param {boolean} [quiet] */
  give(o, quiet = false) {
    this.held = false;
    this.askedBefore = this.t.snap.decision?.ask;
    const piece = o.pieces.length === 1 ? o.pieces[0] : null;
    if (piece && !o.places.length) {
      this.subject = { piece, seq: this.t.now.seq + 1 };
      this.before = { verb: o.verb, seq: this.t.now.seq + 1, others: new Set(this.orders.all.map((x) => x.text)) };
    }
    this.chosen = null;
    this.t.field.fan(null);
    this.t.parts.cards.hide();
    announce(label(o, this.t));
    const more = this.t.module.followUpOrders(o, this.t);
    return more ? this.t.takeAll([o.text, ...more]) : this.t.take(o.text, quiet);
  }

  /** @param {MouseEvent} e */
  click(e) {
    const { t } = this;
    if (t.drag.skip) {
      t.drag.skip = false;
      return;
    }
    if (t.camera.dragged || twice(e) || t.many) return;
    // a click that comes while the last one is under way is kept and looked at when the answer is there
    if (t.sending) {
      this.later = { e, world: t.camera.toWorld(e.clientX, e.clientY) };
      return;
    }
    this.touch(e);
  }

  /** @param {MouseEvent} e @param {[number, number]} [world] where that is on the sheet, if the map may have moved meanwhile */
  touch(e, world = this.t.camera.toWorld(e.clientX, e.clientY)) {
    const { t } = this;
    t.layout.port.focus({ preventScroll: true });
    this.finger = /** @type {PointerEvent} */ (e).pointerType === "touch";
    this.meant = this.stopWaiting()?.place ?? null;
    const el = /** @type {Element} */ (e.target).closest("[data-piece]");
    const [x, y] = world;
    const at = { x: e.clientX, y: e.clientY };
    const piece = el && !t.field.svg.classList.contains("bare") ? /** @type {SVGElement} */ (el).dataset.piece ?? "" : null;
    const place = piece === null ? t.geo.at(x, y) : null;
    if (e.shiftKey && this.attackWithAll(place ?? t.pieceById(piece ?? "")?.at ?? "")) return;
    if (t.module.handleClick(t, { piece, place, x, y }, at)) return;
    if (piece !== null) this.touchPiece(piece, at);
    else if (place) this.touchPlace(place, at);
    else this.release();
  }

  /** @param {string} id @param {{x: number, y: number}} at */
  touchPiece(id, at) {
    const { t } = this;
    const p = t.pieceById(id);
    if (!p) return;
    const own = this.orders.of(id);
    const there = this.orders.on(p.at, this.chosen);
    const stack = t.field.stacks.get(p.at) ?? [];
    const able = stack.filter((x) => this.orders.of(x.id).length);
    if (t.drag.several.size) return t.drag.send([...t.drag.several], p.at);
    if (this.chosen === id) return this.orders.byPiece.size > 1 ? this.release() : undefined;
    // the next unit is touched while one is on its way: that one halts, and this one is chosen
    const halt = !own.length && p.side === t.snap.decision?.seat && this.subject && this.subject.piece !== id && stack.length === 1 && t.module.moveStarted(t) ? t.module.haltOrder(t) : null;
    if (halt && this.orders.all.some((o) => o.text === halt)) return t.takeAll([halt, `move ${id}`]);
    if (t.module.multiStepTargets(t)[p.at] && !own.length) return this.touchPlace(p.at, at);
    if (there.length && (this.chosen || !own.length)) return this.touchPlace(p.at, at);
    // several counters of a stack could act: spread it out first, unless it lies open already
    if (able.length > 1 && t.field.open !== p.at) {
      t.field.fan(p.at);
      this.highlight();
      t.parts.inspect.show(p.at);
      return;
    }
    if (!own.length && this.canSwitch(id)) return this.switchTo(id);
    const pick = own.length ? id : able.length === 1 ? able[0].id : null;
    if (!pick) {
      t.field.fan(stack.length > 1 && t.field.open !== p.at ? p.at : null);
      return this.nothing({ piece: id, place: p.at }, at);
    }
    this.choosePiece(pick, at);
  }

  /** Another counter could have been chosen instead of the one in question, and still can. @param {string} id */
  canSwitch(id) {
    const b = this.before;
    return Boolean(b && this.subject && this.subject.piece !== id && b.seq === this.t.now.seq && this.t.now.undo && b.others.has(`${b.verb} ${id}`));
  }

  /** @param {string} id */
  async switchTo(id) {
    const { t } = this;
    if (!this.before) return;
    const { verb, others } = this.before;
    await t.undoing.undo();
    const order = t.orders.all.find((o) => o.text === `${verb} ${id}`);
    if (order) await this.send(order);
    else this.before = { verb, seq: t.now.seq, others };
  }

  /** @param {string} id @param {{x: number, y: number}} [at] */
  choosePiece(id, at) {
    const { t } = this;
    const own = this.orders.of(id);
    t.parts.inspect.show(t.pieceById(id)?.at ?? null, { quiet: true });
    if (own.length === 1 && !own[0].places.length && !(at && this.needsConfirm(own[0]))) return this.send(own[0]);
    if (own.length && own.every((o) => !o.places.length) && at) {
      return t.parts.cards.choose(pieceName(t.snap, id), own, at);
    }
    this.chosen = id;
    announce(`${pieceName(t.snap, id)} chosen`);
    this.highlight();
    t.emit("chosen");
  }

  /** @param {string} place @param {{x: number, y: number}} at */
  touchPlace(place, at) {
    const { t } = this;
    if (t.drag.several.size) return t.drag.send([...t.drag.several], place);
    const far = t.module.multiStepTargets(t)[place];
    if (far && !this.chosen) return void this.march(place, far, at);
    const orders = this.orders.on(place, this.chosen);
    const direct = this.chosen ? orders : orders.filter((o) => !o.pieces.length);
    if (direct.length === 1 && !this.needsConfirm(direct[0])) return this.send(direct[0]);
    if (direct.length) return t.parts.cards.choose(placeName(t, place), direct, at);
    const able = this.chosen ? [] : (t.field.stacks.get(place) ?? []).filter((p) => this.orders.of(p.id).length);
    if (able.length === 1) return this.choosePiece(able[0].id, at);
    if (able.length > 1) {
      t.field.fan(place);
      this.highlight();
      return t.parts.inspect.show(place);
    }
    if (orders.length === 1) return this.send(orders[0]);
    if (orders.length) return t.parts.cards.choose(placeName(t, place), orders, at);
    t.field.fan(null);
    this.nothing({ place }, at);
  }

  /** What cannot be taken back and was not seen before (its odds) is only proposed by a touch. @param {import("./orders.js").Order | undefined} o */
  needsConfirm(o) { return Boolean(o && !this.t.lesson?.step && this.t.module.needsConfirm(this.t, o, this.finger)); }

  /**
   * Several orders lead to a place. A finger has seen nothing before it touched: it is asked about an attack, and a march begins only
   * after a moment in which it can be taken back. Who touches the goal again means it.
   * @param {string} place @param {string[]} list @param {{x: number, y: number}} at
   */
  march(place, list, at) {
    const { t } = this;
    const first = this.orders.all.find((o) => o.text === list[0]), again = this.meant === place;
    this.meant = null;
    if (first && this.needsConfirm(first)) return t.parts.cards.choose(placeName(t, place), [first], at, () => t.takeAll(list));
    if (!this.finger || !t.module.delayTouchMoves || again) return t.takeAll(list);
    this.waiting = { seq: t.now.seq, place, list, timer: setTimeout(() => this.setOut(), GRACE) };
    t.highlights.look(place);
    t.parts.prompt.drawAnswers();
  }

  /** The march that waits begins, unless something else was done meanwhile. */
  setOut() {
    const { t } = this, w = this.stopWaiting();
    if (w && w.seq === t.now.seq && t.mine) t.takeAll(w.list);
  }

  /** @returns {{seq: number, place: string, list: string[], timer: any} | null} the march that waited */
  stopWaiting() {
    const w = this.waiting;
    this.waiting = null;
    if (!w) return null;
    clearTimeout(w.timer);
    this.t.highlights.look(null);
    this.t.parts.prompt.drawAnswers();
    return w;
  }

  /** Nothing can be done here: say what is there, and why not. @param {{piece?: string, place?: string}} what @param {{x: number, y: number}} at */
  nothing(what, at) {
    const { t } = this;
    t.parts.inspect.show(what.place ?? null);
    this.highlight();
    if (t.mine) this.hover.whyNot(what, at);
    else t.parts.cards.hide();
  }

  /** Let go of what is chosen or open here. @returns {boolean} whether there was anything */
  release() {
    const { t } = this;
    const had = Boolean(this.chosen || t.field.open || t.parts.cards.pinned || t.drag.several.size);
    this.chosen = null;
    t.drag.drop();
    t.field.fan(null);
    t.parts.cards.hide();
    this.highlight();
    t.emit("chosen");
    return had;
  }
}
