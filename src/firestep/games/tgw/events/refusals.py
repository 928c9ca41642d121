"""Why not? What single events ask (tgw.6.0): risings, trenches, landings, Libya, Lawrence, Influenza, and held chits."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from firestep.engine.action import Action
from firestep.engine.offer import Offer
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.tgw.combat.attackers import NEAR
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.display.names import unit
from firestep.games.tgw.events import event_table, landings, lawrence, shock_troops, single_events, van, windows
from firestep.games.tgw.movement import areas, stacking
from firestep.games.tgw.nations.new_units import boxes_closed
from firestep.games.tgw.state import AVAIL, AVAIL_NE, State, place_of
from firestep.games.tgw.strategic import turkish_surrender
from firestep.games.tgw.supply.supply import fed, supplied
from firestep.hexmap.grid import bits

S = Session[State]


def _hex(word: str, rule: str) -> tuple[int, list[Refusal]]:
    """The hex of a word; a box is none."""
    i = place_of(word)
    return i, [] if i > 0 else [Refusal(rule, f"'{word}' is a box, and a hex of the map is asked for")]


# -- risings, trenches, the gun ------------------------------------------------------------------------------------------------


def rise(s: S, step: single_events.Rise, action: Action) -> list[Refusal]:
    st = s.state
    arabs = step.where == "desert"
    rule = "tgw.6.7b" if arabs else "tgw.6.9b"
    i, out = _hex(action[1], rule)
    if out:
        return out
    where = board.place_name(i)
    if arabs:
        if not (board.DESERT & board.PALESTINE) >> i & 1:
            out.append(Refusal(rule, f"the Arabs rise in a desert hex of Palestine, and {where} is none"))
    elif not (board.TOWN & ~board.CITY & board.RUSSIA & board.FRONT["NC"]) >> i & 1:
        out.append(Refusal(rule, f"the Armenians rise in a town, no city, of Russia on the Caucasus Front, and {where} is none"))
    elif event_table.russians_at(st) >> i & 1:
        out.append(Refusal(rule, f"Russian units stand in {where}"))
    if (st.occ[tables.CENTRAL] | (st.fort_of[tables.CENTRAL] if arabs else 0)) >> i & 1:
        out.append(Refusal(rule, f"the Central Powers hold {where}"))
    elif arabs and not stacking.room(st, i, 1 << step.unit, tables.ALLIED):
        out.append(Refusal("tgw.7.23a", f"{where} is full"))
    return out


def dig(s: S, step: single_events.Dig, action: Action) -> list[Refusal]:
    st = s.state
    rule = "tgw.6.35a" if step.what == "trench" else "tgw.6.10a"
    if action[0] != step.what:
        return [Refusal(rule, f"a {'trench' if step.what == 'trench' else 'gun'} is to be placed: write '{step.what}' and a hex")]
    i, out = _hex(action[1], rule)
    if out:
        return out
    where = board.place_name(i)
    if step.what == "gun":
        if not (fronts.range_of(board.PARIS, single_events.GUN_RANGE) & board.FRONT["W"]) >> i & 1:
            out.append(Refusal(rule, f"{where} is more than {single_events.GUN_RANGE} hexes from Paris"))
        if not st.ctrl[tables.CENTRAL] >> i & 1:
            out.append(Refusal(rule, f"the Central Powers do not hold {where}"))
        elif not fed(st, tables.GE) >> i & 1:
            out.append(Refusal(rule, f"{where} is out of supply"))
        return out
    if not board.NEAR_EAST >> i & 1:
        out.append(Refusal(rule, f"{where} is not on a map of the Near East"))
    if single_events.UNDIGGABLE >> i & 1:
        out.append(Refusal(rule, f"{where} is a city, a mountain, a swamp or Alpine"))
    if st.ne_trenches >> i & 1:
        out.append(Refusal(rule, f"{where} has its trench already"))
    turks = bits(st.stack(i) & roster.CORPS[tables.TU])
    if not turks:
        out.append(Refusal(rule, f"no Turkish unit stands in {where}"))
    elif not any(supplied(st, u) for u in turks):
        out.append(Refusal(rule, f"no Turkish unit in {where} is in supply"))
    return out


# -- Libya, landings -----------------------------------------------------------------------------------------------------------


def libya(s: S, step: single_events.Libya, action: Action) -> list[Refusal]:
    st = s.state
    u = roster.UNIT[action[1]]
    name = unit(action[1])
    if not (single_events.BRITISH & roster.COMBAT) >> u & 1 or not st.strength(u)[0]:
        return [Refusal("tgw.6.45a", f"{name} is no British unit with an attack factor")]
    if single_events.LEAVING >> u & 1:
        return [Refusal("tgw.6.45c", f"{name} leaves by an event of its own and cannot be named")]
    others = [v for v in bits(single_events.BRITISH & roster.COMBAT & ~single_events.LEAVING) if v != u and st.strength(v)[0]]
    mine = _camp(st.at[u])
    if mine == len(CAMPS):
        return [Refusal("tgw.6.45a", f"{name} is neither in Egypt nor in Iraq nor in the Near East box")]
    first = min((_camp(st.at[v]) for v in others), default=mine)
    if first < mine:
        return [Refusal("tgw.6.45a", f"units of {CAMPS[first]} go first")]
    own = st.strength(u)[0]
    totals = {0}  # that can be made up without it
    for v in others:
        if _camp(st.at[v]) == mine:
            totals |= {n + st.strength(v)[0] for n in totals}
    if max(totals) + own <= step.need:
        return []
    if any(step.need <= n < min(n + own for n in totals if n + own >= step.need) for n in totals):
        return [Refusal("tgw.6.45a", f"with {name} more factors would go than must for the {step.need} that are asked for")]
    return []


#: where the British are looked for, one after the other (tgw.6.45a)
CAMPS = ("the Egyptian Front", "the Near East Available Units Box", "the Iraqi Front")


def _camp(at: int) -> int:
    """Which of them a place belongs to; their number if to none."""
    if at <= 0:
        return 1 if at == AVAIL_NE else len(CAMPS)
    return 0 if board.FRONT["NE"] >> at & 1 else 2 if board.FRONT["NI"] >> at & 1 else len(CAMPS)


def land(s: S, step: landings.Land, action: Action) -> list[Refusal]:
    if action == ("done",):
        return []
    st = s.state
    rule = "tgw.6.51b" if step.where == "gallipoli" else "tgw.6.52b"
    u, place = roster.UNIT[action[1]], place_of(action[2])
    name = unit(action[1])
    if place not in step.places():
        return [
            Refusal(rule, f"nobody lands at {action[2]}: the landing is at {' or '.join(board.NUMBER[i] for i in step.places())}")
        ]
    if not (landings.BRITISH | landings.FRENCH) >> u & 1:
        return [Refusal(rule, f"{name} is no British or French division")]
    if not (step.british if landings.BRITISH >> u & 1 else step.french):
        return [Refusal(rule, f"no more {'British' if landings.BRITISH >> u & 1 else 'French'} divisions may land")]
    if bad := _unshipped(st, step, u):
        return bad
    box = st.at[u] == AVAIL
    first = next(
        v
        for v in bits(roster.KIND_UNITS[roster.KIND_OF[u]])
        if v == u or (st.at[v] == AVAIL) == box and not _unshipped(st, step, v)
    )
    if first != u:
        return [Refusal(rule, f"{unit(roster.UNITS[first])} is of the same kind in the same place: name it")]
    return [] if stacking.room(st, place, 1 << u, tables.ALLIED) else [Refusal("tgw.7.23a", f"{board.place_name(place)} is full")]


def _unshipped(st: State, step: landings.Land, u: int) -> list[Refusal]:
    """Why no ship brings a division."""
    salonika = step.where == "salonika"
    if st.at[u] == AVAIL:
        return [Refusal("tgw.6.57a", "Influenza: nothing comes out of the boxes this turn")] if boxes_closed(st) else []
    if salonika and st.at[u] in (landings.SUVLA, landings.HELLAS):
        return []
    beach = " or on a beach of Gallipoli" if salonika else ""
    rule = "tgw.6.52b" if salonika else "tgw.6.51b"
    return [Refusal(rule, f"{unit(roster.UNITS[u])} is not in the European Available Units Box{beach}")]


# -- Lawrence, Van, Influenza ----------------------------------------------------------------------------------------------------


def raid(s: S, step: lawrence.RaidTown, action: Action) -> list[Refusal]:
    if action == ("pass",):
        return []
    i, out = _hex(action[1], "tgw.6.24b")
    if not out and not lawrence.TARGETS >> i & 1:
        out.append(Refusal("tgw.6.24b", f"Lawrence raids a town, no city, of Palestine, and {board.place_name(i)} is none"))
    return out


def leave(s: S, step: van.LeaveVan, action: Action) -> list[Refusal]:
    st = s.state
    if action == ("perish",):
        open = any(not _no_exit(st, step.unit, i) for i in bits(board.ATLAS.near(van.VAN)))
        return [Refusal("tgw.6.8c", "it dies only where no hex next to Van is open to it")] if open else []
    i, out = _hex(action[1], "tgw.6.8c")
    return out or _no_exit(st, step.unit, i)


def _no_exit(st: State, u: int, i: int) -> list[Refusal]:
    """Why a unit does not go from Van to a hex."""
    where = board.place_name(i)
    if not NEAR[van.VAN] >> i & 1 or not board.LAND >> i & 1:
        return [Refusal("tgw.6.8c", f"{where} is not next to Van by land")]
    if not st.ctrl[tables.CENTRAL] >> i & 1 or st.occ[tables.ALLIED] >> i & 1:
        return [Refusal("tgw.6.8c", f"the Central Powers do not hold {where}")]
    if not areas.ground(st, 1 << u) >> i & 1:
        return [Refusal("tgw.17.31a", f"{where} is closed to {unit(roster.UNITS[u])} now")]
    return [] if stacking.room(st, i, 1 << u, tables.CENTRAL) else [Refusal("tgw.7.23a", f"{where} is full")]


def ill(s: S, step: shock_troops.FallIll, action: Action) -> list[Refusal]:
    u = roster.UNIT[action[1]]
    name = unit(action[1])
    if not shock_troops.SHOCKABLE >> u & 1:
        return [Refusal("tgw.6.57b", f"{name} is no converted division, nor can it be: only shock-troops of the events fall ill")]
    if not s.state.flipped >> u & 1:
        return [Refusal("tgw.6.57b", f"{name} is not converted: only shock-troops fall ill")]
    return []


# -- held chits ------------------------------------------------------------------------------------------------------------------

#: what a combat lacks, by the term of `data/events.csv` that does not hold
LACKS = {
    "attack": "it helps an attack of yours",
    "defend": "it helps a defence of yours",
    "with": "no unit of the nation that it names takes part",  # tgw.6.12e, tgw.6.17b
    "hq": "no headquarters of the nation that it names supports",  # tgw.6.17b
    "supplied": "not every attacking unit is in supply",  # tgw.6.15a, tgw.6.16a
    "coastal": "the hex does not lie on the coast",  # tgw.6.19a
    "inside": "the hex is not in the Ottoman Empire",  # tgw.6.21a
    "south": "the hex does not lie south of the row that it names",  # tgw.6.36a
    "river": "not every attacker stands behind a river",  # tgw.6.36a
    "no": "gas, mine and flame-thrower do not go together",  # tgw.6.12b, tgw.6.13b
    "unused": "that gas has been used already",  # tgw.6.12c, tgw.6.12d
    "foe-attack": "it is played against an attack of the enemy",
    "foe-with": "no unit of the nation that it names attacks",  # tgw.6.38a
    "foe-without": "a unit takes part that it does not allow for",  # tgw.6.38a
    "foe-no": "tanks or shock-troops take part",  # tgw.6.38a, tgw.6.39a
    "foe-shock": "no shock-troops attack",  # tgw.6.40a
    "only": "others defend the hex as well, or alone",  # tgw.6.39a
    "unless": "another event does the same in this combat already",  # tgw.6.38a, tgw.6.39a, tgw.6.40a
    "not-acting": "another one is in force this turn",  # tgw.6.28a
    "before": "another event has been played that ends it",  # tgw.6.20b, tgw.6.26c, tgw.6.48a, tgw.6.51k
    "winter": "it is played in Nov/Dec or Jan/Feb",  # tgw.6.28a
    "gaza-untouched": "the Gaza line has been entered, or is manned already",  # tgw.6.34c
    "turk-to-dig": "no supplied Turkish unit stands where a trench can be dug",  # tgw.6.35a
    "czar": "the Czar has fallen",  # tgw.6.37b
    "yilderim-egypt": "the Yilderim headquarters is not on the Egyptian Front",  # tgw.6.43a
    "greece-neutral": "Greece is not neutral any more",  # tgw.6.52h
    "gun-hex": "no supplied hex of yours lies within eight hexes of Paris",  # tgw.6.10a
    "scenario": "it is not for this scenario, or Turkey fights no more",  # tgw.5.63b, tgw.6.58a
}
FRONT_TITLES = {
    "west": "Western",
    "italy": "Italian",
    "east": "Eastern",
    "caucasus": "Caucasus",
    "iraq": "Iraqi",
    "egypt": "Egyptian",
}


def lacks(st: State, event: str, side: int) -> str:
    """What is missing to an event that a side holds."""
    if event == "gallipoli" and not turkish_surrender.fights(st):
        return "Turkey fights no more"
    if event.startswith("shock.") and not windows.affordable(st):
        return "Germany lacks the Resource Points for the conversion"
    if windows.idle(st, event):
        return "the odds are below 1:2, and no die is rolled"
    for words in event_table.EVENTS[event].fits:
        verb, _, rest = words.partition(" ")
        if windows.term(st, verb, rest, side):
            continue
        if verb == "front":
            return f"it is for the {FRONT_TITLES[rest]} Front" if rest in FRONT_TITLES else "it is for the maps of Europe"
        return LACKS[verb]
    return LACKS["before"] if event_table.holds(st, event_table.EVENTS[event].void) else ""


def play(s: S, step: Offer, action: Action) -> list[Refusal]:
    if action == ("pass",):
        return []
    st = s.state
    side = step.seats[0]
    p = windows.PLAYS[action[1]]
    event, owner = windows.MEANS[p.id]
    if owner != side:
        return [Refusal(p.rule, f"{p.title} is an event of the other side")]
    if windows.chit_of(st, event, side) < 0:
        if st.play & OF_EVENT[event] and "turnly" in event_table.EVENTS[event].do:
            return [Refusal(p.rule, f"{p.title} has served this turn already")]
        return [Refusal("tgw.6.1.2c", f"you do not hold {p.title}")]
    if p.moment != step.moment:
        return [Refusal(p.rule, f"{p.title} is for another moment: {p.moment}")]
    missing = lacks(st, event, side)
    return [Refusal(p.rule, f"{p.title} does not fit: {missing}")] if missing else []


# -- what could be meant -------------------------------------------------------------------------------------------------------


def _rises(s: S, step: Any) -> Collection[Action]:
    likely = board.DESERT if step.where == "desert" else board.SETTLED & board.RUSSIA
    return [("rise", n) for n in board.numbers(likely & board.NEAR_EAST)]


def _digs(verb: str) -> Any:
    def form(s: S, step: Any) -> Collection[Action]:
        likely = (
            s.state.occ[tables.CENTRAL] & board.NEAR_EAST
            if verb == "trench"
            else fronts.range_of(board.PARIS, single_events.GUN_RANGE + 1)
        )
        return [(verb, n) for n in board.numbers(likely)]

    return form


def _libyans(s: S, step: Any) -> Collection[Action]:
    return [("libya", roster.UNITS[u]) for u in bits(single_events.BRITISH | 0b1)]


def _lands(s: S, step: Any) -> Collection[Action]:
    named = s.state.stack(AVAIL) | s.state.stack(landings.SUVLA) | s.state.stack(landings.HELLAS) | 0b1
    places = (landings.SUVLA, landings.HELLAS, landings.SALONIKA)
    return [("land", roster.UNITS[u], board.NUMBER[i]) for u in bits(named) for i in places]


def _raids(s: S, step: Any) -> Collection[Action] | None:
    return [("raid", n) for n in board.numbers(board.SETTLED & board.NEAR_EAST)] if isinstance(step, lawrence.RaidTown) else None


def _exits(s: S, step: Any) -> Collection[Action]:
    return [("leave", n) for n in board.numbers(fronts.range_of(1 << van.VAN, 2))]


def _ill(s: S, step: Any) -> Collection[Action]:
    return [("ill", roster.UNITS[u]) for u in bits(shock_troops.SHOCKABLE | 0b1)]


ASKS: dict[type, tuple[tuple[str, ...], Any]] = {
    single_events.Rise: (("rise place",), rise),
    single_events.Dig: (("trench place", "gun place"), dig),
    single_events.Libya: (("libya unit",), libya),
    landings.Land: (("done", "land unit place"), land),
    lawrence.RaidTown: (("pass", "raid place"), raid),
    van.LeaveVan: (("leave place", "perish"), leave),
    shock_troops.FallIll: (("ill unit",), ill),
    Offer: (("pass", "play play"), play),
}
FORMS: dict[str, Any] = {
    "rise": _rises,
    "trench": _digs("trench"),
    "gun": _digs("gun"),
    "libya": _libyans,
    "land": _lands,
    "raid": _raids,
    "leave": _exits,
    "ill": _ill,
}
