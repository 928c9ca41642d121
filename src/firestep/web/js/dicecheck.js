/** Checking dice in the browser: die n of a game is HMAC-SHA256(seed, n), and the seed was committed to before the first. */

const text = new TextEncoder();
const hex = (bytes) => [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, "0")).join("");

/** The fingerprint of a seed. @param {string} seed */
export async function commitment(seed) {
  return hex(await crypto.subtle.digest("SHA-256", text.encode(`firestep seed ${seed}`)));
}

/** @param {string} seed */
export function keyOf(seed) {
  return crypto.subtle.importKey("raw", text.encode(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** Die number `n`, from 1 to `sides`. @param {CryptoKey} key @param {number} n @param {number} [sides] @returns {Promise<number>} */
export async function die(key, n, sides = 6) {
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, text.encode(String(n))));
  const limit = 256 - (256 % sides);
  for (const b of digest) if (b < limit) return (b % sides) + 1;
  return die(key, n + 2 ** 40, sides);
}

/**
 * Check every roll of a table.
 * @param {{commitment: string, seed: string, rolls: {n: number, sides: number, value: number}[]}} dice
 * @returns {Promise<{sealed: boolean, wrong: number[]}>} whether the seed fits its commitment, and the rolls that do not fit the seed
 */
export async function check(dice) {
  const sealed = (await commitment(dice.seed)) === dice.commitment;
  const key = await keyOf(dice.seed);
  const wrong = [];
  for (const r of dice.rolls) if ((await die(key, r.n, r.sides ?? 6)) !== r.value) wrong.push(r.n);
  return { sealed, wrong };
}
