/** One's own seat: a link for the other device, the friend's link at once, a word on arrival, a sign when it is one's turn. */
import { copy, h, put, toast } from "../elements/dom.js";
import { dialog } from "../elements/dialog.js";
import { nameForm } from "../pages/notify.js";
import { qr } from "../elements/qr.js";
import { remember, setSettings, settings, table as known } from "../net/store.js";

const DAY = 86400;
const CLOCKS = [["no clock", null, null], ["a day, then a nudge; three, then the seat is free", DAY, 3 * DAY], ["three days; a week", 3 * DAY, 7 * DAY]];

/** A link with its code. @param {string} url @param {string} says */
export function linkCard(url, says) {
  return h("div", { class: "link-card" }, qr(url, says), h("p", { class: "small" }, says), h("input", { type: "text", readonly: true, value: url, "aria-label": says, onfocus: (e) => e.target.select() }),
    h("div", { class: "row" }, h("button", { type: "button", onclick: () => copy(url) }, "Copy"), navigator.share ? h("button", { type: "button", onclick: () => navigator.share({ title: "Firestep", url }).catch(() => {}) }, "Send") : null));
}

export class MySeat {
  /** @param {import("../pages/table.js").Table} t @param {HTMLElement} page */
  constructor(t, page) {
    this.t = t;
    this.devices = h("section", { class: "devices" });
    this.away = h("section", { class: "away", hidden: true });
    page.prepend(this.away);
    page.append(this.notes(), this.devices);
    this.drawDevices();
    this.was = Boolean(t.now?.decision?.actions?.length);
    t.on("now", () => { this.turn(); this.drawAway(); });
    t.on("frame", (f) => {
      if (["clock", "seats"].includes(f.type)) this.drawAway();
      if (f.type === "nudge" && t.now.holds?.includes(f.seat)) toast("The others are waiting for you.");
    });
  }

  link(invitation) { return `${location.origin}/table/${this.t.id}#${invitation}`; }

  /** Notes of one's own: they stay on this device. */
  notes() {
    const { t } = this;
    let wait = 0;
    const field = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "notes", rows: 4, "aria-label": "Notes of your own", placeholder: "Plans, suspicions, reminders", oninput: () => {
      clearTimeout(wait);
      wait = setTimeout(() => remember(t.id, { notes: field.value.slice(0, 4000) }), 300);
    } }));
    field.value = known(t.id)?.notes ?? "";
    return h("section", { class: "notes" }, h("h2", {}, "Your notes"), field, h("p", { class: "small muted" }, "Nobody else sees them; they stay on this device."));
  }

  drawDevices() {
    const { t } = this;
    if (!t.now?.holds?.length) return;
    const out = h("div");
    put(this.devices, h("h2", {}, "Your other devices"), h("p", { class: "small muted" }, "A link that opens your own seat once, on your phone or another computer."),
      t.now.holds.map((seat) => h("button", { type: "button", class: "own-link", onclick: async () => {
        try {
          const { invitation } = await t.api.ask("/invite", { body: { seat } });
          put(out, linkCard(this.link(invitation), `Opens the seat of ${t.theSeat(seat)}, once`));
        } catch (e) {
          toast(/** @type {Error} */ (e).message, "error");
        }
      } }, t.now.holds.length > 1 ? `Link for ${t.theSeat(seat)}` : "Make a link")), out);
  }

  /** The host sees the friend's link at once; the friend is told which side he leads. */
  greet() {
    const { t } = this;
    const mem = known(t.id);
    if (!mem || mem.greeted || t.lesson || mem.lesson) return;
    const open = Object.entries(mem.invites ?? {}).filter(([seat]) => !t.now.seats.find((x) => x.id === seat)?.claimed);
    if (open.length) {
      remember(t.id, { greeted: true });
      hello("Send this to your friend", h("div", { class: "body" }, open.map(([seat, x]) => linkCard(this.link(x), `Whoever opens this link leads ${t.theSeat(seat)}`)), h("p", { class: "small muted" }, "The link stays on the Table page until it is used.")));
    } else if (mem.claims && t.now.holds?.length === 1) {
      remember(t.id, { greeted: true });
      const title = t.theSeat(t.now.holds[0]);
      hello(`You lead ${title}`, h("div", { class: "body" }, h("p", {}, `${t.game?.title ?? ""}. ${t.game?.about?.short ?? ""}`), h("p", {}, "What shall the others call you?"), nameForm(t),
        h("div", { class: "row" }, h("button", { type: "button", onclick: () => t.parts.rules.library.open("howto") }, "How to play"))));
    }
  }

  /** A sign that it is one's turn. */
  turn() {
    const { t } = this;
    const mine = Boolean(t.now.decision?.actions?.length);
    const came = mine && !this.was && (t.now.holds?.length ?? 0) < t.now.seats.length;
    this.was = mine;
    if (!came) return;
    if (settings().sound) beep();
    if (settings().notify && document.hidden && "Notification" in window && Notification.permission === "granted") {
      const note = new Notification("Your turn", { body: `${t.game?.title ?? ""}: ${t.now.decision.prompt}`, tag: t.id, icon: "/icon.svg" });
      note.onclick = () => { window.focus(); note.close(); };
    }
  }

  /** What can be done about somebody who stays away. */
  drawAway() {
    const { t } = this;
    const people = t.now.seats.filter((x) => x.kind !== "bot");
    this.away.hidden = people.length < 2 || !t.now.holds?.length || t.now.holds.length >= people.length || Boolean(t.now.outcome);
    const clock = t.now.clock;
    const waits = t.now.seats.find((x) => x.id === t.now.decision?.seat);
    const since = clock?.asked ? Math.round(Date.now() / 1000 - clock.asked) : 0;
    const face = JSON.stringify([clock, waits?.id, waits?.here, this.away.hidden, Math.round(since / 600)]);
    if (this.away.hidden || face === this.face) return;
    this.face = face;
    const ask = (path, body, done) => async () => {
      try {
        await t.api.ask(path, { body });
        toast(done);
      } catch (e) {
        toast(/** @type {Error} */ (e).message, "error");
      }
    };
    const other = waits && !t.now.holds.includes(waits.id) && waits.kind !== "bot" ? waits : null;
    const proposed = clock?.proposed;
    const pick = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Clock" }, CLOCKS.map(([text], i) => h("option", { value: i }, text))));
    put(this.away, h("h2", {}, "When someone stays away"),
      other ? h("p", {}, h("button", { type: "button", onclick: ask("/nudge", {}, "Told.") }, `Remind ${t.theSeat(other.id)}`)) : null,
      other && clock?.claim && since >= clock.claim ? h("p", {}, h("button", { type: "button", onclick: ask("/take-over", { seat: other.id, bot: "greedy" }, "The machine plays for them until they are back.") }, "Let the machine play for them"), " ",
        h("button", { type: "button", class: "claim-seat", onclick: async () => {
          try {
            const { invitation } = await t.api.ask("/take-over", { body: { seat: other.id } });
            hello("The seat is free", h("div", { class: "body" }, linkCard(this.link(invitation), `Whoever opens this link leads ${t.theSeat(other.id)} from now on: another friend, or you`)));
          } catch (e) {
            toast(/** @type {Error} */ (e).message, "error");
          }
        } }, "Give the seat to another")) : null,
      t.now.holds.map((seat) => h("p", {}, h("button", { type: "button", class: "quiet leave-seat", onclick: ask("/routine", { ask: "*", seat, bot: "greedy" }, "The machine plays for you until you take it back, under Standing orders.") }, t.now.holds.length > 1 ? `The machine plays ${t.theSeat(seat)} while I am away` : "The machine plays for me while I am away"))),
      proposed?.waiting?.some((x) => t.now.holds.includes(x)) ? h("p", {}, `A clock is proposed: a nudge after ${days(proposed.nudge)}, the seat is free after ${days(proposed.claim)}. `, h("button", { type: "button", class: "go", onclick: ask("/clock", { nudge: proposed.nudge, claim: proposed.claim }, "Agreed.") }, "Agree")) : null,
      h("p", { class: "small" }, clock?.claim ? `Agreed: a nudge after ${days(clock.nudge)}, the seat is free after ${days(clock.claim)}.` : "No clock is agreed on."),
      h("p", {}, pick, " ", h("button", { type: "button", onclick: () => ask("/clock", { nudge: CLOCKS[Number(pick.value)][1], claim: CLOCKS[Number(pick.value)][2] }, "Proposed. It holds when all agree.")() }, "Propose")));
  }
}

/** @param {string} title @param {HTMLElement} body */
const hello = (title, body) => dialog(title, body).classList.add("greeting");

/** @param {number | null} n seconds */
const days = (n) => (n ? `${Math.round(n / DAY) || 1} ${n < 2 * DAY ? "day" : "days"}` : "no time");

/** Two short tones. */
function beep() {
  try {
    const audio = new AudioContext();
    [[660, 0], [880, 0.16]].forEach(([f, at]) => {
      const o = audio.createOscillator(), g = audio.createGain();
      o.frequency.value = f;
      g.gain.value = 0.06;
      o.connect(g).connect(audio.destination);
      o.start(audio.currentTime + at);
      o.stop(audio.currentTime + at + 0.12);
    });
    setTimeout(() => audio.close(), 800);
  } catch {
    // a browser that allows no sound stays silent
  }
}

/** Switches for signs. */
export function signs() {
  const set = settings();
  return [
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: set.notify, onchange: async (e) => {
      const on = e.target.checked && "Notification" in window && (await Notification.requestPermission()) === "granted";
      if (e.target.checked && !on) toast("The browser does not allow notifications here.", "error");
      e.target.checked = on;
      setSettings({ notify: on });
    } }), "A notification when it is my turn and this page is out of sight"),
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: set.sound, onchange: (e) => { setSettings({ sound: e.target.checked }); if (e.target.checked) beep(); } }), "A sound when it is my turn"),
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: set.report, onchange: (e) => setSettings({ report: e.target.checked }) }), "A report of what the others did"),
    h("label", {}, "Size of text ", h("select", { id: "text-size", onchange: (e) => setSettings({ text: Number(e.target.value) }) }, [[87, "small"], [100, "normal"], [115, "large"], [130, "very large"]].map(([v, text]) => h("option", { value: v, selected: set.text === v }, text)))),
  ];
}
