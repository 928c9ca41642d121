"""National restrictions (ditt.10.0), with weather and ground (ditt.6.2), the Near East (ditt.6.3) and the Russo-Allied rivalry
(ditt.10.1): where a unit may be at all. `passage` adds enemies, stacking and Summer.

`area` is what a unit may enter, whatever stands there; `links` which special hexsides it may cross; `near_east_room` what the Near
East still takes. Each part of `area` is a function of its own, so that a refusal can name the rule that closes a place.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from firestep.engine.question import Condition, broken, kept
from firestep.engine.refusal import Refusal
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.state import FLAG, FLAGS, State
from firestep.hexmap.grid import bits

_STRAITS, _SNOW, _SAN_REMO, _RETREAT, _ENGINEERS, _PIPELINE, _PERSIA, _SUDAN, _GOIGINGER = (
    FLAG[f]
    for f in (
        "straits-out",
        "snow-open",
        "san-remo",
        "great-retreat",
        "engineers",
        "pipeline",
        "persia-risen",
        "senussi-sudan",
        "goiginger",
    )
)
_RELEVANT = _STRAITS | _SNOW | _SAN_REMO | _RETREAT | _ENGINEERS | _PIPELINE | _PERSIA | _SUDAN
_ITALY = 1 << len(FLAGS)
#: where the Senussi may appear after ditt.ev.1915.3.05
DARFUR = places.mask("0109")
#: where the Japanese may be without an event (ditt.ev.1914.5.03)
_CHINA_COAST = places.mask("wei-hai-wei", "kiautschau")


#: the rule that gives a nation its list of lands; all others follow ditt.10.4a (ditt.10.4d)
LIST_RULE = {
    tables.FR: "ditt.11.2b",
    tables.IT: "ditt.10.3b",
    tables.AH: "ditt.10.6c",
    tables.BL: "ditt.10.5f",
    tables.GK: "ditt.10.5g",
    tables.SB: "ditt.10.5s",
    tables.MT: "ditt.10.5n",
    tables.AS: "ditt.10.5a",
    tables.MR: "ditt.10.5j",
    # these have rules of their own in place of ditt.10.4a (ditt.10.5t)
    tables.AB: "ditt.14.1d",
    tables.SI: "ditt.14.1f",  # Egypt until Italy is in the war: ditt.14.1j
    tables.AR: "ditt.14.2b",
    tables.SG: "ditt.10.5o",
    tables.SP: "ditt.10.5q",
    tables.FI: "ditt.15.5c",
    tables.BO: "ditt.11.3d",
    tables.BS: "ditt.13.3f",
}


def lands_key(st: State) -> int:
    """Returns what `lands_of_nation` and `closed_ground` depend on besides the nation."""
    return st.flags & _RELEVANT | (_ITALY if st.allegiance[tables.IT] in (tables.EP, tables.OUT) else 0)


def acting_nation(st: State, u: int) -> int:
    """Returns the nation that supplies a unit and gets the hexes it takes: France for the Russians in France (N06), else its
    own."""
    return tables.FR if st.expedition >> u & 1 else st.serves[u]


def home(st: State, nation: int) -> int:
    """Returns the home country of a nation, with what events add to it: Macedonia to Greece (ditt.ev.1916.5.09), Åland to Sweden
    (E40)."""
    if nation == tables.GK and st.flag("greek-macedonia"):
        return places.HOME[nation] | places.COUNTRY["Macedonia"]
    if nation == tables.SW:
        return places.HOME[nation] | st.own[nation] & 1 << places.ALAND
    return places.HOME[nation]


def near_east(st: State) -> int:
    """Returns the Near East (ditt.6.3a) with the Straits (ditt.6.3b), until the CP declares them outside (ditt.6.3c). Then its
    limits do not apply to the Straits any more (ditt.6.3p)."""
    return places.NEAR_EAST & ~places.STRAITS if st.flags & _STRAITS else places.NEAR_EAST  # ditt.6.3a, ditt.6.3p


@cache
def with_neighbours(countries: tuple[str, ...]) -> int:
    """Returns some countries, with those that can be walked into from them (N10)."""
    home = places.lands(*countries)
    edge = places.ways(places.CHANNEL | places.BALTIC_ARROWS | places.ADRIATIC_ARROW | places.GENEVA).spread(home)
    return sum({places.COUNTRY[places.COUNTRY_AT[i]] for i in bits(edge)})


@cache
def lands_of_nation(nation: int, key: int) -> int:
    """Returns the places that the national rules open to a nation; the rule of each stands beside its line."""
    everywhere = places.LAND
    if nation == tables.FR:
        return everywhere & ~places.lands("Süd-West Afrika", "Ost-Afrika")  # ditt.11.2b
    if nation == tables.IT:  # ditt.10.3b
        return places.lands(
            "Italy", "Libya", "Greece", "Bulgaria", "Macedonia", "Albania", "Serbia", "Montenegro", "Austria-Hungary", "Switzerland"
        )
    if nation == tables.AH:  # ditt.10.6c, ditt.10.6e
        closed = 0 if key & _SAN_REMO else places.lands("Germany", "France", "Belgium")
        return everywhere & ~closed & ~(places.NEAR_EAST & ~(places.STRAITS if key & _STRAITS else 0))
    if nation == tables.BL:
        return places.BELGIAN_AREA  # ditt.10.5f
    if nation == tables.GK:  # ditt.10.5g
        return places.lands("Greece", "Macedonia", "Albania", "Serbia", "Bulgaria", "Ottoman Turkey")
    if nation == tables.SB:  # ditt.10.5s, ditt.12.1p
        out = with_neighbours(("Serbia",))
        return (
            out | places.lands("Greece", "Bulgaria", "Macedonia", "Serbia")
            if key & _RETREAT
            else out & ~places.COUNTRY["Austria-Hungary"]
        )
    if nation == tables.MT:
        return places.lands("Serbia", "Montenegro")  # ditt.10.5n
    if nation == tables.AS:
        return places.lands("Armenia", "North Persia", "Turkish Arabia")  # ditt.10.5a
    if nation == tables.MR:
        return places.lands("Turkish Arabia")  # ditt.10.5j
    # Arabs, Senussi and Armenians have rules of their own in place of ditt.10.4a (ditt.10.5t)
    if nation == tables.AB:
        return places.lands("Hedjaz", "Turkish Arabia", "Aden", "Arabian Desert")  # ditt.14.1d
    if nation == tables.SI:  # Tunisia always (ditt.14.1k); ditt.14.1f, ditt.14.1j; ditt.ev.1915.3.05 (N13)
        return places.lands("Libya", "Tunisia", *(("Egypt",) if key & _ITALY else ())) | (DARFUR if key & _SUDAN else 0)
    if nation == tables.AR:
        return places.lands("Armenia")  # ditt.14.2b
    if nation == tables.SG:
        return places.PERSIA if key & _PERSIA else places.lands("North Persia")  # ditt.10.5o
    if nation == tables.SP:
        return places.lands("South Persia")  # ditt.10.5q
    if nation == tables.FI:
        return places.lands("Finland")  # ditt.15.5c
    if nation == tables.BO:
        return places.lands("Süd-West Afrika")  # K02
    if nation == tables.BS:
        return 0  # ditt.13.3f
    if nation in (*tables.REDS, tables.BR, tables.US, tables.RS, tables.GE, tables.TU):
        return everywhere  # Germans: ditt.10.6a; Turks: ditt.10.6f
    if nation == tables.CZ:
        return with_neighbours(("Austria-Hungary",))
    return (
        with_neighbours(tables.HOME_COUNTRIES[nation]) if tables.HOME_COUNTRIES[nation] else 0
    )  # all others: ditt.10.4a, ditt.10.4d


def closed_desert(nation: int) -> int:
    """Returns the Desert hexes, which are as clear ground for Arabs and Senussi (ditt.6.2g, ditt.6.2h)."""
    return 0 if nation in (tables.SI, tables.AB) else places.DESERT  # ditt.6.2h


def closed_snow(nation: int, key: int) -> int:
    """Returns the snowflake hexes if they are closed to a nation (ditt.10.3c)."""
    return 0 if key & _SNOW or nation in (tables.AH, tables.IT) else places.SNOW


@cache
def closed_ground(nation: int, alpine: bool, key: int) -> int:
    """Returns the Desert, Alpine (ditt.6.2l) and snowflake hexes that are closed to a unit."""
    return closed_desert(nation) | closed_snow(nation, key) | (0 if alpine else places.ALPINE)


def cleared_romani(st: State, side: int) -> int:
    """Returns Romani (0812) for the side whose marker makes it clear (ditt.6.2i, ditt.6.2j)."""
    return 1 << places.ROMANI if st.flags & (_ENGINEERS if side == tables.CP else _PIPELINE) else 0  # ditt.6.2i, ditt.6.2j


def persia_closed(st: State, nation: int) -> int:
    """Persia until Turkey is at war (ditt.15.8c)."""
    return 0 if st.at_war(tables.TU) or nation in (tables.SG, tables.SP) else places.PERSIA


def rivalry(st: State, nation: int) -> int:
    """Returns the places that the Russo-Allied rivalry closes (ditt.10.1c, ditt.10.1e): to the Allies the countries (ditt.10.1b)
    with a Russian Army or hex, to the Russians those of the Allies. In Germany and Austria-Hungary it closes only the hexes where
    the other stands (ditt.10.1f). After the collapse no land is Russian any more (ditt.10.1d)."""
    side = st.allegiance
    if nation not in _RIVALS or side[tables.RS] != tables.EP or side[nation] != tables.EP:  # ditt.10.1d
        return 0
    own, of = st.own, st.of
    if nation == tables.RS:
        held = there = 0
        for n in tables.ALLIES:
            if side[n] == tables.EP:
                held |= own[n]
                there |= of[n]
        slot = 0
    else:
        held, there, slot = own[tables.RS], of[tables.RS], 1
    if st.expedition:
        for u in bits(st.expedition & st.afield):
            there &= ~(1 << st.at[u])
    was = st.rivals[slot]
    if was[0] == held and was[1] == there:
        return was[2]
    found = _countries_of(held | there) | there
    st.rivals[slot] = held, there, found
    return found


_RIVALS = frozenset((tables.RS, *tables.ALLIES))
#: where Russians and Allies enter each other's hexes and trace supply through them (ditt.10.1f)
RIVALRY_WAIVED = places.lands("Germany", "Austria-Hungary")
_COUNTRIES = tuple(m for m in places.COUNTRY.values() if not m & (RIVALRY_WAIVED | places.COLONIES))


def _countries_of(mask: int) -> int:
    """Returns the countries that a set touches, without Germany, Austria-Hungary and the colonies."""
    return sum(m for m in _COUNTRIES if m & mask)


def rival_land(st: State, u: int) -> int:
    """Returns the hexes of the Russians for the Allies, and of the Allies for the Russians: they are not friendly (ditt.10.1h)."""
    n = st.serves[u]
    if n not in _RIVALS or st.expedition >> u & 1:
        return 0
    rivals = tables.ALLIES if n == tables.RS else (tables.RS,)
    return sum(st.own[m] for m in rivals if st.allegiance[m] == st.allegiance[n])


def closed_to_unit(st: State, u: int) -> int:
    """Returns the places that a rule for this unit alone closes: the Askari leave no colony (ditt.11.2f), those of ditt.16.4b wait
    for their event, the Japanese enter no other colony (ditt.ev.1914.5.03), Dunsterforce stays in the Near East (ditt.10.2e)."""
    if u == tables.ASKARI:
        return places.LAND & ~places.COLONIES
    out = places.COLONIES & ~_CHINA_COAST if u == tables.JAPAN else 0
    if u in tables.HELD and not st.released >> u & 1:
        return out | places.LAND & ~places.COLONIES
    if u == tables.DUNSTER:
        return places.LAND & ~near_east(st)  # ditt.10.2e
    return out


#: units with ways of their own, whatever they serve
_OWN_WAYS = sum(
    1 << u for u in (tables.ASKARI, tables.DUNSTER, tables.JAPAN, *(u for u in range(tables.N) if tables.FLAG[u] == "R"))
)
_HELD = sum(1 << u for u in tables.HELD)
#: kinds from here on are of one unit
SINGLE = 1000
_GROUND = tuple(tables.NE_UNIT[u] * 4 + tables.ALPINE_UNIT[u] * 2 for u in range(tables.N))


def kind(st: State, u: int) -> int:
    """Returns a key that units share if they may enter the same places and cross the same hexsides."""
    n = st.serves[u]
    if (_OWN_WAYS | st.roaming | st.expedition) >> u & 1 or n in tables.REDS or n == tables.AH and st.flags & _GOIGINGER:
        return SINGLE + u
    return n * 8 + _GROUND[u] + ((_HELD & ~st.released) >> u & 1)


def closed(st: State, nation: int) -> int:
    """Land that a nation may not enter any more (ditt.13.2c, ditt.15.12i); after the peace of Italy the Senussi keep Libya
    (E37)."""
    return st.closed & ~places.COUNTRY["Libya"] if nation == tables.SI else st.closed


#: the right of one Austro-Hungarian Army to be in the West (E25)
WEST = "ditt.ev.1918.6.11"
WESTERN_LANDS = places.lands("Germany", "France", "Belgium")


#: the Divs of the one Austro-Hungarian Army that may be there
GOIGINGER_DIVS = 10


def goiginger_allows(st: State, u: int) -> bool:
    """Whether ditt.ev.1918.6.11 opens the West to a unit: to one Austro-Hungarian Army of at most ten Divs (E25)."""
    there = [v for v in bits(st.corps[tables.AH]) if st.at[v] > 0 and WESTERN_LANDS >> st.at[v] & 1]
    return tables.IS_ARMY[u] and st.divs[u] <= GOIGINGER_DIVS and there in ([], [u])


def needs_goiginger(st: State, u: int) -> bool:
    """Whether only ditt.ev.1918.6.11 (Goiginger) opens the West to a unit: it is of Austria-Hungary, and San Remo is not reached
    (ditt.10.6e)."""
    return st.serves[u] == tables.AH and not st.flags & _SAN_REMO


def closed_to_group(st: State, units: tuple[int, ...]) -> int:
    """Returns the places that a group may not enter together (ditt.ev.1918.6.11)."""
    return WESTERN_LANDS if len(units) > 1 and sum(needs_goiginger(st, u) for u in units) > 1 else 0


def capacity(st: State, u: int, place: int) -> int:
    """Returns the most Divs of an Army in a place, the Near East apart (ditt.4.2b, ditt.ev.1918.6.11)."""
    return GOIGINGER_DIVS if WESTERN_LANDS >> place & 1 and needs_goiginger(st, u) else tables.MOST_DIVS


def area(st: State, u: int, key: int = -1) -> int:
    """Returns every place that a unit may enter, whatever stands there: the national list, the ground, the Near East, the rivalry,
    neutrals and closed land. Units of one kind share the answer; `key` is the unit's, if it is known."""
    n = st.serves[u]
    side = st.allegiance[n]
    if key < 0:
        key = kind(st, u)
    if key >= SINGLE or side > 1 or n == tables.SI:
        return _area(st, u)
    came = (st.flags, st.neutral, st.closed, side, st.allegiance[tables.TU], st.allegiance[tables.IT], rivalry(st, n))
    was = st.lands.get(key)
    if was is not None and was[0] == came:
        return was[1]
    found = _area(st, u)
    st.lands[key] = came, found
    return found


def _area(st: State, u: int) -> int:
    return kept(ground(st, u), places.LAND | places.CASPIAN_WATER)


def ground(st: State, u: int) -> Iterator[Condition]:
    """Yields the conditions that a place must keep so that a unit may be there, whatever stands there."""
    n = st.serves[u]
    side, key = st.allegiance[n], lands_key(st)
    unit = f"the {tables.unit_title(u)}"
    water = places.CASPIAN_WATER if u == tables.DUNSTER else 0  # ditt.10.2g
    yield Condition("ditt.6.1l", places.LAND | water, "{x} is sea")
    free = places.SEA  # what the conditions that follow leave open: no other rule speaks of the sea
    if side == tables.NEUTRAL:  # ditt.15.1d, Z03
        home = st.own[n] & places.lands("Italy", "Libya") & ~closed_ground(n, tables.ALPINE_UNIT[u], key) if n == tables.IT else 0
        yield Condition("ditt.15.1f" if n == tables.IT else "ditt.15.1d", home, f"{tables.TITLE[n]} is neutral and stays at home")
        return
    if n == tables.SI and st.allegiance[tables.IT] == tables.NEUTRAL:  # N13
        free |= st.own[tables.IT] & places.COUNTRY["Libya"] & ~st.occ[tables.NEUTRAL] & ~st.fort_of[tables.NEUTRAL]
    yield Condition("ditt.15.3a", ~st.neutral | free, "{x} is neutral ground; declare war first")  # V05
    yield from not_closed(st, n, free)
    if n in tables.REDS and st.at[u] > 0:
        yield Condition("ditt.12.3c", places.COUNTRY[places.COUNTRY_AT[st.at[u]]] | free, "Reds do not cross a border", also=True)
    elif not st.roaming >> u & 1:
        lands = lands_of_nation(n, key)
        if n == tables.AH and st.flags & _GOIGINGER and goiginger_allows(st, u):
            lands |= WESTERN_LANDS
        closed = f"{tables.ADJECTIVE[n]} units may not enter "
        yield Condition(LIST_RULE.get(n, "ditt.10.4a"), lands | free, lambda i: closed + places.COUNTRY_AT[i], also=True)
    if not tables.ALPINE_UNIT[u]:
        yield Condition("ditt.6.2l", ~places.ALPINE | free, "only mountain Armies may enter {x}", also=True)
    yield Condition("ditt.6.2g", ~closed_desert(n) | cleared_romani(st, side) | free, "{x} is Desert", also=True)
    snow = "{x} is a snowflake hex, closed until Italy or Switzerland is invaded"
    yield Condition("ditt.10.3c", ~closed_snow(n, key) | free, snow, also=True)
    outside = ~near_east(st) | free
    if n == tables.BR and tables.FLAG[u] == "R":
        yield Condition("ditt.6.3d", near_east(st) | free, f"{unit} stays in the Near East", also=True)  # E18
    if not tables.NE_UNIT[u] and n != tables.GK and not st.roaming >> u & 1:  # L09
        yield Condition("ditt.6.3o" if n == tables.RS else "ditt.6.3d", outside, f"{unit} may not enter the Near East", also=True)
    if n != tables.AB:
        yield Condition("ditt.14.1c", ~places.AREAS | places.COLONIES | free, "only Arabs enter the Arabian Desert", also=True)
    if n <= tables.US or n == tables.SG:
        yield Condition("ditt.15.8c", ~persia_closed(st, n) | free, "Persia is closed until Turkey is at war", also=True)
    if n in _RIVALS:
        shared = places.lands("France", "Germany") if st.expedition >> u & 1 else ~rivalry(st, n)
        rule = "ditt.10.1e" if n == tables.RS else "ditt.10.1c"
        yield Condition(rule, shared | free, "the rivalry of Russia and the Allies closes {x}", also=True)
    rule = "ditt.10.2e" if u == tables.DUNSTER else "ditt.16.4b" if u in tables.HELD else "ditt.11.2f"
    yield Condition(rule, ~closed_to_unit(st, u) | free, f"{unit} may not go to {{x}}", also=True)


def not_closed(st: State, nation: int = -1, free: int = 0) -> Iterator[Condition]:
    """Yields the conditions that a place is not closed to everybody. Through Greater Bulgaria the CP only traces supply
    (ditt.15.12d)."""
    shut = closed(st, nation)
    russia = places.COUNTRY["Russia"]
    yield Condition("ditt.13.2c", ~(shut & russia) | free, "{x} is closed to everybody", also=True)
    yield Condition("ditt.15.12i", ~(shut & ~russia) | free, "{x} is closed to everybody", also=True)


def links(st: State, u: int) -> int:
    """Returns the special hexsides that a unit may cross (ditt.6.1l, ditt.6.1o, ditt.8.3e, ditt.10.2c, ditt.10.2d, B04, B05), as a
    key of `places.ways`."""
    n = st.serves[u]
    side = st.allegiance[n]
    key = 0
    # the Sea Control Table: ditt.sct.a, ditt.sct.d, ditt.sct.f
    # ditt.10.2c, ditt.10.2d
    if n in (tables.BR, tables.FR, tables.US) or n == tables.GE and st.seas[tables.NORTH] == tables.CP_RULES:
        key |= places.CHANNEL
    if st.seas[tables.BALTIC] == (tables.EP_RULES if side == tables.EP else tables.CP_RULES) and side < 2:
        key |= places.BALTIC_ARROWS
    if side != tables.CP or st.seas[tables.ADRIATIC] == tables.CP_RULES:
        key |= places.ADRIATIC_ARROW
    if st.allegiance[tables.CH] != tables.NEUTRAL:
        key |= places.GENEVA
    return key


# -- the Near East (ditt.6.3) ---------------------------------------------------------------------------------------------------

#: units in British service outside the cap (ditt.10.2e, L10, E18)
_OUTSIDE_CAP = frozenset((tables.DUNSTER, tables.UNIT["zi-legion"], *tables.UNITS_OF[tables.RM]))


def near_east_cap(st: State, nation: int) -> int:
    """Returns the Divs of Britain (ditt.6.3i) or Russia (ditt.6.3l) that the Near East takes at all. The Mediterranean moves the
    British cap (ditt.6.3j, ditt.6.3k), the Black Sea the Russian one (ditt.6.3m, ditt.6.3n)."""
    # the Sea Control Table says the same: ditt.sct.i, ditt.sct.k
    base, sea = (18, tables.MED) if nation == tables.BR else (20, tables.BLACK)
    return base + (5, 0, -5)[st.seas[sea]]


def near_east_weight(st: State, u: int) -> int:
    """Returns what a unit counts against the cap: its Divs, two for a Minor Force (ditt.5.1e)."""
    if u in _OUTSIDE_CAP:
        return 0
    return st.divs[u] if tables.IS_ARMY[u] else 2


def near_east_room(st: State, nation: int) -> int:
    """Returns how many more Divs of a nation may come into the Near East; a lowered cap removes no Divs (L11)."""
    inside = near_east(st)
    if nation in tables.CAPPED:
        used = sum(near_east_weight(st, u) for u in bits(st.corps[nation]) if st.at[u] > 0 and inside >> st.at[u] & 1)
        return max(0, near_east_cap(st, nation) - used)
    if nation in (tables.FR, tables.GE):
        limit = st.ne_limit[0 if nation == tables.FR else 1]
        there = sum(st.divs[u] for u in bits(st.corps[nation] & tables.ARMY_MASK) if st.at[u] > 0 and inside >> st.at[u] & 1)
        return max(0, (limit or 6) - there)
    return 99  # Turks (ditt.6.3e) and all others


#: the rule that limits the Divs of a nation in the Near East; for Turks and all others nothing does (ditt.6.3e)
NEAR_EAST_RULE = {tables.BR: "ditt.6.3i", tables.RS: "ditt.6.3l", tables.FR: "ditt.6.3g", tables.GE: "ditt.6.3g"}


def room_by_rule(st: State, u: int) -> list[tuple[str, int]]:
    """Returns how many more Divs an Army on the map can take where it stands, by each rule."""
    has, n = st.divs[u], tables.UNIT_NATION[u]
    out = [("ditt.4.2b", tables.MOST_DIVS - has)]
    if needs_goiginger(st, u):
        out.append((WEST, capacity(st, u, st.at[u]) - has))
    if n in NEAR_EAST_RULE and near_east(st) >> st.at[u] & 1:
        out.append((NEAR_EAST_RULE[n], near_east_room(st, n)))
    return out


def room(st: State, u: int) -> int:
    """Returns how many more Divs an Army on the map can take where it stands, by all rules."""
    most = tables.MOST_DIVS
    for _, k in room_by_rule(st, u):
        if k < most:
            most = k
    return max(0, most)


def rule_against_near_east(st: State, units: tuple[int, ...]) -> str:
    """Returns the rule by which a group may not enter the Near East together, or "": one French and one German Army (ditt.6.3f),
    the caps of the British (ditt.6.3i) and the Russians (ditt.6.3l). Units that are inside already count as part of those there."""
    inside = near_east(st)
    load: dict[int, int] = {}
    armies: dict[int, int] = {}
    for u in units:
        n = st.serves[u]
        if n not in NEAR_EAST_RULE or st.at[u] > 0 and inside >> st.at[u] & 1:
            continue
        load[n] = load.get(n, 0) + near_east_weight(st, u)
        armies[n] = armies.get(n, 0) + (1 if tables.IS_ARMY[u] else 0)
    for n, k in load.items():
        if n in tables.CAPPED:
            if k > near_east_room(st, n):
                return "ditt.6.3i" if n == tables.BR else "ditt.6.3l"
        elif armies[n] + sum(1 for u in bits(st.corps[n] & tables.ARMY_MASK) if st.at[u] > 0 and inside >> st.at[u] & 1) > 1:
            return "ditt.6.3f"
    return ""


def near_east_takes(st: State, units: tuple[int, ...]) -> Condition:
    """Returns the condition of a place that a group from outside the Near East enters: it takes all of them."""
    inside = near_east(st)

    def open(found: int) -> int:
        return found & ~inside if found & inside and rule_against_near_east(st, units) else found

    def refusal(place: int) -> list[Refusal]:
        rule = rule_against_near_east(st, units)
        if rule == "ditt.6.3f":
            return [Refusal(rule, "only one French and one German Army may be in the Near East")]
        return [Refusal(rule, f"the Near East does not take so many {'British' if rule == 'ditt.6.3i' else 'Russian'} Divs")]

    return Condition("ditt.6.3f", open, refusal, also=True)


def reachable(st: State, u: int, key: int = -1, free: int = 0) -> Condition:
    """Returns the condition of a place in the `area` of a unit, or of `free`. A refusal names the rules of `ground` that close
    it."""
    return Condition("ditt.10.4a", area(st, u, key) | free, lambda i: broken(ground(st, u), i, places.place(i)))
