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

/**
 * Die number `n`, from 1 to `sides`, as `engine/dice.py` throws it; NaN, which fits no roll, where there is no such die.
 * @param {CryptoKey} key @param {number} n @param {number} [sides] @returns {Promise<number>}
 */
export async function die(key, n, sides = 6) {
  if (!Number.isSafeInteger(sides) || sides < 1) return NaN;
  // as many bytes together as the sides need: numbers of seven bytes are too long for a Number
  let width = 1;
  while (256 ** width < sides) width++;
  const all = 256n ** BigInt(width), limit = all - (all % BigInt(sides));
  for (;; n += 2 ** 40) {
    const digest = hex(await crypto.subtle.sign("HMAC", key, text.encode(String(n))));
    for (let k = 0; k + 2 * width <= digest.length; k += 2 * width) {
      const value = BigInt(`0x${digest.slice(k, k + 2 * width)}`);
      if (value < limit) return Number(value % BigInt(sides)) + 1;
    }
  }
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
