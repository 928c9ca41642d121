/** The live connection of a table. It comes back by itself and then asks for what it missed. */
import { applyPatch } from "./patch.js";

/** How long the server may be silent before it is asked whether it is there (a tab that nobody sees asks less often), how long its
 * answer may take before the page says so, and before the connection is made anew: a wire that was cut does not tell. */
const QUIET = 4000, UNSEEN = 20000, SILENT = 3000, DEAF = 9000;

/** Closing codes after which trying again is useless. */
const FINAL = { 4401: "This link does not open a seat here. Ask the person who sent it for a new one.", 4404: "There is no such table here. Check the link, or begin a new table on the first page." };

export class Live {
  /**
   * @param {string} id @param {() => string | null} token
   * @param {{snapshot: (snap: any, why: string, paths?: {piece: string, places: string[]}[]) => void, frame: (frame: any) => void, state: (state: string, text: string) => void}} on
   */
  constructor(id, token, on) {
    this.id = id;
    this.token = token;
    this.on = on;
    /** @type {any} */
    this.snap = null;
    this.tries = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.stopped = false;
    this.heard = this.looked = performance.now();
    /** @type {number | null} since when an answer is waited for */
    this.asked = null;
    this.silent = false;
    // the browser's word about the network is a reason to ask, no more: a server on this machine needs none
    for (const sign of ["online", "offline"]) addEventListener(sign, () => (this.open ? this.beat() : this.soon(0)));
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.open ? this.beat() : this.soon(0); });
    setInterval(() => this.look(), 1000);
    this.connect();
  }

  get open() { return this.socket?.readyState === WebSocket.OPEN; }

  connect() {
    clearTimeout(this.timer);
    if (this.stopped) return;
    if (this.socket) {
      this.socket.onclose = null;
      this.socket.close();
    }
    this.on.state(this.tries ? "lost" : "joining", this.tries ? "Connection lost. Trying again …" : "Joining the table …");
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${this.id}/live`);
    this.socket = socket;
    this.asked = performance.now();
    this.silent = false;
    socket.onopen = () => socket.send(JSON.stringify({ token: this.token() ?? "", have: this.snap?.seq ?? null }));
    socket.onmessage = (e) => this.take(JSON.parse(e.data));
    socket.onclose = (e) => {
      if (FINAL[e.code]) {
        this.stopped = true;
        this.on.state("refused", FINAL[e.code]);
        return;
      }
      this.asked = null;
      this.tries++;
      this.on.state("lost", "Connection lost. Trying again …");
      this.soon(Math.min(8000, 250 * 2 ** this.tries) * (0.7 + Math.random() * 0.6));
    };
  }

  /** @param {number} ms */
  soon(ms) {
    if (this.stopped || this.open) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), ms);
  }

  beat() {
    if (!this.open || this.asked !== null || performance.now() - this.heard < 1000) return;
    this.asked = performance.now();
    this.socket?.send('{"type":"ping"}');
  }

  /** Whether the server still answers; asked every second. */
  look() {
    const now = performance.now(), late = now - this.looked > 2500;
    this.looked = now;
    if (this.stopped) return;
    // the page itself was asleep or busy: what has come meanwhile is still to be read
    if (late && this.asked !== null) this.asked = now;
    if (this.asked === null) {
      if (now - this.heard > (document.hidden ? UNSEEN : QUIET)) this.beat();
    } else if (now - this.asked > DEAF) {
      this.tries++;
      this.connect();
    } else if (this.open && !this.silent && now - this.asked > SILENT) {
      this.silent = true;
      this.on.state("silent", "The server does not answer. Waiting for it …");
    }
  }

  /** Throw away what is known and fetch all of it again. */
  resync() {
    this.snap = null;
    this.socket?.close();
    this.tries = 0;
    this.connect();
  }

  /** @param {any} frame */
  take(frame) {
    this.heard = performance.now();
    this.asked = null;
    if (this.silent) this.on.state("live", "");
    this.silent = false;
    switch (frame.type) {
      case "snapshot":
        this.tries = 0;
        this.snap = frame;
        this.on.state("live", "");
        this.on.snapshot(frame, "snapshot");
        break;
      case "current":
        this.tries = 0;
        this.on.state("live", "");
        break;
      case "patch":
        if (!this.snap || this.snap.seq !== frame.from) {
          this.resync();
          break;
        }
        applyPatch(this.snap, frame);
        this.on.snapshot(this.snap, "patch", frame.paths ?? (frame.path ? [frame.path] : []));
        break;
      case "pong":
        break;
      case "chat":
        if (this.snap && !this.snap.chat.some((c) => c.n === frame.n)) this.snap.chat.push({ n: frame.n, seat: frame.seat, name: frame.name, text: frame.text, at: frame.at });
        this.on.frame(frame);
        break;
      default:
        if (this.snap && frame.type === "thinking") this.snap.thinking = frame.progress === null ? null : { seat: frame.seat, progress: frame.progress };
        if (this.snap && frame.type === "takeback") this.snap.takeback = frame.takeback;
        if (this.snap && frame.type === "seats") this.snap.seats = frame.seats;
        if (this.snap && frame.type === "clock") this.snap.clock = frame.clock;
        if (this.snap && frame.type === "handover") Object.assign(this.snap, { handover: frame.handover, closed: frame.closed });
        if (this.snap && frame.type === "bots") this.snap.bots = frame.bots;
        this.on.frame(frame);
    }
  }
}
