/** The Great War in words: every order that can be given, as a sentence for buttons, cards and the list of orders. */
import { capital } from "../js/elements/dom.js";
import { pieceName, placeName } from "../js/input/orders.js";

/** @typedef {import("./game-ui.js").Table} Table */

/** @param {import("./game-ui.js").View} t */
export const asks = (t) => t.snap.decision?.ask;
/** Codes of the game are written in capitals, those of the page in small letters. @param {Table} t @param {string} code */
export const nation = (t, code) => {
  const n = t.game?.nations?.[code.toLowerCase().replace("-", "")];
  return n?.title ?? code;
};
/** Counters that lie in no box have no piece: the nation and what stands behind the dash name them. @param {Table} t @param {string} id */
export const unit = (t, id) => (t.pieceById(id) ? `the ${pieceName(t.snap, id)}` : `the ${t.game?.nations?.[id.split("-")[0]]?.adjective ?? ""} ${id.split("-").slice(1).join(" ").toUpperCase()}`);
const place = placeName;

/** The name of an event, wherever its card lies. @param {Table} t @param {string} id */
export function eventTitle(t, id) {
  const b = t.snap.board ?? {};
  const all = [...Object.values(b.hands ?? {}).flat(), ...(b.in_play ?? []), ...(b.warfare ?? [])];
  const found = all.find((c) => c.id === id) ?? all.find((c) => c.id.startsWith(id) || id.startsWith(c.id));
  return found?.title ?? capital(id.replace(/^(al|cp)-/, "").replaceAll("-", " "));
}

const DONE = {
  MoveUnits: "End this movement", Attacks: "End the attacks", PlaceUnits: "No more new units", Railways: "End strategic movement", Replace: "Buy nothing more",
  Transfer: "Send nothing more", Reserve: "The reserve is well so", Advance: "Stop here", GoOn: "Stop here", Chase: "Let it go", Fly: "No more air units", Defence: "No more air units",
  LayWaste: "Go on", Deploy: "Leave the rest as it stands", Land: "Nobody else lands", Redeploy: "Leave the rest as it stands", Cull: "Go on", GoEast: "Nobody else",
};
const TO = { Ride: "Ride to", Sail: "Sail to", DeployTo: "Begin at" };
const THEATER = { western: "Western Theater", eastern: "Eastern Theater" };

/** By verb. @type {Record<string, (w: string[], t: any) => string>} */
const WORDS = {
  done: (_w, t) => DONE[asks(t)] ?? "Done",
  stack: (w, t) => `Move the stack of ${place(t, w[1])}`,
  to: (w, t) => `${TO[asks(t)] ?? "March to"} ${place(t, w[1])}`,
  step: (w, t) => `One step to ${place(t, w[1])}`,
  leave: (w, t) => (asks(t) === "LeaveVan" ? `Go to ${place(t, w[1])}` : `Leave ${unit(t, w[1])} behind`),
  stay: (_w, t) => (asks(t) === "LeavePersia" ? "Let it stay" : asks(t) === "March" ? "Halt here" : "Stay where they are"),
  rail: (w, t) => `By rail from ${place(t, w[1])}`,
  sail: (w, t) => `By sea from ${place(t, w[1])}`,
  attack: (w, t) => `Attack ${place(t, w[1])}`,
  add: (w, t) => `Add ${unit(t, w[1])}`,
  "add-all": (w, t) => `Add all of ${place(t, w[1])}`,
  go: () => "Attack with these",
  support: (w, t) => `Support by ${unit(t, w[1])}`,
  none: (_w, t) => (asks(t) === "Support" ? "No headquarters" : "No"),
  kaiserschlacht: () => "Declare a Kaiserschlacht attack",
  fly: (w, t) => `Send ${eventTitle(t, w[1])}`,
  land: (w, t) => `Land ${unit(t, w[1])} at ${place(t, w[2])}`,
  lose: (w, t) => `Lose a step of ${unit(t, w[1])}`,
  advance: (w, t) => `Advance ${unit(t, w[1])}`,
  "advance-all": (w, t) => `Advance all of ${place(t, w[1])}`,
  "go-on": (w, t) => (w[1] ? `Send ${unit(t, w[1])} on to ${place(t, w[2])}` : "Let the U-boats go on"),
  "call-off": () => "Call the U-boats off for good",
  retreat: (w, t) => `Ride off to ${place(t, w[1])}`,
  stand: () => "Stand and fight",
  eliminate: (w, t) => `Eliminate ${unit(t, w[1])}`,
  keep: (w, t) => (w[1] ? `Keep ${unit(t, w[1])}` : asks(t) === "LayPipeline" ? "Leave it where it is" : "Keep it for now"),
  marker: (w, t) => (w[1] === "ohl" ? "OHL, for the Western Theater" : w[1] === "oberost" ? "OberOst, for the Eastern Theater" : `Lay it at ${place(t, w[1])}`),
  devastate: (w, t) => `Devastate with ${unit(t, w[1])}`,
  withdraw: (w, t) => (w[1] ? `Fall back to ${place(t, w[1])}` : "Withdraw it for good"),
  line: (w, t) => `Hindenburg Line at ${place(t, w[1])}`,
  lay: (w, t) => `Lay the pipeline to ${place(t, w[1])}`,
  new: (w, t) => `Bring in ${unit(t, w[1])}`,
  at: (w, t) => `Enter at ${place(t, w[1])}`,
  shock: (w, t) => `Make ${unit(t, w[1])} shock-troops`,
  "shock-all": () => "Make all that can be shock-troops",
  dismount: (w, t) => `Dismount ${unit(t, w[1])}`,
  muster: (w, t) => `Set up ${unit(t, w[1])}`,
  rest: () => "The rest sets up by itself",
  buy: (w, t) => (asks(t) === "Replace" ? `Buy back ${unit(t, w[1])}` : `Buy two events: ${nation(t, w[1])} pays`),
  "buy-full": (w, t) => `Buy back ${unit(t, w[1])}, at full strength`,
  rebuild: (w, t) => `Rebuild ${unit(t, w[1])}`,
  italy: (w, t) => `Two events of Italy: ${nation(t, w[1])} pays`,
  raid: (w, t) => (asks(t) === "RaidTown" ? `Raid ${place(t, w[1])}` : `Two of the enemy's events: ${nation(t, w[1])} pays`),
  pass: (_w, t) => (asks(t) === "Buy" ? "Buy none" : asks(t) === "Offer" ? "Play nothing" : "Pass"),
  play: (w, t) => `Play ${eventTitle(t, w[1])}`,
  give: (w, t) => `A point from ${nation(t, w[1])} to ${nation(t, w[2])}`,
  reserve: (w, t) => `Into the reserve: ${unit(t, w[1])}`,
  release: (w, t) => `Out of the reserve: ${unit(t, w[1])}`,
  initiative: (w) => `${THEATER[w[1]]}`,
  treaty: () => "Conclude the treaty",
  red: (w, t) => `${capital(unit(t, w[1]))} joins the Red Army`,
  defend: (w, t) => `Home defence: ${eventTitle(t, w[1])}`,
  rise: (w, t) => `Rise at ${place(t, w[1])}`,
  trench: (w, t) => `Dig at ${place(t, w[1])}`,
  gun: (w, t) => `Set it up at ${place(t, w[1])}`,
  libya: (w, t) => `To Libya: ${unit(t, w[1])}`,
  send: (w, t) => `To Persia: ${unit(t, w[1])}`,
  scheffer: (w, t) => `Lead out the stack of ${place(t, w[1])}`,
  follow: (w, t) => `${capital(unit(t, w[1]))} breaks out`,
  ill: (w, t) => `${capital(unit(t, w[1]))} falls ill`,
  restore: () => "Promise to restore Poland",
  purse: (w, t) => `To ${nation(t, w[1])}`,
  bribe: (w) => (w[1] ? `Bribe with ${w[1]} victory points` : "Victory points"),
  announce: (w) => `Announce ${w[1].toUpperCase()}`,
  plan: (w) => `Play ${w.slice(1).join(" and ").toUpperCase()}`,
  bef: (w) => ({ channel: "At the Channel ports", later: "Later", havre: "On A, at Le Havre" })[w[1]] ?? w[1],
  lift: (w, t) => `Move ${unit(t, w[1])}`,
  cull: (w, t) => `Name ${unit(t, w[1])}`,
  begin: (w) => `In the ${w[1]}`,
  east: (w, t) => `To the east: ${unit(t, w[1])}`,
  call: (w, t) => `Place ${unit(t, w[1])} on the map`,
  box: () => "Into the Available Units Box",
  deploy: (w, t) => `Place the stack of ${place(t, w[1])} anew`,
  unit: (w, t) => `Only ${unit(t, w[1])}`,
  all: () => "All of them",
  perish: () => "Nowhere to go: lost",
  enver: (w, t) => `Attack ${place(t, w[1])}`,
  gather: (w, t) => `${unit(t, w[1])} from ${place(t, w[2])}`,
  concede: () => "Concede the war",
  forfeit: () => "Refuse the attack and lose the war",
};

/** @param {any} o @param {Table} t */
export const words = (o, t) => WORDS[o.verb]?.(o.words, t) ?? null;
