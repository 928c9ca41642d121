"""Journal entries as sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from firestep.engine.journal import Entry
from firestep.engine.words import capital, counted, listed
from firestep.games.tgw.components import board, fronts, tables
from firestep.games.tgw.components.chits import CHIT, CHITS
from firestep.games.tgw.display.names import SIDE, place, unit, units
from firestep.games.tgw.events.event_table import EVENTS
from firestep.games.tgw.meta import TITLE
from firestep.games.tgw.scenarios.prewar import PLANS
from firestep.games.tgw.sequence import PHASES

P = Mapping[str, Any]
MARKER = {"ohl": "OHL", "oberost": "OberOst", "foch": "Foch", "allenby": "Allenby"}
_TRENCH = {
    "german": "German",
    "central": "other Central Powers'",
    "british": "British and Belgian",
    "french": "French",
    "allied": "other Allied",
}
EFFECT = {
    "typhus": "The typhus in Serbia",
    "mutiny": "The French mutiny",
    "haig": "Haig's offensive",
    "conrad": "Conrad's offensive",
    "interdiction": "Air interdiction",
    "paralysis": "The paralysis of the Russian command",
    "winter": "The Russian winter offensive",
    "enver": "Enver's offensive",
}
THEATER = {"western": "Western Theater", "eastern": "Eastern Theater", "west": "Western Theater", "east": "Eastern Theater"}


def _move(p: P) -> str:
    return f"{capital(units(p['units']))} {_s(p, 'move')} from {place(p['origin'])} to {place(p['place'])}."


def _s(p: P, verb: str) -> str:
    return verb if len(p["units"]) > 1 else f"{verb}s"


def _weather(p: P) -> str:
    by: dict[str, list[str]] = {}
    for title, weather in zip(fronts.FRONT_TITLES, p["weather"], strict=False):  # without the Near East while it is closed
        by.setdefault(weather, []).append(title.removesuffix(" Front"))
    return "Weather: " + "; ".join(f"{capital(w)} in {listed(fronts)}" for w, fronts in by.items()) + "."


def _control(p: P) -> str:
    names = [place(n) for n in p["places"] if board.INDEX[n] in board.NAME]
    rest = [n for n in p["places"] if board.INDEX[n] not in board.NAME]
    # of many hexes the first says where they lie
    around = f"{counted(len(rest), 'hex', 'hexes')} around {board.landmark(board.INDEX[rest[0]])} ({rest[0]})" if rest else ""
    words = [*names, *([place(n) for n in rest] if len(rest) < 3 else [around])]
    return f"{capital(SIDE[p['side']])} take {listed(words)}."


def _way(p: P) -> str:
    return (f" from {place(p['origin'])}" if "origin" in p else "") + f" to {place(p['place'])}"


def event_of(chit: str) -> str:
    """The event on a chit."""
    return EVENTS[CHITS[CHIT[chit]].event].name


def _are(p: P, words: str) -> str:
    many = len(p["units"]) > 1
    return f"{capital(units(p['units']))} {'are' if many else 'is'} {words}"


def _declares(p: P) -> str:
    against = units(p["against"]) if p["against"] else ""
    if p["fort"]:
        against = f"{against} and the fort" if against else "the fort"
    return f"{capital(units(p['units']))} {_s(p, 'attack')} {against} in {place(p['place'])}."


def _result(text: str) -> str:
    """`2/0` as the table has it, and what it means."""
    m = re.match(r"(\d+)/(\d+|E)", text)
    if not m:
        return text
    attacker = counted(int(m[1]), "step") if int(m[1]) else "nothing"
    defender = "all" if m[2] == "E" else counted(int(m[2]), "step") if int(m[2]) else "nothing"
    return f"{text} (attacker loses {attacker}, defender {defender})"


def _attack(p: P) -> str:
    a, d = p["strengths"]
    shift = f", {counted(abs(p['shift']), 'column')} {'right' if p['shift'] > 0 else 'left'}: {p['odds']}" if p["shift"] else ""
    if not p["die"]:
        return f"{capital(place(p['place']))}: {a} against {d} is {p['basic']}{shift}: {_result(p['result'])} without a die."
    drm = f" {'+' if p['drm'] > 0 else '-'} {abs(p['drm'])}" if p["drm"] else ""
    where, result = capital(place(p["place"])), _result(p["result"])
    return f"{where}: {a} against {d} is {p['basic']}{shift} on Table {p['table']}, die {p['die']}{drm}: {result}."


def _event(p: P) -> str:
    return EVENTS[p["event"]].name


def _side(p: P) -> str:
    return capital(SIDE[p["side"]])


def _nation(p: P, key: str = "nation") -> str:
    return TITLE[p[key]]


def _because(p: P) -> str:
    return f" ({listed(p['because'])})" if p["because"] else ""


def _plan(id: str) -> str:
    return PLANS[id].name


def _chit(p: P) -> str:
    return EVENTS[CHITS[CHIT[p["chit"]]].event].name


def _points_of(words: str) -> str:
    """`GE 11`, as it is written down, is Germany 11."""
    code, k = words.split(" ")
    return f"{TITLE[code]} {k}"


def _points(k: int) -> str:
    return counted(abs(k), "point", spelled=True)


def _victory(p: P) -> str:
    """What an event does to the victory points of the Central Powers."""
    if not p["points"]:
        return "No victory points change."
    verb = "gain" if p["points"] > 0 else "lose"
    return f"The Central Powers {verb} {counted(abs(p['points']), 'victory point', spelled=True)}."


def _become(p: P, words: str) -> str:
    """Divisions become units of another kind; `words` has places for an article and for the noun."""
    one = len(p["units"]) == 1
    article = ("an" if words[3] in "aeio" else "a") if one else ""
    what = words.format(article, "unit" if one else "units").strip()
    return f"{capital(units(p['units']))} {_s(p, 'become')} {what}."


def _loses(what: str) -> Callable[[P], str]:
    return lambda p: f"{capital(_nation(p))} loses {_points(p['points'])} {what}."


def _asks(title: str) -> Callable[[P], str]:
    return lambda p: f"{title} Die {p['die']}, {p['total']} in all{_because(p)}."


SAYS: dict[str, Callable[[P], str]] = {
    "deployed": lambda p: f"{capital(units(p['units']))} {'begin' if len(p['units']) > 1 else 'begins'} in {place(p['place'])}.",
    "turn": lambda p: f"Turn {p['turn']}: {p['name']}",
    "letter": lambda p: f"Strategic Turn {p['letter']}",
    "phase": lambda p: f"{PHASES[p['phase']][0]} Phase",
    "weather-roll": lambda p: f"Weather in the west: die {p['die']}, {p['weather']}.",
    "weather": _weather,
    "movement": lambda p: f"{capital(SIDE[p['side']])} move in the {fronts.THEATER_TITLES[fronts.THEATERS.index(p['theater'])]}.",
    "move": _move,
    "rails": lambda p: f"{capital(SIDE[p['side']])} move by rail{' and sea' if p['side'] == tables.SEATS[0] else ''}.",
    "rail": lambda p: f"{capital(units(p['units']))} {_s(p, 'ride')} from {place(p['origin'])} to {place(p['place'])}.",
    "sail": lambda p: f"{capital(units(p['units']))} {_s(p, 'sail')} from {place(p['origin'])} to {place(p['place'])}.",
    "stack": lambda p: f"{capital(SIDE[p['side']])} move {counted(p['count'], 'unit', 'units')}{_way(p)}.",
    "eliminated": lambda p: (
        f"{capital(units(p['units']))} {'are' if len(p['units']) > 1 else 'is'} eliminated"
        f"{' in ' + place(p['place']) if p['place'] else ''}."
    ),
    "overrun": lambda p: f"{capital(units(p['units']))} {'are' if len(p['units']) > 1 else 'is'} overrun in {place(p['place'])}.",
    "control": _control,
    "depleted": lambda p: f"{capital(units(p['units']))} {'are' if len(p['units']) > 1 else 'is'} depleted.",
    # combat, supply, forts and trenches (10, 11, 14, 15)
    "declares": _declares,
    "attack": _attack,
    "made-known": lambda p: (
        f"{capital(unit(p['untried']))} in {place(p['place'])} turns out to be {unit(p['unit'])}."
        if p.get("untried")
        else f"{capital(unit(p['unit']))} in {place(p['place'])} shows its strength."
    ),
    "reverts": lambda p: (
        f"The Arabs have left {place(p['place'])}. "
        + ("No side controls it now." if p["side"] == "neutral" else f"{capital(SIDE[p['side']])} control it again.")
    ),
    "supports": lambda p: f"{capital(unit(p['unit']))} supports {SIDE[p['side']]} in {place(p['place'])}.",
    "kaiserschlacht": lambda p: f"Kaiserschlacht: the attack on {place(p['place'])} is one of the four.",
    "flies": lambda p: f"{capital(SIDE[p['side']])} send {event_of(p['chit'])} to {place(p['place'])}.",
    "ace": lambda p: f"{event_of(p['chit'])}: die {p['die']}, {'killed' if p['killed'] else 'he lives'}.",
    "rides-off": lambda p: f"{capital(units(p['units']))} {_s(p, 'leave')} {place(p['place'])} before combat for {place(p['to'])}.",
    "reduced": lambda p: f"{capital(unit(p['unit']))} is reduced in {place(p['place'])}.",
    "vacated": lambda p: f"{capital(place(p['place']))} is emptied.",
    "advances": lambda p: f"{capital(units(p['units']))} {_s(p, 'advance')} into {place(p['place'])}.",
    "marker": lambda p: f"{capital(SIDE[p['side']])} lay {MARKER[p['marker']]} in {place(p['place'])}.",
    "special": lambda p: f"{MARKER[p['marker']]}: {counted(len(p['units']), 'unit')} may attack again.",
    "marker-lifted": lambda p: f"{MARKER[p['marker']]} is taken up.",
    "starved": lambda p: _are(p, f"eliminated for want of supply in {place(p['place'])}."),
    "source-lost": lambda p: f"{capital(place(p['place']))} is a source of supply no more.",
    "surrendered": lambda p: f"{capital(units(p['units']))} {_s(p, 'surrender')} in {place(p['place'])}.",
    "fortress-rolls": lambda p: (
        f"The fortress of {place(p['place'])}, {p['units']} inside and {p['enemies']} around: "
        f"die {p['die']}, {'it surrenders' if p['falls'] else 'it holds'}."
    ),
    "fort-falls": lambda p: f"The fort of {place(p['place'])} is destroyed.",
    "trench-falls": lambda p: f"The trenches of {place(p['place'])} are lost.",
    "kut": lambda p: f"{capital(place(p['place']))} becomes a fortress of the Allies.",
    "pipeline": lambda p: f"The pipeline reaches {place(p['place'])}.",
    "pipeline-cut": lambda p: f"The pipeline is cut back to {place(p['place'])}." if p["place"] else "The pipeline is cut.",
    "trenches": lambda p: f"{capital(_TRENCH[p['marker']])} trenches are worth {p['value']}.",
    "hindenburg": lambda p: f"The Central Powers receive {counted(p['markers'], 'marker')} of the Hindenburg Line.",
    "line": lambda p: f"The Hindenburg Line runs through {listed([place(n) for n in p['places']])}.",
    "devastates": lambda p: f"{capital(unit(p['unit']))} begins to lay waste to {place(p['place'])}.",
    "devastated": lambda p: f"{capital(place(p['place']))} is devastated; {unit(p['unit'])} falls back to {place(p['to'])}.",
    # the Strategic Turn, events, neutrals and collapse
    "19th": lambda p: "The weaker Turkish 19 Division replaces the old one for good.",
    "ace-home": lambda p: f"{_event(p)} flew for the home: die {p['die']}, {'he falls' if p['dead'] else 'he comes back'}.",
    "allies-choose": lambda p: "From now on the Allies choose the initiative.",
    "announced": lambda p: f"The Central Powers announce their plan: {_plan(p['plan'])}.",
    "beachhead-lost": lambda p: "The beaches of Gallipoli are lost for good.",
    "begins": lambda p: f"{capital(unit(p['unit']))} begins in the {p['where']}.",
    "bolsheviks": lambda p: "The Bolsheviks seize power in Petrograd.",
    "bought": lambda p: f"{capital(_nation(p))} buys back {unit(p['unit'])} for {_points(p['points'])}.",
    "bribe": lambda p: f"Italy is bribed with {_points(p['points'])} until {p['letter']}.",
    "buys-events": lambda p: f"{_side(p)} buy events; {_nation(p)} pays.",
    "civil-war": lambda p: "Civil war in Russia: no two Russian units stand together any more.",
    "collapse": lambda p: f"{capital(_nation(p))} collapses.",
    "convoy": lambda p: "Convoys end the war of the U-boats.",
    "culled": lambda p: f"{capital(unit(p['unit']))} is not there when the war begins.",
    "czar-falls": lambda p: f"The Czar falls; {counted(p['changed'], 'division')} serve the Provisional Government.",
    "dismounts": lambda p: f"{capital(units(p['units']))} {'fight' if len(p['units']) > 1 else 'fights'} on foot from now on.",
    "effect-ends": lambda p: f"{EFFECT.get(p['effect'], capital(p['effect']))} ends.",
    "end": lambda p: (
        f"The war is over: {'a draw' if not p['winner'] else SIDE[p['winner']] + ' have won'}, "
        f"{p['points']} victory points against {p['cities']} cities."
    ),
    "enters": lambda p: f"{capital(_nation(p))} joins {SIDE[p['side']]}.",
    "enters-box": lambda p: f"{capital(unit(p['unit']))} goes {'' if p['box'].startswith('edge-') else 'to '}{place(p['box'])}.",
    "ordered-march": lambda p: f"{capital(unit(p['unit']))} marches for Enver from {place(p['origin'])} to {place(p['place'])}.",
    "goes-south": lambda p: f"{capital(unit(p['unit']))} goes south from {place(p['origin'])} to {place(p['place'])}.",
    "european-turks": lambda p: f"European Turkey mobilises: {units(p['units'])}.",
    "event-arrives": lambda p: f"{_event(p)} comes to {SIDE[p['side']]}.",
    "event-back": lambda p: f"{_side(p)} draw {_event(p)}; it goes back into the pool.",
    "event-happens": lambda p: f"{_event(p)}!",
    "event-kept": lambda p: f"{_side(p)} draw {_event(p)} and keep it.",
    "event-kept-hidden": lambda p: f"{_side(p)} keep an event.",
    "event-played": lambda p: f"{_side(p)} play {_event(p)}{' at ' + place(p['place']) if p.get('place') else ''}.",
    "event-removed": lambda p: f"{_event(p)} is taken out of the game.",
    "event-void": lambda p: f"{_event(p)} has no effect any more.",
    "first-gas": lambda p: f"The world hears of gas: die {p['die']}{'' if not p['points'] else ', it costs a victory point'}.",
    "fisher": lambda p: f"The fleet forces the Baltic: die {p['die']}, {_points(p['points'])} for the Central Powers.",
    "france-saved": lambda p: "Paris has fallen, but the Americans hold France in the war.",
    "gallipoli": lambda p: "The Allies land at Gallipoli.",
    "gaza-line": lambda p: f"The Gaza line is dug: {listed([place(n) for n in p['places']])}.",
    "gun-lost": lambda p: f"The Paris Gun is lost at {place(p['place'])}.",
    "gun-placed": lambda p: f"The Paris Gun stands at {place(p['place'])}.",
    "home-defence": lambda p: f"{_chit(p)} defends the homeland.",
    "hq-depleted": lambda p: f"{capital(unit(p['unit']))} is bombed and depleted.",
    "income": lambda p: (
        f"Resource Points: {listed([_points_of(x) for x in p['points']])}." if p["points"] else "No Resource Points."
    ),
    "influenza": lambda p: (
        f"Influenza: {counted(p['lost'], 'shock-troop unit')} fall ill." if p["lost"] else "Influenza empties the depots."
    ),
    "initiative": lambda p: f"{_side(p)} have the initiative in the {THEATER[p['theater']]}.",
    "jutland": lambda p: f"The fleets meet off Jutland: die {p['die']}. {_victory(p)}",
    "lands": lambda p: f"{capital(unit(p['unit']))} lands at {place(p['place'])}.",
    "lawrence-captured": lambda p: f"Lawrence is caught: die {p['die']}, {'he is lost' if p['gone'] else 'he gets away'}.",
    "lawrence-raids": lambda p: f"Lawrence raids {place(p['place'])}.",
    "leaves-van": lambda p: f"{capital(unit(p['unit']))} leaves Van for {place(p['place'])}.",
    "marker-chosen": lambda p: f"The Central Powers will use {'OHL' if p['marker'] == 'ohl' else 'OberOst'}.",
    "morale": lambda p: f"French morale, {place(p['place'])} lost: die {p['die']} {p['change']:+d}, {p['total']} in all.",
    "musters": lambda p: f"{capital(unit(p['unit']))} musters at {place(p['place'])}.",
    "musters-rest": lambda p: f"The rest of the army of {_nation(p)} stands along its borders.",
    "naval-mutiny": lambda p: f"The German fleet mutinies. {_victory(p)}",
    "never-enters": lambda p: f"{capital(_nation(p))} will never enter the war.",
    "out-of-play": lambda p: _are(p, "out of the game."),
    "pef": lambda p: f"{capital(unit(p['unit']))} goes to Persia.",
    "pef-home": lambda p: f"{capital(units(p['units']))} {'come' if len(p['units']) > 1 else 'comes'} home from Persia.",
    "placed": lambda p: f"{capital(unit(p['unit']))} arrives at {place(p['place'])}.",
    "plan": lambda p: f"{_plan(p['plan'])} is in force.",
    "plans": lambda p: f"{_side(p)} have drawn {listed([_plan(x) for x in p['plans']])}.",
    "plans-opened": lambda p: (
        f"Plans of before the war: {listed([_plan(x) for x in p['force']])}."
        if p["force"]
        else "No plan of before the war is in force."
    ),
    "points-lost": lambda p: f"{capital(_nation(p))} loses {_points(p['points'])} that it could not keep.",
    "polish-points": lambda p: f"{capital(_nation(p))} gets {_points(p['points'])} from Poland.",
    "pools": lambda p: f"New events: {p['allied']} for the Allies, {p['central']} for the Central Powers.",
    "rebuilt": lambda p: f"{capital(unit(p['unit']))} is at full strength again.",
    "red-army": lambda p: f"The Red Army forms: die {p['die']}, {counted(p['divisions'], 'division')}.",
    "red-hq": lambda p: f"{capital(unit(p['unit']))} serves the Red Army.",
    "refit": lambda p: f"{capital(units(p['units']))} {'are' if len(p['units']) > 1 else 'is'} refitted.",
    "reinforcements": lambda p: f"Reinforcements: {units(p['units'])}.",
    "required": lambda p: f"The Turkish Required Reserve must have {counted(p['required'], 'division')}. It has {p['reserve']}.",
    "reserve": lambda p: f"{capital(unit(p['unit']))} {'joins' if p['into'] else 'leaves'} the Turkish reserve.",
    "resource-cut": lambda p: (
        f"The way from {place(p['place'])} is cut; "
        + (f"it pays from {p['letter']} at the earliest." if p["letter"] else "it will not pay again.")
    ),
    "resource-taken": lambda p: (
        capital(place(p["place"]))
        + (f" will pay Germany from {p['letter']} on." if p["letter"] else " is taken too late to pay Germany.")
    ),
    "restoration": lambda p: f"{_side(p)} promise to restore Poland.",
    "retaken": lambda p: f"The Allies have retaken {listed([place(n) for n in p['places']])}; {p['total']} in all.",
    "rises": lambda p: f"{capital(unit(p['unit']))} rises at {place(p['place'])}.",
    "salonika": lambda p: "The Allies come to Salonika.",
    "shock-event": lambda p: "Shock-troops may be formed.",
    "shock-made": lambda p: _become(p, "{} shock-troop {}"),
    "shock-paid": lambda p: f"Germany pays {_points(p['points'])} for shock-troops.",
    "sunk": lambda p: f"{capital(unit(p['unit']))} is sunk on its way over: die {p['die']}.",
    "surrender-roll": lambda p: f"Will Turkey surrender? Die {p['die']}, {p['total']} in all{_because(p)}.",
    "to-box": lambda p: f"{capital(units(p['units']))} {'come' if len(p['units']) > 1 else 'comes'} to the Available Units Box.",
    "to-libya": lambda p: f"{capital(unit(p['unit']))} leaves for Libya {'until ' + p['letter'] if p['letter'] else 'for good'}.",
    "transfer": lambda p: f"{capital(_nation(p, 'giver'))} gives a point to {_nation(p)}.",
    "treaty": lambda p: "The war in Russia is declared over at Brest-Litovsk.",
    "trench-dug": lambda p: f"Trenches are dug at {place(p['place'])}.",
    "turkey-surrenders": lambda p: "Turkey surrenders.",
    "turns-red": lambda p: f"{capital(unit(p['unit']))} turns Red.",
    "typhus": lambda p: "Typhus in Serbia.",
    "u-boat": lambda p: "A second U-boat campaign waits." if p["waits"] else "U-boats put to sea.",
    "u-boats-off": lambda p: "Germany calls its U-boats home.",
    "unshocked": lambda p: _become(p, "{} ordinary {} again"),
    "us-marker": lambda p: f"The U.S. entry marker moves to Strategic Turn {p['letter']}.",
    "victory-check": lambda p: (
        f"The Central Powers have {p['points']} victory points;"
        f" {counted(p['cities'], 'of their cities is', 'of their cities are')} lost."
    ),
    "u-boat-roll": _loses("to U-boats"),
    "air-raid": _loses("to an air raid"),
    "bombing": _loses("to bombs"),
    "czar-roll": _asks("Will the Czar fall?"),
    "bolshevik-roll": _asks("Will the Bolsheviks rise?"),
}


def text(e: Entry) -> str:
    """An entry as a sentence; one that nobody has found words for tells what it knows."""
    say = SAYS.get(e.key)
    if say is not None:
        return say(e.params)
    told = [f"{k} {_plain(v)}" for k, v in e.params.items() if k != "only" and v not in ("", [], None)]
    return capital(e.key.replace("-", " ")) + (f": {', '.join(told)}." if told else ".")


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return listed([_plain(v) for v in value])
    return board.place_name(board.INDEX[value]) if isinstance(value, str) and value in board.INDEX else str(value)
