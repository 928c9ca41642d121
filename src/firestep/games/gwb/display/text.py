"""The journal in words: one sentence a key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from firestep.engine.journal import Entry
from firestep.engine.words import counted, listed
from firestep.games.gwb.components.battle import battle
from firestep.games.gwb.meta import battles

P = Mapping[str, Any]
PHASES = {"coordinated": "Coordinated combat", "movement": "Movement", "hasty": "Hasty combat", "surrender": "Surrender"}


def side(p: P) -> str:
    """A side as its battle calls it."""
    return f"the {battle(p.get('battle', battles()[0])).adjectives[p['side']]} side"


@cache
def _names() -> dict[str, str]:
    return {u.id: u.name for id in battles() for u in battle(id).units}


def name(id: str) -> str:
    return _names().get(id, id)


def names(ids: list[str]) -> str:
    return listed([name(i) for i in ids])


def at(p: P) -> str:
    """The hex of an entry, by its place if it has one."""
    return f"{p['place']} ({p['hex']})" if "place" in p else str(p["hex"])


def die(roll: int, *modifiers: tuple[int, str]) -> str:
    """`die 4 + 1 for the ground = 5`; what is nothing is not told."""
    parts = [f" {'+' if n > 0 else '−'} {abs(n)}{why and ' ' + why}" for n, why in modifiers if n]
    return f"die {roll}{''.join(parts)}" + (f" = {roll + sum(n for n, _ in modifiers)}" if parts else "")


def verb(word: str, who: list[str]) -> str:
    return word if len(who) > 1 else word + "s"


def steps(n: int) -> str:
    return counted(n, "step") if n else "nothing"


SENTENCES: dict[str, Callable[[P], str]] = {
    "player-turn": lambda p: f"Turn {p['turn']}: {side(p)} begins.",
    "phase": lambda p: f"{PHASES[p['phase']]} phase of {side(p)}.",
    "turn": lambda p: f"Turn {p['turn']}.",
    "end": lambda p: "The battle is over.",
    "march": lambda p: f"{name(p['unit'])} goes into March Order.",
    "move": lambda p: f"{name(p['unit'])} moves to {at(p)}.",
    "falls": lambda p: (
        f"The bridge{'s' if len(p['bridges']) > 1 else ''} of {', '.join(p['bridges'])} "
        + ("are down." if len(p["bridges"]) > 1 else "is down.")
    ),
    "capitulates": lambda p: f"{name(p['unit'])} is cut off at the end and lays down its arms ({steps(p['steps'])}).",
    "taken": lambda p: f"{name(p['unit'])} takes {at(p)}.",
    "rally": lambda p: f"{name(p['unit'])} rolls {p['die']} and sheds a level of disorganisation; {p['level'] or 'none'} left.",
    "rally-fails": lambda p: f"{name(p['unit'])} rolls {p['die']} with {p['left']} points left and stays disorganised.",
    "rally-open": lambda p: f"{name(p['unit'])} reforms after its attack across the open ({counted(p['die'], 'point')}).",
    "limber": lambda p: f"{name(p['unit'])} limbers.",
    "deploy": lambda p: f"{name(p['unit'])} deploys at {at(p)}.",
    "force": lambda p: f"{name(p['unit'])} forces the march: die {p['die']}, {p['points']} more points.",
    "entrain": lambda p: f"{name(p['unit'])} entrains.",
    "detrain": lambda p: f"{name(p['unit'])} detrains.",
    "disorganised": lambda p: f"{name(p['unit'])} is disorganised (level {p['level']}).",
    "displaced": lambda p: f"{name(p['unit'])} falls back {'to ' + at(p) if 'hex' in p else 'off the map'}: there is no room.",
    "merge": lambda p: f"{name(p['taker'])} takes in a step of {name(p['giver'])}.",
    "harass": lambda p: (
        f"{names(p['guns'])} {verb('fire', p['guns'])} at {name(p['unit'])} on the march"
        + (f" at {at(p)}" if "hex" in p else "")
        + f": strength {p['strength']}, {die(p['die'], (p['modifier'], ''))}, {p['number']} or less hits: "
        + ("a hit." if p["hit"] else "no effect.")
    ),
    "attack": lambda p: f"{names(p['units'])} {verb('attack', p['units'])} {names(p['defenders'])} at {at(p)}.",
    "across": lambda p: f"{name(p['unit'])} goes forward across the open to {at(p)}.",
    "rides-off": lambda p: f"{names(p['units'])} {verb('retreat', p['units'])} before combat.",
    "support": lambda p: f"{name(p['unit'])} supports {at(p)}.",
    "barrage": lambda p: (
        f"Barrage by {names(p['guns'])}: strength {p['strength']}, {die(p['die'], (p['modifier'], 'for the ground'))}: "
        f"{p['result']:+d} on the defender's die."
    ),
    "defensive-fire": lambda p: (
        f"Defensive fire{' with ' + name(p['support']) if p['support'] else ''}: strength {p['strength']}, "
        + die(p["die"], (p["barrage"], "for the barrage"), (p["modifier"], "for the approach"))
        + f": {p['result']:+d} on the melee die."
    ),
    "melee": lambda p: (
        f"Melee: {p['attack']} against {p['defence']}, {p['odds']}"
        + (f" after {p['shift']} to the left" if p["shift"] else "")
        + f", {die(p['die'], (p['fire'], 'for the fire'))}: "
        + f"the attacker owes {steps(p['attacker'])}, the defender {steps(p['defender'])}."
    ),
    "retreats": lambda p: f"The defenders of {at(p)} retreat and spare both sides {steps(p['spared'])}.",
    "abandoned": lambda p: f"{name(p['unit'])} cannot get away and is lost.",
    "overkill": lambda p: (
        "More was owed than stood there: "
        + " and ".join(f"{n} off the {who} loss" for n, who in ((p["defender"], "attacker's"), (p["attacker"], "defender's")) if n)
        + "."
    ),
    "loses": lambda p: f"{name(p['unit'])} loses a step" + ("." if p["left"] else " and is gone."),
    "back": lambda p: f"{name(p['unit'])} retreats to {at(p)}.",
    "marker": lambda p: f"A battle marker lies on {at(p)}.",
    "advance": lambda p: f"{name(p['unit'])} advances to {at(p)}.",
    "counter-battery": lambda p: (
        f"Counter-battery fire on {at(p)} by {names(p['guns'])}: "
        f"strength {p['strength']}, {die(p['die'], (p['modifier'], ''))}: {p['result'] or 'nobody'} suppressed."
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
