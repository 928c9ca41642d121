/** Differences from the server, applied to a snapshot. The form is described in docs/protocol.md. */

/**
 * @param {any} snap changed in place
 * @param {{from: number, seq: number, changes: any[], journal?: {keep: number, size: number, add: any[]}}} patch
 */
export function applyPatch(snap, patch) {
  for (const [kind, path, value] of patch.changes) {
    if (kind === "order") {
      const list = walk(snap, path);
      const place = new Map(value.map((id, i) => [id, i]));
      list.sort((a, b) => (place.get(a.id) ?? 1e9) - (place.get(b.id) ?? 1e9));
      continue;
    }
    const parent = walk(snap, path.slice(0, -1));
    const key = path.at(-1);
    if (Array.isArray(parent)) {
      const i = parent.findIndex((x) => x?.id === key);
      if (kind === "del") { if (i >= 0) parent.splice(i, 1); }
      else if (i >= 0) parent[i] = value;
      else parent.push(value);
    } else if (kind === "del") delete parent[key];
    else parent[key] = value;
  }
  if (patch.journal) {
    const { keep, size, add } = patch.journal;
    snap.journal = snap.journal.filter((e) => e.n < keep).concat(add);
    snap.journal_size = size;
  }
  snap.seq = patch.seq;
  return snap;
}

/** @param {any} at @param {(string | number)[]} path */
function walk(at, path) {
  for (const key of path) at = Array.isArray(at) ? at.find((x) => x?.id === key) : at[key];
  return at;
}
