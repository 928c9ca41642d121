"""Real positions of each year, brought by the rules to where an event happens, and played on with the plainest answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from firestep.engine.action import Action
from firestep.engine.dice import Dice, ScriptedDice
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.engine.step import Auto, Choice, Step, Steps
from firestep.games.ditt import GAME, find, sequence
from firestep.games.ditt.combat import retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import conditions, event_table, events
from firestep.games.ditt.logistics import logistics
from firestep.games.ditt.movement import naval, passage, pulse
from firestep.games.ditt.nations import control, entry_markers, neutrals
from firestep.games.ditt.nations.surrender import russians_in_germany
from firestep.games.ditt.state import BOX, State
from firestep.hexmap.grid import bits
from games.ditt.occasions import occasion

S = Session[State]
#: the turn with which each year begins
FIRST_TURN = {1914: 1, 1915: 4, 1916: 8, 1917: 12, 1918: 16}
#: answers that leave things as they are
PLAIN = ("pass", "done", "no", "decline", "stay", "keep", "hold", "go")
#: games that are looked at for a position in which an event happens
GAMES = 24
SIDE = {"central": tables.CP, "entente": tables.EP}


def words(s: S) -> list[str]:
    return [" ".join(a) for a in s.decision.actions] if s.decision else []


def plain(s: S) -> str:
    """The answer that changes least: to a question that demands something, the first."""
    found = words(s)
    return next((w for w in PLAIN if w in found), found[0])


# -- steps that stop a game, and turns without chits ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stop(Choice[S]):
    """Wait until the test goes on."""

    def seat(self, s: S) -> int:
        return tables.CP

    def prompt(self, s: S) -> str:
        return "Go on"

    def actions(self, s: S) -> list[Action]:
        return [("go",)]

    def take(self, s: S, action: Action) -> Steps:
        return ()


@dataclass(frozen=True, slots=True)
class TurnWith(Auto[S]):
    """A turn in which no chit is drawn; an event or a step of another chapter happens in its place."""

    event: str | Step[S] = ""
    turns: int = 1

    def run(self, s: S) -> Steps:
        phases = [x.number for x in sequence.GameTurn().run(s) if isinstance(x, sequence.Phase)]
        more: Steps = (NextWithout(self.turns - 1),) if self.turns > 1 else ()
        return (*(PhaseWith(k, self.event if k == 1 else "") for k in phases), *more)


@dataclass(frozen=True, slots=True)
class PhaseWith(Auto[S]):
    number: int
    event: str | Step[S]

    def run(self, s: S) -> Steps:
        steps = [x for x in sequence.Phase(self.number).run(s) if not isinstance(x, sequence.Draw)]
        if not self.event:
            return tuple(steps)
        s.state.chit_phase = 1
        s.state.set_flag("shield", russians_in_germany(s.state))
        return (events.Happen(self.event) if isinstance(self.event, str) else self.event, Stop(), *steps)


@dataclass(frozen=True, slots=True)
class NextWithout(Auto[S]):
    turns: int
    event: str | Step[S] = ""

    def run(self, s: S) -> Steps:
        return (TurnWith(self.event, self.turns),) if sequence.NextTurn().run(s) else ()


# -- a position of each year ------------------------------------------------------------------------------------------------


def session(st: State, dice: Dice, *agenda: Step[S]) -> S:
    return Session(GAME, "1914", GAME.settle_options({}), dice, st, agenda).disable_undo()


@cache
def before(turn: int, game: int = 0) -> State:
    """The state before the first chit of a turn in a game of the plainest answers."""
    s = begin(GAME, "1914", GAME.settle_options({}), Dice(f"units that events bring {game}")).disable_undo()
    while len(s.agenda) > 2:  # the set-up
        s.take(plain(s))
    if turn == 1:
        return s.state
    while s.state.turn < turn - 1 or not isinstance(s.agenda[0], sequence.NextTurn):
        s.take(plain(s))
    s.agenda[0] = Stop()
    while not isinstance(s.agenda[-1], Stop):
        s.take(plain(s))
    return s.state


# -- conditions, brought about by the rules ---------------------------------------------------------------------------------


def run(st: State, *agenda: Step[S], dice: Iterable[int] = ()) -> None:
    """Carry out steps of the rules, with the plainest answers."""
    s = session(st, ScriptedDice([*dice, *([3] * 200)], first=st.rolls), *agenda)
    while s.decision is not None:
        s.take(plain(s))


@dataclass(frozen=True, slots=True)
class Apply(Auto[S]):
    """Change something by a function of the rules."""

    change: Any

    def run(self, s: S) -> Steps:
        steps = self.change(s)
        return steps if isinstance(steps, tuple) else ()


def enter(st: State, nation: int, place: int) -> None:
    """A nation takes a place: enemies there retreat first."""
    side = st.allegiance[nation]
    if st.controls(side, place) and not st.stack_of(place, 1 - side):
        return
    run(st, Apply(lambda s: retreat.drive_out(s, 1 - side, place)), Apply(lambda s: control.enter(s, place, nation)))


def march(st: State, u: int, place: int, divs: int) -> None:
    """A unit goes to a place and takes it."""
    if tables.IS_ARMY[u]:
        st.divs[u] = divs
    st.put(u, -1)
    side = st.side(u)
    run(st, Apply(lambda s: retreat.drive_out(s, 1 - side, place)), Apply(lambda s: control.deploy(s, u, place)))


#: flags with which the rules do more than set them, and the step that does it
WITH_MORE: Mapping[str, Step[S]] = {
    "collapsed": Apply(lambda s: entry_markers.move_entry(s, tables.REVOLUTION, tables.IN_THE_WAR)),
    "emperor-dead": events.Do("ditt.ev.1917.4.12", "call emperor-dies"),
    "engineers": Apply(neutrals.place_engineers),
    "great-retreat": Apply(neutrals.great_retreat),
    "greater-bulgaria": events.Do("ditt.ev.1917.1.09", "call make-peace"),
    "greek-macedonia": events.Do("ditt.ev.1916.5.09", "call greek-macedonia"),
    "persia-risen": events.Do("ditt.ev.1915.8.03", "call wassmuss"),
    "pipeline": Apply(neutrals.lay_pipeline),
    "russia-back": events.Do("ditt.ev.1918.5.07", "call lenin-shot"),
    "sanitary": events.Do("ditt.ev.1914.6.06", "call sanitary"),
    "serbs-gone": events.Do("ditt.ev.1915.8.06", "gone sb & flag serbs-gone"),
}


def bring(s: S, *flags: str) -> S:
    """Lets the rules set flags in a position, with all that belongs to it."""
    for flag in flags:
        run(s.state, WITH_MORE[flag], dice=[1])
        assert s.state.flag(flag), flag
    return s


def raise_flag(st: State, flag: str) -> State:
    """Let the rules set a flag, or the first event that does it."""
    if flag in WITH_MORE:
        run(st, WITH_MORE[flag], dice=[1])
        return st
    e = next(e for e in event_table.EVENTS.values() if re.search(rf"flag {flag}(?!-)\b", e.do))
    st = prepare(st, e.id)
    for die, yes in ((2, "yes"), (2, "no"), (6, "yes")):
        s = session(st.copy(), ScriptedDice([die] * 60, first=st.rolls), events.Happen(e.id))
        while s.decision is not None:
            s.take(yes if yes in words(s) else plain(s))
        if s.state.flag(flag):
            return s.state
    raise AssertionError(f"no event sets {flag}")


def collapse(st: State) -> None:
    raise_flag(st, "collapsed")


def enact(st: State, table: Mapping[str, Any]) -> State:
    """What a table of a position says, brought about by the rules."""
    for nation, side in table.get("allegiance", {}).items():
        n = tables.NATION[nation]
        if nation == "gg" and side == "neutral":
            collapse(st)  # ditt.13.3b
        if side in SIDE and st.allegiance[n] != SIDE[side]:
            run(st, Apply(lambda s, n=n, side=side: control.join(s, n, SIDE[side])))
    for nation, hexes in table.get("holds", {}).items():
        for h in hexes:
            n = tables.NATION[nation]
            enter(st, n if st.at_war(n) else tables.COMMON[tables.EP], places.INDEX[h])
    for unit, at in table.get("units", {}).items():
        where, _, divs = at.partition(" ")
        if where in places.INDEX:
            march(st, tables.UNIT[unit], places.INDEX[where], int(divs or 4))
    for marker, value in table.get("entry", {}).items():
        k = tables.ENTRY.index(marker)
        change = value - st.entry[k]
        run(st, Apply(lambda s, k=k, change=change: entry_markers.move_entry(s, k, change)))
    for sea, word in table.get("seas", {}).items():
        k, wanted = tables.SEAS.index(sea), tables.SEA_WORD.index(word)
        while st.seas[k] != wanted:
            side = tables.EP if st.seas[k] > wanted else tables.CP
            run(st, Apply(lambda s, k=k, side=side: naval.challenge(s, side, k)), dice=[6, 6])
    for flag in table.get("flags", ()):
        st = raise_flag(st, flag)
    return st


def clear(st: State, side: int, places: int) -> None:
    """All units of a side in some places are lost."""
    for u in bits(find.inside(st, st.troops[side] & st.afield, places)):
        run(st, Apply(lambda s, u=u: control.lose(s, u, tables.MOST_DIVS)))


def prepare(st: State, event: str) -> State:
    """Bring about each term of an event's condition that does not hold."""
    for term in event_table.EVENTS[event].when.split(", "):
        if not term or conditions.holds(st, term):
            continue
        if term.startswith("not in EP "):
            clear(st, tables.EP, find.lands(term.split(" ")[3]))
        elif term == "call poland-clear":
            clear(st, tables.EP, places.COUNTRY["Poland"])
        else:
            st = enact(st, occasion(term, True))
    return st


def occur(event: str) -> Iterator[State]:
    """Positions of its year in which an event's condition holds, from games that lead to it; after 1914 Turkey is at war."""
    when = event_table.EVENTS[event].when
    turn = re.search(r"first (\d+)", when)
    for game in range(GAMES):
        st = before(int(turn[1]) if turn else FIRST_TURN[int(event.split(".")[2])], game).copy()
        if st.turn >= FIRST_TURN[1915] - 1:
            st = enact(st, {"allegiance": {"tu": "central"}})
        st = prepare(st, event)
        now = st.copy()
        now.chit_phase = 1
        now.turn += 1 if now.phase else 0
        if conditions.holds(now, when):
            yield st


# -- an event and two turns -------------------------------------------------------------------------------------------------


@dataclass
class Handed:
    """What an event handed over: units that came or moved, waited in the Reserve Box, or were freed; nations that changed sides."""

    event: str
    #: the game right after the event
    after: S
    units: tuple[str, ...] = ()
    boxed: tuple[str, ...] = ()
    freed: tuple[str, ...] = ()
    nations: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[tuple[str, ...], ...]:
        st = self.after.state
        masters = tuple(tables.NATIONS[st.serves[tables.UNIT[u]]] for u in self.units)
        sides = tuple(str(st.allegiance[tables.NATION[n]]) for n in self.nations)
        return self.units, masters, self.boxed, self.freed, self.nations, sides


def happen(st: State, event: str, dice: tuple[int, ...], answers: tuple[int, int], step: Step[S] | None = None) -> Handed:
    """Let an event, or a step of another chapter, happen at the beginning of a turn. Each side takes the first (0) or the last (-1)
    answer that does something."""
    was = st.copy()
    first = NextWithout(3, step or event) if st.phase else TurnWith(step or event, 3)
    s = session(st, ScriptedDice([*(dice * 30), *([3] * 2000)], first=st.rolls), first)
    while s.decision is not None and not isinstance(s.decision.step, Stop):
        able = [w for w in words(s) if w not in ("no", "pass", "done", "decline")] or words(s)
        s.take(able[answers[s.decision.seat]])
    if s.decision is None:
        return Handed(event, s)  # the war is over
    now = s.state
    came = [u for u in range(tables.N) if now.at[u] > 0 and now.at[u] != was.at[u]]
    boxed = [u for u in range(tables.N) if now.at[u] == BOX != was.at[u]]
    return Handed(
        event,
        s,
        tuple(tables.UNITS[u] for u in came),
        tuple(tables.UNITS[u] for u in boxed),
        tuple(tables.UNITS[u] for u in bits(now.released & ~was.released)),
        tuple(n for k, n in enumerate(tables.NATIONS) if now.allegiance[k] != was.allegiance[k]),
    )


@dataclass
class Turns:
    """What was offered to units in the turns after an event."""

    end: State
    moved: set[int] = field(default_factory=set)
    lifted: set[int] = field(default_factory=set)
    fed: set[int] = field(default_factory=set)
    deployed: set[int] = field(default_factory=set)
    #: where units that were lifted could be put
    sites: dict[int, int] = field(default_factory=dict)


def two_turns(handed: Handed, send: Iterable[int] = ()) -> Turns:
    """Two turns of the plainest answers, in which some units are sent to the Reserve Box."""
    s = handed.after.copy()
    out = Turns(s.state)
    for n in tables.POWERS:
        if s.state.at_war(n):
            s.state.reserves[n] += 5
    sending = {f"lift {tables.UNITS[u]}" for u in send}
    while (d := s.decision) is not None:
        st, found = s.state, words(s)
        if isinstance(d.step, pulse.Pulse):
            stacks = {places.INDEX[w.partition(" ")[2]] for w in found if w.startswith("stack ")}
            out.moved |= {u for u in bits(passage.movers(st, d.step.side)) if st.at[u] in stacks}
            out.fed |= {tables.UNIT[a[1]] for a in d.actions if a[0] == "reinforce"}
        elif isinstance(d.step, logistics.Logistics):
            for verb, known in (("lift", out.lifted), ("feed", out.fed), ("deploy", out.deployed)):
                known |= {tables.UNIT[a[1]] for a in d.actions if a[0] == verb}
        elif isinstance(d.step, logistics.Place):
            out.sites[d.step.unit] = places.mask(*(a[1] for a in d.actions if a[0] == "place"))
        wanted = next((w for w in found if w in sending), None)
        sending.discard(wanted or "")
        s.take(wanted or plain(s))
    out.end = s.state
    return out
