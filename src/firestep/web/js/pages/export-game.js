/** A running game goes on at another server: by consent of all it ends here, and its file opens there, with dice that nobody knows. */
import { confirmed, dialog } from "../elements/dialog.js";
import { capital, download, h, put, toast } from "../elements/dom.js";

export class ExportGame {
  /** @param {import("./table.js").Table} t @param {HTMLElement} page */
  constructor(t, page) {
    this.t = t;
    this.el = h("section", { class: "travel" });
    page.append(this.el);
    t.on("now", () => this.draw());
    t.on("frame", (f) => { if (f.type === "handover") this.draw(); });
  }

  draw() {
    const { t } = this;
    const now = t.now.handover, face = JSON.stringify([now, Boolean(t.now.outcome), t.now.holds]);
    if (face === this.face) return;
    this.face = face;
    this.el.hidden = Boolean(t.now.outcome) || !t.now.holds?.length;
    const asked = now && !now.done && now.waiting?.some((x) => t.now.holds.includes(x));
    put(this.el, h("h2", {}, "To another server"),
      now?.done ? h("p", { class: "small" }, "This game goes on elsewhere: open its file on the first page of the other server.")
        : h("p", { class: "small muted" }, "The game ends here and its file opens again at any other Firestep, where it goes on. All who play must agree."),
      asked ? h("p", {}, `${capital(t.theSeat(now.by))} would like to go on at another server. `, h("button", { type: "button", class: "go", onclick: () => this.agree(true) }, "Agree"), h("button", { type: "button", onclick: () => this.agree(false) }, "Refuse")) : null,
      now && !now.done && !asked ? h("p", { class: "small" }, "Waiting for the others to agree. ", h("button", { type: "button", onclick: () => this.agree(false) }, "Withdraw")) : null,
      now?.done ? h("button", { type: "button", id: "travel-file", onclick: () => this.file() }, "Save the file") : now ? null : h("button", { type: "button", id: "travel", onclick: () => this.ask() }, "Take the game along …"));
  }

  async ask() {
    const { t } = this;
    const people = t.now.seats.filter((x) => x.kind !== "bot" && !t.now.holds.includes(x.id)).length;
    if (await confirmed("Take the game along?", people ? "The others are asked. When all agree, the game ends here and goes on from its file." : "The game ends here and goes on from its file, wherever you open it.", "Take it along", "Stay here", true)) await this.agree(true);
  }

  /** @param {boolean} agree */
  async agree(agree) {
    const { t } = this;
    try {
      const { handover } = await t.api.ask("/handover", { body: { agree, seq: t.now.seq } });
      t.now.handover = handover;
      this.draw();
      if (handover?.done) await this.file();
    } catch (e) {
      toast(/** @type {Error} */ (e).message, "error");
    }
  }

  async file() {
    const { t } = this;
    try {
      download(`${t.now.game}-${t.id}.json`, await t.api.ask("/record", { raw: true }));
    } catch (e) {
      toast(/** @type {Error} */ (e).message, "error");
    }
  }
}

/** Who sits where when a running game is opened from its file. @param {any} game @returns {Promise<string[] | null>} */
export function whoSits(game) {
  return new Promise((resolve) => {
    /** @type {string[] | null} */
    let answer = null;
    const picks = game.seats.map((x, i) => /** @type {HTMLSelectElement} */ (h("select", { "aria-label": x.title }, [["here", "I, on this device"], ["bot", "The machine"], ["link", "A friend, by link"]].map(([v, text]) => h("option", { value: v, selected: i ? v === "here" : v === "bot" }, text)))));
    const el = dialog("This game is not over yet", h("div", { class: "body" }, h("p", {}, "It goes on where it stood. Who plays?"), h("ul", {}, game.seats.map((x, i) => h("li", {}, h("label", {}, `${x.title} `, picks[i])))),
      h("div", { class: "row" }, h("button", { type: "button", class: "primary", id: "go-on", onclick: () => { answer = picks.map((p) => p.value); el.close(); } }, "Go on"), h("button", { type: "button", onclick: () => { answer = []; el.close(); } }, "Only look at it"))), { onclose: () => resolve(answer) });
  });
}
