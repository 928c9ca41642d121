/** Scenario files as plain objects and back: the part of TOML that they use. Pure. */

const bare = /^[A-Za-z0-9_-]+$/;

const value = (v) => Array.isArray(v) ? `[${v.map(value).join(", ")}]` : typeof v === "string" ? JSON.stringify(v) : String(v);

const plain = (v) => typeof v !== "object" || (Array.isArray(v) && (!v.length || typeof v[0] !== "object" || Array.isArray(v[0])));

/** @param {Record<string, any>} doc */
export function write(doc) {
  const out = [];
  const rows = (table) => Object.entries(table).filter(([, v]) => v !== undefined && v !== null && plain(v)).map(([k, v]) => `${k} = ${value(v)}`);
  out.push(...rows(doc));
  for (const [key, v] of Object.entries(doc)) {
    if (plain(v)) continue;
    if (Array.isArray(v)) for (const item of v) out.push("", `[[${key}]]`, ...rows(item));
    else if (Object.values(v).every((x) => typeof x === "object" && !Array.isArray(x))) for (const [name, t] of Object.entries(v)) out.push("", `[${key}.${name}]`, ...rows(t));
    else out.push("", `[${key}]`, ...rows(v));
  }
  return `${out.join("\n")}\n`;
}

/** @param {string} text @returns {Record<string, any>} */
export function read(text) {
  const doc = {};
  let at = doc, i = 0, line = 1;
  const bad = (why) => { throw new Error(`Line ${line} of the file cannot be read: ${why}.`); };
  const space = (newlines) => {
    for (; i < text.length; i++) {
      if (text[i] === "#") while (i < text.length && text[i] !== "\n") i++;
      if (text[i] === "\n") { if (!newlines) return; line++; } else if (i < text.length && !/\s/.test(text[i])) return;
    }
  };
  const string = (quote) => {
    const end = i;
    for (i++; text[i] !== quote; i++) {
      if (i >= text.length || text[i] === "\n") bad("a text does not end");
      if (text[i] === "\\" && quote === '"') i++;
    }
    i++;
    try {
      return quote === '"' ? JSON.parse(text.slice(end, i)) : text.slice(end + 1, i - 1);
    } catch {
      return bad("a text has a wrong sign after a backslash");
    }
  };
  const word = () => {
    if (text[i] === '"' || text[i] === "'") return string(text[i]);
    const from = i;
    while (i < text.length && /[A-Za-z0-9_-]/.test(text[i])) i++;
    return i > from ? text.slice(from, i) : bad("a name is missing");
  };
  const path = () => {
    const out = [word()];
    for (space(); text[i] === "."; space()) { i++; space(); out.push(word()); }
    return out;
  };
  const item = () => {
    if (text[i] === '"' || text[i] === "'") return string(text[i]);
    if (text[i] === "[") {
      const list = [];
      for (i++, space(true); text[i] !== "]"; space(true)) {
        if (i >= text.length) bad("a list does not end");
        list.push(item());
        space(true);
        if (text[i] === ",") i++;
        else if (text[i] !== "]") bad("a comma is missing in a list");
      }
      i++;
      return list;
    }
    const from = i;
    while (i < text.length && !/[\s,\]#]/.test(text[i])) i++;
    const w = text.slice(from, i);
    if (w === "true" || w === "false") return w === "true";
    const n = Number(w.replaceAll("_", ""));
    return w && Number.isFinite(n) ? n : bad(`'${w.slice(0, 20)}' is neither a number nor a text`);
  };
  const own = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined);
  for (space(true); i < text.length; space(true)) {
    if (text[i] === "[") {
      const many = text[i + 1] === "[";
      i += many ? 2 : 1;
      space();
      const names = path();
      space();
      if (!text.startsWith(many ? "]]" : "]", i)) bad("a heading does not end");
      i += many ? 2 : 1;
      at = doc;
      names.forEach((n, k) => {
        if (n === "__proto__") bad("a name is not allowed");
        const last = k === names.length - 1, was = own(at, n);
        if (many && last) {
          if (was !== undefined && !Array.isArray(was)) bad(`'${n}' is said in two ways`);
          const list = was ?? (at[n] = []);
          at = list[list.push({}) - 1];
        } else {
          const next = was ?? (at[n] = {});
          at = Array.isArray(next) ? next.at(-1) : next;
          if (typeof at !== "object" || at === null) bad(`'${n}' is said in two ways`);
        }
      });
    } else {
      const names = path();
      space();
      if (names.length > 1 || names[0] === "__proto__") bad("a name is not allowed");
      if (text[i] !== "=") bad(`there is no value for '${names[0]}'`);
      i++;
      space();
      if (own(at, names[0]) !== undefined) bad(`'${names[0]}' is said twice`);
      at[names[0]] = item();
    }
    space();
    if (i < text.length && text[i] !== "\n") bad("something stands after the end of the line");
  }
  return doc;
}

export const isName = (text) => bare.test(text);
