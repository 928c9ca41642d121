"""How to win (ditt.17.0): at once by a surrender or a garrison that is too small, or by the level at the end of 1918."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.game import Outcome, Way
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits

#: levels from best for the CP to best for the EP
LEVELS = ("central-decisive", "central-marginal", "entente-marginal", "entente-decisive")

#: every way in which a war can end: at once, then at the end of 1918
ENDS: tuple[Way, ...] = (
    ("entente", "decisive", "ditt.17.0b"),
    ("central", "decisive", "ditt.17.0c"),
    ("entente", "decisive", "ditt.13.2e"),
    ("entente", "decisive", "ditt.17.0e"),
    ("entente", "marginal", "ditt.17.0f"),
    ("central", "marginal", "ditt.17.0g"),
    ("central", "decisive", "ditt.17.0h"),
    ("central", "marginal", "ditt.17.0i"),  # the shift
    ("entente", "marginal", "ditt.17.0i"),
    ("entente", "decisive", "ditt.17.0i"),
    (None, "draw", "ditt.17.0k"),
)


def colonial_units(st: State) -> int:
    """CP units and coins in the colonies, India included (K01, Q02, Q05)."""
    coins = (st.fort_of[tables.CP] & places.COLONIES).bit_count()
    return coins + sum(st.stack_of(i, tables.CP).bit_count() for i in bits(st.occ[tables.CP] & places.COLONIES))


def breakthrough(st: State) -> bool:
    """Whether an EP Army stands in Germany or Belgium (ditt.17.0e, Q01)."""
    return bool(st.occ[tables.EP] & places.lands("Germany", "Belgium"))


def in_the_game(st: State, nation: int) -> bool:
    """Never surrendered or collapsed, save a Russia that came back (Q03)."""
    return not st.surrendered >> nation & 1 and (nation != tables.RS or not st.flag("collapsed") or st.flag("russia-back"))


def level(st: State) -> tuple[int, str]:
    """Returns the level at the end of 1918 before the shift, -1 for a draw, and its rule."""
    fallen = sum(st.surrendered >> n & 1 for n in (tables.AH, tables.TU))
    if fallen == 2:
        if breakthrough(st) and not colonial_units(st):
            return 3, "ditt.17.0e"
        if colonial_units(st) <= 3:
            return 2, "ditt.17.0f"
    elif fallen == 1:
        if not breakthrough(st):
            return 1, "ditt.17.0g"
    else:
        return 0, "ditt.17.0h"
    return -1, "ditt.17.0k"


def outcome(st: State) -> Outcome:
    """Returns the result of a finished game."""
    if st.surrendered >> tables.GE & 1:
        return _won(tables.EP, "decisive", "Germany has surrendered", "ditt.17.0b")
    if st.flag("forfeit"):  # a garrison that is too small counts as resigning (ditt.17.0a, Y08)
        return _won(tables.EP, "decisive", "the Central Powers did not garrison the East", "ditt.13.2e")
    if st.surrendered >> tables.FR & 1 and tables.YEAR[st.turn] == 1914:
        return _won(tables.CP, "decisive", "France has surrendered in 1914", "ditt.17.0c")
    k, rule = level(st)
    if k < 0:
        return Outcome(None, "draw", {seat: 0 for seat in tables.SEATS}, "neither side has won the war", rule)
    reason = {
        0: "neither Austria-Hungary nor Turkey has surrendered",
        1: "one of Austria-Hungary and Turkey has surrendered, Germany and Belgium are clear of the enemy",
        2: "Austria-Hungary and Turkey have surrendered, few colonies are left",
        3: "Austria-Hungary and Turkey have surrendered, the Entente is in Germany or Belgium and holds every colony",
    }[k]
    if in_the_game(st, tables.RS) and in_the_game(st, tables.FR) and k < 3:  # ditt.17.0i
        k += 1
        reason += "; Russia and France fight on"
        rule = "ditt.17.0i"
    side = tables.CP if k < 2 else tables.EP
    return _won(side, "decisive" if k in (0, 3) else "marginal", reason, rule)


def _won(side: int, word: str, reason: str, rule: str) -> Outcome:
    points = 2 if word == "decisive" else 1
    return Outcome(
        tables.SEATS[side], word, {seat: points if k == side else 0 for k, seat in enumerate(tables.SEATS)}, reason, rule
    )


@dataclass(frozen=True, slots=True)
class Finish(Auto[Session[State]]):
    """The game ends at once (ditt.17.0): nothing else on the agenda is played."""

    def run(self, s: Session[State]) -> Steps:
        s.note("end", "ditt.17.0b")
        s.agenda.clear()
        return ()
