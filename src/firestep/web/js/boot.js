/** The first module: shows the table named in the address, or the first page. */
import { applyTheme } from "./store.js";

applyTheme();
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
const table = /^\/table\/([A-Za-z0-9_-]+)\/?$/.exec(location.pathname);
if (table) {
  const { openTable } = await import("./table.js");
  await openTable(app, table[1]);
} else {
  const { showHome } = await import("./home.js");
  await showHome(app);
}
