/** A battle of one's own: drawn on the table, saved as a text file, and played. */
import { call } from "../js/net/api.js";
import { $, announce, h, put, toast } from "../js/elements/dom.js";
import { remember, settings } from "../js/net/store.js";
import { Battle, LISTS, SIDES, blank, round } from "./battle.js";
import { fields, heading } from "./forms.js";
import { draw } from "./scene.js";
import * as toml from "./toml.js";

const KEPT = "firestep.battle";

class Editor {
  constructor(data, battle) {
    this.data = data;
    this.battle = battle;
    /** what the next touch of the table does: {tool: "terrain", kind} or {tool: "unit" | …, side}; null moves things */
    this.tool = null;
    this.drawing = null;
    this.zoom = 1;
    this.verdict = null;
    this.map = h("div", { class: "map" });
    this.panel = h("div", { class: "panel" });
    put($("#app"), this.bar(), this.map, this.panel);
    this.map.addEventListener("pointerdown", (e) => this.down(e));
    addEventListener("keydown", (e) => this.key(e));
    this.show();
  }

  // -- what is shown -------------------------------------------------------------------------------------------------

  show() {
    const scene = draw(this.battle, this.data, this.drawing);
    scene.style.setProperty("--zoom", String(this.zoom));
    put(this.map, scene);
    put(this.panel, this.toolbox(), this.chosen(), this.whole(), ...Object.keys(LISTS).map((l) => this.things(l)));
    try {
      localStorage.setItem(KEPT, toml.write(this.battle.doc));
    } catch {
      // a full or forbidden store only costs what is kept between visits
    }
  }

  edit(f) {
    this.battle.change(f);
    this.verdict = null;
    this.show();
  }

  bar() {
    const file = h("input", { type: "file", accept: ".toml,text/plain", id: "open-file", class: "visually-hidden", tabindex: -1, onchange: async (e) => {
      const picked = e.target.files[0];
      if (picked) this.open(await picked.text());
      e.target.value = "";
    } });
    const ready = h("select", { "aria-label": "Begin with", id: "begin-with", onchange: async (e) => {
      if (e.target.value === "new") this.begin(blank());
      else if (e.target.value) this.open(await (await fetch(`data/scenarios/${e.target.value}.toml`)).text());
      e.target.value = "";
    } }, h("option", { value: "" }, "Begin with …"), h("option", { value: "new" }, "An empty table"), this.data.scenarios.map((x) => h("option", { value: x.id }, x.title)));
    return h("header", { class: "bar" }, h("p", { class: "brand" }, h("a", { href: "/" }, "Firestep"), " · a battle of your own"), ready, file,
      h("button", { type: "button", onclick: () => file.click() }, "Open a file"), h("button", { type: "button", id: "save", onclick: () => this.save() }, "Save to a file"),
      h("button", { type: "button", id: "undo", onclick: () => this.undo() }, "Undo"),
      h("button", { type: "button", "aria-label": "Smaller", onclick: () => this.scale(1 / 1.3) }, "−"), h("button", { type: "button", "aria-label": "Larger", onclick: () => this.scale(1.3) }, "+"),
      h("button", { type: "button", id: "check", onclick: () => this.check() }, "Check"),
      h("button", { type: "button", id: "play-both", onclick: () => this.play(["here", "here"]) }, "Play, two on one screen"),
      h("button", { type: "button", class: "primary", id: "play", onclick: () => this.play(["here", "bot"]) }, "Play against the machine"));
  }

  toolbox() {
    const { kinds } = this.data;
    const tool = (label, made) => h("button", { type: "button", "aria-pressed": String(JSON.stringify(this.tool) === JSON.stringify(made)), onclick: () => this.take(made) }, label);
    const ground = h("select", { "aria-label": "Kind of ground to draw", id: "ground", onchange: (e) => this.take(e.target.value ? { tool: "terrain", kind: e.target.value } : null) },
      h("option", { value: "" }, "Draw ground …"), Object.entries(kinds).map(([id, k]) => h("option", { value: id, selected: this.tool?.kind === id }, k.title)));
    const form = this.tool?.kind && kinds[this.tool.kind].form;
    const help = !this.tool ? "Touch a thing to choose it, drag it to move it. Corners and the handle before a unit can be dragged too."
      : form === "area" ? "Touch the table for each corner; touch the first corner again, or Finish, to close it." : form === "line" ? "Touch the table for each bend, then Finish."
        : "Touch the table where it stands.";
    return h("section", {}, this.verdict ? h("p", { class: `verdict ${this.verdict.good ? "good" : "bad"}`, id: "verdict", role: "status" }, this.verdict.text) : null,
      h("div", { class: "tools" }, tool("Choose and move", null), ground,
        Object.keys(SIDES).map((side) => tool(`Unit, ${side === "allied" ? "Allied" : "Central"}`, { tool: "unit", side })),
        Object.keys(SIDES).map((side) => tool(`Leader, ${side === "allied" ? "Allied" : "Central"}`, { tool: "formation", side })), tool("Dump", { tool: "asset" }), tool("Place to win", { tool: "victory" }),
        this.drawing ? [h("button", { type: "button", class: "primary", id: "finish", onclick: () => this.finish() }, "Finish"), h("button", { type: "button", onclick: () => { this.drawing = null; this.show(); } }, "Give up")] : null),
      h("p", { class: "muted small" }, help));
  }

  chosen() {
    const { battle } = this;
    if (!battle.chosen || !battle.item) return null;
    return h("section", { id: "chosen" }, h("h2", {}, LISTS[battle.chosen[0]].replace(/s$/, "")),
      h("div", { class: "fields" }, fields(battle, this.data, (f) => this.edit(() => f(battle.item)))),
      h("div", { class: "tools" }, h("button", { type: "button", onclick: () => { battle.copy(); this.show(); } }, "Copy"),
        h("button", { type: "button", id: "remove", onclick: () => { battle.remove(); this.show(); } }, "Remove")));
  }

  whole() {
    const d = h("details", { open: this.wide, id: "whole", ontoggle: (e) => { this.wide = e.target.open; } }, h("summary", {}, this.battle.doc.title || "The battle"),
      h("div", { class: "fields" }, heading(this.battle, this.data, (f) => this.edit(f))));
    return d;
  }

  things(list) {
    const all = this.battle.doc[list];
    const title = (x) => x.name ?? x.title ?? x.text ?? this.data.kinds[x.kind]?.title ?? x.id;
    return all.length ? h("details", { open: this.opened?.[list], ontoggle: (e) => { this.opened = { ...this.opened, [list]: e.target.open }; } }, h("summary", {}, `${LISTS[list]} (${all.length})`),
      h("ul", { class: "things" }, all.map((x, i) => h("li", {}, h("button", { type: "button", "aria-current": String(this.battle.chosen?.[0] === list && this.battle.chosen[1] === i),
        onclick: () => { this.battle.chosen = [list, i]; this.show(); } }, title(x)))))) : null;
  }

  // -- what is done --------------------------------------------------------------------------------------------------

  take(tool) {
    this.tool = tool;
    this.drawing = null;
    this.show();
  }

  begin(doc) {
    try {
      const next = new Battle(doc);
      next.past = [...this.battle.past, JSON.stringify(this.battle.doc)]; // even this can be taken back
      this.battle = next;
    } catch (e) {
      toast(/** @type {Error} */ (e).message, "error");
      return;
    }
    Object.assign(this, { tool: null, drawing: null, verdict: null });
    this.show();
  }

  open(text) {
    try {
      this.begin(toml.read(text));
    } catch (e) {
      toast(/** @type {Error} */ (e).message, "error");
    }
  }

  undo() {
    this.battle.undo();
    this.drawing = null;
    this.show();
  }

  scale(by) {
    this.zoom = Math.min(6, Math.max(1, this.zoom * by));
    this.show();
  }

  /** Where the pointer is on the table, in inches. @param {MouseEvent} e @returns {[number, number]} */
  point(e) {
    const box = $("#scene").getBoundingClientRect(), [w, hgt] = this.battle.doc.table;
    const inch = (at, long) => Math.min(long, Math.max(0, round(at * long)));
    return [inch((e.clientX - box.left) / box.width, w), inch((e.clientY - box.top) / box.height, hgt)];
  }

  down(e) {
    if (e.button || !e.target.closest("#scene")) return;
    const at = this.point(e), { battle } = this, data = e.target.dataset;
    if (this.tool) {
      e.preventDefault();
      this.place(at, data.first !== undefined);
    } else if (data.corner !== undefined) {
      this.drag(e, (now) => { battle.item.points[Number(data.corner)] = now; });
    } else if (data.turn !== undefined) {
      this.drag(e, ([x, y]) => { battle.item.facing = (Math.round((Math.atan2(x - battle.item.x, battle.item.y - y) * 180) / Math.PI / 5) * 5 + 360) % 360; });
    } else if (data.list) {
      battle.chosen = [data.list, Number(data.i)];
      const was = structuredClone(battle.item);
      this.show();
      this.drag(e, ([x, y]) => {
        const [dx, dy] = [x - at[0], y - at[1]];
        if (was.points) battle.item.points = was.points.map(([px, py]) => [round(px + dx), round(py + dy)]);
        else Object.assign(battle.item, { x: round(was.x + dx), y: round(was.y + dy) });
      });
    } else {
      battle.chosen = null;
      this.show();
    }
  }

  /** Follow the pointer until it is let go; the whole is one step back. */
  drag(e, follow) {
    e.preventDefault();
    let held = false;
    const from = [e.clientX, e.clientY];
    const move = (m) => {
      if (!held && Math.hypot(m.clientX - from[0], m.clientY - from[1]) < 4) return;
      if (!held) this.battle.hold();
      held = true;
      follow(this.point(m));
      this.verdict = null;
      this.show();
    };
    const up = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  place([x, y], first) {
    const { battle, tool } = this;
    const boss = (side) => battle.doc.formation.filter((f) => f.side === side).sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))[0];
    if (tool.tool === "terrain") {
      const { form } = this.data.kinds[tool.kind];
      if (form === "point") battle.add("terrain", { id: battle.free("terrain", tool.kind), kind: tool.kind, ...(tool.kind === "command-mine" ? { side: "allied" } : {}), points: [[x, y]] });
      else if (this.drawing && first) return this.finish();
      else this.drawing = { kind: tool.kind, form, points: [...(this.drawing?.points ?? []), [x, y]] };
    } else if (tool.tool === "unit") {
      const f = boss(tool.side);
      if (!f) return toast("A unit needs a Leader of its side: place one first.", "error");
      battle.add("unit", { id: battle.free("unit", tool.side), name: "New battalion", type: "infantry", formation: f.id, x, y, facing: tool.side === "allied" ? 0 : 180, form: "deployed", quality: "average", bases: 4 });
    } else if (tool.tool === "formation") {
      battle.add("formation", { id: battle.free("formation", `${tool.side}-f`), name: "New brigade", leader: "New Leader", level: "brigade", side: tool.side, x, y });
    } else if (tool.tool === "asset") battle.add("asset", { id: battle.free("asset", "dump"), name: "Supply dump", side: "allied", x, y, value: 1 });
    else battle.add("victory", { side: "allied", kind: "hold", text: "The Allied Forces hold the place at the end.", x, y, radius: 3 });
    this.verdict = null;
    return this.show();
  }

  finish() {
    const { drawing, battle } = this;
    if (!drawing) return;
    const need = drawing.form === "area" ? 3 : 2;
    if (drawing.points.length < need) {
      toast(`It needs at least ${need} points.`, "error");
      return;
    }
    battle.add("terrain", { id: battle.free("terrain", drawing.kind), kind: drawing.kind, ...(drawing.kind === "hill" ? { level: 1 } : {}), points: drawing.points });
    this.drawing = null;
    this.show();
  }

  key(e) {
    if (e.target.closest?.("input, select, textarea")) return;
    const item = this.battle.item, step = { ArrowLeft: [-0.5, 0], ArrowRight: [0.5, 0], ArrowUp: [0, -0.5], ArrowDown: [0, 0.5] }[e.key];
    if (e.key === "Enter" && this.drawing) this.finish();
    else if (e.key === "Escape") this.take(null);
    else if (e.key === "z" && (e.ctrlKey || e.metaKey)) this.undo();
    else if ((e.key === "Delete" || e.key === "Backspace") && item) { this.battle.remove(); this.show(); }
    else if (step && item) {
      this.edit(() => {
        if (item.points) item.points = item.points.map(([x, y]) => [round(x + step[0]), round(y + step[1])]);
        else Object.assign(item, { x: round(item.x + step[0]), y: round(item.y + step[1]) });
      });
    } else return;
    e.preventDefault();
  }

  save() {
    const link = /** @type {HTMLAnchorElement} */ (h("a", { href: URL.createObjectURL(new Blob([toml.write(this.battle.doc)], { type: "text/plain" })), download: `${this.battle.doc.title.replace(/[^\p{L}\p{N}]+/gu, "-") || "battle"}.toml` }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async check() {
    try {
      const found = await call("/games/dgk/check", { body: { text: toml.write(this.battle.doc) } });
      this.judged(true, found.summary);
    } catch (e) {
      this.judged(false, /** @type {Error} */ (e).message);
    }
  }

  judged(good, text) {
    this.verdict = { good, text };
    announce(text);
    const at = text.match(/'([\w.-]+)'/g)?.map((x) => x.slice(1, -1)) ?? [];
    for (const list of ["unit", "terrain", "formation", "asset"]) {
      const i = good ? -1 : this.battle.doc[list].findIndex((x) => at.includes(x.id));
      if (i >= 0) { this.battle.chosen = [list, i]; break; }
    }
    this.show();
    this.panel.scrollTop = 0;
  }

  async play(kinds) {
    try {
      const seats = kinds.map((kind) => (kind === "bot" ? { kind, bot: "greedy" } : { kind }));
      const made = await call("/tables", { body: { game: "dgk", start: toml.write(this.battle.doc), seats } });
      const tokens = Object.fromEntries(Object.entries(made.tokens).filter((_, i) => kinds[i] === "here"));
      remember(made.id, { game: "dgk", scenario: "own", title: this.battle.doc.title, tokens, spectator: made.spectator, opened: Date.now() });
      location.assign(`/table/${made.id}`);
    } catch (e) {
      this.judged(false, /** @type {Error} */ (e).message);
    }
  }
}

async function start() {
  document.documentElement.dataset.theme = settings().theme ?? "auto";
  const json = async (path) => (await fetch(path)).json();
  const [model, armies, kinds, games] = await Promise.all([json("/umpire/data/model.json"), json("/umpire/data/armies.json"),
    fetch("data/terrain.toml").then((r) => r.text()).then(toml.read), call("/games")]);
  const scenarios = games.games.find((g) => g.id === "dgk").scenarios.filter((x) => x.id !== "quick");
  const data = { model, armies, kinds, scenarios, leaders: armies.level_bases, nations: games.games.find((g) => g.id === "dgk")?.nations ?? {} };
  let battle;
  try {
    battle = new Battle(toml.read(localStorage.getItem(KEPT) ?? ""));
  } catch {
    battle = new Battle(blank());
  }
  Object.assign(window, { editor: new Editor(data, battle) }); // for tests, and for the browser's console
  document.documentElement.dataset.ready = "yes";
}

start().catch((e) => { $("#app").textContent = `The editor could not be opened (${e.message}). Reload the page.`; });
