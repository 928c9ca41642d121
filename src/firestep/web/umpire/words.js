// Words of the page: labels of fields and what a result means on the table.

export const ACTION = { "deployed-fire": "Deployed Fire", "moving-fire": "Moving Fire", assault: "Assault", maneuver: "Maneuver",
  deploy: "Deploy/Tactical", march: "March", regroup: "Regroup" };

export const FIELD = { type: "Acting unit", quality: "Its quality", action: "Action", range: "Range", numbers: "Numbers",
  "actor-state": "Actor's state", "target-type": "Target", "target-quality": "Target's quality",
  "target-formation": "Target's formation", cover: "Cover", "target-state": "Target's state", leader: "Leader near",
  frontal: "Frontal", mounted: "Mounted assault" };

export const SHORT = { machinegun: "Machine guns", field: "Field guns", heavy: "Heavy guns", fast: "Fast transport", slow: "Slow transport",
  "armoured-car": "Armoured cars" };

export const NUMBERS = { "actor-badly-outnumbered": "Actor half or less", "actor-outnumbered": "Actor fewer", even: "Even",
  "target-outnumbered": "Target fewer", "target-badly-outnumbered": "Target half or less" };

export const SIDE = { allied: "Allied Forces", central: "Central Powers" };

export const inches = (n, scale) => `${+(n * scale).toFixed(2)} inch${n * scale === 1 ? "" : "es"}`;

const STATE = { steady: "OK", disordered: "Disordered", demoralised: "Demoralised" };

/** What levels of damage do to a unit of that type in that state. */
export function damage(umpire, who, type, state, levels, scale, { pushed = false, stays = false } = {}) {
  const e = umpire.effect(state, levels);
  const back = inches(umpire.model.types[type].fall_back, scale);
  const out = [];
  if (!levels) out.push(`${who}: no damage${pushed ? "" : `, stays ${STATE[state]}`}.`);
  else if (e.bases) {
    out.push(`${who}: ${levels} level${levels > 1 ? "s" : ""}. Loses ${e.bases} base${e.bases > 1 ? "s" : ""} and is ${STATE[e.state]}.`);
    out.push("If half or more of the bases it began with are gone now, remove it as destroyed.");
  } else out.push(`${who}: ${levels} level${levels > 1 ? "s" : ""}. Was ${STATE[state]}, is now ${STATE[e.state]}.`);
  if (stays) return out;
  if (e.falls_back || pushed) {
    out.push(`${e.falls_back ? "Falls back" : "Is pushed back"} ${back}, straight away from the enemy, keeping formation and facing. `
      + `It changes formation or facing only as far as it must to get there; if it cannot, it surrenders.${type === "fast" ? " A train stays where it is." : ""}`);
  }
  return out;
}

export function order(umpire, q, result, scale) {
  const name = ACTION[q.action];
  if (result === "lost") return ["Orders lost.", "No movement and no change of formation. The unit may still fire, regroup or hold."];
  const full = umpire.baseMove(q.type, q.quality, q.action), left = umpire.baseMove(q.type, q.quality, q.action, true);
  if (q.action === "deploy") {
    return result === "obeyed" ? ["Orders obeyed.", `Deploy about the centre of the front, or move up to ${inches(full, scale)} if already deployed.`]
      : ["Orders delayed.", "Take up the line; there is no time for a tactical move."];
  }
  if (q.action === "assault") {
    return result === "obeyed" ? ["Orders obeyed.", `The assault reaches ${inches(full, scale)}.`]
      : ["Orders delayed.", `The assault reaches only ${inches(left, scale)}.`];
  }
  return result === "obeyed" ? ["Orders obeyed.", `${name}: base move ${inches(full, scale)}.`]
    : ["Orders delayed.", `Take up the formation; base move is only ${inches(left, scale)} instead of ${inches(full, scale)}.`];
}

export function regroup(result) {
  return { full: ["Regrouped.", "The unit is OK again and may take any formation and facing about the centre of its front."],
    step: ["Regrouping.", "Demoralised becomes Disordered, Disordered becomes OK. If it is OK it may take any formation and facing."],
    failed: ["The unit does not regroup.", "Its state stays as it is."] }[result];
}

/** Rules that are easily forgotten: id of the special action or theme, title, words, rule. Distances in the scale of the figures. */
export function reminders(scale) {
  const n = k => inches(k, scale);
  return [
    ["wire", "Barbed wire", "A unit in contact rests for a turn; then that piece of wire is gone. Guns do not cut it.", "dgk.X.wire.1"],
    ["minefield", "Minefield", "A unit that enters stops and takes 1 level; put the field on the table. 1 level for every later turn of movement in it.", "dgk.X.mine.1"],
    ["command-mine", "Command mine", `Deployed Fire by field guns on every unit within ${n(3)}, one after the other; afterwards forts there become hard cover.`, "dgk.X.mine.4"],
    ["train", "Trains", "Fast transport, always hit as marching. Maneuver before and after March. Fall Back is ignored. Half its cars lost: destroyed, riders get 1 level and get off.", "dgk.X.train.1"],
    ["armoured-train", "Armoured train", "Sandbags are hard cover, a built armoured train counts as a fortification, for riders too.", "dgk.X.train.11"],
    ["trucks", "Trucks and cars", "Trucks are slow, cars fast. Never deployed; riders are hit as maneuvering without cover; fire from them is Moving Fire.", "dgk.X.auto.1"],
    ["armoured-car", "Armoured cars", "Hard cover in the open, fortified when hull-down, against fire only. Fire as machine guns.", "dgk.X.ac.1"],
    ["anti-aircraft", "Anti-aircraft fire", "Guns that can reach the aircraft fire before it attacks; three levels destroy it.", "dgk.X.air.3"],
    ["bombing", "Bombing run", "Place the aircraft by its target; after the fire of the guns it bombs and is away for 3 turns.", "dgk.X.air.5"],
    ["strafing", "Strafing run", "Place the aircraft by its target; after the fire of the guns it strafes and is away for 3 turns.", "dgk.X.air.8"],
    ["indirect", "Indirect fire", `Deployed guns only, at a target seen by any friend, as Moving Fire; beyond ${n(12)} the range counts half, up to ${n(48)}.`, "dgk.X.ind.4"],
  ];
}

/** A refusal in the scale of the figures on the table. */
export function refusal(error, scale) {
  const text = error.reach === undefined ? error.message
    : `${error.title}: the reach is ${inches(error.reach, scale)} and the target is ${error.distance === undefined ? "farther off" : `up to ${inches(error.distance, scale)} away`}; choose another action [${error.message.match(/\[(.*)\]/)?.[1] ?? ""}]`;
  return { refused: true, title: "Not possible", lines: [text.replace(/ \[.*\]$/, "")], rules: text.match(/\[(.*)\]/)?.[1] ?? "" };
}

/** What the acting unit may still do after it fired. */
export const fired = action => action === "moving-fire"
  ? "The fire is done. Moving Fire goes with a Maneuver or a Deploy/Tactical action: if the unit has not moved yet this turn, it may still do one of them."
  : "The firing unit has used its action.";
