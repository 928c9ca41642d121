/** A whole game by keyboard. The keys are listed in help.js. */
import { $, announce } from "../elements/dom.js";
import { showHelp } from "../pages/help.js";
import { label, pieceName, placeName } from "./orders.js";

/** Which way an arrow key points. @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    /** @type {{piece?: string, place?: string} | null} */
    this.at = null;
    /** @type {[number, number] | null} the pointer of the arrow keys, while there is one: it goes to any hex, lit or not */
    this.pointer = null;
    addEventListener("keydown", (e) => this.key(e));
    // the same moment may be drawn again (somebody joined, a late answer came): what is pointed at stays
    t.on("view", () => {
      if (t.snap.seq !== this.seq) this.clear();
      this.seq = t.snap.seq;
    });
    t.on("chosen", () => this.clear());
  }

  clear() {
    this.at = null;
    this.pointer = null;
    this.t.highlights.at(null);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const { t } = this;
    // under the curtain nothing is heard but what lifts it; on its button the browser does that itself
    if (t.layout.covered) {
      if (["Enter", " "].includes(e.key) && !(/** @type {HTMLElement} */ (e.target).closest("button"))) t.layout.lift();
      return;
    }
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
    const el = /** @type {HTMLElement} */ (e.target);
    const left = Boolean(el.closest("dialog"));
    if (!left && el.matches("input:not([type=range]), textarea, select")) return;
    const onMap = left || el === t.layout.port || el === document.body;
    if (el.matches("input[type=range]") && e.key.startsWith("Arrow")) return;
    const done = this.general(e, onMap) || (onMap && this.map(e));
    if (done) e.preventDefault();
  }

  /** @param {KeyboardEvent} e @param {boolean} onMap @returns {boolean} */
  general(e, onMap) {
    const { t } = this;
    const { parts } = t;
    switch (e.key) {
      case "?": showHelp(t); return true;
      case "/": parts.orderList.open(); return true;
      case "u": case "U": if (!(e.repeat && t.busy)) t.undoing.undo(); return true;
      case "h": case "H": parts.mapTools.counters(); return true;
      case "o": case "O": parts.mapTools.next(); return true;
      case "g": case "G": parts.mapTools.legend(); return true;
      case "k": case "K": parts.rules.library.open("rules"); return true;
      case "j": case "J": parts.rules.library.open("charts"); return true;
      case "p": case "P": $("#panel-toggle").click(); return true;
      case "l": case "L": parts.panel.open("log"); return true;
      case "t": case "T": parts.panel.open("table"); return true;
      case "r": case "R": $("#replay").click(); return true;
      case "c": case "C": t.lookAtOpening(true); return true;
      case "n": case "N": this.next(1); return true;
      case "b": case "B": this.next(-1); return true;
      case "Escape": this.escape(); return true;
      default:
    }
    if (/^[1-9]$/.test(e.key)) {
      const button = /** @type {HTMLElement | undefined} */ ($("#answers").querySelectorAll("button")[Number(e.key) - 1]);
      button?.click();
      return Boolean(button);
    }
    if (parts.replay.on && (e.key === "ArrowLeft" || e.key === "ArrowRight")) {
      parts.replay.step(e.key === "ArrowLeft" ? -1 : 1);
      return true;
    }
    if (parts.replay.on && e.key === " " && onMap) {
      parts.replay.toggle();
      return true;
    }
    return false;
  }

  /** @param {KeyboardEvent} e @returns {boolean} */
  map(e) {
    const { camera } = this.t;
    if (this.pointer && e.key in WAYS) {
      this.roam(...WAYS[e.key]);
      return true;
    }
    const far = e.shiftKey ? 300 : 110;
    switch (e.key) {
      case "ArrowLeft": camera.pan(far, 0); return true;
      case "ArrowRight": camera.pan(-far, 0); return true;
      case "ArrowUp": camera.pan(0, far); return true;
      case "ArrowDown": camera.pan(0, -far); return true;
      case "+": case "=": camera.zoom(1.4); return true;
      case "-": case "_": camera.zoom(1 / 1.4); return true;
      case "0": this.t.parts.mapTools.whole(); return true;
      case "Enter": case " ": this.enter(e.shiftKey); return true;
      case "x": case "X": if (this.pointer) this.clear(); else this.roam(0, 0); return true;
      case "m": case "M": this.t.measure?.begin(this.place() ?? this.t.clicks.hover.over?.split(" ").at(-1) ?? null); return true;
      case "i": case "I": if (this.at) this.t.parts.inspect.show(this.place()); return true;
      case "w": case "W": if (this.at) this.t.clicks.hover.whyNot({ ...this.at, piece: this.at.piece ?? this.t.field.stacks?.get(this.place() ?? "")?.at(-1)?.id }, this.middle()); return true;
      default: return false;
    }
  }

  escape() {
    const { t } = this;
    if (t.measure?.from) return t.measure.begin(null);
    if (t.clicks.release()) return;
    if (this.at) return this.clear();
    if (t.mine && t.clicks.subject && t.now.undo && t.orders.byPlace.size) return void t.undoing.undo();
    if (t.parts.replay.on) return t.parts.replay.now();
    t.parts.inspect.close();
    t.parts.odds.el.hidden = true;
    t.layout.port.focus();
  }

  /** Everything that glows, in reading order. */
  ring() {
    const { t } = this;
    /** @type {{piece?: string, place?: string}[]} */
    const out = [
      ...[...t.clicks.litPieces()].map((piece) => ({ piece, place: t.pieceById(piece)?.at })),
      ...[...t.clicks.litPlaces()].map((place) => ({ place })),
    ];
    const at = (x) => t.geo.centre(x.place ?? "") ?? [1e6, 1e6];
    // one sheet after the other, each in reading order
    const key = out.map((x) => { const c = at(x); return { x, c, sheet: t.parts.sheets.rank(c[0], c[1]) ?? 0 }; });
    return key.sort((a, b) => a.sheet - b.sheet || Math.round(a.c[1] / 100) - Math.round(b.c[1] / 100) || a.c[0] - b.c[0]).map((k) => k.x);
  }

  /** @param {number} by */
  next(by) {
    const { t } = this;
    const ring = this.ring();
    if (!ring.length) {
      announce("Nothing on the map can be done now.");
      return;
    }
    const i = this.at ? ring.findIndex((x) => x.piece === this.at?.piece && x.place === this.at?.place) : by > 0 ? -1 : 0;
    this.at = ring[(i + by + ring.length) % ring.length];
    this.pointer = null;
    t.layout.port.focus({ preventScroll: true });
    t.highlights.at(this.at);
    const c = t.geo.centre(this.at.place ?? "");
    if (c) t.camera.reveal(c[0], c[1]);
    const orders = this.at.piece ? t.orders.of(this.at.piece) : t.orders.on(this.at.place ?? "", t.clicks.chosen);
    t.emit("point", { ...this.at, orders });
    announce(this.at.piece ? `${pieceName(t.snap, this.at.piece)} at ${placeName(t, this.at.place ?? "")}` : orders.length === 1 ? label(orders[0], t) : placeName(t, this.at.place ?? ""));
  }

  /** Move the pointer of the arrow keys by whole hexes; the first time it appears in the middle of what is seen. @param {number} dx @param {number} dy */
  roam(dx, dy) {
    const { t } = this;
    const port = t.layout.port;
    const box = port.getBoundingClientRect();
    const { left, right, top, bottom } = t.layout.inset();
    const from = this.pointer ?? t.geo.centre(this.place() ?? "") ?? t.camera.toWorld(box.left + (left + box.width - right) / 2, box.top + (top + box.height - bottom) / 2);
    const x = from[0] + dx * (t.geo.across ?? 100), y = from[1] + dy * (t.geo.down ?? 100);
    const place = t.geo.at(x, y);
    const c = place && t.geo.centre(place);
    if (!place || !c) {
      if (!dx && !dy) announce("No hex lies here.");
      return;
    }
    // along a row the height is kept, so that the way there and back is the same
    this.pointer = [c[0], dx ? y : c[1]];
    this.at = { place };
    port.focus({ preventScroll: true });
    t.highlights.at(this.at);
    t.camera.reveal(c[0], c[1]);
    const there = (t.field.stacks?.get(place) ?? []).map((p) => pieceName(t.snap, p.id)).join(", ");
    t.emit("point", { place, orders: t.orders.on(place, t.clicks.chosen) });
    announce(`${placeName(t, place)}${there ? `: ${there}` : ""}`);
  }

  /** Do what is pointed at. @param {boolean} shift attack it with all that can, if it can be attacked */
  enter(shift) {
    if (!this.at) return this.next(1);
    const { piece = null, place = null } = this.at;
    this.t.clicks.act({ piece, place, shift, key: true }, this.middle());
  }

  place() { return this.at?.place ?? null; }

  /** Where the thing is in the window, for cards. */
  middle() {
    const c = this.t.geo.centre(this.at?.place ?? "") ?? [0, 0];
    const [x, y] = this.t.camera.toWindow(c[0], c[1]);
    return { x, y };
  }
}
