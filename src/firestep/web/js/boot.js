/** The first module: shows the table named in the address, or the first page. */
import { applyTheme } from "./net/store.js";

applyTheme();
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
const table = /^\/table\/([A-Za-z0-9_-]+)\/?$/.exec(location.pathname);
const lesson = /^\/learn\/([a-z0-9-]+)\/?$/.exec(location.pathname);
if (lesson) {
  const { beginLesson } = await import("./pages/learn.js");
  await beginLesson(app, lesson[1]);
} else if (table) {
  const { openTable } = await import("./pages/table.js");
  await openTable(app, table[1]);
} else {
  const { showHome } = await import("./pages/home.js");
  await showHome(app);
}
