"""Positions of this game in words (docs/position-format.md): the fields of the state by name, and what is still to be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from firestep.engine.errors import BadPosition, FirestepError
from firestep.engine.position import Reader
from firestep.engine.session import Session
from firestep.engine.step import Step, Steps, steps_of
from firestep.games.tgw import sequence
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import CHIT
from firestep.games.tgw.movement import stacking
from firestep.games.tgw.state import BOX, CAPACITIES, FLAG, GONE, OLD_FLAGS, State
from firestep.hexmap.grid import bits

SIDES = {"allied": tables.ALLIED, "central": tables.CENTRAL, "neutral": tables.NEUTRAL}
HEX_SETS = ("forts", "line", "ne_trenches", "devastated", "dead_sources", "targets", "retaken", "rolled")
UNIT_SETS = (
    "reduced",
    "flipped",
    "depleted",
    "tried",
    "moved",
    "railed",
    "sailed",
    "attacked",
    "newly",
    "pef",
    "unshocked",
    "devastating",
    "rebuilt",
    "red",
    "saved",
)
CHIT_SETS = ("play", "spent", "air_used", "warfare", "u_waiting")
HEX_OR_NONE = ("marker_at", "foch_at", "allenby_at", "arab_hex", "pipeline")
LETTERS = ("letter", "us_marker", "us_entered", "czar_letter", "bolshevik_letter")
#: numbers with their limits
NUMBERS = {
    "turn": (1, tables.LAST_TURN),
    "phase": (0, len(sequence.PHASES) - 1),
    "marker": (0, 2),
    "arab_before": (0, 2),
    "line_left": (0, 4),
    "dz_left": (0, 99),
    "required": (0, 12),
    "vp_events": (-99, 99),
    "rolled_now": (0, 99),
    "rolls": (0, 1 << 40),
}


def _name(word: Any, known: Mapping[str, Any], what: str, says: str = "") -> str:
    Reader.named(word, known, what, says)
    return str(word)


def _hex(word: Any) -> str:
    return _name(word, board.INDEX, "hex", "hexes are named like W6819, E4816, N1728")


def _unit(word: Any) -> str:
    return _name(word, roster.UNIT, "unit", "units are named like ge-1g, fr-1, ru-hq1")


def _chit(word: Any) -> str:
    return _name(word, CHIT, "chit", "chits are named like al-gallipoli, cp-uboat-1")


def _nation(word: Any) -> str:
    return _name(word, tables.NATION, "nation")


def _capacity(word: Any) -> str:
    return _name(word, dict.fromkeys(CAPACITIES), "capacity")


#: tables: what their keys, or the members of their two lists, are
TWO = {"ctrl": _hex, "pool": _chit, "hand": _chit}
TABLES: dict[str, Callable[[Any], str]] = {
    "rp": _nation,
    "entered": _nation,
    "pays": _hex,
    "back_on": _unit,
    "came_from": _unit,
    "until": str,
    "tally": str,
    "used": _capacity,
}
LISTS = ("trenches", "russian_attacks")
KEYS = {
    "clear",
    "units",
    "sides",
    "flags",
    "collapsed",
    "initiative",
    "weather",
    "prewar",
    "railheads",
    "then",
    "result",
    *HEX_SETS,
    *UNIT_SETS,
    *CHIT_SETS,
    *HEX_OR_NONE,
    *LETTERS,
    *NUMBERS,
    *TWO,
    *TABLES,
    *LISTS,
}


def position_from(st: State, agenda: Steps, data: Mapping[str, Any]) -> tuple[State, Steps]:
    """A state and agenda from the tables of a position file, on top of the scenario's own."""
    read = Reader(data, KEYS)
    plain = st.to_plain()
    for key, (low, high) in NUMBERS.items():
        plain[key] = read.number(key, plain[key], low, high)
    _units(read, plain, bool(data.get("clear")))
    for names, say in ((HEX_SETS, _hex), (UNIT_SETS, _unit), (CHIT_SETS, _chit)):
        for key in names:
            if key in data:
                plain[key] = [say(w) for w in read.words(key)]
    for key in HEX_OR_NONE:
        if key in data:
            plain[key] = _hex(data[key]) if data[key] else ""
    for key in LETTERS:
        if key in data:
            plain[key] = _name(data[key], dict.fromkeys((*tables.LETTERS, "")), "Strategic Turn", "letters run from A to U") or ""
    for key, two in TWO.items():
        if key in data:
            given = read.table(key)
            plain[key] = [[two(w) for w in _list(given.get(seat, []), f"{key}.{seat}")] for seat in tables.SEATS]
    for key, own in TABLES.items():
        if key in data:
            plain[key] = {own(k): _integer(v, f"{key}.{k}") for k, v in read.table(key).items()}
    for key in LISTS:
        if key in data:
            plain[key] = [_integer(v, key) for v in read.words(key)]
            if len(plain[key]) != len(getattr(st, key)):
                raise BadPosition(f"{key} must have {len(getattr(st, key))} numbers")
    plain["allegiance"] |= {_nation(code): Reader.named(word, SIDES, "side") for code, word in read.table("sides").items()}
    if "flags" in data:
        plain["flags_set"] = [_name(w, FLAG, "flag") for w in read.words("flags") if w not in OLD_FLAGS]
    if "collapsed" in data:
        plain["collapsed"] = [_nation(w) for w in read.words("collapsed")]
    if "initiative" in data:
        plain["initiative"] = Reader.named(data["initiative"], dict(allied=0, central=1), "side")
    if "weather" in data:
        known = dict.fromkeys(tables.WEATHERS)
        given_weather = {
            _name(f, dict.fromkeys(board.FRONTS), "front"): _name(w, known, "weather") for f, w in read.table("weather").items()
        }
        plain["weather"] = [given_weather.get(f, w) for f, w in zip(board.FRONTS, plain["weather"], strict=True)]
    if "railheads" in data:
        plain["railheads"] = {_nation(c): [_hex(w) for w in _list(v, c)] for c, v in read.table("railheads").items()}
    for key in ("prewar", "result"):
        if key in data:
            plain[key] = [str(w) for w in read.words(key)]
    new = State.from_plain(plain)
    _settle_control(new, data)
    if "then" in data:
        return new, tuple(_step(w) for w in read.words("then"))
    if {"turn", "phase"} & set(data):
        return new, _from_phase(new)
    return new, agenda


def _units(read: Reader, plain: dict[str, Any], clear: bool) -> None:
    at: dict[str, str] = plain["at"]
    if clear:
        for id in [id for id, place in at.items() if place not in BOX]:
            del at[id]
    for id, place in read.table("units").items():
        _unit(id)
        if place not in BOX:
            _hex(place)
        at[id] = place
    for id in [id for id, place in at.items() if place == "waiting"]:
        del at[id]


def _settle_control(st: State, data: Mapping[str, Any]) -> None:
    """Where a unit was put by hand its side has control, unless the file says who has (tgw.7.13a); forts under enemies have
    fallen."""
    for id in data.get("units", {}):
        u = roster.UNIT[id]
        side = st.side(u)
        if st.at[u] > 0 and side < 2:
            if "ctrl" not in data:
                st.seize(1 << st.at[u], side)
            if "forts" not in data and st.fort_of[1 - side] >> st.at[u] & 1:
                st.forts &= ~(1 << st.at[u])
    st.derive_forts()


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadPosition(f"{name} must be a list")
    return value


def _integer(value: Any, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadPosition(f"{name} must be a whole number, not {value!r}")
    return value


def _from_phase(st: State) -> Steps:
    """From the beginning of a phase on to the end of its turn."""
    k = st.phase or sequence.EVENTS
    last = sequence.TURN_RECORD if k <= sequence.TURN_RECORD else sequence.LETTER_RECORD
    return tuple(sequence.Phase(j) for j in range(k, last + 1))


# -- what is still to be done --------------------------------------------------------------------------------------------------


def _word(step: Step[Any]) -> str:
    """A step as a word and its numbers: `MoveUnits 0 1`."""
    values = [getattr(step, f.name) for f in fields(step)]  # type: ignore[arg-type]  # every step is a dataclass
    if not all(isinstance(v, int | str) and " " not in str(v) and str(v) for v in values):
        raise FirestepError("a position can be written only between orders; answer the open question first, or use a record")
    return " ".join([step.stored, *(str(int(v)) if isinstance(v, bool) else str(v) for v in values)])


def _step(word: Any) -> Step[Any]:
    name, *values = str(word).split()
    kind = Reader.named(name, steps_of("firestep.games.tgw"), "step")
    own = fields(kind)  # type: ignore[arg-type]
    if len(values) > len(own):
        raise BadPosition(f"'{word}' says too much: {name} has {len(own)} values")
    read: dict[str, Any] = {}
    for f, v in zip(own, values, strict=False):
        read[f.name] = v == "1" if f.type == "bool" else int(v) if v.lstrip("-").isdigit() else v
    try:
        return kind(**read)
    except TypeError:
        raise BadPosition(f"'{word}' is not complete: {name} has {len(own)} values") from None


def position_to(s: Session[State]) -> dict[str, Any]:
    """The tables of the position of a session, between compound orders."""
    st = s.state
    if st.fight is not None or not s.agenda:
        raise FirestepError("a position can be written only between orders; finish the combat, or take an earlier moment")
    plain = st.to_plain()
    out: dict[str, Any] = {"then": [_word(step) for step in reversed(s.agenda)]}
    for key in (*NUMBERS, *LETTERS, *HEX_OR_NONE, *LISTS, *HEX_SETS, *UNIT_SETS, *CHIT_SETS, "collapsed", "prewar"):
        out[key] = plain[key]
    out["initiative"] = tables.SEATS[st.initiative]
    out["flags"] = plain["flags_set"]
    out["clear"] = True
    out["units"] = plain["at"] | {roster.UNITS[u]: "gone" for u, i in enumerate(st.at) if i == GONE}
    waiting = {id: "waiting" for id in roster.UNITS if id not in out["units"]}
    out["units"] |= waiting
    words = {k: w for w, k in SIDES.items()}
    out["sides"] = {code: words[k] for code, k in plain["allegiance"].items()}
    out["weather"] = dict(zip(board.FRONTS, plain["weather"], strict=True))
    out |= {key: dict(zip(tables.SEATS, plain[key], strict=True)) for key in TWO}
    out |= {key: plain[key] for key in TABLES}
    out["railheads"] = plain["railheads"]
    return out


def check(st: State) -> None:
    """Refuse a position that no play could hold."""
    for i, units in st.where.items():
        if i < 0:
            continue
        sides = [side for side in (0, 1, 2) if units & st.troops[side]]
        first = roster.unit_ids(units)[0]
        if not board.LAND >> i & 1:
            raise BadPosition(f"{first} stands in {board.NUMBER[i]}, which is no land hex; move it (tgw.8.24a)")
        neutrals = [u for u in bits(units & st.troops[tables.NEUTRAL]) if not fronts.HOME.get(roster.NATION_OF[u], 0) >> i & 1]
        if neutrals:
            neutral = roster.UNITS[neutrals[0]]
            raise BadPosition(f"{neutral} is on the map and its nation is not at war; give it a side under [sides] (tgw.17.11b)")
        if len(sides) > 1:
            raise BadPosition(f"units of both sides stand in {board.NUMBER[i]}; move one of them (tgw.8.22a)")
        side = sides[0]
        if side < 2 and st.fort_of[1 - side] >> i & 1:
            raise BadPosition(f"{first} stands in an intact enemy fort at {board.NUMBER[i]}; leave it out of forts (tgw.14.14a)")
        if not stacking.fits(units) and not st.moved & units:
            raise BadPosition(f"too many units in {board.NUMBER[i]}: six and one HQ, tank and anti-tank unit at most (tgw.7.23a)")
    if st.ctrl[0] & st.ctrl[1]:
        raise BadPosition(f"{board.numbers(st.ctrl[0] & st.ctrl[1])[0]} is controlled by both sides (tgw.7.1a)")
    if min(st.rp) < 0:
        raise BadPosition("a nation has fewer than 0 Resource Points (tgw.5.22d)")
