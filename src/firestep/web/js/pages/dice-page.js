/** The dice page: every roll, and the proof that none was chosen. */
import { h, put } from "../elements/dom.js";
import { check } from "./dice-check.js";
import { dialog } from "../elements/dialog.js";
import { dicePlot } from "../elements/plots.js";

/** @param {import("./table.js").Table} t */
export async function showDice(t) {
  const body = h("div", { class: "body dice" }, h("p", {}, "Fetching the rolls …"));
  dialog("Dice", body, { wide: true });
  let dice;
  try {
    dice = await t.api.ask("/dice");
  } catch (e) {
    put(body, h("p", {}, /** @type {Error} */ (e).message));
    return;
  }
  const verdict = h("p", { class: "verdict", role: "status" }, dice.seed ? "Checking every roll in this browser …" : "The seed is shown when the game is over; until then only its fingerprint is known, and it cannot be changed any more.");
  const six = dice.rolls.filter((r) => (r.sides ?? 6) === 6);
  const counts = [1, 2, 3, 4, 5, 6].map((f) => six.filter((r) => r.value === f).length);
  put(body, verdict, dice.seed_chosen ? h("p", { class: "small" }, "Whoever opened this table chose the seed.") : null,
    h("dl", { class: "facts" }, h("div", {}, h("dt", {}, "Fingerprint of the seed, told before the first roll"), h("dd", {}, h("code", {}, dice.commitment))),
      dice.seed ? h("div", {}, h("dt", {}, "Seed, shown after the last"), h("dd", {}, h("code", {}, dice.seed))) : null),
    dice.rolls.length ? [dicePlot(`${dice.rolls.length} rolls`, counts), h("ol", { class: "rolls num", "aria-label": "All rolls" }, dice.rolls.map((r) =>
      h("li", { dataset: { n: r.n } }, h("button", { type: "button", class: "quiet", title: `Roll ${r.n + 1}: show this moment`, "aria-label": `Roll ${r.n + 1}: ${r.value}`, onclick: (e) => { e.target.closest("dialog").close(); t.parts.replay.go(r.at); } }, pip(r)))))] : h("p", {}, "No die was rolled yet."),
    h("p", { class: "small muted" }, "Die n is HMAC-SHA256 of the number n with the seed as key; the first byte below 252, modulo 6, plus 1. The fingerprint is SHA-256 of “firestep seed ” and the seed. ‘firestep verify’ checks a saved record in the same way."));
  if (!dice.seed) return;
  if (!crypto.subtle) {
    verdict.textContent = "This browser checks dice only over https or on this machine itself. Save the record and use ‘firestep verify’ instead.";
    return;
  }
  const { sealed, wrong } = await check(dice);
  verdict.className = `verdict ${sealed && !wrong.length ? "good" : "bad"}`;
  verdict.textContent = !sealed ? "The seed does NOT fit its fingerprint: do not trust these dice."
    : wrong.length ? `${wrong.length} rolls do NOT come from the seed (the first is roll ${wrong[0] + 1}).`
      : `✓ All ${dice.rolls.length} rolls were checked here: each comes from the seed, and the seed fits the fingerprint told before the first.`;
  for (const n of wrong) body.querySelector(`[data-n="${n}"]`)?.classList.add("bad");
}

/** @param {{value: number, sides?: number}} r */
const pip = (r) => ((r.sides ?? 6) === 6 ? "⚀⚁⚂⚃⚄⚅"[r.value - 1] : String(r.value));
