"""Strategic warfare (tgw.5.2): U-boats, air raids on London and Paris, the Independent Air Force and the defence of the home."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.question import Answer, Condition, Pick, Question, Word, kept
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.components import fronts, roster, tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT, OF_SIDE
from firestep.games.tgw.components.things import CHIT
from firestep.games.tgw.nations import neutrals
from firestep.games.tgw.state import AVAIL, DEAD, State
from firestep.hexmap.grid import bits

S = Session[State]
with (tables.DATA / "warfare.csv").open(encoding="utf-8", newline="") as _f:
    VALUE = {row["item"]: row["value"] for row in csv.DictReader(_f)}
#: a U-boat roll that brings America nearer; a die that sinks a unit; points that a raid costs; modifiers of the bombing
NEARER, SINKS, RAID = int(VALUE["uboat_moves_us"]), int(VALUE["uboat_sinks"]), int(VALUE["raid_loss"])
FOUL_WEATHER, DEFENDER = int(VALUE["bombing_weather"]), int(VALUE["bombing_defence"])
#: numbers on which an ace dies (tgw.15.15a)
FATAL: dict[str, frozenset[int]] = {k: frozenset(map(int, v.split())) for k, v in VALUE.items() if k.startswith("ace.")}
U_BOATS = OF_EVENT["uboat.1"] | OF_EVENT["uboat.2"]
ACES = sum(m for event, m in OF_EVENT.items() if event.startswith("ace."))
#: air units of the Western Front that can defend Germany (tgw.5.24a); tactics cannot (tgw.6.3c)
HOME_DEFENCE = (OF_EVENT["air.formations"] | ACES) & OF_SIDE[tables.CENTRAL]
#: until T.R.'s clause ends (tgw.20.2.10a)
ELECTION = tables.LETTER["K"]


@dataclass(frozen=True, slots=True)
class WarfarePhase(Auto[S]):
    """U-boats and bombing (tgw.5.2): first the Central Powers, then the Allies. What is not in the box is skipped (tgw.5.21a)."""

    def run(self, s: S) -> Steps:
        st = s.state
        st.air_used &= ~st.warfare  # defenders of the last Strategic Turn come home
        st.warfare &= ~HOME_DEFENCE
        out: Steps = u_boats(s) if st.warfare & U_BOATS else ()  # tgw.5.21a
        for event, nation, rule in (("raid.london", tables.BR, "tgw.5.23a"), ("raid.paris", tables.FR, "tgw.5.23b")):
            if st.warfare & OF_EVENT[event]:
                raid(s, event, nation, rule)
        if st.warfare & OF_EVENT["iaf"]:  # it stays in the box for the rest of the game (tgw.5.24g)
            return (*out, Defence(), Bombing(), FreshAir())
        return (*out, FreshAir())


def lose(s: S, nation: int, points: int, rule: str, key: str, **more: int) -> None:
    """A nation loses points, never more than it has (tgw.5.22d, C4)."""
    st = s.state
    lost = max(0, min(points, st.rp[nation]))  # tgw.5.22d
    st.rp[nation] -= lost
    s.note(key, rule, nation=tables.NATIONS[nation], points=lost, **more)


def u_boats(s: S) -> Steps:
    """Roll for the U-boats (tgw.5.22c): the points that Britain loses, and whether U.S. entry comes nearer (tgw.5.22e). The plan
    More U-boats rolls two dice, and then nobody may call the U-boats off (tgw.20.3.4a)."""
    st = s.state
    two = "cp.4" in st.prewar
    total = s.roll() + (s.roll() if two else 0)  # tgw.20.3.4a
    lose(s, tables.BR, total, "tgw.5.22c", "u-boat-roll", total=total)
    out: Steps = ()
    if total >= NEARER:
        if "al.10" in st.prewar and st.letter < ELECTION and st.us_entered < 0:
            st.tally.setdefault("roosevelt-due", st.letter + 1)  # tgw.20.2.10a: the first Strategic Turn after the first such roll
        neutrals.hasten_america(s, "tgw.5.22e")
        if not st.tally.get("u-boat-four"):
            st.tally["u-boat-four"] = 1
            if not two and st.warfare & U_BOATS:  # tgw.5.22f, tgw.5.22h
                out = (CallOff(),)
    return (*out, Sinkings())


@dataclass(frozen=True, slots=True)
class CallOff(Question[S]):
    """After the first roll of 4 or more in the game the Central Powers may call off their U-boat event (tgw.5.22f). They cannot do
    so later: the second event lasts until Convoy is played (tgw.5.22h)."""

    says = ("call-off", "go-on")

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return "Central Powers: call off the U-boats for good, or let them go on? There is no second chance"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("call-off", then=self.call_off)
        yield Word("go-on")

    def call_off(self, s: S) -> Steps:
        st = s.state
        st.spent |= st.warfare & U_BOATS
        st.warfare &= ~U_BOATS  # tgw.5.22g
        s.note("u-boats-off", "tgw.5.22f", "tgw.5.22g")
        return ()


@dataclass(frozen=True, slots=True)
class Sinkings(Auto[S]):
    """Rolls for each U.S. unit in the box that is no headquarters; on a 1 it is lost whole (tgw.5.22i, tgw.5.72b, P10). Those that
    came in the same Strategic Turn are rolled for before they may deploy (tgw.17.12a, D9)."""

    def run(self, s: S) -> Steps:
        st = s.state
        if st.us_entered < 0 or not st.warfare & U_BOATS:  # tgw.17.12a
            return ()
        for u in bits(st.stack(AVAIL) & roster.CORPS[tables.US] & ~roster.HQ):  # tgw.5.22i, tgw.5.72b
            die = s.roll()
            if die <= SINKS:
                st.put(u, DEAD)
                st.reduced |= 1 << u & roster.TWO_STEP
                s.note("sunk", "tgw.5.22i", unit=roster.UNITS[u], die=die)
        return ()


def raid(s: S, event: str, nation: int, rule: str) -> None:
    st = s.state
    chits = st.warfare & OF_EVENT[event]
    st.warfare &= ~chits
    st.spent |= chits
    lose(s, nation, RAID, rule, "air-raid")


# -- bombing (tgw.5.24) ----------------------------------------------------------------------------------------------------------


def defenders(st: State) -> int:
    """Returns the air units and aces that may go to home defence."""
    return kept(_defenders(st), CHIT.all)


def _defenders(st: State) -> Iterator[Condition]:
    """Yields the conditions of an air unit or ace that goes to home defence (tgw.5.24a, P8).

    By the other reading one that has flown may go too.
    """
    yield Condition("tgw.5.24a", HOME_DEFENCE, "only German air units and aces of the Western Front defend the home")
    yield Condition("tgw.5.24a", st.play, "{x} is not in play")
    yield Condition("tgw.5.24b", ~st.warfare, "{x} is on home defence already")
    if st.options.get("home-defence") != "all":
        yield Condition("tgw.15.12a", ~st.air_used, "{x} has flown since the last Strategic Turn")


@dataclass(frozen=True, slots=True)
class Defence(Question[S]):
    """The Central Powers commit air units to the defence of the home (tgw.5.24a)."""

    says = ("defend chit", "done")

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return "Central Powers: commit air units to home defence, or be done"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("done")
        yield Pick("defend", CHIT, self.next(s.state), self.commit)

    def next(self, st: State) -> Iterator[Condition]:
        yield from _defenders(st)
        first: dict[str, int] = {}
        for c in bits(defenders(st)):
            first.setdefault(CHITS[c].event, c)
        named = sum(1 << c for c in first.values())
        yield Condition("tgw.5.24a", named, lambda c: f"{CHITS[first[CHITS[c].event]].id} is of the same kind: name it")

    def commit(self, s: S, chit: int) -> Steps:
        s.state.warfare |= 1 << chit
        s.note("home-defence", "tgw.5.24a", chit=CHITS[chit].id)
        return (Defence(),) if defenders(s.state) else ()


@dataclass(frozen=True, slots=True)
class Bombing(Auto[S]):
    """The Allied die, less what weather and defenders take (tgw.5.24c to tgw.5.24e); then the aces (tgw.5.24f)."""

    def run(self, s: S) -> Steps:
        st = s.state
        home = st.warfare & HOME_DEFENCE
        die = s.roll()
        foul = st.weather[fronts.WEST] in (tables.WET, tables.SNOW)  # tgw.5.24d, tgw.12.2f, tgw.12.2l
        total = die + (FOUL_WEATHER if foul else 0) + DEFENDER * home.bit_count()  # tgw.5.24e
        lose(s, tables.GE, total, "tgw.5.24c", "bombing", die=die, total=total)
        for c in bits(home & ACES):  # tgw.5.24f
            mortality(s, c)
        return ()


def mortality(s: S, c: int) -> None:
    """Roll for the life of an ace on home defence (tgw.15.15a, tgw.15.15b)."""
    st = s.state
    event = CHITS[c].event
    die = s.roll()
    dead = die in FATAL[event]  # tgw.15.15b
    s.note("ace-home", "tgw.15.15a", event=event, die=die, dead=dead)
    if dead:
        st.play &= ~(1 << c)
        st.warfare &= ~(1 << c)
        st.spent |= 1 << c


@dataclass(frozen=True, slots=True)
class FreshAir(Auto[S]):
    """Air units may be committed anew after a Strategic Turn (tgw.15.12a); home defenders stay away until the next one
    (tgw.5.24b)."""

    def run(self, s: S) -> Steps:
        st = s.state
        st.air_used = st.warfare & HOME_DEFENCE  # tgw.15.12a, tgw.5.24b
        return ()
