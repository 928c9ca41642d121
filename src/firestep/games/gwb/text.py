"""The journal in words: one sentence a key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from firestep.engine.journal import Entry
from firestep.games.gwb.battle import battle, battles

P = Mapping[str, Any]

SIDES = ("the Allied side", "the German side")
PHASES = {"coordinated": "Coordinated combat", "movement": "Movement", "hasty": "Hasty combat", "surrender": "Surrender"}


def _names() -> dict[str, str]:
    return {u.id: u.name for id in battles() for u in battle(id).units}


_cache: dict[str, str] = {}


def name(id: str) -> str:
    if not _cache:
        _cache.update(_names())
    return _cache.get(id, id)


def names(ids: list[str]) -> str:
    words = [name(i) for i in ids]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


SENTENCES: dict[str, Callable[[P], str]] = {
    "player-turn": lambda p: f"Turn {p['turn']}: {SIDES[p['side']]} begins.",
    "phase": lambda p: f"{PHASES[p['phase']]} phase of {SIDES[p['side']]}.",
    "turn": lambda p: f"Turn {p['turn']}.",
    "end": lambda p: "The battle is over.",
    "march": lambda p: f"{name(p['unit'])} goes into March Order.",
    "move": lambda p: f"{name(p['unit'])} moves to {p['hex']}.",
    "rally": lambda p: f"{name(p['unit'])} rolls {p['die']} and sheds a level of disorganisation; {p['level'] or 'none'} left.",
    "rally-fails": lambda p: f"{name(p['unit'])} rolls {p['die']} with {p['left']} points left and stays disorganised.",
    "rally-open": lambda p: f"{name(p['unit'])} reforms after its attack across the open ({p['die']} points).",
    "limber": lambda p: f"{name(p['unit'])} limbers.",
    "deploy": lambda p: f"{name(p['unit'])} deploys in {p['hex']}.",
    "force": lambda p: f"{name(p['unit'])} forces the march: die {p['die']}, {p['points']} more points.",
    "entrain": lambda p: f"{name(p['unit'])} entrains.",
    "detrain": lambda p: f"{name(p['unit'])} detrains.",
    "disorganised": lambda p: f"{name(p['unit'])} is disorganised (level {p['level']}).",
    "displaced": lambda p: f"{name(p['unit'])} falls back to {p['hex']}: there is no room.",
    "merge": lambda p: f"{name(p['taker'])} takes in a step of {name(p['giver'])}.",
    "harass": lambda p: (
        f"{names(p['guns'])} harass {name(p['unit'])}: strength {p['strength']}, "
        f"die {p['die']}{p['modifier']:+d} against {p['number']}: " + ("a hit." if p["hit"] else "no effect.")
    ),
    "attack": lambda p: f"{names(p['units'])} attack {names(p['defenders'])} in {p['hex']}.",
    "across": lambda p: f"{name(p['unit'])} goes forward across the open to {p['hex']}.",
    "rides-off": lambda p: f"{names(p['units'])} retreat before combat.",
    "support": lambda p: f"{name(p['unit'])} supports {p['hex']}.",
    "barrage": lambda p: (
        f"Barrage by {names(p['guns'])}: strength {p['strength']}, die {p['die']}{p['modifier']:+d}: result {p['result']}."
    ),
    "defensive-fire": lambda p: (
        f"Defensive fire: strength {p['strength']}, die {p['die']}{p['barrage']:+d} for the barrage{p['modifier']:+d}: "
        f"result {p['result']}."
    ),
    "melee": lambda p: (
        f"Melee: {p['attack']} against {p['defence']}, {p['odds']}"
        + (f" after {p['shift']} to the left" if p["shift"] else "")
        + f", die {p['die']}{p['fire']:+d}: attacker loses {p['attacker']}, defender {p['defender']}."
    ),
    "retreats": lambda p: f"The defenders of {p['hex']} retreat and spare both sides {p['spared']}.",
    "abandoned": lambda p: f"{name(p['unit'])} cannot get away and is lost.",
    "overkill": lambda p: f"Overkill: {p['defender']} off the attacker's loss, {p['attacker']} off the defender's.",
    "loses": lambda p: f"{name(p['unit'])} loses a step" + ("." if p["left"] else " and is gone."),
    "back": lambda p: f"{name(p['unit'])} retreats to {p['hex']}.",
    "marker": lambda p: f"A battle marker lies on {p['hex']}.",
    "advance": lambda p: f"{name(p['unit'])} advances to {p['hex']}.",
    "counter-battery": lambda p: (
        f"Counter-battery fire on {p['hex']} by {names(p['guns'])}: "
        f"strength {p['strength']}, die {p['die']}{p['modifier']:+d}: {p['result']} suppressed."
    ),
    "suppressed": lambda p: f"{name(p['unit'])} is suppressed.",
    "isolated": lambda p: f"{name(p['unit'])} is isolated (level {p['level']}).",
    "surrender": lambda p: (
        f"{name(p['unit'])} rolls {p['die']} against {p['level']}: " + ("a step surrenders." if p["lost"] else "it holds.")
    ),
    "relieved": lambda p: f"{name(p['unit'])} has its line of communication again.",
    "overstacked": lambda p: f"{name(p['unit'])} is eliminated for want of room.",
    "demoralised": lambda p: f"The {p['army']} army is demoralised after losing {p['lost']} steps.",
}


def text(entry: Entry) -> str:
    return SENTENCES[entry.key](entry.params)
