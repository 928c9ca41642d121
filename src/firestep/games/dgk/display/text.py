"""The journal in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firestep.engine.journal import Entry

SIDE = ("Allied Forces", "Central Powers")
COVER = {"none": "no"}
ACTION = {
    "deploy": "deploy",
    "maneuver": "maneuver",
    "march": "march",
    "route": "route march",
    "assault": "assault",
    "deployed-fire": "Deployed Fire",
    "moving-fire": "Moving Fire",
}


STATE = {"steady": "OK", "disordered": "disordered", "demoralised": "demoralised"}


def levels(n: int) -> str:
    return "no effect" if not n else f"{n} level{'s' if n > 1 else ''} of damage"


def _assault(p: Any) -> str:
    how = " frontally" if p["frontal"] else ""
    return (
        f"{p['unit']} assaults {p['target']}{how}: defensive fire {levels(p['fire'])}; close combat, "
        f"{levels(p['on_target'])} to the target, {levels(p['actor'])} to the assaulter. "
        f"{'The target is thrown back.' if p['won'] else 'The assault is beaten off.'}"
    )


def _fire(p: Any) -> str:
    how = f"{ACTION[p['action']]} at {p['range']:g} inches"
    if "measured" in p:
        how = f"indirect fire at {p['measured']:g} inches, which count as {p['range']:g}"
    return f"{p['unit']} at {p['target']}: {how}, {COVER.get(p['cover'], p['cover'])} cover: {levels(p['levels'])}."


def _damage(p: Any) -> str:
    lost = f", loses {p['bases']} base{'s' if p['bases'] > 1 else ''}" if p["bases"] else ""
    state = STATE[p["state"]]
    return f"{p['unit']}: {levels(p['levels'])}{lost}; it is {state}."


WORDS: dict[str, Callable[[Any], str]] = {
    "turn": lambda p: f"Turn {p['turn']}: the {SIDE[p['side']]} have the initiative.",
    "refuses": lambda p: f"The {SIDE[p['side']]} refuse the initiative.",
    "round": lambda p: f"{p['formation']} acts.",
    "order": lambda p: f"{p['unit']}, order to {ACTION[p['action']]}: {p['result']}.",
    "moves": lambda p: f"{p['unit']}: {ACTION[p['action']]}, {p['cost']:g} inches.",
    "found": lambda p: f"{p['unit']} is found.",
    "assault-met": lambda p: f"{p['unit']} runs into hidden troops and stops.",
    "both-break": lambda p: "Both armies break at once.",
    "no-room": lambda p: f"{p['unit']} finds no room and stays as it is.",
    "turns": lambda p: f"{p['unit']} turns to {p['facing']:g} degrees.",
    "forms": lambda p: f"{p['unit']} takes up its {p['formation']} formation and faces {p['facing']:g} degrees.",
    "fire": lambda p: _fire(p),
    "damage": _damage,
    "destroyed": lambda p: f"{p['unit']} is destroyed; {p['left']} left to the break point.",
    "surrender": lambda p: f"{p['unit']} cannot fall back and surrenders.",
    "falls-back": lambda p: f"{p['unit']} falls back {p['inches']:g} inches{', re-formed' if p['reformed'] else ''}.",
    "stays-aboard": lambda p: f"{p['unit']} stays aboard.",
    "assault-stopped": lambda p: f"{p['unit']} assaults {p['target']} and is stopped by fire ({levels(p['levels'])}).",
    "assault-late": lambda p: f"{p['unit']} is too late to reach {p['target']}.",
    "assault-home": lambda p: _assault(p),
    "regroup": lambda p: (
        f"{p['unit']} {'tries to regroup, without success' if p['result'] == 'failed' else 'regroups: it is ' + STATE[p['state']]}."
    ),
    "leader-moves": lambda p: f"{p['leader']} rides.",
    "leader-boards": lambda p: f"{p['leader']} boards {p['vehicle']}.",
    "leader-aside": lambda p: f"{p['leader']} gets out of the enemy's way.",
    "asset-lost": lambda p: f"{p['name']} is lost; {p['left']} left to the break point.",
    "army-breaks": lambda p: f"The army of the {SIDE[p['side']]} breaks.",
    "victory": lambda p: f"The {SIDE[p['side']]} win: {p['reason']}",
    "time-up": lambda p: "The day is over.",
    "enters": lambda p: f"{p['unit']} marches onto the table.",
    "boards": lambda p: f"{p['unit']} boards {p['vehicle']}.",
    "leaves": lambda p: f"{p['unit']} leaves {p['vehicle']}.",
    "train-runs": lambda p: f"{p['unit']} runs {p['inches']:g} inches.",
    "train-blocked": lambda p: f"{p['unit']} is stopped by what is on the track.",
    "train-reverses": lambda p: f"{p['unit']} reverses.",
    "track-blocked": lambda p: f"The wreck of {p['unit']} blocks the track.",
    "track-cut": lambda p: f"{p['unit']} rips up the track.",
    "derailed": lambda p: f"{p['unit']} is derailed.",
    "wire-cut": lambda p: f"{p['unit']} cuts the wire.",
    "minefield": lambda p: f"{p['unit']} is in a minefield.",
    "mine-explodes": lambda p: "A mine explodes.",
    "flies": lambda p: f"{p['unit']} is overhead.",
    "anti-aircraft": lambda p: f"{p['unit']} fires at {p['target']}: {levels(p['levels'])}.",
    "air-attack": lambda p: f"{p['unit']} attacks {p['target']}: {levels(p['levels'])}.",
}


def text(e: Entry) -> str:
    return WORDS[e.key](e.params)
