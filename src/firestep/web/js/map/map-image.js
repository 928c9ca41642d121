/** The drawn map. It lives in a shadow tree: its ids and styles cannot meet those of the page. */
import { readable } from "./map-names.js";

/** Layers that are shown from this scale on, if the map has them. Ids may carry the map's name in front: `wwi-numbers`. */
const FROM = { numbers: 0.7, blocked: 0.3 };
/** Layers that are not shown unless asked for. */
const ASKED = ["legend", "pieces"];
const match = (id) => `:is([id="${id}"], [id$="-${id}"])`;

/**
 * @param {HTMLElement} host
 * @param {string} text the SVG
 * @param {{width: number, height: number}} size
 */
export function placeMapImage(host, text, size) {
  // the drawing's own style becomes a style sheet of the shadow tree; as an element the page's policy would not let it in
  const styles = [];
  const bare = text.replace(/<style\b[^>]*>([^]*?)<\/style>/g, (_, css) => { styles.push(css.replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, "")); return ""; });
  // read as HTML, which gives the same elements in a quarter of the time, and moved here, not copied
  const svg = new DOMParser().parseFromString(bare, "text/html").querySelector("svg");
  if (!svg) throw new Error("The map could not be read. Reload the page; if it stays blank, look at the server's log.");
  document.adoptNode(svg);
  const root = host.attachShadow({ mode: "open" });
  const own = new CSSStyleSheet();
  own.replaceSync(`:host { display: block; } svg { display: block; user-select: none; } text[hidden] { display: none; }
    ${Object.keys(FROM).map((id) => `:host([data-without~="${id}"]) ${match(id)} { display: none; }`).join("\n")}
    ${ASKED.map((id) => `:host(:not([data-with~="${id}"])) ${match(id)} { display: none; }`).join("\n")}`);
  const sheets = [own];
  for (const css of styles) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.push(sheet);
  }
  for (const el of svg.querySelectorAll("script, style, foreignObject")) el.remove();
  // the drawing may begin left of or above the hexes' origin: it is laid so that its units are those of the world
  const box = svg.viewBox.baseVal;
  const [x, y, w, hgt] = box?.width ? [box.x, box.y, box.width, box.height] : [0, 0, size.width, size.height];
  if (!box?.width) svg.setAttribute("viewBox", `0 0 ${w} ${hgt}`);
  svg.setAttribute("width", String(w));
  svg.setAttribute("height", String(hgt));
  host.style.left = `${x}px`;
  host.style.top = `${y}px`;
  svg.setAttribute("aria-hidden", "true");
  root.adoptedStyleSheets = sheets;
  root.append(svg);
  let shown = "";
  /** sheets of their own: those outside the window are not painted */
  const lying = [.../** @type {NodeListOf<SVGSVGElement>} */ (svg.querySelectorAll("svg[data-sheet]"))].map((el) => ({ el, box: new DOMRect(...["x", "y", "width", "height"].map((a) => Number(el.getAttribute(a)))) }));
  for (const { el } of lying) el.style.display = "none"; // until the camera has looked
  const names = readable(svg);
  return {
    /** The groups of the drawing that can be switched. */
    layers: [...svg.querySelectorAll("g[id]")].map((g) => g.id),
    svg,
    /** The signs of places (a fortress, a source of supply), which a counter would hide. */
    signs: signsOf(svg),
    /** What the drawing covers. */
    frame: { x, y, width: w, height: hgt },
    /** A part of the drawing by itself, in its own styles. @param {SVGGraphicsElement} group */
    picture(group) {
      const shown = host.dataset.with;
      host.dataset.with = ASKED.join(" ");
      const b = group.getBBox();
      host.dataset.with = shown ?? "";
      const one = /** @type {SVGSVGElement} */ (svg.cloneNode(false));
      one.setAttribute("viewBox", `${b.x - 6} ${b.y - 6} ${b.width + 12} ${b.height + 12}`);
      one.setAttribute("width", "100%");
      one.removeAttribute("height");
      one.style.maxHeight = "60vh"; // all of it at a glance, on a low window too
      for (const d of svg.querySelectorAll("defs")) one.append(d.cloneNode(true));
      one.append(group.cloneNode(true));
      const box = document.createElement("div");
      const tree = box.attachShadow({ mode: "open" });
      tree.adoptedStyleSheets = styles.map((css) => { const x = new CSSStyleSheet(); x.replaceSync(css); return x; });
      tree.append(one);
      return box;
    },
    /** The window moved. @param {{x: number, y: number, width: number, height: number}} r what is seen of the world */
    seen(r) {
      for (const { el, box } of lying) {
        const out = box.right < r.x || box.x > r.x + r.width || box.bottom < r.y || box.y > r.y + r.height;
        if ((el.style.display === "none") !== out) el.style.display = out ? "none" : "";
      }
    },
    /** @param {number} k the scale */
    zoomed(k) {
      names(k);
      const without = Object.entries(FROM).filter(([, from]) => k < from).map(([id]) => id).join(" ");
      if (without === shown) return;
      shown = without;
      host.dataset.without = without;
    },
  };
}

/** @typedef {{kind: string, node: Element, x: number, y: number}} Sign */

/** Signs by place, with where they stand. @param {SVGSVGElement} svg @returns {Map<string, Sign[]>} */
function signsOf(svg) {
  const out = new Map();
  const shift = (el) => (/translate\(([-\d.]+)[ ,]+([-\d.]+)/.exec(el.getAttribute("transform") ?? "") ?? [0, 0, 0]).slice(1).map(Number);
  for (const g of svg.querySelectorAll("[id$=features] > g[data-hex]")) {
    // a sheet of its own lies somewhere on the table
    const own = /** @type {SVGSVGElement | null} */ (g.closest("svg[data-sheet]")), box = own?.viewBox.baseVal;
    const [x, y] = shift(g).map((v, i) => (own && box ? v - [box.x, box.y][i] + Number(own.getAttribute("xy"[i])) : v));
    const signs = [...g.children].filter((el) => el.localName === "g" && !el.matches(".town")).map((el) => {
      const [dx, dy] = shift(el);
      return { kind: el.getAttribute("class") ?? "", node: el, x: x + dx, y: y + dy };
    });
    if (signs.length) out.set(g.getAttribute("data-hex"), signs);
  }
  return out;
}
