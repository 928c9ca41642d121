// Small helpers to build the page.

export function h(tag, props = {}, ...children) {
  const el = document.createElement(tag);
  for (const [k, v] of Object.entries(props)) {
    if (k.startsWith("on")) el.addEventListener(k.slice(2), v);
    else if (k === "class") el.className = v;
    else if (k in el && k !== "list") el[k] = v;
    else if (v !== false && v != null) el.setAttribute(k, v);
  }
  el.append(...children.flat(9).filter(c => c != null && c !== false));
  return el;
}

/** A row of buttons of which one is chosen. */
export function chips(label, choices, chosen, pick) {
  return h("fieldset", { class: "chips" }, h("legend", {}, label), Object.entries(choices).map(([id, title]) =>
    h("button", { type: "button", "aria-pressed": String(id === chosen), "data-id": id, onclick: () => pick(id) }, title)));
}

/** Chances as bars; `parts` are [label, weight], `whole` what they add up to. */
export function bars(parts, whole) {
  return h("div", { class: "bars" }, parts.filter(([, w]) => w > 0).map(([label, w]) => {
    const percent = 100 * w / whole;
    const bar = h("i", {});
    bar.style.width = `${Math.max(percent, 0.5)}%`;
    const text = percent >= 10 ? percent.toFixed(0) : percent.toFixed(1);
    return h("div", { class: "bar" }, h("span", {}, label), h("b", {}, bar), h("span", { class: "figure" }, `${text} %`));
  }));
}
