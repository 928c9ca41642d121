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
from typing import NamedTuple

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import conditions
from firestep.games.ditt.nations import control, neutrals, surrender
from firestep.games.ditt.nations.surrender import russians_in_germany
from firestep.games.ditt.state import CASUALTY, IN_HAND, State
from firestep.hexmap.grid import bits

S = Session[State]


class Event(NamedTuple):
    id: str
    name: str
    when: str
    do: str
    text: str


EVENTS = {r["id"]: Event(r["id"], r["name"], r["when"], r["do"], r["text"]) for r in tables.read("events.csv")}
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
        st.set_flag("shield", russians_in_germany(st))
        return tuple(Happen(id) for id in LISTS[tables.YEAR[st.turn], self.number])


@dataclass(frozen=True, slots=True)
class Happen(Auto[S]):
    """One event: it does what its text says if its condition holds, and nothing if not (ditt.3.0r, ditt.3.0s)."""

    event: str

    def run(self, s: S) -> Steps:
        e = EVENTS[self.event]
        if not conditions.holds(s.state, e.when):
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
    """The first statement and the others; what `may`, `table`, `case` and `choose` hold belongs to them."""
    if words.startswith(("may ", "table ", "case ", "choose ")):
        return words, ""
    first, _, rest = words.partition(" & ")
    return first, rest


def act(s: S, event: str, words: str) -> Steps:
    verb, _, rest = words.partition(" ")
    return VERBS[verb](s, event, rest)


# -- amounts ---------------------------------------------------------------------------------------------------------------


def roll(s: S, event: str, dice: int) -> int:
    total = sum(s.roll() for _ in range(dice))
    s.note("event-roll", event, event=event, dice=dice, total=total)
    return total


def amount(s: S, event: str, word: str) -> int:
    """`+6`, `-2d6`, `1d6` or `4` as a number, dice rolled."""
    m = re.fullmatch(r"([+-]?)(\d+)(d6)?", word)
    assert m, word
    k = roll(s, event, int(m[2])) if m[3] else int(m[2])
    return -k if m[1] == "-" else k


# -- what decides ----------------------------------------------------------------------------------------------------------


def may(s: S, event: str, words: str) -> Steps:
    from firestep.games.ditt.events.choices import Answer  # choices go on with statements

    seat, _, body = words.partition(": ")
    yes, _, no = body.partition(" else: ")
    st = s.state
    wars = re.findall(r"war (\w+) (\w+)", yes)
    if any(neutrals.attackable(st, conditions.SIDE[side], tables.NATION[nation]) for side, nation in wars):  # Z01
        s.note("nothing", event, "ditt.15.3a", event=event)
        return (Do(event, no),) if no else ()
    return (Answer(event, conditions.SIDE[seat], yes, no),)


def choose(s: S, event: str, words: str) -> Steps:
    from firestep.games.ditt.events.choices import Select

    seat, _, body = words.partition(": ")
    return (Select(event, conditions.SIDE[seat], tuple(body.split(" | "))),)


def pick(s: S, event: str, words: str) -> Steps:
    from firestep.games.ditt.events.targets import point

    seat, how, kind, what, *then = words.split(" ")
    return point(s, event, conditions.SIDE[seat], how == "must", kind, what, " ".join(then))


def table(s: S, event: str, words: str) -> Steps:
    dice, _, body = words.partition(": ")
    total = roll(s, event, int(dice[0]))
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


def army_max(s: S, event: str, words: str) -> Steps:
    nation, change = words.split(" ")
    control.change_max(s, tables.NATION[nation], amount(s, event, change), event, "ditt.3.0g")
    return ()


def entry(s: S, event: str, words: str) -> Steps:
    """Rolls for an entry marker (ditt.15.2b). With Russians in Germany a chit's rolls do not advance the Revolution; those that
    reduce it are made (ditt.13.1c, Y01)."""
    marker, change = words.split(" ")
    k = tables.ENTRY.index(marker)
    if s.state.entry[k] < 0:
        return control.no_marker(s, k, event)
    if k == tables.REVOLUTION and s.state.flag("shield") and not change.startswith("-"):
        s.note("shielded", "ditt.13.1c", event)
        return ()
    return control.move_entry(s, k, amount(s, event, change), event)


def unrest(s: S, event: str, words: str) -> Steps:
    """Dice for the Revolution that a player's decision causes stand (ditt.13.1d)."""
    if s.state.entry[tables.REVOLUTION] < 0:
        return control.no_marker(s, tables.REVOLUTION, event)
    return control.move_entry(s, tables.REVOLUTION, amount(s, event, words), event, "ditt.13.1d")


def coins(s: S, event: str, words: str) -> Steps:
    box, k = words.split(" ")
    st = s.state
    st.coins[tables.BOX[box]] += int(k)
    s.note("coins", event, "ditt.3.0i", box=box, change=int(k), coins=st.coins[tables.BOX[box]])
    return ()


def uncoin(s: S, event: str, words: str) -> Steps:
    box, k = words.split(" ")
    st = s.state
    b = tables.BOX[box]
    gone = st.coins[b] if k == "all" else min(int(k), st.coins[b])
    st.coins[b] -= gone
    if gone:
        s.note("coins", event, box=box, change=-gone, coins=st.coins[b])
    return ()


def air(s: S, event: str, box: str) -> Steps:
    s.state.air = tables.AIR.index(box)
    s.note("air", event, "ditt.8.1a", box=box, side=tables.SEATS[tables.AIR_SIDE[s.state.air]])
    return ()


def star(s: S, event: str, words: str) -> Steps:
    """A star event: the owner adds (ditt.3.0o) or destroys (ditt.3.0p) so many Divs of a power, in Armies or Reserves
    (ditt.3.0q)."""
    nation, change = words.split(" ")
    return divs(s, event, tables.NATION[nation], amount(s, event, change), False)


def divs(s: S, event: str, nation: int, change: int, on_map: bool) -> Steps:
    """So many Divs more or fewer; a power that left the war has none (G03)."""
    from firestep.games.ditt.events.choices import Gain

    if s.state.allegiance[nation] == tables.OUT:
        s.note("nothing", event, event=event)
        return ()
    if change > 0:
        return (Gain(event, nation, change, on_map),)
    return (surrender.Disband(nation, -change, event),) if change and s.state.total(nation) else ()


def gain(s: S, event: str, words: str) -> Steps:
    nation, change, _ = words.split(" ")
    return divs(s, event, tables.NATION[nation], amount(s, event, change), True)


def destroy(s: S, event: str, words: str) -> Steps:
    nation, change = words.split(" ")
    return divs(s, event, tables.NATION[nation], -amount(s, event, change), False)


def recall(s: S, event: str, words: str) -> Steps:
    """Divs of a power that stand somewhere go to Reserves, the owner choosing."""
    from firestep.games.ditt.events.choices import Recall

    nation, k, where = words.split(" ")
    st = s.state
    if not any(st.divs[u] for u in bits(conditions.inside(st, conditions.units(st, nation), conditions.region(st, where)))):
        s.note("nothing", event, event=event)
        return ()
    return (Recall(event, tables.NATION[nation], where, amount(s, event, k)),)


def deploy(s: S, event: str, words: str) -> Steps:
    from firestep.games.ditt.events.arrivals import put

    unit, where = words.split(" ")
    return put(s, event, tables.UNIT[unit], where)


def flip_all(s: S, event: str, words: str) -> Steps:
    _, where = words.split(" ")
    st = s.state
    there = conditions.inside(st, conditions.units(st, "CP") | conditions.units(st, "EP"), conditions.region(st, where))
    control.flip(s, there, event)
    return ()


def flip_nation(s: S, event: str, words: str) -> Steps:
    nation, _, where = words.partition(" ")
    st = s.state
    found = conditions.units(st, nation)
    control.flip(s, conditions.inside(st, found, conditions.region(st, where)) if where else found, event)
    return ()


def flip_unit(s: S, event: str, unit: str) -> Steps:
    control.flip(s, 1 << tables.UNIT[unit], event)
    return ()


def flip_many(s: S, event: str, words: str) -> Steps:
    from firestep.games.ditt.events.choices import FlipMany

    seat, k, nations = words.split(" ")
    return (FlipMany(event, conditions.SIDE[seat], nations, amount(s, event, k)),)


def join(s: S, event: str, words: str) -> Steps:
    nation, side = words.split(" ")
    return control.join(s, tables.NATION[nation], conditions.SIDE[side], event)


def join_all(s: S, event: str, words: str) -> Steps:
    side, *names = words.split(" ")
    out: Steps = ()
    for n in names:
        out += control.join(s, tables.NATION[n], conditions.SIDE[side], event)
    return out


def war(s: S, event: str, words: str, free: bool = False) -> Steps:
    side, nation = words.split(" ")
    return control.declare_war(s, conditions.SIDE[side], tables.NATION[nation], event, free=free)


def gone(s: S, event: str, nation: str) -> Steps:
    """All units of a nation leave the game for good."""
    st = s.state
    for u in bits(st.corps[tables.NATION[nation]]):
        control.remove(s, u, event)
    return ()


def gone_units(s: S, event: str, words: str) -> Steps:
    for u in words.split(" "):
        control.remove(s, tables.UNIT[u], event)
    return ()


def casualty(s: S, event: str, unit: str) -> Steps:
    s.note("to-casualty", event, unit=unit)
    s.state.put(tables.UNIT[unit], CASUALTY)
    return ()


def release(s: S, event: str, unit: str) -> Steps:
    """A unit may leave the colonies from now on (ditt.16.4b)."""
    s.state.released |= 1 << tables.UNIT[unit]
    s.note("released", event, "ditt.16.4b", unit=unit)
    return ()


def sea(s: S, event: str, words: str) -> Steps:
    name, state = words.split(" ")
    k = tables.SEAS.index(name)
    s.state.seas[k] = conditions.SEA[state]
    s.note("sea", event, sea=name, state=tables.SEA_WORD[s.state.seas[k]])
    return ()


def flag(s: S, event: str, name: str) -> Steps:
    s.state.set_flag(name)
    return ()


def beach(s: S, event: str, which: str) -> Steps:
    s.state.beach["AB".index(which)] = IN_HAND
    s.note("beach", event, "ditt.6.5b", marker=which)
    return ()


def no_forts(s: S, event: str, words: str) -> Steps:
    """Forts that do not count this turn (E33)."""
    st = s.state
    st.no_forts |= places.mask(*words.split(" "))
    st.derive_forts()
    return ()


def uncolony(s: S, event: str, words: str) -> Steps:
    """Coins on a colonial map are removed: all if there are no more than that, else those that the EP names."""
    from firestep.games.ditt.events.choices import Uproot, uproot

    where, k = words.split(" ")
    found = s.state.forts & places.POSTS & conditions.lands(where)
    if found.bit_count() > int(k):
        return (Uproot(event, where, int(k)),)
    for i in bits(found):
        uproot(s, event, i)
    return ()


def peek(s: S, event: str, seat: str) -> Steps:
    from firestep.games.ditt.events.choices import Peek

    return (Peek(event, conditions.SIDE[seat]),)


def yield_(s: S, event: str, nation: str) -> Steps:
    n = tables.NATION[nation]
    if s.state.allegiance[n] > 1 or s.state.surrendered >> n & 1:  # ditt.12.2j
        s.note("nothing", event, event=event)
        return ()
    return (surrender.Surrender(n, event, by_event=True),)


def serve(s: S, event: str, words: str) -> Steps:
    unit, nation = words.split(" ")
    s.state.set_serves(tables.UNIT[unit], tables.NATION[nation])
    return ()


def call(s: S, event: str, name: str) -> Steps:
    from firestep.games.ditt.events.single_events import HAPPENINGS

    return HAPPENINGS[name](s, event)


VERBS: dict[str, Callable[[S, str, str], Steps]] = {
    "may": may,
    "choose": choose,
    "pick": pick,
    "table": table,
    "case": case,
    "call": call,
    "max": army_max,
    "entry": entry,
    "unrest": unrest,
    "coins": coins,
    "uncoin": uncoin,
    "air": air,
    "star": star,
    "gain": gain,
    "destroy": destroy,
    "recall": recall,
    "deploy": deploy,
    "flipall": flip_all,
    "flip-nation": flip_nation,
    "flip-unit": flip_unit,
    "flipmany": flip_many,
    "join": join,
    "joinall": join_all,
    "war": war,
    "freewar": lambda s, e, w: war(s, e, w, free=True),
    "gone": gone,
    "gone-unit": gone_units,
    "casualty": casualty,
    "release": release,
    "sea": sea,
    "flag": flag,
    "beach": beach,
    "noforts": no_forts,
    "uncolony": uncolony,
    "peek": peek,
    "surrender": yield_,
    "serve": serve,
    "nothing": lambda s, e, w: (),
}
