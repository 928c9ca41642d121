"""Ways to win beside army morale, which a scenario may name (dgk.XII.mor.1, ruling D82), and how a battle ended."""

from __future__ import annotations

from shapely import Point

from firestep.engine.game import Outcome, Way
from firestep.engine.session import Session
from firestep.games.dgk import state
from firestep.games.dgk.components.battle import Victory
from firestep.games.dgk.scenarios.scenario import SIDES
from firestep.games.dgk.state import GONE, ON, State

S = Session[State]
BROKEN, CHOSEN = "dgk.XII.mor.7", "dgk.XII.mor.1"
#: the kinds of end that the state keeps
BREAK, AIM, TIME = "break", "aim", "time"
LEVELS = {BREAK: "enemy army broken", AIM: "aim of the battle reached", TIME: "victory on time"}
#: every way in which a battle can end: an army breaks, or what its scenario says
ENDS: tuple[Way, ...] = (
    *((side, LEVELS[BREAK], BROKEN) for side in SIDES),
    *((side, LEVELS[kind], CHOSEN) for side in SIDES for kind in (AIM, TIME)),
    *((None, "draw", rule) for rule in (BROKEN, CHOSEN)),
)


def won(session: S, side: int, text: str) -> None:
    s = session.state
    s.winner, s.reason, s.end = side, text, AIM
    session.note("victory", "dgk.XII.mor.1", side=side, reason=text)


def within(s: State, v: Victory, side: int) -> bool:
    """A unit of a side stands at the place; of the condition's own side one that it names, if it names any."""
    spot = Point(v.x, v.y)
    return any(
        s.place[u] == ON
        and d.side == side
        and d.vehicle != "aircraft"
        and (side != v.side or not v.units or d.id in v.units)
        and state.shape(s, u).distance(spot) <= v.radius
        for u, d in enumerate(s.scn.units)
    )


def moved(session: S) -> None:
    """Somebody has changed his place: a place may be reached."""
    s = session.state
    for v in s.scn.victories:
        if s.winner < 0 and v.kind == "reach" and within(s, v, v.side):
            won(session, v.side, v.text)


def lost(session: S) -> None:
    """Somebody is destroyed: all that a condition names may be."""
    s = session.state
    for v in s.scn.victories:
        if s.winner < 0 and v.kind == "destroy" and all(s.place[s.scn.unit_no[u]] == GONE for u in v.units):
            won(session, v.side, v.text)


def over(session: S) -> None:
    """The last turn has ended: who alone holds what he had to hold wins; if both sides do, nobody."""
    s = session.state
    held = [v for v in s.scn.victories if v.kind == "hold" and within(s, v, v.side) and not within(s, v, 1 - v.side)]
    sides = {v.side for v in held}
    if len(sides) == 1:
        won(session, held[0].side, held[0].text)
    elif sides:
        s.winner, s.reason, s.end = 2, "Both sides hold what they had to hold.", TIME
        session.note("time-up", "dgk.XII.mor.1", winner=2)


def outcome(g: State) -> Outcome:
    scores = {SIDES[i]: g.losses[1 - i] for i in (0, 1)}
    kind = g.end or _kind(g)
    rule = BROKEN if kind == BREAK else CHOSEN
    if g.winner in (0, 1):
        return Outcome(SIDES[g.winner], LEVELS[kind], scores, g.reason, rule)
    return Outcome(None, "draw", scores, g.reason or g.scn.limit_reason, rule)


def _kind(g: State) -> str:
    """The kind of end of a battle that was stored before the state kept it, from its reason."""
    if any(v.text == g.reason for v in g.scn.victories):
        return AIM
    return BREAK if g.reason.endswith(" breaks.") or g.reason.startswith("Both armies break") else TIME
