/** The frame of a table: bar with the question, map, panel, tools. Parts fill it. */
import { $, h, put } from "../elements/dom.js";
import { appeared } from "../input/click-guard.js";
import { setSettings, settings } from "../net/store.js";

/** @typedef {ReturnType<typeof buildLayout>} Layout the elements of a table and what can be done with them */

export function buildLayout() {
  const connection = h("p", { class: "connection", role: "status" });
  const world = h("div", { class: "world" });
  const port = h("div", { class: "port", id: "map", tabindex: 0, role: "application", "aria-label": "Map", "aria-describedby": "map-help" }, world);
  const bar = h("header", { class: "bar" },
    h("a", { class: "home-link", href: "/", title: "To the first page", "aria-label": "Firestep, to the first page" }, h("img", { src: "/icon.svg", alt: "", width: 30, height: 30 })),
    h("div", { class: "when", id: "when" }),
    h("section", { class: "prompt", id: "prompt", "aria-label": "What is asked" },
      h("h1", { class: "question", id: "question", tabindex: -1 }, "Joining the table …"), h("div", { class: "answers", id: "answers" }), h("div", { class: "past-bar", id: "past-bar", hidden: true })),
    h("div", { class: "steps", id: "steps" }),
    h("button", { type: "button", class: "panel-toggle", id: "panel-toggle", "aria-controls": "panel", "aria-expanded": "true", title: "Show or hide the panel (P)" }, "Panel"));
  const panel = h("aside", { class: "panel", id: "panel", "aria-label": "War, log and table" });
  const tools = h("nav", { class: "tools", "aria-label": "View" });
  const cards = h("section", { class: "side-cards", id: "side-cards", "aria-label": "Place and odds" });
  const pointer = h("div", { class: "pointer-card", id: "pointer-card", role: "status", hidden: true });
  const veil = h("div", { class: "veil", id: "veil" }, h("p", {}, "Joining the table …"));
  const root = h("div", { class: "table", id: "table" }, h("a", { class: "button skip", href: "#question" }, "Skip to the question"),
    bar, h("main", { class: "stage", "aria-label": "Map" }, port, connection, pointer, h("p", { id: "map-help", class: "visually-hidden" }, "Arrow keys move the map, plus and minus zoom, N and B go through what can be done, Enter does it, X lets the arrow keys point at any hex, W says why something cannot be done, slash lists all orders, question mark lists all keys.")),
    cards, panel, tools, veil);
  let scale = "";
  /** the curtain is down: nothing under it is seen, touched or heard */
  let covered = false;
  const toggle = $("#panel-toggle", root);
  const setPanel = (open) => {
    root.classList.toggle("with-panel", open);
    toggle.setAttribute("aria-expanded", String(open));
    panel.toggleAttribute("inert", !open || covered);
    if (open) root.dispatchEvent(new Event("panel"));
  };
  const lying = matchMedia("(max-height: 480px) and (orientation: landscape)");
  const phone = matchMedia("(max-width: 760px), (max-height: 480px) and (orientation: landscape)");
  const narrow = matchMedia("(max-width: 1060px), (max-height: 560px)");
  const upright = matchMedia("(min-width: 761px) and (max-width: 1060px) and (orientation: portrait)");
  setPanel(settings().panel && !narrow.matches);
  narrow.addEventListener("change", () => setPanel(settings().panel && !narrow.matches));
  toggle.addEventListener("click", () => {
    const open = !root.classList.contains("with-panel");
    setPanel(open);
    if (!narrow.matches) setSettings({ panel: open });
    root.dispatchEvent(new Event("room"));
  });
  // on a phone the question stands at the foot: cards and notes keep clear of it
  // (told to those alone whom it concerns: a property of the whole table would have every hex of the map looked at again)
  new ResizeObserver(() => cards.style.setProperty("--foot", `${$("#prompt", root).offsetHeight}px`)).observe($("#prompt", root));
  // what stands over the foot of the panel must not hide its end
  new ResizeObserver(() => panel.style.setProperty("--cards", `${cards.offsetHeight}px`)).observe(cards);
  const head = () => { for (const el of root.querySelectorAll(".ticker, .sheet-tabs")) /** @type {HTMLElement} */ (el).style.setProperty("--head", `${bar.offsetHeight}px`); };
  new ResizeObserver(() => {
    head();
    root.dispatchEvent(new Event("room"));
  }).observe(bar);
  return {
    root, port, world, bar, panel, tools, cards, pointer, phone, setPanel,
    /** A message in place of the table. @param {string} text */
    say(text) {
      veil.hidden = false;
      put(veil, h("div", { role: "alert" }, h("p", {}, text), h("p", {}, h("a", { class: "button", href: "/" }, "To the first page"))));
    },
    get covered() { return covered; },
    /** What to do when the curtain is lifted. */
    onlift: () => {},
    /** Cover the table until the next person is there. @param {string} who */
    curtain(who) {
      covered = true;
      veil.hidden = false;
      // what the one before had open is not for the next
      for (const el of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (el).close();
      const button = h("button", { type: "button", class: "primary", onclick: () => this.lift() }, `I lead ${who}`);
      put(veil, h("div", {}, h("p", {}, `Pass the screen: the word is with ${who}.`), h("p", {}, button)));
      for (const el of root.children) el.toggleAttribute("inert", el !== veil);
      appeared(veil);
      button.focus();
    },
    lift() {
      if (!covered) return;
      covered = false;
      veil.hidden = true;
      for (const el of root.children) el.removeAttribute("inert");
      panel.toggleAttribute("inert", !root.classList.contains("with-panel"));
      port.focus();
      this.onlift();
    },
    ready() { veil.hidden = !covered; root.classList.add("ready"); head(); },
    /** @param {string} state @param {string} text */
    connection(state, text) {
      connection.textContent = text;
      connection.dataset.state = state;
      if (state === "refused") this.say(text);
    },
    /** @param {boolean} on */
    busy(on) { root.classList.toggle("busy", on); },
    /** @param {number} k */
    zoomed(k) {
      const text = `${Math.round(k * 100)} %`;
      if (text === scale) return;
      scale = text;
      const out = $("#zoom-level", root);
      if (out) out.textContent = text;
    },
    /** The part of the map that panels cover. */
    inset() {
      const carded = [...cards.children].some((c) => !/** @type {HTMLElement} */ (c).hidden);
      const coach = $(".coach", root);
      const tabs = $(".sheet-tabs:not([hidden])", root)?.offsetHeight ?? 0, row = tabs && tabs + 8;
      // a phone on its side: tools at the left, what is said beside them, the question at the right
      if (lying.matches) return { left: 52 + (coach ? coach.offsetWidth : carded ? cards.offsetWidth : 0), right: $("#prompt", root).offsetWidth + 4, top: 48, bottom: 4 };
      if (phone.matches) return { left: 4, right: 4, top: 56 + row + (coach ? coach.offsetHeight + 8 : 0) + ($(".ticker", root)?.offsetHeight ?? 0), bottom: $("#prompt", root).offsetHeight + (carded ? cards.offsetHeight + 8 : 0) };
      const below = upright.matches && carded;
      const side = root.classList.contains("with-panel") ? panel.offsetWidth + 18 : carded && !below ? cards.offsetWidth + 18 : 4;
      // the lesson's card stands at the left where the map is wide, else above it
      const beside = coach && port.clientWidth - side - coach.offsetWidth > 520;
      return { left: beside ? coach.offsetWidth + 18 : 4, right: side, top: bar.offsetHeight + 16 + row + (coach && !beside ? coach.offsetHeight + 10 : 0), bottom: tools.offsetHeight + 14 + (below ? cards.offsetHeight + 8 : 0) };
    },
  };
}
