"""What events build: Near East trenches (tgw.6.35), the Gaza line (tgw.6.34) and the Paris Gun (tgw.6.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.question import Answer, Condition, Pick, Question, given, kept
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw import requirements as need
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.things import HEX, NO_HEX
from firestep.games.tgw.events import event_table
from firestep.games.tgw.events.event_rules import EventRules, Term, declared
from firestep.games.tgw.fortifications.forts import GAZA_LINE
from firestep.games.tgw.state import State
from firestep.games.tgw.supply.supply import fed, supplied
from firestep.hexmap.grid import bits

S = Session[State]
#: ground without trenches (tgw.6.35a); swamp is marsh (E41)
UNDIGGABLE = board.CITY | board.MOUNTAIN | board.PASS | board.MARSH | board.ALPINE
#: how far the gun fires (tgw.6.10a)
GUN_RANGE = 8


def trench_sites(st: State) -> Iterator[Condition]:
    """Yields the conditions of a hex in which a Near East trench can be dug (tgw.6.35a)."""
    rule = "tgw.6.35a"
    yield Condition(rule, board.NEAR_EAST, "{x} is not on a map of the Near East")
    yield Condition(rule, ~UNDIGGABLE, "{x} is a city, a mountain, a pass, a marsh or Alpine")
    yield Condition(rule, ~st.ne_trenches, "{x} has its trench already")
    turks = roster.CORPS[tables.TU]
    yield Condition(rule, event_table.on_map(st, turks), "no Turkish unit is in {x}")

    def with_supplied_turks(hexes: int) -> int:
        return sum(1 << i for i in bits(hexes) if any(supplied(st, u) for u in bits(st.stack(i) & turks)))

    yield Condition(rule, with_supplied_turks, "no Turkish unit in {x} is in supply")


def gun_sites(st: State) -> Iterator[Condition]:
    """Yields the conditions of a hex from which the Paris Gun fires (tgw.6.10a): a German division would be in supply there."""
    rule = "tgw.6.10a"
    yield Condition(rule, board.FRONT["W"], "{x} is not on the Western Front")
    yield Condition(rule, fronts.range_of(board.PARIS, GUN_RANGE), f"{{x}} is more than {GUN_RANGE} hexes from Paris")
    yield need.held(rule, st, tables.CENTRAL)
    yield Condition(rule, fed(st, tables.GE), "{x} is out of supply")


def trench_hexes(st: State) -> int:
    """Returns the hexes in which a Near East trench can be dug."""
    return kept(trench_sites(st), HEX.all)


def gun_hexes(st: State) -> int:
    """Returns the hexes from which the Paris Gun can fire."""
    return kept(gun_sites(st), HEX.all)


@dataclass(frozen=True, slots=True)
class Dig(Question[S]):
    """The Central Powers dig a Near East trench (tgw.6.35a) or set up the Paris Gun (tgw.6.10a)."""

    what: str
    says = ("trench place", "gun place")

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return f"Central Powers: where is the {'trench dug' if self.what == 'trench' else 'Paris Gun set up'}?"

    def answers(self, s: S) -> Iterator[Answer]:
        st = s.state
        digs = self.what == "trench"
        no_trench = given("tgw.6.10a", digs, "the Paris Gun is to be set up: write 'gun' and a hex")
        no_gun = given("tgw.6.35a", not digs, "a trench is to be dug: write 'trench' and a hex")
        yield Pick("trench", HEX, trench_sites(st) if digs else (no_trench,), self.dig, wrong=NO_HEX)
        yield Pick("gun", HEX, (no_gun,) if digs else gun_sites(st), self.set_up, wrong=NO_HEX)

    def dig(self, s: S, hex: int) -> Steps:
        s.state.ne_trenches |= 1 << hex
        s.note("trench-dug", "tgw.6.35a", place=board.NUMBER[hex])
        return ()

    def set_up(self, s: S, hex: int) -> Steps:
        s.state.tally["gun"] = hex
        s.note("gun-placed", "tgw.6.10a", place=board.NUMBER[hex])
        return ()


@declared("netrench")
class NearEastTrenches(EventRules):
    """The Central Powers dig a trench in the Near East (tgw.6.35a)."""

    moment = "general"
    gone = True
    terms = (
        Term(lambda st, side: st.near_east_open, "the Near East is closed"),
        Term(lambda st, side: trench_hexes(st), "no supplied Turkish unit stands where a trench can be dug"),
    )

    def effect(self, s: S, c: int) -> Steps:
        return (Dig("trench"),)


@declared("parisgun")
class ParisGun(EventRules):
    """The Paris Gun is a marker: it does not move, fight or count for stacking (tgw.6.10a, tgw.6.10b)."""

    moment = "newunits"
    lasts = True
    terms = (Term(lambda st, side: gun_hexes(st), f"no supplied hex of yours lies within {GUN_RANGE} hexes of Paris"),)

    def effect(self, s: S, c: int) -> Steps:
        return (Dig("gun"),)  # tgw.6.10b


@declared("kress")
class GazaLine(EventRules):
    """Kress von Kressenstein: the trenches of the Gaza line come to life (tgw.6.34a), once (tgw.6.34c)."""

    moment = "general"
    lasts = True
    terms = (
        Term(lambda st, side: st.near_east_open, "the Near East is closed"),
        Term(lambda st, side: not st.flag("gaza"), "the Gaza line is manned already"),
        Term(lambda st, side: not st.flag("gaza-lost"), "an Allied unit has entered the Gaza line"),
    )

    def effect(self, s: S, c: int) -> Steps:
        st = s.state
        st.set_flag("gaza")
        st.ne_trenches |= GAZA_LINE
        s.note("gaza-line", "tgw.6.34a", places=board.numbers(GAZA_LINE))
        return ()
