"""Combat, supply, forts and trenches in words (10, 11, 14, 15)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from firestep.engine.words import capital, counted, listed
from firestep.games.tgw.components.chits import CHIT, CHITS
from firestep.games.tgw.display.names import SIDE, place, unit, units
from firestep.games.tgw.events.event_table import EVENTS

P = Mapping[str, Any]
MARKER = {"ohl": "OHL", "oberost": "OberOst", "foch": "Foch", "allenby": "Allenby"}
_TRENCH = {
    "german": "German",
    "central": "other Central Powers'",
    "british": "British and Belgian",
    "french": "French",
    "allied": "other Allied",
}


def event_of(chit: str) -> str:
    """The event on a chit."""
    return EVENTS[CHITS[CHIT[chit]].event].name


def _are(p: P, words: str) -> str:
    many = len(p["units"]) > 1
    return f"{capital(units(p['units']))} {'are' if many else 'is'} {words}"


def _s(p: P, verb: str) -> str:
    return verb if len(p["units"]) > 1 else f"{verb}s"


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


SAYS: dict[str, Callable[[P], str]] = {
    "declares": _declares,
    "attack": _attack,
    "made-known": lambda p: f"{capital(unit(p['unit']))} shows its strength in {place(p['place'])}.",
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
}
