"""National restrictions (10.0), with weather and ground (6.2), the Near East (6.3) and rivalry: where a unit may be at all.

`area` is what a unit may enter, whatever stands there; `links` which special hexsides it may cross; `ne_room` what the Near East
still takes. Each part of `area` is a function of its own, so that a refusal can name the rule that closes a place.
"""

from __future__ import annotations

from functools import cache

from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
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
#: where the Senussi may appear after 1915.3.05
DARFUR = p.mask("0109")
#: where the Japanese may be without an event (1914.5.03)
_CHINA_COAST = p.mask("wei-hai-wei", "kiautschau")


def lists_key(st: State) -> int:
    """What the lists of 10.0 depend on besides the nation."""
    return st.flags & _RELEVANT | (_ITALY if st.allegiance[t.IT] in (t.EP, t.OUT) else 0)


def host(st: State, u: int) -> int:
    """The nation that supplies a unit and gets the hexes it takes: France for the Russians in France (N06), else its own."""
    return t.FR if st.expedition >> u & 1 else st.serves[u]


def home(st: State, nation: int) -> int:
    """The home country of a nation, with what events add to it: Macedonia to Greece (1916.5.09), Åland to Sweden (E40)."""
    if nation == t.GK and st.flag("greek-macedonia"):
        return p.HOME[nation] | p.COUNTRY["Macedonia"]
    if nation == t.SW:
        return p.HOME[nation] | st.own[nation] & 1 << p.ALAND
    return p.HOME[nation]


def near_east(st: State) -> int:
    """The Near East, without the Straits once the CP has declared them outside (6.3a to 6.3c)."""
    return p.NEAR_EAST & ~p.STRAITS if st.flags & _STRAITS else p.NEAR_EAST


@cache
def beside(countries: tuple[str, ...]) -> int:
    """The countries that can be walked into from these (N10), with themselves."""
    home = p.lands(*countries)
    edge = p.ways(p.CHANNEL | p.BALTIC_ARROWS | p.ADRIATIC_ARROW | p.GENEVA).spread(home)
    return sum({p.COUNTRY[p.COUNTRY_AT[i]] for i in bits(edge)})


@cache
def listed(nation: int, key: int) -> int:
    """The places that the national rules open to a nation (10.2 to 10.6, 11.2, 14.1, 14.2, 15.5)."""
    everywhere = p.LAND
    if nation == t.FR:
        return everywhere & ~p.lands("Süd-West Afrika", "Ost-Afrika")  # 11.2b
    if nation == t.IT:  # 10.3b
        return p.lands(
            "Italy", "Libya", "Greece", "Bulgaria", "Macedonia", "Albania", "Serbia", "Montenegro", "Austria-Hungary", "Switzerland"
        )
    if nation == t.AH:  # 10.6c, 10.6e
        closed = 0 if key & _SAN_REMO else p.lands("Germany", "France", "Belgium")
        return everywhere & ~closed & ~(p.NEAR_EAST & ~(p.STRAITS if key & _STRAITS else 0))
    if nation == t.BL:
        return p.BELGIAN_SOIL  # 10.5f
    if nation == t.GK:  # 10.5g
        return p.lands("Greece", "Macedonia", "Albania", "Serbia", "Bulgaria", "Ottoman Turkey")
    if nation == t.SB:  # 10.5s, 12.1p
        out = beside(("Serbia",))
        return out | p.lands("Greece", "Bulgaria", "Macedonia", "Serbia") if key & _RETREAT else out & ~p.COUNTRY["Austria-Hungary"]
    if nation == t.MT:
        return p.lands("Serbia", "Montenegro")  # 10.5n
    if nation == t.AS:
        return p.lands("Armenia", "North Persia", "Turkish Arabia")  # 10.5a
    if nation == t.MR:
        return p.lands("Turkish Arabia")  # 10.5j
    if nation == t.AB:
        return p.lands("Hedjaz", "Turkish Arabia", "Aden", "Arabian Desert")  # 14.1d
    if nation == t.SI:  # 14.1f, 14.1j; 1915.3.05 (N13)
        return p.lands("Libya", "Tunisia", *(("Egypt",) if key & _ITALY else ())) | (DARFUR if key & _SUDAN else 0)
    if nation == t.AR:
        return p.lands("Armenia")  # 14.2b
    if nation == t.SG:
        return p.PERSIA if key & _PERSIA else p.lands("North Persia")  # 10.5o
    if nation == t.SP:
        return p.lands("South Persia")  # 10.5q
    if nation == t.FI:
        return p.lands("Finland")  # 15.5c
    if nation == t.BO:
        return p.lands("Süd-West Afrika")  # K02
    if nation == t.BS:
        return 0  # 13.3f
    if nation in (*t.REDS, t.BR, t.US, t.RS, t.GE, t.TU):
        return everywhere
    if nation == t.CZ:
        return beside(("Austria-Hungary",))
    return beside(t.HOME_COUNTRIES[nation]) if t.HOME_COUNTRIES[nation] else 0  # 10.4a


@cache
def barren(nation: int, alpine: bool, key: int) -> int:
    """Desert, Alpine and snowflake hexes that are closed to a unit (6.2g to 6.2l, 10.3c)."""
    out = 0 if alpine else p.ALPINE
    if nation not in (t.SI, t.AB):
        out |= p.DESERT
    if not key & _SNOW and nation not in (t.AH, t.IT):
        out |= p.SNOW
    return out


def romani(st: State, side: int) -> int:
    """0812 is clear for the side whose marker lies there (6.2i, 6.2j)."""
    return 1 << p.ROMANI if st.flags & (_ENGINEERS if side == t.CP else _PIPELINE) else 0


def persia_closed(st: State, nation: int) -> int:
    """Persia until Turkey is at war (15.8c)."""
    return 0 if st.at_war(t.TU) or nation in (t.SG, t.SP) else p.PERSIA


def rivalry(st: State, nation: int) -> int:
    """Places that the Russo-Allied rivalry closes (10.1): countries with a Russian Army or hex for the Allies, and the reverse;
    in Germany and Austria-Hungary only the hexes where the other stands."""
    side = st.allegiance
    if nation not in _RIVALS or side[t.RS] != t.EP or side[nation] != t.EP:
        return 0
    own, of = st.own, st.of
    if nation == t.RS:
        held = there = 0
        for n in t.ALLIES:
            if side[n] == t.EP:
                held |= own[n]
                there |= of[n]
        slot = 0
    else:
        held, there, slot = own[t.RS], of[t.RS], 1
    if st.expedition:
        for u in bits(st.expedition & st.afield):
            there &= ~(1 << st.at[u])
    was = st.rivals[slot]
    if was[0] == held and was[1] == there:
        return was[2]
    found = _shut(held | there) | there
    st.rivals[slot] = held, there, found
    return found


_RIVALS = frozenset((t.RS, *t.ALLIES))
#: where Russians and Allies enter each other's hexes and trace supply through them (10.1f)
SHARED = p.lands("Germany", "Austria-Hungary")
_COUNTRIES = tuple(m for m in p.COUNTRY.values() if not m & (SHARED | p.COLONIES))


def _shut(mask: int) -> int:
    """The countries (Germany, Austria-Hungary and the colonies apart) that a set touches."""
    return sum(m for m in _COUNTRIES if m & mask)


def rival_land(st: State, u: int) -> int:
    """Hexes of the Russians for the Allies, and of the Allies for the Russians: they are not friendly (10.1h)."""
    n = st.serves[u]
    if n not in _RIVALS or st.expedition >> u & 1:
        return 0
    rivals = t.ALLIES if n == t.RS else (t.RS,)
    return sum(st.own[m] for m in rivals if st.allegiance[m] == st.allegiance[n])


def held_back(st: State, u: int) -> int:
    """Where a unit may not go for reasons of its own: the Askari and the Boers leave no colony; those of 16.4b wait for their
    event; the Japanese enter no other colony (1914.5.03)."""
    if u == t.ASKARI:
        return p.LAND & ~p.COLONIES
    out = p.COLONIES & ~_CHINA_COAST if u == t.JAPAN else 0
    if u in t.HELD and not st.released >> u & 1:
        return out | p.LAND & ~p.COLONIES
    if u == t.DUNSTER:
        return p.LAND & ~near_east(st)  # 10.2e
    return out


#: units with ways of their own, whatever they serve
_OWN_WAYS = sum(1 << u for u in (t.ASKARI, t.DUNSTER, t.JAPAN, *(u for u in range(t.N) if t.FLAG[u] == "R")))
_HELD = sum(1 << u for u in t.HELD)
#: kinds from here on are of one unit
SINGLE = 1000
_GROUND = tuple(t.NE_UNIT[u] * 4 + t.ALPINE_UNIT[u] * 2 for u in range(t.N))


def kind(st: State, u: int) -> int:
    """Units of one kind may enter the same places and cross the same hexsides; a key that they share."""
    n = st.serves[u]
    if (_OWN_WAYS | st.roaming | st.expedition) >> u & 1 or n in t.REDS or n == t.AH and st.flags & _GOIGINGER:
        return SINGLE + u
    return n * 8 + _GROUND[u] + ((_HELD & ~st.released) >> u & 1)


def closed(st: State, nation: int) -> int:
    """Land that a nation may not enter any more (13.2c, 15.12i); after the peace of Italy the Senussi keep Libya (E37)."""
    return st.closed & ~p.COUNTRY["Libya"] if nation == t.SI else st.closed


WESTERN_LANDS = p.lands("Germany", "France", "Belgium")


#: the Divs of the one Austro-Hungarian Army that may be there
GOIGINGER_DIVS = 10


def goiginger(st: State, u: int) -> bool:
    """1918.6.11, E25: one Austro-Hungarian Army of at most ten Divs may be in the West."""
    there = [v for v in bits(st.corps[t.AH]) if st.at[v] > 0 and WESTERN_LANDS >> st.at[v] & 1]
    return t.IS_ARMY[u] and st.divs[u] <= GOIGINGER_DIVS and there in ([], [u])


def guest(st: State, u: int) -> bool:
    """A unit of Austria-Hungary, to which only 1918.6.11 opens the West until San Remo is reached (10.6e)."""
    return st.serves[u] == t.AH and not st.flags & _SAN_REMO


def crowding(st: State, units: tuple[int, ...]) -> int:
    """The places that a group may not enter together (1918.6.11)."""
    return WESTERN_LANDS if len(units) > 1 and sum(guest(st, u) for u in units) > 1 else 0


def capacity(st: State, u: int, place: int) -> int:
    """The most Divs of an Army in a place, the Near East apart (4.2b, 1918.6.11)."""
    return GOIGINGER_DIVS if WESTERN_LANDS >> place & 1 and guest(st, u) else t.MOST_DIVS


def area(st: State, u: int, key: int = -1) -> int:
    """Every place that a unit may enter, whoever stands or rules there: the national list, the ground, the Near East, the rivalry,
    neutrals and closed land. Units of one kind share the answer; `key` is the unit's, if it is known."""
    n = st.serves[u]
    side = st.allegiance[n]
    if key < 0:
        key = kind(st, u)
    if key >= SINGLE or side > 1 or n == t.SI:
        return _area(st, u, n, side)
    came = (st.flags, st.neutral, st.closed, side, st.allegiance[t.TU], st.allegiance[t.IT], rivalry(st, n))
    was = st.lands.get(key)
    if was is not None and was[0] == came:
        return was[1]
    found = _area(st, u, n, side)
    st.lands[key] = came, found
    return found


def _area(st: State, u: int, n: int, side: int) -> int:
    key = lists_key(st)
    if side == t.NEUTRAL:
        return st.own[n] & (p.COUNTRY["Italy"] | p.COUNTRY["Libya"]) & ~barren(n, t.ALPINE_UNIT[u], key) if n == t.IT else 0  # Z03
    out = listed(n, key) if not st.roaming >> u & 1 else p.LAND
    if n == t.AH and st.flags & _GOIGINGER and goiginger(st, u):
        out |= WESTERN_LANDS
    if n == t.BR and t.FLAG[u] == "R":
        out &= near_east(st)  # E18
    if n in t.REDS and st.at[u] > 0:
        out = p.COUNTRY[p.COUNTRY_AT[st.at[u]]]  # 12.3c
    out &= ~(barren(n, t.ALPINE_UNIT[u], key) & ~romani(st, side))
    if not t.NE_UNIT[u] and n != t.GK and not st.roaming >> u & 1:
        out &= ~near_east(st)  # 6.3d, L09
    if n != t.AB:
        out &= ~p.AREAS | p.COLONIES  # 14.1c
    out &= ~(st.neutral | closed(st, n))  # V05
    if n == t.SI and st.allegiance[t.IT] == t.NEUTRAL:
        out |= st.own[t.IT] & p.COUNTRY["Libya"] & ~st.occ[t.NEUTRAL] & ~st.fort_of[t.NEUTRAL]  # N13
    if n <= t.US or n == t.SG:
        out &= ~persia_closed(st, n)
    if n in (t.RS, t.BR, t.FR, t.IT, t.US):
        if not st.expedition >> u & 1:
            out &= ~rivalry(st, n)
        else:
            out &= p.lands("France", "Germany")
    if mine := held_back(st, u):
        out &= ~mine
    if u == t.DUNSTER:
        out |= p.CASPIAN_WATER  # 10.2g
    return out


def links(st: State, u: int) -> int:
    """The special hexsides that a unit may cross (6.1l, 6.1o, 8.3e, 10.2c, 10.2d, B04, B05), as a key of `places.ways`."""
    n = st.serves[u]
    side = st.allegiance[n]
    key = 0
    if n in (t.BR, t.FR, t.US) or n == t.GE and st.seas[t.NORTH] == t.CP_RULES:
        key |= p.CHANNEL
    if st.seas[t.BALTIC] == (t.EP_RULES if side == t.EP else t.CP_RULES) and side < 2:
        key |= p.BALTIC_ARROWS
    if side != t.CP or st.seas[t.ADRIATIC] == t.CP_RULES:
        key |= p.ADRIATIC_ARROW
    if st.allegiance[t.CH] != t.NEUTRAL:
        key |= p.GENEVA
    return key


# -- the Near East (6.3) ---------------------------------------------------------------------------------------------------

#: units in British service outside the cap (10.2e, L10, E18)
_FREE = frozenset((t.DUNSTER, t.UNIT["zi-legion"], *t.UNITS_OF[t.RM]))


def ne_cap(st: State, nation: int) -> int:
    """Divs of Britain or Russia that the Near East takes at all (6.3i to 6.3n)."""
    base, sea = (18, t.MED) if nation == t.BR else (20, t.BLACK)
    return base + (5, 0, -5)[st.seas[sea]]


def ne_weight(st: State, u: int) -> int:
    """What a unit counts against the cap: its Divs, two for a Minor Force (5.1e)."""
    if u in _FREE:
        return 0
    return st.divs[u] if t.IS_ARMY[u] else 2


def ne_room(st: State, nation: int) -> int:
    """How many more Divs of a nation may come into the Near East; a lowered cap sends nobody home (L11)."""
    inside = near_east(st)
    if nation in (t.BR, t.RS):
        used = sum(ne_weight(st, u) for u in bits(st.corps[nation]) if st.at[u] > 0 and inside >> st.at[u] & 1)
        return max(0, ne_cap(st, nation) - used)
    if nation in (t.FR, t.GE):
        limit = st.ne_limit[0 if nation == t.FR else 1]
        there = sum(st.divs[u] for u in bits(st.corps[nation] & t.ARMY_MASK) if st.at[u] > 0 and inside >> st.at[u] & 1)
        return max(0, (limit or 6) - there)
    return 99


def room(st: State, u: int) -> int:
    """How many Divs an Army on the map can take where it stands: as many as it may have (4.2b), and what the Near East allows
    (6.3)."""
    most = max(0, capacity(st, u, st.at[u]) - st.divs[u])
    n = t.UNIT_NATION[u]
    if n in (t.BR, t.RS, t.FR, t.GE) and near_east(st) >> st.at[u] & 1:
        most = min(most, ne_room(st, n))
    return most


def ne_admits(st: State, units: tuple[int, ...]) -> str:
    """Why a group may not enter the Near East together; empty if it may. Those already inside do not count (6.3f, 6.3i, 6.3l)."""
    inside = near_east(st)
    load: dict[int, int] = {}
    armies: dict[int, int] = {}
    for u in units:
        n = st.serves[u]
        if n not in (t.BR, t.RS, t.FR, t.GE) or st.at[u] > 0 and inside >> st.at[u] & 1:
            continue
        load[n] = load.get(n, 0) + ne_weight(st, u)
        armies[n] = armies.get(n, 0) + (1 if t.IS_ARMY[u] else 0)
    for n, k in load.items():
        if n in (t.BR, t.RS):
            if k > ne_room(st, n):
                return "ditt.6.3i" if n == t.BR else "ditt.6.3l"
        elif armies[n] + sum(1 for u in bits(st.corps[n] & t.ARMY_MASK) if st.at[u] > 0 and inside >> st.at[u] & 1) > 1:
            return "ditt.6.3f"
    return ""
