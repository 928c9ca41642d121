/**
 * Nothing can be pressed in the first moment after it has appeared under the pointer: the second half of a double click, or a
 * quick next one, must not do what nobody has read yet.
 */
const WAIT = 300;
const NEAR = 8;

/** Where the pointer is, and what was under it. */
const pointer = { x: -1e6, y: -1e6 };

for (const name of /** @type {const} */ (["pointermove", "pointerdown"])) {
  addEventListener(name, (e) => { pointer.x = e.clientX; pointer.y = e.clientY; }, { capture: true, passive: true });
}
addEventListener("click", (e) => { if (tooSoon(e)) { e.stopPropagation(); e.preventDefault(); } }, { capture: true });

/** @type {WeakMap<Element, {at: number, x: number, y: number}>} */
const born = new WeakMap();

/**
 * Something with buttons has just been shown, or shows other ones than before.
 * @param {Element} el @param {(button: Element) => boolean} [same] buttons that were there before, at the same spot
 */
export function appeared(el, same = () => false) {
  const fresh = { at: performance.now(), x: pointer.x, y: pointer.y };
  for (const b of el.querySelectorAll("button, a, input, select")) if (!same(b)) born.set(b, fresh);
}

/** @param {MouseEvent} e */
function tooSoon(e) {
  // a key or a test that presses by itself has no pointer
  if (!e.detail || !(e.target instanceof Element)) return false;
  const b = born.get(e.target.closest("button, a, input, select") ?? e.target);
  return b !== undefined && e.timeStamp - b.at < WAIT && Math.hypot(e.clientX - b.x, e.clientY - b.y) < NEAR;
}

/** The same spot twice within the moment: the second is not meant. @type {{x: number, y: number, at: number}} */
const last = { x: -1e6, y: -1e6, at: -1e6 };

/**
 * Counted by when the hand clicked, not by when a slow machine comes to hear of it; and from the click that was heard, so that
 * somebody who goes on clicking is heard again after the moment.
 * @param {MouseEvent} e
 */
export function twice(e) {
  const again = Boolean(e.detail) && e.timeStamp - last.at < WAIT && Math.hypot(e.clientX - last.x, e.clientY - last.y) < NEAR;
  if (!again) Object.assign(last, { x: e.clientX, y: e.clientY, at: e.timeStamp });
  return again;
}

/**
 * What is drawn anew while it is being pressed (an answer of the server comes between press and release) gets no click from the
 * browser. If the same thing lies there now, it is clicked.
 * @type {{el: Element, what: string, x: number, y: number} | null}
 */
let press = null;

/** A counter, a button, or a spot of the map; by what it is and not by its element. @param {Element | null} el */
function thing(el) {
  const piece = /** @type {SVGElement | null} */ (el?.closest("[data-piece]"));
  if (piece) return `counter ${piece.dataset.piece}`;
  const button = /** @type {HTMLElement | null} */ (el?.closest("button, a"));
  if (button) return `button ${button.dataset.order ?? ""} ${button.textContent}`;
  return el?.closest("#map") ? "map" : "";
}

addEventListener("pointerdown", (e) => {
  press = e.button === 0 && e.isPrimary && e.target instanceof Element ? { el: e.target, what: thing(e.target), x: e.clientX, y: e.clientY } : null;
}, { capture: true, passive: true });
addEventListener("pointerup", (e) => {
  const was = press;
  press = null;
  if (!was?.what || was.el.isConnected || Math.hypot(e.clientX - was.x, e.clientY - was.y) >= NEAR) return;
  const now = document.elementFromPoint(e.clientX, e.clientY);
  if (!now || thing(now) !== was.what) return;
  const { clientX, clientY, shiftKey, ctrlKey, altKey, metaKey, pointerType } = e;
  now.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, composed: true, view: window, detail: 1, clientX, clientY, shiftKey, ctrlKey, altKey, metaKey, pointerType }));
}, { passive: true });
