"""Neutrals (chapter 11): how countries enter the war, and what it costs to break their neutrality."""

from __future__ import annotations

from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.state import GONE, State

#: rules of each country's violation: by the Allies, by the Central Powers
_VIOLATION = {
    board.IT: ("wwi.11.11d", "wwi.11.11b"),
    board.RM: ("wwi.11.12c", "wwi.11.12b"),
    board.TU: ("wwi.11.21b", "wwi.11.21b"),
    board.BU: ("wwi.11.22b", "wwi.11.22c"),
    board.GK: ("wwi.11.3a", "wwi.11.3b"),
    board.BL: ("wwi.11.4b", "wwi.11.4b"),
    board.NE: ("wwi.11.5a", "wwi.11.5a"),
    board.AB: ("wwi.11.6", "wwi.11.6"),
}


def join(st: State, country: int, side: int) -> None:
    """A country takes a side for good (wwi.11.0f). Its Resource Centers are its side's (R70)."""
    st.allegiance[country] = side  # wwi.11.0f
    centres = board.CENTRES & board.HOME[country]
    if side == board.ALLIED:
        st.allied_centres |= centres
    elif side == board.CENTRAL:
        st.central_centres |= centres
    st.realign()


def violate(s: Session[State], country: int, by: int) -> None:
    """A side enters a neutral country or attacks its units (wwi.11.7): the other side gains its army (wwi.11.0e) and
    its Victory Points."""
    st = s.state
    st.vp[1 - by] += board.VP[country]  # wwi.11.0b, wwi.15.3a
    if country == board.GK and by == board.ALLIED:
        remove_greeks(s)
    end_neutrality(st, country, by)  # wwi.11.0e, wwi.11.7
    if country == board.BL:
        st.belgian_crp = 4  # wwi.11.4d
    s.note(
        "violation",
        _VIOLATION[country][by],
        "wwi.11.7",
        "wwi.15.3a",
        country=board.COUNTRIES[country],
        by=board.SEATS[by],
        vp=board.VP[country],
    )


def end_neutrality(st: State, country: int, by: int) -> None:
    """What a violation (wwi.6.42a) does to sides and zones. The zones of the victim cross its border at once (wwi.6.42b), those of
    the Central Powers too, whoever violated it (wwi.6.43a, wwi.6.44). Greece after an Allied invasion and Albania, which has no
    units, become open ground of nobody (R37, R39); every other country joins the side of the non-violator."""
    ownerless = country == board.AB or country == board.GK and by == board.ALLIED
    join(st, country, board.NOBODY if ownerless else 1 - by)  # wwi.6.42a, wwi.6.42b, wwi.6.43a, wwi.6.44
    if by == board.CENTRAL:
        st.delayed |= 1 << country  # wwi.6.43b, for Albania too


def remove_greeks(s: Session[State]) -> None:
    """The Greek armies leave the game when the Allies enter Greece (wwi.11.3a, wwi.11.3c)."""
    st = s.state
    for u in board.UNITS_OF[board.GK]:
        st.put(u, GONE)
    s.note("greeks-removed", "wwi.11.3c")


def enter_by_rule(s: Session[State], country: int, side: int, rule: str) -> None:
    """A neutral joins by schedule: nobody gains Victory Points (wwi.11.0c, for Italy wwi.11.11e), zones cross its border at once
    (wwi.6.45)."""
    if s.state.allegiance[country] == board.NEUTRAL:
        join(s.state, country, side)  # wwi.11.0c, wwi.11.11e, wwi.6.45
        s.note("joins", rule, country=board.COUNTRIES[country], side=board.SEATS[side])


def entries(s: Session[State]) -> None:
    """Entries at the start of a Game-Turn, before its first phase (R42)."""
    st = s.state
    _entry(s, board.TU, board.CENTRAL, 2, "variable-turkey", "wwi.11.21a", "wwi.13.21")
    _entry(s, board.IT, board.ALLIED, 3, "variable-italy", "wwi.11.11a", "wwi.13.11")
    if st.turn >= 4:
        enter_by_rule(s, board.BU, board.CENTRAL, "wwi.11.22a")
    if st.turn >= 5 and st.of[board.RS] & (board.HOME[board.GE] | board.HOME[board.AH]):
        enter_by_rule(s, board.RM, board.ALLIED, "wwi.11.12a")


def _entry(s: Session[State], country: int, side: int, turn: int, option: str, fixed: str, variable: str) -> None:
    st = s.state
    if st.allegiance[country] != board.NEUTRAL:
        return
    if st.options[option] == "off":
        if st.turn >= turn:
            enter_by_rule(s, country, side, fixed)
    elif st.turn >= 2:  # a die each turn from the second on (wwi.13.11, wwi.13.21), no fixed turn (wwi.13.12, wwi.13.22)
        die = s.roll()
        s.note("entry-roll", variable, country=board.COUNTRIES[country], die=die)
        if die <= 4:
            enter_by_rule(s, country, side, variable)


def belligerents(st: State, side: int) -> list[int]:
    """Nations at war on a side."""
    return [n for n in range(len(board.NATIONS)) if st.allegiance[n] == side]


def own_centres(st: State) -> None:
    """At the start each side owns the Resource Centers of its own countries, and those its armies stand on (wwi.15.1a): the German
    2nd Army has occupied Liege."""
    own = [0, 0]
    for n, side in enumerate(st.allegiance):
        if side <= board.CENTRAL:
            own[side] |= board.CENTRES & board.HOME[n]
    for side in (board.ALLIED, board.CENTRAL):
        occupied = board.CENTRES & st.occ[side]
        own[side] |= occupied
        own[1 - side] &= ~occupied
    st.allied_centres, st.central_centres = own
