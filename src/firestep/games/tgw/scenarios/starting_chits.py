"""Where the chits are at the start of a scenario: played, held, in the pools, in effect, in the Strategic Warfare Box, in the air.
`data/event_setup.csv` says it, with the rules; a letter stands for every chit of it."""

from __future__ import annotations

import csv

from firestep.games.tgw.components import tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT
from firestep.games.tgw.events import event_table, events
from firestep.games.tgw.fortifications.forts import GAZA_LINE
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

_AIR = sum(
    m
    for event, m in OF_EVENT.items()
    if event.startswith(("air.", "ace.")) and event != "air.tactics" and event != "air.interdiction"
)
#: aces dead before a scenario begins (3235, 3308)
_DEAD = {"1917": ("ace.immelmann", "ace.boelcke"), "1918": ("ace.immelmann", "ace.boelcke", "ace.ball")}


def _meant(words: str) -> int:
    """Chits that words name: `all C G`, `neareast K`, `europe O`, an event and a letter, a letter, or events by name."""
    first, *rest = words.split()
    if first in OF_EVENT and rest and rest[0] in tables.LETTER:
        return sum(1 << c for c in bits(OF_EVENT[first]) if CHITS[c].letter == tables.LETTER[rest[0]])
    if first in ("all", "neareast", "europe"):
        letters = {tables.LETTER[w] for w in rest}
        return sum(
            1 << c
            for c, chit in enumerate(CHITS)
            if chit.letter in letters and first in ("all", event_table.EVENTS[chit.event].set)
        )
    if first in tables.LETTER:
        return sum(1 << c for c, chit in enumerate(CHITS) if chit.letter == tables.LETTER[first])
    return sum(OF_EVENT[w] for w in words.split())


def _one_each(words: str) -> int:
    """One copy of each event named."""
    return sum(1 << bits(OF_EVENT[w])[0] for w in words.split())


def chits(st: State) -> None:
    """Lay out the chits of a scenario; the campaign begins with empty pools (tgw.6.0a)."""
    with (tables.DATA / "event_setup.csv").open(encoding="utf-8", newline="") as f:
        rows = [x for x in csv.DictReader(f) if x["scenario"] == st.scenario]
    pool = played = 0
    for row in rows:
        words = row["events"]
        if row["zone"] == "pool":
            pool |= _meant(words)
        elif row["zone"] == "played":
            played |= _meant(words) if words.startswith("all ") else _one_each(words)
        elif row["zone"] == "hand":
            for c in bits(_one_each(words)):
                st.hand[CHITS[c].side] |= 1 << c
        elif row["zone"] == "effect":
            st.play |= _one_each(words)
        elif row["zone"] == "box":
            st.warfare |= _one_each(words) & ~OF_EVENT["convoy"]
        elif row["zone"] == "air":
            dead = sum(OF_EVENT[w] for w in _DEAD.get(st.scenario, ()))
            st.play |= _meant(words) & _AIR & ~dead
    pool = sum(1 << c for c in bits(pool & ~st.play) if CHITS[c].letter <= st.letter and events.joins(st, CHITS[c].event))
    pool &= ~(played if st.scenario == "1915" else 0)
    held = st.hand[0] | st.hand[1]
    for c in bits(pool & ~held):
        st.pool[CHITS[c].side] |= 1 << c
    st.spent |= played & ~(pool | held | st.play | st.warfare)
    for gas in ("cl", "ph", "mu"):
        if st.spent & OF_EVENT[f"gas.{gas}.cp"]:
            st.tally[f"gas-{gas}"] = tables.CENTRAL + 1
            st.tally["first-gas"] = 1  # the world has been shocked already (tgw.21.3a)
    if st.scenario == "1915" and st.spent & OF_EVENT["typhus"]:
        drawn = tables.turn_of("Jan/Feb", 1915)
        st.until["typhus-from"], st.until["typhus"] = drawn + 1, drawn + event_table.THREE
    if st.play & OF_EVENT["kress"]:
        st.ne_trenches |= GAZA_LINE & st.ctrl[tables.CENTRAL]  # tgw.6.34a
    if st.spent & OF_EVENT["jutland"]:
        st.tally["jutland"] = 3  # history: neither side's victory
    if st.scenario != "1915" and rows:
        st.tally["u-boat-four"] = 1  # tgw.22.38a: no later U-boat may be called off
    if st.scenario == "1918":
        st.tally |= {"shock": 2, "shock-paid-1": 1, "shock-paid-2": 1, "turn-mutiny": 1}
        st.play |= OF_EVENT["mutiny"]
        st.spent &= ~OF_EVENT["mutiny"]
        st.set_flag("trench-warfare-over")
