/** Replay: a slider over the whole history, arrow keys, a link to any moment, and a fork from it. */
import { $, copy, h, put, toast } from "../elements/dom.js";
import { confirmed } from "../elements/dialog.js";
import { moment, spot } from "./log-subjects.js";
import { namesIn } from "../input/orders.js";
import { remember, setSettings, settings } from "../net/store.js";

/** Pause between two moments, in ms, by pace. */
const PACES = { slow: 2200, normal: 1200, fast: 450 };

export class Replay {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    this.bar = $("#past-bar");
    this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Moment of the game", oninput: () => this.soon(Number(this.slider.value)) }));
    this.playing = 0;
    /** @type {number | null} where watching ends */
    this.end = null;
    this.play = h("button", { type: "button", id: "play", onclick: () => this.toggle() }, "Play");
    this.caption = h("p", { class: "caption", id: "caption", role: "status" });
    this.pace = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Pace", onchange: () => { setSettings({ pace: this.pace.value }); if (this.playing) this.start(); } },
      Object.keys(PACES).map((x) => h("option", { value: x, selected: x === (settings().pace in PACES ? settings().pace : "normal") }, x))));
    this.turns = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Go to a turn", onchange: () => this.soon(Number(this.turns.value)) }));
    put(this.bar, this.caption, h("button", { type: "button", id: "step-back", "aria-label": "One action back", title: "←", onclick: () => this.step(-1) }, "‹"), this.slider,
      h("button", { type: "button", id: "step-on", "aria-label": "One action on", title: "→", onclick: () => this.step(1) }, "›"), this.play, this.pace, this.turns,
      h("button", { type: "button", onclick: () => this.fork() }, "What if?"),
      h("button", { type: "button", onclick: () => copy(`${location.origin}/table/${t.id}?action=${t.past}`) }, "Link"),
      h("button", { type: "button", id: "take-back", onclick: () => this.takeback() }, "Take back to here"),
      h("button", { type: "button", class: "go", id: "to-now", onclick: () => this.now() }, "Back to now"));
    t.on("now", () => { this.slider.max = String(t.now.seq); });
  }

  get on() { return this.t.past !== null; }

  /** Watch what happened between two moments. @param {number} from @param {number} to @param {boolean} [still] step by step */
  async watch(from, to, still = false) {
    this.end = to;
    await this.go(from, true);
    if (!still) this.start();
    else this.step(1);
  }

  /** @param {number} n */
  soon(n) {
    this.wanted = n;
    if (this.loading) return;
    this.loading = true;
    this.go(n).finally(() => {
      this.loading = false;
      if (this.wanted !== n) this.soon(/** @type {number} */ (this.wanted));
    });
  }

  /** Show the moment after `n` actions. @param {number} n @param {boolean} [look] bring what happened into sight */
  async go(n, look = false) {
    const { t } = this;
    n = Math.max(0, Math.min(n, t.now.seq));
    this.wanted = n;
    try {
      const snap = await t.api.at(n);
      const before = t.past === null ? null : t.snap;
      const near = t.past !== null && Math.abs(n - t.past) <= 3;
      const was = t.past;
      t.past = n;
      if (was === null) this.begin();
      this.frame(true);
      this.slider.value = String(n);
      t.clicks.chosen = null;
      t.show(snap, near ? "patch" : "snapshot");
      if (near && before && n > /** @type {number} */ (was)) t.arrows.between(before, snap);
      this.tell(snap, n, look || near || Boolean(this.playing));
      const url = new URL(location.href);
      url.searchParams.set("action", String(n));
      history.replaceState(null, "", url);
    } catch (e) {
      toast(/** @type {Error} */ (e).message, "error");
    }
  }

  /** The past is entered: where its turns begin, those whose lines of the log are not here as well. */
  begin() {
    const { t } = this;
    const here = (t.parts.log.entries ?? []).filter((e) => e.key === "turn" || e.key === "player-turn");
    const list = (/** @type {any[]} */ more) => {
      const heads = new Map([...more, ...here].map((e) => [e.at, e.text ?? `Turn ${e.turn}`]));
      put(this.turns, h("option", { value: "" }, "Turn …"), [...heads].sort(([a], [b]) => a - b).map(([at, text]) => h("option", { value: at }, text)));
      this.turns.hidden = !heads.size;
    };
    list([]);
    t.api.ask("/turns").then(({ turns }) => { if (this.on) list(turns); }).catch(() => {});
  }

  /** What happened at this moment, in words, with the map at its place. @param {any} snap @param {number} n @param {boolean} look */
  tell(snap, n, look) {
    const { t } = this;
    const lines = (snap.journal ?? []).filter((e) => e.at === n);
    const text = lines.map((e) => namesIn(e.text, snap)).join(" ");
    put(this.caption, text || "…");
    if (!look) return;
    for (const e of lines) {
      const c = spot(t, e, snap);
      if (!c) continue;
      t.camera.inset = t.layout.inset();
      t.camera.reveal(c[0], c[1]);
      break;
    }
  }

  /** @param {boolean} on */
  frame(on) {
    this.bar.hidden = !on;
    this.t.layout.root.classList.toggle("in-past", on);
    $("#take-back", this.bar).hidden = !this.t.now.holds?.length || Boolean(this.t.now.outcome);
  }

  /** The next moment at which something was told, in a direction. @param {number} from @param {number} by */
  telling(from, by) {
    const lines = this.t.parts.log.entries ?? [];
    const at = by > 0 ? lines.find((e) => e.at > from)?.at : [...lines].reverse().find((e) => e.at < from)?.at;
    return at !== undefined && lines.length && from >= lines[0].at - 1 ? at : from + by;
  }

  /** @param {number} by */
  step(by) {
    const from = this.t.past ?? this.t.now.seq;
    // while watching, moments of which nothing is told are passed over
    const to = this.end !== null || this.playing ? this.telling(from, by) : from + by;
    const end = this.end ?? this.t.now.seq;
    if (to >= end && this.on && by > 0 && from >= end - 1) {
      // the last step is looked at like the others: the map does not run on to the question that follows
      this.t.clicks.asked = this.t.now.seq;
      this.now();
      return this.tell(this.t.now, this.t.now.seq, true);
    }
    this.soon(Math.max(0, Math.min(to, end)));
  }

  now() {
    const { t } = this;
    this.stop();
    this.end = null;
    t.past = null;
    this.frame(false);
    const url = new URL(location.href);
    url.searchParams.delete("action");
    history.replaceState(null, "", url);
    t.show(t.now, "snapshot");
    t.arrows.again();
    $("#map").focus({ preventScroll: true });
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  start() {
    clearInterval(this.playing);
    this.play.textContent = "Stop";
    this.playing = setInterval(() => {
      if (!this.on || /** @type {number} */ (this.t.past) >= (this.end ?? this.t.now.seq) - 1) return this.now();
      this.step(1);
    }, PACES[this.pace.value] ?? PACES.normal);
  }

  stop() {
    clearInterval(this.playing);
    this.playing = 0;
    this.play.textContent = "Play";
  }

  /** A table of its own that begins at this moment. */
  async fork() {
    const { t } = this;
    const at = t.past ?? t.now.seq;
    const seats = t.now.seats.map((x) => (x.kind === "bot" ? { kind: "bot", bot: x.bot } : { kind: "here" }));
    try {
      const made = await t.api.ask("/fork", { body: { at, seats } });
      /** @type {Record<string, string>} */
      const tokens = {};
      for (const [i, x] of t.now.seats.entries()) if (seats[i].kind === "here") tokens[x.id] = made.tokens[x.id];
      remember(made.id, { game: t.now.game, scenario: t.now.scenario, title: `What if? ${t.game?.title ?? t.now.game}, action ${at}`, tokens, spectator: made.spectator, opened: Date.now(), parent: t.id });
      location.assign(`/table/${made.id}`);
    } catch (e) {
      toast(/** @type {Error} */ (e).message, "error");
    }
  }

  async takeback() {
    const { t } = this;
    const to = /** @type {number} */ (t.past);
    if (!(await confirmed("Ask to take back?", `The others are asked whether the game may go ${moment(t, to)}. Dice that were seen stay used.`, "Ask them", "No, go on"))) return;
    this.now();
    await t.change("/takeback", { to });
  }
}
