"""Positions of this game in words: what the tables of a position file mean (docs/position-format.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firestep.engine.errors import BadPosition, FirestepError
from firestep.engine.position import Reader
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.logistics.logistics import CasualtyRolls, Logistics
from firestep.games.ditt.movement.naval import Challenge
from firestep.games.ditt.movement.pulse import Pulse
from firestep.games.ditt.nations.collapse import GarrisonCheck
from firestep.games.ditt.sequence import EndPulses, GameTurn, NextTurn, Phase
from firestep.games.ditt.state import (
    FLAG,
    FLAGS,
    MARKER_WORD,
    OFF_MAP,
    OFF_MAP_WORD,
    OLD_FLAGS,
    POOL,
    State,
    marker_words,
    unit_ids,
)
from firestep.hexmap.grid import bits

SIDES = {"central": tables.CP, "entente": tables.EP, "neutral": tables.NEUTRAL, "out": tables.OUT}
_WORDS = {k: w for w, k in SIDES.items()}
SEATS = {name: k for k, name in enumerate(tables.SEATS)}
#: places that coins have marked, by the box
SPOTS = {"putnik": 0, "nivelle": 1}
NUMBERS = {n: n for n in ("sud", "boer", "us_turn", "collapse_turn", "chit_phase")}
HEX_SETS = {
    "forts-destroyed": "forts",
    "forts-off": "no_forts",
    "closed": "closed",
    "centres": "centres",
    "recruited": "recruited",
    "occupied": "occupied",
    "fallen": "fallen",
    "fresh": "unrolled",
    "deployed": "deployed",
    "truce": "truce",
}
MARKS = {m: m for m in ("flipped", "landed", "took", "released", "roaming", "expedition", "ferried")} | {"used": "gave"}
KEYS = {
    "turn",
    "phase",
    "side",
    "step",
    "passes",
    "clear",
    "units",
    "divs",
    "serves",
    "allegiance",
    "holds",
    "max",
    "reserves",
    "frozen",
    "entry",
    "seas",
    "coins",
    "gas",
    "air",
    "ne_limit",
    "flags",
    "hexes",
    "marks",
    "siege",
    "beach",
    "surrendered",
    "cup",
    "peeked",
    "numbers",
    "spots",
}


def position_from(st: State, agenda: Steps, data: Mapping[str, Any]) -> tuple[State, Steps]:
    """A state and agenda from the tables of a position file, on top of the set-up."""
    r = Reader(data, KEYS)
    moved_on = set(data) & {"turn", "phase", "side", "step"}
    st.turn = r.number("turn", st.turn, 1, tables.LAST_TURN)
    st.phase = r.number("phase", 4 if "side" in data else 1, 1, 7)
    if st.turn > 1:
        st.truce = st.flipped = 0
    if data.get("clear"):
        st.at = [POOL] * tables.N
        st.divs = [0] * tables.N
        st.flipped = st.truce = 0
    for code, word in r.table("allegiance").items():
        st.allegiance[_nation(code)] = Reader.named(word, SIDES, "side")
        if code in tables.ENTRY and word != "neutral":
            st.entry[tables.ENTRY.index(code)] = -1
    for id, n in r.table("serves").items():
        st.serves[_unit(id)] = _nation(n)
    for id, words in r.table("units").items():
        place, _, divs = str(words).partition(" ")
        u = _unit(id)
        st.at[u] = OFF_MAP_WORD[place] if place in OFF_MAP_WORD else _place(place)
        if tables.IS_ARMY[u]:
            st.divs[u] = int(divs) if divs.isdigit() else st.divs[u] or (1 if st.at[u] > 0 else 0)
    for id, k in r.table("divs").items():
        st.divs[_unit(id)] = Reader.count(k, f"divs.{id}")
    for code, hexes in r.table("holds").items():
        m = places.mask(*(places.NUMBER[_place(n)] for n in hexes))
        st.own = [x & ~m for x in st.own]
        st.own[_nation(code)] |= m
    _tracks(st, r)
    for name, names in r.table("hexes").items():
        m = sum({1 << _place(n) for n in names})
        slot = Reader.named(name, HEX_SETS, "list")
        setattr(st, slot, places.FORTS & ~m if slot == "forts" else m)
    for mark, ids in r.table("marks").items():
        setattr(st, Reader.named(mark, MARKS, "mark"), sum({1 << _unit(i) for i in ids}))
    st.derive()
    if "holds" not in data:
        _occupy(st)
    return st, _agenda(st, r) if moved_on else agenda


def _tracks(st: State, r: Reader) -> None:
    for name, slot in (("max", st.max), ("reserves", st.reserves), ("frozen", st.frozen)):
        for code, k in r.table(name).items():
            if _nation(code) not in tables.POWERS:
                raise BadPosition(f"'{code}' is no Great Power")
            slot[_nation(code)] = Reader.count(k, f"{name}.{code}")
    for code, k in r.table("entry").items():
        st.entry[Reader.named(code, {n: j for j, n in enumerate(tables.ENTRY)}, "marker")] = (
            -1 if k == -1 else Reader.count(k, f"entry.{code}")
        )
    for sea, word in r.table("seas").items():
        st.seas[Reader.named(sea, {n: j for j, n in enumerate(tables.SEAS)}, "sea")] = Reader.named(
            word, {w: j for j, w in enumerate(tables.SEA_WORD)}, "state of a sea"
        )
    for box, k in r.table("coins").items():
        st.coins[Reader.named(box, tables.BOX, "box", "boxes are named like cp-krupp or ep-putnik")] = Reader.count(
            k, f"coins.{box}"
        )
    for name, k in r.table("numbers").items():
        setattr(st, Reader.named(name, NUMBERS, "number"), Reader.count(k, name))
    for seat, k in r.table("gas").items():
        st.gas[Reader.named(seat, SEATS, "side")] = Reader.count(k, "gas")
    if "air" in r.data:
        st.air = Reader.named(r.data["air"], {"none": -1} | {w: k for k, w in enumerate(tables.AIR)}, "air box")
    for name, slot in (("ne_limit", st.ne_limit), ("peeked", st.peeked)):
        if name in r.data:
            slot[:] = r.pair(name, Reader.count)
    for name, slot in (("siege", st.siege), ("beach", st.beach)):
        if name in r.data:
            slot[:] = r.pair(name, lambda w, name: MARKER_WORD[w] if w in MARKER_WORD else _place(w))
    for name, place in r.table("spots").items():
        st.spots[Reader.named(name, SPOTS, "spot")] = _place(place)
    if "cup" in r.data:
        st.cup = sum({1 << Reader.count(k, "cup") for k in r.words("cup")})
    if "surrendered" in r.data:
        st.surrendered = sum({1 << _nation(c) for c in r.words("surrendered")})
    for f in r.words("flags"):
        if f in OLD_FLAGS:
            continue
        st.flags |= Reader.named(f, FLAG, "flag")


def _occupy(st: State) -> None:
    """Units hold the ground they stand on, unless it is friendly or shared in a Beach Head; a Fort under the enemy has fallen."""
    for side in (tables.CP, tables.EP):
        for i in bits(st.occ[side] & ~st.ctrl[side] & ~st.occ[1 - side]):
            if i in st.beach or st.siege[1 - side] == i:
                continue
            st.seize(i, st.serves[bits(st.stack_of(i, side))[0]])
            if st.fort_of[1 - side] >> i & 1:
                st.forts &= ~(1 << i)
    st.derive()


def _agenda(st: State, r: Reader) -> Steps:
    """From a phase on to the end of the turn; with `side` in the Pulse or a Logistics Phase it is under way."""
    rest: Steps = (*(Phase(j) for j in range(st.phase + 1, 8)), NextTurn())
    if "side" not in r.data:
        return (GameTurn(st.phase),)
    side = Reader.named(r.data["side"], SEATS, "side")
    if st.phase == 1:
        return (Challenge(side), *rest)
    if st.phase in (2, 3):
        first = r.number("step", 1, 1, 4)
        return (*(Logistics(side, k) for k in range(first, 5)), CasualtyRolls(side), *rest)
    if st.phase == 4:
        st.passes = [r.number("passes", 0, 0, 1), side]
        return (Pulse(side), EndPulses(), GarrisonCheck(), *rest)
    raise BadPosition("a side is named in phase 1 (challenges), 2 and 3 (logistics) and 4 (pulses) only")


def position_to(s: Session[State]) -> dict[str, Any]:
    """Returns the tables of the position of a session, between compound orders."""
    st = s.state
    top = s.top
    out: dict[str, Any] = {"turn": st.turn, "phase": st.phase}
    if isinstance(top, Pulse) and not st.fight:
        out |= {"side": tables.SEATS[top.side], "passes": st.passes[0]}
    elif isinstance(top, Logistics):
        out |= {"side": tables.SEATS[top.side], "step": top.step}
    elif isinstance(top, Challenge):
        out |= {"side": tables.SEATS[top.side]}
    else:
        raise FirestepError("a position can be written only between orders; answer the open question first, or use a record")
    out["air"] = "none" if st.air < 0 else tables.AIR[st.air]
    out["ne_limit"] = st.ne_limit[:]
    out["cup"] = bits(st.cup)
    out["peeked"] = st.peeked[:]
    out["surrendered"] = [tables.NATIONS[n] for n in bits(st.surrendered)]
    out["siege"] = marker_words(st.siege)
    out["beach"] = marker_words(st.beach)
    out["flags"] = [f for f in FLAGS if st.flag(f)]
    out["units"] = {id: OFF_MAP[i] if i < 0 else places.NUMBER[i] for id, i in zip(tables.UNITS, st.at, strict=True)}
    out["divs"] = {id: k for u, (id, k) in enumerate(zip(tables.UNITS, st.divs, strict=True)) if tables.IS_ARMY[u]}
    out["serves"] = {tables.UNITS[u]: tables.NATIONS[n] for u, n in enumerate(st.serves) if n != tables.UNIT_NATION[u]}
    out["allegiance"] = {c: _WORDS[k] for c, k in zip(tables.NATIONS, st.allegiance, strict=True)}
    out["holds"] = {tables.NATIONS[n]: places.numbers(m) for n, m in enumerate(st.own)}
    for name, slot in (("max", st.max), ("reserves", st.reserves), ("frozen", st.frozen)):
        out[name] = dict(zip(tables.NATIONS[:8], slot, strict=True))
    out["entry"] = dict(zip(tables.ENTRY, st.entry, strict=True))
    out["seas"] = {n: tables.SEA_WORD[k] for n, k in zip(tables.SEAS, st.seas, strict=True)}
    out["coins"] = dict(zip(tables.BOXES, st.coins, strict=True))
    out["gas"] = dict(zip(tables.SEATS, st.gas, strict=True))
    out["spots"] = {name: places.NUMBER[st.spots[k]] for name, k in SPOTS.items() if st.spots[k]}
    out["numbers"] = {k: getattr(st, k) for k in NUMBERS}
    out["hexes"] = {
        name: places.numbers(places.FORTS & ~st.forts if slot == "forts" else getattr(st, slot)) for name, slot in HEX_SETS.items()
    }
    out["marks"] = {m: unit_ids(getattr(st, slot)) for m, slot in MARKS.items()}
    return out


def check(st: State) -> None:
    """Refuse a position that no play could hold."""
    for u, i in enumerate(st.at):
        if tables.IS_ARMY[u]:
            if (st.divs[u] > 0) != (i > 0 or OFF_MAP.get(i) == "box"):
                raise BadPosition(
                    f"{tables.UNITS[u]} has {st.divs[u]} Divs but is {OFF_MAP.get(i, 'on the map')}; give it Divs or "
                    f"take it off the map (ditt.4.1e)"
                )
            if st.divs[u] > tables.MOST_DIVS:
                raise BadPosition(f"{tables.UNITS[u]} has {st.divs[u]} Divs; an Army holds at most 20 (ditt.4.2b)")
    for i in bits(st.occ[tables.CP] & st.occ[tables.EP]):
        if i not in st.beach and not st.fight:
            raise BadPosition(f"both sides stand in {places.NUMBER[i]}; that happens only in a Beach Head (ditt.6.1j)")
    for side in (tables.CP, tables.EP):
        for i in bits(st.occ[side] & st.fort_of[1 - side]):
            if i not in st.siege and i not in st.beach and not st.fight:
                raise BadPosition(f"{places.NUMBER[i]} holds an intact enemy Fort; list it under forts-destroyed (ditt.8.4b)")
    if st.sud > st.divs[tables.SUD]:
        raise BadPosition("the Süd Army has more German Divs than Divs (ditt.4.1g)")
    for n in tables.POWERS:
        if st.frozen[n] > st.reserves[n]:
            raise BadPosition(f"more {tables.ADJECTIVE[n]} Divs are frozen than there are in Reserves (ditt.2.2f)")


# -- reading values --------------------------------------------------------------------------------------------------------

_LAND = {n: i for n, i in places.INDEX.items() if places.LAND >> i & 1}


def _place(number: Any) -> int:
    return Reader.named(number, _LAND, "place", 'hexes are four digits such as "3305", areas have names such as "duala"')


def _unit(id: Any) -> int:
    return Reader.named(id, tables.UNIT, "unit", "units are named like 'ge-1' or 'fr-orient'")


def _nation(code: Any) -> int:
    return Reader.named(code, tables.NATION, "nation")
