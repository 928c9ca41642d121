/** What can be done glows: one outline with a moving dash for all of it, one solid line for what is chosen. */
import { calm, s } from "../elements/dom.js";

/** How long one picture of the dash is seen, and after how long without a touch or a change it rests; ms. */
const PACE = 330;
const RESTS = 15000;

const BOX = "a7 7 0 0 1 7-7h66a7 7 0 0 1 7 7v66a7 7 0 0 1-7 7h-66a7 7 0 0 1-7-7z";

/** A path that is the same is not painted again. @param {Element} path @param {string} d */
const shape = (path, d) => { if (path.getAttribute("d") !== d) path.setAttribute("d", d); };

/** How large the squares of the map are whose glow is one path: a path that changes is painted again as far as it reaches. */
const SQUARE = 400;

/** @param {Element} g @param {Map<string, string>} parts paths by square */
function shapes(g, parts) {
  const old = new Map([...g.children].map((path) => [path.getAttribute("data-square"), path]));
  for (const [square, d] of parts) {
    shape(old.get(square) ?? g.appendChild(s("path", { "data-square": square })), d);
    old.delete(square);
  }
  for (const path of old.values()) path.remove();
}

export class Highlights {
  /**
   * The dash moves by showing three still pictures of it in turn, three times a second: the browser then only changes which layer
   * is seen, and draws nothing again. (An endless animation of the style sheet would cost a fifth of a processor.)
   * @param {SVGSVGElement} under below the counters @param {SVGSVGElement} over above them @param {SVGSVGElement[]} marching
   * @param {import("./geo.js").Places} geo @param {import("./field.js").Board} field
   */
  constructor(under, over, marching, geo, field) {
    this.geo = geo;
    this.field = field;
    this.overlayFill = s("path", { class: "overlay-fill" });
    this.overlayLine = s("path", { class: "overlay-line" });
    this.fill = s("path", { class: "lit-fill" });
    this.base = s("g", { class: "lit-base" });
    this.dearFill = s("path", { class: "dear-fill" });
    this.dearLine = s("path", { class: "dear-line" });
    this.lines = marching.map((svg, i) => {
      const line = s("g", { class: "lit-line", "stroke-dashoffset": -8 * i });
      svg.append(line);
      return line;
    });
    this.seaLine = s("path", { class: "sea-line" });
    this.looked = s("path", { class: "looked" });
    under.append(this.overlayFill, this.overlayLine, this.fill, this.dearFill, this.seaLine, this.looked);
    this.chosen = s("path", { class: "chosen-line" });
    this.focus = s("path", { class: "focus-line" });
    this.group = s("path", { class: "several-line" });
    this.guide = s("circle", { class: "coach-ring", r: 0 });
    over.append(this.guide, this.group, this.base, this.dearLine, this.chosen, this.focus);
    this.pictures = marching;
    /** What glows, by squares of the map. @type {Map<string, string>} */
    this.parts = new Map();
    this.drawn = "";
    this.step = 0;
    this.timer = 0;
    this.until = 0;
    marching[0].classList.add("on");
    for (const name of ["pointermove", "keydown"]) addEventListener(name, () => this.wake(), { passive: true });
  }

  /** The dash walks while there is somebody to see it, and rests when nothing has happened for a while. */
  wake() {
    this.until = performance.now() + RESTS;
    if (!this.timer && !calm() && this.drawn) this.timer = setInterval(() => this.tick(), PACE);
  }

  tick() {
    if (performance.now() > this.until || document.hidden || !this.drawn) {
      clearInterval(this.timer);
      this.timer = 0;
      return;
    }
    this.pictures[this.step].classList.remove("on");
    this.step = (this.step + 1) % this.pictures.length;
    this.trace();
    this.pictures[this.step].classList.add("on");
  }

  /**
   * @param {Iterable<string>} places @param {Iterable<string>} pieces
   * @param {string[]} [dear] places where all that can be done costs much @param {string[]} [dearPieces]
   */
  show(places, pieces, dear = [], dearPieces = []) {
    shape(this.dearFill, this.geo.path(dear));
    shape(this.dearLine, this.geo.outline(dear) + this.boxes(dearPieces));
    const hexes = [...places];
    shape(this.fill, this.geo.path(hexes));
    const parts = this.squares(hexes, pieces), d = [...parts.values()].join("");
    if (d !== this.drawn) {
      this.parts = parts;
      this.drawn = d;
      shapes(this.base, parts);
      this.trace();
      // the next picture of the dash is not drawn in the same frame as the answer to a click
      clearInterval(this.timer);
      this.timer = 0;
    }
    this.wake();
  }

  /** Of the three pictures only the one that is seen is drawn anew, the others when their turn comes. */
  trace() { shapes(this.lines[this.step], this.parts); }

  /** The outline of all the hexes, and the counters square by square. @param {string[]} hexes @param {Iterable<string>} pieces */
  squares(hexes, pieces) {
    const parts = new Map([["hexes", this.geo.outline(hexes)]]);
    for (const id of pieces) {
      const square = String(this.field.pieceAt(id)?.map((x) => Math.floor(x / SQUARE)) ?? "");
      parts.set(square, (parts.get(square) ?? "") + this.boxes([id]));
    }
    return parts;
  }

  /** Places that are reached by sea have waves in them. @param {string[]} places */
  sea(places) {
    shape(this.seaLine, places.map((p) => this.geo.centre(p)).filter((c) => c !== null).flatMap((c) => [-14, 0, 14].map((dy) => `M${(c[0] - 30).toFixed(1)} ${(c[1] + dy).toFixed(1)}q7.5-9 15 0t15 0 15 0 15 0`)).join(""));
  }

  /** @param {Iterable<string>} pieces @param {Iterable<string>} places */
  choose(pieces, places) {
    shape(this.chosen, this.geo.path(places, 0.96) + this.boxes(pieces));
  }

  /** The hex that is being looked at. @param {string | null} place */
  look(place) { shape(this.looked, place ? this.geo.path([place], 0.97) : ""); }

  /** Where the keyboard is. @param {{piece?: string, place?: string} | null} what */
  at(what) {
    shape(this.focus, !what ? "" : what.piece ? this.boxes([what.piece], 6) : this.geo.path([what.place ?? ""], 1.04));
  }

  /** Counters that are chosen together. @param {string[]} pieces */
  together(pieces) { shape(this.group, this.boxes(pieces, 4)); }

  /** What the lesson means. @param {[number, number] | null} c */
  coach(c) {
    this.guide.setAttribute("r", c ? "62" : "0");
    if (!c) return;
    this.guide.setAttribute("cx", String(c[0]));
    this.guide.setAttribute("cy", String(c[1]));
  }

  /** @param {Iterable<string>} hexes @param {string} kind */
  overlay(hexes, kind) {
    const list = [...hexes];
    this.overlayFill.setAttribute("class", `overlay-fill o-${kind}`);
    this.overlayLine.setAttribute("class", `overlay-line o-${kind}`);
    shape(this.overlayFill, this.geo.path(list));
    shape(this.overlayLine, this.geo.outline(list));
  }

  /** @param {Iterable<string>} pieces @param {number} [wider] */
  boxes(pieces, wider = 0) {
    let d = "";
    for (const id of pieces) {
      if (this.field.outline) {
        d += this.field.outline(id);
        continue;
      }
      const c = this.field.pieceAt(id);
      if (!c) continue;
      if (wider) d += `M${c[0] - 40 - wider} ${c[1] - 40 - wider}h${80 + 2 * wider}v${80 + 2 * wider}h${-80 - 2 * wider}z`;
      else d += `M${c[0] - 40} ${c[1] - 33}${BOX}`;
    }
    return d;
  }
}
