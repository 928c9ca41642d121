"""What events do in a combat (tgw.6.12 to tgw.6.31): modifiers of chits played into it, and of events that last.

A chit that is played into the combat in hand joins `Fight.plays`; statements of its `do` that only name something (`river`,
`gas cl`, `blast`, `hold`, `loot`) join `Fight.marks`. Its `drm` is read here.
"""

from __future__ import annotations

from firestep.engine.odds import Modifier
from firestep.games.tgw.components import fronts, roster, tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT
from firestep.games.tgw.events.event_table import EVENTS
from firestep.games.tgw.state import Fight, State

BRUSILOV = 3
CONRAD = 2


#: rule, name and modifier of the events that are played into a combat
DRM = {event: (e.id, e.name, int(words[4:])) for event, e in EVENTS.items() for words in e.do if words.startswith("drm ")}
#: the Arab Northern Army
ARABS = sum(1 << u for u, n in enumerate(roster.NATION_OF) if n == tables.AB)


def modifiers(st: State, fight: Fight) -> list[Modifier]:
    """Every die roll modifier that events bring into a combat."""
    out = []
    for c in fight.plays:
        if CHITS[c].event in DRM:
            out.append(Modifier(*DRM[CHITS[c].event]))
    if any(roster.NATION_OF[u] == tables.AB for u in fight.attackers):
        if st.play & OF_EVENT["lawrence"]:  # he joins the Arab army as soon as both are in play (tgw.6.7c)
            out.append(Modifier("tgw.6.24d", "Lawrence of Arabia", 1))
        if st.acting("atrocity"):
            out.append(Modifier("tgw.6.25a", "Turkish Atrocity", 1))
    if st.options.get("lawrence") == "minus-one" and st.play & OF_EVENT["lawrence"] and st.stack(fight.hex) & ARABS:
        out.append(Modifier("tgw.6.24d", "Lawrence of Arabia defends", -1))  # P25, the other reading
    if is_brusilov(st, fight):
        out.append(Modifier("tgw.6.27a", "the Brusilov Offensive", BRUSILOV))
    if first_conrad(st, fight):
        out.append(Modifier("tgw.6.29e", "the Conrad Offensive", CONRAD))
    return out


def brusilov_acts(st: State) -> bool:
    """Returns whether Brusilov attacks can be made: on any turn after the event was played (tgw.6.27a, P28), while Russia
    stands."""
    at_once = st.options.get("brusilov") == "at-once"
    return bool(st.play & OF_EVENT["brusilov"]) and (at_once or st.tally.get("turn-brusilov", 0) < st.turn)


def is_brusilov(st: State, fight: Fight) -> bool:
    """Returns whether a combat is a Brusilov attack. Russians alone attack (tgw.6.27c), an HQ supports them (tgw.6.27d), and no
    German defends (tgw.6.27e, E21, E22)."""
    if fight.hqs[0] < 0 or not brusilov_acts(st):
        return False
    return (
        all(roster.NATION_OF[u] in tables.RUSSIAN for u in fight.attackers)
        and bool(fight.defenders)
        and not any(roster.NATION_OF[u] == tables.GE for u in fight.defenders)
    )


def first_conrad(st: State, fight: Fight) -> bool:
    """The first attack of Austro-Hungarians alone on the Italian Front in the first turn of the offensive (tgw.6.29e)."""
    return (
        st.until.get("conrad-from", 0) == st.turn
        and not st.tally.get("now-conrad")
        and fronts.FRONT_AT[fight.hex] == fronts.ITALY
        and all(roster.NATION_OF[u] == tables.AH for u in fight.attackers)
    )
