"""Statements of events that ask no player. Each function takes the event and the words after its verb."""

from __future__ import annotations

import re

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt import find
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import conditions
from firestep.games.ditt.nations import control, entry_markers
from firestep.games.ditt.state import CASUALTY, IN_HAND, State
from firestep.hexmap.grid import bits

S = Session[State]


def roll(s: S, event: str, dice: int) -> int:
    total = sum(s.roll() for _ in range(dice))
    s.note("event-roll", event, event=event, dice=dice, total=total)
    return total


def amount(s: S, event: str, word: str) -> int:
    """`+6`, `-2d6`, `1d6` or `4` as a number, dice rolled."""
    m = re.fullmatch(r"([+-]?)(\d+)(d6)?", word)
    assert m, word
    k = roll(s, event, int(m[2])) if m[3] else int(m[2])
    return -k if m[1] == "-" else k


def army_max(s: S, event: str, words: str) -> Steps:
    nation, change = words.split(" ")
    control.change_max(s, tables.NATION[nation], amount(s, event, change), event, "ditt.3.0g")
    return ()


def entry(s: S, event: str, words: str) -> Steps:
    """Rolls for an entry marker (ditt.15.2b). With Russians in Germany a chit's rolls do not advance the Revolution; those that
    reduce it are made (ditt.13.1c, Y01)."""
    marker, change = words.split(" ")
    k = tables.ENTRY.index(marker)
    if s.state.entry[k] < 0:
        return entry_markers.no_marker(s, k, event)
    if k == tables.REVOLUTION and s.state.flag("shield") and not change.startswith("-"):  # ditt.13.1c
        s.note("shielded", "ditt.13.1c", event)
        return ()
    return entry_markers.move_entry(s, k, amount(s, event, change), event)  # ditt.15.2b


def unrest(s: S, event: str, words: str) -> Steps:
    """Dice for the Revolution that a player's decision causes stand (ditt.13.1d)."""
    if s.state.entry[tables.REVOLUTION] < 0:
        return entry_markers.no_marker(s, tables.REVOLUTION, event)
    return entry_markers.move_entry(s, tables.REVOLUTION, amount(s, event, words), event, "ditt.13.1d")


def coins(s: S, event: str, words: str) -> Steps:
    box, k = words.split(" ")
    st = s.state
    st.coins[tables.BOX[box]] += int(k)  # ditt.3.0i
    s.note("coins", event, "ditt.3.0i", box=box, change=int(k), coins=st.coins[tables.BOX[box]])
    return ()


def uncoin(s: S, event: str, words: str) -> Steps:
    box, k = words.split(" ")
    st = s.state
    b = tables.BOX[box]
    gone = st.coins[b] if k == "all" else min(int(k), st.coins[b])
    st.coins[b] -= gone
    if gone:
        s.note("coins", event, box=box, change=-gone, coins=st.coins[b])
    return ()


def air(s: S, event: str, box: str) -> Steps:
    s.state.air = tables.AIR.index(box)  # ditt.8.1a
    s.note("air", event, "ditt.8.1a", box=box, side=tables.SEATS[tables.AIR_SIDE[s.state.air]])
    return ()


def flip_all(s: S, event: str, words: str) -> Steps:
    _, where = words.split(" ")
    st = s.state
    there = find.inside(st, find.units(st, "CP") | find.units(st, "EP"), find.region(st, where))
    control.flip(s, there, event)
    return ()


def flip_nation(s: S, event: str, words: str) -> Steps:
    nation, _, where = words.partition(" ")
    st = s.state
    found = find.units(st, nation)
    control.flip(s, find.inside(st, found, find.region(st, where)) if where else found, event)
    return ()


def flip_unit(s: S, event: str, unit: str) -> Steps:
    control.flip(s, 1 << tables.UNIT[unit], event)
    return ()


def gone(s: S, event: str, nation: str) -> Steps:
    """All units of a nation leave the game for good."""
    st = s.state
    for u in bits(st.corps[tables.NATION[nation]]):
        control.remove(s, u, event)
    return ()


def gone_units(s: S, event: str, words: str) -> Steps:
    for u in words.split(" "):
        control.remove(s, tables.UNIT[u], event)
    return ()


def casualty(s: S, event: str, unit: str) -> Steps:
    s.note("to-casualty", event, unit=unit)
    s.state.put(tables.UNIT[unit], CASUALTY)
    return ()


def release(s: S, event: str, unit: str) -> Steps:
    """A unit may leave the colonies from now on (ditt.16.4b)."""
    s.state.released |= 1 << tables.UNIT[unit]
    s.note("released", event, "ditt.16.4b", unit=unit)
    return ()


def sea(s: S, event: str, words: str) -> Steps:
    name, state = words.split(" ")
    k = tables.SEAS.index(name)
    s.state.seas[k] = conditions.SEA[state]
    s.note("sea", event, sea=name, state=tables.SEA_WORD[s.state.seas[k]])
    return ()


def flag(s: S, event: str, name: str) -> Steps:
    s.state.set_flag(name)
    return ()


def beach(s: S, event: str, which: str) -> Steps:
    s.state.beach["AB".index(which)] = IN_HAND
    s.note("beach", event, "ditt.6.5b", marker=which)
    return ()


def no_forts(s: S, event: str, words: str) -> Steps:
    """Forts that do not count this turn (E33)."""
    st = s.state
    st.no_forts |= places.mask(*words.split(" "))
    st.derive_forts()
    return ()


def serve(s: S, event: str, words: str) -> Steps:
    unit, nation = words.split(" ")
    s.state.set_serves(tables.UNIT[unit], tables.NATION[nation])
    return ()
