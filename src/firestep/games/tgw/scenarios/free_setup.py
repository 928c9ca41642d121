"""Free set-up (19, 22): the armies stand where they stood in history, and each side in turn, the Allies first, may place them anew.

Every unit has the zone that the book gives it, duties bind hexes of the front lines, limits bind numbers. A whole stack is placed
in two choices; `done` leaves the rest where history had it.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.display import fog, names
from firestep.games.tgw.movement import stacking
from firestep.games.tgw.scenarios import prewar, setup_zones
from firestep.games.tgw.state import AVAIL, State, place_word
from firestep.hexmap.grid import bits

S = Session[State]
DONE: Action = ("done",)
#: they begin where they are, and are not asked about again
STAY: Action = ("stay",)
ALL: Action = ("all",)
#: they begin in the Available Units Box (tgw.22.44c, tgw.22.44h, tgw.22.45d, tgw.22.54c)
BOX: Action = ("box",)
#: closed to everybody by the Elder Moltke (tgw.20.3.10b)
_NEUTRAL = board.BELGIUM | board.COUNTRY["luxembourg"]


@cache
def _rows(scenario: str) -> dict[int, str]:
    """The zone of every unit that begins on a map, in words."""
    with (board.DATA / "deployments" / f"{scenario}.csv").open(encoding="utf-8", newline="") as f:
        return {roster.UNIT[x["unit"]]: x["zone"] for x in csv.DictReader(f) if x["zone"]}


def planned(st: State, u: int) -> int | None:
    """Where a unit begins because of a plan, in place of its zone in the book (S14); None if no plan speaks of it. The Elder Moltke
    closes Belgium and Luxembourg to everybody else (tgw.20.3.10b)."""
    bit, plans = 1 << u, st.prewar
    if bit & prewar.BEF and "al.7" in plans:
        return 1 << prewar.FISHER  # tgw.20.2.7a
    if bit & prewar.GERMANS_W and "cp.10" in plans and st.at[u] > 0 and board.EAST_MAP >> st.at[u] & 1:
        return board.GERMANY & board.EAST_MAP  # tgw.20.3.10a
    for plan in ("al.3", "al.5", "cp.1", "cp.5"):
        if plan in plans and bit & prewar.movable(st, plan)[0]:
            return prewar.movable(st, plan)[1]
    return None


def void(st: State, rule: str) -> bool:
    """A limit of the set-up of 1914 that a plan lifts (E89, E95)."""
    return {"tgw.19.21d": "al.3", "tgw.19.31g": "cp.10"}.get(rule) in st.prewar


def zone_of(st: State, u: int) -> int:
    """Return where a unit may begin: by the book or by a pre-war plan (tgw.20.2, tgw.20.3). In 1918 units of the Central Powers may
    begin on any front within the limits of their nation (tgw.22.55a)."""
    text = _rows(st.scenario).get(u, "")
    if st.prewar and text and (own := planned(st, u)) is not None:
        return own
    if text == "by-russians":  # tgw.19.31b
        near = sum({1 << st.at[v] for v in bits(roster.SETUP["RU", "S"]) if st.at[v] > 0})
        return board.ATLAS.around(near, 3) & board.AUSTRIA & board.EAST_MAP
    out = setup_zones.zone(text, st.scenario) if text else 0  # tgw.22.55a
    return out & ~_NEUTRAL if "cp.10" in st.prewar else out  # tgw.20.3.10b


_AVAILABLE = "available"


def _limited(scenario: str, box: bool) -> list[dict[str, str]]:
    """The rows of a scenario: on the map, or of the Available Units Box."""
    with (board.DATA / "limits.csv").open(encoding="utf-8", newline="") as f:
        return [x for x in csv.DictReader(f) if x["scenario"] == scenario and x["zone"].startswith(_AVAILABLE) == box]


@cache
def limits(scenario: str) -> tuple[tuple[int, int, int, int, str], ...]:
    """Units, zone, least, most, rule."""
    return tuple(
        (
            _picked(x["nation"], x["pick"]),
            setup_zones.zone(x["zone"], scenario),
            int(x["least"] or 0),
            int(x["most"] or 999),
            x["rule"],
        )
        for x in _limited(scenario, box=False)
    )


@cache
def boxes(scenario: str) -> tuple[tuple[int, int, int, str], ...]:
    """Units that may begin in the Available Units Box, hexes from which they may not go there, how many at most, rule."""
    return tuple(
        (
            sum(_picked(n, x["pick"]) for n in x["nation"].split()),
            setup_zones.zone(but, scenario) if (but := x["zone"].removeprefix(_AVAILABLE).removeprefix("!")) else 0,
            int(x["most"]),
            x["rule"],
        )
        for x in _limited(scenario, box=True)
    )


def no_box(st: State, units: int, origin: int) -> str:
    """The rule that keeps units out of the Available Units Box at set-up, or nothing."""
    general = "tgw.22.12a" if st.side(bits(units)[0]) == tables.ALLIED else "tgw.22.13a"
    if origin == AVAIL or deserted(st, units, origin):
        return general
    for who, but, most, rule in boxes(st.scenario):
        if not units & ~who:
            full = (st.stack(AVAIL) & who).bit_count() + units.bit_count() > most
            return rule if full or but >> origin & 1 else ""
    return general


def waiting(st: State, side: int) -> int:
    """Units in the Available Units Box that may begin on the map instead."""
    return sum(1 << u for u in _rows(st.scenario) if st.at[u] == AVAIL) & st.troops[side] & ~st.moved


_PICKS = {
    "combat": roster.COMBAT,
    "dominion": roster.ANZAC | roster.CANADIAN | roster.PORTUGUESE,
    "division": roster.DIVISION,
    "inf": roster.INFANTRY,
}


def _picked(nation: str, words: str) -> int:
    out = roster.CORPS[tables.NATION[nation]]
    for word in words.split():
        key, _, value = word.partition("=")
        if key == "code":
            out &= roster.SETUP[nation, value]
        else:
            out &= _PICKS[key]
    return out


@cache
def duties(scenario: str) -> tuple[tuple[int, int], ...]:
    """Return sets of hexes each of which must hold a combat unit, with the units that count. Allied lines: tgw.22.24a, tgw.22.34a,
    tgw.22.44a, tgw.22.54a; CP lines: tgw.22.25a, tgw.22.35g."""
    if scenario == "1914":
        return ()
    allied = (
        sum(
            roster.CORPS[n] for n in range(len(tables.NATIONS)) if n not in (tables.AH, tables.GE, tables.TU, tables.BU, tables.PNC)
        )
        & roster.COMBAT
    )
    central = sum(roster.CORPS[n] for n in (tables.AH, tables.GE, tables.TU, tables.BU)) & roster.COMBAT
    italians, russians = roster.CORPS[tables.IT] & roster.COMBAT, roster.CORPS[tables.RU] & roster.COMBAT
    out = [(setup_zones.line(scenario, "W"), allied)]  # tgw.22.34a
    if scenario in ("1915", "1916"):
        out.append((setup_zones.line(scenario, "E"), russians))
    if scenario == "1916":
        out.append((setup_zones.line(scenario, "WI") & ~board.ALPINE, italians))
    if scenario == "1917":
        out.append((setup_zones.set_of(setup_zones.chain(scenario, "italy-held")), italians))
    if scenario == "1918":
        out.append((setup_zones.line(scenario, "WI"), allied))
    else:
        # in 1917 Salonika too, but not Italy (tgw.22.45a)
        # tgw.22.35g
        out += [(setup_zones.facing(scenario, f), central) for f in (("W", "E", "S") if scenario == "1917" else ("W", "E"))]
    return tuple(out)


def room(st: State, units: int, hex: int) -> str:
    """The rule that keeps units out of a hex at set-up, or nothing."""
    here = st.stack(hex)
    both = here | units
    if any((both & kind).bit_count() > most for kind, most, _ in stacking.LIMITS):
        return "tgw.7.23a"
    if board.ALPINE >> hex & 1 and units & ~roster.MOUNTAIN:
        return "tgw.8.32c"
    if st.scenario == "1914":
        fortress = sum(roster.SETUP.get((n, c), 0) for n in ("FR", "RU", "GE") for c in "VX")
        if units & fortress and (both & fortress).bit_count() > 2:
            return "tgw.19.21g"
    elif st.collapsed and not stacking.together(st, both):
        return "tgw.16.11d"
    elif st.scenario in ("1915", "1916") and board.FRONT["W"] >> hex & 1:
        french, others = roster.CORPS[tables.FR], sum(roster.CORPS[n] for n in (tables.BR, tables.BE))
        if both & french and both & others:
            return "tgw.22.24e" if st.scenario == "1915" else "tgw.22.34e"
    return ""


def deserted(st: State, units: int, origin: int) -> bool:
    """Without these units a hex of a front line would be empty (tgw.22.24a, tgw.22.25a)."""
    if origin < 0:
        return False
    left = st.stack(origin) & ~units
    # tgw.22.24a, tgw.22.25a
    return any(hexes >> origin & 1 and units & who and not left & who for hexes, who in duties(st.scenario))


def allowed(st: State, units: int, origin: int) -> tuple[int, tuple[str, ...]]:
    """Where limits of number let units go, and the rules that bind them."""
    out = -1
    rules: list[str] = []
    for who, zone, least, most, rule in limits(st.scenario):
        if (moving := (units & who).bit_count()) and not void(st, rule):
            now = sum(1 for u in bits(who) if st.at[u] > 0 and zone >> st.at[u] & 1)
            inside = origin > 0 and zone >> origin & 1
            if inside and now - moving < least:
                out, rules = out & zone, [*rules, rule]
            elif not inside and now + moving > most:
                out, rules = out & ~zone, [*rules, rule]
    return out, tuple(rules)


def ground(st: State, units: int) -> int:
    """The zone that all of some units share, without intact forts of the enemy (tgw.8.22a)."""
    out = board.LAND & ~st.fort_of[1 - st.side(bits(units)[0])]
    for u in bits(units):
        out &= zone_of(st, u)
    return out


def spots(st: State, units: int, origin: int) -> int:
    """Where units of one hex may be placed together."""
    if deserted(st, units, origin):
        return 0
    side = st.side(bits(units)[0])
    out = ground(st, units) & ~st.occ[1 - side] & allowed(st, units, origin)[0]
    if origin > 0:
        out &= ~(1 << origin)
    if units & ~roster.MOUNTAIN:
        out &= ~board.ALPINE
    for i in bits(out & st.occ[side]):
        if room(st, units, i):
            out &= ~(1 << i)
    return out


def movable(st: State, units: int, origin: int) -> bool:
    """Units of one hex have another place, on the map or in the box."""
    return bool(spots(st, units, origin)) or not no_box(st, units, origin)


def stray(st: State, side: int) -> int:
    """Units that must be placed anew, because the other side's set-up moved their zone away (tgw.19.31b), or a plan closed it."""
    return sum(
        1 << u for u in bits(st.troops[side]) if st.at[u] > 0 and u in _rows(st.scenario) and not zone_of(st, u) >> st.at[u] & 1
    )


def free(st: State, side: int) -> int:
    """Hexes with units that have more than one place."""
    return sum({1 << st.at[u] for u in bits(open_units(st, side)) if zone_of(st, u).bit_count() > 1})


def open_units(st: State, side: int) -> int:
    """Units on the map that were not looked at yet, and those that must be placed anew: so set-up comes to an end."""
    done = st.moved & ~stray(st, side) if st.moved else 0
    return sum(1 << u for u in _rows(st.scenario) if st.at[u] > 0) & st.troops[side] & ~done


@dataclass(frozen=True, slots=True)
class Deploy(SideChoice[S]):
    """A side looks over its set-up: a stack to place anew, or done."""

    side: int

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: place a stack anew, or leave the rest where it stood"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        out: list[Action] = [("deploy", n) for n in board.numbers(free(st, self.side))]
        out += [("call", roster.UNITS[u]) for u in roster.one_of_each(waiting(st, self.side)) if spots(st, 1 << u, AVAIL)]
        return sorted(out if stray(st, self.side) else [*out, DONE])

    def take(self, s: S, action: Action) -> Steps:
        if action == DONE:
            s.state.moved = 0
            return ()
        if action[0] == "call":
            return (DeployTo(self.side, AVAIL, 1 << roster.UNIT[action[1]]), self)
        return (DeployFrom(self.side, board.INDEX[action[1]]), self)


@dataclass(frozen=True, slots=True)
class DeployFrom(SideChoice[S]):
    """Which units of the stack."""

    side: int
    hex: int

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: who leaves {board.place_name(self.hex)}?"

    def units(self, s: S) -> int:
        st = s.state
        return st.stack(self.hex) & open_units(st, self.side)

    def actions(self, s: S) -> list[Action]:
        st = s.state
        own = self.units(s)
        out: list[Action] = [("unit", roster.UNITS[u]) for u in roster.one_of_each(own) if movable(st, 1 << u, self.hex)]
        if own.bit_count() > 1 and movable(st, own, self.hex):
            out.append(ALL)
        return sorted([STAY, *out])

    def take(self, s: S, action: Action) -> Steps:
        if action == STAY:
            s.state.moved |= self.units(s)
            return ()
        return (DeployTo(self.side, self.hex, self.units(s) if action == ALL else 1 << roster.UNIT[action[1]]),)


@dataclass(frozen=True, slots=True)
class DeployTo(SideChoice[S]):
    """Where to."""

    side: int
    hex: int
    units: int

    def prompt(self, s: S) -> str:
        who = names.bunch(tuple(bits(self.units)), self.hex, s.state.on("fog"))
        return f"{tables.SIDE_TITLES[self.side]}: where {who} begin?"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        out = [STAY, *(("to", n) for n in board.numbers(spots(st, self.units, self.hex)))]
        return sorted(out if no_box(st, self.units, self.hex) else [BOX, *out])

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        st.moved |= self.units
        if action != STAY:
            to = AVAIL if action == BOX else board.INDEX[action[1]]
            for u in bits(self.units):
                st.put(u, to)
            rule = "tgw.22.12a" if self.side == tables.ALLIED else "tgw.22.13a"
            fog.note(
                s, self.side, "deployed", rule, units=roster.unit_ids(self.units), place=place_word(to), origin=place_word(self.hex)
            )
        return ()


@dataclass(frozen=True, slots=True)
class Deployed(Auto[S]):
    """Set-up is over: a side controls the hexes in which its units stand (tgw.7.11a, tgw.7.11b)."""

    def run(self, s: S) -> Steps:
        st = s.state
        allied, central = setup_zones.control(st.scenario)
        st.ctrl = [allied, central]
        if "cp.10" in st.prewar:
            st.seize(_NEUTRAL, tables.NEUTRAL)  # tgw.20.3.10b
        for side in (tables.ALLIED, tables.CENTRAL):
            st.seize(st.held[side], side)
        return ()
