"""Set-up (19, 22): the position at the start of a scenario.

`data/scenarios.csv` holds tracks and markers, `data/deployments` where the armies stood (built from the force lists by
tools/tgw_deploy.py), and `scenarios/setup_zones` who controls what. With the option `setup=free` the players place their units
themselves (`scenarios/free_setup`).
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache

from firestep.engine.step import Steps
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.scenarios import setup_zones, starting_chits
from firestep.games.tgw.scenarios.free_setup import Deploy, Deployed
from firestep.games.tgw.scenarios.prewar import Prewar, wanted
from firestep.games.tgw.sequence import EVENTS, NEW_UNITS, GameTurn
from firestep.games.tgw.state import GONE, RU_TRANSIT, WAITING, State, place_of
from firestep.games.tgw.supply import sources
from firestep.hexmap.grid import bits

MARKERS = {"ohl": 1, "oberost": 2}
DZ_MARKERS = 8


@cache
def tracks(scenario: str) -> dict[str, str]:
    """Tracks and markers at the start."""
    with (board.DATA / "scenarios.csv").open(encoding="utf-8", newline="") as f:
        return {x["key"]: x["value"] for x in csv.DictReader(f) if x["scenario"] == scenario}


@cache
def deployment(scenario: str) -> tuple[tuple[int, int, str], ...]:
    """Unit, place and state of everything that is in play or was."""
    with (board.DATA / "deployments" / f"{scenario}.csv").open(encoding="utf-8", newline="") as f:
        return tuple((roster.UNIT[x["unit"]], place_of(x["place"]), x["state"]) for x in csv.DictReader(f))


def begin(scenario: str, options: Mapping[str, str]) -> tuple[State, Steps]:
    """The position and the first steps."""
    st = State(options, scenario)
    set_tracks(st)
    place(st)
    st.derive()
    starting_chits.chits(st)
    first: Steps = (Prewar(),) if wanted(st) else ()
    if options.get("setup") == "free":
        first += (Deploy(tables.ALLIED), Deploy(tables.CENTRAL), Deployed())  # tgw.19.21a, tgw.19.31a
    return st, (*first, GameTurn(NEW_UNITS if tracks(scenario).get("first") else EVENTS))


def set_tracks(st: State) -> None:
    """Set turn, sides, markers and ground as `data/scenarios.csv` says, where the rule of each value stands."""
    on = tracks(st.scenario)
    st.turn = tables.TURN_NAME.index(on["turn"])
    st.letter = tables.LETTER[on["letter"]] if "letter" in on else -1
    st.initiative = tables.SEATS.index(on["initiative"])
    st.marker = MARKERS[on["marker"]]
    for side, key in ((tables.ALLIED, "allied"), (tables.CENTRAL, "central")):
        for code in on.get(key, "").split():
            st.allegiance[tables.NATION[code]] = side
    for code in on.get("entered", "").split():
        st.entered[tables.NATION[code]] = st.turn
    for code in on.get("collapsed", "").split():
        st.collapsed |= 1 << tables.NATION[code]
    for flag in on.get("flags", "").split():
        st.set_flag(flag)
    for code, points in _pairs(on.get("rp", "")):
        st.rp[tables.PAYER[tables.NATION[code]]] = int(points)
    st.trenches = [int(w) for w in on.get("trenches", "0 0 0 0 0").split()]
    st.required = int(on.get("required", "0"))
    st.us_marker = tables.LETTER[on.get("us", "O")]
    st.us_entered = tables.LETTER[on["us-entered"]] if "us-entered" in on else -1
    st.czar_letter = tables.LETTER[on["czar"]] if "czar" in on else -1
    st.bolshevik_letter = tables.LETTER[on["bolsheviks"]] if "bolsheviks" in on else -1
    st.pays = {board.INDEX[hex]: tables.LETTER[letter] for hex, letter in _pairs(on.get("pays", ""))}
    st.devastated = board.mask(*on.get("devastated", "").split())
    st.dz_left = DZ_MARKERS - st.devastated.bit_count()
    st.line = board.mask(*on.get("hindenburg", "").split())
    st.pipeline = board.INDEX[on["pipeline"]] if "pipeline" in on else 0
    allied, central = setup_zones.control(st.scenario)
    st.ctrl = [allied, central]
    if st.scenario not in ("1914", "1915"):
        # overrun in 1915, and Bucharest where Romania has come in and lost it: never sources again (tgw.11.71c)
        st.dead_sources = board.SETTLED & sources.SERBIA & sources.LOSABLE[tables.ALLIED]
        if st.allegiance[tables.RO] == tables.ALLIED:
            st.dead_sources |= sources.BUCHAREST & central
    for i in bits(board.CITY & board.CP_CITIES & board.EAST_MAP & allied):
        st.tally[f"russian-{board.NUMBER[i]}"] = 1  # Lemberg in 1915 (E7)
    friends = frozenset(tables.NATIONS[n].lower() for n, side in enumerate(st.allegiance) if side == tables.ALLIED)
    st.forts = setup_zones.forts(st.scenario, (allied, central), friends)
    if st.scenario == "1918":
        st.forts &= board.EUROPE  # tgw.22.51c: the map of the Near East is not used


def place(st: State) -> None:
    """Put every unit in its place (tgw.22.12a, tgw.22.13a). The counters are the same in all scenarios (tgw.22.0a), and those that
    come later wait for their letter (tgw.19.41a). In 1918 all divisions that can be are shock-troops (tgw.22.55a)."""
    for u, at, state in deployment(st.scenario):  # tgw.22.0a
        st.at[u] = at  # tgw.19.41a
        if state == "reduced":
            st.reduced |= 1 << u
        elif state == "shock":
            st.flipped |= 1 << u
        elif state == "depleted":
            st.depleted |= 1 << u
        elif state == "tried":
            st.tried |= 1 << u
        if at == RU_TRANSIT:
            st.came_from[u] = fronts.EAST if roster.EUROPE >> u & 1 else fronts.CAUCASUS  # N11
    if st.scenario == "1918":
        # tgw.22.51c: the units of the Near East are set aside, those that would come later too
        for u, c in enumerate(roster.ROSTER):
            if c.theatre == "Near East" and st.at[u] == WAITING:
                st.at[u] = GONE
    # a side controls every hex in which it has a combat unit: so Germany has a part of Belgium (tgw.7.11a)
    for u, at in enumerate(st.at):
        side = st.allegiance[roster.NATION_OF[u]]
        if at > 0 and side < 2 and not roster.HQ >> u & 1:
            st.seize(1 << at, side)


def _pairs(text: str) -> list[tuple[str, str]]:
    return [(k, v) for k, _, v in (w.partition("=") for w in text.split())]
