/** The one line that says what is asked of whom, with a button for everything that is not on the map. */
import { $, announce, capital, h, put } from "../elements/dom.js";
import { moment } from "./log-subjects.js";
import { ends, idle, label, pieceName } from "../input/orders.js";
import { appeared } from "../input/click-guard.js";
import { shareForm } from "../input/share-out.js";
import { settings } from "../net/store.js";

const MANY = 7;

export class Prompt {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    this.question = $("#question");
    this.answers = $("#answers");
    this.when = $("#when");
    this.hint = h("p", { class: "hint", id: "hint" });
    this.answers.after(this.hint);
    this.undo = h("button", { type: "button", id: "undo", disabled: true, title: "Undo (U)", onclick: () => t.undoing.undo() }, "Undo");
    this.list = h("button", { type: "button", id: "list-orders", disabled: true, title: "All orders as a list (/)", onclick: () => t.parts.orderList.open() }, "Orders");
    put($("#steps"), this.undo, this.list);
    t.on("view", () => this.draw());
    t.on("chosen", () => this.drawAnswers());
    t.on("frame", () => this.draw());
    t.on("now", () => {
      // how much the machine has done is counted from where a person last had the word
      if (t.now.seats.find((x) => x.id === t.now.decision?.seat)?.kind !== "bot") this.since = t.now.seq;
      this.drawSteps();
    });
    t.on("state", () => this.draw());
  }

  draw() {
    const { t } = this;
    const snap = t.snap;
    if (!snap) return;
    const turn = `${snap.parent ? "What if? " : ""}${t.module.turnName(snap)}`;
    // the phase as the track calls it, and whose it is: a phone shows no track
    const step = snap.sequence?.steps?.[snap.sequence.now];
    const phase = step ? [step.seat && t.seatTitle(step.seat), step.title].filter(Boolean).join(": ") : snap.phase;
    if (this.said !== `${turn} ${phase}`) {
      this.said = `${turn} ${phase}`;
      put(this.when, h("span", { class: "turn" }, turn), turn.includes(phase) ? null : h("span", { class: "phase" }, phase));
    }
    const text = this.words(snap);
    if (this.question.textContent !== text) {
      this.question.textContent = text;
      if (t.past === null) announce(text);
    }
    this.question.parentElement?.classList.toggle("mine", t.mine);
    this.drawAnswers();
    this.drawHint();
    this.drawSteps();
  }

  /** What this question is about, with its rule: one click from every prompt. */
  drawHint() {
    const { t } = this;
    const ask = t.mine ? t.snap.decision?.ask : null;
    /** @type {{text: string, rule: string, never?: string} | null | undefined} */
    const about = ask ? t.teach.asks?.[ask] : null;
    const words = settings().hints && !t.lesson;
    const never = t.orders.all.length > 1 && !t.lesson ? t.orders.all.find((o) => o.text === about?.never) : null;
    const key = `${ask} ${words} ${Boolean(about)} ${Boolean(never)}`;
    if (key === this.hinted) return;
    this.hinted = key;
    this.hint.hidden = !about;
    if (about) put(this.hint, words ? h("span", { title: about.text, onclick: () => this.hint.classList.toggle("whole") }, `${about.text} `) : null, t.parts.rules.link(about.rule), t.now.seats.length > 1 && !t.lesson ? h("button", { type: "button", class: "rule-id routine", title: "The machine answers this kind of question for you from now on; the Table page takes it back", onclick: () => t.parts.standing.give(ask) }, "answer this for me") : null,
      never && t.now.seats.length > 1 ? h("button", { type: "button", class: "rule-id routine never", title: `“${label(never, t)}” from now on, without asking; the Table page takes it back`, onclick: () => t.parts.standing.say(ask, never.text) }, "never ask me this") : null);
  }

  /** @param {any} snap */
  words(snap) {
    const { t } = this;
    if (t.past !== null) return `${t.module.turnName(snap)}, ${snap.phase}: after action ${t.past} of ${t.now.seq}`;
    if (snap.outcome) return t.parts.result?.sentence(snap) ?? "The game is over.";
    if (snap.takeback) return this.takebackWords(snap.takeback);
    const d = snap.decision;
    if (!d) return "The server is working out what comes next …";
    const who = t.seatTitle(d.seat);
    if (t.standingAnswer) return `The machine does this for you${snap.seats.find((x) => x.id === d.seat)?.until?.[t.standingAnswer] ? ", until the phase is over" : ""} …`;
    if (d.actions?.length) {
      const prompt = d.prompt ?? "";
      const lead = prompt.toLowerCase().startsWith(who.toLowerCase()) || (snap.holds?.length ?? 1) < 2 ? "" : `${who}: `;
      return lead + (lead ? prompt : capital(prompt));
    }
    const seat = snap.seats.find((x) => x.id === d.seat);
    if (seat?.kind === "bot") {
      if (snap.bots === "paused") return `The machine is paused. It plays ${t.theSeat(d.seat)}.`;
      const p = snap.thinking?.progress ?? 0;
      const done = t.now.seq - (this.since ?? t.now.seq);
      return `The machine plays ${t.theSeat(d.seat)}${done > 1 ? `: ${done} orders so far` : ""}${p > 0.15 ? `, thinking (${Math.round(p * 100)} % of its time for this one)` : ""} …`;
    }
    const watching = snap.seat === null ? "You are watching. " : "";
    // a person is one, a side that nobody has named may be several: of it we say where its player is
    const named = seat?.name && seat.name !== who;
    const away = seat && !seat.here ? (named ? ", who is not at the table just now" : "; nobody is there for them just now") : "";
    return `${watching}Waiting for ${named ? `${seat.name} (${who})` : t.theSeat(d.seat)}${away}.`;
  }

  /** @param {any} tb */
  takebackWords(tb) {
    const { t } = this;
    const asked = tb.waiting.some((x) => t.now.holds?.includes(x));
    const then = moment(t, tb.to);
    return asked ? `${capital(t.theSeat(tb.by))} would like to take back: the game would go ${then}. Do you agree?` : `Waiting for an answer: may the game go ${then}?`;
  }

  drawAnswers() {
    const { t } = this;
    const keep = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.order;
    const before = [...this.answers.querySelectorAll("button")].map((b) => b.textContent);
    put(this.answers, this.buttons());
    const now = [...this.answers.querySelectorAll("button")];
    // what stands where it stood may be pressed at once; everything else is new under the pointer
    appeared(this.answers, (b) => before[now.indexOf(/** @type {HTMLButtonElement} */ (b))] === b.textContent && before.length === now.length);
    if (keep) /** @type {HTMLElement | null} */ (this.answers.querySelector(`[data-order="${CSS.escape(keep)}"]`))?.focus();
    t.emit("answers");
  }

  /** @returns {any[]} */
  buttons() {
    const { t } = this;
    const snap = t.snap;
    if (t.past !== null || !snap) return [];
    if (snap.takeback) {
      const asked = snap.takeback.waiting.some((x) => snap.holds?.includes(x));
      const answer = (agree) => t.change("/takeback/answer", { agree, to: snap.takeback.to, seq: snap.takeback.seq });
      return [asked && h("button", { type: "button", class: "go", onclick: () => answer(true) }, "Agree"), h("button", { type: "button", onclick: () => answer(false) }, asked ? "Refuse" : "Withdraw the question")];
    }
    if (snap.outcome) return [h("button", { type: "button", class: "go", onclick: () => t.parts.result.open() }, "Result, graphs and dice")];
    const seat = snap.seats.find((x) => x.id === snap.decision?.seat);
    if (!t.mine && seat?.kind === "bot" && snap.holds?.length) {
      return snap.bots === "paused" ? [h("button", { type: "button", class: "go", onclick: () => t.change("/bot/go") }, "Let it go on")]
        : [h("button", { type: "button", id: "pause", onclick: () => t.change("/bot/cancel") }, "Pause the machine")];
    }
    if (t.standingAnswer) return [h("button", { type: "button", id: "take-back", onclick: () => t.parts.standing.set(snap.decision.seat, /** @type {string} */ (t.standingAnswer), null) }, "Let me do it")];
    if (!t.mine) return [];
    const chosen = t.clicks.chosen;
    const own = chosen ? t.orders.of(chosen).filter((o) => !o.places.length) : [];
    const boxed = t.module.maxBoxButtons ? t.orders.all.filter((o) => o.pieces.length === 1 && !o.places.length && !t.geo.has(t.pieceById(o.pieces[0])?.at ?? "")) : [];
    const tray = boxed.length > t.module.maxBoxButtons ? this.trayButton(boxed) : null;
    const plain = boxed.length <= t.module.maxBoxButtons ? [...boxed, ...t.orders.plain] : t.orders.plain;
    const rest = plain.filter((o) => !ends(o)).sort((a, b) => t.module.buttonRank(a) - t.module.buttonRank(b));
    const taught = t.lesson?.step && !t.lesson.over && !t.lesson.step.buttons;
    const extra = (taught ? [] : t.module.buttons(t)).map(([text, run, kind]) => h("button", { type: "button", class: kind ?? "", onclick: run }, text));
    const how = t.module.sharedAmount(t);
    const shared = how ? rest.filter((o) => o.verb === how.verb && o.words.length === 3) : [];
    if (new Set(shared.map((o) => o.words[1])).size > 1) return [...extra, shareForm(t, /** @type {any} */ (how), shared), ...rest.filter((o) => !shared.includes(o)).map((o) => this.button(o)), ...plain.filter(ends).map((o) => this.endButton(o))];
    const out = [tray, ...extra, ...own.map((o) => this.button(o)), ...this.families(rest)];
    if (chosen && t.orders.byPiece.size > 1) out.push(h("button", { type: "button", class: "quiet", onclick: () => t.clicks.release() }, `Let go of ${pieceName(snap, chosen)}`));
    const off = snap.undo ? t.module.callOff(t) : null;
    if (off) out.push(h("button", { type: "button", class: "quiet", id: "call-off", onclick: () => t.undoing.callOff(off[1]) }, off[0]));
    else if (t.clicks.subject && snap.undo && t.orders.byPlace.size && !t.module.moveStarted(t)) out.push(h("button", { type: "button", class: "quiet", id: "choose-another", title: "Esc", onclick: () => t.undoing.undo() }, "Choose another"));
    out.push(...plain.filter(ends).map((o) => this.endButton(o)));
    return out;
  }

  /** The way to counters that lie in boxes off the map, too many for buttons. @param {import("../input/orders.js").Order[]} list */
  trayButton(list) {
    const { t } = this;
    const ids = new Set(list.map((o) => o.pieces[0])), boxes = new Set([...ids].map((id) => t.pieceById(id)?.at));
    const title = boxes.size === 1 ? t.snap.board.boxes?.find((b) => boxes.has(b.id))?.title : "";
    return h("button", { type: "button", class: "go", id: "show-tray", title: "Show them in the panel", onclick: () => t.parts.tracks.showLit() }, `${title || "Off the map"}: choose from ${ids.size}`);
  }

  /** Orders that differ only in a number become one control; many others move to the list of orders. @param {import("../input/orders.js").Order[]} list @returns {any[]} */
  families(list) {
    /** @type {Map<string, import("../input/orders.js").Order[]>} */
    const groups = new Map();
    const kept = list.filter((o) => !this.t.module.listButton(o));
    const behind = new Set(list.map((o) => this.t.module.listButton(o)).filter(Boolean));
    for (const o of kept) {
      const last = o.words.at(-1) ?? "";
      const key = o.words.length > 1 && /^\d+$/.test(last) ? o.words.slice(0, -1).join(" ") : o.text;
      groups.set(key, [...(groups.get(key) ?? []), o]);
    }
    const out = [];
    for (const [key, group] of groups) {
      if (group.length < 4) out.push(...group.map((o) => this.button(o)));
      else out.push(this.numbers(key, group));
    }
    out.push(...[...behind].map((title) => h("button", { type: "button", onclick: () => this.t.parts.orderList.open() }, title)));
    if (out.length <= MANY) return out;
    return [...out.slice(0, MANY - 1), h("button", { type: "button", onclick: () => this.t.parts.orderList.open() }, `All ${list.length} orders …`)];
  }

  /** @param {string} key @param {import("../input/orders.js").Order[]} group */
  numbers(key, group) {
    const sorted = [...group].sort((a, b) => Number(a.words.at(-1)) - Number(b.words.at(-1)));
    const title = label({ ...sorted[0], words: key.split(" "), text: key }, this.t);
    const best = sorted.find((o) => o.words.at(-1) === String(this.t.module.startValue(this.t, key)));
    if (sorted.length <= 7) {
      return h("span", { class: "numbers", role: "group", "aria-label": title }, h("span", { class: "muted" }, title),
        sorted.map((o) => h("button", { type: "button", class: o === best ? "num go" : "num", title: this.t.orders.price(o)?.text ?? null, dataset: { order: o.text }, "aria-label": label(o, this.t), onclick: () => this.t.clicks.send(o) }, o.words.at(-1))));
    }
    const begin = Math.max(0, sorted.findIndex((o) => o === best));
    const at = h("output", { class: "num" });
    const cost = h("small", { class: "price muted" });
    const go = h("button", { type: "button", class: "go", onclick: () => this.t.clicks.send(sorted[Number(range.value)]) }, "Take this");
    const show = (n) => { at.textContent = sorted[n].words.at(-1) ?? ""; cost.textContent = this.t.orders.price(sorted[n])?.text ?? ""; go.dataset.order = sorted[n].text; };
    const range = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: sorted.length - 1, value: begin, "aria-label": title, oninput: () => show(Number(range.value)) }));
    show(begin);
    return h("span", { class: "numbers" }, h("span", { class: "muted" }, title), range, at, cost, go);
  }

  /** @param {import("../input/orders.js").Order} o */
  button(o) {
    const price = this.t.orders.price(o);
    const plain = idle(o) || this.t.module.buttonRank(o) > 0;
    return h("button", { type: "button", class: price?.dear ? "dear" : plain ? "" : "go", dataset: { order: o.text }, onclick: () => this.t.clicks.send(o), onpointerenter: () => this.t.emit("point", { orders: [o] }) },
      h("span", {}, label(o, this.t)), price && !price.dear ? h("small", { class: "price" }, price.text) : null);
  }

  /** @param {import("../input/orders.js").Order} o */
  endButton(o) {
    const alone = this.t.orders.left === 0;
    return h("button", { type: "button", class: alone ? "go end" : "end", dataset: { order: o.text }, onclick: () => this.end(o) }, label(o, this.t));
  }

  /** @param {import("../input/orders.js").Order} o */
  end(o) {
    const { t } = this;
    if (!t.busy && t.mine && t.orders.all.some((x) => x.text === o.text)) t.clicks.send(o);
  }

  drawSteps() {
    const { t } = this;
    this.undo.toggleAttribute("disabled", !(t.mine && t.now.undo));
    this.list.toggleAttribute("disabled", !t.mine);
  }
}
