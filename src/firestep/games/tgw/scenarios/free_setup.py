"""Free set-up (19, 22): the armies stand where they stood in history, and each side in turn, the Allies first, may place them anew.

Every unit has the zone that the book gives it, duties bind hexes of the front lines, limits bind numbers. A whole stack is placed
in two choices; `done` leaves the rest where history had it.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from firestep.engine.masks import bits, mask
from firestep.engine.question import Answer, Condition, Pick, Question, Word, broken, given, kept
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.games.tgw import requirements
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.things import HEX, NO_HEX, UNIT, who, whom
from firestep.games.tgw.display import fog, names
from firestep.games.tgw.movement import stacking
from firestep.games.tgw.scenarios import prewar, setup_zones
from firestep.games.tgw.state import AVAIL, State, place_word

S = Session[State]
TURN_RULE = ("tgw.22.12a", "tgw.22.13a")  # by which each side may change its set-up
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


def into_box(st: State, units: int, origin: int) -> Iterator[Condition]:
    """Yields the conditions on which units begin in the Available Units Box (tgw.22.44c, tgw.22.44h, tgw.22.45d, tgw.22.54c)."""
    turn = TURN_RULE[st.side(bits(units)[0])]
    yield given(turn, origin != AVAIL, f"{whom(units)} would come from the Available Units Box: choose a hex")
    yield held_line(st, units, origin)
    found = next((row for row in boxes(st.scenario) if not units & ~row[0]), None)
    yield given(turn, found, f"{whom(units)} may not begin in the Available Units Box")
    if found is not None:
        some, but, most, rule = found
        yield given(rule, not but >> origin & 1, f"{whom(units)} may not go from that front into the Available Units Box")
        full = (st.stack(AVAIL) & some).bit_count() + units.bit_count() > most
        yield given(rule, not full, f"at most {most} units like {who(bits(units)[0])} may begin in the Available Units Box")


def no_box(st: State, units: int, origin: int) -> list[Refusal]:
    """Returns the rule that keeps units out of the Available Units Box at set-up."""
    return broken(into_box(st, units, origin), 0)


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


#: why units cannot join those in a hex
CROWDED = {
    "tgw.7.23a": "too many units would be in {x}",
    "tgw.19.21g": "more than two fortress units would be in {x}",
    "tgw.16.11d": "these units and those in {x} may not be together",
    "tgw.22.24e": "French units and other Allies may not be together in {x}",
    "tgw.22.34e": "French units and other Allies may not be together in {x}",
}


def crowd(st: State, units: int, hex: int) -> str:
    """Returns the rule by which units may not join those in a hex at set-up, or ""."""
    here = st.stack(hex)
    both = here | units
    if any((both & kind).bit_count() > most for kind, most, _ in stacking.LIMITS):
        return "tgw.7.23a"
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


def held_line(st: State, units: int, origin: int) -> Condition:
    """A hex of the front line is not left empty (tgw.22.24a, tgw.22.25a, tgw.22.34a, tgw.22.35g, tgw.22.45a)."""
    name = board.place_name(origin) if origin > 0 else ""
    turn = TURN_RULE[st.side(bits(units)[0])]
    return given(turn, not deserted(st, units, origin), f"{name} is a hex of the front line and must be held")


def limited(st: State, units: int, origin: int) -> Iterator[Condition]:
    """Yields the limits of number that bind units of one hex."""
    for some, zone, least, most, rule in limits(st.scenario):
        if (moving := (units & some).bit_count()) and not void(st, rule):
            now = sum(1 for u in bits(some) if st.at[u] > 0 and zone >> st.at[u] & 1)
            inside = origin > 0 and zone >> origin & 1
            like = who(bits(units & some)[0])
            if inside and now - moving < least:
                yield Condition(rule, zone, f"at least {least} units like {like} must stay in their region, and {{x}} is outside")
            elif not inside and now + moving > most:
                yield Condition(rule, ~zone, f"at most {most} units like {like} may begin in the region of {{x}}")


def zones(st: State, units: int) -> Iterator[Condition]:
    """Yields the conditions that a hex is in the zone of each of some units."""
    turn = TURN_RULE[st.side(bits(units)[0])]
    for u in bits(units):
        yield Condition(turn, zone_of(st, u), f"{{x}} is not in the zone of {who(u)}")


def to(st: State, units: int, origin: int) -> Iterator[Condition]:
    """Yields the conditions of the hexes in which units of one hex may be placed together."""
    side = st.side(bits(units)[0])
    yield held_line(st, units, origin)
    yield requirements.land(TURN_RULE[side])
    yield from zones(st, units)
    yield from requirements.no_enemies(st, side)
    if origin > 0:
        yield Condition(TURN_RULE[side], ~(1 << origin), f"{{x}} is the hex that {whom(units)} would leave")
    if units & ~roster.MOUNTAIN:
        yield Condition("tgw.8.32c", ~board.ALPINE, "{x} is Alpine and takes mountain units only")
    yield from limited(st, units, origin)

    def roomy(hexes: int) -> int:
        return hexes & ~mask(i for i in bits(hexes & st.occ[side]) if crowd(st, units, i))

    def full(i: int) -> list[Refusal]:
        rule = crowd(st, units, i)
        return [Refusal(rule, CROWDED[rule].replace("{x}", board.place_name(i)))]

    yield Condition("tgw.7.23a", roomy, full)


def spots(st: State, units: int, origin: int) -> int:
    """Returns the hexes in which units of one hex may be placed together."""
    return kept(to(st, units, origin))


def movable(st: State, units: int, origin: int) -> bool:
    """Returns whether units of one hex have another place, on the map or in the box."""
    return bool(spots(st, units, origin) or kept(into_box(st, units, origin)))


def stray(st: State, side: int) -> int:
    """Units that must be placed anew, because the other side's set-up moved their zone away (tgw.19.31b), or a plan closed it."""
    return sum(
        1 << u for u in bits(st.troops[side]) if st.at[u] > 0 and u in _rows(st.scenario) and not zone_of(st, u) >> st.at[u] & 1
    )


def open_units(st: State, side: int) -> int:
    """Units on the map that were not looked at yet, and those that must be placed anew: so set-up comes to an end."""
    done = st.moved & ~stray(st, side) if st.moved else 0
    return sum(1 << u for u in _rows(st.scenario) if st.at[u] > 0) & st.troops[side] & ~done


def _those(good: Callable[[int], object]) -> Callable[[int], int]:
    """Returns a function from units to those that pass a test."""
    return lambda units: mask(u for u in bits(units) if good(u))


@dataclass(frozen=True, slots=True)
class Deploy(SideChoice[S], Question[S]):
    """A side looks over its set-up: a stack to place anew, or done."""

    side: int
    says = ("call unit", "deploy place", "done")

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: place a stack anew, or leave the rest where it stood"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("deploy", HEX, self.stacks(s.state), self.deploy, wrong=NO_HEX)
        yield Pick("call", UNIT, self.waiting(s.state), self.call)
        yield Word("done", self.placed(s.state), self.finish)

    def stacks(self, st: State) -> Iterator[Condition]:
        rule = TURN_RULE[self.side]
        yield requirements.with_friends(rule, st, self.side)
        zoned = mask(st.at[u] for u in _rows(st.scenario) if st.at[u] > 0)
        yield Condition(rule, zoned, "the book gives the units in {x} no zone: they stay")
        open = open_units(st, self.side)
        yield Condition(rule, mask(st.at[u] for u in bits(open)), "you have placed the units in {x} already")
        free = mask(st.at[u] for u in bits(open) if zone_of(st, u).bit_count() > 1)
        yield Condition(rule, free, "the book binds the units in {x} to that hex")

    def waiting(self, st: State) -> Iterator[Condition]:
        rule, units = TURN_RULE[self.side], waiting(st, self.side)
        yield Condition(rule, units, "{x} does not wait in the Available Units Box for a place on the map")
        yield requirements.one_of_each(rule, units)
        placeable = _those(lambda u: spots(st, 1 << u, AVAIL))
        yield Condition(rule, placeable, "{x} has no place on the map")

    def placed(self, st: State) -> Iterator[Condition]:
        """Yields the condition that no unit stands outside its zone."""
        if lost := stray(st, self.side):
            u = bits(lost)[0]
            austrian = roster.NATION_OF[u] == tables.AH
            yield given("tgw.19.31b", not austrian, f"{who(u)} must begin within three hexes of a Russian S unit: place it anew")
            yield given(TURN_RULE[self.side], False, f"{who(u)} stands outside its zone: place it anew")

    def deploy(self, s: S, hex: int) -> Steps:
        return (DeployFrom(self.side, hex), self)

    def call(self, s: S, unit: int) -> Steps:
        return (DeployTo(self.side, AVAIL, 1 << unit), self)

    def finish(self, s: S) -> Steps:
        s.state.moved = 0
        return ()


@dataclass(frozen=True, slots=True)
class DeployFrom(SideChoice[S], Question[S]):
    """Which units of the stack are placed anew. With `stay` they are not asked about again."""

    side: int
    hex: int
    says = ("all", "stay", "unit unit")

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: who leaves {board.place_name(self.hex)}?"

    def units(self, s: S) -> int:
        st = s.state
        return st.stack(self.hex) & open_units(st, self.side)

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("stay", then=self.stay)
        own = self.units(s)
        yield Pick("unit", UNIT, self.leavers(s.state, own), self.leave)
        yield Word("all", self.together(s.state, own), self.leave_together)

    def leavers(self, st: State, own: int) -> Iterator[Condition]:
        rule = TURN_RULE[self.side]
        here = board.place_name(self.hex)
        yield Condition(rule, own, f"{{x}} is not among the units in {here} that you may place anew")
        yield requirements.one_of_each(rule, own)
        spare = _those(lambda u: not deserted(st, 1 << u, self.hex))
        yield Condition(rule, spare, f"{here} is a hex of the front line and must be held")
        yield Condition(rule, _those(lambda u: movable(st, 1 << u, self.hex)), "{x} has no other place")

    def together(self, st: State, own: int) -> Iterator[Condition]:
        rule = TURN_RULE[self.side]
        yield given(rule, own & own - 1, f"{board.place_name(self.hex)} has only one unit that you may place anew: choose it")
        yield held_line(st, own, self.hex)
        yield given(rule, movable(st, own, self.hex), f"{whom(own)} have no other place together")

    def stay(self, s: S) -> Steps:
        s.state.moved |= self.units(s)
        return ()

    def leave(self, s: S, unit: int) -> Steps:
        return (DeployTo(self.side, self.hex, 1 << unit),)

    def leave_together(self, s: S) -> Steps:
        return (DeployTo(self.side, self.hex, self.units(s)),)


@dataclass(frozen=True, slots=True)
class DeployTo(SideChoice[S], Question[S]):
    """Where some units of a stack begin: in another hex, in the Available Units Box, or where they stand."""

    side: int
    hex: int
    units: int
    says = ("box", "stay", "to place")

    def prompt(self, s: S) -> str:
        who = names.bunch(tuple(bits(self.units)), self.hex, s.state.on("fog"))
        return f"{tables.SIDE_TITLES[self.side]}: where {who} begin?"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("stay", then=self.stay)
        yield Word("box", into_box(s.state, self.units, self.hex), self.wait)
        yield Pick("to", HEX, to(s.state, self.units, self.hex), self.place, wrong=NO_HEX)

    def stay(self, s: S) -> Steps:
        s.state.moved |= self.units
        return ()

    def wait(self, s: S) -> Steps:
        return self.place(s, AVAIL)

    def place(self, s: S, place: int) -> Steps:
        st = s.state
        st.moved |= self.units
        for u in bits(self.units):
            st.put(u, place)
        rule, ids = TURN_RULE[self.side], roster.unit_ids(self.units)
        fog.note(s, self.side, "deployed", rule, units=ids, place=place_word(place), origin=place_word(self.hex))
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
