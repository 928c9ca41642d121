"""Special Events that are played at the start of a pulse, or as one (ditt.3.0j). `coins` has those of a combat, `refusals` says why
one cannot be played, and `data/special_events.csv` has their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.masks import bits, mask
from firestep.engine.question import Answer, Condition, Limit, PickNumber, Question, Word
from firestep.engine.session import Session
from firestep.engine.step import Choice, SideChoice, Steps
from firestep.games.ditt import find
from firestep.games.ditt import requirements as need
from firestep.games.ditt.coins import coins
from firestep.games.ditt.combat import combat
from firestep.games.ditt.combat.combat import Fall
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import UNIT
from firestep.games.ditt.display.names import lost
from firestep.games.ditt.movement import areas, passage
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
DONE: Action = ("done",)
ATTACK: Action = ("attack",)
WEST = places.lands("France", "Belgium")
BALKANS = places.lands("Greece", "Macedonia", "Serbia", "Bulgaria", "Albania")
_EMPIRES = places.lands("Germany", "Austria-Hungary")
#: no more than two hexes outside Germany and Austria-Hungary (ditt.err.u)
RAILWAYS = places.ways(0).within(_EMPIRES, places.LAND & ~places.AREAS, 2)
#: where Albion may land
RUSSIAN_COAST = places.COAST[tables.BALTIC] & (places.TERRITORY[tables.RS] | places.mask("3317"))
ALBION_DIVS, ALBION_RANGE, SACRED_DIVS, FOCH_HEXES = 6, 10, 10, 3


# -- where a coin can do something -----------------------------------------------------------------------------------------


def flipped_germans(st: State, where: int) -> int:
    return find.places_of(st, find.inside(st, find.units(st, "ge") & st.flipped, where))


def _sarrail(st: State) -> int:
    french = find.places_of(st, find.inside(st, find.units(st, "fr"), BALKANS))
    return sum(1 << i for i in bits(french) if st.stack_of(i, tables.EP) & ~st.flipped) if not st.flag("sarrail-used") else 0


def _putnik(st: State) -> int:
    if not any(st.at[u] == CASUALTY for u in tables.UNITS_OF[tables.SB]):
        return 0
    return places.COUNTRY["Serbia"] & st.ctrl[tables.EP] & ~st.occ[tables.CP] & ~st.fort_of[tables.CP]


def _turan(st: State) -> int:
    if st.allegiance[tables.TU] != tables.CP:
        return 0
    russians = find.places_of(st, find.inside(st, find.units(st, "rs"), areas.near_east(st)))
    return (
        find.places_of(st, find.inside(st, find.units(st, "tu"), places.ways(0).within(russians, places.LAND, 3)))
        if russians
        else 0
    )


def _sacree(st: State) -> int:
    if control.free_reserves(st, tables.FR) <= 0:
        return 0
    armies = find.inside(st, find.units(st, "fr") & tables.ARMY_MASK, places.COUNTRY["France"])
    return find.places_of(st, sum(1 << u for u in bits(armies) if st.divs[u] < tables.MOST_DIVS and is_supplied(st, u)))


def _penetration(st: State) -> int:
    british = find.places_of(st, find.inside(st, find.units(st, "br"), WEST))
    near = find.inside(st, find.units(st, "CP") & ~st.flipped, places.adjacency(False).spread(british)) if british else 0
    return find.places_of(st, near)


def reichsbahn_armies(st: State) -> list[int]:
    """Returns the Armies that the Reichsbahn could carry: German or Austrian, unflipped, in supply, near home (ditt.err.u), never
    in Winter (ditt.6.2e)."""
    return list(_reichsbahn_search(st))


def _reichsbahn_search(st: State) -> Iterator[int]:
    if tables.WEATHER[st.turn] != "snow":
        for u in bits((st.corps[tables.GE] | st.corps[tables.AH]) & tables.ARMY_MASK & st.afield & ~st.flipped & ~st.landed):
            if RAILWAYS >> st.at[u] & 1 and is_supplied(st, u) and reichsbahn_goals(st, u):
                yield u


def reichsbahn_goals(st: State, u: int) -> int:
    """Returns where an Army can ride to: over friendly hexes that are joined to its own."""
    open = passage.passable(st, u) & st.ctrl[tables.CP]
    ride = places.ways(areas.links(st, u)).flood(1 << st.at[u], open | 1 << st.at[u])
    return ride & RAILWAYS & ~(1 << st.at[u]) & ~passage.unstackable(st, u) & ~areas.near_east(st)


def albion_units(st: State, place: int) -> tuple[int, ...]:
    """Returns the Germans in a hex that could sail with Albion: each of six Divs at most."""
    units = bits(st.stack_of(place, tables.CP) & st.corps[tables.GE] & ~st.flipped)
    return tuple(u for u in units if albion_load(st, (u,)) <= ALBION_DIVS and is_supplied(st, u))


def albion_load(st: State, units: tuple[int, ...]) -> int:
    """Returns the Divs that units count on board (ditt.5.1e)."""
    return sum(st.divs[u] if tables.IS_ARMY[u] else 2 for u in units)


def albion_landings(st: State, start: int) -> int:
    """Returns where Albion can land from a coast of the Baltic (ditt.6.5e)."""
    ways = places.sea_ways(tables.BALTIC)
    reach = ways.step(ways.within(1 << start, places.sea_and_coast(tables.BALTIC), ALBION_RANGE - 1))
    return reach & RUSSIAN_COAST & ~st.ctrl[tables.CP] & ~st.neutral & ~st.closed & ~st.truce


def albion_ports(st: State) -> int:
    if st.seas[tables.BALTIC] == tables.EP_RULES:
        return 0
    coast = places.COAST[tables.BALTIC] & st.ctrl[tables.CP] & st.of[tables.GE]
    return sum(1 << i for i in bits(coast) if albion_units(st, i) and albion_landings(st, i))


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


def foch_hexes(st: State, target: int) -> list[int]:
    near = places.adjacency(True).near[target] & st.occ[tables.EP]
    return [i for i in bits(near) if foch_units(st, target, i)]


def mudros(st: State) -> bool:
    """Three of the four cities are in EP hands (ditt.err.m)."""
    return (
        st.allegiance[tables.TU] == tables.CP
        and not st.surrendered >> tables.TU & 1
        and (places.mask("1125", "1910", "0920", "0916") & st.ctrl[tables.EP]).bit_count() >= 3
    )


#: places that the coin of a box can be pointed at
SPOTS: dict[int, Callable[[State], int]] = {
    HOFFMANN: lambda st: 0 if st.flag("hoffmann-used") else flipped_germans(st, places.lands("Germany", "Poland")),
    OHL: lambda st: flipped_germans(st, places.LAND),
    SARRAIL: _sarrail,
    PUTNIK: _putnik,
    TURAN: _turan,
    SACREE: _sacree,
    PENETRATION: _penetration,
    ALBION: albion_ports,
    FOCH: foch_targets,
}


def possible(st: State, side: int, box: int) -> bool:
    if box == MUDROS:
        return mudros(st)
    if box == EVERYONE:
        return bool(find.inside(st, find.units(st, "EP") & st.flipped, WEST))
    if box == RAIL:
        return next(_reichsbahn_search(st), -1) >= 0
    if box == FOCH:
        return any(_foch_steps(st))
    return bool(SPOTS[box](st))


# -- what it does ----------------------------------------------------------------------------------------------------------


def offers(st: State, side: int) -> list[Action]:
    """Returns the coins that a side may play at the start of its pulse, as actions ("coin", box), sorted (ditt.3.0k)."""
    return sorted(("coin", tables.BOXES[k]) for k in coins.AT[side, "pulse"] if st.coins[k] and possible(st, side, k))


def play(s: S, side: int, action: Action) -> Steps:
    """Spend a coin and do what its box says (ditt.3.0j)."""
    st = s.state
    box = tables.BOX[action[1]]
    st.coins[box] -= 1
    s.note("coin", "ditt.3.0j", box=action[1], side=tables.SEATS[side], place="")
    if box == MUDROS:
        return (surrender.Surrender(tables.TU, "ditt.err.m"),)
    if box == EVERYONE:
        control.unflip(s, find.inside(st, find.units(st, "EP"), WEST), "ditt.3.0j")
        return ()
    if box == RAIL:
        return (Ride(),)
    return (Spot(box, side, 2 if box == OHL else 1),)


@dataclass(frozen=True, slots=True)
class Spot(SideChoice[S]):
    """Where the coin works."""

    box: int
    side: int
    left: int

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}, {tables.BOX_TITLE[self.box]}: choose a hex{', or done' if self.optional else ''}"

    @property
    def optional(self) -> bool:
        return self.box == OHL and self.left == 1

    def actions(self, s: S) -> list[Action]:
        out: list[Action] = [("point", places.NUMBER[i]) for i in bits(SPOTS[self.box](s.state))]
        return sorted([*out, DONE] if self.optional or not out else out)

    def take(self, s: S, action: Action) -> Steps:
        if action == DONE:
            return ()
        st = s.state
        place = places.INDEX[action[1]]
        s.note("coin-at", "ditt.3.0j", box=tables.BOXES[self.box], place=action[1])
        return EFFECTS[self.box](s, st, place, self)


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
class Ride(Choice[S]):
    """Which Army rides with the Reichsbahn."""

    def seat(self, s: S) -> int:
        return tables.CP

    def prompt(self, s: S) -> str:
        return "Central Powers, Reichsbahn: which Army travels?"

    def actions(self, s: S) -> list[Action]:
        return sorted(("ride", tables.UNITS[u]) for u in reichsbahn_armies(s.state))

    def take(self, s: S, action: Action) -> Steps:
        return (Station(tables.UNIT[action[1]]),)


@dataclass(frozen=True, slots=True)
class Station(Choice[S]):
    """Where it gets off; it flips."""

    unit: int

    def seat(self, s: S) -> int:
        return tables.CP

    def prompt(self, s: S) -> str:
        return f"Central Powers, Reichsbahn: choose a goal for the {tables.unit_title(self.unit)}"

    def actions(self, s: S) -> list[Action]:
        return sorted(("point", places.NUMBER[i]) for i in bits(reichsbahn_goals(s.state, self.unit)))

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        was = places.NUMBER[st.at[self.unit]]
        st.put(self.unit, places.INDEX[action[1]])
        st.flip(1 << self.unit)
        s.note("marches", "ditt.err.u", units=[tables.UNITS[self.unit]], origin=was, place=action[1])
        return ()


@dataclass(frozen=True, slots=True)
class Cross(Choice[S]):
    """Who sails with Albion, and where the force lands."""

    start: int
    #: units that stay behind
    stay: tuple[int, ...] = ()

    def seat(self, s: S) -> int:
        return tables.CP

    def prompt(self, s: S) -> str:
        here = places.place(self.start)
        return f"Central Powers, Operation Albion: choose where the Germans from {here} land, or leave units behind"

    def units(self, st: State) -> tuple[int, ...]:
        return tuple(u for u in albion_units(st, self.start) if u not in self.stay)

    def actions(self, s: S) -> list[Action]:
        st = s.state
        units = self.units(st)
        out: list[Action] = [("leave", tables.UNITS[u]) for u in units] if len(units) > 1 else []
        if albion_load(st, units) <= ALBION_DIVS:
            out += [("point", places.NUMBER[i]) for i in bits(albion_landings(st, self.start))]
        return sorted(out)

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "leave":
            return (Cross(self.start, (*self.stay, tables.UNIT[action[1]])),)
        units, place = self.units(st), places.INDEX[action[1]]
        for u in units:
            st.put(u, place)
            st.flip(1 << u)
            st.ferried |= 1 << u
        s.note("lands", "ditt.3.0j", units=[tables.UNITS[u] for u in units], place=action[1])
        if passage.enemies(st, tables.CP) >> place & 1:
            return combat.begin(s, Fight(tables.CP, place, self.start, units, smooth=True))
        return control.enter(s, place, tables.GE)


@dataclass(frozen=True, slots=True)
class Converge(Choice[S]):
    """Armies around Foch's target join the attack, from up to three hexes."""

    target: int
    hexes: tuple[int, ...]
    #: units of these hexes that stay behind
    stay: tuple[int, ...] = ()

    def seat(self, s: S) -> int:
        return tables.EP

    def prompt(self, s: S) -> str:
        return f"Entente Powers, Foch: add the Armies of a hex around {places.place(self.target)}, leave Armies behind, or attack"

    def units(self, st: State) -> tuple[int, ...]:
        return tuple(sorted(u for i in self.hexes for u in foch_units(st, self.target, i) if u not in self.stay))

    def actions(self, s: S) -> list[Action]:
        st = s.state
        units = self.units(st)
        out: list[Action] = [ATTACK] if units and not rule_against_joint_attack(st, self.target, units) else []
        if len(units) > 1:
            out += [("leave", tables.UNITS[u]) for u in units]
        if len(self.hexes) < FOCH_HEXES:
            out += [("add", places.NUMBER[i]) for i in foch_hexes(st, self.target) if i not in self.hexes]
        return sorted(out)

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "add":
            return (Converge(self.target, (*self.hexes, places.INDEX[action[1]]), self.stay),)
        if action[0] == "leave":
            return (Converge(self.target, self.hexes, (*self.stay, tables.UNIT[action[1]])),)
        units = self.units(st)
        origins = tuple(st.at[u] for u in units)
        entry: Steps = ()
        for u, i in zip(units, origins, strict=True):
            entry += control.roll_for_near_east(st, (u,), i, self.target)
            st.put(u, self.target)
        return (*entry, Fall(tables.EP, units, origins[0], self.target, origins))
