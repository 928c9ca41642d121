"""Gallipoli and Salonika (tgw.6.51, tgw.6.52): who lands, and what the two events open."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Choice, Steps
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.movement import control, stacking
from firestep.games.tgw.nations import european_turks
from firestep.games.tgw.nations.new_units import boxes_closed
from firestep.games.tgw.state import AVAIL, State

S = Session[State]
DONE: Action = ("done",)
SUVLA, HELLAS, BEHIND = board.INDEX["E1122"], board.INDEX["E1022"], board.INDEX["E1023"]
BEACHES = 1 << SUVLA | 1 << HELLAS
SALONIKA = board.INDEX["E1116"]
#: British and French divisions of each landing (tgw.6.51b, tgw.6.52b)
FORCE = {"gallipoli": (4, 1), "salonika": (1, 3)}
BRITISH = roster.CORPS[tables.BR] & roster.DIVISION
FRENCH = roster.CORPS[tables.FR] & roster.DIVISION


def gallipoli(s: S, c: int) -> Steps:
    """Begins the landing, which happens once in a game (tgw.6.51i). The European Turks deploy (tgw.6.51d), and there is no other
    sea movement in Europe (tgw.6.51c). Both sides move and fight as usual in this turn (tgw.6.51e)."""
    st = s.state
    st.set_flag("gallipoli")
    st.set_flag("sea-closed")  # tgw.6.51c
    s.note("gallipoli", "tgw.6.51a", "tgw.6.51c")
    return (*european_turks.deploy_turks(s, "tgw.6.51d"), Land("gallipoli", *FORCE["gallipoli"]))  # tgw.6.51e


def salonika(s: S, c: int) -> Steps:
    """Begins the landing in neutral Greece, which opens Greece (tgw.6.52e) and Albania (tgw.6.52i) to both sides. The Greek army
    does not appear (tgw.6.52f)."""
    st = s.state
    st.set_flag("salonika")
    st.set_flag("sea-closed")  # tgw.6.52c
    s.note("salonika", "tgw.6.52a", "tgw.6.52c")
    return (*european_turks.deploy_turks(s, "tgw.6.52g"), Land("salonika", *FORCE["salonika"]))  # tgw.6.52f


def landers(st: State, where: str, british: int, french: int) -> int:
    """The divisions that may still land: out of the European box (P36), for Salonika also off the beaches of Gallipoli."""
    out = 0 if boxes_closed(st) else st.stack(AVAIL)
    if where == "salonika":
        out |= (st.stack(SUVLA) | st.stack(HELLAS)) & st.troops[tables.ALLIED]
    return out & ((BRITISH if british else 0) | (FRENCH if french else 0))


@dataclass(frozen=True, slots=True)
class Land(Choice[S]):
    """The Allies put divisions ashore, one after the other (tgw.6.51b, tgw.6.52b)."""

    where: str
    british: int
    french: int

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        at = "at Suvla Bay and Cape Hellas" if self.where == "gallipoli" else "at Salonika"
        return f"Allies: land divisions {at}; {self.british} British and {self.french} French may still go"

    def places(self) -> tuple[int, ...]:
        return (HELLAS, SUVLA) if self.where == "gallipoli" else (SALONIKA,)

    def actions(self, s: S) -> list[Action]:
        st = s.state
        able = landers(st, self.where, self.british, self.french)
        out = [DONE]
        for place in self.places():
            groups = (able & st.stack(AVAIL), able & ~st.stack(AVAIL))
            out += [
                ("land", roster.UNITS[u], board.NUMBER[place])
                for group in groups
                for u in roster.one_of_each(group)
                if stacking.room(st, place, 1 << u, tables.ALLIED)
            ]
        return sorted(out)

    def take(self, s: S, action: Action) -> Steps:
        if action == DONE:
            return ()
        st = s.state
        u, place = roster.UNIT[action[1]], board.INDEX[action[2]]
        st.put(u, place)
        st.newly |= 1 << u
        s.note("lands", "tgw.6.51b" if self.where == "gallipoli" else "tgw.6.52b", unit=action[1], place=action[2])
        first = control.enter(s, 1 << u, (place,))
        british = bool(BRITISH >> u & 1)
        return (*first, Land(self.where, self.british - british, self.french - (not british)))


def beachhead(s: S) -> None:
    """At the end of a turn: the beachhead is lost for good when E1023 is the enemy's and a beach that was ever held is empty
    (tgw.6.51j, E28); by the other reading only when both are empty."""
    st = s.state
    if not st.flag("gallipoli") or st.flag("gallipoli-lost") or not st.occ[tables.CENTRAL] >> BEHIND & 1:
        return
    empty = BEACHES & ~st.occ[tables.ALLIED]
    used = st.ctrl[tables.ALLIED] & BEACHES
    if used and (empty == BEACHES if st.options.get("beachhead") == "both" else empty & used):
        st.set_flag("gallipoli-lost")
        s.note("beachhead-lost", "tgw.6.51j")
