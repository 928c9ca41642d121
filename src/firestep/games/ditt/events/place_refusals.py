"""Refusals for the places that events and the collapse of Russia let a seat choose.

The sets that list the legal places (`arrivals.WHERE`) are not used here. Each place is judged by the text of its rule: which units
stand in it, who holds it and in which country it lies. So tests can compare both.
"""

from __future__ import annotations

from collections.abc import Callable

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal, those
from firestep.engine.session import Session
from firestep.engine.words import listed
from firestep.games.ditt.combat.refusals import refuse_way_out
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import arrivals, choices, event_table, single_event_choices
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.movement.refusals import crowd_rule, refuse_area, who
from firestep.games.ditt.nations import collapse
from firestep.games.ditt.state import POOL, State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits

S = Session[State]
#: what stands against a place
Judge = Callable[[int], list[Refusal]]
#: what is wrong with a place, or with a unit, in a sentence; empty if nothing is
Objection = Callable[[State, int], str]
#: a unit that enters a hex with enemies fights there, so that no unit is put there
FIGHT = "ditt.6.1j"


def chosen(action: Action, judge: Judge, rule: str) -> list[Refusal]:
    """Returns what `judge` has against the chosen place. An answer without a place is legal only if no place is."""
    if len(action) > 1:
        return judge(places.INDEX[action[1]])
    good = next((i for i in places.NUMBER if not judge(i)), None)
    return [] if good is None else [Refusal(rule, f"choose a place, there is one: {places.place(good)}")]


def objections(st: State, rule: str, judges: tuple[Objection, ...], x: int) -> list[Refusal]:
    """Returns what is wrong with a place or a unit by one rule, sentence by sentence."""
    return [Refusal(rule, why) for says in judges if (why := says(st, x))]


def place_and_neighbours(i: int) -> list[int]:
    """Returns a place and those next to it, across any hexside that is not blocked (V16)."""
    return bits(places.adjacency(False).near[i] | 1 << i)


def has_unit_of(st: State, i: int, *wanted: int) -> bool:
    """Whether a unit of one of these nations stands in a place."""
    return any(st.serves[u] in wanted for u in bits(st.stack(i)))


def has_ready_unit(st: State, i: int, side: int) -> bool:
    """Whether an unflipped unit of a side stands in a place."""
    return any(not st.flipped >> u & 1 for u in bits(st.stack_of(i, side)))


def has_enemies(st: State, i: int, side: int) -> bool:
    if side > 1:
        return bool(st.stack_of(i, tables.CP) or st.stack_of(i, tables.EP))
    return bool(st.stack_of(i, 1 - side) or st.fort_of[1 - side] >> i & 1)


def has_coin(st: State, i: int) -> bool:
    """Whether a German coin of a colonial map lies in a place (ditt.11.2c)."""
    return bool(places.COLONIAL_COINS >> i & 1 and st.forts >> i & 1)


# -- units that events bring -----------------------------------------------------------------------------------------------


def _in(*countries: str) -> Objection:
    land = places.lands(*countries)
    return lambda st, i: "" if land >> i & 1 else f"{places.place(i)} is not in {listed(countries, 'or')}"


def _held(side: int) -> Objection:
    return lambda st, i: "" if st.controls(side, i) else f"the {tables.SIDE_TITLES[side]} do not hold {places.place(i)}"


def _of(n: int) -> Objection:
    return lambda st, i: "" if st.own[n] >> i & 1 else f"{tables.TITLE[n]} does not hold {places.place(i)}"


def _with(*wanted: int, supplied: bool = False) -> Objection:
    names = listed([tables.ADJECTIVE[n] for n in wanted], "or")

    def says(st: State, i: int) -> str:
        mates = [u for u in bits(st.stack(i)) if st.serves[u] in wanted]
        if not mates:
            return f"no {names} unit is at {places.place(i)}"
        return (
            f"no {names} unit at {places.place(i)} is in supply" if supplied and not any(is_supplied(st, u) for u in mates) else ""
        )

    return says


def _near_east(st: State, i: int) -> str:
    return "" if areas.near_east(st) >> i & 1 else f"{places.place(i)} is not in the Near East"


def _empire(st: State, i: int) -> str:
    return "" if places.TERRITORY[tables.RS] >> i & 1 else f"{places.place(i)} is not land of Russia"


def _desert(st: State, i: int) -> str:
    return "" if places.DESERT >> i & 1 else f"{places.place(i)} is not Desert"


def _alone(st: State, i: int) -> str:
    """Returns why Senussi may not rise at a place: neither the Entente nor a neutral may be there, nor other Senussi."""
    if has_unit_of(st, i, tables.SI):
        return f"Senussi are at {places.place(i)} already"
    if st.stack_of(i, tables.EP) or st.stack_of(i, tables.NEUTRAL) or st.fort_of[tables.NEUTRAL] >> i & 1:
        return f"others hold {places.place(i)} with troops or a Fort"
    return ""


_ALLIED, _EASTERN = _held(tables.EP), ("Armenia", "Mesopotamia", "North Persia", "South Persia", "Turkish Arabia")
#: what a place must be, for each word with which an event says where a unit takes the field
WHERE: dict[str, tuple[Objection, ...]] = {
    "russian": (_of(tables.RS),),
    "british": (_of(tables.BR),),
    "russia": (_empire, _of(tables.RS)),
    "france": (_in("France"), _ALLIED),
    "france-tunisia": (_in("France", "Tunisia"), _ALLIED),
    "france-britain": (_in("France", "Great Britain"), _ALLIED),
    "italian": (_of(tables.IT),),
    "with-fr": (_with(tables.FR),),
    "with-br": (_with(tables.BR),),
    "with-ge": (_with(tables.GE),),
    "with-it": (_with(tables.IT),),
    "with-ah": (_with(tables.AH),),
    "with-rs": (_with(tables.RS),),
    "with-supplied-ge": (_with(tables.GE, supplied=True),),
    "with-br-ne": (_with(tables.BR), _near_east),
    "with-ge-ukraine": (_with(tables.GE), _in("Ukraine")),
    "with-br-east": (_with(tables.BR), _in(*_EASTERN)),
    "ep-ne": (_near_east, _ALLIED),
    "ukraine-cp": (_in("Ukraine"), _held(tables.CP)),
    "ep-persia": (_in("North Persia", "South Persia"), _ALLIED),
    "ep-armenia": (_in("Armenia"), _ALLIED),
    "roumania": (_in("Roumania"), _ALLIED),
    "finland": (_in("Finland"),),
    "austria": (_in("Austria-Hungary"), _held(tables.CP)),
    "arabia": (_in("Arabian Desert"),),
    "libya": (_in("Libya"), _desert, _alone),
    "us": (_in("France", "Great Britain"), _ALLIED),
}


def _muster(st: State, event: str, u: int, where: str) -> Judge:
    """Where a unit takes the field: as the event says, where it may be at all, not with enemies or friends that exclude it."""

    def judge(i: int) -> list[Refusal]:
        here = places.place(i)
        return [
            *objections(st, event, WHERE[where], i),
            *refuse_area(st, u, i),
            *those(
                (passage.unstackable(st, u) >> i & 1, crowd_rule(st, u), f"{who(u)} may not share {here} with those who are there"),
                (has_enemies(st, i, st.side(u)), FIGHT, f"enemies are at {here}"),
            ),
        ]

    return judge


def refuse_muster(s: S, step: arrivals.Muster, action: Action) -> list[Refusal]:
    return chosen(action, _muster(s.state, step.event, step.unit, step.where), step.event)


def refuse_sud(s: S, step: single_event_choices.SudArmee, action: Action) -> list[Refusal]:
    return chosen(action, _muster(s.state, step.event, tables.SUD, "austria"), step.event)


def refuse_rally(s: S, step: single_event_choices.Rally, action: Action) -> list[Refusal]:
    st = s.state
    if action[0] == "reserves":
        return [] if action[1] == str(step.left) else [Refusal(step.event, f"all {step.left} Divs that are left go together")]
    i = places.INDEX[action[1]]
    here = places.place(i)
    return those(
        (
            all(st.at[u] != POOL for u in tables.ARMIES_OF[tables.RS]),
            step.event,
            "no Russian Army is left that could take the field",
        ),
        (not places.COUNTRY["Russia"] >> i & 1, step.event, f"{here} is not in Russia proper"),
        (not st.own[tables.RS] >> i & 1, step.event, f"Russia does not hold {here}"),
        (st.stack_of(i, tables.CP), FIGHT, f"enemies are at {here}"),
    )


def refuse_sailing(s: S, step: single_event_choices.Expedition, action: Action) -> list[Refusal]:
    """Returns why Russians may not be put at a place of France (ditt.ev.1917.2.09)."""
    if action == event_table.NO:
        return []
    st, i = s.state, places.INDEX[action[1]]
    here = places.place(i)
    return those(
        (not places.COUNTRY["France"] >> i & 1, step.event, f"{here} is not in France"),
        (not st.controls(tables.EP, i), step.event, f"the Entente Powers do not hold {here}"),
        (st.stack_of(i, tables.CP), FIGHT, f"enemies are at {here}"),
        (has_unit_of(st, i, *tables.ALLIES), "ditt.10.1g", f"Russians do not share {here} with the Allies who are there"),
    )


def refuse_free(s: S, step: collapse.PlaceFree, action: Action) -> list[Refusal]:
    """Georgians and Azerbaijanis, each in a hex of its own at home."""
    st, n = s.state, s.state.serves[step.unit]
    georgian = n == tables.GG
    rule = "ditt.13.3c" if georgian else "ditt.13.3g"

    def judge(i: int) -> list[Refusal]:
        here = places.place(i)
        mine = st.own[n] >> i & 1 if georgian else st.controls(tables.CP, i)
        full = any(st.side(u) == tables.EP or georgian and st.side(u) == tables.CP for u in bits(st.stack(i)))
        return those(
            (not places.HOME[n] >> i & 1, rule, f"{here} is not in {tables.TITLE[n]}"),
            (not mine, rule if georgian else "ditt.13.3d", f"{here} is not in the hands of {tables.TITLE[n]} or her friends"),
            (has_unit_of(st, i, n), rule, f"another {tables.ADJECTIVE[n]} Army is at {here}; each takes a hex of its own"),
            (full, rule, f"troops of {'a side' if georgian else 'the Entente'} are at {here}"),
        )

    return chosen(action, judge, rule)


def refuse_centre(s: S, step: collapse.RaiseArmenians, action: Action) -> list[Refusal]:
    st, i, rule = s.state, places.INDEX[action[1]], "ditt.13.3i"
    here = places.place(i)
    return those(
        (not st.centres >> i & 1, rule, f"{here} has no Population Centre"),
        (st.recruited >> i & 1, rule, f"an Army was raised at {here} already"),
        (not st.controls(tables.EP, i), rule, f"the Entente Powers do not hold {here}"),
        (st.stack_of(i, tables.CP), FIGHT, f"enemies are at {here}"),
        (
            passage.places_not_shared(st, tables.AR) >> i & 1,
            "ditt.12.3b",
            f"Armenians may not share {here} with those who are there",
        ),
    )


def refuse_home(s: S, step: single_event_choices.GoHome, action: Action) -> list[Refusal]:
    """The closest friendly hex outside Greater Bulgaria."""
    st, u, rule = s.state, step.unit, "ditt.15.12c"
    rings = passage.ways_of(st, u).layers(1 << st.at[u], -1)

    def haven(i: int) -> list[Refusal]:
        here = places.place(i)
        return those(
            (not st.controls(st.side(u), i), rule, f"{here} is not friendly"),
            (places.GREATER_BULGARIA >> i & 1, "ditt.15.12i", f"{here} is in Greater Bulgaria, which everybody leaves"),
        ) or refuse_way_out(st, u, i)

    def judge(i: int) -> list[Refusal]:
        if bad := haven(i):
            return bad
        far = next((k for k, ring in enumerate(rings) if ring >> i & 1), -1)
        if far < 0:
            return [Refusal(rule, f"no way leads to {places.place(i)}")]
        closer = next((j for ring in rings[:far] for j in bits(ring) if not haven(j)), None)
        return [] if closer is None else [Refusal(rule, f"{places.place(closer)} is closer than {places.place(i)}")]

    return chosen(action, judge, rule)


# -- the Christmas truce, coins of the colonies ----------------------------------------------------------------------------


def refuse_truce(s: S, step: single_event_choices.Truce, action: Action) -> list[Refusal]:
    if action == event_table.PASS:
        return []
    st, i = s.state, places.INDEX[action[1]]
    here = places.place(i)
    return those(
        (not places.lands("Belgium", "France") >> i & 1, step.event, f"{here} is neither in Belgium nor in France"),
        (not has_ready_unit(st, i, tables.CP), step.event, f"no unflipped stack of the Central Powers is at {here}"),
        (
            not any(has_ready_unit(st, j, tables.EP) for j in place_and_neighbours(i)),
            step.event,
            f"nobody of the Entente could keep Christmas next to {here}",
        ),
    )


def refuse_answer(s: S, step: single_event_choices.TruceAnswer, action: Action) -> list[Refusal]:
    st = s.state

    def judge(i: int) -> list[Refusal]:
        return those(
            (i not in place_and_neighbours(step.place), step.event, f"{places.place(i)} is not next to {places.place(step.place)}"),
            (not has_ready_unit(st, i, tables.EP), step.event, f"no unflipped stack of the Entente is at {places.place(i)}"),
        )

    return chosen(action, judge, step.event)


def refuse_lettow(s: S, step: single_event_choices.LettowCoin, action: Action) -> list[Refusal]:
    st, land = s.state, single_event_choices.AFRICAN_MAPS[step.map]

    def judge(i: int) -> list[Refusal]:
        here = places.place(i)
        return those(
            (not land >> i & 1, step.event, f"{here} is not on the map that was chosen"),
            (not places.COLONIAL_COINS >> i & 1, "ditt.11.2c", f"{here} is no area for a German coin"),
            (st.forts >> i & 1, step.event, f"a coin is at {here} already"),
            (st.stack_of(i, tables.EP), step.event, f"a unit of the Entente is at {here}"),
        )

    return chosen(action, judge, step.event)


def refuse_uproot(s: S, step: choices.Uproot, action: Action) -> list[Refusal]:
    i = places.INDEX[action[1]]
    lands = [w.replace("_", " ") for w in step.where.split("+")]
    return those(
        (not places.lands(*lands) >> i & 1, step.event, f"{places.place(i)} is not in {listed(lands, 'or')}"),
        (not has_coin(s.state, i), step.event, f"no German coin is at {places.place(i)}"),
    )


def refuse_map(s: S, step: single_event_choices.LettowMap, action: Action) -> list[Refusal]:
    land = single_event_choices.AFRICAN_MAPS.get(action[1], 0)
    return [] if any(has_coin(s.state, i) for i in bits(land)) else [Refusal(step.event, "no German coin is left there")]
