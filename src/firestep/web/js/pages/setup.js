/** The form that sets up a table: game, scenario, options, and who sits where. */
import { h, put } from "../elements/dom.js";
import { setSettings, settings } from "../net/store.js";

/** @typedef {import("./home.js").Game} Game */

const BOTS = { greedy: "The machine: an experienced opponent", random: "The machine: a beginner, who plays at random" };

/** What the seats are called in a scenario. @param {Game} game @param {string} [scenario] @returns {string[]} */
export const seatTitles = (game, scenario) => (game.scenarios.find((x) => x.id === scenario) ?? game.scenarios[0]).seats;

/** A machine opponent in words. @param {string} id */
const botTitle = (id) => BOTS[id] ?? `The machine: ${id}`;

/** The strongest machine opponent comes last in a game's list. @param {Game} game */
export const bestBot = (game) => (game.bots.includes("greedy") ? "greedy" : game.bots.at(-1));

/**
 * @param {Game[]} games
 * @param {(body: object, game: Game, called?: string) => Promise<boolean>} open
 */
export function startForm(games, open) {
  let game = games[0];
  const rest = h("div", { class: "rest" });
  const form = h("form", { class: "setup", onsubmit: submit });
  const cards = h("fieldset", { class: "games" }, h("legend", {}, "Game"), games.map((g, i) =>
    h("label", { class: "choice" }, h("input", { type: "radio", name: "game", value: g.id, checked: i === 0, onchange: () => { game = g; show(); } }),
      h("span", {}, h("strong", {}, g.title), h("small", { class: "muted" }, [g.designer, g.edition].filter(Boolean).join(" · "))))));
  form.append(cards, rest);
  show();
  return form;

  function show() {
    const played = h("div", { class: "rest" });
    /** What depends on the scenario: what the sides are called, and choices that only it has. @param {string} id */
    const chosen = (id) => {
      const before = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (form)));
      put(played, own(game, id), seats(game, id));
      for (const select of /** @type {NodeListOf<HTMLSelectElement | HTMLInputElement>} */ (played.querySelectorAll("select, input"))) if (before[select.name]) select.value = String(before[select.name]);
    };
    put(rest, scenarios(game, chosen), played, options(game),
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, "Open the table")));
    chosen(game.scenarios[0].id);
  }

  /** @param {SubmitEvent} e */
  async function submit(e) {
    e.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (form));
    const name = String(data.get("name") ?? "").trim();
    setSettings({ name });
    const called = String(data.get("table-name") ?? "").trim();
    const body = {
      game: game.id, scenario: data.get("scenario"),
      options: Object.fromEntries(game.options.map((o) => [o.id, data.get(`option-${o.id}`) ?? o.default])),
      seats: game.seats.map((x) => {
        const [kind, bot] = String(data.get(`seat-${x.id}`)).split(":");
        return kind === "bot" ? { kind, bot } : kind === "here" && name ? { kind, name } : { kind };
      }),
    };
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
    button.disabled = true;
    button.textContent = "Laying out the map …";
    if (!(await open(body, game, called))) {
      button.disabled = false;
      button.textContent = "Open the table";
    }
  }
}

/** @param {Game} game @param {(id: string) => void} chosen */
function scenarios(game, chosen) {
  return h("fieldset", {}, h("legend", {}, "Scenario"), game.scenarios.map((x, i) =>
    h("label", { class: "choice" }, h("input", { type: "radio", name: "scenario", value: x.id, checked: i === 0, onchange: () => chosen(x.id) }),
      h("span", {}, h("strong", {}, x.title), h("small", { class: "muted" }, x.text)))));
}

/** @param {Game} game @param {string} scenario */
function seats(game, scenario) {
  const last = game.seats.length - 1, titles = seatTitles(game, scenario);
  return h("fieldset", {}, h("legend", {}, "Who sits where"), game.seats.map((x, i) => h("p", { class: "seat" },
    h("label", { for: `seat-${x.id}` }, titles[i]),
    h("select", { id: `seat-${x.id}`, name: `seat-${x.id}` },
      h("option", { value: "here", selected: i === last }, "I, on this device"),
      h("option", { value: "link" }, "A friend, by a link"),
      game.bots.map((b) => h("option", { value: `bot:${b}`, selected: i !== last && b === bestBot(game) }, botTitle(b)))))),
  h("p", { class: "seat" }, h("label", { for: "my-name" }, "Your name (others at the table see it)"),
    h("input", { type: "text", id: "my-name", name: "name", maxlength: 40, autocomplete: "nickname", value: settings().name })),
  h("p", { class: "seat" }, h("label", { for: "table-name" }, "What this game is called (for your list)"), h("input", { type: "text", id: "table-name", name: "table-name", maxlength: 40, autocomplete: "off" })),
  h("p", { class: "small muted" }, `Take both seats yourself to play on one screen. The machine sees what a player in its seat would see, and no more.${game.about.strength ? ` How strong is it? The experienced opponent ${game.about.strength}; the beginner takes any legal order, and is there to learn against.` : ""}`));
}

/** One choice of the game. @param {import("./home.js").Option} o */
function option(o) {
  const word = (c) => o.words?.[c] ?? ({ on: "yes", off: "no" }[c] ?? c);
  return h("p", { class: "seat" }, h("label", { for: `option-${o.id}` }, o.title.replace(/ ?\(ruling \w+\)/, "").replace(`${o.group}: `, "").replace(/^./, (c) => c.toUpperCase()), h("small", { class: "muted" }, o.text || "")),
    h("select", { id: `option-${o.id}`, name: `option-${o.id}` }, o.choices.map((c) => h("option", { value: c, selected: c === o.default }, word(c)))));
}

/** Choices that belong to one scenario stand with it. @param {Game} game @param {string} scenario */
function own(game, scenario) {
  const here = game.options.filter((o) => o.scenario === scenario);
  return here.length ? h("fieldset", { class: "own-options" }, h("legend", {}, here[0].group), here.map(option)) : null;
}

/** @param {Game} game */
function options(game) {
  const all = game.options.filter((o) => !o.scenario);
  if (!all.length) return null;
  const groups = [...new Set(all.map((o) => o.group || "Options"))];
  return h("details", { class: "options" }, h("summary", {}, `Options of the game (${all.length})`),
    groups.map((g) => h("fieldset", {}, h("legend", {}, g), all.filter((o) => (o.group || "Options") === g).map(option))));
}
