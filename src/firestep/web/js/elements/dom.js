/** Small helpers for elements. No markup is ever built from strings, so names and chat cannot smuggle in script. */

const SVG = "http://www.w3.org/2000/svg";
/** Elements with listeners: two that look alike may do different things, unless they were made with `same` (all that one does can be read off it). */
const HEARING = new WeakSet();
const there = (c) => c !== null && c !== undefined && c !== false;

/**
 * An HTML element. Attributes whose name starts with `on` are listeners; `class`, `dataset` and booleans work as expected.
 * @param {string} tag
 * @param {Record<string, any>} [attrs]
 * @param {...any} children strings, nodes, arrays of them; null and false are left out
 * @returns {HTMLElement}
 */
export function h(tag, attrs = {}, ...children) {
  return /** @type {HTMLElement} */ (fill(document.createElement(tag), attrs, children));
}

/**
 * An SVG element, with the same arguments as `h`.
 * @param {string} tag
 * @param {Record<string, any>} [attrs]
 * @param {...any} children
 * @returns {SVGElement}
 */
export function s(tag, attrs = {}, ...children) {
  return /** @type {SVGElement} */ (fill(document.createElementNS(SVG, tag), attrs, children));
}

function fill(el, attrs, children) {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false || name === "same") continue;
    if (name.startsWith("on")) {
      el.addEventListener(name.slice(2), value);
      if (!attrs.same) HEARING.add(el);
    } else if (name === "dataset") Object.assign(el.dataset, value);
    else if (name === "text") el.textContent = value;
    else if (name === "vars") for (const [k, v] of Object.entries(value)) el.style.setProperty(`--${k}`, String(v));
    else if (value === true) el.setAttribute(name, "");
    else el.setAttribute(name, String(value));
  }
  el.append(...children.flat(Infinity).filter(there));
  return el;
}

/** @param {string} selector @param {ParentNode} [root] @returns {HTMLElement} */
export const $ = (selector, root = document) => /** @type {HTMLElement} */ (root.querySelector(selector));

/** Replace the children of an element. @param {Element} el @param {...any} children */
export function put(el, ...children) {
  el.replaceChildren(...children.flat(Infinity).filter(there));
  return el;
}

/**
 * The same for what is drawn again and again: what would be the same stays where it is, and what the reader has opened stays open.
 * @param {Element} el @param {any[]} children
 */
export function renew(el, ...children) {
  const fresh = children.flat(Infinity).filter(there).map((c) => (c instanceof Node ? c : document.createTextNode(String(c))));
  fresh.forEach((n, i) => {
    const was = el.childNodes[i];
    if (was === n) return;
    if (!was) el.append(n);
    else if (!alike(was, n)) el.replaceChild(n, was);
    else if (n instanceof Element) renew(/** @type {Element} */ (was), ...n.childNodes);
  });
  while (el.childNodes.length > fresh.length) el.lastChild?.remove();
  return el;
}

/** An element that its maker keeps, and gives again while it holds: it is taken as it is or not at all. @template {Element} E @param {E} el */
export function whole(el) {
  HEARING.add(el);
  return el;
}

/** Whether two nodes are the same but for what lies in them. @param {Node} was @param {Node} n */
function alike(was, n) {
  if (HEARING.has(was) || HEARING.has(n)) return false;
  if (was instanceof HTMLDetailsElement && n instanceof HTMLDetailsElement) n.open = was.open;
  return was.cloneNode(false).isEqualNode(n.cloneNode(false));
}

/** Say something to people who listen to the page instead of looking at it. @param {string} text */
export function announce(text) {
  const live = $("#live");
  if (live && live.textContent !== text) live.textContent = text;
}

/**
 * A note at the foot of the window that goes away by itself; errors stay longer.
 * @param {string} text
 * @param {"note" | "error"} [kind]
 * @returns {(() => void) | undefined} takes it away before
 */
export function toast(text, kind = "note") {
  const box = $("#toasts");
  if ([...box.children].some((c) => c.querySelector("p")?.textContent === text)) return;
  const close = () => card.remove();
  const card = h("div", { class: `toast ${kind}`, role: kind === "error" ? "alert" : "status" }, h("p", {}, text),
    h("button", { type: "button", class: "quiet", "aria-label": "Close this message", onclick: close }, "×"));
  box.append(card);
  while (box.children.length > 3) box.firstElementChild?.remove();
  setTimeout(close, kind === "note" ? 5000 : 15000);
  return close;
}

/**
 * A side in a sentence: a country goes without "the", an alliance with it.
 * @param {string} title @param {Record<string, {title: string}>} [nations] of the game
 */
export const theSide = (title, nations = {}) => (Object.values(nations).some((n) => n.title === title) ? title : `the ${title}`);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Do something once the next frame is on the screen; asked for again before that, it is done once. For what may follow the map
 * by a moment: then a click is answered by the map alone.
 * @param {() => void} fn
 */
export function afterFrame(fn) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    const run = () => { asked = false; fn(); };
    if (document.hidden) setTimeout(run); // frames stop in a window that nobody sees
    else requestAnimationFrame(() => setTimeout(run));
  };
}

/**
 * A row that can be pushed sideways: its edges fade where there is more of it (a sign that there is), and one of it is brought into the middle.
 * Told after every change of what lies in it, when the page is laid out.
 * @param {HTMLElement} el @returns {(child?: Element | null) => void}
 */
export function sideways(el) {
  const look = () => {
    const most = el.scrollWidth - el.clientWidth;
    el.classList.toggle("more-before", el.scrollLeft > 4);
    el.classList.toggle("more-after", el.scrollLeft < most - 4);
  };
  el.addEventListener("scroll", look, { passive: true });
  let seen = /** @type {HTMLElement | null} */ (null);
  const bring = () => {
    if (seen?.isConnected && el.scrollWidth > el.clientWidth) el.scrollLeft = seen.offsetLeft - (el.clientWidth - seen.offsetWidth) / 2;
    look();
  };
  new ResizeObserver(bring).observe(el);
  const soon = afterFrame(bring);
  return (child) => {
    if (child !== undefined) seen = /** @type {HTMLElement | null} */ (child);
    soon();
  };
}

/** True if the system asks for less motion. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Offer a file to the person.
 * @param {string} name @param {string} text @param {string} [type]
 */
export function download(name, text, type = "application/json") {
  const a = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(/** @type {HTMLAnchorElement} */ (a).href), 1000);
}

/**
 * Put text on the clipboard and say so.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    toast("The browser does not allow copying here: select the text and copy it by hand.", "error");
  }
}
