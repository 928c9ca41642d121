"""Held chits as plays of the engine (tgw.6.1.2c): for each event of each side the moments at which it may be played, where it fits,
and what playing it does. `fits` of `data/events.csv` is read here; the combat in hand is `State.fight`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from firestep.engine.offer import Play
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw.combat.shifts import RIVER_NEAR, hopeless, origins
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.components.chits import CHITS, OF_EVENT, OF_SIDE
from firestep.games.tgw.events import event_table, events, shock_troops, single_events
from firestep.games.tgw.events.combat_events import DRM
from firestep.games.tgw.scenarios import optional_rules
from firestep.games.tgw.state import Fight, State
from firestep.games.tgw.strategic import turkish_surrender
from firestep.games.tgw.supply.supply import supplied
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
FRONTS = {
    "west": board.FRONT["W"],
    "italy": board.FRONT["WI"],
    "east": board.FRONT["E"],
    "caucasus": board.FRONT["NC"],
    "iraq": board.FRONT["NI"],
    "egypt": board.FRONT["NE"],
    "europe": board.EUROPE,
}
KIN = {"BR": tables.BRITISH, "RU": tables.RUSSIAN}
#: statements of a chit that speak of its own fate or number; all others are words for the combat it is played into
FATES = ("drm", "gone", "turnly")
WINTER = ("Nov/Dec", "Jan/Feb")


def _nations(words: str) -> frozenset[int]:
    out: set[int] = set()
    for code in words.split("+"):
        out |= KIN.get(code, frozenset((tables.NATION[code],)))
    return frozenset(out)


# -- terms -------------------------------------------------------------------------------------------------------------------


def _units(fight: Fight, side: int) -> tuple[int, ...]:
    return fight.attackers if side == fight.side else fight.defenders


def _with(units: tuple[int, ...], words: str) -> bool:
    wanted = _nations(words)
    return any(roster.NATION_OF[u] in wanted for u in units)


def _hq(fight: Fight, side: int, words: str) -> bool:
    """Returns whether the HQ that supports a side is of the nation that an event favours (tgw.6.17b)."""
    code, _, none = words.partition(" or ")
    u = fight.hqs[0 if side == fight.side else 1]
    return bool(none) if u < 0 else roster.NATION_OF[u] in _nations(code)


def _only(fight: Fight, wanted: frozenset[int]) -> bool:
    """Nobody else defends; a fort without units is held by who built it."""
    return (
        {roster.NATION_OF[u] for u in fight.defenders} <= wanted if fight.defenders else fronts.FORT_NATION.get(fight.hex) in wanted
    )


def _marked(fight: Fight, word: str) -> bool:
    return any(m.split(" ")[0] == word for m in fight.marks)


def _shock(st: State, fight: Fight) -> bool:
    return bool(unit_types.shocks(st, sum(1 << u for u in fight.attackers), fight.hex))


def _river(st: State, fight: Fight) -> bool:
    where = origins(st, fight)
    return bool(where) and not where & ~RIVER_NEAR.get(fight.hex, 0)


#: terms about the combat in hand: state, fight, side of the player, words
COMBAT: dict[str, Callable[[State, Fight, int, str], bool]] = {
    "attack": lambda st, f, side, w: side == f.side,
    "defend": lambda st, f, side, w: side != f.side,
    "front": lambda st, f, side, w: bool(FRONTS[w] >> f.hex & 1),
    "with": lambda st, f, side, w: _with(_units(f, side), w),
    "hq": lambda st, f, side, w: _hq(f, side, w),
    "supplied": lambda st, f, side, w: all(supplied(st, u) for u in f.attackers),
    "coastal": lambda st, f, side, w: bool(board.COASTAL >> f.hex & 1),
    "inside": lambda st, f, side, w: bool(board.OTTOMAN >> f.hex & 1),
    "south": lambda st, f, side, w: int(board.NUMBER[f.hex][3:]) > int(w),
    "river": lambda st, f, side, w: _river(st, f),
    "no": lambda st, f, side, w: not _marked(f, "gas") and not (w == "blast" and _marked(f, "blast")),
    "unused": lambda st, f, side, w: not st.tally.get(f"gas-{w}"),
    "foe-attack": lambda st, f, side, w: side != f.side,
    "foe-with": lambda st, f, side, w: _with(f.attackers, w),
    "foe-without": lambda st, f, side, w: not _with(f.attackers, w),
    "foe-no": lambda st, f, side, w: not (_shock(st, f) if w == "shock" else any(roster.TANK >> u & 1 for u in f.attackers)),
    "foe-shock": lambda st, f, side, w: _shock(st, f),
    "only": lambda st, f, side, w: _only(f, _nations(w)),
    "unless": lambda st, f, side, w: w not in f.marks,
}
#: terms about the game at large
OTHER: dict[str, Callable[[State, str], bool]] = {
    "not-acting": lambda st, w: not st.acting(w),
    "before": lambda st, w: not (st.flag("salonika") if w == "salonika" else event_table.in_play(st, w)),
    "winter": lambda st, w: st.near_east_open and tables.MONTH[st.turn] in WINTER,
    "gaza-untouched": lambda st, w: not st.flag("gaza-lost") and not st.flag("gaza") and st.near_east_open,
    "turk-to-dig": lambda st, w: st.near_east_open and bool(single_events.trench_hexes(st)),
    "czar": lambda st, w: not st.flag("czar-fell"),
    "yilderim-egypt": lambda st, w: (
        st.at[single_events.YILDERIM] > 0 and bool(board.FRONT["NE"] >> st.at[single_events.YILDERIM] & 1)
    ),
    "greece-neutral": lambda st, w: event_table.neutral(st, tables.GK),
    "gun-hex": lambda st, w: bool(single_events.gun_hexes(st)),
    "scenario": lambda st, w: st.scenario == w and turkish_surrender.fights(st),
}


def affordable(st: State) -> bool:
    """Return whether Germany can pay for the next Shock-troop event (tgw.15.41a, tgw.15.41b)."""
    return st.rp[tables.GE] >= shock_troops.PRICE[min(shock_troops.played(st) + 1, 2)]


def term(st: State, verb: str, rest: str, side: int) -> bool:
    """One term of an event holds."""
    if verb in OTHER:
        return OTHER[verb](st, rest)
    return st.fight is not None and COMBAT[verb](st, st.fight, side, rest)


def idle(st: State, event: str) -> bool:
    """Returns whether an event would change the die of a combat in which none is rolled (tgw.10.49a, tgw.10.49b, Q17)."""
    return event in DRM and st.fight is not None and hopeless(st, st.fight)


def fits(st: State, event: str, side: int) -> bool:
    """Returns whether every term of an event holds and it would not be void if it were drawn now. So no U-boat is played after
    Convoy (tgw.5.22j, tgw.6.48a), and no Townshend after Maude (tgw.6.20b)."""
    if event_table.holds(st, event_table.EVENTS[event].void):
        return False
    if event == "gallipoli" and not turkish_surrender.fights(st) or event.startswith("shock.") and not affordable(st):
        return False
    for words in event_table.EVENTS[event].fits:
        verb, _, rest = words.partition(" ")
        if not term(st, verb, rest, side):
            return False
    return not idle(st, event)


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
    e = event_table.EVENTS[event]
    word = "al" if side == tables.ALLIED else "cp"
    name = f"{word}-{event.removesuffix(f'.{word}').replace('.', '-')}"

    def may(s: S, seat: int) -> bool:
        return seat == side and chit_of(s.state, event, side) >= 0 and fits(s.state, event, side)

    def do(s: S, seat: int) -> Steps:
        c = chit_of(s.state, event, side)
        return into_combat(s, c) if e.moment in ("combat", "advance") else events.play_chit(s, c)

    suffix = "" if window == WINDOWS.get(e.moment, (window,))[0] else f"-{window.replace(' ', '-')}"
    return Play(name + suffix, window, e.id, may, do, e.name)


#: the event and the side of each play
MEANS: dict[str, tuple[str, int]] = {}


def _all() -> dict[str, Play]:
    out = {}
    for event, e in event_table.EVENTS.items():
        for side in (tables.ALLIED, tables.CENTRAL):
            if OF_EVENT.get(event, 0) & OF_SIDE[side]:
                for window in (*WINDOWS.get(e.moment, ()), *ALSO.get(event, ())):
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
