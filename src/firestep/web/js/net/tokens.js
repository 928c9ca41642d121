/** The keys to the seats of a table: from its address, or from what this device remembers. */
import { ApiError, claim, newKey } from "./api.js";
import { remember, table as known } from "./store.js";

/** The keys to the seats: from the address, or as this device remembers them. @param {string} id */
export async function takeTokens(id) {
  const fromLink = location.hash.slice(1);
  if (fromLink.startsWith("i.")) await takeSeat(id, fromLink);
  if (fromLink) history.replaceState(null, "", location.pathname + location.search);
  const key = fromLink.startsWith("i.") ? "" : fromLink;
  const mine = Object.values(known(id)?.tokens ?? {});
  if (key && !mine.includes(key)) remember(id, { tokens: { link: key }, opened: Date.now() });
  const all = Object.values(known(id)?.tokens ?? {});
  return [...new Set(key ? [key, ...all] : all)].join(",") || null;
}

/**
 * An invitation is exchanged once, for a key that this device makes and remembers first: if the answer is lost, it asks again.
 * @param {string} id @param {string} invitation
 */
async function takeSeat(id, invitation) {
  const token = known(id)?.claims?.[invitation] ?? newKey();
  remember(id, { claims: { [invitation]: token }, opened: Date.now() });
  try {
    const { seat } = await claim(id, invitation, token);
    remember(id, { tokens: { [seat]: token } });
  } catch (e) {
    // who has the seat already, or looks at his own link, goes on as he is
    if (!(e instanceof ApiError) || e.status === 0 || e.status >= 500 || !Object.keys(known(id)?.tokens ?? {}).length) throw e;
  }
}
