/** Replay: a slider over the whole history, arrow keys, a link to any moment, and a fork from it. */
import { $, copy, h, put, toast } from "./dom.js";
import { confirmed } from "./dialog.js";
import { remember } from "./store.js";

export class Replay {
  /** @param {import("./table.js").Table} t */
  constructor(t) {
    this.t = t;
    this.bar = $("#past-bar");
    this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Moment of the game", oninput: () => this.soon(Number(this.slider.value)) }));
    this.playing = 0;
    this.play = h("button", { type: "button", onclick: () => this.toggle() }, "Play");
    put(this.bar, h("button", { type: "button", "aria-label": "One action back", title: "←", onclick: () => this.step(-1) }, "‹"), this.slider,
      h("button", { type: "button", "aria-label": "One action on", title: "→", onclick: () => this.step(1) }, "›"), this.play,
      h("button", { type: "button", onclick: () => this.fork() }, "What if?"),
      h("button", { type: "button", onclick: () => copy(`${location.origin}/table/${t.id}?action=${t.past}`) }, "Link"),
      h("button", { type: "button", id: "take-back", onclick: () => this.takeback() }, "Take back to here"),
      h("button", { type: "button", class: "go", id: "to-now", onclick: () => this.now() }, "Back to now"));
    t.on("now", () => { this.slider.max = String(t.now.seq); });
  }

  get on() { return this.t.past !== null; }

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

  /** Show the moment after `n` actions. @param {number} n */
  async go(n) {
    const { t } = this;
    n = Math.max(0, Math.min(n, t.now.seq));
    this.wanted = n;
    try {
      const snap = await t.api.at(n);
      const near = t.past !== null && Math.abs(n - t.past) <= 2;
      t.past = n;
      this.frame(true);
      this.slider.value = String(n);
      t.acts.chosen = null;
      t.show(snap, near ? "patch" : "snapshot");
      const url = new URL(location.href);
      url.searchParams.set("action", String(n));
      history.replaceState(null, "", url);
    } catch (e) {
      toast(/** @type {Error} */ (e).message, "error");
    }
  }

  /** @param {boolean} on */
  frame(on) {
    this.bar.hidden = !on;
    this.t.shell.root.classList.toggle("in-past", on);
    $("#take-back", this.bar).hidden = !this.t.now.holds?.length || Boolean(this.t.now.outcome);
  }

  /** @param {number} by */
  step(by) {
    const from = this.t.past ?? this.t.now.seq;
    const to = from + by;
    if (to >= this.t.now.seq && this.on && by > 0) return this.now();
    this.soon(Math.max(0, to));
  }

  now() {
    const { t } = this;
    this.stop();
    t.past = null;
    this.frame(false);
    const url = new URL(location.href);
    url.searchParams.delete("action");
    history.replaceState(null, "", url);
    t.show(t.now, "snapshot");
    $("#map").focus({ preventScroll: true });
  }

  toggle() {
    if (this.playing) return this.stop();
    this.play.textContent = "Stop";
    this.playing = setInterval(() => {
      if (!this.on || /** @type {number} */ (this.t.past) >= this.t.now.seq - 1) return this.now();
      this.step(1);
    }, 420);
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
    if (!(await confirmed("Ask to take back?", `The others are asked whether the game may go back to action ${to}. Dice that were seen stay used.`, "Ask them", "No, go on"))) return;
    this.now();
    await t.change("/takeback", { to });
  }
}
