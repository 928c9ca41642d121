"""Random Events (ditt.3.0): a chit is drawn and its list carried out in order.

`data/events.csv` holds every event: when it happens (`conditions.py`) and what it does, in words. Statements are joined by `;`.
A statement is a verb of `VERBS` with its arguments, or one of these, whose parts are joined by `&`:

    may SIDE: … else: …           the seat decides
    table 1d6: 1-2 … / 6 …        a roll decides
    case CONDITION: … else: …     the position decides
    choose SIDE: word … | word …  the seat chooses one of several
    pick SIDE may|must WHAT …     the seat points at something (`targets.py`)
    call NAME                     one of the functions in `single_events.py`
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.ditt import find
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import choices, conditions, single_events, statements, targets
from firestep.games.ditt.events.arrivals import put
from firestep.games.ditt.events.event_table import EVENTS
from firestep.games.ditt.nations import control, entry_markers, neutrals, surrender
from firestep.games.ditt.nations.surrender import russians_in_germany
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits

S = Session[State]
#: the events of each chit, by year and number: 38 lists (ditt.20.0f)
LISTS: dict[tuple[int, int], tuple[str, ...]] = {}
for _id in EVENTS:
    _, _, _year, _chit, _ = _id.split(".")
    LISTS[int(_year), int(_chit)] = (*LISTS.get((int(_year), int(_chit)), ()), _id)


# -- steps -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chit(Auto[S]):
    """The list of one chit in the chart of the year (ditt.3.0b, ditt.3.0c). Whether Russians stand in Germany is judged once
    (ditt.13.1c, Y01)."""

    number: int

    def run(self, s: S) -> Steps:
        st = s.state
        st.set_flag("shield", russians_in_germany(st))  # ditt.13.1c
        return tuple(Happen(id) for id in LISTS[tables.YEAR[st.turn], self.number])  # ditt.3.0b, ditt.3.0c


@dataclass(frozen=True, slots=True)
class Happen(Auto[S]):
    """One event: it does what its text says if its condition holds, and nothing if not (ditt.3.0r, ditt.3.0s)."""

    event: str

    def run(self, s: S) -> Steps:
        e = EVENTS[self.event]
        if not conditions.holds(s.state, e.when):  # ditt.3.0r, ditt.3.0s
            s.note("no-event", e.id, event=e.id)
            return ()
        s.note("event", e.id, event=e.id)
        return tuple(Do(e.id, words) for words in e.do.split("; "))


@dataclass(frozen=True, slots=True)
class Do(Auto[S]):
    """The next statement of an event, and then the others."""

    event: str
    words: str

    def run(self, s: S) -> Steps:
        first, rest = split(self.words)
        steps = act(s, self.event, first)
        return (*steps, Do(self.event, rest)) if rest else steps


def split(words: str) -> tuple[str, str]:
    """Returns the first statement and the others; what `may`, `table`, `case` and `choose` hold belongs to them."""
    if words.startswith(("may ", "table ", "case ", "choose ")):
        return words, ""
    first, _, rest = words.partition(" & ")
    return first, rest


def act(s: S, event: str, words: str) -> Steps:
    verb, _, rest = words.partition(" ")
    return VERBS[verb](s, event, rest)


# -- what decides ----------------------------------------------------------------------------------------------------------


def may(s: S, event: str, words: str) -> Steps:
    seat, _, body = words.partition(": ")
    yes, _, no = body.partition(" else: ")
    st = s.state
    wars = re.findall(r"war (\w+) (\w+)", yes)
    if any(neutrals.rule_against_war(st, find.SIDE[side], tables.NATION[nation]) for side, nation in wars):  # Z01
        s.note("nothing", event, "ditt.15.3a", event=event)
        return (Do(event, no),) if no else ()
    return (choices.Answer(event, find.SIDE[seat], yes, no),)


def choose(s: S, event: str, words: str) -> Steps:
    seat, _, body = words.partition(": ")
    return (choices.Select(event, find.SIDE[seat], tuple(body.split(" | "))),)


def pick(s: S, event: str, words: str) -> Steps:
    seat, how, kind, what, *then = words.split(" ")
    return targets.point(s, event, find.SIDE[seat], how == "must", kind, what, " ".join(then))


def table(s: S, event: str, words: str) -> Steps:
    dice, _, body = words.partition(": ")
    total = statements.roll(s, event, int(dice[0]))
    for branch in body.split(" / "):
        m = re.match(r"((?:\d+(?:-\d+)? )+)(.+)", branch)
        assert m, branch
        for span in m[1].split():
            low, _, high = span.partition("-")
            if int(low) <= total <= int(high or low):
                return (Do(event, m[2]),)
    return ()


def case(s: S, event: str, words: str) -> Steps:
    test, _, body = words.partition(": ")
    yes, _, no = body.partition(" else: ")
    chosen = yes if conditions.holds(s.state, test) else no
    return (Do(event, chosen),) if chosen else ()


# -- what is done ----------------------------------------------------------------------------------------------------------


def star(s: S, event: str, words: str) -> Steps:
    """A star event: the owner adds (ditt.3.0o) or destroys (ditt.3.0p) so many Divs of a power, in Armies or Reserves
    (ditt.3.0q)."""
    nation, change = words.split(" ")
    return divs(s, event, tables.NATION[nation], statements.amount(s, event, change), False)  # ditt.3.0o, ditt.3.0p


def divs(s: S, event: str, nation: int, change: int, on_map: bool) -> Steps:
    """So many Divs more or fewer; a power that left the war has none (G03)."""
    if s.state.allegiance[nation] == tables.OUT:
        s.note("nothing", event, event=event)
        return ()
    if change > 0:
        return (choices.Gain(event, nation, change, on_map),)
    return (surrender.Disband(nation, -change, event),) if change and s.state.total(nation) else ()


def gain(s: S, event: str, words: str) -> Steps:
    nation, change, _ = words.split(" ")
    return divs(s, event, tables.NATION[nation], statements.amount(s, event, change), True)


def destroy(s: S, event: str, words: str) -> Steps:
    nation, change = words.split(" ")
    return divs(s, event, tables.NATION[nation], -statements.amount(s, event, change), False)


def recall(s: S, event: str, words: str) -> Steps:
    """Divs of a power that stand somewhere go to Reserves, the owner choosing."""
    nation, k, where = words.split(" ")
    st = s.state
    if not any(st.divs[u] for u in bits(find.inside(st, find.units(st, nation), find.region(st, where)))):
        s.note("nothing", event, event=event)
        return ()
    return (choices.Recall(event, tables.NATION[nation], where, statements.amount(s, event, k)),)


def deploy(s: S, event: str, words: str) -> Steps:
    unit, where = words.split(" ")
    return put(s, event, tables.UNIT[unit], where)


def flip_many(s: S, event: str, words: str) -> Steps:
    seat, k, nations = words.split(" ")
    return (choices.FlipMany(event, find.SIDE[seat], nations, statements.amount(s, event, k)),)


def join(s: S, event: str, words: str) -> Steps:
    nation, side = words.split(" ")
    return control.join(s, tables.NATION[nation], find.SIDE[side], event)


def join_all(s: S, event: str, words: str) -> Steps:
    side, *names = words.split(" ")
    out: Steps = ()
    for n in names:
        out += control.join(s, tables.NATION[n], find.SIDE[side], event)
    return out


def war(s: S, event: str, words: str, free: bool = False) -> Steps:
    side, nation = words.split(" ")
    return entry_markers.declare_war(s, find.SIDE[side], tables.NATION[nation], event, free=free)


def uncolony(s: S, event: str, words: str) -> Steps:
    """Coins on a colonial map are removed: all if there are no more than that, else those that the EP names."""
    where, k = words.split(" ")
    found = s.state.forts & places.COLONIAL_COINS & find.lands(where)
    if found.bit_count() > int(k):
        return (choices.Uproot(event, where, int(k)),)
    for i in bits(found):
        choices.uproot(s, event, i)
    return ()


def peek(s: S, event: str, seat: str) -> Steps:
    return (choices.Peek(event, find.SIDE[seat]),)


def force_surrender(s: S, event: str, nation: str) -> Steps:
    n = tables.NATION[nation]
    if s.state.allegiance[n] > 1 or s.state.surrendered >> n & 1:  # ditt.12.2j
        s.note("nothing", event, event=event)
        return ()
    return (surrender.Surrender(n, event, by_event=True),)


def call(s: S, event: str, name: str) -> Steps:
    return single_events.SINGLE_EVENTS[name](s, event)


VERBS: dict[str, Callable[[S, str, str], Steps]] = {
    "may": may,
    "choose": choose,
    "pick": pick,
    "table": table,
    "case": case,
    "call": call,
    "max": statements.army_max,
    "entry": statements.entry,
    "unrest": statements.unrest,
    "coins": statements.coins,
    "uncoin": statements.uncoin,
    "air": statements.air,
    "star": star,
    "gain": gain,
    "destroy": destroy,
    "recall": recall,
    "deploy": deploy,
    "flipall": statements.flip_all,
    "flip-nation": statements.flip_nation,
    "flip-unit": statements.flip_unit,
    "flipmany": flip_many,
    "join": join,
    "joinall": join_all,
    "war": war,
    "freewar": lambda s, e, w: war(s, e, w, free=True),
    "gone": statements.gone,
    "gone-unit": statements.gone_units,
    "casualty": statements.casualty,
    "release": statements.release,
    "sea": statements.sea,
    "flag": statements.flag,
    "beach": statements.beach,
    "noforts": statements.no_forts,
    "uncolony": uncolony,
    "peek": peek,
    "surrender": force_surrender,
    "serve": statements.serve,
    "nothing": lambda s, e, w: (),
}
