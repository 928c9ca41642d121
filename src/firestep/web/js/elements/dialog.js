/** Dialogs: native ones, so that focus stays inside and Escape closes them. */
import { h } from "./dom.js";
import { appeared } from "../input/click-guard.js";

/**
 * @param {string} title @param {HTMLElement} body @param {{wide?: boolean, onclose?: () => void}} [how]
 * @returns {HTMLDialogElement}
 */
export function dialog(title, body, { wide = false, onclose } = {}) {
  const id = `d${Math.random().toString(36).slice(2, 8)}`;
  const el = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-labelledby": id, class: wide ? "wide" : null },
    h("header", { role: "presentation" }, h("h2", { id }, title), h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => el.close() }, "×")), body));
  el.addEventListener("click", (e) => { if (e.target === el) el.close(); });
  el.addEventListener("close", () => { el.remove(); onclose?.(); });
  // a key pressed right after closing may still arrive here: then it is the table's
  el.addEventListener("keydown", (e) => { if (el.open) e.stopPropagation(); });
  document.body.append(el);
  el.showModal();
  appeared(el);
  return el;
}

/**
 * Ask before something that cannot be taken back. The harmless answer has the focus.
 * @param {string} title @param {string} text @param {string} yes @param {string} no @param {boolean} [dear] in the colour of what costs much
 * @param {(() => void) | null} [never] what to do when the answer is yes and the question is not wished for again
 * @returns {Promise<boolean>}
 */
export function confirmed(title, text, yes, no, dear = false, never = null) {
  return new Promise((resolve) => {
    let answer = false;
    const el = dialog(title, h("div", { class: "body" }, h("p", {}, text), h("div", { class: "row" },
      h("button", { type: "button", class: dear ? "sure dear" : "sure", onclick: () => { answer = true; el.close(); } }, yes),
      h("button", { type: "button", class: "primary stay", onclick: () => el.close() }, no)),
    never ? h("p", {}, h("button", { type: "button", class: "quiet never", onclick: () => { answer = true; never(); el.close(); } }, "Yes, and do not ask this again in this turn")) : null), { onclose: () => resolve(answer) });
    /** @type {HTMLElement} */ (el.querySelector(".stay")).focus();
  });
}
