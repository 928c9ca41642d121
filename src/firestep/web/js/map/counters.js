/** One counter: a body, a symbol, a few words and badges. Made once, then only what changed is touched. */
import { s } from "../elements/dom.js";
import { badgeOf, glyphOf, sizeMark } from "./symbols.js";

/**
 * @typedef {object} Piece
 * @property {string} id
 * @property {string} at
 * @property {string} nation
 * @property {string} side
 * @property {string} name
 * @property {string} symbol
 * @property {string} size
 * @property {string} left
 * @property {string} text
 * @property {string[]} badges
 * @property {string} title
 */

/** @typedef {{title: string, adjective: string, fill: string, ink: string}} Nation */
/** The nations of the game on the table, as it declares them: codes are its own. @type {Record<string, Nation>} */
let nations = {};
const tones = new CSSStyleSheet();

/** Take over the nations of a game with their colours; everything that is drawn in a nation's colours follows. @param {Record<string, Nation>} [given] */
export function declareNations(given) {
  nations = given ?? {};
  tones.replaceSync(Object.entries(nations).filter(([code]) => /^[a-z]+$/.test(code)).map(([code, n]) => `.n-${code} { --fill: ${n.fill}; --fg: ${n.ink}; }`).join("\n"));
  if (!document.adoptedStyleSheets.includes(tones)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, tones];
}

/** The class that gives a nation its colours. @param {string} code */
export function nationClass(code) {
  const c = (code ?? "").toLowerCase();
  return c in nations ? `n-${c}` : "n-neutral";
}

/** Fill and ink of a nation. @param {string} code @returns {[string, string]} */
export const nationColours = (code) => (nations[code] ? [nations[code].fill, nations[code].ink] : ["#d8d4ca", "#111111"]);

/** About how wide a letter is, in the widest face that a system may have for the narrow one. */
const WIDEST = 0.66;

/** What is drawn on a counter, as text: if it did not change, nothing is touched. @param {Piece} p */
export const face = (p) => `${p.nation}|${p.symbol}|${p.size}|${p.left}|${p.text}|${(p.badges ?? []).join()}`;

/** @param {Piece} p @returns {SVGGElement} */
export function makeCounter(p) {
  const g = /** @type {SVGGElement} */ (s("g", { class: "piece" }));
  g.dataset.piece = p.id;
  drawCounter(g, p);
  return g;
}

/** Draw the face of a counter. @param {SVGGElement} g @param {Piece} p */
export function drawCounter(g, p) {
  const badges = (p.badges ?? []).slice(0, 3);
  g.setAttribute("class", `piece ${nationClass(p.nation)}${badges.includes("moved") ? " spent" : ""}`);
  const left = String(p.left ?? "");
  const text = p.text ?? "";
  const wide = text.length > 4; // then the nation has no room beside it and stands in the corner above
  // numerals on their side are but dashes: short ones stand upright in the corner, and a nation that would stand there goes beside the symbol
  const upright = /^[IVX]{1,4}$/.test(left);
  g.replaceChildren(...[
    s("use", { href: "#k-body" }),
    s("use", { href: `#k-${glyphOf(p.symbol)}`, y: -3 }),
    s("text", { class: "k-size", x: upright ? 4 : wide ? 6 : 0, y: -19 }, sizeMark(p.size)),
    s("text", { class: `k-nation${wide ? " above" : ""}${wide && upright ? " beside" : ""}`, x: -32, y: !wide ? 30 : upright ? 1 : -22 }, (p.nation ?? "").toUpperCase()),
    upright ? s("text", { class: "k-left upright", x: -32, y: -21, "font-size": left.length > 3 ? 10 : 12 }, left)
      : edgeName(left, wide),
    s("text", { class: "k-text", x: wide ? 0 : 9, y: 30, "font-size": text.length > 6 ? 13 : text.length > 4 ? 16 : 20 }, text),
    ...badges.map((b, i) => badge(b, 30, -30 + i * 19)),
  ]);
}

/** The name on the left edge keeps clear of the nation above it (where the figures are wide) or below it: long ones are set closer, very long ones cut. @param {string} left @param {boolean} wide */
function edgeName(left, wide) {
  const room = wide ? 33 : 46, middle = wide ? -0.5 : -9;
  const text = wide && left.length > 8 ? `${left.slice(0, 6)}.` : left, size = text.length > 5 ? 9 : text.length > 3 ? 11 : 13;
  const tight = text.length * size * WIDEST > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {};
  return s("text", { class: "k-left", transform: `translate(-24.5 ${middle}) rotate(-90)`, "font-size": size, ...tight }, text);
}

/** @param {string} name @param {number} x @param {number} y */
function badge(name, x, y) {
  const known = badgeOf(name);
  const level = /-([2-9])$/.exec(name)?.[1];
  if (known && level) return s("g", { class: "badge" }, s("use", { class: `b-${known}`, href: `#b-${known}`, x, y }), s("text", { class: "b-level", x: x + 9, y: y + 9 }, level));
  if (known) return s("use", { class: `badge b-${known}`, href: `#b-${known}`, x, y });
  return s("g", { class: "badge", transform: `translate(${x} ${y})` }, s("circle", { class: "b-disc", r: 10.5 }),
    s("text", { class: "b-letter", y: 4.5 }, String(name).slice(0, 2).toUpperCase()));
}

/** A counter by itself, for lists and cards. @param {Piece} p @param {number} [size] in rem */
export function loneCounter(p, size = 2.75) {
  const svg = s("svg", { class: "lone", viewBox: "-40 -42 82 82", width: `${size}rem`, height: `${size}rem`, "aria-hidden": "true", focusable: "false" });
  svg.append(makeCounter(p));
  return svg;
}

/**
 * @typedef {object} Marker
 * @property {string} id
 * @property {string} at
 * @property {string} kind
 * @property {string} text
 * @property {string} [state]
 * @property {string} [nation]
 * @property {string} [sign] the sign of the map that it is about, if that has another name
 * @property {string} title
 */

const KINDS = { centre: "centre", link: "link", fallen: "fallen", fort: "fort", fortress: "fort", fortification: "fort", control: "control", flag: "control" };

/** @param {Marker} m @returns {SVGGElement} */
export function makeMarker(m) {
  const kind = KINDS[m.kind] ?? "other";
  const g = /** @type {SVGGElement} */ (s("g", { class: `marker m-${kind} ${m.nation ? nationClass(m.nation) : ""} ${m.state ? `s-${m.state.replace(/\W/g, "-")}` : ""}` },
    s("use", { href: `#m-${kind}` }), m.text ? s("text", kind === "control" || kind === "fallen" ? { class: "m-text on-flag", x: -0.5, y: -4 } : { class: "m-text", y: 4.5 }, String(m.text).slice(0, 4)) : null,
    m.state && /destroy|ruin|gone|lost/.test(m.state) ? s("path", { class: "m-cross", d: "M-13-13 13 13M13-13-13 13" }) : null));
  g.dataset.marker = m.id;
  g.dataset.face = `${m.kind}|${m.text}|${m.state}|${m.nation}`;
  g.append(s("title", {}, m.title ?? m.kind));
  return g;
}
