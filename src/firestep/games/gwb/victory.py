"""Demoralisation (gwb.13.1) and victory, as the battle's own file sets them: the series booklet has no victory rule."""

from __future__ import annotations

from firestep.engine.game import Outcome, Way
from firestep.engine.session import Session
from firestep.games.gwb.meta import SEATS
from firestep.games.gwb.state import AWAY, State
from firestep.hexmap.grid import bits

RULE = "gwb.4.0a"
#: every way in which a battle can end; which margin is which level its file says
ENDS: tuple[Way, ...] = (*((seat, level, RULE) for seat in SEATS for level in ("decisive", "marginal")), (None, "draw", RULE))


def enter(s: Session[State], u: int, h: int) -> None:
    """A unit comes to a hex; an objective that its side did not hold changes hands, on the way too (G79)."""
    st = s.state
    before = st.held[st.b.units[u].side]
    st.put(u, h)
    if st.held[st.b.units[u].side] != before:
        s.note("taken", "gwb.4.0a", unit=st.b.words[u], **st.b.board.where(h))


def judge_morale(s: Session[State]) -> None:
    """An army that has lost the steps its battle names is demoralised: gwb.13.1a."""
    st = s.state
    for i, limit in enumerate(st.b.morale):
        if limit and st.lost[i] >= limit and not st.broken >> i & 1:  # gwb.13.1a
            st.broken |= 1 << i
            s.note("demoralised", "gwb.13.1a", army=st.b.armies[i], lost=st.lost[i])


def holder(st: State, h: int) -> int | None:
    """The side that holds an objective."""
    return next((k for k in (0, 1) if st.held[k] >> h & 1), None)


def losses(st: State, k: int) -> int:
    """Steps that a side has lost."""
    return sum(n for a, n in zip(st.b.armies, st.lost, strict=True) if st.b.of_army[a] & st.b.of_side[k])


def scores(st: State) -> tuple[int, int]:
    """Victory points of both sides: objectives held and enemy steps destroyed."""
    out = []
    for k in (0, 1):
        ground = sum(p for h, p in st.b.objectives.items() if st.held[k] >> h & 1)
        out.append(ground + losses(st, 1 - k) * st.b.loss_points[k] // 2)
    return out[0], out[1]


def destroyed(st: State) -> bool:
    """Has a side nothing left, on the map or to come? Guns off the board alone are nothing (G76)."""
    return any(not st.occ[k] and all(st.at[u] != AWAY for u in bits(st.b.of_side[k] & ~st.b.off_board)) for k in (0, 1))


def over(s: Session[State]) -> bool:
    """Close the battle as soon as one side has nothing left: G76."""
    st = s.state
    if not st.ended and destroyed(st):
        st.ended = "gwb.4.0a"
        s.note("end", "gwb.4.0a", turn=st.turn)
    return bool(st.ended)


def signed(n: int) -> str:
    return f"{n:+d}" if n else "0"


def standing(st: State) -> tuple[str, str, str]:
    """Who would win as it stands ("" for nobody), the level, and both in words with the margins between which they lie."""
    a, g = scores(st)
    margin = a - g
    levels = st.b.levels
    i = next(i for i, (floor, _, _) in enumerate(levels) if margin >= floor)
    floor, who, level = levels[i]
    above = levels[i - 1][0]
    if i == 0:
        span = f"{signed(floor)} or more"
    elif i == len(levels) - 1:
        span = f"less than {signed(above)}"
    else:
        span = f"{signed(floor)} to {signed(above - 1)}"
    what = "a draw" if not who else f"a {level} {st.b.adjectives[SEATS.index(who)]} victory"
    return who, level, f"a margin of {signed(margin)} for the {st.b.adjectives[0]} side; {span} is {what} in this battle"


def outcome(st: State) -> Outcome:
    a, g = scores(st)
    who, level, words = standing(st)
    reason = f"{a} points to {g}: objectives held and enemy steps destroyed, {words}"
    return Outcome(who or None, level, dict(zip(SEATS, (a, g), strict=True)), reason, RULE)
