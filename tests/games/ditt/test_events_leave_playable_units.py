"""What events hand over: units that they bring, move or free, and countries that they bring into the war, can do afterwards what
the rules let them do, and still can two turns later."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from types import MappingProxyType

import pytest

from firestep.games.ditt import find
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import event_table
from firestep.games.ditt.movement import passage
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits
from firestep.testing import rule
from games.ditt.handing import Apply, Handed, clear, collapse, enter, happen, march, occur, run, two_turns

DICE = ((1,), (2,), (3,), (4,), (5,), (6,), (6, 1), (1, 6))
#: which of its answers each side takes: the first or the last
ANSWERS = ((0, 0), (-1, -1), (0, -1))
#: verbs that can bring, move or free a unit, or change a side
BRINGS = frozenset(("deploy", "release", "join", "joinall", "war", "freewar", "serve", "call", "surrender", "raise"))
#: what `call` names without handing anything over
ELSEWHERE = frozenset(
    (
        "arab-opinion", "baltic-states", "belgium-gone", "bribing-italy", "central-asia", "cliffhanger", "emperor-dies",
        "greek-macedonia", "kindermord", "late-beach", "lettow", "maritsa", "provisional", "st-jean", "sykes-picot", "truce",
        "u-boat-bases", "wassmuss", "zeebrugge",
    )
)  # fmt: skip
#: events that hand nothing over in any of the games, and why
NEVER = {
    "1918.4.09": "15.12a: the United States are at war in all of the games; 1917.1.09 is the same event",
    "1918.5.02": "17.0b: the war is over when Germany surrenders",
}


def verbs(do: str) -> set[str]:
    """The verbs of an event, each `call` with the name that it calls, each `pick` with what becomes of the chosen unit or place."""
    parts = re.split(r"; | & | / | \| |: | else: ", do)
    found = (re.sub(r"^(?:\d+(?:-\d+)? )+|^(?:greater|lesser|french|italian) ", "", part).split(" ") for part in parts)
    return {w[5] if w[0] == "pick" else w[0] if w[0] != "call" or w[1] not in ELSEWHERE else "elsewhere" for w in found}


EVENTS = [id for id, e in event_table.EVENTS.items() if verbs(e.do) & BRINGS]


# -- positions that no condition asks for -----------------------------------------------------------------------------------


def beaten_roumanians(st: State) -> None:
    clear(st, tables.EP, find.places_of(st, st.corps[tables.RM] & st.afield))


def conquered_roumania(st: State) -> None:
    from firestep.games.ditt.nations import control

    run(st, Apply(lambda s: control.join(s, tables.RM, tables.EP)))
    beaten_roumanians(st)
    for i in bits(places.HOME[tables.RM]):
        enter(st, tables.GE, i)


def germans_in_kiev(st: State) -> None:
    march(st, tables.UNIT["ge-8"], places.INDEX["2417"], 5)


SCENES: dict[str, tuple[Callable[[State], None] | None, ...]] = {
    "1917.7.05": (beaten_roumanians,),
    "1918.5.12": (collapse,),
    "1918.6.02": (germans_in_kiev,),
    "1918.8.07": (None, conquered_roumania),
}


@cache
def handed(event: str) -> tuple[Handed, ...]:
    """Each different way in which an event hands something over, from the first game for each scene that shows one."""
    found: dict[object, Handed] = {}
    for scene in SCENES.get(event[8:], (None,)):
        for st in occur(event):
            if scene is not None:
                scene(st)
            seen = {h.key: h for answers in ANSWERS for dice in DICE if any((h := happen(st.copy(), event, dice, answers)).key)}
            if seen:
                found |= seen
                break
    return tuple(found.values())


# -- what is expected -------------------------------------------------------------------------------------------------------

#: the masters of units that serve no longer, or not yet, the nation of their counter
MASTERS = MappingProxyType(
    {
        "bz-exp": {"fr", "it"},
        "co-don": {"ge"},
        "cz-legion": {"rs", "cz"},
        "fi-1": {"fi"},
        "fi-2": {"rs", "fi"},
        "red-1": {"rc", "re"},
        "red-2": {"rc", "re"},
        "zi-legion": {"br", "ge"},
    }
)
#: events that give a unit another master
ENLISTED = {("1917.8.09", "co-terek"): {"br"}, ("1917.7.05", "rm-1"): {"br"}}
#: sides that a country may have after an event that names no side, or that a unit's country takes in other ways
BY_CALL: dict[str, set[int]] = {
    "ab": {tables.EP},
    "ah": {tables.OUT},
    "az": {tables.CP},
    "bl": {tables.OUT},
    "bs": {tables.EP},
    "bu": {tables.NEUTRAL, tables.OUT, tables.EP, tables.CP},
    "dk": {tables.EP},
    "fi": {tables.CP, tables.EP},
    "gg": {tables.EP, tables.NEUTRAL},
    "it": {tables.EP, tables.OUT},
    "mt": {tables.EP, tables.NEUTRAL},
    "rm": {tables.CP, tables.EP},
    "rs": {tables.EP, tables.OUT},
    "uk": {tables.CP},
    "ar": {tables.OUT},
    "cz": {tables.EP},
}
#: what a unit, or the units of a country, cannot do after an event, and the rule that says so
CANNOT: dict[tuple[str, str], str] = {
    ("ar-1", "fight"): "E41",
    ("boer", "leave"): "K02",
    ("bs-1", "move"): "ditt.13.3f",
    ("bs-1", "leave"): "ditt.13.3f",
    ("gg", "fight"): "ditt.13.3b",
    ("it", "fight"): "ditt.15.1f",
    ("it-vii", "move"): "ditt.ev.1914.6.06",
    ("it-vii", "leave"): "ditt.ev.1914.6.06",
    ("it-vii", "grow"): "ditt.15.1d",
    ("red-1", "leave"): "ditt.12.3c",
    ("red-2", "leave"): "ditt.12.3c",
    ("sw-2", "fight"): "ditt.ev.1918.1.03",
    ("sw-2", "move"): "ditt.sct.d",
}


def sides(event: str, nation: str) -> set[int]:
    """The sides on which an event may bring a country, as its words say. Other chapters have no words."""
    do, out = event_table.EVENTS[event].do if event in event_table.EVENTS else "", set[int]()
    for verb, one, other in re.findall(r"\b(join|war|freewar) (\w+) (\w+)", do):
        if verb == "join" and one == nation:
            out.add(find.SIDE[other])
        elif verb != "join" and other == nation:
            out.add(1 - find.SIDE[one])
    for side, names in re.findall(r"\bjoinall (\w+) ((?:\w\w ?)+)", do):
        if nation in names.split(" "):
            out.add(find.SIDE[side])
    return out or BY_CALL[nation]


def masters(event: str, unit: str) -> set[str]:
    return ENLISTED.get((event[8:], unit), MASTERS.get(unit, {tables.NATIONS[tables.UNIT_NATION[tables.UNIT[unit]]]}))


def commands(st: State, u: int) -> bool:
    """A player orders a unit."""
    return any(passage.commanded(st, side) >> u & 1 for side in (tables.CP, tables.EP))


def excused(unit: str, what: str) -> bool:
    names = (unit, tables.NATIONS[tables.UNIT_NATION[tables.UNIT[unit]]])
    return any((name, what) in CANNOT for name in names)


#: conditions that hold in none of the games, and why
UNMET = {
    "1918.4.09": "15.12a: the United States are at war in all of the games; 1917.1.09 has the same condition",
    "1918.7.04": "ditt.6.5b: nobody lands in games of the plainest answers, and both Beach Heads stay in hand",
}


# -- tests ------------------------------------------------------------------------------------------------------------------


def test_the_rules_can_bring_about_the_condition_of_each_event() -> None:
    unmet = {e.id[8:] for e in event_table.EVENTS.values() if e.when and next(occur(e.id), None) is None}
    assert unmet == set(UNMET)


def test_every_event_that_can_hand_something_over_does() -> None:
    silent = {id[8:] for id in EVENTS if not handed(id)}
    assert silent == set(NEVER)


@pytest.mark.parametrize("event", [pytest.param(id, marks=rule(id), id=id[8:]) for id in EVENTS if id[8:] not in NEVER])
def test_what_an_event_hands_over_is_usable_for_two_turns(event: str) -> None:
    for h in handed(event):
        check(h)


def check(h: Handed, joins: Mapping[str, int] | None = None, hungry: Collection[str] = ()) -> None:
    """What was handed over can act for two turns, but for units without supply. `joins` says which side each country takes, where
    the event does not."""
    st, wrong = h.after.state, list[str]()
    for n in h.nations:
        if st.allegiance[tables.NATION[n]] not in ({joins[n]} if joins is not None and n in joins else sides(h.event, n)):
            wrong.append(f"{n} is on side {st.allegiance[tables.NATION[n]]}")
    for unit in h.units:
        if tables.NATIONS[st.serves[tables.UNIT[unit]]] not in masters(h.event, unit):
            wrong.append(f"{unit} serves {tables.NATIONS[st.serves[tables.UNIT[unit]]]}")
    new = [u for n in h.nations for u in bits(st.corps[tables.NATION[n]] & st.afield)]
    ours = dict.fromkeys([*(tables.UNIT[x] for x in h.units), *(u for u in new if st.side(u) < 2)])
    freed = [tables.UNIT[u] for u in h.freed if st.at[tables.UNIT[u]] > 0]
    turns = two_turns(h)
    for unit in h.boxed:  # units of a country that may yet join wait there (ditt.15.1e)
        u = tables.UNIT[unit]
        waits = st.side(u) == tables.NEUTRAL and st.serves[u] in tables.LEAN and not commands(st, u)
        if not waits and u not in turns.deployed:
            wrong.append(f"{unit} stays in the Reserve Box")
    for u in ours:
        unit = tables.UNITS[u]
        if unit in hungry:
            continue
        done = {
            "fight": st.side(u) < 2,
            "live": turns.end.at[u] == st.at[u],
            "move": u in turns.moved,
            "leave": u in turns.lifted,
            "grow": not tables.IS_ARMY[u] or u in turns.fed or turns.end.divs[u] == tables.MOST_DIVS,
        }
        if st.side(u) > 1 and excused(unit, "fight") and not commands(st, u):
            done = {"live": done["live"]}
        wrong += [f"{unit} cannot {what}" for what, can in done.items() if not can and not excused(unit, what)]
    if freed:
        away = two_turns(h, freed)
        wrong += [f"{tables.UNITS[u]} may not go to Europe" for u in freed if not away.sites.get(u, 0) & ~places.COLONIES]
    assert not wrong, (h.key, wrong)
