/** Calls to the server. Errors are sentences that can be shown as they are. */

/** An answer that was not good; `status` is 0 when the server could not be reached. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status @param {any} [body] */
  constructor(message, status, body = {}) {
    super(message);
    this.status = status;
    this.body = body;
    /** @type {{rule: string, text: string}[]} */
    this.refusals = body?.refusals ?? [];
  }
}

/**
 * @param {string} path below /api
 * @param {{method?: string, body?: any, token?: string | null, signal?: AbortSignal, raw?: boolean}} [opts]
 * @returns {Promise<any>}
 */
export async function call(path, { method, body, token, signal, raw = false } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(`/api${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"), headers, signal,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (e) {
    if (/** @type {Error} */ (e).name === "AbortError") throw e;
    throw new ApiError("The server cannot be reached. The page tries again by itself; nothing is lost.", 0);
  }
  if (raw && answer.ok) return answer.text();
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new ApiError(words(data, answer.status), answer.status, data);
  return data;
}

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/** Ask once for what never changes. @param {string} path */
export function once(path) {
  let answer = fetched.get(path);
  if (!answer) {
    answer = call(path);
    answer.catch(() => fetched.delete(path));
    fetched.set(path, answer);
  }
  return answer;
}

/** @param {any} data @param {number} status */
function words(data, status) {
  if (typeof data?.error === "string") return data.error;
  if (status === 404) return "There is no such table here. Check the link, or begin a new table on the first page.";
  if (status === 401 || status === 403) return "This link does not open a seat here. Ask the person who sent it for a new one.";
  if (status === 429) return "Too many requests at once. Wait a moment and try again.";
  return `The server answered with error ${status}. Try again; if it stays, look at the server's log.`;
}

/** A key that nobody else has ever seen. */
export const newKey = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24)))).replaceAll("+", "-").replaceAll("/", "_");

/** Exchange an invitation for the key of a seat; sent again with the same key it is answered again. @param {string} id @param {string} invitation @param {string} token */
export const claim = (id, invitation, token) => call(`/tables/${encodeURIComponent(id)}/claim`, { body: { invitation, token } });

/** After so long without an answer an order is sent again. */
const PATIENCE = 20000;

/** All that is asked about one table, for one seat. */
export class TableApi {
  /** @param {string} id @param {string | null} token */
  constructor(id, token) {
    this.id = id;
    this.token = token;
    /** @type {Map<string, Promise<any>>} answers that hold for one moment of the table */
    this.memo = new Map();
  }

  /** @param {string} path @param {object} [opts] */
  ask(path, opts = {}) {
    return call(`/tables/${encodeURIComponent(this.id)}${path}`, { token: this.token, ...opts });
  }

  /** Ask once per moment: the same question about the same `seq` is not sent twice. @param {number} seq @param {string} path */
  once(seq, path) {
    const key = `${seq} ${path}`;
    let answer = this.memo.get(key);
    if (!answer) {
      if (this.memo.size > 300) this.memo.clear();
      answer = this.ask(path);
      answer.catch(() => this.memo.delete(key));
      this.memo.set(key, answer);
    }
    return answer;
  }

  snapshot() { return this.ask(""); }
  /** @param {number} n */
  at(n) { return this.once(-1, `/at/${n}`); }
  /** @param {number} seq @param {string} action */
  whyNot(seq, action) { return this.once(seq, `/why-not?action=${encodeURIComponent(action)}`); }
  /** @param {number} seq @param {string} what */
  odds(seq, what) { return this.once(seq, `/odds?what=${encodeURIComponent(what)}`); }
  /** @param {number} seq @param {string} name @param {string} arg */
  overlay(seq, name, arg) { return this.once(seq, `/overlay/${encodeURIComponent(name)}?arg=${encodeURIComponent(arg)}`); }
  /** @param {number} seq @param {string} place */
  inspect(seq, place) { return this.once(seq, `/inspect/${encodeURIComponent(place)}`); }

  /**
   * Send an action until the server says that it is safe. Sent again it carries the same key, so it is applied once. While the server
   * cannot be reached it is kept, however long; an answer that does not come is not waited for without end.
   * @param {number} seq @param {string | string[]} action one, or several that are taken together until a die falls
   */
  async act(seq, action) {
    const key = crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.ask("/actions", { body: { seq, ...(Array.isArray(action) ? { actions: action.slice(0, 64) } : { action }), key }, signal: AbortSignal.timeout?.(PATIENCE) });
      } catch (e) {
        const status = e instanceof ApiError ? e.status : -1;
        if (status !== 0 && (attempt >= 12 || (status < 500 && status !== 429))) throw e;
        await new Promise((r) => setTimeout(r, Math.min(4000, 250 * 2 ** attempt)));
      }
    }
  }
}
