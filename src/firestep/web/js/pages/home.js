/** The first page: one click to a game, everything else below it. */
import { ApiError, call } from "../net/api.js";
import { declareNations, loneCounter } from "../map/counters.js";
import { $, announce, h, put, s, theSide, toast } from "../elements/dom.js";
import { definitions } from "../map/symbols.js";
import { forget, remember, setSettings, settings, tables } from "../net/store.js";
import { bestBot, seatTitles, startForm } from "./setup.js";
import { whoSits } from "./export-game.js";
import { Library } from "./book.js";
import { mapFigure } from "./howto.js";
import { gameUi } from "../../games/index.js";

/** @typedef {{id: string, title: string}} Named */
/** @typedef {{title: string, pages: {text: string, link: string, href: string}[]}} Beside pages that a game brings beside its tables */
/** @typedef {{short?: string, text?: string, level?: number, minutes?: string, turns?: string, begin?: boolean, strength?: string, picture?: any, beside?: Beside}} About what the first page says of a game */
/** @typedef {{id: string, title: string, rule: string, choices: string[], default: string, text: string, group: string, scenario: string, words: Record<string, string>}} Option */
/** @typedef {{id: string, title: string, designer: string, edition: string, seats: Named[], bots: string[], overlays: string[],
 *   scenarios: {id: string, title: string, text: string, seats: string[]}[], options: Option[],
 *   nations: Record<string, import("../map/counters.js").Nation>, about: About, teaches: string[]}} Game */

/** @param {HTMLElement} app */
export async function showHome(app) {
  document.body.className = "home";
  const main = h("main", { id: "main", tabindex: -1 }, h("p", { class: "loading" }, "Asking the server which games it knows …"));
  put(app, h("a", { class: "button skip", href: "#main" }, "Skip to the games"), mast(), main, foot());
  /** @type {Game[]} */
  let games;
  for (;;) {
    try {
      games = (await call("/games")).games;
      break;
    } catch (e) {
      put(main, h("p", { class: "loading", role: "alert" }, `${/** @type {Error} */ (e).message} Trying again …`));
      await new Promise((r) => setTimeout(r, 1500));
    }
  }
  if (!games.length) {
    put(main, h("p", { class: "loading" }, "This server knows no game yet."));
    return;
  }
  declareNations(games[0].nations);
  put(main, hero(games), mine(games), gallery(games), h("section", { class: "sheet", "aria-labelledby": "set-up" },
    h("h2", { id: "set-up" }, "Set up a table"), startForm(games, open)), games.map((g) => g.about.beside && beside(g.about.beside)), importer(games));
}

function mast() {
  const theme = h("select", { "aria-label": "Colours", onchange: (e) => setSettings({ theme: e.target.value }) },
    [["auto", "Colours of the system"], ["light", "Light"], ["dark", "Dark"]].map(([v, t]) =>
      h("option", { value: v, selected: settings().theme === v }, t)));
  return h("header", { class: "mast" }, h("p", { class: "brand" }, h("img", { src: "/icon.svg", alt: "", width: 36, height: 36 }), "Firestep"), theme);
}

/** Pages that a game brings beside its tables. @param {Beside} what */
function beside({ title, pages }) {
  return h("section", { class: "sheet", "aria-label": title }, h("h2", {}, title), pages.map((p) => h("p", {}, `${p.text}: `, h("a", { href: p.href }, p.link), ".")));
}

const LEVELS = ["", "easy to learn", "some experience helps", "for those who like detail"];

/** The games: a picture, what each is, how long and how hard. @param {Game[]} games */
function gallery(games) {
  const known = games.filter((g) => g.about.short);
  if (!known.length) return null;
  return h("section", { class: "sheet", "aria-labelledby": "games" }, h("h2", { id: "games" }, "The games"), h("ul", { class: "gallery" }, known.map((g) => {
    const library = new Library(g, g.about.picture?.scenario ?? null);
    const open = (page) => async () => { library.module = await gameUi(g.id); library.open(page); };
    return h("li", { class: "game-card" }, g.about.picture ? mapFigure({ ...g.about.picture, says: `A piece of the map of ${g.title}` }, library) : h("img", { class: "map-figure", src: `/pictures/${g.id}.svg`, alt: "" }),
      h("h3", {}, h("span", {}, g.title), g.about.begin ? h("span", { class: "mark" }, "begin with this one") : null), h("p", {}, h("strong", {}, g.about.short)), h("p", { class: "small" }, g.about.text),
      h("p", { class: "small muted" }, [`Level ${g.about.level}: ${LEVELS[g.about.level ?? 0] ?? ""}`, g.about.minutes, g.about.turns].filter(Boolean).join(" · ")),
      h("div", { class: "row" }, g.teaches.includes("lesson") ? h("a", { class: "button go", href: `/learn/${g.id}` }, "Guided first turn") : null,
        g.teaches.includes("howto") ? h("button", { type: "button", onclick: open("howto") }, "How to play") : null, h("button", { type: "button", onclick: open("rules") }, "Rules")));
  })));
}

function foot() {
  return h("footer", { class: "foot small muted" }, h("p", {},
    "The seed of the dice is fixed before the first roll and shown after the last, so every roll can be checked. ",
    h("a", { href: "/api/docs" }, "Interface for programs")));
}

/** @param {Game[]} games */
function hero(games) {
  const game = games.find((g) => g.about.begin) ?? games[0];
  const bot = bestBot(game);
  const seats = game.seats;
  const mine = seats[seats.length - 1];
  const others = seats.filter((x) => x !== mine).map((x) => theSide(x.title, game.nations)).join(", ");
  const button = h("button", { type: "button", class: "primary big", id: "play-now", disabled: !bot, onclick: start }, "Play now against the machine");
  async function start() {
    button.setAttribute("disabled", "");
    button.textContent = "Laying out the map …";
    announce("Laying out the map");
    const ok = await open({
      game: game.id, scenario: game.scenarios[0].id, options: {},
      seats: seats.map((x) => (x === mine ? { kind: "here" } : { kind: "bot", bot })),
    }, game);
    if (!ok) {
      button.removeAttribute("disabled");
      button.textContent = "Play now against the machine";
    }
  }
  return h("section", { class: "hero" }, h("div", { class: "words" }, h("h1", {}, "Wargames of the First World War that know every rule"),
    h("p", { class: "lead" }, "You see what you may do, what it will probably bring, and, when something is not allowed, which rule says so."),
    h("div", { class: "call" }, h("div", { class: "row" }, button, game.teaches.includes("lesson") ? h("a", { class: "button big", id: "learn-now", href: `/learn/${game.id}` }, "Learn it in ten minutes") : null), h("p", { class: "small muted" },
      `${game.title}: you lead ${theSide(mine.title, game.nations)}, the machine leads ${others}. ${game.about.minutes ? `A game takes ${game.about.minutes}. ` : ""}No account, no rulebook needed.`))),
  emblem());
}

/** A few counters as they will lie on the map. */
function emblem() {
  const stack = [["fr", "infantry", "army", "5", "4-3"], ["br", "infantry", "army", "BEF", "4-6"], ["ge", "infantry", "army", "1", "4-6"], ["rs", "infantry", "army", "8", "3-3"], ["ah", "infantry", "army", "4", "2-3"]];
  return h("div", { class: "emblem", "aria-hidden": "true" }, s("svg", { width: 0, height: 0 }, definitions()),
    stack.map(([nation, symbol, size, left, text], i) => h("span", { class: "chip", vars: { i } }, loneCounter({ id: nation, at: "", nation, side: "", name: "", symbol, size, left, text, badges: [], title: "" }, 5.5))));
}

/**
 * Create a table and go there.
 * @param {any} body @param {Game} game @param {string} [called] its name in the list
 */
async function open(body, game, called = "") {
  try {
    const made = await call("/tables", { body });
    /** @type {Record<string, string>} */
    const mine = {}, invites = {};
    /** @type {any} */ (body).seats.forEach((x, i) => {
      const seat = game.seats[i].id;
      if (x.kind === "here") mine[seat] = made.tokens[seat];
      if (x.kind === "link") invites[seat] = made.invitations[seat];
    });
    if (!Object.keys(mine).length) mine.spectator = made.spectator;
    remember(made.id, { game: game.id, scenario: body.scenario ?? game.scenarios[0].id, title: called || `${game.title}: ${game.scenarios.find((x) => x.id === (body.scenario ?? game.scenarios[0].id))?.title ?? ""}`, side: Object.keys(mine).filter((x) => x !== "spectator").map((x) => seatTitles(game, body.scenario)[game.seats.findIndex((q) => q.id === x)]).join(", "), tokens: mine, invites, spectator: made.spectator, host: made.host, opened: Date.now() });
    location.assign(`/table/${made.id}`);
    return true;
  } catch (e) {
    toast(/** @type {Error} */ (e).message, "error");
    return false;
  }
}

/** Tables that this device has opened. @param {Game[]} games */
function mine(games) {
  const known = tables();
  if (!known.length) return null;
  const list = h("ul", { class: "tables" });
  const section = h("section", { class: "sheet", "aria-labelledby": "your-tables" }, h("h2", { id: "your-tables" }, "Your tables on this device"), list);
  for (const t of known.slice(0, 24)) {
    const title = t.title || games.find((g) => g.id === t.game)?.title || t.game || "Table";
    const line = h("span", { class: "muted small" }, t.line ?? "");
    const side = t.side ? h("span", { class: "small" }, ` you lead ${theSide(t.side, games.find((g) => g.id === t.game)?.nations)}${t.parent ? ", what if?" : ""}`) : null;
    const item = h("li", { class: t.over ? "over" : "" }, h("a", { href: `/table/${t.id}` }, h("span", {}, h("strong", {}, title), side), line),
      h("button", { class: "quiet", type: "button", "aria-label": `Give ${title} another name`, title: "Name it", onclick: () => { const name = prompt("What is this game called?", title); if (name?.trim()) { remember(t.id, { title: name.trim().slice(0, 40), named: true }); $("strong", item).textContent = name.trim().slice(0, 40); } } }, "✎"),
      h("span", { class: "state small" }, t.over ? "finished" : ""),
      h("button", { class: "quiet", type: "button", "aria-label": `Remove ${title} from this list`, onclick: () => {
        if (item.classList.contains("sure")) { forget(t.id); item.remove(); return; }
        item.classList.add("sure");
        $("button", item).textContent = "Remove? The keys to its seats go too";
      } }, "×"));
    list.append(item);
    refresh(t, item, line);
  }
  return section;
}

/** Ask how a table stands. @param {import("../net/store.js").Known} t @param {HTMLElement} item @param {HTMLElement} line */
async function refresh(t, item, line) {
  const tokens = Object.values(t.tokens).join(",");
  if (!tokens) return;
  try {
    const now = await call(`/tables/${t.id}/summary`, { token: tokens });
    const seat = now.seats.find((x) => x.id === now.decides);
    const state = /** @type {HTMLElement} */ (item.querySelector(".state"));
    const when = new Date(now.updated * 1000).toLocaleDateString(undefined, { day: "numeric", month: "short" });
    line.textContent = `Turn ${now.turn} · ${now.phase} · ${now.seq} actions · ${when}`;
    if (now.outcome) {
      state.textContent = "finished";
      item.classList.add("over");
    } else {
      const own = seat && seat.id in t.tokens;
      state.textContent = own ? "your turn" : seat ? `waiting for ${seat.title}` : "";
      state.classList.toggle("now", Boolean(own));
    }
    remember(t.id, { line: line.textContent, over: Boolean(now.outcome) });
  } catch (e) {
    if (e instanceof ApiError && (e.status === 404 || e.status === 401)) {
      $(".state", item).textContent = "no longer on this server";
      item.classList.add("over");
    }
  }
}

/** @param {Game[]} games */
function importer(games) {
  const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", id: "record-file", accept: ".json,application/json", class: "visually-hidden", onchange: load }));
  async function load() {
    const picked = file.files?.[0];
    if (!picked) return;
    try {
      const record = JSON.parse(await picked.text());
      const game = games.find((g) => g.id === record.game);
      // a game that is not over goes on, if it is wished
      const seats = game && record.result === null && record.seed !== undefined ? await whoSits(game) : [];
      if (seats === null) {
        file.value = "";
        return;
      }
      const made = await call(`/tables/import${seats.length ? `?seats=${seats.join(",")}` : ""}`, { body: record });
      remember(made.id, { game: record.game, scenario: record.scenario, title: `Record: ${picked.name}`, tokens: made.tokens, invites: made.invitations, spectator: made.spectator, opened: Date.now() });
      location.assign(`/table/${made.id}`);
    } catch (e) {
      toast(e instanceof SyntaxError ? `${picked.name} is not a record: choose a file that was saved with "Download the record".` : /** @type {Error} */ (e).message, "error");
      file.value = "";
    }
  }
  return h("section", { class: "sheet import", "aria-labelledby": "import" }, h("h2", { id: "import" }, "Import a record"),
    h("p", { class: "muted" }, "A record of a finished game can be replayed, studied and played on from any moment. A running game can be taken along as well: \"Take the game along\" on its Table page saves a file that opens here or on another server and goes on where it stood."),
    h("p", {}, file, h("label", { for: "record-file", class: "button" }, "Choose a record file …")));
}
