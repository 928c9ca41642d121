/** What a line of the log is about: the counters and places it names. */

/** @param {import("../pages/table.js").Table} t @param {any} e a line of the log @param {any} [snap] @returns {{pieces: string[], places: string[], nation: string | null}} */
export function about(t, e, snap = t.snap) {
  const board = snap?.board ?? {};
  const byId = new Map((board.pieces ?? []).map((p) => [p.id, p]));
  const pieces = [], places = [];
  let nation = null;
  for (const w of e.words ?? []) {
    if (byId.has(w)) pieces.push(w);
    else if (t.geo.has(w)) places.push(w);
    else if (!nation && t.game?.nations?.[w]) nation = w;
  }
  // a game that tells no words: the numbers of hexes and the names in the sentence
  if (!e.words?.length) for (const [n] of e.text.replace(/\((\d{4})\)/g, "<$1>").matchAll(/\b[A-Z]+\d{4}\b|\d{4}(?=>)/g)) if (t.geo.has(n)) places.push(n);
  if (!e.words?.length) {
    // where every country has a 3rd Army its adjective tells which; without one a name alone must do, if no place is told
    const full = (p) => `${t.game?.nations?.[p.nation]?.adjective ?? ""} ${p.name}`;
    const found = (board.pieces ?? []).filter((p) => p.name && p.name.length > 3 && e.text.includes(p.name));
    const exact = found.filter((p) => e.text.includes(full(p)));
    const at = (p) => (e.text.indexOf(full(p)) + 1 || e.text.indexOf(p.name) + 1);
    pieces.push(...(exact.length ? exact : places.length ? [] : found).sort((a, b) => at(a) - at(b)).map((p) => p.id));
  }
  const first = byId.get(pieces[0])?.nation;
  return { pieces, places, nation: subject(t.game?.nations ?? {}, e.text, first) ?? first ?? nation };
}

/** Whose sentence it is: the nation at its beginning, whoever else is named later. @param {Record<string, {title: string, adjective?: string}>} nations @param {string} text @param {string} [likely] of several with one adjective */
function subject(nations, text, likely) {
  const rest = text.replace(/^(the|an?|\d+)\s/i, "");
  const begins = (w) => w && rest.toLowerCase().startsWith(w.toLowerCase()) && !/[\w-]/.test(rest.charAt(w.length));
  const length = ([, n]) => Math.max(...[n.title, n.adjective].map((w) => (begins(w) ? w.length : 0)));
  const found = Object.entries(nations).map((x) => ({ code: x[0], n: length(x) })).filter((x) => x.n);
  const best = found.filter((x) => x.n === Math.max(...found.map((y) => y.n)));
  return (best.find((x) => x.code === likely) ?? best[0])?.code;
}

/** A point of the sheet for a line of the log: of a counter that went, where it is now. @param {import("../pages/table.js").Table} t @param {any} e @param {any} [snap] @returns {[number, number] | null} */
export function spot(t, e, snap = t.snap) {
  const { pieces, places } = about(t, e, snap);
  const went = pieces.map((id) => snap.board.pieces.find((p) => p.id === id)?.at).find((at) => at && places.includes(at));
  if (went && t.geo.centre(went)) return t.geo.centre(went);
  for (const p of places) if (t.geo.centre(p)) return t.geo.centre(p);
  for (const id of pieces) {
    const at = snap.board.pieces.find((p) => p.id === id)?.at;
    const c = at && t.geo.centre(at);
    if (c) return c;
  }
  return null;
}

/**
 * Where a takeback leads, in words: to the beginning, or to the last thing that would still have happened.
 * @param {import("../pages/table.js").Table} t @param {number} to how many actions are kept
 */
export function moment(t, to) {
  if (to <= 0) return "back to its beginning";
  const lines = t.parts.log.entries?.length ? t.parts.log.entries : t.now.journal ?? [];
  const last = [...lines].reverse().find((e) => e.at <= to);
  return last ? `back to where the log says: “${last.text.replace(/\.$/, "")}”` : "back to the start of what the log shows";
}
