/** The table from above: ground, units, Leaders, and what is being drawn. */
import { s } from "../js/elements/dom.js";
import { PX, drawGround } from "../games/dgk-ground.js";
import { outline } from "../games/dgk-pose.js";

const line = (points) => points.map(([x, y]) => `${(x * PX).toFixed(1)} ${(y * PX).toFixed(1)}`).join("L");
const MARK = { infantry: "M-9 -6 9 6M-9 6 9 -6", cyclists: "M-9 -6 9 6M-9 6 9 -6", cavalry: "M-9 6 9 -6", machinegun: "M0 -6V6M-5 -1 0 -6 5 -1", field: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0",
  heavy: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0" };

/** @param {import("./battle.js").Battle} battle @param {any} data kinds of ground, colours of nations @param {{points: number[][], form: string} | null} drawing */
export function draw(battle, data, drawing) {
  const d = battle.doc, [w, hgt] = d.table;
  const terrain = d.terrain.filter((p) => data.kinds[p.kind] && p.points.length).map((p) => ({ level: data.kinds[p.kind].level ?? 0, title: "", ...p, form: data.kinds[p.kind].form }));
  const whole = terrain.filter((p) => p.form === "point" || p.points.length >= (p.form === "area" ? 3 : 2));
  const hit = (list, i, attrs, tag = "path") => s(tag, { ...attrs, class: `hit${battle.chosen?.[0] === list && battle.chosen?.[1] === i ? " chosen" : ""}`, "data-list": list, "data-i": i });
  const layer = [...drawGround({ table: d.table, terrain: whole })];
  d.terrain.forEach((p, i) => {
    const form = data.kinds[p.kind]?.form;
    if (form === "point") layer.push(hit("terrain", i, { cx: p.points[0][0] * PX, cy: p.points[0][1] * PX, r: 22 }, "circle"));
    else if (p.points.length > 1) layer.push(hit("terrain", i, { d: `M${line(p.points)}${form === "area" ? "Z" : ""}`, "data-form": form }));
  });
  d.victory.forEach((v, i) => { if (v.kind !== "destroy") layer.push(s("circle", { cx: v.x * PX, cy: v.y * PX, r: v.radius * PX, class: `goal ${v.side}` }), hit("victory", i, { cx: v.x * PX, cy: v.y * PX, r: 20 }, "circle")); });
  d.asset.forEach((a, i) => layer.push(s("rect", { x: a.x * PX - 20, y: a.y * PX - 14, width: 40, height: 28, class: `asset ${a.side}` }), hit("asset", i, { cx: a.x * PX, cy: a.y * PX, r: 24 }, "circle")));
  d.unit.forEach((u, i) => layer.push(...unit(battle, data, u, i, hit)));
  d.formation.forEach((f, i) => {
    const r = ((data.leaders[f.level] ?? 1.5) / 2) * PX;
    layer.push(s("circle", { cx: f.x * PX, cy: f.y * PX, r, class: `leader ${f.side}` }), s("text", { x: f.x * PX, y: f.y * PX + 8, class: "name" }, f.chief ? "★" : "☆"), hit("formation", i, { cx: f.x * PX, cy: f.y * PX, r }, "circle"));
  });
  const item = battle.item;
  if (item?.points) item.points.forEach(([x, y], k) => layer.push(s("circle", { cx: x * PX, cy: y * PX, r: 13, class: "corner", "data-corner": k })));
  else if (item && battle.chosen?.[0] === "unit") {
    const a = ((item.facing ?? 0) * Math.PI) / 180;
    layer.push(s("circle", { cx: (item.x + 2 * Math.sin(a)) * PX, cy: (item.y - 2 * Math.cos(a)) * PX, r: 13, class: "corner", "data-turn": 1 }));
  }
  if (drawing?.points.length) layer.push(s("path", { d: `M${line(drawing.points)}`, class: "drawing" }), ...drawing.points.map(([x, y], k) => s("circle", { cx: x * PX, cy: y * PX, r: 10, class: "corner", "data-first": k === 0 ? 1 : null })));
  return s("svg", { id: "scene", viewBox: `0 0 ${w * PX} ${hgt * PX}`, tabindex: 0, role: "img", "aria-label": "The table from above" }, ...layer);
}

function unit(battle, data, u, i, hit) {
  if (u.aboard) return [];
  const type = data.model.types[u.type] ?? data.model.types.infantry;
  const bases = u.bases ?? (type.graded ? 4 : 1);
  const form = u.form ?? (u.vehicle === "train" ? "march" : "maneuver");
  const guns = type.arm === "artillery";
  const files = u.files ?? (guns ? bases : Math.min(2, bases));
  const ring = outline({ bases, files, symbol: guns ? "artillery" : "" }, form, u.x, u.y, u.facing ?? 0);
  const { fill, ink } = data.nations[battle.nation(u)] ?? { fill: "#999", ink: "#fff" };
  const mid = [0, 1].map((k) => (PX * ring.reduce((sum, p) => sum + p[k], 0)) / 4);
  return [s("path", { d: `M${line(ring)}Z`, fill, stroke: u.hidden ? "#e07b00" : "#1d1a16", "stroke-width": u.hidden ? 5 : 2.5, "stroke-dasharray": u.hidden || u.enters ? "8 5" : null, "fill-opacity": u.enters ? 0.55 : 1 }),
    s("path", { d: `M${line(ring.slice(0, 2))}`, stroke: "#1d1a16", "stroke-width": 7 }),
    s("path", { d: MARK[u.type] ?? "M-8 -4H8V4H-8Z", fill: "none", stroke: ink, "stroke-width": 2.5, transform: `translate(${mid[0].toFixed(1)} ${mid[1].toFixed(1)})` }),
    hit("unit", i, { d: `M${line(ring)}Z`, "data-form": "area" })];
}
