/** Does what clicks, taps and keys on the map mean. `intent.js` says what they mean; what is legal comes from the server. */
import { confirmed } from "../elements/dialog.js";
import { announce, toast } from "../elements/dom.js";
import { ends, label, pieceName, placeName } from "./orders.js";
import { follow } from "./follow.js";
import { Hover } from "./hover.js";
import { intent, litPlaces } from "./intent.js";
import { twice } from "./click-guard.js";
import { settings } from "../net/store.js";

/** @typedef {import("../../games/game-ui.js").Point} Point */

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
    /** @type {number | undefined} the question that the map has followed */
    this.asked = undefined;
    this.held = false;
    /** @type {boolean} the last touch was a finger's */
    this.finger = false;
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
    requestAnimationFrame(() => { this.following = false; follow(t); });
    this.takeOnlyOrder();
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

  /** Places that glow; none while the machine answers. */
  litPlaces() { return this.t.standingAnswer ? new Set() : litPlaces(this.t, this.orders, this.chosen, this.t.module); }

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

  /** An attack by one gesture, to the die. @param {import("../../games/game-ui.js").GroupAttack} how */
  async attack(how) {
    const { t } = this;
    const yes = await this.confirm(how.first);
    const next = yes ? how.next ?? (await how.find?.()) : null;
    if (yes && !next && how.noneText) toast(how.noneText);
    if (!next) return;
    t.parts.cards.hide();
    announce(`${label(how.first, t)} with all who can`);
    await t.together(next);
    t.drag.drop();
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
    const waited = this.stopWaiting()?.place ?? null;
    const el = /** @type {Element} */ (e.target).closest("[data-piece]"), [x, y] = world;
    const piece = el && !t.field.svg.classList.contains("bare") ? /** @type {SVGElement} */ (el).dataset.piece ?? "" : null;
    this.act({ piece, place: piece === null ? t.geo.at(x, y) : null, x, y, shift: e.shiftKey, waited }, { x: e.clientX, y: e.clientY });
  }

  /** Choose a counter by its name: from a card, a list or by keyboard. @param {string} id @param {Point} at */
  choosePiece(id, at) { return this.act({ piece: id, place: null, key: true }, at); }

  /** Find out what a touch means, and do it. @param {import("./intent.js").Touch} touch @param {Point} at */
  act(touch, at) {
    const { t, chosen, subject, before } = this;
    const selection = { chosen, subject, before, open: t.field.open, several: t.drag.several };
    return this.perform(intent({ ...touch, finger: this.finger }, t, this.orders, selection, t.module), at);
  }

  /** Do what a touch means. @param {import("./intent.js").Intent} what @param {Point} at for cards */
  perform(what, at) {
    const { t } = this;
    if ("look" in what) t.parts.inspect.show(what.look ?? null, { quiet: true });
    switch (what.do) {
      case "send": return this.send(what.order);
      case "list": return t.takeAll(what.list);
      case "wait": return this.wait(what.place, what.list);
      case "menu": {
        const { list } = what, title = what.piece ? pieceName(t.snap, what.piece) : placeName(t, what.place ?? "");
        return t.parts.cards.choose(title, what.orders, at, list && (() => t.takeAll(list)));
      }
      case "select": return this.select(what.piece);
      case "switch": return this.switchTo(what.piece);
      case "open":
        t.field.fan(what.place);
        this.highlight();
        return t.parts.inspect.show(what.place);
      case "release": return this.release();
      case "together": return t.drag.send(what.pieces, what.place);
      case "attack": return this.attack(what.how);
      case "explain":
        t.field.fan(what.open);
        return this.explain({ piece: what.piece, place: what.place }, at);
      case "call-off": return t.undoing.callOff(what.still).then(() => { if (this.orders.all.some((o) => o.text === what.then)) t.take(what.then); });
      case "game": return t.module.perform(t, what.what, at);
      default:
    }
  }

  /** @param {string} id */
  select(id) {
    this.chosen = id;
    announce(`${pieceName(this.t.snap, id)} chosen`);
    this.highlight();
    this.t.emit("chosen");
  }

  /** Another counter instead of the one in question. @param {string} id */
  async switchTo(id) {
    const { t } = this;
    if (!this.before) return;
    const { verb, others } = this.before;
    await t.undoing.undo();
    const order = t.orders.all.find((o) => o.text === `${verb} ${id}`);
    if (order) await this.send(order);
    else this.before = { verb, seq: t.now.seq, others };
  }

  /** A march that begins after a moment in which it can be taken back. @param {string} place @param {string[]} list */
  wait(place, list) {
    const { t } = this;
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

  /** Nothing can be done here: say what is there, and why not. @param {{piece?: string, place?: string}} what @param {Point} at */
  explain(what, at) {
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
