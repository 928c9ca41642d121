"""What is asked seldom: landings, scorched earth, peace with Russia, U-boats."""

from __future__ import annotations

from typing import Any

from firestep.bots.tgw.evaluation import count, plan
from firestep.bots.tgw.values import attack_of, defence_of, force
from firestep.engine.session import Decision, Session
from firestep.games.tgw import victory
from firestep.games.tgw.combat.attackers import NEAR, WAYS
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.events.landings import BEHIND, PLACES
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

S = Session[State]
D = Decision[Any]
#: a landing force is thrown into the sea by so much more than its defence
THROWN = 3
#: what is never laid waste
PRIZES = board.VICTORY | sum(1 << i for i in board.RESOURCES)
PETROGRAD = board.INDEX["E7030"]
#: so near to Petrograd the war in the East goes on
NEAR_END = 4
#: so many victory points is the peace with Russia worth
PRICE = 2
#: U-boats that hasten America go on from this Strategic Turn on: before it a neutral America is worth more than British points
UNRESTRICTED = tables.LETTER["H"]


def land(s: S, d: D, step: Any) -> list[float]:
    """To Salonika with all who may; to Gallipoli if the Turks around the beaches are too few to throw such a force into the sea,
    the strongest first, on the beach that has fewer."""
    st = s.state
    if step.where == "salonika":
        return [1.0 if a[0] == "land" else 0.5 for a in d.actions]
    around = WAYS.within(1 << BEHIND, board.EUROPEAN_TURKEY | 1 << BEHIND, 2) & st.held[tables.CENTRAL]
    turks = sum(attack_of(st, st.stack(i) & st.troops[tables.CENTRAL]) for i in bits(around))
    ashore = sum(defence_of(st, st.stack(i) & st.troops[tables.ALLIED]) for i in bits(PLACES[step.where]))
    divisions = [defence_of(st, 1 << roster.UNIT[a[1]]) for a in d.actions if a[0] == "land"]
    coming = max(divisions, default=0) * (step.british + step.french)
    if turks > THROWN * (ashore + coming) / PLACES[step.where].bit_count():
        return [1.0 if a[0] == "done" else 0.0 for a in d.actions]
    return [
        0.5 if a[0] == "done" else 1.0 + 0.001 * force(st, roster.UNIT[a[1]]) - 0.05 * count(st, tables.ALLIED, board.INDEX[a[2]])
        for a in d.actions
    ]


def waste(s: S, d: D, step: Any) -> list[float]:
    """Ground in front of the line that will be given up is laid waste: hexes next to the enemy that the plan does not hold. No
    prize is: a victory hex would count no more (tgw.14.63d), a resource hex would be lost."""
    st = s.state
    line = plan(st, tables.CENTRAL, fronts.WEST).line
    out = []
    for a in d.actions:
        if a[0] == "done":
            out.append(0.0)
            continue
        i = st.at[roster.UNIT[a[1]]]
        given_up = line and not (line | PRIZES) >> i & 1 and NEAR[i] & st.held[tables.ALLIED]
        out.append(0.5 - 0.01 * force(st, roster.UNIT[a[1]]) if given_up else -1.0)
    return out


def withdraw(s: S, d: D, step: Any) -> list[float]:
    """Into the line, or away from the enemy."""
    st = s.state
    line = plan(st, tables.CENTRAL, fronts.WEST).line
    return [(line >> (i := board.INDEX[a[1]]) & 1) - 0.1 * (NEAR[i] & st.held[tables.ALLIED]).bit_count() for a in d.actions]


def treaty(s: S, d: D, step: Any) -> list[float]:
    """Peace frees the army of the East, unless Petrograd can still be had or too many hexes would count no more (tgw.5.47)."""
    st = s.state
    near = WAYS.within(1 << PETROGRAD, fronts.FRONT[fronts.EAST] & board.LAND, NEAR_END) & st.held[tables.CENTRAL]
    held = victory.taken(st) & board.RUSSIA
    go_on = near and not st.ctrl[tables.CENTRAL] >> PETROGRAD & 1 or (held & ~victory.garrisoned(st, held)).bit_count() > PRICE
    return [1.0 if (a[0] == "treaty") != bool(go_on) else 0.0 for a in d.actions]


def u_boats(s: S, d: D, step: Any) -> list[float]:
    """On with them once America is at war or the year is late; else they are called off before they bring it in."""
    st = s.state
    on = st.us_entered >= 0 or st.letter >= UNRESTRICTED
    return [1.0 if (a[0] == "go-on") == on else 0.0 for a in d.actions]
