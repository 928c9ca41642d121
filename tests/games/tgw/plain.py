"""The plainest players: they end every phase, keep every unit where it is, and bring new units into play as soon as they can.

Supply, weather, letters and events go on as in any game, so a unit that a rule has left without supply or without a place shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from firestep.engine.action import Action
from firestep.engine.dice import Dice
from firestep.engine.session import Decision, Session
from firestep.engine.start import begin
from firestep.games.tgw import GAME
from firestep.games.tgw.combat.attackers import NEAR
from firestep.games.tgw.combat.combat import Attacks
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT
from firestep.games.tgw.events import event_table, events, windows
from firestep.games.tgw.events.rows import RULES
from firestep.games.tgw.movement import rail
from firestep.games.tgw.movement.movement import March, MoveUnits
from firestep.games.tgw.movement.rail import Railways
from firestep.games.tgw.nations.collapse import Keep
from firestep.games.tgw.state import ARABIA, EDGES, RESERVE, RU_TRANSIT, TRANSIT, State, place_word
from firestep.games.tgw.supply.supply import supplied
from firestep.hexmap.grid import bits

S = Session[State]
Answer = Callable[[S, Decision[Any]], Action]
YEARS = ("1914", "1915", "1916", "1917", "1918")
SEEDS = (1, 2, 3)
#: the turn after which two more cannot be played
LATE = tables.LAST_TURN - 3
#: verbs of `events.csv`, and events with classes of their own, that bring or move units, or bring a nation in or down
BRINGING = {"unit", "remove", "enter"}
CALLS = {"ana", "armmass", "armrep", "libya", "gallipoli", "salonika", "bulcoll", "turksurr"}
#: what ends a question without doing anything
IDLE = ("pass", "done", "none", "stay", "keep", "stop", "back")
#: verbs that bring units into play, in the order in which they are taken
COME = ("new", "at", "rise", "land", "muster", "rest", "gather", "plan", "announce")


def first(d: Decision[Any], *verbs: str) -> Action | None:
    """Return the first legal action with one of these verbs."""
    return next((a for verb in verbs for a in d.actions if a[0] == verb), None)


def quiet(s: S, d: Decision[Any]) -> Action:
    """Return the answer that leaves everything as it is."""
    return first(d, *IDLE) or first(d, "attack", "go", *COME) or d.actions[0]


def placing(s: S, d: Decision[Any]) -> Action:
    """Return the answer that brings units into play: out of the boxes, from beside the map, into the army of a new belligerent."""
    if isinstance(d.step, MoveUnits):
        return next((a for a in d.actions if a[0] == "stack" and a[1].startswith("edge")), None) or ("done",)
    if isinstance(d.step, March) and d.step.at in EDGES:
        return free(s, d) or first(d, "to", "leave") or d.actions[0]
    if isinstance(d.step, Keep) and (red := [a for a in d.actions if s.state.red >> roster.UNIT[a[1]] & 1]):
        return red[0]
    return first(d, "new", "at", "rest", "land", "rise") or quiet(s, d)


def free(s: S, d: Decision[Any]) -> Action | None:
    """Return a move into a hex in which nobody stands."""
    return next((a for a in d.actions if a[0] == "to" and not s.state.stack(board.INDEX[a[1]])), None)


def decisions(s: S, until: Callable[[S], bool], answer: Answer = quiet) -> Iterator[Decision[Any]]:
    """Play on to a moment, and yield each decision before it is answered."""
    while not until(s) and (d := s.decision) is not None:
        yield d
        s.take(answer(s, d))


def play(s: S, until: Callable[[S], bool], answer: Answer = quiet) -> S:
    """Play on to a moment or to the end."""
    for _ in decisions(s, until, answer):
        pass
    return s


def start(scenario: str, seed: object = 1, **options: str) -> S:
    """Return a game at its first decision."""
    return begin(GAME, scenario, GAME.settle_options(options), Dice(f"plain {seed}")).disable_undo()


@cache
def war(scenario: str, seed: int = 1) -> tuple[S, ...]:
    """Return a whole war of the plainest players as copies, one for each Events Phase and each Strategic Turn."""
    s = start(scenario, seed)
    out: list[S] = []
    seen = set()
    for d in decisions(s, lambda s: s.over, placing):
        key = (s.state.turn, s.state.phase) if s.state.phase == 1 else (s.state.turn, "letter", s.state.letter)
        if key not in seen and (s.state.phase == 1 or s.state.phase > 9):
            seen.add(key)
            out.append(s.copy())
        del d
    return tuple(out)


def marches(s: S, u: int) -> bool:
    """Return whether the open question, which asks for stacks to move, lets a unit go somewhere."""
    at = place_word(s.state.at[u])
    d = s.decision
    assert d is not None
    if ("stack", at) not in d.actions:
        return False
    new = s.copy()
    new.take(("stack", at))
    while isinstance(step := new.top, March):
        if u not in step.units:
            return False
        now = new.decision
        assert now is not None
        if any(a[0] == "to" for a in now.actions):
            return True
        others = [a for a in now.actions if a[0] == "leave" and a[1] != roster.UNITS[u]]
        if not others:
            return False
        new.take(others[0])
    return False


def rides(s: S, u: int) -> bool:
    """Return whether the open question, which asks for trains, lets a unit out of its box."""
    d = s.decision
    assert d is not None
    at = place_word(s.state.at[u])
    return ("rail", at) in d.actions and bool(1 << u & rail.able(s.state, s.state.side(u)))


def watch(s: S, units: int, turns: int = 2) -> dict[int, str]:
    """Play so many turns on and return what is wrong with each unit that is not alive, in supply and free to move at the end."""
    end = s.state.turn + turns
    went = 0
    for d in decisions(s, lambda s: s.over or s.state.turn > end, placing):
        st = s.state
        if st.turn != end:
            continue
        if isinstance(d.step, MoveUnits):
            for u in bits(units & ~went & st.troops[d.step.side]):
                at = st.at[u]
                if at in EDGES or at > 0 and fronts.theater_at(at) == d.step.theater:
                    went |= marches(s, u) << u
        elif isinstance(d.step, Attacks):
            for u in bits(units & ~went & st.troops[d.step.side]):
                near = NEAR[st.at[u]] if st.at[u] > 0 else 0  # who is shut in by the enemy can still attack him
                went |= any(a[0] == "attack" and near >> board.INDEX[a[1]] & 1 for a in d.actions) << u
        elif isinstance(d.step, Railways):
            for u in bits(units & ~went & st.troops[d.step.side]):
                if st.at[u] in (TRANSIT, RU_TRANSIT, ARABIA):
                    went |= rides(s, u) << u
    return {u: trouble for u in bits(units) if (trouble := wrong(s.state, u, bool(went >> u & 1)))}


def wrong(st: State, u: int, went: bool) -> str:
    """Return what is wrong with a unit: empty if it lives, is in supply and could move."""
    at = st.at[u]
    if st.side(u) == tables.NEUTRAL:
        return "neutral"
    if at <= 0 and at not in (*EDGES, TRANSIT, RU_TRANSIT, ARABIA, RESERVE):
        return place_word(at)
    if at > 0 and not supplied(st, u):
        return f"no supply at {place_word(at)}"
    if not went and at != RESERVE and roster.MOVE[u]:
        return f"cannot move from {place_word(at)}"
    return ""


# -- events ----------------------------------------------------------------------------------------------------------------------


def brings(event: str) -> bool:
    return event in CALLS or any(words.split(" ")[0] in BRINGING for words in event_table.EVENTS[event].do)


def chances(event: str) -> Iterator[tuple[S, int]]:
    """Yield moments at which an event can be drawn and can happen, each with the side whose chit it is."""
    e = RULES[event]
    for seed in SEEDS:
        for year in YEARS:
            for s in war(year, seed):
                st = s.state
                if st.phase != 1 or st.turn > LATE or e.goes_back(st, tables.ALLIED) or e.is_void(st, tables.ALLIED):
                    continue
                for side in (tables.ALLIED, tables.CENTRAL):
                    if not st.pool[side] & OF_EVENT[event] or not events.payers(st, side):
                        continue
                    if e.moment in ("drawn", "air", "combat", "advance", "combatphase", "raid") or windows.fits(st, event, side):
                        yield s, side


def happen(s: S, event: str, side: int, seed: int, answer: Answer = placing) -> S | None:
    """Buy events until this one is drawn, play it if it is held, and go on to the end of the New Units Phase. None if other chits
    came that bring units, or this one did not come."""
    new = s.copy(seed=f"draw {seed}")
    st, wanted = new.state, OF_EVENT[event]
    pool, turn = st.pool[side], st.turn

    def buying(s: S, d: Decision[Any]) -> Action:
        if isinstance(d.step, events.Buy | events.Raid):
            return first(d, "buy") or ("pass",) if isinstance(d.step, events.Buy) and d.seat == side else ("pass",)
        return next((a for a in d.actions if a[0] == "play" and windows.MEANS[a[1]][0] == event), None) or answer(s, d)

    play(new, lambda s: s.over or s.state.phase != 1 or s.state.turn != turn, buying)
    came = pool & ~st.pool[side]
    if not came & wanted or any(brings(CHITS[c].event) for c in bits(came & ~wanted)):
        return None
    return play(new, lambda s: s.over or s.state.phase > 2 or s.state.turn != turn, buying)


def after_new_units(s: S) -> S:
    """Return the game at the end of the New Units Phase of its turn."""
    turn = s.state.turn
    return play(s.copy(), lambda s: s.over or s.state.phase > 2 or s.state.turn != turn, placing)


@cache
def happened(event: str) -> tuple[S, S]:
    """Return the game after an event, at the end of the New Units Phase, and the same game without it."""
    tries = 0
    for s, side in chances(event):
        for seed in range(40):
            tries += 1
            if (new := happen(s, event, side, seed)) is not None:
                turn = s.state.turn
                without = play(s.copy(), lambda s, turn=turn: s.over or s.state.phase > 2 or s.state.turn != turn, placing)
                return new, without
    raise LookupError(f"{event} was not drawn in {tries} tries")
