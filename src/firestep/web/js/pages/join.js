/** Join a table: connect to it, and load all that its page is built from. */
import { gameUi } from "../../games/index.js";
import { call, once, TableApi } from "../net/api.js";
import { Live } from "../net/live.js";
import { table as known } from "../net/store.js";

/** @typedef {import("../../games/game-ui.js").GameUi} GameUi */

/**
 * Load what is the same for every table of a scenario: the drawn map, the hexes, the list of games, the game's module, what it teaches.
 * @param {string} game @param {string} scenario
 * @returns {Promise<[string | null, import("../map/geo.js").PlainGeo, {games: any[]}, GameUi, any]>}
 */
function fetchSheet(game, scenario) {
  const which = `?scenario=${encodeURIComponent(scenario)}`;
  return Promise.all([call(`/games/${game}/map.svg${which}`, { raw: true }).catch(() => null), call(`/games/${game}/hexes${which}`),
    call("/games"), gameUi(game), once(`/games/${game}/teach`).catch(() => ({}))]);
}

/**
 * Connect to a table, and load what its page needs. Waits for as long as the server sends no snapshot; throws when something cannot be loaded.
 * @param {string} id @param {string} tokens @param {import("../panels/layout.js").Layout} layout
 */
export async function join(id, tokens, layout) {
  const api = new TableApi(id, tokens);
  const connection = { state: "joining", text: "" };
  /** @type {(snap: any) => void} */
  let heard = () => {};
  const first = new Promise((resolve) => { heard = resolve; });
  const live = new Live(id, () => api.token, {
    snapshot: (snap) => heard(snap),
    frame: () => {},
    state: (state, text) => { Object.assign(connection, { state, text }); layout.connection(state, text); },
  });
  // this device may know which game it is: then the map is loaded while the table is joined
  const guess = known(id);
  let sheet = guess?.game && guess.scenario ? fetchSheet(guess.game, guess.scenario) : null;
  sheet?.catch(() => {});
  const snap = /** @type {any} */ (await first);
  if (!sheet || guess?.game !== snap.game || guess?.scenario !== snap.scenario) sheet = fetchSheet(snap.game, snap.scenario);
  const [svg, hexes, { games }, module, teach] = await sheet;
  return { id, layout, api, live, connection, snap, svg, hexes, game: games.find((g) => g.id === snap.game), module, teach };
}
