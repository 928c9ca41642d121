"""Refusals for the units, stacks and places that events let a seat point at.

The sets that list the legal targets (`targets.UNITS`, `targets.PLACES`) are not used here. Each target is judged by the text of the
event, so that tests can compare both.
"""

from __future__ import annotations

import re

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.words import listed
from firestep.games.ditt.combat import entrenchment
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import choices, event_table, targets
from firestep.games.ditt.events.place_refusals import Objection, has_coin, has_unit_of, objections, place_and_neighbours
from firestep.games.ditt.movement.refusals import who
from firestep.games.ditt.state import GONE, POOL, State
from firestep.hexmap.grid import bits

S = Session[State]
#: sides as events name them; every other word names nations
SIDES = {"CP": tables.CP, "EP": tables.EP}


def ways(event: str) -> list[str]:
    """Returns the words that an event lets a seat choose among."""
    return [
        way.partition(" ")[0]
        for choice in re.findall(r"choose \w+: (.*?)(?= else: | / |; |$)", event_table.EVENTS[event].do)
        for way in choice.split(" | ")
    ]


def refuse_select(s: S, step: choices.Select, action: Action) -> list[Refusal]:
    words = ways(step.event)
    return [] if action[1] in words else [Refusal(step.event, f"choose one of: {', '.join(words)}")]


# -- units -----------------------------------------------------------------------------------------------------------------


def _fights_for(st: State, u: int, words: str) -> bool:
    """Whether a unit is of a side, or of one of the nations named."""
    return st.side(u) == SIDES[words] if words in SIDES else tables.NATIONS[st.serves[u]] in words.split("+")


def _of(words: str) -> Objection:
    """A unit on the map, of a side or of nations."""
    if words in SIDES:
        wanted = f"does not fight for the {tables.SIDE_TITLES[SIDES[words]]}"
    else:
        wanted = f"is not {listed([tables.ADJECTIVE[tables.NATION[n]] for n in words.split('+')], 'or')}"

    def says(st: State, u: int) -> str:
        if not _fights_for(st, u, words):
            return f"{who(u)} {wanted}"
        return "" if st.at[u] > 0 else f"{who(u)} is not on the map"

    return says


def _beside(words: str) -> Objection:
    names = (
        f"of the {tables.SIDE_TITLES[SIDES[words]]}"
        if words in SIDES
        else listed([f"of {tables.TITLE[tables.NATION[n]]}" for n in words.split("+")], "or")
    )

    def says(st: State, u: int) -> str:
        near = st.at[u] > 0 and any(_fights_for(st, v, words) for i in place_and_neighbours(st.at[u]) for v in bits(st.stack(i)))
        return "" if near else f"{who(u)} is not next to a unit {names}"

    return says


def _on(land: int, name: str) -> Objection:
    return lambda st, u: "" if st.at[u] > 0 and land >> st.at[u] & 1 else f"{who(u)} is not {name}"


def _in(*countries: str) -> Objection:
    return _on(places.lands(*countries), f"in {listed(countries, 'or')}")


def _flagged(flag: str, name: str) -> Objection:
    return lambda st, u: "" if tables.FLAG[u] == flag else f"{who(u)} is not {name}"


def _afield(st: State, u: int) -> str:
    return "" if st.at[u] > 0 else f"{who(u)} is not on the map"


def _entrenched(st: State, u: int) -> str:
    return "" if st.at[u] > 0 and entrenchment.entrenched(st, 1 << u) else f"{who(u)} is not entrenched"


def _waiting(st: State, u: int) -> str:
    return "" if u in tables.HELD and not st.released >> u & 1 else f"{who(u)} may go to Europe already"


def _senussi(st: State, u: int) -> str:
    if tables.UNIT_NATION[u] != tables.SI:
        return f"{who(u)} is not Senussi"
    return f"{who(u)} has left the game" if st.at[u] == GONE else ""


def _near_jerusalem(st: State, u: int) -> str:
    near = st.at[u] > 0 and places.ways(0).within(1 << st.at[u], places.LAND, 3) >> places.INDEX["0814"] & 1
    return "" if near else f"{who(u)} is more than three hexes from Jerusalem"


def _army(st: State, u: int) -> str:
    return "" if tables.IS_ARMY[u] else f"{who(u)} is a Minor Force and holds no Divs"


#: what a unit must be, for each word with which an event names its targets
MEANT: dict[str, tuple[Objection, ...]] = {
    "cars": (_of("ge"), _beside("br"), _in("France", "Belgium")),
    "river-mines": (_of("ah"), _beside("sb"), _on(places.LAND & ~places.MOUNTAIN, "outside the mountains")),
    "amazons": (_of("CP"), _beside("rs"), _on(places.TERRITORY[tables.RS], "on Russian soil")),
    "fr-abroad": (_of("fr"), _on(places.LAND & ~places.COUNTRY["France"], "outside France")),
    "jerusalem": (_of("tu"), _near_jerusalem),
    "indian": (_flagged("IN", "Indian"), _of("EP")),
    "trench-cp": (_of("CP"), _entrenched),
    "trench-ep": (_of("EP"), _entrenched),
    "anz": (_flagged("ANZ", "of the Anzacs"), _waiting),
    "anz-any": (_flagged("ANZ", "of the Anzacs"), _afield),
    "kamerun": (_of("EP"), _in("Kamerun")),
    "colonial": (_of("EP"), _on(places.COLONIES, "in the colonies")),
    "senussi": (_senussi,),
    "malaria": (_of("EP"), _in("Greece", "Serbia")),
    "buddhoos": (_of("EP"), _in("Mesopotamia", "North Persia", "South Persia", "Turkish Arabia")),
    "taurus": (_of("tu"), _in("Turkish Arabia")),
    "corfu": (_of("fr"), _in("Austria-Hungary", "Bulgaria", "Greece", "Italy", "Roumania", "Serbia"), _army),
}


def _wrong(st: State, event: str, what: str, u: int) -> list[Refusal]:
    """Returns why an event does not mean a unit."""
    if "/" in what:
        one, other = what.split("/")
        judges: tuple[Objection, ...] = (_of(one), _beside(other))
    else:
        judges = (_of(what[3:]),) if what.startswith("of-") else MEANT[what]
    return objections(st, event, judges, u)


def _without_effect(st: State, step: targets.Point, units: list[int]) -> list[Refusal]:
    """Only Divs can be lost, only what is not flipped can be flipped."""
    verb = step.then.partition(" ")[0]
    if verb in ("lose", "lose-on-6"):
        return [] if any(st.divs[u] for u in units) else [Refusal(step.event, "there are no Divs to lose")]
    if verb in ("flip", "floods", "amazons"):
        return [Refusal(step.event, "they are flipped already")] if all(st.flipped >> u & 1 for u in units) else []
    return []


def _stack(st: State, step: targets.Point, i: int) -> list[Refusal]:
    """Returns why an event does not strike a stack. It strikes a stack if it means one of its units. All units of that side flip,
    but only those of the named nation lose Divs."""
    wrong = {u: _wrong(st, step.event, step.what, u) for u in bits(st.stack(i))}
    if not wrong:
        return [Refusal(step.event, f"nobody stands at {places.place(i)}")]
    meant = [u for u, bad in wrong.items() if not bad]
    if not meant:
        return list(dict.fromkeys(r for bad in wrong.values() for r in bad))
    hit = st.serves if "/" in step.what and step.then.startswith("lose") else [st.side(u) for u in range(tables.N)]
    struck = {hit[u] for u in meant}
    return _without_effect(st, step, [u for u in wrong if hit[u] in struck])


def refuse_point(s: S, step: targets.Point, action: Action) -> list[Refusal]:
    st = s.state
    if action == event_table.PASS:
        return [Refusal(step.event, "the event must strike somebody")] if step.must else []
    word = action[1]
    if step.kind in ("place", "stack"):
        if word not in places.INDEX:
            return [Refusal(step.event, "name the hex or area, not a unit")]
        i = places.INDEX[word]
        if step.kind == "stack":
            return _stack(st, step, i)
        return objections(st, step.event, PLACES[step.what], i)
    if word not in tables.UNIT:
        return [Refusal(step.event, "name the unit, not a place")]
    u = tables.UNIT[word]
    return _wrong(st, step.event, step.what, u) or _without_effect(st, step, [u])


def refuse_flip(s: S, step: choices.FlipMany | choices.FlipBeside, action: Action) -> list[Refusal]:
    st = s.state
    if isinstance(step, choices.FlipMany):
        judges: tuple[Objection, ...] = (_of(step.nations), _unflipped)
    else:
        judges = (_of("rs"), _next_to(step.place), _unflipped)
    if len(action) > 1:
        return objections(st, step.event, judges, tables.UNIT[action[1]])
    good = next((u for u in range(tables.N) if not objections(st, step.event, judges, u)), None)
    return [] if good is None else [Refusal(step.event, f"name a unit, there is one: {who(good)}")]


def _unflipped(st: State, u: int) -> str:
    return f"{who(u)} is flipped already" if st.flipped >> u & 1 else ""


def _next_to(place: int) -> Objection:
    return lambda st, u: "" if st.at[u] in place_and_neighbours(place) else f"{who(u)} is not next to {places.place(place)}"


# -- places ----------------------------------------------------------------------------------------------------------------


def _centre(st: State, i: int) -> str:
    return "" if st.centres >> i & 1 else f"{places.place(i)} has no Population Centre"


def _turkish(st: State, i: int) -> str:
    return "" if st.own[tables.TU] >> i & 1 else f"{places.place(i)} is not Turkish"


def _rebels(st: State, i: int) -> str:
    return (
        "" if any(st.at[u] == POOL for u in tables.UNITS_OF[tables.AR] if u != tables.AAV) else "no Armenian Army is left to rise"
    )


def _african(st: State, i: int) -> str:
    land = places.lands("Kamerun", "Süd-West Afrika", "Ost-Afrika")
    return "" if land >> i & 1 else f"{places.place(i)} is not in Kamerun, Süd-West or Ost-Afrika"


def _has_coin(st: State, i: int) -> str:
    return "" if has_coin(st, i) else f"no German coin is at {places.place(i)}"


def _british_near(st: State, i: int) -> str:
    return (
        ""
        if any(has_unit_of(st, j, tables.BR) for j in place_and_neighbours(i))
        else f"no British unit is next to {places.place(i)}"
    )


def _german_area(st: State, i: int) -> str:
    return "" if places.COLONIAL_COINS >> i & 1 else f"{places.place(i)} is no area for a German coin"


def _free(st: State, i: int) -> str:
    if st.forts >> i & 1:
        return f"a coin is at {places.place(i)} already"
    return f"a unit of the Entente is at {places.place(i)}" if st.stack_of(i, tables.EP) else ""


#: what a place must be, for each word with which an event says which it means
PLACES: dict[str, tuple[Objection, ...]] = {
    "revolt": (_centre, _turkish, _rebels),
    "boats": (_african, _has_coin, _british_near),
    "colony-free": (_african, _german_area, _free),
}
