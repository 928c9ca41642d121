/**
 * Nothing can be pressed in the first moment after it has appeared under the pointer: the second half of a double click, or a
 * quick next one, must not do what nobody has read yet.
 */
const WAIT = 300;
const NEAR = 8;

/** Where the pointer is, and what was under it. */
const pointer = { x: -1e6, y: -1e6 };

for (const name of ["pointermove", "pointerdown"]) {
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
  return Boolean(b) && performance.now() - b.at < WAIT && Math.hypot(e.clientX - b.x, e.clientY - b.y) < NEAR;
}

/** The same spot twice within the moment: the second is not meant. @type {{x: number, y: number, at: number}} */
const last = { x: -1e6, y: -1e6, at: 0 };

/** @param {MouseEvent} e */
export function twice(e) {
  const now = performance.now();
  const again = Boolean(e.detail) && now - last.at < WAIT && Math.hypot(e.clientX - last.x, e.clientY - last.y) < NEAR;
  Object.assign(last, { x: e.clientX, y: e.clientY, at: now });
  return again;
}
