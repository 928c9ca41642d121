/** Games that add something to the page. A game that is not listed is shown with the general parts alone. */
import { GameUi } from "./game-ui.js";

const MODULES = {
  wwi: () => import("./wwi.js"),
  gwb: () => import("./gwb.js"),
  dgk: () => import("./dgk.js"),
  ditt: () => import("./ditt.js"),
  tgw: () => import("./tgw.js"),
};

/** @param {string} id @returns {Promise<GameUi>} */
export async function gameUi(id) {
  return Object.hasOwn(MODULES, id) ? (await MODULES[id]()).default : new GameUi();
}
