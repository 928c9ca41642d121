/** The drawn map. It lives in a shadow tree: its ids and styles cannot meet those of the page. */

/** Layers that are shown from this scale on, if the map has them. */
const FROM = { numbers: 0.7, "hex-numbers": 0.7, grid: 0.3, towns: 0.5, names: 0.3 };

/**
 * @param {HTMLElement} host
 * @param {string} text the SVG
 * @param {{width: number, height: number}} size
 */
export function layPaper(host, text, size) {
  const doc = new DOMParser().parseFromString(text, "image/svg+xml");
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(doc.documentElement, true)));
  if (svg.localName !== "svg") throw new Error("The map could not be read. Reload the page; if it stays blank, look at the server's log.");
  const root = host.attachShadow({ mode: "open" });
  const own = new CSSStyleSheet();
  own.replaceSync(`:host { display: block; } svg { display: block; user-select: none; } :host(.plain) :is(${Object.keys(FROM).map((id) => `#${id}`).join(", ")}) { display: none; }
    ${Object.keys(FROM).map((id) => `:host([data-without~="${id}"]) #${id} { display: none; }`).join("\n")}`);
  const sheets = [own];
  for (const style of [...svg.querySelectorAll("style")]) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.textContent ?? "");
    sheets.push(sheet);
    style.remove();
  }
  for (const el of svg.querySelectorAll("script, foreignObject")) el.remove();
  if (!svg.hasAttribute("viewBox")) svg.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  svg.setAttribute("width", String(size.width));
  svg.setAttribute("height", String(size.height));
  svg.setAttribute("aria-hidden", "true");
  root.adoptedStyleSheets = sheets;
  root.append(svg);
  let shown = "";
  return {
    /** The groups of the drawing that can be switched. */
    layers: [...svg.querySelectorAll("g[id]")].map((g) => g.id),
    svg,
    /** @param {number} k the scale */
    zoomed(k) {
      const without = Object.entries(FROM).filter(([, from]) => k < from).map(([id]) => id).join(" ");
      if (without === shown) return;
      shown = without;
      host.dataset.without = without;
    },
  };
}
