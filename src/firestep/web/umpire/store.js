// What the device remembers between visits. Nothing is lost when the page is closed.

const KEY = "firestep-umpire-1";

export function load(fallback) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { ...fallback, ...(kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {}) };
  } catch {
    return { ...fallback };
  }
}

export function save(state) {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // a private window without storage: the page works, it only forgets
  }
}

/** Fair ten-sided dice from the system's generator. */
export function tens(n) {
  const out = [];
  while (out.length < n) {
    for (const b of crypto.getRandomValues(new Uint8Array(16))) if (b < 250 && out.length < n) out.push(b % 10 + 1);
  }
  return out;
}
