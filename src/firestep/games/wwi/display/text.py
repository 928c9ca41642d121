"""The journal in words: a sentence for every key, so that the log reads like a report of the war."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from firestep.engine.journal import Entry
from firestep.engine.words import capital, counted, listed
from firestep.games.wwi.components import board
from firestep.games.wwi.sequence import PHASES

SIDE = {"allied": "the Allies", "central": "the Central Powers", "": ""}

P = Mapping[str, Any]


def unit(id: str) -> str:
    """`ge-6` is the German 6th Army."""
    return board.ARMY[board.UNIT[id]]


def units(ids: list[str]) -> str:
    return listed([unit(i) for i in ids])


def place(number: str) -> str:
    return "the Transit Area" if number == "transit" else board.place_name(board.INDEX[number])


def points(k: int) -> str:
    return counted(k, "point")


def country(code: str) -> str:
    return board.TITLES[code]


def verb(code: str, word: str) -> str:
    """What a country does: the United States are many."""
    return word if code == "us" else f"{word}s"


def _attack(p: P) -> str:
    who = units(p["units"])
    target = f"{unit(p['defender'])} in {place(p['hex'])}" if p["defender"] else f"the fortification of {place(p['hex'])}"
    how = " with infiltration tactics" if p["infiltrate"] else ""
    a, d = p["losses"]
    twice = " (doubled)" if [a, d] != p["printed"] else ""
    many = "s" if len(p["units"]) == 1 else ""
    return (
        f"{capital(who)} attack{many} {target}{how}: {p['strength']} against {p['defense']}, column +{p['column']}, "
        f"die {p['die']}: attacker loses {a}, defender {d}{twice}."
    )


def _phase(p: P) -> str:
    side = f" ({SIDE[p['side']]})" if p["side"] and p["phase"] > 3 else ""
    return f"{PHASES[p['phase']]} Phase{side}"


def _income(p: P) -> str:
    got = ", ".join(f"{country(c)} {k}" for c, k in sorted(p["points"].items()))
    return f"Combat Resource Points arrive: {got}."


def _moves(p: P) -> str:
    via = f" by way of {listed([place(n) for n in p['path'][:-1]])}" if len(p["path"]) > 1 else ""
    return f"{capital(unit(p['unit']))} moves from {place(p['start'])} to {place(p['path'][-1])}{via}."


def _transit(p: P) -> str:
    """Logs of older games do not say the way."""
    start = f" from {place(p['start'])}" if "start" in p else ""
    via = f" by way of {listed([place(n) for n in p['path']])}" if p.get("path") else ""
    return f"{capital(unit(p['unit']))} enters the Franco-Italian Transit Area{start}{via}."


def _violation(p: P) -> str:
    gain = f"; {SIDE['central' if p['by'] == 'allied' else 'allied']} gain {p['vp']} Victory Points" if p["vp"] else ""
    return f"{capital(SIDE[p['by']])} violate the neutrality of {country(p['country'])}{gain}."


def _joins(p: P) -> str:
    title = country(p["country"])
    return f"{capital(title)} {verb(p['country'], 'join')} {SIDE[p['side']]}."


def _path(p: P) -> str:
    """From where to where, and by what way if there was one."""
    start, *between, end = p["path"]
    via = f" by way of {listed([place(n) for n in between])}" if between else ""
    return f"from {place(start)} to {place(end)}{via}"


TEXTS: dict[str, Callable[[P], str]] = {
    "turn": lambda p: f"Game-Turn {p['turn']}: {p['season']}",
    "phase": _phase,
    "moves": _moves,
    "transit": _transit,
    "sails": lambda p: f"{capital(unit(p['unit']))} sails from {place(p['start'])} and lands at {place(p['hex'])}.",
    "link-on": lambda p: f"The sea link at {place(p['hex'])} is open again.",
    "link-off": lambda p: f"The sea link at {place(p['hex'])} is cut.",
    "astray": lambda p: f"{capital(unit(p['unit']))} did not leave {place(p['hex'])} and is disbanded; it may be built again.",
    "no-room": lambda p: (
        f"{capital(unit(p['unit']))} cannot make room at {place(p['hex'])} and is disbanded; it may be built again."
    ),
    "superior": lambda p: (
        f"{capital(SIDE[p['side']])} are the Superior Player: {p['allied']} Allied points against {p['central']}."
    ),
    "attack": _attack,
    "pays": lambda p: f"{capital(country(p['nation']))} {verb(p['nation'], 'pay')} {points(p['points'])}.",
    "retreats": lambda p: f"{capital(unit(p['unit']))} retreats {_path(p)}.",
    "displaced": lambda p: f"{capital(unit(p['unit']))} makes room and goes to {place(p['hex'])}.",
    "destroyed": lambda p: (
        f"{capital(unit(p['unit']))} is destroyed at {place(p['hex'])}"
        + ("." if p["supplied"] else ", out of supply: it will not return.")
    ),
    "fort-given-up": lambda p: f"The fortification of {place(p['hex'])} falls.",
    "fort-taken": lambda p: f"{capital(unit(p['unit']))} storms the fortification of {place(p['hex'])}; it is destroyed.",
    "advances": lambda p: f"{capital(unit(p['unit']))} advances {_path(p)}.",
    "follows": lambda p: f"{capital(unit(p['unit']))} follows into {place(p['path'][-1])}.",
    "centre": lambda p: f"{capital(unit(p['unit']))} takes the Resource Center {place(p['hex'])}.",
    "city-falls": lambda p: f"{place(p['hex'])} falls to the Central Powers.",
    "city-retaken": lambda p: f"{place(p['hex'])} is retaken.",
    "collapse": lambda p: f"The Russian army collapses: {points(p['lost'])} are lost and no more will come.",
    "surrender": lambda p: f"Russia surrenders: its armies leave the war and the Central Powers gain {p['vp']} Victory Points.",
    "russia-reopened": lambda p: f"{capital(unit(p['unit']))} enters Russia: the garrisons there are free to move.",
    "garrisons": lambda p: f"Garrisons in Russia: {units(p['units'])}.",
    "violation": _violation,
    "greeks-removed": lambda p: "The Greek armies leave the game.",
    "joins": _joins,
    "entry-roll": lambda p: (
        f"The die for the entry of {country(p['country'])} shows {p['die']}: {'it joins' if p['die'] <= 4 else 'it waits'}."
    ),
    "income": _income,
    "builds": lambda p: f"{capital(unit(p['unit']))} is raised at {place(p['hex'])}.",
    "rebuilds": lambda p: (
        f"{capital(country(p['nation']))} {verb(p['nation'], 'rebuild')} the fortification of {place(p['hex'])} "
        f"for {points(p['points'])}."
    ),
    "arrives": lambda p: f"{capital(unit(p['unit']))} arrives at {place(p['hex'])}.",
    "lends": lambda p: (
        f"{capital(country(p['lender']))} {verb(p['lender'], 'lend')} {country(p['borrower'])} {points(p['points'])}."
    ),
    "starved": lambda p: f"{capital(unit(p['unit']))} is lost at {place(p['hex'])}, out of supply: it will not return.",
    "fort-starved": lambda p: f"The fortification of {place(p['hex'])} falls, out of supply.",
    "deployed": lambda p: f"{capital(unit(p['unit']))} deploys at {place(p['hex'])}.",
    "end": lambda p: "Ten turns are played: the war is over.",
}


def text(entry: Entry) -> str:
    return TEXTS[entry.key](entry.params)
