"""What lies ahead and what lies where, for the page: the next turns with their weather, units and points of the next Strategic
Turn, events in the pools and those spent. Nothing is decided here."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from firestep.games.tgw import sequence
from firestep.games.tgw.components import roster, tables
from firestep.games.tgw.components.chits import CHITS, OF_SIDE
from firestep.games.tgw.events.event_table import EVENTS
from firestep.games.tgw.scenarios import prewar
from firestep.games.tgw.state import WAITING, State
from firestep.games.tgw.strategic import resources
from firestep.hexmap.grid import bits

#: how many turns are looked ahead
AHEAD = 6
#: the column of the weather table that a front reads (tgw.12.11a), by the order of the fronts
_COLUMN = {"W": 0, "WI": 0, "E": 1, "NC": 3, "NI": 2, "NE": 2}


@cache
def _turns(turn: int, near_east: bool) -> list[dict[str, Any]]:
    fronts = ("W", "E", *(("NC", "NE") if near_east else ()))
    return [
        {
            "turn": k,
            "name": tables.TURN_NAME[k],
            "weather": [
                {"front": f, "word": "variable" if (w := tables.PRINTED[k][_COLUMN[f]]) == tables.VARIABLE else tables.WEATHERS[w]}
                for f in fronts
            ],
            "letter": tables.LETTERS[tables.LETTER_AFTER[k]] if tables.LETTER_AFTER[k] >= 0 else "",
        }
        for k in range(turn, min(turn + AHEAD, tables.LAST_TURN + 1))
    ]


def next_letter(st: State) -> int:
    """The Strategic Turn that comes next; -1 when there is none."""
    first = st.turn + 1 if st.phase in sequence.STRATEGIC else st.turn
    return next((tables.LETTER_AFTER[k] for k in range(first, tables.LAST_TURN + 1) if tables.LETTER_AFTER[k] >= 0), -1)


def _due(st: State, letter: int) -> list[dict[str, Any]]:
    """Units that come with a letter, as far as it is known now (tgw.5.11a, tgw.5.72a)."""
    units = prewar.arrivals(st, letter)
    if st.us_entered >= 0:
        units |= roster.BY_DELAY.get(letter - st.us_entered, 0)
    by: dict[int, int] = {}
    for u in bits(units):
        if st.at[u] == WAITING and resources.arrives(st, u):
            n = roster.NATION_OF[u]
            by[n] = by.get(n, 0) + 1
    return [{"nation": tables.NATIONS[n], "n": k} for n, k in sorted(by.items())]


def _income(st: State, letter: int) -> dict[str, int]:
    """Points by the charts alone (tgw.5.12b); captured resource hexes come to that."""
    out = {}
    for n in sorted(set(tables.PAYER)):
        if st.allegiance[n] == tables.NEUTRAL or st.collapsed >> n & 1:
            continue
        if n == tables.US:
            since = letter - st.us_entered
            k = resources.AMERICA[min(since, len(resources.AMERICA) - 1)] if st.us_entered >= 0 and since >= 0 else 0
        else:
            k = resources.EUROPE.get(n, (0,) * 21)[letter]
            if st.scenario != "1918" and st.turn >= tables.NEAR_EAST_TURN:
                k += resources.NEAR_EAST.get(n, (0,) * 21)[letter]
        out[tables.NATIONS[n]] = k
    return out


def outlook(st: State) -> dict[str, Any]:
    """The same object as long as nothing it depends on has changed, so that comparing two views is quick."""
    letter = next_letter(st)
    key = (st.turn, letter, tuple(st.allegiance), st.collapsed, st.us_entered, st.flags_set, tuple(st.prewar))
    found = st.memo.get("outlook")
    if found is None or found[0] != key:
        near_east = st.scenario != "1918" and st.turn >= tables.NEAR_EAST_TURN
        value: dict[str, Any] = {
            "turns": _turns(st.turn, near_east),
            "letter": tables.LETTERS[letter] if letter >= 0 else "",
            "due": _due(st, letter) if letter >= 0 else [],
            "income": _income(st, letter) if letter >= 0 else {},
        }
        st.memo["outlook"] = found = (key, value)
    out: dict[str, Any] = found[1]
    return out


@lru_cache(256)
def cards(chits: int) -> dict[str, list[dict[str, Any]]]:
    """Chits by side and event: how many of each."""
    out: dict[str, list[dict[str, Any]]] = {}
    for k, seat in enumerate(tables.SEATS):
        by: dict[str, int] = {}
        for c in bits(chits & OF_SIDE[k]):
            by[CHITS[c].event] = by.get(CHITS[c].event, 0) + 1
        out[seat] = [
            {"event": e, "title": EVENTS[e].name, "rule": f"tgw.ev.{e}", "n": n}
            for e, n in sorted(by.items(), key=lambda kv: EVENTS[kv[0]].name)
        ]
    return out
