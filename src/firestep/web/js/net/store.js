/** What this device remembers: the tables it has opened (with the keys to their seats) and how the person likes the page. */

const TABLES = "firestep.tables";
const SETTINGS = "firestep.settings";

/**
 * @typedef {object} Known
 * @property {string} id
 * @property {string} game
 * @property {string} [scenario]
 * @property {string} title
 * @property {Record<string, string>} tokens seat -> token
 * @property {string} [spectator]
 * @property {Record<string, string>} [invites] seats that others take by link
 * @property {string} [host] the key of the one who made the table: it invites
 * @property {Record<string, string>} [claims] invitation -> the key this device made to exchange it for
 * @property {number} opened
 * @property {string} [line] how it stands, in words
 * @property {boolean} [over]
 * @property {string} [parent] the table this one was forked from
 * @property {string} [side] the side that this device leads, by its title
 * @property {boolean} [named] the player has chosen the title
 * @property {boolean} [lesson] the guided first turn is going on
 * @property {boolean} [greeted] the welcome was shown
 * @property {string} [notes] the player's own notes
 * @property {number} [seen] the moment up to which the report was read
 */

/** @param {string} key @param {any} fallback */
function read(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a full or forbidden store only costs the list of tables
  }
}

/** The tables of this device, newest first. @returns {Known[]} */
export function tables() {
  return Object.values(read(TABLES, {})).sort((a, b) => b.opened - a.opened);
}

/** @param {string} id @returns {Known | undefined} */
export const table = (id) => read(TABLES, {})[id];

/** Add to what is known of a table. @param {string} id @param {Partial<Known>} more */
export function remember(id, more) {
  const all = read(TABLES, {});
  const was = all[id] ?? { id, game: "", title: "", tokens: {}, opened: Date.now() };
  all[id] = { ...was, ...more, tokens: { ...was.tokens, ...(more.tokens ?? {}) }, invites: { ...was.invites, ...more.invites } };
  write(TABLES, all);
  return all[id];
}

/** A link was opened: file its key under the seat that it turned out to open. @param {string} id @param {string[]} holds */
export function settle(id, holds) {
  const all = read(TABLES, {});
  const t = all[id];
  if (!t?.tokens.link) return;
  const seat = holds.find((x) => !(x in t.tokens)) ?? "spectator";
  t.tokens[seat] = t.tokens.link;
  delete t.tokens.link;
  write(TABLES, all);
}

/** @param {string} id */
export function forget(id) {
  const all = read(TABLES, {});
  delete all[id];
  write(TABLES, all);
}

const DEFAULTS = { theme: "auto", forced: true, curtain: false, counters: true, panel: true, name: "", hints: true, sound: false, notify: false, pace: "normal", report: true, text: 100, trails: true };

/** @returns {typeof DEFAULTS} */
export const settings = () => ({ ...DEFAULTS, ...read(SETTINGS, {}) });

/** @param {Partial<typeof DEFAULTS>} more */
export function setSettings(more) {
  write(SETTINGS, { ...read(SETTINGS, {}), ...more });
  applyTheme();
}

/** Light, dark, or as the system says. */
export function applyTheme() {
  document.documentElement.dataset.theme = settings().theme;
  document.documentElement.style.fontSize = settings().text === 100 ? "" : `${settings().text}%`;
}
