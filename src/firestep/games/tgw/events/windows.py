"""Held chits as plays of the engine (tgw.6.1.2c): for each event of each side the moments at which it may be played, why it may not
be, and what playing it does. The combat in hand is `State.fight`."""

from __future__ import annotations

from dataclasses import replace

from firestep.engine.action import Action
from firestep.engine.offer import PASS, Offer, Play
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw.combat.shifts import hopeless
from firestep.games.tgw.components import board, tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT, OF_SIDE
from firestep.games.tgw.events import event_table, events
from firestep.games.tgw.events.combat_events import DRM
from firestep.games.tgw.events.rows import RULES
from firestep.games.tgw.scenarios import optional_rules
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

S = Session[State]
#: windows of the game at which an event of a moment is offered; what goes "at any time" is offered with the draws and when a
#: Strategic Turn begins, and where else it can matter at once
WINDOWS = {
    "combat": ("combat",),
    "advance": ("advance",),
    "combatphase": ("combatphase",),
    "events": ("events",),
    "general": ("events", "strategic"),
    "newunits": ("new units",),
    "raid": ("raid",),
}
ALSO = {"tiger": ("sudden death",)}
#: statements of a chit that speak of its own fate or number; all others are words for the combat it is played into
FATES = ("drm", "gone", "turnly")


def idle(st: State, event: str) -> bool:
    """Returns whether an event would change the die of a combat in which none is rolled (tgw.10.49a, tgw.10.49b, Q17)."""
    return event in DRM and st.fight is not None and hopeless(st, st.fight)


def lacks(st: State, event: str, side: int) -> str:
    """Returns why a side cannot play an event now; empty if it can.

    What would be void if it were drawn now is not played: no U-boat after Convoy (tgw.5.22j, tgw.6.48a), and no Townshend after
    Maude (tgw.6.20b). No event changes the die of a combat in which none is rolled (tgw.10.49a).
    """
    return RULES[event].lacks(st, side) or ("the odds are below 1:2, and no die is rolled" if idle(st, event) else "")


def fits(st: State, event: str, side: int) -> bool:
    """Returns whether a side that holds an event can play it now."""
    return not lacks(st, event, side)


def chit_of(st: State, event: str, side: int) -> int:
    """The chit that would be played: from the hand, or one that lies in play and serves once a turn; -1 if there is none."""
    held = st.hand[side] & OF_EVENT[event] & OF_SIDE[side]
    if not held and "turnly" in event_table.EVENTS[event].do and not st.tally.get(f"now-used-{event}"):
        held = st.play & OF_EVENT[event] & OF_SIDE[side]
    return bits(held)[0] if held else -1


# -- playing -----------------------------------------------------------------------------------------------------------------


def into_combat(s: S, c: int) -> Steps:
    """A chit is played into the combat in hand: it joins its plays, its words join its marks."""
    st = s.state
    fight = st.fight
    assert fight is not None
    chit = CHITS[c]
    e = event_table.EVENTS[chit.event]
    bit = 1 << c
    st.hand[chit.side] &= ~bit
    s.note("event-played", "tgw.6.1.2c", e.id, side=tables.SEATS[chit.side], event=chit.event, place=board.NUMBER[fight.hex])
    words = tuple(w for w in e.do if w.split(" ")[0] not in FATES)
    st.fight = replace(fight, plays=(*fight.plays, c), marks=(*fight.marks, *words))
    if "turnly" in e.do:
        st.play |= bit
        st.tally[f"now-used-{chit.event}"] = 1
    else:
        st.spent |= bit
    for w in words:
        if w.startswith("gas "):
            used_gas(s, chit.side, w[4:])
    return ()


def used_gas(s: S, side: int, gas: str) -> None:
    """Only the first user of a gas benefits: the other side's chit is void, wherever it is held (tgw.6.12c, E33)."""
    st = s.state
    st.tally[f"gas-{gas}"] = side + 1
    if event_table.hidden_hands(st):
        optional_rules.first_gas(s, side)
        return  # it stays where it is, worthless: to take it away would tell that it was held
    other = st.hand[1 - side] & (OF_EVENT[f"gas.{gas}.al"] | OF_EVENT[f"gas.{gas}.cp"])  # tgw.6.12c
    if other:
        st.hand[1 - side] &= ~other
        st.spent |= other
        s.note("event-void", "tgw.6.12c", side=tables.SEATS[1 - side], event=CHITS[bits(other)[0]].event)
    optional_rules.first_gas(s, side)


def _play(event: str, side: int, window: str) -> Play:
    e, moment = event_table.EVENTS[event], RULES[event].moment
    word = "al" if side == tables.ALLIED else "cp"
    name = f"{word}-{event.removesuffix(f'.{word}').replace('.', '-')}"

    def may(s: S, seat: int) -> bool:
        return seat == side and chit_of(s.state, event, side) >= 0 and fits(s.state, event, side)

    def do(s: S, seat: int) -> Steps:
        c = chit_of(s.state, event, side)
        return into_combat(s, c) if moment in ("combat", "advance") else events.play_chit(s, c)

    suffix = "" if window == WINDOWS.get(moment, (window,))[0] else f"-{window.replace(' ', '-')}"
    return Play(name + suffix, window, e.id, may, do, e.name)


#: the event and the side of each play
MEANS: dict[str, tuple[str, int]] = {}


def _all() -> dict[str, Play]:
    out = {}
    for event in event_table.EVENTS:
        for side in (tables.ALLIED, tables.CENTRAL):
            if OF_EVENT.get(event, 0) & OF_SIDE[side]:
                for window in (*WINDOWS.get(RULES[event].moment, ()), *ALSO.get(event, ())):
                    play = _play(event, side, window)
                    out[play.id] = play
                    MEANS[play.id] = (event, side)
    return out


PLAYS = _all()

#: the moments of events in words that follow "play something"
MOMENTS = {
    "events": "in the Event Phase",
    "strategic": "in the Strategic Turn",
    "new units": "in the New Units Phase",
    "combatphase": "before the Combat Phase begins",
    "combat": "in this combat",
    "advance": "before the enemy advances",
    "raid": "against the raid",
    "sudden death": "against sudden death",
}


def explain(s: S, step: Offer, action: Action) -> list[Refusal]:
    """Returns the rules against a play now (tgw.6.1.2c)."""
    if action == PASS:
        return []
    st, side = s.state, step.seats[0]
    p = PLAYS[action[1]]
    event, owner = MEANS[p.id]
    if owner != side:
        return [Refusal(p.rule, f"{p.title} is an event of the other side")]
    if chit_of(st, event, side) < 0:
        if st.play & OF_EVENT[event] and "turnly" in event_table.EVENTS[event].do:
            return [Refusal(p.rule, f"{p.title} has served this turn already")]
        return [Refusal("tgw.6.1.2c", f"you do not hold {p.title}")]
    if p.moment != step.moment:
        return [Refusal(p.rule, f"{p.title} is for another moment: {p.moment}")]
    missing = lacks(st, event, side)
    return [Refusal(p.rule, f"{p.title} does not fit: {missing}")] if missing else []
