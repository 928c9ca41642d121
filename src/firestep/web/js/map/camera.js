/** Pan and zoom. The world is moved by one CSS transform, so nothing is laid out or drawn again while it moves. */
import { calm } from "../elements/dom.js";

export const LEAST = 0.25;
export const MOST = 4;

export class Camera {
  /**
   * @param {HTMLElement} port the window on the world
   * @param {HTMLElement} world
   * @param {{x?: number, y?: number, width: number, height: number}} size of the world, and where it begins
   */
  constructor(port, world, size) {
    this.port = port;
    this.world = world;
    this.size = size;
    this.x = 0;
    this.y = 0;
    this.k = 1;
    /** @type {{x: number, y: number, k: number} | null} */
    this.goal = null;
    /** room that panels take from the window: left, top, right, bottom */
    this.inset = { left: 0, top: 0, right: 0, bottom: 0 };
    /** @type {(k: number) => void} */
    this.onzoom = () => {};
    this.frame = 0;
    this.rest = 0;
    /** the scale for which the layers were drawn last */
    this.drawn = 1;
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.dragged = false;
    /** whether a person has moved it: before that it keeps what it was told to show, whatever room there is */
    this.touched = false;
    /** where the last finger came down */
    this.start = { x: 0, y: 0 };
    /** when the last frame of a smooth move was drawn */
    this.then = 0;
    this.listen();
    new ResizeObserver(() => { this.clamp(this); this.apply(); }).observe(port);
  }

  /** Never smaller than the whole map, unless that is large. */
  get least() { return Math.min(LEAST, this.fit()); }

  /** The scale at which all of the world is seen. */
  fit() {
    const w = this.port.clientWidth - this.inset.left - this.inset.right, h = this.port.clientHeight - this.inset.top - this.inset.bottom;
    return Math.min(w / this.size.width, h / this.size.height, 1);
  }

  /** What the window shows of the world. */
  seen() { return { x: -this.x / this.k, y: -this.y / this.k, width: this.port.clientWidth / this.k, height: this.port.clientHeight / this.k }; }

  apply() {
    this.world.style.transform = `translate(${this.x.toFixed(2)}px, ${this.y.toFixed(2)}px) scale(${this.k.toFixed(4)})`;
    this.onzoom(this.k);
  }

  /** The map fills its room: its edge stays at the edge of what panels leave free; smaller than that, it lies in the middle. @param {{x: number, y: number, k: number}} v */
  clamp(v) {
    v.k = Math.min(MOST, Math.max(this.least, v.k));
    const { left, top, right, bottom } = this.inset;
    const along = (at, from, room, long) => {
      const slack = Math.min(60, room / 8);
      return long <= room ? from + (room - long) / 2 : Math.min(from + slack, Math.max(from + room - long - slack, at));
    };
    const ox = (this.size.x ?? 0) * v.k, oy = (this.size.y ?? 0) * v.k;
    v.x = along(v.x + ox, left, this.port.clientWidth - left - right, this.size.width * v.k) - ox;
    v.y = along(v.y + oy, top, this.port.clientHeight - top - bottom, this.size.height * v.k) - oy;
    return v;
  }

  /** Panels came or went. @param {{left: number, top: number, right: number, bottom: number}} inset */
  room(inset) {
    this.inset = inset;
    if (!this.goal) this.moveTo(this, false);
  }

  /**
   * While the scale changes the picture is stretched; when it rests it is drawn sharp again, and also in between when it
   * was stretched far: a picture drawn for four times the size would be far too much of it.
   */
  stretch() {
    const far = this.k / this.drawn;
    if (far < 0.5 || far > 2.5) {
      this.world.classList.remove("stretch");
      this.drawn = this.k;
    } else this.world.classList.add("stretch");
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.world.classList.remove("stretch");
      this.drawn = this.k;
    }, 180);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.touched = true;
    this.goal = null;
    this.x += dx;
    this.y += dy;
    this.clamp(this);
    this.apply();
  }

  /** Zoom about a point of the window. @param {number} factor @param {number} [px] @param {number} [py] @param {boolean} [smooth] */
  zoom(factor, px = this.port.clientWidth / 2, py = this.port.clientHeight / 2, smooth = true) {
    this.touched = true;
    const from = this.goal ?? this;
    const k = Math.min(MOST, Math.max(this.least, from.k * factor));
    const f = k / from.k;
    this.moveTo({ k, x: px - (px - from.x) * f, y: py - (py - from.y) * f }, smooth);
  }

  /** @param {{x: number, y: number, k: number}} to @param {boolean} [smooth] */
  moveTo(to, smooth = true) {
    const goal = this.clamp({ ...to });
    if (goal.k !== this.k) this.stretch();
    if (!smooth || calm()) {
      this.goal = null;
      Object.assign(this, goal);
      this.apply();
      return;
    }
    this.goal = goal;
    if (this.frame) return;
    this.then = performance.now();
    this.frame = requestAnimationFrame((now) => this.step(now));
  }

  /** One frame of the way; by the clock, so that a slow machine takes fewer steps and not longer. @param {number} now */
  step(now) {
    this.frame = 0;
    const dt = Math.max(8, now - this.then);
    this.then = now;
    const g = this.goal;
    if (!g) return;
    const near = Math.abs(g.x - this.x) + Math.abs(g.y - this.y) < 0.5 && Math.abs(g.k / this.k - 1) < 0.002;
    const t = near ? 1 : 1 - Math.exp(-dt / 48);
    const k = this.k * (g.k / this.k) ** t;
    // the point that stays in place while the scale changes must stay there in between as well
    const u = Math.abs(g.k - this.k) < 1e-6 ? t : (k - this.k) / (g.k - this.k);
    this.x += (g.x - this.x) * u;
    this.y += (g.y - this.y) * u;
    this.k = k;
    if (near) this.goal = null;
    else {
      this.stretch();
      this.frame = requestAnimationFrame((next) => this.step(next));
    }
    this.apply();
  }

  /** Show a rectangle of the world. @param {{x: number, y: number, width: number, height: number}} r @param {{most?: number, atLeast?: number, smooth?: boolean}} [how] */
  show(r, { most = 1.1, atLeast = 0.25, smooth = true } = {}) {
    const { left, top, right, bottom } = this.inset;
    const w = this.port.clientWidth - left - right, h = this.port.clientHeight - top - bottom;
    const k = Math.max(atLeast, Math.min(most, w / r.width, h / r.height));
    this.moveTo({ k, x: left + w / 2 - (r.x + r.width / 2) * k, y: top + h / 2 - (r.y + r.height / 2) * k }, smooth);
  }

  /** Whether a point of the world is in the open part of the window. @param {number} x @param {number} y @param {number} [margin] */
  sees(x, y, margin = 40) {
    const { left, top, right, bottom } = this.inset;
    const at = this.goal ?? this;
    const px = at.x + x * at.k, py = at.y + y * at.k;
    return px > left + margin && px < this.port.clientWidth - right - margin && py > top + margin && py < this.port.clientHeight - bottom - margin;
  }

  /** Bring a point of the world into sight, if it is not. @param {number} x @param {number} y */
  reveal(x, y) {
    if (this.sees(x, y, 70)) return;
    const { left, top, right, bottom } = this.inset;
    const { k } = this.goal ?? this;
    const w = this.port.clientWidth - left - right, h = this.port.clientHeight - top - bottom;
    this.moveTo({ k, x: left + w / 2 - x * k, y: top + h / 2 - y * k });
  }

  /** A point of the window in units of the world. @param {number} cx @param {number} cy @returns {[number, number]} */
  toWorld(cx, cy) {
    const r = this.port.getBoundingClientRect();
    return [(cx - r.left - this.x) / this.k, (cy - r.top - this.y) / this.k];
  }

  /** @param {number} x @param {number} y @returns {[number, number]} */
  toWindow(x, y) {
    const r = this.port.getBoundingClientRect();
    return [r.left + this.x + x * this.k, r.top + this.y + y * this.k];
  }

  listen() {
    const port = this.port;
    port.addEventListener("wheel", (e) => {
      e.preventDefault();
      const r = port.getBoundingClientRect();
      if (e.ctrlKey || Math.abs(e.deltaX) < Math.abs(e.deltaY)) {
        const step = e.deltaMode === 1 ? e.deltaY * 16 : e.deltaY;
        this.zoom(Math.exp(-step * (e.ctrlKey ? 0.01 : 0.0018)), e.clientX - r.left, e.clientY - r.top);
      } else this.pan(-e.deltaX, 0);
    }, { passive: false });
    // every press begins anew, also one on a counter that is dragged itself and of which the camera hears no more
    port.addEventListener("pointerdown", () => { if (!this.fingers.size) this.dragged = false; }, { capture: true });
    port.addEventListener("pointerdown", (e) => {
      if (e.pointerType === "mouse" && e.button > 1) return;
      this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      this.start = { x: e.clientX, y: e.clientY };
    });
    addEventListener("pointermove", (e) => this.drag(e));
    const up = (e) => {
      if (!this.fingers.delete(e.pointerId)) return;
      if (!this.fingers.size) this.port.classList.remove("dragging");
    };
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  /** @param {PointerEvent} e */
  drag(e) {
    const was = this.fingers.get(e.pointerId);
    if (!was) return;
    if (!this.dragged && Math.hypot(e.clientX - this.start.x, e.clientY - this.start.y) < (e.pointerType === "touch" ? 9 : 4)) return;
    if (!this.dragged) {
      this.dragged = true;
      this.port.classList.add("dragging");
    }
    const two = [...this.fingers.values()];
    if (two.length === 1) this.pan(e.clientX - was.x, e.clientY - was.y);
    else if (two.length === 2) {
      const other = two.find((f) => f !== was) ?? was;
      const r = this.port.getBoundingClientRect();
      const before = Math.hypot(was.x - other.x, was.y - other.y), after = Math.hypot(e.clientX - other.x, e.clientY - other.y);
      this.pan((e.clientX - was.x) / 2, (e.clientY - was.y) / 2);
      if (before > 0) this.zoom(after / before, (e.clientX + other.x) / 2 - r.left, (e.clientY + other.y) / 2 - r.top, false);
    }
    was.x = e.clientX;
    was.y = e.clientY;
  }
}
