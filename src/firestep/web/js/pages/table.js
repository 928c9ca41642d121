/** A table: builds the page, joins the live connection, and tells the parts what changed. */
import { call } from "../net/api.js";
import { Clicks } from "../input/clicks.js";
import { Undo } from "../input/undo.js";
import { Camera } from "../map/camera.js";
import { announce, capital, h, put, s, theSide, toast } from "../elements/dom.js";
import { Drag } from "../input/drag.js";
import { Field } from "../map/field.js";
import { declareNations } from "../map/counters.js";
import { Geo } from "../map/geo.js";
import { join } from "./join.js";
import { Keys } from "../input/keys.js";
import { Lesson } from "./lesson.js";
import { Highlights } from "../map/highlight.js";
import { Measure } from "../map/measure.js";
import { TestApi } from "./test-api.js";
import { Orders, pieceOf, UNDO } from "../input/orders.js";
import { placeMapImage } from "../map/map-image.js";
import { Parts } from "../panels/parts.js";
import { buildLayout } from "../panels/layout.js";
import { takeTokens } from "../net/tokens.js";
import { MoveArrows } from "../map/move-arrows.js";
import { remember, settings, settle, table as known } from "../net/store.js";


/** @param {HTMLElement} app @param {string} id */
export async function openTable(app, id) {
  document.body.className = "at-table";
  const layout = buildLayout();
  put(app, layout.root);
  let t;
  try {
    const tokens = await takeTokens(id);
    if (!tokens) {
      layout.say("This address needs its key: open the whole link that you were sent, with all that stands behind the #.");
      return;
    }
    t = new Table(await join(id, tokens, layout));
  } catch (e) {
    layout.say(/** @type {Error} */ (e).message);
    return;
  }
  t.begin();
  // for the browser's console; tests use `firestep.test` only
  Object.assign(window, { firestep: Object.assign(t, { test: new TestApi(t, (other) => openTable(app, other)) }) });
}

export class Table {
  /** @param {Awaited<ReturnType<typeof join>>} joined */
  constructor({ id, layout, api, live, connection, snap, svg, hexes, game, module, teach }) {
    this.id = id;
    this.layout = layout;
    this.api = api;
    this.live = live;
    /** @type {any} the newest snapshot */
    this.now = live.snap ?? snap;
    /** @type {any} the snapshot that is shown: the newest, or a moment of the past */
    this.snap = snap;
    /** @type {number | null} the moment that is shown, null for now */
    this.past = null;
    /** @type {any} the game, as the server lists it */
    this.game = game;
    declareNations(game?.nations);
    /** what the game adds to the page */
    this.module = module;
    /** @type {any} what the game teaches: what every question is about, how the enemy's turn is told, the first turn */
    this.teach = teach;
    /** @type {Record<string, {title: string, rule: string, rulings: string[]}>} */
    this.rules = {};
    /** @type {any} the first snapshot of the game, once it is loaded */
    this.start = null;
    /** @type {Lesson | null} */
    this.lesson = null;
    this.state = connection.state;
    this.lost = connection.text;
    /** @type {boolean} an order is under way */
    this.sending = false;
    /** @type {boolean} several orders are being given, one after the other */
    this.many = false;
    /** how many orders of the last list were taken */
    this.taken = 0;
    /** @type {{seq: number, taken: number} | null} what was ordered together last: it is taken back together */
    this.bundle = null;
    /** @type {{seq: number, resolve: (x?: any) => void} | null} somebody waits for this moment */
    this.awaited = null;
    /** @type {string | null} the seat that saw the table last */
    this.lastSeat = null;
    /** @type {string | null} how the game stood, in words, when this device noted it last */
    this.wasLine = null;
    /** @type {number | null} the moment at which the camera was placed */
    this.opened = null;
    /** @type {Record<string, ((detail?: any) => void)[]>} */
    this.listeners = {};

    const own = module.geo(snap), places = own ? null : new Geo(hexes);
    /** @type {import("../map/geo.js").Places} */
    this.geo = own ?? /** @type {Geo} */ (places);
    const { world, port } = layout;
    const size = { x: 0, y: 0, width: this.geo.width, height: this.geo.height };
    const sheet = h("div", { class: "paper" });
    /** the drawn map, where there is one */
    this.mapImage = svg && places ? placeMapImage(sheet, svg, size) : null;
    Object.assign(size, this.mapImage?.frame);
    world.style.width = `${size.width}px`;
    world.style.height = `${size.height}px`;
    const layer = (name) => {
      const svg = /** @type {SVGSVGElement} */ (s("svg", { class: name, viewBox: `${size.x} ${size.y} ${size.width} ${size.height}`, width: size.width, height: size.height, "aria-hidden": "true" }));
      svg.style.left = `${size.x}px`;
      svg.style.top = `${size.y}px`;
      return svg;
    };
    const under = layer("under"), field = layer("field"), over = layer("over");
    const marching = [1, 2, 3].map((i) => layer(`march march-${i}`));
    port.classList.toggle("tabletop", module.noSea);
    const dim = h("div", { class: "dim" });
    Object.assign(dim.style, { left: `${size.x}px`, top: `${size.y}px`, width: `${size.width}px`, height: `${size.height}px` });
    put(world, sheet, dim, under, field, over, marching);
    if (places && !svg) under.append(s("path", { class: "blank", d: places.path(Object.keys(places.hexes)) }));
    this.camera = new Camera(port, world, size);
    /** @type {import("../map/field.js").Board} */
    this.field = module.field(field, under, this.geo, this) ?? this.hexField(field, layer);
    this.field.unseen?.();
    this.field.sight = () => {
      const { left, top, right, bottom } = this.camera.inset, { x, y, k } = this.camera.goal ?? this.camera;
      return { x: (left - x) / k, y: (top - y) / k, width: (port.clientWidth - left - right) / k, height: (port.clientHeight - top - bottom) / k };
    };
    this.highlights = new Highlights(under, over, marching, this.geo, this.field);
    this.arrows = new MoveArrows(this, under);
    this.camera.onzoom = (k) => { const r = this.camera.seen(); this.mapImage?.zoomed(k); this.mapImage?.seen(r); this.field.seen?.(r); this.field.zoomed(k); layout.zoomed(k); this.emit("camera", r); this.refan(); };
    this.camera.inset = layout.inset();
    layout.root.addEventListener("room", () => {
      this.camera.room(layout.inset());
      // a table that opens with all of it in sight keeps it so while its bars find their height
      if (this.geo.whole && !this.camera.touched && !layout.phone.matches && this.now.seq === this.opened) this.parts.mapTools.whole(false);
    });
    field.classList.toggle("bare", !settings().counters);
    /** what the server lets this seat do at the moment that is shown */
    this.orders = new Orders(null, this.geo);
    this.measure = places ? new Measure(this, places, over) : null;
    this.drag = new Drag(this);
    this.clicks = new Clicks(this);
    this.undoing = new Undo(this);
    this.parts = new Parts(this);
    this.keys = new Keys(this);
    live.on = {
      snapshot: (newer, why, paths) => this.receive(newer, why, paths),
      frame: (frame) => this.emit("frame", frame),
      state: (state, text) => { this.state = state; this.lost = text; this.connection(); this.emit("state"); },
    };
  }

  /** Counters on hexes; an open stack lies above everything that glows. @param {SVGSVGElement} svg @param {(name: string) => SVGSVGElement} layer */
  hexField(svg, layer) {
    const field = new Field(svg, this.geo, (board) => this.module.markers(board, this), this.mapImage?.signs);
    field.top = layer("field fan-top");
    field.top.append(field.fanLayer);
    this.layout.world.append(field.top);
    return field;
  }

  /** Draw the table for the first time. What only adds to it is loaded meanwhile. */
  begin() {
    const { id, now: { game, scenario } } = this;
    // what has changed hands is seen against how it began
    this.api.at(0).then((first) => { this.start = first; this.field.draw(this.snap.board); }).catch(() => {});
    call(`/games/${game}/rules`).then((r) => { this.rules = r.rules; }).catch(() => {});
    remember(id, { game, scenario, ...(known(id)?.title ? {} : { title: this.game?.title ?? game }), opened: Date.now() });
    document.title = `${this.game?.title ?? game} · Firestep`;
    this.receive(this.live.snap ?? this.now, "snapshot");
    this.lookAtOpening();
    this.camera.onzoom(this.camera.k);
    this.layout.onlift = () => { this.clicks.takeOnlyOrder(); this.parts.mySeat.greet(); };
    this.layout.ready();
    if (!this.layout.covered) this.parts.mySeat.greet();
    if (known(id)?.lesson && this.teach.lesson) this.lesson = new Lesson(this, this.teach.lesson);
    const wanted = Number(new URLSearchParams(location.search).get("action") ?? NaN);
    if (Number.isInteger(wanted)) this.parts.replay.go(wanted);
  }

  /** @param {string} name @param {(detail?: any) => void} fn */
  on(name, fn) { (this.listeners[name] ??= []).push(fn); }
  /** @param {string} name @param {any} [detail] */
  emit(name, detail) { for (const fn of this.listeners[name] ?? []) fn(detail); }

  /** A stack that lies open stays where it can be seen, once the map rests. */
  refan() {
    if (this.camera.goal || this.camera.fingers.size || !this.field.refan?.()) return;
    this.clicks.highlight();
  }

  /** A snapshot came or changed. @param {any} snap @param {string} why @param {{piece: string, places: string[]}[]} [paths] by which counters moved */
  receive(snap, why, paths = []) {
    const before = this.now;
    this.now = snap;
    // two people on one screen: what one seat may know is covered until the other says so; also when it is opened, or read anew
    if ((snap.holds?.length ?? 0) > 1 && snap.seat !== this.lastSeat && settings().curtain && !snap.outcome) this.layout.curtain(this.theSeat(snap.seat));
    this.lastSeat = snap.seat;
    for (const path of paths) this.arrows.went(path);
    if (this.past === null) this.show(snap, why, paths);
    const d = snap.decision;
    const mine = Boolean(d?.actions?.length);
    const line = snap.outcome ? "finished" : `Turn ${snap.turn} · ${snap.phase}`;
    if (!before || before.turn !== snap.turn || this.wasLine !== line) remember(this.id, { line, over: Boolean(snap.outcome) });
    this.wasLine = line;
    if (known(this.id)?.tokens.link) settle(this.id, snap.holds ?? []);
    document.title = `${mine ? "● " : ""}${this.game?.title ?? snap.game} · Firestep`;
    this.emit("now", why);
    if (this.awaited && snap.seq >= this.awaited.seq) this.awaited.resolve();
  }

  /** Draw a snapshot. @param {any} snap @param {string} why @param {{piece: string, places: string[]}[]} [paths] */
  show(snap, why, paths = []) {
    this.snap = snap;
    this.geo.renew?.(snap);
    this.geo.edges?.(snap.board?.boxes ?? []);
    this.orders = new Orders(this.past === null ? snap : null, this.geo);
    this.field.svg.classList.toggle("still", why === "snapshot");
    this.field.draw(snap.board);
    if (why === "patch") for (const path of paths) this.field.march?.(path.piece, path.places);
    this.clicks.questionChanged();
    this.emit("view", why);
  }

  /** Where the camera starts: on what can be done, or on all that is there; if that is too much, where most of it is. */
  lookAtOpening(smooth = false) {
    this.opened = this.now.seq;
    if (!smooth && this.geo.whole && !this.layout.phone.matches) return this.parts.mapTools.whole();
    const lit = [...this.clicks.litPlaces(), ...[...this.clicks.litPieces()].map((id) => this.pieceById(id)?.at)].filter((p) => this.geo.has(p));
    const all = (this.snap.board?.pieces ?? []).map((p) => p.at).filter((p) => this.geo.has(p));
    const places = lit.length ? lit : all;
    const least = this.layout.phone.matches ? 0.55 : 0.7;
    const { left, right, top, bottom } = (this.camera.inset = this.layout.inset());
    const w = (this.layout.port.clientWidth - left - right) / least, hgt = (this.layout.port.clientHeight - top - bottom) / least;
    let r = this.geo.bounds(places) ?? { x: 0, y: 0, width: this.geo.width, height: this.geo.height };
    if (r.width > w || r.height > hgt) {
      let best = -1;
      for (const p of places) {
        const [x, y] = this.geo.centre(p) ?? [0, 0];
        const near = places.filter((q) => { const c = this.geo.centre(q); return c && Math.abs(c[0] - x) < w / 2 - 60 && Math.abs(c[1] - y) < hgt / 2 - 60; });
        if (near.length > best) {
          best = near.length;
          r = this.geo.bounds(near) ?? r;
        }
      }
    }
    this.camera.show(r, { most: 1, atLeast: least, smooth });
  }

  /** @param {string} id */
  pieceById(id) { return pieceOf(this.snap, id); }

  /** The seat of this device that sees the table now. */
  get seat() { return this.now?.seat ?? null; }
  get mine() { return this.past === null && Boolean(this.now?.decision?.actions?.length) && !this.standingAnswer; }

  /** Standing orders of a seat that hold now: some end with their phase. @param {any} seat @returns {string[]} */
  standing(seat) { return (seat?.routine ?? []).filter((ask) => !seat.until?.[ask] || seat.until[ask] === this.stage); }

  /** The phase, as standing orders that end with it remember it. */
  get stage() { return `${this.now.turn} ${this.now.phase}`; }

  /** The standing order by which the machine answers this question for its seat, unless something was just taken back. @returns {string | null} */
  get standingAnswer() {
    const d = this.now?.decision;
    const seat = d?.actions?.length && !this.clicks.held && !this.now.undone ? this.now.seats?.find((x) => x.id === d.seat) : null;
    const answers = (ask) => (seat.says?.[ask] ? d.actions.includes(seat.says[ask]) : seat.deputy?.includes(ask));
    return this.standing(seat).find((ask) => (ask === "*" || ask === d.ask) && answers(ask)) ?? null;
  }

  /** A seat in the middle of a sentence. @param {string} seat */
  theSeat(seat) { return theSide(this.seatTitle(seat), this.game?.nations); }

  /** @param {string} seat */
  seatTitle(seat) { return this.now?.seats?.find((x) => x.id === seat)?.title ?? seat; }

  /** Nothing else is heard while an order or several are under way. */
  get busy() { return Boolean(this.sending || this.many); }

  /** Send an action. @param {string} action @param {boolean} [quiet] @returns {Promise<boolean>} whether it was taken */
  async take(action, quiet = false) { return this.busy ? false : this.post(action, quiet); }

  /**
   * Give several orders, one after the other or in lists, until `next` has no more or fails. Clicks made meanwhile are not heard.
   * Where the machine is asked in between (a shot at those who march), its answer is waited for.
   * @param {() => string | string[] | null | undefined} next
   */
  async together(next) {
    if (this.busy) return;
    this.many = true;
    this.bundle = null;
    try {
      for (let text; (this.mine || (await this.answered())) && (text = next()); ) {
        const seq = this.now.seq, { taken = 0 } = this.bundle ?? {};
        if (text !== UNDO && !(await this.post(text))) break;
        if (text === UNDO && (await this.change("/undo", { seq }))) this.bundle = taken > 1 ? { seq: this.now.seq, taken: taken - 1 } : null;
        if (this.now.seq === seq) break;
      }
    } finally {
      this.many = false;
      this.emit("sent");
    }
  }

  /** The machine has the word: wait for its answer. @returns {Promise<boolean>} whether this seat is asked again */
  async answered() {
    for (let n = 0; n < 500 && !this.mine && this.now.seats.find((x) => x.id === this.now.decision?.seat)?.kind === "bot"; n++) await new Promise((r) => setTimeout(r, 60));
    return this.mine;
  }

  /** Several orders in one request: taken one after the other until a die falls or the word passes on. @param {string[]} list */
  async takeAll(list) { return this.busy || !list.length ? false : this.post(list); }

  /** What there is to say of the connection, and of an order that waits for it. */
  connection() { this.layout.connection(this.state, this.lost && this.sending ? `${this.lost} Your order is kept, and goes out when it is back.` : this.lost); }

  /** @param {string | string[]} action @param {boolean} [quiet] nobody gave it: if it comes too late, nobody need know */
  async post(action, quiet = false) {
    if (this.sending) return false;
    this.sending = true;
    this.connection();
    this.live.beat();
    this.layout.busy(true);
    const seq = this.now.seq;
    try {
      const { seq: then, taken = 1 } = await this.api.act(seq, action);
      this.taken = taken;
      this.bundle = this.many || Array.isArray(action) ? { seq: then, taken: taken + (this.many && this.bundle && this.bundle.seq === seq ? this.bundle.taken : 0) } : null;
      if (!this.live.open) this.live.soon(0);
      await this.caughtUp(then);
      return true;
    } catch (e) {
      await this.reportError(e, quiet);
      return false;
    } finally {
      this.sending = false;
      this.connection();
      this.layout.busy(false);
      this.emit("sent");
    }
  }

  /** Undo and its kin: calls that change the history. @param {string} path @param {any} [body] */
  async change(path, body = {}) {
    if (this.sending) return;
    this.sending = true;
    try {
      const answer = await this.api.ask(path, { body });
      if (answer.seq) await this.caughtUp(answer.seq);
      return answer;
    } catch (e) {
      await this.reportError(e);
    } finally {
      this.sending = false;
      this.emit("sent");
    }
  }

  /** Wait until the live connection shows a moment; ask for it if it does not come. @param {number} seq */
  async caughtUp(seq) {
    if (this.now.seq < seq) await new Promise((resolve) => { this.awaited = { seq, resolve }; setTimeout(resolve, 1500); });
    this.awaited = null;
    if (this.now.seq < seq) {
      const snap = await this.api.snapshot();
      this.live.snap = snap;
      this.receive(snap, "patch");
    }
  }

  /** @param {any} e @param {boolean} [quiet] */
  async reportError(e, quiet = false) {
    if (e.status === 409 && e.body?.seq !== undefined) {
      if (!quiet) toast("Something else happened at the table first. Look again: this is how it stands now.");
      if (e.body.seq !== this.now.seq) this.live.resync();
      return;
    }
    const text = capital(e.message);
    toast(text, "error");
    announce(text);
    if (e.refusals?.length) this.parts.cards.refusals(e.refusals);
  }
}
