"""Set-up (19, 22): the position at the start of a scenario.

`data/scenarios.csv` holds tracks and markers, `data/deployments` where the armies stood (built from the force lists by
tools/tgw_deploy.py), `zones` who controls what. With the option `setup=free` the players place their units themselves
(`deploying`).
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache

from firestep.engine.step import Steps
from firestep.games.tgw import board as b
from firestep.games.tgw import ground as g
from firestep.games.tgw import roster as r
from firestep.games.tgw import sources as o
from firestep.games.tgw import starting
from firestep.games.tgw import tables as t
from firestep.games.tgw import zones as z
from firestep.games.tgw.deploying import Deploy, Deployed
from firestep.games.tgw.prewar import Prewar, wanted
from firestep.games.tgw.sequence import EVENTS, NEW_UNITS, GameTurn
from firestep.games.tgw.state import GONE, RU_TRANSIT, WAITING, State, place_of
from firestep.hexmap.grid import bits

MARKERS = {"ohl": 1, "oberost": 2}
DZ_MARKERS = 8


@cache
def tracks(scenario: str) -> dict[str, str]:
    """Tracks and markers at the start."""
    with (b.DATA / "scenarios.csv").open(encoding="utf-8", newline="") as f:
        return {x["key"]: x["value"] for x in csv.DictReader(f) if x["scenario"] == scenario}


@cache
def deployment(scenario: str) -> tuple[tuple[int, int, str], ...]:
    """Unit, place and state of everything that is in play or was."""
    with (b.DATA / "deployments" / f"{scenario}.csv").open(encoding="utf-8", newline="") as f:
        return tuple((r.UNIT[x["unit"]], place_of(x["place"]), x["state"]) for x in csv.DictReader(f))


def begin(scenario: str, options: Mapping[str, str]) -> tuple[State, Steps]:
    """The position and the first steps."""
    st = State(options, scenario)
    set_tracks(st)
    place(st)
    st.derive()
    starting.chits(st)
    first: Steps = (Prewar(),) if wanted(st) else ()
    if options.get("setup") == "free":
        first += (Deploy(t.ALLIED), Deploy(t.CENTRAL), Deployed())  # 19.21a, 19.31a
    return st, (*first, GameTurn(NEW_UNITS if tracks(scenario).get("first") else EVENTS))


def set_tracks(st: State) -> None:
    """Turn, sides, markers, ground (22.x6; 19.5 for 1914)."""
    on = tracks(st.scenario)
    st.turn = t.TURN_NAME.index(on["turn"])
    st.letter = t.LETTER[on["letter"]] if "letter" in on else -1
    st.initiative = t.SEATS.index(on["initiative"])
    st.marker = MARKERS[on["marker"]]
    for side, key in ((t.ALLIED, "allied"), (t.CENTRAL, "central")):
        for code in on.get(key, "").split():
            st.allegiance[t.NATION[code]] = side
    for code in on.get("entered", "").split():
        st.entered[t.NATION[code]] = st.turn
    for code in on.get("collapsed", "").split():
        st.collapsed |= 1 << t.NATION[code]
    for flag in on.get("flags", "").split():
        st.set_flag(flag)
    for code, points in _pairs(on.get("rp", "")):
        st.rp[t.PURSE[t.NATION[code]]] = int(points)
    st.trenches = [int(w) for w in on.get("trenches", "0 0 0 0 0").split()]
    st.required = int(on.get("required", "0"))
    st.us_marker = t.LETTER[on.get("us", "O")]
    st.us_entered = t.LETTER[on["us-entered"]] if "us-entered" in on else -1
    st.czar_letter = t.LETTER[on["czar"]] if "czar" in on else -1
    st.bolshevik_letter = t.LETTER[on["bolsheviks"]] if "bolsheviks" in on else -1
    st.pays = {b.INDEX[hex]: t.LETTER[letter] for hex, letter in _pairs(on.get("pays", ""))}
    st.devastated = b.mask(*on.get("devastated", "").split())
    st.dz_left = DZ_MARKERS - st.devastated.bit_count()
    st.line = b.mask(*on.get("hindenburg", "").split())
    st.pipeline = b.INDEX[on["pipeline"]] if "pipeline" in on else 0
    allied, central = z.control(st.scenario)
    st.ctrl = [allied, central]
    if st.scenario not in ("1914", "1915"):
        # overrun in 1915, and Bucharest where Romania has come in and lost it: never sources again (11.71c)
        st.dead_sources = b.SETTLED & o.SERBIA & o.LOSABLE[t.ALLIED]
        if st.allegiance[t.RO] == t.ALLIED:
            st.dead_sources |= o.BUCHAREST & central
    for i in bits(b.CITY & b.CP_CITIES & b.EAST_MAP & allied):
        st.tally[f"russian-{b.NUMBER[i]}"] = 1  # Lemberg in 1915 (E7)
    friends = frozenset(t.NATIONS[n].lower() for n, side in enumerate(st.allegiance) if side == t.ALLIED)
    st.forts = z.forts(st.scenario, (allied, central), friends)
    if st.scenario == "1918":
        st.forts &= b.EUROPE  # 22.51: the map of the Near East is not used


def place(st: State) -> None:
    """Every unit in its place (22.12, 22.13)."""
    for u, at, state in deployment(st.scenario):
        st.at[u] = at
        if state == "reduced":
            st.reduced |= 1 << u
        elif state == "shock":
            st.flipped |= 1 << u
        elif state == "depleted":
            st.depleted |= 1 << u
        elif state == "tried":
            st.tried |= 1 << u
        if at == RU_TRANSIT:
            st.came_from[u] = g.EAST if r.EUROPE >> u & 1 else g.CAUCASUS  # N11
    if st.scenario == "1918":
        # 22.51c: the units of the Near East are set aside, those that would come later too
        for u, c in enumerate(r.ROSTER):
            if c.theatre == "Near East" and st.at[u] == WAITING:
                st.at[u] = GONE
    # 7.11: Belgian hexes with German units are German; where anybody stands is his
    for u, at in enumerate(st.at):
        side = st.allegiance[r.NATION_OF[u]]
        if at > 0 and side < 2 and not r.HQ >> u & 1:
            st.seize(1 << at, side)


def _pairs(text: str) -> list[tuple[str, str]]:
    return [(k, v) for k, _, v in (w.partition("=") for w in text.split())]
