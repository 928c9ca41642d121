/** Buttons over the map: zoom, overlays, counters on and off, help. */
import { $, announce, h, put, s, toast } from "../elements/dom.js";
import { showHelp } from "../pages/help.js";
import { dialog } from "../elements/dialog.js";
import { setSettings, settings } from "../net/store.js";

const NAMES = { supply: "Supply", zoc: "Zones of control", zones: "Zones of control", control: "Control of hexes", rails: "Railways", reach: "Reach of the chosen unit" };
const KIND = { range: "reach", sight: "control", zones: "zoc", "enemy-zoc": "zoc", rail: "rails" };

export class MapTools {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    /** @type {string | null} */
    this.overlay = null;
    this.arg = "";
    const button = (text, title, onclick, more = {}) => h("button", { type: "button", title, "aria-label": title, onclick, ...more }, text);
    const names = t.game?.overlays ?? [];
    this.pick = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Overlay", title: "Overlay (O)", onchange: () => this.choose(this.pick.value) }, h("option", { value: "" }, "No overlay"), h("option", { value: "(arrows)" }, "Arrows: the others' last moves"), this.choices(names)));
    if (settings().trails) this.arrows = true;
    put(t.layout.tools,
      h("div", { class: "group" }, button("+", "Zoom in (+)", () => t.camera.zoom(1.4)), h("output", { id: "zoom-level", class: "num small", "aria-label": "Scale of the map" }, "100 %"), button("−", "Zoom out (−)", () => t.camera.zoom(1 / 1.4)),
        button("⤢", "Whole map (0)", () => this.whole())),
      h("div", { class: "group" }, names.length ? h("span", { class: "overlay-pick" }, icon("M12 3 3 8l9 5 9-5zM3 12l9 5 9-5M3 16l9 5 9-5"), this.pick) : null,
        h("button", { type: "button", id: "hide-counters", title: "Hide the counters (H)", "aria-pressed": String(!settings().counters), onclick: () => this.counters() }, icon("M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12zM12 9a3 3 0 1 0 .1 0M4 20 20 4"), h("span", { class: "word" }, "Hide counters")),
        h("button", { type: "button", id: "replay", title: "Replay (R)", onclick: () => (t.parts.replay.on ? t.parts.replay.now() : t.parts.replay.go(Math.max(0, t.now.seq - 1))) }, icon("M4 5v5h5M4.6 14a8 8 0 1 0 1.6-8L4 10M12 8v4l3 2"), h("span", { class: "word" }, "Replay")),
        t.mapImage?.layers.some((id) => id.endsWith("legend")) ? h("button", { type: "button", id: "legend", title: "Legend of the map (G)", "aria-label": "Legend of the map", onclick: () => this.legend() }, icon("M4 5h3M4 12h3M4 19h3M11 5h9M11 12h9M11 19h9"), h("span", { class: "word" }, "Legend")) : null,
        h("button", { type: "button", id: "rules", title: "Rules, charts and how to play (K)", "aria-label": "Rules, charts and how to play", onclick: () => t.parts.rules.library.open("rules") }, icon("M4 5c3-1.5 5.5-1.5 8 0v15c-2.5-1.5-5-1.5-8 0zM20 5c-3-1.5-5.5-1.5-8 0v15c2.5-1.5 5-1.5 8 0z"), h("span", { class: "word" }, "Rules")),
        h("button", { type: "button", id: "charts", title: "Charts (J)", "aria-label": "Charts", onclick: () => t.parts.rules.library.open("charts") }, icon("M4 4h16v16H4zM4 9h16M4 14h16M10 4v16"), h("span", { class: "word" }, "Charts")),
        button("?", "Keys and help (?)", () => showHelp(t), { id: "help" })));
    for (const [id, name] of [["hide-counters", "Hide the counters"], ["replay", "Replay"]]) $(`#${id}`, t.layout.tools).setAttribute("aria-label", name);
    t.on("view", () => this.renew());
    for (const what of ["chosen", "looked"]) t.on(what, () => { if (this.overlay && this.asksUnit(this.overlay)) this.renew(); });
  }

  /** An overlay that asks for a side is offered once for each. @param {string[]} names */
  choices(names) {
    const { t } = this;
    const own = t.module.overlays(t, names);
    if (own) return own.map(([value, title]) => h("option", { value }, title));
    const out = [];
    for (const n of names) {
      const title = NAMES[n] ?? n.replaceAll("-", " ");
      if (/reach|unit|rail/.test(n)) out.push(h("option", { value: n }, title));
      else for (const seat of t.now.seats) out.push(h("option", { value: `${n} ${seat.id}` }, `${title}: ${seat.title}`));
    }
    return out;
  }

  /** @param {string} value */
  choose(value) {
    if (value === "(arrows)") {
      setSettings({ trails: !settings().trails });
      this.t.arrows.again();
      toast(settings().trails ? "Arrows show what the others did last." : "Arrows are hidden.");
      this.pick.value = this.overlay ? `${this.overlay}${this.arg ? ` ${this.arg}` : ""}` : "";
      return;
    }
    const [overlay, arg = ""] = value.split(" ");
    this.overlay = overlay || null;
    this.arg = arg;
    this.told = null;
    this.renew();
  }

  /** The next overlay of the list. */
  next() {
    if (!this.pick.options.length) return;
    this.pick.selectedIndex = (this.pick.selectedIndex + 1) % this.pick.options.length;
    this.choose(this.pick.value);
    announce(this.pick.selectedOptions[0].textContent ?? "");
  }

  async renew() {
    const { t } = this;
    if (!this.overlay || t.past !== null) {
      t.highlights.overlay([], "none");
      return;
    }
    const name = this.overlay;
    let arg = this.arg;
    if (this.asksUnit(name)) {
      arg = this.unit(name) ?? "";
      if (!arg) {
        t.highlights.overlay([], "none");
        if (this.told !== name) toast(t.module.unitOverlays[name]?.hint ?? "Choose a unit: its reach is shown then.");
        this.told = name;
        return;
      }
    }
    try {
      const { hexes } = await t.api.overlay(t.snap.seq, name, arg);
      if (this.overlay === name) t.highlights.overlay(hexes, KIND[name] ?? name);
    } catch (e) {
      t.highlights.overlay([], "none");
      toast(/** @type {Error} */ (e).message, "error");
    }
  }

  /** Is it about one unit? @param {string} name */
  asksUnit(name) { return Boolean(this.t.module.unitOverlays[name]) || /reach|unit/.test(name); }

  /** The unit that is chosen, or one of the place that is being looked at; of the kind that the overlay is about. @param {string} name */
  unit(name) {
    const { t } = this;
    const symbol = t.module.unitOverlays[name]?.symbol;
    const here = t.snap.board.pieces.filter((p) => p.at === t.parts.inspect.place).map((p) => p.id);
    return [t.clicks.chosen, t.clicks.subject?.piece, ...here].find((id) => id && (!symbol || t.pieceById(id)?.symbol === symbol)) ?? null;
  }

  counters() {
    const bare = this.t.field.svg.classList.toggle("bare");
    $("#hide-counters").setAttribute("aria-pressed", String(bare));
    this.t.layout.root.classList.toggle("bare-map", bare);
    setSettings({ counters: !bare });
    announce(bare ? "Counters hidden" : "Counters shown");
  }

  /** The legend of the map on a card; the map stays where it is. */
  legend() {
    const { t } = this;
    const group = /** @type {SVGGraphicsElement | null} */ (t.mapImage?.svg.querySelector("[id$=legend]"));
    if (!t.mapImage || !group || document.querySelector("dialog.legend")) return;
    const shown = t.mapImage.picture(group);
    const el = dialog("Legend", h("div", { class: "body" }, shown), { wide: true });
    el.classList.add("legend");
  }

  /** @param {boolean} [smooth] */
  whole(smooth = true) {
    const { t } = this;
    t.camera.inset = t.layout.inset();
    t.camera.show(t.mapImage?.frame ?? { x: 0, y: 0, width: t.geo.width, height: t.geo.height }, { atLeast: 0.05, smooth });
  }
}

/** @param {string} d */
const icon = (d) => s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d }));
