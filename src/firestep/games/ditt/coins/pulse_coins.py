"""Special Events that are played at the start of a pulse, or as one (ditt.3.0j). `coins` has those of a combat, and
`data/special_events.csv` has their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firestep.engine.masks import bits, mask
from firestep.engine.question import (
    Answer,
    Condition,
    Limit,
    Otherwise,
    Pick,
    PickNumber,
    Question,
    Things,
    Word,
    broken,
    given,
    kept,
)
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt import find
from firestep.games.ditt import requirements as need
from firestep.games.ditt.coins import coins
from firestep.games.ditt.combat import combat
from firestep.games.ditt.combat.combat import Fall
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import PLACE, UNIT, who
from firestep.games.ditt.display.names import lost
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.movement import refusals as movement_refusals
from firestep.games.ditt.nations import control, surrender
from firestep.games.ditt.state import CASUALTY, Fight, State
from firestep.games.ditt.supply import is_supplied

S = Session[State]
HOFFMANN, OHL, SARRAIL, RAIL = (
    tables.BOX["cp-hoffmann"],
    tables.BOX["cp-o-h-l"],
    tables.BOX["cp-sarrail"],
    tables.BOX["cp-reichsbahn"],
)
ALBION, PUTNIK, TURAN = tables.BOX["cp-operation-albion"], tables.BOX["ep-putnik"], tables.BOX["ep-pan-turanian-army"]
SACREE, MUDROS, FOCH = tables.BOX["ep-voie-sacree"], tables.BOX["ep-mudros-armistice"], tables.BOX["ep-foch"]
PENETRATION, EVERYONE = tables.BOX["ep-peaceful-penetration"], tables.BOX["ep-everyone-into-the-battle"]
#: the rules of a coin that is played, of the Reichsbahn, and of a coin that could do nothing
COIN, REICHSBAHN, NOTHING = "ditt.3.0j", "ditt.err.u", "ditt.3.0m"
WEST = places.lands("France", "Belgium")
BALKANS = places.lands("Greece", "Macedonia", "Serbia", "Bulgaria", "Albania")
_EMPIRES = places.lands("Germany", "Austria-Hungary")
#: no more than two hexes outside Germany and Austria-Hungary (ditt.err.u)
RAILWAYS = places.ways(0).within(_EMPIRES, places.LAND & ~places.AREAS, 2)
#: where Albion may land
RUSSIAN_COAST = places.COAST[tables.BALTIC] & (places.TERRITORY[tables.RS] | places.mask("3317"))
ALBION_DIVS, ALBION_RANGE, SACRED_DIVS, FOCH_HEXES = 6, 10, 10, 3


# -- where a coin can do something -----------------------------------------------------------------------------------------


def _hoffmann(st: State) -> Iterator[Condition]:
    yield given("ditt.err.t", not st.flag("hoffmann-used"), "Hoffmann has been played this turn")
    lands = places.lands("Germany", "Poland")
    yield Condition("ditt.err.t", lands, "{x} is neither in Germany nor in Poland")
    yield from _ohl(st)


def _ohl(st: State) -> Iterator[Condition]:
    tired = find.places_of(st, find.units(st, "ge") & st.flipped)
    yield Condition(COIN, tired, "no flipped German unit is at {x}")


def _sarrail(st: State) -> Iterator[Condition]:
    yield given("ditt.err.w", not st.flag("sarrail-used"), "Sarrail has been played in this pulse")
    yield Condition(COIN, BALKANS, "{x} is not in the Balkans")
    yield from need.with_units(COIN, st, tables.FR)
    ready = find.places_of(st, find.units(st, "EP") & ~st.flipped)
    yield Condition(COIN, ready, "all units of the Entente at {x} are flipped already")


def _putnik(st: State) -> Iterator[Condition]:
    lost = any(st.at[u] == CASUALTY for u in tables.UNITS_OF[tables.SB])
    yield given("ditt.err.n", lost, "no Serb Army is in the Casualty Box")
    yield need.inside("ditt.err.n", "Serbia")
    yield need.held("ditt.err.n", st, tables.EP)
    yield need.no_enemies(st, tables.EP)


def _turan(st: State) -> Iterator[Condition]:
    yield given(COIN, st.allegiance[tables.TU] == tables.CP, "Turkey does not fight for the Central Powers")
    yield from need.with_units(COIN, st, tables.TU)
    russians = find.places_of(st, find.inside(st, find.units(st, "rs"), areas.near_east(st)))
    near = places.ways(0).within(russians, places.LAND, 3) if russians else 0
    yield Condition(COIN, near, "no Russian unit in the Near East is within three hexes of {x}")


def _sacree(st: State) -> Iterator[Condition]:
    yield given(COIN, control.free_reserves(st, tables.FR) > 0, "no French Divs in Reserves may come now")
    yield need.inside(COIN, "France")
    armies = find.units(st, "fr") & tables.ARMY_MASK
    yield Condition(COIN, find.places_of(st, armies), "no French Army is at {x}")
    fed = mask(u for u in bits(armies) if is_supplied(st, u))
    yield Condition(COIN, find.places_of(st, fed), "no French Army at {x} is in supply")
    room = mask(u for u in bits(fed) if st.divs[u] < tables.MOST_DIVS)
    yield Condition("ditt.4.2b", find.places_of(st, room), "the French Armies at {x} are full")


def _penetration(st: State) -> Iterator[Condition]:
    yield need.ready_stack(COIN, st, tables.CP)
    british = find.places_of(st, find.inside(st, find.units(st, "br"), WEST))
    near = places.adjacency(False).spread(british)
    yield Condition(COIN, near, "no British unit in France or Belgium is next to {x}")


def _albion(st: State) -> Iterator[Condition]:
    yield given("ditt.8.3l", st.seas[tables.BALTIC] != tables.EP_RULES, "the Entente rules the Baltic")
    yield Condition(COIN, places.COAST[tables.BALTIC], "{x} is no coast of the Baltic")
    yield need.held(COIN, st, tables.CP)
    germans = find.units(st, "ge") & ~st.flipped
    yield Condition(COIN, find.places_of(st, germans), "no unflipped German unit is at {x}")
    small = mask(u for u in bits(germans) if albion_load(st, (u,)) <= ALBION_DIVS)
    sentence = f"the ships take {ALBION_DIVS} Divs, and every German unit at {{x}} has more"
    yield Condition(COIN, find.places_of(st, small), sentence)
    fed = mask(u for u in bits(small) if is_supplied(st, u))
    yield Condition(COIN, find.places_of(st, fed), "the Germans at {x} are out of supply")
    yield Condition(
        COIN,
        lambda ports: mask(i for i in bits(ports) if kept(_shore(st, i), PLACE.all)),
        "no Russian coast can be reached from {x}",
    )


def _foch(st: State) -> Iterator[Condition]:
    yield Condition(COIN, passage.enemies(st, tables.EP), "no enemies are at {x}")
    yield Condition("ditt.16.3d", ~st.truce, "{x} may not be attacked this turn")
    yield Condition(COIN, foch_targets(st), "no unit next to {x} could attack it now")


#: what a place must be at which the coin of a box is pointed
SPOTS: dict[int, Callable[[State], Iterator[Condition]]] = {
    HOFFMANN: _hoffmann,
    OHL: _ohl,
    SARRAIL: _sarrail,
    PUTNIK: _putnik,
    TURAN: _turan,
    SACREE: _sacree,
    PENETRATION: _penetration,
    ALBION: _albion,
    FOCH: _foch,
}


def riders(st: State) -> Iterator[Condition]:
    """Yields the conditions of an Army that the Reichsbahn carries (ditt.err.u), never in Winter (ditt.6.2e)."""
    yield given(REICHSBAHN, tables.WEATHER[st.turn] != "snow", "the Reichsbahn does not run in Winter")  # ditt.6.2e
    armies = (st.corps[tables.GE] | st.corps[tables.AH]) & tables.ARMY_MASK
    near = need.standing(st, armies, RAILWAYS)
    yield Condition(REICHSBAHN, near, "{x} is no German or Austro-Hungarian Army near home")
    yield Condition(REICHSBAHN, ~(st.flipped | st.landed), "{x} is flipped or has landed this turn")
    yield Condition(REICHSBAHN, lambda units: mask(u for u in bits(units) if is_supplied(st, u)), "{x} is out of supply")
    yield Condition(
        REICHSBAHN, lambda units: mask(u for u in bits(units) if kept(stations(st, u), PLACE.all)), "{x} has nowhere to ride to"
    )


def stations(st: State, u: int) -> Iterator[Condition]:
    """Yields the conditions of a place to which an Army rides: over friendly hexes that are joined to its own."""
    here = 1 << st.at[u]
    yield Condition(REICHSBAHN, ~here, f"{who(u)} is at {{x}} already")
    yield Condition(REICHSBAHN, RAILWAYS, "{x} is more than two hexes outside Germany and Austria-Hungary")
    yield Condition(REICHSBAHN, st.ctrl[tables.CP], "{x} is not friendly")
    yield Condition(need.FIGHT, ~passage.barred(st, st.side(u)), "enemies, or the heat of Summer, bar the way to {x}")
    yield need.room(st, u)
    yield Condition(REICHSBAHN, ~areas.near_east(st), "{x} is in the Near East, where the Reichsbahn does not run")
    yield from areas.ground(st, u)
    open = passage.passable(st, u) & st.ctrl[tables.CP]
    joined = places.ways(areas.links(st, u)).flood(here, open | here)
    yield Condition(REICHSBAHN, joined, f"no friendly hexes join {{x}} to {places.place(st.at[u])}")


def albion_units(st: State, place: int) -> tuple[int, ...]:
    """Returns the Germans in a hex that could sail with Albion: each of six Divs at most."""
    units = bits(st.stack_of(place, tables.CP) & st.corps[tables.GE] & ~st.flipped)
    return tuple(u for u in units if albion_load(st, (u,)) <= ALBION_DIVS and is_supplied(st, u))


def albion_load(st: State, units: tuple[int, ...]) -> int:
    """Returns the Divs that units count on board (ditt.5.1e)."""
    return sum(st.divs[u] if tables.IS_ARMY[u] else 2 for u in units)  # ditt.5.1e


def _shore(st: State, start: int) -> Iterator[Condition]:
    """Yields the conditions of a place where Albion lands from a coast of the Baltic (ditt.6.5e, ditt.6.5f)."""
    yield Condition(COIN, places.COAST[tables.BALTIC], "{x} is no coast of the Baltic")
    yield Condition(COIN, RUSSIAN_COAST, "{x} is not Russian land")
    yield Condition(COIN, ~st.ctrl[tables.CP], "the Central Powers hold {x} already")
    yield Condition("ditt.15.3a", ~st.neutral, "{x} is neutral ground")
    yield Condition("ditt.16.3d", ~st.truce, "{x} may not be attacked this turn")
    yield from areas.not_closed(st)
    ways, water = places.sea_ways(tables.BALTIC), places.sea_and_coast(tables.BALTIC)
    yield Condition("ditt.6.5e", ways.step(ways.flood(1 << start, water)), "no way over the Baltic leads to {x}")
    near = ways.step(ways.within(1 << start, water, ALBION_RANGE - 1))
    yield Condition("ditt.6.5f", near, f"{{x}} is more than {ALBION_RANGE} hexes away")


def foch_targets(st: State) -> int:
    """Returns the hexes that unflipped EP units stand next to and may attack."""
    out = 0
    for targets in _foch_steps(st):
        out |= targets
    return out


def _foch_steps(st: State) -> Iterator[int]:
    """Returns the hexes that each unit near the enemy could attack, unit by unit."""
    foes = passage.enemies(st, tables.EP)
    near = places.adjacency(True).spread(foes)
    for u in bits(passage.commanded(st, tables.EP) & st.afield & ~st.flipped):
        if near >> st.at[u] & 1 and passage.may_march(st, u) and is_supplied(st, u):
            yield passage.first_steps(st, u, True) & foes & ~st.truce


def foch_units(st: State, target: int, hex: int) -> tuple[int, ...]:
    return tuple(
        u
        for u in bits(st.stack(hex) & passage.commanded(st, tables.EP))
        if passage.may_march(st, u) and is_supplied(st, u) and passage.first_steps(st, u, True) >> target & 1
    )


def rule_against_joint_attack(st: State, target: int, units: tuple[int, ...]) -> str:
    """Returns the rule by which units may not enter a target together, or ""."""
    entering = areas.rule_against_near_east(st, units) if areas.near_east(st) >> target & 1 else ""
    return passage.rule_against_sharing(st, units) or entering


def _mudros(st: State) -> Iterator[Condition]:
    """Three of the four cities are in EP hands (ditt.err.m)."""
    fights = st.allegiance[tables.TU] == tables.CP and not st.surrendered >> tables.TU & 1
    yield given("ditt.err.m", fights, "Turkey does not fight for the Central Powers")
    taken = (places.mask("1125", "1910", "0920", "0916") & st.ctrl[tables.EP]).bit_count()
    yield given("ditt.err.m", taken >= 3, f"the Entente holds {taken} of the four cities and needs three")


def _everyone(st: State) -> Iterator[Condition]:
    tired = find.inside(st, find.units(st, "EP") & st.flipped, WEST)
    yield given(COIN, tired, "no flipped unit of the Entente is in France or Belgium")


def playable(st: State, box: int) -> Iterator[Condition]:
    """Yields the conditions under which a coin of a pulse can be played now."""
    if box == MUDROS:
        yield from _mudros(st)
    elif box == EVERYONE:
        yield from _everyone(st)
    elif box == RAIL:
        yield from _somewhere(riders(st), UNIT, REICHSBAHN, "no Army has anywhere to ride to")
    elif box == FOCH:
        yield given(NOTHING, any(_foch_steps(st)), "there is no place where Foch could do anything")
    else:
        yield from _somewhere(SPOTS[box](st), PLACE, NOTHING, f"there is no place where {tables.BOX_TITLE[box]} could do anything")


def _somewhere(conditions: Iterator[Condition], things: Things, rule: str, sentence: str) -> Iterator[Condition]:
    """Yields the conditions of a question that do not depend on the thing, and that something keeps all of them."""
    found = tuple(conditions)
    yield from (c for c in found if c.keeps in (0, -1))
    yield given(rule, kept(found, things.all), sentence)


# -- what it does ----------------------------------------------------------------------------------------------------------


def coins_to_play(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of a box whose coin a side may play at the start of its pulse (ditt.3.0k)."""
    yield from coins.in_hand(st, side, "pulse")
    yield Condition(
        NOTHING, lambda boxes: mask(k for k in bits(boxes) if kept(playable(st, k))), lambda box: broken(playable(st, box), 0)
    )


def play(s: S, side: int, box: int) -> Steps:
    """Spend a coin and do what its box says (ditt.3.0j)."""
    st = s.state
    st.coins[box] -= 1
    s.note("coin", "ditt.3.0j", box=tables.BOXES[box], side=tables.SEATS[side], place="")
    if box == MUDROS:
        return (surrender.Surrender(tables.TU, "ditt.err.m"),)
    if box == EVERYONE:
        control.unflip(s, find.inside(st, find.units(st, "EP"), WEST), "ditt.3.0j")
        return ()
    if box == RAIL:
        return (Ride(),)
    return (Spot(box, side, 2 if box == OHL else 1),)


@dataclass(frozen=True, slots=True)
class Spot(Question[S]):
    """Where the coin works."""

    box: int
    side: int
    left: int
    says = ("done", "point place")

    def seat(self, s: S) -> int:
        return self.side

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}, {tables.BOX_TITLE[self.box]}: choose a hex{', or done' if self.optional else ''}"

    @property
    def optional(self) -> bool:
        return self.box == OHL and self.left == 1

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("point", PLACE, SPOTS[self.box](s.state), self.work)
        yield Word("done") if self.optional else Otherwise("done", COIN, "choose a place, for example {x}")

    def work(self, s: S, place: int) -> Steps:
        s.note("coin-at", "ditt.3.0j", box=tables.BOXES[self.box], place=places.NUMBER[place])
        return EFFECTS[self.box](s, s.state, place, self)


def _unflip(s: S, st: State, place: int, step: Spot) -> Steps:
    control.unflip(s, st.stack_of(place, tables.CP) & st.corps[tables.GE], "ditt.err.t" if step.box == HOFFMANN else "ditt.3.0j")
    if step.box == HOFFMANN:
        st.set_flag("hoffmann-used")
        return ()
    return (Spot(OHL, step.side, 1),) if step.left == 2 else ()


def _flip_on_die(s: S, st: State, place: int, step: Spot) -> Steps:
    st.set_flag("sarrail-used")
    die = s.roll()
    s.note("sarrail", "ditt.err.v", "ditt.err.w", die=die, place=places.NUMBER[place])
    if die > 1:
        control.flip(s, st.stack_of(place, tables.EP), "ditt.err.v")
    return ()


def _serbs(s: S, st: State, place: int, step: Spot) -> Steps:
    u = next(u for u in tables.UNITS_OF[tables.SB] if st.at[u] == CASUALTY)
    out = control.deploy(s, u, place, "ditt.err.n")
    control.unflip(s, st.stack_of(place, tables.EP) & st.corps[tables.SB], "ditt.err.o")
    st.spots[0] = place
    return out


def _sarikamish(s: S, st: State, place: int, step: Spot) -> Steps:
    units = st.stack_of(place, tables.CP) & st.corps[tables.TU]
    control.flip(s, units, "ditt.3.0j")
    armies = tuple(u for u in bits(units) if st.divs[u])
    die = s.roll()
    s.note("coin-roll", "ditt.3.0j", box=tables.BOXES[TURAN], die=die)
    return (Freeze(armies, die),) if armies else ()


def _flip(s: S, st: State, place: int, step: Spot) -> Steps:
    control.flip(s, st.stack_of(place, tables.CP), "ditt.3.0j")
    return ()


EFFECTS: dict[int, Callable[[S, State, int, Spot], Steps]] = {
    HOFFMANN: _unflip,
    OHL: _unflip,
    SARRAIL: _flip_on_die,
    PUTNIK: _serbs,
    TURAN: _sarikamish,
    PENETRATION: _flip,
    SACREE: lambda s, st, place, step: (Sacred(place, SACRED_DIVS),),
    ALBION: lambda s, st, place, step: (Cross(place),),
    FOCH: lambda s, st, place, step: (Converge(place, ()),),
}


@dataclass(frozen=True, slots=True)
class Freeze(Question[S]):
    """The owner names the Turkish Divs that are lost in the snow."""

    units: tuple[int, ...]
    left: int
    says = ("done", "lose unit divs")

    def seat(self, s: S) -> int:
        return tables.CP

    def prompt(self, s: S) -> str:
        return f"Central Powers: {lost(self.left, 'Turkish ')}; name which"

    def answers(self, s: S) -> Iterator[Answer]:
        return need.take_divs(s.state, "lose", mask(self.units), self.left, "ditt.3.0j", self.lose)

    def lose(self, s: S, u: int, k: int) -> Steps:
        control.lose(s, u, k, "ditt.3.0j")
        units = tuple(u for u in self.units if s.state.divs[u])
        return (Freeze(units, self.left - k),) if units and self.left > k else ()


@dataclass(frozen=True, slots=True)
class Sacred(Question[S]):
    """Divs of the French Reserves join Armies in one hex, which do not flip."""

    place: int
    left: int
    says = ("done", "gain unit divs")

    def seat(self, s: S) -> int:
        return tables.EP

    def prompt(self, s: S) -> str:
        return f"Entente Powers: {self.left} Divs can go up the Voie Sacrée to {places.place(self.place)}; name an Army, or done"

    def answers(self, s: S) -> Iterator[Answer]:
        st = s.state
        armies = st.stack_of(self.place, tables.EP) & st.corps[tables.FR] & tables.ARMY_MASK
        here = Condition("ditt.3.0j", armies, f"{{x}} is no French Army at {places.place(self.place)}")
        free = control.free_reserves(st, tables.FR)
        most = Limit("ditt.3.0j", self.left, f"{self.left} Divs can go"), Limit("ditt.3.0j", free, f"{free} Divs are in Reserves")
        yield Word("done")
        yield PickNumber("gain", UNIT, (here,), lambda u: (need.full_army(st, u), *most), self.join)

    def join(self, s: S, u: int, k: int) -> Steps:
        st = s.state
        st.reserves[tables.FR] -= k
        st.divs[u] += k
        s.note("gains", "ditt.3.0j", unit=tables.UNITS[u], divs=k, total=st.divs[u])
        return (Sacred(self.place, self.left - k),) if self.left > k else ()


@dataclass(frozen=True, slots=True)
class Ride(Question[S]):
    """Which Army rides with the Reichsbahn."""

    says = ("ride unit",)

    def seat(self, s: S) -> int:
        return tables.CP

    def prompt(self, s: S) -> str:
        return "Central Powers, Reichsbahn: which Army travels?"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("ride", UNIT, riders(s.state), lambda s, u: (Station(u),))


@dataclass(frozen=True, slots=True)
class Station(Question[S]):
    """Where it gets off; it flips."""

    unit: int
    says = ("point place",)

    def seat(self, s: S) -> int:
        return tables.CP

    def prompt(self, s: S) -> str:
        return f"Central Powers, Reichsbahn: choose a goal for the {tables.unit_title(self.unit)}"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("point", PLACE, stations(s.state, self.unit), self.ride)

    def ride(self, s: S, place: int) -> Steps:
        st = s.state
        was = places.NUMBER[st.at[self.unit]]
        st.put(self.unit, place)
        st.flip(1 << self.unit)
        s.note("marches", "ditt.err.u", units=[tables.UNITS[self.unit]], origin=was, place=places.NUMBER[place])
        return ()


def may_stay(units: tuple[int, ...]) -> tuple[Condition, ...]:
    """Returns the conditions of a unit of a force that is left behind."""
    return (Condition(COIN, mask(units), "{x} is not in the force"), given(COIN, len(units) > 1, "at least one unit must go"))


@dataclass(frozen=True, slots=True)
class Cross(Question[S]):
    """Who sails with Albion, and where the force lands."""

    start: int
    #: units that stay behind
    stay: tuple[int, ...] = ()
    says = ("leave unit", "point place")

    def seat(self, s: S) -> int:
        return tables.CP

    def prompt(self, s: S) -> str:
        here = places.place(self.start)
        return f"Central Powers, Operation Albion: choose where the Germans from {here} land, or leave units behind"

    def units(self, st: State) -> tuple[int, ...]:
        return tuple(u for u in albion_units(st, self.start) if u not in self.stay)

    def answers(self, s: S) -> Iterator[Answer]:
        st = s.state
        units = self.units(st)
        light = given(COIN, albion_load(st, units) <= ALBION_DIVS, f"the ships take {ALBION_DIVS} Divs; leave units behind")
        yield Pick("point", PLACE, (light, *_shore(st, self.start)), self.land)
        yield Pick("leave", UNIT, may_stay(units), lambda s, u: (Cross(self.start, (*self.stay, u)),))

    def land(self, s: S, place: int) -> Steps:
        st = s.state
        units = self.units(st)
        for u in units:
            st.put(u, place)
            st.flip(1 << u)
            st.ferried |= 1 << u
        s.note("lands", "ditt.3.0j", units=[tables.UNITS[u] for u in units], place=places.NUMBER[place])
        if passage.enemies(st, tables.CP) >> place & 1:
            return combat.begin(s, Fight(tables.CP, place, self.start, units, smooth=True))
        return control.enter(s, place, tables.GE)


@dataclass(frozen=True, slots=True)
class Converge(Question[S]):
    """Armies around Foch's target join the attack, from up to three hexes."""

    target: int
    hexes: tuple[int, ...]
    #: units of these hexes that stay behind
    stay: tuple[int, ...] = ()
    says = ("add place", "attack", "leave unit")

    def seat(self, s: S) -> int:
        return tables.EP

    def prompt(self, s: S) -> str:
        return f"Entente Powers, Foch: add the Armies of a hex around {places.place(self.target)}, leave Armies behind, or attack"

    def units(self, st: State) -> tuple[int, ...]:
        return tuple(sorted(u for i in self.hexes for u in foch_units(st, self.target, i) if u not in self.stay))

    def answers(self, s: S) -> Iterator[Answer]:
        st = s.state
        units = self.units(st)
        yield Word("attack", self.together(st, units), self.attack)
        yield Pick("leave", UNIT, may_stay(units), lambda s, u: (Converge(self.target, self.hexes, (*self.stay, u)),))
        yield Pick("add", PLACE, self.neighbours(st), lambda s, i: (Converge(self.target, (*self.hexes, i), self.stay),))

    def together(self, st: State, units: tuple[int, ...]) -> Iterator[Condition]:
        yield given(COIN, units, "name the first hex of the attack")
        rule = rule_against_joint_attack(st, self.target, units)
        yield given(rule, not rule, f"these Armies may not be at {places.place(self.target)} together; leave some behind")

    def neighbours(self, st: State) -> Iterator[Condition]:
        full = len(self.hexes) >= FOCH_HEXES
        named = 0 if full else ~mask(self.hexes)
        yield Condition(COIN, named, f"Foch leads the Armies of {FOCH_HEXES} hexes at most, each named once")
        yield Condition(COIN, st.occ[tables.EP], "no unit of the Entente is at {x}")
        near = places.adjacency(True).near[self.target]
        yield Condition(COIN, near, f"{{x}} is not next to {places.place(self.target)}")
        joining = mask(i for i in bits(near & st.occ[tables.EP] & named) if foch_units(st, self.target, i))
        yield Condition(COIN, joining, lambda i: why_not_with_foch(st, self.target, i))

    def attack(self, s: S) -> Steps:
        st = s.state
        units = self.units(st)
        origins = tuple(st.at[u] for u in units)
        entry: Steps = ()
        for u, i in zip(units, origins, strict=True):
            entry += control.roll_for_near_east(st, (u,), i, self.target)
            st.put(u, self.target)
        return (*entry, Fall(tables.EP, units, origins[0], self.target, origins))


def why_not_with_foch(st: State, target: int, place: int) -> list[Refusal]:
    """Returns why no unit in a place could attack a target."""
    out: list[Refusal] = []
    for u in bits(st.stack(place)):
        if not passage.commanded(st, tables.EP) >> u & 1:
            out.append(Refusal(COIN, f"the Entente does not lead {who(u)}"))
        elif bad := broken(passage.marchable(st), u, who(u)):
            out += bad
        elif not is_supplied(st, u):
            out.append(Refusal("ditt.9.4a", f"{who(u)} is out of supply"))
        else:
            out += movement_refusals.refuse_step(st, u, target, place, False, 2, False)
    return list(dict.fromkeys(out))
