"""New units (tgw.13.0): where each may be placed, and the New Units Phase of a side with what events let it do there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from firestep.engine.masks import bits, mask
from firestep.engine.question import Answer, Condition, Pick, Question, Word, given, kept
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.games.tgw import requirements
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.components.things import BOX as BOX_THING
from firestep.games.tgw.components.things import HEX, UNIT, who
from firestep.games.tgw.components.unit_types import US_HQ
from firestep.games.tgw.events import shock_troops
from firestep.games.tgw.events.event_table import Moment
from firestep.games.tgw.movement import areas, control, stacking
from firestep.games.tgw.nations import neutrals
from firestep.games.tgw.state import ARABIA, AVAIL, AVAIL_NE, BOX, EDGE_ITALY, EDGE_WEST, RESERVE, State, place_word
from firestep.games.tgw.supply.supply import fed, ground

S = Session[State]
#: German Baltic ports (tgw.11.41a, tgw.13.27a)
BALTIC = board.mask("E5205", "E5412", "E5514", "E6116", "E6120", "E6921", "E6924", "E7028", "E7030")
BASRA_ABADAN = board.mask("N2252", "N2552")
LETTER_A = tables.LETTER["A"]
DAMASCUS, HAVRE = board.mask("N1728"), board.mask("W5801")
TREBIZOND = "N4332"
#: Black Sea coast east of Trebizond (tgw.6.37a)
EASTERN_SHORE = sum(
    1 << i for i in bits(board.COAST["black-sea"] & board.FRONT["NC"]) if int(board.NUMBER[i][3:]) > int(TREBIZOND[3:])
)
EGYPT_TOO = sum(1 << roster.UNIT[id] for id in ("br-1as", "br-nz", "br-42t"))
DFPS, COSSACKS, RIFLES, GENDARMES = (1 << roster.UNIT[id] for id in ("fr-dfps", "pn-pc", "pn-spr", "pn-gndm"))
YILDERIM = 1 << roster.UNIT["tu-hqyag"]
BRITISH = roster.CORPS[tables.BR] | roster.CORPS[tables.BI] | roster.CORPS[tables.BP]
#: they enter by their events (tgw.13.28e)
ARMENIANS_ARABS = roster.CORPS[tables.ARM] | roster.CORPS[tables.AB]
#: placed through one headquarters, in Europe and in the Near East (tgw.13.3b, tgw.13.3e); British, French and Italians in the East
# (tgw.13.3d)
BY_HQ, BY_HQ_NE, EASTERN_CAP = 6, 3, 6
WESTERN_NATIONS = frozenset((*tables.BRITISH, tables.FR, tables.IT))
#: HQ nations that serve a unit: British of all colours, all Russians (tgw.13.3c)
KIN = tuple(
    tuple(sorted(tables.BRITISH)) if n in tables.BRITISH else tuple(sorted(tables.RUSSIAN)) if n in tables.RUSSIAN else (n,)
    for n in range(len(tables.NATIONS))
)

HQS = tuple(tuple(bits(m & roster.HQ)) for m in roster.CORPS)
#: where it is counted what a headquarters has taken in
_HQ_TALLY = {hq: f"now-hq-{roster.UNITS[hq]}" for hq in bits(roster.HQ)}


def boxes_closed(st: State) -> bool:
    """Influenza: nothing comes out of the boxes in this New Units Phase (tgw.6.57a)."""
    return st.acting("influenza")


# -- where -----------------------------------------------------------------------------------------------------------------------


def home_of(nation: int) -> int:
    """Return the country of a nation's new units. Armenians are Russians for all purposes (tgw.15.81c)."""
    return fronts.HOME.get(tables.RU if nation == tables.ARM else nation, 0)


def home_cities(st: State, u: int) -> int:
    """Return the supplied friendly cities of the unit's country (tgw.13.11a). Russians may not enter in Russian Poland (tgw.13.26a)
    unless they came on A (tgw.13.26b)."""
    n = roster.NATION_OF[u]
    side = st.allegiance[n]
    out = board.CITY & home_of(n) & st.ctrl[side]
    # tgw.13.26a
    if n in (tables.RU, tables.PG) and st.letter != LETTER_A and (roster.ROSTER[u].entry != "A" or st.rebuilt >> u & 1):
        out &= ~board.POLAND  # only what came into the box on A may enter there (tgw.13.26b)
    return out & fed(st, n) if out else 0


def special(st: State, u: int) -> int:
    """Return the places of entry that a nation has besides its cities. The rule stands beside each."""
    bit, n, box = 1 << u, roster.NATION_OF[u], st.at[u]
    allied, cp = st.ctrl[tables.ALLIED], st.ctrl[tables.CENTRAL]
    if n == tables.BR and box == AVAIL:
        out = board.PORT & board.WEST_MAP & allied & fed(st, n)  # tgw.13.24a; not in a port that is cut off (tgw.11.85a, N21)
        return out | (board.WEST_OF_CANAL & allied if bit & EGYPT_TOO else 0)  # tgw.13.23b
    if n == tables.BI:
        return BASRA_ABADAN & allied  # tgw.13.28c
    if n in (tables.BP, tables.BR) or bit & DFPS:
        return board.WEST_OF_CANAL & allied  # tgw.13.28b
    if n == tables.GE and box == AVAIL and "al.7" not in st.prewar:
        return BALTIC & cp  # tgw.13.27a; not with Fisher's Gambit (tgw.20.2.7e)
    if bit & COSSACKS:
        return board.SETTLED & board.PERSIA & board.FRONT["NC"] & ~cp & ground(st, u)  # tgw.13.28f, tgw.11.85a
    if bit & RIFLES:
        return board.SETTLED & board.PERSIA & board.FRONT["NI"] & ~cp  # tgw.13.28g
    if bit & GENDARMES:
        return board.SETTLED & board.PERSIA & board.FRONT["NI"] & cp  # tgw.13.29i
    if n in tables.RUSSIAN and box == AVAIL_NE and st.play & OF_EVENT["ruamph"] and not st.tally.get("now-ruamph"):
        return EASTERN_SHORE & ~st.occ[tables.ALLIED] & ~st.occ[tables.CENTRAL]  # tgw.6.37a, P33
    return 0


def region(st: State, name: str, nation: int = tables.TU) -> int:
    """Return the hexes where a Turkish unit of a region enters: supplied CP cities and ultimate sources in the Caucasus
    (tgw.13.29c), in Iraq (tgw.13.29d) or in Syria (tgw.13.29e)."""
    front = {"Caucasus": board.FRONT["NC"], "Iraq": board.FRONT["NI"], "Syria": board.FRONT["NE"]}[name]
    cities = (DAMASCUS if name == "Syria" else board.CITY) & front & fed(st, nation)  # tgw.13.29c, tgw.13.29d, tgw.13.29e
    return (cities | board.CP_EDGE_NEAR_EAST & front) & st.ctrl[tables.CENTRAL]


def regions(st: State, u: int) -> tuple[str, ...]:
    """The regions in which a unit of the Near East box of the Central Powers may enter (tgw.13.29a, tgw.13.29g, tgw.13.29h)."""
    bit = 1 << u
    if bit & YILDERIM:  # tgw.13.29g
        return ("Caucasus", "Iraq", "Syria", "Arabia", "Turkey")
    if roster.NATION_OF[u] == tables.GE or st.rebuilt & bit:
        return ("Caucasus", "Iraq", "Syria")
    text = roster.ROSTER[u].back_text
    return (text.split()[-1],) if roster.ROSTER[u].back == "entry" else ("Caucasus", "Iraq", "Syria")


def turkish(st: State, u: int) -> tuple[int, tuple[int, ...]]:
    """Hexes and boxes where a Turk or a small German unit enters from the Near East box."""
    hexes, boxes = 0, []
    for name in regions(st, u):
        if name == "Arabia":
            boxes.append(ARABIA)  # tgw.13.29b
        elif name == "Turkey":
            boxes.append(RESERVE)  # tgw.13.29f
        else:
            hexes |= region(st, name, roster.NATION_OF[u])
    return hexes, tuple(boxes)


def by_headquarters(st: State, u: int) -> dict[int, int]:
    """Return the hexes at which a unit may enter through a supplied headquarters of its nationality (tgw.13.3a, tgw.15.61a),
    each with the headquarters. A headquarters takes in all its units in one hex (tgw.13.3b, E63). In the home country only cities
    count (N36), except in Russian Poland (tgw.13.26c)."""
    n = roster.NATION_OF[u]
    side = st.allegiance[n]
    near = st.at[u] == AVAIL_NE
    if n == tables.TU and not st.rebuilt >> u & 1:
        return {}  # tgw.13.3f
    out: dict[int, int] = {}
    good = 0
    most = BY_HQ_NE if near else BY_HQ  # tgw.13.3b, tgw.13.3e
    crowded = n in WESTERN_NATIONS and st.tally.get("now-east-hq", 0) >= EASTERN_CAP
    # tgw.13.29h lets rebuilt Turks in inside their empire (N36); the British of the Near East keep to their own front (tgw.13.28a)
    home = 0 if n == tables.TU else home_of(n) & ~board.POLAND  # tgw.13.26c
    # those of Iraq enter only there, at a headquarters when both ports are lost (tgw.13.28d)
    front = board.FRONT["NI"] if n == tables.BI else board.FRONT["NE"] if near and n in tables.BRITISH else board.LAND
    for k in KIN[n]:
        fine = 0
        for hq in HQS[k]:
            at = st.at[hq]
            if at <= 0 or bool(board.NEAR_EAST >> at & 1) != near or hq == u:
                continue
            fine = fine or fed(st, k, hq=True)
            if not (fine >> at & 1 or st.saved >> hq & 1):
                continue
            used, count = divmod(st.tally.get(_HQ_TALLY[hq], 0), 16)
            if count >= most or crowded and board.EAST_MAP >> at & 1:
                continue
            good = good or st.ctrl[side] & fed(st, n, bool(roster.MOUNTAIN >> u & 1)) & ~home & front
            for i in bits((board.ATLAS.near(at) | 1 << at if not used else 1 << used) & good):
                out.setdefault(i, hq)
    return out


def _by_havre(st: State, u: int) -> bool:
    """Returns whether a unit of the British of August 1914 must land at Le Havre (tgw.20.3.7a)."""
    return bool(st.tally.get("bef-havre") and areas.BEF >> u & 1 and not st.rebuilt >> u & 1)


def _to_headquarters(st: State, u: int) -> bool:
    """Return whether a unit may enter at a headquarters at all. Americans may not by the other reading of S40."""
    if roster.NATION_OF[u] == tables.US and st.options.get("us-entry") == "edges":
        return False
    return not _by_havre(st, u)


def at_home(st: State, u: int) -> tuple[int, tuple[int, ...]]:
    """Return the hexes and boxes at which a unit in a box may enter without a headquarters: cities of its country (tgw.13.11a),
    U.S. edges (tgw.13.25a), Turkish regions (tgw.13.29a), and places of its own."""
    n, box = roster.NATION_OF[u], st.at[u]
    side = st.allegiance[n]
    boxes: tuple[int, ...] = ()
    if n == tables.US:
        return 0, edges(st, u)
    if _by_havre(st, u):
        return HAVRE & st.ctrl[side], ()
    if box == AVAIL_NE and (n == tables.TU or n == tables.GE):
        hexes, boxes = turkish(st, u)
    else:
        hexes = home_cities(st, u) | special(st, u)
    return hexes & _map_group(st, u), boxes


def _map_group(st: State, u: int) -> int:
    """Return the maps on which a unit of a box enters (tgw.13.23a); three divisions of Europe may enter in Egypt (tgw.13.23b)."""
    # tgw.13.23a
    group = board.NEAR_EAST if st.at[u] == AVAIL_NE else board.EUROPE | (board.WEST_OF_CANAL if 1 << u & EGYPT_TOO else 0)
    return group & board.FRONT["W"] if 1 << u & roster.ANTITANK else group  # tgw.15.31a, E85


def at_headquarters(st: State, u: int) -> int:
    """Return the hexes at which a headquarters takes a unit in (tgw.13.3a)."""
    if not _to_headquarters(st, u):
        return 0
    out = 0
    for i in by_headquarters(st, u):
        out |= 1 << i
    return out & _map_group(st, u)


RULE = {  # by which the units of a nation enter, if it has a rule of its own
    tables.BR: "tgw.13.24a",
    tables.BI: "tgw.13.28c",  # or at a headquarters (tgw.13.28d)
    tables.BP: "tgw.13.28b",
    tables.US: "tgw.13.25a",
    tables.TU: "tgw.13.29a",  # the region is printed: tgw.13.29b, tgw.13.29d, tgw.13.29f
    tables.PNA: "tgw.13.28g",  # the Persian Cossacks: tgw.13.28f
    tables.PNC: "tgw.13.29i",
}


def enters(st: State, u: int, home: int) -> Iterator[Condition]:
    """Yields the conditions of the hexes at which a unit in a box may enter now. `home` are those that need no headquarters."""
    if roster.ANTITANK >> u & 1:
        yield requirements.inside("tgw.15.31a", board.FRONT["W"], f"on the Western Front, where alone {who(u)} enters")
    maps = "the Near East map" if st.at[u] == AVAIL_NE else "the maps of Europe"
    yield requirements.inside("tgw.13.23a", _map_group(st, u), f"on {maps}, where {who(u)} enters")
    # a headquarters takes in one stack (tgw.13.3b), in the Near East three units (tgw.13.3e), and no new Turks (tgw.13.3f)
    rule, needs = RULE.get(roster.NATION_OF[u], "tgw.13.11a"), "a supplied city of its country, a place of its own rule"
    sentence = f"{who(u)} does not enter at {{x}}: it needs {needs}, or a supplied headquarters of its nationality next to it"
    if _by_havre(st, u):
        rule, sentence = "tgw.20.3.7a", f"{who(u)} lands at Le Havre, not at {{x}}"
    yield Condition(rule, home | at_headquarters(st, u), sentence)
    yield from _open(st, u)


def _open(st: State, u: int) -> Iterator[Condition]:
    """Yields the conditions that a hex is open to a unit, free of the enemy, and has room (tgw.13.21a)."""
    side = st.side(u)
    yield from requirements.no_enemies(st, side)
    yield Condition("tgw.13.23a", areas.ground(st, 1 << u), f"{who(u)} may not operate in {{x}}")
    yield requirements.room(st, side, 1 << u, "tgw.13.21a")


def places(st: State, u: int) -> tuple[int, tuple[int, ...]]:
    """Returns the hexes and boxes in which a unit in a box may be placed now."""
    home, boxes = at_home(st, u)
    return kept(enters(st, u, home)), boxes


def placeable(st: State, side: int, units: int) -> Iterator[int]:
    """Yields those of some units in a side's boxes that may be placed somewhere. Headquarters are asked only where nothing else
    takes a unit in."""
    clear = kept(requirements.no_enemies(st, side))

    def takes(u: int, hexes: int) -> bool:
        open = hexes and hexes & areas.ground(st, 1 << u)
        crowded = open & st.occ[side]
        return open != crowded or any(stacking.room(st, i, 1 << u, side) for i in bits(crowded))

    for u in bits(units):
        hexes, boxes = at_home(st, u)
        if boxes or takes(u, hexes & clear) or takes(u, at_headquarters(st, u) & clear):
            yield u


def edges(st: State, u: int) -> tuple[int, ...]:
    """Americans wait beside the map: at the west and south edge of the Western Front, or one of them south of the Italian Front,
    where the Allies hold an edge hex (tgw.13.25a, tgw.17.21j, E77)."""
    out = []
    if board.WEST_SOUTH_EDGE & st.ctrl[tables.ALLIED]:
        out.append(EDGE_WEST)
    abroad = (st.stack(EDGE_ITALY) & roster.CORPS[tables.US]) | areas.within(st, tables.US, board.EUROPE & ~board.FRONT["W"])
    if (
        st.turn >= areas.ITALIAN_FRONT_OPENS
        and board.SOUTH_EDGE_ITALY & st.ctrl[tables.ALLIED]
        and not abroad
        and not roster.TANK >> u & 1
    ):
        out.append(EDGE_ITALY)
    return tuple(out)


# -- the phase -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewUnits(Auto[S]):
    """A side's New Units Phase, the Allies' first (tgw.13.22a): plays, neutrals that join, then units out of the boxes
    (tgw.13.0c)."""

    side: int

    def run(self, s: S) -> Steps:
        st = s.state
        st.newly &= ~st.troops[self.side]
        if st.acting("influenza") and st.options.get("influenza") == "rebuilding":
            st.tally["no-rebuilding"] = 1
        return (Moment("new units", (self.side,)), neutrals.Entries(self.side), Placing(self.side))  # tgw.13.22a, tgw.13.0c


@dataclass(frozen=True, slots=True)
class Placing(Auto[S]):
    """Asks the side for its new units if it has anything to do."""

    side: int

    def run(self, s: S) -> Steps:
        return (PlaceUnits(self.side),) if busy(s.state, self.side) else ()


def waiting(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of the units in a side's boxes that may come out, one of a kind in each."""
    mine = (st.stack(AVAIL) | st.stack(AVAIL_NE)) & st.troops[side]
    yield Condition("tgw.13.0c", mine, "{x} is not in one of your Available Units Boxes")
    yield given("tgw.6.57a", not boxes_closed(st), "Influenza: nothing comes out of the boxes this turn")
    by_event = ARMENIANS_ARABS & ~(st.stack(AVAIL_NE) & roster.CORPS[tables.ARM])
    yield Condition("tgw.13.28e", ~by_event, "{x} enters by its event alone")
    in_boxes = [mine & ~by_event & st.stack(box) for box in (AVAIL, AVAIL_NE)]
    yield requirements.one_of_each("tgw.13.0c", *(part for units in in_boxes for part in (units & ~st.reduced, units & st.reduced)))


def busy(st: State, side: int) -> bool:
    """Returns whether a side has something to do with its new units."""
    if side == tables.CENTRAL and (shock_troops.eligible(st) or shock_troops.dismountable(st)):
        return True
    return any(True for _ in placeable(st, side, kept(waiting(st, side))))


def overdue(st: State, side: int) -> bool:
    """Return whether the side must place the headquarters of the U.S. 1st Army before its New Units Phase ends (tgw.7.24c)."""
    if side != tables.ALLIED or st.at[US_HQ] != AVAIL or st.rebuilt >> US_HQ & 1 or boxes_closed(st):  # tgw.7.24c
        return False
    return US_HQ in placeable(st, side, 1 << US_HQ)


@dataclass(frozen=True, slots=True)
class PlaceUnits(SideChoice[S], Question[S]):
    """A unit that comes out of its box, if any (tgw.13.0a); German divisions to convert (tgw.15.42a), or cavalry to turn into
    infantry (tgw.15.55a)."""

    side: int
    says = ("dismount unit", "done", "new unit", "shock unit", "shock-all")

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: bring new units into play, or be done"

    def answers(self, s: S) -> Iterator[Answer]:
        st = s.state
        yield Pick("new", UNIT, self.comers(st), self.place)
        yield Word("done", self.finished(st))  # tgw.13.0a
        yield Pick("shock", UNIT, self.central("tgw.15.41a", shock_troops.convertible(st)), self.convert)
        yield Word("shock-all", self.all_divisions(st), self.convert_all)
        yield Pick("dismount", UNIT, self.central("tgw.15.55a", shock_troops.riders(st)), self.dismount)

    def comers(self, st: State) -> Iterator[Condition]:
        yield from waiting(st, self.side)
        able = partial(placeable, st, self.side)
        yield Condition("tgw.13.11a", lambda units: mask(able(units)), "there is no place where {x} may enter now; it waits")

    def finished(self, st: State) -> Iterator[Condition]:
        yield given("tgw.7.24c", not overdue(st, self.side), f"{who(US_HQ)} may not wait in the box: place it first")

    def central(self, rule: str, conditions: Iterable[Condition]) -> Iterator[Condition]:
        yield given(rule, self.side == tables.CENTRAL, "only the Central Powers convert their divisions")
        yield from conditions

    def all_divisions(self, st: State) -> Iterator[Condition]:
        k = shock_troops.played(st)
        second = k and not shock_troops.LIMIT[k]
        yield given("tgw.15.41b", second, "all divisions are converted by the second Shock-troop event alone, for seven points")
        yield from self.central("tgw.15.41b", shock_troops.permitted(st))
        able = shock_troops.eligible(st)
        yield given("tgw.15.42a", able, "no marked division that can be converted traces supply to Berlin or the Ruhr")

    def place(self, s: S, unit: int) -> Steps:
        return (PlaceAt(self.side, unit),)

    def convert(self, s: S, unit: int) -> Steps:
        shock_troops.convert(s, 1 << unit)
        return (Placing(self.side),)

    def convert_all(self, s: S) -> Steps:
        shock_troops.convert(s, shock_troops.eligible(s.state))
        return (Placing(self.side),)

    def dismount(self, s: S, unit: int) -> Steps:
        shock_troops.dismount(s, 1 << unit)
        return (Placing(self.side),)


@dataclass(frozen=True, slots=True)
class PlaceAt(SideChoice[S], Question[S]):
    """The hex or the box at which a unit enters."""

    side: int
    unit: int
    says = ("at place",)

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: where does {who(self.unit)} enter?"

    def answers(self, s: S) -> Iterator[Answer]:
        st, u = s.state, self.unit
        home, boxes = at_home(st, u)
        yield Pick("at", HEX, enters(st, u, home), self.enter)
        rule = RULE.get(roster.NATION_OF[u], "tgw.13.11a")
        beside = Condition(rule, mask(-k for k in boxes), f"{who(u)} does not enter in {{x}}")
        yield Pick("at", BOX_THING, (beside,), lambda s, k: self.enter(s, -k))

    def enter(self, s: S, where: int) -> Steps:
        return (*place(s, self.unit, place_word(where)), Placing(self.side))


def place(s: S, u: int, word: str) -> Steps:
    """A unit comes out of its box; it has its full movement and combat (tgw.13.11b)."""
    st = s.state
    if word in BOX:
        st.put(u, BOX[word])
        s.note("enters-box", "tgw.13.25b" if roster.NATION_OF[u] == tables.US else "tgw.13.29a", unit=roster.UNITS[u], box=word)
        return ()
    i = board.INDEX[word]
    rule = count(st, u, i)
    st.put(u, i)  # tgw.13.11b
    st.newly |= 1 << u
    s.note("placed", rule, unit=roster.UNITS[u], place=word)
    return control.enter(s, 1 << u, (i,))


def count(st: State, u: int, i: int) -> str:
    """Which rule lets a unit in here; what is limited is counted (tgw.6.37a, tgw.13.3b, tgw.13.3d)."""
    if st.at[u] == AVAIL_NE and roster.NATION_OF[u] in (tables.TU, tables.GE) and turkish(st, u)[0] >> i & 1:
        return "tgw.13.29a"
    if home_cities(st, u) >> i & 1:
        return "tgw.13.11a"
    if special(st, u) >> i & 1:
        if roster.NATION_OF[u] in tables.RUSSIAN:
            st.tally["now-ruamph"] = 1
            return "tgw.6.37a"
        return {tables.BR: "tgw.13.24a", tables.BI: "tgw.13.28c", tables.GE: "tgw.13.27a"}.get(roster.NATION_OF[u], "tgw.13.28a")
    hq = by_headquarters(st, u)[i]
    key = _HQ_TALLY[hq]
    st.tally[key] = i * 16 + st.tally.get(key, 0) % 16 + 1
    if roster.NATION_OF[u] in WESTERN_NATIONS and board.EAST_MAP >> i & 1:
        st.tally["now-east-hq"] = st.tally.get("now-east-hq", 0) + 1
    return "tgw.13.3a"


@dataclass(frozen=True, slots=True)
class EndNewUnits(Auto[S]):
    """The end of the New Units Phase."""

    def run(self, s: S) -> Steps:
        return ()
