/** What happened while others played: lines from where counters stood to where they stand, and a cross where one fell. */
import { s } from "../elements/dom.js";
import { settings } from "../net/store.js";

export class MoveArrows {
  /** @param {import("../pages/table.js").Table} t @param {SVGSVGElement} under */
  constructor(t, under) {
    this.t = t;
    this.casing = s("path", { class: "trail-casing" });
    this.line = s("path", { class: "trail", "marker-end": "url(#trail-head)" });
    this.lost = s("path", { class: "trail-lost" });
    under.append(s("defs", {}, s("marker", { id: "trail-head", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 4.5, markerHeight: 4.5, orient: "auto" }, s("path", { class: "trail-tip", d: "M0 0 10 5 0 10z" }))), this.casing, this.line, this.lost);
    /** @type {Map<string, string> | null} where everything stood when this seat last had the word */
    this.before = null;
    this.wasMine = false;
    /** @type {Map<string, string[]>} the ways that counters took since then */
    this.ways = new Map();
    t.on("now", () => this.renew());
    t.on("view", () => { if (t.past !== null) this.draw([], []); });
    /** @type {[string[][], string[]]} what was drawn last: it stays as an overlay until the others have moved again */
    this.kept = [[], []];
  }

  /** A counter moved. @param {{piece: string, places: string[]} | undefined} path */
  went(path) {
    if (!path) return;
    const before = this.ways.get(path.piece) ?? [];
    this.ways.set(path.piece, before.at(-1) === path.places[0] ? [...before, ...path.places.slice(1)] : path.places);
  }

  renew() {
    const { t } = this;
    const mine = Boolean(t.now.decision?.actions?.length) && (t.now.holds?.length ?? 0) < t.now.seats.length;
    const places = new Map((t.now.board?.pieces ?? []).map((p) => [p.id, p.at]));
    if (mine && !this.wasMine && this.before) this.compare(this.before, places);
    if (mine || !this.before) {
      this.before = places;
      this.ways.clear();
    }
    this.wasMine = mine;
  }

  /** @param {Map<string, string>} before @param {Map<string, string>} now */
  compare(before, now) {
    const moves = [], lost = [];
    // who fell and was built anew has not marched there
    const fell = new Set((this.t.now.journal ?? []).filter((e) => /destroy|starv|lost|abandon|surrender/.test(e.key)).flatMap((e) => e.words ?? []));
    for (const [id, at] of before) {
      const to = now.get(id);
      if (to === undefined) lost.push(at);
      else if (to !== at && !fell.has(id)) {
        const way = this.ways.get(id);
        moves.push(way && way[0] === at && way.at(-1) === to ? way : [at, to]);
      }
    }
    this.kept = [moves, lost];
    this.again();
  }

  /** Show the arrows of the others' last turn, if they are wished for. */
  again() {
    const [moves, lost] = settings().trails ? this.kept : [[], []];
    this.draw(moves, lost);
  }

  /** Between two moments of the past. @param {any} before @param {any} now */
  between(before, now) {
    const was = new Map((before.board?.pieces ?? []).map((p) => [p.id, p.at]));
    const is = new Map((now.board?.pieces ?? []).map((p) => [p.id, p.at]));
    this.draw([...is].filter(([id, at]) => was.has(id) && was.get(id) !== at).map(([id, at]) => [was.get(id), at]), [...was].filter(([id]) => !is.has(id)).map(([, at]) => at));
  }

  /** @param {string[][]} moves @param {string[]} lost */
  draw(moves, lost) {
    const { geo } = this.t;
    const lines = moves.map((way) => way.map((p) => geo.centre(p))).filter((way) => way.every((c) => c !== null)).map((way) => {
      const [a, b] = way.slice(-2);
      // the head of the arrow ends at the edge of the counter that stands in the middle
      const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1, share = Math.max(0.4, 1 - 42 / far);
      return `M${[...way.slice(0, -1), [(b[0] - a[0]) * share + a[0], (b[1] - a[1]) * share + a[1]]].map((c) => c.map((x) => x.toFixed(1)).join(" ")).join("L")}`;
    }).join("");
    this.casing.setAttribute("d", lines);
    // a marker is drawn once for each path, so each line is one
    this.line.parentNode?.querySelectorAll(".trail-more").forEach((x) => x.remove());
    const [first = "", ...more] = lines.split(/(?=M)/);
    this.line.setAttribute("d", first);
    for (const d of more) this.line.before(s("path", { class: "trail trail-more", d, "marker-end": "url(#trail-head)" }));
    this.lost.setAttribute("d", lost.map((p) => geo.centre(p)).filter((c) => c !== null).map((c) => `M${c[0] - 22} ${c[1] - 22}l44 44m0-44-44 44`).join(""));
  }
}
