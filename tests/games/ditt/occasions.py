"""Positions in which the conditions of events hold, and positions in which they do not: one pair for every term."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firestep.games.ditt.components import places, tables

#: a nation of each side to hold a hex with
_HOLDER = {"ep": "br", "cp": "ge"}
#: two neighbouring hexes of the West, of the East and of the Balkans, for who must stand next to whom
_NEAR = {
    ("fr", "ge"): ("fr-1 3107", "ge-1 3108"),
    ("rs", "ge"): ("rs-1 3016", "ge-8 3015"),
    ("ah", "sb"): ("ah-6 2410", "sb-1 2310"),
    ("tu", "br"): ("tu-viii 0813", "br-eef 0812"),
    ("rs", "tu"): ("rs-1ca 1420", "tu-ix 1320"),
    ("CP", "sb"): ("ah-6 2410", "sb-1 2310"),
}


def _units(*words: str) -> dict[str, Any]:
    return {"units": {w.split(" ")[0]: " ".join(w.split(" ")[1:]) + ("" if len(w.split(" ")) > 2 else " 4") for w in words}}


def _beside(who: str, whom: str) -> dict[str, Any]:
    whom = whom.split("+")[0]
    pair = _NEAR.get((who, whom)) or _NEAR[whom, who]
    more = {"allegiance": {"tu": "central"}} if "tu" in (who, whom) else {}
    return _units(*pair) | more


def _somewhere(who: str, country: str) -> dict[str, Any]:
    """A unit of a nation or a side in a country."""
    unit = {"CP": "ge-1", "EP": "br-1", "rs": "rs-1", "fr": "fr-1", "it": "it-1", "us": "us-1", "br": "br-mef"}[who]
    land = places.COUNTRY[country.split("+")[0].replace("_", " ")] & places.LAND & ~places.DESERT
    return _units(f"{unit} {places.numbers(land)[0]}")


#: what the cases of `conditions.CASES` need, and a position that lacks it
SPECIAL: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "amazons": (_units("ge-1 2917", "rs-1 2918"), _units("ge-1 3108", "rs-1 3016")),
    "arab-gains": ({"holds": {"ab": ["0916"]}, "allegiance": {"ab": "entente", "tu": "central"}}, {}),
    "baghdad-railway": ({"allegiance": {"bu": "central", "tu": "central"}}, {"holds": {"rs": ["3111"]}}),
    "balkan-foothold": ({"holds": {"br": ["2311"]}}, {"holds": {"ah": places.numbers(places.lands("Bulgaria", "Serbia"))}}),
    "balkan-hex": (
        {"holds": {"br": ["2311"]}},
        {"holds": {"ah": places.numbers(places.lands("Bulgaria", "Serbia", "Roumania", "Macedonia"))}},
    ),
    "beach-spare": ({"beach": ["lost", "hand"]}, {"beach": ["hand", "hand"]}),
    "belgrade-held": (_units("sb-1 2311"), {}),
    "bombing": (_units("tu-viii 0813", "br-eef 0812") | {"allegiance": {"tu": "central"}}, {}),
    "cars": (_units("ge-1 3307", "br-1 3306"), _units("ge-1 3307")),
    "cetinje-open": (_units("ah-6 2208 1"), _units("ah-6 2208 3")),
    "desert-lost": ({"holds": {"si": ["1405"]}}, {"holds": {"br": places.numbers(places.lands("Tunisia", "Libya", "Egypt"))}}),
    "french-abroad": (_units("fr-1 2311"), _units("fr-1 3305")),
    "german-div-in-belgium": (_units("ge-1 3308"), _units("ge-1 3208")),
    "german-paris": ({"holds": {"ge": ["3305"]}}, {}),
    "indian-stack": (_units("in-d 0321"), {}),
    "lake-boats": (_units("br-exp nigeria"), {}),
    "last-centre": (
        {"holds": {"br": ["1222"]}, "hexes": {"centres": ["1222", "1320"]}, "allegiance": {"tu": "central"}} | _units("tu-ix 1221"),
        {"holds": {"br": ["1222", "1320"]}, "hexes": {"centres": ["1222", "1320"]}},
    ),
    "macedonia-cp": ({"holds": {"ge": ["1810", "1910", "1911"]}}, {}),
    "macedonia-free": ({}, {"holds": {"br": ["1911"]}}),
    "near-jerusalem": (_units("tu-viii 0915"), _units("tu-viii 1611")),
    "north-neutral": ({}, {"allegiance": {"sw": "central", "no": "entente"}}),
    "one-belgian-hex": ({"holds": {"ge": ["3308"], "fr": ["3407"]}}, {}),
    "paris-gun": (_units("ge-1 3306"), _units("ge-1 3208")),
    "poland-clear": ({}, _units("rs-1 2814")),
    "river-mines": (_units("ah-6 2410", "sb-1 2310"), _units("ah-6 2409")),
    "roumania-lost": ({"holds": {"ge": places.numbers(places.HOME[tables.RM])}}, {}),
    "salonika-army": (_units("br-mef 1910 6", "fr-orient 1910 4"), _units("br-mef 1910 6", "fr-orient 1910 3")),
    "salonika-held": ({"holds": {"br": ["1910"]}}, {}),
    "separate-peace": (
        {
            "allegiance": {"bu": "central"},
            "holds": {"br": ["1910"], "rs": ["2116", "3117"], "fr": ["3305"], "bu": ["2009", "2010"]},
        },
        {"allegiance": {"bu": "central"}, "holds": {"rs": ["2116", "3117"], "bu": ["2009", "2010"]}},
    ),
    "transcaucasus-lost": ({"holds": {"tu": ["1125"]}, "allegiance": {"tu": "central"}}, {}),
    "turks-at-georgia": (
        {"holds": {"tu": ["1422"]}, "allegiance": {"tu": "central"}},
        {"holds": {"rs": ["1419", "1319", "1320", "1321"]}},
    ),
    "ukraine-cp": ({"holds": {"ge": ["2417"]}}, {}),
    "us-in-europe": (_units("us-1 3305") | {"allegiance": {"us": "entente"}}, {}),
}

_SEASON = {"winter": 4, "spring": 5, "summer": 6, "fall": 7}


def occasion(term: str, good: bool) -> dict[str, Any]:
    """Tables of a position in which a term holds, or does not."""
    if term.startswith("not "):
        return occasion(term[4:], not good)
    verb, *args = term.split(" ")
    if verb == "call":
        return SPECIAL[args[0]][0 if good else 1]
    if verb in ("neutral", "neutral-or-out"):
        return {"allegiance": {args[0]: "neutral" if good else "entente"}}
    if verb in ("cp", "ep"):
        side, other = ("central", "entente") if verb == "cp" else ("entente", "central")
        return {"allegiance": {args[0]: side if good else other}}
    if verb == "flag":
        return {"flags": [args[0]]} if good else {}
    if verb == "has":
        other = "cp" if args[0] == "ep" else "ep"
        return {"holds": {_HOLDER[args[0] if good else other]: args[1:]}}
    if verb == "at":
        return _units("ge-1 " + args[1]) if good else {}
    if verb == "empty":
        return {} if good else _units(f"sw-1 {args[0]}")
    if verb == "first":
        return {"turn": int(args[0]), "numbers": {"chit_phase": 1 if good else 2}}
    if verb == "season":
        return {"turn": _SEASON["winter" if good else "fall"]}
    if verb == "near":
        return _beside(args[0], args[1]) if good else {}
    if verb == "in":
        return _somewhere(args[0], args[1]) if good else {}
    if verb == "russians-in-germany":
        return _units("rs-1 3014") | {"holds": {"rs": ["3014", "3015"]}} if good else {}
    if verb == "coin-in":
        return {} if good else {"hexes": {"forts-destroyed": places.numbers(places.COLONIAL_COINS)}}
    if verb == "entrenched":
        return (_units("ge-1 3307") if args[0] == "cp" else _units("fr-1 3206")) | {"turn": 6} if good else {}
    if verb == "on-map":
        return _units({"sb": "sb-1 2310", "us": "us-1 3305"}[args[0]]) if good else {}
    if verb in ("unit", "in-play"):
        return _units(f"{args[0]} 3305") if good else {}
    if verb == "alive":
        return _units(f"{args[0]} {'pool' if good else 'gone'}")
    if verb == "sea":
        words = {"ep": "entente", "cp": "central", "parity": "parity"}
        other = "entente" if args[1] != "ep" else "central"
        return {"seas": {args[0]: words[args[1]] if good else other}}
    if verb == "marker":
        return {"entry": {args[0]: int(args[1]) if good else int(args[1]) - 1}}
    assert verb == "cup", term
    return {} if good else {"cup": []}


def merged(*tables: Mapping[str, Any]) -> dict[str, Any]:
    """Positions laid over each other."""
    out: dict[str, Any] = {}
    for table in tables:
        for key, value in table.items():
            if isinstance(value, dict) and isinstance(out.get(key), dict):
                out[key] = out[key] | {k: [*out[key].get(k, []), *v] if isinstance(v, list) else v for k, v in value.items()}
            elif isinstance(value, list) and key in out:
                out[key] = [*out[key], *value]
            else:
                out[key] = value
    return out
