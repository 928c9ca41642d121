/** The form that sets up a table: game, scenario, options, and who sits where. */
import { h, put } from "./dom.js";
import { bestBot, botTitle } from "./home.js";
import { setSettings, settings } from "./store.js";

/** @typedef {import("./home.js").Game} Game */

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
    put(rest, scenarios(game), seats(game), options(game),
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, "Open the table")));
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

/** @param {Game} game */
function scenarios(game) {
  return h("fieldset", {}, h("legend", {}, "Scenario"), game.scenarios.map((x, i) =>
    h("label", { class: "choice" }, h("input", { type: "radio", name: "scenario", value: x.id, checked: i === 0 }),
      h("span", {}, h("strong", {}, x.title), h("small", { class: "muted" }, x.text)))));
}

/** @param {Game} game */
function seats(game) {
  const last = game.seats.length - 1;
  return h("fieldset", {}, h("legend", {}, "Who sits where"), game.seats.map((x, i) => h("p", { class: "seat" },
    h("label", { for: `seat-${x.id}` }, x.title),
    h("select", { id: `seat-${x.id}`, name: `seat-${x.id}` },
      h("option", { value: "here", selected: i === last }, "I, on this device"),
      h("option", { value: "link" }, "A friend, by a link"),
      game.bots.map((b) => h("option", { value: `bot:${b}`, selected: i !== last && b === bestBot(game) }, botTitle(b)))))),
  h("p", { class: "seat" }, h("label", { for: "my-name" }, "Your name (others at the table see it)"),
    h("input", { type: "text", id: "my-name", name: "name", maxlength: 40, autocomplete: "nickname", value: settings().name })),
  h("p", { class: "seat" }, h("label", { for: "table-name" }, "What this game is called (for your list)"), h("input", { type: "text", id: "table-name", name: "table-name", maxlength: 40, autocomplete: "off" })),
  h("p", { class: "small muted" }, "Take both seats yourself to play on one screen."));
}

/** @param {Game} game */
function options(game) {
  if (!game.options.length) return null;
  const groups = [...new Set(game.options.map((o) => o.group || "Options"))];
  const word = (o, c) => o.words?.[c] ?? ({ on: "yes", off: "no" }[c] ?? c);
  return h("details", { class: "options" }, h("summary", {}, `Options of the game (${game.options.length})`), groups.map((g) => h("fieldset", {}, h("legend", {}, g), game.options.filter((o) => (o.group || "Options") === g).map((o) => h("p", { class: "seat" },
    h("label", { for: `option-${o.id}` }, o.title.replace(/ ?\(ruling \w+\)/, ""), h("small", { class: "muted" }, o.text || "")),
    h("select", { id: `option-${o.id}`, name: `option-${o.id}` }, o.choices.map((c) => h("option", { value: c, selected: c === o.default }, word(o, c)))))))));
}
