"""Positions of this game in words: what the tables of a position file mean (docs/position-format.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firestep.engine.errors import BadPosition, FirestepError
from firestep.engine.position import Reader
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.wwi import economy, neutrals, russia
from firestep.games.wwi.combat import Attacks
from firestep.games.wwi.components import board
from firestep.games.wwi.movement import MoveUnits
from firestep.games.wwi.sequence import ECONOMY, EndMovement, GameTurn, NextTurn, Phase, superior
from firestep.games.wwi.setup import Deploy
from firestep.games.wwi.state import GONE, OFF_MAP, OFF_MAP_WORD, POOL, TRANSIT, WAITING, State, unit_ids
from firestep.hexmap.grid import bits

SIDES = {"allied": board.ALLIED, "central": board.CENTRAL, "neutral": board.NEUTRAL, "nobody": board.NOBODY}
FLAGS = ("collapsed", "surrendered", "reopened", "borrowed", "french_attacks", "belgian_crp", "us_due", "stoss_built", "sea_moved")
HEX_SETS = {
    "forts-destroyed": "",
    "centres-allied": "allied_centres",
    "centres-central": "central_centres",
    "fallen": "fallen",
    "links": "links",
    "links-off": "links_off",
}
MARKS = ("moved", "attacked", "attacking", "garrison")
#: the parts of the Build Phase, in order
SEGMENTS = ("income", "arrivals", "build-allied", "build-central", "loans-allied", "loans-central")
KEYS = {
    "turn",
    "phase",
    "superior",
    "segment",
    "clear",
    "units",
    "crp",
    "vp",
    "allegiance",
    "flags",
    "hexes",
    "marks",
    "delayed",
    "lent",
}


def position_from(st: State, agenda: Steps, data: Mapping[str, Any]) -> tuple[State, Steps]:
    """A state and agenda from the tables of a position file, on top of the scenario's own."""
    r = Reader(data, KEYS)
    moved_on = set(data) & {"turn", "phase", "segment"}
    st.turn = r.number("turn", st.turn, 1, board.LAST_TURN)
    st.phase = r.number("phase", st.phase if st.turn == 1 else 1, 1, 10)
    if data.get("clear"):
        st.at = [POOL if i >= 0 else i for i in st.at]
    _schedule(st)
    for code, word in r.table("allegiance").items():
        st.allegiance[_nation(code, board.COUNTRIES)] = Reader.named(word, SIDES, "side")
    for id, place in r.table("units").items():
        st.at[_unit(id)] = OFF_MAP_WORD[place] if place in OFF_MAP_WORD else _hex(place)
    if "us" not in r.table("allegiance") and any(st.at[u] != WAITING for u in board.UNITS_OF[board.US]):
        st.allegiance[board.US] = board.ALLIED  # its first army has brought the United States into the war (wwi.trt.us)
    for code, points in r.table("crp").items():
        st.crp[_nation(code, board.NATIONS)] = Reader.count(points, f"crp.{code}")
    for seat, points in r.table("vp").items():
        st.vp[Reader.named(seat, dict(allied=0, central=1), "side")] = Reader.count(points, f"vp.{seat}")
    for flag, value in r.table("flags").items():
        if flag not in FLAGS:
            raise BadPosition(f"there is no flag '{flag}'; flags are: {', '.join(FLAGS)}")
        setattr(st, flag, value if isinstance(value, bool) else Reader.count(value, f"flags.{flag}"))
    st.derive()
    neutrals.own_centres(st)
    for side in (board.ALLIED, board.CENTRAL):
        st.forts &= ~(st.side_forts[side] & st.occ[1 - side])  # forts under enemy armies have fallen (T9)
    for name, numbers in r.table("hexes").items():
        _hex_set(st, name, numbers)
    _entered(st, r)
    for mark, ids in r.table("marks").items():
        if mark == "forts_attacked":
            st.forts_attacked = sum(1 << _hex(n) for n in ids)
        elif mark in MARKS:
            setattr(st, mark, sum(1 << u for u in {_unit(id) for id in ids}))
        else:
            raise BadPosition(f"there is no mark '{mark}'; marks are: {', '.join((*MARKS, 'forts_attacked'))}")
    if "delayed" in data:
        st.delayed = sum(1 << _nation(c, board.COUNTRIES) for c in data["delayed"])
    st.lent = tuple(
        _nation(m, board.NATIONS) * 100 + _nation(n, board.NATIONS)
        for m, _, n in (str(pair).partition("-") for pair in data.get("lent", ()))
    )
    st.superior = Reader.named(data["superior"], SIDES, "side") if "superior" in data else superior(st)[0]
    if not moved_on:
        return st, agenda
    return st, _agenda(st, data.get("segment"), "marks" in data)


def _agenda(st: State, segment: str | None, mid: bool) -> Steps:
    """From a phase on to the end of the turn. With marks the phase is already under way."""
    k = st.phase
    rest: Steps = (*(Phase(j) for j in range(k + 1, 11)), NextTurn())
    if segment == "deploy-allied":
        return Deploy(board.ALLIED), Deploy(board.CENTRAL), GameTurn()
    if segment == "deploy-central":
        return Deploy(board.CENTRAL), GameTurn()
    if k == 10 and segment is not None:
        if segment not in SEGMENTS:
            raise BadPosition(f"there is no segment '{segment}'; the segments are: {', '.join(SEGMENTS)}")
        return (*ECONOMY[SEGMENTS.index(segment) :], *rest)
    if mid and k <= 2:
        return (MoveUnits(k - 1), EndMovement(k - 1), *rest)
    if mid and 4 <= k <= 9:
        return (Attacks(st.superior if k % 2 == 0 else 1 - st.superior), *rest)
    return (Phase(k), *rest)


def _schedule(st: State) -> None:
    """What the calendar has done by this turn, unless the file says otherwise: neutrals have joined, and Belgium has had its four
    points of the first turn (R57)."""
    if st.turn > 1:
        st.belgian_crp = st.delayed = 0
    for country, side, turn, option in (
        (board.TU, board.CENTRAL, 2, "variable-turkey"),
        (board.IT, board.ALLIED, 3, "variable-italy"),
        (board.BU, board.CENTRAL, 4, ""),
    ):
        if st.turn >= turn and st.options.get(option, "off") == "off" and st.allegiance[country] == board.NEUTRAL:
            st.allegiance[country] = side


def _entered(st: State, r: Reader) -> None:
    """What armies have done to the sea links and Russian cities in which they stand, and what collapse and surrender take from
    Russia (T9)."""
    st.links_off = (st.links_off | st.links & st.occ[board.CENTRAL]) & ~st.occ[board.ALLIED]  # wwi.9.17b, wwi.9.17c
    if board.NATIONS[board.RS] not in r.table("crp") and (st.collapsed or st.surrendered):
        st.crp[board.RS] = 0  # wwi.12.11b
    if not st.surrendered:
        st.fallen = (st.fallen | board.RUSSIAN_CITIES & st.occ[board.CENTRAL]) & ~st.occ[board.ALLIED]
        return
    for u in board.UNITS_OF[board.RS]:  # wwi.12.12b
        if board.UNITS[u] not in r.table("units"):
            st.put(u, GONE)
    st.forts &= ~russia.RUSSIA  # wwi.12.13e
    st.collapsed = True


def _hex_set(st: State, name: str, numbers: Any) -> None:
    if name not in HEX_SETS:
        raise BadPosition(f"there is no hex list '{name}'; the lists are: {', '.join(HEX_SETS)}")
    mask = sum(1 << i for i in {_hex(n) for n in numbers})
    if name == "forts-destroyed":
        st.forts = board.FORTS & ~mask
        return
    setattr(st, HEX_SETS[name], mask)
    if name == "centres-allied":
        st.central_centres &= ~mask
    elif name == "centres-central":
        st.allied_centres &= ~mask


def position_to(s: Session[State]) -> dict[str, Any]:
    """The tables of the position of a session, between compound orders."""
    st = s.state
    top = s.top
    out: dict[str, Any] = {"turn": st.turn, "phase": st.phase, "superior": board.SEATS[st.superior]}
    if isinstance(top, economy.Build | economy.Loans):
        out["segment"] = ("build-" if isinstance(top, economy.Build) else "loans-") + board.SEATS[top.side]
    elif isinstance(top, Deploy):
        out["segment"] = "deploy-" + board.SEATS[top.side]
    elif isinstance(top, economy.Arrive):
        out["segment"] = "arrivals"
    elif not isinstance(top, MoveUnits | Attacks):
        raise FirestepError("a position can be written only between orders; answer the open question first, or use a record")
    if st.delayed or st.turn == 1:
        out["delayed"] = [board.COUNTRIES[n] for n in bits(st.delayed)]
    if st.lent:
        out["lent"] = [f"{board.NATIONS[k // 100]}-{board.NATIONS[k % 100]}" for k in st.lent]
    words = {k: w for w, k in SIDES.items()}
    out["units"] = {id: OFF_MAP[i] if i < 0 else board.NUMBER[i] for id, i in zip(board.UNITS, st.at, strict=True)}
    out["crp"] = dict(zip(board.NATIONS, st.crp, strict=True))
    out["vp"] = {"allied": st.vp[0], "central": st.vp[1]}
    out["allegiance"] = {c: words[k] for c, k in zip(board.COUNTRIES, st.allegiance, strict=True)}
    out["flags"] = {f: getattr(st, f) for f in FLAGS}
    out["hexes"] = {"forts-destroyed": board.hexes(board.FORTS & ~st.forts)} | {
        name: board.hexes(getattr(st, slot)) for name, slot in HEX_SETS.items() if slot
    }
    out["marks"] = {m: unit_ids(getattr(st, m)) for m in MARKS} | {"forts_attacked": board.hexes(st.forts_attacked)}
    return out


def check(st: State) -> None:
    """Refuse a position that no play could hold."""
    seen: dict[int, int] = {}
    for u, i in enumerate(st.at):
        side = st.side(u)
        if i == TRANSIT and side != board.ALLIED:
            raise BadPosition(
                f"{board.UNITS[u]} is in the Transit Area and no Ally; give its country a side under [allegiance] or "
                f"move the unit (wwi.5.51a)"
            )
        if i < 0:
            continue
        if i in seen:
            raise BadPosition(
                f"two armies in hex {board.NUMBER[i]}: {board.UNITS[seen[i]]} and {board.UNITS[u]}; move one (wwi.7.0a)"
            )
        seen[i] = u
        if side == board.NOBODY or side == board.NEUTRAL and board.COUNTRY_AT[i] != board.UNIT_NATION[u]:
            country = board.TITLES[board.NATIONS[board.UNIT_NATION[u]]]
            raise BadPosition(
                f"{board.UNITS[u]} stands in {board.NUMBER[i]} and {country} is not at war; give it a side under "
                f"[allegiance] or take the unit off the map (wwi.11.0d)"
            )
        if st.neutral >> i & 1 and side != board.NEUTRAL:
            raise BadPosition(
                f"{board.UNITS[u]} stands in neutral {board.TITLES[board.COUNTRIES[board.COUNTRY_AT[i]]]}; give that "
                "country a side "
                f"under [allegiance] or move the unit (wwi.11.7)"
            )
        if side <= board.CENTRAL and st.forts & ~st.side_forts[side] & ~st.side_forts[board.NOBODY] & 1 << i:
            raise BadPosition(
                f"{board.UNITS[u]} stands in an intact enemy fortification at {board.NUMBER[i]}; list it under "
                "forts-destroyed (wwi.12.43a)"
            )
    if st.surrendered and (left := [u for u in board.UNITS_OF[board.RS] if st.at[u] != GONE]):
        raise BadPosition(f"Russia has surrendered, and {board.UNITS[left[0]]} is not gone; leave it out (wwi.12.12b)")
    if st.reopened and not st.surrendered:
        raise BadPosition("Russia fights, so nobody has entered Russia after its surrender; leave out `reopened` (wwi.12.13b)")
    if st.collapsed and st.crp[board.RS]:
        raise BadPosition("Russia has collapsed and has no Combat Resource Points; leave them out (wwi.12.11b)")
    for u in bits(st.garrison):
        if not st.surrendered or st.side(u) != board.CENTRAL or not board.RUSSIAN_CITIES >> max(st.at[u], 0) & 1:
            raise BadPosition(f"{board.UNITS[u]} is no Central army in a city of a Russia that has surrendered (wwi.12.13b)")
    if min(st.crp) < 0:
        raise BadPosition("a nation has fewer than 0 Combat Resource Points")
    if st.allied_centres & st.central_centres:
        raise BadPosition(f"Resource Center {board.hexes(st.allied_centres & st.central_centres)[0]} has two owners (wwi.15.1a)")


def _hex(number: Any) -> int:
    return Reader.named(number, board.INDEX, "land hex", 'hexes are four digits such as "0509"')


def _nation(code: str, known: tuple[str, ...]) -> int:
    return Reader.named(code, {n: board.NATION[n] for n in known}, "nation")


def _unit(id: str) -> int:
    return Reader.named(id, board.UNIT, "unit", "units are named like 'ge-6' or 'fr-lorraine'")
