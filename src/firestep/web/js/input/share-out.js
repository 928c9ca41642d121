/** Share out an amount: rows with steppers where orders differ in who gives how much; all of it goes in one request. */
import { h } from "../elements/dom.js";
import { label, nationName } from "./orders.js";

/**
 * @param {import("../pages/table.js").Table} t @param {{verb: string, total: number}} how @param {import("./orders.js").Order[]} list orders `verb key number`
 * @returns {HTMLElement}
 */
export function shareForm(t, { verb, total }, list) {
  const keys = [...new Set(list.map((o) => o.words[1]))];
  const most = (k) => Math.max(...list.filter((o) => o.words[1] === k).map((o) => Number(o.words[2])));
  const given = Object.fromEntries(keys.map((k) => [k, 0]));
  // begin with what the first can give, and so on: most of the time that is meant
  let rest = total;
  for (const k of keys) {
    given[k] = Math.min(most(k), rest);
    rest -= given[k];
  }
  const send = h("button", { type: "button", class: "go", id: "share-send", onclick: () => t.takeAll(keys.filter((k) => given[k]).map((k) => `${verb} ${k} ${given[k]}`)) });
  const says = h("output", { class: "num" });
  const sum = () => keys.reduce((n, k) => n + given[k], 0);
  const rows = keys.map((k) => {
    const at = h("output", { class: "num" });
    const name = label({ ...list[0], words: [verb, k], text: `${verb} ${k}`, pieces: [], places: [], verb }, t), who = nationName(t, k);
    // nobody gives more than is asked for
    const step = (by, text) => h("button", { type: "button", "aria-label": `${text} for ${who === k ? name : who}`, onclick: () => { given[k] = Math.max(0, Math.min(most(k), given[k] + Math.min(by, total - sum()))); draw(); } }, by > 0 ? "+" : "−");
    const less = step(-1, "Less"), more = step(1, "More");
    return { k, at, less, more, el: h("li", { dataset: { key: k } }, h("span", {}, name), less, at, more, h("span", { class: "muted small" }, `of ${most(k)}`)) };
  });
  const draw = () => {
    const now = sum();
    for (const r of rows) {
      r.at.textContent = String(given[r.k]);
      r.less.toggleAttribute("disabled", given[r.k] === 0);
      r.more.toggleAttribute("disabled", now >= total || given[r.k] >= most(r.k));
    }
    says.textContent = now < total ? `${now} of ${total}: ${total - now} more` : `${now} of ${total}`;
    send.textContent = `Pay ${total}`;
    send.toggleAttribute("disabled", now !== total);
  };
  draw();
  return h("form", { class: "share-form", "aria-label": "Share it out", onsubmit: (e) => e.preventDefault() }, h("ul", {}, rows.map((r) => r.el)), h("p", {}, says, " ", send));
}
