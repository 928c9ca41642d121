"""The Russian Revolutions (tgw.5.4): the Fall of the Czar, the Bolsheviks, Brest-Litovsk, Provisional Government divisions
(tgw.15.9), the Red Army (tgw.21.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.question import Answer, Condition, Pick, Question, Word, kept
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw import requirements as need
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.components.things import UNIT
from firestep.games.tgw.movement import control
from firestep.games.tgw.nations import collapse
from firestep.games.tgw.state import AVAIL, GONE, WAITING, State
from firestep.games.tgw.strategic.turkish_surrender import Modifier
from firestep.hexmap.grid import bits

S = Session[State]
#: tgw.5.42a
TARGET = 11
PETROGRAD = board.INDEX["E7030"]
#: Czarist infantry divisions, which become Provisional Government divisions: all but the Serbian Volunteers (tgw.15.91a, D11)
CZARIST = roster.CORPS[tables.RU] & (roster.INFANTRY | roster.MOUNTAIN) & roster.DIVISION & ~(1 << roster.UNIT["ru-sv"])
PROVISIONAL = roster.CORPS[tables.PG]
#: 3-4-4 divisions that the Red Army draws on (tgw.21.7b)
RED = sum(1 << u for u in bits(CZARIST) if roster.ROSTER[u].face == "3-4-4")
HQS = roster.CORPS[tables.RU] & roster.HQ
#: Strategic Turns from the Revolution to the first Red Army die (tgw.21.7a)
RED_WAIT = 2
EARLY, MIDDLE = tables.LETTER["G"], tables.LETTER["K"]


def cp_cities(st: State) -> int:
    """Return the number of Russian cities, the Caucasus included, under CP control (tgw.5.42a, tgw.5.42b). Warsaw and Lodz count
    after a Polish restoration too (tgw.21.2b)."""
    return (board.RUSSIAN_CITIES & st.ctrl[tables.CENTRAL]).bit_count()


def russian_gains(st: State) -> int:
    """CP cities whose last occupant was a Russian (E7)."""
    held = board.CITY & board.CP_CITIES & st.ctrl[tables.ALLIED]
    return sum(1 for i in bits(held) if st.tally.get(f"russian-{board.NUMBER[i]}"))


def note_occupants(st: State) -> None:
    """Who is in a CP city is the last to have been there (E7); who came and went was noted as he came (`control.enter`)."""
    for i in bits(board.CITY & board.CP_CITIES & st.occ[tables.ALLIED]):
        control.remember(st, i, st.stack(i) & st.troops[tables.ALLIED])


def czar_modifiers(st: State) -> list[Modifier]:
    """Returns what is added to the roll for the Fall of the Czar (tgw.5.42a)."""
    out = [
        Modifier("cities lost", cp_cities(st), "tgw.5.42a"),
        Modifier("The Czar Takes Command", 2 * bool(st.play & OF_EVENT["czar"]), "tgw.5.43a"),  # tgw.6.41a
        Modifier("Brusilov", int(bool(st.play & OF_EVENT["brusilov"])), "tgw.5.43b"),
        Modifier("Petrograd", 3 * (st.ctrl[tables.CENTRAL] >> PETROGRAD & 1), "tgw.5.43c"),
        Modifier("Polish restoration", int(st.flag("polish-allied")), "tgw.5.43d"),  # tgw.21.2b
        Modifier(
            "the first years",
            -2 if st.letter <= EARLY else -1 if st.letter <= MIDDLE else 0,
            "tgw.5.43e" if st.letter <= EARLY else "tgw.5.43f",
        ),
        Modifier("cities won", -russian_gains(st), "tgw.5.43g"),
    ]
    return [m for m in out if m.value]


def bolshevik_modifiers(st: State) -> list[Modifier]:
    """Returns what is added to the roll for the Bolshevik Revolution (tgw.5.42a)."""
    out = [
        Modifier("cities lost", cp_cities(st), "tgw.5.42a"),
        Modifier("turns with attacks", st.russian_attacks[0], "tgw.5.44a"),
        Modifier("quiet turns", st.russian_attacks[1], "tgw.5.44b"),
        Modifier("cities won", -russian_gains(st), "tgw.5.44d"),
    ]
    return [m for m in out if m.value]


@dataclass(frozen=True, slots=True)
class RevolutionsPhase(Auto[S]):
    """Makes one roll: for the Fall of the Czar, or after it for the Bolsheviks (tgw.5.41a, tgw.5.42a). After these a treaty may be
    declared (E8, P12)."""

    def run(self, s: S) -> Steps:
        st = s.state
        note_occupants(st)
        out: Steps = ()
        if not st.flag("czar-fell"):  # tgw.5.41a
            if roll(s, czar_modifiers(st), "tgw.5.43a", "czar-roll"):
                out = fall_of_the_czar(s)
        elif not st.flag("bolsheviks"):
            if roll(s, bolshevik_modifiers(st), "tgw.5.44a", "bolshevik-roll"):
                out = bolsheviks(s)
                if st.options.get("treaty") == "at-once":
                    out += (Treaty(),)
        else:
            out = red_army(s)
            if not st.flag("treaty"):
                out = (Treaty(), *out)  # in any Strategic Turn, with or without a Red Army (tgw.21.7e)
        st.russian_attacks[:] = [0, 0, 0, 0]
        return out


def roll(s: S, mods: list[Modifier], rule: str, key: str) -> bool:
    die = s.roll()
    total = die + sum(m.value for m in mods)
    rules = dict.fromkeys(("tgw.5.42a", *(m.rule for m in mods)))
    s.note(key, *rules, die=die, total=total, because=[f"{m.name} {m.value:+d}" for m in mods])
    return total >= TARGET


def stand_in(st: State, u: int) -> int:
    """A Provisional Government division takes the place of a Czarist one, which is gone; -1 if none is left."""
    v = next((v for v in bits(PROVISIONAL) if st.at[v] == WAITING), -1)
    st.put(u, GONE)
    return v


def fall_of_the_czar(s: S) -> Steps:
    """Exchange every Czarist infantry division, wherever it is, for one of the Provisional Government (tgw.5.45a, tgw.15.91a,
    tgw.15.92a). Those that are left over go to the Available Units Box (tgw.15.92b). Romania may collapse (E65), the Russian
    landings end (tgw.6.37b), and the Persian force ends (tgw.17.21f)."""
    st = s.state
    st.set_flag("czar-fell")
    st.czar_letter = st.letter
    later = changed = 0
    for u in bits(CZARIST):
        at = st.at[u]
        if at == WAITING:
            later += 1  # it is exchanged when it arrives
        elif at != GONE and (v := stand_in(st, u)) >= 0:
            st.put(v, at)
            changed += 1
            if st.pef >> u & 1:
                st.pef |= 1 << v
            if u in st.came_from:
                st.came_from[v] = st.came_from.pop(u)  # N11
    spare = [v for v in bits(PROVISIONAL) if st.at[v] == WAITING][later:]
    for v in spare:
        st.put(v, AVAIL)  # tgw.15.92b
    ended = st.play & OF_EVENT["ruamph"]
    st.play &= ~ended  # tgw.6.37b
    st.spent |= ended
    s.note("czar-falls", "tgw.5.45a", "tgw.15.91a", "tgw.5.45b", changed=changed, spare=len(spare))
    return collapse.check(s)


def bolsheviks(s: S) -> Steps:
    st = s.state
    st.set_flag("bolsheviks")
    st.bolshevik_letter = st.letter
    s.note("bolsheviks", "tgw.5.45c")
    return collapse.fall(s, tables.RU, "tgw.16.3a")


@dataclass(frozen=True, slots=True)
class Treaty(Question[S]):
    """The Central Powers may declare the war in Russia over (tgw.5.46a)."""

    says = ("pass", "treaty")

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return "Central Powers: conclude the treaty of Brest-Litovsk with Russia, or pass"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("pass")
        yield Word("treaty", then=self.conclude)

    def conclude(self, s: S) -> Steps:
        s.state.set_flag("treaty")
        s.note("treaty", "tgw.5.46a", "tgw.5.46b", "tgw.5.46c")
        return ()


# -- the Red Army (tgw.21.7) -----------------------------------------------------------------------------------------------------


def red_army(s: S) -> Steps:
    """Return the step of the Red Army. The option may be used in any scenario (tgw.21.7e)."""
    return (RedArmy(),) if s.state.on("red-army") or s.state.scenario == "1918" else ()


def convertible(st: State) -> list[int]:
    """Returns the Provisional Government divisions that may turn Red."""
    return bits(kept(_may_turn(st)))


def _may_turn(st: State) -> Iterator[Condition]:
    """Yields the conditions of a division that turns Red: on the map, in regular supply (tgw.21.7b)."""
    yield Condition("tgw.21.7b", PROVISIONAL, "{x} is no Provisional Government division")
    yield need.on_map("tgw.21.7b", st)
    yield need.supplied("tgw.21.7b", st)


@dataclass(frozen=True, slots=True)
class RedArmy(Auto[S]):
    """From the second Strategic Turn after the Revolution, while there is no treaty: a die of divisions becomes Red (tgw.21.7a to
    tgw.21.7c). Red divisions are the old 3-4-4 counters at full strength."""

    def run(self, s: S) -> Steps:
        st = s.state
        if st.flag("treaty") or st.letter < st.bolshevik_letter + RED_WAIT:
            return ()
        die = s.roll()
        able = min(die, len(convertible(st)), len(red_left(st)))
        s.note("red-army", "tgw.21.7b", die=die, divisions=able)
        hq = next((u for u in bits(HQS) if st.at[u] == GONE), -1)
        if able and hq >= 0:
            st.put(hq, AVAIL)  # tgw.21.7c
            st.depleted |= 1 << hq
            st.red |= 1 << hq  # it stands with Red divisions and with nobody else (tgw.21.7d)
            st.tally["red-hqs"] = st.tally.get("red-hqs", 0) + 1
            s.note("red-hq", "tgw.21.7c", unit=roster.UNITS[hq])
        return (TurnRed(able),) if able else ()


def red_left(st: State) -> list[int]:
    return [u for u in bits(RED) if st.at[u] == GONE]


@dataclass(frozen=True, slots=True)
class TurnRed(Question[S]):
    """The Allied player names the divisions that become Red (tgw.21.7b)."""

    left: int
    says = ("red unit",)

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        return f"Allies: which divisions join the Red Army? {self.left} are left to name"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("red", UNIT, _may_turn(s.state), self.turn)

    def turn(self, s: S, u: int) -> Steps:
        st = s.state
        place = st.at[u]
        red = red_left(st)[0]
        st.put(u, GONE)
        st.put(red, place)
        st.red |= 1 << red
        if st.pef >> u & 1:
            st.pef |= 1 << red  # it stands in Persia (tgw.17.21g)
        s.note("turns-red", "tgw.21.7b", unit=roster.UNITS[u], red=roster.UNITS[red], place=board.NUMBER.get(place, ""))
        return (TurnRed(self.left - 1),) if self.left > 1 else ()
