"""When an event happens: the words of the column `when` in `data/events.csv`.

Terms are joined by commas and all must hold; `not` turns one round. A nation is named by its id, several by `fr+br`, a side by `CP`
or `EP`; countries by their name with `_` for a space, several joined by `+`.
"""

from __future__ import annotations

from collections.abc import Callable

from firestep.games.ditt import find
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import areas
from firestep.games.ditt.nations.surrender import russians_in_germany
from firestep.games.ditt.state import BOX, GONE, LOST, UNSEEN, State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits

SEA = {"ep": tables.EP_RULES, "parity": tables.PARITY, "cp": tables.CP_RULES}
#: Forts and Surrender Cities of Tunisia, Libya and Egypt
DESERT_PLACES = places.lands("Tunisia", "Libya", "Egypt") & (places.ALL_CITIES | places.FORTS)
AFRICA = places.lands("Kamerun", "Süd-West Afrika", "Ost-Afrika")


# -- terms -----------------------------------------------------------------------------------------------------------------


def holds(st: State, words: str) -> bool:
    """Whether all terms of a condition hold."""
    return all(_term(st, w) for w in words.split(", ")) if words else True


def _term(st: State, words: str) -> bool:
    if words.startswith("not "):
        return not _term(st, words[4:])
    verb, *args = words.split(" ")
    return bool(TERMS[verb](st, *args))


#: an EP Bulgaria ignores its events (ditt.15.2g): they ask for `neutral bu` or `cp bu`, or move an entry marker that is gone
TERMS: dict[str, Callable[..., bool | int]] = {
    "neutral": lambda st, n: st.allegiance[tables.NATION[n]] == tables.NEUTRAL,
    "neutral-or-out": lambda st, n: st.allegiance[tables.NATION[n]] > 1,
    "cp": lambda st, n: st.allegiance[tables.NATION[n]] == tables.CP,
    "ep": lambda st, n: st.allegiance[tables.NATION[n]] == tables.EP,
    "flag": lambda st, f: st.flag(f),
    "has": lambda st, side, *hexes: not places.mask(*hexes) & ~st.ctrl[find.SIDE[side]],
    "at": lambda st, side, *hexes: st.occ[find.SIDE[side]] & places.mask(*hexes),
    "empty": lambda st, hex: not st.stack(places.INDEX[hex]),
    "first": lambda st, turn: st.turn == int(turn) and st.chit_phase == 1,
    "season": lambda st, *which: tables.SEASON[st.turn] in which,
    "near": lambda st, who, whom: find.adjacent_units(st, who, whom),
    "in": lambda st, who, where: find.inside(st, find.units(st, who), find.region(st, where)),
    "russians-in-germany": russians_in_germany,
    "coin-in": lambda st, where: st.forts & places.COLONIAL_COINS & find.lands(where),
    "entrenched": lambda st, side: find.entrenched(st, find.SIDE[side]),
    "on-map": lambda st, n: find.units(st, n),
    "unit": lambda st, u: st.at[tables.UNIT[u]] > 0,
    "alive": lambda st, u: st.at[tables.UNIT[u]] != GONE,
    "in-play": lambda st, u: st.at[tables.UNIT[u]] > 0 or st.at[tables.UNIT[u]] == BOX,
    "sea": lambda st, sea, state: st.seas[tables.SEAS.index(sea)] == SEA[state],
    "marker": lambda st, marker, least: st.entry[tables.ENTRY.index(marker)] >= int(least),
    "cup": lambda st: st.cup and not any(st.peeked),
    "call": lambda st, name: CASES[name](st),
}


# -- cases that no word covers ---------------------------------------------------------------------------------------------


def separate_peace(st: State) -> bool:
    """ditt.15.12a: the US neutral, the EP in Salonika, Odessa, Riga and Paris, the CP in Monastir and Üsküb."""
    return (
        st.allegiance[tables.BU] == tables.CP
        and st.allegiance[tables.US] == tables.NEUTRAL
        and not places.mask("1910", "2116", "3117", "3305") & ~st.ctrl[tables.EP]  # ditt.15.12a
        and not places.mask("2009", "2010") & ~st.ctrl[tables.CP]
    )


def baghdad_railway(st: State) -> bool:
    """Whether a chain of CP or neutral hexes joins Berlin to Constantinople. A country that made peace and keeps its land is
    neutral (ditt.ev.1917.3.08)."""
    at_peace = sum(st.own[n] for n in range(len(tables.NATIONS)) if st.allegiance[n] == tables.OUT)
    open = st.ctrl[tables.CP] | st.neutral | at_peace
    berlin = places.mask("3111") & open
    return bool(berlin and places.ways(0).flood(berlin, open) >> places.CONSTANTINOPLE & 1)


def desert_cp(st: State) -> bool:
    """Whether the CP controls a Fort or Surrender City of Tunisia, Libya or Egypt."""
    return bool(DESERT_PLACES & st.ctrl[tables.CP])


def last_centre(st: State) -> bool:
    """ditt.ev.1918.4.07: the EP holds 1222 and no other Population Centre, Turks are within three hexes."""
    home = places.mask("1222")
    return (st.centres | home) & st.ctrl[tables.EP] == home and bool(
        find.inside(st, find.units(st, "tu"), places.ways(0).within(home, places.LAND, 3))
    )


def cetinje_open(st: State) -> bool:
    """Cetinje is empty or holds fewer than two CP Divs."""
    i = places.INDEX["2208"]
    return st.at[tables.UNIT["mt-1"]] != GONE and not st.stack_of(i, tables.EP) and find.divs(st, st.stack_of(i, tables.CP)) < 2


CASES: dict[str, Callable[[State], bool | int]] = {
    "german-div-in-belgium": lambda st: any(
        st.divs[u] for u in bits(find.inside(st, find.units(st, "ge"), places.COUNTRY["Belgium"]))
    ),
    "salonika-army": lambda st: (
        find.divs(
            st, find.inside(st, find.units(st, "br+fr"), places.lands("Albania", "Bulgaria", "Greece", "Macedonia", "Serbia"))
        )
        >= 10
    ),
    "bombing": lambda st: find.inside(st, find.adjacent_units(st, "tu", "br"), ~places.COUNTRY["Mesopotamia"]),
    "separate-peace": separate_peace,
    "one-belgian-hex": lambda st: (places.COUNTRY["Belgium"] & st.ctrl[tables.EP]).bit_count() == 1,
    "poland-clear": lambda st: not find.inside(st, find.units(st, "EP"), places.COUNTRY["Poland"]),
    "macedonia-cp": lambda st: not places.COUNTRY["Macedonia"] & ~st.ctrl[tables.CP],
    "macedonia-free": lambda st: not places.COUNTRY["Macedonia"] & (st.ctrl[tables.CP] | st.ctrl[tables.EP]),
    "desert-lost": lambda st: DESERT_PLACES & ~st.ctrl[tables.EP],
    "north-neutral": lambda st: tables.NEUTRAL in (st.allegiance[tables.SW], st.allegiance[tables.NO]),
    "baghdad-railway": baghdad_railway,
    "transcaucasus-lost": lambda st: places.mask("1422", "1125") & st.ctrl[tables.CP],
    "salonika-held": lambda st: (st.ctrl[tables.CP] | st.ctrl[tables.EP]) >> places.SALONIKA & 1,
    "roumania-lost": lambda st: not places.HOME[tables.RM] & ~st.ctrl[tables.CP],
    "ukraine-cp": lambda st: places.COUNTRY["Ukraine"] & st.ctrl[tables.CP],
    "arab-gains": lambda st: places.COUNTRY["Turkish Arabia"] & st.own[tables.AB],
    "german-paris": lambda st: st.own[tables.GE] >> places.PARIS & 1,
    "paris-gun": lambda st: find.inside(st, find.units(st, "ge"), find.around(1 << places.PARIS)),
    "us-in-europe": lambda st: find.inside(
        st, find.units(st, "us"), places.LAND & ~areas.near_east(st) & ~places.lands("Tunisia", "Libya", "Egypt")
    ),
    "last-centre": last_centre,
    "turks-at-georgia": lambda st: find.around(places.COUNTRY["Georgia"]) & st.own[tables.TU],
    "balkan-foothold": lambda st: places.lands("Bulgaria", "Serbia") & st.ctrl[tables.EP],
    "balkan-hex": lambda st: places.lands("Serbia", "Roumania", "Macedonia", "Bulgaria") & st.ctrl[tables.EP],
    "cetinje-open": cetinje_open,
    "belgrade-held": lambda st: any(is_supplied(st, u) for u in bits(st.stack_of(places.BELGRADE, tables.EP))),
    "beach-spare": lambda st: any(i in (LOST, UNSEEN) for i in st.beach),
}
