/** Going back at one's own table: undo, an attack that is called off, a turn that begins anew. */
import { MOST } from "./orders.js";

export class Undo {
  /** @param {import("../pages/table.js").Table} t */
  constructor(t) {
    this.t = t;
    /** an undo is under way */
    this.busy = false;
    /** presses of undo that came while something was under way */
    this.pressed = 0;
  }

  /** Whoever goes back wants to answer himself, and has let go of what was chosen. */
  hold() {
    const { clicks } = this.t;
    clicks.held = true;
    clicks.chosen = null;
  }

  /** Presses that were kept are heard now. @returns {boolean} whether there were any */
  again() {
    const { pressed } = this;
    this.pressed = 0;
    if (pressed) this.undo(pressed);
    return pressed > 0;
  }

  /** Take back; presses made while something is under way count, and go together. @param {number} [presses] */
  async undo(presses = 1) {
    const { t } = this;
    if (t.clicks.stopWaiting() || t.past !== null) return;
    if (t.busy || this.busy) {
      this.pressed += presses;
      return;
    }
    this.busy = true;
    try {
      // what one gesture has ordered, one undo takes back
      for (let n = presses - 1 + (t.bundle && t.bundle.seq === t.now.seq ? t.bundle.taken : 1); n > 0 && t.now.undo; n = this.pressed) {
        this.pressed = 0;
        this.hold();
        for (let left = n; left > 0 && t.now.undo; left -= MOST) if (!(await t.change("/undo", { seq: t.now.seq, times: Math.min(left, MOST) }))) return;
      }
    } finally {
      this.busy = false;
      this.pressed = 0;
      t.clicks.afterAnswer();
    }
  }

  /** Undo until something holds no longer: an attack that is being put together is called off. @param {() => boolean} still */
  async callOff(still) {
    const { t } = this;
    this.hold();
    while (t.mine && t.now.undo && still()) {
      const seq = t.now.seq;
      await t.change("/undo", { seq });
      if (t.now.seq === seq) return;
    }
  }

  async restartTurn() {
    this.hold();
    await this.t.change("/restart-turn", { seq: this.t.now.seq });
  }
}
