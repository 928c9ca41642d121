"""Markers that outlive their cause: at every decision of games that machines play, each marker's reason still holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from firestep.engine.session import Session
from firestep.games.ditt.combat.retreat import Retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.state import BOX, POOL, State
from firestep.hexmap.grid import bits
from firestep.testing import rule
from games.ditt.journeys import SCENES, Journey, journeys, scenes, travel
from sampling import WHOLE, every

#: decisions of a game that are looked at; a scene is played to the end of its turn, and the bot that counts odds is slow
MOST = {"scene": 250, "bot": 400, "leg": 4000 if WHOLE else 700}
PLAYED = [*scenes(40 if WHOLE else 8), *(journeys() if WHOLE else every(4, journeys(("random", "busy"))))]


def outlived(s: Session[State]) -> Iterator[str]:
    """What is still on the map, or in force, without its reason."""
    yield from _sieges(s)
    yield from _beaches(s)
    yield from _forts(s.state)
    yield from _cities_and_centres(s.state)
    yield from _counters(s.state)
    yield from _permissions(s.state)
    yield from _countries(s.state)
    yield from _nations_of_units(s.state)


def _sieges(s: Session[State]) -> Iterator[str]:
    """A Siege marker lies on an intact Fort that the other side surrounds, until the turn ends (ditt.7.5)."""
    st = s.state
    for side, i in enumerate(st.siege):
        if i <= 0:
            continue
        fighting = st.fight is not None or isinstance(s.top, Retreat)
        if not (st.forts & ~st.no_forts) >> i & 1 or st.allegiance[places.FORT_NATION[i]] != side:
            yield f"siege of {places.NUMBER[i]} without a Fort of its side"
        if not st.ctrl[1 - side] >> i & 1:
            yield f"siege of {places.NUMBER[i]}, which the besiegers do not hold"
        if st.occ[side] >> i & 1 and not fighting:
            yield f"siege of {places.NUMBER[i]}, where its own side stands"
        if st.phase not in (4, 5):
            yield f"siege of {places.NUMBER[i]} in phase {st.phase}"


def _beaches(s: Session[State]) -> Iterator[str]:
    """A Beach Head has invaders, in a hex of the other side; invaders are in a Beach Head (ditt.6.5, V19)."""
    st = s.state
    for i in st.beach:
        if i <= 0:
            continue
        invaders = bits(st.invaders(i))
        if not invaders:
            if st.fight is None:
                yield f"Beach Head at {places.NUMBER[i]} without invaders"
        elif st.ctrl[st.side(invaders[0])] >> i & 1:
            yield f"Beach Head at {places.NUMBER[i]}, a hex of the invaders"
    for u in bits(st.landed):
        if st.at[u] not in st.beach:
            yield f"{tables.UNITS[u]} counts as an invader at {st.at[u]}"


def _forts(st: State) -> Iterator[str]:
    """A Fort stands for a country in the war or neutral, a coin in a German colony (ditt.8.4, ditt.11.2, ditt.12.2)."""
    for i in bits(st.forts):
        side = st.allegiance[places.FORT_NATION[i]]
        if side == tables.OUT:
            yield f"Fort of {places.NUMBER[i]} of a country that is out"
        elif side < 2 and not st.ctrl[side] >> i & 1 and i not in st.siege and i not in st.beach and st.fight is None:
            yield f"Fort of {places.NUMBER[i]} in a hex that its side does not hold"
    if st.no_forts and st.turn > 2:
        yield "Forts still switched off"


def _cities_and_centres(st: State) -> Iterator[str]:
    """A city waits for its die while the enemy of its country holds it (ditt.12.1e, ditt.12.1f)."""
    for n in (tables.FR, tables.IT):
        if st.allegiance[n] < 2 and (free := st.unrolled & places.CITY[n] & ~st.ctrl[1 - st.allegiance[n]]):
            yield f"a die is due for {places.numbers(free)}, which the enemy does not hold"
    if st.unrolled & ~st.fallen:
        yield "a die is due for a city that has not fallen"


def _counters(st: State) -> Iterator[str]:
    """Marks of units and Divs (ditt.2.2, ditt.2.5, ditt.4.1): who is flipped is on the map, who gave or took Divs is in
    Logistics."""
    for name, marked in (("flipped", st.flipped), ("ferried", st.ferried), ("landed", st.landed)):
        if marked & ~st.afield:
            yield f"{name} off the map: {[tables.UNITS[u] for u in bits(marked & ~st.afield)]}"
    if (st.gave or st.took) and st.phase not in (2, 3):
        yield "Armies are marked for Logistics outside it"
    if st.sud > st.divs[tables.SUD]:
        yield "German Divs without the Süd Army"
    for u in bits(tables.ARMY_MASK):
        if (st.divs[u] > 0) != (st.at[u] > 0 or st.at[u] == BOX) and st.fight is None:
            yield f"{tables.UNITS[u]} has {st.divs[u]} Divs at {st.at[u]}"
    for n in tables.POWERS:
        if st.frozen[n] > st.reserves[n]:
            yield f"more frozen than reserves: {tables.NATIONS[n]}"


def _landings(s: Session[State], landed: dict[int, int], told: int) -> Iterator[str]:
    """Germans that landed with Operation Albion are where they landed (B07). `landed` holds their last landings, `told` says how
    much of the journal is in it."""
    for e in islice(s.journal, told, None):
        if e.key == "lands":
            landed |= dict.fromkeys((tables.UNIT[u] for u in e.params["units"]), places.INDEX[e.params["place"]])
    for u in bits(s.state.ferried):
        if landed.setdefault(u, s.state.at[u]) != s.state.at[u]:
            yield f"{tables.UNITS[u]} has left its landing"


def _permissions(st: State) -> Iterator[str]:
    """Entry markers, coins that were pointed at a hex, markers of the Sinai, chits that were seen."""
    for k, value in enumerate(st.entry):
        n = tables.ENTRY_NATION[k] if k != tables.REVOLUTION else tables.RS
        if value >= 0 and (st.flag("collapsed") if k == tables.REVOLUTION else st.allegiance[n] != tables.NEUTRAL):
            yield f"the marker of {tables.ENTRY[k]} stands at {value}"
    if st.spots[0] and st.phase != 4:
        yield "Putnik is still waiting for his attack"
    if st.flag("sarrail-used") and st.phase != 4:
        yield "Sarrail still counts as played"
    if st.flag("engineers") and st.flag("pipeline") or st.flag("engineers-held") and st.flag("pipeline"):
        yield "Engineers beside the Pipeline"
    if any(k and not st.cup >> k & 1 for k in st.peeked):
        yield "a chit was seen that is no longer in the cup"
    if st.at[tables.BOER] == POOL and st.boer:
        yield "Boers with a strength, and no Boers"


def _countries(st: State) -> Iterator[str]:
    """Turns that are remembered, land that is closed, what is left of a country that is out (ditt.12.2, ditt.13.2, ditt.14.2,
    ditt.15.10)."""
    if bool(st.us_turn) != (st.allegiance[tables.US] < 2):
        yield f"the United States joined on turn {st.us_turn}"
    if bool(st.collapse_turn) != st.flag("collapsed"):
        yield f"Russia collapsed on turn {st.collapse_turn}"
    if there := st.closed & (st.occ[0] | st.occ[1]):
        yield f"units in closed land: {places.numbers(there)}"
    for name in ("recruited", "occupied", "centres"):
        if strange := getattr(st, name) & ~places.CENTRES:
            yield f"{name}, and no Population Centre: {places.numbers(strange)}"
    held = 0
    for n, own in enumerate(st.own):
        if own & held:
            yield f"{tables.NATIONS[n]} shares {places.numbers(own & held)}"
        held |= own
        if st.allegiance[n] == tables.OUT and (own & ~st.closed or st.corps[n] & st.afield):
            yield f"{tables.NATIONS[n]} is out, and still has land or units"
    for n in tables.POWERS:
        if st.allegiance[n] == tables.OUT and (st.max[n] or st.reserves[n]):
            yield f"{tables.NATIONS[n]} is out, and still has Divs"
    if (st.flag("brest-litovsk") or st.flag("russia-back")) and not st.flag("collapsed"):
        yield "a treaty, or a return, of a Russia that fights"


def _nations_of_units(st: State) -> Iterator[str]:
    """Units that events have set free, sent to France, or given another master (ditt.16.4b, N06)."""
    for u in bits(st.roaming):
        if st.serves[u] == tables.UNIT_NATION[u]:
            yield f"{tables.UNITS[u]} is free of the list of the nation that it serves"
    for u in bits(st.expedition):
        if (
            st.flag("collapsed")
            or st.serves[u] != tables.RS
            or st.at[u] > 0
            and not places.lands("France", "Germany") >> st.at[u] & 1
        ):
            yield f"{tables.UNITS[u]} counts as sent to France"
    if strange := [tables.UNITS[u] for u in bits(st.released) if u not in (*tables.HELD, tables.SUD)]:
        yield f"set free, and never held: {strange}"


#: fields of the state without a cause that could end, and why
NO_MARKERS = {
    **dict.fromkeys(("seas", "coins", "gas", "ne_limit", "air", "rolls"), "a track, or a die that is rolled once"),
    **dict.fromkeys(("deployed", "passes", "chit_phase"), "emptied when its phase begins again"),
    "serves": "the masters of units are those of test_events_leave_playable_units",
    "surrendered": "once and for all",
    "flags": "test_flags",
    "truce": "events/test_events",
}


@rule("ditt.7.5g", "ditt.7.5h", "ditt.6.5t", "ditt.6.5u", "ditt.8.4l", "ditt.12.1f", "ditt.12.2b")
@pytest.mark.parametrize("journey", PLAYED, ids=lambda j: j.name)
def test_no_marker_outlives_its_cause(journey: Journey) -> None:
    kind = "scene" if journey.moment in SCENES else "bot" if journey.style == "greedy" else "leg"
    landed: dict[int, int] = {}
    told = 0
    for k, s in enumerate(travel(journey, MOST[kind])):
        found = [*outlived(s), *_landings(s, landed, told)]
        told = len(s.journal)
        assert not found, (k, found, type(s.top).__name__)
