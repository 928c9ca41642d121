"""Why not? What single events ask (tgw.6.0): risings, trenches, landings, Libya, Lawrence, Influenza, and held chits."""

from __future__ import annotations

from typing import Any

from firestep.engine.action import Action
from firestep.engine.offer import Offer
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.events import event_table, windows
from firestep.games.tgw.state import State
from firestep.games.tgw.strategic import turkish_surrender

S = Session[State]


# -- held chits ------------------------------------------------------------------------------------------------------------------

#: what a combat lacks, by the term of `data/events.csv` that does not hold
LACKS = {
    "attack": "it helps an attack of yours",
    "defend": "it helps a defence of yours",
    "with": "no unit of the nation that it names takes part",  # tgw.6.12e, tgw.6.17b
    "hq": "no headquarters of the nation that it names supports",  # tgw.6.17b
    "supplied": "not every attacking unit is in supply",  # tgw.6.15a, tgw.6.16a
    "coastal": "the hex does not lie on the coast",  # tgw.6.19a
    "inside": "the hex is not in the Ottoman Empire",  # tgw.6.21a
    "south": "the hex does not lie south of the row that it names",  # tgw.6.36a
    "river": "not every attacker stands behind a river",  # tgw.6.36a
    "no": "gas, mine and flame-thrower do not go together",  # tgw.6.12b, tgw.6.13b
    "unused": "that gas has been used already",  # tgw.6.12c, tgw.6.12d
    "foe-attack": "it is played against an attack of the enemy",
    "foe-with": "no unit of the nation that it names attacks",  # tgw.6.38a
    "foe-without": "a unit takes part that it does not allow for",  # tgw.6.38a
    "foe-no": "tanks or shock-troops take part",  # tgw.6.38a, tgw.6.39a
    "foe-shock": "no shock-troops attack",  # tgw.6.40a
    "only": "others defend the hex as well, or alone",  # tgw.6.39a
    "unless": "another event does the same in this combat already",  # tgw.6.38a, tgw.6.39a, tgw.6.40a
    "not-acting": "another one is in force this turn",  # tgw.6.28a
    "before": "another event has been played that ends it",  # tgw.6.20b, tgw.6.26c, tgw.6.48a, tgw.6.51k
    "winter": "it is played in Nov/Dec or Jan/Feb",  # tgw.6.28a
    "gaza-untouched": "the Gaza line has been entered, or is manned already",  # tgw.6.34c
    "turk-to-dig": "no supplied Turkish unit stands where a trench can be dug",  # tgw.6.35a
    "czar": "the Czar has fallen",  # tgw.6.37b
    "yilderim-egypt": "the Yilderim headquarters is not on the Egyptian Front",  # tgw.6.43a
    "greece-neutral": "Greece is not neutral any more",  # tgw.6.52h
    "gun-hex": "no supplied hex of yours lies within eight hexes of Paris",  # tgw.6.10a
    "scenario": "it is not for this scenario, or Turkey fights no more",  # tgw.5.63b, tgw.6.58a
}
FRONT_TITLES = {
    "west": "Western",
    "italy": "Italian",
    "east": "Eastern",
    "caucasus": "Caucasus",
    "iraq": "Iraqi",
    "egypt": "Egyptian",
}


def lacks(st: State, event: str, side: int) -> str:
    """What is missing to an event that a side holds."""
    if event == "gallipoli" and not turkish_surrender.fights(st):
        return "Turkey fights no more"
    if event.startswith("shock.") and not windows.affordable(st):
        return "Germany lacks the Resource Points for the conversion"
    if windows.idle(st, event):
        return "the odds are below 1:2, and no die is rolled"
    for words in event_table.EVENTS[event].fits:
        verb, _, rest = words.partition(" ")
        if windows.term(st, verb, rest, side):
            continue
        if verb == "front":
            return f"it is for the {FRONT_TITLES[rest]} Front" if rest in FRONT_TITLES else "it is for the maps of Europe"
        return LACKS[verb]
    return LACKS["before"] if event_table.holds(st, event_table.EVENTS[event].void) else ""


def play(s: S, step: Offer, action: Action) -> list[Refusal]:
    if action == ("pass",):
        return []
    st = s.state
    side = step.seats[0]
    p = windows.PLAYS[action[1]]
    event, owner = windows.MEANS[p.id]
    if owner != side:
        return [Refusal(p.rule, f"{p.title} is an event of the other side")]
    if windows.chit_of(st, event, side) < 0:
        if st.play & OF_EVENT[event] and "turnly" in event_table.EVENTS[event].do:
            return [Refusal(p.rule, f"{p.title} has served this turn already")]
        return [Refusal("tgw.6.1.2c", f"you do not hold {p.title}")]
    if p.moment != step.moment:
        return [Refusal(p.rule, f"{p.title} is for another moment: {p.moment}")]
    missing = lacks(st, event, side)
    return [Refusal(p.rule, f"{p.title} does not fit: {missing}")] if missing else []


ASKS: dict[type, tuple[tuple[str, ...], Any]] = {Offer: (("pass", "play play"), play)}
