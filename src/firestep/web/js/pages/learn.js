/** The way into a guided first turn: a table of the lesson's own, and then the table as always. */
import { call } from "../net/api.js";
import { h, put } from "../elements/dom.js";
import { remember } from "../net/store.js";

/** @param {HTMLElement} app @param {string} id of the game */
export async function beginLesson(app, id) {
  document.body.className = "home";
  put(app, h("p", { class: "loading" }, "Laying out the first turn …"));
  try {
    const [{ games }, { lesson }] = await Promise.all([call("/games"), call(`/games/${encodeURIComponent(id)}/teach`)]);
    const game = games.find((g) => g.id === id);
    if (!lesson || !game) throw new Error("This game has no guided first turn yet.");
    const body = { game: id, scenario: lesson.scenario, options: lesson.options ?? {}, seed: lesson.seed,
      seats: game.seats.map((x) => (x.id === lesson.seat ? { kind: "here" } : { kind: "bot", bot: lesson.bot ?? "greedy" })) };
    if (lesson.start) body.start = lesson.start;
    const made = await call("/tables", { body });
    remember(made.id, { game: id, scenario: lesson.scenario, title: `First turn: ${game.title}`, tokens: { [lesson.seat]: made.tokens[lesson.seat] }, spectator: made.spectator, opened: Date.now(), lesson: true });
    location.replace(`/table/${made.id}`);
  } catch (e) {
    put(app, h("p", { class: "loading", role: "alert" }, /** @type {Error} */ (e).message, " ", h("a", { href: "/" }, "To the first page")));
  }
}
