"""Positions of this game in words: what the tables of a position file mean (docs/position-format.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firestep.engine.errors import BadPosition, FirestepError
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.collapse import GarrisonCheck
from firestep.games.ditt.logistics import CasualtyRolls, Logistics
from firestep.games.ditt.naval import Challenge
from firestep.games.ditt.pulse import Pulse
from firestep.games.ditt.sequence import EndPulses, GameTurn, NextTurn, Phase
from firestep.games.ditt.state import FLAG, FLAGS, IN_HAND, LOST, OFF_MAP, OFF_MAP_WORD, POOL, UNSEEN, State, unit_ids, unit_mask
from firestep.hexmap.grid import bits

SIDES = {"central": t.CP, "entente": t.EP, "neutral": t.NEUTRAL, "out": t.OUT}
_WORDS = {k: w for w, k in SIDES.items()}
MARKERS = {"unseen": UNSEEN, "hand": IN_HAND, "lost": LOST}
_MARKER_WORDS = {k: w for w, k in MARKERS.items()}
NUMBERS = ("sud", "boer", "us_turn", "collapse_turn", "chit_phase")
HEX_SETS = {"forts-destroyed": "", "forts-off": "no_forts", "closed": "closed", "centres": "centres", "recruited": "recruited",
            "fallen": "fallen", "fresh": "fresh", "deployed": "deployed", "truce": "truce"}
MARKS = ("flipped", "landed", "used", "released", "roaming", "expedition")
KEYS = {"turn", "phase", "side", "step", "passes", "clear", "units", "divs", "serves", "allegiance", "holds", "max", "reserves",
        "frozen", "entry", "seas", "coins", "gas", "air", "ne_limit", "flags", "hexes", "marks", "siege", "beach", "surrendered",
        "cup", "peeked", "numbers"}


def position_from(st: State, agenda: Steps, data: Mapping[str, Any]) -> tuple[State, Steps]:
    """A state and agenda from the tables of a position file, on top of the set-up."""
    if unknown := set(data) - KEYS:
        raise BadPosition(f"unknown key '{sorted(unknown)[0]}'; known are: {', '.join(sorted(KEYS))}")
    moved_on = set(data) & {"turn", "phase", "side", "step"}
    st.turn = _number(data, "turn", st.turn, 1, t.LAST_TURN)
    st.phase = _number(data, "phase", 4 if "side" in data else 1, 1, 7)
    if st.turn > 1:
        st.truce = st.flipped = 0
    if data.get("clear"):
        st.at = [POOL] * t.N
        st.divs = [0] * t.N
        st.flipped = st.truce = 0
    for code, word in _table(data, "allegiance").items():
        st.allegiance[_nation(code)] = _word(word, SIDES, "side")
        if code in t.ENTRY and word != "neutral":
            st.entry[t.ENTRY.index(code)] = -1
    for id, n in _table(data, "serves").items():
        st.serves[_unit(id)] = _nation(n)
    for id, words in _table(data, "units").items():
        place, _, divs = str(words).partition(" ")
        u = _unit(id)
        st.at[u] = OFF_MAP_WORD[place] if place in OFF_MAP_WORD else _place(place)
        if t.IS_ARMY[u]:
            st.divs[u] = int(divs) if divs.isdigit() else st.divs[u] or (1 if st.at[u] > 0 else 0)
    for id, k in _table(data, "divs").items():
        st.divs[_unit(id)] = _count(k, f"divs.{id}")
    for code, hexes in _table(data, "holds").items():
        m = p.mask(*(p.NUMBER[_place(n)] for n in hexes))
        st.own = [x & ~m for x in st.own]
        st.own[_nation(code)] |= m
    _tracks(st, data)
    for name, names in _table(data, "hexes").items():
        m = sum({1 << _place(n) for n in names})
        if name not in HEX_SETS:
            raise BadPosition(f"there is no list '{name}'; the lists are: {', '.join(HEX_SETS)}")
        if name == "forts-destroyed":
            st.forts = p.FORTS & ~m
        else:
            setattr(st, HEX_SETS[name], m)
    for mark, ids in _table(data, "marks").items():
        if mark not in MARKS:
            raise BadPosition(f"there is no mark '{mark}'; marks are: {', '.join(MARKS)}")
        setattr(st, mark, unit_mask([t.UNITS[_unit(i)] for i in ids]))
    st.derive()
    if "holds" not in data:
        _occupy(st)
    return st, _agenda(st, data) if moved_on else agenda


def _tracks(st: State, data: Mapping[str, Any]) -> None:
    for name, slot in (("max", st.max), ("reserves", st.reserves), ("frozen", st.frozen)):
        for code, k in _table(data, name).items():
            if _nation(code) not in t.POWERS:
                raise BadPosition(f"'{code}' is no Great Power")
            slot[_nation(code)] = _count(k, f"{name}.{code}")
    for code, k in _table(data, "entry").items():
        if code not in t.ENTRY:
            raise BadPosition(f"there is no marker '{code}'; markers are: {', '.join(t.ENTRY)}")
        st.entry[t.ENTRY.index(code)] = int(k)
    for sea, word in _table(data, "seas").items():
        if sea not in t.SEAS:
            raise BadPosition(f"there is no sea '{sea}'; seas are: {', '.join(t.SEAS)}")
        st.seas[t.SEAS.index(sea)] = _word(word, {w: k for k, w in enumerate(t.SEA_WORD)}, "state of a sea")
    for box, k in _table(data, "coins").items():
        if box not in t.BOX:
            raise BadPosition(f"there is no box '{box}'; boxes are named like cp-krupp or ep-putnik")
        st.coins[t.BOX[box]] = _count(k, f"coins.{box}")
    for name, k in _table(data, "numbers").items():
        if name not in NUMBERS:
            raise BadPosition(f"there is no number '{name}'; numbers are: {', '.join(NUMBERS)}")
        setattr(st, name, _count(k, name))
    for seat, k in _table(data, "gas").items():
        st.gas[_word(seat, {"central": 0, "entente": 1}, "side")] = _count(k, "gas")
    if "air" in data:
        st.air = _word(data["air"], {"none": -1} | {w: k for k, w in enumerate(t.AIR)}, "air box")
    if "ne_limit" in data:
        st.ne_limit = [_count(k, "ne_limit") for k in data["ne_limit"]]
    if "cup" in data:
        st.cup = sum(1 << _count(k, "cup") for k in data["cup"])
    if "peeked" in data:
        st.peeked = [_count(k, "peeked") for k in data["peeked"]]
    if "surrendered" in data:
        st.surrendered = sum(1 << _nation(c) for c in data["surrendered"])
    for name in ("siege", "beach"):
        if name in data:
            setattr(st, name, [MARKERS[w] if w in MARKERS else _place(w) for w in data[name]])
    flags = data.get("flags", ())
    for f in flags:
        if f not in FLAG:
            raise BadPosition(f"there is no flag '{f}'; flags are: {', '.join(FLAGS)}")
        st.set_flag(f)


def _occupy(st: State) -> None:
    """Units hold the ground they stand on, unless it is friendly or shared in a Beach Head; a Fort under the enemy has fallen."""
    for side in (t.CP, t.EP):
        for i in bits(st.occ[side] & ~st.ctrl[side] & ~st.occ[1 - side]):
            if i in st.beach or st.siege[1 - side] == i:
                continue
            st.seize(i, st.serves[bits(st.stack_of(i, side))[0]])
            if st.fort_of[1 - side] >> i & 1:
                st.forts &= ~(1 << i)
    st.derive()


def _agenda(st: State, data: Mapping[str, Any]) -> Steps:
    """From a phase on to the end of the turn; with `side` in the Pulse or a Logistics Phase it is under way."""
    rest: Steps = (*(Phase(j) for j in range(st.phase + 1, 8)), NextTurn())
    if "side" not in data:
        return (GameTurn(st.phase),)
    side = _word(data["side"], {"central": t.CP, "entente": t.EP}, "side")
    if st.phase == 1:
        return (Challenge(side), *rest)
    if st.phase in (2, 3):
        first = _number(data, "step", 1, 1, 4)
        return (*(Logistics(side, k) for k in range(first, 5)), CasualtyRolls(side), *rest)
    if st.phase == 4:
        st.passes = [_number(data, "passes", 0, 0, 1), side]
        return (Pulse(side), EndPulses(), GarrisonCheck(), *rest)
    raise BadPosition("a side is named in phase 1 (challenges), 2 and 3 (logistics) and 4 (pulses) only")


def position_to(s: Session[State]) -> dict[str, Any]:
    """The tables of the position of a session, between compound orders."""
    st = s.state
    top = s.agenda[-1] if s.agenda else None
    out: dict[str, Any] = {"turn": st.turn, "phase": st.phase}
    if isinstance(top, Pulse) and not st.fight:
        out |= {"side": t.SEATS[top.side], "passes": st.passes[0]}
    elif isinstance(top, Logistics):
        out |= {"side": t.SEATS[top.side], "step": top.step}
    elif isinstance(top, Challenge):
        out |= {"side": t.SEATS[top.side]}
    else:
        raise FirestepError("a position can be written only between orders; finish or undo the order that is being given")
    out["air"] = "none" if st.air < 0 else t.AIR[st.air]
    out["ne_limit"] = st.ne_limit[:]
    out["cup"] = bits(st.cup)
    out["peeked"] = st.peeked[:]
    out["surrendered"] = [t.NATIONS[n] for n in bits(st.surrendered)]
    out["siege"] = [_MARKER_WORDS[i] if i < 0 else p.NUMBER[i] for i in st.siege]
    out["beach"] = [_MARKER_WORDS[i] if i < 0 else p.NUMBER[i] for i in st.beach]
    out["flags"] = [f for f in FLAGS if st.flag(f)]
    out["units"] = {id: OFF_MAP[i] if i < 0 else p.NUMBER[i] for id, i in zip(t.UNITS, st.at, strict=True)}
    out["divs"] = {id: k for u, (id, k) in enumerate(zip(t.UNITS, st.divs, strict=True)) if t.IS_ARMY[u]}
    out["serves"] = {t.UNITS[u]: t.NATIONS[n] for u, n in enumerate(st.serves) if n != t.UNIT_NATION[u]}
    out["allegiance"] = {c: _WORDS[k] for c, k in zip(t.NATIONS, st.allegiance, strict=True)}
    out["holds"] = {t.NATIONS[n]: p.numbers(m) for n, m in enumerate(st.own)}
    for name, slot in (("max", st.max), ("reserves", st.reserves), ("frozen", st.frozen)):
        out[name] = dict(zip(t.NATIONS[:8], slot, strict=True))
    out["entry"] = dict(zip(t.ENTRY, st.entry, strict=True))
    out["seas"] = {n: t.SEA_WORD[k] for n, k in zip(t.SEAS, st.seas, strict=True)}
    out["coins"] = dict(zip(t.BOXES, st.coins, strict=True))
    out["gas"] = dict(zip(t.SEATS, st.gas, strict=True))
    out["numbers"] = {k: getattr(st, k) for k in NUMBERS}
    out["hexes"] = {"forts-destroyed": p.numbers(p.FORTS & ~st.forts)} | {
        name: p.numbers(getattr(st, slot)) for name, slot in HEX_SETS.items() if slot}
    out["marks"] = {m: unit_ids(getattr(st, m)) for m in MARKS}
    return out


def check(st: State) -> None:
    """Refuse a position that no play could hold."""
    for u, i in enumerate(st.at):
        if t.IS_ARMY[u]:
            if (st.divs[u] > 0) != (i > 0 or OFF_MAP.get(i) == "box"):
                raise BadPosition(f"{t.UNITS[u]} has {st.divs[u]} Divs but is {OFF_MAP.get(i, 'on the map')}; give it Divs or "
                                  f"take it off the map (ditt.4.1e)")
            if st.divs[u] > t.MOST_DIVS:
                raise BadPosition(f"{t.UNITS[u]} has {st.divs[u]} Divs; an Army holds at most 20 (ditt.4.2b)")
    for i in bits(st.occ[t.CP] & st.occ[t.EP]):
        if i not in st.beach and not st.fight:
            raise BadPosition(f"both sides stand in {p.NUMBER[i]}; that happens only in a Beach Head (ditt.6.1j)")
    for side in (t.CP, t.EP):
        for i in bits(st.occ[side] & st.fort_of[1 - side]):
            if i not in st.siege and i not in st.beach and not st.fight:
                raise BadPosition(f"{p.NUMBER[i]} holds an intact enemy Fort; list it under forts-destroyed (ditt.8.4b)")
    if st.sud > st.divs[t.SUD]:
        raise BadPosition("the Süd Army has more German Divs than Divs (ditt.4.1g)")
    for n in t.POWERS:
        if st.frozen[n] > st.reserves[n]:
            raise BadPosition(f"more {t.ADJECTIVE[n]} Divs are frozen than there are in Reserves (ditt.2.2f)")


# -- reading values --------------------------------------------------------------------------------------------------------


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = data.get(name, {})
    if not isinstance(value, dict):
        raise BadPosition(f"[{name}] must be a table")
    return value


def _place(number: Any) -> int:
    if number not in p.INDEX or not p.LAND >> p.INDEX[number] & 1:
        raise BadPosition(f"there is no place '{number}' on this map; hexes are four digits such as \"3305\", areas have names "
                          f"such as \"duala\"")
    return p.INDEX[number]


def _unit(id: str) -> int:
    if id not in t.UNIT:
        raise BadPosition(f"there is no unit '{id}'; units are named like 'ge-1' or 'fr-orient'")
    return t.UNIT[id]


def _nation(code: str) -> int:
    if code not in t.NATION:
        raise BadPosition(f"there is no nation '{code}'; nations are: {', '.join(t.NATIONS)}")
    return t.NATION[code]


def _word(word: Any, known: Mapping[str, int], what: str) -> int:
    if word not in known:
        raise BadPosition(f"'{word}' is not a {what}; choose one of: {', '.join(known)}")
    return known[word]


def _count(value: Any, name: str) -> int:
    if not isinstance(value, int) or value < 0:
        raise BadPosition(f"{name} must be a whole number from 0 up, not {value!r}")
    return value


def _number(data: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    value = data.get(key, default)
    if not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{key} must be a number from {low} to {high}, not {value!r}")
    return value
